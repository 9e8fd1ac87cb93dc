//! The characters of a source, with a recogniser's scores.

use super::table::Table;
use crate::{
    notation::{
        Notation,
        costs::Cost,
        glyphs::{self, Glyph, is_blank},
    },
    resolve::Source,
    slice::Slice as _,
};

/// Maximum cost of an alternative.
const UNLIKELY: f64 = 600.0;
/// Maximum additional cost of an error in a text of which the recogniser is certain.
const SURE: f64 = 300.0;

/// A recogniser's scores of a text: its length in glyphs, the additional cost of an error in it, and the
/// alternatives.
pub struct Scored {
    pub len: usize,
    pub slip: Cost,
    pub others: Vec<Alternative>,
}

/// An alternative to the text at an offset.
pub struct Alternative {
    pub text: String,
    pub codes: Vec<u8>,
    pub cost: Cost,
}

/// Returns the characters of a source, without whatever is certainly not part of the line, and the
/// recogniser's scores by the offset of their text.
pub fn glyphs(
    source: &dyn Source,
    notation: &dyn Notation,
    place: usize,
    limit: usize,
) -> (Vec<Glyph>, Table<usize, Scored>) {
    let text = source.text();
    let mut last = place.saturating_add(limit).min(text.len());
    while !text.is_char_boundary(last) {
        last -= 1;
    }
    let text = text.slice(..last);
    let place = place.min(last);
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut scored = Table::default();
    let (mut from, mut at) = (place, place);
    while let Some(found) = text.slice(at..).find(['{', '(', ';', '$', '%', '[']).map(|n| at + n) {
        at = found + 1;
        if let Some(end) = source.aside(found) {
            notation.glyphs(text.slice(from..found), from, &mut glyphs);
            let end = end.clamp(found + 1, text.len());
            glyphs::push(' ', found, end, &mut glyphs);
            (from, at) = (end, end);
        }
    }
    notation.glyphs(text.slice(from..), from, &mut glyphs);
    for recognised in source.recognised().iter().filter(|it| (place..last).contains(&it.at)) {
        let Some(first) = recognised.readings.first() else { continue };
        let of_text = recognised.at..recognised.at + first.0.len();
        let n = glyphs.partition_point(|it| it.start < of_text.start);
        let here = glyphs[n..].iter().take_while(|it| it.start < of_text.end);
        let len = here.enumerate().filter(|it| !is_blank(it.1.code)).last().map_or(0, |it| it.0 + 1);
        scored.insert(n, Scored { len, ..scores(&recognised.readings, notation) });
    }
    (glyphs, scored)
}

/// Converts a recogniser's scores of its first reading and the others to costs.
fn scores(readings: &[(String, f64)], notation: &dyn Notation) -> Scored {
    let score = |n: usize| readings.get(n).map_or(0.0, |it| it.1).max(1e-6);
    let cost = |share: f64, most: f64| (100.0 * share.ln()).clamp(0.0, most) as Cost;
    let all: f64 = (0..readings.len()).map(score).sum();
    let slip = cost(score(0) / (1.0 - all).max(1e-6), SURE);
    let others = readings.iter().enumerate().skip(1).map(|(n, (text, _))| {
        let mut glyphs = Vec::new();
        notation.glyphs(text, 0, &mut glyphs);
        let codes = glyphs.into_iter().map(|it| it.code).collect();
        Alternative { text: text.clone(), codes, cost: cost(score(0) / score(n), UNLIKELY) }
    });
    Scored { len: 0, slip, others: others.collect() }
}
