//! Writing of verified plies, word by word.

use shakmaty::Color;

use super::writer::ParquetWriter;
use crate::{
    chess::{Ply, Position, Standard},
    layout::{Output, Writer},
    notation::{
        Exact, Uci, Visitor,
        exact::{self, Described, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Events, GameInput, Landing, Number, Read, Sink},
};

/// A Parquet writer with the notation it writes.
struct ParquetSink<'w, 'a, 'n, T> {
    writer: &'w mut ParquetWriter<'a>,
    notation: &'n T,
}

/// Reads a game into a table in any notation.
struct Reading<'r, 'w, 'a> {
    writer: &'w mut ParquetWriter<'a>,
    job: &'r GameInput<'r>,
}

impl Visitor for Reading<'_, '_, '_> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        self.job.read(&mut ParquetSink { writer: self.writer, notation })
    }
}

/// A ply before it is made.
#[derive(Clone, Copy)]
pub enum Held {
    /// Its texts without marks, in the output notation, in SAN and in UCI, and its number.
    Texts([ExactWord; 3], u32, Color),
    /// A ply of a variation.
    Varied(Ply),
}

impl Output for ParquetWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn read_exactly(&mut self, job: &GameInput<'_>) -> Option<Read> {
        match Exact::of(&*self.choice.notation) {
            Some(notation) => notation.visit(Reading { writer: self, job }),
            None => job.read(&mut Events(self)),
        }
    }
}

impl<T: ExactText> Sink for ParquetSink<'_, '_, '_, T> {
    type Held = Held;
    const ORIGINS: bool = T::ORIGINS;

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
        let said = Described::verified(position, board, us, ply);
        let texts = [self.notation.text(&said), ExactWord::new(ply.word, ply.len), Uci.text(&said)];
        Some(Held::Texts(texts, position.move_number(), us))
    }

    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Held> {
        if self.writer.is_varied() {
            self.writer.ply(position, ply).ok()?;
            return Some(Held::Varied(*ply));
        }
        let own = self.notation.special(position, ply);
        let texts = [own, exact::san_castling(ply), Uci.special(position, ply)];
        Some(Held::Texts(texts, position.move_number(), ply.color()))
    }

    #[inline(always)]
    fn after(&mut self, position: &Position, board: &Standard, _: (Number, bool), held: Held, to: Landing) {
        let (texts, number, us) = match held {
            Held::Varied(ply) => return self.writer.played(position, &ply),
            Held::Texts(texts, number, us) => (texts, number, us),
        };
        let mut marks = [(0, 0); 3];
        if board.checkers().any() {
            let own = self.notation.mark(to.effect(board, T::MATES), to.castled);
            marks = [own, exact::san_mark(to.effect(board, true)), (0, 0)];
        }
        self.writer.add_words(&texts, marks);
        self.writer.add_ply(number, us.is_white(), position);
    }
}
