//! The full reader of PGN: anything that people put into PGN files, in any notation.
//!
//! Reads everything that the exact reader ([`crate::resolve::exact`]) leaves. The end of a game is found
//! first ([`extent`]), then its main line is resolved as a whole ([`crate::resolve`]), then the text between
//! the moves is put in its place: comments, NAGs, and variations, each of which is read in the same way.

mod assembly;
mod conclusion;

use std::ops::Range;

use super::{
    begin::{self, LeadingWords},
    extent,
    result::{self, Around, Tail},
    stretch::{Stretch, fragment},
    tidy,
};
use crate::{
    chess::{Comment, CommentKind, Position},
    diagnostics::{Diagnostic, Problem, Severity},
    events::outcome,
    layout::{
        Event, Game, ReadGame,
        transcript::{Insertion, NOTHING, Transcript},
    },
    lex::{self, PgnToken},
    notation::Choice,
    resolve::{Certain, Decoded, Evidence, MainLine, Notations, Recognised, Repairing},
    slice::Slice as _,
    words::{
        ending::{self, Players},
        heading,
        vocabulary::OfMove,
    },
};

pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    read_between(text, range, &NOTHING, notations)
}

/// Reads a game assembled in a transcript.
pub(in crate::layout) fn read_transcript<'t>(game: &'t Transcript, notations: &Notations) -> ReadGame<'t> {
    read_between(&game.moves, 0..game.moves.len(), game, notations)
}

/// Reads the game in this range of a text, with the tags of a transcript and its insertions between the
/// moves.
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
        read.game.events.append(&mut words.draft.game.events);
    }
    // Words after the moves may be the beginning of a tag.
    let rest = text.slice(range.clone()).trim_end();
    let last = rest.slice(rest.rfind(['\n', '\r']).map_or(0, |n| n + 1)..);
    let is_cut = last.strip_prefix('[').is_some_and(|it| it.chars().all(char::is_alphanumeric));
    if is_cut && !read.diagnostics.iter().any(|it| it.problem == Problem::UnclosedTag) {
        let end = range.start + rest.len();
        read.error(end - last.len()..end, Problem::UnclosedTag);
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
        && lex::tag_after_words(text, &range).is_none()
        && let Some(tidied) = tidy::tidy(text.slice(range.clone()))
    {
        let begin = range.start;
        let placed = |Evidence { span, says }: &Evidence| Evidence {
            span: span.start - begin..span.end - begin,
            says: says.clone(),
        };
        let of_tidied = evidence.iter().map(placed).collect();
        let words = text.slice(range.clone());
        let reader = Reader { evidence: of_tidied, words, ..Reader::new(&tidied, tidied.len(), game) };
        let read = reader.read(0, notations).placed(|it| begin + it.start..begin + it.end);
        let is_unread = |it: &Diagnostic| it.severity == Severity::Error || it.problem == Problem::Unread;
        if !read.diagnostics.iter().any(is_unread) {
            return read;
        }
        let plain = Reader { evidence, ..Reader::new(text, range.end, game) }.read(range.start, notations);
        let plies =
            |it: &ReadGame<'_>| it.game.events.iter().filter(|it| matches!(it, Event::Ply(..))).count();
        return if plies(&read) > plies(&plain) { read } else { plain };
    }
    Reader { evidence, ..Reader::new(text, range.end, game) }.read(range.start, notations)
}

/// Reads the text around the moves of a decoded game from position `start`, in the transcript of witness `w`,
/// whose moves begin at `begin`.
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
    reader.draft.game.start = start.clone();
    reader.players = Players::of(&reader.draft.game.tags);
    reader.up_to_tail(begin, |it, tail, _| {
        it.draft.game.movetext = begin..it.end;
        it.assemble(decoded.line(w, it.end), begin, context);
        tail
    });
    reader.draft.game
}

/// Reads annotations of a ply: comments, NAGs, and variations from the position before the ply (`None`: they
/// annotate a starting position). Returns them as a game without tags.
pub(in crate::layout) fn remarks<'t>(
    text: &'t str,
    range: Range<usize>,
    before: Option<Position>,
    after: Position,
    context: Context<'_>,
) -> ReadGame<'t> {
    let mut reader = Reader::new(text, range.end, &NOTHING);
    reader.parentheses = parentheses(text, range.clone());
    reader.annotate(range, before, after, context);
    reader.draft
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
    // An unclosed parenthesis before a word is part of a sentence.
    const LONGEST_WORD: usize = 32;
    let begins_words = |open: usize| {
        let begin = text.slice(open + 1..range.end.min(open + 1 + LONGEST_WORD));
        let first = begin.split_whitespace().next().unwrap_or_default();
        lex::leading_number(first).is_none() && OfMove::of(first) == OfMove::Nothing
    };
    let said: Vec<usize> = open.into_iter().filter(|n| begins_words(pairs[*n].0)).collect();
    let mut said = said.into_iter().peekable();
    let mut n = 0..;
    pairs.retain(|_| said.next_if_eq(&n.next().unwrap_or_default()).is_none());
    pairs
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    /// The original text, if PGN symbols were put into `text`: comments take their words from here.
    words: &'t str,
    end: usize,
    parentheses: Vec<(usize, usize)>,
    /// Insertions between the moves that aren't part of the text, and how many are consumed.
    insertions: &'t [Insertion],
    taken: usize,
    /// Whether the text has no tag pairs.
    is_untagged: bool,
    /// Whether a marker ends the game, and the offsets of other markers among its moves.
    is_marked: bool,
    early: Vec<usize>,
    /// The words above the game, and the players named by its tags or by them.
    heading: Range<usize>,
    pub(super) players: Players,
    /// A recogniser's readings of the text.
    recognised: &'t [Recognised],
    /// What is known to be certain.
    evidence: Vec<Evidence>,
    pub(super) draft: ReadGame<'t>,
}

/// How lines are read.
#[derive(Clone, Copy)]
pub(in crate::layout) struct Context<'a> {
    /// The notations to choose from.
    pub notations: &'a Notations,
    pub choice: &'a Choice,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, end: usize, game: &'t Transcript) -> Reader<'t> {
        Reader {
            text,
            words: text,
            end,
            parentheses: Vec::new(),
            insertions: &game.insertions,
            taken: 0,
            is_untagged: true,
            is_marked: false,
            early: Vec::new(),
            heading: 0..0,
            players: game.players.clone(),
            recognised: &game.recognised,
            evidence: Vec::new(),
            draft: ReadGame {
                game: Game { tags: game.tags.clone(), ..Game::default() },
                ..ReadGame::default()
            },
        }
    }

    fn read(mut self, start: usize, notations: &Notations) -> ReadGame<'t> {
        let movetext = self.head(start);
        self.parentheses = parentheses(self.text, movetext..self.end);
        self.moves(start..movetext, notations);
        self.draft.ordered()
    }

    /// Adds the insertions before offset `place` as comments, given the current position.
    fn insertions(&mut self, place: usize, position: &Position) {
        while let Some(insertion) = self.insertions.get(self.taken).filter(|it| it.at < place) {
            self.taken += 1;
            let (comment, differs) = insertion.comment(position);
            self.draft.game.events.push(Event::Comment(comment));
            if differs {
                let problem =
                    Diagnostic::warning(insertion.at..insertion.at + 1, Problem::OtherDiagram).at(position);
                self.draft.tell(problem);
            }
        }
    }

    /// Reads the text before the moves; returns the offset of the movetext.
    fn head(&mut self, start: usize) -> usize {
        // Indexes of comments with marks. Words without belong to the game, whose tags follow them.
        let mut marked: Vec<usize> = Vec::new();
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
                marked.push(self.draft.game.events.len());
                self.draft.game.events.push(Event::Comment(comment));
                at = after;
                continue;
            }
            let Some(pair) = lex::tag(self.text, at) else {
                if self.is_cut_tag(at..self.end) {
                    self.draft.error(at..self.end, Problem::UnclosedTag);
                    self.add_paragraphs(at..self.end);
                    at = self.end;
                } else if self.draft.game.tags.0.is_empty()
                    && let Some(words) = begin::words(self.text.slice(..self.end), at)
                {
                    at = self.words(at, words);
                    continue;
                }
                break;
            };
            if self.is_cut_tag(at..pair.end) {
                self.draft.error(at..pair.end, Problem::UnclosedTag);
            } else if !pair.well_formed {
                self.draft.warn(at..pair.end, Problem::MalformedTag);
            }
            if self.draft.game.tags.0.is_empty() {
                let mut marked = marked.drain(..).peekable();
                let mut places = 0..;
                let is_marked =
                    |_: &mut Event<'_>| places.next().is_some_and(|it| marked.next_if_eq(&it).is_some());
                let comment = |it| if let Event::Comment(comment) = it { Some(comment) } else { None };
                let before = self.draft.game.events.extract_if(.., is_marked).filter_map(comment);
                self.draft.game.preamble = before.collect();
            }
            self.draft.game.tags.0.push(pair.tag);
            self.is_untagged = false;
            at = pair.end;
        }
        at
    }

    /// Whether the text ends within this tag pair, as in a truncated file.
    fn is_cut_tag(&self, pair: Range<usize>) -> bool {
        let is_last = self.text.slice(pair.end..self.end).trim().is_empty();
        let text = self.text.slice(pair).trim_end();
        is_last
            && text.strip_prefix('[').is_some_and(|it| {
                let value = it.slice(it.leading(char::is_alphanumeric)..).trim_start();
                (value.is_empty() || value.starts_with('"')) && !value.contains(['\n', '\r', ']'])
            })
    }

    /// Keeps the words before a game as comments; returns their end.
    fn words(&mut self, at: usize, words: LeadingWords) -> usize {
        let end = match words {
            LeadingWords::Before(end) => end,
            LeadingWords::Only => {
                self.draft.error(at..at, Problem::NoGame);
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
        for line in self.words.slice(range).split_inclusive('\n').chain([""]) {
            if line.trim().is_empty() {
                let text = lex::comment_text(self.words.slice(paragraph.clone()).trim());
                if !text.is_empty() {
                    self.draft.comment(CommentKind::Text, text);
                }
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
                    self.draft.error(open, Problem::UnclosedComment);
                }
                (CommentKind::Text, inner)
            }
            PgnToken::Line { inner } => (CommentKind::Text, inner),
            PgnToken::Escape { inner } => {
                self.draft.escapes.push(inner.start - 1..inner.end);
                // A whole game, if the text has lost its line ends.
                let mut brackets =
                    self.text.slice(inner.clone()).match_indices("[").map(|it| inner.start + it.0);
                if brackets.any(|it| lex::tag(self.text, it).is_some_and(|pair| pair.well_formed)) {
                    self.draft.error(inner.clone(), Problem::NotTaken { kept: true });
                }
                (CommentKind::Escape, inner)
            }
            _ => return None,
        };
        // The sign of a footnote is a comment by itself, without braces.
        let begin = inner.start - 1;
        if !self.words.as_bytes()[begin].is_ascii() {
            let end = inner.end + usize::from(matches!(item, PgnToken::Brace { closed: true, .. }));
            return Some(lex::comment(kind, self.words.slice(begin..end)));
        }
        Some(lex::comment(kind, self.words.slice(inner.clone())))
    }
}

/// Returns the range of the last tag of this name above the moves.
fn tag_place(text: &str, movetext: usize, name: &str) -> Range<usize> {
    match text.slice(..movetext).rfind(&format!("[{name}")) {
        Some(at) => at..lex::tag(text, at).map_or(at + 1, |pair| pair.end),
        None => movetext..movetext,
    }
}

/// Whether only White's first cell is empty, in a scoresheet whose other rows are numbered.
fn is_whole_sheet(number: &str, rest: &str) -> bool {
    number.starts_with('1')
        && ["2.", "3."].iter().all(|it| rest.split_whitespace().any(|word| word.starts_with(it)))
}

impl<'t> Reader<'t> {
    fn moves(&mut self, above: Range<usize>, notations: &Notations) {
        let movetext = above.end;
        let words = self.text.slice(self.heading.clone());
        if self.draft.game.tags.0.is_empty() {
            let tags = &mut self.draft.game.tags;
            heading::tags(words).into_iter().for_each(|(name, value)| tags.push(name, value));
            let told = begin::told_start(self.text, above, movetext..self.end);
            told.into_iter().for_each(|it| tags.push_start(it));
        }
        if !self.players.are_named() {
            self.players = Players::of(&self.draft.game.tags).or_in(words);
        }
        self.draft.game.said.extend(ending::heading(words, self.heading.start));
        self.up_to_tail(movetext, |it, tail, end| it.main_line(movetext, (tail, end), notations));
        self.doubt_early_results();
    }

    /// Returns a part of the text to be read as moves.
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
            bracketed: false,
        }
    }

    /// Finds the words and result at the end of the text, reads the moves before them with `read`, then
    /// reports them.
    fn up_to_tail(
        &mut self,
        movetext: usize,
        read: impl FnOnce(&mut Self, Option<Tail>, usize) -> Option<Tail>,
    ) {
        let end = self.end;
        let last = self.insertions.last().map_or(movetext, |it| it.at);
        // Known moves aren't among the words after the moves.
        let of_moves = self.evidence.iter().filter(|it| it.says != Certain::Note && it.span.end <= end);
        let last = of_moves.map(|it| it.span.end).fold(last, usize::max);
        let around = Around { text: self.text, parentheses: &self.parentheses, insertions: self.insertions };
        let is_stated = self.draft.game.tags.get("Result").is_some();
        let tail = result::tail(around, (movetext..end, last), &self.players, is_stated);
        self.end = tail.as_ref().map_or(end, |it| it.at);
        let tail = read(self, tail, end);
        tail.iter().for_each(|it| self.tell(it, end));
        if self.taken < self.insertions.len() {
            let last = self.draft.game.last_position();
            self.insertions(end, &last);
        }
    }

    /// Reads the main line up to the words after it, and beyond if those turn out to be its next move.
    /// Returns the tail that remains to be reported.
    fn main_line(
        &mut self,
        movetext: usize,
        (mut tail, end): (Option<Tail>, usize),
        notations: &Notations,
    ) -> Option<Tail> {
        self.draft.game.movetext = movetext..self.end;
        let named = self.notation_tag(movetext, notations);
        if !self.draft.set_up(|tag| tag_place(self.text, movetext, tag)) {
            self.give_up(movetext);
            return tail;
        }
        if self.draft.game.tags.get("FEN").is_none()
            && let Some(place) = fragment(self.text, movetext..self.end)
            && !(notations.repair() != Repairing::Never
                && is_whole_sheet(self.text.slice(place.clone()), self.text.slice(place.end..self.end)))
        {
            self.draft.error(place, Problem::NoPosition);
            self.give_up(movetext);
            return tail;
        }
        let tagged = !self.draft.game.tags.0.is_empty();
        let mut stretch = Stretch {
            text: self.text,
            begin: movetext,
            end: self.end,
            parentheses: &self.parentheses,
            insertions: self.insertions,
            recognised: self.recognised,
            evidence: &self.evidence,
            tagged,
            bracketed: false,
        };
        let tags = &self.draft.game.tags;
        let open = tags.known("Variant").is_none() && tags.known("FEN").is_none();
        let start = &self.draft.game.start;
        let mut read = notations.read_main_line(named.as_ref(), &stretch, start, open, movetext);
        let begins_move = |main: &MainLine<'_>, it: &Tail| main.goes_on(start, self.text.slice(it.at..end));
        if let (Ok(main), Some(it)) = (&read, &tail)
            && begins_move(main, it)
        {
            (self.end, stretch.end, self.draft.game.movetext.end, tail) = (end, end, end, None);
            read = notations.read_main_line(named.as_ref(), &stretch, start, open, movetext);
        }
        // After mate, text without moves is words.
        if let (Ok(main), None) = (&read, &tail)
            && let Some(at) = main.end_on_board(start)
            && lex::move_numbers(self.text.slice(at..end)).next().is_none()
            && self.text.slice(at..end).split_whitespace().all(|it| !OfMove::is_whole(it))
        {
            (self.end, stretch.end, self.draft.game.movetext.end) = (at, at, at);
            tail = Some(Tail { at, marker: None, ending: None });
            read = notations.read_main_line(named.as_ref(), &stretch, start, open, movetext);
        }
        match read {
            Ok(MainLine { choice, note, start, line }) => {
                self.draft.written_in(choice, note);
                if let Some(start) = start {
                    self.draft.game.tags.set("Variant", start.variant().name());
                    self.draft.game.start = start;
                }
                self.assemble(line, movetext, Context { notations, choice });
            }
            Err(problem) => {
                self.draft.error(movetext..movetext, problem);
                self.give_up(movetext);
            }
        }
        tail
    }

    /// Removes the last `Notation` tag and returns its notation; earlier ones are reported.
    fn notation_tag(&mut self, movetext: usize, notations: &Notations) -> Option<Choice> {
        if self.draft.game.tags.0.iter().filter(|tag| tag.name == "Notation").count() > 1 {
            let head = self.text.slice(..movetext);
            let at = head.rfind("[Notation").and_then(|last| head.slice(..last).rfind("[Notation"));
            let place = at.map_or(0..0, |at| at..lex::tag(self.text, at).map_or(at + 1, |pair| pair.end));
            self.draft.warn(place, Problem::Dropped("another Notation tag"));
        }
        self.draft.notation_tag(notations, |tag| tag_place(self.text, movetext, tag))
    }

    /// Keeps all moves as a comment.
    fn give_up(&mut self, from: usize) {
        let (rest, outcome) = self.without_outcome(from..self.end);
        let start = self.draft.game.start.clone();
        self.keep_unread(rest, &start);
        self.draft.game.outcome =
            outcome.or_else(|| outcome::tagged(&self.draft.game.tags)).unwrap_or_default();
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
            let text = lex::comment_text(self.words.slice(at..end));
            if !text.is_empty() {
                self.draft.comment(kind, text);
            }
            at = end + usize::from(insertion.is_some());
            self.insertions(at, position);
        }
    }
}
