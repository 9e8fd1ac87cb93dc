//! Collects the events of a game until its scoresheet can be drawn.

use std::borrow::Cow;

use maud::{Markup, html};

use super::{
    annotation, board,
    collected::{Additions, CELL, CELL_END, CELL_TEXT, Collected, Entered, GAME, NUMBER, Note, plain},
    language::Language,
    scoresheet, text,
};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Ply, Position, Role, Square, Squares, Tag, Tags},
    diagnostics::Located,
    eight::{self, ShortText},
    layout::{
        Head, Output, Writer, page_assembly,
        pgn::push_number,
        texts::{self, Sheet},
    },
    lex,
    notation::{
        Choice, Notation, Unwritable,
        exact::{self, ExactWord, cut},
    },
    resolve::exact::{GameInput, Read},
};

/// Where a diagram is drawn: after the ply of this move number and side.
pub type DiagramAt = (u32, Color);

/// Appends the changes of a ply on the board: squares with their new contents, `-` for empty, as in `e2-e4P`.
#[inline(always)]
fn push_change<const N: usize>(after: &Position, ply: &Ply, text: &mut ShortText<'_, N>) {
    let mut push = |square: Square, content: u8| {
        text.push_first(&(exact::name(square) | u64::from(content) << 16).to_le_bytes(), 3);
    };
    let letter = |color: Color, role: Role| role.letter() | color.fold_wb(0, 0x20);
    if after.ordinary().is_some() && (ply.is_normal() || ply.is_en_passant()) {
        push(ply.from(), b'-');
        if let Some(captured) = ply.capture().filter(|_| ply.is_en_passant()) {
            push(captured.square, b'-');
        }
        return push(ply.to(), letter(ply.color(), ply.promotion().unwrap_or(ply.role())));
    }
    if ply.is_null() {
        return;
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
}

/// Whether a text is short and needs no escapes.
#[inline(always)]
fn is_plain(text: &ExactWord) -> bool {
    let word = cut(text.words[0] as u64, text.len & 7);
    let escaped = [b'&', b'<', b'>', b'"'];
    let escaped = escaped.iter().fold(word & eight::HIGH, |found, it| found | eight::equal(word, *it));
    (1..8).contains(&text.len) && escaped == 0
}

/// Writes games as the scoresheets of a page into a buffer.
pub struct HtmlWriter<'a> {
    out: Vec<u8>,
    notation: &'a dyn Notation,
    language: Language,
    game: Collected,
    /// Cells and texts of the game's plies.
    cells: Vec<u8>,
    text: Vec<u8>,
    /// Plies of the main line after which diagrams are shown.
    diagrams: &'a [DiagramAt],
    /// Positions at the beginnings of the open variations.
    outer: Vec<Position>,
    /// Whether the next move of a variation needs its number even if it is Black's.
    interrupted: bool,
    /// Move number and side of a ply received as an event.
    number: (u32, Color),
}

impl<'a> HtmlWriter<'a> {
    /// Creates a writer of moves in this notation, with diagrams after these plies and wherever comments
    /// request them.
    pub fn new(choice: &'a Choice, diagrams: &'a [DiagramAt]) -> HtmlWriter<'a> {
        HtmlWriter {
            out: Vec::new(),
            notation: &*choice.notation,
            language: Language::of(choice),
            game: Collected::default(),
            cells: Vec::new(),
            text: Vec::new(),
            diagrams,
            outer: Vec::new(),
            interrupted: false,
            number: (0, Color::White),
        }
    }

    /// Returns the note after the last ply of the main line, creating it if necessary.
    fn note(&mut self) -> &mut Note {
        let ply = self.game.plies.len();
        let notes = &mut self.game.notes;
        if notes.last().is_none_or(|it| it.ply != ply) {
            notes.push(Note { ply, text: Markup::default(), for_people: false, begins_line: true });
        }
        let last = notes.len() - 1;
        &mut notes[last]
    }

    /// Adds a ply of the main line whose text needs no escapes.
    #[inline(always)]
    fn fill_plain(&mut self, ply: &Ply, text: &ExactWord, mark: (u64, usize), after: &Position) {
        let mut room = [0; 96];
        let mut cell = ShortText::new(&mut room);
        cell.push(CELL);
        push_change(after, ply, &mut cell);
        let change_end = self.cells.len() + cell.as_bytes().len();
        cell.push(CELL_TEXT);
        texts::push(text, mark, &mut cell);
        cell.push(CELL_END);
        let start = self.cells.len();
        self.cells.extend_from_slice(cell.as_bytes());
        let end = self.cells.len();
        let text = [change_end + CELL_TEXT.len(), end - CELL_END.len()];
        let (number, color) = texts::number(after);
        let cell = [start, end];
        // Constructed in place: pushing would copy it from where it has just been written, which stalls.
        self.game.plies.extend(std::iter::once_with(|| Entered {
            number,
            color,
            ply: Some(*ply),
            additions: None,
            cell,
            change_end,
            text,
        }));
    }

    /// Adds any ply of the main line, or a sign of resignation.
    fn fill(&mut self, (number, color): (u32, Color), ply: Option<Ply>, text: &str) {
        let start = self.cells.len();
        let mut room = [0; 48];
        let mut change = ShortText::new(&mut room);
        if let Some(ply) = &ply {
            push_change(&self.game.end, ply, &mut change);
        }
        self.cells.extend_from_slice(CELL);
        self.cells.extend_from_slice(change.as_bytes());
        let change_end = self.cells.len();
        self.cells.extend_from_slice(CELL_TEXT);
        self.cells.extend_from_slice(html! { (text::MoveText(text)) }.0.as_bytes());
        self.cells.extend_from_slice(CELL_END);
        let cell = [start, self.cells.len()];
        self.cells.extend_from_slice(text.as_bytes());
        let text = [cell[1], self.cells.len()];
        self.game.plies.push(Entered { number, color, ply, additions: None, cell, change_end, text });
    }

    /// Adds a diagram after the last ply of the main line, if one is requested there.
    fn draw(&mut self) {
        if !self.diagrams.is_empty()
            && let Some(entered) = self.game.plies.last()
            && self.diagrams.contains(&(entered.number, entered.color))
        {
            self.diagram();
        }
    }

    fn say(&mut self, part: &Markup, for_people: bool) {
        let note = self.note();
        if !std::mem::take(&mut note.begins_line) {
            note.text.0.push(' ');
        }
        note.text.0.push_str(&part.0);
        note.for_people |= for_people;
    }

    /// Adds a text with a label saying what happened to it.
    fn say_about(&mut self, class: &str, what: &'static str, text: &str) {
        self.say(&html! { span class=(class) { (self.language.say(what)) " " (text) } }, true);
    }

    /// Adds a remark. Its clock and evaluation go to the ply if that is in the main line, and a diagram is
    /// drawn if the remark requests one.
    fn remark(&mut self, mut text: String) {
        if let (true, Some(ply)) = (self.outer.is_empty(), self.game.plies.last_mut()) {
            type Slot = fn(&mut Additions) -> &mut Option<String>;
            const SLOTS: [(&str, Slot); 2] = [("clk", |it| &mut it.clock), ("eval", |it| &mut it.eval)];
            for (command, slot) in SLOTS {
                let is_filled = ply.additions.as_mut().is_some_and(|it| slot(it).is_some());
                if !is_filled && let Some(value) = annotation::take_command(&mut text, command) {
                    *slot(ply.additions()) = Some(value);
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

    fn read_itself(&mut self, job: &GameInput<'_>) -> Option<Option<Read>> {
        let notation = self.notation;
        Some(texts::read_sheet(self, notation, job))
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Sheet for HtmlWriter<'_> {
    fn is_varied(&self) -> bool {
        !self.outer.is_empty()
    }

    fn enter(&mut self, ply: &Ply, text: &ExactWord, mark: (u64, usize), after: &Position) {
        self.interrupted = false;
        self.game.end.clone_from(after);
        if is_plain(text) {
            self.fill_plain(ply, text, mark, after);
        } else {
            let mut room = [0; 64];
            let mut whole = ShortText::new(&mut room);
            texts::push(text, mark, &mut whole);
            let whole = std::str::from_utf8(whole.as_bytes()).unwrap_or_default();
            self.fill(texts::number(after), Some(*ply), whole);
        }
        self.draw();
    }
}

impl Writer for HtmlWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        let owned = |text: &str| Cow::Owned(plain(text));
        let tags = head.tags.0.iter().map(|it| Tag { name: owned(&it.name), value: owned(&it.value) });
        let mut plies = std::mem::take(&mut self.game.plies);
        plies.clear();
        self.game = Collected {
            tags: Tags(tags.collect()),
            start: head.start.clone(),
            end: head.start.clone(),
            plies,
            ..Collected::default()
        };
        self.cells.clear();
        self.outer.clear();
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.text.clear();
        let (number, color) = (before.move_number(), before.turn());
        if !self.outer.is_empty() && (color == Color::White || self.interrupted) {
            push_number(number, &mut self.text);
            self.text.extend_from_slice(color.fold_wb(".\u{a0}", "…\u{a0}").as_bytes());
        }
        self.notation.write(before, ply, &mut self.text)?;
        self.interrupted = false;
        self.number = (number, color);
        Ok(())
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self.notation)
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.notation.resignation() {
            self.fill((position.move_number(), position.turn()), None, sign);
        }
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if after.may_have_marks() {
            self.notation.write_marks(after, ply, &mut self.text);
        }
        let written = std::mem::take(&mut self.text);
        let text = std::str::from_utf8(&written).unwrap_or_default();
        self.game.end.clone_from(after);
        if self.outer.is_empty() {
            self.fill(self.number, Some(*ply), text);
            self.draw();
        } else {
            let mut room = [0; 48];
            let mut change = ShortText::new(&mut room);
            push_change(after, ply, &mut change);
            let change = std::str::from_utf8(change.as_bytes()).unwrap_or_default();
            let drawn = html! { i data-d=(change) { (text::MoveText(text)) } };
            self.say(&drawn, true);
        }
        self.text = written;
    }

    fn nag(&mut self, nag: Nag) {
        if nag == Nag::DIAGRAM || nag == Nag::DIAGRAM_FROM_BLACK {
            return self.diagram();
        }
        match self.game.plies.last_mut() {
            Some(ply) if self.outer.is_empty() => ply.additions().nags.push(nag),
            _ => self.say(&scoresheet::nag_symbol(nag), true),
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let text = plain(&comment.text);
        self.interrupted = true;
        match comment.kind {
            CommentKind::Text => self.remark(text),
            CommentKind::Escape => self.say(&html! { code { "%" (text) } }, false),
            CommentKind::Unread => self.say_about("unread", "Not read:", &text),
            CommentKind::Unwritten => self.say_about("unread", "Not written:", &text),
            CommentKind::Repaired => self.say_about("repaired", "Repaired:", &text),
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
        self.game.texts = String::from_utf8(std::mem::take(&mut self.cells)).unwrap_or_default();
        let drawn = scoresheet::game(&self.game, outcome, diagnostics, columns, self.language).0;
        self.cells = std::mem::take(&mut self.game.texts).into_bytes();
        let drawn = drawn.as_bytes();
        let mut start = 0;
        for at in memchr::memchr2_iter(NUMBER as u8, GAME as u8, drawn) {
            self.out.extend_from_slice(&drawn[start..at]);
            self.out.push(if drawn[at] == NUMBER as u8 {
                page_assembly::NUMBER
            } else {
                page_assembly::GAME
            });
            start = at + 1;
        }
        self.out.extend_from_slice(&drawn[start..]);
    }
}
