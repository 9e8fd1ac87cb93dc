//! The output is the same for any chunking of the input and any number of cores, and each game is written at once.

use std::{
    io::{Read as _, Write as _},
    process::{Child, Stdio},
    sync::mpsc,
    thread,
};

use crate::support::{PATIENCE, fixture, plyglot, run};

/// All fixtures concatenated several times: games of all kinds, in several encodings.
fn everything() -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pgn");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("fixtures").map(|it| it.expect("a fixture")).collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    let mut all = fixture("opera.pgn");
    for entry in names {
        let bytes = std::fs::read(entry.path()).expect("a fixture");
        // A byte order mark announces UTF-16 only at the beginning of a stream.
        if !bytes.starts_with(b"\xff\xfe") {
            all.extend_from_slice(&bytes);
            all.extend_from_slice(b"\n\n");
        }
    }
    all.extend_from_slice(
        b"1. e4 e5 1-0\n\n1. d4 {\xe9\xa0} d5 *\n\n[White \"\xc3\xa9\"]\n1. c4 \xbd-\xbd\n\n1. Nf3 *\n",
    );
    all.extend_from_slice(&fixture("immortal.pgn"));
    all
}

fn start(args: &[&str]) -> Child {
    plyglot(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Returns output and messages when the input arrives in pieces of these sizes, cyclically.
fn in_pieces(args: &[&str], input: &[u8], sizes: &[usize]) -> (Vec<u8>, String) {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let (input, sizes) = (input.to_vec(), sizes.to_vec());
    let writer = thread::spawn(move || {
        let mut rest = &input[..];
        for size in sizes.iter().cycle() {
            let (piece, more) = rest.split_at((*size).min(rest.len()));
            stdin.write_all(piece).expect("the program reads");
            rest = more;
            if rest.is_empty() {
                break;
            }
        }
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn output_does_not_depend_on_chunking() {
    let input = everything();
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &input).expect("a file");
    let path = file.path().to_str().expect("a name");
    for jobs in ["1", "3"] {
        let from_file = plyglot(&["-j", jobs, "-t", "lan", path]).output().expect("the program runs");
        let said = String::from_utf8_lossy(&from_file.stderr).replace(path, "<stdin>");
        assert!(said.contains("warning") && said.contains("error"), "the fixtures are of all kinds");
        for sizes in [&[usize::MAX][..], &[1], &[7, 1, 100, 3, 13], &[4096], &[65_536]] {
            let (out, err) = in_pieces(&["-j", jobs, "-t", "lan"], &input, sizes);
            assert_eq!(
                String::from_utf8_lossy(&out),
                String::from_utf8_lossy(&from_file.stdout),
                "{sizes:?}"
            );
            assert_eq!(err, said, "{sizes:?}");
        }
    }
}

#[test]
fn the_same_bytes_on_any_number_of_cores() {
    let input = everything().repeat(50);
    for args in [&["-t", "lan"][..], &["--layout", "jsonl"], &["--on-error", "skip"], &["--on-error", "stop"]]
    {
        let one = run(&[args, &["-j", "1"]].concat(), &input);
        for jobs in ["2", "3", "16"] {
            let many = run(&[args, &["-j", jobs]].concat(), &input);
            assert!(one.stdout == many.stdout, "{args:?} -j {jobs}");
            assert_eq!(String::from_utf8_lossy(&one.stderr), String::from_utf8_lossy(&many.stderr));
            assert_eq!(one.status.code(), many.status.code());
        }
    }
}

#[test]
fn a_complete_game_from_an_open_pipe_is_written_at_once() {
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("memory");
        encoder.flush().expect("memory");
        encoder.get_ref().clone()
    };
    for jobs in ["1", "2"] {
        for game in [
            "[Event \"live\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
            "[Event \"live\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 1-0\r\n\r\n",
            "1. e4 e5 2. Nf3 Nc6 1-0\n\n",
        ] {
            for bytes in [game.as_bytes().to_vec(), gzip(game)] {
                let mut child = start(&["-j", jobs]);
                let mut stdin = child.stdin.take().expect("a pipe");
                let mut stdout = child.stdout.take().expect("a pipe");
                stdin.write_all(&bytes).expect("the program reads");
                let (sender, receiver) = mpsc::channel();
                let reader = thread::spawn(move || {
                    let mut buffer = [0; 4096];
                    let len = stdout.read(&mut buffer).expect("output");
                    sender
                        .send(String::from_utf8_lossy(&buffer[..len]).into_owned())
                        .expect("somebody waits");
                });
                let text = receiver.recv_timeout(PATIENCE).expect("the game, while the pipe is open");
                assert!(text.contains("1. e4 e5 2. Nf3 Nc6 1-0"), "{text}");
                drop(stdin);
                reader.join().expect("the reader ends");
                child.wait().expect("the program ends");
            }
        }
    }
}

#[test]
fn a_stop_does_not_wait_for_more_input() {
    let mut child = start(&["-j", "2", "--on-error", "stop"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"[Event \"bad\"]\n\n1. e5 e4 1-0\n\n").expect("the program reads");
    // `wait` would close the input. Standard error ends when the program does.
    let mut stderr = child.stderr.take().expect("a pipe");
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let _ = stderr.read_to_end(&mut Vec::new());
        let _ = sender.send(());
    });
    if receiver.recv_timeout(PATIENCE).is_err() {
        child.kill().expect("it can be ended");
        panic!("it waits for input that never comes");
    }
    reader.join().expect("all is read");
    assert_eq!(child.wait().expect("a status").code(), Some(1));
    drop(stdin);
}

#[test]
fn the_parts_make_the_whole() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let game = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 {x} 2. Nf3 Ke4 1-0\n\n";
    let bare = "1. e4 e5 2. Nf3 {[Event} Nc6 1-0\n\n";
    for (name, text) in [
        ("lf.pgn", game.repeat(50)),
        ("crlf.pgn", game.replace('\n', "\r\n").repeat(50)),
        ("dense.pgn", game.replace("\n\n", "\n").repeat(50)),
        ("bare.pgn", bare.repeat(50)),
        ("one.pgn", game.to_owned()),
        ("empty.pgn", String::new()),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("a name");
        for layout in ["pgn", "jsonl"] {
            let convert = |more: &[&str]| {
                let output = plyglot(&[&["-j", "1", "--layout", layout, "-t", "lan", path], more].concat())
                    .output()
                    .expect("the program runs");
                // Games are counted from the beginning of the part, lines from that of the file.
                let said = crate::support::said(&String::from_utf8_lossy(&output.stderr));
                let said = said.lines().map(|it| it.split(" game ").next().unwrap_or(it).to_owned());
                (output.stdout, said.collect::<Vec<_>>())
            };
            let whole = convert(&[]);
            // More parts than games, too.
            for of in if layout == "pgn" { &[1, 2, 3, 8, 60][..] } else { &[2, 3] } {
                let mut all = (Vec::new(), Vec::new());
                for number in 1..=*of {
                    let (out, said) = convert(&["--part", &format!("{number}/{of}")]);
                    all.0.extend(out);
                    all.1.extend(said);
                }
                assert!(all.0 == whole.0, "{name} in {of} parts");
                assert!(all.1 == whole.1, "{name} in {of} parts");
            }
        }
    }
    for args in [&["--part", "1/2"][..], &["--part", "1/2", "a.pgn", "b.pgn"], &["--part", "3/2", "a.pgn"]] {
        assert_eq!(run(args, "").status.code(), Some(2), "{args:?}");
    }
}
