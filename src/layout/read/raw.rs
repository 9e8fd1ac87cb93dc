//! Raw strings of programs, without escapes, which end with marks that match their opening.
//!
//! ```text
//! r#"1. e4 e5"#     R"pgn(1. e4 e5)pgn"     [=[1. e4 e5]=]     [r|1. e4 e5|]     {pgn|1. e4 e5|pgn}     $/1. e4 e5/$
//! ```

use std::ops::Range;

use super::enclosed::LONGEST;
use crate::slice::Slice as _;

/// A raw string.
pub(super) struct Raw {
    pub(super) inner: Range<usize>,
    /// End of the text before its prefix.
    pub(super) before: usize,
    /// Length of its closing marks, in bytes.
    pub(super) closing: usize,
}

impl Raw {
    /// Parses the raw string at this offset: `r#"…"#`, `R"name(…)name"`, `[=[…]=]`, `[name|…|]`,
    /// `{name|…|name}`, `$/…/$`.
    pub(super) fn of(text: &str, start: usize) -> Option<Raw> {
        let (before, here) = (text.slice(..start), text.slice(start..));
        let within = here.slice(1..);
        let named = |rest: &str, ends: &dyn Fn(char) -> bool| {
            let len = rest.leading(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '='));
            rest.slice(len..).starts_with(ends).then(|| rest.slice(..len).to_owned())
        };
        let (len, closing, prefix) = match here.chars().next()? {
            '"' if before.ends_with('#') => {
                let hashes = before.len() - before.trim_end_matches('#').len();
                (1, format!("\"{}", "#".repeat(hashes)), hashes)
            }
            '"' if before.ends_with(['R', 'r']) => {
                let name = named(within, &|it| it == '(')?;
                (name.len() + 2, format!("){name}\""), 0)
            }
            '[' => match named(within, &|it| matches!(it, '[' | '|'))? {
                name if within.slice(name.len()..).starts_with('|') => (name.len() + 2, "|]".to_owned(), 0),
                name if name.trim_matches('=').is_empty() => (name.len() + 2, format!("]{name}]"), 0),
                _ => return None,
            },
            '{' => {
                let name = named(within, &|it| it == '|')?;
                (name.len() + 2, format!("|{name}}}"), 0)
            }
            '$' if within.starts_with('/') => (2, "/$".to_owned(), 0),
            _ => return None,
        };
        let from = start + len;
        let within = text.slice(from..from + LONGEST);
        let begin = within.trim_start();
        if !begin.strip_prefix('[').unwrap_or(begin).starts_with(char::is_alphanumeric) {
            return None;
        }
        let is_cut = from + within.len() == text.len();
        let (len, closing) = match within.find(&closing) {
            Some(len) => (len, closing.len()),
            None => is_cut.then_some((within.len(), 0))?,
        };
        let before = before.slice(..start - prefix).trim_end_matches(|it: char| it.is_ascii_alphanumeric());
        Some(Raw { inner: from..from + len, before: before.len(), closing })
    }
}
