//! Malicious input, where the public API does not tell what is to be known: time in the reader of books, the limits of diagnostics.

use plyglot::{
    convert::{Converter, GameReport, Options},
    io::{Blocks, Cutting},
    layout::{self, InputFormat, pgn::PgnWriter},
    resolve::Notations,
};

use super::effort::excess;
use crate::bodies::games::{assert_round, choice};

/// Sentences to repeat on one line or on many.
const SENTENCES: &[&str] = &[
    "It is a truth that 1. e4 e5 2. Nf3 was played. ",
    "GAME I. White. Black. 1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4 and wins. ",
    "1. e4 e5 2. Nf3 Nc6 1-0 ",
    "1 P to K 4 P to K 4 2 Kt to K B 3 (a) Kt to Q B 3 ",
    "(a) If 3. B-Kt5, P-QR3 is best. ",
    "and (see 1. e4 e5, 2. Nf3 Nc6, p. 3) so on; ",
    "Nf3 Nf6 Ng1 Ng8 ",
    "P-K4 P-K4 N-KB3 N-QB3 ",
    "| 1 | e4 | e5 |",
    "<p>1. e4 e5</p>",
    "1... e5 2. Nf3 [A] Nc6 [Footnote A: x.] ",
    "\\x[white=a, result=1-0] ",
];

fn convert_from(bytes: &[u8], format: Option<InputFormat>, from: Notations, writer: impl layout::Output) {
    let options = Options { rejects: true, max_game: 64 << 20, ..Options::new(from) };
    let mut blocks = Blocks::new(bytes, Cutting { format, encoding: None, max_game: options.max_game });
    let mut converter = Converter::new(&options, Box::new(writer));
    while let Some(block) = blocks.next_block().expect("memory does not fail") {
        converter.convert(block);
    }
}

#[test]
fn long_lines_of_books_are_read_in_linear_time() {
    // Four is linear, sixteen quadratic; between them is what grows up to a bound.
    const TIMES: u32 = 10;
    let san = choice("san");
    let mut slow = Vec::new();
    for (unit, end) in SENTENCES.iter().flat_map(|it| [(it, ""), (it, "\n"), (it, "\n\n")]) {
        let text = |n: usize| format!("{unit}{end}").repeat(n / unit.len());
        let (small, large) = (text(5_000), text(20_000));
        // What is searched around each game for the next one is at most so long that a step further tells it from what grows.
        let larger = || text(80_000);
        for format in [Some(InputFormat::Prose), None] {
            let convert = |text: &str| {
                convert_from(text.as_bytes(), format, Notations::any(), PgnWriter::new(&san, 79));
            };
            let found = excess(TIMES, || convert(&small), || convert(&large)).and_then(|_| {
                let larger = larger();
                excess(TIMES, || convert(&large), || convert(&larger))
            });
            slow.extend(found.map(|it| format!("{format:?}: {unit:?}, {end:?}: {it}")));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn blanks_and_letters_of_any_width_on_long_lines() {
    let options = Options { rejects: true, max_game: 64 << 20, ..Options::new(Notations::any()) };
    let lan = choice("lan");
    for letter in ["\u{a0}", "\u{3000}", "é", "🙂"] {
        for unit in [
            "word_",
            "word_\n",
            "_",
            "1. e4_",
            "1. P-K4_P-K4_",
            "1._e4 e5_ 2. Nf3_",
            "{_",
            "(_1. d4 ",
            "|_",
            ";_",
            "[A \"_\"]",
        ] {
            // A letter begins at each of its bytes.
            for shift in 0..letter.len() {
                let unit = unit.replace('_', letter);
                let text = "x".repeat(shift) + &unit.repeat(800 / unit.len());
                let cutting = Cutting { format: None, encoding: None, max_game: options.max_game };
                let mut blocks = Blocks::new(text.as_bytes(), cutting);
                let mut converter = Converter::new(&options, Box::new(PgnWriter::new(&lan, 79)));
                while let Some(block) = blocks.next_block().expect("memory does not fail") {
                    let converted = converter.convert(block);
                    let mut said = converted.reports.iter().flat_map(|it| &it.diagnostics);
                    assert!(said.all(|it| it.diagnostic.problem.kind() != "bug"), "{unit:?} after {shift}");
                }
                assert!(blocks.take_bug().is_none(), "{unit:?} after {shift}");
            }
        }
    }
}

fn reports(bytes: &[u8]) -> Vec<GameReport> {
    let options = Options { max_game: 64 << 20, ..Options::new(Notations::any()) };
    let mut blocks = Blocks::new(bytes, Cutting { format: None, encoding: None, max_game: options.max_game });
    let lan = choice("lan");
    let mut converter = Converter::new(&options, Box::new(PgnWriter::new(&lan, 79)));
    let mut reports = Vec::new();
    while let Some(block) = blocks.next_block().expect("memory does not fail") {
        reports.extend(converter.convert(block).reports);
    }
    reports
}

#[test]
fn the_diagnostics_of_a_game_are_limited() {
    let count = 5000;
    for (name, one, faults) in [
        ("words", "a Nf3 b Nf6 c Ng1 d Ng8 ", 4),
        ("variations never closed", "Nf3 (Nh3 Nf6 Ng1 Ng8 ", 1),
        ("wrong marks", "Nf3 Nf6 Ng1 Ng8+ ", 1),
        ("bytes that are no text", "Nf3 Nf6 Ng1 {a\0b} Ng8 ", 1),
        ("results before the end", "Nf3 Nf6 1-0 Ng1 Ng8 ", 1),
        ("variations that do not read", "Nf3 Nf6 (1. Ke7) Ng1 Ng8 ", 1),
    ] {
        let text = format!("[White \"A\"]\n\n{}*\n", one.repeat(count));
        let [report] = &reports(text.as_bytes())[..] else { panic!("{name}: one game") };
        // None is hidden: the last one of a kind gives the number of others, and where they end.
        let said: usize = report.diagnostics.iter().map(|it| 1 + it.diagnostic.more).sum();
        assert!(report.diagnostics.len() < 1040, "{name}: {}", report.diagnostics.len());
        assert!(said >= faults * count, "{name}: {said}");
        let last =
            report.diagnostics.iter().filter(|it| it.diagnostic.more > 0).map(|it| it.diagnostic.span.end);
        let room = one.len() * if name.contains("never closed") { 1 } else { 2 };
        assert!(last.max().is_some_and(|end| end + room >= text.trim_end().len()), "{name}");
    }
    let text = format!("[White \"A\"]\n\n{}*\n", "a Nf3\nb Nf6 c Ng1 d Ng8 ".repeat(count));
    let [report] = &reports(text.as_bytes())[..] else { panic!("one game") };
    let last = report.diagnostics.last().expect("a diagnostic").problem();
    assert_eq!(last, "not a move; kept as a comment; and 18999 more like it, up to 5003:14");
}

/// The longest possible game.
const LONGEST_GAME: usize = 17_697;

#[test]
fn the_longest_game_goes_through_every_notation() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut text = String::from("[Event \"long\"]\n\n");
    let mut line = String::new();
    for n in 0..LONGEST_GAME {
        for word in
            (n % 2 == 0).then(|| format!("{}.", n / 2 + 1)).into_iter().chain([moves[n % 4].to_owned()])
        {
            if line.len() + 1 + word.len() > 79 {
                text.push_str(&line);
                text.push('\n');
                line.clear();
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&word);
        }
    }
    text.push_str(&line);
    text.push_str(if line.len() > 77 { "\n*\n\n" } else { " *\n\n" });
    let names = [
        "san",
        "lan",
        "uci",
        "iccf",
        "smith",
        "economical",
        "economical:bare",
        "geographical",
        "chess99",
        "sllavcco",
    ];
    assert_round(&text, &names);
}
