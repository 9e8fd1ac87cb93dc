//! Reports on standard error: for people, as JSON, or as GitHub Actions annotations.

mod github;
mod human;
mod json;

pub(super) use github::inert;
pub(super) use json::to_json;

use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{self, Write as _},
};

use anstream::{AutoStream, ColorChoice};
use indicatif::ProgressBar;

use super::common_args::{ColorWhen, MessageArgs, MessageFormat};
use crate::{
    convert::GameReport,
    diagnostics::{Located, Problem, Severity},
    io::Note,
};

/// The most errors explained beyond their first line when converting.
const EXPLAINED: usize = 3;

/// The most errors explained beyond their first line when checking.
const EXPLAINED_IN_CHECK: usize = 20;

/// The most places of repeated warnings collected for one line.
const PLACES: usize = 10_000;

/// The most kinds of warnings, together with the fields they are about, that are distinguished.
const KINDS: usize = 1000;

/// Prints messages on standard error, in the requested format.
#[derive(Clone, Debug)]
pub struct Stderr {
    format: MessageFormat,
    color: ColorChoice,
    /// The lowest severity to report.
    pub least: Severity,
    /// Whether the notation of a game is reported, even though it is only a note.
    tells_notation: bool,
    /// The remaining explanations.
    budget: ExplanationBudget,
    /// A progress bar to hide while a message is printed.
    pub bar: Option<ProgressBar>,
}

/// How many messages are still explained beyond the first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ExplanationBudget {
    /// Whether warnings are explained too.
    warnings: bool,
    /// How many more errors are explained.
    errors: usize,
    /// Whether to mention that further errors are not explained.
    hint: bool,
}

impl ExplanationBudget {
    const NONE: ExplanationBudget = ExplanationBudget { warnings: false, errors: 0, hint: false };
}

impl Stderr {
    /// Creates a printer for people, for commands without message flags.
    pub fn plain(color: ColorWhen) -> Stderr {
        let budget = ExplanationBudget::NONE;
        Stderr { budget, ..Stderr::new(&MessageArgs::default(), color, false) }
    }

    /// Creates a printer from the flags. `checks` means that messages are the only output.
    pub fn new(messages: &MessageArgs, color: ColorWhen, checks: bool) -> Stderr {
        let budget = match (messages.quiet, messages.verbose) {
            (true, _) => ExplanationBudget::NONE,
            (_, true) => ExplanationBudget { warnings: true, errors: usize::MAX, hint: false },
            _ => ExplanationBudget {
                warnings: checks,
                errors: if checks { EXPLAINED_IN_CHECK } else { EXPLAINED },
                hint: true,
            },
        };
        let least = messages.least();
        let (format, color) = (messages.message_format, color.choice());
        Stderr { format, color, least, tells_notation: checks && !messages.quiet, budget, bar: None }
    }

    /// Prints why the run failed.
    pub fn failure(&self, error: &anyhow::Error) {
        self.about_run(Severity::Error, "failure", &format!("{error:#}"));
    }

    /// Prints a message that is not about an input. `kind` is its kind in JSON.
    pub fn say(&self, kind: &'static str, text: &str) {
        self.about_run(Severity::Note, kind, text);
    }

    /// Prints a warning about the command line, unless only errors are reported.
    pub fn warn(&self, text: &str) {
        if self.least <= Severity::Warning {
            self.about_run(Severity::Warning, "flags", text);
        }
    }

    fn about_run(&self, severity: Severity, kind: &'static str, text: &str) {
        self.print(&self.line(&Message::new(None, severity, kind, text)));
    }

    /// Formats a message or, for people and about a game, its first line.
    fn line(&self, message: &Message<'_>) -> String {
        match self.format {
            MessageFormat::Human => human::first_line(message),
            MessageFormat::Json => json::line(message),
            MessageFormat::Github => github::line(message),
        }
    }

    /// Prints a text; a closed standard error is ignored.
    fn print(&self, text: &str) {
        let print = || AutoStream::new(io::stderr(), self.color).write_all(text.as_bytes());
        let _ = self.bar.as_ref().map_or_else(print, |bar| bar.suspend(print));
    }
}

/// A message about the run, an input, or a game in it.
struct Message<'a> {
    /// The name of the input or text; `None` for the run.
    file: Option<&'a str>,
    severity: Severity,
    kind: &'static str,
    /// The message without its place.
    text: Cow<'a, str>,
    game: Option<GamePlace<'a>>,
}

/// The place of a message in a game.
struct GamePlace<'a> {
    /// The number of the game, counted from 1.
    number: u64,
    players: Option<&'a str>,
    located: &'a Located,
}

impl<'a> Message<'a> {
    fn new(file: Option<&'a str>, severity: Severity, kind: &'static str, text: &'a str) -> Message<'a> {
        Message { file, severity, kind, text: text.into(), game: None }
    }

    /// Returns the text, preceded by the game and the move if it is about one.
    fn full_text(&self) -> Cow<'_, str> {
        match &self.game {
            Some(game) => game.located.about(game.number, game.players).into(),
            None => (&*self.text).into(),
        }
    }
}

/// Reports messages about inputs in order.
pub struct Reporter {
    stderr: Stderr,
    /// The name of the input.
    input: String,
    /// The name of the current text: that of the input, or of a member of it.
    name: String,
    /// The places of repeated warnings, whose first was reported in full, by kind (and field, if about one);
    /// of repeated notes, by kind and message.
    repeated: BTreeMap<(Severity, &'static str, String), Vec<String>>,
}

impl Reporter {
    /// Creates a reporter.
    pub fn new(stderr: Stderr) -> Reporter {
        let (input, name) = (String::new(), String::new());
        Reporter { stderr, input, name, repeated: BTreeMap::new() }
    }

    /// Returns the printer.
    pub fn stderr(&self) -> &Stderr {
        &self.stderr
    }

    /// Returns the name of the current text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the archive member that the current text is, if any.
    pub fn member(&self) -> Option<String> {
        self.name.strip_prefix(&self.input)?.strip_prefix('/').map(str::to_owned)
    }

    /// Begins the input with this name.
    pub fn begin(&mut self, input: String) {
        self.finish();
        self.name.clone_from(&input);
        self.input = input;
    }

    /// Begins this member of the input.
    pub fn begin_member(&mut self, member: &str) {
        self.finish();
        self.name = format!("{}/{member}", self.input);
    }

    /// Reports the diagnostics of a game, in a block that begins with game number `first`.
    pub fn game(&mut self, first: u64, report: &GameReport) {
        for located in &report.diagnostics {
            let severity = located.diagnostic.severity;
            let problem = &located.diagnostic.problem;
            let is_told = severity >= self.stderr.least;
            let tells_notation = self.stderr.tells_notation && matches!(problem, Problem::Detected(_));
            if !is_told && !tells_notation {
                continue;
            }
            let human = self.stderr.format == MessageFormat::Human;
            let kind = problem.kind();
            if (severity == Severity::Warning || !is_told) && human {
                let detail = match is_told {
                    true => {
                        problem.field().filter(|_| self.repeated.len() < KINDS).unwrap_or_default().to_owned()
                    }
                    false => problem.to_string(),
                };
                let key = (if is_told { Severity::Warning } else { Severity::Note }, kind, detail);
                if let Some(places) = self.repeated.get_mut(&key) {
                    let place = format!("{}:{}", located.line, located.column);
                    places.push(match located.last {
                        Some((line, column)) => format!("{place} to {line}:{column}"),
                        None => place,
                    });
                    if places.len() == PLACES {
                        let places = std::mem::take(places);
                        self.list(&key, &places);
                    }
                    continue;
                }
                self.repeated.insert(key, Vec::new());
            }
            let (number, players) = (first + report.game + 1, report.players.as_deref());
            let mut text = self.stderr.line(&Message {
                file: Some(&self.name),
                severity,
                kind,
                text: located.problem().into(),
                game: Some(GamePlace { number, players, located }),
            });
            if human {
                self.explain(located, &mut text);
            }
            self.stderr.print(&text);
        }
    }

    /// Appends an explanation of a message, within the budget.
    fn explain(&mut self, located: &Located, text: &mut String) {
        let budget = &mut self.stderr.budget;
        match located.diagnostic.severity {
            Severity::Error if budget.errors > 0 => {
                budget.errors -= 1;
                human::explain(located, text);
                if budget.errors == 0 && std::mem::take(&mut budget.hint) {
                    text.push_str("  (further errors in one line each; -v explains all of them)\n");
                }
            }
            Severity::Warning if budget.warnings => human::explain(located, text),
            _ => {}
        }
    }

    /// Reports a message about the input itself.
    pub fn note(&self, note: &Note) {
        if note.severity < self.stderr.least {
            return;
        }
        let file = match &note.member {
            Some(member) => Cow::Owned(format!("{}/{member}", self.input)),
            None => Cow::Borrowed(self.input.as_str()),
        };
        let message = Message::new(Some(&file), note.severity, "input", &note.text);
        self.stderr.print(&self.stderr.line(&message));
    }

    /// Reports warnings that were only counted.
    pub fn finish(&mut self) {
        for (key, places) in std::mem::take(&mut self.repeated) {
            if !places.is_empty() {
                self.list(&key, &places);
            }
        }
    }

    /// Reports the places of a kind of warning, or of notes with one message.
    fn list(&self, (severity, kind, detail): &(Severity, &'static str, String), places: &[String]) {
        let s = if places.len() == 1 { "" } else { "s" };
        let what = match (severity, detail.as_str()) {
            (Severity::Note, message) => format!("game{s} {message}"),
            (_, "") => format!("{kind} warning{s}"),
            (_, field) => format!("{kind} warning{s} of {}", sanitized(field)),
        };
        let text = format!("{} more {what}, at {}", places.len(), places.join(", "));
        let message = Message::new(Some(&self.name), *severity, "input", &text);
        self.stderr.print(&human::first_line(&message));
    }
}

/// Whether a terminal interprets the character: a control character, or a bidirectional mark.
fn controls_terminal(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes characters that a terminal would interpret.
pub(super) fn sanitized(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if controls_terminal(letter) {
            plain.extend(letter.escape_unicode());
        } else {
            plain.push(letter);
        }
    }
    plain
}
