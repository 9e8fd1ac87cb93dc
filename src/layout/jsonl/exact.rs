//! Writing verified plies as JSON lines, in words of the processor.

use shakmaty::{Color, Square};

use super::{JsonWriter, MoveState};
use crate::{
    chess::{Position, Standard},
    layout::Writer,
    notation::{
        Uci,
        exact::{self, Exact, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Landing, Number, Sink},
};

/// A writer of JSON lines with the notation that it writes.
pub struct JsonSink<'w, 'a, 'n> {
    pub writer: &'w mut JsonWriter<'a>,
    pub notation: Exact<'n>,
}

/// A move's texts without marks: in the notation that is written, in SAN and in UCI.
#[derive(Clone, Copy)]
pub struct Texts {
    own: ExactWord,
    san: ExactWord,
    uci: ExactWord,
}

impl Sink for JsonSink<'_, '_, '_> {
    type Held = Texts;
    const ORIGINS: bool = <Exact<'_> as ExactText>::ORIGINS;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer
    }

    #[inline(always)]
    fn before(&mut self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> Option<Texts> {
        let own = self.notation.text(position, board, us, ply);
        Some(Texts { own, san: ExactWord::new(ply.word, ply.len), uci: Uci.text(position, board, us, ply) })
    }

    fn castling(&mut self, _: &Position, board: &Standard, king: Square, rook: Square) -> Option<Texts> {
        let own = self.notation.castling(board, king, rook);
        Some(Texts { own, san: exact::san_castling(king, rook), uci: Uci.castling(board, king, rook) })
    }

    #[inline(always)]
    fn after(
        &mut self,
        position: &Position,
        board: &Standard,
        _: (Number, bool),
        Texts { own, san, uci }: Texts,
        to: Landing,
    ) {
        let mut marks = [(0, 0); 2];
        if board.checkers().any() {
            let effect = to.effect(board, true);
            marks = [self.notation.mark(effect, to.castled), exact::san_mark(effect)];
        }
        self.writer.next_move();
        self.writer.text(b"\"text\":\"", &own, marks[0]);
        self.writer.text(b"\",\"san\":\"", &san, marks[1]);
        self.writer.text(b"\",\"uci\":\"", &uci, (0, 0));
        self.writer.out.push(b'"');
        if self.writer.fens {
            self.writer.field("fen", &position.fen());
        }
    }
}

impl JsonWriter<'_> {
    /// Ends the move at hand and begins another one.
    #[inline(always)]
    fn next_move(&mut self) {
        match self.lines.last_mut() {
            Some(line) if line.state == MoveState::Open && line.is_bare() => {
                line.moves += 1;
                self.out.extend_from_slice(b",\"nags\":[],\"comments\":[],\"variations\":[]},{");
            }
            _ => self.begin_move(),
        }
    }

    /// Appends what stands before a text, and the text with its mark.
    #[inline(always)]
    fn text<const N: usize>(&mut self, before: &[u8; N], text: &ExactWord, mark: (u64, usize)) {
        self.out.extend_from_slice(before);
        let len = self.out.len();
        self.out.extend_from_slice(&text.words[0].to_le_bytes());
        if text.len > 16 {
            self.out.extend_from_slice(&text.words[1].to_le_bytes());
        }
        self.out.truncate(len + text.len);
        self.out.extend_from_slice(&mark.0.to_le_bytes()[..mark.1]);
    }
}
