//! Typed diagnostics about the input, with their places.

mod problem;

use std::ops::Range;

pub use self::problem::{KINDS, Problem, Repair};
use crate::{
    chess::Color,
    lines,
    reasons::{Candidate, InCommon, Suggestion},
    slice::Slice as _,
};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A decision that the user may want to know of.
    Note,
    /// The text was read, but something in it is inconsistent.
    Warning,
    /// Something could not be read or written.
    Error,
}

impl Severity {
    /// Returns the word printed before the message.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A diagnostic about a game, with its place in the input text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Diagnostic {
    pub severity: Severity,
    pub problem: Problem,
    /// The byte range in the text.
    pub span: Range<usize>,
    /// The ply it is about: move number and side.
    pub ply: Option<(u32, Color)>,
    /// The position there as FEN, where it helps.
    pub fen: Option<String>,
    /// Legal moves related to the text.
    pub legal: Vec<Legal>,
    /// The number of others of the kind within the span ([`add`]).
    pub more: usize,
}

/// At most this many diagnostics per game, plus one summary per kind.
pub const MANY: usize = 1000;

/// Whether any of them is an error.
pub fn have_errors(all: &[Diagnostic]) -> bool {
    all.iter().any(|it| it.severity == Severity::Error)
}

/// Adds a diagnostic to those of a game. Beyond [`MANY`], the last one of its kind is extended to count it too:
/// a hostile game may cause millions, each of which would take more memory than its text.
pub fn add(all: &mut Vec<Diagnostic>, new: Diagnostic) {
    let kind = new.problem.kind();
    let mut others = all.iter_mut().skip(MANY);
    match others.find(|it| it.severity == new.severity && it.problem.kind() == kind) {
        Some(one) => {
            one.span = one.span.start.min(new.span.start)..one.span.end.max(new.span.end);
            one.more += 1 + new.more;
        }
        None => all.push(new),
    }
}

/// Adds a warning, or extends the previous one if it is the same about the text just before: there may be millions.
pub fn warn(all: &mut Vec<Diagnostic>, text: &str, place: Range<usize>, problem: Problem) {
    match all.last_mut() {
        Some(last)
            if last.problem == problem
                && last.span.end <= place.start
                && text.slice(last.span.end..place.start).trim().is_empty() =>
        {
            last.span.end = place.end;
        }
        _ => add(all, Diagnostic::warning(place, problem)),
    }
}

/// Legal moves that have something in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    pub what: InCommon,
    pub moves: Vec<Candidate>,
}

impl Diagnostic {
    /// Creates an error at this place.
    pub fn error(span: Range<usize>, problem: Problem) -> Diagnostic {
        let (severity, legal) = (Severity::Error, Vec::new());
        Diagnostic { severity, problem, span, ply: None, fen: None, legal, more: 0 }
    }

    /// Creates a warning at this place.
    pub fn warning(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, problem) }
    }

    /// Reports the notation of a game: a warning if another one is possible, otherwise a note.
    pub fn notation(span: Range<usize>, problem: Problem) -> Diagnostic {
        match problem {
            Problem::Otherwise(..) => Diagnostic::warning(span, problem),
            _ => Diagnostic::note(span, problem),
        }
    }

    /// Creates a note at this place.
    pub fn note(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(span, problem) }
    }

    /// Returns the move number, as in `12...`, if the diagnostic is about a move.
    pub fn ply_label(&self) -> Option<String> {
        self.ply.map(|(number, color)| format!("{number}{}", color.fold_wb(".", "...")))
    }

    /// Sets the ply to the next one of this position.
    pub fn at(self, position: &crate::chess::Position) -> Diagnostic {
        let fen = (self.severity == Severity::Error).then(|| position.fen());
        Diagnostic { ply: Some((position.move_number(), position.turn())), fen, ..self }
    }

    /// Places it at the ply that led to this position.
    pub fn after(self, position: &crate::chess::Position) -> Diagnostic {
        let by = !position.turn();
        Diagnostic { ply: Some((position.move_number() - u32::from(by == Color::Black), by)), ..self }
    }

    /// Returns the number of the ply, counted from 1 for White's first move.
    pub fn ply_number(&self) -> Option<u64> {
        self.ply.map(|(number, color)| (u64::from(number) * 2).saturating_sub(color.fold_wb(1, 0)))
    }

    /// Returns the moves that may be meant, in words: those that fit, or else similar legal ones.
    pub fn candidates(&self) -> Vec<String> {
        match (&self.problem, self.legal.first()) {
            (Problem::NoLegalMove { suggestions, .. }, _) if !suggestions.is_empty() => {
                suggestions.iter().map(Suggestion::to_string).collect()
            }
            (Problem::Ambiguous { candidates, .. } | Problem::Settled { candidates, .. }, _)
            | (Problem::Repaired { others: candidates, .. }, _) => texts(candidates),
            (_, Some(legal)) => texts(&legal.moves),
            (_, None) => Vec::new(),
        }
    }
}

fn texts(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|it| it.text.clone()).collect()
}

/// A diagnostic with its place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    pub diagnostic: Diagnostic,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text at the place.
    pub text: String,
    /// The text within its line.
    pub excerpt: Excerpt,
    /// The line and column where the place ends, if it covers others of the kind.
    pub last: Option<(u64, usize)>,
}

impl Located {
    /// Returns the message with the game's number, as in `game 7 (Morphy – Harrwitz), 12... Sf6: no legal move`.
    pub fn about(&self, game: u64, players: Option<&str>) -> String {
        let Located { diagnostic, text, .. } = self;
        let mut message = format!("game {game}");
        if let Some(players) = players {
            message.push_str(&format!(" ({players})"));
        }
        // A wrong number is named with the right one.
        let is_number = matches!(diagnostic.problem, Problem::LostRows { .. });
        match (diagnostic.ply_label().filter(|_| !is_number), text.as_str()) {
            (Some(number), "") => message.push_str(&format!(", {number}")),
            (Some(number), text) => message.push_str(&format!(", {number} {text}")),
            (None, "") => {}
            (None, text) => message.push_str(&format!(", {text}")),
        }
        message.push_str(&format!(": {}", self.problem()));
        message
    }

    /// Returns the message for the problem.
    pub fn problem(&self) -> String {
        let Diagnostic { problem, more, .. } = &self.diagnostic;
        match self.last {
            Some((line, column)) => format!("{problem}; and {more} more like it, up to {line}:{column}"),
            None => problem.to_string(),
        }
    }
}

/// A part of a line, short enough to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excerpt {
    /// The line before the text, from its beginning or from `…` on.
    pub before: String,
    /// The text; of a long or multi-line one, the beginning.
    pub text: String,
    /// The line after the text, to its end or up to `…`.
    pub after: String,
}

/// At most this many characters are quoted in a message.
const QUOTED: usize = 40;

/// Resolves diagnostics, sorted by place, to lines and columns. `source` is the text as it was before some of its signs were replaced,
/// perhaps line ends.
pub fn locate(diagnostics: Vec<Diagnostic>, text: &str, source: &str, first_line: u64) -> Vec<Located> {
    let (mut at, mut here) = (0, (first_line, 1));
    diagnostics
        .into_iter()
        .map(|diagnostic| {
            let start = diagnostic.span.start.min(text.len()).max(at);
            here = advance(here, source.slice(at..start));
            at = start;
            let (line, column) = here;
            let quoted = text.slice(start..diagnostic.span.end.clamp(start, text.len()));
            let last =
                (diagnostic.more > 0).then(|| advance(here, source.slice(start..start + quoted.len())));
            // Nothing beyond this is quoted anyway.
            let words: Vec<&str> = quoted.split_whitespace().take(QUOTED).collect();
            let excerpt = excerpt(text, start..diagnostic.span.end);
            let text = first_of(&words.join(" "), QUOTED);
            Located { diagnostic, line, column, text, excerpt, last }
        })
        .collect()
}

/// Returns the line and column at the end of `passed`, which begins at the given ones.
fn advance((line, column): (u64, usize), passed: &str) -> (u64, usize) {
    let line_start = passed.rfind(['\n', '\r']).map(|n| n + 1);
    let column = line_start.map_or(column, |_| 1) + passed.slice(line_start.unwrap_or(0)..).chars().count();
    (line + lines::count(passed.as_bytes()), column)
}

/// An excerpt has at most this many characters before the text, and this many from its beginning on.
const BEFORE: usize = 40;
const FROM: usize = 60;

/// Returns the line around a place, looking no farther than the part that is shown.
fn excerpt(text: &str, span: Range<usize>) -> Excerpt {
    let is_end = |it: char| matches!(it, '\n' | '\r');
    let mut before: Vec<char> =
        text.slice(..span.start).chars().rev().take_while(|it| !is_end(*it)).take(BEFORE + 1).collect();
    if before.len() > BEFORE {
        before[BEFORE] = '…';
    }
    let rest = text.slice(span.start..);
    let limit = rest.char_indices().nth(FROM + 1).map_or(rest.len(), |it| it.0);
    let line = rest.slice(..rest.slice(..limit).find(is_end).unwrap_or(limit));
    let len = span.len().min(line.len());
    let at = (0..=len).rev().find(|it| line.is_char_boundary(*it)).unwrap_or(0);
    let found = line.slice(..at).trim_end();
    let text = first_of(found, QUOTED);
    let after = if text == found { line.slice(found.len()..) } else { "" };
    let room = FROM.saturating_sub(text.chars().count());
    Excerpt { before: before.into_iter().rev().collect(), text, after: first_of(after.trim_end(), room) }
}

/// Returns the text, or its first characters and `…`.
pub(crate) fn first_of(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some((end, _)) => format!("{}…", text.slice(..end)),
        None => text.to_owned(),
    }
}
