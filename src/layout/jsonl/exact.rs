//! Writing of verified plies as JSON lines, word by word.

use shakmaty::{Color, Square};

use super::{BARE_END, JsonWriter, MoveState};
use crate::{
    chess::{Position, Standard},
    layout::Writer,
    notation::{
        Uci,
        exact::{self, Exact, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Landing, Number, Sink},
};

/// A JSON lines writer with the notation it writes.
pub struct JsonSink<'w, 'a, 'n> {
    writer: &'w mut JsonWriter<'a>,
    notation: Exact<'n>,
    buffer: MoveBuffer,
}

impl<'w, 'a, 'n> JsonSink<'w, 'a, 'n> {
    pub fn new(writer: &'w mut JsonWriter<'a>, notation: Exact<'n>) -> JsonSink<'w, 'a, 'n> {
        JsonSink { writer, notation, buffer: MoveBuffer { bytes: [0; 256], len: 0 } }
    }
}

/// A move's texts without marks: in the output notation, in SAN and in UCI.
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
        let buffer = &mut self.buffer;
        buffer.len = 0;
        if !self.writer.goes_on(buffer) {
            self.writer.begin_move();
        }
        buffer.push(b"\"text\":\"");
        buffer.word(&own, marks[0]);
        buffer.push(b"\",\"san\":\"");
        buffer.word(&san, marks[1]);
        buffer.push(b"\",\"uci\":\"");
        buffer.word(&uci, (0, 0));
        buffer.push(b"\"");
        self.writer.out.extend_from_slice(&buffer.bytes[..buffer.len]);
        if self.writer.fens {
            self.writer.field("fen", &position.fen());
        }
    }
}

impl JsonWriter<'_> {
    /// Ends the current move and begins another, in the common case that nothing was added to it.
    #[inline(always)]
    fn goes_on(&mut self, buffer: &mut MoveBuffer) -> bool {
        match self.lines.last_mut() {
            Some(line) if line.state == MoveState::Open && line.is_bare() => {
                line.moves += 1;
                buffer.push(BARE_END);
                buffer.push(b",{");
                true
            }
            _ => false,
        }
    }
}

/// The bytes of a move, collected until it is complete: making room in the output is slower than writing here.
struct MoveBuffer {
    bytes: [u8; 256],
    len: usize,
}

impl MoveBuffer {
    #[inline(always)]
    fn push<const N: usize>(&mut self, text: &[u8; N]) {
        if let Some(room) = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *room = *text;
            self.len += N;
        }
    }

    /// Appends a text of at most 32 bytes with its mark.
    #[inline(always)]
    fn word(&mut self, text: &ExactWord, mark: (u64, usize)) {
        let start = self.len;
        self.push(&text.words[0].to_le_bytes());
        if text.len > 16 {
            self.push(&text.words[1].to_le_bytes());
        }
        self.len = start + text.len;
        if mark.1 > 0 {
            self.push(&mark.0.to_le_bytes());
            self.len = start + text.len + mark.1;
        }
    }
}
