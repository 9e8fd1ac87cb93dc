//! A game as collected for its scoresheet.

use maud::Markup;

use crate::{
    chess::{Color, Nag, Ply, Position, Tags},
    layout::scoresheet::cells,
    slice::Slice as _,
};

/// The marks of [`crate::layout::page_assembly`] in drawn text, whose contents never have them.
pub const NUMBER: char = '\u{1}';
pub const GAME: char = '\u{2}';

/// Returns a text without marks.
pub fn plain(text: &str) -> String {
    if text.bytes().all(|it| it > GAME as u8) { text.to_owned() } else { text.replace([NUMBER, GAME], "") }
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
    /// Their changes and texts, one after the other.
    pub texts: String,
    /// The notes in order.
    pub notes: Vec<Note>,
}

/// A ply as entered on a scoresheet.
pub struct Entered {
    /// The move number.
    pub number: u32,
    /// The side.
    pub color: Color,
    /// The ply itself; `None` for resignation.
    pub ply: Option<Ply>,
    /// The NAGs.
    pub nags: Vec<Nag>,
    /// The clock and the evaluation from the comment: `0:03:00`, `0.17`.
    pub clock: Option<String>,
    pub eval: Option<String>,
    /// Where its changes begin, where its text does, and where that ends.
    texts: [usize; 3],
}

/// A ply as it is shown.
#[derive(Clone, Copy)]
pub struct Shown<'g> {
    /// The ply.
    pub entered: &'g Entered,
    /// The text, or those of its cells.
    pub text: &'g str,
    /// The changes on the board, for the page's script: see [`super::collect`].
    pub change: &'g str,
}

impl Collected {
    /// Adds a ply with this number and of this side, whose text is not known yet.
    pub fn enter(&mut self, number: u32, color: Color) {
        let at = self.texts.len();
        let (ply, nags, clock, eval) = (None, Vec::new(), None, None);
        self.plies.push(Entered { number, color, ply, nags, clock, eval, texts: [at; 3] });
    }

    /// Gives the last ply its text and its changes, which `push_change` appends.
    pub fn fill(&mut self, ply: Option<Ply>, text: &str, push_change: impl FnOnce(&mut String)) {
        let Some(entered) = self.plies.last_mut() else { return };
        push_change(&mut self.texts);
        entered.texts[1] = self.texts.len();
        self.texts.push_str(text);
        entered.texts[2] = self.texts.len();
        entered.ply = ply;
    }

    /// Returns a ply as it is shown.
    pub fn shown<'g>(&'g self, entered: &'g Entered) -> Shown<'g> {
        let [change, text, end] = entered.texts;
        Shown { entered, text: self.texts.slice(text..end), change: self.texts.slice(change..text) }
    }
}

impl<'g> Shown<'g> {
    /// Returns the columns of its cells and their texts, if moves are written in columns.
    pub fn cells(self) -> Vec<(u8, &'g str)> {
        self.entered.ply.iter().flat_map(|ply| cells(self.text, ply)).collect()
    }

    /// Returns a label such as `12… Nf6`.
    pub fn label(self) -> String {
        let Entered { number, color, .. } = self.entered;
        format!("{number}{}\u{a0}{}", color.fold_wb(".", "…"), self.text)
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
