//! Writing of verified plies as PGN, word by word.
//!
//! A space and a word are stored at once, and the space becomes a line end where the line is too long: the
//! output equals that of [`PgnWriter`], which writes everything else.

use shakmaty::{Color, Square};

use super::write::PgnWriter;
use crate::{
    chess::{Position, Standard},
    layout::Writer,
    notation::exact::{ExactPly, ExactText, ExactWord},
    resolve::exact::{Landing, Number, Sink},
};

/// A PGN writer with the notation it writes.
pub struct PgnSink<'w, 'a, 'n, T> {
    pub writer: &'w mut PgnWriter<'a>,
    pub notation: &'n T,
}

impl<T: ExactText> Sink for PgnSink<'_, '_, '_, T> {
    type Held = ExactWord;
    const ORIGINS: bool = T::ORIGINS;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer.settle();
        self.writer
    }

    fn short_comment(&mut self, text: &str) {
        self.writer.stored_comment(text);
    }

    #[inline(always)]
    fn before(
        &mut self,
        position: &Position,
        board: &Standard,
        us: Color,
        ply: &ExactPly,
    ) -> Option<ExactWord> {
        Some(self.notation.text(position, board, us, ply))
    }

    #[inline(always)]
    fn castling(&mut self, _: &Position, board: &Standard, king: Square, rook: Square) -> Option<ExactWord> {
        Some(self.notation.castling(board, king, rook))
    }

    #[inline(always)]
    fn after(
        &mut self,
        _: &Position,
        board: &Standard,
        (number, black): (Number, bool),
        text: ExactWord,
        to: Landing,
    ) {
        if self.writer.is_interrupted() {
            self.writer.number_after_all(if black { number.dotted() } else { number });
        } else if !black {
            self.writer.word(number.text, number.len);
        }
        if board.checkers().any() {
            self.marked(board, text, to);
        } else if T::WIDE {
            self.writer.long_word(&text, (0, 0));
        } else {
            self.writer.word(text.words[0] as u64, text.len);
        }
    }
}

impl<T: ExactText> PgnSink<'_, '_, '_, T> {
    #[inline(never)]
    fn marked(&mut self, board: &Standard, text: ExactWord, to: Landing) {
        let mark = self.notation.mark(to.effect(board, T::MATES), to.castled);
        self.writer.long_word(&text, mark);
    }
}
