//! The start position defined by the tags of a game.

use crate::{
    chess::{Position, Tags, Variant},
    diagnostics::Problem,
};

/// A problem with the tag of this name.
pub type TagProblem = (&'static str, Problem);

/// Returns the start position, and any problem with a tag.
///
/// # Errors
///
/// The tag whose position no game can start from, and why.
pub fn set_up(tags: &Tags<'_>) -> Result<(Position, Option<TagProblem>), TagProblem> {
    let named = tags.known("Variant");
    let variant = named.and_then(Variant::from_name);
    let unknown = (named.is_some() && variant.is_none()).then_some(("Variant", Problem::UnknownVariant));
    match Position::set_up(variant, tags.known("FEN")) {
        Ok(position) => Ok((position, unknown)),
        Err(error) => Err(("FEN", Problem::BadSetup(error.to_string()))),
    }
}
