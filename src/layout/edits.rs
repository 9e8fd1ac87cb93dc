//! Changes to tag pairs on their way to the output.

use std::borrow::Cow;

use crate::chess::{Position, Tag, Tags, Variant};

/// The Seven Tag Roster, in its order, with the values that say nothing (PGN standard 8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that say from where and by which rules a game is replayed.
const SETUP: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// Tags that are no text of the user's: what they say is decided by the moves, or decides how they are read.
const FIXED: [&str; 5] = ["FEN", "SetUp", "Variant", "Result", "Notation"];

/// Which tags are set, dropped and added. Those without which the moves could not be replayed always stay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagEdits {
    /// Drops all tags.
    pub none: bool,
    /// Drops the tags of these names.
    pub dropped: Vec<String>,
    /// Gives tags these values, and adds those that are missing.
    pub set: Vec<(String, String)>,
    /// Puts the Seven Tag Roster first, whole, and the other tags behind it by name (PGN standard 8.1 and 3.2).
    pub roster: bool,
}

impl TagEdits {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == TagEdits::default()
    }

    /// Reads a tag to be set: `NAME=VALUE`.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn parse_set(text: &str) -> Result<(String, String), String> {
        let (name, value) = text.split_once('=').ok_or("a tag is set by NAME=VALUE")?;
        let name = TagEdits::parse_name(name)?;
        if let Some(fixed) = FIXED.iter().find(|it| it.eq_ignore_ascii_case(&name)) {
            return Err(format!("{fixed} follows from the game and cannot be set"));
        }
        if value.contains(|it: char| it.is_control()) {
            return Err("the value of a tag has no line ends or control characters".to_owned());
        }
        Ok((name, value.to_owned()))
    }

    /// Reads the name of a tag.
    ///
    /// # Errors
    ///
    /// If it cannot be one.
    pub fn parse_name(name: &str) -> Result<String, String> {
        let is_plain = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        match name.bytes().next() {
            Some(first) if is_plain && !first.is_ascii_digit() => Ok(name.to_owned()),
            _ => Err("the name of a tag is made of letters, digits and _".to_owned()),
        }
    }

    /// Returns the tags of a game that begins in this position as they are to be written.
    #[must_use]
    pub fn apply<'t>(&self, tags: &Tags<'t>, start: &Position) -> Tags<'t> {
        let is_needed = |name: &str| match name {
            "FEN" | "SetUp" => !start.is_first(),
            "Variant" => start.variant() != Variant::Standard,
            _ => false,
        };
        let is_kept = |tag: &&Tag<'t>| {
            let name = &*tag.name;
            let is_dropped = self.none || self.dropped.iter().any(|it| it == name);
            !is_dropped || SETUP.contains(&name) && is_needed(name)
        };
        let mut kept = Tags(tags.0.iter().filter(is_kept).cloned().collect());
        for (name, value) in &self.set {
            match kept.0.iter_mut().find(|tag| tag.name == *name) {
                Some(tag) => tag.value = Cow::Owned(value.clone()),
                None => kept.push(name.clone(), value.clone()),
            }
        }
        if self.roster { in_export_order(kept) } else { kept }
    }
}

/// Returns the Seven Tag Roster, and behind it all other tags by name.
fn in_export_order(mut tags: Tags<'_>) -> Tags<'_> {
    if tags.get("FEN").is_some() && tags.get("SetUp").is_none() {
        tags.push("SetUp", "1");
    }
    let mut ordered = Tags::default();
    for (name, unknown) in ROSTER {
        let value = tags.0.iter().find(|tag| tag.name == name && !tag.value.is_empty());
        ordered.push(name, value.map_or(Cow::Borrowed(unknown), |tag| tag.value.clone()));
    }
    let mut others: Vec<Tag<'_>> = tags.0;
    others.retain(|tag| !ROSTER.iter().any(|it| it.0 == tag.name));
    others.sort_by(|one, other| one.name.cmp(&other.name));
    ordered.0.extend(others);
    ordered
}
