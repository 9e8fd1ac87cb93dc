//! Rows of moves in a column, distinguished from words by their cells: a number, White's move, Black's move.
//!
//! A misread number is deduced from its neighbours. A move of Black's that stands alone, or a little lower,
//! belongs to the first of the rows just above it that have none.

use super::{
    geometry::{Line, Word, cells, median},
    number::Number,
};

/// An item of a column.
pub enum Item<'w> {
    Row(Row<'w>),
    /// The cells of a line of words, and whether it begins a paragraph.
    Words(Vec<Line<'w>>, bool),
}

/// A row of moves.
#[derive(Clone, Default)]
pub struct Row<'w> {
    pub number: u32,
    /// The words of its number; empty if it is run into the move.
    pub printed: Vec<&'w Word>,
    /// Whether its number is printed differently.
    pub is_misread: bool,
    pub white: Vec<&'w Word>,
    pub black: Vec<&'w Word>,
}

/// The number of the last row, from which the next one is expected.
#[derive(Clone, Copy, Default)]
pub struct Count(Option<u32>);

/// A line that looks like a row.
struct Shape<'w> {
    value: Option<u32>,
    row: Row<'w>,
}

/// The positions of the cells in a column.
struct Table {
    /// Black's moves begin to the right of this.
    border: f64,
    /// White's moves begin at `begin`, and end to the left of `white`.
    begin: f64,
    white: f64,
    /// Black's moves end to the left of this.
    black: f64,
}

/// Fewest rows with both sides' moves in a column with a table.
const FEWEST: usize = 2;

/// A misread number is confirmed by one of this many rows after it.
const AHEAD: usize = 3;

/// At most this many rows wait for a move of Black's.
const MOST_OPEN: usize = 32;

/// Least space before a paragraph, as a multiple of the space between most lines.
const SPACED: f64 = 1.5;

/// Splits a column into rows of moves and lines of words.
pub fn items<'w>(lines: Vec<Line<'w>>, unit: f64, count: &mut Count) -> Vec<Item<'w>> {
    let table = Table::of(&lines, unit);
    let shape = |line: &Line<'w>| table.as_ref()?.shape(line, unit);
    let shapes: Vec<Option<Shape<'w>>> = lines.iter().map(shape).collect();
    let level = |n: usize| lines[n].first().map_or(0.0, |it| it.rect.middle());
    let pitch = median((1..lines.len()).map(|n| level(n) - level(n - 1)).collect());
    let begins: Vec<bool> =
        (0..lines.len()).map(|n| n > 0 && level(n) - level(n - 1) > SPACED * pitch).collect();
    let mut items = Vec::new();
    for (n, line) in lines.into_iter().enumerate() {
        let number = shapes[n].as_ref().and_then(|it| count.number(it, &shapes[n + 1..]));
        if let (Some(shape), Some(number)) = (&shapes[n], number) {
            *count = Count(Some(number));
            let is_misread = shape.value != Some(number);
            items.push(Item::Row(Row { number, is_misread, ..shape.row.clone() }));
            continue;
        }
        let alone = table.as_ref().filter(|it| it.is_of_black(&line, unit));
        let rows =
            items.iter_mut().rev().map_while(|it| if let Item::Row(row) = it { Some(row) } else { None });
        match rows.take(MOST_OPEN).take_while(|it| it.black.is_empty()).last().filter(|_| alone.is_some()) {
            Some(row) => row.black = line,
            None => items.push(Item::Words(cells(&line, unit).map(<[_]>::to_vec).collect(), begins[n])),
        }
    }
    items
}

/// Splits a line into its number, the words of the number, and its other cells.
fn numbered<'w>(line: &Line<'w>, unit: f64) -> Option<(Number, Line<'w>, Vec<Line<'w>>)> {
    let mut all = cells(line, unit);
    let first = all.next()?;
    let number = Number::of(first)?;
    let (printed, rest) = first.split_at(number.words);
    let moves = [rest].into_iter().chain(all).filter(|it| !it.is_empty()).map(<[_]>::to_vec).collect();
    Some((number, printed.to_vec(), moves))
}

impl Table {
    /// Returns the positions of the cells; `None` if there is no table.
    fn of(lines: &[Line<'_>], unit: f64) -> Option<Table> {
        let (mut borders, mut begins) = (Vec::new(), Vec::new());
        let (mut whites, mut blacks) = (Vec::new(), Vec::new());
        for line in lines {
            let Some((_, _, moves)) = numbered(line, unit) else { continue };
            if let [white, black] = &moves[..]
                && let (Some(from), Some(to), Some(end)) = (white.last(), black.first(), black.last())
                && let Some(begin) = white.first()
                && Number::of(black).is_none()
            {
                borders.push(f64::midpoint(from.rect.right, to.rect.left));
                begins.push(begin.rect.left);
                whites.push(from.rect.right);
                blacks.push(end.rect.right);
            }
        }
        let most = |places: &[f64]| places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (borders.len() >= FEWEST).then(|| Table {
            border: median(borders),
            begin: median(begins),
            white: most(&whites) + unit,
            black: most(&blacks) + unit,
        })
    }

    fn shape<'w>(&self, line: &Line<'w>, unit: f64) -> Option<Shape<'w>> {
        let (number, printed, moves) = numbered(line, unit)?;
        let is_white = |cell: &[&Word]| cell.last().is_some_and(|it| it.rect.right <= self.white);
        // A note may begin with a number, too.
        let is_below =
            |cell: &[&Word]| cell.first().is_some_and(|it| (it.rect.left - self.begin).abs() <= unit);
        let is_black = |cell: &[&Word]| {
            cell.first().is_some_and(|it| it.rect.left >= self.border)
                && cell.last().is_some_and(|it| it.rect.right <= self.black)
                && Number::of(cell).is_none()
        };
        let (white, black) = match <[_; 2]>::try_from(moves) {
            Ok([white, black]) => (is_white(&white) && is_black(&black)).then_some((white, black))?,
            Err(mut one) if one.len() == 1 => match one.pop()? {
                cell if is_black(&cell) => (Vec::new(), cell),
                cell if is_white(&cell) && is_below(&cell) => (cell, Vec::new()),
                _ => return None,
            },
            Err(_) => return None,
        };
        // Dots stand for White's move.
        let is_dots = |it: &&Word| !it.text.contains(char::is_alphanumeric);
        let dots = white.iter().take_while(|it| is_dots(it)).count();
        let (white, black) = match white.get(dots..) {
            Some([]) => (Vec::new(), black),
            Some(rest) if dots > 0 && black.is_empty() => (Vec::new(), rest.to_vec()),
            _ => (white, black),
        };
        Some(Shape { value: number.value, row: Row { printed, white, black, ..Row::default() } })
    }

    /// Whether a line is only a move of Black's.
    fn is_of_black(&self, line: &Line<'_>, unit: f64) -> bool {
        let is_one = cells(line, unit).count() == 1;
        let fits = |it: &Word| it.rect.left >= self.border && it.rect.right <= self.black;
        is_one && line.iter().all(|it| fits(it))
    }
}

impl Count {
    /// Returns the expected number of a row.
    fn next(self, shape: &Shape<'_>) -> Option<u32> {
        Some(self.0? + u32::from(!shape.row.white.is_empty()))
    }

    /// Whether the numbers after a row continue from `number`.
    fn is_confirmed(number: u32, after: &[Option<Shape<'_>>]) -> bool {
        let mut count = Count(Some(number));
        after.iter().flatten().take(AHEAD).any(|it| {
            count = Count(count.next(it));
            it.value.is_some() && it.value == count.0
        })
    }

    /// Returns the number of a row, given the rows after it; `None` if it isn't one.
    fn number(self, shape: &Shape<'_>, after: &[Option<Shape<'_>>]) -> Option<u32> {
        let next = self.next(shape);
        let has_both = !shape.row.white.is_empty() && !shape.row.black.is_empty();
        let is_first = shape.value == Some(1) && !shape.row.white.is_empty();
        if shape.value.is_some() && shape.value == next || is_first {
            return shape.value;
        }
        let glued = shape.row.printed.is_empty();
        let expected = next.filter(|it| !glued && Count::is_confirmed(*it, after));
        let stated = || shape.value.filter(|it| has_both || Count::is_confirmed(*it, after));
        expected.or_else(stated)
    }
}
