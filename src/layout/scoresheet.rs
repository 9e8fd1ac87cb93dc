//! Common parts of scoresheets: the fields of the first part, the cells of a move, the disposition of the
//! pieces.
//!
//! The format is that of Stojanović's *New Chess Notation*, sections 5 and 16: a first part with the tournament, the players
//! (with title, rating, country), date, place, round, chessboard and score, then the moves.

use std::borrow::Cow;

use crate::{
    chess::{Color, Outcome, Ply, Position, Role, Square, Tags},
    notation::letters::Letters,
};

/// A field of the first part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The name of the tournament.
    Event,
    /// A player.
    Name(Color),
    /// The title, as in `GM`.
    Title(Color),
    Rating(Color),
    /// The country, or the team.
    Country(Color),
    Date,
    Place,
    Round,
    /// The number of the chessboard.
    Board,
    /// The score of White and Black.
    Score,
    /// The organiser of the tournament.
    Organiser,
}

/// All fields, each with the tags that it may show, in the usual order of tags: first those of the Seven Tag
/// Roster.
pub const FIELDS: [(Field, &[&str]); 15] = [
    (Field::Event, &["Event"]),
    (Field::Place, &["Site"]),
    (Field::Date, &["Date"]),
    (Field::Round, &["Round"]),
    (Field::Name(Color::White), &["White"]),
    (Field::Name(Color::Black), &["Black"]),
    (Field::Score, &["Result"]),
    (Field::Title(Color::White), &["WhiteTitle"]),
    (Field::Title(Color::Black), &["BlackTitle"]),
    (Field::Rating(Color::White), &["WhiteElo"]),
    (Field::Rating(Color::Black), &["BlackElo"]),
    (Field::Country(Color::White), &["WhiteCountry", "WhiteTeam"]),
    (Field::Country(Color::Black), &["BlackCountry", "BlackTeam"]),
    (Field::Board, &["Board"]),
    (Field::Organiser, &["Organizer"]),
];

impl Field {
    /// Returns the tags that the field may show, by preference.
    pub fn tags(self) -> &'static [&'static str] {
        FIELDS.iter().find(|it| it.0 == self).map_or(&[], |it| it.1)
    }

    /// Returns the index of the tag that the field shows.
    pub fn find(self, tags: &Tags<'_>) -> Option<usize> {
        self.tags().iter().find_map(|name| tags.0.iter().position(|tag| tag.name == *name))
    }

    /// Returns the value of the tag that the field shows.
    pub fn value<'t>(self, tags: &'t Tags<'_>) -> Option<&'t str> {
        self.find(tags).map(|n| &*tags.0[n].value)
    }
}

/// Returns the score as written on a scoresheet: `1 : 0`, or `*` without a result.
pub const fn score(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "1 : 0",
        Outcome::BlackWins => "0 : 1",
        Outcome::Draw => "½ : ½",
        Outcome::Unknown => "*",
    }
}

/// Returns a date in PGN order, `1970.04.07`, if given as `07.04.1970` or `1970-04-07`; other texts are
/// unchanged.
pub fn date(text: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = text.split(['.', '-']).collect();
    let digits = |part: &str, len| part.len() == len && part.bytes().all(|it| it.is_ascii_digit());
    let (year, month, day) = match parts[..] {
        [day, month, year] if !text.contains('-') => (year, month, day),
        [year, month, day] if !text.contains('.') => (year, month, day),
        _ => return Cow::Borrowed(text),
    };
    if digits(day, 2) && digits(month, 2) && digits(year, 4) {
        Cow::Owned(format!("{year}.{month}.{day}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a date as the laws write it, `07.04.1970`, if the day is known.
pub fn day_first(date: &str) -> String {
    let parts: Vec<&str> = date.split('.').collect();
    let turned =
        if let [year, month, day] = parts[..] { format!("{day}.{month}.{year}") } else { String::new() };
    if self::date(&turned) == date { turned } else { date.to_owned() }
}

/// Splits the text of a move that names its columns, as in `cQ3` and, for castling, `fRgK`, into columns and
/// cells.
#[inline]
pub fn cells<'t>(text: &'t [u8], ply: &Ply) -> impl Iterator<Item = (u8, &'t [u8])> {
    let cell = |part: &'t [u8]| {
        let (column, cell) = part.split_first()?;
        Some((column.checked_sub(b'a')?, cell))
    };
    // Castling's second column is the only other lower-case file letter.
    let second = ply.castling().and_then(|_| text.get(1..)?.iter().position(|it| matches!(it, b'a'..=b'i')));
    // An array would be read from memory right after it is written, which stalls.
    let (first, second) = match second.and_then(|n| text.split_at_checked(n + 1)) {
        None => (cell(text), None),
        Some((first, second)) => (cell(first), cell(second)),
    };
    first.into_iter().chain(second)
}

/// The pieces at an unusual start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// The first ranks of White and Black, from a to h, behind unmoved pawns: rule 16.2.
    Ranks([Vec<String>; 2]),
    /// All squares as in FEN: from the last rank to the first, White's letters in upper case.
    Board(Vec<Vec<String>>),
}

/// Returns the disposition of the start position, if the scoresheet has to show it.
pub fn disposition(start: &Position, letters: Letters) -> Option<Disposition> {
    if start.is_first() {
        return None;
    }
    let size = start.size();
    let rank = |rank: u8| (0..size).map(move |file| start.piece_at(Square::new(file, rank)));
    let of = |color: Color, rows: [u8; 2]| {
        let pieces: Option<Vec<String>> = rank(rows[0])
            .map(|it| it.filter(|it| it.0 == color && it.1 != Role::Pawn))
            .map(|it| it.map(|(color, role)| letters.write(color, role).to_owned()))
            .collect();
        pieces.filter(|_| rank(rows[1]).all(|it| it == Some((color, Role::Pawn))))
    };
    let middle_is_empty = (2..size - 2).all(|n| rank(n).all(|it| it.is_none()));
    if let (Some(white), Some(black), true) =
        (of(Color::White, [0, 1]), of(Color::Black, [size - 1, size - 2]), middle_is_empty)
    {
        return Some(Disposition::Ranks([white, black]));
    }
    let letter = |piece: Option<(Color, Role)>| match piece {
        None => String::new(),
        Some((Color::White, role)) => char::from(role.letter()).to_string(),
        Some((Color::Black, role)) => char::from(role.letter().to_ascii_lowercase()).to_string(),
    };
    Some(Disposition::Board((0..size).rev().map(|n| rank(n).map(letter).collect()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Castling;

    #[test]
    fn a_castling_has_two_cells_and_any_other_move_one() {
        let [e1, g1, h1, f1] = [(4, 0), (6, 0), (7, 0), (5, 0)].map(|(file, rank)| Square::new(file, rank));
        let castle = Ply::castle(Color::White, e1, g1, Castling { role: Role::Rook, from: h1, to: f1 });
        let plain = Ply::new(Color::White, Role::Knight, e1, g1);
        for (text, ply, expected) in [
            ("cQ3", plain, &[(2, "Q3")][..]),
            ("cNa4", plain, &[(2, "Na4")]),
            ("ex6 e.p.+", plain, &[(4, "x6 e.p.+")]),
            ("a--", plain, &[(0, "--")]),
            ("fRgK+", castle, &[(5, "R"), (6, "K+")]),
            ("fЛgКр", castle, &[(5, "Л"), (6, "Кр")]),
            ("c♚d♜#", castle, &[(2, "♚"), (3, "♜#")]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(column, cell)| (*column, cell.as_bytes())).collect();
            assert_eq!(cells(text.as_bytes(), &ply).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
