//! The chosen hypothesis as a line with its diagnostics.

use std::collections::HashMap;

use super::{
    Hypothesis, Line, MoveText, Node, Reader, Step, Tells, checks, explain, note::is_misread, repair,
};
use crate::{
    chess::{Nag, Ply, Position, Scope},
    diagnostics::{self, Diagnostic, Problem},
    reasons::Suggestion,
    slice::Slice as _,
};

impl Reader<'_> {
    /// Turns the steps of the chosen hypothesis into a line with diagnostics. `open` has the alternatives for
    /// each ambiguous step.
    pub(super) fn report(self, path: &[usize], open: &HashMap<usize, Vec<Ply>>, end: usize) -> Line {
        let mut line = Line { end, complete: true, ..Line::default() };
        line.steps.reserve_exact(path.len());
        let mut position = self.start.clone();
        let mut checks = checks::Checks::default();
        for (n, &node) in path.iter().enumerate() {
            let Node { step, alone, annotations, .. } = self.nodes[node];
            let repair = self.repaired.get(&node);
            let open = open.get(&n).map_or(&[][..], Vec::as_slice);
            if let Some(repair) = repair {
                let text = self.text_of(&step);
                line.remarks.push((n, repair::remark(self.notation, &position, &step, repair, &text)));
            }
            // A long note is a weaker reading than a short one.
            let unread = if step.is_unread() { self.text_of(&step).split_whitespace().count() } else { 0 };
            line.doubts += unread.max(usize::from(!alone || !open.is_empty()));
            if !open.is_empty()
                && repair.is_none()
                && self.settles()
                && !self.notation.ambiguity_resolved_later()
            {
                // The text is less specific than it should be, which readers of the game must know.
                let repaired = repair::Repaired::open(open);
                let text = self.text_of(&step);
                line.remarks.push((n, repair::remark(self.notation, &position, &step, &repaired, &text)));
            }
            if self.tells > Tells::Nothing {
                self.explain(node, open, &mut position, &mut line.diagnostics);
                if self.notation.ambiguity_resolved_later() && repair.is_none() {
                    checks.note(&position, &step, annotations);
                }
            }
            if !open.is_empty() && !self.settles() {
                line.end = step.start;
                line.complete = false;
                return line;
            }
            line.steps.push(step);
        }
        line.diagnostics.extend(checks.unmarked());
        line
    }

    /// Returns the line so far, with the diagnostic for the text after it.
    pub(super) fn fail(
        self,
        hypothesis: Hypothesis,
        path: &[usize],
        open: &HashMap<usize, Vec<Ply>>,
        text: MoveText<'_>,
        meant: Vec<Suggestion>,
    ) -> Line {
        let Reader { notation, tells, .. } = self;
        let is_missing = self.is_missing(&hypothesis, text);
        let mut line = self.report(path, open, text.start);
        if tells > Tells::Nothing && line.complete && is_missing {
            let problem = Problem::MissingMove(explain::label(&hypothesis.position));
            let span = text.start..text.start + super::word(text.text).len();
            line.diagnostics.push(Diagnostic::error(span, problem).at(&hypothesis.position));
        } else if tells >= Tells::Failure && line.complete {
            let (len, problem) = explain::failure(notation, &hypothesis.position, &text, meant);
            let diagnostic =
                Diagnostic::error(text.start..text.start + len, problem).at(&hypothesis.position);
            let legal = explain::legal(notation, &hypothesis.position, &text);
            line.diagnostics.push(Diagnostic { legal, ..diagnostic });
        }
        Line { complete: false, ..line }
    }

    /// Reports the diagnostics of a step and plays it.
    fn explain(&self, node: usize, open: &[Ply], position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        let Node { step, annotations, alone, .. } = self.nodes[node];
        if let Some(repair) = self.repaired.get(&node) {
            let problem = repair::problem(self.notation, position, &step, repair);
            diagnostics::add(diagnostics, Diagnostic::warning(step.span(), problem).at(position));
            step.ply.iter().for_each(|ply| position.play(ply));
            return;
        }
        if let Some(doubt) = self.doubtful.get(&node) {
            let problem = repair::doubt(self.notation, position, &step, doubt);
            diagnostics::add(diagnostics, Diagnostic::warning(step.span(), problem).at(position));
        }
        let Some(ply) = step.ply else {
            let text = self.text_of(&step);
            let is_note = text.contains(char::is_whitespace) || is_misread(&text, position);
            if step.is_unread() && !is_note && Nag::from_symbol(&text).is_none() {
                // A sign adjoining a move may have been part of it.
                let before = self.source.text().slice(..step.start);
                let adjoins = before.ends_with(|it: char| !it.is_whitespace() && it != '(');
                let said = if adjoins { Diagnostic::error } else { Diagnostic::warning };
                diagnostics::add(diagnostics, said(step.span(), Problem::Unread).at(position));
            }
            return;
        };
        let settles = self.settles();
        if !open.is_empty() && !self.is_canonical(&step, position, &ply) {
            let candidates: Vec<Ply> = std::iter::once(ply).chain(open.iter().copied()).collect();
            let problem = explain::ambiguous(self.notation, position, &candidates, settles);
            let is_guess = !settles || !self.settles && self.is_open(&step, position, &candidates);
            let said = if is_guess { Diagnostic::error } else { Diagnostic::warning };
            diagnostics::add(diagnostics, said(step.span(), problem).at(position));
            if !settles {
                return;
            }
        } else if !alone && !self.notation.ambiguity_resolved_later() {
            let problem = explain::settled(self.notation, position, &ply, &self.alternatives(node));
            diagnostics::add(diagnostics, Diagnostic::warning(step.span(), problem).at(position));
        }
        let before = position.clone();
        position.play(&ply);
        for problem in explain::wrong_marks(position, &ply, annotations) {
            diagnostics::add(diagnostics, Diagnostic::warning(step.span(), problem).at(&before));
        }
    }

    /// Whether a single reading of the text means several of these plies; bare castling means kingside.
    fn is_open(&self, step: &Step, position: &Position, candidates: &[Ply]) -> bool {
        let text = self.text_of(step);
        let mut readings = Vec::new();
        self.notation.read(position, &text, &mut readings);
        let mut plies = Vec::new();
        readings.iter().filter(|it| it.len == text.len()).any(|reading| {
            plies.clear();
            position.plies(Scope::Legal, &reading.pattern, &mut plies);
            self.notation.disambiguate_by_rule(position, reading, &mut plies);
            plies.iter().filter(|it| it.is_kingside_castling().is_none() && candidates.contains(it)).count()
                > 1
        })
    }

    /// Whether the text is canonical for the ply, and so unambiguous.
    fn is_canonical(&self, step: &Step, position: &Position, ply: &Ply) -> bool {
        self.text_of(step) == explain::text_of(self.notation, position, ply)
    }

    fn text_of(&self, step: &Step) -> String {
        self.source.text().get(step.span()).unwrap_or("").trim().to_owned()
    }

    /// Returns all plies tried for the text of a node after the same moves. Their nodes are adjacent.
    fn alternatives(&self, node: usize) -> Vec<Ply> {
        let Node { before, step, .. } = &self.nodes[node];
        let same = |it: &&Node| it.before == *before && it.step.start == step.start;
        let earlier = self.nodes[..node].iter().rev().take_while(same).count();
        self.nodes[node - earlier..].iter().take_while(same).filter_map(|it| it.step.ply).collect()
    }
}
