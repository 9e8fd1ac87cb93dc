//! The texts of a ply in a record or scoresheet: in the notation of the output and, in records, in SAN and
//! UCI.
//!
//! When games are read exactly, the texts are made directly from what finding the ply has shown.

use std::{iter, sync::Arc};

use shakmaty::Color;

use super::Writer;
use crate::{
    chess::{Ply, Position, Standard},
    eight::ShortText,
    notation::{
        Choice, Exact, Notation, Uci, Unwritable, Visitor,
        exact::{self, Described, ExactPly, ExactText, ExactWord},
    },
    resolve::exact::{Events, GameInput, Landing, Number, Read, Sink},
};

/// The texts of a ply, without marks.
pub type Texts = [ExactWord; 3];
/// The check marks of these texts, with their lengths in bytes.
pub type Marks = [(u64, usize); 3];

/// The texts of a ply received as an event.
pub struct EventTexts {
    texts: Vec<EventText>,
    /// Move number and side of the ply.
    pub number: (u32, Color),
}

struct EventText {
    notation: Arc<dyn Notation>,
    is_supported: bool,
    text: Vec<u8>,
    is_written: bool,
}

impl EventTexts {
    /// Creates texts in the notation of the output and, if `has_others`, in SAN and UCI.
    pub fn new(choice: &Choice, has_others: bool) -> EventTexts {
        let others = [Choice::san(), Choice::uci()].map(|it| it.notation).into_iter().filter(|_| has_others);
        let texts = iter::once(Arc::clone(&choice.notation)).chain(others).map(|notation| EventText {
            notation,
            is_supported: true,
            text: Vec::new(),
            is_written: false,
        });
        EventTexts { texts: texts.collect(), number: (0, Color::White) }
    }

    /// Begins a game from this position.
    pub fn begin(&mut self, start: &Position) {
        self.texts.iter_mut().for_each(|it| it.is_supported = it.notation.supports(start).is_ok());
    }

    /// Writes the texts, without marks. Fails if the output's notation can't write the ply.
    pub fn write(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        let own = &mut self.texts[0];
        own.text.clear();
        own.notation.write(before, ply, &mut own.text)?;
        self.write_others(before, ply);
        self.texts[0].is_written = true;
        Ok(())
    }

    /// Like [`Self::write`], for a ply that the output's notation can't write.
    pub fn write_others(&mut self, before: &Position, ply: &Ply) {
        self.number = (before.move_number(), before.turn());
        self.texts[0].is_written = false;
        for it in &mut self.texts[1..] {
            it.text.clear();
            it.is_written = it.is_supported && it.notation.write(before, ply, &mut it.text).is_ok();
        }
    }

    /// Returns the texts with their marks, given the position after the ply.
    pub fn marked(&mut self, after: &Position, ply: &Ply) -> impl Iterator<Item = Option<&[u8]>> {
        for it in self.texts.iter_mut().filter(|it| it.is_written && after.may_have_marks()) {
            it.notation.write_marks(after, ply, &mut it.text);
        }
        self.texts.iter().map(|it| it.is_written.then_some(&*it.text))
    }
}

pub trait Records: Writer {
    /// Whether the current line is written separately, so that its plies are received as events.
    fn is_varied(&self) -> bool {
        false
    }

    /// Adds the ply that led to this position.
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position);

    fn writer(&mut self) -> &mut dyn Writer;
}

/// Reads a game exactly into records with texts in this notation. Writers called through `dyn` share one copy
/// of the reader per notation.
pub fn read<W: Records + ?Sized>(
    writer: &mut W,
    notation: &dyn Notation,
    game: &GameInput<'_>,
) -> Option<Read> {
    match Exact::of(notation) {
        Some(notation) => notation.visit_san(Reading { writer, game }),
        None => game.read(&mut Events(writer.writer())),
    }
}

/// A writer of scoresheets, which have plies in their own notation only.
pub trait Sheet: Writer {
    /// Whether the current line is a variation, whose plies are received as events.
    fn is_varied(&self) -> bool;

    /// Adds the ply that led to this position, with its text and mark.
    fn enter(&mut self, ply: &Ply, text: &ExactWord, mark: (u64, usize), after: &Position);
}

/// Reads a game exactly into a scoresheet with texts in this notation.
pub fn read_sheet(writer: &mut dyn Sheet, notation: &dyn Notation, game: &GameInput<'_>) -> Option<Read> {
    match Exact::of(notation) {
        // Most are of this notation.
        Some(Exact::Sllavcco(notation)) => ReadingSheet { writer, game }.visit(notation),
        Some(notation) => notation.visit_san(ReadingSheet { writer, game }),
        None => game.read(&mut Events(writer)),
    }
}

/// Appends a text with its mark.
#[inline(always)]
pub fn push<const N: usize>(text: &ExactWord, (mark, len): (u64, usize), out: &mut ShortText<'_, N>) {
    if text.len <= 8 {
        out.push_first(&(text.words[0] as u64).to_le_bytes(), text.len);
    } else {
        out.push_word(text.words[0], text.len.min(16));
        out.push_word(text.words[1], text.len.saturating_sub(16));
    }
    if len > 0 {
        out.push_word(mark.into(), len);
    }
}

/// Returns the number and side of the ply that led to a position.
#[inline(always)]
pub fn number(after: &Position) -> (u32, Color) {
    let us = !after.turn();
    (after.move_number() - u32::from(us.is_black()), us)
}

struct Reading<'r, W: ?Sized> {
    writer: &'r mut W,
    game: &'r GameInput<'r>,
}

impl<W: Records + ?Sized> Visitor for Reading<'_, W> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        let texts = [ExactWord::EMPTY; 3];
        self.game.read(&mut RecordSink { writer: self.writer, notation, texts })
    }
}

/// A writer of records with the notation of the output.
struct RecordSink<'r, W: ?Sized, T> {
    writer: &'r mut W,
    notation: &'r T,
    /// The texts of a ply before it is made; passing them back and forth would copy them each time.
    texts: Texts,
}

impl<W: Records + ?Sized, T: ExactText> Sink for RecordSink<'_, W, T> {
    /// The ply, if it is received as an event.
    type Held = Option<Ply>;

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer.writer()
    }

    #[inline(always)]
    fn before(
        &mut self,
        position: &Position,
        board: &Standard,
        us: Color,
        ply: &ExactPly,
    ) -> Option<Self::Held> {
        if self.writer.is_varied() {
            return self.event(position, ply.ply(board));
        }
        let said = Described::verified(position, board, us, ply);
        let [own, san, uci] = &mut self.texts;
        *own = self.notation.text(&said);
        *san = ExactWord::of_san(&said);
        *uci = Uci.text(&said);
        Some(None)
    }

    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Self::Held> {
        if self.writer.is_varied() {
            return self.event(position, *ply);
        }
        let own = self.notation.special(position, ply);
        self.texts = [own, exact::san_castling(ply), Uci.special(position, ply)];
        Some(None)
    }

    #[inline(always)]
    fn after(
        &mut self,
        position: &Position,
        board: &Standard,
        _: (Number, bool),
        event: Self::Held,
        to: Landing,
    ) {
        match event {
            Some(ply) => self.writer.played(position, &ply),
            None => {
                let marks = self.marks(board, to);
                self.writer.add(&self.texts, &marks, position);
            }
        }
    }
}

impl<W: Records + ?Sized, T: ExactText> RecordSink<'_, W, T> {
    fn event(&mut self, position: &Position, ply: Ply) -> Option<Option<Ply>> {
        self.writer.ply(position, &ply).ok()?;
        Some(Some(ply))
    }

    /// Returns the marks of the ply just made; UCI has none.
    #[inline(always)]
    fn marks(&self, board: &Standard, to: Landing) -> Marks {
        if !to.checks {
            return [(0, 0); 3];
        }
        let own = self.notation.mark(to.effect(board, T::MATES), to.castled);
        [own, exact::san_mark(to.effect(board, true)), (0, 0)]
    }
}

struct ReadingSheet<'r> {
    writer: &'r mut dyn Sheet,
    game: &'r GameInput<'r>,
}

impl Visitor for ReadingSheet<'_> {
    type Output = Option<Read>;

    fn visit<T: ExactText>(self, notation: &T) -> Option<Read> {
        self.game.read(&mut SheetSink { writer: self.writer, notation })
    }
}

/// A writer of scoresheets with its notation, called through `dyn`.
struct SheetSink<'r, T> {
    writer: &'r mut dyn Sheet,
    notation: &'r T,
}

impl<T: ExactText> Sink for SheetSink<'_, T> {
    /// The ply with its text, unless it is received as an event.
    type Held = (Ply, Option<ExactWord>);

    fn writer(&mut self) -> &mut dyn Writer {
        self.writer
    }

    #[inline(always)]
    fn before(
        &mut self,
        position: &Position,
        board: &Standard,
        us: Color,
        exact: &ExactPly,
    ) -> Option<Self::Held> {
        let ply = exact.ply(board);
        if self.writer.is_varied() {
            self.writer.ply(position, &ply).ok()?;
            return Some((ply, None));
        }
        Some((ply, Some(self.notation.text(&Described::verified(position, board, us, exact)))))
    }

    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Self::Held> {
        if self.writer.is_varied() {
            self.writer.ply(position, ply).ok()?;
            return Some((*ply, None));
        }
        Some((*ply, Some(self.notation.special(position, ply))))
    }

    #[inline(always)]
    fn after(
        &mut self,
        position: &Position,
        board: &Standard,
        _: (Number, bool),
        (ply, text): Self::Held,
        to: Landing,
    ) {
        let Some(text) = text else { return self.writer.played(position, &ply) };
        let mark =
            if to.checks { self.notation.mark(to.effect(board, T::MATES), to.castled) } else { (0, 0) };
        self.writer.enter(&ply, &text, mark, position);
    }
}
