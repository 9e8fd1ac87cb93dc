//! Maps games read from an assembled text back to their source.

use std::ops::Range;

use super::{Event, Game, ReadGame};
use crate::{chess::Comment, diagnostics::Diagnostic};

impl ReadGame<'_> {
    /// Returns the game, owned, with every span mapped.
    pub fn placed(mut self, span: impl Fn(&Range<usize>) -> Range<usize>) -> ReadGame<'static> {
        self.game.said.iter_mut().for_each(|it| it.place = span(&it.place));
        let place = |it: Diagnostic| Diagnostic { span: span(&it.span), ..it };
        ReadGame {
            diagnostics: self.diagnostics.into_iter().map(place).collect(),
            escapes: self.escapes.iter().map(&span).collect(),
            game: self.game.placed(span),
        }
    }
}

impl Game<'_> {
    /// Returns the game, owned, with every span mapped.
    fn placed(self, span: impl Fn(&Range<usize>) -> Range<usize>) -> Game<'static> {
        let place = |at: usize| span(&(at..at)).start;
        // Text after a span may come from elsewhere: a span ends where its last byte does.
        let text = |it: Range<usize>| match it.is_empty() {
            true => place(it.start)..place(it.start),
            false => place(it.start)..(place(it.end - 1) + 1).max(place(it.start)),
        };
        let event = |it: Event<'_>| match it {
            Event::Ply(ply, at) => Event::Ply(ply, text(at.range()).into()),
            Event::EndVariation(at) => Event::EndVariation(place(at)),
            other => other.into_owned(),
        };
        let end = place(self.movetext.end);
        Game {
            preamble: self.preamble.into_iter().map(Comment::into_owned).collect(),
            tags: self.tags.into_owned(),
            events: self.events.into_iter().map(event).collect(),
            movetext: place(self.movetext.start).min(end)..end,
            start: self.start,
            notation: self.notation,
            outcome: self.outcome,
            said: self.said,
        }
    }
}
