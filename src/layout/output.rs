//! What every layout has: a writer into a buffer, and options.

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

    /// Does what `read_exactly` does with a sink of the writer's own; `None` if it has none.
    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        None
    }

    /// Sets the notation that the next game names, if it names any, for a writer that retains it.
    fn write_in(&mut self, named: Option<&str>) {}

    /// Whether lines that begin with `%` can be written.
    fn keeps_escapes(&self) -> bool {
        false
    }
}

impl dyn Output + '_ {
    /// Reads a game with the exact reader and writes all but its end. `None` if the full reader is needed; what was written
    /// of the game must then be taken back.
    pub fn read_exactly(&mut self, job: &exact::GameInput<'_>) -> Option<exact::Read> {
        self.read_itself(job).unwrap_or_else(|| job.read(&mut exact::Events(self)))
    }
}

/// The options of the layouts. Each layout has some of them.
#[derive(Clone, Debug)]
pub struct LayoutOptions {
    /// The longest line of moves, in characters; 0 for one line per game.
    pub width: usize,
    pub style: MovetextStyle,
    /// The heading of a grid is repeated after this many rows; 0 for never.
    pub rows: usize,
    /// Whether the position after each move is added.
    pub fens: bool,
    /// Whether the text from which each move was read is added.
    pub provenance: bool,
    /// What a row of a table stands for.
    pub each: Each,
    /// Which positions are written.
    pub at: At,
    /// The moves after which a page has diagrams.
    pub diagrams: Vec<DiagramAt>,
    /// The paper size of pages; `None` for the printer's.
    pub paper: Option<Paper>,
    /// Whether plies have a confidence, as those of repaired games do.
    pub confidence: bool,
}

/// The usual width of movetext: export format has lines of less than 80 characters.
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
    /// Returns what decides the columns of Parquet.
    pub(super) fn schema(&self) -> Schema {
        let LayoutOptions { each, fens, confidence, .. } = *self;
        Schema { each, fens, confidence }
    }
}
