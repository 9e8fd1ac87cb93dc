//! The moves of one side in a list, and those of the other in a list below it, each behind the name of its side.
//!
//! ```text
//! White: e4, Nf3, Bb5
//! Black: e5, Nc6, a6
//! ```

use super::{
    apart::{OPENING, length_of},
    edited::{Edited, NUMBER},
};
use crate::{
    chess::{Color, Position},
    layout::pgn::plies,
    lex::without_number,
    words::{self, vocabulary::OfMove},
};

/// At most this many words may stand between the lists.
const MOST_BETWEEN: usize = 3;

/// A word with its offset.
type Word<'t> = (usize, &'t str);

/// Returns `text` with the two lists of each game as one, if all its moves are legal.
pub(super) fn with_sides_joined(text: &str) -> Option<String> {
    let words: Vec<Word<'_>> = split(text);
    let mut edited = Edited::new(text);
    let mut n = 0;
    while n < words.len() {
        let game = joined(&words, n).filter(|it| length_of(&it.moves).is_some_and(|it| it >= OPENING));
        n = match game.as_ref().and_then(|it| Some((it, it.written()?))) {
            Some((game, written)) => {
                edited.put(game.start, game.end - game.start, written.as_bytes());
                game.next
            }
            None => n + 1,
        };
    }
    edited.text()
}

/// Lists the words between blanks, commas and semicolons.
fn split(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(|it: char| it.is_whitespace() || matches!(it, ',' | ';')) {
        let word = part.trim_end_matches(|it: char| it.is_whitespace() || matches!(it, ',' | ';'));
        words.extend(Some((at, word)).filter(|_| !word.is_empty()));
        at += part.len();
    }
    words
}

/// A game in two lists.
struct Joined<'t> {
    /// The moves of both sides in turn.
    moves: String,
    /// Whether both sides have as many.
    is_even: bool,
    /// The words between the lists; the last is the name of the second side.
    between: Vec<&'t str>,
    /// Range of the moves and of what stands between them.
    start: usize,
    end: usize,
    /// Index of the first word behind it.
    next: usize,
}

impl Joined<'_> {
    /// Returns the moves and, if there is room, their first number and the name of the second side. `None` if there is no room for the
    /// other words between the lists.
    fn written(&self) -> Option<String> {
        let comment = |words: &[&str]| match words {
            [] => String::new(),
            words => format!(" {{{}}}", words.join(" ")),
        };
        let [named, unnamed] = [&self.between[..], &self.between[..self.between.len() - 1]]
            .map(|it| [&*self.moves, &comment(it)].concat());
        let numbered = format!("{} {named}", String::from_utf8_lossy(NUMBER));
        [numbered, named, unnamed].into_iter().find(|it| it.len() <= self.end - self.start)
    }
}

/// Joins the lists of which the first begins with the word at this index, with those of the moves that follow below them.
fn joined<'t>(words: &[Word<'t>], n: usize) -> Option<Joined<'t>> {
    let mut game = pair(words, n)?;
    let mut last = Position::default().after(plies(&game.moves, &Position::default()));
    // As many moves of both sides, and more.
    while let Some(more) = game.is_even.then(|| next_pair(words, game.next)).flatten() {
        let plies = plies(&more.moves, &last);
        if plies.len() != more.moves.split(' ').count() {
            break;
        }
        last = last.after(plies);
        game.between.splice(0..0, more.between);
        game.moves += " ";
        game.moves += &more.moves;
        game = Joined { moves: game.moves, between: game.between, start: game.start, ..more };
    }
    let is_writable = !game.between.iter().any(|it| it.contains(['{', '}']));
    is_writable.then_some(game)
}

/// Joins two lists below others, perhaps below a row of the moves' numbers: the words between are those above and between the two.
fn next_pair<'t>(words: &[Word<'t>], n: usize) -> Option<Joined<'t>> {
    let is_of_row = |word: &&str| words::column(word) == Some("Number") || without_number(word).is_empty();
    let row = words.get(n..)?.iter().take_while(|it| is_of_row(&it.1)).count();
    let above = words.get(n + row..)?.iter().take(MOST_BETWEEN + 1).position(|it| name(it.1).is_some())?;
    let pair = pair(words, n + row + above)?;
    let between = words[n + row..n + row + above].iter().map(|it| it.1);
    // The last is the name of the second side.
    let mut others = pair.between.clone();
    others.pop();
    Some(Joined { between: between.chain(others).collect(), ..pair })
}

/// Joins two lists.
fn pair<'t>(words: &[Word<'t>], n: usize) -> Option<Joined<'t>> {
    let (side, first, behind) = list(words, n)?;
    let between = words.get(behind..)?.iter().take(MOST_BETWEEN + 1).position(|it| name(it.1).is_some())?;
    let (other, second, next) = list(words, behind + between)?;
    let (white, black) = if side.is_white() { (&first, &second) } else { (&second, &first) };
    if other == side || !(black.len()..=black.len() + 1).contains(&white.len()) {
        return None;
    }
    let mut moves = Vec::new();
    for (n, ply) in white.iter().enumerate() {
        moves.push(*ply);
        moves.extend(black.get(n));
    }
    let last = words[next - 1];
    Some(Joined {
        moves: moves.join(" "),
        is_even: white.len() == black.len(),
        between: words[behind..=behind + between].iter().map(|it| it.1).collect(),
        start: words[n + 1].0,
        end: last.0 + last.1.len(),
        next,
    })
}

/// Returns the side, the moves behind its name at this index, and the index of the word behind them.
fn list<'t>(words: &[Word<'t>], n: usize) -> Option<(Color, Vec<&'t str>, usize)> {
    let side = name(words.get(n)?.1)?;
    let mut moves = Vec::new();
    let mut at = n + 1;
    while let Some((_, word)) = words.get(at) {
        let ply = without_number(word);
        if !ply.is_empty() && !OfMove::is_whole(ply) {
            break;
        }
        moves.extend(Some(ply).filter(|it| !it.is_empty()));
        at += 1;
    }
    (moves.len() > 1).then_some((side, moves, at))
}

/// Returns the side that a word names.
fn name(word: &str) -> Option<Color> {
    words::side(word.trim_end_matches([':', '.', '-', '–', '—']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_both_sides_are_one() {
        let joined = |text: &str| {
            with_sides_joined(text).map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        for (text, expected) in [
            (
                "White: e4, Nf3, Bb5, Ba4\nBlack: e5, Nc6, a6, Nf6\n",
                "White: 1. e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 {Black:}",
            ),
            ("WHITE e4 Nf3 Bb5 Ba4\n\nBLACK e5 Nc6 a6 Nf6\n", "WHITE e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
            (
                "Black: e5; Nc6; a6; Nf6\nWhite: e4; Nf3; Bb5; Ba4\n",
                "Black: 1. e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 {White:}",
            ),
            (
                "Blancs: 1. e4 2. Nf3 3. Bb5 4. Ba4\nNoirs: 1. e5 2. Nc6 3. a6 4. Nf6\n",
                "Blancs: 1. e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 {Noirs:}",
            ),
            (
                "Move 1 2\nWhite e4 Nf3\nBlack e5 Nc6\n\nMove 3 4\nWhite Bb5 Ba4\nBlack a6 Nf6\nResult 1-0",
                "Move 1 2 White 1. e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 {Black} Result 1-0",
            ),
            ("White\ne4\nNf3\nBb5\nBa4\nBlack\ne5\nNc6\na6\nNf6\n", "White e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
            (
                "Weiß: e4, Sf3, Lb5, Lc6, O-O matt Schwarz: e5, Sc6, a6, dc6 remis",
                "Weiß: 1. e4 e5 Sf3 Sc6 Lb5 a6 Lc6 dc6 O-O {matt Schwarz:} remis",
            ),
        ] {
            assert_eq!(joined(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "White: e4, Nf3, Bb5, Ba4\nBlack: e5, Nc6, a6, Nf5\n",
            "White: e4, Nf3, Bb5, Ba4\nBlack: e5, Nc6\n",
            "White: Ke1, Qd1\nBlack: Ke8, Qd8\n",
        ] {
            assert_eq!(joined(text), None, "{text}");
        }
    }
}
