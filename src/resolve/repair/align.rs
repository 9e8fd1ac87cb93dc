//! Aligns spellings with a text: the least weighted edit distance from an offset to each possible end.
//!
//! Spellings with a common beginning share its comparison with the text.

use super::table::Table;
use crate::notation::{
    costs::{Cost, Costs},
    glyphs::{ROW, is_blank},
};

/// Maximum cost of an alignment; a more expensive spelling is rejected.
const LIMIT: Cost = 1150;

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

/// What errors cost in a text, by how it is spaced and what delimits a move in it.
#[derive(Clone, Copy)]
struct Spacing {
    costs: &'static Costs,
    /// Whether blanks inside a move are meaningless.
    loose: bool,
    /// Whether it is a page, on which OCR sees stops everywhere.
    page: bool,
}

impl Spacing {
    fn added(self, sign: u8) -> Cost {
        match sign {
            ROW if self.loose => 60,
            ROW => ROW_ENDS,
            b' ' if self.loose => 3,
            b' ' => BLANK,
            b':' if !self.page => COLON,
            sign => self.costs.added(sign),
        }
    }

    fn lost(self, sign: u8) -> Cost {
        match sign {
            b' ' if self.loose => 0,
            b' ' => BLANK_LOST,
            sign => self.costs.lost(sign),
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

/// The texts of spellings as a tree, in which those that begin alike share their beginning.
pub struct Texts {
    nodes: Vec<TextNode>,
    children: Table<(u32, u8), u32>,
}

/// A text: its parent with one more character.
struct TextNode {
    parent: u32,
    sign: u8,
    len: usize,
    loose: bool,
}

impl Default for Texts {
    fn default() -> Texts {
        let root = |loose| TextNode { parent: 0, sign: 0, len: 0, loose };
        Texts { nodes: vec![root(false), root(true)], children: Table::default() }
    }
}

impl Texts {
    /// Returns the id of a text; `loose` if blanks in it are meaningless.
    pub fn add(&mut self, text: &[u8], loose: bool) -> u32 {
        self.longer(u32::from(loose), text)
    }

    /// Returns the id of a text extended by more characters.
    pub fn longer(&mut self, id: u32, more: &[u8]) -> u32 {
        let nodes = &mut self.nodes;
        more.iter().fold(id, |parent, &sign| {
            *self.children.entry((parent, sign)).or_insert_with(|| {
                let TextNode { len, loose, .. } = nodes[parent as usize];
                nodes.push(TextNode { parent, sign, len: len + 1, loose });
                nodes.len() as u32 - 1
            })
        })
    }
}

/// The costs of a spelling for each length of text read, from `first` to before `end`; elsewhere they exceed
/// [`LIMIT`].
#[derive(Clone, Copy)]
struct Row {
    /// Index of the first cost.
    at: usize,
    first: usize,
    end: usize,
}

/// Marks a row that isn't computed yet.
const UNKNOWN: u32 = 0;
/// Marks a spelling without an end within [`LIMIT`].
const NONE: u32 = 1;
/// Id of the first row.
const FIRST: u32 = 2;

/// A cost beyond [`LIMIT`].
const FAR: Cost = 1 << 15;

/// The alignments of spellings with the text at an offset.
#[derive(Default)]
pub struct Alignments {
    /// Row id of each text.
    found: Vec<u32>,
    rows: Vec<Row>,
    costs: Vec<u16>,
}

impl Alignments {
    /// Clears all results, for another offset.
    pub fn clear(&mut self) {
        self.found.clear();
        self.rows.clear();
        self.costs.clear();
    }

    /// Finds the cheapest ends, at most three, of a spelling aligned with the start of `text`, which must be
    /// the same on each call.
    pub fn ends(
        &mut self,
        texts: &Texts,
        id: u32,
        text: &[u8],
        is_page: bool,
        costs: &'static Costs,
        ends: &mut Vec<End>,
    ) {
        ends.clear();
        let spacing = Spacing { loose: texts.nodes[id as usize].loose, page: is_page, costs };
        let Some(row) = self.row(texts, id, text, spacing) else { return };
        let len = texts.nodes[id as usize].len;
        let width = len + len / 2 + SLACK;
        for j in row.first.max(1)..row.end.min(width + 1) {
            // Trailing blanks belong to the next item.
            if is_blank(text[j - 1]) {
                continue;
            }
            let cost = self.cost(row, j) + spacing.parting(text[j - 1], text.get(j).copied());
            if cost <= LIMIT {
                ends.push(End { len: j, cost });
            }
        }
        ends.sort_unstable_by_key(|it| it.cost);
        ends.truncate(3);
    }

    fn cost(&self, row: Row, read: usize) -> Cost {
        if (row.first..row.end).contains(&read) { self.costs[row.at + read - row.first].into() } else { FAR }
    }

    /// Returns the row of a spelling; `None` if it is too expensive.
    fn row(&mut self, texts: &Texts, id: u32, text: &[u8], spacing: Spacing) -> Option<Row> {
        if self.found.len() < texts.nodes.len() {
            self.found.resize(texts.nodes.len(), UNKNOWN);
        }
        match self.found[id as usize] {
            NONE => return None,
            UNKNOWN => {}
            known => return self.rows.get((known - FIRST) as usize).copied(),
        }
        let node = &texts.nodes[id as usize];
        let row = if node.len == 0 {
            Some(self.first_row(text, spacing))
        } else {
            self.row(texts, node.parent, text, spacing)
                .and_then(|last| self.next_row(texts, node, last, text, spacing))
        };
        self.found[id as usize] = match row {
            Some(row) => {
                self.rows.push(row);
                self.rows.len() as u32 - 1 + FIRST
            }
            None => NONE,
        };
        row
    }

    /// Returns the row of the empty spelling.
    fn first_row(&mut self, text: &[u8], spacing: Spacing) -> Row {
        let at = self.costs.len();
        let mut cost = 0;
        self.costs.push(0);
        for sign in text {
            cost += spacing.added(*sign);
            if cost > LIMIT {
                break;
            }
            self.costs.push(cost as u16);
        }
        Row { at, first: 0, end: self.costs.len() - at }
    }

    /// Returns the row of a spelling, given the row of the spelling without its last character.
    fn next_row(
        &mut self,
        texts: &Texts,
        node: &TextNode,
        last: Row,
        text: &[u8],
        spacing: Spacing,
    ) -> Option<Row> {
        let lost = spacing.lost(node.sign);
        let reads = spacing.costs.reads_of(node.sign);
        let parent = &texts.nodes[node.parent as usize];
        let swapped = (parent.len > 0 && parent.sign != node.sign).then_some([node.sign, parent.sign]);
        let before = swapped.and_then(|two| Some((two, self.known_row(parent.parent)?)));
        let at = self.costs.len();
        let (mut first, mut end) = (None, last.first);
        let (mut diagonal, mut left) = (FAR, FAR);
        let mut j = last.first;
        while j <= text.len() {
            let above = self.cost(last, j);
            let mut best = above + lost;
            if let Some(n) = j.checked_sub(1) {
                let read = text[n];
                best = best.min(diagonal + Cost::from(reads[usize::from(read & 0x7f)]));
                if left <= LIMIT {
                    best = best.min(left + spacing.added(read));
                }
                if let Some((two, before)) = before
                    && n > 0
                    && text[n - 1..=n] == two
                {
                    best = best.min(self.cost(before, n - 1) + SWAPPED);
                }
            }
            if best <= LIMIT {
                first.get_or_insert(j);
                end = j + 1;
            } else if j > last.end {
                break;
            }
            if first.is_some() {
                self.costs.push(best.min(FAR) as u16);
            }
            (diagonal, left) = (above, best);
            j += 1;
        }
        let first = first?;
        self.costs.truncate(at + end - first);
        Some(Row { at, first, end })
    }

    fn known_row(&self, id: u32) -> Option<Row> {
        self.rows.get(self.found[id as usize].checked_sub(FIRST)? as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::costs::COSTS;

    fn cost(spelling: &str, text: &str, loose: bool) -> Option<(usize, Cost)> {
        let (mut texts, mut ends) = (Texts::default(), Vec::new());
        let id = texts.add(spelling.as_bytes(), loose);
        Alignments::default().ends(&texts, id, text.as_bytes(), false, &COSTS, &mut ends);
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
