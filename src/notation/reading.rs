//! What a move's text says.

use crate::chess::{Effect, Pattern, Ply, Position, Side};
pub use crate::reasons::Unwritable;

/// Statements of a text that select a ply only if it is otherwise ambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// A mark of check or mate.
    pub check: Option<CheckClaim>,
    /// A mark of en passant.
    pub en_passant: bool,
    /// A sign of capture that the notation does not need.
    pub capture: bool,
    /// A mark that the mover's own king is in check (Chess 99).
    pub own_check: bool,
    /// An ordinal with the suffix of another number, as in `8d` where `3d` may have been meant.
    pub odd_ordinal: bool,
}

impl Annotations {
    /// Whether the statements fit a ply of this position.
    pub fn fit(&self, before: &Position, ply: &Ply) -> bool {
        let mut after = before.clone();
        after.play(ply);
        self.check.is_none_or(|claim| claim.fits(after.effect(ply)))
            && (!self.en_passant || ply.is_en_passant())
            && (!self.capture || ply.is_capture())
            && (!self.own_check || after.is_mover_in_check())
    }
}

/// A mark of check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckClaim {
    /// Any check.
    Check,
    /// Discovered check.
    Discovered,
    /// Double check.
    Double,
    Mate,
    /// `++`, which means double check to some and mate to others.
    DoubleOrMate,
}

impl CheckClaim {
    /// Whether the mark fits the effect of the ply.
    pub fn fits(self, effect: Effect) -> bool {
        match self {
            CheckClaim::Check => effect != Effect::None,
            CheckClaim::Discovered => matches!(effect, Effect::Discovered | Effect::Double | Effect::Mate),
            CheckClaim::Double | CheckClaim::DoubleOrMate => matches!(effect, Effect::Double | Effect::Mate),
            CheckClaim::Mate => effect == Effect::Mate,
        }
    }
}

/// A parse of the beginning of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The length of the text in bytes.
    pub len: usize,
    /// The plies it may mean.
    pub pattern: Pattern,
    /// Its other statements.
    pub annotations: Annotations,
    /// The side on which the piece is said to have started, as in descriptive `QR`.
    pub side: Option<Side>,
    /// The side on which the captured piece is said to have started.
    pub captured_side: Option<Side>,
}

impl Reading {
    /// Creates the reading of a text of `len` bytes that says nothing beyond the pattern.
    pub fn new(len: usize, pattern: Pattern) -> Reading {
        Reading { len, pattern, annotations: Annotations::default(), side: None, captured_side: None }
    }
}
