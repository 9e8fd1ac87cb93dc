//! Compressed files, archives and folders.

use std::{
    fs::{self, File},
    io::{Cursor, Write as _},
    path::Path,
    process::{Output, Stdio},
};

use crate::support::{plyglot, run};
use tempfile::TempDir;

const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 *\n\n";

fn games(count: usize) -> String {
    (1..=count).map(|n| GAME.replace('a', &format!("game {n}"))).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a frame as `zstd` writes it, with a checksum.
fn zstd(text: &str) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("an encoder");
    encoder.include_checksum(true).expect("it can");
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a frame as `zstd --ultra --long=27` writes it, or with another window.
fn zstd_long(text: &str, window_log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("an encoder");
    encoder.long_distance_matching(true).expect("it can");
    encoder.window_log(window_log).expect("it can");
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

fn bzip2(text: &str) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

/// Compresses like `xz`.
fn xz(text: &str) -> Vec<u8> {
    let mut child = std::process::Command::new("xz")
        .arg("-c")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("xz-utils are installed");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).expect("xz reads"));
    let output = child.wait_with_output().expect("xz ends");
    writer.join().expect("all is written");
    output.stdout
}

pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("memory");
        writer.write_all(bytes).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

fn write(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

#[test]
fn compressed_input_is_recognised_by_content() {
    let text = games(2000);
    let half = text.find("[Event \"game 700\"").expect("the game");
    let (one, two) = (&text[..half], &text[half..]);
    let mut skippable = zstd(one);
    skippable.extend_from_slice(b"\x53\x2a\x4d\x18\x05\x00\x00\x00hello");
    skippable.extend(zstd(two));
    let mut padded = xz(one);
    padded.extend_from_slice(&[0; 8]);
    padded.extend(xz(two));
    for (what, bytes) in [
        ("gzip", gzip(&text)),
        ("gzip members", [gzip(one), gzip(two)].concat()),
        (
            "many gzip members",
            text.as_bytes().chunks(11).flat_map(|it| gzip(str::from_utf8(it).expect("ASCII"))).collect(),
        ),
        ("zstd", zstd(&text)),
        ("zstd --long=27", zstd_long(&text, 27)),
        ("zstd frames", skippable),
        ("bzip2", bzip2(&text)),
        ("bzip2 streams", [bzip2(one), bzip2(two)].concat()),
        ("xz", xz(&text)),
        ("xz streams", padded),
        ("zip", zip(&[("a.pgn", one.as_bytes()), ("b.PGN", two.as_bytes())])),
        ("zip in zip", zip(&[("x.zip", &zip(&[("a.pgn.gz", &gzip(&text))]))])),
        ("gzip in zstd", zstd::encode_all(&gzip(&text)[..], 1).expect("memory")),
    ] {
        // The names give no hint.
        let folder = TempDir::new().expect("a folder");
        write(&folder, "games.pgn", &bytes);
        for output in [run(&["-j", "1"], &bytes), run_on(folder.path(), &["-j", "2", "games.pgn"])] {
            assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{what}");
            assert!(stdout(&output) == text, "{what}");
        }
    }
}

/// A file of a few bytes can request a window of 2 GiB, which is not granted.
#[test]
fn gigabyte_windows_are_refused() {
    let output = run(&[], zstd_long("[Event \"x\"]\n\n1. e4 *\n", 31));
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    let said = stderr(&output);
    assert!(
        said.contains("the zstd data need a window of more than 128 MiB; decompress them with zstd"),
        "{said}"
    );
}

/// So can one for xz, with a dictionary: that of `xz -9` is granted, one above the limit is not.
#[test]
fn large_dictionaries_are_refused() {
    // Of a block's header: its size, its flags, the filter, the size of its properties, the dictionary, padding, a checksum.
    let with_dictionary = |size: u8| {
        let mut bytes = xz(GAME);
        assert_eq!(bytes[14..16], [0x21, 1], "a filter of LZMA2");
        bytes[16] = size;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes[12..20]);
        bytes[20..24].copy_from_slice(&crc.sum().to_le_bytes());
        bytes
    };
    // 64 MiB, 128 MiB and 1.5 GiB.
    for (size, granted) in [(28, true), (30, true), (37, false)] {
        let output = run(&[], with_dictionary(size));
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(if granted { 0 } else { 2 }), "{size}: {said}");
        assert_eq!(stdout(&output), if granted { GAME } else { "" }, "{size}: {said}");
        assert!(granted || said.contains("the xz data need a window of more than 128 MiB"), "{size}: {said}");
    }
}

#[test]
fn the_readable_part_of_a_damaged_stream_is_converted() {
    let text = games(30_000);
    for (what, bytes, early) in [
        ("gzip", gzip(&text), "truncated gzip data"),
        ("zstd", zstd(&text), "truncated zstd data"),
        ("bzip2", bzip2(&text), "truncated bzip2 data"),
        ("xz", xz(&text), "truncated xz data"),
        ("zip", zip(&[("a.pgn", text.as_bytes())]), "the zip archive is damaged"),
    ] {
        let len = bytes.len();
        let cut = run(&["-q"], &bytes[..len / 2]);
        assert_eq!(cut.status.code(), Some(2), "{what}");
        assert!(stderr(&cut).contains(early), "{what}: {}", stderr(&cut));
        let read = stdout(&cut).matches("[Event ").count();
        // xz has blocks of megabytes, which arrive as a whole or not at all.
        assert!(read > 7000 || what == "xz", "{what}: {read} games");
        let mut damaged = bytes.clone();
        damaged[len / 2..len / 2 + 8].copy_from_slice(b"\xff\x00\xff\x00\xff\x00\xff\x00");
        let damaged = run(&["-q"], damaged);
        assert_eq!(damaged.status.code(), Some(2), "{what}");
        assert!(stderr(&damaged).contains("<stdin>"), "{what}: {}", stderr(&damaged));
        let mut trailing = bytes.clone();
        trailing.extend_from_slice(b"trailing");
        let trailing = run(&["-q"], trailing);
        assert_eq!(trailing.status.code(), Some(2), "{what}");
        assert!(stderr(&trailing).contains("8 bytes"), "{what}: {}", stderr(&trailing));
        assert!(stdout(&trailing) == text, "{what}");
    }
    let mut padded = gzip(GAME);
    padded.extend_from_slice(&[0; 512]);
    let padded = run(&[], padded);
    assert_eq!((padded.status.code(), stdout(&padded).as_str()), (Some(0), GAME));
    assert!(stderr(&padded).contains("512 bytes of padding"), "{}", stderr(&padded));
}

#[test]
fn the_games_in_an_archive_are_read() {
    let folder = TempDir::new().expect("a folder");
    let bad = GAME.replace("e5", "Ke5");
    let members: &[(&str, &[u8])] = &[
        ("readme.html", b"<html>"),
        ("b/one.pgn", GAME.as_bytes()),
        ("../../escape.pgn", bad.as_bytes()),
        ("three.txt", GAME.as_bytes()),
        ("broken.pgn.gz", &gzip(GAME)[..20]),
        ("last.pgn", GAME.as_bytes()),
    ];
    write(&folder, "in/twic.zip", zip(members));
    write(&folder, "in/empty.zip", zip(&[("readme.html", b"<html>")]));
    let output = run_on(&folder.path().join("in"), &["twic.zip", "-t", "lan"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("twic.zip/../../escape.pgn:3:7: error: game 1"), "{said}");
    assert!(said.contains("twic.zip/broken.pgn.gz: error: truncated gzip data"), "{said}");
    assert!(stdout(&output).matches("[Event ").count() >= 4, "the others are read");
    let files = |path: &str| fs::read_dir(folder.path().join(path)).expect("a folder").count();
    assert_eq!((files("."), files("in")), (1, 2), "nothing is written");
    let empty = run_on(folder.path(), &["in/empty.zip"]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(stderr(&empty).contains("in/empty.zip: warning: contains no game files"), "{}", stderr(&empty));
}

#[test]
fn output_is_compressed_by_extension() {
    let folder = TempDir::new().expect("a folder");
    write(&folder, "a.pgn", games(500));
    for name in ["out.pgn.gz", "out.pgn.zst", "OUT.GZ"] {
        let output = run_on(folder.path(), &["a.pgn", "-o", name]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        let bytes = fs::read(folder.path().join(name)).expect("the output");
        assert!(bytes.len() < 5000 && !bytes.starts_with(b"["), "{name}");
        assert_eq!(stdout(&run(&[], bytes)), games(500), "{name}");
    }
}

#[test]
fn decompressed_input_can_be_limited() {
    let folder = TempDir::new().expect("a folder");
    let text = games(3000);
    write(&folder, "bomb.gz", gzip(&text));
    write(&folder, "bomb.zip", zip(&[("a.pgn", text.as_bytes()), ("b.pgn", text.as_bytes())]));
    write(&folder, "twice.gz", zstd::encode_all(&gzip(&text)[..], 1).expect("memory"));
    for name in ["bomb.gz", "bomb.zip", "twice.gz"] {
        let output = run_on(folder.path(), &[name, "--max-size", "50k"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains("exceeds --max-size"), "{name}: {}", stderr(&output));
        let read = stdout(&output).len();
        assert!((45_000..52_000).contains(&read), "{name}: {read}");
        let enough = run_on(folder.path(), &[name, "--max-size", "1M"]);
        assert_eq!(enough.status.code(), Some(0), "{name}: {}", stderr(&enough));
    }
    let exact = games(10);
    assert_eq!(run(&["--max-size", &exact.len().to_string()], &exact).status.code(), Some(0));
}

#[test]
fn an_oversized_game_is_left_out_and_kept() {
    let folder = TempDir::new().expect("a folder");
    let large = format!("[Event \"large\"]\n\n1. e4 {{{}}} e5 *\n\n", "words and words\n".repeat(40_000));
    let garbage =
        "[Event \"garbage\"]\n\n1. e4 {never closed\n".to_owned() + &"all of this is lost\n".repeat(40_000);
    let text = format!("{GAME}{large}{GAME}{garbage}{GAME}");
    write(&folder, "a.pgn", &text);
    for (limit, jobs) in [("1k", "1"), ("1k", "2"), ("500k", "2")] {
        let args = ["a.pgn", "-j", jobs, "--max-game", limit, "--rejects", "r.pgn"];
        let output = run_on(folder.path(), &args);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stdout(&output), GAME.repeat(3));
        let said = stderr(&output);
        assert!(said.contains("a.pgn:5:1: error: game 2: larger than the limit for a game"), "{said}");
        assert!(said.contains(": error: game 4: larger than the limit for a game"), "{said}");
        assert_eq!(crate::support::said(&said).lines().count(), 2, "{said}");
        let rejects = fs::read_to_string(folder.path().join("r.pgn")).expect("the rejects");
        assert!(rejects == format!("{large}{garbage}\n"), "{limit}");
    }
    // Enough for both.
    let all = run_on(folder.path(), &["a.pgn", "--max-game", "2M"]);
    assert!(stdout(&all).contains("words and words"));
}

#[test]
fn folders_are_read_in_name_order() {
    let folder = TempDir::new().expect("a folder");
    for (name, event) in [
        ("d/b/2.pgn", "3"),
        ("d/b/10.pgn.gz", "2"),
        ("d/a.PGN", "1"),
        ("d/c.zip", "4"),
        ("d/x.doc", "no"),
        ("d/.h.pgn", "no"),
        ("d/README.md", "# Games\n\n1. Install it.\n2. Play a4 or h5.\n"),
        ("d/ages.csv", "name,age\nAdams,52\nBologan,54\n"),
        ("d/notes.txt.gz", "Milk, bread, 2 eggs.\n"),
        ("d/e/plain.txt", "5"),
        ("d/e/moves.txt", "1. d4 d5 2. c4\n"),
    ] {
        let text = if event.len() < 3 { GAME.replace('a', event) } else { event.to_owned() };
        let bytes = match name {
            "d/notes.txt.gz" => gzip(&text),
            "d/b/10.pgn.gz" => gzip(&text),
            "d/c.zip" => zip(&[("c.pgn", text.as_bytes())]),
            _ => text.into_bytes(),
        };
        write(&folder, name, bytes);
    }
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let output = run_on(folder.path(), &["d", "empty"]);
    let events: Vec<String> =
        stdout(&output).lines().filter_map(|it| it.strip_prefix("[Event ").map(str::to_owned)).collect();
    assert_eq!(events, ["\"1\"]", "\"2\"]", "\"3\"]", "\"4\"]", "\"5\"]"]);
    assert!(stdout(&output).contains("1. d4 d5 2. c4 *"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let check = run_on(folder.path(), &["check", "-v", "d"]);
    assert_eq!(check.status.code(), Some(0), "{}", stdout(&check));
    assert!(stdout(&check).ends_with("\n6 files: 6 games, no errors\n"), "{}", stdout(&check));
    for skipped in ["d/README.md", "d/ages.csv", "d/notes.txt.gz"] {
        assert!(
            stderr(&check).contains(&format!("{skipped}: note: holds no game; skipped\n")),
            "{}",
            stderr(&check)
        );
        // Named, it is read.
        assert_eq!(run_on(folder.path(), &[skipped]).status.code(), Some(1), "{skipped}");
    }
    fs::create_dir(folder.path().join("notes")).expect("a folder");
    fs::copy(folder.path().join("d/README.md"), folder.path().join("notes/README.md")).expect("a copy");
    assert!(stderr(&run_on(folder.path(), &["notes"])).contains("notes: warning: contains no game files"));
    assert!(stderr(&output).contains("empty: warning: contains no game files"), "{}", stderr(&output));
    let onto_itself = stderr(&run_on(folder.path(), &["d", "--out-dir", "./d"]));
    assert!(onto_itself.contains("d: warning: is the folder of outputs, which is not read"), "{onto_itself}");
}

#[test]
fn a_folder_of_output_is_a_mirror_that_is_kept_up_to_date() {
    let folder = TempDir::new().expect("a folder");
    write(&folder, "in/1851/london.pgn.zst", zstd(GAME));
    write(&folder, "in/a.txt", GAME);
    write(&folder, "in/a.pgn", GAME);
    write(&folder, "b.pgn", GAME.replace("e5", "Ke5"));
    let args = ["-t", "lan", "--out-dir", "in/out", "in", "b.pgn", "missing.pgn"];
    let refused = run_on(folder.path(), &args);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        stderr(&refused),
        "plyglot: error: in/a.txt: output in/out/a.lan.pgn is the same file as in/a.pgn: output in/out/a.lan.pgn, \
         or differs from it in case only\n"
    );
    assert!(!folder.path().join("in/out").exists());
    fs::remove_file(folder.path().join("in/a.txt")).expect("a file");
    let first = run_on(folder.path(), &args);
    let said = stderr(&first);
    assert_eq!(first.status.code(), Some(2), "{said}");
    assert_eq!(stdout(&first), "");
    assert!(said.contains("missing.pgn: error:") && said.contains("b.pgn:3:7: error: game 1"), "{said}");
    let out = |name: &str| folder.path().join("in/out").join(name);
    assert!(fs::read_to_string(out("1851/london.lan.pgn")).expect("the output").contains("1. e2-e4 e7-e5 *"));
    assert!(out("a.lan.pgn").exists() && out("b.lan.pgn").exists() && !out("missing.lan.pgn").exists());
    // A rerun has nothing to do, and previous output is not input.
    let again = |more: &[&str]| {
        let output = run_on(
            folder.path(),
            &[&["-v", "-t", "lan", "--out-dir", "in/out", "in/1851", "in/a.pgn"], more].concat(),
        );
        let said = stderr(&output);
        let summary = said.lines().find(|it| it.contains(" games, ")).expect("a summary").to_owned();
        summary.trim_start_matches("plyglot: ").split(' ').next().expect("a number").to_owned()
    };
    // What stands there but was not made so is made.
    write(&folder, "in/out/london.lan.pgn", GAME);
    assert_eq!(again(&[]), "1");
    assert_eq!(again(&[]), "0");
    for flags in [&["--no-tags"][..], &["--no-tags", "--width", "60"], &[]] {
        assert_eq!(again(flags), "2", "{flags:?}: other flags");
        assert_eq!(again(flags), "0", "{flags:?}: the same ones");
        assert_eq!(fs::read_to_string(out("a.lan.pgn")).expect("it").contains("[Event"), flags.is_empty());
    }
    assert_eq!(
        again(&["-j", "1", "--color", "never", "--progress", "never"]),
        "0",
        "no output depends on these"
    );
    // A record that is lost in part costs work, not truth.
    let record = out(".plyglot-outputs");
    let text = fs::read_to_string(&record).expect("a record");
    write(&folder, "in/out/.plyglot-outputs", &text[..text.len() - 9]);
    assert_eq!((again(&[]).as_str(), again(&[]).as_str()), ("1", "0"));
    assert_eq!(again(&["--force"]), "2");
    assert_eq!(again(&["--force", "--resume"]), "0");
    let older = fs::metadata(out("a.lan.pgn")).and_then(|it| it.modified()).expect("a time");
    File::options()
        .write(true)
        .open(folder.path().join("in/a.pgn"))
        .and_then(|it| it.set_modified(older + std::time::Duration::from_secs(1)))
        .expect("a time");
    assert_eq!(again(&[]), "1");
}

#[test]
fn incomplete_inputs_are_retried() {
    let folder = TempDir::new().expect("a folder");
    let bytes = gzip(&games(5000));
    write(&folder, "a.pgn.gz", &bytes[..bytes.len() / 2]);
    let args = ["--out-dir", "out", "a.pgn.gz"];
    assert_eq!(run_on(folder.path(), &args).status.code(), Some(2));
    assert!(!folder.path().join("out/a.pgn").exists(), "there is no half file");
    write(&folder, "out/a.pgn", "old");
    let old = File::options().write(true).open(folder.path().join("out/a.pgn"));
    old.and_then(|it| it.set_modified(std::time::SystemTime::UNIX_EPOCH)).expect("a time");
    assert_eq!(run_on(folder.path(), &args).status.code(), Some(2));
    let out = || fs::read_to_string(folder.path().join("out/a.pgn")).expect("the file");
    assert_eq!(out(), "old", "what is there stays");
    write(&folder, "a.pgn.gz", &bytes);
    assert_eq!(run_on(folder.path(), &args).status.code(), Some(0));
    assert!(out() == games(5000), "it is made when it can be");
    let stdin = run(&["--out-dir", "out"], GAME);
    assert_eq!(stdin.status.code(), Some(2));
    assert!(stderr(&stdin).contains("standard input has no name"), "{}", stderr(&stdin));
}

#[test]
fn progress_is_shown_when_asked_for() {
    for (args, shown) in
        [(&["--progress", "always"][..], true), (&["--progress", "never"], false), (&[], false)]
    {
        let output = run(args, games(100));
        let said = stderr(&output);
        assert_eq!(said.contains("100 games") && said.contains("0 with errors"), shown, "{said}");
    }
    let summary = stderr(&run(&["-v"], games(100)));
    assert!(summary.starts_with("plyglot: 100 games, ") && summary.contains("from 1 input"), "{summary}");
}

#[test]
fn an_encoding_can_be_given() {
    let karpov = b"[White \"\xca\xe0\xf0\xef\xee\xe2\"]\n\n1. e4 e5 *\n";
    let guessed = run(&[], karpov);
    assert!(stdout(&guessed).contains("[White \"Карпов\"]"), "{}", stdout(&guessed));
    assert!(stderr(&guessed).contains("not UTF-8; read as Windows-1251"), "{}", stderr(&guessed));
    let given = run(&["--encoding", "windows-1251"], karpov);
    assert!(stdout(&given).contains("[White \"Карпов\"]"), "{}", stdout(&given));
    assert_eq!(stderr(&given), "");
    let utf16: Vec<u8> =
        "[White \"Карпов\"]\n\n1. e4 *\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let given = run(&["--encoding", "utf-16be"], utf16);
    assert!(stdout(&given).contains("[White \"Карпов\"]"), "{}", stdout(&given));
    assert_eq!(run(&["--encoding", "klingon"], "").status.code(), Some(2));
}

/// The zip library finds members by name, and thus only the last of several with one name.
#[test]
fn members_with_the_same_name_are_all_read() {
    let names = ["a.pgn", "b.pgn", "a.pgn", "a.pgn", "c.txt/", "c.txt/"];
    let games = ["one", "two", "three", "four"].map(|it| format!("[Event \"{it}\"]\n\n1. e4 *\n\n"));
    // The names are changed after writing, because the library refuses to write duplicates.
    let unique = ["0.pgn", "1.pgn", "2.pgn", "3.pgn", "4.txt/", "5.txt/"];
    let members: Vec<(&str, &[u8])> = unique
        .iter()
        .enumerate()
        .map(|(n, name)| (*name, games.get(n).map_or(&b""[..], |it| it.as_bytes())))
        .collect();
    let mut archive = zip(&members);
    for (written, name) in unique.iter().zip(names) {
        let places: Vec<usize> = memchr::memmem::find_iter(&archive, written.as_bytes()).collect();
        places.into_iter().for_each(|at| archive[at..at + name.len()].copy_from_slice(name.as_bytes()));
    }
    let output = run(&[], &archive);
    assert_eq!(stdout(&output), games.concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = run(&["check"], &archive);
    assert!(stdout(&output).contains("4 games"), "{}", stdout(&output));
    // An archive with more files than its directory lists.
    let mut archive = zip(&members[..4]);
    let end = archive.len() - 22;
    archive[end + 8] = 3;
    archive[end + 10] = 3;
    let output = run(&[], &archive);
    assert_eq!((stdout(&output), output.status.code()), (games[..3].concat(), Some(2)));
    assert!(
        stderr(&output).contains("holds 1 more files than its directory lists; ignored"),
        "{}",
        stderr(&output)
    );
}
