//! Fields of objects in programs: JavaScript, Python, Ruby, Lua, PHP, Clojure, Rust and their like.
//!
//! ```text
//! { white: "A", 'black': "B", "result" => "1-0", moves = ["e4", "e5"], :eco "C20" }
//! ```

use std::{collections::BTreeMap, ops::Range};

use super::{
    Content, DEEPEST, Groups, Value,
    positional::{self, Row, Sought},
    text_value,
};
use crate::{
    layout::{
        read::literal::{Escapes, plain},
        rows::Cell,
    },
    lex,
    slice::Slice as _,
};

/// Longest string, in bytes.
const LONGEST: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A string, with the length of each of its quotation marks.
    Text(usize),
    /// A name, a number, or a symbol without its colon.
    Word {
        is_symbol: bool,
    },
    Open,
    Close,
    /// Separates a name from its value.
    Names,
    /// Ends a value: a comma or semicolon.
    Ends,
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    kind: Kind,
    pub(super) span: Range<usize>,
}

/// Splits a program into tokens, without comments and spaces.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(first) = text.slice(at..).chars().next() {
        let rest = text.slice(at..);
        let is_apart = !text.slice(..at).ends_with(|it: char| !it.is_whitespace());
        let is_comment = rest.starts_with("//") && !text.slice(..at).ends_with(':')
            || is_apart && ["# ", "-- ", ";;", "#\n"].iter().any(|it| rest.starts_with(it));
        let (kind, len) = match first {
            it if it.is_whitespace() => {
                at += rest.leading(char::is_whitespace);
                continue;
            }
            _ if is_comment => {
                at = lex::line_end(text.as_bytes(), at);
                continue;
            }
            '/' if rest.starts_with("/*") => {
                at += rest.find("*/").map_or(rest.len(), |n| n + 2);
                continue;
            }
            '"' | '\'' | '`' => match string(rest) {
                Some((marks, len)) => (Kind::Text(marks), len),
                None => (Kind::Other, 1),
            },
            ':' if rest.slice(1..).starts_with(|it: char| it.is_alphabetic())
                && !tokens.last().is_some_and(|it| it.span.end == at && it.kind != Kind::Open) =>
            {
                at += 1;
                (Kind::Word { is_symbol: true }, word_len(text.slice(at..)))
            }
            it if it.is_alphanumeric() || it == '_' => (Kind::Word { is_symbol: false }, word_len(rest)),
            '{' | '[' | '(' => (Kind::Open, 1),
            '}' | ']' | ')' => (Kind::Close, 1),
            '=' if rest.starts_with("=>") => (Kind::Names, 2),
            '=' if rest.starts_with("==") => (Kind::Other, 2),
            ':' if rest.starts_with("::") => (Kind::Other, 2),
            ':' if rest.starts_with(":=") => (Kind::Names, 2),
            '=' | ':' => (Kind::Names, 1),
            ',' | ';' => (Kind::Ends, 1),
            it => (Kind::Other, it.len_utf8()),
        };
        tokens.push(Token { kind, span: at..at + len });
        at += len;
    }
    tokens
}

fn word_len(text: &str) -> usize {
    text.leading(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | '$' | '+')).max(1)
}

/// Returns the length of the quotation marks of the string that begins here, and the length of the whole
/// string.
fn string(text: &str) -> Option<(usize, usize)> {
    let mark = text.slice(..1);
    let marks =
        if text.slice(3..).contains(mark) && text.leading(|it| mark.starts_with(it)) >= 3 { 3 } else { 1 };
    let close = text.slice(..marks);
    let within = text.slice(marks..).slice(..LONGEST);
    // An apostrophe is no quotation mark if its line has no other.
    let within =
        if mark == "'" && marks == 1 { within.slice(..lex::line_end(within.as_bytes(), 0)) } else { within };
    let mut from = 0;
    loop {
        let n = from + within.slice(from..).find(['\\', mark.chars().next()?])?;
        if within.slice(n..).starts_with('\\') {
            from = n + 1 + within.slice(n + 1..).chars().next()?.len_utf8();
        } else if within.slice(n..).starts_with(close) {
            return Some((marks, marks + n + marks));
        } else {
            from = n + 1;
        }
    }
}

/// Returns the end of the string or bracket that begins at `start`, or `start` if it isn't closed.
pub(super) fn end_of_value(text: &str, start: usize) -> usize {
    let (mut at, mut open) = (start, 0_usize);
    while let Some(first) = text.slice(at..).chars().next() {
        let len = match first {
            '"' | '\'' | '`' => string(text.slice(at..)).map_or(1, |it| it.1),
            '[' | '{' => {
                open += 1;
                1
            }
            ']' | '}' => {
                open = open.saturating_sub(1);
                1
            }
            it => it.len_utf8(),
        };
        at += len;
        if open == 0 {
            return at;
        }
        if at - start > LONGEST {
            break;
        }
    }
    start
}

/// Returns the text of a string token with its escapes decoded.
pub(super) fn text_of<'t>(text: &'t str, token: &Token) -> Option<Cell<'t>> {
    let Kind::Text(marks) = token.kind else { return None };
    let span = token.span.start + marks..token.span.end - marks;
    let inner = text.slice(span.clone());
    Some(Cell { text: plain(inner, Escapes::Backslashes), span })
}

/// Returns the groups of fields in a program.
pub(super) fn groups(text: &str) -> Groups<'_> {
    let tokens = tokens(text);
    let mut parser =
        Parser { text, tokens: &tokens, at: 0, groups: Groups::new(text), calls: BTreeMap::new() };
    while parser.at < tokens.len() {
        parser.group(None, 0, 0);
        // An unmatched closing bracket.
        parser.at += 1;
    }
    let Parser { mut groups, calls, .. } = parser;
    for ((callee, _), rows) in calls {
        let sought = if callee.is_empty() { Sought::Games } else { Sought::All };
        positional::add(rows, sought, &mut groups);
    }
    groups
}

/// Reads a single value, such as a list in YAML, adding the groups in it as children of `parent`.
pub(super) fn value_at<'t>(
    text: &'t str,
    range: Range<usize>,
    groups: &mut Groups<'t>,
    parent: usize,
) -> Option<Value<'t>> {
    let mut tokens = tokens(text.slice(range.clone()));
    for token in &mut tokens {
        token.span = range.start + token.span.start..range.start + token.span.end;
    }
    let mut parser =
        Parser { text, tokens: &tokens, at: 0, groups: std::mem::take(groups), calls: BTreeMap::new() };
    let value = parser.value(parent, 0);
    *groups = parser.groups;
    match value? {
        Content::Value(value) => Some(value),
        Content::Group(_) => None,
    }
}

struct Parser<'t, 'p> {
    text: &'t str,
    tokens: &'p [Token],
    at: usize,
    groups: Groups<'t>,
    /// Calls whose arguments are strings, by function name and number of arguments; lists of strings have no name.
    calls: BTreeMap<(&'t str, usize), Vec<Row<'t>>>,
}

impl<'t> Parser<'t, '_> {
    fn kind(&self, n: usize) -> Option<Kind> {
        self.tokens.get(n).map(|it| it.kind)
    }

    /// Reads the contents of brackets up to the closing one; returns the group and the strings outside
    /// fields.
    fn group(&mut self, parent: Option<usize>, start: usize, depth: usize) -> (usize, Vec<Cell<'t>>) {
        let mut group = self.groups.begin(parent, start);
        let first = group;
        let mut strings = Vec::new();
        while let Some(kind) = self.kind(self.at) {
            match (kind, self.kind(self.at + 1)) {
                (Kind::Close, _) => break,
                (Kind::Word { .. } | Kind::Text(_), Some(Kind::Names)) => {
                    group = self.field(group, 2, depth, parent);
                }
                (Kind::Word { is_symbol: true }, Some(Kind::Text(_) | Kind::Open | Kind::Word { .. })) => {
                    group = self.field(group, 1, depth, parent);
                }
                (Kind::Open, _) => {
                    self.inner(group, depth, &mut strings);
                }
                (Kind::Text(_), _) => {
                    strings.extend(text_of(self.text, &self.tokens[self.at]));
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        let end = self.tokens.get(self.at).or(self.tokens.last()).map_or(start, |it| it.span.end);
        self.groups.list[group].span.end = end.max(start);
        (first, strings)
    }

    /// Reads a bracket with its contents; its strings are added to `strings`.
    fn inner(&mut self, parent: usize, depth: usize, strings: &mut Vec<Cell<'t>>) -> usize {
        let start = self.tokens[self.at].span.start;
        self.at += 1;
        if depth >= DEEPEST {
            let mut open = 1;
            while let Some(kind) = self.kind(self.at).filter(|_| open > 0) {
                open = match kind {
                    Kind::Open => open + 1,
                    Kind::Close => open - 1,
                    _ => open,
                };
                self.at += 1;
            }
            return parent;
        }
        let open = self.at - 1;
        let (group, mut within) = self.group(Some(parent), start, depth + 1);
        self.call(open, group, &within);
        strings.append(&mut within);
        self.at += 1;
        group
    }

    /// Records the call or list whose bracket is token `open`, if it has strings.
    fn call(&mut self, open: usize, group: usize, strings: &[Cell<'t>]) {
        /// At least two names and the moves.
        const FEWEST: usize = 3;
        let text = self.text;
        let has_fields = self.groups.list[group..].iter().any(|it| !it.fields.is_empty());
        if strings.len() < FEWEST || has_fields || self.has_block(open) {
            return;
        }
        let callee = open.checked_sub(1).map(|n| self.tokens[n].clone());
        let is_called =
            |it: &Token| matches!(it.kind, Kind::Word { .. }) && text.slice(it.span.end..).starts_with('(');
        let values = self.values(open);
        let start = self.tokens[open].span.start;
        let (begin, cells) = match (callee.filter(is_called), values) {
            (Some(callee), values) => (callee.span, values.unwrap_or_else(|| strings.to_vec())),
            (None, Some(values)) => (start..start, values),
            (None, None) => return,
        };
        let row = Row { span: begin.start..self.groups.list[group].span.end, cells };
        self.calls.entry((text.slice(begin), row.cells.len())).or_default().push(row);
    }

    /// Returns the strings, names and numbers in the bracket opened by token `open` and closed here, if it has nothing else.
    fn values(&self, open: usize) -> Option<Vec<Cell<'t>>> {
        let tokens = &self.tokens[open + 1..self.at.min(self.tokens.len())];
        let mut values = Vec::new();
        for (n, token) in tokens.iter().enumerate() {
            // As in `r"1. e4"`.
            let is_of_string =
                |it: &Token| matches!(it.kind, Kind::Text(_)) && it.span.start == token.span.end;
            let is_prefix = || tokens.get(n + 1).is_some_and(is_of_string);
            match token.kind {
                Kind::Text(_) => values.extend(text_of(self.text, token)),
                Kind::Word { .. } if !is_prefix() => {
                    let value = self.text.slice(token.span.clone());
                    values.push(Cell { text: value.into(), span: token.span.clone() });
                }
                Kind::Word { .. } | Kind::Ends => {}
                Kind::Open | Kind::Close | Kind::Names | Kind::Other => return None,
            }
        }
        Some(values)
    }

    /// Whether the bracket opened by token `open` and closed here contains statements in braces, as a
    /// function does.
    fn has_block(&self, open: usize) -> bool {
        let text = |it: &Token| self.text.slice(it.span.clone());
        let mut braces = 0_usize;
        self.tokens[open..self.at.min(self.tokens.len())].windows(2).any(|it| {
            match text(&it[0]) {
                "{" => braces += 1,
                "}" => braces = braces.saturating_sub(1),
                _ => {}
            }
            let is_call = matches!(it[0].kind, Kind::Word { .. }) && text(&it[1]) == "(";
            braces > 0 && (is_call || text(&it[0]) == ";")
        })
    }

    /// Reads a field whose value begins `skipped` tokens later. A name that the group already has begins
    /// another group.
    fn field(&mut self, mut group: usize, skipped: usize, depth: usize, parent: Option<usize>) -> usize {
        let (text, key) = (self.text, self.tokens[self.at].clone());
        let name = text_of(text, &key).map_or(text.slice(key.span.clone()), |it| text.slice(it.span));
        let has_it = self.groups.list[group].fields.iter().any(|it| it.name == name);
        if has_it {
            self.groups.list[group].span.end = key.span.start;
            group = self.groups.begin(parent, key.span.start);
        }
        // At the top level, statements aren't part of anything.
        if self.groups.list[group].fields.is_empty() && depth == 0 {
            self.groups.list[group].span.start = key.span.start;
        }
        self.at += skipped;
        let from = self.at;
        let content = self.value(group, depth);
        let end = self.tokens[self.at.max(from + 1).min(self.tokens.len()) - 1].span.end;
        match content {
            Some(Content::Value(value)) => self.groups.add(group, name, value, key.span.start..end),
            Some(Content::Group(inner)) => {
                self.groups.add_group(group, name, inner, key.span.clone());
            }
            None => {}
        }
        group
    }

    /// Reads a value: concatenated strings, a list of strings, a number, or another group.
    fn value(&mut self, group: usize, depth: usize) -> Option<Content<'t>> {
        let (text, start) = (self.text, self.at);
        let mut parts: Vec<Cell<'t>> = Vec::new();
        let mut word: Option<Range<usize>> = None;
        let mut found: Option<Content<'t>> = None;
        // An expression of unknown value, or words of a text.
        let mut is_expression = false;
        while let Some(token) = self.tokens.get(self.at) {
            let next = self.kind(self.at + 1);
            let is_behind_line =
                |from: usize| text.slice(self.tokens[from].span.end..token.span.start).contains('\n');
            let begins_line = self.at > start && is_behind_line(self.at - 1);
            let is_done = found.is_some() || !parts.is_empty() || word.is_some();
            let is_other = next == Some(Kind::Names) && start > 0 && is_behind_line(start - 1);
            match token.kind {
                Kind::Ends | Kind::Close => break,
                Kind::Word { .. } | Kind::Text(_) if is_other || next == Some(Kind::Names) && is_done => {
                    break;
                }
                Kind::Word { is_symbol: true } if is_done => break,
                Kind::Word { .. } if begins_line && is_done => break,
                Kind::Text(_) if found.is_none() => {
                    parts.extend(text_of(text, token));
                    self.at += 1;
                }
                Kind::Open => {
                    let is_call = is_done;
                    let mut strings = Vec::new();
                    let (count, open) = (self.groups.list.len(), self.at);
                    let inner = self.inner(group, depth, &mut strings);
                    // As in `(1, 0)`.
                    if strings.is_empty() {
                        self.at -= 1;
                        strings.extend(self.values(open).filter(|it| it.len() == 2).into_iter().flatten());
                        self.at += 1;
                    }
                    if !is_call {
                        let has_fields = self.groups.list[count..].iter().any(|it| !it.fields.is_empty());
                        found = Some(if has_fields || strings.is_empty() {
                            Content::Group(inner)
                        } else {
                            Content::Value(Value::Texts(text, strings, false))
                        });
                    }
                }
                Kind::Word { .. } => {
                    // A type, or a constructor.
                    let is_number =
                        text.slice(token.span.clone()).starts_with(|it: char| it.is_ascii_digit());
                    let is_prefix = !is_number
                        && matches!(
                            next,
                            Some(Kind::Open | Kind::Text(_) | Kind::Other | Kind::Names | Kind::Word { .. })
                        );
                    if !is_done && !is_prefix {
                        word = Some(token.span.clone());
                    }
                    is_expression |= !is_done
                        && match next {
                            Some(Kind::Word { .. }) => true,
                            Some(Kind::Other) => !text.slice(token.span.end..).starts_with("::"),
                            _ => false,
                        };
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        match (found, word) {
            (Some(found), _) => Some(found),
            (None, _) if parts.len() == 1 => parts.pop().map(|it| Content::Value(Value::Cell(text, it))),
            (None, _) if !parts.is_empty() => Some(Content::Value(Value::Texts(text, parts, true))),
            (None, Some(word)) if !is_expression => {
                Some(Content::Value(text_value(text, text.slice(word.clone()).into(), word)))
            }
            (None, _) => None,
        }
    }
}
