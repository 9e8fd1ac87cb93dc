//! Records: a game as a JSON object, or as a row of a table with one game per row.
//!
//! The field names of lichess, chess.com, data sets and our own output are in `words/columns.tsv`. An unknown
//! field becomes a tag if it is a single short value; otherwise a message names it.

mod content;

use std::ops::Range;

use self::content::{Content, POSITION, add_tag, plies};
pub use self::content::{Name, position};
use super::{json::Json, moves, separators::without_signs, told, value::Value};
use crate::{
    chess::{Color, Comment, CommentKind, Outcome, Ply, Tags},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, ReadGame, pgn, rows::Cell, transcript::Transcript},
    lex::{self, PgnToken},
    resolve::Notations,
    slice::Slice as _,
    words::{self, FieldName},
};

/// A game as a record.
pub struct Record<'t> {
    pub place: Range<usize>,
    fields: Vec<(Name<'t>, Value<'t>)>,
}

/// Nested objects are read, and searched for games, to this depth.
pub(super) const DEEPEST: usize = 16;

impl<'t> Record<'t> {
    /// Returns an object as a record, or `None` if it is no game.
    pub fn of_object(object: Json<'t>) -> Option<Record<'t>> {
        if is_map(object) {
            return None;
        }
        let mut fields = Vec::new();
        flatten("", object, 0, &mut fields);
        Record { place: object.span(), fields }.of_wrapper().checked()
    }

    /// Gives the fields beside the moves, in an object inside, the meaning that they have by themselves.
    fn of_wrapper(mut self) -> Record<'t> {
        let Some(moves) = self.moves().map(|it| it.0.text.to_string()) else { return self };
        let Some((wrapper, _)) = moves.rsplit_once('.') else { return self };
        for (name, _) in self.fields.iter_mut().filter(|it| it.0.holds == FieldName::Other) {
            let inner = name.text.strip_prefix(wrapper).and_then(|it| it.strip_prefix('.'));
            let inner = inner.filter(|_| name.text != moves);
            name.holds = inner.map_or(name.holds, words::field);
        }
        self
    }

    /// Returns a row of a table as a record, or `None` if it is no game.
    pub fn of_row(
        source: &'t str,
        place: Range<usize>,
        names: &'t [Name<'_>],
        cells: Vec<Cell<'t>>,
    ) -> Option<Record<'t>> {
        let further = |n| Name::new(format!("further cell {}", n + 1 - names.len()));
        let name = |n| names.get(n).map_or_else(|| further(n), Name::borrowed);
        let fields = cells.into_iter().enumerate().map(|(n, cell)| (name(n), Value::Cell(source, cell)));
        Record { place, fields: fields.collect() }.checked()
    }

    /// Returns these fields as a record, or `None` if they are no game.
    pub fn of_fields(place: Range<usize>, fields: Vec<(String, Value<'t>)>) -> Option<Record<'t>> {
        let fields = fields.into_iter().map(|(name, value)| (Name::new(name), value)).collect();
        Record { place, fields }.checked()
    }

    pub fn has_moves(&self) -> bool {
        self.moves().is_some()
    }

    /// Returns the field with the moves: one that says so, or whose text begins a game, or goes on from the position of another.
    fn moves(&self) -> Option<&(Name<'t>, Value<'t>)> {
        self.fields.iter().find(|it| it.0.moves(&it.1).is_some()).or_else(|| self.solution())
    }

    /// Returns the field whose text begins with the number of the position of another one, and a move from there.
    fn solution(&self) -> Option<&(Name<'t>, Value<'t>)> {
        let is_position = |name: &Name<'_>| matches!(name.holds, FieldName::Game("FEN" | "StartFEN"));
        let fen = self.fields.iter().find(|it| is_position(&it.0))?.1.text()?;
        let start = position(&Tags::default(), &fen)?;
        self.fields.iter().find(|(name, value)| {
            let text = value.text().unwrap_or_default();
            let mut moves = text.trim_start();
            while let Some((PgnToken::Brace { .. }, end)) = lex::item(moves, 0, moves.len()) {
                moves = moves.slice(end..).trim_start();
            }
            let number = lex::item(moves, 0, moves.len()).map(|it| it.0);
            let is_next = || {
                let color = start.turn().is_black();
                matches!(number, Some(PgnToken::Number(number, dots)) if number == start.move_number() && dots.is_some() == color)
            };
            name.holds == FieldName::Other
                && is_next()
                && !pgn::plies(moves, &start).is_empty()
        })
    }

    /// Requires moves, or the names of both players.
    fn checked(self) -> Option<Record<'t>> {
        let plays = |color| {
            self.fields.iter().any(|(name, value)| {
                let is_name = match name.holds {
                    FieldName::Game("White") => color == Color::White,
                    FieldName::Game("Black") => color == Color::Black,
                    FieldName::Player(side, "Name", _) => color == side,
                    _ => false,
                };
                is_name && value.text().is_some()
            })
        };
        let is_game = self.has_moves() || plays(Color::White) && plays(Color::Black);
        is_game.then_some(self)
    }

    fn content(&self) -> Content<'_, 't> {
        let mut content = Content::default();
        for (name, value) in &self.fields {
            content.add(name, value);
        }
        content.moves.sort_by_key(|(name, _)| !name.to_lowercase().ends_with("pgn"));
        if content.moves.is_empty()
            && let Some((name, value)) = self.moves()
        {
            content.unread.retain(|it| it.0 != name.text);
            content.others.retain(|it| Some(&it.0) != words::tag_name(&name.text).as_ref());
            content.moves.push((&name.text, value));
        }
        content
    }

    /// Returns the moves as text, with the tags, to be used as a witness of the game.
    pub fn transcript(&self) -> Transcript {
        let content = self.content();
        let mut game = Transcript::new(self.place.start);
        if let Some((_, value)) = content.moves.first() {
            match value.list() {
                Some(list) => moves::copy(list, &mut game),
                None => copy(value, &mut game),
            }
        }
        game
    }

    pub fn read(&self, notations: &Notations) -> ReadGame<'static> {
        let mut content = self.content();
        let outcome = content.outcome();
        let tags = content.all_tags(outcome);
        let first = content.moves.first().map(|it| it.1);
        let mut read = match (first.and_then(|it| it.list()), first.and_then(Value::texts)) {
            (Some(list), _) => content.read_list(list, &tags, notations),
            (_, Some(texts)) => content.read_texts(&texts, self.place.start, &tags, notations),
            _ => self.read_text(&mut content, first, tags, notations),
        };
        let game = &mut read.game;
        if let (Outcome::Unknown, Some(outcome)) = (game.outcome, outcome) {
            game.outcome = outcome;
        }
        content.insert_clocks(&mut game.events);
        let comments = content
            .comments
            .drain(..)
            .map(|it| Event::Comment(Comment { kind: CommentKind::Text, text: it.into() }));
        game.events.splice(0..0, comments.collect::<Vec<_>>());
        for (name, value) in content.moves.iter().skip(1) {
            // A second text of the moves isn't read if it says the same.
            if value.list().is_some() || value.text().is_none() {
                continue;
            }
            let mut other = Transcript::new(self.place.start);
            copy(value, &mut other);
            other.tags = read.game.tags.clone();
            let other = other.read(notations);
            let (first, second): (Vec<Ply>, Vec<Ply>) = (plies(&read).collect(), plies(&other).collect());
            let repeats = !second.is_empty() && first.starts_with(&second);
            if !repeats && first != second {
                let problem = Problem::UnreadField((*name).to_owned());
                let tells =
                    if plies(&other).next().is_some() { Diagnostic::error } else { Diagnostic::warning };
                read.diagnostics.push(tells(value.span(), problem));
            }
        }
        let mut unread = std::mem::take(&mut content.unread);
        if let Some((name, _)) = self.solution() {
            // Neither it nor the position is of the moves.
            let lost = unread.extract_if(.., |it| it.0 == name.text || it.0 == POSITION);
            let errors = lost.map(|it| Diagnostic::error(it.1, Problem::UnreadField(it.0)));
            read.diagnostics.extend(errors);
        }
        read.diagnostics.extend(told(unread));
        read.game.movetext = self.place.clone();
        read.ordered()
    }

    /// Reads moves from a text, which may have tags of its own.
    fn read_text(
        &self,
        content: &mut Content<'_, 't>,
        moves: Option<&Value<'t>>,
        mut tags: Tags<'static>,
        notations: &Notations,
    ) -> ReadGame<'static> {
        let mut game = Transcript::new(self.place.start);
        moves.into_iter().for_each(|it| copy(it, &mut game));
        // Tags in the text come first; other tags are added if they differ.
        let tagged = game.moves.trim_start().starts_with('[');
        let kept =
            |name: &str| name == "Notation" || Tags::SETUP.contains(&name) && !game.moves.contains("[FEN ");
        let after = if tagged { tags.0.extract_if(.., |it| !kept(&it.name)).collect() } else { Vec::new() };
        let attempt = |tags: Tags<'static>| {
            game.tags = tags;
            game.read(notations)
        };
        let mut read = content.read_from_start(&tags, tagged, attempt);
        for tag in after {
            add_tag(&mut read.game.tags, tag.name.into_owned(), tag.value.into_owned());
        }
        read
    }
}

/// Copies the moves of a value, without a sign that sets them apart.
fn copy(value: &Value<'_>, game: &mut Transcript) {
    value.copy(game);
    if let Some(moves) = without_signs(&game.moves) {
        game.moves = moves;
    }
}

/// Whether an object has several games under names of their own, and nothing else.
fn is_map(object: Json<'_>) -> bool {
    let values: Vec<Json<'_>> = object.fields().into_iter().map(|it| it.1).collect();
    let has_moves = |it: &Json<'_>| {
        let mut fields = Vec::new();
        flatten("", *it, DEEPEST, &mut fields);
        Record { place: it.span(), fields }.has_moves()
    };
    values.len() > 1 && values.iter().all(|it| it.is_object()) && values.iter().take(2).all(has_moves)
}

/// Lists the scalars and lists in an object, each with its path.
fn flatten<'t>(path: &str, object: Json<'t>, depth: usize, fields: &mut Vec<(Name<'t>, Value<'t>)>) {
    for (name, value) in object.fields() {
        let name = Name::new(if path.is_empty() { name } else { format!("{path}.{name}") });
        let is_tags = name.holds == FieldName::Game("Tags");
        if value.is_object() && !is_tags && depth < DEEPEST {
            flatten(&name.text, value, depth + 1, fields);
        } else {
            fields.push((name, Value::Json(value)));
        }
    }
}
