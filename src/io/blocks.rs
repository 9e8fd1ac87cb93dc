//! Splitting of a byte stream into blocks of whole games.
//!
//! A block ends where a game ends regardless of what follows, so that blocks can be read independently and the
//! result does not depend on how the bytes arrived. Whatever is complete is passed on at once: a game from a
//! slow pipe does not wait for the next one.
//!
//! Usually a game ends where an `Event` tag follows a termination marker, which the surrounding lines show.
//! Otherwise the games must be read to find their ends. The effort for that is bounded by the bytes read, so
//! the time is linear however the bytes arrive.
//!
//! A game above the size limit is passed on in pieces, up to the next line that begins with an `Event` tag, so
//! that memory stays bounded.

use std::{
    io::{self, ErrorKind, Read},
    sync::Arc,
};

use encoding_rs::Encoding;
use memchr::memrchr2;

use super::{Form, buffers, encoding};
use crate::{
    bug::{self, Bug},
    lex, lines,
};

/// The number of bytes to read at a time, unless the output is much larger.
const CHUNK: usize = 256 << 10;

/// The same for a single thread, which hands nothing over: even output of ten times the size stays in the
/// cache of a core.
const CHUNK_ALONE: usize = 64 << 10;

/// The number of bytes to read first: most files in folders have only one game, and room that is not used
/// would have to be cleared.
const FIRST: usize = 8 << 10;

/// The number of bytes needed to recognise the beginning of a game.
const BEGINNING: usize = 64;

/// The distance in bytes from the end of a text without line ends within which the end of a game is
/// undecided.
const UNSURE: usize = 1024;

/// A piece of the input.
#[derive(Debug)]
pub struct Block<F> {
    /// The bytes as read.
    pub bytes: Vec<u8>,
    /// The number of the first line.
    pub first_line: u64,
    /// The form of the input.
    pub format: F,
    /// Whether it consists of whole games.
    pub content: BlockContent,
    /// The name of the text, as messages show it; empty if it has none.
    pub name: Arc<str>,
}

/// What a block contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockContent {
    /// Whole games.
    Games,
    /// A piece of a game above the size limit.
    TooLarge {
        /// Whether the game begins here.
        first: bool,
        /// Whether the game ends here.
        last: bool,
    },
}

/// How to split a stream.
#[derive(Clone, Copy, Debug)]
pub struct Cutting<F> {
    /// The form of the input; `None` detects it from the beginning of the stream.
    pub format: Option<F>,
    /// The encoding, if given.
    pub encoding: Option<&'static Encoding>,
    /// The limit on the bytes of a game.
    pub max_game: usize,
}

/// The blocks of a stream.
pub struct Blocks<R, F> {
    input: R,
    cutting: Cutting<F>,
    /// The number of bytes to read at a time, and of the next read.
    chunk: usize,
    next_read: usize,
    /// The bytes read but not passed on: the first `filled`, followed by room for more.
    pending: Vec<u8>,
    filled: usize,
    line: u64,
    /// The name of the text.
    name: Arc<str>,
    ended: bool,
    /// The number of bytes read, and the number scanned for the format and for ends of games.
    read: u64,
    scanned: u64,
    /// The number of pending bytes from which it pays to look for ends without boundaries.
    next_scan: usize,
    /// `Some` while the pending bytes continue an oversized game; then whether a piece of it was already
    /// passed on.
    skipping: Option<bool>,
    /// The first bug met while looking for ends of games, and the line before it.
    bug: Option<(u64, Bug)>,
}

impl<R: Read, F: Form> Blocks<R, F> {
    /// Creates the blocks of this stream.
    pub fn new(input: R, cutting: Cutting<F>) -> Blocks<R, F> {
        Blocks {
            input,
            cutting,
            chunk: CHUNK,
            next_read: FIRST,
            pending: buffers::take(FIRST),
            filled: 0,
            line: 1,
            name: Arc::default(),
            ended: false,
            read: 0,
            scanned: 0,
            next_scan: 2 * CHUNK,
            skipping: None,
            bug: None,
        }
    }

    /// Sets the name of the text.
    pub fn named(self, name: &str) -> Blocks<R, F> {
        Blocks { name: name.into(), ..self }
    }

    /// Makes the blocks smaller for an output larger than the input (by this order of magnitude), and for a
    /// single thread.
    #[must_use]
    pub fn for_work(self, expansion: usize, threads: usize) -> Blocks<R, F> {
        let chunk = (CHUNK / expansion).min(if threads == 1 { CHUNK_ALONE } else { CHUNK });
        Blocks { chunk, next_read: FIRST.min(chunk), next_scan: 2 * chunk, ..self }
    }

    /// Sets the number of the first line.
    #[must_use]
    pub fn beginning_at(self, line: u64) -> Blocks<R, F> {
        Blocks { line, ..self }
    }

    /// Returns the next block; `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of the stream. What was read before remains available through [`Self::rest`].
    pub fn next_block(&mut self) -> io::Result<Option<Block<F>>> {
        loop {
            if self.ended {
                return Ok(self.rest());
            }
            let new = self.fill()?;
            if new == 0 {
                self.ended = true;
                continue;
            }
            if let Some(block) = self.cut(new) {
                return Ok(Some(block));
            }
        }
    }

    /// Returns what was read but not passed on, after an error.
    pub fn rest(&mut self) -> Option<Block<F>> {
        self.ended = true;
        if self.filled > self.limit()
            && self.skipping.is_none()
            && let Some(block) = self.cut(0)
        {
            return Some(block);
        }
        if self.skipping.is_some()
            && let Some(block) = self.skip()
        {
            return Some(block);
        }
        (self.filled > 0).then(|| self.take(self.filled, BlockContent::Games))
    }

    /// Returns the number of bytes to examine before a game counts as too large: seeing its end takes some of
    /// what follows.
    fn limit(&self) -> usize {
        self.cutting.max_game.saturating_add(CHUNK)
    }

    /// Passes on the first `len` pending bytes.
    fn take(&mut self, len: usize, content: BlockContent) -> Block<F> {
        let rest = self.filled - len;
        let room = if self.ended { rest } else { rest + self.next_read };
        let mut next = buffers::take(room);
        next.resize(room, 0);
        next[..rest].copy_from_slice(&self.pending[len..self.filled]);
        let mut bytes = std::mem::replace(&mut self.pending, next);
        bytes.truncate(len);
        self.filled = rest;
        self.next_scan = 2 * self.chunk;
        let first_line = self.line;
        self.line += lines::count(&bytes);
        let format = self.cutting.format.or_else(|| self.format_of(&bytes, true)).unwrap_or_default();
        Block { bytes, first_line, format, content, name: Arc::clone(&self.name) }
    }

    /// Detects the format of an input from its first bytes. A text that triggers a bug is taken for the
    /// default format, which may contain any words.
    fn format_of(&mut self, bytes: &[u8], whole: bool) -> Option<F> {
        bug::survive(|| F::of(bytes, whole)).unwrap_or_else(|bug| {
            self.keep_bug(bug);
            Some(F::default())
        })
    }

    /// Keeps the first bug. Reading the game itself will probably trigger it again.
    fn keep_bug(&mut self, bug: Bug) {
        self.bug.get_or_insert((self.line, bug));
    }

    /// Returns the first bug since the last call, and the line before it.
    pub fn take_bug(&mut self) -> Option<(u64, Bug)> {
        self.bug.take()
    }

    fn fill(&mut self) -> io::Result<usize> {
        if self.pending.len() - self.filled < self.next_read / 4 {
            // Doubles the size, so that a game that arrives in many reads is not copied by each of them.
            let room = self.filled.max(self.next_read);
            self.pending.resize(self.filled + room, 0);
        }
        let end = self.pending.len().min(self.filled + self.next_read);
        let new = loop {
            match self.input.read(&mut self.pending[self.filled..end]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.filled += new;
        self.read += new as u64;
        if self.filled == end {
            self.next_read = self.chunk;
        }
        Ok(new)
    }

    /// Returns the next block of the pending bytes, of which the last `new` have just arrived.
    fn cut(&mut self, new: usize) -> Option<Block<F>> {
        if self.skipping.is_some() {
            return self.skip();
        }
        if self.cutting.format.is_none() && self.may_scan(self.filled) {
            self.scanned += self.filled as u64;
            let pending = std::mem::take(&mut self.pending);
            self.cutting.format = self.format_of(&pending[..self.filled], false);
            self.pending = pending;
        }
        let limit = self.limit();
        let format = match self.cutting.format {
            Some(format) => format,
            None if self.filled > limit => F::default(),
            None => return None,
        };
        if self.filled > limit {
            // Decided by these bytes alone, however many more have arrived.
            let end = self.scan(format, 0..limit);
            if end == 0 {
                self.skipping = Some(false);
                return self.skip();
            }
            return Some(self.take(end, BlockContent::Games));
        }
        // Part of a beginning may have arrived before.
        let from = (self.filled - new).saturating_sub(BEGINNING);
        let start = format.last_boundary(&self.pending[..self.filled], from).unwrap_or(0);
        let rest = self.filled - start;
        let complete = ends_in_blank_line(&self.pending[start..self.filled]);
        let end = if self.may_scan(rest) && (complete || rest >= self.next_scan) {
            let end = self.scan(format, start..self.filled);
            self.next_scan = self.next_scan.max(2 * rest);
            end
        } else {
            start
        };
        (end > 0).then(|| self.take(end, BlockContent::Games))
    }

    /// Whether `len` more bytes may be scanned. However small the reads, each byte is scanned only a few
    /// times.
    fn may_scan(&self, len: usize) -> bool {
        self.scanned + len as u64 <= 16 * self.read + 4096
    }

    /// Returns the end of the last game in a range that is certainly complete, or the start of the range.
    fn scan(&mut self, format: F, range: std::ops::Range<usize>) -> usize {
        let bytes = &self.pending[range.clone()];
        self.scanned += bytes.len() as u64;
        // The last line may continue, and a final carriage return may be half a line end.
        let settled = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let mut len = memrchr2(b'\n', b'\r', settled).map_or(0, |n| n + 1);
        let mut sure = len;
        if bytes.len() - len > CHUNK {
            len = bytes.len();
            sure = len - UNSURE;
        }
        let mut end = 0;
        let found = bug::survive(|| {
            let text = format.plain(encoding::structure(&bytes[..len], self.cutting.encoding));
            let mut ends = format.ends(&text);
            loop {
                let next = ends(end);
                if !next.decided || next.at == end || next.at > sure {
                    break;
                }
                end = next.at;
            }
        });
        if let Err(bug) = found {
            self.keep_bug(bug);
        }
        range.start + end
    }

    /// Passes on the part of an oversized game that certainly belongs to it. `None` if no pending bytes do.
    fn skip(&mut self) -> Option<Block<F>> {
        let begun = self.skipping?;
        // Its first bytes have been scanned; the last ones may be half of a beginning, and some bytes before
        // the pending ones were kept to see whether a line begins.
        let from = if begun { 1 } else { self.limit().min(self.filled) };
        let bytes = &self.pending[..self.filled];
        let (len, last) = match lex::next_event(bytes, from) {
            Some(at) => (at, true),
            None if self.ended => (self.filled, true),
            None => {
                let len = self.filled.saturating_sub(BEGINNING);
                // A block that ended between the halves of a line end would count the line twice.
                (if len > 0 && bytes[len - 1] == b'\r' { len - 1 } else { len }, false)
            }
        };
        if len == 0 {
            return None;
        }
        self.skipping = (!last).then_some(true);
        Some(self.take(len, BlockContent::TooLarge { first: !begun, last }))
    }
}

/// Whether the last bytes complete a blank line. Only a blank line or the beginning of another game ends a
/// game.
fn ends_in_blank_line(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(BEGINNING)..];
    let text = tail.trim_ascii_end();
    tail.last().is_some_and(|&it| lex::is_line_end(it)) && lines::count(&tail[text.len()..]) > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::InputFormat;

    const CUTTING: Cutting<InputFormat> = Cutting { format: None, encoding: None, max_game: 64 << 20 };

    /// Delivers these numbers of bytes at a time, cyclically.
    struct Dripping<'a>(&'a [u8], Vec<usize>);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.rotate_left(1);
            let len = self.1[0].min(buffer.len()).min(self.0.len());
            buffer[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }

    fn blocks(input: impl Read, cutting: Cutting<InputFormat>) -> Vec<Block<InputFormat>> {
        let mut blocks = Blocks::new(input, cutting);
        std::iter::from_fn(|| blocks.next_block().unwrap()).collect()
    }

    #[test]
    fn a_game_is_handed_on_when_the_blank_line_after_it_has_come() {
        for text in ["1. e4 e5 1-0\n\n", "[White \"A\"]\r\n\r\n1. e4 e5\r\n1/2-1/2\r\n\r\n", "1. e4 ½-½\n\n"]
        {
            let mut stream = Blocks::new(text.as_bytes().chain(Waiting), CUTTING);
            let block = stream.next_block().unwrap().unwrap();
            assert_eq!(block.bytes.trim_ascii_end(), text.trim_end().as_bytes());
        }
    }

    /// A pipe that blocks forever.
    struct Waiting;

    impl Read for Waiting {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("waited for more");
        }
    }

    #[test]
    fn nothing_is_lost_and_lines_are_counted_however_the_bytes_come() {
        let text =
            "[Event \"a\"]\r\n\r\n1. e4 {x\r\n\r\n} 1-0\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n".repeat(40);
        for sizes in [vec![1], vec![7, 1, 30], vec![1000], vec![1 << 20]] {
            let mut line = 1;
            let mut all = Vec::new();
            for block in blocks(Dripping(text.as_bytes(), sizes), CUTTING) {
                assert_eq!(block.first_line, line);
                line += lines::count(&block.bytes);
                all.extend(block.bytes);
            }
            assert_eq!(all, text.as_bytes());
        }
    }

    #[test]
    fn a_game_that_is_too_large_comes_in_pieces_up_to_the_next_event() {
        let small = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n";
        let large = format!("[Event \"b\"]\n\n1. e4 {{{}\n", "word \r\n".repeat(300_000));
        let text = format!("{small}{large}{small}");
        let cutting = Cutting { max_game: 1 << 20, ..CUTTING };
        for sizes in [vec![1000, 3], vec![65_536], vec![1 << 20]] {
            let blocks = blocks(Dripping(text.as_bytes(), sizes), cutting);
            let of = |wanted: fn(&BlockContent) -> bool| -> Vec<u8> {
                blocks.iter().filter(|it| wanted(&it.content)).flat_map(|it| it.bytes.clone()).collect()
            };
            assert_eq!(of(|it| *it == BlockContent::Games), format!("{small}{small}").as_bytes());
            assert_eq!(of(|it| *it != BlockContent::Games), large.as_bytes());
            let mut line = 1;
            for block in &blocks {
                assert_eq!(block.first_line, line);
                line += lines::count(&block.bytes);
                assert!(block.bytes.len() < 4 << 20);
            }
            let pieces: Vec<BlockContent> =
                blocks.iter().map(|it| it.content).filter(|it| *it != BlockContent::Games).collect();
            assert!(matches!(pieces[0], BlockContent::TooLarge { first: true, .. }));
            assert!(matches!(pieces[pieces.len() - 1], BlockContent::TooLarge { last: true, .. }));
        }
    }

    #[test]
    fn games_on_one_long_line_are_told_apart() {
        let text = "1. e4 e5 2. Nf3 Nc6 1-0 ".repeat(100_000);
        let blocks = blocks(text.as_bytes(), Cutting { max_game: 100, ..CUTTING });
        assert!(blocks.iter().all(|it| it.content == BlockContent::Games));
        assert_eq!(blocks.iter().map(|it| it.bytes.len()).sum::<usize>(), text.len());
        assert!(blocks.len() > 2);
    }
}
