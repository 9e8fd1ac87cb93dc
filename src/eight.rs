//! Texts as words: eight bytes in a `u64`, the first byte lowest.

/// A word with the value 1 in every byte.
pub const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The high bit of every byte.
pub const HIGH: u64 = ONES << 7;

/// Loads eight bytes from this offset, if there are that many.
#[inline(always)]
pub fn load(text: &[u8], at: usize) -> Option<u64> {
    chunk(text, at).copied().map(u64::from_le_bytes)
}

/// Returns the bytes from this offset, if there are that many; with one comparison fewer than the first ones of a slice would take.
#[inline(always)]
pub fn chunk<const N: usize>(text: &[u8], at: usize) -> Option<&[u8; N]> {
    text.get(at..at.checked_add(N)?)?.as_array()
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

/// Counts the characters of a text in UTF-8.
pub fn characters(text: &[u8]) -> usize {
    // All bytes of a character but the first begin with the bits 10.
    let further = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        ((word >> 7 & !(word >> 6) & ONES).wrapping_mul(ONES) >> 56) as usize
    };
    let (words, rest) = text.as_chunks();
    let in_rest = rest.iter().filter(|it| **it & 0xc0 == 0x80).count();
    text.len() - words.iter().map(further).sum::<usize>() - in_rest
}

/// A text of at most `N` bytes, collected until it is complete: to make room in a vector for every word is slower.
pub struct ShortText<'r, const N: usize> {
    // With the room elsewhere, the length is kept in a register.
    room: &'r mut [u8; N],
    len: usize,
}

impl<const N: usize> ShortText<'_, N> {
    /// Begins a text in this room.
    #[inline(always)]
    pub fn new(room: &mut [u8; N]) -> ShortText<'_, N> {
        ShortText { room, len: 0 }
    }

    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    /// Appends a text, if there is room for it.
    #[inline(always)]
    pub fn push<const M: usize>(&mut self, text: &[u8; M]) {
        self.push_first(text, M);
    }

    /// Appends a word of `len` bytes, if there is room for sixteen.
    #[inline(always)]
    pub fn push_word(&mut self, word: u128, len: usize) {
        self.push_first(&word.to_le_bytes(), len);
    }

    /// Appends the first bytes of a text, if there is room for all of it.
    #[inline(always)]
    pub fn push_first<const M: usize>(&mut self, text: &[u8; M], len: usize) {
        if let Some(room) = self.room.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *room = *text;
            self.len += len;
        }
    }

    /// Appends the text to a vector; a short one as two words, as copying by length takes a call.
    #[inline(always)]
    pub fn append_to(&self, out: &mut Vec<u8>) {
        const SHORT: usize = 16;
        match self.room.first_chunk::<SHORT>() {
            Some(words) if self.len <= SHORT => {
                let end = out.len() + self.len;
                out.extend_from_slice(words);
                out.truncate(end);
            }
            _ => out.extend_from_slice(self.as_bytes()),
        }
    }

    /// Removes the last byte.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// Appends a number, mostly of one digit or two.
    #[inline(always)]
    pub fn push_number(&mut self, number: u32) {
        let digit = |number: u32| b'0' + (number % 10) as u8;
        match number {
            0..10 => self.push(&[digit(number)]),
            10..100 => self.push(&[digit(number / 10), digit(number)]),
            _ => self.push_long_number(number),
        }
    }

    fn push_long_number(&mut self, mut number: u32) {
        let (mut word, mut len) = (0, 0);
        while number > 0 {
            word = word << 8 | u128::from(b'0' + (number % 10) as u8);
            len += 1;
            number /= 10;
        }
        self.push_word(word, len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_collected_as_far_as_there_is_room() {
        let mut room = [0; 20];
        let mut text = ShortText::new(&mut room);
        text.push(b"12");
        text.push_word(u128::from_le_bytes(*b"34 and the rest."), 2);
        assert_eq!(text.as_bytes(), b"1234");
        let mut out = b"0".to_vec();
        text.append_to(&mut out);
        assert_eq!(out, b"01234");
        text.push_number(0);
        assert_eq!(text.as_bytes(), b"12340");
        text.push_number(u32::MAX);
        text.push(b"more than there is room for");
        assert_eq!(text.as_bytes(), b"12340");
        let mut text = ShortText::new(&mut room);
        text.push_number(u32::MAX);
        assert_eq!(text.as_bytes(), b"4294967295");
    }

    #[test]
    fn characters_are_counted() {
        for text in ["", "Nf3", "Nf6e4×N", "½–½ ♔ и Кр, 黒の手番です", "♔♕♖♗♘♙"] {
            assert_eq!(characters(text.as_bytes()), text.chars().count(), "{text}");
        }
    }

    #[test]
    fn the_first_of_eight_bytes_is_found() {
        let word = load(b"?Nf3+ e5 ...", 1).expect("eight bytes");
        assert_eq!((first(below(word, 0x21)), first(equal(word, b'3')), first(equal(word, b'x'))), (4, 2, 8));
        assert_eq!(load(b"Nf3+ e5", 0), None);
    }
}
