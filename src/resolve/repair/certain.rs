//! Tests a reading against what is certain of its text.

use std::ops::Range;

use super::{
    element::{Element, Kind},
    witness::{CertainText, Witness},
};
use crate::{
    chess::{Ply, Position},
    resolve::{Certain, plies_of},
};

/// A ply of a reading.
struct PlyRead {
    /// Index of its element.
    n: usize,
    /// The range of its text in offsets.
    at: Range<usize>,
    before: Position,
    ply: Ply,
}

/// Marks the certain plies among the first `end` elements of a reading, which are the game. Returns whether
/// the reading agrees with everything certain.
pub fn mark(
    reading: &mut [Element],
    end: usize,
    witness: &Witness<'_>,
    certain: &[CertainText<'_>],
    start: &Position,
) -> bool {
    let offsets = |it: &Element| witness.offset_of(it.spans[0].start)..witness.offset_of(it.spans[0].end);
    let mut plies: Vec<PlyRead> = Vec::new();
    let mut position = start.clone();
    for (n, element) in reading[..end].iter().enumerate() {
        let Some(ply) = element.ply else { continue };
        plies.push(PlyRead { n, at: offsets(element), before: position.clone(), ply });
        position.play(&ply);
    }
    certain.iter().all(|text| {
        let is_here = |at: &Range<usize>| at.start < text.end && text.start < at.end;
        let is_said =
            |it: &PlyRead, said: &str| plies_of(witness.notation, &it.before, said).contains(&it.ply);
        let found = match text.says {
            Certain::Note => {
                let is_note =
                    |(n, it): (usize, &Element)| n < end && matches!(it.kind, Kind::Skip | Kind::Note);
                return reading.iter().enumerate().filter(|it| is_here(&offsets(it.1))).all(is_note);
            }
            Certain::Move(said) => {
                let mut here = plies.iter().filter(|it| is_here(&it.at));
                let only = here.next().filter(|_| here.next().is_none());
                only.filter(|it| matches!(reading[it.n].kind, Kind::Ply { .. }) && is_said(it, said))
            }
            Certain::MissingBefore(said) => {
                let next = plies.iter().position(|it| !it.at.is_empty() && it.at.start >= text.start);
                let before = next.and_then(|n| plies.get(n.checked_sub(1)?));
                before.filter(|it| {
                    reading[it.n].kind == Kind::Missing && said.as_ref().is_none_or(|said| is_said(it, said))
                })
            }
        };
        let Some(found) = found else { return false };
        let element = &mut reading[found.n];
        (element.is_certain, element.confidence, element.others) = (true, 1.0, Vec::new());
        true
    })
}
