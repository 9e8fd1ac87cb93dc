//! The record of a game on its way from the writer to the row group: a chunk per column.
//!
//! A record is its length and the chunks, each preceded by its length; all lengths are `u32`. A chunk is a
//! sequence of entries: a byte with the repetition level in its upper half and the definition level in its
//! lower half, followed by the value, if there is one. A text is preceded by its length: a byte, or 255 and a
//! `u32`. The first column, the number of the game, has entries without values, as the number isn't known
//! yet.

use std::ops::Range;

use crate::{eight::ShortText, layout::table::Each};

/// Definition levels of a list that isn't null; its elements may be null.
const EMPTY: u8 = 1;
const NULL_ELEMENT: u8 = 2;
const ELEMENT: u8 = 3;

/// Repetition levels of a further element of a list, and of a list in a list.
const FURTHER: u8 = 1 << 4;
const FURTHER_INNER: u8 = 2 << 4;

/// A value of an entry.
pub trait Value {
    /// Appends the value.
    fn push(&self, out: &mut Vec<u8>);
}

impl Value for &[u8] {
    fn push(&self, out: &mut Vec<u8>) {
        match u8::try_from(self.len()) {
            Ok(len) if len < u8::MAX => out.push(len),
            _ => {
                out.push(u8::MAX);
                push_length(self.len(), out);
            }
        }
        out.extend_from_slice(self);
    }
}

impl Value for &str {
    fn push(&self, out: &mut Vec<u8>) {
        self.as_bytes().push(out);
    }
}

impl Value for i32 {
    fn push(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
}

impl Value for i64 {
    fn push(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
}

impl Value for f64 {
    fn push(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
}

/// The entries of a column.
#[derive(Default)]
pub struct Chunk {
    bytes: Vec<u8>,
}

impl Chunk {
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    fn entry<V: Value>(&mut self, levels: u8, value: Option<V>) {
        self.bytes.push(levels);
        if let Some(value) = value {
            value.push(&mut self.bytes);
        }
    }

    pub fn row<V: Value>(&mut self, value: Option<V>) {
        self.entry(u8::from(value.is_some()), value);
    }

    /// Adds an element to the list in the only row.
    pub fn element<V: Value>(&mut self, value: Option<V>) {
        let level = if value.is_some() { ELEMENT } else { NULL_ELEMENT };
        self.entry(self.repeated() | level, value);
    }

    fn repeated(&self) -> u8 {
        if self.bytes.is_empty() { 0 } else { FURTHER }
    }

    /// Adds the text of a ply, appended by `collect` and of length `len`: as an element of the list in the
    /// only row, or as a row.
    #[inline(always)]
    pub fn text(&mut self, each: Each, len: u8, collect: impl FnOnce(&mut ShortText<'_, ROOM>)) {
        let levels = match each {
            Each::Game => self.repeated() | ELEMENT,
            Each::Ply => 1,
        };
        let mut room = [0; ROOM];
        let mut entry = ShortText::new(&mut room);
        entry.push(&[levels, len]);
        collect(&mut entry);
        entry.append_to(&mut self.bytes);
    }
}

/// Room for an entry with the text of a ply: two bytes, and the texts of [`texts`](crate::layout::texts).
const ROOM: usize = 64;

pub struct Record {
    chunk: Chunk,
    /// Offset of its beginning.
    start: usize,
}

impl Record {
    /// Begins a record with this many rows, after other records.
    pub fn new(rows: usize, mut records: Vec<u8>) -> Record {
        let start = records.len();
        push_length(0, &mut records);
        let mut record = Record { chunk: Chunk { bytes: records }, start };
        record.column(|chunk| chunk.bytes.resize(chunk.bytes.len() + rows, 0));
        record
    }

    /// Adds the next column, filled by `fill`.
    pub fn column(&mut self, fill: impl FnOnce(&mut Chunk)) {
        let at = self.chunk.bytes.len();
        push_length(0, &mut self.chunk.bytes);
        fill(&mut self.chunk);
        set_length(at, &mut self.chunk.bytes);
    }

    /// Adds a column with one row.
    pub fn value<V: Value>(&mut self, value: Option<V>) {
        self.column(|chunk| chunk.row(value));
    }

    /// Adds a column of lists with one row; without elements, an empty list.
    pub fn list<V: Value>(&mut self, elements: impl Iterator<Item = Option<V>>) {
        let mut list = Chunk::default();
        elements.for_each(|it| list.element(it));
        self.list_of(&list);
    }

    /// Adds a column of lists with one row, which has these elements.
    pub fn list_of(&mut self, elements: &Chunk) {
        self.column(|chunk| match &elements.bytes[..] {
            [] => chunk.bytes.push(EMPTY),
            elements => chunk.bytes.extend_from_slice(elements),
        });
    }

    /// Adds a column of rows: `first`, if given, then `rows`.
    pub fn rows_of(&mut self, first: Option<Option<&str>>, rows: &Chunk) {
        self.column(|chunk| {
            first.into_iter().for_each(|it| chunk.row(it));
            chunk.bytes.extend_from_slice(&rows.bytes);
        });
    }

    /// Adds a column with a list per row; an empty list becomes null.
    pub fn rows_of_lists<'l>(&mut self, rows: impl Iterator<Item = &'l [i32]>) {
        self.column(|chunk| {
            for row in rows {
                if row.is_empty() {
                    chunk.bytes.push(0);
                }
                for (n, value) in row.iter().enumerate() {
                    chunk.entry(ELEMENT | if n > 0 { FURTHER } else { 0 }, Some(*value));
                }
            }
        });
    }

    /// Adds a column of lists of lists with one row; an empty inner list becomes null.
    pub fn list_of_lists<'l>(&mut self, elements: impl Iterator<Item = &'l [i32]>) {
        self.column(|chunk| {
            for (n, element) in elements.enumerate() {
                let repeated = if n > 0 { FURTHER } else { 0 };
                if element.is_empty() {
                    chunk.bytes.push(repeated | NULL_ELEMENT);
                }
                for (n, value) in element.iter().enumerate() {
                    let repeated = if n > 0 { FURTHER_INNER } else { repeated };
                    chunk.entry(repeated | 5, Some(*value));
                }
            }
        });
    }

    /// Adds the two columns of a map with one row; an empty map becomes null.
    pub fn map(&mut self, pairs: &[[String; 2]]) {
        for n in 0..2 {
            self.column(|chunk| {
                if pairs.is_empty() {
                    chunk.bytes.push(0);
                }
                for (at, pair) in pairs.iter().enumerate() {
                    // Keys are never null.
                    let level = if n == 0 { ELEMENT - 1 } else { ELEMENT };
                    chunk.entry(level | if at > 0 { FURTHER } else { 0 }, Some(pair[n].as_str()));
                }
            });
        }
    }

    pub fn end(mut self) -> Vec<u8> {
        set_length(self.start, &mut self.chunk.bytes);
        self.chunk.bytes
    }
}

fn push_length(len: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&u32::try_from(len).expect("a game has less than 4 GB").to_le_bytes());
}

/// Fills in the length of the bytes after the four reserved for it at `at`.
fn set_length(at: usize, out: &mut [u8]) {
    let len = u32::try_from(out.len() - at - 4).expect("a game has less than 4 GB");
    out[at..at + 4].copy_from_slice(&len.to_le_bytes());
}

/// Reads the entries of a chunk, or the parts of a record.
pub struct Entries<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Entries<'b> {
    /// Creates a reader of these bytes.
    pub fn new(bytes: &'b [u8]) -> Entries<'b> {
        Entries { bytes, at: 0 }
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self.bytes[self.at..].first_chunk().expect("a value is complete");
        self.at += N;
        *bytes
    }

    fn take(&mut self, len: usize) -> Range<usize> {
        self.at += len;
        self.at - len..self.at
    }

    /// Returns the next part that is preceded by its length: a record, or a chunk of one.
    pub fn part(&mut self) -> Option<&'b [u8]> {
        if self.at == self.bytes.len() {
            return None;
        }
        let len = u32::from_le_bytes(self.array()) as usize;
        Some(&self.bytes[self.take(len)])
    }

    /// Returns whether the next entry begins a row; `None` at the end.
    pub fn begins_row(&self) -> Option<bool> {
        self.bytes.get(self.at).map(|levels| levels >> 4 == 0)
    }

    /// Returns the repetition and definition levels of the next entry.
    pub fn levels(&mut self) -> (i16, i16) {
        let [levels] = self.array();
        (i16::from(levels >> 4), i16::from(levels & 15))
    }

    /// Returns the range of the next text.
    pub fn text(&mut self) -> Range<usize> {
        let [len] = self.array();
        let len = if len == u8::MAX { u32::from_le_bytes(self.array()) as usize } else { len.into() };
        self.take(len)
    }

    pub fn int32(&mut self) -> i32 {
        i32::from_le_bytes(self.array())
    }

    /// Returns the next 64-bit integer.
    pub fn int64(&mut self) -> i64 {
        i64::from_le_bytes(self.array())
    }

    pub fn double(&mut self) -> f64 {
        f64::from_le_bytes(self.array())
    }
}
