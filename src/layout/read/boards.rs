//! Tables of a match, with the games of several boards side by side: `Board 1;;Board 2;`, and below it the players and the moves.

use super::groups::Group;
use crate::{
    chess::Color,
    layout::rows::{self, Row, Separator},
    words::{
        self,
        vocabulary::{is_of_move, is_whole_move},
    },
};

/// The game of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// Where its heading is.
    pub place: usize,
    /// What the table says of it: `Board`, and the players.
    pub tags: Vec<(&'static str, String)>,
    /// Its columns.
    pub group: Group,
}

/// Returns the boards that a heading names, each with the columns up to the next one, and where their moves begin.
pub(super) fn boards(text: &str, heading: &Row<'_>, separator: Separator) -> Option<(Vec<Board>, usize)> {
    let number = |n: usize| number_of_board(&heading.cells.get(n)?.text);
    // A board may be named above both of its columns.
    let begins = |n: &usize| number(*n).is_some() && (*n == 0 || number(*n) != number(*n - 1));
    let begins: Vec<usize> = (0..heading.cells.len()).filter(begins).collect();
    if begins.len() < 2 || begins[0] > 1 {
        return None;
    }
    let mut rows = heading.next;
    let mut named = None;
    // Below the boards, the sides may be named, or the players.
    let mut first = Row::next(text, Some(separator), rows)?;
    while first.cells.iter().all(|it| !is_of_game(&it.text))
        && first.cells.iter().any(|it| !it.text.is_empty())
    {
        if !first.cells.iter().any(|it| words::side(&it.text).is_some()) {
            named = Some(first.cells.iter().map(|it| player(&it.text).to_owned()).collect::<Vec<_>>());
        }
        rows = first.next;
        first = Row::next(text, Some(separator), rows)?;
    }
    let ends = begins.iter().skip(1).copied().chain([heading.cells.len().max(first.cells.len())]);
    let board = |(begin, end): (usize, usize)| {
        let has_number = rows::number(first.cell(Some(begin))).is_some();
        let is_white = |n: &usize| words::side(heading.cell(Some(*n))) == Some(Color::White);
        let white = (begin..end).find(is_white).unwrap_or(begin + usize::from(has_number));
        if white + 1 >= end {
            return None;
        }
        let group =
            Group { columns: begin..end, number: has_number.then_some(begin), white, black: white + 1 };
        let name = |n: usize| named.as_ref()?.get(n).filter(|it| !it.is_empty()).cloned();
        let tags = [("White", name(white)), ("Black", name(white + 1)), ("Board", number(begin))];
        let tags = tags.into_iter().filter_map(|it| Some((it.0, it.1?))).collect();
        Some(Board { place: heading.cells[begin].span.start, tags, group })
    };
    Some((begins.iter().copied().zip(ends).map(board).collect::<Option<_>>()?, rows))
}

/// Returns a player without the side, as in `White: Anna`.
fn player(cell: &str) -> &str {
    let labelled = cell.split_once(':').filter(|it| words::side(it.0).is_some());
    labelled.map_or(cell, |it| it.1).trim()
}

/// Returns the number in the heading of a board, as in `Board 3`.
fn number_of_board(cell: &str) -> Option<String> {
    let (name, number) = cell.trim().rsplit_once(char::is_whitespace)?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    (is_number && words::column(name.trim()) == Some("Board")).then(|| number.to_owned())
}

/// Whether a cell has a move, as it may be the first of a game, or the number of one.
fn is_of_game(cell: &str) -> bool {
    let cell = cell.trim();
    let has_rank = cell.contains(|it: char| it.is_ascii_digit());
    rows::number(cell).is_some() || has_rank && (is_whole_move(cell) || is_of_move(cell))
}
