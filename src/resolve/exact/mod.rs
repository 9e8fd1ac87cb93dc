//! The exact reader: games whose words are as their notation writes them.
//!
//! Most games are tag pairs, moves as their notation writes them, glyphs, comments and variations, and
//! nothing else. They go straight from here to the writer. At an unusual word that is still a single move
//! without need of a diagnostic, the position is handed to the resolver's [`read_move`](super::read_move),
//! which returns the next ply; at anything else out of the ordinary, such as a wrong mark or number, the game
//! is left to the full reader ([`crate::layout::pgn`]). Whatever is accepted here, the full reader reads to
//! the same events without a diagnostic.
//!
//! * `head`: the tag pairs before the moves, and the end of a game;
//! * this file: numbers, comments, glyphs, variations, results, and unusual words, one token at a time;
//! * `plain`: English SAN on an ordinary board, where almost all the time is spent;
//! * `sink`: the receivers of the plies.
//!
//! From SAN to SAN, reading every word into a pattern, playing it with shakmaty and writing it anew costs
//! 1029 instructions per ply; this reader costs about half of that, some 340 of them in the loop of `plain`
//! (`tests/bench/instructions.py` has the figures). `plyglot -v` tells how many plies did
//! not take this route.

mod head;
mod plain;
mod sink;

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tags},
    layout::{Filter, Head, Omit, pgn::lex, resigns, says_otherwise, set_up, told_otherwise},
    notation::{CheckClaim, ExactReading, Notation, exact::ExactPly, letters::LetterSet},
    resolve::{self, Notations, Scratch},
    slice::Slice as _,
};

pub use sink::{Events, Landing, Number, Sink};

/// A game to be read.
#[derive(Clone, Copy)]
pub struct GameInput<'a> {
    /// The text that contains it.
    pub text: &'a str,
    /// The start of the game.
    pub start: usize,
    /// The notations that it may be in.
    pub notations: &'a Notations,
    /// What to omit; a limit of plies is not supported here.
    pub filter: &'a Filter,
    /// Whether lines that begin with `%` are kept, or omitted on request.
    pub escapes: bool,
}

/// The result of reading a game.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// The end of the game.
    pub end: usize,
    /// Whether the game may be in another notation as well. Only the language can be in doubt here.
    pub doubtful: bool,
    /// The number of plies, including variations.
    pub plies: u64,
    /// The number of plies read by the resolver.
    pub odd: u64,
    /// The notation that the game names, unless it is SAN.
    pub named: Option<&'static str>,
}

impl GameInput<'_> {
    /// Reads the game into the sink. Returns `None` if the full reader must take over; the writer's output so
    /// far must then be undone.
    pub fn read<S: Sink>(&self, sink: &mut S) -> Option<Read> {
        let head::Tagged { mut tags, mut written, at, are_usual } = head::read(self.text, self.start)?;
        let notations = self.notations;
        if let Some(rules) = notations.rules() {
            tags.set("Variant", rules.name());
            written = None;
        }
        if notations.has_start() && tags.get("FEN").is_none() {
            return None;
        }
        let mut named = None;
        if !are_usual && let Some(n) = tags.0.iter().rposition(|tag| tag.name == "Notation") {
            named = Some(notations.named(&tags.0[n].value)?);
            tags.0.remove(n);
            written = None;
            if tags.get("Notation").is_some() {
                return None;
            }
        }
        let named = named.filter(|_| !notations.is_given());
        let choice = named.unwrap_or(notations.first());
        let notation = &*choice.notation;
        let name = Some(&*choice.name).filter(|it| *it != "san");
        let ordinary = are_usual && notations.rules().is_none();
        let mut position = if ordinary { Position::default() } else { set_up(&tags).ok()? };
        if position.size() != 8 {
            return None;
        }
        if !notation.uses_origins() && !sink.writer().uses_origins() {
            position.forget_origins();
        }
        let edits = &self.filter.tags;
        let edited = (!edits.is_empty()).then(|| edits.apply(&tags, &position));
        if edited.is_some() {
            written = None;
        }
        let shown = edited.as_ref().unwrap_or(&tags);
        sink.writer().begin(&Head { preamble: &[], tags: shown, written, start: &position, notation: name });
        let mut reader = ExactReader {
            text: self.text,
            at,
            notation,
            is_plain: notation.is_english_san(),
            omit: self.filter.omit,
            escapes: self.escapes,
            sink,
            lines: Lines {
                position,
                previous: None,
                outer: Vec::new(),
                variations: may_have_variations(self.text.as_bytes(), at),
            },
            begun: false,
            letters: LetterSet::default(),
            scratch: Scratch::default(),
            plies: 0,
            odd: 0,
        };
        let outcome = reader.read()?;
        // A result that is not in standard form, or that the board or words contradict, is left to the full reader.
        let last = &reader.lines.position;
        let moves = self.text.slice(..reader.at - outcome.marker().len());
        if tags.get("Result").is_some_and(|it| is_otherwise(it, outcome))
            || told_otherwise(last, outcome).is_some()
            || comments_at_end(moves).any(|it| says_otherwise(it, &tags, last, outcome))
        {
            return None;
        }
        let resigned = resigns(&tags, outcome, &reader.lines.position);
        if reader.comments_after()? && resigned {
            return None;
        }
        if resigned {
            reader.sink.writer().resign(&reader.lines.position);
        }
        reader.sink.writer().end(outcome, &[]);
        Some(Read {
            end: head::game_end(self.text, reader.at)?,
            doubtful: named.is_none()
                && !notations.is_given()
                && reader.odd > 0
                && reader.letters.are_shared(),
            plies: reader.plies,
            odd: reader.odd,
            named: named.map(|it| &*it.name).filter(|it| *it != "san"),
        })
    }

    /// Returns the tags of the game, if well-formed.
    pub fn tags(&self) -> Option<Tags<'_>> {
        head::read(self.text, self.start).map(|it| it.tags)
    }
}

/// Whether the result tag differs from the game's result, or is not in standard form.
fn is_otherwise(value: &str, outcome: Outcome) -> bool {
    value != outcome.marker()
        && (Outcome::from_marker(value).is_some()
            || matches!(lex::item(value.trim(), 0, value.trim().len()), Some((lex::PgnToken::Outcome(_), _))))
}

/// Returns the comments after the last move, from the last one up.
fn comments_at_end(moves: &str) -> impl Iterator<Item = &str> {
    let mut before = moves.trim_ascii_end();
    std::iter::from_fn(move || {
        let (rest, comment) = before.strip_suffix('}')?.rsplit_once('{')?;
        before = rest.trim_ascii_end();
        Some(comment)
    })
}

/// Whether the game may have variations, its moves beginning here. Most have none, and keeping every position
/// for them takes time. A variation begins with a number, unlike parentheses in descriptive notation.
fn may_have_variations(text: &[u8], at: usize) -> bool {
    /// How far to look for the next game.
    const FAR: usize = 16 << 10;
    static NEXT: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\n["));
    let moves = &text[at..text.len().min(at + FAR)];
    let end = NEXT.find(moves);
    let moves = &moves[..end.unwrap_or(moves.len())];
    end.is_none() && moves.len() == FAR
        || memchr::memchr_iter(b'(', moves).any(|n| moves.get(n + 1).is_some_and(u8::is_ascii_digit))
}

/// Nesting limit of variations; the full reader takes deeper ones.
const DEEPEST: usize = 100;

/// The positions of the current line, and of those that it is a variation of.
struct Lines {
    position: Position,
    /// The position before the last ply, if there may be variations.
    previous: Option<Position>,
    outer: Vec<(Position, Option<Position>, LetterSet)>,
    variations: bool,
}

impl Lines {
    #[inline]
    fn keep(&mut self) {
        if self.variations {
            self.previous = Some(self.position.clone());
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
    /// Whether it is English SAN, which [`plain`] reads.
    is_plain: bool,
    omit: Omit,
    escapes: bool,
    sink: &'a mut S,
    lines: Lines,
    /// Whether a first move's number has been read.
    begun: bool,
    /// The first letters of the main line's moves.
    letters: LetterSet,
    scratch: Scratch,
    plies: u64,
    odd: u64,
}

impl<S: Sink> ExactReader<'_, S> {
    /// Reads up to the termination marker.
    fn read(&mut self) -> Option<Outcome> {
        loop {
            let bytes = self.text.as_bytes();
            if self.is_plain && bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
                self.plain();
            }
            match *bytes.get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'{' => self.comment()?,
                b'0'..=b'9' | b'*' => {
                    if self.number()? {
                        self.at += usize::from(bytes.get(self.at) == Some(&b' '));
                    } else if let Some(outcome) = self.outcome() {
                        return self.lines.outer.is_empty().then_some(outcome);
                    } else {
                        self.ply()?;
                    }
                }
                first @ (b'$' | b'!' | b'?' | b'(' | b')') => self.mark(first)?,
                b';' | b'%' => self.line_comment()?,
                _ => self.ply()?,
            }
        }
    }

    /// Whether the current variation is omitted.
    fn is_hidden(&self) -> bool {
        self.omit.variations && !self.lines.outer.is_empty()
    }

    /// Reads what begins with one of these marks: a glyph, or the start or end of a variation.
    fn mark(&mut self, mark: u8) -> Option<()> {
        match mark {
            b'(' => {
                // Whether an empty parenthesis, or one with words, is a variation is not decided here.
                self.lines.begin_variation(self.letters)?;
                if !self.omit.variations {
                    self.sink.writer().begin_variation();
                }
                self.at += 1;
                self.text.as_bytes().get(self.at).filter(|next| next.is_ascii_digit())?;
            }
            b')' => {
                self.letters = self.lines.end_variation()?;
                if !self.omit.variations {
                    self.sink.writer().end_variation();
                }
                self.at += 1;
            }
            _ => match lex::item(self.text, self.at, self.text.len())? {
                (lex::PgnToken::Nag(nag), after) => self.nag(nag, after),
                _ => return None,
            },
        }
        Some(())
    }

    fn nag(&mut self, nag: Nag, after: usize) {
        if !self.omit.nags && !self.is_hidden() {
            self.sink.writer().nag(nag);
        }
        self.at = after;
    }

    /// Reads a move number with its dots, if present; it must be correct.
    fn number(&mut self) -> Option<bool> {
        let rest = &self.text.as_bytes()[self.at..];
        let mut digits = 0;
        let mut number = 0_u32;
        while let Some(digit) = rest.get(digits).map(|it| it.wrapping_sub(b'0')).filter(|it| *it < 10) {
            number = number.wrapping_mul(10).wrapping_add(u32::from(digit));
            digits += 1;
        }
        if digits == 0 || rest.get(digits) != Some(&b'.') {
            return Some(false);
        }
        let black = rest[digits..].starts_with(b"...");
        let dots = if black { 3 } else { 1 };
        let position = &self.lines.position;
        let fits = number == position.move_number() && black == position.turn().is_black() && digits < 7;
        if !fits || rest.get(digits + dots) == Some(&b'.') {
            return None;
        }
        // A second one may begin another game.
        if number == 1 && !black && self.lines.outer.is_empty() && std::mem::replace(&mut self.begun, true) {
            return None;
        }
        self.at += digits + dots;
        Some(true)
    }

    /// Reads a termination marker, if present and set apart.
    fn outcome(&mut self) -> Option<Outcome> {
        let rest = &self.text.as_bytes()[self.at..];
        let outcome = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown]
            .into_iter()
            .find(|it| rest.starts_with(it.marker().as_bytes()))?;
        let len = outcome.marker().len();
        matches!(rest.get(len), None | Some(b' ' | b'\n' | b'\r' | b'\t')).then(|| {
            self.at += len;
            outcome
        })
    }

    #[inline(never)]
    fn comment(&mut self) -> Option<()> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = lex::find_any([b'}'], bytes, start)?;
        let is_kept = !self.omit.comments && !self.is_hidden();
        if bytes[end] == b'}' {
            // Without a line end in it there can't be another game's tag either.
            if is_kept {
                self.sink.short_comment(lex::trimmed(self.text.slice(start..end)));
            }
        } else {
            let closed;
            (end, closed) = lex::brace_end(self.text, end, self.text.len());
            if !closed {
                return None;
            }
            if is_kept {
                let text = lex::comment_text(self.text.slice(start..end));
                self.sink.writer().comment(&Comment { kind: CommentKind::Text, text });
            }
        }
        self.at = end + 1;
        self.at += usize::from(bytes.get(self.at) == Some(&b' '));
        Some(())
    }

    /// Reads the comment lines after the termination marker, which some servers write; returns whether there
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
            self.line_comment()?;
            any = true;
        }
    }

    /// Reads a comment to the end of its line, or a line that begins with `%`.
    #[cold]
    fn line_comment(&mut self) -> Option<()> {
        let (item, after) = lex::item(self.text, self.at, self.text.len())?;
        let comment = match item {
            lex::PgnToken::Line { inner } => {
                Comment { kind: CommentKind::Text, text: lex::comment_text(self.text.slice(inner)) }
            }
            lex::PgnToken::Escape { inner } if self.escapes => {
                Comment { kind: CommentKind::Escape, text: self.text.slice(inner).trim_end().into() }
            }
            _ => return None,
        };
        if !self.omit.comments && !self.is_hidden() {
            self.sink.writer().comment(&comment);
        }
        self.at = after;
        Some(())
    }

    /// Reads a move that is not written as its notation would write it, or whose notation has no exact
    /// reading.
    #[cold]
    fn unusual(&mut self) -> Option<ExactReading> {
        let text = lex::move_text(self.text, self.at, self.text.len());
        // A number run into its move is left to the full reader, and what begins with a piece's letter in lower case;
        // castling in zeros is not a number.
        if lex::glued_digits(text) > 0 && !text.starts_with("0-0")
            || resolve::small_letter(self.notation, text).is_some()
        {
            return None;
        }
        self.odd += 1;
        resolve::read_move(self.notation, &self.lines.position, text, &mut self.scratch)
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
        match self.text.as_bytes().get(self.at) {
            Some(b' ') => self.at += 1,
            // A termination marker run into a move may not end the game.
            Some(b'0'..=b'9' | b'*') => return None,
            _ => {}
        }
        self.is_marked_rightly(&exact.ply, exact.check).then_some(())
    }

    /// Plays a ply and passes it on as one of an ordinary board; if it isn't one, does nothing. Returns
    /// `None` if it can't be written.
    fn verified(&mut self, ply: &Ply) -> Option<bool> {
        let position = &self.lines.position;
        let Some(board) = position.ordinary() else { return Some(false) };
        let (Some(exact), Some(number)) = (ExactPly::of(board, ply), Number::new(board.move_number())) else {
            return Some(false);
        };
        let us = board.turn();
        let held = self.sink.before(position, board, us, &exact)?;
        self.lines.play(ply);
        let board = self.lines.position.ordinary()?;
        let to = Landing { to: exact.to, mate: None, castled: false };
        self.sink.after(&self.lines.position, board, (number, us.is_black()), held, to);
        Some(true)
    }

    /// Whether the check mark fits the ply that led here.
    fn is_marked_rightly(&self, ply: &Ply, claim: Option<CheckClaim>) -> bool {
        let position = &self.lines.position;
        match claim {
            // Books mark checks, so a check without a mark may be another move.
            None => !position.is_check() || !self.notation.ambiguity_resolved_later(),
            Some(CheckClaim::Check) => position.is_check(),
            Some(claim) => claim.fits(position.effect(ply)),
        }
    }
}
