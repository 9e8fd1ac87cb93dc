//! Corrupted files: nothing in them is lost, and nothing crashes.
//!
//! `PLYGLOT_MUTANTS` sets their number (default 200), `PLYGLOT_CASES` a folder with more files to corrupt,
//! `PLYGLOT_FUZZ_SEED` the first seed.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
};

use crate::{
    Converter,
    bodies::{self, dice::Dice, say},
};

/// At most this much of a file is used at a time.
const LONGEST: usize = 6000;

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|it| it.expect("an entry").path()) {
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn files(folders: &[&str]) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for folder in folders {
        let entries = std::fs::read_dir(fixtures.join(folder)).expect("fixtures");
        files.extend(entries.map(|it| it.expect("an entry").path()).filter(|it| it.is_file()));
    }
    read(files)
}

fn read(mut files: Vec<PathBuf>) -> Vec<Vec<u8>> {
    files.sort();
    files.iter().map(|path| std::fs::read(path).expect("a file")).filter(|it| !it.is_empty()).collect()
}

/// Returns a piece of a file, from the beginning of a line.
fn piece(file: &[u8], dice: &mut Dice) -> Vec<u8> {
    let from = dice.below(file.len());
    let from = if file.len() < LONGEST {
        0
    } else {
        file[..from].iter().rposition(|it| *it == b'\n').map_or(0, |n| n + 1)
    };
    file[from..file.len().min(from + 1 + dice.below(LONGEST))].to_vec()
}

/// Corrupts a text in one way.
fn corrupt(text: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    let at = dice.below(text.len() + 1);
    let end = at + dice.below(text.len() - at + 1).min(200);
    match dice.below(12) {
        0 if at < text.len() => text[at] ^= 1 << dice.below(8),
        1 if at < text.len() => text[at] = dice.below(256) as u8,
        2 => text.insert(at, dice.pick(b"{}()[];%\"\\$*.!?\0\x1b\xff\xe9 \n\r+#=x-")),
        3 => drop(text.drain(at..end)),
        4 => {
            let double = text[at..end].to_vec();
            text.splice(end..end, double);
        }
        5 => text.truncate(at),
        6 => {
            let mut lines: Vec<&[u8]> = text.split_inclusive(|it| *it == b'\n').collect();
            let (one, other) = (dice.below(lines.len().max(1)), dice.below(lines.len().max(1)));
            if !lines.is_empty() {
                lines.swap(one, other);
            }
            *text = lines.concat();
        }
        7 => drop(text.splice(at..end, piece(other, dice))),
        8 => {
            // Latin-1 in place of UTF-8, or the reverse.
            let part = match String::from_utf8(text[at..end].to_vec()) {
                Ok(utf8) => utf8.chars().map(|it| u8::try_from(u32::from(it)).unwrap_or(b'?')).collect(),
                Err(error) => error.into_bytes().into_iter().map(char::from).collect::<String>().into_bytes(),
            };
            text.splice(at..end, part);
        }
        9 => text.iter_mut().filter(|it| **it == b'\n').for_each(|it| *it = b'\r'),
        10 => *text = String::from_utf8_lossy(text).replace('\n', "\r\n").into_bytes(),
        _ => text.retain(|it| *it != b'\n'),
    }
}

/// Runs these on corrupted files: all of them now and then, otherwise the first ones.
fn run_corrupted(files: &[Vec<u8>], mutants: u64, first: usize, bodies: &[bodies::Body]) {
    let setting = |name| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let seed = setting("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    for n in 0..setting("PLYGLOT_MUTANTS").unwrap_or(200) * mutants / 100 {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(n));
        let mut text = piece(&files[dice.below(files.len())], &mut dice);
        let other = &files[dice.below(files.len())];
        for _ in 0..dice.below(6) {
            corrupt(&mut text, other, &mut dice);
        }
        let bodies = if n % 8 == 0 { bodies } else { &bodies[..first] };
        for (which, body) in bodies.iter().enumerate() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&text))) {
                let path = std::env::temp_dir().join(format!("plyglot-mutant-{first}{which}-{seed}-{n}"));
                std::fs::write(&path, &text).expect("the mutant is kept");
                say(&format!("mutant {n} of seed {seed}, see {}", path.display()));
                resume_unwind(panic);
            }
        }
    }
}

#[test]
fn nothing_in_a_corrupted_file_is_lost() {
    let mut files = files(&["", "pgn", "games", "chess99"]);
    if let Some(folder) = std::env::var_os("PLYGLOT_CASES") {
        let mut more = Vec::new();
        list(Path::new(&folder), &mut more);
        files.extend(read(more));
    }
    run_corrupted(
        &files,
        100,
        2,
        &[bodies::accounting::account, bodies::exact, bodies::pgn, bodies::convert],
    );
}

/// Each word is in the output or the rejects, or a diagnostic quotes it: in books, on scoresheets, and in games
/// in every notation, as PGN, in columns and in grids.
#[test]
fn no_word_of_a_corrupted_file_is_lost() {
    let books = files(&["books"]);
    run_corrupted(&books, 10, 1, &[bodies::words::books]);
    run_corrupted(&sheets(), 15, 1, &[bodies::words::sheets]);
    let games = files(&["pgn", "games"]);
    run_corrupted(&games, 25, 1, &[bodies::words::notations]);
}

/// The scoresheets of the fixtures, and games written as scoresheets.
fn sheets() -> Vec<Vec<u8>> {
    let mut sheets = files(&["grid"]);
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/over-the-board.pgn");
    let games = std::fs::read(games).expect("a fixture");
    for layout in ["grid", "grid:csv", "grid:tsv", "grid:laws"] {
        let converter = Converter::to("sllavcco".parse().expect("a notation"));
        let converter = converter.layout(layout.parse().expect("a layout"));
        let mut sheet = Vec::new();
        converter.convert(&games[..], &mut sheet).expect("memory");
        sheets.push(sheet);
    }
    sheets
}

/// Each word, result and start position of generated games is in the output, the rejects or a message, whatever form they come in and
/// whatever layout they are written in; without errors each move is there.
#[test]
fn nothing_of_a_game_is_lost_in_any_form() {
    let setting = |name| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let seed = setting("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    for n in 0..setting("PLYGLOT_MUTANTS").unwrap_or(200) / 2 {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(n));
        let bytes: Vec<u8> = (0..600).map(|_| dice.below(256) as u8).collect();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| bodies::readers::readers(&bytes))) {
            say(&format!("game {n} of seed {seed}"));
            resume_unwind(panic);
        }
    }
}

/// A twentieth of the number: every one is read several times.
#[test]
fn a_corrupted_book_or_scoresheet_is_read_the_same_in_any_chunks() {
    let files = files(&["books", "grid"]);
    run_corrupted(&files, 3, 2, &[bodies::prose, bodies::grid, bodies::repair]);
}
