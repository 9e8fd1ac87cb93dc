//! Writes scoresheets.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr as _;

use super::{BEGINNING, is_beginning};
use crate::{
    chess::{Color, Comment, Nag, Outcome, Ply, Position, Tags},
    diagnostics::Located,
    layout::{
        Head, Output, Writer,
        pgn::PgnWriter,
        rows::escape,
        scoresheet::{self, Disposition, FIELDS, Field},
        table::Cells,
    },
    notation::{Choice, Notation, Unwritable, letters::Letters},
};

/// Writes games as scoresheets into a buffer.
pub struct GridWriter<'a> {
    out: Vec<u8>,
    notation: &'a dyn Notation,
    letters: Letters,
    form: Cells,
    /// Whether the sheet is arranged as in the laws of the notation.
    laws: bool,
    /// The number of rows on a page; 0 for no limit.
    page: usize,
    name: &'a str,
    /// The rows before the moves.
    head: Vec<Row>,
    disposition: Option<Disposition>,
    size: u8,
    /// The outcome in the score, if filled in.
    score: Option<Outcome>,
    /// The rows of the moves.
    rows: Vec<Row>,
    scratch: Vec<u8>,
    /// The writer of the notes.
    notes: PgnWriter<'a>,
    /// The number of open variations.
    depth: usize,
    /// The last ply, until the notes name it.
    unnamed: Option<(u32, Color)>,
}

/// The cells of a row.
type Row = Vec<String>;

impl<'a> GridWriter<'a> {
    /// Creates a writer in this notation, which must be one for scoresheets ([`Notation::scoresheet`]).
    ///
    /// The heading is repeated after `page` rows (0: never); lines of the notes have at most `width`
    /// characters (0: without limit).
    #[must_use]
    pub fn new(choice: &'a Choice, form: Cells, page: usize, width: usize) -> GridWriter<'a> {
        GridWriter {
            out: Vec::new(),
            notation: &*choice.notation,
            letters: choice.notation.letters().unwrap_or_default(),
            form,
            laws: false,
            page,
            name: &choice.name,
            head: Vec::new(),
            disposition: None,
            size: 8,
            score: None,
            rows: Vec::new(),
            scratch: Vec::new(),
            notes: PgnWriter::new(choice, width),
            depth: 0,
            unnamed: None,
        }
    }

    /// Arranges the sheet as the laws of the notation print it: tab-separated, with several fields in a row, dates as
    /// `07.04.1970`, and move numbers of two digits.
    #[must_use]
    pub fn like_the_laws(self) -> GridWriter<'a> {
        GridWriter { laws: true, form: Cells::Tabs, ..self }
    }

    /// Fills in the first part, and begins the notes with the tags that it doesn't show.
    fn first_part(&mut self, tags: &Tags<'_>) {
        let filled = Filled::of(tags, self.laws);
        self.score = filled.number(Field::Score).and_then(|n| Outcome::from_marker(&tags.0[n].value));
        let value = |field: Field| match (field, self.score) {
            (Field::Score, Some(outcome)) => scoresheet::score(outcome).to_owned(),
            (Field::Date, _) if self.laws => {
                filled.number(field).map_or_else(String::new, |n| day_first(&tags.0[n].value))
            }
            _ => filled.number(field).map_or_else(String::new, |n| tags.0[n].value.clone().into_owned()),
        };
        let player = |label: &str, color| {
            let fields =
                [Field::Name(color), Field::Title(color), Field::Rating(color), Field::Country(color)];
            std::iter::once(label.to_owned()).chain(fields.map(value))
        };
        let one = |label: &str, field| vec![label.to_owned(), value(field)];
        let mut first = one(BEGINNING, Field::Event);
        let organiser = filled.number(Field::Organiser).map(|_| one("ORGANIZATION", Field::Organiser));
        if self.laws {
            let beside = |label: &str, field| format!("{label} {}", value(field)).trim_end().to_owned();
            let [mut white, black] = [("WHITE", Color::White), ("BLACK", Color::Black)]
                .map(|(label, color)| player(label, color).collect::<Row>());
            for (cell, label) in white[2..].iter_mut().zip(["TITLE", "RATING", "COUNTRY"]) {
                *cell = format!("{label} {cell}").trim_end().to_owned();
            }
            let mut date = one("DATE", Field::Date);
            date.extend([beside("PLACE", Field::Place), String::new(), String::new()]);
            let mut round = one("ROUND", Field::Round);
            round.extend(one("CHESSBOARD", Field::Board));
            round.push(beside("SCORE", Field::Score));
            self.head = std::iter::once(first).chain(organiser).chain([white, black, date, round]).collect();
        } else {
            first.extend(["TITLE", "RATING", "COUNTRY"].map(str::to_owned));
            self.head = vec![
                first,
                player("WHITE", Color::White).collect(),
                player("BLACK", Color::Black).collect(),
                one("DATE", Field::Date),
                one("PLACE", Field::Place),
                one("ROUND", Field::Round),
                one("CHESSBOARD", Field::Board),
                one("SCORE", Field::Score),
            ];
            self.head.splice(1..1, organiser);
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

    /// Names the last ply of the main line in the notes, unless the last note was about it, too.
    fn name_ply(&mut self) {
        if self.depth == 0
            && let Some((number, color)) = self.unnamed.take()
        {
            self.notes.label(number, color);
        }
    }

    fn heading(&self, first: &str) -> Row {
        let files = (0..self.size).map(|file| char::from(b'a' + file).to_string());
        std::iter::once(first.to_owned()).chain(files).collect()
    }

    /// Returns the table of pieces, if the game has one. In separated values it has the columns of the moves.
    fn disposition(&mut self) -> Option<Vec<Row>> {
        Some(match self.disposition.take()? {
            Disposition::Ranks(ranks) => {
                let mut rows = vec![self.heading("").split_off(1)];
                rows.extend(ranks);
                if self.form != Cells::Pipes && !self.laws {
                    rows.iter_mut().for_each(|row| row.insert(0, String::new()));
                }
                rows
            }
            Disposition::Board(ranks) => {
                let numbered = ranks.into_iter().enumerate().map(|(n, rank)| {
                    let number = usize::from(self.size) - n;
                    std::iter::once(number.to_string()).chain(rank).collect()
                });
                std::iter::once(self.heading("RANK")).chain(numbered).collect()
            }
        })
    }

    fn compose(&mut self, notes: &str) {
        let head = std::mem::take(&mut self.head);
        let pieces = self.disposition();
        let heading = self.heading("NUMBER OF THE MOVE");
        let moves = std::mem::take(&mut self.rows);
        let page = if self.page > 0 { self.page } else { moves.len().max(1) };
        let mut tables: Vec<Vec<&Row>> = vec![head.iter().collect()];
        tables.extend(pieces.iter().map(|it| it.iter().collect::<Vec<_>>()));
        let first_page = tables.len();
        let pages = moves.chunks(page).chain(moves.is_empty().then_some(&[][..]));
        tables.extend(pages.map(|rows| std::iter::once(&heading).chain(rows).collect::<Vec<_>>()));
        match self.form {
            Cells::Pipes => {
                let widths = widths(&tables[first_page..]);
                for (n, table) in tables.iter().enumerate() {
                    if n < first_page {
                        let own = self::widths(std::slice::from_ref(table));
                        push_pipes(table, &own, false, &mut self.out);
                    } else {
                        push_pipes(table, &widths, true, &mut self.out);
                    }
                    self.out.push(b'\n');
                }
                push_fenced(notes, &mut self.out);
            }
            form @ (Cells::Tabs | Cells::Commas) => {
                let columns = if self.laws { 0 } else { 1 + usize::from(self.size) };
                for table in &tables {
                    push_separated(table, form, columns, &mut self.out);
                    self.out.push(b'\n');
                }
                let label = |n: usize| if n == 0 { "NOTES" } else { "" }.to_owned();
                let lines = notes.split('\n').enumerate().map(|(n, line)| vec![label(n), line.to_owned()]);
                push_separated(
                    &lines.collect::<Vec<_>>().iter().collect::<Vec<_>>(),
                    form,
                    columns,
                    &mut self.out,
                );
            }
        }
        self.out.push(b'\n');
    }
}

/// Returns a date as the laws write it, `07.04.1970`, if it is known to the day.
fn day_first(date: &str) -> String {
    let parts: Vec<&str> = date.split('.').collect();
    let turned =
        if let [year, month, day] = parts[..] { format!("{day}.{month}.{year}") } else { String::new() };
    if super::date(&turned) == date { turned } else { date.to_owned() }
}

/// The tags shown in the first part.
struct Filled {
    /// The fields with the indices of their tags.
    numbers: Vec<(Field, usize)>,
    /// This many tags need not be mentioned in the notes: they come first and in the usual order.
    said: usize,
}

impl Filled {
    fn of(tags: &Tags<'_>, laws: bool) -> Filled {
        let number = |(field, _): (Field, _)| {
            let n = field.find(tags)?;
            super::parts::field_text(field, &tags.0[n].value, laws).map(|_| (field, n))
        };
        let numbers: Vec<(Field, usize)> = FIELDS.into_iter().filter_map(number).collect();
        let mut said = 0;
        for &(field, n) in &numbers {
            said += usize::from(n == said && tags.0[n].name == field.tags()[0]);
        }
        Filled { numbers, said }
    }

    fn number(&self, field: Field) -> Option<usize> {
        self.numbers.iter().find(|it| it.0 == field).map(|it| it.1)
    }

    fn has(&self, number: usize) -> bool {
        self.numbers.iter().any(|it| it.1 == number)
    }
}

/// Returns the widths of the columns shared by these tables, including escapes.
fn widths(tables: &[Vec<&Row>]) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in tables.iter().flatten() {
        widths.resize(widths.len().max(row.len()), 3);
        for (cell, width) in row.iter().zip(&mut widths) {
            *width = (*width).max(escape(cell).width());
        }
    }
    widths
}

/// Writes a Markdown table, whose first row is the heading; with moves, the first column is numeric.
fn push_pipes(rows: &[&Row], widths: &[usize], numbers: bool, out: &mut Vec<u8>) {
    for (n, row) in rows.iter().enumerate() {
        for (column, width) in widths.iter().enumerate() {
            let cell = row.get(column).map_or(Cow::Borrowed(""), |it| escape(it));
            let blanks = width - cell.width().min(*width);
            let right = numbers && column == 0 && n > 0;
            out.extend_from_slice(b"| ");
            out.resize(out.len() + if right { blanks } else { 0 }, b' ');
            out.extend_from_slice(cell.as_bytes());
            out.resize(out.len() + if right { 0 } else { blanks }, b' ');
            out.push(b' ');
        }
        out.extend_from_slice(b"|\n");
        if n == 0 {
            for (column, width) in widths.iter().enumerate() {
                let right = numbers && column == 0;
                out.extend_from_slice(b"| ");
                out.resize(out.len() + width - usize::from(right), b'-');
                out.extend_from_slice(if right { b": " } else { b" " });
            }
            out.extend_from_slice(b"|\n");
        }
    }
}

/// Writes the notes in a fence that is longer than any run of backticks at the start of a line.
fn push_fenced(notes: &str, out: &mut Vec<u8>) {
    let backticks = |line: &str| line.trim_start().bytes().take_while(|it| *it == b'`').count();
    let fence = vec![b'`'; notes.split('\n').map(backticks).max().unwrap_or(0).max(2) + 1];
    out.extend_from_slice(b"NOTES\n\n");
    out.extend_from_slice(&fence);
    out.push(b'\n');
    for line in notes.split('\n') {
        if is_beginning(line.trim_start_matches('\\').as_bytes()) {
            out.push(b'\\');
        }
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    out.extend_from_slice(&fence);
    out.push(b'\n');
}

/// Writes rows of separated values, all with at least this many columns.
fn push_separated(rows: &[&Row], form: Cells, columns: usize, out: &mut Vec<u8>) {
    for row in rows {
        let cells = row.iter().map(String::as_str).chain(std::iter::repeat(""));
        form.push(&cells.take(columns.max(row.len())).collect::<Vec<_>>(), false, out);
    }
}

impl Output for GridWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Writer for GridWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.rows.clear();
        self.depth = 0;
        self.unnamed = None;
        self.size = head.start.size();
        self.disposition = scoresheet::disposition(head.start, self.letters);
        self.notes.buffer().clear();
        self.notes.begin_preamble(head.preamble);
        self.first_part(head.tags);
        self.notes.begin_moves();
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return self.notes.ply(before, ply);
        }
        self.scratch.clear();
        self.notation.write(before, ply, &mut self.scratch)?;
        let (number, color) = (before.move_number(), before.turn());
        let mut row = vec![String::new(); 1 + usize::from(self.size)];
        if self.rows.is_empty() || color == Color::White {
            row[0] = if self.laws { format!("{number:02}") } else { number.to_string() };
        }
        if self.rows.is_empty() && color == Color::Black {
            let empty = vec![String::new(); row.len()];
            self.rows.push(std::mem::replace(&mut row, empty));
        }
        self.rows.push(row);
        self.unnamed = Some((number, color));
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
        let text = String::from_utf8_lossy(&self.scratch);
        if let Some(row) = self.rows.last_mut() {
            for (column, cell) in scoresheet::cells(&text, ply) {
                if let Some(place) = row.get_mut(1 + usize::from(column)) {
                    place.push_str(cell);
                }
            }
        }
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
        if let (None, Some(score)) = (self.score, self.head.last_mut().and_then(|it| it.last_mut()))
            && outcome != Outcome::Unknown
        {
            let outcome = scoresheet::score(outcome);
            *score = if self.laws { format!("SCORE {outcome}") } else { outcome.to_owned() };
        }
        if outcome != self.score.unwrap_or_default() {
            self.notes.new_line();
            self.notes.buffer().extend_from_slice(outcome.marker().as_bytes());
        }
        let notes = std::mem::take(self.notes.buffer());
        self.compose(String::from_utf8_lossy(&notes).trim_end_matches('\n'));
        *self.notes.buffer() = notes;
    }
}
