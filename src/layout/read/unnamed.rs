//! Columns without names, in tables, SQL rows and calls: their values show what they are.

use crate::{
    chess::{Position, Tags},
    layout::pgn::{all_plies, of_text, plies},
    lex,
    words::{heading, vocabulary::OfMove},
};

use super::{enclosed::begins_game, record::position};

/// Rows examined to find the column of moves.
const SHOWN: usize = 16;

/// Name given to a column of games.
pub(super) const MOVES: &str = "moves";

/// Kind of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Moves,
    Ply,
    Position,
    Result,
    Date,
    Rating,
    Number,
    Text,
}

impl Column {
    fn of<'c>(values: impl Iterator<Item = &'c str> + Clone) -> Column {
        let all = |is: &dyn Fn(&str) -> bool| {
            values.clone().any(|it| !it.is_empty()) && values.clone().all(|it| it.is_empty() || is(it))
        };
        let is_number = |it: &str| lex::figures(it) == it.len();
        let is_date = |it: &str| {
            let parts: Vec<usize> = it.split(['-', '.', '/']).map(lex::figures).collect();
            it.len() <= 10 && (parts == [4, 2, 2] || parts == [2, 2, 4])
        };
        let shown = || values.clone().take(SHOWN).filter(|it| !it.is_empty());
        let are_moves =
            |it: &str| begins_game(it) || it.contains(' ') && all_plies(it).is_some_and(|it| it.len() > 1);
        match () {
            () if all(&|it| OfMove::is_whole(it)) => Column::Ply,
            () if all(&|it| of_text(it).is_some()) => Column::Result,
            () if all(&|it| is_number(it) && matches!(it.parse(), Ok(1000..3000))) => Column::Rating,
            () if all(&is_number) => Column::Number,
            () if all(&is_date) => Column::Date,
            () if all(&|it| start(it).is_some()) => Column::Position,
            () if shown().any(are_moves) && shown().all(|it| are_moves(it) || all_plies(it).is_some()) => {
                Column::Moves
            }
            () => Column::Text,
        }
    }
}

fn start(text: &str) -> Option<Position> {
    if text.contains('/') { position(&Tags::default(), text) } else { None }
}

/// Returns the kinds of the columns of similar rows. Beside a column of positions, moves are played from
/// there.
pub(super) fn columns(rows: &[Vec<&str>]) -> Vec<Column> {
    let count = rows.first().map_or(0, Vec::len);
    let values = |n: usize| rows.iter().map(move |it| it[n]);
    let mut columns: Vec<Column> = (0..count).map(|n| Column::of(values(n))).collect();
    let found = columns.iter().position(|it| *it == Column::Position);
    if let Some(fen) = found.filter(|_| !columns.contains(&Column::Moves)) {
        let are_played = |row: &Vec<&str>, n: usize| {
            let count = row[n].split_whitespace().count();
            let played = start(row[fen]).map(|it| plies(row[n], &it).len());
            count > 0 && played == Some(count)
        };
        let is_text = |n: &usize| matches!(columns[*n], Column::Text | Column::Ply);
        let played =
            (0..count).filter(is_text).find(|n| rows.iter().take(SHOWN).all(|it| are_played(it, *n)));
        played.into_iter().for_each(|n| columns[n] = Column::Moves);
    }
    columns
}

/// Returns names for columns, one of which has moves.
pub(super) fn names(columns: &[Column], rows: &[Vec<&str>]) -> Vec<String> {
    let white = players(columns, rows);
    let ratings: Vec<usize> = (0..columns.len()).filter(|n| columns[*n] == Column::Rating).collect();
    let name = |(n, column): (usize, &Column)| match column {
        Column::Moves => MOVES.to_owned(),
        Column::Position => "FEN".to_owned(),
        Column::Result => "Result".to_owned(),
        Column::Date => "Date".to_owned(),
        Column::Rating if ratings.len() == 2 => {
            ["WhiteElo", "BlackElo"][usize::from(n == ratings[1])].to_owned()
        }
        Column::Text if white == Some(n) => "White".to_owned(),
        Column::Text if white.is_some_and(|it| it + 1 == n) => "Black".to_owned(),
        _ => format!("Column{}", n + 1),
    };
    columns.iter().enumerate().map(name).collect()
}

/// Returns the first of two adjacent columns of players, if they are the only ones with names, or the only
/// ones before results or ratings.
fn players(columns: &[Column], rows: &[Vec<&str>]) -> Option<usize> {
    let are_names = |n: &usize| {
        columns[*n..*n + 2] == [Column::Text; 2]
            && rows.iter().all(|it| heading::are_players([it[*n], it[*n + 1]]))
    };
    let pairs: Vec<usize> = (0..columns.len().saturating_sub(1)).filter(are_names).collect();
    let are_rated = |n: &usize| matches!(columns.get(*n + 2), Some(Column::Result | Column::Rating));
    let mut rated = pairs.iter().copied().filter(are_rated);
    match (&pairs[..], rated.next(), rated.next()) {
        ([only], ..) => Some(*only),
        (_, Some(only), None) => Some(only),
        _ => None,
    }
}
