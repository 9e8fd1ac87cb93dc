//! Likelihood of a ply as chess, independent of its text.

use crate::{
    chess::{Ply, Position, Role, Roles},
    notation::costs::Cost,
};

/// Returns the cost of an implausible ply: leaving a piece en prise is rarely intended, developing one often
/// is.
pub fn unlikelihood(position: &Position, after: &Position, ply: &Ply) -> Cost {
    const PAWN: Cost = 22;
    const AGAIN: Cost = 8;
    let role = ply.role();
    if role == Role::King || ply.castling().is_some() || ply.is_drop() || ply.is_null() {
        return 0;
    }
    let home = position.turn().fold_wb(0, position.size() - 1);
    let again = if role != Role::Pawn && !ply.is_capture() && ply.from().rank() != home { AGAIN } else { 0 };
    let takers = after.pseudo_legal_candidates(Roles::ALL, ply.to());
    if takers.is_empty() || role == Role::Pawn {
        return again;
    }
    let cheapest = takers.filter_map(|it| after.piece_at(it)).map(|it| worth(it.1)).min().unwrap_or(9);
    let defended = !position.pseudo_legal_candidates(Roles::ALL, ply.to()).without(ply.from()).is_empty();
    let own = worth(role);
    let lost = if defended { own.saturating_sub(cheapest) } else { own };
    again + lost.saturating_sub(ply.capture().map_or(0, |it| worth(it.role))) * PAWN
}

/// Returns the value of a piece in pawns; a king captures only undefended pieces.
const fn worth(role: Role) -> Cost {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen | Role::Paladin | Role::King => 9,
    }
}
