//! Texts as people type them: with look-alike letters, in lower or upper case throughout, with novelty signs
//! and a site's clock times between the moves, or with a dash or nothing between them.
//!
//! These are tried only if a text fits no legal move literally, so that no readable text becomes another
//! move.

use super::{
    Hypothesis, Reader,
    line::{MoveText, Next, Step},
};
use crate::{
    chess::Nag,
    lex,
    notation::{
        Annotations, DASHES, Notation, is_standard,
        letters::{Letters, look_alike},
    },
    slice::Slice as _,
};

/// At most this many bytes of a text are rewritten; no move is longer.
const LONGEST: usize = 160;

/// The same for moves of a piece's letter and squares.
const LONGEST_LETTERED: usize = 48;

/// Lower-case letters read as pieces, and those read as files of origin; each keeps its meaning throughout a
/// game, as long as there are such moves.
#[derive(Clone, Copy, Default)]
pub(super) struct SmallLetters {
    pieces: u32,
    files: u32,
}

impl Reader<'_> {
    /// Adds the continuations of a hypothesis for a text that begins with a lower-case piece letter: as a
    /// move of that piece, or as a capture by the pawn of that file, unless the game has settled the letter's
    /// meaning. As long as no lower-case letter was a piece's, the pawn's move is preferred.
    pub(super) fn follow_small(
        &mut self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
        letter: u32,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let first = next.len();
        let SmallLetters { pieces, files } = hypothesis.small;
        let mixed = pieces & files & letter;
        if pieces & letter == mixed && self.follow_text(hypothesis, text.start, text.text, next) {
            next[first..].iter_mut().for_each(|it| it.small.files |= letter);
        }
        // Well-formed English SAN is taken literally.
        let is_said = self.notation.is_english_san() && is_standard(word(text.text));
        if pieces == 0 && (next.len() > first || is_said) {
            return next.len() > first;
        }
        let small = next.len();
        let (head, rest) = text.text.divide(1);
        let cut = rest.char_indices().map(|it| it.0).find(|it| *it > LONGEST).unwrap_or(rest.len());
        let capital = Rewritten { text: head.to_ascii_uppercase() + rest.slice(..cut), lens: Vec::new() };
        if files & letter == mixed && self.follow_rewritten(hypothesis, text.start, &capital, next) {
            next[small..].iter_mut().for_each(|it| it.small.pieces |= letter);
        }
        // In a game all in lower case, a letter may have both meanings.
        if next.len() == first {
            let other = if pieces & letter == 0 {
                self.follow_rewritten(hypothesis, text.start, &capital, next)
            } else {
                self.follow_text(hypothesis, text.start, text.text, next)
            };
            if other {
                next[first..].iter_mut().for_each(|it| {
                    it.small.pieces |= letter;
                    it.small.files |= letter;
                });
            }
        }
        next.len() > first
    }

    /// Adds the continuations of a hypothesis for the text rewritten as it was meant; returns whether there
    /// are any.
    pub(super) fn follow_meant(
        &mut self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let cut = text.text.char_indices().map(|it| it.0).find(|it| *it > LONGEST).unwrap_or(text.text.len());
        let short = text.text.slice(..LONGEST_LETTERED.min(cut));
        let lettered = self.notation.letters().and_then(|it| Rewritten::lettered(short, it));
        let plain = Rewritten::folded(text.text.slice(..cut));
        let apart = self
            .sets_apart(hypothesis, text)
            .then(|| Rewritten::behind_sign(text.text.slice(..cut)))
            .flatten();
        for other in lettered.iter().chain(&plain).chain(&apart) {
            if self.follow_rewritten(hypothesis, text.start, other, next) {
                return true;
            }
        }
        let plain = plain.unwrap_or_else(|| Rewritten::of(text.text.slice(..cut)));
        let tells_apart = self.notation.letters().is_none() && !self.notation.ambiguity_resolved_later()
            || small_letter(self.notation, text.text).is_some();
        if !tells_apart && plain.text.starts_with(|it: char| it.is_ascii_alphabetic()) {
            let first = next.len();
            for other in plain.in_other_cases(self.notation.letters()) {
                self.follow_rewritten(hypothesis, text.start, &other, next);
            }
            let mut seen = Vec::new();
            let nodes = &self.nodes;
            let mut n = 0;
            next.retain(|it| {
                n += 1;
                let ply = it.node.and_then(|node| nodes[node].step.ply);
                n <= first
                    || !seen.contains(&ply) && {
                        seen.push(ply);
                        true
                    }
            });
            if next.len() > first {
                return true;
            }
        }
        self.follow_sign(hypothesis, text, next)
    }

    /// Like [`Reader::follow_text`], for a rewritten text.
    fn follow_rewritten(
        &mut self,
        hypothesis: &Hypothesis,
        start: usize,
        rewritten: &Rewritten,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let first = next.len();
        if !self.follow_text(hypothesis, start, &rewritten.text, next) {
            return false;
        }
        for hypothesis in &mut next[first..] {
            let Some(node) = hypothesis.node else { continue };
            let step = &mut self.nodes[node].step;
            *step = Step::of(step.ply, start, rewritten.source_len(step.len()));
            hypothesis.place = step.end();
        }
        true
    }

    /// Whether a text directly follows White's move, so that a sign may separate Black's from it.
    fn sets_apart(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        hypothesis.position.turn().is_black()
            && text.number.is_none()
            && !self.source.is_tagged()
            && self.text().slice(..text.start).ends_with(|it: char| !it.is_whitespace())
    }

    /// Reads a word between White's number and the next number as two moves, as in `1. d4-g5` and `1. e4e5`;
    /// returns whether they are legal.
    pub(super) fn follow_pair(
        &mut self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        const LONGEST_PAIR: usize = 24;
        let word = word(text.text);
        let number = hypothesis.position.move_number();
        let is_row = text.number == Some((number, None)) && word.len() <= LONGEST_PAIR;
        let is_alone = || match self.source.next(text.start + word.len()) {
            Next::Move(it) => it.number == Some((number + 1, None)),
            Next::End(_) => true,
        };
        if self.source.is_tagged() || hypothesis.position.turn().is_black() || !is_row || !is_alone() {
            return false;
        }
        let end = text.start + word.len();
        let mut pairs = Vec::new();
        for (at, _) in word.char_indices().skip(1) {
            let (white, rest) = word.divide(at);
            let black = rest.trim_start_matches(DASHES);
            if white.ends_with(DASHES) {
                continue;
            }
            let mut halves = Vec::new();
            self.follow_text(hypothesis, text.start, white, &mut halves);
            for half in halves.iter().filter(|it| it.place == text.start + at) {
                self.follow_text(half, end - black.len(), black, &mut pairs);
            }
        }
        let is_whole = |it: &Hypothesis| !self.text().slice(it.place..end).contains(char::is_alphanumeric);
        pairs.retain(is_whole);
        let found = !pairs.is_empty();
        next.append(&mut pairs);
        found
    }

    /// Skips a word that annotates the preceding move: the sign of a novelty or a diagram.
    fn follow_sign(
        &mut self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
        next: &mut Vec<Hypothesis>,
    ) -> bool {
        let word = word(text.text);
        let is_sign = Nag::from_symbol(word).is_some() && hypothesis.node.is_some();
        if is_sign {
            let step = Step::of(None, text.start, word.len());
            self.push(hypothesis, step, (Annotations::default(), None), 1, hypothesis.position.clone(), next);
        }
        is_sign
    }
}

/// A text with some letters replaced, and the lengths of its prefixes in the source.
struct Rewritten {
    text: String,
    /// Source length for each prefix length of `text`; empty if they are equal.
    lens: Vec<usize>,
}

impl Rewritten {
    fn of(text: &str) -> Rewritten {
        Rewritten { text: text.to_owned(), lens: Vec::new() }
    }

    /// Replaces look-alikes by ASCII letters, letters read for rank 1 by `1`, and a capital `X` by the
    /// capture sign, as in `Rgl X f3`; `None` if there are none.
    fn folded(text: &str) -> Option<Rewritten> {
        if text.is_ascii() && !text.contains(['l', 'I', 'X']) {
            return None;
        }
        let mut folded = Rewritten { text: String::with_capacity(text.len()), lens: Vec::new() };
        // A cross is then the sign of mate.
        let is_russian = text.starts_with(|it| matches!(it, 'А'..='я'));
        for (at, it) in text.char_indices() {
            let rest = text.slice(at + it.len_utf8()..);
            let goes_on = |it: char| DASHES.contains(&it) || matches!(it, 'x' | 'X' | '×' | ':');
            let is_behind_rank = folded.text.ends_with(|it| matches!(it, '1'..='8'));
            let ends_move = || {
                !rest.starts_with(char::is_alphanumeric)
                    && !rest.trim_start().starts_with(|it| matches!(it, 'a'..='h'))
            };
            folded.text.push(match it {
                'x' | 'X' | '×' | 'х' | 'Х' if is_russian && is_behind_rank && ends_move() => '#',
                'l' | 'I'
                    if folded.text.ends_with(|it| matches!(it, 'a'..='h'))
                        && rest.trim_start().starts_with(goes_on) =>
                {
                    '1'
                }
                'X' if folded.text.trim_end().ends_with(|it| matches!(it, '1'..='8')) => 'x',
                _ => look_alike(it).unwrap_or(it),
            });
            folded.lens.resize(folded.text.len(), at);
        }
        folded.lens.push(text.len());
        (folded.text != text).then_some(folded)
    }

    /// Replaces ASCII letters by the piece letters of another script that look like them, and other
    /// look-alikes by ASCII letters, as in Russian `Kpe1` and `Кb1—с3`; `None` if there are none.
    fn lettered(text: &str, letters: Letters) -> Option<Rewritten> {
        letters.in_own_script(text).map(|(text, lens)| Rewritten { text, lens })
    }

    /// Returns the text after a check mark or dash, as in `1. d4-g5` and `14. Bxc6+-Dxc6`; `None` if it
    /// begins with neither.
    fn behind_sign(text: &str) -> Option<Rewritten> {
        let rest = text.trim_start_matches(['+', '#', '!', '?']).trim_start_matches(DASHES);
        let sign = text.len() - rest.len();
        (sign > 0).then(|| Rewritten { text: rest.to_owned(), lens: (sign..=text.len()).collect() })
    }

    fn source_len(&self, len: usize) -> usize {
        self.lens.get(len).copied().unwrap_or(len)
    }

    /// Iterates over the first word in other cases: all upper case, the first letter in upper case, all but
    /// the first letter in lower case, and all lower case, unless its capital is a piece letter followed by
    /// lower case.
    fn in_other_cases(&self, letters: Option<Letters>) -> impl Iterator<Item = Rewritten> + '_ {
        let len = word(&self.text).len();
        let (word, rest) = self.text.divide(len);
        let (first, others) = word.divide(1);
        let lower = others.to_ascii_lowercase();
        let words = [
            word.to_ascii_uppercase(),
            format!("{}{others}", first.to_ascii_uppercase()),
            format!("{first}{lower}"),
            word.to_ascii_lowercase(),
        ];
        let has_digit = word.contains(|it: char| it.is_ascii_digit());
        let is_piece =
            letters.is_some_and(|it| it.read(word).is_some()) && others.contains(char::is_lowercase);
        let count = words.len() - usize::from(is_piece);
        words
            .into_iter()
            .take(count)
            .filter(move |it| it != word && (has_digit || word.contains(['x', 'X', '-'])))
            .map(move |it| Rewritten { text: it + rest, lens: self.lens.clone() })
    }
}

/// Returns the lower-case piece letter at the start of a text as a bit set; `None` if it begins a square.
pub(super) fn small_letter(notation: &dyn Notation, text: &str) -> Option<u32> {
    let [first @ b'a'..=b'z', second, ..] = text.as_bytes() else { return None };
    let letters = notation.letters().filter(|_| !second.is_ascii_digit() && !notation.scoresheet())?;
    let capital = [first.to_ascii_uppercase()];
    letters.read(std::str::from_utf8(&capital).ok()?).map(|_| 1 << (first - b'a'))
}

/// Returns the text up to the next blank.
pub(super) fn word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or(text)
}

/// This many letters of a script without blanks between words are a sentence.
const LEAST_UNSPACED: usize = 3;

/// Whether this is more likely a word, bracket or sign than a misspelt move.
pub(super) fn is_wordlike(word: &str) -> bool {
    !word.is_empty()
        && (word.starts_with('[')
            || lex::is_duration(word)
            || word.starts_with("\\x")
            || is_ordinal(word)
            || is_evaluation(word)
            || word.chars().filter(|it| lex::is_unspaced(*it)).nth(LEAST_UNSPACED - 1).is_some()
            || !word.contains(char::is_alphanumeric) && word.chars().count() > 2
            || !word.contains(|it: char| it.is_ascii_digit())
                && !word.starts_with(['-', 'x'])
                && !joins_parts(word)
                && !may_castle(word))
}

/// Whether a word is an ordinal number, as in `1er` and `2nd`.
fn is_ordinal(word: &str) -> bool {
    let word = word.trim_end_matches(|it: char| !it.is_alphanumeric());
    let letters = word.trim_start_matches(|it: char| it.is_ascii_digit());
    letters.len() < word.len() && letters.chars().count() > 1 && letters.chars().all(char::is_lowercase)
}

/// Whether a word is an engine's evaluation, as in `+0.3` and `(-1,25)`.
fn is_evaluation(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']']);
    word.strip_prefix(['+', '-', '−']).is_some_and(|it| {
        it.contains(['.', ',']) && it.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | ','))
    })
}

/// Whether a dash or `x` in a word may join a piece with its destination or victim, as in `PxP`, `exd`,
/// `R-Kt` and `Bx`, unlike in `extra` and `e-pawn`.
fn joins_parts(word: &str) -> bool {
    let is_part = |part: &str, longest: usize| {
        let part = part.trim_matches(|it: char| !it.is_alphanumeric());
        part.starts_with(|it: char| !it.is_lowercase()) || part.chars().count() <= longest
    };
    word.match_indices(['-', 'x']).any(|(n, sign)| {
        let (before, after) = (word.slice(..n), word.slice(n + sign.len()..));
        before.contains(char::is_alphanumeric) && is_part(before, 1) && is_part(after, 2)
    })
}

/// Whether a word may be a misspelt castling: it has an `O` that isn't just the capital of a word.
fn may_castle(word: &str) -> bool {
    let mut letters = word.chars().filter(|it| it.is_alphanumeric());
    let begins = letters.next() == Some('O');
    let rest: String = letters.collect();
    let is_capital = begins && rest.chars().all(char::is_lowercase) && rest.contains(|it| it != 'o');
    !is_capital && (begins || rest.contains('O'))
}
