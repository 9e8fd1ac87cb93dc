//! JSON values at their offsets in a text.

use std::{borrow::Cow, fmt, ops::Range};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::{io::encoding, layout::transcript::Transcript};

/// A value with its offset.
#[derive(Clone, Copy, Debug)]
pub struct Json<'t> {
    raw: &'t str,
    pub at: usize,
}

pub enum Begins<'t> {
    Value(Json<'t>),
    /// A value that isn't closed where the text ends.
    Open,
    /// Anything else.
    No,
}

/// Deepest nesting of a value that is read; each level is parsed again when it is looked into.
const DEEPEST: usize = 64;

/// The fields of an object in order, duplicates included.
struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Deserialize<'t> for Fields<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Fields<'t>, D::Error> {
        struct OfMap;
        impl<'t> Visitor<'t> for OfMap {
            type Value = Fields<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Fields<'t>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(OfMap)
    }
}

impl<'t> Json<'t> {
    /// Parses the value that begins here; `No` if it is nested too deeply.
    pub fn begins(text: &'t str, at: usize) -> Begins<'t> {
        let rest = text.get(at..).unwrap_or_default();
        match serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>().next() {
            Some(Ok(value)) if depth(value.get()) > DEEPEST => Begins::No,
            Some(Ok(value)) => Begins::Value(Json { raw: rest, at }.inner(value)),
            Some(Err(error)) if error.is_eof() => Begins::Open,
            _ => Begins::No,
        }
    }

    /// Returns a value inside this one, with its offset.
    fn inner(self, value: &'t RawValue) -> Json<'t> {
        let raw = value.get();
        Json { raw, at: self.at + (raw.as_ptr() as usize - self.raw.as_ptr() as usize) }
    }

    pub fn span(self) -> Range<usize> {
        self.at..self.at + self.raw.len()
    }

    pub fn raw(self) -> &'t str {
        self.raw
    }

    pub fn is_null(self) -> bool {
        self.raw == "null"
    }

    pub fn is_object(self) -> bool {
        self.raw.starts_with('{')
    }

    pub fn is_list(self) -> bool {
        self.raw.starts_with('[')
    }

    pub fn is_text(self) -> bool {
        self.raw.starts_with('"')
    }

    pub fn fields(self) -> Vec<(String, Json<'t>)> {
        let fields = serde_json::from_str(self.raw).map_or_else(|_| Vec::new(), |it: Fields<'t>| it.0);
        fields.into_iter().map(|(name, value)| (plain(name), self.inner(value))).collect()
    }

    /// Returns a field of an object.
    pub fn get(self, name: &str) -> Option<Json<'t>> {
        self.fields().into_iter().find(|it| it.0 == name).map(|it| it.1)
    }

    pub fn items(self) -> Vec<Json<'t>> {
        let items: Vec<&'t RawValue> = serde_json::from_str(self.raw).unwrap_or_default();
        items.into_iter().map(|it| self.inner(it)).collect()
    }

    /// Returns a scalar as text; `None` for objects, lists and null.
    pub fn text(self) -> Option<Cow<'t, str>> {
        if !self.is_text() {
            let is_scalar = !self.is_object() && !self.is_list() && !self.is_null();
            return is_scalar.then_some(Cow::Borrowed(self.raw));
        }
        let inner = self.raw.get(1..self.raw.len() - 1).unwrap_or_default();
        Some(if inner.contains('\\') { Cow::Owned(unescaped(self.raw)) } else { Cow::Borrowed(inner) })
    }

    /// Adds the text to the moves of a game, recording the offset of each run between escapes.
    pub fn copy(self, game: &mut Transcript) {
        let inner = self.raw.get(1..self.raw.len() - 1).unwrap_or_default();
        let mut at = 0;
        while at < inner.len() {
            let rest = inner.get(at..).unwrap_or_default();
            let run = rest.find('\\').unwrap_or(rest.len());
            game.copy(rest.get(..run).unwrap_or_default(), self.at + 1 + at);
            let Some(escape) = rest.get(run..).filter(|it| !it.is_empty()) else { return };
            let is_pair =
                escape.get(6..8) == Some("\\u") && escape.get(2..3).is_some_and(|it| "dD".contains(it));
            let len = match escape.as_bytes().get(1) {
                Some(b'u') if is_pair => 12,
                Some(b'u') => 6,
                _ => 2,
            };
            let escape = escape.get(..len).unwrap_or(escape);
            game.part(self.at + 1 + at + run, escape.len());
            game.moves.push_str(&unescaped(&format!("\"{escape}\"")));
            at += run + escape.len();
        }
    }
}

/// Returns the deepest nesting of lists and objects.
fn depth(value: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = value.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next().filter(|it| *it != b'"') {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Returns a text without quotes and escapes; unpaired surrogates are kept as escapes.
fn unescaped(raw: &str) -> String {
    let text = serde_json::from_str(raw).unwrap_or_else(|_| raw.trim_matches('"').to_owned());
    plain(text)
}

/// Escapes control characters, which only JSON escapes can put into a text, and normalises line ends.
fn plain(text: String) -> String {
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    encoding::escaped(&text).unwrap_or(text)
}
