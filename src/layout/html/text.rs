//! Rendering of texts: words with links, moves with figurines, comments.

use maud::{Markup, html};

use super::annotation;
use crate::slice::Slice as _;

/// Renders a text with its URLs as links.
pub fn linked(text: &str) -> Markup {
    html! {
        @for (is_link, piece) in annotation::links(text) {
            @if is_link { a href=(piece) rel="noopener noreferrer nofollow" { (piece) } } @else { (piece) }
        }
    }
}

/// Renders the text of a move, with figurines as large as letters.
pub fn move_text(text: &str) -> Markup {
    let is_figurine = |it: char| ('♔'..='♟').contains(&it);
    if !text.contains(is_figurine) {
        return html! { (text) };
    }
    html! {
        @for part in text.split_inclusive(is_figurine) {
            @let figurine = part.char_indices().next_back().filter(|it| is_figurine(it.1)).map_or(part.len(), |it| it.0);
            (part.slice(..figurine)) @if figurine < part.len() { span.fig { (part.slice(figurine..)) } }
        }
    }
}

/// Renders a comment, with commands for programs less prominent. One with line breaks of its own, such as a
/// diagram, keeps them.
pub fn comment(text: &str) -> Markup {
    if text.contains('\n') {
        return html! { pre { (text) } };
    }
    let (parts, rest) = annotation::commands(text);
    html! { @for (words, command) in parts { (linked(words)) code { (command) } } (linked(rest)) }
}
