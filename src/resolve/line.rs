//! Lines: where the texts of their moves come from, and what they turn out to be.

use std::ops::Range;

use crate::{
    chess::{Color, Ply},
    diagnostics::Diagnostic,
    notation::Notation,
};

/// Where the texts of a line's moves come from.
pub trait Source {
    /// What there is at this place or after it.
    fn next(&self, place: usize) -> Next<'_>;

    /// The text that begins at this very place, if it may be a move's. What follows is not looked through for one.
    fn at(&self, place: usize) -> Option<MoveText<'_>> {
        match self.next(place) {
            Next::Move(text) if text.start == place => Some(text),
            _ => None,
        }
    }

    /// The text in which the places lie, up to where the line ends.
    fn text(&self) -> &str;

    /// Where what begins at this place ends, if it is surely no part of the line: a comment, a glyph, a variation.
    fn aside(&self, place: usize) -> Option<usize> {
        let _ = place;
        None
    }

    /// What stands at this place, from how it is written down.
    fn looks(&self, place: usize) -> Looks {
        let _ = place;
        Looks::Moves
    }

    /// Is there reason to doubt a line that reads as it stands?
    fn is_doubtful(&self) -> bool {
        false
    }

    /// May the texts be in this notation, from how they are written down?
    fn supports(&self, notation: &dyn Notation) -> bool {
        let _ = notation;
        true
    }

    /// Does a game with tag pairs have the texts? Its moves are in standard algebraic notation with English letters
    /// (PGN standard 8.2.3), if they can be.
    fn is_tagged(&self) -> bool {
        false
    }
}

/// What a part of a [`Source`] looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// Moves of the line.
    Moves,
    /// Moves, or a note.
    Either,
    /// A note, a page head.
    Note,
}

/// What a [`Source`] has at a place.
pub enum Next<'t> {
    /// A text that begins with a move, if it is one.
    Move(MoveText<'t>),
    /// The line ends here.
    End(usize),
}

/// A text that begins with a move, if it is one.
#[derive(Clone, Copy)]
pub struct MoveText<'t> {
    /// Where it begins.
    pub start: usize,
    /// The text, up to where the move must have ended.
    pub text: &'t str,
    /// The move number before it, with the side that it says moves.
    pub number: Option<(u32, Option<Color>)>,
    /// How many of its first bytes may be a move number that is not set apart.
    pub digits: usize,
}

/// A ply with its text.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where the text begins.
    pub start: usize,
    /// How many bytes it takes. There may be millions of steps.
    len: u32,
    /// What it means; `None` for resignation, and for words that are no move.
    pub ply: Option<Ply>,
    /// Does the side to move resign?
    pub resigns: bool,
}

impl Step {
    pub(super) fn of(ply: Option<Ply>, start: usize, len: usize) -> Step {
        Step { start, len: u32::try_from(len).unwrap_or(u32::MAX), ply, resigns: false }
    }

    /// How many bytes the text takes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Where the text ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.len()
    }

    /// Is there no text? The ply was supplied then.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Is this a text that could not be read?
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.ply.is_none() && !self.resigns
    }

    /// The place of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end()
    }
}

/// A line as it was read.
#[derive(Debug, Default)]
pub struct Line {
    /// The plies with their texts.
    pub steps: Vec<Step>,
    /// Where the reading ended.
    pub end: usize,
    /// Was everything read?
    pub complete: bool,
    /// How many texts are no move, or fitted several plies until the rest of the line decided.
    pub doubts: usize,
    /// What there is to say: last, if it is not complete, why not.
    pub diagnostics: Vec<Diagnostic>,
    /// What the game must say of its repaired steps, in the order of their numbers, as in `12... B-Kt5 read as B-KKt5`.
    pub remarks: Vec<(usize, String)>,
    /// How sure each step is, by its number, in ten-thousandths, if the line has been decoded.
    pub confidences: Vec<u16>,
}

impl Line {
    /// What the game must say of the step of this number.
    #[must_use]
    pub fn remark(&self, step: usize) -> Option<String> {
        let found = self.remarks.binary_search_by_key(&step, |it| it.0).ok()?;
        Some(self.remarks[found].1.clone())
    }

    /// The plies.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.steps.iter().filter_map(|step| step.ply)
    }
}
