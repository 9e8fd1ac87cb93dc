//! Reading plain PGN fast.
//!
//! Most games are tag pairs, moves as their notation writes them, glyphs, comments and variations, and nothing
//! else. They go from here straight to the writer. At anything out of the ordinary, a wrong mark or number
//! among it, this road is given up and the game is read again, with care ([`super::read`]): whatever is
//! accepted here, the careful reader reads to the same events without a diagnostic.

use super::{lex, number::MoveNumber};
use crate::{
    layout::{Head, Writer, resigns, set_up},
    model::{Comment, CommentKind, Nag, Outcome, Ply, Tags},
    notation::{CheckClaim, Notation, Quick, letters::LetterSet},
    reading::{self, Notations, Scratch},
    rules::Position,
};

/// A game that was read.
pub struct Fast {
    /// Where it ends.
    pub end: usize,
    /// May the game be in another notation as well? Only its language can be in doubt here.
    pub doubtful: bool,
}

/// Reads the game that begins here and sends it to the writer. `None` if it needs care; what the writer has
/// got until then must be taken back. `variations` says whether there may be any: it saves time to know that
/// there are none.
pub fn read<W: Writer + ?Sized>(
    text: &str,
    start: usize,
    variations: bool,
    notations: &Notations,
    writer: &mut W,
) -> Option<Fast> {
    let (mut tags, mut written, at) = head(text, start)?;
    let mut named = None;
    if let Some(n) = tags.0.iter().rposition(|tag| tag.name == "Notation") {
        named = Some(notations.named(&tags.0[n].value)?);
        tags.0.remove(n);
        written = None;
        if tags.get("Notation").is_some() {
            return None;
        }
    }
    let notation = &*named.unwrap_or(notations.first()).notation;
    let (mut position, problem) = set_up(&tags).ok()?;
    if problem.is_some() || position.size() != 8 {
        return None;
    }
    if !notation.uses_origins() && !writer.uses_origins() {
        position.forget_origins();
    }
    writer.begin(&Head { preamble: &[], tags: &tags, written, start: &position });
    let mut moves = Moves {
        text,
        at,
        notation,
        writer,
        lines: Lines { position, previous: None, outer: Vec::new(), variations },
        begun: false,
        letters: LetterSet::default(),
        scratch: Scratch::default(),
        expected: MoveNumber::default(),
    };
    let outcome = moves.read()?;
    let said = tags.get("Result");
    if said.is_some_and(|it| it != outcome.marker()) {
        return None;
    }
    if resigns(&tags, outcome, &moves.lines.position) {
        moves.writer.resign(&moves.lines.position);
    }
    moves.writer.end(outcome, &[]);
    let doubtful = named.is_none() && !notations.is_given() && moves.letters.are_shared();
    Some(Fast { end: game_end(text, moves.at)?, doubtful })
}

/// Reads tag pairs that are written as they should be. Answers also their text if each takes up a line and nothing
/// else, and where they end.
fn head(text: &str, start: usize) -> Option<(Tags<'_>, Option<&str>, usize)> {
    let bytes = text.as_bytes();
    let mut tags = Tags(Vec::with_capacity(24));
    let mut at = start;
    let mut end = start;
    let mut is_export = true;
    loop {
        let mut lines = 0;
        while let Some(blank @ (b'\n' | b'\r' | b' ' | b'\t')) = bytes.get(at) {
            lines += usize::from(*blank == b'\n' || *blank == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            at += 1;
        }
        if bytes.get(at) != Some(&b'[') || !lex::at_line_start(bytes, at) {
            let written = (is_export && end > start).then(|| &text[start..end]);
            return Some((tags, written, at));
        }
        is_export &= end == start || &bytes[end..at] == b"\n";
        // It takes a look at all tags to tell whether a blank line ends the game.
        if lines > 1 && !tags.0.is_empty() {
            return None;
        }
        let name_at = at + 1;
        let name_len = bytes[name_at..].iter().position(|it| !it.is_ascii_alphanumeric())?;
        let value_at = name_at + name_len + 2;
        if !bytes.get(name_at).is_some_and(u8::is_ascii_alphabetic)
            || bytes.get(value_at - 2..value_at) != Some(b" \"")
        {
            return None;
        }
        let value_end = lex::find_any([b'"', b'\\'], bytes, value_at)?;
        if !bytes[value_end..].starts_with(b"\"]") {
            return None;
        }
        let value = &text[value_at..value_end];
        let name = &text[name_at..name_at + name_len];
        if name == "Event" && !tags.0.is_empty() {
            return None;
        }
        tags.push(name, value);
        at = value_end + 2;
        end = at;
    }
}

/// Where the game ends whose termination marker ends here: at the next blank line or tag.
fn game_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = at;
    let mut lines = 0;
    loop {
        match bytes.get(at) {
            None => return Some(at),
            Some(b' ' | b'\t') => {}
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => {}
            Some(b'\n' | b'\r') => lines += 1,
            Some(_) if lines > 1 => return Some(at),
            Some(b'[') if lines > 0 && lex::at_line_start(bytes, at) && lex::tag(text, at).is_some() => {
                return Some(at);
            }
            Some(_) => return None,
        }
        at += 1;
    }
}

/// Variations in variations are read so deep here; what is deeper needs care.
const DEEPEST: usize = 100;

/// The positions of the line that is being read and of those that it is a variation of.
struct Lines {
    position: Position,
    /// The position before the last ply, if there may be variations.
    previous: Option<Position>,
    outer: Vec<(Position, Option<Position>)>,
    variations: bool,
}

impl Lines {
    #[inline]
    fn play(&mut self, ply: &Ply) {
        if self.variations {
            self.keep();
        }
        self.position.play(ply);
    }

    #[inline(never)]
    fn keep(&mut self) {
        self.previous = Some(self.position.clone());
    }

    fn begin_variation(&mut self) -> Option<()> {
        if self.outer.len() == DEEPEST {
            return None;
        }
        let previous = self.previous.take()?;
        let position = std::mem::replace(&mut self.position, previous.clone());
        self.outer.push((position, Some(previous)));
        Some(())
    }

    fn end_variation(&mut self) -> Option<()> {
        (self.position, self.previous) = self.outer.pop()?;
        Some(())
    }
}

struct Moves<'a, W: ?Sized> {
    text: &'a str,
    at: usize,
    notation: &'a dyn Notation,
    writer: &'a mut W,
    lines: Lines,
    /// Has there been the number of a first move?
    begun: bool,
    letters: LetterSet,
    scratch: Scratch,
    expected: MoveNumber,
}

impl<W: Writer + ?Sized> Moves<'_, W> {
    /// Reads up to the termination marker.
    fn read(&mut self) -> Option<Outcome> {
        let bytes = self.text.as_bytes();
        loop {
            let mut first = *bytes.get(self.at)?;
            match first {
                b' ' | b'\n' | b'\r' | b'\t' => {
                    self.at += 1;
                    continue;
                }
                b'{' => {
                    self.comment()?;
                    continue;
                }
                b'0'..=b'9' | b'*' => {
                    if self.number()? {
                        self.at += usize::from(bytes.get(self.at) == Some(&b' '));
                        // Mostly the move follows.
                        first = *bytes.get(self.at)?;
                        if !first.is_ascii_alphabetic() {
                            continue;
                        }
                    } else if let Some(outcome) = self.outcome() {
                        return self.lines.outer.is_empty().then_some(outcome);
                    }
                }
                b'$' | b'!' | b'?' | b'(' | b')' => {
                    self.mark(first)?;
                    continue;
                }
                _ => {}
            }
            self.ply(first)?;
        }
    }

    /// Takes what begins with one of these marks: a glyph, or the beginning or end of a variation.
    fn mark(&mut self, mark: u8) -> Option<()> {
        match mark {
            b'(' => {
                // Whether an empty parenthesis or one with words is a variation is not decided here.
                self.lines.begin_variation()?;
                self.writer.begin_variation();
                self.at += 1;
                self.text.as_bytes().get(self.at).filter(|next| next.is_ascii_digit())?;
            }
            b')' => {
                self.lines.end_variation()?;
                self.writer.end_variation();
                self.at += 1;
            }
            _ => match lex::item(self.text, self.at, self.text.len())? {
                (lex::Item::Nag(nag), after) => self.nag(nag, after),
                _ => return None,
            },
        }
        Some(())
    }

    fn nag(&mut self, nag: Nag, after: usize) {
        self.writer.nag(nag);
        self.at = after;
    }

    /// Takes a move number with its dots, if there is one; it must be right.
    #[inline]
    fn number(&mut self) -> Option<bool> {
        let rest = &self.text.as_bytes()[self.at..];
        let position = &self.lines.position;
        let number = position.move_number();
        self.expected.set(number);
        if number > 1
            && let Some(len) = self.expected.begins(position.turn().is_black(), rest)
        {
            self.at += len;
            return Some(true);
        }
        self.any_number()
    }

    /// The same, if the number is not plainly the right one.
    #[cold]
    fn any_number(&mut self) -> Option<bool> {
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

    /// Takes a termination marker, if there is one that is set apart.
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

    fn comment(&mut self) -> Option<()> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = lex::find_any([b'}'], bytes, start)?;
        if bytes[end] == b'}' {
            // Without a line end in it there can be no tag of another game either.
            self.writer.short_comment(lex::trimmed(&self.text[start..end]));
        } else {
            let closed;
            (end, closed) = lex::brace_end(self.text, end, self.text.len());
            if !closed {
                return None;
            }
            let text = lex::comment_text(&self.text[start..end]);
            self.writer.comment(&Comment { kind: CommentKind::Text, text });
        }
        self.at = end + 1;
        self.at += usize::from(bytes.get(self.at) == Some(&b' '));
        Some(())
    }

    /// Reads a move that is not written as its notation would write it, or one of a notation that has no
    /// short way to read.
    #[cold]
    fn unusual(&mut self) -> Option<Quick> {
        let text = lex::move_text(self.text, self.at, self.text.len());
        // A number that is not set apart from its move needs care.
        if lex::glued_digits(text) > 0 {
            return None;
        }
        reading::read_move(self.notation, &self.lines.position, text, &mut self.scratch)
    }

    // There is one place that calls it.
    #[inline(always)]
    fn ply(&mut self, first: u8) -> Option<()> {
        let text = &self.text[self.at..];
        let quick = match self.notation.quick(&self.lines.position, text) {
            Some(quick) => quick,
            None => self.unusual()?,
        };
        self.writer.ply(&self.lines.position, &quick.ply).ok()?;
        if self.lines.outer.is_empty() {
            self.letters.add(first);
        }
        self.lines.play(&quick.ply);
        self.writer.played(&self.lines.position, &quick.ply);
        self.at += quick.len;
        match self.text.as_bytes().get(self.at) {
            Some(b' ') => self.at += 1,
            // A termination marker that sticks to a move may not end the game.
            Some(b'0'..=b'9' | b'*') => return None,
            _ => {}
        }
        match quick.check {
            // Books mark checks, so one without a mark may be another move.
            None => (!self.lines.position.is_check() || !self.notation.leaves_open()).then_some(()),
            Some(CheckClaim::Check) => self.lines.position.is_check().then_some(()),
            Some(claim) => claim.fits(self.lines.position.effect(&quick.ply)).then_some(()),
        }
    }
}
