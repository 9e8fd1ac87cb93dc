//! Squares and sets of squares, for boards of up to 9×9.

use std::{fmt, str::FromStr};

/// A square, by its file (0 is the a-file) and rank (0 is White's first).
///
/// The squares of the 8×8 board come first, numbered as in shakmaty (a1, b1, …, h8); those found only on a 9×9
/// board follow: the i-file, then the rest of the ninth rank. So both boards share one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square on this file and rank, both counted from 0 and below 9.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        debug_assert!(file < 9 && rank < 9);
        if file == 8 {
            Square(64 + rank)
        } else if rank == 8 {
            Square(73 + file)
        } else {
            Square(rank << 3 | file)
        }
    }

    /// Returns the square at these coordinates if they are on a board with `size` files and ranks.
    #[must_use]
    pub fn checked(file: i8, rank: i8, size: u8) -> Option<Square> {
        let on = |n: i8| (0..size as i8).contains(&n);
        (on(file) && on(rank)).then(|| Square::new(file as u8, rank as u8))
    }

    /// Returns the square of the 8×8 board with this name, as in `e4`.
    #[must_use]
    #[inline]
    pub fn of_name(file: u8, rank: u8) -> Option<Square> {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        (file < 8 && rank < 8).then(|| Square::new(file, rank))
    }

    /// The file, counted from 0 (a) eastwards.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        match self.0 {
            0..64 => self.0 & 7,
            64..73 => 8,
            _ => self.0 - 73,
        }
    }

    /// The rank, counted from 0 (White's first) northwards.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        match self.0 {
            0..64 => self.0 >> 3,
            64..73 => self.0 - 64,
            _ => 8,
        }
    }

    /// The file's letter, `a` to `i`.
    #[must_use]
    #[inline]
    pub const fn file_char(self) -> u8 {
        b'a' + self.file()
    }

    /// The rank's digit, `1` to `9`.
    #[must_use]
    #[inline]
    pub const fn rank_char(self) -> u8 {
        b'1' + self.rank()
    }

    /// The square's two characters, as in `e4`.
    #[must_use]
    #[inline]
    pub const fn name(self) -> [u8; 2] {
        [self.file_char(), self.rank_char()]
    }

    /// The number of the square, below 81.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The inverse of [`Square::index`], for numbers below 81.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Square {
        debug_assert!(index < 81);
        Square(index)
    }

    /// Returns shakmaty's square; `None` off the 8×8 board.
    #[must_use]
    #[inline]
    pub fn to_shakmaty(self) -> Option<shakmaty::Square> {
        shakmaty::Square::try_from(self.0).ok()
    }

    /// Returns shakmaty's square, for one on the 8×8 board.
    #[inline]
    pub(crate) fn on_ordinary_board(self) -> shakmaty::Square {
        debug_assert!(self.0 < 64);
        shakmaty::Square::new(u32::from(self.0 & 63))
    }
}

impl From<shakmaty::Square> for Square {
    #[inline]
    fn from(square: shakmaty::Square) -> Square {
        Square(u8::from(square))
    }
}

/// The error for a text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSquare;

impl fmt::Display for UnknownSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a file from a to i and a rank from 1 to 9")
    }
}

impl std::error::Error for UnknownSquare {}

impl FromStr for Square {
    type Err = UnknownSquare;

    fn from_str(name: &str) -> Result<Square, UnknownSquare> {
        match *name.as_bytes() {
            [file @ b'a'..=b'i', rank @ b'1'..=b'9'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(UnknownSquare),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_char() as char, self.rank_char() as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares, a bit for each [`Square`] by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u128);

const FILE_A: u128 = 0x0101_0101_0101_0101 | 1 << 73;
const RANK_1: u128 = 0xff | 1 << 64;

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);
    /// Every square of the 9×9 board (and so of any board).
    pub const ALL: Squares = Squares((1 << 81) - 1);

    /// Returns the set of just this square.
    #[must_use]
    pub const fn only(square: Square) -> Squares {
        Squares(1 << square.index())
    }

    /// All squares of a file, counted from 0.
    #[must_use]
    pub const fn file(file: u8) -> Squares {
        if file == 8 { Squares(0x1ff << 64) } else { Squares(FILE_A << file) }
    }

    /// All squares of a rank, counted from 0.
    #[must_use]
    pub const fn rank(rank: u8) -> Squares {
        if rank == 8 {
            Squares(0xff << 73 | 1 << 72)
        } else {
            Squares((RANK_1 & 0xff) << (8 * rank) | 1 << (64 + rank))
        }
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The only square of the set; `None` if there are none or several.
    #[must_use]
    pub fn single(self) -> Option<Square> {
        (self.0.is_power_of_two()).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// Returns the square with the lowest number.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// Returns the set without this square.
    #[must_use]
    pub const fn without(self, square: Square) -> Squares {
        Squares(self.0 & !(1 << square.index()))
    }
}

impl From<shakmaty::Bitboard> for Squares {
    fn from(squares: shakmaty::Bitboard) -> Squares {
        Squares(u128::from(squares.0))
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Squares {
        Squares::only(square)
    }
}

impl std::ops::BitAnd for Squares {
    type Output = Squares;
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl std::ops::BitOr for Squares {
    type Output = Squares;
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

impl std::ops::Not for Squares {
    type Output = Squares;
    fn not(self) -> Squares {
        Squares(!self.0 & Squares::ALL.0)
    }
}

impl Iterator for Squares {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.into())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_keeps_its_place() {
        let mut seen = Squares::NONE;
        for rank in 0..9 {
            for file in 0..9 {
                let square = Square::new(file, rank);
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert!(Squares::file(file).contains(square));
                assert!(Squares::rank(rank).contains(square));
                assert!(!seen.contains(square));
                seen |= square.into();
            }
        }
        assert_eq!(seen, Squares::ALL);
        for n in 0..9 {
            assert_eq!(Squares::file(n).count(), 9);
            assert_eq!(Squares::rank(n).count(), 9);
        }
    }

    #[test]
    fn the_ordinary_board_is_numbered_as_in_shakmaty() {
        for square in shakmaty::Square::ALL {
            let ours = Square::from(square);
            assert_eq!(u8::from(square), ours.index());
            assert_eq!(ours.to_shakmaty(), Some(square));
            assert_eq!(ours.to_string(), square.to_string());
        }
    }
}
