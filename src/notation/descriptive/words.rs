//! The tokeniser: splits text into words of a [`Dialect`].

use super::dialect::{Dialect, Word};
use crate::{notation::scan::DASHES, slice::Slice as _};

/// A word and its end.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub word: Word,
    /// The end, including a full stop or the possessive `'s` that belongs to it.
    pub end: usize,
    pub gap: Gap,
    /// Whether it is an ordinal with the suffix of another number.
    pub odd: bool,
}

/// The gap between two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// Nothing.
    None,
    /// One space, or a line end.
    One,
    /// More than one space, as between columns.
    Wide,
}

/// The most words in a move's text.
const MOST: usize = 24;

/// The words of a text, found on demand.
pub struct Words<'a> {
    dialect: &'a Dialect,
    text: &'a str,
    tokens: Vec<Token>,
    /// Where the next word may begin.
    at: usize,
    ended: bool,
    /// Where the first word may begin.
    first: usize,
}

impl<'a> Words<'a> {
    pub fn new(dialect: &'a Dialect, text: &'a str) -> Words<'a> {
        Words::after(dialect, text, 0)
    }

    /// Returns the words of a text from offset `at` on.
    pub fn after(dialect: &'a Dialect, text: &'a str, at: usize) -> Words<'a> {
        Words { dialect, text, tokens: Vec::new(), at, ended: false, first: at }
    }

    /// Returns word `n`.
    pub fn get(&mut self, n: usize) -> Option<Token> {
        while self.tokens.len() <= n && !self.ended {
            match self.next_token() {
                Some(token) if self.tokens.len() < MOST => {
                    self.at = token.end;
                    self.tokens.push(token);
                }
                _ => self.ended = true,
            }
        }
        self.tokens.get(n).copied()
    }

    /// Returns the meaning of word `n`.
    pub fn word(&mut self, n: usize) -> Option<Word> {
        self.get(n).map(|token| token.word)
    }

    /// Whether a move could end before word `n`.
    pub fn ends_before(&mut self, n: usize) -> bool {
        let end = self.end(n);
        !self.text.slice(end..).starts_with(|it: char| it.is_alphanumeric() || it == '_')
    }

    /// Returns the end of the word before `n`, with a comma directly after it, or a full stop after `(in passing)`.
    pub fn end_of(&mut self, n: usize) -> usize {
        let end = self.end(n);
        let rest = self.text.slice(end..);
        let full_stop =
            rest.starts_with('.') && !rest.starts_with("..") && self.text.slice(..end).ends_with(')');
        end + usize::from(full_stop || rest.starts_with(','))
    }

    /// Whether a word before `n` is an ordinal with a wrong suffix.
    pub fn has_odd_ordinal(&self, n: usize) -> bool {
        self.tokens.iter().take(n).any(|it| it.odd)
    }

    /// Whether the word before `n` ends with a possessive `'s`.
    pub fn is_possessive(&mut self, n: usize) -> bool {
        let end = self.end(n);
        self.text.slice(..end).ends_with("'s") || self.text.slice(..end).ends_with("’s")
    }

    fn end(&mut self, n: usize) -> usize {
        n.checked_sub(1).and_then(|n| self.get(n)).map_or(self.first, |token| token.end)
    }

    fn next_token(&self) -> Option<Token> {
        let rest = self.text.slice(self.at..);
        let start = self.at + rest.leading(is_blank);
        let gap = match self.text.slice(self.at..start) {
            "" => Gap::None,
            // A line end, perhaps with the remains of a quotation mark.
            blank
                if blank.starts_with(['\n', '\r'])
                    && blank.trim_start_matches(['\n', '\r']).len() <= 2
                    && blank.len() <= 3 =>
            {
                Gap::One
            }
            blank if blank.chars().nth(1).is_none() => Gap::One,
            _ => Gap::Wide,
        };
        let (word, len) = self.word_at(start)?;
        let odd = matches!(word, Word::Rank(_)) && is_odd_ordinal(self.text.slice(start..start + len));
        Some(Token { word, end: start + len, gap, odd })
    }

    /// Returns the longest word here, including its full stop or possessive, and its length.
    fn word_at(&self, start: usize) -> Option<(Word, usize)> {
        let text = self.text.slice(start..);
        let first = text.chars().next()?;
        let (word, len) = match first {
            '1'..='8' => self.rank(text)?,
            'a'..='h' if text.as_bytes().get(1).is_some_and(|it| matches!(it, b'1'..=b'8')) => {
                (Word::Algebraic(text.as_bytes()[0] - b'a', text.as_bytes()[1] - b'1'), 2)
            }
            _ if dash_len(text) > 0 => (Word::To, dash_len(text)),
            _ => self.listed(text, first)?,
        };
        let mut len = len;
        if let Word::Piece(_) = word {
            len += possessive(text.slice(len..));
        }
        let letter = text.slice(..len).ends_with(|it: char| it.is_alphanumeric());
        let stop = stop_len(text.slice(len..));
        if letter && stop > 0 {
            len += stop;
            len += possessive(text.slice(len..));
        }
        Some((word, len))
    }

    fn listed(&self, text: &str, first: char) -> Option<(Word, usize)> {
        let small = first.to_ascii_lowercase();
        let mut best: Option<(Word, usize)> = None;
        for (name, word) in self.dialect.words_from(first) {
            if !name.starts_with([first, small]) && first.is_ascii() {
                continue;
            }
            if let Some(len) = phrase(text, name).filter(|len| best.is_none_or(|it| it.1 < *len)) {
                best = Some((*word, len));
            }
        }
        best
    }

    /// Reads a digit, with its ordinal suffix if any.
    fn rank(&self, text: &str) -> Option<(Word, usize)> {
        let rest = text.slice(1..);
        if rest.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let ordinal = self
            .dialect
            .ordinals
            .iter()
            .find(|it| rest.strip_prefix(**it).is_some_and(ends))
            .map_or(0, |it| it.len());
        Some((Word::Rank(text.as_bytes()[0] - b'0'), 1 + ordinal))
    }
}

/// Whether an English ordinal has the wrong suffix, as in `8d` and `5nd`.
fn is_odd_ordinal(text: &str) -> bool {
    let (digit, ending) = text.divide(1);
    match ending.trim_end_matches(['.', '\'', '’']) {
        "st" => digit != "1",
        "nd" => digit != "2",
        "rd" => digit != "3",
        "d" => digit != "2" && digit != "3",
        "th" => matches!(digit, "1" | "2" | "3"),
        _ => false,
    }
}

fn is_blank(it: char) -> bool {
    it.is_whitespace() || it == '\u{200b}'
}

/// Returns the length of the dashes at the beginning: a hyphen may be doubled for a dash.
fn dash_len(text: &str) -> usize {
    let dash = text.len() - text.trim_start_matches(DASHES).len();
    if text.slice(..dash).chars().count() <= 2 { dash } else { 0 }
}

/// Returns the length of the full stop after an abbreviation.
pub fn stop_len(after: &str) -> usize {
    usize::from(after.starts_with('.') && !after.starts_with(".."))
}

/// Returns the length of `'s` or of a lone apostrophe.
fn possessive(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['\'', '’', '‘', '`', '´']) else { return 0 };
    let mark = text.len() - rest.len();
    let s = rest.starts_with(['s', 'S']) && !rest.slice(1..).starts_with(|it: char| it.is_lowercase());
    mark + usize::from(s)
}

/// Returns the length of a phrase of the table (see [`super::dialect`]) at the beginning of a text.
fn phrase(text: &str, name: &str) -> Option<usize> {
    let small = !name.contains(char::is_uppercase);
    let any_case = small && name.split(' ').all(|part| part.len() > 2);
    let mut rest = text;
    for letter in name.chars() {
        if letter == ' ' {
            rest = rest.strip_prefix('.').unwrap_or(rest);
            rest = rest.strip_prefix(['-', ' ', '\u{a0}', '\n', '\t']).unwrap_or(rest);
            continue;
        }
        let next = rest.chars().next()?;
        if next != letter && !(any_case && next.to_lowercase().eq([letter])) {
            return None;
        }
        rest = rest.slice(next.len_utf8()..);
    }
    let next = rest.chars().next();
    let goes_on = match name.chars().last() {
        Some('x' | 'х') => false,
        Some(last) if last.is_lowercase() && !small => false,
        Some(last) if last.is_lowercase() && name.len() == 1 => next.is_some_and(char::is_alphanumeric),
        Some(last) if last.is_lowercase() => next.is_some_and(|it| it.is_lowercase() && it != 'x'),
        Some('+' | '†' | '‡' | '#' | '≠') => {
            next.is_some_and(|it| DASHES.contains(&it) || matches!(it, '/' | '=' | '+'))
        }
        _ => false,
    };
    (!goes_on).then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::Role, notation::CheckClaim};

    #[test]
    fn words_are_told_apart() {
        use Word::{Castles, Close, EnPassant, Mark, Open, Own, Piece, Rank, Square, Takes, To};
        let (p, n, b, r, q, k) = (
            Piece(Role::Pawn),
            Piece(Role::Knight),
            Piece(Role::Bishop),
            Piece(Role::Rook),
            Piece(Role::Queen),
            Piece(Role::King),
        );
        let check = Mark(CheckClaim::Check);
        let cases: &[(&str, &[Word])] = &[
            ("K. Kt. to K. B's 3d.", &[k, n, To, k, b, Rank(3)]),
            (
                "QKtPxKt(B3)dis.ch",
                &[q, n, p, Takes, n, Open, b, Rank(3), Close, Mark(CheckClaim::Discovered)],
            ),
            ("P. takes P. en pass.", &[p, Takes, p, EnPassant]),
            ("R-Ksq", &[r, To, k, Square]),
            ("KT—KB3 CH.", &[n, To, k, b, Rank(3), check]),
            ("Queen to her 2nd square", &[q, To, Own, Rank(2), Square]),
            ("PxP e. p. ch", &[p, Takes, p, EnPassant, check]),
            ("Castles", &[Castles]),
            ("Because", &[b]),
            ("P-K4 12.", &[p, To, k, Rank(4)]),
            ("Q-B3+-", &[q, To, b, Rank(3)]),
        ];
        for (text, expected) in cases {
            let mut words = Words::new(Dialect::of(&[]), text);
            let found: Vec<Word> = (0..MOST).map_while(|n| words.word(n)).collect();
            assert_eq!(&found, expected, "{text}");
        }
    }
}
