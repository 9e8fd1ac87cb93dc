//! Games as Markdown: a heading, the tags as a list, and the moves as a table of number, White, Black and,
//! where needed, notes.
//!
//! ```text
//! ## Morphy – Harrwitz
//!
//! - **Event:** Casual
//!
//! |  | White | Black | Notes |
//! | ---: | --- | --- | --- |
//! | 1 | e4 | e5 |  |
//! | 2 | Nf3! |  | The knight is developed. |
//! |  | … | Nc6 |  |
//!
//! **1/2-1/2**
//! ```
//!
//! For people: nothing is lost, but plyglot cannot read it back.

use super::{Head, Output, Writer, pgn::PgnWriter};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Ply, Position, Tags},
    diagnostics::Located,
    notation::{Choice, Notation, Unwritable},
};

/// Placeholder in White's column where a row begins with Black's move.
const DOTS: &str = "…";

/// A row of the table.
struct TableRow {
    number: u32,
    /// The moves of White and Black, escaped.
    moves: [String; 2],
    notes: String,
}

/// Writes games as Markdown into a buffer.
pub struct MarkdownWriter<'a> {
    out: Vec<u8>,
    /// Writes moves and variations.
    pgn: PgnWriter<'a>,
    rows: Vec<TableRow>,
    /// The comments before the first move.
    opening: String,
    depth: usize,
    /// Whether `!` is free to be a NAG, not a mark of check.
    glyphs: bool,
}

impl<'a> MarkdownWriter<'a> {
    /// Creates a writer of moves in this notation.
    #[must_use]
    pub fn new(choice: &'a Choice) -> MarkdownWriter<'a> {
        MarkdownWriter {
            out: Vec::new(),
            pgn: PgnWriter::new(choice, 0),
            rows: Vec::new(),
            opening: String::new(),
            depth: 0,
            glyphs: true,
        }
    }

    /// Adds a note to the last move.
    fn note(&mut self, text: &str) {
        let notes = self.rows.last_mut().map_or(&mut self.opening, |row| &mut row.notes);
        if !notes.is_empty() {
            notes.push(' ');
        }
        notes.push_str(&escaped(text));
    }

    /// Returns the cell for a move of this side.
    fn cell(&mut self, before: &Position) -> &mut String {
        let color = before.turn();
        let beside = color == Color::Black
            && self
                .rows
                .last()
                .is_some_and(|row| row.moves[1].is_empty() && row.moves[0] != DOTS && row.notes.is_empty());
        if !beside {
            let dots = color.fold_wb("", DOTS).to_owned();
            let (number, moves) = (before.move_number(), [dots, String::new()]);
            self.rows.push(TableRow { number, moves, notes: String::new() });
        }
        let last = self.rows.len() - 1;
        &mut self.rows[last].moves[color.fold_wb(0, 1)]
    }

    fn table(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        let notes = self.rows.iter().any(|row| !row.notes.is_empty());
        self.out.extend_from_slice(if notes {
            b"|  | White | Black | Notes |\n| ---: | --- | --- | --- |\n"
        } else {
            b"|  | White | Black |\n| ---: | --- | --- |\n"
        });
        for row in std::mem::take(&mut self.rows) {
            let [white, black] = row.moves;
            let notes = if notes { format!(" {} |", row.notes) } else { String::new() };
            let line = format!("| {} | {white} | {black} |{notes}\n", row.number);
            self.out.extend_from_slice(line.as_bytes());
        }
        self.out.push(b'\n');
    }
}

/// Escapes a text for Markdown, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("<br>"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '$' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the players, or else the event.
fn title(tags: &Tags<'_>) -> String {
    match (tags.known("White"), tags.known("Black")) {
        (None, None) => tags.known("Event").unwrap_or("Game").to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

impl Output for MarkdownWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }
}

impl Writer for MarkdownWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.rows.clear();
        self.opening.clear();
        self.depth = 0;
        self.glyphs = head.start.size() == 8;
        self.pgn.buffer().clear();
        self.pgn.begin_moves();
        self.out.extend_from_slice(format!("## {}\n\n", escaped(&title(head.tags))).as_bytes());
        for tag in &head.tags.0 {
            let item = format!("- **{}:** {}\n", escaped(&tag.name), escaped(&tag.value));
            self.out.extend_from_slice(item.as_bytes());
        }
        if !head.tags.0.is_empty() {
            self.out.push(b'\n');
        }
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return self.pgn.ply(before, ply);
        }
        self.pgn.write_move(before, ply)?;
        // Begins its row; the text follows when the marks are known.
        self.cell(before);
        Ok(())
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let skipped = self.pgn.skip(before, ply);
        if skipped && self.depth == 0 {
            let text = self.pgn.take_movetext();
            self.note(text.trim_matches(['{', '}']));
        }
        skipped
    }

    fn notation(&self) -> Option<&dyn Notation> {
        self.pgn.notation()
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.pgn.resignation() {
            *self.cell(position) = escaped(sign);
        }
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            return self.pgn.played(after, ply);
        }
        self.pgn.write_marks(after, ply);
        let text = escaped(&self.pgn.take_movetext());
        if let Some(row) = self.rows.last_mut() {
            row.moves[ply.color().fold_wb(0, 1)] = text;
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.depth > 0 {
            return self.pgn.nag(nag);
        }
        let glyph = nag.symbol().filter(|_| self.glyphs);
        let text = glyph.map_or_else(|| format!("${}", nag.0), str::to_owned);
        match self.rows.last_mut() {
            Some(row) if row.notes.is_empty() => {
                let cell = &mut row.moves[usize::from(!row.moves[1].is_empty())];
                if nag > Nag::DUBIOUS {
                    cell.push(' ');
                }
                cell.push_str(&escaped(&text));
            }
            _ => self.note(&text),
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.depth > 0 {
            self.pgn.comment(comment);
        } else if comment.kind != CommentKind::Escape {
            self.note(&comment.text);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.pgn.end_variation();
        if self.depth == 0 {
            let text = self.pgn.take_movetext();
            self.note(&text);
        }
    }

    fn end(&mut self, outcome: Outcome, _: &[Located]) {
        if !self.opening.is_empty() {
            let opening = format!("{}\n\n", self.opening);
            self.out.extend_from_slice(opening.as_bytes());
        }
        self.table();
        self.out.extend_from_slice(format!("**{}**\n\n", escaped(outcome.marker())).as_bytes());
    }
}
