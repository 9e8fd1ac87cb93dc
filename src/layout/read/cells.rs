//! Tables of moves, with a row per move and a column per side, a row per ply, or a row per game, delimited by
//! commas, semicolons, tabs or bars; scoresheets whose later moves continue in columns beside the first; output
//! of handwriting recognisers.

use std::{iter, ops::Range};

use serde_json::Value;

use super::{
    parse_json,
    recognised::{self, CellReading},
};
use crate::{
    diagnostics::{Diagnostic, Problem},
    layout::{
        Event, GameEnd, ReadGame, pgn, prose,
        transcript::{InsertionKind, Transcript},
    },
    resolve::{ALTERNATIVES, Notations},
};

/// The columns of a table.
#[derive(Clone, Debug)]
struct Columns {
    delimiter: u8,
    kind: TableKind,
    names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TableKind {
    /// The move number, if there is one, and the moves of both sides.
    Sides { number: Option<usize>, white: usize, black: usize },
    /// One ply per row, and the game's number.
    Ply { text: usize, game: Option<usize> },
    /// One game per row.
    Game { moves: usize },
    /// One reading of a cell per row, as from recognisers.
    CellReading,
    /// Moves with their numbers, and on the same line those this many moves later.
    Beside(u32),
}

/// A cell, as the range of its text.
type CellRange = Range<usize>;

/// Whether a text that begins like this is a table of moves.
pub fn is_table(beginning: &str) -> bool {
    columns(beginning, 0).is_some()
}

/// Returns the columns of the table whose first non-blank row is here.
fn columns(text: &str, start: usize) -> Option<Columns> {
    let (line, _) = next_row(text, start)?;
    let row = &text[line.clone()];
    if row.trim_start_matches(['\u{feff}', ' ']).starts_with('{') {
        let columns = Columns { delimiter: b'{', kind: TableKind::CellReading, names: Vec::new() };
        return reading(text, line, &columns).map(|_| columns);
    }
    if let Some(distance) = distance(text, line.clone()) {
        return Some(Columns { delimiter: b'.', kind: TableKind::Beside(distance), names: Vec::new() });
    }
    let delimiter = [b'\t', b'|', b';', b','].into_iter().find(|it| row.as_bytes().contains(it))?;
    let cells = cells(text, line.clone(), delimiter);
    let names: Vec<String> = cells.iter().map(|it| plain(&text[it.clone()]).to_lowercase()).collect();
    let find = |wanted: &[&str]| wanted.iter().find_map(|it| names.iter().position(|name| name == it));
    if ["row", "text"].iter().all(|it| find(&[it]).is_some()) {
        return Some(Columns { delimiter, kind: TableKind::CellReading, names });
    }
    if let Some(moves) = find(&["moves", "pgn", "movetext"]) {
        return Some(Columns { delimiter, kind: TableKind::Game { moves }, names });
    }
    let sides = prose::SIDES.iter().find_map(|[white, black]| {
        let (white, black) = (find(&[white])?, find(&[black])?);
        let number = (0..white.min(black)).next_back();
        Some(TableKind::Sides { number, white, black })
    });
    if let Some(kind) = sides {
        return Some(Columns { delimiter, kind, names });
    }
    let text_column = find(&["san", "uci", "text"]).filter(|_| names.len() > 1);
    if let Some(text) = text_column {
        return Some(Columns { delimiter, kind: TableKind::Ply { text, game: find(&["game"]) }, names });
    }
    // Without names: the numbers of the first two moves, each with two cells.
    let (second, _) = next_row(text, line.end)?;
    let second = self::cells(text, second, delimiter);
    let is_number = |cell: Option<&CellRange>, number: &str| {
        cell.is_some_and(|it| text[it.clone()].trim().trim_end_matches('.') == number)
    };
    let is_move = |cell: &CellRange| {
        let text = text[cell.clone()].trim();
        text.len() < 12 && text.chars().any(|it| it.is_ascii_digit() || it == 'O')
    };
    let numbered = cells.len() >= 3
        && is_number(cells.first(), "1")
        && is_number(second.first(), "2")
        && cells[1..3].iter().all(is_move);
    let kind = TableKind::Sides { number: Some(0), white: 1, black: 2 };
    numbered.then_some(Columns { delimiter, kind, names: Vec::new() })
}

/// Returns the move numbers of a row, with their offsets.
fn numbers(text: &str, row: Range<usize>) -> Vec<(u32, usize)> {
    let line = &text[row.clone()];
    let number = |word: &str| {
        let (number, after) = pgn::lex::leading_number(word)?;
        (after.is_empty() || after.starts_with(['.', ')'])).then_some(number)
    };
    let words = line.split_whitespace();
    words
        .filter_map(|it| Some((number(it)?, row.start + (it.as_ptr() as usize - line.as_ptr() as usize))))
        .collect()
}

/// Returns by how many moves a column is ahead of the one before it, where rows have the numbers 1 and 21, 2 and 22.
fn distance(text: &str, first: Range<usize>) -> Option<u32> {
    let (second, _) = next_row(text, first.end)?;
    let [first, second] = [numbers(text, first), numbers(text, second)];
    let [(1, _), (number, _), ..] = first[..] else { return None };
    let [(2, _), (next, _), ..] = second[..] else { return None };
    (number > 2 && next == number + 1).then_some(number - 1)
}

/// Returns the parts of a row in its columns.
fn beside(text: &str, row: Range<usize>, distance: u32) -> Vec<CellRange> {
    let numbers = numbers(text, row.clone());
    let first = numbers.first().map_or(0, |it| it.0);
    let begins = numbers.iter().skip(1).filter(|it| it.0 > first && (it.0 - first).is_multiple_of(distance));
    let places: Vec<usize> = iter::once(row.start).chain(begins.map(|it| it.1)).chain([row.end]).collect();
    places.windows(2).map(|it| it[0]..it[1]).collect()
}

/// Returns the next non-blank row, and its end after its line end. Quotes may contain line ends.
fn next_row(text: &str, start: usize) -> Option<(Range<usize>, usize)> {
    let mut at = start;
    loop {
        let mut quoted = false;
        let len = text[at..].bytes().position(|it| {
            quoted ^= it == b'"';
            it == b'\n' && !quoted
        });
        let end = len.map_or(text.len(), |n| at + n);
        let after = (end + 1).min(text.len());
        if !text[at..end].trim().is_empty() {
            return Some((at..end, after));
        }
        if end == text.len() {
            return None;
        }
        at = after;
    }
}

/// Returns the cells of a row.
fn cells(text: &str, row: Range<usize>, delimiter: u8) -> Vec<CellRange> {
    let line = text[row.clone()].trim_end();
    let (mut begin, end) = (row.start, row.start + line.len());
    let bytes = &text.as_bytes()[..end];
    let mut found = Vec::new();
    let mut quoted = false;
    if delimiter == b'|' {
        begin += line.len() - line.trim_start().trim_start_matches('|').len();
    }
    let first = begin;
    for at in first..end {
        quoted ^= bytes[at] == b'"' && delimiter != b'|';
        if bytes[at] == delimiter && !quoted && (at == 0 || bytes[at - 1] != b'\\') {
            found.push(begin..at);
            begin = at + 1;
        }
    }
    if delimiter != b'|' || begin < end {
        found.push(begin..end);
    }
    found
}

/// Returns a cell's text without white space and quotes.
fn plain(cell: &str) -> String {
    let cell = cell.trim().trim_matches(['*', '_', '`']);
    match cell.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\"\"", "\""),
        None => cell.replace("\\|", "|"),
    }
}

/// Whether a row is only drawn, as below the header of a Markdown table.
pub(super) fn is_drawn(row: &str) -> bool {
    !row.contains(|it: char| it.is_alphanumeric())
}

/// Parses a row as the reading of a cell.
fn reading(text: &str, row: Range<usize>, columns: &Columns) -> Option<CellReading> {
    let of_object = |object: &Value, name: &str| match object.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    if columns.delimiter == b'{' {
        let object = parse_json(text[row.clone()].trim_matches(['\u{feff}', ' ', '\r']))?;
        object.get("row").and(object.get("text"))?;
        let said = of_object(&object, "text");
        // The offset of a text without escapes.
        let place = text[row.clone()].find(&format!("\"{said}\"")).map_or(row.start, |n| row.start + n + 1);
        let [page, row, column, score, game] =
            ["page", "row", "column", "score", "game"].map(|name| of_object(&object, name));
        return Some(CellReading { page, row, column, text: said, score, game, place });
    }
    let cells = cells(text, row.clone(), columns.delimiter);
    let cell = |name: &str| columns.names.iter().position(|it| it == name).and_then(|n| cells.get(n));
    let [page, number, column, said, score, game] = ["page", "row", "column", "text", "score", "game"]
        .map(|it| cell(it).map_or(String::new(), |it| plain(&text[it.clone()])));
    let place = cell("text")?.start;
    Some(CellReading { page, row: number, column, text: said, score, game, place })
}

/// Returns the end of the game here: at a blank line, at the number 1, at another game's number, or at the end of its row.
pub fn extent(text: &str, start: usize) -> GameEnd {
    let open = GameEnd { at: text.len(), decided: false };
    let Some((columns, first)) = table(text, start) else { return open };
    let mut at = first;
    let mut game: Option<String> = None;
    let mut rows = 0;
    while let Some((row, after)) = next_row(text, at) {
        if rows > 0 && text[at..row.start].contains('\n') {
            return GameEnd { at: row.start, decided: false };
        }
        at = after;
        if is_drawn(&text[row.clone()]) {
            continue;
        }
        let cells = cells(text, row.clone(), columns.delimiter);
        let cell = |n: Option<usize>| n.and_then(|n| cells.get(n)).map(|it| plain(&text[it.clone()]));
        let another = match columns.kind {
            TableKind::Game { .. } => rows > 0,
            TableKind::Beside(_) => {
                rows > 0 && numbers(text, row.clone()).first().is_some_and(|it| it.0 == 1)
            }
            TableKind::Sides { number, .. } => {
                rows > 0 && cell(number).is_some_and(|it| it.trim_end_matches('.') == "1")
            }
            TableKind::Ply { game: column, .. } => {
                let number = cell(column);
                let another = rows > 0 && number != game;
                game = number;
                another
            }
            TableKind::CellReading => match reading(text, row.clone(), &columns) {
                Some(reading) => {
                    let another = game.as_ref().is_some_and(|it| *it != reading.game);
                    game = Some(reading.game);
                    another
                }
                None => false,
            },
        };
        if another {
            return GameEnd { at: row.start, decided: false };
        }
        rows += 1;
    }
    open
}

/// Returns the columns of the table that contains the game here, and the offset of its first row.
fn table(text: &str, start: usize) -> Option<(Columns, usize)> {
    let at = if start == 0 || columns(text, start).is_some() { start } else { 0 };
    let columns = columns(text, at)?;
    let (_, after) = next_row(text, at)?;
    let has_names = !columns.names.is_empty();
    Some((columns, if at == start && has_names { after } else { start }))
}

/// Reads the game in this range of the text.
pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let Some(Assembled { game, left }) = assembled(text, range.clone()) else {
        return pgn::read::read(text, range, notations);
    };
    let mut read = game.read(notations);
    read.game.events.retain_mut(|it| match it {
        Event::Comment(comment) => match without_alternatives(&comment.text) {
            Some(text) if text.is_empty() => false,
            Some(text) => {
                comment.text = text.into();
                true
            }
            None => true,
        },
        _ => true,
    });
    let unread = |place: CellRange| Diagnostic::warning(place, Problem::Words { kept: false });
    read.diagnostics.extend(left.into_iter().map(unread));
    read.diagnostics.sort_by_key(|it| it.span.start);
    read
}

/// Returns the comment without the alternatives of its cells, if it has some.
fn without_alternatives(text: &str) -> Option<String> {
    let mut parts = text.split(ALTERNATIVES.trim_start_matches('{'));
    let mut kept = parts.next()?.trim_end_matches('{').trim_end().to_owned();
    let mut has = false;
    for part in parts {
        has = true;
        let rest = part.split_once(']').map_or("", |it| it.1);
        kept.push_str(rest.strip_prefix('}').unwrap_or(rest).trim_end_matches('{').trim_end());
    }
    has.then(|| kept.trim().to_owned())
}

/// Assembles the game in this range of a text from its cells.
pub fn assembled(text: &str, range: Range<usize>) -> Option<Assembled> {
    let whole = &text[..range.end];
    let (columns, first) = table(whole, range.start)?;
    let mut game = Transcript::new(range.start);
    let mut left = Vec::new();
    let mut readings = Vec::new();
    let mut halves: Vec<Vec<CellRange>> = Vec::new();
    let mut at = first;
    while let Some((row, after)) = next_row(whole, at) {
        at = after;
        if is_drawn(&whole[row.clone()]) {
            continue;
        }
        let cells = cells(whole, row.clone(), columns.delimiter);
        match columns.kind {
            TableKind::Sides { number, white, black } => {
                for (n, cell) in cells.iter().enumerate() {
                    let of_game = n == white || n == black || Some(n) == number;
                    add_cell(whole, cell.clone(), of_game, Some(n) == number, &mut game);
                }
                game.moves.push('\n');
            }
            TableKind::Ply { text, .. } => {
                let cell = cells.get(text).cloned().unwrap_or(0..0);
                add_cell(whole, cell, true, false, &mut game);
                for (name, cell) in columns.names.iter().zip(cells) {
                    if PARTS.contains(&&**name) {
                        add_cell(whole, cell, true, false, &mut game);
                    } else if !is_derived(name, &columns) {
                        add_cell(whole, cell, false, false, &mut game);
                    }
                }
            }
            TableKind::Game { moves } => {
                for (n, cell) in cells.iter().enumerate().filter(|it| it.0 != moves) {
                    let name = columns.names.get(n).map_or("", String::as_str);
                    add_tag(name, plain(&whole[cell.clone()]), &mut game);
                }
                let cell = cells.get(moves).cloned().unwrap_or(0..0);
                game.copy(&plain(&whole[cell.clone()]), cell.start);
            }
            TableKind::CellReading => match reading(whole, row.clone(), &columns) {
                Some(reading) => readings.push(reading),
                None => left.push(row),
            },
            TableKind::Beside(distance) => {
                for (n, cell) in beside(whole, row, distance).into_iter().enumerate() {
                    halves.resize_with(halves.len().max(n + 1), Vec::new);
                    halves[n].push(cell);
                }
            }
        }
    }
    for cell in halves.into_iter().flatten() {
        game.copy(&whole[cell.clone()], cell.start);
        game.moves.push('\n');
    }
    if columns.kind == TableKind::CellReading {
        recognised::assemble(&readings, &mut game);
    }
    left.extend(unread_column(whole, first, &columns));
    Some(Assembled { game, left })
}

/// Columns of plies that go into the game unchanged: NAGs and variations in PGN.
const PARTS: [&str; 2] = ["nags", "variations"];

/// Columns that only repeat information in the moves, or locate a reading.
const DERIVED: [&str; 24] = [
    "game", "ply", "number", "no", "no.", "nr", "#", "move", "color", "colour", "side", "turn", "text",
    "san", "uci", "lan", "fen", "plies", "moves", "pgn", "movetext", "page", "row", "column",
];

/// Whether a column of plies contains nothing that is not found elsewhere. Our comments contain times and evaluations too.
fn is_derived(name: &str, columns: &Columns) -> bool {
    let in_comments = || ["clock", "eval"].contains(&name) && columns.names.iter().any(|it| it == "comment");
    DERIVED.contains(&name) || in_comments()
}

/// Returns the first non-empty cell of this row in a column of a table of games or readings that is not read.
fn unread_column(text: &str, first: usize, columns: &Columns) -> Option<CellRange> {
    let is_unread = |name: &str| {
        let of_game = name == "tags" || TAGS.iter().any(|it| it.0 == name);
        let of_kind = if matches!(columns.kind, TableKind::Game { .. }) { of_game } else { name == "score" };
        !of_kind && !DERIVED.contains(&name)
    };
    let (row, _) = next_row(text, first)?;
    match columns.kind {
        TableKind::CellReading if columns.delimiter == b'{' => {
            let object = parse_json(text[row.clone()].trim())?;
            object.as_object()?.keys().any(|name| is_unread(name)).then_some(row)
        }
        TableKind::Game { .. } | TableKind::CellReading => {
            let cells = cells(text, row, columns.delimiter);
            let said = |cell: &CellRange| text[cell.clone()].contains(char::is_alphanumeric);
            let mut named = columns.names.iter().zip(cells);
            named.find(|(name, cell)| is_unread(name) && said(cell)).map(|it| it.1)
        }
        _ => None,
    }
}

/// A game that is put together from cells.
pub struct Assembled {
    pub game: Transcript,
    /// Where in the table something stands that is not in the game.
    left: Vec<CellRange>,
}

/// The columns of a row per game that are tags.
const TAGS: [(&str, &str); 14] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("white_elo", "WhiteElo"),
    ("black_elo", "BlackElo"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("variant", "Variant"),
    ("fen", "FEN"),
    ("notation", "Notation"),
];

/// Adds a cell: of the game, or beside it.
fn add_cell(text: &str, cell: CellRange, of_game: bool, is_number: bool, game: &mut Transcript) {
    let words = plain(&text[cell.clone()]);
    let blank = text[cell.clone()].len() - text[cell.clone()].trim_start().len();
    if !words.contains(char::is_alphanumeric) && !words.contains(['*', '½']) && words.trim() != "--" {
        return;
    }
    if !of_game {
        return game.aside(InsertionKind::Words(words), cell);
    }
    game.copy(words.trim(), cell.start + blank);
    game.moves.push_str(if is_number && !words.ends_with('.') { ". " } else { " " });
}

/// Adds the tag that a column of this name holds, or the tags.
fn add_tag(name: &str, value: String, game: &mut Transcript) {
    match TAGS.iter().find(|it| it.0 == name) {
        Some((_, tag)) if !value.is_empty() => game.tags.push(*tag, value),
        None if name == "tags" => {
            let pairs =
                parse_json(&value).and_then(|it| serde_json::from_value::<Vec<(String, String)>>(it).ok());
            pairs.unwrap_or_default().into_iter().for_each(|(name, value)| game.tags.push(name, value));
        }
        _ => {}
    }
}
