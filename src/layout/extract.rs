//! Removes the words around a game, for `--extract`.

use std::{borrow::Cow, ops::Range};

use super::{Event, ReadGame};
use crate::{
    chess::{Comment, CommentKind},
    diagnostics::{Diagnostic, Problem},
    lex, lines,
    slice::Slice as _,
};

/// The part of a text taken up by a game.
pub struct Place {
    /// Range from its heading or tags to the end of its last paragraph.
    pub own: Range<usize>,
    /// Whether its text has tag pairs or a grid, by which it can be found again.
    pub is_labelled: bool,
    /// Ranges outside it that look like moves.
    pub left: Vec<Range<usize>>,
}

impl Place {
    /// Removes comments whose words are outside this part, and reports it. A game without tags gets a comment
    /// with its line numbers; `first_line` is the number of the first line in `range`.
    pub fn leave_out_words(self, read: &mut ReadGame<'_>, text: &str, range: Range<usize>, first_line: u64) {
        let Place { own, is_labelled, left } = self;
        let before = Outside::of(text, range.start..own.start);
        let after = Outside::of(text, own.end..range.end);
        let game = &mut read.game;
        let is_ply = |event: &Event<'_>| matches!(event, Event::Ply(..));
        let first = game.events.iter().position(is_ply).unwrap_or(0);
        let last = game.events.iter().rposition(is_ply).unwrap_or(0);
        let (preamble, events) = (game.preamble.len(), game.events.len());
        game.preamble.retain(|it| !before.says(it));
        let mut n = 0;
        game.events.retain(|event| {
            n += 1;
            match event {
                Event::Comment(it) if n <= first => !before.says(it),
                Event::Comment(it) if n > last => !after.says(it),
                _ => true,
            }
        });
        if game.preamble.len() + game.events.len() < preamble + events {
            let outside = if before.is_empty() { own.end } else { range.start };
            let at = outside + lex::blank_len(text.slice(outside..));
            let is_kept = |it: &Diagnostic| it.problem == Problem::NotTaken { kept: true };
            read.diagnostics.retain(|it| !(is_kept(it) && left.contains(&it.span)));
            read.diagnostics.push(Diagnostic::warning(at..at, Problem::Words { kept: false }));
            read.diagnostics.extend(left.into_iter().map(|it| left_out(text, it)));
        }
        if !is_labelled {
            let line = |at: usize| first_line + lines::count(&text.as_bytes()[range.start..at]);
            let said = format!("lines {} to {}", line(own.start), line(own.end));
            let said = Comment { kind: CommentKind::Text, text: Cow::Owned(said) };
            game.events.insert(0, Event::Comment(said));
        }
    }
}

/// Returns the diagnostic for omitted text that looks like moves: an error if it may be a whole game, else a
/// warning.
fn left_out(text: &str, place: Range<usize>) -> Diagnostic {
    const ROWS: usize = 3;
    let numbers = text.slice(place.clone()).split_whitespace().filter_map(lex::leading_number);
    let numbers: Vec<u32> = numbers.filter(|it| it.1.starts_with('.')).map(|it| it.0).take(ROWS).collect();
    let is_game = numbers.len() == ROWS && numbers[0] < 3 && numbers.windows(2).all(|it| it[1] == it[0] + 1);
    let said = if is_game { Diagnostic::error } else { Diagnostic::warning };
    said(place, Problem::NotTaken { kept: false })
}

/// The words outside a game, without white space, and with parentheses instead of braces.
struct Outside(String);

impl Outside {
    fn of(text: &str, range: Range<usize>) -> Outside {
        Outside(squeezed(text.slice(range)).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a comment is part of these words.
    fn says(&self, comment: &Comment<'_>) -> bool {
        comment.kind == CommentKind::Text && self.0.contains(&*squeezed(&comment.text).collect::<String>())
    }
}

fn squeezed(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| !it.is_whitespace()).map(|it| match it {
        '{' => '(',
        '}' => ')',
        other => other,
    })
}
