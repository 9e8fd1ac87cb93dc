//! Lines in notes as variations: `--notes variations`.

use std::fmt::Write as _;

use plyglot::{GameEvent, Games, Notation, Ply, Position};

use crate::support::{
    dice::Dice,
    fixture, run,
    typeset::{Form, Printed, Setting, set, written},
};

/// A line in a note: the ply of the game to which it is an alternative, and its moves as UCI.
type Line = (usize, String);

/// A game with notes.
struct Noted {
    texts: Vec<String>,
    /// The notes after each ply.
    notes: Vec<Vec<String>>,
    /// The lines in them.
    truth: Vec<Line>,
}

/// Returns games with random lines in their notes.
fn noted(notation: &str) -> Vec<Noted> {
    let notation: Notation = notation.parse().expect("a notation");
    let mut dice = Dice::new(30);
    let mut all = Vec::new();
    for pgn in ["opera.pgn", "deep-blue.pgn", "immortal.pgn"].map(fixture) {
        let game = Games::new(&pgn[..]).next().expect("a game").expect("it is read");
        let plies: Vec<(Position, Ply)> = game.moves().collect();
        let texts = plies.iter().map(|(before, ply)| notation.write(before, ply).expect("a text")).collect();
        let (mut notes, mut truth) = (vec![Vec::new(); plies.len()], Vec::new());
        for n in (3..plies.len()).step_by(2) {
            // A note after the move, or before it.
            let at = n - usize::from(n % 3 == 0);
            let Some((text, moves)) = line(&plies, n, &notation, &mut dice) else { continue };
            let note = match n % 4 {
                0 => format!("If {text}, with a good game."),
                1 => format!("White might have played {text}"),
                2 => format!("({text})"),
                _ => format!("{text} would have been better for him"),
            };
            notes[at].push(note);
            truth.push((n, moves));
        }
        all.push(Noted { texts, notes, truth });
    }
    all
}

/// Returns a random line instead of a ply, as text and as UCI.
fn line(
    plies: &[(Position, Ply)],
    n: usize,
    notation: &Notation,
    dice: &mut Dice,
) -> Option<(String, String)> {
    let mut position = plies[n].0.clone();
    let (mut text, mut moves) = (String::new(), Vec::new());
    for step in 0..1 + dice.below(5) {
        let legal: Vec<Ply> = position.legal_plies();
        let legal: Vec<&Ply> = legal.iter().filter(|it| step > 0 || **it != plies[n].1).collect();
        let ply = *legal.get(dice.below(legal.len().max(1)))?;
        let is_white = (n + step).is_multiple_of(2);
        if is_white {
            let _ = write!(text, "{}. ", (n + step) / 2 + 1);
        } else if step == 0 {
            let _ = write!(text, "{}... ", n / 2 + 1);
        }
        text.push_str(&notation.write(&position, ply).expect("a text"));
        text.push_str(if is_white { " " } else { ", " });
        moves.push(ply.to_string());
        position.play(ply).expect("a legal ply");
    }
    Some((text.trim_end_matches([' ', ',']).to_owned(), moves.join(" ")))
}

/// Returns the variations of a text's first game, and its moves.
fn variations(text: impl AsRef<[u8]>) -> (Vec<Line>, usize) {
    let output = run(&["-q", "-t", "uci", "--layout", "pgn", "--notes", "variations"], text);
    let game = Games::new(&output.stdout[..]).next().expect("a game").expect("it is read");
    let (mut lines, mut depth, mut count) = (Vec::new(), 0, 0);
    for event in game.events() {
        match event {
            GameEvent::BeginVariation => {
                depth += 1;
                lines.push((count - 1, String::new()));
            }
            GameEvent::EndVariation => depth -= 1,
            GameEvent::Ply(ply) if depth > 0 => {
                let line: &mut Line = lines.last_mut().expect("a line");
                line.1.push_str(if line.1.is_empty() { "" } else { " " });
                line.1.push_str(&ply.to_string());
            }
            GameEvent::Ply(_) => count += 1,
            _ => {}
        }
    }
    (lines, count)
}

/// Asserts that the lines of games are found in a form of text: most of them, and nothing else.
fn assert_found(found: Vec<(Vec<Line>, Vec<Line>)>, form: &str) {
    let (mut right, mut all) = (0, 0);
    for (lines, truth) in found {
        let wrong: Vec<_> = lines.iter().filter(|it| !truth.contains(it)).collect();
        assert!(wrong.is_empty(), "{form}: wrong {wrong:?} in {truth:?}");
        right += truth.iter().filter(|it| lines.contains(it)).count();
        all += truth.len();
    }
    assert!(all >= 50 && right * 10 >= all * 9, "{form}: {right} of {all}");
}

#[test]
fn lines_in_comments_become_variations() {
    for notation in ["san", "descriptive:kt", "san:de", "lan"] {
        let found = noted(notation).into_iter().map(|Noted { texts, notes, truth }| {
            let mut pgn = format!("[Event \"?\"]\n[Notation \"{notation}\"]\n\n");
            for (n, (text, notes)) in texts.iter().zip(&notes).enumerate() {
                let number =
                    if n.is_multiple_of(2) { format!("{}.", n / 2 + 1) } else { format!("{}...", n / 2 + 1) };
                let _ = write!(pgn, "{number} {text} ");
                notes.iter().for_each(|it| pgn.push_str(&format!("{{{it}}} ")));
            }
            pgn.push_str("*\n\n");
            let (lines, count) = variations(&pgn);
            assert_eq!(count, texts.len(), "{notation}");
            (lines, truth)
        });
        assert_found(found.collect(), notation);
    }
}

#[test]
fn lines_in_the_notes_of_a_book_become_variations() {
    let found = noted("descriptive:kt").into_iter().map(|Noted { texts, notes, truth }| {
        let mut printed = Vec::new();
        for (n, pair) in texts.chunks(2).enumerate() {
            let here = [&notes[2 * n], notes.get(2 * n + 1).unwrap_or(&Vec::new())].map(Clone::clone);
            let (number, black) = (format!("{}.", n + 1), pair.get(1).cloned().unwrap_or_default());
            if here[0].is_empty() {
                printed.push(Printed::Row(number, pair[0].clone(), black));
            } else {
                printed.push(Printed::Row(number.clone(), pair[0].clone(), String::new()));
                printed.extend(wrapped(&here[0].join(" ")));
                printed.extend((!black.is_empty()).then(|| Printed::Row(number, String::new(), black)));
            }
            printed.extend(wrapped(&here[1].join(" ")));
        }
        let setting = Setting { columns: 2, rows: 40, head: None, skew: 0.0 };
        let (lines, count) = variations(written(&set(&printed, setting), Form::Hocr));
        assert_eq!(count, texts.len());
        (lines, truth)
    });
    assert_found(found.collect(), "pages");
}

/// Returns a note as lines of a column.
fn wrapped(note: &str) -> Vec<Printed> {
    let mut lines: Vec<String> = Vec::new();
    for word in note.split_whitespace() {
        match lines.last_mut().filter(|it| it.len() + word.len() < 38) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(Printed::Words).collect()
}

fn shown(text: &str) -> String {
    let output = run(&["-q", "--notes", "variations", "--width", "0"], text);
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn other_words_and_numbers_stay_comments() {
    for (text, expected) in [
        // The words around a line stay.
        ("1. e4 e5 {or 1... c5 2. Nf3, the Sicilian} *", "1. e4 e5 {or} (1... c5 2. Nf3) {, the Sicilian} *"),
        ("1. e4 e5 2. Nf3 {If 2. f4! exf4} Nc6 *", "1. e4 e5 2. Nf3 {If} (2. f4 $1 exf4) 2... Nc6 *"),
        // A line about a later or an earlier move has its own place.
        ("1. e4 {Now 1... c5 is sharp} e5 2. Nf3 *", "1. e4 {Now} {is sharp} 1... e5 (1... c5) 2. Nf3 *"),
        ("1. e4 e5 2. Nf3 Nc6 {1. d4 d5} *", "1. e4 (1. d4 d5) 1... e5 2. Nf3 Nc6 *"),
        // Without a number, it follows the move before, with two moves at least.
        ("1. e4 e5 {Bc4 Nf6 is usual} 2. Nf3 *", "1. e4 e5 {is usual} 2. Nf3 (2. Bc4 Nf6) *"),
        ("1. e4 e5 {Bc4 is usual} 2. Nf3 *", "1. e4 e5 {Bc4 is usual} 2. Nf3 *"),
        // Moves of the game, other numbers, what can't be played, clocks.
        ("1. e4 e5 {after 1. e4} 2. Nf3 *", "1. e4 e5 {after 1. e4} 2. Nf3 *"),
        ("1. e4 e5 {as in 7. Nf3} 2. Nf3 *", "1. e4 e5 {as in 7. Nf3} 2. Nf3 *"),
        ("1. e4 e5 {1... Ke5} 2. Nf3 *", "1. e4 e5 {1... Ke5} 2. Nf3 *"),
        ("1. e4 e5 {[%clk 1:01:00]} 2. Nf3 *", "1. e4 e5 {[%clk 1:01:00]} 2. Nf3 *"),
        // A number that goes on a line, read or not, is not the game's.
        (
            "1. e4 e5 2. Nf3 Nc6 {1... c9 2. d4 exd4} 3. Bc4 *",
            "1. e4 e5 2. Nf3 Nc6 {1... c9 2. d4 exd4} 3. Bc4 *",
        ),
        ("{1. d4 is another game} 1. e4 e5 *", "{1. d4 is another game} 1. e4 e5 *"),
    ] {
        assert_eq!(shown(text), expected);
        let plain = run(&["-q", "--width", "0"], text).stdout;
        let plain = String::from_utf8_lossy(&plain).trim().to_owned();
        assert_eq!(plain, run_default(text), "{text}");
    }
}

fn run_default(text: &str) -> String {
    let output = run(&["-q", "--width", "0", "--notes", "comments"], text);
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A note in a line of moves may begin with an alternative to White's last move; Black's answer then has its number again.
#[test]
fn the_answer_with_its_number_is_of_the_game() {
    let notation: Notation = "san".parse().expect("a notation");
    let mut dice = Dice::new(31);
    for pgn in ["opera.pgn", "deep-blue.pgn", "immortal.pgn"].map(fixture) {
        let game = Games::new(&pgn[..]).next().expect("a game").expect("it is read");
        let plies: Vec<(Position, Ply)> = game.moves().collect();
        let mut text = String::new();
        for (n, (before, ply)) in plies.iter().enumerate() {
            let number = n / 2 + 1;
            let is_noted = n % 6 == 4 && n + 1 < plies.len();
            if n % 2 == 0 {
                let _ = write!(text, "{number}.");
            } else if n % 6 == 5 {
                let _ = write!(text, "{number}...");
            }
            let _ = write!(text, "{} ", notation.write(before, ply).expect("a text"));
            let legal = before.legal_plies();
            let other = legal[dice.below(legal.len())];
            if is_noted && other != *ply {
                let _ =
                    write!(text, "Quieter was {number}.{} ", notation.write(before, &other).expect("a text"));
            }
        }
        let read = Games::new(text.as_bytes()).next().expect("a game").expect("it is read");
        let found: Vec<Ply> = read.moves().map(|it| it.1).collect();
        let expected: Vec<Ply> = plies.iter().map(|it| it.1).collect();
        assert_eq!(found, expected, "{text}");
    }
}
