//! Chooses among the hypotheses about a line, and finds what remains ambiguous.

use std::collections::HashMap;

use super::{Hypothesis, NONE, Reader, Step, Tells, plausibility};
use crate::chess::Ply;

/// At most this many complete hypotheses are compared for plausibility.
const WEIGHED: usize = 8;
/// Longest line compared for plausibility, in steps.
const LONGEST_WEIGHED: usize = 600;

impl Reader<'_> {
    /// Whether to choose the most plausible of several complete readings.
    pub(super) fn settles(&self) -> bool {
        self.notation.ambiguity_resolved_later() || self.settles
    }

    /// Returns the index of the most plausible hypothesis about the whole line.
    pub(super) fn likeliest(&self, ended: &[Hypothesis]) -> usize {
        let nodes: Vec<Option<usize>> = ended.iter().map(|it| it.node).collect();
        // Readings with fewer unread texts are preferred.
        let unread = |node: &Option<usize>| -> usize {
            let steps = std::iter::successors(*node, |it| self.before(*it)).map(|it| self.nodes[it].step);
            steps.filter(Step::is_unread).map(|it| it.len()).sum()
        };
        let lens: Vec<usize> = nodes.iter().map(unread).collect();
        let Some(least) = lens.iter().min().filter(|least| lens.iter().any(|it| it > least)) else {
            return self.likeliest_of(&nodes);
        };
        let best: Vec<usize> = (0..nodes.len()).filter(|n| lens[*n] == *least).collect();
        best[self.likeliest_of(&best.iter().map(|n| nodes[*n]).collect::<Vec<_>>())]
    }

    /// Whether, of two hypotheses with the same position, this one is more plausible than the other, which
    /// comes first.
    pub(super) fn is_likelier(&self, this: usize, other: usize) -> bool {
        self.tells > Tells::Nothing
            && (self.likeliest_of(&[Some(other), Some(this)]) == 1 || self.leaves_less_open(this, other))
    }

    /// Whether two hypotheses end in the same plies, this one with fewer ambiguous texts. A letter that may
    /// be an annotation then belongs to the move, as in `C 3 A D`.
    fn leaves_less_open(&self, this: usize, other: usize) -> bool {
        const LAST: usize = 3;
        let open = |node: usize| {
            let last = std::iter::successors(Some(node), |node| self.before(*node)).take(LAST);
            let nodes = last.map(|node| &self.nodes[node]).filter(|it| it.step.ply.is_some());
            nodes.map(|it| (it.step.ply, !it.alone)).collect::<Vec<_>>()
        };
        let (this, other) = (open(this), open(other));
        let count = |it: &[(Option<Ply>, bool)]| it.iter().filter(|it| it.1).count();
        this.iter().map(|it| it.0).eq(other.iter().map(|it| it.0)) && count(&this) < count(&other)
    }

    /// Returns the index of the most plausible line among those that end in these nodes: one with the fewest
    /// pieces from another side of the board than named, and of these the one chosen by
    /// [`plausibility::most_plausible`].
    fn likeliest_of(&self, nodes: &[Option<usize>]) -> usize {
        if nodes.len() < 2 || !self.settles() {
            return 0;
        }
        let paths: Vec<Vec<usize>> = nodes.iter().map(|node| self.steps(*node)).collect();
        if paths[0].len() > LONGEST_WEIGHED {
            return 0;
        }
        let common =
            (0..).take_while(|&n| paths.iter().all(|it| it.get(n).is_some() && it.get(n) == paths[0].get(n)));
        let common = common.count();
        let told = paths[0][..common].iter().filter_map(|node| self.nodes[*node].step.ply);
        let start = self.start.after(told);
        let other_sides = |path: &[usize]| path.iter().filter(|node| self.nodes[**node].other_side).count();
        let least = paths.iter().map(|path| other_sides(path)).min();
        let best: Vec<usize> = (0..paths.len()).filter(|&n| Some(other_sides(&paths[n])) == least).collect();
        let plies = |path: &[usize]| path.iter().filter_map(|node| self.nodes[*node].step.ply).collect();
        let lines: Vec<Vec<Ply>> = best.iter().take(WEIGHED).map(|&n| plies(&paths[n][common..])).collect();
        best.get(plausibility::most_plausible(&start, &lines)).copied().unwrap_or(0)
    }

    /// Returns the alternatives for the ambiguous texts of a path, by step: the plies at which the rivals,
    /// the last nodes of other hypotheses, branch off.
    pub(super) fn left_open(&self, path: &[usize], mut rivals: Vec<usize>) -> HashMap<usize, Vec<Ply>> {
        let mut open: HashMap<usize, Vec<Ply>> = HashMap::new();
        // Most lines were never ambiguous.
        if self.merged.is_empty() && rivals.iter().all(|rival| path.last() == Some(rival)) {
            return open;
        }
        // The step of each node, or `NONE`.
        let mut step_of = vec![NONE; self.nodes.len()];
        path.iter().enumerate().for_each(|(n, node)| step_of[*node] = n);
        let is_step = |node: usize| step_of[node] != NONE;
        rivals.extend(self.merged.iter().filter(|(kept, _)| is_step(*kept)).map(|it| it.1));
        // The node at which each node's hypothesis branched off the path; a node comes after its predecessor.
        let mut left: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for n in 0..self.nodes.len() {
            left.push(match self.before(n) {
                _ if is_step(n) => NONE,
                Some(before) if !is_step(before) => left[before],
                _ => n,
            });
        }
        let ply_of = |node: &usize| self.nodes[*node].step.ply;
        let mut add = |step: usize, ply: Ply| {
            let plies = open.entry(step).or_default();
            if !plies.contains(&ply) {
                plies.push(ply);
            }
        };
        let mut followed: HashMap<usize, usize> = HashMap::new();
        for rival in rivals.into_iter().filter(|rival| left[*rival] != NONE) {
            let step = self.before(left[rival]).map_or(0, |before| step_of[before] + 1);
            let taken = path.get(step).and_then(ply_of);
            match ply_of(&left[rival]) {
                Some(ply) if taken.is_some_and(|it| it != ply) => add(step, ply),
                _ => {
                    // The texts may be split differently but mean the same for a while.
                    let times = followed.entry(left[rival]).or_default();
                    *times += 1;
                    if *times <= WEIGHED {
                        let theirs = self.plies_beside(rival, is_step);
                        let ours = path.iter().enumerate().skip(step);
                        let ours = ours.filter_map(|(n, node)| Some((n, ply_of(node)?)));
                        let parted = ours.zip(theirs).find(|((_, taken), ply)| taken != ply);
                        parted.into_iter().for_each(|((n, _), ply)| add(n, ply));
                    }
                }
            }
        }
        open
    }

    /// Returns the plies up to this node since it branched off from the given path.
    fn plies_beside(&self, end: usize, is_of_path: impl Fn(usize) -> bool) -> Vec<Ply> {
        let back = std::iter::successors(Some(end), |node| self.before(*node));
        let beside = back.take_while(|node| !is_of_path(*node));
        let mut plies: Vec<Ply> = beside.filter_map(|node| self.nodes[node].step.ply).collect();
        plies.reverse();
        plies
    }
}
