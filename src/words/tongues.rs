//! Phrases of each language for sides, endings, titles and the word between players.
//!
//! The phrases are in `endings.tsv`, one line per language, in lower case; `…` matches a few words.

use std::{collections::HashMap, sync::LazyLock};

use crate::chess::Color;

/// A phrase as lower-case words; [`OPEN`] matches a few words.
pub type Phrase = Vec<&'static str>;

/// The wildcard of a phrase, and the most words that it matches.
pub const OPEN: &str = "…";
pub const FEW: usize = 6;

/// The phrases of a language.
pub struct Tongue {
    /// The language's code (ISO 639-1).
    code: &'static str,
    pub sides: [Vec<Phrase>; 2],
    pub wins: Vec<Phrase>,
    pub resigns: Vec<Phrase>,
    pub loses: Vec<Phrase>,
    pub drawn: Vec<Phrase>,
    /// What may follow a statement.
    pub with: Vec<Phrase>,
    /// What may precede a statement.
    pub and: Vec<Phrase>,
    /// Phrases showing that a sentence is hypothetical, or about other games.
    pub unless: Vec<Phrase>,
    /// What may precede a name.
    pub titles: Vec<Phrase>,
    /// Words between the players' names.
    pub versus: Vec<Phrase>,
}

pub static TONGUES: LazyLock<Vec<Tongue>> = LazyLock::new(|| {
    let phrases =
        |cell: &'static str| -> Vec<Phrase> { cell.split(';').map(|it| it.split(' ').collect()).collect() };
    let of_line = |line: &'static str| {
        let (code, forms) = line.split_once('\t').unwrap_or((line, ""));
        let mut cells = forms.split('\t').map(phrases);
        let mut next = || cells.next().unwrap_or_default();
        Tongue {
            code,
            sides: [next(), next()],
            wins: next(),
            resigns: next(),
            loses: next(),
            drawn: next(),
            with: next(),
            and: next(),
            unless: next(),
            titles: next(),
            versus: next(),
        }
    };
    include_str!("endings.tsv").lines().skip(1).map(of_line).collect()
});

/// The last words of phrases for sides, with their language codes.
static SIDES: LazyLock<HashMap<&str, Vec<(&str, Color)>>> = LazyLock::new(|| {
    let mut sides: HashMap<&str, Vec<(&str, Color)>> = HashMap::new();
    for tongue in TONGUES.iter() {
        for (phrases, color) in tongue.sides.iter().zip([Color::White, Color::Black]) {
            for word in phrases.iter().filter_map(|it| it.last()) {
                sides.entry(word).or_default().push((tongue.code, color));
            }
        }
    }
    sides
});

/// Returns the sides that a word names, each with its language code.
pub fn side(word: &str) -> &'static [(&'static str, Color)] {
    SIDES.get(&*word.to_lowercase()).map_or(&[], Vec::as_slice)
}

/// The role of a word beside names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BesideNames {
    /// Precedes a name, as `Dr` does.
    Title,
    /// Stands between the players' names, as `vs` does.
    Versus,
}

/// Returns the role of a word, in any case, beside names.
pub fn beside_names(word: &str) -> Option<BesideNames> {
    let word = word.to_lowercase();
    let is_in = |phrases: &[Phrase]| !word.is_empty() && phrases.iter().any(|it| **it == [&*word]);
    TONGUES.iter().find_map(|it| match it {
        it if is_in(&it.titles) => Some(BesideNames::Title),
        it if is_in(&it.versus) => Some(BesideNames::Versus),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    /// They are compared with words in lower case.
    #[test]
    fn forms_are_in_lower_case() {
        for line in include_str!("endings.tsv").lines() {
            assert_eq!(line, line.to_lowercase());
        }
    }
}
