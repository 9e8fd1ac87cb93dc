//! The bodies of the fuzz targets, with random bytes: what holds for any input.
//!
//! `PLYGLOT_FUZZ_SECONDS` says how long each goes on (otherwise a fixed number of runs), `PLYGLOT_FUZZ_SEED` with what it
//! begins. A failure names the seed and the run; the bytes are left in the folder for temporary files.

#[path = "fuzz/bodies/mod.rs"]
mod bodies;

use std::{
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    time::{Duration, Instant},
};

use bodies::games::Dice;

/// Pieces of which random text is made.
const WORDS: &[&str] = &[
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "O-O",
    "0-0-0",
    "exd5",
    "e8=Q",
    "bxa8=N+",
    "Qh5#",
    "N1d2",
    "Rad1",
    "1.",
    "1...",
    "2.",
    "12.",
    "999.",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "½-½",
    "$1",
    "$300",
    "!",
    "?!",
    "!!",
    "+-",
    "±",
    "∞",
    "(",
    ")",
    "( 1. d4 )",
    "{",
    "}",
    "{ a comment }",
    ";",
    "; to the end\n",
    "\n% escape\n",
    "\n\n",
    "\n",
    "\r\n",
    " ",
    "\t",
    "[Event \"x\"]\n",
    "[White \"A\"]",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Result \"1-0\"]\n",
    "[Variant \"Crazyhouse\"]\n",
    "[Notation \"lan\"]\n",
    "[",
    "]",
    "\"",
    "\\",
    "\u{feff}",
    "\u{a0}",
    "é",
    "♘f3",
    "Sf3",
    "e2-e4",
    "e2e4",
    "e7e8q",
    "--",
    "Z0",
    "0000",
    "P-K4",
    "Kt-KB3",
    "PxP",
    "Castles",
    "ch",
    "e.p.",
    "mate",
    "N - nne",
    "P5 - n2",
    "5254",
    "cQ3",
    "dx5",
    "+",
    "#",
    "-",
    "x",
    "word",
    "words and words",
    "[%clk 0:01:00]",
    "[Event ",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    "\0",
    "\u{1b}[31m",
    "..",
    "...",
    "@",
    "N@f3",
];

/// Bytes that are partly words, partly anything.
fn bytes(dice: &mut Dice) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..dice.below(40)).map(|_| dice.below(256) as u8).collect();
    for _ in 0..dice.below(60) {
        match dice.below(12) {
            0 => bytes.push(dice.below(256) as u8),
            1 => {
                let word = dice.pick(WORDS);
                let at = word.len().min(1 + dice.below(4));
                bytes.extend_from_slice(&word.as_bytes()[..at]);
            }
            _ => bytes.extend_from_slice(dice.pick(WORDS).as_bytes()),
        }
        if dice.below(3) > 0 {
            bytes.push(b' ');
        }
    }
    bytes
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn say(line: &str) {
    // Nobody may be there to read it.
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn run(name: &str, runs: u64) {
    let (_, body) = bodies::BODIES.into_iter().find(|it| it.0 == name).expect("a body");
    let seed = number("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    let time = number("PLYGLOT_FUZZ_SECONDS").map(Duration::from_secs);
    let begun = Instant::now();
    let mut n = 0;
    while time.map_or(n < runs, |time| begun.elapsed() < time) {
        let bytes = bytes(&mut Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(n)));
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&bytes))) {
            let path = std::env::temp_dir().join(format!("plyglot-{name}-{seed}-{n}"));
            std::fs::write(&path, &bytes).expect("the bytes are kept");
            say(&format!("{name}: run {n} of seed {seed}, see {}", path.display()));
            resume_unwind(panic);
        }
        n += 1;
    }
    if time.is_some() {
        say(&format!("{name}: {n} runs in {:.1} s", begun.elapsed().as_secs_f64()));
    }
}

#[test]
fn any_bytes_are_read_as_games() {
    run("pgn", 1500);
}

#[test]
fn any_bytes_are_converted_to_anything_however_they_come() {
    run("convert", 600);
}

#[test]
fn the_roads_agree_on_any_bytes() {
    run("roads", 2000);
}

#[test]
fn in_any_position_moves_and_texts_belong_together() {
    run("notation", 400);
}

#[test]
fn san_is_that_of_another_library() {
    run("san", 300);
}

#[test]
fn nothing_of_any_bytes_is_lost() {
    run("accounting", 1500);
}

/// What once failed, by the name of its body: `notation-pinned-pawn`.
#[test]
fn finds_do_not_come_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/finds");
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("a fixture").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a fixture");
        let (_, body) =
            bodies::BODIES.into_iter().find(|it| name.starts_with(it.0)).expect("named after a body");
        eprintln!("{name}");
        body(&bytes);
    }
}
