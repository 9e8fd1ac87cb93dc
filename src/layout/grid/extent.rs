//! The boundaries of scoresheets.

use std::ops::Range;

use super::{BEGINNING, Beginning, labels::Label};
use crate::{
    layout::{
        GameEnd,
        look::Look,
        rows::{self, Cell, Separator, is_rule},
        scoresheet::Field,
    },
    lex,
    slice::Slice as _,
};

const LONGEST_HEADING: usize = 1000;

/// The two lines beside a heading are looked for within this many bytes.
const NEAR: usize = 1 << 9;

/// The heading of a table of moves or pieces, with the columns of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    pub separator: Separator,
    /// Column of the a-file.
    pub first: usize,
    /// Number of files: 8 or 9.
    pub files: usize,
    /// Whether the column before the files has the ranks, as in a table of pieces.
    pub ranks: bool,
    pub columns: usize,
    /// Whether the lines of the table begin with a cell rather than a separator.
    bare: bool,
}

impl Heading {
    /// Parses a line as a heading: cells with consecutive file letters.
    pub fn of<'t>(text: &'t str, line: Range<usize>, cells: &mut Vec<Cell<'t>>) -> Option<Heading> {
        let bytes = &text.as_bytes()[line.clone()];
        if bytes.len() > LONGEST_HEADING || memchr::memchr2(b'h', b'H', bytes).is_none() {
            return None;
        }
        Separator::on(text.slice(line.clone())).find_map(|separator| {
            separator.cells(text, line.clone(), cells);
            let is_file = |n: usize, file: u8| {
                let cell = cells.get(n).map_or("", |it| it.text.trim());
                cell.len() == 1 && cell.as_bytes()[0].to_ascii_lowercase() == file
            };
            let first = (0..cells.len())
                .find(|&n| (b'a'..=b'h').enumerate().all(|(k, file)| is_file(n + k, file)))?;
            let ranks = first > 0 && Label::of(&cells[first - 1].text) == Some(Label::Rank);
            // In a diagram, the upper ranks are below the files, or the lower ones above them, with no row
            // below.
            let from = text.ceil_char_boundary(line.start.saturating_sub(NEAR));
            let below = numbers(text.slice(line.end..line.end + NEAR).lines(), separator);
            let above = numbers(text.slice(from..line.start).lines().rev(), separator);
            let is_last = below.first().is_none_or(Option::is_none);
            // The numbers of moves have a heading of their own.
            let is_labelled = first > 0 && rows::filled(&cells[first - 1].text).is_some();
            if !ranks
                && !is_labelled
                && (below == [Some(8), Some(7)] || is_last && above == [Some(1), Some(2)])
            {
                return None;
            }
            let files = 8 + usize::from(is_file(first + 8, b'i'));
            let content = text.slice(line.clone()).trim();
            let (begins, ends) =
                (separator.frames(content.chars().next()), separator.frames(content.chars().last()));
            let bare = separator.delimiter().is_none() && (!begins || first == 0 && !ends);
            // The file letters then follow a blank cell.
            let blank = usize::from(bare && begins);
            Some(Heading {
                separator,
                first: first + blank,
                files,
                ranks,
                columns: cells.len() + blank,
                bare,
            })
        })
    }

    /// Lists the cells of a line under this heading. On lines without frames, a blank first cell is inserted,
    /// unless they are too long for it.
    pub fn cells<'t>(&self, text: &'t str, line: Range<usize>, cells: &mut Vec<Cell<'t>>) {
        self.separator.cells(text, line.clone(), cells);
        let first = text.slice(line.clone()).trim_start().chars().next();
        if self.bare && cells.len() < self.columns && self.separator.frames(first) {
            cells.insert(0, Cell { text: "".into(), span: line.start..line.start });
        }
    }

    /// Parses the cells of a line under this heading as a row.
    pub fn row(&self, cells: &[Cell<'_>]) -> Option<Row> {
        let number_cell =
            self.first.checked_sub(1).and_then(|n| cells.get(n)).map_or("", |it| it.text.trim());
        let number = rows::number(number_cell);
        let is_wordy = |it: &Cell<'_>| it.text.chars().filter(|it| it.is_alphabetic()).count() > 2;
        let end = cells.len().min(self.first + self.files);
        let filled = cells[self.first.min(end)..end].iter().filter(|it| rows::filled(&it.text).is_some());
        let count = filled.clone().count();
        if number.is_none() && rows::filled(number_cell).is_some() {
            // Words in the number column, such as `Black`, are a remark on a move.
            let is_remark = (1..=2).contains(&count)
                && filled.clone().all(|it| it.text.trim().len() <= LONGEST_CELL && !is_wordy(it))
                && matches!(Label::leading(number_cell), None | Some((Label::Field(Field::Name(_)), None)));
            if !is_remark {
                return None;
            }
        }
        // A line of another sheet's first part may stand under these columns.
        let labels = filled
            .filter(|it| is_wordy(it))
            .any(|it| Label::leading(&it.text).is_some() || it.text.contains("<input"));
        (!labels && (number.is_some() || count > 0)).then_some(Row { number, filled: count })
    }
}

/// Returns the leading number, if any, of each of the first two lines that have cells.
fn numbers<'t>(lines: impl Iterator<Item = &'t str>, separator: Separator) -> Vec<Option<u32>> {
    let number = |line: &str| {
        let cells = line.trim_start_matches([' ', '|']);
        cells.slice(..cells.leading(|it| it.is_ascii_digit())).parse().ok()
    };
    lines.filter(|it| separator.is_in(it) && !is_rule(it)).take(2).map(number).collect()
}

/// The properties of a row that decide where a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub number: Option<u32>,
    /// Number of filled file cells.
    pub filled: usize,
}

/// Longest text of a move in its cell, in bytes.
const LONGEST_CELL: usize = 16;

/// The lines of a range of text, without their line ends.
#[derive(Clone)]
pub struct TextLines<'t> {
    pub text: &'t str,
    pub range: Range<usize>,
}

impl Iterator for TextLines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let Range { start, end } = self.range;
        if start >= end {
            return None;
        }
        let bytes = &self.text.as_bytes()[..end];
        let line = start..lex::line_end(bytes, start);
        self.range.start = lex::after_line_end(bytes, line.end);
        Some(line)
    }
}

/// Kind of a scoresheet's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Blank, or a rule.
    Drawn,
    Heading(Heading),
    Row(Heading, Row),
    /// The word for notes, and whether notes follow.
    Notes(bool),
    /// A line of the notes: its cells, or its text as the only cell.
    Note,
    EndOfNotes,
    /// Any other line.
    Words,
}

pub struct Lines<'t> {
    lines: TextLines<'t>,
    /// The cells of the last line, if it is a heading, a row or a note.
    pub cells: Vec<Cell<'t>>,
    heading: Option<Heading>,
    notes: Notes,
}

/// State at the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notes {
    Outside,
    /// After a line of notes in separated values; a further one begins with this delimiter.
    After(u8),
    /// Inside a fence of this many backticks.
    Fenced(usize),
}

/// Returns the number of backticks of a Markdown fence, and whether it may end notes as well as begin them.
fn fence(line: &str) -> Option<(usize, bool)> {
    let line = line.trim();
    let len = line.bytes().take_while(|it| *it == b'`').count();
    (len >= 3 && !line.slice(len..).contains('`')).then_some((len, line.len() == len))
}

impl Iterator for Lines<'_> {
    type Item = (Range<usize>, Line);

    fn next(&mut self) -> Option<(Range<usize>, Line)> {
        let line = self.lines.next()?;
        let kind = self.kind(line.clone());
        Some((line, kind))
    }
}

impl<'t> Lines<'t> {
    /// Returns the lines of the scoresheet in this range of text.
    pub fn new(text: &'t str, range: Range<usize>) -> Lines<'t> {
        let lines = TextLines { text, range };
        Lines { lines, cells: Vec::new(), heading: None, notes: Notes::Outside }
    }

    fn kind(&mut self, line: Range<usize>) -> Line {
        let text = self.lines.text;
        let content = text.slice(line.clone());
        match std::mem::replace(&mut self.notes, Notes::Outside) {
            Notes::Fenced(len) => {
                if matches!(fence(content), Some((closing, true)) if closing >= len) {
                    return Line::EndOfNotes;
                }
                self.notes = Notes::Fenced(len);
                let is_escaped = content.starts_with('\\')
                    && Beginning::of(content.trim_start_matches('\\').as_bytes()).is_some();
                let span = line.start + usize::from(is_escaped)..line.end;
                self.cells.clear();
                self.cells.push(Cell { text: text.slice(span.clone()).into(), span });
                return Line::Note;
            }
            Notes::After(delimiter) if content.as_bytes().first() == Some(&delimiter) => {
                return self.note(line, delimiter);
            }
            _ => {}
        }
        if is_rule(content) {
            return Line::Drawn;
        }
        if let Some(heading) = self.heading
            && Label::on(content) == Some(Label::Notes)
            && (content.len() < 60 || content.contains(['\t', ',', ';', '|']))
        {
            if let Some(delimiter) = heading.separator.delimiter() {
                return self.note(line, delimiter);
            }
            let mut after = self.lines.clone();
            let fence =
                after.find_map(|it| Some(text.slice(it).trim()).filter(|it| !it.is_empty()).map(fence));
            if let Some((len, _)) = fence.flatten() {
                self.lines = after;
                self.notes = Notes::Fenced(len);
            }
            return Line::Notes(self.notes != Notes::Outside);
        }
        if let Some(heading) = Heading::of(text, line.clone(), &mut self.cells) {
            self.heading = Some(heading);
            return Line::Heading(heading);
        }
        if let Some(heading) = self.heading.filter(|it| it.separator.is_in(content)) {
            heading.cells(text, line, &mut self.cells);
            if let Some(row) = heading.row(&self.cells) {
                return Line::Row(heading, row);
            }
        }
        Line::Words
    }

    /// Reads a line of notes in separated values.
    fn note(&mut self, line: Range<usize>, delimiter: u8) -> Line {
        self.notes = Notes::After(delimiter);
        let heading = self.heading.map(|it| it.separator);
        heading.unwrap_or(Separator::Tab).cells(self.lines.text, line, &mut self.cells);
        self.cells.remove(0);
        Line::Note
    }
}

/// What a text begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// A scoresheet.
    Sheet,
    /// Prose with a scoresheet below it.
    Prose,
    /// Words, or nothing.
    Words,
    /// A tag, a comment or a move.
    Game,
}

/// Returns what a text begins with; `None` if more of it is needed, which `complete` rules out.
pub fn begins(text: &str, complete: bool) -> Option<Begins> {
    let mut cells = Vec::new();
    let (mut is_first, mut has_prose) = (true, false);
    for line in (TextLines { text, range: 0..text.len() }) {
        let content = text.slice(line.clone()).trim_start_matches(['\u{feff}', ' ']);
        let ended = line.end < text.len() || complete;
        if ended
            && (Heading::of(text, line, &mut cells).is_some() || Beginning::of(content.as_bytes()).is_some())
        {
            return Some(if has_prose { Begins::Prose } else { Begins::Sheet });
        }
        // Plain moves needn't wait: a grid would have been recognised by now.
        if content.starts_with(['[', '{', '%', '(']) || ended && first_move(content).is_some() {
            return Some(if is_first { Begins::Game } else { Begins::Words });
        }
        has_prose |= !content.contains(['\t', '|']) && is_prose(content);
        is_first &= content.trim().is_empty();
    }
    complete.then_some(Begins::Words)
}

/// Returns the look of the move with which a line begins, perhaps after its number; `None` if there is none,
/// or the line is a row of a table.
fn first_move(line: &str) -> Option<Look> {
    let mut words = line.split_whitespace();
    let word = words.next()?;
    let is_plain = !line.contains(['\t', '|', ',']);
    let look = match lex::leading_number(word) {
        Some((_, rest)) if rest.is_empty() || rest.starts_with('.') => {
            let glued = rest.trim_start_matches(['.', '…']);
            let text = if glued.is_empty() { words.next()? } else { glued };
            Some(Look::of(text)).filter(|it| !matches!(it, Look::Number(_) | Look::Words))
        }
        // A heading's number is followed by a word, a move number by a move.
        Some(_) => None,
        None => Some(Look::of(word)).filter(|it| *it == Look::Move),
    };
    look.filter(|_| is_plain)
}

/// Returns the last offset at or after `from` at which a sheet certainly begins, whatever precedes it: where
/// the notes of another sheet end.
pub fn last_boundary(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::rfind_iter(&bytes[from..], BEGINNING.as_bytes())
        .map(|n| from + n)
        .map(|at| if bytes[..at].ends_with(b"| ") { at - 2 } else { at })
        .find(|&at| is_boundary(bytes, at))
}

/// Whether a sheet certainly begins here, after the notes of another.
fn is_boundary(bytes: &[u8], at: usize) -> bool {
    if at == 0 || !lex::is_line_end(bytes[at - 1]) {
        return false;
    }
    let Some(beginning) = Beginning::of(&bytes[at..]) else { return false };
    // Tabs separate cells, so they aren't trimmed.
    let before = &bytes[..bytes[..at].iter().rposition(|it| !lex::is_line_end(*it)).map_or(0, |n| n + 1)];
    let line = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |n| n + 1);
    let line = &before[line..];
    match beginning {
        Beginning::Piped => line.len() > 2 && line.iter().all(|it| *it == b'`'),
        Beginning::Separated(delimiter) => {
            line.strip_prefix(b"NOTES").unwrap_or(line).first() == Some(&delimiter)
        }
    }
}

/// Returns the end of the game whose sheet begins at this offset.
///
/// A game ends before a line that certainly begins a sheet; after its notes, at the next blank line (in
/// Markdown, after the closing fence) or at a row with a first cell; before the first part of another sheet,
/// unless its move numbers continue, as on a game's second page; before a heading after which the numbers
/// start again.
pub fn extent(text: &str, start: usize) -> GameEnd {
    let mut extent = Extent::default();
    let mut is_after_notes = false;
    for (line, kind) in Lines::new(text, start..text.len()) {
        let is_new = line.start > start && is_boundary(text.as_bytes(), line.start);
        let is_note = matches!(kind, Line::Note | Line::Notes(true) | Line::EndOfNotes);
        let end = match kind {
            _ if is_new => Some(line.start),
            _ if is_note => None,
            // After a fence, the blank line belongs to the next game.
            _ if is_after_notes && text.slice(line.clone()).trim().is_empty() && !extent.is_fenced => {
                Some(line.end)
            }
            _ if is_after_notes => Some(line.start),
            _ => extent.line(kind, line.start, || Label::on(text.slice(line.clone()))),
        };
        if let Some(at) = end {
            return GameEnd { at, decided: true };
        }
        is_after_notes |= is_note;
        extent.is_fenced |= kind == Line::EndOfNotes;
    }
    GameEnd { at: text.len(), decided: false }
}

/// The state of a game before its end.
#[derive(Default)]
struct Extent {
    /// Last move number.
    last: Option<u32>,
    /// Number of rows of moves so far.
    rows: usize,
    /// Whether the notes were in a fence, now closed.
    is_fenced: bool,
    /// Lines that may belong to another sheet.
    next: Option<NextSheet>,
}

/// Lines after moves that may belong to another sheet.
#[derive(Clone, Copy)]
struct NextSheet {
    at: usize,
    /// Whether they name the players.
    labelled: bool,
    /// Whether there is a heading among them.
    headed: bool,
}

impl Extent {
    /// Reads a line outside the notes, with its leading label; returns the end of the game if the line ends
    /// it.
    fn line(&mut self, line: Line, start: usize, label: impl FnOnce() -> Option<Label>) -> Option<usize> {
        match line {
            Line::Row(heading, row) => return self.row(heading, row),
            Line::Heading(_) | Line::Words if self.rows > 0 => {
                let named = Some(label()).filter(|_| line == Line::Words).flatten();
                let next = self.next.get_or_insert(NextSheet { at: start, labelled: false, headed: false });
                next.headed |= line != Line::Words;
                next.labelled |= matches!(named, Some(Label::Field(Field::Event | Field::Name(_))));
            }
            _ => {}
        }
        None
    }

    fn row(&mut self, heading: Heading, row: Row) -> Option<usize> {
        let pieces = heading.ranks || row.filled == heading.files;
        if let Some(next) = self.next.take().filter(|it| it.headed) {
            let goes_on = self
                .last
                .is_some_and(|last| row.number.is_some_and(|it| it > 1 && (last..=last + 1).contains(&it)));
            let begins = pieces || row.number == Some(1) && self.last.is_some();
            if begins || next.labelled && !goes_on {
                return Some(next.at);
            }
        }
        if !pieces {
            self.rows += 1;
            self.last = row.number.or(self.last);
        }
        None
    }
}

/// Fewest words of a line of prose.
const PROSE: usize = 12;

/// Whether a line is prose rather than a title.
pub fn is_prose(line: &str) -> bool {
    line.split_whitespace().count() >= PROSE
}
