//! Games in quotation marks: in the strings of programs and of JSON in web pages, or in those of a sentence.

use std::{borrow::Cow, iter, ops::Range};

use super::{
    apart::{OPENING, joined as with_moves_joined, plies_of_list},
    edited::{Edited, comment_end},
    enclosed::{LONGEST, begins_game, has_moves, words_outside},
};
use crate::{
    chess::{Outcome, Position},
    layout::pgn::{list_of_moves, of_text, opens, plies, positions_beside},
    lex::{self, PgnToken, leading_number, without_number},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Quotation marks before and behind a text. Within straight ones, a backslash escapes.
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

/// What begins a list of words in Ruby and in Perl, before a bracket.
const OF_WORDS: [&str; 3] = ["%w", "%W", "qw"];

/// The brackets around such words.
const BRACKETS: [(char, &[char]); 4] = [('(', &[')']), ('[', &[']']), ('{', &['}']), ('<', &['>'])];

/// A game in quotation marks shows in so many bytes: behind its tags, its first moves.
const BEGINNING: usize = 1 << 12;

/// At most this many lists of words that may be moves, and are none.
const MOST_TRIED: usize = 64;

/// What stands between moves without numbers, besides blanks.
const SEPARATORS: [char; 3] = [',', '|', ';'];

/// The number that such moves get.
const NUMBER: &str = "\n1.";

/// What precedes the moves of a game from the start position in UCI.
const UCI_COMMAND: &str = "position startpos moves";

/// The position from which a text in quotation marks begins is within so many bytes.
const NEAR: usize = 1 << 9;

fn near_above(at: usize) -> Range<usize> {
    at.saturating_sub(NEAR)..at
}

fn near_behind(text: &str, at: usize) -> Range<usize> {
    at..text.len().min(at + NEAR)
}

/// How a text in quotation marks is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    /// As it is.
    None,
    /// With a backslash before marks and for line ends.
    Backslashes,
    /// With quotation marks doubled, as C# and Visual Basic do.
    Doubled,
    /// Between three marks, with backslashes.
    Tripled,
    /// In a UCI command, without marks.
    Command,
}

/// A text in quotation marks: several, if they are joined, as in `"1. e4 " + "e5"`.
struct Literal {
    parts: Vec<Range<usize>>,
    /// The whole, with its marks.
    span: Range<usize>,
    /// Where the last mark is.
    close: usize,
    escapes: Escapes,
    /// Where the first number comes and the moves begin, if they have none.
    list: Option<Range<usize>>,
    /// Whether it stands among the signs of a program.
    is_string: bool,
}

/// The games in quotation marks of a text.
pub struct Literals<'t> {
    /// The text, in which no game has each move in quotation marks.
    text: Cow<'t, str>,
    games: Vec<Literal>,
    /// Whether there are no moves but theirs.
    are_apart: bool,
}

impl<'t> Literals<'t> {
    /// Finds them, if there are any, and no game with tags stands elsewhere.
    pub fn of(text: &'t str) -> Option<Literals<'t>> {
        let tagged = lex::next_game(text, 0);
        if tagged.is_some_and(|at| text.slice(..at).trim().is_empty()) {
            return None;
        }
        let joined = with_moves_joined(text, OPENING);
        let text = &*joined;
        let games = games(text);
        let last = games.last()?.span.end;
        let starts = games.iter().scan(0, |at, game| {
            let before = *at..game.span.start;
            *at = game.span.end;
            Some(before)
        });
        let mut gaps = starts.chain(std::iter::once(last..text.len())).map(|it| text.slice(it));
        if tagged.is_some() && gaps.clone().any(|it| lex::next_game(it, 0).is_some()) {
            return None;
        }
        let are_apart = gaps.all(|it| !has_moves(it) && list_of_moves(it).is_none());
        Some(Literals { games, are_apart, text: joined })
    }

    /// Whether they stand among the signs of a program, without other moves.
    pub fn are_of_program(&self) -> bool {
        self.are_apart && self.games.iter().all(|it| it.is_string)
    }

    /// Returns the text with each game apart, without its marks. What stands between such games becomes comments, if it has no
    /// moves.
    pub fn unquoted(&self) -> Option<String> {
        let Literals { text, games, are_apart } = self;
        let mut edited = Edited::new(text);
        for game in games {
            let mut at = game.span.start;
            for part in &game.parts {
                edited.blank(text, at..part.start);
                unescape(&mut edited, text, part.clone(), game.escapes);
                at = part.end;
            }
            edited.blank(text, at..game.span.end);
            game.join_words(text, &mut edited);
            match &game.list {
                Some(number) => {
                    edited.blank(text, game.parts[0].start..number.end);
                    let moves = text.slice(number.end..game.close);
                    // Moves with comments between them are apart.
                    for (n, sign) in moves.match_indices(SEPARATORS).filter(|_| !moves.contains('{')) {
                        edited.put(number.end + n, sign.len(), b"");
                    }
                    edited.put(number.start, number.len(), NUMBER.as_bytes());
                }
                // Tags begin a line.
                None => {
                    let part = &game.parts[0];
                    let first = part.start + text.slice(part.clone()).leading(char::is_whitespace);
                    let is_indented = text.slice(..first).ends_with([' ', '\t']);
                    edited.put(part.start - 1, 1, b"\n");
                    edited.put(first - 1, usize::from(is_indented && first > part.start), b"\n");
                }
            }
        }
        if *are_apart {
            self.comment(&mut edited);
        }
        edited.text()
    }

    /// Makes comments of what stands around the games.
    fn comment(&self, edited: &mut Edited) {
        let Literals { text, games, .. } = self;
        let (Some(first), Some(last)) = (games.first(), games.last()) else { return };
        let head = 0..first.start();
        // A result before the first game shows that each stands before its game; words may tell that of another.
        let heading = results(text, head.clone());
        let stand_behind = self.are_of_program() && heading.is_empty();
        let mut before = heading.last().filter(|_| self.are_of_program()).cloned();
        let words = text.slice(head.clone());
        if words.contains(char::is_alphanumeric) && !words.starts_with(char::is_alphanumeric) {
            edited.comment(text, head);
        } else {
            edited.without_braces(text, head);
        }
        let gaps = games.windows(2).map(|it| it[0].span.end..it[1].start());
        let tail = comment_end(text, last.span.end).map(|end| last.span.end..end);
        for (game, gap) in games.iter().zip(gaps.chain(tail)) {
            let is_told = game.parts.last().is_some_and(|it| !results(text, it.clone()).is_empty());
            let (behind, next) = results_behind(text, gap.clone(), stand_behind && !is_told);
            let own = before.take().filter(|_| behind.is_none() && !is_told);
            let result = behind.or_else(|| move_result(edited, text, own?, gap.clone()));
            before = next.filter(|_| !heading.is_empty());
            let (end, start) = result.map_or((gap.end, gap.end), |it| (it.start, it.end));
            for part in [gap.start..end, start..gap.end] {
                let words = text.slice(part.clone());
                if !words.contains(char::is_alphanumeric) {
                    edited.blank(text, part);
                } else if words.starts_with(char::is_alphanumeric) {
                    edited.comment(text, game.close..part.end);
                } else {
                    edited.comment(text, part);
                }
            }
        }
    }
}

/// Returns the result of a game behind it, if one stands there, and the last of those that do.
fn results_behind(
    text: &str,
    gap: Range<usize>,
    stand_behind: bool,
) -> (Option<Range<usize>>, Option<Range<usize>>) {
    // Behind a statement may be those of others.
    let statement = text.slice(gap.clone()).find(";\n").map_or(gap.end, |n| gap.start + n);
    let found = Some(results(text, gap.start..statement)).filter(|it| !it.is_empty());
    let found = found.unwrap_or_else(|| results(text, gap.clone()));
    let own = match &found[..] {
        [only] if stand_behind => Some(only),
        [first, ..] if text.slice(gap.start..first.start).trim().is_empty() => Some(first),
        _ => None,
    };
    (own.cloned(), found.last().cloned())
}

/// Puts a result that stands before its game behind it, in place of the first signs between this game and the next one that are as
/// long, and returns where that is.
fn move_result(
    edited: &mut Edited,
    text: &str,
    result: Range<usize>,
    gap: Range<usize>,
) -> Option<Range<usize>> {
    let result = format!(" {}", text.slice(result).replace(' ', ""));
    let is_of_word = |it: char| !it.is_ascii() || it.is_ascii_alphanumeric();
    let starts = text.slice(gap.clone()).split_inclusive(is_of_word).scan(gap.start, |at, signs| {
        let start = *at;
        *at += signs.len();
        Some((start, signs.trim_end_matches(is_of_word).len()))
    });
    let start = starts.into_iter().find(|it| it.1 >= result.len())?.0;
    edited.put(start, result.len(), result.as_bytes());
    Some(start..start + result.len())
}

/// Returns where results stand in a text, signs around them aside.
fn results(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let within = text.slice(range.clone());
    let is_sign = |it: char| it.is_whitespace() || "\"'`,;()]}".contains(it);
    let starts = within.char_indices().filter(|it| is_sign(it.1)).map(|(at, sign)| at + sign.len_utf8());
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in iter::once(0).chain(starts) {
        let Some((PgnToken::Outcome(outcome), end)) = lex::item(within, start, within.len()) else {
            continue;
        };
        // With blanks it is a string of its own.
        let is_quoted =
            || within.slice(..start).ends_with(['"', '\'']) && within.slice(end..).starts_with(['"', '\'']);
        let is_whole = within.slice(end..).chars().next().is_none_or(is_sign);
        if outcome != Outcome::Unknown && is_whole && (!within.slice(start..end).contains(' ') || is_quoted())
        {
            found.push(range.start + start..range.start + end);
        }
    }
    found
}

/// Returns the games in quotation marks.
fn games(text: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut tried = 0;
    let begins = |it: &(usize, char)| {
        let here = text.slice(it.0..);
        QUOTES.iter().any(|quotes| quotes.0 == it.1)
            || here.starts_with(UCI_COMMAND)
            || OF_WORDS.iter().any(|it| here.starts_with(it))
    };
    let is_game = |it: &Literal| {
        let content = it.content(text);
        begins_game(&content) || it.told_plies(text, &content).is_some()
    };
    let is_first = |it: &Literal| {
        let content = it.content(text);
        let first = lines::words(&content).find_map(|(n, _)| match lex::item(&content, n, content.len()) {
            Some((PgnToken::Number(number, color), _)) => Some((number, color)),
            _ => None,
        });
        first == Some((1, None))
    };
    while let Some((n, _)) = text.slice(at..).char_indices().map(|it| (at + it.0, it.1)).find(begins) {
        let whole = command(text, n).or_else(|| literal(text, n));
        // Of many parts that are no game together, none is looked at again.
        let passed = whole.as_ref().filter(|it| it.parts.len() > MOST_TRIED).map_or(n + 1, |it| it.span.end);
        let literal = whole.filter(|it| match &it.list {
            Some(number) => {
                let is_game = tried < MOST_TRIED && it.plies(text, number.end).is_some();
                tried += usize::from(!is_game);
                is_game
            }
            None => is_game(it) || it.is_string && is_first(it) && has_moves(&it.content(text)),
        });
        at = literal.as_ref().map_or(passed, |it| it.span.end);
        // A command repeats the moves of the one before.
        let moves = |it: &Literal| text.slice(it.parts[0].clone());
        let repeats = |it: &Literal| {
            it.escapes == Escapes::Command
                && literal.as_ref().is_some_and(|next| moves(next).starts_with(moves(it)))
        };
        drop(found.pop_if(|it| repeats(it)));
        found.extend(literal);
    }
    // Where there are games, strings with other moves are told as such; by themselves they are words.
    if !found.iter().any(|it| it.list.is_some() || is_game(it)) {
        found.clear();
    }
    found
}

/// Returns the moves of the UCI command that begins here.
fn command(text: &str, start: usize) -> Option<Literal> {
    let moves = text.slice(start..).strip_prefix(UCI_COMMAND)?;
    let words = lines::words(moves.slice(..LONGEST)).take_while(|it| OfMove::of(it.1) == OfMove::Whole);
    let len = words.last().map_or(0, |(at, word)| at + word.len());
    let from = start + UCI_COMMAND.len();
    let first = from + moves.leading(char::is_whitespace);
    let end = from + len;
    let list = Some(first.checked_sub(NUMBER.len())?..first);
    let moves = from..end;
    let parts = vec![moves];
    let escapes = Escapes::Command;
    Some(Literal { parts, span: start..end, close: end, escapes, list, is_string: true })
}

/// Returns the text in quotation marks that begins here, if it may be a game.
fn literal(text: &str, start: usize) -> Option<Literal> {
    let of_words = OF_WORDS.iter().find(|it| text.slice(start..).starts_with(**it)).map_or(0, |it| it.len());
    let marks: &[(char, &[char])] = if of_words > 0 { &BRACKETS } else { &QUOTES };
    let (open, closing) = marks.iter().find(|it| text.slice(start + of_words..).starts_with(it.0))?;
    let mut parts = Vec::new();
    let mut from = start + of_words + open.len_utf8();
    let begin = text.slice(from..).trim_start();
    // As in `[Event ""Match""]`.
    let is_doubled = || {
        let value = begin.slice(..BEGINNING).split_once('"').map_or("", |it| it.1);
        *open == '"' && value.strip_prefix('"').is_some_and(|it| !it.starts_with(['"', ']']))
    };
    let escapes = match open.is_ascii() {
        true if text.slice(..start).chars().rev().take_while(|it| it == open).take(3).count() == 2 => {
            Escapes::Tripled
        }
        true if begin.starts_with('[') && is_doubled() => Escapes::Doubled,
        true => Escapes::Backslashes,
        false => Escapes::None,
    };
    let is_of_program = escapes != Escapes::None;
    let list = is_of_program.then(|| list_in(text, if of_words > 0 { start } else { from }, from)).flatten();
    // With another number it may begin at a position near it.
    let begins = || match leading_number(begin) {
        Some((1, _)) => true,
        Some(_) => positions_beside(text, near_above(start), near_behind(text, from)).next().is_some(),
        None => begin.starts_with(['[', '\\', '{']),
    };
    // Programs have letters before some strings, as in `b"1. e4 e5"`.
    let prefix = text.slice(..start).bytes().rev().take_while(u8::is_ascii_alphabetic).take(3).count();
    let before = text.slice(..start - prefix);
    let is_prefix = is_of_program
        && prefix < 3
        && before.ends_with(|it: char| it.is_whitespace() || matches!(it, '=' | '(' | '[' | ',' | '{' | ':'));
    let before = if is_prefix { before } else { text.slice(..start) };
    if list.is_none() && !begins() || before.ends_with(char::is_alphanumeric) {
        return None;
    }
    // Tags may be by themselves in the first of several parts.
    let shown = text.slice(from..from + BEGINNING);
    let has_numbers =
        || is_of_program && shown.split(|it| closing.contains(&it)).next().is_some_and(has_moves);
    let may_be_game =
        || shown.trim_start().starts_with('[') || has_numbers() || begins_game(&plain(shown, escapes));
    if list.is_none() && !may_be_game() {
        return None;
    }
    loop {
        let (end, mark) = close(text, from, closing, escapes)?;
        let after = end + mark;
        // An array in SQL has braces too, as in `'{e2e4,e7e5}'`.
        let array = list.as_ref().filter(|it| text.slice(..it.end).ends_with('{'));
        let end =
            array.and_then(|_| text.slice(from..end).strip_suffix('}')).map_or(end, |it| from + it.len());
        parts.push(from..end);
        let next =
            joined(text.slice(after..), *open, parts.len()).map(|len| after + len).filter(|_| is_of_program);
        // What begins a game goes on with tags only; without a number, two moves from the start position do.
        let begins = |at: usize| leading_number(text.slice(at..)).is_some_and(|it| it.0 == 1);
        let is_listed = |at: usize| list.is_some() && text.slice(after..at).contains(',') && opens(text, at, &Position::default());
        let is_begun = |it: &Range<usize>| {
            let part = text.slice(it.clone());
            !part.starts_with('[') && has_moves(part) || begins_game(part)
        };
        let is_new = |at: usize| begins(at) && parts.iter().any(is_begun) || is_listed(at);
        match next.filter(|it| !is_new(*it)) {
            Some(next) => from = next,
            None => {
                let span = start - if escapes == Escapes::Tripled { 2 } else { 0 }..after;
                let before = before.trim_end_matches(*open).trim_end();
                let after = text.slice(span.end..).trim_start();
                let is_string = is_of_program
                    && before.ends_with(['=', ':', '(', '[', ',', '{', '>', '?', '@'])
                    && (after.is_empty() || after.starts_with([',', ';', ')', ']', '}', '.', ':', '<']));
                return Some(Literal { parts, span, close: end, escapes, list, is_string });
            }
        }
    }
}

/// Returns where the moves of a text in quotation marks begin, and their first number comes, from `free` on, if they have none: it
/// looks as if there were several.
fn list_in(text: &str, free: usize, from: usize) -> Option<Range<usize>> {
    const FEW: usize = 4;
    let begin = text.slice(from..).trim_start();
    let moves = begin.strip_prefix(UCI_COMMAND).unwrap_or(begin).trim_start();
    let moves = moves.strip_prefix('{').unwrap_or(moves);
    let shown = moves.slice(..BEGINNING).split(['"', '\'', '`']).next().unwrap_or_default();
    let is_move = |it: &&str| OfMove::of(it) == OfMove::Whole || lex::figures(it) >= 4;
    let words = words_outside(shown).flat_map(|it| it.split(SEPARATORS));
    let moves_in = words.filter(|it| !it.is_empty()).take(FEW).take_while(is_move).count();
    let at = text.len() - moves.len();
    // In place of the command, or of signs only.
    let place = at.checked_sub(NUMBER.len())?..at;
    let is_free = place.start >= free
        || text.slice(place.clone()).bytes().all(|it| it.is_ascii() && !it.is_ascii_alphanumeric());
    (moves_in == FEW && is_free).then_some(place)
}

/// Returns where the text in quotation marks ends, and the length of the mark there: none, if the text is cut off.
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
            // An apostrophe is within a word.
            if !(matches!(sign, '\'' | '’') && after.starts_with(char::is_alphanumeric)) {
                return Some((from + n, sign.len_utf8()));
            }
        }
    }
    (from + within.len() == text.len()).then_some((text.len(), 0))
}

/// Returns how far the next text in such marks is behind so many parts, if it is joined: by nothing, by an operator, or as another line
/// of a list.
fn joined(text: &str, open: char, parts: usize) -> Option<usize> {
    /// Behind so many lines, one of a single move is another.
    const LINES: usize = 3;
    let blank = text.leading(char::is_whitespace);
    let rest = text.slice(blank..);
    let operator = rest.leading(|it| matches!(it, '+' | '.' | '&' | '<' | '\\' | ','));
    let again = rest.slice(operator..).leading(char::is_whitespace);
    // An empty comment keeps lines apart.
    let comment = rest.slice(operator + again..).strip_prefix("//");
    let comment = comment
        .filter(|it| it.starts_with(['\n', '\r']))
        .map_or(0, |it| "//".len() + it.leading(char::is_whitespace));
    let len = blank + operator + again + comment;
    let next = text.slice(len..).strip_prefix(open).filter(|_| len > 0)?;
    let are_moves = || {
        let line = next.split(open).next().unwrap_or_default();
        let is_of_moves = |it: &str| OfMove::of(without_number(it)) == OfMove::Whole || of_text(it).is_some();
        let numbered = |it: &str| leading_number(it).is_some();
        text.slice(..len).contains('\n')
            && line.split_whitespace().count() > usize::from(parts < LINES)
            && line.split_whitespace().all(|it| is_of_moves(it) || numbered(it))
    };
    let is_line =
        || next.starts_with(|it: char| it == '[' || it == open || it.is_ascii_digit()) || are_moves();
    (!rest.starts_with(',') || is_line()).then_some(len + 1)
}

impl Literal {
    /// Returns where it begins: with the number of its first move, if that has none.
    fn start(&self) -> usize {
        self.list.as_ref().map_or(self.span.start, |number| self.span.start.min(number.start))
    }

    /// Puts the halves of words together that are cut where two parts are joined, as in `"1. e4 c5 2. N" + "f3"`.
    fn join_words(&self, text: &str, edited: &mut Edited) {
        let is_whole = |word: &str| {
            let is_number = leading_number(word).is_some() && word.ends_with('.');
            let word = without_number(word);
            is_number || OfMove::of(word) == OfMove::Whole || of_text(word).is_some()
        };
        for parts in self.parts.windows(2) {
            let (before, after) = (text.slice(parts[0].clone()), text.slice(parts[1].clone()));
            let tail = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let head = after.split(char::is_whitespace).next().unwrap_or_default();
            // Lines and tags end with signs of their own.
            let is_apart = |word: &str| word.is_empty() || word.contains(['\\', '[', ']', '"']);
            let is_cut = tail.ends_with(['x', ':', '-', '=', '('])
                || head.starts_with(['x', ':', '-', '+', '#', '=', '.', '!', '?']);
            if is_apart(tail) || is_apart(head) || !is_cut && is_whole(tail) && is_whole(head) {
                continue;
            }
            let (from, to) = (parts[0].end - tail.len(), parts[1].start);
            edited.blank(text, from..to);
            edited.put(to - tail.len(), tail.len(), tail.as_bytes());
        }
    }

    /// Returns how many plies it has, of a list that begins here, as [`plies_of_list`] does, if they are more than an opening.
    fn plies(&self, text: &str, start: usize) -> Option<usize> {
        let first = start..self.parts.first()?.end;
        let parts = iter::once(first).chain(self.parts[1..].iter().cloned()).map(|it| text.slice(it));
        let moves = parts.collect::<Vec<_>>().join(" ").replace(SEPARATORS, " ");
        // Where the text is cut off, so may be its last move.
        let is_cut = self.span.end == self.close && self.close == text.len();
        let moves = if is_cut { moves.trim_end_matches(|it: char| !it.is_whitespace()) } else { &moves };
        let listed = plies_of_list(moves).map(|it| if is_cut { usize::MAX } else { it });
        listed.filter(|it| *it >= OPENING).or_else(|| self.told_plies(text, moves))
    }

    /// Returns how many plies it has for a list if these are moves that are all played from a position near it: as many as there can be.
    fn told_plies(&self, text: &str, moves: &str) -> Option<usize> {
        let (above, behind) = (near_above(self.span.start), near_behind(text, self.span.end));
        let numbers = moves.split_whitespace().filter(|it| without_number(it).is_empty()).count();
        let count = moves.split_whitespace().count() - numbers;
        let is_line = count > 1 || leading_number(moves.trim_start()).is_some();
        let fits = |start: &Position| is_line && plies(moves, 0..moves.len(), start).len() == count;
        positions_beside(text, above, behind).any(|it| fits(&it.1)).then_some(usize::MAX)
    }

    fn content<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let part = |it: &Range<usize>| plain(text.slice(it.clone()), self.escapes);
        match &*self.parts {
            [one] => part(one),
            parts => Cow::Owned(parts.iter().map(|it| format!("{} ", part(it))).collect()),
        }
    }
}

/// Returns the character that an escape stands for, and the length of that.
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

/// Returns a text with the characters of its escapes.
fn plain(text: &str, escapes: Escapes) -> Cow<'_, str> {
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

/// Replaces escapes by their characters. A tag pair keeps together, as does each word of moves, and is filled up behind it.
fn unescape(edited: &mut Edited, text: &str, range: Range<usize>, escapes: Escapes) {
    if matches!(escapes, Escapes::None | Escapes::Command) {
        return;
    }
    let mut at = range.start;
    while at < range.end {
        at += text.slice(at..range.end).leading(|it| matches!(it, ' ' | '\t'));
        let rest = text.slice(at..range.end);
        let line = ends_of_lines(rest).next().unwrap_or(rest.len());
        if rest.starts_with('[') {
            edited.put(at, line, plain(rest.slice(..line), escapes).as_bytes());
        } else {
            for (n, word) in lines::words(rest.slice(..line)).filter(|it| it.1.contains('\\')) {
                edited.put(at + n, word.len(), plain(word, escapes).as_bytes());
            }
        }
        at += line;
        let rest = text.slice(at..range.end);
        let end = ["\\r\\n", "\\n", "\\r"].iter().find(|it| rest.starts_with(**it)).map_or(0, |it| it.len());
        if end > 0 {
            edited.put(at, end - 1, b"");
            edited.put(at + end - 1, 1, b"\n");
        }
        at += end.max(rest.leading(|it| matches!(it, '\n' | '\r')));
    }
}

/// Returns where the lines of a text end, also at escapes.
fn ends_of_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut signs = text.char_indices();
    std::iter::from_fn(move || {
        while let Some((n, sign)) = signs.next() {
            match sign {
                '\n' | '\r' => return Some(n),
                '\\' if matches!(signs.next(), Some((_, 'n' | 'r'))) => return Some(n),
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stand_among_the_signs_of_a_program() {
        for text in [
            "let game = \"1. e4 e5 2. Nf3\";\n",
            "['1. e4 e5',\n '1. d4 d5']",
            "const games = { one: `1. e4 e5\n2. Nf3 Nc6",
            "load({\"pgn\":\"[White \\\"A\\\"]\\n\\n1. e4 e5\"})",
        ] {
            assert!(Literals::of(text).is_some_and(|it| it.are_of_program()), "{text}");
        }
        for text in [
            "He played \"1. e4 e5\".",
            "As in: \"1. e4 e5\" - the open game.",
            "x = \"1. e4 e5\";\n\n1 P-Q4 P-Q4\n",
            "x = \"e4 e5\";",
        ] {
            assert!(!Literals::of(text).is_some_and(|it| it.are_of_program()), "{text}");
        }
    }
}
