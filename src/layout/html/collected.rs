//! A game as collected for its scoresheet.

use maud::Markup;

use crate::{
    chess::{Color, Nag, Ply, Position, Tags},
    layout::scoresheet::cells,
};

/// The marks of [`crate::layout::page_assembly`] in drawn text, whose contents never have them.
pub const NUMBER: char = '\u{1}';
pub const GAME: char = '\u{2}';

/// Returns a text without marks.
pub fn plain(text: &str) -> String {
    text.replace([NUMBER, GAME], "")
}

/// A game ready to be drawn.
#[derive(Default)]
pub struct Collected {
    /// The tag pairs.
    pub tags: Tags<'static>,
    /// The start position.
    pub start: Position,
    /// The current position; when the game is complete, the final one.
    pub end: Position,
    /// The plies of the main line.
    pub plies: Vec<Entered>,
    /// The notes in order.
    pub notes: Vec<Note>,
}

/// A ply as entered on a scoresheet.
pub struct Entered {
    /// The move number.
    pub number: u32,
    /// The side.
    pub color: Color,
    /// The text, or those of its cells.
    pub text: String,
    /// The ply itself; `None` for resignation.
    pub ply: Option<Ply>,
    /// The NAGs.
    pub nags: Vec<Nag>,
    /// The clock and the evaluation from the comment: `0:03:00`, `0.17`.
    pub clock: Option<String>,
    pub eval: Option<String>,
    /// The changes on the board, for the page's script: see [`super::collect`].
    pub change: String,
}

impl Entered {
    /// Creates an entry without text.
    pub fn new(number: u32, color: Color) -> Entered {
        Entered {
            number,
            color,
            text: String::new(),
            ply: None,
            nags: Vec::new(),
            clock: None,
            eval: None,
            change: String::new(),
        }
    }

    /// Returns the columns of its cells and their texts, if moves are written in columns.
    pub fn cells(&self) -> Vec<(u8, &str)> {
        self.ply.iter().flat_map(|ply| cells(&self.text, ply)).collect()
    }
}

/// What is said after a ply of the main line: comments, variations, repairs, diagrams.
pub struct Note {
    /// The ply it follows; 0 is the start position.
    pub ply: usize,
    /// Its parts.
    pub text: Markup,
    /// Whether it contains anything for people to read.
    pub for_people: bool,
    /// Whether the next part is the first of its line.
    pub begins_line: bool,
}

/// Returns a label such as `12… Nf6`.
pub fn label(ply: &Entered) -> String {
    format!("{}{}\u{a0}{}", ply.number, ply.color.fold_wb(".", "…"), ply.text)
}
