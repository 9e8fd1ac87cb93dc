//! Reads a single text as a move, regardless of the texts after it.

use super::{MoveText, Next, Reader, Source, Tells, explain};
use crate::{
    chess::{Ply, Position, Scope},
    diagnostics::Problem,
    notation::{Annotations, ExactReading, Notation, Reading},
};

/// The meaning of a text as a move.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The plies that it may mean: none, one, or several if it is ambiguous.
    pub plies: Vec<Ply>,
    /// Marks that don't fit the ply; the reason why a well-formed move means none; or the ambiguity.
    pub problems: Vec<Problem>,
}

/// An empty source.
pub(super) struct Nothing;

impl Source for Nothing {
    fn text(&self) -> &str {
        ""
    }

    fn next(&self, place: usize) -> Next<'_> {
        Next::End(place)
    }
}

/// Reads the whole of a text as a move in this position and notation.
#[must_use]
pub fn meaning(notation: &dyn Notation, position: &Position, text: &str) -> Meaning {
    let text = text.trim();
    if let Err(why) = notation.supports(position) {
        return Meaning { plies: Vec::new(), problems: vec![Problem::WrongBoard(why)] };
    }
    let mut readings = Vec::new();
    notation.read(position, text, &mut readings);
    readings.retain(|it| it.len == text.len());
    if readings.is_empty() {
        let refusal = notation.refusal(position, text).filter(|it| it.0 == text.len());
        let problem = |(_, why)| Problem::NoLegalMove { reason: Some(why), suggestions: Vec::new() };
        return Meaning { plies: Vec::new(), problems: refusal.map(problem).into_iter().collect() };
    }
    let (plies, annotations) =
        Reader::new(&Nothing, notation, Tells::Suggestions).candidates(position, &readings);
    let problems = match plies[..] {
        [] => {
            let text = MoveText { start: 0, text, number: None, digits: 0 };
            vec![explain::failure(notation, position, &text, Vec::new()).1]
        }
        [ply] => explain::wrong_marks(&position.after([ply]), &ply, annotations),
        _ => vec![explain::ambiguous(notation, position, &plies, notation.ambiguity_resolved_later())],
    };
    Meaning { plies, problems }
}

/// Scratch space for reading single moves.
#[derive(Default)]
pub struct Scratch {
    readings: Vec<Reading>,
    plies: Vec<Ply>,
    found: Vec<Ply>,
}

/// Reads a move whose text needs no diagnostic: it fits one ply, and so do its marks of capture and en
/// passant. Check marks are left to the caller, to compare with the position after the move; a text with a
/// mark of check to the mover's own king is left to [`super::Notations::read_line`].
pub fn read_move(
    notation: &dyn Notation,
    position: &Position,
    text: &str,
    scratch: &mut Scratch,
) -> Option<ExactReading> {
    if let Some(exact) = notation.read_exact(position, text) {
        return Some(exact);
    }
    scratch.readings.clear();
    notation.read(position, text, &mut scratch.readings);
    let Reading { len, annotations, .. } = *scratch.readings.first()?;
    scratch.found.clear();
    for reading in scratch.readings.iter().take_while(|it| it.len == len) {
        scratch.plies.clear();
        position.plies(Scope::Legal, &reading.pattern, &mut scratch.plies);
        if scratch.plies.len() > 1 {
            notation.disambiguate_by_rule(position, reading, &mut scratch.plies);
        }
        for &ply in &scratch.plies {
            let Annotations { check, en_passant, capture, own_check, odd_ordinal } = reading.annotations;
            let fits = (!en_passant || ply.is_en_passant())
                && (!capture || ply.is_capture())
                && !own_check
                && !odd_ordinal;
            if !fits || check != annotations.check {
                return None;
            }
            if !scratch.found.contains(&ply) {
                scratch.found.push(ply);
            }
        }
    }
    if scratch.found.len() > 1 {
        notation.disambiguate_readings(&mut scratch.found);
    }
    let [ply] = scratch.found[..] else { return None };
    // If a reading may end earlier, the rest of the game decides.
    let sooner = |reading: &Reading| {
        scratch.plies.clear();
        position.plies(Scope::Legal, &reading.pattern, &mut scratch.plies);
        !scratch.plies.is_empty()
    };
    let doubtful = notation.ambiguity_resolved_later()
        && scratch.readings.iter().skip_while(|it| it.len == len).any(sooner);
    (!doubtful).then_some(ExactReading { len, ply, check: annotations.check })
}
