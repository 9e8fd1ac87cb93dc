//! U-chess: only moves that can be written in three symbols are legal.
//!
//! The symbols are those of descriptive notation without the hyphen: `PK4`, `NB3`, `QxP`, `P=Q`. A square takes
//! two of them, so on the files of rooks, knights and bishops it stands for two squares.
//!
//! * A move is legal if its text fits no other pseudo-legal move. Promotion is legal without a capture, if only
//!   one pawn can promote in any way; with one only as the unique `PxK`, to a queen.
//! * Castling, `0-0` and `0-0-0`, can always be written. It needs the right and free squares.
//! * There is no check. Capturing the king wins; a player with no writable move draws.
//!
//! The notation of this name writes these texts; here they are only counted.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, Castles, CastlingMode, CastlingSide, Color, Rank, Role, Setup, Square,
    fen::{Fen, LossyFenError},
};

use super::{
    KindPattern, Pattern, Scope, SetupError, Variant,
    board::{PROMOTIONS, Placement},
    rules::Rules,
    variant,
};
use crate::chess::{self, Outcome, Ply, PlyKind};

/// A position of U-chess.
#[derive(Clone, Debug)]
pub struct UChess {
    board: Board,
    turn: Color,
    castles: Castles,
    /// The square skipped by the last two-step.
    ep_square: Option<Square>,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl Default for UChess {
    fn default() -> UChess {
        UChess {
            board: Board::new(),
            turn: Color::White,
            castles: Castles::new(),
            ep_square: None,
            halfmoves: 0,
            fullmoves: NonZeroU32::MIN,
        }
    }
}

impl UChess {
    /// Builds the position of a setup.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if a king is missing, or a pawn stands on its first or last rank.
    pub(super) fn from_setup(setup: &Setup) -> Result<UChess, SetupError> {
        let illegal = |why: &str| Err(SetupError::Illegal(why.to_owned()));
        for color in Color::ALL {
            if setup.board.by_piece(color.king()).count() != 1 {
                return illegal("each side needs one king");
            }
        }
        if (setup.board.pawns() & Bitboard::BACKRANKS).any() {
            return illegal("a pawn stands on the first or last rank");
        }
        let mode = CastlingMode::detect(setup);
        Ok(UChess {
            board: setup.board.clone(),
            turn: setup.turn,
            castles: Castles::from_setup(setup, mode).unwrap_or_else(|sound| sound),
            ep_square: setup.ep_square.filter(|square| is_skipped(setup, *square)),
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        })
    }

    pub(super) fn move_number(&self) -> u32 {
        self.fullmoves.get()
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.castles.castling_rights();
        setup.ep_square = self.ep_square.filter(|it| self.placement().candidates(Role::Pawn, *it).any());
        setup.halfmoves = self.halfmoves;
        setup.fullmoves = self.fullmoves;
        setup
    }

    /// Returns no checkers: there is no check.
    pub(super) fn checkers(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    pub(super) fn placement(&self) -> Placement<'_, shakmaty::Board> {
        Placement {
            board: &self.board,
            turn: self.turn,
            ep_square: self.ep_square,
            first_rank_two_steps: false,
            promotions: PROMOTIONS,
        }
    }

    /// Returns all pseudo-legal moves, castling aside.
    fn moves(&self) -> Vec<Ply> {
        let mut plies = Vec::new();
        if self.board.king_of(self.turn).is_none() {
            return plies;
        }
        let any = Pattern::to(chess::Roles::ALL, chess::Squares::ALL);
        self.placement().push_moves(&any, |_, _, _| true, &mut plies);
        plies
    }

    /// Whether a capturing promotion may be written: only `PxK`, to a queen.
    fn has_writable_promotion(ply: &Ply) -> bool {
        let takes_king = ply.capture().is_some_and(|it| it.role == chess::Role::King);
        ply.capture().is_none()
            || ply.promotion().is_none()
            || takes_king && ply.promotion() == Some(chess::Role::Queen)
    }

    fn legal_moves(&self) -> Vec<Ply> {
        let all = self.moves();
        let may =
            |ply: &&Ply| Self::has_writable_promotion(ply) && !all.iter().any(|it| share_symbols(ply, it));
        all.iter().filter(may).copied().collect()
    }

    pub(super) fn candidates_in(&self, scope: Scope, role: Role, to: Square) -> Bitboard {
        let moves = match scope {
            Scope::Legal => self.legal_moves(),
            Scope::PseudoLegal => self.moves(),
        };
        let fits = |ply: &&Ply| ply.role() == role.into() && ply.to() == to.into();
        moves.iter().filter(fits).map(|ply| ply.from().on_ordinary_board()).collect()
    }

    fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }
}

impl Rules for UChess {
    fn variant(&self) -> Variant {
        Variant::UChess
    }

    fn is_chess960(&self) -> bool {
        self.castles.mode() == CastlingMode::Chess960
    }

    fn fen(&self) -> String {
        Fen::try_from_setup(self.setup()).unwrap_or_else(LossyFenError::ignore).to_string()
    }

    fn same_as(&self, other: &UChess) -> bool {
        let mut other = other.setup();
        (other.halfmoves, other.fullmoves) = (self.halfmoves, self.fullmoves);
        self.setup() == other
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.board.king_of(self.turn).is_none() {
            return Some(self.turn.fold_wb(Outcome::BlackWins, Outcome::WhiteWins));
        }
        (!self.has_ply()).then_some(Outcome::Draw)
    }

    fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        let first = out.len();
        match (pattern.kind, scope) {
            (KindPattern::Move, Scope::Legal) => out.extend(self.legal_moves()),
            (KindPattern::Move, Scope::PseudoLegal) => out.extend(self.moves()),
            (KindPattern::Castle(..), _) => out.extend(self.castlings()),
            _ => {}
        }
        super::retain_from(out, first, |ply| pattern.fits(ply));
    }

    fn castling(&self, kingside: bool) -> Option<Ply> {
        let side = CastlingSide::from_king_side(kingside);
        let rook = self.castles.rook(self.turn, side)?;
        let king = self.board.king_of(self.turn)?;
        let free = (self.castles.path(self.turn, side) & self.board.occupied()).is_empty();
        free.then(|| variant::castling_ply(self.turn, shakmaty::Move::Castle { king, rook })).flatten()
    }

    fn play(&mut self, ply: &Ply) {
        let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        if let Some(captured) = ply.capture() {
            let square = captured.square.on_ordinary_board();
            self.board.discard_piece_at(square);
            self.castles.discard_rook(square);
        }
        self.board.discard_piece_at(from);
        if let PlyKind::Castle(partner) = ply.kind() {
            self.board.discard_piece_at(partner.from.on_ordinary_board());
            self.board.set_piece_at(partner.to.on_ordinary_board(), ply.color().rook());
        }
        let role = ply.promotion().unwrap_or(ply.role()).on_ordinary_board();
        self.board.set_piece_at(to, role.of(ply.color()));
        match ply.role() {
            chess::Role::King => self.castles.discard_color(ply.color()),
            _ => self.castles.discard_rook(from),
        }
        let is_pawn = ply.role() == chess::Role::Pawn;
        let two_steps = is_pawn && ply.from().rank().abs_diff(ply.to().rank()) == 2;
        self.ep_square = if two_steps { from.offset(ply.color().fold_wb(8, -8)) } else { None };
        self.halfmoves =
            if is_pawn || ply.capture().is_some() { 0 } else { self.halfmoves.saturating_add(1) };
        self.end_turn();
    }

    fn passed(&self) -> Option<UChess> {
        self.board.king_of(self.turn)?;
        let mut passed =
            UChess { ep_square: None, halfmoves: self.halfmoves.saturating_add(1), ..self.clone() };
        passed.end_turn();
        Some(passed)
    }
}

/// The mover, the captured role, and the square of a move that neither captures nor promotes. Its file is counted from
/// the nearer edge, except those of the king and the queen.
fn symbols(ply: &Ply) -> (chess::Role, Option<chess::Role>, Option<(u8, u8)>) {
    let captured = ply.capture().map(|it| it.role);
    let (file, rank) = (ply.to().file(), ply.to().rank());
    let square = (if file > 4 { 7 - file } else { file }, rank);
    (ply.role(), captured, (captured.is_none() && ply.promotion().is_none()).then_some(square))
}

/// Whether another move of the same side is written with a move's three symbols. A pawn does not rival its own promotions.
pub fn share_symbols(ply: &Ply, other: &Ply) -> bool {
    if ply.promotion().is_some() && ply.capture().is_none() {
        return other.promotion().is_some() && other.from() != ply.from();
    }
    symbols(other) == symbols(ply) && (other.from(), other.to()) != (ply.from(), ply.to())
}

/// Whether the side that has just moved can have passed over this square with a pawn.
fn is_skipped(setup: &Setup, square: Square) -> bool {
    let mover = !setup.turn;
    let ahead = mover.fold_wb(8, -8);
    let (Some(from), Some(to)) = (square.offset(-ahead), square.offset(ahead)) else { return false };
    mover.relative_rank(square.rank()) == Rank::Third
        && !setup.board.occupied().contains(square)
        && !setup.board.occupied().contains(from)
        && setup.board.by_piece(mover.pawn()).contains(to)
}
