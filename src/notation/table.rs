//! Tables of texts and plies at the end of each notation's file: they test a notation in both directions.

use super::{Choice, Reading, text_of};
use crate::chess::{Ply, Position, Scope, Variant};

/// Checks a table. Its lines are `fen` and a FEN, after a variant's name if any, which set the position; a
/// ply in UCI, its canonical text and other texts read as that ply, separated by bars; or `none` and texts
/// that mean no ply.
pub fn check(notation: &str, table: &str) {
    let choice = Choice::parse(notation).expect("a notation");
    let uci = Choice::uci();
    let mut before = Position::default();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (first, rest) = line.split_once(' ').expect("two columns");
        let mut texts = rest.split(" | ");
        match first {
            "fen" => {
                let variant =
                    rest.split_once(' ').and_then(|(name, fen)| Some((Variant::from_name(name)?, fen)));
                let (variant, fen) = variant.map_or((None, rest), |(variant, fen)| (Some(variant), fen));
                before = Position::set_up(variant, Some(fen)).expect("a position");
            }
            "none" => {
                for text in texts {
                    assert_eq!(meanings(&choice, &before, text), [], "{notation}: {text}");
                }
            }
            ply => {
                let plies = meanings(&uci, &before, ply);
                let [ply] = plies[..] else { panic!("{notation}: {line}: {plies:?}") };
                let text = texts.next().unwrap_or_default();
                let written = text_of(&*choice.notation, &before, &ply);
                assert_eq!(written.as_deref(), Ok(text), "{notation}: {line}");
                for text in std::iter::once(text).chain(texts) {
                    assert_eq!(meanings(&choice, &before, text), [ply], "{notation}: {text}");
                }
            }
        }
    }
}

/// Returns the plies that a whole text may mean.
fn meanings(choice: &Choice, before: &Position, text: &str) -> Vec<Ply> {
    let mut readings: Vec<Reading> = Vec::new();
    choice.notation.read(before, text, &mut readings);
    let mut found = Vec::new();
    for reading in readings.iter().filter(|it| it.len == text.len()) {
        let mut plies = Vec::new();
        before.plies(Scope::Legal, &reading.pattern, &mut plies);
        plies.retain(|ply| reading.annotations.fit(before, ply));
        choice.notation.disambiguate_by_rule(before, reading, &mut plies);
        plies.retain(|ply| !found.contains(ply));
        found.extend(plies);
    }
    choice.notation.disambiguate_readings(&mut found);
    if let Some(exact) = choice.notation.read_exact(before, text) {
        assert_eq!((exact.len, &*found), (text.len(), &[exact.ply][..]), "{text}");
    }
    found
}
