//! Classifies the beginnings of lines as moves or words.

use super::of_text;
use crate::{
    lex, lines,
    slice::Slice as _,
    words::{
        figures::{Figure, Ranks},
        vocabulary::OfMove,
    },
};

/// The beginning of a line, or of a sentence in it that begins with a number, ignoring parentheses.
#[derive(Default)]
pub(super) struct Row {
    pub number: Option<u32>,
    /// Number of moves or parts of moves before the first word foreign to moves.
    moves: usize,
    /// Number of these with digits.
    figures: usize,
    /// Whether there is a foreign word, and whether a word before it occurs in moves as well as sentences.
    pub has_words: bool,
    has_either: bool,
}

impl Row {
    /// Iterates over the possible rows of a line, with their offsets.
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
        let mut ranks = Ranks::default();
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
            row.figures += usize::from(ranks.figure(word, 0) == Figure::Rank);
            match OfMove::of(rest) {
                _ if rest.is_empty() => {}
                OfMove::Inner => row.has_either = true,
                OfMove::Whole | OfMove::Part => {
                    row.moves += 1;
                    // One digit is a rank, four digits are an ICCF move; `Anna-Bert-17` has neither.
                    let word = rest.split('(').next().unwrap_or_default();
                    let mut runs = word.split(|it: char| !it.is_ascii_digit()).map(lex::figures);
                    row.figures += usize::from(runs.any(|it| it == 1 || it >= 4));
                }
                OfMove::Nothing => {
                    row.has_words = true;
                    break;
                }
            }
        }
        row
    }

    /// Whether the row continues the moves after `number`. If insertions interrupt it (`is_broken`), a single
    /// move may belong to a note.
    pub fn goes_on(&self, number: u32, is_broken: bool) -> bool {
        /// Larger differences are years.
        const FARTHEST: u32 = 200;
        let is_whole = !self.has_words && self.moves > usize::from(is_broken);
        match self.number {
            Some(own) => {
                (number..=number + FARTHEST).contains(&own)
                    && self.figures > 0
                    && (self.moves > 1 || is_whole)
            }
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
            ("9 Castles B-K 3 10 P-Q R 3 B-R 4", true),
            ("9 Castles and B-K follows", false),
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
