//! The moves of a range of PGN text, as a source for reading lines.

use std::ops::Range;

use super::result;
use crate::{
    chess::Color,
    layout::transcript::{Insertion, Transcript},
    lex::{self, PgnToken},
    resolve::{Evidence, MoveText, Next, Recognised, Source},
    slice::Slice as _,
};

/// The moves of a range of text, for [`crate::resolve::Notations::read_line`].
pub(in crate::layout) struct Stretch<'a> {
    pub text: &'a str,
    pub begin: usize,
    pub end: usize,
    pub parentheses: &'a [(usize, usize)],
    /// Insertions between the moves, not part of the text.
    pub insertions: &'a [Insertion],
    /// A recogniser's readings.
    pub recognised: &'a [Recognised],
    /// What is known to be certain.
    pub evidence: &'a [Evidence],
    /// Whether this is the main line of a game with tag pairs.
    pub tagged: bool,
    /// Whether this is the whole text between brackets.
    pub bracketed: bool,
}

impl Stretch<'_> {
    fn close_of(&self, open: usize) -> usize {
        match self.parentheses.binary_search_by_key(&open, |it| it.0) {
            Ok(n) => self.parentheses[n].1.min(self.end),
            Err(_) => self.end,
        }
    }

    /// Returns the end of the item; that of a variation includes its contents.
    fn after(&self, item: &PgnToken, at: usize, after: usize) -> usize {
        match item {
            PgnToken::Open => (self.close_of(at) + 1).min(self.end),
            _ => after,
        }
    }
}

impl Source for Stretch<'_> {
    fn is_tagged(&self) -> bool {
        self.tagged
    }

    fn has_notes(&self) -> bool {
        true
    }

    fn is_bracketed(&self) -> bool {
        self.bracketed
    }

    fn text(&self) -> &str {
        self.whole()
    }

    fn aside(&self, place: usize) -> Option<usize> {
        let (item, after) = lex::item(self.text, place, self.end)?;
        match item {
            PgnToken::Line { inner } if lex::may_hide_moves(self.text, &inner) => None,
            PgnToken::Open if self.close_of(place) >= self.end => None,
            PgnToken::Brace { .. }
            | PgnToken::Line { .. }
            | PgnToken::Escape { .. }
            | PgnToken::Nag(_)
            | PgnToken::Stop
            | PgnToken::Open => Some(self.after(&item, place, after)),
            _ => None,
        }
    }

    fn recognised(&self) -> &[Recognised] {
        self.recognised
    }

    fn evidence(&self) -> &[Evidence] {
        self.evidence
    }

    fn is_doubtful(&self) -> bool {
        if !self.recognised.is_empty() {
            return true;
        }
        let text = self.whole();
        memchr::memchr_iter(b';', text.as_bytes())
            .filter(|at| *at >= self.begin)
            .any(|at| lex::may_hide_moves(text, &(at + 1..lex::line_end(text.as_bytes(), at))))
    }

    fn next(&self, place: usize) -> Next<'_> {
        self.following(place)
    }

    fn at(&self, place: usize) -> Option<MoveText<'_>> {
        let begins = place < self.end
            && !self.text.slice(place..).starts_with(char::is_whitespace)
            && lex::blank_len(self.text.slice(place..self.end)) == 0
            && lex::item(self.text, place, self.end).is_none();
        begins.then(|| self.move_at(place, None))
    }
}

impl<'a> Stretch<'a> {
    /// Returns the moves of a transcript from offset `begin` on, without tag pairs.
    pub(in crate::layout) fn of(
        game: &'a Transcript,
        begin: usize,
        parentheses: &'a [(usize, usize)],
    ) -> Stretch<'a> {
        let Transcript { moves, insertions, recognised, .. } = game;
        Stretch {
            text: moves,
            begin,
            end: moves.len(),
            parentheses,
            insertions,
            recognised,
            evidence: &[],
            tagged: false,
            bracketed: false,
        }
    }

    /// Returns the text up to the end of the range, without its result.
    pub(in crate::layout) fn whole(&self) -> &'a str {
        let text = self.text.slice(..self.end).trim_end();
        // A longer word is no marker.
        let last = text.char_indices().rev().take(result::LONGEST_MARKER + 1);
        let word = last.take_while(|it| !it.1.is_whitespace()).last().map_or(text.len(), |it| it.0);
        match lex::item(text, word, text.len()) {
            Some((PgnToken::Outcome(_), after)) if after == text.len() => text.slice(..word).trim_end(),
            _ => text,
        }
    }

    fn move_at(&self, start: usize, number: Option<(u32, Option<Color>)>) -> MoveText<'a> {
        let insertion = self.insertions.get(self.insertions.partition_point(|it| it.at < start));
        let text = lex::move_text(self.text, start, insertion.map_or(self.end, |it| it.at.min(self.end)));
        MoveText { start, text, number, digits: lex::glued_digits(text) }
    }

    /// Returns the next move at or after `place`, skipping everything else.
    pub(in crate::layout) fn following(&self, place: usize) -> Next<'a> {
        let mut at = place;
        let mut number: Option<(u32, Option<Color>)> = None;
        loop {
            at += lex::blank_len(self.text.slice(at..self.end));
            if at >= self.end {
                return Next::End(self.end);
            }
            match lex::item(self.text, at, self.end) {
                Some((item, after)) => {
                    match item {
                        // Dots separated from their number.
                        PgnToken::Number(0, color) => number = number.map(|it| (it.0, color)),
                        PgnToken::Number(n, color) => number = Some((n, color)),
                        _ => {}
                    }
                    at = self.after(&item, at, after);
                }
                None => return Next::Move(self.move_at(at, number)),
            }
        }
    }
}

/// Returns the range of a first move number that doesn't begin a game: `12.`, or `1...` before a single move.
pub(super) fn fragment(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let mut at = range.start;
    let mut first: Option<(Range<usize>, Option<Color>)> = None;
    let mut words = 0;
    while words < 2 {
        at += lex::blank_len(text.slice(at..range.end));
        match lex::item(text, at, range.end) {
            Some((PgnToken::Number(0, Some(color)), after)) if words == 0 => {
                let place = first.take().map_or(at, |it| it.0.start);
                first = Some((place..after, Some(color)));
                at = after;
            }
            Some((PgnToken::Number(number, _), after)) if number > 1 && first.is_none() => {
                return Some(at..after);
            }
            Some((PgnToken::Number(_, color), after)) if first.is_none() && words == 0 => {
                first = Some((at..after, color));
                at = after;
            }
            Some((
                PgnToken::Brace { .. } | PgnToken::Line { .. } | PgnToken::Escape { .. } | PgnToken::Nag(_),
                after,
            )) => at = after,
            Some(_) => break,
            None if at >= range.end || first.is_none() => break,
            None => {
                words += 1;
                at += text.slice(at..range.end).find(char::is_whitespace).unwrap_or(range.end - at);
            }
        }
    }
    // If two moves follow, White's number has too many dots.
    first.filter(|it| it.1 == Some(Color::Black) && words == 1).map(|it| it.0)
}
