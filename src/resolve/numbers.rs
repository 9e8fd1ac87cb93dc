//! Compares the move numbers of a text with the board.

use std::ops::Range;

use crate::{
    chess::{Color, Position},
    diagnostics::{self, Diagnostic, Problem},
    lex,
    slice::Slice as _,
};

/// The move numbers of a line, as far as it has been read.
#[derive(Default)]
pub struct Numbers {
    /// Known difference of the text's numbers from the board's.
    pub offset: i64,
    /// Whether it is the main line of a game without tags, where numbers show missing rows.
    is_untagged: bool,
    /// Whether there has been a number.
    is_numbered: bool,
    /// End of the last number.
    end: usize,
    /// The last number, if it has another difference.
    odd: Option<OddNumber>,
}

/// An unexpected number.
struct OddNumber {
    place: Range<usize>,
    expected: String,
    /// Its difference from the board's number.
    offset: i64,
    /// The position before the first ply that may be of a later row.
    position: Position,
}

impl OddNumber {
    /// Says that rows are missing before this number.
    fn lost_rows(self) -> Diagnostic {
        lost_rows(self.place, self.expected, &self.position)
    }
}

fn lost_rows(place: Range<usize>, expected: String, position: &Position) -> Diagnostic {
    Diagnostic::error(place, Problem::LostRows { expected }).at(position)
}

/// A last number at most this far ahead means lost rows; one further ahead is a misprint.
const MOST_LOST: i64 = 2;

impl Numbers {
    /// Returns the numbers of a line with this known difference.
    pub fn new(offset: i64, is_untagged: bool) -> Numbers {
        Numbers { offset, is_untagged, ..Numbers::default() }
    }

    /// Compares a number with the position before its move.
    pub fn read(
        &mut self,
        (text, place): (&str, Range<usize>),
        (number, color): (u32, Option<Color>),
        position: &Position,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let since = std::mem::replace(&mut self.end, place.end);
        let turn = position.turn();
        let counted = i64::from(position.move_number());
        let offset = i64::from(number) - counted;
        let is_wrong = number > 0 && offset != self.offset;
        let is_doubtful = is_wrong || color.is_some_and(|it| it != turn);
        let expected = || format!("{}{}", counted + self.offset, turn.fold_wb(".", "..."));
        let wrong_number = is_doubtful.then(|| Problem::WrongNumber { expected: expected() });
        if let Some(odd) = self.odd.take_if(|_| number > 0) {
            if is_wrong {
                self.offset = if odd.offset == offset { offset } else { self.offset };
                diagnostics::add(diagnostics, odd.lost_rows());
                return;
            }
            diagnostics::warn(diagnostics, text, odd.place, Problem::WrongNumber { expected: odd.expected });
        }
        if is_wrong && self.is_untagged && self.is_numbered {
            // The row before this one was kept as a note.
            let is_row = |it: &str| {
                lex::leading_number(it).is_some_and(|it| it.0 + 1 == number && it.1.starts_with('.'))
            };
            if offset > self.offset && text.slice(since..place.start).split_whitespace().any(is_row) {
                diagnostics::add(diagnostics, lost_rows(place, expected(), position));
                self.offset = offset;
                return;
            }
            let position = position.clone();
            self.odd = Some(OddNumber { place, expected: expected(), offset, position });
            return;
        }
        wrong_number.into_iter().for_each(|it| diagnostics::warn(diagnostics, text, place.clone(), it));
        self.offset = if is_wrong { offset } else { self.offset };
        self.is_numbered |= number > 0;
    }

    /// Reports the last number of a line if it is wrong: a number ahead of the moves means lost rows.
    pub fn end(&mut self, text: &str, diagnostics: &mut Vec<Diagnostic>) {
        let Some(odd) = self.odd.take() else { return };
        if (1..=MOST_LOST).contains(&(odd.offset - self.offset)) {
            diagnostics::add(diagnostics, odd.lost_rows());
        } else {
            diagnostics::warn(diagnostics, text, odd.place, Problem::WrongNumber { expected: odd.expected });
        }
    }
}
