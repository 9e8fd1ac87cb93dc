//! Chooses the most plausible of several readings of a whole line.
//!
//! A text that is ambiguous about which pawn the queen takes was clear to the players: the queen didn't take
//! the pawn that leaves it en prise, unnoticed by both. So readings are compared by the material that both
//! sides would have left en prise; only if that is about equal does their order count.

use crate::chess::{CapturePattern, Pattern, Ply, Position, PromotionPattern, Role, Roles, Scope, Squares};

/// Minimum difference in material left en prise that counts: a knight or bishop.
const PIECE: i32 = 3;

/// Returns the value of a piece in pawns; a king is never captured.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen | Role::Paladin => 9,
        Role::King => 0,
    }
}

/// Returns the index of the most plausible of several lines from a position; the first on a tie.
pub fn most_plausible(start: &Position, lines: &[Vec<Ply>]) -> usize {
    let left: Vec<i32> = lines.iter().map(|line| left_standing(start, line)).collect();
    let least = left.iter().copied().min().unwrap_or(0);
    left.iter().position(|it| *it < least + PIECE).unwrap_or(0)
}

/// Returns the total gain of the captures that the players of a line missed.
fn left_standing(start: &Position, line: &[Ply]) -> i32 {
    let mut position = start.clone();
    let mut sum = 0;
    for ply in line {
        // A player in check may have no time to capture.
        if !position.is_check() {
            let missed = best_capture(&position) - gain(&position, ply);
            if missed >= PIECE {
                sum += missed;
            }
        }
        position.play(ply);
    }
    sum
}

/// Returns the largest gain of any capture.
fn best_capture(position: &Position) -> i32 {
    let any = Pattern::to(Roles::ALL, Squares::ALL).capturing(CapturePattern::ANY);
    let mut captures = Vec::new();
    position.plies(Scope::Legal, &Pattern { promotion: PromotionPattern::Unsaid, ..any }, &mut captures);
    captures.iter().map(|ply| gain(position, ply)).max().unwrap_or(0).max(0)
}

/// Returns the gain of a ply, assuming that the moved piece is recaptured if possible.
fn gain(position: &Position, ply: &Ply) -> i32 {
    let Some(captured) = ply.capture() else { return 0 };
    let mut after = position.clone();
    after.play(ply);
    let back = Pattern::to(Roles::ALL, ply.to()).capturing(CapturePattern::ANY);
    let mut captures = Vec::new();
    after.plies(Scope::Legal, &Pattern { promotion: PromotionPattern::Unsaid, ..back }, &mut captures);
    let lost = if captures.is_empty() { 0 } else { worth(ply.role()) };
    worth(captured.role) - lost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(start: &Position, texts: &[&str]) -> Vec<Ply> {
        let uci = crate::notation::Choice::uci().notation;
        let mut position = start.clone();
        let read = |position: &Position, text: &&str| uci.read_exact(position, text).unwrap().ply;
        texts
            .iter()
            .map(|text| {
                let ply = read(&position, text);
                position.play(&ply);
                ply
            })
            .collect()
    }

    #[test]
    fn a_queen_is_not_left_to_be_taken() {
        // Reti – Tartakower, Vienna 1910, after 7 B-Q2: 7... QxP is not the pawn on a2.
        let start =
            Position::set_up(None, Some("rnb1kb1r/pp3ppp/2p2n2/q3P3/4N3/3Q4/PPPB1PPP/R3KBNR b KQkq - 1 7"))
                .unwrap();
        let lines = [plies(&start, &["a5a2", "g1f3"]), plies(&start, &["a5e5", "g1f3"])];
        assert_eq!(most_plausible(&start, &lines), 1);
        assert_eq!(most_plausible(&start, &[lines[1].clone(), lines[1].clone()]), 0);
    }
}
