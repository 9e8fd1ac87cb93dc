//! The outcome of a game by its termination marker and its `Result` tag.

use crate::{
    chess::{Outcome, Tags},
    diagnostics::Problem,
    lex::{self, PgnToken},
};

/// Parses a result.
pub fn of_text(text: &str) -> Option<Outcome> {
    match lex::item(text, 0, text.len()) {
        Some((PgnToken::Outcome(outcome), after)) if after == text.len() => Some(outcome),
        _ => None,
    }
}

/// Whether the value of a `Result` tag is not as the standard requires for this outcome, which it states or leaves open.
pub fn is_stale(value: &str, outcome: Outcome) -> bool {
    match Outcome::from_marker(value.trim()) {
        None => of_text(value.trim()) == Some(outcome),
        said => said == Some(Outcome::Unknown) && said != Some(outcome),
    }
}

/// Returns the outcome that the `Result` tag states.
pub fn tagged(tags: &Tags<'_>) -> Option<Outcome> {
    of_text(tags.get("Result")?.trim())
}

/// Returns the problem if a `Result` tag differs from the termination marker, or states something that is no result.
pub fn mismatch(tags: &Tags<'_>, found: Outcome) -> Option<Problem> {
    let said = tags.0.iter().filter(|it| it.name == "Result").map(|it| it.value.trim());
    let tag = said.filter(|it| !matches!(*it, "" | "?")).find(|it| of_text(it) != Some(found))?;
    Some(Problem::ResultMismatch { tag: tag.to_owned() })
}

/// Returns the outcome of a game with this termination marker.
pub fn stated(tags: &Tags<'_>, found: Option<Outcome>) -> Outcome {
    found.filter(|it| *it != Outcome::Unknown).or_else(|| tagged(tags)).unwrap_or_default()
}
