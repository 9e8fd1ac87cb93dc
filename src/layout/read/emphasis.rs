//! Emphasis around moves in Markdown, wikis and forums, the backslashes that escape its marks, and signs without a
//! shape.

use std::ops::Range;

use super::{edited::Edited, entities::without_entities};
use crate::{
    layout::pgn::{all_plies, of_text},
    lex::{self, leading_number},
    lines::{paragraph, words},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// The marks before and after emphasised words, longer ones first.
const MARKS: [(&str, &str); 11] = [
    ("***", "***"),
    ("**", "**"),
    ("*", "*"),
    ("__", "__"),
    ("_", "_"),
    ("`", "`"),
    ("'''", "'''"),
    ("''", "''"),
    ("[b]", "[/b]"),
    ("[i]", "[/i]"),
    ("[u]", "[/u]"),
];

/// Longest emphasised text, in bytes.
const LONGEST: usize = 2 << 10;

/// Longest tag pair with escaped brackets, in bytes.
const LONGEST_TAG: usize = 1 << 9;

/// Signs that Markdown escapes with a backslash.
const ESCAPED: [char; 14] = ['.', '#', '+', '-', '*', '_', '!', '(', ')', '[', ']', '=', '>', '|'];

/// Returns `text` without Markdown's backslashes, as in `1\. e4 e5`; `None` unless move numbers or tags have
/// them.
pub(super) fn without_escapes(text: &str) -> Option<String> {
    let is_escape = |at: usize| text.slice(at + 1..).starts_with(ESCAPED);
    let shows = |(at, _): (usize, &str)| {
        let rest = text.slice(at + 1..);
        rest.starts_with('.') && text.slice(..at).ends_with(|it: char| it.is_ascii_digit())
            || rest.starts_with('[') && lex::tag(rest.slice(..LONGEST_TAG), 0).is_some_and(|it| it.quoted)
    };
    if !text.match_indices('\\').any(shows) {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, word) in words(text).filter(|it| it.1.contains('\\')) {
        let kept = word.char_indices().filter(|(n, sign)| *sign != '\\' || !is_escape(at + n));
        edited.put(at, word.len(), kept.map(|it| it.1).collect::<String>().as_bytes());
    }
    edited.text()
}

/// Signs without a shape, which pages and messengers put between and into words: soft hyphens, joiners and marks
/// of the direction of writing.
const INVISIBLE: [char; 13] = [
    '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}',
    '\u{202d}', '\u{202e}', '\u{2060}', '\u{feff}',
];

/// Returns `text` without such signs in its moves and results.
pub(super) fn without_invisible_signs(text: &str) -> Option<String> {
    if text.is_ascii() || !text.contains(INVISIBLE) {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, word) in words(text).filter(|it| it.1.contains(INVISIBLE)) {
        let bare = word.replace(INVISIBLE, "");
        let inner = lex::without_number(&bare).trim_end_matches(['.', ',', ';', ':', '!', '?']);
        if OfMove::is_whole(inner) || of_text(&bare).is_some() {
            edited.put(at, word.len(), bare.as_bytes());
        }
    }
    edited.text()
}

/// Returns `text` with moves that are crossed out in Markdown as comments, as in `8. ~~Qd4~~ Qb3`.
pub(super) fn with_crossed_out_apart(text: &str) -> Option<String> {
    const SIGN: &str = "~~";
    if !text.contains(SIGN) {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, word) in words(text).filter(|it| it.1.len() > 2 * SIGN.len()) {
        let inner = word.strip_prefix(SIGN).and_then(|it| it.strip_suffix(SIGN));
        if inner.is_some_and(OfMove::is_whole) {
            edited.put(at, SIGN.len(), b" {");
            edited.put(at + word.len() - SIGN.len(), SIGN.len(), b"} ");
        }
    }
    edited.text()
}

/// Longest emphasised remark on a move, in bytes.
const LONGEST_REMARK: usize = 24;

/// Returns the move with which emphasised words begin, perhaps after its number.
fn first_move(inner: &str) -> Option<&str> {
    let numbered = leading_number(inner).filter(|it| it.1.starts_with(['.', '…']));
    let (moves, least) = match numbered {
        Some((_, rest)) => (rest.trim_start_matches(['.', '…', ' ']), OfMove::Part),
        None => (inner, OfMove::Whole),
    };
    let first = moves.split(char::is_whitespace).next().unwrap_or_default();
    let is_result = matches!(lex::item(inner, 0, inner.len()), Some((lex::PgnToken::Outcome(_), _)));
    let begins = first.starts_with(|it: char| it.is_alphabetic() || it == '0' || !it.is_ascii());
    (!is_result && begins && OfMove::of(first) >= least).then_some(first)
}

/// The marks before and after bold words.
const BOLD: [(&str, &str); 5] =
    [("**", "**"), ("'''", "'''"), ("[b]", "[/b]"), ("<b>", "</b>"), ("<strong>", "</strong>")];

/// Turns the text between bold moves into comments; `None` unless the bold moves are a game by themselves.
pub(super) fn with_notes_on_bold_moves(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    BOLD.iter().find_map(|(open, close)| {
        let mut moves: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while let Some(start) = lower.slice(at..).find(open).map(|n| at + n + open.len()) {
            let Some(end) = lower.slice(start..start + LONGEST).find(close).map(|n| start + n) else { break };
            if first_move(without_entities(text.slice(start..end)).trim_start()).is_some() {
                moves.push(start..end);
            }
            at = end + close.len();
        }
        let mut edited = Edited::new(text);
        let is_first = |it: &Range<usize>| leading_number(text.slice(it.clone())).is_some_and(|it| it.0 == 1);
        for game in moves.chunk_by(|_, next| !is_first(next)) {
            put_notes(&mut edited, text, game, (open, close));
        }
        edited.text()
    })
}

/// Turns the text between the bold moves of one game into comments.
fn put_notes(edited: &mut Edited, text: &str, moves: &[Range<usize>], (open, close): (&str, &str)) {
    /// Fewer bold plies are moves mentioned in a sentence.
    const FEWEST: usize = 8;
    /// Longest game, in bold runs.
    const MOST: usize = 1 << 10;
    let plies = |moves: &[Range<usize>], next: &str| {
        let moves: Vec<String> = moves.iter().map(|it| without_entities(text.slice(it.clone()))).collect();
        all_plies(&format!("{} {next}", moves.join(" "))).map_or(0, |it| it.len())
    };
    let between = |it: &[Range<usize>]| it[0].end + close.len()..it[1].start - open.len();
    let has_words = |it: &Range<usize>| text.slice(it.clone()).contains(char::is_alphanumeric);
    let notes: Vec<(usize, Range<usize>)> =
        moves.windows(2).map(between).enumerate().filter(|it| has_words(&it.1)).collect();
    // If the text before the next bold move begins with its next move, it belongs to the game.
    let goes_on = |(n, note): &(usize, Range<usize>)| {
        let next = first_move(text.slice(note.clone()).trim_start());
        next.is_some_and(|it| plies(&moves[..=*n], it) > plies(&moves[..=*n], ""))
    };
    if notes.is_empty() || moves.len() > MOST || plies(moves, "") < FEWEST || notes.iter().any(goes_on) {
        return;
    }
    for run in moves {
        edited.put(run.start - open.len(), open.len(), b"");
        edited.put(run.end, close.len(), b"");
    }
    for (_, note) in notes {
        edited.without_braces(text, note.clone());
        edited.put(note.start - close.len(), close.len(), b" {");
        edited.put(note.end, open.len(), b"}");
    }
}

/// Returns `text` without emphasis around moves, as in `**1. e4 e5**`, tags, and remarks on moves, as in
/// `5. PxP _en passant_`; in games with tags, only around tags and remarks.
pub(super) fn without_emphasis(text: &str) -> Option<String> {
    const SIGNS: [char; 5] = ['*', '_', '`', '\'', '['];
    let tagged = lex::next_game(text, 0).is_some();
    let is_tag =
        |inner: &str| inner.starts_with('[') && lex::tag(inner, 0).is_some_and(|it| it.end == inner.len());
    let mut edited = Edited::new(text);
    let mut at = 0;
    while let Some(start) = text.slice(at..).find(SIGNS).map(|n| at + n) {
        at = start + 1;
        if text.slice(..start).ends_with(char::is_alphanumeric) {
            continue;
        }
        let rest = text.slice(start..);
        let Some((open, close)) = MARKS.iter().find(|it| rest.starts_with(it.0)) else { continue };
        at = start + open.len();
        let most = text.floor_char_boundary(at + LONGEST);
        let near = paragraph(text.slice(at..most));
        let inner = near.split_once(close).map(|it| it.0);
        // A remark consists of words alone.
        let is_remark = |it: &str| {
            it.len() < LONGEST_REMARK
                && it.starts_with(|it: char| it.is_ascii_lowercase())
                && it.split_whitespace().all(|it| OfMove::of(it) != OfMove::Nothing)
        };
        let is_apart = |it: &str| {
            let after = text.slice(at + it.len() + close.len()..);
            !after.starts_with(|it: char| it.is_ascii_alphanumeric())
        };
        let inner = inner
            .filter(|it| is_tag(it) || is_remark(it) && is_apart(it) || !tagged && first_move(it).is_some());
        let Some(inner) = inner else { continue };
        edited.put(start, open.len(), b"");
        edited.put(at + inner.len(), close.len(), b"");
        at += inner.len() + close.len();
    }
    edited.text()
}
