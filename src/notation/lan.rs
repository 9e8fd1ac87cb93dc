//! Long algebraic notation: both squares, always.
//!
//! `e2-e4`, `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`; `+` is check, `#` is mate. A drop is written as in SAN, `N@f3`.
//! In Chess 99 castling names the partner (`Kf1&Bg1`, `Ke9&Ra9`), a late promotion the new piece
//! (`f1=Nd2`, `f1=Nxd2`), and a capture en passant by a piece is marked, `Bf8xb4e.p.`.
//!
//! The reader forgives what [`super::algebraic`] lists, and so reads SAN as well.

use super::{Notation, Reading, Unwritable, algebraic, letters::Letters, push_square};
use crate::{
    model::{Ply, PlyKind, Role},
    rules::Position,
};

/// Long algebraic notation with the letters of a language, or figurines.
pub struct Lan {
    /// The piece letters.
    pub letters: Letters,
}

impl Notation for Lan {
    fn write(&self, _: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant => {
                if ply.role() != Role::Pawn {
                    out.extend_from_slice(self.letters.write(ply.color(), ply.role()).as_bytes());
                }
                push_square(ply.from(), out);
                out.push(if ply.is_capture() { b'x' } else { b'-' });
                push_square(ply.to(), out);
                if let Some(role) = ply.promotion() {
                    out.push(b'=');
                    out.extend_from_slice(self.letters.write(ply.color(), role).as_bytes());
                }
            }
            _ => algebraic::write_special(self.letters, ply, out),
        }
        Ok(())
    }

    fn write_marks(&self, after: &Position, _: &Ply, out: &mut Vec<u8>) {
        algebraic::write_marks(after, out);
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        algebraic::read(self.letters, before, text, out);
    }
}
