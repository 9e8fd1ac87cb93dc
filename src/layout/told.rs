//! Games as their texts tell them: what a second witness of the same game is held against.

use std::ops::Range;

use super::{Form, ReadGame, grid, pgn, prose, read::cells, transcript::Transcript};
use crate::{
    chess::{Outcome, Position, Tags},
    resolve::{Next, Notations, Source},
};

/// A game as its text tells it.
pub struct Told {
    /// The tag pairs.
    pub tags: Tags<'static>,
    /// The position in which it begins.
    pub start: Position,
    /// How it ended.
    pub outcome: Outcome,
    moves: Transcript,
    begin: usize,
    parentheses: Vec<(usize, usize)>,
}

impl Told {
    /// The game that takes up this part of a text in this form.
    #[must_use]
    pub fn of(form: Form, text: &str, range: Range<usize>, notations: &Notations) -> Told {
        let ReadGame { game, .. } = form.read(text, range.clone(), notations);
        let as_text = |moves: &str| {
            let mut game = Transcript::new(0);
            game.moves.push_str(moves);
            game
        };
        let (moves, begin) = match form {
            Form::Cells if let Some(cells) = cells::assembled(text, range.clone()) => (cells.game, 0),
            Form::Pgn | Form::Marked | Form::Records | Form::Cells => {
                (as_text(&text[range.clone()]), game.movetext.start - range.start)
            }
            Form::Grid => (as_text(&grid::moves_text(text, range)), 0),
            Form::Prose(wanted) => (prose::transcript(text, range, wanted), 0),
        };
        let parentheses = pgn::read::parentheses(&moves.moves, begin..moves.moves.len());
        Told {
            tags: game.tags.into_owned(),
            start: game.start,
            outcome: game.outcome,
            moves,
            begin,
            parentheses,
        }
    }

    /// Where the moves begin.
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
            asides: &self.moves.asides,
            tagged: !self.tags.0.is_empty(),
        }
    }
}

impl Source for Told {
    fn text(&self) -> &str {
        self.stretch().whole()
    }

    fn aside(&self, place: usize) -> Option<usize> {
        self.stretch().aside(place)
    }

    fn is_tagged(&self) -> bool {
        !self.tags.0.is_empty()
    }

    fn next(&self, place: usize) -> Next<'_> {
        self.stretch().following(place)
    }
}
