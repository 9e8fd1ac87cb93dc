//! Failures in the middle of a run: the right message, the right status, no partial file.

#![cfg(target_os = "linux")]

use std::{
    fs,
    io::Write as _,
    os::unix::fs::MetadataExt as _,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::support::{plyglot, run};
use tempfile::TempDir;

const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
/// More games than a pipe holds.
const MANY: usize = 6000;

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("a.pgn"), GAME.repeat(MANY)).expect("a file");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_full_device_is_an_error() {
    let folder = folder();
    for args in
        [&["a.pgn", "-o", "/dev/full"][..], &["a.pgn", "--rejects", "/dev/full", "-t", "smith", "-f", "iccf"]]
    {
        let output = run_on(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write /dev/full: No space left"), "{}", stderr(&output));
    }
    for jobs in ["1", "2"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let output = plyglot(&["-j", jobs, "a.pgn"])
            .current_dir(folder.path())
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot write <stdout>: No space left"), "{}", stderr(&output));
    }
}

/// Runs the program with a file size limit of 50 KiB: its writes fail as on a full disk.
fn run_with_little_room(folder: &Path, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""])
        .arg(crate::support::program())
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs")
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder();
    let small = folder.path().join("small");
    fs::create_dir(&small).expect("a folder");
    fs::write(small.join("out.pgn"), "old").expect("a file");
    let output = run_with_little_room(folder.path(), &["a.pgn", "-o", "small/out.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write small/out.pgn: File too large"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(small.join("out.pgn")).expect("the file"), "old");
    assert_eq!(names(&small), ["out.pgn"]);
    // Of many files, those that fit are written.
    fs::write(folder.path().join("b.pgn"), GAME).expect("a file");
    let output = run_with_little_room(folder.path(), &["a.pgn", "b.pgn", "--out-dir", "small"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write small/a.pgn: File too large"), "{}", stderr(&output));
    assert_eq!(names(&small), [".plyglot-outputs", "b.pgn", "out.pgn"]);
    assert_eq!(fs::read_to_string(small.join("b.pgn")).expect("the file"), GAME);
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    let folder = folder();
    for jobs in ["1", "2"] {
        let mut child = plyglot(&["-j", jobs, "a.pgn"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    }
}

/// Rust opens `/dev/null` in its place, where everything would be lost in silence.
#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = folder();
    let program = crate::support::program();
    for (args, status) in [
        ("a.pgn", 2),
        ("check a.pgn", 2),
        ("notations", 2),
        ("--help", 2),
        ("-h", 2),
        ("a.pgn --rejects -", 2),
        ("a.pgn -o b.pgn", 0),
        ("check -q a.pgn", 0),
    ] {
        for (closing, status) in [(">&-", status), (">/dev/null", 0), ("<&- >/dev/null", 0)] {
            let line = format!("exec \"$0\" {args} {closing}");
            let output =
                Command::new("sh").args(["-c", &line]).arg(&program).current_dir(folder.path()).output();
            let output = output.expect("a shell");
            let status = if args.contains("--rejects") { 2 } else { status };
            assert_eq!(output.status.code(), Some(status), "{line}: {}", stderr(&output));
            let closed = stderr(&output).contains("cannot write <stdout>: it is closed");
            assert!(closed || status == 0 || args.contains("--rejects"), "{line}: {}", stderr(&output));
        }
    }
}

#[test]
fn a_read_error_is_reported_and_other_inputs_are_read() {
    let folder = folder();
    // Its first page cannot be read.
    let output = run_on(folder.path(), &["/proc/self/mem", "a.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("/proc/self/mem: error: "), "{}", stderr(&output));
    assert!(output.stdout == GAME.repeat(MANY).as_bytes());
}

#[test]
fn a_failed_run_leaves_old_files_unchanged() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let bad = GAME.replace("e5", "Ke5");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bad.repeat(MANY).as_bytes()).expect("memory");
    let gzip = gzip.finish().expect("memory");
    fs::write(path("short.pgn.gz"), &gzip[..gzip.len() / 2]).expect("a file");
    fs::write(path("bad.pgn"), &bad).expect("a file");
    fs::create_dir(path("empty")).expect("a folder");
    for inputs in [&["missing.pgn"][..], &["short.pgn.gz"], &["empty"], &["bad.pgn", "missing.pgn"]] {
        for jobs in ["1", "2"] {
            for old in [None, Some("old")] {
                for name in ["out.pgn", "rejects.pgn"] {
                    let _ = fs::remove_file(path(name));
                    old.into_iter().for_each(|old| fs::write(path(name), old).expect("a file"));
                }
                let args = [inputs, &["-j", jobs, "-o", "out.pgn", "--rejects", "rejects.pgn"]].concat();
                let output = run_on(folder.path(), &args);
                assert_eq!(output.status.code(), Some(2), "{args:?}");
                assert!(!output.stderr.is_empty());
                for name in ["out.pgn", "rejects.pgn"] {
                    let left = fs::read_to_string(path(name)).ok();
                    assert_eq!(left.as_deref(), old, "{name} after {args:?}");
                }
            }
        }
    }
    assert_eq!(names(folder.path()), ["bad.pgn", "empty", "out.pgn", "rejects.pgn", "short.pgn.gz"]);
}

/// The outputs of the other inputs are there, and will not be made again: nor would their rejects.
#[test]
fn a_failed_run_into_a_folder_keeps_its_rejects() {
    let folder = folder();
    let bad = "[Event \"bad\"]\n\n1. e4 Ke5 *\n\n";
    fs::write(folder.path().join("bad.pgn"), bad).expect("a file");
    let rejects = || fs::read_to_string(folder.path().join("r.pgn")).unwrap_or_default();
    let args = ["bad.pgn", "missing.pgn", "--out-dir", "out", "--rejects", "r.pgn"];
    let output = run_on(folder.path(), &args);
    assert_eq!((output.status.code(), rejects().as_str()), (Some(2), bad), "{}", stderr(&output));
    assert!(folder.path().join("out/bad.pgn").exists());
    // Where there are none, or nothing is published, the old ones stay.
    for args in [
        &["bad.pgn", "missing.pgn", "--out-dir", "out", "--rejects", "r.pgn"][..],
        &["a.pgn", "missing.pgn", "--out-dir", "new", "--rejects", "r.pgn"],
        &["a.pgn", "missing.pgn", "-o", "new.pgn", "--rejects", "r.pgn"],
    ] {
        assert_eq!(run_on(folder.path(), args).status.code(), Some(2), "{args:?}");
        assert_eq!(rejects(), bad, "{args:?}");
    }
}

#[test]
fn a_closed_rejects_pipe_loses_no_output() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let games = GAME.replace("e5", "Ke5").repeat(MANY);
    fs::write(path("bad.pgn"), &games).expect("a file");
    for name in ["rejects", "rejects.gz"] {
        assert!(Command::new("mkfifo").arg(path(name)).status().expect("mkfifo runs").success());
        let child = plyglot(&["-q", "bad.pgn", "-o", "out.pgn", "--rejects", name])
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Opened and closed at once.
        drop(fs::File::open(path(name)).expect("the pipe"));
        assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(1));
        let out = fs::read_to_string(path("out.pgn")).expect("the output");
        assert_eq!(out.matches("[Event ").count(), MANY);
        fs::remove_file(path("out.pgn")).expect("a file");
    }
}

#[test]
fn fewer_threads_if_some_cannot_start() {
    let folder = folder();
    // Limits do not apply to root, so they are set for another user where the tests run as root.
    let root = fs::metadata(folder.path()).expect("the folder").uid() == 0;
    assert!(
        Command::new("chmod")
            .arg("-R")
            .arg("a+rX")
            .arg(folder.path())
            .status()
            .expect("chmod runs")
            .success()
    );
    let copy = folder.path().join("program");
    fs::copy(crate::support::program(), &copy).expect("a copy that anybody may run");
    for processes in [1, 2, 4] {
        for jobs in ["2", "8", "60000"] {
            let mut command = Command::new("prlimit");
            if root {
                command = Command::new("setpriv");
                let user = (54_000 + processes).to_string();
                command.args(["--reuid", &user, "--clear-groups", "prlimit"]);
            }
            let output = command
                .arg(format!("--nproc={processes}"))
                .arg(&copy)
                .args(["-j", jobs, "a.pgn"])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .expect("util-linux is there");
            assert_eq!(stderr(&output), "", "{processes} processes, -j {jobs}");
            assert_eq!(output.status.code(), Some(0), "{processes} processes, -j {jobs}");
            assert!(output.stdout == GAME.repeat(MANY).as_bytes());
        }
    }
    assert_eq!(run_on(folder.path(), &["-j", "100000", "a.pgn"]).status.code(), Some(2));
}

#[test]
fn a_run_can_outlive_its_terminal() {
    let folder = TempDir::new().expect("a folder");
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" -o out.pgn"])
        .arg(crate::support::program())
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // More than a pipe holds: the program reads, and handles signals.
    stdin.write_all(GAME.repeat(MANY).as_bytes()).expect("the program reads");
    signal(&child, "-HUP");
    stdin.write_all(GAME.as_bytes()).expect("the program reads");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("out.pgn")).expect("the output") == GAME.repeat(MANY + 1));
}

#[test]
fn a_folder_that_cannot_be_written_to_is_an_error() {
    let folder = folder();
    for args in [
        &["a.pgn", "-o", "/proc/x.pgn"][..],
        &["a.pgn", "--out-dir", "/proc/x"],
        &["a.pgn", "--out-dir", "a.pgn"],
        // One that does not exist is made for --out-dir only: elsewhere it is a slip.
        &["a.pgn", "-o", "missing/x.pgn"],
        &["a.pgn", "-o", "x.pgn", "--rejects", "missing/x.pgn"],
        &["scoresheet", "-o", "missing/x.html"],
    ] {
        let output = run_on(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = stderr(&output);
        assert!(said.starts_with("plyglot: error: ") && output.stdout.is_empty(), "{args:?}: {said}");
        assert!(!args.contains(&"missing/x.pgn") || said.contains("cannot write missing/x.pgn"), "{said}");
    }
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

/// Starts the program, sends it games and leaves the pipe open.
///
/// Signals have their default actions, even where the tests run in the background and ignore them.
fn start(folder: &Path, args: &[&str]) -> Child {
    let mut child = Command::new("env")
        .arg("--default-signal=HUP,INT,TERM")
        .arg(crate::support::program())
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.as_mut().expect("a pipe");
    stdin.write_all(GAME.repeat(MANY).as_bytes()).expect("the program reads");
    child
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
}

#[test]
fn an_interrupted_run_leaves_no_partial_file() {
    for (name, code) in [("-INT", Some(130)), ("-TERM", Some(143)), ("-HUP", Some(129)), ("-KILL", None)] {
        for old in [None, Some("old")] {
            let folder = TempDir::new().expect("a folder");
            if let Some(old) = old {
                fs::write(folder.path().join("out.pgn"), old).expect("a file");
            }
            let mut child = start(folder.path(), &["-o", "out.pgn"]);
            // It has read more than a pipe holds, and is at work. Waiting would close the child's input, which
            // would be another way to end.
            let _open = child.stdin.take();
            signal(&child, name);
            assert_eq!(child.wait().expect("it ends").code(), code, "{name}");
            let left = names(folder.path());
            assert_eq!(left.len(), usize::from(old.is_some()), "{left:?}");
            if let Some(old) = old {
                assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("the file"), old);
            }
        }
    }
}

#[test]
fn a_killed_run_over_many_files_resumes() {
    let folder = TempDir::new().expect("a folder");
    let input = folder.path().join("in");
    fs::create_dir(&input).expect("a folder");
    for n in 0..60 {
        fs::write(input.join(format!("{n:02}.pgn")), GAME.repeat(4000)).expect("a file");
    }
    let expected = GAME
        .replace("e4", "e2-e4")
        .replace("e5", "e7-e5")
        .replace("]\n\n", "]\n[Notation \"lan\"]\n\n")
        .repeat(4000);
    let out = folder.path().join("out");
    // It waits for this, so that it cannot end before it is killed.
    let late = folder.path().join("late.pgn");
    assert!(Command::new("mkfifo").arg(&late).status().expect("mkfifo runs").success());
    let args = ["in", "late.pgn", "--out-dir", "out", "-t", "lan", "-q"];
    let written = || {
        let names = if out.exists() { names(&out) } else { Vec::new() };
        names.into_iter().filter(|it| it != ".plyglot-outputs").collect::<Vec<_>>()
    };
    for least in [1, 20, 40] {
        let mut child = plyglot(&args).current_dir(folder.path()).spawn().expect("the program starts");
        let begun = Instant::now();
        while written().len() < least {
            assert!(begun.elapsed() < Duration::from_secs(300), "{:?}", written());
            thread::sleep(Duration::from_millis(1));
        }
        signal(&child, "-KILL");
        assert_eq!(child.wait().expect("it ends").code(), None, "it was killed");
        for name in written() {
            assert!(name.ends_with(".lan.pgn"), "{name}");
            assert!(fs::read_to_string(out.join(&name)).expect("the file") == expected, "{name} is whole");
        }
    }
    fs::remove_file(&late).and_then(|()| fs::write(&late, GAME.repeat(4000))).expect("a file");
    let inode = |name: &String| fs::metadata(out.join(name)).expect("the file").ino();
    let before: Vec<(String, u64)> = written().into_iter().map(|name| (name.clone(), inode(&name))).collect();
    let output = run_on(folder.path(), &args);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert_eq!(written().len(), 61);
    assert!(before.iter().all(|(name, old)| inode(name) == *old), "what was done is not done again");
}

#[test]
fn an_input_that_changes_is_reported() {
    let folder = folder();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let mut child = plyglot(&["-j", "1", "a.pgn", "-o", "fifo"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It cannot go on until somebody reads its output.
    let mut reader = fs::File::open(&fifo).expect("the pipe");
    std::io::Read::read_exact(&mut reader, &mut [0; 4096]).expect("it has begun");
    let file = fs::File::options().append(true).open(folder.path().join("a.pgn"));
    file.and_then(|mut it| it.write_all(GAME.as_bytes())).expect("the input grows");
    std::io::copy(&mut reader, &mut std::io::sink()).expect("the output");
    drop(reader);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    assert_eq!(said, "a.pgn: error: changed while being read\n");
}

#[test]
fn memory_stays_bounded() {
    let rss = |child: &Child| -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the status");
        let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).expect("the peak");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    };
    let game = GAME.repeat(10_000);
    for (jobs, limit) in [("1", 64 << 10), ("8", 256 << 10)] {
        let mut child = plyglot(&["-q", "-j", jobs])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.as_mut().expect("a pipe");
        for _ in 0..120 {
            stdin.write_all(game.as_bytes()).expect("the program reads");
        }
        let peak = rss(&child);
        drop(child.stdin.take());
        child.wait().expect("it ends");
        assert!(peak < limit, "-j {jobs}: {peak} KiB");
    }
    assert_eq!(run(&["-j", "0"], "").status.code(), Some(2));
}
