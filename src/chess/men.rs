//! Piece placement on the 8×8 board.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::eight::{self, ShortText};

/// Piece placement, as far as move generation needs it.
pub trait OnBoard {
    /// Returns the squares of a side's pieces.
    fn by_color(&self, color: Color) -> Bitboard;

    /// Returns the squares of a role's pieces, of either side.
    fn by_role(&self, role: Role) -> Bitboard;

    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// Returns the squares of pieces of a kind.
    fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_color(piece.color) & self.by_role(piece.role)
    }

    /// Returns the occupied squares.
    fn occupied(&self) -> Bitboard {
        self.by_color(Color::White) | self.by_color(Color::Black)
    }
}

impl OnBoard for Board {
    fn by_color(&self, color: Color) -> Bitboard {
        self.by_color(color)
    }

    fn by_role(&self, role: Role) -> Bitboard {
        self.by_role(role)
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }
}

/// A board with a mailbox beside its bitboards. [`Board`] has to test all its sets to identify a piece, which
/// takes 40 more instructions a ply, a tenth of reading and writing one.
#[derive(Clone)]
pub struct Men {
    /// The sets by piece code. Set 0, the code of an empty square, absorbs a capture of nothing.
    sets: [u64; 16],
    sides: [u64; 2],
    /// The piece code of each square.
    codes: [u8; 64],
}

/// Returns the code of a piece: its role, plus 8 for Black. 0 is no piece.
#[inline(always)]
fn code(color: Color, role: Role) -> usize {
    role as usize & 7 | side(color) << 3
}

#[inline(always)]
fn side(color: Color) -> usize {
    usize::from(color.is_black())
}

/// Roles by code, colour removed.
const ROLES: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];

#[inline(always)]
fn bit(square: Square) -> u64 {
    1 << (u32::from(square) & 63)
}

impl From<&Board> for Men {
    fn from(board: &Board) -> Men {
        let mut men = Men { sets: [0; 16], sides: [0; 2], codes: [0; 64] };
        for (square, piece) in board {
            men.put(piece.color, piece.role, square);
        }
        men
    }
}

impl Men {
    /// Whether this is the same placement, in each of its forms.
    pub fn is_same(&self, board: &Board) -> bool {
        let mut codes = [0; 64];
        for (color, role) in Color::ALL.into_iter().flat_map(|it| Role::ALL.map(|role| (it, role))) {
            let (set, code) = (board.by_piece(role.of(color)), code(color, role));
            if set.0 != self.sets[code] {
                return false;
            }
            for square in set {
                codes[usize::from(square)] = code as u8;
            }
        }
        codes == self.codes && self.sides == [board.white().0, board.black().0]
    }
}

impl From<&Men> for Board {
    fn from(men: &Men) -> Board {
        Square::ALL.into_iter().filter_map(|square| Some((square, men.piece_at(square)?))).collect()
    }
}

impl PartialEq for Men {
    fn eq(&self, other: &Men) -> bool {
        self.codes == other.codes
    }
}

impl OnBoard for Men {
    #[inline(always)]
    fn by_color(&self, color: Color) -> Bitboard {
        Bitboard(self.sides[side(color)])
    }

    #[inline(always)]
    fn by_role(&self, role: Role) -> Bitboard {
        self.by_piece(role.of(Color::White)) | self.by_piece(role.of(Color::Black))
    }

    #[inline(always)]
    fn by_piece(&self, piece: Piece) -> Bitboard {
        Bitboard(self.sets[code(piece.color, piece.role)])
    }

    #[inline(always)]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        Some(role.of(Color::from_white(self.codes[usize::from(square)] < 8)))
    }
}

/// The ranks of a placement as in FEN. Of those of the last position most stay, and need not be written anew.
#[derive(Clone, Debug)]
pub struct FenRanks([FenRank; 8]);

#[derive(Clone, Copy, Debug)]
struct FenRank {
    /// The piece codes of its squares.
    codes: u64,
    /// Its text, the first byte lowest, and the stroke after it.
    text: u128,
    len: usize,
}

impl Default for FenRanks {
    fn default() -> FenRanks {
        FenRanks([FenRank::new(0); 8])
    }
}

impl FenRank {
    fn new(codes: u64) -> FenRank {
        const LETTERS: [u8; 16] = *b" PNBRQK  pnbrqk ";
        // In a register: bytes stored one by one are not there for a while for who loads all of them.
        let mut text = 0_u64;
        let (mut len, mut file) = (0, 0);
        let mut push = |byte: u8, is_there: bool| {
            text |= (u64::from(byte) * u64::from(is_there)) << ((8 * len) & 63);
            len += usize::from(is_there);
        };
        // The high bits of the bytes of pieces.
        let mut pieces = codes.wrapping_add(eight::ONES * 0x7f) & eight::HIGH;
        while pieces != 0 {
            let next = eight::first(pieces);
            push(b'0' + (next - file) as u8, next > file);
            push(LETTERS[(codes >> (8 * next)) as usize & 15], true);
            pieces &= pieces - 1;
            file = next + 1;
        }
        push(b'0' + (8 - file) as u8, file < 8);
        FenRank { codes, text: u128::from(text) | u128::from(b'/') << (8 * len), len: len + 1 }
    }
}

impl Men {
    /// Appends the placement as in FEN and a stroke, with the ranks of the last one.
    #[inline(always)]
    pub fn push_fen<const N: usize>(&self, last: &mut FenRanks, text: &mut ShortText<'_, N>) {
        for (codes, rank) in self.codes.as_chunks().0.iter().zip(&mut last.0).rev() {
            let codes = u64::from_le_bytes(*codes);
            // Not loaded again where it has just been stored in parts.
            let now = if codes == rank.codes { *rank } else { FenRank::new(codes) };
            *rank = now;
            text.push_word(now.text, now.len);
        }
    }

    /// Returns the role of the piece on a square.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        ROLES[usize::from(self.codes[usize::from(square)] & 7)]
    }

    /// Returns the code of the piece on a square: 0 if it is empty.
    #[inline(always)]
    pub fn code_at(&self, square: Square) -> u8 {
        self.codes[usize::from(square)]
    }

    /// Whether a square is occupied.
    #[inline(always)]
    pub fn stands(&self, square: Square) -> bool {
        self.codes[usize::from(square)] != 0
    }

    /// Whether a piece of this side stands on a square.
    #[inline(always)]
    pub fn holds(&self, color: Color, square: Square) -> bool {
        self.sides[side(color)] & bit(square) != 0
    }

    /// Moves a piece to a square, capturing the opponent's piece there, if any.
    #[inline(always)]
    pub fn shift(&mut self, us: Color, role: Role, from: Square, to: Square) {
        let (arrived, both) = (bit(to), bit(from) | bit(to));
        let taken = usize::from(self.codes[usize::from(to)] & 15);
        self.sets[taken] &= !arrived;
        self.sides[side(!us)] &= !arrived;
        self.sets[code(us, role)] ^= both;
        self.sides[side(us)] ^= both;
        self.codes[usize::from(from)] = 0;
        self.codes[usize::from(to)] = code(us, role) as u8;
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, us: Color, role: Role, square: Square) {
        self.sets[code(us, role)] |= bit(square);
        self.sides[side(us)] |= bit(square);
        self.codes[usize::from(square)] = code(us, role) as u8;
    }

    /// Removes the piece on a square.
    pub fn remove(&mut self, square: Square) {
        let code = usize::from(std::mem::take(&mut self.codes[usize::from(square)]) & 15);
        self.sets[code] &= !bit(square);
        self.sides[code >> 3] &= !bit(square);
    }
}

impl std::fmt::Debug for Men {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", Board::from(self))
    }
}
