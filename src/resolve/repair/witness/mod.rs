//! A witness of a game: a text character by character, and the possible readings at its offsets.

use std::{ops::Range, rc::Rc};

use super::{
    align::{Alignments, End, Texts},
    element::{Element, Kind},
    notes,
    source_glyphs::{Scored, glyphs},
    table::Table,
};
use crate::{
    chess::{Ply, Roles},
    notation::{
        Notation, Reading,
        costs::{COSTS, Cost, Costs},
        glyphs::{self, Glyph, is_blank},
    },
    resolve::{Certain, Looks, Source},
};

pub mod spelled;

/// If this many texts name the first rank, the text is assumed to name ranks as a rule.
const FIRST_RANKS: usize = 2;

/// Additional cost of deviating from the reading made without evidence.
const CHANGED: Cost = 300;

/// The weight of a witness that is fully believed.
pub const WHOLE: Cost = 100;

/// Cached results for an offset.
#[derive(Default)]
struct Known {
    plies: Table<(Ply, u32), Rc<[End]>>,
    /// Alignments with the text, and with each of its alternatives.
    alignments: Vec<Alignments>,
    /// Roles that may move if the text fits well.
    movers: Option<Roles>,
}

/// A way to write a ply.
#[derive(Clone, Copy)]
struct SpellingOf {
    /// Id of its text.
    id: u32,
    cost: Cost,
    has_rank: bool,
}

/// A ply that an earlier reading took from a literal text.
struct Kept {
    start: usize,
    ply: Ply,
}

/// A text whose meaning is certain.
#[derive(Clone, Copy)]
pub struct CertainText<'a> {
    /// Offset of the text.
    pub start: usize,
    /// Offset after it.
    pub end: usize,
    /// Its meaning.
    pub says: &'a Certain,
}

/// A witness.
pub struct Witness<'a> {
    /// The notation of its text.
    pub notation: &'a dyn Notation,
    /// The source of its text.
    pub source: &'a dyn Source,
    /// The characters of the text, which offsets index.
    pub glyphs: Vec<Glyph>,
    /// The codes of the characters.
    pub codes: Vec<u8>,
    /// Its number among the witnesses of a search.
    pub n: usize,
    /// Whether most of White's plies are numbered.
    pub numbered: bool,
    /// Whether it is a page, with much text besides the moves.
    pub is_page: bool,
    /// What its errors cost.
    costs: &'static Costs,
    /// Weight of its errors, up to `WHOLE`.
    pub weight: Cost,
    /// Difference of its move numbers from the expected ones, judged by the first.
    pub offset: i64,
    /// Number of check marks.
    marks: usize,
    /// Row numbers on a page, by the offset from which they apply; `None` where another line begins.
    rows_of_page: Vec<(usize, Option<i64>)>,
    /// Offsets on a page at which the end of a game is stated.
    ends_of_game: Vec<usize>,
    /// What is certain of its text, in order.
    pub certain: Vec<CertainText<'a>>,
    /// Plies kept from an earlier reading, in order.
    kept: Vec<Kept>,
    /// Looks of its text from each of these source offsets on, instead of those given by the source.
    looks: Vec<(usize, Looks)>,
    /// Whether its texts name the first rank, which some omit.
    names_ranks: bool,
    loose: bool,
    scored: Table<usize, Scored>,
    spellings: Table<(Ply, u32), Rc<[SpellingOf]>>,
    texts: Texts,
    folded: Table<Vec<u8>, Vec<u8>>,
    known: Vec<Option<Box<Known>>>,
    /// Offset before which nothing is compared any more, and alignments for reuse.
    passed: usize,
    spare: Vec<Alignments>,
    readings: Vec<Reading>,
    ends: Vec<End>,
}

impl<'a> Witness<'a> {
    /// Creates the witness for at most `limit` bytes of a source, from `place` on.
    pub fn new(
        source: &'a dyn Source,
        notation: &'a dyn Notation,
        place: usize,
        limit: usize,
    ) -> Witness<'a> {
        let (glyphs, scored) = glyphs(source, notation, place, limit);
        let codes: Vec<u8> = glyphs.iter().map(|it| it.code).collect();
        let loose = notation.is_loosely_spaced();
        let mut witness = Witness {
            notation,
            source,
            glyphs,
            codes,
            n: 0,
            numbered: false,
            is_page: false,
            costs: &COSTS,
            weight: WHOLE,
            offset: 0,
            marks: 0,
            certain: Vec::new(),
            rows_of_page: Vec::new(),
            ends_of_game: Vec::new(),
            kept: Vec::new(),
            looks: Vec::new(),
            names_ranks: false,
            loose,
            scored,
            spellings: Table::default(),
            texts: Texts::default(),
            folded: Table::default(),
            known: Vec::new(),
            passed: 0,
            spare: Vec::new(),
            readings: Vec::new(),
            ends: Vec::new(),
        };
        witness.numbered = witness.has_numbers();
        for it in source.evidence() {
            let (start, end) = (witness.offset_of(it.span.start), witness.offset_of(it.span.end));
            let is_in = witness.glyphs.get(start).is_some_and(|glyph| glyph.start < it.span.end);
            if is_in {
                let end = witness.after(end);
                witness.certain.push(CertainText { start, end, says: &it.says });
            }
        }
        witness.marks = witness.codes.iter().filter(|it| matches!(it, b'+' | b'#')).count();
        let first = |signs: &&[u8]| matches!(signs, [sign, b'1', end] if sign.is_ascii_alphabetic() && !end.is_ascii_alphanumeric());
        witness.names_ranks = witness.codes.windows(3).filter(first).count() >= FIRST_RANKS;
        witness
    }

    /// Returns what is certain of the text at an offset.
    pub fn certain(&self, at: usize) -> Option<CertainText<'a>> {
        self.certain.iter().find(|it| it.start == at).copied()
    }

    /// Returns the glyph offset for an offset in the source.
    pub fn offset_of(&self, place: usize) -> usize {
        self.glyphs.partition_point(|glyph| glyph.start < place)
    }

    /// Keeps the literally read plies of a reading: others will cost more. Evidence may show more about
    /// repaired texts; on a page, with much else to play, their plies are kept as well.
    pub fn keep(&mut self, reading: &[Element]) {
        let is_page = self.is_page;
        let is_kept = |it: &&Element| matches!(it.kind, Kind::Ply { exact, .. } if exact > 0 || is_page);
        let kept = |it: &Element| Some(Kept { start: self.offset_of(it.spans[0].start), ply: it.ply? });
        self.kept = reading.iter().filter(is_kept).filter_map(kept).collect();
    }

    /// Returns the additional cost of taking the text between two offsets for `ply` (or no ply), if an
    /// earlier reading takes it for another.
    pub fn against_kept(&self, between: Range<usize>, ply: Option<Ply>) -> Cost {
        let kept =
            self.kept.binary_search_by_key(&between.start, |it| it.start).ok().map(|n| self.kept[n].ply);
        if !between.is_empty() && kept.is_some_and(|it| Some(it) != ply) { CHANGED } else { 0 }
    }

    /// Whether a text with evidence begins strictly between two offsets.
    pub fn has_certain(&self, between: Range<usize>) -> bool {
        self.certain.iter().any(|it| between.start < it.start && it.start < between.end)
    }

    /// Returns a cost scaled by the weight of the witness.
    pub fn weighed(&self, cost: Cost) -> Cost {
        cost * self.weight / WHOLE
    }

    /// Returns the end offset.
    pub fn end(&self) -> usize {
        self.codes.len()
    }

    /// Returns the next offset that is not a blank or an annotation glyph.
    pub fn settle(&self, mut at: usize) -> usize {
        while self.codes.get(at).is_some_and(|it| is_blank(*it) || matches!(it, b'!' | b'?')) {
            at += 1;
        }
        at
    }

    /// Returns the offset after any punctuation and blanks.
    fn after(&self, mut at: usize) -> usize {
        while self
            .codes
            .get(at)
            .is_some_and(|it| matches!(it, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')'))
        {
            at += 1;
        }
        self.settle(at)
    }

    /// Whether a word begins here, rather than the rest of one.
    pub fn begins_word(&self, at: usize) -> bool {
        at.checked_sub(1).is_none_or(|n| !self.codes[n].is_ascii_alphanumeric() && self.codes[n] != b'-')
    }

    /// Whether a line begins here, or a possible row within a paragraph.
    pub fn begins_line(&self, at: usize) -> bool {
        let before = self.codes[..at].iter().rev();
        let last = before.clone().find(|it| it.is_ascii_alphanumeric() || **it == glyphs::ROW);
        last.is_none_or(|it| *it == glyphs::ROW)
            || self.glyphs.get(at).is_some_and(|it| self.source.may_begin_row(it.start))
    }

    /// Returns the number of the row of a page at an offset.
    pub fn row(&self, at: usize) -> Option<i64> {
        self.rows_of_page[..self.rows_of_page.partition_point(|it| it.0 <= at)].last()?.1
    }

    /// Returns the end of the word at an offset.
    pub fn word_end(&self, at: usize) -> usize {
        let len = self.codes[at..].iter().position(|it| is_blank(*it));
        len.map_or(self.end(), |len| at + len)
    }

    /// Returns the byte range between two offsets, without trailing blanks and annotation glyphs.
    pub fn span(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let mut last = to.min(self.end());
        while last > from && (is_blank(self.codes[last - 1]) || matches!(self.codes[last - 1], b'!' | b'?')) {
            last -= 1;
        }
        match (self.glyphs.get(from), last.checked_sub(1).and_then(|n| self.glyphs.get(n))) {
            (Some(first), Some(last)) if last.end > first.start => first.start..last.end,
            (Some(first), _) => first.start..first.start,
            _ => {
                let end = self.glyphs.last().map_or(0, |it| it.end);
                end..end
            }
        }
    }

    /// Measures its errors by other costs.
    pub fn measure(&mut self, costs: &'static Costs) {
        if !std::ptr::eq(self.costs, costs) {
            self.costs = costs;
            self.known.clear();
            self.passed = 0;
        }
    }

    /// Drops the cached results before an offset.
    pub fn forget(&mut self, first: usize) {
        let first = first.min(self.known.len());
        self.known[..first].fill_with(|| None);
    }

    /// Returns whether the text here looks like moves or like a note.
    pub fn looks(&self, at: usize) -> Looks {
        let Some(Glyph { start, .. }) = self.glyphs.get(at) else { return Looks::Moves };
        let n = self.looks.partition_point(|it| it.0 <= *start);
        n.checked_sub(1).map_or_else(|| self.source.looks(*start), |n| self.looks[n].1)
    }

    /// Finds notes among the words between the moves of a line whose first move has this number.
    pub fn with_notes(&mut self, number: u32) {
        let letters: Vec<usize> = self.glyphs.iter().map(|it| it.start).collect();
        self.looks = notes::looks(self.source.text(), number, &letters);
    }

    /// Marks it as a page, with much text besides the moves.
    pub fn on_page(&mut self) {
        self.is_page = true;
        for at in 0..self.end() {
            let number = self.number(at).filter(|_| self.begins_word(at));
            let is_row = |it: &(u32, usize)| self.begins_line(at) || self.codes[at..it.1].contains(&b'.');
            match number.filter(is_row) {
                Some(number) => self.rows_of_page.push((at, Some(number.0.into()))),
                None if self.codes[at] == glyphs::ROW => self.rows_of_page.push((at, None)),
                None => {}
            }
            if self.begins_word(at) && self.source.tells_end(self.glyphs[at].start) {
                self.ends_of_game.push(at);
            }
        }
    }

    /// Whether the end of a game is stated at an offset of a page.
    pub fn tells_end(&self, at: usize) -> bool {
        self.ends_of_game.binary_search(&at).is_ok()
    }

    fn has_numbers(&self) -> bool {
        let words = self.codes.split(|it| is_blank(*it)).filter(|it| !it.is_empty());
        let (mut numbers, mut all) = (0, 0);
        for word in words {
            all += 1;
            let digits = word.iter().take_while(|it| it.is_ascii_digit()).count();
            numbers += usize::from(digits > 0 && (digits == word.len() || word[digits] == b'.'));
        }
        numbers * 6 > all
    }

    /// Returns the number at an offset, and its end.
    pub fn number(&self, at: usize) -> Option<(u32, usize)> {
        let digits = self.codes[at..].iter().take(4).take_while(|it| it.is_ascii_digit()).count();
        let value = std::str::from_utf8(&self.codes[at..at + digits]).ok()?.parse().ok()?;
        let rest = &self.codes[at + digits..];
        let ends = rest.first().is_none_or(|it| is_blank(*it) || matches!(it, b'.' | b',' | b')' | b':'));
        (digits > 0 && digits < 4 && ends).then(|| (value, self.after(at + digits)))
    }

    /// Returns the row number at an offset, if followed by a stop.
    pub fn row_number(&self, at: usize) -> Option<i64> {
        let (number, _) = self.number(at).filter(|_| !self.is_page)?;
        let digits = self.codes[at..].iter().take_while(|it| it.is_ascii_digit()).count();
        (self.codes.get(at + digits) == Some(&b'.')).then_some(number.into())
    }

    /// Returns the cached results for an offset.
    fn known(&mut self, at: usize) -> &mut Known {
        if self.known.len() <= at {
            self.known.resize_with(at + 1, || None);
        }
        self.known[at].get_or_insert_default()
    }

    /// Drops the alignments before an offset.
    pub fn pass(&mut self, first: usize) {
        let until = first.min(self.known.len());
        for known in self.known[self.passed.min(until)..until].iter_mut().flatten() {
            known.alignments.iter_mut().for_each(Alignments::clear);
            self.spare.append(&mut known.alignments);
        }
        self.passed = first;
    }
}
