//! A ply, one side's move, as plain data.

use std::{fmt, num::NonZeroU64};

use super::{Color, Square};

/// The kind of a piece. The paladin (knight and bishop in one) belongs to Chess 99.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Role {
    /// Pawn.
    Pawn = 1,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
    /// Paladin.
    Paladin,
}

impl Role {
    /// All roles, in declaration order.
    pub const ALL: [Role; 7] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Paladin];

    /// The role of this number, counted from 1.
    #[inline]
    const fn from_number(number: u8) -> Option<Role> {
        Some(match number {
            1 => Role::Pawn,
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            5 => Role::Queen,
            6 => Role::King,
            7 => Role::Paladin,
            _ => return None,
        })
    }

    /// Returns the English capital letter; the paladin's is `A` except in Chess 99's own notation.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"PNBRQKA"[self as usize - 1]
    }

    /// The inverse of [`Role::letter`].
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter {
            b'P' => Role::Pawn,
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            b'A' => Role::Paladin,
            _ => return None,
        })
    }

    /// Returns the English word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king", "paladin"][self as usize - 1]
    }

    /// Returns the role in shakmaty's type; `None` for the paladin.
    #[must_use]
    pub const fn to_shakmaty(self) -> Option<shakmaty::Role> {
        Some(match self {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
            Role::Paladin => return None,
        })
    }
}

impl Role {
    /// Returns the role in shakmaty's type, for a piece on the 8×8 board.
    #[inline]
    pub(crate) fn on_ordinary_board(self) -> shakmaty::Role {
        debug_assert!(self != Role::Paladin);
        self.to_shakmaty().unwrap_or(shakmaty::Role::King)
    }
}

impl From<shakmaty::Role> for Role {
    #[inline]
    fn from(role: shakmaty::Role) -> Role {
        match role {
            shakmaty::Role::Pawn => Role::Pawn,
            shakmaty::Role::Knight => Role::Knight,
            shakmaty::Role::Bishop => Role::Bishop,
            shakmaty::Role::Rook => Role::Rook,
            shakmaty::Role::Queen => Role::Queen,
            shakmaty::Role::King => Role::King,
        }
    }
}

/// A set of roles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Roles(u8);

impl Roles {
    /// No role.
    pub const NONE: Roles = Roles(0);
    /// Every role.
    pub const ALL: Roles = Roles(0xfe);

    /// Returns the set of just this role.
    #[must_use]
    pub const fn only(role: Role) -> Roles {
        Roles(1 << role as u8)
    }

    /// Returns this role and those before it in declaration order.
    #[must_use]
    pub const fn up_to(role: Role) -> Roles {
        Roles(((2_u16 << role as u8) - 2) as u8)
    }

    /// Returns the set with this role added.
    #[must_use]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// Whether the role is in the set.
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }

    /// Returns the only role of the set; `None` if there are none or several.
    #[must_use]
    pub fn single(self) -> Option<Role> {
        self.0.is_power_of_two().then(|| Role::ALL[self.0.trailing_zeros() as usize - 1])
    }
}

impl From<Role> for Roles {
    fn from(role: Role) -> Roles {
        Roles::only(role)
    }
}

/// A captured piece and its square, which en passant is not the destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captured {
    /// The captured role.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// The second piece of a castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The king's partner: a rook, in Chess 99 any piece.
    pub role: Role,
    /// The partner's origin.
    pub from: Square,
    /// The partner's destination.
    pub to: Square,
}

/// The kind of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// A piece moves, with or without a capture.
    Normal,
    /// A pawn that has just gone two squares is captured on the square it skipped. In Chess 99 any piece can do
    /// so, and the pawn may have promoted.
    EnPassant,
    /// The king and its partner move.
    Castle(Castling),
    /// A piece is dropped from the hand.
    Drop,
    /// Null move (`--`).
    Null,
}

/// One side's move, legal in the position it was made for.
///
/// Packed into one word, because a ply is passed on at every step of every game: a struct of many small fields
/// would be assembled and taken apart in memory each time, which takes as long as finding the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ply(NonZeroU64);

// Bit offsets of the fields. 0 stands for none; the mover's role is at least 1, so the word is never 0.
const COLOR: u32 = 3;
const KIND: u32 = 4;
const FROM: u32 = 8;
const TO: u32 = 16;
const CAPTURED: u32 = 24;
const PROMOTION: u32 = 28;
const CAPTURED_ON: u32 = 32;
const PARTNER_FROM: u32 = 40;
const PARTNER_TO: u32 = 48;
const PARTNER: u32 = 56;

const EN_PASSANT: u64 = 1;
const CASTLE: u64 = 2;
const DROP: u64 = 3;
const NULL: u64 = 4;

impl Ply {
    /// Returns a move from one square to another.
    #[must_use]
    #[inline]
    pub const fn new(color: Color, role: Role, from: Square, to: Square) -> Ply {
        let role = match NonZeroU64::new(role as u64) {
            Some(role) => role,
            None => NonZeroU64::MIN,
        };
        Ply(role).with(COLOR, color.is_black() as u8).with(FROM, from.index()).with(TO, to.index())
    }

    #[inline]
    const fn with(self, at: u32, bits: u8) -> Ply {
        Ply(NonZeroU64::new(self.0.get() | (bits as u64) << at).expect("a role is at least 1"))
    }

    #[inline]
    const fn part(self, at: u32) -> u8 {
        (self.0.get() >> at) as u8
    }

    /// Adds a capture.
    #[must_use]
    #[inline]
    pub const fn capturing(self, captured: Captured) -> Ply {
        self.with(CAPTURED, captured.role as u8).with(CAPTURED_ON, captured.square.index())
    }

    /// Makes it a capture en passant of this pawn.
    #[must_use]
    pub const fn en_passant(self, pawn: Captured) -> Ply {
        self.capturing(pawn).with(KIND, EN_PASSANT as u8)
    }

    /// Adds a promotion.
    #[must_use]
    #[inline]
    pub const fn promoting(self, role: Role) -> Ply {
        self.with(PROMOTION, role as u8)
    }

    /// Returns castling by a king with this partner.
    #[must_use]
    pub const fn castle(color: Color, from: Square, to: Square, partner: Castling) -> Ply {
        Ply::new(color, Role::King, from, to)
            .with(KIND, CASTLE as u8)
            .with(PARTNER, partner.role as u8)
            .with(PARTNER_FROM, partner.from.index())
            .with(PARTNER_TO, partner.to.index())
    }

    /// Returns a drop.
    #[must_use]
    pub const fn drop(color: Color, role: Role, to: Square) -> Ply {
        Ply::new(color, role, to, to).with(KIND, DROP as u8)
    }

    /// Returns a null move.
    #[must_use]
    pub const fn null(color: Color) -> Ply {
        let first = Square::new(0, 0);
        Ply::new(color, Role::King, first, first).with(KIND, NULL as u8)
    }

    /// Returns the side that moves.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        Color::from_white(self.part(COLOR) & 1 == 0)
    }

    /// Returns the role that moves; for a promotion, the pawn.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        match Role::from_number(self.part(0) & 7) {
            Some(role) => role,
            None => Role::Pawn,
        }
    }

    /// Returns the origin; for a drop, the destination.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.part(FROM))
    }

    /// Returns the destination; in castling, the king's.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.part(TO))
    }

    /// Returns the captured piece.
    #[must_use]
    #[inline]
    pub const fn capture(self) -> Option<Captured> {
        match Role::from_number(self.part(CAPTURED) & 7) {
            Some(role) => Some(Captured { role, square: Square::from_index(self.part(CAPTURED_ON)) }),
            None => None,
        }
    }

    /// Whether this is a capture.
    #[must_use]
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.part(CAPTURED) & 7 != 0
    }

    /// Returns the role promoted to.
    #[must_use]
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        Role::from_number(self.part(PROMOTION) & 7)
    }

    /// Returns the kind: normal, castling, en passant, drop or null.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> PlyKind {
        match (self.part(KIND) & 7) as u64 {
            EN_PASSANT => PlyKind::EnPassant,
            CASTLE => PlyKind::Castle(Castling {
                role: match Role::from_number(self.part(PARTNER) & 7) {
                    Some(role) => role,
                    None => Role::Rook,
                },
                from: Square::from_index(self.part(PARTNER_FROM)),
                to: Square::from_index(self.part(PARTNER_TO)),
            }),
            DROP => PlyKind::Drop,
            NULL => PlyKind::Null,
            _ => PlyKind::Normal,
        }
    }

    /// Whether a piece simply moves (not castling, a drop, a pass, or a capture en passant).
    #[must_use]
    #[inline]
    pub const fn is_normal(self) -> bool {
        self.part(KIND) & 7 == 0
    }

    /// Whether this is a pass.
    #[must_use]
    #[inline]
    pub const fn is_null(self) -> bool {
        (self.part(KIND) & 7) as u64 == NULL
    }

    /// Whether this is a drop.
    #[must_use]
    pub const fn is_drop(self) -> bool {
        (self.part(KIND) & 7) as u64 == DROP
    }

    /// Whether a pawn already on the last rank promotes as it moves (Chess 99).
    #[must_use]
    pub fn is_late_promotion(self) -> bool {
        self.promotion().is_some() && self.from().rank() == self.color().fold_wb(8, 0)
    }

    /// Whether this is a capture en passant.
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        (self.part(KIND) & 7) as u64 == EN_PASSANT
    }

    /// Returns the king's partner, if the ply is castling.
    #[must_use]
    pub const fn castling(self) -> Option<Castling> {
        match self.kind() {
            PlyKind::Castle(castling) => Some(castling),
            _ => None,
        }
    }

    /// Returns whether castling is with a partner east of the king; `None` if the ply is not castling.
    #[must_use]
    pub fn is_kingside_castling(self) -> Option<bool> {
        self.castling().map(|partner| partner.from.file() > self.from().file())
    }
}

/// Writes UCI notation. Castling that is not of standard chess, as in Chess960, is written by the partner's square.
///
/// ```
/// use plyglot::{Notation, Position};
///
/// let ply = Notation::san().parse(&Position::default(), "Nf3");
/// assert_eq!(ply.map(|it| it.to_string()).as_deref(), Ok("g1f3"));
/// ```
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        match self.kind() {
            PlyKind::Null => f.write_str("0000"),
            PlyKind::Drop => write!(f, "{}@{to}", char::from(self.role().letter())),
            PlyKind::Castle(partner) => {
                let is_standard = from.file() == 4
                    && partner.to != from
                    && matches!((partner.from.file(), to.file()), (0, 2) | (7, 6));
                write!(f, "{from}{}", if is_standard { to } else { partner.from })
            }
            PlyKind::Normal | PlyKind::EnPassant => {
                write!(f, "{from}{to}")?;
                if let Some(role) = self.promotion() {
                    write!(f, "{}", char::from(role.letter().to_ascii_lowercase()))?;
                }
                // In Chess 99 a move there need not capture.
                let is_marked =
                    self.is_en_passant() && (self.role() != Role::Pawn || self.is_late_promotion());
                f.write_str(if is_marked { "e" } else { "" })
            }
        }
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ply")
            .field("color", &self.color())
            .field("role", &self.role())
            .field("from", &self.from())
            .field("to", &self.to())
            .field("capture", &self.capture())
            .field("promotion", &self.promotion())
            .field("kind", &self.kind())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_keeps_all_its_parts() {
        let (a1, h8, i9) = (Square::new(0, 0), Square::new(7, 7), Square::new(8, 8));
        for color in [Color::White, Color::Black] {
            for role in Role::ALL {
                let plain = Ply::new(color, role, i9, a1);
                assert_eq!((plain.color(), plain.role(), plain.from(), plain.to()), (color, role, i9, a1));
                assert_eq!((plain.capture(), plain.promotion(), plain.kind()), (None, None, PlyKind::Normal));
                let captured = Captured { role, square: h8 };
                let full = plain.capturing(captured).promoting(role);
                assert_eq!((full.capture(), full.promotion(), full.to()), (Some(captured), Some(role), a1));
                assert_eq!(plain.en_passant(captured).kind(), PlyKind::EnPassant);
                let partner = Castling { role, from: i9, to: h8 };
                let castle = Ply::castle(color, a1, h8, partner);
                assert_eq!((castle.castling(), castle.role()), (Some(partner), Role::King));
                assert_eq!(Ply::drop(color, role, h8).kind(), PlyKind::Drop);
            }
            assert!(Ply::null(color).is_null());
        }
    }
}
