//! The look of a word or cell, shared by tables, chats and the words around games.

use super::rows;
use crate::{lex, words::vocabulary::OfMove};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A move number: `12`, `12.`, `12)`.
    Number(u32),
    /// Digits alone, more than a move number has: a rating, a year.
    Figures(usize),
    /// A time: `1:29:30`, `1.29.30`, `89 min`, `89'`.
    Clock,
    /// A whole move, or a part of one with a digit.
    Move,
    /// Anything else.
    Words,
}

impl Look {
    pub fn of(text: &str) -> Look {
        let text = text.trim();
        if let Some(number) = rows::number(text) {
            return Look::Number(number);
        }
        let has_figure = text.contains(|it: char| it.is_ascii_digit());
        let bare = text.trim_matches(['[', ']', '(', ')']);
        let unit = ["min", "sec", "h", "m", "s"].iter().find_map(|it| bare.strip_suffix(it));
        let is_of_time =
            |it: char| it.is_ascii_digit() || matches!(it, ':' | '.' | ' ' | '\'' | '’' | '"' | '″' | '′');
        match lex::figures(text) {
            0 if bare.starts_with(|it: char| it.is_ascii_digit())
                && unit.unwrap_or(bare).chars().all(is_of_time)
                && rows::number(bare).is_none() =>
            {
                Look::Clock
            }
            0 => match OfMove::of(text) {
                OfMove::Whole => Look::Move,
                OfMove::Part | OfMove::Inner if has_figure => Look::Move,
                _ => Look::Words,
            },
            figures => Look::Figures(figures),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks() {
        for (texts, expected) in [
            ("12;12.;12);012", Look::Number(12)),
            ("1850", Look::Figures(4)),
            ("12345678", Look::Figures(8)),
            ("1:29:30;1.29.30;89 min;89';[0:05];(12.5 s)", Look::Clock),
            ("e4;Nf3!;O-O;PxP;Kt-KB3;e2-e4;♘f3;P-K4", Look::Move),
            ("Anna;White;draw?;;...", Look::Words),
        ] {
            for text in texts.split(';') {
                assert_eq!(Look::of(text), expected, "{text}");
            }
        }
    }
}
