//! Slicing of texts that can't fail: an offset found among bytes may lie within a character, or behind the
//! end.

use std::ops::{Bound, RangeBounds};

/// A text that is sliced at character boundaries only. `clippy::string_slice` forbids the indexing that
/// panics.
pub trait Slice {
    /// Returns the text in this range. Offsets inside a character round up to its end and are clamped to the
    /// length, so adjacent ranges never overlap.
    fn slice(&self, range: impl RangeBounds<usize>) -> &str;

    /// Divides the text at an offset, rounded in the same way.
    fn divide(&self, at: usize) -> (&str, &str);

    /// Returns the length in bytes of the leading characters that satisfy `is`.
    fn leading(&self, is: impl FnMut(char) -> bool) -> usize;
}

impl Slice for str {
    #[inline]
    fn slice(&self, range: impl RangeBounds<usize>) -> &str {
        let start = match range.start_bound() {
            Bound::Included(at) => *at,
            Bound::Excluded(at) => at.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(at) => at.saturating_add(1),
            Bound::Excluded(at) => *at,
            Bound::Unbounded => self.len(),
        };
        // Two numbers, as bounds would be put into memory for the rare case.
        self.get(start..end).unwrap_or_else(|| rounded(self, start, end))
    }

    #[inline]
    fn divide(&self, at: usize) -> (&str, &str) {
        (self.slice(..at), self.slice(at..))
    }

    #[inline]
    fn leading(&self, is: impl FnMut(char) -> bool) -> usize {
        self.len() - self.trim_start_matches(is).len()
    }
}

/// Slices at offsets that aren't ordered character boundaries.
#[cold]
fn rounded(text: &str, start: usize, end: usize) -> &str {
    let start = text.ceil_char_boundary(start);
    text.get(start..text.ceil_char_boundary(end)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::Slice as _;

    #[test]
    fn every_slice_is_made_of_whole_characters() {
        let text = "(1–ª½)";
        for at in 0..text.len() + 3 {
            assert_eq!(<[_; 2]>::from(text.divide(at)).concat(), text, "{at}");
            for end in 0..text.len() + 3 {
                let rest = text.slice(..end).len().saturating_sub(text.slice(..at).len());
                assert_eq!(text.slice(at..end).len(), rest, "{at}..{end}");
            }
        }
        assert_eq!((text.slice(2..3), text.slice(3..4), text.slice(3..=5)), ("–", "", "ª"));
    }
}
