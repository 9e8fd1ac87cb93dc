//! The forms in which games come: what tells them apart, where their games end, how they are read.

use std::{borrow::Cow, ops::Range};

use super::{
    ReadGame, grid,
    pgn::{self, lex},
    prose::{self, Prose},
    read::{cells, marked, records},
};
use crate::{lines, resolve::Notations};

/// How games lie in an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// PGN, or bare moves.
    #[default]
    Pgn,
    /// Scoresheets with a column for each file.
    Grid,
    /// PGN, or bare moves, between marks that are not theirs, as of a mail that quotes.
    Marked,
    /// Records of a line each: JSON, the commands of UCI.
    Records,
    /// Tables with moves in their cells.
    Cells,
    /// As books print them.
    Prose(Prose),
}

/// So many bytes are enough to see how games lie in an input.
const BEGINNING: usize = 16 << 10;

/// Where games with tags stand in a printed text.
enum Tagged {
    /// One begins here, blanks aside.
    Here,
    /// The first one begins at this place.
    Later(usize),
    /// There are none.
    Never,
}

fn tagged(text: &str, start: usize) -> Tagged {
    let begin = start + lex::blank_len(&text[start..]);
    match lex::next_game(text, start) {
        Some(at) if at <= begin => Tagged::Here,
        Some(at) => Tagged::Later(at),
        None => Tagged::Never,
    }
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
        let text = String::from_utf8_lossy(&beginning[..beginning.len().min(BEGINNING)]);
        if records::are_records(&String::from_utf8_lossy(beginning), whole)? {
            return Some(Form::Records);
        }
        if grid::is_grid(beginning, whole)? {
            return Some(Form::Grid);
        }
        let enough = whole || beginning.len() >= BEGINNING;
        let lines = if enough { &*text } else { &text[..text.rfind('\n').map_or(0, |n| n + 1)] };
        if cells::is_table(lines) {
            return Some(Form::Cells);
        }
        let plain = marked::plain(&text);
        let pgn = if matches!(plain, Cow::Owned(_)) { Form::Marked } else { Form::Pgn };
        if lex::next_game(&plain[..lines.len()], 0).is_some() {
            return Some(pgn);
        }
        let prose = prose::is_prose(plain.as_bytes(), whole)?;
        Some(if prose { Form::Prose(Prose::Block) } else { pgn })
    }

    /// The text in which games of this form are looked for, with every place where it was.
    #[must_use]
    pub fn plain(self, text: Cow<'_, str>) -> Cow<'_, str> {
        match self {
            Form::Marked | Form::Prose(_) => {
                let replaced = if let Cow::Owned(it) = marked::plain(&text) { Some(it) } else { None };
                replaced.map_or(text, Cow::Owned)
            }
            _ => text,
        }
    }

    /// The last place at or after `from` where a game begins whatever comes before it. This looks at the
    /// lines around the place only.
    #[must_use]
    pub fn last_boundary(self, bytes: &[u8], from: usize) -> Option<usize> {
        match self {
            Form::Pgn => lex::last_boundary(bytes, from),
            Form::Grid => grid::last_boundary(bytes, from),
            Form::Marked | Form::Records | Form::Cells | Form::Prose(_) => None,
        }
    }

    /// Where the game ends that begins here.
    #[must_use]
    pub fn extent(self, text: &str, start: usize) -> GameEnd {
        match self {
            Form::Pgn | Form::Marked => pgn::extent(text, start),
            Form::Grid => grid::extent(text, start),
            Form::Records => records::extent(text, start),
            Form::Cells => cells::extent(text, start),
            Form::Prose(_) => match tagged(text, start) {
                Tagged::Here => pgn::extent(text, start),
                Tagged::Later(at) => {
                    let end = prose::extent(&text[..at], start);
                    GameEnd { decided: end.decided || end.at == at, ..end }
                }
                Tagged::Never => prose::extent(text, start),
            },
        }
    }

    /// Reads the game that takes up this part of the text.
    #[must_use]
    pub fn read<'t>(self, text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        let line = match self {
            Form::Prose(_) => 1 + lines::count(&text.as_bytes()[..range.start]),
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
            Form::Pgn | Form::Marked => pgn::read::read(text, range, notations),
            Form::Grid => grid::read(text, range, notations),
            Form::Records => records::read(text, range, notations),
            Form::Cells => cells::read(text, range, notations),
            Form::Prose(_) if matches!(tagged(&text[..range.end], range.start), Tagged::Here) => {
                pgn::read::read(text, range, notations)
            }
            Form::Prose(wanted) => prose::read(text, range, line, notations, wanted),
        }
    }
}
