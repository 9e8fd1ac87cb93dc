//! The end of a game: termination markers, tags, and words after the moves.

use std::{borrow::Cow, ops::Range};

use super::{
    lex::{self, PgnToken},
    read::Reader,
};
use crate::{
    chess::{Color, Comment, CommentKind, Outcome, Position},
    diagnostics::{self, Diagnostic, Problem},
    layout::{Event, Game, RESIGNATION, lost_by, prose},
};

/// Termination markers have at most this many characters.
const LONGEST_MARKER: usize = 16;

/// At most this many bytes at the end of a game are searched for words on how it ended.
const LONGEST_END: usize = 160;

/// What follows the moves of a game.
#[derive(Clone, Debug)]
pub struct Tail {
    /// The offset where it begins.
    pub at: usize,
    /// The result it gives, in figures or in words.
    pub stated: StatedResult,
}

/// A stated result.
#[derive(Clone, Copy, Debug)]
pub enum StatedResult {
    /// A marker, which ends this many bytes into the tail; words follow.
    Marker(Outcome, usize),
    /// Words, which may give no result.
    Words(Option<prose::Ending>),
}

/// Finds words after the moves at the end of a range: after a result, as in `1-0 on time`, or in place of one,
/// as in `White resigns`.
pub fn tail(text: &str, range: Range<usize>, parentheses: &[(usize, usize)]) -> Option<Tail> {
    let end = range.start + text[range.clone()].trim_end().len();
    let mut from = range.start.max(end.saturating_sub(LONGEST_END));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let from = text[from..end].rfind(['{', '}', '$']).map_or(from, |n| from + n + 1);
    let is_inside = |at: usize| parentheses.iter().rev().any(|it| it.0 < at && at <= it.1);
    let last = &text[from..end];
    for (n, word) in words(last) {
        let at = from + n;
        if let Some((PgnToken::Outcome(outcome), after)) = lex::item(text, at, end) {
            let rest = text[after..end].trim();
            if are_words(rest) && !is_inside(at) && word.len() <= LONGEST_MARKER {
                return Some(Tail { at, stated: StatedResult::Marker(outcome, after) });
            }
        }
    }
    let line = last.rfind(['\n', '\r']).map_or(from, |n| from + n + 1);
    let said = prose::said_of_end(&text[line..end]).map(|(n, ending)| (line + n, Some(ending)));
    let (at, ending) = said.or_else(|| Some((from + prose::words_after(last)?, None)))?;
    let words = text[at..end].trim_start_matches(|it: char| !it.is_alphanumeric());
    (are_words(words) && !is_inside(at))
        .then_some(Tail { at: end - words.len(), stated: StatedResult::Words(ending) })
}

/// Returns the words of a text, with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(char::is_whitespace).filter_map(move |word| {
        let start = at;
        at += word.len();
        Some((start, word.trim_end())).filter(|it| !it.1.is_empty())
    })
}

/// Whether a text consists of words only, without moves, numbers or brackets.
fn are_words(text: &str) -> bool {
    let of_move = |word: &str| {
        word.contains(|it: char| it.is_ascii_digit()) && !word.ends_with(|it: char| it.is_alphabetic())
    };
    text.contains(char::is_alphabetic)
        && !text.contains(['(', ')', '{', '}', '[', ';', '$'])
        && !text.split_whitespace().any(of_move)
}

/// Returns the outcome on the board at the end of a game, if it differs from the stated one or none is stated.
///
/// Draws are checked only where no result is stated or few pieces are left: this runs at the end of every game.
pub fn told_otherwise(last: &Position, stated: Outcome) -> Option<Outcome> {
    const FEW: u32 = 10;
    let may_be_over =
        stated == Outcome::Unknown || last.is_check() || last.size() != 8 || last.occupied().count() <= FEW;
    if may_be_over { last.outcome().filter(|it| *it != stated) } else { None }
}

/// Sets the result where the board decides it, and warns where that contradicts the stated one. Updates the
/// result tag as the standard requires.
pub fn conclude(game: &mut Game<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let last = game.last_position();
    if let Some(outcome) = told_otherwise(&last, game.outcome) {
        if game.outcome == Outcome::Unknown {
            game.outcome = outcome;
            if game.tags.get("Result").is_some() {
                game.tags.set("Result", outcome.marker());
            }
        } else {
            let end = game.movetext.end;
            let problem = Problem::OtherResult { on_board: on_board(&last), stated: game.outcome.marker() };
            diagnostics.push(Diagnostic::warning(end..end, problem));
        }
    }
    let value = game.tags.get("Result").map(str::trim).filter(|it| Outcome::from_marker(it).is_none());
    if value.and_then(of_text).is_some_and(|it| it == game.outcome) {
        game.tags.set("Result", game.outcome.marker());
    }
}

/// Describes how the game ended on the board.
fn on_board(last: &Position) -> &'static str {
    match (last.is_mate(), last.has_ply()) {
        (true, _) => "mate",
        (false, false) => "stalemate",
        (false, true) => "no side can win",
    }
}

/// The result that a text is, whole.
pub fn of_text(text: &str) -> Option<Outcome> {
    match lex::item(text, 0, text.len()) {
        Some((PgnToken::Outcome(outcome), after)) if after == text.len() => Some(outcome),
        _ => None,
    }
}

impl<'t> Reader<'t> {
    /// Adds what follows the moves.
    pub(super) fn tell(&mut self, tail: &Tail, end: usize) {
        let (outcome, words) = match tail.stated {
            StatedResult::Marker(outcome, after) => {
                self.check_outcome(outcome, tail.at..after);
                (Some(outcome), after..end)
            }
            StatedResult::Words(ending) => {
                let unknown = self.game.outcome == Outcome::Unknown;
                let ending = ending.filter(|_| unknown);
                (ending.map(|it| it.outcome(&self.game.last_position())), tail.at..end)
            }
        };
        self.game.outcome = outcome.unwrap_or(self.game.outcome);
        let text = lex::comment_text(self.text[words].trim());
        self.game.events.push(Event::Comment(Comment { kind: CommentKind::Text, text }));
    }

    /// Splits off the termination marker at the end of a stretch.
    pub(super) fn without_outcome(&self, range: Range<usize>) -> (Range<usize>, Option<Outcome>) {
        let text = self.text[range.clone()].trim_end();
        let end = range.start + text.len();
        // A longer word is not a marker.
        let last = text.char_indices().rev().take(LONGEST_MARKER + 1);
        let word = last.take_while(|it| !it.1.is_whitespace()).last().map_or(end, |it| range.start + it.0);
        match (word < end).then(|| lex::item(self.text, word, end)).flatten() {
            // Many unclosed variations may each end in many spaces.
            Some((PgnToken::Outcome(outcome), after)) if after == end => {
                (range.start..range.start + self.text[range.start..word].trim_end().len(), Some(outcome))
            }
            _ => (range.start..end, None),
        }
    }

    pub(super) fn tag_outcome(&self) -> Option<Outcome> {
        of_text(self.game.tags.get("Result")?.trim())
    }

    /// Handles a resignation: it sets the result, unless another is stated, and the termination.
    pub(super) fn resign(&mut self, loser: Color, place: Range<usize>) {
        let lost = lost_by(loser);
        if self.game.outcome == Outcome::Unknown {
            self.game.outcome = lost;
            if self.game.tags.get("Result").is_some() {
                self.game.tags.set("Result", lost.marker());
            }
        } else if self.game.outcome != lost {
            let problem =
                Problem::ResignationMismatch(format!("the result is {}", self.game.outcome.marker()));
            diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place.clone(), problem));
        }
        match self.game.tags.known("Termination") {
            None => self.game.tags.set("Termination", RESIGNATION),
            Some(said) if said.trim().eq_ignore_ascii_case(RESIGNATION) => {}
            Some(said) => {
                let problem = Problem::ResignationMismatch(format!("the Termination tag says {said}"));
                diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place, problem));
            }
        }
    }

    /// Keeps a result before the end as a comment, after this many events.
    pub(super) fn early(&mut self, place: Range<usize>, events: usize) {
        let text = Cow::Borrowed(&self.text[place.clone()]);
        diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place, Problem::EarlyResult));
        let comment = Event::Comment(Comment { kind: CommentKind::Text, text });
        self.game.events.insert(events, comment);
    }

    pub(super) fn check_outcome(&mut self, found: Outcome, place: Range<usize>) {
        if let (Some(tag), Some(said)) = (self.tag_outcome(), self.game.tags.get("Result"))
            && tag != found
        {
            let problem = Problem::ResultMismatch { tag: said.to_owned() };
            diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place, problem));
        }
    }

    pub(super) fn finish(&mut self, outcome: Option<Outcome>) {
        self.game.outcome = outcome.unwrap_or_else(|| self.tag_outcome().unwrap_or_default());
        let (rest, _) = self.without_outcome(self.game.movetext.clone());
        self.game.movetext = rest;
    }
}
