//! What corrections say of a game that has been read.

use std::ops::Range;

use super::block::BlockConversion;
use crate::{
    chess::{Comment, CommentKind, Outcome, Ply, Position},
    corrections::Placed,
    diagnostics::{Diagnostic, Located, Problem},
    events::{Head, Provenance, SourceText, Writer, emit_with_source},
    layout::Game,
    notation::{Choice, Unwritable},
};

impl BlockConversion<'_> {
    /// Gives a game the result that a correction states, and returns errors for the corrections that don't
    /// fit.
    pub(super) fn correct(&self, range: Range<usize>, game: &mut Game<'_>) -> Vec<Diagnostic> {
        let here = self.corrections.iter().filter(|it| range.contains(&it.span.start));
        let here: Vec<&Placed> = here.collect();
        if here.is_empty() {
            return Vec::new();
        }
        if let Some(outcome) = here.iter().rev().find_map(|it| it.outcome()) {
            game.outcome = outcome;
            game.tags.set("Result", outcome.marker());
        }
        let mut plies = ReadPlies::default();
        let source = SourceText::new(self.name, self.text, range, 1);
        emit_with_source(game, Some(&source), &mut plies, &mut |_| Comment {
            kind: CommentKind::Text,
            text: "".into(),
        });
        let choice =
            game.notation.as_deref().and_then(|it| Choice::parse(it).ok()).unwrap_or_else(Choice::san);
        let refused = here.iter().filter_map(|it| {
            let why = it.refusal(&plies.0, &*choice.notation)?;
            Some(Diagnostic::error(it.span.clone(), Problem::Correction { name: it.name.clone(), why }))
        });
        refused.collect()
    }
}

/// The plies of a game with their texts and the positions before them.
#[derive(Default)]
struct ReadPlies(Vec<(Range<usize>, Position, Ply)>);

impl Writer for ReadPlies {
    fn begin(&mut self, _: &Head<'_>) {}
    fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
        Ok(())
    }
    fn provenance(&mut self, from: &Provenance<'_>) {
        self.0.push((from.span.range(), from.before.clone(), *from.ply));
    }
    fn end(&mut self, _: Outcome, _: &[Located]) {}
}
