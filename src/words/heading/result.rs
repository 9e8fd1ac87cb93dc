//! The result in a line of a heading.

use std::ops::Range;

use crate::{
    chess::Outcome,
    lex::{self, PgnToken},
    lines,
    notation::DASHES,
    slice::Slice as _,
};

/// Returns the result in digits in a line of a heading, and its range: at its end, after a comma, or between
/// names; `None` in a sentence, such as `The score was 1-0 after the first game.`
pub fn marker_in(line: &str) -> Option<(Range<usize>, Outcome)> {
    let mut found = None;
    for (at, word) in lines::words(line) {
        let start = at + (word.len() - word.trim_start_matches(['(', '[']).len());
        let Some((PgnToken::Outcome(outcome), end)) = lex::item(line, start, line.len()) else { continue };
        let (before, after) = (line.slice(..start).trim_end(), line.slice(end..).trim_start());
        let is_name = |word: Option<&str>| word.is_none_or(|it| !it.starts_with(char::is_lowercase));
        let set_apart =
            before.ends_with(|it: char| !it.is_alphanumeric()) || line.slice(..start).ends_with("  ");
        // Half a result may be anything, such as a page number or a pawn and a half.
        let is_whole = line.slice(start..end).contains(DASHES) || line.slice(start..end).contains(':');
        let apart = set_apart || is_whole && is_name(before.split_whitespace().next_back());
        if outcome == Outcome::Unknown || !apart || !is_name(after.split_whitespace().next()) {
            continue;
        }
        match found {
            Some((_, other)) if other != outcome => return None,
            _ => found = Some((start..end, outcome)),
        }
    }
    found
}

/// Splits a line of a heading at its result: returns the text before it and, if there is one, the text after
/// it.
pub fn without_result(line: &str) -> (&str, Option<&str>) {
    match marker_in(line) {
        Some((place, _)) => {
            let around = |it: char| it.is_whitespace() || matches!(it, ',' | '(' | '[' | ')' | ']' | ':');
            (
                line.slice(..place.start).trim_end_matches(around),
                Some(line.slice(place.end..).trim_matches(around)),
            )
        }
        None => (line, None),
    }
}
