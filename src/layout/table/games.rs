//! Tables with a row per game: its best-known tags, the moves as PGN (with comments, NAGs and variations),
//! and all other tags as JSON, `[["Name","value"],…]`.
//!
//! In separated values, the cell of a tag is empty if its value is unknown, as `?` and `-`, or is a rating
//! that isn't a number, so that programs infer the types of columns; the tag is then among the others.

use super::{Cells, Holds, Row, TAGS, by_column};
use crate::{
    chess::{Comment, Nag, Outcome, Ply, Position, Tag},
    diagnostics::Located,
    layout::{
        Head, Output, Writer,
        page_assembly::{GAME, NUMBER},
        pgn::{self, Movetext, PgnWriter},
    },
    lex,
    notation::{Choice, Notation, Unwritable},
    resolve::exact,
};

/// Writes the rows of games into a buffer.
pub struct GameTable<'a> {
    out: Vec<u8>,
    is_typed: bool,
    choice: &'a Choice,
    pgn: PgnWriter<'a>,
    row: Row,
    /// Tags without a column of their own, and further ones of the same name.
    others: Vec<[String; 2]>,
    variant: &'static str,
    fen: String,
    plies: usize,
    depth: usize,
}

impl<'a> GameTable<'a> {
    /// Creates a writer of moves in this notation.
    pub fn new(choice: &'a Choice, cells: Cells) -> GameTable<'a> {
        GameTable {
            out: Vec::new(),
            is_typed: cells != Cells::Pipes,
            choice,
            pgn: PgnWriter::new(choice, 0),
            row: Row::new(cells),
            others: Vec::new(),
            variant: "",
            fen: String::new(),
            plies: 0,
            depth: 0,
        }
    }

    /// Adds cells to the row.
    fn push_all(&mut self, cells: &[&str]) {
        cells.iter().for_each(|it| self.row.push(it.as_bytes(), &mut self.out));
    }
}

/// Whether a tag has a value, of the type of its column.
fn fits_column(tag: &Tag<'_>, holds: Holds) -> bool {
    let says_something =
        tag.value.bytes().any(|it| it.is_ascii_alphanumeric()) || tag.value.contains(char::is_alphanumeric);
    says_something && (holds == Holds::Text || lex::figures(&tag.value) > 0)
}

impl Output for GameTable<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        Some(pgn::read_within(self, job))
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl<'a> Movetext<'a> for GameTable<'a> {
    #[inline(always)]
    fn pgn(&mut self) -> &mut PgnWriter<'a> {
        &mut self.pgn
    }

    #[inline(always)]
    fn count(&mut self) {
        self.plies += usize::from(self.depth == 0);
    }
}

impl Writer for GameTable<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        (self.depth, self.plies) = (0, 0);
        let shown = |tag: &Tag<'_>, n: usize| {
            !tag.value.is_empty() && (!self.is_typed || fits_column(tag, TAGS[n].2))
        };
        let mut own = [""; TAGS.len()];
        self.others.clear();
        for (column, tag) in by_column(&head.tags) {
            match column.filter(|n| shown(tag, *n)) {
                Some(n) => own[n] = &tag.value,
                None => self.others.push([&tag.name, &tag.value].map(|it| it.to_string())),
            }
        }
        self.variant = head.start.variant().name();
        self.fen = if head.start.is_first() { String::new() } else { head.start.fen() };
        self.out.push(GAME);
        self.row.begin(self.out.len());
        self.row.push(&[NUMBER], &mut self.out);
        self.push_all(&own);
        self.pgn.buffer().clear();
        self.pgn.begin_moves();
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.count();
        self.pgn.ply(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        self.pgn.skip(before, ply)
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(&*self.choice.notation)
    }

    fn shows_tags(&self) -> bool {
        true
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        self.pgn.played(after, ply);
    }

    fn nag(&mut self, nag: Nag) {
        self.pgn.nag(nag);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.pgn.comment(comment);
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.pgn.end_variation();
    }

    fn resign(&mut self, position: &Position) {
        self.pgn.resign(position);
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.pgn.end(outcome, diagnostics);
        let mut others = std::mem::take(&mut self.others);
        // The result has a column, which repeats its tag.
        let result = others.iter().position(|it| it[0] == "Result" && it[1] == outcome.marker());
        result.into_iter().for_each(|n| drop(others.remove(n)));
        let json = || serde_json::to_string(&others).unwrap_or_default();
        let others = if others.is_empty() { String::new() } else { json() };
        let (plies, fen) = (self.plies.to_string(), std::mem::take(&mut self.fen));
        self.push_all(&[outcome.marker(), self.variant, &fen, &plies, &self.choice.name]);
        self.row.push(self.pgn.buffer().trim_ascii(), &mut self.out);
        self.row.push(others.as_bytes(), &mut self.out);
        self.row.end(true, &mut self.out);
    }
}
