//! The beginning of a game: its tags, its position and its notation.

use std::slice;

use super::{
    GameInput,
    head::{self, Section},
};
use crate::{
    chess::{Position, Tags},
    events::{Head, HeadTags, Writer, WrittenTags, set_up},
    notation::Choice,
};

/// The beginning of a game.
#[derive(Default)]
pub struct Beginning<'a> {
    /// The tags, if they have been parsed.
    pub tags: Option<Tags<'a>>,
    /// The text of the tags, if it can be copied.
    pub written: Option<&'a str>,
    /// Whether the last tag is a `Variant` that isn't in this text.
    pub adds_variant: bool,
    /// The notation named by the tags.
    pub named: Option<&'static Choice>,
    /// The position, unless it is the usual one.
    pub position: Option<Position>,
}

impl Beginning<'_> {
    /// Returns the tags that can be copied.
    fn written_tags(&self) -> Option<WrittenTags<'_>> {
        let tags = self.tags.as_ref().map_or(&[][..], |it| &it.0);
        let added = if self.adds_variant { tags.last().map_or(&[][..], slice::from_ref) } else { &[] };
        self.written.map(|text| WrittenTags { text, added })
    }
}

impl GameInput<'_> {
    /// Begins a game; `notation` names the notation in which it is read, unless that is SAN.
    pub(super) fn begin(&self, writer: &mut dyn Writer, beginning: &Beginning<'_>, notation: Option<&str>) {
        let unread = self.unread_tags();
        let tags = beginning.tags.as_ref().map_or(HeadTags::Unread(&unread), HeadTags::Read);
        let start = beginning.position.as_ref().unwrap_or_else(|| Position::first());
        let edits = &self.filter.tags;
        let edited = (!edits.is_empty()).then(|| edits.apply(&tags, start));
        let (tags, written) =
            edited.as_ref().map_or((tags, beginning.written_tags()), |it| (HeadTags::Read(it), None));
        writer.begin(&Head { preamble: &[], tags, written, start, notation, source: None });
    }

    /// Returns the beginning of a game whose tags state nothing unusual except the name of its notation.
    #[inline(never)]
    pub(super) fn named_beginning<'s>(&'s self, section: &Section<'s>, name: &str) -> Option<Beginning<'s>> {
        let named = Some(self.notations.named(name)?);
        // It is mostly the last tag.
        let lines = section.written.and_then(|it| it.rsplit_once('\n'));
        let written = lines.filter(|it| it.1.starts_with("[Notation \"")).map(|it| it.0);
        Some(Beginning { written, named, ..Beginning::default() })
    }

    /// Returns the beginning of a game whose tags or options state the position, rules or notation; `None` if
    /// the full reader is needed.
    #[cold]
    pub(super) fn unusual_beginning<'s>(
        &'s self,
        section: &Section<'s>,
        tags: Option<Tags<'s>>,
    ) -> Option<Beginning<'s>> {
        let notations = self.notations;
        let mut tags = tags.unwrap_or_else(|| head::tags(self.text, self.start));
        let mut written = section.written;
        let mut adds_variant = false;
        if let Some(rules) = notations.rules() {
            match tags.get("Variant") {
                None => adds_variant = true,
                Some(it) if it == rules.name() => {}
                Some(_) => written = None,
            }
            tags.set("Variant", rules.name());
        }
        if notations.has_start() && tags.get("FEN").is_none() {
            return None;
        }
        let mut named = None;
        if section.notation.is_some()
            && let Some(n) = tags.0.iter().rposition(|tag| tag.name == "Notation")
        {
            named = Some(notations.named(&tags.0[n].value)?);
            tags.0.remove(n);
            // It is mostly the last tag.
            let is_last = n + usize::from(adds_variant) == tags.0.len();
            let others = written.filter(|_| is_last).and_then(|it| it.rsplit_once('\n'));
            written = others.map(|(others, _)| others);
            if tags.get("Notation").is_some() {
                return None;
            }
        }
        let position = set_up(&tags).ok()?;
        (position.size() == 8).then_some(Beginning {
            tags: Some(tags),
            written,
            adds_variant,
            named,
            position: Some(position),
        })
    }
}
