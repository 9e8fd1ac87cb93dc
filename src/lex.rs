//! The lexer of PGN: tag pairs, comments, numbers, NAGs, results, and the boundaries of games.
//!
//! Nothing here knows moves; whatever may be a move is left to [`crate::resolve`].

mod results;
mod tags;

use std::{borrow::Cow, ops::Range};

use memchr::{memchr2, memchr3, memmem, memrchr2};

use self::results::{bracketed_outcome, emphasised_outcome, joins_results, outcome};
pub use self::{results::usual_outcome, tags::tag};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome},
    eight,
    notation::DASHES,
    slice::Slice as _,
};

/// Longest text of a move, in bytes.
const LONGEST_MOVE: usize = 160;

/// Limits on the characters of a NAG, and on the digits of a number. Anything longer is neither, and isn't
/// scanned to its end.
const LONGEST_NAG: usize = 4;
const LONGEST_MARKS: usize = 16;
const LONGEST_NAG_IN_LETTERS: usize = 2;
const LONGEST_NUMBER: usize = 20;

/// A token in movetext other than a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnToken {
    /// A comment in braces; `inner` is its text.
    Brace { inner: Range<usize>, closed: bool },
    /// A comment to the end of the line.
    Line { inner: Range<usize> },
    /// A line that begins with `%`.
    Escape { inner: Range<usize> },
    /// `$n` or a symbol.
    Nag(Nag),
    /// An opening parenthesis.
    Open,
    /// An unmatched closing parenthesis or brace.
    Close,
    /// A move number, with the side it implies.
    Number(u32, Option<Color>),
    /// A termination marker.
    Outcome(Outcome),
    /// A comma or a full stop after a move.
    Stop,
}

pub const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns the offset of the next line that begins with an `Event` tag, at or after `from` but not at the
/// beginning of the bytes.
pub fn next_event(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.clamp(1, bytes.len().max(1));
    let mut found = memmem::find_iter(bytes.get(from..)?, b"[Event ").map(|n| from + n);
    found.find(|&at| is_line_end(bytes[at - 1]))
}

/// Whether a line begins here, ignoring byte order marks.
#[inline]
pub fn at_line_start(bytes: &[u8], at: usize) -> bool {
    let mut before = &bytes[..at];
    while let Some(rest) = before.strip_suffix(b"\xef\xbb\xbf") {
        before = rest;
    }
    before.last().is_none_or(|it| is_line_end(*it))
}

/// Whether only blanks precede this offset on its line.
pub fn begins_line(bytes: &[u8], at: usize) -> bool {
    let indent = bytes[..at].iter().rev().take_while(|it| matches!(it, b' ' | b'\t')).count();
    at_line_start(bytes, at - indent)
}

/// The quotation marks of programs.
pub const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Returns the end of the line that contains this offset, before its line end.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |n| at + n)
}

/// Returns where the line behind this line end begins: in the same place, if there is no line end.
pub fn after_line_end(bytes: &[u8], end: usize) -> usize {
    end + match bytes[end..] {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// Returns the length of leading white space, including rulers.
pub fn blank_len(text: &str) -> usize {
    // Between games, it is mostly called before a tag.
    if text.starts_with('[') {
        return 0;
    }
    let mut at = 0;
    loop {
        let rest = text.slice(at..);
        let blank = rest.leading(|it| it.is_whitespace() || it == '\u{feff}');
        let begins_line = at + blank == 0 || rest.slice(..blank).contains(is_line_end_char);
        at += blank;
        match if begins_line { ruler_len(text.slice(at..)) } else { None } {
            Some(len) => at += len,
            None => return at,
        }
    }
}

const fn is_line_end_char(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// The minimum length of a ruler.
const SHORTEST_RULER: usize = 3;

/// Returns the length of a ruler at the start of `text` that fills the rest of its line: `-----`, `=====`.
fn ruler_len(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|it| matches!(it, '-' | '=' | '_' | '~' | '–' | '—' | '─'))?;
    let rest = text.trim_start_matches(sign);
    let len = text.len() - rest.len();
    let ends = rest.trim_start_matches([' ', '\t']);
    let is_whole = ends.is_empty() || ends.starts_with(is_line_end_char);
    (len >= SHORTEST_RULER * sign.len_utf8() && is_whole).then_some(len)
}

/// Returns the words of a text that begin with a move number.
pub fn move_numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_number = |word: &&str| leading_number(word).is_some_and(|it| it.1.starts_with('.'));
    text.split_whitespace().filter(is_number)
}

/// Whether a comment from `;` to the end of its line has enough move numbers for the sign to be a misprint.
/// Inside a word, fewer suffice.
pub fn may_hide_moves(text: &str, inner: &Range<usize>) -> bool {
    let comment = text.slice(inner.clone());
    let begins_word = text.slice(..inner.start - 1).ends_with(char::is_whitespace);
    let enough = if begins_word || comment.starts_with(char::is_whitespace) { 3 } else { 2 };
    move_numbers(comment).nth(enough - 1).is_some()
}

/// Returns the token at the beginning of `text[at..end]`, which must not be blank, and its end; `None` if it
/// may be a move.
pub fn item(text: &str, at: usize, end: usize) -> Option<(PgnToken, usize)> {
    let bytes = &text.as_bytes()[..end];
    match *bytes.get(at)? {
        b'{' => {
            let (close, closed) = brace_end(text, at, end);
            Some((PgnToken::Brace { inner: at + 1..close, closed }, close + usize::from(closed)))
        }
        b';' if !ends_entity(bytes, at) => {
            let line = line_end(bytes, at);
            Some((PgnToken::Line { inner: at + 1..line }, line))
        }
        b'%' if at_line_start(bytes, at) => {
            let line = line_end(bytes, at);
            Some((PgnToken::Escape { inner: at + 1..line }, line))
        }
        b'(' => match bracketed_outcome(text.slice(at..end)) {
            Some((outcome, len)) => Some((PgnToken::Outcome(outcome), at + len)),
            None if is_bracketed_drop(text.slice(at..end)) => None,
            None => Some((PgnToken::Open, at + 1)),
        },
        b'[' => {
            bracketed_outcome(text.slice(at..end)).map(|(found, len)| (PgnToken::Outcome(found), at + len))
        }
        b'&' => entity(text.slice(at..end)).map(|(nag, len)| (PgnToken::Nag(nag), at + len)),
        b')' | b'}' => Some((PgnToken::Close, at + 1)),
        b'$' => {
            let digits = digits(&bytes[at + 1..]);
            let number = text.slice(at + 1..at + 1 + digits).parse().ok()?;
            Some((PgnToken::Nag(Nag(number)), at + 1 + digits))
        }
        b'2'..=b'9' => number(text.slice(at..end)).map(|(number, len)| (number, at + len)),
        b'0' | b'1' => outcome(text.slice(at..end))
            .map(|(outcome, len)| (PgnToken::Outcome(outcome), at + len))
            .or_else(|| number(text.slice(at..end)).map(|(number, len)| (number, at + len))),
        b'*' => emphasised_outcome(text.slice(at..end))
            .or_else(|| outcome(text.slice(at..end)))
            .map(|(outcome, len)| (PgnToken::Outcome(outcome), at + len)),
        // The first byte of full-width digits.
        0xef => wide_number(text.slice(at..end)).map(|(number, len)| (number, at + len)),
        // The first byte of `½` and of `±`.
        0xc2 => outcome(text.slice(at..end))
            .map(|(outcome, len)| (PgnToken::Outcome(outcome), at + len))
            .or_else(|| nag(text.slice(at..end)).map(|(nag, len)| (PgnToken::Nag(nag), at + len))),
        // An ellipsis separated from its number.
        0xe2 if text.slice(at..end).starts_with('…') => {
            let dots = text.slice(at..end).leading(|it| matches!(it, '.' | '…'));
            Some((PgnToken::Number(0, Some(Color::Black)), at + dots))
        }
        b',' => Some((PgnToken::Stop, at + 1)),
        b'.' => {
            // Dots left over from a number, as in `7. ........`.
            let dots = bytes[at..].iter().take_while(|it| **it == b'.').count();
            let ends = || bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace);
            // It may be joined to the move after it, as in `2... .Nf6`.
            let word = || bytes[at + 1..end].split(u8::is_ascii_whitespace).next().unwrap_or_default();
            let has_square = || {
                word().first().is_some_and(u8::is_ascii_alphabetic)
                    && word().windows(2).any(|it| matches!(it, [b'a'..=b'h', b'1'..=b'8']))
            };
            match dots {
                1 => (ends() || has_square()).then_some((PgnToken::Stop, at + 1)),
                _ => Some((PgnToken::Number(0, Some(Color::Black)), at + dots)),
            }
        }
        // Most moves begin with a letter, but few NAGs do.
        b'a'..=b'y' | b'A'..=b'C' | b'E'..=b'M' | b'O'..=b'Q' => None,
        _ => nag(text.slice(at..end)).map(|(nag, len)| (PgnToken::Nag(nag), at + len)),
    }
}

/// Returns the offset of a comment's closing brace and `true`, or the offset where the comment must have
/// ended and `false`.
pub fn brace_end(text: &str, at: usize, end: usize) -> (usize, bool) {
    let bytes = &text.as_bytes()[..end];
    let mut from = at;
    while let Some(found) = memchr2(b'}', b'[', &bytes[from..]).map(|n| from + n) {
        if bytes[found] == b'}' {
            return (found, true);
        }
        // A game begins here, whatever precedes it.
        if bytes[found..].starts_with(b"[Event \"") && begins_line(bytes, found) {
            return (found, false);
        }
        from = found + 1;
    }
    (end, false)
}

/// Returns the number of leading digits, at most [`LONGEST_NUMBER`].
fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take(LONGEST_NUMBER).take_while(|it| it.is_ascii_digit()).count()
}

/// Parses a move number: digits and dots, or at most three digits before a space.
fn number(text: &str) -> Option<(PgnToken, usize)> {
    let bytes = text.as_bytes();
    let digits = digits(bytes);
    let number = text.get(..digits)?.parse().ok()?;
    let rest = text.slice(digits..);
    if bytes.first() == Some(&b'0') && is_castling_in_zeros(text) {
        return None;
    }
    let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
    if dots == 0 {
        let blank = rest.is_empty() || rest.starts_with(char::is_whitespace);
        return (digits > 0 && digits <= 3 && blank).then_some((PgnToken::Number(number, None), digits));
    }
    if is_duration(first_word(text)) {
        return None;
    }
    let stroke = white_stroke(rest.slice(dots..));
    let color = if dots > 1 || stroke.is_some() { Some(Color::Black) } else { None };
    let comma = usize::from(dots > 1 && rest.slice(dots..).starts_with(','));
    (digits > 0).then_some((PgnToken::Number(number, color), digits + dots + stroke.unwrap_or(comma)))
}

/// Returns the length of a dash for White's move at the start of `text`, as after `13.` in `13.-, e5`.
fn white_stroke(text: &str) -> Option<usize> {
    let after = text.strip_prefix(DASHES)?.strip_prefix(',')?;
    Some(text.len() - after.len())
}

/// Whether a word is a clock time that sites print beside moves, as in `0.1s` and `0:05`.
pub fn is_duration(word: &str) -> bool {
    let signs = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',' | ':');
    let word = word.trim_start_matches('(').trim_end_matches(')');
    let seconds = word.strip_suffix('s').filter(|it| !it.is_empty());
    let clock = seconds.is_none() && word.contains(':') && word.split(':').skip(1).all(|it| it.len() == 2);
    seconds
        .or(clock.then_some(word))
        .is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()) && it.chars().all(signs))
}

/// Whether `text` begins with castling in zeros: `00`, `0 0`, `0 – 0`, `000`, `0 0 0`.
fn is_castling_in_zeros(text: &str) -> bool {
    let link = |it: char| DASHES.contains(&it) || matches!(it, ' ' | '\t' | '\u{a0}');
    let mut rest = text;
    let mut zeros = 0;
    let mut closely = false;
    while let Some(after) = rest.strip_prefix('0') {
        zeros += 1;
        rest = after;
        let next = rest.trim_start_matches(link);
        // In `00 00`, both sides castle.
        let joined = next.len() == rest.len();
        if zeros == 3 || zeros == 2 && joined != closely {
            break;
        }
        closely = joined;
        if !next.starts_with('0')
            || next.slice(1..).trim_start_matches(' ').starts_with(joins_results) && rest.starts_with(' ')
        {
            break;
        }
        rest = next;
    }
    zeros > 1 && !rest.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '.')
}

/// Parses a move number in full-width digits, with its dots.
fn wide_number(text: &str) -> Option<(PgnToken, usize)> {
    let wide = text.find(|it: char| !matches!(it, '\u{ff10}'..='\u{ff19}')).unwrap_or(text.len());
    let digit = |it: char| u32::from(it) - u32::from('\u{ff10}');
    let number =
        text.slice(..wide).chars().try_fold(0_u32, |sum, it| sum.checked_mul(10)?.checked_add(digit(it)))?;
    let rest = text.slice(wide..).trim_start_matches(['.', '\u{ff0e}', '…']);
    let len = text.len() - rest.len();
    (wide > 0 && (len > wide || rest.is_empty() || rest.starts_with(char::is_whitespace)))
        .then_some((PgnToken::Number(number, None), len))
}

/// HTML entities for NAGs, as in `exf4 &plusmn;`.
const ENTITIES: [(&str, &str); 8] = [
    ("&plusmn;", "±"),
    ("&#177;", "±"),
    ("&minus;+", "-+"),
    ("+&minus;", "+-"),
    ("&infin;", "∞"),
    ("&#8734;", "∞"),
    ("&rarr;", "→"),
    ("&uarr;", "↑"),
];

/// Parses a NAG written as an HTML entity; returns it with its length.
fn entity(text: &str) -> Option<(Nag, usize)> {
    let (entity, glyph) = ENTITIES.iter().find(|it| text.starts_with(it.0))?;
    Some((Nag::from_symbol(glyph)?, entity.len()))
}

/// Whether the semicolon at `at` ends an HTML entity rather than begins a comment.
pub fn ends_entity(bytes: &[u8], at: usize) -> bool {
    const LONGEST: usize = 8;
    let name = &bytes[at.saturating_sub(LONGEST)..at];
    let Some(mark) = name.iter().rposition(|it| *it == b'&') else { return false };
    let name = &name[mark + 1..];
    name.len() >= 2 && name.iter().all(|it| it.is_ascii_alphanumeric() || *it == b'#')
}

/// Returns the number of digits of a text; 0 if it has anything else.
pub fn figures(text: &str) -> usize {
    if text.bytes().all(|it| it.is_ascii_digit()) { text.len() } else { 0 }
}

/// Returns the text up to the next white space, limited to the longest move, so that calling it at every byte
/// is cheap.
fn first_word(text: &str) -> &str {
    let text = text.slice(..text.floor_char_boundary(LONGEST_MOVE));
    text.split(char::is_whitespace).next().unwrap_or(text)
}

/// Returns the leading number of at most three digits, and the rest of the text.
pub fn leading_number(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.divide(glued_digits(text));
    Some((digits.parse().ok()?, rest))
}

/// Returns the numbers that a word of at most three characters may be, if letters were misread for its digits.
pub fn misread_numbers(word: &str) -> impl Iterator<Item = u32> {
    const LONGEST: usize = 3;
    let is_short = word.chars().count() <= LONGEST;
    // `S` may be either.
    let of = move |s: char| {
        let digit = |it: char| {
            Some(match it {
                '0'..='9' => it,
                'l' | 'I' | 'i' | '|' | '!' | 'J' => '1',
                'O' | 'o' | 'Q' | 'D' => '0',
                'S' | 's' => s,
                'B' => '8',
                'Z' | 'z' => '2',
                'З' => '3',
                'b' | 'G' | 'ó' => '6',
                'g' | 'q' => '9',
                'A' => '4',
                'T' => '7',
                _ => return None,
            })
        };
        let number: Option<String> = word.chars().map(digit).collect();
        number.filter(|it| is_short && !it.starts_with('0'))?.parse().ok()
    };
    let (one, other) = (of('5'), of('8').filter(|_| word.contains(['S', 's'])));
    one.into_iter().chain(other)
}

/// Returns a word without its leading move number.
pub fn without_number(word: &str) -> &str {
    leading_number(word).map_or(word, |it| it.1).trim_start_matches(['.', '…'])
}

/// Returns the number of leading digits that may be a number run into its move; 0 if more than three.
pub fn glued_digits(text: &str) -> usize {
    let digits = digits(text.as_bytes());
    if digits <= 3 { digits } else { 0 }
}

/// Whether `text` begins with a drop in brackets, as geographical notation prints it: `(B @ s.n2e3)`.
fn is_bracketed_drop(text: &str) -> bool {
    let inside = |text: &str| {
        let square = text.trim_start().strip_prefix(|it: char| it.is_ascii_uppercase())?;
        let square = square.trim_start().strip_prefix('@')?.trim_start().strip_prefix("s.")?;
        let is_told = |it: char| it.is_ascii_digit() || "nsew".contains(it);
        Some(square.trim_start_matches(is_told).trim_start().starts_with(')'))
    };
    text.strip_prefix('(').and_then(inside) == Some(true)
}

/// Parses a NAG: any number of `!` and `?`, or a complete word; returns it with its length.
fn nag(text: &str) -> Option<(Nag, usize)> {
    let marks = text.bytes().take(LONGEST_MARKS).take_while(|it| matches!(it, b'!' | b'?')).count();
    if marks > 0 {
        return Nag::from_symbol(text.slice(..marks)).map(|nag| (nag, marks));
    }
    let ends = |it: char| it.is_whitespace() || matches!(it, '{' | '}' | '(' | ')' | ';' | '$');
    let mut letters = text.char_indices();
    let len = match letters.by_ref().take(LONGEST_NAG + 1).find(|it| ends(it.1)) {
        Some((len, _)) => len,
        None if letters.next().is_none() => text.len(),
        None => return None,
    };
    let letters = text.as_bytes()[0].is_ascii_alphabetic();
    // Most of these are moves of knights and rooks.
    if letters && len > LONGEST_NAG_IN_LETTERS {
        return None;
    }
    let nag = Nag::from_symbol(text.slice(..len))?;
    (!letters || !goes_on_as_move(text.slice(len..))).then_some((nag, len))
}

/// Whether the text after a letter makes it a move, as in `N - nne`, `N x P`, `N(B3)-Q4`, `N to B3` and
/// `D 4 R`.
fn goes_on_as_move(rest: &str) -> bool {
    let next = rest.trim_start();
    let spelt = |word: &str| next.strip_prefix(word).is_some_and(|it| it.starts_with(' '));
    let rank = next.strip_prefix(|it| matches!(it, '1'..='8')).map(str::trim_start);
    rest.starts_with('(')
        || is_square(next)
        || next.starts_with(DASHES)
        || next.starts_with(['x', 'X', '×', '@', '&'])
        || ["to", "takes", "tks"].into_iter().any(spelt)
        || rank.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_uppercase()))
}

/// Whether `text` begins with a piece's destination, as in `N f3`, `N xf3`, `N bd2` and `N 1f3`.
fn is_square(text: &str) -> bool {
    let text = text.trim_start_matches(['x', '×', ':']);
    let square = |it: &[u8]| matches!(it, [b'a'..=b'h', b'1'..=b'8', ..]);
    let apart = |it: &[u8], len: usize| !it.get(len).is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    square(bytes) && apart(bytes, 2)
        || matches!(bytes, [b'a'..=b'h' | b'1'..=b'8', rest @ ..] if square(rest) && apart(rest, 2))
        || matches!(bytes, [b'a'..=b'h' | b'1'..=b'8', b'x', rest @ ..] if square(rest) && apart(rest, 2))
}

/// Returns the text at `at`, up to the longest possible move.
pub fn move_text(text: &str, at: usize, end: usize) -> &str {
    let mut limit = end.min(at + LONGEST_MOVE);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let text = text.slice(at..limit);
    let first = text.chars().next().map_or(0, char::len_utf8);
    let text = memchr3(b'{', b';', b'$', &text.as_bytes()[first..]).map_or(text, |n| text.slice(..first + n));
    let blank_line =
        memchr::memchr_iter(b'\n', text.as_bytes()).find(|n| text.as_bytes().get(n + 1) == Some(&b'\n'));
    let text = blank_line.map_or(text, |n| text.slice(..n));
    // A result run into the last move, as in `Qc20-1`.
    let word = text.split(char::is_whitespace).next().unwrap_or(text);
    let stuck = ["1-0", "0-1", "1/2-1/2"].iter().find_map(|it| word.strip_suffix(it));
    let move_before = stuck.filter(|it| it.len() > 1 && !it.ends_with(['-', '/']));
    move_before.or_else(|| before_number(word)).or_else(|| before_sentence(word)).unwrap_or(text)
}

/// Returns the move in a word that ends with the next move's number, as in `Nf65.Qd3`.
fn before_number(word: &str) -> Option<&str> {
    let ends_square =
        |it: &[u8]| matches!(it, [.., b'a'..=b'h', b'1'..=b'8'] | [.., b'+' | b'#' | b'!' | b'?']);
    word.match_indices('.').find_map(|(stop, _)| {
        let head = word.slice(..stop);
        let digits = head.trim_end_matches(|it: char| it.is_ascii_digit()).len();
        // The rank isn't a digit of the number.
        let rank =
            usize::from(head.as_bytes().get(..digits).is_some_and(|it| matches!(it, [.., b'a'..=b'h'])));
        let end = digits + rank;
        (end > 1 && end < stop && ends_square(&head.as_bytes()[..end])).then(|| word.slice(..end))
    })
}

/// Returns the move in a word that continues with a sentence in a script without blanks between words.
fn before_sentence(word: &str) -> Option<&str> {
    let end = if word.is_ascii() { return None } else { word.find(is_unspaced)? };
    let head = word.slice(..end);
    (head.len() > 1 && head.is_ascii()).then_some(head)
}

/// Whether a character belongs to a script without blanks between words, in which no notation is written.
pub fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

/// Whether a comment has only commands such as `[%clk 0:01:00]`.
pub fn is_commands(comment: &str) -> bool {
    let mut rest = comment.trim_ascii_start();
    while let Some((_, after)) = rest.strip_prefix("[%").and_then(|it| it.split_once(']')) {
        rest = after.trim_ascii_start();
    }
    rest.is_empty()
}

/// Returns the text without surrounding white space.
#[inline(always)]
pub fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        // The usual form of comments.
        [b' ', first, .., last, b' '] if first.is_ascii_graphic() && last.is_ascii_graphic() => {
            text.slice(1..text.len() - 1)
        }
        _ => trimmed_otherwise(text),
    }
}

#[inline(never)]
fn trimmed_otherwise(text: &str) -> &str {
    let text = text.trim_ascii();
    // Unicode has further white space.
    let ends = [text.as_bytes().first(), text.as_bytes().last()];
    if ends.iter().flatten().all(|it| it.is_ascii()) { text } else { text.trim() }
}

/// Returns the first of these bytes, or control character, at or after `from`. Tests sixteen bytes at a time,
/// as two words: most tag values and comments are too short to benefit from more.
#[inline(always)]
pub fn find_any<const N: usize>(stops: [u8; N], bytes: &[u8], from: usize) -> Option<usize> {
    let (chunks, rest) = bytes.get(from..)?.as_chunks();
    let mut at = from;
    for chunk in chunks {
        let both = u128::from_le_bytes(*chunk);
        let (first, second) = (marks(stops, both as u64), marks(stops, (both >> 64) as u64));
        if first | second != 0 {
            // Without a branch, as the half with the byte is unpredictable.
            let late = u64::from(first == 0);
            return Some(at + 8 * late as usize + eight::first(first | second & late.wrapping_neg()));
        }
        at += 16;
    }
    Some(at + find_any_of_few(stops, rest)?)
}

/// Like [`find_any`], for fewer than sixteen bytes.
#[inline(never)]
fn find_any_of_few<const N: usize>(stops: [u8; N], bytes: &[u8]) -> Option<usize> {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // Together, these are all of the bytes.
        let [first, last] = [first, last].map(|it| marks(stops, u64::from_le_bytes(*it)));
        return match (first, last) {
            (0, 0) => None,
            (0, _) => Some(bytes.len() - 8 + eight::first(last)),
            _ => Some(eight::first(first)),
        };
    }
    bytes.iter().position(|it| *it < b' ' || stops.contains(it))
}

/// Marks these bytes and control characters in a word.
#[inline(always)]
fn marks<const N: usize>(stops: [u8; N], word: u64) -> u64 {
    stops.iter().fold(eight::below(word, b' '), |found, stop| found | eight::equal(word, *stop))
}

pub fn comment(kind: CommentKind, text: &str) -> Comment<'_> {
    let text = match kind {
        CommentKind::Escape => Cow::Borrowed(text.trim_end()),
        _ => comment_text(text),
    };
    Comment { kind, text }
}

/// Normalises a comment's text: a line end between words becomes a space, and surrounding white space is
/// removed. A text with blank or indented lines, such as a diagram, is kept.
pub fn comment_text(raw: &str) -> Cow<'_, str> {
    if memchr2(b'\n', b'\r', raw.as_bytes()).is_none() {
        return Cow::Borrowed(trimmed(raw));
    }
    let lines: Vec<&str> = lines(raw).map(|line| line.trim_end_matches([' ', '\t'])).collect();
    let first = lines.iter().position(|it| !it.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|it| !it.is_empty()).unwrap_or(0);
    let is_indented = |line: &&str| line.is_empty() || line.starts_with([' ', '\t']);
    if lines[first.min(last)..=last].iter().skip(usize::from(first == 0)).any(is_indented) {
        return Cow::Owned(lines.join("\n"));
    }
    Cow::Owned(lines.join(" ").trim().to_owned())
}

/// Iterates over the lines of a text, with any kind of line ends.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = line_end(text.as_bytes(), 0);
        let next = after_line_end(text.as_bytes(), end);
        rest = (next > end).then(|| text.slice(next..));
        Some(text.slice(..end))
    })
}

/// Beginning of a boundary at which files are split.
pub const BOUNDARY: &[u8] = b"[Event ";

/// Returns the offset of the first tag pair that begins a line in this range.
pub fn tag_after_words(text: &str, range: &Range<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut found = memchr::memchr_iter(b'[', &bytes[range.clone()]).map(|n| range.start + n);
    found.find(|&at| begins_line(bytes, at) && tag(text, at).is_some_and(|it| it.end <= range.end))
}

/// Returns the offset of the next game at or after `from` that begins with tag pairs on lines of their own,
/// or several on a line, whatever precedes them. White space and mail's quotation marks may precede a tag.
pub fn next_game(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut found = memchr::memchr_iter(b'[', bytes.get(from..)?).map(|n| from + n);
    let goes_on = |at: usize| {
        let rest = bytes[at..line_end(bytes, at)].trim_ascii_start();
        let next = || at + blank_len(text.slice(at..));
        rest.is_empty() || rest.starts_with(b"[") && tag(text, next()).is_some_and(|it| it.quoted)
    };
    found.find(|&at| begins_line(bytes, at) && tag(text, at).is_some_and(|it| it.quoted && goes_on(it.end)))
}

/// Iterates over the offsets in a range at which a game begins whatever precedes it: an `Event` tag at the
/// start of a line, after a line that ends with a termination marker. Files are split there.
pub fn boundaries(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> {
    let start = range.start;
    memmem::find_iter(&bytes[range], BOUNDARY).map(move |n| start + n).filter(|&at| is_boundary(bytes, at))
}

/// Returns the last boundary at or after `from`.
pub fn last_boundary(bytes: &[u8], from: usize) -> Option<usize> {
    memmem::rfind_iter(&bytes[from..], BOUNDARY).map(|n| from + n).find(|&at| is_boundary(bytes, at))
}

/// Whether this `[Event ` is a boundary.
pub fn is_boundary(bytes: &[u8], at: usize) -> bool {
    if at == 0 || !at_line_start(bytes, at) {
        return false;
    }
    let before = bytes[..at].trim_ascii_end();
    let line = memrchr2(b'\n', b'\r', before).map_or(0, |n| n + 1);
    let word = before.iter().rposition(u8::is_ascii_whitespace).map_or(line, |n| n + 1);
    matches!(&before[word..], b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
        && !matches!(before[line], b'%' | b';' | b'[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_joined_unless_they_are_laid_out() {
        for (raw, expected) in [
            (" a b ", "a b"),
            ("a\nb", "a b"),
            ("\r\na\r\nb \r\n", "a b"),
            ("a  b", "a  b"),
            ("a\n\nb", "a\n\nb"),
            ("\n  r . k\n  . . .\n", "\n  r . k\n  . . .\n"),
            ("a\n  b", "a\n  b"),
            ("", ""),
            ("\n\n", ""),
        ] {
            assert_eq!(comment_text(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn comments_of_commands_say_nothing() {
        for (comment, expected) in [
            (" [%clk 0:01:00] ", true),
            ("[%eval #3] [%clk 0:01:00]", true),
            ("", true),
            ("[%clk 0:01:00] resigns", false),
            ("[%clk 0:01:00", false),
            ("White resigns [%clk 0:01:00]", false),
        ] {
            assert_eq!(is_commands(comment), expected, "{comment:?}");
        }
    }
}
