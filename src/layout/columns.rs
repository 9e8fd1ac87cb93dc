//! Columns, as books and scoresheets print a game: number, White, Black.
//!
//! ```text
//!   1. e4         e5
//!   2. Nf3!
//! {The knight is developed towards the centre.}
//!   2. ...        Nc6
//! (2... d6 3. d4 $1 exd4 4. Nxd4)
//!   3. Bb5        a6
//! 1/2-1/2
//! ```
//!
//! This is PGN, only laid out so that the eye finds its way, and the PGN reader reads it back: tag pairs first, then a line for each
//! move. What is said between two moves stands on lines of its own, and Black's move begins a line again after that, with
//! dots in White's place. `!` and `?` stand at their moves, all other glyphs as `$n` (on the 9×9 board those, too, for `!` is a sign
//! of check there).

use unicode_width::UnicodeWidthStr as _;

use super::{
    Head, NagForm, Output, Style, Writer,
    pgn::{PgnWriter, push_number},
};
use crate::{
    chess::{Color, Comment, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    notation::{Choice, Unwritable},
};

/// White's column is never narrower than this.
const NARROWEST: usize = 9;
/// A text that is wider than this does not widen the column for all the others.
const WIDEST: usize = 24;
/// The least room for the digits of a number.
const NUMBER: usize = 3;
/// What stands in White's column before a move of Black's that begins a line.
const DOTS: &[u8] = b"...";
/// The room between the columns.
const GAP: usize = 2;

/// Writes games in columns into a buffer.
pub struct ColumnsWriter<'a> {
    /// What writes all but the moves of the main line.
    pgn: PgnWriter<'a>,
    /// Where the game at hand begins in the buffer.
    start: usize,
    /// How many variations are open.
    depth: usize,
    row: Row,
    /// Where blanks are to be put in when the widths are known, in order.
    pads: Vec<Pad>,
    /// May `!` and `?` stand at the moves?
    glyphs: bool,
    nags: Option<NagForm>,
}

/// The line that is being written.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Row {
    /// None: what comes next begins one.
    #[default]
    None,
    /// One with White's move, whose text begins here; `marked` once it has a glyph.
    White { cell: usize, marked: bool },
    /// One with Black's move.
    Black { marked: bool },
}

/// A place for blanks.
struct Pad {
    at: usize,
    column: Column,
    /// How wide the text is that shares the column with the blanks.
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Number,
    White,
}

impl<'a> ColumnsWriter<'a> {
    /// A writer of moves in this notation; comments and variations in lines of at most `width` characters
    /// (0: without limit).
    #[must_use]
    pub fn new(choice: &'a Choice, width: usize) -> ColumnsWriter<'a> {
        ColumnsWriter {
            pgn: PgnWriter::new(choice, width),
            start: 0,
            depth: 0,
            row: Row::None,
            pads: Vec::new(),
            glyphs: true,
            nags: None,
        }
    }

    /// The same writer in this style.
    #[must_use]
    pub fn styled(self, style: Style) -> ColumnsWriter<'a> {
        ColumnsWriter { pgn: self.pgn.styled(style), nags: style.nags, ..self }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        self.pgn.buffer()
    }

    fn pad(&mut self, column: Column, width: usize) {
        let at = self.out().len();
        self.pads.push(Pad { at, column, width });
    }

    /// Begins a line with the number of the move.
    fn begin_row(&mut self, before: &Position) {
        let mut number = Vec::new();
        push_number(before.move_number(), &mut number);
        self.pad(Column::Number, number.len());
        self.out().extend_from_slice(&number);
        self.out().extend_from_slice(b". ");
        if before.turn() == Color::Black {
            self.out().extend_from_slice(DOTS);
            self.pad(Column::White, DOTS.len());
        }
    }

    /// Writes what the side to move does into its column.
    fn cell(
        &mut self,
        before: &Position,
        write: impl FnOnce(&mut PgnWriter<'a>) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        let black = before.turn() == Color::Black;
        let beside = match std::mem::take(&mut self.row) {
            Row::White { cell, .. } if black => Some(cell),
            _ => None,
        };
        if beside.is_none() {
            self.pgn.new_line();
        }
        let (len, pads) = (self.out().len(), self.pads.len());
        match beside {
            Some(cell) => {
                let width = width(&self.out()[cell..]);
                self.pad(Column::White, width);
            }
            None => self.begin_row(before),
        }
        let cell = self.out().len();
        if let Err(why) = write(&mut self.pgn) {
            self.out().truncate(len);
            self.pads.truncate(pads);
            return Err(why);
        }
        let marked = false;
        self.row = if black { Row::Black { marked } } else { Row::White { cell, marked } };
        Ok(())
    }

    /// Ends the line, if one is being written.
    fn end_row(&mut self) {
        self.row = Row::None;
        self.pgn.new_line();
    }

    /// Puts in the blanks that make columns of the texts.
    fn align(&mut self) {
        let widest = |column: Column, least: usize, most: usize| {
            let widths = self.pads.iter().filter(|it| it.column == column).map(|it| it.width);
            widths.filter(|it| *it <= most).max().unwrap_or(0).max(least)
        };
        let number = widest(Column::Number, NUMBER, usize::MAX);
        let white = widest(Column::White, NARROWEST, WIDEST) + GAP;
        let text = self.pgn.buffer().split_off(self.start);
        let out = self.pgn.buffer();
        let mut from = 0;
        for pad in self.pads.drain(..) {
            let at = pad.at - self.start;
            out.extend_from_slice(&text[from..at]);
            from = at;
            let blanks = match pad.column {
                Column::Number => number - pad.width,
                Column::White => white.saturating_sub(pad.width).max(GAP),
            };
            out.resize(out.len() + blanks, b' ');
        }
        out.extend_from_slice(&text[from..]);
    }
}

/// How many columns a text takes on a screen.
fn width(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).width()
}

impl Output for ColumnsWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.pgn.buffer()
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Writer for ColumnsWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.start = self.out().len();
        self.depth = 0;
        self.row = Row::None;
        self.pads.clear();
        self.glyphs = head.start.size() == 8 && self.nags != Some(NagForm::Numbers);
        self.pgn.begin(head);
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return self.pgn.ply(before, ply);
        }
        self.cell(before, |pgn| pgn.write_move(before, ply))
    }

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        self.pgn.supports(start)
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.pgn.resignation() {
            // That can always be written.
            let _ = self.cell(position, |pgn| {
                pgn.buffer().extend_from_slice(sign.as_bytes());
                Ok(())
            });
        }
    }

    fn uses_origins(&self) -> bool {
        self.pgn.uses_origins()
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            self.pgn.played(after, ply);
        } else {
            self.pgn.write_marks(after, ply);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.depth > 0 {
            return self.pgn.nag(nag);
        }
        let marked = match &mut self.row {
            // What stands here belongs to no move, or to one that something has been said of.
            Row::None => {
                self.pgn.new_line();
                return self.pgn.nag(nag);
            }
            Row::White { marked, .. } | Row::Black { marked } => std::mem::replace(marked, true),
        };
        match nag.glyph() {
            Some(glyph) if self.glyphs && !marked && nag <= Nag::DUBIOUS => {
                self.out().extend_from_slice(glyph.as_bytes());
            }
            _ => {
                self.out().push(b' ');
                self.pgn.nag_apart(nag);
            }
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.depth == 0 {
            self.end_row();
        }
        self.pgn.comment(comment);
    }

    fn begin_variation(&mut self) {
        if self.depth == 0 {
            self.end_row();
        }
        self.depth += 1;
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.pgn.end_variation();
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.end_row();
        self.pgn.end(outcome, diagnostics);
        self.align();
    }
}
