//! The text from which a game was read, and where its plies stand there.

use std::ops::Range;

use serde::Serialize;

use super::{Confidence, Span};
use crate::{
    chess::{Ply, Position},
    lex,
    notation::{Choice, text_of},
    slice::Slice as _,
};

/// The text from which a game was read, with the lines of the game.
pub struct SourceText<'t> {
    /// The name of the file.
    pub file: &'t str,
    text: &'t str,
    game: Range<usize>,
    /// The number of the first of the lines.
    first_line: u64,
    /// The range of each line that the game touches.
    lines: Vec<Range<usize>>,
}

/// Where a ply was read, and with what confidence.
pub struct Provenance<'a> {
    pub source: &'a SourceText<'a>,
    /// The text of the ply there.
    pub span: Span,
    /// The position before the ply.
    pub before: &'a Position,
    pub ply: &'a Ply,
    /// The confidence in it, and what else it may be, if it was decoded.
    pub confidence: Option<&'a Confidence>,
    pub is_variation: bool,
}

/// What else the text of a ply may mean.
#[derive(Serialize)]
pub struct Alternative {
    pub san: String,
    pub confidence: f64,
}

impl<'t> SourceText<'t> {
    /// Creates the source of the game in this range of a text, which begins on the line of this number.
    pub fn new(file: &'t str, text: &'t str, game: Range<usize>, first_line: u64) -> SourceText<'t> {
        let is_end = |it: char| matches!(it, '\n' | '\r');
        let mut at = text.slice(..game.start).rfind(is_end).map_or(0, |n| n + 1);
        let mut lines = Vec::new();
        while at < game.end || lines.is_empty() {
            let rest = text.slice(at..);
            let end = at + rest.find(is_end).unwrap_or(rest.len());
            lines.push(at..end);
            at = lex::after_line_end(text.as_bytes(), end);
        }
        SourceText { file, text, game, first_line, lines }
    }

    pub fn game(&self) -> Range<usize> {
        self.game.clone()
    }

    /// Lists the lines that the game touches, each with its number and its range.
    pub fn lines(&self) -> impl Iterator<Item = (u64, Range<usize>)> {
        (self.first_line..).zip(self.lines.iter().cloned())
    }

    pub fn text(&self, range: Range<usize>) -> &'t str {
        self.text.slice(range)
    }

    /// Returns the line and the column of an offset, both counted from 1.
    pub fn place(&self, at: usize) -> (u64, usize) {
        let n = self.lines.partition_point(|it| it.start <= at).saturating_sub(1);
        let line = self.lines.get(n).map_or(at, |it| it.start);
        (self.first_line + n as u64, 1 + self.text(line..at).chars().count())
    }
}

impl Provenance<'_> {
    /// Returns the text of the ply, without blanks at its ends and with one for each line end.
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.source.text(self.span.range()).split_whitespace().collect();
        words.join(" ")
    }

    /// Returns the line and the column of the text.
    pub fn place(&self) -> (u64, usize) {
        self.source.place(self.span.start)
    }

    /// Lists the next most likely plies with their shares in ten-thousandths, most likely first.
    pub fn others(&self) -> impl Iterator<Item = (&Ply, u16)> {
        self.confidence.iter().flat_map(|it| it.others.iter().map(|(ply, share)| (ply, *share)))
    }

    /// Lists what else the text may mean, most likely first.
    pub fn alternatives(&self) -> impl Iterator<Item = Alternative> {
        let san = Choice::san();
        self.others().filter_map(move |(ply, share)| {
            let san = text_of(&*san.notation, self.before, ply).ok()?;
            Some(Alternative { san, confidence: Confidence::number(share) })
        })
    }
}
