//! Numbers of rounds and boards, and ECO codes, in the words above a game.

use crate::{lex, words::column};

/// Most digits of a round or board number.
const MOST_FIGURES: usize = 3;

/// Whether `text` is a code of the Encyclopaedia of Chess Openings, such as `B90`.
pub fn is_eco(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..] if text.len() <= 5)
}

/// Returns the ECO code in brackets at the end of a line.
pub fn eco(line: &str) -> Option<&str> {
    let (_, code) = line.trim_end().strip_suffix([']', ')'])?.rsplit_once(['[', '('])?;
    Some(code).filter(|it| is_eco(it))
}

/// Returns the number of the round or board in a heading, as in `Board 3`, `3. Runde`, `Round 5, Board 2`.
pub fn counted(heading: &str, wanted: &str) -> Option<String> {
    const ENDINGS: [&str; 6] = ["st", "nd", "rd", "th", "ª", "º"];
    let number = |word: &str| {
        let word = word.trim_start_matches('#').trim_end_matches(['.', ':']);
        let digits = ENDINGS.iter().find_map(|it| word.strip_suffix(it)).unwrap_or(word);
        let is_count = |it: &str| (1..=MOST_FIGURES).contains(&lex::figures(it));
        digits.split('.').all(is_count).then(|| digits.to_owned())
    };
    let named = |words: &[&str]| {
        let [first, second] = words else { return None };
        let (name, count) = number(second).map_or_else(|| (second, number(first)), |it| (first, Some(it)));
        Some((column(name)?, count?))
    };
    // As in `Round 5` and `Round 5 Board 2`.
    let part = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let all = words.chunks(2).map(named).collect::<Option<Vec<_>>>()?;
        all.into_iter().find(|it| it.0 == wanted).map(|it| it.1)
    };
    let parts = heading
        .lines()
        .rev()
        .flat_map(|it| it.split([',', ';', '/', '(', ')', '|', ':', '–', '—']).flat_map(|it| it.split("  ")));
    parts.map(str::trim).find_map(part)
}

/// Parses two words as a board or round and its number: `Board 3`, `Runde 5:`.
pub fn numbered<'t>(name: &str, number: &'t str) -> Option<(&'static str, &'t str)> {
    let number = number.trim_end_matches([':', ',', '.', ')']);
    let name = column(name).filter(|it| matches!(*it, "Board" | "Round"))?;
    (1..=MOST_FIGURES).contains(&lex::figures(number)).then_some((name, number))
}
