//! Canonical moves of other notations than English SAN, which find their moves themselves
//! ([`Notation::find_exact`](crate::notation::Notation::find_exact)).

use std::ops::Range;

use shakmaty::{Color, Square};

use super::{
    ExactReader,
    plain::{color, is_mate},
    sink::{Landing, Number, Sink},
    word::Said,
};
use crate::{
    chess::Effect,
    lex,
    notation::{CheckClaim, ExactReading, exact::Found},
    slice::Slice as _,
};

impl<S: Sink> ExactReader<'_, S> {
    /// Plays a canonical move of another notation.
    #[inline(never)]
    pub(super) fn other<const BLACK: bool>(&mut self, at: usize, number: Number) -> usize {
        let us = color(BLACK);
        if let Some(words) = self.typed
            && let Some(after) = self.typed_word(words, us, at, number)
        {
            return after;
        }
        let text = self.text.slice(at..);
        match text.as_bytes().first() {
            // Mostly castling, which no other move resembles.
            Some(b'O') => {
                if let Some(after) = self.other_castling(us, at, number) {
                    return after;
                }
            }
            // The end of almost every game.
            Some(b'0' | b'1') if lex::usual_outcome(text.as_bytes(), 0).is_some() => return 0,
            _ => {}
        }
        let position = &self.lines.position;
        let Some(board) = position.ordinary() else { return 0 };
        let Some(found) = self.notation.find_exact(position, board, text) else {
            return self.other_castling(us, at, number).unwrap_or(0);
        };
        let place = at..at + found.len();
        if !matches!(text.as_bytes().get(found.len()), Some(b' ' | b'\n')) {
            return 0;
        }
        if found.is_rare() {
            return self.other_seldom(us, found, place, number);
        }
        let ply = found.plain();
        let Some(held) = self.sink.before(position, board, us, &ply) else { return 0 };
        self.prepare(true, ply.from, ply.to);
        let Some(board) = self.lines.position.ordinary_mut() else { return 0 };
        board.shift(us, ply.role, ply.from, ply.to);
        self.other_written(us, ply.to, found.check(), place, held, number)
    }

    /// Plays an ambiguous move, a promotion, or a capture en passant.
    #[inline(never)]
    fn other_seldom(&mut self, us: Color, found: Found, place: Range<usize>, number: Number) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let ply = found.ply(board);
        let Some(held) = self.sink.before(&self.lines.position, board, us, &ply) else { return 0 };
        self.make(us, &ply);
        self.other_written(us, ply.to, found.check(), place, held, number)
    }

    /// Passes on the ply just made to square `to`, whose text is in this range; reports a wrong mark.
    #[inline(always)]
    fn other_written(
        &mut self,
        us: Color,
        to: Square,
        check: Option<CheckClaim>,
        place: Range<usize>,
        held: S::Held,
        number: Number,
    ) -> usize {
        self.letters.add(self.text.as_bytes()[place.start]);
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let checks = board.checkers().any();
        let mut landing = Landing { to, checks, mate: None, castled: false };
        if (check.is_some() | checks) && !self.is_mark_right(&mut landing, check, place.clone()) {
            return self.leave();
        }
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        self.sink.after(&self.lines.position, board, (number, us.is_black()), held, landing);
        place.end
    }

    /// Checks the mark of the ply just made; reports a wrong one.
    #[inline(never)]
    fn is_mark_right(
        &mut self,
        landing: &mut Landing,
        check: Option<CheckClaim>,
        place: Range<usize>,
    ) -> bool {
        let Some(board) = self.lines.position.ordinary() else { return false };
        // Books mark checks, so an unmarked check may be another move.
        let Some(claim) = check else { return !self.notation.ambiguity_resolved_later() };
        let effect = match claim {
            _ if board.checkers().is_empty() => Effect::None,
            CheckClaim::Check => Effect::Check,
            _ => {
                landing.mate = Some(is_mate(board));
                landing.effect(board, true)
            }
        };
        claim.fits(effect) || self.warn_of_mark(place, claim, effect).is_some()
    }

    /// Plays castling in another notation. Returns the offset after it, 0 if it isn't played, or `None` if
    /// the text isn't castling.
    #[inline(never)]
    fn other_castling(&mut self, us: Color, at: usize, number: Number) -> Option<usize> {
        let position = &self.lines.position;
        if !position.ordinary()?.may_castle(us) {
            return None;
        }
        let text = self.text.slice(at..);
        let ExactReading { len, ply, check } = self.notation.castling_exact(position, text)?;
        let (Some(kingside), None | Some(CheckClaim::Check | CheckClaim::Mate), Some(b' ' | b'\n')) =
            (ply.is_kingside_castling(), check, text.as_bytes().get(len))
        else {
            return None;
        };
        let said = Said { marked: check.is_some(), mates: check == Some(CheckClaim::Mate) };
        self.letters.add(text.as_bytes()[0]);
        let after = self.castle(us, said, at..at + len, kingside, number);
        let unmarked = check.is_none() && self.lines.position.is_check();
        let is_other = after > 0 && unmarked && self.notation.ambiguity_resolved_later();
        Some(if is_other { self.leave() } else { after })
    }
}
