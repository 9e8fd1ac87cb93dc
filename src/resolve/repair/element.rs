//! What a part of a text is taken for.

use std::ops::Range;

use crate::{chess::Ply, events::Confidence, notation::costs::Cost};

/// The meaning of a text, or of an edge between two nodes of the lattice.
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
    /// A word of a note on a page.
    Note,
    /// A word that may be a move, left out.
    LeftOut,
    /// The side to move resigns.
    Resigns,
}

/// An element of a text, as interpreted.
#[derive(Clone, Debug)]
pub struct Element {
    /// The kind.
    pub kind: Kind,
    /// The ply.
    pub ply: Option<Ply>,
    /// Its range in each of the witnesses; empty if it has no text.
    pub spans: [Range<usize>; 2],
    /// The probability that it is right.
    pub confidence: f32,
    /// Other candidate plies and their probabilities, most likely first.
    pub others: Vec<(Ply, f32)>,
    /// The cost.
    pub cost: Cost,
    /// Whether evidence says that it is the ply here.
    pub is_certain: bool,
}

impl Element {
    /// Returns the confidence in it, with the plies that it may be as well.
    pub fn confidence(&self) -> Confidence {
        let share = |probability: f32| Confidence::share_of(probability.into());
        let others = self.others.iter().map(|it| (it.0, share(it.1)));
        Confidence { share: share(self.confidence), others: others.filter(|it| it.1 > 0).collect() }
    }
}
