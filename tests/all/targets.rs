//! No output is an input, and no two outputs are one file: refused before anything is written.

#![cfg(unix)]

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::Path,
    process::{Output, Stdio},
};

use crate::support::plyglot;
use tempfile::TempDir;

const GOOD: &str = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
const BAD: &str = "[Event \"b\"]\n\n1. e4 Ke5 *\n\n";

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

/// Creates inputs, an old output, and other names for both.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, text) in [
        ("a.pgn", BAD),
        ("a.lan.pgn", GOOD),
        ("a.txt", GOOD),
        ("A.pgn", GOOD),
        ("old.pgn", "old"),
        ("locked.pgn", "old"),
        ("d/a.pgn", GOOD),
        ("out/locked.pgn", "old"),
    ] {
        fs::create_dir_all(path(name).parent().expect("a folder")).expect("a folder");
        fs::write(path(name), text).expect("a file");
    }
    symlink("old.pgn", path("link.pgn")).expect("a link");
    symlink("new.pgn", path("dangling.pgn")).expect("a link");
    symlink("out", path("also-out")).expect("a link");
    fs::hard_link(path("old.pgn"), path("hard.pgn")).expect("a link");
    fs::hard_link(path("a.pgn"), path("hard-a.pgn")).expect("a link");
    let mut permissions = fs::metadata(path("locked.pgn")).expect("the file").permissions();
    permissions.set_readonly(true);
    for name in ["locked.pgn", "out/locked.pgn"] {
        fs::set_permissions(path(name), permissions.clone()).expect("permissions");
        let file = File::open(path(name)).expect("the file");
        // Older than all inputs.
        let _ = file.set_modified(std::time::SystemTime::UNIX_EPOCH);
    }
    folder
}

/// Returns all files with their contents.
fn contents(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for folder in [folder.to_path_buf(), folder.join("d"), folder.join("out")] {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).unwrap_or_default();
            all.push((path.display().to_string(), text));
        }
    }
    all.sort();
    all
}

#[test]
fn targets_that_collide_are_refused_before_anything_is_written() {
    let folder = folder();
    let before = contents(folder.path());
    let absolute = folder.path().join("old.pgn");
    let absolute = absolute.to_str().expect("a name");
    for (args, expected) in [
        // An input.
        (&["a.pgn", "-o", "a.pgn"][..], "--output a.pgn is one of the inputs (a.pgn)"),
        (&["a.pgn", "-o", "./d/../a.pgn"], "--output ./d/../a.pgn is one of the inputs (a.pgn)"),
        (&["a.pgn", "-o", "hard-a.pgn"], "--output hard-a.pgn is one of the inputs (a.pgn)"),
        (&["a.pgn", "--rejects", "a.pgn"], "--rejects a.pgn is one of the inputs (a.pgn)"),
        (&["d", "-o", "d/a.pgn"], "--output d/a.pgn is one of the inputs (d/a.pgn)"),
        (&["d/a.pgn", "--out-dir", "d"], "d/a.pgn: output d/a.pgn is one of the inputs (d/a.pgn)"),
        (
            &["-j1", "a.pgn", "a.lan.pgn", "-t", "lan", "--out-dir", "."],
            "a.pgn: output ./a.lan.pgn is one of the inputs (a.lan.pgn)",
        ),
        (
            &["a.pgn", "--out-dir", "new", "--rejects", "a.pgn"],
            "--rejects a.pgn is one of the inputs (a.pgn)",
        ),
        // Another target.
        (
            &["a.pgn", "-o", "new.pgn", "--rejects", "./new.pgn"],
            "--rejects ./new.pgn is the same file as --output new.pgn",
        ),
        (
            &["a.pgn", "-o", "new.pgn", "--rejects", "dangling.pgn"],
            "--rejects dangling.pgn is the same file as --output new.pgn",
        ),
        (&["a.pgn", "-o", "old.pgn", "--rejects", absolute], "is the same file as --output old.pgn"),
        (
            &["a.pgn", "-o", "old.pgn", "--rejects", "link.pgn"],
            "--rejects link.pgn is the same file as --output old.pgn",
        ),
        (
            &["a.pgn", "-o", "old.pgn", "--rejects", "hard.pgn"],
            "--rejects hard.pgn is the same as --output old.pgn",
        ),
        (
            &["a.pgn", "-o", "x/../y.pgn", "--rejects", "y.pgn"],
            "--rejects y.pgn is the same file as --output x/../y.pgn",
        ),
        (
            &["a.pgn", "--out-dir", "out", "--rejects", "also-out/a.pgn"],
            "a.pgn: output out/a.pgn is the same file as --rejects also-out/a.pgn",
        ),
        (
            &["a.pgn", "d/a.pgn", "--out-dir", "out"],
            "d/a.pgn: output out/a.pgn is the same file as a.pgn: output out/a.pgn",
        ),
        (
            &["a.pgn", "a.txt", "--out-dir", "new/er"],
            "a.txt: output new/er/a.pgn is the same file as a.pgn: output",
        ),
        (&["a.pgn", "A.pgn", "--out-dir", "out"], "or differs from it in case only"),
        (&["a.pgn", "--rejects", "-"], "standard output is the same as standard output"),
        // A read-only file.
        (&["a.pgn", "-o", "locked.pgn"], "--output locked.pgn is read-only"),
        (&["a.pgn", "--rejects", "locked.pgn"], "--rejects locked.pgn is read-only"),
        (
            &["d/a.pgn", "locked.pgn", "--out-dir", "out", "--force"],
            "locked.pgn: output out/locked.pgn is read-only",
        ),
        (&["scoresheet", "-o", "locked.pgn"], "--output locked.pgn is read-only"),
        // A folder.
        (&["a.pgn", "-o", "d"], "--output d is a directory"),
    ] {
        let output = run_on(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("plyglot: error: ") && said.contains(expected), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert_eq!(contents(folder.path()), before, "{args:?}");
    }
}

#[test]
fn streams_that_are_files_are_inputs_and_targets_too() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let run = |args: &[&str], input: Option<&str>, output: Option<&str>| {
        let stdin = input.map_or_else(Stdio::null, |it| File::open(path(it)).expect("a file").into());
        let stdout = output.map_or_else(Stdio::piped, |it| {
            File::options().append(true).create(true).open(path(it)).expect("a file").into()
        });
        let mut command = plyglot(args);
        command.current_dir(folder.path()).stdin(stdin).stdout(stdout).stderr(Stdio::piped());
        let output = command.spawn().and_then(|it| it.wait_with_output()).expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (args, input, output, expected) in [
        (&["-o", "a.pgn"][..], Some("a.pgn"), None, "--output a.pgn is one of the inputs (<stdin>)"),
        (&["a.pgn"], None, Some("a.pgn"), "standard output is one of the inputs (a.pgn)"),
        (
            &["a.pgn", "--rejects", "old.pgn"],
            None,
            Some("old.pgn"),
            "--rejects old.pgn is the same as standard output",
        ),
        (
            &["a.pgn", "--rejects", "/dev/stdout"],
            None,
            None,
            "--rejects /dev/stdout is the same as standard output",
        ),
    ] {
        let (code, said) = run(args, input, output);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
    }
    assert_eq!(fs::read_to_string(path("a.pgn")).expect("the file"), BAD);
    assert_eq!(fs::read_to_string(path("old.pgn")).expect("the file"), "old");
}

#[test]
fn targets_that_do_not_collide_are_written() {
    let folder = folder();
    for (args, written) in [
        (&["a.pgn", "-o", "/dev/null", "--rejects", "/dev/null"][..], &[][..]),
        (&["a.pgn", "-o", "dangling.pgn"], &[("new.pgn", "[Event \"b\"]\n\n1. e4 {Ke5} *\n\n")]),
        (&["a.pgn", "-o", "link.pgn", "--rejects", "r.pgn"], &[("r.pgn", BAD)]),
        (&["a.pgn", "A.pgn", "-o", "one.pgn"], &[]),
        (&["d", "--out-dir", "new/x/../y"], &[("new/y/a.pgn", GOOD)]),
    ] {
        let output = run_on(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {said}");
        for (name, text) in written {
            assert_eq!(fs::read_to_string(folder.path().join(name)).expect("the file"), *text, "{args:?}");
        }
    }
    for link in ["link.pgn", "dangling.pgn"] {
        assert!(fs::symlink_metadata(folder.path().join(link)).expect("the link").is_symlink());
    }
}
