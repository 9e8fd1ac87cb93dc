//! Columns of moves side by side, perhaps joined into running text by a recogniser:
//! `1 P-K4 P-K4 16 R-B1 Kt-Q2 2 Kt-KB3 …`.
//!
//! The row numbers show it: each is followed by one number of every other column, and these by the next number
//! of its own.

use std::{collections::HashMap, ops::Range};

use crate::{
    layout::rows,
    lex, lines,
    slice::Slice as _,
    words::figures::{Figure, Ranks},
};

/// Most numbers between those of two rows: ranks, and misread row numbers.
const NEAR: usize = 8;

/// Fewest rows of the first column in running text: more than there are ranks.
const SHORTEST: u32 = 9;

/// Fewest alternating rows.
const FEWEST: usize = 4;

/// Most consecutive misread numbers.
const MISREAD: u32 = 6;

/// A text with its columns moved below each other.
pub struct Unfolded {
    pub text: String,
    /// Whether the rows are on lines of their own in the source.
    pub in_lines: bool,
    /// The parts of the text: the offset of each, and its range in the source.
    parts: Vec<(usize, Range<usize>)>,
    /// End of the range in the source.
    end: usize,
}

impl Unfolded {
    /// Translates a range to the source.
    pub fn source(&self, span: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let n = self.parts.partition_point(|it| it.0 <= at).checked_sub(1)?;
            let (begin, part) = &self.parts[n];
            Some((part.start + at - begin).min(part.end))
        };
        let place = |at: usize| if at >= self.text.len() { self.end } else { place(at).unwrap_or(self.end) };
        let start = place(span.start);
        let end = if span.is_empty() { start } else { place(span.end - 1) + 1 };
        start..end.max(start)
    }
}

/// The most columns.
const MOST_COLUMNS: u32 = 6;

/// Returns the text in this range with its columns below each other; `None` if there is only one.
pub fn unfold(text: &str, range: Range<usize>) -> Option<Unfolded> {
    let numbers = numbers(text, range.clone());
    let heads = numbers.iter().filter(|it| lex::begins_line(text.as_bytes(), it.0)).count();
    let distances = distances(&numbers, if heads >= FEWEST { FEWEST as u32 } else { SHORTEST });
    let counts = distances.into_iter().flat_map(|by| (2..=MOST_COLUMNS).map(move |count| (by, count)));
    let columns = counts.filter_map(|(by, count)| columns(&numbers, by, count));
    let len = |it: &[Vec<usize>]| it.iter().map(Vec::len).sum::<usize>();
    let columns = columns.reduce(|one, other| if len(&other) > len(&one) { other } else { one })?;
    let mut starts: Vec<usize> = columns.iter().flatten().copied().collect();
    starts.sort_unstable();
    let (first, last) = (*starts.first()?, *starts.last()?);
    let end_of = |start: usize| {
        let n = starts.partition_point(|it| *it <= start);
        starts.get(n).copied()
    };
    let most = starts
        .iter()
        .filter_map(|it| Some(text.slice(*it..end_of(*it)?).split_whitespace().count()))
        .max()?;
    // Whatever is too long for a row follows the moves.
    let tail = lines::words(text.slice(last..range.end)).nth(most).map_or(range.end, |it| last + it.0);
    let in_lines = lines::count(&text.as_bytes()[first..last]) as usize >= columns[0].len() / 2;
    let mut unfolded = Unfolded { text: String::new(), in_lines, parts: Vec::new(), end: range.end };
    let rows = columns.iter().flatten().map(|it| *it..end_of(*it).unwrap_or(tail));
    for part in std::iter::once(range.start..first).chain(rows).chain(std::iter::once(tail..range.end)) {
        let words = rows::without_bar(text.slice(part.clone()));
        unfolded.parts.push((unfolded.text.len(), part.start..part.start + words.len()));
        unfolded.text.push_str(words);
        unfolded.text.push_str(if part.start == range.start || part.end == tail { "\n\n" } else { "\n" });
    }
    Some(unfolded)
}

/// Returns the offsets and values of possible row numbers before a move.
fn numbers(text: &str, range: Range<usize>) -> Vec<(usize, u32)> {
    const HIGHEST: u32 = 200;
    let mut found = Vec::new();
    let mut ranks = Ranks::default();
    let mut words = lines::words(text.slice(range.clone())).peekable();
    while let Some((n, word)) = words.next() {
        let is_rank = ranks.figure(word, 0) == Figure::Rank;
        let Some((number, rest)) = lex::leading_number(word) else { continue };
        let ends = rest.starts_with(['.', ',', ')']) || rest.is_empty() && !is_rank;
        let is_glued = rest.starts_with(|it: char| it.is_ascii_uppercase());
        let moves = rest.trim_start_matches(['.', ',', ')']);
        let moves = if moves.is_empty() { words.peek().map_or("", |it| it.1) } else { moves };
        if (1..=HIGHEST).contains(&number) && (ends || is_glued) && moves.starts_with(char::is_alphanumeric) {
            found.push((range.start + n, number));
        }
    }
    found
}

/// Returns possible differences between the numbers of two columns, at least `least`, judged by alternating
/// numbers.
fn distances(numbers: &[(usize, u32)], least: u32) -> Vec<u32> {
    let mut found: HashMap<u32, usize> = HashMap::new();
    for (n, (_, number)) in numbers.iter().enumerate() {
        let near = |from: usize| numbers.iter().enumerate().skip(from).take(NEAR);
        for (other, (_, beside)) in near(n + 1).filter(|it| it.1.1 >= number + least) {
            if near(other + 1).any(|it| it.1.1 == number + 1) {
                *found.entry(beside - number).or_default() += 1;
            }
        }
    }
    let mut distances: Vec<u32> = found.into_iter().filter(|it| it.1 >= FEWEST - 1).map(|it| it.0).collect();
    distances.sort_unstable();
    distances
}

/// Returns the offsets of the rows of this many columns, from the number 1 on; `None` if the numbers are rather
/// consecutive as they stand.
fn columns(numbers: &[(usize, u32)], by: u32, count: u32) -> Option<Vec<Vec<usize>>> {
    let begins = |n: &usize| {
        let mut near = numbers.iter().skip(n + 1).take(NEAR);
        numbers[*n].1 == 1 && near.any(|it| it.1 == 1 + by)
    };
    let begin = (0..numbers.len()).find(begins)?;
    let folded = follow(&numbers[begin..], (1..).flat_map(|row| (0..count).map(move |n| row + n * by)));
    let last = folded.last()?.1;
    let plain = follow(&numbers[begin..], 1..).into_iter().filter(|it| it.1 <= last).count();
    let found = folded.len();
    let mut columns = vec![Vec::new(); count as usize];
    for (number, place) in folded {
        columns[((number - 1) / by).min(count - 1) as usize].push(place);
    }
    let (_, before) = columns.split_last()?;
    let is_whole =
        before.iter().all(|it| 2 * it.len() >= by as usize) && columns.iter().all(|it| it.len() >= FEWEST);
    (is_whole && 5 * found > 6 * plain).then_some(columns)
}

/// Returns the expected numbers found in order, with their offsets, until more than [`MISREAD`] in a row are
/// missing.
fn follow(numbers: &[(usize, u32)], expected: impl Iterator<Item = u32>) -> Vec<(u32, usize)> {
    let mut found: Vec<(u32, usize)> = Vec::new();
    let (mut at, mut missing) = (0, 0);
    for number in expected {
        let is_new = found.iter().all(|it| it.0 != number);
        let mut near = numbers.iter().enumerate().skip(at).take(NEAR);
        match near.find(|it| it.1.1 == number).filter(|_| is_new) {
            Some((n, (place, _))) => {
                found.push((number, *place));
                (at, missing) = (n + 1, 0);
            }
            None => missing += 1,
        }
        if missing > MISREAD {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_column_goes_below_the_first() {
        let rows = |from: u32, to: u32| (from..=to).map(|n| format!("{n}. P-K 4 P-K 4"));
        let folded: Vec<String> =
            rows(1, 10).zip(rows(11, 20)).flat_map(|(first, second)| [first, second]).collect();
        let text = format!("White. Black. {} (a) 3. P-Q 4 is better than that by far.", folded.join(" "));
        let unfolded = unfold(&text, 0..text.len()).unwrap();
        let expected: Vec<String> = rows(1, 20).collect();
        assert_eq!(
            unfolded.text,
            format!("White. Black.\n\n{}\n\n(a) 3. P-Q 4 is better than that by far.\n", expected.join("\n"))
        );
        let at = unfolded.text.find("11.").unwrap();
        assert_eq!(&text[unfolded.source(&(at..at + 3))], "11.");
    }

    #[test]
    fn each_column_goes_below_the_one_before() {
        let rows = |from: u32| (from..from + 5).map(|n| format!("{n:2} e4   e5   ")).collect::<Vec<_>>();
        for count in 2..=6_u32 {
            let columns: Vec<Vec<String>> = (0..count).map(|n| rows(1 + 5 * n)).collect();
            let lines = (0..5).map(|n| columns.iter().map(|it| &*it[n]).collect::<String>());
            let text = lines.collect::<Vec<_>>().join("\n");
            let unfolded = unfold(&text, 0..text.len()).unwrap();
            let words: Vec<&str> = unfolded.text.split_whitespace().collect();
            let all = columns.concat().concat();
            assert_eq!(words, all.split_whitespace().collect::<Vec<_>>(), "{count} columns");
        }
    }

    #[test]
    fn rows_in_order_stay() {
        for sign in ["P-K 4 P-K 4", "P-K4 P-K4", "e4 e5", "R-K 1 Kt-B 3 (a) 9 K-B 2"] {
            let rows: Vec<String> = (1..=40).map(|n| format!("{n} {sign}")).collect();
            let text = rows.join(" ");
            assert!(unfold(&text, 0..text.len()).is_none(), "{sign}");
        }
    }
}
