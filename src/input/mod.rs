//! Getting at the input: files and standard input, in blocks of whole games, as text.

mod blocks;
pub mod encoding;

pub use blocks::{Block, Blocks};
