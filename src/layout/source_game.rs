//! Games as given by their texts, for comparison with a second witness.

use std::{borrow::Cow, ops::Range};

use super::{InputFormat, ReadGame, grid, pgn, prose, read::cells};
use crate::{
    chess::{Outcome, Position, Tag, Tags},
    resolve::{Next, Notations, Source},
};

/// A game as given by its text.
pub struct SourceGame {
    /// The tag pairs.
    pub tags: Tags<'static>,
    /// The start position.
    pub start: Position,
    /// The outcome.
    pub outcome: Outcome,
    text: String,
    range: Range<usize>,
    parentheses: Vec<(usize, usize)>,
}

impl SourceGame {
    /// Reads the game in this range of a text in this format.
    #[must_use]
    pub fn of(format: InputFormat, text: &str, range: Range<usize>, notations: &Notations) -> SourceGame {
        let ReadGame { game, .. } = format.read(text, range.clone(), notations);
        let (text, range) = match format {
            InputFormat::Cells if let Some(cells) = cells::assembled(text, range.clone()) => {
                let range = 0..cells.text.len();
                (cells.text, range)
            }
            InputFormat::Pgn | InputFormat::Marked | InputFormat::Records | InputFormat::Cells => {
                (text[range.start..range.end].to_owned(), game.movetext.start - range.start..range.len())
            }
            InputFormat::Grid => {
                let text = grid::moves_text(text, range);
                let range = 0..text.len();
                (text, range)
            }
            InputFormat::Prose(wanted) => prose::woven(text, range, wanted),
        };
        let parentheses = pgn::read::parentheses(&text, range.clone());
        SourceGame {
            tags: owned(game.tags),
            start: game.start,
            outcome: game.outcome,
            text,
            range,
            parentheses,
        }
    }

    /// Returns the offset where the moves begin.
    #[must_use]
    pub fn begin(&self) -> usize {
        self.range.start
    }

    fn stretch(&self) -> pgn::Stretch<'_> {
        pgn::Stretch {
            text: &self.text,
            begin: self.range.start,
            end: self.range.end,
            parentheses: &self.parentheses,
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

    fn is_tagged(&self) -> bool {
        !self.tags.0.is_empty()
    }

    fn next(&self, place: usize) -> Next<'_> {
        self.stretch().following(place)
    }
}

/// Returns an owned copy of the tags.
fn owned(tags: Tags<'_>) -> Tags<'static> {
    let own = |it: Tag<'_>| Tag {
        name: Cow::Owned(it.name.into_owned()),
        value: Cow::Owned(it.value.into_owned()),
    };
    Tags(tags.0.into_iter().map(own).collect())
}
