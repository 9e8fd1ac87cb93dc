//! Messages as GitHub Actions commands, which GitHub shows as annotations of source lines.

use super::{MessageContext, sanitized};
use crate::diagnostics::{Located, Severity};

/// Formats a message about a game.
pub fn about_game(place: &MessageContext<'_>) -> String {
    let Located { diagnostic, line, column, text, .. } = place.located;
    let end = column + text.chars().count();
    let kind = diagnostic.problem.kind();
    let properties =
        format!("file={},line={line},col={column},endColumn={end},title={kind}", property(place.file));
    command(diagnostic.severity, &properties, &place.message())
}

/// Formats a message about an input.
pub fn about_input(file: &str, severity: Severity, text: &str) -> String {
    command(severity, &format!("file={}", property(file)), text)
}

/// Formats a message about the run.
pub fn about_run(severity: Severity, text: &str) -> String {
    match severity {
        // Notes go to the log.
        Severity::Note => format!("plyglot: {}\n", sanitized(text)),
        _ => command(severity, "title=plyglot", text),
    }
}

fn command(severity: Severity, properties: &str, message: &str) -> String {
    let name = match severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let message = message.lines().map(sanitized).collect::<Vec<String>>().join("\n");
    format!("::{name} {properties}::{}\n", data(&message))
}

/// Escapes a message, which ends with the line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which ends with a comma or a colon.
fn property(text: &str) -> String {
    sanitized(&data(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(
            about_input("a,b:c%d.pgn", Severity::Error, "50% of\nit::error::x"),
            "::error file=a%2Cb%3Ac%25d.pgn::50%25 of%0Ait::error::x\n"
        );
        assert_eq!(about_run(Severity::Note, "done\n::error::x"), "plyglot: done\\u{a}::error::x\n");
    }
}
