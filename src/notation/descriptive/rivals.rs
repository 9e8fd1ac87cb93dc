//! Rivals of a short text: another square with the same short name, another capture between such pieces.

use shakmaty::{Bitboard, Color, Role};

use crate::{chess::Standard, notation::exact::ExactPly};

/// Squares that share their short name with another.
pub const TWINS: Bitboard = Bitboard(0xe7e7_e7e7_e7e7_e7e7);

/// Whether another piece of the role can go to the twin of the target square.
#[inline(always)]
pub fn has_rival_on_twin(board: &Standard, us: Color, ply: &ExactPly) -> bool {
    let twin = ply.to.flip_horizontal();
    if ply.role == Role::King || !TWINS.contains(ply.to) || board.stands(twin) {
        return false;
    }
    let there = match ply.role {
        Role::Pawn => board.pushing(us, twin),
        role => board.candidates(us, role, twin),
    };
    there.any() && board.legal(us, ply.role, there, twin).any()
}

/// Whether there may be another capture between such pieces.
#[inline(always)]
pub fn has_rival_captures(board: &Standard, us: Color, role: Role, victim: Role) -> bool {
    let victims = board.pieces(!us, victim);
    if role == Role::Pawn {
        let [left, right] = pawn_captures(board, us, pawn_targets(board, us, victim));
        return left.more_than_one() || right.more_than_one() || left.any() && right.any();
    }
    let mut found = 0;
    for from in board.pieces(us, role) {
        for target in board.reach_of(us, role, from) & victims {
            found += usize::from(board.is_open(from, target));
        }
    }
    found > 1
}

/// Returns the squares on which pawns can capture such a piece without promoting.
#[inline(always)]
pub fn pawn_targets(board: &Standard, us: Color, victim: Role) -> Bitboard {
    let mut targets = board.pieces(!us, victim) & !Bitboard::BACKRANKS;
    if victim == Role::Pawn {
        board.ep_square().into_iter().for_each(|it| targets.add(it));
    }
    targets
}

/// Returns the target squares of pawn captures towards the a-file and towards the h-file.
#[inline(always)]
pub fn pawn_captures(board: &Standard, us: Color, targets: Bitboard) -> [Bitboard; 2] {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    let pawns = board.pieces(us, Role::Pawn).0;
    let reached = match us {
        Color::White => [(pawns & NOT_A) << 7, pawns << 9 & NOT_A],
        Color::Black => [(pawns & NOT_A) >> 9, pawns >> 7 & NOT_A],
    };
    reached.map(|it| Bitboard(it) & targets)
}
