//! Rows, lists and calls whose values have no names: the values show which fields they are.
//!
//! ```text
//! INSERT INTO games VALUES (1, 'A', 'B', '1-0', '1. e4 e5');
//! new Game("A", "B", "1-0", "1. e4 e5")
//! games = [("A", "B", "1-0", "1. e4 e5")]
//! INSERT INTO moves VALUES ('7', 1, 'e4', 'e5');
//! INSERT INTO moves VALUES ('7', 1, 'P', 'e2', 'e4');
//! ```

use std::{collections::HashSet, ops::Range};

use super::{Groups, PLY, SQUARES, Value};
use crate::layout::{
    pgn,
    read::unnamed::{self, Column},
    rows::Cell,
};

/// A row, or the arguments of a call.
pub(super) struct Row<'t> {
    pub span: Range<usize>,
    pub cells: Vec<Cell<'t>>,
}

/// What is looked for in rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    All,
    /// Games, each in a row.
    Games,
    /// Plies by their two squares: the names of the columns tell the rest.
    Squares,
}

/// Adds the games found in rows of the same kind.
pub(super) fn add<'t>(rows: Vec<Row<'t>>, sought: Sought, groups: &mut Groups<'t>) {
    let values: Vec<Vec<&str>> =
        rows.iter().map(|row| row.cells.iter().map(|it| &*it.text).collect()).collect();
    let columns = unnamed::columns(&values);
    let plies: Vec<usize> = (0..columns.len()).filter(|n| columns[*n] == Column::Ply).collect();
    if columns.contains(&Column::Moves) {
        if sought != Sought::Squares {
            let names = unnamed::names(&columns, &values);
            add_games(rows, &names, groups);
        }
    } else if let [_] | [_, _] = plies[..]
        && rows.len() > 1
        && sought != Sought::Games
    {
        let kind = if begin_with_squares(&values, &plies) { Plies::Squares } else { Plies::Whole };
        if kind == Plies::Squares || sought == Sought::All {
            let number = counting(&columns, &values);
            add_plies(rows, &plies, kind, number, groups);
        }
    }
}

/// Returns the column of the numbers of plies or moves.
fn counting(columns: &[Column], values: &[Vec<&str>]) -> Option<usize> {
    // The number of the game may be 1, too.
    let counts = |n: &usize| columns[*n] == Column::Number && values[0][*n] == "1";
    let distinct = |n: &usize| values.iter().map(|it| it[*n]).collect::<HashSet<&str>>().len();
    (0..columns.len()).filter(counts).max_by_key(distinct)
}

/// Whether the two columns of the first row are the squares of a first ply.
fn begin_with_squares(values: &[Vec<&str>], plies: &[usize]) -> bool {
    let [from, to] = plies[..] else { return false };
    pgn::all_plies(&[values[0][from], values[0][to]].concat()).is_some()
}

/// What the columns of plies hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plies {
    /// A ply, or one of each side.
    Whole,
    /// Where a piece came from and went.
    Squares,
}

fn add_games<'t>(rows: Vec<Row<'t>>, names: &[String], groups: &mut Groups<'t>) {
    for row in rows {
        let group = groups.begin(None, row.span.start);
        groups.list[group].span.end = row.span.end;
        let mut at = row.span.start;
        for (cell, name) in row.cells.into_iter().zip(names) {
            let end = cell.span.end;
            groups.add(group, name, Value::Cell(groups.text, cell), at..end);
            at = end;
        }
        groups.taken.push(at..row.span.end);
    }
}

/// Adds the games of rows that hold a ply each, or one of each side. A game begins where the numbers start
/// again.
fn add_plies<'t>(
    rows: Vec<Row<'t>>,
    plies: &[usize],
    kind: Plies,
    number: Option<usize>,
    groups: &mut Groups<'t>,
) {
    let mut parent: Option<usize> = None;
    let mut last = 0_u32;
    for row in rows {
        let counted = number.and_then(|n| row.cells[n].text.parse().ok());
        let begins = counted.is_some_and(|it| it < last) || parent.is_none();
        last = counted.unwrap_or(last);
        let parent = match parent.filter(|_| !begins) {
            Some(it) => it,
            None => *parent.insert(groups.begin(None, row.span.start)),
        };
        let mut ply = None;
        for (n, name) in plies.iter().zip(SQUARES) {
            let cell = row.cells[*n].clone();
            if cell.text.is_empty() {
                continue;
            }
            let span = cell.span.clone();
            let (group, name) = match (kind, ply) {
                (Plies::Squares, Some(group)) => (group, name),
                (Plies::Squares, None) => (*ply.insert(groups.begin(Some(parent), span.start)), name),
                (Plies::Whole, _) => (groups.begin(Some(parent), span.start), PLY[3]),
            };
            groups.add(group, name, Value::Cell(groups.text, cell), span);
        }
        groups.list[parent].span.end = row.span.end;
        groups.taken.push(row.span);
    }
}
