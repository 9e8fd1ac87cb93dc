//! The notations by name, with their styles.

use std::fmt;

use super::{
    Notation,
    descriptive::{Descriptive, Uchess},
    iccf::Iccf,
    lan::Lan,
    letters::{LANGUAGES, Letters},
    san::San,
    smith::Smith,
    uci::Uci,
};

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

/// All notations.
pub static REGISTRY: &[Entry] = &[
    Entry {
        name: "san",
        summary: "standard algebraic notation, as in PGN",
        styles: &[],
        letters: true,
        // One of the languages that have the same letters stands for all of them.
        detectable: &[
            "de", "nl", "fr", "es", "pt", "ro", "pl", "cs", "hu", "fi", "et", "is", "tr", "el", "ru", "uk",
            "bg",
        ],
        make: |_, letters| Box::new(San::new(letters)),
    },
    Entry {
        name: "lan",
        summary: "long algebraic notation",
        styles: &[],
        letters: true,
        detectable: &[],
        make: |_, letters| Box::new(Lan { letters }),
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

/// The notations and styles among which the one of a game is looked for: SAN first, then the others.
#[must_use]
pub fn detectable() -> Vec<Choice> {
    let named = REGISTRY.iter().flat_map(|entry| {
        let styled = entry.detectable.iter().map(|style| format!("{}:{style}", entry.name));
        std::iter::once(entry.name.to_owned()).chain(styled)
    });
    named.filter_map(|name| Choice::parse(&name).ok()).filter(|it| it.notation.is_detectable()).collect()
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

impl Choice {
    /// Standard algebraic notation.
    #[must_use]
    pub fn san() -> Choice {
        Choice { name: "san".to_owned(), notation: Box::new(San::new(Letters::ENGLISH)) }
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
        let entry = REGISTRY
            .iter()
            .find(|it| it.name == name)
            .ok_or_else(|| UnknownNotation(format!("no notation is called '{name}'")))?;
        let mut letters = Letters::ENGLISH;
        let mut chosen = Vec::new();
        for style in styles.split(',').filter(|it| !it.is_empty()) {
            if let Some(known) = entry.styles.iter().find(|it| it.name == style) {
                chosen.push(known.name);
            } else if entry.letters && style == "figurine" {
                letters = Letters::Figurine;
            } else if let (true, Some(language)) = (entry.letters, Letters::of_language(style)) {
                letters = language;
            } else {
                return Err(UnknownNotation(format!("{name} has no style '{style}'")));
            }
        }
        Ok(Choice { name: text.to_owned(), notation: (entry.make)(&chosen, letters) })
    }
}
