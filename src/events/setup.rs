//! The start position defined by the tags of a game.

use crate::{
    chess::{Position, Tags, Variant},
    diagnostics::Problem,
    similar,
};

/// A problem with the tag of this name.
pub type TagProblem = (&'static str, Problem);

/// Returns the start position.
/// Fails with the tag by which no game can be set up, and why: the moves of an unknown variant are not those of standard chess.
pub fn set_up(tags: &Tags<'_>) -> Result<Position, TagProblem> {
    let named = tags.known("Variant");
    let variant = named.map(|it| Variant::from_name(it).ok_or_else(|| unknown(it))).transpose()?;
    let position = Position::set_up(variant, tags.known("FEN"));
    position.map_err(|error| ("FEN", Problem::BadSetup(error.to_string())))
}

/// Returns the problem with a variant of this name.
fn unknown(name: &str) -> TagProblem {
    let names: Vec<&str> = Variant::all().map(Variant::name).collect();
    let meant = similar::suggestion(name, names).map(str::to_owned);
    ("Variant", Problem::UnknownVariant { meant })
}
