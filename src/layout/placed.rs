//! Games read from a text that was assembled from another.

use std::borrow::Cow;

use super::{Event, Game, ReadGame};
use crate::{
    chess::{Comment, Tag, Tags},
    diagnostics::Diagnostic,
};

impl ReadGame<'_> {
    /// Returns an owned copy with its offsets mapped by `place`.
    pub fn placed(self, place: impl Fn(usize) -> usize) -> ReadGame<'static> {
        let span = |it: std::ops::Range<usize>| {
            let start = place(it.start);
            start..place(it.end).max(start)
        };
        ReadGame {
            diagnostics: self
                .diagnostics
                .into_iter()
                .map(|it| Diagnostic { span: span(it.span.clone()), ..it })
                .collect(),
            escapes: self.escapes.into_iter().map(span).collect(),
            game: self.game.placed(place),
        }
    }
}

impl Game<'_> {
    /// Returns an owned copy with its offsets mapped by `place`.
    pub fn placed(self, place: impl Fn(usize) -> usize) -> Game<'static> {
        let comment = |it: Comment<'_>| Comment { kind: it.kind, text: Cow::Owned(it.text.into_owned()) };
        let tag = |it: Tag<'_>| Tag {
            name: Cow::Owned(it.name.into_owned()),
            value: Cow::Owned(it.value.into_owned()),
        };
        let event = |it: Event<'_>| match it {
            Event::Ply(ply, at) => Event::Ply(ply, place(at)),
            Event::Confidence(share) => Event::Confidence(share),
            Event::Nag(nag) => Event::Nag(nag),
            Event::Comment(it) => Event::Comment(comment(it)),
            Event::BeginVariation => Event::BeginVariation,
            Event::EndVariation(at) => Event::EndVariation(place(at)),
        };
        let end = place(self.movetext.end);
        Game {
            preamble: self.preamble.into_iter().map(comment).collect(),
            tags: Tags(self.tags.0.into_iter().map(tag).collect()),
            start: self.start,
            events: self.events.into_iter().map(event).collect(),
            outcome: self.outcome,
            movetext: place(self.movetext.start).min(end)..end,
        }
    }
}
