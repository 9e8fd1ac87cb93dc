//! A row of a table in its written form: separated values or Markdown.

use std::borrow::Cow;

use memchr::{memchr, memchr3};

use super::Cells;
use crate::layout::rows;

/// A row at the end of a table, whose cells are written one after the other.
pub struct Row {
    pub(super) form: Cells,
    /// Offset of its beginning in the table.
    start: usize,
    /// Whether an unquoted cell has blanks at its ends.
    pub(super) is_padded: bool,
}

impl Row {
    /// Creates a row that hasn't begun.
    pub fn new(form: Cells) -> Row {
        Row { form, start: 0, is_padded: false }
    }

    /// Begins the row at this offset, which is the end of the table.
    pub fn begin(&mut self, start: usize) {
        (self.start, self.is_padded) = (start, false);
    }

    pub fn push(&mut self, cell: &[u8], out: &mut Vec<u8>) {
        match self.form.separator() {
            Some(separator) => match CellForm::of(cell, separator) {
                CellForm { is_bare: true, is_quoted: false } => out.extend_from_slice(cell),
                form => self.push_unusual(cell, form, separator, out),
            },
            None => {
                out.extend_from_slice(b"| ");
                out.extend_from_slice(&by_text(cell, rows::escape_cell));
            }
        }
        out.push(self.form.separator().unwrap_or(b' '));
    }

    /// Adds a cell that may need quotes, or protection from being read as a formula.
    fn push_unusual(&mut self, cell: &[u8], form: CellForm, separator: u8, out: &mut Vec<u8>) {
        let cell = if form.is_bare { Cow::Borrowed(cell) } else { by_text(cell, rows::protect) };
        let form = if form.is_bare { form } else { CellForm::of(&cell, separator) };
        let is_trimmed = |cell: &[u8]| std::str::from_utf8(cell).is_ok_and(|it| it.trim().len() < it.len());
        self.is_padded |= !form.is_bare && is_trimmed(&cell);
        if !form.is_quoted {
            return out.extend_from_slice(&cell);
        }
        out.push(b'"');
        if memchr(b'"', &cell).is_none() {
            out.extend_from_slice(&cell);
        } else {
            for part in cell.split_inclusive(|it| *it == b'"') {
                out.extend_from_slice(part);
                // Quotes are doubled.
                out.extend(part.last().filter(|it| **it == b'"'));
            }
        }
        out.push(b'"');
    }

    /// Ends the row. If `trimmed`, as readers trim unquoted cells, all cells of separated values are quoted
    /// if one has blanks at its ends.
    pub fn end(&mut self, trimmed: bool, out: &mut Vec<u8>) {
        match self.form.separator() {
            Some(separator) => {
                out.pop();
                if trimmed && self.is_padded {
                    self.quote_all(separator, out);
                }
            }
            None => out.push(b'|'),
        }
        out.push(b'\n');
    }

    /// Quotes all cells of the row.
    fn quote_all(&self, separator: u8, out: &mut Vec<u8>) {
        let row = out.split_off(self.start);
        let mut is_inside = false;
        let cells = row.split(|it| {
            is_inside ^= *it == b'"';
            *it == separator && !is_inside
        });
        for cell in cells {
            let quotes: &[u8] = if cell.starts_with(b"\"") { b"" } else { b"\"" };
            for part in [quotes, cell, quotes, &[separator]] {
                out.extend_from_slice(part);
            }
        }
        out.pop();
    }
}

/// How a cell is written in separated values.
#[derive(Clone, Copy)]
struct CellForm {
    /// Whether it neither begins nor ends with a blank or a character beyond ASCII, and doesn't begin like a
    /// formula.
    is_bare: bool,
    is_quoted: bool,
}

impl CellForm {
    #[inline(always)]
    fn of(cell: &[u8], separator: u8) -> CellForm {
        const SHORT: usize = 16;
        let is_formula = |it: u8| matches!(it, b'\'' | b'=' | b'+' | b'-' | b'@');
        let is_bare = match cell {
            [] => true,
            [first, ..] => {
                first.is_ascii_graphic() && !is_formula(*first) && cell[cell.len() - 1].is_ascii_graphic()
            }
        };
        let is_quoted = if cell.len() < SHORT {
            cell.iter().any(|it| *it == separator || matches!(it, b'"' | b'\n' | b'\r'))
        } else {
            memchr3(separator, b'"', b'\n', cell).is_some() || memchr(b'\r', cell).is_some()
        };
        CellForm { is_bare, is_quoted }
    }
}

/// Changes a cell, unless it is the mark for a number.
fn by_text(cell: &[u8], change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'_, [u8]> {
    match std::str::from_utf8(cell).map(change) {
        Ok(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        Ok(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        Err(_) => Cow::Borrowed(cell),
    }
}
