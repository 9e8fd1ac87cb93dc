//! Games whose moves are quoted one by one in the lists and calls of a program.
//!
//! ```text
//! ["e4", "e5"]     [("e4", "e5"), ("Nf3", "Nc6")]     play("e4"); play("e5");     move("e2", "e4")
//! ```

use std::{borrow::Cow, ops::Range};

use super::edited::Edited;
use crate::{
    chess::Position,
    layout::pgn::{all_plies, plies, positions_beside},
    lex::{self, leading_number, without_number},
    lines,
    slice::Slice as _,
    words::{heading::is_eco, vocabulary::OfMove},
};

/// What begins a comment up to the end of its line.
pub(super) const COMMENT: [&str; 4] = ["#", "//", "%", "--"];

/// Longest gap between two quoted moves, in bytes.
const LONGEST_GAP: usize = 1 << 8;

/// Longest quoted text of one or two moves, in bytes.
const LONGEST_MOVES: usize = 24;

/// The code between quoted moves recurs after at most this many gaps: each side's move may be two squares.
const PERIOD: usize = 4;

/// Shortest list of moves without numbers that is a game rather than an opening.
pub(super) const OPENING: Length = Length::Plies(8);

/// Shortest game where several such lists, or longer ones, exist.
pub(super) const OF_SEVERAL: Length = Length::Plies(4);

/// Shortest game of calls to a function that has already played one.
const OF_CALLS: Length = Length::Plies(2);

/// Longest text between two calls, in bytes.
const LONGEST_BETWEEN: usize = 1 << 10;

/// Gives up after this many lists whose words look like moves but are no game.
const MOST_TRIED: usize = 64;

/// How far from the moves their start position may stand, in bytes.
const NEAR: usize = 1 << 9;

/// Length of a list of moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Length {
    /// This many plies, after which the game may go on.
    Plies(usize),
    /// As long as possible: the game is over, or is played from a position beside it.
    Whole,
}

/// A run of quoted moves.
struct Run {
    moves: Vec<Range<usize>>,
    gaps: Vec<Gap>,
    /// Indexes of the moves that follow a gap with an additional statement.
    resumed: Vec<usize>,
}

/// The text between two quoted moves.
struct Gap {
    /// Offset of the next quotation mark.
    end: usize,
    comments: Vec<Range<usize>>,
    /// The characters outside comments, without digits and spaces.
    code: String,
    /// The characters of `code` on the last line.
    last_line: String,
}

/// Returns `text` with the moves of each quoted game of at least `least` in one pair of quotation marks.
pub(super) fn joined(text: &str, least: Length) -> Cow<'_, str> {
    let mut edited = Edited::new(text);
    let mut tried = 0;
    let mut at = 0;
    let mut name = None;
    while tried < MOST_TRIED
        && let Some(n) = text.slice(at..).find(lex::QUOTES)
    {
        at += n;
        // A function that has played one game plays others, however short.
        let called = callee(text, at);
        let least_called = if called.is_some() && called == name { OF_CALLS.min(least) } else { least };
        let calls = Run::of_calls(text, at).map(|it| (it, least_called));
        let runs = [calls, Run::of(text, at).map(|it| (it, least))].into_iter().flatten();
        let runs: Vec<(Run, Length)> = runs.map(|(run, least)| (run.of_one_game(text), least)).collect();
        let Some(end) = runs.last().and_then(|it| it.0.moves.last()).map(|it| it.end + 1) else {
            at += 1;
            continue;
        };
        let games = runs.into_iter().filter_map(|(run, least)| {
            let lengths =
                [false, true].map(|are_squares| (run.length(text, are_squares, least), are_squares));
            let (length, are_squares) = lengths.into_iter().max_by_key(|it| it.0)?;
            length.map(|_| (are_squares, run))
        });
        match games.max_by_key(|it| it.1.moves.len()) {
            Some((are_squares, run)) => {
                run.join(&mut edited, text, are_squares);
                at = run.moves.last().map_or(text.len(), |it| it.end + 1);
                name = called.or(name);
            }
            None => (tried, at) = (tried + 1, end),
        }
    }
    edited.text().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the length of the game from the start position, or `None` if `moves` contains anything but legal
/// moves.
pub(super) fn length_of(moves: &str) -> Option<Length> {
    let plies = all_plies(moves)?;
    let count = plies.len();
    let is_over = Position::default().after(plies).outcome().is_some();
    Some(if is_over { Length::Whole } else { Length::Plies(count) })
}

/// Returns the length of a list of moves; if a later word is no legal move, of the moves before it, provided
/// they are at least [`OPENING`]. `None` if shorter than `least`.
pub(super) fn length_of_list(moves: &str, least: Length) -> Option<Length> {
    let begun = || Length::Plies(plies(moves, &Position::default()).len());
    let length = length_of(moves).or_else(|| Some(begun()).filter(|it| *it >= OPENING))?;
    // These may be the squares of the centre.
    let is_square = |it: &str| it.len() == 2 && it.ends_with(['4', '5']);
    let are_squares = least == OF_SEVERAL && moves.split_whitespace().all(is_square);
    (length >= if are_squares { OPENING } else { least }).then_some(length)
}

pub(super) fn near_above(at: usize) -> Range<usize> {
    at.saturating_sub(NEAR)..at
}

pub(super) fn near_behind(text: &str, at: usize) -> Range<usize> {
    at..text.len().min(at + NEAR)
}

/// Returns `Length::Whole` if all `moves`, found in this part of `text`, are legal from a position beside
/// that part.
pub(super) fn told_length(text: &str, part: Range<usize>, moves: &str) -> Option<Length> {
    let numbers = moves.split_whitespace().filter(|it| without_number(it).is_empty()).count();
    let count = moves.split_whitespace().count() - numbers;
    let is_line = count > 1 || leading_number(moves.trim_start()).is_some();
    let fits = |start: &Position| is_line && plies(moves, start).len() == count;
    let mut starts = positions_beside(text, near_above(part.start), near_behind(text, part.end));
    starts.any(|it| fits(&it.1)).then_some(Length::Whole)
}

/// Returns the length in bytes of an empty comment at the start of `text` and of the white space after it.
pub(super) fn empty_comment(text: &str) -> usize {
    let comment =
        COMMENT.iter().find_map(|it| text.strip_prefix(it)).filter(|it| it.starts_with(['\n', '\r']));
    comment.map_or(0, |it| text.len() - it.trim_start().len())
}

impl Run {
    /// Returns the run of quoted moves beginning at this mark, or `None` if there are fewer than [`PERIOD`].
    fn of(text: &str, mark: usize) -> Option<Run> {
        let mut run = Run { moves: vec![quoted(text, mark)?], gaps: Vec::new(), resumed: Vec::new() };
        let is_comment = lines::before(text, mark)
            .is_some_and(|it| COMMENT.iter().any(|sign| it.trim_start().starts_with(sign)));
        while let Some(gap) = Gap::of(text, run.moves.last()?.end + 1, is_comment)
            && let Some(next) = quoted(text, gap.end).or_else(|| run.other(text, &gap))
        {
            let is_new = !run.gaps.iter().take(PERIOD).any(|it| it.code == gap.code);
            if is_new && run.gaps.len() >= PERIOD {
                if !run.gaps.iter().take(PERIOD).any(|it| gap.has_more_than(it)) {
                    break;
                }
                run.resumed.push(run.moves.len());
            }
            run.gaps.push(gap);
            run.moves.push(next);
        }
        let recurs =
            |it: &&Gap| run.gaps.iter().filter(|gap| gap.code == it.code).count() * PERIOD >= run.gaps.len();
        let kept = run.gaps.iter().take(PERIOD).take_while(recurs).count();
        if kept < run.gaps.len().min(PERIOD) {
            run.gaps.truncate(kept);
            run.moves.truncate(kept + 1);
        }
        // After a list, whose gaps are alike, a different gap ends the run.
        if let [first, others @ .., last] = &run.gaps[..]
            && (1..PERIOD - 1).contains(&others.len())
            && others.iter().all(|it| it.code == first.code)
            && last.code != first.code
        {
            run.gaps.pop();
            run.moves.pop();
        }
        (run.moves.len() >= PERIOD).then_some(run)
    }

    /// Returns the arguments of the calls to one function, the first at this mark, with other statements
    /// between them.
    fn of_calls(text: &str, mark: usize) -> Option<Run> {
        let are_moves = |between: &str| {
            let is_list = |it: &str| it.split_whitespace().filter(|it| OfMove::is_whole(it)).count() > 2;
            lex::move_numbers(between).next().is_some() || between.split(lex::QUOTES).any(is_list)
        };
        let call = format!("{}(", callee(text, mark)?);
        let mut run = Run { moves: vec![quoted(text, mark)?], gaps: Vec::new(), resumed: Vec::new() };
        while let Some(last) = run.moves.last().map(|it| it.end)
            && let Some(n) = text.slice(last..last + LONGEST_BETWEEN).find(&call)
            && let end = last + n + call.len()
            && let end = end + text.slice(end..).leading(char::is_whitespace)
            && let Some(next) = quoted(text, end)
            && !are_moves(text.slice(last..end))
            && positions_beside(text, last..last, last..end).next().is_none()
        {
            run.gaps.push(Gap { end, comments: Vec::new(), code: call.clone(), last_line: call.clone() });
            run.resumed.push(run.moves.len());
            run.moves.push(next);
        }
        (run.moves.len() >= PERIOD).then_some(run)
    }

    /// Cuts the run after its first game: after an additional statement, another game may begin.
    fn of_one_game(mut self, text: &str) -> Run {
        let played = |are_squares: bool| {
            let line = self.line(text, are_squares);
            let count = plies(&line, &Position::default()).len();
            self.texts(are_squares).take(count).map(<[_]>::len).sum::<usize>()
        };
        let is_cut = !self.resumed.is_empty();
        let played = if is_cut { played(false).max(played(true)) } else { self.moves.len() };
        let before = self.resumed.iter().rfind(|it| **it <= played && played < self.moves.len());
        // A move that doesn't fit belongs to this game unless it begins another; it may be two squares.
        let begins = |n: usize| {
            let texts = self.moves[n..].iter().take(2).map(|it| text.slice(it.clone()));
            let first = |len: usize| texts.clone().take(len).collect::<String>();
            let plays = |it: &str| !plies(it, &Position::default()).is_empty();
            n < played || plays(&first(1)) || plays(&first(2))
        };
        if let Some(count) = before.copied().filter(|n| begins(*n)) {
            self.moves.truncate(count);
            self.gaps.truncate(count - 1);
        }
        self
    }

    /// Returns the range of a word that is no move but stands in place of one: the gaps around it recur, and
    /// a move follows.
    fn other(&self, text: &str, gap: &Gap) -> Option<Range<usize>> {
        let recurs = |gap: &Gap| self.gaps.iter().filter(|it| it.code == gap.code).count() >= PERIOD;
        let sign = text.slice(gap.end..).chars().next()?;
        let start = gap.end + sign.len_utf8();
        let word = text.slice(start..start + LONGEST_MOVES).split(sign).next()?;
        let is_word = !word.is_empty() && word.chars().all(char::is_alphanumeric);
        let place = start..start + word.len();
        let after = Gap::of(text, place.end + 1, false).filter(|it| is_word && recurs(gap) && recurs(it))?;
        quoted(text, after.end).map(|_| place)
    }

    /// Groups the ranges by move: two squares are one move if `are_squares`, but castling is one text.
    fn texts(&self, are_squares: bool) -> impl Iterator<Item = &[Range<usize>]> {
        let is_square = move |it: &Range<usize>| are_squares && it.len() == 2;
        let mut rest = &self.moves[..];
        std::iter::from_fn(move || {
            let len = if rest.iter().take(2).filter(|it| is_square(it)).count() == 2 { 2 } else { 1 };
            let (texts, behind) = rest.split_at_checked(len)?;
            rest = behind;
            Some(texts)
        })
    }

    /// Joins the moves with spaces into one line; two squares become one move if `are_squares`.
    fn line(&self, text: &str, are_squares: bool) -> String {
        let word = |it: &[Range<usize>]| it.iter().map(|it| text.slice(it.clone())).collect::<String>();
        self.texts(are_squares).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the length of the run as [`length_of_list`] or [`told_length`] finds it.
    fn length(&self, text: &str, are_squares: bool, least: Length) -> Option<Length> {
        let line = self.line(text, are_squares);
        let part = self.moves.first()?.start..self.moves.last()?.end;
        length_of_list(&line, least).or_else(|| told_length(text, part, &line))
    }

    /// Joins the moves in the text: comments between them become comments of the game, recurring code is
    /// blanked.
    fn join(&self, edited: &mut Edited, text: &str, are_squares: bool) {
        for (gap, pair) in self.gaps.iter().zip(self.moves.windows(2)) {
            let mut at = pair[0].end;
            for comment in &gap.comments {
                edited.blank(text, at..comment.start);
                edited.comment(text, comment.clone());
                edited.put(comment.start + 1, 1, b"");
                // A mark would end the text.
                for (n, mark) in text.slice(comment.clone()).match_indices(lex::QUOTES) {
                    edited.put(comment.start + n, mark.len(), b"");
                }
                at = comment.end;
            }
            edited.blank(text, at..gap.end + 1);
        }
        if are_squares {
            for pair in self.texts(true) {
                let [from, to] = pair else { continue };
                let squares = [text.slice(from.clone()), text.slice(to.clone())].concat();
                edited.put(from.start, to.end - from.start, squares.as_bytes());
            }
        }
        // The code before the first move is that before the others.
        let mark = self.moves[0].start - 1;
        let call = lines::start(text, mark)..mark;
        let first = Gap::of(text, call.start, false).filter(|it| it.end == mark && !call.is_empty());
        if first.is_some_and(|first| self.gaps.iter().any(|it| it.last_line == first.code)) {
            edited.blank(text, call.start..call.end - 1);
        } else if let Some(name) = callee(text, mark)
            && self.gaps.iter().all(|it| it.code.strip_suffix('(') == Some(name))
        {
            let open = text.slice(..mark).trim_end().len() - 1;
            edited.blank(text, open - name.len()..open);
        }
    }
}

impl Gap {
    /// Whether this gap has further statements before a last line equal to that of `other`.
    fn has_more_than(&self, other: &Gap) -> bool {
        let end = other.code.strip_suffix(&*other.last_line).filter(|_| !other.last_line.is_empty());
        self.last_line == other.last_line
            && end.is_some_and(|it| !it.is_empty() && self.code.starts_with(it))
            && !self.code.contains(['{', '}'])
    }

    /// Reads the gap from `start` to the next quotation mark; `is_comment` if the moves themselves are
    /// commented out.
    fn of(text: &str, start: usize, is_comment: bool) -> Option<Gap> {
        let within = text.slice(..start + LONGEST_GAP);
        let mut gap = Gap { end: start, comments: Vec::new(), code: String::new(), last_line: String::new() };
        while let Some(sign) = within.slice(gap.end..).chars().next() {
            let rest = within.slice(gap.end..);
            if lex::QUOTES.contains(&sign) {
                return Some(gap);
            }
            let mark = COMMENT.iter().find(|it| rest.starts_with(**it)).map_or(0, |it| it.len());
            if is_comment && rest.slice(mark..).trim_start_matches([' ', '\t']).starts_with(lex::QUOTES) {
                gap.end += mark.max(sign.len_utf8());
                continue;
            }
            let comment = if mark > 0 { rest.find('\n')? } else { 0 };
            if comment > 0 {
                gap.comments.push(gap.end..gap.end + comment + 1);
            }
            if comment > 0 || sign == '\n' {
                gap.last_line.clear();
            } else if !sign.is_whitespace() && !sign.is_ascii_digit() {
                gap.code.push(sign);
                gap.last_line.push(sign);
            }
            gap.end += (comment + 1).max(sign.len_utf8());
        }
        None
    }
}

/// Returns the name of the function called with the text that begins at this mark.
pub(super) fn callee(text: &str, mark: usize) -> Option<&str> {
    const LONGEST: usize = 64;
    let near = text.slice(text.ceil_char_boundary(mark.saturating_sub(LONGEST))..mark);
    let name = near.trim_end().strip_suffix('(')?;
    let start = name.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    Some(name.slice(start..)).filter(|it| it.starts_with(char::is_alphabetic))
}

/// Returns the range of the one or two moves between this mark and the next one.
fn quoted(text: &str, mark: usize) -> Option<Range<usize>> {
    let sign = text.slice(mark..).chars().next()?;
    let start = mark + sign.len_utf8();
    let len = text.slice(start..start + LONGEST_MOVES).find(sign)?;
    let mut words = text.slice(start..start + len).split_whitespace();
    let are_moves = words.clone().count() > 0 && words.clone().count() < 3;
    // The code of an opening may look like one.
    let is_ply = |it: &str| OfMove::is_whole(it) && !is_eco(it);
    (are_moves && words.all(is_ply)).then_some(start..start + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_each_in_quotation_marks_are_joined() {
        for (text, expected) in [
            ("m = ['e4', 'e5', 'Nf3', 'Nc6']", "m = ['e4    e5    Nf3    Nc6']"),
            ("[(\"e4\", \"e5\"), (\"Nf3\", \"Nc6\")]", "[(\"e4    e5      Nf3    Nc6\")]"),
            ("['e4', 'e5'], ['Nf3', 'Nc6'];", "['e4    e5      Nf3    Nc6'];"),
            (
                "g.go('e4');\ng.go('e5');\ng.go('d4');\ng.go('d5');",
                "    ('e4   \n      e5   \n      d4   \n      d5');",
            ),
            ("go('e2','e4');go('e7','e5');", "go('e2e4          e7e5   ');"),
            (
                "go('e2','e4');go('e7','e5');go('f1','c4');go('f8','c5');go('g1','f3');go('g8','f6');go('O-O');",
                "go('e2e4          e7e5          f1c4          f8c5          g1f3          g8f6          O-O');",
            ),
            (
                "g.go('e4');\ng.go('e5');\ng.go('d4');\ng.go('d5');\ng.go('c4');\ng.show();\ng.go('c5');",
                "    ('e4   \n      e5   \n      d4   \n      d5   \n      c4   \n         \n      c5');",
            ),
            (
                "g.go('e4');\ng.go('e5');\ng.go('d4');\ng.go('d5');\ng.go('c4');\ng.new();\ng.go('e4');\ng.go('e6');\ng.go('d4');\ng.go('d5');",
                "    ('e4   \n      e5   \n      d4   \n      d5   \n      c4');\ng.new();\n    ('e4   \n      e6   \n      d4   \n      d5');",
            ),
            ("['e4 e5', 'Nf3 Nc6', 'd4 d6', 'd5 a6']", "['e4 e5    Nf3 Nc6    d4 d6    d5 a6']"),
            ("['f3', 'e5', // Black\'s\n'g4', 'Qh4#']", "['f3    e5   {  Black s} g4    Qh4#']"),
            ("// ['e4', 'e5',\n//  'Nf3', 'Nc6']", "// ['e4    e5  \n     Nf3    Nc6']"),
            // A game ends where the next list begins, and where no move fits.
            (
                "['e4', 'e5', 'Nf3', 'Nc6'], ['d4', 'd5', 'c4', 'e6']",
                "['e4    e5    Nf3    Nc6'], ['d4    d5    c4    e6']",
            ),
            ("['e4', 'e5', 'Nf6', 'Nc6']", "['e4', 'e5', 'Nf6', 'Nc6']"),
            ("['a1', 'a2', 'a3', 'a4']", "['a1', 'a2', 'a3', 'a4']"),
            ("['e4', 'e5', 'Nf3']", "['e4', 'e5', 'Nf3']"),
        ] {
            assert_eq!(joined(text, Length::Plies(2)), expected);
        }
        assert_eq!(joined("['e4', 'e5', 'Nf3', 'Nc6']", OPENING), "['e4', 'e5', 'Nf3', 'Nc6']");
    }
}
