//! The unambiguous facts in a printed game's heading: the players, the event, the date, the odds.

use super::shape::{SIDES, is_title, names_sides};
use crate::{notation::DASHES, slice::Slice as _};

/// The first letters of the months.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns the tags that a heading yields, by name.
pub fn tags(heading: &str) -> Vec<(&'static str, String)> {
    let mut tags: Vec<(&'static str, String)> = Vec::new();
    let labelled = labelled(heading);
    let databases = heading.lines().find_map(of_databases).unwrap_or_default();
    let mut add = |name: &'static str, value: Option<String>| tags.extend(value.map(|it| (name, it)));
    let known = |name: &str| labelled.iter().chain(&databases).any(|it| it.0 == name);
    add("Event", event(heading).filter(|_| !known("Event")));
    add("Date", date(heading).filter(|_| !known("Date")));
    if !known("White") && !known("Black") {
        let (white, black) = players(heading);
        add("White", white);
        add("Black", black);
    }
    tags.extend(labelled);
    tags.extend(databases);
    tags
}

/// Returns the tags of lines that name them, as in `White: Anna` and `Date: 12.03.2026`.
fn labelled(heading: &str) -> Vec<(&'static str, String)> {
    const NAMES: [&str; 4] = ["Event", "Site", "Date", "Round"];
    let mut tags: Vec<(&'static str, String)> = Vec::new();
    for line in heading.lines() {
        let Some((label, value)) = line.split_once(':') else { continue };
        let label = label.trim().to_lowercase();
        let of_side = |[white, black]: [&str; 2]| match &*label {
            it if it == white => Some("White"),
            it if it == black => Some("Black"),
            _ => None,
        };
        let named = || NAMES.into_iter().find(|it| it.eq_ignore_ascii_case(&label));
        let Some(name) = SIDES.into_iter().find_map(of_side).or_else(named) else { continue };
        let lower = value.to_lowercase();
        let is_pair = SIDES.iter().any(|it| it.iter().any(|side| find_side(&lower, side).is_some()));
        let value =
            if name == "Date" { numeric_date(value.trim()).or_else(|| date(value)) } else { tidy(value) };
        if let Some(value) = value.filter(|_| !is_pair && tags.iter().all(|it| it.0 != name)) {
            tags.push((name, value));
        }
    }
    tags
}

/// Returns the date in figures that a text is, as in `12.03.2026` and `2026-3-12`.
fn numeric_date(text: &str) -> Option<String> {
    let numbers: Vec<u32> =
        text.split(['.', '-', '/']).map(|it| it.trim().parse().ok()).collect::<Option<_>>()?;
    let (year, month, day) = match numbers[..] {
        [year, month, day] if year > 1000 => (year, month, day),
        [day, month, year] if year > 1000 => (year, month, day),
        _ => return None,
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| format!("{year}.{month:02}.{day:02}"))
}

/// Returns the tags of a line as databases print it: `Carlsen,Magnus (2835) - Nakamura,Hikaru (2775) [B90]`. With a date
/// before it, ratings may be missing: `1997.5.11 Deep Blue - Kasparov, Garry (2785)`.
fn of_databases(line: &str) -> Option<Vec<(&'static str, String)>> {
    let rated = |text: &str| -> Option<(String, Option<String>)> {
        let elo = text.trim().strip_suffix(')').and_then(|it| it.rsplit_once('('));
        let is_elo = |elo: &str| (3..=4).contains(&elo.len()) && elo.bytes().all(|it| it.is_ascii_digit());
        let (name, elo) = match elo.filter(|it| is_elo(it.1)) {
            Some((name, elo)) => (name, Some(elo.to_owned())),
            None => (text, None),
        };
        Some((tidy(name)?, elo))
    };
    let line = line.trim();
    let first = line.split_whitespace().next()?;
    let date = numeric_date(first);
    let line = if date.is_some() { line.slice(first.len()..) } else { line };
    let (players, eco) = match line.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        Some((players, eco)) => (players, Some(eco).filter(|it| is_eco(it))),
        None => (line, None),
    };
    DASHES.iter().find_map(|dash| {
        let (white, black) = players.split_once(&format!(" {dash} "))?;
        let ((white, white_elo), (black, black_elo)) = (rated(white)?, rated(black)?);
        let is_told = white_elo.is_some() && black_elo.is_some()
            || date.is_some() && [&white, &black].into_iter().all(|it| is_name(it));
        let tags = [
            ("Date", date.clone()),
            ("White", Some(white)),
            ("Black", Some(black)),
            ("WhiteElo", white_elo),
            ("BlackElo", black_elo),
            ("ECO", eco.map(str::to_owned)),
        ];
        is_told.then(|| tags.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
    })
}

/// Whether a text may be a player's name: a few words in capitals.
fn is_name(text: &str) -> bool {
    const MOST_WORDS: usize = 4;
    let is_letter = |it: char| it.is_alphabetic() || matches!(it, '.' | ',' | '\'' | '’' | ' ');
    text.chars().all(is_letter)
        && text.split(' ').count() <= MOST_WORDS
        && text.split(' ').all(|it| it.starts_with(char::is_uppercase))
}

/// Whether this is a code of the Encyclopaedia of Chess Openings, such as `B90`.
fn is_eco(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..] if text.len() <= 5)
}

/// Strips words of typographical decoration.
fn tidy(words: &str) -> Option<String> {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_mark = |it: char| it.is_whitespace() || matches!(it, ',' | ';' | ':' | '_' | '-');
    let words = words.trim_matches(is_mark);
    let words = words.strip_suffix(").").map_or(words, |it| words.slice(..it.len() + 1));
    // Parentheses are removed if they enclose everything, or if unbalanced.
    let words = match words.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')').unwrap_or(inner),
        None if !words.contains('(') => words.trim_end_matches(')'),
        None => words,
    };
    let words = words.trim_matches(is_mark);
    // Removes a full stop that ends a sentence, not an initial or a title.
    let ends = words.rsplit(' ').next().is_some_and(|last| last.chars().count() > 4);
    let words = if ends { words.trim_end_matches('.') } else { words };
    words.chars().any(char::is_alphanumeric).then(|| words.to_owned())
}

fn players(heading: &str) -> (Option<String>, Option<String>) {
    let rows: Vec<&str> = heading.lines().collect();
    for (n, row) in rows.iter().enumerate() {
        let lower = row.to_ascii_lowercase();
        let find = |[white, black]: [&str; 2]| {
            let (first, second) = (find_side(&lower, white)?, find_side(&lower, black)?);
            (first < second).then_some((first + white.len(), second, second + black.len()))
        };
        let Some((after_white, black, after_black)) = SIDES.into_iter().find_map(find) else { continue };
        let (left, right) = (row.slice(after_white..black), row.slice(after_black..));
        if left.trim_start().starts_with(':') {
            let right = right.split("  ").find(|it| !it.trim_matches([' ', ':']).is_empty()).unwrap_or(right);
            return (
                tidy(left.trim_end().trim_end_matches('.')),
                tidy(right.trim_end().trim_end_matches('.')),
            );
        }
        if let (Some(left), Some(right)) = (in_brackets(left), in_brackets(right)) {
            return (tidy(left), tidy(right));
        }
        // The names are below, in the same columns.
        if let Some(below) = rows.get(n + 1) {
            let names: Vec<&str> = below.split("  ").map(str::trim).filter(|it| !it.is_empty()).collect();
            if let [white, black] | [white, black, _, _] = names[..] {
                return (tidy(white), tidy(black));
            }
        }
    }
    told_players(heading).or_else(|| players_of_game(heading)).unwrap_or_default()
}

/// Returns the players named after the game in the last paragraph before it: `The Immortal Game (Anderssen–Kieseritzky)`.
fn players_of_game(heading: &str) -> Option<(Option<String>, Option<String>)> {
    const GAMES: [&str; 6] = ["game", "partie", "partida", "partita", "partij", "партия"];
    let paragraphs = heading
        .split("\n\n")
        .filter(|it| it.chars().filter(|it| it.is_alphabetic()).count() > SHORTEST_TITLE);
    let words = paragraphs.last()?.split_whitespace().collect::<Vec<_>>().join(" ");
    words.match_indices(" (").find_map(|(at, _)| {
        let before = words.slice(..at).rsplit(' ').next()?.to_lowercase();
        let inside = words.slice(at + 2..).split_once(')')?.0;
        let (white, black) = DASHES.iter().find_map(|dash| inside.split_once(*dash))?;
        let names = [white.trim(), black.trim()];
        (GAMES.contains(&&*before) && names.iter().all(|it| is_name(it)))
            .then(|| (tidy(names[0]), tidy(names[1])))
    })
}

/// The letters of the words that name the sides of a table's columns.
const SHORTEST_TITLE: usize = 12;

/// Returns the players named in sentences: `White, Mr. Morphy; Black, the Allies.`, `White--A. Black--B.`
fn told_players(heading: &str) -> Option<(Option<String>, Option<String>)> {
    const LONGEST: usize = 60;
    let heading = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = heading.to_ascii_lowercase();
    let name = |text: &str| -> Option<String> {
        let name = text.strip_prefix(|it| DASHES.contains(&it) || matches!(it, ',' | ':' | '.' | '('))?;
        // A full stop after a short word marks an abbreviation.
        let ends = |(n, sign): (usize, &str)| {
            let word = name.slice(..n).rsplit([' ', '.']).next().unwrap_or("");
            sign == ";" || sign == ")" || word.chars().filter(|it| it.is_alphabetic()).count() > 3
        };
        let end = name.match_indices([';', '.', ')']).find(|it| ends(*it)).map_or(name.len(), |it| it.0);
        tidy(name.slice(..end)).filter(|it| it.len() <= LONGEST && it.contains(char::is_uppercase))
    };
    SIDES.into_iter().find_map(|[white, black]| {
        let (first, second) = (find_side(&lower, white)?, find_side(&lower, black)?);
        let left = heading.get(first + white.len()..second)?;
        let right = heading.slice(second + black.len()..);
        Some((Some(name(left)?), Some(name(right)?)))
    })
}

/// Returns the offset of a side's name as a word.
fn find_side(line: &str, side: &str) -> Option<usize> {
    line.match_indices(side).map(|it| it.0).find(|&at| {
        let before = line.slice(..at).chars().next_back();
        let after = line.slice(at + side.len()..).chars().next();
        before.is_none_or(|it| !it.is_alphanumeric())
            && after.is_none_or(|it| DASHES.contains(&it) || matches!(it, ':' | '.' | ' ' | ',' | '('))
    })
}

fn in_brackets(words: &str) -> Option<&str> {
    let (_, rest) = words.split_once('(')?;
    Some(rest.split_once(')')?.0).filter(|it| it.chars().any(char::is_alphanumeric))
}

/// Returns text in parentheses with a year on a line of its own, as in `(Match, 1909)`; otherwise the title.
fn event(heading: &str) -> Option<String> {
    let bracketed = heading
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with('(') && line.ends_with(')') && year(line).is_some());
    if let Some(line) = bracketed {
        let (at, year) = year(line)?;
        return tidy(&line.replace(line.slice(at..at + year.len()), ""));
    }
    let title = heading.lines().find(|line| is_title(line) && !names_sides(line))?;
    tidy(title)
}

/// Returns the year in a line, and its offset.
fn year(line: &str) -> Option<(usize, String)> {
    let bytes = line.as_bytes();
    (0..bytes.len().saturating_sub(3)).find_map(|at| {
        let digits = bytes.get(at..at + 4).filter(|it| it.iter().all(u8::is_ascii_digit))?;
        let apart = |place: Option<&u8>| place.is_none_or(|it| !it.is_ascii_digit());
        let alone = apart(at.checked_sub(1).and_then(|n| bytes.get(n))) && apart(bytes.get(at + 4));
        let century = (b"15".as_slice()..=b"20".as_slice()).contains(&&digits[..2]);
        (alone && century).then(|| (at, line.slice(at..at + 4).to_owned()))
    })
}

/// The number of words of the longest paragraph whose year is that of a game.
const LONGEST_TITLE: usize = 40;

/// Whether a paragraph is a sentence unrelated to a game.
fn is_tale(paragraph: &str) -> bool {
    const OF_GAMES: [&str; 12] = [
        "played",
        "match",
        "tournament",
        "between",
        "game",
        "tourney",
        "congress",
        "white",
        "black",
        "partie",
        "partida",
        "turnier",
    ];
    let lower = paragraph.to_lowercase();
    let words = lower.split_whitespace().count();
    let verbs =
        [" was ", " were ", " is ", " had ", " has ", " died ", " born "].iter().any(|it| lower.contains(it));
    let ends = paragraph.trim_end().ends_with('.') && words > 3;
    // A long paragraph tells of more than one game.
    words > LONGEST_TITLE || (ends || verbs) && !OF_GAMES.iter().any(|it| lower.contains(it))
}

/// Returns the date, as far as given, as in `1892.09.23`.
fn date(heading: &str) -> Option<String> {
    // A year in a sentence such as `He was born in 1702.` may not be the game's.
    let told = heading.split("\n\n").find(|it| year(it).is_some() && !is_tale(it))?;
    let heading = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let (at, year) = year(&heading)?;
    let words: Vec<&str> = heading.slice(..at).split([' ', ',', '(']).filter(|it| !it.is_empty()).collect();
    let near = &words[words.len().saturating_sub(3)..];
    let month = near.iter().find_map(|word| {
        let start = word.get(..3)?.to_lowercase();
        let known = word.len() <= 9 && !word.eq_ignore_ascii_case("declined");
        MONTHS.iter().position(|it| known && *it == start)
    });
    let Some(month) = month else { return Some(format!("{year}.??.??")) };
    let day = near.iter().find_map(|word| {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok().filter(|day| (1..=31).contains(day))
    });
    let day = day.map_or("??".to_owned(), |day| format!("{day:02}"));
    Some(format!("{year}.{:02}.{day}", month + 1))
}

/// Returns the starting position of a game at odds: `Remove White's Q. R.`, `at the odds of the Queen's
/// Knight`, `Pawn and move`.
pub fn odds(heading: &str) -> Option<String> {
    const GIVING: [&str; 5] = ["gives", "gave", "giving", "yields", "yielding"];
    const REMOVING: [&str; 4] = ["remove", "removed", "odds", "without"];
    let lower = heading.to_lowercase();
    let words: Vec<&str> = lower
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !matches!(*it, "" | "s" | "the" | "of" | "his" | "her" | "a" | "an"))
        .collect();
    let is_pawn = |word: &&str| matches!(*word, "pawn" | "p");
    let move_given = |it: &[&str]| {
        is_pawn(&it[0]) && it[1] == "and" && matches!(it[2], "move" | "two")
            || it[0] == "pf" && it[1] == "move"
    };
    if words.windows(3).any(move_given) {
        return Some(without(true, true, 5));
    }
    let given = |at: usize| {
        let before = at.checked_sub(1).map_or("", |n| words[n]);
        let after = &words[at + 1..];
        // As in `gives odds of`, with the odds following.
        let named = after.iter().take_while(|it| matches!(**it, "white" | "black" | "odds")).count();
        let said = |side: &str| before == side || after[..named].contains(&side);
        let piece: Vec<String> = after[named..].iter().map_while(|it| letters(it)).collect();
        // Material given for something, or given up, is given during the game.
        let next = after.get(named + piece.len()).copied();
        let in_game = GIVING.contains(&words[at]) && matches!(next, Some("for" | "up" | "and" | "in"));
        let found = without_piece(&piece.concat(), said("black")).filter(|_| !in_game);
        // As in `Queen's Knight odds`.
        let first = words[..at].iter().rev().take_while(|it| letters_of(it)).count();
        let ahead = || {
            without_piece(
                &words[at - first..at].iter().filter_map(|it| letters(it)).collect::<String>(),
                false,
            )
        };
        found.or_else(|| if words[at] == "odds" { ahead() } else { None })
    };
    let is_told = |at: &usize| REMOVING.contains(&words[*at]) || GIVING.contains(&words[*at]);
    (0..words.len()).filter(is_told).find_map(given)
}

/// Whether a heading says that White makes two moves before Black's first.
pub fn gives_two_moves(heading: &str) -> bool {
    let words: Vec<String> = heading.split_whitespace().map(str::to_lowercase).collect();
    words.windows(3).any(|it| it[0] == "and" && it[1] == "two" && it[2].starts_with("moves"))
}

/// Returns the initial position without the piece or pawn with these letters. A pawn is given by Black.
fn without_piece(letters: &str, black: bool) -> Option<String> {
    // The initial files of the pieces, from a to h.
    let file = |side: char, piece: char| match (side, piece) {
        ('q', 'r') => Some(0),
        ('q', 'n') => Some(1),
        ('q', 'b') => Some(2),
        ('k', 'b') => Some(5),
        ('k', 'n') => Some(6),
        ('k', 'r') => Some(7),
        _ => None,
    };
    let mut taken = letters.chars();
    let (pawn, file) = match (taken.next()?, taken.next(), taken.next()) {
        ('q', Some('p'), _) => (true, 3),
        ('k', Some('p'), _) => (true, 4),
        (side, Some(piece), Some('p')) => (true, file(side, piece)?),
        (side, Some(piece), _) => (false, file(side, piece)?),
        ('q', None, _) => (false, 3),
        // Without a side, it is the queen's.
        (piece, None, _) => (false, file('q', piece)?),
    };
    Some(without(black || pawn, pawn, file))
}

fn letters_of(word: &str) -> bool {
    letters(word).is_some()
}

/// Returns the letters of a piece, from its name, or from the letters of its side and itself.
fn letters(word: &str) -> Option<String> {
    let named = match word {
        "queen" | "queens" => "q",
        "king" | "kings" => "k",
        "rook" | "rooks" | "castle" => "r",
        "knight" | "knights" => "n",
        "bishop" | "bishops" => "b",
        "pawn" => "p",
        _ => "",
    };
    let letters = if named.is_empty() { word.replace("kt", "n") } else { named.to_owned() };
    let of_pieces = (1..=3).contains(&letters.len()) && letters.chars().all(|it| "kqrbnp".contains(it));
    of_pieces.then_some(letters)
}

/// Returns the initial position without a piece or pawn of this file.
fn without(black: bool, pawn: bool, file: usize) -> String {
    let side = |missing: Option<usize>, men: &str| -> String {
        let mut row = String::new();
        for (n, man) in men.chars().enumerate() {
            row.push(if missing == Some(n) { '.' } else { man });
        }
        match missing {
            None => row,
            Some(0) => format!("1{}", row.slice(1..)),
            Some(7) => format!("{}1", row.slice(..7)),
            Some(n) => format!("{}1{}", row.slice(..n), row.slice(n + 1..)),
        }
    };
    let missing = |is_black, is_pawn| (black == is_black && pawn == is_pawn).then_some(file);
    let rights: String = [(false, 7, 'K'), (false, 0, 'Q'), (true, 7, 'k'), (true, 0, 'q')]
        .into_iter()
        .filter(|&(is_black, corner, _)| missing(is_black, false) != Some(corner))
        .map(|it| it.2)
        .collect();
    format!(
        "{}/{}/8/8/8/8/{}/{} w {rights} - 0 1",
        side(missing(true, false), "rnbqkbnr"),
        side(missing(true, true), "pppppppp"),
        side(missing(false, true), "PPPPPPPP"),
        side(missing(false, false), "RNBQKBNR"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings() {
        for (heading, expected) in [
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
            ("          WHITE.             BLACK.\n", vec![]),
        ] {
            let expected: Vec<_> =
                expected.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
            assert_eq!(tags(heading), expected, "{heading}");
        }
    }

    #[test]
    fn games_at_odds() {
        for (heading, expected) in [
            (
                "(Remove White's Q. R. from the Board.)",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            ),
            (
                "(Remove Black's King's Bishop's Pawn from the Board.)",
                "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            ("PAWN AND MOVE.", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("White gives the Queen's Rook.", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
            ("KNIGHT ODDS", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            (
                "At odds of Q. R. (Remove White's Q. R.)",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            ),
            (
                "Mr. Staunton gives the odds of the Queen's Knight.",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
            ),
        ] {
            assert_eq!(odds(heading).as_deref(), Some(expected), "{heading}");
        }
        for heading in
            ["A game played at Paris", "White gives his Queen for two pieces.", "Black gives up a Pawn"]
        {
            assert_eq!(odds(heading), None, "{heading}");
        }
    }
}
