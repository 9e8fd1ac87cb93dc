//! The exact reader and the full reader agree: whatever the exact one accepts, the full one reads to the same
//! output and diagnostics.
//!
//! `PLYGLOT_ARCHIVES` may name more files, separated by colons.

use std::path::PathBuf;

use plyglot::{notation::Choice, resolve::Notations};

use crate::bodies;

fn files() -> Vec<PathBuf> {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let listed = |folder: PathBuf| {
        std::fs::read_dir(folder).expect("fixtures").map(|it| it.expect("a fixture").path())
    };
    let more = std::env::var_os("PLYGLOT_ARCHIVES").unwrap_or_default();
    listed(fixtures.clone())
        .chain(listed(fixtures.join("pgn")))
        .chain(listed(fixtures.join("games")))
        .filter(|it| it.extension().is_some_and(|it| it == "pgn"))
        .chain(std::env::split_paths(&more).filter(|it| !it.as_os_str().is_empty()))
        .collect()
}

fn only(notation: &str) -> Notations {
    Notations::only(Choice::parse(notation).expect("a notation"))
}

/// Compares both on all files; returns the number of games, and of those the exact reader accepted.
fn compare(from: &str, to: &str) -> (usize, usize) {
    compare_as(from, from, to)
}

/// Does the same with texts that are written in one notation and read as another.
fn compare_as(written: &str, from: &str, to: &str) -> (usize, usize) {
    let target = Choice::parse(to).expect("a notation");
    let (mut games, mut taken) = (0, 0);
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        if written != "san" {
            let converter = plyglot::Converter::to(written.parse().expect("a notation"));
            let mut converted = Vec::new();
            converter.convert(&bytes[..], &mut converted).expect("a buffer takes all");
            // The notation is given.
            text = String::from_utf8_lossy(&converted).replace(&format!("[Notation \"{written}\"]\n"), "");
        }
        let (all, exact) = bodies::exact_text(&text, &only(from), &target);
        games += all;
        taken += exact;
    }
    (games, taken)
}

#[test]
fn the_readers_agree_in_san() {
    for to in ["san", "lan", "san:de", "descriptive:es"] {
        let (games, taken) = compare("san", to);
        assert!(taken > 10 && taken <= games, "{to}: {taken} of {games} games were read exactly");
    }
}

/// Every text derived from a verified ply equals that of the notation's own writer.
#[test]
fn the_exact_writer_agrees_with_the_notations() {
    const TARGETS: [&str; 24] = [
        "uci",
        "iccf",
        "smith",
        "san:fr",
        "san:ru",
        "lan:de",
        "lan:figurine",
        "chess99",
        "chess99:ascii",
        "sllavcco",
        "sllavcco:ascii",
        "sllavcco:de",
        "economical",
        "economical:es",
        "economical:bare",
        "economical:priority",
        "geographical",
        "geographical:compact",
        "descriptive",
        "descriptive:kt",
        "descriptive:long",
        "descriptive:it",
        "descriptive:pt",
        "descriptive:fr",
    ];
    for to in TARGETS {
        let (_, taken) = compare("san", to);
        assert!(taken > 10, "{to}: {taken} games were read exactly");
    }
}

#[test]
fn the_readers_agree_in_other_notations() {
    const NOTATIONS: [&str; 19] = [
        "economical",
        "descriptive:es",
        "descriptive:it",
        "descriptive:pt",
        "descriptive:fr",
        "geographical",
        "geographical:compact",
        "sllavcco",
        "sllavcco:de",
        "lan",
        "uci",
        "iccf",
        "smith",
        "economical:bare",
        "economical:priority",
        "chess99",
        "descriptive",
        "descriptive:kt",
        "descriptive:long",
    ];
    for from in NOTATIONS {
        let (games, taken) = compare(from, "lan");
        assert!(taken > 10, "{from}: {taken} of {games} games were read exactly");
    }
}

/// A move of SAN may be written by its squares, as in UCI.
#[test]
fn the_readers_agree_on_squares_in_san() {
    let (games, taken) = compare_as("uci", "san", "lan");
    assert!(taken > 10, "{taken} of {games} games were read exactly");
}

/// Comment lines after a game, as servers write, do not prevent exact reading.
#[test]
fn comment_lines_may_follow_the_marker() {
    let target = Choice::parse("san").expect("a notation");
    for text in [
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n; a\n; {b\n\n\n[Event \"x\"]\n\n1. d4 *\n",
        "1. e4 {x} 1-0 \r\n; a\r\n;b\r\n\r\n1. d4 d5 *\r\n",
        "1. e4 *\n; a\n",
    ] {
        let (games, taken) = bodies::exact_text(text, &only("san"), &target);
        assert_eq!(games, taken, "{text}");
    }
}

/// Games need neither tags, results nor numbers to be read exactly.
#[test]
fn games_without_tags_are_read_exactly() {
    let target = Choice::parse("san").expect("a notation");
    for (expected, text) in [
        (3, "1. e4 e5 2. Nf3 1-0\n1. d4 d5 2. c4 *\n1. c4 {x} 0-1\n"),
        (3, "1. e4 e5 2. Nf3\n1. d4 d5 (1... Nf6) 2. c4\n1. c4 e5"),
        (2, "1. e4 e5\n2. Nf3\n\n1. d4 d5\n2. c4\n"),
        (3, "e4 e5 Nf3\r\nd4 d5 c4\r\nc4 e5 {x} 1-0\r\n"),
        (3, "e2e4 e7e5 g1f3\nd2d4 d7d5 c2c4 *\n\nc2c4 e7e5\n"),
        (2, "e4 e5\nNf3 Nc6\n\nd4 d5\nc4 e6"),
    ] {
        let read = bodies::exact_text(text, &Notations::any(), &target);
        assert_eq!(read, (expected, expected), "{text}");
    }
    // The full reader takes labels apart.
    let labelled = "1. e4 e5 Nf3 Nc6\n2. d4 d5 c4 e6\n";
    assert_eq!(bodies::exact_text(labelled, &Notations::any(), &target), (2, 0));
}

/// No game is begun anew for a slip that leaves its moves certain.
#[test]
fn slips_that_leave_the_moves_certain_are_read_exactly() {
    let target = Choice::parse("san").expect("a notation");
    let whole = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    for (written, slip) in [
        ("4. Q", "5. Q"),
        ("3. B", "3... B"),
        ("2. Q", "12 Q"),
        ("3. B", "B"),
        ("2. Qh5 ", "3. Qh5 3... "),
        ("Qh5", "Qh5+"),
        ("Bc4", "Bc4#"),
        ("f7#", "f7"),
        ("\"1-0\"", "\"0-1\""),
        ("\"1-0\"", "\"1-0 \""),
        ("f7# 1-0", "f7# 1:0"),
        ("f7# 1-0", "f7#"),
        ("f7# 1-0", "f7# = N 1-0"),
    ] {
        let text = whole.replacen(written, slip, 1);
        assert!(text != whole && bodies::exact_text(&text, &only("san"), &target) == (1, 1), "{text}");
        // Games are repaired by the search.
        bodies::exact_text(&text, &only("san").repairing(true), &target);
    }
}

/// The exact reader accepts no invalid move in thousands of corrupted games.
#[test]
fn the_readers_agree_on_corrupted_games() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..40)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as u8
            })
            .collect();
        bodies::exact(&bytes);
    }
}
