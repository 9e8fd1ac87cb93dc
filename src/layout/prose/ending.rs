//! The end of a game as described in words: who won, who resigned, and what merely might have been.

use super::shape::SIDES;
use crate::{
    chess::{Color, Outcome, Position},
    layout::lost_by,
};

/// How a printed game is said to have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side won.
    Won(Color),
    /// The side that made the last move won.
    LastWins,
    /// The side to move resigned.
    Resigned,
    /// A draw.
    Drawn,
}

impl Ending {
    /// Returns the outcome of a game with this ending and last position.
    pub fn outcome(self, last: &Position) -> Outcome {
        match self {
            Ending::Won(color) => lost_by(!color),
            Ending::Drawn => Outcome::Draw,
            // The side to move has resigned or lost.
            Ending::Resigned | Ending::LastWins => lost_by(last.turn()),
        }
    }
}

/// Words for the end of a game, each with its meaning, including whether a side must be named.
#[rustfmt::skip]
const ENDINGS: [(&str, Verdict); 36] = [
    ("remis", Verdict::Drawn), ("tablas", Verdict::Drawn), ("patta", Verdict::Drawn), ("empate", Verdict::Drawn),
    ("draw", Verdict::Drawn), ("drawn", Verdict::Drawn), ("draws", Verdict::Drawn), ("stalemate", Verdict::Drawn),
    ("stale mate", Verdict::Drawn), ("stalemated", Verdict::Drawn), ("perpetual check", Verdict::Drawn),
    ("aufgegeben", Verdict::Lost), ("resign", Verdict::Lost), ("resigns", Verdict::Lost), ("resigned", Verdict::Lost),
    ("resd", Verdict::Lost), ("resgs", Verdict::Lost), ("surrenders", Verdict::Lost), ("surrendered", Verdict::Lost),
    ("surrender", Verdict::Lost), ("abandons", Verdict::Lost), ("gives up", Verdict::Lost), ("gave up", Verdict::Lost),
    ("gives in", Verdict::Lost), ("abandona", Verdict::Lost), ("abandonne", Verdict::Lost), ("abandonnent", Verdict::Lost),
    ("abbandona", Verdict::Lost), ("loses", Verdict::SideLost), ("lost", Verdict::SideLost),
    ("abandoned the game", Verdict::Lost), ("abandoned", Verdict::SideLost),
    ("wins", Verdict::Won), ("won", Verdict::Won), ("is mated", Verdict::Won), ("was mated", Verdict::Won),
];

/// Words for mate, also used of single moves.
#[rustfmt::skip]
const MATES: [(&str, Verdict); 5] = [
    ("checkmated", Verdict::Won), ("mated", Verdict::Won), ("checkmate", Verdict::Won), ("checkmates", Verdict::Won), ("mates", Verdict::Won),
];

/// The meaning of a word for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Drawn,
    /// The side named won, or else the side that made the last move.
    Won,
    /// The side named lost, or else the side to move.
    Lost,
    /// The side named lost.
    SideLost,
}

/// Words that show that a sentence is not about the end of the game.
#[rustfmt::skip]
const SUPPOSED: [&str; 26] = [
    "should", "could", "would", "might", "may", "must", "ought", "if", "threatening", "threatens",
    "declined", "refused", "offered", "not", "no", "cannot", "avoid", "avoids", "prevent", "prevents",
    "or", "expected", "probable", "probably", "chance", "chances",
];

/// What can be won or lost without the game.
const PRIZES: [&str; 18] = [
    "pawn", "pawns", "piece", "pieces", "queen", "rook", "rooks", "bishop", "knight", "exchange", "p", "q",
    "r", "b", "kt", "n", "time", "tempo",
];

/// Returns the offset of whole words in a lower-case text.
fn find_words(lower: &str, words: &str) -> Option<usize> {
    lower.match_indices(words).map(|it| it.0).find(|&at| {
        let apart = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
        apart(lower[..at].chars().next_back()) && apart(lower[at + words.len()..].chars().next())
    })
}

/// Returns how a game ended according to a line of words.
pub fn ending(line: &str) -> Option<Ending> {
    let lower = line.to_lowercase();
    lower.split([';', '.']).find_map(said_in)
}

/// Returns how a game ended according to a lower-case sentence.
fn said_in(sentence: &str) -> Option<Ending> {
    let sides = |white: &str, black: &str| match (find_words(sentence, white), find_words(sentence, black)) {
        (Some(white), Some(black)) => Some(if white < black { Color::White } else { Color::Black }),
        (Some(_), None) => Some(Color::White),
        (None, Some(_)) => Some(Color::Black),
        (None, None) => None,
    };
    let side = SIDES.into_iter().find_map(|[white, black]| sides(white, black));
    // Mate is also mentioned of moves, so it counts only at the beginning or the end of a sentence.
    let words = sentence.trim();
    let mate = words.starts_with("mate") || words.starts_with("and mate") || words.ends_with("mate");
    let listed = |(words, said): &(&str, Verdict)| Some((find_words(sentence, words)?, words.len(), *said));
    let found = ENDINGS.iter().chain(&MATES).find_map(listed);
    let (at, len, said) =
        found.or_else(|| mate.then(|| Some((find_words(sentence, "mate")?, 4, Verdict::Won)))?)?;
    let after = at + len;
    let clause = sentence[..at].rfind(',').map_or(0, |n| n + 1);
    let whole = if said == Verdict::Drawn { sentence.len() } else { at };
    if ["to draw", "can draw", "still draw"].iter().any(|it| sentence[clause..whole].contains(it)) {
        return None;
    }
    if sentence[clause..whole].split(|it: char| !it.is_alphanumeric()).any(|it| SUPPOSED.contains(&it)) {
        return None;
    }
    let passive = ["is mated", "was mated", "is checkmated", "was checkmated"];
    if passive.iter().any(|it| sentence.contains(it)) {
        return side.map(|side| Ending::Won(!side));
    }
    // A piece may be won, or a pawn lost.
    let mut prize = sentence[after..].split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let wins_piece =
        prize.by_ref().take(4).any(|it| PRIZES.contains(&it)) && !sentence[after..].contains("game");
    let wins_piece = wins_piece && !sentence[after..].trim_start().starts_with("on time");
    match said {
        Verdict::Drawn => Some(Ending::Drawn),
        Verdict::Won | Verdict::SideLost if wins_piece => None,
        Verdict::Won => Some(side.map_or(Ending::LastWins, Ending::Won)),
        Verdict::Lost => Some(side.map_or(Ending::Resigned, |side| Ending::Won(!side))),
        Verdict::SideLost => side.map(|side| Ending::Won(!side)),
    }
}

/// Returns where a line of moves begins to tell the end of the game, and how it ended.
pub fn said_of_end(line: &str) -> Option<(usize, Ending)> {
    #[rustfmt::skip]
    const BEFORE: [&str; 24] = [
        "and", "white", "black", "the", "game", "is", "was", "ultimately", "soon", "as", "a", "by", "abandoned",
        "given", "up", "agreed", "here", "eventually", "finally", "should", "could", "would", "have", "mr",
    ];
    // ASCII case conversion keeps the offsets.
    let lower = line.to_ascii_lowercase();
    let words = ENDINGS.iter().map(|it| it.0);
    let at = words.filter_map(|words| find_words(&lower, words)).min()?;
    let mut start = at;
    for word in lower[..at].split_whitespace().rev() {
        if !BEFORE.contains(&word.trim_matches([',', '.', ';'])) {
            break;
        }
        start = lower[..start].rfind(word)?;
    }
    let ending = ending(&line[start..])?;
    Some((start, ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        for (line, expected) in [
            ("                      And White resigns.", Some(Ending::Won(Color::Black))),
            ("Resigns.", Some(Ending::Resigned)),
            ("            And Black mates in two moves.", Some(Ending::Won(Color::Black))),
            ("                       And the game was drawn.", Some(Ending::Drawn)),
            ("                          And wins the Queen.", None),
            ("           Black surrenders.", Some(Ending::Won(Color::White))),
            ("and wins.", Some(Ending::LastWins)),
            ("a hard fight", None),
            ("White is mated.", Some(Ending::Won(Color::Black))),
            ("Black was checkmated", Some(Ending::Won(Color::White))),
            ("Stalemate.", Some(Ending::Drawn)),
            ("Abandoned as a draw.", Some(Ending::Drawn)),
            ("given up as drawn", Some(Ending::Drawn)),
            ("The game was abandoned.", None),
            ("Black abandoned the game.", Some(Ending::Won(Color::White))),
            ("White should have won.", None),
            ("White might have won; Black resigned.", Some(Ending::Won(Color::White))),
            ("Draw.", Some(Ending::Drawn)),
            ("the draw agreed", Some(Ending::Drawn)),
            ("White declined the draw", None),
            ("He withdraws.", None),
            ("The Amateurs abandoned the game.", Some(Ending::Resigned)),
            ("And Black mated by force in three moves.", Some(Ending::Won(Color::Black))),
            ("and mate at R7.", Some(Ending::LastWins)),
            ("White, seeing no hope, resigned.", Some(Ending::Won(Color::Black))),
            ("Black resigns, as mate cannot be avoided.", Some(Ending::Won(Color::White))),
            ("The draw was refused.", None),
            ("contented to draw", None),
            ("And Black can checkmate in six moves.", Some(Ending::Won(Color::Black))),
            ("and mate at R7 or B7.", Some(Ending::LastWins)),
            ("White now checkmates in two more moves.", Some(Ending::Won(Color::White))),
            ("Resd.", Some(Ending::Resigned)),
            ("White loses.", Some(Ending::Won(Color::Black))),
            ("and White has lost a pawn", None),
            ("and wins a piece.", None),
            ("and wins the game", Some(Ending::LastWins)),
            ("Won by Black.", Some(Ending::Won(Color::Black))),
            ("with a winning game", None),
            ("draws by perpetual check", Some(Ending::Drawn)),
            ("Les Noirs abandonnent.", Some(Ending::Won(Color::White))),
        ] {
            assert_eq!(ending(line), expected, "{line}");
        }
        let line = "24. K. to Q. Kt's 2d, and wins.";
        assert_eq!(said_of_end(line), Some((22, Ending::LastWins)));
        assert_eq!(said_of_end("23. Q. takes Q.   23. Kt. mates."), None);
    }
}
