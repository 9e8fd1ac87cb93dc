//! Records of the plies of a main line, each with its variations as PGN: the rows of a table, and the plies
//! of Parquet.

use super::{
    Head, Output, Writer,
    pgn::PgnWriter,
    texts::{self, EventTexts, Marks, Records, Texts},
};
use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position},
    diagnostics::Located,
    events::Provenance,
    notation::{Choice, Notation, Unwritable},
    resolve::exact,
};

/// Receives the plies of main lines and their annotations.
pub trait PlyRecords {
    fn buffer(&mut self) -> &mut Vec<u8>;

    /// Begins a game, with plies in this notation.
    fn begin(&mut self, head: &Head<'_>, choice: &Choice);

    /// Adds the ply that led to this position, whose texts were made by the exact reader.
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position);

    /// Adds a ply received as an event.
    fn played(&mut self, texts: &mut EventTexts, after: &Position, ply: &Ply);

    /// Adds a placeholder for a ply that the notation can't write.
    fn skip(&mut self, placeholder: String, texts: &mut EventTexts, before: &Position, ply: &Ply);

    /// Whether the source text of each ply is shown.
    fn wants_source(&self) -> bool {
        false
    }

    fn provenance(&mut self, _: &Provenance<'_>) {}

    fn confidence(&mut self, _: u16) {}

    fn nag(&mut self, nag: Nag);

    fn comment(&mut self, text: &str);

    /// Adds a variation of the last ply, as PGN.
    fn variation(&mut self, text: &str);

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]);
}

/// Writes games as records of their plies.
pub struct PlyWriter<'a, R> {
    records: R,
    choice: &'a Choice,
    texts: EventTexts,
    /// Writes variations.
    pgn: PgnWriter<'a>,
    depth: usize,
}

impl<'a, R: PlyRecords> PlyWriter<'a, R> {
    /// Creates a writer of moves in this notation and, if `has_others`, also in SAN and UCI.
    pub fn new(choice: &'a Choice, has_others: bool, records: R) -> PlyWriter<'a, R> {
        let (texts, pgn) = (EventTexts::new(choice, has_others), PgnWriter::new(choice, 0));
        PlyWriter { records, choice, texts, pgn, depth: 0 }
    }
}

impl<R: PlyRecords> Output for PlyWriter<'_, R> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.records.buffer()
    }

    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        let choice = self.choice;
        // Dynamic dispatch is cheap here: most time goes into the records of a ply.
        let writer: &mut dyn Records = self;
        Some(texts::read(writer, &*choice.notation, job))
    }
}

impl<R: PlyRecords> Records for PlyWriter<'_, R> {
    fn is_varied(&self) -> bool {
        self.depth > 0
    }

    #[inline(always)]
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        self.records.add(texts, marks, after);
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }
}

impl<R: PlyRecords> Writer for PlyWriter<'_, R> {
    fn begin(&mut self, head: &Head<'_>) {
        self.depth = 0;
        self.texts.begin(head.start);
        self.pgn.buffer().clear();
        self.pgn.begin_moves();
        self.records.begin(head, self.choice);
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return self.pgn.ply(before, ply);
        }
        self.texts.write(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        if self.depth > 0 {
            return self.pgn.skip(before, ply);
        }
        let Some(placeholder) = self.choice.notation.placeholder(before, ply) else { return false };
        self.records.skip(placeholder, &mut self.texts, before, ply);
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(&*self.choice.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            return self.pgn.played(after, ply);
        }
        self.records.played(&mut self.texts, after, ply);
    }

    fn wants_source(&self) -> bool {
        self.records.wants_source()
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        if self.depth == 0 {
            self.records.provenance(from);
        }
    }

    fn confidence(&mut self, share: u16) {
        if self.depth == 0 {
            self.records.confidence(share);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.depth > 0 {
            return self.pgn.nag(nag);
        }
        self.records.nag(nag);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.depth > 0 {
            self.pgn.comment(comment);
        } else if comment.kind != CommentKind::Escape {
            self.records.comment(&comment.text);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.pgn.end_variation();
        if self.depth == 0 {
            let text = std::mem::take(self.pgn.buffer());
            self.pgn.begin_moves();
            self.records.variation(String::from_utf8_lossy(&text).trim());
        }
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.records.end(outcome, diagnostics);
    }
}

/// Appends a text after a space.
pub fn push_word(out: &mut String, text: &str) {
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(text);
}
