//! PGN, the Portable Game Notation: read in all its varieties, written in export format.

mod begin;
mod exact;
mod extent;
mod import;
pub(crate) mod lex;
mod number;
pub mod read;
mod result;
mod stretch;
mod tidy;
mod write;

pub use begin::opens;
pub use extent::{extent, only_words_after};
pub use import::losses;
pub use lex::blank_len;
pub(super) use number::push_number;
pub use result::{conclude, marker, marker_line, of_text, told_otherwise};
pub(in crate::layout) use stretch::Stretch;
pub use write::PgnWriter;
