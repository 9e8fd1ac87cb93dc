//! Style options of movetext.

use crate::named::named;

/// The style of move numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    /// `1. e4 e5`.
    #[default]
    Dotted,
    /// `1 e4 e5`; Black's keep their dots, `1...`, to show the side.
    Plain,
    /// `e4 e5`.
    Absent,
}

named! {
    /// The style of NAGs; symbols only where they can be read back.
    "form of NAGs" NagForm {
        Symbols: ["symbols", "glyphs"], "`!?`, `±`";
        Numbers: ["numbers"], "`$5`, `$16`";
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovetextStyle {
    pub numbers: Numbers,
    /// The style of NAGs; `None` for the layout's default.
    pub nags: Option<NagForm>,
    /// Whether the result follows the moves.
    pub results: bool,
    /// Whether a `Notation` tag names the notation of the moves, if it is not SAN.
    pub notation_tag: bool,
    /// Whether the `Result` tag is filled in from the result of the game, as PGN export format requires.
    pub result_tag: bool,
}

impl Default for MovetextStyle {
    fn default() -> MovetextStyle {
        MovetextStyle {
            numbers: Numbers::Dotted,
            nags: None,
            results: true,
            notation_tag: true,
            result_tag: false,
        }
    }
}
