//! The exact reader: games whose words are just as their notation writes them.
//!
//! Most games are tag pairs, moves as their notation writes them, NAGs, comments and variations, and nothing
//! else. They go directly from here to the writer, with a warning of a wrong number, check mark or result. At
//! an unusual word that is still a single move, the position is handed to the resolver's
//! [`read_move`](super::read_move), which returns the next ply. Whatever is accepted here, the full reader
//! ([`crate::layout::pgn`]) reads to the same events and diagnostics.
//!
//! The full reader starts the game anew only if the output may be wrong, or the search is needed:
//!
//! * a word that is no single move, an unclosed comment, and a parenthesis or result that may not be one;
//! * a number 1 that may begin another game, a number before the first move, and one that shows a missing
//!   move;
//! * a result that requires changing the `Result` tag, or is contradicted by the board or comments;
//! * any warning if games are repaired or have no tags, and a wrong number in a variation: there, numbers
//!   distinguish notes from moves.
//!
//! * `head`: the tag pairs before the moves, and the end of a game; `beginning`: the tags, position and
//!   notation of a game;
//! * this file: the tokens of [`lex`] between the moves, and unusual words;
//! * `plain`: canonical moves on an ordinary board, where almost all the time is spent; `word`: their words; `san`: those of
//!   English SAN; `other`: those of other notations; `typed`: words of two of these;
//! * `sink`: the receivers of the plies.
//!
//! From SAN to SAN, reading every word into a pattern, playing it with shakmaty and writing it anew costs
//! 1029 instructions per ply; this reader costs about half of that, some 340 of them in the loop of `plain`
//! (`tests/bench/instructions.py` has the figures). `plyglot -v` tells how many plies were
//! read by the search.

mod beginning;
mod head;
mod other;
mod plain;
mod san;
mod sink;
mod typed;
mod word;

use std::{ops::Range, sync::LazyLock};

use beginning::Beginning;
use memchr::memmem::Finder;

use crate::{
    chess::{Color, CommentKind, Effect, Outcome, Ply, Position, Tags},
    diagnostics::{self, Diagnostic},
    events::{Filter, HeadTags, Omit, UnreadTags, board_outcome, outcome, resigns},
    lex::{self, PgnToken},
    notation::{
        self, CheckClaim, Choice, ExactReading, Notation, TypedWords, exact::ExactPly, letters::LetterSet,
    },
    resolve::{self, Notations, Repairing, Scratch, explain, numbers::Numbers},
    slice::Slice as _,
    words::{
        self,
        ending::{self, says_otherwise},
    },
};

pub use sink::{Events, Landing, Number, Sink};

/// A game to be read.
#[derive(Clone, Copy)]
pub struct GameInput<'a> {
    /// The text that contains it.
    pub text: &'a str,
    /// The start of the game.
    pub start: usize,
    /// Whether the text ends with the game; if not, only a game with tags may end there without a result.
    pub is_bounded: bool,
    /// The notations that it may be in.
    pub notations: &'a Notations,
    /// What to omit; a ply limit isn't supported here.
    pub filter: &'a Filter,
    /// Whether lines beginning with `%` are kept, or omitted on request.
    pub escapes: bool,
    /// Where the next variation may begin, from [`next_variation`].
    pub next_variation: usize,
}

/// The result of reading a game, whose end isn't written yet.
#[derive(Debug)]
pub struct Read {
    /// The outcome.
    pub outcome: Outcome,
    /// The diagnostics, sorted by offset.
    pub diagnostics: Vec<Diagnostic>,
    /// The end of the game.
    pub end: usize,
    /// Whether the game may be in another notation as well; only the language can be in doubt here.
    pub doubtful: bool,
    /// The number of plies, including variations.
    pub plies: u64,
    /// The number of plies read by the resolver.
    pub odd: u64,
    /// The notation named by the game, unless it is SAN.
    pub named: Option<&'static str>,
}

impl GameInput<'_> {
    /// Reads the game into the sink. Returns `None` if the full reader must take over; the writer's output so
    /// far must then be undone.
    pub fn read<S: Sink>(&self, sink: &mut S) -> Option<Read> {
        let notations = self.notations;
        let is_asked = notations.rules().is_some() || notations.has_start();
        let mut tags = (is_asked || sink.writer().shows_tags()).then(head::no_tags);
        let section = head::read(self.text, self.start, tags.as_mut())?;
        let beginning = match section.notation {
            _ if !section.are_usual || is_asked => self.unusual_beginning(&section, tags)?,
            Some(name) => self.named_beginning(&section, name)?,
            None => Beginning { tags, written: section.written, ..Beginning::default() },
        };
        let named = beginning.named.filter(|_| !notations.is_given());
        let choice = named.unwrap_or(notations.first());
        let notation = &*choice.notation;
        let follows = notation.uses_origins() || sink.writer().uses_origins();
        let name = Some(&*choice.name).filter(|it| *it != "san");
        self.begin(sink.writer(), &beginning, name);
        let Beginning { tags, position, .. } = beginning;
        let variations = self.may_have_variations(section.at);
        let mut reader = ExactReader {
            text: self.text,
            at: section.at,
            notation,
            is_plain: notation.is_english_san(),
            typed: notation.typed_words(),
            follows,
            prepares: follows || variations,
            omit: self.filter.omit,
            escapes: self.escapes,
            is_tagged: section.any,
            is_bounded: self.is_bounded,
            may_warn: section.any && notations.repair() == Repairing::Never,
            sink,
            // Constructed in place, as it has hundreds of bytes.
            lines: Lines {
                position: position.unwrap_or_default(),
                previous: None,
                outer: Vec::new(),
                variations,
            },
            begun: false,
            numbers: Numbers::default(),
            letters: LetterSet::default(),
            scratch: Scratch::default(),
            diagnostics: Vec::new(),
            plies: 0,
            odd: 0,
        };
        if !follows {
            reader.lines.position.forget_origins();
        }
        let (marker, place) = reader.read()?;
        let unread = self.unread_tags();
        let tags = tags.as_ref().map_or(HeadTags::Unread(&unread), HeadTags::Read);
        let mut outcome = marker.unwrap_or_default();
        if section.result.is_some_and(|it| it != outcome.marker()) {
            outcome = reader.other_result(&tags, marker, place.clone())?;
        }
        // Words, a tag with a name in another language, or that of the termination may state the result.
        let is_in_tags = || {
            let tags = head::tags(self.text, self.start);
            let is_translated = || tags.0.iter().any(|it| words::column(&it.name) == Some("Result"));
            section.result.is_none() && is_translated() || ending::terminated(&tags).is_some()
        };
        let is_bare = section.result.is_none() && marker.is_none();
        if section.any && outcome == Outcome::Unknown && (is_bare || is_in_tags()) {
            return None;
        }
        // A result that the board or words contradict is left to the full reader.
        let last = &reader.lines.position;
        let moves = self.text.slice(..place.start);
        let tells = || {
            let movetext = moves.slice(section.at..);
            let first = movetext.trim_ascii_start().strip_prefix('{').and_then(|it| it.split_once('}'));
            let comments = movetext.split('{').skip(1).filter_map(|it| it.split('}').next());
            first.is_some_and(|it| ending::mentioned(it.0).is_some())
                || comments
                    .filter(|it| !lex::is_commands(it))
                    .any(|it| ending::labelled_results(it).next().is_some())
        };
        if board_outcome(last, outcome).is_some()
            || comments_at_end(moves).any(|it| says_otherwise(it, &tags, last, outcome))
            || outcome == Outcome::Unknown && tells()
        {
            return None;
        }
        let resigned = resigns(section.termination, outcome, &reader.lines.position);
        if reader.comments_after()? && resigned {
            return None;
        }
        if resigned {
            reader.sink.writer().resign(&reader.lines.position);
        }
        Some(Read {
            outcome,
            end: if marker.is_some() { head::game_end(self.text, reader.at)? } else { reader.at },
            doubtful: named.is_none()
                && !notations.is_given()
                && reader.odd > 0
                && reader.letters.are_shared(),
            plies: reader.plies,
            odd: reader.odd,
            named: named.map(|it| &*it.name).filter(|it| *it != "san"),
            diagnostics: reader.diagnostics,
        })
    }

    fn unread_tags(&self) -> UnreadTags<'_> {
        UnreadTags::new(self.text, self.start, head::tags_of_game)
    }

    /// Whether the game, whose moves begin at `at`, may have variations. Most games have none, and keeping
    /// every position for them takes time.
    fn may_have_variations(&self, at: usize) -> bool {
        /// How far to look for the next game.
        const FAR: usize = 16 << 10;
        static NEXT: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\n["));
        let next = self.next_variation;
        let before = || self.text.as_bytes().get(at..next.min(at + FAR));
        next < self.text.len() && before().is_none_or(|it| NEXT.find(it).is_none())
    }

    /// Returns the tags of the game, if well-formed.
    pub fn tags(&self) -> Option<Tags<'_>> {
        head::read(self.text, self.start, None)?;
        Some(head::tags(self.text, self.start))
    }
}

/// Returns where the next variation may begin: at a parenthesis before a move number, not before a rank as in
/// descriptive notation. Returns the length of the text if there is none.
pub fn next_variation(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let is_numbered = |n: &usize| match bytes.get(at + n + 1..) {
        Some([b'0'..=b'9', next, ..]) => !next.is_ascii_uppercase(),
        _ => false,
    };
    let mut all = memchr::memchr_iter(b'(', bytes.get(at..).unwrap_or_default());
    all.find(is_numbered).map_or(bytes.len(), |n| at + n)
}

/// Iterates over the comments after the last move, last one first, skipping commands such as
/// `[%clk 0:01:00]`.
fn comments_at_end(moves: &str) -> impl Iterator<Item = &str> {
    let mut before = moves.trim_ascii_end();
    let comments = std::iter::from_fn(move || {
        let (rest, comment) = before.strip_suffix('}')?.rsplit_once('{')?;
        before = rest.trim_ascii_end();
        Some(comment)
    });
    comments.filter(|it| !lex::is_commands(it))
}

/// Nesting limit of variations; deeper ones are left to the full reader.
const DEEPEST: usize = 100;

/// The position of the current line, and those of the lines around it.
struct Lines {
    position: Position,
    /// The position before the last ply, if there may be variations.
    previous: Option<Position>,
    outer: Vec<(Position, Option<Position>, LetterSet)>,
    variations: bool,
}

impl Lines {
    #[inline(always)]
    fn keep(&mut self) {
        if self.variations {
            self.keep_position();
        }
    }

    #[inline(never)]
    fn keep_position(&mut self) {
        match &mut self.previous {
            Some(previous) => previous.clone_from(&self.position),
            None => self.previous = Some(self.position.clone()),
        }
    }

    fn play(&mut self, ply: &Ply) {
        self.keep();
        self.position.play(ply);
    }

    fn begin_variation(&mut self, letters: LetterSet) -> Option<()> {
        if self.outer.len() == DEEPEST {
            return None;
        }
        let previous = self.previous.take()?;
        let position = std::mem::replace(&mut self.position, previous.clone());
        self.outer.push((position, Some(previous), letters));
        Some(())
    }

    fn end_variation(&mut self) -> Option<LetterSet> {
        let letters;
        (self.position, self.previous, letters) = self.outer.pop()?;
        Some(letters)
    }
}

struct ExactReader<'a, S> {
    text: &'a str,
    at: usize,
    notation: &'a dyn Notation,
    /// Whether it is English SAN, whose words [`plain`] verifies itself.
    is_plain: bool,
    /// The kind of words, if [`typed`] verifies them.
    typed: Option<TypedWords>,
    /// Whether the origins of pieces are followed.
    follows: bool,
    /// Whether origins are followed, or positions are kept for variations.
    prepares: bool,
    omit: Omit,
    escapes: bool,
    /// Whether the game has tags besides `Notation`.
    is_tagged: bool,
    /// Whether the text ends with the game.
    is_bounded: bool,
    /// Whether a diagnostic has no other effect: the full reader distinguishes notes from rows by numbers in
    /// games without tags, and repairs doubtful moves.
    may_warn: bool,
    sink: &'a mut S,
    lines: Lines,
    /// Whether the number 1 has been read.
    begun: bool,
    /// The numbers of the main line.
    numbers: Numbers,
    /// First letters of the main line's moves. In SAN, those of pawns aren't piece letters and may be
    /// missing.
    letters: LetterSet,
    scratch: Scratch,
    diagnostics: Vec<Diagnostic>,
    plies: u64,
    odd: u64,
}

impl<S: Sink> ExactReader<'_, S> {
    /// Reads up to the termination marker, or to the end of a game with tags; returns the marker with its
    /// range.
    fn read(&mut self) -> Option<(Option<Outcome>, Range<usize>)> {
        loop {
            let bytes = self.text.as_bytes();
            if self.numbers.offset == 0 && bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
                self.plain();
            }
            let Some(&first) = bytes.get(self.at) else {
                return self.is_at_end().then_some((None, self.at..self.at));
            };
            match first {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'{' => self.comment()?,
                b'[' if self.is_at_end() => return Some((None, self.at..self.at)),
                b'0' | b'1' if let Some((outcome, len)) = lex::usual_outcome(bytes, self.at) => {
                    let start = self.at;
                    self.at += len;
                    return self.lines.outer.is_empty().then_some((Some(outcome), start..self.at));
                }
                b'0'..=b'9' if self.number() => self.at += usize::from(bytes.get(self.at) == Some(&b' ')),
                _ => {
                    let start = self.at;
                    let outcome = self.token()?;
                    if outcome.is_some() {
                        return self.lines.outer.is_empty().then_some((outcome, start..self.at));
                    }
                }
            }
        }
    }

    /// Whether the moves of the game end here: at the next game's tags if it has tags itself, or at the end
    /// of the text.
    fn is_at_end(&self) -> bool {
        let (bytes, at) = (self.text.as_bytes(), self.at);
        let is_tag =
            || at < bytes.len() && lex::at_line_start(bytes, at) && lex::tag(self.text, at).is_some();
        let may_end =
            if at == bytes.len() { self.is_tagged || self.is_bounded } else { self.is_tagged && is_tag() };
        may_end && self.plies > 0 && self.lines.outer.is_empty()
    }

    /// Whether the current variation is omitted.
    fn is_hidden(&self) -> bool {
        self.omit.variations && !self.lines.outer.is_empty()
    }

    /// Reads any token or move; returns the outcome if it is a termination marker.
    #[inline(never)]
    fn token(&mut self) -> Option<Option<Outcome>> {
        let Some((token, after)) = lex::item(self.text, self.at, self.text.len()) else {
            return self.ply().map(|()| None);
        };
        let mut outcome = None;
        match token {
            PgnToken::Nag(nag) => {
                if !self.omit.nags && !self.is_hidden() {
                    self.sink.writer().nag(nag);
                }
            }
            PgnToken::Outcome(found) => outcome = Some(found),
            PgnToken::Number(number, color) => self.odd_number(after, (number, color))?,
            PgnToken::Open => {
                // An empty parenthesis, or one with words, may not be a variation; that is left to the full
                // reader.
                self.text.as_bytes().get(after).filter(|next| next.is_ascii_digit())?;
                self.lines.begin_variation(self.letters)?;
                if !self.omit.variations {
                    self.sink.writer().begin_variation();
                }
            }
            PgnToken::Close if self.text.as_bytes()[self.at] == b')' => {
                self.letters = self.lines.end_variation()?;
                if !self.omit.variations {
                    self.sink.writer().end_variation();
                }
            }
            // Whether it belongs to the game is not decided here.
            PgnToken::Line { inner }
                if lex::move_numbers(self.text.slice(inner.clone())).next().is_some() =>
            {
                return None;
            }
            PgnToken::Brace { inner, closed: true } | PgnToken::Line { inner } => {
                self.add_comment(CommentKind::Text, inner);
            }
            PgnToken::Escape { inner } if self.escapes => self.add_comment(CommentKind::Escape, inner),
            _ => return None,
        }
        self.at = after;
        Some(outcome)
    }

    /// Reads a move number with its dots, if it is the expected one; returns whether it is.
    fn number(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let mut digits = 0;
        let mut number = 0_u32;
        while let Some(digit) = rest.get(digits).map(|it| it.wrapping_sub(b'0')).filter(|it| *it < 10) {
            number = number.wrapping_mul(10).wrapping_add(u32::from(digit));
            digits += 1;
        }
        if rest.get(digits) != Some(&b'.') {
            return false;
        }
        let black = rest[digits..].starts_with(b"...");
        let dots = if black { 3 } else { 1 };
        let position = &self.lines.position;
        let fits = number == position.move_number()
            && black == position.turn().is_black()
            && digits < 7
            && self.numbers.offset == 0
            && rest.get(digits + dots) != Some(&b'.');
        // A second number 1 may begin another game.
        if !fits || number == 1 && !black && self.lines.outer.is_empty() && self.begun {
            return false;
        }
        self.begun |= number == 1 && !black && self.lines.outer.is_empty();
        self.at += digits + dots;
        true
    }

    /// Reads a number that is unexpected or unusually written.
    #[cold]
    fn odd_number(&mut self, after: usize, (number, color): (u32, Option<Color>)) -> Option<()> {
        let position = &self.lines.position;
        let next = if position.turn().is_black() { position.move_number() + 1 } else { 1 };
        // A number 1 may begin another game, any number before the first move a fragment, and the next number
        // before Black's move shows that this move is missing. In variations, numbers distinguish notes from
        // rows.
        if self.plies == 0
            || !self.may_warn
            || !self.lines.outer.is_empty()
            || color.is_none() && (number == 1 || number == next)
        {
            return None;
        }
        let place = (self.text, self.at..after);
        self.numbers.read(place, (number, color), position, &mut self.diagnostics);
        (self.diagnostics.len() < diagnostics::MANY).then_some(())
    }

    /// Returns the outcome if the `Result` tag differs from the termination marker; `None` if the tag,
    /// already written, would have to change.
    #[cold]
    fn other_result(
        &mut self,
        tags: &Tags<'_>,
        marker: Option<Outcome>,
        place: Range<usize>,
    ) -> Option<Outcome> {
        let outcome = outcome::stated(tags, marker);
        let mut said = tags.0.iter().filter(|it| it.name == "Result");
        if said.any(|it| outcome::is_stale(&it.value, outcome)) {
            return None;
        }
        let mismatch = marker.and_then(|it| outcome::mismatch(tags, it));
        mismatch.map_or(Some(()), |it| self.warn(Diagnostic::warning(place, it)))?;
        Some(outcome)
    }

    /// Adds a warning about a text whose meaning is certain.
    #[cold]
    fn warn(&mut self, warning: Diagnostic) -> Option<()> {
        diagnostics::add(&mut self.diagnostics, warning);
        (self.may_warn && self.diagnostics.len() < diagnostics::MANY).then_some(())
    }

    /// Reports a check mark that doesn't fit the ply just made.
    #[cold]
    fn warn_of_mark(&mut self, place: Range<usize>, claim: CheckClaim, effect: Effect) -> Option<()> {
        let after = &self.lines.position;
        match explain::wrong_check(after, claim, effect) {
            Some(problem) => self.warn(Diagnostic::warning(place, problem).after(after)),
            None => Some(()),
        }
    }

    #[inline(always)]
    fn comment(&mut self) -> Option<()> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let end = lex::find_any([b'}'], bytes, start)?;
        if bytes[end] == b'}' {
            // A comment without a line end can't contain another game's tag.
            if !self.omit.comments && !self.is_hidden() {
                self.sink.short_comment(lex::trimmed(self.text.slice(start..end)));
            }
            self.at = end + 1;
        } else {
            self.token()?;
        }
        self.at += usize::from(bytes.get(self.at) == Some(&b' '));
        Some(())
    }

    fn add_comment(&mut self, kind: CommentKind, inner: Range<usize>) {
        if !self.omit.comments && !self.is_hidden() {
            self.sink.writer().comment(&lex::comment(kind, self.text.slice(inner)));
        }
    }

    /// Reads the comment lines after the termination marker that some servers write; returns whether there
    /// are any.
    fn comments_after(&mut self) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let mut any = false;
        loop {
            let rest = &bytes[self.at..];
            let blank = rest.iter().take_while(|it| matches!(it, b' ' | b'\t' | b'\r')).count();
            match &rest[blank..] {
                [b'\n', b';', ..] => self.at += blank + 1,
                [b';', ..] if bytes[..self.at].ends_with(b"\n") && blank == 0 => {}
                _ => return Some(any),
            }
            self.token()?;
            any = true;
        }
    }

    /// Reads a move that isn't written canonically, or whose notation has no exact reading.
    #[cold]
    fn unusual(&mut self) -> Option<ExactReading> {
        let text = lex::move_text(self.text, self.at, self.text.len());
        // Left to the full reader: a number run into its move (castling with zeros is none), and a lower-case
        // piece letter.
        if lex::glued_digits(text) > 0 && !text.starts_with("0-0")
            || resolve::small_letter(self.notation, text).is_some()
        {
            return None;
        }
        self.odd += 1;
        let of_squares = if self.is_plain { self.of_squares(text) } else { None };
        of_squares
            .or_else(|| resolve::read_move(self.notation, &self.lines.position, text, &mut self.scratch))
    }

    /// Reads a move in SAN given by just its two squares, as UCI writes it.
    fn of_squares(&self, text: &str) -> Option<ExactReading> {
        static UCI: LazyLock<Option<&Choice>> = LazyLock::new(|| notation::named("uci"));
        let exact = UCI.as_ref()?.notation.read_exact(&self.lines.position, text)?;
        let is_usual = exact.ply.promotion().is_none() && exact.ply.is_kingside_castling().is_none();
        let is_whole = text.as_bytes().get(exact.len).is_none_or(u8::is_ascii_whitespace);
        (is_usual && is_whole).then_some(exact)
    }

    /// Reads any move.
    fn ply(&mut self) -> Option<()> {
        let text = self.text.slice(self.at..);
        let exact = match self.notation.read_exact(&self.lines.position, text) {
            Some(exact) => exact,
            None => self.unusual()?,
        };
        if self.lines.outer.is_empty() {
            text.bytes().next().into_iter().for_each(|letter| self.letters.add(letter));
        }
        if self.is_hidden() {
            self.lines.play(&exact.ply);
        } else if !self.verified(&exact.ply)? {
            self.sink.writer().ply(&self.lines.position, &exact.ply).ok()?;
            self.lines.play(&exact.ply);
            self.sink.writer().played(&self.lines.position, &exact.ply);
        }
        self.plies += 1;
        self.at += exact.len;
        self.check_mark(&exact.ply, exact.check, self.at - exact.len..self.at)?;
        match self.text.as_bytes().get(self.at) {
            Some(b' ') => self.at += 1,
            // A termination marker run into a move may not end the game.
            Some(b'0'..=b'9' | b'*') => return None,
            _ => {}
        }
        Some(())
    }

    /// Plays a ply and passes it on as one of an ordinary board; returns false if the board isn't ordinary,
    /// and `None` if the ply can't be written.
    fn verified(&mut self, ply: &Ply) -> Option<bool> {
        let position = &self.lines.position;
        let Some(board) = position.ordinary() else { return Some(false) };
        let (Some(exact), Some(number)) =
            (ExactPly::of(position, board, ply), Number::new(board.move_number()))
        else {
            return Some(false);
        };
        let us = board.turn();
        let held = self.sink.before(position, board, us, &exact)?;
        self.lines.play(ply);
        let board = self.lines.position.ordinary()?;
        let to = Landing { to: exact.to, checks: board.checkers().any(), mate: None, castled: false };
        self.sink.after(&self.lines.position, board, (number, us.is_black()), held, to);
        Some(true)
    }

    /// Checks the mark of the ply that led here.
    fn check_mark(&mut self, ply: &Ply, claim: Option<CheckClaim>, place: Range<usize>) -> Option<()> {
        let position = &self.lines.position;
        match claim {
            // Books mark checks, so an unmarked check may be another move.
            None => (!position.is_check() || !self.notation.ambiguity_resolved_later()).then_some(()),
            Some(CheckClaim::Check) if position.is_check() => Some(()),
            Some(claim) => {
                let effect = position.effect(ply);
                if claim.fits(effect) { Some(()) } else { self.warn_of_mark(place, claim, effect) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::next_variation;

    #[test]
    fn a_variation_begins_with_a_number() {
        for (text, from, expected) in [
            ("1. e4 (1. d4) e5 (2. f4)", 0, 6),
            ("1. e4 (1. d4) e5 (2. f4)", 7, 17),
            ("1. P-K4 (better) P-K4", 0, 21),
            ("9. C(1C)3A (9. P4R)", 0, 11),
            ("1. e4 (", 0, 7),
            ("", 3, 0),
        ] {
            assert_eq!(next_variation(text, from), expected, "{text:?} from {from}");
        }
    }
}
