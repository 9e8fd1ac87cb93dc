//! Moves as copied from programs and web sites: variations and footnote marks in square brackets, semicolons between moves.
//!
//! All of it is replaced by PGN symbols of the same length, so that offsets are unchanged.

use crate::{
    lex::{self, PgnToken},
    slice::Slice as _,
};

/// Returns the text of a game without tags in PGN symbols; `None` if it already is.
pub fn tidy(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut tidied = bytes.to_vec();
    let mut last = 0;
    let mut at = 0;
    while at < bytes.len() {
        let after = match bytes[at] {
            b'{' => lex::brace_end(text, at, bytes.len()).0 + 1,
            b'[' => {
                brackets(text, at, &mut tidied);
                at + 1
            }
            b';' if is_glued(bytes, at) || goes_on(text, at + 1, last) => {
                tidied[at] = b' ';
                at + 1
            }
            b';' => lex::line_end(bytes, at),
            b'0'..=b'9' if at == 0 || !bytes[at - 1].is_ascii_alphanumeric() => {
                match lex::item(text, at, bytes.len()) {
                    Some((PgnToken::Number(number, _), after)) => {
                        last = number;
                        after
                    }
                    _ => at + 1,
                }
            }
            _ => at + 1,
        };
        at = after;
    }
    (tidied != bytes).then(|| String::from_utf8(tidied).ok()).flatten()
}

/// Replaces square brackets around a variation by parentheses, around a footnote mark by braces.
fn brackets(text: &str, open: usize, tidied: &mut [u8]) {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    // No variation on a clipboard is longer.
    const LONGEST: usize = 4096;
    let close = bytes[open..].iter().take(LONGEST).position(|it| {
        match it {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close.map(|n| open + n) else { return };
    let inner = text.slice(open + 1..close);
    let sticks = open > 0 && !bytes[open - 1].is_ascii_whitespace();
    let is_letter = inner.len() == 1 && inner.as_bytes()[0].is_ascii_alphabetic();
    let is_number = (1..=3).contains(&inner.len()) && inner.bytes().all(|it| it.is_ascii_digit());
    let is_mark = sticks && (is_letter || is_number);
    let inner = inner.trim();
    let is_line = matches!(lex::item(inner, 0, inner.len()), Some((PgnToken::Number(1.., _), _)));
    let signs = match (is_mark, is_line) {
        (true, _) => (b'{', b'}'),
        (_, true) => (b'(', b')'),
        _ => return,
    };
    (tidied[open], tidied[close]) = signs;
}

/// Whether a semicolon sticks to a word, as one of a sentence does.
fn is_glued(bytes: &[u8], at: usize) -> bool {
    at > 0 && !bytes[at - 1].is_ascii_whitespace() && !lex::ends_entity(bytes, at)
}

/// Whether the next move's number follows directly, and is not repeated on the next line.
fn goes_on(text: &str, at: usize, last: u32) -> bool {
    let number = |from: usize| {
        let from = from + lex::blank_len(text.slice(from..));
        match lex::item(text, from, text.len()) {
            Some((PgnToken::Number(number, _), _)) => Some(number),
            _ => None,
        }
    };
    let line = lex::line_end(text.as_bytes(), at);
    let begins = text.slice(at..line).trim_start().starts_with(|it: char| it.is_ascii_digit());
    last > 0 && begins && number(at) == Some(last + 1) && number(line) != Some(last + 1)
}
