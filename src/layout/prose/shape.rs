//! The shape of a line of printed text: a number and moves, a dividing line between moves, a table head, a
//! title.
//!
//! Each line is classified by itself; which lines belong to the game depends on those around it
//! ([`super::lines`]).

use std::ops::Range;

use super::running::{self, Cells};
use crate::{
    layout::diagram::Drawn,
    lex::leading_number,
    lines,
    slice::Slice as _,
    words::{
        figures::{Figure, Ranks},
        heading::{Head, Sides},
        vocabulary::OfMove,
    },
};

/// A line of moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Moves {
    /// The number at its beginning.
    pub number: u32,
    /// Whether it begins with Black's move.
    pub black: bool,
    /// The offset of the second column, if there are two.
    pub second: Option<usize>,
    /// Range of the moves in the line, if it is running text.
    pub part: Option<(usize, usize)>,
    /// Whether it has dividing lines, with White's moves above and Black's below.
    pub over: bool,
    /// Whether it belongs to a column of Black's moves below White's.
    pub beside: bool,
    /// Whether it may be a sentence, as it has commas.
    pub loose: bool,
    /// Whether both sides move in it, judging by a gap.
    pub both: bool,
    /// Whether it ends with dots in place of Black's move.
    pub open: bool,
}

/// Column at which Black's column begins, and most words of a move in it.
const COLUMN: usize = 8;
const COLUMN_WORDS: usize = 8;

/// The look of a line, judged alone.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The shape of its moves, if it looks like moves.
    pub moves: Option<Moves>,
    /// Whether it has the numbers of at least two consecutive moves.
    pub filled: bool,
    /// Whether it would be a line of moves without a number.
    pub of_moves: bool,
    /// Whether it appears to have a single move.
    pub single: bool,
    /// Whether it is an unnumbered move in Black's column.
    pub lone: bool,
    /// Whether it begins with dots in place of White's move.
    pub dotted: bool,
    /// Whether it ends with a file, so that the next line may begin with the rank.
    pub names_file: bool,
    /// Whether it has a word of prose.
    pub says: bool,
    /// Whether it begins with a parenthesis, and how many more it opens than closes.
    pub is_aside: bool,
    pub opened: i32,
    /// Whether a parenthesis in its first column is closed on another line.
    pub has_open_cell: bool,
    pub head: Head,
    pub drawn: Drawn,
}

impl Line {
    pub fn of(line: &str) -> Line {
        const FILES: [&str; 13] = ["K", "Q", "R", "B", "N", "Kt", "S", "T", "D", "A", "C", "F", "P"];
        let (mut words, mut foreign, mut doing, mut whole, mut en_passant) = (0, 0, 0, 0, 0);
        let mut says = false;
        for word in line.split_whitespace() {
            let letters = || word.chars().filter(|it| it.is_alphabetic());
            words += 1;
            doing += usize::from(["to", "takes", "tks", "x"].contains(&word));
            match OfMove::of(word) {
                OfMove::Nothing => {
                    foreign += 1;
                    says |= letters().count() >= 3;
                }
                OfMove::Whole => {
                    whole += 1;
                    en_passant += usize::from(letters().eq("ep".chars()));
                }
                OfMove::Inner | OfMove::Part => {}
            }
        }
        let head = Head::of(line);
        let dotted = after_dots(line).is_some();
        let indent = if dotted { COLUMN } else { line.leading(char::is_whitespace) };
        let rest = line.trim_start().trim_start_matches(['.', '…', ' ']);
        let said = rest.to_lowercase();
        let said = said.trim().trim_end_matches('.');
        let is_lone = indent >= COLUMN
            && (1..=COLUMN_WORDS).contains(&rest.split_whitespace().count())
            && foreign == 0
            && rest.trim_start().starts_with(char::is_uppercase)
            && head.sides != Sides::Both
            && !["resigns", "mate", "wins", "drawn"].iter().any(|it| said.ends_with(it));
        let file = line.split_whitespace().next_back().unwrap_or("").trim_end_matches('.');
        Line {
            moves: shape(line),
            filled: running::numbers(line).windows(2).any(|it| it[1] == it[0] + 1),
            of_moves: whole * 2 >= words || Cells::of(line).others == 0,
            single: if doing > 0 { doing == 1 } else { whole - en_passant == 1 },
            lone: is_lone,
            dotted,
            names_file: FILES.contains(&file.rsplit('(').next().unwrap_or(file)),
            says,
            is_aside: line.trim_start().starts_with('('),
            opened: lines::opened(line),
            has_open_cell: aside(line).is_some_and(|it| it.end < line.len()),
            head,
            drawn: Drawn::of(line),
        }
    }
}

/// Returns the numbers in a row of dividing lines, as in `1. ------   2. -------`, with their columns; empty
/// if it is no such row.
pub fn fractions(row: &str) -> Vec<(u32, usize)> {
    let mut numbers = Vec::new();
    let mut words = row.split_whitespace();
    let mut at = 0;
    while let Some(word) = words.next() {
        let rule = |it: &str| it.chars().count() > 2 && it.chars().all(|it| "-–—_─".contains(it));
        let number = word.trim_end_matches(['.', ')']).parse().ok();
        let (Some(number), true) = (number, words.next().is_some_and(rule)) else { return Vec::new() };
        at += row.slice(at..).find(word).unwrap_or(0);
        numbers.push((number, row.slice(..at).chars().count()));
        at += word.len();
    }
    numbers
}

/// Returns the separate numbers within a line that are followed by something, with their offsets.
pub fn inner_numbers(line: &str, start: usize) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let line = line.trim_end();
    let indent = line.leading(char::is_whitespace);
    let mut at = indent;
    let mut ranks = Ranks::default();
    for word in line.slice(indent..).split(' ') {
        if !word.is_empty() && ranks.figure(word, 0) == Figure::Rank {
            at += word.len() + 1;
            continue;
        }
        let number = leading_number(word).filter(|it| matches!(it.1, "" | "."));
        let is_last = at + word.len() >= line.len();
        if at > indent && !is_last {
            found.extend(number.map(|it| (start + at, it.0)));
        }
        at += word.len() + 1;
    }
    found
}

/// Returns the shape of a line, if it looks like moves.
pub fn shape(line: &str) -> Option<Moves> {
    let (moves, (of_move, others)) = numbered(line)?;
    (of_move > 0 && others * 2 <= of_move).then_some(moves)
}

/// Returns the shape of a line that begins with a number, and how many of its words look like parts of moves,
/// and how many don't.
pub fn numbered(line: &str) -> Option<(Moves, (usize, usize))> {
    let line = line.trim();
    if line.contains('|') {
        return None;
    }
    // As in `...   2. Kt to Q B 3`, below White's move and a note.
    let (waits, line) = after_dots(line).map_or((false, line), |it| (true, it));
    let (number, after) = leading_number(line)?;
    let rest = after.strip_prefix([',', ':']).unwrap_or(after);
    let rest = rest.trim_start_matches(['.', ' ', '\t', '…', ')', '\u{a0}', '\u{3000}', '_']);
    let between = after.slice(..after.len() - rest.len());
    // The ranks below a diagram stand on both sides.
    let is_rank = |it: &str| it.len() == 1 && it.starts_with(|it: char| it.is_ascii_digit());
    if between.is_empty() || rest.split_whitespace().all(is_rank) {
        return None;
    }
    let dots = between.matches('.').count() + 3 * between.matches('…').count();
    let (mut of_move, mut others) = (0, 0);
    let aside = aside(rest).unwrap_or(0..0);
    let mut depth = 0_i32;
    for word in rest.slice(..aside.start).split_whitespace().chain(rest.slice(aside.end..).split_whitespace())
    {
        let is_inside = depth > 0 || word.starts_with('(');
        depth = (depth + lines::opened(word)).max(0);
        match OfMove::of(word) {
            OfMove::Nothing => others += usize::from(!is_inside),
            _ => of_move += 1,
        }
    }
    let loose = rest.contains([',', ';']) || others * 4 > of_move;
    let both = rest.trim().contains("   ") || rest.trim().contains('\t');
    let black = waits || dots >= 2;
    let open = ["..", "…", "—", ". ."].iter().any(|it| rest.ends_with(it));
    Some((Moves { number, black, loose, both: both && !open, open, ..Moves::default() }, (of_move, others)))
}

/// Returns the text after dots at the beginning of a row, which stand for White's move.
fn after_dots(row: &str) -> Option<&str> {
    let row = row.trim_start();
    let begins = row.starts_with("..") || row.starts_with('…');
    begins.then(|| row.trim_start_matches(['.', '…', ' ', '\t']))
}

/// Returns the range of a parenthesis on a line of moves that closes on another line, up to a gap between
/// columns.
pub fn aside(line: &str) -> Option<Range<usize>> {
    let open = line.rfind('(')?;
    if line.slice(open..).contains(')') {
        return None;
    }
    Some(open..line.slice(open..).find("   ").map_or(line.len(), |n| open + n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lines_look_like() {
        for (line, expected) in [
            ("   12. P. to K's 4th.    12. K. Kt. to K. B's 3d.[A]", Some((12, false))),
            ("7. ........               Kt x Kt", Some((7, true))),
            ("           4. ...          P-Q4", Some((4, true))),
            ("12 K to R square   Castles", Some((12, false))),
            ("   4. Pawn takes Q's Pawn.", Some((4, false))),
            ("1892, between Messrs. James Mason and H. E. Bird:", None),
            ("13. B-Q2 on account of the attack that follows", None),
            ("8 | #R |    | #B | #Q | #K | #B |    | #R |", None),
            ("the correct move is 9. P. to K. B's 6th.", None),
            ("1 1", None),
        ] {
            assert_eq!(shape(line).map(|it| (it.number, it.black)), expected, "{line}");
        }
    }
}
