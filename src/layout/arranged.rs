//! Reordering of what follows a move: NAGs, comments, variations. Some importers skip anything in another order.

use super::{Writer, pgn::PgnWriter};
use crate::chess::{Comment, CommentKind, Nag, Ply, Position};

/// An event held back for those that must precede it.
enum Held {
    Ply(Box<Position>, Ply),
    Played(Box<Position>, Ply),
    Confidence(u16),
    Nag(Nag),
    Comment(CommentKind, String),
    BeginVariation,
    EndVariation,
}

/// A list of held events: the first and the last. Each event links to the next, so lists are joined in constant
/// time, however deeply variations are nested.
type List = Option<(usize, usize)>;

/// A line: the main line, or a variation in progress.
#[derive(Default)]
struct HeldLine {
    /// Events in order; those of the main line have already been written.
    done: List,
    /// The comments after the last ply.
    comments: List,
    /// The variations on the last ply.
    variations: List,
    has_plies: bool,
}

/// Writes a game, holding back what belongs to a move until the order is known.
pub struct Arranged<'a> {
    pub pgn: PgnWriter<'a>,
    lines: Vec<HeldLine>,
    /// The held events, each with the index of the next in its list.
    held: Vec<(Held, usize)>,
    /// The number of events that were reordered.
    pub moved: u64,
}

impl<'a> Arranged<'a> {
    pub fn new(pgn: PgnWriter<'a>) -> Arranged<'a> {
        Arranged { pgn, lines: vec![HeldLine::default()], held: Vec::new(), moved: 0 }
    }

    /// Discards the current game.
    pub fn clear(&mut self) {
        self.lines = vec![HeldLine::default()];
        self.held.clear();
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
        let moves = level.comments.is_some() || level.variations.is_some();
        self.moved += u64::from(moves);
        self.finish(Held::Nag(nag));
    }

    pub fn comment(&mut self, comment: &Comment<'_>) {
        let moves = self.level().variations.is_some();
        self.moved += u64::from(moves);
        let list = self.hold(Held::Comment(comment.kind, comment.text.clone().into_owned()));
        self.level().comments = self.joined(self.lines[self.lines.len() - 1].comments, list);
    }

    pub fn begin_variation(&mut self) {
        self.lines.push(HeldLine::default());
    }

    pub fn end_variation(&mut self) {
        self.flush();
        if self.lines.len() < 2 {
            return;
        }
        let inner = self.lines.pop().unwrap_or_default();
        let HeldLine { comments, variations, .. } = *self.level();
        if inner.has_plies {
            let begin = self.hold(Held::BeginVariation);
            let end = self.hold(Held::EndVariation);
            let whole = [begin, inner.done, end].into_iter().fold(variations, |all, it| self.joined(all, it));
            self.level().variations = whole;
        } else {
            // A variation without moves is skipped too.
            self.moved += 1;
            self.level().comments = self.joined(comments, inner.done);
        }
    }

    /// Writes what is held back of the current line.
    pub fn flush(&mut self) {
        let level = self.level();
        let (comments, variations) = (level.comments.take(), level.variations.take());
        let all = self.joined(comments, variations);
        if self.in_variation() {
            self.level().done = self.joined(self.lines[self.lines.len() - 1].done, all);
            return;
        }
        let mut next = all.map(|it| it.0);
        while let Some(at) = next {
            let (event, after) = std::mem::replace(&mut self.held[at], (Held::EndVariation, usize::MAX));
            self.write(event);
            next = (after != usize::MAX).then_some(after);
        }
        self.held.clear();
    }

    fn level(&mut self) -> &mut HeldLine {
        self.lines.last_mut().expect("the main line is never taken away")
    }

    /// Appends an event to those in order.
    fn finish(&mut self, event: Held) {
        if self.in_variation() {
            let list = self.hold(event);
            self.level().done = self.joined(self.lines[self.lines.len() - 1].done, list);
        } else {
            self.write(event);
        }
    }

    fn hold(&mut self, event: Held) -> List {
        self.held.push((event, usize::MAX));
        Some((self.held.len() - 1, self.held.len() - 1))
    }

    fn joined(&mut self, one: List, other: List) -> List {
        let (Some((first, middle)), Some((next, last))) = (one, other) else { return one.or(other) };
        self.held[middle].1 = next;
        Some((first, last))
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
