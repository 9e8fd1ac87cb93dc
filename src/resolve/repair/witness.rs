//! A witness of a game: a text character by character, and the possible readings at its offsets.

use std::{ops::Range, rc::Rc};

use super::{
    align::{Alignments, End, Texts},
    element::{Element, Kind},
    notes,
    placed::Placed,
    plausible::unlikelihood,
    source_glyphs::{Scored, glyphs},
    table::Table,
};
use crate::{
    chess::{Ply, Position, Role, Roles, Side},
    notation::{
        Notation, Reading,
        costs::{COSTS, Cost},
        glyphs::{self, Glyph, Spelling, is_blank},
    },
    resolve::{Certain, Looks, MoveText, Nothing, Reader, Source},
    slice::Slice as _,
};

/// Cost of a wrong check or capture mark in a text that otherwise fits.
const WRONG_MARK: Cost = 260;
/// Cost of a capture written with a dash.
const NO_CAPTURE: Cost = 260;
/// Cost of an unexpected number before a text.
pub const OTHER_NUMBER: Cost = 330;
/// Cost of reading a text shorter than possible.
const SHORTER: Cost = 60;
/// Cost of a piece from the other side of the board than the text says, and of one that is there as well.
const OTHER_SIDE: [Cost; 2] = [130, 480];
/// Cost of a spelling other than the notation's own.
const NOT_CANONICAL: Cost = 45;
/// Cost of an unmarked check.
const UNMARKED: Cost = 60;
/// From this many check marks on, checks are taken to be marked as a rule.
const MANY_MARKS: usize = 3;
/// Cost of an unmarked check in a text that marks checks.
const UNMARKED_AMONG_MANY: Cost = 200;
/// Cost of a needlessly specific text.
const REDUNDANT: Cost = 45;
/// Cost of a missing rank, in a text that names ranks.
const NO_RANK: Cost = 440;
/// From this many texts with the first rank on, a text is taken to name ranks as a rule.
const FIRST_RANKS: usize = 2;
/// A text up to this cost fits well, as must what follows a missing or garbled ply.
pub const FITS: Cost = 150;
/// At most this many plies of a position are examined closely.
const CLOSE: usize = 14;
/// Only plies within this cost of the best are examined closely.
const FAR: Cost = 700;

/// Additional cost of a reading other than the one without what is certain.
const CHANGED: Cost = 300;

/// The weight of a witness that is fully believed.
pub const WHOLE: Cost = 100;

/// A ply that the text at an offset may mean.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub ply: Ply,
    /// The offset after it.
    pub end: usize,
    pub cost: Cost,
    /// Whether the text says it literally.
    pub exact: bool,
}

/// Cached results for an offset.
#[derive(Default)]
struct Known {
    plies: Table<(Ply, u32), Rc<[End]>>,
    /// The alignments with the text, and with each of its alternatives.
    alignments: Vec<Alignments>,
    /// The roles that may move by a text that fits well.
    movers: Option<Roles>,
}

/// A way to write a ply.
#[derive(Clone, Copy)]
struct SpellingOf {
    /// The number of its text.
    id: u32,
    cost: Cost,
    has_rank: bool,
}

/// A ply that an earlier reading has as its text says it.
struct Kept {
    start: usize,
    ply: Ply,
}

/// A text of which it is certain what it says.
#[derive(Clone, Copy)]
pub struct CertainText<'a> {
    /// The offset of the text.
    pub start: usize,
    /// The offset after it.
    pub end: usize,
    /// What it says.
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
    /// How much its errors count, up to `WHOLE`.
    pub weight: Cost,
    /// By how much its move numbers differ from the expected ones, judging by the first.
    pub offset: i64,
    /// The number of check marks.
    marks: usize,
    /// The numbers of the rows of a page, by the offset after which they hold; none where another line begins.
    rows_of_page: Vec<(usize, Option<i64>)>,
    /// The offsets on a page at which the end of a game is told.
    ends_of_game: Vec<usize>,
    /// What is certain of its text, in order.
    pub certain: Vec<CertainText<'a>>,
    /// What is kept of an earlier reading, in order.
    kept: Vec<Kept>,
    /// What its text looks like from each of these places in the source on, instead of what the source says.
    looks: Vec<(usize, Looks)>,
    /// Whether its texts name the first rank, which some omit.
    names_ranks: bool,
    loose: bool,
    scored: Table<usize, Scored>,
    spellings: Table<(Ply, u32), Rc<[SpellingOf]>>,
    texts: Texts,
    folded: Table<Vec<u8>, Vec<u8>>,
    known: Vec<Option<Box<Known>>>,
    /// The offset before which nothing is compared any more, and alignments no longer in use.
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

    /// Returns what is certain of the text that begins at an offset.
    pub fn certain(&self, at: usize) -> Option<CertainText<'a>> {
        self.certain.iter().find(|it| it.start == at).copied()
    }

    /// Returns the offset of a place in the source.
    pub fn offset_of(&self, place: usize) -> usize {
        self.glyphs.partition_point(|glyph| glyph.start < place)
    }

    /// Keeps the plies of a reading that it has as their texts say them: any others cost more. Where it has repaired a text, what is
    /// certain of another one may show more; on a page, which has much else to play, such plies are kept as well.
    pub fn keep(&mut self, reading: &[Element]) {
        let is_page = self.is_page;
        let is_kept = |it: &&Element| matches!(it.kind, Kind::Ply { exact, .. } if exact > 0 || is_page);
        let kept = |it: &Element| Some(Kept { start: self.offset_of(it.spans[0].start), ply: it.ply? });
        self.kept = reading.iter().filter(is_kept).filter_map(kept).collect();
    }

    /// Returns the additional cost of taking the text between two offsets for this ply, or for none, if an earlier reading takes it for
    /// another.
    pub fn against_kept(&self, between: Range<usize>, ply: Option<Ply>) -> Cost {
        let kept =
            self.kept.binary_search_by_key(&between.start, |it| it.start).ok().map(|n| self.kept[n].ply);
        if !between.is_empty() && kept.is_some_and(|it| Some(it) != ply) { CHANGED } else { 0 }
    }

    /// Whether a text of which something is certain begins between two offsets.
    pub fn has_certain(&self, between: Range<usize>) -> bool {
        self.certain.iter().any(|it| between.start < it.start && it.start < between.end)
    }

    /// Returns a cost of its text as far as it counts.
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

    /// Whether a word begins here, rather than what may be the rest of one.
    pub fn begins_word(&self, at: usize) -> bool {
        at.checked_sub(1).is_none_or(|n| !self.codes[n].is_ascii_alphanumeric() && self.codes[n] != b'-')
    }

    /// Whether a line begins here, or what may be a row within a paragraph.
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

    /// Drops the cached results for the offsets before this one.
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

    /// Whether checks are marked as a rule.
    fn marks_checks(&self) -> bool {
        !self.is_page && self.marks >= MANY_MARKS
    }

    /// Takes the words between the moves of a line, whose first one has this number, for notes.
    pub fn with_notes(&mut self, number: u32) {
        if let Some(first) = self.glyphs.first() {
            self.looks = notes::looks(self.source.text(), first.start, number);
        }
    }

    /// Makes it a page, with much text besides the moves.
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

    /// Whether the end of a game is told at an offset of a page.
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

    /// Returns the number of a row at an offset, if followed by a stop.
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

    /// Finds the ends of a spelling that begins at an offset, in the text and in its alternatives.
    fn align(&mut self, at: usize, id: u32) {
        self.known(at);
        let Witness { texts, codes, known, spare, scored, ends, is_page, .. } = self;
        let Some(known) = &mut known[at] else { return };
        let mut of = |n: usize, text: &[u8], ends: &mut Vec<End>| {
            while known.alignments.len() <= n {
                known.alignments.push(spare.pop().unwrap_or_default());
            }
            known.alignments[n].ends(texts, id, text, *is_page, ends);
        };
        of(0, &codes[at..], ends);
        let Some(scored) = scored.get(&at) else { return };
        let slip = |cost: Cost| if cost > 0 { cost + scored.slip } else { 0 };
        ends.iter_mut().for_each(|it| it.cost = slip(it.cost));
        let mut all = std::mem::take(ends);
        for (n, it) in scored.others.iter().enumerate() {
            of(n + 1, &it.codes, ends);
            let whole = ends.iter().filter(|end| end.len == it.codes.len());
            all.extend(whole.map(|end| End { len: scored.len, cost: slip(end.cost) + it.cost }));
        }
        all.sort_unstable_by_key(|it| it.cost);
        *ends = all;
    }

    /// Drops the alignments at the offsets before this one.
    pub fn pass(&mut self, first: usize) {
        let until = first.min(self.known.len());
        for known in self.known[self.passed.min(until)..until].iter_mut().flatten() {
            known.alignments.iter_mut().for_each(Alignments::clear);
            self.spare.append(&mut known.alignments);
        }
        self.passed = first;
    }

    /// Returns the number of a text.
    fn id(&mut self, text: &[u8]) -> u32 {
        // The digits of a number are not spaced, except by OCR.
        self.texts.add(text, self.loose && (self.is_page || !text.ends_with(b".")))
    }

    /// Returns the possible ends of a spelling that begins at an offset, with their costs.
    pub fn ends_of(&mut self, at: usize, text: &[u8]) -> &[End] {
        let id = self.id(text);
        self.align(at, id);
        &self.ends
    }

    /// Returns the spellings of a ply, without marks.
    fn spellings(&mut self, position: &Position, ply: Ply, context: u32) -> Rc<[SpellingOf]> {
        if let Some(known) = self.spellings.get(&(ply, context)) {
            return Rc::clone(known);
        }
        let mut all = Vec::new();
        self.notation.spellings(position, &ply, &mut all);
        let all: Rc<[SpellingOf]> = all.into_iter().map(|it| self.spelling(&it)).collect();
        self.spellings.insert((ply, context), Rc::clone(&all));
        all
    }

    fn spelling(&mut self, spelling: &Spelling) -> SpellingOf {
        SpellingOf {
            id: self.id(&spelling.text),
            cost: spelling.cost.into(),
            has_rank: spelling.text.iter().any(u8::is_ascii_digit),
        }
    }

    /// Returns the same for all spellings of a ply, without marks.
    fn ends_of_ply(&mut self, at: usize, position: &Position, ply: Ply) -> Rc<[End]> {
        let key = (ply, self.notation.spelling_context(position, &ply));
        if let Some(found) = self.known(at).plies.get(&key) {
            return Rc::clone(found);
        }
        let spellings = self.spellings(position, ply, key.1);
        let names_rank =
            self.names_ranks && !self.is_page && !ply.is_capture() && spellings.iter().any(|it| it.has_rank);
        let mut best: Vec<End> = Vec::new();
        for spelling in spellings.iter() {
            let cut = if names_rank && !spelling.has_rank { NO_RANK } else { 0 };
            self.align(at, spelling.id);
            for end in &self.ends {
                let end = End { cost: end.cost + spelling.cost + cut, ..*end };
                match best.iter_mut().find(|it| it.len == end.len) {
                    Some(known) => known.cost = known.cost.min(end.cost),
                    None => best.push(end),
                }
            }
        }
        best.sort_unstable_by_key(|it| it.cost);
        best.truncate(3);
        let found: Rc<[End]> = best.into();
        self.known(at).plies.insert(key, Rc::clone(&found));
        found
    }

    /// Returns the minimum cost of a ply at an offset.
    pub fn least(&mut self, at: usize, position: &Position, ply: Ply) -> Option<Cost> {
        self.ends_of_ply(at, position, ply).first().map(|it| it.cost)
    }

    /// Whether the text at an offset fits a ply of the position well.
    pub fn fits(&mut self, at: usize, position: &Placed) -> bool {
        // A text that reads as a move, but not as a legal one, rarely fits another move this well. With many
        // spellings, reading is slower than comparing.
        if !self.loose {
            let says = self.exact(at, position).iter().any(|it| it.cost <= FITS);
            if says || !self.readings.is_empty() {
                return says;
            }
        }
        let plies = position.legal_plies_of(self.movers(at));
        plies.iter().any(|ply| self.least(at, position, *ply).is_some_and(|it| it <= FITS))
    }

    /// Returns the roles that may move by the text at an offset if it fits well, judging by its first
    /// character.
    fn movers(&mut self, at: usize) -> Roles {
        if let Some(known) = self.known(at).movers {
            return known;
        }
        let read = self.codes[at];
        let begins = |meant: &u8| COSTS.read_for(*meant, read).min(COSTS.lost(*meant)) <= FITS;
        let may_move = |role: &Role| {
            let signs = self.notation.first_signs(*role);
            signs.is_empty() || COSTS.added(read) <= FITS || signs.iter().any(begins)
        };
        let movers = Role::ALL.into_iter().filter(may_move).fold(Roles::NONE, Roles::with);
        self.known(at).movers = Some(movers);
        movers
    }

    /// Returns the plies that the text at an offset may mean in a position, literally or with errors, up to a
    /// maximum cost.
    pub fn options(&mut self, at: usize, position: &Placed, plies: &[Ply], most: Cost) -> Vec<Choice> {
        let mut options = self.exact(at, position);
        for option in &mut options {
            option.cost += unlikelihood(position, &position.after(option.ply), &option.ply);
        }
        let mut near: Vec<(Cost, Ply)> =
            plies.iter().filter_map(|ply| Some((self.least(at, position, *ply)?, *ply))).collect();
        near.sort_unstable_by_key(|it| it.0);
        let most = near.first().map_or(0, |it| it.0 + FAR).min(most);
        for (_, ply) in near.into_iter().take(CLOSE).take_while(|it| it.0 <= most) {
            self.closely(at, position, ply, &mut options);
        }
        options
    }

    /// Examines a ply closely, including its marks and the notation's own spelling.
    fn closely(&mut self, at: usize, position: &Placed, ply: Ply, options: &mut Vec<Choice>) {
        let after = position.after(ply);
        let unlikelihood = unlikelihood(position, &after, &ply);
        let marks = if after.may_have_marks() { self.marks(&after, &ply) } else { Vec::new() };
        let unmarked = match (marks.is_empty(), self.marks_checks()) {
            (true, _) => 0,
            (false, true) => UNMARKED_AMONG_MANY,
            (false, false) => UNMARKED,
        };
        let mut found: Vec<End> = Vec::new();
        let mut add = |ends: &[End], more: Cost| {
            for end in ends {
                let cost = end.cost + more;
                match found.iter_mut().find(|it| it.len == end.len) {
                    Some(known) => known.cost = known.cost.min(cost),
                    None => found.push(End { len: end.len, cost }),
                }
            }
        };
        add(&self.ends_of_ply(at, position, ply), NOT_CANONICAL + unmarked);
        let written =
            position.written(self.n, ply, || self.canonical(position, &ply).map(|text| self.id(&text)));
        if let Some(id) = written {
            self.align(at, id);
            add(&self.ends, unmarked);
            for mark in &marks {
                let id = self.texts.longer(id, mark);
                self.align(at, id);
                add(&self.ends, 0);
            }
        }
        if !marks.is_empty() {
            let context = self.notation.spelling_context(position, &ply);
            for spelling in self.spellings(position, ply, context).iter() {
                for mark in &marks {
                    let id = self.texts.longer(spelling.id, mark);
                    self.align(at, id);
                    add(&self.ends, spelling.cost + NOT_CANONICAL);
                }
            }
        }
        found.sort_unstable_by_key(|it| it.cost);
        found.truncate(3);
        for end in found {
            let cost = end.cost + unlikelihood;
            let option = Choice { ply, end: self.after(at + end.len), cost, exact: false };
            let known = options.iter_mut().find(|it| it.ply == ply && it.end == option.end);
            match known {
                Some(known) if known.cost <= option.cost => {}
                Some(known) => known.cost = option.cost,
                None => options.push(option),
            }
        }
    }

    /// Returns the text that the notation writes for a ply.
    fn canonical(&mut self, position: &Position, ply: &Ply) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        self.notation.write(position, ply, &mut text).ok()?;
        Some(self.folded(&text))
    }

    fn folded(&mut self, text: &[u8]) -> Vec<u8> {
        if let Some(known) = self.folded.get(text) {
            return known.clone();
        }
        let mut glyphs = Vec::new();
        self.notation.glyphs(&String::from_utf8_lossy(text), 0, &mut glyphs);
        let folded: Vec<u8> = glyphs.into_iter().map(|it| it.code).collect();
        self.folded.insert(text.to_vec(), folded.clone());
        folded
    }

    /// Returns the marks that a ply may have.
    fn marks(&mut self, after: &Position, ply: &Ply) -> Vec<Vec<u8>> {
        let mut text = Vec::new();
        self.notation.write_marks(after, ply, &mut text);
        let own = self.folded(&text);
        let mut marks = vec![b"+".to_vec()];
        if !own.is_empty() && own != b"+" {
            marks.push(own);
        }
        marks
    }

    /// Returns the literal readings of the text at an offset.
    fn exact(&mut self, at: usize, position: &Placed) -> Vec<Choice> {
        let mut options = Vec::new();
        let Some(glyph) = self.glyphs.get(at) else { return options };
        let Some(MoveText { start, text, digits, .. }) = self.source.at(glyph.start) else { return options };
        let mut readings = std::mem::take(&mut self.readings);
        for skipped in [0, digits] {
            if skipped > 0 && !options.is_empty() {
                break;
            }
            let number = text.slice(..skipped).parse().unwrap_or(0);
            let expected = i64::from(position.move_number()) + self.offset;
            let surplus = if skipped > 0 && number != expected && !self.is_page { OTHER_NUMBER } else { 0 };
            readings.clear();
            self.notation.read(position, text.slice(skipped..), &mut readings);
            let longest = readings.first().map_or(0, |it| it.len);
            for same in readings.chunk_by(|one, other| one.len == other.len) {
                let (plies, annotations) =
                    Reader::new(&Nothing, self.notation, false).candidates(position, same);
                let bytes = start + skipped + same[0].len;
                let end = self.after(self.glyphs.partition_point(|it| it.start < bytes));
                let said = text.slice(skipped..).slice(..same[0].len);
                for ply in plies {
                    let shorter = if same[0].len < longest { SHORTER } else { 0 };
                    let fits = if annotations.fit(position, &ply) { 0 } else { WRONG_MARK };
                    let unmarked =
                        if annotations.check.is_none() { self.unmarked(position, &ply) } else { 0 };
                    let came = position.origins().side(ply.from());
                    let other = same[0].side.is_some() && came.is_some() && came != same[0].side;
                    let stands = Side::of_file(ply.from().file());
                    let side = if other { OTHER_SIDE[usize::from(Some(stands) == came)] } else { 0 };
                    let cost = surplus + shorter + fits + unmarked + side + self.oddity(position, &ply, said);
                    options.push(Choice { ply, end, cost, exact: true });
                }
                if !self.notation.ambiguity_resolved_later() && !options.is_empty() {
                    break;
                }
            }
        }
        for (len, it) in
            self.scored.get(&at).iter().flat_map(|it| it.others.iter().map(|other| (it.len, other)))
        {
            readings.clear();
            self.notation.read(position, &it.text, &mut readings);
            readings.retain(|reading| reading.len == it.text.len());
            let (plies, _) = Reader::new(&Nothing, self.notation, false).candidates(position, &readings);
            let end = self.after(at + len);
            options.extend(plies.into_iter().map(|ply| Choice { ply, end, cost: it.cost, exact: false }));
        }
        self.readings = readings;
        options
    }

    /// Returns the cost of a literal reading that differs from what the notation writes here.
    fn oddity(&mut self, position: &Position, ply: &Ply, said: &str) -> Cost {
        // Habits vary on pages, and it is unknown what is lost.
        if self.is_page || ply.castling().is_some() {
            return 0;
        }
        let captures = if ply.is_capture() && said.contains('-') { NO_CAPTURE } else { 0 };
        let said = self.folded(said.as_bytes());
        let Some(written) = self.canonical(position, ply) else { return captures };
        let names_origin = |signs: &[u8]| signs.contains(&b'(');
        // Files in full, as in `P-KB3`, are a habit; a square in parentheses is not.
        let len = |signs: &[u8]| signs.iter().filter(|it| it.is_ascii_alphanumeric()).count();
        let longer = if self.loose {
            names_origin(&said) && !names_origin(&written)
        } else {
            len(&said) > len(&written)
        };
        let redundant = if longer { REDUNDANT } else { 0 };
        let has_rank = |signs: &[u8]| signs.iter().any(u8::is_ascii_digit);
        let cut = if self.names_ranks && has_rank(&written) && !has_rank(&said) { NO_RANK } else { 0 };
        captures + redundant + cut
    }

    /// Returns the cost of a check without a mark.
    fn unmarked(&self, position: &Placed, ply: &Ply) -> Cost {
        let checks = || {
            let after = position.after(*ply);
            after.may_have_marks() && after.is_check()
        };
        if self.marks_checks() && checks() { UNMARKED_AMONG_MANY } else { 0 }
    }
}
