//! Writer of verified plies.
//!
//! For most moves, one test shows whether the short text is unique: for a quiet move, the twin of the square;
//! for a capture, other captures between such pieces. Only if there is a rival are all forms tried.

use shakmaty::Color;

use super::{
    Descriptive, MoveText, Text, canonical,
    rivals::{has_rival_captures, has_rival_on_twin},
};
use crate::{
    chess::{Effect, Ply, PlyKind, Position, Standard},
    notation::{
        Unwritable,
        exact::{Aim, Described, ExactText, ExactWord, Found},
    },
};

impl ExactText for Descriptive {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let Some((board, exact)) = ply.verified else { return self.in_full(*ply) };
        if exact.promotion.is_some() || exact.en_passant || exact.ambiguous_with.any() {
            return self.in_full(*ply);
        }
        let us = ply.color;
        if exact.captures {
            let victim = exact.captured(board);
            if has_rival_captures(board, us, exact.role, victim) {
                return self.in_full(*ply);
            }
            let (word, len) = self.captures[exact.role as usize - 1][victim as usize - 1].word();
            return ExactWord::new(word, len);
        }
        let full = usize::from(has_rival_on_twin(board, us, exact));
        let (mover, mover_len) = self.movers[exact.role as usize - 1].word();
        let (square, len) = self.squares[usize::from(us.is_black())][full][usize::from(exact.to)].word();
        // No language has longer texts than `Kt-QKt3`.
        ExactWord::new(mover | square << ((8 * mover_len) & 63), mover_len + len)
    }

    fn special(&self, _: &Position, ply: &Ply) -> ExactWord {
        let mut line = MoveText::new();
        match (ply.kind(), ply.is_kingside_castling(), self.long) {
            (PlyKind::Drop, ..) => {
                line.push_part(self.letter(ply.role()));
                line.push_part(Text::of("@"));
                line.push_part(self.square(ply, ply.to(), true));
            }
            (_, Some(true), false) => line.push_str("O-O"),
            (_, Some(false), false) => line.push_str("O-O-O"),
            (_, Some(true), true) => line.push_str("Castles"),
            (_, Some(false), true) => line.push_str("Castles QR"),
            _ => line.push_str("--"),
        }
        ExactWord::of(line.as_bytes())
    }

    fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
        let [check, discovered, double, mate] = &self.marks;
        let (word, len) = match effect {
            Effect::None => (0, 0),
            Effect::Check => check.word(),
            Effect::Discovered => discovered.word(),
            Effect::Double => double.word(),
            Effect::Mate => mate.word(),
        };
        if castled && self.long { (word << 8 | u64::from(b' '), len + 1) } else { (word, len) }
    }

    #[inline(always)]
    fn find_plain(&self, before: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        canonical::find_plain(self, before, board, us, text.as_bytes())
    }

    fn aim(&self, before: &Position, text: &str) -> Option<Aim> {
        canonical::aim(self, before, text)
    }

    fn castles_clearly(&self) -> bool {
        !self.long
    }

    fn ends(&self, rest: &[u8]) -> bool {
        canonical::is_whole(self, rest)
    }

    fn check(&self, before: &Position, _: &Ply) -> Result<(), Unwritable> {
        if before.size() != 8 {
            return Err(Unwritable::Squares9 { notation: "descriptive notation" });
        }
        Ok(())
    }
}

impl Descriptive {
    /// Returns the text of a move that has rivals, or is of a rare kind.
    #[inline(never)]
    fn in_full(&self, ply: Described<'_>) -> ExactWord {
        let mut line = MoveText::new();
        self.put(&ply, &mut line);
        let mut text = ExactWord { words: line.long_words(), len: line.as_bytes().len() };
        if ply.en_passant {
            text.push(self.dialect.en_passant.as_bytes());
        }
        text
    }
}
