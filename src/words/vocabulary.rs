//! Recognises words that look like parts of moves.
//!
//! This is independent of notation: piece letters, squares and signs look alike in all of them, and a few
//! words are listed here ([`SAID`]).

use crate::{lines, notation::DASHES};

/// Words, in lower case and in order, that books use in moves and at their end.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "a", "adv", "al", "alfiere", "alfil", "an", "and", "arrocca", "arrocco", "at", "becomes", "becoming",
    "bishop", "black", "caballo", "calling", "captures", "castle", "castles", "cavalier", "cavallo", "ch",
    "check", "checking", "checkmate", "checkmates", "checks", "claiming", "claims", "corto", "covers",
    "dama", "dame", "dbl", "dblch", "dbld", "dble", "de", "demanding", "demands", "dis", "disc", "disch",
    "discovered", "discovering", "doble", "donna", "doub", "double", "doubled", "doubly", "drawn", "ech",
    "echec", "eighth", "el", "en", "enroca", "enroque", "ep", "et", "fifth", "first", "fou", "fourth",
    "from", "gives", "giving", "her", "his", "in", "interposes", "it", "j", "jaq", "jaque", "king",
    "knight", "knt", "la", "largo", "making", "mat", "mate", "mates", "matto", "moves", "na", "nd", "on",
    "one", "or", "para", "pas", "paso", "pass", "passagem", "passant", "passing", "passo", "pawn",
    "pedone", "peon", "peón", "pion", "por", "pr", "prend", "queen", "queening", "queens", "rd", "re",
    "regina", "resigns", "retires", "retreats", "rey", "roi", "rook", "roq", "roque", "sc", "scacco",
    "second", "seventh", "side", "sixth", "sq", "square", "squares", "st", "takes", "the", "third", "tks",
    "to", "toma", "torre", "tour", "two", "varco", "white", "wins", "with", "x", "xeque", "à", "éch",
    "échec",
];

/// Whether a word is one of [`SAID`]. Most are moves, with digits.
fn is_said(word: &str) -> bool {
    !word.bytes().any(|it| it.is_ascii_digit()) && SAID.binary_search(&&*word.to_lowercase()).is_ok()
}

/// Returns a word with letters in place of figurines.
fn lettered(word: &str) -> Option<String> {
    let is_figurine = |it: char| matches!(it, '♔'..='♟');
    word.contains(is_figurine).then(|| word.replace(is_figurine, "N"))
}

/// Whether a word is a capture in lower case, such as `pxp` and `qktxb(b3)`.
fn is_small_capture(core: &str) -> bool {
    const OF_PIECES: &str = "kqrbnptcadf().12345678";
    core.split_once(['x', '×']).is_some_and(|(mover, victim)| {
        let of_pieces =
            |it: &str| !it.is_empty() && it.len() < 8 && it.chars().all(|it| OF_PIECES.contains(it));
        of_pieces(mover) && of_pieces(victim.trim_end_matches("ch"))
    })
}

/// The longest word with a digit that looks like a part of a move.
const LONGEST: usize = 8;

/// Whether a word looks like a part of a move.
pub fn is_of_move(word: &str) -> bool {
    // Most words are plain moves.
    let is_short =
        word.len() <= LONGEST && word.is_ascii() && word.starts_with(|it: char| it.is_ascii_alphabetic());
    if is_short && word.contains(|it: char| it.is_ascii_digit()) && !word.contains('[') {
        return true;
    }
    if let Some(lettered) = lettered(word) {
        return is_of_move(&lettered);
    }
    let word = word.split('[').next().unwrap_or(word);
    let core = word.trim_matches(|it: char| !it.is_alphanumeric());
    let Some(first) = core.chars().next() else { return true };
    let len = core.chars().count();
    // As in `e.p.` and `e.p.ch`.
    let is_dotted = || {
        let word = core.replace('.', "");
        is_said(&word) || word.strip_prefix("ep").is_some_and(is_said)
    };
    if is_said(core) || core.contains('.') && is_dotted() {
        return true;
    }
    if is_small_capture(core) || core.eq_ignore_ascii_case("o-o") || core.eq_ignore_ascii_case("o-o-o") {
        return true;
    }
    let base = core.split(['\'', '’', '.']).next().unwrap_or(core);
    // Longer words in capitals belong to headings.
    let pieces = |word: &str| {
        let letters = |it: char| match word.len() {
            0..=3 => it.is_uppercase() || matches!(it, 't' | 'n' | '0'),
            _ => "KQRBNSPTCADFXtnO0".contains(it),
        };
        word.chars().count() <= 6 && word.chars().all(letters)
    };
    if pieces(base) && first.is_uppercase() || pieces(core) && first.is_uppercase() {
        return true;
    }
    if (core.contains(DASHES) || core.contains(['x', '×', ':']))
        && (first.is_uppercase() || core.contains(|it: char| it.is_ascii_digit()))
    {
        return len <= 16;
    }
    core.contains(|it: char| it.is_ascii_digit())
        && len <= if core.contains(['(', '/']) { 16 } else { LONGEST }
        && core.bytes().take_while(u8::is_ascii_digit).count() < 4
}

/// Words that begin sentences as well as occur in moves; no move ends with one.
const WEAK: [&str; 16] = [
    "a", "an", "and", "at", "black", "from", "her", "his", "in", "it", "making", "on", "or", "the", "to",
    "white",
];

/// Whether a move can end with this word, which looks like a part of one.
pub fn ends_move(word: &str) -> bool {
    let core = word.trim_matches(|it: char| !it.is_alphanumeric());
    !core.is_empty() && !WEAK.contains(&core.to_lowercase().as_str())
}

/// Whether the word is a whole move: of a piece to a square, a capture, or castling.
pub fn is_whole_move(word: &str) -> bool {
    if let Some(lettered) = lettered(word) {
        return is_whole_move(&lettered);
    }
    let core = word.trim_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '(' | ')' | '+' | '#'));
    let core = core.trim_end_matches(['!', '?', '+', '#', '†', '‡', ',', '.', ';', ')']);
    let core = ["mate", "disch", "dblch"].iter().find_map(|it| core.strip_suffix(it)).unwrap_or(core);
    let castles =
        core.len() >= 3 && core.chars().all(|it| matches!(it, 'O' | '0' | 'o') || DASHES.contains(&it));
    let said = ["castles", "enroque", "roque"].contains(&core.to_lowercase().as_str());
    if castles || said {
        return true;
    }
    let Some(first) = core.chars().next().filter(|_| is_of_move(word) && core.chars().count() >= 2) else {
        return false;
    };
    let sign = core.contains(DASHES) || core.contains(['x', 'X', '×', ':', '/']);
    let digit = core.contains(|it: char| it.is_ascii_digit());
    let piece =
        core.chars().all(|it| it.is_ascii_uppercase() || "abcdefghtnsqpkrxX×:-–—()/=12345678.".contains(it));
    piece && first.is_ascii_alphabetic() && (sign || digit)
}

/// Returns the offset of words after moves at the end of a text, such as `with a slightly better game`.
pub fn words_after(text: &str) -> Option<usize> {
    #[rustfmt::skip]
    const BEGIN: [&str; 26] = [
        "with", "and", "but", "when", "while", "whereupon", "which", "having", "leaving", "winning", "followed",
        "etc", "after", "as", "since", "because", "for", "white", "black", "both", "much", "even", "equal", "better",
        "threatening", "after",
    ];
    /// Words that occur in moves, but also in comments on the game.
    const TELLING: [&str; 4] = ["wins", "white", "black", "drawn"];
    let mut found = None;
    for (start, word) in lines::words(text) {
        let core = word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
        let plain = word.chars().all(|it| it.is_alphabetic() || matches!(it, '.' | ',' | '\'' | '’' | '-'))
            && (core.len() > 2 || !word.starts_with(char::is_uppercase))
            && word.contains(char::is_alphabetic);
        let telling = !is_of_move(word) || TELLING.contains(&core.as_str());
        found = match found {
            Some((from, told)) if plain => Some((from, told || telling)),
            None if plain && BEGIN.contains(&core.as_str()) => Some((start, telling)),
            _ => None,
        };
    }
    found.filter(|it| it.1).map(|it| it.0)
}

/// Whether this is a whole move in words, such as `Kt. to K. B's 3d.` and `P takes P`.
pub fn is_move_phrase(words: &str) -> bool {
    const DOING: [&str; 10] = ["to", "takes", "tks", "captures", "x", "-", "–", "—", "toma", "por"];
    let of_move = words.starts_with(char::is_uppercase) && words.split_whitespace().all(is_of_move);
    let mut inner = words.split_whitespace();
    of_move && inner.any(|it| is_whole_move(it) || DOING.contains(&it.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order() {
        assert!(SAID.is_sorted());
    }
}
