//! The default output notation, which depends on the board.

use std::{any::Any, sync::Arc};

use super::{
    board9::is_9x9,
    interface::Notation,
    letters::Letters,
    reading::{Reading, Unwritable},
};
use crate::chess::{Ply, Position};

/// SAN, and on the 9×9 board, which SAN does not support, the play notation of Chess 99.
pub struct Own {
    /// The notation for 8×8 boards.
    pub board8: Arc<dyn Notation>,
    /// The notation for 9×9 boards.
    pub board9: Arc<dyn Notation>,
}

impl Own {
    fn of(&self, position: &Position) -> &dyn Notation {
        if is_9x9(position) { &*self.board9 } else { &*self.board8 }
    }
}

impl Notation for Own {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        self.of(before).write(before, ply, out)
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        self.of(after).write_marks(after, ply, out);
    }

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        self.of(start).supports(start)
    }

    fn another_name(&self, start: &Position) -> Option<&'static str> {
        is_9x9(start).then_some("chess99")
    }

    fn letters(&self) -> Option<Letters> {
        self.board8.letters()
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        self.of(before).read(before, text, out);
    }

    fn placeholder(&self, before: &Position, ply: &Ply) -> Option<String> {
        self.of(before).placeholder(before, ply)
    }

    fn exact(&self) -> Option<&dyn Any> {
        self.board8.exact()
    }
}
