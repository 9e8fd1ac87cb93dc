//! Bare moves: one game per line, without tags, numbers, comments and variations.
//!
//! ```text
//! e4 e5 Nf3 d6 d4 Bg4 1-0
//! ```
//!
//! A start position other than the usual one precedes the moves, as tags. Unread and unwritable moves are
//! kept in braces.

use super::{Head, Output, Writer};
use crate::{
    chess::{Comment, CommentKind, Outcome, Ply, Position, Variant},
    diagnostics::Located,
    notation::{Choice, Notation, Unwritable},
};

/// Writes the main lines of games into a buffer.
pub struct MovesWriter<'a> {
    out: Vec<u8>,
    notation: &'a dyn Notation,
    /// Whether lines end with the result.
    results: bool,
    /// The number of open variations.
    depth: usize,
    /// Whether the current line has a word.
    begun: bool,
}

impl<'a> MovesWriter<'a> {
    /// Creates a writer of moves in this notation; `results` sets whether lines end with the result.
    pub fn new(choice: &'a Choice, results: bool) -> MovesWriter<'a> {
        MovesWriter { out: Vec::new(), notation: &*choice.notation, results, depth: 0, begun: false }
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            self.out.push(b' ');
        }
    }

    fn braces(&mut self, text: &str) {
        self.separate();
        let text = text.replace(['\n', '\r'], " ").replace('}', ")");
        self.out.extend_from_slice(format!("{{{text}}}").as_bytes());
    }
}

impl Output for MovesWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn keeps_escapes(&self) -> bool {
        // Dropped like all comments, without a warning.
        true
    }
}

impl Writer for MovesWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        (self.depth, self.begun) = (0, false);
        let start = head.start;
        if !start.is_first() || start.variant() != Variant::Standard {
            self.begun = true;
            let mut tag = |name: &str, value: &str| {
                self.out.extend_from_slice(format!("[{name} \"{value}\"]").as_bytes())
            };
            if start.variant() != Variant::Standard {
                tag("Variant", start.variant().name());
            }
            if !start.is_first() {
                tag("SetUp", "1");
                tag("FEN", &start.fen());
            }
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return Ok(());
        }
        let (len, begun) = (self.out.len(), self.begun);
        self.separate();
        let written = self.notation.write(before, ply, &mut self.out);
        if written.is_err() {
            self.out.truncate(len);
            self.begun = begun;
        }
        written
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let Some(placeholder) = self.notation.placeholder(before, ply) else { return false };
        self.braces(&placeholder);
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth == 0 && after.may_have_marks() {
            self.notation.write_marks(after, ply, &mut self.out);
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.depth == 0 && matches!(comment.kind, CommentKind::Unread | CommentKind::Unwritten) {
            self.braces(&comment.text);
        }
    }

    fn short_comment(&mut self, _: &str) {}

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn resign(&mut self, _: &Position) {
        if let Some(sign) = self.notation.resignation() {
            self.separate();
            self.out.extend_from_slice(sign.as_bytes());
        }
    }

    fn end(&mut self, outcome: Outcome, _: &[Located]) {
        if self.results {
            self.separate();
            self.out.extend_from_slice(outcome.marker().as_bytes());
        }
        self.out.push(b'\n');
    }
}
