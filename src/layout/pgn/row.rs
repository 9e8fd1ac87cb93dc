//! What stands on a line behind the end of a game: rows of moves, or words that mention some.

use std::ops::Range;

use super::of_text;
use crate::{lex, lines, slice::Slice as _, words::vocabulary::OfMove};

/// So far ahead, numbers are those of no row.
const FAR: u32 = 40;

/// Returns the first row in this range that goes on behind the moves of a game, with this number or a later one.
pub fn row_behind(text: &str, range: Range<usize>, number: u32) -> Option<Range<usize>> {
    let mut at = range.start;
    text.slice(range).split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let is_row = |row: &Row| row.number.is_some_and(|it| it < number + FAR) && row.goes_on(number, false);
        let (begin, _) = Row::all(line).find(|it| is_row(&it.1))?;
        Some(start + begin..start + line.trim_end().len())
    })
}

/// What a line, or a sentence of it that begins with a number, begins with. What is in parentheses does not count.
#[derive(Default)]
pub(super) struct Row {
    number: Option<u32>,
    /// Moves or parts of them before the first word that is foreign to moves.
    moves: usize,
    /// Those with figures.
    figures: usize,
    /// Whether there is such a word, and one before that moves and sentences have.
    pub has_words: bool,
    has_either: bool,
}

impl Row {
    /// Returns the rows that a line may have, and where they begin.
    pub fn all(line: &str) -> impl Iterator<Item = (usize, Row)> + '_ {
        let mut before = "";
        let starts = lines::words(line).filter_map(move |(at, word)| {
            let ends = std::mem::replace(&mut before, word).ends_with(['.', '!', '?', ')']);
            (at > 0 && ends && lex::leading_number(word).is_some()).then_some(at)
        });
        std::iter::once(0).chain(starts).map(|at| (at, Row::of(line.slice(at..))))
    }

    fn of(text: &str) -> Row {
        const MOST_WORDS: usize = 64;
        let mut row = Row::default();
        let mut depth = 0_usize;
        for (n, word) in text.split_whitespace().take(MOST_WORDS).enumerate() {
            let (opened, closed) = (word.matches('(').count(), word.matches(')').count());
            let is_inside = depth > 0 || word.starts_with('(');
            depth = (depth + opened).saturating_sub(closed);
            if is_inside || of_text(word).is_some() {
                continue;
            }
            let (number, rest) = lex::leading_number(word).map_or((None, word), |it| (Some(it.0), it.1));
            row.number = row.number.or(number.filter(|_| n == 0));
            let rest = rest.trim_start_matches(['.', '…', ')']);
            match OfMove::of(rest) {
                _ if rest.is_empty() => {}
                OfMove::Inner => row.has_either = true,
                OfMove::Whole | OfMove::Part => {
                    row.moves += 1;
                    row.figures += usize::from(rest.contains(|it: char| it.is_ascii_digit()));
                }
                OfMove::Nothing => {
                    row.has_words = true;
                    break;
                }
            }
        }
        row
    }

    /// Whether these are moves behind this number. With insertions between them, one by itself may be of a note.
    pub fn goes_on(&self, number: u32, is_broken: bool) -> bool {
        let is_whole = !self.has_words && self.moves > usize::from(is_broken);
        match self.number {
            Some(own) => own >= number && self.figures > 0 && (self.moves > 1 || is_whole),
            None => self.figures > 0 && is_whole && !self.has_either,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_with_moves() {
        for (line, is_row) in [
            ("4. Ba4 Nf6", true),
            ("4. Ba4 Nf6 a good move, which all the masters recommend", true),
            ("4. Ba4 (a) Nf6 (a good move, as all the masters say)", true),
            ("4... Nf6", true),
            ("Nf6 5. O-O", true),
            ("13 Kt to B3, P to Q4", true),
            ("Black mates in two moves. 17. Nxg5 Bg2+ mate. This game was played at Rome.", true),
            ("2. d4 exd4", false),
            ("4.Ba4 was better.", false),
            ("If 4. Bxc6, dxc6 and Black is well.", false),
            ("After 4...Nf6 5.O-O Black is fine.", false),
            ("(4. Ba4 Nf6)", false),
            ("White wins a pawn on e5.", false),
            ("Resigns.", false),
            ("", false),
        ] {
            assert_eq!(Row::all(line).any(|it| it.1.goes_on(3, false)), is_row, "{line}");
        }
        assert!(!Row::all("4. Ba4").any(|it| it.1.goes_on(3, true)));
    }
}
