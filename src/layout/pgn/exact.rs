//! Writing of verified plies as PGN, word by word.
//!
//! A space and a word are stored at once, and the space becomes a line end where the line is too long: the
//! output equals that of [`PgnWriter`], which writes everything else.

use shakmaty::Color;

use super::write::PgnWriter;
use crate::{
    chess::{Ply, Position, Standard},
    layout::{NagForm, Numbers, Output, Writer},
    notation::{
        self, Exact, Visitor,
        exact::{Described, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Events, GameInput, Landing, Number, Read, Sink},
};

/// A PGN writer with the notation it writes.
struct PgnSink<'w, 'a, 'n, T> {
    writer: &'w mut PgnWriter<'a>,
    notation: &'n T,
}

/// Reads a game as PGN in any notation.
struct Reading<'r, 'w, 'a> {
    writer: &'w mut PgnWriter<'a>,
    job: &'r GameInput<'r>,
}

impl Visitor for Reading<'_, '_, '_> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        self.job.read(&mut PgnSink { writer: self.writer, notation })
    }
}

impl Output for PgnWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.settle();
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn write_in(&mut self, named: Option<&str>) {
        let Some(otherwise) = self.otherwise else { return };
        let choice = named.and_then(notation::of_name).unwrap_or(otherwise);
        self.notation = &*choice.notation;
        self.tag = (choice.name != "san").then_some(&choice.name);
    }

    fn read_exactly(&mut self, job: &GameInput<'_>) -> Option<Read> {
        if self.otherwise.is_some() {
            let tags = job.tags().filter(|_| !job.notations.is_given());
            self.write_in(tags.as_ref().and_then(|it| it.get("Notation")));
        }
        // Other number styles are rare, and symbols need the end of the move.
        let is_plain = self.style.numbers == Numbers::Dotted && self.style.nags != Some(NagForm::Symbols);
        match Exact::of(self.notation).filter(|_| is_plain) {
            Some(notation) => notation.visit(Reading { writer: self, job }),
            None => job.read(&mut Events(self)),
        }
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
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
        Some(self.notation.text(&Described::verified(position, board, us, ply)))
    }

    #[inline(always)]
    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<ExactWord> {
        Some(self.notation.special(position, ply))
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
