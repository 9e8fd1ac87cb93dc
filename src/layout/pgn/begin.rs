//! Where a game begins in a text with other words around it, decided by playing moves on the board.

use std::sync::LazyLock;

use super::{
    lex::{self, PgnToken},
    stretch::Stretch,
};
use crate::{chess::Position, resolve::Notations};

/// At most this many failed attempts to find the beginning of a game in a stretch of words.
const MOST_TRIED: usize = 64;

/// Words where a game might begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadingWords {
    /// They precede a game, which begins at this offset.
    Before(usize),
    /// No game follows them.
    Only,
}

/// Recognises words at a place where a game may begin, as opposed to its tags and moves; `None` if there are none.
///
/// Words end where tags begin, or at a number 1 after which two moves can be played. Text that cannot be played
/// counts as words only if hardly any of it looks like a move.
pub fn words(text: &str, at: usize) -> Option<LeadingWords> {
    if lex::item(text, at, text.len()).is_some() || lex::tag(text, at).is_some() || is_opening(text, at) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut tried = 0;
    let mut place = at;
    while let Some(n) = text[place..].find(['[', '1', '\u{ff11}']) {
        let found = place + n;
        place = found + text[found..].chars().next().map_or(1, char::len_utf8);
        let begins = if bytes[found] == b'[' {
            let indent = bytes[..found].iter().rev().take_while(|it| matches!(it, b' ' | b'\t')).count();
            lex::at_line_start(bytes, found - indent)
                && lex::tag(text, found).is_some_and(|it| it.well_formed)
        } else {
            let before = text[..found].chars().next_back();
            let apart = before.is_none_or(|it| it.is_whitespace() || matches!(it, ')' | '"' | '*' | '_'));
            let number = if apart { lex::item(text, found, text.len()) } else { None };
            match number {
                Some((PgnToken::Number(1, None), after)) if tried < MOST_TRIED => {
                    let opens = is_opening(text, after);
                    tried += usize::from(!opens);
                    opens
                }
                _ => false,
            }
        };
        if begins {
            return Some(LeadingWords::Before(found));
        }
    }
    are_words(&text[at..]).then_some(LeadingWords::Only)
}

/// Whether hardly any word of a text looks like a move.
fn are_words(text: &str) -> bool {
    const MOST: usize = 400;
    let (mut of_move, mut others) = (0, 0);
    for word in text.split_whitespace().take(MOST) {
        let core = word.trim_matches(|it: char| !it.is_alphanumeric());
        let letters = core.chars().filter(|it| it.is_alphabetic()).count();
        let digits = core.chars().filter(char::is_ascii_digit).count();
        let castles = core.len() > 2 && core.chars().all(|it| matches!(it, 'O' | '0' | '-'));
        let moves =
            digits > 0 && letters <= 4 && core.len() <= 8 || core.contains('-') && letters < 5 || castles;
        if moves { of_move += 1 } else { others += usize::from(letters > 1) }
    }
    others > 2 * of_move
}

/// Whether two moves from the start position stand here, in any notation, or one at the end of the text.
pub fn is_opening(text: &str, at: usize) -> bool {
    static ANY: LazyLock<Notations> = LazyLock::new(Notations::any);
    /// Two moves are at most this long.
    const REACH: usize = 400;
    let mut end = text.len().min(at + REACH);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let moves = Stretch { text, begin: at, end, parentheses: &[], insertions: &[], tagged: false };
    ANY.opens(&moves, &Position::default(), at)
}
