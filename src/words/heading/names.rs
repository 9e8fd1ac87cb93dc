//! Recognition of players' names.

use std::ops::RangeInclusive;

use crate::{
    slice::Slice as _,
    words::{
        tongues::{self, BesideNames},
        vocabulary::OfMove,
    },
};

/// Words of openings and book chapters: a line with one of them names no players.
const OF_BOOKS: &str = include_str!("of_books.txt");

const MOST_WORDS: usize = 6;

/// The role of a word in a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Identifies a person, as a name or an initial.
    Telling,
    /// Identifies nobody: a title, a part of a move, dashes.
    Silent,
    /// A word of openings or book chapters.
    OfBooks,
}

impl Part {
    pub fn of(word: &str) -> Part {
        const SHORTEST: usize = 3;
        let core = word.trim_matches(|it: char| !it.is_alphanumeric());
        let lower = core.replace('’', "'").to_lowercase();
        if OF_BOOKS.split_whitespace().any(|it| it == lower) {
            return Part::OfBooks;
        }
        let is_initial = word.ends_with('.') && core.chars().count() == 1;
        // As in `Lee`, `N.Y.` and `Vachier-Lagrave`.
        let is_joined = core.contains('-') && core.split('-').all(|it| it.chars().count() >= SHORTEST);
        let is_word = core.chars().count() >= SHORTEST
            && core.chars().all(|it| it.is_alphabetic() || it == '.' || is_joined && it == '-');
        let is_telling = is_initial
            || !core.is_empty()
                && tongues::beside_names(core) != Some(BesideNames::Title)
                && (is_word || OfMove::of(core) == OfMove::Nothing || word.contains('—'));
        if is_telling { Part::Telling } else { Part::Silent }
    }
}

/// Returns the tidied name of a player, several players, or a town: capitalised words, with short ones such
/// as `de` and `and` between them.
pub fn name(text: &str) -> Option<String> {
    let text = tidy(text)?;
    let is_letter =
        |it: char| it.is_alphabetic() || matches!(it, '.' | ',' | '\'' | '’' | ' ' | '-' | '—' | '&' | '_');
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    // As in `d'Arcy`.
    let is_particle =
        |word: &str| word.trim_end_matches('.').chars().count() <= 3 || word.contains(['\'', '’']);
    let is_written_so = (1..=MOST_WORDS).contains(&words.len())
        && text.chars().enumerate().all(|(n, it)| is_letter(it) || n > 0 && it.is_ascii_digit())
        // As in `Bemmelen van,Ursus`.
        && words
            .iter()
            .flat_map(|it| it.split(',').filter(|it| !it.is_empty()))
            .all(|it| is_capital(it) || is_particle(it) || it.starts_with(|it: char| it.is_ascii_digit()))
        && words.last().and_then(|it| it.rsplit(',').next()).is_some_and(is_capital);
    let has = |part: Part| words.iter().any(|it| Part::of(it) == part);
    (is_written_so && has(Part::Telling) && !has(Part::OfBooks)).then_some(text)
}

/// Number of digits of a rating.
pub const RATING: RangeInclusive<usize> = 3..=4;

/// Strips words of typographical decoration.
pub fn tidy(words: &str) -> Option<String> {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_mark = |it: char| it.is_whitespace() || matches!(it, ',' | ';' | ':' | '_' | '-');
    let words = words.trim_matches(is_mark);
    let words = words.strip_suffix(").").map_or(words, |it| words.slice(..it.len() + 1));
    // Parentheses are removed if they enclose everything, or are unbalanced.
    let words = match words.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')').unwrap_or(inner),
        None if !words.contains('(') => words.trim_end_matches(')'),
        None => words,
    };
    let words = words.trim_matches(is_mark);
    // Removes a full stop that ends a sentence, but not one of an initial or title.
    let last = words.rsplit([' ', '.']).find(|it| !it.is_empty()).unwrap_or_default();
    // As in `McD.`
    let is_cut = last.ends_with(char::is_uppercase) && last.contains(char::is_lowercase);
    let is_short = is_cut || matches!(&*last.to_lowercase(), "esq" | "jun" | "sen");
    let ends = last.chars().count() >= 3 && !is_short && !words.ends_with("..");
    let words = if ends { words.trim_end_matches('.') } else { words };
    words.chars().any(char::is_alphanumeric).then(|| words.to_owned())
}
