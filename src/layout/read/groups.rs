//! Groups of columns with the moves of both sides: a table may have several side by side, perhaps one per
//! board of a match.

use std::ops::Range;

use super::recognised::{Holds, SheetCell};
use crate::layout::rows::{Cell, Row, emphasised};

/// Columns with the moves of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub columns: Range<usize>,
    pub number: Option<usize>,
    pub white: usize,
    pub black: usize,
}

/// The game of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Offset of its heading.
    pub place: usize,
    /// Its tags from the table: `Board` and the players.
    pub tags: Vec<(&'static str, String)>,
    /// The titles above all boards.
    pub titles: Vec<String>,
    pub group: Group,
}

impl Group {
    /// Returns the cells of a row in these columns, in reading order; `remark` returns the text of cells
    /// other than moves and numbers.
    pub fn cells(&self, row: &Row<'_>, mut remark: impl FnMut(usize, &str) -> String) -> Vec<SheetCell> {
        let holds = |n: usize| match n {
            n if n == self.white => Holds::White,
            n if n == self.black => Holds::Black,
            n if Some(n) == self.number => Holds::Number,
            _ => Holds::Else,
        };
        let columns = self.columns.start..self.columns.end.min(row.cells.len());
        let cell = |n: usize| {
            let Cell { text, span } = row.cells.get(n)?;
            let text = emphasised(text.trim()).unwrap_or(text);
            let text = if holds(n) == Holds::Else { remark(n, text) } else { text.to_owned() };
            Some(SheetCell::one(holds(n), &text, span.start))
        };
        let mut order: Vec<usize> = columns.collect();
        // White's move comes first, even if its column is to the right.
        order.sort_by_key(|n| usize::from(self.white > self.black && (self.black..self.white).contains(n)));
        order.into_iter().filter_map(cell).collect()
    }
}
