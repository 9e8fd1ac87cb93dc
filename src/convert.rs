//! From blocks of text to blocks of output: what happens to every game.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::{
    input::{
        Block, Extent,
        encoding::{self, Decoded},
    },
    layout::{
        self, Failed, Filter, Filtered, Form, Output, ReadGame,
        pgn::{fast, lex},
    },
    model::{Comment, CommentKind},
    reading::Notations,
    report::{self, Diagnostic, Located, Problem, Severity, count_lines, locate},
};

/// What becomes of a game in which something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnError {
    /// It is written as far as it could be read, the rest as a comment.
    #[default]
    Keep,
    /// It is left out.
    Skip,
    /// The conversion ends before it.
    Stop,
}

/// What a conversion is to do, for a [`Converter`].
pub struct Options {
    /// The notations that a game may be in.
    pub from: Notations,
    /// What is left out.
    pub filter: Filter,
    /// What becomes of a game with errors.
    pub on_error: OnError,
    /// Are the bytes of games with errors wanted?
    pub rejects: bool,
    /// The encoding of the input, if it is given.
    pub encoding: Option<&'static Encoding>,
    /// How many bytes a game may have.
    pub max_game: usize,
}

/// What there was to say of a game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// Which game, counted from 0 in its block.
    pub game: u64,
    /// Who played, if it is known.
    pub players: Option<String>,
    /// The diagnostics.
    pub diagnostics: Vec<Located>,
}

/// What became of a block.
#[derive(Debug, Default)]
pub struct Converted {
    /// The output.
    pub out: Vec<u8>,
    /// The games in it, as the layout's frame must know them.
    pub entries: Vec<layout::Entry>,
    /// The bytes of the games with errors.
    pub rejects: Vec<u8>,
    /// What there was to say.
    pub reports: Vec<GameReport>,
    /// How many games there were.
    pub games: u64,
    /// How many of them had errors.
    pub failed: u64,
    /// The conversion ends here.
    pub stop: bool,
}

/// Converts blocks, one after the other.
pub struct Converter<'a, W> {
    options: &'a Options,
    writer: W,
}

impl<'a, W: Output> Converter<'a, W> {
    /// A converter that writes with this writer.
    pub fn new(options: &'a Options, writer: W) -> Converter<'a, W> {
        Converter { options, writer }
    }

    /// Converts a block.
    pub fn convert(&mut self, block: Block) -> Converted {
        let Block { bytes, first_line, form, extent } = block;
        let encoding = self.options.encoding;
        let mut converted = Converted::default();
        match (extent, encoding::plain(bytes, encoding)) {
            (Extent::TooLarge { first, last }, decoded) => {
                let bytes = decoded.map_or_else(|bytes| bytes, |it| it.text.into_bytes());
                self.piece(&bytes, first_line, first, last, &mut converted);
            }
            (Extent::Games, Ok(decoded)) => {
                self.writer.buffer().reserve(decoded.text.len() + decoded.text.len() / 4);
                self.games(&decoded, form, first_line, &mut converted);
            }
            (Extent::Games, Err(bytes)) => {
                let (mut at, mut line) = (0, first_line);
                for game in encoding::games(&bytes, form, encoding) {
                    line += count_lines(&bytes[at..game.start]);
                    at = game.start;
                    self.games(&encoding::decode(bytes[game].to_vec(), encoding), form, line, &mut converted);
                    if converted.stop {
                        break;
                    }
                }
            }
        }
        converted.entries = self.writer.take_entries();
        converted.out = std::mem::take(self.writer.buffer());
        converted
    }

    fn games(&mut self, decoded: &Decoded, form: Form, first_line: u64, converted: &mut Converted) {
        let mut run = Run {
            options: self.options,
            writer: &mut self.writer,
            form,
            decoded,
            text: &decoded.text,
            variations: memchr::memchr(b'(', decoded.text.as_bytes()).is_some(),
            counted: (0, first_line),
            noted: 0,
            converted,
        };
        run.block();
    }

    /// Takes a piece of a game that is too large to be looked at.
    fn piece(&self, bytes: &[u8], line: u64, first: bool, last: bool, converted: &mut Converted) {
        if first {
            let problem = Problem::TooLarge { limit: self.options.max_game };
            let diagnostics = locate(vec![Diagnostic::error(0..0, problem)], "", line);
            converted.reports.push(GameReport { game: 0, players: None, diagnostics });
            converted.failed = 1;
            converted.stop = self.options.on_error == OnError::Stop;
        }
        if last {
            converted.games = 1;
        }
        if self.options.rejects {
            converted.rejects.extend_from_slice(if last { bytes.trim_ascii_end() } else { bytes });
            if last {
                converted.rejects.extend_from_slice(b"\n\n");
            }
        }
    }
}

/// A block being converted.
struct Run<'r, W> {
    options: &'r Options,
    writer: &'r mut W,
    form: Form,
    decoded: &'r Decoded,
    text: &'r str,
    /// May there be variations?
    variations: bool,
    /// A place whose line number is known.
    counted: (usize, u64),
    /// How many diagnostics of the encoding have been given to a game.
    noted: usize,
    converted: &'r mut Converted,
}

impl<W: Output> Run<'_, W> {
    fn block(&mut self) {
        let mut at = 0;
        loop {
            at += lex::blank_len(&self.text[at..]);
            if at >= self.text.len() || self.converted.stop {
                break;
            }
            at = match self.fast(at) {
                Some(end) => end,
                None => self.careful(at),
            };
            self.converted.games += 1;
        }
    }

    /// Converts the game that begins here the fast way, if it can be.
    fn fast(&mut self, at: usize) -> Option<usize> {
        if self.form != Form::Pgn || self.options.from.rules().is_some() {
            return None;
        }
        let mark = self.writer.buffer().len();
        let notations = &self.options.from;
        let fast = if self.options.filter.is_empty() {
            fast::read(self.text, at, self.variations, notations, self.writer)
        } else {
            let mut filtered = Filtered::new(&mut *self.writer, self.options.filter);
            fast::read(self.text, at, self.variations, notations, &mut filtered)
        };
        let fits = |fast: &fast::Fast| !fast.doubtful && !self.is_too_large(at..fast.end);
        match fast.filter(fits) {
            Some(fast) => {
                self.encoding_of_clean_game(at..fast.end);
                Some(fast.end)
            }
            None => {
                self.writer.buffer().truncate(mark);
                None
            }
        }
    }

    /// Reports what was done to the bytes of a game about which there is nothing else to say.
    fn encoding_of_clean_game(&mut self, range: Range<usize>) {
        if self.noted < self.decoded.diagnostics.len() {
            let ReadGame { game, .. } = self.form.read(self.text, range.clone(), &self.options.from);
            let diagnostics = self.encoding_of(range.start, range.end);
            self.report(range, players(&game), diagnostics);
        }
    }

    /// What was done to the bytes of the game at this place, as far as it has not been said. What is about the bytes
    /// as a whole stands where they begin, however many blanks that is before the game.
    fn encoding_of(&mut self, start: usize, end: usize) -> Vec<Diagnostic> {
        let all = &self.decoded.diagnostics[self.noted..];
        let new = all.partition_point(|it| it.span.start < end);
        self.noted += new;
        let at_game = |span: &Range<usize>| span.start.max(start)..span.end.max(start);
        all[..new].iter().map(|it| Diagnostic { span: at_game(&it.span), ..it.clone() }).collect()
    }

    /// Converts the game that begins here with care. Answers where it ends.
    fn careful(&mut self, at: usize) -> usize {
        let end = self.form.extent(self.text, at).at;
        if self.is_too_large(at..end) {
            self.too_large(at..end);
            return end;
        }
        let line = if matches!(self.form, Form::Prose(_)) { self.line_of(at) } else { 1 };
        let ReadGame { game, diagnostics: read, escapes } =
            self.form.read_from(self.text, at..end, line, &self.options.from);
        let mut diagnostics = self.encoding_of(at, end);
        diagnostics.extend(read);
        if !self.writer.keeps_escapes() && !self.options.filter.comments {
            let dropped = |place| Diagnostic::warning(place, Problem::Dropped("escape lines"));
            escapes.into_iter().for_each(|it| report::add(&mut diagnostics, dropped(it)));
        }
        let mark = self.writer.buffer().len();
        let text = self.text;
        let mut failed = |failed: Failed| unwritten(text, failed, &mut diagnostics);
        if self.options.filter.is_empty() {
            layout::emit(&game, self.writer, &mut failed);
        } else {
            let mut filtered = Filtered::new(&mut *self.writer, self.options.filter);
            layout::emit(&game, &mut filtered, &mut failed);
        }
        diagnostics.sort_by_key(|it| it.span.start);
        let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
        let players = players(&game);
        let located = self.report(at..end, players, diagnostics);
        let diagnostics = located.map_or(&[][..], |n| &self.converted.reports[n].diagnostics);
        self.writer.end(game.outcome, diagnostics);
        if has_errors {
            self.reject(at..end);
            match self.options.on_error {
                OnError::Keep => {}
                OnError::Skip => self.writer.buffer().truncate(mark),
                OnError::Stop => {
                    self.writer.buffer().truncate(mark);
                    self.converted.stop = true;
                }
            }
        }
        end
    }

    fn is_too_large(&self, game: Range<usize>) -> bool {
        game.len() > self.options.max_game && self.text[game].trim_ascii_end().len() > self.options.max_game
    }

    /// Reports a game that is larger than a game may be; nothing of it is written.
    fn too_large(&mut self, game: Range<usize>) {
        let problem = Problem::TooLarge { limit: self.options.max_game };
        let mut diagnostics = vec![Diagnostic::error(game.start..game.start, problem)];
        diagnostics.extend(self.encoding_of(game.start, game.end));
        self.report(game.clone(), None, diagnostics);
        self.reject(game);
        self.converted.stop = self.options.on_error == OnError::Stop;
    }

    /// Counts a game with errors, and keeps its bytes if they are wanted.
    fn reject(&mut self, game: Range<usize>) {
        self.converted.failed += 1;
        if self.options.rejects {
            let bytes = &self.decoded.bytes()[self.decoded.source(game.start)..self.decoded.source(game.end)];
            self.converted.rejects.extend_from_slice(bytes.trim_ascii_end());
            self.converted.rejects.extend_from_slice(b"\n\n");
        }
    }

    /// The number of the line in which this place is, which is not before the last one that was asked for.
    fn line_of(&mut self, place: usize) -> u64 {
        let (at, line) = self.counted;
        self.counted = (place, line + count_lines(&self.text.as_bytes()[at..place]));
        self.counted.1
    }

    /// Keeps what there is to say of a game. Answers with which number.
    fn report(
        &mut self,
        game: Range<usize>,
        players: Option<String>,
        diagnostics: Vec<Diagnostic>,
    ) -> Option<usize> {
        if diagnostics.is_empty() {
            return None;
        }
        let line = self.line_of(game.start);
        let shifted = diagnostics.into_iter().map(|it| {
            let span = it.span.start.saturating_sub(game.start)..it.span.end.saturating_sub(game.start);
            Diagnostic { span, ..it }
        });
        let diagnostics = locate(shifted.collect(), &self.text[game], line);
        self.converted.reports.push(GameReport { game: self.converted.games, players, diagnostics });
        Some(self.converted.reports.len() - 1)
    }
}

/// Reports a ply that could not be written, and keeps the rest of its line.
fn unwritten<'t>(text: &'t str, failed: Failed, diagnostics: &mut Vec<Diagnostic>) -> Comment<'t> {
    let from_here = &text[failed.place..];
    let len = from_here.find(char::is_whitespace).unwrap_or(from_here.len());
    let problem = Problem::Unwritable(failed.why.0);
    let place = failed.place..failed.place + len;
    report::add(diagnostics, Diagnostic::error(place, problem).at(&failed.position));
    let rest = failed.end.map_or("", |end| &text[failed.place..end]);
    Comment { kind: CommentKind::Unread, text: lex::comment_text(rest) }
}

/// As in `Morphy – Harrwitz`.
fn players(game: &layout::Game<'_>) -> Option<String> {
    let name = |tag| Some(game.tags.known(tag)?.split(',').next()?.trim().to_owned());
    match (name("White"), name("Black")) {
        (None, None) => None,
        (white, black) => {
            let unknown = || "?".to_owned();
            Some(format!("{} – {}", white.unwrap_or_else(unknown), black.unwrap_or_else(unknown)))
        }
    }
}
