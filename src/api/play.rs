//! Single moves: notations and positions.

use std::{
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
    sync::Arc,
};

use crate::{
    chess::{self, Color, Outcome, Ply, Role, SetupError, Square, Variant},
    diagnostics::Problem,
    notation::{Choice, REGISTRY, UnknownNotation, text_of},
    reasons::{Ambiguity, Candidate, Illegal, Unwritable},
    resolve::{self, Meaning},
};

/// A notation with its styles, named as on the command line: `san`, `san:de`, `descriptive:kt,long`.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Notation, Position};
///
/// let (descriptive, sllavcco): (Notation, Notation) = ("descriptive".parse()?, "sllavcco".parse()?);
/// let position = Position::default();
/// let ply = descriptive.parse(&position, "Kt. to K. B. third")?;
/// assert_eq!(sllavcco.write(&position, &ply)?, "fN3");
///
/// let error = Notation::san().parse(&position, "Nf4").unwrap_err();
/// assert_eq!(error.to_string(), "no legal move: no knight can reach f4; did you mean Nf3 or f4?");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Notation(pub(super) Arc<Choice>);

impl Notation {
    /// Returns standard algebraic notation.
    #[must_use]
    pub fn san() -> Notation {
        Notation(Arc::new(Choice::san()))
    }

    /// Reads one move of a position, the whole text being that move.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if it means no legal move, or several.
    pub fn parse(&self, position: &Position, text: &str) -> Result<Ply, MoveError> {
        let Meaning { plies, problems } = resolve::meaning(&*self.0.notation, &position.0, text);
        match plies[..] {
            [ply] => Ok(ply),
            _ => Err(MoveError(problems.into_iter().next())),
        }
    }

    /// Writes a ply of a position, with its marks.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the notation cannot express it.
    pub fn write(&self, position: &Position, ply: &Ply) -> Result<String, Unwritable> {
        text_of(&*self.0.notation, &position.0, ply)
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        Choice::parse(name).map(|it| Notation(Arc::new(it)))
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notation").field(&self.0.name).finish()
    }
}

/// Lists the notations: the name and a one-line description of each.
///
/// ```
/// assert!(plyglot::notations().any(|(name, _)| name == "descriptive"));
/// ```
pub fn notations() -> impl Iterator<Item = (&'static str, &'static str)> {
    REGISTRY.iter().map(|entry| (entry.name, entry.summary))
}

/// Why a text cannot be read as one move.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Illegal, MoveErrorKind, Notation, Position, Role};
///
/// let position = Position::default();
/// let error = Notation::san().parse(&position, "Nf4").unwrap_err();
/// let to = "f4".parse()?;
/// assert_eq!(error.kind(), MoveErrorKind::Illegal(Some(Illegal::Unreachable { role: Some(Role::Knight), to })));
/// let meant: Vec<&str> = error.candidates().map(|it| &*it.text).collect();
/// assert_eq!(meant, ["Nf3", "f4"]);
/// assert_eq!(Notation::san().parse(&position, "hello").unwrap_err().kind(), MoveErrorKind::NotAMove);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError(Option<Problem>);

/// The kind of a [`MoveError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The text is not one of a move.
    NotAMove,
    /// No legal ply fits it, for this reason if that is known.
    Illegal(Option<Illegal>),
    /// Several plies fit it.
    Ambiguous(Ambiguity),
    /// The notation does not support the board.
    WrongBoard(Unwritable),
}

impl MoveError {
    /// Returns what is wrong.
    #[must_use]
    pub fn kind(&self) -> MoveErrorKind {
        match &self.0 {
            Some(Problem::NoLegalMove { reason, .. }) => MoveErrorKind::Illegal(reason.clone()),
            Some(Problem::Ambiguous { reason, .. }) => MoveErrorKind::Ambiguous(reason.clone()),
            Some(Problem::WrongBoard(why)) => MoveErrorKind::WrongBoard(why.clone()),
            _ => MoveErrorKind::NotAMove,
        }
    }

    /// Lists the legal plies that the text may mean: those that fit an ambiguous one, or those similar to one that fits none.
    pub fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter().flat_map(Problem::candidates)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(problem) => problem.fmt(f),
            None => f.write_str("not the text of a move"),
        }
    }
}

impl std::error::Error for MoveError {}

/// Error for playing a ply that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalPly;

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal ply")
    }
}

impl std::error::Error for IllegalPly {}

/// A position of a game, under any of the supported rules.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Notation, Position};
///
/// let mut position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
/// assert_eq!(position.legal_plies().len(), 7);
/// let ply = Notation::san().parse(&position, "exd6")?;
/// assert!(ply.is_en_passant());
/// position.play(&ply)?;
/// assert_eq!(position.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
/// assert!(position.play(&ply).is_err());
/// # Ok(())
/// # }
/// ```
///
/// Positions are equal if the same game can be played from them, as with shakmaty: the rules, pieces, side to move, castling
/// rights and possible captures en passant are the same. Move counters do not count, nor does it matter where pieces came from,
/// as which descriptive notation may tell knights apart. Comparing and hashing cost as much as writing the FEN.
///
/// Positions and plies of the 8×8 board convert from and to shakmaty's:
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Notation, Position};
/// use shakmaty::{Chess, Move, Position as _};
///
/// let mut theirs = Chess::default();
/// let ours = Position::from(theirs.clone());
/// let ply = Notation::san().parse(&ours, "Nf3")?;
/// let their_move = Move::try_from(ply)?;
/// assert_eq!(ours.ply(their_move), Some(ply));
/// theirs.play_unchecked(their_move);
/// assert_eq!(Position::from(theirs.clone()).fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// assert_eq!(Chess::try_from(&Position::from(theirs.clone()))?, theirs);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Position(pub(super) chess::Position);

impl Position {
    /// Returns the start position of these rules.
    #[must_use]
    pub fn first(variant: Variant) -> Position {
        chess::Position::set_up(Some(variant), None).map_or_else(|_| Position::default(), Position)
    }

    /// Sets up the position of a FEN; nine ranks mean Chess 99, pockets mean Crazyhouse.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if it cannot be parsed, or no game can continue from it.
    pub fn from_fen(fen: &str) -> Result<Position, SetupError> {
        chess::Position::set_up(None, Some(fen)).map(Position)
    }

    /// Returns the position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.0.variant()
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// Returns the piece on a square.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use plyglot::{Color, Position, Role};
    ///
    /// assert_eq!(Position::default().piece_at("e8".parse()?), Some((Color::Black, Role::King)));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Role)> {
        self.0.piece_at(square)
    }

    /// Returns the number of the next move.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.0.move_number()
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Returns the outcome by the rules, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Lists the legal plies, in no particular order.
    #[must_use]
    pub fn legal_plies(&self) -> Vec<Ply> {
        self.0.legal_plies()
    }

    /// Returns the ply of shakmaty's move, if it is legal here.
    #[must_use]
    pub fn ply(&self, of: shakmaty::Move) -> Option<Ply> {
        self.legal_plies().into_iter().find(|ply| shakmaty::Move::try_from(*ply) == Ok(of))
    }

    /// Plays a ply.
    ///
    /// # Errors
    ///
    /// [`IllegalPly`] if it is not legal here; the position is then unchanged.
    pub fn play(&mut self, ply: &Ply) -> Result<(), IllegalPly> {
        let is_legal = if ply.is_null() { self.0.can_pass() } else { self.legal_plies().contains(ply) };
        if !is_legal {
            return Err(IllegalPly);
        }
        self.0.play(ply);
        Ok(())
    }
}

impl Position {
    /// Returns what decides equality: the rules and the FEN without its two counters.
    fn key(&self) -> (Variant, String) {
        let rules = match self.variant() {
            Variant::Chess960 => Variant::Standard,
            rules => rules,
        };
        let mut fen = self.fen();
        let counters = fen.rmatch_indices(' ').nth(1).map(|it| it.0);
        fen.truncate(counters.unwrap_or(fen.len()));
        (rules, fen)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl From<shakmaty::Chess> for Position {
    fn from(position: shakmaty::Chess) -> Position {
        Position(chess::Standard::from(position).into())
    }
}

impl From<shakmaty::variant::VariantPosition> for Position {
    fn from(position: shakmaty::variant::VariantPosition) -> Position {
        Position(position.into())
    }
}

/// The error for a position or ply that shakmaty does not have: one of Chess 99 or U-chess, a null move, or, for
/// [`shakmaty::Chess`], a position of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInShakmaty;

impl fmt::Display for NotInShakmaty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shakmaty has no such position or move")
    }
}

impl std::error::Error for NotInShakmaty {}

impl TryFrom<&Position> for shakmaty::variant::VariantPosition {
    type Error = NotInShakmaty;

    fn try_from(position: &Position) -> Result<Self, NotInShakmaty> {
        position.0.to_shakmaty().ok_or(NotInShakmaty)
    }
}

impl TryFrom<&Position> for shakmaty::Chess {
    type Error = NotInShakmaty;

    fn try_from(position: &Position) -> Result<Self, NotInShakmaty> {
        match position.0.to_shakmaty() {
            Some(shakmaty::variant::VariantPosition::Chess(chess)) => Ok(chess),
            _ => Err(NotInShakmaty),
        }
    }
}

impl TryFrom<Ply> for shakmaty::Move {
    type Error = NotInShakmaty;

    fn try_from(ply: Ply) -> Result<Self, NotInShakmaty> {
        chess::shakmaty_move(&ply).ok_or(NotInShakmaty)
    }
}
