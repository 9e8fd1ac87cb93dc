//! Omission of parts of games.

use super::{Head, HeadTags, Provenance, Writer};
use crate::{
    chess::{Comment, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    events::edits::TagEdits,
    notation::Unwritable,
};

/// The parts of the movetext to omit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Omit {
    pub comments: bool,
    pub variations: bool,
    pub nags: bool,
}

/// What to omit or change between reading and writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The parts of the movetext to omit.
    pub omit: Omit,
    /// The number of plies of the main line to write; `None` for all.
    pub plies: Option<u32>,
    pub tags: TagEdits,
}

impl Filter {
    /// Whether nothing is omitted or changed.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }
}

impl From<Omit> for Filter {
    fn from(omit: Omit) -> Filter {
        Filter { omit, ..Filter::default() }
    }
}

/// A writer that omits what a filter says.
pub struct Filtered<'w> {
    writer: &'w mut dyn Writer,
    filter: &'w Filter,
    depth: usize,
    /// The number of plies of the main line still to write, if limited.
    left: Option<u32>,
    /// Whether there were more.
    cut: bool,
}

impl<'w> Filtered<'w> {
    pub fn new(writer: &'w mut dyn Writer, filter: &'w Filter) -> Filtered<'w> {
        Filtered { writer, filter, depth: 0, left: filter.plies, cut: false }
    }

    fn is_hidden(&self) -> bool {
        self.cut || self.filter.omit.variations && self.depth > 0
    }
}

impl Writer for Filtered<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.depth = 0;
        let preamble = if self.filter.omit.comments { &[] } else { head.preamble };
        if self.filter.tags.is_empty() {
            self.writer.begin(&Head { preamble, ..*head });
        } else {
            let tags = self.filter.tags.apply(&head.tags, head.start);
            self.writer.begin(&Head { preamble, tags: HeadTags::Read(&tags), written: None, ..*head });
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.cut |= self.depth == 0 && self.left == Some(0);
        if self.is_hidden() { Ok(()) } else { self.writer.ply(before, ply) }
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        self.writer.skip(before, ply)
    }

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        self.writer.supports(start)
    }

    fn resign(&mut self, position: &Position) {
        if !self.cut {
            self.writer.resign(position);
        }
    }

    fn uses_origins(&self) -> bool {
        self.writer.uses_origins()
    }

    fn shows_tags(&self) -> bool {
        self.writer.shows_tags()
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if !self.is_hidden() {
            self.writer.played(after, ply);
        }
        if self.depth == 0 {
            self.left = self.left.map(|left| left.saturating_sub(1));
        }
    }

    fn wants_source(&self) -> bool {
        self.writer.wants_source()
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        if !self.is_hidden() {
            self.writer.provenance(from);
        }
    }

    fn confidence(&mut self, share: u16) {
        if !self.is_hidden() {
            self.writer.confidence(share);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if !self.filter.omit.nags && !self.is_hidden() {
            self.writer.nag(nag);
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if (comment.kind.is_of_moves() || !self.filter.omit.comments) && !self.is_hidden() {
            self.writer.comment(comment);
        }
    }

    fn short_comment(&mut self, text: &str) {
        if !self.filter.omit.comments && !self.is_hidden() {
            self.writer.short_comment(text);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        if !self.filter.omit.variations && !self.cut {
            self.writer.begin_variation();
        }
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        if !self.filter.omit.variations && !self.cut {
            self.writer.end_variation();
        }
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.writer.end(outcome, diagnostics);
    }
}
