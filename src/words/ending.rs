//! Game endings stated in words: a side or player wins, resigns or loses, or the game is drawn, as a whole
//! sentence or as a clause after the last move. Other words, such as `White won the toss.` and
//! `a theoretical draw`, state no result.
//!
//! The phrases are those of [`TONGUES`].

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use super::{
    heading::{self, marker_in},
    tongues::{FEW, OPEN, Phrase, TONGUES, Tongue},
    vocabulary::{OfMove, words_after},
};
use crate::{
    chess::{Color, Outcome, Position, Tags},
    lex::leading_number,
    lines,
    slice::Slice as _,
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

/// A result stated in the text of a game, besides the termination marker and the tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Whether it is in the heading, which takes precedence over the text after the moves.
    pub in_heading: bool,
    /// The stated ending.
    pub ending: Ending,
    /// Range of the statement.
    pub place: Range<usize>,
}

/// The players' names as lower-case words: White's, Black's.
#[derive(Clone, Default, Debug)]
pub struct Players([Vec<String>; 2]);

impl Players {
    pub const NONE: Players = Players([Vec::new(), Vec::new()]);

    /// Returns the players named by the tags.
    pub fn of(tags: &Tags<'_>) -> Players {
        Players::named(["White", "Black"].map(|it| tags.get(it).unwrap_or_default()))
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
struct Word {
    text: String,
    span: Range<usize>,
    /// Whether it ends a sentence, and whether a comma or other sign follows it.
    ends: bool,
    apart: bool,
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
                it.ends |= part.contains(['.', '!', ';', ')']);
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
            text: core.replace('’', "'").to_lowercase(),
            span: start + first..start + last + len,
            ends: !short && signs.contains(['.', '!', ';', ')', ']']),
            apart: !signs.is_empty(),
        });
    }
    found
}

/// Returns the words of a text, or `None` if none of them can state an ending.
fn telling_words(text: &str) -> Option<Vec<Word>> {
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
fn longest(phrases: &[Phrase], words: &[Word]) -> Option<usize> {
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
    fn resigned(&self, words: &[Word], players: &Players) -> Option<(Ending, bool)> {
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
fn statement(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.said(words, players))
}

/// Returns the ending of a sentence that begins with the side that resigned.
fn resigned(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.resigned(words, players).filter(|it| it.1)).map(|it| it.0)
}

/// Returns the ending of a sentence that begins with a side and ends with its resignation.
fn resigned_at_last(words: &[Word], players: &Players) -> Option<Ending> {
    TONGUES.iter().find_map(|it| it.resigned_at_last(words, players))
}

/// Returns the ending stated by the first sentence of a text.
pub fn told(text: &str, players: &Players) -> Option<Ending> {
    let words = telling_words(text)?;
    statement(&words[..sentence(&words)], players)
}

/// Returns the length of the first sentence.
fn sentence(words: &[Word]) -> usize {
    words.iter().position(|it| it.ends).map_or(words.len(), |n| n + 1)
}

/// Returns the ending stated before the first comma of a sentence: a resignation, or a win after an `and`.
fn first_clause(words: &[Word], players: &Players) -> Option<Ending> {
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
fn last_clause(words: &[Word], players: &Players) -> Option<Ending> {
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

/// At most this many paragraphs after the moves may state the ending.
const PARAGRAPHS: usize = 3;

/// Longest paragraph, and longest line of moves, that is examined, in bytes.
const LONGEST: usize = 2 << 10;

/// Returns the ending stated in the words after the moves: by the first sentence or line, the last sentence
/// of the first paragraph, or a paragraph of one sentence.
pub fn closing(text: &str, players: &Players) -> Option<Ending> {
    let mut lines = text.lines().peekable();
    let said = (0..PARAGRAPHS).find_map(|n| {
        while lines.next_if(|it| it.trim().is_empty()).is_some() {}
        let mut paragraph = String::new();
        while let Some(line) = lines.next_if(|it| !it.trim().is_empty() && paragraph.len() < LONGEST) {
            paragraph.extend([line, "\n"]);
        }
        let words = telling_words(&paragraph)?;
        let end = sentence(&words);
        // A line end may end a sentence without a full stop.
        let line = words.windows(2).position(|it| {
            let between = paragraph.slice(it[0].span.end..it[1].span.start);
            between.contains('\n') && paragraph.slice(it[1].span.start..).starts_with(char::is_uppercase)
        });
        let line = line.map_or(end, |n| end.min(n + 1));
        let last = || words.iter().rev().skip(1).position(|it| it.ends).map_or(0, |n| words.len() - 1 - n);
        let said = statement(&words[..end], players).filter(|_| n == 0 || end == words.len());
        let said = said.or_else(|| first_clause(&words[..end], players).filter(|_| n == 0));
        let said = said.or_else(|| resigned(&words[..end], players).filter(|_| n == 0));
        let said = said.or_else(|| resigned_at_last(&words[..end], players).filter(|_| n == 0));
        let said =
            said.or_else(|| last_clause(&words[..end], players).filter(|_| n == 0 && end < words.len()));
        if said.is_some() || n > 0 {
            return said;
        }
        // Avoids examining the same words twice.
        let of_line = if line < end { statement(&words[..line], players) } else { None };
        of_line.or_else(|| {
            let from = last();
            let words = &words[from..];
            let of_last = if (from, words.len()) == (0, end) { None } else { statement(words, players) };
            of_last.or_else(|| last_clause(words, players))
        })
    });
    said.or_else(|| of_result_line(text))
}

/// Returns the result in one of the first lines after the moves, if the line begins with its label, as in
/// `RESULT  1 - 0  SIGNED  A. B.` and `Resultado: tablas`.
fn of_result_line(text: &str) -> Option<Ending> {
    const LINES: usize = 4;
    let lines = text.lines().filter(|it| !it.trim().is_empty()).take(LINES);
    let labelled = lines.filter_map(|line| {
        let (label, value) = line.trim().split_once([':', '=', ' ', '\t'])?;
        matches!(super::field(label), super::FieldName::Game("Result")).then_some((line, value))
    });
    labelled
        .filter_map(|(line, value)| {
            let marker = marker_in(line).map(|it| of_outcome(it.1));
            marker.or_else(|| told(value.trim_start_matches([':', '=']), &Players::NONE))
        })
        .next()
}

/// Returns the ending with a decided or drawn outcome.
fn of_outcome(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::WhiteWins => Ending::Won(Color::White),
        Outcome::BlackWins => Ending::Won(Color::Black),
        _ => Ending::Drawn,
    }
}

/// Whether a comment after the last move states an outcome other than `outcome`, or may state an unknown one.
pub fn says_otherwise(comment: &str, tags: &Tags<'_>, last: &Position, outcome: Outcome) -> bool {
    telling_words(comment).is_some()
        && (outcome == Outcome::Unknown && mentioned(comment).is_some()
            || closing(comment, &Players::of(tags)).is_some_and(|it| it.outcome(last) != outcome))
}

/// Returns a sentence at the beginning or end of a text that mentions an agreement to a draw, or has a clause
/// that is a draw or ends with a resignation, whoever is meant.
pub fn mentioned(text: &str) -> Option<&str> {
    let begin = text.slice(..text.floor_char_boundary(LONGEST));
    let rest = text.slice(begin.len()..);
    mentioned_in(begin).or_else(|| mentioned_in(last_part(rest).1))
}

/// Returns the first such sentence of a short text.
fn mentioned_in(text: &str) -> Option<&str> {
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

/// An ending stated after a move.
pub struct Told {
    /// Offset of the statement.
    pub at: usize,
    pub ending: Ending,
    pub form: Form,
}

impl Told {
    /// Whether a side certainly resigned.
    pub fn is_resignation(&self) -> bool {
        self.form == Form::Resigned || self.ending == Ending::Resigned
    }
}

/// The kind of statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A side resigned.
    Resigned,
    /// Another complete statement.
    Stated,
    /// A side gave something up, perhaps the game.
    GaveUp,
}

/// Returns the ending stated in a line of moves: preferably a resignation, perhaps followed by moves, as in
/// `22. e5! and Black resigned, as after 22... Bxe5 23. Bxh7+ he loses a piece`; else another ending; else
/// that a side gave something up.
pub fn beside_a_move(line: &str, players: &Players) -> Option<Told> {
    let line = last_part(line);
    let words = telling_words(line.1)?;
    let last = |form: Form, tells: &dyn Fn(&[Word]) -> Option<Ending>| {
        last_told(line, &words, tells).map(|(at, ending)| Told { at, ending, form })
    };
    let gave_up = |it: &[Word]| TONGUES.iter().find_map(|tongue| tongue.resigned(it, players)).map(|it| it.0);
    last(Form::Resigned, &|it| resigned(it, players))
        .or_else(|| last(Form::Stated, &|it| statement(it, players)))
        .or_else(|| last(Form::GaveUp, &gave_up))
}

/// Returns the ending stated in a line of moves, and its offset.
pub fn after_moves(line: &str, players: &Players) -> Option<(usize, Ending)> {
    let line = last_part(line);
    last_told(line, &telling_words(line.1)?, |it| statement(it, players))
}

/// Returns the part of a line that is examined, and its offset.
fn last_part(line: &str) -> (usize, &str) {
    let from = line.floor_char_boundary(line.len().saturating_sub(LONGEST));
    (from, line.slice(from..))
}

/// Returns the last ending stated after a move of a line, and its offset.
fn last_told(
    (from, line): (usize, &str),
    words: &[Word],
    tells: impl Fn(&[Word]) -> Option<Ending>,
) -> Option<(usize, Ending)> {
    (0..words.len()).rev().find_map(|n| {
        let start = words[n].span.start;
        let said = tells(&words[n..n + sentence(&words[n..])])?;
        // In brackets it is an annotator's comment, unless it is their whole content.
        let open = |it: char| line.slice(..start).matches(it).count();
        let end = words[n + sentence(&words[n..]) - 1].span.end;
        let is_all = line.slice(..start).ends_with('(') && line.slice(end..).starts_with(')');
        let is_inside = open('{') > open('}') || open('(') > open(')') && !is_all;
        (ends_ply(line.slice(..start)) && !is_inside).then_some((from + start, said))
    })
}

/// Returns the offset of the words after moves on a line, and the ending that they state.
pub fn beside_moves(line: &str, players: &Players) -> Option<(usize, Option<Ending>)> {
    let said = after_moves(line, players).map(|(at, ending)| (at, Some(ending)));
    let words = words_after(line);
    let ending =
        words.filter(|at| ends_ply(line.slice(..*at))).and_then(|at| closing(line.slice(at..), players));
    match (said, words) {
        (Some(said), Some(words)) => Some((said.0.min(words), said.1)),
        (said, words) => said.or_else(|| Some((words?, ending))),
    }
}

/// Whether a move may have ended here: at a word with a piece or square and perhaps a remark, or at the
/// start. Something in parentheses may follow the move.
fn ends_ply(text: &str) -> bool {
    let text = text.trim_end();
    let text = text.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map_or(text, |it| it.0);
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    for word in text.split_whitespace().rev().filter(|it| it.contains(char::is_alphanumeric)) {
        // As in `16. Nf3! 17. Resigns`.
        if leading_number(word).is_some_and(|it| it.1.trim_start_matches(['.', '…']).is_empty()) {
            continue;
        }
        if OfMove::of(word) < OfMove::Part {
            return false;
        }
        if word.contains(|it: char| it.is_uppercase() || it.is_ascii_digit()) {
            return true;
        }
    }
    false
}

/// Longest line of a heading, in bytes, and most lines of a heading's paragraph.
const HEADING_LINE: usize = 100;
const HEADING_LINES: usize = 4;

/// Iterates over the lines of a text from the last one up, with their offsets.
fn lines_up(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.rsplit('\n').scan(text.len() + 1, |end, line| {
        *end -= line.len() + 1;
        Some((*end, line))
    })
}

/// Returns the lines of the heading at the end of a text, from the last one up, with their offsets.
fn heading_lines(text: &str) -> Vec<(usize, &str)> {
    const MOST: usize = 32;
    let lines: Vec<(usize, &str)> = lines_up(text).take(MOST).collect();
    let paragraphs = lines.split(|it| it.1.trim().is_empty());
    let is_heading =
        |it: &&[(usize, &str)]| it.len() <= HEADING_LINES && it.iter().all(|it| it.1.len() <= HEADING_LINE);
    paragraphs.take_while(is_heading).flatten().copied().collect()
}

/// Returns the last line with a labelled result, as in `Opening: Giuoco Piano | Result: 1-0 (Time)`, and its
/// offset, regardless of its length and the lines below.
fn labelled_line(text: &str) -> Option<(usize, &str)> {
    const MOST: usize = 256;
    lines_up(text).take(MOST).find(|it| heading::labels(it.1).iter().any(|it| it.0 == "Result"))
}

/// Returns the result stated in the heading at the end of `text`, whose offset is `at`; `None` if it lists
/// games with different results.
pub fn heading(text: &str, at: usize) -> Option<Said> {
    let lines = heading_lines(text).into_iter().chain(labelled_line(text));
    let mut found = lines.filter_map(|(line, text)| Some((at + line, marker_in(text)?)));
    let (line, (span, outcome)) = found.next()?;
    let ending = of_outcome(outcome);
    let alone = found.all(|it| it.1.1 == outcome);
    alone.then(|| Said { in_heading: true, ending, place: line + span.start..line + span.end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_telling_word_has_a_digit() {
        assert!(TELLING.iter().all(|it| !it.contains(|it: char| it.is_ascii_digit())));
    }

    #[test]
    fn words_that_are_results() {
        use Color::{Black, White};
        let players = Players::named(["Morphy, Paul", "Duke Karl and the Allies"]);
        for (text, expected) in [
            ("                      And White resigns.", Some(Ending::Won(Black))),
            ("Resigns.", Some(Ending::Resigned)),
            ("and Black re-\nsigned.³", Some(Ending::Won(White))),
            ("and Black won on time on move 38.", Some(Ending::Won(Black))),
            ("and White shook hands and resigned.", Some(Ending::Won(Black))),
            ("16 (remis angeboten und angenommen)", Some(Ending::Drawn)),
            ("en wit gaf het op (zugzwang)", Some(Ending::Won(Black))),
            ("Na 16. tah už nedošlo, hráči se dohodli na remíze.", Some(Ending::Drawn)),
            ("{Black checkmated}", None),
            ("            And Black mates in two moves.", Some(Ending::Won(Black))),
            ("                       And the game was drawn.", Some(Ending::Drawn)),
            ("and wins.", Some(Ending::LastWins)),
            ("Baltieji pasidavė.", Some(Ending::Won(Black))),
            ("Melnie padevās", Some(Ending::Won(White))),
            ("As brancas abandonaron.", Some(Ending::Won(Black))),
            ("Beltzek amore eman zuten.", Some(Ending::Won(White))),
            ("Wit gee op.", Some(Ending::Won(Black))),
            ("Белите се предадоа.", Some(Ending::Won(Black))),
            ("Đen đầu hàng.", Some(Ending::Won(White))),
            ("Hitam menyerah", Some(Ending::Won(White))),
            ("Las blancas rinden.", Some(Ending::Won(Black))),
            ("White is mated.", Some(Ending::Won(Black))),
            ("Abandoned as a draw.", Some(Ending::Drawn)),
            ("Black abandoned the game.", Some(Ending::Won(White))),
            ("White might have won; Black resigned.", Some(Ending::Won(White))),
            ("Draws by perpetual check", Some(Ending::Drawn)),
            ("White loses on time.", Some(Ending::Won(Black))),
            ("Won by Black.", Some(Ending::Won(Black))),
            ("won by Morphy", Some(Ending::Won(White))),
            ("Mr. Morphy won.", Some(Ending::Won(White))),
            ("The Allies resigned", Some(Ending::Won(White))),
            ("White defended badly, and Black won.", Some(Ending::Won(Black))),
            ("White resigns\nA fine game", Some(Ending::Won(Black))),
            ("A fine game.\nBlack resigns", Some(Ending::Won(White))),
            ("A fine game.\n\nBlack resigns", Some(Ending::Won(White))),
            ("and Black resigned, just in time to keep the game a miniature.", Some(Ending::Won(White))),
            ("Black resigns, if White takes.", None),
            ("White believed it and resigned.", Some(Ending::Won(Black))),
            ("Der Weiße glaubte es und gab auf.", Some(Ending::Won(Black))),
            ("Morphy believed it and resigned. A fine game.", Some(Ending::Won(Black))),
            ("Morphy attacked Black and resigned.", None),
            ("White would be lost if he castled and resigned.", None),
            ("White takes and Black resigned.", None),
            ("Though material is even, black resigns. He sees the fork.", Some(Ending::Won(White))),
            ("If White takes, Black resigns. He sees the fork.", None),
            ("Les Noirs abandonnent.", Some(Ending::Won(White))),
            ("Schwarz gibt auf", Some(Ending::Won(White))),
            ("Las blancas abandonan la partida.", Some(Ending::Won(Black))),
            ("Чёрные сдались", Some(Ending::Won(White))),
            ("Białe poddały się.", Some(Ending::Won(Black))),
            ("White won the toss.", None),
            ("Black never resigns", None),
            ("White abandons the center", None),
            ("with a drawn ending", None),
            ("a theoretical draw", None),
            ("In the next game White resigns.", None),
            ("In the next game\nWhite resigns.", None),
            ("If Black takes, and White wins", None),
            ("In the second game Black castled, and White won.", None),
            ("White declined. In the next game Black won.", None),
            ("and wins the Queen.", None),
            ("The game was abandoned.", None),
            ("White should have won.", None),
            ("White declined the draw", None),
            ("The draw was refused.", None),
            ("He resigned.", None),
            ("Karl and Paul won.", None),
            ("White to play and win", None),
            ("White resigns himself to defence.", None),
            ("wins", None),
            ("", None),
        ] {
            assert_eq!(closing(text, &players), expected, "{text}");
        }
    }

    #[test]
    fn results_in_headings() {
        for (text, expected, white) in [
            ("Alice vs Bob, 1-0\n", Some(Ending::Won(Color::White)), "alice"),
            ("Board 2: Smith – Jones ½–½", Some(Ending::Drawn), "smith"),
            ("Alice 0-1 Bob", Some(Ending::Won(Color::Black)), "alice"),
            ("Carlsen,Magnus (2835) - Nakamura,Hikaru (2775) 1-0", Some(Ending::Won(Color::White)), "magnus"),
            ("Anderssen – Kieseritzky\nLondon 1851 (1:0)\n\n", Some(Ending::Won(Color::White)), "anderssen"),
            ("Alice vs. Bob\nResult: 1/2\n", Some(Ending::Drawn), "alice"),
            ("1-0", Some(Ending::Won(Color::White)), ""),
            ("The score was 1-0 after the first game.", None, ""),
            ("Alice led 1-0 when Bob came", None, ""),
            ("Alice is 1-0 up", None, ""),
            ("Page 1/2", None, ""),
            ("Alice 1-0 Bob\nCarol 0-1 Dave\n", None, "carol"),
            ("A long day\nof chess\nin the old town\nwhere we live\nand play, 1-0\n", None, ""),
            ("", None, ""),
        ] {
            assert_eq!(heading(text, 0).map(|it| it.ending), expected, "{text}");
            let players = Players::NONE.or_in(text);
            assert_eq!(players.0[0].iter().any(|it| it == white), !white.is_empty(), "{players:?} {text}");
        }
    }

    #[test]
    fn words_after_moves() {
        let players = Players::named(["Alice", "Bob"]);
        for (line, expected) in [
            ("24. K. to Q. Kt's 2d, and wins.", Some((22, Ending::LastWins))),
            ("2. Nf3 Nc6 and White wins.", Some((11, Ending::Won(Color::White)))),
            ("2. Nf3 Nc6 Alice won", Some((11, Ending::Won(Color::White)))),
            ("37. P takes R., becomes a Queen (ch.), and wins.", Some((39, Ending::LastWins))),
            ("28. R. takes P. (ch.)            28. Resigns.", Some((37, Ending::Resigned))),
            ("Black resigns.", Some((0, Ending::Won(Color::White)))),
            ("13. Df2 Cxf1 (las blancas rinden)", Some((14, Ending::Won(Color::Black)))),
            ("13. Df2 Cxf1 (si b4, las blancas rinden)", None),
            ("23. Q. takes Q.   23. Kt. mates.", None),
            ("2. Nf3 Nc6 and in the second White resigns", None),
            ("2. Nf3 Nc6 In the next game White resigns.", None),
            ("2. Nf3 Nc6 Black never resigns", None),
            ("", None),
        ] {
            assert_eq!(after_moves(line, &players), expected, "{line}");
        }
    }
}
