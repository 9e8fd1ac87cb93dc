//! Messages as JSON, one object per line, all with the same fields.
//!
//! `kind` is a stable name; those of diagnostics are in [`crate::diagnostics::KINDS`]. The others are `input`
//! (about a file as such), `failure`, `summary` and `progress`. Fields that do not apply are null or empty.

use serde::Serialize;

use super::Message;
use crate::diagnostics::Located;

#[derive(Default, Serialize)]
struct Fields<'a> {
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
    message: &'a str,
    candidates: Vec<String>,
    fen: Option<&'a str>,
}

pub fn line(message: &Message<'_>) -> String {
    let Message { file, severity, kind, text, game } = message;
    let about = Fields { file: *file, severity: severity.word(), kind, message: text, ..Fields::default() };
    let fields = match game {
        None => about,
        Some(game) => {
            let Located { diagnostic, line, column, text, .. } = game.located;
            Fields {
                line: Some(*line),
                column: Some(*column),
                game: Some(game.number),
                players: game.players,
                ply: diagnostic.ply_number(),
                number: diagnostic.ply_label(),
                text,
                candidates: diagnostic.candidates(),
                fen: diagnostic.fen.as_deref(),
                ..about
            }
        }
    };
    // Strings and numbers only: cannot fail.
    let mut line = to_json(&fields).unwrap_or_default();
    line.push('\n');
    line
}

/// Serialises a value, with terminal control characters escaped; they can only be in strings.
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
