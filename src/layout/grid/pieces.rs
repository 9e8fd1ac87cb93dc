//! The table of pieces at the start of a Chess960 scoresheet (rule 16.2), as a starting position.

use crate::{
    layout::rows::Cell,
    notation::{LANGUAGES, letters::Letters},
};

/// Letters of a side's pieces, in alphabetical order.
const SET: [char; 8] = ['B', 'B', 'K', 'N', 'N', 'Q', 'R', 'R'];

/// Returns the FEN of the starting position for two rows of White's and Black's pieces; `None` if they are a
/// full set in no language. `letters`, if known from the moves, are tried first.
pub fn fen(rows: &[Vec<Cell<'_>>], letters: Option<Letters>) -> Option<String> {
    let [white, black] = rows else { return None };
    let languages = LANGUAGES.iter().map(Letters::Language);
    letters.into_iter().chain(languages).find_map(|letters| {
        let (white, black) = (set(white, letters)?, set(black, letters)?.to_lowercase());
        Some(format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"))
    })
}

/// Returns the FEN letters of the pieces in a row; `None` unless they are a full set.
fn set(row: &[Cell<'_>], letters: Letters) -> Option<String> {
    let letter = |cell: &Cell<'_>| {
        let (role, len) = letters.read(&cell.text)?;
        (len == cell.text.len()).then(|| char::from(role.letter()))
    };
    let mut roles: Vec<char> = row.iter().map(letter).collect::<Option<_>>()?;
    let rank = roles.iter().collect();
    roles.sort_unstable();
    (roles == SET).then_some(rank)
}

/// Returns the pieces of a table in the order of FEN: its two rows, or its ranks from the last to the first;
/// blank squares are `.`. Ranks must have FEN letters.
pub fn squares(rows: &[Vec<Cell<'_>>]) -> String {
    let square =
        |cell: &Cell<'_>| if cell.text.is_empty() { ".".to_owned() } else { cell.text.clone().into_owned() };
    rows.iter().map(|row| row.iter().map(square).collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Returns the placement of a FEN in the form of [`squares`].
pub fn squares_of_fen(fen: &str) -> String {
    let mut squares = String::new();
    for letter in fen.split_whitespace().next().unwrap_or("").chars() {
        match letter.to_digit(10) {
            Some(count) => squares.extend(std::iter::repeat_n('.', count as usize)),
            None => squares.push(letter),
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn row(letters: &str) -> Vec<Cell<'_>> {
        letters.split(' ').map(|it| Cell { text: Cow::Borrowed(it), span: 0..0 }).collect()
    }

    #[test]
    fn the_example_of_rule_16_2() {
        let rows = [row("B R K B N R Q N"), row("B R K B N R Q N")];
        let expected = "brkbnrqn/pppppppp/8/8/8/8/PPPPPPPP/BRKBNRQN w KQkq - 0 1";
        assert_eq!(fen(&rows, None).as_deref(), Some(expected));
        let serbian = [row("L T K L S T D S"), row("♝ ♜ ♚ ♝ ♞ ♜ ♛ ♞")];
        assert_eq!(fen(&serbian, None).as_deref(), Some(expected));
        assert_eq!(fen(&[row("B R K B N R Q Q"), row("B R K B N R Q N")], None), None);
    }
}
