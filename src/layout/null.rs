//! A writer without output, for checking games.

use super::{Head, Output, Writer};
use crate::{
    chess::{Outcome, Ply, Position, Standard},
    diagnostics::Located,
    notation::{Unwritable, exact::ExactPly},
    resolve::exact::{GameInput, Landing, Number, Read, Sink},
};

/// Discards everything.
#[derive(Debug, Default)]
pub struct NullWriter {
    buffer: Vec<u8>,
}

impl Writer for NullWriter {
    fn begin(&mut self, _: &Head<'_>) {}

    fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
        Ok(())
    }

    fn end(&mut self, _: Outcome, _: &[Located]) {}
}

impl Output for NullWriter {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    fn keeps_escapes(&self) -> bool {
        true
    }

    fn read_itself(&mut self, job: &GameInput<'_>) -> Option<Option<Read>> {
        Some(job.read(self))
    }
}

impl Sink for NullWriter {
    type Held = ();

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    #[inline(always)]
    fn before(&mut self, _: &Position, _: &Standard, _: shakmaty::Color, _: &ExactPly) -> Option<()> {
        Some(())
    }

    fn castling(&mut self, _: &Position, _: &Ply) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn after(&mut self, _: &Position, _: &Standard, _: (Number, bool), (): (), _: Landing) {}
}
