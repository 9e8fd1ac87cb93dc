//! Games as given by their texts, for comparison with a second witness.

use std::ops::Range;

use super::{
    InputFormat, ReadGame, grid, pgn, prose,
    read::{cells::Tables, records},
    transcript::Transcript,
};
use crate::slice::Slice as _;
use crate::{
    chess::{Outcome, Position, Tags},
    resolve::{Next, Notations, Recognised, Source},
};

/// A game as given by its text.
pub struct SourceGame {
    /// The tag pairs.
    pub tags: Tags<'static>,
    /// The start position.
    pub start: Position,
    /// The outcome.
    pub outcome: Outcome,
    moves: Transcript,
    begin: usize,
    parentheses: Vec<(usize, usize)>,
}

impl SourceGame {
    /// Reads the game in this range of a text in this format.
    #[must_use]
    pub fn of(format: InputFormat, text: &str, range: Range<usize>, notations: &Notations) -> SourceGame {
        let ReadGame { game, .. } = format.read(text, range.clone(), notations);
        let as_text = |moves: &str| {
            let mut game = Transcript::new(0);
            game.moves.push_str(moves);
            game
        };
        let (moves, begin) = match format {
            InputFormat::Cells if let Some(game) = Tables::default().transcript(text, range.clone()) => {
                (game, 0)
            }
            InputFormat::Records if let Some(game) = records::transcript(text, range.clone()) => (game, 0),
            InputFormat::Pgn | InputFormat::Marked | InputFormat::Records | InputFormat::Cells => {
                (as_text(text.slice(range.clone())), game.movetext.start - range.start)
            }
            InputFormat::Grid => (as_text(&grid::moves_text(text, range)), 0),
            InputFormat::Prose(wanted) => (prose::transcript(text, range, wanted), 0),
        };
        let parentheses = pgn::read::parentheses(&moves.moves, begin..moves.moves.len());
        SourceGame {
            tags: game.tags.into_owned(),
            start: game.start,
            outcome: game.outcome,
            moves,
            begin,
            parentheses,
        }
    }

    /// Returns the offset where the moves begin.
    #[must_use]
    pub fn begin(&self) -> usize {
        self.begin
    }

    fn stretch(&self) -> pgn::Stretch<'_> {
        pgn::Stretch {
            text: &self.moves.moves,
            begin: self.begin,
            end: self.moves.moves.len(),
            parentheses: &self.parentheses,
            insertions: &self.moves.insertions,
            recognised: &self.moves.recognised,
            tagged: !self.tags.0.is_empty(),
        }
    }
}

impl Source for SourceGame {
    fn text(&self) -> &str {
        self.stretch().whole()
    }

    fn aside(&self, place: usize) -> Option<usize> {
        self.stretch().aside(place)
    }

    fn recognised(&self) -> &[Recognised] {
        &self.moves.recognised
    }

    fn is_tagged(&self) -> bool {
        !self.tags.0.is_empty()
    }

    fn next(&self, place: usize) -> Next<'_> {
        self.stretch().following(place)
    }
}
