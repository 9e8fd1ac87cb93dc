//! The parts of a game other than its plies: tag pairs, comments, the outcome.

use std::borrow::Cow;

use shakmaty::Color;

/// A tag pair (PGN standard 8.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag<'a> {
    /// The name, as in `White`.
    pub name: Cow<'a, str>,
    /// The value, without quotes and escapes.
    pub value: Cow<'a, str>,
}

/// The tag pairs of a game, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags<'a>(pub Vec<Tag<'a>>);

impl<'a> Tags<'a> {
    /// The names that come before the result (PGN standard 8.1.1).
    pub const BEFORE_RESULT: [&'static str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

    /// The names of the Seven Tag Roster, which come first.
    pub const ROSTER: [&'static str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

    /// The names of those that define the start position and the rules.
    pub const SETUP: [&'static str; 3] = ["FEN", "SetUp", "Variant"];

    /// Returns the value of the first tag of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| &*tag.value)
    }

    /// Returns the value of the first tag of this name that is neither empty nor `?`.
    #[must_use]
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !matches!(value.trim(), "" | "?" | "-"))
    }

    /// Sets the first tag of this name, or adds it at the end.
    pub fn set(&mut self, name: &'static str, value: impl Into<Cow<'a, str>>) {
        match self.0.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.push(name, value),
        }
    }

    /// Adds a tag at the end.
    pub fn push(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, str>>) {
        self.0.push(Tag { name: name.into(), value: value.into() });
    }

    /// Sets the tags of this start position, or adds them at the end.
    pub fn set_start(&mut self, fen: impl Into<Cow<'a, str>>) {
        self.set("SetUp", "1");
        self.set("FEN", fen);
    }

    /// Adds the tags of this start position at the end.
    pub fn push_start(&mut self, fen: impl Into<Cow<'a, str>>) {
        self.push("SetUp", "1");
        self.push("FEN", fen);
    }

    /// The tags on their own.
    #[must_use]
    pub fn into_owned(self) -> Tags<'static> {
        let own = |it: Cow<'_, str>| Cow::Owned(it.into_owned());
        Tags(self.0.into_iter().map(|it| Tag { name: own(it.name), value: own(it.value) }).collect())
    }
}

/// What kind of comment it is, as far as writing it again depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentKind {
    /// A comment in braces or after a semicolon.
    Text,
    /// A line that begins with `%` (PGN standard 6), meant for other programs.
    Escape,
    /// Moves that could not be read. Written as a comment, but never omitted.
    Unread,
    /// Moves that could not be written. The same.
    Unwritten,
    /// A note on what was read as what. Written as a comment, but never omitted.
    Repaired,
}

impl CommentKind {
    /// Whether it stands for moves, so that it stays where comments are omitted.
    #[must_use]
    pub const fn is_of_moves(self) -> bool {
        matches!(self, CommentKind::Unread | CommentKind::Unwritten | CommentKind::Repaired)
    }
}

/// A comment. A single newline between words counts as a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment<'a> {
    /// What kind it is.
    pub kind: CommentKind,
    /// The text, without braces, semicolon or per cent sign.
    pub text: Cow<'a, str>,
}

impl Comment<'_> {
    /// The comment on its own.
    #[must_use]
    pub fn into_owned(self) -> Comment<'static> {
        Comment { kind: self.kind, text: Cow::Owned(self.text.into_owned()) }
    }
}

/// The outcome of a game, as its termination marker gives it (PGN standard 8.2.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// White won: `1-0`.
    WhiteWins,
    /// Black won: `0-1`.
    BlackWins,
    /// A draw: `1/2-1/2`.
    Draw,
    /// Unknown, unfinished or other: `*`.
    #[default]
    Unknown,
}

impl Outcome {
    /// Returns the outcome of a game that this side has lost.
    #[must_use]
    pub fn lost_by(color: Color) -> Outcome {
        color.fold_wb(Outcome::BlackWins, Outcome::WhiteWins)
    }

    /// Returns the termination marker.
    #[must_use]
    pub const fn marker(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// The inverse of [`Outcome::marker`], for its four texts only.
    #[must_use]
    pub fn from_marker(text: &str) -> Option<Outcome> {
        Some(match text {
            "1-0" => Outcome::WhiteWins,
            "0-1" => Outcome::BlackWins,
            "1/2-1/2" => Outcome::Draw,
            "*" => Outcome::Unknown,
            _ => return None,
        })
    }
}
