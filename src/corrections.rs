//! Corrections of what was decoded, as a reader of proofs makes them: `book.txt:1204:31 "Kt. to B. 3." = Kt-KB3`.
//!
//! Each is a line of a file, about the text at a place of an input: the move that it says, or that it is a note, that a move is
//! missing before it, that it begins or ends a game. Being certain, a correction is evidence for the rest of the game, which is
//! decoded around it ([`Evidence`]), and keeps its reading without the correction wherever that can be. One that does not fit is
//! refused where the game is reported.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    chess::{Outcome, Ply, Position},
    diagnostics::{Diagnostic, Problem},
    lines,
    notation::Notation,
    resolve::{Certain, Evidence, plies_of},
    slice::Slice as _,
};

/// What a correction says of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Reading(Certain),
    BeginsGame,
    EndsGame(Outcome),
}

#[derive(Debug)]
struct Correction {
    file: String,
    line: u64,
    column: usize,
    text: String,
    verdict: Verdict,
    /// The number of its line in the file of corrections.
    number: u64,
    /// Whether its place has been read.
    met: AtomicBool,
}

#[derive(Debug, Default)]
pub struct Corrections {
    name: String,
    all: Vec<Correction>,
}

/// A correction whose place is in a text.
#[derive(Clone, Debug)]
pub struct Placed {
    /// How the file of corrections and the line in it are named.
    pub name: String,
    /// The range of the corrected text; that of the place if another text is there.
    pub span: Range<usize>,
    verdict: Verdict,
    /// The text of the correction if another one is there.
    differs: Option<String>,
}

impl Corrections {
    /// Parses a file of corrections of this name. Fails for the first line that is none, and says what is wrong with it.
    pub fn parse(name: &str, text: &str) -> Result<Corrections, String> {
        let mut all = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let correction = parse(line, number).map_err(|why| format!("{name}:{number}: {why}"))?;
            all.push(correction);
        }
        Ok(Corrections { name: name.to_owned(), all })
    }

    /// Lists the corrections with a place in a text of this name that begins at this line, in order.
    pub fn placed(&self, file: &str, text: &str, first_line: u64) -> Vec<Placed> {
        let starts: Vec<usize> = line_starts(text).collect();
        let is_here = |it: &&Correction| {
            let path = file.strip_suffix(it.file.as_str());
            path.is_some_and(|it| it.is_empty() || it.ends_with(['/', '\\']))
        };
        let mut placed = Vec::new();
        for it in self.all.iter().filter(is_here) {
            let Some(&start) =
                usize::try_from(it.line.wrapping_sub(first_line)).ok().and_then(|n| starts.get(n))
            else {
                continue;
            };
            it.met.store(true, Ordering::Relaxed);
            let column = text.slice(start..).char_indices().nth(it.column.saturating_sub(1));
            let at = column.map_or(text.len(), |found| start + found.0);
            let len = begins_with(text.slice(at..), &it.text);
            placed.push(Placed {
                name: format!("{}:{}", self.name, it.number),
                span: at..at + len.unwrap_or(0),
                verdict: it.verdict.clone(),
                differs: len.is_none().then(|| it.text.clone()),
            });
        }
        placed.sort_by_key(|it| it.span.start);
        placed
    }

    /// Lists the names of the corrections whose places have not been read.
    pub fn unmet(&self) -> impl Iterator<Item = String> {
        let unmet = self.all.iter().filter(|it| !it.met.load(Ordering::Relaxed));
        unmet.map(|it| {
            format!(
                "{}:{}: {}:{}:{} is in no game that was read",
                self.name, it.number, it.file, it.line, it.column
            )
        })
    }
}

impl Placed {
    /// Returns what it says of the reading of its text, if that is there.
    pub fn evidence(&self) -> Option<Evidence> {
        match &self.verdict {
            Verdict::Reading(says) if self.differs.is_none() => {
                Some(Evidence { span: self.span.clone(), says: says.clone() })
            }
            _ => None,
        }
    }

    /// Whether it says that the text of a diagnostic is a note, so that there is nothing to report.
    pub fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let is_note = self.verdict == Verdict::Reading(Certain::Note) && self.differs.is_none();
        let span = &diagnostic.span;
        is_note
            && diagnostic.problem == Problem::Unread
            && span.start < self.span.end
            && self.span.start < span.end
    }

    /// Returns where a text is divided between games because of it.
    pub fn border(&self, text: &str) -> Option<usize> {
        let is_blank = |range: Range<usize>| text.slice(range).trim().is_empty();
        match self.verdict {
            _ if self.differs.is_some() => None,
            Verdict::BeginsGame => {
                let line = lines::start(text, self.span.start);
                Some(if is_blank(line..self.span.start) { line } else { self.span.start })
            }
            Verdict::EndsGame(_) => {
                let rest = text.slice(self.span.end..);
                let end = self.span.end + rest.find('\n').map_or(rest.len(), |n| n + 1);
                Some(if is_blank(self.span.end..end) { end } else { self.span.end })
            }
            Verdict::Reading(_) => None,
        }
    }

    /// Returns the outcome of the game that ends with its text.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.verdict {
            Verdict::EndsGame(outcome) if self.differs.is_none() => Some(outcome),
            _ => None,
        }
    }

    /// Returns why it does not fit the plies that were read from these ranges in order, each with the texts that say it.
    pub fn refusal(
        &self,
        plies: &[(Range<usize>, Position, Ply)],
        notation: &dyn Notation,
    ) -> Option<String> {
        if let Some(text) = &self.differs {
            return Some(format!("the text here is not \"{text}\""));
        }
        let here =
            |it: &&(Range<usize>, Position, Ply)| it.0.start < self.span.end && self.span.start < it.0.end;
        let found = plies.iter().find(here);
        match &self.verdict {
            Verdict::Reading(Certain::Move(text)) => match found {
                Some((_, before, ply)) if plies_of(notation, before, text).contains(ply) => None,
                _ => Some(format!("no game has the move {text} here")),
            },
            Verdict::Reading(Certain::Note) => found.map(|_| "the game needs a move here".to_owned()),
            Verdict::Reading(Certain::MissingBefore(text)) => {
                let next = plies.iter().position(|it| !it.0.is_empty() && it.0.start >= self.span.start);
                let before = next.and_then(|n| n.checked_sub(1)).map(|n| &plies[n]);
                match before.filter(|it| it.0.is_empty()) {
                    Some((_, before, ply))
                        if text.as_ref().is_none_or(|it| plies_of(notation, before, it).contains(ply)) =>
                    {
                        None
                    }
                    _ => Some("no game has a move that is missing here".to_owned()),
                }
            }
            Verdict::BeginsGame | Verdict::EndsGame(_) => None,
        }
    }
}

/// Returns the offsets at which the lines of a text begin.
fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    let is_last = |n: &usize| !(bytes[*n] == b'\r' && bytes.get(*n + 1) == Some(&b'\n'));
    std::iter::once(0).chain(ends.filter(is_last).map(|n| n + 1))
}

/// Returns the length of the beginning of a text that has these words, whatever blanks are between them.
fn begins_with(text: &str, words: &str) -> Option<usize> {
    let mut at = 0;
    for word in words.split_whitespace() {
        let rest = text.slice(at..);
        let blanks = rest.leading(char::is_whitespace);
        if at == 0 && blanks > 0 || !rest.slice(blanks..).starts_with(word) {
            return None;
        }
        at += blanks + word.len();
    }
    Some(at)
}

fn parse(line: &str, number: u64) -> Result<Correction, String> {
    const FORM: &str = "a correction is FILE:LINE:COLUMN \"text\" = what it says";
    let (place, rest) = line.split_once(" \"").ok_or(FORM)?;
    let mut parts = place.rsplitn(3, ':');
    let (column, of_line, file) = (parts.next(), parts.next(), parts.next());
    let (Some(Ok(column)), Some(Ok(of_line)), Some(file)) =
        (column.map(str::parse), of_line.map(str::parse), file)
    else {
        return Err(FORM.to_owned());
    };
    let mut text = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next() {
            Some('\\') => text.extend(letters.next()),
            Some('"') => break,
            Some(letter) => text.push(letter),
            None => return Err("the text has no closing quote".to_owned()),
        }
    }
    let said = letters.as_str().trim_start().strip_prefix('=').ok_or(FORM)?.trim();
    let verdict = match said {
        "" => return Err(FORM.to_owned()),
        "note" => Verdict::Reading(Certain::Note),
        "missing before" => Verdict::Reading(Certain::MissingBefore(None)),
        "begins a game" => Verdict::BeginsGame,
        _ => match (said.strip_prefix("missing before "), said.strip_prefix("ends the game ")) {
            (Some(text), _) => Verdict::Reading(Certain::MissingBefore(Some(text.trim().to_owned()))),
            (None, Some(marker)) => Verdict::EndsGame(
                Outcome::from_marker(marker.trim()).ok_or_else(|| format!("{marker} is no result"))?,
            ),
            (None, None) => Verdict::Reading(Certain::Move(said.to_owned())),
        },
    };
    let (file, met) = (file.to_owned(), AtomicBool::new(false));
    Ok(Correction { file, line: of_line, column, text, verdict, number, met })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_corrections_are_refused() {
        for (line, expected) in [
            ("a b.txt:12:3 \"Kt. to \\\"B\\\" 3.\" = Kt-KB3", Ok(("a b.txt", 12, 3, "Kt. to \"B\" 3."))),
            ("C:\\a.txt:1:1 \"x\" = note", Ok(("C:\\a.txt", 1, 1, "x"))),
            ("a.txt:12 \"x\" = note", Err("a correction is")),
            ("a.txt:1:2 \"x = note", Err("the text has no closing quote")),
            ("a.txt:1:2 \"x\" note", Err("a correction is")),
            ("a.txt:1:2 \"x\" = ", Err("a correction is")),
            ("a.txt:1:2 \"x\" = ends the game 2-0", Err("2-0 is no result")),
        ] {
            match (parse(line, 1), expected) {
                (Ok(it), Ok(expected)) => {
                    assert_eq!((&*it.file, it.line, it.column, &*it.text), expected, "{line}");
                }
                (Err(why), Err(expected)) => assert!(why.starts_with(expected), "{line}: {why}"),
                (found, _) => panic!("{line}: {found:?}"),
            }
        }
    }

    #[test]
    fn a_text_is_known_by_its_words() {
        assert_eq!(begins_with("Kt. to\n  B. 3. x", "Kt. to B. 3."), Some(14));
        assert_eq!(begins_with("Kt. to", "Kt. to B. 3."), None);
        assert_eq!(begins_with(" Kt", "Kt"), None);
    }
}
