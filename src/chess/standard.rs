//! Standard chess and Chess960: [`Men`] with the rest of a position's state.
//!
//! Almost every ply of almost every game goes through here. [`shakmaty::Chess`] costs 119 instructions a ply,
//! as it maintains more than a reader of games needs; a board with castling rights, en passant square and
//! checkers costs a third of that. Checkers are found once a ply, from what the ply can have changed, and
//! legality is tested for the few candidates that a text leaves instead of generating all moves.
//!
//! In debug builds [`shakmaty::Chess`] plays every ply too, and both must reach the same position; in releases it
//! replays some games ([`crate::replay`]).

mod fen;
mod twin;

use shakmaty::{
    Bitboard, Castles, CastlingMode, CastlingSide, Color, Move, Position as _, Role, Square, attacks,
};

pub(crate) use self::fen::FEN_ROOM;
use super::{
    KindPattern, Pattern, Scope, Variant,
    board::{PROMOTIONS, Placement, attackers, between, beyond, is_open, low64, open_to},
    men::{FenRanks, Men, OnBoard as _},
    rules::Rules,
    variant::{castling_ply, outcome, to_move},
};
use crate::chess::{Outcome, Ply};

/// A position of standard chess or Chess960.
#[derive(Clone, Debug)]
pub struct Standard {
    men: Men,
    turn: Color,
    castles: Castles,
    /// Kings and rooks that may still castle; a move from or to their squares ends that.
    unmoved: Bitboard,
    /// The square skipped by a two-step just made.
    ep_square: Option<Square>,
    checkers: Bitboard,
    /// The king of the side to move, and the sliders that would attack it on an empty board: found with the checkers, and
    /// asked again for the next ply.
    king: Square,
    snipers: Bitboard,
    /// Wider than what is said of them, so that counting cannot overflow.
    halfmoves: u64,
    number: u64,
    /// The same position in shakmaty's type.
    #[cfg(debug_assertions)]
    reference: Box<shakmaty::Chess>,
}

impl Standard {
    /// Returns the role of the piece on a square.
    #[inline(always)]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        self.men.role_at(square)
    }

    /// Whether a square is occupied.
    #[inline(always)]
    pub(crate) fn stands(&self, square: Square) -> bool {
        self.men.stands(square)
    }

    /// Whether a piece of this side stands on a square.
    #[inline(always)]
    pub(crate) fn holds(&self, color: Color, square: Square) -> bool {
        self.men.holds(color, square)
    }

    #[inline(always)]
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    #[inline(always)]
    pub(crate) fn move_number(&self) -> u32 {
        u32::try_from(self.number).unwrap_or(u32::MAX)
    }

    /// Returns the number of plies since the last capture or move of a pawn.
    fn halfmoves(&self) -> u32 {
        u32::try_from(self.halfmoves).unwrap_or(u32::MAX)
    }

    /// Whether this is the same position, move counters included.
    pub(super) fn is_same(&self, other: &Standard) -> bool {
        let counters = |it: &Standard| (it.castles.mode(), it.move_number(), it.halfmoves());
        counters(self) == counters(other) && self.same_as(other)
    }

    #[inline(always)]
    pub(crate) fn checkers(&self) -> Bitboard {
        self.checkers
    }

    #[inline(always)]
    pub(crate) fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    #[inline(always)]
    pub(super) fn placement(&self) -> Placement<'_, Men> {
        Placement {
            board: &self.men,
            turn: self.turn,
            ep_square: self.ep_square,
            first_rank_two_steps: false,
            promotions: PROMOTIONS,
        }
    }

    fn us(&self) -> Bitboard {
        self.men.by_color(self.turn)
    }

    /// Returns the square of a side's king; every position here has one.
    #[inline(always)]
    pub(crate) fn king_of(&self, color: Color) -> Square {
        // No test of whether there is one: the last square is that only if no other is.
        let set = self.pieces(color, Role::King).0 | 1 << 63;
        Square::new(set.trailing_zeros() & 63)
    }

    /// Returns the squares of pieces of a kind.
    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.men.by_piece(role.of(color))
    }

    /// Returns the sliders of a side that would attack the square on an empty board.
    #[inline(always)]
    pub(crate) fn snipers(&self, by: Color, square: Square) -> Bitboard {
        let queens = self.pieces(by, Role::Queen);
        attackers(by, Role::Rook, square) & (self.pieces(by, Role::Rook) | queens)
            | attackers(by, Role::Bishop, square) & (self.pieces(by, Role::Bishop) | queens)
    }

    /// Whether moving a piece of the side to move off this square may expose its king.
    #[inline(always)]
    pub(crate) fn is_pinnable(&self, from: Square) -> bool {
        (beyond(self.king, from) & self.snipers).any()
    }

    /// Whether the pseudo-legal move leaves the mover's own king unattacked.
    #[inline(always)]
    pub(crate) fn is_safe(&self, us: Color, role: Role, from: Square, to: Square) -> bool {
        debug_assert_eq!(us, self.turn);
        let plain = role != Role::King && self.checkers.is_empty() && self.ep_square != Some(to);
        plain && !self.is_pinnable(from) || self.is_safe_at_all(us, role, from, to)
    }

    /// The same, without the shortcut that decides most moves.
    #[inline(never)]
    pub(crate) fn is_safe_at_all(&self, us: Color, role: Role, from: Square, to: Square) -> bool {
        debug_assert_eq!(us, self.turn);
        if role == Role::King {
            return !self.is_attacked(to, !us, self.men.occupied().without(from));
        }
        let king = self.king;
        let mut taken = Bitboard::from_square(to);
        if self.ep_square == Some(to) && role == Role::Pawn && from.file() != to.file() {
            taken = Bitboard::from_square(Square::from_coords(to.file(), from.rank()));
        }
        let occupied = self.men.occupied().without(from) & !taken | Bitboard::from_square(to);
        ((self.near_attackers(king, !us) | open_to(king, self.snipers, occupied)) & !taken).is_empty()
    }

    /// Whether a piece of this side attacks the square, given this occupancy.
    fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.near_attackers(square, by).any() || self.slider_attackers(square, by, occupied).any()
    }

    /// Returns a side's pawns, knights and king that attack the square. Uses small cached tables instead of magic bitboards.
    #[inline(always)]
    fn near_attackers(&self, square: Square, by: Color) -> Bitboard {
        let attacking = |role| attackers(by, role, square) & self.pieces(by, role);
        attacking(Role::Pawn) | attacking(Role::Knight) | attacking(Role::King)
    }

    /// Returns a side's other pieces that attack the square, given this occupancy.
    #[inline(always)]
    fn slider_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        open_to(square, self.snipers(by, square), occupied)
    }

    /// Returns the origins of pseudo-legal moves of the role, not a pawn, to the square.
    #[inline(always)]
    pub(crate) fn candidates(&self, us: Color, role: Role, to: Square) -> Bitboard {
        open_to(to, attackers(us, role, to) & self.pieces(us, role), self.men.occupied())
    }

    /// Returns the origin of the pseudo-legal move of the role, not a pawn, to the square; `None` if there are none or several.
    #[inline(always)]
    pub(crate) fn only_candidate(&self, us: Color, role: Role, to: Square) -> Option<Square> {
        let pieces = attackers(us, role, to) & self.pieces(us, role);
        if pieces.more_than_one() {
            return open_to(to, pieces, self.men.occupied()).single_square();
        }
        pieces.first().filter(|from| is_open(to, *from, self.men.occupied()))
    }

    /// Returns a side's knights and king that can go to the square.
    #[inline(always)]
    pub(crate) fn reaching_near(&self, us: Color, to: Square) -> Bitboard {
        attackers(us, Role::Knight, to) & self.pieces(us, Role::Knight)
            | attackers(us, Role::King, to) & self.pieces(us, Role::King)
    }

    /// Returns the squares that a piece, not a pawn, attacks on an empty board.
    #[inline(always)]
    pub(crate) fn reach_of(&self, us: Color, role: Role, from: Square) -> Bitboard {
        attackers(us, role, from)
    }

    /// Whether no piece stands between two squares, one of which attacks the other on an empty board.
    #[inline(always)]
    pub(crate) fn is_open(&self, one: Square, other: Square) -> bool {
        is_open(one, other, self.men.occupied())
    }

    /// Returns the pawn that can advance to the empty square.
    #[inline(always)]
    pub(crate) fn pushing(&self, us: Color, to: Square) -> Bitboard {
        // One rank back. What is turned over the edge arrives where no pawn stands.
        let (back, second) = us.fold_wb((56, 0xff00), (8, 0xff_0000_0000_0000));
        let one = Bitboard::from_square(to).0.rotate_left(back);
        let two = (one & !self.men.occupied().0).rotate_left(back) & second;
        Bitboard(one | two) & self.pieces(us, Role::Pawn)
    }

    /// Returns the origins of pseudo-legal moves of the role to a square that none of its side stands on.
    #[inline(always)]
    pub(crate) fn reaching(&self, us: Color, role: Role, to: Square) -> Bitboard {
        if role != Role::Pawn {
            self.candidates(us, role, to)
        } else if self.stands(to) || self.ep_square == Some(to) {
            self.taking(us, to)
        } else {
            self.pushing(us, to)
        }
    }

    /// The same of any role.
    #[inline(always)]
    pub(crate) fn reaching_any(&self, us: Color, to: Square) -> Bitboard {
        let near = attackers(us, Role::Knight, to) & self.pieces(us, Role::Knight)
            | attackers(us, Role::King, to) & self.pieces(us, Role::King);
        self.reaching(us, Role::Pawn, to) | near | open_to(to, self.snipers(us, to), self.men.occupied())
    }

    /// Returns the pawns that attack the square, by capture or en passant.
    #[inline(always)]
    pub(crate) fn taking(&self, us: Color, to: Square) -> Bitboard {
        attackers(us, Role::Pawn, to) & self.pieces(us, Role::Pawn)
    }

    /// Returns those of several pieces of a role that may legally go to the square.
    pub(crate) fn legal(&self, us: Color, role: Role, mut candidates: Bitboard, to: Square) -> Bitboard {
        for from in candidates {
            if !self.is_safe(us, role, from, to) {
                candidates.discard(from);
            }
        }
        candidates
    }

    pub(super) fn candidates_in(&self, scope: Scope, role: Role, to: Square) -> Bitboard {
        let candidates = self.placement().candidates(role, to);
        match scope {
            Scope::Legal => self.legal(self.turn, role, candidates, to),
            Scope::PseudoLegal => candidates,
        }
    }

    /// Returns the other pieces of the ply's role that could legally go to its destination.
    #[inline]
    pub(super) fn ambiguous_with(&self, ply: &Ply) -> Bitboard {
        let role = ply.role().on_ordinary_board();
        let placement = self.placement();
        let others = placement.ours(role).without(ply.from().on_ordinary_board());
        if others.is_empty() {
            return others;
        }
        let to = ply.to().on_ordinary_board();
        self.legal(self.turn, role, placement.candidates_among(role, others, to), to)
    }

    /// Whether a side's king has not moved, and one of its rooks neither.
    pub(crate) fn may_castle(&self, us: Color) -> bool {
        self.castles.has_color(us)
    }

    /// Returns the origins of king and rook if castling to this side is legal.
    pub(crate) fn castling_squares(&self, us: Color, kingside: bool) -> Option<(Square, Square)> {
        let side = CastlingSide::from_king_side(kingside);
        let rook = self.castles.rook(us, side)?;
        let occupied = self.men.occupied();
        if self.checkers.any() || (self.castles.path(us, side) & occupied).any() {
            return None;
        }
        let king = self.king_of(us);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let passed = between(king, king_to);
        let is_attacked = |square| self.is_attacked(square, !us, occupied.without(king));
        let last = occupied ^ Bitboard::from_square(king) ^ rook ^ rook_to;
        (!passed.into_iter().any(is_attacked) && !self.is_attacked(king_to, !us, last))
            .then_some((king, rook))
    }

    /// Appends the plies to one square, found backwards from it.
    fn push_plies_to(&self, scope: Scope, pattern: &Pattern, to: Square, out: &mut Vec<Ply>) {
        let placement = self.placement();
        let candidates = placement.candidates_of_any(pattern.roles, to) & low64(pattern.from);
        for role in Role::ALL {
            for from in candidates & placement.ours(role) {
                if scope == Scope::PseudoLegal || self.is_safe(self.turn, role, from, to) {
                    placement.push_plies(role, from, Bitboard::from_square(to), out);
                }
            }
        }
    }

    /// Whether some unpinned pawn can advance; mostly so, which avoids looking at all pieces.
    fn has_push(&self, us: Color) -> bool {
        let empty = !self.men.occupied();
        let ahead = us.fold_wb(empty.0 >> 8, empty.0 << 8);
        let free = self.pieces(us, Role::Pawn) & Bitboard(ahead);
        free.into_iter().any(|from| !self.is_pinnable(from))
    }

    #[cold]
    fn play_special(&mut self, ply: &Ply) {
        match to_move(ply) {
            Move::EnPassant { from, to } => self.take_en_passant(self.turn, from, to),
            Move::Castle { king, rook } => self.castle(self.turn, king, rook),
            _ => {}
        }
    }

    /// Moves a piece, with or without a capture; without castling, en passant or promotion.
    #[inline(always)]
    pub(crate) fn shift(&mut self, us: Color, role: Role, from: Square, to: Square) {
        #[cfg(debug_assertions)]
        self.play_reference(self.normal(role, from, to, None));
        let pawn = role == Role::Pawn;
        // Branchless, as branches would be mispredicted at every capture and at many moves of pawns. A comparison
        // would become one: the difference to 1 is negative on an empty square.
        let quiet = ((i64::from(self.men.code_at(to)) - 1) >> 8) & (i64::from(pawn) - 1);
        self.halfmoves = (self.halfmoves + 1) & quiet as u64;
        let (start, end) = (u32::from(from), u32::from(to));
        let skipped = Square::new(((start + end) / 2) & 63);
        self.ep_square = if pawn & (start ^ end == 16) { Some(skipped) } else { None };
        self.put(us, role, from, to);
        self.finish(us, role, from, to);
    }

    pub(crate) fn promote(&mut self, us: Color, from: Square, to: Square, becomes: Role) {
        #[cfg(debug_assertions)]
        self.play_reference(self.normal(Role::Pawn, from, to, Some(becomes)));
        self.halfmoves = 0;
        self.ep_square = None;
        self.put(us, Role::Pawn, from, to);
        self.men.remove(to);
        self.men.put(us, becomes, to);
        self.finish_rarely(us);
    }

    pub(crate) fn take_en_passant(&mut self, us: Color, from: Square, to: Square) {
        #[cfg(debug_assertions)]
        self.play_reference(Move::EnPassant { from, to });
        self.halfmoves = 0;
        self.ep_square = None;
        self.men.remove(Square::from_coords(to.file(), from.rank()));
        self.put(us, Role::Pawn, from, to);
        self.finish_rarely(us);
    }

    pub(crate) fn castle(&mut self, us: Color, king: Square, rook: Square) {
        #[cfg(debug_assertions)]
        self.play_reference(Move::Castle { king, rook });
        self.halfmoves += 1;
        self.ep_square = None;
        let side = CastlingSide::from_king_side(rook > king);
        // In Chess960 one piece may arrive where the other stood: both leave first.
        self.men.remove(king);
        self.men.remove(rook);
        self.men.put(us, Role::Rook, side.rook_to(us));
        self.men.put(us, Role::King, side.king_to(us));
        self.castles.discard_color(us);
        self.find_unmoved();
        self.finish_rarely(us);
    }

    #[inline(always)]
    fn put(&mut self, us: Color, role: Role, from: Square, to: Square) {
        self.men.shift(us, role, from, to);
        let touched = Bitboard::from_square(from).with(to);
        if (self.unmoved & touched).any() {
            self.end_castling(touched);
        }
    }

    /// Ends the castling rights of kings and rooks that moved from or were captured on these squares.
    #[cold]
    fn end_castling(&mut self, touched: Bitboard) {
        for square in self.unmoved & touched {
            if self.castles.castling_rights().contains(square) {
                self.castles.discard_rook(square);
            } else {
                // The king has moved: its side may no longer castle.
                self.castles.discard_color(Color::from_white(u32::from(square) < 8));
            }
        }
        self.find_unmoved();
    }

    fn find_unmoved(&mut self) {
        self.unmoved = self.castles.castling_rights();
        for color in Color::ALL {
            if self.castles.has_color(color) {
                let king = self.king_of(color);
                self.unmoved.add(king);
            }
        }
    }

    /// Passes the turn after a move, and updates the checkers from what the move can have changed.
    #[inline(always)]
    fn finish(&mut self, us: Color, role: Role, from: Square, to: Square) {
        let king = self.king_of(!us);
        let occupied = self.men.occupied();
        let direct = attackers(us, role, king) & Bitboard::from_square(to);
        self.checkers = if is_open(king, to, occupied) { direct } else { Bitboard::EMPTY };
        (self.king, self.snipers) = (king, self.snipers(us, king));
        let behind = beyond(king, from) & self.snipers;
        if behind.any() {
            self.uncover(king, behind);
        }
        // At last, as it tells as well that this is no other position: that need not be asked again.
        self.pass_turn(us);
        self.compare();
    }

    /// Adds to the checkers those of these sliders, behind a piece that has moved, whose way to the king is open.
    #[inline(never)]
    fn uncover(&mut self, king: Square, sliders: Bitboard) {
        self.checkers |= open_to(king, sliders, self.men.occupied());
    }

    fn finish_rarely(&mut self, us: Color) {
        self.pass_turn(us);
        self.find_snipers();
        let sliders = open_to(self.king, self.snipers, self.men.occupied());
        self.checkers = self.near_attackers(self.king, us) | sliders;
        self.compare();
    }

    fn find_snipers(&mut self) {
        self.king = self.king_of(self.turn);
        self.snipers = self.snipers(!self.turn, self.king);
    }

    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        self.turn = !us;
        self.number += u64::from(us.is_black());
    }
}

impl Rules for Standard {
    fn variant(&self) -> Variant {
        if self.is_chess960() { Variant::Chess960 } else { Variant::Standard }
    }

    fn is_chess960(&self) -> bool {
        self.castles.mode() == CastlingMode::Chess960
    }

    fn fen(&self) -> String {
        let mut text = Vec::new();
        self.push_fen(&mut FenRanks::default(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    fn same_as(&self, other: &Standard) -> bool {
        self.men == other.men
            && self.turn == other.turn
            && self.castles.castling_rights() == other.castles.castling_rights()
            && (self.ep_square == other.ep_square || self.twin() == other.twin())
    }

    fn outcome(&self) -> Option<Outcome> {
        // Any of these can still mate.
        let strong = [Role::Pawn, Role::Rook, Role::Queen].map(|role| self.men.by_role(role));
        match (strong.into_iter().any(Bitboard::any), self.has_ply()) {
            (true, true) => None,
            // Many games end so.
            (_, false) if self.checkers.any() => Some(Outcome::lost_by(self.turn)),
            _ => outcome(self.twin().outcome()),
        }
    }

    fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        let first = out.len();
        match pattern.kind {
            KindPattern::Move if let Some(to) = pattern.to.single() => {
                if let Some(to) = to.to_shakmaty() {
                    self.push_plies_to(scope, pattern, to, out);
                }
            }
            KindPattern::Move => {
                let is_legal =
                    |role, from, to| scope == Scope::PseudoLegal || self.is_safe(self.turn, role, from, to);
                self.placement().push_moves(pattern, is_legal, out);
            }
            KindPattern::Castle(..) => out.extend(self.castlings()),
            KindPattern::Drop | KindPattern::Null => {}
        }
        super::retain_from(out, first, |ply| pattern.fits(ply));
    }

    fn has_ply(&self) -> bool {
        let (us, king) = (self.turn, self.king);
        if self.checkers.is_empty() && self.has_push(us) {
            return true;
        }
        let is_safe = |role, from, to| self.is_safe(us, role, from, to);
        if (attacks::king_attacks(king) & !self.us()).into_iter().any(|to| is_safe(Role::King, king, to)) {
            return true;
        }
        let mut targets = match self.checkers.single_square() {
            Some(checker) => between(king, checker).with(checker),
            None if self.checkers.any() => return false,
            None => !self.us(),
        };
        self.ep_square.into_iter().for_each(|it| targets.add(it));
        let placement = self.placement();
        let can_move = |role, from| {
            let mut reached = (placement.targets(role, from) & targets).into_iter();
            reached.any(|to| is_safe(role, from, to))
        };
        const OTHERS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        OTHERS.into_iter().any(|role| placement.ours(role).into_iter().any(|from| can_move(role, from)))
            || [true, false].into_iter().any(|kingside| self.castling_squares(us, kingside).is_some())
    }

    fn castling(&self, kingside: bool) -> Option<Ply> {
        let (king, rook) = self.castling_squares(self.turn, kingside)?;
        castling_ply(self.turn, Move::Castle { king, rook })
    }

    #[inline]
    fn play(&mut self, ply: &Ply) {
        if !ply.is_normal() {
            self.play_special(ply);
            return;
        }
        let (us, role) = (self.turn, ply.role().on_ordinary_board());
        let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        match ply.promotion() {
            Some(becomes) => self.promote(us, from, to, becomes.on_ordinary_board()),
            None => self.shift(us, role, from, to),
        }
    }

    fn passed(&self) -> Option<Standard> {
        if self.checkers.any() {
            return None;
        }
        let mut setup = self.setup();
        super::variant::pass(&mut setup);
        self.setting().chess(setup).ok().map(Standard::from)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{EnPassantMode, fen::Fen};

    use super::*;
    use crate::{bug::survive, chess::Position};

    #[test]
    fn fens_are_those_of_shakmaty() {
        // A capture en passant that is pinned, rights of inner rooks, and what comes of a few games.
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/KPpq3k/8/8/8/8 w - c6 0 1",
            "8/8/8/1PpK3k/8/8/8/8 w - c6 0 1",
            "rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w BGbg - 99 999",
            "rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w KQkq - 0 1",
        ];
        let mut ranks = FenRanks::default();
        for start in starts {
            let mut position = Position::set_up(None, Some(start)).expect("a legal position");
            for n in 0..150 {
                let board = position.ordinary().expect("it is of standard chess");
                let mut text = Vec::new();
                position.push_fen(&mut ranks, &mut text);
                let theirs = Fen::from_position(&board.twin(), EnPassantMode::Legal).to_string();
                assert_eq!(String::from_utf8_lossy(&text), theirs);
                assert_eq!(position.fen(), theirs);
                let plies = position.legal_plies();
                if plies.is_empty() {
                    break;
                }
                position.play(&plies[7 * n % plies.len()]);
            }
        }
    }

    #[test]
    fn an_inconsistent_board_is_a_bug() {
        let mut board = Standard::default();
        board.men.remove(Square::E1);
        assert!(survive(|| board.twin()).is_err());
    }
}
