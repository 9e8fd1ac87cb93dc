//! Decoding: the most likely game behind a text with errors.
//!
//! People, printers and scanners mistake characters for others, drop some and add some; a player skips a row,
//! writes it twice, or one line too low. The intended game is the most likely legal one given the whole text;
//! this also yields the probability of each ply. Nothing here knows a notation: texts are compared, in the
//! characters of [`crate::notation::glyphs`], with `Notation::spellings` and `Notation::write` for each legal
//! ply, and literal meanings (`Notation::read`) cost nothing. The costs of characters are in
//! [`crate::notation::costs`].
//!
//! * [`align`]: the possible ends of a spelling in a text, and their costs;
//! * [`source_glyphs`]: the text of a `Source`, character by character, with a recogniser's scores;
//! * [`plausible`]: how likely a ply is as chess;
//! * [`element`]: the interpretation of a part of a text;
//! * [`placed`]: a position, with cached queries at each offset;
//! * [`witness`]: the text, and the plies that it may mean at each offset in a position;
//! * [`notes`]: where the words of a line are likely to be notes;
//! * [`lattice`]: all interpretations of the text worth following (a beam search);
//! * this module: the best path, and the share of each of its plies among all readings ([`decode`]);
//! * [`certain`]: tests a reading against what is certain of its text;
//! * [`trust`]: how far to believe it.
//!
//! To decode a text of any origin, implement [`super::Source`]: `text` is all of it, up to the end of the
//! line; `aside` skips whatever is certainly not part of the line; `looks` makes words cheap to skip and
//! expensive to play (notes, page headers); `next` need only return the candidate move at an offset. Then
//! call [`Notations::read_line`] with repairs, or [`decode`] itself; [`decode_both`] takes two witnesses.
//!
//! [`Notations::read_line`]: super::Notations::read_line

mod align;
mod certain;
mod element;
mod lattice;
mod notes;
mod placed;
mod plausible;
mod report;
mod source_glyphs;
mod table;
mod trust;
mod witness;

#[cfg(test)]
pub use self::trust::seen;
pub use self::{
    element::{Element, Kind},
    report::{Repaired, doubt, meant, problem, read_page, remark, repair_line},
    witness::Witness,
};
use self::{
    lattice::{Bounds, Lattice},
    witness::{CertainText, WHOLE},
};
use super::{Line, Step};
use crate::{
    chess::{Ply, Position},
    notation::{
        Notation,
        costs::{COSTS, Cost, RANDOM},
    },
    slice::Slice as _,
};

/// Beam width per text offset of the second search, made if doubts remain.
const BEAM: usize = 56;
/// Beam width of the last search, made if the second finds another game than the first, or one with many
/// [`MISFITS`]; not if plies have many spellings and the game isn't [`NEAR`].
const WIDE: usize = 200;
/// If one ply in this many has a text that is a move, but another one, an earlier ply may be wrong. Measured:
/// one in 40 where characters are damaged, one in 13 where a misread move is legal.
const MISFITS: usize = 20;
/// Searches for the game on a page, which has many more offsets. Each ends the search if at most one ply in
/// that many is doubtful. Measured on 90 pages: where the widest search finds another game than the second,
/// more than one ply in ten is doubtful.
const PAGE: [(Bounds, usize); 3] = [
    (Bounds { of_each_depth: 1, gives_up: true, ..Bounds::of(8) }, 24),
    (Bounds::of(NARROW), 12),
    (Bounds::of(150), 0),
];
/// Beam width of the first search, except for suggestions.
const NARROW: usize = 20;
/// A second search is made if, after the first, some position is the game's with at least this probability:
/// measured, at least 0.8 on pages with a game, and at most 0.03 in the prose of books.
const NO_GAME: f64 = 0.2;
/// If a greater share of the plies is doubtful after the first search, a wider one finds no game either.
const HOPELESS: f64 = 0.7;
/// If a greater share of the plies is doubtful, the presumed moves are words.
const VAIN: f64 = 0.5;
/// Maximum cost per ply of a game that needs no wider search, if every ply is at least [`SETTLED`].
const EASY: Cost = 25;
/// Maximum cost per ply of a game that needs no wider search, even if some plies are ambiguous.
const CHEAP: Cost = 10;
/// Maximum cost per ply of a game most of whose plies are right.
const NEAR: Cost = 130;
/// Minimum confidence in a settled ply.
const SETTLED: f32 = 0.9;
/// The bounds of the search for suggestions.
const SMALL: Bounds = Bounds { depth: 6, ..Bounds::of(8) };

/// Cost per ply of a typical text; a more expensive text is believed less than another.
const TYPICAL: Cost = 50;
/// Minimum weight of a witness.
const LEAST: Cost = 5;

/// The extent of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The whole game.
    Full,
    /// A page, with much text besides the moves.
    Page,
    /// A few plies, for suggestions.
    Small,
}

/// Scale from costs to log probabilities; costs are only approximately negative logarithms.
const SHARPNESS: f64 = 0.8;

/// A decoded game.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The elements, in order.
    pub elements: Vec<Element>,
    /// The total cost.
    pub cost: Cost,
}

impl Decoded {
    /// Returns the cost of stating the game ply by ply as choices among legal plies.
    fn choices(&self, start: &Position) -> Cost {
        let mut position = start.clone();
        let mut cost = 0.0;
        for ply in self.plies() {
            cost += 100.0 * (position.legal_plies().len() as f64).ln();
            position.play(&ply);
        }
        cost as Cost
    }

    /// Returns the line as witness `w` has it, up to offset `end` in its text. Plies without a text there
    /// have an empty range; dropped words have an empty remark.
    #[must_use]
    pub fn line(&self, w: usize, end: usize) -> Line {
        let mut line = Line { end, complete: true, ..Line::default() };
        let last =
            self.elements.iter().map(|it| &it.spans[w]).filter(|it| !it.is_empty()).map(|it| it.end).max();
        for element in &self.elements {
            let span = &element.spans[w];
            let is_over = span.is_empty() && last.is_none_or(|last| span.start >= last);
            let start = if is_over { end } else { span.start.min(end) };
            let mut step = Step::of(element.ply, start, span.end.min(end).saturating_sub(start));
            match element.kind {
                Kind::Number(_) | Kind::Skip | Kind::Note => continue,
                Kind::LeftOut | Kind::Resigns if step.is_empty() => continue,
                Kind::LeftOut => line.remarks.push((line.steps.len(), String::new())),
                Kind::Resigns => step.resigns = true,
                Kind::Ply { .. } | Kind::Missing | Kind::Exchanged => {}
            }
            line.steps.push(step);
            line.confidences.push(element.confidence());
        }
        line
    }

    fn plies(&self) -> impl Iterator<Item = Ply> {
        self.elements.iter().filter_map(|it| it.ply)
    }

    /// Whether most of its plies are right.
    fn is_near(&self) -> bool {
        let count = self.plies().count();
        self.cost <= NEAR.saturating_mul(count as Cost)
    }

    /// Whether at most one ply in `in_so_many` is doubtful.
    fn is_plain(&self, in_so_many: usize) -> bool {
        let (doubtful, count) = self.doubtful();
        doubtful * in_so_many <= count
    }

    /// Returns the share of doubtful plies; 0 in notations that leave ambiguities to later moves.
    fn oddity(&self, notation: &dyn Notation) -> f64 {
        let (doubtful, count) = self.doubtful();
        if notation.ambiguity_resolved_later() { 0.0 } else { doubtful as f64 / count.max(1) as f64 }
    }

    /// Returns the number of doubtful plies, and of all plies.
    fn doubtful(&self) -> (usize, usize) {
        let plies = || self.elements.iter().filter(|it| it.ply.is_some());
        let is_doubtful = |it: &&Element| it.confidence < SETTLED || it.cost > lattice::BAD;
        (plies().filter(is_doubtful).count(), plies().count())
    }

    /// Whether a wider search is unlikely to find a better game.
    fn is_easy(&self) -> bool {
        let plies = self.elements.iter().filter(|it| it.ply.is_some());
        let mut count = 0;
        let sure = plies.fold(true, |sure, it| {
            count += 1;
            sure && it.confidence >= SETTLED
        });
        self.cost <= CHEAP * count || sure && self.cost <= EASY * count
    }
}

/// Decodes a game from its witness, starting from a position. Returns `None` if it is too long and too unclear
/// for the memory limit.
///
/// Evidence changes the reading as little as possible: the text is first read without it. If this reading
/// agrees with the evidence, it stays, and the evidence only changes the probabilities of its other plies.
/// Otherwise its literally read plies, up to where it leaves the game, are kept as far as possible.
pub fn decode(witness: &mut Witness<'_>, start: &Position, effort: Effort) -> Option<Decoded> {
    let certain = std::mem::take(&mut witness.certain);
    let found = decode_anew(witness, start, effort, None);
    if certain.is_empty() {
        return found;
    }
    let mut reading = found?;
    if let Some(end) = trust::assess(&mut reading.elements, witness.is_page) {
        let start = start_for(std::slice::from_ref(witness), start);
        witness.keep(&reading.elements[..end]);
        if certain::mark(&mut reading.elements, end, witness, &certain, &start) {
            witness.certain = certain;
            return decode_anew(witness, &start, effort, Some(&reading)).or(Some(reading));
        }
    }
    decode_with(witness, certain, start, effort)
}

/// Decodes a game with the evidence for its text, or with as much of it as fits, in order.
fn decode_with<'a>(
    witness: &mut Witness<'a>,
    mut certain: Vec<CertainText<'a>>,
    start: &Position,
    effort: Effort,
) -> Option<Decoded> {
    loop {
        let mut decode = |count: usize| {
            witness.certain = certain[..count].to_vec();
            decode_anew(witness, start, effort, None)
        };
        let found = decode(certain.len());
        if found.is_some() || certain.is_empty() {
            return found;
        }
        // The first item that contradicts those before it is removed; the report of the game refuses it.
        let (mut fits, mut fails) = (0, certain.len());
        while fails - fits > 1 {
            let middle = fits.midpoint(fails);
            *(if decode(middle).is_some() { &mut fits } else { &mut fails }) = middle;
        }
        certain.remove(fits);
    }
}

/// Decodes a game with the current evidence and kept plies; or, if a reading `stays`, only finds the
/// probabilities of its plies.
fn decode_anew(
    witness: &mut Witness<'_>,
    start: &Position,
    effort: Effort,
    stays: Option<&Decoded>,
) -> Option<Decoded> {
    let start = start_for(std::slice::from_ref(witness), start);
    let notation = witness.notation;
    let search = |witness: &mut Witness<'_>, bounds| {
        let lattice = Lattice::build(std::slice::from_mut(witness), &start, bounds, None);
        decoded(&lattice, &start, stays)
    };
    match effort {
        Effort::Small => search(witness, SMALL),
        Effort::Page => {
            let mut found = None;
            for (bounds, enough) in PAGE {
                let Some(wider) = search(witness, bounds) else { break };
                let ends = wider.is_plain(enough) || trust::best_track(&wider.elements, true) < NO_GAME;
                found = Some(wider);
                if ends {
                    break;
                }
            }
            found
        }
        Effort::Full => {
            witness.measure(&COSTS);
            let first = search(witness, Bounds { gives_up: true, ..Bounds::of(NARROW) })?;
            let is_none =
                first.oddity(notation) > HOPELESS || trust::best_track(&first.elements, false) < NO_GAME;
            if is_none || first.is_easy() {
                return Some(first);
            }
            measure_anew(witness, &start, &first);
            let Some(second) = search(witness, Bounds::of(BEAM)) else { return Some(first) };
            let is_settled = second.plies().eq(first.plies())
                && misfits(&second, witness, &start) * MISFITS < second.plies().count();
            let is_too_far = is_loose(std::slice::from_ref(witness)) && !second.is_near();
            if second.is_easy() || is_settled || is_too_far {
                return Some(second);
            }
            search(witness, Bounds::of(WIDE)).or(Some(second))
        }
    }
}

/// Measures the errors of a text as random ones if they are more likely to be so, judged by a game found in
/// it, than to be those of people, printers and scanners.
fn measure_anew(witness: &mut Witness<'_>, start: &Position, found: &Decoded) {
    let game: Vec<Ply> = found.plies().collect();
    witness.measure(&RANDOM);
    let at_random = decode_as(std::slice::from_mut(witness), start, &game);
    if at_random.is_none_or(|it| it.cost >= found.cost) {
        witness.measure(&COSTS);
    }
}

/// Returns the number of texts that are moves, but not those that they are read as.
fn misfits(found: &Decoded, witness: &Witness<'_>, start: &Position) -> usize {
    let mut position = start.clone();
    let mut readings = Vec::new();
    let mut count = 0;
    for (element, ply) in found.elements.iter().filter_map(|it| Some((it, it.ply?))) {
        if matches!(element.kind, Kind::Ply { exact: 0, .. }) {
            let text = witness.source.text().slice(element.spans[0].clone());
            readings.clear();
            witness.notation.read(&position, text, &mut readings);
            count += usize::from(readings.iter().any(|it| it.len == text.len()));
        }
        position.play(&ply);
    }
    count
}

/// Whether plies have many spellings, which makes wide searches expensive.
fn is_loose(witnesses: &[Witness<'_>]) -> bool {
    witnesses.iter().any(|it| it.notation.is_loosely_spaced())
}

/// Why two witnesses can't be decoded together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// They are too long and too unclear for the memory limit.
    TooUnclear,
    /// They are different games.
    Different,
}

/// Decodes a game from two witnesses, starting from a position.
///
/// They are the same game if that explains both texts at less cost than two games do. Two games cost more
/// than one by the cost of stating the shorter one: for each ply, the choice among the legal ones.
///
/// # Errors
///
/// If they are different games, or exceed the memory limit.
pub fn decode_both(witnesses: &mut [Witness<'_>; 2], start: &Position) -> Result<Decoded, Apart> {
    let start = start_for(witnesses, start);
    let mut alone = Vec::new();
    for witness in &mut *witnesses {
        let beam = if is_loose(std::slice::from_ref(witness)) { NARROW } else { BEAM };
        alone.extend(search(std::slice::from_mut(witness), &start, Bounds::of(beam)));
    }
    let two_games = match &alone[..] {
        [one, other] => {
            let told = one.choices(&start).min(other.choices(&start));
            one.cost.saturating_add(other.cost).saturating_add(told)
        }
        _ => Cost::MAX,
    };
    let first = search(witnesses, &start, Bounds { most: two_games, ..Bounds::of(BEAM) })?;
    if first.is_easy() {
        return Ok(first);
    }
    weigh(witnesses, &start, &first);
    let beam = if is_loose(witnesses) { BEAM } else { WIDE };
    Ok(search(witnesses, &start, Bounds::of(beam)).unwrap_or(first))
}

/// Returns the most likely game within these bounds.
fn search(witnesses: &mut [Witness<'_>], start: &Position, bounds: Bounds) -> Result<Decoded, Apart> {
    let lattice = Lattice::build(witnesses, start, bounds, None);
    let apart = if lattice.is_full() { Apart::TooUnclear } else { Apart::Different };
    decoded(&lattice, start, None).ok_or(apart)
}

/// Weighs each witness by how well its text fits the game found: a text with many errors is likely to be
/// wrong about the rest as well.
fn weigh(witnesses: &mut [Witness<'_>; 2], start: &Position, found: &Decoded) {
    let game: Vec<Ply> = found.plies().collect();
    let mut alone = |w: usize| Some(decode_as(&mut witnesses[w..=w], start, &game)?.cost);
    let costs = match [alone(0), alone(1)] {
        [Some(one), Some(other)] => [one, other],
        [Some(one), None] => [one, found.cost.saturating_sub(one)],
        [None, Some(other)] => [found.cost.saturating_sub(other), other],
        [None, None] => return,
    };
    let typical = TYPICAL * game.len() as Cost;
    for (witness, cost) in witnesses.iter_mut().zip(costs) {
        witness.weight = (WHOLE * typical / cost.max(1)).clamp(LEAST, WHOLE);
    }
}

/// Decodes the witnesses as exactly this game. If it costs more than the result of [`decode`], the costs are
/// wrong; if less, the search of `decode` has lost it. Returns `None` if they can't mean this game at all.
#[must_use]
pub fn decode_as(witnesses: &mut [Witness<'_>], start: &Position, game: &[Ply]) -> Option<Decoded> {
    let start = start_for(witnesses, start);
    let lattice = Lattice::build(witnesses, &start, Bounds::of(WIDE), Some(game));
    decoded(&lattice, &start, None)
}

/// Returns the position from which witnesses are decoded.
fn start_for(witnesses: &[Witness<'_>], start: &Position) -> Position {
    let mut start = start.clone();
    if !witnesses.iter().any(|it| it.notation.uses_origins()) {
        start.forget_origins();
    }
    start
}

/// Returns the best path through a lattice, or the reading that `stays`, with the confidence in each of its
/// plies.
fn decoded(lattice: &Lattice<'_, '_>, start: &Position, stays: Option<&Decoded>) -> Option<Decoded> {
    let best = lattice.best()?;
    let found = || Decoded { elements: lattice.elements(best), cost: lattice.nodes[best as usize].cost };
    let mut found = stays.cloned().unwrap_or_else(found);
    let chances = Chances::of(lattice);
    let mut position = start.clone();
    for (depth, (element, ply)) in
        found.elements.iter_mut().filter_map(|it| it.ply.map(|ply| (it, ply))).enumerate()
    {
        let legal = position.legal_plies();
        position.play(&ply);
        if !element.is_certain {
            (element.confidence, element.others) = chances.of_ply(depth, ply, &legal);
        }
    }
    Some(found)
}

/// The probability of each ply, by depth: its share of all paths.
struct Chances {
    plies: Vec<Vec<(Ply, f64)>>,
}

impl Chances {
    /// Runs the forward-backward algorithm over the lattice.
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

    /// Returns the probability of a ply, and the alternatives among the legal plies.
    fn of_ply(&self, depth: usize, ply: Ply, legal: &[Ply]) -> (f32, Vec<(Ply, f32)>) {
        let them = self.plies.get(depth).map_or(&[][..], Vec::as_slice);
        let share = them.iter().find(|it| it.0 == ply).map_or(0.0, |it| it.1);
        let others = them.iter().filter(|it| it.0 != ply && legal.contains(&it.0)).take(4);
        (share.min(1.0) as f32, others.map(|it| (it.0, it.1 as f32)).collect())
    }
}

/// Returns the logarithm of the sum of two numbers given by their logarithms.
fn sum(one: f64, other: f64) -> f64 {
    let (less, more) = if one < other { (one, other) } else { (other, one) };
    if less == f64::NEG_INFINITY { more } else { more + (less - more).exp().ln_1p() }
}
