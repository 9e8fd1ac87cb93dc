//! Rows and calls whose values have no names: the values show which fields they are.
//!
//! ```text
//! INSERT INTO games VALUES (1, 'A', 'B', '1-0', '1. e4 e5');
//! new Game("A", "B", "1-0", "1. e4 e5")
//! INSERT INTO moves VALUES ('7', 1, 'e4', 'e5');
//! ```

use std::{collections::HashSet, ops::Range};

use super::{Groups, PLY, Value};
use crate::layout::{
    read::unnamed::{self, Column},
    rows::Cell,
};

/// A row, or the arguments of a call.
pub(super) struct Row<'t> {
    pub span: Range<usize>,
    pub cells: Vec<Cell<'t>>,
}

/// Adds the games found in rows of the same kind.
pub(super) fn add<'t>(rows: Vec<Row<'t>>, groups: &mut Groups<'t>) {
    let values: Vec<Vec<&str>> =
        rows.iter().map(|row| row.cells.iter().map(|it| &*it.text).collect()).collect();
    let columns = unnamed::columns(&values);
    let plies: Vec<usize> = (0..columns.len()).filter(|n| columns[*n] == Column::Ply).collect();
    if columns.contains(&Column::Moves) {
        let names = unnamed::names(&columns, &values);
        add_games(rows, &names, groups);
    } else if let [_] | [_, _] = plies[..]
        && rows.len() > 1
    {
        // The number of the game may be 1, too.
        let counts = |n: &usize| columns[*n] == Column::Number && values[0][*n] == "1";
        let distinct = |n: &usize| values.iter().map(|it| it[*n]).collect::<HashSet<&str>>().len();
        let number = (0..columns.len()).filter(counts).max_by_key(distinct);
        add_plies(rows, &plies, number, groups);
    }
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
fn add_plies<'t>(rows: Vec<Row<'t>>, plies: &[usize], number: Option<usize>, groups: &mut Groups<'t>) {
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
        for n in plies {
            let cell = row.cells[*n].clone();
            if cell.text.is_empty() {
                continue;
            }
            let (ply, span) = (groups.begin(Some(parent), cell.span.start), cell.span.clone());
            groups.add(ply, PLY[3], Value::Cell(groups.text, cell), span);
        }
        groups.list[parent].span.end = row.span.end;
        groups.taken.push(row.span);
    }
}
