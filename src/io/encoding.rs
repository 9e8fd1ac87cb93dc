//! Decoding of bytes to text: UTF-8, UTF-16, Windows-1252 and others, and undecodable bytes.
//!
//! Databases are merged from many sources, so the encoding is decided game by game. Words that are not UTF-8
//! are decoded in the most likely single-byte encoding (chardetng), and UTF-8 words stay. If UTF-8 words are
//! the majority, or the stray bytes look like a multi-byte encoding, these stay undecoded. Undecodable bytes
//! and control characters (those of Unicode too) are written as `\xHH`, which is preserved when read again.
//!
//! An encoding named by the user applies to every game. Single-byte encodings are still decoded game by game;
//! others are decoded as a stream ([`Unicode`]), as is UTF-16 announced by a byte order mark.

use std::{
    borrow::Cow,
    cell::Cell,
    fmt::Write as _,
    io::{self, Cursor, Read},
    ops::Range,
    rc::Rc,
};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memchr_iter;

use super::Form;
use crate::{
    diagnostics::{self, Diagnostic, Problem},
    lex,
    slice::Slice as _,
};

/// Decoded text with its diagnostics.
#[derive(Debug, Default)]
pub struct DecodedText {
    /// The text.
    pub text: String,
    /// What was changed about bytes that are not UTF-8 or not text.
    pub diagnostics: Vec<Diagnostic>,
    /// The original bytes, if they differ from those of the text.
    bytes: Option<Vec<u8>>,
    /// Corresponding offsets in the text and in the bytes, in order; between two of them, both advance
    /// equally.
    anchors: Vec<(usize, usize)>,
    /// Where games begin in the text, and the single-byte encoding used for their words that are not UTF-8,
    /// if any.
    encodings: Vec<(usize, Option<&'static Encoding>)>,
    /// Whether the encoding was given by the user.
    is_given: bool,
}

impl DecodedText {
    /// Returns the original bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// Returns a text in the encoding of this one at an offset. `None` if the encoding lacks a letter.
    #[must_use]
    pub fn encode(&self, at: usize, text: &str) -> Option<Vec<u8>> {
        let Some(encoding) = self.encoding_at(at) else { return Some(text.as_bytes().to_vec()) };
        let byte_of = |letter: char| match u8::try_from(letter) {
            Ok(byte) if byte.is_ascii() => Some(byte),
            _ => (0x80..=0xff).find(|byte| letter_of(*byte, encoding) == Some(letter)),
        };
        text.chars().map(byte_of).collect()
    }

    /// Whether `bytes`, decoded like this text at an offset, give `text`.
    #[must_use]
    pub fn decodes(&self, at: usize, bytes: &[u8], text: &str) -> bool {
        match self.encoding_at(at) {
            None => bytes == text.as_bytes(),
            given => decode(bytes, given.filter(|_| self.is_given)).text == text,
        }
    }

    fn encoding_at(&self, at: usize) -> Option<&'static Encoding> {
        let n = self.encodings.partition_point(|(start, _)| *start <= at);
        self.encodings.get(n.checked_sub(1)?)?.1
    }

    /// Returns the offset in the bytes that an offset in the text came from.
    #[must_use]
    pub fn source(&self, at: usize) -> usize {
        let n = self.anchors.partition_point(|(text, _)| *text <= at);
        match n.checked_sub(1).map(|n| self.anchors[n]) {
            Some((text, bytes)) => bytes + (at - text),
            None => at,
        }
    }
}

/// Whether the byte is a control character other than white space.
const fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) || byte == 0x7f
}

/// Returns whether any of these bytes are ASCII control characters, and whether all are ASCII. Minima of
/// ranges take half the vector instructions of comparing each byte.
fn survey(bytes: &[u8]) -> (bool, bool) {
    const AFTER_BLANKS: u8 = 0x0e;
    let (mut least, mut after_blanks, mut delete, mut bits) = (u8::MAX, u8::MAX, u8::MAX, 0);
    for byte in bytes {
        least = least.min(*byte);
        after_blanks = after_blanks.min(byte.wrapping_sub(AFTER_BLANKS));
        delete = delete.min(byte ^ 0x7f);
        bits |= byte;
    }
    (least < b'\t' || after_blanks < b' ' - AFTER_BLANKS || delete == 0, bits.is_ascii())
}

/// Returns a text with its control characters escaped, byte by byte; `None` if it has none.
pub fn escaped(text: &str) -> Option<String> {
    let is_control = |it: char| it.is_control() && (!it.is_ascii() || is_control(it as u8));
    text.contains(is_control).then(|| {
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            if is_control(letter) {
                let mut utf8 = [0; 4];
                escaped.extend(letter.encode_utf8(&mut utf8).bytes().map(|it| format!("\\x{it:02x}")));
            } else {
                escaped.push(letter);
            }
        }
        escaped
    })
}

/// Whether a text contains a control character from U+0080 to U+009F, which terminals interpret too.
fn has_controls(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(0xc2, bytes).any(|at| bytes[at + 1] < 0xa0)
}

/// Converts the bytes of whole games to text if nothing has to be decided; otherwise gives them back.
///
/// # Errors
///
/// The bytes, if they are not UTF-8, contain control characters, or are in another encoding.
pub fn plain(bytes: Vec<u8>, encoding: Option<&'static Encoding>) -> Result<DecodedText, Vec<u8>> {
    let (has_controls_of_ascii, is_ascii) = survey(&bytes);
    if has_controls_of_ascii || encoding.is_some_and(Encoding::is_single_byte) && !is_ascii {
        return Err(bytes);
    }
    match String::from_utf8(bytes) {
        Ok(text) if !is_ascii && has_controls(&text) => Err(text.into_bytes()),
        Ok(text) => Ok(DecodedText { text, ..DecodedText::default() }),
        Err(error) => Err(error.into_bytes()),
    }
}

/// Returns a text of the same length and structure as these bytes, whatever their encoding: anything that
/// isn't UTF-8 becomes letters or a space.
pub fn structure<'a>(bytes: &'a [u8], encoding: Option<&'static Encoding>) -> Cow<'a, str> {
    let utf8 = !encoding.is_some_and(Encoding::is_single_byte);
    if let (true, Ok(text)) = (utf8 || bytes.is_ascii(), std::str::from_utf8(bytes)) {
        return Cow::Borrowed(text);
    }
    let letter = |byte: &u8| match byte {
        0xa0 => ' ',
        byte if byte.is_ascii() => *byte as char,
        _ => 'x',
    };
    if !utf8 {
        return bytes.iter().map(letter).collect();
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(letter));
    }
    Cow::Owned(text)
}

/// Returns the games in these bytes, each with its own encoding, in runs that end where a game has certainly
/// ended.
pub fn runs(bytes: &[u8], form: impl Form, encoding: Option<&'static Encoding>) -> Vec<Vec<Range<usize>>> {
    let text = structure(bytes, encoding);
    let mut runs = Vec::new();
    let mut run = Vec::new();
    let mut ends = form.ends(&text);
    let mut start = 0;
    while start < bytes.len() {
        let begin = start + lex::blank_len(text.slice(start..));
        let found = (begin < text.len()).then(|| ends(begin)).filter(|it| it.at > start);
        let (end, decided) = found.map_or((bytes.len(), false), |it| (it.at, it.decided));
        run.push(start..end);
        if decided || end == bytes.len() {
            runs.push(std::mem::take(&mut run));
        }
        start = end;
    }
    runs
}

/// A range of bytes that begins with a game, and whether it is plain.
pub type EncodedRange = (Range<usize>, bool);

/// Splits PGN that is not all plain into stretches, so that plain games beside an odd one are read as usual.
pub fn stretches(bytes: &[u8], encoding: Option<&'static Encoding>) -> Vec<EncodedRange> {
    // Where games begin regardless of the bytes before them.
    let ends = lex::boundaries(bytes, 0..bytes.len()).chain([bytes.len()]);
    let mut odd = odd_bytes(bytes, encoding).peekable();
    let mut stretches: Vec<EncodedRange> = Vec::new();
    let mut start = 0;
    for end in ends {
        let is_plain = odd.next_if(|it| *it < end).is_none();
        while odd.next_if(|it| *it < end).is_some() {}
        match stretches.last_mut().filter(|it| it.1 == is_plain) {
            Some(last) => last.0.end = end,
            None => stretches.push((start..end, is_plain)),
        }
        start = end;
    }
    stretches
}

/// Returns the offsets of bytes that are not UTF-8 or not text; for several in a row perhaps only the first.
fn odd_bytes(bytes: &[u8], encoding: Option<&'static Encoding>) -> impl Iterator<Item = usize> {
    let one_byte = encoding.is_some_and(Encoding::is_single_byte);
    let mut at = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let (start, valid) = (at, chunk.valid().as_bytes());
        at += valid.len() + chunk.invalid().len();
        let invalid = (!chunk.invalid().is_empty()).then_some(start + valid.len());
        let is_odd = move |n: &usize| {
            let byte = valid[*n];
            is_control(byte) || !byte.is_ascii() && (one_byte || byte == 0xc2 && valid[n + 1] < 0xa0)
        };
        (0..valid.len()).filter(is_odd).map(move |n| start + n).chain(invalid)
    })
}

/// Decodes the bytes of one game.
#[must_use]
pub fn decode(bytes: &[u8], encoding: Option<&'static Encoding>) -> DecodedText {
    decode_run(bytes, std::slice::from_ref(&(0..bytes.len())), encoding)
}

/// Decodes consecutive games to one text, each in its own encoding.
#[must_use]
pub fn decode_run(bytes: &[u8], run: &[Range<usize>], encoding: Option<&'static Encoding>) -> DecodedText {
    let mut decoded =
        DecodedText { is_given: encoding.is_some_and(Encoding::is_single_byte), ..DecodedText::default() };
    run.iter().for_each(|it| decoded.game(&bytes[it.clone()], encoding));
    decoded
}

/// Splits a text into words, which may contain letters of any encoding, and what separates them.
fn words(piece: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_letter = |it: u8| !it.is_ascii() || it.is_ascii_alphabetic();
    piece.chunk_by(move |one, next| is_letter(*one) == is_letter(*next))
}

/// Returns the most likely encoding of the words that are not UTF-8. `None` if there are none, or most
/// letters are UTF-8.
fn detect(piece: &[u8]) -> Option<&'static Encoding> {
    let (mut letters, mut stray) = (0, Vec::new());
    for word in words(piece).filter(|it| !it.is_ascii()) {
        match str::from_utf8(word) {
            Ok(text) => letters += text.chars().filter(|it| !it.is_ascii()).count(),
            Err(_) => stray.extend([word, b" "]),
        }
    }
    let bytes = stray.iter().map(|it| it.iter().filter(|byte| !byte.is_ascii()).count()).sum();
    if stray.is_empty() || letters > bytes {
        return None;
    }
    let guess = |parts: &[&[u8]]| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        for (n, part) in parts.iter().enumerate() {
            detector.feed(part, n + 1 == parts.len());
        }
        detector.guess(None, Utf8Detection::Deny)
    };
    // Words alone are the better evidence, but multi-byte letters may extend into what seems to separate
    // words.
    let found = guess(&stray);
    let whole = if bytes > 4 { guess(&[piece]) } else { found };
    Some(if whole.is_single_byte() { found } else { whole })
}

impl DecodedText {
    /// Adds a game, decoded in its own encoding unless one is given.
    fn game(&mut self, bytes: &[u8], encoding: Option<&'static Encoding>) {
        let given = encoding.filter(|it| it.is_single_byte());
        let found = if encoding.is_none() { detect(bytes) } else { None };
        let taken = given.or(found.filter(|it| it.is_single_byte()));
        let at = self.text.len();
        self.encodings.push((at, taken));
        if let Some(found) = found {
            let problem = Problem::Encoding { name: found.name(), taken: taken.is_some() };
            self.diagnostics.push(Diagnostic::warning(at..at, problem));
        }
        let before = self.bytes.get_or_insert_default();
        let mut source = before.len();
        before.extend_from_slice(bytes);
        for word in words(bytes) {
            match taken.filter(|_| given.is_some() || str::from_utf8(word).is_err()) {
                Some(taken) => {
                    for (n, &byte) in word.iter().enumerate() {
                        if byte.is_ascii() && !is_control(byte) {
                            self.text.push(byte as char);
                        } else {
                            self.byte(byte, taken, source + n + 1);
                        }
                    }
                }
                None => self.utf8(word, source),
            }
            source += word.len();
        }
    }

    /// Writes a byte of a single-byte encoding; the source continues at this offset.
    fn byte(&mut self, byte: u8, encoding: &'static Encoding, source: usize) {
        match letter_of(byte, encoding) {
            Some(letter) => {
                self.text.push(letter);
                self.anchors.push((self.text.len(), source));
            }
            None => self.escape(byte, source),
        }
    }

    /// Writes UTF-8 text that begins at this offset of the source, escaping invalid bytes.
    fn utf8(&mut self, bytes: &[u8], mut source: usize) {
        for chunk in bytes.utf8_chunks() {
            for letter in chunk.valid().chars() {
                let mut utf8 = [0; 4];
                let utf8 = letter.encode_utf8(&mut utf8).as_bytes();
                source += utf8.len();
                if is_control(utf8[0]) || utf8.len() > 1 && letter.is_control() {
                    utf8.iter()
                        .enumerate()
                        .for_each(|(n, byte)| self.escape(*byte, source - utf8.len() + n + 1));
                } else {
                    self.text.push(letter);
                }
            }
            for &byte in chunk.invalid() {
                source += 1;
                self.escape(byte, source);
            }
        }
    }

    /// Escapes an undecodable byte; the source continues at this offset.
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
                diagnostics::add(
                    &mut self.diagnostics,
                    Diagnostic::warning(place, Problem::Escaped { bytes: 1 }),
                );
            }
        }
    }
}

/// Returns the letter that the byte stands for.
fn letter_of(byte: u8, encoding: &'static Encoding) -> Option<char> {
    let bytes = [byte];
    let (text, ill_formed) = encoding.decode_without_bom_handling(&bytes);
    let letter = text.chars().next().filter(|it| !it.is_control());
    letter.filter(|_| !ill_formed)
}

/// A byte order mark at the beginning of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrderMark {
    /// That of UTF-8.
    Utf8,
    /// One of UTF-16.
    Utf16,
}

/// A stream without its byte order mark, converted to UTF-8 from UTF-16 if the mark announces that, or from the
/// given multi-byte encoding.
pub struct Unicode<R> {
    input: R,
    state: Start,
    encoding: Option<&'static Encoding>,
    /// How often something undecodable became U+FFFD.
    replaced: Rc<Cell<u64>>,
    /// The byte order mark, once met.
    mark: Rc<Cell<Option<ByteOrderMark>>>,
    /// What has been decoded, or read for detection, but not delivered.
    ready: Cursor<Vec<u8>>,
}

enum Start {
    Unknown,
    Plain,
    Foreign(Box<Decoder>),
    Ended,
}

impl<R: Read> Unicode<R> {
    /// Wraps a stream.
    pub fn new(input: R, encoding: Option<&'static Encoding>) -> Unicode<R> {
        let state = match encoding {
            Some(it) if it.is_single_byte() => Start::Plain,
            Some(it) if it != UTF_8 => Start::Foreign(Box::new(it.new_decoder_with_bom_removal())),
            _ => Start::Unknown,
        };
        Unicode {
            input,
            state,
            encoding,
            replaced: Rc::default(),
            mark: Rc::default(),
            ready: Cursor::default(),
        }
    }

    /// Returns how often something undecodable became U+FFFD in what has been read so far.
    pub fn replaced(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.replaced)
    }

    /// Returns the byte order mark, once it has been read.
    pub fn mark(&self) -> Rc<Cell<Option<ByteOrderMark>>> {
        Rc::clone(&self.mark)
    }

    /// Reads as many bytes as detection needs.
    fn begin(&mut self) -> io::Result<()> {
        let mut first = [0; 34];
        let mut len = 0;
        while len < first.len() {
            match self.input.read(&mut first[len..]) {
                Ok(0) => break,
                Ok(new) => len += new,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            let mark: &[u8] = b"\xef\xbb\xbf";
            let undecided = len < 3 && mark.starts_with(&first[..len]) || is_ascii_behind_mark(&first[..len]);
            if !undecided {
                break;
            }
        }
        let (encoding, skip) = match first[..len] {
            [0xef, 0xbb, 0xbf, ..] => (None, 3),
            _ if self.encoding.is_some() || len > 2 && is_ascii_behind_mark(&first[..len]) => (None, 0),
            [0xff, 0xfe, ..] => (Some(UTF_16LE), 2),
            [0xfe, 0xff, ..] => (Some(UTF_16BE), 2),
            _ => (None, 0),
        };
        self.mark.set(match encoding {
            Some(_) => Some(ByteOrderMark::Utf16),
            None => (skip > 0).then_some(ByteOrderMark::Utf8),
        });
        match encoding {
            Some(encoding) => {
                self.state = Start::Foreign(Box::new(encoding.new_decoder_without_bom_handling()));
                self.transcode(&first[skip..len], false);
            }
            None => {
                self.state = Start::Plain;
                self.ready = Cursor::new(first[skip..len].to_vec());
            }
        }
        Ok(())
    }

    fn transcode(&mut self, bytes: &[u8], last: bool) {
        let Start::Foreign(decoder) = &mut self.state else { return };
        let mut text = String::with_capacity(
            decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 16),
        );
        let (_, _, replaced) = decoder.decode_to_string(bytes, &mut text, last);
        if replaced {
            let new = text.matches('\u{fffd}').count() as u64;
            self.replaced.set(self.replaced.get() + new);
        }
        self.ready = Cursor::new(text.into_bytes());
    }
}

/// Whether ASCII text, or nothing, follows an apparent byte order mark of UTF-16. In UTF-16, one byte in two
/// would be 0 or not ASCII.
fn is_ascii_behind_mark(first: &[u8]) -> bool {
    let text = |it: &u8| it.is_ascii() && !is_control(*it);
    matches!(first, [0xff | 0xfe] | [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) && first.iter().skip(2).all(text)
}

impl<R: Read> Read for Unicode<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.state, Start::Unknown) {
            self.begin()?;
        }
        loop {
            if self.ready.position() < self.ready.get_ref().len() as u64 {
                return self.ready.read(buffer);
            }
            match self.state {
                Start::Plain | Start::Unknown => return self.input.read(buffer),
                Start::Ended => return Ok(0),
                Start::Foreign(_) => {
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
    use crate::layout::InputFormat;

    #[test]
    fn bytes_are_surveyed_like_one_by_one() {
        for byte in 0..=u8::MAX {
            let text = [&[b'a'; 40][..], &[byte], b"\t\n\r z"].concat();
            assert_eq!(survey(&text), (is_control(byte), byte.is_ascii()), "{byte}");
        }
    }

    #[test]
    fn latin_text_is_decoded_and_can_be_traced_back() {
        let bytes = b"[White \"Gr\xfcnfeld\"]\n\n1. e4 *\n".to_vec();
        let decoded = decode(&bytes, None);
        assert!(decoded.text.contains("Grünfeld"));
        assert_eq!(decoded.diagnostics.len(), 1);
        let at = decoded.text.find("1. e4").unwrap();
        assert_eq!(&bytes[decoded.source(at)..decoded.source(at) + 5], b"1. e4");
    }

    /// Names and comments as found in databases in the encodings of their time.
    #[test]
    fn encodings_with_one_byte_a_letter_are_told_apart() {
        for (label, text) in [
            ("windows-1251", "Карпов, Анатолий"),
            ("windows-1251", "Крамник – Топалов, Элиста"),
            ("windows-1251", "Пёс"),
            ("koi8-r", "Ботвинник, Михаил"),
            ("windows-1252", "Grünfeld"),
            ("windows-1252", "Réti"),
            ("windows-1252", "½-½"),
            ("windows-1252", "Müller, Jörg – Sämisch"),
            ("windows-1252", "après la manœuvre de l’été"),
            ("windows-1250", "Dvořák, Štěpán"),
            ("windows-1250", "Przepiórka, Łódź"),
            ("windows-1253", "Παπαϊωάννου"),
            ("windows-1255", "גלפנד, בוריס"),
            ("windows-1256", "شطرنج"),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{text}");
            let bytes = [b"[White \"", &bytes[..], b"\"]\n\n1. e4 *\n"].concat();
            let decoded = decode(&bytes, None);
            assert!(decoded.text.contains(text), "{label}: {}, {:?}", decoded.text, decoded.diagnostics);
        }
    }

    #[test]
    fn utf8_stays_whole_beside_other_encodings() {
        let bytes = b"[White \"M\xc3\xbcller\"]\n[Black \"\xca\xe0\xf0\xef\xee\xe2\"]\n";
        assert_eq!(decode(bytes, None).text, "[White \"Müller\"]\n[Black \"Карпов\"]\n");
    }

    #[test]
    fn what_has_more_than_one_byte_a_letter_is_not_guessed() {
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("羽生善治がチェスを指す");
        let decoded = decode(&bytes, None);
        assert!(
            decoded.text.starts_with("\\x89\\x48") || decoded.text.starts_with("\\x89H"),
            "{}",
            decoded.text
        );
        let said = decoded.diagnostics[0].problem.to_string();
        assert_eq!(said, "not UTF-8, perhaps Shift_JIS; bytes are written as \\xHH (see --encoding)");
    }

    #[test]
    fn control_characters_of_unicode_are_escaped() {
        let bytes = "{a\u{9b}31m \u{85}b\u{a0}é}".as_bytes().to_vec();
        let decoded = decode(&plain(bytes, None).unwrap_err(), None);
        assert_eq!(decoded.text, "{a\\xc2\\x9b31m \\xc2\\x85b\u{a0}é}");
        assert!(plain(decoded.text.into_bytes(), None).is_ok());
    }

    #[test]
    fn a_mark_before_ascii_announces_no_utf16() {
        for bytes in [&b"\xff\xfe[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n"[..], b"\xfe\xff1. e4 *"] {
            let mut read = Vec::new();
            Unicode::new(bytes, None).read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
    }

    #[test]
    fn stray_bytes_among_utf8_are_escaped() {
        let decoded = decode(b"{\xc3\xa9\xc3\xa9 \xff \x00}", None);
        assert_eq!(decoded.text, "{éé \\xff \\x00}");
        assert_eq!(decode(decoded.text.as_bytes(), None).text, decoded.text);
    }

    #[test]
    fn an_encoding_that_is_given_holds() {
        for (label, bytes, expected) in [
            ("windows-1251", &b"{\xca\xe0\xf0\xef\xee\xe2}"[..], "{Карпов}"),
            ("latin1", b"{\xc3\xa9}", "{Ã©}"),
            ("utf-8", b"{\xe9}", "{\\xe9}"),
            ("utf-16le", b"e\x004\x00", "e4"),
            ("gbk", b"{\xcf\xf3}", "{象}"),
        ] {
            let encoding = Encoding::for_label(label.as_bytes());
            assert!(encoding.is_some());
            let mut read = Vec::new();
            Unicode::new(bytes, encoding).read_to_end(&mut read).unwrap();
            let text = match plain(read, encoding) {
                Ok(decoded) => decoded.text,
                Err(bytes) => decode(&bytes, encoding).text,
            };
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn each_game_has_its_own_encoding() {
        let bytes =
            b"[White \"\xc3\xa9\xc3\xa9\"]\n\n1. e4 *\n\n[White \"\xe9\xa0\"]\n\n1. d4 *\n\n1. c4 {\xbd} *\n";
        let games: Vec<String> = runs(bytes, InputFormat::Pgn, None)
            .concat()
            .into_iter()
            .map(|it| decode(&bytes[it], None).text.trim().to_owned())
            .collect();
        let expected = ["[White \"éé\"]\n\n1. e4 *", "[White \"é\u{a0}\"]\n\n1. d4 *", "1. c4 {½} *"];
        assert_eq!(games, expected);
    }

    #[test]
    fn byte_order_marks_are_taken_off() {
        let utf16: Vec<u8> =
            [0xfe, 0xff].into_iter().chain("1. e4 ½-½".encode_utf16().flat_map(u16::to_be_bytes)).collect();
        for (bytes, expected) in
            [(&b"\xef\xbb\xbfe4"[..], "e4"), (b"e4", "e4"), (b"\xefx", "\u{fffd}x"), (&utf16, "1. e4 ½-½")]
        {
            let mut text = Vec::new();
            Unicode::new(bytes, None).read_to_end(&mut text).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), expected);
        }
    }

    #[test]
    fn what_is_no_utf16_is_counted() {
        let mut unicode = Unicode::new(&b"\xff\xfee\x00\x00\xd8x\x00y"[..], None);
        let replaced = unicode.replaced();
        let mut text = String::new();
        unicode.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), replaced.get()), ("e\u{fffd}x\u{fffd}", 2));
    }
}
