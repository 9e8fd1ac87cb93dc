//! Tags from the words above a game: players, event, place, date, round, board, odds.
//!
//! Only closed forms become tags; the heading also stays as a comment before the first move, so nothing is
//! lost where a form isn't recognised.

mod counts;
mod dates;
mod names;
mod odds;
mod players;
mod result;

use std::ops::Range;

use self::{
    counts::{counted, eco},
    dates::date,
    names::tidy,
    players::Player,
};
pub use self::{
    counts::{is_eco, numbered},
    odds::odds,
    result::marker_in,
};
use super::{FieldName, SIDES, field};
use crate::{
    chess::{Color, Tags},
    slice::Slice as _,
};

/// A tag's name and value.
type Tag = (&'static str, String);

/// What stands behind a value where others follow it on its line.
const CELL_END: &str = " | ";

/// Whether a paragraph is a mail header, perhaps quoted: its fields describe the mail, not the game.
pub fn is_mail(paragraph: &str) -> bool {
    const SENDERS: [&str; 4] = ["From", "Von", "De", "Da"];
    const OTHERS: [&str; 10] =
        ["Subject", "To", "Date", "MIME-Version", "Betreff", "An", "Objet", "Asunto", "Oggetto", "Assunto"];
    let has = |names: &[&str]| {
        paragraph.lines().any(|it| it.split_once(": ").is_some_and(|it| names.contains(&it.0)))
    };
    has(&SENDERS) && has(&OTHERS)
}

/// Returns the tags of a heading.
pub fn tags(heading: &str) -> Vec<Tag> {
    let heading = heading.replace("\r\n", "\n");
    let heading = heading.split_inclusive("\n\n").filter(|it| !is_mail(it)).collect::<String>();
    let heading = &with_sides(&plain(&heading));
    let mut tags = labelled(heading);
    let mut add = |name: &'static str, value: Option<String>| {
        let value = value.filter(|_| tags.iter().all(|it| it.0 != name));
        tags.extend(value.map(|it| (name, it)));
    };
    let pair = players::of(heading);
    add("Event", event(heading));
    let mut dated = without_labels(heading);
    for rating in pair.iter().flatten().filter_map(|it| it.rating.as_deref()) {
        dated = dated.replace(rating, "");
    }
    add("Date", date(&dated));
    add("Round", counted(heading, "Round"));
    add("Board", counted(heading, "Board"));
    add("ECO", heading.lines().find_map(eco).map(str::to_owned));
    if let Some([white, black]) = pair {
        add("White", white.name);
        add("Black", black.name);
        add("WhiteElo", white.rating);
        add("BlackElo", black.rating);
        add("WhiteTitle", white.title);
        add("BlackTitle", black.title);
    }
    let rank = |name: &str| Tags::BEFORE_RESULT.iter().position(|it| *it == name);
    tags.sort_by_key(|it| rank(it.0).unwrap_or(Tags::BEFORE_RESULT.len()));
    tags
}

/// Removes Markdown and wiki markup from a heading.
fn plain(heading: &str) -> String {
    let is_rule = |line: &str| !line.contains(|it: char| !matches!(it, '=' | '-' | '+' | '|' | ' ' | '\n'));
    let without_mark = |line: &str| {
        let rest = line.trim_start_matches('#');
        let line = if rest.len() < line.len() && rest.starts_with(' ') { rest.trim_start() } else { line };
        if is_rule(line) {
            return line.slice(line.trim_end_matches('\n').len()..).to_owned();
        }
        let line = if line.starts_with("==") { line.replace("==", "") } else { line.to_owned() };
        line.replace('*', "").replace("__", "")
    };
    heading.split_inclusive('\n').map(without_mark).collect()
}

/// Spells out the sides where their first letters label two lines: `W: Anna`, `B: Hans`.
fn with_sides(heading: &str) -> String {
    /// The letters of White and Black in the supported languages.
    const LETTERS: [[&str; 2]; 5] = [["W", "B"], ["W", "S"], ["W", "Z"], ["B", "N"], ["B", "P"]];
    let labels = |line: &str, letter: &str| {
        line.trim_start().strip_prefix(letter).is_some_and(|it| it.starts_with(':'))
    };
    let has = |letter: &&str| heading.lines().filter(|it| labels(it, letter)).count() == 1;
    let Some([white, black]) = LETTERS.iter().find(|it| it.iter().all(&has)) else {
        return heading.to_owned();
    };
    let spelt = |line: &str| {
        let side = [(white, "White"), (black, "Black")].into_iter().find(|it| labels(line, it.0));
        side.map_or(line.to_owned(), |it| line.replacen(*it.0, it.1, 1))
    };
    heading.split_inclusive('\n').map(spelt).collect()
}

/// Returns the players' names, White's first; empty if the heading doesn't name both.
pub fn players(heading: &str) -> [String; 2] {
    let tags = tags(heading);
    let name = |name| tags.iter().find(|it| it.0 == name).map_or(String::new(), |it| it.1.clone());
    [name("White"), name("Black")]
}

/// Whether these may be players' names, perhaps with ratings, each in its own cell.
pub fn are_players(names: [&str; 2]) -> bool {
    let is_name = |it: &str| Player::labelled(it).is_some_and(|it| it.name.is_some());
    names.into_iter().all(|it| is_name(it) && Head::of(it).sides == Sides::None)
}

/// Returns the tag that a label names, such as `White`, `Elo Weiß` and `Runde`.
fn labelled_tag(label: &str) -> Option<&'static str> {
    const OF_GAMES: [&str; 13] = [
        "Event", "Site", "Date", "Round", "White", "Black", "Board", "ECO", "Opening", "Result",
        "TimeControl", "Termination", "Variant",
    ];
    match field(label) {
        FieldName::Game(name) => OF_GAMES.into_iter().find(|it| *it == name),
        FieldName::Player(color, what, _) => {
            let [white, black] = match what {
                "Name" => ["White", "Black"],
                "Rating" => ["WhiteElo", "BlackElo"],
                "Title" => ["WhiteTitle", "BlackTitle"],
                "Team" => ["WhiteTeam", "BlackTeam"],
                _ => return None,
            };
            Some(if color == Color::White { white } else { black })
        }
        FieldName::Other => None,
    }
}

/// Returns the tags named by labels in a line, each with the range of the label including its colon.
pub(super) fn labels(line: &str) -> Vec<(&'static str, Range<usize>)> {
    const MOST_WORDS: usize = 3;
    /// Longest label, in bytes.
    const LONGEST: usize = 60;
    let begins = |before: &str| {
        before.is_empty()
            || before.ends_with("  ")
            || before
                .trim_end()
                .ends_with(|it: char| !it.is_alphanumeric() && !matches!(it, '-' | '\'' | '’'))
    };
    let starts: Vec<usize> = crate::lines::words(line).map(|it| it.0).collect();
    let label = |(colon, _): (usize, &str)| {
        let words = line.slice(..colon);
        let starts = &starts[..starts.partition_point(|it| *it < colon)];
        let starts = &starts[starts.len().saturating_sub(MOST_WORDS)..];
        let starts = &starts[starts.partition_point(|it| *it + LONGEST < colon)..];
        let tag = |start: usize| {
            let name = labelled_tag(words.slice(start..)).filter(|_| {
                begins(words.slice(..start).trim_end_matches(' ')) || begins(words.slice(..start))
            })?;
            Some((name, start..colon + 1))
        };
        starts.iter().copied().find_map(tag)
    };
    line.match_indices([':', '=']).filter_map(label).collect()
}

/// Returns a heading without its labelled lines.
fn without_labels(heading: &str) -> String {
    heading.split_inclusive('\n').map(|it| if labels(it).is_empty() { it } else { "" }).collect()
}

/// Returns the tags of labelled values, as in `White: Anna` and `Date: 12.03.2026  Round: 3`.
fn labelled(heading: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    for line in heading.lines() {
        let labels = labels(line);
        for (n, (name, span)) in labels.iter().enumerate() {
            let end = labels.get(n + 1).map_or(line.len(), |it| it.1.start);
            let value = line.slice(span.end..end);
            let value =
                value.split(CELL_END).next().unwrap_or(value).trim().trim_end_matches([',', ';', '|']);
            // A value that opens a bracket is a program's.
            let value = if value.ends_with(['(', '[', '{']) { "" } else { value };
            for (name, value) in value_of(name, value) {
                if tags.iter().all(|it| it.0 != name) {
                    tags.push((name, value));
                }
            }
        }
    }
    // A single number after a name may be the year.
    let of_player = |it: &Tag| matches!(it.0, "WhiteElo" | "BlackElo") && !heading.contains(['(', '[']);
    let is_labelled = |line: &str| labels(line).iter().any(|it| it.0.ends_with("Elo"));
    if tags.iter().filter(|it| of_player(it)).count() == 1 && !heading.lines().any(is_labelled) {
        tags.retain(|it| !of_player(it));
    }
    tags
}

/// Returns the tags from the value of a label. Results are read elsewhere; values in the wrong form give no
/// tag.
fn value_of(name: &'static str, value: &str) -> Vec<Tag> {
    let elo = |name| if name == "White" { "WhiteElo" } else { "BlackElo" };
    match name {
        "Date" => date(value).map(|it| vec![(name, it)]).unwrap_or_default(),
        "White" | "Black" => {
            let Some(Player { name: player, rating, title }) = Player::labelled(value) else {
                return Vec::new();
            };
            let title = (if name == "White" { "WhiteTitle" } else { "BlackTitle" }, title);
            [(name, player), (elo(name), rating), title]
                .into_iter()
                .filter_map(|it| Some((it.0, it.1?)))
                .collect()
        }
        "WhiteElo" | "BlackElo" => {
            let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
            if names::RATING.contains(&digits.len()) { vec![(name, digits)] } else { Vec::new() }
        }
        "ECO" => {
            if is_eco(value) {
                vec![(name, value.to_owned())]
            } else {
                Vec::new()
            }
        }
        "Result" | "TimeControl" | "Termination" | "Variant" => Vec::new(),
        _ => tidy(value).map(|it| vec![(name, it)]).unwrap_or_default(),
    }
}

/// Returns the event: a line in parentheses with a year, as in `(Match, 1909)`, or else the title.
fn event(heading: &str) -> Option<String> {
    let bracketed = heading
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with('(') && line.ends_with(')') && dates::year(line).is_some());
    if let Some(line) = bracketed {
        let (at, year) = dates::year(line)?;
        return tidy(&line.replace(line.slice(at..at + year.len()), ""));
    }
    let title = heading.lines().find(|line| {
        let head = Head::of(line);
        // A program's declaration is no title.
        let is_of_words = line.trim_start().starts_with(|it: char| !it.is_lowercase())
            && !line.contains(['[', '{', '=', '"']);
        head.announces && head.sides != Sides::Both && is_of_words
    })?;
    tidy(title)
}

/// Sides named by a line.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Sides {
    #[default]
    None,
    /// One side, alone, as above a column.
    One(Color),
    /// Both sides, as above a table.
    Both,
}

/// Deepest Markdown heading, in number signs.
const DEEPEST_HEADING: usize = 6;

/// Properties of a line above a game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Head {
    pub announces: bool,
    /// Whether it is a Markdown heading.
    pub is_marked: bool,
    pub sides: Sides,
}

impl Head {
    pub fn of(line: &str) -> Head {
        let lower = line.to_lowercase();
        let word = lower.split(|it: char| !it.is_alphabetic()).find(|it| !it.is_empty());
        let announces = word
            .is_some_and(|it| ["game", "partie", "partida", "partita", "no", "illustrative"].contains(&it));
        let alone = lower.trim_matches(|it: char| !it.is_alphanumeric());
        let side = || SIDES.iter().find_map(|sides| sides.iter().position(|it| *it == alone));
        let sides = if SIDES.iter().any(|sides| sides.iter().all(|it| lower.contains(it))) {
            Sides::Both
        } else {
            side().map_or(Sides::None, |n| Sides::One(Color::from_white(n == 0)))
        };
        let depth = line.leading(|it| it == '#');
        let is_marked = (1..=DEEPEST_HEADING).contains(&depth) && line.slice(depth..).starts_with(' ');
        Head { announces, is_marked, sides }
    }

    /// Whether a game begins below this line.
    pub fn announces_game(self) -> bool {
        self.announces && self.sides != Sides::Both || self.is_marked
    }

    /// Whether it stands above a game.
    pub fn is_title(self) -> bool {
        self.announces || self.sides == Sides::Both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a heading may name two players, with `W` and `B` for their names.
    const PAIRS: [&str; 22] = [
        "(3) W - B",
        "W – B",
        "W - B",
        "W—B",
        "W vs. B",
        "W v. B, Hastings",
        "W gegen B",
        "W - B 1-0",
        "W 1-0 B",
        "Board 12: W – B",
        "3. W - B",
        "White: W\nBlack: B",
        "White: W   Black: B",
        "Weiß: W, Schwarz: B",
        "Blancas: W\nNegras: B",
        "WHITE (W)      BLACK (B)",
        "WHITE.          BLACK.\n  W          B",
        "White. Black. (W) (B)",
        "White. Black. W, B.",
        "White--W. Black--B.",
        "White, W; Black, B.",
        "played at London between W (White) and B (Black)",
    ];

    const NAMES: [&str; 12] = [
        "Anna",
        "Dr Stenhouse",
        "Mr. F. J. Marshall",
        "J. R. Capablanca",
        "Vachier-Lagrave",
        "La Bourdonnais",
        "O’Kelly de Galway",
        "Özgür",
        "Riga",
        "Thomas and Barnes",
        "Иванов",
        "LEE",
    ];

    /// What may stand above the players, with the tags it yields.
    const ABOVE: [(&str, &[(&str, &str)]); 13] = [
        ("", &[]),
        ("Date: 12.03.2026\nRound: 4\n", &[("Date", "2026.03.12"), ("Round", "4")]),
        ("Winter League, 12 March 2026\n\n", &[("Date", "2026.03.12")]),
        ("Clubabend\n5. Runde\n\nBrett 7\n", &[("Round", "5"), ("Board", "7")]),
        ("Ronde 5 Échiquier 7\n", &[("Round", "5"), ("Board", "7")]),
        ("Torneo de Madrid, 3 de mayo de 1921\n", &[("Date", "1921.05.03")]),
        ("Copyright 1955 by the author\n\n", &[]),
        ("See Chess Review 1955, p. 12.\n\n", &[]),
        ("Quoted in the Deutsche Schachzeitung 1862, S. 45\n\n", &[]),
        ("He was born in 1702.\n\n", &[]),
        ("Marshall, 1909\n\n", &[("Date", "1909.??.??")]),
        ("Sicilian Defence – Najdorf Variation\n", &[]),
        ("The board was lent by the club. Round after round it stood there.\n\n", &[]),
    ];

    #[test]
    fn players_and_what_stands_above_them() {
        for (n, pair) in PAIRS.iter().enumerate() {
            for (m, white) in NAMES.iter().enumerate() {
                let black = NAMES[(m + n) % (NAMES.len() - 1) + 1];
                // Of `between Thomas and Barnes (White)` only the board could tell that both are White.
                if *white == black || pair.starts_with("played") && white.contains(" and ") {
                    continue;
                }
                let (above, expected) = ABOVE[(m * 5 + n) % ABOVE.len()];
                let heading = format!(
                    "{above}{}\n",
                    pair.replace('W', "\0")
                        .replace('B', "\u{1}")
                        .replace("\0hite", "White")
                        .replace("\0HITE", "WHITE")
                        .replace("\0eiß", "Weiß")
                        .replace("\u{1}lack", "Black")
                        .replace("\u{1}LACK", "BLACK")
                        .replace("\u{1}lancas", "Blancas")
                        .replace("\u{1}oard", "Board")
                        .replace('\0', white)
                        .replace('\u{1}', black)
                );
                let mut expected: Vec<_> = expected.iter().map(|it| (it.0, it.1.to_owned())).collect();
                let is_board = pair.starts_with("Board");
                expected.retain(|it| !is_board || it.0 != "Board");
                expected.extend([("White", (*white).to_owned()), ("Black", black.to_owned())]);
                expected.extend(is_board.then(|| ("Board", "12".to_owned())));
                let key = |it: &(&str, String)| it.0.to_owned();
                let mut found = tags(&heading);
                found.sort_by_key(key);
                expected.sort_by_key(key);
                assert_eq!(found, expected, "{heading}");
            }
        }
    }

    #[test]
    fn headings() {
        for (heading, expected) in [
            (
                "**White:** Anna Lee | **Black:** Hans Roth | **Result:** 1-0 (Time) | **Opening:** Giuoco Piano | **Time Control:** 10 min\n",
                vec![("White", "Anna Lee"), ("Black", "Hans Roth"), ("Opening", "Giuoco Piano")],
            ),
            (
                "GAME 1. QUEEN'S GAMBIT DECLINED\n\n(Match, 1909)\n\nWhite: F. J. Marshall. Black: J. R. Capablanca.\n",
                vec![
                    ("Event", "Match"),
                    ("Date", "1909.??.??"),
                    ("White", "F. J. Marshall"),
                    ("Black", "J. R. Capablanca"),
                ],
            ),
            (
                "  GAME V.--(By Philidor.)\n\n   WHITE. (Mr. M.)       BLACK. (M. B.)\n",
                vec![("Event", "GAME V.--(By Philidor.)"), ("White", "Mr. M."), ("Black", "M. B.")],
            ),
            (
                "Game played in the Masters' Tournament, 23rd September,\n1892, between Messrs. James Mason and H. E. Bird:\n\n\
                 White             Black\n  MASON             H. E. BIRD\n",
                vec![
                    ("Event", "Game played in the Masters' Tournament, 23rd September"),
                    ("Date", "1892.09.23"),
                    ("White", "MASON"),
                    ("Black", "H. E. BIRD"),
                ],
            ),
            (
                "Carlsen,Magnus (2835) - Nakamura,Hikaru (2775) [B90]",
                vec![
                    ("White", "Carlsen,Magnus"),
                    ("Black", "Nakamura,Hikaru"),
                    ("ECO", "B90"),
                    ("WhiteElo", "2835"),
                    ("BlackElo", "2775"),
                ],
            ),
            (
                "Carlsen, M. - Nakamura, H., Oslo 2026",
                vec![("Date", "2026.??.??"), ("White", "Carlsen, M."), ("Black", "Nakamura, H.")],
            ),
            (
                "Round 5 Board 2: Anna Schmidt 1-0 Bob Jones",
                vec![("Round", "5"), ("White", "Anna Schmidt"), ("Black", "Bob Jones"), ("Board", "2")],
            ),
            (
                "1997.5.11 Deep Blue - Kasparov, Garry (2785)",
                vec![
                    ("Date", "1997.05.11"),
                    ("White", "Deep Blue"),
                    ("Black", "Kasparov, Garry"),
                    ("BlackElo", "2785"),
                ],
            ),
            (
                "White: Anna Schmidt (1850)  Black: GM Hans Meier (DWZ 1920, SK Berlin)",
                vec![
                    ("White", "Anna Schmidt"),
                    ("Black", "Hans Meier"),
                    ("WhiteElo", "1850"),
                    ("BlackElo", "1920"),
                    ("BlackTitle", "GM"),
                ],
            ),
            (
                "GM Magnus Carlsen 2835 - WGM Eva Klein 2775\nNorway Chess 2026, Round 4, 30 May 2026",
                vec![
                    ("Date", "2026.05.30"),
                    ("Round", "4"),
                    ("White", "Magnus Carlsen"),
                    ("Black", "Eva Klein"),
                    ("WhiteElo", "2835"),
                    ("BlackElo", "2775"),
                    ("WhiteTitle", "GM"),
                    ("BlackTitle", "WGM"),
                ],
            ),
            // Ratings and years are not mistaken for each other.
            (
                "Anna 1850 vs Hans 1790",
                vec![("White", "Anna"), ("Black", "Hans"), ("WhiteElo", "1850"), ("BlackElo", "1790")],
            ),
            (
                "Wednesday 12th of March 2026, Anna v. Hans",
                vec![("Date", "2026.03.12"), ("White", "Anna"), ("Black", "Hans")],
            ),
            ("Blitz 3+2, Anna - Hans, lichess.org", vec![("White", "Anna"), ("Black", "Hans")]),
            (
                "John Smith (Oxford, 2040) vs Tom Brown (Cambridge, 2050), Varsity Match 2026, Board 4",
                vec![("Date", "2026.??.??"), ("White", "John Smith"), ("Black", "Tom Brown"), ("Board", "4")],
            ),
            ("White: Lasker, Black: Capablanca, St. Petersburg, 1914", vec![("White", "Lasker")]),
            (
                "W: Anna Schmidt (1850)\nB: Hans Meyer (1790)",
                vec![
                    ("White", "Anna Schmidt"),
                    ("Black", "Hans Meyer"),
                    ("WhiteElo", "1850"),
                    ("BlackElo", "1790"),
                ],
            ),
            ("B: Jean Dupont\nN: Marie Curie", vec![("White", "Jean Dupont"), ("Black", "Marie Curie")]),
            // As Markdown and mail have it.
            (
                "# Anna vs. Hans\n\n**Date:** 12 March 2026\n",
                vec![("Date", "2026.03.12"), ("White", "Anna"), ("Black", "Hans")],
            ),
            ("White = Anna\r\nBlack = Hans\r\n", vec![("White", "Anna"), ("Black", "Hans")]),
            (
                "From: a@example.org\r\nTo: b@example.org\r\nDate: 1 May 2026\r\n\r\nWeiß: Anna\r\nSchwarz: Hans\r\n",
                vec![("White", "Anna"), ("Black", "Hans")],
            ),
            ("Weiß: Dr. med. Klaus von der Heide", vec![("White", "Dr. med. Klaus von der Heide")]),
            (
                "Brett 1   Meier, Hans (1700)   -   Huber, Sepp V (1650)   1:0",
                vec![
                    ("White", "Meier, Hans"),
                    ("Black", "Huber, Sepp V"),
                    ("Board", "1"),
                    ("WhiteElo", "1700"),
                    ("BlackElo", "1650"),
                ],
            ),
            ("Tal,M-Botvinnik,M", vec![("White", "Tal,M"), ("Black", "Botvinnik,M")]),
            (
                "Tal, M. — Botvinnik, M. [C95]",
                vec![("White", "Tal, M."), ("Black", "Botvinnik, M."), ("ECO", "C95")],
            ),
            (
                "Mr. Bird.        Mr. Mason.\nWHITE.           BLACK.\n",
                vec![("White", "Mr. Bird"), ("Black", "Mr. Mason")],
            ),
            ("Elo Weiß: 1900\nWeiß: anna_k92", vec![("White", "anna_k92"), ("WhiteElo", "1900")]),
            (
                "Steinitz – Zukertort (1886)",
                vec![("Date", "1886.??.??"), ("White", "Steinitz"), ("Black", "Zukertort")],
            ),
            // The nearer line names the players, not the clubs.
            (
                "Club A - Club B, 12.03.2026\nRound 3\n\nBoard 4\nEva Klein – Max Gross 0-1\n",
                vec![
                    ("Date", "2026.03.12"),
                    ("Round", "3"),
                    ("White", "Eva Klein"),
                    ("Black", "Max Gross"),
                    ("Board", "4"),
                ],
            ),
            // As recognisers and newspapers have them.
            (
                "King's Gambit. White. Bkck. (Gunston.) (Jones.)",
                vec![("White", "Gunston"), ("Black", "Jones")],
            ),
            (
                "While, Black, J. C. Grierson. A. W. (). Davies.",
                vec![("White", "J. C. Grierson"), ("Black", "A. W. Davies")],
            ),
            ("White. Black. Mayer G. Marco.", vec![("White", "Mayer"), ("Black", "G. Marco")]),
            ("Anna (Black) and Hans (White)", vec![("White", "Hans"), ("Black", "Anna")]),
            ("WHITE. (Mr. ----.)    BLACK. (Mr. S.)", vec![("Black", "Mr. S.")]),
            ("WHITE. (Mr. McD.)    BLACK. (M. La B.)", vec![("White", "Mr. McD."), ("Black", "M. La B.")]),
        ] {
            let expected: Vec<_> =
                expected.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
            assert_eq!(tags(heading), expected, "{heading}");
        }
    }

    #[test]
    fn nothing_is_invented() {
        for heading in [
            "          WHITE.             BLACK.\n",
            "White. Black. Queen's Gambit",
            "White: to play and win",
            "White moves first, and Black answers.",
            "While Black was thinking, White went out.",
            "Sicilian Defence – Najdorf Variation",
            "Chapter 3 – The Endgame",
            "Caro-Kann – Panov Attack",
            "Kt – K B 3",
            "Between Messrs. Horwitz and Staunton, as Mr. Walker tells.",
            "A pleasant game – and a short one.",
            "Rating 1850",
            "From The Field, 1892",
            "The match lasted from 10:30 to 17:00.",
            "Round the world with a chessboard",
            "Score: 1-0",
            "From: Anna <a@example.org>\nSubject: Anna – Hans\nDate: Thu, 12 Mar 2026 19:04:11 +0100\n\n",
        ] {
            assert_eq!(tags(heading), [], "{heading}");
        }
    }
}
