//! Fields on lines of their own: YAML, TOML, INI, and notes such as `White: A`.
//!
//! ```text
//! - white: A            [[games]]
//!   moves: >            white = "A"
//!     1. e4 e5          moves = ["e4", "e5"]
//! ```

use std::ops::Range;

use super::{Groups, Value, program, text_value};
use crate::{
    layout::rows::Cell,
    lex,
    slice::Slice as _,
    words::{self, FieldName},
};

/// Longest name of a field, in bytes.
const LONGEST_NAME: usize = 40;

/// A line of the text.
struct Line<'t> {
    /// Range of the line without its line end.
    span: Range<usize>,
    /// Offset of its words, after any dashes of a list.
    at: usize,
    /// Column of the last of these dashes.
    dash: Option<usize>,
    words: &'t str,
}

/// The name at the start of a line, and the offset of its value.
struct Key<'t> {
    name: &'t str,
    value: usize,
}

impl<'t> Line<'t> {
    fn at(text: &'t str, start: usize) -> Line<'t> {
        let end = lex::line_end(text.as_bytes(), start);
        let line = text.slice(start..end);
        let mut at = line.leading(|it| matches!(it, ' ' | '\t'));
        let mut dash = None;
        while line.slice(at..).starts_with("- ") {
            dash = Some(at);
            at += 1 + line.slice(at + 1..).leading(|it| it == ' ');
        }
        Line { span: start..end, at: start + at, dash, words: line.slice(at..).trim_end() }
    }

    fn indent(&self) -> usize {
        self.at - self.span.start
    }

    fn is_remark(&self) -> bool {
        self.words.is_empty() || self.words.starts_with(['#', ';'])
    }

    fn key(&self) -> Option<Key<'t>> {
        let words = self.words;
        let mark = words.chars().next().filter(|it| matches!(it, '"' | '\''));
        let (name, rest) = match mark {
            Some(mark) => words.get(1..)?.split_once(mark)?,
            None => {
                let len =
                    words.leading(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | ' '));
                (words.slice(..len), words.slice(len..))
            }
        };
        let sign = rest.trim_start();
        let value = match sign.strip_prefix(':') {
            Some(it) if it.is_empty() || it.starts_with([' ', '\t']) => it,
            _ => sign.strip_prefix('=').filter(|it| !it.starts_with(['=', '>']))?,
        };
        let name = name.trim();
        let may_be =
            name.starts_with(|it: char| it.is_alphabetic() || it == '_') && name.len() <= LONGEST_NAME;
        let value = self.at + words.len() - value.trim_start().len();
        may_be.then_some(Key { name, value })
    }

    /// Lists the items of a line that is a list, perhaps behind a number: `1: [e4, e5]`.
    fn flow_list(&self, text: &'t str) -> Option<Vec<Cell<'t>>> {
        let number = self.words.leading(|it| it.is_ascii_digit());
        let list = self.words.slice(number..).strip_prefix(':').unwrap_or(self.words).trim_start();
        let cells = flow_list(text, self.at + self.words.len() - list.len()..self.at + self.words.len())?;
        Some(cells.into_iter().map(|it| unquoted(text, it)).collect())
    }

    /// Returns the name of the table that the line begins: `[[games]]`, `[game.players]`; empty for `---` and `...`.
    fn table(&self) -> Option<&'t str> {
        if self.words == "..." {
            return Some("");
        }
        if self.words.starts_with("---") {
            return self.words.trim_matches('-').is_empty().then_some("");
        }
        let inner = self.words.strip_prefix('[')?.strip_suffix(']')?.trim_matches(['[', ']']).trim();
        let is_name = !inner.is_empty()
            && inner.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | ' '));
        is_name.then_some(inner)
    }
}

/// Returns the groups of fields on lines.
pub(super) fn groups(text: &str) -> Groups<'_> {
    let mut reader = Reader {
        text,
        groups: Groups::new(text),
        open: Vec::new(),
        above: None,
        awaited: None,
        is_open: false,
    };
    let mut at = 0;
    while at < text.len() {
        let line = Line::at(text, at);
        let end = reader.line(&line);
        at = lex::after_line_end(text.as_bytes(), end);
    }
    reader.groups
}

/// A group that may continue: its index and the indentation of its names.
struct Open {
    group: usize,
    indent: usize,
}

struct Reader<'t> {
    text: &'t str,
    groups: Groups<'t>,
    open: Vec<Open>,
    /// Name and group of the last table.
    above: Option<(&'t str, usize)>,
    /// A name whose value follows on the next lines, with its range and indentation.
    awaited: Option<(&'t str, Range<usize>, usize)>,
    /// Whether an earlier string or bracket was never closed; looking for the end of others would take
    /// quadratic time.
    is_open: bool,
}

impl<'t> Reader<'t> {
    /// Reads a line together with the lines of its value; returns their end.
    fn line(&mut self, line: &Line<'t>) -> usize {
        let text = self.text;
        if let Some(name) = line.table().filter(|_| line.dash.is_none()) {
            let above = self.above.as_ref().filter(|it| {
                !it.0.is_empty() && name.strip_prefix(it.0).is_some_and(|it| it.starts_with('.'))
            });
            let parent = above.map(|it| it.1);
            // A rule is no part of what it separates.
            let start = match name {
                "" => lex::after_line_end(text.as_bytes(), line.span.end),
                _ => line.span.start,
            };
            let group = self.groups.begin(parent, start);
            if let Some((known, parent)) = above {
                let inner = name.slice(known.len() + 1..).to_owned();
                self.groups.add_group(*parent, &inner, group, line.span.clone());
            } else {
                self.above = Some((name, group));
            }
            self.open = vec![Open { group, indent: 0 }];
            self.groups.taken.push(line.span.clone());
            self.awaited = None;
            return line.span.end;
        }
        if line.is_remark() {
            return line.span.end;
        }
        let Some(key) = line.key() else { return self.item(line) };
        let group = self.group(line, &key);
        let span = line.at..key.value;
        self.awaited = None;
        let rest = text.slice(key.value..line.span.end).trim_end();
        if rest.is_empty() || rest.starts_with(['>', '|']) && rest.len() <= 2 {
            return self.block(line, &key, group, rest);
        }
        if rest.starts_with(['"', '\'', '[', '{']) && !self.is_open {
            let end = program::end_of_value(text, key.value);
            self.is_open = end == key.value;
            let behind = text.slice(end..lex::line_end(text.as_bytes(), end)).trim();
            if end > key.value && (behind.is_empty() || behind.starts_with(['#', ',', ';'])) {
                let list = flow_list(text, key.value..end)
                    .filter(|it| it.iter().all(|it| !it.text.contains(['"', '\''])));
                if let Some(list) = list {
                    self.groups.add(group, key.name, Value::Texts(text, list, false), span.start..end);
                } else if let Some(fields) = flow_map(text, key.value..end) {
                    let inner = self.map(group, key.value, fields);
                    self.groups.list[inner].span.end = end;
                    self.groups.add_group(group, key.name, inner, span.start..end);
                } else if let Some(value) = program::value_at(text, key.value..end, &mut self.groups, group) {
                    self.groups.add(group, key.name, value, span.start..end);
                } else {
                    self.groups.taken.push(span);
                }
                return lex::line_end(text.as_bytes(), end);
            }
        }
        // Lines indented further continue the value; moves continue on any line.
        let is_moves = words::field(key.name) == FieldName::Game("Moves");
        let mut end = key.value + rest.len();
        let mut next = line.span.end;
        loop {
            let begin = lex::after_line_end(text.as_bytes(), next);
            let other = Line::at(text, begin);
            let goes_on = is_moves || other.indent() > line.indent();
            if begin >= text.len()
                || other.is_remark()
                || !goes_on
                || other.dash.is_some()
                || other.key().is_some()
                || other.table().is_some()
            {
                break;
            }
            (end, next) = (other.at + other.words.len(), other.span.end);
        }
        let written = text.slice(key.value..end);
        let comment = written.find(" #").filter(|_| text.slice(line.at..key.value).contains(':'));
        let said = written.slice(..comment.unwrap_or(written.len())).trim_end_matches([',', ';', ' ', '\t']);
        let inner = key.value..key.value + said.len();
        self.groups.add(
            group,
            key.name,
            text_value(text, text.slice(inner.clone()).into(), inner.clone()),
            span.start..inner.end,
        );
        next
    }

    /// Returns the group to which a line with a name belongs, opening one if necessary.
    fn group(&mut self, line: &Line<'t>, key: &Key<'t>) -> usize {
        let indent = line.indent();
        while self.open.len() > 1 && self.open.last().is_some_and(|it| it.indent > indent) {
            self.open.pop();
        }
        let top = self.open.last().map(|it| (it.group, it.indent));
        let has_it =
            |groups: &Groups<'_>, n: usize| groups.list[n].fields.iter().any(|it| it.name == key.name);
        match top {
            Some((group, known))
                if known == indent && line.dash.is_none() && !has_it(&self.groups, group) =>
            {
                return group;
            }
            Some((_, known)) if known == indent => {
                // Begins another group of the same kind.
                self.open.pop();
            }
            Some((_, known)) if known > indent => self.open.clear(),
            _ => {}
        }
        let parent = self.open.last().map(|it| it.group);
        let group = self.groups.begin(parent, line.at);
        if let (Some(parent), Some((name, place, _))) = (parent, self.awaited.take()) {
            if line.dash.is_none() {
                self.groups.add_group(parent, name, group, place.clone());
            }
            self.groups.taken.push(place);
        }
        self.open.push(Open { group, indent });
        group
    }

    /// Adds the fields of a map as a group; returns its index.
    fn map(&mut self, parent: usize, at: usize, fields: Vec<(&'t str, Cell<'t>)>) -> usize {
        let group = self.groups.begin(Some(parent), at);
        for (name, cell) in fields {
            let place = cell.span.clone();
            self.groups.add(group, name, Value::Cell(self.text, cell), place);
        }
        group
    }

    /// Reads the list that begins with this item; returns the end of its last item.
    fn item(&mut self, line: &Line<'t>) -> usize {
        let text = self.text;
        let (Some(dash), Some((name, place, indent))) = (line.dash, self.awaited.clone()) else {
            return line.span.end;
        };
        let Some(group) = self.open.last().map(|it| it.group).filter(|_| dash >= indent) else {
            return line.span.end;
        };
        let mut cells: Vec<Cell<'t>> = Vec::new();
        // The group of the items that are maps.
        let mut maps: Option<usize> = None;
        let mut end = line.span.start;
        loop {
            let item = Line::at(text, end);
            if item.dash != Some(dash) || item.key().is_some() {
                break;
            }
            let whole = item.at..item.at + item.words.len();
            match (flow_map(text, whole.clone()), item.flow_list(text)) {
                (Some(fields), _) => {
                    let list = *maps.get_or_insert_with(|| self.groups.begin(Some(group), item.at));
                    let inner = self.map(list, item.at, fields);
                    self.groups.list[inner].span.end = whole.end;
                    self.groups.list[list].span.end = whole.end;
                    self.groups.taken.push(item.span.start..whole.end);
                }
                (None, Some(list)) => cells.extend(list),
                (None, None) => cells.push(unquoted(text, Cell { text: item.words.into(), span: whole })),
            }
            end = lex::after_line_end(text.as_bytes(), item.span.end);
            if end >= text.len() || end == item.span.end {
                break;
            }
        }
        self.awaited = None;
        if let Some(list) = maps {
            self.groups.add_group(group, name, list, place.clone());
        }
        let of_maps = maps.map_or(line.span.end, |it| self.groups.list[it].span.end);
        let last = cells.last().map_or(of_maps, |it| it.span.end.max(of_maps));
        let last = lex::line_end(text.as_bytes(), last);
        if maps.is_some() && cells.is_empty() {
            return last;
        }
        self.groups.add(group, name, Value::Texts(text, cells, false), place.start..last);
        last
    }

    /// Reads a value on the indented lines below its name; returns its end.
    fn block(&mut self, line: &Line<'t>, key: &Key<'t>, group: usize, sign: &str) -> usize {
        let text = self.text;
        let (mut first, mut last, mut next) = (None, line.span.end, line.span.end);
        let mut lists = Some(Vec::new());
        loop {
            let begin = lex::after_line_end(text.as_bytes(), next);
            let other = Line::at(text, begin);
            let is_blank = text.slice(other.span.clone()).trim().is_empty();
            let is_within = !sign.is_empty() || other.dash.is_none() && other.key().is_none();
            if begin >= text.len()
                || begin == next
                || !is_blank && (other.indent() <= line.indent() || !is_within)
            {
                break;
            }
            next = other.span.end;
            if !is_blank {
                first.get_or_insert(other.at);
                last = other.at + other.words.len();
                lists = lists.zip(other.flow_list(text)).map(|(all, list)| [all, list].concat());
            }
        }
        match first {
            Some(first) => {
                let value = match lists {
                    Some(cells) => Value::Texts(text, cells, false),
                    None => text_value(text, text.slice(first..last).into(), first..last),
                };
                self.groups.add(group, key.name, value, line.at..last);
                lex::line_end(text.as_bytes(), last)
            }
            None => {
                self.awaited = Some((key.name, line.at..key.value, line.indent()));
                line.span.end
            }
        }
    }
}

/// Returns the cell without quotation marks around it.
fn unquoted<'t>(text: &'t str, cell: Cell<'t>) -> Cell<'t> {
    let is_quoted =
        ['"', '\''].iter().any(|it| cell.text.strip_prefix(*it).is_some_and(|rest| rest.ends_with(*it)));
    let span = cell.span.start + 1..cell.span.end - 1;
    if is_quoted { Cell { text: text.slice(span.clone()).into(), span } } else { cell }
}

/// Lists the fields of a map: `{white: A, black: B}`.
fn flow_map(text: &str, range: Range<usize>) -> Option<Vec<(&str, Cell<'_>)>> {
    let inner = text.slice(range.clone()).strip_prefix('{')?.strip_suffix('}')?;
    if inner.contains(['{', '[']) {
        return None;
    }
    let mut open: Option<char> = None;
    let ends = |it: char| {
        match open {
            Some(mark) if mark == it => open = None,
            None if matches!(it, '"' | '\'') => open = Some(it),
            _ => {}
        }
        it == ',' && open.is_none()
    };
    let mut at = range.start + 1;
    let fields = inner.split(ends).map(|part| {
        let start = at;
        at += part.len() + 1;
        let (name, value) = part.split_once([':', '='])?;
        let from = start + name.len() + 1;
        let cell = Cell { text: value.into(), span: from..from + value.len() };
        Some((name.trim().trim_matches(['"', '\'']), unquoted(text, cell.trimmed())))
    });
    fields.collect()
}

/// Lists the words of a list: `[e4, e5]`.
fn flow_list(text: &str, range: Range<usize>) -> Option<Vec<Cell<'_>>> {
    let inner = text.slice(range.clone()).strip_prefix('[')?.strip_suffix(']')?;
    let mut at = range.start + 1;
    let cells = inner.split(',').map(|it| {
        let cell = Cell { text: it.into(), span: at..at + it.len() };
        at += it.len() + 1;
        cell.trimmed()
    });
    (!inner.contains(['[', '{', ':'])).then(|| cells.collect())
}
