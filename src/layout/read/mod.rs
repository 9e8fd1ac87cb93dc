//! Inputs other than PGN and printed text: games among extraneous marks, tables of moves, and records.

pub mod cells;
mod json;
pub mod marked;
mod moves;
mod recognised;
mod record;
pub mod records;

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Problem};

/// Fields that are not read: their names, and where their values stand.
type Unread = Vec<(String, Range<usize>)>;

/// Reports fields that are not read, each name once.
fn told(unread: Unread) -> impl Iterator<Item = Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    unread.into_iter().filter_map(move |(name, place)| {
        let is_new = !names.contains(&name);
        names.extend(is_new.then(|| name.clone()));
        is_new.then(|| Diagnostic::warning(place, Problem::UnreadField(name)))
    })
}
