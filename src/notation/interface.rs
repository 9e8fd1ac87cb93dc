//! The interface of a notation.

use std::any::Any;

use super::{
    board9,
    exact::{ExactReading, Found},
    glyphs::{self, Glyph, Spelling},
    letters::Letters,
    reading::{Reading, Unwritable},
    word::TypedWords,
};
use crate::{
    chess::{Ply, Position, Role, Standard},
    reasons::Illegal,
};

/// How a notation classifies a text that it cannot read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Misspelt {
    /// The length of a malformed move at its start; `None` if the notation cannot tell.
    pub len: Option<usize>,
    /// Whether it is a move, as `Rt. takes P.`, rather than a comment.
    pub is_move: bool,
}

/// A notation for moves.
#[expect(unused_variables, reason = "the names are for those who implement it")]
pub trait Notation: Send + Sync {
    /// Appends the canonical text of a ply, without check marks. Fails if the notation cannot express the ply; nothing may then be
    /// appended.
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable>;

    /// Appends the check mark, if the notation has any. Called only where [`Position::may_have_marks`] holds.
    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {}

    /// Checks that the notation supports games from this position. Most do not support the 9×9 board.
    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        if board9::is_9x9(start) {
            return Err(Unwritable::Board9);
        }
        Ok(())
    }

    /// Returns the name of the notation actually used in a game from this position, if it is a different one.
    fn another_name(&self, start: &Position) -> Option<&'static str> {
        None
    }

    /// Returns the text with which the side to move resigns instead of moving, if the notation has one.
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
    fn disambiguate_by_rule(&self, before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {}

    /// Applies the notation's own rule, if any, to the plies that fit any reading of a text.
    fn disambiguate_readings(&self, candidates: &mut Vec<Ply>) {}

    /// Whether texts may be ambiguous, because players see at a glance which move is possible.
    fn ambiguity_resolved_later(&self) -> bool {
        false
    }

    /// Whether moves are written into the columns of a scoresheet. Their texts then begin with the letter of
    /// the column, and castling fills two columns, as in `fRgK`.
    fn scoresheet(&self) -> bool {
        false
    }

    /// Appends the glyphs of a text that begins at offset `place`, for comparison with
    /// [`Notation::spellings`]. Anything not understood is kept.
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

    /// Returns the characters with which spellings of this role's plies may begin; empty if unknown.
    fn first_signs(&self, role: Role) -> Vec<u8> {
        Vec::new()
    }

    /// Returns a value for what a ply's spellings depend on besides the ply; by default a hash of its text.
    fn spelling_context(&self, before: &Position, ply: &Ply) -> u32 {
        let mut text = Vec::new();
        if self.write(before, ply, &mut text).is_err() {
            return 0;
        }
        text.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
    }

    /// Classifies a text that cannot be read.
    fn misspelt(&self, text: &str) -> Misspelt {
        Misspelt::default()
    }

    /// Returns the length of a text that is understood but meaningless on this board, and the reason.
    fn refusal(&self, before: &Position, text: &str) -> Option<(usize, Illegal)> {
        None
    }

    /// Returns a placeholder for a ply that cannot be written, if a game may continue without it.
    fn placeholder(&self, before: &Position, ply: &Ply) -> Option<String> {
        None
    }

    /// Returns the notation if it writes verified plies, so that the registry can find its type.
    fn exact(&self) -> Option<&dyn Any> {
        None
    }

    /// Whether this is SAN with English letters, which the exact reader handles itself.
    fn is_english_san(&self) -> bool {
        false
    }

    /// Returns the kind of its words if the exact reader handles them, too.
    fn typed_words(&self) -> Option<TypedWords> {
        None
    }

    /// Finds the move of a canonical text, other than castling, on the board of this position.
    fn find_exact(&self, position: &Position, board: &Standard, text: &str) -> Option<Found> {
        None
    }

    /// Reads canonical castling; `None` for anything else.
    fn castling_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        None
    }

    /// Reads a canonical move; `None` for anything else. Agrees with [`Notation::read`] wherever it succeeds.
    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        None
    }
}

/// Implements reading and writing by the notation's typed text ([`super::exact::ExactText`]).
macro_rules! by_typed_text {
    () => {
        fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
            crate::notation::exact::write(self, before, ply, out)
        }

        fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
            crate::notation::exact::ExactText::write_marks(self, after, ply, out);
        }

        fn read_exact(&self, before: &Position, text: &str) -> Option<crate::notation::ExactReading> {
            crate::notation::verify::read(self, before, text)
        }

        fn castling_exact(&self, before: &Position, text: &str) -> Option<crate::notation::ExactReading> {
            crate::notation::verify::castling(self, before, text)
        }

        fn find_exact(
            &self,
            position: &Position,
            board: &crate::chess::Standard,
            text: &str,
        ) -> Option<crate::notation::exact::Found> {
            crate::notation::verify::find(self, position, board, text)
        }

        fn exact(&self) -> Option<&dyn std::any::Any> {
            Some(self)
        }
    };
}
pub(super) use by_typed_text;

/// Returns the canonical text of a ply, with its marks. Fails if the notation cannot express it.
pub fn text_of(notation: &dyn Notation, before: &Position, ply: &Ply) -> Result<String, Unwritable> {
    notation.supports(before)?;
    let mut text = Vec::new();
    notation.write(before, ply, &mut text)?;
    let after = before.after([*ply]);
    if after.may_have_marks() {
        notation.write_marks(&after, ply, &mut text);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}
