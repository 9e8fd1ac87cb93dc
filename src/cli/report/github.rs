//! Messages as GitHub Actions commands, which GitHub shows as annotations of source lines.

use super::{Message, sanitized};
use crate::diagnostics::{Located, Severity};

pub fn line(message: &Message<'_>) -> String {
    let properties = match (message.file, &message.game) {
        // Notes about the run go to the log.
        (None, _) if message.severity == Severity::Note => {
            return format!("{}\n", inert(&format!("plyglot: {}", message.text)));
        }
        (None, _) => "title=plyglot".to_owned(),
        (Some(file), None) => format!("file={}", property(file)),
        (Some(file), Some(game)) => {
            let Located { line, column, text, .. } = game.located;
            let end = column + text.chars().count();
            let (file, kind) = (property(file), message.kind);
            format!("file={file},line={line},col={column},endColumn={end},title={kind}")
        }
    };
    let name = match message.severity {
        Severity::Note => "notice",
        severity => severity.word(),
    };
    let text = message.full_text().lines().map(sanitized).collect::<Vec<String>>().join("\n");
    format!("::{name} {properties}::{}\n", data(&text))
}

/// Escapes a line of the log so that nothing in it is a command: neither a name with `::` at the beginning,
/// nor `##[` anywhere.
pub fn inert(line: &str) -> String {
    let line = sanitized(line).replace("##[", "##%5B");
    match line.trim_start().strip_prefix("::") {
        Some(rest) => format!("%3A%3A{rest}"),
        None => line,
    }
}

/// Escapes a message, which a line end would terminate.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which a comma or a colon would terminate.
fn property(text: &str) -> String {
    sanitized(&data(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        let input = Message::new(Some("a,b:c%d.pgn"), Severity::Error, "input", "50% of\nit::error::x");
        assert_eq!(line(&input), "::error file=a%2Cb%3Ac%25d.pgn::50%25 of%0Ait::error::x\n");
        let run = Message::new(None, Severity::Note, "summary", "done\n::error::x");
        assert_eq!(line(&run), "plyglot: done\\u{a}::error::x\n");
        let run = Message::new(None, Severity::Note, "summary", "10 games, to a##[error]b.pgn");
        assert_eq!(line(&run), "plyglot: 10 games, to a##%5Berror]b.pgn\n");
    }
}
