//! Numbers at the beginning of cells, perhaps misread.

use super::geometry::Word;
use crate::{lex::leading_number, slice::Slice as _};

/// A number at the beginning of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value; `None` if a sign of it isn't a digit.
    pub value: Option<u32>,
    /// Number of words it takes; 0 if it is run into its move.
    pub words: usize,
}

/// Longest number, in characters.
const LONGEST: usize = 5;

/// Characters that digits are misread as.
const MISREAD: &str = "lIiOoSsZzgJ|!'";

impl Number {
    /// Parses the number at the beginning of a cell.
    pub fn of(cell: &[&Word]) -> Option<Number> {
        let first = &cell.first()?.text;
        if let Some((value, rest)) = leading_number(first) {
            let is_alone = rest.chars().all(is_point);
            if is_alone && (!rest.is_empty() || cell.len() == 1 || !is_digit_next(cell)) {
                // The point may be separate.
                let apart = rest.is_empty() && cell.get(1).is_some_and(|it| it.text.chars().all(is_point));
                return Some(Number { value: Some(value), words: 1 + usize::from(apart) });
            }
            if rest.starts_with('.') && !rest.trim_start_matches('.').is_empty() {
                return Some(Number { value: Some(value), words: 0 });
            }
        }
        let mut signs = String::new();
        for (n, word) in cell.iter().take(2).enumerate() {
            signs.push_str(&word.text);
            let number = signs.trim_end_matches(is_point);
            if number.chars().count() > LONGEST
                || !number.chars().all(|it| it.is_ascii_digit() || MISREAD.contains(it))
            {
                return None;
            }
            if number.len() < signs.len() && !number.is_empty() {
                return Some(Number { value: number.parse().ok(), words: n + 1 });
            }
        }
        None
    }
}

fn is_point(sign: char) -> bool {
    matches!(sign, '.' | ',' | ':' | ')' | '…')
}

/// Whether the second word is a further digit of the number, as in `2 1.`.
fn is_digit_next(cell: &[&Word]) -> bool {
    cell.get(1).is_some_and(|it| {
        let digits = it.text.trim_end_matches(is_point);
        digits.len() < it.text.len()
            && digits.len() == 1
            && digits.slice(..1).bytes().all(|it| it.is_ascii_digit())
    })
}
