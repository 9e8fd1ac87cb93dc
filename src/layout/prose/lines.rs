//! Separates the lines of a printed text into moves of a game and words.
//!
//! This is independent of notation: moves are recognised by the shape of their lines, a number and then words
//! that look like parts of moves ([`crate::words::vocabulary`]), or of their paragraph, if it is running moves
//! ([`super::running`]).

mod runs;

use std::ops::Range;

use super::shape::{Line, Moves, fractions, inner_numbers, numbered, shape};
use crate::{
    chess::{Color, Position},
    layout::{diagram::Drawn, pgn, rows::is_rule},
    lex,
    slice::Slice as _,
    words::{
        ending::{self, Players},
        heading::Sides,
        vocabulary::{OfMove, words_after},
    },
};

/// A line.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its range, without the line end.
    pub span: Range<usize>,
    /// Whether it is blank.
    pub blank: bool,
    /// Its shape, judged alone.
    pub line: Line,
    /// The shape of its moves, if they belong to the game.
    pub moves: Option<Moves>,
}

/// A game found in a text.
#[derive(Debug)]
pub struct Found {
    /// Its lines, and the lines before it.
    pub rows: Vec<Row>,
    /// The index of the first line with moves.
    pub first: Option<usize>,
    /// The index of the first line of its heading.
    pub heading: usize,
    /// Offset of the heading of the next game.
    pub next: Option<usize>,
    /// Text that looks like moves but isn't part of the game.
    pub left: Vec<Leftover>,
}

/// Text that looks like moves but isn't part of the game.
#[derive(Clone, Debug)]
pub struct Leftover {
    pub span: Range<usize>,
    /// Whether its numbers are ahead of the game; otherwise it is more likely a variation.
    pub ahead: bool,
}

/// A diagram of the starting position is at most this many rows above the moves.
const DIAGRAM_ABOVE: usize = 30;

/// At most this many numbers are tried as the start of column two.
const MOST_NUMBERS: usize = 12;

/// Longest part of a paragraph examined at once, in bytes; no game is longer.
const LONGEST: usize = 8 << 10;

/// The next line of moves is searched for in this many lines.
const NEAR: usize = 12;

/// A number this far ahead is a page number.
const FAR: u32 = 40;

/// Finds the first game in a part of the text.
pub fn find(text: &str, range: Range<usize>) -> Found {
    // Text after the range may not have been read yet.
    let text = text.slice(..range.end);
    let mut finder = Finder {
        text,
        rows: Vec::new(),
        first: None,
        last: None,
        both: false,
        running: false,
        beside: None,
        next: None,
        left: Vec::new(),
    };
    let mut at = range.start;
    let mut paragraph = 0;
    let mut moved = false;
    let mut seen = None;
    while at < range.end {
        let end = line_end(text, at..range.end);
        let words = text.slice(at..end);
        let blank = words.trim().is_empty();
        let line = Line::of(words);
        let number = line.moves.map(|it| it.number);
        let stops = || words.trim_start().trim_start_matches(|it: char| it.is_ascii_digit()).starts_with('.');
        let may_be_rank = finder.rows.last().is_some_and(|it| it.line.names_file) && !stops();
        // If numbers start again, no blank line is needed.
        let again = moved
            && number == Some(1)
            && !may_be_rank
            && !counts_on(next_number(text, end), seen.max(finder.last));
        seen = number.or(seen);
        let long = finder.rows.get(paragraph).is_some_and(|first| at - first.span.start > LONGEST);
        let again = again || long;
        // A heading never has moves of the game.
        let is_apart = blank || line.head.is_marked;
        if (is_apart || again) && paragraph < finder.rows.len() {
            finder.paragraph(paragraph);
            if finder.next.is_some() {
                break;
            }
        }
        finder.rows.push(Row { span: at..end, blank, line, moves: None });
        if is_apart {
            paragraph = finder.rows.len();
        } else if again {
            paragraph = finder.rows.len() - 1;
        }
        moved = !is_apart && (moved && !again || number.is_some_and(|it| it > 1) || line.filled);
        at = lex::after_line_end(&text.as_bytes()[..range.end], end);
    }
    if finder.next.is_none() && paragraph < finder.rows.len() {
        finder.paragraph(paragraph);
    }
    finder.end()
}

/// Returns the end of a line, or of the part of it examined at once; another game after a result counts as a
/// line of its own.
fn line_end(text: &str, range: Range<usize>) -> usize {
    let mut most = range.end.min(range.start + LONGEST);
    while !text.is_char_boundary(most) {
        most += 1;
    }
    let part = text.slice(range.start..most);
    let line = memchr::memchr2(b'\n', b'\r', part.as_bytes()).unwrap_or(part.len());
    let is_after_result = |n: usize| {
        let last = part.slice(..n).split_whitespace().next_back();
        last.is_some_and(|it| pgn::of_text(it).is_some())
    };
    let mut numbers = part.slice(..line).match_indices(" 1").map(|it| it.0 + 1);
    if let Some(n) =
        numbers.find(|n| is_after_result(*n) && pgn::opens(text, range.start + n, &Position::default()))
    {
        return range.start + n;
    }
    if line < part.len() || most == range.end {
        return range.start + line;
    }
    // Splits between words, if possible.
    let words = part.trim_end();
    let blank = words.char_indices().rfind(|(_, it)| it.is_whitespace());
    blank.map_or(most, |(n, it)| range.start + n + it.len_utf8())
}

impl Found {
    /// Whether this begins a printed text: lines of moves, and words outside parentheses.
    pub fn is_printed(&self) -> bool {
        let rows = || self.rows.iter().filter_map(|row| Some((row.line, row.moves?)));
        if rows().count() < 2 && !rows().any(|it| it.1.part.is_some() || it.1.over) {
            return false;
        }
        if rows().any(|(line, moves)| moves.over || moves.beside || line.has_open_cell) {
            return true;
        }
        let mut depth = 0;
        self.rows.iter().any(|Row { line, moves, .. }| {
            let outside = depth == 0 && !line.is_aside;
            depth = (depth + line.opened).max(0);
            moves.is_none() && (line.head.sides != Sides::None || outside && line.says)
        })
    }
}

struct Finder<'a> {
    text: &'a str,
    rows: Vec<Row>,
    first: Option<usize>,
    /// Number of the last line of moves.
    last: Option<u32>,
    /// Whether that line has moves of both sides.
    both: bool,
    /// Whether the game is in running text.
    running: bool,
    /// Last number in a column of Black's moves below White's.
    beside: Option<u32>,
    next: Option<usize>,
    left: Vec<Leftover>,
}

impl Finder<'_> {
    fn line(&self, n: usize) -> &str {
        self.text.slice(self.rows[n].span.clone())
    }

    /// Classifies the lines of the last paragraph, which begins with row `begin`.
    fn paragraph(&mut self, begin: usize) {
        if self.fractions(begin) {
            return;
        }
        let shapes: Vec<Option<Moves>> = self.rows[begin..].iter().map(|it| it.line.moves).collect();
        let columns = second_columns(&shapes, self.text, &self.rows[begin..]);
        if columns.is_some() || self.is_table(begin, &shapes) || !self.runs(begin) {
            self.table(begin, &shapes, columns);
        }
    }

    /// Classifies the lines of a paragraph with White's moves above a dividing line and Black's below it;
    /// returns whether there are any.
    fn fractions(&mut self, begin: usize) -> bool {
        let mut found = false;
        for row in begin + 1..self.rows.len() {
            let numbers = fractions(self.line(row));
            let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { continue };
            if first.0 == 1 && self.last.is_some_and(|it| it > 1) {
                self.end_before(row - 1);
                return true;
            }
            if self.last.map_or(1, |it| it + 1) != first.0 {
                continue;
            }
            self.first.get_or_insert(row);
            self.last = Some(last.0);
            self.both = true;
            self.rows[row].moves =
                Some(Moves { number: first.0, both: true, over: true, ..Moves::default() });
            // The rows above and below belong to the row between them.
            self.rows[row - 1].blank = true;
            self.rows.iter_mut().skip(row + 1).take(1).for_each(|it| it.blank = true);
            found = true;
        }
        found
    }

    /// Whether line numbers are consecutive and hardly any line has several numbers.
    fn is_table(&self, begin: usize, shapes: &[Option<Moves>]) -> bool {
        let filled: Vec<bool> = self.rows[begin..].iter().map(|it| it.line.filled).collect();
        let single = shapes.iter().zip(&filled).filter(|it| !it.1).filter_map(|it| *it.0);
        let numbers: Vec<u32> = single.map(|it| it.number).collect();
        let steps = numbers.windows(2).filter(|it| it[1] == it[0] + 1).count();
        let filled = filled.iter().filter(|it| **it).count();
        filled == 0 && steps > 0 || steps > 1 && filled * 2 <= numbers.len()
    }

    /// Classifies the lines of a paragraph with one move per line, or in two columns.
    fn table(&mut self, begin: usize, shapes: &[Option<Moves>], columns: Option<Vec<Option<(usize, u32)>>>) {
        let words_first = shapes[0].is_none();
        let (mut accepted, mut varies) = (false, false);
        for n in 0..shapes.len() {
            let after = shapes.get(n + 1).copied().flatten();
            let unknown = || self.unknown(begin + n, accepted && !varies, after);
            let Some(moves) = shapes[n].or_else(unknown) else {
                let row = begin + n;
                if let Some(last) = self.last.filter(|_| !self.both && (n == 0 || self.rows[row].line.dotted))
                    && after.is_none_or(|it| it.number == last + 1)
                    && self.rows[row].line.lone
                {
                    let moves = Moves { number: last, black: true, both: true, ..Moves::default() };
                    self.rows[row].moves = Some(moves);
                    self.both = true;
                    accepted = true;
                }
                continue;
            };
            // A line within a sentence may begin with a number.
            let goes_on = after.is_some_and(|it| it.number == moves.number + 1 || it.number == moves.number);
            let titled =
                (1..=2).any(|up| n >= up && self.rows[begin + n - up].line.head.sides == Sides::Both);
            let next = || !moves.loose && self.is_next(begin + n, &moves);
            let opens = || self.opens(begin + n, &moves);
            if words_first && !accepted && (moves.loose || !goes_on && !titled) && !next() && !opens() {
                continue;
            }
            if !accepted && self.comes_back_after(begin, n, shapes) {
                varies = true;
            }
            if self.goes_beside(begin + n, &moves) {
                self.beside = Some(moves.number);
                self.rows[begin + n].moves = Some(Moves { beside: true, ..moves });
                accepted = true;
                continue;
            }
            // A note may mention a move before it is played.
            if moves.loose && self.last.is_some() && self.comes_again(begin + n, &moves) {
                self.leave(self.rows[begin + n].span.clone(), moves);
                continue;
            }
            // Lines below others of the game belong to it, even if some are missing between.
            let below = accepted && !moves.loose && self.last.is_some_and(|last| moves.number > last);
            varies = varies || !(below || self.accepts(begin + n, &moves, after));
            if varies {
                self.leave(self.rows[begin + n].span.clone(), moves);
                continue;
            }
            accepted = true;
            if self.begins(begin + n, &moves) {
                self.end_before(begin + n);
                return;
            }
            let second = columns.as_ref().and_then(|it| it[n]);
            self.first.get_or_insert(begin + n);
            self.last = Some(match (self.last, second) {
                (_, Some((_, number))) => number,
                (Some(last), None) if !((last..=last + 2).contains(&moves.number) || below && goes_on) => {
                    last + 1
                }
                _ => moves.number,
            });
            self.both = moves.both;
            self.rows[begin + n].moves = Some(Moves { second: second.map(|it| it.0), ..moves });
        }
        // With two columns, the numbers continue from the second.
        if let (true, Some(columns)) = (accepted, columns) {
            let last = columns.iter().flatten().map(|it| it.1).max();
            self.last = last.or(self.last);
        }
    }

    /// Whether the game continues below a paragraph with the paragraph's first number, so that the paragraph
    /// is a note.
    fn comes_back_after(&self, begin: usize, first: usize, shapes: &[Option<Moves>]) -> bool {
        let Some(moves) = shapes[first].filter(|it| self.last.is_some_and(|last| it.number > last)) else {
            return false;
        };
        let rows = shapes.iter().flatten().count();
        let noted = rows > 1 && (first > 0 || moves.both);
        noted
            && self
                .line_after(begin + shapes.len() - 1)
                .is_some_and(|it| it.number == moves.number && !it.black)
    }

    /// Returns the next line of moves after this row that doesn't look like part of a sentence.
    fn line_after(&self, row: usize) -> Option<Moves> {
        let lines = ahead_of(self.text, self.rows[row].span.end).lines().take(NEAR);
        lines.filter_map(shape).find(|it| !it.loose)
    }

    /// Whether a line begins a game: number 1, and moves legal at its beginning.
    fn opens(&self, row: usize, moves: &Moves) -> bool {
        let start = self.rows[row].span.end - self.line(row).trim_start().len();
        let may_begin = self.last != Some(1) || self.is_over(row);
        moves.number == 1 && !moves.black && may_begin && pgn::opens(self.text, start, &Position::default())
    }

    /// Whether a result ends the last line of moves above this row.
    fn is_over(&self, row: usize) -> bool {
        let last = self.rows[..row].iter().rposition(|it| it.moves.is_some());
        let word = last.and_then(|n| self.line(n).split_whitespace().next_back());
        word.is_some_and(|it| pgn::of_text(it).is_some())
    }

    /// Whether the number of a line of moves recurs in this game before another White move, so that the line
    /// isn't a note on earlier moves or the next game.
    fn comes_again(&self, row: usize, moves: &Moves) -> bool {
        let again = |it: Moves| it.number < moves.number || it.number == moves.number && !it.black;
        let goes_on = |it: Moves| {
            self.last.is_none_or(|last| it.number > last || it.number == last && it.black && !self.both)
        };
        self.line_after(row).is_some_and(|it| again(it) && goes_on(it))
    }

    /// Whether a line has the expected number, which doesn't recur later.
    fn is_next(&self, row: usize, moves: &Moves) -> bool {
        let expected = |last| moves.number == last + 1 || moves.number == last && moves.black && !self.both;
        self.last.is_some_and(expected) && !self.comes_again(row, moves)
    }

    /// Whether a line belongs to a column of Black's moves below White's.
    fn goes_beside(&self, row: usize, moves: &Moves) -> bool {
        let Some(last) = self.last.filter(|it| *it > 1) else { return false };
        if let Some(beside) = self.beside {
            return moves.number == beside + 1 && moves.number <= last;
        }
        let one_side = || {
            let mut rows = self.rows.iter().filter(|it| it.moves.is_some());
            rows.all(|it| it.line.single)
        };
        let named = || {
            let above = self.rows[..row].iter().rfind(|it| !it.blank);
            above.is_some_and(|it| it.line.head.sides == Sides::One(Color::Black))
        };
        // Without a name above, Black's moves are recognised by being as many as White's.
        let as_many = || {
            let numbers: Vec<u32> = self
                .text
                .slice(self.rows[row].span.start..)
                .lines()
                .map(Line::of)
                .map_while(|it| it.moves.filter(|_| it.single).map(|it| it.number))
                .collect();
            numbers.iter().copied().eq(1..=numbers.len() as u32)
                && (numbers.len() as u32 == last || numbers.len() as u32 + 1 == last)
        };
        moves.number == 1 && one_side() && (named() || as_many())
    }

    /// Returns the moves of a line with unknown words, if it can only have the next move.
    fn unknown(&self, row: usize, among_moves: bool, after: Option<Moves>) -> Option<Moves> {
        let expected = self.last? + 1;
        let (moves, _) = numbered(self.line(row))?;
        let goes_on = after.is_some_and(|it| it.number == expected + 1);
        let is_foreign = |word: &str| OfMove::of(word) == OfMove::Nothing;
        let says = |word: &&str| word.len() > 2 && word.chars().all(char::is_lowercase) && is_foreign(word);
        let words = self.line(row).split_whitespace().filter(says).count();
        let few = (goes_on || words == 0) && words < 3;
        let told = || words_after(self.line(row)).is_some_and(|n| shape(self.line(row).slice(..n)).is_some());
        (among_moves && moves.number == expected && (few || told())).then_some(moves)
    }

    /// Ends the game before the heading of the game that begins in this row.
    fn end_before(&mut self, row: usize) {
        let heading = self.heading_of(row);
        self.next = Some(self.rows[heading].span.start);
        self.rows.truncate(heading);
    }

    /// Records a line that looks like moves but isn't part of the game.
    fn leave(&mut self, span: Range<usize>, moves: Moves) {
        if moves.loose {
            return;
        }
        let ahead = self.last.is_none_or(|last| (last + 1..last + FAR).contains(&moves.number));
        match self.left.last_mut() {
            Some(left)
                if left.ahead == ahead
                    && self.text.get(left.span.end..span.start).is_some_and(|it| it.trim().is_empty()) =>
            {
                left.span.end = span.end;
            }
            _ => self.left.push(Leftover { span, ahead }),
        }
    }

    /// Whether the line begins another game, or a fragment of one.
    fn begins(&self, row: usize, moves: &Moves) -> bool {
        let Some(last) = self.last else { return false };
        let near = row.saturating_sub(DIAGRAM_ABOVE);
        let moves_above = self.rows[near..row].iter().rposition(|it| it.moves.is_some());
        let above = moves_above.map_or(near, |n| near + n + 1);
        // A single row may belong to a note.
        let goes_on = || {
            matches!(next_number(self.text, self.rows[row].span.end), Some(1 | 2)) || self.opens(row, moves)
        };
        let is_titled = || self.rows[above..row].iter().any(|it| it.line.head.announces_game());
        moves.number == 1
            && !moves.black
            && (last != 1 || is_titled() || self.is_over(row))
            && goes_on()
            && ![self.last, self.number_above(row)]
                .into_iter()
                .any(|it| counts_on(next_number(self.text, self.rows[row].span.end), it))
            || !(last..=last + 2).contains(&moves.number) && self.has_diagram(above..row)
    }

    /// Returns the number of the nearest line of moves above this row, whether of the game or not.
    fn number_above(&self, row: usize) -> Option<u32> {
        let mut above = self.rows[..row].iter().rev().take(NEAR);
        above.find_map(|it| Some(it.line.moves?.number))
    }

    /// Whether these moves belong to the current game, or begin it.
    fn accepts(&self, row: usize, moves: &Moves, after: Option<Moves>) -> bool {
        let Some(last) = self.last else {
            return moves.number == 1 && !moves.black
                || self.has_diagram(row.saturating_sub(DIAGRAM_ABOVE)..row);
        };
        let in_columns =
            self.rows[..row].last().is_some_and(|it| it.moves.is_some_and(|it| it.second.is_some()));
        let again = moves.number == last && self.both && !moves.black;
        if (last..=last + 2).contains(&moves.number) && !again || self.begins(row, moves) || in_columns {
            return true;
        }
        // A misprinted number is followed by a correct one.
        after.is_some_and(|it| it.number != moves.number + 1 && (last + 1..=last + 3).contains(&it.number))
    }

    fn has_diagram(&self, rows: Range<usize>) -> bool {
        rows.filter(|&n| self.rows[n].line.drawn == Drawn::Row).count() >= 8
    }

    /// Returns the first row of the heading above this one.
    fn heading_of(&self, row: usize) -> usize {
        const PARAGRAPHS: usize = 6;
        let fragment = self.rows[row].line.moves.is_some_and(|it| it.number > 1 || it.black);
        let moves_above = self.rows[..row].iter().position(|it| it.moves.is_some());
        let mut heading = row;
        for _ in 0..PARAGRAPHS {
            let above = self.rows[..heading].iter().rposition(|it| !it.blank).map_or(0, |n| n + 1);
            let begin = self.rows[..above].iter().rposition(|it| it.blank || it.moves.is_some());
            let begin = begin.map_or(0, |n| n + 1);
            if begin < above && ending::told(self.line(begin), &Players::NONE).is_some() {
                break;
            }
            // A result on its own belongs to the game above.
            let is_over = moves_above.is_some_and(|it| it < begin)
                && pgn::marker_line(self.text, self.rows[begin].span.clone(), &Players::NONE).is_some();
            if is_over {
                return if begin + 1 < above { begin + 1 } else { heading };
            }
            // A title may follow other words without a gap.
            if let Some(title) = (begin..above).rev().find(|&n| self.rows[n].line.head.announces_game()) {
                return title;
            }
            // Above a fragment is the diagram of its starting position.
            let drawn = self.has_diagram(begin..above);
            let draws_above = fragment && self.has_diagram(row.saturating_sub(DIAGRAM_ABOVE)..begin);
            let written = (begin..above).filter(|n| !is_rule(self.line(*n))).count();
            let long = written > 3 && self.line(begin).trim().len() > 40;
            if begin == above || drawn && !fragment || long && !drawn && !draws_above {
                break;
            }
            if self.line(begin).trim().starts_with("[Footnote") || self.may_go_on(begin) {
                break;
            }
            heading = begin;
        }
        heading
    }

    /// Whether a row begins with the next numbered move of the game above.
    fn may_go_on(&self, row: usize) -> bool {
        let Some((number, rest)) = lex::leading_number(self.line(row).trim_start()) else { return false };
        let word = rest.trim_start_matches(['.', '…', ' ']).split_whitespace().next();
        let counts = self.last.is_some_and(|last| (last..=last + 1).contains(&number));
        counts && word.is_some_and(OfMove::is_whole)
    }

    fn end(self) -> Found {
        let heading = self.first.map_or(0, |first| self.heading_of(first));
        let end = self.next.unwrap_or(usize::MAX);
        let left = self.left.into_iter().filter(|it| it.span.start < end).collect();
        Found { rows: self.rows, first: self.first, heading, next: self.next, left }
    }
}

/// Returns the next [`LONGEST`] bytes, to look ahead: a line may be as long as the text.
fn ahead_of(text: &str, at: usize) -> &str {
    text.slice(at..text.len().min(at + LONGEST))
}

/// Returns the number of the next line of moves after an offset.
fn next_number(text: &str, at: usize) -> Option<u32> {
    ahead_of(text, at).lines().take(NEAR).find_map(|it| Some(shape(it)?.number))
}

/// Whether the numbers continue, so that a 1 between them is a misprint.
fn counts_on(next: Option<u32>, last: Option<u32>) -> bool {
    last.zip(next).is_some_and(|(last, next)| next > 2 && (last + 1..=last + 3).contains(&next))
}

/// Returns, for each line, the offset and number of its second column; `None` if there are no two columns.
fn second_columns(shapes: &[Option<Moves>], text: &str, rows: &[Row]) -> Option<Vec<Option<(usize, u32)>>> {
    let lines: Vec<(usize, Moves)> =
        shapes.iter().enumerate().filter_map(|(n, it)| it.map(|it| (n, it))).collect();
    let [first, _, _, ..] = lines[..] else { return None };
    // Lines of running moves begin with arbitrary numbers.
    let steps = lines.windows(2).filter(|it| it[1].1.number == it[0].1.number + 1).count();
    if steps * 2 < lines.len() {
        return None;
    }
    let numbers = |n: usize| inner_numbers(text.slice(rows[n].span.clone()), rows[n].span.start);
    let by = numbers(first.0).into_iter().filter_map(|(_, number)| number.checked_sub(first.1.number));
    by.filter(|by| *by >= 2).take(MOST_NUMBERS).find_map(|by| {
        let mut columns = vec![None; shapes.len()];
        let mut found = 0;
        for (n, moves) in &lines {
            let second = numbers(*n).into_iter().find(|it| it.1 == moves.number + by);
            found += usize::from(second.is_some());
            columns[*n] = second;
        }
        // The second column may be the shorter one.
        let together = lines.iter().take_while(|(n, _)| columns[*n].is_some()).count();
        (together >= 3 && together == found).then_some(columns)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_columns() {
        let text = "1 P to K4     P to Q4    16 B takes Kt  Q takes B\n2 P takes P   Q takes P  17 P to QKt4   P to QR4\n\
            3 Kt to QB3   Q to Q4    18 Kt to B2    P takes P\n";
        let found = find(text, 0..text.len());
        let seconds: Vec<&str> = found
            .rows
            .iter()
            .filter_map(|row| row.moves.and_then(|it| it.second).map(|at| &text[at..row.span.end]))
            .collect();
        assert_eq!(
            seconds,
            ["16 B takes Kt  Q takes B", "17 P to QKt4   P to QR4", "18 Kt to B2    P takes P"]
        );
    }

    #[test]
    fn games_and_variations() {
        let text = "GAME I.\n\n1. P-K4    P-K4\n2. Kt-KB3   Kt-QB3\n\nNot so good is\n\n  2. P-Q4  PxP\n  3. QxP\n\n\
            3. B-B4  B-B4\n\nGAME II.\n\n1. P-Q4  P-Q4\n";
        let found = find(text, 0..text.len());
        assert_eq!(found.next.map(|at| &text[at..at + 8]), Some("GAME II."));
        assert_eq!(found.heading, 0);
        let rows: Vec<u32> = found.rows.iter().filter_map(|row| row.moves.map(|it| it.number)).collect();
        assert_eq!(rows, [1, 2, 3]);
    }

    #[test]
    fn a_number_misread_as_1_is_known_by_the_numbers_around_it() {
        for (text, next) in [
            ("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n1 PxP RPxP\n4. R-R3 R-Q2\n", None),
            // After rows that could not be read.
            ("1. P-K4 P-K4\n30. K-B3 Kt-Kt3\n1 PxP RPxP\n32, R-R3 R-Q2\n", None),
            ("1. P-K4 P-K4\n30. K-B3 Kt-Kt3\n1 P-Q4 P-Q4\n2. P-QB4 P-K3\n", Some(29)),
        ] {
            assert_eq!(find(text, 0..text.len()).next, next, "{text}");
        }
    }
}
