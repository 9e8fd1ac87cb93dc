//! The context of a game's moves: its tag pairs, and the evidence that it is over.

use crate::{
    chess::Tags,
    eight::{self, HIGH, ONES},
    lex,
    slice::Slice as _,
};

/// Well-formed tag pairs.
pub struct Tagged<'t> {
    pub tags: Tags<'t>,
    /// Their text, if each is alone on its line. Lines may end in `\r\n`.
    pub written: Option<&'t str>,
    /// Their end.
    pub at: usize,
    /// Whether none of them states the starting position, the variant or the notation.
    pub are_usual: bool,
}

/// Reads the tag pairs of a game; `None` if one is malformed.
pub fn read(text: &str, start: usize) -> Option<Tagged<'_>> {
    let bytes = text.as_bytes();
    let mut tags = Tags(Vec::with_capacity(24));
    let mut at = start;
    let mut end = start;
    let mut is_export = true;
    let mut are_usual = true;
    loop {
        match bytes[end..] {
            // The next tag is usually on the next line.
            [b'\n', b'[', ..] if end > start => at = end + 1,
            [b'\r', b'\n', b'[', ..] if end > start => at = end + 2,
            _ => {
                let mut lines = 0;
                while let Some(blank @ (b'\n' | b'\r' | b' ' | b'\t')) = bytes.get(at) {
                    lines +=
                        usize::from(*blank == b'\n' || *blank == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
                    at += 1;
                }
                if bytes.get(at) != Some(&b'[') || !lex::at_line_start(bytes, at) {
                    let written = (is_export && end > start).then(|| text.slice(start..end));
                    return Some(Tagged { tags, written, at, are_usual });
                }
                is_export &= end == start;
                // All tags are needed to tell whether a blank line ends the game.
                if lines > 1 && !tags.0.is_empty() {
                    return None;
                }
            }
        }
        let name_at = at + 1;
        let name_len = name_len(&bytes[name_at..]);
        let value_at = name_at + name_len + 2;
        let Some([first, ..]) = bytes.get(name_at..name_at + name_len) else { return None };
        if first.is_ascii_digit() || !matches!(bytes.get(value_at - 2..value_at), Some([b' ', b'"'])) {
            return None;
        }
        // A bracket may open the next tag, if this one was never closed; that is left to the full reader.
        let value_end = lex::find_any([b'"', b'\\', b'['], bytes, value_at)?;
        if !bytes[value_end..].starts_with(b"\"]") {
            return None;
        }
        let value = text.slice(value_at..value_end);
        let name = text.slice(name_at..name_at + name_len);
        if matches!(first, b'E' | b'F' | b'N' | b'V') {
            match name {
                "Event" if !tags.0.is_empty() => return None,
                "FEN" | "Variant" | "Notation" => are_usual = false,
                _ => {}
            }
        }
        tags.push(name, value);
        at = value_end + 2;
        end = at;
    }
}

/// Returns the length of the tag name that begins here, letters and digits, taking eight bytes at a time.
#[inline(always)]
fn name_len(bytes: &[u8]) -> usize {
    // Sets the high bit of each byte from `first` to `last`; all bytes must be ASCII.
    let within = |word: u64, first: u8, last: u8| {
        (word + ONES * u64::from(128 - first)) & !(word + ONES * u64::from(127 - last))
    };
    let mut at = 0;
    while let Some(word) = eight::load(bytes, at) {
        let low = word & !HIGH;
        let of_names = within(low, b'0', b'9') | within(low | ONES << 5, b'a', b'z');
        let others = !(of_names & !word) & HIGH;
        if others != 0 {
            return at + eight::first(others);
        }
        at += 8;
    }
    at + bytes.get(at..).map_or(0, |it| it.iter().take_while(|it| it.is_ascii_alphanumeric()).count())
}

/// Returns the end of the game whose termination marker ends here: at the next blank line or tag.
pub fn game_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = at;
    let mut lines = 0;
    loop {
        match bytes.get(at) {
            None => return Some(at),
            Some(b' ' | b'\t') => {}
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => {}
            Some(b'\n' | b'\r') => lines += 1,
            Some(_) if lines > 1 => return Some(at),
            Some(b'[') if lines > 0 && lex::at_line_start(bytes, at) && lex::tag(text, at).is_some() => {
                return Some(at);
            }
            Some(_) => return None,
        }
        at += 1;
    }
}
