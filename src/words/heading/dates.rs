//! The date of a game in the words above it.

use crate::{notation::DASHES, slice::Slice as _, words};

/// Names and abbreviations of the months, one line each, in the supported languages.
const MONTHS: &str = include_str!("../months.tsv");

/// Words showing that a year is that of a publication.
const OF_PUBLICATIONS: [&str; 33] = [
    "annotations", "annotated", "book", "books", "bulletin", "cf", "chronicle", "compare", "copyright",
    "edition", "field", "gazette", "handbook", "herald", "informant", "isbn", "journal", "magazine",
    "manual", "monthly", "news", "press", "published", "reprinted", "review", "revista", "revue", "rivista",
    "schachzeitung", "see", "source", "treatise", "zeitung",
];

/// Longest paragraph that dates a single game, in words.
const LONGEST_TITLE: usize = 40;

/// Returns the year in a line and its offset, skipping ratings.
pub fn year(line: &str) -> Option<(usize, String)> {
    let bytes = line.as_bytes();
    // With two numbers in parentheses, as in `(1850)` and `(Oxford, 2100)`, both are ratings.
    let has_number = |it: &str| {
        let inner = it.split(')').next().unwrap_or_default();
        inner
            .split(|it: char| !it.is_alphanumeric())
            .any(|it| it.len() == 4 && it.bytes().all(|it| it.is_ascii_digit()))
    };
    let is_rated = line.split('(').skip(1).filter(|it| has_number(it)).count() > 1;
    (0..bytes.len().saturating_sub(3)).find_map(|at| {
        let digits = bytes.get(at..at + 4).filter(|it| it.iter().all(u8::is_ascii_digit))?;
        let apart = |place: Option<&u8>| place.is_none_or(|it| !it.is_ascii_alphanumeric());
        let before = at.checked_sub(1).and_then(|n| bytes.get(n));
        let alone = apart(before) && apart(bytes.get(at + 4));
        let word = line.slice(..at).trim_end_matches(|it: char| !it.is_alphanumeric());
        let word = word.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        let is_of_white = line.slice(at + 4..).trim_start_matches([')', ' ']).starts_with(DASHES);
        let is_inside = line.slice(..at).rfind('(') > line.slice(..at).rfind(')');
        let is_rating = is_inside && is_rated
            || before == Some(&b'(') && is_of_white
            || words::column(word) == Some("Rating")
            || matches!(&*word.to_lowercase(), "dwz" | "ecf" | "uscf" | "fide");
        let century = (b"15".as_slice()..=b"20".as_slice()).contains(&&digits[..2]);
        (alone && century && !is_rating).then(|| (at, line.slice(at..at + 4).to_owned()))
    })
}

/// Parses a numeric date, as in `12.03.2026`, `2026-3-12` and, if the other order is impossible, `3/14/2026`.
pub fn in_figures(text: &str) -> Option<String> {
    let numbers: Vec<u32> =
        text.split(['.', '-', '/']).map(|it| it.trim().parse().ok()).collect::<Option<_>>()?;
    let (year, month, day) = match numbers[..] {
        [year, month, day] if (1500..2100).contains(&year) => (year, month, day),
        [month, day, year] if (1500..2100).contains(&year) && day > 12 => (year, month, day),
        [day, month, year] if (1500..2100).contains(&year) => (year, month, day),
        _ => return None,
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| format!("{year}.{month:02}.{day:02}"))
}

/// Returns the month named by a word, from 1.
fn month(word: &str) -> Option<usize> {
    let word = word.trim_matches(|it: char| !it.is_alphabetic()).to_lowercase();
    MONTHS.lines().position(|it| it.split('\t').any(|it| it == word)).map(|n| n + 1)
}

/// Parses the day of a month, as in `23rd`, `5.` and `1er`.
fn day(word: &str) -> Option<u32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let is_ending = matches!(
        word.slice(digits..).trim_end_matches(['.', ',']),
        "" | "st" | "nd" | "rd" | "th" | "d" | "er" | "º"
    );
    word.slice(..digits).parse().ok().filter(|it| is_ending && (1..=31).contains(it))
}

/// Returns the date in a line or sentence, as far as given; `None` if it cites a publication or tells of
/// something other than a game.
fn of_text(text: &str) -> Option<String> {
    /// Words before a page or volume number.
    const OF_PAGES: [&str; 8] = ["p", "pp", "page", "pages", "s", "seite", "vol", "volume"];
    const OF_GAMES: [&str; 12] = [
        "played", "match", "tournament", "between", "game", "tourney", "congress", "white", "black",
        "partie", "partida", "turnier",
    ];
    const OF_TALES: [&str; 7] = [" was ", " were ", " is ", " had ", " has ", " died ", " born "];
    let lower = text.to_lowercase();
    let is_letter = |it: char| it.is_alphanumeric() || matches!(it, '\'' | '’');
    let words: Vec<&str> = lower.split(|it| !is_letter(it)).filter(|it| !it.is_empty()).collect();
    let is_number = |word: &str| word.starts_with(|it: char| it.is_ascii_digit());
    let cites = text.contains(['©', '“', '"'])
        || words.iter().any(|it| OF_PUBLICATIONS.contains(it))
        || words.windows(2).any(|it| OF_PAGES.contains(&it[0]) && is_number(it[1]));
    let count = lower.split_whitespace().count();
    let tells = OF_TALES.iter().any(|it| lower.contains(it)) || text.trim_end().ends_with('.') && count > 3;
    // A long paragraph is about more than one game.
    let is_tale = count > LONGEST_TITLE || tells && !OF_GAMES.iter().any(|it| lower.contains(it));
    if cites || is_tale {
        return None;
    }
    let is_edge = |it: char| !it.is_ascii_digit();
    let figures = |word: &str| in_figures(word.trim_matches(is_edge));
    if let Some(date) = text.split_whitespace().find_map(figures) {
        return Some(date);
    }
    let first = year(text)?.1;
    // Of several years, one after a month is more precise.
    let mut from = 0;
    while let Some((at, told)) = year(text.slice(from..)) {
        if let Some(date) = near_month(text, from + at, &told) {
            return Some(date);
        }
        from += at + told.len();
    }
    Some(format!("{first}.??.??"))
}

/// Returns the date with the year at `at`, if a month precedes it.
fn near_month(text: &str, at: usize, year: &str) -> Option<String> {
    const NEAR: usize = 4;
    let words: Vec<&str> =
        text.slice(..at).split([' ', ',', '(', '\n']).filter(|it| !it.is_empty()).collect();
    let near = &words[words.len().saturating_sub(NEAR)..];
    let n = near.iter().rposition(|it| month(it).is_some())?;
    let month = month(near[n])?;
    // The day may precede or follow the month, as in `12 de marzo de 1921` and `March 12, 1921`.
    let days = near[n + 1..].iter().chain(near[..n].iter().rev());
    let day = days.copied().find_map(day).map_or("??".to_owned(), |day| format!("{day:02}"));
    Some(format!("{year}.{month:02}.{day}"))
}

/// Returns the date of the game, as far as given, as in `1892.09.23`.
pub fn date(heading: &str) -> Option<String> {
    let paragraphs = || heading.split("\n\n");
    let all: Vec<String> =
        paragraphs().flat_map(str::lines).chain(paragraphs()).filter_map(of_text).collect();
    // Prefers the most complete date.
    all.iter()
        .find(|it| !it.contains('?'))
        .or_else(|| all.iter().find(|it| !it.ends_with("??.??")))
        .or(all.first())
        .cloned()
}
