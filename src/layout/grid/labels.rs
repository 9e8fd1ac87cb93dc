//! Words printed on scoresheets, in several languages.

use crate::{chess::Color, layout::scoresheet::Field, words};

/// The meaning of a word on a scoresheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// A field of the first part. A player's name is followed by title, rating and country.
    Field(Field),
    /// Column of titles.
    Title,
    /// Column of ratings.
    Rating,
    /// Column of countries or teams.
    Country,
    Notes,
    /// Column of ranks, in a table of pieces.
    Rank,
    /// A column beside the moves, such as clock times and pages.
    Column,
}

impl Label {
    /// Whether it is the heading of a column beside the names.
    pub const fn is_detail(self) -> bool {
        matches!(self, Label::Title | Label::Rating | Label::Country)
    }

    /// Parses a text as a label, in any case, with or without a colon or full stop after it.
    pub fn of(text: &str) -> Option<Label> {
        Some(match words::column(text)? {
            "Event" => Label::Field(Field::Event),
            "White" => Label::Field(Field::Name(Color::White)),
            "Black" => Label::Field(Field::Name(Color::Black)),
            "Title" => Label::Title,
            "Rating" => Label::Rating,
            "Country" | "Team" => Label::Country,
            "Date" => Label::Field(Field::Date),
            "Site" => Label::Field(Field::Place),
            "Round" => Label::Field(Field::Round),
            "Board" => Label::Field(Field::Board),
            "Result" => Label::Field(Field::Score),
            "Organizer" => Label::Field(Field::Organiser),
            "Notes" => Label::Notes,
            "Rank" => Label::Rank,
            "Time" => Label::Column,
            _ => return None,
        })
    }

    /// Parses the first filled cell of a line as a label.
    pub fn on(line: &str) -> Option<Label> {
        Label::of(Label::first_cell(line)?)
    }

    /// Returns the first filled cell of a line, whatever separates its cells, without Markdown marks.
    pub fn first_cell(line: &str) -> Option<&str> {
        let cells = line.split(['\t', '|', ',', ';', '│', '┃', '║', ':', '*']);
        cells.map(|it| it.trim_matches([' ', '#'])).find(|it| !it.trim().is_empty())
    }

    /// Returns the label that a cell is or begins with, and the offset of its value if that is in the same cell.
    pub fn leading(text: &str) -> Option<(Label, Option<usize>)> {
        let alone = Label::of(text).map(|it| (it, None));
        alone.or_else(|| Label::with_value(text).map(|(label, at)| (label, Some(at))))
    }

    /// Returns a label and the offset of its value in the same cell, after a colon, or after a label in
    /// capitals: `PLACE BELGRADE`.
    fn with_value(text: &str) -> Option<(Label, usize)> {
        if let Some((label, _)) = text.split_once(':')
            && let Some(found) = Label::of(label)
        {
            return Some((found, label.len() + 1));
        }
        let word = text.split_whitespace().next()?;
        let capitals = !word.chars().any(char::is_lowercase);
        let end = text.find(word)? + word.len();
        let found = Label::of(word).filter(|_| capitals && end < text.len())?;
        Some((found, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_in_any_case_and_with_their_values() {
        for (text, expected) in [
            ("WHITE", Some(Label::Field(Field::Name(Color::White)))),
            ("Weiß:", Some(Label::Field(Field::Name(Color::White)))),
            ("NAME OF  TOURNAMENT", Some(Label::Field(Field::Event))),
            ("Резултат", Some(Label::Field(Field::Score))),
            ("Petrosjan", None),
            ("", None),
        ] {
            assert_eq!(Label::of(text), expected, "{text}");
        }
        assert_eq!(Label::with_value("PLACE BELGRADE"), Some((Label::Field(Field::Place), 5)));
        assert_eq!(Label::with_value("Score: 1 : 0"), Some((Label::Field(Field::Score), 6)));
        assert_eq!(Label::with_value("White Knight Club"), None);
    }
}
