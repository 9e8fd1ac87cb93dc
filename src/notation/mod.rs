//! Move notations: the text of single moves, and nothing of files, tags or layouts.
//!
//! Every notation reads text into [`Reading`]s (what the text says of the ply) and writes the canonical text
//! of a ply. [`REGISTRY`] lists them all: a new notation is one module and one line there.

mod algebraic;
mod board9;
mod chess99;
mod compass;
mod descriptive;
mod economical;
pub mod exact;
mod geographical;
pub mod glyphs;
pub mod guide;
mod iccf;
mod lan;
pub mod letters;
mod own;
mod registry;
mod san;
mod scan;
mod sllavcco;
mod smith;
mod spoken;
mod text;
mod uci;

use std::fmt;

use self::{
    exact::Exact,
    glyphs::{Glyph, Spelling},
    letters::Letters,
    scan::Scan,
};
use crate::chess::{Effect, Pattern, Ply, Position, Role, Square, Squares, Wing};

pub use letters::LANGUAGES;
pub use registry::{Choice, Entry, OF_BOOKS, REGISTRY, Style, UnknownNotation, all, detectable};
pub use uci::Uci;

/// What a text says that does not choose the ply unless nothing else does.
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
    /// An ordinal number with the ending of another one, as `8d` where `3d` may have been meant.
    pub odd_ordinal: bool,
}

impl Annotations {
    /// Does what is said fit a ply of this position?
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
    /// Check of whatever kind.
    Check,
    /// Check discovered.
    Discovered,
    /// Double check.
    Double,
    /// Mate.
    Mate,
    /// `++`, which is double check to some and mate to others.
    DoubleOrMate,
}

impl CheckClaim {
    /// Does the mark fit what the ply does?
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

/// One way to understand the text at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// How many bytes of the text it takes.
    pub len: usize,
    /// The plies that it may mean.
    pub pattern: Pattern,
    /// What else it says.
    pub annotations: Annotations,
    /// The side of the board from which the piece is said to have come, as in descriptive `QR`.
    pub wing: Option<Wing>,
    /// The side from which the captured piece is said to have come.
    pub captured_side: Option<Wing>,
}

impl Reading {
    fn new(scan: Scan<'_>, pattern: Pattern) -> Reading {
        Reading {
            len: scan.taken(),
            pattern,
            annotations: Annotations::default(),
            wing: None,
            captured_side: None,
        }
    }
}

/// A move that was read without any doubt, by the short way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quick {
    /// How many bytes of the text it takes.
    pub len: usize,
    /// The ply.
    pub ply: Ply,
    /// The marks of check, to be held against the position after the ply.
    pub check: Option<CheckClaim>,
}

/// Why a ply has no text in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable(pub String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

/// A way to write moves.
pub trait Notation: Send + Sync {
    /// Appends the canonical text of a ply, without the marks of check.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the notation has no text for the ply; nothing may be appended then.
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable>;

    /// Appends the marks of check, if the notation has any. Asked only where
    /// [`Position::may_have_marks`] says so.
    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        let _ = (after, ply, out);
    }

    /// Has the notation texts for the moves of a game from this position?
    ///
    /// # Errors
    ///
    /// [`Unwritable`], with the reason, if it has not: those that know nothing of 9×9 squares.
    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        if board9::is_9x9(start) {
            let why = "a game on 9×9 squares can only be written in chess99, geographical, lan and uci";
            return Err(Unwritable(why.to_owned()));
        }
        Ok(())
    }

    /// The name of the notation that its texts in a game from this position are in, where that is another one.
    fn another_name(&self, start: &Position) -> Option<&'static str> {
        let _ = start;
        None
    }

    /// How the side to move says, as if by a move, that it resigns, if the notation has a sign for that.
    fn resignation(&self) -> Option<&'static str> {
        None
    }

    /// The letters (or figurines) for the pieces, if the notation has any that can be chosen.
    fn letters(&self) -> Option<Letters> {
        None
    }

    /// Does the notation ask for [`Position::origins`]?
    fn uses_origins(&self) -> bool {
        false
    }

    /// Lists the ways to understand the beginning of a text as a move, the longest first.
    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>);

    /// Narrows the plies that fit a reading as the notation itself does, where it has a rule for that.
    fn choose(&self, before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {
        let _ = (before, reading, candidates);
    }

    /// Narrows the plies that all readings of a text allow together, where the notation has a rule for that.
    fn settle(&self, candidates: &mut Vec<Ply>) {
        let _ = candidates;
    }

    /// May a text leave open which of several plies is meant, because players see at a glance which can be?
    fn ambiguity_resolved_later(&self) -> bool {
        false
    }

    /// Are moves written into the columns of a scoresheet? Their texts begin with the letter of the column then, and a castling
    /// fills two columns, as in `fRgK`.
    fn scoresheet(&self) -> bool {
        false
    }

    /// Appends the signs of a text that begins at this place, in which texts are compared with [`Notation::spellings`].
    /// What is not understood of it stays as it is.
    fn glyphs(&self, text: &str, place: usize, out: &mut Vec<Glyph>) {
        glyphs::fold(self.letters(), text, place, out);
    }

    /// Do blanks inside a move mean nothing, as in `P - K 4`?
    fn is_loosely_spaced(&self) -> bool {
        false
    }

    /// Lists the ways in which people write a ply, without marks of check, in the signs of [`Notation::glyphs`]; the
    /// canonical text need not be among them. They depend on the ply and [`Notation::spelling_context`] only.
    fn spellings(&self, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        let mut text = Vec::new();
        let mut glyphs = Vec::new();
        if self.write(before, ply, &mut text).is_ok() {
            self.glyphs(&String::from_utf8_lossy(&text), 0, &mut glyphs);
            out.push(Spelling::new(glyphs.iter().map(|it| it.code).collect::<Vec<u8>>(), 0));
        }
    }

    /// Returns the signs with one of which all spellings of the plies of a role begin; none if that can't be said.
    fn first_signs(&self, role: Role) -> Vec<u8> {
        let _ = role;
        Vec::new()
    }

    /// What else than the ply its spellings depend on: unless a notation knows better, all that makes its text.
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

    /// Tells whether unreadable `text` is a misspelt move in words, as `Rt. takes P.`, rather than a comment.
    fn looks_like_move(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Says why a text that the notation has words for means nothing on this board, and how long it is.
    fn refusal(&self, before: &Position, text: &str) -> Option<(usize, String)> {
        let _ = (before, text);
        None
    }

    /// What is said in the place of a ply that has no text, if a game may go on without it.
    fn placeholder(&self, before: &Position, ply: &Ply) -> Option<String> {
        let _ = (before, ply);
        None
    }

    /// The notation as one that writes verified plies, if it is one.
    fn exact(&self) -> Option<Exact<'_>> {
        None
    }

    /// Is this SAN with English letters, which the exact gear reads itself?
    fn is_english_san(&self) -> bool {
        false
    }

    /// Reads a move that is written as it should be, or nothing: the short way beside [`Notation::read`],
    /// with which it agrees wherever it answers.
    fn quick(&self, before: &Position, text: &str) -> Option<Quick> {
        let _ = (before, text);
        None
    }
}

/// The canonical text of a ply, with its marks.
///
/// # Errors
///
/// [`Unwritable`] if the notation has none.
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

/// Whether SAN and its kin need the file, the rank or both of the square of departure: standard 8.2.3.4.
#[inline]
fn disambiguation(from: Square, rivals: Squares) -> (bool, bool) {
    if rivals.is_empty() {
        return (false, false);
    }
    let shares_file = !(rivals & Squares::file(from.file())).is_empty();
    let shares_rank = !(rivals & Squares::rank(from.rank())).is_empty();
    (!shares_file || shares_rank, shares_file)
}

/// Up to 8 bytes in a `u64`; avoids a store-forwarding stall.
#[derive(Default)]
struct Word {
    bytes: u64,
    len: usize,
}

impl Word {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes |= u64::from(byte) << ((8 * self.len) & 63);
        self.len += 1;
    }

    #[inline(always)]
    fn push_square(&mut self, square: Square) {
        self.push(square.file_char());
        self.push(square.rank_char());
    }

    /// Appends the text. Copying all the bytes is faster than copying just so many.
    #[inline(always)]
    fn append_to(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.len;
        out.extend_from_slice(&self.bytes.to_le_bytes());
        out.truncate(end);
    }
}

/// The only legal ply from one square to another, unless it may be a castling.
#[inline]
fn quick_move(before: &Position, from: Square, to: Square, promotion: Option<Role>) -> Option<Ply> {
    let (color, role) = before.piece_at(from)?;
    let castles = role == Role::King && (before.is_chess960() || from.file().abs_diff(to.file()) > 1);
    if castles || color != before.turn() {
        return None;
    }
    before.find(role, from.into(), to, promotion)
}

/// The castlings that a move of the king from one square to another may mean: to its own square of arrival
/// (not on 9×9, where that may be a plain step), or, where a partner stands, to the partner's.
fn push_castlings(before: &Position, from: Square, to: Square, push: &mut impl FnMut(Pattern)) {
    let turn = before.turn();
    if before.king(turn) != Some(from) {
        return;
    }
    if before.piece_at(to).is_some_and(|(color, _)| color == turn) {
        push(Pattern::castle(to.into()).from(from));
    } else if !board9::is_9x9(before) && (from.file().abs_diff(to.file()) > 1 || !before.is_chess960()) {
        push(Pattern { to: to.into(), ..Pattern::castle(Squares::ALL).from(from) });
    }
}
