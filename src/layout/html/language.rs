//! The language of a page, which is that of its notation.

use crate::notation::Choice;

/// Texts of the page: a line per text, a column per language, English first.
const WORDS: &str = include_str!("words.tsv");

/// Texts of the page's script.
const OF_SCRIPT: [&str; 9] = [
    "Starting position",
    "After",
    "First position",
    "Back",
    "Forward",
    "Last position",
    "Turn the board",
    "Expand all",
    "Collapse all",
];

/// Words of ordinary scoresheets, and those of the laws of *New Chess Notation* in their place: sections 5.2,
/// 5.3 and 16.2.
const OF_LAWS: [(&str, &str); 6] = [
    ("Organiser", "Chess organization which organizes a tournament"),
    ("Disposition of the pieces", "Disposition of the pieces of White and Black"),
    ("Tournament", "Name of tournament or logo of tournament"),
    ("Board", "Chessboard"),
    ("Result", "Score"),
    ("Move", "Number of the move"),
];

/// A language of pages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Language {
    /// Its column in [`WORDS`]; English is the first.
    column: usize,
    /// Whether the words are those of scoresheets with a column per file.
    pub of_laws: bool,
}

impl Language {
    /// Returns the language of a notation's style, as in `san:de`; English if it has none, or an unsupported
    /// one.
    pub fn of(choice: &Choice) -> Language {
        let styles = choice.name.split([':', ',']).skip(1);
        let column = |style: &str| codes().position(|it| it == style);
        let column = styles.filter_map(column).next().unwrap_or_default();
        Language { column, of_laws: choice.notation.scoresheet() }
    }

    /// Returns English with the words of the laws of *New Chess Notation*.
    pub const fn laws() -> Language {
        Language { column: 0, of_laws: true }
    }

    /// Returns its code, for the `lang` attribute.
    pub fn code(self) -> &'static str {
        codes().nth(self.column).unwrap_or("en")
    }

    /// Translates an English text of the page.
    pub fn say(self, english: &'static str) -> &'static str {
        let of_laws = OF_LAWS.iter().find(|it| self.of_laws && it.0 == english);
        let english = of_laws.map_or(english, |it| it.1);
        if self.column == 0 {
            return english;
        }
        let line = WORDS.lines().find(|it| it.split('\t').next() == Some(english));
        line.and_then(|it| it.split('\t').nth(self.column)).unwrap_or(english)
    }

    /// Returns the translations of the script's texts, as `English=other` between bars; `None` for English.
    pub fn of_script(self) -> Option<String> {
        let pair = |it: &'static str| format!("{it}={}", self.say(it));
        (self.column > 0).then(|| OF_SCRIPT.map(pair).join("|"))
    }
}

fn codes() -> impl Iterator<Item = &'static str> {
    WORDS.lines().next().unwrap_or_default().split('\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_in_every_language() {
        let count = codes().count();
        for line in WORDS.lines() {
            assert_eq!(line.split('\t').filter(|it| !it.is_empty()).count(), count, "{line}");
        }
        for said in OF_LAWS.iter().flat_map(|it| [it.0, it.1]) {
            assert!(WORDS.lines().any(|it| it.starts_with(&format!("{said}\t"))), "{said}");
        }
        for said in OF_SCRIPT {
            assert!(WORDS.lines().any(|it| it.starts_with(&format!("{said}\t"))), "{said}");
            assert!(include_str!("board.js").contains(said), "{said}");
        }
    }

    #[test]
    fn a_sheet_with_a_column_for_each_file_has_the_words_of_the_laws() {
        for (name, board, result) in [
            ("san", "Board", "Result"),
            ("sllavcco", "Chessboard", "Score"),
            ("sllavcco:de", "Schachbrett", "Punkte"),
        ] {
            let language = Language::of(&Choice::parse(name).unwrap());
            assert_eq!((language.say("Board"), language.say("Result")), (board, result), "{name}");
        }
    }

    #[test]
    fn the_notation_tells_the_language() {
        for (name, code, white) in [
            ("san", "en", "White"),
            ("san:de", "de", "Weiß"),
            ("descriptive:es", "es", "Blancas"),
            ("spoken:nato,fr", "fr", "Blancs"),
            ("san:figurine", "en", "White"),
            ("san:cs", "en", "White"),
        ] {
            let language = Language::of(&Choice::parse(name).unwrap());
            assert_eq!((language.code(), language.say("White")), (code, white), "{name}");
        }
    }
}
