//! Messages for people: a line that begins with the place, with indented explanations below it.
//!
//! ```text
//! games.pgn:8:13: error: game 2 (Morphy – ?), 2. Ke3: no legal move: no king can reach e3; did you mean Ke2?
//!   8 | 1. e4 e5 2. Ke3 Nc6 1-0
//!     |             ^^^
//!       8  r n b q k b n r
//!       …
//!       1  R N B Q K B N R
//!          a b c d e f g h    White to move
//!       moves of a king: Ke2
//! ```

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

use super::{Message, sanitized};
use crate::diagnostics::{Located, Severity};

/// The style of what surrounds the text in question.
const BESIDE: Style = AnsiColor::Cyan.on_default();
/// The style of White's pieces and of file names.
const STRONG: Style = Style::new().bold();

fn of(severity: Severity) -> Style {
    let color = match severity {
        Severity::Note => AnsiColor::Cyan,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Error => AnsiColor::Red,
    };
    color.on_default().bold()
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Formats a message or, for one about a game, its first line.
pub fn first_line(message: &Message<'_>) -> String {
    let place = match (message.file, &message.game) {
        (None, _) => "plyglot:".to_owned(),
        (Some(file), None) => format!("{}:", sanitized(file)),
        (Some(file), Some(game)) => {
            format!("{}:{}:{}:", sanitized(file), game.located.line, game.located.column)
        }
    };
    let word = match (message.file, message.severity) {
        (None, Severity::Note) => String::new(),
        (_, severity) => format!("{}: ", styled(of(severity), severity.word())),
    };
    let text = match message.file {
        // Further lines of a message are indented.
        None => message.text.lines().map(sanitized).collect::<Vec<String>>().join("\n  "),
        Some(_) => sanitized(&message.full_text()),
    };
    format!("{} {word}{text}\n", styled(STRONG, &place))
}

/// Appends the source line, the position, and legal moves.
pub fn explain(located: &Located, text: &mut String) {
    let Located { diagnostic, line, excerpt, .. } = located;
    let number = line.to_string();
    let indent = " ".repeat(number.len() + 2);
    if !excerpt.text.is_empty() {
        // Characters of variable width, or invisible ones, would misplace the caret.
        let [before, found, after] = [&excerpt.before, &excerpt.text, &excerpt.after]
            .map(|it| sanitized(&it.replace(['\t', '\u{a0}'], " ")));
        let bar = styled(BESIDE, "|");
        text.push_str(&format!("  {} {bar} {before}{found}{after}\n", styled(BESIDE, &number)));
        let caret = styled(of(diagnostic.severity), &"^".repeat(found.width().max(1)));
        text.push_str(&format!("{indent} {bar} {}{caret}\n", " ".repeat(before.width())));
    }
    let indent = format!("{indent}   ");
    if let Some(fen) = &diagnostic.fen {
        push_board(fen, &indent, text);
    }
    for legal in &diagnostic.legal {
        let moves: Vec<&str> = legal.moves.iter().map(|it| &*it.text).collect();
        text.push_str(&format!("{indent}{}: {}\n", legal.what, sanitized(&moves.join(", "))));
    }
}

/// Draws the position of a FEN, of any number of ranks.
fn push_board(fen: &str, indent: &str, text: &mut String) {
    let mut fields = fen.split(' ');
    let (Some(board), Some(turn)) = (fields.next(), fields.next()) else { return };
    let (board, hand) = match board.split_once('[') {
        Some((board, hand)) => (board, hand.trim_end_matches(']')),
        None => (board, ""),
    };
    let ranks: Vec<&str> = board.split('/').collect();
    let mut files = 0;
    for (n, rank) in ranks.iter().enumerate() {
        let mut line = String::new();
        let mut width = 0;
        for letter in rank.chars().filter(|it| *it != '~') {
            let empty = letter.to_digit(10);
            for _ in 0..empty.unwrap_or(1) {
                let mut utf8 = [0; 4];
                let sign = if empty.is_some() { "." } else { letter.encode_utf8(&mut utf8) };
                line.push(' ');
                line.push_str(&if letter.is_uppercase() { styled(STRONG, sign) } else { sign.to_owned() });
                width += 1;
            }
        }
        files = files.max(width);
        text.push_str(&format!("{indent}{} {line}\n", styled(BESIDE, &(ranks.len() - n).to_string())));
    }
    let names: String = ('a'..='i').take(files).map(|it| format!(" {it}")).collect();
    let turn = if turn == "b" { "Black" } else { "White" };
    let hand = if hand.is_empty() { String::new() } else { format!(", in hand: {hand}") };
    text.push_str(&format!("{indent}  {}    {turn} to move{hand}\n", styled(BESIDE, &names)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Diagnostic, Problem, locate};

    fn explained(source: &str, span: std::ops::Range<usize>, fen: Option<&str>) -> String {
        let diagnostic =
            Diagnostic { fen: fen.map(str::to_owned), ..Diagnostic::error(span, Problem::Unread) };
        let mut text = String::new();
        for located in locate(vec![diagnostic], source, source, 9) {
            explain(&located, &mut text);
        }
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn the_caret_stands_under_the_text() {
        for (source, span, expected) in [
            ("1. e4 Ke9 e5\nmore", 6..9, "  9 | 1. e4 Ke9 e5\n    |       ^^^\n"),
            ("one\r\n\te4\tNf9", 9..12, "  10 |  e4 Nf9\n     |     ^^^\n"),
            // Wide letters, and control characters.
            ("王 \u{1b} x", 6..7, "  9 | 王 \\u{1b} x\n    |           ^\n"),
            ("a\nb c", 0..5, "  9 | a\n    | ^\n"),
            // An empty text.
            ("end", 3..3, ""),
        ] {
            assert_eq!(explained(source, span, None), expected, "{source}");
        }
    }

    #[test]
    fn of_a_long_line_a_part_is_shown() {
        let word = "Nf3 ".repeat(1 << 20);
        let source = format!("{word}Ke9 {word}");
        let text = explained(&source, word.len()..word.len() + 3, None);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  9 | …Nf3 Nf3") && lines[0].ends_with('…'), "{text}");
        assert!(lines.iter().all(|it| it.chars().count() < 120), "{text}");
        let caret = lines[1].chars().position(|it| it == '^').expect("a caret");
        let under: String = lines[0].chars().skip(caret).take(3).collect();
        assert_eq!(under, "Ke9");
    }

    #[test]
    fn boards_of_all_sizes() {
        let eight = "r3k3/8/8/8/8/8/7P/4K2R[Qn] b Kq - 0 1";
        let text = explained("", 0..0, Some(eight));
        assert!(text.starts_with("      8  r . . . k . . .\n      7  . . ."), "{text}");
        assert!(text.ends_with("\n         a b c d e f g h    Black to move, in hand: Qn\n"), "{text}");
        let nine = "rnbpkqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKPBNR w - - 0 1";
        let text = explained("", 0..0, Some(nine));
        assert!(text.contains("  9  r n b p k q b n r\n"), "{text}");
        assert!(text.contains("a b c d e f g h i    White to move"), "{text}");
    }
}
