//! Determines the notation of a game: the one that the user gives, that its tag names, or that reads best.
//!
//! Also determines the variant, if not stated: a word that is impossible on an 8×8 board may belong to Chess
//! 99, and does if the game can be read further there.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    Hypothesis, Line, Next, Reader, Repairing, Source, meaning, probe_line, read_line, read_undiagnosed,
    repair_line, word,
};
use crate::{
    chess::{Chess99, Ply, Position, Tags, UChess, Variant},
    diagnostics::{Diagnostic, Problem},
    notation::{
        self, Choice, Notation,
        letters::{LetterSet, Letters},
    },
};

/// The notations that games may be in, and the rules for games that don't state them.
#[derive(Clone, Debug)]
pub struct Notations {
    choices: Vec<Choice>,
    given: bool,
    rules: Option<Variant>,
    start: Option<String>,
    repair: Repairing,
}

/// The notations that tags can name directly: all of them, in every single style.
static NAMED: LazyLock<HashMap<String, Choice>> =
    LazyLock::new(|| notation::all().into_iter().map(|choice| (choice.name.clone(), choice)).collect());

/// The main line of a game as read.
#[derive(Debug)]
pub struct MainLine<'a> {
    /// The notation.
    pub choice: &'a Choice,
    /// The notation detected, if it was in question.
    pub note: Option<Problem>,
    /// The position in which the game begins, if found to differ from the one given.
    pub start: Option<Position>,
    /// The line.
    pub line: Line,
}

/// The notation chosen for a line.
#[derive(Debug)]
pub struct Chosen<'a> {
    /// The notation.
    pub choice: &'a Choice,
    /// The notation detected, if it was in question.
    pub note: Option<Problem>,
    /// The line, if choosing took reading it without any doubt.
    pub line: Option<Line>,
}

impl Notations {
    /// Returns just this notation, whatever a game's tag says.
    #[must_use]
    pub fn only(choice: Choice) -> Notations {
        Notations {
            choices: [choice].into(),
            given: true,
            rules: None,
            start: None,
            repair: Repairing::Never,
        }
    }

    /// Returns all notations that can be detected.
    #[must_use]
    pub fn any() -> Notations {
        Notations {
            choices: notation::detectable(),
            given: false,
            rules: None,
            start: None,
            repair: Repairing::Never,
        }
    }

    /// Returns the same with this way of repairing lines.
    #[must_use]
    pub fn repairing(self, repair: impl Into<Repairing>) -> Notations {
        Notations { repair: repair.into(), ..self }
    }

    /// Returns how to repair lines that can't be read.
    #[must_use]
    pub fn repair(&self) -> Repairing {
        self.repair
    }

    /// Reads a line in one of the notations, with repairs if requested.
    #[must_use]
    pub fn read_line(&self, source: &dyn Source, start: &Position, place: usize, choice: &Choice) -> Line {
        match self.repair {
            Repairing::Never => read_line(source, start, place, &*choice.notation),
            how => repair_line(source, start, place, &*choice.notation, how),
        }
    }

    /// Returns the same with these rules for all games, whatever their tags say.
    #[must_use]
    pub fn with_rules(self, rules: Option<Variant>) -> Notations {
        Notations { rules, ..self }
    }

    /// Returns the same with this FEN for games without a position of their own.
    #[must_use]
    pub fn with_start(self, start: Option<String>) -> Notations {
        Notations { start, ..self }
    }

    /// Whether games without a position of their own start from another than the initial one.
    #[must_use]
    pub fn has_start(&self) -> bool {
        self.start.is_some()
    }

    /// Returns the rules for all games.
    #[must_use]
    pub fn rules(&self) -> Option<Variant> {
        self.rules
    }

    /// Returns the preferred notation, used if a game reads in it without any doubt.
    #[must_use]
    pub fn first(&self) -> &Choice {
        &self.choices[0]
    }

    /// Returns the notation for a page of a book: the one given, or the most common one in old books.
    #[must_use]
    pub fn of_books(&self) -> Option<&Choice> {
        self.choices.iter().find(|it| self.given || it.name == notation::OF_BOOKS)
    }

    /// Returns all notations that a game may be in.
    #[must_use]
    pub fn into_choices(self) -> Vec<Choice> {
        self.choices
    }

    /// Whether there is only one notation to choose from.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.given
    }

    /// Returns the notation that a `Notation` tag of this value names, if it can be looked up directly.
    #[must_use]
    pub fn named(&self, value: &str) -> Option<&Choice> {
        NAMED.get(value)
    }

    /// Removes the last `Notation` tag and returns its notation, unless it names none, which is a problem if
    /// needed. Other tags that name a notation are removed as well, or the output would be read in it. The
    /// requested rules and position become the values of their tags.
    pub fn take_tag(&self, tags: &mut Tags<'_>) -> Option<Result<Choice, Problem>> {
        if let Some(rules) = self.rules {
            tags.set("Variant", rules.name());
        }
        if let Some(start) = self.start.as_deref().filter(|_| tags.get("FEN").is_none()) {
            tags.set("SetUp", "1");
            tags.set("FEN", start.to_owned());
        }
        let n = tags.0.iter().rposition(|tag| tag.name == "Notation")?;
        match Choice::parse(&tags.0[n].value) {
            Ok(choice) => {
                tags.0.retain(|tag| tag.name != "Notation" || Choice::parse(&tag.value).is_err());
                Some(Ok(choice))
            }
            Err(_) if self.given => None,
            Err(error) => Some(Err(Problem::UnknownNotation(error.0))),
        }
    }

    /// Returns the notation of a line: the one given, else the one named, else the one that reads furthest.
    ///
    /// # Errors
    ///
    /// [`Problem::TwoNotations`] if two of them read everything, to different moves; [`Problem::Unsuited`]
    /// and [`Problem::WrongBoard`] if the one given or named is incompatible with such a source, or doesn't
    /// support the board.
    pub fn choose<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        place: usize,
    ) -> Result<Chosen<'a>, Problem> {
        if let Some(choice) = if self.given { Some(self.first()) } else { named } {
            if !source.supports(&*choice.notation) {
                return Err(Problem::Unsuited(choice.name.clone()));
            }
            return match choice.notation.supports(start) {
                Ok(()) => Ok(Chosen { choice, note: None, line: None }),
                Err(why) => Err(Problem::WrongBoard(why.0)),
            };
        }
        let Detected { n, rival, line } = self.detect(source, start, place)?;
        let name = |n: usize| self.choices[n].name.clone();
        let note = match rival {
            Some(rival) => Some(Problem::AlsoReads(name(n), name(rival))),
            None => (n > 0).then(|| Problem::Detected(name(n))),
        };
        Ok(Chosen { choice: &self.choices[n], note, line })
    }

    /// Reads the main line of a game from this position, or, if `open` says that nothing in the game states
    /// otherwise, possibly from the initial position of Chess 99 or U-chess.
    ///
    /// # Errors
    ///
    /// Those of [`Notations::choose`].
    pub fn read_main_line<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        open: bool,
        place: usize,
    ) -> Result<MainLine<'a>, Problem> {
        // The variant is decided by literal reading alone: repairs can turn anything into something.
        let attempt = |start: &Position| {
            let Chosen { choice, note, line } = self.choose(named, source, start, place)?;
            let line = line.unwrap_or_else(|| read_undiagnosed(source, start, place, &*choice.notation));
            Ok(MainLine { choice, note, start: None, line })
        };
        let repaired = |start: &Position, mut main: MainLine<'a>| match self.repair {
            Repairing::Never => {
                if !main.line.complete {
                    main.line = read_line(source, start, place, &*main.choice.notation);
                    let hint = self.hint(source, start, place, &main);
                    main.line.diagnostics.extend(hint);
                }
                main
            }
            _ => MainLine { line: self.read_line(source, start, place, main.choice), ..main },
        };
        let first = attempt(start)?;
        let is_sure = first.line.complete && first.line.doubts == 0 || !open;
        let others = if is_sure { Vec::new() } else { other_games(source, place) };
        for other in others {
            if let Ok(second) = attempt(&other)
                && second.line.plies().count() > first.line.plies().count()
            {
                let second = repaired(&other, second);
                return Ok(MainLine { start: Some(other), ..second });
            }
        }
        Ok(repaired(start, first))
    }

    /// Returns a hint at the intended notation for a line that can't be read: another one for all of it, if
    /// one was given, or for the text at which it ends.
    fn hint(
        &self,
        source: &dyn Source,
        start: &Position,
        place: usize,
        main: &MainLine<'_>,
    ) -> Option<Diagnostic> {
        /// The notations suggested for a single text.
        const TOLD: [&str; 6] = ["san", "descriptive", "iccf", "lan", "geographical", "sllavcco"];
        static ANY: LazyLock<Notations> = LazyLock::new(Notations::any);
        let Next::Move(text) = source.next(main.line.end) else { return None };
        let span = text.start..text.start + word(text.text).len();
        if self.given
            && let Ok(Detected { n, .. }) = ANY.detect(source, start, place)
            && ANY.choices[n].name != main.choice.name
        {
            let other = probe_line(source, start, place, &*ANY.choices[n].notation);
            if other.complete && other.plies().count() > main.line.plies().count() {
                let name = ANY.choices[n].name.clone();
                return Some(Diagnostic::warning(span, Problem::LooksLike(name)));
            }
        }
        if is_wellformed(source, start, &main.line, &*main.choice.notation) {
            return None;
        }
        let mut position = start.clone();
        main.line.plies().for_each(|ply| position.play(&ply));
        let own = main.choice.name.split(':').next().unwrap_or_default();
        let meant = ANY.choices.iter().filter(|it| TOLD.contains(&&*it.name) && it.name != own);
        let reads = |choice: &&Choice| {
            meaning(&*choice.notation, &position, word(text.text).trim_end_matches([',', ';'])).plies.len()
                == 1
        };
        let choice = meant.into_iter().find(reads)?;
        Some(Diagnostic::warning(span, Problem::ReadsAs(choice.name.clone())))
    }

    /// Returns the notation in which a line reads furthest, and with the fewest doubts; the earlier one if
    /// equal.
    ///
    /// If the first notation reads everything, with piece letters that no other language shares, the others
    /// are not tried: the exact reader does the same, and the two must agree. Languages without the letters
    /// in the text are tried only if nothing else reads everything.
    ///
    /// If languages of the first notation read equally well, a game with tags is in the first, and one of the
    /// others is its rival.
    fn detect(&self, source: &dyn Source, start: &Position, place: usize) -> Result<Detected, Problem> {
        let capitals = capitals(source, place);
        let is_likely = |n: &usize| {
            self.choices[*n].notation.letters().is_none_or(|letters| letters.may_have_written(&capitals))
        };
        // A king's letter alone, as in `b8=K`, doesn't indicate a language in which it is the rook's.
        let only_king = capitals == ['K'];
        let is_foreign = |choice: &Choice| choice.notation.letters().is_some_and(|it| it != Letters::ENGLISH);
        let supports = |choice: &Choice| {
            choice.may_be_found(start)
                && source.supports(&*choice.notation)
                && !(only_king && is_foreign(choice))
        };
        let suited = || (0..self.choices.len()).filter(|n| supports(&self.choices[*n]));
        let (likely, others): (Vec<usize>, Vec<usize>) = suited().partition(is_likely);
        let mut furthest = (suited().next().unwrap_or(0), 0);
        // If the text at which the first notation ends is well-formed in it, and so possibly a slip, others
        // must read this much further.
        let mut margin = 0;
        for candidates in [likely, others] {
            let mut whole: Option<Whole> = None;
            for n in candidates {
                let notation = &*self.choices[n].notation;
                let line = match n {
                    0 => read_undiagnosed(source, start, place, notation),
                    _ => probe_line(source, start, place, notation),
                };
                let plies: Vec<Ply> = line.plies().collect();
                // Without piece letters any square may be some piece's, so only unambiguous texts count.
                let guessed =
                    line.doubts > 0 && notation.letters().is_none() && !notation.ambiguity_resolved_later();
                if line.complete && !plies.is_empty() && !(guessed && furthest.1 > 0) {
                    if n == 0 && line.doubts == 0 && !letters(source, &line).are_shared() {
                        return Ok(Detected { n, rival: None, line: Some(line) });
                    }
                    Whole { choice: n, doubts: line.doubts, plies, rival: None }.or(&mut whole);
                } else if plies.len() > furthest.1 + if furthest.0 == 0 { margin } else { 0 } && !guessed {
                    furthest = (n, plies.len());
                }
                if n == 0 && !line.complete && is_wellformed(source, start, &line, notation) {
                    margin = SLIP;
                }
            }
            match whole {
                None => {}
                Some(Whole { choice, rival: None, .. }) => return Ok(Detected::of(choice)),
                Some(Whole { choice: 0, rival: Some(rival), .. })
                    if source.is_tagged()
                        && self.is_language_of_first(rival)
                        && is_canonical(source, start, place, &*self.first().notation) =>
                {
                    return Ok(Detected { rival: Some(rival), ..Detected::of(0) });
                }
                Some(Whole { choice, rival: Some(rival), .. }) => {
                    let name = |n: usize| self.choices[n].name.clone();
                    return Err(Problem::TwoNotations(name(choice), name(rival)));
                }
            }
        }
        Ok(Detected::of(furthest.0))
    }

    /// Whether two moves of a game from this position, or one that ends the text, are at an offset, in any of
    /// the notations.
    #[must_use]
    pub fn opens(&self, source: &dyn Source, start: &Position, place: usize) -> bool {
        let tried = self.choices.iter().filter(|choice| choice.may_be_found(start));
        tried.into_iter().any(|choice| opens_in(&*choice.notation, source, start, place))
    }

    /// Whether this is the first notation in another style.
    fn is_language_of_first(&self, n: usize) -> bool {
        self.choices[n].name.split(':').next() == Some(&self.choices[0].name)
    }
}

/// Another notation must read this many plies further than the first to be preferred at a text that may be a
/// slip.
const SLIP: usize = 4;

/// Whether the text at which a line ends is a well-formed move in this notation.
fn is_wellformed(source: &dyn Source, start: &Position, line: &Line, notation: &dyn Notation) -> bool {
    let Next::Move(text) = source.next(line.end) else { return false };
    let mut position = start.clone();
    line.plies().for_each(|ply| position.play(&ply));
    let mut readings = Vec::new();
    notation.read(&position, text.text, &mut readings);
    readings.iter().any(|it| it.len == word(text.text).trim_end_matches(['+', '#', '!', '?']).len())
}

/// Whether two moves in this notation, or one that ends the text, are at an offset.
fn opens_in(notation: &dyn Notation, source: &dyn Source, start: &Position, place: usize) -> bool {
    const MOST: usize = 8;
    let mut reader = Reader::new(source, notation, false);
    let mut alive = vec![Hypothesis { position: start.clone(), node: None, place, must_be_move: true }];
    for n in 0..2 {
        let mut next = Vec::new();
        for hypothesis in &alive {
            match source.next(hypothesis.place) {
                Next::End(_) => return n > 0,
                Next::Move(text) => reader.follow(hypothesis, text, &mut next),
            }
        }
        next.retain(|it| it.node.is_some_and(|node| reader.nodes[node].step.ply.is_some()));
        next.truncate(MOST);
        alive = next;
    }
    !alive.is_empty()
}

/// Returns the initial positions of other variants to which words of the line may belong: Chess 99 if one
/// names the file i, the rank 9, a paladin or a castling partner, U-chess if one captures a king.
fn other_games(source: &dyn Source, place: usize) -> Vec<Position> {
    const MOVE: &str = "abcdefghinswKQRBNPA123456789×x&=*+!#-";
    let (mut takes_king, mut is_9x9) = (false, false);
    let mut at = place;
    while let Next::Move(text) = source.next(at) {
        let word = word(text.text);
        is_9x9 |= word.contains(['i', '9', 'P', 'A', '&']) && word.chars().all(|it| MOVE.contains(it));
        let bare = word.trim_end_matches(['+', '#', '!', '?', '.']);
        takes_king |= bare.ends_with("xK") || bare.ends_with("×K");
        at = text.start + word.len().max(1);
    }
    let games: [(bool, fn() -> Position); 2] =
        [(is_9x9, || Chess99::default().into()), (takes_king, || UChess::default().into())];
    games.into_iter().filter(|it| it.0).map(|it| it.1()).collect()
}

/// The result of detection.
struct Detected {
    /// The index of the notation.
    n: usize,
    /// The index of another in which the line reads as well.
    rival: Option<usize>,
    /// The line as read, if free of doubts.
    line: Option<Line>,
}

impl Detected {
    fn of(n: usize) -> Detected {
        Detected { n, rival: None, line: None }
    }
}

/// A notation in which all of a line can be read.
struct Whole {
    choice: usize,
    doubts: usize,
    plies: Vec<Ply>,
    /// Another notation in which it can also be read, but to different moves.
    rival: Option<usize>,
}

impl Whole {
    /// Replaces the best one so far, if better.
    fn or(self, best: &mut Option<Whole>) {
        match best {
            Some(best) if best.doubts < self.doubts => {}
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

/// Whether all moves of a line are written as the notation writes them, marks aside.
fn is_canonical(source: &dyn Source, start: &Position, place: usize, notation: &dyn Notation) -> bool {
    let mut position = start.clone();
    let mut written = Vec::new();
    probe_line(source, start, place, notation).steps.iter().all(|step| {
        let (Some(ply), Next::Move(text)) = (step.ply, source.next(step.start)) else { return true };
        written.clear();
        let is_writable = notation.write(&position, &ply, &mut written).is_ok();
        position.play(&ply);
        is_writable && text.text.as_bytes().starts_with(&written)
    })
}

/// Returns the capital letters of a line's first words, except those of castling.
fn capitals(source: &dyn Source, mut place: usize) -> Vec<char> {
    const WORDS: usize = 60;
    let mut capitals: Vec<char> = Vec::new();
    for _ in 0..WORDS {
        let Next::Move(text) = source.next(place) else { break };
        let word = word(text.text);
        for letter in word.chars().filter(|it| it.is_uppercase() && !matches!(it, 'O' | 'Ο' | 'О')) {
            if !capitals.contains(&letter) {
                capitals.push(letter);
            }
        }
        place = text.start + word.len().max(1);
    }
    capitals
}

/// Returns the capital letters with which the moves of a line begin.
fn letters(source: &dyn Source, line: &Line) -> LetterSet {
    let mut letters = LetterSet::default();
    for step in line.steps.iter().filter(|step| step.ply.is_some()) {
        if let Next::Move(text) = source.next(step.start) {
            text.text.bytes().next().into_iter().for_each(|letter| letters.add(letter));
        }
    }
    letters
}
