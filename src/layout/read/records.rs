//! Records: games as JSON, one per line or in an array; UCI commands; and positions, which aren't games.
//!
//! ```text
//! {"tags":[["White","A"]],"moves":[{"san":"e4"}],"result":"*"}
//! {"games":[{"pgn":"1. e4 e5 1-0"},{"pgn":"1. d4 d5 0-1"}]}
//! module.exports = [{"moves":"e4 e5","winner":"white"}];
//! position startpos moves e2e4 e7e5
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//! ```

use std::ops::Range;

use super::{
    enclosed::has_moves,
    json::{Begins, Json},
    kept, moves,
    record::{DEEPEST, Record},
    told,
};
use crate::{
    chess::{Comment, CommentKind, Position, SetupError, Tags},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, GameEnd, ReadGame, pgn, transcript::Transcript},
    lex,
    resolve::Notations,
    slice::Slice as _,
};

/// A line other than JSON.
enum LineRecord {
    /// UCI's `position` command: the FEN, unless it is `startpos`, and the range of the moves.
    Uci(Option<String>, Range<usize>),
    /// A position in FEN or EPD.
    Position,
}

/// Bytes to wait for to see whether a text is JSON.
const LONGEST: usize = 1 << 20;

/// The longest plies in a list, in bytes: games are longer.
const LONGEST_PLIES: usize = 1000;

/// Whether a text that begins like this consists of records. `None` if more bytes are needed.
pub fn are_records(beginning: &str, whole: bool) -> Option<bool> {
    let at = blank_len(beginning, 0);
    let text = beginning.get(at..).unwrap_or_default();
    if text.starts_with(['{', '[']) {
        let inner = text.get(1..).unwrap_or_default().trim_start();
        let may_be = match inner.chars().next() {
            None => true,
            Some('"' | '{' | '[' | '}' | ']' | '-' | '0'..='9') => true,
            Some(_) => ["null", "true", "false"].iter().any(|it| inner.starts_with(it)),
        };
        if may_be {
            return match element(beginning, at) {
                // A comment in braces may be empty, or begin with a quotation mark.
                Element::Value(value) | Element::Wrapped(_, value) => {
                    let after = beginning.get(value.span().end..).unwrap_or_default().trim_start();
                    Some(after.is_empty() || after.starts_with(['{', '[', ',', ']', '"']))
                }
                Element::Open if whole => Some(false),
                Element::Open => (text.len() >= LONGEST).then_some(true),
                Element::Nothing => Some(false),
                // A damaged line, if records follow.
                Element::No => Some(beginning.get(at..).unwrap_or_default().lines().skip(1).take(2).any(|line| {
                    matches!(Json::begins(line, 0), Begins::Value(it) if Record::of_object(it).is_some())
                })),
            };
        }
    }
    if whole && matches!(text.trim_end(), "null" | "true" | "false") {
        return Some(true);
    }
    let mut lines = text.lines().filter(|it| !it.trim().is_empty());
    let line = line_record(lines.next().unwrap_or_default());
    if line.is_none() {
        match within(beginning, at) {
            Within::At(_) => return Some(true),
            Within::Open if !whole && text.len() < LONGEST => return None,
            _ => {}
        }
    }
    Some(match line {
        // A game may follow that begins at this position.
        Some(LineRecord::Position) => match lines.next() {
            Some(next) => line_record(next).is_some(),
            None if whole => true,
            None => return None,
        },
        first => first.is_some(),
    })
}

/// Returns the range of the value at the beginning of a text, if it is no game.
pub fn other_value(text: &str) -> Option<Range<usize>> {
    match element(text, 0) {
        Element::Value(value) | Element::Wrapped(_, value)
            if Record::of_object(value).is_none() && !moves::opens(value) =>
        {
            Some(value.span())
        }
        _ => None,
    }
}

/// The first record among words.
enum Within {
    At(usize),
    /// Perhaps in a value that isn't closed where the text ends.
    Open,
    None,
}

/// Looks for an object that is a game with moves, or contains one.
fn within(text: &str, start: usize) -> Within {
    const MOST_TRIED: usize = 64;
    let objects =
        memchr::memchr_iter(b'{', text.as_bytes().get(start..).unwrap_or_default()).map(|n| start + n);
    let is_object = |at: &usize| text.get(at + 1..).is_some_and(|it| it.trim_start().starts_with('"'));
    let has_moves = |it| Record::of_object(it).is_some_and(|it| it.has_moves());
    for at in objects.filter(is_object).take(MOST_TRIED) {
        match Json::begins(text, at) {
            Begins::Value(it) if has_moves(it) || games_in(it).is_some_and(has_moves) => {
                return Within::At(at);
            }
            Begins::Open => return Within::Open,
            _ => {}
        }
    }
    Within::None
}

/// Looks for the next record, if words stand at `start`; `None` if there are none.
fn behind_words(text: &str, start: usize) -> Option<Within> {
    let at = start + blank_len(text, start);
    let rest = text.get(at..).unwrap_or_default();
    // A line may be as long as the text.
    if rest.is_empty() || rest.starts_with(['{', '}', ']', ',', ':', '"']) {
        return None;
    }
    // As in `12:01 {"moves":"e4"}`.
    let is_followed = |it: Json<'_>| {
        let line = text.get(it.span().end..).and_then(|it| it.lines().next()).unwrap_or_default();
        line.trim_start_matches(',').contains(|it: char| !it.is_whitespace())
    };
    let are_words = match element(text, at) {
        Element::No => line_record(rest.lines().next().unwrap_or_default()).is_none(),
        Element::Value(it) => !it.is_object() && !it.is_list() && !it.is_text() && is_followed(it),
        _ => false,
    };
    are_words.then(|| within(text, at))
}

/// What stands at an offset of a text of records.
enum Element<'t> {
    Value(Json<'t>),
    /// The first game inside an object; the object comes first.
    Wrapped(Json<'t>, Json<'t>),
    /// A value that isn't closed where the text ends.
    Open,
    /// Nothing more.
    Nothing,
    /// No JSON.
    No,
}

/// Returns the length of white space and of a byte order mark, in bytes.
fn blank_len(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.leading(|it| it.is_whitespace() || it == '\u{feff}')
}

/// Returns the next value at or after `start`, skipping what opens, separates and closes lists of games.
fn element(text: &str, start: usize) -> Element<'_> {
    let mut at = start;
    loop {
        at += blank_len(text, at);
        let rest = text.get(at..).unwrap_or_default();
        let next = rest.get(1..).unwrap_or_default().trim_start();
        let are_first_plies = || {
            let shown = next.slice(..next.floor_char_boundary(LONGEST_PLIES));
            matches!(Json::begins(shown, 0), Begins::Value(it) if moves::are_first(it))
        };
        match rest.as_bytes().first() {
            None => return Element::Nothing,
            Some(b',' | b']' | b'}' | b':') => at += 1,
            Some(b'[') if next.starts_with(['{', '[']) && are_first_plies() => {
                return value(text, at);
            }
            Some(b'[') if next.starts_with(['{', '[']) => at += 1,
            Some(b'[') if next.starts_with('"') => match Json::begins(next, 0) {
                // Games as texts, rather than moves.
                Begins::Value(text) if text.raw().trim().contains(char::is_whitespace) => at += 1,
                Begins::Open => return Element::Open,
                _ => return value(text, at),
            },
            Some(b'"') => match Json::begins(text, at) {
                // The name of another list in the same object.
                Begins::Value(name)
                    if text.get(name.span().end..).is_some_and(|it| it.trim_start().starts_with(':')) =>
                {
                    at = name.span().end;
                }
                _ => return value(text, at),
            },
            Some(_) => return value(text, at),
        }
    }
}

fn value(text: &str, at: usize) -> Element<'_> {
    match Json::begins(text, at) {
        Begins::Open => Element::Open,
        Begins::No => Element::No,
        Begins::Value(value) => match games_in(value) {
            Some(first) => Element::Wrapped(value, first),
            None => Element::Value(value),
        },
    }
}

/// Returns the first game in an object that is no game itself: in a list, or under a name of its own.
fn games_in(object: Json<'_>) -> Option<Json<'_>> {
    games_to(object, DEEPEST)
}

/// Like [`games_in`], to this depth of nesting.
fn games_to(object: Json<'_>, depth: usize) -> Option<Json<'_>> {
    if depth == 0 || !object.is_object() || Record::of_object(object).is_some() {
        return None;
    }
    object.fields().into_iter().find_map(|(_, value)| {
        let is_game = Record::of_object(value).is_some_and(|it| it.has_moves());
        first_game(value).or(is_game.then_some(value)).or_else(|| games_to(value, depth - 1))
    })
}

/// Lists the fields beside the games in an object.
fn beside<'t>(object: Json<'t>, out: &mut Vec<(String, Json<'t>)>) {
    for (name, value) in object.fields() {
        if games_in(value).is_some() {
            beside(value, out);
        } else if !value.is_null() && first_game(value).is_none() && Record::of_object(value).is_none() {
            out.push((name, value));
        }
    }
}

/// Returns the first item of a list of games, which are objects, or texts of more than one word.
fn first_game(list: Json<'_>) -> Option<Json<'_>> {
    let first = if list.is_list() { list.items().into_iter().next()? } else { return None };
    let is_game = first.is_object() || first.is_text() && first.raw().contains(char::is_whitespace);
    is_game.then_some(first)
}

/// Returns the end of the record here. `open` is set once a value isn't closed where the text ends: as that
/// may happen again, later records are looked for only on their own lines.
pub fn extent(text: &str, start: usize, open: &mut bool) -> GameEnd {
    let line = || {
        let at = start + blank_len(text, start);
        match memchr::memchr(b'\n', text.as_bytes().get(at..).unwrap_or_default()) {
            Some(n) => GameEnd { at: at + n + 1, decided: true },
            None => GameEnd { at: text.len(), decided: false },
        }
    };
    let seen = if *open { text.get(..line().at).unwrap_or(text) } else { text };
    let begin = match behind_words(seen, start) {
        Some(Within::At(at)) => at,
        // No need to look again.
        Some(Within::None) => {
            *open = true;
            return line();
        }
        Some(Within::Open) => {
            *open = true;
            return GameEnd { decided: false, ..line() };
        }
        None => start,
    };
    match element(seen, begin) {
        Element::Value(value) | Element::Wrapped(_, value) => {
            let closed = closed(text, value.span().end);
            let at = behind_last(text, closed);
            GameEnd { at, decided: at < text.len() || at == closed && text.ends_with('\n') }
        }
        Element::Nothing => GameEnd { at: text.len(), decided: false },
        // Anything but JSON is a line; an unclosed value may continue on the next lines.
        Element::Open => {
            *open = true;
            GameEnd { decided: false, ..line() }
        }
        Element::No => line(),
    }
}

/// Returns the end of the text if only words follow, else `at`.
fn behind_last(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let words = rest.trim_start_matches(|it: char| it.is_whitespace() || matches!(it, ',' | '\u{feff}'));
    let is_record = || line_record(words.lines().next().unwrap_or_default()).is_some();
    if words.is_empty() || words.starts_with(['{', '[', '"', '}', ']']) || is_record() {
        return at;
    }
    if matches!(within(text, at), Within::None) { text.len() } else { at }
}

/// Returns the offset after a value, the brackets that close its list, and the rest of the object around
/// that.
fn closed(text: &str, mut at: usize) -> usize {
    loop {
        let next = at + blank_len(text, at);
        let rest = text.get(next..).unwrap_or_default();
        match rest.as_bytes().first() {
            Some(b']' | b'}') => at = next + 1,
            Some(b',') => {
                let name = next + 1 + blank_len(text, next + 1);
                match text.as_bytes().get(name) {
                    Some(b'"') => {}
                    // Programs allow a comma after the last value.
                    Some(b'}' | b']') => {
                        at = name;
                        continue;
                    }
                    _ => return at,
                }
                let Begins::Value(key) = Json::begins(text, name) else { return at };
                let colon = key.span().end + blank_len(text, key.span().end);
                let value = colon + 1 + blank_len(text, colon + 1);
                match (text.as_bytes().get(colon), Json::begins(text, value)) {
                    (Some(b':'), Begins::Value(value)) if key.is_text() && !holds_game(value) => {
                        at = value.span().end
                    }
                    _ => return at,
                }
            }
            Some(_) => return at,
            None => return text.len(),
        }
    }
}

fn holds_game(value: Json<'_>) -> bool {
    first_game(value).is_some() || games_in(value).is_some() || Record::of_object(value).is_some()
}

fn line_record(line: &str) -> Option<LineRecord> {
    let trimmed = line.trim().trim_start_matches('\u{feff}');
    let mut words = trimmed.split_whitespace();
    if words.next() == Some("position") {
        let moves = line.find(" moves").map_or(line.len(), |n| n + " moves".len());
        let setup = line.get(..moves).unwrap_or_default().trim().trim_end_matches(" moves");
        let setup = setup.trim_start_matches("position").trim();
        let fen = match setup.strip_prefix("fen") {
            Some(fen) => Some(fen.trim().to_owned()),
            None if setup == "startpos" => None,
            None => return None,
        };
        return Some(LineRecord::Uci(fen, moves..line.len()));
    }
    // EPD's operations follow the four fields that it shares with FEN.
    let fields = trimmed.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    match Position::set_up(None, Some(&fields)) {
        Err(SetupError::Syntax(_)) => None,
        Ok(_) | Err(SetupError::Illegal(_)) => Some(LineRecord::Position),
    }
}

/// Returns a UCI command as a game.
fn of_uci(line: &str, start: usize, fen: Option<String>, moves: Range<usize>) -> Transcript {
    let mut game = Transcript::new(start);
    if let Some(fen) = fen {
        game.tags.push_start(fen);
    }
    game.copy(line.get(moves.clone()).unwrap_or_default(), start + moves.start);
    game
}

/// Returns the moves of the record in this range, to be used as a witness of the game.
pub fn transcript(text: &str, range: Range<usize>) -> Option<Transcript> {
    match element(text, range.start) {
        Element::Value(value) | Element::Wrapped(_, value) if value.is_object() => {
            Some(Record::of_object(value)?.transcript())
        }
        _ => {
            let line = text.get(range.clone()).unwrap_or_default().trim_end();
            let LineRecord::Uci(fen, moves) = line_record(line)? else { return None };
            Some(of_uci(line, range.start, fen, moves))
        }
    }
}

/// Reads the record in this range; `open` is as in [`extent`].
pub fn read<'t>(text: &'t str, range: Range<usize>, open: bool, notations: &Notations) -> ReadGame<'t> {
    let seen = if open { text.get(..range.end).unwrap_or(text) } else { text };
    let begin = match behind_words(seen, range.start) {
        Some(Within::At(at)) if at < range.end => at,
        _ => range.start,
    };
    let (around, value) = match element(seen, begin) {
        Element::Value(value) if value.at < range.end => (None, value),
        Element::Wrapped(around, value) if value.at < range.end => (Some(around), value),
        _ => return read_line(text, range, notations),
    };
    let mut read = match value {
        it if it.is_object() => match Record::of_object(it) {
            Some(record) => record.read(notations),
            None => kept(it.span(), it.raw(), Problem::NoRecord),
        },
        it if it.is_text() => {
            let mut game = Transcript::new(it.at);
            it.copy(&mut game);
            game.read(notations)
        }
        it if it.is_list()
            && (moves::opens(it) || !it.items().is_empty() && it.items().iter().all(|it| it.is_text())) =>
        {
            let mut unread = Vec::new();
            let mut read = moves::read(it, Tags::default(), notations, &mut unread);
            read.diagnostics.extend(told(unread));
            read
        }
        it => kept(it.span(), it.raw(), Problem::NoRecord),
    };
    // Fields beside the list of games belong to none of them.
    let here = |place: Range<usize>| if place.end <= range.end { place } else { range.start..range.start };
    let mut others = Vec::new();
    around.into_iter().for_each(|it| beside(it, &mut others));
    let others = others.into_iter().map(|(name, value)| (name, here(value.span())));
    read.diagnostics.extend(told(others.collect()));
    keep(text, range.start..begin, 0, &mut read);
    let end = read.game.events.len();
    keep(text, closed(text, value.span().end).min(range.end)..range.end, end, &mut read);
    read.ordered()
}

/// Keeps words around records as a comment, inserted at event `index`. Moves in them are an error.
fn keep(text: &str, words: Range<usize>, index: usize, read: &mut ReadGame<'_>) {
    let said = text.get(words.clone()).unwrap_or_default();
    keep_said(said, said, words, index, read);
}

/// Keeps words like [`keep`]; only moves in `part` are an error.
pub(super) fn keep_said(said: &str, part: &str, place: Range<usize>, index: usize, read: &mut ReadGame<'_>) {
    if !said.contains(char::is_alphanumeric) {
        return;
    }
    if has_moves(part) || lex::next_game(part, 0).is_some() {
        read.diagnostics.push(Diagnostic::error(place, Problem::UnreadRows));
    }
    let comment =
        Event::Comment(Comment { kind: CommentKind::Text, text: lex::comment_text(said) }).into_owned();
    read.game.events.insert(index, comment);
}

fn read_line<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let line = text.get(range.clone()).unwrap_or_default().trim_end();
    match line_record(line) {
        Some(LineRecord::Uci(fen, moves)) => of_uci(line, range.start, fen, moves).read(notations),
        Some(LineRecord::Position) => kept(range.start..range.start + line.len(), line, Problem::IsPosition),
        None if line.trim_start().starts_with(['{', '[', ',', ']', '}']) => {
            kept(range.start..range.start + line.len(), line, Problem::NoRecord)
        }
        None => pgn::read::read(text, range, notations),
    }
}
