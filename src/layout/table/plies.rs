//! Tables with a row per ply: its text, its SAN and UCI, the position after it, and the annotations; `clock`
//! and `eval` are the values of the commands `[%clk …]` and `[%eval …]` in its comments.
//!
//! Comments before the first move are in a row for ply 0, with the position, as is a start position other
//! than the usual one. On request (`--provenance`), a row has five more columns: the `source` text of the
//! ply, its `line` and `column`, and in a decoded game the `confidence` and the `alternatives`.

use super::{Cells, Row, SOURCE_COLUMNS};
use crate::{
    chess::{Color, FEN_ROOM, FenRanks, Nag, Outcome, Ply, Position, Standard},
    diagnostics::Located,
    eight::{self, ShortText},
    events::{Confidence, Provenance},
    layout::{
        Head,
        page_assembly::{GAME, NUMBER},
        ply_records::{PlyRecords, push_word},
        texts::{self, EventTexts, Marks, Texts},
    },
    notation::{
        Choice,
        exact::{ExactWord, cut},
    },
};

/// Collects the rows of plies.
pub struct PlyTable {
    out: Vec<u8>,
    /// The start position, unless it is the usual one.
    fen: String,
    /// The row of the current ply, or of the text before the first, if it is open.
    row: Row,
    is_open: bool,
    /// Annotations of the current ply.
    additions: Additions,
    ranks: FenRanks,
    plies: usize,
    /// Whether the game has a row; a game without rows isn't counted.
    has_rows: bool,
    /// The cells about the source text of a ply, if requested.
    source: Option<[String; SOURCE_COLUMNS.len()]>,
}

/// The cells after the position in the row of a ply.
#[derive(Default)]
struct Additions {
    nags: String,
    comments: Vec<String>,
    variations: String,
}

impl Additions {
    fn is_empty(&self) -> bool {
        self.nags.is_empty() && self.comments.is_empty() && self.variations.is_empty()
    }
}

/// Whether a short text of a ply needs neither quotes nor protection in separated values: it begins with a
/// letter or digit, and has no blanks, commas, quotes and characters beyond ASCII.
#[inline(always)]
fn is_plain(text: &ExactWord) -> bool {
    let (word, rest) = (cut(text.words[0] as u64, text.len & 7), !cut(u64::MAX, text.len & 7));
    let special = eight::equal(word, b',') | eight::equal(word, b'"') | word & eight::HIGH;
    // The zeros after the end aren't blanks.
    let blanks = eight::below(word | rest & eight::HIGH >> 1, b'!');
    (1..8).contains(&text.len) && (word as u8).is_ascii_alphanumeric() && special | blanks == 0
}

impl PlyTable {
    /// Creates a table; with `provenance`, the row of a ply has its source text.
    pub fn new(cells: Cells, provenance: bool) -> PlyTable {
        PlyTable {
            out: Vec::new(),
            fen: String::new(),
            row: Row::new(cells),
            is_open: false,
            additions: Additions::default(),
            ranks: FenRanks::default(),
            plies: 0,
            has_rows: false,
            source: provenance.then(Default::default),
        }
    }

    /// Begins a row with the number of its game.
    fn begin_row(&mut self) {
        self.mark_game();
        self.row.begin(self.out.len());
        self.row.push(&[NUMBER], &mut self.out);
    }

    /// Marks the beginning of a game before its first row.
    fn mark_game(&mut self) {
        if !std::mem::replace(&mut self.has_rows, true) {
            self.out.push(GAME);
        }
    }

    /// Adds cells to the row.
    fn push_all(&mut self, cells: &[&str]) {
        cells.iter().for_each(|it| self.row.push(it.as_bytes(), &mut self.out));
    }

    /// Adds the row of a ply up to the position after it.
    fn add_ply(
        &mut self,
        (number, us): (u32, Color),
        after: &Position,
        push_texts: impl FnOnce(&mut Row, &mut Vec<u8>),
    ) {
        self.end_ply();
        self.begin_row();
        self.is_open = true;
        self.plies += 1;
        let color = us.fold_wb("white", "black");
        self.push_all(&[&self.plies.to_string(), &number.to_string(), color]);
        push_texts(&mut self.row, &mut self.out);
        let mut fen = Vec::new();
        after.push_fen(&mut self.ranks, &mut fen);
        self.row.push(&fen, &mut self.out);
        // As after a plain row, the separator after this cell is written with the next one.
        self.out.pop();
    }

    /// Like [`Self::add_ply`], with texts made by the exact reader.
    #[inline(never)]
    fn add_unusual(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        self.add_ply(texts::number(after), after, |row, out| {
            for (text, mark) in texts.iter().zip(marks) {
                let mut room = [0; 64];
                let mut cell = ShortText::new(&mut room);
                texts::push(text, *mark, &mut cell);
                row.push(cell.as_bytes(), out);
            }
        });
    }

    /// Like [`Self::add_unusual`], for cells that need only the separator; also writes the end of the
    /// preceding row.
    #[inline(always)]
    fn add_plain(
        &mut self,
        separator: u8,
        texts: &Texts,
        marks: &Marks,
        (after, board): (&Position, &Standard),
    ) {
        let (number, us) = texts::number(after);
        let mut room = [0; 96 + FEN_ROOM];
        let mut cells = ShortText::new(&mut room);
        if self.is_open && self.is_bare() {
            cells.push(&[separator, separator, separator, separator, separator, b'\n']);
        } else {
            self.end_ply();
            self.mark_game();
        }
        self.row.begin(self.out.len() + cells.as_bytes().len());
        self.is_open = true;
        self.plies += 1;
        cells.push(&[NUMBER, separator]);
        cells.push_number(self.plies as u32);
        cells.push(&[separator]);
        cells.push_number(number);
        cells.push(&[separator]);
        cells.push(us.fold_wb(b"white", b"black"));
        for (text, mark) in texts.iter().zip(marks) {
            cells.push(&[separator]);
            texts::push(text, *mark, &mut cells);
        }
        cells.push(&[separator]);
        board.push_short_fen(&mut self.ranks, &mut cells);
        self.out.extend_from_slice(cells.as_bytes());
    }

    /// Whether the rest of the current row is empty cells, and no cell of it needs quotes.
    #[inline(always)]
    fn is_bare(&self) -> bool {
        self.additions.is_empty() && self.source.is_none() && !self.row.is_padded
    }

    /// Ends the row of the current ply, if it is open, with its annotations.
    fn end_ply(&mut self) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        // Ends the cell of the position.
        self.out.push(self.row.form.separator().unwrap_or(b' '));
        let Additions { nags, comments, variations } = std::mem::take(&mut self.additions);
        let said = |name| comments.iter().find_map(|it| command(it, name)).unwrap_or_default();
        self.push_all(&[&nags, said("clk"), said("eval"), &comments.join(" "), &variations]);
        if let Some(source) = &mut self.source {
            std::mem::take(source).iter().for_each(|it| self.row.push(it.as_bytes(), &mut self.out));
        }
        self.row.end(true, &mut self.out);
    }

    /// Returns the annotations of the current ply, or those before the first, whose row is begun if
    /// necessary.
    fn additions(&mut self) -> &mut Additions {
        if !std::mem::replace(&mut self.is_open, true) {
            self.begin_row();
            let fen = std::mem::take(&mut self.fen);
            self.push_all(&["0", "", "", "", "", "", &fen]);
            self.out.pop();
        }
        &mut self.additions
    }
}

/// Returns the value of a command in a comment: `0:01:00` for `[%clk 0:01:00]`.
fn command<'t>(comment: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    Some(rest.split_once(']')?.0.trim())
}

impl PlyRecords for PlyTable {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn begin(&mut self, head: &Head<'_>, _: &Choice) {
        (self.has_rows, self.is_open, self.plies) = (false, false, 0);
        self.additions = Additions::default();
        if !head.start.is_first() {
            self.fen = head.start.fen();
            self.additions();
        }
    }

    #[inline(always)]
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        match (self.row.form.separator(), after.ordinary()) {
            (Some(separator), Some(board)) if is_plain(&texts[0]) => {
                self.add_plain(separator, texts, marks, (after, board));
            }
            _ => self.add_unusual(texts, marks, after),
        }
    }

    fn played(&mut self, texts: &mut EventTexts, after: &Position, ply: &Ply) {
        self.add_ply(texts.number, after, |row, out| {
            texts.marked(after, ply).for_each(|it| row.push(it.unwrap_or_default(), out));
        });
    }

    fn skip(&mut self, placeholder: String, _: &mut EventTexts, _: &Position, _: &Ply) {
        self.additions().comments.push(placeholder);
    }

    fn wants_source(&self) -> bool {
        self.source.is_some()
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        let (line, column) = from.place();
        let confidence = from.confidence.map(|it| Confidence::number(it.share).to_string());
        let others: Vec<String> =
            from.alternatives().map(|it| format!("{} {}", it.san, it.confidence)).collect();
        self.source = Some([
            from.text(),
            line.to_string(),
            column.to_string(),
            confidence.unwrap_or_default(),
            others.join("; "),
        ]);
    }

    fn nag(&mut self, nag: Nag) {
        push_word(&mut self.additions().nags, &format!("${}", nag.0));
    }

    fn comment(&mut self, text: &str) {
        self.additions().comments.push(text.to_owned());
    }

    fn variation(&mut self, text: &str) {
        push_word(&mut self.additions().variations, text);
    }

    fn end(&mut self, _: Outcome, _: &[Located]) {
        self.end_ply();
    }
}
