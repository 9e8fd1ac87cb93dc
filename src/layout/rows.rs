//! Rows of tables: their separators and cells.

use super::transcript::Transcript;
use crate::{lex, slice::Slice as _};
use std::{borrow::Cow, ops::Range};

/// The separator of the cells on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `|`, as in Markdown.
    Pipe,
    /// Box-drawing characters.
    Box,
    Tab,
    Comma,
    /// Semicolons, used where the comma is the decimal separator.
    Semicolon,
}

/// Vertical lines: thin, thick and double.
const UPRIGHT: [char; 3] = ['│', '┃', '║'];

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell<'t> {
    /// Its text as it is meant, without quotation marks and escapes.
    pub text: Cow<'t, str>,
    /// The range of the text.
    pub span: Range<usize>,
}

impl Separator {
    /// All separators; one that may occur inside the cells of another comes after it.
    pub const ALL: [Separator; 5] =
        [Separator::Box, Separator::Pipe, Separator::Tab, Separator::Semicolon, Separator::Comma];

    /// Returns the bar or tab that separates cells on a line, which may not belong to a table.
    pub fn of(line: &str) -> Option<Separator> {
        Separator::ALL[..3].iter().copied().find(|it| it.is_in(line))
    }

    /// Iterates over the separators that occur on a line.
    pub fn on(line: &str) -> impl Iterator<Item = Separator> {
        Separator::ALL.into_iter().filter(move |it| it.is_in(line))
    }

    /// Whether the line has this separator.
    pub fn is_in(self, line: &str) -> bool {
        let first_byte = self.delimiter().unwrap_or(if self == Separator::Box { 0xe2 } else { b'|' });
        memchr::memchr(first_byte, line.as_bytes()).is_some()
            && (self != Separator::Box || line.contains(UPRIGHT))
    }

    /// Returns the delimiter of separated values; `None` if lines may also begin and end with the separator.
    pub const fn delimiter(self) -> Option<u8> {
        match self {
            Separator::Pipe | Separator::Box => None,
            Separator::Tab => Some(b'\t'),
            Separator::Comma => Some(b','),
            Separator::Semicolon => Some(b';'),
        }
    }

    /// Whether this character at an end of a line is the separator.
    pub fn frames(self, letter: Option<char>) -> bool {
        letter.is_some_and(|it| match self {
            Separator::Pipe => it == '|',
            Separator::Box => UPRIGHT.contains(&it),
            _ => false,
        })
    }

    /// Lists the cells of a line of the text.
    pub fn cells<'t>(self, text: &'t str, line: Range<usize>, out: &mut Vec<Cell<'t>>) {
        out.clear();
        match self.delimiter() {
            Some(delimiter) => drop(separated(text, line, delimiter, out)),
            None => self.framed(text, line, false, out),
        }
    }

    /// Lists the cells of the row that begins here, and returns its end, before its line end. Quoted cells
    /// may contain line ends; in Markdown, `<br>` stands for one. Blanks around unquoted cells are trimmed.
    pub fn row<'t>(self, text: &'t str, start: usize, out: &mut Vec<Cell<'t>>) -> usize {
        out.clear();
        match self.delimiter() {
            Some(delimiter) => {
                let end = separated(text, start..text.len(), delimiter, out);
                let is_exact = |cell: &Cell<'_>| {
                    let is_quoted = text.get(..cell.span.start).is_some_and(|it| it.ends_with('"'));
                    is_quoted || cell.text.len() < cell.span.len()
                };
                let cells = std::mem::take(out).into_iter();
                out.extend(cells.map(|cell| if is_exact(&cell) { cell } else { cell.trimmed() }));
                end
            }
            None => {
                let end = lex::line_end(text.as_bytes(), start);
                self.framed(text, start..end, true, out);
                end
            }
        }
    }

    /// Lists the cells of a line that may also begin and end with the separator.
    fn framed<'t>(self, text: &'t str, line: Range<usize>, breaks: bool, out: &mut Vec<Cell<'t>>) {
        let mut start = line.start;
        let mut escaped = false;
        for (n, letter) in text.slice(line.clone()).char_indices() {
            let at = line.start + n;
            if escaped {
                escaped = false;
            } else if letter == '\\' {
                escaped = true;
            } else if self.frames(Some(letter)) {
                let first = out.is_empty() && text.slice(line.start..at).trim().is_empty();
                if !first || start != line.start {
                    out.push(cell(text, start..at, breaks));
                }
                start = at + letter.len_utf8();
            }
        }
        if !text.slice(start..line.end).trim().is_empty() {
            out.push(cell(text, start..line.end, breaks));
        }
    }
}

fn cell(text: &str, range: Range<usize>, breaks: bool) -> Cell<'_> {
    let span = trim(text, range);
    Cell { text: unescape(text.slice(span.clone()), breaks), span }
}

/// Returns a range without surrounding blanks; if it is all blank, the empty range at its end.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text.slice(range.clone()).trim_start();
    let start = range.end - inner.len();
    start..start + inner.trim_end().len()
}

/// Lists the cells of a row of separated values in this range, and returns its end. In a quoted cell, quotes
/// are doubled; a cell that merely begins with a quote is taken literally.
fn separated<'t>(text: &'t str, range: Range<usize>, delimiter: u8, out: &mut Vec<Cell<'t>>) -> usize {
    let bytes = text.as_bytes();
    let mut start = range.start;
    loop {
        // Some writers put a space after each separator.
        let mark = start + bytes[start..range.end].iter().take_while(|it| **it == b' ').count();
        let quoted = quoted(&bytes[mark..range.end], delimiter).map(|len| mark + len);
        let end = quoted.unwrap_or_else(|| {
            let ends = memchr::memchr3(delimiter, b'\n', b'\r', &bytes[start..range.end]);
            ends.map_or(range.end, |n| start + n)
        });
        out.push(match quoted {
            Some(end) => {
                let inner = mark + 1..end - 1;
                let plain = match text.slice(inner.clone()) {
                    it if it.contains('"') => Cow::Owned(it.replace("\"\"", "\"")),
                    it => Cow::Borrowed(it),
                };
                Cell { text: unprotect(plain), span: inner }
            }
            None => Cell { text: unprotect(Cow::Borrowed(text.slice(start..end))), span: start..end },
        });
        if bytes[..range.end].get(end) != Some(&delimiter) {
            return end;
        }
        start = end + 1;
    }
}

impl<'t> Cell<'t> {
    /// Returns the cell without surrounding blanks.
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

/// Longest quoted cell, in bytes: a quote that isn't closed within is a literal character.
const LONGEST: usize = 4 << 20;

/// Returns the length of the quoted cell at the start of `bytes`, including quotes.
fn quoted(bytes: &[u8], delimiter: u8) -> Option<usize> {
    if bytes.first() != Some(&b'"') {
        return None;
    }
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', &bytes[at..])? + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            None => return Some(at),
            Some(&next) => return (next == delimiter || lex::is_line_end(next)).then_some(at),
        }
    }
}

/// Protects text for a spreadsheet cell: adds an apostrophe if it would be taken for a formula, ignoring
/// leading apostrophes. Numbers are no formulas.
pub fn protect(text: &str) -> Cow<'_, str> {
    let bare = text.trim_start_matches('\'');
    let signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    let is_number = |text: &str| text.bytes().all(|it| it.is_ascii_digit() || it == b'.') && !text.is_empty();
    let is_formula = bare.starts_with(signs) && !bare.strip_prefix(['+', '-']).is_some_and(is_number);
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Undoes [`protect`].
fn unprotect(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.strip_prefix('\'') {
        Some(bare) if matches!(protect(bare), Cow::Owned(_)) => match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.slice(1..)),
            Cow::Owned(text) => Cow::Owned(text.slice(1..).to_owned()),
        },
        _ => text,
    }
}

/// Whether this character may be markup in Markdown.
pub const fn may_be_special(it: u8) -> bool {
    matches!(it, b'\\' | b'|' | b'<' | b'*' | b'`' | b'[' | b'_' | b'&' | b'~')
}

/// Escapes text for a cell of a Markdown table by backslashes before markup.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(may_be_special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let means_something = match letter {
            '\\' | '|' | '<' | '*' | '`' | '[' | '~' => true,
            // Not markup inside a word.
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

/// Undoes [`escape`] as Markdown does: removes backslashes before ASCII punctuation. With `breaks`, `<br>` is
/// a line end, and blanks that would be trimmed are written as `&#32;`.
fn unescape(text: &str, breaks: bool) -> Cow<'_, str> {
    if !(text.contains('\\') || breaks && text.contains(['<', '&'])) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let sign = if breaks { sign(rest) } else { None };
        let after = rest.strip_prefix('\\').and_then(|it| it.chars().next());
        let (letter, len) = match (sign, after) {
            (Some(sign), _) => sign,
            (None, Some(next)) if next.is_ascii_punctuation() => (next, 2),
            _ => (letter, letter.len_utf8()),
        };
        plain.push(letter);
        rest = rest.get(len..).unwrap_or_default();
    }
    Cow::Owned(plain)
}

/// Decodes the HTML line end or blank at the start of `text`; returns it with its length.
fn sign(text: &str) -> Option<(char, usize)> {
    if let Some(sign) = ["<br>", "<br/>", "<br />"].into_iter().find(|it| text.starts_with(it)) {
        return Some(('\n', sign.len()));
    }
    let code = text.strip_prefix("&#")?.split_once(';')?.0;
    let blank = char::from_u32(code.parse().ok()?).filter(|it| it.is_whitespace())?;
    Some((blank, code.len() + 3))
}

/// Escapes text for a cell of a Markdown table that is read back, as little as possible: bars, line ends,
/// blanks at its ends, and whatever would be taken for these or for emphasis of the whole cell.
pub fn escape_cell(text: &str) -> Cow<'_, str> {
    let is_plain = |it: u8| it > b' ' && it < 0x7f && !matches!(it, b'*' | b'_' | b'`');
    let ends = [text.bytes().next(), text.bytes().next_back()];
    let special = |it| matches!(it, b'\\' | b'|' | b'<' | b'&' | b'\r' | b'\n');
    if ends.into_iter().flatten().all(is_plain) && !text.bytes().any(special) {
        return Cow::Borrowed(text);
    }
    let mut escaped =
        text.replace('\\', "\\\\").replace('|', "\\|").replace("<br", "\\<br").replace("&#", "\\&#");
    escaped = escaped.replace("\r\n", "<br>").replace(['\n', '\r'], "<br>");
    if emphasised(&escaped).is_some() {
        escaped.insert(0, '\\');
    }
    let code = |blank: char| format!("&#{};", u32::from(blank));
    if let Some(blank) = escaped.chars().next().filter(|it| it.is_whitespace()) {
        escaped.replace_range(..blank.len_utf8(), &code(blank));
    }
    if let Some(blank) = escaped.chars().next_back().filter(|it| it.is_whitespace()) {
        escaped.truncate(escaped.len() - blank.len_utf8());
        escaped.push_str(&code(blank));
    }
    Cow::Owned(escaped)
}

/// Returns the text inside Markdown emphasis of the whole cell.
pub fn emphasised(text: &str) -> Option<&str> {
    ["**", "*", "__", "_", "`"].iter().find_map(|mark| {
        let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
        (!inner.is_empty() && !inner.starts_with(mark) && !inner.contains(' ')).then_some(inner)
    })
}

impl Cell<'_> {
    /// Adds the cell's text to the moves of a game, recording the offset of each run that is copied
    /// unchanged.
    pub fn copy(&self, source: &str, game: &mut Transcript) {
        let (mut text, mut written, mut at) =
            (&*self.text, source.get(self.span.clone()).unwrap_or_default(), self.span.start);
        while !text.is_empty() {
            let same = text.bytes().zip(written.bytes()).take_while(|(one, other)| one == other).count();
            let same = text.floor_char_boundary(same);
            game.copy(text.get(..same).unwrap_or_default(), at);
            (text, written) = (text.get(same..).unwrap_or_default(), written.get(same..).unwrap_or_default());
            at += same;
            // The source has an escape or a line break here.
            let next = text.chars().next();
            let skipped = next.and_then(|it| written.find(it)).unwrap_or(0);
            let is_sign = next.is_some_and(|it| it.is_whitespace());
            let len = if is_sign { written.find(['>', ';']).map_or(0, |n| n + 1) } else { skipped };
            if is_sign || skipped == 0 {
                game.part(at, len);
                game.moves.extend(next);
                text = text.get(next.map_or(0, char::len_utf8)..).unwrap_or_default();
            }
            written = written.get(len..).unwrap_or_default();
            at += len;
        }
    }
}

/// Returns the text of a cell, or `None` for a placeholder.
pub fn filled(cell: &str) -> Option<&str> {
    let cell = cell.trim();
    let is_placeholder = matches!(cell, "-" | "–" | "—" | "·" | "…") || cell.bytes().all(|it| it == b'.');
    (!is_placeholder).then_some(cell)
}

/// Returns a row without the blanks and bars that separate it from the next column.
pub fn without_bar(row: &str) -> &str {
    row.trim_end_matches(|it: char| it.is_whitespace() || it == '|')
}

/// Parses a cell or word as a move number: `12`, `12.`, `12)`, `12…`, `01`.
pub fn number(cell: &str) -> Option<u32> {
    let (number, rest) = lex::leading_number(cell.trim())?;
    rest.chars().all(|it| matches!(it, '.' | '…' | ')')).then_some(number)
}

/// A line of a table that isn't blank or a rule; quoted cells may contain line ends.
pub struct Row<'t> {
    pub span: Range<usize>,
    /// Start of the next line.
    pub next: usize,
    /// Whether the preceding line is blank.
    pub apart: bool,
    /// Its cells; empty if it doesn't have the separator of the table.
    pub cells: Vec<Cell<'t>>,
}

impl<'t> Row<'t> {
    /// Returns the next row at or after `start`, which must be the beginning of a line.
    pub fn next(text: &'t str, separator: Option<Separator>, start: usize) -> Option<Row<'t>> {
        let (mut at, mut apart) = (start, false);
        loop {
            let mark = if text.get(at..)?.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            let mut span = at + mark..lex::line_end(text.as_bytes(), at);
            let line = text.slice(span.clone());
            let is_blank = line.trim_matches([' ', '\t']).is_empty();
            let mut cells = Vec::new();
            if let Some(separator) = separator.filter(|it| !is_blank && it.is_in(line)) {
                span.end = separator.row(text, span.start, &mut cells);
            }
            let rest = text.slice(span.end..);
            let next = span.end + if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
            if !is_blank && !is_rule(text.slice(span.clone())) {
                return Some(Row { span, next, apart, cells });
            }
            if rest.is_empty() {
                return None;
            }
            apart = is_blank;
            at = next;
        }
    }

    /// Returns the text of the cell in this column, or an empty one.
    pub fn cell(&self, n: Option<usize>) -> &str {
        n.and_then(|n| self.cells.get(n)).map_or("", |it| it.text.trim())
    }
}

/// Whether this line is blank or a rule, as under a heading or around a table. A row with only a null move or
/// marks is neither.
pub fn is_rule(line: &str) -> bool {
    let null_move = line.matches("--").count() == 1 && !line.contains("---") && Separator::of(line).is_some();
    let mut cells = line.split([',', ';', '\t', '|']).map(str::trim);
    !null_move
        && !cells.any(|it| matches!(it, "=" | "+"))
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
            (Separator::Comma, "1, \"a, b\", \"c\"", &["1", "a, b", "c"]),
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
            assert_eq!(unescape(&escape(text), false), text);
            assert_eq!(unescape(&escape_cell(text), true), text);
            assert_eq!(unprotect(protect(text)), text);
        }
        assert_eq!(escape("snake_case"), "snake_case");
        assert!(["=1", "+1+1", "-A1", "@a", "\t1"].iter().all(|it| protect(it).starts_with('\'')));
    }
}
