//! Malicious input: time and memory stay bounded, and the message gives the problem and the place.

use std::{
    fs,
    io::{self, Read, Write as _},
    process::Output,
};

#[cfg(target_os = "linux")]
use crate::support::memory::measured;
use crate::support::{converted, effort::excess, plyglot, run};
use plyglot::{Converter, Games, Layout, Notation, Reading, Repairing};
use tempfile::TempDir;

type Shape = (&'static str, fn(usize) -> Vec<u8>);

/// Shapes of input, each of about this many bytes.
const SHAPES: &[Shape] = &[
    ("one word", |n| b"a".repeat(n)),
    ("words", |n| b"ab ".repeat(n / 3)),
    ("digits", |n| b"1".repeat(n)),
    ("numbers", |n| b"1 ".repeat(n / 2)),
    ("numbers with dots", |n| b"1.".repeat(n / 2)),
    ("dots", |n| b".. ".repeat(n / 3)),
    ("exclamation marks", |n| [&b"1. e4"[..], &b"!".repeat(n)].concat()),
    ("dollars", |n| b"$".repeat(n)),
    ("glyphs", |n| [&b"1. e4 "[..], &b"$1 ".repeat(n / 3)].concat()),
    ("stars", |n| b"*".repeat(n)),
    ("results", |n| b"1-0 ".repeat(n / 4)),
    ("results and comments", |n| {
        [&b"1. e4 "[..], &b"1-0 ".repeat(n / 8), &b"{}".repeat(n / 4), b" e5"].concat()
    }),
    ("quotes", |n| [&b"[T \""[..], &b"\"".repeat(n)].concat()),
    ("backslashes", |n| [&b"[T \""[..], &b"\\".repeat(n)].concat()),
    ("parentheses", |n| [&b"1. e4 "[..], &b"(".repeat(n)].concat()),
    ("closing parentheses", |n| [&b"1. e4 "[..], &b")".repeat(n)].concat()),
    ("braces", |n| [&b"1. e4 "[..], &b"{".repeat(n)].concat()),
    ("closing braces", |n| b"}".repeat(n)),
    ("empty comments", |n| [&b"1. e4 "[..], &b"{}".repeat(n / 2)].concat()),
    ("comments never closed", |n| b"1. e4 {\n1-0\n\n[Event \"x\"]\n".repeat(n / 26)),
    ("a comment never closed", |n| [&b"1. e4 {"[..], &b"x ".repeat(n / 2)].concat()),
    ("line comments", |n| b";\n".repeat(n / 2)),
    ("escapes", |n| b"%\n".repeat(n / 2)),
    ("variations never closed", |n| [&b"1. e4 "[..], &b"(1. d4 ".repeat(n / 7)].concat()),
    ("variations never closed and blanks", |n| {
        [&b"1. e4 "[..], &b"(1. d4 ".repeat(n / 14), &b" ".repeat(n / 2)].concat()
    }),
    ("variations never closed and a result", |n| {
        [&b"1. e4 "[..], &b"(1. d4 ".repeat(n / 14), &b" ".repeat(n / 2), b"1-0"].concat()
    }),
    ("variations never closed and a word", |n| {
        [&b"1. e4 "[..], &b"(1. d4 ".repeat(n / 14), &b"a".repeat(n / 2)].concat()
    }),
    ("variations in variations", |n| {
        [&b"1. e4 "[..], &b"(d4 ".repeat(n / 5), &b")".repeat(n / 5), b" *"].concat()
    }),
    ("variations", |n| [&b"1. e4 "[..], &b"(1. d4) ".repeat(n / 8), b"*"].concat()),
    ("parentheses of words", |n| [&b"1. e4 "[..], &b"(a b) ".repeat(n / 6), b"*"].concat()),
    ("tags", |n| b"[White \"x\"]\n".repeat(n / 12)),
    ("tags and blank lines", |n| b"[White \"x\"]\n\n".repeat(n / 13)),
    ("tags of all names", |n| (0..n / 14).flat_map(|it| format!("[T{it} \"x\"]\n").into_bytes()).collect()),
    ("event tags", |n| b"[Event \"x\"]\n".repeat(n / 12)),
    ("tags on one line", |n| b"[T \"x\"] ".repeat(n / 8)),
    ("tags never closed", |n| b"[T \"x\n".repeat(n / 6)),
    ("tags never closed on one line", |n| b"[T \"x".repeat(n / 5)),
    ("tags without quotes", |n| b"[T x".repeat(n / 4)),
    ("brackets", |n| b"[".repeat(n)),
    ("brackets and line ends", |n| b"[\n".repeat(n / 2)),
    ("values that go on", |n| [&b"[T \"x\n"[..], &b"y\"]\n".repeat(n / 4)].concat()),
    ("NULs", |n| b"\0".repeat(n)),
    ("bytes that are no text", |n| b"\xff".repeat(n)),
    ("words that are no text", |n| b"\xff ".repeat(n / 2)),
    ("byte order marks", |n| "\u{feff}[".repeat(n / 4).into_bytes()),
    ("line ends", |n| b"\n".repeat(n)),
    ("blanks", |n| b" ".repeat(n)),
    ("games on one line", |n| b"1. e4 e5 1-0 ".repeat(n / 13)),
    ("games without tags", |n| b"1. e4 e5 1-0\n".repeat(n / 13)),
    ("games without tags and a variation in the last", |n| {
        [&b"1. e4 e5 1-0\n\n".repeat(n / 14)[..], b"1. e4 (1. d4) e5 *"].concat()
    }),
    ("games without results", |n| b"1. e4 e5\n\n".repeat(n / 10)),
    ("one game", |n| b"Nf3 Nf6 Ng1 Ng8 ".repeat(n / 16)),
    ("one game of doubts", |n| [&b"1. e3 e6 2. Ne2 Ne7 "[..], &b"Nc3 Nc6 Nb1 Nb8 ".repeat(n / 16)].concat()),
    ("one game in many notations", |n| b"Ng1f3 Ng8f6 Nf3g1 Nf6g8 ".repeat(n / 24)),
    ("games with errors", |n| b"[Event \"x\"]\n\n1. e5 e4 1-0\n\n".repeat(n / 27)),
    ("a long FEN", |n| [&b"[FEN \""[..], &b"8/".repeat(n / 2), b"\"]\n\n1. e4 *"].concat()),
    ("a FEN of digits", |n| {
        [&b"[FEN \"8/8/8/8/8/8/8/k1K5 w - - "[..], &b"9".repeat(n), b" 1\"]\n\n*"].concat()
    }),
    ("strings that are no games", |n| b"'1. Nbd2',\n".repeat(n / 11)),
    ("strings and results", |n| b"'1. e4 e5 2. Nf3', '1-0',\n".repeat(n / 26)),
    ("quoted moves", |n| "«1. e4» ".repeat(n / 10).into_bytes()),
    ("games in objects in each other", |n| {
        let unit = r#"{"a":{"pgn":"1. e4 e5"},"b":"#;
        format!("{}1{}", unit.repeat(n / unit.len()), "}".repeat(n / unit.len())).into_bytes()
    }),
    ("pawn moves of old books", |n| b"P-K4 P-K4 N-KB3 N-QB3 N-N N-N ".repeat(n / 30)),
];

fn notation(name: &str) -> Notation {
    name.parse().expect("a notation")
}

fn convert(bytes: &[u8], converter: &Converter) {
    converter.convert(bytes, io::sink()).expect("memory does not fail");
}

#[test]
fn time_is_linear_in_the_input() {
    let (lan, jsonl) = (Converter::to(notation("lan")), Converter::to(notation("lan")).layout(Layout::Jsonl));
    let mut slow = Vec::new();
    for (name, shape) in SHAPES {
        let (small, large) = (shape(10_000), shape(40_000));
        let pgn = |bytes: &[u8]| convert(bytes, &lan);
        let json = |bytes: &[u8]| convert(bytes, &jsonl);
        // Four times as much, with some tolerance.
        slow.extend(excess(8, || pgn(&small), || pgn(&large)).map(|it| format!("{name}: {it}")));
        slow.extend(excess(8, || json(&small), || json(&large)).map(|it| format!("{name} as JSON: {it}")));
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

/// Texts to repeat among moves, with or without a space between.
const UNITS: &[&str] = &[
    "-", "- ", "@", "@ ", "x ", "&", "+ ", "(", ") ", "()", "[", "1. ", "1 ", "12 ", "1... ", "1-0 ", "½-½ ",
    "* ", "0 ", "O-", "P-", "Kt ", "QR-", "takes ", "P. to K. 4 ", "K's ", "e.p. ", "s.n1 ", "N ", "f3 ",
    "e4", "knight takes ", "P5 - n2 ", "Ke12", "N₂", "(1. e4 ", "[A \"b\"] ", "[a \"", "{} ", "\u{a0}",
    "(words ",
];

/// By every kind of reader, not only those that detect the format: of rows, of sheets, of movetext.
#[test]
fn every_kind_of_notation_is_read_in_linear_time() {
    let mut slow = Vec::new();
    for name in ["descriptive", "sllavcco", "san"] {
        let converter = Converter::to(notation(name)).reading(Reading::new().from(notation(name)));
        for unit in UNITS {
            // Without a game before them, units are read alike in all notations.
            let heads: &[&str] =
                if name == "descriptive" { &["", "1. e4 e5 2. "] } else { &["1. e4 e5 2. "] };
            for head in heads {
                let text = |n: usize| [*head, &unit.repeat(n / unit.len())].concat();
                let (small, large) = (text(4_000), text(16_000));
                let run = |text: &str| convert(text.as_bytes(), &converter);
                let found = excess(8, || run(&small), || run(&large));
                slow.extend(found.map(|it| format!("{name}, {head}{unit}: {it}")));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

/// What nobody can play is not tried to its end.
#[test]
fn a_game_that_is_lost_is_no_longer_repaired() {
    for unplayable in ["e4 e5 ", "Nf3 Nf6 Ke4 Qd7 ", "Rh8 a5 "] {
        let converter = Converter::to(notation("lan")).reading(Reading::new().repair(Repairing::Best));
        let run = |count: usize| convert(unplayable.repeat(count / unplayable.len()).as_bytes(), &converter);
        assert_eq!(excess(2, || run(1_000), || run(4_000)), None, "{unplayable:?}");
    }
}

/// A stream that arrives byte by byte.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(1);
        self.0.read(&mut buffer[..len])
    }
}

#[test]
fn one_byte_at_a_time_takes_linear_time() {
    for one in ["\n", "1. e4 e5 *\n\n", "{x\n\n"] {
        let count = 4_000 / one.len();
        let run = |text: &str| {
            assert!(Games::new(Drops(text.as_bytes())).all(|it| it.is_ok()));
        };
        let (small, large) = (one.repeat(count), one.repeat(4 * count));
        assert_eq!(excess(8, || run(&small), || run(&large)), None, "{one:?}");
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder_with(bytes: &[u8]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("a.pgn"), bytes).expect("a file");
    folder
}

/// At most this many KiB are used, program included, for an input of tens of MiB with games limited to a few MiB.
#[cfg(target_os = "linux")]
const LITTLE: u64 = 40 << 10;

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_bounded_on_one_long_line() {
    let word = [&b"1. e4 "[..], &b"e5 {x} 2. hello ".repeat(1_000_000)].concat();
    let folder = folder_with(&word);
    let args = ["a.pgn", "--max-game", "1M", "-o", "out.pgn", "--rejects", "rejects.pgn"];
    let (output, kib) = measured(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(kib < LITTLE, "{kib} KiB");
    assert_eq!(
        said(&output),
        "a.pgn:1:1: error: game 1: larger than the limit for a game (1048576 bytes, see --max-game); left out\n"
    );
    let rejects = fs::read(folder.path().join("rejects.pgn")).expect("rejects");
    assert!(rejects.trim_ascii_end() == word.trim_ascii_end(), "all of it is in the rejects");
}

#[test]
#[cfg(target_os = "linux")]
fn very_many_of_anything_stay_bounded() {
    for (name, bytes, status) in [
        ("parentheses", [&b"1. e4 "[..], &b"(".repeat(200_000)].concat(), 1),
        ("variations", [&b"1. e4 "[..], &b"(1. d4 ".repeat(200_000)].concat(), 1),
        ("tags", b"[White \"x\"]\n".repeat(200_000), 0),
        ("tags and blank lines", b"[White \"x\"]\n\n".repeat(200_000), 0),
        ("closing parentheses", [&b"1. e4 "[..], &b")".repeat(200_000)].concat(), 0),
    ] {
        let folder = folder_with(&bytes);
        let (output, kib) = measured(folder.path(), &["-q", "a.pgn", "-o", "out.pgn"]);
        assert_eq!(output.status.code(), Some(status), "{name}: {:.500}", said(&output));
        assert!(kib < 256 << 10, "{name}: {kib} KiB");
    }
}

/// Returns the reports about the games of a text.
#[test]
#[cfg(target_os = "linux")]
fn a_page_of_tiny_games_takes_little_memory() {
    let folder = folder_with(&b"[Event \"x\"]\n\n1. e4 *\n\n".repeat(40_000));
    let args = ["-q", "a.pgn", "--layout", "html", "-o", "out.html"];
    let (output, kib) = measured(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{:.500}", said(&output));
    assert!(kib < LITTLE, "{kib} KiB");
}

#[test]
fn check_counts_merged_diagnostics() {
    let text = format!("[White \"A\"]\n\n{}*\n", "Nf3 Nf6 Ng1 Ng8+ ".repeat(5000));
    let output = run(&["check"], text);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("5000 warnings"), "{out}");
}

#[test]
fn repeated_warnings_are_listed_as_they_come() {
    let count = 25_000;
    let output = run(&[], "[White \"A\"]\n\n1. e4 e5 2. Nf3+ *\n\n".repeat(count));
    let said = said(&output);
    let places = said.lines().map(|it| it.matches(":13").count());
    assert_eq!(said.lines().filter(|it| it.contains(" 10000 more wrong-mark warnings, at ")).count(), 2);
    assert_eq!(said.lines().filter(|it| it.contains(" 4999 more wrong-mark warnings, at ")).count(), 1);
    assert_eq!(places.sum::<usize>(), count, "every place is there");
    assert!(said.contains(&format!("{}:13\n", count * 4 - 1)), "the last one too");
}

/// A game may take this many times its size in memory, as the README says, plus a constant.
#[cfg(target_os = "linux")]
const TIMES: u64 = 70;
#[cfg(target_os = "linux")]
const FIXED: u64 = 32 << 20;

#[test]
#[cfg(target_os = "linux")]
fn a_game_takes_so_many_times_its_size_at_most() {
    let size = 250_000;
    let folder = folder_with(b"1. e4 *");
    let (_, least) = measured(folder.path(), &["-q", "a.pgn", "-o", "out.pgn"]);
    let mut large = Vec::new();
    for (name, shape) in SHAPES {
        fs::write(folder.path().join("a.pgn"), shape(size)).expect("a file");
        let (output, kib) = measured(folder.path(), &["-q", "a.pgn", "-o", "out.pgn"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {:.500}", said(&output));
        let taken = kib.saturating_sub(least) * 1024;
        if taken > FIXED + TIMES * size as u64 {
            large.push(format!("{name}: {taken} bytes"));
        }
    }
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_bomb_is_read_in_bounded_memory_or_refused() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..50 {
        encoder.write_all(&[b' '; 1 << 20]).expect("memory");
    }
    encoder.write_all(b"\n[Event \"x\"]\n\n1. e4 e5 *\n").expect("memory");
    let once = encoder.finish().expect("memory");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&once).expect("memory");
    let folder = folder_with(&encoder.finish().expect("memory"));
    let (output, kib) = measured(folder.path(), &["--max-game", "1M", "a.pgn"]);
    assert!(kib < LITTLE, "{kib} KiB");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[Event \"x\"]\n\n1. e4 e5 *\n\n");
    assert!(
        said(&output).starts_with("a.pgn:1:1: error: game 1: larger than the limit for a game"),
        "{}",
        said(&output)
    );
    let (output, kib) = measured(folder.path(), &["--max-size", "5M", "a.pgn"]);
    assert!(kib < LITTLE, "{kib} KiB");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("a.pgn: error: exceeds --max-size (5242880 bytes)"), "{}", said(&output));
}

/// Returns the status, the output, and the first lines of the messages.
fn diagnoses(text: &[u8]) -> (Option<i32>, String, String) {
    let output = run(&[], text);
    let said = said(&output);
    let messages = said.split_inclusive('\n').filter(|line| line.starts_with("<stdin>:"));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), out, messages.collect())
}

#[test]
fn unclosed_text_is_kept_and_its_place_reported() {
    let (status, out, said) = diagnoses(b"[White \"A\"]\n\n1. e4 e5 {never\nclosed 2. Nf3 *\n");
    assert_eq!((status, out.contains("{never closed 2. Nf3 *}")), (Some(1), true), "{out}");
    assert_eq!(said, "<stdin>:3:10: error: game 1 (A – ?), {: the comment is never closed\n");
    let (status, out, said) = diagnoses(b"1. e4 (1. d4 d5 (1... Nf6 1-0\n");
    assert_eq!((status, &*out), (Some(1), "1. e4 (1. d4 d5 (1... Nf6)) 1-0\n\n"));
    assert_eq!(
        said,
        "<stdin>:1:7: error: game 1, (: the variation is never closed\n\
         <stdin>:1:17: error: game 1, (: the variation is never closed\n"
    );
}

#[test]
fn undecodable_bytes_stay_visible() {
    let (status, out, said) = diagnoses(b"1. e4 {a\0b} e5 {\x1b[31m} *\n");
    assert_eq!((status, &*out), (Some(0), "1. e4 {a\\x00b} 1... e5 {\\x1b[31m} *\n\n"));
    assert!(
        said.starts_with("<stdin>:1:9: warning: game 1, \\x00: undecodable byte, written as \\xHH\n"),
        "{said}"
    );
    // UTF-16 without a byte order mark is text with a NUL after every letter.
    let utf16: Vec<u8> = "1. e4 e5 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (status, _, said) = diagnoses(&utf16);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("undecodable"), "{said}");
    let marked: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf16).collect();
    assert_eq!(diagnoses(&marked), (Some(0), "1. e4 e5 *\n\n".to_owned(), String::new()));
}

#[test]
fn messages_contain_no_control_characters() {
    let folder = TempDir::new().expect("a folder");
    let name = "a\u{1b}[31m\u{202e}.pgn";
    let text = "[White \"\u{1b}]0;x\u{7} \u{202e}evil\u{9b}1m\"]\n\n1. e4 \u{2066}Ke9\u{1b}[2J 1-0\n";
    if fs::write(folder.path().join(name), text).is_err() {
        return;
    }
    for args in
        [&[name][..], &["--progress", "always", name], &["no\u{1b}such.pgn"], &["-t", "\u{1b}[31m", name]]
    {
        let output = plyglot(args).current_dir(folder.path()).output().expect("the program runs");
        let said = said(&output);
        assert!(!said.is_empty());
        let acts = |it: &char| {
            it.is_control() && *it != '\n' || matches!(it, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert_eq!(said.chars().find(acts), None, "{args:?}: {said:?}");
    }
}

/// U+0080 to U+009F are commands to some terminals; no layout or message contains them.
#[test]
fn control_characters_of_unicode_are_never_written() {
    let folder = TempDir::new().expect("a folder");
    let name = "a\u{9b}b.pgn";
    let text = "[White \"a\u{9b}31mb\"]\n\n1. e4 {\u{85}x} e5 \u{9b}1m (1... c5 {\u{90}}) 2. Ke9 *\n";
    if fs::write(folder.path().join(name), text).is_err() {
        return;
    }
    let layouts = ["pgn", "jsonl", "csv", "csv --each ply", "html", "columns", "table", "moves", "grid"];
    let messages = ["human", "json", "github"].map(|it| format!("--message-format {it}"));
    for args in layouts.map(|it| format!("--layout {it}")).into_iter().chain(messages) {
        let mut args: Vec<&str> = args.split(' ').collect();
        if args[1] == "grid" {
            args.extend(["-t", "sllavcco"]);
        }
        let output =
            plyglot(&[&args[..], &[name]].concat()).current_dir(folder.path()).output().expect("it runs");
        for bytes in [output.stdout, output.stderr] {
            let written = String::from_utf8(bytes).expect("UTF-8");
            let found = written.chars().find(|it| ('\u{80}'..'\u{a0}').contains(it));
            assert_eq!(found, None, "{args:?}: {written:?}");
        }
    }
    let (_, out, said) = diagnoses(b"1. e4 {\xc2\x9b31m} *\n");
    assert_eq!(out, "1. e4 {\\xc2\\x9b31m} *\n\n", "{said}");
    let (_, out, said) = diagnoses(
        br#"{"tags":[["White","\u009bb\u0007"]],"moves":[{"san":"e4","comments":["\u001b[1m"]}],"result":"*"}"#,
    );
    assert_eq!(out, "[White \"\\\\xc2\\\\x9bb\\\\x07\"]\n\n1. e4 {\\x1b[1m} *\n\n", "{said}");
}

/// The rejects of a game in another encoding, or with a false UTF-16 mark, are the original bytes.
#[test]
fn rejects_are_the_original_bytes() {
    for bytes in [
        &b"[White \"\xca\xe0\xf0\xef\xee\xe2\"]\n[Black \"M\xc3\xbcller\"]\n\n1. Ke9 {\xd8\xe0\xf5} *\n"[..],
        b"[White \"G\xfcnfeld\"]\n\n1. Ke9 {a\0b \xc2\x9b} *\n",
        b"\xff\xfe[White \"x\"]\n\n1. Ke9 *\n",
    ] {
        let folder = folder_with(bytes);
        let args = ["a.pgn", "-o", "out.pgn", "--rejects", "rejects.pgn"];
        let output = plyglot(&args).current_dir(folder.path()).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let rejects = fs::read(folder.path().join("rejects.pgn")).expect("rejects");
        assert_eq!(
            rejects.trim_ascii_end().escape_ascii().to_string(),
            bytes.trim_ascii_end().escape_ascii().to_string()
        );
    }
}

#[test]
fn brackets_and_quotes_in_values_come_back() {
    for value in
        ["}", "{", r#"\""#, r"\\", "]", "[", r#"\"]"#, "(", ";", "%", "$1", "1-0", "<b>", "=1+1", "[Event "]
    {
        let text = format!("[Event \"{value}\"]\n[White \"a {value} b\"]\n\n1. e4 e5 *\n\n");
        assert_eq!(converted(&[], &text), text, "{value}");
        assert_eq!(
            converted(&["-t", "lan"], &text).replace("[Notation \"lan\"]\n", ""),
            text.replace("e4 e5", "e2-e4 e7-e5")
        );
        let json = converted(&["--layout", "jsonl"], &text);
        let parsed: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let plain = value.replace("\\\"", "\"").replace("\\\\", "\\");
        assert_eq!(parsed["tags"][0][1], plain);
    }
}

#[test]
fn impossible_positions_are_errors_with_their_place() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "kK6/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K6r/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 99999999999999999999",
        "rnbqkbnr",
        "🙂",
    ] {
        let text = format!("[White \"A\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 *\n\n1. d4 *\n");
        let (status, out, said) = diagnoses(text.as_bytes());
        assert_eq!(status, Some(1), "{fen}: {said}");
        assert!(said.starts_with("<stdin>:2:1: error: game 1 (A – ?), [FEN"), "{fen}: {said}");
        assert!(
            out.contains(fen) && out.contains("{1. e4 e5}") && out.ends_with("\n1. d4 *\n\n"),
            "{fen}: {out}"
        );
    }
}

#[test]
fn an_empty_or_blank_input_is_no_game() {
    for text in ["", "\n", "  \n\t\n", "\u{feff}", "\u{feff}\n\n"] {
        assert_eq!(diagnoses(text.as_bytes()), (Some(0), String::new(), String::new()), "{text:?}");
    }
}
