//! Access to the input: files, archives and standard input, decompressed, split into blocks of whole games, decoded.

mod blocks;
pub mod buffers;
#[cfg(feature = "cli")]
mod compressed;
#[cfg(feature = "cli")]
mod directory;
pub mod encoding;
pub mod foreign;
mod form;
#[cfg(all(feature = "cli", feature = "native"))]
mod frames;
#[cfg(feature = "cli")]
mod open;
#[cfg(feature = "cli")]
mod part;
#[cfg(feature = "cli")]
pub mod pipeline;
#[cfg(feature = "cli")]
mod read_ahead;
#[cfg(feature = "cli")]
mod walk;

pub use blocks::{Block, BlockContent, Blocks, Cutting};
pub use encoding::ByteOrderMark;
pub use form::{Form, GameEnd};
#[cfg(feature = "cli")]
pub use open::{Emit, InputEvent, Note, Origin, ReadOptions, read};
#[cfg(feature = "cli")]
pub use part::Part;
#[cfg(feature = "cli")]
pub use walk::{is_any_text, is_markup, stem, walk};
