//! Games under construction: what all readers add and report.

use std::{borrow::Cow, ops::Range};

use super::{Event, ReadGame, set_up};
use crate::{
    chess::{Comment, CommentKind, Ply, Tags},
    diagnostics::{self, Diagnostic, Problem},
    notation::Choice,
    resolve::{Line, Notations},
};

impl<'t> ReadGame<'t> {
    /// Whether an error is among its diagnostics.
    pub(super) fn has_errors(&self) -> bool {
        diagnostics::have_errors(&self.diagnostics)
    }

    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        diagnostics::add(&mut self.diagnostics, diagnostic);
    }

    pub(super) fn error(&mut self, place: Range<usize>, problem: Problem) {
        self.tell(Diagnostic::error(place, problem));
    }

    pub(super) fn warn(&mut self, place: Range<usize>, problem: Problem) {
        self.tell(Diagnostic::warning(place, problem));
    }

    pub(super) fn comment(&mut self, kind: CommentKind, text: impl Into<Cow<'t, str>>) {
        self.game.events.push(Event::Comment(Comment { kind, text: text.into() }));
    }

    /// Adds the ply of a step of a line, read from this range, with its confidence.
    pub(super) fn ply(&mut self, ply: Ply, place: Range<usize>, line: &Line, step: usize) {
        self.game.events.push(Event::Ply(ply, place.into()));
        self.game.events.extend(line.confidences.get(step).cloned().map(Event::Confidence));
    }

    /// Removes the last `Notation` tag, which describes the input, and returns its notation.
    pub(super) fn notation_tag(
        &mut self,
        notations: &Notations,
        place: impl FnOnce(&str) -> Range<usize>,
    ) -> Option<Choice> {
        let named = notations.take_tag(&mut self.game.tags)?;
        named.map_err(|problem| self.warn(place("Notation"), problem)).ok()
    }

    /// Sets the game up from its tags, whatever their case; returns whether they are valid.
    pub(super) fn set_up(&mut self, place: impl Fn(&str) -> Range<usize>) -> bool {
        for name in Tags::SETUP {
            let tags = &mut self.game.tags;
            if tags.get(name).is_none()
                && let Some(tag) = tags.0.iter_mut().find(|it| it.name.eq_ignore_ascii_case(name))
            {
                let written = std::mem::replace(&mut tag.name, name.into());
                self.warn(place(&written), Problem::MalformedTag);
            }
        }
        // A word processor's dashes.
        const DASHES: [char; 3] = ['–', '—', '−'];
        let typed =
            self.game.tags.known("FEN").filter(|it| it.contains(DASHES)).map(|it| it.replace(DASHES, "-"));
        if let Some(fen) = typed {
            self.game.tags.set("FEN", fen);
        }
        match set_up(&self.game.tags) {
            Ok(start) => {
                self.game.start = start;
                true
            }
            Err((tag, problem)) => {
                self.error(place(tag), problem);
                false
            }
        }
    }

    /// Sets the notation of the game, and adds any diagnostic about it.
    pub(super) fn written_in(&mut self, choice: &Choice, note: Option<Problem>) {
        let place = self.game.movetext.start;
        self.diagnostics.extend(note.map(|note| Diagnostic::notation(place..place, note)));
        self.game.notation = choice.unless_san();
    }

    /// Returns the game with its diagnostics sorted by offset.
    pub(super) fn ordered(mut self) -> ReadGame<'t> {
        self.diagnostics.sort_by_key(|it| it.span.start);
        self
    }
}
