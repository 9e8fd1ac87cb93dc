//! The words of each language for sides, endings, titles and what stands between players.
//!
//! The forms are those of `endings.tsv`, a line for each language, in lower case; `…` stands for a few words of any kind.

use std::{collections::HashMap, sync::LazyLock};

use crate::chess::Color;

/// A phrase as lower-case words, in which [`OPEN`] stands for a few words.
pub type Phrase = Vec<&'static str>;

/// What stands for a few words in a phrase, and how many at most.
pub const OPEN: &str = "…";
pub const FEW: usize = 6;

/// The forms of a language.
pub struct Tongue {
    /// The language's code (ISO 639-1).
    code: &'static str,
    pub sides: [Vec<Phrase>; 2],
    pub wins: Vec<Phrase>,
    pub resigns: Vec<Phrase>,
    pub loses: Vec<Phrase>,
    pub drawn: Vec<Phrase>,
    /// What may follow.
    pub with: Vec<Phrase>,
    /// What may precede.
    pub and: Vec<Phrase>,
    /// What shows that a sentence supposes something, or is about other games.
    pub unless: Vec<Phrase>,
    /// What may precede a name.
    pub titles: Vec<Phrase>,
    /// What stands between the names of the players.
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

/// The last words of the phrases for sides, with the codes of their languages.
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

/// Returns the side that a word names, with the code of each language in which it does.
pub fn side(word: &str) -> &'static [(&'static str, Color)] {
    SIDES.get(&*word.to_lowercase()).map_or(&[], Vec::as_slice)
}

/// What a word has to do with names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BesideNames {
    /// It may precede one, as `Dr`.
    Title,
    /// It stands between those of the players, as `vs`.
    Versus,
}

/// Returns what a word, in any case, has to do with names.
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
