//! The players named above a game.

use std::ops::Range;

use super::{
    counts::{eco, numbered},
    dates::in_figures,
    names::{Part, RATING, name, tidy},
    result::without_result,
};
use crate::{
    lex, lines,
    notation::DASHES,
    similar,
    slice::Slice as _,
    words::{
        SIDES, TITLES,
        tongues::{self, BesideNames},
        vocabulary::OfMove,
    },
};

/// A player named in a heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// `None` if the player is unnamed.
    pub name: Option<String>,
    pub rating: Option<String>,
    /// A FIDE title before the name.
    pub title: Option<String>,
}

/// White and Black.
type Pair = [Player; 2];

impl Player {
    /// Parses a player, with any rating or club in parentheses after the name.
    fn of(text: &str) -> Option<Player> {
        Player::read(text, name)
    }

    /// Parses the player after a label, whose name may be any single word. Of a problem, it has the pieces
    /// instead, as in `Black: Kg8 pawns f7 g7`.
    pub fn labelled(text: &str) -> Option<Player> {
        let is_piece = |it: &str| it.contains(|it: char| it.is_ascii_digit()) && OfMove::is_whole(it);
        if text.trim().split_once(' ').is_some_and(|it| is_piece(it.0.trim_end_matches(','))) {
            return None;
        }
        // Something else stands behind a gap.
        let text = text.trim().split("   ").next().unwrap_or_default();
        let word = |it: &String| !it.contains([' ', '/']) && it.contains(char::is_alphabetic);
        Player::read(text, |text| name(text).or_else(|| tidy(text).filter(word)))
    }

    fn read(text: &str, name_of: impl Fn(&str) -> Option<String>) -> Option<Player> {
        // A misread initial.
        let text = text.replace("().", "");
        let text = text.trim();
        // As in `Anna Schmidt (1850, SK Berlin)`.
        let (name, inner) = match text.trim_end_matches(['.', ',', ';', ' ']).split_once(['(', '[']) {
            Some((name, inner)) if !name.trim().is_empty() => (name, inner.trim_end_matches([')', ']'])),
            _ => (text, ""),
        };
        let rating = inner.split([' ', ',', ':', ')']).find(|it| RATING.contains(&lex::figures(it)));
        // As in `Anna Schmidt 1850`.
        let (name, rating) = match name.trim().rsplit_once(' ') {
            Some((before, last)) if lex::figures(last) == 4 && !before.ends_with(',') => (before, Some(last)),
            _ => (name, rating),
        };
        let titled = name.trim().split_once(' ').filter(|it| TITLES.contains(&it.0));
        let (title, name) = titled.map_or((None, name), |it| (Some(it.0.to_owned()), it.1));
        let name = name_of(name);
        // As in `Mr. ----`.
        let is_unnamed =
            || text.contains(DASHES) && text.split_whitespace().all(|it| Part::of(it) == Part::Silent);
        (name.is_some() || is_unnamed()).then(|| Player { name, rating: rating.map(str::to_owned), title })
    }
}

/// Returns the players named in a heading: beside or below the names of the sides, or on both sides of a
/// dash.
pub fn of(heading: &str) -> Option<Pair> {
    below(heading)
        .or_else(|| heading.lines().find_map(sided))
        .or_else(|| heading.split("\n\n").find_map(sided))
        .or_else(|| versus(heading))
        .or_else(|| of_game(heading))
}

/// A word without the punctuation around it, and the same in lower case.
struct Word<'t> {
    core: &'t str,
    lower: String,
    span: Range<usize>,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        // A word continues after an apostrophe.
        let is_inner = letter.is_alphanumeric() || matches!(letter, '\'' | '’');
        match (start, is_inner) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let core = text.slice(from..at);
                words.push(Word { core, lower: core.to_lowercase(), span: from..at });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether a word is the name of this side with at most two misprints.
fn is_nearly_side(word: &Word<'_>, side: &str) -> bool {
    const MOST: usize = 2;
    word.core.starts_with(char::is_uppercase)
        && word.core.chars().next().map(|it| it.to_lowercase().eq(side.chars().take(1))) == Some(true)
        && similar::distance(&word.lower, side) <= MOST
}

/// Returns the players in the line below, or above, one that names only the sides, as column heads.
fn below(heading: &str) -> Option<Pair> {
    let rows: Vec<&str> = heading.lines().collect();
    let of_row = |(n, row): (usize, &&str)| {
        let names = words(row);
        let heads = |[white, black]: [&str; 2]| {
            names.len() >= 2
                && names.len().is_multiple_of(2)
                && names.chunks(2).all(|it| it[0].lower == white && it[1].lower == black)
        };
        SIDES.into_iter().any(heads).then_some(())?;
        let pair = |row: &&str| {
            let cells = lines::columns(row).flat_map(|it| it.split('|')).map(str::trim);
            // A second pair heads the columns of the rest of the game.
            match cells.filter(|it| !it.is_empty()).collect::<Vec<_>>()[..] {
                [white, black] | [white, black, _, _] => Some([Player::of(white)?, Player::of(black)?]),
                _ => None,
            }
        };
        let below = rows[n + 1..].iter().find(|it| !it.trim().is_empty());
        // Or in the line above.
        below.and_then(pair).or_else(|| rows[..n].last().filter(|_| below.is_none()).and_then(pair))
    };
    rows.iter().enumerate().find_map(of_row)
}

/// Returns the players named with their sides: `White: A. Black: B.`, `White, A; Black, B.`,
/// `White. Black. (A) (B)`, `A (White) and B (Black)`.
fn sided(text: &str) -> Option<Pair> {
    /// Most words from one side's name to the other's.
    const MOST: usize = 14;
    let words = words(text);
    SIDES.into_iter().find_map(|[white, black]| {
        let pair = |(first, second): (usize, usize)| {
            let (one, other) = (&words[first].span, &words[second].span);
            let between = text.slice(one.end..other.start);
            if second == first + 1 && !between.contains(char::is_alphanumeric) {
                return listed(text.slice(other.end..));
            }
            in_parentheses(text, one, other)
                .or_else(|| Some([told(between, false)?, told(text.slice(other.end..), true)?]))
        };
        let of_places = |first: usize| {
            let nearly =
                words.get(first + 1).filter(|it| it.lower == black && is_nearly_side(&words[first], white));
            if words[first].lower == white {
                let rest = words.iter().enumerate().skip(first + 1).take(MOST);
                let exact = rest.clone().take_while(|it| it.1.lower != white).find(|it| it.1.lower == black);
                let near = || rest.clone().take(1).find(|it| is_nearly_side(it.1, black));
                return exact.or_else(near).map(|it| (first, it.0)).and_then(pair);
            }
            if nearly.is_some() {
                return pair((first, first + 1));
            }
            // As in `A (Black) and B (White)`.
            let second = (first + 1..words.len().min(first + MOST)).find(|n| words[*n].lower == white)?;
            let sides = (words[first].lower == black).then(|| [&words[first].span, &words[second].span])?;
            let [black, white] = in_parentheses(text, sides[0], sides[1])?;
            Some([white, black])
        };
        (0..words.len()).find_map(of_places)
    })
}

/// Returns the players before two sides in parentheses.
fn in_parentheses(text: &str, one: &Range<usize>, other: &Range<usize>) -> Option<Pair> {
    let enclosed = |side: &Range<usize>| {
        text.slice(..side.start).ends_with('(') && text.slice(side.end..).starts_with(')')
    };
    if !enclosed(one) || !enclosed(other) {
        return None;
    }
    let name = |text: &str| {
        const PARTICLES: [&str; 10] = ["da", "de", "del", "den", "der", "di", "du", "la", "van", "von"];
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_part = |it: &&&str| it.starts_with(char::is_uppercase) || PARTICLES.contains(it);
        let count = words.iter().rev().take_while(is_part).count();
        let name = words.iter().skip(words.len() - count).skip_while(|it| PARTICLES.contains(it));
        Player::of(&name.copied().collect::<Vec<_>>().join(" "))
    };
    let before = text.slice(..one.start - 1);
    // As in `) and Thomas and Barnes (`.
    let between = text.slice(one.end + 1..other.start - 1).trim();
    let rest = between.split_once(' ').map_or(between, |it| it.1);
    Some([name(before)?, Player::of(rest).or_else(|| name(between))?])
}

/// Returns the player after the name of a side, ending with the sentence if `goes_on`.
fn told(text: &str, goes_on: bool) -> Option<Player> {
    let gap = text.starts_with("  ") || text.starts_with('\t');
    let text = text.trim_start();
    let text = text.strip_prefix('.').map_or(text, str::trim_start);
    if let Some((inner, _)) = text.strip_prefix('(').and_then(|it| it.split_once(')')) {
        return Player::of(inner);
    }
    let is_sign = |it: char| DASHES.contains(&it) || matches!(it, ',' | ':' | ';');
    let name = text.trim_start_matches(is_sign);
    if name.len() == text.len() && !gap {
        return None;
    }
    let name = name.trim_start();
    let end = if goes_on { first_name(name) } else { name.len() };
    Player::of(name.slice(..end).trim_end_matches([';', ' ']))
}

/// Returns the end of the name at the start of a text.
fn first_name(text: &str) -> usize {
    let ends = |&(n, sign): &(usize, &str)| {
        // A full stop after a short word marks an abbreviation.
        let word = text.slice(..n).rsplit([' ', '.']).next().unwrap_or("");
        sign != "." || word.chars().filter(|it| it.is_alphabetic()).count() > 3
    };
    let sign = text.match_indices([';', '.', '\n']).find(ends).map_or(text.len(), |it| it.0);
    text.find("  ").map_or(sign, |gap| gap.min(sign))
}

/// Returns the two players listed after the names of both sides.
fn listed(text: &str) -> Option<Pair> {
    const LONGEST: usize = 100;
    let text = text.trim_start_matches(|it: char| !it.is_alphanumeric() && it != '(');
    let text = text.split("\n\n").next()?.trim();
    let mut brackets = text.split('(').skip(1).map(|it| it.split_once(')').map_or("", |it| it.0));
    if text.starts_with('(') {
        return Some([Player::of(brackets.next()?)?, Player::of(brackets.next()?)?]);
    }
    if text.len() > LONGEST {
        return None;
    }
    let pair = |at: usize| {
        let (white, black) = (text.slice(..at), text.slice(at..));
        let black = black.trim_start_matches([',', ';', '.', ' ', '\n']);
        Some([Player::of(white)?, Player::of(black)?])
    };
    // The names are separated by a gap, a sign, or the beginning of the second name.
    let signs = text.match_indices([',', ';']).map(|it| it.0).collect();
    let single = |places: Vec<usize>| if let [place] = places[..] { pair(place) } else { None };
    single(gaps(text)).or_else(|| single(signs)).or_else(|| single(beginnings(text)))
}

/// Returns the offsets of line ends and of adjacent blanks.
fn gaps(text: &str) -> Vec<usize> {
    let is_gap = |&at: &usize| {
        let (before, rest) = text.divide(at);
        let run = rest.slice(..rest.leading(char::is_whitespace));
        !before.ends_with(char::is_whitespace) && (run.len() > 1 || run.starts_with(['\n', '\t']))
    };
    text.match_indices(char::is_whitespace).map(|it| it.0).filter(is_gap).collect()
}

/// Returns the offsets at which names begin in a row of names: after the full stop of a long word, at an
/// initial or title after a long word, or between the only two words.
fn beginnings(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before: Option<&str> = None;
    for word in text.split_inclusive(' ') {
        let start = at;
        at += word.len();
        let word = word.trim_end();
        let is_long = |it: &str| it.chars().filter(|it| it.is_alphabetic()).count() > 3;
        let is_begin = |it: &str| {
            it.ends_with('.') && !is_long(it)
                || tongues::beside_names(it.trim_end_matches('.')) == Some(BesideNames::Title)
        };
        if before.is_some_and(|it| is_long(it) && (it.ends_with('.') || is_begin(word))) {
            found.push(start);
        }
        before = Some(word);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if let ([first, _], []) = (&words[..], &found[..]) {
        found.push(first.len());
    }
    found
}

/// Returns the players in the line nearest to the game with a name on both sides of a dash, `vs` or a result.
fn versus(heading: &str) -> Option<Pair> {
    const MOST_LINES: usize = 32;
    const LONGEST: usize = 100;
    heading.lines().rev().take(MOST_LINES).filter(|it| it.len() <= LONGEST).find_map(of_line)
}

/// Returns the players named by a line that has nothing else but a number, a date, an opening or a result.
fn of_line(line: &str) -> Option<Pair> {
    let line = line.trim();
    // As in `Board 2: `, `3. ` and `(3) `.
    let is_result = |it: &str| matches!(without_result(it), ("", Some("")));
    let line = line.rsplit_once(": ").filter(|it| !is_result(it.1)).map_or(line, |it| it.1.trim_start());
    let first = line.split_whitespace().next()?;
    let date = in_figures(first.trim_end_matches([',', ':', ')']));
    let is_count = first
        .trim_start_matches('(')
        .trim_end_matches(['.', ')'])
        .bytes()
        .all(|it| it.is_ascii_digit() || it == b'.');
    let line = if date.is_some() || is_count { line.slice(first.len()..).trim_start() } else { line };
    // As in `Board 2  `.
    let mut words = lines::words(line);
    let line = match (words.next(), words.next(), words.next()) {
        (Some(name), Some(number), Some(rest)) if numbered(name.1, number.1).is_some() => {
            line.slice(rest.0..)
        }
        _ => line,
    };
    let line = match eco(line) {
        Some(code) => line.slice(..line.trim_end().len() - code.len() - 2).trim_end(),
        // Not if the full stop belongs to an initial.
        None if line
            .trim_end()
            .strip_suffix('.')
            .and_then(|it| it.rsplit([' ', ',', '.']).next())
            .is_some_and(|it| it.chars().count() == 1 && it.starts_with(char::is_uppercase)) =>
        {
            line.trim_end()
        }
        None => line.trim_end_matches(['.', ' ']),
    };
    let (before, after) = without_result(line);
    let pair = match after {
        Some(after) if !after.is_empty() => Some((before, after)),
        _ => divided(before),
    };
    let (white, black) = pair?;
    let (mut white, mut black) = (white.trim().trim_end_matches([',', ':']), black.trim());
    // A date or time control may precede.
    if let Some((before, name)) = white.rsplit_once(", ")
        && before.split(['(', '[']).next().is_some_and(|it| it.contains(|it: char| it.is_ascii_digit()))
    {
        white = name;
    }
    // A place or year may follow, unless it is a given name.
    if let Some((name, rest)) = black.split_once(", ") {
        let given = rest.split(", ").next().unwrap_or_default();
        let (first, inner) = given.split_once('(').unwrap_or((given, ""));
        let is_given = white.contains(',') || inner.starts_with(|it: char| it.is_ascii_digit());
        let is_name = is_given && !first.contains(|it: char| it.is_ascii_digit());
        black = if is_name { black.slice(..name.len() + 2 + given.len()) } else { name };
    }
    let [white, black] = [Player::of(white)?, Player::of(black)?];
    // A single number may be the year.
    let are_rated = white.rating.is_some() && black.rating.is_some() || date.is_some();
    let rated = |it: Player| Player { rating: it.rating.filter(|_| are_rated), ..it };
    Some([rated(white), rated(black)])
}

/// Splits a line at its only dash or `vs`, up to any dash after that.
fn divided(line: &str) -> Option<(&str, &str)> {
    let divides = |(at, word): (usize, &str)| {
        let is_dash = word.chars().all(|it| DASHES.contains(&it)) && word.chars().count() <= 3;
        // A capital letter is an initial.
        let word_of = word.trim_end_matches('.');
        let is_initial = word_of.len() == 1 && word_of.starts_with(char::is_uppercase);
        (is_dash || !is_initial && tongues::beside_names(word_of) == Some(BesideNames::Versus))
            .then_some(at..at + word.len())
    };
    let spaced: Vec<Range<usize>> = lines::words(line).filter_map(divides).collect();
    let place = match &spaced[..] {
        [place] => place.clone(),
        [word, dash] if line.slice(word.clone()).starts_with(char::is_alphabetic) => {
            return Some((line.slice(..word.start), line.slice(word.end..dash.start)));
        }
        [] => {
            // A hyphen suffices between names such as `Tal,M`.
            let hyphen = || line.split_once('-').is_some_and(|it| it.0.contains(',') && it.1.contains(','));
            let dashes = ["–", "—", "--"].into_iter().find(|it| line.contains(it));
            let sign = dashes.or_else(|| hyphen().then_some("-"))?;
            let (start, rest) = (line.find(sign)?, line.rfind(sign)?);
            (start == rest).then(|| start..start + sign.len())?
        }
        _ => return None,
    };
    Some((line.slice(..place.start), line.slice(place.end..)))
}

/// Returns the players named after the game in the last paragraph above it:
/// `The Immortal Game (Anderssen–Kieseritzky)`.
fn of_game(heading: &str) -> Option<Pair> {
    const GAMES: [&str; 6] = ["game", "partie", "partida", "partita", "partij", "партия"];
    /// Most letters of a paragraph with only the column titles of the sides.
    const SHORTEST_TITLE: usize = 12;
    let paragraphs = heading
        .split("\n\n")
        .filter(|it| it.chars().filter(|it| it.is_alphabetic()).count() > SHORTEST_TITLE);
    let words = paragraphs.last()?.split_whitespace().collect::<Vec<_>>().join(" ");
    words.match_indices(" (").find_map(|(at, _)| {
        let before = words.slice(..at).rsplit(' ').next()?.to_lowercase();
        let inside = words.slice(at + 2..).split_once(')')?.0;
        let (white, black) = DASHES.iter().find_map(|dash| inside.split_once(*dash))?;
        GAMES.contains(&&*before).then_some(())?;
        Some([Player::of(white)?, Player::of(black)?])
    })
}
