//! Kinds of tables, told from the columns that the heading names, or from the first rows if there is no
//! heading.

use std::{iter, ops::Range};

use super::{
    apart::{OF_SEVERAL, length_of_list},
    groups::{Board, Group},
    record::Name,
    unnamed,
};
use crate::{
    chess::{Ply, Position},
    layout::{
        look::Look,
        pgn::plies,
        rows::{self, Cell, Row, emphasised},
    },
    lex,
    words::{self, vocabulary::OfMove},
};

/// A column, from its heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// The canonical name of its title.
    pub(super) key: Option<&'static str>,
    /// Index of the field of a reading that it holds, in [`READINGS`].
    pub(super) reading: Option<usize>,
    /// Whether its cells are whole games, though its title doesn't say so.
    pub(super) has_games: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Groups of columns with the moves of both sides, which continue from the foot of one to the head of the next.
    Sides(Vec<Group>),
    /// One ply per row.
    Ply(PlyColumns),
    /// One game per row.
    Game,
    /// One reading of a cell per row, as from a recogniser; without a heading, as JSON objects.
    Reading,
    /// Numbered moves in two columns, the second this many moves ahead.
    Beside(u32),
    /// Games side by side, each below its board number.
    Boards(Vec<Board>),
}

/// The columns of a table of plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlyColumns {
    /// Those with move text; the first that is filled counts.
    pub(super) texts: Vec<usize>,
    pub(super) game: Option<usize>,
    pub(super) number: Option<usize>,
    pub(super) color: Option<usize>,
    pub(super) fen: Option<usize>,
    /// Whether the FEN is the position before the ply.
    pub(super) is_before: bool,
    /// Whether there are comments, which repeat times and evaluations.
    pub(super) has_comments: bool,
}

impl Column {
    pub(super) fn of(cell: &Cell<'_>) -> Column {
        let name = title(cell);
        let (key, reading) = (words::column(name), reading_field(name));
        Column { name: name.to_owned(), key, reading, has_games: false }
    }

    /// Returns the name of its field in the record of a game.
    pub(super) fn of_record(&self) -> Name<'static> {
        Name::new(if self.has_games { "Moves".to_owned() } else { self.name.clone() })
    }

    pub(super) fn may_have_games(&self) -> bool {
        self.has_games || words::field(&self.name) == words::FieldName::Game("Moves")
    }
}

impl PlyColumns {
    /// Returns the text of a cell unless the move, or another column, says the same.
    pub(super) fn remark<'c>(&self, key: Option<&str>, text: &'c str) -> Option<&'c str> {
        let cell = text.trim();
        let is_said = match key {
            Some("Number" | "Ply" | "Derived") => {
                cell.parse::<f64>().is_err() && rows::number(cell).is_none()
            }
            Some("Color") => words::side_or_letter(cell).is_none(),
            Some("Text" | "San" | "Uci" | "Lan" | "FEN") => {
                !cell.contains(|it: char| it.is_ascii_digit()) && !cell.starts_with(['O', '-'])
            }
            Some("Time" | "Eval") => !self.has_comments,
            _ => true,
        };
        is_said.then_some(text)
    }
}

/// Names of the fields of a reading: row, text, column, page, score, game.
pub(super) const READINGS: [&[&str]; 6] = [
    &["row", "line"],
    &["text", "reading"],
    &["column", "col"],
    &["page"],
    &["score", "confidence", "conf", "probability", "prob"],
    &["game"],
];

pub(super) fn reading_field(name: &str) -> Option<usize> {
    READINGS.iter().position(|names| names.iter().any(|it| it.eq_ignore_ascii_case(name)))
}

/// Returns the name of a column without emphasis.
pub(super) fn title<'c>(cell: &'c Cell<'_>) -> &'c str {
    let name = cell.text.trim();
    emphasised(name).unwrap_or(name)
}

/// Marks the column with games if none is named so: its first cell has move 1 with moves of both sides, and
/// its title hasn't.
pub(super) fn name_moves(columns: &mut [Column], first: Option<&Row<'_>>) {
    const FEWEST: usize = 2;
    let is_game = |cell: &str| {
        let words = cell.trim();
        lex::leading_number(words).is_some_and(|it| it.0 == 1 && it.1.starts_with(['.', ' ', ')']))
            && words
                .replace('.', ". ")
                .split_whitespace()
                .skip(1)
                .filter(|it| OfMove::of(it) != OfMove::Nothing)
                .count()
                >= FEWEST
    };
    let is_known = columns.iter().any(|it| it.key.is_some()) && !columns.iter().any(Column::may_have_games);
    let found = first.filter(|_| is_known).and_then(|row| row.cells.iter().position(|it| is_game(&it.text)));
    let named = found.and_then(|n| columns.get_mut(n)).filter(|it| it.key.is_none() && !is_game(&it.name));
    if let Some(column) = named {
        column.has_games = true;
    }
}

/// Returns the columns of a table without a heading whose first two rows have a game in the same cell; other
/// columns are named by their values, or get generated names.
pub(super) fn unnamed_games(first: &Row<'_>, second: &Row<'_>) -> Option<Vec<Column>> {
    let count = first.cells.len();
    let rows = [first, second].map(|row| (0..count).map(|n| row.cell(Some(n)).trim()).collect::<Vec<&str>>());
    let mut columns = unnamed::columns(&rows);
    let has_start = columns.contains(&unnamed::Column::Position);
    let is_line = |it: &str| it.contains(' ') && length_of_list(it, OF_SEVERAL).is_some();
    let is_numbered = |it: &str| lex::leading_number(it).is_some_and(|it| it.0 == 1);
    let are_games = |n: &usize| {
        let are_moves = columns[*n] == unnamed::Column::Moves;
        let is_game = |it: &str| is_line(it) || are_moves && (has_start || is_numbered(it));
        rows.iter().all(|it| is_game(it[*n]))
    };
    let games = (0..columns.len()).find(are_games).filter(|_| columns.len() > 1)?;
    columns[games] = unnamed::Column::Moves;
    let column = |name: String| Column {
        has_games: name == unnamed::MOVES,
        key: words::column(&name),
        reading: None,
        name,
    };
    Some(unnamed::names(&columns, &rows).into_iter().map(column).collect())
}

/// Returns the kind of a table with these columns.
pub(super) fn kind(columns: &[Column], first: Option<&Row<'_>>) -> Option<Kind> {
    let has = |n| columns.iter().any(|it| it.reading == Some(n));
    /// A cell with this many moves is a game, and its row no heading.
    const OF_GAME: usize = 4;
    let holds_moves =
        |it: &Column| it.name.split_whitespace().filter(|it| OfMove::is_whole(it)).nth(OF_GAME - 1).is_some();
    if columns.len() < 2 || columns.iter().any(holds_moves) {
        return None;
    }
    if has(0) && has(1) {
        return Some(Kind::Reading);
    }
    if columns.iter().any(Column::may_have_games) {
        return Some(Kind::Game);
    }
    let groups = groups(columns, first);
    if !groups.is_empty() {
        return Some(Kind::Sides(groups));
    }
    let find = |name: &str| columns.iter().position(|it| it.name.eq_ignore_ascii_case(name));
    let mut texts: Vec<usize> = ["Text", "San", "Uci", "Lan"]
        .iter()
        .filter_map(|key| columns.iter().position(|it| it.key == Some(key)))
        .collect();
    // Moves may be called so, as well as their numbers; beside positions, these decide.
    let has_positions = columns.iter().any(|it| it.key == Some("FEN"));
    let is_move = |n: &usize| first.is_some_and(|row| OfMove::is_whole(row.cell(Some(*n)).trim()));
    if texts.is_empty() && !has_positions {
        texts.extend(find("move").filter(is_move));
    }
    let number = find("move").filter(|it| !texts.contains(it));
    (!texts.is_empty()).then(|| {
        Kind::Ply(PlyColumns {
            texts,
            game: find("game").or_else(|| find("game_id")),
            number,
            color: find("color"),
            fen: find("fen"),
            is_before: false,
            has_comments: find("comment").is_some(),
        })
    })
}

/// Returns the columns of a table whose first row has a position and a move that is legal there, whatever
/// their titles. Of several such moves, the second row decides.
pub(super) fn plies_with_positions(
    columns: &mut [Column],
    first: &Row<'_>,
    second: Option<&Row<'_>>,
) -> Option<PlyColumns> {
    let cells = || first.cells.iter().enumerate().map(|(n, cell)| (n, cell.text.trim()));
    let (fen, start) = cells().find_map(|(n, cell)| {
        let position = Some(cell).filter(|it| it.contains('/')).map(|it| Position::set_up(None, Some(it)));
        Some((n, position?.ok()?))
    })?;
    let ply = |cell: &str| {
        if OfMove::is_whole(cell) { plies(cell, &start).first().copied() } else { None }
    };
    let with = |text: usize| {
        let find = |key: &str| columns.iter().position(|it| it.key == Some(key)).filter(|it| *it != text);
        PlyColumns {
            texts: vec![text],
            game: None,
            number: find("Number"),
            color: find("Color"),
            fen: Some(fen),
            is_before: true,
            has_comments: find("Notes").is_some(),
        }
    };
    let mut moves: Vec<(usize, Ply)> = cells().filter_map(|(n, cell)| Some((n, ply(cell)?))).collect();
    let differ = |moves: &[(usize, Ply)]| moves.windows(2).any(|it| it[0].1 != it[1].1);
    if differ(&moves) {
        moves.retain(|it| second.and_then(|row| with(it.0).goes_on(first, row)) == Some(true));
    }
    let text = moves.first().filter(|_| !differ(&moves))?.0;
    let found = with(text);
    for (n, key) in [(fen, "FEN"), (text, "Text")] {
        columns.get_mut(n).into_iter().for_each(|it| it.key = Some(key));
    }
    Some(found)
}

impl PlyColumns {
    /// Whether a row's position is the one that the row above leads to; `None` unless positions are before
    /// their plies.
    pub(super) fn goes_on(&self, above: &Row<'_>, row: &Row<'_>) -> Option<bool> {
        let position = |row: &Row<'_>| Position::set_up(None, Some(row.cell(self.fen).trim())).ok();
        let mut played = position(above).filter(|_| self.is_before)?;
        let text = above.cell(self.texts.first().copied()).trim();
        plies(text, &played).first().into_iter().for_each(|it| played.play(it));
        let board = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        position(row).map(|it| board(&it.fen()) == board(&played.fen()))
    }
}

/// Returns the groups of columns with the moves of both sides.
pub(super) fn groups(columns: &[Column], first: Option<&Row<'_>>) -> Vec<Group> {
    let of = |key| (0..columns.len()).filter(move |n| columns[*n].key == Some(key));
    let mut from = 0;
    let mut groups: Vec<Group> = Vec::new();
    for (white, black) in of("White").zip(of("Black")) {
        let begin = white.min(black);
        let has_number = |n: &usize| first.is_some_and(|row| rows::number(row.cell(Some(*n))).is_some());
        let before = from.min(begin)..begin;
        let named = before.clone().rev().find(|n| columns[*n].key == Some("Number"));
        let number = before.rev().find(has_number).or(named);
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

/// Cells with a move are shorter than this, in bytes.
const LONGEST_MOVE: usize = 12;

/// Returns the kind of a table without a heading: the numbers of the first two moves, each with two cells,
/// perhaps with clock times, and perhaps after cells that both rows share; or two moves per row without
/// numbers.
pub(super) fn unnamed_kind(first: &Row<'_>, second: &Row<'_>) -> Option<Kind> {
    let number = |row: &Row<'_>, n: usize| rows::number(row.cell(Some(n)));
    // Such as the number of the game.
    let is_same = |n: &usize| first.cell(Some(*n)) == second.cell(Some(*n)) && second.cells.len() > *n;
    let from = (0..first.cells.len()).take_while(is_same).count();
    let looks: Vec<Look> = first.cells.iter().map(|it| Look::of(&it.text)).collect();
    let cells = looks.len();
    let is_move = |n: &usize| {
        let cell = first.cell(Some(*n));
        matches!(looks.get(*n), Some(Look::Move | Look::Words))
            && cell.len() < LONGEST_MOVE
            && cell.contains(|it: char| it.is_ascii_digit() || it == 'O')
    };
    let is_clock = |n: &usize| matches!(looks.get(*n), Some(Look::Clock | Look::Figures(_)));
    let after = |n: usize| (n + 1..cells).find(|it| !is_clock(it));
    // A number followed by fewer than two moves may be a time in minutes.
    let begins_moves = |n: usize| after(n).filter(is_move).and_then(after).is_some_and(|it| is_move(&it));
    let is_minutes = |n: &usize| *n > from && number(first, *n).is_some() && !begins_moves(*n);
    let after = |n: usize| (n + 1..cells).find(|it| !is_clock(it) && !is_minutes(it));
    let group = |n: usize| {
        number(first, n)?;
        let white = after(n).filter(is_move)?;
        let black = after(white).unwrap_or(white + 1);
        Some(Group { columns: n..usize::MAX, number: Some(n), white, black })
    };
    let mut groups: Vec<Group> = (from..cells).filter(|it| !is_minutes(it)).filter_map(group).collect();
    let begins: Vec<usize> = groups.iter().skip(1).map(|it| it.columns.start).collect();
    for (group, end) in groups.iter_mut().zip(begins) {
        group.columns.end = end;
    }
    let Some(begin) = groups.first_mut().filter(|it| it.columns.start == from && is_move(&it.black)) else {
        return unnumbered(first, second);
    };
    begin.columns.start = 0;
    let across = groups.get(1).and_then(|it| number(first, it.columns.start)) == Some(2);
    let is_first = number(first, from) == Some(1) && number(second, from) == Some(if across { 3 } else { 2 });
    is_first.then_some(Kind::Sides(groups))
}

/// Returns the columns of a table without heading and numbers: two with moves, perhaps some with clock times.
fn unnumbered(first: &Row<'_>, second: &Row<'_>) -> Option<Kind> {
    let moves = |row: &Row<'_>| -> Option<Vec<usize>> {
        let has = |n: &usize| matches!(Look::of(row.cell(Some(*n))), Look::Move | Look::Words);
        let found: Vec<usize> = (0..row.cells.len()).filter(has).collect();
        found.iter().all(|n| OfMove::is_whole(row.cell(Some(*n)))).then_some(found)
    };
    let found = moves(first).filter(|it| moves(second).as_ref() == Some(it))?;
    let [white, black] = found[..] else { return None };
    Some(Kind::Sides(vec![Group { columns: 0..usize::MAX, number: None, white, black }]))
}

/// Returns the move numbers of a line, with their offsets.
pub(super) fn numbers(text: &str, row: Range<usize>) -> Vec<(u32, usize)> {
    let line = text.get(row.clone()).unwrap_or_default();
    let number = |word: &str| {
        let (number, after) = lex::leading_number(word)?;
        (after.is_empty() || after.starts_with(['.', ')'])).then_some(number)
    };
    let words = line.split_whitespace();
    words
        .filter_map(|it| Some((number(it)?, row.start + (it.as_ptr() as usize - line.as_ptr() as usize))))
        .collect()
}

/// Returns by how many moves the second column is ahead of the first, if the lines have numbers such as 1 and
/// 21, 2 and 22.
pub(super) fn distance(text: &str, first: &Row<'_>) -> Option<u32> {
    let second = Row::next(text, None, first.next)?;
    let [first, second] = [numbers(text, first.span.clone()), numbers(text, second.span)];
    let [(1, _), (number, _), ..] = first[..] else { return None };
    let [(2, _), (next, _), ..] = second[..] else { return None };
    (number > 2 && next == number + 1).then_some(number - 1)
}

/// Splits a line into its columns, by move numbers.
pub(super) fn beside(text: &str, row: Range<usize>, distance: u32) -> Vec<Range<usize>> {
    let numbers = numbers(text, row.clone());
    let first = numbers.first().map_or(0, |it| it.0);
    let begins = numbers.iter().skip(1).filter(|it| it.0 > first && (it.0 - first).is_multiple_of(distance));
    let places: Vec<usize> = iter::once(row.start).chain(begins.map(|it| it.1)).chain([row.end]).collect();
    places.windows(2).map(|it| it[0]..it[1]).collect()
}
