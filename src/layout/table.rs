//! Tables for spreadsheets and data frames: a row per game ([`GameTable`]), or a row per ply ([`PlyTable`]), below a header.
//!
//! In separated values, an apostrophe prevents spreadsheets from reading a cell as a formula.

mod games;
mod plies;
mod row;

pub(super) use self::row::Row;
pub use self::{games::GameTable, plies::PlyTable};
use super::{
    PageAssembly,
    page_assembly::{headed, push_numbered},
};
use crate::{
    chess::{Tag, Tags},
    io::buffers,
    named::named,
};

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    Commas,
    Tabs,
    /// As a Markdown table.
    Pipes,
}

named! {
    /// What a row of a table stands for.
    "row" Each: Default {
        Game: ["game"], "Each game";
        Ply: ["ply"], "Each ply";
    }
}

/// The type of a tag's column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Text,
    Integers,
}

/// Tags with columns of their own, the column names, and their types.
pub(super) const TAGS: [(&str, &str, Holds); 10] = [
    ("Event", "event", Holds::Text),
    ("Site", "site", Holds::Text),
    ("Date", "date", Holds::Text),
    ("Round", "round", Holds::Text),
    ("White", "white", Holds::Text),
    ("Black", "black", Holds::Text),
    ("WhiteElo", "white_elo", Holds::Integers),
    ("BlackElo", "black_elo", Holds::Integers),
    ("ECO", "eco", Holds::Text),
    ("Opening", "opening", Holds::Text),
];

/// Columns of a game, besides its number in the first and those of [`TAGS`].
const GAME_COLUMNS: [&str; 7] = ["result", "variant", "fen", "plies", "notation", "moves", "tags"];

/// Columns of a ply, besides the number of its game in the first.
const PLY_COLUMNS: [&str; 12] =
    ["ply", "move", "color", "text", "san", "uci", "fen", "nags", "clock", "eval", "comment", "variations"];

/// Columns about the source text of a ply.
const SOURCE_COLUMNS: [&str; 5] = ["source", "line", "column", "confidence", "alternatives"];

/// Iterates over tags, each with the index of its column in [`TAGS`]; only the first tag of a name has one.
pub(super) fn by_column<'t>(tags: &'t Tags<'_>) -> impl Iterator<Item = (Option<usize>, &'t Tag<'t>)> {
    let mut taken = [false; TAGS.len()];
    tags.0.iter().map(move |tag| {
        let column = TAGS.iter().position(|it| it.0 == tag.name);
        (column.filter(|n| !std::mem::replace(&mut taken[*n], true)), tag)
    })
}

impl Each {
    /// Returns the columns of a table; `provenance` adds those about the source of a ply.
    pub(super) fn columns(self, provenance: bool) -> Vec<&'static str> {
        let columns: Vec<&str> = match self {
            Each::Game => TAGS.iter().map(|it| it.1).chain(GAME_COLUMNS).collect(),
            Each::Ply if provenance => PLY_COLUMNS.into_iter().chain(SOURCE_COLUMNS).collect(),
            Each::Ply => PLY_COLUMNS.to_vec(),
        };
        std::iter::once("game").chain(columns).collect()
    }
}

impl Cells {
    /// Returns the separator of separated values.
    const fn separator(self) -> Option<u8> {
        match self {
            Cells::Commas => Some(b','),
            Cells::Tabs => Some(b'\t'),
            Cells::Pipes => None,
        }
    }
}

/// Adds the header before the rows, and fills in the game numbers.
#[derive(Default)]
pub struct TableAssembly {
    head: Vec<u8>,
    games: u64,
}

impl TableAssembly {
    /// Creates the frame of a table with these columns.
    pub fn new(cells: Cells, columns: &[&str]) -> TableAssembly {
        let mut head = Vec::new();
        let mut row = Row::new(cells);
        columns.iter().for_each(|it| row.push(it.as_bytes(), &mut head));
        row.end(true, &mut head);
        if cells == Cells::Pipes {
            head.extend_from_slice("| --- ".repeat(columns.len()).as_bytes());
            head.extend_from_slice(b"|\n");
        }
        TableAssembly { head, games: 0 }
    }
}

impl PageAssembly for TableAssembly {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut out = headed(&std::mem::take(&mut self.head), &games);
        push_numbered(&games, &mut self.games, "", &mut out);
        buffers::give(games);
        out
    }

    fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }
}
