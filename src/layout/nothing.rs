//! A writer that writes nothing: for games that are read to see what is wrong with them.

use super::{Head, Output, Writer};
use crate::{
    chess::{Comment, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    notation::Unwritable,
};

/// Writes nothing, whatever comes.
#[derive(Debug, Default)]
pub struct Nothing {
    buffer: Vec<u8>,
}

impl Writer for Nothing {
    fn begin(&mut self, _: &Head<'_>) {}

    fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
        Ok(())
    }

    fn suits(&self, _: &Position) -> Result<(), Unwritable> {
        Ok(())
    }

    fn uses_origins(&self) -> bool {
        false
    }

    fn played(&mut self, _: &Position, _: &Ply) {}

    fn nag(&mut self, _: Nag) {}

    fn comment(&mut self, _: &Comment<'_>) {}

    fn begin_variation(&mut self) {}

    fn end_variation(&mut self) {}

    fn end(&mut self, _: Outcome, _: &[Located]) {}
}

impl Output for Nothing {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}
