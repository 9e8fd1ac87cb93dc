//! `check --fix`: what it changes, what it leaves, and what it refuses.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use crate::support::{fixture, plyglot, run};
use tempfile::TempDir;

const CLEAN: &str = "[Event \"a\"]\n[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n";
const BAD: &str = "[Event  \"b\"]\n1.e4 e5 2.Ke3   *";

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns what a text becomes, and the exit status.
fn fixed(text: impl AsRef<[u8]>) -> (Vec<u8>, Option<i32>) {
    let output = run(&["check", "--fix", "-q"], text);
    (output.stdout, output.status.code())
}

/// Each text with what becomes of it, and the exit status.
#[test]
fn texts_become_canonical() {
    for (text, expected, status) in [
        // Moves, numbers, results, tags, glyphs, comments, spacing.
        ("1.e2-e4 e5 2.Ng1f3 Nc6 3.Bb5 1/2", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n", 0),
        ("1 e4 e5 2 Nf3+ Nc6 3 Bb5 ½-½\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n", 0),
        ("1. e4! e5?! 2. 0-0-0\n", "1. e4! e5?! 2. 0-0-0\n", 1),
        ("1. e4! e5?! 2. Nf3 ; good\n*\n", "1. e4 $1 e5 $6 2. Nf3 {good} *\n", 0),
        ("[Event \"a\"][White\t\"x\"]\n1. e4 *\n\n\n", "[Event \"a\"]\n[White \"x\"]\n\n1. e4 *\n\n", 0),
        ("1. e4 e5 2... Nf3 Nc6 *\n", "1. e4 e5 2. Nf3 Nc6 *\n", 0),
        // A blank line at the end may be there or not.
        (CLEAN, CLEAN, 0),
        (CLEAN.trim_end(), &CLEAN[..CLEAN.len() - 1], 0),
        ("", "", 0),
        ("\n \n", "\n \n", 0),
        // A game that names its notation keeps it; another is in SAN.
        ("[Notation \"uci\"]\n\n1.e2e4  e7e5 *\n", "[Notation \"uci\"]\n\n1. e2e4 e7e5 *\n", 0),
        ("[Notation \"san:de,zeros\"]\n\n1.Sf3  e7e5 *\n", "[Notation \"san:de,zeros\"]\n\n1. Sf3 e5 *\n", 0),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n", 0),
        // No guess, no loss.
        ("1. Nf3 d5 2. d4 d6 3. Nd2 e6 4. b3 *\n", "1. Nf3 d5 2. d4 d6 3. Nd2 e6 4. b3 *\n", 1),
        ("1.e4 e5 3.Nf3 Nc6 *\n", "1.e4 e5 3.Nf3 Nc6 *\n", 1),
        ("1.e4 e5 ) 2.Nf3 *\n", "1.e4 e5 ) 2.Nf3 *\n", 1),
        ("1.e4 e5 1-0 2.Nf3 *\n", "1.e4 e5 1-0 2.Nf3 *\n", 1),
        ("[Variant \"Bughouse\"]\n\n1.e4 *\n", "[Variant \"Bughouse\"]\n\n1.e4 *\n", 1),
        ("[Event \"a\nb\"]\n\n1.e4 *\n", "[Event \"a b\"]\n\n1. e4 *\n", 0),
    ] {
        let (found, code) = fixed(text);
        assert_eq!(String::from_utf8_lossy(&found), expected, "{text:?}");
        assert_eq!(code, Some(status), "{text:?}");
        assert_eq!(fixed(&found), (found, code), "{text:?}: not the same again");
    }
}

#[test]
fn a_game_with_errors_keeps_its_bytes_between_formatted_ones() {
    let text = format!("\n1.e4 *\n{BAD}\n[Event \"c\"]\n1.d4   *\n\n\n");
    let expected = format!("1. e4 *\n\n{BAD}\n\n[Event \"c\"]\n\n1. d4 *\n\n");
    assert_eq!(fixed(&text), (expected.into_bytes(), Some(1)));
}

#[test]
fn line_ends_encoding_and_mark_stay() {
    let latin = |text: &str| text.chars().map(|it| u8::try_from(it).expect("Latin-1")).collect::<Vec<u8>>();
    let game = "[White \"Grünfeld, Ernst\"]\n\n1. d4 {schön und gut} *\n\n";
    let rough = "[White  \"Grünfeld, Ernst\"]\n1.d4 {schön und gut} *\n\n\n";
    for (text, expected) in [
        (rough.as_bytes().to_vec(), game.as_bytes().to_vec()),
        (latin(rough), latin(game)),
        (latin(&rough.replace('\n', "\r\n")), latin(&game.replace('\n', "\r\n"))),
        (rough.replace('\n', "\r").into_bytes(), game.replace('\n', "\r").into_bytes()),
        (format!("\u{feff}{rough}").into_bytes(), format!("\u{feff}{game}").into_bytes()),
        // A file of several encodings: each game keeps its own.
        (
            [latin(rough), rough.as_bytes().to_vec()].concat(),
            [latin(game), game.as_bytes().to_vec()].concat(),
        ),
    ] {
        assert_eq!(fixed(&text), (expected.clone(), Some(0)), "{:?}", String::from_utf8_lossy(&text));
        assert_eq!(fixed(&expected), (expected, Some(0)));
    }
    // Bytes that are no letters, and words of two encodings.
    for text in [
        b"[White  \"\x01\"]\n1.d4 *\n".to_vec(),
        [b"1.d4 {\xfcber alle sch\xf6nen gr\xfc\xdfe; ", "ü".as_bytes(), b"} *\n"].concat(),
    ] {
        assert_eq!(fixed(&text), (text, Some(1)));
    }
}

/// Returns the PGN files among the fixtures.
fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = ["", "pgn", "games", "importers", "books", "chess99", "finds"].map(|it| root.join(it));
    let files = folders.iter().flat_map(|it| fs::read_dir(it).expect("a folder"));
    let mut files: Vec<PathBuf> = files.map(|it| it.expect("a file").path()).collect();
    let is_pgn = |it: &PathBuf| it.extension().is_none_or(|it| it == "pgn") && it.is_file();
    files.retain(|it| is_pgn(it) && !it.ends_with("utf16-le.pgn"));
    files.sort();
    files
}

/// Formatting changes no game, and a formatted file no more.
#[test]
fn formatting_twice_is_formatting_once_and_changes_no_game() {
    let files = fixtures();
    assert!(files.len() > 30);
    for path in files {
        let text = fs::read(&path).expect("the file");
        let (once, status) = fixed(&text);
        if status == Some(2) {
            continue;
        }
        assert_eq!(fixed(&once), (once.clone(), status), "{}", path.display());
        let games = |text: &[u8]| String::from_utf8_lossy(&run(&["-q"], text).stdout).into_owned();
        assert_eq!(games(&once), games(&text), "{}", path.display());
    }
}

/// Also if it is damaged.
#[test]
fn damaged_files_are_formatted_once() {
    let text =
        [fixture("games/over-the-board.pgn"), fixture("pgn/comments.pgn"), fixture("pgn/variants.pgn")]
            .concat();
    let mut seed = 1_u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..12 {
        let start = below(text.len() - 6000);
        let mut damaged = text[start..start + 6000].to_vec();
        for _ in 0..6 {
            let (at, sign) = (below(damaged.len()), below(8));
            match b"{}()[\"\n1".get(sign) {
                Some(byte) if sign < 7 => damaged[at] = *byte,
                _ => drop(damaged.remove(at)),
            }
        }
        let (once, status) = fixed(&damaged);
        if status != Some(2) {
            let shown = String::from_utf8_lossy(&damaged).into_owned();
            assert_eq!(fixed(&once), (once, status), "{shown}");
        }
    }
}

/// What is written in any notation is canonical.
#[test]
fn nothing_changes_in_what_is_written() {
    let games =
        [fixture("games/over-the-board.pgn"), fixture("games/chess960.pgn"), fixture("opera.pgn")].concat();
    for to in [
        "san",
        "san:de",
        "san:zeros,figurine",
        "lan",
        "uci",
        "iccf",
        "smith",
        "descriptive",
        "descriptive:kt,long",
        "sllavcco",
        "economical",
        "economical:bare",
        "geographical",
        "chess99",
        "spoken",
    ] {
        let written = run(&["-q", "-t", to, "--layout", "pgn", "--game", "1-60"], &games).stdout;
        assert!(written.len() > 10_000, "{to}");
        assert_eq!(fixed(&written), (written, Some(0)), "{to}");
    }
}

#[test]
fn files_are_replaced_only_if_they_differ() {
    let rough = CLEAN.replace(". ", ".");
    let folder = folder(&[("clean.pgn", CLEAN.as_bytes()), ("rough.pgn", rough.as_bytes())]);
    let modified =
        |name: &str| fs::metadata(folder.path().join(name)).and_then(|it| it.modified()).expect("a time");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
    let before = modified("clean.pgn");
    for (flags, status, said) in [
        (
            &["--check"][..],
            1,
            "rough.pgn: 1 game, no errors; to be formatted\n2 files: 2 games, no errors; 1 to be formatted\n",
        ),
        (&[], 0, "rough.pgn: 1 game, no errors; formatted\n2 files: 2 games, no errors; 1 formatted\n"),
        (&[], 0, "rough.pgn: 1 game, no errors\n2 files: 2 games, no errors\n"),
        (&["--check"], 0, "rough.pgn: 1 game, no errors\n2 files: 2 games, no errors\n"),
    ] {
        let output = run_on(folder.path(), &[&["check", "--fix", "clean.pgn", "rough.pgn"], flags].concat());
        assert_eq!(output.status.code(), Some(status), "{flags:?}");
        assert_eq!(stdout(&output), format!("clean.pgn: 1 game, no errors\n{said}"), "{flags:?}");
        assert_eq!(text("rough.pgn") == rough, said.contains("to be"));
    }
    assert_eq!(text("rough.pgn"), CLEAN);
    assert_eq!(modified("clean.pgn"), before, "a file that stays is not written");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2, "nothing else is left");
    let json = run_on(folder.path(), &["check", "--fix", "--message-format", "json", "clean.pgn"]);
    assert!(stdout(&json).contains("\"formatted\":false"), "{}", stdout(&json));
}

#[test]
fn what_is_no_plain_pgn_is_refused_and_stays() {
    let zip = {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file("a.pgn", zip::write::SimpleFileOptions::default()).expect("a member");
        std::io::Write::write_all(&mut zip, CLEAN.as_bytes()).expect("a member");
        zip.finish().expect("an archive").into_inner()
    };
    let csv = run(&["--layout", "csv"], CLEAN).stdout;
    let jsonl = run(&["--layout", "jsonl"], CLEAN).stdout;
    for (name, bytes, why) in [
        ("a.zip", zip, "compressed files are not formatted"),
        ("a.csv", csv, "not PGN, which alone is formatted"),
        ("a.jsonl", jsonl, "not PGN, which alone is formatted"),
        ("a.txt", fixture("books/bb-05.txt"), "not PGN, which alone is formatted"),
        ("b.txt", fixture("books/bird-07.txt"), "not PGN, which alone is formatted"),
        ("a.pgn", fixture("pgn/utf16-le.pgn"), "UTF-16 is not formatted"),
    ] {
        let folder = folder(&[(name, &bytes), ("b.pgn", b"1.e4 *\n")]);
        let output = run_on(folder.path(), &["check", "--fix", name, "b.pgn"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert_eq!(said.matches(why).count(), 1, "{name}: {said}");
        assert!(!said.contains("left as it is"), "nothing is said of each game: {said}");
        let text = |name: &str| fs::read(folder.path().join(name)).expect("the file");
        assert_eq!(text(name), bytes, "{name}");
        assert_eq!(text("b.pgn"), b"1. e4 *\n", "the other file is formatted");
    }
    for flags in
        [&["--strict"][..], &["--repair"], &["--extract"], &["--part", "1/2"], &["--encoding", "gbk"]]
    {
        let output = run(&[&["check", "--fix"], flags].concat(), CLEAN);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
    }
    assert_eq!(run(&["check", "--diff"], CLEAN).status.code(), Some(2), "--diff needs --fix");
}

#[cfg(unix)]
#[test]
fn links_permissions_and_locked_files() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder(&[("real.pgn", b"1.e4 *\n"), ("locked.pgn", b"1.e4 *\n")]);
    let path = |name: &str| folder.path().join(name);
    symlink("real.pgn", path("link.pgn")).expect("a link");
    fs::set_permissions(path("real.pgn"), fs::Permissions::from_mode(0o640)).expect("permissions");
    fs::set_permissions(path("locked.pgn"), fs::Permissions::from_mode(0o444)).expect("permissions");
    let output = run_on(folder.path(), &["check", "--fix", "link.pgn", "locked.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(path("real.pgn")).expect("the file"), b"1. e4 *\n");
    assert!(fs::symlink_metadata(path("link.pgn")).expect("the link").is_symlink());
    assert_eq!(fs::metadata(path("real.pgn")).expect("the file").permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read(path("locked.pgn")).expect("the file"), b"1.e4 *\n");
}

/// Applies a unified diff.
fn patched(text: &str, diff: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut out, mut at) = (String::new(), 0);
    let mut shown = diff.split_inclusive('\n').skip(2).peekable();
    while let Some(line) = shown.next() {
        let unended = shown.next_if(|it| it.starts_with('\\')).is_some();
        let body = if unended { line[1..].trim_end_matches('\n') } else { &line[1..] };
        match &line[..1] {
            "@" => {
                let old = line.split(' ').nth(1).expect("the old lines");
                let (first, len) = old[1..].split_once(',').unwrap_or((&old[1..], "1"));
                let first: usize = first.parse().expect("a number");
                let first = if len == "0" { first } else { first - 1 };
                out.extend(lines[at..first].iter().copied());
                at = first;
            }
            "+" => out.push_str(body),
            sign => {
                assert_eq!(lines[at], body, "{diff}");
                at += 1;
                out.push_str(if sign == " " { body } else { "" });
            }
        }
    }
    out.extend(lines[at..].iter().copied());
    out
}

#[test]
fn a_diff_leads_from_the_old_text_to_the_new() {
    let games = String::from_utf8(fixture("games/over-the-board.pgn")).expect("UTF-8");
    let mut rough: String =
        games.replace("\n\n[Event", "\n\n\n[Event").replace("2. ", "2.").chars().take(60_000).collect();
    rough.push_str("\n\n[Event \"last\"]\n1. e4 *");
    for text in [&rough[..], "1.e4 *", "1.e4 *\n\n\n\n", "\n\n1. e4 *\n", CLEAN, "1. e4 * 1. d4 *  1. c4 *\n"]
    {
        let folder = folder(&[("a.pgn", text.as_bytes())]);
        let output = run_on(folder.path(), &["check", "--fix", "--diff", "a.pgn"]);
        let diff = stdout(&output);
        let (expected, _) = fixed(text);
        assert_eq!(patched(text, &diff).into_bytes(), expected, "{diff}");
        assert_eq!(fs::read(folder.path().join("a.pgn")).expect("the file"), text.as_bytes());
        let both = run_on(folder.path(), &["check", "--fix", "--diff", "--check", "-q", "a.pgn"]);
        assert_eq!(both.status.code().map(|it| it > 0), Some(expected != text.as_bytes()));
        assert_eq!(stdout(&both), diff);
    }
    insta::assert_snapshot!(stdout(&run(&["check", "--fix", "--diff", "-q"], "[Event \"a\"]\n1.e4 e5  *\n\n1. d4 *\n")), @r#"
    --- <stdin>
    +++ <stdin>
    @@ -1,4 +1,5 @@
     [Event "a"]
    -1.e4 e5  *
    +
    +1. e4 e5 *
     
     1. d4 *
    "#);
}

/// However long a file is, it is compared and replaced block by block.
#[test]
fn long_files_are_formatted_as_short_ones() {
    let clean = CLEAN.repeat(20_000);
    let rough = clean.clone() + &CLEAN.replace(". ", ".").repeat(20_000);
    let folder = folder(&[("a.pgn", rough.as_bytes())]);
    assert_eq!(run_on(folder.path(), &["check", "--fix", "a.pgn"]).status.code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("a.pgn")).expect("the file") == clean.repeat(2));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_told_once() {
    let folder = folder(&[("a.pgn", CLEAN.replace(". ", ".").repeat(20_000).as_bytes())]);
    for args in ["check --fix -q < a.pgn > /dev/full", "check --fix --diff -q a.pgn > /dev/full"] {
        let command = format!("{} {args}", crate::support::program().display());
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &command]).current_dir(folder.path()).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), said.matches("No space left").count()),
            (Some(2), 1),
            "{args}: {said}"
        );
    }
}
