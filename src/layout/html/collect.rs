//! Collection of a game's events until its scoresheet can be drawn.

use std::borrow::Cow;

use maud::{Markup, html};

use super::{
    annotation, board,
    collected::{Collected, GAME, NUMBER, Note, plain},
    language::Language,
    scoresheet, text,
};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Ply, Position, Role, Square, Squares, Tag, Tags},
    diagnostics::Located,
    eight::ShortText,
    layout::{Head, Output, Writer, page_assembly, pgn::push_number},
    lex,
    notation::{Choice, Notation, Unwritable, exact::Described},
};

/// A place for a diagram: the move number, and the side whose ply it follows.
pub type DiagramAt = (u32, Color);

/// Appends the changes of a ply on the board as squares with their new contents, `-` for empty: `e2-e4P`.
fn push_change(after: &Position, ply: &Ply, out: &mut String) {
    if ply.is_null() {
        return;
    }
    let mut room = [0; 16];
    let mut text = ShortText::new(&mut room);
    let mut push =
        |square: Square, content: u8| text.push(&[square.file_char(), square.rank_char(), content]);
    let letter = |color: Color, role: Role| role.letter() | color.fold_wb(0, 0x20);
    if after.ordinary().is_some() && (ply.is_normal() || ply.is_en_passant()) {
        push(ply.from(), b'-');
        if let Some(captured) = ply.capture().filter(|_| ply.is_en_passant()) {
            push(captured.square, b'-');
        }
        push(ply.to(), letter(ply.color(), ply.promotion().unwrap_or(ply.role())));
        return out.push_str(std::str::from_utf8(text.as_bytes()).unwrap_or_default());
    }
    let castling = ply.castling();
    let squares = [
        Some(ply.from()),
        ply.capture().map(|it| it.square),
        castling.map(|it| it.from),
        castling.map(|it| it.to),
        Some(ply.to()),
    ];
    let mut seen = Squares::NONE;
    for square in squares.into_iter().flatten() {
        if seen.contains(square) {
            continue;
        }
        seen |= Squares::only(square);
        push(square, after.piece_at(square).map_or(b'-', |(color, role)| letter(color, role)));
    }
    out.push_str(std::str::from_utf8(text.as_bytes()).unwrap_or_default());
}

/// Writes games as scoresheets of a page into a buffer.
pub struct HtmlWriter<'a> {
    out: Vec<u8>,
    notation: &'a dyn Notation,
    language: Language,
    game: Collected,
    text: Vec<u8>,
    /// The plies of the main line after which to show diagrams.
    diagrams: &'a [DiagramAt],
    /// The positions at the beginnings of the open variations.
    outer: Vec<Position>,
    /// Whether the next move of a variation needs its number even if it is Black's.
    interrupted: bool,
}

impl<'a> HtmlWriter<'a> {
    /// Creates a writer of moves in this notation, with diagrams after these plies besides those that comments request.
    #[must_use]
    pub fn new(choice: &'a Choice, diagrams: &'a [DiagramAt]) -> HtmlWriter<'a> {
        HtmlWriter {
            out: Vec::new(),
            notation: &*choice.notation,
            language: Language::of(choice),
            game: Collected::default(),
            text: Vec::new(),
            diagrams,
            outer: Vec::new(),
            interrupted: false,
        }
    }

    /// Returns the note after the last ply of the main line.
    fn note(&mut self) -> &mut Note {
        let ply = self.game.plies.len();
        let notes = &mut self.game.notes;
        if notes.last().is_none_or(|it| it.ply != ply) {
            notes.push(Note { ply, text: Markup::default(), for_people: false, begins_line: true });
        }
        let last = notes.len() - 1;
        &mut notes[last]
    }

    /// Enters a ply of this position, whose text is written by `write`.
    #[inline(always)]
    fn enter(
        &mut self,
        before: &Position,
        write: impl FnOnce(&dyn Notation, &mut Vec<u8>) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        self.text.clear();
        let (number, color) = (before.move_number(), before.turn());
        if !self.outer.is_empty() && (color == Color::White || self.interrupted) {
            push_number(number, &mut self.text);
            self.text.extend_from_slice(color.fold_wb(".\u{a0}", "…\u{a0}").as_bytes());
        }
        write(self.notation, &mut self.text)?;
        self.interrupted = false;
        if self.outer.is_empty() {
            self.game.enter(number, color);
        }
        Ok(())
    }

    fn say(&mut self, part: &Markup, for_people: bool) {
        let note = self.note();
        if !std::mem::take(&mut note.begins_line) {
            note.text.0.push(' ');
        }
        note.text.0.push_str(&part.0);
        note.for_people |= for_people;
    }

    /// Adds a remark: its clock and evaluation go to the ply if that is on the main line, and it gets a diagram
    /// if it requests one.
    fn remark(&mut self, mut text: String) {
        if let (true, Some(ply)) = (self.outer.is_empty(), self.game.plies.last_mut()) {
            for (command, slot) in [("clk", &mut ply.clock), ("eval", &mut ply.eval)] {
                if slot.is_none() {
                    *slot = annotation::take_command(&mut text, command);
                }
            }
        }
        let asks = annotation::take_diagram(&mut text);
        if !text.trim().is_empty() {
            self.say(&text::comment(&text), !lex::is_commands(&text));
        }
        if asks {
            self.diagram();
        }
    }

    fn diagram(&mut self) {
        let drawn = html! { span.diagram { (board::diagram(&self.game.end, None)) } };
        self.say(&drawn, true);
    }
}

impl Output for HtmlWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Writer for HtmlWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        let owned = |text: &str| Cow::Owned(plain(text));
        let tags = head.tags.0.iter().map(|it| Tag { name: owned(&it.name), value: owned(&it.value) });
        self.game = Collected {
            tags: Tags(tags.collect()),
            start: head.start.clone(),
            end: head.start.clone(),
            ..Collected::default()
        };
        self.outer.clear();
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.enter(before, |notation, text| notation.write(before, ply, text))
    }

    fn verified(&mut self, said: &Described<'_>, ply: &Ply) -> Result<(), Unwritable> {
        self.enter(said.before, |notation, text| notation.write_verified(said, ply, text))
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self.notation)
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.notation.resignation() {
            self.game.enter(position.move_number(), position.turn());
            self.game.fill(None, sign, |_| {});
        }
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if after.may_have_marks() {
            self.notation.write_marks(after, ply, &mut self.text);
        }
        let text = std::str::from_utf8(&self.text).unwrap_or_default();
        self.game.end.clone_from(after);
        if !self.outer.is_empty() {
            let mut change = String::new();
            push_change(after, ply, &mut change);
            let drawn = html! { i data-d=(change) { (text::move_text(text)) } };
            return self.say(&drawn, true);
        }
        self.game.fill(Some(*ply), text, |out| push_change(after, ply, out));
        if !self.diagrams.is_empty()
            && let Some(entered) = self.game.plies.last()
            && self.diagrams.contains(&(entered.number, entered.color))
        {
            self.diagram();
        }
    }

    fn nag(&mut self, nag: Nag) {
        if nag == Nag::DIAGRAM || nag == Nag::DIAGRAM_FROM_BLACK {
            return self.diagram();
        }
        match self.game.plies.last_mut() {
            Some(ply) if self.outer.is_empty() => ply.nags.push(nag),
            _ => self.say(&scoresheet::nag_symbol(nag), true),
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let text = plain(&comment.text);
        self.interrupted = true;
        match comment.kind {
            CommentKind::Text => self.remark(text),
            CommentKind::Escape => self.say(&html! { code { "%" (text) } }, false),
            CommentKind::Unread => {
                self.say(&html! { span.unread { (self.language.say("Not read:")) " " (text) } }, true)
            }
            CommentKind::Unwritten => {
                self.say(&html! { span.unread { (self.language.say("Not written:")) " " (text) } }, true)
            }
            CommentKind::Repaired => {
                self.say(&html! { span.repaired { (self.language.say("Repaired:")) " " (text) } }, true)
            }
        }
    }

    fn begin_variation(&mut self) {
        self.outer.push(self.game.end.clone());
        self.interrupted = true;
        let note = self.note();
        note.text.0.push_str(" <span class=\"line\">(");
        (note.begins_line, note.for_people) = (true, true);
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        self.game.end = outer;
        self.interrupted = true;
        let note = self.note();
        note.text.0.push_str(")</span>");
        note.begins_line = false;
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        let columns = self.notation.scoresheet();
        let drawn = scoresheet::game(&self.game, outcome, diagnostics, columns, self.language).0;
        self.out.extend(drawn.bytes().map(|byte| match char::from(byte) {
            NUMBER => page_assembly::NUMBER,
            GAME => page_assembly::GAME,
            _ => byte,
        }));
    }
}
