//! `plyglot check`: the summary of each file, one line on standard output.

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::{
    args::CheckArgs,
    common_args::MessageFormat,
    counted, print,
    report::{inert, sanitized, to_json},
};
use crate::{convert::Converted, diagnostics::Severity};

/// Counts games, and prints the counts when a file ends.
pub struct CheckSummary {
    strict: bool,
    quiet: bool,
    format: MessageFormat,
    /// The counts of a text without games.
    empty: Count,
    /// The current text.
    open: Option<Count>,
    total: Count,
    files: usize,
    /// The number of files that differ from their canonical form.
    formatted: usize,
    /// Whether they are only reported, not rewritten.
    only_finds: bool,
}

/// The counts of a text.
#[derive(Clone, Default, Serialize)]
struct Count {
    file: String,
    games: u64,
    /// Games with errors.
    failed: u64,
    errors: u64,
    warnings: u64,
    /// Whether it differs from its canonical form, if files are formatted.
    #[serde(skip_serializing_if = "Option::is_none")]
    formatted: Option<bool>,
    #[serde(skip)]
    said: String,
    /// Whether it was read to its end.
    complete: bool,
    /// Whether nothing in it could be read.
    #[serde(skip)]
    unread: bool,
}

impl CheckSummary {
    /// Creates empty counts, which are not printed if `silent`.
    pub fn new(args: &CheckArgs, silent: bool) -> CheckSummary {
        let empty = Count { complete: true, formatted: args.fix.then_some(false), ..Count::default() };
        CheckSummary {
            strict: args.strict,
            quiet: silent,
            format: args.messages.message_format,
            open: None,
            total: empty.clone(),
            empty,
            files: 0,
            formatted: 0,
            only_finds: args.check,
        }
    }

    /// Begins a text. Fails if the line for the previous text cannot be written.
    pub fn begin(&mut self, name: &str) -> Result<()> {
        self.close()?;
        self.open = Some(Count { file: name.to_owned(), ..self.empty.clone() });
        Ok(())
    }

    /// Counts the games of a block; returns how many have problems.
    pub fn add(&mut self, converted: &Converted) -> u64 {
        let Some(open) = &mut self.open else { return converted.failed };
        let mut doubtful = 0;
        for report in &converted.reports {
            let count = |severity| {
                let of_it = report.diagnostics.iter().filter(|it| it.diagnostic.severity == severity);
                of_it.map(|it| 1 + it.diagnostic.more as u64).sum::<u64>()
            };
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            open.errors += errors;
            open.warnings += warnings;
            doubtful += u64::from(self.strict && errors == 0 && warnings > 0);
        }
        open.games += converted.games;
        open.failed += converted.failed + doubtful;
        converted.failed + doubtful
    }

    /// Records that the current text differs from its canonical form.
    pub fn formatted(&mut self) {
        self.formatted += 1;
        let said = self.said_of_form().to_owned();
        if let Some(open) = &mut self.open {
            (open.formatted, open.said) = (Some(true), said);
        }
    }

    /// Returns the words for a text that differs from its canonical form.
    fn said_of_form(&self) -> &'static str {
        if self.only_finds { "to be formatted" } else { "formatted" }
    }

    /// Records that the current text, or the input, cannot be read to its end.
    pub fn incomplete(&mut self) {
        match &mut self.open {
            Some(open) => open.complete = false,
            None => self.total.complete = false,
        }
    }

    /// Ends an input, which is empty if it has not begun, or `unreadable`. Fails if its line cannot be
    /// written.
    pub fn end(&mut self, name: &str, begun: bool, unreadable: bool) -> Result<()> {
        if !begun {
            self.begin(name)?;
        }
        if let (false, true, Some(open)) = (begun, unreadable, &mut self.open) {
            (open.complete, open.unread) = (false, true);
        }
        self.close()
    }

    fn close(&mut self) -> Result<()> {
        let Some(count) = self.open.take() else { return Ok(()) };
        self.files += 1;
        self.total.games += count.games;
        self.total.failed += count.failed;
        self.total.errors += count.errors;
        self.total.warnings += count.warnings;
        self.total.complete &= count.complete;
        self.print(&count)
    }

    /// Prints the total, if there were several files.
    pub fn finish(mut self) -> Result<()> {
        self.close()?;
        if self.files > 1 && self.format != MessageFormat::Json {
            self.total.file = format!("{} files", self.files);
            if self.formatted > 0 {
                self.total.said = format!("{} {}", self.formatted, self.said_of_form());
            }
            self.print(&self.total)?;
        }
        Ok(())
    }

    fn print(&self, count: &Count) -> Result<()> {
        if self.quiet {
            return Ok(());
        }
        let line = match self.format {
            MessageFormat::Json => to_json(count).context("a summary")?,
            MessageFormat::Human => count.line(),
            MessageFormat::Github => inert(&count.line()),
        };
        print(&format!("{line}\n"))
    }
}

impl Count {
    /// Formats counts, as in `games.pgn: 932 games, 3 with errors; 4 warnings`.
    fn line(&self) -> String {
        if self.unread {
            return format!("{}: could not be read", sanitized(&self.file));
        }
        let mut line = format!("{}: {}", sanitized(&self.file), counted(self.games, "game", "games"));
        match self.failed {
            0 => line.push_str(", no errors"),
            failed => line.push_str(&format!(", {failed} with errors")),
        }
        if self.warnings > 0 {
            line.push_str(&format!("; {}", counted(self.warnings, "warning", "warnings")));
        }
        if !self.said.is_empty() {
            line.push_str(&format!("; {}", self.said));
        }
        if !self.complete {
            line.push_str("; not read to the end");
        }
        line
    }
}
