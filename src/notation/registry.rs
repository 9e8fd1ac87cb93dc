//! The registry of notations and their styles.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    str::Split,
    sync::{Arc, LazyLock, Mutex},
};

use super::{
    algebraic::Habits,
    chess99::Chess99,
    coordinates::{Iccf, Smith, Uci},
    descriptive::{Descriptive, Uchess},
    economical::Economical,
    exact::{Aim, Described, ExactText, ExactWord},
    geographical::Geographical,
    interface::Notation,
    lan::Lan,
    letters::{LANGUAGES, Letters},
    own::Own,
    san::San,
    sllavcco::Sllavcco,
    spoken::Spoken,
};
use crate::{
    chess::{Effect, Ply, Position},
    similar,
};

/// A notation on the command line.
pub struct NotationEntry {
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The styles besides the plain one.
    pub styles: Vec<NotationStyle>,
    /// Whether it also accepts the piece letters of a language, or figurines.
    pub letters: bool,
    /// The styles to try in detection, besides the plain one. A language represents all those with the same letters.
    detectable: Vec<&'static str>,
    /// The guide to it for players. A line indented by four spaces is a game: the notation with its style, then the moves as the
    /// program writes them.
    pub guide: &'static str,
}

pub struct NotationStyle {
    /// The name, after the colon.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
}

/// The notation of most books old enough to be scanned.
pub const OF_BOOKS: &str = "descriptive";

/// All notations, from `notations.txt`.
pub static REGISTRY: LazyLock<Vec<NotationEntry>> = LazyLock::new(|| {
    let sections = include_str!("notations.txt").split("=== ").filter(|it| !it.is_empty());
    sections.map(NotationEntry::of).collect()
});

impl NotationEntry {
    /// Reads a section of `notations.txt`: a line with cells, one for each style, a blank one, and the guide.
    fn of(section: &'static str) -> NotationEntry {
        let (table, guide) = section.split_once("\n\n").expect("a guide follows the styles");
        let mut rows = table.lines().map(|line| line.split('\t'));
        let mut cells = rows.next().into_iter().flatten();
        let mut cell = || cells.next().unwrap_or_default();
        NotationEntry {
            name: cell(),
            summary: cell(),
            letters: cell() == "letters",
            detectable: cell().split_whitespace().collect(),
            styles: rows.filter_map(NotationStyle::of).collect(),
            guide: guide.trim_end(),
        }
    }
}

impl NotationStyle {
    fn of(mut cells: Split<'static, char>) -> Option<NotationStyle> {
        Some(NotationStyle { name: cells.nth(1)?, summary: cells.next()? })
    }
}

/// Creates the notation of this name.
fn make(name: &str, styles: &[&str], letters: Letters) -> Option<Arc<dyn Notation>> {
    let has = |style| styles.contains(&style);
    Some(match name {
        "san" => Arc::new(San::new(letters, Habits::of_styles(styles))),
        "lan" => Arc::new(Lan::new(letters, Habits::of_styles(styles), has("compact"))),
        "uci" => Arc::new(Uci),
        "iccf" => Arc::new(Iccf),
        "smith" => Arc::new(Smith),
        "chess99" => Arc::new(Chess99 { ascii: has("ascii") }),
        "sllavcco" => Arc::new(Sllavcco::new(letters, has("ascii"))),
        "economical" => Arc::new(Economical::new(letters, styles)),
        "geographical" => Arc::new(Geographical { compact: has("compact") }),
        "descriptive" => Arc::new(Descriptive::new(styles)),
        "uchess" => Arc::new(Uchess::new(styles)),
        "spoken" => Arc::new(Spoken::new(styles)),
        _ => return None,
    })
}

/// Groups of mutually exclusive styles.
const EXCLUSIVE: &[&[&str]] = &[&["symbol", "bare", "priority"], &["de", "fr", "es", "it", "pt"]];

#[derive(Clone)]
pub struct Choice {
    /// The name with the styles, as in `descriptive:kt,long`.
    pub name: String,
    pub notation: Arc<dyn Notation>,
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Choice").field(&self.name).finish()
    }
}

/// Error for an unknown notation or style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownNotation(pub String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownNotation {}

/// Notations whose moves another notation, SAN or descriptive, also reads on the same board.
const READ_AS_ANOTHER: &[&str] = &["lan", "economical", "uchess"];

/// A notation that is built when first needed.
type LazyChoice = LazyLock<Choice, Box<dyn FnOnce() -> Choice + Send>>;

/// Returns a notation of the registry that is built when first needed.
fn lazy(name: String) -> LazyChoice {
    LazyLock::new(Box::new(move || Choice::parse(&name).expect("every notation of the table can be made")))
}

/// Returns the candidates for detection: SAN first, then the others. Most games need only the first.
pub fn detectable() -> &'static [LazyChoice] {
    static DETECTABLE: LazyLock<Vec<LazyChoice>> = LazyLock::new(|| {
        let named = REGISTRY.iter().flat_map(|entry| {
            let styled = entry.detectable.iter().map(|style| format!("{}:{style}", entry.name));
            std::iter::once(entry.name.to_owned()).chain(styled)
        });
        named.map(lazy).collect()
    });
    &DETECTABLE
}

/// Returns the names of all notations, alone and with every single style.
pub fn names() -> impl Iterator<Item = String> {
    REGISTRY.iter().flat_map(|entry| {
        let own = entry.styles.iter().map(|style| style.name);
        let languages = LANGUAGES.iter().map(|language| language.code).chain(["figurine"]);
        let letters = languages.filter(|_| entry.letters);
        let styled = own.chain(letters).map(|style| format!("{}:{style}", entry.name));
        std::iter::once(entry.name.to_owned()).chain(styled)
    })
}

/// Returns all notations, each with every single style.
pub fn all() -> Vec<Choice> {
    names().filter_map(|name| Choice::parse(&name).ok()).collect()
}

/// Returns the notation with this name, if it has at most one style.
pub fn named(name: &str) -> Option<&'static Choice> {
    static NAMED: LazyLock<HashMap<String, LazyChoice>> =
        LazyLock::new(|| names().map(|name| (name.clone(), lazy(name))).collect());
    NAMED.get(name).map(|it| &**it)
}

/// Returns the notation with this name, in any styles.
pub fn of_name(name: &str) -> Option<&'static Choice> {
    // Only a few combinations of styles are valid, so that little stays in memory for ever.
    static COMBINED: Mutex<BTreeMap<String, &'static Choice>> = Mutex::new(BTreeMap::new());
    named(name).or_else(|| {
        let mut choice = Choice::parse(name).ok()?;
        if let Some((notation, styles)) = choice.name.split_once(':') {
            let mut once: Vec<&str> = Vec::new();
            styles.split(',').for_each(|it| once.extend((!once.contains(&it)).then_some(it)));
            choice.name = format!("{notation}:{}", once.join(","));
        }
        let mut combined = COMBINED.lock().ok()?;
        Some(*combined.entry(choice.name.clone()).or_insert_with(|| Box::leak(Box::new(choice))))
    })
}

/// Other names of notations, each with the usual one.
const ALSO: &str = include_str!("also.tsv");

/// Returns the notation that an unknown name probably means.
fn suggest_notation(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let mut also = ALSO.lines().filter_map(|it| it.split_once('\t'));
    let also = also.find(|it| lower.starts_with(it.0)).map(|it| it.1.to_owned());
    let of_language = || suggest_language(name).map(|code| format!("san:{code}"));
    let similar = || similar::suggestion(name, REGISTRY.iter().map(|it| it.name)).map(str::to_owned);
    also.or_else(of_language).or_else(similar)
}

/// Returns the language with this code or English name.
fn suggest_language(name: &str) -> Option<&'static str> {
    let found = LANGUAGES.iter().find(|it| it.code == name || it.name.eq_ignore_ascii_case(name));
    found.map(|it| it.code)
}

/// Returns the end of a message about an unknown name: the question whether another was meant.
fn question(meant: Option<String>) -> String {
    meant.map_or_else(|| "; 'plyglot notations' lists them".to_owned(), |it| format!("; did you mean {it}?"))
}

impl Choice {
    /// Returns standard algebraic notation.
    pub fn san() -> Choice {
        Choice { name: "san".to_owned(), notation: Arc::new(San::new(Letters::ENGLISH, Habits::default())) }
    }

    /// Returns the default notation for output: SAN, or Chess 99 on its board.
    pub fn own() -> Choice {
        let Choice { name, notation: ordinary } = Choice::san();
        Choice {
            name,
            notation: Arc::new(Own { board8: ordinary, board9: Arc::new(Chess99 { ascii: false }) }),
        }
    }

    /// Whether to try this notation for a game from this position that does not name its notation.
    pub fn may_be_found(&self, start: &Position) -> bool {
        let is_san = start.size() == 8 && READ_AS_ANOTHER.contains(&self.name.as_str());
        !is_san && self.notation.supports(start).is_ok()
    }

    /// Returns the name, unless it is that of SAN.
    pub fn unless_san(&self) -> Option<String> {
        (self.name != "san").then(|| self.name.clone())
    }

    pub fn uci() -> Choice {
        Choice { name: "uci".to_owned(), notation: Arc::new(Uci) }
    }

    /// Parses the name of a notation, with comma-separated styles after a colon.
    /// Fails if the notation or a style is unknown.
    pub fn parse(text: &str) -> Result<Choice, UnknownNotation> {
        let said = text;
        let text = &*text.to_lowercase();
        let (name, styles) = match text.split_once(':') {
            Some((name, styles)) => (name, styles.split(',').collect()),
            None => (text, Vec::new()),
        };
        let entry = REGISTRY.iter().find(|it| it.name == name).ok_or_else(|| {
            UnknownNotation(format!("unknown notation '{said}'{}", question(suggest_notation(said))))
        })?;
        let mut letters: Option<(&str, Letters)> = None;
        let mut chosen: Vec<&str> = Vec::new();
        for style in styles {
            if style.is_empty() {
                return Err(UnknownNotation(format!("'{text}' has an empty style; use {name}")));
            }
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
                let named = similar::suggestion(style, names).map(str::to_owned);
                let language = suggest_language(style).filter(|_| entry.letters).map(str::to_owned);
                let meant = question(named.or(language).map(|it| format!("{name}:{it}")));
                return Err(UnknownNotation(format!("{name} has no style '{style}'{meant}")));
            }
            if let Some(rival) = rival.filter(|it| *it != style) {
                let both = format!("{name} cannot combine the styles '{rival}' and '{style}'");
                return Err(UnknownNotation(both));
            }
        }
        let letters = letters.map_or(Letters::ENGLISH, |it| it.1);
        let notation = make(name, &chosen, letters).expect("every notation of the table can be made");
        Ok(Choice { name: text.to_owned(), notation })
    }
}

/// An operation generic over the notation.
pub trait Visitor {
    type Output;

    fn visit<T: ExactText>(self, notation: &T) -> Self::Output;
}

/// Defines [`Exact`], the notations that write verified plies.
macro_rules! exact {
    ($($notation:ident),+) => {
        /// A notation that writes verified plies, dispatched once per game rather than per ply.
        #[derive(Clone, Copy)]
        pub enum Exact<'a> {
            $($notation(&'a $notation),)+
        }

        impl<'a> Exact<'a> {
            /// Returns the notation as a writer of verified plies, if it is one.
            pub fn of(notation: &'a dyn Notation) -> Option<Exact<'a>> {
                let it = notation.exact()?;
                None$(.or_else(|| it.downcast_ref().map(Exact::$notation)))+
            }

            /// Runs an operation compiled separately for the notation.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Exact::$notation(notation) => visitor.visit(notation),)+
                }
            }

            /// Runs an operation compiled for SAN, and once for all other notations.
            pub fn visit_san<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    Exact::San(san) => visitor.visit(san),
                    others => visitor.visit(&others),
                }
            }
        }

        /// Dispatches each call.
        impl ExactText for Exact<'_> {
            const WIDE: bool = true;
            const MATES: bool = true;

            #[inline(never)]
            fn text(&self, ply: &Described<'_>) -> ExactWord {
                match self {
                    $(Exact::$notation(notation) => notation.text(ply),)+
                }
            }

            fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
                match self {
                    $(Exact::$notation(notation) => notation.special(before, ply),)+
                }
            }

            fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
                match self {
                    $(Exact::$notation(notation) => notation.mark(effect, castled),)+
                }
            }

            fn aim(&self, before: &Position, text: &str) -> Option<Aim> {
                match self {
                    $(Exact::$notation(notation) => notation.aim(before, text),)+
                }
            }
        }
    };
}

exact!(San, Lan, Uci, Iccf, Smith, Sllavcco, Economical, Chess99, Geographical, Descriptive);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        layout::{Event, InputFormat},
        notation::text_of,
        resolve::Notations,
    };

    #[test]
    fn every_notation_is_explained_and_its_games_are_as_written() {
        for entry in REGISTRY.iter() {
            let mut games = 0;
            let indented = entry.guide.lines().filter_map(|it| it.strip_prefix("    "));
            for line in indented.filter(|it| !it.starts_with(' ')) {
                let (name, moves) = line.split_once(' ').expect("a name, and moves");
                let moves = moves.trim();
                let choice =
                    |name: &str| Choice::parse(name).unwrap_or_else(|error| panic!("{line}: {error}"));
                let read = InputFormat::Pgn.read(moves, 0..moves.len(), &Notations::only(choice(name)));
                assert!(read.diagnostics.is_empty(), "{line}: {:?}", read.diagnostics);
                let (game, choice) = (read.game, choice(name));
                let mut position = game.start.clone();
                let mut written = Vec::new();
                for event in &game.events {
                    let Event::Ply(ply, _) = event else { panic!("{line}: {event:?}") };
                    let text = text_of(&*choice.notation, &position, ply);
                    let text = text.unwrap_or_else(|why| panic!("{line}: {why}"));
                    let number =
                        position.turn().fold_wb(format!("{}. ", position.move_number()), String::new());
                    written.push(format!("{number}{text}"));
                    position.play(ply);
                }
                assert_eq!(written.join(" "), moves, "{name}");
                games += 1;
            }
            assert!(games > 0, "{} has no example", entry.name);
        }
    }
}
