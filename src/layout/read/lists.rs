//! Games as bare moves without numbers: one per line, or each in rows below a title.
//!
//! ```text
//! e2e4 e7e5 g1f3 b8c6 f1b5      Ruy Lopez
//! d2d4 d7d5 c2c4                e2e4 e7e5
//!                               g1f3 b8c6
//!
//!                               Queen's Gambit
//!                               d2d4 d7d5
//! ```
//!
//! Whether these are several games is decided by playing the first few: each must be legal from the start
//! position, but not as a continuation of the others.

use std::ops::Range;

use crate::{
    layout::{
        ReadGame,
        pgn::{all_plies, of_text},
        prose,
        transcript::{InsertionKind, Transcript},
    },
    lex::leading_number,
    lines::{self, lines},
    resolve::Notations,
    slice::Slice as _,
    words::{
        self, FieldName,
        ending::{self, Said},
        heading,
        vocabulary::OfMove,
    },
};

/// How the games of a list are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// One game per line.
    Lines,
    /// One block of lines per game, with other or blank lines between.
    Blocks,
}

/// Kind of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// Moves after a label of this length in bytes.
    Moves(usize),
    /// A line that such a list never begins with: moves among words, numbers, tags.
    Mixed,
    /// The result of the preceding game.
    Result,
    /// A title.
    Words,
}

impl Line {
    fn of(line: &str) -> Line {
        /// A title has fewer than `MOVES` moves and at most `TITLE` bytes.
        const MOVES: usize = 2;
        const TITLE: usize = 100;
        let is_result = |it: &str| of_text(it).is_some();
        let are_moves = |text: &str| {
            text.split_whitespace().all(|it| OfMove::is_whole(it) || is_result(it))
                && !text.split_whitespace().all(is_result)
        };
        let is_number = |it: &str| leading_number(it).is_some_and(|it| it.1.starts_with(['.', ')']));
        let words = line.split_whitespace();
        match words.clone().next() {
            None => Line::Blank,
            Some(_) if words.clone().all(is_result) => Line::Result,
            Some(_) if are_moves(line) => Line::Moves(0),
            Some(_)
                if let Some(label) = label(line)
                    && are_moves(line.slice(label..)) =>
            {
                Line::Moves(label)
            }
            // Brackets without a tag belong to a title, as in `[King's Gambit]`.
            Some(first)
                if let Some(name) = first.strip_prefix('[').filter(|_| line.trim_end().ends_with(']'))
                    && !line.contains('"')
                    && line.len() <= TITLE
                    && words::field(name) == FieldName::Other =>
            {
                Line::Words
            }
            Some(first)
                if first.starts_with(['[', '{'])
                    || words.clone().any(is_number)
                    || words.clone().filter(|it| OfMove::is_whole(it)).count() >= MOVES
                    || line.len() > TITLE =>
            {
                Line::Mixed
            }
            Some(_) => Line::Words,
        }
    }
}

/// Returns the length in bytes of the label of a line of moves, as in `Ruy Lopez: e4 e5` and `7) e4 e5 Nf3`:
/// at most two moves follow a move number.
fn label(line: &str) -> Option<usize> {
    const MOVES: usize = 3;
    let colon = line.find(": ").map(|n| n + 1);
    let start = line.leading(char::is_whitespace);
    let word = line.slice(start..).split_whitespace().next().unwrap_or_default();
    let is_number = leading_number(word).is_some_and(|it| matches!(it.1, "." | ")" | ":"));
    let is_ply = |it: &&str| OfMove::is_whole(it) && of_text(it).is_none();
    let number = is_number.then_some(start + word.len());
    number.filter(|it| line.slice(*it..).split_whitespace().filter(is_ply).nth(MOVES - 1).is_some()).or(colon)
}

impl Apart {
    /// Returns how the games of a text are separated, `Some(None)` if it is no list of games, or `None` if
    /// more text is needed.
    pub fn of(text: &str, whole: bool) -> Option<Option<Apart>> {
        /// At most this many games are played.
        const TRIED: usize = 4;
        /// A single labelled game with fewer plies is an opening mentioned in words.
        const OPENING: usize = 8;
        /// Gives up after this many lines without moves.
        const WORDS: usize = 8;
        let complete = if whole { text } else { text.slice(..lines::start(text, text.len())) };
        let mut blocks: Vec<Vec<&str>> = Vec::new();
        let (mut rows, mut words, mut is_apart, mut stops) = (0, 0, true, false);
        let (mut is_labelled, mut is_titled, mut are_over) = (false, false, true);
        for (_, line) in lines(complete) {
            match Line::of(line) {
                Line::Mixed if rows < 2 => return Some(None),
                Line::Moves(label) => {
                    is_labelled |= label > 0;
                    are_over &= line.split_whitespace().next_back().is_some_and(|it| of_text(it).is_some());
                    if std::mem::take(&mut is_apart) || label > 0 {
                        blocks.push(Vec::new());
                    }
                    blocks.last_mut().into_iter().for_each(|it| it.push(line.slice(label..)));
                    (rows, words) = (rows + 1, 0);
                }
                Line::Result => {}
                it => {
                    // Comments describe the file, not a game.
                    let is_comment = line.starts_with(';');
                    words += usize::from(it == Line::Words && !is_comment);
                    is_titled |= it == Line::Words;
                    is_apart = true;
                    stops |= it == Line::Mixed;
                }
            }
            stops |= blocks.len() > TRIED || words > WORDS;
            if stops {
                break;
            }
        }
        blocks.truncate(TRIED);
        let rest = text.slice(complete.len()..);
        if !whole && !stops {
            // An incomplete line can still become anything except one with a number.
            return if rest.len() > TRIED && Line::of(rest) == Line::Mixed { Some(None) } else { None };
        }
        // Results alone already separate such games.
        if are_over && !is_titled && !is_labelled {
            return Some(None);
        }
        let plies = |it: &str| all_plies(it).map_or(0, |it| it.len());
        let several = |games: &[String]| match &games[..games.len().min(TRIED)] {
            [] => false,
            [game] => is_labelled && plies(game) >= OPENING,
            games => games.iter().all(|it| plies(it) > 1) && plies(&games.join("\n")) == 0,
        };
        let rows: Vec<String> = blocks.iter().flatten().map(|it| (*it).to_owned()).collect();
        let blocks: Vec<String> = blocks.iter().map(|it| it.join("\n")).collect();
        Some(match () {
            () if several(&blocks) => Some(Apart::Blocks),
            () if several(&rows) => Some(Apart::Lines),
            () => None,
        })
    }

    /// Returns the last boundary after `from` between two games on adjacent lines.
    pub fn last_boundary(self, bytes: &[u8], from: usize) -> Option<usize> {
        let is_game =
            |line: &[u8]| str::from_utf8(line).is_ok_and(|it| matches!(Line::of(it), Line::Moves(_)));
        let mut end = memchr::memrchr(b'\n', bytes.get(from..).filter(|_| self == Apart::Lines)?)? + from;
        let mut was_game = false;
        loop {
            let start = memchr::memrchr(b'\n', &bytes[from..end])? + from + 1;
            let is_game = is_game(&bytes[start..end]);
            if is_game && was_game {
                return Some(end + 1);
            }
            (was_game, end) = (is_game, start - 1);
        }
    }

    /// Returns the end of the game that begins here, perhaps after its title.
    pub fn extent(self, text: &str, start: usize) -> usize {
        let (mut has_moves, mut was_row, mut is_over, mut end) = (false, false, false, start);
        for (at, line) in lines(text.slice(start..)) {
            if was_row {
                end = start + at;
            }
            let kind = Line::of(line);
            let is_apart = self == Apart::Lines || !was_row;
            let begins = match kind {
                Line::Moves(label) => is_apart || label > 0,
                Line::Mixed => is_apart,
                // A second result is that of a game without moves.
                Line::Result => is_over,
                Line::Blank | Line::Words => false,
            };
            if begins && has_moves {
                return end;
            }
            was_row = matches!(kind, Line::Moves(_) | Line::Mixed | Line::Result);
            is_over = was_row && line.split_whitespace().next_back().is_some_and(|it| of_text(it).is_some());
            has_moves |= was_row;
        }
        text.len()
    }
}

/// Reads the game in this range, with the words before and after it.
pub fn read(text: &str, range: Range<usize>, notations: &Notations) -> ReadGame<'static> {
    let (game, said) = listed(text, range);
    let mut read = game.read(notations);
    let is_titled = !read.game.tags.0.is_empty() || !said.is_empty();
    read.game.said.extend(said);
    if is_titled {
        prose::conclude(&mut read.game, &mut read.diagnostics);
    }
    read
}

/// Returns the moves in this range, with the words before and after them.
pub fn transcript(text: &str, range: Range<usize>) -> Transcript {
    listed(text, range).0
}

/// Returns the transcript of a range, and the results stated in its titles.
fn listed(text: &str, range: Range<usize>) -> (Transcript, Vec<Said>) {
    let mut game = Transcript::new(range.start);
    let mut said = Vec::new();
    let mut words: Option<Range<usize>> = None;
    let say = |game: &mut Transcript, words: Option<Range<usize>>| {
        if let Some(span) = words {
            game.aside(InsertionKind::Words(text.slice(span.clone()).trim().to_owned()), span);
        }
    };
    for (at, line) in lines(text.slice(range.clone())) {
        let span = range.start + at..range.start + at + line.len();
        match Line::of(line) {
            Line::Blank => {}
            Line::Words => words = Some(words.map_or(span.start, |it| it.start)..span.end),
            it => {
                let label = if let Line::Moves(label) = it { label } else { 0 };
                if let Some(span) = words.take() {
                    let tags = heading::tags(text.slice(span.clone()));
                    tags.into_iter().for_each(|(name, value)| game.tags.push(name, value));
                    said.extend(ending::heading(text.slice(span.clone()), span.start));
                    say(&mut game, Some(span));
                }
                say(&mut game, Some(span.start..span.start + label).filter(|it| !it.is_empty()));
                game.copy(line.slice(label..), span.start + label);
                game.moves.push('\n');
            }
        }
    }
    say(&mut game, words);
    (game, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_games_are_known_by_their_first_ones() {
        for (text, expected) in [
            ("e2e4 e7e5 g1f3\nd2d4 d7d5\n", Some(Apart::Lines)),
            ("e4 e5 Nf3 Nc6\ne4 c5 Nf3 d6\n", Some(Apart::Lines)),
            ("Open\ne2e4 e7e5\ng1f3 b8c6\n\nClosed\nd2d4 d7d5\ne2e4 e7e5\n", Some(Apart::Blocks)),
            ("One\nf2f3 e7e5 1-0\nTwo\nf2f3 e7e5\n", Some(Apart::Blocks)),
            // One game in rows, or with words between them.
            ("e2e4 e7e5\ng1f3 b8c6\nf1b5 a7a6\n", None),
            ("e2e4 e7e5\ng1f3 b8c6\n", None),
            ("Ruy: e4 e5 Nf3 Nc6 Bb5\nQueen's gambit: d4 d5 c4\n", Some(Apart::Blocks)),
            ("e4 e5 Nf3 *\nd4 d5 1-0\n", None),
            ("1. e4 e5 Nf3 Nc6\n2. d4 d5 c4 e6\n", Some(Apart::Blocks)),
            ("1. e4 e5\n2. Nf3 Nc6\n", None),
            ("Game 1: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6\n", Some(Apart::Blocks)),
            ("My line: e4 e5 Nf3\n", None),
            ("1. e4 e5 1-0\n1. d4 d5 1-0\n", None),
            ("1. e4 e5 2. Nf3 Nc6\n1. d4 d5 2. c4 e6\n", None),
            ("White: e4 d4 Nf3\nBlack: e5 d5 Nc6\n", None),
            ("e2e4 e7e5\n\nA knight comes out.\n\ng1f3 b8c6\n", None),
            ("e2e4 e7e5 g1f3\nd2d4 d7d5 e7e5\n", None),
            ("1. e2e4 e7e5\nd2d4 d7d5\n", None),
            ("Two words\nand two more\n", None),
            ("", None),
        ] {
            assert_eq!(Apart::of(text, true), Some(expected), "{text}");
        }
        for (apart, text, games) in [
            (Apart::Lines, "e4 e5\r\n1-0\r\n\r\nOne\r\nd4 d5 {x}\r\ne4 c5\r\nwords", 3),
            (Apart::Blocks, "One\ne4 e5\nNf3 Nc6\n\n1-0\nTwo\nd4 (d5)\nc4 e6\nwords\n", 2),
            (Apart::Blocks, "One: e4 e5\nNf3 Nc6\nTwo: d4 d5\n", 2),
        ] {
            let ends = std::iter::successors(Some(0), |at| Some(apart.extent(text, *at)));
            assert_eq!(ends.take_while(|it| *it < text.len()).count(), games, "{text}");
        }
        assert_eq!(Apart::of("e2e4 e7e5 g1f3\nd2d4 d7", false), None);
        assert_eq!(Apart::of("[Event \"x\"]\n", false), Some(None));
    }
}
