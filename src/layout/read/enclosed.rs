//! Marks that enclose whole games or begin their lines: parentheses and braces, list bullets, shortcodes such
//! as `[pgn]`.

use std::ops::Range;

use super::{
    apart::{OPENING, length_of},
    edited::{Edited, NUMBER, kind},
};
use crate::{
    chess::Position,
    layout::pgn::{of_text, plies},
    lex::{self, leading_number, without_number},
    lines::{lines, words},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Longest enclosed game, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// The first moves of a game, which some notations write as several words, are looked for in this many bytes.
const BEGINNING: usize = 200;

/// Longest analysis in brackets, in bytes.
const LONGEST_ANALYSIS: usize = 1 << 12;

/// Longest opening tag of a shortcode, in bytes.
const LONGEST_TAG: usize = 1 << 10;

/// Whether `text` begins with the moves of a game, perhaps after its tags.
pub(super) fn begins_game(text: &str) -> bool {
    let mut moves = text.trim_start();
    let (mut is_tagged, mut is_set_up) = (false, false);
    while let Some(pair) = lex::tag(moves, 0) {
        is_tagged |= pair.quoted;
        is_set_up |= pair.tag.name.eq_ignore_ascii_case("FEN");
        moves = moves.slice(pair.end..).trim_start();
    }
    let shown = moves.slice(..BEGINNING);
    let number = leading_number(moves).map(|it| it.0);
    if is_tagged
        && (matches!(lex::item(moves, 0, moves.len()), Some((lex::PgnToken::Outcome(_), _)))
            || is_set_up && number.is_some())
    {
        return true;
    }
    number == Some(1) && (numbered_plies(moves) > 1 || plies(shown, &Position::default()).len() > 1)
}

/// Whether a move follows its number anywhere in `text`: any part of a move, if the number has a full stop.
pub(super) fn has_moves(text: &str) -> bool {
    numbers_of_moves(words(text)).next().is_some()
}

/// Most digits of a number after its decimal point.
const MOST_DECIMALS: usize = 3;

/// Iterates over the move numbers that a move follows, as in [`has_moves`], with their offsets.
pub(super) fn numbers_of_moves<'t>(
    words: impl Iterator<Item = (usize, &'t str)>,
) -> impl Iterator<Item = (usize, u32)> {
    let mut words = words.peekable();
    std::iter::from_fn(move || {
        while let Some((at, word)) = words.next() {
            let Some((number, rest)) = leading_number(word) else { continue };
            let glued = without_number(word);
            let first = if glued.is_empty() { words.peek().map_or("", |it| it.1) } else { glued };
            let least = if rest.starts_with(['.', '…']) { OfMove::Part } else { OfMove::Whole };
            let is_apart = rest.is_empty() || !rest.starts_with(char::is_alphanumeric);
            // As in `9.00` and `5.7.33`; a move in numeric notation has four digits.
            let digits = rest.trim_matches(|it: char| it.is_ascii_punctuation());
            let is_decimal = (1..=MOST_DECIMALS).contains(&lex::figures(digits))
                || digits.contains('.') && digits.split('.').all(|it| lex::figures(it) == it.len());
            if is_apart && !is_decimal && OfMove::of(first) >= least {
                return Some((at, number));
            }
        }
        None
    })
}

/// Returns how many of the two words after the leading move number are moves, skipping comments; 0 after
/// `1...`.
pub(super) fn numbered_plies(text: &str) -> usize {
    let Some((_, rest)) = leading_number(text) else { return 0 };
    let moves = rest.strip_prefix('.').unwrap_or(rest);
    if moves.starts_with(['.', '…']) || rest.starts_with(char::is_alphanumeric) {
        return 0;
    }
    let is_move_or_figures = |it: &&str| OfMove::is_whole(it) || lex::figures(it) >= 4;
    let words = words_outside(moves).map(without_number).filter(|it| !it.is_empty());
    words.take(2).take_while(is_move_or_figures).count()
}

/// Iterates over the words outside comments in braces.
pub(super) fn words_outside(text: &str) -> impl Iterator<Item = &str> {
    const LONGEST_COMMENT: usize = 1 << 10;
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        while rest.starts_with('{') {
            let close = rest.slice(..LONGEST_COMMENT).find('}')?;
            rest = rest.slice(close + 1..).trim_start();
        }
        let (word, after) =
            rest.divide(rest.find(|it: char| it.is_whitespace() || it == '{').unwrap_or(rest.len()));
        rest = after.trim_start();
        (!word.is_empty()).then_some(word)
    })
}

/// Returns `text` without the parentheses or braces around a game; `None` if there are moves outside them.
pub(super) fn without_brackets(text: &str) -> Option<String> {
    let (open, sign) =
        text.char_indices().find(|it| matches!(it.1, '(' | '{') && begins_game(text.slice(it.0 + 1..)))?;
    let marks = if sign == '(' { ['(', ')'] } else { ['{', '}'] };
    let mut depth = 0;
    let closes = |it: &(usize, &str)| {
        depth += if it.1.starts_with(sign) { 1 } else { -1 };
        depth == 0
    };
    let within = text.slice(open..);
    let close =
        open + within.match_indices(marks).find(closes).map(|it| it.0).or_else(|| within.rfind(marks[1]))?;
    let outside = [text.slice(..open), text.slice(close + 1..)];
    if outside.into_iter().any(has_moves) {
        return None;
    }
    let mut edited = Edited::new(text);
    edited.put(open, 1, b"");
    edited.put(close, 1, b"");
    edited.text()
}

/// Turns analysis in square brackets over several lines, as older programs print it below a move, into
/// parentheses.
pub(super) fn with_parentheses(text: &str) -> Option<String> {
    if !text.contains('[') {
        return None;
    }
    let (first, _) = numbers_of_moves(words(text)).next()?;
    // The lines after the first begin with a row of moves.
    let is_row = |line: &str| numbered_plies(line.trim_start()) > 0;
    let is_analysis = |inner: &str| {
        inner.len() <= LONGEST_ANALYSIS && !inner.contains('"') && inner.lines().skip(1).any(is_row)
    };
    let mut edited = Edited::new(text);
    let (mut in_braces, mut open) = (false, None);
    for (at, sign) in text.slice(first..).match_indices(['{', '}', '[', ']']).map(|it| (first + it.0, it.1)) {
        match sign {
            "{" | "}" => in_braces = sign == "{",
            "[" => open = Some(at).filter(|_| !in_braces),
            _ => {
                if let Some(open) = open.take().filter(|it| is_analysis(text.slice(it + 1..at))) {
                    edited.put(open, 1, b"(");
                    edited.put(at, 1, b")");
                }
            }
        }
    }
    edited.text()
}

/// Returns `text` without the bullets before its rows, as in `- 1. e4 e5`; some or all rows may have lost
/// their numbers. An asterisk before words, as in `* White – Black: 1. e4 e5`, is a bullet too, not a result.
pub(super) fn without_bullets<'t>(text: &'t str) -> Option<String> {
    let bullet = |(at, line): (usize, &'t str)| {
        let list = line.trim_start();
        let sign = list.chars().next().filter(|it| matches!(it, '-' | '*' | '+' | '•' | '–' | '#'))?;
        let row = list.slice(sign.len_utf8()..);
        // In a wiki's numbered list no blank follows.
        let row = if sign == '#' { row } else { row.strip_prefix([' ', '\t'])? };
        Some((at + line.len() - list.len(), sign, row.trim_start()))
    };
    let is_row = |it: &(usize, char, &str)| {
        numbered_plies(it.2) > 0 || it.2.split_whitespace().next().is_some_and(OfMove::is_whole)
    };
    let (mut rows, words): (Vec<_>, Vec<_>) = lines(text).filter_map(bullet).partition(is_row);
    // A single asterisk may be the result of the game before.
    if rows.len() == 1 && rows[0].1 == '*' {
        rows.clear();
    }
    // Other items of a list with rows are notes, or the result.
    let is_of_list = |sign: char| rows.iter().any(|it| it.1 == sign && numbered_plies(it.2) > 0);
    let is_note = |it: &(usize, char, &str)| {
        let is_result = || it.2.split_whitespace().next().is_some_and(|it| of_text(it).is_some());
        (it.1 == '*' || is_of_list(it.1)) && (it.2.starts_with(char::is_alphabetic) || is_result())
    };
    let words: Vec<_> = words.into_iter().filter(is_note).collect();
    if rows.is_empty() && words.is_empty() {
        return None;
    }
    let is_numbered = rows.iter().any(|it| numbered_plies(it.2) > 0);
    let lists = rows.chunk_by(|one, next| text.slice(one.0..next.0).matches('\n').count() == 1);
    let mut edited = Edited::new(text);
    words.iter().for_each(|it| edited.put(it.0, it.1.len_utf8(), b""));
    for list in lists.filter(|it| is_numbered || is_game(it)) {
        list.iter().for_each(|it| edited.put(it.0, it.1.len_utf8(), b""));
        let room = text.slice(list[0].0..).find(list[0].2).unwrap_or(0);
        if !is_numbered && room >= NUMBER.len() {
            edited.put(list[0].0, room, NUMBER);
        }
    }
    edited.text()
}

/// Puts the words of a link on a line above the first move that they stick to, as in `[edit]1. e4`, copied with the links of a page.
pub(super) fn with_links_apart(text: &str) -> Option<String> {
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.trim_start().starts_with('[')) {
        let open = at + line.leading(char::is_whitespace);
        let Some((link, moves)) = text.slice(open + 1..at + line.len()).split_once(']') else { continue };
        let are_words = link.chars().all(|it| it.is_alphabetic() || it == ' ');
        if are_words && begins_game(moves) && !moves.starts_with(char::is_whitespace) {
            edited.put(open, 1, b"");
            edited.put(open + 1 + link.len(), 1, b"\n");
        }
    }
    edited.text()
}

/// Returns `text` without the word before each move number, as in `Move 1: e4, e5`, if the rows count from 1.
pub(super) fn without_labels(text: &str) -> Option<String> {
    const LEAST: usize = 3;
    let row = |(at, line)| Some((at, labelled(line)?));
    let rows: Vec<(usize, (&str, u32))> = lines(text).filter_map(row).collect();
    let (_, (label, first)) = *rows.first()?;
    let counts_on = |it: &[(usize, (&str, u32))]| {
        let [(_, (one, number)), (_, (other, next))] = it else { return false };
        one == other && (*number..=number + 1).contains(next)
    };
    if first != 1 || rows.len() < LEAST || !rows.windows(2).all(counts_on) {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, _) in rows {
        let blank = text.slice(at..).len() - text.slice(at..).trim_start().len();
        edited.put(at + blank, label.len(), b"");
    }
    edited.text()
}

/// Turns the labels that number the games of a list, as in `Level 2: 1. e4 e5`, into comments.
pub(super) fn with_counts_apart(text: &str) -> Option<String> {
    let label = |(at, line): (usize, &str)| {
        let colon = line.find(':')?;
        let (label, game) = (line.slice(..colon), line.slice(colon + 1..).trim_start());
        let counts = label.trim_end().ends_with(|it: char| it.is_ascii_digit());
        (counts && label.contains(char::is_alphabetic) && begins_game(game))
            .then(|| (at..at + colon + 1, kind(label)))
    };
    let labels: Vec<(Range<usize>, String)> = lines(text).filter_map(label).collect();
    if labels.is_empty() {
        return None;
    }
    let mut edited = Edited::new(text);
    for pair in labels.windows(2).filter(|it| it[0].1 == it[1].1) {
        let label = &pair[1].0;
        edited.comment(text, label.start - 1..label.end);
    }
    edited.text()
}

/// Returns the word before the move number of a line with only one row, and the number.
fn labelled(line: &str) -> Option<(&str, u32)> {
    let (label, rest) = line.trim_start().split_once(' ')?;
    let (number, after) = leading_number(rest)?;
    let moves = after.strip_prefix(['.', ':', ')'])?;
    let is_move = |it: &str| OfMove::is_whole(it.trim_end_matches([',', ';']));
    let mut words = moves.split_whitespace();
    let has_row = words.next().is_some_and(is_move) && !words.any(|it| leading_number(it).is_some());
    (has_row && label.chars().all(char::is_alphabetic)).then_some((label, number))
}

/// Whether the rows of a list are a game without numbers: two moves in each and nothing else, or a single one
/// in each and enough of them. Rows of two that are all legal from the start position are openings.
fn is_game(list: &[(usize, char, &str)]) -> bool {
    const LEAST: usize = 3;
    let moves = |row: &str| {
        let count = row.split_whitespace().count();
        row.split_whitespace().all(OfMove::is_whole).then_some(count)
    };
    let counts: Option<Vec<usize>> = list.iter().map(|it| moves(it.2)).collect();
    let are_pairs = counts.as_deref().and_then(<[usize]>::split_last).is_some_and(|(last, others)| {
        others.len() + 1 >= LEAST && *last <= 2 && others.iter().all(|it| *it == 2)
    });
    let is_line = |moves: &str| length_of(moves).is_some_and(|it| it >= OPENING);
    let are_singles = counts.is_some_and(|it| it.iter().all(|it| *it == 1));
    are_pairs && !list.iter().all(|it| length_of(it.2).is_some())
        || are_singles && is_line(&list.iter().map(|it| it.2).collect::<Vec<_>>().join(" "))
}

/// Returns `text` without the shortcodes of web pages around games, as in `[pgn] 1. e4 e5 [/pgn]`.
pub(super) fn without_shortcodes(text: &str) -> Option<String> {
    if !text.contains("[/") {
        return None;
    }
    let mut edited = Edited::new(text);
    for (open, _) in text.match_indices('[') {
        let rest = text.slice(open + 1..open + 1 + LONGEST_TAG);
        let name = rest.slice(..rest.leading(|it| it.is_ascii_alphanumeric()));
        let Some(end) =
            rest.find([']', '\n']).filter(|it| !name.is_empty() && rest.slice(*it..).starts_with(']'))
        else {
            continue;
        };
        let inner = open + 1 + end + 1;
        let closing = format!("[/{name}]");
        let close = text.slice(inner..inner + LONGEST).find(&closing).map(|n| inner + n);
        if let Some(close) = close.filter(|it| begins_game(text.slice(inner..*it))) {
            let is_tagged = text.slice(inner..).trim_start().starts_with('[');
            edited.put(open, inner - open, b"");
            edited.put(close, closing.len(), b"");
            // A tag must begin a line.
            if is_tagged {
                edited.put(inner - 1, 1, b"\n");
                edited.put(close, 1, b"\n");
            }
        }
    }
    edited.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_with_its_first_two_plies() {
        for text in [
            "1. e4 e5",
            " 1.d4 d5 2.c4",
            "1 e4 c5",
            "[White \"A\"] [Black \"B\"] 1. e4 e5",
            "1. P-K4 P-K4",
            "1. e4 {0:09} 1... e5{0:08}",
            "1. 5254 5755",
            "[FEN \"1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17\"] 17.Rd8#",
            "[White \"A\"] *",
        ] {
            assert!(begins_game(text), "{text}");
        }
        for text in [
            "1... e5 2. Nf3", "2. e4 e5", "1. e4", "e4 e5", "1. The e4 pawn", "1st e4 e5", "1. e4 {e5", "",
            "[White \"A\"]",
        ] {
            assert!(!begins_game(text), "{text}");
        }
    }

    #[test]
    fn marks_around_games_go() {
        for (text, expected) in [
            ("See (1. e4 e5 2. Nf3).\n", Some("See  1. e4 e5 2. Nf3 .\n")),
            ("{1. e4 e5 (1... c5) 2. Nf3}", Some(" 1. e4 e5 (1... c5) 2. Nf3 ")),
            (
                "At 9.00, 12.30. (1. e4 e5 (1... c5)) (so)\n",
                Some("At 9.00, 12.30.  1. e4 e5 (1... c5)  (so)\n"),
            ),
            ("1. d4 d5 (1. e4 e5) 2. c4\n", None),
            ("(1. e4 e5)\n\n1. d4 d5\n", None),
        ] {
            assert_eq!(without_brackets(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("- 1. e4 e5\n- 2. Nf3\n", Some("  1. e4 e5\n  2. Nf3\n")),
            ("  * 1. e4 e5\n  * 2. Nf3\n", Some("    1. e4 e5\n    2. Nf3\n")),
            ("1. e4 e5\n* 1. d4 d5\n", None),
            ("- 1. A list\n- 2. of words\n", None),
            (
                "* A - B 1. e4 e5 1-0\n* C - D 1. d4 d5 0-1\n",
                Some("  A - B 1. e4 e5 1-0\n  C - D 1. d4 d5 0-1\n"),
            ),
            ("1. e4 e5\n*\n", None),
        ] {
            assert_eq!(without_bullets(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            (
                "Move 1: e4, e5\nA note.\nMove 2: Nf3, d6\nMove 3: d4",
                Some("     1: e4, e5\nA note.\n     2: Nf3, d6\n     3: d4"),
            ),
            ("Game 1: e4 e5 2. Nf3\nGame 2: d4 d5 2. c4\nGame 3: c4 e5 2. g3", None),
            ("Move 1: e4, e5\nMove 2: Nf3, d6", None),
            ("Round 1: Anna\nRound 2: Bert\nRound 3: Carl", None),
        ] {
            assert_eq!(without_labels(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("[pgn][White \"A\"] 1. e4 e5 1-0 [/pgn]", Some("    \n[White \"A\"] 1. e4 e5 1-0 \n     ")),
            ("[pgn height=9] 1. e4 e5[/pgn]", Some("               1. e4 e5      ")),
            ("[quote] He said so. [/quote]", None),
        ] {
            assert_eq!(without_shortcodes(text).as_deref(), expected, "{text}");
        }
    }
}
