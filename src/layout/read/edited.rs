//! Replacing marks in a text byte for byte, so that offsets are unchanged.

use std::ops::Range;

use crate::slice::Slice as _;

/// A text with replaced bytes.
pub(super) struct Edited {
    bytes: Vec<u8>,
    has_changed: bool,
}

impl Edited {
    pub fn new(text: &str) -> Edited {
        Edited { bytes: text.as_bytes().to_vec(), has_changed: false }
    }

    /// Replaces what is here by a text, padded with spaces.
    pub fn put(&mut self, at: usize, len: usize, text: &[u8]) {
        self.has_changed |= len > 0;
        let place = self.bytes.get_mut(at..at + len).unwrap_or_default();
        for (n, byte) in place.iter_mut().enumerate() {
            *byte = text.get(n).copied().unwrap_or(b' ');
        }
    }

    /// Replaces all but line ends by spaces.
    pub fn blank(&mut self, text: &str, range: Range<usize>) {
        for (at, line) in lines(text.slice(range.clone())) {
            self.put(range.start + at, line.len(), b"");
        }
    }

    /// Returns the text if anything was replaced.
    pub fn text(self) -> Option<String> {
        if self.has_changed { String::from_utf8(self.bytes).ok() } else { None }
    }
}

/// Returns the lines of a text with their offsets, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}
