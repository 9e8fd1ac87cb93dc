//! Turns a decoded game into a line with diagnostics.

use std::collections::HashMap;

use super::{Decoded, Effort, Element, Kind, VAIN, decode, trust, witness::Witness};
use crate::{
    chess::{Ply, Position},
    diagnostics::{Diagnostic, Problem, Repair},
    notation::{Annotations, Notation},
    reasons::Suggestion,
    resolve::{
        Hypothesis, Line, MoveText, Next, Nothing, Reader, Repairing, Source, Step, Tells, explain, read_line,
    },
    slice::Slice as _,
};

/// Plies with a lower confidence are reported, with their alternatives.
const SURE: f32 = 0.99;
/// Other plies are equally plausible from this share of the chosen ply's probability on.
const AS_WELL: f32 = 0.3;
/// After more than this many consecutive dropped words that may be moves, the game counts as lost.
const LOST: usize = 3;
/// The same limit on a page.
const LOST_ON_PAGE: usize = 14;
/// Lowest confidence of the last ply of a game on a page; the second applies after dropped words and
/// unexpected numbers.
const LAST: [f32; 2] = [0.2, 0.5];
/// Lowest cost of an unexpected number.
const OTHER_NUMBER: u32 = 200;
/// Suggestions consider this many bytes.
const NEAR: usize = 240;
/// Suggestions start this many plies before the error.
const BACK: usize = 2;
/// Maximum cost of a suggestion.
const CHEAP: u32 = 1_500;

/// A repair of the text of a step.
#[derive(Clone, Debug)]
pub struct Repaired {
    pub repair: Repair,
    /// The probability that it is correct.
    pub confidence: f32,
    /// Plies that are equally plausible.
    pub others: Vec<Ply>,
    /// The most likely other ply.
    pub next: Option<Ply>,
}

impl Repaired {
    /// Returns a repair of an ambiguous text.
    pub fn open(others: &[Ply]) -> Repaired {
        Repaired { repair: Repair::ReadAs, confidence: 1.0, others: others.to_vec(), next: None }
    }

    fn of(repair: Repair, element: &Element) -> Repaired {
        let others = element.others.iter().filter(|it| it.1 >= element.confidence * AS_WELL);
        Repaired {
            repair,
            confidence: element.confidence,
            others: others.map(|it| it.0).collect(),
            next: element.others.first().map(|it| it.0),
        }
    }
}

/// Returns the repair that an element amounts to; `None` if its text is literal.
fn repair_of(element: &Element) -> Option<Repair> {
    match element.kind {
        Kind::Ply { exact: 0, .. } => Some(Repair::ReadAs),
        Kind::Missing => Some(Repair::Supplied),
        Kind::Exchanged => Some(Repair::Exchanged),
        Kind::LeftOut => Some(Repair::LeftOut),
        Kind::Ply { .. } | Kind::Number(_) | Kind::Skip | Kind::Note | Kind::Resigns => None,
    }
}

/// Reads a line literally, or else as most likely meant.
pub fn repair_line(
    source: &dyn Source,
    start: &Position,
    place: usize,
    notation: &dyn Notation,
    how: Repairing,
) -> Line {
    let plain = read_line(source, start, place, notation, Tells::Failure);
    if source.evidence().is_empty() && is_clean(&plain, source, start) {
        return plain;
    }
    let mut witness = Witness::new(source, notation, place, usize::MAX);
    if source.has_notes() && !source.is_tagged() {
        witness.with_notes(start.move_number());
    }
    let Some(mut decoded) = decode(&mut witness, start, Effort::Full) else {
        return read_line(source, start, place, notation, Tells::Suggestions);
    };
    let is_vain = decoded.oddity(notation) > VAIN && trust::certain(&decoded.elements) == 0;
    let Some(end) = trust::assess(&mut decoded.elements, false).filter(|_| !is_vain) else {
        return read_line(source, start, place, notation, Tells::Suggestions);
    };
    let mut reader = Reader { settles: true, ..Reader::new(source, notation, Tells::Suggestions) };
    reader.start = start.clone();
    let (kept, cut) = kept(&decoded.elements, end);
    let repaired = LineBuilder { reader, source, notation, how }.line(start, &decoded, kept, cut);
    let same = repaired.plies().eq(plain.plies()) && repaired.remarks.is_empty();
    // With `--repair=sure`, an uncertain ply ends the line.
    let may_be_less = how == Repairing::Sure || !source.evidence().is_empty();
    let is_less = !may_be_less && repaired.plies().count() < plain.plies().count();
    if same || is_less { read_line(source, start, place, notation, Tells::Suggestions) } else { repaired }
}

/// Reads the game on a page, which has other text too, as most likely meant; also returns the interpretation
/// of the text up to the end of the game.
pub fn read_page(
    source: &dyn Source,
    start: &Position,
    place: usize,
    notation: &dyn Notation,
    how: Repairing,
) -> Option<(Line, Vec<Element>)> {
    let mut witness = Witness::new(source, notation, place, usize::MAX);
    witness.on_page();
    let mut decoded = decode(&mut witness, start, Effort::Page)?;
    let end = trust::assess(&mut decoded.elements, true)?;
    decoded.elements.truncate(game_len(&decoded.elements[..end]));
    let all = decoded.elements.clone();
    decoded.elements.retain(|it| it.ply.is_some());
    let mut reader = Reader { settles: true, ..Reader::new(source, notation, Tells::Suggestions) };
    reader.start = start.clone();
    let telling = LineBuilder { reader, source, notation, how };
    let count = decoded.elements.len();
    Some((telling.line(start, &decoded, count, None), all))
}

/// Returns how many of the elements on a page belong to the game, which ends where too many consecutive words
/// are dropped; an unlikely last ply is excluded.
fn game_len(elements: &[Element]) -> usize {
    let certain = trust::certain(elements);
    let mut end = certain;
    let mut left = 0;
    let mut is_odd = false;
    for (n, element) in elements.iter().enumerate() {
        match element.kind {
            Kind::LeftOut => (left, is_odd) = (left + 1, true),
            Kind::Number(_) => is_odd |= element.cost >= OTHER_NUMBER,
            Kind::Ply { .. } | Kind::Exchanged if left > LOST_ON_PAGE && n >= certain => break,
            Kind::Ply { .. } | Kind::Exchanged => {
                left = 0;
                if element.confidence >= LAST[usize::from(is_odd)] {
                    end = end.max(n + 1);
                    is_odd = false;
                }
            }
            _ => {}
        }
    }
    end
}

/// Whether a line was read without any doubt; marks and numbers that don't fit are doubts too.
fn is_clean(line: &Line, source: &dyn Source, start: &Position) -> bool {
    let wrong = |it: &Diagnostic| matches!(it.problem, Problem::WrongMark { .. } | Problem::Unread);
    if !line.complete || line.diagnostics.iter().any(wrong) || source.is_doubtful() {
        return false;
    }
    let mut offset = None;
    let mut ply = i64::from(start.move_number()) * 2 + i64::from(start.turn().is_black());
    line.steps.iter().all(|step| {
        let Next::Move(MoveText { number, .. }) = source.next(step.start) else { return true };
        let turn = ply % 2;
        let expected = ply / 2;
        ply += i64::from(step.ply.is_some());
        let Some((number, color)) = number else { return true };
        let off = i64::from(number) - expected;
        *offset.get_or_insert(off) == off && color.is_none_or(|it| i64::from(it.is_black()) == turn)
    })
}

/// Builds a line from a decoded game.
struct LineBuilder<'a> {
    reader: Reader<'a>,
    source: &'a dyn Source,
    notation: &'a dyn Notation,
    how: Repairing,
}

impl LineBuilder<'_> {
    /// Returns the line of the first `kept` elements; it fails at element `cut`, if any.
    fn line(mut self, start: &Position, decoded: &Decoded, kept: usize, cut: Option<usize>) -> Line {
        let mut position = start.clone();
        let mut path: Vec<usize> = Vec::new();
        let mut open: HashMap<usize, Vec<Ply>> = HashMap::new();
        let mut confidences = Vec::new();
        let mut unsure = None;
        for element in &decoded.elements[..kept] {
            if self.how == Repairing::Sure && element.ply.is_some() && element.confidence < SURE {
                unsure = Some(element);
                break;
            }
            let Some(step) = step(element) else { continue };
            let (annotations, candidates) = self.said(&position, &step, element);
            let node = self.reader.add(path.last().copied(), step, annotations, candidates.len() <= 1, false);
            if let Some(repair) = repair_of(element) {
                self.reader.repaired.insert(node, Repaired::of(repair, element));
            } else if candidates.len() > 1 {
                let likely = |ply: &Ply| element.others.iter().any(|it| it.0 == *ply && it.1 > 0.02);
                let others: Vec<Ply> = candidates.into_iter().filter(likely).collect();
                if !others.is_empty() {
                    open.insert(path.len(), others);
                }
            } else if element.ply.is_some() && element.confidence < SURE {
                self.reader.doubtful.insert(node, Repaired::of(Repair::ReadAs, element));
            }
            path.push(node);
            confidences.push(element.confidence());
            step.ply.iter().for_each(|ply| position.play(ply));
        }
        let notation = self.notation;
        let stop = unsure.or(cut.filter(|_| unsure.is_none()).and_then(|n| decoded.elements.get(n)));
        let Some(stop) = stop else {
            let end = self.source.text().len();
            return Line { confidences, ..self.reader.report(&path, &open, end) };
        };
        let at = stop.spans[0].start;
        let node = path.last().copied();
        // An uncertain ply, or the one at which the game is lost.
        if let Some(ply) = stop.ply {
            let text = |ply: &Ply| explain::candidate(notation, &position, ply);
            let problem = Problem::Unsure {
                read_as: text(&ply),
                percent: percent(stop.confidence),
                others: stop.others.first().map(|it| text(&it.0)).into_iter().collect(),
            };
            let mut line = self.reader.report(&path, &open, at);
            let end = stop.spans[0].end.max(at);
            line.diagnostics.push(Diagnostic::error(at..end, problem).at(&position));
            return Line { complete: false, confidences, ..line };
        }
        let hypothesis = Hypothesis { node, ..Hypothesis::new(&position, at) };
        match self.source.next(at) {
            Next::Move(text) => {
                Line { confidences, ..self.reader.fail(hypothesis, &path, &open, text, Vec::new()) }
            }
            Next::End(end) => Line { confidences, ..self.reader.report(&path, &open, end) },
        }
    }

    /// Returns the annotations in the text of a step, and all plies that it may mean if there are several.
    fn said(&mut self, position: &Position, step: &Step, element: &Element) -> (Annotations, Vec<Ply>) {
        let Kind::Ply { exact: 1.., .. } = element.kind else { return (Annotations::default(), Vec::new()) };
        let Next::Move(MoveText { text, start, digits, .. }) = self.source.next(step.start) else {
            return (Annotations::default(), Vec::new());
        };
        let mut readings = Vec::new();
        for skipped in [0, digits] {
            if start == step.start && readings.is_empty() {
                self.notation.read(position, text.slice(skipped..), &mut readings);
            }
        }
        for same in readings.chunk_by(|one, other| one.len == other.len) {
            let mut plain = Reader::new(&Nothing, self.notation, Tells::Nothing);
            let (mut plies, annotations) = plain.candidates(position, same);
            if plies.iter().any(|it| Some(*it) == step.ply) {
                plies.retain(|it| Some(*it) != step.ply);
                if !plies.is_empty() {
                    plies.extend(step.ply);
                }
                return (annotations, plies);
            }
        }
        (Annotations::default(), Vec::new())
    }
}

/// Returns how many of the elements make up the line, given that the first `end` are on the game's track, and
/// the element at which it fails, if any: words dropped at its end, or too many in a row, count as not
/// understood.
fn kept(elements: &[Element], end: usize) -> (usize, Option<usize>) {
    let certain = trust::certain(elements);
    let mut row = None;
    let mut length = 0;
    for (n, element) in elements[..end].iter().enumerate() {
        match element.kind {
            Kind::LeftOut => {
                row.get_or_insert(n);
                length += 1;
            }
            Kind::Skip | Kind::Note | Kind::Number(_) => {}
            _ if length > LOST && n >= certain => break,
            _ => (row, length) = (None, 0),
        }
    }
    let twice = row.is_some_and(|n| length == 1 && elements[n].cost < super::lattice::NO_MOVE);
    match row.filter(|_| !twice) {
        Some(n) => (n, Some(n)),
        None => (end, Some(end).filter(|it| *it < elements.len())),
    }
}

/// Returns the step for an element, if it has one.
fn step(element: &Element) -> Option<Step> {
    let span = &element.spans[0];
    let mut step = Step::of(element.ply, span.start, span.len());
    match element.kind {
        Kind::Number(_) => return None,
        Kind::Skip | Kind::Note => return None,
        Kind::Resigns => step.resigns = true,
        _ => {}
    }
    Some(step)
}

/// Returns a share as a percentage, rounded down, and never 100.
pub fn percent(share: f32) -> u8 {
    (share * 100.0).clamp(0.0, 99.0) as u8
}

/// Returns suggestions for a line that can't be read on after these steps.
pub fn meant(reader: &Reader<'_>, steps: &[Step], failing: usize) -> Vec<Suggestion> {
    let kept = steps.len().saturating_sub(BACK);
    let mut position = reader.start.after(steps[..kept].iter().filter_map(|it| it.ply));
    let place = steps.get(kept).map_or(failing, |it| it.start);
    let mut witness = Witness::new(reader.source, reader.notation, place, NEAR);
    let decoded = decode(&mut witness, &position, Effort::Small).filter(|it| it.cost <= CHEAP);
    let Some(decoded) = decoded else { return Vec::new() };
    let after = decoded.elements.iter().filter(|it| it.ply.is_some() && it.spans[0].start > failing).count();
    for element in &decoded.elements {
        if let Some(repair) = repair_of(element) {
            // With nothing after it, only its similarity to the text supports a suggestion.
            let shown = matches!(repair, Repair::ReadAs) && element.spans[0].start == failing && after > 0;
            return if after < 2 && !shown {
                Vec::new()
            } else {
                suggestions(reader.notation, &position, element, repair, failing)
            };
        }
        element.ply.iter().for_each(|ply| position.play(ply));
    }
    Vec::new()
}

/// Returns the suggestions for an error message.
fn suggestions(
    notation: &dyn Notation,
    before: &Position,
    element: &Element,
    repair: Repair,
    failing: usize,
) -> Vec<Suggestion> {
    let number = || explain::label(before);
    let as_well = element.others.iter().filter(|it| it.1 >= element.confidence * AS_WELL).map(|it| it.0);
    let plies =
        element.ply.into_iter().chain(as_well).take(4).map(|ply| explain::candidate(notation, before, &ply));
    let of = |ply| match repair {
        Repair::ReadAs if element.spans[0].start == failing => Suggestion::Instead { ply },
        Repair::ReadAs => Suggestion::Earlier { number: number(), ply },
        Repair::Supplied => Suggestion::Missing { number: number(), ply },
        Repair::LeftOut => Suggestion::LeaveOut,
        Repair::Exchanged => Suggestion::Exchanged { ply },
    };
    if matches!(repair, Repair::LeftOut) { vec![Suggestion::LeaveOut] } else { plies.map(of).collect() }
}

/// Returns the diagnostic for a repaired step.
pub fn problem(notation: &dyn Notation, position: &Position, step: &Step, repaired: &Repaired) -> Problem {
    let text = |ply: &Ply| explain::candidate(notation, position, ply);
    Problem::Repaired {
        repair: repaired.repair,
        read_as: step.ply.as_ref().map(text),
        others: repaired.others.iter().map(text).collect(),
        percent: Some(percent(repaired.confidence))
            .filter(|_| repaired.confidence < SURE && step.ply.is_some()),
        next: repaired.next.as_ref().map(text),
    }
}

/// Returns the diagnostic for a doubtful step.
pub fn doubt(notation: &dyn Notation, position: &Position, step: &Step, doubt: &Repaired) -> Problem {
    let text = |ply: &Ply| explain::candidate(notation, position, ply);
    Problem::Doubtful {
        taken: step.ply.as_ref().map(text),
        percent: percent(doubt.confidence),
        next: doubt.next.as_ref().map(text),
    }
}

/// Returns the comment that records a repair in the game, as in `12... B-Kt5 read as B-KKt5`.
pub fn remark(
    notation: &dyn Notation,
    position: &Position,
    step: &Step,
    repaired: &Repaired,
    text: &str,
) -> String {
    let sure = Repaired { confidence: 1.0, next: None, ..repaired.clone() };
    let problem = problem(notation, position, step, &sure);
    let label = explain::label(position);
    if text.is_empty() { format!("{label} {problem}") } else { format!("{label} {text} {problem}") }
}
