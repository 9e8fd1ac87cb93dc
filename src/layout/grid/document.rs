//! Scoresheets in the text of a document.

use std::ops::Range;

use super::{
    extent::{Heading, begins_notes, extent, lines},
    labels::Label,
    read::read,
};
use crate::{
    diagnostics::Problem,
    layout::{
        Event,
        rows::{Cell, is_rule},
    },
    resolve::Notations,
    slice::Slice as _,
};

/// Returns the range of the next scoresheet at or after this offset.
///
/// A table of moves is one if its first number is 1 and its first move is legal: the tables of a text on the notation begin
/// anywhere. Its first part is above it, and a line without a label above that. It ends at the first line that is no row.
pub fn next(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = lines(text, from..text.len());
    let mut document = Document { text, rest, lines: Vec::new(), cells: Vec::new() };
    let mut n = 0;
    while document.has(n) {
        if let Some(sheet) = document.sheet(n) {
            return Some(sheet);
        }
        n += 1;
    }
    None
}

/// A line of this many words is prose.
const PROSE: usize = 12;

/// Whether there is prose before the first table of a text.
pub fn follows_prose(text: &str) -> bool {
    let mut cells = Vec::new();
    let mut before =
        lines(text, 0..text.len()).take_while(|line| Heading::of(text, line.clone(), &mut cells).is_none());
    before.any(|line| {
        let content = text.slice(line);
        !content.contains(['\t', '|']) && is_prose(content)
    })
}

/// Whether a line is prose rather than a title.
pub fn is_prose(line: &str) -> bool {
    line.split_whitespace().count() >= PROSE
}

struct Document<'t, I> {
    text: &'t str,
    /// The lines that have not been needed so far.
    rest: I,
    lines: Vec<Range<usize>>,
    cells: Vec<Cell<'t>>,
}

impl<'t, I: Iterator<Item = Range<usize>>> Document<'t, I> {
    /// Whether there is a line of this number.
    fn has(&mut self, line: usize) -> bool {
        while self.lines.len() <= line {
            match self.rest.next() {
                Some(next) => self.lines.push(next),
                None => return false,
            }
        }
        true
    }

    /// Returns the first line from this one on that is not blank.
    fn filled(&mut self, mut line: usize) -> Option<usize> {
        while self.has(line) {
            let content = self.content(line);
            if !content.trim().is_empty() && !is_rule(content) {
                return Some(line);
            }
            line += 1;
        }
        None
    }

    /// Returns the range of the sheet whose moves have their heading on this line.
    fn sheet(&mut self, heading: usize) -> Option<Range<usize>> {
        let found = Heading::of(self.text, self.lines[heading].clone(), &mut self.cells)?;
        let first = self.filled(heading + 1)?;
        let row = self.row(found, first)?;
        if found.ranks || row.0 != Some(1) || row.1 == 0 {
            return None;
        }
        let above = self.first_line(heading);
        let start = self.lines[above].start;
        let end = self.end(found, first, start);
        let sheet = read(self.text, start..end, &Notations::any());
        let is_game = sheet.game.events.iter().any(|it| matches!(it, Event::Ply(..)))
            || sheet.diagnostics.iter().any(|it| it.problem == Problem::NoPieces);
        is_game.then_some(start..end)
    }

    fn content(&self, line: usize) -> &'t str {
        self.text.slice(self.lines[line].clone())
    }

    /// Returns the number and the count of filled cells of a row under this heading, if the line is one.
    fn row(&mut self, heading: Heading, line: usize) -> Option<(Option<u32>, usize)> {
        if !heading.separator.is_in(self.content(line)) {
            return None;
        }
        heading.cells(self.text, self.lines[line].clone(), &mut self.cells);
        let row = heading.row(&self.cells)?;
        (row.number.is_some() || row.filled > 0).then_some((row.number, row.filled))
    }

    /// Returns the first line of the sheet with this heading.
    fn first_line(&mut self, heading: usize) -> usize {
        let mut first = heading;
        let mut labelled = false;
        for n in (0..heading).rev() {
            let content = self.content(n);
            if content.trim().is_empty() || is_rule(content) {
                continue;
            }
            let is_part = self.is_labelled(n) || self.is_of_pieces(n);
            // The line above them is the tournament.
            let is_title = !is_part && labelled && !content.contains(['\t', '|']) && !is_prose(content);
            if is_part || is_title {
                first = n;
                labelled |= is_part;
            }
            if !is_part {
                break;
            }
        }
        first
    }

    /// Whether the first filled cell of a line is a label, with or without a value.
    fn is_labelled(&self, line: usize) -> bool {
        let separators = ['\t', '|', '│', '┃', '║', ',', ';', ':'];
        let first = self.content(line).split(separators).map(str::trim).find(|it| !it.is_empty());
        first.is_some_and(|it| Label::of(it).is_some() || Label::with_value(it).is_some())
    }

    /// Whether a line belongs to a table of pieces: its heading, or a row with a cell for each file.
    fn is_of_pieces(&mut self, line: usize) -> bool {
        if Heading::of(self.text, self.lines[line].clone(), &mut self.cells).is_some() {
            return true;
        }
        let cells = self.content(line).split(['\t', '|']).map(str::trim).filter(|it| !it.is_empty());
        cells.clone().count() == 8
            && cells.clone().all(|it| it.chars().count() <= 2 && it.chars().any(|it| !it.is_ascii_digit()))
    }

    /// Returns the end of the sheet that begins at `start`, the first row of whose moves is on this line.
    fn end(&mut self, mut heading: Heading, first: usize, start: usize) -> usize {
        let mut end = self.lines[first].end;
        let mut next = first + 1;
        while let Some(n) = self.filled(next) {
            next = n + 1;
            let content = self.content(n);
            if begins_notes(content) {
                return extent(self.text, start).at;
            }
            if let Some(repeated) = Heading::of(self.text, self.lines[n].clone(), &mut self.cells) {
                heading = repeated;
                continue;
            }
            match self.row(heading, n) {
                Some((Some(1), _)) | None => break,
                Some(_) => end = self.lines[n].end,
            }
        }
        end
    }
}
