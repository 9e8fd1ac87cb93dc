//! Splits a scoresheet into its parts: the fields of its first part, its pieces, its rows, its notes, and the
//! text between them.

use std::{borrow::Cow, ops::Range};

use super::{
    extent::{self, Heading, Line, Lines},
    labels::Label,
    notes::Notes,
};
use crate::{
    chess::{Color, Nag, Outcome},
    layout::{
        pgn,
        rows::{Cell, Separator, filled},
        scoresheet::{self, Field},
    },
    lex,
    slice::Slice as _,
    words,
};

/// A scoresheet, split into parts.
#[derive(Default)]
pub struct Parts<'t> {
    /// The fields that are filled in.
    pub fields: Vec<(Field, Cell<'t>)>,
    /// Lines before the moves and outside any table.
    pub loose: Vec<Cell<'t>>,
    /// The pieces of the starting position: rows of eight.
    pub pieces: Vec<Vec<Cell<'t>>>,
    /// Whether the rows of pieces have rank numbers.
    pub ranks: bool,
    pub rows: Vec<Row<'t>>,
    /// Everything else, each with the number of rows before it.
    pub remarks: Vec<(usize, Cell<'t>)>,
    pub notes: Notes,
    /// Offset of the moves.
    pub moves: usize,
}

pub struct Row<'t> {
    pub number: Option<(u32, Range<usize>)>,
    /// The filled cells, each with its file, from left to right.
    pub cells: Vec<(u8, Cell<'t>)>,
    /// The NAG after the move.
    pub nag: Option<Nag>,
    /// Number of cells of the first move, if the row has both sides' moves.
    pub both: Option<usize>,
}

impl Row<'_> {
    /// Returns the number of cells of the first move, if the row may have two moves; castling fills two
    /// cells.
    fn first_of_two(&self) -> Option<usize> {
        let castles = |at: usize| {
            self.cells.get(at..at + 2).is_some_and(|it| {
                matches!([it[0].0, it[1].0], [2, 3] | [5, 6])
                    && it
                        .iter()
                        .all(|(_, cell)| !cell.text.contains(|it: char| it.is_ascii_digit() || it == 'x'))
            })
        };
        match self.cells.len() {
            2 => (!castles(0)).then_some(1),
            3 if castles(0) => Some(2),
            3 if castles(1) => Some(1),
            4 if castles(0) && castles(2) => Some(2),
            _ => None,
        }
    }
}

/// Splits the scoresheet in this range into parts.
pub fn take_apart(text: &str, range: Range<usize>) -> Parts<'_> {
    // Blank cells at the beginning of the first line may have been skipped.
    let before = text.slice(..range.start);
    let start = before.trim_end_matches([' ', '\t']).len();
    let start = if before.slice(..start).ends_with(['\n', '\r']) || start == 0 { start } else { range.start };
    let heading = |(_, kind)| if let Line::Heading(heading) = kind { Some(heading) } else { None };
    let first = Lines::new(text, start..range.end).find_map(heading);
    let mut taker = Taker {
        text,
        parts: Parts { moves: range.end, ..Parts::default() },
        separator: first.map_or(Separator::Pipe, |it| it.separator),
        is_headed: false,
        columns: Vec::new(),
    };
    let mut lines = Lines::new(text, start..range.end);
    while let Some((line, kind)) = lines.next() {
        taker.line(line, kind, &mut lines.cells);
    }
    taker.parts.find_both();
    taker.parts
}

impl Parts<'_> {
    /// Finds the rows with both sides' moves: their next row has a number of its own.
    fn find_both(&mut self) {
        for n in 0..self.rows.len() {
            let next = self.rows.get(n + 1);
            if self.rows[n].number.is_some() && next.is_none_or(|it| it.number.is_some()) {
                self.rows[n].both = self.rows[n].first_of_two();
            }
        }
    }
}

struct Taker<'t> {
    text: &'t str,
    parts: Parts<'t>,
    /// Separator of the sheet's cells.
    separator: Separator,
    is_headed: bool,
    /// Columns of titles, ratings and countries in the first part, as far as known.
    columns: Vec<(usize, Label)>,
}

impl<'t> Taker<'t> {
    fn line(&mut self, line: Range<usize>, kind: Line, cells: &mut Vec<Cell<'t>>) {
        match kind {
            Line::Heading(heading) => {
                self.is_headed = true;
                self.separator = heading.separator;
                self.parts.moves = self.parts.moves.min(line.start);
                self.beside_heading(heading, std::mem::take(cells));
            }
            Line::Row(heading, row) => self.row(heading, row, std::mem::take(cells)),
            Line::Note => {
                let mut cells = cells.drain(..);
                if let Some(cell) = cells.next() {
                    self.parts.notes.push(&cell.text, cell.span);
                }
                let rows = self.parts.rows.len();
                let beside = cells.map(Cell::trimmed).filter(|it| !it.text.is_empty());
                self.parts.remarks.extend(beside.map(|it| (rows, it)));
            }
            Line::Notes(false) | Line::Words if self.is_headed => self.remark(line),
            Line::Words => self.header_line(line, cells),
            Line::Drawn | Line::Notes(_) | Line::EndOfNotes => {}
        }
    }

    /// Keeps the cells on a heading's line outside its columns, as when a first part has lost its line ends.
    /// A single label is the title of a column.
    fn beside_heading(&mut self, heading: Heading, cells: Vec<Cell<'t>>) {
        let mut cells: Vec<Cell<'t>> = cells.into_iter().map(plain).collect();
        // On lines without frames, the first cell may be implied.
        let blank = heading.columns - cells.len().min(heading.columns);
        let first = heading.first.saturating_sub(blank);
        let after = cells.split_off(cells.len().min(first + heading.files));
        cells.truncate(first.saturating_sub(1));
        for cells in [cells, after] {
            let mut filled = cells.iter().filter(|it| !it.text.is_empty());
            if filled.clone().count() < 2 && filled.all(|it| Label::of(&it.text).is_some()) {
                continue;
            }
            if self.parts.rows.is_empty() {
                self.fields(&cells);
            } else {
                let rows = self.parts.rows.len();
                let words = cells.into_iter().filter(|it| !it.text.is_empty());
                self.parts.remarks.extend(words.map(|it| (rows, it)));
            }
        }
    }

    /// Reads a row under a heading.
    fn row(&mut self, heading: Heading, row: extent::Row, cells: Vec<Cell<'t>>) {
        let mut cells: Vec<Cell<'t>> = cells.into_iter().map(Cell::trimmed).collect();
        let number =
            heading.first.checked_sub(1).and_then(|n| Some((row.number?, cells.get(n)?.span.clone())));
        let words = heading.first.checked_sub(1).filter(|_| row.number.is_none());
        let words = words.and_then(|n| cells.get(n)).filter(|it| filled(&it.text).is_some()).cloned();
        let rest = cells.split_off(cells.len().min(heading.first + heading.files));
        let files = cells.split_off(cells.len().min(heading.first));
        if self.parts.rows.is_empty() && (heading.ranks || row.filled == heading.files) {
            self.parts.ranks = heading.ranks;
            return self.parts.pieces.push(files);
        }
        let filled =
            (0..).zip(files.into_iter().map(joined)).filter(|(_, cell)| filled(&cell.text).is_some());
        let mut row = Row { number, cells: filled.collect(), nag: None, both: None };
        row.nag = row.cells.last_mut().and_then(|(_, cell)| take_nag(cell));
        row.cells.retain(|(_, cell)| !cell.text.is_empty());
        row.cells.shrink_to_fit();
        self.parts.rows.push(row);
        let count = self.parts.rows.len();
        let rest = words.into_iter().chain(rest);
        self.parts.remarks.extend(rest.into_iter().filter(|it| !it.text.is_empty()).map(|it| (count, it)));
    }

    /// Keeps a line that isn't a row.
    fn remark(&mut self, line: Range<usize>) {
        let content = self.text.slice(line.clone());
        let start = line.start + content.leading(char::is_whitespace);
        let words = content.trim();
        let cell = Cell { text: Cow::Borrowed(words), span: start..start + words.len() };
        self.parts.remarks.push((self.parts.rows.len(), cell));
    }

    /// Reads a line of the first part.
    fn header_line(&mut self, line: Range<usize>, cells: &mut Vec<Cell<'t>>) {
        let content = self.text.slice(line.clone());
        let separator =
            Some(self.separator).filter(|it| it.is_in(content)).or_else(|| Separator::of(content));
        match separator {
            Some(separator) => separator.cells(self.text, line, cells),
            None => {
                cells.clear();
                cells.push(Cell { text: Cow::Borrowed(content), span: line });
            }
        }
        let cells: Vec<Cell<'t>> = std::mem::take(cells).into_iter().map(plain).collect();
        self.fields(&cells);
    }
}

/// Trims a cell, and replaces the form fields of a page converted to text by their values, if any.
fn plain(cell: Cell<'_>) -> Cell<'_> {
    let cell = cell.trimmed();
    if !cell.text.contains("<input") {
        return cell;
    }
    let mut text = String::new();
    let mut rest = &*cell.text;
    while let Some(at) = rest.find("<input") {
        text.push_str(rest.slice(..at));
        match form_field(rest.slice(at..)) {
            Some((value, len)) => {
                text.push_str(value);
                rest = rest.slice(at + len..);
            }
            // Any other `<input` is text.
            None => {
                text.push('<');
                rest = rest.slice(at + 1..);
            }
        }
    }
    text.push_str(rest);
    Cell { text: Cow::Owned(text), span: cell.span }.trimmed()
}

/// Returns the value of the form field at the start of a text, and the field's length; `None` if it has
/// attributes other than for its appearance.
fn form_field(text: &str) -> Option<(&str, usize)> {
    const ATTRIBUTES: [&str; 9] =
        ["type", "name", "id", "class", "style", "size", "maxlength", "tabindex", "autocomplete"];
    let mut value = "";
    let mut rest = text.strip_prefix("<input")?;
    loop {
        let inner = rest.trim_start();
        if let Some(after) = inner.strip_prefix("/>").or_else(|| inner.strip_prefix('>')) {
            return Some((value, text.len() - after.len()));
        }
        let (name, after) = inner.split_once('=').filter(|_| inner.len() < rest.len())?;
        let quote = after.chars().next().filter(|it| matches!(it, '"' | '\''));
        let (content, after) = match quote {
            Some(quote) => after.slice(1..).split_once(quote)?,
            None => after.divide(after.find(|it: char| it.is_whitespace() || it == '>')?),
        };
        match name {
            "value" if value.is_empty() => value = content,
            "type" if !matches!(content, "text" | "number" | "search") => return None,
            _ if ATTRIBUTES.contains(&name) => {}
            _ => return None,
        }
        rest = after;
    }
}

/// Removes blanks within the text of a move in a cell, as in `N 3`; other words are unchanged.
fn joined(cell: Cell<'_>) -> Cell<'_> {
    const LONGEST_PART: usize = 2;
    let parts = cell.text.split_whitespace();
    let is_move = parts.clone().count() > 1 && parts.clone().all(|it| it.chars().count() <= LONGEST_PART);
    if is_move { Cell { text: Cow::Owned(parts.collect()), span: cell.span } } else { cell }
}

/// Removes the NAG at the end of a cell and returns it.
fn take_nag(cell: &mut Cell<'_>) -> Option<Nag> {
    let move_text = cell.text.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
    let nag = Nag::from_symbol(cell.text.slice(move_text.len()..))?;
    let move_text = move_text.trim_end().to_owned();
    cell.text = Cow::Owned(move_text);
    Some(nag)
}

impl<'t> Taker<'t> {
    /// Reads a row of the first part.
    fn fields(&mut self, cells: &[Cell<'t>]) {
        let mut n = 0;
        while n < cells.len() {
            let cell = &cells[n];
            let label = Label::leading(&cell.text);
            n += 1;
            match label {
                _ if cell.text.is_empty() => {}
                Some((label, Some(at))) => {
                    let value =
                        Cell { text: Cow::Owned(cell.text.slice(at..).to_owned()), span: cell.span.clone() };
                    self.fill(label, value.trimmed());
                }
                Some((label, None)) if label.is_detail() => self.columns.push((n - 1, label)),
                Some((Label::Field(Field::Name(color)), None)) => return self.player(color, cells, n),
                Some((label, None)) => match cells.get(n).filter(|it| Label::of(&it.text).is_none()) {
                    Some(value) => {
                        n += 1;
                        self.fill(label, value.clone());
                    }
                    None if matches!(label, Label::Field(_)) => {}
                    None => self.parts.loose.push(cell.clone()),
                },
                None => self.parts.loose.push(cell.clone()),
            }
        }
    }

    /// Reads the cells after the word for a side: the name, then title, rating and country.
    fn player(&mut self, color: Color, cells: &[Cell<'t>], name: usize) {
        for (n, cell) in cells.iter().enumerate().skip(name).filter(|(_, it)| !it.text.is_empty()) {
            match Label::leading(&cell.text).filter(|it| it.0.is_detail()) {
                Some((label, None)) => self.columns.push((n, label)),
                // As in `RATING 2640`.
                Some((label, Some(at))) if n > name => {
                    self.columns.push((n, label));
                    let text = Cow::Owned(cell.text.slice(at..).trim().to_owned());
                    self.parts.fields.push((detail(label, color), Cell { text, span: cell.span.clone() }));
                }
                _ if n == name => self.parts.fields.push((Field::Name(color), cell.clone())),
                _ => {
                    let field = detail(self.label_of(n, name, &cell.text), color);
                    self.parts.fields.push((field, cell.clone()));
                }
            }
        }
    }

    /// Returns the label of the cell in column `column`, given that the name is in column `name`: by the
    /// headings, or by its text.
    fn label_of(&self, column: usize, name: usize, text: &str) -> Label {
        // If the name column has no heading of its own, the headings may have shifted.
        let shift = if self.columns.iter().all(|it| it.0 > name) { 0 } else { 1 };
        match self.columns.iter().find(|it| it.0 + shift == column) {
            Some((_, label)) => *label,
            None if words::TITLES.contains(&text) || words::NATIONAL_TITLES.contains(&text) => Label::Title,
            None if (1..=4).contains(&lex::figures(text)) => Label::Rating,
            None => Label::Country,
        }
    }

    fn fill(&mut self, label: Label, value: Cell<'t>) {
        match label {
            Label::Field(_) if value.text.is_empty() => {}
            // The colon of an empty form isn't a score.
            Label::Field(Field::Score) if !value.text.contains(|it| !SCORE_SIGNS.contains(&it)) => {}
            Label::Field(field) if self.parts.fields.iter().all(|it| it.0 != field) => {
                self.parts.fields.push((field, value))
            }
            // A duplicate, or not a field of scoresheets.
            _ => self.parts.loose.push(value),
        }
    }
}

/// Signs between the two sides of a score, filled in or not.
const SCORE_SIGNS: [char; 6] = [':', '-', '–', '—', '_', ' '];

/// Returns the field of a player's title, rating or country.
const fn detail(label: Label, color: Color) -> Field {
    match label {
        Label::Title => Field::Title(color),
        Label::Rating => Field::Rating(color),
        _ => Field::Country(color),
    }
}

/// Returns the tag value for a field's text; `None` if there is none.
pub fn tag_value(field: Field, text: &str) -> Option<Cow<'_, str>> {
    match field {
        Field::Score => outcome(text).map(|it| Cow::Borrowed(it.marker())),
        Field::Date => Some(scoresheet::date(text)),
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Parses an outcome: `1 : 0`, `1-0`, `½ : ½`.
pub fn outcome(text: &str) -> Option<Outcome> {
    // No outcome is longer.
    let text: String = Some(text).filter(|it| it.len() <= 20)?.split_whitespace().collect();
    pgn::of_text(&text)
}

/// Returns the text of a tag value in a field; `None` if it wouldn't be read back unchanged, in the form of
/// the `laws` also after its label in capitals.
pub fn field_text(field: Field, value: &str, laws: bool) -> Option<&str> {
    let is_name = matches!(field, Field::Name(_));
    let is_confusing = Label::of(value).is_some_and(|label| label.is_detail() || !is_name);
    let is_plain = !value.is_empty()
        && value == value.trim()
        && !value.contains(['\n', '\r'])
        && !value.contains("<input")
        && !is_confusing;
    let is_value = match field {
        Field::Score => Outcome::from_marker(value).is_some(),
        _ => tag_value(field, value).is_some_and(|it| it == value),
    };
    let label = match field {
        Field::Place => Some("PLACE"),
        Field::Score => Some("SCORE"),
        Field::Title(Color::White) => Some("TITLE"),
        Field::Rating(Color::White) => Some("RATING"),
        Field::Country(Color::White) => Some("COUNTRY"),
        _ => None,
    };
    let is_read_beside = label.filter(|_| laws).is_none_or(|label| {
        let text = format!("{label} {value}");
        matches!(Label::leading(&text), Some((_, Some(at))) if text.slice(at..).trim() == value)
    });
    (is_plain && is_value && is_read_beside).then_some(value)
}
