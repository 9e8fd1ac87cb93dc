//! Saved mails: quoted-printable and base64 texts, in several parts.
//!
//! A part's text replaces its encoded form, padded with blanks, so that offsets are almost unchanged. Headers
//! of parts, and HTML that repeats a plain-text part, are blanked; parts other than text stay as they are,
//! and are reported like any words.

use std::ops::Range;

use encoding_rs::Encoding;

use super::edited::Edited;
use crate::{io::encoding, slice::Slice as _, words::heading::is_mail};

/// Returns the text of a mail with its parts decoded.
pub(super) fn decoded(text: &str) -> Option<String> {
    let begin = text.len() - text.trim_start_matches(['\u{feff}', '\n', '\r', ' ']).len();
    let mut edited = Edited::new(text);
    let head = blank_line(text.slice(begin..)).map_or(begin..begin, |it| begin..begin + it.0);
    let is_encoded = || {
        Part::of(text, begin..text.len()).is_some_and(|it| !it.field("content-transfer-encoding").is_empty())
    };
    if !is_mail(text.slice(head)) && !is_encoded() {
        // Text copied from a mail without its header.
        is_quoted_printable(text).then_some(())?;
        put_plain(text, 0..text.len(), None, &mut edited);
        return edited.text();
    }
    // A mailbox contains several mails.
    let mut parts: Vec<Part> = Vec::new();
    let mut start = begin;
    for (place, _) in text.match_indices("\nFrom ") {
        let is_next = blank_line(text.slice(place + 1..))
            .is_some_and(|it| is_mail(text.slice(place + 1..place + 1 + it.0)));
        if place > start && is_next {
            parts.extend(Part::of(text, start..place + 1));
            start = place + 1;
        }
    }
    parts.extend(Part::of(text, start..text.len()));
    while let Some(part) = parts.pop() {
        match part.boundary() {
            Some(boundary) => {
                let inner = part.inner(text, &boundary, &mut edited);
                let has_plain = inner.iter().any(|it| it.kind().starts_with("text/plain"));
                let is_repeated = |it: &Part| has_plain && it.kind().starts_with("text/html");
                for part in inner {
                    if part.kind().starts_with("multipart/alternative") || !is_repeated(&part) {
                        edited.blank(text, part.head.clone());
                        parts.push(part);
                    } else {
                        edited.blank(text, part.head.start..part.body.end);
                    }
                }
            }
            None if part.is_text() => part.decode(text, &mut edited),
            None => {}
        }
    }
    edited.text()
}

/// Returns the start and end of the first blank line.
fn blank_line(text: &str) -> Option<(usize, usize)> {
    let unix = text.find("\n\n").map(|it| (it + 1, it + 2));
    let windows = text.find("\r\n\r\n").map(|it| (it + 2, it + 4));
    unix.into_iter().chain(windows).min()
}

/// A mail, or a part of one.
struct Part {
    head: Range<usize>,
    body: Range<usize>,
    /// The fields of its header, with lower-case names.
    fields: Vec<(String, String)>,
}

impl Part {
    fn of(text: &str, range: Range<usize>) -> Option<Part> {
        let (end, next) = blank_line(text.slice(range.clone()))?;
        let head = range.start..range.start + end;
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in text.slice(head.clone()).lines() {
            match line.split_once(':') {
                // A field continues on lines that begin with a blank.
                _ if line.starts_with([' ', '\t']) => {
                    fields.last_mut().into_iter().for_each(|it| it.1.push_str(line));
                }
                Some((name, value)) => fields.push((name.to_lowercase(), value.trim().to_owned())),
                None => {}
            }
        }
        Some(Part { head, body: range.start + next..range.end, fields })
    }

    fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|it| it.0 == name).map_or("", |it| &it.1)
    }

    /// Returns its content type.
    fn kind(&self) -> String {
        self.field("content-type").to_lowercase()
    }

    /// Whether it is text, or a file of games.
    fn is_text(&self) -> bool {
        let kind = self.kind();
        let is_file = [".pgn", ".txt", ".csv"].iter().any(|it| kind.contains(it));
        kind.is_empty() || kind.starts_with("text/") || kind.contains("chess") || is_file
    }

    /// Returns the boundary between its parts.
    fn boundary(&self) -> Option<String> {
        let kind = self.field("content-type");
        let (_, value) = kind.split_at_checked(self.kind().find("boundary=")? + "boundary=".len())?;
        let value = value.trim_start_matches('"').split(['"', ';', ' ']).next()?;
        (!value.is_empty() && self.kind().starts_with("multipart/")).then(|| format!("--{value}"))
    }

    /// Returns its parts, and blanks the boundaries between them.
    fn inner(&self, text: &str, boundary: &str, edited: &mut Edited) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut begin: Option<usize> = None;
        let mut at = self.body.start;
        for line in text.slice(self.body.clone()).split_inclusive('\n') {
            let start = at;
            at += line.len();
            if line.starts_with(boundary) {
                parts.extend(begin.and_then(|begin| Part::of(text, begin..start)));
                let is_last = line.slice(boundary.len()..).starts_with("--");
                begin = (!is_last).then_some(at);
                edited.blank(text, start..at);
            }
        }
        parts.extend(begin.and_then(|begin| Part::of(text, begin..at)));
        parts
    }

    /// Replaces its body by the decoded text.
    fn decode(&self, text: &str, edited: &mut Edited) {
        let body = text.slice(self.body.clone());
        let charset = self.charset();
        match &*self.field("content-transfer-encoding").to_lowercase() {
            "quoted-printable" => put_plain(text, self.body.clone(), charset, edited),
            "base64" => {
                let written = |bytes: Vec<u8>| encoding::decode(&bytes, charset).text;
                let decoded = base64(body).map(written).filter(|it| it.len() <= body.len());
                decoded.iter().for_each(|it| edited.put(self.body.start, body.len(), it.as_bytes()));
            }
            _ => {}
        }
    }

    /// Returns the encoding that its header states.
    fn charset(&self) -> Option<&'static Encoding> {
        let kind = self.kind();
        let (_, name) = kind.split_once("charset=")?;
        let name = name.trim_start_matches('"').split(['"', ';', ' ']).next()?;
        Encoding::for_label(name.as_bytes())
    }
}

/// Decodes the words of a quoted-printable text in place.
fn put_plain(text: &str, range: Range<usize>, charset: Option<&'static Encoding>, edited: &mut Edited) {
    for (span, bytes) in quoted_printable(text.slice(range.clone())) {
        let decoded = encoding::decode(&bytes, charset).text;
        if decoded.len() <= span.len() {
            edited.put(range.start + span.start, span.len(), decoded.as_bytes());
        }
    }
}

/// Whether a text without a header is quoted-printable: each `=` in it is part of a code or ends a line, and
/// there are at least two codes.
fn is_quoted_printable(text: &str) -> bool {
    let is_code = |rest: &&str| {
        let digits = rest.as_bytes().get(..2).unwrap_or_default();
        digits.len() == 2 && digits.iter().all(|it| matches!(it, b'0'..=b'9' | b'A'..=b'F'))
    };
    let ends_line = |rest: &&str| rest.starts_with(['\n', '\r']);
    let mut codes = 0;
    for rest in text.match_indices('=').map(|it| text.slice(it.0 + 1..)) {
        if !is_code(&rest) && !ends_line(&rest) {
            return false;
        }
        codes += usize::from(is_code(&rest));
    }
    codes > 1
}

/// Returns the words that contain quoted-printable codes, each with its range and decoded bytes.
fn quoted_printable(text: &str) -> Vec<(Range<usize>, Vec<u8>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let mut word: Vec<u8> = Vec::new();
        let mut is_coded = false;
        while let Some(byte) = bytes.get(at).filter(|it| !it.is_ascii_whitespace()) {
            let code = bytes.get(at + 1..at + 3).and_then(|it| std::str::from_utf8(it).ok());
            let value = code.and_then(|it| u8::from_str_radix(it, 16).ok());
            let end = [&b"=\n"[..], b"=\r\n"].into_iter().find(|it| bytes[at..].starts_with(it));
            match (byte, value, end) {
                // A soft line break.
                (b'=', _, Some(end)) => at += end.len(),
                (b'=', Some(value), None) => {
                    word.push(value);
                    at += 3;
                }
                _ => {
                    word.push(*byte);
                    at += 1;
                    continue;
                }
            }
            is_coded = true;
        }
        if is_coded {
            found.push((start..at, word));
        }
        at += usize::from(at == start);
    }
    found
}

/// Decodes base64; `None` if the text has other characters.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for sign in text.bytes().filter(|it| !it.is_ascii_whitespace() && *it != b'=') {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "From: Anna <a@example.org>\nSubject: my game\nDate: Thu, 12 Mar 2026 19:04:11 +0100\n";

    /// Returns the words of a mail's body.
    fn words(mail: &str) -> String {
        let decoded = decoded(mail).unwrap();
        assert_eq!(decoded.len(), mail.len());
        let (_, body) = blank_line(&decoded).unwrap();
        decoded.slice(body..).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn texts_are_decoded() {
        let quoted = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n\
                      Anna =E2=80=93 Hans\n1. e4 e5 2. Nf=\n3 Nc6=20\n";
        assert_eq!(words(&format!("{HEAD}{quoted}")), "Anna – Hans 1. e4 e5 2. Nf3 Nc6");
        let latin = "Content-Type: text/plain; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: Quoted-Printable\n\n\
                     M=FCller\r\n1. e4 =\r\ne5\r\n";
        assert_eq!(words(&format!("{HEAD}{latin}")), "Müller 1. e4 e5");
        let coded = "Content-Transfer-Encoding: base64\n\nMS4gZTQgZTUgMi4gTmYz\nIE5jNg==\n";
        assert_eq!(words(&format!("{HEAD}{coded}")), "1. e4 e5 2. Nf3 Nc6");
    }

    #[test]
    fn a_part_of_html_that_repeats_the_text_is_left_out() {
        let mail = format!(
            "{HEAD}Content-Type: multipart/alternative;\n boundary=\"x y\"\n\n--x y\nContent-Type: text/plain\n\n1. e4 e5\n\
             --x y\nContent-Type: text/html\n\n<p>1. e4 e5</p>\n--x y--\n"
        )
        .replace("x y", "xy");
        assert_eq!(words(&mail), "1. e4 e5");
    }

    #[test]
    fn what_is_copied_without_the_head_is_decoded() {
        let text = "> Wei=DF: Anna\n> 1. e4 e5 2. Nf=\n3 Nc6 3. Bb5=20\n";
        let decoded = decoded(text).unwrap();
        assert_eq!(
            decoded.split_whitespace().collect::<Vec<_>>().join(" "),
            "> Weiß: Anna > 1. e4 e5 2. Nf3 Nc6 3. Bb5"
        );
    }

    #[test]
    fn other_texts_are_none_of_its_business() {
        for text in [
            "1. e4 e5\n\n2. Nf3=20",
            "1. b8=Q=20 2. c8=20",
            "White: Anna\nBlack: Hans\n\n1. e4=20\n",
            "From: Anna\n\n=20",
        ] {
            assert_eq!(decoded(text), None, "{text}");
        }
        assert_eq!(decoded(&format!("{HEAD}\n1. e4 e5\n")), None);
    }
}
