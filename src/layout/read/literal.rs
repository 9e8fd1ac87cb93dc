//! A quoted text: a string of a program, in one or several concatenated parts, or a quotation in a sentence.

use std::{borrow::Cow, iter, ops::Range};

use super::{
    apart::{Length, empty_comment, length_of_list, near_above, near_behind, told_length},
    enclosed::{LONGEST, begins_game, has_moves, words_outside},
    raw::Raw,
};
use crate::{
    chess::Position,
    layout::pgn::{of_text, opens, positions_beside},
    lex::{self, leading_number, without_number},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Opening quotation marks and their closing ones. Within straight ones, a backslash escapes.
const QUOTES: [(char, &[char]); 9] = [
    ('"', &['"']),
    ('\'', &['\'']),
    ('`', &['`']),
    ('“', &['”', '“']),
    ('„', &['“', '”']),
    ('”', &['”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‘', &['’']),
];

/// Prefixes of word lists in Ruby, Elixir and Perl, before a bracket.
const OF_WORDS: [&str; 5] = ["%w", "%W", "~w", "~W", "qw"];

/// Brackets around such lists.
const BRACKETS: [(char, &[char]); 4] = [('(', &[')']), ('[', &[']']), ('{', &['}']), ('<', &['>'])];

/// A quoted game must show its first moves, after any tags, in this many bytes.
const BEGINNING: usize = 1 << 12;

/// Longest prefix of a string in a program, in letters, as in `b"1. e4 e5"`.
const LONGEST_PREFIX: usize = 2;

/// Signs between moves without numbers, besides blanks.
pub(super) const SEPARATORS: [char; 3] = [',', '|', ';'];

/// The number inserted before moves without numbers.
pub(super) const NUMBER: &str = "\n1.";

/// UCI command before moves from the start position.
pub(super) const UCI_COMMAND: &str = "position startpos moves";

/// Whether a character may stand in the name of a function.
const fn is_of_function(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | '$')
}

/// How a quoted text is escaped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Not at all.
    None,
    /// By a backslash before quotation marks and for line ends.
    Backslashes,
    /// By doubled quotation marks, as in C# and Visual Basic.
    Doubled,
    /// By backslashes, between triple quotation marks.
    Tripled,
    /// Not at all; a raw string ends with marks that match its opening.
    Raw,
    /// Not at all: the moves of a UCI command without quotation marks.
    Command,
}

/// A quoted text, in one part or several concatenated ones, as in `"1. e4 " + "e5"`.
pub(super) struct Literal {
    pub(super) parts: Vec<Range<usize>>,
    /// The whole text with its quotation marks.
    pub(super) span: Range<usize>,
    /// Offset of the last quotation mark.
    pub(super) close: usize,
    pub(super) escapes: Escapes,
    /// For moves without numbers: where the first number is inserted, up to the first move.
    pub(super) list: Option<Range<usize>>,
    /// Whether it stands in the code of a program.
    pub(super) is_string: bool,
    /// Whether it repeats a command together with the engine's reply.
    pub(super) is_replied: bool,
}

/// The opening of a quoted text.
struct Beginning<'t> {
    text: &'t str,
    open: char,
    closing: &'static [char],
    escapes: Escapes,
    /// Offset of its quotation mark, or of the prefix of a word list.
    start: usize,
    /// Offset of the text after the mark.
    from: usize,
    /// Range of the marks that end a raw string.
    end: Option<Range<usize>>,
    /// The text before it, without any prefix of the string.
    before: &'t str,
}

impl<'t> Beginning<'t> {
    /// Returns the opening of a quoted text at this offset, or `None`.
    fn of(text: &'t str, start: usize) -> Option<Beginning<'t>> {
        if let Some(Raw { inner, before, closing }) = Raw::of(text, start) {
            return Some(Beginning {
                text,
                open: '"',
                closing: &[],
                escapes: Escapes::Raw,
                start: before,
                from: inner.start,
                end: Some(inner.end..inner.end + closing),
                before: text.slice(..before),
            });
        }
        let name = OF_WORDS.iter().find(|it| text.slice(start..).starts_with(**it)).map_or(0, |it| it.len());
        let marks: &[(char, &[char])] = if name > 0 { &BRACKETS } else { &QUOTES };
        let &(open, closing) = marks.iter().find(|it| text.slice(start + name..).starts_with(it.0))?;
        let from = start + name + open.len_utf8();
        let begin = text.slice(from..).trim_start();
        // As in `[Event ""Match""]`.
        let is_doubled = || {
            let value = begin.slice(..BEGINNING).split_once('"').map_or("", |it| it.1);
            open == '"' && value.strip_prefix('"').is_some_and(|it| !it.starts_with(['"', ']']))
        };
        let escapes = match open.is_ascii() {
            true if text.slice(..start).chars().rev().take_while(|it| *it == open).take(3).count() == 2 => {
                Escapes::Tripled
            }
            true if begin.starts_with('[') && is_doubled() => Escapes::Doubled,
            true => Escapes::Backslashes,
            false => Escapes::None,
        };
        let letters = text.slice(..start).bytes().rev().take_while(u8::is_ascii_alphabetic);
        let prefix = letters.take(LONGEST_PREFIX + 1).count();
        let before = text.slice(..start - prefix);
        let is_sign = |it: char| it.is_whitespace() || matches!(it, '=' | '(' | '[' | ',' | '{' | ':');
        let is_prefix = escapes != Escapes::None && prefix <= LONGEST_PREFIX && before.ends_with(is_sign);
        let before = if is_prefix { before } else { text.slice(..start) };
        // A template may be tagged with a function name.
        let before = if open == '`' { before.trim_end_matches(is_of_function) } else { before };
        let is_within_word = before.ends_with(char::is_alphanumeric);
        (!is_within_word).then_some(Beginning {
            text,
            open,
            closing,
            escapes,
            start,
            from,
            end: None,
            before,
        })
    }

    fn is_of_program(&self) -> bool {
        self.escapes != Escapes::None
    }

    /// Returns the range in which the first number of moves without numbers is inserted, up to the first
    /// move; `None` unless several moves seem to follow.
    fn list(&self) -> Option<Range<usize>> {
        const FEW: usize = 4;
        let Beginning { text, start, from, .. } = *self;
        let free = if self.open.len_utf8() < from - start { start } else { from };
        let begin = text.slice(from..).trim_start();
        let moves = begin.strip_prefix(UCI_COMMAND).unwrap_or(begin).trim_start();
        let moves = moves.strip_prefix('{').unwrap_or(moves);
        let ends = |it: char| lex::QUOTES.contains(&it) || self.closing.contains(&it);
        let shown = moves.slice(..BEGINNING).split(ends).next().unwrap_or_default();
        let is_move_or_figures = |it: &&str| OfMove::is_whole(it) || lex::figures(it) >= 4;
        let words = words_outside(shown).flat_map(|it| it.split(SEPARATORS));
        let moves_in = words.filter(|it| !it.is_empty()).take(FEW).take_while(is_move_or_figures).count();
        let at = text.len() - moves.len();
        let place = at.checked_sub(NUMBER.len())?..at;
        let signs = text.get(place.clone()).filter(|it| it.is_ascii())?;
        // The number may take one letter of a function or type name.
        let is_named =
            || self.before.ends_with(['(', '{', '[']) && place.start + "p(".len() >= self.before.len();
        // The number replaces the command, or signs only.
        let is_free =
            place.start >= free || !signs.contains(|it: char| it.is_ascii_alphabetic()) || is_named();
        (self.is_of_program() && moves_in == FEW && is_free).then_some(place)
    }

    /// Returns the beginning of the text if it may be a game with tags or numbers.
    fn shown(&self) -> Option<&'t str> {
        let Beginning { text, start, from, .. } = *self;
        let last = self.end.as_ref().map_or(text.len(), |it| it.start);
        let shown = text.slice(from..last.min(from + BEGINNING));
        // A quotation in a sentence has only one part.
        let ends = shown.find(self.closing).filter(|_| !self.is_of_program());
        let shown = shown.slice(..ends.unwrap_or(shown.len()));
        let begin = shown.trim_start();
        let begins = match leading_number(begin) {
            Some((1, _)) => true,
            // The game may begin at a position set up nearby.
            Some(_) => positions_beside(text, near_above(start), near_behind(text, from)).next().is_some(),
            None => begin.starts_with(['[', '\\', '{']),
        };
        let has_numbers = || {
            let within = shown.split(|it| self.closing.contains(&it)).next();
            self.is_of_program() && within.is_some_and(has_moves)
        };
        // Tags may be alone in the first of several parts.
        let may_be_game =
            || begin.starts_with('[') || has_numbers() || begins_game(&plain(shown, self.escapes));
        (begins && may_be_game()).then_some(shown)
    }

    /// Returns the whole text, up to its last quotation mark.
    fn whole(&self, list: Option<Range<usize>>) -> Option<Literal> {
        let Beginning { text, escapes, .. } = *self;
        let mut parts = Vec::new();
        let mut from = self.from;
        loop {
            let (end, mark) = match &self.end {
                Some(end) => (end.start, end.len()),
                None => close(text, from, self.closing, escapes)?,
            };
            // An SQL array has braces too, as in `'{e2e4,e7e5}'`.
            let array = list.as_ref().filter(|it| text.slice(..it.end).ends_with('{'));
            let within = array.and_then(|_| text.slice(from..end).strip_suffix('}'));
            let close = within.map_or(end, |it| from + it.len());
            parts.push(from..close);
            match self.next(&parts, end + mark, list.is_some()) {
                Some(next) => from = next,
                None => {
                    let span = self.start - if escapes == Escapes::Tripled { 2 } else { 0 }..end + mark;
                    let before = self.before.trim_end_matches(self.open).trim_end();
                    let suffix = text.slice(span.end..).leading(|it| it.is_ascii_alphabetic());
                    let suffix = if self.end.is_some() { suffix } else { 0 };
                    let after = text.slice(span.end + suffix..).trim_start();
                    // In several languages, statements end with their line.
                    let is_statement = before.ends_with('=')
                        && text.slice(span.end..).trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
                    // Nothing may precede it if the text continues after another game.
                    let is_string = self.is_of_program()
                        && (before.is_empty()
                            || before.ends_with(['=', ':', '(', '[', ',', '{', '>', '?', '@']))
                        && (after.is_empty()
                            || is_statement
                            || after.starts_with([',', ';', ')', ']', '}', '.', ':', '<']));
                    return Some(Literal { parts, span, close, escapes, list, is_string, is_replied: false });
                }
            }
        }
    }

    /// Returns the start of the next part, if one is concatenated to `parts`, which end at `after`. A part
    /// that begins another game isn't joined to moves, only to tags; without numbers, two legal first moves
    /// begin a game.
    fn next(&self, parts: &[Range<usize>], after: usize, is_list: bool) -> Option<usize> {
        let text = self.text;
        let next =
            after + joined(text, after, (self.open, self.escapes), parts).filter(|_| self.is_of_program())?;
        let begins = leading_number(text.slice(next..)).is_some_and(|it| it.0 == 1);
        let is_listed =
            || is_list && text.slice(after..next).contains(',') && opens(text, next, &Position::default());
        let is_begun = |it: &Range<usize>| {
            let part = text.slice(it.clone());
            !part.starts_with('[') && has_moves(part) || begins_game(part)
        };
        let is_new = begins && parts.iter().any(is_begun) || is_listed();
        (!is_new).then_some(next)
    }
}

/// Returns the moves of the UCI command that begins here.
fn command(text: &str, start: usize) -> Option<Literal> {
    let moves = text.slice(start..).strip_prefix(UCI_COMMAND)?;
    let words = lines::words(moves.slice(..LONGEST)).take_while(|it| OfMove::is_whole(it.1));
    let len = words.last().map_or(0, |(at, word)| at + word.len());
    let from = start + UCI_COMMAND.len();
    let first = from + moves.leading(char::is_whitespace);
    let end = from + len;
    let list = Some(first.checked_sub(NUMBER.len())?..first);
    let moves = from..end;
    let parts = vec![moves];
    let escapes = Escapes::Command;
    Some(Literal { parts, span: start..end, close: end, escapes, list, is_string: true, is_replied: false })
}

/// Returns the range of the engine's `bestmove` in this range.
pub(super) fn reply(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const NAME: &str = "bestmove ";
    let start = range.start + text.slice(range.clone()).find(NAME)? + NAME.len();
    let len = text.slice(start..range.end).leading(|it| !it.is_whitespace());
    Some(start..start + len)
}

impl Literal {
    /// Returns the next offset at which a quoted text may begin.
    pub(super) fn next_mark(text: &str, from: usize) -> Option<usize> {
        let begins = |it: &(usize, char)| {
            let here = text.slice(from + it.0..);
            QUOTES.iter().any(|quotes| quotes.0 == it.1)
                || matches!(it.1, '[' | '{' | '$') && Raw::of(text, from + it.0).is_some()
                || here.starts_with(UCI_COMMAND)
                || OF_WORDS.iter().any(|it| here.starts_with(it))
        };
        text.slice(from..).char_indices().find(begins).map(|it| from + it.0)
    }

    /// Returns the quoted text that begins here, if it may be a game.
    pub(super) fn of(text: &str, start: usize) -> Option<Literal> {
        command(text, start).or_else(|| {
            let beginning = Beginning::of(text, start)?;
            let list = beginning.list();
            if list.is_none() {
                beginning.shown()?;
            }
            beginning.whole(list)
        })
    }

    /// Returns the quoted text that begins here, whatever its content.
    pub(super) fn from(text: &str, start: usize) -> Option<Literal> {
        Beginning::of(text, start)?.whole(None)
    }

    /// Returns its start, or that of the number inserted before it.
    pub(super) fn start(&self) -> usize {
        self.list.as_ref().map_or(self.span.start, |number| self.span.start.min(number.start))
    }

    /// Returns the length of the list of moves from `start` on, like [`length_of_list`].
    pub(super) fn length(&self, text: &str, start: usize, least: Length) -> Option<Length> {
        let first = start..self.parts.first()?.end;
        let parts = iter::once(first).chain(self.parts[1..].iter().cloned()).map(|it| text.slice(it));
        let moves = parts.collect::<Vec<_>>().join(" ").replace(SEPARATORS, " ");
        // If the text is cut off, its last move may be too.
        let is_cut = self.span.end == self.close && self.close == text.len();
        let moves = if is_cut { moves.trim_end_matches(|it: char| !it.is_whitespace()) } else { &moves };
        // More moves may follow.
        let listed =
            if is_cut { length_of_list(moves, Length::Plies(0)) } else { length_of_list(moves, least) };
        listed.or_else(|| told_length(text, self.span.clone(), moves))
    }

    pub(super) fn content<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let part = |it: &Range<usize>| plain(text.slice(it.clone()), self.escapes);
        match &*self.parts {
            [one] => part(one),
            parts => Cow::Owned(parts.iter().map(|it| format!("{} ", part(it))).collect()),
        }
    }
}

/// Returns the end of a quoted text and the length of the mark there, which is 0 if the text is cut off.
fn close(text: &str, from: usize, closing: &[char], escapes: Escapes) -> Option<(usize, usize)> {
    let within = text.slice(from..from + LONGEST);
    let mut signs = within.char_indices();
    while let Some((n, sign)) = signs.next() {
        let is_doubled = || within.slice(n + sign.len_utf8()..).starts_with(sign);
        let is_closing = closing.contains(&sign);
        if matches!(escapes, Escapes::Backslashes | Escapes::Tripled) && sign == '\\'
            || escapes == Escapes::Doubled && is_closing && is_doubled()
        {
            signs.next();
        } else if escapes == Escapes::Tripled && is_closing {
            if within.slice(n..).leading(|it| it == sign) >= 3 {
                return Some((from + n, 3));
            }
        } else if is_closing {
            let after = text.slice(from + n + sign.len_utf8()..);
            // An apostrophe within a word doesn't close it.
            if !(matches!(sign, '\'' | '’') && after.starts_with(char::is_alphanumeric)) {
                return Some((from + n, sign.len_utf8()));
            }
        }
    }
    (from + within.len() == text.len()).then_some((text.len(), 0))
}

/// Returns the distance from `after` to the next quoted text, if it is concatenated: directly, by an
/// operator, or as the next line of a list whose move numbers continue.
fn joined(
    text: &str,
    after: usize,
    (open, escapes): (char, Escapes),
    parts: &[Range<usize>],
) -> Option<usize> {
    /// After this many lines, a line may have a single move.
    const LINES: usize = 3;
    let behind = text.slice(after..);
    let blank = behind.leading(char::is_whitespace);
    let rest = behind.slice(blank..);
    let operator = rest.leading(|it| matches!(it, '+' | '.' | '&' | '<' | '\\' | ','));
    let again = rest.slice(operator..).leading(char::is_whitespace);
    // An empty comment keeps the lines apart.
    let comment = empty_comment(rest.slice(operator + again..));
    let len = blank + operator + again + comment;
    let marks = open.to_string().repeat(if escapes == Escapes::Tripled { 3 } else { 1 });
    let prefix = if operator > 0 { behind.slice(len..).leading(|it| it.is_ascii_alphabetic()) } else { 0 };
    let len = if prefix <= LONGEST_PREFIX { len + prefix } else { len };
    let next = behind.slice(len..).strip_prefix(&*marks).filter(|_| len > 0)?;
    let are_moves = || {
        let line = next.split(open).next().unwrap_or_default();
        let is_of_moves = |it: &str| OfMove::is_whole(without_number(it)) || of_text(it).is_some();
        let numbered = |it: &str| leading_number(it).is_some();
        behind.slice(..len).contains('\n')
            && line.split_whitespace().count() > usize::from(parts.len() < LINES)
            && line.split_whitespace().all(|it| is_of_moves(it) || numbered(it))
    };
    let goes_on = || {
        let last = parts.last().and_then(|it| numbers(text.slice(it.clone())).next_back());
        let first = next.split_whitespace().next().and_then(|it| numbers(it).next());
        first.zip(last).is_none_or(|(first, last)| first == 1 || first >= last)
    };
    let is_line = || {
        next.starts_with(['[', open])
            || goes_on() && (next.starts_with(|it: char| it.is_ascii_digit()) || are_moves())
    };
    (!rest.starts_with(',') || is_line()).then_some(len + marks.len())
}

/// Iterates over the move numbers of a text.
fn numbers(text: &str) -> impl DoubleEndedIterator<Item = u32> {
    let number = |word| leading_number(word).filter(|it| it.1.is_empty() || it.1.starts_with(['.', '…']));
    text.split_whitespace().filter_map(number).map(|it| it.0)
}

/// Returns the character of the escape at the start of `text`, and the escape's length in bytes.
fn escaped(text: &str) -> Option<(char, usize)> {
    let sign = text.strip_prefix('\\')?.chars().next()?;
    let coded = |digits: usize| {
        let code = u32::from_str_radix(text.get(2..2 + digits)?, 16).ok()?;
        Some((char::from_u32(code)?, 2 + digits))
    };
    match sign {
        'n' => Some(('\n', 2)),
        'r' => Some(('\r', 2)),
        't' => Some((' ', 2)),
        'u' => coded(4),
        'x' => coded(2),
        '"' | '\'' | '`' | '\\' | '/' => Some((sign, 2)),
        _ => None,
    }
}

/// Returns a text with its escapes decoded.
pub(super) fn plain(text: &str, escapes: Escapes) -> Cow<'_, str> {
    match escapes {
        Escapes::Doubled => return Cow::Owned(text.replace("\"\"", "\"")),
        Escapes::Backslashes | Escapes::Tripled if text.contains('\\') => {}
        _ => return Cow::Borrowed(text),
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(n) = rest.find('\\') {
        plain.push_str(rest.slice(..n));
        let (sign, len) = escaped(rest.slice(n..)).unwrap_or(('\\', 1));
        plain.push(sign);
        rest = rest.slice(n + len..);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}
