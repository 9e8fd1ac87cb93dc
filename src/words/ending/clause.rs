//! What a clause or sentence of words states: a side or player wins, resigns or loses, or the game is drawn, in
//! the phrases of [`TONGUES`].

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use crate::{
    chess::{Color, Outcome, Position, Tags},
    lex::leading_number,
    lines,
    slice::Slice as _,
    words::{
        heading,
        tongues::{FEW, OPEN, Phrase, TONGUES, Tongue},
    },
};

/// A stated ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won(Color),
    /// The side that made the last move won.
    LastWins,
    /// The side to move resigned.
    Resigned,
    Drawn,
}

impl Ending {
    /// Returns the outcome of a game with this ending and last position.
    pub fn outcome(self, last: &Position) -> Outcome {
        match self {
            Ending::Won(color) => Outcome::lost_by(!color),
            Ending::Drawn => Outcome::Draw,
            // The side to move has resigned or lost.
            Ending::Resigned | Ending::LastWins => Outcome::lost_by(last.turn()),
        }
    }

    /// Whether it names no side, so that the last move decides.
    pub const fn depends_on_moves(self) -> bool {
        matches!(self, Ending::Resigned | Ending::LastWins)
    }
}

/// The players' names as lower-case words: White's, Black's.
#[derive(Clone, Default, Debug)]
pub struct Players(pub(super) [Vec<String>; 2]);

impl Players {
    pub const NONE: Players = Players([Vec::new(), Vec::new()]);

    /// Returns the players named by the tags.
    pub fn of(tags: &Tags<'_>) -> Players {
        let named = |name: &str| tags.0.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        Players::named(["White", "Black"].map(|it| named(it).map_or("", |it| &*it.value)))
    }

    pub fn named(names: [&str; 2]) -> Players {
        let of_name = |name: &str| {
            let words = name.split(|it: char| !it.is_alphanumeric() && it != '\'' && it != '’');
            words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
        };
        Players(names.map(of_name))
    }

    pub fn are_named(&self) -> bool {
        self.0.iter().any(|it| !it.is_empty())
    }

    /// Returns `self` if the players are known, else those named in a heading, as in `Alice vs Bob, 1-0` and
    /// `Alice – Bob`.
    pub fn or_in(self, heading: &str) -> Players {
        if self.are_named() {
            return self;
        }
        let [white, black] = heading::players(heading);
        Players::named([&white, &black])
    }

    /// Returns the player named in a text.
    pub fn named_in(&self, text: &str) -> Option<Color> {
        let words = words(text);
        (0..words.len()).find_map(|n| self.subject(&words[n..])).map(|it| it.0)
    }

    /// Returns the player named at the start of `words`, by at least one word that isn't in the other's name,
    /// and the number of words.
    fn subject(&self, words: &[Word]) -> Option<(Color, usize)> {
        let of = |n: usize| {
            let named = words.iter().take_while(|it| self.0[n].contains(&it.text));
            let own =
                named.clone().any(|it| it.text.chars().count() > 1 && !self.0[1 - n].contains(&it.text));
            Some(named.count()).filter(|_| own)
        };
        match (of(0), of(1)) {
            (Some(len), None) => Some((Color::White, len)),
            (None, Some(len)) => Some((Color::Black, len)),
            _ => None,
        }
    }
}

/// The longest word of each phrase for an ending: a text without any of them is skipped.
static TELLING: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let phrases = TONGUES.iter().flat_map(|it| [&it.wins, &it.resigns, &it.loses, &it.drawn]).flatten();
    phrases.filter_map(|it| it.iter().max_by_key(|word| word.len())).copied().collect()
});

/// A lower-case word without the punctuation around it.
pub(super) struct Word {
    text: String,
    pub(super) span: Range<usize>,
    /// Whether it ends a sentence, and whether a comma or other sign follows it.
    pub(super) ends: bool,
    apart: bool,
}

/// Returns the side or player whose something is, as in `Black's flag`.
fn owner(word: &str) -> &str {
    word.strip_suffix("'s").unwrap_or(word)
}

/// Splits a text into words; separate punctuation belongs to the preceding word.
fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (start, part) in lines::words(text) {
        // A footnote mark may be attached.
        let part = part.find('[').filter(|it| *it > 0).map_or(part, |n| part.slice(..n));
        if part.starts_with('(') {
            found.last_mut().into_iter().for_each(|it| it.ends = true);
        }
        // The number of a footnote may follow.
        let is_letter = |it: char| it.is_alphabetic() || it.is_ascii_digit();
        // A move number may be attached.
        let number =
            leading_number(part).filter(|it| it.1.starts_with('.')).map_or(0, |it| part.len() - it.1.len());
        let (start, part) = (start + number, part.slice(number..));
        let (Some(first), Some(last)) = (part.find(is_letter), part.rfind(is_letter)) else {
            found.last_mut().into_iter().for_each(|it| {
                it.apart = true;
                it.ends |= part.contains(['.', '!', ';', ')', '/']);
            });
            continue;
        };
        let len = part.slice(last..).chars().next().map_or(0, char::len_utf8);
        let core = part.slice(first..last + len);
        let signs = part.slice(last + len..);
        // The rest of a word divided at the end of a line.
        let is_divided = |it: &&mut Word| {
            let hyphen = text.slice(it.span.end..start).strip_prefix(['-', '\u{ad}']);
            hyphen.is_some_and(|it| it.trim_matches([' ', '\r']) == "\n")
        };
        if let Some(divided) = found.last_mut().filter(is_divided) {
            divided.text.push_str(&core.to_lowercase());
            divided.span.end = start + last + len;
            (divided.ends, divided.apart) = (signs.contains(['.', '!', ';', ')', ']']), !signs.is_empty());
            continue;
        }
        // A full stop after one or two letters marks an abbreviation.
        let short = core.chars().count() <= 2 && signs == ".";
        found.push(Word {
            text: owner(&core.replace('’', "'").to_lowercase()).to_owned(),
            span: start + first..start + last + len,
            ends: !short && signs.contains(['.', '!', ';', ')', ']']),
            apart: !signs.is_empty(),
        });
    }
    found
}

/// Returns the words of a text, or `None` if none of them can state an ending.
pub(super) fn telling_words(text: &str) -> Option<Vec<Word>> {
    // These words have no digits, so most moves needn't be looked up.
    let is_figure = |it: char| it.is_ascii_digit();
    let tells = |it: &Word| !it.text.contains(is_figure) && TELLING.contains(&*it.text);
    let mut words = words(text);
    // The number of the move in whose place the ending stands.
    if words.first().is_some_and(|it| it.text.chars().all(is_figure)) {
        words.remove(0);
    }
    words.iter().any(tells).then_some(words)
}

/// Returns the number of words that a phrase matches at the start of `words`.
fn taken(phrase: &[&str], words: &[Word]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    if *first != OPEN {
        return words
            .first()
            .filter(|it| it.text == *first)
            .and_then(|_| Some(1 + taken(rest, &words[1..])?));
    }
    (1..=FEW.min(words.len())).rev().find_map(|n| Some(n + taken(rest, &words[n..])?))
}

/// Returns the length of the longest phrase that `words` begin with.
pub(super) fn longest(phrases: &[Phrase], words: &[Word]) -> Option<usize> {
    phrases.iter().filter_map(|it| taken(it, words)).max()
}

impl Tongue {
    /// Returns the side named at the start of `words`, and the number of words.
    fn subject(&self, words: &[Word], players: &Players) -> Option<(Color, usize)> {
        let side = Color::ALL.into_iter().zip(&self.sides);
        let side = side.filter_map(|(color, names)| Some((color, longest(names, words)?))).next();
        let titles = longest(&self.titles, words).unwrap_or(0);
        match (side, players.subject(&words[titles..])) {
            (Some(side), Some(player)) if side.0 != player.0 => None,
            (side, player) => player.map(|it| (it.0, titles + it.1)).or(side),
        }
    }

    /// Whether these words may follow a complete statement.
    fn may_follow(&self, words: &[Word]) -> bool {
        words.is_empty()
            || self.with.iter().any(|it| taken(it, words).is_some_and(|n| self.may_follow(&words[n..])))
    }

    /// Returns the ending if `words` begin with a side that resigned, perhaps followed by a reason, and
    /// whether it certainly resigned the game; in `White abandons the center`, it may not have.
    pub(super) fn resigned(&self, words: &[Word], players: &Players) -> Option<(Ending, bool)> {
        let words = &words[longest(&self.and, words).unwrap_or(0)..];
        let (side, len) = self.subject(words, players)?;
        let resigned = longest(&self.resigns, &words[len..])?;
        let reason = &words[len + resigned..];
        let supposes = (0..reason.len()).any(|n| longest(&self.unless, &reason[n..]).is_some());
        let is_whole = reason.is_empty()
            || words[len + resigned - 1].apart
            || self.with.iter().any(|it| taken(it, reason).is_some());
        (!supposes).then_some((Ending::Won(!side), is_whole))
    }

    /// Returns the ending of a sentence that begins with a side, names no other, and ends with its
    /// resignation, as in `White believed it and resigned.`
    fn resigned_at_last(&self, words: &[Word], players: &Players) -> Option<Ending> {
        let words = &words[longest(&self.and, words).unwrap_or(0)..];
        let (side, len) = self.subject(words, players)?;
        let rest = &words[len..];
        let is_other = |n: usize| {
            let words = &rest[n..];
            // A player's name may contain an `and`.
            let is_joint = longest(&self.and, words).is_some();
            longest(&self.unless, words).is_some() || !is_joint && self.subject(words, players).is_some()
        };
        let resigns = |n: usize| {
            longest(&self.and, &rest[n..]).is_some_and(|it| self.ends(&self.resigns, &rest[n + it..]))
        };
        let at_last = !(0..rest.len()).any(is_other) && (1..rest.len()).any(resigns);
        at_last.then_some(Ending::Won(!side))
    }

    /// Whether `words` are one of the phrases, perhaps followed by words that may follow it.
    fn ends(&self, phrases: &[Phrase], words: &[Word]) -> bool {
        phrases.iter().any(|it| taken(it, words).is_some_and(|n| self.may_follow(&words[n..])))
    }

    /// Returns the ending if `words` are a complete statement.
    fn said(&self, words: &[Word], players: &Players) -> Option<Ending> {
        let begin = longest(&self.and, words).unwrap_or(0);
        let words = &words[begin..];
        if self.ends(&self.drawn, words) {
            return Some(Ending::Drawn);
        }
        let subject = self.subject(words, players);
        let rest = &words[subject.map_or(0, |it| it.1)..];
        match subject.map(|it| it.0) {
            Some(side) if self.ends(&self.wins, rest) => Some(Ending::Won(side)),
            Some(side) if self.ends(&self.resigns, rest) || self.ends(&self.loses, rest) => {
                Some(Ending::Won(!side))
            }
            None if self.ends(&self.resigns, rest) => Some(Ending::Resigned),
            // `Resignation of Black`, `abandonnent les Noirs`.
            None if let Some(len) = longest(&self.resigns, rest)
                && let Some(side) = self.subject(&rest[len..], players)
                && len + side.1 == rest.len() =>
            {
                Some(Ending::Won(!side.0))
            }
            // `Won by Black.`
            None if longest(&self.wins, rest).is_some() => {
                let by = rest.iter().position(|it| it.text == "by").map(|n| &rest[n + 1..]);
                let winner = by.and_then(|it| self.subject(it, players).filter(|side| side.1 == it.len()));
                let winner = winner.map(|it| Ending::Won(it.0));
                winner.or_else(|| (begin > 0 && self.ends(&self.wins, rest)).then_some(Ending::LastWins))
            }
            _ => None,
        }
    }
}

/// Returns the ending stated by a whole sentence or clause.
pub(super) fn statement(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.said(words, players))
}

/// Returns the ending of a sentence that begins with the side that resigned.
pub(super) fn resigned(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.resigned(words, players).filter(|it| it.1)).map(|it| it.0)
}

/// Returns the ending of a sentence that begins with a side and ends with its resignation.
pub(super) fn resigned_at_last(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.resigned_at_last(words, players))
}

/// Returns the length of the first sentence.
pub(super) fn sentence(words: &[Word]) -> usize {
    words.iter().position(|it| it.ends).map_or(words.len(), |n| n + 1)
}

/// Returns the ending stated before the first comma of a sentence: a resignation, or a win after an `and`.
pub(super) fn first_clause(words: &[Word], players: &Players) -> Option<Ending> {
    let len = words.iter().position(|it| it.apart)? + 1;
    let (clause, rest) = words.split_at(len);
    TONGUES.iter().find_map(|it| {
        let begin = longest(&it.and, clause);
        let supposes = longest(&it.unless, rest).is_some();
        let resigns = || (0..clause.len()).any(|n| longest(&it.resigns, &clause[n..]).is_some());
        if supposes || begin.is_none() && !resigns() { None } else { it.said(clause, players) }
    })
}

/// The least number of words that certainly state a draw.
const AGREED: usize = 3;

/// Returns the ending stated by the last clause of a sentence: after a comma and an `and`, a resignation, or an
/// agreement to a draw.
pub(super) fn last_clause(words: &[Word], players: &Players) -> Option<Ending> {
    let clauses = (1..words.len()).filter(|n| words[n - 1].apart);
    let said = clauses.rev().find_map(|n| {
        let (before, clause) = words.split_at(n);
        let of_tongue = |it: &Tongue| {
            let is_in = |phrases: &[Phrase], words: &[Word]| {
                (0..words.len()).any(|n| longest(phrases, &words[n..]).is_some())
            };
            let agreed = || it.drawn.iter().any(|it| it.len() >= AGREED && taken(it, clause).is_some());
            let is_end = longest(&it.and, clause).is_some() || is_in(&it.resigns, clause) || agreed();
            if !is_end || is_in(&it.unless, before) { None } else { it.said(clause, players) }
        };
        TONGUES.iter().find_map(of_tongue)
    });
    // Without a side, the clause may be about a move.
    said.filter(|it| !it.depends_on_moves())
}

/// Returns the first such sentence of a short text.
pub(super) fn mentioned_in(text: &str) -> Option<&str> {
    /// Words before a resignation that did not happen.
    const UNREAL: [&str; 9] = ["never", "not", "didn't", "doesn't", "to", "could", "would", "might", "may"];
    let words = telling_words(text)?;
    let mentions = |tongue: &Tongue, sentence: &[Word], n: usize| {
        let (before, words) = sentence.split_at(n);
        let clause = &words[..words.iter().position(|it| it.apart).map_or(words.len(), |n| n + 1)];
        let is_unreal = || {
            let supposes = |n: usize| longest(&tongue.unless, &before[n..]).is_some();
            (0..n).any(supposes) || before.iter().any(|it| UNREAL.contains(&&*it.text))
        };
        // A side that does not itself resign does something else.
        let is_of_side = || {
            let of_side = |n: usize| tongue.subject(&before[n..], &Players::NONE);
            let last = (0..n).rev().find_map(|n| Some(n + of_side(n)?.1));
            last.is_some_and(|it| it < n)
        };
        // A label, or an offer.
        let is_other = |it: &Word| text.slice(it.span.end..).starts_with([':', '"', '?']);
        let begins = before.last().is_none_or(|it| it.apart);
        longest(&tongue.drawn, words).is_some_and(|it| it >= AGREED)
            || begins && tongue.ends(&tongue.drawn, clause) && !clause.last().is_some_and(is_other)
            || tongue.ends(&tongue.resigns, clause) && !is_unreal() && !is_of_side()
    };
    let sentence = words
        .split_inclusive(|it| it.ends)
        .find(|it| TONGUES.iter().any(|tongue| (0..it.len()).any(|n| mentions(tongue, it, n))))?;
    Some(text.slice(sentence.first()?.span.start..sentence.last()?.span.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_telling_word_has_a_digit() {
        assert!(TELLING.iter().all(|it| !it.contains(|it: char| it.is_ascii_digit())));
    }
}
