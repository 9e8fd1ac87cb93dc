//! The plyglot program.

/// Blocks of games are allocated and freed on all threads; the system's allocator would return their pages each time.
#[cfg(feature = "native")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program began. Afterwards nobody can tell: Rust opens `/dev/null` in its place.
#[cfg(unix)]
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before Rust prepares the program.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[expect(unsafe_code, reason = "the place of a function pointer in the program; the linker's list takes any")]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn look() {
        use std::{io, os::fd::AsFd as _};
        STDOUT_CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
    }
    look
};

fn main() -> ExitCode {
    #[cfg(unix)]
    let closed = STDOUT_CLOSED.load(Ordering::Relaxed);
    #[cfg(not(unix))]
    let closed = false;
    plyglot::cli::run(closed)
}
