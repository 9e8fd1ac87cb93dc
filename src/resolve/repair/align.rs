//! Alignment of a spelling with a text: the least weighted edit distance from an offset to each possible end.

use crate::notation::costs::{COSTS, Cost, Costs};
use crate::notation::glyphs::{ROW, is_blank};

/// Maximum cost of an alignment; a spelling that costs more is rejected.
pub const LIMIT: Cost = 1150;

/// A spelling may be this much longer in the text than it is.
const SLACK: usize = 6;

/// Cost of two transposed characters.
const SWAPPED: Cost = 360;

/// Cost of a spurious blank, in a text that otherwise has none inside moves.
const BLANK: Cost = 330;
/// Cost of a lost blank.
const BLANK_LOST: Cost = 330;
/// Cost of a spurious colon, except on pages.
const COLON: Cost = 200;
/// Cost of a colon directly after a move, except on pages.
const COLON_AFTER: Cost = 120;
/// Cost of a line end inside a move.
const ROW_ENDS: Cost = 260;

/// A possible end of a spelling, as a number of characters, and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub len: usize,
    pub cost: Cost,
}

/// How a text is spaced, and what delimits a move in it.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    /// Whether blanks inside a move are meaningless.
    pub loose: bool,
    /// Whether it is a page, on which OCR sees stops everywhere.
    pub page: bool,
}

impl Spacing {
    fn added(self, costs: &Costs, sign: u8) -> Cost {
        match sign {
            ROW if self.loose => 60,
            ROW => ROW_ENDS,
            b' ' if self.loose => 3,
            b' ' => BLANK,
            b':' if !self.page => COLON,
            sign => costs.added(sign),
        }
    }

    fn lost(self, costs: &Costs, sign: u8) -> Cost {
        match sign {
            b' ' if self.loose => 0,
            b' ' => BLANK_LOST,
            sign => costs.lost(sign),
        }
    }

    /// Returns the cost of a move that ends between these two characters.
    fn parting(self, last: u8, next: Option<u8>) -> Cost {
        match next {
            None => 0,
            Some(b':') if !self.page => COLON_AFTER,
            Some(next) if is_blank(next) => 0,
            Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b'(' | b'/' | b'|') => 10,
            Some(b'+' | b'#') => 30,
            Some(next) if last.is_ascii_digit() != next.is_ascii_digit() => 260,
            Some(_) => 400,
        }
    }
}

/// Finds the cheapest ends of a spelling aligned with the start of the text, at most [`LIMIT`] each; `rows`
/// is scratch space.
pub fn align(spelling: &[u8], text: &[u8], spacing: Spacing, rows: &mut Vec<Cost>, ends: &mut Vec<End>) {
    ends.clear();
    let costs = &*COSTS;
    let width = text.len().min(spelling.len() + spelling.len() / 2 + SLACK);
    let reached = &text[..width];
    rows.clear();
    rows.resize(4 * (width + 1), 0);
    let (added, rows) = rows.split_at_mut(width + 1);
    let (mut last, rows) = rows.split_at_mut(width + 1);
    let (mut this, mut before) = rows.split_at_mut(width + 1);
    for (j, sign) in reached.iter().enumerate() {
        added[j] = spacing.added(costs, *sign);
        last[j + 1] = last[j].saturating_add(added[j]);
    }
    let mut meant_before = None;
    for &meant in spelling {
        let lost = spacing.lost(costs, meant);
        let reads = costs.reads_of(meant);
        let swapped = meant_before.filter(|it| *it != meant).map(|it| [meant, it]);
        let swapped = swapped.filter(|it| reached.windows(2).any(|two| two == it));
        let (mut diagonal, mut left) = (last[0], last[0] + lost);
        this[0] = left;
        let mut least = left;
        for (j, &read) in reached.iter().enumerate() {
            let above = last[j + 1];
            let mut best = diagonal + Cost::from(reads[usize::from(read & 0x7f)]);
            best = best.min(above + lost).min(left + added[j]);
            if let Some(two) = swapped
                && j > 0
                && text[j - 1..=j] == two
            {
                best = best.min(before[j - 1] + SWAPPED);
            }
            this[j + 1] = best;
            (diagonal, left) = (above, best);
            least = least.min(best);
        }
        if least > LIMIT {
            return;
        }
        (before, last, this) = (last, this, before);
        meant_before = Some(meant);
    }
    for j in 1..=width {
        // Blanks belong to what follows.
        if is_blank(text[j - 1]) {
            continue;
        }
        let cost = last[j] + spacing.parting(text[j - 1], text.get(j).copied());
        if cost <= LIMIT {
            ends.push(End { len: j, cost });
        }
    }
    ends.sort_unstable_by_key(|it| it.cost);
    ends.truncate(3);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(spelling: &str, text: &str, loose: bool) -> Option<(usize, Cost)> {
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        align(spelling.as_bytes(), text.as_bytes(), Spacing { loose, page: false }, &mut rows, &mut ends);
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
