//! Short texts assembled on the stack.

/// A move's text or part of it: at most `N` bytes (at most 255), truncated beyond.
#[derive(Clone, Copy)]
pub struct ShortText<const N: usize = 16> {
    bytes: [u8; N],
    len: u8,
}

impl<const N: usize> ShortText<N> {
    #[inline]
    pub const fn new() -> Self {
        ShortText { bytes: [0; N], len: 0 }
    }

    #[inline]
    pub fn of(text: &str) -> Self {
        let mut short = Self::new();
        short.push_str(text);
        short
    }

    #[inline]
    pub fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len += 1;
        }
    }

    /// Appends a part. Copying all bytes is faster than copying a variable number.
    #[inline]
    pub fn push_part<const M: usize>(&mut self, part: ShortText<M>) {
        let start = usize::from(self.len);
        if let Some(place) = self.bytes.get_mut(start..start + M) {
            place.copy_from_slice(&part.bytes);
            self.len += part.len;
        }
    }

    #[inline]
    pub fn push_str(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Returns the first eight bytes as a word, first byte lowest, and the length. Bytes after the text are 0.
    #[inline(always)]
    pub fn word(&self) -> (u64, usize) {
        let mut word = [0; 8];
        let len = N.min(word.len());
        word[..len].copy_from_slice(&self.bytes[..len]);
        (u64::from_le_bytes(word), usize::from(self.len))
    }

    /// Returns the first 32 bytes as two words, first byte lowest. Bytes after the text are 0.
    #[inline(always)]
    pub fn long_words(&self) -> [u128; 2] {
        let mut words = [[0; 16]; 2];
        let bytes = words.as_flattened_mut();
        let len = N.min(bytes.len());
        bytes[..len].copy_from_slice(&self.bytes[..len]);
        words.map(u128::from_le_bytes)
    }
}
