//! The full reader of PGN: anything that people put into PGN files, in any notation.
//!
//! Reads everything that the exact reader ([`crate::resolve::exact`]) leaves. The end of a game is found
//! first (`lex::extent`), then its main line is read as a whole ([`crate::resolve`]), then the text between
//! the moves is put in its place: comments, NAGs, and variations, each of which is read in the same way.

mod conclusion;

use std::{borrow::Cow, ops::Range};

use super::{
    begin::{self, LeadingWords},
    extent,
    result::{self, Tail},
    stretch::{Stretch, fragment},
    tidy,
};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Position},
    diagnostics::{self, Diagnostic, Problem, Severity},
    events::outcome,
    layout::{
        Event, Game, ReadGame, set_up,
        transcript::{Insertion, NOTHING, Transcript},
    },
    lex::{self, PgnToken},
    notation::Choice,
    resolve::{
        self, Certain, Decoded, Evidence, Line, MainLine, Notations, Recognised, Repairing, Step,
        numbers::Numbers,
    },
    slice::Slice as _,
    words::{
        ending::{self, Players},
        heading,
    },
};

/// Reads the game in this range of the text.
#[must_use]
pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    read_between(text, range, &NOTHING, notations)
}

/// Reads a game assembled in a transcript.
pub(in crate::layout) fn read_transcript<'t>(game: &'t Transcript, notations: &Notations) -> ReadGame<'t> {
    read_between(&game.moves, 0..game.moves.len(), game, notations)
}

/// Reads the game in this range of a text, with a transcript's tags and insertions between the moves.
fn read_between<'t>(
    text: &'t str,
    range: Range<usize>,
    game: &'t Transcript,
    notations: &Notations,
) -> ReadGame<'t> {
    let own = || extent::own_extent(text.slice(..range.end), range.start).at;
    let end = if game.insertions.is_empty() { own() } else { range.end };
    let end = if extent::only_words_after(text.slice(..range.end), end) { end } else { range.end };
    let mut read = read_game(text, range.start..end, game, notations);
    if end < range.end {
        let mut words = Reader::new(text, range.end, &NOTHING);
        words.add_paragraphs(end..range.end);
        read.game.events.append(&mut words.game.events);
    }
    read
}

/// Reads the game in this range, without the words after it.
fn read_game<'t>(
    text: &'t str,
    range: Range<usize>,
    game: &'t Transcript,
    notations: &Notations,
) -> ReadGame<'t> {
    let mut evidence = game.evidence(notations.evidence());
    evidence.retain(|it| range.contains(&it.span.start));
    if game.tags.0.is_empty()
        && memchr::memchr2(b'[', b';', text.slice(range.clone()).as_bytes()).is_some()
        && lex::tag_after_words(text, &range).is_none()
        && let Some(tidied) = tidy::tidy(text.slice(range.clone()))
    {
        let begin = range.start;
        let placed = |Evidence { span, says }: &Evidence| Evidence {
            span: span.start - begin..span.end - begin,
            says: says.clone(),
        };
        let evidence = evidence.iter().map(placed).collect();
        let read = Reader { evidence, ..Reader::new(&tidied, tidied.len(), game) }.read(0, notations);
        let read = read.placed(|it| begin + it.start..begin + it.end);
        // Unreadable text is kept literally, with its own signs.
        let is_kept = |it: &Diagnostic| it.severity == Severity::Error || it.problem == Problem::Unread;
        if !read.diagnostics.iter().any(is_kept) {
            return read;
        }
    }
    Reader { evidence, ..Reader::new(text, range.end, game) }.read(range.start, notations)
}

/// Reads what stands around the moves of a decoded game, from a position on, in the transcript of one of its witnesses, whose
/// moves begin at `begin`.
pub(in crate::layout) fn read_decoded<'t>(
    game: &'t Transcript,
    begin: usize,
    start: &Position,
    (decoded, w): (&Decoded, usize),
    context: Context<'_>,
) -> Game<'t> {
    let mut reader = Reader::new(&game.moves, game.moves.len(), game);
    if begin > 0 {
        reader.head(0);
    }
    reader.parentheses = parentheses(&game.moves, begin..reader.end);
    reader.game.start = start.clone();
    reader.players = Players::of(&reader.game.tags);
    reader.up_to_tail(begin, |it, tail, _| {
        it.game.movetext = begin..it.end;
        it.assemble(decoded.line(w, it.end), begin, context);
        tail
    });
    reader.game
}

/// Reads annotations of a ply in text without moves of its line: comments, NAGs, and variations from the
/// position before the ply (`None`: they annotate a starting position). Returns them as a game without tags.
pub(in crate::layout) fn remarks<'t>(
    text: &'t str,
    range: Range<usize>,
    before: Option<Position>,
    after: Position,
    context: Context<'_>,
) -> ReadGame<'t> {
    let mut reader = Reader::new(text, range.end, &NOTHING);
    reader.parentheses = parentheses(text, range.clone());
    let line = Line { end: range.end, complete: true, ..Line::default() };
    let frame = Frame {
        line,
        step: 0,
        at: range.start,
        end: range.end,
        position: after,
        previous: before,
        numbers: Numbers::default(),
    };
    reader.run(vec![frame], context);
    reader.into_game()
}

/// Returns pairs of matching parentheses, ordered by the opening one.
pub(in crate::layout) fn parentheses(text: &str, range: Range<usize>) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut pairs = Vec::new();
    let mut open = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let found = bytes[at..range.end].iter().position(|it| matches!(it, b'(' | b')' | b'{' | b';' | b'%'));
        at += match found {
            Some(n) => n,
            None => break,
        };
        match bytes[at] {
            b'(' => {
                open.push(pairs.len());
                pairs.push((at, range.end));
            }
            b')' => {
                if let Some(n) = open.pop() {
                    pairs[n].1 = at;
                }
            }
            _ => {
                if let Some((
                    PgnToken::Brace { .. } | PgnToken::Line { .. } | PgnToken::Escape { .. },
                    after,
                )) = lex::item(text, at, range.end)
                {
                    at = after;
                    continue;
                }
            }
        }
        at += 1;
    }
    pairs
}

/// Nesting limit of variations; deeper ones are kept as comments.
const DEEPEST: usize = 10_000;

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    end: usize,
    parentheses: Vec<(usize, usize)>,
    /// Insertions between the moves that are not part of the text, and how many have been consumed.
    insertions: &'t [Insertion],
    taken: usize,
    /// Whether the text has no tag pairs.
    is_untagged: bool,
    /// The words above the game, and the players named by its tags or there.
    heading: Range<usize>,
    pub(super) players: Players,
    /// A recogniser's readings of the text.
    recognised: &'t [Recognised],
    /// What is certain of the text.
    evidence: Vec<Evidence>,
    pub(super) game: Game<'t>,
    pub(super) diagnostics: Vec<Diagnostic>,
    escapes: Vec<Range<usize>>,
}

/// A result, its range, and the number of events before it.
struct Found {
    outcome: Outcome,
    place: Range<usize>,
    events: usize,
}

/// The end of a line that was read to its end.
struct Ended {
    /// The result found there.
    outcome: Option<Outcome>,
    /// The side that resigned, and the range of the resignation.
    resigned: Option<(Color, Range<usize>)>,
}

/// How to read lines.
#[derive(Clone, Copy)]
pub(in crate::layout) struct Context<'a> {
    /// The notations to choose from.
    pub notations: &'a Notations,
    /// The notation.
    pub choice: &'a Choice,
}

/// A line being assembled.
struct Frame {
    line: Line,
    /// The next step of the line.
    step: usize,
    at: usize,
    end: usize,
    position: Position,
    /// The position before the last ply.
    previous: Option<Position>,
    numbers: Numbers,
}

impl Frame {
    /// Whether no more moves of the line follow in the text.
    fn is_at_end(&self) -> bool {
        self.line.complete && self.line.steps.iter().skip(self.step).all(Step::is_empty)
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, end: usize, game: &'t Transcript) -> Reader<'t> {
        Reader {
            text,
            end,
            parentheses: Vec::new(),
            insertions: &game.insertions,
            taken: 0,
            is_untagged: true,
            heading: 0..0,
            players: game.players.clone(),
            recognised: &game.recognised,
            evidence: Vec::new(),
            game: Game { tags: game.tags.clone(), ..Game::default() },
            diagnostics: Vec::new(),
            escapes: Vec::new(),
        }
    }

    fn read(mut self, start: usize, notations: &Notations) -> ReadGame<'t> {
        let movetext = self.head(start);
        self.parentheses = parentheses(self.text, movetext..self.end);
        self.moves(movetext, notations);
        self.diagnostics.sort_by_key(|it| it.span.start);
        self.into_game()
    }

    fn into_game(self) -> ReadGame<'t> {
        ReadGame { game: self.game, diagnostics: self.diagnostics, escapes: self.escapes }
    }

    /// Adds the insertions between the moves before this offset, given the current position.
    fn insertions(&mut self, place: usize, position: &Position) {
        while let Some(insertion) = self.insertions.get(self.taken).filter(|it| it.at < place) {
            self.taken += 1;
            let (comment, differs) = insertion.comment(position);
            self.game.events.push(Event::Comment(comment));
            if differs {
                let problem =
                    Diagnostic::warning(insertion.at..insertion.at + 1, Problem::OtherDiagram).at(position);
                diagnostics::add(&mut self.diagnostics, problem);
            }
        }
    }

    /// Reads the text before the moves. Returns where they begin.
    fn head(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            at += lex::blank_len(self.text.slice(at..self.end));
            if at >= self.end {
                break;
            }
            let item = lex::item(self.text, at, self.end);
            if let Some((comment, after)) =
                item.and_then(|it| self.comment(&it.0).map(|comment| (comment, it.1)))
            {
                self.game.events.push(Event::Comment(comment));
                at = after;
                continue;
            }
            let Some(pair) = lex::tag(self.text, at) else {
                if self.game.tags.0.is_empty()
                    && let Some(words) = begin::words(self.text.slice(..self.end), at)
                {
                    at = self.words(at, words);
                    continue;
                }
                break;
            };
            if !pair.well_formed {
                diagnostics::add(
                    &mut self.diagnostics,
                    Diagnostic::warning(at..pair.end, Problem::MalformedTag),
                );
            }
            if self.game.tags.0.is_empty() {
                let comment = |it| if let Event::Comment(comment) = it { Some(comment) } else { None };
                self.game.preamble = self.game.events.drain(..).filter_map(comment).collect();
            }
            self.game.tags.0.push(pair.tag);
            self.is_untagged = false;
            at = pair.end;
        }
        at
    }

    /// Keeps the words before a game as comments, and returns where they end.
    fn words(&mut self, at: usize, words: LeadingWords) -> usize {
        let end = match words {
            LeadingWords::Before(end) => end,
            LeadingWords::Only => {
                let problem = Diagnostic::error(at..at, Problem::NoGame);
                diagnostics::add(&mut self.diagnostics, problem);
                self.end
            }
        };
        self.heading = at..end;
        self.add_paragraphs(at..end);
        end
    }

    /// Adds words as comments, one per paragraph.
    pub(super) fn add_paragraphs(&mut self, range: Range<usize>) {
        let mut paragraph = range.start..range.start;
        for line in self.text.slice(range).split_inclusive('\n').chain([""]) {
            if line.trim().is_empty() {
                let text = lex::comment_text(self.text.slice(paragraph.clone()).trim());
                let comment = Comment { kind: CommentKind::Text, text };
                self.game.events.extend((!comment.text.is_empty()).then_some(Event::Comment(comment)));
                paragraph.start = paragraph.end + line.len();
            }
            paragraph.end += line.len();
        }
    }

    /// Returns the comment in a token, if it is one.
    fn comment(&mut self, item: &PgnToken) -> Option<Comment<'t>> {
        let (kind, inner) = match item {
            PgnToken::Brace { inner, closed } => {
                if !closed {
                    let open = inner.start - 1..inner.start;
                    diagnostics::add(
                        &mut self.diagnostics,
                        Diagnostic::error(open, Problem::UnclosedComment),
                    );
                }
                (CommentKind::Text, inner)
            }
            PgnToken::Line { inner } => (CommentKind::Text, inner),
            PgnToken::Escape { inner } => {
                self.escapes.push(inner.start - 1..inner.end);
                (CommentKind::Escape, inner)
            }
            _ => return None,
        };
        Some(lex::comment(kind, self.text.slice(inner.clone())))
    }
}

/// Whether only White's first cell is empty, in a scoresheet whose other rows are numbered.
fn is_whole_sheet(number: &str, rest: &str) -> bool {
    number.starts_with('1')
        && ["2.", "3."].iter().all(|it| rest.split_whitespace().any(|word| word.starts_with(it)))
}

impl<'t> Reader<'t> {
    fn moves(&mut self, movetext: usize, notations: &Notations) {
        let words = self.text.slice(self.heading.clone());
        if self.game.tags.0.is_empty() {
            heading::tags(words).into_iter().for_each(|(name, value)| self.game.tags.push(name, value));
        }
        if !self.players.are_named() {
            self.players = Players::of(&self.game.tags).or_in(words);
        }
        self.game.said.extend(ending::heading(words, self.heading.start));
        self.up_to_tail(movetext, |it, tail, end| it.main_line(movetext, (tail, end), notations));
    }

    /// Returns the moves of a part of the text between those of the main line.
    fn stretch(&self, range: &Range<usize>) -> Stretch<'_> {
        Stretch {
            text: self.text,
            begin: range.start,
            end: range.end,
            parentheses: &self.parentheses,
            insertions: self.insertions,
            recognised: &[],
            evidence: &self.evidence,
            tagged: false,
        }
    }

    /// Reads the moves up to the words and the result at the end of the text, and then these.
    fn up_to_tail(
        &mut self,
        movetext: usize,
        read: impl FnOnce(&mut Self, Option<Tail>, usize) -> Option<Tail>,
    ) {
        let end = self.end;
        let last = self.insertions.last().map_or(movetext, |it| it.at);
        // What is known to be a move is not among the words after the moves.
        let of_moves = self.evidence.iter().filter(|it| it.says != Certain::Note && it.span.end <= end);
        let last = of_moves.map(|it| it.span.end).fold(last, usize::max);
        let tail = result::tail(self.text, last..end, &self.parentheses, &self.players);
        self.end = tail.as_ref().map_or(end, |it| it.at);
        let tail = read(self, tail, end);
        tail.iter().for_each(|it| self.tell(it, end));
        if self.taken < self.insertions.len() {
            let last = self.game.last_position();
            self.insertions(end, &last);
        }
    }

    /// Reads the main line up to the words after it, and beyond if those turn out to be its next move. Returns what
    /// remains to be told of them.
    fn main_line(
        &mut self,
        movetext: usize,
        (mut tail, end): (Option<Tail>, usize),
        notations: &Notations,
    ) -> Option<Tail> {
        self.game.movetext = movetext..self.end;
        let named = self.notation_tag(notations);
        match set_up(&self.game.tags) {
            Ok(start) => self.game.start = start,
            Err((tag, problem)) => {
                let place = self.tag_place(tag);
                diagnostics::add(&mut self.diagnostics, Diagnostic::error(place, problem));
                self.give_up(movetext);
                return tail;
            }
        }
        if self.game.tags.get("FEN").is_none()
            && let Some(place) = fragment(self.text, movetext..self.end)
            && !(notations.repair() != Repairing::Never
                && is_whole_sheet(self.text.slice(place.clone()), self.text.slice(place.end..self.end)))
        {
            diagnostics::add(&mut self.diagnostics, Diagnostic::error(place, Problem::NoPosition));
            self.give_up(movetext);
            return tail;
        }
        let tagged = !self.game.tags.0.is_empty();
        let mut stretch = Stretch {
            text: self.text,
            begin: movetext,
            end: self.end,
            parentheses: &self.parentheses,
            insertions: self.insertions,
            recognised: self.recognised,
            evidence: &self.evidence,
            tagged,
        };
        let tags = &self.game.tags;
        let open = tags.known("Variant").is_none() && tags.known("FEN").is_none();
        let start = &self.game.start;
        let mut read = notations.read_main_line(named.as_ref(), &stretch, start, open, movetext);
        let begins_move = |main: &MainLine<'_>, it: &Tail| main.goes_on(start, self.text.slice(it.at..end));
        if let (Ok(main), Some(it)) = (&read, &tail)
            && begins_move(main, it)
        {
            (self.end, stretch.end, self.game.movetext.end, tail) = (end, end, end, None);
            read = notations.read_main_line(named.as_ref(), &stretch, start, open, movetext);
        }
        match read {
            Ok(MainLine { choice, note, start, line }) => {
                self.diagnostics.extend(note.map(|note| Diagnostic::notation(movetext..movetext, note)));
                self.game.notation = choice.unless_san();
                if let Some(start) = start {
                    self.game.tags.set("Variant", start.variant().name());
                    self.game.start = start;
                }
                self.assemble(line, movetext, Context { notations, choice });
            }
            Err(problem) => {
                diagnostics::add(&mut self.diagnostics, Diagnostic::error(movetext..movetext, problem));
                self.give_up(movetext);
            }
        }
        tail
    }

    /// Removes the last `Notation` tag, which describes the input, and returns its notation.
    fn notation_tag(&mut self, notations: &Notations) -> Option<Choice> {
        if self.game.tags.0.iter().filter(|tag| tag.name == "Notation").count() > 1 {
            let head = self.text.slice(..self.game.movetext.start);
            let at = head.rfind("[Notation").and_then(|last| head.slice(..last).rfind("[Notation"));
            let place = at.map_or(0..0, |at| at..lex::tag(self.text, at).map_or(at + 1, |pair| pair.end));
            diagnostics::add(
                &mut self.diagnostics,
                Diagnostic::warning(place, Problem::Dropped("another Notation tag")),
            );
        }
        match notations.take_tag(&mut self.game.tags)? {
            Ok(choice) => Some(choice),
            Err(problem) => {
                let place = self.tag_place("Notation");
                diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place, problem));
                None
            }
        }
    }

    /// Returns the range of the last tag with this name.
    fn tag_place(&self, name: &str) -> Range<usize> {
        let start = self.game.movetext.start;
        let head = self.text.slice(..start);
        match head.rfind(&format!("[{name}")) {
            Some(at) => at..lex::tag(self.text, at).map_or(at + 1, |pair| pair.end),
            None => start..start,
        }
    }

    /// Keeps all moves as a comment.
    fn give_up(&mut self, from: usize) {
        let (rest, outcome) = self.without_outcome(from..self.end);
        let start = self.game.start.clone();
        self.keep_unread(rest, &start);
        self.game.outcome = outcome.or_else(|| outcome::tagged(&self.game.tags)).unwrap_or_default();
    }

    /// Keeps moves as comments, one between any two insertions.
    fn keep_unread(&mut self, rest: Range<usize>, position: &Position) {
        self.keep(rest, position, CommentKind::Unread);
    }

    fn keep(&mut self, rest: Range<usize>, position: &Position, kind: CommentKind) {
        let mut at = rest.start;
        while at < rest.end {
            let insertion = self.insertions.get(self.taken).filter(|it| it.at < rest.end);
            let end = insertion.map_or(rest.end, |it| it.at);
            let text = lex::comment_text(self.text.slice(at..end));
            if !text.is_empty() {
                self.game.events.push(Event::Comment(Comment { kind, text }));
            }
            at = end + usize::from(insertion.is_some());
            self.insertions(at, position);
        }
    }

    /// Adds the plies of the main line and everything between them in order, and reads the variations.
    fn assemble(&mut self, line: Line, start: usize, context: Context<'_>) {
        let position = self.game.start.clone();
        let frame = self.frame(line, start, self.end, position, Numbers::new(0, self.is_untagged));
        let Ended { outcome, resigned } = self.run(vec![frame], context);
        self.finish(outcome);
        if let Some((loser, place)) = resigned {
            self.resign(loser, place);
        }
    }

    /// Processes a line to its end, with all variations of it.
    fn run(&mut self, mut frames: Vec<Frame>, context: Context<'_>) -> Ended {
        let mut outcome: Option<Found> = None;
        let mut resigned = None;
        loop {
            let depth = frames.len();
            let Some(frame) = frames.last_mut() else { break };
            let step = frame.line.steps.get(frame.step).copied();
            let gap_end = match step {
                Some(step) => step.start,
                None if frame.line.complete => frame.end,
                None => frame.line.end,
            };
            frame.at += lex::blank_len(self.text.slice(frame.at..gap_end.max(frame.at)));
            let at = frame.at;
            self.insertions(at, &frames[0].position);
            let frame = &mut frames[depth - 1];
            if frame.at < gap_end {
                self.gap(&mut frames, gap_end, context, if depth == 1 { Some(&mut outcome) } else { None });
                continue;
            }
            match step {
                Some(step) => {
                    let remark = frame.line.remark(frame.step);
                    let confidence = frame.line.confidences.get(frame.step).cloned();
                    frame.step += 1;
                    frame.at = step.end();
                    let Some(ply) = step.ply else {
                        let loser = frame.position.turn();
                        if depth == 1 && step.resigns {
                            resigned = Some((loser, step.span()))
                        } else {
                            self.not_a_move(step, remark, &frames[0].position)
                        }
                        continue;
                    };
                    self.game.events.push(Event::Ply(ply, step.span().into()));
                    self.game.events.extend(confidence.map(Event::Confidence));
                    let mut after = frame.position.clone();
                    after.play(&ply);
                    frame.previous = Some(std::mem::replace(&mut frame.position, after));
                    let remark =
                        remark.map(|it| Comment { kind: CommentKind::Repaired, text: Cow::Owned(it) });
                    self.game.events.extend(remark.map(Event::Comment));
                }
                None => {
                    let mut rest = frame.at..frame.end;
                    let end = frame.end;
                    let Some(mut over) = frames.pop() else { break };
                    over.numbers.end(self.text, &mut self.diagnostics);
                    let position = &frames.first().unwrap_or(&over).position;
                    if frames.is_empty() {
                        if !rest.is_empty() {
                            let (before, found) = self.without_outcome(rest.clone());
                            if let (None, Some(found)) = (&outcome, found) {
                                let place = before.end..rest.end;
                                outcome =
                                    Some(Found { outcome: found, place, events: self.game.events.len() });
                            }
                            rest = before;
                        }
                        self.keep_unread(rest, position);
                    } else {
                        self.keep_unread(rest, position);
                        self.game.events.push(Event::EndVariation(end));
                    }
                }
            }
        }
        Ended { outcome: outcome.map(|it| it.outcome), resigned }
    }

    /// Keeps a text that is not a move as a comment.
    fn not_a_move(&mut self, step: Step, remark: Option<String>, board: &Position) {
        if step.resigns {
            // In a variation nobody resigns the game.
            diagnostics::add(&mut self.diagnostics, Diagnostic::warning(step.span(), Problem::Unread));
        }
        if let (None, Some(nag)) = (&remark, Nag::from_symbol(self.text.slice(step.span()))) {
            self.game.events.push(Event::Nag(nag));
            return;
        }
        match remark {
            Some(remark) => {
                let comment = Comment { kind: CommentKind::Repaired, text: Cow::Owned(remark) };
                self.game.events.push(Event::Comment(comment));
            }
            None => {
                let text = self.text.slice(step.span());
                let (number, turn) = (board.move_number(), board.turn());
                if resolve::is_misread(text, board) {
                    let expected = format!("{number}{}", turn.fold_wb(".", "..."));
                    self.warn(step.span(), Problem::WrongNumber { expected });
                    return;
                }
                let is_note = text.trim().contains(char::is_whitespace);
                self.keep(step.span(), board, if is_note { CommentKind::Text } else { CommentKind::Unread });
            }
        }
    }

    /// Adds the diagnostics of a line.
    fn also(&mut self, diagnostics: Vec<Diagnostic>) {
        diagnostics.into_iter().for_each(|it| diagnostics::add(&mut self.diagnostics, it));
    }

    /// Begins a line, and adds its diagnostics.
    fn frame(
        &mut self,
        mut line: Line,
        at: usize,
        end: usize,
        position: Position,
        numbers: Numbers,
    ) -> Frame {
        self.also(std::mem::take(&mut line.diagnostics));
        Frame { line, step: 0, at, end, position, previous: None, numbers }
    }

    /// Reads one item between two moves.
    fn gap(
        &mut self,
        frames: &mut Vec<Frame>,
        gap_end: usize,
        context: Context<'_>,
        outcome: Option<&mut Option<Found>>,
    ) {
        let Some(frame) = frames.last_mut() else { return };
        let at = frame.at;
        let gap_end = self.insertions.get(self.taken).map_or(gap_end, |it| gap_end.min(it.at));
        let Some((item, after)) = lex::item(self.text, at, gap_end) else {
            self.digits(frame, gap_end);
            return;
        };
        frame.at = after;
        match &item {
            PgnToken::Nag(nag) => self.game.events.push(Event::Nag(*nag)),
            PgnToken::Number(number, color) => self.number(frame, at..after, *number, *color),
            PgnToken::Close => {
                self.warn(at..after, Problem::StrayClose);
            }
            PgnToken::Outcome(found) => match outcome {
                Some(outcome) if frame.is_at_end() => {
                    if let Some(early) = outcome.take().filter(|it| it.outcome != *found) {
                        self.early(early.place, early.events);
                    }
                    let events = self.game.events.len();
                    *outcome = Some(Found { outcome: *found, place: at..after, events });
                    self.check_outcome(*found, at..after);
                }
                _ => self.early(at..after, self.game.events.len()),
            },
            PgnToken::Open => {
                self.parenthesis(frames, at, context);
                // It was a comment.
                if let [frame] = &frames[..]
                    && outcome.is_some_and(|_| frame.is_at_end())
                {
                    self.heed(at..frame.at);
                }
            }
            _ => {
                if outcome.is_some_and(|_| frame.is_at_end()) {
                    if let PgnToken::Line { inner } = &item
                        && self.goes_on(inner, &frame.position, context.choice)
                    {
                        self.warn(at..at + 1, Problem::HiddenMoves);
                    }
                    self.heed(at..after);
                }
                let comment = self.comment(&item);
                self.game.events.extend(comment.map(Event::Comment));
            }
        }
    }

    /// Whether a comment to the end of its line goes on with the game: it begins with the next number, and all of it are moves
    /// that fit, or it has many numbers.
    fn goes_on(&self, inner: &Range<usize>, position: &Position, choice: &Choice) -> bool {
        let comment = self.text.slice(inner.clone());
        let first = comment.split_whitespace().find_map(lex::leading_number);
        let distance = first.map_or(u32::MAX, |it| it.0.abs_diff(position.move_number()));
        let fits = || {
            let stretch = self.stretch(inner);
            resolve::read_whole_line(&stretch, position, inner.start, &*choice.notation)
                .is_some_and(|it| it.plies().next().is_some())
        };
        distance == 0 && lex::leading_number(comment.trim_start()).is_some() && fits()
            || distance <= 1 && lex::may_hide_moves(self.text, inner)
    }

    /// Reads digits that turned out to be a number run into its move; anything else is kept as a comment.
    fn digits(&mut self, frame: &mut Frame, gap_end: usize) {
        let place = frame.at..gap_end;
        frame.at = gap_end;
        let text = self.text.slice(place.clone());
        match text.parse() {
            Ok(number) => self.number(frame, place, number, None),
            Err(_) => {
                diagnostics::add(&mut self.diagnostics, Diagnostic::warning(place, Problem::Unread));
                let comment = Comment { kind: CommentKind::Unread, text: Cow::Borrowed(text.trim()) };
                self.game.events.push(Event::Comment(comment));
            }
        }
    }

    /// Adds a warning, or extends the previous one if it is the same about the text just before.
    fn warn(&mut self, place: Range<usize>, problem: Problem) {
        diagnostics::warn(&mut self.diagnostics, self.text, place, problem);
    }

    fn number(&mut self, frame: &mut Frame, place: Range<usize>, number: u32, color: Option<Color>) {
        let position = &frame.position;
        // That Black's move is missing before White's number has been reported.
        let next = i64::from(position.move_number()) + frame.numbers.offset + 1;
        if position.turn().is_black()
            && color.is_none()
            && i64::from(number) == next
            && number > 0
            && !frame.line.complete
        {
            return;
        }
        frame.numbers.read((self.text, place), (number, color), position, &mut self.diagnostics);
    }

    /// Reads a variation, or keeps a parenthesis that is not one as a comment.
    fn parenthesis(&mut self, frames: &mut Vec<Frame>, open: usize, context: Context<'_>) {
        let Some(frame) = frames.last_mut() else { return };
        let found = self.parentheses.binary_search_by_key(&open, |it| it.0).map(|n| self.parentheses[n].1);
        let close = found.unwrap_or(frame.end).min(frame.end);
        let mut inner = open + 1..close;
        if close < frame.end {
            frame.at = close + 1;
        } else {
            diagnostics::add(
                &mut self.diagnostics,
                Diagnostic::error(open..open + 1, Problem::UnclosedVariation),
            );
            (inner, _) = self.without_outcome(inner);
            frame.at = inner.end;
        }
        let begins = inner.start + lex::blank_len(self.text.slice(inner.clone()));
        let numbered = begins < inner.end
            && matches!(lex::item(self.text, begins, inner.end), Some((PgnToken::Number(..), _)));
        let previous = frame.previous.clone();
        let mut kind = CommentKind::Text;
        if frames.len() > DEEPEST {
            self.warn(open..open + 1, Problem::TooDeep);
            kind = CommentKind::Unread;
        } else if let Some(previous) = previous {
            let stretch = self.stretch(&inner);
            // Words must not be repaired into moves.
            let Context { notations, choice } = context;
            let line = match numbered {
                true => notations.read_line(&stretch, &previous, inner.start, choice),
                false => resolve::read_whole_line(&stretch, &previous, inner.start, &*choice.notation)
                    .unwrap_or_default(),
            };
            if line.plies().next().is_some() {
                let numbers = Numbers::new(frames.last().map_or(0, |frame| frame.numbers.offset), false);
                self.game.events.push(Event::BeginVariation);
                let frame = self.frame(line, inner.start, inner.end, previous, numbers);
                frames.push(frame);
                return;
            }
            // Without a move it is not a variation, but it was meant as one.
            if numbered && !line.complete {
                self.also(line.diagnostics);
                kind = CommentKind::Unread;
            }
        } else if numbered {
            diagnostics::add(
                &mut self.diagnostics,
                Diagnostic::warning(open..open + 1, Problem::NothingToVary),
            );
        }
        let text = lex::comment_text(self.text.slice(inner));
        self.game.events.push(Event::Comment(Comment { kind, text }));
    }
}
