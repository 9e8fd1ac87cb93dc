//! Which of several ways to understand a whole line is the likeliest.
//!
//! A text that leaves open which pawn the queen takes was plain to those who played: the queen did not take the pawn
//! on which she is taken for nothing, with nobody noticing. So the ways are compared by what both sides would have
//! left standing to be taken; only where that is much the same does their order count.

use crate::chess::{CapturePattern, Pattern, Ply, Position, PromotionPattern, Role, Roles, Scope, Squares};

/// Material of this worth must have been left standing for it to count: a knight or bishop.
const PIECE: i32 = 3;

/// The worth of a piece in pawns; a king is never taken.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen | Role::Paladin => 9,
        Role::King => 0,
    }
}

/// The likeliest of several lines from a position, by its number; the first of those that are as likely.
pub fn most_plausible(start: &Position, lines: &[Vec<Ply>]) -> usize {
    let left: Vec<i32> = lines.iter().map(|line| left_standing(start, line)).collect();
    let least = left.iter().copied().min().unwrap_or(0);
    left.iter().position(|it| *it < least + PIECE).unwrap_or(0)
}

/// What the players of a line could have taken for nothing, and did not.
fn left_standing(start: &Position, line: &[Ply]) -> i32 {
    let mut position = start.clone();
    let mut sum = 0;
    for ply in line {
        // Who is in check has other cares.
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

/// The most that a capture wins.
fn best_capture(position: &Position) -> i32 {
    let any = Pattern::to(Roles::ALL, Squares::ALL).capturing(CapturePattern::ANY);
    let mut captures = Vec::new();
    position.plies(Scope::Legal, &Pattern { promotion: PromotionPattern::Unsaid, ..any }, &mut captures);
    captures.iter().map(|ply| gain(position, ply)).max().unwrap_or(0).max(0)
}

/// What a ply wins, if what moved is taken where it can be.
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
