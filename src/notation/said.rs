//! The parsed text of notations that name squares: the step between its characters and the plies that it may
//! mean.

use shakmaty::Bitboard;

use super::{
    exact::Aim,
    parts::castling_between,
    reading::{Annotations, CheckClaim, Reading},
    scan::{Place, square, squares},
};
use crate::chess::{Pattern, Position, Role, Roles};

/// What a text says about a move between two squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// The role; `None` if not named.
    pub role: Option<Role>,
    /// The origin, as far as it is given.
    pub from: Place,
    /// The destination, as far as it is given.
    pub to: Place,
    pub captures: bool,
    /// The captured piece.
    pub victim: Option<Role>,
    pub promotion: Option<Role>,
    /// Whether it is castling, and if so whether the partner is to the king's east.
    pub castles: Option<bool>,
    pub en_passant: bool,
    pub check: Option<CheckClaim>,
    /// The length of the text.
    pub len: usize,
}

impl Said {
    /// Returns the origin, as far as it is known: a pawn move without a file stays on its file unless it
    /// captures.
    #[inline(always)]
    fn origin(&self) -> Place {
        let stays = self.role == Some(Role::Pawn) && self.victim.is_none();
        (self.from.0.or(if stays { self.to.0 } else { None }), self.from.1)
    }

    /// Returns the pattern of the plies that fit, disregarding captures.
    pub fn pattern(&self) -> Pattern {
        Pattern::to(self.role.map_or(Roles::ALL, Roles::only), squares(self.to))
            .from(squares(self.origin()))
            .promoting(self.promotion)
    }

    /// Returns the text's reading with this pattern.
    pub fn reading(&self, pattern: Pattern) -> Reading {
        let &Said { check, en_passant, captures: capture, .. } = self;
        let annotations = Annotations { check, en_passant, capture, ..Annotations::default() };
        Reading { annotations, ..Reading::new(self.len, pattern) }
    }

    /// Adds a reading as castling, if the squares alone may mean it.
    pub fn push_castling(&self, before: &Position, out: &mut Vec<Reading>) {
        if let (None, false, Some(from), Some(to)) =
            (self.promotion, self.en_passant, square(self.from), square(self.to))
        {
            out.extend(castling_between(before, from, to).map(|it| self.reading(it)));
        }
    }

    /// Returns the piece and destination that it names. `None` unless the destination is complete.
    #[inline(always)]
    pub fn aim(&self) -> Option<Aim> {
        let (file, rank) = self.origin();
        let file = file.map_or(u64::MAX, |file| 0x0101_0101_0101_0101 << (file & 7));
        let rank = rank.map_or(u64::MAX, |rank| 0xff << (8 * (rank & 7)));
        let to = square(self.to)?.to_shakmaty()?.into();
        let role = match self.role {
            Some(role) => Some(role.to_shakmaty()?),
            None => None,
        };
        let from = Bitboard(file & rank);
        Some(Aim { role, from, to, promotion: self.promotion, check: self.check, len: self.len })
    }
}
