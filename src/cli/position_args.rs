//! Flags for the position that a command is about.

use anyhow::{Context as _, Result, bail};
use clap::Args;

use super::common_args::variant;
use crate::{
    chess::{Position, Variant},
    diagnostics::{Diagnostic, Problem, Severity, locate},
    layout::InputFormat,
    notation::Choice,
    resolve::Notations,
};

/// A position: the start position or that of a FEN, after these moves.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// Position as FEN, on nine ranks for Chess 99 [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// Moves to play first, with or without numbers, as in `1.e4 e5 2.Nf3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub after: Option<String>,

    /// Rules of the game, as in a Variant tag: `uchess`, `chess99`, `chess960`, …
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    pub rules: Option<Variant>,
}

impl PositionArgs {
    /// Returns the position; the moves are in this notation (`auto` detects it).
    /// Fails if the position or notation is invalid, or the moves cannot all be played.
    pub fn position(&self, from: &str) -> Result<Position> {
        position(self.rules, self.fen.as_deref(), self.after.as_deref(), from)
    }
}

/// Returns the position after these moves, from this FEN or the start position of these rules.
/// Fails if the position or notation is invalid, or the moves cannot all be played.
pub fn position(
    rules: Option<Variant>,
    fen: Option<&str>,
    after: Option<&str>,
    from: &str,
) -> Result<Position> {
    let start = Position::set_up(rules, fen).context("--fen")?;
    let Some(moves) = after else { return Ok(start) };
    // A game like any other, whose tags are known to be valid.
    let tag = |name, value: Option<String>| {
        value.map_or_else(String::new, |value| format!("[{name} \"{value}\"]\n"))
    };
    let variant = tag("Variant", rules.map(|it| it.to_string()));
    let fen = tag("FEN", fen.map(|_| start.fen()));
    let text = format!("{variant}{fen}\n{moves}");
    let read = |notations| InputFormat::Pgn.read(&text, 0..text.len(), &notations);
    // Typed moves are taken as English where that works, even if other languages also do.
    let plain = (from == "auto").then(|| Choice::parse("san").ok()).flatten().map(Notations::only);
    let read = match plain.map(read).filter(|read| !read.diagnostics.iter().any(is_wrong)) {
        Some(read) => read,
        None => read(notations(from)?),
    };
    let Some(first) = read.diagnostics.iter().find(|it| is_wrong(it)) else {
        return Ok(read.game.last_position());
    };
    let label = first.ply_label().map(|it| format!("{it} ")).unwrap_or_default();
    let place = match locate(vec![first.clone()], &text, &text, 1).first() {
        Some(located) if !located.text.trim().is_empty() => format!("{label}{}: ", located.text.trim()),
        _ => label,
    };
    bail!("--after: {place}{}", first.problem)
}

/// Whether a problem is an error or a word that is not a move.
fn is_wrong(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error || diagnostic.problem == Problem::Unread
}

/// Parses the notations that a flag names. Fails if a notation is unknown.
pub fn notations(from: &str) -> Result<Notations> {
    Ok(match from {
        "auto" => Notations::any(),
        name => Notations::only(Choice::parse(name).context("--from")?),
    })
}
