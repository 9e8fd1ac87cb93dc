//! Conversion of the games of one block.

use std::{borrow::Cow, ops::Range, sync::LazyLock};

use super::{Converted, Ends, GameReport, OnError, Options, read_game};
use crate::{
    bug::{Bug, survive},
    chess::{Comment, CommentKind, Outcome, Position, Tags},
    corrections::Placed,
    diagnostics::{self, Diagnostic, Problem, Severity, locate},
    events::{self, Notes, SourceText, emit_with_source},
    io::encoding::DecodedText,
    layout::{
        self, Event, Extents, Failed, Filter, Filtered, Game, InputFormat, Output, PageText, ReadGame, pgn,
    },
    lex, lines,
    replay::Replay,
    resolve::{Notations, Scratch, exact, read_move},
    slice::Slice as _,
};

/// The conversion of one block.
pub(super) struct BlockConversion<'r> {
    pub(super) options: &'r Options,
    /// The name of the text.
    pub(super) name: &'r str,
    /// The notations of the games, with what is certain about the text.
    pub(super) from: Notations,
    /// The corrections of the text, and where they separate its games.
    pub(super) corrections: Vec<Placed>,
    pub(super) borders: Vec<usize>,
    /// How to read formatted games again, if games are formatted.
    pub(super) reading_back: Option<&'r Options>,
    /// The offset of the text in the block.
    pub(super) offset: usize,
    pub(super) ends: bool,
    pub(super) writer: &'r mut (dyn Output + 'r),
    pub(super) format: InputFormat,
    pub(super) decoded: &'r DecodedText,
    /// The pages that the text is from, if it has boxes.
    pub(super) pages: Option<&'r PageText>,
    pub(super) text: &'r str,
    pub(super) extents: Extents<'r>,
    /// An offset whose line number is known.
    pub(super) counted: (usize, u64),
    /// The number of encoding diagnostics already given to a game.
    pub(super) noted: usize,
    /// Whether the block is the first of its input.
    pub(super) begins_input: bool,
    /// Where the next variation may begin.
    pub(super) next_variation: usize,
    /// Whether the last thing read was text outside games.
    pub(super) is_words: bool,
    /// Whether the end of the last game without tags was only inferred from the beginning of the next.
    pub(super) are_bounded: bool,
    pub(super) converted: &'r mut Converted,
}

/// The state before a game, for going back to it.
pub(super) struct Mark {
    pub(super) out: usize,
    pub(super) rejects: usize,
    pub(super) reports: usize,
    pub(super) failed: u64,
    pub(super) plies: (u64, u64),
    pub(super) noted: usize,
    pub(super) counted: (usize, u64),
}

impl<'r> BlockConversion<'r> {
    /// Begins the conversion of the games in a text without name and corrections.
    pub(super) fn new(
        options: &'r Options,
        writer: &'r mut (dyn Output + 'r),
        (format, decoded, text): (InputFormat, &'r DecodedText, &'r str),
        converted: &'r mut Converted,
    ) -> BlockConversion<'r> {
        BlockConversion {
            options,
            name: "",
            from: options.from.clone(),
            corrections: Vec::new(),
            borders: Vec::new(),
            reading_back: None,
            offset: 0,
            ends: false,
            writer,
            format,
            decoded,
            pages: None,
            text,
            extents: format.extents(text),
            counted: (0, 1),
            noted: 0,
            begins_input: false,
            next_variation: 0,
            is_words: false,
            are_bounded: false,
            converted,
        }
    }

    /// Converts the games.
    pub(super) fn block(&mut self) {
        let whole = self.text;
        let borders = std::mem::take(&mut self.borders);
        let mut at = 0;
        for end in borders.into_iter().chain([whole.len()]) {
            // A game certain to have ended ends whatever follows.
            if self.text.len() != end {
                self.text = whole.slice(..end);
                self.extents = self.format.extents(self.text);
            }
            at = self.games_from(at);
        }
    }

    /// Converts the games from an offset on. Returns the end.
    fn games_from(&mut self, mut at: usize) -> usize {
        let is_exact = self.may_be_exact();
        self.next_variation = exact::next_variation(self.text, at);
        loop {
            at += lex::blank_len(self.text.slice(at..));
            if at >= self.text.len() || self.converted.stop {
                return at;
            }
            let mark = self.mark();
            let mut replay = self.options.sampling.next();
            let converted = survive(|| {
                let end = if is_exact { self.convert_exactly(at, &mark, replay.as_mut()) } else { None };
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

    /// Reports a bug in the game at `at`, and keeps its text. Returns its end offset.
    fn skip_after_bug(&mut self, at: usize, mark: &Mark, bug: &Bug) -> usize {
        self.restore(mark);
        let end = survive(|| self.extents.of(at).at).ok().filter(|end| *end > at);
        let paragraph = || self.text.slice(at..).find("\n\n").map(|n| at + n + 2);
        let next = || match self.format {
            InputFormat::Prose => paragraph(),
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
            layout::emit(&game, &mut *self.writer, &mut |failed| {
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

    /// Whether the exact reader suffices. Only the full reader's events show what an importer loses, lines in
    /// comments, the places of plies, and what corrections change.
    fn may_be_exact(&mut self) -> bool {
        !self.options.import
            && self.options.notes != Notes::Variations
            && self.corrections.is_empty()
            && !self.writer.wants_source()
    }

    /// Converts the game at `at` with the exact reader if possible. Returns its end offset.
    fn convert_exactly(&mut self, at: usize, mark: &Mark, mut replay: Option<&mut Replay>) -> Option<usize> {
        // A game's lines are named if its text has no tags.
        let is_tagged = self.text.slice(at..).starts_with('[');
        if self.options.extract && !is_tagged || !self.extents.may_be_exact(at) {
            return None;
        }
        // In other formats words may tell how a game ended. Its end is found as that of the previous game
        // was, or else in the other way.
        let ways = match self.format {
            InputFormat::Lists(_) => &[true][..],
            InputFormat::Pgn if !is_tagged => &[self.are_bounded, !self.are_bounded],
            _ => &[false],
        };
        ways.iter().find_map(|is_bounded| {
            let end = is_bounded.then(|| self.extents.of(at).at);
            let end = self.convert_exactly_to(end, at, mark, replay.as_deref_mut())?;
            self.are_bounded = *is_bounded;
            Some(end)
        })
    }

    /// Tries to do so with a game that ends at an offset or, if none is given, where its text shows.
    fn convert_exactly_to(
        &mut self,
        end: Option<usize>,
        at: usize,
        mark: &Mark,
        replay: Option<&mut Replay>,
    ) -> Option<usize> {
        if self.next_variation < at {
            self.next_variation = exact::next_variation(self.text, at);
        }
        let filter = &self.options.filter;
        let job = exact::GameInput {
            text: self.text.slice(..end.unwrap_or(self.text.len())),
            start: at,
            is_bounded: end.is_some(),
            notations: &self.options.from,
            filter: if filter.plies.is_none() { filter } else { &WHOLE },
            escapes: self.writer.keeps_escapes() || filter.omit.comments,
            next_variation: self.next_variation,
        };
        let read = match filter.plies {
            None => self.writer.read_exactly(&job),
            Some(_) => job.read(&mut exact::Events(&mut Filtered::new(&mut *self.writer, filter))),
        };
        let is_whole = |read: &exact::Read| !layout::pgn::only_words_after(self.text, read.end);
        // The full reader knows where the moves begin, which is where a checked game with warnings reports
        // its notation.
        let is_told =
            |read: &exact::Read| self.options.checks && read.named.is_some() && !read.diagnostics.is_empty();
        let is_taken = |it: &exact::Read| !it.doubtful && !is_told(it) && is_whole(it);
        match read.filter(|it| is_taken(it) && !self.is_too_large(at..it.end)) {
            Some(read) => {
                if let Some(replay) = replay {
                    replay_exactly(&job, &read, replay);
                }
                self.converted.plies += read.plies;
                self.converted.odd += read.odd;
                Some(self.finish_exact_game(&job, read))
            }
            None => {
                self.writer.buffer().truncate(mark.out);
                None
            }
        }
    }

    /// Writes the end of an exactly read game, and reports its diagnostics, its encoding changes and, if it
    /// is only checked, its notation. Returns its end offset.
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

    /// Returns the encoding diagnostics up to a game's end that were not returned before. Those that begin
    /// before the game are moved to its start.
    fn encoding_of(&mut self, start: usize, end: usize) -> Vec<Diagnostic> {
        let all = &self.decoded.diagnostics[self.noted..];
        let new = all.partition_point(|it| it.span.start < end);
        self.noted += new;
        let at_game = |span: &Range<usize>| span.start.max(start)..span.end.max(start);
        all[..new].iter().map(|it| Diagnostic { span: at_game(&it.span), ..it.clone() }).collect()
    }

    /// Converts the game at `at` with the full reader. Returns its end offset.
    fn convert_fully(&mut self, at: usize, replay: Option<&mut Replay>) -> usize {
        let end = self.extents.of(at).at;
        if self.is_too_large(at..end) {
            self.too_large(at..end);
            return end;
        }
        let needs_line = self.writer.wants_source() || self.options.extract;
        let line = if needs_line { self.line_of(at) } else { 1 };
        let (mut game, mut diagnostics, escapes) = self.read_fully(at..end, line);
        if self.is_no_game(at..end, &game, &mut diagnostics) {
            self.report(at..end, players(&game.tags), diagnostics);
            self.reject(at..end);
            self.converted.stop = self.options.on_error == OnError::Stop;
            return end;
        }
        self.complete(&mut game, &mut diagnostics, escapes);
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
        self.replay(&game, replay);
        self.write(at..end, line, &game, diagnostics);
        end
    }

    /// Converts a game that was not read from a text.
    pub(super) fn convert_read(&mut self, mut game: Game<'r>) {
        let mut diagnostics = Vec::new();
        self.complete(&mut game, &mut diagnostics, Vec::new());
        self.replay(&game, self.options.sampling.next().as_mut());
        self.write(0..0, 1, &game, diagnostics);
    }

    fn replay(&self, game: &Game<'r>, replay: Option<&mut Replay>) {
        let Some(replay) = replay else { return };
        layout::emit(game, replay, &mut |failed| report_unwritable(self.text, failed, &mut Vec::new()));
        replay.conclude();
    }

    /// Reads the game in this range, which begins on this line. Returns the game, with the diagnostics of its
    /// bytes and its text, and its escape lines.
    fn read_fully(
        &mut self,
        range: Range<usize>,
        line: u64,
    ) -> (Game<'r>, Vec<Diagnostic>, Vec<Range<usize>>) {
        let mut read = self.extents.read(range.clone(), &self.from);
        let place = self.options.extract.then(|| self.extents.place(&range, &read)).flatten();
        if let Some(place) = place {
            place.leave_out_words(&mut read, self.text, range.clone(), line);
        }
        let ReadGame { mut game, diagnostics: read, escapes } = read;
        if let Some(pages) = self.pages {
            pages.renumber(&mut game);
            if self.options.page_refs {
                pages.refer(&mut game);
            }
        }
        let mut diagnostics = self.encoding_of(range.start, range.end);
        diagnostics.extend(read);
        let decided = |it: &Diagnostic| self.corrections.iter().any(|known| known.explains(it));
        diagnostics.retain(|it| !decided(it));
        diagnostics.extend(self.correct(range, &mut game));
        (game, diagnostics, escapes)
    }

    /// Whether to refuse a text as holding no game, which the diagnostics then say.
    fn is_no_game(&self, range: Range<usize>, game: &Game<'_>, diagnostics: &mut Vec<Diagnostic>) -> bool {
        // Text outside games is not a game; an input of nothing else is reported as having no games.
        let is_first = self.begins_input && range.start == lex::blank_len(self.text);
        let alone = is_first && range.end == self.text.len();
        let is_none = |it: &Diagnostic| match it.problem {
            // A game with tags is kept, its moves as a comment.
            Problem::NoPosition => game.tags.0.is_empty(),
            Problem::IsPosition | Problem::NoRecord | Problem::Fragment => true,
            Problem::NoGame => alone,
            _ => false,
        };
        if diagnostics.iter().any(is_none) {
            return true;
        }
        let is_empty = alone && self.holds_no_game(game, range.end);
        if is_empty {
            diagnostics.insert(0, Diagnostic::error(range.start..range.start, Problem::NoGame));
        }
        is_empty
    }

    /// Completes a read game as the options ask, and reports its notation and what cannot be kept.
    fn complete(
        &mut self,
        game: &mut Game<'_>,
        diagnostics: &mut Vec<Diagnostic>,
        escapes: Vec<Range<usize>>,
    ) {
        if self.options.notes == Notes::Variations {
            let mut scratch = Scratch::default();
            events::vary(game, &mut |notation, position, text| {
                read_move(notation, position, text, &mut scratch).map(|it| (it.ply, it.len))
            });
        }
        self.writer.write_in(self.named(game, diagnostics));
        if self.options.checks {
            self.check_notation(game, diagnostics);
        }
        layout::conclude(game, diagnostics);
        if !self.writer.keeps_escapes() && !self.options.filter.omit.comments {
            let dropped = |place| Diagnostic::warning(place, Problem::Dropped("escape lines"));
            escapes.into_iter().for_each(|it| diagnostics::add(diagnostics, dropped(it)));
        }
    }

    /// Writes the game in this range, and reports its diagnostics.
    fn write(&mut self, range: Range<usize>, line: u64, game: &Game<'_>, mut diagnostics: Vec<Diagnostic>) {
        let mark = self.writer.buffer().len();
        let text = self.text;
        let wants_source = self.writer.wants_source();
        let source = wants_source.then(|| SourceText::new(self.name, text, range.clone(), line));
        let mut failed = |failed: Failed<'_, '_>| report_unwritable(text, failed, &mut diagnostics);
        if self.options.filter.is_empty() {
            emit_with_source(game, source.as_ref(), &mut *self.writer, &mut failed);
        } else {
            let mut filtered = Filtered::new(&mut *self.writer, &self.options.filter);
            emit_with_source(game, source.as_ref(), &mut filtered, &mut failed);
        }
        diagnostics.sort_by_key(|it| it.span.start);
        let has_errors = diagnostics::have_errors(&diagnostics);
        let plies = game.events.iter().filter(|it| matches!(it, Event::Ply(..))).count() as u64;
        self.converted.plies += plies;
        self.converted.odd += plies;
        let located = self.report(range.clone(), players(&game.tags), diagnostics);
        let diagnostics = located.map_or(&[][..], |n| &self.converted.reports[n].diagnostics);
        self.writer.end(game.outcome, diagnostics);
        if has_errors {
            self.failed(range, mark);
        }
    }

    /// Returns the notation that a game itself names, unless it is SAN.
    fn named<'g>(&self, game: &'g Game<'_>, diagnostics: &[Diagnostic]) -> Option<&'g str> {
        let was_found = |it: &Diagnostic| matches!(it.problem, Problem::Detected(_) | Problem::Otherwise(_));
        let is_named = !self.options.from.is_given() && !diagnostics.iter().any(was_found);
        game.notation.as_deref().filter(|_| is_named)
    }

    /// Reports the notation of a game, unless it is SAN or was given. This is an error if only the legality
    /// of its moves suggests that notation.
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
        // Two dashes may be a ruled line.
        let moves = game.events.iter().any(|it| matches!(it, Event::Ply(ply, _) if !ply.is_null()));
        let is_bare = game.tags.0.is_empty() && game.start.fen() == Position::default().fen();
        is_bare && !moves && game.outcome == Outcome::Unknown && !marked
    }

    /// Handles a game with errors, whose output begins at `mark`, according to the policy.
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

    /// Reports a game above the size limit, which isn't written.
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

    /// Keeps the bytes of a passage that isn't written, if requested.
    fn keep_bytes(&mut self, game: Range<usize>) {
        if self.options.rejects {
            let game = self.extents.whole(game);
            let bytes = &self.decoded.bytes()[self.decoded.source(game.start)..self.decoded.source(game.end)];
            self.converted.rejects.extend_from_slice(bytes.trim_ascii_end());
            self.converted.rejects.extend_from_slice(b"\n\n");
        }
    }

    /// Returns the line number of an offset not before that of the previous call.
    fn line_of(&mut self, place: usize) -> u64 {
        let (at, line) = self.counted;
        self.counted = (place, line + lines::count(&self.source().as_bytes()[at..place]));
        self.counted.1
    }

    /// Returns the text without the replacement of its marks, which may take the place of line ends.
    fn source(&self) -> &'r str {
        let decoded = &self.decoded.text;
        if self.pages.is_some() || decoded.len() < self.text.len() { self.text } else { decoded }
    }

    /// Keeps the diagnostics of a game. Returns their index in the reports, if there are any.
    pub(super) fn report(
        &mut self,
        game: Range<usize>,
        players: Option<String>,
        diagnostics: Vec<Diagnostic>,
    ) -> Option<usize> {
        if diagnostics.is_empty() {
            return None;
        }
        let line = self.line_of(game.start);
        // In a table, moves of a game may stand below those of others.
        let end = diagnostics.iter().map(|it| it.span.end.min(self.text.len())).fold(game.end, usize::max);
        let game = game.start..end;
        let shifted = diagnostics.into_iter().map(|it| {
            let span = it.span.start.saturating_sub(game.start)..it.span.end.saturating_sub(game.start);
            Diagnostic { span, ..it }
        });
        let start = game.start;
        let source = self.source().slice(game.clone());
        let mut diagnostics = locate(shifted.collect(), self.text.slice(game), source, line);
        if let Some(pages) = self.pages {
            pages.relocate(&mut diagnostics, start);
        }
        self.converted.reports.push(GameReport { game: self.converted.games, players, diagnostics });
        Some(self.converted.reports.len() - 1)
    }
}

/// Omits nothing.
static WHOLE: LazyLock<Filter> = LazyLock::new(Filter::default);

/// Reads a game again so as to replay it.
///
/// # Panics
///
/// If it is read differently, or shakmaty plays it differently: a bug.
#[cold]
fn replay_exactly(job: &exact::GameInput<'_>, read: &exact::Read, replay: &mut Replay) {
    let whole = exact::GameInput { filter: &WHOLE, escapes: true, ..*job };
    let again = whole.read(&mut exact::Events(replay)).map(|it| (it.end, it.plies));
    assert_eq!(again, Some((read.end, read.plies)), "a second reading of a game differs");
    replay.conclude();
}

/// Reports a ply that cannot be written, and keeps the rest of its line as a comment: as in the text or, for
/// a game without one, in SAN.
fn report_unwritable<'t>(
    text: &'t str,
    failed: Failed<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Comment<'t> {
    let from_here = text.slice(failed.place..);
    let len = from_here.find(char::is_whitespace).unwrap_or(from_here.len());
    let problem = Problem::Unwritable(failed.why);
    let place = failed.place..failed.place + len;
    diagnostics::add(diagnostics, Diagnostic::error(place, problem).at(&failed.position));
    let text = match failed.end {
        None => Cow::Borrowed(""),
        Some(_) if text.is_empty() => read_game::movetext(&failed.position, failed.rest).into(),
        Some(end) => lex::comment_text(text.slice(failed.place..end)),
    };
    Comment { kind: CommentKind::Unwritten, text }
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
