//! How pieces move on the ordinary board, whatever becomes of their own king.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use crate::model::{Captured, Ply};

/// Can a bishop, rook or queen slide from one square to the other?
///
/// This looks along one line only, in a table that stays in the cache, where shakmaty's general attacks look
/// into a far larger one.
#[inline(always)]
pub fn slides(role: Role, from: Square, to: Square, occupied: Bitboard) -> bool {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let along = match role {
        Role::Rook => straight,
        Role::Bishop => !straight && attacks::ray(from, to).any(),
        _ => straight || attacks::ray(from, to).any(),
    };
    along && (attacks::between(from, to) & occupied).is_empty()
}

/// An 8×8 board with what else decides where its pieces can go.
#[derive(Clone, Copy)]
pub struct Placement<'a> {
    pub board: &'a Board,
    pub turn: Color,
    /// The square that the last ply's two-step skipped.
    pub skipped: Option<Square>,
    /// May pawns go two squares from their own first rank too? (Horde)
    pub first_rank_two_steps: bool,
}

impl Placement<'_> {
    pub fn ours(&self, role: Role) -> Bitboard {
        self.board.by_piece(role.of(self.turn))
    }

    /// From where pieces of the role can move to the square.
    pub fn movers(&self, role: Role, to: Square) -> Bitboard {
        if self.board.by_color(self.turn).contains(to) {
            return Bitboard::EMPTY;
        }
        self.reaching(role, self.ours(role), to)
    }

    /// Those of `pieces`, all of the role and the side to move, that can move to the square, on which no
    /// piece of their own stands.
    #[inline(always)]
    pub fn reaching(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawns_to(to) & pieces,
            Role::Knight => attacks::knight_attacks(to) & pieces,
            Role::King => attacks::king_attacks(to) & pieces,
            Role::Bishop | Role::Rook | Role::Queen => {
                let occupied = self.board.occupied();
                let mut reaching = pieces;
                for from in pieces {
                    if !slides(role, from, to, occupied) {
                        reaching.discard(from);
                    }
                }
                reaching
            }
        }
    }

    fn pawns_to(&self, to: Square) -> Bitboard {
        let pawns = self.ours(Role::Pawn);
        if self.board.occupied().contains(to) || self.skipped == Some(to) {
            return attacks::pawn_attacks(!self.turn, to) & pawns;
        }
        let (back, two_steps) = match self.turn {
            Color::White => (-8, [Rank::Fourth, Rank::Third]),
            Color::Black => (8, [Rank::Fifth, Rank::Sixth]),
        };
        let Some(one) = to.offset(back) else { return Bitboard::EMPTY };
        if self.board.occupied().contains(one) {
            return pawns & one;
        }
        if to.rank() == two_steps[0] || self.first_rank_two_steps && to.rank() == two_steps[1] {
            return one.offset(back).map_or(Bitboard::EMPTY, |two| pawns & two);
        }
        Bitboard::EMPTY
    }

    /// Where the piece on the square can move to.
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let to = match role {
            Role::Pawn => return self.pawn_targets(from),
            Role::Knight => attacks::knight_attacks(from),
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            Role::Queen => attacks::queen_attacks(from, occupied),
            Role::King => attacks::king_attacks(from),
        };
        to & !self.board.by_color(self.turn)
    }

    fn pawn_targets(&self, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let prey =
            self.board.by_color(!self.turn) | self.skipped.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut to = attacks::pawn_attacks(self.turn, from) & prey;
        let ahead = self.turn.fold_wb(8, -8);
        if let Some(one) = from.offset(ahead).filter(|one| !occupied.contains(*one)) {
            to.add(one);
            let rank = self.turn.relative_rank(from.rank());
            if rank == Rank::Second || rank == Rank::First && self.first_rank_two_steps {
                if let Some(two) = one.offset(ahead).filter(|two| !occupied.contains(*two)) {
                    to.add(two);
                }
            }
        }
        to
    }

    /// The ply of the piece from here to there, where no piece of its own stands. A promotion must be given if, and only if, it is one.
    #[inline(always)]
    pub fn ply(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<crate::model::Role>,
    ) -> Option<Ply> {
        let last = role == Role::Pawn && (Bitboard::BACKRANKS).contains(to);
        if last != promotion.is_some() {
            return None;
        }
        Some(self.ply_unchecked(role, from, to, promotion))
    }

    #[inline(always)]
    fn ply_unchecked(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<crate::model::Role>,
    ) -> Ply {
        let ply = Ply::new(self.turn, role.into(), from.into(), to.into());
        let ply = match promotion {
            Some(role) => ply.promoting(role),
            None => ply,
        };
        if let Some(taken) = self.board.occupied().contains(to).then(|| self.board.role_at(to)).flatten() {
            ply.capturing(Captured { role: taken.into(), square: to.into() })
        } else if role == Role::Pawn && from.file() != to.file() {
            let square = Square::from_coords(to.file(), from.rank()).into();
            ply.en_passant(Captured { role: crate::model::Role::Pawn, square })
        } else {
            ply
        }
    }

    /// All plies of one piece to these squares, a pawn's promotions to each of the roles.
    pub fn push_plies(
        &self,
        role: Role,
        from: Square,
        to: Bitboard,
        promotions: &[crate::model::Role],
        out: &mut Vec<Ply>,
    ) {
        for to in to {
            if role == Role::Pawn && self.turn.relative_rank(to.rank()) == Rank::Eighth {
                let plies = promotions.iter().map(|&it| self.ply_unchecked(role, from, to, Some(it)));
                out.extend(plies);
            } else {
                out.push(self.ply_unchecked(role, from, to, None));
            }
        }
    }
}
