//! The shape of a line of printed text: a number and moves, a dividing line between moves, the head of a
//! table, a title.
//!
//! Each line is classified by itself; which lines belong to the game depends on those around it
//! ([`super::lines`]).

use std::ops::Range;

use super::running::Ranks;
use crate::{
    lex::leading_number,
    slice::Slice as _,
    words::{
        SIDES, names_sides,
        vocabulary::{is_of_move, is_whole_move},
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
    /// The range of the moves in the line, if it is one of running text.
    pub part: Option<(usize, usize)>,
    /// Whether it has dividing lines, with White's moves above and Black's below.
    pub over: bool,
    /// Whether it belongs to a column of Black's moves below White's.
    pub beside: bool,
    /// Whether it may be in a sentence, as it has commas.
    pub loose: bool,
    /// Whether both sides move in it, judging by a gap.
    pub both: bool,
    /// Whether it ends with dots in place of Black's move.
    pub open: bool,
}

/// Whether the line has several numbered moves, as in running text.
pub fn is_running(line: &str) -> bool {
    let number = |word: &&str| leading_number(word).is_some_and(|it| it.1.starts_with('.'));
    line.split_whitespace().filter(number).count() >= 3
}

/// Returns the side named alone on a line, as at the head of a column: 0 for White, 1 for Black.
pub fn named_side(line: &str) -> Option<usize> {
    let line = line.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    SIDES.iter().find_map(|sides| sides.iter().position(|it| *it == line))
}

/// Whether a line appears to have a single move.
pub fn is_one_move(line: &str) -> bool {
    let doing = line.split_whitespace().filter(|it| ["to", "takes", "tks", "x"].contains(it)).count();
    let is_en_passant = |word: &str| word.chars().filter(|it| it.is_alphabetic()).eq("ep".chars());
    let whole = line.split_whitespace().filter(|it| is_whole_move(it) && !is_en_passant(it)).count();
    if doing > 0 { doing == 1 } else { whole == 1 }
}

/// Returns the numbers in a row of dividing lines, as in `1. ------   2. -------`, with the columns at which
/// they begin; none if it is no such row.
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

/// Returns the freestanding numbers within a line that are followed by something, with their offsets.
pub fn inner_numbers(line: &str, start: usize) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let line = line.trim_end();
    let indent = line.len() - line.trim_start().len();
    let mut at = indent;
    let mut ranks = Ranks::default();
    for word in line.slice(indent..).split(' ') {
        if !word.is_empty() && ranks.is_rank(word, 0) {
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

/// Returns the shape of a line that begins with a number, and how many of its words look like parts of moves
/// and how many don't.
pub fn numbered(line: &str) -> Option<(Moves, (usize, usize))> {
    let line = line.trim();
    if line.contains('|') {
        return None;
    }
    // As in `...   2. Kt to Q B 3`, below White's move and a note.
    let (waits, line) = match line.trim_start_matches(['.', '…', ' ', '\t']) {
        rest if is_dotted(line) => (true, rest),
        _ => (false, line),
    };
    let (number, after) = leading_number(line)?;
    let rest = after.strip_prefix([',', ':']).unwrap_or(after);
    let rest = rest.trim_start_matches(['.', ' ', '\t', '…', ')', '\u{a0}', '\u{3000}', '_']);
    let between = after.slice(..after.len() - rest.len());
    if between.is_empty() || rest.is_empty() {
        return None;
    }
    let dots = between.matches('.').count() + 3 * between.matches('…').count();
    let (mut of_move, mut others) = (0, 0);
    let aside = aside(rest).unwrap_or(0..0);
    for word in rest.slice(..aside.start).split_whitespace().chain(rest.slice(aside.end..).split_whitespace())
    {
        if is_of_move(word) { of_move += 1 } else { others += 1 }
    }
    let loose = rest.contains([',', ';']) || others * 4 > of_move;
    let both = rest.trim().contains("   ") || rest.trim().contains('\t');
    let black = waits || dots >= 2;
    let open = ["..", "…", "—", ". ."].iter().any(|it| rest.ends_with(it));
    Some((Moves { number, black, loose, both: both && !open, open, ..Moves::default() }, (of_move, others)))
}

/// Whether a row begins with dots in place of White's move.
pub fn is_dotted(row: &str) -> bool {
    row.trim_start().starts_with("..") || row.trim_start().starts_with('…')
}

/// Whether this is a move of Black's without its number, in Black's column.
pub fn is_lone_move(line: &str) -> bool {
    let indent = if is_dotted(line) { 8 } else { line.len() - line.trim_start().len() };
    let line = line.trim_start().trim_start_matches(['.', '…', ' ']);
    let words = line.split_whitespace().count();
    let capital = line.trim_start().starts_with(char::is_uppercase);
    indent >= 8
        && (1..=8).contains(&words)
        && capital
        && line.split_whitespace().all(is_of_move)
        && !names_sides(line)
        && ends_nothing(line)
}

/// Whether no result is stated.
fn ends_nothing(line: &str) -> bool {
    let line = line.to_lowercase();
    !["resigns", "mate", "wins", "drawn"].iter().any(|word| line.trim().trim_end_matches('.').ends_with(word))
}

/// Returns a parenthesis on a line of moves that is closed on another line: up to a gap between columns.
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
        ] {
            assert_eq!(shape(line).map(|it| (it.number, it.black)), expected, "{line}");
        }
    }
}
