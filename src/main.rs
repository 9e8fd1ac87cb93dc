//! The plyglot program.

/// Blocks of games are allocated and freed on all threads; the system's allocator would return their pages each time.
#[cfg(feature = "native")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot::cli::run()
}
