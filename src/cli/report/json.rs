//! Messages as JSON, one object per line, all with the same fields.
//!
//! `kind` is a stable name; those of diagnostics are in [`crate::diagnostics::KINDS`]. The others are `input`
//! (about a file as such), `failure`, `summary` and `progress`. Fields that do not apply are null or empty.

use serde::Serialize;

use super::MessageContext;
use crate::diagnostics::{Located, Severity};

/// A message.
#[derive(Serialize)]
pub struct Message<'a> {
    file: Option<&'a str>,
    line: Option<u64>,
    column: Option<usize>,
    /// Counted from 1 in the file.
    game: Option<u64>,
    players: Option<&'a str>,
    /// Counted from 1; White's second move is 3.
    ply: Option<u64>,
    /// As in `2.` and `2...`.
    #[serde(rename = "move")]
    number: Option<String>,
    severity: &'static str,
    kind: &'static str,
    text: &'a str,
    message: String,
    candidates: &'a [String],
    fen: Option<&'a str>,
}

impl<'a> Message<'a> {
    /// Creates a message about a game.
    pub fn about_game(place: &MessageContext<'a>) -> Message<'a> {
        let Located { diagnostic, line, column, text, .. } = place.located;
        Message {
            file: Some(place.file),
            line: Some(*line),
            column: Some(*column),
            game: Some(place.game),
            players: place.players,
            ply: diagnostic.ply_number(),
            number: diagnostic.ply_label(),
            text,
            candidates: diagnostic.candidates(),
            fen: diagnostic.fen.as_deref(),
            ..Message::about_run(diagnostic.severity, diagnostic.problem.kind(), &place.located.problem())
        }
    }

    /// Creates a message about an input.
    pub fn about_input(file: &'a str, severity: Severity, text: &str) -> Message<'a> {
        Message { file: Some(file), ..Message::about_run(severity, "input", text) }
    }

    /// Creates a message about the run.
    pub fn about_run(severity: Severity, kind: &'static str, text: &str) -> Message<'a> {
        Message {
            file: None,
            line: None,
            column: None,
            game: None,
            players: None,
            ply: None,
            number: None,
            severity: severity.word(),
            kind,
            text: "",
            message: text.to_owned(),
            candidates: &[],
            fen: None,
        }
    }
}

/// Serialises the message as a line.
pub fn line(message: &Message<'_>) -> String {
    // Strings and numbers only: cannot fail.
    let mut line = to_json(message).unwrap_or_default();
    line.push('\n');
    line
}

/// Serialises a value, with terminal control characters escaped; they can only be in strings.
///
/// # Errors
///
/// Those of [`serde_json::to_string`].
pub fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    if !json.contains(super::controls_terminal) {
        return Ok(json);
    }
    let escaped = |it: char| match it {
        it if super::controls_terminal(it) => format!("\\u{:04x}", u32::from(it)),
        it => it.to_string(),
    };
    Ok(json.chars().map(escaped).collect())
}
