//! Games with one ply per line: after a ply number, after recurring words, or as two squares with something
//! between them.
//!
//! ```text
//! 1. e4        White moves e4      Enter move: e2 e4     e2,e4
//! 2. e5        Black moves e5      Enter move: e7 e5     e7,e5
//! ```

use std::ops::Range;

use super::edited::Edited;
use crate::{layout::pgn::all_plies, lines::lines, slice::Slice as _, words::vocabulary::OfMove};

/// Shortest game, in plies.
pub(super) const FEWEST: usize = 6;

/// Longest text before a ply, in bytes.
const LONGEST: usize = 48;

/// Labels alternate between the sides, so they recur after this many lines.
const PERIOD: usize = 2;

/// A line that ends with a ply.
pub(super) struct Labelled {
    /// The text before the ply, with its numbers replaced by `#`.
    label: String,
    number: Option<u32>,
    /// Range of the line.
    line: Range<usize>,
    pub(super) ply: Range<usize>,
    /// The ply; of two squares, without the text between them.
    pub(super) text: String,
}

impl Labelled {
    pub(super) fn of(at: usize, line: &str) -> Option<Labelled> {
        let core = line.trim_end_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '+' | '#'));
        let (start, text) = match squares(core) {
            Some(found) => found,
            None => {
                let start = core.rfind(char::is_whitespace).map_or(0, |n| n + 1);
                let word = core.slice(start..).trim_start_matches(['"', '\'', '`', '(', '[']);
                (OfMove::is_whole(word)).then(|| (core.len() - word.len(), word.to_owned()))?
            }
        };
        let before = line.slice(..start);
        let figures = before.trim_start_matches(|it: char| !it.is_ascii_digit());
        let number = figures.slice(..figures.leading(|it| it.is_ascii_digit())).parse().ok();
        let label: String = before.chars().map(|it| if it.is_ascii_digit() { '#' } else { it }).collect();
        let label = label.replace("##", "#").replace("##", "#").trim().to_owned();
        (before.len() <= LONGEST).then_some(Labelled {
            label,
            number,
            line: at..at + line.len(),
            ply: at + start..at + core.len(),
            text,
        })
    }
}

/// Returns the offset of the two squares at the end of a line, and their names joined, with any promotion.
fn squares(line: &str) -> Option<(usize, String)> {
    let square = |it: &[u8]| match it {
        [file, rank @ b'1'..=b'8'] if matches!(file.to_ascii_lowercase(), b'a'..=b'h') => {
            Some([file.to_ascii_lowercase(), *rank])
        }
        _ => None,
    };
    let promoted =
        line.strip_suffix(['q', 'r', 'b', 'n', 'Q', 'R', 'B', 'N']).filter(|it| it.ends_with(['1', '8']));
    let squares = promoted.unwrap_or(line);
    let bytes = squares.as_bytes();
    let to = square(bytes.get(bytes.len().checked_sub(2)?..)?)?;
    let gap = squares.slice(..squares.len() - 2).trim_end();
    let gap = gap.strip_suffix("to").filter(|it| it.ends_with(char::is_whitespace)).unwrap_or(gap);
    let first = gap.trim_end_matches(|it: char| {
        it.is_whitespace() || matches!(it, '-' | '–' | '>' | '→' | '=' | ',' | ':' | '|' | '"' | '\'')
    });
    let from = square(first.as_bytes().get(first.len().checked_sub(2)?..)?)?;
    let start = first.len() - 2;
    let is_apart = !first.slice(..start).ends_with(char::is_alphanumeric);
    let names = [from, to].concat().into_iter().map(char::from);
    is_apart.then(|| (start, names.chain(line.slice(squares.len()..).chars()).collect()))
}

/// Whether `line` continues the game: its label recurs, and any number is that of the next ply or move.
fn goes_on(game: &[Labelled], line: &Labelled) -> bool {
    let Some(last) = game.last() else { return false };
    let recurs = game.len() < PERIOD || game[game.len() - PERIOD].label == line.label;
    let step = line.number.zip(last.number).map(|(next, number)| next.wrapping_sub(number));
    recurs && (step.is_none() && line.number == last.number || matches!(step, Some(0 | 1)))
}

/// Blanks everything but the plies of a game, if it is long enough and legal.
fn put(edited: &mut Edited, text: &str, game: &[Labelled]) {
    // As it stands, it would not be read.
    let is_foreign = |it: &Labelled| {
        it.label.contains(|it: char| it.is_alphabetic() || it == '#') || text.slice(it.ply.clone()) != it.text
    };
    // Ordinary move numbers, perhaps emphasised.
    let counts_moves = game.iter().all(|it| it.label.trim_matches(['.', '*', '_', '`', '\'']) == "#")
        && !game.windows(2).all(|it| it[1].number > it[0].number);
    if game.len() < FEWEST || counts_moves || !game.iter().any(is_foreign) {
        return;
    }
    let moves: Vec<&str> = game.iter().map(|it| &*it.text).collect();
    if all_plies(&moves.join(" ")).is_none_or(|it| it.len() < game.len()) {
        return;
    }
    for line in game {
        edited.put(line.line.start, line.line.len(), b"");
        edited.put(line.ply.start, line.ply.len(), line.text.as_bytes());
    }
}

/// Returns `text` with everything around the plies of such games blanked; `None` if there are none.
pub fn with_plies_alone(text: &str) -> Option<String> {
    let mut edited = Edited::new(text);
    let mut game: Vec<Labelled> = Vec::new();
    for (at, line) in lines(text).filter(|it| !it.1.trim().is_empty()) {
        let labelled = Labelled::of(at, line);
        if labelled.as_ref().is_none_or(|it| !goes_on(&game, it)) {
            put(&mut edited, text, &game);
            game.clear();
        }
        game.extend(labelled);
    }
    put(&mut edited, text, &game);
    edited.text()
}
