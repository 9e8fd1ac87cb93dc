//! The plyglot program.

/// Blocks of games come and go, on all threads: the system's allocator would give their pages back and fetch them again.
#[cfg(feature = "native")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot::cli::run()
}
