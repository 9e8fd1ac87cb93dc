//! Separators between the moves of both sides: dashes, slashes, a repeated number.

use std::ops::Range;

use super::edited::Edited;
use crate::{
    layout::{pgn::of_text, prose::shape},
    lex::{self, leading_number, without_number},
    lines::{lines, words},
    notation::DASHES,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Returns the text up to white space, a comma or a semicolon.
fn first_move(text: &str) -> &str {
    text.split(|it: char| it.is_whitespace() || matches!(it, ',' | ';')).next().unwrap_or(text)
}

/// Returns the range of the dash after the first move of the row that begins at `at`, and whether a move
/// follows it.
fn dash_in_row(text: &str, at: usize) -> Option<(Range<usize>, bool)> {
    let is_blank = |it: char| matches!(it, ' ' | '\t' | '\u{a0}' | '\n' | '\r');
    // Dots stand for a later move, or for White's.
    let is_dots = |it: &str| !it.is_empty() && it.trim_matches(['.', '…']).is_empty();
    let is_move_or_dots = |it: &str| OfMove::is_whole(it) || is_dots(it);
    let (_, rest) = leading_number(text.slice(at..))?;
    let signs = rest.leading(|it| matches!(it, ')' | ':' | '/' | '.') || DASHES.contains(&it));
    let moves = rest.slice(signs..).trim_start_matches(is_blank);
    let white = first_move(moves);
    if moves.len() == rest.len() || !is_move_or_dots(white) {
        return None;
    }
    let after = moves.slice(white.len()..).trim_start_matches(is_blank);
    let place = text.len() - after.len();
    let len = after.chars().next().filter(|it| DASHES.contains(it))?.len_utf8();
    // White space may be missing on one side of it.
    let is_apart = after.slice(len..).starts_with(is_blank) || text.slice(..place).ends_with(is_blank);
    let black = Some(after.slice(len..)).filter(|_| is_apart)?.trim_start_matches(is_blank);
    Some((place..place + len, is_move_or_dots(first_move(black))))
}

/// Returns `text` without dashes between White's and Black's moves, as in `1. Nf3 - Nf6`, if at least two
/// rows have them.
///
/// Dashes between squares belong to a move, unless a piece moves after one of them.
pub(super) fn without_dashes(text: &str) -> Option<String> {
    let dashes: Vec<(Range<usize>, bool)> = words(text).filter_map(|it| dash_in_row(text, it.0)).collect();
    let between = || dashes.iter().filter(|it| it.1).map(|it| &it.0);
    let moves_piece = |it: &Range<usize>| text.slice(it.end..).trim_start().starts_with(char::is_uppercase);
    if between().count() < 2 || !between().any(moves_piece) {
        return None;
    }
    let mut edited = Edited::new(text);
    dashes.into_iter().for_each(|it| edited.put(it.0.start, it.0.len(), b""));
    edited.text()
}

/// Returns that of some signs which separates the moves or rows of movetext into at least so many parts, as in
/// `e4;e5` and `1. e4 e5|2. Nf3`; only moves and their numbers may stand between. A semicolon after a blank
/// begins a comment.
fn sign_between<'s>(moves: &str, signs: &[&'s str], least: usize) -> Option<&'s str> {
    let are_moves = |part: &str| {
        let mut words = part.split_whitespace().map(without_number).filter(|it| !it.is_empty()).peekable();
        (part.trim().is_empty() || words.peek().is_some()) && words.all(OfMove::is_whole)
    };
    let sets_apart = |sign: &str| {
        moves.split(sign).nth(least - 1).is_some()
            && moves.split(sign).all(are_moves)
            && (sign != ";" || !moves.contains(" ;"))
    };
    signs.iter().copied().find(|it| sets_apart(it))
}

/// Returns movetext with blanks for the sign that separates its moves or rows.
pub(super) fn without_signs(moves: &str) -> Option<String> {
    let sign = sign_between(moves, &[";", "|", "/", "_"], 2)?;
    Some(moves.replace(sign, " "))
}

/// Returns `text` without the signs between the moves of a line without numbers, as in `e4 -> e5 -> Nf3 -> Nc6` and
/// `e4 e5; Nf3 Nc6; Bb5 a6; Ba4 Nf6`.
pub(super) fn without_signs_in_lines(text: &str) -> Option<String> {
    const SIGNS: [&str; 7] = [";", "/", " | ", "->", "→", "=>", ">"];
    const LEAST: usize = 4;
    let mut edited = Edited::new(text);
    for (at, line) in lines(text) {
        let words = line.trim_end();
        let result = words.rfind(' ').filter(|n| of_text(words.slice(n + 1..)).is_some());
        let moves = words.slice(..result.unwrap_or(words.len()));
        let is_numbered =
            |sign: &str| moves.split(sign).skip(1).any(|it| lex::move_numbers(it).next().is_some());
        if let Some(sign) = sign_between(moves, &SIGNS, LEAST).filter(|it| !is_numbered(it)) {
            moves.match_indices(sign).for_each(|(n, sign)| edited.put(at + n, sign.len(), b""));
        }
    }
    edited.text()
}

/// Returns `text` with an ellipsis in place of dashes that stand for a move, as in `8. --- Qc7` and
/// `8. - Qc7`.
pub(super) fn with_ellipses(text: &str) -> Option<String> {
    const LEAST: usize = 3;
    // Two dashes are a null move.
    let is_row = |it: &str| it.trim_matches(DASHES).is_empty() && !matches!(it.chars().count(), 0 | 2);
    let is_number = |it: &str| leading_number(it).is_some_and(|it| it.1.trim_matches('.').is_empty());
    let mut edited = Edited::new(text);
    let mut replaced = false;
    // Games with tags are written by programs.
    let is_typed = lex::next_game(text, 0).is_none();
    for (start, line) in lines(text).filter(|it| words(it.1).any(|it| is_row(it.1))) {
        let words: Vec<(usize, &str)> = words(line).chain([(line.len(), "")]).collect();
        for around in words.windows(3).filter(|it| is_row(it[1].1)) {
            let (before, (at, row), after) = (around[0].1, around[1], around[2].1);
            // The moves may stand below a line of numbers and dashes. A single dash may belong to a move.
            let is_long = row.chars().count() >= LEAST;
            let is_between = is_number(before) && OfMove::is_whole(after);
            if is_typed && is_between && !is_long && before.ends_with('.') {
                let dot = around[0].0 + before.len() - 1;
                edited.put(start + dot, at + row.len() - dot, b"...");
                replaced = true;
            } else if is_long && (OfMove::is_whole(before) || is_between) {
                edited.put(start + at, row.len(), b"...");
                replaced = true;
            }
        }
    }
    replaced.then(|| edited.text())?
}

/// Returns `text` with the dots before Black's moves directly behind the number, as in `2 . . . Nc6` and `2. . . Nc6`.
pub(super) fn with_dots_joined(text: &str) -> Option<String> {
    /// Fewest dots, with that of the number.
    const LEAST: usize = 3;
    /// Shortest move, in bytes: diagrams have ranks of single letters and dots.
    const SHORTEST: usize = 2;
    let are_dots = |it: &str| it.bytes().all(|it| it == b'.');
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.contains(" .")) {
        let words: Vec<(usize, &str)> = words(line).collect();
        for (n, (start, word)) in words.iter().enumerate() {
            let Some((_, dots)) = leading_number(word).filter(|it| are_dots(it.1)) else { continue };
            let apart = words[n + 1..].iter().take_while(|it| are_dots(it.1)).count();
            let (Some(last), Some((_, next))) = (words[n..=n + apart].last(), words.get(n + apart + 1))
            else {
                continue;
            };
            let count = dots.len() + words[n + 1..=n + apart].iter().map(|it| it.1.len()).sum::<usize>();
            // As in `2. ... Nc6`.
            let is_read = apart == 1 && !dots.is_empty() && words[n + 1].1.len() >= LEAST;
            if apart > 0
                && !is_read
                && count >= LEAST
                && next.len() >= SHORTEST
                && OfMove::of(next) >= OfMove::Part
            {
                let (from, end) = (start + word.len() - dots.len(), last.0 + last.1.len());
                edited.put(at + from, end - from, b"...");
            }
        }
    }
    edited.text()
}

/// Returns `text` without slashes between White's and Black's moves, as in `1. P to K 4 / P to K 4`, and
/// between rows, as in `1 c4, g5 / 2 d4, Bg7`.
pub(super) fn without_strokes(text: &str) -> Option<String> {
    const LONGEST_MOVE: usize = 12;
    const LEAST_ROWS: usize = 3;
    if !text.contains('/') {
        return None;
    }
    let mut edited = Edited::new(text);
    let mut replaced = 0;
    let before_row = |(start, word): (usize, &str)| {
        let mut next = text.slice(start + 1..).split_whitespace();
        let (_, rest) = leading_number(next.next().filter(|_| word == "/")?)?;
        let rest = rest.trim_start_matches(['.', '…']);
        let first = if rest.is_empty() { next.next()? } else { rest };
        (OfMove::of(first.trim_end_matches([',', ';'])) >= OfMove::Part).then_some(start)
    };
    let strokes: Vec<usize> = words(text).filter_map(before_row).collect();
    if strokes.len() >= LEAST_ROWS {
        strokes.iter().for_each(|it| edited.put(*it, 1, b" "));
        replaced = strokes.len();
    }
    // Number of words of White's move so far, and the offset of a slash after them.
    let mut of_white: Option<usize> = None;
    let mut stroke: Option<usize> = None;
    for (start, word) in words(text) {
        let is_of_move = OfMove::of(word) != OfMove::Nothing;
        let begins_move = word.starts_with(|it: char| it.is_alphabetic() || !it.is_ascii()) && is_of_move;
        if let Some(place) = stroke.take().filter(|_| begins_move) {
            edited.put(place, 1, b" ");
            replaced += 1;
        }
        if let Some((_, after)) = leading_number(word).filter(|it| it.1.starts_with('.')) {
            of_white = Some(usize::from(after.len() > 1));
        } else if let (Some(n), "/") = (of_white, word) {
            stroke = Some(start).filter(|_| n > 0);
            of_white = None;
            continue;
        } else {
            of_white = of_white.filter(|n| *n < LONGEST_MOVE && is_of_move).map(|n| n + 1);
        }
        let set_close = word.split_once('/').filter(|(white, black)| {
            let white = white.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
            [white, black].iter().all(|it| OfMove::is_whole(it))
        });
        if let Some((white, _)) = set_close {
            edited.put(start + white.len(), 1, b" ");
            replaced += 1;
        }
    }
    if replaced == 0 { None } else { edited.text() }
}

/// A line with a single move, or with one of Black and White's next: its first and last number.
struct Row {
    first: u32,
    last: u32,
    /// Offset of the full stop after its first number.
    stop: usize,
}

impl Row {
    fn of(at: usize, line: &str) -> Option<Row> {
        // Names may stand before the first.
        let is_first = |it: &(usize, &str)| it.1 == "1.";
        let start = words(line).find(is_first).map_or(0, |it| it.0);
        let (first, rest) = leading_number(line.slice(start..).trim_start())?;
        let moves = rest.strip_prefix(". ")?;
        let next = words(moves).find(|it| leading_number(it.1).is_some_and(|it| it == (first + 1, ".")));
        let own = moves.slice(..next.map_or(moves.len(), |it| it.0));
        let begins = OfMove::of(first_move(own.trim_start())) >= OfMove::Part;
        let is_alone = begins && shape::Line::of(own).single;
        let last = first + u32::from(next.is_some());
        is_alone.then_some(Row { first, last, stop: at + line.len() - rest.len() })
    }
}

/// Returns `text` with two dots added after the number of each of Black's moves, if it repeats White's, as in
/// `1. e4` and `1. e5`, or `1. e5 2. Nf3`, on lines of their own.
pub(super) fn with_dots(text: &str) -> Option<String> {
    const LEAST: usize = 3;
    let rows: Vec<Row> = lines(text).filter_map(|it| Row::of(it.0, it.1)).collect();
    let again = |it: &[Row]| (it[0].last == it[1].first).then_some((it[1].first, it[1].stop));
    let seconds: Vec<(u32, usize)> = rows.windows(2).filter_map(again).collect();
    let mut edited = Edited::new(text);
    for game in seconds.chunk_by(|one, next| next.0 == one.0 + 1) {
        if game.len() >= LEAST && game[0].0 == 1 {
            game.iter().for_each(|it| edited.put(it.1, 2, b".."));
        }
    }
    edited.text()
}
