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
    pub tags: Tags<'static>,
    pub start: Position,
    /// The current position; when the game is complete, the final one.
    pub end: Position,
    /// The plies of the main line.
    pub plies: Vec<Entered>,
    /// Their cells, one after the other, as they are drawn where each side has a column; the text of a ply that is drawn otherwise
    /// follows its cell.
    pub texts: String,
    pub notes: Vec<Note>,
}

/// A ply as entered on a scoresheet.
pub struct Entered {
    pub number: u32,
    pub color: Color,
    /// The ply itself; `None` for resignation.
    pub ply: Option<Ply>,
    /// What stands beside it, if anything does.
    pub additions: Option<Box<Additions>>,
    /// Where its cell begins and ends.
    pub cell: [usize; 2],
    /// Where its changes end, which follow [`CELL`].
    pub change_end: usize,
    /// Where its text begins and ends.
    pub text: [usize; 2],
}

/// What stands beside a ply in its cell.
#[derive(Default)]
pub struct Additions {
    pub nags: Vec<Nag>,
    /// The clock and the evaluation from the comment: `0:03:00`, `0.17`.
    pub clock: Option<String>,
    pub eval: Option<String>,
}

/// What a cell begins with, before the changes on the board.
pub const CELL: &[u8; 12] = b"<td data-d=\"";
/// What a cell has between the changes and the text.
pub const CELL_TEXT: &[u8; 2] = b"\">";
pub const CELL_END: &[u8; 5] = b"</td>";

/// A ply as it is shown.
#[derive(Clone, Copy)]
pub struct Shown<'g> {
    pub entered: &'g Entered,
    /// The cells and texts of all plies.
    texts: &'g str,
}

impl Collected {
    pub fn shown<'g>(&'g self, entered: &'g Entered) -> Shown<'g> {
        Shown { entered, texts: &self.texts }
    }
}

impl Entered {
    /// Returns what stands beside the ply, for more to be added.
    pub fn additions(&mut self) -> &mut Additions {
        self.additions.get_or_insert_default()
    }
}

impl<'g> Shown<'g> {
    /// Returns the text, or those of its cells.
    pub fn text(self) -> &'g str {
        let [start, end] = self.entered.text;
        self.texts.slice(start..end)
    }

    /// Returns the cell without its end, as it is drawn where each side has a column.
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

    /// Returns the columns of its cells and their texts, if moves are written in columns.
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
