//! Games that a mail quotes: every line begins with a mark of quotation.

use std::borrow::Cow;

/// Whether a text that begins so quotes games: a line with a mark of quotation has a tag pair or the first move. `None` if more
/// of it must be seen.
pub fn is_quoted(beginning: &str) -> bool {
    let games = |line: &str| {
        let words = line.trim_start_matches(['>', ' ', '\t']);
        line.trim_start().starts_with('>') && (words.starts_with("[Event \"") || words.starts_with("1."))
    };
    beginning.lines().any(games)
}

/// The text with blanks for the marks of quotation, so that every place stays where it is.
pub fn unquoted(text: &str) -> Cow<'_, str> {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches(['>', ' ', '\t']);
        let marks = &line[..line.len() - rest.len()];
        plain.extend(marks.chars().map(|it| if it == '>' { ' ' } else { it }));
        plain.push_str(rest);
    }
    Cow::Owned(plain)
}
