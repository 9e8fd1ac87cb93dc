//! Numbers among words: of moves, or the ranks of squares spelt with blanks.

use crate::{lex::leading_number, notation::DASHES, slice::Slice as _};

/// The number in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// None, or one that isn't distinguished here.
    None,
    /// The rank of a square.
    Rank,
    /// A leading move number, its number of dots, and its length in bytes.
    Number(u32, usize, usize),
}

/// Distinguishes the ranks of squares spelt with blanks, as in `Kt - K B 3`, from move numbers.
#[derive(Default)]
pub struct Ranks {
    /// Whether a square is being spelt.
    square: bool,
    /// Whether the dash is within the word, so that the rank may be missing.
    closely: bool,
}

impl Ranks {
    /// Classifies the number in the next word; `expected` is the next move number.
    pub fn figure(&mut self, word: &str, expected: u32) -> Figure {
        const TO: [&str; 6] = ["to", "at", "on", "his", "her", "from"];
        let core = word.trim_end_matches(['.', ',', ';', ':', ')']);
        let files = |it: &str| !it.is_empty() && it.chars().all(|it| "KQRBNStk.'s’".contains(it));
        let digit = matches!(core.as_bytes(), [b'1'..=b'8']);
        if digit && self.square && !(self.closely && core.parse() == Ok(expected)) {
            self.square = false;
            return Figure::Rank;
        }
        let dashed = word.rsplit_once(DASHES).filter(|it| it.1.is_empty() || files(it.1));
        let said = TO.contains(&core.trim_start_matches('('));
        self.closely = dashed.is_some_and(|it| !it.1.is_empty());
        self.square = said || dashed.is_some() || self.square && files(core);
        number(word).map_or(Figure::None, |(number, dots, len)| Figure::Number(number, dots, len))
    }
}

/// Returns a move number at the beginning of a word, its number of dots, and its length in bytes.
pub fn number(word: &str) -> Option<(u32, usize, usize)> {
    let inner = word.trim_start_matches(['(', '_', '*', '"', '“']);
    let (found, after) = leading_number(inner).filter(|it| it.0 > 0)?;
    let rest = after.trim_start_matches(['.', '…', ')', ',', ':', '_']);
    let signs = after.slice(..after.len() - rest.len());
    let glued = rest.is_empty() || !signs.is_empty() && rest.starts_with(char::is_alphabetic);
    let glued = glued || !signs.is_empty() && rest.starts_with('0');
    let dots = signs.matches('.').count() + 3 * signs.matches('…').count();
    glued.then_some((found, dots, word.len() - rest.len()))
}
