//! Games whose parts are named fields of a text that is no JSON: in literals of programs, YAML, TOML, INI, XML and SQL.
//!
//! ```text
//! const games = [{ white: "A", black: "B", result: "1-0", moves: "1. e4 e5" }];
//! INSERT INTO games (white, black, moves) VALUES ('A', 'B', '1. e4 e5');
//! <game white="A" black="B"><moves>1. e4 e5</moves></game>
//! white: A
//! ```
//!
//! Each syntax makes groups of fields. A group is a game if it has moves that are legal, and at least one field more that games have; what
//! stands around it may have no moves. What the fields mean is known to [`Record`].

mod lines;
mod positional;
mod program;
mod sql;
mod xml;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    enclosed::{begins_game, has_moves},
    record::{Record, moves_of},
    records::keep_said,
    unnamed::MOVES,
    value::Value,
};
use crate::{
    chess::Position,
    diagnostics::{Diagnostic, Problem},
    layout::{GameEnd, ReadGame, pgn, rows::Cell, transcript::Transcript},
    lex::{self, leading_number, without_number},
    resolve::Notations,
    slice::Slice as _,
    words::{self, FieldName, vocabulary::OfMove},
};

/// What a field with the text of one move is called.
const PLY: [&str; 5] = ["uci", "lan", "san", "move", "notation"];

/// What fields with the squares of one move are called, and its promotion.
const SQUARES: [&str; 3] = ["from", "to", "promotion"];

/// What a field that says something of a move or of a game stands for.
const REMARK: FieldName = FieldName::Game("Notes");

/// Groups in groups are read to this depth.
const DEEPEST: usize = 32;

/// What a field has.
enum Content<'t> {
    Value(Value<'t>),
    /// The group with this index.
    Group(usize),
}

impl Content<'_> {
    /// Returns where words stand that begin with no move.
    fn said(&self) -> Option<Range<usize>> {
        let Content::Value(value) = self else { return None };
        let text = value.text()?;
        let first = text.split_whitespace().next()?;
        let are_words = text.trim().contains(' ')
            && leading_number(first).is_none()
            && !first.starts_with('[')
            && OfMove::of(first) == OfMove::Nothing;
        are_words.then(|| value.span())
    }
}

/// Fields that stand together: of an object, of an element, of a row.
#[derive(Default)]
struct Group<'t> {
    parent: Option<usize>,
    span: Range<usize>,
    fields: Vec<Field<'t>>,
}

/// A field: its name, what it has, and where they stand.
struct Field<'t> {
    name: String,
    content: Content<'t>,
    places: Vec<Range<usize>>,
}

/// The groups of a text, each behind the one that it is in.
#[derive(Default)]
struct Groups<'t> {
    text: &'t str,
    list: Vec<Group<'t>>,
    /// What the fields and the marks between them take of the text.
    taken: Vec<Range<usize>>,
}

impl<'t> Group<'t> {
    /// Returns the value of the first field with one of these names.
    fn cell(&self, names: &[&str]) -> Option<&Cell<'t>> {
        self.fields.iter().find_map(|Field { name, content, .. }| match content {
            Content::Value(Value::Cell(_, cell)) if names.contains(&&*name.to_lowercase()) => Some(cell),
            _ => None,
        })
    }

    /// Returns the text of the only ply that the fields have, with what they say of it as a comment.
    fn ply(&self) -> Option<Cell<'t>> {
        let [from, to, promotion] = SQUARES.map(|it| self.cell(&[it]));
        let ply = if let Some((from, to)) = from.zip(to) {
            let promotion = promotion.map_or("", |it| &*it.text);
            let text = format!("{}{}{promotion}", from.text, to.text);
            Cell { text: text.into(), span: from.span.start..to.span.end.max(from.span.end) }
        } else {
            let words = |it: &&Cell<'_>| {
                it.text.split_whitespace().filter(|it| !without_number(it).is_empty()).count()
            };
            self.cell(&PLY).filter(|it| words(it) <= 1)?.clone()
        };
        let said = self.fields.iter().filter(|it| words::field(&it.name) == REMARK).find_map(|it| match &it
            .content
        {
            Content::Value(value) => value.text(),
            Content::Group(_) => None,
        });
        Some(match said {
            Some(said) => {
                let comment = said.replace('{', "(").replace('}', ")");
                Cell { text: format!("{} {{{comment}}}", ply.text).into(), span: ply.span }
            }
            None => ply,
        })
    }
}

impl<'t> Groups<'t> {
    fn new(text: &'t str) -> Groups<'t> {
        Groups { text, ..Groups::default() }
    }

    fn begin(&mut self, parent: Option<usize>, at: usize) -> usize {
        self.list.push(Group { parent, span: at..at, ..Group::default() });
        self.list.len() - 1
    }

    fn add(&mut self, group: usize, name: &str, value: Value<'t>, place: Range<usize>) {
        let group = &mut self.list[group];
        group.span.end = group.span.end.max(place.end);
        group.fields.push(Field {
            name: name.to_owned(),
            content: Content::Value(value),
            places: vec![place],
        });
    }

    /// Adds a field that has another group; its name stands here.
    fn add_group(&mut self, group: usize, name: &str, inner: usize, place: Range<usize>) {
        let content = Content::Group(inner);
        self.list[group].fields.push(Field { name: name.to_owned(), content, places: vec![place] });
    }

    /// Returns the moves of a group, if a game can be read from them.
    fn moves(&self, n: usize) -> Option<&Value<'t>> {
        self.list[n].fields.iter().find_map(|Field { name, content, .. }| match content {
            // A number may be that of the moves.
            Content::Value(value) if value.text().is_none_or(|it| it.trim().parse::<u32>().is_err()) => {
                moves_of(name, value)
            }
            _ => None,
        })
    }

    /// Makes lists of moves of groups that have one each, its text or its two squares; returns the groups around them.
    fn join_moves(&mut self) -> BTreeSet<usize> {
        let mut lists: BTreeMap<usize, Vec<Cell<'t>>> = BTreeMap::new();
        let mut others: BTreeSet<usize> = BTreeSet::new();
        for group in &self.list {
            let Some(parent) = group.parent else { continue };
            match group.ply() {
                Some(ply) => lists.entry(parent).or_default().push(ply),
                None => drop(others.insert(parent)),
            }
        }
        let mut joined = BTreeSet::new();
        lists.retain(|parent, plies| plies.len() > 1 && !others.contains(parent));
        let mut places: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for group in &mut self.list {
            let Some(parent) = group.parent.filter(|it| lists.contains_key(it)) else { continue };
            let of_ply = |it: &str| SQUARES.contains(&it) || PLY.contains(&it) || words::field(it) == REMARK;
            let plies = group.fields.extract_if(.., |it| of_ply(&it.name.to_lowercase()));
            places.entry(parent).or_default().extend(plies.flat_map(|it| it.places));
        }
        for (parent, plies) in lists {
            let content = Content::Value(Value::Texts(self.text, plies, false));
            let places = places.remove(&parent).unwrap_or_default();
            self.list[parent].fields.push(Field { name: MOVES.to_owned(), content, places });
            joined.insert(parent);
        }
        joined
    }

    /// Returns the groups that are games: those around moves that say more of one game, and no other.
    fn tops(&self) -> Vec<usize> {
        let owners: Vec<usize> = (0..self.list.len()).filter(|n| self.moves(*n).is_some()).collect();
        let mut inside = vec![0_usize; self.list.len()];
        for owner in &owners {
            let mut around = Some(*owner);
            while let Some(n) = around {
                inside[n] += 1;
                around = self.list[n].parent;
            }
        }
        let says = |it: &Field<'_>| matches!(it.content, Content::Value(_)) && told(&it.name) > 0;
        let may_be = |n: usize| inside[n] == 1 && self.list[n].fields.iter().any(says);
        let mut tops: Vec<usize> = owners
            .into_iter()
            .map(|mut n| {
                while let Some(parent) = self.list[n].parent.filter(|it| may_be(*it)) {
                    n = parent;
                }
                n
            })
            .collect();
        tops.sort_by_key(|n| self.list[*n].span.start);
        tops.dedup();
        tops
    }

    /// Takes the fields of a group and of those in it, each with its path.
    fn flatten(
        &mut self,
        n: usize,
        path: &str,
        depth: usize,
        out: &mut Vec<(String, Value<'t>)>,
        taken: &mut Vec<Range<usize>>,
    ) {
        for Field { name, content, places } in std::mem::take(&mut self.list[n].fields) {
            taken.extend(places);
            let path = if path.is_empty() { name } else { format!("{path}.{name}") };
            match content {
                Content::Value(value) => out.push((path, value)),
                Content::Group(inner) if depth < DEEPEST => {
                    // The tags have their own names, and so has a game in what is said of it.
                    let is_named =
                        self.moves(inner).is_none() && words::field(&path) != FieldName::Game("Tags");
                    self.flatten(inner, if is_named { &path } else { "" }, depth + 1, out, taken);
                }
                Content::Group(_) => {}
            }
        }
    }

    /// Makes games of the groups that are some.
    fn games(mut self) -> Fields<'t> {
        for n in (1..self.list.len()).rev() {
            let end = self.list[n].span.end;
            if let Some(parent) = self.list[n].parent {
                self.list[parent].span.end = self.list[parent].span.end.max(end);
            }
        }
        let joined = self.join_moves();
        let mut games: Vec<Record<'t>> = Vec::new();
        let (mut taken, mut left) = (std::mem::take(&mut self.taken), Vec::new());
        for n in self.tops() {
            let moves = self.moves(n).map(Value::span);
            let (span, mut fields, mut places) = (self.list[n].span.clone(), Vec::new(), Vec::new());
            self.flatten(n, "", 0, &mut fields, &mut places);
            let mut names: Vec<&str> = fields.iter().map(|it| &*it.0).collect();
            names.sort_unstable();
            names.dedup();
            let says: usize = names.into_iter().map(told).sum();
            let says = says + usize::from(joined.contains(&n));
            let is_apart = games.last().is_none_or(|it| it.place.end <= span.start);
            let Some(record) = Record::of_fields(span, fields).filter(|_| says > 1 && is_apart) else {
                left.extend(moves);
                continue;
            };
            games.push(record);
            taken.append(&mut places);
        }
        taken.sort_by_key(|it| it.start);
        let others = self.list.iter().flat_map(|it| &it.fields);
        let mut said: Vec<Range<usize>> = others.filter_map(|it| it.content.said()).collect();
        said.sort_by_key(|it| it.start);
        Fields { text: self.text, games, taken, left, said }
    }
}

/// Returns how many things a field of this name tells of a game.
fn told(name: &str) -> usize {
    let is_told = match words::field(name) {
        FieldName::Game(key) => !matches!(
            key,
            "Number"
                | "Text"
                | "Parts"
                | "Rank"
                | "Time"
                | "Name"
                | "Title"
                | "Notes"
                | "Derived"
                | "Ply"
                | "Color"
        ),
        FieldName::Player(..) => true,
        FieldName::Other => false,
    };
    usize::from(is_told)
}

/// Moves show in so many bytes, and the rest of their line.
const SHOWN: usize = 1 << 12;

/// The games of a text.
pub struct Fields<'t> {
    text: &'t str,
    games: Vec<Record<'t>>,
    /// What the fields and the marks between them take of the text, in order.
    taken: Vec<Range<usize>>,
    /// Moves of no game, such as those of a variation in an object of its own.
    left: Vec<Range<usize>>,
    /// Words in other fields, which may mention moves, in order.
    said: Vec<Range<usize>>,
}

impl<'t> Fields<'t> {
    /// Finds the games at the beginning of a text, if there are any, and no moves elsewhere. What is behind the last game in a text that is
    /// cut may be a part of one.
    pub fn begin(text: &'t str, is_cut: bool) -> Option<Fields<'t>> {
        if lex::next_game(text, 0).is_some_and(|at| text.slice(..at).trim().is_empty()) {
            return None;
        }
        let are_all = |it: &Fields<'_>| {
            let last = it.games.last().map_or(0, |it| it.place.end);
            let end = if is_cut { last } else { text.len() };
            it.around(0..end).all(|gap| !has_moves(&it.without_said(gap)))
        };
        Fields::found(text).filter(are_all).max_by_key(|it| (it.games.len(), it.taken_len()))
    }

    /// Finds the games in a text that is known to have some.
    pub fn of(text: &'t str) -> Option<Fields<'t>> {
        Fields::found(text).max_by_key(|it| (it.games.len(), it.taken_len()))
    }

    /// Finds the games in each syntax in which there are some.
    fn found(text: &'t str) -> impl Iterator<Item = Fields<'t>> {
        let opens = |it: &Record<'_>| {
            let moves = it.transcript().moves;
            let shown = moves.slice(..lex::line_end(moves.as_bytes(), SHOWN.min(moves.len())));
            begins_game(shown) || pgn::plies(shown, 0..shown.len(), &Position::default()).len() > 1
        };
        let syntaxes = [lines::groups, program::groups, sql::groups, xml::groups];
        let found = syntaxes.into_iter().map(|it| it(text).games());
        found.filter(move |it| it.games.iter().any(opens))
    }

    /// Returns how much of the text the games take: the syntax that leaves least has understood it.
    fn taken_len(&self) -> usize {
        self.text.len() - self.around(0..self.text.len()).map(|it| it.len()).sum::<usize>()
    }

    /// Returns what the games leave of this range.
    fn around(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = self.taken.partition_point(|it| it.start < range.start);
        let Range { start: mut at, end } = range;
        let taken = self.taken[first..].iter().cloned().take_while(move |it| it.end <= end);
        taken.chain(std::iter::once(end..end)).filter_map(move |it| {
            let gap = at..it.start.max(at);
            at = at.max(it.end);
            (!gap.is_empty()).then_some(gap)
        })
    }

    /// Returns the end of the game at `start`.
    pub fn extent(&self, start: usize) -> GameEnd {
        let n = self.games.partition_point(|it| it.place.end <= start);
        let is_last = n + 1 >= self.games.len();
        GameEnd { at: if is_last { self.text.len() } else { self.games[n].place.end }, decided: false }
    }

    fn in_range(&self, range: &Range<usize>) -> Option<&Record<'t>> {
        let n = self.games.partition_point(|it| it.place.end <= range.start);
        self.games.get(n).filter(|it| range.start <= it.place.start && it.place.end <= range.end)
    }

    /// Reads the game in this range; what its fields do not have becomes comments.
    pub fn read(&self, range: Range<usize>, notations: &Notations) -> Option<ReadGame<'t>> {
        let game = self.in_range(&range)?;
        let mut read = game.read(notations);
        let Range { start, end } = game.place;
        let mut before = 0;
        for words in self.around(range.start..start).chain(self.around(start..end)) {
            let known = read.game.events.len();
            self.keep(words, before, &mut read);
            before += read.game.events.len() - known;
        }
        for words in self.around(end..range.end) {
            let known = read.game.events.len();
            self.keep(words, known, &mut read);
        }
        let left = self.left.iter().filter(|it| range.contains(&it.start));
        read.diagnostics.extend(left.map(|it| Diagnostic::error(it.clone(), Problem::UnreadRows)));
        Some(read.ordered())
    }

    fn keep(&self, words: Range<usize>, index: usize, read: &mut ReadGame<'_>) {
        keep_said(self.text.slice(words.clone()), &self.without_said(words.clone()), words, index, read);
    }

    /// Returns what stands here, without the words in fields that are not read.
    fn without_said(&self, gap: Range<usize>) -> String {
        let first = self.said.partition_point(|it| it.start < gap.start);
        let said = self.said[first..].iter().take_while(|it| it.end <= gap.end);
        let (mut rest, mut at) = (String::new(), gap.start);
        for words in said.filter(|it| !it.is_empty()) {
            rest += self.text.slice(at..words.start.max(at));
            rest.push(' ');
            at = at.max(words.end);
        }
        rest + self.text.slice(at..gap.end)
    }

    /// Returns the moves of the game in this range, as a witness of it.
    pub fn transcript(&self, range: &Range<usize>) -> Option<Transcript> {
        Some(self.in_range(range)?.transcript())
    }
}

/// Returns a value of one text.
fn text_value<'t>(text: &'t str, plain: Cow<'t, str>, span: Range<usize>) -> Value<'t> {
    Value::Cell(text, Cell { text: plain, span })
}
