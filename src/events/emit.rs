//! Sending a game that has been read to a writer.

use super::{Event, Game, Head, HeadTags, Provenance, SourceText, Writer, line_len, resigns};
use crate::{
    chess::{Comment, Ply, Position},
    notation::Unwritable,
};

/// A ply that could not be written.
pub struct Failed<'e, 't> {
    pub why: Unwritable,
    /// The offset of its text.
    pub place: usize,
    /// The end of the line that cannot be continued; `None` if the game continues without the ply.
    pub end: Option<usize>,
    /// The events from the ply to there.
    pub rest: &'e [Event<'t>],
    pub position: Position,
}

/// A line being written: its position, and the position before its last ply.
struct LineState {
    position: Position,
    previous: Position,
}

impl LineState {
    fn play(&mut self, ply: &Ply) {
        self.previous = self.position.clone();
        self.position.play(ply);
    }
}

/// Sends a game without its end to a writer. For a ply that cannot be written, `failed` returns a comment that
/// replaces the rest of its line, unless the notation allows the game to continue without the ply.
///
/// The events hold plies, not positions, which would make a game several times as large; playing them takes about
/// 1 % of the time of the full reader.
pub fn emit<'t>(
    game: &Game<'t>,
    writer: &mut dyn Writer,
    failed: &mut dyn FnMut(Failed<'_, 't>) -> Comment<'t>,
) {
    emit_with_source(game, None, writer, failed);
}

/// Sends a game without its end to a writer, as [`emit`] does, with the text from which it was read.
pub fn emit_with_source<'t>(
    game: &Game<'t>,
    source: Option<&SourceText<'_>>,
    writer: &mut dyn Writer,
    failed: &mut dyn FnMut(Failed<'_, 't>) -> Comment<'t>,
) {
    let (preamble, tags, start) = (&game.preamble, HeadTags::Read(&game.tags), &game.start);
    writer.begin(&Head { preamble, tags, written: None, start, notation: game.notation.as_deref(), source });
    let refused = writer.supports(&game.start).err();
    let mut whole = true;
    let mut level = LineState { position: game.start.clone(), previous: game.start.clone() };
    let mut levels: Vec<LineState> = Vec::new();
    let mut events = game.events.iter().enumerate();
    while let Some((n, event)) = events.next() {
        match event {
            Event::Ply(ply, place) => {
                let written = match &refused {
                    Some(why) => Err(why.clone()),
                    None => writer.ply(&level.position, ply),
                };
                if let Err(why) = written {
                    whole &= !levels.is_empty();
                    let skipped = refused.is_none() && writer.skip(&level.position, ply);
                    let rest = if skipped { 1 } else { line_len(&game.events[n..]) };
                    let end = match game.events.get(n + rest) {
                        _ if skipped => None,
                        Some(Event::EndVariation(end)) => Some(*end),
                        _ => Some(game.movetext.end),
                    };
                    let comment = failed(Failed {
                        why,
                        place: place.start,
                        end,
                        rest: &game.events[n..n + rest],
                        position: level.position.clone(),
                    });
                    if skipped {
                        level.play(ply);
                        continue;
                    }
                    writer.comment(&comment);
                    if rest > 1 {
                        events.nth(rest - 2);
                    }
                    continue;
                }
                level.play(ply);
                writer.played(&level.position, ply);
                if let Some(source) = source {
                    let confidence = match game.events.get(n + 1) {
                        Some(Event::Confidence(it)) => Some(it),
                        _ => None,
                    };
                    let (before, is_variation) = (&level.previous, !levels.is_empty());
                    writer.provenance(&Provenance {
                        source,
                        span: *place,
                        before,
                        ply,
                        confidence,
                        is_variation,
                    });
                }
            }
            Event::Confidence(it) => writer.confidence(it.share),
            Event::Nag(nag) => writer.nag(*nag),
            Event::Comment(comment) => {
                whole &= !levels.is_empty() || !comment.kind.is_of_moves();
                writer.comment(comment);
            }
            Event::BeginVariation => {
                let position = level.previous.clone();
                let inner = LineState { previous: position.clone(), position };
                levels.push(std::mem::replace(&mut level, inner));
                writer.begin_variation();
            }
            Event::EndVariation(_) => {
                if let Some(outer) = levels.pop() {
                    level = outer;
                    writer.end_variation();
                }
            }
        }
    }
    if whole && resigns(game.tags.get("Termination"), game.outcome, &level.position) {
        writer.resign(&level.position);
    }
}
