//! Plain words: reads the piece and destination of a text that is a single word of at most seven bytes in a
//! few instructions.
//!
//! [`PlainWord::squares`] ignores whatever else the word says, as the writer decides whether it is the
//! canonical text ([`super::verify`]).

use shakmaty::{Bitboard, Role, Square};

use super::{exact::Aim, letters::Letters, reading::CheckClaim, scan::ends_plainly};
use crate::{chess, eight};

/// The files and ranks by the byte that names them.
static LINES: [u64; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = 0x0101_0101_0101_0101 << n;
        table[b'1' as usize + n] = 0xff << (8 * n);
        n += 1;
    }
    table
};

/// Kinds of words with English letters that the exact reader reads itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypedWords {
    /// Both squares and a sign between them, as in long algebraic notation: `Ng1-f3`, `e4xd5`.
    Long,
    /// The column of the destination first, as in Sllavcco's notation: `fN3`, `fN3x`, `dx5`.
    Columns,
}

/// What a plain word says about a move that is neither a promotion nor castling.
pub struct TypedWord {
    pub role: Role,
    /// Its possible origins.
    pub origins: Bitboard,
    pub to: Square,
    pub captures: bool,
}

impl TypedWord {
    /// Whether the word disambiguates a piece from others of its role.
    #[inline(always)]
    pub fn is_told_apart(&self) -> bool {
        self.role != Role::Pawn && self.origins != Bitboard::FULL
    }
}

/// A plain word with its mark of check.
#[derive(Clone, Copy)]
pub struct PlainWord {
    word: u64,
    /// The length without the mark.
    pub len: usize,
    /// The length with the mark.
    whole: usize,
    check: Option<CheckClaim>,
}

impl PlainWord {
    /// Returns the word at the beginning of a text. `None` unless it has two to seven bytes and something
    /// else plainly follows.
    #[inline(always)]
    pub fn of(text: &[u8]) -> Option<PlainWord> {
        let word = eight::load(text, 0)?;
        let whole = eight::first(eight::below(word, 0x21));
        if !matches!(whole, 2..8) || !ends_plainly(text, whole) {
            return None;
        }
        let last = (word >> (8 * whole - 8)) as u8;
        let check = match last {
            b'+' => Some(CheckClaim::Check),
            b'#' => Some(CheckClaim::Mate),
            _ => None,
        };
        Some(PlainWord { word, len: whole - usize::from(check.is_some()), whole, check })
    }

    /// Returns the word, together with the bytes after it.
    #[inline(always)]
    pub fn word(&self) -> u64 {
        self.word
    }

    #[inline(always)]
    pub fn byte(&self, n: usize) -> u8 {
        (self.word >> (n << 3 & 63)) as u8
    }

    /// Returns the squares of the file or rank that byte `n` names; empty if it names neither.
    #[inline(always)]
    pub fn line(&self, n: usize) -> Bitboard {
        Bitboard(LINES[usize::from(self.byte(n))])
    }

    /// Returns the square that bytes `n` and `n + 1` name.
    #[inline(always)]
    pub fn square(&self, n: usize) -> Option<Square> {
        let (file, rank) = (self.byte(n).wrapping_sub(b'a'), self.byte(n + 1).wrapping_sub(b'1'));
        ((file | rank) < 8).then(|| Square::new(u32::from(rank << 3 | file) & 63))
    }

    /// Whether it begins with `len` bytes, fewer than eight.
    #[inline(always)]
    pub fn begins(&self, word: u64, len: usize) -> bool {
        (self.word ^ word) & !(u64::MAX << ((8 * len) & 63)) == 0
    }

    /// Returns the length with the mark, and the mark.
    #[inline(always)]
    pub fn said(&self) -> (usize, Option<CheckClaim>) {
        (self.whole, self.check)
    }

    /// Returns the aim of a role; `None` if it has no possible origin or destination.
    #[inline(always)]
    fn aim(&self, role: Option<Role>, from: Bitboard, to: Bitboard) -> Option<Aim> {
        let &PlainWord { whole, check, .. } = self;
        (from.any() & to.any()).then_some(Aim { role, from, to, promotion: None, check, len: whole })
    }

    /// Reads squares, perhaps with a sign between them, after a letter if `letters` are given. With them, a
    /// single square without a letter is a pawn's destination, and two may belong to any piece.
    #[inline(always)]
    pub fn squares(&self, letters: Option<Letters>) -> Option<Aim> {
        let letter = letters.and_then(|it| it.of_byte(self.byte(0)));
        let first = usize::from(letter.is_some());
        let last = self.len.checked_sub(2).filter(|it| *it >= first)?;
        let sign = if last > first { self.byte(last - 1) } else { 0 };
        let origin = last - first - usize::from((sign == b'x') | (sign == b'-'));
        let to = self.line(last) & self.line(last + 1);
        let from = match origin {
            0 => Bitboard::FULL,
            1 => self.line(first),
            2 => self.line(first) & self.line(first + 1),
            _ => return None,
        };
        let pawn = Some(Role::Pawn);
        match (letter, letters, origin) {
            (Some(chess::Role::Pawn), ..) => None,
            (Some(letter), ..) => self.aim(letter.to_shakmaty(), from, to),
            (None, Some(_), 0) => self.aim(pawn, self.line(last), to),
            (None, Some(_), 1) if sign == b'x' => self.aim(pawn, from, to),
            (None, Some(_), 1) => None,
            _ => self.aim(None, from, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_decides_whether_a_word_is_plain() {
        for (text, is_plain) in [
            ("Nf3 d5 2. e4", true),
            ("Nf3+ 2. e4", true),
            ("Nf3 {best}", true),
            ("Nf3 ch. d5", false),
            ("exd6 e.p. Nf6", false),
            ("Nf3 + Nf6", false),
        ] {
            assert_eq!(PlainWord::of(text.as_bytes()).is_some(), is_plain, "{text}");
        }
    }

    #[test]
    fn a_word_says_where_which_piece_goes() {
        let squares = |text: &str, letters| {
            let aim = PlainWord::of(text.as_bytes())?.squares(letters)?;
            Some((aim.role, aim.from.count(), aim.to.single_square()?.to_string(), aim.check.is_some()))
        };
        let english = |text| squares(text, Some(Letters::ENGLISH));
        let found = |role, from, to: &str, check| Some((role, from, to.to_owned(), check));
        assert_eq!(english("Nbxd7+ Kf8"), found(Some(Role::Knight), 8, "d7", true));
        assert_eq!(english("e2-e4 e7-e5"), found(None, 1, "e4", false));
        assert_eq!(english("e4 e5 2. Nf3"), found(Some(Role::Pawn), 8, "e4", false));
        assert_eq!(english("ed4 e5 2. Nf3"), None);
        assert_eq!(squares("ed4 e5 2. Nf3", None), found(None, 8, "d4", false));
        assert_eq!(english("e8=Q e5 2. Nf3"), None);
    }
}
