//! Records, one per line: games as JSON, UCI commands, and positions, which are not games.
//!
//! ```text
//! {"tags":[["White","A"]],"moves":[{"san":"e4"}],"result":"*"}
//! position startpos moves e2e4 e7e5
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//! ```

use std::{borrow::Cow, ops::Range};

use serde_json::Value;

use super::parse_json;
use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tags},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, Game, GameEnd, ReadGame, pgn, set_up, transcript::Transcript},
    notation::Choice,
    resolve::{Notations, meaning},
};

/// The contents of a line.
enum LineRecord {
    /// A game as a JSON object.
    Json(Value),
    /// UCI's `position`: the FEN, if it is not the start position, and the range of the moves.
    Uci(Option<String>, Range<usize>),
    /// A position in FEN or EPD.
    Position,
}

/// Whether a text that begins like this consists of records. `None` if more bytes are needed.
pub fn are_records(beginning: &str, whole: bool) -> Option<bool> {
    let text = beginning.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    let line = text.lines().next().unwrap_or("");
    let begins_json = line.starts_with("{\"") || line.starts_with("{ \"");
    if begins_json && !whole && line.len() == text.len() && text.len() < LONGEST {
        return None;
    }
    Some(record(line).is_some())
}

/// At most this many bytes are awaited to see whether a line is JSON.
const LONGEST: usize = 1 << 20;

/// Returns the end of the record here.
pub fn extent(text: &str, start: usize) -> GameEnd {
    match memchr::memchr(b'\n', &text.as_bytes()[start..]) {
        Some(n) => GameEnd { at: start + n + 1, decided: true },
        None => GameEnd { at: text.len(), decided: false },
    }
}

fn record(line: &str) -> Option<LineRecord> {
    let trimmed = line.trim().trim_start_matches('\u{feff}');
    if trimmed.starts_with('{') {
        let value = parse_json(trimmed)
            .filter(|it: &Value| ["moves", "pgn"].iter().any(|name| it.get(*name).is_some()))?;
        return Some(LineRecord::Json(value));
    }
    let mut words = trimmed.split_whitespace();
    if words.next() == Some("position") {
        let moves = line.find(" moves").map_or(line.len(), |n| n + " moves".len());
        let setup = line[..moves].trim().trim_end_matches(" moves");
        let setup = setup.trim_start_matches("position").trim();
        let fen = match setup.strip_prefix("fen") {
            Some(fen) => Some(fen.trim().to_owned()),
            None if setup == "startpos" => None,
            None => return None,
        };
        return Some(LineRecord::Uci(fen, moves..line.len()));
    }
    is_position(trimmed).then_some(LineRecord::Position)
}

/// Whether a line is a position in FEN or EPD.
fn is_position(line: &str) -> bool {
    let mut fields = line.split_whitespace();
    let placement = fields.next().unwrap_or("");
    let ranks = placement.matches('/').count();
    (7..=8).contains(&ranks)
        && placement.chars().all(|it| "pnbrqkaPNBRQKA123456789/~[]".contains(it))
        && fields.next().is_none_or(|turn| matches!(turn, "w" | "b"))
}

/// Reads the record in this range of the text.
pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let line = text[range.clone()].trim_end();
    let place = range.start..range.start + line.len();
    match record(line) {
        Some(LineRecord::Json(value)) => json(&value, &place, notations),
        Some(LineRecord::Uci(fen, moves)) => {
            let mut game = Transcript::new(place.start);
            if let Some(fen) = fen {
                game.tags.push("SetUp", "1");
                game.tags.push("FEN", fen);
            }
            game.copy(&line[moves.clone()], place.start + moves.start);
            game.read(notations)
        }
        Some(LineRecord::Position) => nothing(place, Problem::IsPosition),
        None => pgn::read::read(text, range, notations),
    }
}

/// Returns an empty game for a record that is not one.
fn nothing(place: Range<usize>, problem: Problem) -> ReadGame<'static> {
    let diagnostics = vec![Diagnostic::error(place.clone(), problem)];
    ReadGame { game: Game { movetext: place, ..Game::default() }, diagnostics, escapes: Vec::new() }
}

/// Reads a game as JSON: in our own format, or with its moves as a text.
fn json(value: &Value, place: &Range<usize>, notations: &Notations) -> ReadGame<'static> {
    let mut tags = tags(value);
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    if let Some(moves) = text("pgn").or_else(|| text("moves")) {
        let mut game = Transcript::new(place.start);
        game.moves.push_str(moves);
        if !moves.trim_start().starts_with('[') {
            game.tags = tags;
        }
        return game.read(notations);
    }
    if let (Some(fen), None) = (text("fen"), tags.get("FEN")) {
        tags.set("SetUp", "1");
        tags.set("FEN", fen.to_owned());
    }
    let choice = text("notation").and_then(|it| Choice::parse(it).ok());
    let mut diagnostics = Vec::new();
    let start = match set_up(&tags) {
        Ok((start, _)) => start,
        Err((_, problem)) => {
            diagnostics.push(Diagnostic::error(place.clone(), problem));
            Position::default()
        }
    };
    let outcome = text("result").and_then(Outcome::from_marker).unwrap_or_default();
    let mut reader = JsonMoves { place, choice, events: Vec::new(), diagnostics };
    reader.comments(value.get("comments"));
    if reader.diagnostics.is_empty() {
        reader.line(value.get("moves").and_then(Value::as_array).map_or(&[], Vec::as_slice), &start);
    }
    let JsonMoves { events, diagnostics, .. } = reader;
    let game = Game { preamble: Vec::new(), tags, start, events, outcome, movetext: place.clone() };
    ReadGame { game, diagnostics, escapes: Vec::new() }
}

/// Returns the tags of a game as JSON: pairs, or an object.
fn tags(value: &Value) -> Tags<'static> {
    let mut tags = Tags(Vec::new());
    let mut push = |name: Option<&str>, value: Option<&str>| {
        if let (Some(name), Some(value)) = (name, value) {
            tags.push(name.to_owned(), value.to_owned());
        }
    };
    match (value.get("tags"), value.get("headers")) {
        (Some(Value::Array(pairs)), _) => pairs.iter().for_each(|pair| {
            push(pair.get(0).and_then(Value::as_str), pair.get(1).and_then(Value::as_str));
        }),
        (Some(Value::Object(all)), _) | (_, Some(Value::Object(all))) => {
            all.iter().for_each(|(name, value)| push(Some(name), value.as_str()));
        }
        _ => {}
    }
    tags
}

/// The moves of a game as JSON.
struct JsonMoves<'a> {
    place: &'a Range<usize>,
    choice: Option<Choice>,
    events: Vec<Event<'static>>,
    diagnostics: Vec<Diagnostic>,
}

impl JsonMoves<'_> {
    fn comments(&mut self, texts: Option<&Value>) {
        let texts = texts.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        self.events.extend(
            texts.map(|it| {
                Event::Comment(Comment { kind: CommentKind::Text, text: Cow::Owned(it.to_owned()) })
            }),
        );
    }

    /// Reads a line from a position. Variations are only as deep as the JSON parser allows.
    fn line(&mut self, moves: &[Value], start: &Position) {
        let mut position = start.clone();
        for (n, value) in moves.iter().enumerate() {
            self.comments(value.get("before"));
            let said = |name: &str| value.get(name).and_then(Value::as_str);
            let texts = [("uci", said("uci")), ("san", said("san")), ("", said("text").or(value.as_str()))];
            let mut texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?))).peekable();
            if texts.peek().is_none() {
                continue;
            }
            let Some(ply) = texts.find_map(|(name, text)| self.ply(name, text, &position)) else {
                let problem = Problem::NoLegalMove { reason: None, suggestions: Vec::new() };
                self.diagnostics.push(Diagnostic::error(self.place.clone(), problem).at(&position));
                let rest = Value::from(moves[n..].to_vec()).to_string();
                let comment = Comment { kind: CommentKind::Unread, text: Cow::Owned(rest) };
                self.events.push(Event::Comment(comment));
                return;
            };
            self.events.push(Event::Ply(ply, self.place.start));
            let confidence =
                value.get("confidence").and_then(Value::as_f64).filter(|it| (0.0..=1.0).contains(it));
            self.events.extend(confidence.map(|it| Event::Confidence((it * 10_000.0).round() as u16)));
            let nags = value.get("nags").and_then(Value::as_array).into_iter().flatten();
            let nags = nags.filter_map(|it| u32::try_from(it.as_u64()?).ok());
            self.events.extend(nags.map(|it| Event::Nag(Nag(it))));
            self.comments(value.get("comments"));
            for variation in value.get("variations").and_then(Value::as_array).into_iter().flatten() {
                self.events.push(Event::BeginVariation);
                self.line(variation.as_array().map_or(&[], Vec::as_slice), &position);
                self.events.push(Event::EndVariation(self.place.end));
            }
            self.comments(value.get("after"));
            position.play(&ply);
        }
    }

    /// Returns the ply that a text means in the notation with this name, or in that of the game.
    fn ply(&self, name: &str, text: &str, position: &Position) -> Option<Ply> {
        let choice = match name {
            "" => {
                self.choice.as_ref().and_then(|it| Choice::parse(&it.name).ok()).unwrap_or_else(Choice::san)
            }
            name => Choice::parse(name).ok()?,
        };
        match meaning(&*choice.notation, position, text).plies[..] {
            [ply] => Some(ply),
            _ => None,
        }
    }
}
