//! Games as given by their texts, for comparison with another witness.

use std::ops::Range;

use super::{
    Event, Game, InputFormat, grid, pgn, prose,
    read::{cells::Tables, fields::Fields, lists, records},
    transcript::Transcript,
};
use crate::{
    chess::{Comment, Outcome, Position, Tags},
    events::Depth,
    notation::Choice,
    resolve::{Decoded, Line, Next, Notations, Recognised, Source},
    slice::Slice as _,
};

/// A game as given by its text.
pub struct SourceGame {
    /// The comments before the first tag.
    pub preamble: Vec<Comment<'static>>,
    pub tags: Tags<'static>,
    pub start: Position,
    pub outcome: Outcome,
    moves: Transcript,
    /// The events read, if the transcript has only the moves.
    events: Option<Vec<Event<'static>>>,
    begin: usize,
    parentheses: Vec<(usize, usize)>,
}

/// The games of a text in this format, in order.
pub struct SourceGames<'t> {
    format: InputFormat,
    text: &'t str,
    tables: Tables,
    fields: Option<Fields<'t>>,
}

impl<'t> SourceGames<'t> {
    pub fn new(format: InputFormat, text: &'t str) -> SourceGames<'t> {
        let fields = (format == InputFormat::Fields).then(|| Fields::of(text)).flatten();
        SourceGames { format, text, tables: Tables::default(), fields }
    }

    /// Takes the game read from this range of the text.
    pub fn take(&mut self, range: Range<usize>, game: Game<'_>) -> SourceGame {
        let text = self.text;
        let as_text = |moves: &str| {
            let mut game = Transcript::new(0);
            game.moves.push_str(moves);
            game
        };
        let mut has_all = true;
        let (moves, begin) = match self.format {
            InputFormat::Cells if let Some(game) = self.tables.transcript(text, range.clone()) => (game, 0),
            InputFormat::Records if let Some(game) = records::transcript(text, range.clone()) => {
                has_all = false;
                (game, 0)
            }
            InputFormat::Fields
                if let Some(game) = self.fields.as_ref().and_then(|it| it.transcript(&range)) =>
            {
                has_all = false;
                (game, 0)
            }
            InputFormat::Pgn
            | InputFormat::Marked
            | InputFormat::Source
            | InputFormat::Records
            | InputFormat::Fields
            | InputFormat::Cells => {
                (as_text(text.slice(range.clone())), game.movetext.start.saturating_sub(range.start))
            }
            InputFormat::Grid => {
                has_all = false;
                (grid::transcript(text, range), 0)
            }
            InputFormat::Lists(_) => (lists::transcript(text, range), 0),
            InputFormat::Prose | InputFormat::Boxes => (prose::transcript(text, range), 0),
        };
        let parentheses = pgn::read::parentheses(&moves.moves, begin..moves.moves.len());
        let Game { preamble, tags, start, outcome, events, .. } = game.into_owned();
        SourceGame {
            preamble,
            tags,
            start,
            outcome,
            events: (!has_all).then_some(events),
            moves,
            begin,
            parentheses,
        }
    }
}

impl SourceGame {
    /// Returns the offset of the moves.
    pub fn begin(&self) -> usize {
        self.begin
    }

    /// Returns the events of the game in this text, which was witness `w` of the decoding; variations are
    /// read with `choice` and `notations`.
    pub fn events(
        &self,
        start: &Position,
        (decoded, w): (&Decoded, usize),
        notations: &Notations,
        choice: &Choice,
    ) -> Vec<Event<'static>> {
        if let Some(events) = &self.events {
            return placed(events, &decoded.line(w, self.moves.moves.len()));
        }
        let context = pgn::read::Context { notations, choice };
        let read = pgn::read::read_decoded(&self.moves, self.begin, start, (decoded, w), context);
        read.into_owned().events
    }

    fn stretch(&self) -> pgn::Stretch<'_> {
        let stretch = pgn::Stretch::of(&self.moves, self.begin, &self.parentheses);
        pgn::Stretch { tagged: self.is_tagged(), ..stretch }
    }
}

/// Places events between the plies of a line: each ply read is the next one of the line that has a text.
fn placed(events: &[Event<'static>], line: &Line) -> Vec<Event<'static>> {
    let mut steps = line.steps.iter().filter(|it| it.ply.is_some());
    let mut placed = Vec::new();
    let mut depth = Depth::default();
    for event in events {
        if !depth.is_main(event) || !matches!(event, Event::Ply(..)) {
            placed.push(event.clone());
            continue;
        }
        for step in steps.by_ref() {
            placed.extend(step.ply.map(|ply| Event::Ply(ply, step.span().into())));
            if !step.is_empty() {
                break;
            }
        }
    }
    placed.extend(steps.filter_map(|step| Some(Event::Ply(step.ply?, step.span().into()))));
    placed
}

impl Source for SourceGame {
    fn text(&self) -> &str {
        self.stretch().whole()
    }

    fn aside(&self, place: usize) -> Option<usize> {
        self.stretch().aside(place)
    }

    fn recognised(&self) -> &[Recognised] {
        &self.moves.recognised
    }

    fn is_tagged(&self) -> bool {
        !self.tags.0.is_empty()
    }

    fn next(&self, place: usize) -> Next<'_> {
        self.stretch().following(place)
    }
}
