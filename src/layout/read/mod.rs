//! Inputs other than PGN and printed text: games among extraneous marks, tables of moves, and records, one per line.

pub mod cells;
pub mod marked;
mod recognised;
pub mod records;

use serde_json::Value;

use crate::io::encoding;

/// Parses JSON. Control characters, which only an escape sequence can put into its strings, are escaped as in any other text.
fn parse_json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().map(without_controls)
}

fn without_controls(value: Value) -> Value {
    let plain = |text: String| encoding::escaped(&text).unwrap_or(text);
    match value {
        Value::String(text) => plain(text).into(),
        Value::Array(values) => values.into_iter().map(without_controls).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (plain(name), without_controls(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}
