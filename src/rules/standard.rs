//! Standard chess and Chess960, on [`shakmaty::Chess`].
//!
//! This is the road of every ply of almost every game, so the check on the side to move is computed once a
//! ply, and legality is decided for the few candidates that a text leaves instead of by generating all moves.

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Role, Square,
    attacks, fen::Fen,
};

use super::{
    KindPattern, Pattern, Scope, Variant,
    board::{Placement, is_open, reach},
    variant::{Setting, castling_ply, outcome, to_move},
};
use crate::model::{self, Outcome, Ply};

/// A position of standard chess or Chess960.
#[derive(Clone, Debug, Default)]
pub struct Standard {
    chess: Chess,
    checkers: Bitboard,
}

impl From<Chess> for Standard {
    fn from(chess: Chess) -> Standard {
        let checkers = chess.checkers();
        Standard { chess, checkers }
    }
}

const PROMOTIONS: [model::Role; 4] =
    [model::Role::Queen, model::Role::Rook, model::Role::Bishop, model::Role::Knight];

impl Standard {
    pub(super) fn board(&self) -> &shakmaty::Board {
        self.chess.board()
    }

    pub(super) fn variant(&self) -> Variant {
        if self.is_chess960() { Variant::Chess960 } else { Variant::Standard }
    }

    pub(super) fn is_chess960(&self) -> bool {
        self.chess.castles().mode() == CastlingMode::Chess960
    }

    pub(super) fn turn(&self) -> Color {
        self.chess.turn()
    }

    pub(super) fn move_number(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    pub(super) fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    pub(super) fn same_as(&self, other: &Standard) -> bool {
        self.chess == other.chess
    }

    pub(super) fn checkers(&self) -> Bitboard {
        self.checkers
    }

    pub(super) fn skipped(&self) -> Option<Square> {
        self.chess.maybe_ep_square()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        outcome(self.chess.outcome())
    }

    fn placement(&self) -> Placement<'_> {
        Placement {
            board: self.chess.board(),
            turn: self.chess.turn(),
            skipped: self.skipped(),
            first_rank_two_steps: false,
        }
    }

    fn king(&self) -> Option<Square> {
        self.chess.our(Role::King).first()
    }

    /// Does the pseudo-legal move leave the mover's own king unattacked?
    #[inline(always)]
    fn is_safe(&self, role: Role, from: Square, to: Square) -> bool {
        let Some(king) = self.king() else { return true };
        let board = self.chess.board();
        let them = !self.chess.turn();
        if role == Role::King {
            return !self.is_attacked(to, them, board.occupied().without(from));
        }
        if self.chess.maybe_ep_square() == Some(to) && role == Role::Pawn && from.file() != to.file() {
            let victim = Square::from_coords(to.file(), from.rank());
            let occupied = board.occupied().without(from).without(victim).with(to);
            return board.attacks_to(king, them, occupied).without(victim).is_empty();
        }
        if self.checkers.any() {
            let Some(checker) = self.checkers.single_square() else { return false };
            if to != checker && !attacks::between(king, checker).contains(to) {
                return false;
            }
        }
        let line = attacks::ray(king, from);
        line.is_empty() || line.contains(to) || !self.opens(king, line, from, them)
    }

    /// Does a piece of this side attack the square, with the board occupied so? This asks small tables, which stay at
    /// hand, where those of attacks by occupation have to be fetched.
    fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let board = self.chess.board();
        let near = reach(by, Role::Pawn, square) & board.pawns()
            | reach(by, Role::Knight, square) & board.knights()
            | reach(by, Role::King, square) & board.kings();
        let far = reach(by, Role::Rook, square) & board.rooks_and_queens()
            | reach(by, Role::Bishop, square) & board.bishops_and_queens();
        let attackers = board.by_color(by);
        (near & attackers).any()
            || (far & attackers).into_iter().any(|slider| is_open(slider, square, occupied))
    }

    /// Would the line to the king be open to a slider of this side if the square were empty?
    #[inline]
    fn opens(&self, king: Square, line: Bitboard, square: Square, them: Color) -> bool {
        let board = self.chess.board();
        let straight = king.file() == square.file() || king.rank() == square.rank();
        let sliders = if straight { board.rooks_and_queens() } else { board.bishops_and_queens() };
        let occupied = board.occupied().without(square);
        (line & sliders & board.by_color(them))
            .into_iter()
            .any(|slider| (attacks::between(king, slider) & occupied).is_empty())
    }

    /// The pieces that give check after a move from one square to another, by looking only at what the move
    /// can have changed.
    #[inline]
    fn checkers_after(&self, role: Role, from: Square, to: Square) -> Bitboard {
        let Some(king) = self.king() else { return Bitboard::EMPTY };
        let board = self.chess.board();
        let direct =
            reach(!self.chess.turn(), role, king).contains(to) && is_open(to, king, board.occupied());
        let mut checkers = if direct { Bitboard::from_square(to) } else { Bitboard::EMPTY };
        let line = attacks::ray(king, from);
        if line.any() {
            let straight = king.file() == from.file() || king.rank() == from.rank();
            let sliders = if straight { board.rooks_and_queens() } else { board.bishops_and_queens() };
            for slider in line & sliders & self.chess.them() {
                if (attacks::between(king, slider) & board.occupied()).is_empty() {
                    checkers.add(slider);
                }
            }
        }
        checkers
    }

    pub(super) fn movers(&self, scope: Scope, role: Role, to: Square) -> Bitboard {
        let movers = self.placement().movers(role, to);
        match scope {
            Scope::Legal => self.safe(role, movers, to),
            Scope::PseudoLegal => movers,
        }
    }

    pub(super) fn reach(&self, roles: model::Roles, to: Square) -> Bitboard {
        self.placement().any_reaching(roles, to)
    }

    /// The only legal ply of a piece from one of these squares to that one.
    #[inline]
    pub(super) fn find(
        &self,
        role: Role,
        from: Bitboard,
        to: Square,
        promotion: Option<model::Role>,
    ) -> Option<Ply> {
        let placement = self.placement();
        let reaching = placement.reaching(role, placement.ours(role) & from, to);
        let from = match reaching.single_square() {
            Some(from) if self.is_safe(role, from, to) => from,
            Some(_) => return None,
            None => self.only_safe(role, reaching, to)?,
        };
        if self.chess.us().contains(to) {
            return None;
        }
        placement.ply(role, from, to, promotion)
    }

    /// The only one of several pieces that reach the square that may go there.
    #[cold]
    fn only_safe(&self, role: Role, reaching: Bitboard, to: Square) -> Option<Square> {
        self.safe(role, reaching, to).single_square()
    }

    /// Those of several pieces that reach the square that may go there.
    fn safe(&self, role: Role, mut reaching: Bitboard, to: Square) -> Bitboard {
        for from in reaching {
            if !self.is_safe(role, from, to) {
                reaching.discard(from);
            }
        }
        reaching
    }

    /// The other pieces of the ply's role that could legally go to its square of arrival.
    #[inline]
    pub(super) fn rivals(&self, ply: &Ply) -> Bitboard {
        let role = ply.role().on_ordinary_board();
        let placement = self.placement();
        let others = placement.ours(role).without(ply.from().on_ordinary_board());
        if others.is_empty() {
            return others;
        }
        let to = ply.to().on_ordinary_board();
        self.safe(role, placement.reaching(role, others, to), to)
    }

    pub(super) fn ply(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<model::Role>,
    ) -> Option<Ply> {
        self.placement().ply(role, from, to, promotion)
    }

    pub(super) fn castling(&self, kingside: bool) -> Option<Ply> {
        if self.checkers.any() {
            return None;
        }
        let moves = self.chess.castling_moves(CastlingSide::from_king_side(kingside));
        castling_ply(self.turn(), *moves.first()?)
    }

    pub(super) fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        let first = out.len();
        match pattern.kind {
            KindPattern::Move if let Some(to) = pattern.to.single() => {
                if let Some(to) = to.to_shakmaty() {
                    self.push_plies_to(scope, pattern, to, out);
                }
            }
            KindPattern::Move => {
                let placement = self.placement();
                for role in Role::ALL.into_iter().filter(|&it| pattern.roles.contains(it.into())) {
                    for from in placement.ours(role) {
                        if !pattern.from.contains(from.into()) {
                            continue;
                        }
                        let mut targets = placement.targets(role, from) & low(pattern.to);
                        if scope == Scope::Legal {
                            for to in targets {
                                if !self.is_safe(role, from, to) {
                                    targets.discard(to);
                                }
                            }
                        }
                        placement.push_plies(role, from, targets, &PROMOTIONS, out);
                    }
                }
            }
            KindPattern::Castle(..) => {
                out.extend([true, false].into_iter().filter_map(|kingside| self.castling(kingside)));
            }
            KindPattern::Drop | KindPattern::Null => {}
        }
        super::retain_from(out, first, |ply| pattern.fits(ply));
    }

    /// The plies to one square, found by looking back from it.
    fn push_plies_to(&self, scope: Scope, pattern: &Pattern, to: Square, out: &mut Vec<Ply>) {
        let placement = self.placement();
        let movers = placement.any_reaching(pattern.roles, to) & low(pattern.from);
        for role in Role::ALL {
            for from in movers & placement.ours(role) {
                if scope == Scope::PseudoLegal || self.is_safe(role, from, to) {
                    placement.push_plies(role, from, Bitboard::from_square(to), &PROMOTIONS, out);
                }
            }
        }
    }

    pub(super) fn has_ply(&self) -> bool {
        let king_moves = self.king().is_some_and(|king| {
            let targets = attacks::king_attacks(king) & !self.chess.us();
            targets.into_iter().any(|to| self.is_safe(Role::King, king, to))
        });
        king_moves || !self.chess.legal_moves().is_empty()
    }

    #[inline]
    pub(super) fn play(&mut self, ply: &Ply) {
        if !ply.is_normal() {
            self.play_special(ply);
            return;
        }
        let role = ply.role().on_ordinary_board();
        let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        let promotion = ply.promotion().map(model::Role::on_ordinary_board);
        self.chess.play_unchecked(Move::Normal {
            role,
            from,
            capture: ply.capture().map(|captured| captured.role.on_ordinary_board()),
            to,
            promotion,
        });
        self.checkers = self.checkers_after(promotion.unwrap_or(role), from, to);
    }

    #[cold]
    fn play_special(&mut self, ply: &Ply) {
        self.chess.play_unchecked(to_move(ply));
        self.checkers = self.chess.checkers();
    }

    pub(super) fn passed(&self) -> Option<Standard> {
        if self.checkers.any() {
            return None;
        }
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        super::variant::pass(&mut setup);
        let setting =
            Setting { variant: shakmaty::variant::Variant::Chess, mode: self.chess.castles().mode() };
        setting.chess(setup).ok().map(Standard::from)
    }
}

/// The part of a set that lies on the ordinary board.
pub(super) fn low(squares: model::Squares) -> Bitboard {
    Bitboard(squares.0 as u64)
}
