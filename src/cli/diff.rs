//! A unified diff of a file, written while the file is read.

use std::{
    collections::VecDeque,
    io::{self, IsTerminal as _, Write as _},
};

use anyhow::{Context as _, Result};

use super::report::sanitized;

/// Equal lines shown around a difference.
const CONTEXT: usize = 3;

/// The most pairs of lines of a game that are compared; a larger game differs as a whole.
const MOST_PAIRS: usize = 4 << 20;

/// Writes the differences between the old and the new text of a file.
pub struct UnifiedDiff {
    name: String,
    /// The number of lines seen.
    old: usize,
    new: usize,
    /// The last equal lines before the next difference.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    out: Vec<u8>,
    begun: bool,
}

/// Differences that share their context.
struct Hunk {
    /// The number of lines before it.
    old: usize,
    new: usize,
    body: Vec<u8>,
    /// The equal lines since the last difference.
    equal: usize,
}

/// A line of a diff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line<'t> {
    Equal(&'t [u8]),
    Removed(&'t [u8]),
    Added(&'t [u8]),
}

impl UnifiedDiff {
    /// Begins the diff of the file with this name.
    pub fn new(name: String) -> UnifiedDiff {
        let (before, out) = (VecDeque::new(), Vec::new());
        UnifiedDiff { name, old: 0, new: 0, before, hunk: None, out, begun: false }
    }

    /// Adds the next lines of both texts; they must be complete unless the text ends.
    pub fn add(&mut self, old: &[u8], new: &[u8]) -> Result<()> {
        compare(&lines(old), &lines(new), &mut |line| match line {
            Line::Equal(text) => self.equal(text),
            Line::Removed(text) => self.differing(b'-', text),
            Line::Added(text) => self.differing(b'+', text),
        });
        self.print()
    }

    pub fn end(mut self) -> Result<()> {
        self.end_hunk();
        self.print()
    }

    fn equal(&mut self, text: &[u8]) {
        self.old += 1;
        self.new += 1;
        if let Some(hunk) = &mut self.hunk {
            hunk.equal += 1;
            if hunk.equal <= CONTEXT {
                push_line(b' ', text, &mut hunk.body);
            }
            // The next difference might still share the context.
            if hunk.equal > 2 * CONTEXT {
                self.end_hunk();
            }
        }
        self.before.push_back(text.to_vec());
        if self.before.len() > CONTEXT {
            self.before.pop_front();
        }
    }

    fn differing(&mut self, sign: u8, text: &[u8]) {
        let shown = self.hunk.as_ref().map_or(0, |it| it.equal.min(CONTEXT));
        let hunk = self.hunk.get_or_insert_with(|| Hunk {
            old: self.old - self.before.len(),
            new: self.new - self.before.len(),
            body: Vec::new(),
            equal: self.before.len(),
        });
        // The first of the equal lines since the last difference are already included.
        let missing = hunk.equal - shown;
        for line in self.before.iter().skip(self.before.len() - missing.min(self.before.len())) {
            push_line(b' ', line, &mut hunk.body);
        }
        hunk.equal = 0;
        self.before.clear();
        push_line(sign, text, &mut hunk.body);
        if sign == b'-' { self.old += 1 } else { self.new += 1 }
    }

    fn end_hunk(&mut self) {
        let Some(hunk) = self.hunk.take() else { return };
        if !std::mem::replace(&mut self.begun, true) {
            self.out.extend_from_slice(format!("--- {0}\n+++ {0}\n", self.name).as_bytes());
        }
        let after = hunk.equal.saturating_sub(CONTEXT);
        let range = |from: usize, to: usize| match to - from {
            // A range without lines is named by the line before it.
            0 => format!("{from},0"),
            1 => format!("{}", from + 1),
            len => format!("{},{len}", from + 1),
        };
        let (old, new) = (range(hunk.old, self.old - after), range(hunk.new, self.new - after));
        self.out.extend_from_slice(format!("@@ -{old} +{new} @@\n").as_bytes());
        self.out.extend_from_slice(&hunk.body);
    }

    /// Prints the complete hunks.
    fn print(&mut self) -> Result<()> {
        let text = std::mem::take(&mut self.out);
        let mut out = io::stdout().lock();
        let written = if out.is_terminal() {
            let plain = String::from_utf8_lossy(&text).replace('\r', "");
            out.write_all(plain.split_inclusive('\n').map(shown).collect::<String>().as_bytes())
        } else {
            out.write_all(&text)
        };
        written.and_then(|()| out.flush()).context("cannot write <stdout>")
    }
}

/// Returns a line that is safe to show on a terminal.
fn shown(line: &str) -> String {
    format!("{}\n", sanitized(line.trim_end_matches('\n')))
}

fn push_line(sign: u8, text: &[u8], out: &mut Vec<u8>) {
    out.push(sign);
    out.extend_from_slice(text);
    match text.last() {
        Some(b'\n') => {}
        Some(b'\r') => out.push(b'\n'),
        _ => out.extend_from_slice(b"\n\\ No newline at end of file\n"),
    }
}

/// Splits a text into lines with their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let is_end = |here: u8, next: u8| here == b'\n' || here == b'\r' && next != b'\n';
    text.chunk_by(|here, next| !is_end(*here, *next)).collect()
}

/// Passes the lines of two texts to `take` with the fewest differences.
fn compare<'t>(old: &[&'t [u8]], new: &[&'t [u8]], take: &mut dyn FnMut(Line<'t>)) {
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (head, old, new) = (&old[..before], &old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, tail) = old.split_at(old.len() - after);
    let new = &new[..new.len() - after];
    head.iter().for_each(|it| take(Line::Equal(it)));
    let width = new.len() + 1;
    // The lengths of the longest common subsequences of the texts' rests from two lines on.
    let mut common = Vec::new();
    if old.len().saturating_mul(new.len()) <= MOST_PAIRS {
        common.resize((old.len() + 1) * width, 0_u32);
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                common[i * width + j] = if old[i] == new[j] {
                    common[(i + 1) * width + j + 1] + 1
                } else {
                    common[(i + 1) * width + j].max(common[i * width + j + 1])
                };
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        let rest = |i: usize, j: usize| common.get(i * width + j).copied().unwrap_or_default();
        if i < old.len() && j < new.len() && old[i] == new[j] && !common.is_empty() {
            take(Line::Equal(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || rest(i + 1, j) >= rest(i, j + 1)) {
            take(Line::Removed(old[i]));
            i += 1;
        } else {
            take(Line::Added(new[j]));
            j += 1;
        }
    }
    tail.iter().for_each(|it| take(Line::Equal(it)));
}
