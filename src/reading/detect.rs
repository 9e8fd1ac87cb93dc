//! In which notation a game is written: as the user says, as its tag says, or as it reads best.

use std::collections::HashMap;

use super::{Source, read_line};
use crate::{
    model::{Ply, Tags},
    notation::{self, Choice},
    report::Problem,
    rules::Position,
};

/// The notations that games may be in.
#[derive(Debug)]
pub struct Notations {
    choices: Vec<Choice>,
    given: bool,
    /// The notations that tags name without much ado: all of them, in every single style.
    named: HashMap<String, Choice>,
}

impl Notations {
    /// This one and no other, whatever a game's tag says.
    #[must_use]
    pub fn only(choice: Choice) -> Notations {
        Notations { choices: vec![choice], given: true, named: HashMap::new() }
    }

    /// Any that can be told by reading.
    #[must_use]
    pub fn any() -> Notations {
        let named = notation::all().into_iter().map(|choice| (choice.name.clone(), choice)).collect();
        Notations { choices: notation::detectable(), given: false, named }
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

    /// The notation that a `Notation` tag of this value names, if it is one that can be told at once.
    #[must_use]
    pub fn named(&self, value: &str) -> Option<&Choice> {
        self.named.get(value)
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
    /// [`Problem::TwoNotations`] if two of them read everything, to different moves.
    pub fn choose<'a>(
        &'a self,
        named: Option<&'a Choice>,
        source: &dyn Source,
        start: &Position,
        place: usize,
    ) -> Result<(&'a Choice, Option<Problem>), Problem> {
        if self.given {
            return Ok((self.first(), None));
        }
        if let Some(choice) = named {
            return Ok((choice, None));
        }
        let n = self.detect(source, start, place)?;
        let note = (n > 0).then(|| Problem::Detected(self.choices[n].name.clone()));
        Ok((&self.choices[n], note))
    }

    /// The notation in which a line reads furthest; the earlier one of two that read as far.
    fn detect(&self, source: &dyn Source, start: &Position, place: usize) -> Result<usize, Problem> {
        let mut best = (0, 0);
        let mut whole: Option<(usize, Vec<Ply>)> = None;
        for (n, choice) in self.choices.iter().enumerate() {
            let line = read_line(source, start, place, &*choice.notation);
            let plies: Vec<Ply> = line.plies().collect();
            if line.complete && !plies.is_empty() {
                match &whole {
                    Some((first, others)) if *others != plies => {
                        let name = |n: usize| self.choices[n].name.clone();
                        return Err(Problem::TwoNotations(name(*first), name(n)));
                    }
                    Some(_) => {}
                    None => whole = Some((n, plies)),
                }
            } else if plies.len() > best.1 {
                best = (n, plies.len());
            }
        }
        Ok(whole.map_or(best.0, |it| it.0))
    }
}
