//! Parquet: a table of typed columns for DuckDB, pandas, Polars and Spark, with a row per game or a row per ply.
//!
//! The columns have the names and meanings of those of the other tables ([`super::table`]); unknown values
//! are null. In the row of a game, each column for its plies is a list with a value per ply, or null if no
//! ply has one:
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
//! `comment` of a game is the text before its first move. `tags` has the tags without a column, and those
//! whose value the column's type can't hold; values of several tags with the same name are on a line each.
//! `errors` and `warnings` are those of JSON lines. The row of a ply also has `san` and `uci`. Comments
//! before the first move are in a row for ply 0, with the position, as is a start position other than the
//! usual one.
//!
//! Each thread writes its games as records, which are chunks of columns; [`RowGroups`] collects these, in
//! order, into row groups.

mod record;
mod row_groups;
mod schema;
mod writer;

pub use row_groups::RowGroups;
pub use schema::Schema;
pub use writer::ParquetWriter;
