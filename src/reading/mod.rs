//! Reading the moves of a line: texts in, plies out.
//!
//! Every layout reads its moves through [`read_line`], whatever the notation. A text that fits one legal ply
//! is read and done with. Where one fits several, all of them are kept, each with its position, and what
//! follows decides: this costs nothing on clean games, and [`HYPOTHESES`] bounds it on others.

mod detect;
mod explain;
mod single;

use std::ops::Range;

use crate::{
    model::{Color, Ply},
    notation::{CheckClaim, Claims, Notation, Quick, Reading},
    report::{Diagnostic, Problem},
    rules::{Position, Scope},
};

pub use detect::{MainLine, Notations};
pub use single::{Meaning, meaning};

/// How many ways to understand a line are followed at a time.
pub const HYPOTHESES: usize = 64;

/// As many are enough to doubt that a line is in the notation in which it is tried, if that is one that leaves
/// nothing open.
const DOUBTFUL: usize = 8;

/// Where the texts of a line's moves come from.
pub trait Source {
    /// What there is at this place or after it.
    fn next(&self, place: usize) -> Next<'_>;
}

/// What a [`Source`] has at a place.
pub enum Next<'t> {
    /// A text that begins with a move, if it is one.
    Move(MoveText<'t>),
    /// The line ends here.
    End(usize),
}

/// A text that begins with a move, if it is one.
#[derive(Clone, Copy)]
pub struct MoveText<'t> {
    /// Where it begins.
    pub start: usize,
    /// The text, up to where the move must have ended.
    pub text: &'t str,
    /// The move number before it, with the side that it says moves.
    pub number: Option<(u32, Option<Color>)>,
    /// How many of its first bytes may be a move number that is not set apart.
    pub digits: usize,
}

/// A ply with its text.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where the text begins.
    pub start: usize,
    /// How many bytes it takes.
    pub len: usize,
    /// What it means; `None` for resignation, and for words that are no move.
    pub ply: Option<Ply>,
    /// Does the side to move resign?
    pub resigns: bool,
}

impl Step {
    fn of(ply: Option<Ply>, start: usize, len: usize) -> Step {
        Step { start, len, ply, resigns: false }
    }

    /// Is this a text that could not be read?
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.ply.is_none() && !self.resigns
    }

    /// The place of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// A line as it was read.
#[derive(Debug)]
pub struct Line {
    /// The plies with their texts.
    pub steps: Vec<Step>,
    /// Where the reading ended.
    pub end: usize,
    /// Was everything read?
    pub complete: bool,
    /// How many texts are no move, or fitted several plies until the rest of the line decided.
    pub doubts: usize,
    /// What there is to say: last, if it is not complete, why not.
    pub diagnostics: Vec<Diagnostic>,
}

impl Line {
    /// The plies.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.steps.iter().filter_map(|step| step.ply)
    }
}

/// One way to understand the line so far.
#[derive(Clone)]
struct Hypothesis {
    position: Position,
    /// The last of its nodes.
    node: Option<usize>,
    /// Where it reads on.
    place: usize,
    /// The last word was no move.
    after_junk: bool,
}

/// A step of one or several hypotheses.
struct Node {
    before: Option<usize>,
    step: Step,
    claims: Claims,
    /// How many plies fitted the text.
    choices: usize,
}

/// What it takes to read single moves, kept from one to the next.
#[derive(Default)]
pub struct Scratch {
    readings: Vec<Reading>,
    plies: Vec<Ply>,
    found: Vec<Ply>,
}

/// Reads a move whose text, as it stands, leaves nothing to be said of it: it fits one ply, and so do its marks
/// of capture and en passant. Those of check are for the caller to hold against the position after it; a text with
/// one of the mover's own check is left to [`read_line`].
pub fn read_move(
    notation: &dyn Notation,
    position: &Position,
    text: &str,
    scratch: &mut Scratch,
) -> Option<Quick> {
    if let Some(quick) = notation.quick(position, text) {
        return Some(quick);
    }
    scratch.readings.clear();
    notation.read(position, text, &mut scratch.readings);
    let Reading { len, claims, .. } = *scratch.readings.first()?;
    scratch.found.clear();
    for reading in scratch.readings.iter().take_while(|it| it.len == len) {
        scratch.plies.clear();
        position.plies(Scope::Legal, &reading.pattern, &mut scratch.plies);
        if scratch.plies.len() > 1 {
            notation.choose(position, reading, &mut scratch.plies);
        }
        for &ply in &scratch.plies {
            let Claims { check, en_passant, capture, own_check } = reading.claims;
            let fits = (!en_passant || ply.is_en_passant()) && (!capture || ply.is_capture()) && !own_check;
            if !fits || check != claims.check {
                return None;
            }
            if !scratch.found.contains(&ply) {
                scratch.found.push(ply);
            }
        }
    }
    if scratch.found.len() > 1 {
        notation.settle(&mut scratch.found);
    }
    match scratch.found[..] {
        [ply] => Some(Quick { len, ply, check: claims.check }),
        _ => None,
    }
}

/// Reads a line from a position on.
#[must_use]
pub fn read_line(source: &dyn Source, start: &Position, place: usize, notation: &dyn Notation) -> Line {
    Reader::new(source, notation, true).read(start, place)
}

/// Reads a line as [`read_line`] does, but only to see how far it reads: nothing is said about it.
fn probe_line(source: &dyn Source, start: &Position, place: usize, notation: &dyn Notation) -> Line {
    Reader::new(source, notation, false).read(start, place)
}

struct Reader<'a> {
    source: &'a dyn Source,
    notation: &'a dyn Notation,
    /// Are diagnostics wanted?
    explains: bool,
    nodes: Vec<Node>,
    /// Pairs of nodes that led to the same position; the second was given up.
    merged: Vec<(usize, usize)>,
    readings: Vec<Reading>,
    plies: Vec<Ply>,
}

/// Where and why all hypotheses ended.
struct Failure {
    hypothesis: Hypothesis,
    start: usize,
    len: usize,
    problem: Problem,
}

impl<'a> Reader<'a> {
    fn new(source: &'a dyn Source, notation: &'a dyn Notation, explains: bool) -> Reader<'a> {
        Reader {
            source,
            notation,
            explains,
            nodes: Vec::new(),
            merged: Vec::new(),
            readings: Vec::new(),
            plies: Vec::new(),
        }
    }

    fn read(mut self, start: &Position, place: usize) -> Line {
        let mut alive = vec![Hypothesis { position: start.clone(), node: None, place, after_junk: false }];
        let mut ended: Vec<Hypothesis> = Vec::new();
        let mut failed: Vec<Hypothesis> = Vec::new();
        while !alive.is_empty() {
            let place = alive.iter().map(|it| it.place).min().unwrap_or(0);
            let (here, ahead): (Vec<_>, Vec<_>) = alive.into_iter().partition(|it| it.place == place);
            alive = ahead;
            match self.source.next(place) {
                Next::End(end) => {
                    ended.extend(here.into_iter().map(|it| Hypothesis { place: end, ..it }));
                }
                Next::Move(text) => {
                    let mut next = Vec::new();
                    failed.clear();
                    for hypothesis in here {
                        let first = next.len();
                        self.follow(&hypothesis, text, &mut next);
                        if next.len() == first {
                            failed.push(hypothesis);
                        }
                    }
                    if alive.is_empty() && next.is_empty() && ended.is_empty() {
                        return self.fail(failed.swap_remove(0), text, start);
                    }
                    alive.extend(next);
                    self.prune(&mut alive);
                    if alive.len() > DOUBTFUL && !self.explains && !self.notation.leaves_open() {
                        return self.fail(alive.swap_remove(0), text, start);
                    }
                }
            }
        }
        self.finish(ended, start)
    }

    /// Lists the ways to go on from a hypothesis.
    fn follow(&mut self, hypothesis: &Hypothesis, text: MoveText<'_>, next: &mut Vec<Hypothesis>) {
        if let Some(len) = self.resignation(text) {
            let step = Step { resigns: true, ..Step::of(None, text.start, len) };
            self.push(hypothesis, step, Claims::default(), 1, hypothesis.position.clone(), next);
            return;
        }
        if self.follow_text(hypothesis, text.start, text.text, next) {
            return;
        }
        if text.digits > 0
            && self.follow_text(hypothesis, text.start + text.digits, &text.text[text.digits..], next)
        {
            return;
        }
        let word = word(text.text);
        if self.readings.is_empty() && is_wordlike(word) && !hypothesis.after_junk {
            let step = Step::of(None, text.start, word.len());
            self.push(hypothesis, step, Claims::default(), 1, hypothesis.position.clone(), next);
        }
    }

    /// The length of a resignation, with which the line ends.
    fn resignation(&self, text: MoveText<'_>) -> Option<usize> {
        let sign = self.notation.resignation()?;
        let rest = text.text.strip_prefix(sign)?;
        let ends = rest.is_empty() || rest.starts_with(|it: char| it.is_whitespace() || "({;$)".contains(it));
        (ends && matches!(self.source.next(text.start + sign.len()), Next::End(_))).then_some(sign.len())
    }

    /// As [`Reader::follow`], for a text that is all move. Answers whether any ply fits.
    fn follow_text(
        &mut self,
        hypothesis: &Hypothesis,
        start: usize,
        text: &str,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let position = &hypothesis.position;
        let quick = self.notation.quick(position, text).filter(|it| !may_go_on(&text[it.len..]));
        if let (Some(quick), false) = (quick, hypothesis.after_junk) {
            let step = Step::of(Some(quick.ply), start, quick.len);
            let mut after = position.clone();
            after.play(&quick.ply);
            let claims = Claims { check: quick.check, ..Claims::default() };
            self.push(hypothesis, step, claims, 1, after, next);
            return true;
        }
        self.readings.clear();
        self.notation.read(position, text, &mut self.readings);
        let readings = std::mem::take(&mut self.readings);
        let mut found = false;
        for same_len in readings.chunk_by(|one, other| one.len == other.len) {
            let (plies, claims) = self.candidates(position, same_len);
            found = !plies.is_empty();
            let choices = plies.len();
            for ply in plies {
                let mut after = position.clone();
                after.play(&ply);
                let step = Step::of(Some(ply), start, same_len[0].len);
                self.push(hypothesis, step, claims, choices, after, next);
            }
            if found {
                break;
            }
        }
        self.readings = readings;
        found
    }

    /// The plies that readings of the same text allow, likeliest first.
    fn candidates(&mut self, position: &Position, readings: &[Reading]) -> (Vec<Ply>, Claims) {
        let mut all = Vec::new();
        let mut claims = Claims::default();
        for reading in readings {
            self.plies.clear();
            position.plies(Scope::Legal, &reading.pattern, &mut self.plies);
            if self.plies.len() > 1 {
                self.notation.choose(position, reading, &mut self.plies);
            }
            claims = reading.claims;
            for ply in self.plies.drain(..) {
                if !all.contains(&ply) {
                    all.push(ply);
                }
            }
        }
        if all.len() > 1 {
            self.notation.settle(&mut all);
        }
        if all.len() > 1 {
            let fitting: Vec<Ply> = all.iter().copied().filter(|ply| fits(position, ply, claims)).collect();
            if !fitting.is_empty() {
                all = fitting;
            }
        }
        (all, claims)
    }

    fn push(
        &mut self,
        hypothesis: &Hypothesis,
        step: Step,
        claims: Claims,
        choices: usize,
        position: Position,
        next: &mut Vec<Hypothesis>,
    ) {
        self.nodes.push(Node { before: hypothesis.node, step, claims, choices });
        next.push(Hypothesis {
            position,
            node: Some(self.nodes.len() - 1),
            place: step.start + step.len,
            after_junk: step.is_unread(),
        });
    }

    /// Gives up hypotheses that have come to the same position as a likelier one, and those beyond the budget.
    fn prune(&mut self, alive: &mut Vec<Hypothesis>) {
        if alive.len() < 2 {
            return;
        }
        let mut kept: Vec<Hypothesis> = Vec::with_capacity(alive.len());
        for hypothesis in alive.drain(..) {
            let twin = kept
                .iter()
                .find(|it| it.place == hypothesis.place && it.position.same_as(&hypothesis.position));
            match (twin.and_then(|it| it.node), hypothesis.node) {
                (Some(one), Some(other)) => self.merged.push((one, other)),
                _ if kept.len() < HYPOTHESES => kept.push(hypothesis),
                _ => {}
            }
        }
        *alive = kept;
    }

    fn steps(&self, mut node: Option<usize>) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Some(n) = node {
            steps.push(n);
            node = self.nodes[n].before;
        }
        steps.reverse();
        steps
    }

    fn finish(self, ended: Vec<Hypothesis>, start: &Position) -> Line {
        let Some(best) = ended.first() else {
            return Line { steps: Vec::new(), end: 0, complete: true, doubts: 0, diagnostics: Vec::new() };
        };
        let end = best.place;
        let path = self.steps(best.node);
        let rivals = ended[1..].iter().filter_map(|it| it.node);
        let twins = self.merged.iter().filter(|(one, _)| path.contains(one)).map(|it| it.1);
        let rivals: Vec<Vec<usize>> = rivals.chain(twins).map(|node| self.steps(Some(node))).collect();
        self.report(&path, &rivals, end, start)
    }

    /// Turns the steps of the chosen hypothesis into a line, with what there is to say of each.
    fn report(self, path: &[usize], rivals: &[Vec<usize>], end: usize, start: &Position) -> Line {
        let mut line = Line { steps: Vec::new(), end, complete: true, doubts: 0, diagnostics: Vec::new() };
        let mut position = start.clone();
        for (n, &node) in path.iter().enumerate() {
            let Node { step, choices, .. } = self.nodes[node];
            let open = self.left_open(n, path, rivals);
            line.doubts += usize::from(step.is_unread() || choices > 1 || !open.is_empty());
            if self.explains {
                self.explain(node, &open, &mut position, &mut line.diagnostics);
            }
            if !open.is_empty() && !self.notation.leaves_open() {
                line.end = step.start;
                line.complete = false;
                return line;
            }
            line.steps.push(step);
        }
        line
    }

    /// The other plies that the text of a step may mean, after the same steps before it.
    fn left_open(&self, n: usize, path: &[usize], rivals: &[Vec<usize>]) -> Vec<Ply> {
        let Some(ply) = self.nodes[path[n]].step.ply else { return Vec::new() };
        let mut open: Vec<Ply> = rivals
            .iter()
            .filter(|rival| n < rival.len() && rival[..n] == path[..n])
            .filter_map(|rival| self.nodes[rival[n]].step.ply)
            .filter(|it| *it != ply)
            .collect();
        open.dedup();
        open
    }

    /// Says what there is to say of a step, and plays it.
    fn explain(&self, node: usize, open: &[Ply], position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        let Node { step, claims, choices, .. } = self.nodes[node];
        let Some(ply) = step.ply else {
            if step.is_unread() {
                diagnostics.push(Diagnostic::warning(step.span(), Problem::Unread).at(position));
            }
            return;
        };
        let leaves_open = self.notation.leaves_open();
        if !open.is_empty() {
            let candidates: Vec<Ply> = std::iter::once(ply).chain(open.iter().copied()).collect();
            let problem = explain::ambiguous(self.notation, position, &candidates);
            diagnostics.push(if leaves_open {
                Diagnostic::warning(step.span(), problem).at(position)
            } else {
                Diagnostic::error(step.span(), problem).at(position)
            });
            if !leaves_open {
                return;
            }
        } else if choices > 1 && !leaves_open {
            let problem = explain::settled(self.notation, position, &ply, &self.alternatives(node));
            diagnostics.push(Diagnostic::warning(step.span(), problem).at(position));
        }
        let before = position.clone();
        position.play(&ply);
        for problem in explain::wrong_marks(position, &ply, claims) {
            diagnostics.push(Diagnostic::warning(step.span(), problem).at(&before));
        }
    }

    /// All plies that were tried for the text of a node, after the same moves.
    fn alternatives(&self, node: usize) -> Vec<Ply> {
        let Node { before, step, .. } = &self.nodes[node];
        self.nodes
            .iter()
            .filter(|it| it.before == *before && it.step.start == step.start)
            .filter_map(|it| it.step.ply)
            .collect()
    }

    fn fail(self, hypothesis: Hypothesis, text: MoveText<'_>, start: &Position) -> Line {
        if !self.explains {
            let path = self.steps(hypothesis.node);
            let line = self.report(&path, &[], text.start, start);
            return Line { complete: false, ..line };
        }
        let failure = explain::failure(self.notation, &hypothesis.position, &text);
        let failure = Failure { start: text.start, len: failure.0, problem: failure.1, hypothesis };
        let path = self.steps(failure.hypothesis.node);
        let mut line = self.report(&path, &[], failure.start, start);
        if line.complete {
            line.complete = false;
            let span = failure.start..failure.start + failure.len;
            let diagnostic = Diagnostic::error(span, failure.problem).at(&failure.hypothesis.position);
            let fen = Some(failure.hypothesis.position.fen());
            line.diagnostics.push(Diagnostic { fen, ..diagnostic });
        }
        line
    }
}

/// Does what the text says beside the ply fit it?
fn fits(position: &Position, ply: &Ply, claims: Claims) -> bool {
    let mut after = position.clone();
    after.play(ply);
    claims.check.is_none_or(|claim: CheckClaim| claim.fits(after.effect(ply)))
        && (!claims.en_passant || ply.is_en_passant())
        && (!claims.capture || ply.is_capture())
        && (!claims.own_check || after.is_mover_in_check())
}

/// May what follows a move still belong to it? Marks of check and of en passant can stand after a blank.
fn may_go_on(rest: &str) -> bool {
    rest.trim_start().starts_with(['+', '#', '†', '‡', '≠', '(', 'e', 'c', 'd', 'm'])
}

/// The text up to the next blank.
fn word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or(text)
}

/// Is this rather a word, a bracket or a sign than a move with a slip in it?
fn is_wordlike(word: &str) -> bool {
    !word.is_empty()
        && (word.starts_with('[')
            || word.starts_with("\\x")
            || !word.contains(|it: char| it.is_ascii_digit()) && !word.contains(['-', 'x', 'O', '0']))
}
