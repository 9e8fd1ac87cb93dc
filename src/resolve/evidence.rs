//! What is certain of a text, as a proofreader has stated.

use std::ops::Range;

use super::meaning;
use crate::{
    chess::{Ply, Position},
    notation::{Choice, Notation},
};

/// A certain meaning of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certain {
    /// This move, in SAN or in the notation of the game.
    Move(String),
    /// No part of the game.
    Note,
    /// A move is missing before it: any move, or this one.
    MissingBefore(Option<String>),
}

/// A range of a text whose meaning is certain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub span: Range<usize>,
    /// Its meaning.
    pub says: Certain,
}

/// Returns the plies that a text may mean in a position, in SAN or in this notation.
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
