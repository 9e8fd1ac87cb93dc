//! How a spelling lies in a text: least weighted edit distance from a place to each of the places where it may end.

use super::costs::{COSTS, Cost};
use crate::notation::glyphs::{ROW, is_blank};

/// A spelling that costs more is not what is meant.
pub const LIMIT: Cost = 1150;

/// A spelling may be so much longer in the text than it is.
const SLACK: usize = 6;

/// Two signs that have changed places.
const SWAPPED: Cost = 360;

/// A blank in a text that has none there, and a blank that is lost.
const BLANK: Cost = 330;
const BLANK_LOST: Cost = 330;
/// A line ends inside a text.
const ROW_ENDS: Cost = 260;

/// A place where a spelling may end, as a number of signs, and the cost of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub len: usize,
    pub cost: Cost,
}

/// How a text is spaced and what ends a move in it.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    /// Do blanks inside a move mean nothing?
    pub loose: bool,
}

impl Spacing {
    fn added(self, sign: u8) -> Cost {
        match sign {
            ROW if self.loose => 60,
            ROW => ROW_ENDS,
            b' ' if self.loose => 3,
            b' ' => BLANK,
            sign => COSTS.added(sign),
        }
    }

    fn lost(self, sign: u8) -> Cost {
        match sign {
            b' ' if self.loose => 0,
            b' ' => BLANK_LOST,
            sign => COSTS.lost(sign),
        }
    }
}

/// The cheapest places where a spelling that begins with the text may end, at most [`LIMIT`]; `rows` is room for the work.
pub fn align(spelling: &[u8], text: &[u8], spacing: Spacing, rows: &mut Vec<Cost>, ends: &mut Vec<End>) {
    const FAR: Cost = Cost::MAX / 4;
    ends.clear();
    let width = text.len().min(spelling.len() + spelling.len() / 2 + SLACK) + 1;
    rows.clear();
    rows.resize(3 * width, FAR);
    let (mut last, mut this, mut before) = (0, width, 2 * width);
    rows[last] = 0;
    for j in 1..width {
        rows[last + j] = rows[last + j - 1].saturating_add(spacing.added(text[j - 1]));
    }
    for (i, &meant) in spelling.iter().enumerate() {
        let lost = spacing.lost(meant);
        rows[this] = rows[last] + lost;
        let mut least = rows[this];
        for j in 1..width {
            let read = text[j - 1];
            let mut best = rows[last + j - 1] + COSTS.read_for(meant, read);
            best = best.min(rows[last + j] + lost).min(rows[this + j - 1] + spacing.added(read));
            if i > 0 && j > 1 && meant == text[j - 2] && spelling[i - 1] == read && meant != read {
                best = best.min(rows[before + j - 2] + SWAPPED);
            }
            rows[this + j] = best;
            least = least.min(best);
        }
        if least > LIMIT {
            return;
        }
        (before, last, this) = (last, this, before);
    }
    for j in 1..width {
        // Blanks belong to what follows.
        if is_blank(text[j - 1]) {
            continue;
        }
        let cost = rows[last + j] + parting(text[j - 1], text.get(j).copied());
        if cost <= LIMIT {
            ends.push(End { len: j, cost });
        }
    }
    ends.sort_unstable_by_key(|it| it.cost);
    ends.truncate(3);
}

/// What it costs that a text ends between these two signs.
fn parting(last: u8, next: Option<u8>) -> Cost {
    match next {
        None => 0,
        Some(next) if is_blank(next) => 0,
        Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b'(' | b'/' | b'|') => 10,
        Some(b'+' | b'#') => 30,
        Some(next) if last.is_ascii_digit() != next.is_ascii_digit() => 260,
        Some(_) => 400,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(spelling: &str, text: &str, loose: bool) -> Option<(usize, Cost)> {
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        align(spelling.as_bytes(), text.as_bytes(), Spacing { loose }, &mut rows, &mut ends);
        ends.first().map(|it| (it.len, it.cost))
    }

    #[test]
    fn a_spelling_ends_where_it_fits_best() {
        assert_eq!(cost("Nf3", "Nf3 Nc6", false), Some((3, 0)));
        assert_eq!(cost("PK4", "P K 4 P K 4", true), Some((5, 6)));
        let (len, stuck) = cost("e4", "e4e5", false).unwrap();
        assert!(len == 2 && stuck > 0);
        assert!(cost("Nf3", "Nf5 Nc6", false) < cost("Nf3", "Nf7 Nc6", false));
        assert_eq!(cost("Qxh7", "e4 e5", false), None);
    }
}
