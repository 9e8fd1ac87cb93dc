//! Prefixes of each line of a game: comment signs of programs, bars, line numbers, log entries.

use std::ops::Range;

use super::{
    apart::COMMENT,
    edited::{Edited, NUMBER, comment_end, kind},
    enclosed::{begins_game, has_moves, numbered_plies},
    numbers::candidate,
};
use crate::{
    layout::pgn::all_plies,
    lex::{self, leading_number, without_number},
    lines::{lines, words},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Returns the text without the signs that mark where the lines of a program's text begin, strokes or those of its comments: of lines
/// with the same sign, if one is of tags or has the first move.
pub(super) fn without_margins(text: &str) -> Option<String> {
    const SIGNS: [&str; 9] = ["|", "//!", "///", "//", "--", "#", "+", ";;", ";"];
    type Margin<'t> = (usize, &'t str, &'t str);
    fn margin((at, line): (usize, &str)) -> Option<Margin<'_>> {
        let row = line.trim_start();
        let sign = SIGNS.into_iter().find(|it| row.starts_with(it))?;
        let rest = row.slice(sign.len()..);
        (sign != "|" || !rest.contains('|')).then_some((at + line.len() - row.len(), sign, rest))
    }
    let number = |row: &str| {
        let of_figures = || leading_number(row).filter(|_| numbered_plies(row) > 0).map(|it| it.0);
        candidate(row, 0).map(|it| it.number).or_else(of_figures)
    };
    let is_untagged = lex::next_game(text, 0).is_none();
    let begins_with_word = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        let is_word = word.starts_with(char::is_alphabetic) && !OfMove::is_whole(word);
        line.starts_with(' ') && is_word || !line.contains(char::is_alphanumeric)
    };
    let begins = |block: &[Margin<'_>]| {
        block.iter().enumerate().any(|(n, (_, sign, rest))| {
            let row = rest.trim_start();
            // In documentation comments, a game is in a string.
            let said = row.rsplit(['"', '`']).next().unwrap_or_default();
            // A single comment may just mention moves.
            let goes_on = || block.get(n + 1).is_some_and(|it| has_moves(it.2));
            row.starts_with("[Event \"")
                || match *sign {
                    "|" => number(row) == Some(1),
                    "//!" | "///" => number(said) == Some(1),
                    // Not null moves: every line begins with `--` and words.
                    "--" if block.len() > 1 && block.iter().all(|it| begins_with_word(it.2)) => words(row)
                        .any(|it| {
                            let quoted = row.slice(it.0..);
                            number(quoted.trim_start_matches(|it: char| !it.is_alphanumeric())) == Some(1)
                        }),
                    // This may be a comment in a file of games.
                    ";" => is_untagged && number(row) == Some(1) && goes_on(),
                    _ => number(row) == Some(1) && goes_on(),
                }
        })
    };
    if !SIGNS.iter().any(|it| text.contains(it)) {
        return None;
    }
    let mut edited = Edited::new(text);
    let margins: Vec<Option<Margin<'_>>> = lines(text).map(margin).collect();
    for block in margins.chunk_by(|one, next| one.map(|it| it.1) == next.map(|it| it.1)) {
        let block: Vec<Margin<'_>> = block.iter().copied().flatten().collect();
        if begins(&block) {
            block.iter().for_each(|(at, sign, _)| edited.put(*at, sign.len(), b""));
        }
    }
    edited.text()
}

/// A comment with a row of moves.
struct CommentedRow {
    /// Offset of its sign, and the range of its text.
    start: usize,
    text: Range<usize>,
    /// Its moves, with any number.
    moves: String,
}

impl CommentedRow {
    /// Parses a comment that has only moves, or a number and moves, perhaps with a remark after them.
    fn of(at: usize, line: &str) -> Option<CommentedRow> {
        let blank = line.leading(char::is_whitespace);
        let comment = line.slice(blank..);
        let text = COMMENT.iter().find_map(|it| comment.strip_prefix(it))?;
        let is_of_row = |it: &&str| without_number(it).is_empty() || OfMove::is_whole(without_number(it));
        let moves: Vec<&str> = text.split_whitespace().take_while(is_of_row).collect();
        let is_all = text.split_whitespace().nth(moves.len()).is_none();
        let is_row = !moves.is_empty() && (is_all || numbered_plies(text.trim_start()) > 0);
        let end = at + line.len();
        is_row.then(|| CommentedRow {
            start: at + blank,
            text: end - text.len()..end,
            moves: moves.join(" "),
        })
    }
}

/// Takes the rows of a game out of a program's comments, each above the code for it, and turns the code into
/// comments; `None` if there is no such game.
///
/// ```text
/// // 1. e4 e5
/// Step { from: (4, 1), to: (4, 3) },
/// // 2. Nf3 Nc6
/// ```
pub(super) fn with_rows_of_comments(text: &str) -> Option<String> {
    const LEAST: usize = 4;
    let has_words = |it: &Range<usize>| text.slice(it.clone()).contains(char::is_alphanumeric);
    let has_others = |it: &Range<usize>| {
        let part = text.slice(it.clone());
        words(part).any(|(at, _)| numbered_plies(part.slice(at..)) > 1)
    };
    let rows: Vec<CommentedRow> = lines(text).filter_map(|(at, line)| CommentedRow::of(at, line)).collect();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return None };
    let code: Vec<Range<usize>> =
        rows.windows(2).map(|it| it[0].text.end..it[1].start).filter(has_words).collect();
    let (head, tail) = (0..first.start, last.text.end..text.len());
    let around = code.iter().chain([&head, &tail]);
    let moves: Vec<&str> = rows.iter().map(|it| &*it.moves).collect();
    let begin = text.slice(first.text.clone());
    let is_numbered = leading_number(begin.trim_start()).is_some();
    let room = first.text.start - first.start + begin.leading(char::is_whitespace);
    if rows.len() < LEAST
        || code.is_empty()
        || !is_numbered && room < NUMBER.len()
        || around.into_iter().any(has_others)
        || all_plies(&moves.join(" ")).is_none()
    {
        return None;
    }
    let mut edited = Edited::new(text);
    rows.iter().for_each(|it| edited.put(it.start, it.text.start - it.start, b""));
    edited.put(first.start, if is_numbered { 0 } else { room }, NUMBER);
    code.iter().for_each(|it| edited.comment(text, it.clone()));
    if text.starts_with(char::is_alphanumeric) {
        edited.without_braces(text, head);
    } else if !head.is_empty() {
        edited.comment(text, head);
    }
    if has_words(&tail)
        && let Some(end) = comment_end(text, tail.start)
    {
        edited.comment(text, tail.start..end);
    }
    edited.text()
}

/// Fewest lines with similar prefixes.
const ALIKE: usize = 4;

/// Returns `text` without the prefixes of a game's lines that differ only in their numbers: line numbers, or
/// the time and source of log entries.
pub(super) fn without_prefixes(text: &str) -> Option<String> {
    /// The game must begin in one of this many lines.
    const MOST_TRIED: usize = 64;
    let all: Vec<(usize, &str)> = lines(text).collect();
    let (begin, count) =
        all.iter().take(MOST_TRIED).enumerate().find_map(|(n, it)| Some((n, prefix(it.1)?)))?;
    // A comment stays.
    if all[begin].1.starts_with('{') {
        return None;
    }
    let of_line = |n: usize| Some(all.get(n)?.1.slice(..words_len(all[n].1, count)?));
    let kind_of = |n: usize| of_line(n).map(|it| kind(&without_hashes(it)));
    let is_alike = |n: &usize| kind_of(*n) == kind_of(begin);
    let first = begin - (0..begin).rev().take_while(is_alike).count();
    let end = begin + (begin..all.len()).take_while(is_alike).count();
    // If each line is a game, the prefixes name the games.
    let games = (begin..end).filter(|n| !all[*n].1.contains('[') && prefix(all[*n].1).is_some()).count();
    let number = |n: usize| of_line(n)?.trim().trim_end_matches([':', '.', '|']).parse::<u32>().ok();
    let counts = || (first + 1..end).all(|n| number(n).zip(number(n - 1)).is_some_and(|it| it.0 == it.1 + 1));
    let has_words = kind_of(begin)?.contains(char::is_alphabetic);
    if end - first < ALIKE || games > 1 || !has_words && !counts() {
        return None;
    }
    let mut edited = Edited::new(text);
    for (n, line) in all.iter().enumerate().take(end).skip(first) {
        edited.put(line.0, of_line(n).map_or(0, str::len), b"");
    }
    edited.text()
}

/// Returns a prefix with a word for each hash of a commit, as in `70a76e4 1. e4`.
fn without_hashes(prefix: &str) -> String {
    prefix.split(' ').map(|it| hash(it).map_or(it, |_| "commit")).collect::<Vec<_>>().join(" ")
}

/// Returns a word that may be the hash of a commit.
fn hash(word: &str) -> Option<&str> {
    let is_hexadecimal = word.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
    let has_digits = word.contains(|it: char| it.is_ascii_digit());
    ((7..=40).contains(&word.len()) && is_hexadecimal && has_digits).then_some(word)
}

/// Returns the number of words before the tag or first move with which a game begins in a line.
fn prefix(line: &str) -> Option<usize> {
    /// Longest prefix, in words.
    const MOST: usize = 8;
    // Each may have a ply.
    let is_commit = line.split_whitespace().next().and_then(hash).is_some();
    let begins = |it: &str| {
        it.starts_with('[') && lex::tag(it, 0).is_some_and(|it| it.quoted)
            || it.starts_with('1')
                && (begins_game(it) || is_commit && it.starts_with("1.") && numbered_plies(it) > 0)
    };
    let found = words(line).take(MOST + 1).position(|it| begins(line.slice(it.0..)));
    found.filter(|it| *it > 0)
}

/// Returns the end offset of the first `count` words of a line.
fn words_len(line: &str, count: usize) -> Option<usize> {
    words(line).nth(count - 1).map(|(at, word)| at + word.len())
}
