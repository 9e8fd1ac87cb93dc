//! What a line of a printed text looks like: a number and moves, a rule between moves, the head of a table, a title.
//!
//! A line is looked at by itself; which lines are of the game say those around it ([`super::lines`]).

use std::ops::Range;

use super::{
    running::Ranks,
    vocabulary::{is_of_move, is_whole_move},
};
use crate::layout::pgn::lex::leading_number;

/// A line of moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Moves {
    /// The number at its beginning.
    pub number: u32,
    /// Does it begin with Black's move?
    pub black: bool,
    /// Where the second column begins, if there are two.
    pub second: Option<usize>,
    /// Where in the line the moves begin and end, if it is one of running text.
    pub part: Option<(usize, usize)>,
    /// Does it hold rules, above which White's moves stand and below which Black's?
    pub over: bool,
    /// Does it belong to a column of Black's moves that stands below the one of White's?
    pub beside: bool,
    /// May it stand in a sentence? There are commas in it.
    pub loose: bool,
    /// Do both sides move in it, as far as a gap shows?
    pub both: bool,
}

/// Does the line hold several numbered moves, as lines do that are filled up?
pub fn is_running(line: &str) -> bool {
    let number = |word: &&str| leading_number(word).is_some_and(|it| it.1.starts_with('.'));
    line.split_whitespace().filter(number).count() >= 3
}

/// Does a line say that a game begins?
pub fn is_title(line: &str) -> bool {
    let word = line.trim_start_matches(|it: char| !it.is_alphabetic());
    let word = word.split(|it: char| !it.is_alphabetic()).next().unwrap_or("").to_lowercase();
    ["game", "partie", "partida", "partita", "no", "illustrative"].contains(&word.as_str())
}

/// Does a line name both sides, as the head of a table does?
pub fn names_sides(line: &str) -> bool {
    let line = line.to_lowercase();
    SIDES.iter().any(|sides| sides.iter().all(|side| line.contains(side)))
}

/// The side that a line names by itself, as the head of a column does: 0 for White, 1 for Black.
pub fn named_side(line: &str) -> Option<usize> {
    let line = line.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    SIDES.iter().find_map(|sides| sides.iter().position(|it| *it == line))
}

/// Is there one move in a line, as far as one sees?
pub fn is_one_move(line: &str) -> bool {
    let doing = line.split_whitespace().filter(|it| ["to", "takes", "tks", "x"].contains(it)).count();
    let whole = line.split_whitespace().filter(|it| is_whole_move(it)).count();
    if doing > 0 { doing == 1 } else { whole == 1 }
}

/// The numbers in a row of rules, as in `1. ------   2. -------`, with the columns at which they begin; none if it is none.
pub fn fractions(row: &str) -> Vec<(u32, usize)> {
    let mut numbers = Vec::new();
    let mut words = row.split_whitespace();
    let mut at = 0;
    while let Some(word) = words.next() {
        let rule = |it: &str| it.chars().count() > 2 && it.chars().all(|it| "-–—_─".contains(it));
        let number = word.trim_end_matches(['.', ')']).parse().ok();
        let (Some(number), true) = (number, words.next().is_some_and(rule)) else { return Vec::new() };
        at += row[at..].find(word).unwrap_or(0);
        numbers.push((number, row[..at].chars().count()));
        at += word.len();
    }
    numbers
}

/// The numbers within a line that stand by themselves before something else, with their places.
pub fn inner_numbers(line: &str, start: usize) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let line = line.trim_end();
    let indent = line.len() - line.trim_start().len();
    let mut at = indent;
    let mut ranks = Ranks::default();
    for word in line[indent..].split(' ') {
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

/// What a line looks like, if it looks like moves.
pub fn shape(line: &str) -> Option<Moves> {
    let (moves, (of_move, others)) = numbered(line)?;
    (of_move > 0 && others * 2 <= of_move).then_some(moves)
}

/// What a line looks like that begins with a number, and how many words in it look like parts of moves and do not.
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
    let between = &after[..after.len() - rest.len()];
    if between.is_empty() || rest.is_empty() {
        return None;
    }
    let dots = between.matches('.').count() + 3 * between.matches('…').count();
    let (mut of_move, mut others) = (0, 0);
    let aside = aside(rest).unwrap_or(0..0);
    for word in rest[..aside.start].split_whitespace().chain(rest[aside.end..].split_whitespace()) {
        if is_of_move(word) { of_move += 1 } else { others += 1 }
    }
    let loose = rest.contains([',', ';']) || others * 4 > of_move;
    let both = rest.trim().contains("   ") || rest.trim().contains('\t');
    let black = waits || dots >= 2;
    Some((
        Moves { number, black, loose, both: both && !is_open(rest), ..Moves::default() },
        (of_move, others),
    ))
}

/// Does a row begin with dots, in the place of White's move?
pub fn is_dotted(row: &str) -> bool {
    row.trim_start().starts_with("..") || row.trim_start().starts_with('…')
}

/// Does a row end with dots, where Black's move is to come?
pub fn is_open(row: &str) -> bool {
    row.ends_with("..") || row.ends_with(['…', '—']) || row.ends_with(". .")
}

/// Is this a move of Black's without its number, in Black's column?
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

/// Is nothing said of the end of the game?
fn ends_nothing(line: &str) -> bool {
    let line = line.to_lowercase();
    !["resigns", "mate", "wins", "drawn"].iter().any(|word| line.trim().trim_end_matches('.').ends_with(word))
}

/// A parenthesis on a line of moves that is closed on another line: up to a gap between columns.
pub fn aside(line: &str) -> Option<Range<usize>> {
    let open = line.rfind('(')?;
    if line[open..].contains(')') {
        return None;
    }
    Some(open..line[open..].find("   ").map_or(line.len(), |n| open + n))
}

/// The names of the sides, in the languages of books.
pub const SIDES: [[&str; 2]; 8] = [
    ["white", "black"],
    ["weiß", "schwarz"],
    ["weiss", "schwarz"],
    ["wit", "zwart"],
    ["blancas", "negras"],
    ["blancs", "noirs"],
    ["bianco", "nero"],
    ["brancas", "pretas"],
];

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
