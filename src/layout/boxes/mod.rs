//! Pages of words with their boxes, as written by recognisers (hOCR, ALTO) and `pdftotext -bbox-layout`.
//!
//! The blocks and lines of the file aren't used: only the positions of the words decide what belongs together
//! ([`geometry`], [`columns`]), whatever their order in the file. The words become lines of text for the
//! reader of printed pages: rows of moves separate from other words ([`rows`]), without running heads and
//! page numbers ([`furniture`]).

mod columns;
mod furniture;
mod geometry;
mod number;
mod rows;
mod xml;

use std::{borrow::Cow, mem, ops::Range};

use self::{
    geometry::Word,
    rows::{Count, Item, Row},
};
use super::{Event, Game};
use crate::{
    chess::{Comment, CommentKind},
    diagnostics::{Diagnostic, Located, Problem},
    events::Depth,
    io::encoding,
};

pub use xml::is_boxes;

#[derive(Debug, Default)]
pub struct PageText {
    pub text: String,
    /// The problems found, by offset in the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Offsets in the text, each with its offset in the XML.
    places: Vec<(usize, usize)>,
    /// Offsets in the XML, each with its line and column.
    lines: Vec<(usize, (u64, usize))>,
    /// Offsets in the text at which pages begin, each with the label of the page.
    pages: Vec<(usize, String)>,
    /// Whether the last line is a row of moves; `None` before the first line.
    was_row: Option<bool>,
}

/// Longest note between two rows, in lines.
const LONGEST_NOTE: usize = 100;

/// Space between two cells of a line.
const BETWEEN: &str = "      ";

pub fn read(xml: &str) -> PageText {
    let mut document = xml::read(xml);
    for page in &mut document.pages {
        let unit = geometry::unit(&page.words);
        geometry::straighten(&mut page.words, unit);
    }
    let removed = furniture::remove(&mut document.pages);
    let numbers: Vec<Option<u32>> = removed.iter().map(|it| it.iter().find_map(|left| left.number)).collect();
    let mut count = Count::default();
    let mut items = Vec::new();
    for (n, page) in document.pages.iter().enumerate() {
        let unit = geometry::unit(&page.words);
        let columns = columns::columns(page.words.iter().collect(), unit);
        let of_page = columns.into_iter().flat_map(|it| rows::items(it, unit, &mut count));
        items.extend(of_page.map(|it| (n, it)));
    }
    let mut text = PageText::default();
    for (n, (page, removed)) in document.pages.iter().zip(&removed).enumerate() {
        let here = text.text.len();
        text.pages.push((here, page.label.clone().unwrap_or_else(|| label(&numbers, n))));
        let left_out =
            |it: &furniture::LeftOut| Diagnostic::note(here..here, Problem::RunningHead(it.text.clone()));
        text.diagnostics.extend(removed.iter().map(left_out));
        for at in items.partition_point(|it| it.0 < n)..items.partition_point(|it| it.0 <= n) {
            text.item(&items, at);
        }
    }
    if text.places.is_empty() && document.problems.is_empty() {
        document.problems.push((0, Problem::NoWords));
    }
    for (at, problem) in document.problems {
        let end = text.text.len();
        text.places.push((end, at));
        text.diagnostics.push(Diagnostic::error(end..end, problem));
        // Each needs an offset of its own.
        text.text.push('\n');
    }
    text.number_lines(xml);
    text
}

/// Returns the number of a page: its own, or one counted from the nearest numbered page.
fn label(numbers: &[Option<u32>], n: usize) -> String {
    let near = |it: &usize| it.abs_diff(n);
    let known = (0..numbers.len()).filter(|it| numbers[*it].is_some()).min_by_key(near);
    let number = known.and_then(|it| (u64::from(numbers[it]?) + n as u64).checked_sub(it as u64));
    number.unwrap_or(n as u64 + 1).to_string()
}

/// Whether item `n` stands between rows of one game.
fn is_between_rows(items: &[(usize, Item<'_>)], n: usize) -> bool {
    let number = |it: &(usize, Item<'_>)| if let Item::Row(row) = &it.1 { Some(row.number) } else { None };
    let before = items[..n].iter().rev().take(LONGEST_NOTE).find_map(number);
    let after = items[n..].iter().take(LONGEST_NOTE).find_map(number);
    before.zip(after).is_some_and(|(before, after)| before <= after)
}

impl PageText {
    /// Translates the line and column of diagnostics to the XML; their spans are relative to offset `start`
    /// of the text.
    pub fn relocate(&self, located: &mut [Located], start: usize) {
        for it in located {
            let Range { start: from, end } = it.diagnostic.span;
            (it.line, it.column) = self.place(start + from);
            it.last = it.last.map(|_| self.place(start + end));
        }
    }

    /// Returns the line and column in the XML of the word at, or else before, an offset of the text.
    pub fn place(&self, at: usize) -> (u64, usize) {
        let n = self.places.partition_point(|it| it.0 <= at).saturating_sub(1);
        let Some((_, source)) = self.places.get(n) else { return (1, 1) };
        let n = self.lines.partition_point(|it| it.0 < *source);
        self.lines.get(n).map_or((1, 1), |it| it.1)
    }

    /// Replaces the line numbers in the first comment of a book's game, which are those of the text, by those
    /// of the XML.
    pub fn renumber(&self, game: &mut Game<'_>) {
        let Some(Event::Comment(comment)) = game.events.first_mut() else { return };
        let numbers = comment.text.strip_prefix("lines ").and_then(|it| it.split_once(" to "));
        let place = |number: &str| {
            let before = number.parse::<usize>().ok()?.checked_sub(1)?;
            let begin =
                before.checked_sub(1).map(|n| memchr::memchr_iter(b'\n', self.text.as_bytes()).nth(n));
            Some(self.place(begin.map_or(Some(0), |it| it.map(|it| it + 1))?).0)
        };
        if let Some((first, last)) = numbers.and_then(|(first, last)| Some((place(first)?, place(last)?))) {
            comment.text = Cow::Owned(format!("lines {} to {}", first.min(last), first.max(last)));
        }
    }

    /// Adds a comment with the page number where a game begins and where the page turns.
    pub fn refer(&self, game: &mut Game<'_>) {
        let (mut depth, mut last) = (Depth::default(), None);
        for event in mem::take(&mut game.events) {
            if let (true, Event::Ply(_, place)) = (depth.is_main(&event), &event)
                && self.page(place.start) != last
            {
                last = self.page(place.start);
                let text = last.map(|it| Cow::Owned(format!("p. {it}")));
                let comment = text.map(|text| Comment { kind: CommentKind::Text, text });
                game.events.extend(comment.map(Event::Comment));
            }
            game.events.push(event);
        }
    }

    /// Returns the label of the page on which an offset of the text lies.
    fn page(&self, at: usize) -> Option<&str> {
        let n = self.pages.partition_point(|it| it.0 <= at).checked_sub(1)?;
        Some(&self.pages[n].1)
    }

    /// Finds the line and column of each known offset in the XML.
    fn number_lines(&mut self, xml: &str) {
        let mut sources: Vec<usize> = self.places.iter().map(|it| it.1).collect();
        sources.sort_unstable();
        sources.dedup();
        let (mut line, mut column, mut at) = (1, 1, 0);
        let mut letters = xml.char_indices();
        for source in sources {
            while at < source {
                let Some((_, letter)) = letters.next() else { break };
                (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
                at = letters.offset();
            }
            self.lines.push((source, (line, column)));
        }
    }

    /// Adds the item `n` of these, each of which has its page.
    fn item(&mut self, items: &[(usize, Item<'_>)], n: usize) {
        let item = &items[n].1;
        let is_row = matches!(item, Item::Row(_));
        let begins = matches!(item, Item::Words(_, true));
        if self.was_row.is_some_and(|was| was != is_row || begins) {
            self.text.push('\n');
        }
        self.was_row = Some(is_row);
        match item {
            Item::Row(row) => self.row(row),
            Item::Words(cells, _) => {
                for (n, cell) in cells.iter().enumerate() {
                    self.text.push_str(if n > 0 { BETWEEN } else { "" });
                    self.words(cell);
                }
            }
        }
        // A note is a single line, so that no part of it begins like a row.
        let goes_on = matches!(items.get(n + 1), Some((_, Item::Words(_, false))));
        let is_note = !is_row && goes_on && is_between_rows(items, n);
        self.text.push(if is_note { ' ' } else { '\n' });
    }

    fn row(&mut self, row: &Row<'_>) {
        let start = self.text.len();
        if let Some(word) = row.printed.first() {
            self.places.push((start, word.at));
            self.text.push_str(&format!("{}. ", row.number));
        }
        if row.is_misread && !row.printed.is_empty() {
            let printed = row.printed.iter().map(|it| &*it.text).collect::<Vec<_>>().join(" ");
            let place = start..self.text.len() - 1;
            self.diagnostics.push(Diagnostic::note(place, Problem::MisreadNumber(printed)));
        }
        self.text.push_str(if row.white.is_empty() { "..." } else { "" });
        self.words(&row.white);
        if !row.black.is_empty() {
            self.text.push_str(BETWEEN);
            self.words(&row.black);
        }
    }

    fn words(&mut self, words: &[&Word]) {
        for (n, word) in words.iter().enumerate() {
            self.text.push_str(if n > 0 { " " } else { "" });
            self.places.push((self.text.len(), word.at));
            // A character reference in XML may be to any character.
            let escaped = encoding::escaped(&word.text);
            self.text.push_str(escaped.as_deref().unwrap_or(&word.text));
        }
    }
}
