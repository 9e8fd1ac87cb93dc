//! The context of a game's moves: its tag pairs, and how its end is recognised.

use std::ops::Range;

use crate::{
    chess::Tags,
    eight::{self, HIGH, ONES},
    lex,
    slice::Slice as _,
};

/// Well-formed tag pairs.
pub struct Section<'t> {
    /// Their text, if there are any: each on its own line, which may end in `\r\n`.
    pub written: Option<&'t str>,
    /// Their end.
    pub at: usize,
    /// Whether none states a start position or another variant, and at most one the notation.
    pub are_usual: bool,
    /// The value of the last `Notation` tag.
    pub notation: Option<&'t str>,
    /// Whether there are any besides `Notation`.
    pub any: bool,
    /// The value of the `Result` tag; empty if there are several with different values.
    pub result: Option<&'t str>,
    /// The value of the first `Termination` tag.
    pub termination: Option<&'t str>,
}

/// Reads the tag pairs of a game, and adds them to `tags` if given; `None` if one is malformed.
pub fn read<'t>(text: &'t str, start: usize, mut tags: Option<&mut Tags<'t>>) -> Option<Section<'t>> {
    let (mut are_usual, mut any) = (true, false);
    let (mut notation, mut result, mut termination) = (None, None, None);
    let (written, at) = pairs(text, start, |pair| {
        let value = || text.slice(pair.value.clone());
        let mut counts = true;
        match pair.word {
            FEN => are_usual = false,
            VARIANT => are_usual &= value() == "Standard",
            NOTATION if pair.name.len() == 8 => {
                are_usual &= notation.is_none();
                (notation, counts) = (Some(value()), false);
            }
            RESULT => {
                let value = value();
                result = Some(result.filter(|it| *it != value).map_or(value, |_| ""));
            }
            TERMINATION if termination.is_none() && text.slice(pair.name.clone()) == "Termination" => {
                termination = Some(value());
            }
            _ => {}
        }
        any |= counts;
        if let Some(tags) = &mut tags {
            tags.push(text.slice(pair.name.clone()), value());
        }
    })?;
    Some(Section { written, at, are_usual, notation, any, result, termination })
}

// The first eight letters of tag names.
const EVENT: u64 = u64::from_le_bytes(*b"Event\0\0\0");
const FEN: u64 = u64::from_le_bytes(*b"FEN\0\0\0\0\0");
const VARIANT: u64 = u64::from_le_bytes(*b"Variant\0");
const NOTATION: u64 = u64::from_le_bytes(*b"Notation");
const RESULT: u64 = u64::from_le_bytes(*b"Result\0\0");
const TERMINATION: u64 = u64::from_le_bytes(*b"Terminat");

/// Returns an empty list with room for the tags of most games.
pub fn no_tags<'t>() -> Tags<'t> {
    Tags(Vec::with_capacity(16))
}

/// Returns the tag pairs that begin here, up to the first malformed one.
#[cold]
pub fn tags(text: &str, start: usize) -> Tags<'_> {
    let mut tags = no_tags();
    let _ = pairs(text, start, |it| tags.push(text.slice(it.name), text.slice(it.value)));
    tags
}

/// Like [`tags`], without those that name the notation.
#[cold]
pub fn tags_of_game(text: &str, start: usize) -> Tags<'_> {
    let mut tags = tags(text, start);
    tags.0.retain(|it| it.name != "Notation");
    tags
}

/// A tag pair on a line of its own.
struct Pair {
    name: Range<usize>,
    /// The first eight letters of the name, padded with zeros.
    word: u64,
    value: Range<usize>,
}

/// Calls `each` with the tag pairs of a game; returns their text and end. `None` if one is malformed, or not
/// on its own line.
#[inline(always)]
fn pairs(text: &str, start: usize, mut each: impl FnMut(Pair)) -> Option<(Option<&str>, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'[') || !lex::at_line_start(bytes, start) {
        return Some((None, start));
    }
    let mut at = start;
    let end = loop {
        let pair = pair(bytes, at)?;
        if at > start && pair.word == EVENT {
            return None;
        }
        let end = pair.value.end + 2;
        each(pair);
        at = match bytes.get(end..) {
            Some([b'\n', ..]) => end + 1,
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([] | [b'\r']) => break end,
            _ => return None,
        };
        if bytes.get(at) != Some(&b'[') {
            break end;
        }
    };
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    at = end + bytes[end..].iter().take_while(is_blank).count();
    // All tags are needed to decide whether a blank line ends the game.
    let is_tag = bytes.get(at) == Some(&b'[') && lex::at_line_start(bytes, at);
    (!is_tag).then(|| (Some(text.slice(start..end)), at))
}

/// Parses the tag pair that begins here.
#[inline(always)]
fn pair(bytes: &[u8], at: usize) -> Option<Pair> {
    let name_at = at + 1;
    let (word, len) = match eight::load(bytes, name_at) {
        Some(word) => match not_of_names(word) {
            0 => (word, 8 + name_len(&bytes[name_at + 8..])),
            others => {
                let len = eight::first(others);
                (word & !(u64::MAX << (8 * len)), len)
            }
        },
        None => {
            let len = name_len(&bytes[name_at..]);
            (short_word(&bytes[name_at..name_at + len]), len)
        }
    };
    let name = name_at..name_at + len;
    let value_at = name.end + 2;
    if !(word as u8).is_ascii_alphabetic() || bytes.get(name.end..value_at) != Some(b" \"") {
        return None;
    }
    // A bracket may open the next tag if this one was never closed; that is left to the full reader.
    let value_end = lex::find_any([b'"', b'\\', b'['], bytes, value_at)?;
    (bytes.get(value_end..value_end + 2) == Some(b"\"]")).then_some(Pair {
        name,
        word,
        value: value_at..value_end,
    })
}

/// Packs a text of less than eight bytes into a word.
#[cold]
fn short_word(text: &[u8]) -> u64 {
    text.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Returns the length of the tag name (letters and digits) that begins here, testing eight bytes at a time.
#[inline(always)]
fn name_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = eight::load(bytes, at) {
        let others = not_of_names(word);
        if others != 0 {
            return at + eight::first(others);
        }
        at += 8;
    }
    at + bytes.get(at..).map_or(0, |it| it.iter().take_while(|it| it.is_ascii_alphanumeric()).count())
}

/// Sets the high bit of bytes that aren't ASCII letters or digits.
#[inline(always)]
fn not_of_names(word: u64) -> u64 {
    // The same for bytes from `first` to `last`; all bytes must be ASCII.
    let within = |word: u64, first: u8, last: u8| {
        (word + ONES * u64::from(128 - first)) & !(word + ONES * u64::from(127 - last))
    };
    let low = word & !HIGH;
    let of_names = within(low, b'0', b'9') | within(low | ONES << 5, b'a', b'z');
    !(of_names & !word) & HIGH
}

/// Returns the end of the game whose termination marker ends at `at`: the next blank line, tag, or line with
/// number 1.
pub fn game_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    // The most frequent cases.
    match bytes.get(at..).unwrap_or_default() {
        [b'\n', b'\n', b'[', ..] => return Some(at + 2),
        [b'\r', b'\n', b'\r', b'\n', b'[', ..] => return Some(at + 4),
        _ => {}
    }
    let mut at = at;
    let mut lines = 0;
    loop {
        match bytes.get(at) {
            None => return Some(at),
            Some(b' ' | b'\t') => {}
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => {}
            Some(b'\n' | b'\r') => lines += 1,
            Some(_) if lines > 1 => return Some(at),
            // The number 1 begins another game.
            Some(b'1') if lines > 0 && matches!(bytes[at..], [_, b'.', next, ..] if next != b'.') => {
                return Some(at);
            }
            Some(b'[') if lines > 0 && lex::at_line_start(bytes, at) && lex::tag(text, at).is_some() => {
                return Some(at);
            }
            Some(_) => return None,
        }
        at += 1;
    }
}
