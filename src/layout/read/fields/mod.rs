//! Games whose parts are fields of a text that is no JSON, with names or in columns that show what they have: in literals and calls of
//! programs, YAML, TOML, INI, XML and SQL.
//!
//! ```text
//! const games = [{ white: "A", black: "B", result: "1-0", moves: "1. e4 e5" }];
//! INSERT INTO games (white, black, moves) VALUES ('A', 'B', '1. e4 e5');
//! <game white="A" black="B"><moves>1. e4 e5</moves></game>
//! white: A
//! ```
//!
//! Each syntax yields groups of fields. A group is a game if it has legal moves and at least one other field
//! of a game, and if there are no moves in the text around it. [`Record`] knows the meaning of the fields.

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
    record::{Name, Record},
    records::keep_said,
    unnamed::MOVES,
    value::Value,
};
use crate::{
    chess::{Color, Position},
    diagnostics::{Diagnostic, Problem},
    layout::{GameEnd, ReadGame, pgn, rows::Cell, transcript::Transcript},
    lex::{self, leading_number, without_number},
    resolve::Notations,
    slice::Slice as _,
    words::{self, FieldName, vocabulary::OfMove},
};

/// Names of fields with the text of one move.
const PLY: [&str; 5] = ["uci", "lan", "san", "move", "notation"];

/// Names of the fields with the two squares of a move, and its promotion.
const SQUARES: [&str; 3] = ["from", "to", "promotion"];

/// A field with a remark on a move or game.
const REMARK: FieldName = FieldName::Game("Notes");

/// Nested groups are read to this depth.
const DEEPEST: usize = 32;

/// Content of a field.
enum Content<'t> {
    Value(Value<'t>),
    /// The group with this index.
    Group(usize),
}

impl Content<'_> {
    /// Returns the range of the content if it is several words that don't begin with a move.
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

/// Fields of one object, element or row.
#[derive(Default)]
struct Group<'t> {
    parent: Option<usize>,
    span: Range<usize>,
    fields: Vec<Field<'t>>,
}

/// A field: its name, its content, and the ranges that both take up.
struct Field<'t> {
    name: String,
    content: Content<'t>,
    places: Vec<Range<usize>>,
}

/// The groups of a text, parents first.
#[derive(Default)]
struct Groups<'t> {
    text: &'t str,
    list: Vec<Group<'t>>,
    /// Ranges of the text taken up by fields and the punctuation between them.
    taken: Vec<Range<usize>>,
}

impl<'t> Group<'t> {
    /// Returns the single value of the first field with one of these names.
    fn cell(&self, names: &[&str]) -> Option<&Cell<'t>> {
        self.fields.iter().find_map(|Field { name, content, .. }| match content {
            Content::Value(Value::Cell(_, cell)) if names.contains(&&*name.to_lowercase()) => Some(cell),
            _ => None,
        })
    }

    /// Returns the texts of the plies if the group has only one, or one of each side.
    fn plies(&self) -> Vec<Cell<'t>> {
        let of = |color| {
            let fields = self.fields.iter().filter(move |it| words::side_or_letter(&it.name) == Some(color));
            fields.filter_map(|it| match &it.content {
                Content::Value(Value::Cell(_, cell)) if OfMove::is_whole(&cell.text) => Some(cell.clone()),
                _ => None,
            })
        };
        self.ply().map_or_else(|| of(Color::White).chain(of(Color::Black)).collect(), |it| vec![it])
    }

    /// Returns the text of the ply if the group has exactly one, with any remark on it as a comment.
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

    /// Adds a field whose content is the group `inner`; `place` is the range of its name.
    fn add_group(&mut self, group: usize, name: &str, inner: usize, place: Range<usize>) {
        let content = Content::Group(inner);
        self.list[group].fields.push(Field { name: name.to_owned(), content, places: vec![place] });
    }

    /// Returns the moves of a group, if they can be read as a game.
    fn moves(&self, n: usize) -> Option<&Value<'t>> {
        self.list[n].fields.iter().find_map(|Field { name, content, .. }| match content {
            // A number may be the number of moves.
            Content::Value(value) if value.text().is_none_or(|it| it.trim().parse::<u32>().is_err()) => {
                Name::new(&**name).moves(value)
            }
            _ => None,
        })
    }

    /// Collects groups of the same name, all with plies, into a list of moves of their parent; returns these
    /// parents.
    fn join_moves(&mut self) -> BTreeSet<usize> {
        let mut names: BTreeMap<usize, &str> = BTreeMap::new();
        for Field { name, content, .. } in self.list.iter().flat_map(|it| &it.fields) {
            if let Content::Group(inner) = content {
                names.insert(*inner, name);
            }
        }
        // The groups with the plies of each parent, by name; `None` if one of them has none.
        let mut lists: BTreeMap<usize, BTreeMap<&str, Option<Vec<usize>>>> = BTreeMap::new();
        for (n, group) in self.list.iter().enumerate() {
            let Some(parent) = group.parent else { continue };
            let name = names.get(&n).copied().unwrap_or_default();
            let list = lists.entry(parent).or_default().entry(name).or_insert_with(|| Some(Vec::new()));
            match list {
                Some(list) if !group.plies().is_empty() => list.push(n),
                _ => *list = None,
            }
        }
        let only = |(parent, lists): (usize, BTreeMap<&str, Option<Vec<usize>>>)| {
            let mut lists = lists.into_values().flatten().filter(|it| !it.is_empty());
            lists.next().filter(|_| lists.next().is_none()).map(|it| (parent, it))
        };
        let lists: Vec<(usize, Vec<usize>)> = lists.into_iter().filter_map(only).collect();
        let mut joined = BTreeSet::new();
        for (parent, groups) in lists {
            let plies: Vec<Cell<'t>> = groups.iter().flat_map(|it| self.list[*it].plies()).collect();
            if plies.len() < 2 {
                continue;
            }
            let of_ply = |it: &str| {
                let field = words::field(it);
                SQUARES.contains(&it)
                    || PLY.contains(&it)
                    || words::side_or_letter(it).is_some()
                    || field == REMARK
                    || matches!(field, FieldName::Game("Number" | "Ply" | "Color" | "Derived"))
            };
            let mut places = Vec::new();
            for n in groups {
                let fields = &mut self.list[n].fields;
                let taken = fields.extract_if(.., |it| of_ply(&it.name.to_lowercase()));
                places.extend(taken.flat_map(|it| it.places));
            }
            let content = Content::Value(Value::Texts(self.text, plies, false));
            self.list[parent].fields.push(Field { name: MOVES.to_owned(), content, places });
            joined.insert(parent);
        }
        joined
    }

    /// Returns the groups that are games: for each group with moves, the outermost one around it that has the
    /// moves of no other game and says something of this one.
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
        let says = |it: &Field<'_>| matches!(it.content, Content::Value(_)) && tells(words::field(&it.name));
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

    /// Moves the fields of a group and its inner groups to `out`, each with its path.
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
                    // Tags, and a game within what is said of it, keep their own names.
                    let is_named =
                        self.moves(inner).is_none() && words::field(&path) != FieldName::Game("Tags");
                    self.flatten(inner, if is_named { &path } else { "" }, depth + 1, out, taken);
                }
                Content::Group(_) => {}
            }
        }
    }

    /// Turns the groups that are games into records.
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
            let says = names.into_iter().filter(|it| tells(words::field(it))).count();
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

/// Whether such a field tells something of a game.
fn tells(field: FieldName) -> bool {
    match field {
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
    }
}

/// The first moves are looked for in this many bytes, and the rest of their line.
const SHOWN: usize = 1 << 12;

/// The games of a text.
pub struct Fields<'t> {
    text: &'t str,
    games: Vec<Record<'t>>,
    /// Ranges of the text taken up by fields and the punctuation between them, sorted.
    taken: Vec<Range<usize>>,
    /// Moves that belong to no game, such as those of a variation in an object of its own.
    left: Vec<Range<usize>>,
    /// Ranges of words in other fields, which may mention moves, sorted.
    said: Vec<Range<usize>>,
}

impl<'t> Fields<'t> {
    /// Returns the games of a text if there are any, and no moves outside them. If the text is cut
    /// (`is_cut`), whatever follows the last game may be part of another.
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

    /// Returns the games of a text known to have some.
    pub fn of(text: &'t str) -> Option<Fields<'t>> {
        Fields::found(text).max_by_key(|it| (it.games.len(), it.taken_len()))
    }

    /// Iterates over the groups found in each syntax in which there are games.
    fn found(text: &'t str) -> impl Iterator<Item = Fields<'t>> {
        let opens = |it: &Record<'_>| {
            let moves = it.transcript().moves;
            let shown = moves.slice(..lex::line_end(moves.as_bytes(), SHOWN.min(moves.len())));
            begins_game(shown) || pgn::plies(shown, &Position::default()).len() > 1
        };
        let syntaxes = [lines::groups, program::groups, sql::groups, xml::groups];
        let found = syntaxes.into_iter().map(|it| it(text).games());
        found.filter(move |it| it.games.iter().any(opens))
    }

    /// Returns how many bytes the games take up: the syntax that leaves the fewest has understood the text.
    fn taken_len(&self) -> usize {
        self.text.len() - self.around(0..self.text.len()).map(|it| it.len()).sum::<usize>()
    }

    /// Iterates over the parts of a range that the games leave.
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

    /// Reads the game in this range; the text outside its fields becomes comments.
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

    /// Returns the text of this range without the words in fields that aren't read.
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

    /// Returns the moves of the game in this range, to be used as a witness.
    pub fn transcript(&self, range: &Range<usize>) -> Option<Transcript> {
        Some(self.in_range(range)?.transcript())
    }
}

/// Wraps one text as a value.
fn text_value<'t>(text: &'t str, plain: Cow<'t, str>, span: Range<usize>) -> Value<'t> {
    Value::Cell(text, Cell { text: plain, span })
}
