//! From bytes to text: UTF-8, UTF-16, Windows-1252, and what is no text at all.
//!
//! Databases are pasted together, so the encoding is decided game by game. A game that is not UTF-8 is read as
//! Windows-1252, of which Latin-1 is the printable part, unless it has proper UTF-8 letters as well: then the
//! stray bytes are kept as they are. Bytes that are no text, control characters among them, are written as
//! `\xHH`, which stays as it is when it is read again.

use std::{
    fmt::Write as _,
    io::{self, Read},
    ops::Range,
};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::{
    layout::pgn::lex,
    report::{Diagnostic, Problem},
};

/// Text with what there is to say of its bytes.
#[derive(Debug, Default)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// What was done to bytes that are not UTF-8 or no text.
    pub diagnostics: Vec<Diagnostic>,
    /// The bytes, where they are not those of the text.
    bytes: Option<Vec<u8>>,
    /// Places in the text and in the bytes that lie at the same distance from what follows them, in order.
    anchors: Vec<(usize, usize)>,
}

impl Decoded {
    /// The bytes as they were.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// The place in the bytes from which the text at this place came.
    #[must_use]
    pub fn source(&self, at: usize) -> usize {
        let n = self.anchors.partition_point(|(text, _)| *text <= at);
        match n.checked_sub(1).map(|n| self.anchors[n]) {
            Some((text, bytes)) => bytes + (at - text),
            None => at,
        }
    }
}

/// Is the byte a control character, and no blank?
const fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) || byte == 0x7f
}

/// Decodes the bytes of whole games.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Decoded {
    let clean = !bytes.iter().fold(false, |found, byte| found | is_control(*byte));
    let bytes = if clean {
        match String::from_utf8(bytes) {
            Ok(text) => return Decoded { text, ..Decoded::default() },
            Err(error) => error.into_bytes(),
        }
    } else {
        bytes
    };
    let mut decoded = Decoded::default();
    let mut start = 0;
    for end in pieces(&bytes) {
        decode_piece(&bytes, start..end, &mut decoded);
        start = end;
    }
    decoded.bytes = Some(bytes);
    decoded
}

/// Where the next game's tags begin, as far as it can be told before there is text.
fn pieces(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memmem::find_iter(bytes, b"[Event ")
        .filter(|&at| lex::at_line_start(bytes, at))
        .chain(std::iter::once(bytes.len()))
}

fn decode_piece(bytes: &[u8], range: Range<usize>, decoded: &mut Decoded) {
    let piece = &bytes[range.clone()];
    let letters = piece.utf8_chunks().flat_map(|it| it.valid().chars()).filter(|it| !it.is_ascii()).count();
    let stray = piece.utf8_chunks().filter(|it| !it.invalid().is_empty()).count();
    let latin = stray > 0 && letters <= stray;
    if latin {
        let at = decoded.text.len();
        let problem = Problem::Encoding { taken: "Windows-1252" };
        decoded.diagnostics.push(Diagnostic::warning(at..at, problem));
    }
    let mut source = range.start;
    for chunk in piece.utf8_chunks() {
        for letter in chunk.valid().chars() {
            source += letter.len_utf8();
            let mut utf8 = [0; 4];
            let utf8 = letter.encode_utf8(&mut utf8);
            if letter.is_ascii() && is_control(letter as u8) {
                decoded.escape(letter as u8, source);
            } else if latin && !letter.is_ascii() {
                // What looks like one letter in UTF-8 is two or three in this game.
                decoded.text.push_str(&WINDOWS_1252.decode(utf8.as_bytes()).0);
                decoded.anchors.push((decoded.text.len(), source));
            } else {
                decoded.text.push(letter);
            }
        }
        for &byte in chunk.invalid() {
            source += 1;
            let undefined = matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d);
            if latin && !undefined {
                decoded.text.push_str(&WINDOWS_1252.decode(&[byte]).0);
                decoded.anchors.push((decoded.text.len(), source));
            } else {
                decoded.escape(byte, source);
            }
        }
    }
}

impl Decoded {
    /// Writes a byte that is no text, after which the source goes on at this place.
    fn escape(&mut self, byte: u8, source: usize) {
        let at = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\\x{byte:02x}");
        self.anchors.push((self.text.len(), source));
        match self.diagnostics.last_mut() {
            Some(Diagnostic { problem: Problem::Escaped { bytes }, span, .. }) if span.end == at => {
                *bytes += 1;
                span.end = self.text.len();
            }
            _ => {
                let place = at..self.text.len();
                self.diagnostics.push(Diagnostic::warning(place, Problem::Escaped { bytes: 1 }));
            }
        }
    }
}

/// A stream in which a byte order mark is taken off and UTF-16, if one announces it, becomes UTF-8.
pub struct Unicode<R> {
    input: R,
    state: Start,
    /// What has been decoded, or read to find out, and not been given out.
    ready: Vec<u8>,
    given: usize,
}

enum Start {
    Unknown,
    Utf8,
    Utf16(Box<Decoder>),
    Ended,
}

impl<R: Read> Unicode<R> {
    /// Wraps a stream.
    pub fn new(input: R) -> Unicode<R> {
        Unicode { input, state: Start::Unknown, ready: Vec::new(), given: 0 }
    }

    /// Reads the first bytes, as many as it takes to tell.
    fn begin(&mut self) -> io::Result<()> {
        let mut first = [0; 3];
        let mut len = 0;
        while len < 3 {
            match self.input.read(&mut first[len..]) {
                Ok(0) => break,
                Ok(new) => len += new,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            let mark: &[u8] = b"\xef\xbb\xbf";
            let undecided = mark.starts_with(&first[..len]) || matches!(first[..len], [0xff | 0xfe]);
            if !undecided {
                break;
            }
        }
        let (state, skip) = match first[..len] {
            [0xef, 0xbb, 0xbf] => (Start::Utf8, 3),
            [0xff, 0xfe, ..] => (Start::Utf16(Box::new(UTF_16LE.new_decoder_without_bom_handling())), 2),
            [0xfe, 0xff, ..] => (Start::Utf16(Box::new(UTF_16BE.new_decoder_without_bom_handling())), 2),
            _ => (Start::Utf8, 0),
        };
        self.state = state;
        if let Start::Utf16(_) = self.state {
            self.transcode(&first[skip..len], false);
        } else {
            self.ready.extend_from_slice(&first[skip..len]);
        }
        Ok(())
    }

    fn transcode(&mut self, bytes: &[u8], last: bool) {
        let Start::Utf16(decoder) = &mut self.state else { return };
        let mut text = String::with_capacity(
            decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 16),
        );
        let _ = decoder.decode_to_string(bytes, &mut text, last);
        self.ready.extend_from_slice(text.as_bytes());
    }
}

impl<R: Read> Read for Unicode<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.state, Start::Unknown) {
            self.begin()?;
        }
        loop {
            if self.given < self.ready.len() {
                let len = buffer.len().min(self.ready.len() - self.given);
                buffer[..len].copy_from_slice(&self.ready[self.given..self.given + len]);
                self.given += len;
                return Ok(len);
            }
            self.ready.clear();
            self.given = 0;
            match self.state {
                Start::Utf8 | Start::Unknown => return self.input.read(buffer),
                Start::Ended => return Ok(0),
                Start::Utf16(_) => {
                    let mut bytes = [0; 8192];
                    let len = self.input.read(&mut bytes)?;
                    self.transcode(&bytes[..len], len == 0);
                    if len == 0 {
                        self.state = Start::Ended;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_text_is_decoded_and_can_be_traced_back() {
        let bytes = b"[White \"Gr\xfcnfeld\"]\n\n1. e4 *\n".to_vec();
        let decoded = decode(bytes.clone());
        assert!(decoded.text.contains("Grünfeld"));
        assert_eq!(decoded.diagnostics.len(), 1);
        let at = decoded.text.find("1. e4").unwrap();
        assert_eq!(&bytes[decoded.source(at)..decoded.source(at) + 5], b"1. e4");
    }

    #[test]
    fn stray_bytes_among_utf8_are_escaped() {
        let decoded = decode(b"{\xc3\xa9\xc3\xa9 \xff \x00}".to_vec());
        assert_eq!(decoded.text, "{éé \\xff \\x00}");
        assert_eq!(decode(decoded.text.clone().into_bytes()).text, decoded.text);
    }

    #[test]
    fn byte_order_marks_are_taken_off() {
        let utf16: Vec<u8> =
            [0xfe, 0xff].into_iter().chain("1. e4 ½-½".encode_utf16().flat_map(u16::to_be_bytes)).collect();
        for (bytes, expected) in
            [(&b"\xef\xbb\xbfe4"[..], "e4"), (b"e4", "e4"), (b"\xefx", "\u{fffd}x"), (&utf16, "1. e4 ½-½")]
        {
            let mut text = Vec::new();
            Unicode::new(bytes).read_to_end(&mut text).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), expected);
        }
    }
}
