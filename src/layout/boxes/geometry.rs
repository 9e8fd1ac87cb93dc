//! The geometry of a page: its skew, its lines, and the gutters between its columns.

#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub rect: Rect,
    /// Offset in the XML.
    pub at: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The printed page number stated in the file.
    pub label: Option<String>,
    pub words: Vec<Word>,
}

/// A box; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Largest coordinate on a page.
const FARTHEST: f64 = 1e7;

impl Rect {
    /// Creates a box with these sides; `None` if they can't be on a page.
    pub fn new(left: f64, top: f64, right: f64, bottom: f64) -> Option<Rect> {
        let is_place = |it: &f64| it.abs() <= FARTHEST;
        let fits = [left, top, right, bottom].iter().all(is_place) && left <= right && top <= bottom;
        fits.then_some(Rect { left, top, right, bottom })
    }

    /// Returns the part of the box between two fractions of its width.
    pub fn part(self, from: f64, to: f64) -> Rect {
        let width = self.right - self.left;
        Rect { left: self.left + width * from, right: self.left + width * to, ..self }
    }

    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub fn middle(self) -> f64 {
        f64::midpoint(self.top, self.bottom)
    }
}

/// Returns the median; 0 if there are no values.
pub fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Returns the median height of words, by which all distances are measured.
pub fn unit(words: &[Word]) -> f64 {
    median(words.iter().map(|it| it.rect.height()).collect()).max(1e-3)
}

/// A word's neighbour is looked for among this many words to its right.
const NEAR: usize = 512;

/// Straightens a skewed page, by the median slope from each word to its neighbour on the right.
pub fn straighten(words: &mut [Word], unit: f64) {
    let mut order: Vec<&Word> = words.iter().collect();
    order.sort_by(|one, other| one.rect.left.total_cmp(&other.rect.left));
    let slope = |n: usize, word: &Word| {
        let is_next = |it: &&&Word| {
            it.rect.left >= word.rect.right && (it.rect.bottom - word.rect.bottom).abs() < unit / 2.0
        };
        let near = order[n + 1..].iter().take(NEAR).take_while(|it| it.rect.left < word.rect.right + unit);
        let next =
            near.filter(|it| (it.rect.height() - word.rect.height()).abs() < unit / 4.0).find(is_next)?;
        Some((next.rect.bottom - word.rect.bottom) / (next.rect.left - word.rect.left).max(unit / 4.0))
    };
    let slope = median(order.iter().enumerate().filter_map(|(n, word)| slope(n, word)).collect());
    for Rect { left, top, right, bottom } in words.iter_mut().map(|it| &mut it.rect) {
        let (down, across) = (slope * *left, slope * *top);
        (*left, *right, *top, *bottom) = (*left + across, *right + across, *top - down, *bottom - down);
    }
}

/// The words of a line, from left to right.
pub type Line<'w> = Vec<&'w Word>;

pub fn lines<'w>(mut words: Vec<&'w Word>, unit: f64) -> Vec<Line<'w>> {
    words.sort_by(|one, other| one.rect.middle().total_cmp(&other.rect.middle()));
    let mut lines: Vec<Line<'w>> = Vec::new();
    let mut level = f64::NEG_INFINITY;
    for word in words {
        let middle = word.rect.middle();
        match lines.last_mut().filter(|_| middle - level < unit / 2.0) {
            Some(line) => {
                line.push(word);
                level += (middle - level) / line.len() as f64;
            }
            None => {
                lines.push(vec![word]);
                level = middle;
            }
        }
    }
    lines.iter_mut().for_each(|it| it.sort_by(|one, other| one.rect.left.total_cmp(&other.rect.left)));
    lines
}

/// Least gap between different columns of a table, in units.
const GAP: f64 = 1.1;

/// Splits a line into cells, at gaps wider than those between words.
pub fn cells<'l, 'w>(line: &'l [&'w Word], unit: f64) -> impl Iterator<Item = &'l [&'w Word]> {
    line.chunk_by(move |one, next| next.rect.left - one.rect.right < GAP * unit)
}

/// Free space from top to bottom, with words on both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gutter {
    pub left: f64,
    pub right: f64,
    /// Index of the first line, and of the line after the last.
    pub from: usize,
    pub to: usize,
    /// Number of lines with words on both sides.
    pub beside: usize,
}

/// Least width of a gutter, in units.
const NARROWEST: f64 = 0.8;

/// Least height of a gutter, in lines.
pub const SHORTEST: usize = 4;

/// Width from which on further width doesn't make a gutter better, in units.
const WIDE: f64 = 1.5;

/// At most this many spaces of a line, and gutters at a time, are followed down a page.
const MOST: usize = 64;

/// Returns the gutters of a part of a page, best first: by the number of lines beside them times their width,
/// then by height.
pub fn gutters(lines: &[Line<'_>], unit: f64) -> Vec<Gutter> {
    let mut found = Vec::new();
    let mut open: Vec<Gutter> = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let spaces = spaces(line);
        let mut next: Vec<Gutter> = Vec::new();
        let mut add = |new: Gutter| {
            if new.right - new.left < NARROWEST * unit {
                return;
            }
            match next.iter_mut().find(|it| (it.left, it.right) == (new.left, new.right)) {
                Some(known) if known.from <= new.from => {}
                Some(known) => *known = new,
                None => next.push(new),
            }
        };
        for gutter in &open {
            for (left, right, inner) in &spaces {
                let (left, right) = (gutter.left.max(*left), gutter.right.min(*right));
                add(Gutter { left, right, beside: gutter.beside + usize::from(*inner), ..*gutter });
            }
        }
        for &(left, right, inner) in spaces.iter().filter(|it| it.2) {
            add(Gutter { left, right, from: n, to: lines.len(), beside: usize::from(inner) });
        }
        next.sort_by_key(|it| it.from);
        next.truncate(MOST);
        let goes_on = |it: &Gutter| {
            next.iter().any(|new| (new.from, new.left, new.right) == (it.from, it.left, it.right))
        };
        found.extend(open.iter().filter(|it| !goes_on(it)).map(|it| Gutter { to: n, ..*it }));
        open = next;
    }
    found.extend(open);
    found.retain(|it| it.to - it.from >= SHORTEST);
    let worth = |it: &Gutter| it.beside as f64 * (it.right - it.left).min(WIDE * unit);
    let height = |it: &Gutter| it.to - it.from;
    found.sort_by(|one, other| worth(other).total_cmp(&worth(one)).then(height(other).cmp(&height(one))));
    found
}

/// Returns the spaces of a line, each with whether there are words on both sides.
fn spaces(line: &Line<'_>) -> Vec<(f64, f64, bool)> {
    let mut spaces = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for word in line {
        if word.rect.left > end && spaces.len() < MOST {
            spaces.push((end, word.rect.left, end.is_finite()));
        }
        end = end.max(word.rect.right);
    }
    spaces.push((end, f64::INFINITY, false));
    spaces
}
