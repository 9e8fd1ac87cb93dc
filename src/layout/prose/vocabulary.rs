//! What words look like that are parts of moves.
//!
//! No notation is asked: letters of pieces, squares and signs look like moves in all of them, and a few words are
//! listed here ([`SAID`]).

/// Words, in small letters, that books use in moves and at their end.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "a", "al", "alfiere", "alfil", "an", "and", "arrocca", "arrocco", "at", "becomes",
    "becoming", "bishop", "black", "caballo", "captures", "castle", "castles", "cavalier", "cavallo", "ch",
    "check", "checking", "checkmate", "checks", "corto", "dama", "dame", "dbl", "dblch", "dble",
    "de", "dis", "disc", "disch", "discovered", "discovering", "doble", "donna", "doub", "double",
    "doubly", "drawn", "ech", "echec", "eighth", "el", "en", "enroca", "enroque", "ep",
    "et", "fifth", "first", "fou", "fourth", "from", "gives", "giving", "her", "his",
    "in", "it", "j", "jaq", "jaque", "king", "knight", "knt", "la", "largo",
    "making", "mat", "mate", "mates", "matto", "checkmates", "na", "nd", "on", "or", "para",
    "pas", "paso", "pass", "passagem", "passant", "passing", "passo", "pawn", "pedone", "peon",
    "peón", "pion", "por", "pr", "prend", "queen", "queening", "queens", "rd", "re",
    "regina", "resigns", "rey", "roi", "rook", "roq", "roque", "sc", "scacco", "second",
    "seventh", "side", "sixth", "sq", "square", "st", "takes", "the", "third", "tks",
    "to", "toma", "torre", "tour", "varco", "white", "wins", "with", "x", "xeque",
    "à", "éch", "échec",
];

/// Does a word look like a part of a move?
pub fn is_of_move(word: &str) -> bool {
    let word = word.split('[').next().unwrap_or(word);
    let core = word.trim_matches(|it: char| !it.is_alphanumeric());
    let Some(first) = core.chars().next() else { return true };
    let len = core.chars().count();
    if SAID.contains(&core.to_lowercase().as_str()) {
        return true;
    }
    let base = core.split(['\'', '’', '.']).next().unwrap_or(core);
    // Longer words in capitals are those of headings.
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
    if core.contains(['-', '–', '—', 'x', '×', ':'])
        && (first.is_uppercase() || core.contains(|it: char| it.is_ascii_digit()))
    {
        return len <= 16;
    }
    core.contains(|it: char| it.is_ascii_digit())
        && len <= if core.contains(['(', '/']) { 16 } else { 8 }
        && core.bytes().take_while(u8::is_ascii_digit).count() < 4
}

/// Words that begin sentences as well as they stand in moves; with one of them no move ends.
const WEAK: [&str; 16] = [
    "a", "an", "and", "at", "black", "from", "her", "his", "in", "it", "making", "on", "or", "the", "to",
    "white",
];

/// Can a move end with this word, of those that look like a part of one?
pub fn ends_move(word: &str) -> bool {
    let core = word.trim_matches(|it: char| !it.is_alphanumeric());
    !core.is_empty() && !WEAK.contains(&core.to_lowercase().as_str())
}

/// Is the word a whole move, of a piece to a square, or of what it takes, or castling?
pub fn is_whole_move(word: &str) -> bool {
    let core = word.trim_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '(' | ')' | '+' | '#'));
    let core = core.trim_end_matches(['!', '?', '+', '#', '†', '‡', ',', '.', ';', ')']);
    let castles = core.len() >= 3 && core.chars().all(|it| matches!(it, 'O' | '0' | 'o' | '-' | '–' | '—'));
    let said = ["castles", "enroque", "roque"].contains(&core.to_lowercase().as_str());
    if castles || said {
        return true;
    }
    let Some(first) = core.chars().next().filter(|_| is_of_move(word) && core.chars().count() >= 2) else {
        return false;
    };
    let sign = core.contains(['-', '–', '—', 'x', 'X', '×', ':']);
    let digit = core.contains(|it: char| it.is_ascii_digit());
    let piece =
        core.chars().all(|it| it.is_ascii_uppercase() || "abcdefghtnsqpxX×:-–—()/=12345678.".contains(it));
    piece && first.is_ascii_alphabetic() && (sign || digit)
}

/// Is this a whole move in words, as `Kt. to K. B's 3d.` and `P takes P`?
pub fn is_move_phrase(words: &str) -> bool {
    const DOING: [&str; 10] = ["to", "takes", "tks", "captures", "x", "-", "–", "—", "toma", "por"];
    let of_move = words.starts_with(char::is_uppercase) && words.split_whitespace().all(is_of_move);
    let mut inner = words.split_whitespace();
    of_move && inner.any(|it| is_whole_move(it) || DOING.contains(&it.trim_end_matches('.')))
}
