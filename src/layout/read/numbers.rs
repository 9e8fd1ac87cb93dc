//! Move numbers with punctuation other than a full stop, as in `1) e4 e5`, `1, P-K4`, `1º e4` and `(1) P-K4`.

use std::collections::HashMap;

use super::edited::Edited;
use crate::{
    lex::{self, leading_number},
    lines::words,
    notation::DASHES,
    slice::Slice as _,
    words::{
        figures::{Figure, Ranks},
        vocabulary::OfMove,
    },
};

/// A possible move number, perhaps with unusual punctuation.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    at: usize,
    len: usize,
    pub number: u32,
    /// The punctuation: `.`, `,`, `:`, `-`, `o` for an ordinal's, or `)` for a number in parentheses or before
    /// one.
    sign: u8,
    /// Whether it is spelt as usual, with a full stop.
    plain: bool,
}

/// Returns the possible move number at `at`, if something like a move follows.
pub(super) fn candidate(text: &str, at: usize) -> Option<Candidate> {
    let rest = text.slice(at..);
    let inner = rest.strip_prefix('(').unwrap_or(rest);
    let (number, after) = leading_number(inner)?;
    spelt(text, at, rest.len() - inner.len(), (number, inner.len() - after.len()), true)
}

/// Returns the possible move numbers at `at` with letters misread for digits.
fn misread(text: &str, at: usize) -> impl Iterator<Item = Candidate> {
    const ONE: [&str; 3] = ["I", "l", "|"];
    let ends = |it: char| it == '.' || it.is_whitespace();
    let word = text.slice(at..).split(ends).next().unwrap_or_default();
    // Other single letters are those of lists and pieces.
    let is_digit = |it: char| it.is_ascii_digit();
    let is_number = word.contains(is_digit) && word.contains(|it| !is_digit(it))
        || word.chars().all(|it| matches!(it, 'I' | 'l' | '|' | 'O')) && word.chars().count() > 1
        || ONE.contains(&word);
    let numbers = is_number.then(|| lex::misread_numbers(word)).into_iter().flatten();
    numbers.filter_map(move |it| spelt(text, at, 0, (it, word.len()), false))
}

/// Returns the move number behind `opened` bytes at `at`, given its value and length, and whether its digits
/// are spelt as usual, if something like a move follows.
fn spelt(
    text: &str,
    at: usize,
    opened: usize,
    (number, len): (u32, usize),
    usual: bool,
) -> Option<Candidate> {
    let rest = text.slice(at..);
    let inner = rest.slice(opened..);
    // As in `1 - P-K4` and `1.— P-K4`.
    let after = inner.slice(len..).trim_start_matches(['.', ' ']);
    let dash = after.starts_with(DASHES) && after.trim_start_matches(DASHES).starts_with(' ');
    let ordinal = inner.slice(len..).chars().next().filter(|it| opened == 0 && matches!(it, '°' | 'º' | 'ª'));
    let sign = match ordinal {
        Some(_) => b'o',
        None if dash => b'-',
        None => *inner.as_bytes().get(len)?,
    };
    let fits = sign == b')' || opened == 0 && matches!(sign, b'.' | b',' | b':' | b'-' | b'/' | b'o');
    let mut end = opened + len + ordinal.map_or(1, char::len_utf8);
    if opened > 0 && rest.slice(end..).starts_with('.') {
        end += 1;
    }
    if dash && opened == 0 {
        end = rest.len() - after.trim_start_matches(DASHES).len();
    }
    // After letters, only a full stop shows a number.
    if !fits || !usual && sign != b'.' {
        return None;
    }
    let after = rest.slice(end..).trim_start();
    let gap = rest.len() - end - after.len();
    let word = after.split(char::is_whitespace).next().unwrap_or("");
    let of_move = OfMove::of(word);
    let begins = word.starts_with(|it: char| it.is_uppercase() || !it.is_ascii() && !it.is_alphanumeric())
        || word.starts_with("..")
        || of_move == OfMove::Whole;
    let moves = begins && of_move != OfMove::Nothing && !word.starts_with(|it: char| it.is_ascii_digit());
    let closely = gap == 0 && matches!(sign, b'-' | b',' | b':') && of_move != OfMove::Whole;
    let plain = usual && sign == b'.' && !dash;
    (moves && !closely).then_some(Candidate { at, len: end, number, sign, plain })
}

/// Returns the number of words of a row, at most `WORDS`, and how many of them aren't part of a move.
fn words_and_foreign(line: &str) -> (usize, usize) {
    const WORDS: usize = 8;
    let (mut words, mut foreign) = (0, 0);
    let begins_next = |it: &&str| leading_number(it).is_some_and(|it| it.1.starts_with(')'));
    for word in line.split_inclusive(char::is_whitespace).take_while(|it| !begins_next(it)) {
        if !word.trim_end().is_empty() {
            words += 1;
            foreign += usize::from(OfMove::of(word.trim_end()) == OfMove::Nothing);
        }
        if words == WORDS || word.ends_with(['\n', '\r']) {
            break;
        }
    }
    (words, foreign)
}

/// The longest chain of consecutive move numbers, among those of notes.
#[derive(Default)]
struct Chain {
    /// Each number that follows another, the index of that other, and how many precede it.
    links: Vec<(Candidate, Option<usize>, usize)>,
    /// Index of the last link of the longest chain that ends with each number.
    ends: HashMap<u32, usize>,
}

impl Chain {
    /// Largest step between consecutive numbers: one may be lost.
    const STEP: u32 = 2;

    /// Adds a number if it follows another in the chain, or is 1.
    fn add(&mut self, it: Candidate) {
        let before =
            (it.number.saturating_sub(Chain::STEP)..=it.number).filter_map(|n| self.ends.get(&n).copied());
        let before = before.max_by_key(|n| (self.links[*n].2, *n));
        if before.is_none() && it.number != 1 {
            return;
        }
        let len = before.map_or(0, |n| self.links[n].2 + 1);
        if self.ends.get(&it.number).is_none_or(|n| self.links[*n].2 <= len) {
            self.ends.insert(it.number, self.links.len());
        }
        self.links.push((it, before, len));
    }

    /// Returns the longest chain, if it counts beyond 1.
    fn longest(self) -> Vec<Candidate> {
        let mut at = (0..self.links.len()).max_by_key(|n| self.links[*n].2);
        let mut found = Vec::new();
        while let Some(n) = at {
            found.push(self.links[n].0);
            at = self.links[n].1;
        }
        if found.first().is_some_and(|it| it.number > 1) { found } else { Vec::new() }
    }
}

/// Returns `text` with full stops after move numbers with other punctuation, where at least two are
/// consecutive.
pub(super) fn with_full_stops(text: &str) -> Option<String> {
    let mut ranks = Ranks::default();
    let candidates = words(text).filter(|it| ranks.figure(it.1, 0) != Figure::Rank);
    let mut candidates: Vec<Candidate> =
        candidates.flat_map(|it| candidate(text, it.0).into_iter().chain(misread(text, it.0))).collect();
    if candidates.iter().all(|it| it.plain) {
        return None;
    }
    // If rows begin with numbers in parentheses, such numbers within lines belong to sentences.
    let heads = |it: &Candidate| text.slice(..it.at).trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    let has_rows =
        candidates.iter().filter(|it| it.sign == b')' && it.number > 1 && heads(it)).nth(1).is_some();
    candidates.retain(|it| it.sign != b')' || !has_rows || it.number == 1 || heads(it));
    // A single number between two consecutive ones with full stops.
    let single = candidates.windows(3).filter_map(|it| {
        let [before, it, after] = it else { return None };
        let is_between = before.number <= it.number
            && it.number <= after.number
            && before.number < after.number
            && after.number - before.number <= Chain::STEP;
        (matches!(it.sign, b',' | b':') && before.plain && after.plain && is_between).then_some(*it)
    });
    let single: Vec<Candidate> = single.collect();
    let mut chains: [Chain; 6] = Default::default();
    let mut found: Vec<Candidate> = Vec::new();
    let mut numbered = false;
    for it in candidates {
        let style = match it.sign {
            b'.' => 0,
            b',' => 1,
            b':' => 2,
            b'-' => 3,
            b'/' => 4,
            _ => 5,
        };
        // If moves have ordinary numbers, those in parentheses belong to notes.
        if style == 5 && numbered {
            continue;
        }
        let (words, foreign) = words_and_foreign(text.slice(it.at + it.len..).trim_start());
        // Where numbers are misread, one of two moves may be, too.
        let most = if style == 0 && !it.plain { 2 } else { 3 };
        if foreign * most > words {
            continue;
        }
        let chain = &mut chains[style];
        if it.number == 1 && (chain.links.len() > 1 || it.plain) {
            found.extend(std::mem::take(chain).longest());
        }
        chain.add(it);
        numbered |= it.plain && it.number > 2;
    }
    found.extend(chains.into_iter().flat_map(Chain::longest));
    found.retain(|it| !it.plain);
    found.extend(single);
    if found.is_empty() {
        return None;
    }
    let mut edited = Edited::new(text);
    for Candidate { at, len, number, .. } in found {
        let opened = if text.slice(at..).starts_with('(') { " " } else { "" };
        edited.put(at, len, format!("{opened}{number}.").as_bytes());
    }
    edited.text()
}
