//! The model in which everything meets: a game as its tags, its start position and its events, and what receives them.
//!
//! A reader produces a [`Game`]; a [`Writer`] receives the same as a stream of events, each ply with the
//! positions before and after it.

mod edits;
mod emit;
mod filter;
mod lines;
pub mod outcome;
mod setup;
mod source;

use std::{
    cell::OnceCell,
    ops::{Deref, Range},
};

use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tag, Tags},
    diagnostics::{Diagnostic, Located},
    notation::{Notation, Unwritable},
    words::ending::Said,
};

pub use edits::TagEdits;
pub use emit::{Failed, emit, emit_with_source};
pub use filter::{Filter, Filtered, Omit};
pub use lines::{Notes, vary};
pub use setup::set_up;
pub use source::{Provenance, SourceText};

/// The range of a text, such as that of a ply; it is empty if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    pub start: usize,
    /// Its length in bytes; 32 bits, as there may be millions of plies.
    len: u32,
}

impl Span {
    /// Returns the range from its start to its end.
    pub fn range(self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span { start: range.start, len: u32::try_from(range.len()).unwrap_or(u32::MAX) }
    }
}

/// The confidence in a ply whose text was decoded, and in what else the text may mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Confidence {
    /// The confidence, in ten-thousandths.
    pub share: u16,
    /// The next most likely plies with their shares, most likely first.
    pub others: Box<[(Ply, u16)]>,
}

impl Confidence {
    /// Returns a share in ten-thousandths as a number from 0 to 1.
    pub fn number(share: u16) -> f64 {
        f64::from(share) / 10_000.0
    }

    /// Returns a probability in ten-thousandths.
    pub fn share_of(probability: f64) -> u16 {
        (probability * 10_000.0).round() as u16
    }
}

/// What precedes the moves of a game.
pub struct Head<'a> {
    /// Comments before the first tag.
    pub preamble: &'a [Comment<'a>],
    pub tags: HeadTags<'a>,
    /// The tag pairs as a text in PGN export format has them, if they come from one.
    pub written: Option<WrittenTags<'a>>,
    pub start: &'a Position,
    /// The notation in which the moves were read, unless it is SAN.
    pub notation: Option<&'a str>,
    /// The text from which the game was read, for a writer that [wants](Writer::wants_source) it.
    pub source: Option<&'a SourceText<'a>>,
}

/// Tag pairs that need not be written anew.
#[derive(Clone, Copy)]
pub struct WrittenTags<'a> {
    /// Their text; its lines may end in `\r\n`.
    pub text: &'a str,
    /// Those that follow them, which the text does not have.
    pub added: &'a [Tag<'a>],
}

/// The tag pairs of a game, which may not have been taken apart yet: a writer that copies their text never asks for them.
#[derive(Clone, Copy)]
pub enum HeadTags<'a> {
    /// Those of a game that has been read.
    Read(&'a Tags<'a>),
    /// Those of a text.
    Unread(&'a UnreadTags<'a>),
}

impl<'a> Deref for HeadTags<'a> {
    type Target = Tags<'a>;

    fn deref(&self) -> &Tags<'a> {
        match self {
            HeadTags::Read(tags) => tags,
            HeadTags::Unread(tags) => tags,
        }
    }
}

/// Tag pairs that are taken apart when first asked for.
pub struct UnreadTags<'a> {
    text: &'a str,
    start: usize,
    read: fn(&'a str, usize) -> Tags<'a>,
    tags: OnceCell<Tags<'a>>,
}

impl<'a> UnreadTags<'a> {
    /// Takes the tag pairs that begin at this offset, and what reads them.
    pub fn new(text: &'a str, start: usize, read: fn(&'a str, usize) -> Tags<'a>) -> UnreadTags<'a> {
        UnreadTags { text, start, read, tags: OnceCell::new() }
    }
}

impl<'a> Deref for UnreadTags<'a> {
    type Target = Tags<'a>;

    fn deref(&self) -> &Tags<'a> {
        self.tags.get_or_init(|| (self.read)(self.text, self.start))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'t> {
    /// A ply, and its text.
    Ply(Ply, Span),
    /// The confidence in the last ply: its text was decoded.
    Confidence(Confidence),
    /// A NAG on the last ply (or on the start position).
    Nag(Nag),
    /// A comment after the last ply (or before the first).
    Comment(Comment<'t>),
    /// The beginning of a variation on the last ply.
    BeginVariation,
    /// The end of a variation, and the offset where its text ended.
    EndVariation(usize),
}

/// A complete game.
#[derive(Clone, Debug, Default)]
pub struct Game<'t> {
    /// Comments before the first tag.
    pub preamble: Vec<Comment<'t>>,
    pub tags: Tags<'t>,
    pub start: Position,
    /// The notation in which the moves were read, unless it is SAN.
    pub notation: Option<String>,
    pub events: Vec<Event<'t>>,
    /// The outcome stated after the moves or by the tag.
    pub outcome: Outcome,
    /// What else is said of it.
    pub said: Vec<Said>,
    /// The range of the moves, without the termination marker.
    pub movetext: Range<usize>,
}

impl Event<'_> {
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Event::Comment(comment) => Event::Comment(comment.into_owned()),
            Event::Ply(ply, place) => Event::Ply(ply, place),
            Event::Confidence(confidence) => Event::Confidence(confidence),
            Event::Nag(nag) => Event::Nag(nag),
            Event::BeginVariation => Event::BeginVariation,
            Event::EndVariation(place) => Event::EndVariation(place),
        }
    }
}

impl Game<'_> {
    pub fn into_owned(self) -> Game<'static> {
        Game {
            preamble: self.preamble.into_iter().map(Comment::into_owned).collect(),
            tags: self.tags.into_owned(),
            events: self.events.into_iter().map(Event::into_owned).collect(),
            start: self.start,
            notation: self.notation,
            outcome: self.outcome,
            said: self.said,
            movetext: self.movetext,
        }
    }

    /// Returns the position at the end of the main line.
    pub fn last_position(&self) -> Position {
        self.start.after(self.main_line().map(|it| it.0))
    }

    /// Returns the plies of the main line, each with its place.
    pub fn main_line(&self) -> impl Iterator<Item = (Ply, Range<usize>)> {
        let mut depth = Depth::default();
        self.events.iter().filter_map(move |event| match (depth.is_main(event), event) {
            (true, Event::Ply(ply, span)) => Some((*ply, span.range())),
            _ => None,
        })
    }
}

/// What an event does to the line in which it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Border {
    /// It begins a variation.
    Begin,
    /// It ends one.
    End,
}

/// An event of a game, which may begin or end a variation.
pub trait InLine {
    fn border(&self) -> Option<Border>;
}

impl InLine for Event<'_> {
    fn border(&self) -> Option<Border> {
        match self {
            Event::BeginVariation => Some(Border::Begin),
            Event::EndVariation(_) => Some(Border::End),
            _ => None,
        }
    }
}

/// The number of open variations.
#[derive(Default)]
pub struct Depth(usize);

impl Depth {
    /// Takes the next event into account. Returns whether it is of the main line.
    pub fn is_main(&mut self, event: &impl InLine) -> bool {
        match event.border() {
            Some(Border::Begin) => self.0 += 1,
            Some(Border::End) => {
                self.0 = self.0.saturating_sub(1);
                return false;
            }
            None => {}
        }
        self.0 == 0
    }
}

/// Returns the number of events in the line of the first, including its variations.
pub fn line_len(events: &[impl InLine]) -> usize {
    let mut depth = Depth::default();
    for (n, event) in events.iter().enumerate() {
        if depth.0 == 0 && event.border() == Some(Border::End) {
            return n;
        }
        depth.is_main(event);
    }
    events.len()
}

/// A game with the results of reading it.
#[derive(Clone, Debug, Default)]
pub struct ReadGame<'t> {
    pub game: Game<'t>,
    /// The diagnostics, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The places of escape lines, which few layouts can write.
    pub escapes: Vec<Range<usize>>,
}

/// Receives the events of a game.
///
/// A variation begins in the position before the last ply. For every ply, `played` directly follows `ply`.
#[expect(unused_variables, reason = "the names are for those who implement it")]
pub trait Writer {
    fn begin(&mut self, head: &Head<'_>);

    /// Writes a ply of this position.
    /// Fails if the notation cannot express it. The game then continues without the ply, at most with a comment.
    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable>;

    /// Marks the place of a ply that could not be written, if the notation allows a game to continue without
    /// it; returns whether it does. If so, neither `played` nor a comment follows for the ply.
    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        false
    }

    /// Returns the notation of the moves, if the writer has one.
    fn notation(&self) -> Option<&dyn Notation> {
        None
    }

    /// Checks that the moves of a game from this position can be written.
    /// Fails if the notation does not support such a game; the writer then gets none of its plies.
    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        self.notation().map_or(Ok(()), |notation| notation.supports(start))
    }

    /// Whether the writer needs [`Position::origins`].
    fn uses_origins(&self) -> bool {
        self.notation().is_some_and(Notation::uses_origins)
    }

    /// Whether the writer shows the tags of every game one by one: they are then taken apart as soon as they are found.
    fn shows_tags(&self) -> bool {
        false
    }

    /// Finishes a ply that led to this position.
    fn played(&mut self, after: &Position, ply: &Ply) {}

    /// Whether the writer shows from what text each ply was read.
    fn wants_source(&self) -> bool {
        false
    }

    /// Tells from what text the last ply was read, if the writer wants it.
    fn provenance(&mut self, from: &Provenance<'_>) {}

    /// Sets the confidence in the last ply, in ten-thousandths.
    fn confidence(&mut self, share: u16) {}

    /// Adds a NAG to the last ply.
    fn nag(&mut self, nag: Nag) {}

    /// Adds a comment after the last ply.
    fn comment(&mut self, comment: &Comment<'_>) {}

    /// Adds a one-line comment without `}`, as most are.
    fn short_comment(&mut self, text: &str) {
        self.comment(&Comment { kind: CommentKind::Text, text: text.into() });
    }

    /// Begins a variation on the last ply.
    fn begin_variation(&mut self) {}

    fn end_variation(&mut self) {}

    /// Records that the side to move in this final position resigns. Without a sign for that in the notation,
    /// the `Termination` tag must suffice.
    fn resign(&mut self, position: &Position) {}

    /// Ends the game, with its diagnostics.
    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]);
}

/// The value of the `Termination` tag for a game that ended by resignation.
pub const RESIGNATION: &str = "resignation";

/// Whether the side to move resigns in the last position of a game with this `Termination` tag and this outcome.
pub fn resigns(termination: Option<&str>, outcome: Outcome, last: &Position) -> bool {
    termination.is_some_and(|it| it.trim().eq_ignore_ascii_case(RESIGNATION))
        && outcome == Outcome::lost_by(last.turn())
}

/// Returns the outcome on the board at the end of a game, if it differs from the stated one or none is stated.
///
/// Draws are checked only where no result is stated or few pieces are left: this runs at the end of every game.
pub fn board_outcome(last: &Position, stated: Outcome) -> Option<Outcome> {
    const FEW: u32 = 10;
    let may_be_over =
        stated == Outcome::Unknown || last.is_check() || last.size() != 8 || last.occupied().count() <= FEW;
    if may_be_over { last.outcome().filter(|it| *it != stated) } else { None }
}
