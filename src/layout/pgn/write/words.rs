//! Words of a line: stored many bytes at a time, and moved to the next line if too long.

use std::iter;

use super::{AT_END, PgnWriter};
use crate::{eight, lex, notation::exact::ExactWord, resolve::exact::Number};

/// Room made at once for words, in bytes.
const ROOM: usize = 1024;

/// The bits of sixteen bytes that are zero in ASCII.
const NOT_ASCII: u128 = u128::from_ne_bytes([0x80; 16]);

impl PgnWriter<'_> {
    /// Begins a word.
    #[inline]
    pub(super) fn separate(&mut self) {
        if self.glued {
            self.glued = false;
        } else {
            self.blank = self.out.len();
            self.out.push(b' ');
        }
    }

    /// Ends a word, moving it to the next line if this one has become too long.
    #[inline]
    pub(super) fn wrap(&mut self) {
        if self.out.len() - self.line > self.width {
            self.break_line();
        }
    }

    #[cold]
    fn break_line(&mut self) {
        let line = &self.out[self.line..self.end.min(self.out.len())];
        // In chunks, of which the last may overlap: checking the rest byte by byte would double the time.
        let is_ascii = line.last_chunk().map_or_else(
            || line.is_ascii(),
            |last| {
                let words = line.as_chunks().0.iter().chain([last]);
                let bits = words.fold(0, |bits, word| bits | u128::from_ne_bytes(*word));
                bits & NOT_ASCII == 0
            },
        );
        let is_too_long = is_ascii || eight::characters(line) > self.width;
        // A line without a place to break may be too long.
        let blank = self.blank;
        if let (true, Some(place)) = (is_too_long, self.out.get_mut(blank)) {
            *place = b'\n';
            self.line = blank + 1;
            self.blank = AT_END;
        }
    }

    /// Writes a move number and a word of at most eight bytes, in two stores if both fit on the line.
    #[inline(always)]
    fn numbered_word(&mut self, number: Number, word: u64, len: usize) {
        let before = number.len() + 2;
        if let Some(room) = self.out.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut::<16>)
            && !self.glued
            && self.end + before + len - self.line <= self.width
        {
            let first = number.text() << 8 | u64::from(b' ');
            room[..8].copy_from_slice(&first.to_le_bytes());
            if let Some(second) = room.get_mut(before..).and_then(<[u8]>::first_chunk_mut) {
                *second = word.to_le_bytes();
            }
            self.interrupted = false;
            self.blank = self.end + before - 1;
            self.end += before + len;
        } else {
            self.number_and_word(number, word, len);
        }
    }

    /// Like [`Self::numbered_word`], if the line has to be broken or begun.
    #[inline(never)]
    fn number_and_word(&mut self, number: Number, word: u64, len: usize) {
        self.number(number);
        self.word(word, len);
    }

    /// Writes a move number.
    #[inline(always)]
    fn number(&mut self, number: Number) {
        self.interrupted = false;
        if self.glued {
            self.first_number(number);
        } else {
            self.word(number.text(), number.len());
        }
    }

    /// Writes a move number at the beginning of a line or after a parenthesis.
    #[cold]
    #[inline(never)]
    fn first_number(&mut self, number: Number) {
        self.glued = false;
        self.settle();
        self.out.extend_from_slice(&number.text().to_le_bytes()[..number.len()]);
        self.wrap();
    }

    /// Writes a move number, if any, and a word of at most eight bytes.
    #[inline(always)]
    pub(in crate::layout::pgn) fn short_word(&mut self, number: Option<Number>, word: u64, len: usize) {
        match number {
            Some(number) => self.numbered_word(number, word, len),
            None => self.word(word, len),
        }
    }

    /// Appends a space and a word of at most eight bytes.
    #[inline(always)]
    fn word(&mut self, word: u64, len: usize) {
        let blank = self.store(u128::from(word) << 8 | u128::from(b' '));
        self.end_word(blank, blank + 1 + len);
    }

    /// Stores sixteen bytes at the end of the text; returns their offset.
    #[inline(always)]
    fn store(&mut self, bytes: u128) -> usize {
        match self.out.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut) {
            Some(room) => {
                *room = bytes.to_le_bytes();
                self.end
            }
            None => self.store_and_make_room(bytes),
        }
    }

    #[cold]
    fn store_and_make_room(&mut self, bytes: u128) -> usize {
        self.settle();
        let end = self.out.len();
        self.out.extend_from_slice(&bytes.to_le_bytes());
        self.out.resize(end + ROOM, 0);
        end
    }

    /// Removes the room after the text.
    #[inline]
    pub(in crate::layout::pgn) fn settle(&mut self) {
        self.out.truncate(self.end);
        self.end = AT_END;
    }

    /// Writes a move number, if any, and a word with its mark.
    #[inline(always)]
    pub(in crate::layout::pgn) fn numbered_long_word(
        &mut self,
        number: Option<Number>,
        text: &ExactWord,
        mark: (u64, usize),
    ) {
        match number {
            Some(number) if mark.1 == 0 && text.len <= 16 => self.numbered_wide_word(number, text),
            Some(number) => self.number_and_long_word(number, text, mark),
            None => self.long_word(text, mark),
        }
    }

    /// Writes a move number and a word of at most sixteen bytes, like [`Self::numbered_word`].
    #[inline(always)]
    fn numbered_wide_word(&mut self, number: Number, text: &ExactWord) {
        let before = number.len() + 2;
        if let Some(room) = self.out.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut::<24>)
            && !self.glued
            && self.end + before + text.len - self.line <= self.width
        {
            let first = number.text() << 8 | u64::from(b' ');
            room[..8].copy_from_slice(&first.to_le_bytes());
            if let Some(second) = room.get_mut(before..).and_then(<[u8]>::first_chunk_mut) {
                *second = text.words[0].to_le_bytes();
            }
            self.interrupted = false;
            self.blank = self.end + before - 1;
            self.end += before + text.len;
        } else {
            self.number_and_long_word(number, text, (0, 0));
        }
    }

    #[inline(never)]
    fn number_and_long_word(&mut self, number: Number, text: &ExactWord, mark: (u64, usize)) {
        self.number(number);
        self.long_word(text, mark);
    }

    /// Appends a space and a word with its mark.
    #[inline(always)]
    fn long_word(&mut self, text: &ExactWord, mark: (u64, usize)) {
        let blank = self.store(text.words[0] << 8 | u128::from(b' '));
        let end = blank + 1 + text.len;
        if text.len > 15 {
            for (n, word) in text.words.iter().enumerate() {
                self.end = blank + 1 + 16 * n;
                self.store(*word);
            }
        }
        if mark.1 > 0 {
            self.end = end;
            self.store(mark.0.into());
        }
        self.end_word(blank, end + mark.1);
    }

    /// Appends a one-line comment in braces, wrapped between its words.
    #[inline(always)]
    pub(in crate::layout::pgn) fn stored_comment(&mut self, text: &str) {
        let text = text.as_bytes();
        let blank = self.room_for(text.len() + 3);
        self.out[blank] = b' ';
        // At the beginning of a line, the brace takes the place of the blank.
        let open = if std::mem::take(&mut self.glued) { blank } else { blank + 1 };
        self.blank = if open > blank { blank } else { self.blank };
        self.end = open + text.len() + 2;
        if let Some([first, room @ .., last]) = self.out.get_mut(open..self.end) {
            (*first, *last) = (b'{', b'}');
            copy_short(text, room);
        }
        self.interrupted = true;
        if self.end - self.line > self.width {
            self.wrap_comment(open + 1, text);
        }
    }

    /// Breaks the line between words of the comment at the end of the text, which begins at offset `first`.
    #[inline(never)]
    fn wrap_comment(&mut self, first: usize, text: &[u8]) {
        // A single command, as in `[%clk 0:01:00]`, can't be broken.
        if text.starts_with(b"[%") && lex::find_any([b']'], text, 0) == Some(text.len() - 1) {
            return self.wrap_stored();
        }
        let end = self.end;
        for at in breaks(text) {
            self.end = first + at;
            self.wrap_stored();
            self.blank = self.end;
        }
        self.end = end;
        self.wrap_stored();
    }

    /// Ensures that this many bytes can be stored at the end of the text; returns its offset.
    #[inline(always)]
    fn room_for(&mut self, len: usize) -> usize {
        self.end = self.end.min(self.out.len());
        if self.out.len() - self.end < len {
            self.make_room(len);
        }
        self.end
    }

    #[cold]
    fn make_room(&mut self, len: usize) {
        self.out.resize(self.end + len + ROOM, 0);
    }

    #[inline(always)]
    fn end_word(&mut self, blank: usize, end: usize) {
        self.end = end;
        // A bracket that belongs to the word may follow.
        self.blank = blank;
        self.wrap_stored();
    }

    /// Ends a stored word, moving it to the next line if this one has become too long.
    #[inline(always)]
    fn wrap_stored(&mut self) {
        if self.end - self.line > self.width {
            self.break_line();
        }
    }

    /// Begins a new line, unless at the beginning of one.
    pub(in crate::layout) fn new_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push(b'\n');
        }
        self.line = self.out.len();
        self.blank = AT_END;
        self.glued = true;
    }
}

/// Copies a text that is mostly too short to be worth a call.
#[inline(always)]
fn copy_short(from: &[u8], to: &mut [u8]) {
    match from.len() {
        8..16 => copy_ends::<8>(from, to),
        16..=32 => copy_ends::<16>(from, to),
        _ => to.copy_from_slice(from),
    }
}

/// Copies a text of `N` to 2 × `N` bytes by its first and last `N` bytes.
#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) {
    let len = from.len();
    if let (Some(first), Some(last), true) =
        (from.first_chunk::<N>(), from.last_chunk::<N>(), to.len() == len)
    {
        to[..N].copy_from_slice(first);
        to[len - N..].copy_from_slice(last);
    }
}

/// Iterates over the spaces of a comment where a line may be broken: single spaces, not inside `[%…]`, and
/// not before anything that is significant at the beginning of a line.
fn breaks(text: &[u8]) -> impl Iterator<Item = usize> {
    // The beginning of a word.
    let mut word = 0;
    let mut closed = true;
    // Most words are too short for vectorised search.
    let find = |byte, mut from| {
        loop {
            let at = lex::find_any([byte], text, from)?;
            if text[at] == byte {
                return Some(at);
            }
            from = at + 1;
        }
    };
    iter::from_fn(move || {
        loop {
            let mut from = word;
            if closed && text[word..].starts_with(b"[%") {
                let end = find(b']', word);
                closed = end.is_some();
                from = end.unwrap_or(word);
            }
            let blank = find(b' ', from)?;
            word = blank + 1;
            let after = &text[word..];
            let single = !matches!(text[..blank].last(), None | Some(b' '))
                && !matches!(after.first(), None | Some(b' ' | b'%'));
            if single && !after.starts_with(b"[Event ") {
                return Some(blank);
            }
        }
    })
}
