//! Splits a page into its columns, in reading order.
//!
//! A page is cut at its tallest gutter, and the parts in the same way. The space between White's moves and
//! Black's is a gutter too; it doesn't divide the page if the rows to its left begin with numbers and those
//! to its right are their Black moves. In doubt, games in two columns side by side are read as two.

use super::{
    geometry::{Gutter, Line, SHORTEST, Word, cells, gutters, lines},
    number::Number,
};
use crate::words::vocabulary::OfMove;

/// Deepest nesting of parts into which a page is divided.
const DEEPEST: usize = 16;

/// At most this many gutters of a part are examined.
const MOST: usize = 32;

/// Largest width of Black's moves, as a multiple of White's.
const WIDER: f64 = 2.5;

/// Returns the columns of a page in reading order, each as its lines.
pub fn columns<'w>(words: Vec<&'w Word>, unit: f64) -> Vec<Vec<Line<'w>>> {
    let mut found = Vec::new();
    divide(words, unit, DEEPEST, &mut found);
    continued(found, unit)
}

fn divide<'w>(words: Vec<&'w Word>, unit: f64, depth: usize, found: &mut Vec<Vec<Line<'w>>>) {
    let lines = lines(words, unit);
    let divides = |it: &Gutter| is_of_page(&lines[it.from..it.to], it, unit);
    let gutter = gutters(&lines, unit).into_iter().take(MOST).filter(|_| depth > 0).find(divides);
    let Some(gutter) = gutter else {
        found.extend((!lines.is_empty()).then_some(lines));
        return;
    };
    let crosses =
        |line: &Line<'_>| line.iter().any(|it| it.rect.left < gutter.right && it.rect.right > gutter.left);
    let above = lines[..gutter.from].iter().rposition(crosses).map_or(0, |n| n + 1);
    let parts = |from: usize, to: usize| lines[from..to].iter().flatten().copied();
    let middle = f64::midpoint(gutter.left, gutter.right);
    let (left, right) = parts(above, gutter.to).partition(|it| it.rect.right < middle);
    for part in [parts(0, above).collect(), left, right, parts(gutter.to, lines.len()).collect()] {
        divide(part, unit, depth - 1, found);
    }
}

/// Whether the gutter between these lines divides the page, rather than White's moves from Black's.
fn is_of_page(lines: &[Line<'_>], gutter: &Gutter, unit: f64) -> bool {
    let (mut beside, mut moves, mut numbered) = (0, 0, 0);
    for line in lines {
        let end = line.partition_point(|it| it.rect.right <= gutter.left);
        let (left, right) = line.split_at(end);
        let left: Vec<&[&Word]> = cells(left, unit).collect();
        if let (Some(last), Some(right)) = (left.last(), cells(right, unit).next()) {
            beside += 1;
            let before = left.len().checked_sub(2).map(|n| left[n]);
            let is_row = is_row(before, last, right);
            moves += usize::from(is_row);
            numbered += usize::from(!is_row && Number::of(right).is_some());
        }
    }
    // A column may end after a few lines, if these are rows.
    moves * 3 < beside && (beside >= SHORTEST || numbered == beside)
}

/// Whether two cells are White's and Black's move of a row, or its number and White's move; `before` is the
/// cell before them.
fn is_row(before: Option<&[&Word]>, left: &[&Word], right: &[&Word]) -> bool {
    let alone = |cell: &[&Word]| Number::of(cell).filter(|it| it.words == cell.len());
    let Some(number) = Number::of(left).or_else(|| alone(before?)) else { return false };
    if let Some(other) = Number::of(right) {
        // Both sides' moves may be numbered; a game of its own has both moves on each side.
        let moves = left.iter().filter(|it| OfMove::is_whole(&it.text)).count();
        return other.value.is_some() && other.value == number.value && moves < 2;
    }
    let width = |cell: &[&Word]| match (cell.first(), cell.last()) {
        (Some(first), Some(last)) => last.rect.right - first.rect.left,
        _ => 0.0,
    };
    number.words == left.len() || width(right) <= WIDER * width(left)
}

/// At most this many rows are lost between two columns of a game.
const LOST: u32 = 6;

/// Moves columns without rows of moves, which are other matter, after the column in which the preceding game
/// continues.
fn continued<'w>(mut columns: Vec<Vec<Line<'w>>>, unit: f64) -> Vec<Vec<Line<'w>>> {
    let mut last = None;
    let mut ordered = Vec::new();
    while !columns.is_empty() {
        let first = columns.iter().enumerate().find_map(|(n, it)| Some((n, *numbers(it, unit).first()?)));
        let goes_on = |it: &(usize, u32)| last.is_some_and(|last| (last..=last + LOST).contains(&it.1));
        let column = columns.remove(first.filter(goes_on).map_or(0, |it| it.0));
        last = numbers(&column, unit).last().copied().or(last);
        ordered.push(column);
    }
    ordered
}

/// Returns the numbers of the lines that are rows of moves.
fn numbers(lines: &[Line<'_>], unit: f64) -> Vec<u32> {
    let number = |line: &Line<'_>| {
        let all: Vec<&[&Word]> = cells(line, unit).collect();
        let number = Number::of(all.first()?)?;
        (all.len() > 1).then_some(number.value).flatten()
    };
    lines.iter().filter_map(number).collect()
}
