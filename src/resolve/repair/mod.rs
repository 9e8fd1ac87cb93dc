//! Decoding: what was meant by a text in which there are slips.
//!
//! People, printers and scanners take one sign for another, lose some and add some; a player leaves a row out, writes it
//! twice, or a line too low. What they meant is the most likely legal game given all of the text, and how likely each of its
//! plies is can be said as well. Nothing here knows a notation: texts are compared in the signs of
//! [`crate::notation::glyphs`] with what `Notation::spellings` and `Notation::write` say of each legal ply, and what a
//! text says as it stands (`Notation::read`) costs nothing.
//!
//! * [`costs`], `confusions.tsv`: what it costs that a sign is read for another, lost or added;
//! * [`align`]: where a spelling may end in a text, and what that costs;
//! * [`witness`]: a text as a `Source` has it, sign by sign, and what each of its places may mean in a position;
//! * [`lattice`]: all ways to understand the text that are worth following (a beam);
//! * this module: the best way, and how sure each of its plies is ([`decode`]).
//!
//! To decode a text of any origin, implement [`super::Source`]: `text` is all there is, up to where the line ends; `aside` skips
//! what is surely no part of the line; `looks` makes words cheap to pass over and dear to play (notes, page heads); `next` need only answer what may be a move at a place, as always. Then [`Notations::read_line`] with repairs
//! does the rest, or [`decode`] itself, which takes one witness or two.
//!
//! [`Notations::read_line`]: super::Notations::read_line

mod align;
mod costs;
mod lattice;
mod report;
mod table;
mod witness;

use std::ops::Range;

use self::{costs::Cost, lattice::Lattice};
pub use self::{
    lattice::Kind,
    report::{Repaired, doubt, meant, problem, read_page, remark, repair_line},
    witness::{ALTERNATIVES, Witness},
};
use crate::chess::{Ply, Position};

/// How many nodes are followed at a place, at first and where that leaves doubts.
const BEAM: usize = 56;
const WIDE: usize = 200;
/// The same on pages, where there are many more places.
const PAGE: usize = 150;
/// And where those do not fit into bounded memory.
const NARROW: usize = 20;
/// A game that costs no more a ply and in which no ply is less sure need not be searched more widely.
const EASY: Cost = 25;
/// One that costs no more a ply is clear, though some plies may be meant one way or the other.
const CHEAP: Cost = 10;
const SETTLED: f32 = 0.9;
/// The same, and how many plies are looked at, for `did you mean`.
const SMALL: (usize, u32) = (8, 6);

/// How much is to be looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The whole of the game.
    Full,
    /// A page, with much that is no move.
    Page,
    /// A few plies, to say what was perhaps meant.
    Small,
}

/// How likely costs make things: costs are not quite the logarithms that they should be.
const SHARPNESS: f64 = 0.8;

/// Something in a text, as it was understood.
#[derive(Clone, Debug)]
pub struct Deed {
    /// What it is.
    pub kind: Kind,
    /// The ply.
    pub ply: Option<Ply>,
    /// Where it stands, in each of the witnesses; empty if there is no text.
    pub spans: [Range<usize>; 2],
    /// How likely it is.
    pub confidence: f32,
    /// Other plies that may be meant here, and how likely they are, the likeliest first.
    pub others: Vec<(Ply, f32)>,
    /// What it costs.
    pub cost: Cost,
}

/// A game as it was decoded.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// What there is, in order.
    pub deeds: Vec<Deed>,
    /// What all of it costs.
    pub cost: Cost,
}

impl Decoded {
    /// Is it hardly worth while to look for another game?
    fn is_easy(&self) -> bool {
        let plies = self.deeds.iter().filter(|it| it.ply.is_some());
        let mut count = 0;
        let sure = plies.fold(true, |sure, it| {
            count += 1;
            sure && it.confidence >= SETTLED
        });
        self.cost <= CHEAP * count || sure && self.cost <= EASY * count
    }
}

/// Decodes what one or two witnesses say of a game from a position on. `None` if they are too long and too unclear to
/// be held in bounded memory.
pub fn decode(witnesses: &mut [Witness<'_>], start: &Position, effort: Effort) -> Option<Decoded> {
    let start = start_for(witnesses, start);
    // Where plies have many spellings, two witnesses are too dear for a wide search.
    let dear = witnesses.len() > 1 && witnesses.iter().any(|it| it.notation.is_loosely_spaced());
    let search = |witnesses: &mut [Witness<'_>], beam, depth| {
        decoded(&Lattice::build(witnesses, &start, beam, depth, None), &start)
    };
    match effort {
        Effort::Small => search(witnesses, SMALL.0, SMALL.1),
        Effort::Page => search(witnesses, PAGE, u32::MAX).or_else(|| search(witnesses, NARROW, u32::MAX)),
        Effort::Full => {
            let first = search(witnesses, BEAM, u32::MAX)?;
            if first.is_easy() {
                return Some(first);
            }
            trust(witnesses, &first);
            search(witnesses, if dear { BEAM } else { WIDE }, u32::MAX).or(Some(first))
        }
    }
}

/// Trusts that one of two witnesses more which has fewer slips, as far as is known.
fn trust(witnesses: &mut [Witness<'_>], found: &Decoded) {
    let [one, other] = witnesses else { return };
    let slips = |w: u8| {
        let is_slip = |it: &&Deed| matches!(it.kind, Kind::Ply { told, exact } if told & 1 << w != 0 && exact & 1 << w == 0);
        found.deeds.iter().filter(is_slip).count() as f64 + 1.0
    };
    let more = 100.0 * (slips(1) / slips(0)).ln();
    (one.trust, other.trust) = (more.max(0.0) as Cost, (-more).max(0.0) as Cost);
}

/// How the witnesses mean just this game, which may cost more than what [`decode`] takes: then the costs are wrong; or less:
/// then its search has lost it. `None` if they can't mean it at all.
#[must_use]
pub fn decode_as(witnesses: &mut [Witness<'_>], start: &Position, game: &[Ply]) -> Option<Decoded> {
    let start = start_for(witnesses, start);
    let lattice = Lattice::build(witnesses, &start, WIDE, u32::MAX, Some(game));
    decoded(&lattice, &start)
}

/// The position from which witnesses are decoded.
fn start_for(witnesses: &[Witness<'_>], start: &Position) -> Position {
    let mut start = start.clone();
    if !witnesses.iter().any(|it| it.notation.uses_origins()) {
        start.forget_origins();
    }
    start
}

/// The best way through a lattice, and how sure each of its plies is.
fn decoded(lattice: &Lattice<'_, '_>, start: &Position) -> Option<Decoded> {
    let best = lattice.best()?;
    let chances = Chances::of(lattice);
    let mut deeds = Vec::new();
    let mut position = start.clone();
    for n in lattice.path(best) {
        let edge = lattice.edges[n as usize];
        let (from, to) = (&lattice.nodes[edge.from as usize], &lattice.nodes[edge.to as usize]);
        let (confidence, others) = match edge.ply {
            Some(ply) => {
                let legal = Witness::plies(&position);
                let chance = chances.of_ply(from.depth, ply, &legal);
                position.play(&ply);
                chance
            }
            None => (1.0, Vec::new()),
        };
        deeds.push(Deed {
            kind: edge.kind,
            ply: edge.ply,
            spans: lattice.spans(from.places, to.places),
            confidence,
            others,
            cost: edge.cost,
        });
    }
    Some(Decoded { deeds, cost: lattice.nodes[best as usize].cost })
}

/// How likely each ply is, by its number in the game: the share of all ways that have it.
struct Chances {
    plies: Vec<Vec<(Ply, f64)>>,
}

impl Chances {
    /// Goes forward and backward over the lattice.
    fn of(lattice: &Lattice<'_, '_>) -> Chances {
        let weight = |cost: Cost| -f64::from(cost) / 100.0 * SHARPNESS;
        let count = lattice.nodes.len();
        let mut forward = vec![f64::NEG_INFINITY; count];
        let mut backward = vec![f64::NEG_INFINITY; count];
        forward[0] = 0.0;
        for edge in &lattice.edges {
            let more = forward[edge.from as usize] + weight(edge.cost);
            let to = &mut forward[edge.to as usize];
            *to = sum(*to, more);
        }
        lattice.ends.iter().for_each(|n| backward[*n as usize] = 0.0);
        for edge in lattice.edges.iter().rev() {
            let more = backward[edge.to as usize] + weight(edge.cost);
            let from = &mut backward[edge.from as usize];
            *from = sum(*from, more);
        }
        let all = backward[0];
        let mut plies: Vec<Vec<(Ply, f64)>> = Vec::new();
        for edge in &lattice.edges {
            let Some(ply) = edge.ply else { continue };
            let share = forward[edge.from as usize] + weight(edge.cost) + backward[edge.to as usize] - all;
            if share < -12.0 || share.is_nan() {
                continue;
            }
            let depth = lattice.nodes[edge.from as usize].depth as usize;
            if plies.len() <= depth {
                plies.resize(depth + 1, Vec::new());
            }
            match plies[depth].iter_mut().find(|it| it.0 == ply) {
                Some(known) => known.1 += share.exp(),
                None => plies[depth].push((ply, share.exp())),
            }
        }
        plies.iter_mut().for_each(|them| them.sort_by(|one, other| other.1.total_cmp(&one.1)));
        Chances { plies }
    }

    /// How likely a ply is, and what else may have been played of what is legal after the same plies.
    fn of_ply(&self, depth: u32, ply: Ply, legal: &[Ply]) -> (f32, Vec<(Ply, f32)>) {
        let them = self.plies.get(depth as usize).map_or(&[][..], Vec::as_slice);
        let share = them.iter().find(|it| it.0 == ply).map_or(0.0, |it| it.1);
        let others = them.iter().filter(|it| it.0 != ply && legal.contains(&it.0)).take(4);
        (share.min(1.0) as f32, others.map(|it| (it.0, it.1 as f32)).collect())
    }
}

/// The logarithm of the sum of two numbers of which these are the logarithms.
fn sum(one: f64, other: f64) -> f64 {
    let (less, more) = if one < other { (one, other) } else { (other, one) };
    if less == f64::NEG_INFINITY { more } else { more + (less - more).exp().ln_1p() }
}
