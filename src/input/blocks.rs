//! Cutting a stream of bytes into blocks of whole games.
//!
//! A block ends where a game ends whatever may follow, so that blocks can be read independently and the answer
//! does not depend on how the bytes arrived. What has arrived and is complete is handed on at once: a game
//! from a slow pipe is not held back until the next one comes.

use std::io::{self, ErrorKind, Read};

use crate::{layout::Form, report::count_lines};

/// How much is read at a time.
const CHUNK: usize = 256 << 10;

/// How many bytes it takes to see that a game begins.
const BEGINNING: usize = 64;

/// A stretch of input that holds whole games.
#[derive(Debug)]
pub struct Block {
    /// The bytes, as they were read.
    pub bytes: Vec<u8>,
    /// The number of its first line.
    pub first_line: u64,
    /// The form of the input.
    pub form: Form,
}

/// The blocks of a stream.
pub struct Blocks<R> {
    input: R,
    /// The form of the input, once it is known.
    form: Option<Form>,
    /// What has been read and not handed on.
    pending: Vec<u8>,
    line: u64,
    ended: bool,
    /// How many bytes have been read, and how many looked at to find the end of the game at hand.
    read: u64,
    scanned: u64,
}

impl<R: Read> Blocks<R> {
    /// The blocks of this stream.
    ///
    /// `form` says how games lie in it; `None` leaves that to be seen from how it begins.
    pub fn new(input: R, form: Option<Form>) -> Blocks<R> {
        Blocks { input, form, pending: Vec::new(), line: 1, ended: false, read: 0, scanned: 0 }
    }

    /// The next block; `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of the stream. What was read before stays to be had.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        loop {
            if self.ended {
                return Ok(self.rest());
            }
            let new = self.fill()?;
            if new == 0 {
                self.ended = true;
                continue;
            }
            if let Some(cut) = self.cut(new) {
                let rest = self.pending.split_off(cut);
                let bytes = std::mem::replace(&mut self.pending, rest);
                return Ok(Some(self.block(bytes)));
            }
        }
    }

    /// What has been read and not handed on, after an error.
    pub fn rest(&mut self) -> Option<Block> {
        self.ended = true;
        let rest = std::mem::take(&mut self.pending);
        (!rest.is_empty()).then(|| self.block(rest))
    }

    fn block(&mut self, bytes: Vec<u8>) -> Block {
        let first_line = self.line;
        self.line += count_lines(&bytes);
        let form = self.form.or_else(|| Form::of(&bytes, true)).unwrap_or_default();
        Block { bytes, first_line, form }
    }

    fn fill(&mut self) -> io::Result<usize> {
        let len = self.pending.len();
        self.pending.resize(len + CHUNK, 0);
        let new = loop {
            match self.input.read(&mut self.pending[len..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.pending.truncate(len + *new.as_ref().unwrap_or(&0));
        self.read += *new.as_ref().unwrap_or(&0) as u64;
        new
    }

    /// Where the pending bytes can be cut, of which the last `new` have just come.
    fn cut(&mut self, new: usize) -> Option<usize> {
        if self.form.is_none() {
            self.form = Form::of(&self.pending, false);
        }
        let form = self.form?;
        // What tells a beginning may have come in part before.
        let from = (self.pending.len() - new).saturating_sub(BEGINNING);
        let start = form.last_boundary(&self.pending, from).unwrap_or(0);
        let complete = self.complete(form, start);
        (complete > 0).then_some(complete)
    }

    /// The end of the last game after `start` that is over, whatever may follow.
    fn complete(&mut self, form: Form, start: usize) -> usize {
        let bytes = &self.pending[start..];
        // Only a blank line or another game's beginning tells that a game is over.
        let worth_it = ends_in_blank_line(bytes) || bytes.len() >= 2 * CHUNK;
        let budget = 16 * self.read + 4096;
        if !worth_it || self.scanned + bytes.len() as u64 > budget {
            return start;
        }
        self.scanned += bytes.len() as u64;
        // The last line may go on. Of other letters than ASCII it only matters here that they are some.
        let lines = bytes.iter().rposition(|it| *it == b'\n').map_or(0, |n| n + 1);
        let text: String =
            bytes[..lines].iter().map(|it| if it.is_ascii() { *it as char } else { 'x' }).collect();
        let mut end = 0;
        loop {
            let next = form.extent(&text, end);
            if !next.decided || next.at == end {
                return start + end;
            }
            end = next.at;
        }
    }
}

fn ends_in_blank_line(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_end();
    count_lines(&bytes[text.len()..]) > 1 && bytes.last() == Some(&b'\n')
}
