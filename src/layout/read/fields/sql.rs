//! Rows that SQL inserts, with their column names.
//!
//! ```text
//! INSERT INTO games (white, black, moves) VALUES ('A', 'B', '1. e4 e5'), ('C', 'D', '1. d4 d5');
//! ```

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use super::{
    Groups, PLY, Value,
    positional::{self, Row, Sought},
};
use crate::{layout::rows::Cell, lex, slice::Slice as _, words::vocabulary::OfMove};

enum Token {
    Word,
    /// A string with its quotation marks.
    Text,
    Sign(u8),
}

/// Returns the rows that an SQL script inserts.
pub(super) fn groups(text: &str) -> Groups<'_> {
    let mut groups = Groups::new(text);
    let insert = b"insert";
    let has_any = text.as_bytes().windows(insert.len()).any(|it| it.eq_ignore_ascii_case(insert));
    if has_any {
        let mut script = Script {
            text,
            at: 0,
            tables: BTreeMap::new(),
            games: BTreeMap::new(),
            unnamed: BTreeMap::new(),
            others: BTreeMap::new(),
        };
        script.read(&mut groups);
        script.unnamed.into_values().for_each(|it| positional::add(it, Sought::All, &mut groups));
        script.others.into_values().for_each(|it| positional::add(it, Sought::Squares, &mut groups));
    }
    groups
}

struct Script<'t> {
    text: &'t str,
    at: usize,
    /// Column names of the tables that the script creates.
    tables: BTreeMap<String, Vec<&'t str>>,
    /// Groups with the moves of a game, by table and game id.
    games: BTreeMap<(String, String), usize>,
    /// Rows of tables without column names, by table and number of values.
    unnamed: BTreeMap<(String, usize), Vec<Row<'t>>>,
    /// Rows that may have the two squares of a ply, of tables none of whose columns has the name of one.
    others: BTreeMap<(String, usize), Vec<Row<'t>>>,
}

impl<'t> Script<'t> {
    fn next(&mut self) -> Option<(Token, Range<usize>)> {
        loop {
            let rest = self.text.slice(self.at..);
            self.at += rest.leading(char::is_whitespace);
            let rest = self.text.slice(self.at..);
            if rest.starts_with("--") {
                self.at = lex::line_end(self.text.as_bytes(), self.at);
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |n| n + 2);
            } else {
                break;
            }
        }
        let rest = self.text.slice(self.at..);
        let first = rest.chars().next()?;
        let (token, len) = match first {
            '\'' | '"' | '`' if let Some(len) = quoted_len(rest, first) => (Token::Text, len),
            it if it.is_alphanumeric() || matches!(it, '_' | '-' | '+' | '.' | '@') => (
                Token::Word,
                rest.leading(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '+' | '.' | '@' | '/')),
            ),
            it => (Token::Sign(u8::try_from(it).unwrap_or(b'?')), it.len_utf8()),
        };
        let span = self.at..self.at + len.max(1);
        self.at = span.end;
        Some((token, span))
    }

    fn word(&self, span: &Range<usize>) -> &'t str {
        self.text.slice(span.clone()).trim_matches(['\'', '"', '`', '[', ']'])
    }

    fn read(&mut self, groups: &mut Groups<'t>) {
        while let Some((token, span)) = self.next() {
            match (token, &*self.word(&span).to_lowercase()) {
                (Token::Word, "create") => self.create(),
                (Token::Word, "insert" | "replace") => self.insert(groups, span.start),
                _ => {}
            }
        }
    }

    /// Returns the first word of each item up to the closing parenthesis.
    fn names(&mut self) -> Vec<&'t str> {
        let (mut names, mut depth, mut begins) = (Vec::new(), 1, true);
        while let Some((token, span)) = self.next() {
            match token {
                Token::Sign(b'(') => depth += 1,
                Token::Sign(b')') => depth -= 1,
                Token::Sign(b',') if depth == 1 => begins = true,
                Token::Word | Token::Text if begins => {
                    names.push(self.word(&span));
                    begins = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        names
    }

    /// Returns the name of a table and the token after it, an opening parenthesis or a word.
    fn table(&mut self) -> Option<(String, Token, Range<usize>)> {
        let mut name = String::new();
        loop {
            let (token, span) = self.next()?;
            let word = self.word(&span).to_lowercase();
            match token {
                Token::Word
                    if matches!(
                        &*word,
                        "table"
                            | "if"
                            | "not"
                            | "exists"
                            | "into"
                            | "or"
                            | "ignore"
                            | "replace"
                            | "temporary"
                            | "temp"
                    ) => {}
                Token::Word | Token::Text if name.is_empty() => name = word,
                Token::Sign(b'.' | b'[' | b']') => name.clear(),
                token => return Some((name, token, span)),
            }
        }
    }

    fn create(&mut self) {
        if let Some((name, Token::Sign(b'('), _)) = self.table() {
            let names = self.names();
            self.tables.insert(name, names);
        }
    }

    fn insert(&mut self, groups: &mut Groups<'t>, start: usize) {
        let Some((table, token, span)) = self.table() else { return };
        let names = match token {
            Token::Sign(b'(') => {
                let names = self.names();
                if !self.next().is_some_and(|it| self.word(&it.1).eq_ignore_ascii_case("values")) {
                    return;
                }
                names
            }
            _ if self.word(&span).eq_ignore_ascii_case("values") => {
                self.tables.get(&table).cloned().unwrap_or_default()
            }
            _ => return,
        };
        let mut begin = start;
        // Rows of moves belong to the game that they name.
        let has_ply = names.iter().any(|it| PLY.contains(&&*it.to_lowercase()));
        let of_game = |it: &&&str| it.to_lowercase().contains("game");
        let game = names.iter().find(of_game).filter(|_| has_ply).copied();
        while let Some((Token::Sign(b'('), open)) = self.next() {
            let cells = self.row();
            let end = self.at;
            if names.is_empty() {
                let key = (table.clone(), cells.len());
                self.unnamed.entry(key).or_default().push(Row { span: begin..end, cells });
                match self.next() {
                    Some((Token::Sign(b','), _)) => begin = end,
                    _ => return,
                }
                continue;
            }
            if !has_ply && cells.iter().filter(|it| OfMove::is_whole(&it.text)).count() == 2 {
                let row = Row { span: begin..end, cells: cells.clone() };
                self.others.entry((table.clone(), cells.len())).or_default().push(row);
            }
            let group = groups.begin(None, begin);
            groups.taken.push(begin..open.end);
            let starts: Vec<usize> = cells.iter().map(|it| it.span.start.saturating_sub(1)).collect();
            for (n, (cell, name)) in cells.into_iter().zip(&names).enumerate() {
                let place = starts[n]..starts.get(n + 1).map_or(end, |it| *it);
                if !cell.span.is_empty() {
                    groups.add(group, name, Value::Cell(self.text, cell), place);
                }
            }
            groups.list[group].span.end = end;
            if let Some(name) = game {
                let id = groups.list[group].cell(&[name]).map_or_else(String::new, |it| it.text.to_string());
                let key = (table.clone(), id);
                let parent = *self.games.entry(key).or_insert_with(|| groups.begin(None, begin));
                groups.list[group].parent = Some(parent);
                groups.list[parent].span.end = end;
            }
            match self.next() {
                Some((Token::Sign(b','), _)) => begin = end,
                _ => return,
            }
        }
    }

    /// Returns the values up to the closing parenthesis; NULL becomes an empty one.
    fn row(&mut self) -> Vec<Cell<'t>> {
        let (mut cells, mut depth) = (Vec::new(), 1);
        let mut value: Option<Cell<'t>> = None;
        while let Some((token, span)) = self.next() {
            match token {
                Token::Sign(b'(') => depth += 1,
                Token::Sign(b')') if depth > 1 => depth -= 1,
                Token::Sign(b',' | b')') if depth == 1 => {
                    let empty = || Cell { text: Cow::Borrowed(""), span: span.start..span.start };
                    cells.push(value.take().unwrap_or_else(empty));
                    if self.text.slice(span).starts_with(')') {
                        break;
                    }
                }
                Token::Text => {
                    let inner = span.start + 1..span.end - 1;
                    let mark = self.text.slice(span.start..span.start + 1);
                    let written = self.text.slice(inner.clone());
                    let doubled = format!("{mark}{mark}");
                    let plain = if written.contains(&doubled) {
                        Cow::Owned(written.replace(&doubled, mark))
                    } else {
                        Cow::Borrowed(written)
                    };
                    value = Some(Cell { text: plain, span: inner });
                }
                Token::Word if value.is_none() && !self.word(&span).eq_ignore_ascii_case("null") => {
                    value = Some(Cell { text: Cow::Borrowed(self.text.slice(span.clone())), span });
                }
                _ => {}
            }
        }
        cells
    }
}

/// Returns the length of a quoted string; quotation marks within it are doubled or escaped by a backslash.
fn quoted_len(text: &str, mark: char) -> Option<usize> {
    let mut signs = text.char_indices().skip(1).peekable();
    while let Some((n, sign)) = signs.next() {
        if sign == '\\' {
            signs.next();
        } else if sign == mark && signs.next_if(|it| it.1 == mark).is_none() {
            return Some(n + 1);
        }
    }
    None
}
