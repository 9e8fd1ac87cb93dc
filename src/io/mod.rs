//! Access to the input: files, archives and standard input, decompressed, split into blocks of whole games, decoded.

mod blocks;
pub mod buffers;
mod compressed;
mod directory;
pub mod encoding;
pub mod foreign;
mod open;
mod part;
pub mod pipeline;
mod read_ahead;
mod walk;

pub use blocks::{Block, BlockContent, Blocks, Cutting};
pub use encoding::ByteOrderMark;
pub use open::{Emit, InputEvent, Note, Origin, ReadOptions, read};
pub use part::Part;
pub use walk::{WalkEntry, is_any_text, may_hold_games, stem, walk};
