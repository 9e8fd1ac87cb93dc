//! The command line: exit statuses, files, errors.

use std::{
    fs,
    io::Read as _,
    path::Path,
    process::{Output, Stdio},
};

use crate::support::{described, plyglot, run, said};
use tempfile::TempDir;

const GOOD: &str = "[Event \"good\"]\n\n1. e4 e5 *\n\n";
const BAD: &str = "[Event \"bad\"]\n[White \"Morphy, Paul\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n";

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// On Unix a name is any bytes.
#[test]
#[cfg(target_os = "linux")]
fn files_may_have_names_that_are_no_utf8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = TempDir::new().expect("a folder");
    let path = |name: &[u8]| folder.path().join(OsStr::from_bytes(name));
    fs::create_dir(path(b"in\xff")).expect("a folder");
    fs::write(path(b"in\xff/a\xe9.pgn"), GOOD).expect("a file");
    fs::write(path(b"in\xff/a\xe8.pgn"), BAD).expect("a file");
    let run = |args: &[&[u8]]| {
        let mut command = plyglot(&[]);
        command.args(args.iter().map(|it| OsStr::from_bytes(it))).current_dir(folder.path());
        command.stdin(Stdio::null()).output().expect("the program runs")
    };
    for (args, status) in [
        (&[&b"in\xff/a\xe9.pgn"[..], b"-o", b"out\xfe.pgn"][..], 0),
        (&[b"in\xff/a\xe8.pgn", b"-o", b"x.pgn", b"--rejects", b"bad\xfe.pgn"], 1),
        (&[b"check", b"in\xff"], 1),
        (&[b"merge", b"in\xff/a\xe9.pgn", b"in\xff/a\xe9.pgn"], 0),
        (&[b"stats", b"in\xff/a\xe9.pgn"], 0),
        (&[b"in\xff", b"--out-dir", b"out\xfe"], 1),
        // What failed is not forgotten, and what did not is not reported.
        (&[b"in\xff", b"--out-dir", b"out\xfe"], 1),
        (&[b"in\xff/a\xe9.pgn", b"--out-dir", b"out\xfe"], 0),
        (&[b"no\xff.pgn"], 2),
        (&[b"in\xff", b"-t", b"san\xff"], 2),
        (&[b"\xff\xff"], 2),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
    for (name, text) in [(&b"out\xfe.pgn"[..], GOOD), (b"out\xfe/a\xe9.pgn", GOOD), (b"bad\xfe.pgn", BAD)] {
        assert_eq!(fs::read_to_string(path(name)).expect("the file"), text);
    }
}

#[test]
fn exit_statuses() {
    let folder =
        folder(&[("good.pgn", GOOD), ("bad.pgn", BAD), ("empty.pgn", ""), ("blank.pgn", " \n\r\n\t\n")]);
    for (args, status) in [
        (&["good.pgn"][..], 0),
        (&["empty.pgn"], 0),
        (&["blank.pgn"], 0),
        (&["bad.pgn"], 1),
        (&["bad.pgn", "good.pgn"], 1),
        (&["missing.pgn"], 2),
        (&["missing.pgn", "good.pgn"], 2),
        (&["bad.pgn", "missing.pgn"], 2),
        (&["good.pgn", "-t", "klingon"], 2),
        (&["good.pgn", "-t", "san:klingon"], 2),
        (&["good.pgn", "--no-such-flag"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        let output = run_on(folder.path(), args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
    }
    let others = run_on(folder.path(), &["missing.pgn", "good.pgn"]);
    assert_eq!(String::from_utf8_lossy(&others.stdout), GOOD, "the others are converted");
    assert!(stderr(&others).starts_with("missing.pgn: error: "), "{}", stderr(&others));
    assert!(run_on(folder.path(), &["empty.pgn", "blank.pgn"]).stdout.is_empty());
}

#[test]
fn handling_of_games_with_errors() {
    let input = format!("{GOOD}{BAD}{GOOD}");
    for policy in ["keep", "skip", "stop"] {
        insta::assert_snapshot!(policy, described(&["--on-error", policy], &input));
    }
}

#[test]
fn rejects_are_unmodified() {
    let folder = folder(&[]);
    let latin = "[Event \"bad\"]\n[White \"Gr\u{fc}nfeld\"]\n\n1. e4  e5 2. Ke3 *\n\n";
    let latin: Vec<u8> = latin.chars().map(|it| it as u8).collect();
    let input = [GOOD.as_bytes(), &latin, GOOD.as_bytes(), BAD.as_bytes()].concat();
    let rejects = folder.path().join("rejects.pgn");
    let output = run(&["-q", "--rejects", rejects.to_str().expect("UTF-8")], &input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&rejects).expect("the rejects"), [&latin, BAD.as_bytes()].concat());
}

#[test]
fn output_files_are_replaced_on_success() {
    let folder = folder(&[("good.pgn", GOOD), ("bad.pgn", BAD), ("out.pgn", "old")]);
    let out = folder.path().join("out.pgn");
    let stopped = run_on(folder.path(), &["good.pgn", "bad.pgn", "-o", "out.pgn", "--on-error", "stop"]);
    assert_eq!(stopped.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&out).expect("the file"), "old", "a stopped run leaves the old file");
    let done = run_on(folder.path(), &["good.pgn", "-o", "out.pgn"]);
    assert_eq!((done.status.code(), &*done.stdout), (Some(0), &b""[..]));
    assert_eq!(fs::read_to_string(&out).expect("the file"), GOOD);
    let litter: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(litter.len(), 3, "nothing else is left: {litter:?}");
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = folder(&[("good.pgn", GOOD)]);
    for args in [
        &["good.pgn", "-o", "good.pgn"][..],
        &["good.pgn", "-o", "./good.pgn"],
        &["good.pgn", "--rejects", "good.pgn"],
    ] {
        let output = run_on(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains("is one of the inputs"), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(folder.path().join("good.pgn")).expect("the file"), GOOD);
    }
}

#[cfg(unix)]
#[test]
fn links_and_devices_are_written_through() {
    let folder = folder(&[("good.pgn", GOOD), ("real.pgn", "old")]);
    std::os::unix::fs::symlink("real.pgn", folder.path().join("link.pgn")).expect("a link");
    let output = run_on(folder.path(), &["good.pgn", "-o", "link.pgn"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(fs::symlink_metadata(folder.path().join("link.pgn")).expect("the link").is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("real.pgn")).expect("the file"), GOOD);
    assert!(run_on(folder.path(), &["good.pgn", "-o", "/dev/null"]).status.success());
    let to_link = run_on(folder.path(), &["real.pgn", "-o", "link.pgn"]);
    assert_eq!(to_link.status.code(), Some(2), "the input by another name");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let folder = folder(&[("good.pgn", GOOD)]);
    for args in [&["good.pgn", "-o", "/dev/full"][..], &["good.pgn"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
        let output =
            plyglot(args).current_dir(folder.path()).stdout(full).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let input = GOOD.repeat(100_000);
    let folder = folder(&[("many.pgn", &input)]);
    let mut child = plyglot(&["many.pgn"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn diagnostics_have_places_and_no_control_characters() {
    let input = format!(
        "{GOOD}[Event \"x\"]\n[White \"Morphy\"]\n[Black \"Harr\u{202e}witz\"]\n\n1. e4 e5 2. Nf3 Sf6 *\n"
    );
    let output = run(&[], &input);
    assert_eq!(
        said(&stderr(&output)),
        "<stdin>:9:17: error: game 2 (Morphy – Harr\\u{202e}witz), 2... Sf6: no legal move; did you mean Nf6?\n"
    );
}

#[test]
fn warnings_of_a_kind_are_reported_once_and_then_counted() {
    let input = "1. e4+ e5+ 2. Nf3+ *\n";
    let output = run(&[], input);
    assert_eq!(
        stderr(&output),
        "<stdin>:1:4: warning: game 1, 1. e4+: marked as check, but it is no check\n\
         <stdin>: warning: 2 more wrong-mark warnings, at 1:8, 1:15\n"
    );
    assert_eq!(stderr(&run(&["-q"], input)), "");
}
