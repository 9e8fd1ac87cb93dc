//! Runs the program as its users do.

#![allow(dead_code, reason = "every test uses a part of it")]

pub mod dice;
pub mod effort;
#[cfg(target_os = "linux")]
pub mod memory;
pub mod typeset;

use std::{
    ffi::OsString,
    io::Write as _,
    path::PathBuf,
    process::{Command, Output, Stdio},
    time::Duration,
};

/// Limit for waiting. No machine is that busy; it only ensures that a test fails eventually.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Returns the program under test: the one in `PLYGLOT_BIN` (such as a release), or else the one built with the tests.
pub fn program() -> PathBuf {
    std::env::var_os("PLYGLOT_BIN").map_or_else(|| env!("CARGO_BIN_EXE_plyglot").into(), PathBuf::from)
}

/// Returns the search path with the program under test on it, for shells.
pub fn path() -> OsString {
    let program = program();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().into_iter().map(PathBuf::from).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("folders of a path")
}

/// Returns the program with these arguments, in the project's folder.
pub fn plyglot(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the program with this input.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = plyglot(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

/// Returns the output, asserting that there are no messages.
pub fn converted(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Returns the output, the messages except the summary with its times, and the exit status.
pub fn described(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!(
        "{}--- stderr\n{}--- status {}\n",
        String::from_utf8_lossy(&output.stdout),
        said(&stderr),
        output.status.code().map_or("none".to_owned(), |code| code.to_string()),
    )
}

/// Returns the messages on standard error without the summary and the explanations below them.
pub fn said(stderr: &str) -> String {
    stderr
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("plyglot: ") && !line.starts_with("  "))
        .collect()
}

/// Reads a file in `fixtures/`.
pub fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
