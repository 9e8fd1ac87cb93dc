//! Diagnostics on standard error.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write as _},
};

use crate::{
    convert::GameReport,
    input::Note,
    report::{Located, Severity},
};

/// Reports what there is to say of one input.
pub struct Reporter {
    name: String,
    /// The name of the input, of which this may be a member.
    input: String,
    /// The least severity that is reported.
    least: Severity,
    /// Warnings of a kind that has been reported in full once, by their message: where else they were.
    repeated: BTreeMap<&'static str, Vec<(u64, usize)>>,
    seen: Vec<&'static str>,
}

impl Reporter {
    /// A reporter for the input of this name.
    pub fn new(name: String, least: Severity) -> Reporter {
        Reporter { input: name.clone(), name, least, repeated: BTreeMap::new(), seen: Vec::new() }
    }

    /// The same for a member of this input.
    #[must_use]
    pub fn of_input(self, input: String) -> Reporter {
        Reporter { input, ..self }
    }

    /// The name of the input.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// Reports what there is to say of a game, whose block began with the game of this number.
    pub fn game(&mut self, first: u64, report: &GameReport) {
        for located in &report.diagnostics {
            let severity = located.diagnostic.severity;
            if severity < self.least {
                continue;
            }
            let kind = located.diagnostic.problem.kind();
            if severity == Severity::Warning {
                if self.seen.contains(&kind) {
                    self.repeated.entry(kind).or_default().push((located.line, located.column));
                    continue;
                }
                self.seen.push(kind);
            }
            print(&self.line(first + report.game + 1, report.players.as_deref(), located));
        }
    }

    fn line(&self, game: u64, players: Option<&str>, located: &Located) -> String {
        let Located { diagnostic, line, column, text } = located;
        let mut message =
            format!("{}:{line}:{column}: {}: game {game}", self.name, diagnostic.severity.word());
        // Writing to a string cannot fail.
        if let Some(players) = players {
            let _ = write!(message, " ({players})");
        }
        match (diagnostic.ply_label(), text.as_str()) {
            (Some(number), "") => drop(write!(message, ", {number}")),
            (Some(number), text) => drop(write!(message, ", {number} {text}")),
            (None, "") => {}
            (None, text) => drop(write!(message, ", {text}")),
        }
        let _ = write!(message, ": {}", diagnostic.problem);
        message
    }

    /// Reports what there is to say of the input as such.
    pub fn note(&self, note: &Note) {
        if note.severity >= self.least {
            let member = note.member.as_ref().map_or_else(String::new, |it| format!("/{it}"));
            print(&format!("{}{member}: {}: {}", self.input, note.severity.word(), note.text));
        }
    }

    /// Reports what was only counted.
    pub fn finish(&mut self) {
        for (kind, places) in std::mem::take(&mut self.repeated) {
            let list: Vec<String> = places.iter().map(|(line, column)| format!("{line}:{column}")).collect();
            let count = places.len();
            print(&format!(
                "{}: warning: {count} more of the kind {kind}, at {}",
                self.name,
                list.join(", ")
            ));
        }
    }
}

/// Reports why the run failed.
pub fn failure(error: &anyhow::Error) {
    print(&format!("plyglot: error: {error:#}"));
}

/// Says something that is not about an input.
pub fn say(line: &str) {
    print(line);
}

/// Prints a line on standard error. That it may be closed is not our concern.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{}", sanitized(line));
}

/// The text without what a terminal would act upon: control characters and marks of direction.
fn sanitized(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        let marks_direction =
            matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if letter.is_control() || marks_direction {
            plain.extend(letter.escape_unicode());
        } else {
            plain.push(letter);
        }
    }
    plain
}
