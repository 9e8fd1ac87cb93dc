//! The lattice: all interpretations of a game worth following, from its first position to the end of its
//! text, with their likelihoods.
//!
//! A node is a position at an offset in the text (a pair of offsets, with two witnesses); an edge leads from
//! one node to the next, at a cost: a ply that the text may mean, a number, a word that isn't a move, a
//! missing ply. Nodes are expanded in text order; at each offset only the cheapest are followed (the beam).
//! Paths that reach the same position at the same offset share a node.

mod edges;

use std::{
    collections::BTreeMap,
    hash::{Hash as _, Hasher as _},
    ops::Range,
    rc::Rc,
};

use super::{
    element::{Element, Kind},
    placed::Placed,
    table::{FastHasher, Table},
    trust,
    witness::Witness,
};
use crate::{
    chess::{Ply, Position},
    notation::costs::Cost,
    resolve::Certain,
};
use edges::ANY_PLY;
pub use edges::{BAD, NO_MOVE};

/// Nodes that exceed the best one's cost by this much are dropped.
const HOPELESS: Cost = 2_200;
/// Nodes within this cost of the best at their offset are followed, as far as the beam allows.
const NEAR: Cost = 700;
/// Beyond [`NEAR`], only the best nodes are followed: the beam width divided by this.
const NARROW: usize = 5;
/// Limit of nodes created beyond the beam at the same depth, as a multiple of [`Bounds::of_each_depth`].
const CREATED: u32 = 4;
/// For this many plies a guess competes only with other guesses: until later text distinguishes them, all
/// cost the same.
const GUESSED: u8 = 3;
/// Maximum number of live edges, by number of witnesses; each takes about 100 bytes with its node and
/// position. A game that needs more isn't decoded.
const MOST_EDGES: [usize; 2] = [400_000, 4_000_000];
/// Number of edges beyond which dead ends are pruned.
const FEW_EDGES: usize = 20_000;
/// Number of offsets after which a search checks, each time, whether it has found a game, and not lost it.
const STRETCH: usize = 400;
/// Fewest plies by which a path can show that there is no game.
const FEW_PLIES: usize = 10;
/// A search gives up if no position on its cheapest paths is the game's with at least this probability.
const LEAST_TRACK: f64 = 0.03;
/// A search ends this many plies after the game has, on each of its cheapest paths.
const LOST_PLIES: usize = 80;

/// Offsets in the texts of the witnesses.
pub type Places = [usize; 2];

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
    position: Option<Rc<Placed>>,
    missing: u8,
    /// Number of plies for which it still counts as a guess.
    guessed: u8,
    numbered: u8,
    /// Whether it is in a note.
    aside: bool,
    /// Whether the note began by stating the end of the game.
    ended: bool,
}

/// The key of competing nodes: at the same offset, after equally many missing plies, guessed or not.
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
    /// Number of nodes by their number of plies.
    by_depth: Table<u32, u32>,
    best: Cost,
    /// Highest known cost of a node that can still be followed.
    worst: Cost,
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket {
            nodes: Vec::new(),
            by_key: Table::default(),
            by_depth: Table::default(),
            best: Cost::MAX,
            worst: Cost::MAX,
        }
    }
}

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The beam width.
    pub beam: usize,
    /// At each depth, this many nodes are followed in any case, as nodes in another row aren't measured by
    /// the same text.
    pub of_each_depth: u32,
    /// The maximum number of plies.
    pub depth: u32,
    /// The maximum cost.
    pub most: Cost,
    /// Whether to give up if the text so far shows no game, unless something is certain of it.
    pub gives_up: bool,
}

impl Bounds {
    /// Bounds the search for a whole game by its beam width only.
    pub const fn of(beam: usize) -> Bounds {
        Bounds { beam, of_each_depth: 3, depth: u32::MAX, most: Cost::MAX, gives_up: false }
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
    bounds: Bounds,
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
        bounds: Bounds,
        only: Option<&'w [Ply]>,
    ) -> Lattice<'w, 'a> {
        for (n, witness) in witnesses.iter_mut().enumerate() {
            witness.n = n;
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
            bounds,
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
            position: Some(Rc::new(Placed::new(start.clone()))),
            missing: 0,
            guessed: 0,
            numbered: 0,
            aside: false,
            ended: false,
        };
        let bucket = Bucket { nodes: vec![0], ..Bucket::default() };
        lattice.buckets.insert(first.rivals(), bucket);
        lattice.nodes.push(first);
        let mut enough = FEW_EDGES;
        // Text before the evidence may have any errors, and a known game or another text leads on.
        let is_alone =
            only.is_none() && matches!(&*lattice.witnesses, [it] if it.source.evidence().is_empty());
        let mut look = places[0] + STRETCH;
        while let Some(((place, ..), bucket)) = lattice.buckets.pop_first() {
            if let [witness] = &mut *lattice.witnesses {
                witness.pass(place);
            }
            lattice.follow(bucket);
            if is_alone && place > look {
                look = place + STRETCH;
                if bounds.gives_up && lattice.has_no_game() {
                    lattice.ends.clear();
                    break;
                }
                if lattice.has_lost_it() {
                    lattice.ends = lattice.cheapest().collect();
                    break;
                }
            }
            if lattice.edges.len() > enough {
                lattice.forget();
                enough = FEW_EDGES.max(lattice.edges.len() * 2);
            }
            if lattice.is_full() {
                lattice.ends.clear();
                break;
            }
        }
        lattice
    }

    /// Whether it exceeds the memory limit.
    pub fn is_full(&self) -> bool {
        self.edges.len() > MOST_EDGES[self.witnesses.len() - 1]
    }

    /// Returns the cheapest end.
    pub fn best(&self) -> Option<u32> {
        self.ends.iter().copied().min_by_key(|n| self.nodes[*n as usize].cost)
    }

    /// Returns the edges of the cheapest path to a node, in order.
    fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(edge) = self.nodes[at as usize].edge {
            path.push(edge);
            at = self.edges[edge as usize].from;
        }
        path.reverse();
        path
    }

    /// Returns the elements of the cheapest path to a node, in order.
    pub fn elements(&self, node: u32) -> Vec<Element> {
        let element = |n: u32| {
            let edge = self.edges[n as usize];
            let [from, to] = [edge.from, edge.to].map(|n| self.nodes[n as usize].places);
            Element {
                kind: edge.kind,
                ply: edge.ply,
                spans: self.spans(from, to),
                confidence: 1.0,
                others: Vec::new(),
                cost: edge.cost,
                is_certain: self.is_certain(&edge),
            }
        };
        self.path(node).into_iter().map(element).collect()
    }

    /// Returns the cheapest nodes at each offset not yet followed.
    fn cheapest(&self) -> impl Iterator<Item = u32> {
        let cheapest = |it: &Bucket| it.nodes.iter().copied().min_by_key(|n| self.nodes[*n as usize].cost);
        self.buckets.values().filter_map(cheapest)
    }

    /// Whether all cheapest paths, at every offset, have many plies but are hardly those of a game.
    fn has_no_game(&self) -> bool {
        let is_none = |node: u32| {
            let path = self.elements(node);
            path.iter().filter(|it| it.ply.is_some()).count() >= FEW_PLIES
                && trust::best_track(&path, self.witnesses[0].is_page) < LEAST_TRACK
        };
        self.ends.is_empty() && self.cheapest().all(is_none)
    }

    /// Whether all cheapest paths, at every offset, have left the game long ago.
    fn has_lost_it(&self) -> bool {
        let is_page = self.witnesses[0].is_page;
        let mut paths = self.cheapest().map(|node| trust::since_end(&self.elements(node), is_page));
        self.ends.is_empty() && paths.all(|plies| plies >= LOST_PLIES)
    }

    /// Returns the byte range between two nodes in each of the texts.
    pub fn spans(&self, from: Places, to: Places) -> [Range<usize>; 2] {
        [0, 1].map(|w| self.witnesses.get(w).map_or(0..0, |it| it.span(from[w], to[w])))
    }

    /// Whether the ply of an edge is certain.
    pub fn is_certain(&self, edge: &Edge) -> bool {
        let places = self.nodes[edge.from as usize].places;
        let mut certain = self.witnesses.iter().zip(places).filter_map(|(it, at)| it.certain(at));
        edge.ply.is_some()
            && certain.any(|it| matches!(it.says, Certain::MissingBefore(_)) == (edge.kind == Kind::Missing))
    }

    /// Prunes dead ends, with the edges leading to them.
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
        let mut of_depth: Table<u32, u32> = Table::default();
        for (rank, &n) in bucket.nodes.iter().enumerate() {
            let node = &mut self.nodes[n as usize];
            let position = node.position.take();
            let alike = of_depth.entry(node.depth).or_default();
            *alike += 1;
            let near = rank < self.bounds.beam / NARROW || node.cost <= bucket.best.saturating_add(NEAR);
            if (rank < self.bounds.beam && near || *alike <= self.bounds.of_each_depth)
                && node.cost <= least
                && let Some(position) = position
            {
                self.expand(n, rank, &position, least);
            }
        }
    }

    /// Adds an edge to the node to be created next.
    fn add_edge(&mut self, from: u32, cost: Cost, kind: Kind, ply: Option<Ply>) -> Edge {
        let edge = Edge { from, to: self.nodes.len() as u32, cost, kind, ply };
        self.edges.push(edge);
        edge
    }

    /// Returns the node at the end of an edge, to be created next.
    fn reached(&self, edge: Edge, places: Places, position: &Rc<Placed>) -> Node {
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
                Kind::Skip | Kind::Note | Kind::LeftOut => before.numbered,
                _ => 0,
            },
            aside: kind == Kind::Note,
            ended: kind == Kind::Note && self.has_ended(before),
        }
    }

    /// Whether the end of the game was stated before this node, or is stated by the text after it, outside
    /// notes.
    fn has_ended(&self, node: &Node) -> bool {
        let tells = |(it, at): (&Witness<'_>, usize)| it.tells_end(at);
        node.ended || !node.aside && self.witnesses.iter().zip(node.places).any(tells)
    }

    /// Whether a node at this depth and cost may be followed among its competitors.
    fn has_room(&self, rivals: Rivals, depth: u32, total: Cost) -> bool {
        let fits = |it: &Bucket| {
            let is_rare =
                || it.by_depth.get(&depth).is_none_or(|it| *it < CREATED * self.bounds.of_each_depth);
            total <= it.best.saturating_add(HOPELESS) && (total <= it.worst || is_rare())
        };
        total <= self.bounds.most && self.buckets.get(&rivals).is_none_or(fits)
    }

    /// Adds an edge to the node with this position at these offsets, creating the node if necessary.
    fn lead(
        &mut self,
        from: u32,
        places: Places,
        cost: Cost,
        kind: Kind,
        ply: Option<Ply>,
        position: &Rc<Placed>,
    ) {
        let edge = Edge { from, to: self.nodes.len() as u32, cost, kind, ply };
        let here = self.nodes[from as usize].places;
        let mut node = self.reached(edge, places, position);
        // This additional cost guides the search, but isn't part of the edge, from which the probabilities of
        // plies are computed.
        if !matches!(kind, Kind::Number(_)) {
            let against =
                |(it, (here, there)): (&Witness<'_>, (usize, usize))| it.against_kept(here..there, ply);
            node.cost += self.witnesses.iter().zip(here.into_iter().zip(places)).map(against).sum::<Cost>();
        }
        let total = node.cost;
        let mut passed = self.witnesses.iter().zip(here.into_iter().zip(places));
        if passed.any(|(it, (here, there))| it.has_certain(here..there))
            || !self.has_room(node.rivals(), node.depth, total)
        {
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
                && it.aside == node.aside
                && it.ended == node.ended
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
                *bucket.by_depth.entry(node.depth).or_default() += 1;
                bucket.nodes.push(to);
                bucket.by_key.entry(key).or_default().push(to);
                self.nodes.push(Node { edge: Some(n), ..node });
                if bucket.nodes.len().is_multiple_of(2 * self.bounds.beam) {
                    let mut costs: Vec<Cost> =
                        bucket.nodes.iter().map(|n| self.nodes[*n as usize].cost).collect();
                    bucket.worst = *costs.select_nth_unstable(self.bounds.beam).1;
                }
            }
        }
    }
}

/// Returns a hash of whatever distinguishes nodes at the same offset.
fn key(node: &Node) -> u64 {
    let mut hasher = FastHasher::default();
    (node.places, node.depth, node.missing, node.numbered, node.aside, node.ended).hash(&mut hasher);
    node.position.as_ref().map(|it| it.key).hash(&mut hasher);
    hasher.finish()
}
