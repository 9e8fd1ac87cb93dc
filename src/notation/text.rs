//! Short texts, put together on the stack.

use crate::model::Square;

/// The text of a move, or a part of it, of at most 16 bytes; what is more is cut off.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; Text::CAPACITY],
    len: usize,
}

impl Text {
    const CAPACITY: usize = 16;

    #[inline]
    pub const fn new() -> Text {
        Text { bytes: [0; Text::CAPACITY], len: 0 }
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

    /// Appends the text. Copying all the bytes and cutting is faster than copying just so many.
    #[inline]
    pub fn append_to(self, out: &mut Vec<u8>) {
        let end = out.len() + self.len;
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }
}
