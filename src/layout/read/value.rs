//! The value of a field of a record: a table's cell, texts of a program, or JSON.

use std::{borrow::Cow, ops::Range};

use super::json::Json;
use crate::{
    layout::{rows::Cell, transcript::Transcript},
    slice::Slice as _,
};

pub enum Value<'t> {
    /// A cell, with the text that it is in.
    Cell(&'t str, Cell<'t>),
    /// Texts, with the text that they are in, and whether they are parts of one.
    Texts(&'t str, Vec<Cell<'t>>, bool),
    Json(Json<'t>),
}

impl<'t> Value<'t> {
    /// Returns the text of a scalar; `None` for lists and blanks.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        let text = match self {
            Value::Cell(_, cell) => Cow::Borrowed(&*cell.text),
            Value::Texts(_, parts, true) => Cow::Owned(parts.iter().map(|it| &*it.text).collect()),
            Value::Texts(..) => return None,
            Value::Json(value) => value.text()?,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns the value as written.
    pub fn raw(&self) -> Cow<'_, str> {
        match self {
            Value::Json(value) => Cow::Borrowed(value.raw()),
            _ => self.text().unwrap_or_default(),
        }
    }

    /// Returns the texts of a list; `None` unless it is one of a program.
    pub fn texts(&self) -> Option<Vec<Value<'t>>> {
        match self {
            Value::Texts(source, texts, false) => {
                Some(texts.iter().map(|it| Value::Cell(source, it.clone())).collect())
            }
            _ => None,
        }
    }

    /// Whether it is a list that isn't empty.
    pub fn is_list(&self) -> bool {
        match self {
            Value::Cell(..) => false,
            Value::Texts(_, texts, are_joined) => !are_joined && !texts.is_empty(),
            Value::Json(value) => value.is_list() && !value.items().is_empty(),
        }
    }

    pub fn list(&self) -> Option<Json<'t>> {
        match self {
            Value::Json(value) if value.is_list() => Some(*value),
            _ => None,
        }
    }

    pub fn span(&self) -> Range<usize> {
        match self {
            Value::Cell(_, cell) => cell.span.clone(),
            Value::Texts(_, texts, _) => {
                texts.first().map_or(0, |it| it.span.start)..texts.last().map_or(0, |it| it.span.end)
            }
            Value::Json(value) => value.span(),
        }
    }

    pub fn copy(&self, game: &mut Transcript) {
        match self {
            Value::Cell(source, cell) => cell.copy(source, game),
            Value::Texts(source, texts, are_joined) => {
                for (n, text) in texts.iter().enumerate() {
                    text.copy(source, game);
                    // Parts on separate lines may be joined without a space.
                    let next = texts.get(n + 1).map_or(text.span.end, |it| it.span.start);
                    let is_apart = !are_joined || source.slice(text.span.end..next).contains('\n');
                    game.moves.push_str(if is_apart { "\n" } else { "" });
                }
            }
            Value::Json(value) => value.copy(game),
        }
    }
}
