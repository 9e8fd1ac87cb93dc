//! Reorders the text after a move: NAGs, comments, variations. Some importers silently skip it in any other
//! order.

use std::collections::LinkedList;

use super::{Writer, pgn::PgnWriter};
use crate::chess::{Comment, CommentKind, Nag, Ply, Position};

/// A deferred event.
enum Held {
    Ply(Box<Position>, Ply),
    Played(Box<Position>, Ply),
    Confidence(u16),
    Nag(Nag),
    Comment(CommentKind, String),
    BeginVariation,
    EndVariation,
}

/// Held events in order. Lists are joined in constant time, however deeply variations are nested.
type List = LinkedList<Held>;

/// A line in progress: the main line, or a variation.
#[derive(Default)]
struct HeldLine {
    /// Events in their final order; those of the main line are already written.
    done: List,
    /// The comments after the last ply.
    comments: List,
    /// The variations on the last ply.
    variations: List,
    has_plies: bool,
}

/// Writes a game, holding back annotations of a move until their order is known.
pub struct Arranged<'a> {
    pub pgn: PgnWriter<'a>,
    lines: Vec<HeldLine>,
    /// The number of events that were reordered.
    pub moved: u64,
}

impl<'a> Arranged<'a> {
    pub fn new(pgn: PgnWriter<'a>) -> Arranged<'a> {
        Arranged { pgn, lines: vec![HeldLine::default()], moved: 0 }
    }

    /// Discards the current game.
    pub fn clear(&mut self) {
        self.lines = vec![HeldLine::default()];
        self.moved = 0;
    }

    /// Whether the next ply belongs to a variation, which is written later.
    pub fn in_variation(&self) -> bool {
        self.lines.len() > 1
    }

    /// Holds back a ply of a variation.
    pub fn ply(&mut self, before: &Position, ply: &Ply) {
        self.flush();
        self.level().has_plies = true;
        self.finish(Held::Ply(Box::new(before.clone()), *ply));
    }

    /// Holds back the position after a ply of a variation.
    pub fn played(&mut self, after: &Position, ply: &Ply) {
        self.finish(Held::Played(Box::new(after.clone()), *ply));
    }

    pub fn confidence(&mut self, share: u16) {
        self.finish(Held::Confidence(share));
    }

    pub fn nag(&mut self, nag: Nag) {
        let level = self.level();
        let moves = !level.comments.is_empty() || !level.variations.is_empty();
        self.moved += u64::from(moves);
        self.finish(Held::Nag(nag));
    }

    pub fn comment(&mut self, comment: &Comment<'_>) {
        let level = self.level();
        let moves = !level.variations.is_empty();
        level.comments.push_back(Held::Comment(comment.kind, comment.text.clone().into_owned()));
        self.moved += u64::from(moves);
    }

    pub fn begin_variation(&mut self) {
        self.lines.push(HeldLine::default());
    }

    pub fn end_variation(&mut self) {
        self.flush();
        if self.lines.len() < 2 {
            return;
        }
        let mut inner = self.lines.pop().unwrap_or_default();
        let level = self.level();
        if inner.has_plies {
            level.variations.push_back(Held::BeginVariation);
            level.variations.append(&mut inner.done);
            level.variations.push_back(Held::EndVariation);
        } else {
            // A variation without moves is skipped by importers too.
            level.comments.append(&mut inner.done);
            self.moved += 1;
        }
    }

    /// Writes the held-back events of the current line.
    pub fn flush(&mut self) {
        let in_variation = self.in_variation();
        let level = self.level();
        let mut all = std::mem::take(&mut level.comments);
        all.append(&mut level.variations);
        if in_variation {
            level.done.append(&mut all);
        } else {
            all.into_iter().for_each(|event| self.write(event));
        }
    }

    fn level(&mut self) -> &mut HeldLine {
        self.lines.last_mut().expect("the main line is never taken away")
    }

    /// Appends an event in its final order.
    fn finish(&mut self, event: Held) {
        if self.in_variation() {
            self.level().done.push_back(event);
        } else {
            self.write(event);
        }
    }

    fn write(&mut self, event: Held) {
        let pgn = &mut self.pgn;
        match event {
            Held::Ply(before, ply) => {
                let written = pgn.ply(&before, &ply);
                debug_assert!(written.is_ok(), "the notation of export format has a text for every ply");
            }
            Held::Played(after, ply) => pgn.played(&after, &ply),
            Held::Confidence(share) => pgn.confidence(share),
            Held::Nag(nag) => pgn.nag(nag),
            Held::Comment(kind, text) => pgn.comment(&Comment { kind, text: text.into() }),
            Held::BeginVariation => pgn.begin_variation(),
            Held::EndVariation => pgn.end_variation(),
        }
    }
}
