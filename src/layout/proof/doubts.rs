//! The doubts as a table for a spreadsheet, or as JSON lines for programs.
//!
//! A row has the file, the line and the column, the number of the game and of the move, the text, what it was read as, the
//! confidence, the alternatives, and the line itself. A ply that has no text, having been supplied, has its row where it is
//! missing; a text that was left out is read as nothing.

use serde::Serialize;

use super::{Proof, Texts};
use crate::{
    chess::{Outcome, Ply, Position},
    diagnostics::Located,
    events::Provenance,
    layout::{
        Head, Output, Writer,
        page_assembly::{GAME, NUMBER},
        table::{Cells, Row, share},
    },
    notation::{Choice, Unwritable},
};

pub const COLUMNS: [&str; 10] = [
    "file",
    "line",
    "column",
    "game",
    "move",
    "text",
    "read_as",
    "confidence",
    "alternatives",
    "source_line",
];

/// Writes the doubts about games into a buffer.
pub struct DoubtsWriter<'a> {
    out: Vec<u8>,
    choice: &'a Choice,
    /// Whether they are written as JSON lines.
    json: bool,
    proof: Proof,
}

/// A doubt in JSON. The number of the game, which comes last, is filled in later.
#[derive(Serialize)]
struct JsonDoubt<'p> {
    file: &'p str,
    line: u64,
    column: usize,
    #[serde(rename = "move")]
    label: &'p str,
    text: &'p str,
    read_as: Option<&'p str>,
    confidence: Option<f64>,
    alternatives: Vec<JsonAlternative<'p>>,
    source_line: &'p str,
}

#[derive(Serialize)]
struct JsonAlternative<'p> {
    text: &'p str,
    confidence: f64,
}

fn part(share: u16) -> f64 {
    f64::from(share) / 10_000.0
}

impl<'a> DoubtsWriter<'a> {
    /// Creates a writer of moves in this notation.
    #[must_use]
    pub fn new(choice: &'a Choice, json: bool) -> DoubtsWriter<'a> {
        DoubtsWriter { out: Vec::new(), choice, json, proof: Proof::default() }
    }

    fn rows(&mut self) {
        let mut row = Row::new(Cells::Commas);
        for it in self.proof.doubts() {
            let ply = it.ply.map(|n| &self.proof.plies[n]);
            let others: &[(Texts, u16)] = ply.map_or(&[], |it| &it.others);
            let source_line = self.proof.line(it.line);
            if self.json {
                let doubt = JsonDoubt {
                    file: &self.proof.file,
                    line: it.line,
                    column: it.column,
                    label: it.label,
                    text: it.text,
                    read_as: ply.map(|it| &*it.read_as.own),
                    confidence: ply.and_then(|it| it.share).map(part),
                    alternatives: others
                        .iter()
                        .map(|it| JsonAlternative { text: &it.0.own, confidence: part(it.1) })
                        .collect(),
                    source_line,
                };
                // Strings and numbers into memory cannot fail.
                let _ = serde_json::to_writer(&mut self.out, &doubt);
                self.out.pop();
                self.out.extend_from_slice(b",\"game\":");
                self.out.push(NUMBER);
                self.out.extend_from_slice(b"}\n");
                continue;
            }
            row.begin(self.out.len());
            let alternatives: Vec<String> =
                others.iter().map(|it| format!("{} {}", it.0.own, share(it.1))).collect();
            let confidence = ply.and_then(|it| it.share).map_or_else(String::new, share);
            let (line, column) = (it.line.to_string(), it.column.to_string());
            row.push(self.proof.file.as_bytes(), &mut self.out);
            row.push(line.as_bytes(), &mut self.out);
            row.push(column.as_bytes(), &mut self.out);
            row.push(&[NUMBER], &mut self.out);
            let read_as = ply.map_or("", |it| &it.read_as.own);
            for cell in [it.label, it.text, read_as, &confidence, &alternatives.join("; "), source_line] {
                row.push(cell.as_bytes(), &mut self.out);
            }
            row.end(false, &mut self.out);
        }
    }
}

impl Output for DoubtsWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl Writer for DoubtsWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.proof = Proof::begin(head);
    }

    fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
        Ok(())
    }

    fn wants_source(&self) -> bool {
        true
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        self.proof.add(from, self.choice);
    }

    fn end(&mut self, _: Outcome, diagnostics: &[Located]) {
        self.proof.end(diagnostics);
        self.out.push(GAME);
        self.rows();
    }
}
