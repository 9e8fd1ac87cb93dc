//! Lines of tables: their separators and cells.

use std::{borrow::Cow, ops::Range};

/// The separator of the cells on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `|`, as in Markdown.
    Pipe,
    /// Box-drawing characters.
    Box,
    /// Tabs.
    Tab,
    /// Commas.
    Comma,
    /// Semicolons, used where the comma is the decimal separator.
    Semicolon,
}

/// Vertical lines: thin, thick and double.
const UPRIGHT: [char; 3] = ['│', '┃', '║'];

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell<'t> {
    /// Its text, without surrounding blanks.
    pub text: Cow<'t, str>,
    /// The range of the text.
    pub span: Range<usize>,
}

impl Separator {
    /// All separators; one that may occur inside the cells of another comes after it.
    pub const ALL: [Separator; 5] =
        [Separator::Box, Separator::Pipe, Separator::Tab, Separator::Semicolon, Separator::Comma];

    /// Returns the separator on a line that may or may not belong to a table.
    pub fn of(line: &str) -> Option<Separator> {
        Separator::ALL[..3].iter().copied().find(|it| it.is_in(line))
    }

    /// Whether the line has this separator.
    pub fn is_in(self, line: &str) -> bool {
        let first_byte = self.delimiter().unwrap_or(if self == Separator::Box { 0xe2 } else { b'|' });
        memchr::memchr(first_byte, line.as_bytes()).is_some()
            && (self != Separator::Box || line.contains(UPRIGHT))
    }

    /// Returns the delimiter of separated values; `None` if lines may have the separator before their first and
    /// after their last cell, too.
    pub const fn delimiter(self) -> Option<u8> {
        match self {
            Separator::Pipe | Separator::Box => None,
            Separator::Tab => Some(b'\t'),
            Separator::Comma => Some(b','),
            Separator::Semicolon => Some(b';'),
        }
    }

    /// Whether this letter at an end of a line is the separator.
    pub fn frames(self, letter: Option<char>) -> bool {
        letter.is_some_and(|it| match self {
            Separator::Pipe => it == '|',
            Separator::Box => UPRIGHT.contains(&it),
            _ => false,
        })
    }

    /// Lists the cells of the line in this range of the text.
    pub fn cells<'t>(self, text: &'t str, line: Range<usize>, out: &mut Vec<Cell<'t>>) {
        out.clear();
        match self.delimiter() {
            Some(delimiter) => separated(text, line, delimiter, out),
            None => framed(text, line, |letter| self.frames(Some(letter)), out),
        }
    }
}

/// Lists the cells of a line that may have separators at its ends, too.
fn framed<'t>(text: &'t str, line: Range<usize>, separates: impl Fn(char) -> bool, out: &mut Vec<Cell<'t>>) {
    let mut start = line.start;
    let mut escaped = false;
    for (n, letter) in text[line.clone()].char_indices() {
        let at = line.start + n;
        if escaped {
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else if separates(letter) {
            let first = out.is_empty() && text[line.start..at].trim().is_empty();
            if !first || start != line.start {
                out.push(cell(text, start..at));
            }
            start = at + letter.len_utf8();
        }
    }
    if !text[start..line.end].trim().is_empty() {
        out.push(cell(text, start..line.end));
    }
}

fn cell(text: &str, range: Range<usize>) -> Cell<'_> {
    let span = trim(text, range);
    Cell { text: unescape(&text[span.clone()]), span }
}

/// Returns a range without surrounding blanks; an empty range at its end, if it is all blank.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text[range.clone()].trim_start();
    let start = range.end - inner.len();
    start..start + inner.trim_end().len()
}

/// Lists the cells of a line of separated values. In a quoted cell, quotes are doubled; a cell that merely
/// begins with a quote is taken literally. No cell spans several lines.
fn separated<'t>(text: &'t str, line: Range<usize>, delimiter: u8, out: &mut Vec<Cell<'t>>) {
    let bytes = text.as_bytes();
    let mut start = line.start;
    loop {
        let quoted = quoted(&bytes[start..line.end], delimiter).map(|len| start + len);
        let end = quoted.unwrap_or_else(|| {
            memchr::memchr(delimiter, &bytes[start..line.end]).map_or(line.end, |n| start + n)
        });
        out.push(match quoted {
            Some(end) => {
                let inner = start + 1..end - 1;
                let plain = match &text[inner.clone()] {
                    it if it.contains('"') => Cow::Owned(it.replace("\"\"", "\"")),
                    it => Cow::Borrowed(it),
                };
                Cell { text: unprotect(plain), span: inner }
            }
            None => Cell { text: unprotect(Cow::Borrowed(&text[start..end])), span: start..end },
        });
        if end == line.end {
            break;
        }
        start = end + 1;
    }
}

impl<'t> Cell<'t> {
    /// Returns the cell without blanks around the text.
    pub fn trimmed(self) -> Cell<'t> {
        let (text, span) = match self.text {
            Cow::Borrowed(text) => {
                let rest = text.trim_start();
                let inner = rest.trim_end();
                let start = self.span.start + text.len() - rest.len();
                (Cow::Borrowed(inner), start..self.span.end - (rest.len() - inner.len()))
            }
            Cow::Owned(text) => (Cow::Owned(text.trim().to_owned()), self.span),
        };
        Cell { text, span }
    }
}

/// Returns the length of the quoted cell that begins the line, including quotes.
fn quoted(line: &[u8], delimiter: u8) -> Option<usize> {
    if line.first() != Some(&b'"') {
        return None;
    }
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', &line[at..])? + 1;
        match line.get(at) {
            Some(b'"') => at += 1,
            None => return Some(at),
            Some(&next) => return (next == delimiter).then_some(at),
        }
    }
}

/// Whether a spreadsheet would take this for a formula, apostrophes aside.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
}

/// Returns the text protected for a spreadsheet cell.
pub fn protect(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Undoes [`protect`].
fn unprotect(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.starts_with('\'') || !is_formula(&text) {
        return text;
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[1..]),
        Cow::Owned(text) => Cow::Owned(text[1..].to_owned()),
    }
}

/// Escapes text for a cell of a Markdown table: special characters get a backslash.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '|', '<', '*', '`', '[', '_', '&', '~']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let means_something = match letter {
            '\\' | '|' | '<' | '*' | '`' | '[' | '~' => true,
            // Inside a word it is not special.
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next.is_alphanumeric() || next == '#',
            _ => false,
        };
        if means_something {
            escaped.push('\\');
        }
        escaped.push(letter);
        before = letter;
    }
    Cow::Owned(escaped)
}

/// Undoes [`escape`] as Markdown does: removes backslashes before ASCII punctuation.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(next) if letter == '\\' && next.is_ascii_punctuation() => plain.extend(letters.next()),
            _ => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// Whether this line is only drawn (under a heading, around a table) or blank. A row with nothing but a null
/// move is neither.
pub fn is_rule(line: &str) -> bool {
    let null_move = line.matches("--").count() == 1 && !line.contains("---") && Separator::of(line).is_some();
    !null_move
        && line.chars().all(|it| {
            matches!(
                it,
                ' ' | '\t' | '-' | '=' | '+' | '|' | ':' | ',' | ';' | '\u{a0}' | '\u{2500}'..='\u{257f}'
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(separator: Separator, line: &str) -> Vec<String> {
        let mut cells = Vec::new();
        separator.cells(line, 0..line.len(), &mut cells);
        cells.into_iter().map(|it| it.text.into_owned()).collect()
    }

    #[test]
    fn cells_are_found_in_any_kind_of_table() {
        for (separator, line, expected) in [
            (Separator::Pipe, "| 1 | | e4 |", &["1", "", "e4"][..]),
            (Separator::Pipe, "|1|a\\|b", &["1", "a|b"]),
            (Separator::Pipe, "1 | 2", &["1", "2"]),
            (Separator::Pipe, "|  |  |", &["", ""]),
            (Separator::Box, "│ 1 │  │ N₂3 │", &["1", "", "N₂3"]),
            (Separator::Tab, "1\t\t\"a\t\"\"b\"\"\"\tc", &["1", "", "a\t\"b\"", "c"]),
            (Separator::Comma, "\"a\"b,\"c,d\",\"e", &["\"a\"b", "c,d", "\"e"]),
            (Separator::Comma, "'=1,'t Hart,''+x,'--", &["=1", "'t Hart", "'+x", "--"]),
            (Separator::Semicolon, ";", &["", ""]),
        ] {
            assert_eq!(texts(separator, line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_escaped_or_protected_reads_back() {
        let texts = "a|b \\ a\\| _x_ snake_case <b> =1+1 '=x '' - +2 @ R&D &amp; \\\\| \t";
        for text in texts.split(' ') {
            assert_eq!(unescape(&escape(text)), text);
            assert_eq!(unprotect(protect(text)), text);
        }
        assert_eq!(escape("snake_case"), "snake_case");
        assert!(["=1", "+1", "-1", "@a", "\t1"].iter().all(|it| protect(it).starts_with('\'')));
    }
}
