//! Words of scoresheets, tables and records in the supported languages: names of columns, fields and labels.

pub mod ending;
pub mod figures;
pub mod heading;
pub mod tongues;
pub mod vocabulary;

use std::{collections::HashMap, sync::LazyLock};

use crate::chess::Color;

/// The meaning of a name, which is the first word of its line in `words/columns.tsv`, and its rank: 0 for the
/// preferred name.
type Meaning = (&'static str, usize);

static COLUMNS: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let lines = include_str!("words/columns.tsv").lines().filter(|line| !line.starts_with('#'));
    let meanings = lines.flat_map(|line| {
        let mut words = line.split('\t');
        let key = words.next().unwrap_or_default();
        words.enumerate().map(move |(n, word)| (word, (key, n)))
    });
    meanings.collect()
});

/// Whether an ASCII character occurs in any column name.
static SIGNS: LazyLock<[bool; 128]> = LazyLock::new(|| {
    let mut signs = [false; 128];
    for byte in COLUMNS.keys().flat_map(|it| it.bytes()).filter(u8::is_ascii) {
        signs[usize::from(byte)] = true;
    }
    signs
});

/// FIDE titles as they precede names, and those of federations.
pub const TITLES: [&str; 8] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];
pub const NATIONAL_TITLES: [&str; 2] = ["NM", "LM"];

/// The names of the sides, in the languages of books.
pub const SIDES: [[&str; 2]; 8] = [
    ["white", "black"],
    ["weiß", "schwarz"],
    ["weiss", "schwarz"],
    ["wit", "zwart"],
    ["blancas", "negras"],
    ["blancs", "noirs"],
    ["bianco", "nero"],
    ["brancas", "pretas"],
];

/// Returns the meaning of a column name or field label, in any case, with or without a colon or full stop
/// after it.
pub fn column(name: &str) -> Option<&'static str> {
    // Longer than any name.
    if name.len() > 60 || name.is_empty() {
        return None;
    }
    let name = name.trim().trim_end_matches([':', '.']);
    // Most other texts have a digit or a comma.
    let is_strange = |it: u8| it.is_ascii_graphic() && !SIGNS[usize::from(it.to_ascii_lowercase() & 0x7f)];
    if name.bytes().any(is_strange) {
        return None;
    }
    let name = name.to_lowercase();
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    COLUMNS.get(&*words).map(|it| it.0)
}

/// Returns the side named above a column of moves.
pub fn side(name: &str) -> Option<Color> {
    match column(name)? {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        _ => None,
    }
}

/// Like [`side`], but also accepts its first letter.
pub fn side_or_letter(name: &str) -> Option<Color> {
    match name {
        "w" | "W" => Some(Color::White),
        "b" | "B" => Some(Color::Black),
        _ => side(name),
    }
}

/// The kind of a record's field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldName {
    /// A property of the game, by its key in `columns.tsv`.
    Game(&'static str),
    /// A property of a player, and the rank of the name.
    Player(Color, &'static str, usize),
    /// Anything else.
    Other,
}

/// Returns the kind of a field: `white_elo`, `WhiteElo`, `players.white.rating`, `Elo Weiß`.
pub fn field(name: &str) -> FieldName {
    let words = words(name);
    let meaning = |words: &[String]| COLUMNS.get(&*words.join(" ")).copied();
    if let Some((key, _)) = meaning(&words) {
        return FieldName::Game(key);
    }
    // As in `whiteelo`, from a data frame in lower case.
    let joined = |color: Color, side: &str| {
        let (key, rank) = meaning(&[words.first()?.strip_prefix(side)?.to_owned()])?;
        (words.len() == 1).then_some(FieldName::Player(color, key, rank))
    };
    for n in 0..words.len() {
        if let Some(color) = side(&words[n]) {
            let rest = [&words[..n], &words[n + 1..]].concat();
            return meaning(&rest)
                .map_or(FieldName::Other, |(key, rank)| FieldName::Player(color, key, rank));
        }
    }
    joined(Color::White, "white").or_else(|| joined(Color::Black, "black")).unwrap_or(FieldName::Other)
}

/// Splits a field name into lower-case words: `utc date` for `UTCDate`, `players white` for `players.white`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let letters: Vec<char> = name.trim().chars().collect();
    for (n, letter) in letters.iter().enumerate() {
        let next_is_lower = letters.get(n + 1).is_some_and(|it| it.is_lowercase());
        let before = n.checked_sub(1).map(|n| letters[n]);
        let begins = letter.is_uppercase()
            && before.is_some_and(|it| it.is_lowercase() || it.is_uppercase() && next_is_lower);
        if begins || matches!(letter, '_' | '-' | '.' | '/' | '@' | ':') || letter.is_whitespace() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() || matches!(letter, '#' | '№' | '°' | 'º') {
            words.last_mut().into_iter().for_each(|word| word.extend(letter.to_lowercase()));
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

/// Turns a field name into a tag name: `OpeningPly` for `opening.ply`. Valid tag names are unchanged; `None`
/// if it doesn't begin with a letter.
pub fn tag_name(name: &str) -> Option<String> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if name.starts_with(|it: char| it.is_ascii_uppercase()) && name.chars().all(is_plain) {
        return Some(name.to_owned());
    }
    let capital = |word: String| {
        let mut letters = word.chars().filter(|it| it.is_alphanumeric());
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        first + &letters.collect::<String>()
    };
    let name: String = words(name).into_iter().map(capital).collect();
    name.starts_with(char::is_alphabetic).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_known_however_they_are_spelt() {
        for (name, expected) in [
            ("white", FieldName::Game("White")),
            ("Schwarz", FieldName::Game("Black")),
            ("movetext", FieldName::Game("Moves")),
            ("AN", FieldName::Game("Moves")),
            ("initialFen", FieldName::Game("StartFEN")),
            ("opening.eco", FieldName::Game("ECO")),
            ("UTCDate", FieldName::Game("UTCDate")),
            ("Date played", FieldName::Game("Date")),
            ("WhiteElo", FieldName::Player(Color::White, "Rating", 1)),
            ("whiteelo", FieldName::Player(Color::White, "Rating", 1)),
            ("black_rating", FieldName::Player(Color::Black, "Rating", 0)),
            ("players.black.user.name", FieldName::Player(Color::Black, "Name", 4)),
            ("white.@id", FieldName::Player(Color::White, "Name", 11)),
            ("Elo Weiß", FieldName::Player(Color::White, "Rating", 1)),
            ("PuzzleId", FieldName::Other),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
        for (name, expected) in [
            ("PuzzleId", Some("PuzzleId")),
            ("opening.ply", Some("OpeningPly")),
            ("time_class", Some("TimeClass")),
            ("@id", Some("Id")),
            ("1st", None),
            ("", None),
        ] {
            assert_eq!(tag_name(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn no_name_stands_for_two_things() {
        let lines = include_str!("words/columns.tsv").lines().filter(|line| !line.starts_with('#'));
        let count: usize = lines.map(|line| line.split('\t').count() - 1).sum();
        assert_eq!(COLUMNS.len(), count);
    }
}
