//! PGN, the Portable Game Notation: read as it is in the wild, written in export format.

mod exact;
pub(crate) mod lex;
mod number;
pub mod read;
mod write;

pub use lex::blank_len;
pub(super) use number::push_number;
pub use write::PgnWriter;
