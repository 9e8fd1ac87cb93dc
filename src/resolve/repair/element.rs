//! The interpretation of a part of a text.

use std::ops::Range;

use crate::{chess::Ply, events::Confidence, notation::costs::Cost};

/// Meaning of a text, or of an edge between two nodes of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A ply with a text; the fields have a bit for each witness.
    Ply {
        /// Witnesses with a text for it.
        told: u8,
        /// Witnesses whose text means it literally.
        exact: u8,
    },
    /// A ply without a text.
    Missing,
    /// A ply whose text is exchanged with that of the next ply, or that next ply.
    Exchanged,
    /// A number in this witness.
    Number(u8),
    /// A word or character that is not a move.
    Skip,
    /// A word of a note on a page.
    Note,
    /// A word that may be a move, dropped.
    LeftOut,
    /// The side to move resigns.
    Resigns,
}

/// An interpreted element of a text.
#[derive(Clone, Debug)]
pub struct Element {
    /// The kind.
    pub kind: Kind,
    /// The ply.
    pub ply: Option<Ply>,
    /// Its range in each witness; empty without a text.
    pub spans: [Range<usize>; 2],
    /// The probability that it is correct.
    pub confidence: f32,
    /// Other candidate plies and their probabilities, most likely first.
    pub others: Vec<(Ply, f32)>,
    /// The cost.
    pub cost: Cost,
    /// Whether the ply is certain.
    pub is_certain: bool,
}

impl Element {
    /// Returns the confidence in it, with the alternatives.
    pub fn confidence(&self) -> Confidence {
        let share = |probability: f32| Confidence::share_of(probability.into());
        let others = self.others.iter().map(|it| (it.0, share(it.1)));
        Confidence { share: share(self.confidence), others: others.filter(|it| it.1 > 0).collect() }
    }
}
