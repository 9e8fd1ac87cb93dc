//! The boundaries of scoresheets.

use std::ops::Range;

use super::{BEGINNING, is_beginning, labels::Label};
use crate::layout::{
    GameEnd,
    pgn::lex,
    rows::{Cell, Separator, is_blank, is_rule},
    scoresheet::Field,
};
use crate::slice::Slice as _;

/// A grid must be recognisable within this many bytes at the beginning of an input.
const SNIFFED: usize = 16 << 10;

/// Longest heading.
const LONGEST_HEADING: usize = 1000;

/// The heading of a table of moves or pieces, with the columns of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The separator of the cells.
    pub separator: Separator,
    /// The column of the a-file.
    pub first: usize,
    /// The number of files: 8 or 9.
    pub files: usize,
    /// Whether the column before them has the ranks, in a table of pieces.
    pub ranks: bool,
    /// The number of columns.
    pub columns: usize,
    /// Whether the lines of the table begin with a cell rather than a separator.
    bare: bool,
}

impl Heading {
    /// Returns the heading on a line, if it is one: cells with consecutive file letters.
    pub fn of<'t>(text: &'t str, line: Range<usize>, cells: &mut Vec<Cell<'t>>) -> Option<Heading> {
        let bytes = &text.as_bytes()[line.clone()];
        if bytes.len() > LONGEST_HEADING || memchr::memchr2(b'h', b'H', bytes).is_none() {
            return None;
        }
        Separator::ALL.into_iter().filter(|it| it.is_in(text.slice(line.clone()))).find_map(|separator| {
            separator.cells(text, line.clone(), cells);
            let is_file = |n: usize, file: u8| {
                let cell = cells.get(n).map_or("", |it| it.text.trim());
                cell.len() == 1 && cell.as_bytes()[0].to_ascii_lowercase() == file
            };
            let first = (0..cells.len())
                .find(|&n| (b'a'..=b'h').enumerate().all(|(k, file)| is_file(n + k, file)))?;
            let ranks = first > 0 && Label::of(&cells[first - 1].text) == Some(Label::Rank);
            let files = 8 + usize::from(is_file(first + 8, b'i'));
            let content = text.slice(line.clone()).trim();
            let (begins, ends) =
                (separator.frames(content.chars().next()), separator.frames(content.chars().last()));
            let bare = separator.delimiter().is_none() && (!begins || first == 0 && !ends);
            // The letters of the files then follow a blank cell.
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

    /// Returns the row on a line under this heading, if it is one.
    pub fn row(&self, cells: &[Cell<'_>]) -> Option<Row> {
        let number_cell =
            self.first.checked_sub(1).and_then(|n| cells.get(n)).map_or("", |it| it.text.trim());
        let number = number(number_cell);
        let end = cells.len().min(self.first + self.files);
        let filled = cells[self.first.min(end)..end].iter().filter(|it| !is_blank(&it.text));
        let count = filled.clone().count();
        if number.is_none() && !is_blank(number_cell) {
            // Words in the number column, such as `Black`, are a remark on a move.
            let is_remark = (1..=2).contains(&count)
                && filled.clone().all(|it| it.text.trim().len() <= LONGEST_CELL && !is_wordy(&it.text))
                && Label::of(number_cell).is_none_or(|it| matches!(it, Label::Field(Field::Name(_))))
                && Label::with_value(number_cell).is_none();
            if !is_remark {
                return None;
            }
        }
        // Under these columns there may be a line of another sheet's first part.
        let labels = filled.filter(|it| is_wordy(&it.text)).any(|it| {
            Label::of(&it.text).is_some()
                || Label::with_value(&it.text).is_some()
                || it.text.contains("<input")
        });
        (!labels).then_some(Row { number, filled: count })
    }
}

/// The features of a row that matter for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The move number.
    pub number: Option<u32>,
    /// The number of filled file cells.
    pub filled: usize,
}

/// Longest text of a move in its cell, in bytes.
const LONGEST_CELL: usize = 16;

/// Returns a move number in the number column: `12`, `12.`, `01`.
pub fn number(cell: &str) -> Option<u32> {
    let digits = cell.len() - cell.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let ends = cell.slice(digits..).trim_matches(['.', ')', ':', '…', ' ']).is_empty();
    if ends { cell.slice(..digits).parse().ok() } else { None }
}

/// Whether a cell has more letters than a move has.
fn is_wordy(cell: &str) -> bool {
    cell.chars().filter(|it| it.is_alphabetic()).count() > 2
}

/// Returns the lines of a range of text, without their line ends.
pub fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let bytes = &text.as_bytes()[..range.end];
    let mut at = range.start;
    std::iter::from_fn(move || {
        if at >= bytes.len() {
            return None;
        }
        let line = at..lex::line_end(bytes, at);
        at = line.end + if bytes[line.end..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(line)
    })
}

/// Returns the number of backticks of a Markdown fence, and whether it may end notes as well as begin them.
pub fn fence(line: &str) -> Option<(usize, bool)> {
    let line = line.trim();
    let len = line.bytes().take_while(|it| *it == b'`').count();
    (len >= 3 && !line.slice(len..).contains('`')).then_some((len, line.len() == len))
}

/// Whether the line begins the notes; in a row, with a cell of its own.
pub fn begins_notes(line: &str) -> bool {
    // The word must be short, or in a cell of its own.
    let first = line.trim_start_matches(['|', ' ', '#', '*']).split(['\t', ',', ';', '|', ':', '*']).next();
    first.is_some_and(|it| Label::of(it) == Some(Label::Notes))
        && (line.len() < 60 || line.contains(['\t', ',', ';', '|']))
}

/// Whether the first cell of a row is blank.
pub fn continues_notes(line: &str, separator: Separator) -> bool {
    separator.delimiter().is_some_and(|it| line.as_bytes().first() == Some(&it))
}

/// Whether an input that begins with these bytes is a grid; `None` if more of it is needed, which `whole`
/// rules out.
pub fn is_grid(beginning: &[u8], whole: bool) -> Option<bool> {
    let seen = &beginning[..beginning.len().min(SNIFFED)];
    let complete = whole || beginning.len() >= SNIFFED;
    let text = String::from_utf8_lossy(seen);
    let mut cells = Vec::new();
    for line in lines(&text, 0..text.len()) {
        let content = text.slice(line.clone()).trim_start_matches(['\u{feff}', ' ']);
        let ended = line.end < text.len() || complete;
        if ended && (Heading::of(&text, line, &mut cells).is_some() || is_beginning(content.as_bytes())) {
            return Some(true);
        }
        if content.starts_with(['[', '{', '%', '(']) {
            return Some(false);
        }
        // Plain moves are not held back: a grid would have been recognised by now.
        if ended && begins_with_a_move(content) {
            return Some(false);
        }
    }
    complete.then_some(false)
}

/// Whether a text begins with words rather than with tags, comments or moves.
pub fn begins_with_words(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().find(|it| !it.trim().is_empty());
    first.is_some_and(|it| !it.starts_with(['[', '{', '%', '(']) && !begins_with_a_move(it))
}

/// Whether the line begins with a move number and dots, or with a word that may be a move, and is not a row
/// of a table.
fn begins_with_a_move(line: &str) -> bool {
    let line = line.trim_start();
    let word = line.split_whitespace().next().unwrap_or("");
    let digits = word.len() - word.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    // A heading's number is followed by a word, a move number by the text of the move.
    let glued = word.slice(digits..).trim_start_matches(['.', '…']);
    let text = if glued.is_empty() {
        line.slice(word.len()..).split_whitespace().next().unwrap_or("")
    } else {
        glued
    };
    let digits_only = text.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let says_move = text.contains(|it: char| it.is_ascii_digit()) && (!digits_only || text.len() > 3)
        || text.starts_with("O-O");
    let numbered = (1..=3).contains(&digits)
        && (digits == word.len() || word.slice(digits..).starts_with('.'))
        && says_move;
    let like_a_move = word.len() <= 7 && digits == 0 && word.bytes().any(|it| it.is_ascii_digit());
    (numbered || like_a_move) && !line.contains(['\t', '|', ','])
}

/// Returns the last offset at or after `from` at which a sheet certainly begins, whatever precedes it: where
/// the notes of another one end.
pub fn last_boundary(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::rfind_iter(&bytes[from..], BEGINNING.as_bytes())
        .map(|n| from + n)
        .map(|at| if bytes[..at].ends_with(b"| ") { at - 2 } else { at })
        .find(|&at| is_boundary(bytes, at))
}

/// Whether a sheet certainly begins here, after the notes of another one.
fn is_boundary(bytes: &[u8], at: usize) -> bool {
    if at == 0 || !lex::is_line_end(bytes[at - 1]) || !is_beginning(&bytes[at..]) {
        return false;
    }
    // Tabs separate cells.
    let before = &bytes[..bytes[..at].iter().rposition(|it| !lex::is_line_end(*it)).map_or(0, |n| n + 1)];
    let line = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |n| n + 1);
    let line = &before[line..];
    match bytes[at] {
        b'|' => line.len() > 2 && line.iter().all(|it| *it == b'`'),
        _ => {
            let delimiter = bytes[at + BEGINNING.len()];
            let line = line.strip_prefix(b"NOTES").unwrap_or(line);
            line.first() == Some(&delimiter)
        }
    }
}

/// Returns the end of the game whose sheet begins at this offset.
///
/// A game ends before a line that certainly begins a sheet; after its notes, at the next blank line (in
/// Markdown, after the closing fence) or a row with a first cell; before the first part of another sheet,
/// unless its move numbers continue, as on the second page of a game; before a heading after which the
/// numbers start again.
pub fn extent(text: &str, start: usize) -> GameEnd {
    let mut extent =
        Extent { text, start, cells: Vec::new(), heading: None, last: None, rows: 0, next: None };
    match extent.find() {
        Some(at) => GameEnd { at, decided: true },
        None => GameEnd { at: text.len(), decided: false },
    }
}

struct Extent<'t> {
    text: &'t str,
    start: usize,
    cells: Vec<Cell<'t>>,
    heading: Option<Heading>,
    /// The last move number.
    last: Option<u32>,
    /// The number of rows of moves so far.
    rows: usize,
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

/// The state of reading the notes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notes {
    None,
    /// The word has been read; in Markdown, a fence may follow.
    Begun,
    /// Inside a fence of this many backticks.
    Fenced(usize),
    /// After the closing fence.
    Over,
}

impl<'t> Extent<'t> {
    fn find(&mut self) -> Option<usize> {
        let text = self.text;
        let mut notes = Notes::None;
        for line in lines(text, self.start..text.len()) {
            let content = text.slice(line.clone());
            if line.start > self.start && is_boundary(text.as_bytes(), line.start) {
                return Some(line.start);
            }
            let blank = content.trim().is_empty();
            let separator = self.heading.map_or(Separator::Pipe, |it| it.separator);
            match notes {
                Notes::Fenced(len) => {
                    if matches!(fence(content), Some((n, true)) if n >= len) {
                        notes = Notes::Over;
                    }
                    continue;
                }
                Notes::Over => return Some(line.start),
                Notes::Begun => match fence(content) {
                    Some((len, _)) => {
                        notes = Notes::Fenced(len);
                        continue;
                    }
                    None if continues_notes(content, separator) => continue,
                    None if !blank && separator.delimiter().is_some() => {
                        return Some(line.start);
                    }
                    None if blank && separator.delimiter().is_some() => {
                        return Some(line.end);
                    }
                    None => {}
                },
                Notes::None => {}
            }
            if is_rule(content) {
                continue;
            }
            if self.heading.is_some() && begins_notes(content) {
                notes = Notes::Begun;
                continue;
            }
            if let Some(at) = self.line(line) {
                return Some(at);
            }
        }
        None
    }

    /// Reads a line outside the notes. Returns the end of the game, if the line ends it.
    fn line(&mut self, line: Range<usize>) -> Option<usize> {
        if let Some(heading) = Heading::of(self.text, line.clone(), &mut self.cells) {
            self.heading = Some(heading);
            if self.rows > 0 {
                let next =
                    self.next.get_or_insert(NextSheet { at: line.start, labelled: false, headed: true });
                next.headed = true;
            }
            return None;
        }
        if let Some(heading) = self.heading
            && heading.separator.is_in(self.text.slice(line.clone()))
        {
            heading.cells(self.text, line.clone(), &mut self.cells);
            if let Some(row) = heading.row(&self.cells)
                && (row.number.is_some() || row.filled > 0)
            {
                return self.row(heading, row);
            }
        }
        if self.rows > 0 {
            let labelled = self.is_labelled(line.clone());
            let next = self.next.get_or_insert(NextSheet { at: line.start, labelled: false, headed: false });
            next.labelled |= labelled;
        }
        None
    }

    fn row(&mut self, heading: Heading, row: Row) -> Option<usize> {
        let pieces = heading.ranks || row.filled == heading.files;
        if let Some(next) = self.next.take()
            && next.headed
        {
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

    /// Whether the line names the tournament or a player.
    fn is_labelled(&self, line: Range<usize>) -> bool {
        let content = self.text.slice(line);
        let separators = ['\t', '|', ',', ';', '│', '┃', '║', ':'];
        let first = content.split(separators).map(str::trim).find(|it| !it.is_empty());
        first.is_some_and(|it| matches!(Label::of(it), Some(Label::Field(Field::Event | Field::Name(_)))))
    }
}
