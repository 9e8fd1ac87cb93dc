//! Changes to tag pairs in the output.

use std::borrow::Cow;

use crate::chess::{Position, Tag, Tags, Variant};

/// The Seven Tag Roster in order, with the values for unknown (PGN standard 8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that users cannot set: they are derived from the moves, or decide how the moves are read.
const FIXED: [&str; 5] = ["FEN", "SetUp", "Variant", "Result", "Notation"];

/// Tags to set, drop and add. Those needed to replay the moves always stay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagEdits {
    /// Drops all tags.
    pub none: bool,
    /// Drops tags with these names.
    pub dropped: Vec<String>,
    /// Sets tags to these values, adding those that are missing.
    pub set: Vec<(String, String)>,
    /// Writes the complete Seven Tag Roster first, and the other tags after it by name (PGN standard 8.1 and
    /// 3.2).
    pub roster: bool,
}

impl TagEdits {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        !self.none && !self.roster && self.dropped.is_empty() && self.set.is_empty()
    }

    /// Parses a tag to set: `NAME=VALUE`. Fails with a message.
    pub fn parse_set(text: &str) -> Result<(String, String), String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        let name = TagEdits::parse_name(name)?;
        if let Some(fixed) = FIXED.iter().find(|it| it.eq_ignore_ascii_case(&name)) {
            return Err(format!("{fixed} is derived from the game and cannot be set"));
        }
        if value.contains(|it: char| it.is_control()) {
            return Err("a tag value cannot contain line ends or control characters".to_owned());
        }
        Ok((name, value.to_owned()))
    }

    /// Parses a tag name. Fails with a message.
    pub fn parse_name(name: &str) -> Result<String, String> {
        let is_plain = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        match name.bytes().next() {
            Some(first) if is_plain && !first.is_ascii_digit() => Ok(name.to_owned()),
            _ => Err("a tag name consists of letters, digits and _".to_owned()),
        }
    }

    /// Returns the edited tags of a game that begins in this position.
    pub fn apply<'t>(&self, tags: &Tags<'t>, start: &Position) -> Tags<'t> {
        let is_needed = |name: &str| match name {
            "FEN" | "SetUp" => !start.is_first(),
            "Variant" => start.variant() != Variant::Standard,
            _ => false,
        };
        let is_kept = |tag: &&Tag<'t>| {
            let name = &*tag.name;
            let is_dropped = self.none || self.dropped.iter().any(|it| it == name);
            !is_dropped || Tags::SETUP.contains(&name) && is_needed(name)
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

/// Returns the Seven Tag Roster, followed by all other tags by name, with any further values of the roster's
/// tags.
fn in_export_order(mut tags: Tags<'_>) -> Tags<'_> {
    if tags.get("FEN").is_some() && tags.get("SetUp").is_none() {
        tags.push("SetUp", "1");
    }
    let mut others: Vec<Tag<'_>> = tags.0;
    let mut ordered = Tags::default();
    for (name, unknown) in ROSTER {
        let tag = others.iter().position(|tag| tag.name == name && !tag.value.is_empty());
        let value = tag.map_or(Cow::Borrowed(unknown), |n| others.remove(n).value);
        ordered.push(name, value);
    }
    let adds = |tag: &Tag<'_>, known: &Tag<'_>, unknown: &str| {
        tag.name != known.name || !["", unknown, &known.value].contains(&&*tag.value)
    };
    others.retain(|tag| ROSTER.iter().zip(&ordered.0).all(|(it, known)| adds(tag, known, it.1)));
    others.sort_by(|one, other| one.name.cmp(&other.name));
    ordered.0.extend(others);
    ordered
}
