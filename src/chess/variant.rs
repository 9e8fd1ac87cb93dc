//! The variants: their names, how each is set up, and those that shakmaty plays.

use std::{fmt, num::NonZeroU32};

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Move, MoveList,
    Position as _, PositionError, PositionErrorKinds, Role, Setup, Square,
    fen::Fen,
    variant::{Variant as ShakmatyVariant, VariantPosition},
};

use super::{
    Chess99, KindPattern, Pattern, Position, Scope, Standard, UChess,
    board::{PROMOTIONS, Placement},
    rules::Rules,
};
use crate::chess::{self, Castling, Outcome, Ply, PlyKind};

/// A chess variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Standard chess.
    Standard,
    /// Chess960 (Fischer random), also with different first ranks for the two sides.
    Chess960,
    /// Crazyhouse: captured pieces can be dropped.
    Crazyhouse,
    /// Atomic: a capture explodes.
    Atomic,
    /// Antichess: losing all pieces wins; captures are compulsory.
    Antichess,
    /// Horde: pawns against pieces.
    Horde,
    /// King of the Hill.
    KingOfTheHill,
    /// Racing Kings.
    RacingKings,
    /// Three-check.
    ThreeCheck,
    /// U-chess: only moves that can be written in three symbols are legal.
    UChess,
    /// Chess 99, on 9×9.
    Chess99,
}

/// Every variant with its name and alternative spellings, in lower case letters and digits.
const NAMES: &[(Variant, &str, &str)] = &[
    (Variant::Standard, "Standard", "chess normal fromposition orthodox regular classical none"),
    (
        Variant::Chess960,
        "Chess960",
        "960 frc dfrc fischerandom fischerrandom fischerrandomchess fischerandomchess fischer freestyle \
         freestylechess doublefischerandom doublefischerrandom chess9lx shuffle960 wild960",
    ),
    (Variant::Crazyhouse, "Crazyhouse", "zh drop"),
    (Variant::Atomic, "Atomic", "atomicchess"),
    (Variant::Antichess, "Antichess", "suicide giveaway suicidechess giveawaychess"),
    (Variant::Horde, "Horde", "hordechess"),
    (Variant::KingOfTheHill, "King of the Hill", "koth kinghill"),
    (Variant::RacingKings, "Racing Kings", "racing rk"),
    (Variant::ThreeCheck, "Three-check", "3check threechecks 3checks 3checkchess 3"),
    (Variant::UChess, "U-Chess", "unambiguousthreesymbolchess threesymbolchess"),
    (Variant::Chess99, "Chess 99", "99 chess9x9"),
];

impl Variant {
    /// Returns the name as used in a `Variant` tag.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|it| it.0 == self).map_or("Standard", |it| it.1)
    }

    /// Returns all variants.
    pub fn all() -> impl Iterator<Item = Variant> {
        NAMES.iter().map(|it| it.0)
    }

    /// Returns the variant that a `Variant` tag names, in any spelling.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Variant> {
        if let Some((variant, ..)) = NAMES.iter().find(|it| it.1 == name) {
            return Some(*variant);
        }
        let plain = |name: &str| -> String {
            name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let name = plain(name);
        NAMES
            .iter()
            .find(|(_, main, others)| plain(main) == name || others.split(' ').any(|it| it == name))
            .map(|it| it.0)
    }

    /// Returns shakmaty's variant, if it has this one.
    fn shakmaty(self) -> Option<ShakmatyVariant> {
        Some(match self {
            Variant::Standard | Variant::Chess960 => ShakmatyVariant::Chess,
            Variant::Crazyhouse => ShakmatyVariant::Crazyhouse,
            Variant::Atomic => ShakmatyVariant::Atomic,
            Variant::Antichess => ShakmatyVariant::Antichess,
            Variant::Horde => ShakmatyVariant::Horde,
            Variant::KingOfTheHill => ShakmatyVariant::KingOfTheHill,
            Variant::RacingKings => ShakmatyVariant::RacingKings,
            Variant::ThreeCheck => ShakmatyVariant::ThreeCheck,
            Variant::UChess | Variant::Chess99 => return None,
        })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why no game can start from a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The text is not a FEN.
    Syntax(String),
    /// No legal game can continue from the position.
    Illegal(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Syntax(why) => write!(f, "not a FEN: {why}"),
            SetupError::Illegal(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SetupError {}

pub(super) fn set_up(variant: Option<Variant>, fen: Option<&str>) -> Result<Position, SetupError> {
    let kind = match (variant, fen) {
        (Some(variant), _) => variant,
        (None, Some(fen)) if Chess99::is_fen(fen) => Variant::Chess99,
        // Only Crazyhouse has pockets.
        (None, Some(fen)) if pocket(fen).is_some() => Variant::Crazyhouse,
        _ => Variant::Standard,
    };
    let Some(fen) = fen else {
        return Ok(first_position(kind));
    };
    if kind == Variant::Chess99 {
        return Chess99::from_fen(fen).map(Position::from);
    }
    let setup =
        Fen::from_ascii(fen.trim().as_bytes()).map_err(|error| super::fen::error(fen, &error))?.into_setup();
    match pocket(fen) {
        Some(pocket) if !pocket.is_empty() && kind != Variant::Crazyhouse => {
            return Err(SetupError::Illegal(format!("only Crazyhouse has pockets, not {kind}")));
        }
        _ => {}
    }
    let mode = match variant {
        Some(Variant::Chess960) => CastlingMode::Chess960,
        _ => CastlingMode::detect(&setup),
    };
    match kind.shakmaty() {
        None => UChess::from_setup(&setup).map(Position::from),
        Some(variant @ ShakmatyVariant::Chess) => {
            Setting { variant, mode }.chess(setup).map(|it| Standard::from(it).into())
        }
        Some(variant) => Setting { variant, mode }.variant(setup).map(|it| Shakmaty { position: it }.into()),
    }
}

/// Returns the pockets, if the FEN has any.
fn pocket(fen: &str) -> Option<&str> {
    super::fen::board_and_pocket(super::fen::fields(fen).next()?).1
}

fn first_position(variant: Variant) -> Position {
    match variant {
        Variant::Standard => Position::default(),
        Variant::Chess960 => {
            let setting = Setting { variant: ShakmatyVariant::Chess, mode: CastlingMode::Chess960 };
            setting
                .chess(Setup::initial())
                .map_or_else(|_| Position::default(), |it| Standard::from(it).into())
        }
        Variant::UChess => UChess::default().into(),
        Variant::Chess99 => Chess99::default().into(),
        _ => match variant.shakmaty() {
            Some(variant) => Shakmaty { position: VariantPosition::new(variant) }.into(),
            None => Position::default(),
        },
    }
}

/// What decides how a setup is interpreted.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    pub variant: ShakmatyVariant,
    pub mode: CastlingMode,
}

impl Setting {
    pub fn chess(self, setup: Setup) -> Result<Chess, SetupError> {
        accept_irregular(Chess::from_setup(setup, self.mode))
    }

    fn variant(self, setup: Setup) -> Result<VariantPosition, SetupError> {
        accept_irregular(VariantPosition::from_setup(self.variant, setup, self.mode))
    }
}

/// Accepts irregularities of composed and handicap positions from which a game can continue.
fn accept_irregular<P>(result: Result<P, PositionError<P>>) -> Result<P, SetupError> {
    result
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| {
            let kinds = error.kinds();
            let why = if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
                "the side that is not to move is in check".to_owned()
            } else {
                error.to_string()
            };
            SetupError::Illegal(why)
        })
}

/// Lets the side to move pass.
pub(super) fn pass(setup: &mut Setup) {
    if setup.turn == Color::Black {
        setup.fullmoves = NonZeroU32::new(setup.fullmoves.get().saturating_add(1)).unwrap_or(setup.fullmoves);
    }
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    setup.swap_turn();
}

/// A position of a variant that shakmaty plays.
#[derive(Clone, Debug)]
pub struct Shakmaty {
    position: VariantPosition,
}

impl From<VariantPosition> for Position {
    fn from(position: VariantPosition) -> Position {
        match position {
            VariantPosition::Chess(chess) => Standard::from(chess).into(),
            position => Shakmaty { position }.into(),
        }
    }
}

impl Shakmaty {
    pub(super) fn to_shakmaty(&self) -> VariantPosition {
        self.position.clone()
    }

    pub(super) fn move_number(&self) -> u32 {
        self.position.fullmoves().get()
    }

    pub(super) fn checkers(&self) -> Bitboard {
        self.position.checkers()
    }

    pub(super) fn placement(&self) -> Placement<'_, shakmaty::Board> {
        let variant = self.position.variant();
        let kings = variant == ShakmatyVariant::Antichess;
        Placement {
            board: self.position.board(),
            turn: self.position.turn(),
            ep_square: self.position.maybe_ep_square(),
            first_rank_two_steps: variant == ShakmatyVariant::Horde,
            promotions: if kings { PROMOTIONS.with(chess::Role::King) } else { PROMOTIONS },
        }
    }

    pub(super) fn candidates_in(&self, scope: Scope, role: Role, to: Square) -> Bitboard {
        match scope {
            Scope::PseudoLegal => self.placement().candidates(role, to),
            Scope::Legal => self
                .position
                .san_candidates(role, to)
                .iter()
                .filter(|m| !m.is_put())
                .filter_map(|m| m.from())
                .collect(),
        }
    }

    fn legal(&self, pattern: &Pattern) -> MoveList {
        match (pattern.roles.single().and_then(chess::Role::to_shakmaty), pattern.to.single()) {
            (Some(role), Some(to)) if pattern.kind == KindPattern::Move => match to.to_shakmaty() {
                Some(to) => self.position.san_candidates(role, to),
                None => MoveList::new(),
            },
            _ => self.position.legal_moves(),
        }
    }

    fn to_ply(&self, m: Move) -> Option<Ply> {
        let ply = |role, from, to, promotion| self.placement().ply(role, from, to, promotion);
        match m {
            Move::Normal { role, from, to, promotion, .. } => ply(role, from, to, promotion.map(Into::into)),
            Move::EnPassant { from, to } => ply(Role::Pawn, from, to, None),
            Move::Castle { .. } => castling_ply(self.position.turn(), m),
            Move::Put { role, to } => Some(Ply::drop(self.position.turn(), role.into(), to.into())),
        }
    }
}

impl Rules for Shakmaty {
    fn variant(&self) -> Variant {
        let rules = self.position.variant();
        Variant::all().find(|it| it.shakmaty() == Some(rules)).unwrap_or(Variant::Standard)
    }

    fn is_chess960(&self) -> bool {
        self.position.castles().mode() == CastlingMode::Chess960
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    fn same_as(&self, other: &Shakmaty) -> bool {
        self.position == other.position
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(self.position.outcome())
    }

    fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>) {
        let first = out.len();
        if scope == Scope::PseudoLegal && pattern.kind == KindPattern::Move {
            self.placement().push_moves(pattern, |_, _, _| true, out);
        } else {
            out.extend(self.legal(pattern).iter().filter_map(|m| self.to_ply(*m)));
        }
        super::retain_from(out, first, |ply| pattern.fits(ply));
    }

    fn has_ply(&self) -> bool {
        !self.position.legal_moves().is_empty()
    }

    fn castling(&self, kingside: bool) -> Option<Ply> {
        let moves = self.position.castling_moves(CastlingSide::from_king_side(kingside));
        castling_ply(self.position.turn(), *moves.first()?)
    }

    fn play(&mut self, ply: &Ply) {
        self.position.play_unchecked(to_move(ply));
    }

    fn passed(&self) -> Option<Shakmaty> {
        if self.checkers().any() {
            return None;
        }
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        pass(&mut setup);
        let setting = Setting { variant: self.position.variant(), mode: self.position.castles().mode() };
        setting.variant(setup).ok().map(|position| Shakmaty { position })
    }
}

/// Converts shakmaty's outcome; `None` while the game is on.
pub(super) fn outcome(outcome: shakmaty::Outcome) -> Option<Outcome> {
    Some(match outcome.known()?.winner() {
        Some(Color::White) => Outcome::WhiteWins,
        Some(Color::Black) => Outcome::BlackWins,
        None => Outcome::Draw,
    })
}

/// Converts a ply to shakmaty's move, if shakmaty has it.
pub(crate) fn shakmaty_move(ply: &Ply) -> Option<Move> {
    let squares = [Some(ply.from()), Some(ply.to()), ply.castling().map(|it| it.from)];
    let roles = [
        Some(ply.role()),
        ply.promotion(),
        ply.capture().map(|it| it.role),
        ply.castling().map(|it| it.role),
    ];
    let are_on_board = squares.into_iter().flatten().all(|it| it.to_shakmaty().is_some())
        && roles.into_iter().flatten().all(|it| it.to_shakmaty().is_some());
    (are_on_board && !ply.is_null()).then(|| to_move(ply))
}

/// Converts a ply on the 8×8 board to shakmaty's move.
#[inline]
pub(crate) fn to_move(ply: &Ply) -> Move {
    let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
    match ply.kind() {
        PlyKind::Normal | PlyKind::Null => Move::Normal {
            role: ply.role().on_ordinary_board(),
            from,
            capture: ply.capture().map(|captured| captured.role.on_ordinary_board()),
            to,
            promotion: ply.promotion().map(chess::Role::on_ordinary_board),
        },
        PlyKind::EnPassant => Move::EnPassant { from, to },
        PlyKind::Castle(partner) => Move::Castle { king: from, rook: partner.from.on_ordinary_board() },
        PlyKind::Drop => Move::Put { role: ply.role().on_ordinary_board(), to },
    }
}

/// Converts shakmaty's castling move to a ply.
pub(super) fn castling_ply(color: Color, m: Move) -> Option<Ply> {
    let Move::Castle { king, rook } = m else { return None };
    let side = CastlingSide::from_king_side(king < rook);
    let partner = Castling { role: chess::Role::Rook, from: rook.into(), to: side.rook_to(color).into() };
    Some(Ply::castle(color, king.into(), side.king_to(color).into(), partner))
}
