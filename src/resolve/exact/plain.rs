//! Canonical moves on an ordinary board, found, played and written in one loop.
//!
//! [`super::san`] and [`super::other`] find the moves. The optimisations, the most effective first:
//!
//! * A word is one load of eight bytes: its length follows from a mask of blanks, its check mark from the
//!   last byte, the destination from the last two, the role from a table indexed by the first. Everything
//!   unusual leaves by one branch.
//! * *Verify, don't rebuild*: if only one piece of the role can go there, and the word has at most three
//!   characters and the capture sign, it is already canonical.
//! * One's own king is safe unless the origin lies on a line with a sniper: one table look-up. The full test
//!   is made only in check, for kings and en passant.
//! * Rare conditions are combined (`|`, not `||`): three branches are mispredicted more often than one.
//! * The side to move is a constant: the loop is *number, White, Black*.
//!
//! Whatever is not handled here is read by [`super::ExactReader`] one token at a time, from the start of the word.

use std::ops::Range;

use shakmaty::{Color, Square};

use super::{
    ExactReader,
    sink::{Landing, Number, Sink},
    word::{Said, blanks, load, past_number},
};
use crate::{
    chess::{self, Castling, Effect, Ply, Rules as _, Standard},
    notation::{CheckClaim, exact::ExactPly},
};

/// Returns the side to move as a constant.
#[inline(always)]
pub(super) const fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

impl<S: Sink> ExactReader<'_, S> {
    /// Plays canonical moves as far as possible.
    pub(super) fn plain(&mut self) {
        let first = self.ply_number();
        if self.is_plain {
            self.moves::<true>()
        } else {
            self.others()
        }
        self.plies += self.ply_number() - first;
    }

    /// Returns the number of the next ply of an ordinary board.
    fn ply_number(&self) -> u64 {
        let number = |it: &Standard| 2 * u64::from(it.move_number()) + u64::from(it.turn().is_black());
        self.lines.position.ordinary().map_or(0, number)
    }

    #[inline(never)]
    fn others(&mut self) {
        self.moves::<false>();
    }

    /// Plays canonical moves in English SAN or another notation.
    #[inline(always)]
    fn moves<const SAN: bool>(&mut self) {
        let text = self.text.as_bytes();
        let Some(board) = self.lines.position.ordinary() else { return };
        if self.is_hidden() {
            return;
        }
        let mut move_number = board.move_number();
        let mut black = board.turn().is_black();
        if !black && move_number == 1 && self.begun {
            // A second first move may begin another game.
            return;
        }
        let mut at = self.at;
        while let Some(number) = Number::new(move_number) {
            if !black {
                // In SAN, looking for a line end costs more than restarting the loop.
                let after = self.next::<SAN, false>(past_number(text, at, number, !SAN), number);
                if after == 0 {
                    return;
                }
                at = self.go_on(text, after);
            }
            black = false;
            let after = self.next::<SAN, true>((at, load(text, at)), number);
            if after == 0 {
                return;
            }
            at = self.go_on(text, after);
            move_number += 1;
        }
    }

    /// Plays the move that begins here with this word. Returns the offset after it, or 0 if it isn't played.
    #[inline(always)]
    fn next<const SAN: bool, const BLACK: bool>(&mut self, place: (usize, u64), number: Number) -> usize {
        if SAN {
            self.word::<BLACK>(place, number)
        } else {
            let (at, _) = self.behind_comments::<BLACK>(place, number);
            self.other::<BLACK>(at, number)
        }
    }

    /// Skips any comments here, and everything else before the next move. Returns the offset after them, and
    /// the word there.
    #[inline(always)]
    pub(super) fn behind_comments<const BLACK: bool>(
        &mut self,
        place: (usize, u64),
        number: Number,
    ) -> (usize, u64) {
        match place.1 as u8 {
            b'{' if !BLACK => self.past_comments(number),
            // Black's move has a number only after a comment.
            b'{' | b'1'..=b'9' if BLACK => self.past_comments(number.dotted()),
            _ => place,
        }
    }

    /// Skips the blank, or other white space, after a move. Returns the offset after it.
    #[inline(always)]
    fn go_on(&mut self, text: &[u8], after: usize) -> usize {
        self.at = if text.get(after) == Some(&b' ') { after + 1 } else { blanks(text, after) };
        self.at
    }

    /// Skips comments, blanks, and the number of the next move. Returns the offset after them, and the word
    /// there.
    #[inline(never)]
    fn past_comments(&mut self, number: Number) -> (usize, u64) {
        let text = self.text.as_bytes();
        while text.get(self.at) == Some(&b'{') && self.comment().is_some() {
            if text.get(self.at).is_some_and(|it| *it <= b' ') {
                self.at = blanks(text, self.at);
            }
        }
        past_number(text, self.at, number, false)
    }

    /// Keeps the position before a ply and follows the origins, if required; before the board changes, so
    /// that its kind needn't be tested again.
    #[inline(always)]
    pub(super) fn prepare(&mut self, follows: bool, from: Square, to: Square) {
        if self.prepares {
            self.lines.keep();
            if self.follows && follows {
                self.lines.position.follow(from, to);
            }
        }
    }

    /// Passes on the ply just made, whose text is in this range; reports a wrong mark. `to` is the square of
    /// the piece that may give check, the rook after castling.
    #[inline(always)]
    pub(super) fn written(
        &mut self,
        us: Color,
        said: Said,
        place: Range<usize>,
        held: S::Held,
        number: Number,
        (to, castled): (Square, bool),
    ) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let number = (number, us.is_black());
        if board.checkers().any() {
            let mate = if said.mates { Some(is_mate(board)) } else { None };
            let landing = Landing { to, checks: true, mate, castled };
            self.sink.after(&self.lines.position, board, number, held, landing);
            return if mate == Some(false) { self.wrongly_marked(true, place, landing) } else { place.end };
        }
        let landing = Landing { to, checks: false, mate: None, castled };
        self.sink.after(&self.lines.position, board, number, held, landing);
        if said.marked { self.wrongly_marked(said.mates, place, landing) } else { place.end }
    }

    /// Like [`Self::written`], for rare kinds of plies, out of the hot code.
    #[inline(never)]
    fn written_rarely(
        &mut self,
        us: Color,
        said: Said,
        place: Range<usize>,
        held: S::Held,
        number: Number,
        landed: (Square, bool),
    ) -> usize {
        self.written(us, said, place, held, number, landed)
    }

    /// Reports the wrong mark of the ply just passed on.
    #[cold]
    #[inline(never)]
    fn wrongly_marked(&mut self, mates: bool, place: Range<usize>, landing: Landing) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let effect = if landing.checks { landing.effect(board, false) } else { Effect::None };
        let claim = if mates { CheckClaim::Mate } else { CheckClaim::Check };
        let after = place.end;
        match self.warn_of_mark(place, claim, effect) {
            Some(()) => after,
            None => self.leave(),
        }
    }

    /// Leaves the game to the full reader, by an offset after any text: the ply has already been made.
    #[cold]
    pub(super) fn leave(&mut self) -> usize {
        self.at = usize::MAX;
        0
    }

    /// Plays a verified move of a rare kind. One function for all of them keeps the hot code small.
    #[inline(never)]
    pub(super) fn seldom(
        &mut self,
        us: Color,
        ply: &ExactPly,
        said: Said,
        place: Range<usize>,
        number: Number,
    ) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let Some(held) = self.sink.before(&self.lines.position, board, us, ply) else { return 0 };
        self.make(us, ply);
        self.written_rarely(us, said, place, held, number, (ply.to, false))
    }

    /// Makes a verified ply.
    #[inline(always)]
    pub(super) fn make(&mut self, us: Color, ply: &ExactPly) {
        self.prepare(true, ply.from, ply.to);
        let Some(board) = self.lines.position.ordinary_mut() else { return };
        match ply.promotion {
            Some(becomes) => board.promote(us, ply.from, ply.to, becomes),
            None if ply.en_passant => board.take_en_passant(us, ply.from, ply.to),
            None => board.shift(us, ply.role, ply.from, ply.to),
        }
    }

    #[inline(never)]
    pub(super) fn castle(
        &mut self,
        us: Color,
        said: Said,
        place: Range<usize>,
        kingside: bool,
        number: Number,
    ) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let Some((king, rook)) = board.castling_squares(us, kingside) else { return 0 };
        let side = shakmaty::CastlingSide::from_king_side(kingside);
        let partner = Castling { role: chess::Role::Rook, from: rook.into(), to: side.rook_to(us).into() };
        let ply = Ply::castle(us, king.into(), side.king_to(us).into(), partner);
        let Some(held) = self.sink.castling(&self.lines.position, &ply) else { return 0 };
        self.lines.keep();
        let Some(board) = self.lines.position.ordinary_mut() else { return 0 };
        board.castle(us, king, rook);
        if self.follows {
            self.lines.position.follow_castling([king, side.king_to(us)], [rook, side.rook_to(us)]);
        }
        // The rook gives check.
        self.written_rarely(us, said, place, held, number, (side.rook_to(us), true))
    }
}

#[inline(never)]
pub(super) fn is_mate(board: &Standard) -> bool {
    !board.has_ply()
}
