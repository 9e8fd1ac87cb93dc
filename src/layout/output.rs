//! The common interface of layouts: a writer into a buffer, and options.

#[cfg(feature = "parquet")]
use super::parquet::Schema;
use super::{
    Each, MovetextStyle, Writer,
    html::{DiagramAt, Paper},
    positions::At,
};
use crate::resolve::exact;

/// A writer into a buffer.
#[expect(unused_variables, reason = "the names are for those who implement it")]
pub trait Output: Writer {
    /// Returns the output buffer.
    fn buffer(&mut self) -> &mut Vec<u8>;

    /// Like `read_exactly`, with a sink of the writer's own; `None` if it has none.
    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        None
    }

    /// Sets the notation named by the next game, if any, for a writer that retains notations.
    fn write_in(&mut self, named: Option<&str>) {}

    /// Whether lines beginning with `%` can be written.
    fn keeps_escapes(&self) -> bool {
        false
    }
}

impl dyn Output + '_ {
    /// Reads a game with the exact reader and writes all but its end. `None` if the full reader is needed;
    /// the caller must then undo what was written of the game.
    pub fn read_exactly(&mut self, job: &exact::GameInput<'_>) -> Option<exact::Read> {
        self.read_itself(job).unwrap_or_else(|| job.read(&mut exact::Events(self)))
    }
}

/// Options of layouts; each layout uses some of them.
#[derive(Clone, Debug)]
pub struct LayoutOptions {
    /// Longest line of moves, in characters; 0 for one line per game.
    pub width: usize,
    pub style: MovetextStyle,
    /// Rows after which the heading of a grid is repeated; 0 for never.
    pub rows: usize,
    /// Whether the position after each move is added.
    pub fens: bool,
    /// Whether the text from which each move was read is added.
    pub provenance: bool,
    /// What a row of a table represents.
    pub each: Each,
    /// Positions to write.
    pub at: At,
    /// Moves after which a page has diagrams.
    pub diagrams: Vec<DiagramAt>,
    /// The paper size of pages; `None` for the printer's.
    pub paper: Option<Paper>,
    /// Whether plies have a confidence, as in repaired games.
    pub confidence: bool,
}

/// Default width of movetext: export format has lines of less than 80 characters.
pub const WIDTH: usize = 79;

impl Default for LayoutOptions {
    fn default() -> LayoutOptions {
        LayoutOptions {
            width: WIDTH,
            style: MovetextStyle::default(),
            rows: 0,
            fens: false,
            provenance: false,
            each: Each::default(),
            at: At::default(),
            diagrams: Vec::new(),
            paper: None,
            confidence: false,
        }
    }
}

#[cfg(feature = "parquet")]
impl LayoutOptions {
    /// Returns the options that decide the columns of Parquet.
    pub(super) fn schema(&self) -> Schema {
        let LayoutOptions { each, fens, confidence, .. } = *self;
        Schema { each, fens, confidence }
    }
}
