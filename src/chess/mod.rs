//! The board engines (squares, plies, positions and their effect on the kings) and the plain data of a game.
//!
//! [`Position`] is the one interface through which notations see a game. Behind it stand shakmaty (its
//! variants), [`Standard`] (standard chess and Chess960), and the games implemented here.

mod board;
mod chess99;
mod fen;
mod game;
mod men;
pub mod nag;
mod origins;
mod pattern;
mod ply;
mod rules;
mod square;
mod standard;
mod uchess;
mod variant;

use std::sync::LazyLock;

use men::OnBoard;

pub(crate) use board::{PROMOTIONS, low64};
pub use chess99::Chess99;
pub use game::{Comment, CommentKind, Outcome, Tag, Tags};
pub use men::FenRanks;
pub use nag::Nag;
pub use origins::{Origins, Side};
pub use pattern::{CapturePattern, KindPattern, Pattern, PromotionPattern};
pub use ply::{Captured, Castling, Ply, PlyKind, Role, Roles};
pub(crate) use rules::Rules;
pub use shakmaty::Color;
pub use square::{Square, Squares, UnknownSquare};
pub(crate) use standard::FEN_ROOM;
pub use standard::Standard;
pub use uchess::UChess;
pub use variant::{SetupError, Variant};
pub(crate) use variant::{shakmaty_move, to_move};

/// Which plies to consider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those that the rules allow.
    Legal,
    /// Also those that leave the mover's own king attacked or ignore a compulsory capture. Castling must still be legal.
    PseudoLegal,
}

/// What a ply does to the opponent's king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// Check by the piece that moved, or by the castling rook.
    Check,
    /// Check by one piece that did not move.
    Discovered,
    /// Check by two pieces (or more).
    Double,
    /// Mate.
    Mate,
}

/// A position of a game, with what is known about the origins of its pieces.
#[derive(Debug)]
pub struct Position {
    engine: Engine,
    origins: Origins,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { engine: self.engine.clone(), origins: self.origins }
    }

    /// Copies a standard position where it is to be.
    fn clone_from(&mut self, other: &Position) {
        match (&mut self.engine, &other.engine) {
            (Engine::Standard(engine), Engine::Standard(other)) => engine.clone_from(other),
            (engine, other) => *engine = other.clone(),
        }
        self.origins = other.origins;
    }
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "almost every position is of standard chess")]
enum Engine {
    Standard(Standard),
    Variant(Box<variant::Shakmaty>),
    UChess(Box<UChess>),
    Chess99(Box<Chess99>),
}

/// Dispatches to the engine; Chess 99 may get an expression of its own.
macro_rules! engine {
    ($position:expr, $engine:ident => $body:expr) => {
        engine!($position, $engine => $body, $engine => $body)
    };
    ($position:expr, $engine:ident => $body:expr, $chess99:ident => $nine:expr) => {
        match &$position.engine {
            Engine::Standard($engine) => $body,
            Engine::Variant($engine) => $body,
            Engine::UChess($engine) => $body,
            Engine::Chess99($chess99) => $nine,
        }
    };
}

impl Default for Position {
    fn default() -> Position {
        FIRST.clone()
    }
}

/// The start position of standard chess.
static FIRST: LazyLock<Position> = LazyLock::new(|| Position::from(Standard::default()));

impl Position {
    /// Returns the start position of standard chess.
    pub(crate) fn first() -> &'static Position {
        &FIRST
    }
}

impl From<Standard> for Position {
    fn from(standard: Standard) -> Position {
        let origins = Origins::of(standard.placement().board);
        Position { engine: Engine::Standard(standard), origins }
    }
}

impl From<variant::Shakmaty> for Position {
    fn from(variant: variant::Shakmaty) -> Position {
        let origins = Origins::of(variant.placement().board);
        Position { engine: Engine::Variant(Box::new(variant)), origins }
    }
}

impl From<UChess> for Position {
    fn from(game: UChess) -> Position {
        let origins = Origins::of(game.placement().board);
        Position { engine: Engine::UChess(Box::new(game)), origins }
    }
}

impl From<Chess99> for Position {
    fn from(game: Chess99) -> Position {
        Position { engine: Engine::Chess99(Box::new(game)), origins: Origins::default() }
    }
}

impl Position {
    /// Sets up the start position of a variant, or that of a FEN.
    ///
    /// `variant` is what the game claims; with `None`, castling rights decide whether it is Chess960, and the
    /// number of ranks whether it is Chess 99.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the FEN cannot be parsed, or no game of the variant can continue from it.
    pub fn set_up(variant: Option<Variant>, fen: Option<&str>) -> Result<Position, SetupError> {
        variant::set_up(variant, fen)
    }

    /// Returns the variant being played.
    #[must_use]
    pub fn variant(&self) -> Variant {
        engine!(self, engine => engine.variant())
    }

    /// Whether castling is written as in Chess960, by the rook's square.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        engine!(self, engine => engine.is_chess960())
    }

    /// Returns the number of files, and of ranks.
    #[must_use]
    pub fn size(&self) -> u8 {
        match self.engine {
            Engine::Chess99(_) => chess99::SIZE,
            _ => 8,
        }
    }

    /// Returns the side to move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Color {
        engine!(self, engine => engine.placement().turn, chess99 => chess99.turn())
    }

    /// The number of the next move.
    #[must_use]
    #[inline]
    pub fn move_number(&self) -> u32 {
        engine!(self, engine => engine.move_number())
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        engine!(self, engine => engine.fen())
    }

    /// Appends the position as FEN. `last` has the ranks of the one written before, which are used where they stay the same.
    pub fn push_fen(&self, last: &mut FenRanks, out: &mut Vec<u8>) {
        match &self.engine {
            Engine::Standard(engine) => engine.push_fen(last, out),
            _ => out.extend_from_slice(self.fen().as_bytes()),
        }
    }

    /// Whether this is the start position of its variant.
    #[must_use]
    pub fn is_first(&self) -> bool {
        if let (Engine::Standard(engine), Engine::Standard(first)) = (&self.engine, &FIRST.engine)
            && engine.is_same(first)
        {
            return true;
        }
        Position::set_up(Some(self.variant()), None).is_ok_and(|first| first.fen() == self.fen())
    }

    /// Whether this is the same position, move counters aside.
    #[must_use]
    pub fn same_as(&self, other: &Position) -> bool {
        let same = match (&self.engine, &other.engine) {
            (Engine::Standard(one), Engine::Standard(other)) => one.same_as(other),
            (Engine::Variant(one), Engine::Variant(other)) => one.same_as(other),
            (Engine::UChess(one), Engine::UChess(other)) => one.same_as(other),
            (Engine::Chess99(one), Engine::Chess99(other)) => one.same_as(other),
            _ => false,
        };
        same && self.origins == other.origins
    }

    /// Returns the position in shakmaty's type, if shakmaty plays these rules.
    pub(crate) fn to_shakmaty(&self) -> Option<shakmaty::variant::VariantPosition> {
        match &self.engine {
            Engine::Standard(engine) => engine.to_shakmaty().map(Into::into),
            Engine::Variant(engine) => Some(engine.to_shakmaty()),
            Engine::UChess(_) | Engine::Chess99(_) => None,
        }
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Role)> {
        fn on(board: &impl OnBoard, square: Square) -> Option<(Color, Role)> {
            let piece = board.piece_at(square.to_shakmaty()?)?;
            Some((piece.color, piece.role.into()))
        }
        engine!(self, engine => on(engine.placement().board, square), chess99 => chess99.piece_at(square))
    }

    /// Returns the squares of pieces of a kind.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Squares {
        fn on(board: &impl OnBoard, color: Color, role: Role) -> Squares {
            role.to_shakmaty().map_or(Squares::NONE, |role| board.by_piece(role.of(color)).into())
        }
        engine!(self, engine => on(engine.placement().board, color, role), chess99 => chess99.pieces(color, role))
    }

    /// Returns the occupied squares.
    #[must_use]
    pub fn occupied(&self) -> Squares {
        engine!(self, engine => engine.placement().board.occupied().into(), chess99 => chess99.occupied())
    }

    /// Returns the square of a side's king, if it has exactly one.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }

    /// Returns the square skipped by a two-step just made, whether or not a capture is possible there.
    #[must_use]
    pub fn ep_square(&self) -> Option<Square> {
        engine!(self, engine => engine.placement().ep_square.map(Square::from), chess99 => chess99.ep_square())
    }

    /// Returns the origins of the pieces, as far as they are known.
    #[must_use]
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Returns the position of standard chess or Chess960, if it is one.
    #[inline(always)]
    pub(crate) fn ordinary(&self) -> Option<&Standard> {
        if let Engine::Standard(engine) = &self.engine { Some(engine) } else { None }
    }

    /// The same, mutable. The caller must keep the origins up to date.
    #[inline(always)]
    pub(crate) fn ordinary_mut(&mut self) -> Option<&mut Standard> {
        if let Engine::Standard(engine) = &mut self.engine { Some(engine) } else { None }
    }

    /// Updates the origins after a piece has moved.
    #[inline(always)]
    pub(crate) fn follow(&mut self, from: shakmaty::Square, to: shakmaty::Square) {
        self.origins.step(from, to);
    }

    /// Updates the origins after castling; each pair is origin and destination.
    pub(crate) fn follow_castling(&mut self, king: [shakmaty::Square; 2], rook: [shakmaty::Square; 2]) {
        self.origins.castle(king, rook);
    }

    /// Forgets the origins: tracking them costs time, and few notations need them.
    pub fn forget_origins(&mut self) {
        self.origins.forget();
    }

    /// Appends the plies that fit the pattern to `out`, in no particular order.
    pub fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        if pattern.kind == KindPattern::Null {
            if self.can_pass() {
                out.push(Ply::null(self.turn()));
            }
            return;
        }
        engine!(self, engine => engine.plies(scope, pattern, out));
    }

    /// Returns all legal plies, passes aside: moves, then castling, then drops.
    #[must_use]
    pub fn legal_plies(&self) -> Vec<Ply> {
        self.legal_plies_of(Roles::ALL)
    }

    /// All legal plies of these roles.
    #[must_use]
    pub fn legal_plies_of(&self, roles: Roles) -> Vec<Ply> {
        engine!(self, engine => engine.legal_plies(roles))
    }

    /// Returns the origins of the role's moves to this square; castling and drops aside.
    #[must_use]
    pub fn candidates(&self, scope: Scope, role: Role, to: Square) -> Squares {
        engine!(
            self,
            engine => match (role.to_shakmaty(), to.to_shakmaty()) {
                (Some(role), Some(to)) => engine.candidates_in(scope, role, to).into(),
                _ => Squares::NONE,
            },
            chess99 => chess99.candidates(role.into(), to)
        )
    }

    /// Returns the origins of pseudo-legal moves of any of these roles to this square; castling and drops aside.
    #[must_use]
    #[inline]
    pub fn pseudo_legal_candidates(&self, roles: Roles, to: Square) -> Squares {
        engine!(
            self,
            engine => match to.to_shakmaty() {
                Some(to) => engine.placement().candidates_of_any(roles, to).into(),
                None => Squares::NONE,
            },
            chess99 => chess99.candidates(roles, to)
        )
    }

    /// Returns the ply of one of the [`Position::candidates`] to the square. `None` if a promotion is given where
    /// there is none, or missing where there is one. Never a Chess 99 piece's capture en passant.
    #[must_use]
    pub fn ply_from(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Option<Ply> {
        engine!(
            self,
            engine => engine.placement().ply(role.to_shakmaty()?, from.to_shakmaty()?, to.to_shakmaty()?, promotion),
            _engine => self.find_elsewhere(role, from.into(), to, promotion)
        )
    }

    // Out of line, which keeps the path of almost every ply short.
    #[cold]
    fn find_elsewhere(&self, role: Role, from: Squares, to: Square, promotion: Option<Role>) -> Option<Ply> {
        let mut plies = Vec::new();
        self.plies(Scope::Legal, &Pattern::to(role, to).from(from).promoting(promotion), &mut plies);
        plies.retain(|it| !it.is_en_passant() || it.role() == Role::Pawn && it.promotion().is_none());
        match plies[..] {
            [ply] => Some(ply),
            _ => None,
        }
    }

    /// Returns the origins from which other pieces of the ply's role could legally go to its destination.
    #[must_use]
    #[inline]
    pub fn ambiguous_with(&self, ply: &Ply) -> Squares {
        match &self.engine {
            Engine::Standard(engine) => engine.ambiguous_with(ply).into(),
            _ => self.candidates(Scope::Legal, ply.role(), ply.to()).without(ply.from()),
        }
    }

    /// Returns castling to the king's or the queen's side (in Chess 99 east or west), if it is legal.
    #[must_use]
    pub fn castling(&self, kingside: bool) -> Option<Ply> {
        engine!(self, engine => engine.castling(kingside))
    }

    /// Whether the mover may pass: not in check, where check matters, and not after the game.
    #[must_use]
    pub fn can_pass(&self) -> bool {
        engine!(self, engine => engine.passed().is_some())
    }

    /// Plays a ply that is legal here.
    ///
    /// # Panics
    ///
    /// May panic or leave an invalid position if the ply is not legal.
    #[inline]
    pub fn play(&mut self, ply: &Ply) {
        if ply.is_null() {
            self.pass();
            return;
        }
        match &mut self.engine {
            Engine::Standard(engine) => engine.play(ply),
            _ => self.play_elsewhere(ply),
        }
        self.origins.play(ply);
    }

    /// Returns the position after plies that are legal one after the other, as [`Position::play`] does.
    #[must_use]
    pub fn after(&self, plies: impl IntoIterator<Item = Ply>) -> Position {
        let mut position = self.clone();
        plies.into_iter().for_each(|it| position.play(&it));
        position
    }

    #[cold]
    fn play_elsewhere(&mut self, ply: &Ply) {
        match &mut self.engine {
            Engine::Standard(engine) => engine.play(ply),
            Engine::Variant(engine) => engine.play(ply),
            Engine::UChess(engine) => engine.play(ply),
            Engine::Chess99(engine) => engine.play(ply),
        }
    }

    #[cold]
    fn pass(&mut self) {
        let passed = match &self.engine {
            Engine::Standard(engine) => engine.passed().map(Engine::Standard),
            Engine::Variant(engine) => engine.passed().map(|it| Engine::Variant(Box::new(it))),
            Engine::UChess(engine) => engine.passed().map(|it| Engine::UChess(Box::new(it))),
            Engine::Chess99(engine) => engine.passed().map(|it| Engine::Chess99(Box::new(it))),
        };
        if let Some(engine) = passed {
            self.engine = engine;
        }
    }

    /// Whether the last ply may need marks: only if some king is attacked.
    #[must_use]
    #[inline(always)]
    pub fn may_have_marks(&self) -> bool {
        match &self.engine {
            Engine::Standard(engine) => engine.checkers().any(),
            _ => self.is_check() || self.is_mover_in_check(),
        }
    }

    /// Returns the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Squares {
        engine!(self, engine => engine.checkers().into(), chess99 => chess99.checkers())
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        match &self.engine {
            Engine::Standard(engine) => engine.checkers().any(),
            _ => !self.checkers().is_empty(),
        }
    }

    /// Whether the king of the side not to move is attacked, which is possible in Chess 99 only.
    #[must_use]
    pub fn is_mover_in_check(&self) -> bool {
        engine!(self, engine => engine.is_mover_in_check())
    }

    /// Whether the side to move is mated. Chess 99 has no mate: the king has to be captured.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.is_check() && self.variant() != Variant::Chess99 && !self.has_ply()
    }

    /// Returns the outcome by the rules, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        engine!(self, engine => engine.outcome())
    }

    /// Returns the other pseudo-legal moves with the same three symbols, which make a move illegal in U-chess.
    #[must_use]
    pub fn same_symbols(&self, ply: &Ply) -> Vec<Ply> {
        let promotion = PromotionPattern::Unsaid;
        let mut plies = Vec::new();
        let all = Pattern { promotion, ..Pattern::to(ply.role(), Squares::ALL) };
        self.plies(Scope::PseudoLegal, &all, &mut plies);
        plies.retain(|other| uchess::share_symbols(ply, other));
        plies
    }

    /// Whether the side to move has a legal ply.
    #[must_use]
    pub fn has_ply(&self) -> bool {
        engine!(self, engine => engine.has_ply())
    }

    /// Returns the effect of the ply that led to this position on the king of the side to move.
    #[must_use]
    pub fn effect(&self, ply: &Ply) -> Effect {
        let checkers = self.checkers();
        if checkers.is_empty() {
            return Effect::None;
        }
        if self.is_mate() {
            return Effect::Mate;
        }
        let own = checkers.contains(ply.to()) || matches!(ply.kind(), PlyKind::Castle(_));
        match checkers.count() {
            1 if own => Effect::Check,
            1 => Effect::Discovered,
            _ => Effect::Double,
        }
    }
}

/// Retains the elements of `plies` from index `first` on that satisfy `keep`.
fn retain_from(plies: &mut Vec<Ply>, first: usize, keep: impl Fn(&Ply) -> bool) {
    let mut kept = first;
    for n in first..plies.len() {
        if keep(&plies[n]) {
            plies[kept] = plies[n];
            kept += 1;
        }
    }
    plies.truncate(kept);
}
