//! The bodies of the fuzz targets, with random bytes: what holds for any input.
//!
//! `PLYGLOT_FUZZ_TIMES` multiplies the number of runs, `PLYGLOT_FUZZ_SEED` sets the first seed. A failure names
//! the seed and the run; the bytes are left in the folder for temporary files.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::bodies::{self, games::Dice, say};

/// Pieces of random text.
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

/// Pieces of scoresheets.
const CELLS: &[&str] = &[
    "NUMBER OF THE MOVE\ta\tb\tc\td\te\tf\tg\th\n",
    "NUMBER OF THE MOVE\ta\tb\tc\td\te\tf\tg\th\n01\t\t\t\t\t4\n\t\t\t\t\t5\n",
    "| No | a | b | c | d | e | f | g | h |\n",
    "|---|---|---|---|---|---|---|---|---|\n",
    "| 1 | | | | | 4 | | | |\n",
    "No,a,b,c,d,e,f,g,h\n",
    "1,,,,,4,,,\n",
    ",,,N6,,,,,\n",
    "No;a;b;c;d;e;f;g;h;i\n",
    "SIMULTANEOUS CHESS GAME\n",
    "WHITE\tA\n",
    "BLACK\tB\n",
    "SCORE\t1 : 0\n",
    "NOTES\n",
    "NOTES\t1. x\n",
    "\t\t[Event \"x\"]\n",
    "```\n",
    "02\t\t\t\t\t\tN3\n",
    "\t\t\tN6\n",
    "\t",
    "|",
    ",",
    ";",
    "│",
    "\n",
    "\n\n",
    "\"",
    "K",
    "R",
    "4x",
    "01",
    "99",
    "<input type=\"text\" value=\"1\"/>",
];

/// Pieces of books.
const PRINTED: &[&str] = &[
    "GAME V.\n\n",
    "White.    Black.\n",
    "WHITE (Mr. A)   BLACK (Mr. B)\n",
    "1. P-K4    P-K4\n",
    "2. Kt-KB3   Kt-QB3\n",
    "3. B-B4    B-B4\n",
    "1. e4 e5\n",
    "2. Nf3 Nc6\n",
    "3. Bb5 a6 1-0\n",
    "1 P to K4     P to K4    3 B to B4  B to B4\n",
    "2 Kt to KB3   Kt to QB3  4 P to B3   Kt to B3\n",
    "   1. ........      P to K4\n",
    "            Kt-QB3\n",
    "and White resigns.\n",
    "4. Q takes P, mate.\n",
    "[A]",
    "[Footnote A: P. takes P. is better.]\n",
    "[Footnote ",
    "The opening is bad, I. e.,\n",
    "(Match, 1909)\n",
    "(Remove White's Q. R.)\n",
    "London, May 5, 1892.\n",
    "r n b q k b n r\n",
    "p p p p p p p p\n",
    ". . . . . . . .\n",
    "P P P P P P P P\n",
    "R N B Q K B N R\n",
    "| #R | #Kt| #B | #Q | #K | #B | #Kt| #R |\n",
    "|----|----|----|----|----|----|----|----|\n",
    "\n",
    "\n\n",
    "   ",
    "(",
    ")",
    "İ",
    "\u{212a}",
    "12",
    "13.",
];

/// Pieces with several signs beside each other.
const BRACKETED: &[&str] = &[
    "(1-0)",
    "(1... c5)",
    "(10 1/2 to 9 1/2)",
    "(10.5-9.5)",
    "(1)",
    "1)",
    "(2)",
    "1-",
    "1.-",
    "2,",
    "3:",
    "[1]",
    "[1. d4]",
    "(1. d4)",
    "1.e4",
    "1.)",
    "(a)",
    "\"1. e4\"",
    "'e4'",
    "e4/e5",
    "1/2",
    "0-1.",
    "{[%clk 0:01:00]}",
    "[Event \"(1-0)\"]\n",
    "$1",
    "N[f3]",
    "R(1)-K1",
    "R/K1",
    "P-K8(Q)",
    "PxP(e.p.)",
    "K.'s",
    "4th.",
    "8d",
    "_en passant_",
    "*ch*",
    "e8=Q(+)",
    "| 1 |",
    "|1|e4|e5|\n",
    "<td>1</td>",
    "<li>",
    "&nbsp;",
    "> 1. e4 e5\n",
    "@N-f3",
    "Q-R5+,",
    "O-O-O;",
    "Kt-K.B.3",
    "1. P-K4 / P-K4",
    "\n1, P-K4 P-K4",
    "\n(1) P-K4 P-K4",
    "\n",
    "\n\n",
    "\n1 ",
    "\n2. ",
    "I. P-K4",
    "l. e4",
    "1. ...",
    "x.",
    "No. 1",
    "(see No. 2)",
];

/// Returns bytes that are partly words, partly random: mostly less than a kilobyte, but up to a hundred in one of fifty.
fn bytes(dice: &mut Dice, words: &[&'static str]) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..dice.below(40)).map(|_| dice.below(256) as u8).collect();
    let longest = if dice.below(50) == 0 { 10_000 } else { 60 };
    for _ in 0..dice.below(longest) {
        match dice.below(12) {
            0 => bytes.push(dice.below(256) as u8),
            1 => {
                let word = pick(dice, words);
                let at = word.len().min(1 + dice.below(4));
                bytes.extend_from_slice(&word.as_bytes()[..at]);
            }
            _ => bytes.extend_from_slice(pick(dice, words).as_bytes()),
        }
        if dice.below(3) > 0 {
            bytes.push(b' ');
        }
    }
    bytes
}

/// Returns one of these words, or of those common to all texts.
fn pick(dice: &mut Dice, words: &[&'static str]) -> &'static str {
    if dice.below(5) == 0 { dice.pick(WORDS) } else { dice.pick(words) }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn run(name: &str, runs: u64) {
    let (_, body) = bodies::BODIES.into_iter().find(|it| it.0 == name).expect("a body");
    let words = match name {
        "grid" => CELLS,
        "prose" => PRINTED,
        "twins" => BRACKETED,
        _ => WORDS,
    };
    let seed = number("PLYGLOT_FUZZ_SEED").unwrap_or(1);
    let times = number("PLYGLOT_FUZZ_TIMES").unwrap_or(1);
    for n in 0..runs * times {
        let bytes = bytes(&mut Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(n)), words);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&bytes))) {
            let path = std::env::temp_dir().join(format!("plyglot-{name}-{seed}-{n}"));
            std::fs::write(&path, &bytes).expect("the bytes are kept");
            say(&format!("{name}: run {n} of seed {seed}, see {}", path.display()));
            resume_unwind(panic);
        }
    }
}

#[test]
fn any_bytes_are_read_as_games() {
    run("pgn", 100);
}

#[test]
fn any_bytes_are_converted_the_same_in_any_chunks() {
    run("convert", 40);
}

#[test]
fn the_exact_reader_agrees_with_the_full_one() {
    run("exact", 250);
}

#[test]
fn moves_and_texts_match_in_any_position() {
    run("notation", 50);
}

#[test]
fn san_agrees_with_another_library() {
    run("san", 37);
}

#[test]
fn nothing_of_any_bytes_is_lost() {
    run("accounting", 100);
}

#[test]
fn any_bytes_are_read_as_sheets() {
    run("grid", 75);
}

#[test]
fn any_bytes_are_read_as_a_book() {
    run("prose", 25);
}

#[test]
fn any_bytes_are_repaired() {
    run("repair", 20);
}

#[test]
fn columns_of_any_bytes_read_back() {
    run("columns", 125);
}

#[test]
fn typographic_signs_are_read_like_any_others() {
    run("twins", 30);
}

/// Inputs that once failed, by the name of their body: `notation-pinned-pawn`.
#[test]
fn past_failures_do_not_recur() {
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
