//! Inputs that are no PGN and no printed text: games between marks that are not theirs, tables of moves, and records of a line each.

pub mod cells;
pub mod marked;
mod recognised;
pub mod records;
