//! `fixtures/moves.tsv`: a row per ply, a column per notation; every text is written and read.
//!
//! The columns are found by name: `topic`, `variant` and `fen` of the position (a `Variant` tag or nothing),
//! `moves` played first, in UCI, and `uci`, the ply; any other name is a notation as for `-t`. An empty text
//! means that the notation cannot express the ply.

use std::{collections::HashMap, fmt::Write as _};

use plyglot::{
    chess::{Ply, Position, Variant},
    layout::{Event, InputFormat},
    notation::{Choice, Notation},
    resolve::Notations,
};

struct Row<'a> {
    line: usize,
    fields: HashMap<&'a str, &'a str>,
}

impl Row<'_> {
    fn get(&self, column: &str) -> &str {
        self.fields.get(column).copied().unwrap_or("")
    }

    fn tags(&self, fen: &str) -> String {
        let variant = self.get("variant");
        let variant = if variant.is_empty() { String::new() } else { format!("[Variant \"{variant}\"]\n") };
        format!("{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n")
    }

    /// Returns a game from the row's position with these moves.
    fn game(&self, moves: &str) -> String {
        format!("{}{moves} *\n", self.tags(self.get("fen")))
    }
}

fn rows(text: &str) -> (Vec<&str>, Vec<Row<'_>>) {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a line of names").split('\t').collect();
    let rows = lines.enumerate().map(|(n, line)| {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), names.len(), "line {} has not as many fields as the first", n + 2);
        Row { line: n + 2, fields: names.iter().copied().zip(fields).collect() }
    });
    let rows = rows.collect();
    (names, rows)
}

fn choice(name: &str) -> Choice {
    Choice::parse(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the plies of a game's text, and the messages.
fn read(text: &str, notation: &str) -> (Position, Vec<Ply>, String) {
    let read = InputFormat::Pgn.read(text, 0..text.len(), &Notations::only(choice(notation)));
    let said: Vec<String> = read.diagnostics.iter().map(|it| it.problem.to_string()).collect();
    let plies = read.game.events.iter().filter_map(|event| match event {
        Event::Ply(ply, _) => Some(*ply),
        _ => None,
    });
    (read.game.start.clone(), plies.collect(), said.join("; "))
}

/// Returns the text of a ply with its marks; `None` if there is none.
fn write(notation: &dyn Notation, before: &Position, ply: &Ply) -> Option<String> {
    let mut text = Vec::new();
    if notation.write(before, ply, &mut text).is_err() {
        assert!(text.is_empty(), "something was written of a ply that cannot be");
        return None;
    }
    let mut after = before.clone();
    after.play(ply);
    if after.may_have_marks() {
        notation.write_marks(&after, ply, &mut text);
    }
    Some(String::from_utf8(text).expect("texts are UTF-8"))
}

#[test]
fn every_notation_writes_and_reads_every_row() {
    let text = include_str!("../../fixtures/moves.tsv");
    let (names, rows) = rows(text);
    let notations: Vec<Choice> = names
        .iter()
        .filter(|name| !["topic", "variant", "fen", "moves"].contains(name))
        .map(|name| choice(name))
        .collect();
    let mut wrong = String::new();
    for row in &rows {
        let (start, plies, said) =
            read(&row.game(&format!("{} {}", row.get("moves"), row.get("uci"))), "uci");
        assert_eq!(said, "", "line {}", row.line);
        let (last, before) = plies.split_last().expect("a ply");
        let mut position = start;
        before.iter().for_each(|ply| position.play(ply));
        for notation in &notations {
            let expected = row.get(&notation.name);
            let written = write(&*notation.notation, &position, last).unwrap_or_default();
            if written != expected {
                let _ = writeln!(
                    wrong,
                    "line {}, {}: wrote {written:?}, not {expected:?}",
                    row.line, notation.name
                );
                continue;
            }
            if expected.is_empty() {
                continue;
            }
            // Moves before the ply determine the origins, so they are read too.
            let mut moves = String::new();
            let mut replayed = read(&row.game(""), "uci").0;
            for ply in before {
                let _ = write!(moves, "{} ", write(&*notation.notation, &replayed, ply).unwrap_or_default());
                replayed.play(ply);
            }
            // With a NAG directly after it, a move is not read as canonical.
            for glyph in ["", "!?"] {
                let game = row.game(&format!("{moves}{expected}{glyph}"));
                let (_, read, said) = read(&game, &notation.name);
                if read != plies || !said.is_empty() {
                    let _ = writeln!(
                        wrong,
                        "line {}, {}: read {expected:?} as {read:?} {said}",
                        row.line, notation.name
                    );
                }
            }
        }
    }
    assert!(rows.len() >= 300, "only {} rows", rows.len());
    assert!(wrong.is_empty(), "{wrong}");
}

/// No two legal plies of a position have the same text, even without check marks.
#[test]
fn texts_are_never_shared() {
    let (names, rows) = rows(include_str!("../../fixtures/moves.tsv"));
    let notations: Vec<Choice> = names
        .iter()
        .filter(|name| !["topic", "variant", "fen", "moves"].contains(name))
        .map(|name| choice(name))
        .collect();
    for row in &rows {
        let variant = Variant::from_name(row.get("variant"));
        let position = Position::set_up(variant, Some(row.get("fen"))).expect("a FEN that can be set up");
        let plies = legal(&position);
        for notation in &notations {
            let mut texts: HashMap<Vec<u8>, Ply> = HashMap::new();
            for ply in &plies {
                let mut text = Vec::new();
                if notation.notation.write(&position, ply, &mut text).is_err() {
                    continue;
                }
                if let Some(other) = texts.insert(text.clone(), *ply) {
                    let text = String::from_utf8_lossy(&text);
                    panic!("line {}, {}: {text:?} is {ply:?} and {other:?}", row.line, notation.name);
                }
            }
        }
    }
}

/// Returns all legal plies of a position.
fn legal(position: &Position) -> Vec<Ply> {
    use plyglot::chess::{KindPattern, Pattern, PromotionPattern, Roles, Scope, Squares};
    let mut plies = Vec::new();
    let castle = KindPattern::Castle(Roles::ALL, Squares::ALL);
    for kind in [KindPattern::Move, castle, KindPattern::Drop, KindPattern::Null] {
        let all = Pattern::to(Roles::ALL, Squares::ALL);
        let pattern = Pattern { promotion: PromotionPattern::Unsaid, kind, ..all };
        position.plies(Scope::Legal, &pattern, &mut plies);
    }
    plies
}
