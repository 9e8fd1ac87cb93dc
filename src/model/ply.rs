//! The shared move model: one side's move as plain data.

use super::{Color, Square};

/// What a piece is. The paladin (knight and bishop in one) belongs to Chess 99.
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
    /// All roles, in the order of [`Role`].
    pub const ALL: [Role; 7] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Paladin];

    /// The English capital letter; the paladin's is `A` outside Chess 99's own notation.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Role::Pawn => b'P',
            Role::Knight => b'N',
            Role::Bishop => b'B',
            Role::Rook => b'R',
            Role::Queen => b'Q',
            Role::King => b'K',
            Role::Paladin => b'A',
        }
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

    /// The English word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
            Role::Paladin => "paladin",
        }
    }

    /// The role as shakmaty knows it; `None` for the paladin.
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
    /// The role as shakmaty knows it, of a piece on the ordinary board.
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

    /// Just this role.
    #[must_use]
    pub const fn only(role: Role) -> Roles {
        Roles(1 << role as u8)
    }

    /// The set with this role too.
    #[must_use]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// Is the role in the set?
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }

    /// The only role of the set; `None` if there are none or several.
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

/// A piece that a ply takes off the board, and from where: en passant it is not the square of arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captured {
    /// What is taken.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// The second piece of a castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The king's partner: a rook, in Chess 99 any piece.
    pub role: Role,
    /// Where the partner comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// What kind of move a ply is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyKind {
    /// A piece goes from one square to another, with or without a capture.
    Normal,
    /// A pawn that has just gone two squares is taken on the square that it skipped. In Chess 99 any piece can
    /// do so, and the pawn may have become a piece.
    EnPassant,
    /// The king and its partner move.
    Castle(Castling),
    /// A piece from the hand comes onto the board; `from` equals `to`.
    Drop,
    /// The move is passed (`--`); all squares are the mover's first.
    Null,
}

/// One side's move, legal in the position it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Who moves.
    pub color: Color,
    /// What moves; a promoting pawn is a pawn.
    pub role: Role,
    /// Where it comes from.
    pub from: Square,
    /// Where it arrives; in castling, the king's own square of arrival.
    pub to: Square,
    /// What is taken.
    pub capture: Option<Captured>,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Castling, en passant and the like.
    pub kind: PlyKind,
}

impl Ply {
    /// A pass by this side.
    #[must_use]
    pub const fn null(color: Color) -> Ply {
        let first = Square::new(0, 0);
        Ply {
            color,
            role: Role::King,
            from: first,
            to: first,
            capture: None,
            promotion: None,
            kind: PlyKind::Null,
        }
    }

    /// Is this a pass?
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.kind == PlyKind::Null
    }

    /// Is this a drop?
    #[must_use]
    pub fn is_drop(&self) -> bool {
        self.kind == PlyKind::Drop
    }

    /// Is this the move of a pawn that stood on the last rank already and moves as what it becomes? (Chess 99)
    #[must_use]
    pub fn is_late_promotion(&self) -> bool {
        self.promotion.is_some() && self.from.rank() == self.color.fold_wb(8, 0)
    }

    /// Is a pawn taken en passant?
    #[must_use]
    pub fn is_en_passant(&self) -> bool {
        self.kind == PlyKind::EnPassant
    }

    /// The king's partner, if the ply is a castling.
    #[must_use]
    pub fn castling(&self) -> Option<Castling> {
        match self.kind {
            PlyKind::Castle(castling) => Some(castling),
            _ => None,
        }
    }

    /// Is this a castling with a partner that stands on the king's side (east of it)?
    #[must_use]
    pub fn is_kingside_castling(&self) -> Option<bool> {
        self.castling().map(|partner| partner.from.file() > self.from.file())
    }
}
