//! Games in percent-encoded text (RFC 3986, section 2.1), as in URLs and in strings of web pages.

use percent_encoding::percent_decode_str;

use super::{edited::Edited, enclosed::begins_game};
use crate::{lines, slice::Slice as _};

/// Codes of which every encoded game has at least one: blanks, or the brackets of tags.
const CODES: [&str; 4] = ["%20", "+", "%5B", "%5b"];

/// Quotation marks; the first of them that occurs in a word encloses strings.
const MARKS: [char; 3] = ['"', '`', '\''];

/// Returns `text` with its games decoded and padded with spaces. In a program's string, quotation marks and
/// line ends are escaped.
pub(super) fn without_percents(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, words) in lines::words(text).filter(|it| it.1.contains('%')) {
        let mark = MARKS.into_iter().find(|it| words.contains(*it));
        let is_sign = |it: char| Some(it) == mark || matches!(it, '<' | '>');
        let mut start = at;
        for part in words.split_inclusive(is_sign) {
            let word = part.trim_end_matches(is_sign);
            let is_string = mark.is_some_and(|it| text.slice(..start).ends_with(it));
            let word = if is_string { word } else { word.trim_end_matches([')', '.', ',']) };
            if let Some(game) = decoded(word, is_string) {
                edited.put(start, word.len(), game.as_bytes());
            }
            start += part.len();
        }
    }
    edited.text()
}

/// Decodes a word that is a game, perhaps at the end of a URL: the value of a parameter, or the last part of the path.
fn decoded(word: &str, is_string: bool) -> Option<String> {
    if !CODES.iter().any(|it| word.contains(it)) {
        return None;
    }
    let plain = |word: &str| Some(percent_decode_str(word).decode_utf8().ok()?.into_owned());
    let whole = plain(word)?;
    if begins_game(&whole) {
        return Some(match is_string {
            true => whole.replace('\r', "").replace('"', "\\\"").replace('\n', "\\n"),
            false => whole,
        });
    }
    let parameter = word.find('=');
    // Or the last part of a path.
    [parameter, word.slice(..parameter.unwrap_or(word.len())).rfind('/')].into_iter().flatten().find_map(
        |field| {
            let (address, value) = (word.slice(..field), word.slice(field + 1..).replace('+', " "));
            let value = plain(value.split(['&', '?']).next().unwrap_or_default())?;
            begins_game(&value).then(|| format!("{address}\n{value}"))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_decoded_where_they_stand() {
        for (text, expected) in [
            ("pgn: \"1.%20e4%20e5%0A2.%20Nf3\",", "pgn: \"1. e4 e5\\n2. Nf3 \","),
            ("'%5BSite%20%22A%22%5D%0A1.%20e4%20e5'", "'[Site \\\"A\\\"]\\n1. e4 e5 '"),
            ("\"1.%20e4%20e5%20(1...%20c5%20{It's})\"", "\"1. e4 e5 (1... c5 {It's}) \""),
            ("[x](https://a.b/?pgn=1.%20e4%20e5).", "[x](https://a.b/?pgn\n1. e4 e5 )."),
            ("see https://a.b/x?pgn=1.%20e4%20e5&c=d now", "see https://a.b/x?pgn\n1. e4 e5 now"),
            ("?moves=1.+e4+e5+2.+Bb5%2B ", "?moves\n1. e4 e5 2. Bb5+ "),
            ("https://a.b/pgn/1.%20e4%20e5?c=white ", "https://a.b/pgn\n1. e4 e5 "),
        ] {
            let decoded = without_percents(text).unwrap_or_default();
            assert_eq!(decoded.len(), text.len(), "{text}");
            let words: Vec<&str> = decoded.split_inclusive(' ').filter(|it| *it != " ").collect();
            assert_eq!(words.concat(), expected, "{text}");
        }
        for text in ["https://a.b/My%20Page", "50% of 100%20", "%ff%20", "1. e4 e5"] {
            assert_eq!(without_percents(text), None, "{text}");
        }
    }
}
