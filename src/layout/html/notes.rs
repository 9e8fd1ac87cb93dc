//! Notes on the moves of a game: comments, variations, repairs, diagrams.

use maud::{Markup, html};

pub use super::collect::NotePart;
use super::{
    annotation::{commands, has_words},
    board,
    collect::{Collected, Entered},
    scoresheet::{label, linked, move_text, nag_symbol},
};

/// Returns all notes of a game, for below its scoresheet.
pub fn section(game: &Collected) -> Markup {
    html! {
        @if !game.notes.is_empty() {
            section.notes {
                h3 { "Notes" }
                div.all {
                    @for (ply, parts) in &game.notes {
                        (note(*ply, parts, ply.checked_sub(1).and_then(|n| game.plies.get(n))))
                    }
                }
            }
        }
    }
}

/// Returns the notes after a ply of the main line, preceded by that ply if it is to be named.
pub fn note(ply: usize, parts: &[NotePart], about: Option<&Entered>) -> Markup {
    html! {
        div.note data-at=(ply) dir="auto" {
            @if let Some(about) = about { b { (move_text(&label(about))) } " " }
            (line(&mut parts.iter(), true))
        }
    }
}

/// Renders the parts up to the end of the variation, with nested variations as nested elements.
fn line<'p>(parts: &mut impl Iterator<Item = &'p NotePart>, mut first: bool) -> Markup {
    // Built from the inside out with an explicit stack, as the input may be nested deeply.
    let mut levels: Vec<Markup> = vec![html! {}];
    for part in parts {
        match part {
            NotePart::Open => {
                levels.push(html! {});
                first = true;
            }
            NotePart::Close => {
                let Some(inner) = levels.pop() else { continue };
                if let Some(outer) = levels.last_mut() {
                    outer.0.push_str(&html! { " " span.line { "(" (inner) ")" } }.0);
                } else {
                    levels.push(inner);
                }
                first = false;
            }
            part => {
                let drawn = html! { @if !std::mem::take(&mut first) { " " } (self::part(part)) };
                if let Some(level) = levels.last_mut() {
                    level.0.push_str(&drawn.0);
                }
            }
        }
    }
    levels
        .into_iter()
        .reduce(|mut outer, inner| {
            outer.0.push_str(&inner.0);
            outer
        })
        .unwrap_or_default()
}

fn part(part: &NotePart) -> Markup {
    html! {
        @match part {
            // Comments with line breaks of their own, such as diagrams, keep them.
            NotePart::Comment(text) if text.contains('\n') => pre { (text) },
            NotePart::Comment(text) => (comment(text)),
            NotePart::Escape(text) => code { "%" (text) },
            NotePart::Unread(text) => span.unread { "Not read: " (text) },
            NotePart::Repaired(text) => span.repaired { "Repaired: " (text) },
            NotePart::Move(text, change) => i data-d=(change) { (move_text(text)) },
            NotePart::Nag(nag) => (nag_symbol(*nag)),
            NotePart::Diagram(position) => span.diagram { (board::diagram(position, None)) },
            NotePart::Open | NotePart::Close => "",
        }
    }
}

/// Whether it contains anything for people to read.
pub fn is_for_people(part: &NotePart) -> bool {
    match part {
        NotePart::Comment(text) => has_words(text),
        NotePart::Escape(_) => false,
        _ => true,
    }
}

/// Renders a comment, with commands for programs less prominent.
fn comment(text: &str) -> Markup {
    let (parts, rest) = commands(text);
    html! { @for (words, command) in parts { (linked(words)) code { (command) } } (linked(rest)) }
}
