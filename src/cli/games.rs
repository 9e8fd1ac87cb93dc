//! Selection of games by number.

use std::{fmt, ops::RangeInclusive};

use crate::convert::{Converted, Ends};

/// Numbers of games, counted from 1 in each input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Games(Vec<RangeInclusive<u64>>);

/// Parses numbers of games: `3`, `10-20,35`, `100-`.
pub fn parse(text: &str) -> Result<Games, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|it| *it > 0);
    let range = |text: &str| match text.split_once(['-', '–']) {
        None => number(text).map(|n| n..=n),
        Some((first, last)) if last.trim().is_empty() => Some(number(first)?..=u64::MAX),
        Some((first, last)) => Some(number(first)?..=number(last)?),
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    match ranges {
        Some(ranges) if ranges.iter().all(|it| !it.is_empty()) => Ok(Games(ranges)),
        _ => Err("games are numbered from 1: 3, 10-20,35 or 100-".to_owned()),
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |range: &RangeInclusive<u64>| match (*range.start(), *range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, u64::MAX) => format!("{first}-"),
            (first, last) => format!("{first}-{last}"),
        };
        f.write_str(&self.0.iter().map(text).collect::<Vec<_>>().join(","))
    }
}

impl Games {
    fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|it| it.contains(&number))
    }

    /// Whether no game after this number is selected.
    pub fn end_by(&self, number: u64) -> bool {
        self.0.iter().all(|it| *it.end() <= number)
    }

    /// Returns the selected games beyond an input of `games` games. `None` if there are none.
    pub fn missing(&self, games: u64) -> Option<Games> {
        let ranges: Vec<_> = self.0.iter().filter(|it| *it.start() > games).cloned().collect();
        (!ranges.is_empty()).then_some(Games(ranges))
    }

    /// Removes the unselected games from a block preceded by `first` games, and if errors `stop` the
    /// conversion, all after one with errors. Returns how many are left.
    pub fn keep(&self, first: u64, stop: bool, converted: &mut Converted) -> u64 {
        converted.reports.retain(|it| self.contains(first + it.game + 1));
        let ends = std::mem::take(&mut converted.ends);
        if ends.is_empty() {
            // A piece of an oversized game that continues.
            if !self.contains(first + 1) {
                converted.rejects.clear();
                converted.failed = 0;
            }
            return 0;
        }
        let (out, rejects) = (std::mem::take(&mut converted.out), std::mem::take(&mut converted.rejects));
        converted.failed = 0;
        let mut kept = 0;
        let mut from = Ends::default();
        for (number, to) in (first + 1..).zip(ends) {
            if self.contains(number) {
                converted.out.extend_from_slice(&out[from.out..to.out]);
                converted.rejects.extend_from_slice(&rejects[from.rejects..to.rejects]);
                converted.failed += to.failed - from.failed;
                let (out, rejects) = (converted.out.len(), converted.rejects.len());
                converted.ends.push(Ends { out, rejects, failed: converted.failed });
                kept += 1;
                if stop && converted.failed > 0 {
                    converted.reports.retain(|it| first + it.game < number);
                    break;
                }
            }
            from = to;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games() {
        for (text, contained, missing) in [
            ("3", vec![3], None),
            ("2-4, 6", vec![2, 3, 4, 6], Some("6")),
            ("5-", vec![5, 6, 7], None),
            ("7", vec![7], Some("7")),
        ] {
            let games = parse(text).expect(text);
            assert_eq!((1..8).filter(|it| games.contains(*it)).collect::<Vec<_>>(), contained, "{text}");
            assert_eq!(games.missing(5).map(|it| it.to_string()).as_deref(), missing, "{text}");
            assert_eq!(games.end_by(6), !text.ends_with('-') && text != "7", "{text}");
        }
        for text in ["", "0", "a", "4-2", "1,,2", "-3", "1-2-3"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
