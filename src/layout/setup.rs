//! The start position that the tags of a game give.

use crate::{
    model::Tags,
    report::Problem,
    rules::{Position, Variant},
};

/// The start position, and what is to be said about a tag of this name.
///
/// # Errors
///
/// The name of the tag that gives a position from which no game can start, and why.
pub fn set_up(
    tags: &Tags<'_>,
) -> Result<(Position, Option<(&'static str, Problem)>), (&'static str, Problem)> {
    let named = tags.known("Variant");
    let variant = named.and_then(Variant::from_name);
    let unknown = (named.is_some() && variant.is_none()).then_some(("Variant", Problem::UnknownVariant));
    match Position::set_up(variant, tags.known("FEN")) {
        Ok(position) => Ok((position, unknown)),
        Err(error) => Err(("FEN", Problem::BadSetup(error.to_string()))),
    }
}
