//! Lines: the sources of their texts, and the results of reading them.

use std::ops::Range;

use super::Evidence;
use crate::{
    chess::{Color, Ply},
    diagnostics::Diagnostic,
    events::Confidence,
    notation::Notation,
};

/// A source of the texts of a line's moves.
pub trait Source {
    /// Returns the next item at or after this offset.
    fn next(&self, place: usize) -> Next<'_>;

    /// Returns the text at exactly this offset, if it may be a move, without searching ahead.
    fn at(&self, place: usize) -> Option<MoveText<'_>> {
        match self.next(place) {
            Next::Move(text) if text.start == place => Some(text),
            _ => None,
        }
    }

    /// Returns the text that the offsets refer to, up to the end of the line.
    fn text(&self) -> &str;

    /// Returns the end of the item at this offset if it is certainly not part of the line: a comment, NAG or
    /// variation.
    fn aside(&self, place: usize) -> Option<usize> {
        let _ = place;
        None
    }

    /// Returns what the text at this offset looks like, judging by its layout.
    fn looks(&self, place: usize) -> Looks {
        let _ = place;
        Looks::Moves
    }

    /// Whether a row may begin at exactly this offset, within a line.
    fn may_begin_row(&self, place: usize) -> bool {
        let _ = place;
        false
    }

    /// Whether the text at exactly this offset states the ending of a game in words.
    fn tells_end(&self, place: usize) -> bool {
        let _ = place;
        false
    }

    /// Returns a recogniser's readings of the texts, in order.
    fn recognised(&self) -> &[Recognised] {
        &[]
    }

    /// Returns what is known to be certain of the texts, in order.
    fn evidence(&self) -> &[Evidence] {
        &[]
    }

    /// Whether even a line that reads literally may be wrong.
    fn is_doubtful(&self) -> bool {
        false
    }

    /// Whether there may be notes among the texts.
    fn has_notes(&self) -> bool {
        false
    }

    /// Whether the texts are the whole content of brackets, so that a note may extend to their end.
    fn is_bracketed(&self) -> bool {
        false
    }

    /// Whether the layout is compatible with this notation.
    fn supports(&self, notation: &dyn Notation) -> bool {
        let _ = notation;
        true
    }

    /// Whether the texts are from a game with tag pairs, whose moves are in standard algebraic notation with
    /// English letters (PGN standard 8.2.3) if possible.
    fn is_tagged(&self) -> bool {
        false
    }
}

/// A recogniser's readings of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Recognised {
    /// Offset of the first reading's text.
    pub at: usize,
    /// The readings with their scores, most likely first.
    pub readings: Vec<(String, f64)>,
}

/// The likely nature of a part of a [`Source`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// Moves of the line.
    Moves,
    /// Moves or a note.
    Either,
    /// A note or a page header.
    Note,
}

/// An item of a [`Source`].
#[derive(Clone, Copy)]
pub enum Next<'t> {
    /// A candidate move: a text that may begin with one.
    Move(MoveText<'t>),
    /// The end of the line.
    End(usize),
}

/// A text that may begin with a move.
#[derive(Clone, Copy)]
pub struct MoveText<'t> {
    pub start: usize,
    /// The text, up to where the move must have ended.
    pub text: &'t str,
    /// The preceding move number, with the side to move that it implies.
    pub number: Option<(u32, Option<Color>)>,
    /// The number of leading bytes that may be a move number run into the move.
    pub digits: usize,
}

/// A ply with its text.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The start of the text.
    pub start: usize,
    /// The length of the text in bytes; 32 bits, as there may be millions of steps.
    len: u32,
    /// The ply; `None` for resignation, and for words that are not moves.
    pub ply: Option<Ply>,
    /// Whether the side to move resigns.
    pub resigns: bool,
}

impl Step {
    pub(super) fn of(ply: Option<Ply>, start: usize, len: usize) -> Step {
        Step { start, len: u32::try_from(len).unwrap_or(u32::MAX), ply, resigns: false }
    }

    /// Returns the length of the text in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the end of the text.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.len()
    }

    /// Whether there is no text, so that the ply was inferred.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the text could not be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.ply.is_none() && !self.resigns
    }

    /// Returns the range of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end()
    }
}

/// A line as read.
#[derive(Debug, Default)]
pub struct Line {
    /// The plies with their texts.
    pub steps: Vec<Step>,
    /// The offset at which reading ended.
    pub end: usize,
    /// Whether everything was read.
    pub complete: bool,
    /// The number of texts that aren't moves, or were ambiguous until later texts decided.
    pub doubts: usize,
    /// The diagnostics; the last one states why an incomplete line is incomplete.
    pub diagnostics: Vec<Diagnostic>,
    /// The comments to add to the game for repaired steps, in order of steps, as in
    /// `12... B-Kt5 read as B-KKt5`.
    pub remarks: Vec<(usize, String)>,
    /// The confidence in each step, if the line was decoded.
    pub confidences: Vec<Confidence>,
}

impl Line {
    /// Returns the comments to add to the game for this step.
    #[must_use]
    pub fn remark(&self, step: usize) -> Option<String> {
        let found = self.remarks.binary_search_by_key(&step, |it| it.0).ok()?;
        Some(self.remarks[found].1.clone())
    }

    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.steps.iter().filter_map(|step| step.ply)
    }
}
