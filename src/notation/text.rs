//! Short texts, put together on the stack.

use crate::chess::Square;

/// The text of a move, or a part of it, of at most `N` bytes; what is more is cut off.
#[derive(Clone, Copy)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

/// Room for the short texts of most notations.
pub type Short = Text<16>;

impl<const N: usize> Text<N> {
    #[inline]
    pub const fn new() -> Self {
        Text { bytes: [0; N], len: 0 }
    }

    #[inline]
    pub fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    #[inline]
    pub fn push_str(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    #[inline]
    pub fn push_square(&mut self, square: Square) {
        self.push(square.file_char());
        self.push(square.rank_char());
    }

    /// A number below 100.
    #[inline]
    pub fn push_number(&mut self, number: u8) {
        if number >= 10 {
            self.push(b'0' + number / 10 % 10);
        }
        self.push(b'0' + number % 10);
    }

    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Appends the text. Copying all the bytes and cutting is faster than copying just so many.
    #[inline]
    pub fn append_to(self, out: &mut Vec<u8>) {
        let end = out.len() + self.len;
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }
}
