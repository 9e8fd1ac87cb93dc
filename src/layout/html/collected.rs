//! A game as collected for its scoresheet.

use maud::Markup;

use crate::{
    chess::{Color, Nag, Ply, Position, Tags},
    layout::scoresheet::cells,
    slice::Slice as _,
};

/// The marks of [`crate::layout::page_assembly`] as characters, which texts never contain.
pub const NUMBER: char = '\u{1}';
pub const GAME: char = '\u{2}';

/// Returns a text without these marks.
pub fn plain(text: &str) -> String {
    if text.bytes().all(|it| it > GAME as u8) { text.to_owned() } else { text.replace([NUMBER, GAME], "") }
}

/// A game, ready to be drawn.
#[derive(Default)]
pub struct Collected {
    pub tags: Tags<'static>,
    pub start: Position,
    /// The current position; the final one once the game is complete.
    pub end: Position,
    /// The plies of the main line.
    pub plies: Vec<Entered>,
    /// The cells of the plies one after the other, as drawn with a column per side. The text of a ply follows
    /// its cell, unless the cell has it unchanged.
    pub texts: String,
    pub notes: Vec<Note>,
}

/// A ply as entered on a scoresheet.
pub struct Entered {
    pub number: u32,
    pub color: Color,
    /// The ply itself; `None` for a resignation.
    pub ply: Option<Ply>,
    /// The annotations in its cell, if any.
    pub additions: Option<Box<Additions>>,
    /// Range of its cell in [`Collected::texts`].
    pub cell: [usize; 2],
    /// End of its changes on the board, which follow [`CELL`].
    pub change_end: usize,
    /// Range of its text.
    pub text: [usize; 2],
}

/// Annotations of a ply in its cell.
#[derive(Default)]
pub struct Additions {
    pub nags: Vec<Nag>,
    /// The clock and evaluation from the comment: `0:03:00`, `0.17`.
    pub clock: Option<String>,
    pub eval: Option<String>,
}

/// The beginning of a cell, up to the changes on the board.
pub const CELL: &[u8; 12] = b"<td data-d=\"";
/// The part of a cell between the changes and the text.
pub const CELL_TEXT: &[u8; 2] = b"\">";
pub const CELL_END: &[u8; 5] = b"</td>";

/// A ply with the texts needed to show it.
#[derive(Clone, Copy)]
pub struct Shown<'g> {
    pub entered: &'g Entered,
    /// Cells and texts of all plies.
    texts: &'g str,
}

impl Collected {
    pub fn shown<'g>(&'g self, entered: &'g Entered) -> Shown<'g> {
        Shown { entered, texts: &self.texts }
    }
}

impl Entered {
    /// Returns the annotations in its cell, to be added to.
    pub fn additions(&mut self) -> &mut Additions {
        self.additions.get_or_insert_default()
    }
}

impl<'g> Shown<'g> {
    /// Returns the text; in the notations with a column per file, that of all its cells.
    pub fn text(self) -> &'g str {
        let [start, end] = self.entered.text;
        self.texts.slice(start..end)
    }

    /// Returns the cell without its end tag, as drawn with a column per side.
    pub fn open_cell(self) -> &'g str {
        let [start, end] = self.entered.cell;
        self.texts.slice(start..end - CELL_END.len())
    }

    pub fn cell(self) -> &'g str {
        let [start, end] = self.entered.cell;
        self.texts.slice(start..end)
    }

    /// Returns the changes on the board, for the page's script: see [`super::collect`].
    pub fn change(self) -> &'g str {
        self.texts.slice(self.entered.cell[0] + CELL.len()..self.entered.change_end)
    }

    /// Returns its cells, each with its column, in notations with a column per file.
    pub fn cells(self) -> Vec<(u8, &'g str)> {
        let cells = self.entered.ply.iter().flat_map(|ply| cells(self.text().as_bytes(), ply));
        cells.map(|(column, cell)| (column, std::str::from_utf8(cell).unwrap_or_default())).collect()
    }

    /// Returns a label such as `12… Nf6`.
    pub fn label(self) -> String {
        let Entered { number, color, .. } = self.entered;
        format!("{number}{}\u{a0}{}", color.fold_wb(".", "…"), self.text())
    }
}

/// Text after a ply of the main line: comments, variations, repairs, diagrams.
pub struct Note {
    /// Number of the ply that it follows; 0 is the start position.
    pub ply: usize,
    /// Its parts, rendered.
    pub text: Markup,
    /// Whether it has anything for people to read.
    pub for_people: bool,
    /// Whether the next part is the first of its line.
    pub begins_line: bool,
}
