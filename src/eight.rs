//! Eight bytes of a text in a `u64`, the first byte lowest.

/// A word with the value 1 in every byte.
pub const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The high bit of every byte.
pub const HIGH: u64 = ONES << 7;

/// Loads eight bytes from this offset, if there are that many.
#[inline(always)]
pub fn load(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..).and_then(<[u8]>::first_chunk).map(|it| u64::from_le_bytes(*it))
}

/// Sets the high bit of bytes below a limit of at most 128. The lowest mark is exact; those above it may be wrong.
#[inline(always)]
pub const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * limit as u64) & !word & HIGH
}

/// Sets the high bit of bytes equal to this one, as exactly as [`below`].
#[inline(always)]
pub const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * byte as u64), 1)
}

/// Returns the index of the lowest marked byte; 8 if there is none.
#[inline(always)]
pub const fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_eight_bytes_is_found() {
        let word = load(b"?Nf3+ e5 ...", 1).expect("eight bytes");
        assert_eq!((first(below(word, 0x21)), first(equal(word, b'3')), first(equal(word, b'x'))), (4, 2, 8));
        assert_eq!(load(b"Nf3+ e5", 0), None);
    }
}
