//! How far a decoded game can be trusted.
//!
//! The search compares readings of the game with each other, but always returns one: it plays prose, another
//! game, or the rest of a game after a lost row as well as it can. Such a reading is odd again and again:
//! texts that hardly fit, dropped words, numbers that disagree. So the confidence in a ply is the product of
//! two probabilities, each a logistic function of the oddities of the ply and its neighbours:
//!
//! * that the position is still the game's (`track`);
//! * that, if so, this is the ply (`ply`), from its share of all readings.
//!
//! The weights are fitted to texts whose games are known, prose among them (`tests/peers/fit_trust.py`), and measured on
//! others (`tests/peers/decoding.py --calibrated`).

use std::sync::LazyLock;

use super::element::{Element, Kind};

/// A line, or a page, is a game only if some position is the game's with at least this probability.
const GAME: [f64; 2] = [0.98, 0.7];
/// A game ends with the last ply whose position is the game's with at least this probability.
const ON: f64 = 0.3;

/// Oddity, in nats, from which on something has gone wrong.
const SEVERE: f64 = 5.0;
/// Maximum oddity of a ply and the text before it.
const MOST: f64 = 12.0;
/// Maximum oddity of the text of a ply.
const MOST_OWN: f64 = 13.0;
/// Oddity of a ply without a text.
const SUPPLIED: f64 = 8.0;
/// Oddity of an unexpected number, and the lowest cost that shows one.
const OTHER_NUMBER: (f64, u32) = (3.3, 200);
/// Oddity of a dropped word that may be a move, and how many of these count between two plies.
const LEFT_OUT: (f64, usize) = (3.0, 3);
/// The track of a ply depends on this many plies after it.
const FURTHEST: usize = 10;
/// Plies beyond this number don't make a game more certain.
const LONG: f64 = 60.0;
/// Higher log odds of a ply among the readings don't make it more certain.
const MOST_ODDS: f64 = 3.0;
/// Lowest share of the readings that counts.
const LEAST_SHARE: f64 = 1e-4;

/// The weights for a line of moves, and those for a page.
static WEIGHTS: LazyLock<[Weights; 2]> = LazyLock::new(|| ["line", "page"].map(Weights::parse));

struct Weights {
    track: [f64; TRACK.len()],
    ply: [f64; PLY.len()],
}

/// Features showing whether the position is the game's: the oddity of the ply, and of the text before it; of
/// the plies around it, and of all; how often something has gone wrong, and how recently; the length of the
/// game, and the distance to its end.
const TRACK: [&str; 12] =
    ["one", "own", "gap", "next3", "next10", "past3", "past10", "all", "severe", "since", "length", "end"];
/// Features showing whether the ply is correct if the position is: its share of the readings, whether its
/// text is literal, and if not, its cost.
const PLY: [&str; 5] = ["one", "share", "share.repaired", "repaired", "cost"];

impl Weights {
    fn parse(road: &str) -> Weights {
        let weight = |of: &str, feature: &str| {
            let lines = include_str!("trust.tsv").lines().filter(|it| !it.starts_with('#'));
            let mut fields = lines.map(|it| it.split('\t').collect::<Vec<_>>());
            let found = fields.find(|it| it[..3] == [road, of, feature]);
            found.and_then(|it| it[3].parse().ok()).unwrap_or(0.0)
        };
        Weights { track: TRACK.map(|it| weight("track", it)), ply: PLY.map(|it| weight("ply", it)) }
    }
}

/// Returns the probability whose log odds are the weighted sum of the features.
fn probability<const N: usize>(weights: &[f64; N], features: [f64; N]) -> f64 {
    let odds: f64 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// Oddity of a ply, in nats.
#[derive(Clone, Copy, Default)]
struct Oddity {
    /// Of its text.
    own: f64,
    /// Of the words and numbers between the previous ply and this one.
    gap: f64,
    /// Whether the ply is certain, and therefore not odd.
    is_certain: bool,
}

impl Oddity {
    fn sum(self) -> f64 {
        (self.own + self.gap).min(MOST)
    }
}

/// Returns the oddity of each ply.
fn oddities(elements: &[Element]) -> Vec<Oddity> {
    let mut all = Vec::new();
    let (mut left_out, mut is_other) = (0, false);
    for element in elements {
        match element.kind {
            Kind::LeftOut => left_out += 1,
            // The last number counts.
            Kind::Number(_) => is_other = element.cost >= OTHER_NUMBER.1,
            _ => {}
        }
        if element.ply.is_some() {
            let own = (f64::from(element.cost) / 100.0).min(MOST_OWN);
            let own = if element.kind == Kind::Missing { own.max(SUPPLIED) } else { own };
            let number = if is_other { OTHER_NUMBER.0 } else { 0.0 };
            let gap = number + LEFT_OUT.0 * left_out.min(LEFT_OUT.1) as f64;
            all.push(if element.is_certain {
                Oddity { is_certain: true, ..Oddity::default() }
            } else {
                Oddity { own, gap, is_certain: false }
            });
            (left_out, is_other) = (0, false);
        }
    }
    all
}

/// Returns, for each ply, the probability that the position before it is the game's.
fn tracks(weights: &Weights, oddities: &[Oddity]) -> Vec<f64> {
    let sums: Vec<f64> = oddities.iter().map(|it| it.sum()).collect();
    let count = sums.len();
    let all = sums.iter().sum::<f64>() / count as f64;
    let mean = |from: usize, to: usize, of: f64| sums[from..to.min(count)].iter().sum::<f64>() / of;
    let (mut severe, mut since) = (0.0_f64, None);
    // A certain ply returns to the game's track, whatever precedes it.
    let mut begin = 0;
    let mut tracks = Vec::new();
    for (n, it) in oddities.iter().enumerate() {
        if it.is_certain {
            (begin, severe, since) = (n, 0.0, None);
        }
        since = if sums[n] >= SEVERE { Some(0.0) } else { since.map(|it: f64| it + 1.0) };
        severe += f64::from(sums[n] >= SEVERE);
        let next = (n + 1).min(count);
        let features = [
            1.0,
            it.own,
            it.gap,
            mean(next, n + 4, 3.0).ln_1p(),
            mean(next, next + FURTHEST, FURTHEST as f64).ln_1p(),
            mean(n.saturating_sub(3).max(begin), n, 3.0).ln_1p(),
            mean(n.saturating_sub(10).max(begin), n, 10.0).ln_1p(),
            all.ln_1p(),
            severe.ln_1p(),
            since.map_or(0.0, |it| (-it / 4.0).exp()),
            (count as f64).min(LONG).ln(),
            (-((count - 1 - n) as f64) / 3.0).exp(),
        ];
        tracks.push(probability(&weights.track, features));
    }
    tracks
}

/// Returns the probability of a ply if the position is the game's, given its share of the readings.
fn of_ply(weights: &Weights, element: &Element) -> f64 {
    let share = f64::from(element.confidence).max(LEAST_SHARE);
    let odds = (share / (1.0 - share).max(f64::EPSILON)).ln().min(MOST_ODDS);
    let features = match element.kind {
        Kind::Ply { exact: 1.., .. } => [1.0, odds, 0.0, 0.0, 0.0],
        _ => [1.0, 0.0, odds, 1.0, f64::from(element.cost).min(100.0 * MOST_OWN) / 300.0],
    };
    probability(&weights.ply, features)
}

/// Returns the highest probability that a position is the game's.
pub fn best_track(elements: &[Element], is_page: bool) -> f64 {
    tracks(&WEIGHTS[usize::from(is_page)], &oddities(elements)).into_iter().fold(0.0, f64::max)
}

/// Returns the number of plies since the one with which the game ends, as [`assess`] decides. The last
/// [`FURTHEST`] plies show nothing yet.
pub fn since_end(elements: &[Element], is_page: bool) -> usize {
    let tracks = tracks(&WEIGHTS[usize::from(is_page)], &oddities(elements));
    tracks.iter().rev().skip(FURTHEST).take_while(|it| **it < ON).count()
}

/// Turns the plies' shares of the readings into the confidence that they are the game's. Returns the number
/// of elements up to the last one on the game's track; `None` if the text is no game.
pub fn assess(elements: &mut [Element], is_page: bool) -> Option<usize> {
    #[cfg(test)]
    seen::add(elements, is_page);
    let weights = &WEIGHTS[usize::from(is_page)];
    let tracks = tracks(weights, &oddities(elements));
    let mut plies = tracks.iter();
    let mut end = 0;
    for (n, element) in elements.iter_mut().enumerate().filter(|it| it.1.ply.is_some()) {
        let track = plies.next().copied().unwrap_or_default();
        if element.is_certain {
            end = n + 1;
            continue;
        }
        let ply = of_ply(weights, element);
        // The rest of the probability is divided among the other plies as before.
        let rest = track * (1.0 - ply) / (1.0 - f64::from(element.confidence)).max(f64::from(f32::EPSILON));
        element.confidence = (track * ply) as f32;
        element.others.iter_mut().for_each(|it| it.1 *= rest as f32);
        if track >= ON {
            end = n + 1;
        }
    }
    // Elements after the last ply belong to it.
    let follows = elements[end..].iter().position(|it| it.ply.is_some()).map_or(elements.len(), |n| end + n);
    let is_game = certain(elements) > 0 || tracks.iter().any(|it| *it >= GAME[usize::from(is_page)]);
    is_game.then_some(follows)
}

/// Returns the number of elements up to the last ply that is certain.
pub fn certain(elements: &[Element]) -> usize {
    elements.iter().rposition(|it| it.is_certain).map_or(0, |n| n + 1)
}

/// The games assessed in this thread, to which the weights are fitted.
#[cfg(test)]
pub mod seen {
    use std::cell::RefCell;

    use super::super::element::Element;

    /// A decoded game, with the shares of its plies, and whether it is from a page.
    pub type Game = (Vec<Element>, bool);

    thread_local! {
        static GAMES: RefCell<Vec<Game>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn add(elements: &[Element], is_page: bool) {
        GAMES.with_borrow_mut(|it| it.push((elements.to_vec(), is_page)));
    }

    /// Takes the games.
    pub fn take() -> Vec<Game> {
        GAMES.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    /// Returns plies that are read literally, and then as many that hardly fit, the last of which may be certain.
    fn game(is_certain: bool) -> Vec<Element> {
        let ply = Position::default().legal_plies().first().copied();
        let element = |n: usize| Element {
            kind: Kind::Ply { told: 1, exact: u8::from(n < 10) },
            ply,
            spans: [n..n + 1, 0..0],
            confidence: if n < 10 { 1.0 } else { 0.1 },
            others: Vec::new(),
            cost: if n < 10 { 0 } else { 1_250 },
            is_certain: is_certain && n == 19,
        };
        (0..20).map(element).collect()
    }

    #[test]
    fn a_game_does_not_end_before_what_is_certain() {
        for is_page in [false, true] {
            let mut doubtful = game(false);
            assert!(assess(&mut doubtful, is_page).is_none_or(|end| end < 20));
            let mut certain = game(true);
            assert_eq!(assess(&mut certain, is_page), Some(20));
            assert!(certain[18].confidence < 0.5, "what is before it is no surer");
        }
    }
}
