//! Results behind the moves with misread digits or without their dash, as in `O-1`, `1 0` and `.5 - .5`.

use super::edited::Edited;
use crate::{
    chess::Outcome,
    events::outcome,
    lines::{lines, words},
    notation::DASHES,
    slice::Slice as _,
    words::{
        ending::{self, Players},
        vocabulary::OfMove,
    },
};

/// Returns the points of a side, doubled.
fn points(text: &str) -> Option<u32> {
    match text {
        "1" | "l" | "I" | "|" | "i" => Some(2),
        "0" | "O" | "o" | "Q" => Some(0),
        ".5" | "0.5" | "O.5" | "0,5" | "½" | "1/2" | "l/2" | "I/2" | "1/z" => Some(1),
        _ => None,
    }
}

/// Returns the result that these words are, and whether they have a dash.
fn result(text: &str) -> Option<(Outcome, bool)> {
    let split = |sign: &dyn Fn(char) -> bool| text.split_once(sign);
    let dashed = split(&|it| DASHES.contains(&it) || it == ':');
    let (white, black) = dashed.or_else(|| split(&|it| it == ' '))?;
    let outcome = match (points(white.trim_end())?, points(black.trim_start())?) {
        (2, 0) => Outcome::WhiteWins,
        (0, 2) => Outcome::BlackWins,
        (1, 1) => Outcome::Draw,
        _ => return None,
    };
    Some((outcome, dashed.is_some()))
}

/// Returns `text` with the usual spelling of results that end a line behind a move, and, without their dash,
/// a paragraph.
pub(super) fn with_usual_results(text: &str) -> Option<String> {
    /// Most words of a result.
    const MOST: usize = 3;
    let mut edited = Edited::new(text);
    // Whether the last word before the line is a move or ends a comment.
    let mut moved = false;
    for (at, line) in lines(text) {
        let line = line.trim_end();
        // As in `.5 - .5 (draw)`.
        let end = line.rfind('(').filter(|_| line.ends_with(')')).unwrap_or(line.len());
        let ends = |it: &str| {
            it.ends_with([')', '}'])
                || OfMove::is_whole(it.trim_end_matches(['.', ',']))
                || ending::told(it, &Players::NONE).is_some()
        };
        let last: Vec<usize> = words(line.slice(..end)).map(|it| it.0).collect();
        let found = last.iter().rev().take(MOST).rev().find_map(|from| {
            let words = line.slice(*from..end).trim_end();
            let (outcome, is_dashed) = result(words).filter(|_| outcome::of_text(words).is_none())?;
            let before = line.slice(..*from).split_whitespace().next_back();
            let below = || text.slice(at + end..).split('\n').nth(1);
            let is_last = || below().is_none_or(|it| it.trim().is_empty());
            (before.map_or(moved, ends) && (is_dashed || is_last())).then_some((*from, words.len(), outcome))
        });
        if let Some((from, len, outcome)) = found {
            let marker = if outcome == Outcome::Draw { "1/2" } else { outcome.marker() };
            edited.put(at + from, len, marker.as_bytes());
        }
        if let Some(word) = line.split_whitespace().next_back() {
            moved = ends(word);
        }
    }
    edited.text()
}

#[cfg(test)]
mod tests {
    use super::with_usual_results;

    #[test]
    fn results_that_are_misread_or_have_no_dash() {
        for (text, expected) in [
            ("22.Rb1 b6 O-1", Some("22.Rb1 b6 0-1")),
            ("22.Rb1 b6 l–O\n", Some("22.Rb1 b6 1-0  \n")),
            ("22.Rb1 b6\nI - 0\n\n", Some("22.Rb1 b6\n1-0  \n\n")),
            ("42. Kf2 Qc5+ .5 - .5 (draw)\nLast edited", Some("42. Kf2 Qc5+ 1/2     (draw)\nLast edited")),
            ("32. Qg2 Qh4 Draw .5 - .5", Some("32. Qg2 Qh4 Draw 1/2    ")),
            ("22. Nf3 l/2-l/2", Some("22. Nf3 1/2    ")),
            ("39. fxg5 1 0\n\nThe end", Some("39. fxg5 1-0\n\nThe end")),
            ("Nf3 Nc6\nRed1\n0 1\n", Some("Nf3 Nc6\nRed1\n0-1\n")),
            ("27.Sd2 Vf2 (1924) 0 1", Some("27.Sd2 Vf2 (1924) 0-1")),
            ("2. Nf3 1 0\nof them", None),
            ("39. fxg5 1-0", None),
            ("39. fxg5 O-O", None),
            ("a score of O-1", None),
        ] {
            assert_eq!(with_usual_results(text).as_deref(), expected, "{text}");
        }
    }
}
