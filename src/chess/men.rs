//! Piece placement on the 8×8 board.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::eight::ShortText;

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
    /// Its text, the first byte lowest, with the stroke after it if there is room for it.
    text: u64,
    /// The length with the stroke.
    len: usize,
}

impl Default for FenRanks {
    fn default() -> FenRanks {
        FenRanks([FenRank::new(0); 8])
    }
}

/// Two neighbouring squares as in FEN.
#[derive(Clone, Copy)]
struct FenPair {
    text: u16,
    len: u8,
    /// Whether it begins and ends with the number of empty squares: 1 if it does.
    begins_empty: u8,
    ends_empty: u8,
}

/// Pairs of squares by their codes, the first lowest.
static PAIRS: [FenPair; 256] = {
    const LETTERS: [u8; 16] = *b"1PNBRQK  pnbrqk ";
    let mut table = [FenPair { text: b'2' as u16, len: 1, begins_empty: 1, ends_empty: 1 }; 256];
    let mut n = 1;
    while n < 256 {
        let (first, second) = (n & 15, n >> 4);
        table[n] = FenPair {
            text: u16::from_le_bytes([LETTERS[first], LETTERS[second]]),
            len: 2,
            begins_empty: (first == 0) as u8,
            ends_empty: (second == 0) as u8,
        };
        n += 1;
    }
    table
};

impl FenRank {
    /// Writes a rank without a branch that depends on it: which squares are empty is hard to predict.
    #[inline(always)]
    fn new(codes: u64) -> FenRank {
        let (mut text, mut len, mut ends_empty) = (0_u64, 0_usize, 0);
        let pairs = codes | codes >> 4;
        for n in 0..4 {
            let pair = &PAIRS[(pairs >> (16 * n)) as usize & 0xff];
            // The numbers of empty squares on both sides of the seam are added up.
            let joined = ends_empty & pair.begins_empty;
            let added = u64::from(pair.text) - u64::from(b'0') * u64::from(joined);
            len -= usize::from(joined);
            text += added << ((8 * len) & 63);
            len += usize::from(pair.len);
            ends_empty = pair.ends_empty;
        }
        let stroke = if len < 8 { u64::from(b'/') << (8 * len) } else { 0 };
        FenRank { codes, text: text | stroke, len: len + 1 }
    }
}

impl Men {
    /// Appends the placement as in FEN and a stroke, with the ranks of the last one.
    #[inline(always)]
    pub fn push_fen<const N: usize>(&self, last: &mut FenRanks, text: &mut ShortText<'_, N>) {
        let ranks = self.codes.as_chunks().0;
        let mut changed = 0_u32;
        for (n, (codes, rank)) in ranks.iter().zip(&last.0).enumerate() {
            changed |= u32::from(u64::from_le_bytes(*codes) != rank.codes) << n;
        }
        // A ply changes one rank or two, which are written without asking how many.
        loop {
            for n in [changed.trailing_zeros() & 7, (changed | 1).ilog2()] {
                let n = n as usize & 7;
                last.0[n] = FenRank::new(u64::from_le_bytes(ranks[n]));
                changed &= !(1 << n);
            }
            if changed == 0 {
                break;
            }
        }
        for rank in last.0.iter().rev() {
            let mut bytes = [b'/'; 9];
            bytes[..8].copy_from_slice(&rank.text.to_le_bytes());
            text.push_first(&bytes, rank.len);
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
