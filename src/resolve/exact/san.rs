//! Canonical moves of English SAN: a word is verified against the board rather than read and built anew.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::{
    ExactReader,
    plain::color,
    sink::{Number, Sink},
    word::{MoveWord, byte, early_end, end_of},
};
use crate::{
    eight::ONES,
    notation::exact::{self, ExactPly},
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

impl<S: Sink> ExactReader<'_, S> {
    /// Plays the move of a word, up to its first blank or to a sign directly after the move. Returns the
    /// offset after it, or 0 if it isn't played.
    #[inline(always)]
    pub(super) fn word<const BLACK: bool>(
        &mut self,
        (mut at, mut word): (usize, u64),
        number: Number,
    ) -> usize {
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
