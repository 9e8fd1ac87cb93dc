//! Renders texts: words with links, moves with figurines, comments.

use maud::{Markup, Render, html};

use super::annotation;
use crate::slice::Slice as _;

/// Renders a text that mostly needs no escapes: at once, instead of character by character.
pub struct Escaped<'t>(pub &'t str);

impl Render for Escaped<'_> {
    fn render_to(&self, out: &mut String) {
        let Escaped(text) = *self;
        if text.bytes().any(|it| matches!(it, b'&' | b'<' | b'>' | b'"')) {
            text.render_to(out);
        } else {
            out.push_str(text);
        }
    }
}

/// Renders a text with its URLs as links.
pub struct Linked<'t>(pub &'t str);

impl Render for Linked<'_> {
    fn render_to(&self, out: &mut String) {
        let Linked(text) = *self;
        if !text.contains(':') {
            return Escaped(text).render_to(out);
        }
        for (is_link, piece) in annotation::links(text) {
            if is_link {
                html! { a href=(piece) rel="noopener noreferrer nofollow" { (piece) } }.render_to(out);
            } else {
                Escaped(piece).render_to(out);
            }
        }
    }
}

/// Renders the text of a move, with figurines as large as letters.
pub struct MoveText<'t>(pub &'t str);

impl Render for MoveText<'_> {
    fn render_to(&self, out: &mut String) {
        let MoveText(text) = *self;
        if text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'-' | b'=' | b'#')) {
            return out.push_str(text);
        }
        let is_figurine = |it: char| ('♔'..='♟').contains(&it);
        if !text.contains(is_figurine) {
            return text.render_to(out);
        }
        for part in text.split_inclusive(is_figurine) {
            let figurine = part.char_indices().next_back().filter(|it| is_figurine(it.1));
            let (letters, figurine) = part.divide(figurine.map_or(part.len(), |it| it.0));
            letters.render_to(out);
            if !figurine.is_empty() {
                html! { span.fig { (figurine) } }.render_to(out);
            }
        }
    }
}

/// Renders a comment, with commands for programs less prominent. A comment with line breaks of its own, such
/// as a diagram, keeps them.
pub fn comment(text: &str) -> Markup {
    if text.contains('\n') {
        return html! { pre { (text) } };
    }
    let (parts, rest) = annotation::commands(text);
    html! { @for (words, command) in parts { (Linked(words)) code { (command) } } (Linked(rest)) }
}
