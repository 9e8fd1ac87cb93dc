//! What the notations have in common that write the 9×9 game, Chess 99.
//!
//! There any piece can take a pawn on the square that it has just skipped, and any piece but a pawn can also go there
//! without taking it. So a mark of en passant tells plies apart, and may neither be missing nor be too many;
//! only with a pawn that takes as a pawn there is nothing to tell.

use crate::chess::{CapturePattern, Pattern, Position, PromotionPattern, Role, Roles, Square, Squares};

/// Is this the board of Chess 99?
#[inline]
pub fn is_9x9(position: &Position) -> bool {
    position.size() == 9
}

/// What a text says about a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing at all.
    Nothing,
    /// That one of these is taken, not en passant.
    Takes(Roles),
    /// That something is taken en passant.
    EnPassant,
}

/// The patterns of a text that says so about a move to this square.
pub fn patterns(pattern: Pattern, to: Square, said: Said) -> Vec<Pattern> {
    let pattern = Pattern { to: to.into(), ..pattern };
    let takes = |roles, squares| pattern.capturing(CapturePattern::Yes(roles, squares));
    let elsewhere = !Squares::only(to);
    let mut patterns = match said {
        Said::Nothing => vec![pattern.capturing(CapturePattern::No), takes(Roles::ALL, to.into())],
        Said::Takes(roles) => vec![takes(roles, to.into())],
        Said::EnPassant => return vec![takes(Roles::ALL, elsewhere)],
    };
    if pattern.roles.contains(Role::Pawn) && pattern.promotion == PromotionPattern::No {
        patterns.push(Pattern { roles: Role::Pawn.into(), ..takes(Role::Pawn.into(), elsewhere) });
    }
    patterns
}
