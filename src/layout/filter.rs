//! Leaving things out on request.

use super::{Head, Writer};
use crate::{
    chess::{Comment, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    notation::Unwritable,
};

/// What is to be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Comments.
    pub comments: bool,
    /// Variations.
    pub variations: bool,
    /// Glyphs.
    pub nags: bool,
}

impl Filter {
    /// Is nothing to be left out?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Filter::default()
    }
}

/// A writer that leaves things out.
pub struct Filtered<'w, W: ?Sized> {
    writer: &'w mut W,
    filter: Filter,
    depth: usize,
}

impl<'w, W: Writer + ?Sized> Filtered<'w, W> {
    /// The writer without what the filter says.
    pub fn new(writer: &'w mut W, filter: Filter) -> Self {
        Filtered { writer, filter, depth: 0 }
    }

    fn is_hidden(&self) -> bool {
        self.filter.variations && self.depth > 0
    }
}

impl<W: Writer + ?Sized> Writer for Filtered<'_, W> {
    fn begin(&mut self, head: &Head<'_>) {
        self.depth = 0;
        let preamble = if self.filter.comments { &[] } else { head.preamble };
        self.writer.begin(&Head { preamble, ..*head });
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.is_hidden() { Ok(()) } else { self.writer.ply(before, ply) }
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        self.writer.skip(before, ply)
    }

    fn suits(&self, start: &Position) -> Result<(), Unwritable> {
        self.writer.suits(start)
    }

    fn resign(&mut self, position: &Position) {
        self.writer.resign(position);
    }

    fn uses_origins(&self) -> bool {
        self.writer.uses_origins()
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if !self.is_hidden() {
            self.writer.played(after, ply);
        }
    }

    fn confidence(&mut self, share: u16) {
        if !self.is_hidden() {
            self.writer.confidence(share);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if !self.filter.nags && !self.is_hidden() {
            self.writer.nag(nag);
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if (comment.kind.is_of_moves() || !self.filter.comments) && !self.is_hidden() {
            self.writer.comment(comment);
        }
    }

    fn short_comment(&mut self, text: &str) {
        if !self.filter.comments && !self.is_hidden() {
            self.writer.short_comment(text);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        if !self.filter.variations {
            self.writer.begin_variation();
        }
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        if !self.filter.variations {
            self.writer.end_variation();
        }
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.writer.end(outcome, diagnostics);
    }
}
