//! The command line: parses arguments, runs the command, reports the outcome.

mod args;
mod atomic_file;
mod check_summary;
mod common_args;
mod convert;
mod diff;
mod explain;
mod format;
mod games;
mod generate;
mod help;
mod inputs;
mod job;
mod layouts;
mod manual;
mod merge;
mod moves;
mod notations;
mod numbered;
mod output;
mod output_record;
mod paged_output;
mod position_args;
mod progress;
mod publisher;
mod report;
mod scoresheet;
mod signals;
mod size;
mod split;
mod stats;
mod table;
mod targets;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context as _, bail};

use args::{Args, Command};
use common_args::ColorWhen;
use report::Stderr;

use crate::bug;

/// The outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything was converted.
    Success,
    /// The run was completed, but some game had errors.
    GameErrors,
    /// Something could not be read or written, or the arguments were wrong.
    Failure,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::GameErrors => 1,
            Exit::Failure => 2,
        })
    }
}

/// Whether standard output was closed from the beginning.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs the command line. `stdout_closed` means that nobody would receive what is written to standard output.
#[must_use]
pub fn run(stdout_closed: bool) -> ExitCode {
    STDOUT_CLOSED.store(stdout_closed, Ordering::Relaxed);
    bug::report_quietly();
    if args::asks_for_short_help(std::env::args_os().skip(1)) {
        return told(stdout().map(|_| args::short_command().print_help()));
    }
    let args = match Args::read() {
        Ok(args) => args,
        Err(error) => return finish_misuse(&error),
    };
    match bug::survive(|| execute(&args)).unwrap_or_else(|bug| Err(bug.into())) {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(misuse) = error.downcast_ref::<clap::Error>() {
                return finish_misuse(misuse);
            }
            args.stderr().failure(&error);
            Exit::Failure.into()
        }
    }
}

/// Returns the exit status of printing help. A reader that closes the pipe early is not a failure.
fn told(printed: anyhow::Result<io::Result<()>>) -> ExitCode {
    match printed {
        Ok(_) => Exit::Success.into(),
        Err(error) => {
            Stderr::plain(ColorWhen::Auto).failure(&error);
            Exit::Failure.into()
        }
    }
}

/// Runs the command in the arguments.
fn execute(args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        Some(Command::Check(check)) => convert::check(check, args.color),
        Some(Command::Merge(merge)) => merge::run(merge, args.color),
        Some(Command::Notations) => notations::run(),
        Some(Command::Moves(moves)) => moves::run(moves),
        Some(Command::Explain(explain)) => explain::run(explain),
        Some(Command::Scoresheet(sheet)) => scoresheet::run(sheet),
        Some(Command::Stats(stats)) => stats::run(stats, args.stderr()),
        Some(Command::Help { topics }) => help::run(topics),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man(man)) => generate::man(man),
        None => convert::run(args),
    }
}

/// Ends the program because of wrong arguments, or with the help that they request.
fn finish_misuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let _ = print_misuse(error);
        return Exit::Failure.into();
    }
    told(stdout().map(|_| error.print()))
}

/// Reports wrong arguments, with the same prefix as all other errors.
fn print_misuse(error: &clap::Error) -> io::Result<()> {
    let text = match notations::missing(error) {
        Some(text) => format!("\x1b[1m\x1b[31merror:\x1b[0m {text}"),
        None => error.render().ansi().to_string(),
    };
    let hint = layouts::hint(error).map_or_else(String::new, |it| format!("\n  {it}\n"));
    let text = format!("plyglot: {}{hint}", text.trim_start());
    anstream::stderr().write_all(text.as_bytes())
}

/// Returns standard output. Fails if it was closed from the beginning.
fn stdout() -> anyhow::Result<io::Stdout> {
    if STDOUT_CLOSED.load(Ordering::Relaxed) {
        bail!("cannot write <stdout>: it is closed");
    }
    Ok(io::stdout())
}

/// Writes a text to standard output.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = stdout()?.lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write <stdout>")
}

/// Returns a count of things, as in `1 game` or `2 games`.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Whether stdout was closed by its reader, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
