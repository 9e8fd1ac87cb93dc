//! Writing of verified plies as JSON lines, word by word.

use shakmaty::Color;

use super::{BARE_END, JsonWriter, MoveState};
use crate::{
    chess::{Ply, Position, Standard},
    layout::{Output, Writer},
    notation::{
        Exact, Uci, Visitor,
        exact::{self, Described, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Events, GameInput, Landing, Number, Read, Sink},
};

/// A JSON lines writer with the notation it writes.
struct JsonSink<'w, 'a, 'n, T> {
    writer: &'w mut JsonWriter<'a>,
    notation: &'n T,
    buffer: MoveBuffer,
}

/// Reads a game as JSON lines in any notation.
struct Reading<'r, 'w, 'a> {
    writer: &'w mut JsonWriter<'a>,
    job: &'r GameInput<'r>,
}

impl Visitor for Reading<'_, '_, '_> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        let buffer = MoveBuffer { bytes: [0; 256], len: 0 };
        self.job.read(&mut JsonSink { writer: self.writer, notation, buffer })
    }
}

/// A move's texts without marks: in the output notation, in SAN and in UCI.
#[derive(Clone, Copy)]
pub struct Texts {
    own: ExactWord,
    san: ExactWord,
    uci: ExactWord,
}

impl Output for JsonWriter<'_> {
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

impl<T: ExactText> Sink for JsonSink<'_, '_, '_, T> {
    type Held = Texts;
    const ORIGINS: bool = T::ORIGINS;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer
    }

    #[inline(always)]
    fn before(&mut self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> Option<Texts> {
        let said = Described::verified(position, board, us, ply);
        let own = self.notation.text(&said);
        Some(Texts { own, san: ExactWord::new(ply.word, ply.len), uci: Uci.text(&said) })
    }

    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Texts> {
        let own = self.notation.special(position, ply);
        Some(Texts { own, san: exact::san_castling(ply), uci: Uci.special(position, ply) })
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
            let own = self.notation.mark(to.effect(board, T::MATES), to.castled);
            marks = [own, exact::san_mark(to.effect(board, true))];
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
