//! The forms in which games come: what tells them apart, where their games end, how they are read.

use std::ops::Range;

use super::{
    ReadGame, grid,
    pgn::{self, lex},
    prose::{self, Prose},
};
use crate::{diagnostics::count_lines, resolve::Notations};

/// How games lie in an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// PGN, or bare moves.
    #[default]
    Pgn,
    /// Scoresheets with a column for each file.
    Grid,
    /// As books print them.
    Prose(Prose),
}

/// Where a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The place.
    pub at: usize,
    /// Is it over there whatever follows? Otherwise it is the text that ends.
    pub decided: bool,
}

impl Form {
    /// The form of an input that begins with these bytes; `None` if more of it must be seen. `whole` says that
    /// there is no more.
    #[must_use]
    pub fn of(beginning: &[u8], whole: bool) -> Option<Form> {
        if grid::is_grid(beginning, whole)? {
            return Some(Form::Grid);
        }
        let prose = prose::is_prose(beginning, whole)?;
        Some(if prose { Form::Prose(Prose::Block) } else { Form::Pgn })
    }

    /// The last place at or after `from` where a game begins whatever comes before it. This looks at the
    /// lines around the place only.
    #[must_use]
    pub fn last_boundary(self, bytes: &[u8], from: usize) -> Option<usize> {
        match self {
            Form::Pgn => lex::last_boundary(bytes, from),
            Form::Grid => grid::last_boundary(bytes, from),
            Form::Prose(_) => None,
        }
    }

    /// Where the game ends that begins here.
    #[must_use]
    pub fn extent(self, text: &str, start: usize) -> GameEnd {
        match self {
            Form::Pgn => lex::extent(text, start),
            Form::Grid => grid::extent(text, start),
            Form::Prose(_) => prose::extent(text, start),
        }
    }

    /// Reads the game that takes up this part of the text.
    #[must_use]
    pub fn read<'t>(self, text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        let line = match self {
            Form::Prose(_) => 1 + count_lines(&text.as_bytes()[..range.start]),
            _ => 1,
        };
        self.read_from(text, range, line, notations)
    }

    /// Reads the game that takes up this part of the text, of which the first line has this number; only games in printed
    /// texts say so.
    #[must_use]
    pub fn read_from<'t>(
        self,
        text: &'t str,
        range: Range<usize>,
        line: u64,
        notations: &Notations,
    ) -> ReadGame<'t> {
        match self {
            Form::Pgn => pgn::read::read(text, range, notations),
            Form::Grid => grid::read(text, range, notations),
            Form::Prose(wanted) => prose::read(text, range, line, notations, wanted),
        }
    }
}
