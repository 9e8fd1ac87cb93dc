//! In which notation a game is written: as the user says, as its tag says, or as it reads best.

use super::{Line, Next, Source, probe_line};
use crate::{
    model::{Ply, Tags},
    notation::{self, Choice, letters::LetterSet},
    report::Problem,
    rules::Position,
};

/// The notations that games may be in.
#[derive(Debug)]
pub struct Notations {
    choices: Vec<Choice>,
    given: bool,
}

impl Notations {
    /// This one and no other, whatever a game's tag says.
    #[must_use]
    pub fn only(choice: Choice) -> Notations {
        Notations { choices: vec![choice], given: true }
    }

    /// Any that can be told by reading.
    #[must_use]
    pub fn any() -> Notations {
        Notations { choices: notation::detectable(), given: false }
    }

    /// The notation that a game is in if it reads without a doubt.
    #[must_use]
    pub fn first(&self) -> &Choice {
        &self.choices[0]
    }

    /// Is there only one to choose from?
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.given
    }

    /// Takes the last `Notation` tag from among the tags, unless it names none, which is a problem where it matters.
    pub fn take_tag(&self, tags: &mut Tags<'_>) -> Option<Result<Choice, Problem>> {
        let n = tags.0.iter().rposition(|tag| tag.name == "Notation")?;
        match Choice::parse(&tags.0[n].value) {
            Ok(choice) => {
                tags.0.remove(n);
                Some(Ok(choice))
            }
            Err(_) if self.given => None,
            Err(error) => Some(Err(Problem::UnknownNotation(error.0))),
        }
    }

    /// The notation of a line: the given one, else the one that is named, else the one that reads furthest.
    ///
    /// # Errors
    ///
    /// [`Problem::TwoNotations`] if two of them read everything, to different moves; [`Problem::Unsuited`] if the one that is
    /// given or named cannot be that of such a source.
    pub fn choose<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        place: usize,
    ) -> Result<(&'a Choice, Option<Problem>), Problem> {
        if let Some(choice) = if self.given { Some(self.first()) } else { named } {
            if !source.suits(&*choice.notation) {
                return Err(Problem::Unsuited(choice.name.clone()));
            }
            return Ok((choice, None));
        }
        let n = self.detect(source, start, place)?;
        let note = (n > 0).then(|| Problem::Detected(self.choices[n].name.clone()));
        Ok((&self.choices[n], note))
    }

    /// The notation in which a line reads furthest, and with the fewest doubts; the earlier one of two that are equal in this.
    ///
    /// If the first one reads everything, with piece letters that are no other language's, the others are not
    /// tried: so it is done on the fast road, too, and the two must agree.
    fn detect(&self, source: &dyn Source, start: &Position, place: usize) -> Result<usize, Problem> {
        let mut suited =
            self.choices.iter().enumerate().filter(|it| source.suits(&*it.1.notation)).peekable();
        let mut furthest = (suited.peek().map_or(0, |it| it.0), 0);
        let mut whole: Option<Whole> = None;
        for (n, choice) in suited {
            let line = probe_line(source, start, place, &*choice.notation);
            let plies: Vec<Ply> = line.plies().collect();
            if !line.complete || plies.is_empty() {
                if plies.len() > furthest.1 {
                    furthest = (n, plies.len());
                }
                continue;
            }
            if n == 0 && line.doubts == 0 && !letters(source, &line).are_shared() {
                return Ok(0);
            }
            match &mut whole {
                Some(best) if best.doubts < line.doubts => {}
                Some(best) if best.doubts == line.doubts => {
                    if best.rival.is_none() && best.plies != plies {
                        best.rival = Some(n);
                    }
                }
                _ => whole = Some(Whole { choice: n, doubts: line.doubts, plies, rival: None }),
            }
        }
        match whole {
            None => Ok(furthest.0),
            Some(Whole { choice, rival: None, .. }) => Ok(choice),
            Some(Whole { choice, rival: Some(rival), .. }) => {
                let name = |n: usize| self.choices[n].name.clone();
                Err(Problem::TwoNotations(name(choice), name(rival)))
            }
        }
    }
}

/// A notation in which the whole of a line can be read.
struct Whole {
    choice: usize,
    doubts: usize,
    plies: Vec<Ply>,
    /// Another one in which it can be read as well, but to different moves.
    rival: Option<usize>,
}

/// The capital letters with which the moves of a line begin.
fn letters(source: &dyn Source, line: &Line) -> LetterSet {
    let mut letters = LetterSet::default();
    for step in line.steps.iter().filter(|step| step.ply.is_some()) {
        if let Next::Move(text) = source.next(step.start) {
            text.text.bytes().next().into_iter().for_each(|letter| letters.add(letter));
        }
    }
    letters
}
