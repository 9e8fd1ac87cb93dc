//! Tag pairs, well-formed or not.

use std::{borrow::Cow, ops::Range};

use memchr::memchr3;

use super::{find_any, line_end, lines, results::outcome};
use crate::{chess::Tag, slice::Slice as _};

/// A tag pair, perhaps malformed.
pub struct TagPair<'t> {
    pub tag: Tag<'t>,
    pub end: usize,
    pub well_formed: bool,
    /// Whether its value begins with a quotation mark of any kind.
    pub quoted: bool,
}

/// Quotation marks that word processors put in place of straight ones.
const CURLY: [char; 7] = ['“', '”', '„', '‟', '«', '»', '″'];

/// Parses the tag pair at `at`, even if malformed.
pub fn tag(text: &str, at: usize) -> Option<TagPair<'_>> {
    let rest = text.slice(at..).strip_prefix('[')?;
    let name_at = at + 1 + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
    let name_len = name_len(text, name_at);
    let name = text.slice(name_at..name_at + name_len);
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let after = text.slice(name_at + name_len..);
    let blank = after.len() - after.trim_start_matches([' ', '\t']).len();
    // The value may be on the next line.
    let broken = after.leading(char::is_whitespace);
    let lines = lines(after.slice(..broken)).count();
    let blank = if lines == 2 && after.slice(broken..).starts_with('"') { broken } else { blank };
    let value_at = name_at + name_len + blank;
    if blank == 0 && !text.slice(value_at..).starts_with('"') {
        return run_together(text, name_at);
    }
    if let Some((second, quote)) = second_word(text, value_at) {
        let (inner, end, _) = quoted(text, quote + 1)?;
        let tag = Tag { name: Cow::Owned(format!("{name}{second}")), value: unescape(text.slice(inner)) };
        return Some(TagPair { tag, end, well_formed: false, quoted: true });
    }
    if text.slice(value_at..).starts_with('"') {
        let (inner, end, well_formed) = quoted(text, value_at + 1)?;
        let inner = text.slice(inner);
        // Both marks are doubled, as in a program's string.
        let single = inner.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let well_formed = well_formed && single.is_none();
        let value = unescape(single.unwrap_or(inner));
        // As of a forum's `[quote="Anna"]Nice game![/quote]`: words follow, on this line or the next.
        let is_markup = name.ends_with('=') && {
            let below = line_end(text.as_bytes(), end) + 1;
            let words = text.slice(end..line_end(text.as_bytes(), below.min(text.len()))).trim();
            !words.is_empty() && !words.starts_with('[')
        };
        let well_formed = well_formed && !name.contains(['.', '/']);
        let tag = Tag { name: Cow::Borrowed(name), value };
        return (!is_markup).then_some(TagPair { tag, end, well_formed, quoted: true });
    }
    let limit = unclosed_end(text, value_at);
    let found = escaped(text, value_at, limit).or_else(|| curly(text, value_at, limit));
    if let Some((inner, end)) = found {
        let tag = Tag { name: Cow::Borrowed(name), value: Cow::Borrowed(text.slice(inner)) };
        return Some(TagPair { tag, end, well_formed: false, quoted: true });
    }
    let close = before_tag(text.slice(value_at..limit)).or_else(|| text.slice(value_at..limit).rfind(']'));
    let close = close.map(|n| value_at + n);
    // Without a bracket, it is a tag only if moves follow on its line.
    let close = close.or((limit < line_end(text.as_bytes(), value_at)).then_some(limit))?;
    let value = text.slice(value_at..close).trim();
    // Of a page's reader, as in `[merged small][graphic][ocr errors]`.
    let is_plain = |it: char| it.is_lowercase() || it == ' ';
    let is_remark = name.chars().chain(value.chars()).all(is_plain) && {
        let before = text.slice(..at).trim_end_matches([' ', '\t']);
        let behind = text.slice((close + 1).min(limit)..).trim_start_matches([' ', '\t']);
        !(before.is_empty() || before.ends_with(['\n', '\r']))
            || !(behind.is_empty() || behind.starts_with(['\n', '\r']))
    };
    if is_sentence(value) || is_remark {
        return None;
    }
    let tag = Tag { name: Cow::Borrowed(name), value: Cow::Borrowed(value) };
    Some(TagPair { tag, end: (close + 1).min(limit), well_formed: false, quoted: false })
}

/// Returns the length of the name of a tag. Stops and strokes are of it if a quoted value follows, as in `[Site.URL "…"]`.
fn name_len(text: &str, at: usize) -> usize {
    let rest = text.slice(at..);
    let short = rest.leading(is_of_name);
    if short == 0 || !rest.slice(short..).starts_with(['.', '/']) {
        return short;
    }
    let long = rest.leading(|it| is_of_name(it) || matches!(it, '.' | '/'));
    let behind = rest.slice(long..);
    let value = behind.trim_start_matches([' ', '\t']);
    let is_apart = value.len() < behind.len() && value.starts_with('"');
    let is_quoted = || value.slice(..line_end(value.as_bytes(), 0)).trim_end().ends_with("\"]");
    if is_apart && is_quoted() { long } else { short }
}

/// Parses a tag whose value directly follows its name, as in `[TimeControl40/7200"]`.
fn run_together(text: &str, name_at: usize) -> Option<TagPair<'_>> {
    let line = text.slice(name_at..line_end(text.as_bytes(), name_at)).trim_end();
    let inner = line.strip_suffix("\"]").filter(|it| !it.contains(['[', ']', '"', ' ', '\t']))?;
    let (name, value) = inner.divide(inner.leading(char::is_alphabetic));
    let tag = Tag { name: Cow::Borrowed(name), value: Cow::Borrowed(value) };
    Some(TagPair { tag, end: name_at + line.len(), well_formed: false, quoted: true })
}

/// Last words of tag names about a player (PGN 9.1.1 to 9.1.5, and those of FIDE and of teams).
const OF_PLAYERS: [&str; 7] = ["Title", "Elo", "USCF", "NA", "Type", "FideId", "Team"];

/// Returns the second word of a tag name about a player, as in `[White Title "GM"]`, and the offset of the
/// value.
fn second_word(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.slice(at..);
    let (word, rest) = rest.divide(rest.leading(char::is_alphabetic));
    let blank = rest.leading(|it| matches!(it, ' ' | '\t'));
    let begins = blank > 0 && rest.slice(blank..).starts_with('"');
    (OF_PLAYERS.contains(&word) && begins).then(|| (word, at + word.len() + blank))
}

/// Whether a value without quotation marks is more likely the end of a note in brackets, as in
/// `[Footnote A: Black has no move.]`.
fn is_sentence(value: &str) -> bool {
    const FEWEST_WORDS: usize = 6;
    value.ends_with(['.', '!', '?']) && value.split_whitespace().nth(FEWEST_WORDS - 1).is_some()
}

/// Returns the first closing bracket after which another tag begins on the line, as in
/// `[Site Rome][Date 1619]`.
fn before_tag(line: &str) -> Option<usize> {
    let names = |n: &usize| {
        let next = line.slice(n + 1..).trim_start().strip_prefix('[');
        next.is_some_and(|it| {
            it.starts_with(char::is_alphabetic) && it.trim_start_matches(is_of_name).starts_with([' ', '\t'])
        })
    };
    line.match_indices(']').map(|it| it.0).find(names)
}

/// Returns the range inside a value with escaped quotation marks, as in a program's string, and the end of
/// its tag.
fn escaped(text: &str, at: usize, limit: usize) -> Option<(Range<usize>, usize)> {
    const QUOTE: &str = "\\\"";
    let inner = text.slice(at..limit).strip_prefix(QUOTE)?;
    let start = at + QUOTE.len();
    let close = inner.find("\\\"]")?;
    Some((start..start + close, start + close + QUOTE.len() + 1))
}

/// Returns the range inside a value between curly quotation marks, and the end of its tag: its bracket, or
/// `limit` if that is missing or encoded, as in a link's `%5D`.
fn curly(text: &str, at: usize, limit: usize) -> Option<(Range<usize>, usize)> {
    let line = text.slice(at..limit);
    let open = line.chars().next().filter(|it| CURLY.contains(it))?.len_utf8();
    let close = line.rfind(CURLY).filter(|it| *it >= open)?;
    let end = line.slice(close..).find(']').map_or(limit, |n| at + close + n + 1);
    Some((at + open..at + close, end))
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '+' | '#' | '=' | ':' | '-')
}

/// Returns the offset of another tag's bracket, if this quotation mark opens its value.
fn opened_by(text: &str, from: usize, quote: usize) -> Option<usize> {
    let before = text.slice(from..quote).trim_end_matches([' ', '\t']);
    let rest = before.trim_end_matches(is_of_name);
    let is_name = before.slice(rest.len()..).starts_with(char::is_alphabetic);
    (is_name && rest.ends_with('[')).then(|| from + rest.len() - 1)
}

/// Returns the offset at which an unclosed value must have ended: before another tag or moves on its line, or
/// at the end of the line.
fn unclosed_end(text: &str, at: usize) -> usize {
    // On a line with many tags, only this one is scanned.
    let bytes = text.as_bytes();
    let mut from = at;
    let limit = loop {
        let Some(found) = find_any([b'"'], bytes, from) else { break bytes.len() };
        match bytes[found] {
            b'"' if let Some(tag) = opened_by(text, at, found) => break tag,
            b'\n' | b'\r' => break found,
            _ => from = found + 1,
        }
    };
    movetext_in(text.slice(at..limit)).map_or(limit, |n| at + n)
}

/// Returns the offset of moves on the rest of a line: at the number 1, if a 2 or a termination marker
/// follows.
fn movetext_in(text: &str) -> Option<usize> {
    let begins = |number: &str, from: usize| {
        let is_number = |n: &usize| {
            let after = text.slice(from + n + number.len()..);
            let before = text.slice(..from + n).chars().next_back();
            before.is_none_or(|it| !it.is_alphanumeric() && it != '.')
                && !after.starts_with(|it: char| it.is_ascii_digit())
        };
        text.slice(from..).match_indices(number).map(|it| it.0).find(is_number).map(|n| from + n)
    };
    let first = begins("1.", 0)?;
    let last = text.split_ascii_whitespace().next_back().unwrap_or("");
    let ends = outcome(last).is_some_and(|it| it.1 == last.len());
    (ends || begins("2.", first).is_some()).then_some(first)
}

/// Returns the range inside the quoted value that begins here, the end of its tag, and whether it is properly
/// closed.
fn quoted(text: &str, at: usize) -> Option<(Range<usize>, usize, bool)> {
    let bytes = text.as_bytes();
    let mut n = at;
    let mut last_quote = None;
    loop {
        let found = find_any([b'"', b'\\'], bytes, n).unwrap_or(bytes.len());
        if matches!(bytes.get(found), None | Some(b'\n' | b'\r')) {
            // A value ends with its line, unless it is closed on the next one.
            let end = found;
            let begin = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
            let Some(next) = text.get(begin..).map(|rest| rest.slice(..line_end(rest.as_bytes(), 0))) else {
                break;
            };
            let goes_on = last_quote.is_none()
                && !next.trim_start().starts_with('[')
                && next.trim_end().ends_with("\"]");
            if !goes_on {
                break;
            }
            n = begin;
            continue;
        }
        if bytes[found] != b'"' {
            // A line end is not escaped.
            let escapes =
                bytes[found] == b'\\' && !matches!(bytes.get(found + 1), None | Some(b'\n' | b'\r'));
            n = found + 1 + usize::from(escapes);
            continue;
        }
        let rest = text.slice(found + 1..);
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let closes = rest.slice(blank..).starts_with(']');
        // If the tag ends properly at the end of its line, the value may contain anything.
        let is_over = |it: char| matches!(it, '\n' | '\r') || !it.is_whitespace();
        let ends_line = closes
            && rest
                .slice(blank + 1..)
                .chars()
                .find(|it| is_over(*it))
                .is_none_or(|it| matches!(it, '\n' | '\r'));
        if !ends_line && opened_by(text, last_quote.map_or(at, |it: usize| it + 1), found).is_some() {
            break;
        }
        last_quote = Some(found);
        if closes {
            return Some((at..found, found + 1 + blank + 1, true));
        }
        n = found + 1;
    }
    let limit = unclosed_end(text, at);
    let close = text.slice(at..limit).rfind(']').map_or(limit, |it| at + it);
    let inner = text.slice(at..close).trim_end();
    let inner = inner.strip_suffix(['"', '\'']).unwrap_or(inner);
    Some((at..at + inner.len(), (close + 1).min(limit), false))
}

fn unescape(value: &str) -> Cow<'_, str> {
    if memchr3(b'\\', b'\n', b'\r', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(it) = chars.next() {
        match it {
            '\\' if matches!(chars.peek(), Some('"' | '\\')) => plain.extend(chars.next()),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\n' => plain.push(' '),
            _ => plain.push(it),
        }
    }
    Cow::Owned(plain)
}
