//! Games of a reader, one after another.

use std::{
    collections::VecDeque,
    io::{self, Read},
    mem,
    ops::ControlFlow,
};

use super::{Diagnostic, Position, Reading};
use crate::{
    chess::{self, Comment, CommentKind, Nag, Outcome, Ply},
    convert,
    diagnostics::Located,
    events::{Border, Confidence, Depth, InLine, line_len},
    io::{Blocks, buffers},
    layout::{Head, InputFormat, Output, Writer},
    reasons::Unwritable,
};

/// The games of a reader, one after another; an iterator over [`Game`]s.
///
/// Games are read as by a [`Converter`](super::Converter), in any notation and input format, with what is wrong in each. One block
/// of games is held in memory at a time, however large the input is.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Games, Notation, Severity};
///
/// let text = "[White \"Morphy\"]\n\n1. P-K4 P-K4 2. Kt-KB3 {sic} (2. B-B4) Kt-QB3 1-0";
/// for game in Games::new(text.as_bytes()) {
///     let game = game?;
///     assert_eq!((game.tag("White"), game.notation()), (Some("Morphy"), "descriptive"));
///     for (before, ply) in game.moves() {
///         println!("{} {}", before.move_number(), Notation::san().write(&before, &ply)?);
///     }
///     assert_eq!(game.moves().map(|(_, ply)| ply.to_string()).collect::<Vec<_>>(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
///     assert!(game.diagnostics().iter().all(|it| it.severity() == Severity::Note));
/// }
/// # Ok(())
/// # }
/// ```
pub struct Games<R> {
    blocks: Blocks<R, InputFormat>,
    options: convert::Options,
    ready: VecDeque<Game>,
    /// The number of games so far.
    count: u64,
    /// Diagnostics of text after the last game so far.
    pending: Vec<Diagnostic>,
    ended: bool,
    /// The error after the games that are ready.
    failure: Option<io::Error>,
}

impl<R: Read> Games<R> {
    /// Reads the games of a reader, in any notation.
    ///
    /// The input is text; compressed data must be decompressed first.
    pub fn new(reader: R) -> Games<R> {
        Games::with(reader, &Reading::default())
    }

    /// Reads the games of a reader as this says.
    pub fn with(reader: R, reading: &Reading) -> Games<R> {
        Games {
            blocks: Blocks::new(reader, reading.cutting()),
            options: reading.options(),
            ready: VecDeque::new(),
            count: 0,
            pending: Vec::new(),
            ended: false,
            failure: None,
        }
    }

    /// Reads the next game and sends it to a visitor; `None` after the last.
    ///
    /// # Errors
    ///
    /// Those of the reader.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Output>> {
        self.next().transpose().map(|game| game.map(|game| game.visit(visitor)))
    }

    /// Returns the diagnostics of text after the last game, once all games have been read.
    #[must_use]
    pub fn remaining_diagnostics(&self) -> &[Diagnostic] {
        &self.pending
    }

    /// Reads the games of a block.
    fn fill(&mut self) -> io::Result<()> {
        let (block, result) = match self.blocks.next_block() {
            Ok(block) => (block, Ok(())),
            Err(error) => (self.blocks.rest(), Err(error)),
        };
        self.ended = block.is_none() || result.is_err();
        let Some(block) = block else { return result };
        let mut games = Vec::new();
        let collector = Collector { games: &mut games, open: Game::default(), whole: Vec::new() };
        let converted =
            convert::Converter::new(&self.options, Box::new(collector)).with_ends(true).convert(block);
        let mut games = games.into_iter();
        let mut reports = converted.reports.into_iter().peekable();
        let (mut written, first) = (0, self.count + 1);
        for (n, end) in converted.ends.iter().enumerate() {
            let read = games.by_ref().take(end.out - written).last();
            written = end.out;
            self.count += 1;
            let mut game = read.unwrap_or_default();
            game.number = self.count;
            game.diagnostics = mem::take(&mut self.pending);
            while let Some(report) = reports.next_if(|it| it.game <= n as u64) {
                game.diagnostics.extend(Diagnostic::all_of(report, first));
            }
            self.ready.push_back(game);
        }
        self.pending.extend(reports.flat_map(|it| Diagnostic::all_of(it, first)));
        buffers::give(converted.out);
        result
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Some(Ok(game));
            }
            if let Some(error) = self.failure.take() {
                return Some(Err(error));
            }
            if self.ended {
                return None;
            }
            self.failure = self.fill().err();
        }
    }
}

/// A game: its tags, start position, moves and result, and what was found wrong in it.
#[derive(Clone, Debug, Default)]
pub struct Game {
    number: u64,
    tags: Vec<(String, String)>,
    start: Position,
    notation: Option<String>,
    events: Vec<GameEvent>,
    outcome: Outcome,
    diagnostics: Vec<Diagnostic>,
}

/// An event in a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum GameEvent {
    /// A ply.
    Ply(Ply),
    /// The confidence in the last ply, from 0 to 1, if its text was repaired.
    Confidence(f32),
    /// A NAG on the last ply, by its number.
    Nag(u32),
    /// A comment after the last ply, or before the first.
    Comment(String),
    /// Words that could not be read as moves, to the end of the line.
    Unread(String),
    /// The beginning of a variation on the last ply.
    BeginVariation,
    /// The end of the variation.
    EndVariation,
}

impl InLine for GameEvent {
    fn border(&self) -> Option<Border> {
        match self {
            GameEvent::BeginVariation => Some(Border::Begin),
            GameEvent::EndVariation => Some(Border::End),
            _ => None,
        }
    }
}

impl Game {
    /// Returns the number of the game, counted from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|it| it.0 == name).map(|it| it.1)
    }

    /// Lists the tags in order, each with its name and value.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the name of the notation in which the moves were read.
    #[must_use]
    pub fn notation(&self) -> &str {
        self.notation.as_deref().unwrap_or("san")
    }

    /// Returns the events in order.
    #[must_use]
    pub fn events(&self) -> &[GameEvent] {
        &self.events
    }

    /// Lists the plies of the main line, each with the position before it.
    pub fn moves(&self) -> impl Iterator<Item = (Position, Ply)> {
        let (mut position, mut depth) = (self.start.clone(), Depth::default());
        self.events.iter().filter_map(move |event| match (depth.is_main(event), event) {
            (true, GameEvent::Ply(ply)) => {
                let before = position.clone();
                position.0.play(ply);
                Some((before, *ply))
            }
            _ => None,
        })
    }

    /// Returns the result stated by the game.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns what was found wrong, in order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Sends the game to a visitor, each ply with the position before it.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        match self.walk(visitor) {
            ControlFlow::Break(output) => output,
            ControlFlow::Continue(()) => visitor.end_game(self.outcome),
        }
    }

    fn walk<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Output> {
        visitor.begin_game()?;
        self.tags().try_for_each(|(name, value)| visitor.tag(name, value))?;
        self.diagnostics.iter().try_for_each(|it| visitor.diagnostic(it))?;
        visitor.begin_moves(&self.start)?;
        // The position of each open line, and that before its last ply.
        let mut line = (self.start.clone(), self.start.clone());
        let mut outer = Vec::new();
        let mut events = self.events.iter();
        while let Some(event) = events.next() {
            match event {
                GameEvent::Ply(ply) => {
                    visitor.ply(&line.0, *ply)?;
                    line.1.clone_from(&line.0);
                    line.0.0.play(ply);
                }
                GameEvent::Confidence(_) => {}
                GameEvent::Nag(nag) => visitor.nag(*nag)?,
                GameEvent::Comment(text) | GameEvent::Unread(text) => visitor.comment(text)?,
                GameEvent::BeginVariation if visitor.begin_variation()? == Skip(true) => {
                    events.nth(line_len(events.as_slice()));
                }
                GameEvent::BeginVariation => {
                    let before = line.1.clone();
                    outer.push(mem::replace(&mut line, (before.clone(), before)));
                }
                GameEvent::EndVariation => {
                    if let Some(resumed) = outer.pop() {
                        line = resumed;
                    }
                    visitor.end_variation()?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether to skip a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skip(pub bool);

/// Visits the events of games, in pgn-reader's manner, but with positions and legal plies. Returning
/// [`ControlFlow::Break`] from any method ends the visit of the game.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::ops::ControlFlow;
/// use plyglot::{Games, Outcome, Ply, Position, Skip, Visitor};
///
/// /// Counts the captures of the main line.
/// struct Captures(usize);
///
/// impl Visitor for Captures {
///     type Output = usize;
///
///     fn begin_variation(&mut self) -> ControlFlow<usize, Skip> {
///         ControlFlow::Continue(Skip(true))
///     }
///
///     fn ply(&mut self, _before: &Position, ply: Ply) -> ControlFlow<usize> {
///         self.0 += usize::from(ply.is_capture());
///         ControlFlow::Continue(())
///     }
///
///     fn end_game(&mut self, _outcome: Outcome) -> usize {
///         std::mem::take(&mut self.0)
///     }
/// }
///
/// let mut games = Games::new("1. e4 d5 2. exd5 Qxd5 (2... Nf6 3. c4 e6 4. dxe6) *".as_bytes());
/// assert_eq!(games.read_game(&mut Captures(0))?, Some(2));
/// assert_eq!(games.read_game(&mut Captures(0))?, None);
/// # Ok(())
/// # }
/// ```
#[expect(unused_variables, reason = "the names document the parameters")]
pub trait Visitor {
    /// What a game becomes.
    type Output;

    /// Begins a game.
    fn begin_game(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Visits a tag.
    fn tag(&mut self, name: &str, value: &str) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Visits something that was found wrong in the game.
    fn diagnostic(&mut self, diagnostic: &Diagnostic) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Begins the moves, after the tags and diagnostics.
    fn begin_moves(&mut self, start: &Position) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Visits a ply of this position, of the main line or a variation.
    fn ply(&mut self, before: &Position, ply: Ply) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Visits a NAG on the last ply, by its number.
    fn nag(&mut self, nag: u32) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Visits a comment, or words that could not be read as moves.
    fn comment(&mut self, text: &str) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Begins a variation on the last ply. If it is skipped, neither its events nor its end follow.
    fn begin_variation(&mut self) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    /// Ends the variation.
    fn end_variation(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// Ends the game.
    fn end_game(&mut self, outcome: Outcome) -> Self::Output;
}

/// Collects games.
struct Collector<'a> {
    games: &'a mut Vec<Game>,
    open: Game,
    /// A byte for each collected game: what is taken back of the output takes back games.
    whole: Vec<u8>,
}

impl Writer for Collector<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        let tags = head.tags.0.iter().map(|tag| (tag.name.to_string(), tag.value.to_string()));
        self.open = Game {
            tags: tags.collect(),
            start: Position(head.start.clone()),
            notation: head.notation.map(str::to_owned),
            ..Game::default()
        };
        head.preamble.iter().for_each(|it| self.comment(it));
    }

    fn ply(&mut self, _: &chess::Position, ply: &Ply) -> Result<(), Unwritable> {
        self.open.events.push(GameEvent::Ply(*ply));
        Ok(())
    }

    // Notations that distinguish pieces by where they came from may be written from the positions of the game.
    fn uses_origins(&self) -> bool {
        true
    }

    fn confidence(&mut self, share: u16) {
        self.open.events.push(GameEvent::Confidence(Confidence::number(share) as f32));
    }

    fn nag(&mut self, nag: Nag) {
        self.open.events.push(GameEvent::Nag(nag.0));
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let text = comment.text.to_string();
        match comment.kind {
            CommentKind::Escape => {}
            CommentKind::Unread => self.open.events.push(GameEvent::Unread(text)),
            _ => self.open.events.push(GameEvent::Comment(text)),
        }
    }

    fn begin_variation(&mut self) {
        self.open.events.push(GameEvent::BeginVariation);
    }

    fn end_variation(&mut self) {
        self.open.events.push(GameEvent::EndVariation);
    }

    fn end(&mut self, outcome: Outcome, _: &[Located]) {
        self.games.truncate(self.whole.len());
        self.games.push(Game { outcome, ..mem::take(&mut self.open) });
        self.whole.push(0);
    }
}

impl Output for Collector<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.whole
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}
