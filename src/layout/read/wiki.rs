//! The marks of wikis: tables, headings, and templates such as `{{chesspunc|?}}`.

use std::ops::Range;

use super::{edited::Edited, enclosed::begins_game};
use crate::{layout::pgn::of_text, lines::lines, slice::Slice as _};

/// Returns `text` without the wiki marks of tables and rows, whose braces would begin comments.
pub(super) fn without_tables(text: &str) -> Option<String> {
    let signs = |sign: &'static str| {
        lines(text).filter_map(move |(at, line)| {
            let indent = line.leading(|it| matches!(it, ' ' | ':'));
            line.slice(indent..).starts_with(sign).then_some(at + indent)
        })
    };
    signs("{|").next().and(signs("|}").next())?;
    let mut edited = Edited::new(text);
    ["{|", "|}", "|-"].into_iter().flat_map(signs).for_each(|at| edited.put(at, 2, b""));
    edited.text()
}

/// Longest template, in bytes.
const LONGEST: usize = 1 << 12;

/// Returns `text` without the signs of headings, which would be evaluations, and without the braces of templates, which would begin
/// comments: with parentheses, or none around a game, and of those with a result or sign only that.
pub(super) fn without_marks(text: &str) -> Option<String> {
    let is_wiki =
        || text.contains("[[") || text.contains("'''") || lines(text).any(|it| it.1.starts_with("=="));
    if !text.contains("{{") || !is_wiki() {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.starts_with("==")) {
        let begin = line.leading(|it| it == '=');
        let end = line.trim_end().trim_end_matches('=').len();
        edited.put(at, begin, b"");
        edited.put(at + end.max(begin), line.trim_end().len() - end.max(begin), b"");
    }
    let mut at = 0;
    while let Some(open) = text.slice(at..).find("{{").map(|n| at + n) {
        let Some(len) = template_len(text.slice(open..)) else {
            at = open + 2;
            continue;
        };
        at = open + len;
        let inner = text.slice(open + 2..at - 2);
        let has_game = || inner.match_indices("1.").any(|it| begins_game(inner.slice(it.0..)));
        if has_game() {
            edited.put(open, 2, b"");
            edited.put(at - 2, 2, b"");
        } else if let Some(told) = told(inner) {
            edited.put(open, len, b"");
            edited.put(open + 2 + told.start, told.len(), inner.slice(told).as_bytes());
        } else {
            edited.without_braces(text, open..at);
        }
    }
    edited.text()
}

/// Returns the length of the template that begins here, with those in it.
fn template_len(text: &str) -> Option<usize> {
    let text = text.slice(..text.floor_char_boundary(LONGEST.min(text.len())));
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(n) = text.slice(at..).find(['{', '}']) {
        at += n;
        match text.slice(at..).get(..2) {
            Some("{{") => depth += 1,
            Some("}}") => depth = depth.saturating_sub(1),
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the range of the last value of a template, if it is a result or the sign of an annotation.
fn told(inner: &str) -> Option<Range<usize>> {
    let start = inner.rfind('|')? + 1;
    let value = inner.slice(start..);
    let is_sign = !value.is_empty() && value.chars().all(|it| matches!(it, '!' | '?'));
    (is_sign || of_text(value.trim()).is_some()).then_some(start..inner.len())
}
