//! What is certain of a text, as a reader of proofs has said it.

use std::ops::Range;

use super::meaning;
use crate::{
    chess::{Ply, Position},
    notation::{Choice, Notation},
};

/// What a text is known to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certain {
    /// This move, in SAN or in the notation of the game.
    Move(String),
    /// Nothing of the game.
    Note,
    /// A move is missing before it: any, or this one.
    MissingBefore(Option<String>),
}

/// A range of a text of which it is certain what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub span: Range<usize>,
    /// What it says.
    pub says: Certain,
}

/// Returns the plies that a text may say in a position, in SAN or in this notation.
pub fn plies_of(notation: &dyn Notation, position: &Position, text: &str) -> Vec<Ply> {
    let san = Choice::san();
    let mut plies = meaning(&*san.notation, position, text).plies;
    for ply in meaning(notation, position, text).plies {
        if !plies.contains(&ply) {
            plies.push(ply);
        }
    }
    plies
}
