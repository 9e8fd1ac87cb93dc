//! PGN, the Portable Game Notation: read as it is in the wild, written in export format.

pub mod fast;
pub(crate) mod lex;
mod number;
pub mod read;
mod write;

pub(super) use number::push_number;
pub use write::PgnWriter;
