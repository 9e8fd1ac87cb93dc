//! Layouts: how games lie in a file. They know tags, comments, variations and results, and no notation by name.
//!
//! A reader makes a [`Game`] of a text; a [`Writer`] gets the same as a stream of events, each ply with the
//! position before it and after it.

mod arranged;
pub mod columns;
mod edits;
mod filter;
mod form;
pub mod grid;
pub mod html;
pub mod importer;
pub mod jsonl;
pub mod markdown;
pub mod moves;
mod null;
mod page_assembly;
pub mod pgn;
mod placed;
pub mod positions;
mod prose;
mod read;
mod setup;
pub mod sheet;
mod style;
pub mod table;
mod told;
mod transcript;

use std::ops::Range;

use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Ply, Position, Tags},
    diagnostics::{Diagnostic, Located},
    notation::Unwritable,
    resolve::exact,
};

pub use edits::TagEdits;
pub use filter::{Filter, Filtered, Omit};
pub use form::{Form, GameEnd};
pub use null::NullWriter;
pub use page_assembly::{Bare, Entry, Frame};
pub use pgn::{conclude, told_otherwise};
pub use prose::Prose;
pub use setup::set_up;
pub use style::{NagForm, Numbers, Style};
pub use told::Told;

/// What stands before the moves of a game.
pub struct Head<'a> {
    /// Comments before the first tag.
    pub preamble: &'a [Comment<'a>],
    /// The tag pairs.
    pub tags: &'a Tags<'a>,
    /// The tag pairs as a text, if they come from one that is written as PGN in export format is, but for line ends.
    pub written: Option<&'a str>,
    /// The position in which the game begins.
    pub start: &'a Position,
}

/// Something that happens in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'t> {
    /// A ply, and where its text begins.
    Ply(Ply, usize),
    /// How sure the last ply is, in ten-thousandths: its text was decoded.
    Confidence(u16),
    /// A glyph on the last ply (or on the start position).
    Nag(Nag),
    /// A comment after the last ply (or before the first).
    Comment(Comment<'t>),
    /// A variation on the last ply begins.
    BeginVariation,
    /// A variation ends; its text ended here.
    EndVariation(usize),
}

/// A game as a whole.
#[derive(Clone, Debug, Default)]
pub struct Game<'t> {
    /// Comments before the first tag.
    pub preamble: Vec<Comment<'t>>,
    /// The tag pairs.
    pub tags: Tags<'t>,
    /// The position in which the game begins.
    pub start: Position,
    /// What happens, in order.
    pub events: Vec<Event<'t>>,
    /// How it ended.
    pub outcome: Outcome,
    /// The text of its moves, without the termination marker.
    pub movetext: Range<usize>,
}

impl Game<'_> {
    /// The position at the end of the main line.
    #[must_use]
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        let mut depth = 0_usize;
        for event in &self.events {
            match event {
                Event::BeginVariation => depth += 1,
                Event::EndVariation(_) => depth = depth.saturating_sub(1),
                Event::Ply(ply, _) if depth == 0 => position.play(ply),
                _ => {}
            }
        }
        position
    }
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct ReadGame<'t> {
    /// The game.
    pub game: Game<'t>,
    /// What there is to say of it, in the order of the places.
    pub diagnostics: Vec<Diagnostic>,
    /// Where its escape lines stand, for which few layouts have a place.
    pub escapes: Vec<Range<usize>>,
}

/// What a layout does with the events of a game.
///
/// A variation begins in the position before the last ply. The writer gets `ply` and then `played` for every
/// ply, with nothing between.
pub trait Writer {
    /// A game begins.
    fn begin(&mut self, head: &Head<'_>);

    /// A ply is made in this position.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the notation has no text for it. The game goes on without the ply then, with a comment at most.
    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable>;

    /// Marks the place of a ply that could not be written, if the notation lets a game go on without it. Answers
    /// whether it does; then neither `played` nor a comment follows for the ply.
    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let _ = (before, ply);
        false
    }

    /// Can the moves of a game from this position be written?
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the notation has no texts for such a game; none of its plies is given to the writer then.
    fn supports(&self, start: &Position) -> Result<(), Unwritable>;

    /// Does the writer ask the positions for [`Position::origins`]?
    fn uses_origins(&self) -> bool;

    /// The ply led to this position.
    fn played(&mut self, after: &Position, ply: &Ply);

    /// How sure the last ply is, in ten-thousandths.
    fn confidence(&mut self, share: u16) {
        let _ = share;
    }

    /// A glyph on the last ply.
    fn nag(&mut self, nag: Nag);

    /// A comment after the last ply.
    fn comment(&mut self, comment: &Comment<'_>);

    /// A comment of one line without `}`: what most comments are.
    fn short_comment(&mut self, text: &str) {
        self.comment(&Comment { kind: CommentKind::Text, text: text.into() });
    }

    /// A variation on the last ply begins.
    fn begin_variation(&mut self);

    /// The variation ends.
    fn end_variation(&mut self);

    /// The side to move in this position, the last of the main line, resigns. Where the notation has no sign for that,
    /// the `Termination` tag must do.
    fn resign(&mut self, position: &Position) {
        let _ = position;
    }

    /// The game ends, with what there was to say of it.
    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]);
}

/// A writer into a buffer.
pub trait Output: Writer {
    /// What has been written.
    fn buffer(&mut self) -> &mut Vec<u8>;

    /// The games in the buffer, if the layout has a [`Frame`] that must know of them. The buffer is about to be taken.
    fn take_entries(&mut self) -> Vec<Entry> {
        Vec::new()
    }

    /// Reads a game by the exact gear and writes it. `None` if the full reader must read it; what has been written of it
    /// must be taken back then.
    fn read_exactly(&mut self, job: &exact::Job<'_>) -> Option<exact::Read>
    where
        Self: Sized,
    {
        job.read(&mut exact::Events(self))
    }

    /// How many times as large as its games the output is, in order of magnitude: so much less is converted ahead.
    fn expansion() -> usize
    where
        Self: Sized,
    {
        1
    }

    /// Is there a place for lines that begin with `%`?
    fn keeps_escapes(&self) -> bool {
        false
    }
}

/// A ply that could not be written, and where its text begins.
pub struct Failed {
    /// Why not.
    pub why: Unwritable,
    /// Where the text begins.
    pub place: usize,
    /// Where the line ends that cannot be written on; `None` if the game goes on without the ply.
    pub end: Option<usize>,
    /// The ply.
    pub ply: Ply,
    /// The position before it.
    pub position: Position,
}

/// The value of the `Termination` tag that says that a game ended by resignation.
pub const RESIGNATION: &str = "resignation";

/// Does the side to move resign, in the last position of a game with these tags and this outcome?
#[must_use]
pub fn resigns(tags: &Tags<'_>, outcome: Outcome, last: &Position) -> bool {
    outcome == lost_by(last.turn())
        && tags.get("Termination").is_some_and(|it| it.trim().eq_ignore_ascii_case(RESIGNATION))
}

/// The outcome of a game that this side has lost.
fn lost_by(color: Color) -> Outcome {
    color.fold_wb(Outcome::BlackWins, Outcome::WhiteWins)
}

/// A line being written: its position, the position before its last ply.
struct Level {
    position: Position,
    previous: Position,
}

impl Level {
    fn play(&mut self, ply: &Ply) {
        self.previous = self.position.clone();
        self.position.play(ply);
    }
}

/// Sends a game to a writer, all but its end. A ply that cannot be written is given to `failed`, and with it the rest of
/// its line, for which it answers a comment; unless the notation lets the game go on without the ply.
pub fn emit<'t, W: Writer + ?Sized>(
    game: &Game<'t>,
    writer: &mut W,
    failed: &mut dyn FnMut(Failed) -> Comment<'t>,
) {
    let (preamble, tags, start) = (&game.preamble, &game.tags, &game.start);
    writer.begin(&Head { preamble, tags, written: None, start });
    let refused = writer.supports(&game.start).err();
    let mut whole = true;
    let mut level = Level { position: game.start.clone(), previous: game.start.clone() };
    let mut levels: Vec<Level> = Vec::new();
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
                    let failure =
                        Failed { why, place: *place, end, ply: *ply, position: level.position.clone() };
                    let comment = failed(failure);
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
            }
            Event::Confidence(share) => writer.confidence(*share),
            Event::Nag(nag) => writer.nag(*nag),
            Event::Comment(comment) => {
                whole &= !levels.is_empty() || !comment.kind.is_of_moves();
                writer.comment(comment);
            }
            Event::BeginVariation => {
                let position = level.previous.clone();
                let inner = Level { previous: position.clone(), position };
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
    if whole && resigns(&game.tags, game.outcome, &level.position) {
        writer.resign(&level.position);
    }
}

/// How many of the events belong to the line of the first, variations on it and all.
fn line_len(events: &[Event<'_>]) -> usize {
    let mut depth = 0_usize;
    events
        .iter()
        .position(|event| match event {
            Event::BeginVariation => {
                depth += 1;
                false
            }
            Event::EndVariation(_) if depth == 0 => true,
            Event::EndVariation(_) => {
                depth -= 1;
                false
            }
            _ => false,
        })
        .unwrap_or(events.len())
}
