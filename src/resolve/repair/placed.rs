//! A position of the search, shared by many offsets of a text, with cached queries.

use std::{
    cell::{OnceCell, RefCell},
    hash::{Hash, Hasher},
    ops::Deref,
    rc::Rc,
};

use super::table::FastHasher;
use crate::chess::{Color, Ply, Position, Role};

/// A position, with cached results.
pub struct Placed {
    position: Position,
    /// A hash of its pieces and turn.
    pub key: u64,
    plies: OnceCell<Box<[Ply]>>,
    /// Positions after plies already played.
    after: RefCell<Vec<(Ply, Rc<Placed>)>>,
    /// For each witness and ply, the id of the text that its notation writes, if it can.
    written: RefCell<Vec<(usize, Ply, Option<u32>)>>,
}

impl Placed {
    pub fn new(position: Position) -> Placed {
        let key = key(&position);
        let (after, written) = (RefCell::default(), RefCell::default());
        Placed { position, key, plies: OnceCell::new(), after, written }
    }

    /// Returns the legal plies.
    pub fn plies(&self) -> &[Ply] {
        self.plies.get_or_init(|| self.position.legal_plies().into())
    }

    /// Returns the position after a ply.
    pub fn after(&self, ply: Ply) -> Rc<Placed> {
        if let Some(known) = self.after.borrow().iter().find(|it| it.0 == ply) {
            return Rc::clone(&known.1);
        }
        let mut position = self.position.clone();
        position.play(&ply);
        let after = Rc::new(Placed::new(position));
        self.after.borrow_mut().push((ply, Rc::clone(&after)));
        after
    }

    /// Returns the id of the text that the notation of a witness writes for a ply, calling `write` on the
    /// first query.
    pub fn written(&self, witness: usize, ply: Ply, write: impl FnOnce() -> Option<u32>) -> Option<u32> {
        if let Some(known) = self.written.borrow().iter().find(|it| (it.0, it.1) == (witness, ply)) {
            return known.2;
        }
        let written = write();
        self.written.borrow_mut().push((witness, ply, written));
        written
    }
}

impl Deref for Placed {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

fn key(position: &Position) -> u64 {
    let mut hasher = FastHasher::default();
    position.turn().is_white().hash(&mut hasher);
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            position.pieces(color, role).hash(&mut hasher);
        }
    }
    hasher.finish()
}
