//! The end of a game: termination markers, tags, and words after the moves.

use std::{collections::BTreeSet, ops::Range};

use memchr::memmem;

use super::row::Row;
use crate::{
    chess::{Outcome, Position, Tags},
    diagnostics::{self, Diagnostic, Problem},
    events::{Depth, Event, board_outcome, outcome::is_stale},
    layout::{Game, rows, transcript::Insertion},
    lex::{self, PgnToken},
    lines::words,
    notation::DASHES,
    slice::Slice as _,
    words::{
        self,
        ending::{self, Ending, Players},
        vocabulary::OfMove,
    },
};

/// Longest termination marker, in characters.
pub(super) const LONGEST_MARKER: usize = 16;

/// Longest end of a game searched for words on the ending, in bytes.
const LONGEST_END: usize = 1 << 10;

/// Text after the moves of a game: words, and perhaps a marker before, between or after them.
#[derive(Clone, Debug)]
pub struct Tail {
    /// Offset of its beginning.
    pub at: usize,
    /// The marker, with its range.
    pub marker: Option<(Outcome, Range<usize>)>,
    /// The ending stated in its words.
    pub ending: Option<Ending>,
}

/// Finds the text after the moves at the end of a range: after a result, as in `1-0 on time`, before it, as
/// in `White wins 1-0`, or instead of one, as in `White resigns`.
///
/// Words at the end begin at `last` or later. A game whose tags don't state the result (`is_stated`) may end
/// earlier, at a marker or at words stating the ending.
pub fn tail(
    around: Around<'_>,
    (range, last): (Range<usize>, usize),
    players: &Players,
    is_stated: bool,
) -> Option<Tail> {
    let Around { text, parentheses, .. } = around;
    let found = last_tail(text, last..range.end, parentheses, players);
    let before = found.as_ref().map_or(range.end, |it| it.at);
    around.over(range.start..before, players, is_stated).or(found)
}

/// A text with its parentheses and insertions.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub text: &'a str,
    pub parentheses: &'a [(usize, usize)],
    pub insertions: &'a [Insertion],
}

impl Around<'_> {
    /// Returns the tail of a game that is over before the end of the range, with words but no row of moves
    /// after it: at a marker, or, unless the tags state the result, at words stating the ending.
    fn over(self, range: Range<usize>, players: &Players, is_stated: bool) -> Option<Tail> {
        const MARKERS: [&str; 8] = ["1-0", "0-1", "1/2", "½", "1–0", "0–1", "1:0", "0:1"];
        /// Lines in notes have fewer moves.
        const FAR: u32 = 32;
        let Around { text, parentheses, .. } = self;
        // The marker is mostly at the end, and no search is needed.
        let bytes = &text.as_bytes()[range.clone()];
        if is_stated && MARKERS.iter().all(|it| memmem::find(bytes, it.as_bytes()).is_none()) {
            return None;
        }
        let mut at = range.start;
        let mut line_end = at;
        let mut number = 0;
        let mut marked = None;
        // The offset and ending of a statement, and the offset from which rows would show that the game
        // continues.
        let mut told: Option<(usize, Ending, usize)> = None;
        loop {
            at += lex::blank_len(text.slice(at..range.end));
            if at >= range.end {
                return None;
            }
            if at >= line_end && !is_stated {
                line_end = lex::line_end(text.as_bytes(), at).min(range.end);
                // The last word may be divided.
                if text.slice(at..line_end).trim_end().ends_with('-') && line_end < range.end {
                    line_end = lex::line_end(text.as_bytes(), line_end + 1).min(range.end);
                }
                let line = text.slice(at..line_end);
                let beside = ending::beside_a_move(line, players).map(|it| {
                    let place = at + it.at;
                    let resigned = it.is_resignation();
                    // In parentheses of its own at the end of a line, it ends the game, whatever rows follow.
                    let close = text.slice(place..line_end).find(')').map(|n| place + n + 1);
                    let is_last = close.is_some_and(|it| text.slice(it..line_end).trim().is_empty());
                    if resigned && is_last && text.slice(at..place).ends_with('(') {
                        return (place - 1, it.ending, range.end);
                    }
                    let end = || match self.analysis_end(place..range.end) {
                        none if none == place => self.analysis_end(place..line_end),
                        end => end,
                    };
                    (place, it.ending, if resigned { end() } else { place })
                });
                let numbered = || numbered_ending(text, at..line_end, players).map(|(n, it)| (n, it, n));
                told = beside.or_else(numbered);
            }
            // A statement within a comment belongs to that comment.
            if let Some((place, ending, rest)) = told.filter(|it| it.0 == at)
                && !self.goes_on(rest..range.end, number)
            {
                return Some(Tail { at: place, marker: None, ending: Some(ending) });
            }
            at = match lex::item(text, at, range.end) {
                Some((PgnToken::Open, after)) => match parentheses.binary_search_by_key(&at, |it| it.0) {
                    Ok(n) => (parentheses[n].1 + 1).min(range.end),
                    Err(_) => after,
                },
                // Notes may have higher numbers, and their words any.
                Some((PgnToken::Number(read, _), after)) => {
                    number = if number == 0 || read < number + FAR { read } else { number };
                    after
                }
                Some((PgnToken::Outcome(outcome), after)) => {
                    let next = after + lex::blank_len(text.slice(after..range.end));
                    let follows = match lex::item(text, next, range.end) {
                        Some((token, _)) => {
                            matches!(token, PgnToken::Open | PgnToken::Number(..) | PgnToken::Stop)
                        }
                        None => next < range.end,
                    };
                    // Of two adjacent markers, neither is certain.
                    let is_second =
                        marked.replace(after).is_some_and(|it| text.slice(it..at).trim().is_empty());
                    let is_over = outcome != Outcome::Unknown && at > range.start && follows && !is_second;
                    if is_over && !self.goes_on(after..range.end, number) {
                        let ending = ending::closing(text.slice(after..range.end), players);
                        return Some(Tail { at, marker: Some((outcome, at..after)), ending });
                    }
                    after
                }
                Some((_, after)) => after,
                None => at + text.slice(at..range.end).find(char::is_whitespace).unwrap_or(range.end - at),
            };
        }
    }

    /// Returns the end of the analysis that may follow a resignation: that of the range, if it has few moves
    /// and no result, else its start.
    fn analysis_end(self, range: Range<usize>) -> usize {
        const MOST_NUMBERS: usize = 6;
        let number = |word| {
            let (number, rest) = lex::leading_number(word)?;
            (rest.is_empty() || rest.starts_with(['.', '…', ')'])).then_some(number)
        };
        let mut numbers = BTreeSet::new();
        let goes_on = self.text.slice(range.clone()).split_whitespace().any(|word| {
            numbers.extend(number(word));
            numbers.len() >= MOST_NUMBERS || super::of_text(word).is_some()
        });
        if goes_on { range.start } else { range.end }
    }

    /// Whether a line of this range is a row that continues after move `number`; the first line is the rest
    /// of one.
    fn goes_on(self, range: Range<usize>, number: u32) -> bool {
        let mut at = range.start;
        self.text.slice(range).split_inclusive('\n').any(|line| {
            let place = at..at + line.len();
            at = place.end;
            let is_broken = self.insertions.iter().any(|it| (place.start..=place.end).contains(&it.at));
            Row::all(line).any(|it| it.1.goes_on(number, is_broken))
        })
    }
}

/// Returns the text after the moves at the end of a range.
fn last_tail(
    text: &str,
    range: Range<usize>,
    parentheses: &[(usize, usize)],
    players: &Players,
) -> Option<Tail> {
    let end = range.start + text.slice(range.clone()).trim_end().len();
    let from = text.ceil_char_boundary(range.start.max(end.saturating_sub(LONGEST_END)));
    let from = text.slice(from..end).rfind(['{', '}', '$']).map_or(from, |n| from + n + 1);
    // An escape line (PGN standard 6) states no ending.
    let mut signs = text.slice(from..end).rmatch_indices('%').map(|it| from + it.0);
    let escape = signs.find(|at| lex::at_line_start(text.as_bytes(), *at));
    let from = escape.map_or(from, |at| lex::line_end(text.as_bytes(), at).min(end));
    let is_inside = |at: usize| parentheses.iter().rev().any(|it| it.0 < at && at <= it.1);
    let marker = marker(text, from..end).filter(|it| !is_inside(it.1.start));
    let before = marker.as_ref().map_or(end, |it| it.1.start);
    let told = numbered_ending(text, range.start..before, players).filter(|it| !is_inside(it.0));
    let told = told.map(|it| (it.0, Some(it.1)));
    let told = told.or_else(|| words_before(text, from..before, players)).filter(|it| !is_inside(it.0));
    let after = marker.as_ref().map_or(end, |it| it.1.end);
    if told.is_none() && after == end {
        return None;
    }
    let at = told.map_or(before, |it| it.0);
    let ending = told.and_then(|it| it.1).or_else(|| ending::closing(text.slice(after..end), players));
    Some(Tail { at, marker, ending })
}

/// Returns the termination marker at the end of a range, perhaps followed by words, with its range.
pub fn marker(text: &str, range: Range<usize>) -> Option<(Outcome, Range<usize>)> {
    let end = range.start + text.slice(range.clone()).trim_end().len();
    let mut found: Option<(Outcome, Range<usize>, usize)> = None;
    // Whether several results contradict each other.
    let mut differ = false;
    for (n, word) in words(text.slice(range.start..end)) {
        let at = range.start + n;
        if found.as_ref().is_some_and(|it| at < it.1.end) {
            continue;
        }
        match lex::item(text, at, end) {
            Some((PgnToken::Outcome(outcome), after)) => {
                let known = found.as_ref().map(|it| it.0).filter(|it| *it != Outcome::Unknown);
                let is_star = outcome == Outcome::Unknown;
                // A star takes back no result.
                if !is_star || differ || known.is_none() {
                    found = Some((outcome, at..after, word.len()));
                }
                differ |= !is_star && known.is_some_and(|it| it != outcome);
            }
            _ if !are_words(word) => found = None,
            _ => {}
        }
    }
    let (outcome, place, len) = found?;
    let rest = text.slice(place.end..end).trim();
    let is_told = rest.contains(char::is_alphabetic) && are_words(rest);
    let ends = !rest.contains(char::is_alphanumeric) || is_told && len <= LONGEST_MARKER;
    ends.then_some((outcome, place))
}

/// Returns the termination marker on a line of its own, perhaps with words after it, as in `1-0 on time`, or
/// after words stating the ending, as in `White resigns 0-1`.
pub fn marker_line(text: &str, line: Range<usize>, players: &Players) -> Option<(Outcome, Range<usize>)> {
    let before = |at| text.slice(line.start..at);
    let own = |at| before(at).trim().is_empty() || ending::told(before(at), players).is_some();
    marker(text, line.clone()).filter(|it| own(it.1.start))
}

/// Returns the termination marker at the end of the line after the moves, preceded by a label or sentence, as
/// in `Result: 1-0` and `A fine game. 1-0`.
pub fn marker_behind(text: &str, line: Range<usize>) -> Option<(Outcome, Range<usize>)> {
    /// Most words of a label.
    const MOST: usize = 2;
    let (outcome, place) = marker(text, line.clone())?;
    // A dash between two names is that of a heading.
    let before =
        text.slice(line.start..place.start).trim_start_matches(|it: char| !it.is_alphanumeric()).trim_end();
    let is_label = before.split_whitespace().count() <= MOST && !before.contains(DASHES);
    let is_last = !text.slice(place.end..line.end).contains(char::is_alphanumeric);
    (is_last && (is_label || before.ends_with(['.', '!']))).then_some((outcome, place))
}

/// Returns the offset and ending of a statement in place of a move, as in `22. Resigns`, perhaps followed by
/// words.
fn numbered_ending(text: &str, range: Range<usize>, players: &Players) -> Option<(usize, Ending)> {
    /// Most words in place of a move.
    const MOST: usize = 3;
    let all: Vec<(usize, &str)> = words(text.slice(range.clone())).collect();
    let numbers: Vec<Option<u32>> = all.iter().map(|it| rows::number(it.1)).collect();
    let (n, said) = (0..all.len()).find_map(|n| {
        numbers[n].filter(|it| {
            *it > 1 && all.get(n + 1).is_some_and(|it| !it.1.contains(|it: char| it.is_ascii_digit()))
        })?;
        let told = |count: usize| {
            let (last, after) = (all.get(n + count)?, all.get(n + count + 1));
            let begins_sentence = after.is_none_or(|it| !it.1.starts_with(char::is_lowercase));
            let said = range.start + all[n + 1].0..range.start + last.0 + last.1.len();
            let ends = begins_sentence || last.1.ends_with(['.', '!', ')']);
            let ending =
                Some(said.clone()).filter(|_| ends).and_then(|it| ending::told(text.slice(it), players));
            Some((said.start, ending?))
        };
        (1..=MOST).find_map(told).map(|said| (n, said))
    })?;
    let goes_on = numbers[n + 1..].iter().any(|it| it.is_some() && *it == numbers[n].map(|it| it + 1));
    (!goes_on).then_some(said)
}

/// Returns the offset of the words at the end of a range, and the ending stated in them.
fn words_before(text: &str, range: Range<usize>, players: &Players) -> Option<(usize, Option<Ending>)> {
    // Lines of words below the moves.
    let mut below = range.end;
    let mut at = range.end;
    for line in text.slice(range.clone()).split_inclusive(['\n', '\r']).rev() {
        at -= line.len();
        let is_below = at > range.start && is_sentence(line, players);
        if is_below {
            below = at;
        } else if !line.trim().is_empty() {
            break;
        }
    }
    let end = range.start + text.slice(range.start..below).trim_end().len();
    let beside = ending::beside_moves(text.slice(range.start..end), players);
    let beside = beside.map(|(n, ending)| (range.start + n, ending));
    let starts = |at: usize| at + text.slice(at..).find(char::is_alphanumeric).unwrap_or(0);
    let beside =
        beside.map(|(at, ending)| (starts(at), ending)).filter(|it| are_words(text.slice(it.0..end)));
    let closing = || ending::closing(text.slice(below..range.end), players);
    match beside {
        Some((at, ending)) => Some((at, ending.or_else(closing))),
        None if below < range.end => {
            // A sentence that begins beside the moves may end below them.
            let across = || ending::after_moves(text.slice(range.clone()), players);
            let ending = closing();
            let across = ending.is_none().then(across).flatten().map(|it| (range.start + it.0, Some(it.1)));
            across
                .filter(|it| are_words(text.slice(it.0..range.end)))
                .or_else(|| Some((starts(below), ending)))
        }
        None => None,
    }
}

/// Whether a line is words rather than moves: it states the ending, or has no piece or square but words
/// foreign to moves.
fn is_sentence(line: &str, players: &Players) -> bool {
    if !are_words(line) {
        return false;
    }
    if ending::told(line, players).is_some() {
        return true;
    }
    let letters = |word: &str| word.chars().filter(|it| it.is_alphabetic()).count();
    // Shorter words may be directions and squares.
    let is_foreign = |word: &str| {
        let inner = word.trim_matches(|it: char| it.is_ascii_punctuation());
        inner.chars().all(|it| it.is_alphabetic() || matches!(it, '\'' | '’' | '-'))
            && letters(inner) > 4
            && !word.contains('&')
    };
    let (mut count, mut foreign, mut has_piece) = (0, 0, false);
    for (n, word) in line.split_whitespace().enumerate() {
        let of_move = OfMove::of(word);
        count += 1;
        foreign += usize::from(of_move == OfMove::Nothing && is_foreign(word));
        let is_piece =
            of_move != OfMove::Nothing && word.starts_with(char::is_uppercase) && letters(word) <= 3;
        has_piece |= n > 0 && (is_piece || of_move == OfMove::Whole);
    }
    let mentions = foreign > 1 || foreign > 0 && foreign * 3 >= count;
    mentions && !has_piece
}

/// Whether a text has no moves, numbers or brackets.
fn are_words(text: &str) -> bool {
    let is_of_moves = |word: &str| {
        word.contains(['(', ')', '{', '}', '[', ';', '$'])
            || word.contains(|it: char| it.is_ascii_digit()) && !word.ends_with(char::is_alphabetic)
    };
    !text.split_whitespace().any(is_of_moves)
}

/// Decides the result. A stated result stays; a missing one, or `*`, is taken from the board, else from the
/// heading, else from the words. Warns of all contradictions, and updates the tag as the standard requires.
pub fn conclude(game: &mut Game<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let last = game.last_position();
    // After an error the last position is not that of the end.
    let is_whole = !diagnostics::have_errors(diagnostics);
    if game.outcome == Outcome::Unknown {
        game.outcome = translated(&game.tags).or_else(|| ending::terminated(&game.tags)).unwrap_or_default();
    }
    let stated = game.outcome;
    let end = game.movetext.end;
    if let Some(outcome) = board_outcome(&last, game.outcome).filter(|_| is_whole) {
        if game.outcome == Outcome::Unknown {
            game.outcome = outcome;
        } else {
            let problem = Problem::OtherResult { on_board: on_board(&last), stated: game.outcome.marker() };
            diagnostics.push(Diagnostic::warning(end..end, problem));
        }
    }
    let mut said = std::mem::take(&mut game.said);
    said.sort_by_key(|it| !it.in_heading);
    for it in said.into_iter().filter(|it| is_whole || !it.ending.depends_on_moves()) {
        let outcome = it.ending.outcome(&last);
        if game.outcome == Outcome::Unknown {
            game.outcome = outcome;
        } else if game.outcome != outcome {
            let problem = Problem::OtherEnd { said: outcome.marker(), taken: game.outcome.marker() };
            diagnostics::add(diagnostics, Diagnostic::warning(it.place, problem));
        }
    }
    if game.outcome == Outcome::Unknown {
        game.outcome = labelled(game, &last).unwrap_or_default();
    }
    let unclear = mentioned(game).filter(|_| game.outcome == Outcome::Unknown && is_whole);
    diagnostics.extend(unclear.map(|it| Diagnostic::error(end..end, Problem::UnclearEnd(it))));
    let stale =
        game.tags.get("Result").is_some_and(|it| stated != game.outcome || is_stale(it, game.outcome));
    if stale {
        game.tags.set("Result", game.outcome.marker());
    }
}

/// The comments of a game before the first move of its main line, between its moves, and behind the last one.
struct Comments<'g>([Vec<&'g str>; 3]);

impl<'g> Comments<'g> {
    fn of(game: &'g Game<'_>) -> Option<Comments<'g>> {
        let mut depth = Depth::default();
        let main: Vec<&Event<'_>> = game.events.iter().filter(|it| depth.is_main(*it)).collect();
        let is_ply = |it: &&Event<'_>| matches!(it, Event::Ply(..));
        let (first, last) = (main.iter().position(is_ply)?, main.iter().rposition(is_ply)?);
        let texts = |events: &[&'g Event<'_>]| -> Vec<&'g str> {
            let text = |it: &&'g Event<'_>| if let Event::Comment(it) = it { Some(&*it.text) } else { None };
            events.iter().filter_map(text).collect()
        };
        let above = game.preamble.iter().map(|it| &*it.text).chain(texts(&main[..first])).collect();
        Some(Comments([above, texts(&main[first..last]), texts(&main[last..])]))
    }
}

/// Returns the only result behind a label above the moves.
fn labelled(game: &Game<'_>, last: &Position) -> Option<Outcome> {
    let Comments([above, ..]) = Comments::of(game)?;
    let mut outcomes = above.into_iter().flat_map(ending::labelled_results).map(|it| it.1.outcome(last));
    let first = outcomes.next()?;
    outcomes.all(|it| it == first).then_some(first)
}

/// Returns the sentence before the first or after the last move that may state the result, or a labelled result before or between
/// the moves.
fn mentioned(game: &Game<'_>) -> Option<String> {
    let Comments([above, between, below]) = Comments::of(game)?;
    let said = above.iter().chain(&below).find_map(|it| ending::mentioned(it));
    let told = || above.iter().chain(&between).find_map(|it| Some(ending::labelled_results(it).next()?.0));
    said.or_else(told).map(str::to_owned)
}

/// Returns the outcome in a tag named `Result` in another language.
fn translated(tags: &Tags<'_>) -> Option<Outcome> {
    let tag = tags.0.iter().find(|it| words::column(&it.name) == Some("Result"))?;
    super::of_text(tag.value.trim()).filter(|it| *it != Outcome::Unknown)
}

/// Describes the ending on the board.
fn on_board(last: &Position) -> &'static str {
    match (last.is_mate(), last.has_ply()) {
        (true, _) => "mate",
        (false, false) => "stalemate",
        (false, true) => "no side can win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_moves_begins_behind_comments_and_escape_lines() {
        for (text, expected) in [
            (
                "1. e4 e5\nWhite resigned before the interval.\n",
                Some("White resigned before the interval.\n"),
            ),
            ("1. e4 e5\n% an escape line before the tags\n", None),
            ("1. e4 e5\n% an escape line\nBlack lost on time.\n", Some("Black lost on time.\n")),
            ("1. e4 {a comment} e5 1-0 on time\n", Some("1-0 on time\n")),
            ("1. e4 e5 2. Nf3\n", None),
            (
                "1. e4 e5 2. Qh5 Ke7 3. Qxe5 3. Resigns After 1. e4 e5 2. Nf3 is better.",
                Some("Resigns After 1. e4 e5 2. Nf3 is better."),
            ),
            ("1. e4 e5 2. Qh5 Ke7 2... Resigns would be better. 3. Qxe5\n", None),
        ] {
            let found = tail(
                Around { text, parentheses: &[], insertions: &[] },
                (0..text.len(), 0),
                &Players::NONE,
                false,
            );
            assert_eq!(found.map(|it| text.slice(it.at..)), expected, "{text}");
        }
    }
}
