//! Conversion of blocks of text to blocks of output, game by game.

mod formatting;

use std::{borrow::Cow, ops::Range, sync::Arc};

use encoding_rs::Encoding;

use crate::{
    bug::{Bug, survive},
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tags},
    corrections::{Corrections, Placed},
    diagnostics::{self, Diagnostic, Located, Problem, Severity, locate},
    events::{self, Head, Notes, Provenance, SourceText, Writer, emit_with_source},
    io::{
        Block, BlockContent, Form as _, buffers,
        encoding::{self, DecodedText},
        foreign,
    },
    layout::{
        self, Event, Extents, Failed, Filter, Filtered, Game, InputFormat, Output, PageText, ReadGame, pgn,
    },
    lex, lines,
    named::named,
    notation::{Choice, Unwritable},
    replay::{Replay, Sampling},
    resolve::{Notations, Scratch, exact, read_move},
    slice::Slice as _,
};

pub use formatting::FormattedBlock;

named! {
    /// What to do with a game that has errors.
    "policy" OnError: Default {
        Keep: ["keep"], "Write what could be read, and the rest as a comment";
        Skip: ["skip"], "Drop the game";
        Stop: ["stop"], "Stop at the first error";
    }
}

/// The options of a [`Converter`].
pub struct Options {
    /// The candidate notations of the games.
    pub from: Notations,
    /// What to omit.
    pub filter: Filter,
    /// What to do with games that have errors.
    pub on_error: OnError,
    /// Whether to keep the bytes of games with errors.
    pub rejects: bool,
    /// The encoding of the input, if given.
    pub encoding: Option<&'static Encoding>,
    /// The limit on the bytes of a game.
    pub max_game: usize,
    /// What is certain of the texts.
    pub corrections: Option<Arc<Corrections>>,
    /// Whether games are only checked: the notation of each that is not SAN is told, and none is changed to make a game
    /// legal.
    pub checks: bool,
    /// Whether to check PGN with a strict importer as well.
    pub import: bool,
    /// Whether games on pages with boxes have their pages as comments.
    pub page_refs: bool,
    /// What becomes of lines in comments.
    pub notes: Notes,
    /// Whether to record what each game became, and to keep the bytes of those that cannot be formatted with certainty.
    pub formats: bool,
    /// The games to be replayed with shakmaty.
    pub sampling: Sampling,
}

impl Options {
    /// Returns default options for games in these notations.
    #[must_use]
    pub fn new(from: Notations) -> Options {
        Options {
            from,
            filter: Filter::default(),
            on_error: OnError::default(),
            rejects: false,
            encoding: None,
            max_game: usize::MAX,
            corrections: None,
            checks: false,
            import: false,
            page_refs: false,
            notes: Notes::default(),
            formats: false,
            sampling: Sampling::default(),
        }
    }
}

/// The diagnostics of a game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The number of the game, counted from 0 in its block.
    pub game: u64,
    /// The players, if known.
    pub players: Option<String>,
    /// The diagnostics.
    pub diagnostics: Vec<Located>,
}

/// Offsets and counts at the end of a game, within its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// Offset in the output.
    pub out: usize,
    /// Offset in the rejects.
    pub rejects: usize,
    /// Games with errors so far.
    pub failed: u64,
}

/// The result of converting a block.
#[derive(Debug, Default)]
pub struct Converted {
    /// The output.
    pub out: Vec<u8>,
    /// The bytes of games with errors.
    pub rejects: Vec<u8>,
    /// The diagnostics, by game.
    pub reports: Vec<GameReport>,
    /// The end of each game, if requested.
    pub ends: Vec<Ends>,
    /// The number of games.
    pub games: u64,
    /// The number of games with errors.
    pub failed: u64,
    /// The number of plies, variations included.
    pub plies: u64,
    /// The number of games that the exact reader left to the full one.
    pub odd: u64,
    /// Whether the conversion ends here.
    pub stop: bool,
    /// What each game became, if requested.
    pub formatted: Option<FormattedBlock>,
}

impl Converted {
    /// Reports a problem outside the games.
    fn fail(&mut self, line: u64, problem: Problem) {
        let diagnostics = locate(vec![Diagnostic::error(0..0, problem)], "", line);
        self.reports.push(GameReport { game: self.games, players: None, diagnostics });
        self.failed += 1;
    }
}

/// Converts blocks in order.
pub struct Converter<'a> {
    options: &'a Options,
    writer: Box<dyn Output + 'a>,
    /// Whether to record where each game ends in the output.
    ends: bool,
    /// How to read formatted games again.
    reading_back: Option<Options>,
}

impl<'a> Converter<'a> {
    /// Creates a converter with this writer.
    pub fn new(options: &'a Options, writer: Box<dyn Output + 'a>) -> Converter<'a> {
        let reading_back = || Options { checks: true, ..Options::new(Notations::any()) };
        Converter { options, writer, ends: false, reading_back: options.formats.then(reading_back) }
    }

    /// Sets whether to record where each game ends in the output.
    #[must_use]
    pub fn with_ends(self, ends: bool) -> Converter<'a> {
        Converter { ends, ..self }
    }

    /// Converts a block. A bug in anything but the reading of a game costs the block.
    pub fn convert(&mut self, block: Block<InputFormat>) -> Converted {
        let (line, format) = (block.first_line, block.format);
        let is_boxes = matches!(format, InputFormat::Boxes(_));
        let formats = self.reading_back.is_some();
        let kept = (self.options.rejects || formats).then(|| block.bytes.clone());
        let beginning = || block.bytes[..block.bytes.len().min(foreign::BEGINNING)].to_vec();
        let beginning = (line == 1).then(beginning);
        let problem = match survive(|| self.convert_block(block)) {
            Ok(converted) => {
                let beginning = beginning.filter(|_| converted.plies == 0 && !is_boxes);
                match beginning.and_then(|it| foreign::without_games(&it)) {
                    Some(foreign) => Problem::NotGames(foreign.to_string()),
                    None => return converted,
                }
            }
            Err(bug) => Problem::Bug(bug.to_string()),
        };
        self.writer.buffer().clear();
        let mut converted = Converted::default();
        let kept = kept.unwrap_or_default();
        if formats {
            let formatted = converted.formatted.insert(FormattedBlock::new(kept.clone(), format));
            formatted.keep(true, true);
        }
        if self.options.rejects {
            converted.rejects = kept;
        }
        converted.fail(line, problem);
        converted.games = 1;
        converted.stop = self.options.on_error == OnError::Stop;
        let ends = Ends { out: 0, rejects: converted.rejects.len(), failed: 1 };
        converted.ends.extend(self.ends.then_some(ends));
        converted
    }

    fn convert_block(&mut self, block: Block<InputFormat>) -> Converted {
        let Block { bytes, first_line, format, content, name } = block;
        let formatted = self.reading_back.is_some().then(|| FormattedBlock::new(bytes.clone(), format));
        let encoding = self.options.encoding;
        let mut converted = Converted { formatted, ..Converted::default() };
        self.options.sampling.see(&bytes);
        match (content, encoding::plain(bytes, encoding)) {
            (BlockContent::TooLarge { first, last }, decoded) => {
                let bytes = decoded.map_or_else(|bytes| bytes, |it| it.text.into_bytes());
                self.piece(&bytes, first_line, first, last, &mut converted);
            }
            (BlockContent::Games, decoded) if matches!(format, InputFormat::Boxes(_)) => {
                let decoded = decoded.unwrap_or_else(|bytes| encoding::decode(bytes, encoding));
                self.pages(&decoded, format, &name, &mut converted);
            }
            (BlockContent::Games, Ok(decoded)) => {
                self.writer.buffer().reserve(decoded.text.len() + decoded.text.len() / 4);
                self.games(&decoded, format, (&name, first_line), 0, None, &mut converted);
                buffers::give(decoded.text.into_bytes());
            }
            (BlockContent::Games, Err(bytes)) => {
                let mut line = first_line;
                let stretches = match format {
                    InputFormat::Pgn => encoding::stretches(&bytes, encoding),
                    _ => vec![(0..bytes.len(), false)],
                };
                for (stretch, is_plain) in stretches {
                    let place = (stretch.start, &*name, line);
                    self.stretch(&bytes[stretch.clone()], is_plain, format, place, &mut converted);
                    if converted.stop {
                        break;
                    }
                    line += lines::count(&bytes[stretch]);
                }
            }
        }
        let mut next = buffers::take();
        next.clear();
        converted.out = std::mem::replace(self.writer.buffer(), next);
        converted
    }

    /// Converts the games of a stretch, which begins at this offset and line; unless it is plain, each has its own encoding.
    fn stretch(
        &mut self,
        bytes: &[u8],
        is_plain: bool,
        format: InputFormat,
        (offset, name, first_line): (usize, &str, u64),
        converted: &mut Converted,
    ) {
        let encoding = self.options.encoding;
        if let Some(Ok(decoded)) = is_plain.then(|| encoding::plain(bytes.to_vec(), encoding)) {
            return self.games(&decoded, format, (name, first_line), offset, None, converted);
        }
        let (mut at, mut line) = (0, first_line);
        // A bug here recurs where it is reported.
        let games = survive(|| encoding::games(bytes, format, encoding));
        for game in games.unwrap_or_else(|_| std::iter::once(0..bytes.len()).collect()) {
            line += lines::count(&bytes[at..game.start]);
            at = game.start;
            let decoded = encoding::decode(bytes[game].to_vec(), encoding);
            self.games(&decoded, format, (name, line), offset + at, None, converted);
            if converted.stop {
                break;
            }
        }
    }

    /// Converts the games on pages with boxes.
    fn pages(&mut self, decoded: &DecodedText, format: InputFormat, name: &str, converted: &mut Converted) {
        let found = survive(|| format.page_text(&decoded.text));
        let (format, pages) = match found {
            Ok(found) => found.unwrap_or_default(),
            Err(bug) => return converted.fail(1, Problem::Bug(bug.to_string())),
        };
        let mut assembled = DecodedText::default();
        assembled.text.clone_from(&pages.text);
        assembled.diagnostics.clone_from(&decoded.diagnostics);
        assembled.diagnostics.iter_mut().for_each(|it| it.span = 0..0);
        assembled.diagnostics.extend(pages.diagnostics.iter().cloned());
        if !assembled.text.trim().is_empty() {
            return self.games(&assembled, format, (name, 1), 0, Some(&pages), converted);
        }
        let mut diagnostics = locate(assembled.diagnostics, &pages.text, 1);
        pages.relocate(&mut diagnostics, 0);
        converted.reports.push(GameReport { game: 0, players: None, diagnostics });
        converted.failed += 1;
    }

    fn games(
        &mut self,
        decoded: &DecodedText,
        format: InputFormat,
        (name, first_line): (&str, u64),
        offset: usize,
        pages: Option<&PageText>,
        converted: &mut Converted,
    ) {
        let plain = survive(|| format.plain(Cow::Borrowed(&decoded.text)));
        let text = plain.unwrap_or_else(|bug| {
            converted.fail(first_line, Problem::Bug(bug.to_string()));
            Cow::Borrowed(&decoded.text)
        });
        let corrections = self.options.corrections.as_ref();
        let corrections = corrections.map_or_else(Vec::new, |it| it.placed(name, &text, first_line));
        let evidence = corrections.iter().filter_map(Placed::evidence).collect();
        let mut run = BlockConversion {
            options: self.options,
            name,
            from: self.options.from.clone().with_evidence(evidence),
            borders: corrections.iter().filter_map(|it| it.border(&text)).collect(),
            corrections,
            reading_back: self.reading_back.as_ref().filter(|_| format == InputFormat::Pgn),
            offset,
            ends: self.ends,
            writer: &mut *self.writer,
            format,
            decoded,
            pages,
            text: &text,
            extents: format.extents(&text),
            counted: (0, first_line),
            noted: 0,
            begins_input: first_line == 1,
            is_words: false,
            converted,
        };
        run.block();
    }

    /// Consumes a piece of a game that is too large to be parsed.
    fn piece(&self, bytes: &[u8], line: u64, first: bool, last: bool, converted: &mut Converted) {
        if let Some(formatted) = &mut converted.formatted {
            formatted.keep(first, last);
        }
        if first {
            let problem = Problem::TooLarge { limit: self.options.max_game };
            let diagnostics = locate(vec![Diagnostic::error(0..0, problem)], "", line);
            converted.reports.push(GameReport { game: 0, players: None, diagnostics });
            converted.failed = 1;
            converted.stop = self.options.on_error == OnError::Stop;
        }
        if self.options.rejects {
            converted.rejects.extend_from_slice(if last { bytes.trim_ascii_end() } else { bytes });
            if last {
                converted.rejects.extend_from_slice(b"\n\n");
            }
        }
        if last {
            converted.games = 1;
            let rejects = converted.rejects.len();
            let ends = Ends { out: 0, rejects, failed: converted.failed };
            converted.ends.extend(self.ends.then_some(ends));
        }
    }
}

/// The conversion of one block.
struct BlockConversion<'r> {
    options: &'r Options,
    /// The name of the text.
    name: &'r str,
    /// The notations of the games, with what is certain of the text.
    from: Notations,
    /// The corrections of the text, and where they divide it between games.
    corrections: Vec<Placed>,
    borders: Vec<usize>,
    /// How to read formatted games again, if games are formatted.
    reading_back: Option<&'r Options>,
    /// The offset of the text in the block.
    offset: usize,
    ends: bool,
    writer: &'r mut (dyn Output + 'r),
    format: InputFormat,
    decoded: &'r DecodedText,
    /// The pages that the text is from, if it has boxes.
    pages: Option<&'r PageText>,
    text: &'r str,
    extents: Extents<'r>,
    /// A place whose line number is known.
    counted: (usize, u64),
    /// The number of encoding diagnostics already given to a game.
    noted: usize,
    /// Whether the block is the first of its input.
    begins_input: bool,
    /// Whether the last thing read was text outside games.
    is_words: bool,
    converted: &'r mut Converted,
}

/// The state before a game, to return to.
struct Mark {
    out: usize,
    rejects: usize,
    reports: usize,
    failed: u64,
    plies: (u64, u64),
    noted: usize,
    counted: (usize, u64),
}

impl BlockConversion<'_> {
    fn block(&mut self) {
        let whole = self.text;
        let borders = std::mem::take(&mut self.borders);
        let mut at = 0;
        for end in borders.into_iter().chain([whole.len()]) {
            // Where it is certain that a game ends, it ends whatever follows.
            if self.text.len() != end {
                self.text = whole.slice(..end);
                self.extents = self.format.extents(self.text);
            }
            at = self.games_from(at);
        }
    }

    /// Converts the games from this offset on; returns the end.
    fn games_from(&mut self, mut at: usize) -> usize {
        loop {
            at += lex::blank_len(self.text.slice(at..));
            if at >= self.text.len() || self.converted.stop {
                return at;
            }
            let mark = self.mark();
            let mut replay = self.options.sampling.next();
            let converted = survive(|| {
                let end = self.convert_exactly(at, replay.as_mut());
                end.unwrap_or_else(|| self.convert_fully(at, replay.as_mut()))
            });
            let start = at;
            at = match converted {
                Ok(end) => end,
                Err(bug) => self.skip_after_bug(at, &mark, &bug),
            };
            if let Some(options) = self.reading_back {
                self.format(start..at, &mark, options);
            }
            let is_words = std::mem::take(&mut self.is_words);
            self.converted.games += u64::from(!is_words);
            if self.ends && !is_words {
                let Converted { ref rejects, failed, .. } = *self.converted;
                let ends = Ends { out: self.writer.buffer().len(), rejects: rejects.len(), failed };
                self.converted.ends.push(ends);
            }
        }
    }

    /// Records the state before a game.
    fn mark(&mut self) -> Mark {
        Mark {
            out: self.writer.buffer().len(),
            rejects: self.converted.rejects.len(),
            reports: self.converted.reports.len(),
            failed: self.converted.failed,
            plies: (self.converted.plies, self.converted.odd),
            noted: self.noted,
            counted: self.counted,
        }
    }

    /// Restores the state before a game.
    fn restore(&mut self, mark: &Mark) {
        self.writer.buffer().truncate(mark.out);
        self.converted.rejects.truncate(mark.rejects);
        self.converted.reports.truncate(mark.reports);
        self.converted.failed = mark.failed;
        (self.converted.plies, self.converted.odd) = mark.plies;
        self.converted.stop = false;
        self.noted = mark.noted;
        self.counted = mark.counted;
    }

    /// Reports a bug in the game at `at`, and keeps its text; returns its end offset.
    fn skip_after_bug(&mut self, at: usize, mark: &Mark, bug: &Bug) -> usize {
        self.restore(mark);
        let end = survive(|| self.extents.of(at).at).ok().filter(|end| *end > at);
        let paragraph = || self.text.slice(at..).find("\n\n").map(|n| at + n + 2);
        let next = || match self.format {
            InputFormat::Prose(_) => paragraph(),
            _ => lex::next_event(self.text.as_bytes(), at + 1),
        };
        let end = end.or_else(next).unwrap_or(self.text.len());
        let mut diagnostics = self.encoding_of(at, end);
        diagnostics.insert(0, Diagnostic::error(at..at, Problem::Bug(bug.to_string())));
        let text = lex::comment_text(self.text.slice(at..end).trim_end());
        let comment = Event::Comment(Comment { kind: CommentKind::Unread, text });
        let game = Game { events: vec![comment], ..Game::default() };
        let located = self.report(at..end, None, diagnostics);
        let written = survive(|| {
            layout::emit(&game, self.writer.writer(), &mut |failed| {
                report_unwritable(self.text, failed, &mut Vec::new())
            });
            let diagnostics = located.map_or(&[][..], |n| &self.converted.reports[n].diagnostics);
            self.writer.end(game.outcome, diagnostics);
        });
        if written.is_err() {
            self.writer.buffer().truncate(mark.out);
        }
        self.failed(at..end, mark.out);
        end
    }

    /// Converts the game at `at` with the exact reader, if possible; returns its end offset.
    fn convert_exactly(&mut self, at: usize, replay: Option<&mut Replay>) -> Option<usize> {
        // What an importer loses, lines in comments, the places of plies, and what corrections change are found in the
        // events of the full reader.
        let varies = self.options.notes == Notes::Variations;
        let wants_source = self.writer.writer().wants_source();
        if !self.extents.is_pgn(at)
            || self.options.import
            || varies
            || wants_source
            || !self.corrections.is_empty()
        {
            return None;
        }
        let mark = self.writer.buffer().len();
        let filter = &self.options.filter;
        let job = exact::GameInput {
            text: self.text,
            start: at,
            notations: &self.options.from,
            filter: if filter.plies.is_none() { filter } else { &Filter::default() },
            escapes: self.writer.keeps_escapes() || self.options.filter.omit.comments,
        };
        let read = match filter.plies {
            None => self.writer.read_exactly(&job),
            Some(_) => job.read(&mut exact::Events(&mut Filtered::new(self.writer.writer(), filter))),
        };
        let is_whole = |read: &exact::Read| !layout::pgn::only_words_after(self.text, read.end);
        // The full reader knows where the moves begin, which is where a checked game with warnings names its notation.
        let is_told =
            |read: &exact::Read| self.options.checks && read.named.is_some() && !read.diagnostics.is_empty();
        let is_taken = |it: &exact::Read| !it.doubtful && !is_told(it) && is_whole(it);
        match read.filter(|it| is_taken(it) && !self.is_too_large(at..it.end)) {
            Some(read) => {
                if let Some(replay) = replay {
                    let whole = exact::GameInput { filter: &Filter::default(), escapes: true, ..job };
                    let again = whole.read(&mut exact::Events(replay)).map(|it| (it.end, it.plies));
                    assert_eq!(again, Some((read.end, read.plies)), "a second reading of a game differs");
                    replay.conclude();
                }
                self.converted.plies += read.plies;
                self.converted.odd += read.odd;
                Some(self.finish_exact_game(&job, read))
            }
            None => {
                self.writer.buffer().truncate(mark);
                None
            }
        }
    }

    /// Writes the end of a game read exactly, and reports its diagnostics, encoding changes, and its notation if it is
    /// only checked; returns its end offset.
    fn finish_exact_game(&mut self, job: &exact::GameInput<'_>, read: exact::Read) -> usize {
        let exact::Read { outcome, diagnostics, end, named, .. } = read;
        let named = named.filter(|_| self.options.checks);
        let mut located = None;
        if !diagnostics.is_empty() || named.is_some() || self.noted < self.decoded.diagnostics.len() {
            let range = job.start..end;
            let note =
                |it: &str| Diagnostic::note(range.start..range.start, Problem::Detected(it.to_owned()));
            let mut all = self.encoding_of(range.start, range.end);
            all.extend(diagnostics);
            all.sort_by_key(|it| it.span.start);
            all.extend(named.map(note));
            located = self.report(range, job.tags().and_then(|it| players(&it)), all);
        }
        self.writer.end(outcome, located.map_or(&[][..], |n| &self.converted.reports[n].diagnostics));
        end
    }

    /// Returns the encoding diagnostics of a game that have not been given yet. One about the bytes as a whole
    /// is placed where they begin, however much white space precedes the game.
    fn encoding_of(&mut self, start: usize, end: usize) -> Vec<Diagnostic> {
        let all = &self.decoded.diagnostics[self.noted..];
        let new = all.partition_point(|it| it.span.start < end);
        self.noted += new;
        let at_game = |span: &Range<usize>| span.start.max(start)..span.end.max(start);
        all[..new].iter().map(|it| Diagnostic { span: at_game(&it.span), ..it.clone() }).collect()
    }

    /// Converts the game at `at` with the full reader; returns its end offset.
    fn convert_fully(&mut self, at: usize, replay: Option<&mut Replay>) -> usize {
        let end = self.extents.of(at).at;
        if self.is_too_large(at..end) {
            self.too_large(at..end);
            return end;
        }
        let wants_source = self.writer.writer().wants_source();
        let needs_line = wants_source || matches!(self.format, InputFormat::Prose(_));
        let line = if needs_line { self.line_of(at) } else { 1 };
        let ReadGame { mut game, diagnostics: read, escapes } = self.extents.read(at..end, line, &self.from);
        if let Some(pages) = self.pages {
            pages.renumber(&mut game);
            if self.options.page_refs {
                pages.refer(&mut game);
            }
        }
        let mut diagnostics = self.encoding_of(at, end);
        diagnostics.extend(read);
        let decided = |it: &Diagnostic| self.corrections.iter().any(|known| known.explains(it));
        diagnostics.retain(|it| !decided(it));
        diagnostics.extend(self.correct(at..end, &mut game));
        // Text outside games is not a game; an input of nothing else is reported as holding none.
        let alone = self.begins_input && at == lex::blank_len(self.text) && end == self.text.len();
        let is_none = |it: &Diagnostic| match it.problem {
            // A game with tags is kept, its moves as a comment.
            Problem::NoPosition => game.tags.0.is_empty(),
            Problem::IsPosition | Problem::NoRecord | Problem::Fragment => true,
            Problem::NoGame => alone,
            _ => false,
        };
        if alone && !diagnostics.iter().any(is_none) && self.holds_no_game(&game, end) {
            diagnostics.insert(0, Diagnostic::error(at..at, Problem::NoGame));
        }
        if diagnostics.iter().any(is_none) {
            self.report(at..end, players(&game.tags), diagnostics);
            self.reject(at..end);
            self.converted.stop = self.options.on_error == OnError::Stop;
            return end;
        }
        if self.options.notes == Notes::Variations {
            let mut scratch = Scratch::default();
            events::vary(&mut game, &mut |notation, position, text| {
                read_move(notation, position, text, &mut scratch).map(|it| (it.ply, it.len))
            });
        }
        self.writer.write_in(self.named(&game, &diagnostics));
        if self.options.checks {
            self.check_notation(&game, &mut diagnostics);
        }
        layout::conclude(&mut game, &mut diagnostics);
        if !self.writer.keeps_escapes() && !self.options.filter.omit.comments {
            let dropped = |place| Diagnostic::warning(place, Problem::Dropped("escape lines"));
            escapes.into_iter().for_each(|it| diagnostics::add(&mut diagnostics, dropped(it)));
        }
        if let Some(nothing) = diagnostics.iter_mut().find(|it| it.problem == Problem::NoGame) {
            *nothing = Diagnostic::warning(nothing.span.clone(), Problem::Words { kept: false });
            self.report(at..end, None, diagnostics);
            self.keep_bytes(at..end);
            self.is_words = true;
            return end;
        }
        if self.options.import && self.format == InputFormat::Pgn {
            diagnostics.extend(pgn::losses(self.text, at..end, &game));
        }
        let mark = self.writer.buffer().len();
        let text = self.text;
        if let Some(replay) = replay {
            layout::emit(&game, replay, &mut |failed| report_unwritable(text, failed, &mut Vec::new()));
            replay.conclude();
        }
        let source = wants_source.then(|| SourceText::new(self.name, text, at..end, line));
        let mut failed = |failed: Failed| report_unwritable(text, failed, &mut diagnostics);
        if self.options.filter.is_empty() {
            emit_with_source(&game, source.as_ref(), self.writer.writer(), &mut failed);
        } else {
            let mut filtered = Filtered::new(self.writer.writer(), &self.options.filter);
            emit_with_source(&game, source.as_ref(), &mut filtered, &mut failed);
        }
        diagnostics.sort_by_key(|it| it.span.start);
        let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
        let players = players(&game.tags);
        let plies = game.events.iter().filter(|it| matches!(it, Event::Ply(..))).count() as u64;
        self.converted.plies += plies;
        self.converted.odd += plies;
        let located = self.report(at..end, players, diagnostics);
        let diagnostics = located.map_or(&[][..], |n| &self.converted.reports[n].diagnostics);
        self.writer.end(game.outcome, diagnostics);
        if has_errors {
            self.failed(at..end, mark);
        }
        end
    }

    /// Gives the game in this range the result that a correction says, and returns errors for the corrections that do not fit.
    fn correct(&self, range: Range<usize>, game: &mut Game<'_>) -> Vec<Diagnostic> {
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

    /// Returns the notation that a game itself names, unless it is SAN.
    fn named<'g>(&self, game: &'g Game<'_>, diagnostics: &[Diagnostic]) -> Option<&'g str> {
        let was_found = |it: &Diagnostic| matches!(it.problem, Problem::Detected(_) | Problem::Otherwise(_));
        let is_named = !self.options.from.is_given() && !diagnostics.iter().any(was_found);
        game.notation.as_deref().filter(|_| is_named)
    }

    /// Tells the notation of a game, unless it is SAN or given; it is an error if nothing but the legality of the game
    /// speaks for it.
    fn check_notation(&self, game: &Game<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let told = |it: &&mut Diagnostic| matches!(it.problem, Problem::Detected(_) | Problem::Otherwise(_));
        if let Some(told) = diagnostics.iter_mut().find(told) {
            if matches!(told.problem, Problem::Otherwise(_)) {
                told.severity = Severity::Error;
            }
        } else if let Some(name) = game.notation.as_ref().filter(|_| !self.options.from.is_given()) {
            let place = game.movetext.start;
            diagnostics.push(Diagnostic::note(place..place, Problem::Detected(name.clone())));
        }
    }

    /// Whether a text that ends here has neither tags nor a legal move nor a result.
    fn holds_no_game(&self, game: &Game<'_>, end: usize) -> bool {
        let marked = self.text.slice(..end).trim_end().ends_with('*');
        let moves = game.events.iter().any(|it| matches!(it, Event::Ply(..)));
        let is_bare = game.tags.0.is_empty() && game.start.fen() == Position::default().fen();
        is_bare && !moves && game.outcome == Outcome::Unknown && !marked
    }

    /// Handles a game with errors, whose output begins at `mark`, as the user wants.
    fn failed(&mut self, game: Range<usize>, mark: usize) {
        self.reject(game);
        match self.options.on_error {
            OnError::Keep => {}
            OnError::Skip => self.writer.buffer().truncate(mark),
            OnError::Stop => {
                self.writer.buffer().truncate(mark);
                self.converted.stop = true;
            }
        }
    }

    fn is_too_large(&self, game: Range<usize>) -> bool {
        game.len() > self.options.max_game
            && self.text.slice(game).trim_ascii_end().len() > self.options.max_game
    }

    /// Reports a game above the size limit, which is not written.
    fn too_large(&mut self, game: Range<usize>) {
        let problem = Problem::TooLarge { limit: self.options.max_game };
        let mut diagnostics = vec![Diagnostic::error(game.start..game.start, problem)];
        diagnostics.extend(self.encoding_of(game.start, game.end));
        self.report(game.clone(), None, diagnostics);
        self.reject(game);
        self.converted.stop = self.options.on_error == OnError::Stop;
    }

    /// Counts a game with errors, and keeps its bytes if requested.
    fn reject(&mut self, game: Range<usize>) {
        self.converted.failed += 1;
        self.keep_bytes(game);
    }

    /// Keeps the bytes of something that is not written, if requested.
    fn keep_bytes(&mut self, game: Range<usize>) {
        if self.options.rejects {
            let bytes = &self.decoded.bytes()[self.decoded.source(game.start)..self.decoded.source(game.end)];
            self.converted.rejects.extend_from_slice(bytes.trim_ascii_end());
            self.converted.rejects.extend_from_slice(b"\n\n");
        }
    }

    /// Returns the line number of a place no earlier than that of the previous call.
    fn line_of(&mut self, place: usize) -> u64 {
        let (at, line) = self.counted;
        self.counted = (place, line + lines::count(&self.text.as_bytes()[at..place]));
        self.counted.1
    }

    /// Keeps the diagnostics of a game; returns its number.
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
        let start = game.start;
        let mut diagnostics = locate(shifted.collect(), self.text.slice(game), line);
        if let Some(pages) = self.pages {
            pages.relocate(&mut diagnostics, start);
        }
        self.converted.reports.push(GameReport { game: self.converted.games, players, diagnostics });
        Some(self.converted.reports.len() - 1)
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
    fn played(&mut self, _: &Position, _: &Ply) {}
    fn provenance(&mut self, from: &Provenance<'_>) {
        self.0.push((from.span.range(), from.before.clone(), *from.ply));
    }
    fn nag(&mut self, _: Nag) {}
    fn comment(&mut self, _: &Comment<'_>) {}
    fn begin_variation(&mut self) {}
    fn end_variation(&mut self) {}
    fn end(&mut self, _: Outcome, _: &[Located]) {}
}

/// Reports a ply that could not be written, and keeps the rest of its line as a comment.
fn report_unwritable<'t>(text: &'t str, failed: Failed, diagnostics: &mut Vec<Diagnostic>) -> Comment<'t> {
    let from_here = text.slice(failed.place..);
    let len = from_here.find(char::is_whitespace).unwrap_or(from_here.len());
    let problem = Problem::Unwritable(failed.why);
    let place = failed.place..failed.place + len;
    diagnostics::add(diagnostics, Diagnostic::error(place, problem).at(&failed.position));
    let rest = failed.end.map_or("", |end| text.slice(failed.place..end));
    Comment { kind: CommentKind::Unwritten, text: lex::comment_text(rest) }
}

/// Returns the players, as in `Morphy – Harrwitz`.
fn players(tags: &Tags<'_>) -> Option<String> {
    let name = |tag| Some(tags.known(tag)?.split(',').next()?.trim().to_owned());
    match (name("White"), name("Black")) {
        (None, None) => None,
        (white, black) => {
            let unknown = || "?".to_owned();
            Some(format!("{} – {}", white.unwrap_or_else(unknown), black.unwrap_or_else(unknown)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        io::{Blocks, Cutting},
        layout::{pgn::PgnWriter, prose::Prose},
        notation::{Notation, Reading},
    };

    /// A writer of comments with planted bugs: some words make it panic in the middle of a game.
    #[derive(Default)]
    struct Flawed(Vec<u8>);

    impl Writer for Flawed {
        fn begin(&mut self, _: &Head<'_>) {
            self.0.extend_from_slice(b"<");
        }
        fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
            self.0.push(b'.');
            Ok(())
        }
        fn played(&mut self, _: &Position, _: &Ply) {}
        fn nag(&mut self, _: Nag) {}
        fn comment(&mut self, comment: &Comment<'_>) {
            assert!(comment.text != "boom", "there is no {}", comment.text);
            assert!(!comment.text.contains("twice"), "there is no comment either");
            self.0.extend_from_slice(comment.text.as_bytes());
        }
        fn begin_variation(&mut self) {}
        fn end_variation(&mut self) {}
        fn end(&mut self, _: Outcome, _: &[Located]) {
            self.0.extend_from_slice(b">\n");
        }
    }

    impl Output for Flawed {
        fn buffer(&mut self) -> &mut Vec<u8> {
            &mut self.0
        }

        fn writer(&mut self) -> &mut dyn Writer {
            self
        }
    }

    /// A notation that panics at some words.
    struct FlawedNotation;

    impl Notation for FlawedNotation {
        fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
            Choice::san().notation.write(before, ply, out)
        }

        fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
            assert!(!text.starts_with("Bb5"), "there is no bishop");
            Choice::san().notation.read(before, text, out);
        }
    }

    fn options(on_error: OnError) -> Options {
        Options { on_error, rejects: true, max_game: 1 << 20, ..Options::new(Notations::any()) }
    }

    fn converted(text: &[u8], on_error: OnError) -> Converted {
        let options = options(on_error);
        let cutting = Cutting { format: None, extract: false, encoding: None, max_game: options.max_game };
        let block = Blocks::new(text, cutting).next_block().expect("memory does not fail");
        Converter::new(&options, Box::new(Flawed::default())).convert(block.expect("a block"))
    }

    #[test]
    fn a_bug_costs_one_game() {
        // One in a correct game, one in a game with a slip, one in Latin-1; each between good games.
        for (bad, kept) in [
            (&b"[Event \"b\"]\n\n1. e4 {boom} e5 *"[..], "[Event \"b\"]\n\n1. e4 {boom} e5 *"),
            (b"[Event \"b\"]\n\n1. e4 {boom} Ke5 *", "[Event \"b\"]\n\n1. e4 {boom} Ke5 *"),
            (b"[Event \"\xe9\"]\n\n1. e4 {boom} e5 *", "[Event \"é\"]\n\n1. e4 {boom} e5 *"),
        ] {
            let text = [b"1. d4 {one} *\n\n", bad, b"\n\n[Event \"c\"]\n\n1. c4 {two} *\n\n"].concat();
            for (on_error, expected) in [
                (OnError::Keep, format!("<.one>\n<{kept}>\n<.two>\n")),
                (OnError::Skip, "<.one>\n<.two>\n".to_owned()),
                (OnError::Stop, "<.one>\n".to_owned()),
            ] {
                let converted = converted(&text, on_error);
                assert_eq!(String::from_utf8_lossy(&converted.out), expected, "{on_error:?}");
                assert_eq!(converted.rejects, [bad, b"\n\n"].concat());
                assert_eq!((converted.failed, converted.stop), (1, on_error == OnError::Stop));
                let said: Vec<_> = converted.reports.iter().flat_map(|it| &it.diagnostics).collect();
                let bug = said.iter().find(|it| it.diagnostic.problem.kind() == "bug").expect("it is said");
                assert_eq!((bug.line, bug.column), (3, 1));
                assert_eq!(
                    bug.diagnostic.problem.to_string(),
                    "bug in plyglot, please report it: there is no boom"
                );
            }
        }
    }

    /// Whichever way a game is read, and in whatever thread, a replay that disagrees is a bug, and the game is refused.
    #[test]
    fn a_replay_that_disagrees_is_a_bug() {
        let text =
            b"1. e4 {plain} e5 *\n\n1. e4 {slip} Ke5 *\n\n[Variant \"Atomic\"]\n\n1. e4 {other} e5 *\n\n";
        for disagrees in [false, true] {
            let mut options = options(OnError::Skip);
            options.sampling.disagrees = disagrees;
            let convert = || {
                let cutting =
                    Cutting { format: None, extract: false, encoding: None, max_game: options.max_game };
                let block = Blocks::new(&text[..], cutting).next_block().expect("memory does not fail");
                Converter::new(&options, Box::new(Flawed::default())).convert(block.expect("a block"))
            };
            let all = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(convert)).collect();
                threads.into_iter().map(|it| it.join().expect("bugs are contained")).collect::<Vec<_>>()
            });
            for converted in all {
                let said = converted.reports.iter().flat_map(|it| &it.diagnostics);
                let bugs = said.filter(|it| it.diagnostic.problem.kind() == "bug");
                let bugs: Vec<String> = bugs.map(|it| it.diagnostic.problem.to_string()).collect();
                let told = |it: &String| it.contains("please report it: shakmaty does not allow e2e4");
                assert_eq!(
                    (bugs.len(), bugs.iter().all(told)),
                    (if disagrees { 2 } else { 0 }, true),
                    "{bugs:?}"
                );
                let expected = if disagrees { "<.other.>\n" } else { "<.plain.>\n<.other.>\n" };
                assert_eq!(String::from_utf8_lossy(&converted.out), expected);
                assert_eq!(converted.failed, if disagrees { 2 } else { 1 });
            }
        }
    }

    #[test]
    fn a_bug_costs_one_game_of_a_book() {
        let from = Notations::only(Choice { name: "flawed".to_owned(), notation: Arc::new(FlawedNotation) });
        let options = Options { max_game: 1 << 20, ..Options::new(from) };
        let game =
            |n, last| format!("GAME {n}.\n\nWhite.  Black.\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n3. {last} a6\n\n");
        let text = [game("I", "Bc4"), game("II", "Bb5"), game("III", "Be2")].concat();
        for format in [Prose::Book, Prose::Block].map(InputFormat::Prose) {
            let block = Block {
                bytes: text.clone().into_bytes(),
                first_line: 1,
                format,
                content: BlockContent::Games,
                name: "".into(),
            };
            let converted =
                Converter::new(&options, Box::new(PgnWriter::new(&Choice::san(), 79))).convert(block);
            let out = String::from_utf8_lossy(&converted.out);
            assert!(out.contains("3. Bc4 a6") && out.contains("3. Be2 a6"), "{out}");
            assert!(out.contains("3. Bb5 a6}"), "{out}");
            let said = converted.reports.iter().flat_map(|it| &it.diagnostics);
            let bugs = said.filter(|it| it.diagnostic.problem.kind() == "bug").map(|it| it.line);
            assert_eq!((converted.failed, bugs.collect::<Vec<_>>()), (1, vec![11]));
        }
    }

    #[test]
    fn a_game_that_cannot_even_be_kept_is_rejected() {
        let converted = converted(b"1. e4 {twice} *\n\n1. d4 {good} *\n\n", OnError::Keep);
        assert_eq!(converted.out, b"<.good>\n");
        assert_eq!(converted.rejects, b"1. e4 {twice} *\n\n");
        assert_eq!((converted.games, converted.failed), (2, 1));
    }
}
