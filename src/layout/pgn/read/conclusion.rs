//! The end of a game: its marker, words stating it, resignations, and results before the end.

use std::{borrow::Cow, ops::Range};

use super::Reader;
use crate::{
    chess::{Color, Comment, CommentKind, Outcome},
    diagnostics::{Diagnostic, Problem, Severity},
    events::outcome,
    layout::{
        Event, RESIGNATION,
        pgn::result::{LONGEST_MARKER, Tail},
    },
    lex::{self, PgnToken},
    slice::Slice as _,
    words::ending::{self, Said},
};

impl Reader<'_> {
    /// Adds the text after the moves.
    pub(super) fn tell(&mut self, tail: &Tail, end: usize) {
        self.is_marked |= tail.marker.is_some();
        let marker = tail.marker.as_ref().map_or(end..end, |it| it.1.clone());
        if let Some((outcome, place)) = &tail.marker {
            self.check_outcome(*outcome, place.clone());
            if *outcome != Outcome::Unknown {
                self.draft.game.outcome = *outcome;
            }
        }
        self.add_paragraphs(tail.at..marker.start);
        self.add_paragraphs(marker.end..end);
        let said = |ending| Said { in_heading: false, ending, place: tail.at..end };
        self.draft.game.said.extend(tail.ending.map(said));
    }

    /// Records the ending stated in words after the moves.
    pub(super) fn heed(&mut self, place: Range<usize>) {
        let ending = ending::closing(self.text.slice(place.clone()), &self.players);
        self.draft.game.said.extend(ending.map(|ending| Said { in_heading: false, ending, place }));
    }

    /// Splits off the termination marker at the end of a range.
    pub(super) fn without_outcome(&self, range: Range<usize>) -> (Range<usize>, Option<Outcome>) {
        let text = self.text.slice(range.clone()).trim_end();
        let end = range.start + text.len();
        // A longer word is no marker.
        let last = text.char_indices().rev().take(LONGEST_MARKER + 1);
        let word = last.take_while(|it| !it.1.is_whitespace()).last().map_or(end, |it| range.start + it.0);
        match (word < end).then(|| lex::item(self.text, word, end)).flatten() {
            // Many unclosed variations may each end in many spaces.
            Some((PgnToken::Outcome(outcome), after)) if after == end => (
                range.start..range.start + self.text.slice(range.start..word).trim_end().len(),
                Some(outcome),
            ),
            _ => (range.start..end, None),
        }
    }

    /// Handles a resignation: it sets the result, unless another is stated, and the termination.
    pub(super) fn resign(&mut self, loser: Color, place: Range<usize>) {
        let lost = Outcome::lost_by(loser);
        if self.draft.game.outcome == Outcome::Unknown {
            self.draft.game.outcome = lost;
            if self.draft.game.tags.get("Result").is_some() {
                self.draft.game.tags.set("Result", lost.marker());
            }
        } else if self.draft.game.outcome != lost {
            let problem =
                Problem::ResignationMismatch(format!("the result is {}", self.draft.game.outcome.marker()));
            self.draft.warn(place.clone(), problem);
        }
        match self.draft.game.tags.known("Termination") {
            None => self.draft.game.tags.set("Termination", RESIGNATION),
            Some(said) if said.trim().eq_ignore_ascii_case(RESIGNATION) => {}
            Some(said) => {
                let problem = Problem::ResignationMismatch(format!("the Termination tag says {said}"));
                self.draft.warn(place, problem);
            }
        }
    }

    /// Keeps a result before the end as a comment, inserted as event `events`.
    pub(super) fn early(&mut self, place: Range<usize>, events: usize) {
        let text = Cow::Borrowed(self.text.slice(place.clone()));
        self.draft.warn(place, Problem::EarlyResult);
        let comment = Event::Comment(Comment { kind: CommentKind::Text, text });
        self.draft.game.events.insert(events, comment);
    }

    /// Turns results before the end into errors, if neither a tag nor a marker states another: the moves
    /// after them may not belong to the game.
    pub(super) fn doubt_early_results(&mut self) {
        if self.is_marked || !self.is_untagged {
            return;
        }
        let is_early = |it: &&mut Diagnostic| {
            it.problem == Problem::EarlyResult && self.early.binary_search(&it.span.start).is_ok()
        };
        self.draft.diagnostics.iter_mut().filter(is_early).for_each(|it| it.severity = Severity::Error);
    }

    pub(super) fn check_outcome(&mut self, found: Outcome, place: Range<usize>) {
        if let Some(problem) = outcome::mismatch(&self.draft.game.tags, found) {
            self.draft.warn(place, problem);
        }
    }

    pub(super) fn finish(&mut self, outcome: Option<Outcome>) {
        self.is_marked |= outcome.is_some();
        self.draft.game.outcome = outcome::stated(&self.draft.game.tags, outcome);
        let (rest, _) = self.without_outcome(self.draft.game.movetext.clone());
        self.draft.game.movetext = rest;
    }
}
