//! Columns, as in books and on scoresheets: number, White, Black.
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
//! This is PGN in a readable arrangement, and the PGN reader reads it back: tag pairs, then a line for each
//! move. Anything between two moves is on lines of its own, after which Black's move begins a new line, with
//! dots in White's column. `!` and `?` follow their moves; other NAGs are written as `$n`, on the 9×9 board
//! all of them, as `!` is a mark of check there.

use unicode_width::UnicodeWidthStr as _;

use super::{
    Head, MovetextStyle, NagForm, Output, Writer,
    pgn::{PgnWriter, push_number},
};
use crate::{
    chess::{Color, Comment, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    notation::{Choice, Notation, Unwritable},
};

/// The minimum width of White's column.
const NARROWEST: usize = 9;
/// Wider texts don't widen the column.
const WIDEST: usize = 24;
/// The minimum number of digits in a number.
const NUMBER: usize = 3;
/// Placeholder for White's move in a line that begins with Black's.
const DOTS: &[u8] = b"...";
/// The space between the columns.
const GAP: usize = 2;

/// Writes games in columns into a buffer.
pub struct ColumnsWriter<'a> {
    /// Writes everything but the moves of the main line.
    pgn: PgnWriter<'a>,
    /// The offset of the current game in the buffer.
    start: usize,
    /// The number of open variations.
    depth: usize,
    /// The line being written; `None` if the next event begins one.
    row: Option<Row>,
    /// Places to be padded when the widths are known, in order.
    pads: Vec<Pad>,
    /// Whether `!` and `?` may follow the moves.
    glyphs: bool,
    nags: Option<NagForm>,
}

/// The line being written.
struct Row {
    /// The offset of White's move, if Black's may follow.
    white: Option<usize>,
    /// Whether the last move has a NAG.
    marked: bool,
}

/// A place to be padded.
struct Pad {
    at: usize,
    column: Column,
    /// The width of the text in the column.
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Number,
    White,
}

impl<'a> ColumnsWriter<'a> {
    /// Creates a writer of moves in this notation, with comments and variations in lines of at most `width`
    /// characters (0: no limit).
    pub fn new(choice: &'a Choice, width: usize) -> ColumnsWriter<'a> {
        ColumnsWriter {
            pgn: PgnWriter::new(choice, width),
            start: 0,
            depth: 0,
            row: None,
            pads: Vec::new(),
            glyphs: true,
            nags: None,
        }
    }

    pub fn styled(self, style: MovetextStyle) -> ColumnsWriter<'a> {
        ColumnsWriter { pgn: self.pgn.styled(style), nags: style.nags, ..self }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        self.pgn.buffer()
    }

    fn pad(&mut self, column: Column, width: usize) {
        let at = self.out().len();
        self.pads.push(Pad { at, column, width });
    }

    /// Begins a line with the move number.
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

    /// Writes a move of the side to move into its column.
    fn cell(
        &mut self,
        before: &Position,
        write: impl FnOnce(&mut PgnWriter<'a>) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        let black = before.turn() == Color::Black;
        let beside = self.row.take().and_then(|it| it.white).filter(|_| black);
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
        self.row = Some(Row { white: (!black).then_some(cell), marked: false });
        Ok(())
    }

    /// Ends the current line if there is one.
    fn end_row(&mut self) {
        self.row = None;
        self.pgn.new_line();
    }

    /// Inserts the padding that aligns the columns.
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
        self.row = None;
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

    fn notation(&self) -> Option<&dyn Notation> {
        self.pgn.notation()
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.pgn.resignation() {
            // Writing the sign can't fail.
            let _ = self.cell(position, |pgn| {
                pgn.buffer().extend_from_slice(sign.as_bytes());
                Ok(())
            });
        }
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
        let Some(row) = &mut self.row else {
            // It follows no move, or the move's line has ended.
            self.pgn.new_line();
            return self.pgn.nag(nag);
        };
        let marked = std::mem::replace(&mut row.marked, true);
        match nag.symbol() {
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
