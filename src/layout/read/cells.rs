//! Tables of moves: a row a move with a column for each side, a row a ply, or a row a game; with commas, semicolons, tabs or
//! bars between the cells.

use std::ops::Range;

use crate::layout::{GameEnd, ReadGame, pgn, prose};
use crate::resolve::Notations;

/// What the columns of a table hold.
#[derive(Clone, Debug)]
struct Columns {
    delimiter: u8,
    kind: Kind,
    names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The number of a move, if there is one, and the moves of both sides.
    Sides { number: Option<usize>, white: usize, black: usize },
    /// A ply a row, and the game's number.
    Ply { text: usize, game: Option<usize> },
    /// A game a row.
    Game { moves: usize },
}

/// A cell: where its text is.
type Cell = Range<usize>;

/// Whether a text that begins so is a table of moves.
pub fn is_table(beginning: &str) -> bool {
    columns(beginning, 0).is_some()
}

/// The columns of the table whose first row that is not blank stands here.
fn columns(text: &str, start: usize) -> Option<Columns> {
    let (line, _) = next_row(text, start)?;
    let row = &text[line.clone()];
    let delimiter = [b'\t', b'|', b';', b','].into_iter().find(|it| row.as_bytes().contains(it))?;
    let cells = cells(text, line.clone(), delimiter);
    let names: Vec<String> = cells.iter().map(|it| plain(&text[it.clone()]).to_lowercase()).collect();
    let find = |wanted: &[&str]| wanted.iter().find_map(|it| names.iter().position(|name| name == it));
    if let Some(moves) = find(&["moves", "pgn", "movetext"]) {
        return Some(Columns { delimiter, kind: Kind::Game { moves }, names });
    }
    let sides = prose::SIDES.iter().find_map(|[white, black]| {
        let (white, black) = (find(&[white])?, find(&[black])?);
        let number = (0..white.min(black)).next_back();
        Some(Kind::Sides { number, white, black })
    });
    if let Some(kind) = sides {
        return Some(Columns { delimiter, kind, names });
    }
    let text_column = find(&["san", "uci", "text"]).filter(|_| names.len() > 1);
    if let Some(text) = text_column {
        return Some(Columns { delimiter, kind: Kind::Ply { text, game: find(&["game"]) }, names });
    }
    // Without names: the numbers of the first two moves, and two cells beside each.
    let (second, _) = next_row(text, line.end)?;
    let second = self::cells(text, second, delimiter);
    let is_number = |cell: Option<&Cell>, number: &str| {
        cell.is_some_and(|it| text[it.clone()].trim().trim_end_matches('.') == number)
    };
    let is_move = |cell: &Cell| {
        let text = text[cell.clone()].trim();
        text.len() < 12 && text.chars().any(|it| it.is_ascii_digit() || it == 'O')
    };
    let numbered = cells.len() >= 3
        && is_number(cells.first(), "1")
        && is_number(second.first(), "2")
        && cells[1..3].iter().all(is_move);
    let kind = Kind::Sides { number: Some(0), white: 1, black: 2 };
    numbered.then_some(Columns { delimiter, kind, names: Vec::new() })
}

/// The next row that is not blank, and where it ends with its line end. Quotes may hold line ends.
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

/// The cells of a row.
fn cells(text: &str, row: Range<usize>, delimiter: u8) -> Vec<Cell> {
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

/// A cell's text without blanks and quotes.
fn plain(cell: &str) -> String {
    let cell = cell.trim().trim_matches(['*', '_', '`']);
    match cell.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\"\"", "\""),
        None => cell.replace("\\|", "|"),
    }
}

/// Whether a row is only drawn, as below the names of a Markdown table.
fn is_drawn(row: &str) -> bool {
    !row.contains(|it: char| it.is_alphanumeric())
}

/// Where the game ends that begins here: at a blank line, at the number 1, at another game's number, or with its row.
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
            Kind::Game { .. } => rows > 0,
            Kind::Sides { number, .. } => {
                rows > 0 && cell(number).is_some_and(|it| it.trim_end_matches('.') == "1")
            }
            Kind::Ply { game: column, .. } => {
                let number = cell(column);
                let another = rows > 0 && number != game;
                game = number;
                another
            }
        };
        if another {
            return GameEnd { at: row.start, decided: false };
        }
        rows += 1;
    }
    open
}

/// The columns of the table that a game which begins here lies in, and where its first row is.
fn table(text: &str, start: usize) -> Option<(Columns, usize)> {
    let at = if start == 0 || columns(text, start).is_some() { start } else { 0 };
    let columns = columns(text, at)?;
    let (_, after) = next_row(text, at)?;
    let has_names = !columns.names.is_empty();
    Some((columns, if at == start && has_names { after } else { start }))
}

/// Reads the game that takes up this part of the text.
pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let whole = &text[..range.end];
    let Some((columns, first)) = table(whole, range.start) else {
        return pgn::read::read(text, range, notations);
    };
    let mut game = Assembled::default();
    let mut at = first;
    while let Some((row, after)) = next_row(whole, at) {
        at = after;
        if is_drawn(&whole[row.clone()]) {
            continue;
        }
        let cells = cells(whole, row, columns.delimiter);
        match columns.kind {
            Kind::Sides { number, white, black } => {
                for (n, cell) in cells.iter().enumerate() {
                    let of_game = n == white || n == black || Some(n) == number;
                    game.cell(whole, cell.clone(), of_game, Some(n) == number);
                }
                game.text.push('\n');
            }
            Kind::Ply { text, .. } => {
                let cell = cells.get(text).cloned().unwrap_or(0..0);
                game.cell(whole, cell, true, false);
            }
            Kind::Game { moves } => {
                for (n, cell) in cells.iter().enumerate().filter(|it| it.0 != moves) {
                    let name = columns.names.get(n).map_or("", String::as_str);
                    game.tag(name, &plain(&whole[cell.clone()]));
                }
                game.text.push('\n');
                let cell = cells.get(moves).cloned().unwrap_or(0..0);
                game.parts.push((game.text.len(), cell.start));
                game.text.push_str(&plain(&whole[cell]));
            }
        }
    }
    let read = pgn::read::read(&game.text, 0..game.text.len(), notations);
    read.placed(|at| game.place(at).clamp(range.start, range.end))
}

/// A game that is put together from cells, as PGN.
#[derive(Default)]
struct Assembled {
    text: String,
    /// Where its parts begin, and where they come from.
    parts: Vec<(usize, usize)>,
}

impl Assembled {
    /// Adds a cell: of the game, or beside it.
    fn cell(&mut self, text: &str, cell: Cell, of_game: bool, is_number: bool) {
        let words = plain(&text[cell.clone()]);
        let blank = text[cell.clone()].len() - text[cell.clone()].trim_start().len();
        if !words.contains(char::is_alphanumeric) && !words.contains(['*', '½']) && words.trim() != "--" {
            return;
        }
        if !of_game {
            self.text.push_str(" {");
        }
        self.parts.push((self.text.len(), cell.start + blank));
        self.text.push_str(words.trim());
        self.text.push_str(match (of_game, is_number) {
            (false, _) => "} ",
            (true, true) if !words.ends_with('.') => ". ",
            _ => " ",
        });
    }

    /// Adds the tag that a column of this name holds.
    fn tag(&mut self, name: &str, value: &str) {
        const NAMES: [(&str, &str); 14] = [
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
        let known = NAMES.iter().find(|it| it.0 == name);
        let mut push = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            self.text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        match known.filter(|_| !value.is_empty()) {
            Some((_, tag)) => push(tag, value),
            None if name == "tags" => {
                let pairs: Vec<(String, String)> = serde_json::from_str(value).unwrap_or_default();
                pairs.iter().for_each(|(name, value)| push(name, value));
            }
            None => {}
        }
    }

    /// The place in the table of a place in the game.
    fn place(&self, at: usize) -> usize {
        let n = self.parts.partition_point(|part| part.0 <= at);
        n.checked_sub(1).map_or(0, |n| self.parts[n].1 + (at - self.parts[n].0))
    }
}
