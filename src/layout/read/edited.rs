//! Byte-for-byte replacement in a text, which keeps all offsets.

use std::ops::Range;

use crate::{lines::lines, slice::Slice as _, words::vocabulary::OfMove};

/// The number that the first move of a game gets, if it has none.
pub(super) const NUMBER: &[u8] = b"1.";

/// A text with replaced bytes.
pub(super) struct Edited {
    bytes: Vec<u8>,
    has_changed: bool,
}

impl Edited {
    pub fn new(text: &str) -> Edited {
        Edited { bytes: text.as_bytes().to_vec(), has_changed: false }
    }

    /// Replaces `len` bytes at `at` by `text`, padded with spaces.
    pub fn put(&mut self, at: usize, len: usize, text: &[u8]) {
        self.has_changed |= len > 0;
        let place = self.bytes.get_mut(at..at + len).unwrap_or_default();
        for (n, byte) in place.iter_mut().enumerate() {
            *byte = text.get(n).copied().unwrap_or(b' ');
        }
    }

    /// Replaces everything but line ends by spaces.
    pub fn blank(&mut self, text: &str, range: Range<usize>) {
        for (at, line) in lines(text.slice(range.clone())) {
            self.put(range.start + at, line.len(), b"");
        }
    }

    /// Turns a range into a comment: its first and last characters become braces, braces within become
    /// parentheses.
    pub fn comment(&mut self, text: &str, range: Range<usize>) {
        let words = text.slice(range.clone());
        self.without_braces(text, range.clone());
        let (Some(first), Some(last)) = (words.chars().next(), words.chars().next_back()) else { return };
        self.put(range.start, first.len_utf8(), b"{");
        self.put(range.end - last.len_utf8(), last.len_utf8(), b"}");
    }

    /// Replaces braces by parentheses.
    pub fn without_braces(&mut self, text: &str, range: Range<usize>) {
        for (n, brace) in text.slice(range.clone()).match_indices(['{', '}']) {
            self.put(range.start + n, 1, if brace == "{" { b"(" } else { b")" });
        }
    }

    /// Blanks the braces of a program's blocks and records, at the end or beginning of lines.
    pub fn without_blocks(&mut self, text: &str, range: Range<usize>) {
        for (at, line) in lines(text.slice(range.clone())) {
            let words = line.trim();
            let start = range.start + at + line.leading(char::is_whitespace);
            if words.ends_with('{') {
                self.put(start + words.len() - 1, 1, b"");
            }
            if words.starts_with('}') {
                self.put(start, 1, b"");
            }
        }
    }

    /// Returns the text, or `None` if nothing was replaced.
    pub fn text(self) -> Option<String> {
        if self.has_changed { String::from_utf8(self.bytes).ok() } else { None }
    }
}

/// Returns the end of a comment that reaches to the end of a text; its brace takes the place of a sign or
/// space.
pub(super) fn comment_end(text: &str, from: usize) -> Option<usize> {
    let rest = text.slice(from..);
    let words = rest.trim_end();
    let blank = |at: usize| rest.slice(at..).chars().next().map_or(0, char::len_utf8);
    if words.len() < rest.len() || !words.ends_with(char::is_alphanumeric) {
        return Some(from + words.len() + blank(words.len()));
    }
    let at = words.rfind(char::is_whitespace)?;
    let is_move = OfMove::of(words.slice(at..).trim_start()) != OfMove::Nothing;
    (!is_move).then_some(from + at + blank(at))
}

/// Returns a text with a sign for each number, whatever its signs.
pub(super) fn kind(text: &str) -> String {
    let mut kind = String::new();
    let mut rest = text.trim();
    while let Some(n) = rest.find(|it: char| it.is_ascii_digit()) {
        kind.push_str(rest.slice(..n).trim_end_matches(['-', '+']));
        kind.push('#');
        let signs = |it: char| it.is_ascii_digit() || matches!(it, '.' | ':' | ',' | '/');
        rest = rest.slice(n..).trim_start_matches(signs);
    }
    kind + rest
}
