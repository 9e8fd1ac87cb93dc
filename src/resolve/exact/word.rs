//! The words of moves: eight bytes of text at once, with their length and check mark.

use super::sink::Number;
use crate::eight;

/// Returns eight bytes of the text, or 0 near its end, which is left to the token-wise code.
#[inline(always)]
pub(super) fn load(text: &[u8], at: usize) -> u64 {
    eight::load(text, at).unwrap_or(0)
}

#[inline(always)]
pub(super) fn byte(word: u64, n: usize) -> u8 {
    (word >> (n << 3 & 63)) as u8
}

/// Returns the length of a word up to its first blank.
#[inline(always)]
pub(super) fn end_of(word: u64) -> usize {
    eight::first(eight::below(word, 0x21))
}

/// Skips blanks.
#[inline(never)]
pub(super) fn blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Skips the number of a move and the following blank, or a line end if `or_line_end`. Returns the offset
/// after them, and the word there.
#[inline(always)]
pub(super) fn past_number(text: &[u8], at: usize, number: Number, or_line_end: bool) -> (usize, u64) {
    let Some(chunk) = eight::chunk::<16>(text, at) else { return (at, load(text, at)) };
    let low = load(chunk, 0);
    if !number.begins(low) {
        return (at, low);
    }
    let next = (low >> number.bits()) as u8;
    let len = number.len() + usize::from((next == b' ') | (or_line_end & (next == b'\n')));
    (at + len, load(chunk, len))
}

/// A move's text. Two words, so that functions get it in registers.
#[derive(Clone, Copy)]
pub(super) struct MoveWord {
    pub word: u64,
    /// Length with the check mark, in bytes.
    pub whole: usize,
}

impl MoveWord {
    #[inline(always)]
    fn last(self) -> u8 {
        byte(self.word, self.whole.wrapping_sub(1))
    }

    /// Whether it is marked as mate.
    #[inline(always)]
    pub fn mates(self) -> bool {
        self.last() == b'#'
    }

    /// Whether it is marked as check or mate.
    #[inline(always)]
    pub fn marked(self) -> bool {
        self.last() == b'+' || self.mates()
    }

    /// Returns the length without the check mark.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.whole.wrapping_sub(usize::from(self.marked()))
    }

    #[inline(always)]
    pub fn said(self) -> Said {
        Said { marked: self.marked(), mates: self.mates() }
    }
}

/// The check mark of a move: whether it has one, and whether it is that of mate.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub marked: bool,
    pub mates: bool,
}

/// Returns the end of a word before its blank, at a sign that may directly follow a move.
#[cold]
pub(super) fn early_end(word: u64, whole: usize) -> Option<usize> {
    let signs = [b')', b'{', b'!', b'?', b'$'];
    let end = eight::first(signs.iter().fold(0, |found, sign| found | eight::equal(word, *sign)));
    (end > 0 && end < whole).then_some(end)
}
