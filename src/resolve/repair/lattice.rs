//! The lattice: every interpretation of a game worth following, from its first position to the end of its
//! text, with its likelihood.
//!
//! A node is a position at an offset in the text (a pair of offsets, if there are two witnesses); an edge
//! leads from one to the next, at a cost: a ply that the text may mean, a number, a word that is no move, a
//! missing ply. Nodes are expanded in text order; at each offset only the cheapest are followed (the beam).
//! Paths that reach the same position at the same offset share a node.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    ops::Range,
    rc::Rc,
};

use super::{
    costs::Cost,
    table::{Quick, Table},
    witness::{Choice, FITS, OTHER_NUMBER, Witness},
};
use crate::{
    chess::{Color, Ply, Position, Role},
    resolve::Looks,
};

/// Nodes that cost this much more than the best one are dropped.
const HOPELESS: Cost = 2_200;
/// Nodes within this cost of the best at their offset are followed, as far as the beam allows.
const NEAR: Cost = 700;
/// Beyond [`NEAR`], only the best nodes are followed: the beam width divided by this.
const NARROW: usize = 5;
/// If the best reading costs more, missing and exchanged plies are tried as well.
const BAD: Cost = 300;
/// At most this many nodes per offset try missing and exchanged plies.
const BEST: usize = 24;
/// At most this many nodes per offset look for moves in a note.
const BEST_ASIDE: usize = 6;

/// Cost of a missing ply.
const MISSING: Cost = 950;
/// Cost of a missing ply where the text leaves room for it.
const LEFT_EMPTY: Cost = 380;
/// Cost of a text that is a different ply altogether.
const ANY_PLY: Cost = 1_250;
/// Cost of two exchanged plies.
const EXCHANGED: Cost = 650;
/// Cost of dropping a word that may be a move.
pub const NO_MOVE: Cost = 900;
/// Cost of dropping a repeated word.
const TWICE: Cost = 480;
/// Cost of skipping a word of letters.
const WORD: Cost = 420;
/// Cost of skipping a punctuation character.
const SIGN: Cost = 60;
/// Cost of dropping a check mark.
const LOST_MARK: Cost = 260;
/// Cost of skipping a word of a note.
const PASSED: Cost = 4;
/// Cost of playing a word of a note.
const ASIDE: Cost = 600;
/// Cost of skipping a word that may belong to a note.
const OPEN_PASSED: Cost = 40;
/// Cost of playing a word that may belong to a note.
const OPEN: Cost = 130;
/// Cost of garbage on a page.
const RUBBISH: Cost = 70;
/// Additional cost of garbage for each character that occurs in moves.
const PAGE_WORD: Cost = 130;
/// Cost of a missing move number, where others are present.
const NO_NUMBER: Cost = 90;
/// Cost of a ply that only one of two witnesses has, neither having ended.
const SILENT: Cost = 800;
/// At most this many consecutive plies may be missing.
const IN_A_ROW: u8 = 2;
/// For this many plies a guess competes with other guesses only: until the text that follows tells them
/// apart, all cost the same.
const GUESSED: u8 = 3;
/// Maximum number of live edges, by number of witnesses; each takes about 100 bytes with its node and
/// position. A game that needs more is not decoded.
const MOST_EDGES: [usize; 2] = [400_000, 4_000_000];
/// Number of edges beyond which dead ends are pruned.
const FEW_EDGES: usize = 20_000;

/// Offsets in the texts of the witnesses.
pub type Places = [usize; 2];

/// The meaning of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A ply that a text has, with a bit for each witness.
    Ply {
        /// The witnesses that have a text for it.
        told: u8,
        /// The witnesses whose text says it literally.
        exact: u8,
    },
    /// A ply that is in no text.
    Missing,
    /// A ply whose text is exchanged with that of the next, or that next ply.
    Exchanged,
    /// A number in this witness.
    Number(u8),
    /// A word or character that is not a move.
    Skip,
    /// A word that may be a move, left out.
    LeftOut,
    /// The side to move resigns.
    Resigns,
}

/// An edge between two nodes.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub cost: Cost,
    pub kind: Kind,
    pub ply: Option<Ply>,
}

/// A position at an offset.
pub struct Node {
    pub places: Places,
    /// Number of plies from the start.
    pub depth: u32,
    /// The cost of the cheapest path here, and its last edge.
    pub cost: Cost,
    pub edge: Option<u32>,
    position: Option<Rc<Position>>,
    missing: u8,
    /// Number of plies for which it still counts as a guess.
    guessed: u8,
    numbered: u8,
}

/// The key of the nodes that compete: those at the same offset, after equally many missing plies, guessed or
/// not.
type Rivals = (usize, u8, bool);

impl Node {
    fn rivals(&self) -> Rivals {
        (self.places.iter().sum(), self.missing, self.guessed > 0)
    }
}

/// Competing nodes, indexed by position.
struct Bucket {
    nodes: Vec<u32>,
    by_key: Table<u64, Vec<u32>>,
    best: Cost,
    /// The highest cost of a node that can still be followed, as far as known.
    worst: Cost,
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket { nodes: Vec::new(), by_key: Table::default(), best: Cost::MAX, worst: Cost::MAX }
    }
}

/// The lattice.
pub struct Lattice<'w, 'a> {
    witnesses: &'w mut [Witness<'a>],
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    buckets: BTreeMap<Rivals, Bucket>,
    /// The nodes at which every text has ended.
    pub ends: Vec<u32>,
    beam: usize,
    /// The maximum number of plies.
    depth: u32,
    /// The only game to follow, if any.
    only: Option<&'w [Ply]>,
    /// Cache of whether the text at some offsets fits a position.
    fitting: Table<(u64, Places), bool>,
}

impl<'w, 'a> Lattice<'w, 'a> {
    /// Builds the lattice of all interpretations of the witnesses from a position on.
    pub fn build(
        witnesses: &'w mut [Witness<'a>],
        start: &Position,
        beam: usize,
        depth: u32,
        only: Option<&'w [Ply]>,
    ) -> Lattice<'w, 'a> {
        for witness in &mut *witnesses {
            let at = witness.settle(0);
            // The first number of a page may be the page number, or damaged.
            let first = witness.number(at).filter(|_| !witness.is_page);
            let first = first.map_or(start.move_number(), |it| it.0);
            witness.offset = i64::from(first) - i64::from(start.move_number());
        }
        let mut lattice = Lattice {
            witnesses,
            nodes: Vec::new(),
            edges: Vec::new(),
            buckets: BTreeMap::new(),
            ends: Vec::new(),
            beam,
            depth,
            only,
            fitting: Table::default(),
        };
        let mut places = [0; 2];
        for (place, witness) in places.iter_mut().zip(lattice.witnesses.iter()) {
            *place = witness.settle(0);
        }
        let first = Node {
            places,
            depth: 0,
            cost: 0,
            edge: None,
            position: Some(Rc::new(start.clone())),
            missing: 0,
            guessed: 0,
            numbered: 0,
        };
        let bucket = Bucket { nodes: vec![0], ..Bucket::default() };
        lattice.buckets.insert(first.rivals(), bucket);
        lattice.nodes.push(first);
        let mut enough = FEW_EDGES;
        while let Some((_, bucket)) = lattice.buckets.pop_first() {
            lattice.follow(bucket);
            if lattice.edges.len() > enough {
                lattice.forget();
                enough = FEW_EDGES.max(lattice.edges.len() * 2);
            }
            if lattice.edges.len() > MOST_EDGES[lattice.witnesses.len() - 1] {
                lattice.ends.clear();
                break;
            }
        }
        lattice
    }

    /// Returns the cheapest end.
    pub fn best(&self) -> Option<u32> {
        self.ends.iter().copied().min_by_key(|n| self.nodes[*n as usize].cost)
    }

    /// Returns the edges of the cheapest path to a node, in order.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(edge) = self.nodes[at as usize].edge {
            path.push(edge);
            at = self.edges[edge as usize].from;
        }
        path.reverse();
        path
    }

    /// Returns the byte range between two nodes in each of the texts.
    pub fn spans(&self, from: Places, to: Places) -> [Range<usize>; 2] {
        [0, 1].map(|w| self.witnesses.get(w).map_or(0..0, |it| it.span(from[w], to[w])))
    }

    /// Prunes the nodes that are dead ends, with the edges that led to them.
    fn forget(&mut self) {
        let mut lives = vec![false; self.nodes.len()];
        lives[0] = true;
        let open = self.buckets.values().flat_map(|it| &it.nodes).chain(&self.ends);
        let mut first = [usize::MAX; 2];
        open.for_each(|n| {
            lives[*n as usize] = true;
            let places = self.nodes[*n as usize].places;
            (0..2).for_each(|w| first[w] = first[w].min(places[w]));
        });
        self.witnesses.iter_mut().zip(first).for_each(|(it, first)| it.forget(first));
        // Edges are in order of discovery: all those into a node come before all those out of it.
        for edge in self.edges.iter().rev() {
            lives[edge.from as usize] |= lives[edge.to as usize];
        }
        let numbers = |lives: &mut dyn Iterator<Item = bool>| -> Vec<u32> {
            let mut next = 0;
            lives.map(|it| (next, next += u32::from(it)).0).collect()
        };
        let nodes = numbers(&mut lives.iter().copied());
        let edges = numbers(&mut self.edges.iter().map(|it| lives[it.to as usize]));
        self.edges.retain(|it| lives[it.to as usize]);
        for edge in &mut self.edges {
            (edge.from, edge.to) = (nodes[edge.from as usize], nodes[edge.to as usize]);
        }
        let mut each = lives.iter();
        self.nodes.retain(|_| each.next() == Some(&true));
        for node in &mut self.nodes {
            node.edge = node.edge.map(|n| edges[n as usize]);
        }
        for bucket in self.buckets.values_mut() {
            let known = bucket.by_key.values_mut().flatten();
            bucket.nodes.iter_mut().chain(known).for_each(|n| *n = nodes[*n as usize]);
        }
        self.ends.iter_mut().for_each(|n| *n = nodes[*n as usize]);
    }

    /// Expands the nodes of a bucket.
    fn follow(&mut self, mut bucket: Bucket) {
        let later = self.buckets.values().map(|it| it.best).min().unwrap_or(Cost::MAX);
        let least = later.min(bucket.best).saturating_add(HOPELESS);
        bucket.nodes.sort_by_key(|n| self.nodes[*n as usize].cost);
        for (rank, &n) in bucket.nodes.iter().enumerate() {
            let node = &mut self.nodes[n as usize];
            let position = node.position.take();
            let near = rank < self.beam / NARROW || node.cost <= bucket.best.saturating_add(NEAR);
            if rank < self.beam
                && near
                && node.cost <= least
                && let Some(position) = position
            {
                self.expand(n, rank, &position, least);
            }
        }
    }

    fn expand(&mut self, n: u32, rank: usize, position: &Rc<Position>, least: Cost) {
        let Node { places, depth, numbered, .. } = self.nodes[n as usize];
        let open: Vec<usize> =
            (0..self.witnesses.len()).filter(|&w| places[w] < self.witnesses[w].end()).collect();
        if open.is_empty() || depth >= self.depth {
            if self.only.is_none_or(|it| it.len() == depth as usize) {
                self.ends.push(n);
            }
            return;
        }
        if let [w] = open[..]
            && (self.passes(w, places[w])
                || rank >= BEST_ASIDE && self.witnesses[w].looks(places[w]) == Looks::Note)
        {
            self.skips(n, w, position);
            return;
        }
        // An expected move number in a row can't be anything else.
        let turn = i64::from(position.turn().is_white());
        let printed = |w: usize| {
            let expected = i64::from(position.move_number()) + self.witnesses[w].offset + 1 - turn;
            self.witnesses[w].row_number(places[w]) == Some(expected)
        };
        let printed = |w: usize| open.contains(&w) && numbered & 1 << w == 0 && printed(w);
        let at_number: Vec<bool> = (0..self.witnesses.len()).map(printed).collect();
        if turn == 1
            && let Some(w) = at_number.iter().position(|it| *it)
        {
            self.numbers(n, w, position);
            return;
        }
        let mut plies = Witness::plies(position);
        plies.retain(|ply| self.allows(depth, *ply));
        let most = least - self.nodes[n as usize].cost;
        let mut bad = true;
        let mut options: Vec<Vec<Choice>> = Vec::new();
        for (w, &place) in places.iter().enumerate().take(self.witnesses.len()) {
            let mut found = if open.contains(&w) && !at_number[w] {
                self.witnesses[w].options(place, position, &plies, most)
            } else {
                Vec::new()
            };
            found.retain(|it| self.allows(depth, it.ply));
            bad &= found.iter().all(|it| it.cost > BAD);
            options.push(found);
        }
        for &w in &open {
            self.numbers(n, w, position);
            self.skips(n, w, position);
        }
        self.plies(n, position, &options, &open);
        bad &= open.iter().any(|&w| self.witnesses[w].begins_word(places[w]));
        bad |= open.iter().any(|&w| self.is_left_empty(w, places[w], position));
        bad &= open
            .iter()
            .all(|&w| !self.witnesses[w].is_page || self.witnesses[w].looks(places[w]) == Looks::Moves);
        if bad && rank < BEST {
            self.missing(n, position, &plies, &open);
            if let [w] = open[..] {
                self.exchanged(n, position, w);
            }
        }
    }

    /// Whether this may be the ply at this depth.
    fn allows(&self, depth: u32, ply: Ply) -> bool {
        self.only.is_none_or(|it| it.get(depth as usize) == Some(&ply))
    }

    /// Whether a word of a note can't be a move, having none of a move's characters.
    fn passes(&self, w: usize, at: usize) -> bool {
        let witness = &self.witnesses[w];
        let word = &witness.codes[at..witness.word_end(at)];
        let of_move = |it: &u8| it.is_ascii_digit() || it.is_ascii_uppercase() || b"-x@=".contains(it);
        witness.looks(at) == Looks::Note && !word.iter().any(of_move)
    }

    /// Adds the edges for the plies that the texts may mean.
    fn plies(&mut self, n: u32, position: &Rc<Position>, options: &[Vec<Choice>], open: &[usize]) {
        let Node { places, numbered, .. } = self.nodes[n as usize];
        let mut without = [0; 2];
        for &w in open {
            let wanted = position.turn().is_white() && self.witnesses[w].numbered && numbered & (1 << w) == 0;
            without[w] = if wanted { NO_NUMBER } else { 0 };
            without[w] += match self.witnesses[w].looks(places[w]) {
                Looks::Moves => 0,
                Looks::Either => OPEN,
                Looks::Note => ASIDE,
            };
        }
        let single = self.witnesses.len() == 1;
        let mut taken: Vec<Ply> = Vec::new();
        for choice in options.iter().flatten() {
            if taken.contains(&choice.ply) {
                continue;
            }
            taken.push(choice.ply);
            let ply = choice.ply;
            let mut ways: Vec<(Places, Cost, u8, u8)> = vec![(places, 0, 0, 0)];
            for (w, of_witness) in options.iter().enumerate() {
                let mut next = Vec::new();
                for way in &ways {
                    for it in of_witness.iter().filter(|it| it.ply == ply && it.end > places[w]) {
                        let mut places = way.0;
                        places[w] = it.end;
                        let exact = way.3 | u8::from(it.exact) << w;
                        let slip = if it.exact { 0 } else { self.witnesses[w].trust };
                        next.push((places, way.1 + it.cost + slip + without[w], way.2 | 1 << w, exact));
                    }
                    if !single {
                        let silent = if open.contains(&w) { SILENT } else { 0 };
                        next.push((way.0, way.1 + silent, way.2, way.3));
                    }
                }
                ways = next;
            }
            let after = played(position, ply);
            for (places, cost, told, exact) in ways {
                if told > 0 {
                    self.lead(n, places, cost, Kind::Ply { told, exact }, Some(ply), &after);
                }
            }
        }
    }

    /// Adds the edges for a number before a ply: the expected one, possibly misspelt, or another.
    fn numbers(&mut self, n: u32, w: usize, position: &Rc<Position>) {
        let Node { places, numbered, .. } = self.nodes[n as usize];
        if numbered & (1 << w) != 0 {
            return;
        }
        let at = places[w];
        let witness = &mut self.witnesses[w];
        let expected = i64::from(position.move_number()) + witness.offset;
        // A mark before a number is not part of it.
        if !witness.is_page && matches!(witness.codes.get(at), Some(b'+' | b'#')) {
            return;
        }
        let near = witness.codes[at..].iter().take(4);
        let is_near = near.clone().any(|it| it.is_ascii_digit() || b"lIiOoSsBZzg".contains(it));
        let mut found: Vec<(usize, Cost)> = Vec::new();
        if is_near {
            let forms: &[&str] = if position.turn().is_white() { &["."] } else { &["...", "."] };
            for form in forms {
                for end in witness.ends_of(at, format!("{expected}{form}").as_bytes()).iter() {
                    let stuck = end.cost.saturating_sub(260);
                    let cost = if end.cost >= 260 && end.cost < 300 { stuck } else { end.cost };
                    let black = if form.len() == 1 && position.turn().is_black() { 40 } else { 0 };
                    let place = witness.settle(at + end.len);
                    found.push((skip_dots(witness, place), cost + black));
                }
            }
        }
        if let Some((number, end)) = witness.number(at)
            && i64::from(number) != expected
            && witness.looks(at) != Looks::Note
        {
            found.push((end, OTHER_NUMBER));
        }
        for (end, cost) in found {
            let mut places = places;
            places[w] = end;
            self.lead(n, places, cost, Kind::Number(w as u8), None, position);
        }
    }

    /// Adds the edges for a word or character that is not a move.
    fn skips(&mut self, n: u32, w: usize, position: &Rc<Position>) {
        let Node { places, .. } = self.nodes[n as usize];
        let at = places[w];
        let witness = &self.witnesses[w];
        if let Some(sign) = witness.notation.resignation() {
            let end = witness.word_end(at);
            if witness.codes[at..end] == *sign.as_bytes() && witness.settle(end) == witness.end() {
                let mut places = places;
                places[w] = witness.end();
                self.lead(n, places, 0, Kind::Resigns, None, position);
                return;
            }
        }
        let end = witness.word_end(at);
        let word = &witness.codes[at..end];
        let before = witness.codes[..at].split(|it| matches!(it, b' ' | b'\n')).rfind(|it| !it.is_empty());
        let letters = word.iter().filter(|it| it.is_ascii_alphabetic()).count();
        let capitals = word.iter().filter(|it| it.is_ascii_uppercase()).count();
        let digits = word.iter().filter(|it| it.is_ascii_digit()).count();
        let is_number = digits > 0 && letters == 0;
        let is_prose =
            digits == 0 && letters > 2 && capitals <= 1 && !word.contains(&b'-') && !word.contains(&b'x');
        let looks = witness.looks(at);
        let (cost, kind) = if looks == Looks::Note {
            (PASSED, Kind::Skip)
        } else if looks == Looks::Either {
            (OPEN_PASSED, Kind::Skip)
        } else if letters + digits == 0 {
            let is_mark = !witness.is_page && word.iter().any(|it| matches!(it, b'+' | b'#'));
            (if is_mark { LOST_MARK } else { SIGN }, Kind::Skip)
        } else if witness.is_page {
            let of_move = word.iter().filter(|it| b"KQRBNP12345678-x=@".contains(it)).count() as Cost;
            // A single digit may be the rank of a square.
            let rank = matches!(word, [b'1'..=b'8']);
            let cost = if rank { WORD } else { RUBBISH + (PAGE_WORD * of_move).min(NO_MOVE) };
            (cost, if of_move < 2 || is_prose || is_number { Kind::Skip } else { Kind::LeftOut })
        } else if before == Some(word) {
            (TWICE, Kind::LeftOut)
        } else if is_prose || is_number {
            (WORD, Kind::Skip)
        } else {
            (NO_MOVE, Kind::LeftOut)
        };
        let mut places = places;
        places[w] = witness.settle(end);
        self.lead(n, places, cost, kind, None, position);
    }

    /// Adds the edges for a ply that is in no text, or whose text is unreadable, if the text that follows
    /// fits.
    fn missing(&mut self, n: u32, position: &Rc<Position>, plies: &[Ply], open: &[usize]) {
        let Node { places, missing, cost, .. } = self.nodes[n as usize];
        let empty = open.iter().any(|&w| self.is_left_empty(w, places[w], position));
        let lost = if empty { LEFT_EMPTY } else { MISSING };
        let mut behind = places;
        for &w in open {
            behind[w] = self.witnesses[w].settle(self.witnesses[w].word_end(places[w]));
        }
        let ends = behind.iter().zip(self.witnesses.iter()).all(|(at, it)| *at >= it.end());
        let sum = |places: Places| places.iter().sum();
        let is_lost = missing < IN_A_ROW && self.has_room((sum(places), missing + 1, true), cost + lost);
        let is_garbled = self.has_room((sum(behind), 0, true), cost + ANY_PLY);
        if !is_lost && !is_garbled {
            return;
        }
        for ply in plies {
            let after = played(position, *ply);
            if is_lost && self.fits(&after, places, open) {
                self.lead(n, places, lost, Kind::Missing, Some(*ply), &after);
            }
            if is_garbled && (ends || self.fits(&after, behind, open)) {
                let told = open.iter().fold(0, |told, w| told | 1 << w);
                self.lead(n, behind, ANY_PLY, Kind::Ply { told, exact: 0 }, Some(*ply), &after);
            }
        }
    }

    /// Whether the text indicates a missing ply, by dots or by the next number.
    fn is_left_empty(&self, w: usize, at: usize, position: &Position) -> bool {
        let witness = &self.witnesses[w];
        let dots = witness.codes[at..].iter().take_while(|it| **it == b'.' || **it == b'-').count();
        let next = i64::from(position.move_number()) + self.witnesses[w].offset + 1;
        let ahead = witness.number(at).is_some_and(|it| i64::from(it.0) == next);
        let before = witness.codes[..at].trim_ascii_end();
        let told = before.ends_with(b"...") && position.turn().is_white();
        dots > 1 || ahead && position.turn().is_black() || told
    }

    /// Whether the text at these offsets fits a ply of the position.
    fn fits(&mut self, position: &Position, places: Places, open: &[usize]) -> bool {
        let mut hasher = Quick::default();
        hash_pieces(position, &mut hasher);
        let key = (hasher.finish(), places);
        if let Some(known) = self.fitting.get(&key) {
            return *known;
        }
        let fits = open.iter().any(|&w| {
            let witness = &mut self.witnesses[w];
            let at = witness.number(places[w]).map_or(places[w], |it| it.1);
            at < witness.end() && witness.fits(at, position)
        });
        self.fitting.insert(key, fits);
        fits
    }

    /// Adds the edges for two plies whose texts are exchanged.
    fn exchanged(&mut self, n: u32, position: &Rc<Position>, w: usize) {
        let Node { places, depth, .. } = self.nodes[n as usize];
        let witness = &mut self.witnesses[w];
        let first = places[w];
        let second = witness.settle(witness.word_end(first));
        if second >= witness.end() {
            return;
        }
        let mut found = Vec::new();
        let plies = Witness::plies(position);
        for one in witness.options(second, position, &plies, FITS).into_iter().filter(|it| it.cost < FITS) {
            let between = played(position, one.ply);
            let plies = Witness::plies(&between);
            for other in
                witness.options(first, &between, &plies, FITS).into_iter().filter(|it| it.cost < FITS)
            {
                if other.end == second
                    && self.only.is_none_or(|it| it[depth as usize..].starts_with(&[one.ply, other.ply]))
                {
                    found.push((one, other));
                }
            }
        }
        for (one, other) in found {
            let between = played(position, one.ply);
            let after = played(&between, other.ply);
            let mut places = places;
            places[w] = second;
            // The node in between is separate, so that nothing else continues from it.
            let edge = self.add_edge(n, EXCHANGED + one.cost, Kind::Exchanged, Some(one.ply));
            let node = self.reached(edge, places, &between);
            let edge_of = Some(self.edges.len() as u32 - 1);
            self.nodes.push(Node { position: None, edge: edge_of, ..node });
            places[w] = one.end;
            self.lead(edge.to, places, other.cost, Kind::Exchanged, Some(other.ply), &after);
        }
    }

    /// Adds an edge to the node that is created next.
    fn add_edge(&mut self, from: u32, cost: Cost, kind: Kind, ply: Option<Ply>) -> Edge {
        let edge = Edge { from, to: self.nodes.len() as u32, cost, kind, ply };
        self.edges.push(edge);
        edge
    }

    /// Returns the node that an edge leads to, which is created last.
    fn reached(&self, edge: Edge, places: Places, position: &Rc<Position>) -> Node {
        let Edge { from, cost, kind, ply, .. } = edge;
        let before = &self.nodes[from as usize];
        let guessed = match kind {
            Kind::Missing => GUESSED,
            Kind::Ply { .. } if cost >= ANY_PLY => GUESSED,
            _ => before.guessed.saturating_sub(u8::from(ply.is_some())),
        };
        Node {
            guessed,
            places,
            depth: before.depth + u32::from(ply.is_some()),
            cost: before.cost + cost,
            edge: None,
            position: Some(Rc::clone(position)),
            missing: if kind == Kind::Missing { before.missing + 1 } else { 0 },
            numbered: match kind {
                Kind::Number(w) => before.numbered | 1 << w,
                Kind::Skip | Kind::LeftOut => before.numbered,
                _ => 0,
            },
        }
    }

    /// Whether a node of this cost may be followed among its competitors.
    fn has_room(&self, rivals: Rivals, total: Cost) -> bool {
        self.buckets.get(&rivals).is_none_or(|it| total <= it.worst.min(it.best.saturating_add(HOPELESS)))
    }

    /// Adds an edge to the node with this position at these offsets, creating the node if necessary.
    fn lead(
        &mut self,
        from: u32,
        places: Places,
        cost: Cost,
        kind: Kind,
        ply: Option<Ply>,
        position: &Rc<Position>,
    ) {
        let edge = Edge { from, to: self.nodes.len() as u32, cost, kind, ply };
        let node = self.reached(edge, places, position);
        let total = node.cost;
        if !self.has_room(node.rivals(), total) {
            return;
        }
        let to = edge.to;
        let n = self.edges.len() as u32;
        self.edges.push(edge);
        let key = key(&node);
        let bucket = self.buckets.entry(node.rivals()).or_default();
        let same = |n: &&u32| {
            let it = &self.nodes[**n as usize];
            it.places == node.places
                && it.depth == node.depth
                && it.numbered == node.numbered
                && it.position.as_ref().is_some_and(|it| it.same_as(position))
        };
        bucket.best = bucket.best.min(total);
        let twin = bucket.by_key.get(&key).and_then(|them| them.iter().find(same)).copied();
        match twin {
            Some(twin) => {
                if let Some(edge) = self.edges.last_mut() {
                    edge.to = twin;
                }
                let known = &mut self.nodes[twin as usize];
                if node.cost < known.cost {
                    (known.cost, known.edge, known.guessed) = (node.cost, Some(n), node.guessed);
                }
            }
            None => {
                bucket.nodes.push(to);
                bucket.by_key.entry(key).or_default().push(to);
                self.nodes.push(Node { edge: Some(n), ..node });
                if bucket.nodes.len().is_multiple_of(2 * self.beam) {
                    let mut costs: Vec<Cost> =
                        bucket.nodes.iter().map(|n| self.nodes[*n as usize].cost).collect();
                    bucket.worst = *costs.select_nth_unstable(self.beam).1;
                }
            }
        }
    }
}

fn played(position: &Position, ply: Ply) -> Rc<Position> {
    let mut after = position.clone();
    after.play(&ply);
    Rc::new(after)
}

/// Returns a hash of what distinguishes nodes at the same offset.
fn key(node: &Node) -> u64 {
    let mut hasher = Quick::default();
    (node.places, node.depth, node.missing, node.numbered).hash(&mut hasher);
    if let Some(position) = &node.position {
        hash_pieces(position, &mut hasher);
    }
    hasher.finish()
}

fn hash_pieces(position: &Position, hasher: &mut Quick) {
    position.turn().is_white().hash(hasher);
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            position.pieces(color, role).hash(hasher);
        }
    }
}

fn skip_dots(witness: &Witness<'_>, mut at: usize) -> usize {
    while witness.codes.get(at) == Some(&b'.') {
        at += 1;
    }
    witness.settle(at)
}
