//! Inputs other than PGN and printed text: games among extraneous marks, tables of moves, and records, one per line.

pub mod cells;
pub mod marked;
mod recognised;
pub mod records;
