//! PGN, the Portable Game Notation: read as it is in the wild, written in export format.

pub mod fast;
pub(crate) mod lex;
pub mod read;
mod write;

pub use write::PgnWriter;
pub(super) use write::push_number;
