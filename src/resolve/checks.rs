//! Checks that are not marked, in books that mark them.
//!
//! Old books mark nearly every check. Where all of a game's are marked but one, the move of that one may be a misprint
//! that happens to be legal, or a text that was understood in another way than it was meant.

use super::line::Step;
use crate::{
    chess::{Color, Position},
    diagnostics::{Diagnostic, Problem},
    notation::Annotations,
};

/// The checks of a line: those that are marked, and the one that is not.
#[derive(Default)]
pub struct Checks {
    marked: usize,
    unmarked: usize,
    first: Option<Diagnostic>,
}

/// Where so many checks are marked, a single one that is not may be another move than was meant.
const MARKED: usize = 4;

impl Checks {
    /// Notes a step that led to this position.
    pub fn note(&mut self, after: &Position, step: &Step, annotations: Annotations) {
        if step.ply.is_none() || !after.is_check() {
            return;
        }
        if annotations.check.is_some() {
            self.marked += 1;
        } else if after.has_ply() {
            self.unmarked += 1;
            let problem = Problem::WrongMark { mark: "no check", instead: "it is one" };
            let by = !after.turn();
            let number = after.move_number() - u32::from(by == Color::Black);
            let ply = Some((number, by));
            self.first.get_or_insert_with(|| Diagnostic { ply, ..Diagnostic::warning(step.span(), problem) });
        }
    }

    /// What there is to say of the only check that is not marked.
    pub fn unmarked(self) -> Option<Diagnostic> {
        self.first.filter(|_| self.unmarked == 1 && self.marked >= MARKED)
    }
}
