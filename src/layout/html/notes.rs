//! Renders notes on the moves of a game: comments, variations, repairs, diagrams.

use maud::{Markup, html};

use super::{
    collected::{Collected, Note, Shown},
    language::Language,
    text::MoveText,
};

/// Renders all notes of a game, to be placed below its scoresheet.
pub fn section(game: &Collected, language: Language) -> Markup {
    html! {
        @if !game.notes.is_empty() {
            section.notes {
                h3 { (language.say("Notes")) }
                div.all {
                    @for it in &game.notes { (note(it, it.ply.checked_sub(1).and_then(|n| game.plies.get(n)).map(|it| game.shown(it)))) }
                }
            }
        }
    }
}

/// Renders a note, preceded by the ply that it is about, if given.
pub fn note(note: &Note, about: Option<Shown<'_>>) -> Markup {
    html! {
        div.note data-at=(note.ply) dir="auto" {
            @if let Some(about) = about { b { (MoveText(&about.label())) } " " }
            (note.text)
        }
    }
}
