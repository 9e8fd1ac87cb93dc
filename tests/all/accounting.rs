//! Corrupted files: nothing in them is lost, and nothing crashes.
//!
//! `PLYGLOT_MUTANTS` sets their number (default 500), `PLYGLOT_CASES` a folder with more files to corrupt,
//! `PLYGLOT_FUZZ_SEED` the first seed.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
};

use crate::{
    bodies::{self, games::Dice, say},
    support::run,
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
    for n in 0..setting("PLYGLOT_MUTANTS").unwrap_or(500) * mutants / 100 {
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
    for layout in ["grid", "grid:csv", "grid:tsv", "grid:laws"] {
        sheets.push(run(&["-t", "sllavcco", "--layout", layout, games], "").stdout);
    }
    sheets
}

/// Each word, result and start position of generated games is in the output, the rejects or a message, whatever form they come in and
/// whatever layout they are written in; without errors each move is there.
#[test]
fn nothing_of_a_game_is_lost_in_any_form() {
    let setting = |name| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let seed = setting("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    for n in 0..setting("PLYGLOT_MUTANTS").unwrap_or(500) / 2 {
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
    run_corrupted(&files, 5, 2, &[bodies::prose, bodies::grid, bodies::repair]);
}

/// Counts each word of letters, and each year, in a text.
fn words(text: &str) -> BTreeMap<&str, usize> {
    let mut words = BTreeMap::new();
    for word in text.split(|it: char| !it.is_ascii_alphanumeric()) {
        if word.starts_with(|it: char| it.is_ascii_alphabetic()) || word.len() > 2 {
            *words.entry(word).or_default() += 1;
        }
    }
    words
}

/// Corrupts a line of tags with a typing error.
fn slip(line: &mut String, dice: &mut Dice) {
    let mut places = |signs: &[char]| -> Option<usize> {
        let found: Vec<usize> = line.match_indices(signs).map(|it| it.0).collect();
        (!found.is_empty()).then(|| dice.pick(&found))
    };
    let (quote, bracket) = (places(&['"']), places(&['[', ']']));
    let at = dice.below(line.len() + 1);
    match (dice.below(12), quote, bracket) {
        (0, Some(at), _) | (1, _, Some(at)) => drop(line.remove(at)),
        (2, Some(at), _) | (3, _, Some(at)) => line.insert(at, char::from(line.as_bytes()[at])),
        (4, ..) => line.truncate(at),
        (5, ..) => drop(line.drain(..at)),
        (6, ..) if at > 1 => {
            let letter = line.remove(at - 1);
            line.insert(at - 2, letter);
        }
        (7, ..) => *line = line.replace("\"]", dice.pick(&["\" ]", "]\"", "]"])),
        (8, ..) => *line = line.replacen(" \"", "\"", 1),
        (9, ..) => *line = format!("{line} {line}"),
        (10, ..) => line.retain(|it| it != '"'),
        _ => line.insert(at, char::from(dice.pick(b"[]\"{}();%\\"))),
    }
}

/// The words of malformed tags, and the moves next to them, are in the output; otherwise the game has errors
/// and is in the rejects.
#[test]
fn a_slip_in_a_tag_loses_no_word() {
    const TAGS: [&str; 6] = [
        "[Event \"Casual Game\"]",
        "[Site \"Berlin GER\"]",
        "[White \"Anderssen, Adolf\"]",
        "[Black \"Dufresne, \\\"Jean\\\"\"]",
        "[Date \"1852.01.02\"]",
        "[ECO \"C52\"]",
    ];
    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 {Italian} Bc5 4. b4 (4. c3 Nf6) Bxb4 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let rejects = folder.path().join("rejects.pgn");
    let path = rejects.to_str().expect("UTF-8");
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut lines: Vec<String> = (0..1 + dice.below(4)).map(|_| dice.pick(&TAGS).to_owned()).collect();
        for _ in 0..1 + dice.below(2) {
            let n = dice.below(lines.len());
            slip(&mut lines[n], &mut dice);
        }
        let between = dice.pick(&["\n", "\n", " ", ""]);
        let game = format!("{}{}{MOVES}", lines.join(between), dice.pick(&["\n\n", "\n", " ", ""]));
        let _ = std::fs::remove_file(&rejects);
        let output = run(&["-q", "-f", "san", "--rejects", path], &game);
        let written = String::from_utf8_lossy(&output.stdout).into_owned();
        let rejected = std::fs::read_to_string(&rejects).unwrap_or_default();
        let said = String::from_utf8_lossy(&run(&["-f", "san"], &game).stderr).into_owned();
        let (written_words, rejected_words) = (words(&written), words(&rejected));
        for (word, count) in words(&game) {
            let found = [&written_words, &rejected_words].map(|it| it.get(word).copied().unwrap_or(0));
            // Apparent move numbers are dropped, and reported as wrong.
            let is_number = word.bytes().all(|it| it.is_ascii_digit());
            if is_number && said.contains(&format!("{word}.: the move number should be")) {
                continue;
            }
            let kept = if output.status.success() { found[0] } else { found[0].max(found[1]) };
            assert!(
                kept >= count,
                "{word:?} is lost of:\n{game}--- written\n{written}--- rejects\n{rejected}"
            );
        }
    }
}

/// The rest of the line of an unclosed tag is read: here the moves.
#[test]
fn moves_after_an_unclosed_tag_are_read() {
    for tag in [
        "[White \"A\"",
        "[White \"A",
        "[White \"A]",
        "[White A\"]",
        "[White \"A\" [Black \"B\"]",
        "[White \"A [Black \"B\"",
    ] {
        let output = run(&[], format!("{tag} 1. e4 e5 2. Nf3 Nc6 *\n"));
        let written = String::from_utf8_lossy(&output.stdout);
        assert!(written.ends_with("\n1. e4 e5 2. Nf3 Nc6 *\n\n"), "{tag}: {written}");
        assert!(tag.contains('B') == written.contains("[Black \"B\"]"), "{tag}: {written}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("warning"), "{tag}");
    }
}
