//! Odds stated in a heading: a piece, a pawn, or moves given at the start.

/// What is given at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The position in FEN.
    pub position: String,
    /// Whether White makes two moves before Black's first.
    pub two_moves: bool,
}

/// Returns the odds of a game: `Remove White's Q. R.`, `at the odds of the Queen's Knight`,
/// `Pawn and two moves`.
pub fn odds(heading: &str) -> Option<Odds> {
    let words: Vec<String> = heading.split_whitespace().map(str::to_lowercase).collect();
    let two_moves = words.windows(3).any(|it| it[0] == "and" && it[1] == "two" && it[2].starts_with("moves"));
    Some(Odds { position: position(heading)?, two_moves })
}

/// Returns the start position of a game at odds, in FEN.
fn position(heading: &str) -> Option<String> {
    const GIVING: [&str; 5] = ["gives", "gave", "giving", "yields", "yielding"];
    const REMOVING: [&str; 4] = ["remove", "removed", "odds", "without"];
    let lower = heading.to_lowercase();
    let words: Vec<&str> = lower
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !matches!(*it, "" | "s" | "the" | "of" | "his" | "her" | "a" | "an"))
        .collect();
    let is_pawn = |word: &&str| matches!(*word, "pawn" | "p");
    let move_given = |it: &[&str]| {
        is_pawn(&it[0]) && it[1] == "and" && matches!(it[2], "move" | "two")
            || it[0] == "pf" && it[1] == "move"
    };
    if words.windows(3).any(move_given) {
        return Some(without(true, true, 5));
    }
    let given = |at: usize| {
        let before = at.checked_sub(1).map_or("", |n| words[n]);
        let after = &words[at + 1..];
        // As in `gives odds of`, where the odds follow.
        let named = after.iter().take_while(|it| matches!(**it, "white" | "black" | "odds")).count();
        let said = |side: &str| before == side || after[..named].contains(&side);
        let piece: Vec<String> = after[named..].iter().map_while(|it| letters(it)).collect();
        // Material given for something, or given up, is given during the game.
        let next = after.get(named + piece.len()).copied();
        let in_game = GIVING.contains(&words[at]) && matches!(next, Some("for" | "up" | "and" | "in"));
        let found = without_piece(&piece.concat(), said("black")).filter(|_| !in_game);
        // As in `Queen's Knight odds`.
        let first = words[..at].iter().rev().take_while(|it| letters(it).is_some()).count();
        let ahead = || {
            without_piece(
                &words[at - first..at].iter().filter_map(|it| letters(it)).collect::<String>(),
                false,
            )
        };
        found.or_else(|| if words[at] == "odds" { ahead() } else { None })
    };
    let is_told = |at: &usize| REMOVING.contains(&words[*at]) || GIVING.contains(&words[*at]);
    (0..words.len()).filter(is_told).find_map(given)
}

/// Returns the initial position without the piece or pawn of these letters. A pawn is given by Black.
fn without_piece(letters: &str, black: bool) -> Option<String> {
    // Initial files of the pieces, from a (0) to h (7).
    let file = |side: char, piece: char| match (side, piece) {
        ('q', 'r') => Some(0),
        ('q', 'n') => Some(1),
        ('q', 'b') => Some(2),
        ('k', 'b') => Some(5),
        ('k', 'n') => Some(6),
        ('k', 'r') => Some(7),
        _ => None,
    };
    let mut taken = letters.chars();
    let (pawn, file) = match (taken.next()?, taken.next(), taken.next()) {
        ('q', Some('p'), _) => (true, 3),
        ('k', Some('p'), _) => (true, 4),
        (side, Some(piece), Some('p')) => (true, file(side, piece)?),
        (side, Some(piece), _) => (false, file(side, piece)?),
        ('q', None, _) => (false, 3),
        // Without a side, it is the queen's.
        (piece, None, _) => (false, file('q', piece)?),
    };
    Some(without(black || pawn, pawn, file))
}

/// Returns the letters of a piece from its name, or from the letters of its side and itself.
fn letters(word: &str) -> Option<String> {
    let named = match word {
        "queen" | "queens" => "q",
        "king" | "kings" => "k",
        "rook" | "rooks" | "castle" => "r",
        "knight" | "knights" => "n",
        "bishop" | "bishops" => "b",
        "pawn" => "p",
        _ => "",
    };
    let letters = if named.is_empty() { word.replace("kt", "n") } else { named.to_owned() };
    let of_pieces = (1..=3).contains(&letters.len()) && letters.chars().all(|it| "kqrbnp".contains(it));
    of_pieces.then_some(letters)
}

/// Returns the initial position without the piece or pawn on this file.
fn without(black: bool, pawn: bool, file: usize) -> String {
    let side = |missing: Option<usize>, men: &str| -> String {
        men.chars().enumerate().map(|(n, man)| if missing == Some(n) { '1' } else { man }).collect()
    };
    let missing = |is_black, is_pawn| (black == is_black && pawn == is_pawn).then_some(file);
    let rights: String = [(false, 7, 'K'), (false, 0, 'Q'), (true, 7, 'k'), (true, 0, 'q')]
        .into_iter()
        .filter(|&(is_black, corner, _)| missing(is_black, false) != Some(corner))
        .map(|it| it.2)
        .collect();
    format!(
        "{}/{}/8/8/8/8/{}/{} w {rights} - 0 1",
        side(missing(true, false), "rnbqkbnr"),
        side(missing(true, true), "pppppppp"),
        side(missing(false, true), "PPPPPPPP"),
        side(missing(false, false), "RNBQKBNR"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_at_odds() {
        for (heading, expected) in [
            (
                "(Remove White's Q. R. from the Board.)",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            ),
            (
                "(Remove Black's King's Bishop's Pawn from the Board.)",
                "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            ("PAWN AND MOVE.", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("White gives the Queen's Rook.", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
            ("KNIGHT ODDS", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            (
                "At odds of Q. R. (Remove White's Q. R.)",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            ),
            (
                "Mr. Staunton gives the odds of the Queen's Knight.",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
            ),
        ] {
            assert_eq!(position(heading).as_deref(), Some(expected), "{heading}");
        }
        for heading in
            ["A game played at Paris", "White gives his Queen for two pieces.", "Black gives up a Pawn"]
        {
            assert_eq!(odds(heading), None, "{heading}");
        }
    }
}
