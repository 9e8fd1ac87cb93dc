//! Fields of XML: elements with text, and attributes.
//!
//! ```text
//! <game white="A" black="B"><result>1-0</result><moves>1. e4 e5</moves></game>
//! <dict><key>moves</key><string>1. e4 e5</string></dict>
//! ```

use std::{borrow::Cow, ops::Range};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{Content, Field, Groups, Value, text_value};
use crate::{
    layout::rows::Cell,
    slice::Slice as _,
    words::{self, FieldName},
};

/// The element of a property list that names the next element.
const KEY: &str = "key";

/// An open element.
struct Element {
    name: String,
    group: usize,
    start: usize,
    /// The range of its text.
    text: Option<Range<usize>>,
}

/// Returns the groups of fields of an XML document, up to the first syntax error.
pub(super) fn groups(text: &str) -> Groups<'_> {
    let begin = text.leading(|it| it.is_whitespace() || it == '\u{feff}');
    let is_xml = text.slice(begin..).starts_with('<')
        && !text.slice(begin..begin + 15).to_lowercase().starts_with("<!doctype html");
    let mut document = Document { text, open: Vec::new(), groups: Groups::new(text), key: None };
    if is_xml {
        document.read(begin);
    }
    for element in &document.open {
        document.groups.list[element.group].span.end = text.len();
    }
    document.groups
}

struct Document<'t> {
    text: &'t str,
    open: Vec<Element>,
    groups: Groups<'t>,
    /// The name given by the last `key` element of a property list.
    key: Option<String>,
}

impl<'t> Document<'t> {
    /// Reads elements up to the end of the text, or to the first syntax error.
    fn read(&mut self, begin: usize) -> Option<()> {
        let mut reader = Reader::from_str(self.text.slice(begin..));
        let mut at = begin;
        loop {
            let event = reader.read_event().ok()?;
            let end = begin + usize::try_from(reader.buffer_position()).ok()?;
            let span = at..end;
            at = end;
            match event {
                Event::Start(tag) => self.start(&tag, span)?,
                Event::Empty(tag) => {
                    self.start(&tag, span.clone())?;
                    self.end(span.end..span.end);
                }
                Event::End(_) => self.end(span),
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    if let Some(element) = self.open.last_mut() {
                        let known = element.text.clone().map_or(span.start, |it| it.start);
                        element.text = Some(known..span.end);
                    }
                }
                Event::Decl(_) | Event::PI(_) | Event::DocType(_) => self.groups.taken.push(span),
                Event::Comment(_) => {}
                Event::Eof => return Some(()),
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, span: Range<usize>) -> Option<()> {
        let name = tag.name().into_inner().to_owned();
        let group = self.groups.begin(self.open.last().map(|it| it.group), span.start);
        let written = self.text.slice(span.clone());
        let mut at = 0;
        for attribute in tag.attributes() {
            let attribute = attribute.ok()?;
            let name = attribute.key.into_inner().to_owned();
            // Finds the value: after the name, the equals sign and the quotation mark.
            at += written.slice(at..).find(&*name)? + name.len();
            let mark = at + written.slice(at..).find(['"', '\''])?;
            let value = &*attribute.value;
            let inner = span.start + mark + 1..span.start + mark + 1 + value.len();
            at = mark + 1 + value.len();
            let value = text_value(self.text, unescaped(self.text.slice(inner.clone())), inner.clone());
            self.groups.add(group, &name, value, inner);
        }
        self.groups.taken.push(span.clone());
        let name = if name == KEY { name } else { self.key.take().unwrap_or(name) };
        self.open.push(Element { name, group, start: span.start, text: None });
        Some(())
    }

    fn end(&mut self, span: Range<usize>) {
        let Some(Element { name, group, start, text }) = self.open.pop() else { return };
        self.groups.taken.push(span.clone());
        self.groups.list[group].span.end = span.end;
        let inner = text.map(|it| trimmed(self.text, it)).filter(|it| !it.is_empty());
        let Some(parent) = self.groups.list[group].parent else { return };
        let is_leaf = self.groups.list.len() == group + 1;
        if !is_leaf || !self.groups.list[group].fields.is_empty() {
            self.list(group);
            let fields = &mut self.groups.list[group].fields;
            let is_list = matches!(&fields[..], [Field { content: Content::Value(Value::Texts(..)), .. }]);
            match fields.pop_if(|_| is_list) {
                Some(list) => self.groups.list[parent].fields.push(Field { name: name.clone(), ..list }),
                None => self.groups.add_group(parent, &name, group, start..start),
            }
        } else {
            self.groups.list.pop();
        }
        let Some(inner) = inner.filter(|_| is_leaf) else { return };
        let plain = unescaped(self.text.slice(inner.clone()));
        if name == KEY {
            self.key = Some(plain.into_owned());
        } else {
            self.groups.add(parent, &name, text_value(self.text, plain, inner), start..span.end);
        }
    }

    /// Joins the texts of elements of the same name, such as those of moves, into a list.
    fn list(&mut self, group: usize) {
        let fields = &mut self.groups.list[group].fields;
        let is_move = |name: &str| words::field(&format!("{name}s")) == FieldName::Game("Moves");
        let is_text = |it: &&Field<'t>| matches!(it.content, Content::Value(Value::Cell(..)));
        let texts: Vec<&String> = fields.iter().filter(is_text).map(|it| &it.name).collect();
        let count = |name: &str| texts.iter().filter(|it| **it == name).count();
        let is_list = |it: &&&String| (is_move(it) || fields.len() == count(it)) && count(it) > 1;
        let Some(name) = texts.iter().find(is_list).map(|it| (*it).clone()) else { return };
        let mut cells: Vec<Cell<'t>> = Vec::new();
        let mut places = Vec::new();
        for field in fields.extract_if(.., |it| it.name == name) {
            places.extend(field.places);
            if let Content::Value(Value::Cell(_, cell)) = field.content {
                cells.push(cell);
            }
        }
        let content = Content::Value(Value::Texts(self.text, cells, false));
        fields.push(Field { name: format!("{name}s"), content, places });
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text.slice(range.clone());
    let inner = inner.strip_prefix("<![CDATA[").and_then(|it| it.strip_suffix("]]>")).unwrap_or(inner);
    let start = range.start + text.slice(range.clone()).find(inner).unwrap_or(0) + inner.len()
        - inner.trim_start().len();
    start..start + inner.trim().len()
}

fn unescaped(text: &str) -> Cow<'_, str> {
    quick_xml::escape::unescape(text).unwrap_or(Cow::Borrowed(text))
}
