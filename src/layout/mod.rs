//! Layouts: the arrangement of games in a file. They handle tags, comments, variations and results, and know no
//! notation by name.
//!
//! A reader produces a [`Game`]; a writer receives the same as a stream of [events](crate::events).

mod arranged;
mod boxes;
pub mod columns;
mod combined;
mod draft;
pub mod grid;
pub mod html;
pub mod importer;
mod input_format;
pub mod jsonl;
mod look;
pub mod moves;
mod null;
mod page_assembly;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod pgn;
mod placed;
mod ply_records;
pub mod positions;
pub mod proof;
pub mod prose;
mod read;
mod registry;
mod rows;
pub mod scoresheet;
mod source_game;
mod style;
pub mod table;
mod texts;
mod transcript;

use crate::resolve::exact;

pub use crate::events::{
    Event, Failed, Filter, Filtered, Game, Head, HeadTags, Omit, RESIGNATION, ReadGame, Writer, emit, set_up,
};
pub use crate::io::GameEnd;
pub use boxes::PageText;
pub use combined::combined;
pub use input_format::{Extents, InputFormat};
pub use null::NullWriter;
pub use page_assembly::{Bare, PageAssembly};
pub use pgn::conclude;
pub use registry::{Layout, LayoutOptions, WIDTH};
pub use source_game::SourceGame;
pub use style::{MovetextStyle, NagForm, Numbers};
pub use table::Each;

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
