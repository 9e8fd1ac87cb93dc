//! Move notations: the text of single moves, independent of files, tags and layouts.
//!
//! Every notation reads text into [`Reading`]s (what the text says about the ply) and writes the canonical text
//! of a ply. [`REGISTRY`] lists them all: a new notation is one module, a line of the registry's table
//! and an arm of its `make`.

mod algebraic;
mod board9;
mod chess99;
mod compass;
mod coordinates;
mod descriptive;
mod economical;
pub mod exact;
mod geographical;
pub mod glyphs;
pub mod guide;
mod lan;
pub mod letters;
mod own;
mod registry;
mod san;
mod scan;
mod sllavcco;
mod spoken;
mod text;

use std::fmt;

use self::{
    exact::Exact,
    glyphs::{Glyph, Spelling},
    letters::Letters,
    scan::Scan,
};
use crate::chess::{Effect, Pattern, Ply, Position, Role, Side, Square, Squares};

pub use coordinates::Uci;
pub use letters::LANGUAGES;
pub use registry::{
    Choice, NotationEntry, NotationStyle, OF_BOOKS, REGISTRY, UnknownNotation, all, detectable, named,
    of_name,
};
pub use san::is_standard;
pub use scan::DASHES;

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
    /// An ordinal with the ending of another, as `8d` where `3d` may have been meant.
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
    /// Mate.
    Mate,
    /// `++`, which means double check to some and mate to others.
    DoubleOrMate,
}

impl CheckClaim {
    /// Whether the mark fits the effect of the ply.
    #[must_use]
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
    /// The number of bytes it takes.
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
    fn new(scan: Scan<'_>, pattern: Pattern) -> Reading {
        Reading {
            len: scan.taken(),
            pattern,
            annotations: Annotations::default(),
            side: None,
            captured_side: None,
        }
    }
}

/// A move read from a canonical text, unambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactReading {
    /// The number of bytes it takes.
    pub len: usize,
    /// The ply.
    pub ply: Ply,
    /// The mark of check, to be compared with the position after the ply.
    pub check: Option<CheckClaim>,
}

/// The reason why a notation cannot express a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable(pub String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

/// A notation for moves.
pub trait Notation: Send + Sync {
    /// Appends the canonical text of a ply, without check marks.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the notation cannot express the ply; nothing may then be appended.
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable>;

    /// Appends the check mark, if the notation has any. Called only where [`Position::may_have_marks`] holds.
    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        let _ = (after, ply, out);
    }

    /// Checks that the notation supports games from this position.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] with the reason if not: most do not support the 9×9 board.
    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        if board9::is_9x9(start) {
            let why = "a game on 9×9 squares can only be written in chess99, geographical, lan and uci";
            return Err(Unwritable(why.to_owned()));
        }
        Ok(())
    }

    /// Returns the name of the notation actually used in a game from this position, if it is another one.
    fn another_name(&self, start: &Position) -> Option<&'static str> {
        let _ = start;
        None
    }

    /// Returns the text, in place of a move, with which the side to move resigns, if the notation has one.
    fn resignation(&self) -> Option<&'static str> {
        None
    }

    /// Returns the piece letters (or figurines), if the notation has any that can be chosen.
    fn letters(&self) -> Option<Letters> {
        None
    }

    /// Whether the notation needs [`Position::origins`].
    fn uses_origins(&self) -> bool {
        false
    }

    /// Lists the ways to parse the beginning of a text as a move, the longest first.
    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>);

    /// Applies the notation's own rule, if any, to the plies that fit a reading.
    fn disambiguate_by_rule(&self, before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {
        let _ = (before, reading, candidates);
    }

    /// Applies the notation's own rule, if any, to the plies that fit any reading of a text.
    fn disambiguate_readings(&self, candidates: &mut Vec<Ply>) {
        let _ = candidates;
    }

    /// Whether a text may be ambiguous, because players see at a glance which move is possible.
    fn ambiguity_resolved_later(&self) -> bool {
        false
    }

    /// Whether moves are written into the columns of a scoresheet. Their texts then begin with the letter of
    /// the column, and castling fills two columns, as in `fRgK`.
    fn scoresheet(&self) -> bool {
        false
    }

    /// Appends the glyphs of a text that begins at this offset, for comparison with [`Notation::spellings`].
    /// Anything not understood is kept.
    fn glyphs(&self, text: &str, place: usize, out: &mut Vec<Glyph>) {
        glyphs::fold(self.letters(), text, place, out);
    }

    /// Whether spaces inside a move are insignificant, as in `P - K 4`.
    fn is_loosely_spaced(&self) -> bool {
        false
    }

    /// Lists the usual spellings of a ply, without check marks, in the characters of [`Notation::glyphs`]; the
    /// canonical text need not be among them. They depend on the ply and [`Notation::spelling_context`] only.
    fn spellings(&self, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        let mut text = Vec::new();
        let mut glyphs = Vec::new();
        if self.write(before, ply, &mut text).is_ok() {
            self.glyphs(&String::from_utf8_lossy(&text), 0, &mut glyphs);
            out.push(Spelling::new(glyphs.iter().map(|it| it.code).collect::<Vec<u8>>(), 0));
        }
    }

    /// Returns the characters with which spellings of this role's plies may begin; none if that is unknown.
    fn first_signs(&self, role: Role) -> Vec<u8> {
        let _ = role;
        Vec::new()
    }

    /// Returns what a ply's spellings depend on besides the ply itself; by default its whole text.
    fn spelling_context(&self, before: &Position, ply: &Ply) -> u32 {
        let mut text = Vec::new();
        if self.write(before, ply, &mut text).is_err() {
            return 0;
        }
        text.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
    }

    /// Returns the length of a malformed move at the start of `text`; `None` if the notation cannot tell.
    fn malformed_len(&self, text: &str) -> Option<usize> {
        let _ = text;
        None
    }

    /// Whether unreadable `text` is a misspelt move in words, as `Rt. takes P.`, rather than a comment.
    fn looks_like_move(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Returns the length of a text that the notation understands but that has no meaning on this board, and the reason.
    fn refusal(&self, before: &Position, text: &str) -> Option<(usize, String)> {
        let _ = (before, text);
        None
    }

    /// Returns a placeholder for a ply that cannot be written, if a game may continue without it.
    fn placeholder(&self, before: &Position, ply: &Ply) -> Option<String> {
        let _ = (before, ply);
        None
    }

    /// Returns the notation as a writer of verified plies, if it is one.
    fn exact(&self) -> Option<Exact<'_>> {
        None
    }

    /// Whether this is SAN with English letters, which the exact reader handles itself.
    fn is_english_san(&self) -> bool {
        false
    }

    /// Reads a canonical move; `None` for anything else. Agrees with [`Notation::read`] wherever it succeeds.
    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let _ = (before, text);
        None
    }
}

/// Returns the canonical text of a ply, with its marks.
///
/// # Errors
///
/// [`Unwritable`] if the notation cannot express it.
pub fn text_of(notation: &dyn Notation, before: &Position, ply: &Ply) -> Result<String, Unwritable> {
    notation.supports(before)?;
    let mut text = Vec::new();
    notation.write(before, ply, &mut text)?;
    let mut after = before.clone();
    after.play(ply);
    if after.may_have_marks() {
        notation.write_marks(&after, ply, &mut text);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes a square's name.
fn push_square(square: Square, out: &mut Vec<u8>) {
    out.extend_from_slice(&square.name());
}

/// Returns whether SAN and related notations need the origin's file and its rank: standard 8.2.3.4.
#[inline]
fn disambiguation(from: Square, rivals: Squares) -> (bool, bool) {
    if rivals.is_empty() {
        return (false, false);
    }
    let shares_file = !(rivals & Squares::file(from.file())).is_empty();
    let shares_rank = !(rivals & Squares::rank(from.rank())).is_empty();
    (!shares_file || shares_rank, shares_file)
}

/// Whether a canonical move ends after this many bytes: something follows that follows any move, or one of these.
#[inline]
fn ends_at(bytes: &[u8], len: usize, also: &[u8]) -> bool {
    let Some(next) = bytes.get(len) else { return true };
    matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b')') || also.contains(next)
}

/// Returns the mark `+` or `#` at this offset.
#[inline]
fn check_at(bytes: &[u8], at: usize) -> Option<CheckClaim> {
    match bytes.get(at) {
        Some(b'+') => Some(CheckClaim::Check),
        Some(b'#') => Some(CheckClaim::Mate),
        _ => None,
    }
}

/// Returns the castling that a king's move between two squares may mean: to its own destination (not on 9×9,
/// where that may be a plain step), or, where a partner stands, to the partner's square.
fn castling_between(before: &Position, from: Square, to: Square) -> Option<Pattern> {
    let turn = before.turn();
    if before.king(turn) != Some(from) {
        None
    } else if before.piece_at(to).is_some_and(|(color, _)| color == turn) {
        Some(Pattern::castle(to.into()).from(from))
    } else {
        let castles =
            !board9::is_9x9(before) && (from.file().abs_diff(to.file()) > 1 || !before.is_chess960());
        castles.then(|| Pattern { to: to.into(), ..Pattern::castle(Squares::ALL).from(from) })
    }
}
