//! Chess 99, on nine files and nine ranks.
//!
//! * The paladin is knight and bishop in one. A pawn goes one or two free squares forward from anywhere.
//! * A pawn that has just gone two squares may be taken on the square it skipped, by any piece that could
//!   capture there; the capture is as if it still stood there, so the square beyond is free. A pawn that promoted
//!   on its second step is captured as the piece it became.
//! * Castling, on the player's first rank and any number of times: the king goes one square sideways and swaps
//!   places with a piece standing there (short), or else the nearest piece on that side comes to where the king
//!   stood (long).
//! * A pawn on the last rank may be promoted at once or as part of a later move, in which it moves and captures
//!   as the new piece. Until then it attacks nothing.
//! * Check need not be parried and restricts nothing. Capturing the king wins, unless one's own is then
//!   attacked: that is a draw. There is no stalemate.
//!
//! The original document has the notation only (its section 15); SPEC section 4 has the rules and marks the additions.

mod fen;

use super::{KindPattern, Pattern, PromotionPattern, Scope, SetupError, Variant, rules::Rules};
use crate::chess::{Captured, Castling, Color, Outcome, Ply, PlyKind, Role, Roles, Square, Squares};

/// The number of files, and of ranks.
pub const SIZE: u8 = 9;

/// The roles a pawn may promote to.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Paladin, Role::Rook, Role::Bishop, Role::Knight];

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A position of Chess 99.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess99 {
    /// The pieces of White and of Black.
    sides: [Squares; 2],
    /// The pieces of each role, in the order of [`Role::ALL`].
    roles: [Squares; 7],
    turn: Color,
    /// The square skipped by the last two-step.
    ep_square: Option<Square>,
    /// Plies since the last capture or pawn move.
    halfmoves: u32,
    /// The number of the next move.
    fullmoves: u32,
}

/// The start position. Each player has the same order, seen from their own left.
const START: &str = "rnbakqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1";

impl Default for Chess99 {
    fn default() -> Chess99 {
        Chess99::from_fen(START).expect("a position of Chess 99")
    }
}

/// Returns the square this many files and ranks away.
fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    Square::checked(square.file() as i8 + files, square.rank() as i8 + ranks, SIZE)
}

/// Returns the direction in which pawns advance.
fn ahead(color: Color) -> (i8, i8) {
    (0, color.fold_wb(1, -1))
}

/// Returns the rank of a side's own pieces.
fn first_rank(color: Color) -> u8 {
    color.fold_wb(0, SIZE - 1)
}

fn leaps(from: Square, steps: &[(i8, i8)]) -> Squares {
    steps.iter().filter_map(|it| step(from, *it)).collect()
}

/// Returns the squares along lines, up to and including the first occupied one.
fn slides(from: Square, steps: &[(i8, i8)], occupied: Squares) -> Squares {
    let mut reached = Squares::NONE;
    for direction in steps {
        let mut at = from;
        while let Some(next) = step(at, *direction) {
            reached |= next.into();
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    reached
}

/// Returns the squares that a piece other than a pawn attacks.
fn attacks(role: Role, from: Square, occupied: Squares) -> Squares {
    match role {
        Role::Pawn => Squares::NONE,
        Role::Knight => leaps(from, &LEAPS),
        Role::Bishop => slides(from, &DIAGONAL, occupied),
        Role::Rook => slides(from, &STRAIGHT, occupied),
        Role::Queen => slides(from, &STRAIGHT, occupied) | slides(from, &DIAGONAL, occupied),
        Role::King => leaps(from, &STRAIGHT) | leaps(from, &DIAGONAL),
        Role::Paladin => leaps(from, &LEAPS) | slides(from, &DIAGONAL, occupied),
    }
}

/// Returns the squares that a pawn attacks.
fn pawn_attacks(color: Color, from: Square) -> Squares {
    let (_, forward) = ahead(color);
    leaps(from, &[(-1, forward), (1, forward)])
}

impl Chess99 {
    fn empty() -> Chess99 {
        Chess99 {
            sides: [Squares::NONE; 2],
            roles: [Squares::NONE; 7],
            turn: Color::White,
            ep_square: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    fn put(&mut self, color: Color, role: Role, square: Square) {
        self.sides[color as usize] |= square.into();
        self.roles[role as usize - 1] |= square.into();
    }

    fn clear(&mut self, square: Square) {
        for set in self.sides.iter_mut().chain(&mut self.roles) {
            *set = set.without(square);
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    pub(super) fn move_number(&self) -> u32 {
        self.fullmoves
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<(Color, Role)> {
        let color = Color::ALL.into_iter().find(|it| self.side(*it).contains(square))?;
        let role = Role::ALL.into_iter().find(|it| self.roles[*it as usize - 1].contains(square))?;
        Some((color, role))
    }

    pub(super) fn pieces(&self, color: Color, role: Role) -> Squares {
        self.side(color) & self.roles[role as usize - 1]
    }

    fn side(&self, color: Color) -> Squares {
        self.sides[color as usize]
    }

    pub(super) fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The pieces of a side that attack a square.
    fn attackers(&self, by: Color, square: Square) -> Squares {
        let occupied = self.occupied();
        let pieces =
            Role::ALL.into_iter().map(|role| attacks(role, square, occupied) & self.pieces(by, role));
        let pawns = pawn_attacks(!by, square) & self.pieces(by, Role::Pawn);
        pieces.fold(pawns, |set, it| set | it)
    }

    /// The pieces that attack the king of the side to move.
    pub(super) fn checkers(&self) -> Squares {
        self.king(self.turn).map_or(Squares::NONE, |king| self.attackers(!self.turn, king))
    }

    /// Returns the origins of moves of the roles to the square, castling aside.
    pub(super) fn candidates(&self, roles: Roles, to: Square) -> Squares {
        let mut plies = Vec::new();
        let pattern = Pattern { promotion: PromotionPattern::Unsaid, ..Pattern::to(roles, to) };
        self.plies(Scope::Legal, &pattern, &mut plies);
        plies.into_iter().map(Ply::from).collect()
    }

    /// Appends all plies of the pieces on these squares, castling aside.
    fn moves(&self, from: Squares, out: &mut Vec<Ply>) {
        if self.outcome().is_some() {
            return;
        }
        for from in self.side(self.turn) & from {
            let Some((_, role)) = self.piece_at(from) else { continue };
            if role != Role::Pawn {
                self.piece_moves(role, from, None, out);
            } else if from.rank() == first_rank(!self.turn) {
                PROMOTIONS.into_iter().for_each(|it| self.piece_moves(it, from, Some(it), out));
            } else {
                self.pawn_moves(from, out);
            }
        }
    }

    /// Appends the plies of a piece, or of a pawn on the last rank that promotes to one as it moves.
    fn piece_moves(&self, moves_as: Role, from: Square, promotion: Option<Role>, out: &mut Vec<Ply>) {
        let role = if promotion.is_some() { Role::Pawn } else { moves_as };
        let becoming = |ply: Ply| promotion.map_or(ply, |role| ply.promoting(role));
        let occupied = self.occupied();
        let targets = attacks(moves_as, from, occupied) & !self.side(self.turn);
        out.extend(targets.map(|to| becoming(self.ply(role, from, to))));
        if let Some((ep_square, victim)) = self.skipping_pawn() {
            let thought_back = occupied.without(victim.square) | ep_square.into();
            if attacks(moves_as, from, thought_back).contains(ep_square) {
                out.push(becoming(self.ply(role, from, ep_square).en_passant(victim)));
            }
        }
    }

    fn pawn_moves(&self, from: Square, out: &mut Vec<Ply>) {
        let occupied = self.occupied();
        let forward = ahead(self.turn);
        let mut at = from;
        for _ in 0..2 {
            match step(at, forward) {
                Some(next) if !occupied.contains(next) => at = next,
                _ => break,
            }
            self.push_pawn(self.ply(Role::Pawn, from, at), out);
        }
        let attacked = pawn_attacks(self.turn, from);
        for to in attacked & self.side(!self.turn) {
            self.push_pawn(self.ply(Role::Pawn, from, to), out);
        }
        if let Some((ep_square, victim)) = self.skipping_pawn().filter(|it| attacked.contains(it.0)) {
            out.push(self.ply(Role::Pawn, from, ep_square).en_passant(victim));
        }
    }

    /// Appends the ply of a pawn; on the last rank with every promotion too.
    fn push_pawn(&self, ply: Ply, out: &mut Vec<Ply>) {
        out.push(ply);
        if ply.to().rank() == first_rank(!self.turn) {
            out.extend(PROMOTIONS.map(|role| ply.promoting(role)));
        }
    }

    fn ply(&self, role: Role, from: Square, to: Square) -> Ply {
        let ply = Ply::new(self.turn, role, from, to);
        match self.piece_at(to) {
            Some((_, role)) => ply.capturing(Captured { role, square: to }),
            None => ply,
        }
    }

    /// Returns the square that has just been skipped, and the piece that passed over it.
    fn skipping_pawn(&self) -> Option<(Square, Captured)> {
        let ep_square = self.ep_square?;
        let square = step(ep_square, ahead(!self.turn))?;
        let (_, role) = self.piece_at(square)?;
        Some((ep_square, Captured { role, square }))
    }

    fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }
}

impl Rules for Chess99 {
    fn variant(&self) -> Variant {
        Variant::Chess99
    }

    fn fen(&self) -> String {
        self.write_fen()
    }

    fn same_as(&self, other: &Chess99) -> bool {
        let key = |it: &Chess99| (it.sides, it.roles, it.turn, it.ep_square);
        key(self) == key(other)
    }

    fn is_mover_in_check(&self) -> bool {
        self.king(!self.turn).is_some_and(|king| !self.attackers(self.turn, king).is_empty())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.king(self.turn).is_some() {
            return None;
        }
        Some(match self.turn {
            _ if self.is_mover_in_check() => Outcome::Draw,
            Color::White => Outcome::BlackWins,
            Color::Black => Outcome::WhiteWins,
        })
    }

    fn plies(&self, _: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        let first = out.len();
        match pattern.kind {
            KindPattern::Move => self.moves(pattern.from, out),
            KindPattern::Castle(..) => out.extend(self.castlings()),
            KindPattern::Drop | KindPattern::Null => {}
        }
        super::retain_from(out, first, |ply| pattern.fits(ply));
    }

    fn castling(&self, east: bool) -> Option<Ply> {
        let king = self.king(self.turn).filter(|it| it.rank() == first_rank(self.turn))?;
        let direction = if east { (1, 0) } else { (-1, 0) };
        let to = step(king, direction)?;
        let mut from = to;
        while let (None, Some(next)) = (self.piece_at(from), step(from, direction)) {
            from = next;
        }
        let (color, role) = self.piece_at(from)?;
        (color == self.turn && role != Role::Pawn)
            .then(|| Ply::castle(self.turn, king, to, Castling { role, from, to: king }))
    }

    fn play(&mut self, ply: &Ply) {
        if let Some(captured) = ply.capture() {
            self.clear(captured.square);
        }
        self.clear(ply.from());
        if let PlyKind::Castle(partner) = ply.kind() {
            self.clear(partner.from);
            self.put(ply.color(), partner.role, partner.to);
        }
        self.put(ply.color(), ply.promotion().unwrap_or(ply.role()), ply.to());
        let two_steps = ply.role() == Role::Pawn
            && !ply.is_late_promotion()
            && ply.from().rank().abs_diff(ply.to().rank()) == 2;
        self.ep_square = if two_steps { step(ply.from(), ahead(ply.color())) } else { None };
        let counts_anew = ply.role() == Role::Pawn || ply.capture().is_some();
        self.halfmoves = if counts_anew { 0 } else { self.halfmoves.saturating_add(1) };
        self.end_turn();
    }

    // Check allows a pass.
    fn passed(&self) -> Option<Chess99> {
        if self.outcome().is_some() {
            return None;
        }
        let mut passed =
            Chess99 { ep_square: None, halfmoves: self.halfmoves.saturating_add(1), ..self.clone() };
        passed.end_turn();
        Some(passed)
    }
}
