//! Explanations of what is wrong with a FEN.
//!
//! shakmaty reads FENs of the 8×8 board, but names only the offending field; users need more.

use shakmaty::fen::ParseFenError;

use super::SetupError;

use crate::slice::Slice as _;

/// Splits a FEN into fields. Some programs write `_` for spaces.
pub(super) fn fields(fen: &str) -> impl Iterator<Item = &str> {
    fen.split(|it: char| it.is_whitespace() || it == '_').filter(|it| !it.is_empty())
}

/// Splits the board from the pockets, which are in brackets or an extra rank.
pub(super) fn board_and_pocket(board: &str) -> (&str, Option<&str>) {
    if let Some((board, pocket)) = board.split_once('[') {
        return (board, Some(pocket.trim_end_matches(']')));
    }
    match board.match_indices('/').nth(7) {
        Some((at, _))
            if board_fault(board.slice(..at), 8).is_none() && !board.slice(at + 1..).contains('/') =>
        {
            (board.slice(..at), Some(board.slice(at + 1..)))
        }
        _ => (board, None),
    }
}

/// Describes what is wrong with a board of this size, if anything.
pub(super) fn board_fault(board: &str, size: u8) -> Option<String> {
    let ranks = board.split('/').count();
    if ranks != usize::from(size) {
        return Some(format!("the board has {}, not {size}", counted(ranks, "rank")));
    }
    board.split('/').zip((1..=size).rev()).find_map(|(text, rank)| rank_fault(text, rank, size))
}

fn rank_fault(text: &str, rank: u8, size: u8) -> Option<String> {
    let mut files: usize = 0;
    for letter in text.chars() {
        files += match letter.to_digit(10) {
            Some(empty @ 1..) => empty as usize,
            Some(_) => return Some(format!("rank {rank} has a zero")),
            None if letter == '~' && size == 8 => 0,
            None if is_piece(letter, size) => 1,
            None => return Some(format!("'{letter}' in rank {rank} is not a piece letter")),
        };
    }
    (files != usize::from(size)).then(|| format!("rank {rank} has {}, not {size}", counted(files, "file")))
}

fn is_piece(letter: char, size: u8) -> bool {
    matches!(letter.to_ascii_uppercase(), 'K' | 'Q' | 'R' | 'B' | 'N' | 'P')
        || size == 9 && letter.eq_ignore_ascii_case(&'A')
}

fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// Explains why shakmaty rejects this FEN.
pub(super) fn error(fen: &str, error: &ParseFenError) -> SetupError {
    let field = |n| fields(fen).nth(n).unwrap_or_default();
    let (board, pocket) = board_and_pocket(field(0));
    let fault = board_fault(board, 8);
    let why = match error {
        _ if fen.trim().is_empty() => "it is empty".to_owned(),
        ParseFenError::InvalidFen => "it has too many fields".to_owned(),
        ParseFenError::InvalidPocket => match fault {
            Some(fault) => fault,
            None => format!("'{}' is not a valid pocket", pocket.unwrap_or_default()),
        },
        ParseFenError::InvalidTurn => format!("'{}' for the side to move is neither w nor b", field(1)),
        ParseFenError::InvalidCastling => {
            format!("'{}' is not castling rights, such as KQkq, HAha or -", field(2))
        }
        ParseFenError::InvalidEpSquare => {
            format!("'{}' for the en passant square is neither a square nor -", field(3))
        }
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => {
            "a move counter is not a number".to_owned()
        }
        ParseFenError::InvalidRemainingChecks => "invalid check counts".to_owned(),
        ParseFenError::InvalidBoard => fault.unwrap_or_else(|| error.to_string()),
    };
    SetupError::Syntax(shortened(why))
}

/// Truncates a message: the FEN it quotes may be of any length.
fn shortened(mut why: String) -> String {
    const LONGEST: usize = 120;
    if let Some((at, _)) = why.char_indices().nth(LONGEST) {
        why.truncate(at);
        why.push('…');
    }
    why
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pockets_in_either_spelling() {
        const RANKS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (text, pocket) in
            [("", None), ("[]", Some("")), ("[Qp]", Some("Qp")), ("/Qp", Some("Qp")), ("/", Some(""))]
        {
            assert_eq!(board_and_pocket(&format!("{RANKS}{text}")), (RANKS, pocket));
        }
        let nine = "rnbakqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKABNR";
        assert_eq!(board_and_pocket(nine), (nine, None));
    }

    #[test]
    fn boards() {
        for (board, size, expected) in [
            ("4k3/8/8/8/8/8/8/4K3", 8, None),
            ("4k3/8/8/8/8/8/4K3", 8, Some("the board has 7 ranks, not 8")),
            ("", 8, Some("the board has 1 rank, not 8")),
            ("4k3/8/8/8/8/8/44/4K4", 8, Some("rank 1 has 9 files, not 8")),
            ("4k3/8/8/8/8/8/7/4K3", 8, Some("rank 2 has 7 files, not 8")),
            ("4k3/8/8/8/8/8/0/4K3", 8, Some("rank 2 has a zero")),
            ("4a3/8/8/8/8/8/8/4K3", 8, Some("'a' in rank 8 is not a piece letter")),
            ("4a4/9/9/9/9/9/9/9/4K4", 9, None),
        ] {
            assert_eq!(board_fault(board, size).as_deref(), expected, "{board}");
        }
    }
}
