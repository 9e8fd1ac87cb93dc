//! The notes of a scoresheet: tags, and annotations of the moves.

use std::{borrow::Cow, ops::Range};

use crate::{
    chess::{Color, Comment, CommentKind, Outcome},
    diagnostics::{Diagnostic, Problem},
    layout::pgn::read::parentheses,
    lex::{self, PgnToken},
    slice::Slice as _,
};

/// The text of the notes, joined from its lines or cells.
#[derive(Default)]
pub struct Notes {
    pub text: String,
    /// Offset of each line in the text, and its range in the input.
    lines: Vec<(usize, Range<usize>)>,
}

impl Notes {
    pub fn push(&mut self, line: &str, span: Range<usize>) {
        if !self.lines.is_empty() {
            self.text.push('\n');
        }
        self.lines.push((self.text.len(), span));
        self.text.push_str(line);
    }

    /// Translates an offset in the text to the input.
    pub fn source(&self, input: &str, at: usize) -> usize {
        let n = self.lines.partition_point(|it| it.0 <= at);
        let Some((start, span)) = n.checked_sub(1).map(|n| &self.lines[n]) else { return 0 };
        input.floor_char_boundary((span.start + (at - start)).min(span.end))
    }

    /// Translates a range in the text to the input.
    pub fn span(&self, input: &str, range: Range<usize>) -> Range<usize> {
        self.source(input, range.start)..self.source(input, range.end)
    }
}

pub enum NotedTag {
    Pair {
        name: String,
        value: String,
        place: Range<usize>,
    },
    /// A tag whose value is in the first part.
    Mention(String),
}

/// Contents of the notes; offsets refer to their text.
#[derive(Default)]
pub struct NotesContent {
    /// Comments before the tags.
    pub preamble: Vec<Comment<'static>>,
    /// The tags, in order.
    pub tags: Vec<NotedTag>,
    /// The annotations, in order.
    pub pieces: Vec<Piece>,
    pub outcome: Option<(Outcome, Range<usize>)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// An annotation of a move, or of the starting position.
pub struct Piece {
    /// The move that it is about, by number and side; `None` for the starting position.
    pub about: Option<(u32, Color)>,
    pub range: Range<usize>,
    /// Whether it is plain text.
    pub prose: bool,
}

pub fn read(text: &str) -> NotesContent {
    let mut said = NotesContent::default();
    let at = head(text, &mut said);
    body(text, at, &mut said);
    said
}

/// Reads the tags and the comments before them; returns the offset of the rest.
fn head(text: &str, said: &mut NotesContent) -> usize {
    let mut at = 0;
    // Comments are a preamble only if tags follow.
    let mut comments = Vec::new();
    let mut settled = 0;
    loop {
        at += lex::blank_len(text.slice(at..));
        if at >= text.len() {
            return settled;
        }
        if text.slice(at..).starts_with('[') {
            let (tag, end) = match (mention(text, at), lex::tag(text, at)) {
                (Some((name, end)), _) => (NotedTag::Mention(name.to_owned()), end),
                (None, Some(pair)) => {
                    if !pair.well_formed {
                        said.diagnostics.push(Diagnostic::warning(at..pair.end, Problem::MalformedTag));
                    }
                    let (name, value) = (pair.tag.name.into_owned(), pair.tag.value.into_owned());
                    (NotedTag::Pair { name, value, place: at..pair.end }, pair.end)
                }
                (None, None) => return settled,
            };
            if said.tags.is_empty() {
                said.preamble.append(&mut comments);
            }
            said.tags.push(tag);
            at = end;
            settled = at;
            continue;
        }
        let (comment, end) = match lex::item(text, at, text.len()) {
            Some((PgnToken::Brace { inner, closed: true } | PgnToken::Line { inner }, end)) => {
                (Comment { kind: CommentKind::Text, text: owned(lex::comment_text(text.slice(inner))) }, end)
            }
            Some((PgnToken::Escape { inner }, end)) => {
                let text = text.slice(inner).trim_end().to_owned();
                (Comment { kind: CommentKind::Escape, text: Cow::Owned(text) }, end)
            }
            _ => return settled,
        };
        if !said.tags.is_empty() {
            // Comments without tags after them are about the starting position.
            return settled;
        }
        comments.push(comment);
        at = end;
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Returns the name and end of a tag without a value, `[WhiteElo]`.
fn mention(text: &str, at: usize) -> Option<(&str, usize)> {
    let inner = text.slice(at..).strip_prefix('[')?;
    let end = inner.find(|it: char| !(it.is_alphanumeric() || it == '_'))?;
    (end > 0 && inner.slice(end..).starts_with(']')).then(|| (inner.slice(..end), at + 1 + end + 1))
}

/// Splits the text after the tags into annotations.
fn body(text: &str, start: usize, said: &mut NotesContent) {
    let pairs = parentheses(text, start..text.len());
    let mut at = start;
    let mut about = None;
    let mut items: Option<Range<usize>> = None;
    loop {
        at += lex::blank_len(text.slice(at..));
        if at >= text.len() {
            break;
        }
        let piece = |range: Range<usize>, prose| Piece { about, range, prose };
        let end = match lex::item(text, at, text.len()) {
            Some((PgnToken::Number(number, color), end))
                if text.slice(..end).ends_with(['.', '…']) && number > 0 =>
            {
                said.pieces.extend(items.take().map(|it| piece(it, false)));
                about = Some((number, color.unwrap_or(Color::White)));
                at = end;
                continue;
            }
            Some((PgnToken::Outcome(outcome), end)) if text.slice(end..).trim().is_empty() => {
                said.outcome = Some((outcome, at..end));
                at = end;
                continue;
            }
            Some((PgnToken::Open, end)) => match pairs.binary_search_by_key(&at, |it| it.0) {
                Ok(n) => (pairs[n].1 + 1).min(text.len()),
                Err(_) => end,
            },
            Some((PgnToken::Number(..) | PgnToken::Outcome(_), _)) | None => {
                said.pieces.extend(items.take().map(|it| piece(it, false)));
                let end = lex::line_end(text.as_bytes(), at);
                said.pieces.push(piece(at..end, true));
                at = end;
                continue;
            }
            Some((_, end)) => end,
        };
        items = Some(items.map_or(at, |it| it.start)..end);
        at = end;
    }
    said.pieces.extend(items.take().map(|range| Piece { about, range, prose: false }));
}
