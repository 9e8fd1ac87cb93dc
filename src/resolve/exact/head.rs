//! The context of a game's moves: its tag pairs, and the evidence that it is over.

use crate::{
    chess::Tags,
    eight::{self, HIGH, ONES},
    lex,
    slice::Slice as _,
};

/// Well-formed tag pairs.
pub struct Section<'t> {
    /// Their text, if each is alone on its line. Lines may end in `\r\n`.
    pub written: Option<&'t str>,
    /// Their end.
    pub at: usize,
    /// Whether none of them states the starting position, another variant or the notation.
    pub are_usual: bool,
    /// Whether there are any but `Notation`.
    pub any: bool,
    /// The value of the first `Result` tag.
    pub result: Option<&'t str>,
    /// The value of the first `Termination` tag.
    pub termination: Option<&'t str>,
}

/// Reads the tag pairs of a game, and adds them to these tags if there are any to add to; `None` if one is malformed.
pub fn read<'t>(text: &'t str, start: usize, mut tags: Option<&mut Tags<'t>>) -> Option<Section<'t>> {
    let (mut are_usual, mut any, mut result, mut termination) = (true, false, None, None);
    let (written, at) = pairs(text, start, |name, value| {
        let mut counts = true;
        match name.as_bytes()[0] {
            b'F' if name == "FEN" => are_usual = false,
            b'V' if name == "Variant" => are_usual &= value == "Standard",
            b'N' if name == "Notation" => (are_usual, counts) = (false, false),
            b'R' if name == "Result" && result.is_none() => result = Some(value),
            b'T' if name == "Termination" && termination.is_none() => termination = Some(value),
            _ => {}
        }
        any |= counts;
        if let Some(tags) = &mut tags {
            tags.push(name, value);
        }
    })?;
    Some(Section { written, at, are_usual, any, result, termination })
}

/// Returns the tag pairs that begin here, as far as they are well-formed.
#[cold]
pub fn tags(text: &str, start: usize) -> Tags<'_> {
    let mut tags = Tags::default();
    let _ = pairs(text, start, |name, value| tags.push(name, value));
    tags
}

/// Finds the tag pairs of a game. Returns their text, if each is alone on its line, and their end; `None` if one is malformed.
#[inline(always)]
fn pairs<'t>(
    text: &'t str,
    start: usize,
    mut each: impl FnMut(&'t str, &'t str),
) -> Option<(Option<&'t str>, usize)> {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut end = start;
    let mut is_export = true;
    loop {
        match bytes[end..] {
            // The next tag is usually on the next line.
            [b'\n', b'[', ..] if end > start => at = end + 1,
            [b'\r', b'\n', b'[', ..] if end > start => at = end + 2,
            _ => {
                let lines = skip_blanks(bytes, &mut at);
                if bytes.get(at) != Some(&b'[') || !lex::at_line_start(bytes, at) {
                    return Some(((is_export && end > start).then(|| text.slice(start..end)), at));
                }
                is_export &= end == start;
                // All tags are needed to tell whether a blank line ends the game.
                if lines > 1 && end > start {
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
        let name = text.slice(name_at..name_at + name_len);
        if *first == b'E' && name == "Event" && end > start {
            return None;
        }
        each(name, text.slice(value_at..value_end));
        at = value_end + 2;
        end = at;
    }
}

/// Skips blanks; returns the number of line ends among them.
fn skip_blanks(bytes: &[u8], at: &mut usize) -> usize {
    let mut lines = 0;
    while let Some(blank @ (b'\n' | b'\r' | b' ' | b'\t')) = bytes.get(*at) {
        lines += usize::from(*blank == b'\n' || *blank == b'\r' && bytes.get(*at + 1) != Some(&b'\n'));
        *at += 1;
    }
    lines
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
