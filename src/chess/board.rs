//! Piece movement on the 8×8 board, ignoring the safety of the mover's own king.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::men::OnBoard;
use crate::chess::{self, Captured, Pattern, Ply, Roles, Squares};

/// The promotions that most rules allow.
pub const PROMOTIONS: Roles = Roles::only(chess::Role::Queen)
    .with(chess::Role::Rook)
    .with(chess::Role::Bishop)
    .with(chess::Role::Knight);

/// The squares from which a piece attacks a square on an empty board, by kind and square: the number of its role, and 0 for
/// Black's pawns.
///
/// One table for all roles avoids a branch on the role, which is mispredicted most of the time, and is far
/// smaller than magic bitboards.
static ATTACKERS: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut n = 0;
    while n < 64 {
        let square = Square::new(n);
        table[0][n as usize] = attacks::pawn_attacks(Color::White, square);
        table[Role::Pawn as usize][n as usize] = attacks::pawn_attacks(Color::Black, square);
        table[Role::Knight as usize][n as usize] = attacks::knight_attacks(square);
        table[Role::Bishop as usize][n as usize] = attacks::bishop_attacks(square, Bitboard::EMPTY);
        table[Role::Rook as usize][n as usize] = attacks::rook_attacks(square, Bitboard::EMPTY);
        table[Role::Queen as usize][n as usize] = attacks::queen_attacks(square, Bitboard::EMPTY);
        table[Role::King as usize][n as usize] = attacks::king_attacks(square);
        n += 1;
    }
    table
};

/// Returns the squares from which pieces of this kind attack the square on an empty board.
#[inline(always)]
pub fn attackers(color: Color, role: Role, square: Square) -> Bitboard {
    let kind = if role == Role::Pawn { usize::from(color.is_white()) } else { role as usize & 7 };
    ATTACKERS[kind][usize::from(square)]
}

/// The squares between two squares on one line, and those beyond the second one.
///
/// Precomputed: shakmaty's rays take ten instructions, up to ten times a ply.
static BETWEEN: [[Bitboard; 64]; 64] = lines(true);
static BEYOND: [[Bitboard; 64]; 64] = lines(false);

const fn lines(inside: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut n = 0;
    while n < 64 * 64 {
        let (one, other) = (Square::new(n / 64), Square::new(n % 64));
        let set = if inside {
            attacks::between(one, other).0
        } else {
            // The squares of a line are ordered by their numbers.
            let past = 1 << (n % 64);
            attacks::ray(one, other).0 & if n % 64 > n / 64 { !(past | (past - 1)) } else { past - 1 }
        };
        table[(n / 64) as usize][(n % 64) as usize] = Bitboard(set);
        n += 1;
    }
    table
}

/// Returns the squares between two squares on one line, or none if they are not on one.
#[inline(always)]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[usize::from(one)][usize::from(other)]
}

/// Returns the squares beyond the second of two squares on one line, as seen from the first; none if they are not on one.
#[inline(always)]
pub fn beyond(one: Square, other: Square) -> Bitboard {
    BEYOND[usize::from(one)][usize::from(other)]
}

/// Whether no piece stands between two squares, one of which attacks the other on an empty board.
#[inline(always)]
pub fn is_open(one: Square, other: Square, occupied: Bitboard) -> bool {
    // A knight jumps: nothing is between its squares.
    (between(one, other) & occupied).is_empty()
}

/// Returns those of `pieces`, which attack the square on an empty board, whose way to it is open.
#[inline(always)]
pub fn open_to(to: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    // Mostly there is one at most.
    if pieces.more_than_one() {
        return open_of_several(to, pieces, occupied);
    }
    let from = Square::new(pieces.0.trailing_zeros() & 63);
    if is_open(to, from, occupied) { pieces } else { Bitboard::EMPTY }
}

#[inline(never)]
fn open_of_several(to: Square, mut pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    for from in pieces {
        // All are looked up in one row of the table.
        if !is_open(to, from, occupied) {
            pieces ^= from;
        }
    }
    pieces
}

/// An 8×8 board with the state that decides where its pieces can go.
#[derive(Clone, Copy)]
pub struct Placement<'a, B> {
    pub board: &'a B,
    pub turn: Color,
    /// The square skipped by the last two-step.
    pub ep_square: Option<Square>,
    /// Whether pawns may also go two squares from their own first rank (Horde).
    pub first_rank_two_steps: bool,
    /// The roles a pawn may promote to.
    pub promotions: Roles,
}

impl<B: OnBoard> Placement<'_, B> {
    pub fn ours(&self, role: Role) -> Bitboard {
        self.board.by_piece(role.of(self.turn))
    }

    /// Returns the origins of the role's pseudo-legal moves to the square.
    pub fn candidates(&self, role: Role, to: Square) -> Bitboard {
        if self.board.by_color(self.turn).contains(to) {
            return Bitboard::EMPTY;
        }
        self.candidates_among(role, self.ours(role), to)
    }

    /// Returns those of `pieces` that can move to the square. All must be of the role and of the side to move,
    /// and none of that side may stand on the square.
    #[inline(always)]
    pub fn candidates_among(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        if role == Role::Pawn {
            return self.pawns_to(to) & pieces;
        }
        open_to(to, attackers(self.turn, role, to) & pieces, self.board.occupied())
    }

    /// Returns the origins of pseudo-legal moves of any of the roles to the square.
    pub fn candidates_of_any(&self, roles: Roles, to: Square) -> Bitboard {
        const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        let us = self.board.by_color(self.turn);
        if us.contains(to) {
            return Bitboard::EMPTY;
        }
        let mut pieces = Bitboard::EMPTY;
        for role in PIECES.into_iter().filter(|role| roles.contains((*role).into())) {
            pieces |= attackers(self.turn, role, to) & self.board.by_role(role);
        }
        let reaching = open_to(to, pieces & us, self.board.occupied());
        if roles.contains(Role::Pawn.into()) { reaching | self.pawns_to(to) } else { reaching }
    }

    fn pawns_to(&self, to: Square) -> Bitboard {
        let pawns = self.ours(Role::Pawn);
        if self.board.occupied().contains(to) || self.ep_square == Some(to) {
            return attacks::pawn_attacks(!self.turn, to) & pawns;
        }
        let (back, two_steps) = match self.turn {
            Color::White => (-8, [Rank::Fourth, Rank::Third]),
            Color::Black => (8, [Rank::Fifth, Rank::Sixth]),
        };
        let Some(one) = to.offset(back) else { return Bitboard::EMPTY };
        if self.board.occupied().contains(one) {
            return pawns & one;
        }
        if to.rank() == two_steps[0] || self.first_rank_two_steps && to.rank() == two_steps[1] {
            return one.offset(back).map_or(Bitboard::EMPTY, |two| pawns & two);
        }
        Bitboard::EMPTY
    }

    /// Returns the destinations of the piece on the square.
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let to = match role {
            Role::Pawn => return self.pawn_targets(from),
            Role::Knight => attacks::knight_attacks(from),
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            Role::Queen => attacks::queen_attacks(from, occupied),
            Role::King => attacks::king_attacks(from),
        };
        to & !self.board.by_color(self.turn)
    }

    fn pawn_targets(&self, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let capturable =
            self.board.by_color(!self.turn) | self.ep_square.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut to = attacks::pawn_attacks(self.turn, from) & capturable;
        let ahead = self.turn.fold_wb(8, -8);
        if let Some(one) = from.offset(ahead).filter(|one| !occupied.contains(*one)) {
            to.add(one);
            let rank = self.turn.relative_rank(from.rank());
            if (rank == Rank::Second || rank == Rank::First && self.first_rank_two_steps)
                && let Some(two) = one.offset(ahead).filter(|two| !occupied.contains(*two))
            {
                to.add(two);
            }
        }
        to
    }

    /// Builds the ply of a piece to a square not occupied by its own side. A promotion must be given if and
    /// only if it is one, and must be allowed by the rules.
    #[inline(always)]
    pub fn ply(&self, role: Role, from: Square, to: Square, promotion: Option<chess::Role>) -> Option<Ply> {
        let last = Bitboard::BACKRANKS.contains(to) && role == Role::Pawn;
        if last != promotion.is_some() || promotion.is_some_and(|it| !self.promotions.contains(it)) {
            return None;
        }
        Some(self.ply_unchecked(role, from, to, promotion))
    }

    #[inline(always)]
    fn ply_unchecked(&self, role: Role, from: Square, to: Square, promotion: Option<chess::Role>) -> Ply {
        let ply = Ply::new(self.turn, role.into(), from.into(), to.into());
        let ply = match promotion {
            Some(role) => ply.promoting(role),
            None => ply,
        };
        let stands = self.board.occupied().contains(to);
        if let Some(taken) = stands.then(|| self.board.piece_at(to)).flatten() {
            ply.capturing(Captured { role: taken.role.into(), square: to.into() })
        } else if self.ep_square == Some(to) && role == Role::Pawn && from.file() != to.file() {
            let square = Square::from_coords(to.file(), from.rank()).into();
            ply.en_passant(Captured { role: chess::Role::Pawn, square })
        } else {
            ply
        }
    }

    /// Appends the legal moves of pieces of these roles between these sets of squares.
    pub fn push_moves(
        &self,
        pattern: &Pattern,
        is_legal: impl Fn(Role, Square, Square) -> bool,
        out: &mut Vec<Ply>,
    ) {
        for role in Role::ALL.into_iter().filter(|it| pattern.roles.contains((*it).into())) {
            for from in self.ours(role) & low64(pattern.from) {
                let mut targets = self.targets(role, from) & low64(pattern.to);
                for to in targets {
                    if !is_legal(role, from, to) {
                        targets.discard(to);
                    }
                }
                self.push_plies(role, from, targets, out);
            }
        }
    }

    /// Appends all plies of one piece to these squares, with every promotion of a pawn.
    pub fn push_plies(&self, role: Role, from: Square, to: Bitboard, out: &mut Vec<Ply>) {
        for to in to {
            if role == Role::Pawn && self.turn.relative_rank(to.rank()) == Rank::Eighth {
                let promotions =
                    chess::Role::ALL.into_iter().rev().filter(|it| self.promotions.contains(*it));
                let plies = promotions.map(|it| self.ply_unchecked(role, from, to, Some(it)));
                out.extend(plies);
            } else {
                out.push(self.ply_unchecked(role, from, to, None));
            }
        }
    }
}

/// Returns the part of a set on the 8×8 board.
pub fn low64(squares: Squares) -> Bitboard {
    Bitboard(squares.0 as u64)
}
