//! Tries a line in the notations: which of them reads all of it, or reads furthest.

use crate::{
    chess::{Ply, Position, Role},
    diagnostics::Problem,
    notation::{Choice, Notation, detectable, is_standard, letters::LetterSet},
    resolve::{Line, Next, Source, Step, Tells, read_line, word},
    words::vocabulary::OfMove,
};

/// Returns the notation of a line: English SAN, unless another with evidence for it reads all of it, or reads
/// further.
///
/// Evidence is a move that the other notation reads, but that can't be English SAN ([`is_standard`]) and
/// isn't read by it in the same way. Without evidence, a notation is only chosen for a game without tags, if
/// it reads all of a long game, much further than SAN.
///
/// If SAN reads everything, and all of its moves are well-formed or no other language shares its letters, the
/// others aren't tried: the exact reader does the same, and the two must agree. Languages without the letters
/// in the text are tried only if nothing else reads everything.
pub(super) fn detect(source: &dyn Source, start: &Position, place: usize) -> Result<Detected, Problem> {
    let choices = detectable();
    let supports = |choice: &Choice| choice.may_be_found(start) && source.supports(&*choice.notation);
    let suited = || (0..choices.len()).filter(|n| supports(&choices[*n]));
    // SAN is neither for scoresheets nor for large boards.
    let san = (suited().next() == Some(0)).then(|| San::read(source, start, place, &*choices[0].notation));
    if let Some(San { line, is_standard, .. }) = &san
        && line.complete
        && line.doubts == 0
        && (*is_standard || !letters(source, line).are_shared())
    {
        return Ok(Detected { line: san.map(|it| it.line), ..Detected::of(0) });
    }
    // If no word can be evidence, nothing else need be tried.
    if san.is_some()
        && words(source, place).all(is_standard)
        && (source.is_tagged() || words(source, place).take(LONG).count() < LONG)
    {
        return Ok(Detected::of(0));
    }
    let capitals = capitals(source, place);
    let is_likely =
        |n: &usize| choices[*n].notation.letters().is_none_or(|letters| letters.may_have_written(&capitals));
    let (likely, others): (Vec<usize>, Vec<usize>) = suited().partition(is_likely);
    let furthest = (suited().next().unwrap_or(0), 0);
    let named = named_moves(source, place);
    let mut trial =
        Trial { source, start, named, san: san.as_ref(), furthest, margin: 0, whole: None, otherwise: None };
    for candidates in [likely, others] {
        for n in candidates {
            match &san {
                Some(san) if n == 0 => trial.take(n, &san.line),
                _ => {
                    let notation = &*choices[n].notation;
                    trial.take(n, &read_line(source, start, place, notation, Tells::Nothing));
                }
            }
        }
        if let Some(whole) = trial.whole {
            return settled(whole);
        }
    }
    match trial.otherwise {
        Some(whole) => Ok(Detected { otherwise: true, ..settled(whole)? }),
        None => Ok(Detected::of(trial.furthest.0)),
    }
}

/// What the notations make of a line that have been tried so far.
struct Trial<'a> {
    source: &'a dyn Source,
    start: &'a Position,
    /// The words that begin with the name of a piece.
    named: Vec<&'a str>,
    san: Option<&'a San>,
    /// The notation in which the line reads furthest, and how many plies.
    furthest: (usize, usize),
    /// If the text at which SAN ends is well-formed in it, and so possibly a slip, others must read this much further.
    margin: usize,
    /// The notation in which all of it reads.
    whole: Option<Whole>,
    /// The same, if SAN reads other moves.
    otherwise: Option<Whole>,
}

impl Trial<'_> {
    /// Takes the line as it reads in a notation into account.
    fn take(&mut self, n: usize, line: &Line) {
        let (source, notation) = (self.source, &*detectable()[n].notation);
        let plies: Vec<Ply> = line.plies().collect();
        // Without piece letters any square may be some piece's, so only unambiguous texts count.
        let guessed = line.doubts > 0 && notation.letters().is_none() && !notation.ambiguity_resolved_later();
        // Where it would write every move shorter, another is meant that names all squares of departure, but has a slip.
        let is_own = || notation.letters().is_some() || concise(self.start, line, notation) > 0;
        let is_read = line.complete && !plies.is_empty() && !(guessed && self.furthest.1 > 0) && is_own();
        let named_pawns = if is_read { named_pawns(source, line) } else { 0 };
        let count = plies.len();
        let found = Whole { choice: n, doubts: line.doubts, named_pawns, plies, rival: None };
        match self.san {
            Some(san) if n > 0 && !san.admits(source, line) => {
                if is_read && !source.is_tagged() && san.is_far_surpassed(found.plies.len()) {
                    found.or(&mut self.otherwise, false);
                }
            }
            _ if is_read => found.or(&mut self.whole, self.san.is_some_and(|it| it.is_standard)),
            _ => {
                let margin = if self.furthest.0 == 0 { self.margin } else { 0 };
                if count > self.furthest.1 + margin && !guessed {
                    self.furthest = (n, count);
                }
            }
        }
        // What ends both may be misread: the other moves tell the language.
        let fewer = if self.furthest.0 == 0 { SLIP } else { 1 };
        let is_nearer =
            || self.foreign(n).zip(self.foreign(self.furthest.0)).is_some_and(|it| it.0 + fewer <= it.1);
        if !is_read && !guessed && count == self.furthest.1 && is_nearer() {
            self.furthest.0 = n;
        }
        if n == 0 && !line.complete && is_wellformed(source, self.start, line, notation) {
            self.margin = SLIP;
        }
    }

    /// Returns how many moves begin with a letter that is none of the pieces of a notation.
    fn foreign(&self, n: usize) -> Option<usize> {
        let letters = detectable()[n].notation.letters()?;
        Some(self.named.iter().filter(|it| letters.read(it).is_none()).count())
    }
}

/// Returns the notation that reads all of a line, or an error if it has a rival.
fn settled(whole: Whole) -> Result<Detected, Problem> {
    let name = |n: usize| detectable()[n].name.clone();
    match whole.rival {
        Some(rival) => Err(Problem::TwoNotations(name(whole.choice), name(rival))),
        None => Ok(Detected::of(whole.choice)),
    }
}

/// Number of words that show the letters of a line.
const WORDS: usize = 60;

/// Another notation must read this many plies further than the first to be preferred at a text that may be a
/// slip.
const SLIP: usize = 4;

/// Fewest plies read by a notation without evidence.
const LONG: usize = 16;

/// A line read as English SAN.
struct San {
    line: Line,
    /// Whether every move read is well-formed.
    is_standard: bool,
}

impl San {
    fn read(source: &dyn Source, start: &Position, place: usize, notation: &dyn Notation) -> San {
        let line = read_line(source, start, place, notation, Tells::Marks);
        let is_standard = line.steps.iter().all(|step| step.ply.is_none() || may_be_san(source, step));
        San { line, is_standard }
    }

    /// Whether a line in another notation has a move that can't be English SAN, and isn't read by it in the
    /// same way.
    fn admits(&self, source: &dyn Source, other: &Line) -> bool {
        let own = &self.line.steps;
        !other.steps.iter().filter(|step| step.ply.is_some()).all(|step| {
            let same = own.binary_search_by_key(&step.start, |it| it.start);
            same.is_ok_and(|n| own[n].ply == step.ply) || may_be_san(source, step)
        })
    }

    /// Whether another notation that reads this many plies reads much further.
    fn is_far_surpassed(&self, plies: usize) -> bool {
        plies >= LONG && plies > self.line.plies().count() + SLIP
    }
}

/// Whether the text of a step is a well-formed move in English SAN, or a promotion to a king or pawn in
/// English letters, which is more likely a slip than another language.
fn may_be_san(source: &dyn Source, step: &Step) -> bool {
    let Next::Move(text) = source.next(step.start) else { return false };
    let Some(text) = text.text.get(..step.len()) else { return false };
    let promotes = || step.ply.is_some_and(|ply| ply.promotion().is_some());
    is_standard(text)
        || promotes() && text.trim_end_matches(|it: char| !it.is_alphabetic()).ends_with(['K', 'P'])
}

/// Whether the text at which a line ends is a well-formed move in this notation.
pub(super) fn is_wellformed(
    source: &dyn Source,
    start: &Position,
    line: &Line,
    notation: &dyn Notation,
) -> bool {
    let Next::Move(text) = source.next(line.end) else { return false };
    let position = start.after(line.plies());
    let mut readings = Vec::new();
    notation.read(&position, text.text, &mut readings);
    readings.iter().any(|it| it.len == word(text.text).trim_end_matches(['+', '#', '!', '?']).len())
}

/// Returns the number of moves of a line that are no longer than this notation writes them.
fn concise(start: &Position, line: &Line, notation: &dyn Notation) -> usize {
    let mut position = start.clone();
    let mut is_concise = |step: &&Step| {
        let Some(ply) = step.ply else { return false };
        let mut written = Vec::new();
        let is_written = notation.write(&position, &ply, &mut written).is_ok();
        position.play(&ply);
        is_written && step.len() <= written.len()
    };
    line.steps.iter().filter(|it| is_concise(it)).count()
}

/// The result of detection.
pub(super) struct Detected {
    /// The index of the notation.
    pub n: usize,
    /// Whether the only evidence for it is how much of the line it reads.
    pub otherwise: bool,
    /// The line as read, if free of doubts.
    pub line: Option<Line>,
}

impl Detected {
    fn of(n: usize) -> Detected {
        Detected { n, otherwise: false, line: None }
    }
}

/// A notation that reads all of a line.
struct Whole {
    choice: usize,
    doubts: usize,
    /// Number of pawn moves with a letter, where others have none: the letter is more likely another
    /// language's for a piece.
    named_pawns: usize,
    plies: Vec<Ply>,
    /// Another notation that also reads it, but to different moves.
    rival: Option<usize>,
}

impl Whole {
    /// Replaces the best one so far if this is better. SAN has no rival if all its moves are well-formed.
    fn or(self, best: &mut Option<Whole>, is_standard: bool) {
        match best {
            Some(best) if best.doubts < self.doubts => {}
            Some(best) if best.doubts == self.doubts && best.named_pawns < self.named_pawns => {}
            Some(best) if best.doubts == self.doubts && best.named_pawns > self.named_pawns => *best = self,
            Some(best) if best.doubts == self.doubts && best.choice == 0 && is_standard => {}
            // The last one is kept: languages of the first notation come first, and another notation is the
            // more serious rival.
            Some(best) if best.doubts == self.doubts => {
                if best.plies != self.plies {
                    best.rival = Some(self.choice);
                }
            }
            _ => *best = Some(self),
        }
    }
}

/// Returns the number of pawn moves in a line that begin with a capital letter; 0 if all do.
fn named_pawns(source: &dyn Source, line: &Line) -> usize {
    let of_pawn = |step: &&Step| step.ply.is_some_and(|it| it.role() == Role::Pawn);
    let is_named = |step: &&Step| match source.next(step.start) {
        Next::Move(text) => text.text.starts_with(|it: char| it.is_ascii_uppercase()),
        Next::End(_) => false,
    };
    let (named, others): (Vec<&Step>, Vec<&Step>) = line.steps.iter().filter(of_pawn).partition(is_named);
    if others.is_empty() { 0 } else { named.len() }
}

/// Iterates over the words of a line that may be moves.
pub(super) fn words(source: &dyn Source, mut place: usize) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let Next::Move(text) = source.next(place) else { return None };
        let word = word(text.text);
        place = text.start + word.len().max(1);
        Some(word)
    })
}

/// Returns those of a line's first words that may be moves of a named piece.
fn named_moves(source: &dyn Source, place: usize) -> Vec<&str> {
    let may_name_piece = |it: &&str| {
        it.starts_with(char::is_uppercase)
            && it.contains(|it: char| it.is_ascii_digit())
            && OfMove::of(it) >= OfMove::Part
    };
    words(source, place).take(WORDS).filter(may_name_piece).collect()
}

/// Returns the capital letters of a line's first words, except those of castling.
fn capitals(source: &dyn Source, place: usize) -> Vec<char> {
    let mut capitals: Vec<char> = Vec::new();
    for letter in words(source, place).take(WORDS).flat_map(str::chars) {
        if letter.is_uppercase() && !matches!(letter, 'O' | 'Ο' | 'О') && !capitals.contains(&letter) {
            capitals.push(letter);
        }
    }
    capitals
}

/// Returns the letters with which the moves of a line begin.
fn letters(source: &dyn Source, line: &Line) -> LetterSet {
    let mut letters = LetterSet::default();
    for step in line.steps.iter().filter(|step| step.ply.is_some()) {
        if let Next::Move(text) = source.next(step.start) {
            text.text.bytes().next().into_iter().for_each(|letter| letters.add(letter));
        }
    }
    letters
}
