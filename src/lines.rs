//! Lines, paragraphs and words of a text: counting line ends (LF, CR or CR LF), the text before an offset on
//! its line, words with their offsets, cells with gaps between them.

use std::ops::Range;

use crate::slice::Slice as _;

/// Counts the line ends of a text; CR LF is one.
pub fn count(text: &[u8]) -> u64 {
    /// Piece length whose count fits in a byte, and which is a multiple of a vector, so that the loop is
    /// vectorised.
    const PIECE: usize = 192;
    let feeds = memchr::memchr_iter(b'\n', text).count() as u64;
    let Some(first) = memchr::memchr(b'\r', text) else { return feeds };
    let (these, next) = (&text[first..text.len() - 1], &text[first + 1..]);
    let alone = |(these, next): (&[u8], &[u8])| {
        u64::from(these.iter().zip(next).map(|(a, b)| u8::from((*a == b'\r') & (*b != b'\n'))).sum::<u8>())
    };
    let returns: u64 = these.chunks(PIECE).zip(next.chunks(PIECE)).map(alone).sum();
    feeds + returns + u64::from(text.last() == Some(&b'\r'))
}

/// Returns the text before an offset on its line; `None` if it is longer than that before the first move of a
/// row.
pub fn before(text: &str, at: usize) -> Option<&str> {
    const LONGEST: usize = 48;
    let from = text.ceil_char_boundary(at.saturating_sub(LONGEST));
    let near = text.get(from..at)?;
    let line = near.rfind(['\n', '\r']).map(|n| n + 1).or((from == 0).then_some(0))?;
    near.get(line..)
}

/// Returns where the line of an offset begins, behind a line feed.
pub fn start(text: &str, at: usize) -> usize {
    text.slice(..at).rfind('\n').map_or(0, |n| n + 1)
}

/// Returns the places of blank lines, with the line ends before and behind them, each in one place only.
pub fn gaps(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    memchr::memchr_iter(b'\n', text.as_bytes()).filter_map(move |at| {
        let below = text.get(at + 1..).filter(|_| at >= from)?;
        let blank = below.slice(..below.leading(char::is_whitespace)).find('\n')?;
        from = at + blank + 2;
        Some(at..from)
    })
}

/// Returns the text up to its first blank line.
pub fn paragraph(text: &str) -> &str {
    gaps(text).next().map_or(text, |it| text.slice(..it.start))
}

/// Returns the lines of a text with their offsets, without their ends.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// Returns the words of a text, with their offsets.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(char::is_whitespace).filter_map(move |word| {
        let start = at;
        at += word.len();
        Some((start, word.trim_end())).filter(|it| !it.1.is_empty())
    })
}

/// Iterates over the cells of a line, separated by wide gaps.
pub fn columns(line: &str) -> impl Iterator<Item = &str> {
    line.split("  ").flat_map(|it| it.split('\t')).map(str::trim).filter(|it| !it.is_empty())
}

/// Returns how many more round or square brackets a text opens than it closes.
pub fn opened(text: &str) -> i32 {
    text.matches(['(', '[']).count() as i32 - text.matches([')', ']']).count() as i32
}

#[cfg(test)]
mod tests {
    use super::{count, gaps, paragraph};

    #[test]
    fn a_line_ends_in_any_of_three_ways() {
        for (text, lines) in [("", 0), ("a", 0), ("a\n", 1), ("a\r", 1), ("\r\n", 1), ("\r\r\n\n\r", 4)] {
            assert_eq!(count(text.as_bytes()), lines, "{text:?}");
            assert_eq!(count(text.repeat(1000).as_bytes()) % 1000, 0, "{text:?}");
        }
        assert_eq!(count("a\r".repeat(1000).as_bytes()), 1000);
    }

    #[test]
    fn a_paragraph_ends_at_a_line_of_blanks() {
        for (text, first, last) in [
            ("", "", None),
            ("a\nb\n", "a\nb\n", None),
            ("a\n\nb\n\nc", "a", Some("c")),
            ("a\r\n\r\nb", "a\r", Some("b")),
            ("a\n \t\n\n b", "a", Some("\n b")),
        ] {
            assert_eq!(paragraph(text), first, "{text:?}");
            assert_eq!(gaps(text).last().map(|it| &text[it.end..]), last, "{text:?}");
        }
    }
}
