//! Words of long algebraic notation and of Sllavcco's with English letters, such as `Ng1-f3` and `fN3`, in the loop: they say
//! as much as those of SAN.

use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::{
    ExactReader,
    plain::{MoveWord, ROLES, byte},
    sink::{Number, Sink},
};
use crate::{
    eight::{self, ONES},
    notation::{TypedWords, ends_plainly, exact::ExactPly},
    slice::Slice as _,
};

/// What a word says of a move that is neither a promotion nor castling.
struct Typed {
    role: Role,
    /// Where it may come from.
    origins: Bitboard,
    to: Square,
    captures: bool,
    /// The same in SAN, and the length of that.
    san: (u64, usize),
}

impl Typed {
    /// Creates a move by the word of its piece or of the file of the pawn that captures, and that of its destination.
    #[inline(always)]
    fn new(role: Role, first: u64, origins: Bitboard, destination: u64, captures: bool) -> Option<Typed> {
        let (file, rank) = (byte(destination, 0).wrapping_sub(b'a'), byte(destination, 1).wrapping_sub(b'1'));
        if (file | rank) > 7 {
            return None;
        }
        let to = Square::new(u32::from(rank << 3 | file) & 63);
        let destination = destination & 0xffff;
        let san = match (captures, role) {
            (true, _) => (first & 0xff | u64::from(b'x') << 8 | destination << 16, 4),
            (false, Role::Pawn) => (destination, 2),
            (false, _) => (first & 0xff | destination << 8, 3),
        };
        Some(Typed { role, origins, to, captures, san })
    }

    /// Reads a word of this length as in `Ng1-f3`.
    #[inline(always)]
    fn long(word: u64, len: usize) -> Option<Typed> {
        let role = ROLES[usize::from(word as u8)]?;
        let pawn = role == Role::Pawn;
        // From the origin on.
        let squares = if pawn { word } else { word >> 8 };
        let (file, rank) = (byte(squares, 0).wrapping_sub(b'a'), byte(squares, 1).wrapping_sub(b'1'));
        let captures = byte(squares, 2) == b'x';
        if len != 6 - usize::from(pawn) || (file | rank) > 7 || !captures && byte(squares, 2) != b'-' {
            return None;
        }
        let from = Square::new(u32::from(rank << 3 | file) & 63);
        Typed::new(role, word, from.into(), squares >> 24, captures)
    }

    /// Reads a word of this length as in `fN3`, `fN3x`, `e4`, `dx5`, `d5x`.
    #[inline(always)]
    fn column(word: u64, len: usize) -> Option<Typed> {
        let second = byte(word, 1);
        let captures = byte(word, len.wrapping_sub(1)) == b'x';
        let column = word & 0xff;
        if let Some(role) = ROLES[usize::from(second)].filter(|it| *it != Role::Pawn) {
            let is_whole = len == 3 + usize::from(captures);
            let destination = column | u64::from(byte(word, 2)) << 8;
            return Typed::new(role, second.into(), Bitboard::FULL, destination, captures)
                .filter(|_| is_whole);
        }
        // The sign of a pawn's capture is on the side that it came from.
        let from = match (len, captures, second) {
            (2, false, _) => column,
            (3, true, b'1'..=b'8') => column + 1,
            (3, false, b'x') => column.wrapping_sub(1),
            _ => return None,
        };
        let file = from.wrapping_sub(u64::from(b'a'));
        let rank = if second == b'x' { byte(word, 2) } else { second };
        let origins = Bitboard(if file < 8 { ONES << file } else { 0 });
        Typed::new(Role::Pawn, from, origins, column | u64::from(rank) << 8, len == 3)
    }
}

impl<S: Sink> ExactReader<'_, S> {
    /// Plays the move of a word, unless it is a promotion, en passant, or one that another piece of its role could make too.
    /// Returns the offset after it.
    #[inline(always)]
    pub(super) fn typed_word(
        &mut self,
        words: TypedWords,
        us: Color,
        at: usize,
        number: Number,
    ) -> Option<usize> {
        let text = self.text.as_bytes();
        let word = eight::load(text, at)?;
        let whole = eight::first(eight::below(word, 0x21));
        let said = MoveWord { word, whole };
        if !matches!(whole, 2..8) || !ends_plainly(text, at + whole) {
            return None;
        }
        let Typed { role, origins, to, captures, san: (san, len) } = match words {
            TypedWords::Long => Typed::long(word, said.len())?,
            TypedWords::Columns => Typed::column(word, said.len())?,
        };
        let board = self.lines.position.ordinary()?;
        if board.stands(to) != captures || board.holds(us, to) {
            return None;
        }
        let pawn = role == Role::Pawn;
        let reaching = match (pawn, captures) {
            (true, _) if Rank::First == to.rank() || Rank::Eighth == to.rank() => return None,
            (true, true) => board.taking(us, to) & origins,
            (true, false) => board.pushing(us, to),
            (false, _) => board.candidates(us, role, to),
        };
        let from = reaching.single_square().filter(|it| origins.contains(*it))?;
        if !board.is_safe(us, role, from, to) {
            return None;
        }
        debug_assert_eq!(
            self.notation.find_exact(&self.lines.position, board, self.text.slice(at..)).map(|it| (
                it.len(),
                it.plain().role,
                it.plain().from,
                it.plain().to
            )),
            Some((whole, role, from, to))
        );
        let ply = ExactPly::new(san, len, role, [from, to], captures);
        let held = self.sink.before(&self.lines.position, board, us, &ply)?;
        self.prepare(!pawn || captures, from, to);
        let board = self.lines.position.ordinary_mut()?;
        board.shift(us, role, from, to);
        Some(self.written(us, said.said(), at..at + whole, held, number, (to, false)))
    }
}
