//! Recognises words that look like parts of moves.
//!
//! Independent of notation: piece letters, squares and signs look alike in all of them; other words are
//! listed in `said.txt`.

use std::sync::LazyLock;

use crate::{
    lines,
    notation::{DASHES, look_alike},
};

/// Lower-case words that books use in and after moves, sorted.
static SAID: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("said.txt").split_whitespace().collect());

/// Whether a word is one of [`SAID`]. Most words are moves, with digits.
fn is_said(word: &str) -> bool {
    !word.bytes().any(|it| it.is_ascii_digit()) && SAID.binary_search(&&*word.to_lowercase()).is_ok()
}

/// Returns a word with a letter in place of its figurines, or of its Cyrillic piece letters, as in `Крf1`; `None`
/// if it has none.
fn lettered(word: &str) -> Option<String> {
    /// The second letter of a Cyrillic king.
    const OF_KING: char = 'р';
    let is_figurine = |it: char| matches!(it, '♔'..='♟');
    if word.is_ascii() {
        return None;
    }
    if word.contains(is_figurine) {
        return Some(word.replace(is_figurine, "N"));
    }
    // `З` is a 3.
    let is_piece = |it: char| matches!(it, 'А'..='Я') && it != 'З';
    let mut lettered = String::new();
    let mut is_first = false;
    for it in word.chars() {
        match it {
            OF_KING if is_first => {}
            _ if is_piece(it) => lettered.push('N'),
            _ => lettered.push(look_alike(it).filter(char::is_ascii).unwrap_or(it)),
        }
        is_first = is_piece(it);
    }
    let is_of_move = word.contains(|it: char| matches!(it, 'А'..='я'))
        && lettered.contains(|it: char| it.is_ascii_digit())
        && lettered.chars().all(|it| it.is_ascii() || !it.is_alphanumeric());
    is_of_move.then_some(lettered)
}

/// Whether a word is a lower-case capture, such as `pxp` and `qktxb(b3)`.
fn is_small_capture(core: &str) -> bool {
    const OF_PIECES: &str = "kqrbnptcadf().12345678";
    core.split_once(['x', '×']).is_some_and(|(mover, victim)| {
        let of_pieces =
            |it: &str| !it.is_empty() && it.len() < 8 && it.chars().all(|it| OF_PIECES.contains(it));
        of_pieces(mover) && of_pieces(victim.trim_end_matches("ch"))
    })
}

/// Longest word with a digit that looks like a part of a move, in characters.
const LONGEST: usize = 8;

/// Words that occur in moves but also begin sentences; no move ends with one.
const WEAK: [&str; 16] = [
    "a", "an", "and", "at", "black", "from", "her", "his", "in", "it", "making", "on", "or", "the", "to",
    "white",
];

/// Which part of a move a word looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OfMove {
    /// No part of a move.
    Nothing,
    /// A part that ends no move: a single sign, or one of [`WEAK`].
    Inner,
    Part,
    /// A whole move: of a piece to a square, a capture, or castling.
    Whole,
}

impl OfMove {
    /// Whether a word is a whole move.
    pub fn is_whole(word: &str) -> bool {
        OfMove::of(word) == OfMove::Whole
    }

    pub fn of(word: &str) -> OfMove {
        if let Some(lettered) = lettered(word) {
            return OfMove::of(&lettered);
        }
        let part = OfMove::of_part(word);
        // As in `o–o`.
        let may_castle =
            || word.trim_start_matches(|it: char| !it.is_alphanumeric()).starts_with(['O', 'o', '0']);
        if part == OfMove::Nothing && !may_castle() {
            return part;
        }
        let core =
            word.trim_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '(' | ')' | '+' | '#'));
        let core = core.trim_end_matches(['!', '?', '+', '#', '†', '‡', ',', '.', ';', ')']);
        let core = ["mate", "disch", "dblch"].iter().find_map(|it| core.strip_suffix(it)).unwrap_or(core);
        let is_castling = core.len() >= 3
            && core.chars().all(|it| matches!(it, 'O' | '0' | 'o') || DASHES.contains(&it))
            || ["castles", "enroque", "roque"].iter().any(|it| core.eq_ignore_ascii_case(it));
        if is_castling {
            return OfMove::Whole;
        }
        let is_letter = |it: char| {
            matches!(
                it,
                'A'..='Z' | 'a'..='h' | 'k' | 'n' | 'p'..='t' | 'x' | '1'..='8'
                    | '×' | ':' | '-' | '–' | '—' | '(' | ')' | '/' | '=' | '.'
            )
        };
        let has_sign = || core.contains(DASHES) || core.contains(['x', 'X', '×', ':', '/']);
        let is_whole = part != OfMove::Nothing
            && core.starts_with(|it: char| it.is_ascii_alphabetic())
            && core.len() >= 2
            && core.chars().all(is_letter)
            && (core.contains(|it: char| it.is_ascii_digit()) || has_sign());
        if is_whole { OfMove::Whole } else { part }
    }

    /// Classifies a word without figurines, unless it is a whole move.
    fn of_part(word: &str) -> OfMove {
        // Most words are plain moves.
        let is_short =
            word.len() <= LONGEST && word.is_ascii() && word.starts_with(|it: char| it.is_ascii_alphabetic());
        if is_short && word.contains(|it: char| it.is_ascii_digit()) && !word.contains('[') {
            return OfMove::Part;
        }
        let whole = word;
        let part = || {
            let inner = whole.trim_matches(|it: char| !it.is_alphanumeric());
            let is_weak = inner.is_empty() || WEAK.contains(&inner.to_lowercase().as_str());
            if is_weak { OfMove::Inner } else { OfMove::Part }
        };
        let word = word.split('[').next().unwrap_or(word);
        let core = word.trim_matches(|it: char| !it.is_alphanumeric());
        let Some(first) = core.chars().next() else { return part() };
        // As in `e.p.` and `e.p.ch`.
        let is_dotted = || {
            let word = core.replace('.', "");
            is_said(&word) || word.strip_prefix("ep").is_some_and(is_said)
        };
        let is_castling = core.eq_ignore_ascii_case("o-o") || core.eq_ignore_ascii_case("o-o-o");
        if is_said(core) || core.contains('.') && is_dotted() || is_small_capture(core) || is_castling {
            return part();
        }
        let base = core.split(['\'', '’', '.']).next().unwrap_or(core);
        // Longer words in capitals belong to headings.
        let of_pieces = |word: &str| {
            let letters = |it: char| match word.len() {
                0..=3 => it.is_uppercase() || matches!(it, 't' | 'n' | '0'),
                _ => "KQRBNSPTCADFXtnO0".contains(it),
            };
            word.chars().count() <= 6 && word.chars().all(letters)
        };
        if first.is_uppercase() && (of_pieces(base) || of_pieces(core)) {
            return part();
        }
        let has_digit = core.contains(|it: char| it.is_ascii_digit());
        let has_sign = core.contains(DASHES) || core.contains(['x', '×', ':']);
        let longest = if has_sign && (first.is_uppercase() || has_digit) {
            16
        } else if !has_digit || core.bytes().take_while(u8::is_ascii_digit).count() >= 4 {
            0
        } else if core.contains(['(', '/']) {
            16
        } else {
            LONGEST
        };
        if core.chars().count() <= longest { part() } else { OfMove::Nothing }
    }
}

/// Returns the offset of the words after moves at the end of a text, such as `with a slightly better game`.
pub fn words_after(text: &str) -> Option<usize> {
    const BEGIN: [&str; 25] = [
        "with", "and", "but", "when", "while", "whereupon", "which", "having", "leaving", "winning",
        "followed", "etc", "after", "as", "since", "because", "for", "white", "black", "both", "much",
        "even", "equal", "better", "threatening",
    ];
    /// Words that occur both in moves and in comments on the game.
    const TELLING: [&str; 4] = ["wins", "white", "black", "drawn"];
    let mut found = None;
    for (start, word) in lines::words(text) {
        let core = word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
        let plain = word.chars().all(|it| it.is_alphabetic() || matches!(it, '.' | ',' | '\'' | '’' | '-'))
            && (core.len() > 2 || !word.starts_with(char::is_uppercase))
            && word.contains(char::is_alphabetic);
        let telling = OfMove::of(word) == OfMove::Nothing || TELLING.contains(&core.as_str());
        found = match found {
            Some((from, told)) if plain => Some((from, told || telling)),
            None if plain && BEGIN.contains(&core.as_str()) => Some((start, telling)),
            _ => None,
        };
    }
    found.filter(|it| it.1).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_moves() {
        for (words, expected) in [
            ("e4 Nf3! ♘f3 PxP Kt-KB3 pxp(b3) O-O 0-0-0+ o-o Castles, QxR(ch)", OfMove::Whole),
            ("Кf3 Крf1 Сс5 Л:d8+ с:d5 КреЗ ♘f3", OfMove::Whole),
            ("Kt. P takes B's 4th e.p. mates 3d ch", OfMove::Part),
            ("to White the, - ...", OfMove::Inner),
            ("Ход России 1851", OfMove::Nothing),
            ("better game, Morphy 1851 HASTINGS however-", OfMove::Nothing),
        ] {
            for word in words.split(' ') {
                assert_eq!(OfMove::of(word), expected, "{word}");
            }
        }
    }

    #[test]
    fn words_are_in_order() {
        assert!(SAID.is_sorted());
    }
}
