//! Compass directions: of moves, of squares relative to another, and numbering of pieces from the west.

use super::{exact::ExactWord, scan::Scan};
use crate::chess::{Square, Squares};

/// The offset between two squares: files eastwards, ranks northwards. North is Black's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Displacement {
    /// Files eastwards; negative westwards.
    pub east: i8,
    /// Ranks northwards; negative southwards.
    pub north: i8,
}

impl Displacement {
    /// Returns the offset from one square to another.
    #[inline]
    pub fn between(from: Square, to: Square) -> Displacement {
        Displacement { east: to.file() as i8 - from.file() as i8, north: to.rank() as i8 - from.rank() as i8 }
    }

    /// Returns the square at this offset from another, if it is on the board.
    #[inline]
    pub fn from(self, square: Square, size: u8) -> Option<Square> {
        let file = (square.file() as i8).checked_add(self.east)?;
        let rank = (square.rank() as i8).checked_add(self.north)?;
        Square::checked(file, rank, size)
    }

    /// Reads the output of [`direction`]. Also reads a displaced direction, which gives the length of each
    /// leg, with the number of steps after a slash: `n3w`, `n3w2`, `n3w2/2` (notes 3 and following of the
    /// original).
    #[inline]
    pub fn read_direction(scan: &mut Scan<'_>) -> Option<Displacement> {
        let mut ahead = *scan;
        let mut leg = |plus: u8, minus: u8| {
            let letter = ahead.byte();
            if letter != plus && letter != minus {
                return (0, None);
            }
            let squares = ahead.run(letter).min(100) as i32;
            (if letter == plus { squares } else { -squares }, ahead.number().map(i32::from))
        };
        let ((north, far_north), (east, far_east)) = (leg(b'n', b's'), leg(b'e', b'w'));
        if north == 0 && east == 0 {
            return None;
        }
        let mut slash = ahead;
        let steps = if slash.eat("/") { slash.number().map(i32::from) } else { None };
        ahead = if steps.is_some() { slash } else { ahead };
        // A number after two legs written as letters counts the steps of both.
        let far_east = far_east.unwrap_or(1);
        let far_north = far_north.unwrap_or(if east != 0 && steps.is_none() { far_east } else { 1 });
        let length = |leg: i32, far: i32| (leg * far * steps.unwrap_or(1)).clamp(-100, 100) as i8;
        let displacement = Displacement { east: length(east, far_east), north: length(north, far_north) };
        *scan = ahead;
        Some(displacement)
    }

    /// Writes both legs with their lengths, north or south first, omitting a leg of length 0: `n2e3`, `s1`.
    pub fn push_legs(self, text: &mut ExactWord) {
        for (leg, letters) in [(self.north, *b"ns"), (self.east, *b"ew")] {
            if leg != 0 {
                text.push(&[letters[usize::from(leg < 0)], b'0' + leg.unsigned_abs()]);
            }
        }
    }

    /// Reads the output of [`Displacement::push_legs`]; a leg without length is one square long.
    pub fn read_legs(scan: &mut Scan<'_>) -> Option<Displacement> {
        let mut ahead = *scan;
        let mut leg = |plus: &str, minus: &str| {
            let sign = if ahead.eat(plus) {
                1
            } else if ahead.eat(minus) {
                -1
            } else {
                return 0;
            };
            sign * ahead.number().unwrap_or(1).min(100) as i8
        };
        let (north, east) = (leg("n", "s"), leg("e", "w"));
        let displacement = Displacement { east, north };
        (north != 0 || east != 0).then(|| {
            *scan = ahead;
            displacement
        })
    }
}

/// Returns the text of a direction, with its number of steps if more than one, and the length of the text:
/// `n`, `ne3`, `ssw`. Each leg of a step is written as one letter per square, north or south first; steps are
/// as short as possible.
pub const fn direction(east: i8, north: i8) -> ([u8; 20], usize) {
    // The steps are the greatest common divisor of the legs.
    let (mut rest, mut steps) = (north.unsigned_abs(), east.unsigned_abs());
    while rest != 0 {
        (steps, rest) = (rest, steps % rest);
    }
    let (mut text, mut len) = ([0; 20], 0);
    let legs = [(north, *b"ns"), (east, *b"ew")];
    let mut n = 0;
    while n < 2 {
        let (leg, letters) = legs[n];
        let mut left = leg.unsigned_abs();
        while left > 0 {
            text[len] = letters[(leg < 0) as usize];
            len += 1;
            left -= steps;
        }
        n += 1;
    }
    if steps > 1 {
        text[len] = b'0' + steps;
        len += 1;
    }
    (text, len)
}

/// For each square, those before it in the numbering of pieces: further west, or further north on the same
/// file.
static BEFORE: [Squares; 81] = {
    let mut table = [Squares::NONE; 81];
    let mut west = 0;
    let mut file = 0;
    while file < 9 {
        let mut before = west;
        let mut rank = 9;
        while rank > 0 {
            rank -= 1;
            let square = Square::new(file, rank);
            table[square.index() as usize] = Squares(before);
            before |= Squares::only(square).0;
        }
        west = before;
        file += 1;
    }
    table
};

/// Returns the number of the piece on a square among `pieces`, counted from 1.
#[inline]
pub fn number_of(square: Square, pieces: Squares) -> u8 {
    (pieces & BEFORE[square.index() as usize]).count() as u8 + 1
}

/// Returns the square of the piece with this number on the 8×8 board.
#[inline]
pub fn numbered_on(pieces: shakmaty::Bitboard, number: u8) -> Option<shakmaty::Square> {
    // Reorders the board to bit 8 × file + 7 − rank for each square: the order of the numbers.
    let mut rest = pieces.0.swap_bytes();
    for (shift, mask) in
        [(28, 0x0f0f_0f0f_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let swapped = mask & (rest ^ rest << shift);
        rest ^= swapped ^ swapped >> shift;
    }
    for _ in 1..number {
        rest &= rest.wrapping_sub(1);
    }
    let n = rest.trailing_zeros();
    (n < 64 && number > 0).then(|| shakmaty::Square::new(8 * (7 - (n & 7)) + (n >> 3)))
}

/// Returns the square of the piece with this number among `pieces`, or the empty set.
pub fn numbered(pieces: Squares, number: u8) -> Squares {
    pieces.filter(|square| number_of(*square, pieces) == number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction_of(displacement: Displacement) -> String {
        let (text, len) = direction(displacement.east, displacement.north);
        String::from_utf8(text[..len].to_vec()).expect("ASCII")
    }

    #[test]
    fn directions_of_the_original() {
        for (east, north, expected) in [
            (0, 1, "n"),
            (0, -1, "s"),
            (1, 0, "e"),
            (-1, 0, "w"),
            (1, 1, "ne"),
            (1, -1, "se"),
            (-1, 1, "nw"),
            (-1, -1, "sw"),
            (1, 2, "nne"),
            (2, 1, "nee"),
            (1, -2, "sse"),
            (2, -1, "see"),
            (-1, 2, "nnw"),
            (-2, 1, "nww"),
            (-1, -2, "ssw"),
            (-2, -1, "sww"),
            (0, 2, "n2"),
            (-3, 3, "nw3"),
            (4, -4, "se4"),
            (2, 4, "nne2"),
            // A camel and a zebra "are notated like the corresponding knight's move" (note 3).
            (1, 3, "nnne"),
            (-2, -3, "sssww"),
        ] {
            assert_eq!(direction_of(Displacement { east, north }), expected);
        }
    }

    #[test]
    fn any_displacement_reads_back() {
        for east in -8..=8 {
            for north in -8..=8 {
                let displacement = Displacement { east, north };
                let text = direction_of(displacement);
                let read = Displacement::read_direction(&mut Scan::new(&text));
                assert_eq!(read, (!text.is_empty()).then_some(displacement), "{text}");
                let mut legs = ExactWord::EMPTY;
                displacement.push_legs(&mut legs);
                let mut out = Vec::new();
                legs.append_to(&mut out);
                let text = String::from_utf8(out).expect("ASCII");
                let read = Displacement::read_legs(&mut Scan::new(&text));
                assert_eq!(read, (!text.is_empty()).then_some(displacement), "{text}");
            }
        }
    }

    #[test]
    fn legs_may_have_their_own_lengths() {
        for (text, east, north) in [
            ("n3w", -1, 3),
            ("n3w2", -2, 3),
            ("n3w2/2", -4, 6),
            ("nne/2", 2, 4),
            ("s1e1", 1, -1),
            ("ne3", 3, 3),
            ("ne3/2", 6, 2),
            ("n2/3", 0, 6),
        ] {
            let mut scan = Scan::new(text);
            let read = Displacement::read_direction(&mut scan);
            assert_eq!(read, Some(Displacement { east, north }), "{text}");
            assert_eq!(scan.rest(), "", "{text}");
        }
    }

    /// The five pawns of the original's second diagram.
    #[test]
    fn pieces_are_numbered_from_the_west_then_from_the_north() {
        let squares = [(0, 2), (2, 5), (2, 3), (4, 3), (5, 3)];
        let pieces: Squares = squares.iter().map(|&(file, rank)| Square::new(file, rank)).collect();
        for (n, &(file, rank)) in squares.iter().enumerate() {
            let number = n as u8 + 1;
            assert_eq!(number_of(Square::new(file, rank), pieces), number);
            assert_eq!(numbered(pieces, number).single(), Some(Square::new(file, rank)));
        }
        assert!(numbered(pieces, 6).is_empty());
        assert!(numbered(pieces, 0).is_empty());
    }

    #[test]
    fn numbers_count_on_the_large_board() {
        let mut seen = 0;
        for file in 0..9 {
            for rank in (0..9).rev() {
                seen += 1;
                assert_eq!(number_of(Square::new(file, rank), Squares::ALL), seen);
            }
        }
    }
}
