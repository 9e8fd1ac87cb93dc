//! Values that have no names, of rows and of calls: what they are shows which fields they have.
//!
//! ```text
//! INSERT INTO games VALUES (1, 'A', 'B', '1-0', '1. e4 e5');
//! new Game("A", "B", "1-0", "1. e4 e5")
//! INSERT INTO moves VALUES ('7', 1, 'e4', 'e5');
//! ```

use std::{borrow::Cow, collections::HashSet, ops::Range};

use super::{Groups, MOVES, PLY, text_value};
use crate::{
    layout::{
        pgn::{all_plies, of_text},
        read::enclosed::begins_game,
    },
    lex,
    words::{heading, vocabulary::OfMove},
};

/// So many rows show which column has the moves.
const SHOWN: usize = 16;

/// A value, and where it stands.
pub(super) type Cell<'t> = (Cow<'t, str>, Range<usize>);

/// A row, or what a call has.
pub(super) struct Row<'t> {
    pub span: Range<usize>,
    pub cells: Vec<Cell<'t>>,
}

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Moves,
    Ply,
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
            () if all(&|it| OfMove::of(it) == OfMove::Whole) => Column::Ply,
            () if all(&|it| of_text(it).is_some()) => Column::Result,
            () if all(&|it| is_number(it) && matches!(it.parse(), Ok(1000..3000))) => Column::Rating,
            () if all(&is_number) => Column::Number,
            () if all(&is_date) => Column::Date,
            () if shown().any(are_moves) && shown().all(|it| are_moves(it) || all_plies(it).is_some()) => {
                Column::Moves
            }
            () => Column::Text,
        }
    }
}

/// Adds the games of rows that are alike.
pub(super) fn add<'t>(rows: Vec<Row<'t>>, groups: &mut Groups<'t>) {
    let count = rows.first().map_or(0, |it| it.cells.len());
    let values = |n: usize| rows.iter().map(move |it| &*it.cells[n].0);
    let columns: Vec<Column> = (0..count).map(|n| Column::of(values(n))).collect();
    let plies: Vec<usize> = (0..count).filter(|n| columns[*n] == Column::Ply).collect();
    if columns.contains(&Column::Moves) {
        let are_names = |n: usize| {
            let pair = |it: &Row<'_>| heading::are_players([&it.cells[n].0, &it.cells[n + 1].0]);
            columns[n] == Column::Text && columns[n + 1] == Column::Text && rows.iter().all(pair)
        };
        let white = (0..count.saturating_sub(1)).find(|n| are_names(*n));
        add_games(rows, &names(&columns, white), groups);
    } else if let [_] | [_, _] = plies[..] {
        // The number of the game may be 1, too.
        let counts = |n: &usize| columns[*n] == Column::Number && values(*n).next() == Some("1");
        let distinct = |n: &usize| values(*n).collect::<HashSet<&str>>().len();
        let number = (0..count).filter(counts).max_by_key(distinct);
        add_plies(rows, &plies, number, groups);
    }
}

/// Returns the names of columns.
fn names(columns: &[Column], white: Option<usize>) -> Vec<String> {
    let ratings: Vec<usize> = (0..columns.len()).filter(|n| columns[*n] == Column::Rating).collect();
    let name = |(n, column): (usize, &Column)| match column {
        Column::Moves => MOVES.to_owned(),
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

fn add_games<'t>(rows: Vec<Row<'t>>, names: &[String], groups: &mut Groups<'t>) {
    for row in rows {
        let group = groups.begin(None, row.span.start);
        groups.list[group].span.end = row.span.end;
        let mut at = row.span.start;
        for ((plain, inner), name) in row.cells.into_iter().zip(names) {
            let end = inner.end;
            groups.add(group, name, text_value(groups.text, plain, inner), at..end);
            at = end;
        }
        groups.taken.push(at..row.span.end);
    }
}

/// Adds the games of rows that have a ply each, or one of both sides. Each begins at the number 1.
fn add_plies<'t>(rows: Vec<Row<'t>>, plies: &[usize], number: Option<usize>, groups: &mut Groups<'t>) {
    let mut parent: Option<usize> = None;
    let mut last = 0_u32;
    for row in rows {
        let counted = number.and_then(|n| row.cells[n].0.parse().ok());
        let begins = counted.is_some_and(|it| it < last) || parent.is_none();
        last = counted.unwrap_or(last);
        let parent = match parent.filter(|_| !begins) {
            Some(it) => it,
            None => *parent.insert(groups.begin(None, row.span.start)),
        };
        for n in plies {
            let (plain, inner) = row.cells[*n].clone();
            if plain.is_empty() {
                continue;
            }
            let ply = groups.begin(Some(parent), inner.start);
            groups.add(ply, PLY[3], text_value(groups.text, plain, inner.clone()), inner);
        }
        groups.list[parent].span.end = row.span.end;
        groups.taken.push(row.span);
    }
}
