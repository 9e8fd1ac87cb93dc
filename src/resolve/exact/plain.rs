//! Canonical moves on an ordinary board, found, played and written in one loop.
//!
//! Other notations than English SAN find their moves themselves
//! ([`Notation::find_exact`](crate::notation::Notation::find_exact)). The words of English SAN are lexed and
//! verified here, with these optimisations, the most effective first:
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

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::{
    ExactReader,
    sink::{Landing, Number, Sink},
};
use crate::{
    chess::{self, Castling, Effect, Ply, Rules as _, Standard},
    eight::{self, ONES},
    lex,
    notation::{
        CheckClaim, ExactReading,
        exact::{self, ExactPly, Found},
    },
    slice::Slice as _,
};

/// The role of a move by its first letter.
static ROLES: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    table[b'N' as usize] = Some(Role::Knight);
    table[b'B' as usize] = Some(Role::Bishop);
    table[b'R' as usize] = Some(Role::Rook);
    table[b'Q' as usize] = Some(Role::Queen);
    table[b'K' as usize] = Some(Role::King);
    table
};

/// Returns eight bytes of the text, or 0 near its end, which is left to the token-wise code.
#[inline(always)]
fn load(text: &[u8], at: usize) -> u64 {
    eight::load(text, at).unwrap_or(0)
}

#[inline(always)]
fn byte(word: u64, n: usize) -> u8 {
    (word >> (n << 3 & 63)) as u8
}

/// Returns the length of a word up to its first blank.
#[inline(always)]
fn end_of(word: u64) -> usize {
    eight::first(eight::below(word, 0x21))
}

/// Skips blanks.
#[inline(never)]
fn blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Skips the number of a move and the following blank, or a line end if `or_line_end`. Returns the offset
/// after them, and the word there.
#[inline(always)]
fn past_number(text: &[u8], at: usize, number: Number, or_line_end: bool) -> (usize, u64) {
    let Some(chunk) = eight::chunk::<16>(text, at) else { return (at, load(text, at)) };
    let low = load(chunk, 0);
    if !number.begins(low) {
        return (at, low);
    }
    let next = (low >> number.bits()) as u8;
    let len = number.len() + usize::from((next == b' ') | (or_line_end & (next == b'\n')));
    (at + len, load(chunk, len))
}

/// A move's text. Two words, so that functions get it in registers.
#[derive(Clone, Copy)]
pub(super) struct MoveWord {
    pub word: u64,
    /// Length with the check mark, in bytes.
    pub whole: usize,
}

impl MoveWord {
    #[inline(always)]
    fn last(self) -> u8 {
        byte(self.word, self.whole.wrapping_sub(1))
    }

    /// Whether it is marked as mate.
    #[inline(always)]
    fn mates(self) -> bool {
        self.last() == b'#'
    }

    /// Whether it is marked as check or mate.
    #[inline(always)]
    fn marked(self) -> bool {
        self.last() == b'+' || self.mates()
    }

    /// Returns the length without the check mark.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.whole.wrapping_sub(usize::from(self.marked()))
    }

    #[inline(always)]
    pub fn said(self) -> Said {
        Said { marked: self.marked(), mates: self.mates() }
    }
}

/// The check mark of a move: whether it has one, and whether it is that of mate.
#[derive(Clone, Copy)]
pub(super) struct Said {
    marked: bool,
    mates: bool,
}

/// Returns the side to move as a constant.
#[inline(always)]
const fn color(black: bool) -> Color {
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
    fn behind_comments<const BLACK: bool>(&mut self, place: (usize, u64), number: Number) -> (usize, u64) {
        match place.1 as u8 {
            b'{' if !BLACK => self.past_comments(number),
            // Black's move has a number only after a comment.
            b'{' | b'1'..=b'9' if BLACK => self.past_comments(number.dotted()),
            _ => place,
        }
    }

    /// Plays a canonical move of another notation.
    #[inline(never)]
    fn other<const BLACK: bool>(&mut self, at: usize, number: Number) -> usize {
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

    /// Plays the move of a word, up to its first blank or to a sign directly after the move. Returns the
    /// offset after it, or 0 if it isn't played.
    #[inline(always)]
    fn word<const BLACK: bool>(&mut self, (mut at, mut word): (usize, u64), number: Number) -> usize {
        let role = match ROLES[usize::from(word as u8)] {
            Some(role) => role,
            None => {
                // No piece letter begins a comment, so games without comments pay nothing for them.
                (at, word) = self.behind_comments::<BLACK>((at, word), number);
                match ROLES[usize::from(word as u8)] {
                    Some(role) => role,
                    None => return self.castling(color(BLACK), at, word, number),
                }
            }
        };
        let mut whole = end_of(word);
        loop {
            let said = MoveWord { word, whole };
            // The byte before the destination, and the destination.
            let aim = word << 8 >> (said.len().wrapping_sub(2) << 3 & 63);
            let file = byte(aim, 1).wrapping_sub(b'a');
            let rank = byte(aim, 2).wrapping_sub(b'1');
            if (file | rank | whole as u8 & 8) <= 7 {
                let to = Square::new(u32::from(rank * 8 + file) & 63);
                return self.verify::<BLACK>(at, said, role, (to, byte(aim, 0) == b'x'), number);
            }
            match early_end(word, whole) {
                Some(end) => whole = end,
                None => return self.promotion(color(BLACK), at, said, number),
            }
        }
    }

    /// Plays the move to a square, verified against the rest of its word.
    #[inline(always)]
    fn verify<const BLACK: bool>(
        &mut self,
        at: usize,
        said: MoveWord,
        role: Role,
        (to, captures): (Square, bool),
        number: Number,
    ) -> usize {
        let us = color(BLACK);
        let (word, len) = (said.word, said.len());
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let standing = board.stands(to);
        if role == Role::Pawn {
            if Bitboard::BACKRANKS.contains(to) || len != 2 + 2 * usize::from(captures) {
                return 0;
            }
            let from_set = if captures {
                let from_file = Bitboard(ONES << (word as u8).wrapping_sub(b'a'));
                let from_set = board.taking(us, to) & from_file;
                if !board.holds(!us, to) {
                    return self.en_passant(us, at, said, from_set, to, number);
                }
                from_set
            } else {
                if standing {
                    return 0;
                }
                board.pushing(us, to)
            };
            let Some(from) = from_set.first() else { return 0 };
            let unsure = board.is_pinnable(from) | board.checkers().any();
            if unsure && !board.is_safe_at_all(us, Role::Pawn, from, to) {
                return 0;
            }
            let ply = ExactPly::new(word, len, Role::Pawn, [from, to], captures);
            let Some(held) = self.sink.before(&self.lines.position, board, us, &ply) else { return 0 };
            // A pawn's step changes no origin.
            self.prepare(captures, from, to);
            let Some(board) = self.lines.position.ordinary_mut() else { return 0 };
            board.shift(us, Role::Pawn, from, to);
            return self.written(us, said.said(), at..at + said.whole, held, number, (to, false));
        }
        if standing != captures || board.holds(us, to) {
            return 0;
        }
        // No piece, several, or a word with an origin: needs a closer look.
        let (true, Some(from)) = (len == 3 + usize::from(captures), board.only_candidate(us, role, to))
        else {
            return self.told_apart(us, at, said, (role, to), number);
        };
        let unsure = board.is_pinnable(from) | board.checkers().any() | (role == Role::King);
        if unsure && !board.is_safe_at_all(us, role, from, to) {
            return 0;
        }
        let ply = ExactPly::new(word, len, role, [from, to], captures);
        let Some(held) = self.sink.before(&self.lines.position, board, us, &ply) else { return 0 };
        self.prepare(true, from, to);
        let Some(board) = self.lines.position.ordinary_mut() else { return 0 };
        board.shift(us, role, from, to);
        self.letters.add_ascii(word as u8);
        self.written(us, said.said(), at..at + said.whole, held, number, (to, false))
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
    fn leave(&mut self) -> usize {
        self.at = usize::MAX;
        0
    }

    /// Handles several candidate pieces, or a word that states the origin.
    #[inline(never)]
    fn told_apart(
        &mut self,
        us: Color,
        at: usize,
        said: MoveWord,
        (role, to): (Role, Square),
        number: Number,
    ) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let from_set = board.candidates(us, role, to);
        let captures = board.stands(to);
        let Some(middle) = said.len().checked_sub(3 + usize::from(captures)).filter(|it| *it < 3) else {
            return 0;
        };
        let mut origin = Bitboard::FULL;
        for n in 1..=middle {
            origin &= match byte(said.word, n) {
                file @ b'a'..=b'h' => Bitboard::from_file(File::new(u32::from(file - b'a'))),
                rank @ b'1'..=b'8' => Bitboard::from_rank(Rank::new(u32::from(rank - b'1'))),
                _ => return 0,
            };
        }
        // A file precedes a rank.
        if middle == 2 && (byte(said.word, 1) <= b'8' || byte(said.word, 2) > b'8') {
            return 0;
        }
        let legal = board.legal(us, role, from_set, to);
        let Some(from) = (legal & origin).single_square() else { return 0 };
        let ambiguous_with = legal.without(from);
        // Builds the canonical word.
        let mut word = said.word & 0xff;
        let (text, mut len) = exact::origin(from.into(), ambiguous_with.into());
        word |= text << 8;
        len += 1;
        let rest = 2 + usize::from(captures);
        word |= exact::cut(said.word >> (8 * (said.len() - rest)), rest) << (8 * len);
        len += rest;
        let ply = ExactPly::new(word, len, role, [from, to], captures);
        let ply = ExactPly { others: from_set.without(from), ambiguous_with, ..ply };
        self.letters.add_ascii(said.word as u8);
        self.seldom(us, &ply, said.said(), at..at + said.whole, number)
    }

    #[inline(never)]
    fn en_passant(
        &mut self,
        us: Color,
        at: usize,
        said: MoveWord,
        from_set: Bitboard,
        to: Square,
        number: Number,
    ) -> usize {
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let Some(from) = from_set.first() else { return 0 };
        if board.ep_square() != Some(to) || !board.is_safe_at_all(us, Role::Pawn, from, to) {
            return 0;
        }
        let plain = ExactPly::new(said.word, said.len(), Role::Pawn, [from, to], true);
        let ply = ExactPly { en_passant: true, ..plain };
        self.seldom(us, &ply, said.said(), at..at + said.whole, number)
    }

    /// Plays a verified move of a rare kind. One function for all of them keeps the hot code small.
    #[inline(never)]
    fn seldom(
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
    fn make(&mut self, us: Color, ply: &ExactPly) {
        self.prepare(true, ply.from, ply.to);
        let Some(board) = self.lines.position.ordinary_mut() else { return };
        match ply.promotion {
            Some(becomes) => board.promote(us, ply.from, ply.to, becomes),
            None if ply.en_passant => board.take_en_passant(us, ply.from, ply.to),
            None => board.shift(us, ply.role, ply.from, ply.to),
        }
    }

    /// Plays a word that begins with no piece letter, if it is castling.
    #[inline(never)]
    fn castling(&mut self, us: Color, at: usize, word: u64, number: Number) -> usize {
        if !matches!(word as u8, b'O' | b'0') {
            return 0;
        }
        let mut said = MoveWord { word, whole: end_of(word) };
        loop {
            let kingside = match exact::cut(said.word, said.len() & 7).to_le_bytes() {
                word if word == *b"O-O\0\0\0\0\0" || word == *b"0-0\0\0\0\0\0" => true,
                word if word == *b"O-O-O\0\0\0" || word == *b"0-0-0\0\0\0" => false,
                _ => match early_end(said.word, said.whole) {
                    Some(whole) => {
                        said.whole = whole;
                        continue;
                    }
                    None => return 0,
                },
            };
            return self.castle(us, said.said(), at..at + said.whole, kingside, number);
        }
    }

    #[inline(never)]
    fn castle(
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

    /// Plays `e8=Q`, `exd8=Q`.
    #[inline(never)]
    fn promotion(&mut self, us: Color, at: usize, said: MoveWord, number: Number) -> usize {
        let (word, len) = (said.word, said.len());
        if said.whole > 7 || (len != 4 && len != 6) || byte(word, len - 2) != b'=' {
            return 0;
        }
        let (Some(promotion), Some(Role::Pawn)) =
            (ROLES[usize::from(byte(word, len - 1))], ROLES[usize::from(word as u8)])
        else {
            return 0;
        };
        let file = byte(word, len - 4).wrapping_sub(b'a');
        let rank = byte(word, len - 3).wrapping_sub(b'1');
        if matches!(promotion, Role::Pawn | Role::King) || file > 7 || u32::from(rank) != us.fold_wb(7, 0) {
            return 0;
        }
        let to = Square::new(u32::from(rank * 8 + file) & 63);
        let Some(board) = self.lines.position.ordinary() else { return 0 };
        let captures = len == 6;
        let from_set = if captures {
            if byte(word, 1) != b'x' || !board.holds(!us, to) {
                return 0;
            }
            board.taking(us, to) & Bitboard(ONES << (word as u8).wrapping_sub(b'a'))
        } else if board.stands(to) {
            return 0;
        } else {
            board.pushing(us, to)
        };
        let Some(from) = from_set.first() else { return 0 };
        if !board.is_safe_at_all(us, Role::Pawn, from, to) {
            return 0;
        }
        let plain = ExactPly::new(word, len, Role::Pawn, [from, to], captures);
        let ply = ExactPly { promotion: Some(promotion), ..plain };
        self.seldom(us, &ply, said.said(), at..at + said.whole, number)
    }
}

/// Returns the end of a word before its blank, at a sign that may directly follow a move.
#[cold]
fn early_end(word: u64, whole: usize) -> Option<usize> {
    let signs = [b')', b'{', b'!', b'?', b'$'];
    let end = eight::first(signs.iter().fold(0, |found, sign| found | eight::equal(word, *sign)));
    (end > 0 && end < whole).then_some(end)
}

#[inline(never)]
fn is_mate(board: &Standard) -> bool {
    !board.has_ply()
}
