//! The start position that the tags of a game give.

use crate::{
    chess::{Position, Tags, Variant},
    diagnostics::Problem,
};

/// What is to be said about the tag of this name.
pub type TagProblem = (&'static str, Problem);

/// The start position, and what is to be said about a tag.
///
/// # Errors
///
/// The tag that gives a position from which no game can start, and why.
pub fn set_up(tags: &Tags<'_>) -> Result<(Position, Option<TagProblem>), TagProblem> {
    let named = tags.known("Variant");
    let variant = named.and_then(Variant::from_name);
    let unknown = (named.is_some() && variant.is_none()).then_some(("Variant", Problem::UnknownVariant));
    match Position::set_up(variant, tags.known("FEN")) {
        Ok(position) => Ok((position, unknown)),
        Err(error) => Err(("FEN", Problem::BadSetup(error.to_string()))),
    }
}
