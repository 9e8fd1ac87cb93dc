//! Resolves the texts of a line's moves to plies.
//!
//! Every layout reads its moves through [`Notations`], whatever the notation. A text that fits one legal ply
//! is settled at once. If it fits several, all of them are kept as hypotheses, each with its position, and
//! the texts that follow decide: this costs nothing on clean games, and [`HYPOTHESES`] bounds it on others.

mod checks;
mod detect;
mod evidence;
pub mod exact;
mod explain;
mod line;
mod note;
pub mod numbers;
mod plausibility;
mod repair;
mod report;
mod rewritten;
mod single_move;
mod weigh;

use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::HashMap,
};

use crate::{
    chess::{Ply, Position, Scope, Side},
    named::named,
    notation::{Annotations, Notation, Reading},
    reasons::Suggestion,
    slice::Slice as _,
};

pub use detect::{Chosen, MainLine, Notations};
pub use evidence::{Certain, Evidence, plies_of};
pub use line::{Line, Looks, MoveText, Next, Recognised, Source, Step};
pub use note::is_misread;
pub use repair::{
    Apart, Decoded, Effort, Element, Kind, Witness, decode, decode_both, read_page, repair_line,
};
#[cfg(test)]
pub use repair::{decode_as, seen};
use rewritten::{SmallLetters, is_wordlike, small_letter, word};
use single_move::Nothing;
pub use single_move::{Meaning, Scratch, meaning, read_move};

/// At most this many hypotheses are followed at a time.
const HYPOTHESES: usize = 64;

/// In a notation that never leaves ambiguities to later moves, a probe with more live hypotheses is
/// abandoned.
const DOUBTFUL: usize = 8;

/// A reading of the line so far.
#[derive(Clone)]
struct Hypothesis {
    position: Position,
    /// Its last node.
    node: Option<usize>,
    /// The offset at which it continues.
    place: usize,
    /// Whether a move must follow: the last word was not one, or the last text may be longer than read.
    must_be_move: bool,
    /// The meaning of its lower-case letters.
    small: SmallLetters,
}

impl Hypothesis {
    fn new(position: &Position, place: usize) -> Hypothesis {
        let (position, small) = (position.clone(), SmallLetters::default());
        Hypothesis { position, node: None, place, must_be_move: false, small }
    }
}

/// Absence of a node.
const NONE: usize = usize::MAX;

/// A step of one or more hypotheses. There may be millions, so rare data are kept elsewhere.
struct Node {
    /// The node before it, or [`NONE`].
    before: usize,
    step: Step,
    annotations: Annotations,
    /// Whether the ply was the only one that fits the text.
    alone: bool,
    /// Whether the piece neither comes from nor goes to the side of the board named in the text.
    other_side: bool,
}

/// How much is told of a line, each with all before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tells {
    /// How far it can be read.
    Nothing,
    /// Which marks are wrong, and which move is missing. Prose is rejected ten times faster than with a diagnosis.
    Marks,
    /// Why it ends early.
    Failure,
    /// What may be meant there.
    Suggestions,
}

/// Reads a line from a position on.
fn read_line(
    source: &dyn Source,
    start: &Position,
    place: usize,
    notation: &dyn Notation,
    tells: Tells,
) -> Line {
    Reader::new(source, notation, tells).read(start, place)
}

/// Reads a line from a position on, if all of it can be read.
#[must_use]
pub fn read_whole_line(
    source: &dyn Source,
    start: &Position,
    place: usize,
    notation: &dyn Notation,
) -> Option<Line> {
    let line = read_line(source, start, place, notation, Tells::Marks);
    line.complete.then_some(line)
}

// Every repair is noted in a comment of the game ([`Line::remarks`]).
named! {
    /// Whether to replace an illegal move by the most likely intended one.
    "repair" Repairing: Default {
        Never: ["never"], "No repairs";
        Best: ["best"], "The most likely moves";
        Sure: ["sure"], "The same, up to the first move that is not certain";
    }
}

impl From<bool> for Repairing {
    fn from(wanted: bool) -> Repairing {
        if wanted { Repairing::Best } else { Repairing::Never }
    }
}

struct Reader<'a> {
    source: &'a dyn Source,
    /// The text of the source, fetched on demand.
    whole: OnceCell<&'a str>,
    notation: &'a dyn Notation,
    /// The position in which the line begins.
    start: Position,
    tells: Tells,
    /// Whether to choose the most plausible of several readings, as in a line being repaired.
    settles: bool,
    /// Whether only moves are read, as in a row after a note.
    is_row: bool,
    /// Number of words examined for notes.
    looks: Cell<usize>,
    /// Items at each offset examined: most words are examined from several starts.
    seen: RefCell<HashMap<usize, Next<'a>>>,
    nodes: Vec<Node>,
    /// The repairs of nodes whose text didn't fit.
    repaired: HashMap<usize, repair::Repaired>,
    /// The doubts about nodes whose text fits.
    doubtful: HashMap<usize, repair::Repaired>,
    /// Pairs of nodes that led to the same position; the second was dropped.
    merged: Vec<(usize, usize)>,
    /// The last nodes of hypotheses dropped because there were too many.
    dropped: Vec<usize>,
    readings: Vec<Reading>,
    plies: Vec<Ply>,
}

/// The result of following hypotheses.
enum Advanced {
    /// These hypotheses reached the end of the line.
    Ended(Vec<Hypothesis>),
    /// No hypothesis can continue at this offset; this is the most plausible.
    Failed(Box<Hypothesis>, usize),
}

impl<'a> Reader<'a> {
    fn new(source: &'a dyn Source, notation: &'a dyn Notation, tells: Tells) -> Reader<'a> {
        Reader {
            source,
            whole: OnceCell::new(),
            notation,
            start: Position::default(),
            tells,
            settles: false,
            is_row: false,
            looks: Cell::new(0),
            seen: RefCell::default(),
            nodes: Vec::new(),
            repaired: HashMap::new(),
            doubtful: HashMap::new(),
            merged: Vec::new(),
            dropped: Vec::new(),
            readings: Vec::new(),
            plies: Vec::new(),
        }
    }

    fn read(mut self, start: &Position, place: usize) -> Line {
        self.start = start.clone();
        let (hypothesis, place) = match self.run(vec![Hypothesis::new(start, place)]) {
            Advanced::Ended(ended) => return self.finish(ended),
            Advanced::Failed(hypothesis, place) => (*hypothesis, place),
        };
        let Next::Move(text) = self.source.next(place) else { return self.finish(vec![hypothesis]) };
        let path = self.steps(hypothesis.node);
        let meant =
            if self.tells == Tells::Suggestions { self.meant(&path, &hypothesis, text) } else { Vec::new() };
        self.fail(hypothesis, &path, &HashMap::new(), text, meant)
    }

    /// Advances hypotheses until all end or fail.
    fn run(&mut self, mut alive: Vec<Hypothesis>) -> Advanced {
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
                        return Advanced::Failed(Box::new(failed.swap_remove(0)), place);
                    }
                    alive.extend(next);
                    self.prune(&mut alive);
                    if alive.len() > DOUBTFUL
                        && self.tells == Tells::Nothing
                        && !self.notation.ambiguity_resolved_later()
                    {
                        let place = alive[0].place;
                        return Advanced::Failed(Box::new(alive.swap_remove(0)), place);
                    }
                }
            }
        }
        Advanced::Ended(ended)
    }

    /// Returns suggestions for a text that doesn't fit.
    fn meant(&self, path: &[usize], hypothesis: &Hypothesis, text: MoveText<'_>) -> Vec<Suggestion> {
        let (_, reading) = explain::extent(self.notation, &hypothesis.position, &text);
        let words = reading.is_none()
            && is_wordlike(word(text.text))
            && self.notation.misspelt(text.text).len.is_none();
        if words {
            return Vec::new();
        }
        let steps: Vec<Step> = path.iter().map(|node| self.nodes[*node].step).collect();
        repair::meant(self, &steps, text.start)
    }

    /// Adds the continuations of a hypothesis to `next`.
    fn follow(&mut self, hypothesis: &Hypothesis, text: MoveText<'_>, next: &mut Vec<Hypothesis>) {
        if let Some(len) = self.resignation(text) {
            let mut step = Step::of(None, text.start, len);
            step.resigns = true;
            self.push(hypothesis, step, (Annotations::default(), None), 1, hypothesis.position.clone(), next);
            return;
        }
        if self.is_missing(hypothesis, text) {
            return;
        }
        if self.is_on_last_move(hypothesis, text) {
            self.follow_note(hypothesis, text, next);
            return;
        }
        if self.begins_note(hypothesis, text) {
            self.follow_note(hypothesis, text, next);
        }
        let is_read = match small_letter(self.notation, text.text) {
            Some(letter) => self.follow_small(hypothesis, text, letter, next),
            None => self.follow_text(hypothesis, text.start, text.text, next),
        };
        if is_read {
            return;
        }
        // A number before White's move may be wrong, but one before Black's must be the current one.
        let position = &hypothesis.position;
        let is_number = position.turn().is_white()
            || text.text.slice(..text.digits).parse() == Ok(position.move_number());
        if text.digits > 0
            && is_number
            && self.follow_text(hypothesis, text.start + text.digits, text.text.slice(text.digits..), next)
        {
            return;
        }
        let unread = self.readings.is_empty();
        if self.follow_meant(hypothesis, text, next) || self.follow_pair(hypothesis, text, next) {
            return;
        }
        if self.follow_note(hypothesis, text, next) || self.is_row {
            return;
        }
        let word = word(text.text);
        let remark = unread && is_wordlike(word) && !hypothesis.must_be_move;
        let looks_like_move = || {
            self.notation.misspelt(text.text).is_move || self.notation.refusal(position, text.text).is_some()
        };
        if remark && !looks_like_move() {
            let step = Step::of(None, text.start, word.len());
            self.push(hypothesis, step, (Annotations::default(), None), 1, hypothesis.position.clone(), next);
        }
    }

    /// Whether a text has the number of White's next move although Black is to move, so that a move is missing.
    fn is_missing(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        let position = &hypothesis.position;
        position.turn().is_black()
            && hypothesis.node.is_some()
            && text.number == Some((position.move_number() + 1, None))
    }

    /// Skips a note; returns whether there is one.
    fn follow_note(
        &mut self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let ends = self.note_ends(hypothesis, text);
        for end in &ends {
            let step = Step::of(None, text.start, end - text.start);
            self.push(hypothesis, step, (Annotations::default(), None), 1, hypothesis.position.clone(), next);
        }
        !ends.is_empty()
    }

    /// Returns the length of a resignation, which ends the line.
    fn resignation(&self, text: MoveText<'_>) -> Option<usize> {
        let sign = self.notation.resignation()?;
        let rest = text.text.strip_prefix(sign)?;
        let ends = rest.is_empty() || rest.starts_with(|it: char| it.is_whitespace() || "({;$)".contains(it));
        (ends && matches!(self.source.next(text.start + sign.len()), Next::End(_))).then_some(sign.len())
    }

    /// Like [`Reader::follow`], for a text that is only a move; returns whether any ply fits.
    fn follow_text(
        &mut self,
        hypothesis: &Hypothesis,
        start: usize,
        text: &str,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let position = &hypothesis.position;
        let exact = self.notation.read_exact(position, text).filter(|it| !may_go_on(text.slice(it.len..)));
        if let (Some(exact), false) = (exact, hypothesis.must_be_move) {
            let step = Step::of(Some(exact.ply), start, exact.len);
            let mut after = position.clone();
            after.play(&exact.ply);
            let annotations = Annotations { check: exact.check, ..Annotations::default() };
            self.push(hypothesis, step, (annotations, None), 1, after, next);
            return true;
        }
        self.readings.clear();
        self.notation.read(position, text, &mut self.readings);
        let readings = std::mem::take(&mut self.readings);
        let mut found = false;
        let longest = readings.first().map_or(0, |it| it.len);
        let mut longer: Vec<Ply> = Vec::new();
        for same_len in readings.chunk_by(|one, other| one.len == other.len) {
            let (plies, annotations) = self.candidates(position, same_len);
            // If a longer reading is unambiguous, the shorter one needn't stay open: `C 3 F D` and `C 3 F`.
            if !longer.is_empty() && longer.iter().all(|it| plies.contains(it)) {
                continue;
            }
            if self.notation.ambiguity_resolved_later() {
                longer.extend(&plies);
            }
            let fits = !plies.is_empty();
            found |= fits;
            let choices = plies.len();
            let first = next.len();
            for ply in plies {
                let mut after = position.clone();
                after.play(&ply);
                let step = Step::of(Some(ply), start, same_len[0].len);
                self.push(hypothesis, step, (annotations, same_len[0].side), choices, after, next);
            }
            next[first..].iter_mut().for_each(|it| it.must_be_move = same_len[0].len < longest);
            // A shorter reading leaves more to the next move; only the rest of the game can decide.
            if fits && !self.notation.ambiguity_resolved_later() {
                break;
            }
        }
        self.readings = readings;
        found
    }

    /// Returns the plies that readings of the same text allow, most likely first.
    fn candidates(&mut self, position: &Position, readings: &[Reading]) -> (Vec<Ply>, Annotations) {
        let mut all = Vec::new();
        let mut annotations = Annotations::default();
        for reading in readings {
            self.plies.clear();
            position.plies(Scope::Legal, &reading.pattern, &mut self.plies);
            if self.plies.len() > 1 {
                self.notation.disambiguate_by_rule(position, reading, &mut self.plies);
            }
            annotations = reading.annotations;
            for ply in self.plies.drain(..) {
                if !all.contains(&ply) {
                    all.push(ply);
                }
            }
        }
        if all.len() > 1 {
            self.notation.disambiguate_readings(&mut all);
        }
        if all.len() > 1 {
            let fitting: Vec<Ply> =
                all.iter().copied().filter(|ply| annotations.fit(position, ply)).collect();
            if !fitting.is_empty() {
                all = fitting;
            }
        }
        (all, annotations)
    }

    fn push(
        &mut self,
        hypothesis: &Hypothesis,
        step: Step,
        (annotations, side): (Annotations, Option<Side>),
        choices: usize,
        position: Position,
        next: &mut Vec<Hypothesis>,
    ) {
        let from = step.ply.map(|ply| ply.from());
        let came = from.and_then(|it| hypothesis.position.origins().side(it));
        let stands = from.map(|it| Side::of_file(it.file()));
        let other_side = side.is_some() && came != side && stands != side;
        let node = Some(self.add(hypothesis.node, step, annotations, choices == 1, other_side));
        let (place, must_be_move, small) = (step.end(), step.is_unread(), hypothesis.small);
        next.push(Hypothesis { position, node, place, must_be_move, small });
    }

    /// Adds a node after another and returns its index.
    fn add(
        &mut self,
        before: Option<usize>,
        step: Step,
        annotations: Annotations,
        alone: bool,
        other_side: bool,
    ) -> usize {
        self.nodes.push(Node { before: before.unwrap_or(NONE), step, annotations, alone, other_side });
        self.nodes.len() - 1
    }

    fn before(&self, node: usize) -> Option<usize> {
        Some(self.nodes[node].before).filter(|it| *it != NONE)
    }

    /// Drops hypotheses that transpose into a more plausible one, and those beyond the limit.
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
                (Some(one), Some(other)) if self.is_likelier(other, one) => {
                    self.merged.push((other, one));
                    kept.iter_mut().filter(|it| it.node == Some(one)).for_each(|it| it.node = Some(other));
                }
                (Some(one), Some(other)) => self.merged.push((one, other)),
                _ if kept.len() < HYPOTHESES => kept.push(hypothesis),
                (_, node) => self.dropped.extend(node),
            }
        }
        *alive = kept;
    }

    fn steps(&self, mut node: Option<usize>) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Some(n) = node {
            steps.push(n);
            node = self.before(n);
        }
        steps.reverse();
        steps
    }

    fn finish(self, ended: Vec<Hypothesis>) -> Line {
        let likeliest = self.likeliest(&ended);
        let Some(best) = ended.get(likeliest) else {
            return Line { complete: true, ..Line::default() };
        };
        let path = self.steps(best.node);
        // How far the dropped hypotheses would have read is unknown.
        let rivals = ended.iter().filter_map(|it| it.node).chain(self.dropped.iter().copied());
        let open = self.left_open(&path, rivals.collect());
        self.report(&path, &open, best.place)
    }
}

/// Whether text after a move may still belong to it: check and en passant marks may follow a blank.
fn may_go_on(rest: &str) -> bool {
    rest.trim_start().starts_with(['+', '#', '†', '‡', '≠', '(', 'e', 'c', 'd', 'm'])
}
