//! Writes verified plies as PGN, word by word.
//!
//! Stores a space and a word at once, and turns the space into a line end if the line is too long. The output
//! equals that of [`PgnWriter`], which writes everything else.

use shakmaty::Color;

use super::write::PgnWriter;
use crate::{
    chess::{Ply, Position, Standard},
    layout::{NagForm, Numbers, Output, Writer},
    notation::{
        self, Exact, Visitor,
        exact::{self, Described, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Events, GameInput, Landing, Number, Read, Sink},
};

/// A writer of a game's moves as PGN, alone or as a part of its output.
pub trait Movetext<'a>: Writer {
    fn pgn(&mut self) -> &mut PgnWriter<'a>;

    /// Called after each ply written.
    fn count(&mut self) {}
}

/// Reads a game exactly and writes its moves as PGN.
fn read(writer: &mut PgnWriter<'_>, game: &GameInput<'_>) -> Option<Read> {
    match exact_notation(writer) {
        Some(notation) => notation.visit(Reading { writer, game }),
        None => game.read(&mut Events(writer)),
    }
}

/// The same as a part of other output.
pub fn read_within<'a>(writer: &mut impl Movetext<'a>, game: &GameInput<'_>) -> Option<Read> {
    match exact_notation(writer.pgn()) {
        Some(notation) => notation.visit_san(Reading { writer, game }),
        None => game.read(&mut Events(writer)),
    }
}

/// Returns the notation of the moves, if verified plies can be written.
fn exact_notation<'n>(pgn: &PgnWriter<'n>) -> Option<Exact<'n>> {
    // Other number styles are rare; symbols for NAGs need the end of the move.
    let is_plain = pgn.style.numbers == Numbers::Dotted && pgn.style.nags != Some(NagForm::Symbols);
    Exact::of(pgn.notation).filter(|_| is_plain)
}

struct Reading<'r, W> {
    writer: &'r mut W,
    game: &'r GameInput<'r>,
}

impl<'a, W: Movetext<'a>> Visitor for Reading<'_, W> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        self.game.read(&mut PgnSink { writer: self.writer, notation })
    }
}

/// Writes movetext in a notation.
struct PgnSink<'r, W, T> {
    writer: &'r mut W,
    notation: &'r T,
}

impl Output for PgnWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.settle();
        &mut self.out
    }

    fn write_in(&mut self, named: Option<&str>) {
        let Some(otherwise) = self.otherwise else { return };
        let choice = named.and_then(notation::of_name).unwrap_or(otherwise);
        self.notation = &*choice.notation;
        self.tag = (choice.name != "san").then_some(&choice.name);
    }

    fn read_itself(&mut self, job: &GameInput<'_>) -> Option<Option<Read>> {
        if self.otherwise.is_some() {
            let tags = job.tags().filter(|_| !job.notations.is_given());
            self.write_in(tags.as_ref().and_then(|it| it.get("Notation")));
        }
        Some(read(self, job))
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl<'a> Movetext<'a> for PgnWriter<'a> {
    #[inline(always)]
    fn pgn(&mut self) -> &mut PgnWriter<'a> {
        self
    }
}

impl<'a, W: Movetext<'a>, T: ExactText> Sink for PgnSink<'_, W, T> {
    type Held = ExactWord;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer.pgn().settle();
        self.writer
    }

    #[inline(always)]
    fn short_comment(&mut self, text: &str) {
        self.writer.pgn().stored_comment(text);
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
        self.writer.count();
        let pgn = self.writer.pgn();
        let number = match black {
            false => Some(number),
            true if pgn.is_interrupted() => Some(number.dotted()),
            true => None,
        };
        if to.checks {
            // A copy, so that the text can stay in registers.
            self.marked(board, number, ExactWord { words: text.words, len: text.len }, to);
        } else if T::WIDE {
            pgn.numbered_long_word(number, &text, (0, 0));
        } else {
            pgn.short_word(number, text.words[0] as u64, text.len);
        }
    }
}

impl<'a, W: Movetext<'a>, T: ExactText> PgnSink<'_, W, T> {
    #[inline(never)]
    fn marked(&mut self, board: &Standard, number: Option<Number>, text: ExactWord, to: Landing) {
        let mark = self.notation.mark(to.effect(board, T::MATES), to.castled);
        let pgn = self.writer.pgn();
        if !T::WIDE && text.len + mark.1 <= 8 {
            let word = exact::cut(text.words[0] as u64, text.len) | mark.0 << ((8 * text.len) & 63);
            return pgn.short_word(number, word, text.len + mark.1);
        }
        pgn.numbered_long_word(number, &text, mark);
    }
}
