//! Inputs other than PGN and printed text: games among extraneous marks, tables of moves, and records.

mod boards;
pub mod cells;
pub mod chat;
mod columns;
mod edited;
mod groups;
mod json;
mod mail;
pub mod marked;
mod moves;
mod recognised;
mod record;
pub mod records;

use std::ops::Range;

use crate::{
    chess::{Comment, CommentKind},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, Game, ReadGame},
};

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

/// Returns a text that is not a game as one.
fn kept(place: Range<usize>, text: &str, problem: Problem) -> ReadGame<'static> {
    let diagnostics = vec![Diagnostic::error(place.clone(), problem)];
    let comment = Comment { kind: CommentKind::Unread, text: text.to_owned().into() };
    let game = Game { movetext: place, events: vec![Event::Comment(comment)], ..Game::default() };
    ReadGame { game, diagnostics, escapes: Vec::new() }
}
