//! Unmarked checks in books that mark them.
//!
//! Old books mark nearly every check. If a game has only one unmarked check, that move may be a misprint that
//! happens to be legal, or a text misread.

use super::line::Step;
use crate::{
    chess::Position,
    diagnostics::{Diagnostic, Problem},
    notation::Annotations,
};

/// The checks of a line: the number of those with and without a mark, and the first without.
#[derive(Default)]
pub struct Checks {
    marked: usize,
    unmarked: usize,
    first: Option<Diagnostic>,
}

/// With at least this many marked checks, a single unmarked one is suspicious.
const MARKED: usize = 4;

impl Checks {
    /// Records a step, given the position after it.
    pub fn note(&mut self, after: &Position, step: &Step, annotations: Annotations) {
        if step.ply.is_none() || !after.is_check() {
            return;
        }
        if annotations.check.is_some() {
            self.marked += 1;
        } else if after.has_ply() {
            self.unmarked += 1;
            let problem = Problem::WrongMark { mark: "no check", instead: "it is one" };
            self.first.get_or_insert_with(|| Diagnostic::warning(step.span(), problem).after(after));
        }
    }

    /// Returns the diagnostic for the only unmarked check.
    pub fn unmarked(self) -> Option<Diagnostic> {
        self.first.filter(|_| self.unmarked == 1 && self.marked >= MARKED)
    }
}
