//! Lengths of move texts in each notation, which measure how economical it is.
//!
//! [`Lengths`] is a writer like those of the layouts: for every ply of the main line it writes one byte per
//! notation, the number of characters of the text, or 0 if there is none. So it works wherever games are
//! converted, and is rolled back with a game like any output. [`LengthStats`] adds the bytes up.
//!
//! Characters include marks and spaces inside a move; spaces between moves and move numbers do not count.

use std::ops::RangeBounds;

use crate::{
    chess::{Outcome, Ply, Position},
    diagnostics::Located,
    layout::{Head, Output, Writer},
    notation::{Choice, Unwritable},
};

/// Writes the lengths of move texts.
pub struct Lengths<'a> {
    choices: &'a [Choice],
    out: Vec<u8>,
    /// Which of the notations support the current game.
    supported: Vec<bool>,
    /// The lengths of the last ply's texts, without marks.
    lengths: Vec<u8>,
    /// A text buffer.
    text: Vec<u8>,
}

impl<'a> Lengths<'a> {
    /// Creates a writer of lengths in these notations.
    pub fn new(choices: &'a [Choice]) -> Lengths<'a> {
        Lengths { choices, out: Vec::new(), supported: Vec::new(), lengths: Vec::new(), text: Vec::new() }
    }

    /// Returns the number of characters of the text.
    fn characters(&self) -> u8 {
        let characters = self.text.iter().filter(|it| **it & 0xc0 != 0x80).count();
        u8::try_from(characters).unwrap_or(u8::MAX)
    }
}

impl Writer for Lengths<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.supported = self.choices.iter().map(|it| it.notation.supports(head.start).is_ok()).collect();
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.lengths.clear();
        for (choice, supported) in self.choices.iter().zip(&self.supported) {
            self.text.clear();
            let written = *supported && choice.notation.write(before, ply, &mut self.text).is_ok();
            let length = if written { self.characters() } else { 0 };
            self.lengths.push(length);
        }
        Ok(())
    }

    fn uses_origins(&self) -> bool {
        self.choices.iter().any(|it| it.notation.uses_origins())
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        let marked = after.may_have_marks();
        for (n, choice) in self.choices.iter().enumerate() {
            if marked && self.lengths[n] > 0 {
                self.text.clear();
                choice.notation.write_marks(after, ply, &mut self.text);
                self.lengths[n] = self.lengths[n].saturating_add(self.characters());
            }
        }
        self.out.extend_from_slice(&self.lengths);
    }

    fn end(&mut self, _: Outcome, _: &[Located]) {}
}

impl Output for Lengths<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

/// The distribution of text lengths in one notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The number of texts of each length, from 0 (no text).
    lengths: [u64; 256],
    /// Characters here and in the reference notation, over the plies that both can write.
    compared: [u64; 2],
}

impl Counts {
    /// Returns the number of plies with a text.
    pub fn written(&self) -> u64 {
        self.lengths[1..].iter().sum()
    }

    /// Returns the average number of characters per ply; `None` if no ply has a text.
    pub fn average(&self) -> Option<f64> {
        let characters: u64 = self.lengths.iter().zip(0..).map(|(count, length)| count * length).sum();
        ratio(characters, self.written())
    }

    /// Returns the share of characters saved against the reference notation, over the plies that both can write.
    pub fn economy(&self) -> Option<f64> {
        let [own, other] = self.compared;
        ratio(own, other).map(|it| 1.0 - it)
    }

    /// Returns the share of texts with lengths in this range; `None` if there are no texts.
    pub fn share(&self, lengths: impl RangeBounds<usize>) -> Option<f64> {
        let counts = self.lengths.iter().enumerate().skip(1);
        ratio(counts.filter(|it| lengths.contains(&it.0)).map(|it| it.1).sum(), self.written())
    }

    /// Returns the length of the longest text.
    pub fn longest(&self) -> usize {
        self.lengths.iter().rposition(|it| *it > 0).unwrap_or(0)
    }
}

fn ratio(one: u64, other: u64) -> Option<f64> {
    (other > 0).then(|| one as f64 / other as f64)
}

/// The distribution of text lengths in several notations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LengthStats {
    pub plies: u64,
    /// One per notation, in their order.
    pub counts: Vec<Counts>,
}

impl LengthStats {
    /// Creates empty counts for this many notations; the first is the reference.
    pub fn new(notations: usize) -> LengthStats {
        LengthStats { plies: 0, counts: vec![Counts { lengths: [0; 256], compared: [0; 2] }; notations] }
    }

    /// Adds the output of [`Lengths`].
    pub fn add(&mut self, lengths: &[u8]) {
        for ply in lengths.chunks_exact(self.counts.len()) {
            self.plies += 1;
            for (counts, &length) in self.counts.iter_mut().zip(ply) {
                counts.lengths[usize::from(length)] += 1;
                if length > 0 && ply[0] > 0 {
                    counts.compared[0] += u64::from(length);
                    counts.compared[1] += u64::from(ply[0]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_add_up() {
        let mut tally = LengthStats::new(2);
        tally.add(&[2, 2, 1, 0, 6, 2]);
        assert_eq!(tally.plies, 3);
        let [first, second] = &tally.counts[..] else { panic!("two notations") };
        assert_eq!((first.average(), first.economy(), first.written()), (Some(3.0), Some(0.0), 3));
        assert_eq!((second.average(), second.economy(), second.written()), (Some(2.0), Some(0.5), 2));
        assert_eq!(
            (first.share(2..=2), first.share(3..), second.share(2..=2)),
            (Some(1.0 / 3.0), Some(1.0 / 3.0), Some(1.0))
        );
        assert_eq!((first.longest(), second.longest()), (6, 2));
    }

    #[test]
    fn what_is_not_there_has_no_average() {
        let tally = LengthStats::new(1);
        let counts = &tally.counts[0];
        assert_eq!((counts.average(), counts.economy(), counts.share(2..=9)), (None, None, None));
    }
}
