//! Writing of verified plies, word by word.

use shakmaty::{CastlingSide, Color, Square};

use super::writer::ParquetWriter;
use crate::{
    chess::{Castling, Ply, Position, Role, Standard},
    layout::Writer,
    notation::{
        Uci,
        exact::{self, Exact, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Landing, Number, Sink},
};

/// A Parquet writer with the notation it writes.
pub struct ParquetSink<'w, 'a, 'n> {
    pub writer: &'w mut ParquetWriter<'a>,
    pub notation: Exact<'n>,
}

/// A ply before it is made.
#[derive(Clone, Copy)]
pub enum Held {
    /// Its texts without marks, in the output notation, in SAN and in UCI, and its number.
    Texts([ExactWord; 3], u32, Color),
    /// A ply of a variation.
    Varied(Ply),
}

impl Sink for ParquetSink<'_, '_, '_> {
    type Held = Held;
    const ORIGINS: bool = <Exact<'_> as ExactText>::ORIGINS;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer
    }

    #[inline(always)]
    fn before(&mut self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> Option<Held> {
        if self.writer.is_varied() {
            let ply = ply.ply(board);
            self.writer.ply(position, &ply).ok()?;
            return Some(Held::Varied(ply));
        }
        let own = self.notation.text(position, board, us, ply);
        let texts = [own, ExactWord::new(ply.word, ply.len), Uci.text(position, board, us, ply)];
        Some(Held::Texts(texts, position.move_number(), us))
    }

    fn castling(
        &mut self,
        position: &Position,
        board: &Standard,
        king: Square,
        rook: Square,
    ) -> Option<Held> {
        let us = board.turn();
        if self.writer.is_varied() {
            let side = CastlingSide::from_king_side(rook > king);
            let partner = Castling { role: Role::Rook, from: rook.into(), to: side.rook_to(us).into() };
            let ply = Ply::castle(us, king.into(), side.king_to(us).into(), partner);
            self.writer.ply(position, &ply).ok()?;
            return Some(Held::Varied(ply));
        }
        let own = self.notation.castling(board, king, rook);
        let texts = [own, exact::san_castling(king, rook), Uci.castling(board, king, rook)];
        Some(Held::Texts(texts, position.move_number(), us))
    }

    #[inline(always)]
    fn after(&mut self, position: &Position, board: &Standard, _: (Number, bool), held: Held, to: Landing) {
        let (texts, number, us) = match held {
            Held::Varied(ply) => return self.writer.played(position, &ply),
            Held::Texts(texts, number, us) => (texts, number, us),
        };
        let mut marks = [(0, 0); 3];
        if board.checkers().any() {
            let effect = to.effect(board, true);
            marks = [self.notation.mark(effect, to.castled), exact::san_mark(effect), (0, 0)];
        }
        self.writer.add_words(&texts, marks);
        self.writer.add_ply(number, us.is_white(), position);
    }
}
