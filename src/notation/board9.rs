//! Shared code of the notations that support the 9×9 board of Chess 99.
//!
//! There any piece can capture a pawn on the square it has just skipped, and any piece but a pawn can also go
//! there without capturing. So an en passant mark distinguishes moves, and must be present exactly when it
//! applies; only for a pawn capturing as a pawn is it redundant.

use crate::chess::{CapturePattern, Pattern, Position, PromotionPattern, Role, Roles, Square, Squares};

/// Whether this is the board of Chess 99.
#[inline]
pub fn is_9x9(position: &Position) -> bool {
    position.size() == 9
}

/// The statement of a text about a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureClaim {
    Nothing,
    /// A capture of one of these roles, not en passant.
    Takes(Roles),
    EnPassant,
}

/// Returns the patterns of a move to this square with this statement about a capture.
pub fn patterns(pattern: Pattern, to: Square, said: CaptureClaim) -> Vec<Pattern> {
    let pattern = Pattern { to: to.into(), ..pattern };
    let takes = |roles, squares| pattern.capturing(CapturePattern::Yes(roles, squares));
    let elsewhere = !Squares::only(to);
    let mut patterns = match said {
        CaptureClaim::Nothing => vec![pattern.capturing(CapturePattern::No), takes(Roles::ALL, to.into())],
        CaptureClaim::Takes(roles) => vec![takes(roles, to.into())],
        CaptureClaim::EnPassant => return vec![takes(Roles::ALL, elsewhere)],
    };
    if pattern.roles.contains(Role::Pawn) && pattern.promotion == PromotionPattern::No {
        patterns.push(Pattern { roles: Role::Pawn.into(), ..takes(Role::Pawn.into(), elsewhere) });
    }
    patterns
}
