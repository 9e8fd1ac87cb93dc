//! Single moves: notations and positions.

use std::{fmt, str::FromStr, sync::Arc};

use crate::{
    chess::{self, Color, Outcome, Ply, SetupError, Variant},
    notation::{Choice, REGISTRY, UnknownNotation, Unwritable, text_of},
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
            _ => Err(MoveError(problems.first().map(ToString::to_string))),
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

/// The reason why a text cannot be read as one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError(Option<String>);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or("not the text of a move"))
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
#[derive(Clone, Debug, Default)]
pub struct Position(chess::Position);

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
