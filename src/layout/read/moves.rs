//! Lists of moves in JSON: texts, pairs of texts, or objects, in our format or those of other programs.
//!
//! ```json
//! ["e4","e5"]  [["e4","e5"]]  [{"white":"e4","black":"e5"}]  [{"from":"e2","to":"e4"}]  [{"text":"e2-e4","san":"e4","uci":"e2e4","nags":[1]}]
//! ```
//!
//! Each item is a move: the list ends with an error at the first item that isn't, so that no move is ever
//! given to the other side.

use std::{borrow::Cow, ops::Range};

use super::{Unread, json::Json, value::Value};
use crate::{
    chess::{Color, CommentKind, Nag, Ply, Position, Tags},
    diagnostics::{Diagnostic, Problem, Severity},
    events::Confidence,
    layout::{Event, Game, ReadGame, pgn, transcript::Transcript},
    lex,
    notation::{Choice, text_of},
    reasons::{Ambiguity, Candidate, Illegal},
    resolve::{Notations, meaning},
    words::{self, FieldName, vocabulary::OfMove},
};

/// Fields with the text of a move, and the notations it may be in; if empty, the notation of the game.
const TEXTS: [(&str, &[&str]); 6] = [
    ("uci", &["uci"]),
    ("lan", &["uci", "lan"]),
    ("san", &["san"]),
    ("text", &[]),
    ("move", &[]),
    ("notation", &[]),
];

/// Fields that only repeat information of the move.
const DERIVED: [&str; 25] = [
    "color", "colour", "turn", "side", "player", "piece", "captured", "flags", "fen", "number", "moveNumber",
    "move_number", "moveno", "move_no", "ply", "check", "checkmate", "from", "to", "promotion", "index",
    "isCheck", "v", "i", "n",
];

/// Nested variations are read to this depth.
const DEEPEST: usize = 100;

/// Adds the move texts of a list to a game.
pub fn copy(list: Json<'_>, game: &mut Transcript) {
    copy_items(&items(list), game);
}

fn copy_items(items: &[Json<'_>], game: &mut Transcript) {
    for item in items {
        match item {
            item if item.is_text() => item.copy(game),
            item => game.copy(&texts(*item).first().map_or(String::new(), |it| it.text.clone()), item.at),
        }
        game.moves.push('\n');
    }
}

/// Whether a list begins with legal moves from the start position.
pub fn opens(list: Json<'_>) -> bool {
    const SHOWN: usize = 8;
    let mut items = items(list);
    items.truncate(SHOWN);
    let mut beginning = Transcript::new(list.at);
    copy_items(&items, &mut beginning);
    items.len() > 1 && pgn::plies(&beginning.moves, &Position::default()).len() == items.len()
}

/// Whether the first item of a list has plies from the start position, and is no game of a list of these.
pub fn are_first(first: Json<'_>) -> bool {
    let mut items = Vec::new();
    add(first, &mut items);
    let mut beginning = Transcript::new(0);
    copy_items(&items, &mut beginning);
    let is_single =
        |it: &Json<'_>| texts(*it).first().is_some_and(|it| !it.text.contains(char::is_whitespace));
    let plies = pgn::plies(&beginning.moves, &Position::default()).len();
    !items.is_empty() && items.iter().all(is_single) && plies == items.len()
}

/// Reads the moves of a game with these tags; unread fields are added to `unread`.
pub fn read(
    list: Json<'_>,
    tags: Tags<'static>,
    notations: &Notations,
    unread: &mut Unread,
) -> ReadGame<'static> {
    unread.extend(beside_sides(list));
    let items = items(list);
    if items.iter().all(|it| it.is_text()) {
        let texts: Vec<Value<'_>> = items.into_iter().map(Value::Json).collect();
        return read_texts(&texts, list.at, &tags, notations);
    }
    let game = Game { tags, movetext: list.span(), ..Game::default() };
    let mut draft = ReadGame { game, ..ReadGame::default() };
    let begin = list.at..list.at;
    let named = draft.notation_tag(notations, |_| begin.clone());
    let is_set_up = draft.set_up(|_| begin.clone());
    let start = draft.game.start.clone();
    let mut unnamed = Transcript::new(list.at);
    for spelt in items.iter().filter_map(|it| texts(*it).into_iter().find(|it| it.notations.is_empty())) {
        unnamed.copy(&spelt.text, spelt.place.start);
        unnamed.moves.push('\n');
    }
    let named_by_field = items.iter().all(|it| texts(*it).iter().any(|it| !it.notations.is_empty()));
    let parentheses = pgn::read::parentheses(&unnamed.moves, 0..unnamed.moves.len());
    let choice = match named {
        Some(choice) if !notations.is_given() => choice,
        _ if named_by_field || unnamed.moves.is_empty() => Choice::san(),
        _ => match notations.choose(None, &pgn::Stretch::of(&unnamed, 0, &parentheses), &start, 0) {
            Ok(chosen) => chosen.choice.clone(),
            Err(problem) => {
                draft.error(begin, problem);
                Choice::san()
            }
        },
    };
    let mut reader = Reader { choice, draft, unread };
    if is_set_up {
        reader.line(&items, &start, 0);
    } else {
        reader.keep(&items);
    }
    reader.draft
}

/// Reads a list of move texts, up to the first that is no move.
pub fn read_texts(
    items: &[Value<'_>],
    at: usize,
    tags: &Tags<'static>,
    notations: &Notations,
) -> ReadGame<'static> {
    let read = |items: &[Value<'_>]| {
        let mut game = Transcript::new(at);
        for item in items {
            item.copy(&mut game);
            game.moves.push('\n');
        }
        game.tags = tags.clone();
        game.read(notations)
    };
    let whole = read(items);
    let Some(word) = whole.diagnostics.iter().find(|it| it.problem == Problem::Unread) else {
        return whole;
    };
    let n = items.partition_point(|it| it.span().end <= word.span.start);
    let mut before = read(items.get(..n).unwrap_or_default());
    before.tell(Diagnostic { severity: Severity::Error, ..word.clone() });
    let rest: Vec<Cow<'_, str>> = items.get(n..).unwrap_or_default().iter().map(Value::raw).collect();
    before.comment(CommentKind::Unread, format!("[{}]", rest.join(",")));
    before
}

/// Returns unread moves as JSON.
fn unread(items: &[Json<'_>]) -> String {
    let raw: Vec<&str> = items.iter().map(|it| it.raw()).collect();
    format!("[{}]", raw.join(","))
}

/// Returns the moves of a list, pairs split into single moves.
fn items(list: Json<'_>) -> Vec<Json<'_>> {
    let mut items = Vec::new();
    list.items().into_iter().for_each(|it| add(it, &mut items));
    // Black may have no last move.
    while items.last().is_some_and(|it| it.is_null()) {
        items.pop();
    }
    items
}

/// Adds an item of a list of moves, a pair as two moves.
fn add<'t>(item: Json<'t>, items: &mut Vec<Json<'t>>) {
    match sides(item) {
        _ if item.is_list() => items.extend(item.items()),
        Some((sides, _)) => items.extend(sides),
        None => items.push(item),
    }
}

type Field<'t> = (String, Json<'t>);

/// Splits an object with the moves of both sides: returns these, and its other fields.
fn sides(item: Json<'_>) -> Option<(Vec<Json<'_>>, Vec<Field<'_>>)> {
    if !item.is_object() || named_texts(item).iter().any(|it| OfMove::is_whole(&it.text)) {
        return None;
    }
    let (mut sides, others): (Vec<_>, Vec<_>) =
        item.fields().into_iter().partition(|it| words::side_or_letter(&it.0).is_some());
    sides.sort_by_key(|it| words::side_or_letter(&it.0) == Some(Color::Black));
    (!sides.is_empty()).then(|| (sides.into_iter().map(|it| it.1).collect(), others))
}

/// Returns what else is said beside the moves of both sides.
fn beside_sides(list: Json<'_>) -> Unread {
    let others = list.items().into_iter().filter_map(sides).flat_map(|it| it.1);
    let is_said = |it: &Field<'_>| {
        !it.1.is_null()
            && !DERIVED.contains(&&*it.0)
            && !matches!(words::field(&it.0), FieldName::Game("Number" | "Ply" | "Color" | "Derived"))
    };
    others.filter(is_said).map(|(name, value)| (name, value.span())).collect()
}

/// A text of a move.
struct Spelt {
    text: String,
    place: Range<usize>,
    /// The notations stated by its field; empty if none.
    notations: &'static [&'static str],
}

fn of_value(value: Json<'_>, notations: &'static [&'static str]) -> Option<Spelt> {
    let text = if value.is_text() { value.text() } else { value.get("notation").and_then(Json::text) };
    Some(Spelt { text: text?.into_owned(), place: value.span(), notations })
}

/// Returns the texts of a move in known fields, the most reliable first.
fn named_texts(item: Json<'_>) -> Vec<Spelt> {
    if !item.is_object() {
        return of_value(item, &[]).filter(|_| item.is_text()).into_iter().collect();
    }
    let fields = item.fields();
    let field = |name: &str| fields.iter().find(|it| it.0 == name).map(|it| it.1);
    let mut texts: Vec<Spelt> =
        TEXTS.iter().filter_map(|(name, notations)| of_value(field(name)?, notations)).collect();
    if let (Some(from), Some(to)) = (field("from"), field("to")) {
        let promotion = field("promotion").and_then(Json::text).unwrap_or_default().to_lowercase();
        let text = [from, to].into_iter().filter_map(Json::text).collect::<String>() + &promotion;
        let spelt = Spelt { text, place: from.at..to.span().end.max(from.at), notations: &["uci"] };
        texts.insert(usize::from(texts.first().is_some_and(|it| it.notations == ["uci"])), spelt);
    }
    texts
}

/// Returns the texts of a move; without known fields, that of the only field with a move, beside a number or
/// colour.
fn texts(item: Json<'_>) -> Vec<Spelt> {
    let named = named_texts(item);
    if !named.is_empty() || !item.is_object() {
        return named;
    }
    let fields = item.fields();
    let others = fields.iter().filter(|it| words::field(&it.0) == FieldName::Other);
    let mut moves = others.filter_map(|it| of_value(it.1, &[])).filter(|it| OfMove::is_whole(&it.text));
    match (moves.next(), moves.next()) {
        (Some(single), None) if fields.len() > 1 => vec![single],
        _ => Vec::new(),
    }
}

fn has_text(item: &Json<'_>) -> bool {
    !texts(*item).is_empty()
}

/// Reads lines of moves.
struct Reader<'u> {
    choice: Choice,
    draft: ReadGame<'static>,
    unread: &'u mut Unread,
}

impl Reader<'_> {
    /// Adds a comment, a NAG, or a list of these; positions are skipped.
    fn comments(&mut self, value: Json<'_>) {
        if value.is_list() {
            return value.items().into_iter().for_each(|it| self.comments(it));
        }
        let text = if value.is_object() { value.get("text").and_then(Json::text) } else { value.text() };
        let Some(text) = text.filter(|it| !it.is_empty()) else { return };
        match nag_of(&text).filter(|_| text.starts_with('$')) {
            Some(nag) => self.draft.game.events.push(Event::Nag(nag)),
            None if text.matches('/').count() >= 7 && !text.contains("  ") => {}
            None => self.draft.comment(CommentKind::Text, lex::comment_text(&text).into_owned()),
        }
    }

    /// Keeps unread moves as a comment.
    fn keep(&mut self, items: &[Json<'_>]) {
        if !items.is_empty() {
            self.draft.comment(CommentKind::Unread, unread(items));
        }
    }

    fn line(&mut self, items: &[Json<'_>], start: &Position, depth: usize) {
        let mut position = start.clone();
        for (n, item) in items.iter().enumerate() {
            let fields = if item.is_object() { item.fields() } else { Vec::new() };
            let of = |names: &'static [&'static str]| {
                fields.iter().filter(move |it| names.contains(&&*it.0)).map(|it| it.1)
            };
            of(BEFORE).for_each(|it| self.comments(it));
            let texts = texts(*item);
            let is_text = |it: &Json<'_>| texts.iter().any(|text| text.place == it.span());
            if texts.is_empty() && n == 0 && items.len() == 1 && fields.iter().any(|it| it.0 == "before") {
                // A variation without moves.
                return;
            }
            let ply = match self.ply(&texts, &position) {
                Ok(ply) => ply,
                Err(problem) => {
                    let place = texts.first().map_or(item.span(), |it| it.place.clone());
                    self.draft.diagnostics.push(Diagnostic::error(place, problem).at(&position));
                    return self.keep(&items[n..]);
                }
            };
            let text = texts.first().map(|it| it.place.clone()).filter(|it| it.start == item.at);
            self.draft.game.events.push(Event::Ply(ply, text.unwrap_or(item.at..item.at).into()));
            let share = of(CONFIDENCE).find_map(|it| it.raw().parse::<f64>().ok());
            let share = share.filter(|it| (0.0..=1.0).contains(it));
            self.draft.game.events.extend(share.map(|it| {
                Event::Confidence(Confidence { share: Confidence::share_of(it), ..Confidence::default() })
            }));
            for value in of(NAGS) {
                let values = if value.is_list() { value.items() } else { vec![value] };
                let nags = values.iter().filter_map(|it| nag_of(&it.text()?));
                self.draft.game.events.extend(nags.map(Event::Nag));
            }
            of(COMMENTS).for_each(|it| self.comments(it));
            for clock in of(CLOCK).filter_map(Json::text) {
                self.draft.comment(CommentKind::Text, format!("[%clk {clock}]"));
            }
            for variation in of(VARIATIONS).flat_map(Json::items) {
                let fields = if variation.is_object() { variation.fields() } else { Vec::new() };
                let moves =
                    || fields.iter().find(|it| it.1.is_list() && self::items(it.1).iter().any(has_text));
                let line = if variation.is_list() { Some(variation) } else { moves().map(|it| it.1) };
                let Some(line) = line.filter(|_| depth < DEEPEST) else {
                    self.draft.comment(CommentKind::Unread, variation.raw().to_owned());
                    continue;
                };
                self.draft.game.events.push(Event::BeginVariation);
                for (name, value) in fields.into_iter().filter(|it| it.1.at != line.at && !it.1.is_null()) {
                    if COMMENTS.contains(&&*name) || BEFORE.contains(&&*name) {
                        self.comments(value);
                    } else {
                        self.unread.push((name, value.span()));
                    }
                }
                self.line(&self::items(line), &position, depth + 1);
                self.draft.game.events.push(Event::EndVariation(variation.span().end));
            }
            of(AFTER).for_each(|it| self.comments(it));
            for (name, value) in &fields {
                let is_said =
                    SAID.iter().any(|it| it.contains(&&**name)) || TEXTS.iter().any(|it| it.0 == name);
                if !is_said && !DERIVED.contains(&&**name) && !value.is_null() && !is_text(value) {
                    self.unread.push((name.clone(), value.span()));
                }
            }
            position.play(&ply);
        }
    }

    /// Returns the ply that the texts of a move denote; those that can be read must agree.
    fn ply(&mut self, texts: &[Spelt], position: &Position) -> Result<Ply, Problem> {
        let mut found: Option<Ply> = None;
        let mut failed = Problem::NoLegalMove { reason: None, suggestions: Vec::new() };
        if texts.is_empty() {
            return Err(Problem::NoLegalMove { reason: Some(Illegal::NoText), suggestions: Vec::new() });
        }
        for spelt in texts {
            let named = spelt.notations.iter().filter_map(|it| Choice::parse(it).ok());
            let choices: Vec<Choice> =
                if spelt.notations.is_empty() { vec![self.choice.clone()] } else { named.collect() };
            let mut meant = None;
            for choice in choices {
                let mut meaning = meaning(&*choice.notation, position, &spelt.text);
                match meaning.plies[..] {
                    [ply] => {
                        meant = Some(ply);
                        break;
                    }
                    _ => failed = meaning.problems.pop().unwrap_or(failed),
                }
            }
            match (found, meant) {
                (None, _) => found = meant,
                (Some(one), Some(other)) if one != other => {
                    let san = Choice::san();
                    let candidate = |ply| {
                        let text = text_of(&*san.notation, position, &ply).unwrap_or_default();
                        Candidate { ply, text }
                    };
                    let candidates = vec![candidate(one), candidate(other)];
                    return Err(Problem::Ambiguous { reason: Ambiguity::Texts, candidates, taken: false });
                }
                (Some(_), None) => {
                    self.draft.diagnostics.push(Diagnostic::warning(spelt.place.clone(), Problem::Unread));
                    self.draft.comment(CommentKind::Unread, spelt.text.clone());
                }
                _ => {}
            }
        }
        found.ok_or(failed)
    }
}

// The other fields of a move that are read.
const BEFORE: &[&str] = &["before", "commentBefore", "comment_before", "commentMove"];
const CONFIDENCE: &[&str] = &["confidence"];
const NAGS: &[&str] = &["nags", "nag", "glyphs"];
const COMMENTS: &[&str] = &["comments", "comment", "commentAfter", "comment_after", "annotation"];
const CLOCK: &[&str] = &["clock", "clk"];
const VARIATIONS: &[&str] = &["variations", "ravs", "rav"];
const AFTER: &[&str] = &["after"];
const SAID: [&[&str]; 7] = [BEFORE, CONFIDENCE, NAGS, COMMENTS, CLOCK, VARIATIONS, AFTER];

/// Parses a NAG given as a number, as `$n`, or as a symbol.
fn nag_of(text: &str) -> Option<Nag> {
    text.trim_start_matches('$').parse().ok().map(Nag).or_else(|| Nag::from_symbol(text))
}
