//! The possible meanings of a witness's text at an offset: each legal ply by its spellings, and the
//! notation's literal readings.

use std::rc::Rc;

use super::{
    super::{align::End, placed::Placed, plausible::unlikelihood},
    SpellingOf, Witness,
};
use crate::{
    chess::{Ply, Position, Role, Roles, Side},
    notation::{costs::Cost, glyphs::Spelling},
    resolve::{MoveText, Nothing, Reader, Tells},
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
/// Cost of a piece from the other side of the board than named, and of one that goes to the other side as
/// well.
const OTHER_SIDE: [Cost; 2] = [130, 480];
/// Cost of a spelling other than the notation's own.
const NOT_CANONICAL: Cost = 45;
/// Cost of an unmarked check.
const UNMARKED: Cost = 60;
/// From this many check marks on, checks are assumed to be marked as a rule.
const MANY_MARKS: usize = 3;
/// Cost of an unmarked check in a text that marks checks.
const UNMARKED_AMONG_MANY: Cost = 200;
/// Cost of a needlessly specific text.
const REDUNDANT: Cost = 45;
/// Cost of a missing rank, in a text that names ranks.
const NO_RANK: Cost = 440;
/// A text up to this cost fits well; the text after a missing or garbled ply must.
pub const FITS: Cost = 150;
/// At most this many plies of a position are examined closely.
const CLOSE: usize = 14;
/// Only plies within this cost of the best are examined closely.
const FAR: Cost = 700;

/// A ply that the text at an offset may mean.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub ply: Ply,
    /// Offset after it.
    pub end: usize,
    pub cost: Cost,
    /// Whether the text means it literally.
    pub exact: bool,
}

impl Witness<'_> {
    /// Whether checks are marked as a rule.
    fn marks_checks(&self) -> bool {
        !self.is_page && self.marks >= MANY_MARKS
    }

    /// Finds the ends of a spelling that begins at an offset, in the text and its alternatives.
    fn align(&mut self, at: usize, id: u32) {
        self.known(at);
        let Witness { texts, codes, known, spare, scored, ends, is_page, costs, .. } = self;
        let Some(known) = &mut known[at] else { return };
        let mut of = |n: usize, text: &[u8], ends: &mut Vec<End>| {
            while known.alignments.len() <= n {
                known.alignments.push(spare.pop().unwrap_or_default());
            }
            known.alignments[n].ends(texts, id, text, *is_page, costs, ends);
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

    /// Returns the id of a text.
    fn id(&mut self, text: &[u8]) -> u32 {
        // The digits of a number aren't spaced, except by OCR.
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

    /// Returns the possible ends of all spellings of a ply, without marks, with their costs.
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
        // A text that reads as an illegal move rarely fits another move this well. With many spellings,
        // reading is slower than comparing.
        if !self.loose {
            let says = self.exact(at, position).iter().any(|it| it.cost <= FITS);
            if says || !self.readings.is_empty() {
                return says;
            }
        }
        let plies = position.legal_plies_of(self.movers(at));
        plies.iter().any(|ply| self.least(at, position, *ply).is_some_and(|it| it <= FITS))
    }

    /// Returns the roles that may move if the text at an offset fits well, judged by its first character.
    fn movers(&mut self, at: usize) -> Roles {
        if let Some(known) = self.known(at).movers {
            return known;
        }
        let read = self.codes[at];
        let costs = self.costs;
        let begins = |meant: &u8| costs.read_for(*meant, read).min(costs.lost(*meant)) <= FITS;
        let may_move = |role: &Role| {
            let signs = self.notation.first_signs(*role);
            signs.is_empty() || costs.added(read) <= FITS || signs.iter().any(begins)
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
                    Reader::new(&Nothing, self.notation, Tells::Nothing).candidates(position, same);
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
            let (plies, _) =
                Reader::new(&Nothing, self.notation, Tells::Nothing).candidates(position, &readings);
            let end = self.after(at + len);
            options.extend(plies.into_iter().map(|ply| Choice { ply, end, cost: it.cost, exact: false }));
        }
        self.readings = readings;
        options
    }

    /// Returns the cost of a literal reading that differs from what the notation writes.
    fn oddity(&mut self, position: &Position, ply: &Ply, said: &str) -> Cost {
        // Habits vary on pages, and it is unknown what is lost.
        if self.is_page || ply.castling().is_some() {
            return 0;
        }
        let captures = if ply.is_capture() && said.contains('-') { NO_CAPTURE } else { 0 };
        let said = self.folded(said.as_bytes());
        let Some(written) = self.canonical(position, ply) else { return captures };
        let names_origin = |signs: &[u8]| signs.contains(&b'(');
        // Files in full, as in `P-KB3`, are a habit; a square in parentheses isn't.
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

    /// Returns the cost of an unmarked check.
    fn unmarked(&self, position: &Placed, ply: &Ply) -> Cost {
        let checks = || {
            let after = position.after(*ply);
            after.may_have_marks() && after.is_check()
        };
        if self.marks_checks() && checks() { UNMARKED_AMONG_MANY } else { 0 }
    }
}
