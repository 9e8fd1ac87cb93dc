//! Tables: with a row per move and a column per side, a row per ply, a row per game, or a row per reading of a recogniser; delimited by
//! commas, semicolons, tabs, bars or drawn lines. Scoresheets whose later moves continue in columns beside the first.
//!
//! What a table holds is decided once, by its heading, or by its first rows if it has none.

use std::{iter, ops::Range};

use super::{
    Unread,
    json::{Begins, Json},
    recognised::{self, CellReading, Holds, SheetCell, is_number},
    record::Record,
    told,
};
use crate::{
    chess::{Color, Comment, CommentKind},
    diagnostics::{Diagnostic, Problem, Severity},
    layout::{
        Event, Game, GameEnd, ReadGame,
        ending::{self, Players},
        pgn,
        rows::{Cell, Separator, emphasised, is_blank, is_rule},
        transcript::{InsertionKind, Transcript},
    },
    resolve::Notations,
    words,
};

/// A table.
#[derive(Clone, Debug)]
struct Table {
    /// Where its heading begins, or its first row.
    start: usize,
    /// Where its rows begin.
    rows: usize,
    lines: Lines,
    kind: Kind,
    /// The names of its columns; none if it has no heading.
    names: Vec<String>,
}

/// How the rows of a table are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    Cells(Separator),
    /// As JSON objects.
    Json,
    /// As words.
    Words,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// Groups of columns with the moves of both sides, which continue from the foot of one to the head of the next.
    Sides(Vec<Group>),
    /// One ply per row, in the first of these columns that has a text, and the game's number.
    Ply { texts: Vec<usize>, game: Option<usize> },
    /// One game per row.
    Game,
    /// One reading of a cell per row, as from recognisers.
    Reading,
    /// Moves with their numbers, and on the same line those this many moves later.
    Beside(u32),
}

/// Columns with the moves of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    columns: Range<usize>,
    number: Option<usize>,
    white: usize,
    black: usize,
}

/// A row of a table.
struct Row<'t> {
    span: Range<usize>,
    /// Where the next line begins.
    next: usize,
    /// Whether there is a blank line before it.
    apart: bool,
    cells: Vec<Cell<'t>>,
}

/// Whether a text that begins like this is a table of moves.
pub fn is_table(beginning: &str) -> bool {
    Table::at(beginning, 0).is_some()
}

/// Returns the next line that is not blank, and where the one after it begins. With a separator, it is a row, whose quoted cells may
/// contain line ends.
fn next_row<'t>(text: &'t str, lines: Lines, start: usize) -> Option<Row<'t>> {
    let mut at = start;
    loop {
        let end = pgn::lex::line_end(text.as_bytes(), at);
        if text.get(at..end)?.trim_matches(['\u{feff}', ' ', '\t']).is_empty() {
            if end == text.len() {
                return None;
            }
            at = after_line(text, end);
            continue;
        }
        let apart = text.get(start..at)?.contains(['\n', '\r']);
        let mark = if text.get(at..)?.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut cells = Vec::new();
        let end = match lines {
            Lines::Cells(separator) => separator.row(text, at + mark, &mut cells),
            Lines::Json | Lines::Words => end,
        };
        return Some(Row { span: at + mark..end, next: after_line(text, end), apart, cells });
    }
}

fn after_line(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    end + if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) }
}

impl Table {
    /// Returns the table whose first line is the next one that is not blank.
    fn at(text: &str, start: usize) -> Option<Table> {
        let line = next_row(text, Lines::Words, start)?;
        let words = text.get(line.span.clone())?;
        if words.trim_start().starts_with('{') {
            let names = READINGS.iter().map(|it| it[0].to_owned()).collect();
            let table =
                Table { start, rows: line.span.start, lines: Lines::Json, kind: Kind::Reading, names };
            return table.reading(text, &line).map(|_| table);
        }
        if let Some(distance) = distance(text, &line) {
            let (rows, kind) = (line.span.start, Kind::Beside(distance));
            return Some(Table { start, rows, lines: Lines::Words, kind, names: Vec::new() });
        }
        Separator::ALL.into_iter().filter(|it| it.is_in(words)).find_map(|separator| {
            let lines = Lines::Cells(separator);
            let row = next_row(text, lines, start)?;
            let names: Vec<String> = row.cells.iter().map(|it| title(&it.text)).collect();
            let first = Table::first_row(text, lines, row.next);
            if let Some(kind) = kind(&names, first.as_ref()) {
                return Some(Table { start, rows: row.next, lines, kind, names });
            }
            let kind = unnamed(&row, first.as_ref()?)?;
            Some(Table { start, rows: row.span.start, lines, kind, names: Vec::new() })
        })
    }

    /// Returns the first row after a heading.
    fn first_row(text: &str, lines: Lines, heading: usize) -> Option<Row<'_>> {
        let mut at = heading;
        loop {
            let row = next_row(text, lines, at)?;
            if !is_rule(text.get(row.span.clone())?) {
                return Some(row);
            }
            at = row.next;
        }
    }

    /// Whether a line of the text is a row of this table.
    fn has(&self, text: &str, row: &Row<'_>) -> bool {
        match self.lines {
            Lines::Cells(separator) => separator.is_in(text.get(row.span.clone()).unwrap_or_default()),
            Lines::Json | Lines::Words => true,
        }
    }

    /// Whether a row repeats the heading.
    fn is_heading(&self, row: &Row<'_>) -> bool {
        !self.names.is_empty()
            && row.cells.len() == self.names.len()
            && row.cells.iter().zip(&self.names).all(|(cell, name)| title(&cell.text) == *name)
    }

    /// Returns the table that begins with this row, after a blank line, rather than going on.
    fn next(&self, text: &str, row: &Row<'_>) -> Option<Table> {
        let may_be = row.apart && row.cells.len() != self.names.len() || self.is_heading(row);
        Table::at(text, row.span.start).filter(|it| may_be && !it.names.is_empty())
    }

    /// Returns the cell of a row in this column, or nothing.
    fn cell<'r>(row: &'r Row<'_>, n: Option<usize>) -> &'r str {
        n.and_then(|n| row.cells.get(n)).map_or("", |it| it.text.trim())
    }

    /// Returns the move number with which a row of moves begins.
    fn number(&self, text: &str, row: &Row<'_>) -> Option<u32> {
        match &self.kind {
            Kind::Sides(groups) => {
                let cell = Table::cell(row, groups.first()?.number);
                Some(pgn::lex::leading_number(cell).filter(|_| is_number(cell))?.0)
            }
            Kind::Beside(_) => numbers(text, row.span.clone()).first().map(|it| it.0),
            _ => None,
        }
    }

    /// Parses a row as the reading of a cell.
    fn reading(&self, text: &str, row: &Row<'_>) -> Option<CellReading> {
        let mut found: Vec<Option<(String, usize)>> = vec![None; READINGS.len()];
        if self.lines == Lines::Json {
            let Begins::Value(object) = Json::begins(text, row.span.start) else { return None };
            for (name, value) in object.fields() {
                if let (Some(n), Some(text)) = (reading_field(&name), value.text()) {
                    found[n] = Some((text.into_owned(), value.at + usize::from(value.is_text())));
                }
            }
        } else {
            for (name, cell) in self.names.iter().zip(&row.cells) {
                if let Some(n) = reading_field(name) {
                    found[n] = Some((cell.text.clone().into_owned(), cell.span.start));
                }
            }
        }
        let place = found[1].as_ref().or(found[0].as_ref())?.1;
        found[1].get_or_insert_default();
        found[0].as_ref()?;
        let [row, text, column, page, score, game] =
            found.try_into().ok().map(|it: [_; 6]| it.map(|it| it.map_or(String::new(), |it| it.0)))?;
        let is_place = |text: &str| text.trim().parse::<f64>().is_ok();
        if !is_place(&row) || !page.trim().is_empty() && !is_place(&page) {
            return None;
        }
        Some(CellReading { page, row, column, text, score, game, place })
    }
}

/// What recognisers call the fields of a reading: row, text, column, page, score, game.
const READINGS: [&[&str]; 6] = [
    &["row", "line"],
    &["text", "reading"],
    &["column", "col"],
    &["page"],
    &["score", "confidence", "conf", "probability", "prob"],
    &["game"],
];

fn reading_field(name: &str) -> Option<usize> {
    READINGS.iter().position(|names| names.iter().any(|it| it.eq_ignore_ascii_case(name)))
}

/// Returns the name of a column without emphasis.
fn title(cell: &str) -> String {
    let cell = cell.trim();
    emphasised(cell).unwrap_or(cell).to_owned()
}

/// Returns what a table with these names of columns holds.
fn kind(names: &[String], first: Option<&Row<'_>>) -> Option<Kind> {
    let keys: Vec<Option<&str>> = names.iter().map(|it| words::column(it)).collect();
    let find = |wanted: &[&str]| keys.iter().position(|it| it.is_some_and(|it| wanted.contains(&it)));
    let has_field = |n| names.iter().any(|it| reading_field(it) == Some(n));
    if names.len() < 2 {
        return None;
    }
    if has_field(0) && has_field(1) {
        return Some(Kind::Reading);
    }
    let is_moves = |name: &String| words::field(name) == words::FieldName::Game("Moves");
    if names.iter().any(is_moves) {
        return Some(Kind::Game);
    }
    let sides: Vec<Option<Color>> = names.iter().map(|it| words::side(it)).collect();
    let groups = groups(&sides, &keys, first);
    if !groups.is_empty() {
        return Some(Kind::Sides(groups));
    }
    let texts: Vec<usize> = ["Text", "San", "Uci", "Lan"].iter().filter_map(|it| find(&[it])).collect();
    let game =
        names.iter().position(|it| it.eq_ignore_ascii_case("game") || it.eq_ignore_ascii_case("game_id"));
    (!texts.is_empty()).then_some(Kind::Ply { texts, game })
}

/// Returns the groups of columns under the names of both sides.
fn groups(sides: &[Option<Color>], keys: &[Option<&str>], first: Option<&Row<'_>>) -> Vec<Group> {
    let of = |color| sides.iter().enumerate().filter(move |it| *it.1 == Some(color)).map(|it| it.0);
    let mut from = 0;
    let pairs: Vec<(usize, usize)> = of(Color::White).zip(of(Color::Black)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (white, black) in pairs {
        let begin = white.min(black);
        let has_number = |n: &usize| is_number(Table::cell_of(first, *n));
        let columns = from.min(begin)..begin;
        let named = columns.clone().rev().find(|n| keys[*n] == Some("Number"));
        let number = columns.rev().find(has_number).or(named);
        let begin = number.unwrap_or(begin).min(begin);
        if let Some(last) = groups.last_mut() {
            last.columns.end = begin;
        }
        let begin = if groups.is_empty() { 0 } else { begin };
        groups.push(Group { columns: begin..usize::MAX, number, white, black });
        from = white.max(black) + 1;
    }
    groups
}

impl Table {
    fn cell_of<'r>(row: Option<&'r Row<'_>>, n: usize) -> &'r str {
        row.map_or("", |row| Table::cell(row, Some(n)))
    }
}

/// Returns what a table without names of columns holds: the numbers of the first two moves, each with two cells.
fn unnamed(first: &Row<'_>, second: &Row<'_>) -> Option<Kind> {
    let number = |row: &Row<'_>, n: usize| {
        let cell = Table::cell(row, Some(n));
        pgn::lex::leading_number(cell).filter(|_| is_number(cell)).map(|it| it.0)
    };
    let is_move = |text: &str| {
        text.len() < 12 && text.chars().any(|it| it.is_ascii_digit() || it == 'O') && !is_number(text)
    };
    let begins = (0..first.cells.len()).filter(|n| number(first, *n).is_some());
    let mut groups: Vec<Group> = begins
        .filter(|n| is_move(Table::cell(first, Some(n + 1))))
        .map(|n| Group { columns: n..n + 3, number: Some(n), white: n + 1, black: n + 2 })
        .collect();
    let is_first = groups.first().is_some_and(|it| it.columns.start == 0)
        && number(first, 0) == Some(1)
        && number(second, 0) == Some(if number(first, 3) == Some(2) { 3 } else { 2 })
        && is_move(Table::cell(first, Some(2)));
    groups.last_mut()?.columns.end = usize::MAX;
    is_first.then_some(Kind::Sides(groups))
}

/// Returns the move numbers of a line, with their offsets.
fn numbers(text: &str, row: Range<usize>) -> Vec<(u32, usize)> {
    let line = text.get(row.clone()).unwrap_or_default();
    let number = |word: &str| {
        let (number, after) = pgn::lex::leading_number(word)?;
        (after.is_empty() || after.starts_with(['.', ')'])).then_some(number)
    };
    let words = line.split_whitespace();
    words
        .filter_map(|it| Some((number(it)?, row.start + (it.as_ptr() as usize - line.as_ptr() as usize))))
        .collect()
}

/// Returns by how many moves a column is ahead of the one before it, where lines have the numbers 1 and 21, 2 and 22.
fn distance(text: &str, first: &Row<'_>) -> Option<u32> {
    let second = next_row(text, Lines::Words, first.next)?;
    let [first, second] = [numbers(text, first.span.clone()), numbers(text, second.span)];
    let [(1, _), (number, _), ..] = first[..] else { return None };
    let [(2, _), (next, _), ..] = second[..] else { return None };
    (number > 2 && next == number + 1).then_some(number - 1)
}

/// Returns the parts of a line in its columns.
fn beside(text: &str, row: Range<usize>, distance: u32) -> Vec<Range<usize>> {
    let numbers = numbers(text, row.clone());
    let first = numbers.first().map_or(0, |it| it.0);
    let begins = numbers.iter().skip(1).filter(|it| it.0 > first && (it.0 - first).is_multiple_of(distance));
    let places: Vec<usize> = iter::once(row.start).chain(begins.map(|it| it.1)).chain([row.end]).collect();
    places.windows(2).map(|it| it[0]..it[1]).collect()
}

/// The tables of a text, from its beginning on.
#[derive(Debug, Default)]
pub struct Tables {
    table: Option<Table>,
    /// No table begins between the current one and this place.
    seen: usize,
}

impl Tables {
    /// Returns the table to which this place belongs.
    fn at(&mut self, text: &str, place: usize) -> Option<&Table> {
        if self.table.as_ref().is_none_or(|it| it.start > place) {
            self.table = Table::at(text, 0);
            self.seen = self.table.as_ref().map_or(0, |it| it.rows);
        }
        let mut table = self.table.take()?;
        while self.seen <= place {
            let Some(row) = next_row(text, table.lines, self.seen).filter(|it| it.span.start <= place) else {
                break;
            };
            if let Some(next) = table.next(text, &row).filter(|_| row.span.start > table.start) {
                table = next;
            }
            self.seen = row.next;
        }
        Some(self.table.insert(table))
    }

    /// Returns the end of the game here: at another game's number, at the number 1, at the end of its row, or where another table begins.
    pub fn extent(&mut self, text: &str, start: usize) -> GameEnd {
        let open = GameEnd { at: text.len(), decided: false };
        let Some(table) = self.at(text, start) else { return open };
        let mut at = start.max(table.rows);
        let mut game: Option<String> = None;
        let mut last = None;
        let mut rows = 0;
        while let Some(row) = next_row(text, table.lines, at) {
            let end = GameEnd { at: row.span.start, decided: false };
            let is_over = rows > 0 || !matches!(table.kind, Kind::Sides(_));
            at = row.next;
            if is_rule(text.get(row.span.clone()).unwrap_or_default()) {
                continue;
            }
            if let Some(next) = table.next(text, &row) {
                // A heading repeated where a page begins: the numbers go on.
                let first =
                    Table::first_row(text, next.lines, next.rows).and_then(|it| next.number(text, &it));
                let goes_on = table.is_heading(&row)
                    && (table.kind == Kind::Game || last.is_some() && first == last.map(|it| it + 1));
                if is_over && rows > 0 && !goes_on {
                    return end;
                }
                continue;
            }
            if !table.has(text, &row) {
                // Words after the table.
                match table.kind {
                    Kind::Game if rows > 0 => return end,
                    _ => continue,
                }
            }
            let another = match table.kind {
                Kind::Game => rows > 0,
                Kind::Beside(_) | Kind::Sides(_) => {
                    rows > 0 && table.number(text, &row) == Some(1) && last.is_some()
                }
                Kind::Ply { game: column, .. } => {
                    let number = Some(Table::cell(&row, column).to_owned());
                    let another = rows > 0 && number != game;
                    game = number;
                    another
                }
                Kind::Reading => match table.reading(text, &row) {
                    Some(reading) => {
                        let another = game.as_ref().is_some_and(|it| *it != reading.game);
                        game = Some(reading.game);
                        another
                    }
                    None => false,
                },
            };
            if another {
                return end;
            }
            last = table.number(text, &row).or(last);
            rows += 1;
        }
        open
    }

    /// Reads the game in this range of the text.
    pub fn read<'t>(&mut self, text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        let Some(table) = self.at(text, range.start) else { return pgn::read::read(text, range, notations) };
        let part = text.get(..range.end).unwrap_or(text);
        if table.kind == Kind::Game {
            return match table.row_of_game(part, range.start) {
                Some(row) => match table.record(part, row) {
                    Some(record) => record.read(notations),
                    None => no_game(part, range, Problem::NoRecord),
                },
                None => no_game(part, range, Problem::NoGame),
            };
        }
        let is_bad = |read: &ReadGame<'_>| read.diagnostics.iter().any(|it| it.severity == Severity::Error);
        let Assembled { game, unread, left } = table.assembled(part, range.start, false);
        let mut read = game.read(notations);
        if is_bad(&read) && matches!(&table.kind, Kind::Sides(groups) if groups.len() > 1) {
            // Without numbers, the columns may continue in each row.
            let other = table.assembled(part, range.start, true).game.read(notations);
            if !is_bad(&other) {
                read = other;
            }
        }
        read.diagnostics.extend(told(unread));
        let left = left.into_iter().map(|it| Diagnostic::warning(it, Problem::Words { kept: false }));
        read.diagnostics.extend(left);
        read.diagnostics.sort_by_key(|it| it.span.start);
        read
    }

    /// Returns the moves of the game in this range of the text, as a witness of the game.
    pub fn transcript(&mut self, text: &str, range: Range<usize>) -> Option<Transcript> {
        let table = self.at(text, range.start)?;
        let part = text.get(..range.end).unwrap_or(text);
        match table.kind {
            Kind::Game => Some(table.record(part, table.row_of_game(part, range.start)?)?.transcript()),
            _ => Some(table.assembled(part, range.start, false).game),
        }
    }
}

/// Keeps a part of a table without a game.
fn no_game(text: &str, range: Range<usize>, problem: Problem) -> ReadGame<'static> {
    let words = text.get(range.clone()).unwrap_or_default().trim_end();
    let place = range.start..range.start + words.len();
    let comment = Comment { kind: CommentKind::Unread, text: words.to_owned().into() };
    let game = Game { events: vec![Event::Comment(comment)], movetext: place.clone(), ..Game::default() };
    ReadGame { game, diagnostics: vec![Diagnostic::error(place, problem)], escapes: Vec::new() }
}

/// A game that is put together from cells.
struct Assembled {
    game: Transcript,
    /// The columns that are not read.
    unread: Unread,
    /// Lines that are no readings of a cell.
    left: Vec<Range<usize>>,
}

impl Table {
    /// Returns the rows of the game that begins here, and its other lines.
    fn rows<'t>(&self, text: &'t str, start: usize) -> impl Iterator<Item = Row<'t>> {
        let mut at = start.max(self.rows);
        let rows = iter::from_fn(move || {
            let row = next_row(text, self.lines, at)?;
            at = row.next;
            Some(row)
        });
        rows.filter(move |row| {
            !is_rule(text.get(row.span.clone()).unwrap_or_default()) && !self.is_heading(row)
        })
    }

    fn row_of_game<'t>(&self, text: &'t str, start: usize) -> Option<Row<'t>> {
        self.rows(text, start).next().filter(|row| self.has(text, row))
    }

    fn record<'t>(&self, text: &'t str, row: Row<'t>) -> Option<Record<'t>> {
        Record::of_row(text, row.span, &self.names, row.cells)
    }

    /// Puts the game that begins here together from its cells. `across` says that the columns continue in each row.
    fn assembled(&self, text: &str, start: usize, across: bool) -> Assembled {
        let mut game = Transcript::new(start);
        let (mut unread, mut left) = (Vec::new(), Vec::new());
        let mut titles = vec![false; self.names.len()];
        let mut readings = Vec::new();
        let mut sheet: Vec<(usize, usize, Vec<SheetCell>)> = Vec::new();
        let mut halves: Vec<Vec<Range<usize>>> = Vec::new();
        for (n, row) in self.rows(text, start).enumerate() {
            let words = text.get(row.span.clone()).unwrap_or_default();
            let is_end = pgn::of_text(words.trim()).is_some() || ending::is_told(words, &Players::default());
            let is_below = !self.has(text, &row) || is_end && matches!(self.kind, Kind::Beside(_));
            if is_below && self.kind != Kind::Reading {
                let holds = if is_end { Holds::Plies } else { Holds::Else };
                sheet.push((usize::MAX, n, vec![sheet_cell(holds, words, row.span.start)]));
                continue;
            }
            match &self.kind {
                Kind::Sides(groups) => {
                    let numbers: Vec<Option<u32>> = groups
                        .iter()
                        .map(|it| Table::cell(&row, it.number).trim_end_matches(['.', ')']).parse().ok())
                        .collect();
                    let consecutive = matches!(numbers[..], [Some(one), Some(other), ..] if other == one + 1);
                    for (g, group) in groups.iter().enumerate() {
                        let cells = group.cells(&row, |n, text| self.remark(n, text, &mut titles));
                        let place = if across || consecutive { (0, n * groups.len() + g) } else { (g, n) };
                        sheet.push((place.0, place.1, cells));
                    }
                }
                Kind::Ply { texts, .. } => self.add_ply(text, &row, texts, &mut game, &mut titles),
                Kind::Game => {}
                Kind::Reading => match self.reading(text, &row) {
                    Some(reading) => {
                        left.extend(self.beyond(&row));
                        self.unread_of_reading(text, &row, &mut unread);
                        readings.push(reading);
                    }
                    None => left.push(row.span.clone()),
                },
                Kind::Beside(distance) => {
                    for (n, cell) in beside(text, row.span.clone(), *distance).into_iter().enumerate() {
                        halves.resize_with(halves.len().max(n + 1), Vec::new);
                        halves[n].push(cell);
                    }
                }
            }
        }
        for cell in halves.into_iter().flatten() {
            game.copy(text.get(cell.clone()).unwrap_or_default(), cell.start);
            game.moves.push('\n');
        }
        if self.kind == Kind::Reading {
            recognised::assemble(&readings, &mut game);
        }
        if start <= self.rows && matches!(self.kind, Kind::Sides(_) | Kind::Ply { .. }) {
            // The title of a column that is empty.
            let heading = next_row(text, self.lines, self.start).map_or(Vec::new(), |it| it.cells);
            let is_left = |n: &usize| {
                words::column(&self.names[*n]).is_none() && !titles[*n] && !self.names[*n].is_empty()
            };
            left.extend((0..titles.len()).filter(is_left).filter_map(|n| Some(heading.get(n)?.span.clone())));
        }
        sheet.sort_by_key(|it| (it.0, it.1));
        let rows: Vec<Vec<SheetCell>> = sheet.into_iter().map(|it| it.2).collect();
        recognised::add_rows(&rows, &mut game);
        Assembled { game, unread, left }
    }

    /// Returns the place of the cells of a row beyond the last column.
    fn beyond(&self, row: &Row<'_>) -> Option<Range<usize>> {
        let mut cells = row.cells.iter().skip(self.names.len()).filter(|it| !it.text.trim().is_empty());
        Some(cells.next()?.span.start..row.span.end)
    }

    /// Lists the fields of a reading that are not read.
    fn unread_of_reading(&self, text: &str, row: &Row<'_>, unread: &mut Unread) {
        let mut add = |name: &str, place: Range<usize>| {
            if reading_field(name).is_none() && unread.iter().all(|it| it.0 != name) {
                unread.push((name.to_owned(), place));
            }
        };
        if let (Lines::Json, Begins::Value(object)) = (self.lines, Json::begins(text, row.span.start)) {
            let filled = object.fields().into_iter().filter(|it| !it.1.is_null());
            filled.for_each(|(name, value)| add(&name, value.span()));
        } else {
            let filled = self.names.iter().zip(&row.cells).filter(|it| !it.1.text.trim().is_empty());
            filled.for_each(|(name, cell)| add(name, cell.span.clone()));
        }
    }

    /// Returns what a cell beside the moves says, with the title of its column unless that is usual. `titles` says which were written.
    fn remark(&self, n: usize, text: &str, titles: &mut [bool]) -> String {
        match self.names.get(n).filter(|it| !it.is_empty() && words::column(it).is_none()) {
            Some(title) if !is_blank(text) => {
                titles[n] = true;
                format!("{title}: {}", text.trim())
            }
            _ => text.to_owned(),
        }
    }

    /// Adds a ply with what its row says of it.
    fn add_ply(
        &self,
        text: &str,
        row: &Row<'_>,
        texts: &[usize],
        game: &mut Transcript,
        titles: &mut [bool],
    ) {
        let find = |name: &str| self.names.iter().position(|it| it.eq_ignore_ascii_case(name));
        let ply = texts.iter().filter_map(|n| row.cells.get(*n)).find(|it| !is_blank(&it.text));
        let number = Table::cell(row, find("move"));
        let fen = Table::cell(row, find("fen"));
        if ply.is_none() && game.moves.is_empty() && !fen.is_empty() && game.tags.0.is_empty() {
            let is_first = crate::chess::Position::set_up(None, Some(fen)).is_ok_and(|it| it.is_first());
            if !is_first {
                game.tags.push("SetUp", "1");
                game.tags.push("FEN", fen.to_owned());
            }
        }
        if let Some(ply) = ply {
            if is_number(number) {
                let is_black = words::side(Table::cell(row, find("color"))) == Some(Color::Black);
                game.copy(number.trim_end_matches('.'), row.span.start);
                game.moves.push_str(if is_black { "... " } else { ". " });
            }
            ply.copy(text, game);
            game.moves.push(' ');
        }
        for (n, cell) in row.cells.iter().enumerate().filter(|it| !it.1.text.trim().is_empty()) {
            let key = self.names.get(n).and_then(|it| words::column(it));
            if key == Some("Parts") {
                cell.copy(text, game);
                game.moves.push(' ');
            } else if ply.is_none_or(|it| it.span != cell.span) && !self.is_derived(key, &cell.text) {
                game.aside(InsertionKind::Words(self.remark(n, &cell.text, titles)), cell.span.clone());
            }
        }
        game.moves.push('\n');
    }

    /// Whether a cell in a column of plies that holds this says nothing that is not found elsewhere. Our comments contain times and
    /// evaluations too.
    fn is_derived(&self, key: Option<&str>, cell: &str) -> bool {
        let cell = cell.trim();
        let has_comments = || self.names.iter().any(|it| it.eq_ignore_ascii_case("comment"));
        match key {
            Some("Number" | "Ply" | "Derived") => cell.parse::<f64>().is_ok() || is_number(cell),
            Some("Color") => words::side(cell).is_some() || ["w", "b"].contains(&&*cell.to_lowercase()),
            Some("Text" | "San" | "Uci" | "Lan" | "FEN") => {
                cell.contains(|it: char| it.is_ascii_digit()) || cell.starts_with(['O', '-'])
            }
            Some("Time" | "Eval") => has_comments(),
            _ => false,
        }
    }
}

fn sheet_cell(holds: Holds, text: &str, place: usize) -> SheetCell {
    SheetCell { holds, readings: vec![(text.trim().to_owned(), None, place)] }
}

impl Group {
    /// Returns the cells of a row in these columns, in reading order.
    fn cells(&self, row: &Row<'_>, mut remark: impl FnMut(usize, &str) -> String) -> Vec<SheetCell> {
        let holds = |n: usize| match n {
            n if n == self.white => Holds::White,
            n if n == self.black => Holds::Black,
            n if Some(n) == self.number => Holds::Number,
            _ => Holds::Else,
        };
        let columns = self.columns.start..self.columns.end.min(row.cells.len());
        let cell = |n: usize| {
            let Cell { text, span } = row.cells.get(n)?;
            let text = emphasised(text.trim()).unwrap_or(text);
            let text = if holds(n) == Holds::Else { remark(n, text) } else { text.to_owned() };
            Some(sheet_cell(holds(n), &text, span.start))
        };
        let mut order: Vec<usize> = columns.collect();
        // White's move comes first, on whichever side it stands.
        order.sort_by_key(|n| usize::from(self.white > self.black && (self.black..self.white).contains(n)));
        order.into_iter().filter_map(cell).collect()
    }
}

/// Whether a row is only drawn, as below the header of a Markdown table.
pub(super) fn is_drawn(row: &str) -> bool {
    !row.contains(|it: char| it.is_alphanumeric())
}
