//! The doubts as a table for spreadsheets, or as JSON lines for programs.
//!
//! A row has the file, line and column, the number of the game and the move, the text, what it was read as,
//! the confidence, the alternatives, and the line itself. A supplied ply, which has no text, has its row
//! where the text is missing; for a dropped text, what it was read as is empty.

use serde::Serialize;

use super::Proof;
use crate::{
    chess::Outcome,
    events::Confidence,
    layout::{
        page_assembly::NUMBER,
        table::{Cells, Row},
    },
};

pub const COLUMNS: [&str; 10] = [
    "file", "line", "column", "game", "move", "text", "read_as", "confidence", "alternatives", "source_line",
];

/// A doubt, without the number of the game, which is filled in later.
#[derive(Serialize)]
struct Doubt<'p> {
    file: &'p str,
    line: u64,
    column: usize,
    #[serde(rename = "move")]
    label: &'p str,
    text: &'p str,
    read_as: Option<&'p str>,
    confidence: Option<f64>,
    alternatives: Vec<Alternative<'p>>,
    source_line: &'p str,
}

#[derive(Serialize)]
struct Alternative<'p> {
    text: &'p str,
    confidence: f64,
}

fn doubts(proof: &Proof) -> impl Iterator<Item = Doubt<'_>> {
    proof.doubts().into_iter().map(|it| {
        let ply = it.ply.map(|n| &proof.plies[n]);
        let others = ply.into_iter().flat_map(|it| &it.others);
        Doubt {
            file: &proof.file,
            line: it.at.line,
            column: it.at.column,
            label: &it.at.label,
            text: &it.at.text,
            read_as: ply.map(|it| &*it.read_as.own),
            confidence: ply.and_then(|it| it.share).map(Confidence::number),
            alternatives: others
                .map(|it| Alternative { text: &it.0.own, confidence: Confidence::number(it.1) })
                .collect(),
            source_line: proof.line(it.at.line),
        }
    })
}

/// Appends the doubts as rows of a table.
pub fn push_rows(proof: &Proof, _: Outcome, out: &mut Vec<u8>) {
    let mut row = Row::new(Cells::Commas);
    for it in doubts(proof) {
        row.begin(out.len());
        let others: Vec<String> =
            it.alternatives.iter().map(|it| format!("{} {}", it.text, it.confidence)).collect();
        for cell in [it.file, &it.line.to_string(), &it.column.to_string()] {
            row.push(cell.as_bytes(), out);
        }
        row.push(&[NUMBER], out);
        let read_as = it.read_as.unwrap_or_default();
        let confidence = it.confidence.map_or_else(String::new, |it| it.to_string());
        for cell in [it.label, it.text, read_as, &confidence, &others.join("; "), it.source_line] {
            row.push(cell.as_bytes(), out);
        }
        row.end(false, out);
    }
}

/// Appends the doubts as JSON lines.
pub fn push_json(proof: &Proof, _: Outcome, out: &mut Vec<u8>) {
    for it in doubts(proof) {
        // Strings and numbers written into memory can't fail.
        let _ = serde_json::to_writer(&mut *out, &it);
        out.pop();
        out.extend_from_slice(b",\"game\":");
        out.push(NUMBER);
        out.extend_from_slice(b"}\n");
    }
}
