//! The same position in shakmaty's type, which plays along in debug builds.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Chess, Position as _, Setup, Square};
#[cfg(debug_assertions)]
use shakmaty::{Move, Role};

use super::Standard;
use crate::chess::variant::Setting;

impl Default for Standard {
    fn default() -> Standard {
        Standard::from(Chess::default())
    }
}

impl From<Chess> for Standard {
    fn from(chess: Chess) -> Standard {
        let mut position = Standard {
            men: chess.board().into(),
            turn: chess.turn(),
            castles: chess.castles().clone(),
            unmoved: Bitboard::EMPTY,
            ep_square: chess.maybe_ep_square(),
            checkers: chess.checkers(),
            king: Square::A1,
            snipers: Bitboard::EMPTY,
            halfmoves: chess.halfmoves().into(),
            number: chess.fullmoves().get().into(),
            #[cfg(debug_assertions)]
            reference: Box::new(chess),
        };
        position.find_unmoved();
        position.find_snipers();
        position
    }
}

impl Standard {
    pub(super) fn setup(&self) -> Setup {
        Setup {
            board: (&self.men).into(),
            turn: self.turn,
            castling_rights: self.castles.castling_rights(),
            ep_square: self.ep_square,
            halfmoves: self.halfmoves(),
            fullmoves: NonZeroU32::new(self.move_number()).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        }
    }

    pub(super) fn setting(&self) -> Setting {
        Setting { variant: shakmaty::variant::Variant::Chess, mode: self.castles.mode() }
    }

    /// Returns the position in shakmaty's type.
    ///
    /// # Panics
    ///
    /// If shakmaty refuses it: plies were played that are not legal, which is a bug, to be contained by
    /// [`crate::bug::survive`].
    pub(crate) fn twin(&self) -> Chess {
        self.setting().chess(self.setup()).expect("legal plies lead to legal positions")
    }

    /// Returns the position in shakmaty's type, if shakmaty has it.
    pub(in crate::chess) fn to_shakmaty(&self) -> Option<Chess> {
        self.setting().chess(self.setup()).ok()
    }

    /// Whether this is shakmaty's position, counters included.
    pub(crate) fn is_twin(&self, theirs: &Chess) -> bool {
        self.men.is_same(theirs.board())
            && self.checkers == theirs.checkers()
            && self.king == self.king_of(self.turn)
            && self.snipers == self.snipers(!self.turn, self.king)
            && self.castles.castling_rights() == theirs.castles().castling_rights()
            && (self.turn, self.ep_square) == (theirs.turn(), theirs.maybe_ep_square())
            && (self.move_number(), self.halfmoves()) == (theirs.fullmoves().get(), theirs.halfmoves())
    }

    #[cfg(debug_assertions)]
    pub(super) fn normal(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
        Move::Normal { role, from, capture: self.men.role_at(to), to, promotion }
    }

    #[cfg(debug_assertions)]
    pub(super) fn play_reference(&mut self, ply: Move) {
        self.reference.play_unchecked(ply);
    }

    /// In debug builds, asserts that shakmaty reaches the same position.
    #[inline(always)]
    pub(super) fn compare(&self) {
        #[cfg(debug_assertions)]
        assert!(self.is_twin(&self.reference), "{self:?}");
    }
}
