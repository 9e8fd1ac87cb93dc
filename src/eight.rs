//! Eight bytes of a text at once, as a word of the processor, the first byte lowest.

/// A word whose bytes are all 1.
pub const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The high bit of every byte.
pub const HIGH: u64 = ONES << 7;

/// Eight bytes from this place on, if there are so many.
#[inline(always)]
pub fn load(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..).and_then(<[u8]>::first_chunk).map(|it| u64::from_le_bytes(*it))
}

/// Marks the bytes below a limit of at most 128 by their high bits. The lowest mark is right; above it others may be wrong.
#[inline(always)]
pub const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * limit as u64) & !word & HIGH
}

/// Marks the bytes that are this one, as [`below`] does.
#[inline(always)]
pub const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * byte as u64), 1)
}

/// The number of the lowest byte that is marked; 8 if none is.
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
