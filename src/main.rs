//! The plyglot program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot::cli::run()
}
