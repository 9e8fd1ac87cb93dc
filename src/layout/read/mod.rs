//! Inputs that are no PGN and no printed text: quoted mail, tables of moves, and records of a line each.

pub mod cells;
pub mod quoted;
mod recognised;
pub mod records;
