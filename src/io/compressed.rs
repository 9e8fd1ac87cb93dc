//! Compressed streams, recognised by their first bytes: gzip, zstd, bzip2, xz.
//!
//! All of them may consist of several members (zstd's frames, bzip2's and xz's streams), which are decoded
//! separately. Data after the last member that form no further one are counted but not read.

use std::{
    io::{self, BufRead, ErrorKind, Read},
    sync::{Arc, Mutex, PoisonError},
};

use lzma_rust2::XzReader;

use super::{
    buffers,
    foreign::{self, Foreign, Seen},
};

/// The compression of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// gzip (RFC 1952).
    Gzip,
    /// zstd (RFC 8878), including skippable frames.
    Zstd,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// A zip archive, which needs random access.
    Zip,
}

/// What the beginning of a stream shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sniffed {
    /// It is not compressed.
    Plain,
    /// More bytes are needed.
    More,
    /// It is compressed.
    Compressed(Compression),
    /// It is not a text.
    Foreign(Foreign),
}

const MAGIC: [(&[u8], Compression); 6] = [
    (b"\x1f\x8b\x08", Compression::Gzip),
    (b"\x28\xb5\x2f\xfd", Compression::Zstd),
    (b"BZh", Compression::Bzip2),
    (b"\xfd7zXZ\x00", Compression::Xz),
    (b"PK\x03\x04", Compression::Zip),
    (b"PK\x05\x06", Compression::Zip),
];

/// The longest signature, that of bzip2.
const LONGEST: usize = 10;

/// Detects the compression from the first bytes. `whole` means that there are no more.
#[must_use]
pub fn sniff(first: &[u8], whole: bool) -> Sniffed {
    let mut more = false;
    for (magic, format) in MAGIC {
        if first.starts_with(magic) {
            // `BZh` alone might be text; a level and the digits of pi (or of its square root) follow.
            let block: &[u8] = b"\x31\x41\x59\x26\x53\x59";
            let end: &[u8] = b"\x17\x72\x45\x38\x50\x90";
            if format == Compression::Bzip2 && !whole {
                let rest = &first[magic.len()..];
                let fits = rest.first().is_none_or(|it| (b'1'..=b'9').contains(it))
                    && rest.get(1..).is_none_or(|it| {
                        let it = &it[..it.len().min(block.len())];
                        block.starts_with(it) || end.starts_with(it)
                    });
                if !fits {
                    return Sniffed::Plain;
                }
                if first.len() < LONGEST {
                    return Sniffed::More;
                }
            }
            return Sniffed::Compressed(format);
        }
        more |= magic.starts_with(first);
    }
    let skippable =
        |it: &[u8]| (0x50..0x60).contains(&it[0]) && b"\x2a\x4d\x18".starts_with(&it[1..it.len().min(4)]);
    if !first.is_empty() && skippable(first) {
        return if first.len() >= 4 { Sniffed::Compressed(Compression::Zstd) } else { more_or_plain(whole) };
    }
    match foreign::seen(first) {
        Seen::Foreign(it) => Sniffed::Foreign(it),
        Seen::More => more_or_plain(whole),
        Seen::Text if more => more_or_plain(whole),
        Seen::Text => Sniffed::Plain,
    }
}

const fn more_or_plain(whole: bool) -> Sniffed {
    if whole { Sniffed::Plain } else { Sniffed::More }
}

/// The number of bytes to read first, which is enough to recognise what they are, and then at a time by
/// decoders. Most files in folders are small, and room that is not used would have to be cleared.
const FIRST: usize = 4 << 10;
const BUFFER: usize = 64 << 10;

/// A stream with lookahead.
pub struct PeekReader<'a> {
    input: Box<dyn Read + Send + 'a>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
}

impl<'a> PeekReader<'a> {
    /// Wraps a stream.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send + 'a>) -> PeekReader<'a> {
        let mut buffer = buffers::take(FIRST);
        buffer.resize(FIRST, 0);
        PeekReader { input, buffer, at: 0, end: 0 }
    }

    /// Detects the compression from here on, reading ahead as far as needed.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn sniff(&mut self) -> io::Result<Sniffed> {
        if self.at > 0 {
            self.buffer.copy_within(self.at..self.end, 0);
            (self.at, self.end) = (0, self.end - self.at);
        }
        let mut whole = false;
        loop {
            let first = &self.buffer[..self.end];
            match sniff(first, whole) {
                Sniffed::More if !whole => {}
                sniffed => return Ok(sniffed),
            }
            whole = match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => false,
                Err(error) => return Err(error),
                Ok(new) => {
                    self.end += new;
                    new == 0
                }
            };
        }
    }
}

impl Drop for PeekReader<'_> {
    fn drop(&mut self) {
        buffers::give(std::mem::take(&mut self.buffer));
    }
}

impl Read for PeekReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.end && buffer.len() >= FIRST {
            return self.input.read(buffer);
        }
        let ready = self.fill_buf()?;
        let len = ready.len().min(buffer.len());
        buffer[..len].copy_from_slice(&ready[..len]);
        self.at += len;
        Ok(len)
    }
}

impl BufRead for PeekReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end {
            self.buffer.resize(BUFFER, 0);
            (self.at, self.end) = (0, 0);
            self.end = self.input.read(&mut self.buffer)?;
        }
        Ok(&self.buffer[self.at..self.end])
    }

    fn consume(&mut self, len: usize) {
        self.at = self.end.min(self.at + len);
    }
}

/// The size in bytes of a piece, after which it is checked whether more is available without waiting. Up to
/// this much may be lost before damage in a stream.
const PIECE: usize = 16 << 10;

/// A decoded compressed stream.
pub struct Members<'a> {
    format: Compression,
    state: State<'a>,
    trailing: SharedTrailing,
    /// An error met after bytes that could still be delivered.
    failed: Option<io::Error>,
}

/// Where the data after the last member are reported, once everything has been read.
pub type SharedTrailing = Arc<Mutex<Trailing>>;

/// The data after the last member.
#[derive(Clone, Copy, Default, Debug)]
pub struct Trailing {
    /// The number of bytes.
    pub bytes: u64,
    /// Whether they are more than padding.
    pub meant: bool,
}

enum State<'a> {
    Gzip(Box<flate2::bufread::GzDecoder<PeekReader<'a>>>),
    #[cfg(feature = "native")]
    Zstd(zstd::stream::read::Decoder<'static, PeekReader<'a>>),
    Bzip2(bzip2::bufread::BzDecoder<PeekReader<'a>>),
    Xz(Box<XzReader<PeekReader<'a>>>),
    Ended,
}

impl<'a> Members<'a> {
    /// Decodes a stream.
    ///
    /// # Errors
    ///
    /// If the decoder cannot be set up.
    pub fn new(
        format: Compression,
        source: PeekReader<'a>,
        trailing: SharedTrailing,
    ) -> io::Result<Members<'a>> {
        let state = State::new(format, source)?;
        Ok(Members { format, state, trailing, failed: None })
    }

    /// Decodes what follows a member.
    ///
    /// # Errors
    ///
    /// Those of the stream, or if the decoder cannot be set up.
    #[cfg(feature = "native")]
    pub fn after(
        format: Compression,
        source: PeekReader<'a>,
        trailing: SharedTrailing,
    ) -> io::Result<Members<'a>> {
        let mut members = Members { format, state: State::Ended, trailing, failed: None };
        members.continue_with(source)?;
        Ok(members)
    }

    /// Reads a piece, which is empty only at the end.
    fn piece(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let len = match &mut self.state {
                State::Gzip(it) => it.read(buffer),
                #[cfg(feature = "native")]
                State::Zstd(it) => it.read(buffer),
                State::Bzip2(it) => it.read(buffer),
                State::Xz(it) => it.read(buffer),
                State::Ended => return Ok(0),
            };
            match len {
                Ok(0) => self.next_member()?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.damage(error)),
                result => return result,
            }
        }
    }

    fn damage(&mut self, error: io::Error) -> io::Error {
        self.state = State::Ended;
        let name = self.format.name();
        let wrapped = |why: String| io::Error::new(error.kind(), why);
        let said = error.to_string();
        if said.contains("too much memory") || said.contains("needed memory too big") {
            let window = 1 << (WINDOW_LOG - 20);
            return wrapped(format!(
                "the {name} data need a window of more than {window} MiB; decompress them with {name}"
            ));
        }
        match error.kind() {
            ErrorKind::UnexpectedEof => wrapped(format!("truncated {name} data")),
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::Other => {
                wrapped(format!("the {name} data are damaged: {error}"))
            }
            _ => error,
        }
    }

    /// Continues with what follows a member.
    fn next_member(&mut self) -> io::Result<()> {
        let source = match std::mem::replace(&mut self.state, State::Ended) {
            State::Gzip(it) => it.into_inner(),
            #[cfg(feature = "native")]
            State::Zstd(it) => it.finish(),
            State::Bzip2(it) => it.into_inner(),
            State::Xz(it) => it.into_inner(),
            State::Ended => return Ok(()),
        };
        self.continue_with(source)
    }

    /// Decodes the next member, skipping padding, or counts the bytes that are no member.
    fn continue_with(&mut self, mut source: PeekReader<'a>) -> io::Result<()> {
        let mut padding = 0;
        loop {
            let bytes = source.fill_buf()?;
            let zeros = bytes.iter().take_while(|it| **it == 0).count();
            let more = zeros == bytes.len() && zeros > 0;
            source.consume(zeros);
            padding += zeros as u64;
            if !more {
                break;
            }
        }
        if source.sniff()? == Sniffed::Compressed(self.format) {
            self.state = State::new(self.format, source)?;
            return Ok(());
        }
        let rest = io::copy(&mut source, &mut io::sink())?;
        let trailing = Trailing { bytes: padding + rest, meant: rest > 0 };
        *self.trailing.lock().unwrap_or_else(PoisonError::into_inner) = trailing;
        Ok(())
    }
}

impl Compression {
    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zip => "zip",
        }
    }
}

/// The limit on a decoder's window: 128 MiB, the default of `zstd`. `xz` may use twice that.
const WINDOW_LOG: u32 = 27;

impl<'a> State<'a> {
    fn new(format: Compression, source: PeekReader<'a>) -> io::Result<State<'a>> {
        Ok(match format {
            Compression::Gzip => State::Gzip(Box::new(flate2::bufread::GzDecoder::new(source))),
            #[cfg(feature = "native")]
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(source)?.single_frame();
                decoder.window_log_max(WINDOW_LOG)?;
                State::Zstd(decoder)
            }
            Compression::Bzip2 => State::Bzip2(bzip2::bufread::BzDecoder::new(source)),
            Compression::Xz => {
                State::Xz(Box::new(XzReader::new_mem_limit(source, false, 2 << (WINDOW_LOG - 10))))
            }
            #[cfg(not(feature = "native"))]
            Compression::Zstd => {
                return Err(io::Error::other("zstd is not part of this build (feature `native`)"));
            }
            Compression::Zip => return Err(io::Error::other("a zip archive needs random access")),
        })
    }

    /// Whether more is available without waiting for input.
    fn has_more(&self) -> bool {
        let source = match self {
            State::Gzip(it) => it.get_ref(),
            #[cfg(feature = "native")]
            State::Zstd(it) => it.get_ref(),
            State::Bzip2(it) => it.get_ref(),
            State::Xz(it) => it.inner(),
            State::Ended => return false,
        };
        source.at < source.end
    }
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut len = 0;
        while len < buffer.len() {
            let end = buffer.len().min(len + PIECE);
            match self.piece(&mut buffer[len..end]) {
                Ok(0) => break,
                Ok(new) => len += new,
                Err(error) if len == 0 => return Err(error),
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
            if !self.state.has_more() {
                break;
            }
        }
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_as_few_bytes_as_it_takes() {
        for (first, expected) in [
            (&b"[E"[..], Sniffed::Plain),
            // zstd's skippable frames begin with a byte from `P` to `_`.
            (b"[", Sniffed::More),
            (b"1. e4", Sniffed::Plain),
            (b"", Sniffed::More),
            (b"B", Sniffed::More),
            (b"Bc4", Sniffed::Plain),
            (b"BZh", Sniffed::More),
            (b"BZh9 is a book", Sniffed::Plain),
            (b"BZh91AY&SY", Sniffed::Compressed(Compression::Bzip2)),
            (b"P", Sniffed::More),
            (b"P-K4", Sniffed::Plain),
            (b"PK", Sniffed::More),
            (b"PK4", Sniffed::Plain),
            (b"PK\x03\x04", Sniffed::Compressed(Compression::Zip)),
            (b"R", Sniffed::More),
            (b"\x1f\x8b\x08\x00", Sniffed::Compressed(Compression::Gzip)),
            (b"\x28\xb5\x2f\xfd", Sniffed::Compressed(Compression::Zstd)),
            (b"\x5a\x2a\x4d\x18", Sniffed::Compressed(Compression::Zstd)),
            (b"Z", Sniffed::More),
            (b"Z0", Sniffed::Plain),
        ] {
            assert_eq!(sniff(first, false), expected, "{first:?}");
        }
        assert_eq!(sniff(b"", true), Sniffed::Plain);
        assert_eq!(sniff(b"R", true), Sniffed::Plain);
    }
}
