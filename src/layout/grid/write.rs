//! Writes scoresheets.

use unicode_width::UnicodeWidthStr as _;

use super::{BEGINNING, Beginning};
use crate::{
    chess::{Color, Comment, Nag, Outcome, Ply, Position, Tags},
    diagnostics::Located,
    eight::ShortText,
    layout::{
        Head, Output, Writer,
        pgn::PgnWriter,
        rows::{escape, may_be_special},
        scoresheet::{self, Disposition, FIELDS, Field},
        table::{self, Cells},
        texts::{self, Sheet},
    },
    notation::{Choice, Notation, Unwritable, exact::ExactWord, letters::Letters},
    resolve::exact,
};

/// Writes games as scoresheets into a buffer.
pub struct GridWriter<'a> {
    out: Vec<u8>,
    notation: &'a dyn Notation,
    letters: Letters,
    form: Cells,
    /// Whether the sheet is arranged as in the laws of the notation.
    laws: bool,
    /// Number of rows per page; 0 for no limit.
    page: usize,
    name: &'a str,
    /// The rows before the moves, without the score.
    head: Table,
    disposition: Option<Disposition>,
    size: u8,
    /// The outcome in the `Result` tag.
    score: Option<Outcome>,
    /// The heading, and below it the moves: the number, and a cell per file.
    moves: Table,
    scratch: Vec<u8>,
    notes: PgnWriter<'a>,
    /// Number of open variations.
    depth: usize,
    /// The last ply, until the notes name it.
    unnamed: Option<(u32, Color)>,
}

const FILES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// A table. The texts of its filled cells are stored one after the other, in the form in which they are
/// written.
#[derive(Default)]
struct Table {
    /// Whether it is Markdown, with escapes.
    is_escaped: bool,
    text: Vec<u8>,
    cells: Vec<Filled>,
    /// Number of filled cells up to the end of each row, and number of its columns.
    rows: Vec<(usize, usize)>,
    /// Display widths of the columns.
    widths: Vec<usize>,
}

/// Characters of display width 1 that are never markup in Markdown.
static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut n = b' ';
    while n <= b'~' {
        table[n as usize] = !may_be_special(n);
        n += 1;
    }
    table
};

struct Filled {
    column: usize,
    end: usize,
    width: usize,
}

impl Table {
    fn new(form: Cells) -> Table {
        Table { is_escaped: form == Cells::Pipes, ..Table::default() }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
        self.rows.clear();
        self.widths.clear();
    }

    /// Fills a cell, which must be to the right of the last filled one in its row.
    #[inline(always)]
    fn fill(&mut self, column: usize, text: &[u8]) {
        let is_plain = text.iter().all(|it| PLAIN[usize::from(*it)]);
        let width = if is_plain || !self.is_escaped {
            self.text.extend_from_slice(text);
            text.len()
        } else {
            self.push_escaped(text)
        };
        self.cells.push(Filled { column, end: self.text.len(), width });
        match self.widths.get_mut(column) {
            Some(widest) => *widest = width.max(*widest),
            None => {
                self.widths.resize(column, 0);
                self.widths.push(width);
            }
        }
    }

    /// Appends a text with escapes; returns its display width.
    fn push_escaped(&mut self, text: &[u8]) -> usize {
        let escaped = escape(std::str::from_utf8(text).unwrap_or_default());
        self.text.extend_from_slice(escaped.as_bytes());
        if escaped.bytes().all(|it| matches!(it, b' '..=b'~')) { escaped.len() } else { escaped.width() }
    }

    /// Fills the first cells of a row.
    fn fill_all(&mut self, cells: &[&str]) {
        for (column, cell) in cells.iter().enumerate().filter(|it| !it.1.is_empty()) {
            self.fill(column, cell.as_bytes());
        }
    }

    fn push_row(&mut self, cells: &[&str]) {
        self.fill_all(cells);
        self.end_row(cells.len());
    }

    fn end_row(&mut self, columns: usize) {
        self.rows.push((self.cells.len(), columns));
    }

    /// Returns the number of rows.
    fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of columns of a row, and its filled cells with their texts.
    #[inline(always)]
    fn row(&self, n: usize) -> (usize, impl Iterator<Item = (&Filled, &[u8])>) {
        let (end, columns) = self.rows[n];
        let first = if n > 0 { self.rows[n - 1].0 } else { 0 };
        let mut start = if first > 0 { self.cells[first - 1].end } else { 0 };
        let cells = self.cells[first..end]
            .iter()
            .map(move |it| (it, &self.text[std::mem::replace(&mut start, it.end)..it.end]));
        (columns, cells)
    }
}

impl<'a> GridWriter<'a> {
    /// Creates a writer in this notation, which must be one for scoresheets ([`Notation::scoresheet`]).
    ///
    /// The heading is repeated after `page` rows (0: never); lines of the notes have at most `width`
    /// characters (0: no limit).
    pub fn new(choice: &'a Choice, form: Cells, page: usize, width: usize) -> GridWriter<'a> {
        GridWriter {
            out: Vec::new(),
            notation: &*choice.notation,
            letters: choice.notation.letters().unwrap_or_default(),
            form,
            laws: false,
            page,
            name: &choice.name,
            head: Table::new(form),
            disposition: None,
            size: 8,
            score: None,
            moves: Table::new(form),
            scratch: Vec::new(),
            notes: PgnWriter::new(choice, width),
            depth: 0,
            unnamed: None,
        }
    }

    /// Arranges the sheet as the laws of the notation print it: tab-separated, with several fields in a row,
    /// dates such as `07.04.1970`, and two-digit move numbers.
    pub fn like_the_laws(self) -> GridWriter<'a> {
        let form = Cells::Tabs;
        GridWriter { laws: true, form, head: Table::new(form), moves: Table::new(form), ..self }
    }

    /// Fills in the first part up to the score, and begins the notes with the tags that it doesn't show.
    fn first_part(&mut self, tags: &Tags<'_>) {
        let filled = ShownTags::of(tags, self.laws);
        let value = |field: Field| filled.number(field).map_or("", |n| &*tags.0[n].value);
        let player = |label, color| {
            let details = [Field::Title(color), Field::Rating(color), Field::Country(color)];
            (label, value(Field::Name(color)), details.map(value))
        };
        let (white, black) = (player("WHITE", Color::White), player("BLACK", Color::Black));
        let (event, date) = (value(Field::Event), value(Field::Date));
        let (place, round, board) = (value(Field::Place), value(Field::Round), value(Field::Board));
        let organiser = filled.number(Field::Organiser).map(|_| ["ORGANIZATION", value(Field::Organiser)]);
        self.score = Outcome::from_marker(value(Field::Score));
        let head = &mut self.head;
        head.clear();
        if self.laws {
            head.push_row(&[BEGINNING, event]);
            organiser.iter().for_each(|it| head.push_row(it));
            let [title, rating, country] = white.2;
            let (title, rating) = (beside("TITLE", title), beside("RATING", rating));
            head.push_row(&[white.0, white.1, &title, &rating, &beside("COUNTRY", country)]);
            let [title, rating, country] = black.2;
            head.push_row(&[black.0, black.1, title, rating, country]);
            head.push_row(&["DATE", &scoresheet::day_first(date), &beside("PLACE", place), "", ""]);
            head.fill_all(&["ROUND", round, "CHESSBOARD", board]);
        } else {
            head.push_row(&[BEGINNING, event, "TITLE", "RATING", "COUNTRY"]);
            organiser.iter().for_each(|it| head.push_row(it));
            for (label, name, [title, rating, country]) in [white, black] {
                head.push_row(&[label, name, title, rating, country]);
            }
            for row in [["DATE", date], ["PLACE", place], ["ROUND", round], ["CHESSBOARD", board]] {
                head.push_row(&row);
            }
        }
        for n in filled.said..tags.0.len() {
            let tag = &tags.0[n];
            if filled.has(n) {
                self.notes.buffer().extend_from_slice(format!("[{}]\n", tag.name).as_bytes());
            } else {
                self.notes.tag_pair(&tag.name, &tag.value);
            }
        }
        self.notes.tag_pair("Notation", self.name);
        self.notes.buffer().push(b'\n');
    }

    /// Fills in the score.
    fn end_first_part(&mut self, outcome: Outcome) {
        let known = self.score.or(Some(outcome).filter(|it| *it != Outcome::Unknown));
        let score = known.map_or("", scoresheet::score);
        if self.laws {
            self.head.fill(4, beside("SCORE", score).as_bytes());
            self.head.end_row(5);
        } else {
            self.head.push_row(&["SCORE", score]);
        }
    }

    /// Names the last ply of the main line in the notes, unless the last note was about it too.
    fn name_ply(&mut self) {
        if self.depth == 0
            && let Some((number, color)) = self.unnamed.take()
        {
            self.notes.label(number, color);
        }
    }

    /// Begins the row of the ply with this number and side.
    fn begin_row(&mut self, number: u32, color: Color) {
        let is_first = self.moves.len() == 1;
        if is_first || color == Color::White {
            let mut room = [0; 24];
            let mut text = ShortText::new(&mut room);
            if self.laws && number < 10 {
                text.push(b"0");
            }
            text.push_number(number);
            self.moves.fill(0, text.as_bytes());
        }
        if is_first && color == Color::Black {
            self.moves.end_row(1 + usize::from(self.size));
        }
        self.unnamed = Some((number, color));
    }

    /// Ends the row of a ply with the cells of its text.
    fn end_row(&mut self, ply: &Ply, text: &[u8]) {
        let cells = scoresheet::cells(text, ply).filter(|it| it.0 < self.size);
        cells.for_each(|(column, cell)| self.moves.fill(1 + usize::from(column), cell));
        self.moves.end_row(1 + usize::from(self.size));
    }

    fn heading<'s>(&self, first: &'s str) -> Vec<&'s str> {
        std::iter::once(first).chain(FILES.into_iter().take(self.size.into())).collect()
    }

    /// Returns the table of pieces, if the game has one. In separated values, it has the columns of the
    /// moves.
    fn disposition(&mut self) -> Option<Table> {
        let mut table = Table::new(self.form);
        match self.disposition.take()? {
            Disposition::Ranks(ranks) => {
                let is_indented = self.form != Cells::Pipes && !self.laws;
                let mut push = |cells: &[&str]| table.push_row(if is_indented { cells } else { &cells[1..] });
                push(&self.heading(""));
                for rank in &ranks {
                    push(&std::iter::once("").chain(rank.iter().map(String::as_str)).collect::<Vec<_>>());
                }
            }
            Disposition::Board(ranks) => {
                table.push_row(&self.heading("RANK"));
                for (number, rank) in (1..=self.size).rev().zip(&ranks) {
                    let number = number.to_string();
                    let cells = std::iter::once(&number).chain(rank).map(String::as_str);
                    table.push_row(&cells.collect::<Vec<_>>());
                }
            }
        }
        Some(table)
    }

    fn compose(&mut self, notes: &str) {
        let pieces = self.disposition();
        let (head, moves, out) = (&self.head, &self.moves, &mut self.out);
        let rows = moves.len() - 1;
        let page = if self.page > 0 { self.page } else { rows.max(1) };
        // The rows of each page, below the heading, which is row 0.
        let pages = (0..rows.max(1)).step_by(page).map(|n| n + 1..1 + rows.min(n + page));
        match self.form {
            Cells::Pipes => {
                for table in std::iter::once(head).chain(&pieces) {
                    let mut pipes = Pipes::new(table, false);
                    (0..table.len()).for_each(|n| pipes.push(table, n, out));
                    out.push(b'\n');
                }
                let mut pipes = Pipes::new(moves, true);
                for page in pages {
                    pipes.begin();
                    pipes.push(moves, 0, out);
                    page.for_each(|n| pipes.push(moves, n, out));
                    out.push(b'\n');
                }
                push_fenced(notes, out);
            }
            Cells::Tabs | Cells::Commas => {
                let columns = if self.laws { 0 } else { 1 + usize::from(self.size) };
                let mut lines = Table::new(self.form);
                for (n, line) in notes.split('\n').enumerate() {
                    if n == 0 {
                        lines.fill(0, b"NOTES");
                    }
                    lines.fill(1, line.as_bytes());
                    lines.end_row(2);
                }
                let mut separated = Separated { row: table::Row::new(self.form), columns, out };
                for table in std::iter::once(head).chain(&pieces) {
                    (0..table.len()).for_each(|n| separated.push(table, n));
                    separated.out.push(b'\n');
                }
                for page in pages {
                    separated.push(moves, 0);
                    page.for_each(|n| separated.push(moves, n));
                    separated.out.push(b'\n');
                }
                (0..lines.len()).for_each(|n| separated.push(&lines, n));
            }
        }
        self.out.push(b'\n');
    }
}

/// Joins a label and its value for a single cell.
fn beside(label: &str, text: &str) -> String {
    format!("{label} {text}").trim_end().to_owned()
}

/// The tags shown in the first part.
struct ShownTags {
    /// The fields, with the indexes of their tags.
    numbers: Vec<(Field, usize)>,
    /// Number of tags that needn't be mentioned in the notes, as they come first and in the usual order.
    said: usize,
}

impl ShownTags {
    fn of(tags: &Tags<'_>, laws: bool) -> ShownTags {
        let number = |(field, _): (Field, _)| {
            let n = field.find(tags)?;
            super::parts::field_text(field, &tags.0[n].value, laws).map(|_| (field, n))
        };
        let numbers: Vec<(Field, usize)> = FIELDS.into_iter().filter_map(number).collect();
        let mut said = 0;
        for &(field, n) in &numbers {
            said += usize::from(n == said && tags.0[n].name == field.tags()[0]);
        }
        ShownTags { numbers, said }
    }

    fn number(&self, field: Field) -> Option<usize> {
        self.numbers.iter().find(|it| it.0 == field).map(|it| it.1)
    }

    fn has(&self, number: usize) -> bool {
        self.numbers.iter().any(|it| it.1 == number)
    }
}

/// Writes a Markdown table, or pages of one, each beginning with its heading.
struct Pipes {
    widths: Vec<usize>,
    /// Offset of each column in a line.
    starts: Vec<usize>,
    /// A line of empty cells.
    empty: Vec<u8>,
    /// Whether the first column is numeric.
    numbers: bool,
    /// Number of rows on the page so far.
    rows: usize,
}

impl Pipes {
    fn new(table: &Table, numbers: bool) -> Pipes {
        let columns = table.rows.iter().map(|it| it.1).max();
        let mut widths = vec![3; columns.unwrap_or(0)];
        widths.iter_mut().zip(&table.widths).for_each(|(width, own)| *width = (*width).max(*own));
        let (mut starts, mut empty) = (Vec::with_capacity(widths.len()), Vec::new());
        for width in &widths {
            empty.extend_from_slice(b"| ");
            starts.push(empty.len());
            empty.resize(empty.len() + width + 1, b' ');
        }
        empty.extend_from_slice(b"|\n");
        Pipes { widths, starts, empty, numbers, rows: 0 }
    }

    /// Begins the next page.
    fn begin(&mut self) {
        self.rows = 0;
    }

    /// Appends a row: an empty line into which the filled cells are written.
    fn push(&mut self, table: &Table, n: usize, out: &mut Vec<u8>) {
        let mut line = out.len();
        out.extend_from_slice(&self.empty);
        for (&Filled { column, width, .. }, text) in table.row(n).1 {
            let right = self.numbers && column == 0 && self.rows > 0;
            let at = line + self.starts[column] + if right { self.widths[column] - width } else { 0 };
            match out.get_mut(at..at + width) {
                Some(place) if text.len() == width => place.copy_from_slice(text),
                // Characters beyond ASCII take more bytes than columns.
                _ => {
                    out.splice(at..at + width, text.iter().copied());
                    line = line + text.len() - width;
                }
            }
        }
        if self.rows == 0 {
            self.push_rule(out);
        }
        self.rows += 1;
    }

    /// Appends the rule below the heading.
    fn push_rule(&self, out: &mut Vec<u8>) {
        let line = out.len();
        out.extend(self.empty.iter());
        for (start, width) in self.starts.iter().zip(&self.widths) {
            out[line + start..line + start + width].fill(b'-');
        }
        if let (true, Some(width)) = (self.numbers, self.widths.first()) {
            out[line + 1 + width] = b':';
        }
    }
}

/// Writes rows of separated values with at least this many columns.
struct Separated<'o> {
    row: table::Row,
    columns: usize,
    out: &'o mut Vec<u8>,
}

impl Separated<'_> {
    /// Appends a row.
    fn push(&mut self, table: &Table, n: usize) {
        let (columns, cells) = table.row(n);
        self.row.begin(self.out.len());
        let mut next = 0;
        for (cell, text) in cells {
            (next..cell.column).for_each(|_| self.row.push(b"", self.out));
            self.row.push(text, self.out);
            next = cell.column + 1;
        }
        (next..columns.max(self.columns)).for_each(|_| self.row.push(b"", self.out));
        self.row.end(false, self.out);
    }
}

/// Writes the notes in a fence longer than any run of backticks at the start of a line.
fn push_fenced(notes: &str, out: &mut Vec<u8>) {
    let backticks = |line: &str| line.trim_start().bytes().take_while(|it| *it == b'`').count();
    let fence = vec![b'`'; notes.split('\n').map(backticks).max().unwrap_or(0).max(2) + 1];
    out.extend_from_slice(b"NOTES\n\n");
    out.extend_from_slice(&fence);
    out.push(b'\n');
    for line in notes.split('\n') {
        if Beginning::of(line.trim_start_matches('\\').as_bytes()).is_some() {
            out.push(b'\\');
        }
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    out.extend_from_slice(&fence);
    out.push(b'\n');
}

impl Output for GridWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        let notation = self.notation;
        Some(texts::read_sheet(self, notation, job))
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Sheet for GridWriter<'_> {
    fn is_varied(&self) -> bool {
        self.depth > 0
    }

    fn enter(&mut self, ply: &Ply, text: &ExactWord, mark: (u64, usize), after: &Position) {
        let (number, color) = texts::number(after);
        self.begin_row(number, color);
        let mut room = [0; 64];
        let mut whole = ShortText::new(&mut room);
        texts::push(text, mark, &mut whole);
        self.end_row(ply, whole.as_bytes());
    }
}

impl Writer for GridWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.moves.clear();
        self.depth = 0;
        self.unnamed = None;
        self.size = head.start.size();
        self.moves.push_row(&self.heading("NUMBER OF THE MOVE"));
        self.disposition = scoresheet::disposition(head.start, self.letters);
        self.notes.buffer().clear();
        self.notes.begin_preamble(head.preamble);
        self.first_part(&head.tags);
        self.notes.begin_moves();
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return self.notes.ply(before, ply);
        }
        self.scratch.clear();
        self.notation.write(before, ply, &mut self.scratch)?;
        self.begin_row(before.move_number(), before.turn());
        Ok(())
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            return self.notes.played(after, ply);
        }
        if after.may_have_marks() {
            self.notation.write_marks(after, ply, &mut self.scratch);
        }
        let text = std::mem::take(&mut self.scratch);
        self.end_row(ply, &text);
        self.scratch = text;
    }

    fn nag(&mut self, nag: Nag) {
        self.name_ply();
        self.notes.nag(nag);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.name_ply();
        self.notes.comment(comment);
    }

    fn begin_variation(&mut self) {
        self.name_ply();
        self.depth += 1;
        self.notes.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.notes.end_variation();
    }

    fn end(&mut self, outcome: Outcome, _: &[Located]) {
        self.end_first_part(outcome);
        if outcome != self.score.unwrap_or_default() {
            self.notes.new_line();
            self.notes.buffer().extend_from_slice(outcome.marker().as_bytes());
        }
        let notes = std::mem::take(self.notes.buffer());
        self.compose(String::from_utf8_lossy(&notes).trim_end_matches('\n'));
        *self.notes.buffer() = notes;
    }
}
