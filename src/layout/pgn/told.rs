//! Positions stated in words, as a FEN or lists of pieces, or shown in a diagram, from which nearby moves are
//! played.

use std::ops::Range;

use crate::{
    chess::Position,
    layout::{diagram, men},
    lex::{self, PgnToken, leading_number},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Largest distance between a position and its moves, in bytes.
pub const REACH: usize = 1 << 11;

/// At most this many words with slashes above the moves are tried as positions.
const MOST_TRIED: usize = 16;

/// Returns the last position in FEN in a part of a text, with its range.
fn last(text: &str, part: Range<usize>) -> Option<(Range<usize>, Position)> {
    let from = text.ceil_char_boundary(part.start.max(part.end.saturating_sub(REACH)));
    last_with_strokes(text.slice(from..part.end), |at| {
        here(text, from + at).filter(|it| it.0.end <= part.end)
    })
}

/// Calls `find` with the offsets of words with slashes that may be a board, last one first, until it returns
/// something.
fn last_with_strokes<T>(words: &str, mut find: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let mut before = words.len();
    for _ in 0..MOST_TRIED {
        let slash = words.slice(..before).rfind('/')?;
        before = words.slice(..slash).trim_end_matches(is_of_board).len();
        if let Some(found) = find(before) {
            return Some(found);
        }
    }
    None
}

/// Iterates over the positions in FEN beside moves, with their ranges: the last one in `above`, and the first
/// one in `behind`, the part from the moves on.
pub fn beside(
    text: &str,
    above: Range<usize>,
    behind: Range<usize>,
) -> impl DoubleEndedIterator<Item = (Range<usize>, Position)> {
    let near = behind.start..behind.end.min(behind.start + REACH);
    [last(text, above), all(text, near).next()].into_iter().flatten()
}

/// Iterates over the positions in FEN in a part of a text, with their ranges.
pub fn all(text: &str, part: Range<usize>) -> impl Iterator<Item = (Range<usize>, Position)> {
    let mut at = part.start;
    std::iter::from_fn(move || {
        while let Some(slash) = text.slice(at..part.end).find('/').map(|n| at + n) {
            let run = text.slice(at..slash).trim_end_matches(is_of_board).len();
            let told = here(text, at + run);
            at =
                told.as_ref().map_or(slash + text.slice(slash..part.end).leading(is_of_board), |it| it.0.end);
            if told.is_some() {
                return told.filter(|it| it.0.end <= part.end);
            }
        }
        None
    })
}

/// Returns the position in FEN in the word at `at`, perhaps after other signs, as in
/// `fen="8/8/8/6K1/8/5k2/P7/8 w - - 0 1"`.
pub fn in_word(text: &str, at: usize) -> Option<(Range<usize>, Position)> {
    /// Longest text up to the end of the first rank, and longest FEN, in bytes.
    const RANK: usize = 24;
    const LONGEST: usize = 128;
    let shown = text.slice(at..at + RANK);
    shown.slice(..shown.find(char::is_whitespace).unwrap_or(shown.len())).find('/')?;
    let word = at + text.slice(at..).find(char::is_whitespace).unwrap_or(text.len() - at);
    all(text, at..text.len().min(at + LONGEST)).next().filter(|it| it.0.start < word)
}

/// Returns the positions that the last diagram, list of pieces, or FEN without side to move above the moves
/// may show: with either side to move, with or without castling rights, and with this move number. Empty if
/// moves with lower numbers stand between, or if no move follows.
pub fn drawn(text: &str, above: Range<usize>, number: u32) -> Vec<Position> {
    let is_move = |it: &str| {
        let word = it.split_whitespace().next();
        word.is_some_and(|it| OfMove::of(it) >= OfMove::Part)
    };
    let here = text.slice(above.end..).trim_start();
    let behind = leading_number(here).map_or(here, |it| it.1);
    let behind = behind.trim_start_matches(|it: char| it.is_whitespace() || matches!(it, '.' | '…' | ')'));
    // After the number of a caption comes a move number.
    let is_caption = leading_number(behind).is_some_and(|it| it.1.starts_with('.'));
    if is_caption || !is_move(behind) {
        return Vec::new();
    }
    let from = text.ceil_char_boundary(above.start.max(above.end.saturating_sub(REACH)));
    let near = text.slice(from..above.end);
    let one = |(place, placement)| (place, vec![placement]);
    let found = [diagram::last(near).map(one), last_board(near).map(one), men::last(near)];
    let found = found.into_iter().flatten().max_by_key(|it| it.0.end);
    let Some((place, placements)) = found else { return Vec::new() };
    let from = from + place.end;
    let is_lower = |(n, _): (usize, &str)| match lex::item(text, from + n, above.end) {
        Some((PgnToken::Number(it, _), after)) => it < number && is_move(text.slice(after..above.end)),
        _ => false,
    };
    if lines::words(text.slice(from..above.end)).any(is_lower) {
        return Vec::new();
    }
    let fens = placements.iter().flat_map(|placement| {
        let castling = castling(placement);
        let rights = ["-".to_owned(), castling].into_iter().filter(|it| !it.is_empty());
        rights.flat_map(move |it| ["w", "b"].map(|turn| format!("{placement} {turn} {it} - 0 {number}")))
    });
    fens.filter_map(|it| Position::set_up(None, Some(&it)).ok()).collect()
}

/// Returns the last board in FEN without a side to move, with its range.
fn last_board(text: &str) -> Option<(Range<usize>, String)> {
    last_with_strokes(text, |at| {
        let place = board(text, at).filter(|_| here(text, at).is_none())?;
        let rows: Vec<String> = text.slice(place.clone()).split('/').map(str::to_owned).collect();
        Some((place, diagram::placement(&rows)?))
    })
}

/// Returns the castling rights, as in FEN, of kings and rooks on their original squares.
fn castling(placement: &str) -> String {
    const KING: usize = 4;
    let squares = |rank: &str| -> Vec<char> {
        let empty = |it: char| it.to_digit(10).map_or(1, |it| it as usize);
        rank.chars().flat_map(|it| std::iter::repeat_n(it, empty(it))).collect()
    };
    let stands = |rank: &str, file: usize, piece: char| squares(rank).get(file) == Some(&piece);
    let [eighth, first] =
        [placement.split('/').next(), placement.rsplit('/').next()].map(Option::unwrap_or_default);
    let rights = [(first, 'K', 'R', 7), (first, 'Q', 'R', 0), (eighth, 'k', 'r', 7), (eighth, 'q', 'r', 0)];
    let has_right = |(rank, right, rook, file): &(&str, char, char, usize)| {
        let king = if right.is_uppercase() { 'K' } else { 'k' };
        stands(rank, KING, king) && stands(rank, *file, *rook)
    };
    rights.iter().filter(|it| has_right(it)).map(|it| it.1).collect()
}

/// Whether a character may occur in the board of a FEN.
fn is_of_board(letter: char) -> bool {
    matches!(letter, '1'..='8' | '/' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K')
}

/// Returns the range of eight ranks at the end of the board characters at `at`.
fn board(text: &str, at: usize) -> Option<Range<usize>> {
    const RANKS: usize = 8;
    const LONGEST_BOARD: usize = 71;
    let run = text.slice(at..).leading(is_of_board);
    let ranks = text.slice(at..at + run);
    // Parts of a URL may precede them.
    let start = at + ranks.rmatch_indices('/').nth(RANKS - 1).map_or(0, |it| it.0 + 1);
    let board = start..at + run;
    (board.len() <= LONGEST_BOARD && text.slice(board.clone()).matches('/').count() + 1 == RANKS)
        .then_some(board)
}

/// Returns the position in FEN, with its side to move, at the end of the board characters at `at`.
fn here(text: &str, at: usize) -> Option<(Range<usize>, Position)> {
    let board = board(text, at)?;
    let mut end = board.end;
    let fields: [fn(&str) -> bool; 5] = [
        |it| matches!(it, "w" | "b"),
        |it| it == "-" || it.chars().all(|it| "KQkqABCDEFGHabcdefgh".contains(it)),
        |it| it == "-" || it.len() == 2,
        |it| it.parse::<u16>().is_ok(),
        |it| it.parse::<u16>().is_ok(),
    ];
    for (n, is_field) in fields.iter().enumerate() {
        let Some(rest) = text.slice(end..).strip_prefix([' ', '_']) else { break };
        let field = rest.slice(..rest.leading(|it| it.is_ascii_alphanumeric() || it == '-'));
        if field.is_empty() || !is_field(field) {
            break;
        }
        let after = text.len() - rest.len() + field.len();
        // A number with a full stop is a move number, unless the last field ends a sentence.
        let stop = text.slice(after..).strip_prefix('.');
        let ends_sentence =
            |it: &str| n == fields.len() - 1 && !it.starts_with(|it: char| !it.is_whitespace());
        if n > 2 && stop.is_some_and(|it| !ends_sentence(it)) {
            break;
        }
        end = after;
    }
    let fen = text.slice(board.start..end);
    let position = Position::set_up(None, Some(fen)).ok().filter(|_| end > board.end)?;
    Some((board.start..end, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_among_words() {
        const FEN: &str = "8/8/8/6K1/8/5k2/P7/8 w - - 0 1";
        for (text, expected) in [
            ("FEN: 8/8/8/6K1/8/5k2/P7/8 w - - 0 1.", Some(FEN)),
            ("(8/8/8/6K1/8/5k2/P7/8 w)", Some("8/8/8/6K1/8/5k2/P7/8 w")),
            ("org/b/8/8/8/6K1/8/5k2/P7/8_w_-_-_0_1 1. Kf5", Some("8/8/8/6K1/8/5k2/P7/8_w_-_-_0_1")),
            ("8/8/8/6K1/8/5k2/P7/8 w - - 1. Kf5", Some("8/8/8/6K1/8/5k2/P7/8 w - -")),
            ("8/8/8/6K1/8/5k2/P7/8", None),
            ("8/8/8/6K1/8/5k2/P7/9 w - - 0 1", None),
            ("1/2/3", None),
        ] {
            let words = |found: Option<(Range<usize>, Position)>| found.map(|it| text[it.0].to_owned());
            assert_eq!(words(last(text, 0..text.len())).as_deref(), expected, "{text}");
            assert_eq!(words(all(text, 0..text.len()).next()).as_deref(), expected, "{text}");
        }
    }
}
