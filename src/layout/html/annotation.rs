//! Commands in comments, such as `[%clk 0:03:00]`, and requests for diagrams.

use crate::slice::Slice as _;
/// Signs in comments by which programs and authors request a diagram.
const DIAGRAM_SIGNS: [&str; 3] = ["[#]", "[%diagram]", "(D)"];

/// Splits a comment into texts, each with the command after it, and the remaining text.
pub fn commands(text: &str) -> (Vec<(&str, &str)>, &str) {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        let Some(end) = rest.slice(start..).find(']').map(|n| start + n + 1) else { break };
        parts.push((rest.slice(..start), rest.slice(start..end)));
        rest = rest.slice(end..);
    }
    (parts, rest)
}

/// Removes the first command of this name from a comment and returns its value.
pub fn take_command(text: &mut String, name: &str) -> Option<String> {
    let start = text.find(&format!("[%{name} "))?;
    let end = start + text.slice(start..).find(']')?;
    let value = text.slice(start..end).split_once(' ').map(|it| it.1.trim().to_owned());
    cut(text, start, end + 1);
    value.filter(|it| !it.is_empty())
}

/// Removes requests for a diagram from a comment; returns whether there were any.
pub fn take_diagram(text: &mut String) -> bool {
    let mut found = false;
    for sign in DIAGRAM_SIGNS {
        while let Some(start) = text.find(sign) {
            cut(text, start, start + sign.len());
            found = true;
        }
    }
    found
}

/// Removes a part of a comment and the blanks after it.
fn cut(text: &mut String, start: usize, end: usize) {
    let blanks = text.slice(end..).leading(|it| it == ' ');
    text.replace_range(start..end + blanks, "");
}

/// Splits a text at URLs, into `(is_link, piece)`.
pub fn links(text: &str) -> Vec<(bool, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("https://").into_iter().chain(rest.find("http://")).min() {
        let end = rest
            .slice(start..)
            .find(|it: char| it.is_whitespace() || it.is_control() || "<>\"{}|\\^`".contains(it))
            .map_or(rest.len(), |n| start + n);
        // A full stop or closing parenthesis after a URL belongs to the sentence.
        let end = start
            + rest.slice(start..end).trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']).len();
        if rest.slice(start..end).ends_with("//") {
            break;
        }
        pieces.push((false, rest.slice(..start)));
        pieces.push((true, rest.slice(start..end)));
        rest = rest.slice(end..);
    }
    pieces.push((false, rest));
    pieces.retain(|it| !it.1.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_signs_are_taken_out() {
        let mut text = "[%eval 0.17] [%clk 0:03:00] A move [#] that is good".to_owned();
        assert_eq!(take_command(&mut text, "clk").as_deref(), Some("0:03:00"));
        assert_eq!(take_command(&mut text, "eval").as_deref(), Some("0.17"));
        assert!(take_diagram(&mut text));
        assert_eq!(text, "A move that is good");
        assert!(!take_diagram(&mut text));
        assert_eq!(take_command(&mut "[%clk 0:03".to_owned(), "clk"), None);
    }

    #[test]
    fn addresses_are_found_in_sentences() {
        for (text, expected) in [
            ("https://lichess.org/abc", vec![(true, "https://lichess.org/abc")]),
            ("see http://a.b/c.", vec![(false, "see "), (true, "http://a.b/c"), (false, ".")]),
            ("(https://a.b)", vec![(false, "("), (true, "https://a.b"), (false, ")")]),
            ("https:// no", vec![(false, "https:// no")]),
            ("none", vec![(false, "none")]),
        ] {
            assert_eq!(links(text), expected, "{text}");
        }
    }
}
