//! Paragraphs of running moves, as lines of a game.

use super::{DIAGRAM_ABOVE, Finder, Leftover, NEAR, ahead_of};
use crate::{
    chess::Position,
    layout::{
        pgn,
        prose::{
            running::{self, Run},
            shape::{Line, Moves, shape},
        },
    },
    lex,
    slice::Slice as _,
    words::heading::{Head, Sides},
};

/// This many numbers in a paragraph are a game; twice as many, another game.
const LONG_RUN: usize = 5;
/// Remaining running moves are reported from this many numbers on.
const LEAST_LEFT: usize = 3;

impl Finder<'_> {
    /// Classifies the lines of a paragraph of running moves; returns whether it is one.
    pub(super) fn runs(&mut self, begin: usize) -> bool {
        let heads = |n: &usize| self.rows[*n].line.head.is_title() && !self.rows[*n].line.filled;
        let mut from = begin + (begin..self.rows.len()).take_while(heads).count();
        let mut to = self.rows.len();
        let filled = self.rows[from..to].iter().any(|it| it.line.filled);
        if !filled {
            // Words above and below the moves are on lines of their own.
            let is_words = |n: &usize| !self.rows[*n].line.of_moves;
            from += (from..to).take_while(is_words).count();
            to -= (from..to).rev().take_while(is_words).count();
        }
        if from >= to {
            return false;
        }
        let span = self.rows[from].span.start..self.rows[to - 1].span.end;
        let numbered = filled.then(|| running::runs(self.text, span.clone()));
        let unnumbered = (!filled).then(|| running::unnumbered(self.text, span)).flatten();
        let mut accepted = false;
        for run in numbered.into_iter().flatten().chain(unnumbered) {
            let row = from + self.rows[from..].partition_point(|it| it.span.end <= run.span.start);
            let begins = self.run_begins(row, &run);
            if !begins && !self.run_goes_on(row, &run) {
                // A variation within a sentence isn't reported as ahead.
                let ahead = run.alone && self.last.is_none_or(|last| run.number > last);
                if run.count >= LEAST_LEFT {
                    self.left.push(Leftover { span: run.span, ahead });
                }
                continue;
            }
            if begins && self.last.is_some() {
                match self.rows[row].moves.and_then(|it| it.part) {
                    // The next game begins on the same line.
                    Some(_) => {
                        self.rows[row].span.end = run.span.start;
                        self.rows[row].line = Line::of(self.line(row));
                        self.rows.truncate(row + 1);
                        self.next = Some(run.span.start);
                    }
                    None => self.end_before(row),
                }
                return true;
            }
            accepted = true;
            self.first.get_or_insert(row);
            self.last = Some(run.last);
            self.both = true;
            self.running = true;
            for row in self.rows[row..].iter_mut().take_while(|it| it.span.start < run.span.end) {
                let part = (run.span.start.max(row.span.start), run.span.end.min(row.span.end));
                let moves = Moves { number: run.number, black: run.black, both: true, ..Moves::default() };
                row.moves = Some(Moves { part: Some(part), ..moves });
            }
        }
        accepted
    }

    /// Whether a run begins a game.
    fn run_begins(&self, row: usize, run: &Run) -> bool {
        let from_the_first = run.number <= 1 && !run.black;
        let begins_line = lex::begins_line(self.text.as_bytes(), run.span.start);
        let begins = |run: &Run| {
            run.first
                || self.is_announced(run)
                || self.names_players(run)
                || begins_line && pgn::opens(self.text, run.span.start, &Position::default())
        };
        match self.last {
            // Without numbers and pieces, any row of squares looks like a game.
            None if run.number == 0 && !self.text.slice(run.span.clone()).contains(char::is_uppercase) => {
                pgn::opens(self.text, run.span.start, &Position::default())
            }
            None if from_the_first => run.count >= LONG_RUN || begins(run),
            None => run.first && self.has_diagram(row.saturating_sub(DIAGRAM_ABOVE)..row),
            // Without numbers it may be the rest of the game, unless another is announced.
            Some(0) if run.number == 0 => {
                let moved = self.rows[..row].iter().rposition(|it| it.moves.is_some()).map_or(0, |n| n + 1);
                self.rows[moved..row].iter().any(|it| it.line.head.is_title())
            }
            Some(last) => from_the_first && last != 1 && (run.count >= 2 * LONG_RUN || begins(run)),
        }
    }

    /// Whether a run is introduced by words with a colon, as in `A trap: 1. e4 e5`.
    fn is_announced(&self, run: &Run) -> bool {
        let before = self.text.slice(..run.span.start).trim_end_matches([' ', '\n', '\r', '\t']);
        let line = before.rsplit(['\n', '.', ';', '(']).next().unwrap_or(before);
        before.ends_with(':') && line.split_whitespace().count() <= 8
    }

    /// Whether both sides are named in the sentences before a run, as in
    /// `White, Mr Morphy; Black, the Allies.`
    fn names_players(&self, run: &Run) -> bool {
        const NEAR: usize = 160;
        let from = self.text.floor_char_boundary(run.span.start.saturating_sub(NEAR));
        let before = self.text.slice(from..run.span.start);
        let paragraph = crate::lines::gaps(before).last().map_or(before, |it| before.slice(it.end..));
        Head::of(paragraph).sides == Sides::Both
    }

    /// Whether a run continues the game.
    fn run_goes_on(&self, row: usize, run: &Run) -> bool {
        let moved = self.rows[row].moves.is_some();
        self.last.is_some_and(|last| {
            let next = if last == 0 { run.number == 0 } else { (last + 1..=last + 2).contains(&run.number) };
            // Behind a note in the same paragraph, a line of the game or a long run.
            let is_behind_note = || {
                let begins_line = lex::begins_line(self.text.as_bytes(), run.span.start);
                !run.black && (run.count >= LONG_RUN || begins_line && run.count > 1)
            };
            let alone = run.alone
                || run.number == last + 1 && (run.first || is_behind_note()) && !self.comes_back(run);
            self.running && alone && !moved && (next || run.number == last && run.black)
        })
    }

    /// Whether the next line of moves goes back to a number of this run.
    fn comes_back(&self, run: &Run) -> bool {
        let lines = ahead_of(self.text, run.span.end).lines().skip(1).take(NEAR);
        let after = lines.filter_map(shape).find(|it| !it.loose);
        after.is_some_and(|it| it.number < run.last || it.number == run.last && !it.black)
    }
}
