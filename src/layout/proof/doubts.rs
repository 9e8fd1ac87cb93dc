//! The doubts as a table for a spreadsheet, or as JSON lines for programs.
//!
//! A row has the file, the line and the column, the number of the game and of the move, the text, what it was read as, the
//! confidence, the alternatives, and the line itself. A ply that has no text, having been supplied, has its row where it is
//! missing; a text that was left out is read as nothing.

use serde::Serialize;

use super::{Passage, Proof, Texts};
use crate::{
    chess::Outcome,
    layout::{
        page_assembly::NUMBER,
        table::{Cells, Row, share},
    },
};

pub const COLUMNS: [&str; 10] = [
    "file", "line", "column", "game", "move", "text", "read_as", "confidence", "alternatives", "source_line",
];

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

/// Appends the doubts as rows of a table.
pub fn push_rows(proof: &Proof, _: Outcome, out: &mut Vec<u8>) {
    let mut row = Row::new(Cells::Commas);
    for it in proof.doubts() {
        row.begin(out.len());
        let ply = it.ply.map(|n| &proof.plies[n]);
        let alternatives: Vec<String> = ply
            .map_or(&[][..], |it| &it.others)
            .iter()
            .map(|it| format!("{} {}", it.0.own, share(it.1)))
            .collect();
        let confidence = ply.and_then(|it| it.share).map_or_else(String::new, share);
        let Passage { line, column, text, label, .. } = it.at;
        let source = proof.line(*line);
        let (line, column) = (line.to_string(), column.to_string());
        row.push(proof.file.as_bytes(), out);
        row.push(line.as_bytes(), out);
        row.push(column.as_bytes(), out);
        row.push(&[NUMBER], out);
        let read_as = ply.map_or("", |it| &it.read_as.own);
        for cell in [label, text, read_as, &confidence, &alternatives.join("; "), source] {
            row.push(cell.as_bytes(), out);
        }
        row.end(false, out);
    }
}

/// Appends the doubts as JSON lines.
pub fn push_json(proof: &Proof, _: Outcome, out: &mut Vec<u8>) {
    for it in proof.doubts() {
        let ply = it.ply.map(|n| &proof.plies[n]);
        let Passage { line, column, text, label, .. } = it.at;
        let others: &[(Texts, u16)] = ply.map_or(&[], |it| &it.others);
        let doubt = JsonDoubt {
            file: &proof.file,
            line: *line,
            column: *column,
            label,
            text,
            read_as: ply.map(|it| &*it.read_as.own),
            confidence: ply.and_then(|it| it.share).map(part),
            alternatives: others
                .iter()
                .map(|it| JsonAlternative { text: &it.0.own, confidence: part(it.1) })
                .collect(),
            source_line: proof.line(*line),
        };
        // Strings and numbers into memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &doubt);
        out.pop();
        out.extend_from_slice(b",\"game\":");
        out.push(NUMBER);
        out.extend_from_slice(b"}\n");
    }
}
