//! Reads a single text as a move, outside of a game.

use super::{MoveText, Next, Reader, Source, explain};
use crate::{
    chess::{Ply, Position},
    diagnostics::Problem,
    notation::Notation,
};

/// The meaning of a text as a move.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The plies that it may mean: none, one, or several between which it is ambiguous.
    pub plies: Vec<Ply>,
    /// The problems: marks that don't fit the ply; the reason why it means none, if it is a well-formed move;
    /// the ambiguity, if it may mean several.
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
        return Meaning { plies: Vec::new(), problems: vec![Problem::WrongBoard(why.0)] };
    }
    let mut readings = Vec::new();
    notation.read(position, text, &mut readings);
    readings.retain(|it| it.len == text.len());
    if readings.is_empty() {
        let refusal = notation.refusal(position, text).filter(|it| it.0 == text.len());
        let problem = |(_, why)| Problem::NoLegalMove { reason: Some(why), suggestions: Vec::new() };
        return Meaning { plies: Vec::new(), problems: refusal.map(problem).into_iter().collect() };
    }
    let (plies, annotations) = Reader::new(&Nothing, notation, true).candidates(position, &readings);
    let problems = match plies[..] {
        [] => {
            let text = MoveText { start: 0, text, number: None, digits: 0 };
            vec![explain::failure(notation, position, &text, Vec::new()).1]
        }
        [ply] => {
            let mut after = position.clone();
            after.play(&ply);
            explain::wrong_marks(&after, &ply, annotations)
        }
        _ => vec![explain::ambiguous(notation, position, &plies, notation.ambiguity_resolved_later())],
    };
    Meaning { plies, problems }
}
