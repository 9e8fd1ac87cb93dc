//! Inputs other than PGN and printed text: games among extraneous marks, tables of moves, and records.

mod apart;
mod boards;
pub mod cells;
pub mod chat;
mod columns;
mod edited;
mod emphasis;
mod enclosed;
mod entities;
pub mod fields;
mod groups;
mod json;
pub mod labelled;
pub mod latex;
pub mod lists;
mod literal;
pub mod literals;
mod mail;
mod margins;
pub mod marked;
mod moves;
mod numbers;
mod percent;
mod pieces;
mod raw;
mod recognised;
mod record;
pub mod records;
mod results;
mod scattered;
mod separators;
mod sides;
mod subtitles;
mod times;
mod unnamed;
mod value;
mod wiki;
pub mod woven;

use std::ops::Range;

use crate::{
    chess::CommentKind,
    diagnostics::{Diagnostic, Problem},
    layout::{Game, ReadGame},
};

/// Unread fields: their names and the ranges of their values.
type Unread = Vec<(String, Range<usize>)>;

/// Reports unread fields, each name once.
fn told(unread: Unread) -> impl Iterator<Item = Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    unread.into_iter().filter_map(move |(name, place)| {
        let is_new = !names.contains(&name);
        names.extend(is_new.then(|| name.clone()));
        is_new.then(|| Diagnostic::warning(place, Problem::UnreadField(name)))
    })
}

fn kept(place: Range<usize>, text: &str, problem: Problem) -> ReadGame<'static> {
    let game = Game { movetext: place.clone(), ..Game::default() };
    let mut read = ReadGame { game, ..ReadGame::default() };
    read.error(place, problem);
    read.comment(CommentKind::Unread, text.to_owned());
    read
}
