//! Tables with one row per move and a column per side, one row per ply, one row per game, or one row per
//! reading of a recogniser; separated by commas, semicolons, tabs, bars or drawn lines. Also scoresheets
//! whose later moves continue in columns beside the first.
//!
//! The content of a table is decided once, by its heading, or by its first rows if it has none.

use std::{borrow::Cow, iter, ops::Range};

use super::{
    Unread, boards,
    columns::{
        Column, Kind, PlyColumns, READINGS, beside, distance, groups, kind, name_moves, numbers,
        plies_with_positions, reading_field, title, unnamed_games, unnamed_kind,
    },
    groups::{Board, Group},
    json::{Begins, Json},
    kept,
    recognised::{self, CellReading, Holds, SheetCell},
    record::{Name, Record, position},
    told,
};
use crate::{
    chess::Color,
    diagnostics::{Diagnostic, Problem},
    layout::{
        GameEnd, ReadGame, pgn,
        rows::{self, Cell, Row, Separator},
        transcript::{InsertionKind, Transcript},
    },
    resolve::Notations,
    slice::Slice as _,
    words::{
        self,
        ending::{self, Players},
    },
};

#[derive(Clone, Debug)]
struct Table {
    /// Offset of its titles, its heading, or its first row.
    start: usize,
    /// The lines above its heading that have its separator, as in `Alekhine,Vidmar,1-0`.
    titles: Vec<Range<usize>>,
    rows: usize,
    /// The separator of its cells; `None` if its rows are words or JSON objects.
    separator: Option<Separator>,
    kind: Kind,
    /// Its columns; empty without a heading.
    columns: Vec<Column>,
    /// What the fields of its records are called, if its rows are games.
    names: Vec<Name<'static>>,
}

impl Table {
    /// Returns the table that begins with the first line after `start` that isn't blank.
    fn at(text: &str, start: usize) -> Option<Table> {
        let first = Row::next(text, None, start)?;
        let words = text.get(first.span.clone())?;
        // Excel's line naming the separator.
        if words.trim_start_matches('\u{feff}').strip_prefix("sep=").is_some_and(|it| it.chars().count() == 1)
        {
            return Some(Table { start, ..Table::at(text, first.next)? });
        }
        let above = text.get(start..first.span.start)?;
        let is_below_line = !above.trim_matches(['\u{feff}', ' ', '\t', '\n', '\r']).is_empty();
        let unnamed = |kind| {
            let (columns, names) = (Vec::new(), Vec::new());
            Table { start, titles: Vec::new(), rows: first.span.start, separator: None, kind, columns, names }
        };
        if words.trim_start().starts_with('{') {
            return Some(unnamed(Kind::Reading)).filter(|it| it.reading(text, &first).is_some());
        }
        if let Some(distance) = distance(text, &first) {
            return Some(unnamed(Kind::Beside(distance)));
        }
        let here = Separator::on(words).find_map(|separator| {
            let row = Row::next(text, Some(separator), start)?;
            let headed = Table::headed(text, &row, separator);
            // Below a drawn line may be the rows of a table whose heading is lost.
            let (rows, columns, kind) = headed.filter(|it| !is_below_line || !it.1.is_empty())?;
            let of_games = columns.iter().filter(|_| kind == Kind::Game);
            let names = of_games.map(Column::of_record).collect();
            let titles = Vec::new();
            Some(Table { start, titles, rows, separator: Some(separator), kind, columns, names })
        });
        here.or_else(|| Separator::on(words).find_map(|it| Table::below_titles(text, start, it)))
    }

    /// Returns the table below lines with its separator and as many cells.
    fn below_titles(text: &str, start: usize, separator: Separator) -> Option<Table> {
        const MOST: usize = 3;
        let mut titles = Vec::new();
        let mut row = Row::next(text, Some(separator), start)?;
        while titles.len() < MOST {
            let next = Row::next(text, Some(separator), row.next)?;
            let has_moves =
                row.cells.iter().any(|it| pgn::all_plies(&it.text).is_some_and(|it| !it.is_empty()));
            if has_moves || row.cells.len() < 2 || next.cells.len() != row.cells.len() {
                return None;
            }
            titles.push(row.span);
            let headed = Table::headed(text, &next, separator);
            if let Some((rows, columns, kind @ (Kind::Sides(_) | Kind::Ply(_)))) = headed {
                let (separator, names) = (Some(separator), Vec::new());
                return Some(Table { start, titles, rows, separator, kind, columns, names });
            }
            row = next;
        }
        None
    }

    /// Returns the offset of the first row of a table headed by `row`, its columns and its kind.
    fn headed(text: &str, row: &Row<'_>, separator: Separator) -> Option<(usize, Vec<Column>, Kind)> {
        if let Some((boards, rows)) = boards::boards(text, row, separator) {
            return Some((rows, Vec::new(), Kind::Boards(boards)));
        }
        // A line of labelled players, as in `White:  Morphy  Black:  NN`, heads no columns.
        let filled: Vec<&str> =
            row.cells.iter().map(|it| it.text.trim()).filter(|it| !it.is_empty()).collect();
        let is_label = |it: &str| it.strip_suffix(':').is_some_and(|it| words::side_or_letter(it).is_some());
        if filled.windows(2).any(|it| is_label(it[0]) && !it[1].ends_with(':')) {
            return None;
        }
        let mut columns: Vec<Column> = row.cells.iter().map(Column::of).collect();
        if let [group] = &groups(&columns, None)[..]
            && let Some((board, rows)) = boards::with_players(text, row, group, separator)
        {
            return Some((rows, columns, Kind::Boards(vec![board])));
        }
        let second = Row::next(text, Some(separator), row.next);
        name_moves(&mut columns, second.as_ref());
        if let Some(kind) = kind(&columns, second.as_ref()) {
            return Some((row.next, columns, kind));
        }
        let second = second?;
        let third = Row::next(text, Some(separator), second.next);
        if let Some(plies) = plies_with_positions(&mut columns, &second, third.as_ref()) {
            return Some((row.next, columns, Kind::Ply(plies)));
        }
        if let Some(kind) = unnamed_kind(row, &second) {
            return Some((row.span.start, Vec::new(), kind));
        }
        if let Some(columns) = unnamed_games(row, &second) {
            return Some((row.span.start, columns, Kind::Game));
        }
        // The heading uses unknown words.
        Some((row.next, columns, unnamed_kind(&second, &third?)?))
    }

    /// Returns the board whose game begins here, and a table of only that board.
    fn of_board(&self, start: usize) -> Option<(Board, Table)> {
        let Kind::Boards(boards) = &self.kind else { return None };
        let board = boards.iter().rev().find(|it| it.place <= start).or(boards.first())?;
        let kind = Kind::Sides(vec![board.group.clone()]);
        Some((board.clone(), Table { kind, ..self.clone() }))
    }

    /// Whether a line is a row of this table.
    fn has(&self, row: &Row<'_>) -> bool {
        self.separator.is_none() || !row.cells.is_empty()
    }

    fn is_heading(&self, row: &Row<'_>) -> bool {
        !self.columns.is_empty() && row.cells.iter().map(title).eq(self.columns.iter().map(|it| &*it.name))
    }

    /// Returns the table that begins with this row, or `None` if this table continues.
    fn next(&self, text: &str, row: &Row<'_>) -> Option<Table> {
        let is_other = row.cells.is_empty() || row.cells.len() != self.columns.len();
        let may_be = row.apart && is_other || self.is_heading(row);
        let next = if may_be { Table::at(text, row.span.start) } else { None };
        next.filter(|it| !it.columns.is_empty() || matches!(it.kind, Kind::Reading | Kind::Boards(_)))
    }

    /// Returns the move number at the beginning of a row.
    fn number(&self, text: &str, row: &Row<'_>) -> Option<u32> {
        match &self.kind {
            Kind::Sides(groups) => rows::number(row.cell(groups.first()?.number)),
            Kind::Beside(_) => numbers(text, row.span.clone()).first().map(|it| it.0),
            _ => None,
        }
    }

    /// Lists the fields of a reading with their names.
    fn fields(&self, text: &str, row: &Row<'_>) -> Vec<FieldOfReading> {
        if self.separator.is_none() {
            let Begins::Value(object) = Json::begins(text, row.span.start) else { return Vec::new() };
            let field = |(name, value): (String, Json<'_>)| FieldOfReading {
                n: reading_field(&name),
                name,
                text: value.text().map(Cow::into_owned),
                place: value.at + usize::from(value.is_text()),
                span: value.span(),
            };
            return object.fields().into_iter().filter(|it| !it.1.is_null()).map(field).collect();
        }
        let field = |(column, cell): (&Column, &Cell<'_>)| FieldOfReading {
            n: column.reading,
            name: column.name.clone(),
            text: Some(cell.text.clone().into_owned()),
            place: cell.span.start,
            span: cell.span.clone(),
        };
        self.columns.iter().zip(&row.cells).map(field).collect()
    }

    /// Parses a row as a reading; `None` without row number and text.
    fn reading(&self, text: &str, row: &Row<'_>) -> Option<CellReading> {
        let mut found: [Option<(String, usize)>; READINGS.len()] = Default::default();
        for it in self.fields(text, row) {
            if let (Some(n), Some(text)) = (it.n, it.text) {
                found[n] = Some((text, it.place));
            }
        }
        let place = found[1].as_ref().or(found[0].as_ref())?.1;
        found[0].as_ref()?;
        let [row, text, column, page, score, game] = found.map(|it| it.map_or(String::new(), |it| it.0));
        // Data frames may write integers as `1.0`.
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let page = if page.trim().is_empty() { 0 } else { number(&page)? as i64 };
        let score = number(&score).filter(|it| it.is_finite());
        Some(CellReading { page, row: number(&row)? as i64, column, text, score, game, place })
    }
}

struct FieldOfReading {
    /// Its index in [`READINGS`].
    n: Option<usize>,
    name: String,
    text: Option<String>,
    /// Offset of its text.
    place: usize,
    span: Range<usize>,
}

/// The tables of a text, in order.
#[derive(Debug, Default)]
pub struct Tables {
    table: Option<Table>,
    /// No table begins between the current one and this offset.
    seen: usize,
}

impl Tables {
    /// Returns the tables of a text that begins with one.
    pub fn of(text: &str) -> Option<Tables> {
        let table = Table::at(text, 0)?;
        Some(Tables { seen: table.rows, table: Some(table) })
    }

    /// Returns the tables of a text. A table of games, whose heading may be words of a program, counts only
    /// if its first rows have games. `None` if more of the text is needed.
    pub fn shown(text: &str, whole: bool) -> Option<Option<Tables>> {
        const ROWS: usize = 8;
        let tables = Tables::of(text);
        let Some(table) = tables.as_ref().and_then(|it| it.table.as_ref()).filter(|it| it.kind == Kind::Game)
        else {
            return Some(tables);
        };
        let rows: Vec<Row<'_>> = table.rows(text, table.rows).take(ROWS).collect();
        let is_open = rows.len() < ROWS && !whole;
        // Commas may be those of moves, as in `bishop takes f7, check`.
        let is_line = |row: &Row<'_>| {
            let line = text.slice(row.span.clone()).trim_end();
            let ended = line.rsplit_once(char::is_whitespace).filter(|it| pgn::of_text(it.1).is_some());
            pgn::all_plies(ended.map_or(line, |it| it.0)).is_some_and(|it| it.len() > 1)
        };
        if table.separator == Some(Separator::Comma) && !rows.is_empty() && rows.iter().all(is_line) {
            return (!is_open).then_some(None);
        }
        let is_game = |row: Row<'_>| {
            let mut named = (0..).zip(&table.columns).filter(|it| it.1.may_have_games());
            let has_moves = named.any(|it| !row.cell(Some(it.0)).trim().is_empty());
            table.record(text, row).is_some_and(|it| has_moves || !it.has_moves())
        };
        let is_empty = rows.is_empty();
        if is_empty && !is_open || rows.into_iter().any(is_game) {
            Some(tables)
        } else {
            (!is_open).then_some(None)
        }
    }

    /// Returns the table to which an offset belongs.
    fn at(&mut self, text: &str, place: usize) -> Option<&Table> {
        if self.table.as_ref().is_none_or(|it| it.start > place) {
            *self = Tables::of(text).unwrap_or_default();
        }
        let mut table = self.table.take()?;
        while self.seen <= place {
            let row = Row::next(text, table.separator, self.seen);
            let Some(row) = row.filter(|it| it.span.start <= place) else { break };
            if let Some(next) = table.next(text, &row).filter(|_| row.span.start > table.start) {
                table = next;
            }
            self.seen = row.next;
        }
        Some(self.table.insert(table))
    }

    /// Returns the end of the game that begins here: at another game number, at a new move 1, after its row,
    /// or at the next table.
    pub fn extent(&mut self, text: &str, start: usize) -> GameEnd {
        let open = GameEnd { at: text.len(), decided: false };
        let Some(table) = self.at(text, start) else { return open };
        if let Kind::Boards(boards) = &table.kind
            && let Some(next) = boards.iter().skip(1).find(|it| it.place > start)
        {
            return GameEnd { at: next.place, decided: false };
        }
        let mut game: Option<String> = None;
        let mut above: Option<Row<'_>> = None;
        let mut last = None;
        let mut rows = 0;
        for row in table.all_rows(text, start) {
            let end = GameEnd { at: row.span.start, decided: false };
            if let Some(next) = table.next(text, &row) {
                // A repeated heading at a page break: the numbers go on.
                let first = next.all_rows(text, next.rows).next().and_then(|it| next.number(text, &it));
                let goes_on = table.is_heading(&row)
                    && (table.kind == Kind::Game || last.is_some() && first == last.map(|it| it + 1));
                if rows > 0 && !goes_on {
                    return end;
                }
                continue;
            }
            if !table.has(&row) {
                // Words after the table.
                match table.kind {
                    Kind::Game if rows > 0 => return end,
                    _ => continue,
                }
            }
            let number = table.number(text, &row);
            let another = match &table.kind {
                Kind::Game => rows > 0,
                Kind::Boards(_) => false,
                Kind::Beside(_) | Kind::Sides(_) => rows > 0 && number == Some(1) && last.is_some(),
                Kind::Ply(columns) => {
                    let number = Some(row.cell(columns.game).to_owned());
                    let before = std::mem::replace(&mut game, number.clone());
                    let goes_on = above.as_ref().and_then(|above| columns.goes_on(above, &row));
                    rows > 0 && (number != before || goes_on == Some(false))
                }
                Kind::Reading => table.reading(text, &row).is_some_and(|reading| {
                    game.replace(reading.game.clone()).is_some_and(|it| it != reading.game)
                }),
            };
            if another {
                return end;
            }
            last = number.or(last);
            above = Some(row);
            rows += 1;
        }
        open
    }

    /// Returns the range of the whole table if the game in `range` stands beside others, else `range`.
    pub fn whole(&mut self, text: &str, range: Range<usize>) -> Range<usize> {
        let Some(table) = self.at(text, range.start) else { return range };
        let Kind::Boards(boards) = &table.kind else { return range };
        let (start, last) = (table.start, boards.last().map_or(range.start, |it| it.place));
        start..self.extent(text, last).at
    }

    /// Returns the game of the board whose heading is here; its moves stand beside those of other boards.
    fn of_board(&mut self, text: &str, start: usize) -> Option<Transcript> {
        let (board, table) = self.at(text, start)?.of_board(start)?;
        let end = self.whole(text, start..start).end;
        let mut game = Transcript::new(table.rows);
        for title in board.titles {
            game.aside(InsertionKind::Words(title), board.place..board.place);
        }
        let mut game = table.assembled(game, text.get(..end)?, table.rows, false).game;
        board.tags.into_iter().for_each(|(name, value)| game.tags.push(name, value));
        Some(game)
    }

    pub fn read<'t>(&mut self, text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        if let Some(game) = self.of_board(text, range.start) {
            return game.read(notations);
        }
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
        let assembled = |across| table.assembled(Transcript::new(range.start), part, range.start, across);
        let Assembled { game, unread, left } = assembled(false);
        let mut read = game.read(notations);
        if read.has_errors() && matches!(&table.kind, Kind::Sides(groups) if groups.len() > 1) {
            // Without numbers, the columns may continue in each row.
            let other = assembled(true).game.read(notations);
            if !other.has_errors() {
                read = other;
            }
        }
        read.diagnostics.extend(told(unread));
        let left = left.into_iter().map(|it| Diagnostic::warning(it, Problem::Words { kept: false }));
        read.diagnostics.extend(left);
        read.ordered()
    }

    /// Returns the transcript of the game in this range, to be used as a witness.
    pub fn transcript(&mut self, text: &str, range: Range<usize>) -> Option<Transcript> {
        if let Some(game) = self.of_board(text, range.start) {
            return Some(game);
        }
        let table = self.at(text, range.start)?;
        let part = text.get(..range.end).unwrap_or(text);
        match table.kind {
            Kind::Game => Some(table.record(part, table.row_of_game(part, range.start)?)?.transcript()),
            _ => Some(table.assembled(Transcript::new(range.start), part, range.start, false).game),
        }
    }
}

/// Whether the numbers of groups count on in a row, rather than below each other.
fn are_consecutive(groups: &[Group], row: &Row<'_>) -> bool {
    let numbers: Vec<Option<u32>> = groups.iter().map(|it| rows::number(row.cell(it.number))).collect();
    matches!(numbers[..], [Some(one), Some(other), ..] if other == one + 1)
}

/// Returns words that state the end of a game, or give its result at their end.
fn ended(words: &str) -> Option<&str> {
    let last = words.split_whitespace().next_back().unwrap_or_default();
    let has_result = pgn::of_text(words.trim()).or_else(|| pgn::of_text(last)).is_some();
    (has_result || ending::closing(words, &Players::NONE).is_some()).then_some(words)
}

/// Keeps a part of a table without a game.
fn no_game(text: &str, range: Range<usize>, problem: Problem) -> ReadGame<'static> {
    let words = text.get(range.clone()).unwrap_or_default().trim_end();
    kept(range.start..range.start + words.len(), words, problem)
}

/// A game assembled from cells.
struct Assembled {
    game: Transcript,
    /// The fields that aren't read.
    unread: Unread,
    /// Ranges of rows and cells that couldn't be placed.
    left: Vec<Range<usize>>,
}

impl Table {
    /// Iterates over the rows from `start` on, including repeated headings and other lines.
    fn all_rows<'t>(&self, text: &'t str, start: usize) -> impl Iterator<Item = Row<'t>> {
        let (mut at, separator) = (start.max(self.rows), self.separator);
        iter::from_fn(move || {
            let row = Row::next(text, separator, at)?;
            at = row.next;
            Some(row)
        })
    }

    /// Iterates over the rows from `start` on, including other lines, but not repeated headings.
    fn rows<'t>(&self, text: &'t str, start: usize) -> impl Iterator<Item = Row<'t>> {
        self.all_rows(text, start).filter(|row| !self.is_heading(row))
    }

    fn row_of_game<'t>(&self, text: &'t str, start: usize) -> Option<Row<'t>> {
        self.rows(text, start).next().filter(|row| self.has(row))
    }

    fn record<'t>(&'t self, text: &'t str, row: Row<'t>) -> Option<Record<'t>> {
        Record::of_row(text, row.span, &self.names, row.cells)
    }

    /// Appends the cells of the game that begins here to `game`. With `across`, the columns continue in each
    /// row.
    fn assembled(&self, mut game: Transcript, text: &str, start: usize, across: bool) -> Assembled {
        let (mut unread, mut left) = (Vec::new(), Vec::new());
        let mut titles = vec![false; self.columns.len()];
        let mut readings = Vec::new();
        let mut sheet: Vec<(usize, usize, Vec<SheetCell>)> = Vec::new();
        let mut halves: Vec<Vec<Range<usize>>> = Vec::new();
        let mut above: Option<Row<'_>> = None;
        if start <= self.rows {
            self.add_titles(text, &mut game);
        }
        for (n, row) in self.rows(text, start).enumerate() {
            let only = self.only_words(&row);
            let (words, place) = match only {
                Some(cell) => (&*cell.text, cell.span.start),
                None => (text.get(row.span.clone()).unwrap_or_default(), row.span.start),
            };
            let score = self.score(&row);
            let words = score.unwrap_or(words);
            let is_end = score.is_some() || ended(words).is_some();
            let is_below = score.is_some()
                || !self.has(&row)
                || is_end && (only.is_some() || matches!(self.kind, Kind::Beside(_)));
            if is_below && self.kind != Kind::Reading {
                let holds = if is_end { Holds::Plies } else { Holds::Else };
                sheet.push((usize::MAX, n, vec![SheetCell::one(holds, words, place)]));
                continue;
            }
            match &self.kind {
                Kind::Sides(groups) => {
                    let across = across || are_consecutive(groups, &row);
                    let cells = self.sides(groups, &row, above.as_ref(), &mut titles);
                    sheet.extend(cells.into_iter().enumerate().map(|(g, cells)| {
                        let (group, n) = if across { (0, n * groups.len() + g) } else { (g, n) };
                        (group, n, cells)
                    }));
                    above = Some(row);
                }
                Kind::Ply(columns) => self.add_ply(text, &row, columns, &mut game, &mut titles),
                Kind::Game | Kind::Boards(_) => {}
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
            game.copy(rows::without_bar(text.slice(cell.clone())), cell.start);
            game.moves.push('\n');
        }
        if self.kind == Kind::Reading {
            recognised::assemble(&readings, &mut game);
        }
        if start <= self.rows && matches!(self.kind, Kind::Sides(_) | Kind::Ply(_)) {
            left.extend(self.unsaid(text, &titles));
        }
        sheet.sort_by_key(|it| (it.0, it.1));
        let rows: Vec<Vec<SheetCell>> = sheet.into_iter().map(|it| it.2).collect();
        recognised::add_rows(&rows, &mut game);
        Assembled { game, unread, left }
    }

    /// Adds what stands above the heading, and a result there or in the heading.
    fn add_titles(&self, text: &str, game: &mut Transcript) {
        let filled = |place: &Range<usize>| {
            let cells = Row::next(text, self.separator, place.start).map_or(Vec::new(), |it| it.cells);
            let cells = cells.into_iter().map(|it| it.text.trim().to_owned());
            cells.filter(|it| !it.is_empty()).collect::<Vec<String>>()
        };
        for title in &self.titles {
            game.aside(InsertionKind::Words(filled(title).join(", ")), title.clone());
        }
        let heading =
            Some(self.start..self.rows).filter(|_| self.titles.is_empty() && !self.columns.is_empty());
        let mut cells = self.titles.iter().chain(&heading).flat_map(filled);
        if let Some(outcome) = cells.find_map(|it| pgn::of_text(&it)) {
            game.tags.push("Result", outcome.marker().to_owned());
        }
    }

    /// Returns the end of the game in a row with the score of each side, or the same end twice, in place of
    /// moves.
    fn score<'r>(&self, row: &'r Row<'_>) -> Option<&'r str> {
        let Kind::Sides(groups) = &self.kind else { return None };
        let group = groups.first()?;
        match [group.white, group.black].map(|it| row.cell(Some(it))) {
            ["1", "0"] | ["+", "-" | "–"] => Some("1-0"),
            ["0", "1"] | ["-" | "–", "+"] => Some("0-1"),
            ["½", "½"] | ["1/2", "1/2"] | ["0.5", "0.5"] | ["0,5", "0,5"] | ["=", "="] => Some("1/2-1/2"),
            [white, black] => ended(white).filter(|it| *it == black),
        }
    }

    /// Returns the only filled cell of a row without moves.
    fn only_words<'r, 't>(&self, row: &'r Row<'t>) -> Option<&'r Cell<'t>> {
        let is_filled = |n: usize| rows::filled(row.cell(Some(n))).is_some_and(|it| !it.is_empty());
        let has_moves = match &self.kind {
            Kind::Sides(groups) => groups.iter().any(|it| is_filled(it.white) || is_filled(it.black)),
            Kind::Ply(columns) => columns.texts.iter().any(|n| is_filled(*n)),
            _ => true,
        };
        let mut filled = (0..row.cells.len()).filter(|n| is_filled(*n));
        let only = filled.next().filter(|_| filled.next().is_none() && !has_moves)?;
        row.cells.get(only)
    }

    /// Returns the cells of each group in a row. What stands before the number of each row is said once. `titles` says which were written.
    fn sides(
        &self,
        groups: &[Group],
        row: &Row<'_>,
        above: Option<&Row<'_>>,
        titles: &mut [bool],
    ) -> Vec<Vec<SheetCell>> {
        let mut sides = Vec::new();
        for group in groups {
            let is_repeated = |n: usize, text: &str| {
                group.number.is_some_and(|it| n < it)
                    && above.is_some_and(|it| it.cell(Some(n)).trim() == text.trim())
            };
            sides.push(group.cells(row, |n, text| match is_repeated(n, text) {
                true => String::new(),
                false => self.titled(n, text, titles),
            }));
        }
        sides
    }

    /// Returns the places of the titles of columns that are empty.
    fn unsaid(&self, text: &str, titles: &[bool]) -> Vec<Range<usize>> {
        let heading = Row::next(text, self.separator, self.start).map_or(Vec::new(), |it| it.cells);
        let all = self.columns.iter().zip(titles).zip(heading);
        let unsaid = all.filter(|it| it.0.0.key.is_none() && !it.0.1 && !it.0.0.name.is_empty());
        unsaid.map(|it| it.1.span).collect()
    }

    /// Returns the place of the cells of a row beyond the last column.
    fn beyond(&self, row: &Row<'_>) -> Option<Range<usize>> {
        let mut cells = row.cells.iter().skip(self.columns.len()).filter(|it| !it.text.trim().is_empty());
        Some(cells.next()?.span.start..row.span.end)
    }

    /// Adds the fields of a reading that aren't read to `unread`.
    fn unread_of_reading(&self, text: &str, row: &Row<'_>, unread: &mut Unread) {
        for it in self.fields(text, row).into_iter().filter(|it| it.n.is_none()) {
            let is_filled = it.text.is_none_or(|it| self.separator.is_none() || !it.trim().is_empty());
            if is_filled && unread.iter().all(|known| known.0 != it.name) {
                unread.push((it.name, it.span));
            }
        }
    }

    /// Returns the text of a cell beside the moves, prefixed with its column title unless that is a known
    /// one. Marks the titles written in `titles`.
    fn titled(&self, n: usize, text: &str, titles: &mut [bool]) -> String {
        match self.columns.get(n).filter(|it| !it.name.is_empty() && it.key.is_none()) {
            Some(column) if rows::filled(text).is_some() => {
                titles[n] = true;
                format!("{}: {}", column.name, text.trim())
            }
            _ => text.to_owned(),
        }
    }

    /// Adds a ply, with the remarks in its row.
    fn add_ply(
        &self,
        text: &str,
        row: &Row<'_>,
        columns: &PlyColumns,
        game: &mut Transcript,
        titles: &mut [bool],
    ) {
        let mut plies = columns.texts.iter().filter_map(|n| row.cells.get(*n));
        let ply = plies.find(|it| rows::filled(&it.text).is_some());
        let fen = row.cell(columns.fen);
        let is_at_start = game.moves.is_empty() && game.tags.0.is_empty();
        let is_told = || position(&game.tags, fen).is_none_or(|it| !it.is_first());
        if (ply.is_none() || columns.is_before) && is_at_start && !fen.is_empty() && is_told() {
            game.tags.push_start(fen.to_owned());
        }
        if let Some(ply) = ply {
            let number = row.cell(columns.number);
            if rows::number(number).is_some() {
                let is_black = words::side(row.cell(columns.color)) == Some(Color::Black);
                game.copy(number.trim_end_matches('.'), row.span.start);
                game.moves.push_str(if is_black { "... " } else { ". " });
            }
            ply.copy(text, game);
            game.moves.push(' ');
        }
        for (n, cell) in row.cells.iter().enumerate().filter(|it| !it.1.text.trim().is_empty()) {
            let key = self.columns.get(n).and_then(|it| it.key);
            if key == Some("Parts") {
                cell.copy(text, game);
                game.moves.push(' ');
            } else if ply.is_none_or(|it| it.span != cell.span)
                && let Some(said) = columns.remark(key, &cell.text)
            {
                game.aside(InsertionKind::Words(self.titled(n, said, titles)), cell.span.clone());
            }
        }
        game.moves.push('\n');
    }
}
