//! Moves in running text: paragraphs of numbered moves, as in `1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. ...`, or
//! of moves without any numbers.
//!
//! A *run* is a range of a paragraph with consecutive numbers and almost nothing but moves between them.
//! Words may precede and follow it; text in parentheses within it is ignored.

use std::ops::Range;

use crate::{
    layout::pgn,
    lines,
    slice::Slice as _,
    words::{
        figures::{Figure, Ranks, number},
        vocabulary::OfMove,
    },
};

/// A range of text that consists of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub span: Range<usize>,
    /// Its first number; 0 without numbers.
    pub number: u32,
    /// Whether it begins with Black's move.
    pub black: bool,
    /// Its last number; 0 without numbers.
    pub last: u32,
    /// How many numbers it has, or moves if there are no numbers.
    pub count: usize,
    /// Whether only punctuation precedes it in the paragraph, and hardly anything follows it.
    pub alone: bool,
    /// Whether only punctuation precedes it.
    pub first: bool,
}

/// Most words between two numbers of a run that are foreign to moves.
const FOREIGN: usize = 2;
/// Most words between two numbers of a run.
const LONGEST_CELL: usize = 40;

/// Fewest moves of a run without numbers.
const UNNUMBERED: usize = 6;
/// Lowest percentage of words that look like whole moves, in a run without numbers.
const WHOLE: usize = 90;

/// Returns the runs in a paragraph, in order and lazily.
pub fn runs(text: &str, span: Range<usize>) -> impl Iterator<Item = Run> {
    let mut words = words(text, span.clone());
    let mut state = State::default();
    let mut found = Vec::new();
    let mut first = true;
    std::iter::from_fn(move || {
        while found.is_empty() {
            match words.next() {
                Some(word) => state.word(text, word, &mut found),
                None => {
                    found.extend(state.close());
                    break;
                }
            }
        }
        let run = found.pop()?;
        let run = trimmed(text, &span, run, first);
        first = false;
        Some(run)
    })
}

/// Trims a sentence's full stop from a run, as in `Q-R5+.`, and sets its position in the paragraph.
fn trimmed(text: &str, paragraph: &Range<usize>, mut run: Run, first: bool) -> Run {
    let moves = text.slice(run.span.clone());
    let end = moves.trim_end_matches([',', ';', '.']);
    let full_stop = end.ends_with(char::is_alphanumeric) && moves.slice(end.len()..).starts_with('.');
    run.span.end = run.span.start + end.len() + usize::from(full_stop);
    run.first = first && !text.slice(paragraph.start..run.span.start).contains(char::is_alphanumeric);
    let few = run.span.len() / 25;
    run.alone = run.first && text.slice(run.span.end..paragraph.end).split_whitespace().nth(few).is_none();
    run
}

/// Returns the unnumbered moves of a paragraph that consists of them, set solid or in two columns.
pub fn unnumbered(text: &str, span: Range<usize>) -> Option<Run> {
    let whole = whole_words(text, &span).or_else(|| cells(text.slice(span.clone())))?;
    let moves = text.slice(span.clone()).trim();
    let begin = span.start + text.slice(span).leading(char::is_whitespace);
    let span = begin..begin + moves.len();
    Some(Run { span, number: 0, black: false, last: 0, count: whole, alone: true, first: true })
}

/// The cells of a line, with wide gaps between them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Cells {
    /// How many are whole moves, perhaps in words, such as `Kt. to K. B's 3d.` and `P takes P`.
    pub moves: usize,
    pub others: usize,
}

impl Cells {
    pub fn of(line: &str) -> Cells {
        const DOING: [&str; 10] = ["to", "takes", "tks", "captures", "x", "-", "–", "—", "toma", "por"];
        let mut found = Cells::default();
        for cell in lines::columns(line) {
            let mut says = false;
            let is_of_move = cell.split_whitespace().all(|it| {
                let of_move = OfMove::of(it);
                says |= of_move == OfMove::Whole || DOING.contains(&it.trim_end_matches('.'));
                of_move != OfMove::Nothing
            });
            let is_move = cell.starts_with(char::is_uppercase) && is_of_move && says;
            if is_move { found.moves += 1 } else { found.others += 1 }
        }
        found
    }
}

/// Returns the number of moves in lines of one or two cells; `None` unless nearly all cells are moves.
fn cells(text: &str) -> Option<usize> {
    let (mut whole, mut others) = (0, 0);
    for line in text.lines().map(Cells::of) {
        whole += line.moves;
        others += line.others;
        if line.moves + line.others > 2 {
            return None;
        }
    }
    (whole >= UNNUMBERED && whole * 100 >= (whole + others) * WHOLE).then_some(whole)
}

/// Returns the number of whole moves among the words of a text; `None` unless nearly all are.
fn whole_words(text: &str, span: &Range<usize>) -> Option<usize> {
    let (mut whole, mut parts, mut others) = (0, 0, 0);
    for word in words(text, span.clone()).map(|it| text.slice(it)) {
        match OfMove::of(word) {
            OfMove::Whole => whole += 1,
            _ if number(word).is_some() => return None,
            OfMove::Nothing => others += 1,
            _ => parts += usize::from(word.contains(char::is_alphanumeric)),
        }
        // Words above moves are a heading, handled line by line.
        if others > 2 && others * 4 > whole {
            return None;
        }
    }
    (whole >= UNNUMBERED && whole * 100 >= (whole + others) * WHOLE && parts <= whole).then_some(whole)
}

/// Returns the possible move numbers on a line, skipping ranks.
pub fn numbers(line: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut ranks = Ranks::default();
    for word in line.split_whitespace() {
        if let Figure::Number(found, ..) = ranks.figure(word, numbers.last().map_or(1, |it| it + 1)) {
            numbers.push(found);
        }
    }
    numbers
}

/// Whether a number may be a misprint of the expected one.
fn is_misprint(number: u32, expected: u32) -> bool {
    (expected..=expected + 2).contains(&number) || number.abs_diff(expected) == 10
}

/// Returns the ranges of the words in a part of a text.
fn words(text: &str, span: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    lines::words(text.slice(span.clone())).map(move |(n, word)| span.start + n..span.start + n + word.len())
}

#[derive(Default)]
struct State {
    run: Option<Run>,
    /// Whether its first number has a full stop.
    dotted: bool,
    ranks: Ranks,
    /// The nesting depth of parentheses.
    depth: usize,
    /// Words since the last number: all, and those foreign to moves.
    cell: usize,
    foreign: usize,
    /// Whether the last number has a move.
    moved: bool,
    /// Whether the parenthesis has words foreign to moves.
    noted: bool,
    /// End of the run, if the last number has no move.
    sure: usize,
}

impl State {
    fn word(&mut self, text: &str, place: Range<usize>, found: &mut Vec<Run>) {
        let word = text.slice(place.clone());
        let inside = self.depth > 0
            || word.starts_with(['(', '[', '{']) && number(word).is_none_or(|_| self.run.is_some());
        let opened = word.matches(['(', '[', '{']).count();
        let closed = word.matches([')', ']', '}']).count();
        self.depth = (self.depth + opened).saturating_sub(closed);
        if inside {
            // A parenthesis may belong to the move, as in `P-K8 (Q)` and `PxP (en passant)`.
            self.noted |= OfMove::of(word) == OfMove::Nothing;
            if self.depth == 0 {
                let ends = self.moved && !std::mem::take(&mut self.noted);
                self.run.iter_mut().filter(|_| ends).for_each(|run| run.span.end = place.end);
            }
            return;
        }
        let expected = self.run.as_ref().map_or(1, |it| it.last + 1);
        let Figure::Number(n, dots, len) = self.ranks.figure(word, expected) else {
            self.of_cell(word, place.end, found);
            return;
        };
        let bare = dots == 0 && len == word.len();
        // If numbers have full stops, one without is a rank, as in `2. P 3 D`.
        if bare && self.dotted && self.run.is_some() && n <= 8 {
            self.of_cell(word, place.end, found);
            return;
        }
        // The first number is followed by a move.
        let next = || text.slice(place.end..).split_whitespace().next();
        let another = self.cell == 0 || next().is_some_and(OfMove::is_whole);
        match &mut self.run {
            Some(run) if self.moved && (n == run.last + 1 || n == run.last && dots >= 2) => {
                run.count += usize::from(n > run.last);
                run.last = n;
                (self.cell, self.foreign) = (0, 0);
                self.moved = false;
                self.sure = run.span.end;
            }
            // A rank, as in `P to K 4`.
            Some(_) if bare && n <= 8 && (n > 1 || !another) => {
                self.of_cell(word, place.end, found);
                return;
            }
            // A misprinted number.
            Some(run) if self.moved && !bare && is_misprint(n, run.last + 1) => {
                run.last += 1;
                run.count += 1;
                (self.cell, self.foreign) = (0, 0);
                self.moved = false;
                self.sure = run.span.end;
            }
            _ => {
                found.extend(self.close());
                let run = Run {
                    span: place.start..place.start + len,
                    number: n,
                    black: dots >= 2,
                    last: n,
                    count: 1,
                    alone: false,
                    first: false,
                };
                self.run = Some(run);
                self.dotted = dots > 0;
                self.sure = place.start;
            }
        }
        if len < word.len() {
            self.of_cell(word.slice(len..), place.end, found);
        }
    }

    /// Adds a word after a number.
    fn of_cell(&mut self, word: &str, end: usize, found: &mut Vec<Run>) {
        let Some(run) = &mut self.run else { return };
        self.cell += 1;
        // As in `12. ..., P-Q4`.
        run.black |=
            run.count == 1 && !self.moved && word.contains("..") && !word.contains(char::is_alphanumeric);
        let ends = match OfMove::of(word) {
            OfMove::Nothing => {
                self.foreign += 1;
                false
            }
            OfMove::Inner => self.moved && !word.contains(char::is_alphanumeric),
            // A result after other words doesn't belong to the run.
            OfMove::Part | OfMove::Whole => {
                let is_move = self.foreign == 0 || pgn::of_text(word).is_none();
                self.moved |= is_move;
                is_move
            }
        };
        if ends {
            run.span.end = end;
        }
        if self.foreign > FOREIGN || self.cell > LONGEST_CELL {
            found.extend(self.close());
        }
    }

    /// Ends the run, and returns it if it is long enough.
    fn close(&mut self) -> Option<Run> {
        let moved = std::mem::take(&mut self.moved);
        let sure = self.sure;
        let mut run = self.run.take()?;
        (self.cell, self.foreign) = (0, 0);
        if !moved {
            run.span.end = sure;
            run.last = run.last.saturating_sub(1);
            run.count -= 1;
        }
        (run.count >= 2 && run.span.end > run.span.start).then_some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, u32, u32, bool)> {
        runs(text, 0..text.len()).map(|it| (&text[it.span], it.number, it.last, it.first)).collect()
    }

    #[test]
    fn numbers_that_follow_one_another() {
        for (text, expected) in [
            (
                "1. P-K4, P-K4; 2. Kt-KB3,\nKt-QB3; 3. B-Kt5.",
                vec![("1. P-K4, P-K4; 2. Kt-KB3,\nKt-QB3; 3. B-Kt5.", 1, 3, true)],
            ),
            (
                "It began 1 P to K 4 P to K 4 2 Kt to K B 3 Kt to Q B 3 3 B to Kt 5 and so on for hours.",
                vec![("1 P to K 4 P to K 4 2 Kt to K B 3 Kt to Q B 3 3 B to Kt 5", 1, 3, false)],
            ),
            (
                "12. ..., P-Q4; 13. PxP (if B-K2, KtxP; better still), KtxP; 14. Castles. A pretty finish.",
                vec![(
                    "12. ..., P-Q4; 13. PxP (if B-K2, KtxP; better still), KtxP; 14. Castles.",
                    12,
                    14,
                    true,
                )],
            ),
            (
                "1. e4 e5 2. Nf3 Nc6 1. d4 d5 2. c4 e6",
                vec![("1. e4 e5 2. Nf3 Nc6", 1, 2, true), ("1. d4 d5 2. c4 e6", 1, 2, false)],
            ),
            ("In 1851 there were 12 players in 3 rooms.", vec![]),
            ("He had 1 son and 2 daughters.", vec![]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn moves_without_numbers() {
        for (text, expected) in [
            ("P-K4 P-K4 N-QB3 N-QB3 P-B4 PxP N-B3 P-KN4", true),
            ("  P4R P4R; C3AR C3AD; A5C P3TD\n", true),
            ("P-K4 P-K4 and then he played N-QB3 N-QB3 P-B4 PxP", false),
            ("THE KING AND QUEEN OF CHESS AND OTHER GAMES", false),
            ("P-K4 P-K4 N-QB3", false),
            ("1. P-K4 P-K4 2. N-QB3 N-QB3 3. P-B4 PxP 4. N-B3 P-KN4", false),
        ] {
            assert_eq!(unnumbered(text, 0..text.len()).is_some(), expected, "{text}");
        }
    }
}
