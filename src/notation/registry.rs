//! The notations by name, with their styles.

use std::fmt;

use super::{
    Notation,
    chess99::Chess99,
    descriptive::{Descriptive, Uchess},
    economical::{self, Economical},
    geographical::Geographical,
    iccf::Iccf,
    lan::Lan,
    letters::{LANGUAGES, Letters},
    san::San,
    sllavcco::Sllavcco,
    smith::Smith,
    uci::Uci,
};
use crate::{rules::Position, similar};

/// A notation as the command line knows it.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Its styles beside the plain one.
    pub styles: &'static [Style],
    /// Does it also take the piece letters of a language, or figurines?
    pub letters: bool,
    /// The styles in which a game may be without saying so, beside the plain one.
    detectable: &'static [&'static str],
    make: fn(&[&str], Letters) -> Box<dyn Notation>,
}

/// A style of a notation.
pub struct Style {
    /// Its name, after the colon.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
}

/// Languages that stand, in detection, for all that have the same letters.
const LETTERS: &[&str] =
    &["de", "nl", "fr", "es", "pt", "ro", "pl", "cs", "hu", "fi", "et", "is", "tr", "el", "ru", "uk", "bg"];

/// All notations.
pub static REGISTRY: &[Entry] = &[
    Entry {
        name: "san",
        summary: "standard algebraic notation, as in PGN",
        styles: &[],
        letters: true,
        detectable: LETTERS,
        make: |_, letters| Box::new(San::new(letters)),
    },
    Entry {
        name: "lan",
        summary: "long algebraic notation",
        styles: &[],
        letters: true,
        detectable: &[],
        make: |_, letters| Box::new(Lan::new(letters)),
    },
    Entry {
        name: "uci",
        summary: "coordinates, as chess engines write them",
        styles: &[],
        letters: false,
        detectable: &[],
        make: |_, _| Box::new(Uci),
    },
    Entry {
        name: "iccf",
        summary: "numeric notation of correspondence chess",
        styles: &[],
        letters: false,
        detectable: &[],
        make: |_, _| Box::new(Iccf),
    },
    Entry {
        name: "smith",
        summary: "coordinates with what was captured",
        styles: &[],
        letters: false,
        detectable: &[],
        make: |_, _| Box::new(Smith),
    },
    Entry {
        name: "chess99",
        summary: "the play notation of Chess 99: where from, where to, and what is taken",
        styles: &[Style { name: "ascii", summary: "x for a capture, gh6xN" }],
        letters: false,
        detectable: &[],
        make: |styles, _| Box::new(Chess99 { ascii: styles.contains(&"ascii") }),
    },
    Entry {
        name: "sllavcco",
        summary: "New Chess Notation: the file of arrival is the column of a scoresheet",
        styles: &[Style { name: "ascii", summary: "the rank of departure as a plain digit, dN23" }],
        letters: true,
        detectable: LETTERS,
        make: |styles, letters| Box::new(Sllavcco { letters, ascii: styles.contains(&"ascii") }),
    },
    Entry {
        name: "economical",
        summary: "as few characters as will do, without signs of capture or check",
        styles: &[
            Style { name: "symbol", summary: "with the piece's letter; the same as plain" },
            Style { name: "bare", summary: "the square alone, whatever piece goes there" },
            Style { name: "priority", summary: "as bare; of several pieces the least is meant" },
        ],
        letters: true,
        detectable: &["bare", "priority"],
        make: |styles, letters| {
            let style = match styles.first() {
                Some(&"bare") => economical::Style::Bare,
                Some(&"priority") => economical::Style::Priority,
                _ => economical::Style::Symbol,
            };
            Box::new(Economical { style, letters })
        },
    },
    Entry {
        name: "geographical",
        summary: "which piece, numbered from the west, goes in which direction of the compass, and how far",
        styles: &[Style { name: "compact", summary: "without spaces, P5-n2" }],
        letters: false,
        detectable: &[],
        make: |styles, _| Box::new(Geographical { compact: styles.contains(&"compact") }),
    },
    Entry {
        name: "descriptive",
        summary: "English descriptive notation, of older books",
        styles: &[
            Style { name: "kt", summary: "Kt for the knight" },
            Style { name: "long", summary: "Castles and Castles QR" },
            Style { name: "es", summary: "Spanish: P4R" },
            Style { name: "it", summary: "Italian: P4R" },
            Style { name: "pt", summary: "Portuguese: P4R" },
            Style { name: "fr", summary: "French: P4R" },
        ],
        letters: false,
        // Italian has the letters of Spanish.
        detectable: &["es", "pt", "fr"],
        make: |styles, _| Box::new(Descriptive::new(styles)),
    },
    Entry {
        name: "uchess",
        summary: "U-chess: descriptive notation with three symbols",
        styles: &[
            Style { name: "es", summary: "Spanish: P4R" },
            Style { name: "it", summary: "Italian: P4R" },
            Style { name: "pt", summary: "Portuguese: P4R" },
            Style { name: "fr", summary: "French: P4R" },
        ],
        letters: false,
        detectable: &[],
        make: |styles, _| Box::new(Uchess::new(styles)),
    },
];

/// Styles of which only one can be chosen.
const EXCLUSIVE: &[&[&str]] = &[&["symbol", "bare", "priority"]];

/// A notation with its style chosen.
pub struct Choice {
    /// The name with the styles, as in `descriptive:kt,long`.
    pub name: String,
    /// The notation.
    pub notation: Box<dyn Notation>,
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Choice").field(&self.name).finish()
    }
}

/// A name that no notation or style has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownNotation(pub String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownNotation {}

/// Notations whose moves another one's reader takes as well, on the board that it knows: SAN's, or that of
/// descriptive notation.
const READ_AS_ANOTHER: &[&str] = &["lan", "economical", "uchess"];

/// The notations and styles among which the one of a game is looked for: SAN first, then the others.
#[must_use]
pub fn detectable() -> Vec<Choice> {
    let named = REGISTRY.iter().flat_map(|entry| {
        let styled = entry.detectable.iter().map(|style| format!("{}:{style}", entry.name));
        std::iter::once(entry.name.to_owned()).chain(styled)
    });
    named.filter_map(|name| Choice::parse(&name).ok()).collect()
}

/// All notations, each in every single style.
#[must_use]
pub fn all() -> Vec<Choice> {
    let named = REGISTRY.iter().flat_map(|entry| {
        let own = entry.styles.iter().map(|style| style.name);
        let languages = LANGUAGES.iter().map(|language| language.code).chain(["figurine"]);
        let letters = languages.filter(|_| entry.letters);
        let styled = own.chain(letters).map(|style| format!("{}:{style}", entry.name));
        std::iter::once(entry.name.to_owned()).chain(styled)
    });
    named.filter_map(|name| Choice::parse(&name).ok()).collect()
}

/// The question at the end of a message about a name that is not known.
fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    similar::meant(name, known).map_or_else(String::new, |it| format!("; did you mean {it}?"))
}

impl Choice {
    /// Standard algebraic notation.
    #[must_use]
    pub fn san() -> Choice {
        Choice { name: "san".to_owned(), notation: Box::new(San::new(Letters::ENGLISH)) }
    }

    /// Is it worth trying to read a game from this position in this notation, if nothing says that it is in it?
    #[must_use]
    pub fn may_be_found(&self, start: &Position) -> bool {
        let is_san = start.size() == 8 && READ_AS_ANOTHER.contains(&self.name.as_str());
        !is_san && self.notation.suits(start).is_ok()
    }

    /// UCI notation.
    #[must_use]
    pub fn uci() -> Choice {
        Choice { name: "uci".to_owned(), notation: Box::new(Uci) }
    }

    /// The notation of this name, with styles after a colon, several by commas.
    ///
    /// # Errors
    ///
    /// [`UnknownNotation`] if there is no such notation, or it has no such style.
    pub fn parse(text: &str) -> Result<Choice, UnknownNotation> {
        let (name, styles) = text.split_once(':').unwrap_or((text, ""));
        let entry = REGISTRY.iter().find(|it| it.name == name).ok_or_else(|| {
            let names = REGISTRY.iter().map(|it| it.name);
            UnknownNotation(format!("no notation is called '{name}'{}", meant(name, names)))
        })?;
        let mut letters: Option<(&str, Letters)> = None;
        let mut chosen: Vec<&str> = Vec::new();
        for style in styles.split(',').filter(|it| !it.is_empty()) {
            let rival;
            if let Some(known) = entry.styles.iter().find(|it| it.name == style) {
                let group = EXCLUSIVE.iter().find(|group| group.contains(&style));
                rival = chosen.iter().find(|it| group.is_some_and(|group| group.contains(it))).copied();
                chosen.push(known.name);
            } else if let (true, Some(found)) = (entry.letters, Letters::of_style(style)) {
                rival = letters.map(|it| it.0);
                letters = Some((style, found));
            } else {
                let names = entry.styles.iter().map(|it| it.name);
                return Err(UnknownNotation(format!("{name} has no style '{style}'{}", meant(style, names))));
            }
            if let Some(rival) = rival.filter(|it| *it != style) {
                let both = format!("{name} cannot have the styles '{rival}' and '{style}' at once");
                return Err(UnknownNotation(both));
            }
        }
        let letters = letters.map_or(Letters::ENGLISH, |it| it.1);
        Ok(Choice { name: text.to_owned(), notation: (entry.make)(&chosen, letters) })
    }
}
