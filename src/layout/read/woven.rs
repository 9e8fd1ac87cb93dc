//! Games told in sentences, whose moves have their numbers: `He opened 1.e4, and after 1...e5 2.Nf3 came 2...d6`.
//!
//! The board tells which of the moves were played: those of the only longest line in which every move has the
//! next number. Others, as in `scorning 8.Qxb7 he played 8.Nc3`, are words.

use std::ops::Range;

use super::edited::Edited;
use crate::{
    chess::Position,
    layout::pgn,
    lex::{self, PgnToken},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Fewest groups of words between the moves, and fewest plies of a game.
const FEWEST_WORDS: usize = 2;
const FEWEST_PLIES: usize = 8;

/// At most this many lines are tried on the board.
const MOST_TRIED: usize = 160;

/// Consecutive moves behind a number.
struct Stretch {
    span: Range<usize>,
    /// The index of the first ply.
    ply: usize,
    /// The moves with their number.
    text: String,
    moves: usize,
}

/// Returns the text with the words between the moves of the game in this range as comments, and the number of
/// its plies.
pub fn with_words_apart(text: &str, range: Range<usize>) -> Option<(String, usize)> {
    // Comments are apart.
    if text.slice(range.clone()).contains('{') {
        return None;
    }
    let stretches = stretches(text, range);
    let between =
        |pair: &[Stretch]| text.slice(pair[0].span.end..pair[1].span.start).contains(char::is_alphabetic);
    if stretches.windows(2).filter(|it| between(it)).count() < FEWEST_WORDS {
        return None;
    }
    let mut search = Search { stretches: &stretches, tried: 0, best: Vec::new(), plies: 0, is_single: false };
    let mut line = Vec::new();
    search.extend(&mut line, String::new(), 0);
    let Search { best, plies, is_single, tried, .. } = search;
    // Moves with higher numbers would be lost.
    let is_whole = stretches.iter().all(|it| it.ply + it.moves <= plies);
    if tried > MOST_TRIED || !is_single || !is_whole || plies < FEWEST_PLIES {
        return None;
    }
    let mut edited = Edited::new(text);
    for pair in best.windows(2) {
        let gap = stretches[pair[0]].span.end..stretches[pair[1]].span.start;
        if text.slice(gap.clone()).contains(char::is_alphanumeric) {
            edited.comment(text, gap);
        } else {
            edited.blank(text, gap);
        }
    }
    Some((edited.text()?, plies))
}

/// Lists the moves behind numbers, outside parentheses.
fn stretches(text: &str, range: Range<usize>) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    let mut depth = 0_i32;
    let mut at = range.start;
    for (n, word) in lines::words(text.slice(range.clone())) {
        let start = range.start + n;
        let outside = depth == 0;
        depth = (depth + lines::opened(word)).max(0);
        if start < at || !outside {
            continue;
        }
        let Some((PgnToken::Number(number, color), after)) = lex::item(text, start, range.end) else {
            continue;
        };
        let Some(ply) = number.checked_sub(1) else { continue };
        let mut stretch = Stretch {
            span: start..after,
            ply: 2 * ply as usize + usize::from(color.is_some()),
            text: text.slice(start..after).to_owned(),
            moves: 0,
        };
        for (n, word) in lines::words(text.slice(after..range.end)) {
            let core = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
            if !OfMove::is_whole(core) || word.contains('(') {
                break;
            }
            stretch.text.extend([" ", core]);
            stretch.moves += 1;
            stretch.span.end = after + n + word.trim_end_matches(['.', ',', ';', ':', ')']).len();
            if word.ends_with(['.', ',', ';', ':', ')']) || stretch.moves == 2 {
                break;
            }
        }
        if stretch.moves > 0 {
            at = stretch.span.end;
            found.push(stretch);
        }
    }
    found
}

/// The search for the longest line.
struct Search<'s> {
    stretches: &'s [Stretch],
    tried: usize,
    /// Indices of the stretches of the longest line, its plies, and whether no other has as many.
    best: Vec<usize>,
    plies: usize,
    is_single: bool,
}

impl Search<'_> {
    /// Adds the stretches from `from` on that may follow a line of moves.
    fn extend(&mut self, line: &mut Vec<usize>, moves: String, from: usize) {
        let ply = line.iter().map(|it| self.stretches[*it].moves).sum();
        if ply > self.plies {
            (self.best, self.plies, self.is_single) = (line.clone(), ply, true);
        } else if ply == self.plies && ply > 0 {
            self.is_single = false;
        }
        let stretches = self.stretches;
        for (n, stretch) in stretches.iter().enumerate().skip(from).filter(|it| it.1.ply == ply) {
            let more = format!("{moves} {}", stretch.text);
            self.tried += 1;
            let all = ply + stretch.moves;
            if self.tried <= MOST_TRIED && pgn::plies(&more, &Position::default()).len() == all {
                line.push(n);
                self.extend(line, more, n + 1);
                line.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_the_moves_become_comments() {
        let text = "He met 1.e4 with 1...e5 and, after 2.Nf3, chose 2...d6. Then 3.d4 and now 3...Bg4? \
            (3...exd4 is fine). Scorning 4.d5 c6, he took: 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 and won.";
        assert_eq!(
            with_words_apart(text, 0..text.len()),
            Some((
                "He met 1.e4{with}1...e5{and, after}2.Nf3{ chose}2...d6{ Then}3.d4{and now}3...Bg4?\
                {(3...exd4 is fine). Scorning 4.d5 c6, he took:}4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 and won."
                    .to_owned(),
                11
            ))
        );
        // Too many moves with the same number.
        let others = " or 4.a3 here".repeat(MOST_TRIED);
        let many = text.replacen(" Scorning", &format!("{others} Scorning"), 1);
        for text in [
            many.as_str(),
            // Either may have been played.
            "1.e4 and e5 1...e5 and 2.Nf3 here 2...d6 then 3.d4 and 3...Bg4 now 4.d5 or 4.dxe5 which wins.",
            // A move is missing.
            "1.e4 and e5 1...e5 and 2.Nf3 here 2...d6 then 3.d4 and 4.dxe5 now 4...Bxf3 which 5.Qxf3 wins.",
        ] {
            assert_eq!(with_words_apart(text, 0..text.len()), None, "{text}");
        }
    }
}
