//! Match tables with the games of several boards side by side: `Board 1;;Board 2;`, and below it the players
//! and moves.

use super::{
    columns::{Column, groups},
    groups::{Board, Group},
};
use crate::{
    chess::Color,
    layout::{
        look::Look,
        rows::{self, Cell, Row, Separator},
    },
    words::{self, heading, vocabulary::OfMove},
};

/// Returns the boards named by a heading, each with its columns, and the offset where their moves begin.
/// Titles may stand above the heading.
pub(super) fn boards(text: &str, first: &Row<'_>, separator: Separator) -> Option<(Vec<Board>, usize)> {
    /// At most this many rows of titles.
    const MOST_TITLES: usize = 6;
    if let Some(found) = named(text, first, separator) {
        return Some(found);
    }
    let mut titles = Vec::new();
    let mut at = first.next;
    let mut above = first.cells.clone();
    for _ in 0..MOST_TITLES {
        // A row of a table has more cells than a title and its value.
        let filled: Vec<&Cell<'_>> = above.iter().filter(|it| !it.text.is_empty()).collect();
        if filled.len() > 2 || filled.iter().any(|it| OfMove::is_whole(&it.text)) {
            return None;
        }
        titles.push(filled.iter().map(|it| &*it.text).collect::<Vec<_>>().join(" "));
        let row = Row::next(text, Some(separator), at)?;
        if let Some((mut boards, rows)) =
            named(text, &row, separator).or_else(|| alone(text, &row, separator))
        {
            boards.iter_mut().for_each(|it| it.add_tags(&titles));
            boards
                .first_mut()
                .into_iter()
                .for_each(|it| it.titles.splice(..0, titles.clone()).for_each(drop));
            return Some((boards, rows));
        }
        (at, above) = (row.next, row.cells);
    }
    None
}

impl Board {
    /// Adds the tags found in the titles above all boards. The two sides named there are teams or cities, not
    /// players.
    fn add_tags(&mut self, titles: &[String]) {
        let is_of_match = |it: &&'static str| ["Event", "Site", "Date", "Round"].contains(it);
        let tags = heading::tags(&titles.join("\n")).into_iter().filter(|it| is_of_match(&it.0));
        self.tags.extend(tags);
    }
}

/// Returns the boards named by this heading: by number, by sides beside or below it, or by players.
fn named(text: &str, heading: &Row<'_>, separator: Separator) -> Option<(Vec<Board>, usize)> {
    let heads: Vec<Head> = heading.cells.iter().map(|it| Head::of(&it.text)).collect();
    let sides = |n: usize| heads.get(n).and_then(|it| it.side);
    let has_number = heads.iter().any(|it| it.number.is_some());
    // A board may be named above both of its columns.
    let begins = |n: &usize| {
        let head = &heads[*n];
        let is_new = || *n == 0 || head.number != heads[n - 1].number;
        if has_number { head.number.is_some() && is_new() } else { head.players.is_some() }
    };
    let begins: Vec<usize> = (0..heads.len()).filter(begins).collect();
    if begins.len() < 2 || begins[0] > 1 {
        return None;
    }
    let mut rows = heading.next;
    let mut below = Below::default();
    // Below the boards, the sides may be named, or the players.
    let mut first = Row::next(text, Some(separator), rows)?;
    while !is_row_of_moves(&first) && first.cells.iter().any(|it| !it.text.is_empty()) {
        below.add(&first);
        rows = first.next;
        first = Row::next(text, Some(separator), rows)?;
    }
    let ends = begins.iter().skip(1).copied().chain([heads.len().max(first.cells.len())]);
    let board = |(begin, end): (usize, usize)| {
        let has_number = rows::number(first.cell(Some(begin))).is_some();
        let is_white = |n: &usize| sides(*n) == Some(Color::White);
        let white = (begin..end).find(is_white).unwrap_or(begin + usize::from(has_number));
        if white + 1 >= end {
            return None;
        }
        let group =
            Group { columns: begin..end, number: has_number.then_some(begin), white, black: white + 1 };
        // Or the players, beside the board's number.
        let beside = [white, white + 1].map(|n| heads.get(n).and_then(|it| it.unread.clone()));
        let beside = match beside {
            [Some(one), Some(other)] if heading::are_players([&*one, &*other]) => Some([one, other]),
            _ => None,
        };
        let unread = heads[begin..end.min(heads.len())].iter().filter_map(|it| it.unread.clone());
        let titles = if beside.is_some() { Vec::new() } else { unread.collect() };
        let [one, other] = heads[begin].players.clone().or(beside).map_or([None, None], |it| it.map(Some));
        let tags = below.tags(&group, [one, other], heads[begin].number.clone());
        Some(Board { place: heading.cells[begin].span.start, tags, titles, group })
    };
    let mut boards = begins.iter().copied().zip(ends).map(board).collect::<Option<Vec<Board>>>()?;
    boards.first_mut().into_iter().for_each(|it| it.titles.append(&mut below.unread));
    Some((boards, rows))
}

/// Returns the only game of a table below titles whose heading names the sides.
fn alone(text: &str, heading: &Row<'_>, separator: Separator) -> Option<(Vec<Board>, usize)> {
    let columns: Vec<Column> = heading.cells.iter().map(Column::of).collect();
    let first = Row::next(text, Some(separator), heading.next)?;
    let [group] = &groups(&columns, Some(&first))[..] else { return None };
    if let Some((board, rows)) = with_players(text, heading, group, separator) {
        return Some((vec![board], rows));
    }
    let board =
        Board { place: heading.span.start, tags: Vec::new(), titles: Vec::new(), group: group.clone() };
    is_row_of_moves(&first).then(|| (vec![board], heading.next))
}

/// Returns the only game of a table whose heading names the sides and whose next row names the players.
pub(super) fn with_players(
    text: &str,
    heading: &Row<'_>,
    group: &Group,
    separator: Separator,
) -> Option<(Board, usize)> {
    let names = Row::next(text, Some(separator), heading.next)?;
    let first = Row::next(text, Some(separator), names.next)?;
    let [white, black] = [group.white, group.black].map(|n| names.cell(Some(n)));
    let are_names = heading::are_players([white, black]) && !is_row_of_moves(&names) && !names.apart;
    if !are_names || !is_row_of_moves(&first) {
        return None;
    }
    let mut below = Below::default();
    below.add(&names);
    let number = group
        .number
        .or_else(|| (0..group.white.min(group.black)).find(|n| rows::number(first.cell(Some(*n))).is_some()));
    let tags = below.tags(group, [None, None], None);
    let group = Group { number, ..group.clone() };
    Some((Board { place: heading.span.start, tags, titles: Vec::new(), group }, names.next))
}

/// A parsed column heading.
struct Head {
    /// The number of its board.
    number: Option<String>,
    side: Option<Color>,
    players: Option<[String; 2]>,
    /// Words after the board number that are neither players nor a side.
    unread: Option<String>,
}

impl Head {
    /// Parses `Board 3`, `Board 3 White`, `Board 3: Anna - Hans`, `Anna - Hans` or `White`.
    fn of(cell: &str) -> Head {
        let cell = cell.trim();
        let words: Vec<&str> = cell.split_whitespace().collect();
        let number = match words[..] {
            [name, number, ..] => heading::numbered(name, number).filter(|it| it.0 == "Board"),
            _ => None,
        };
        let number = number.map(|it| it.1.to_owned());
        let rest = if number.is_some() { words[2..].join(" ") } else { cell.to_owned() };
        let rest = rest.trim_matches(|it: char| !it.is_alphanumeric());
        let players = heading::players(rest);
        let is_pair = players.iter().all(|it| !it.is_empty());
        let side = words::side(rest);
        let is_unread = number.is_some() && !is_pair && side.is_none() && !rest.is_empty();
        Head { side, players: is_pair.then_some(players), unread: is_unread.then(|| rest.to_owned()), number }
    }
}

/// Shape of a player's rating.
const RATING: Look = Look::Figures(4);

/// The rows between the heading with the boards and their moves.
#[derive(Default)]
struct Below {
    names: Vec<String>,
    teams: Vec<String>,
    ratings: Vec<String>,
    /// Rows not recognised.
    unread: Vec<String>,
}

impl Below {
    /// Adds a row of players, teams or ratings; a row that names the sides is skipped.
    fn add(&mut self, row: &Row<'_>) {
        let texts: Vec<String> = row.cells.iter().map(|it| player(&it.text).to_owned()).collect();
        let filled: Vec<&String> = texts.iter().filter(|it| !it.is_empty()).collect();
        let names_sides = row.cells.iter().any(|it| words::side(&it.text).is_some());
        // The same two teams meet at every board.
        let is_of_teams = filled.len() > 2
            && filled.iter().all(|it| filled.iter().filter(|other| *other == it).count() > 1);
        if is_of_ratings(row) {
            self.ratings = texts;
        } else if is_of_teams && !names_sides {
            self.teams = texts;
        } else if self.names.is_empty() && !names_sides {
            self.names = texts;
        } else if !names_sides {
            self.unread.push(filled.into_iter().map(|it| &**it).collect::<Vec<_>>().join(" "));
        }
    }

    /// Returns the tags of the game in the columns of `group`. `one` and `other` are the players, if the
    /// heading names them.
    fn tags(
        &self,
        group: &Group,
        [one, other]: [Option<String>; 2],
        board: Option<String>,
    ) -> Vec<(&'static str, String)> {
        let Group { white, black, .. } = *group;
        let tags = [
            ("White", one.or_else(|| self.name(white))),
            ("Black", other.or_else(|| self.name(black))),
            ("Board", board),
            ("WhiteElo", self.rating(white)),
            ("BlackElo", self.rating(black)),
            ("WhiteTeam", self.team(white)),
            ("BlackTeam", self.team(black)),
        ];
        tags.into_iter().filter_map(|it| Some((it.0, it.1?))).collect()
    }

    fn team(&self, n: usize) -> Option<String> {
        self.teams.get(n).filter(|it| !it.is_empty()).cloned()
    }

    fn name(&self, n: usize) -> Option<String> {
        let name = self.names.get(n).filter(|it| !it.is_empty())?;
        let rating = name.rfind(['(', '[']).filter(|at| *at > 0);
        Some(name.get(..rating.unwrap_or(name.len()))?.trim().to_owned())
    }

    /// Returns the rating from the row of ratings, or from parentheses after the name.
    fn rating(&self, n: usize) -> Option<String> {
        let own = self.ratings.get(n).filter(|it| !it.is_empty()).cloned();
        let behind = || {
            let inner = self.names.get(n)?.rsplit_once(['(', '['])?.1.trim_end_matches([')', ']']);
            Some(inner.to_owned()).filter(|it| Look::of(it) == RATING)
        };
        own.or_else(behind)
    }
}

/// Whether a row consists of ratings, perhaps after a title.
fn is_of_ratings(row: &Row<'_>) -> bool {
    let ratings = row.cells.iter().filter(|it| Look::of(&it.text) == RATING).count();
    ratings > 1 && !row.cells.iter().any(is_of_game)
}

fn is_row_of_moves(row: &Row<'_>) -> bool {
    !is_of_ratings(row) && row.cells.iter().any(is_of_game)
}

/// Whether a cell looks like a move with a rank, a move number or a clock time.
fn is_of_game(cell: &Cell<'_>) -> bool {
    match Look::of(&cell.text) {
        Look::Number(_) | Look::Clock => true,
        // A name without a digit may be spelt like a move.
        Look::Move => cell.text.contains(|it: char| it.is_ascii_digit()),
        _ => false,
    }
}

/// Strips the side from a player, as in `White: Anna`.
fn player(cell: &str) -> &str {
    let labelled = cell.split_once(':').filter(|it| words::side(it.0).is_some());
    labelled.map_or(cell, |it| it.1).trim()
}
