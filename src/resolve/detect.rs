//! Determines the notation of a game: the one given by the user, named by its tag, or that reads best.
//!
//! Also determines the variant, if not stated: a word that is impossible on an 8×8 board may belong to Chess
//! 99, and does if the game can be read further there.

mod trial;

use std::sync::Arc;

use self::trial::{Detected, detect, is_wellformed, words};
use super::{
    Evidence, Hypothesis, Line, Next, Reader, Repairing, Source, Tells, meaning, read_line, repair_line, word,
};
use crate::{
    chess::{Chess99, Color, Position, Scope, Tags, UChess, Variant},
    diagnostics::{Diagnostic, Problem},
    lex,
    notation::{self, Choice, Notation, detectable},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// The notations that games may be in, and defaults for games that don't state their rules.
#[derive(Clone, Debug)]
pub struct Notations {
    /// The only notation; `None` for all that can be detected.
    given: Option<Choice>,
    rules: Option<Variant>,
    start: Option<String>,
    repair: Repairing,
    /// Whether errors suggest what may have been meant.
    suggests: bool,
    /// What is known to be certain of the text.
    evidence: Arc<[Evidence]>,
}

/// The main line of a game as read.
#[derive(Debug)]
pub struct MainLine<'a> {
    /// The notation.
    pub choice: &'a Choice,
    /// The notation detected, if it was in question.
    pub note: Option<Problem>,
    /// The position in which the game begins, if found to differ from the one given.
    pub start: Option<Position>,
    pub line: Line,
}

impl MainLine<'_> {
    /// Returns the end of the move that ends the game on the board, if the rest of the line couldn't be read.
    /// The line began in `start` unless it states another position.
    #[must_use]
    pub fn end_on_board(&self, start: &Position) -> Option<usize> {
        let step = self.line.steps.iter().rfind(|it| it.ply.is_some()).filter(|_| !self.line.complete)?;
        self.last_position(start).outcome().map(|_| step.end())
    }

    /// Whether `text` begins with a legal move after the line, which began in `start` unless it states
    /// another position.
    #[must_use]
    pub fn goes_on(&self, start: &Position, text: &str) -> bool {
        let last = self.last_position(start);
        let (mut readings, mut plies) = (Vec::new(), Vec::new());
        self.choice.notation.read(&last, text, &mut readings);
        readings.retain(|it| !text.slice(it.len..).starts_with(char::is_alphanumeric));
        readings.iter().for_each(|it| last.plies(Scope::Legal, &it.pattern, &mut plies));
        !plies.is_empty()
    }

    /// Returns the position after the line, which began in this one unless it tells another.
    fn last_position(&self, start: &Position) -> Position {
        self.start.as_ref().unwrap_or(start).after(self.line.plies())
    }
}

/// The notation chosen for a line.
#[derive(Debug)]
pub struct Chosen<'a> {
    /// The notation.
    pub choice: &'a Choice,
    /// The notation detected, if it was in question.
    pub note: Option<Problem>,
    /// The line, if it was read without any doubt while choosing.
    pub line: Option<Line>,
}

impl Notations {
    /// Returns only this notation, whatever a game's tag says.
    #[must_use]
    pub fn only(choice: Choice) -> Notations {
        Notations { given: Some(choice), ..Notations::any() }
    }

    /// Returns all notations that can be detected.
    #[must_use]
    pub fn any() -> Notations {
        Notations {
            given: None,
            rules: None,
            start: None,
            repair: Repairing::Never,
            suggests: true,
            evidence: Arc::default(),
        }
    }

    /// Sets the way of repairing lines.
    #[must_use]
    pub fn repairing(self, repair: impl Into<Repairing>) -> Notations {
        Notations { repair: repair.into(), ..self }
    }

    /// Sets what is known to be certain of the text, in order.
    #[must_use]
    pub fn with_evidence(self, evidence: Arc<[Evidence]>) -> Notations {
        Notations { evidence, ..self }
    }

    /// Returns what is known to be certain of the text.
    #[must_use]
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Returns how to repair lines that can't be read.
    #[must_use]
    pub fn repair(&self) -> Repairing {
        self.repair
    }

    /// Reads a line in one of the notations, with repairs if requested.
    #[must_use]
    pub fn read_line(&self, source: &dyn Source, start: &Position, place: usize, choice: &Choice) -> Line {
        let tells = if self.suggests { Tells::Suggestions } else { Tells::Failure };
        match self.repair {
            Repairing::Never => read_line(source, start, place, &*choice.notation, tells),
            how => repair_line(source, start, place, &*choice.notation, how),
        }
    }

    /// Omits suggestions from errors, which take as long as the rest: for a reading that may be replaced by
    /// another.
    #[must_use]
    pub fn without_suggestions(self) -> Notations {
        Notations { suggests: false, ..self }
    }

    /// Sets the rules for all games, whatever their tags say.
    #[must_use]
    pub fn with_rules(self, rules: Option<Variant>) -> Notations {
        Notations { rules, ..self }
    }

    /// Sets the FEN for games without a position of their own.
    #[must_use]
    pub fn with_start(self, start: Option<String>) -> Notations {
        Notations { start, ..self }
    }

    /// Whether games without a position of their own have another start position than the initial one.
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
        self.given.as_ref().unwrap_or_else(|| &detectable()[0])
    }

    /// Returns the notation for a page of a book: the one given, or the most common one in old books.
    #[must_use]
    pub fn of_books(&self) -> &Choice {
        let usual = || notation::named(notation::OF_BOOKS).expect("it is in the registry");
        self.given.as_ref().unwrap_or_else(usual)
    }

    /// Whether there is only one notation to choose from.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Returns the notation that a `Notation` tag of this value names, if it can be looked up directly.
    #[must_use]
    pub fn named(&self, value: &str) -> Option<&'static Choice> {
        notation::named(value)
    }

    /// Removes the last `Notation` tag and returns its notation. An unknown one is a problem unless a
    /// notation is given. Other tags that name a notation are removed as well, or the output would be read in
    /// it. The requested rules and position become the values of their tags.
    pub fn take_tag(&self, tags: &mut Tags<'_>) -> Option<Result<Choice, Problem>> {
        if let Some(rules) = self.rules {
            tags.set("Variant", rules.name());
        }
        if let Some(start) = self.start.as_deref().filter(|_| tags.get("FEN").is_none()) {
            tags.set_start(start.to_owned());
        }
        let n = tags.0.iter().rposition(|tag| tag.name == "Notation")?;
        match Choice::parse(&tags.0[n].value) {
            Ok(choice) => {
                tags.0.retain(|tag| tag.name != "Notation" || Choice::parse(&tag.value).is_err());
                Some(Ok(choice))
            }
            Err(_) if self.is_given() => None,
            Err(error) => Some(Err(Problem::UnknownNotation(error.0))),
        }
    }

    /// Returns the notation of a line: the one given, else `named`, else the one that reads furthest.
    ///
    /// # Errors
    ///
    /// [`Problem::TwoNotations`] if two of them read everything, to different moves; [`Problem::Unsuited`]
    /// and [`Problem::WrongBoard`] if the one given or named is incompatible with the source, or doesn't
    /// support the board.
    pub fn choose<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        place: usize,
    ) -> Result<Chosen<'a>, Problem> {
        if let Some(choice) = self.given.as_ref().or(named) {
            if !source.supports(&*choice.notation) {
                return Err(Problem::Unsuited(choice.name.clone()));
            }
            return match choice.notation.supports(start) {
                Ok(()) => Ok(Chosen { choice, note: None, line: None }),
                Err(why) => Err(Problem::WrongBoard(why)),
            };
        }
        let Detected { n, otherwise, line } = detect(source, start, place)?;
        let choice = &*detectable()[n];
        let named = if otherwise { Problem::Otherwise } else { Problem::Detected };
        let note = (n > 0).then(|| named(choice.name.clone()));
        Ok(Chosen { choice, note, line })
    }

    /// Reads the main line of a game from this position; if `open`, as the game states no other, possibly
    /// from the initial position of Chess 99 or U-chess.
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
        let attempt = |start: &Position| self.read_undiagnosed(named, source, start, place);
        let repaired = |start: &Position, mut main: MainLine<'a>| match self.repair {
            Repairing::Never => {
                if !main.line.complete {
                    main.line = self.read_line(source, start, place, main.choice);
                    let hint = if self.suggests { self.hint(source, start, place, &main) } else { None };
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

    /// Reads a line from this position literally, without a diagnosis where it ends early.
    ///
    /// # Errors
    ///
    /// Those of [`Notations::choose`].
    pub fn read_undiagnosed<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        place: usize,
    ) -> Result<MainLine<'a>, Problem> {
        let Chosen { choice, note, line } = self.choose(named, source, start, place)?;
        let line = line.unwrap_or_else(|| read_line(source, start, place, &*choice.notation, Tells::Marks));
        Ok(MainLine { choice, note, start: None, line })
    }

    /// Suggests the intended notation for a line that can't be read: another one for all of it, if one was
    /// given, or one for the text at which it ends.
    fn hint(
        &self,
        source: &dyn Source,
        start: &Position,
        place: usize,
        main: &MainLine<'_>,
    ) -> Option<Diagnostic> {
        /// Notations suggested for a single text.
        const TOLD: [&str; 6] = ["san", "lan", "iccf", "sllavcco", "geographical", "descriptive"];
        let Next::Move(text) = source.next(main.line.end) else { return None };
        let span = text.start..text.start + word(text.text).len();
        if self.is_given()
            && let Ok(Detected { n, .. }) = detect(source, start, place)
            && detectable()[n].name != main.choice.name
        {
            let other = read_line(source, start, place, &*detectable()[n].notation, Tells::Nothing);
            if other.complete && other.plies().count() > main.line.plies().count() {
                let name = detectable()[n].name.clone();
                return Some(Diagnostic::warning(span, Problem::LooksLike(name)));
            }
        }
        if is_wellformed(source, start, &main.line, &*main.choice.notation) {
            return None;
        }
        let position = start.after(main.line.plies());
        let own = main.choice.name.split(':').next().unwrap_or_default();
        let meant = TOLD.into_iter().filter(|it| *it != own).filter_map(notation::named);
        let reads = |choice: &&Choice| {
            meaning(&*choice.notation, &position, word(text.text).trim_end_matches([',', ';'])).plies.len()
                == 1
        };
        let choice = meant.into_iter().find(reads)?;
        Some(Diagnostic::warning(span, Problem::ReadsAs(choice.name.clone())))
    }

    /// Whether two legal moves from `start`, or one that ends the text, stand at an offset, in any of the
    /// notations.
    #[must_use]
    pub fn opens(&self, source: &dyn Source, start: &Position, place: usize) -> bool {
        let mut tried =
            self.given.iter().chain(detectable().iter().filter(|_| !self.is_given()).map(|it| &**it));
        tried.any(|choice| choice.may_be_found(start) && opens_in(&*choice.notation, source, start, place))
    }
}

/// Whether two legal moves in this notation, or one that ends the text or the game, stand at an offset.
fn opens_in(notation: &dyn Notation, source: &dyn Source, start: &Position, place: usize) -> bool {
    const MOST: usize = 8;
    let mut reader = Reader::new(source, notation, Tells::Nothing);
    let mut alive = vec![Hypothesis { must_be_move: true, ..Hypothesis::new(start, place) }];
    for n in 0..2 {
        let mut next = Vec::new();
        for hypothesis in &alive {
            match source.next(hypothesis.place) {
                Next::End(_) => return n > 0,
                Next::Move(text) => reader.follow(hypothesis, text, &mut next),
            }
        }
        let is_ply = |reader: &Reader<'_>, it: &Hypothesis| {
            it.node.is_some_and(|node| reader.nodes[node].step.ply.is_some())
        };
        next.retain(|it| is_ply(&reader, it));
        if next.iter().any(|it| it.position.outcome().is_some()) {
            return true;
        }
        if let (1, true, [hypothesis, ..]) = (n, next.is_empty(), &alive[..])
            && let Some(place) = first_of_black(source, hypothesis.place)
            && let Next::Move(text) = source.next(place)
        {
            reader.follow(hypothesis, text, &mut next);
            next.retain(|it| is_ply(&reader, it));
        }
        next.truncate(MOST);
        alive = next;
    }
    !alive.is_empty()
}

/// Returns the offset after which Black's first move follows its number, or stands on a line of its own above
/// number 2, if a note on White's precedes it.
fn first_of_black(source: &dyn Source, mut place: usize) -> Option<usize> {
    /// Longest note, in words.
    const LONGEST: usize = 120;
    for _ in 0..LONGEST {
        let Next::Move(text) = source.next(place) else { return None };
        let bytes = source.text().as_bytes();
        let is_above_second = || {
            let below = source.next(lex::line_end(bytes, text.start));
            matches!(below, Next::Move(next) if next.number == Some((2, None)))
        };
        let is_alone = text.number.is_none()
            && lex::begins_line(bytes, text.start)
            && OfMove::of(word(text.text)) >= OfMove::Part;
        if text.number == Some((1, Some(Color::Black))) || is_alone && is_above_second() {
            return Some(place);
        }
        place = text.start + word(text.text).len().max(1);
    }
    None
}

/// Returns the initial positions of other variants to which words of the line may belong: Chess 99 if one
/// names the file i, the rank 9, a paladin or a castling partner, U-chess if one captures a king.
fn other_games(source: &dyn Source, place: usize) -> Vec<Position> {
    const MOVE: &str = "abcdefghinswKQRBNPA123456789×x&=*+!#-";
    let (mut takes_king, mut is_9x9) = (false, false);
    for word in words(source, place) {
        is_9x9 |= word.contains(['i', '9', 'P', 'A', '&']) && word.chars().all(|it| MOVE.contains(it));
        let bare = word.trim_end_matches(['+', '#', '!', '?', '.']);
        takes_king |= bare.ends_with("xK") || bare.ends_with("×K");
    }
    let games: [(bool, fn() -> Position); 2] =
        [(is_9x9, || Chess99::default().into()), (takes_king, || UChess::default().into())];
    games.into_iter().filter(|it| it.0).map(|it| it.1()).collect()
}
