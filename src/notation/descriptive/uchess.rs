//! U-chess (Unambiguous Three-Symbol Chess; Mannis Charosh after Irving Chernev, 1953; page by Hans Bodlaender, 1997).
//!
//! A move is written in descriptive notation without the dash, and with at most three symbols: `PK4`, `NB3`,
//! `QxP`. A move that would need a fourth symbol cannot be written, and in the game played with this notation
//! it is illegal. Castling is always `0-0` and `0-0-0`. A promotion is `P=Q`, if it captures nothing and no
//! other pawn can promote, even with a capture; a promotion that captures a king is `PxK`.
//!
//! "As checks are ignored, moves possible by pinned pieces are considered to cause ambiguities": all
//! pseudo-legal moves count. No check, mate or capture en passant is marked. A null move is `--`.
//!
//! In an ordinary game, each move that has a text is written. For a move without one, an error names the
//! moves that share its text, and its place in the game is marked, so some games can't be read back. With
//! `it`, `es`, `pt`, `fr` the letters and their order are those of the language: `P4R`, `C2D`; with `kt` the
//! knight is `Kt`, which is one symbol. The document has no text for a promotion: `P=Q` is ours.
//!
//! The reader is that of descriptive notation.

use super::{Descriptive, names, read};
use crate::{
    chess::{Ply, PlyKind, Position, Role},
    notation::{
        interface::Notation,
        reading::{Reading, Unwritable},
    },
};

/// U-chess in one of its languages.
pub struct Uchess {
    /// The full notation, for its dialect and for describing plies without a text here.
    full: Descriptive,
    /// The piece letters, pawn first. `Kt` is one symbol.
    letters: [&'static str; 6],
}

impl Uchess {
    /// Returns U-chess with the letters of the style that names a language, or with `Kt`.
    pub fn new(styles: &[&str]) -> Uchess {
        let full = Descriptive::new(styles);
        Uchess { letters: super::letters(full.dialect, styles), full }
    }

    /// Returns the text of a ply, unique or not.
    fn text(&self, ply: &Ply) -> String {
        let letter = |role: Role| self.letters.get(role as usize - 1).copied().unwrap_or("");
        let mover = letter(ply.role());
        if let Some(victim) = ply.capture() {
            return format!("{mover}x{}", letter(victim.role));
        }
        if let Some(role) = ply.promotion() {
            return format!("{mover}={}", letter(role));
        }
        let file = letter(names::file_name(ply.to().file()).piece);
        let rank = names::rank_number(ply.color(), ply.to());
        if self.full.dialect.rank_first {
            format!("{mover}{rank}{file}")
        } else {
            format!("{mover}{file}{rank}")
        }
    }
}

impl Notation for Uchess {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Null => out.extend_from_slice(b"--"),
            PlyKind::Castle(_) => {
                let kingside = ply.is_kingside_castling() == Some(true);
                out.extend_from_slice(if kingside { b"0-0" } else { b"0-0-0" });
            }
            PlyKind::Drop => return Err(Unwritable::Drop { notation: "U-chess" }),
            PlyKind::Normal | PlyKind::EnPassant => {
                if before.size() != 8 {
                    return Err(Unwritable::Squares9 { notation: "U-chess" });
                }
                self.refuse(before, ply)?;
                out.extend_from_slice(self.text(ply).as_bytes());
            }
        }
        Ok(())
    }

    fn uses_origins(&self) -> bool {
        true
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        read::read(self.full.dialect, before, text, out);
    }

    fn disambiguate_by_rule(&self, before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {
        read::disambiguate_by_rule(before, reading, candidates);
    }

    fn placeholder(&self, before: &Position, ply: &Ply) -> Option<String> {
        let mut text = Vec::new();
        self.full.write(before, ply, &mut text).ok()?;
        String::from_utf8(text).ok()
    }
}

impl Uchess {
    /// Returns an error explaining why a ply has no text, if it has none.
    fn refuse(&self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if let (Some(captured), Some(role)) = (ply.capture(), ply.promotion())
            && (captured.role, role) != (Role::King, Role::Queen)
        {
            return Err(Unwritable::PromotionWithCapture);
        }
        let rivals = before.same_symbols(ply);
        if rivals.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(self.text(ply).as_bytes()).into_owned();
        Err(Unwritable::SharedSymbols { text, rivals })
    }
}
#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "uchess",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            b7b8n P=N
            e5d6 PxP | PxP e.p.
            e1g1 0-0 | O-O
            e1c1 0-0-0
            a1a8 RxR
            none NB8 | PxQ
            ",
        );
    }
}
