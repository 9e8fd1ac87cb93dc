//! Patterns: the information a move text gives about a ply.
//!
//! Readers turn text into a [`Pattern`]; the rules list the plies that fit it. Writers check that the pattern
//! of a text fits one ply only. Sharing the pattern ensures that what is written is read back.

use crate::chess::{Captured, Ply, PlyKind, Role, Roles, Square, Squares};

/// The information about a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CapturePattern {
    /// None: the ply may capture or not.
    #[default]
    Unsaid,
    /// The ply is not a capture.
    No,
    /// The ply captures one of these roles on one of these squares (where the captured piece stands).
    Yes(Roles, Squares),
}

impl CapturePattern {
    /// A capture of any piece on any square.
    pub const ANY: CapturePattern = CapturePattern::Yes(Roles::ALL, Squares::ALL);

    fn fits(self, capture: Option<Captured>) -> bool {
        match (self, capture) {
            (CapturePattern::Unsaid, _) | (CapturePattern::No, None) => true,
            (CapturePattern::Yes(roles, squares), Some(captured)) => {
                roles.contains(captured.role) && squares.contains(captured.square)
            }
            _ => false,
        }
    }
}

/// The information about a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PromotionPattern {
    /// None: the ply may be any promotion, or no promotion.
    Unsaid,
    /// The ply is not a promotion.
    #[default]
    No,
    /// A promotion, to one of these roles.
    To(Roles),
}

/// The kind of ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KindPattern {
    /// A piece moves on the board: not castling, a drop or a pass.
    #[default]
    Move,
    /// Castling, with a partner of this role coming from one of these squares.
    Castle(Roles, Squares),
    /// A piece is dropped.
    Drop,
    /// Null move.
    Null,
}

/// A set of plies, as described by a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The role that moves.
    pub roles: Roles,
    /// The origin.
    pub from: Squares,
    /// The destination (in castling, the king's).
    pub to: Squares,
    /// The capture.
    pub capture: CapturePattern,
    /// The promotion.
    pub promotion: PromotionPattern,
    /// An ordinary move, a castling, a drop or a pass.
    pub kind: KindPattern,
}

impl Pattern {
    /// A piece of these roles moves to one of these squares without promoting.
    #[must_use]
    pub fn to(roles: impl Into<Roles>, to: impl Into<Squares>) -> Pattern {
        Pattern {
            roles: roles.into(),
            from: Squares::ALL,
            to: to.into(),
            capture: CapturePattern::Unsaid,
            promotion: PromotionPattern::No,
            kind: KindPattern::Move,
        }
    }

    /// The king castles with a partner from one of these squares.
    #[must_use]
    pub fn castle(partners: Squares) -> Pattern {
        Pattern { kind: KindPattern::Castle(Roles::ALL, partners), ..Pattern::to(Role::King, Squares::ALL) }
    }

    /// The king on this square castles with a partner to its east (or west).
    #[must_use]
    pub fn castle_towards(king: Square, east: bool) -> Pattern {
        let files = if east { king.file() + 1..9 } else { 0..king.file() };
        let partners = files.fold(Squares::NONE, |set, file| set | Squares::file(file));
        Pattern::castle(partners).from(king)
    }

    /// Null move.
    #[must_use]
    pub fn null() -> Pattern {
        Pattern { kind: KindPattern::Null, ..Pattern::to(Roles::ALL, Squares::ALL) }
    }

    /// A piece of this role is dropped here.
    #[must_use]
    pub fn drop(role: Role, to: Square) -> Pattern {
        Pattern { kind: KindPattern::Drop, ..Pattern::to(role, to) }
    }

    /// Restricts the origin to these squares.
    #[must_use]
    pub fn from(self, from: impl Into<Squares>) -> Pattern {
        Pattern { from: from.into(), ..self }
    }

    /// Requires promotion to this role, or none.
    #[must_use]
    pub fn promoting(self, promotion: Option<Role>) -> Pattern {
        let promotion = match promotion {
            Some(role) => PromotionPattern::To(role.into()),
            None => PromotionPattern::No,
        };
        Pattern { promotion, ..self }
    }

    /// Sets the information about a capture.
    #[must_use]
    pub fn capturing(self, capture: CapturePattern) -> Pattern {
        Pattern { capture, ..self }
    }

    /// Whether the ply fits.
    #[must_use]
    pub fn fits(&self, ply: &Ply) -> bool {
        let kind = match (self.kind, ply.kind()) {
            (KindPattern::Move, PlyKind::Normal | PlyKind::EnPassant)
            | (KindPattern::Drop, PlyKind::Drop) => true,
            (KindPattern::Null, PlyKind::Null) => return true,
            (KindPattern::Castle(roles, partners), PlyKind::Castle(partner)) => {
                roles.contains(partner.role) && partners.contains(partner.from)
            }
            _ => false,
        };
        let promotion = match (self.promotion, ply.promotion()) {
            (PromotionPattern::Unsaid, _) | (PromotionPattern::No, None) => true,
            (PromotionPattern::To(roles), Some(role)) => roles.contains(role),
            _ => false,
        };
        kind && promotion
            && self.roles.contains(ply.role())
            && self.from.contains(ply.from())
            && self.to.contains(ply.to())
            && self.capture.fits(ply.capture())
    }
}
