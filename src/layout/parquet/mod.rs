//! Parquet: a table of typed columns for DuckDB, pandas, Polars and Spark, with a row per game or a row per ply.
//!
//! The columns have the names of the other tables ([`super::table`]), and mean the same; what is unknown is null. In the row of
//! a game, each column of its plies is a list with a value per ply, or null if no ply has one:
//!
//! | per ply | per game | |
//! |---|---|---|
//! | `text` | `moves` | in the notation of the output; null where it cannot write the ply |
//! | `clock` | `clocks` | seconds left, from `[%clk 0:01:00]` |
//! | `eval` | `evals` | pawns, from `[%eval 0.25]` |
//! | `mate` | `mates` | moves to mate, from `[%eval #-3]` |
//! | `nags` | `nags` | a list of numbers |
//! | `comment` | `comments` | with all its commands |
//! | `variations` | `variations` | as PGN |
//! | `fen` | `fens` | the position after it, with `--fens` |
//! | `confidence` | `confidences` | from 0 to 1, with `--repair` |
//!
//! `comment` of a game is what precedes its first move, `tags` has the tags without a column, and those whose value its type
//! cannot hold (of several with the same name, a line each), and `errors` and `warnings` are those of JSON lines. The row of a ply also has `san` and `uci`. Comments before
//! the first move are in a row for ply 0, with the position, as is a start position other than the usual one.
//!
//! Every thread writes its games as a record of column chunks; [`RowGroups`] collects these, in order, into row groups.

mod record;
mod row_groups;
mod schema;
mod writer;

pub use row_groups::RowGroups;
pub use schema::Schema;
pub use writer::ParquetWriter;
