//! Finding what was meant where a text fits no legal move.
//!
//! A scanner takes one letter for another, a printer drops one, a player writes his moves a line too low. Here the
//! corrections that would let the game go on are tried and weighed: another move whose text looks much the same,
//! at the text that does not fit or at one before it; a move that was not printed; one printed twice; two
//! exchanged. A correction weighs the more, the more had to be changed and the further back it lies, and the less,
//! the further the game then reads on. The one of the least weight is applied on request, and never without saying
//! so; otherwise it is what the error asks about (`did you mean …?`).
//!
//! Nothing here knows a notation: texts are compared as [`Notation::spelling`] gives them.

use super::{Hypothesis, MoveText, Next, Reader, Run, Step, explain};
use crate::{
    model::{Color, Ply},
    notation::Notation,
    report::{Problem, Repair},
    rules::Position,
};

/// How far ahead it is looked whether the game reads on, in texts.
const HORIZON: usize = 24;
/// How many texts read on count as much as the game's end.
const ENOUGH: usize = 12;
/// How much may be changed in a text ([`distance`]), without and with being asked for it.
const LIMIT: [u32; 2] = [4, 6];
/// How far back a text may be that fits, but should be another.
const BACK: usize = 160;
/// A line of more texts is not looked at further back than this.
const FURTHEST: usize = 2_000;
/// How many texts may be read in search of one correction, with and without being asked for it.
const TEXTS: [usize; 2] = [1_500, 30_000];
/// How many corrections there may be in a line, and how many texts there must be for each.
const CORRECTIONS: usize = 12;
const TEXTS_EACH: usize = 6;

/// What was done about the text of a step, and what plies would have done as well.
#[derive(Clone, Debug)]
pub struct Repaired {
    pub repair: Repair,
    pub others: Vec<Ply>,
}

/// A correction of a line: so many of its steps stay, then come others.
pub struct Correction {
    pub keep: usize,
    pub steps: Vec<(Step, Repair)>,
    pub position: Position,
    pub place: usize,
    /// Plies that would do as well as that of the first step, which is made in this position.
    pub others: Vec<Ply>,
    before: Position,
    weight: i64,
    /// Was the line read to its end?
    ended: bool,
    cost: u32,
}

/// The last steps of a line up to the text that does not fit, with the position before each of them.
struct Past<'a> {
    steps: Vec<Step>,
    positions: Vec<Position>,
    failing: MoveText<'a>,
    /// The length of the failing text.
    len: usize,
}

impl Past<'_> {
    /// Where the text of a step begins, or of the failing one after them, and its length.
    fn span(&self, n: usize) -> (usize, usize) {
        self.steps.get(n).map_or((self.failing.start, self.len), |step| (step.start, step.len()))
    }
}

/// What there is to try: the steps that stay, those that come, where it goes on, and what it costs.
struct Trial {
    keep: usize,
    steps: Vec<(Step, Repair)>,
    position: Position,
    place: usize,
    cost: u32,
}

/// The likeliest correction of a line of which `failing` is the text that fits no legal ply.
///
/// `steps` are those before it. `eager` says that the correction will be applied, so that more is tried.
pub fn correction(
    reader: &Reader<'_>,
    mut steps: Vec<Step>,
    failing: MoveText<'_>,
    eager: bool,
) -> Option<Correction> {
    let mut position = reader.start.clone();
    let first = steps.len().saturating_sub(FURTHEST);
    steps.drain(..first).for_each(|step| step.ply.iter().for_each(|ply| position.play(ply)));
    steps.shrink_to_fit();
    let mut positions = vec![position.clone()];
    for step in &steps {
        step.ply.iter().for_each(|ply| position.play(ply));
        positions.push(position.clone());
    }
    let (len, _) = explain::extent(reader.notation, &position, &failing);
    let past = Past { steps, positions, failing, len };
    let mut search = Search { reader, past, eager, budget: TEXTS[usize::from(eager)], best: None };
    search.replace(search.past.steps.len());
    search.exchange();
    search.leave_out();
    search.supply();
    let back = if eager { BACK } else { 2 };
    for n in (0..search.past.steps.len()).rev().take(back) {
        search.replace(n);
    }
    search.best.map(|best| Correction { keep: first + best.keep, ..best })
}

/// May a line have one more correction?
pub fn is_allowed(corrections: usize, texts: usize) -> bool {
    corrections < CORRECTIONS && corrections * TEXTS_EACH <= texts
}

struct Search<'r, 'a> {
    reader: &'r Reader<'a>,
    past: Past<'r>,
    /// Will the correction be applied?
    eager: bool,
    /// How many texts may still be read.
    budget: usize,
    best: Option<Correction>,
}

impl Search<'_, '_> {
    fn notation(&self) -> &dyn Notation {
        self.reader.notation
    }

    fn text(&self, n: usize) -> String {
        let (start, len) = self.past.span(n);
        match self.reader.source.next(start) {
            Next::Move(text) => {
                let from = start.saturating_sub(text.start);
                text.text.get(from..(from + len).min(text.text.len())).unwrap_or("").to_owned()
            }
            Next::End(_) => String::new(),
        }
    }

    /// Tries other plies for a text, as far as they are spelt much like it.
    fn replace(&mut self, n: usize) {
        let given = self.notation().spelling(&self.text(n));
        let taken = self.past.steps.get(n).map(|step| step.ply);
        if given.is_empty() || taken == Some(None) {
            return;
        }
        let before = self.past.positions[n].clone();
        let (start, len) = self.past.span(n);
        let limit = LIMIT[usize::from(self.eager)];
        let mut near: Vec<(u32, Ply)> = Vec::new();
        for ply in explain::all_plies(&before) {
            let spellings = self.notation().spellings(&before, &ply);
            let cost = spellings.iter().map(|it| distance(&given, it, limit)).min().unwrap_or(u32::MAX);
            if cost <= limit && taken != Some(Some(ply)) {
                near.push((cost, ply));
            }
        }
        near.sort_by_key(|it| it.0);
        for (cost, ply) in near {
            let mut position = before.clone();
            position.play(&ply);
            let step = Step::of(Some(ply), start, len);
            let steps = vec![(step, Repair::ReadAs)];
            self.attempt(Trial { keep: n, steps, position, place: start + len, cost });
        }
    }

    /// Tries plies that are not printed, before the failing text, the last few, and those whose number says so.
    fn supply(&mut self) {
        let failing = self.past.steps.len();
        let nearby = if self.eager { 4 } else { 0 };
        for n in (0..=failing).rev() {
            let skips = self.is_number_ahead(n);
            if !skips && failing - n > nearby {
                continue;
            }
            let (start, _) = self.past.span(n);
            let before = self.past.positions[n].clone();
            for ply in explain::all_plies(&before) {
                let mut position = before.clone();
                position.play(&ply);
                let castling = u32::from(ply.castling().is_none());
                let cost = if skips { 1 } else { 6 } + castling;
                let step = Step::of(Some(ply), start, 0);
                let steps = vec![(step, Repair::Supplied)];
                self.attempt(Trial { keep: n, steps, position, place: start, cost });
            }
        }
    }

    /// Does the number before a text say that a ply of Black's is missing before it?
    fn is_number_ahead(&self, n: usize) -> bool {
        let (start, _) = self.past.span(n);
        let position = &self.past.positions[n];
        let Next::Move(text) = self.reader.source.next(start) else { return false };
        let ahead = matches!(text.number, Some((number, None | Some(Color::White))) if number == position.move_number() + 1);
        ahead && position.turn() == Color::Black
    }

    /// Tries to do without a text: the failing one, or one of the last before it.
    fn leave_out(&mut self) {
        let failing = self.past.steps.len();
        for n in (0..=failing).rev().take(3) {
            let (start, len) = self.past.span(n);
            let printed_twice = n > 0 && self.text(n) == self.text(n - 1);
            let steps = vec![(Step::of(None, start, len), Repair::LeftOut)];
            let position = self.past.positions[n].clone();
            let cost = if printed_twice { 2 } else { 7 };
            self.attempt(Trial { keep: n, steps, position, place: start + len, cost });
        }
    }

    /// Tries to exchange a text with the next one.
    fn exchange(&mut self) {
        let failing = self.past.steps.len();
        for n in (0..=failing).rev().take(3) {
            let (start, len) = self.past.span(n);
            let Next::Move(second) = self.reader.source.next(start + len) else { continue };
            let Next::Move(first) = self.reader.source.next(start) else { continue };
            let before = self.past.positions[n].clone();
            for (taken, one) in explain::readings(self.notation(), &before, second.text) {
                let mut between = before.clone();
                between.play(&one);
                let from = start - first.start;
                let text = first.text.get(from..(from + len).min(first.text.len())).unwrap_or("");
                for (_, other) in explain::readings(self.notation(), &between, text) {
                    let mut position = between.clone();
                    position.play(&other);
                    let steps = vec![
                        (Step::of(Some(one), start, len), Repair::Exchanged),
                        (Step::of(Some(other), second.start, taken), Repair::Exchanged),
                    ];
                    let place = second.start + taken;
                    self.attempt(Trial { keep: n, steps, position, place, cost: 5 });
                }
            }
        }
    }

    /// Reads on after a correction, and keeps it if it is the best so far.
    fn attempt(&mut self, trial: Trial) {
        if self.budget == 0 {
            return;
        }
        let failing = self.past.steps.len();
        let printed = trial.steps.iter().filter(|it| !it.0.is_empty()).count();
        // What lies between the correction and the failing text must be read again.
        let again = failing.saturating_sub(trial.keep + printed);
        let mut reader = Reader::new(self.reader.source, self.reader.notation, false);
        let hypothesis =
            Hypothesis { position: trial.position.clone(), node: None, place: trial.place, strict: false };
        let limit = (again + HORIZON).min(self.budget);
        let (run, read) = reader.run(vec![hypothesis], limit);
        self.budget -= read.min(self.budget);
        let ended = matches!(run, Run::Ended(_));
        let passes = trial.keep + printed > failing || read > again;
        let gain = read.saturating_sub(again);
        // At the end of a line anything might be supplied or left out.
        let shown = ended && matches!(trial.steps[0].1, Repair::ReadAs | Repair::Exchanged);
        if !passes || gain < 2 && !shown {
            return;
        }
        let enough = if ended { ENOUGH } else { gain.min(ENOUGH) };
        let back = failing - trial.keep;
        let distance = if back == 0 { 0 } else { 2 + back.min(20) as i64 / 4 };
        let weight = i64::from(trial.cost) * 2 + distance - enough as i64;
        if let Some(best) = &mut self.best {
            let (step, repair) = trial.steps[0];
            let alike = best.keep == trial.keep && best.steps[0].1 == repair;
            if alike && weight == best.weight && trial.cost == best.cost {
                best.others.extend(step.ply);
                return;
            }
            if (weight, !ended, trial.cost) >= (best.weight, !best.ended, best.cost) {
                return;
            }
        }
        self.best = Some(Correction {
            before: self.past.positions[trial.keep].clone(),
            keep: trial.keep,
            steps: trial.steps,
            position: trial.position,
            place: trial.place,
            others: Vec::new(),
            weight,
            ended,
            cost: trial.cost,
        });
    }
}

impl Correction {
    /// What an error asks about.
    pub fn suggestions(&self, notation: &dyn Notation, failing: usize) -> Vec<String> {
        let Some((step, repair)) = self.steps.first() else { return Vec::new() };
        let label = explain::label(&self.before);
        let plies = step.ply.iter().chain(&self.others).take(4);
        let texts = plies.map(|ply| explain::text_of(notation, &self.before, ply));
        match repair {
            Repair::ReadAs if step.start == failing => texts.collect(),
            Repair::ReadAs => texts.map(|text| format!("{label} {text}")).collect(),
            Repair::Supplied => texts.map(|text| format!("{label} {text}, which is not printed")).collect(),
            Repair::LeftOut => vec!["to leave it out".to_owned()],
            Repair::Exchanged => {
                texts.map(|text| format!("{text}, exchanged with the move after it")).collect()
            }
        }
    }
}

/// What there is to say of a repaired step.
pub fn problem(notation: &dyn Notation, position: &Position, step: &Step, repaired: &Repaired) -> Problem {
    let text = |ply: &Ply| explain::text_of(notation, position, ply);
    let read_as = step.ply.as_ref().map(text).unwrap_or_default();
    Problem::Repaired { repair: repaired.repair, read_as, others: repaired.others.iter().map(text).collect() }
}

/// The remark that a repair leaves in the game, as in `12... B-Kt5 read as B-KKt5`.
pub fn remark(
    notation: &dyn Notation,
    position: &Position,
    step: &Step,
    repaired: &Repaired,
    text: &str,
) -> String {
    let problem = problem(notation, position, step, repaired);
    let label = explain::label(position);
    if text.is_empty() { format!("{label} {problem}") } else { format!("{label} {text} {problem}") }
}

/// Letters and signs that are taken for one another, by scanners, printers and writers.
const ALIKE: [&str; 14] = [
    "1lI|!i",
    "5S$s",
    "8B&",
    "0OQDoC",
    "RKB",
    "6GbC",
    "2Zz",
    "xX×%",
    "-—–~_",
    "ceo",
    "hbn",
    "gq9",
    "3J",
    "PF",
];

/// What it costs to take one letter for another.
fn mistaking(one: char, other: char) -> u32 {
    if one == other {
        return 0;
    }
    let numbers = (one.to_digit(10), other.to_digit(10));
    if ALIKE.iter().any(|set| set.contains(one) && set.contains(other)) {
        1
    } else if let (Some(one), Some(other)) = numbers {
        if one.abs_diff(other) == 1 { 1 } else { 3 }
    } else if one.is_ascii_uppercase() && other.is_ascii_uppercase() {
        3
    } else if one.is_ascii_lowercase() && other.is_ascii_lowercase() {
        // Neighbouring files.
        if (one as u32).abs_diff(other as u32) == 1 { 2 } else { 4 }
    } else {
        6
    }
}

/// What it costs to drop a letter, or to print one too many.
fn losing(letter: char) -> u32 {
    match letter {
        'K' | 'Q' => 2,
        '(' | ')' | '-' | '=' => 1,
        'A'..='Z' => 4,
        _ => 3,
    }
}

/// How much must be changed to make one text of the other; more than `limit` if it is more.
fn distance(one: &str, other: &str, limit: u32) -> u32 {
    let one: Vec<char> = one.chars().take(32).collect();
    let other: Vec<char> = other.chars().take(32).collect();
    if one.len().abs_diff(other.len()) as u32 > limit {
        return limit + 1;
    }
    let mut rows: Vec<Vec<u32>> = Vec::with_capacity(one.len() + 1);
    let mut first = vec![0];
    for letter in &other {
        first.push(first.last().copied().unwrap_or(0) + losing(*letter));
    }
    rows.push(first);
    for (i, a) in one.iter().enumerate() {
        let above = &rows[i];
        let mut row = vec![above[0] + losing(*a)];
        for (j, b) in other.iter().enumerate() {
            let mut best = above[j] + mistaking(*a, *b);
            best = best.min(above[j + 1] + losing(*a)).min(row[j] + losing(*b));
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(rows[i - 1][j - 1] + 2);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn what_looks_alike_is_near() {
        for (one, other, expected) in [
            ("P-K4", "P-K4", 0),
            ("P-KS", "P-K5", 1),
            ("B-Kt5", "B-KKt5", 2),
            ("B-Bl", "B-B1", 1),
            ("Rt-B3", "Kt-B3", 1),
            ("R-K4", "R-K5", 1),
            ("Q-R3", "Q-K3", 1),
            ("QxP", "KxP", 3),
            ("P-4K", "P-K4", 2),
        ] {
            assert_eq!(distance(one, other, 9), expected, "{one} {other}");
        }
    }
}
