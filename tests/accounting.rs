//! Files that have been spoilt: nothing of them is lost, nothing crashes, and it takes no longer than it should.
//!
//! `PLYGLOT_MUTANTS` says how many (2,000 otherwise), `PLYGLOT_CASES` names a folder of more files to spoil,
//! `PLYGLOT_FUZZ_SEED` with what to begin.

#[path = "fuzz/bodies/mod.rs"]
mod bodies;

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use bodies::{games::Dice, say};

/// Of a file so much is taken at a time.
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

/// A piece of a file, from the beginning of a line.
fn piece(file: &[u8], dice: &mut Dice) -> Vec<u8> {
    let from = dice.below(file.len());
    let from = if file.len() < LONGEST {
        0
    } else {
        file[..from].iter().rposition(|it| *it == b'\n').map_or(0, |n| n + 1)
    };
    file[from..file.len().min(from + 1 + dice.below(LONGEST))].to_vec()
}

/// Spoils a text in one way.
fn spoil(text: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
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
            // Latin-1 where there was UTF-8, or the other way round.
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

/// Runs these over spoilt files; all of them every so often, otherwise the first ones.
fn spoil_and_run(files: &[Vec<u8>], mutants: u64, first: usize, bodies: &[bodies::Body]) {
    let setting = |name| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let seed = setting("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    let mut slowest = Duration::ZERO;
    for n in 0..setting("PLYGLOT_MUTANTS").unwrap_or(2000) * mutants / 100 {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(n));
        let mut text = piece(&files[dice.below(files.len())], &mut dice);
        let other = &files[dice.below(files.len())];
        for _ in 0..dice.below(6) {
            spoil(&mut text, other, &mut dice);
        }
        let begun = Instant::now();
        let bodies = if n % 8 == 0 { bodies } else { &bodies[..first] };
        for (which, body) in bodies.iter().enumerate() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&text))) {
                let path = std::env::temp_dir().join(format!("plyglot-mutant-{first}{which}-{seed}-{n}"));
                std::fs::write(&path, &text).expect("the mutant is kept");
                say(&format!("mutant {n} of seed {seed}, see {}", path.display()));
                resume_unwind(panic);
            }
        }
        slowest = slowest.max(begun.elapsed());
        assert!(begun.elapsed() < Duration::from_secs(60), "mutant {n} of seed {seed} takes too long");
    }
    say(&format!("the slowest took {slowest:?}"));
}

#[test]
fn nothing_of_a_spoilt_file_is_lost() {
    let mut files = files(&["", "pgn", "games", "chess99"]);
    if let Some(folder) = std::env::var_os("PLYGLOT_CASES") {
        let mut more = Vec::new();
        list(Path::new(&folder), &mut more);
        files.extend(read(more));
    }
    spoil_and_run(
        &files,
        100,
        2,
        &[bodies::accounting::account, bodies::roads, bodies::pgn, bodies::convert],
    );
}

/// A twentieth as many: every one is read several times.
#[test]
fn a_spoilt_book_or_sheet_is_read_however_it_comes() {
    let files = files(&["books", "grid"]);
    spoil_and_run(&files, 5, 2, &[bodies::prose, bodies::grid, bodies::repair]);
}
