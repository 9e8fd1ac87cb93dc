//! The words of each language for sides, endings, titles and what stands between players.
//!
//! The forms are those of `endings.tsv`, a line for each language, in lower case; `…` stands for a few words of any kind.

use std::sync::LazyLock;

/// A phrase as lower-case words, in which [`OPEN`] stands for a few words.
pub type Phrase = Vec<&'static str>;

/// What stands for a few words in a phrase, and how many at most.
pub const OPEN: &str = "…";
pub const FEW: usize = 6;

/// The forms of a language.
pub struct Tongue {
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
        let mut cells = line.split('\t').skip(1).map(phrases);
        let mut next = || cells.next().unwrap_or_default();
        Tongue {
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

/// Whether a word in any case may precede a name, such as `Dr`.
pub fn is_title(word: &str) -> bool {
    is_one_of(word, |it| &it.titles)
}

/// Whether a word in any case stands between the names of the players, such as `vs`.
pub fn is_versus(word: &str) -> bool {
    is_one_of(word, |it| &it.versus)
}

fn is_one_of(word: &str, phrases: fn(&Tongue) -> &Vec<Phrase>) -> bool {
    let word = word.to_lowercase();
    !word.is_empty() && TONGUES.iter().any(|it| phrases(it).iter().any(|it| **it == [&*word]))
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
