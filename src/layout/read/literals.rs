//! Quoted games: in strings of programs, in JSON of web pages, or in sentences.

use std::{borrow::Cow, iter, ops::Range};

use super::{
    apart::{COMMENT, Length, OF_SEVERAL, OPENING, callee, joined as with_moves_joined, told_length},
    edited::{Edited, comment_end},
    enclosed::{begins_game, has_moves, numbered_plies, numbers_of_moves},
    literal::{Escapes, Literal, NUMBER, SEPARATORS, UCI_COMMAND, plain, reply},
};
use crate::{
    chess::{Outcome, Ply, Position},
    layout::pgn::{list_of_moves, of_text, plies},
    lex::{self, PgnToken, leading_number, without_number},
    lines,
    slice::Slice as _,
    words::{heading::Head, vocabulary::OfMove},
};

/// Gives up after this many lists whose words look like moves but are no game.
const MOST_TRIED: usize = 64;

/// Longest beginning of an opening that is only mentioned, in bytes.
const LONGEST_OPENING: usize = 1 << 6;

/// The quoted games of a text.
pub struct Literals<'t> {
    /// The text, with games quoted move by move already joined.
    text: Cow<'t, str>,
    games: Vec<Literal>,
    /// For each game, whether later strings have its next moves.
    resumed: Vec<bool>,
    /// Ranges of engine commands whose moves the following commands repeat.
    repeated: Vec<Range<usize>>,
    /// Whether there are no other moves in the text.
    are_apart: bool,
    /// Whether the games stand below other words in their strings.
    are_below_words: bool,
}

impl<'t> Literals<'t> {
    /// Returns the quoted games of a text; `None` if there are none, or if a game with tags stands outside
    /// quotation marks.
    pub fn of(text: &'t str) -> Option<Literals<'t>> {
        let tagged = lex::next_game(text, 0);
        if tagged.is_some_and(|at| text.slice(..at).trim().is_empty()) {
            return None;
        }
        let Found { text: joined, mut games, repeated } = Found::of_any_length(text);
        let text = &*joined;
        let are_below_words = games.is_empty();
        if are_below_words {
            games = games_below_words(text);
        }
        let last = games.last()?.span.end;
        let starts = games.iter().scan(0, |at, game| {
            let before = *at..game.span.start;
            *at = game.span.end;
            Some(before)
        });
        let mut gaps = starts.chain(std::iter::once(last..text.len())).map(|it| text.slice(it));
        if tagged.is_some() && gaps.clone().any(|it| lex::next_game(it, 0).is_some()) {
            return None;
        }
        // The first moves alone name an opening in a program, and so does a later move alone:
        // `"Nimzo-Indian, 5.Ne2"`. Words above the first game don't become a comment, in which moves would
        // not be read.
        let head = text.slice(..games[0].span.start);
        let may_mention = games.iter().all(|it| it.is_string)
            && (!head.starts_with(char::is_alphanumeric) || numbers(head).all(|it| it != 1));
        let mentions = |text: &str| {
            let is_mention = |(at, number): &(usize, u32)| {
                let line = text.slice(*at..at + LONGEST_OPENING);
                let length = || Length::Plies(plies(line, &Position::default()).len());
                let begins_line = || lines::before(text, *at).is_some_and(|it| it.trim().is_empty());
                may_mention && *number == 1 && !begins_line() && length() < OF_SEVERAL
            };
            let mut numbers = numbers_of_lines(text).filter(|it| !is_mention(it)).map(|it| it.1);
            numbers.next().is_none_or(|it| it > 1) && numbers.next().is_none()
        };
        let has_none = |it: &str| mentions(it) && list_of_moves(it).is_none();
        // The next call of the same function may have the next moves of a list.
        let is_resumed = |(gap, game): (&str, &Literal)| {
            // Some strings have a prefix of letters.
            let before = text.slice(..game.span.start).trim_end_matches(|it: char| it.is_ascii_alphabetic());
            let call = callee(text, before.len()).map(|it| format!("{it}("));
            let Some((call, last)) = call.zip(game.last_position(text)) else { return false };
            let strings = gap.match_indices(&call).map(|it| gap.slice(it.0 + call.len()..)).take(MOST_TRIED);
            // Moves that also begin a game decide nothing.
            strings.into_iter().any(|it| {
                let words = it.split(lex::QUOTES).nth(1).unwrap_or_default().split_whitespace().take(2);
                let pair = words.collect::<Vec<_>>().join(" ");
                let played = |position: &Position| plies(&pair, position).len() > 1;
                played(&last) && !played(&Position::default())
            })
        };
        let resumed: Vec<bool> = gaps.clone().skip(1).zip(&games).map(is_resumed).collect();
        // An engine's output about positions belongs to no game.
        let are_apart = !resumed.contains(&true)
            && if repeated.is_empty() {
                gaps.all(has_none)
            } else {
                gaps.all(|it| without_engines(it).all(has_none))
            };
        Some(Literals { games, resumed, repeated, are_apart, are_below_words, text: joined })
    }

    /// Whether all are strings of a program, without moves elsewhere.
    pub fn are_of_program(&self) -> bool {
        self.are_apart && self.games.iter().all(|it| it.is_string)
    }

    /// Whether all are strings of a program in which the games stand below other words.
    pub fn are_below_words(&self) -> bool {
        self.are_below_words && self.are_of_program()
    }

    /// Returns `text` with each game on its own, without quotation marks. Text between the games becomes
    /// comments if it has no moves.
    pub fn unquoted(&self) -> Option<String> {
        let Literals { text, games, are_apart, repeated, .. } = self;
        let mut edited = Edited::new(text);
        repeated.iter().for_each(|it| edited.blank(text, it.clone()));
        for game in games {
            let mut at = game.span.start;
            for part in &game.parts {
                edited.blank(text, at..part.start);
                unescape(&mut edited, text, part.clone(), game.escapes);
                at = part.end;
            }
            edited.blank(text, at..game.span.end);
            game.join_words(text, &mut edited);
            game.blank_call(text, &mut edited);
            match &game.list {
                Some(number) => {
                    edited.blank(text, game.parts[0].start..number.end);
                    let moves = text.slice(number.end..game.close);
                    // Moves with comments between them are already separate.
                    for (n, sign) in moves.match_indices(SEPARATORS).filter(|_| !moves.contains('{')) {
                        edited.put(number.end + n, sign.len(), b"");
                    }
                    edited.put(number.start, number.len(), NUMBER.as_bytes());
                }
                // A tag must begin a line.
                None => {
                    let part = &game.parts[0];
                    let first = part.start + text.slice(part.clone()).leading(char::is_whitespace);
                    let is_indented = text.slice(..first).ends_with([' ', '\t']);
                    edited.put(part.start - 1, 1, b"\n");
                    edited.put(first - 1, usize::from(is_indented && first > part.start), b"\n");
                }
            }
        }
        if *are_apart {
            self.comment(&mut edited);
        } else {
            self.end_strings(&mut edited);
        }
        edited.text()
    }

    /// Sets apart the text after games in strings: moves there, such as a program's output, aren't theirs.
    fn end_strings(&self, edited: &mut Edited) {
        let Literals { text, games, resumed, .. } = self;
        // Moves in the next strings may continue the game.
        let are_moves = |it: &str| {
            let mut words = it.split_whitespace().map(OfMove::of);
            words.next() == Some(OfMove::Whole) && words.next() == Some(OfMove::Whole)
        };
        let go_on = |it: &str| it.split(lex::QUOTES).any(are_moves) || list_of_moves(it).is_some();
        let mut before = 0;
        let has_first = |part: Range<usize>| numbers(text.slice(part)).any(|it| it == 1);
        let has_blocks = |part: Range<usize>| lines_of(text, part).any(|it| it.1.ends_with('{'));
        if let Some(first) = games.first().filter(|it| it.is_string)
            && let head = (0..first.start())
            && (has_first(head.clone()) || has_blocks(head.clone()))
        {
            self.set_lines_apart(first, head, edited);
        }
        for (n, game) in games.iter().enumerate() {
            let next = games.get(n + 1).map_or(text.len(), Literal::start);
            let gap = game.span.end..next.max(game.span.end);
            // A line before or after it may belong to another game.
            let around = [before..game.start().max(before), gap.clone()];
            before = gap.start;
            let begins = around.into_iter().any(has_first);
            if begins || !game.is_string || game.is_replied {
                if game.is_string {
                    self.set_lines_apart(game, gap, edited);
                }
                continue;
            }
            let last = game.parts.last().map_or(game.close..game.close, |it| it.clone());
            let is_told = [last, gap.clone()].into_iter().any(|it| !results(text, it).is_empty());
            let behind = text.slice(gap.clone());
            // The next of a list may go on from it.
            let is_of_list = behind
                .strip_prefix(',')
                .is_some_and(|it| it.trim_start().is_empty() || it.trim_start().starts_with(lex::QUOTES));
            if !is_told && !is_of_list && !resumed[n] && !go_on(behind) {
                self.set_aside(game, gap, edited);
            }
        }
    }

    /// Sets apart the text around lines of moves before or after a game, such as those in a program's
    /// comments.
    fn set_lines_apart(&self, game: &Literal, gap: Range<usize>, edited: &mut Edited) {
        edited.without_blocks(&self.text, gap.clone());
        let numbered = lines_of(&self.text, gap.clone()).filter(|it| numbers(it.1).next().is_some());
        let numbered: Vec<(usize, &str)> = numbered.collect();
        let first = numbered.first().map_or(gap.end, |it| it.0);
        let last = numbered.last().map_or(gap.end, |it| it.0 + it.1.len());
        for (at, line) in numbered {
            let blank = line.leading(char::is_whitespace);
            let sign = COMMENT.iter().find(|it| line.slice(blank..).starts_with(**it));
            let begins = numbers(line).next() == Some(1);
            edited.put(at + blank, sign.map_or(0, |it| it.len()), if begins { b"\n" } else { b"" });
        }
        // A game begins a line.
        let above = gap.start + self.text.slice(gap.start..first).trim_end().len();
        for part in [gap.start..above, last..gap.end] {
            let words = self.text.slice(part.clone());
            let mut pairs = words.split_whitespace().zip(words.split_whitespace().skip(1));
            // The last moves may have no number on their line.
            let goes_on = words
                .trim_start()
                .lines()
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .any(OfMove::is_whole);
            if !goes_on && !pairs.any(|it| OfMove::is_whole(it.0) && OfMove::is_whole(it.1)) {
                self.set_aside(game, part, edited);
            }
        }
    }

    /// Turns the text after a game into a comment.
    fn set_aside(&self, game: &Literal, part: Range<usize>, edited: &mut Edited) {
        let words = self.text.slice(part.clone());
        if !words.contains(char::is_alphanumeric) {
            edited.blank(&self.text, part);
        } else if words.starts_with(char::is_alphanumeric) {
            edited.comment(&self.text, game.close..part.end);
        } else {
            edited.comment(&self.text, part);
        }
    }

    /// Turns the text around the games into comments.
    fn comment(&self, edited: &mut Edited) {
        let Literals { text, games, .. } = self;
        let (Some(first), Some(last)) = (games.first(), games.last()) else { return };
        let blank = lines::start(text, text.leading(char::is_whitespace));
        let head = blank.min(first.start())..first.start();
        // A result before the first game shows that each result precedes its game; in prose it may be another
        // game's.
        let heading = results(text, head.clone());
        let stand_behind = heading.is_empty();
        let mut before = heading.last().filter(|_| self.are_of_program()).cloned();
        let words = text.slice(head.clone());
        let is_marked = !first.is_string && Head::of(words.trim_start()).is_marked;
        if words.contains(char::is_alphanumeric) && !words.starts_with(char::is_alphanumeric) && !is_marked {
            edited.comment(text, head);
        } else if let Some(line) = words.find('\n').filter(|_| !self.repeated.is_empty()) {
            edited.comment(text, line..head.end);
        } else {
            edited.without_braces(text, head);
        }
        let gaps = games.windows(2).map(|it| it[0].span.end..it[1].start());
        let tail = comment_end(text, last.span.end).map(|end| last.span.end..end);
        for (game, gap) in games.iter().zip(gaps.chain(tail)) {
            let is_told = game.parts.last().is_some_and(|it| {
                !results(text, it.clone()).is_empty() || text.slice(it.clone()).ends_with('*')
            });
            let (behind, next) =
                results_behind(text, gap.clone(), stand_behind && game.is_string && !is_told);
            // The game may have ended otherwise on the board.
            let on_board = || game.last_position(text).and_then(|it| it.outcome());
            let fits = |it: &Range<usize>| {
                on_board().is_none_or(|outcome| of_text(text.slice(it.clone())) == Some(outcome))
            };
            let behind = behind.filter(fits);
            let own = before.take().filter(|_| behind.is_none() && !is_told);
            let reply = || reply(text, gap.clone()).filter(|_| game.is_replied);
            let result = behind.or_else(|| move_result(edited, text, own?, gap.clone())).or_else(reply);
            before = next.filter(|_| !heading.is_empty());
            let (end, start) = result.map_or((gap.end, gap.end), |it| (it.start, it.end));
            // A Markdown heading belongs to the next game.
            let rest = start..gap.end;
            let marked = lines_of(text, rest.clone()).filter(|it| Head::of(it.1).is_marked).last();
            let marked = marked.filter(|_| !game.is_string).map_or(gap.end, |it| it.0);
            edited.without_braces(text, marked..gap.end);
            for part in [gap.start..end, start..marked] {
                self.set_aside(game, part, edited);
            }
        }
    }
}

/// Iterates over the move numbers of a text, quoted ones included. A single first move is skipped as the name
/// of an opening.
fn numbers(text: &str) -> impl Iterator<Item = u32> {
    numbers_of_lines(text).map(|it| it.1)
}

/// Like [`numbers`], with offsets.
fn numbers_of_lines(text: &str) -> impl Iterator<Item = (usize, u32)> {
    let words = lines::words(text).map(|(at, word)| {
        let inner = word.trim_start_matches(lex::QUOTES);
        (at + word.len() - inner.len(), inner)
    });
    let is_line = |(at, number): &(usize, u32)| *number != 1 || numbered_plies(text.slice(*at..)) > 1;
    numbers_of_moves(words).filter(is_line)
}

/// Iterates over the lines of a range with their offsets.
fn lines_of(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    lines::lines(text.slice(range.clone())).map(move |(at, line)| (range.start + at, line))
}

/// Returns the range of the result that belongs to the game before `gap`, if any, and of the last result in
/// it.
fn results_behind(
    text: &str,
    gap: Range<usize>,
    stand_behind: bool,
) -> (Option<Range<usize>>, Option<Range<usize>>) {
    // Results after the statement may be those of other games.
    let statement = text.slice(gap.clone()).find(";\n").map_or(gap.end, |n| gap.start + n);
    let found = Some(results(text, gap.start..statement)).filter(|it| !it.is_empty());
    let found = found.unwrap_or_else(|| results(text, gap.clone()));
    let own = match &found[..] {
        [only] if stand_behind => Some(only),
        [first, ..] if text.slice(gap.start..first.start).trim().is_empty() => Some(first),
        _ => None,
    };
    (own.cloned(), found.last().cloned())
}

/// Moves a result that precedes its game to after the game, over the first run of signs between it and the
/// next game that is long enough; returns its new range.
fn move_result(
    edited: &mut Edited,
    text: &str,
    result: Range<usize>,
    gap: Range<usize>,
) -> Option<Range<usize>> {
    let result = format!(" {}", text.slice(result).replace(' ', ""));
    let is_of_word = |it: char| !it.is_ascii() || it.is_ascii_alphanumeric();
    let starts = text.slice(gap.clone()).split_inclusive(is_of_word).scan(gap.start, |at, signs| {
        let start = *at;
        *at += signs.len();
        Some((start, signs.trim_end_matches(is_of_word).len()))
    });
    let start = starts.into_iter().find(|it| it.1 >= result.len())?.0;
    edited.put(start, result.len(), result.as_bytes());
    Some(start..start + result.len())
}

/// Returns the ranges of results between signs or spaces.
fn results(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let within = text.slice(range.clone());
    let is_sign = |it: char| it.is_whitespace() || "\"'`,;()]}".contains(it);
    let starts = within.char_indices().filter(|it| is_sign(it.1)).map(|(at, sign)| at + sign.len_utf8());
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in iter::once(0).chain(starts) {
        let Some((PgnToken::Outcome(outcome), end)) = lex::item(within, start, within.len()) else {
            continue;
        };
        // A result containing blanks must be a string of its own.
        let is_quoted =
            || within.slice(..start).ends_with(['"', '\'']) && within.slice(end..).starts_with(['"', '\'']);
        let is_whole = within.slice(end..).chars().next().is_none_or(is_sign);
        if outcome != Outcome::Unknown && is_whole && (!within.slice(start..end).contains(' ') || is_quoted())
        {
            found.push(range.start + start..range.start + end);
        }
    }
    found
}

/// Iterates over the lines of a log that aren't commands to engines or their replies.
fn without_engines(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter(|it| ![UCI_COMMAND, "info ", "bestmove "].iter().any(|name| it.contains(name)))
}

/// The quoted games found in a text.
struct Found<'t> {
    /// The text, with games quoted move by move already joined.
    text: Cow<'t, str>,
    games: Vec<Literal>,
    /// Ranges of repeated commands.
    repeated: Vec<Range<usize>>,
}

impl<'t> Found<'t> {
    /// Finds the games; lists of moves must have at least this length.
    fn of(text: &'t str, least: Length) -> Found<'t> {
        let text = with_moves_joined(text, least);
        let (games, repeated) = games(&text, least);
        Found { text, games, repeated }
    }

    /// Finds the games; lists as short as openings count only if there are several lists, or a longer one.
    fn of_any_length(text: &'t str) -> Found<'t> {
        const SEVERAL: usize = 3;
        let found = Found::of(text, OF_SEVERAL);
        let mut lengths = found.games.iter().filter_map(|it| {
            let start = it.list.as_ref()?.end;
            Some(it.length(&found.text, start, OPENING))
        });
        let is_as_it_was = matches!(found.text, Cow::Borrowed(_)) && lengths.clone().next().is_none();
        let are_games = is_as_it_was || lengths.clone().count() >= SEVERAL || lengths.any(|it| it.is_some());
        if are_games { found } else { Found::of(text, OPENING) }
    }
}

/// Returns the quoted games, whose lists of moves have at least this length, and the ranges of repeated
/// commands.
fn games(text: &str, least: Length) -> (Vec<Literal>, Vec<Range<usize>>) {
    let mut found = Vec::new();
    let mut repeated = Vec::new();
    let mut at = 0;
    let mut tried = 0;
    let is_game = |it: &Literal| {
        let content = it.content(text);
        begins_game(&content) || told_length(text, it.span.clone(), &content).is_some()
    };
    // A single first move names an opening.
    let is_line = |it: &Literal| {
        let content = it.content(text);
        let count = content.split_whitespace().filter(|it| !without_number(it).is_empty()).count();
        has_moves(&content) && (count > 1 || it.plies(text).is_empty())
    };
    let is_first = |it: &Literal| {
        let content = it.content(text);
        let first = lines::words(&content).find_map(|(n, _)| match lex::item(&content, n, content.len()) {
            Some((PgnToken::Number(number, color), _)) => Some((number, color)),
            _ => None,
        });
        first == Some((1, None))
    };
    while let Some(n) = Literal::next_mark(text, at) {
        let whole = Literal::of(text, n);
        // If many parts are no game together, none of them is tried again.
        let passed = whole.as_ref().filter(|it| it.parts.len() > MOST_TRIED).map_or(n + 1, |it| it.span.end);
        let mut literal = whole.filter(|it| match &it.list {
            Some(number) => {
                let length = if tried < MOST_TRIED { it.length(text, number.end, least) } else { None };
                tried += usize::from(length.is_none());
                // A test lists the moves it expects of the preceding game.
                let echoes = || {
                    found.last().is_some_and(|last: &Literal| {
                        last.list.is_none() && last.plies(text) == it.plies(text)
                    })
                };
                length.is_some_and(|length| length >= OPENING || !echoes())
            }
            None => is_game(it) || it.is_string && is_first(it) && is_line(it),
        });
        at = literal.as_ref().map_or(passed, |it| it.span.end);
        // A command repeats the moves of the preceding one.
        let moves = |it: &Literal| text.slice(it.parts[0].clone());
        let repeats = |it: &Literal| {
            it.escapes == Escapes::Command
                && literal.as_ref().is_some_and(|next| moves(next).starts_with(moves(it)))
        };
        if let (Some(before), Some(next)) = (found.pop_if(|it| repeats(it)), &mut literal) {
            let added = text.slice(next.parts[0].clone()).slice(before.parts[0].len()..);
            let reply = reply(text, before.span.end..next.span.start).map(|it| text.slice(it));
            next.is_replied = before.is_replied || reply.is_some_and(|it| added.trim_start().starts_with(it));
            repeated.push(before.span);
        }
        found.extend(literal);
    }
    // Where there are games, strings with other moves are reported as such; on their own they are words.
    if !found.iter().any(|it| it.list.is_some() || is_game(it)) {
        found.clear();
        repeated.clear();
    }
    (found, repeated)
}

/// Returns the strings with games below other words, such as the description of a video in JSON.
fn games_below_words(text: &str) -> Vec<Literal> {
    const FIRST: &str = "\\n1.";
    let mut found: Vec<Literal> = Vec::new();
    let mut at = 0;
    while let Some(first) = text.slice(at..).find(FIRST).map(|n| at + n) {
        let line = text.slice(at..first).rfind('\n').map_or(at, |n| at + n + 1);
        let mut marks = text.slice(line..first).rmatch_indices('"').map(|it| line + it.0);
        let literal =
            marks.find(|it| !text.slice(..*it).ends_with('\\')).and_then(|it| Literal::from(text, it));
        let literal = literal.filter(|it| {
            let content = it.content(text);
            let has_game = content.match_indices('\n').any(|(n, _)| begins_game(content.slice(n + 1..)));
            it.is_string && it.span.end > first && has_game
        });
        at = literal.as_ref().map_or(first + FIRST.len(), |it| it.span.end);
        found.extend(literal);
    }
    found
}

impl Literal {
    /// Returns the plies of its moves from the start position.
    fn plies(&self, text: &str) -> Vec<Ply> {
        let content = self.content(text).replace(SEPARATORS, " ");
        let mut moves = &*content;
        while let Some(pair) = lex::tag(moves, 0) {
            moves = moves.slice(pair.end..).trim_start();
        }
        plies(moves, &Position::default())
    }

    /// Returns the position after its moves, if it is a list from the start position.
    fn last_position(&self, text: &str) -> Option<Position> {
        let start = Position::default();
        let moves = text.slice(self.list.as_ref()?.end..self.close);
        let plies = plies(moves, &start);
        (!plies.is_empty()).then(|| start.after(plies))
    }

    /// Blanks the parentheses of a call with only this argument, and the end of the statement: they would
    /// make a variation of the moves.
    fn blank_call(&self, text: &str, edited: &mut Edited) {
        let Range { start, end } = self.span;
        let behind = text.slice(end..);
        if self.is_string && text.slice(..start).ends_with('(') && behind.starts_with(')') {
            edited.put(start - 1, 1, b"");
            edited.put(end, if behind.starts_with(");") { 2 } else { 1 }, b"");
        }
    }

    /// Joins words split by a concatenation, as in `"1. e4 c5 2. N" + "f3"`.
    fn join_words(&self, text: &str, edited: &mut Edited) {
        let is_whole = |word: &str| {
            let is_number = leading_number(word).is_some() && word.ends_with('.');
            let word = without_number(word);
            is_number || OfMove::is_whole(word) || of_text(word).is_some()
        };
        for parts in self.parts.windows(2) {
            let (before, after) = (text.slice(parts[0].clone()), text.slice(parts[1].clone()));
            let tail = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let head = after.split(char::is_whitespace).next().unwrap_or_default();
            // Lines, tags and comments end with signs of their own.
            let is_apart = |word: &str| word.is_empty() || word.contains(['\\', '[', ']', '"', '{', '}']);
            let is_cut = tail.ends_with(['x', ':', '-', '=', '('])
                || head.starts_with(['x', ':', '-', '+', '#', '=', '.', '!', '?']);
            let is_over = of_text(tail).is_some();
            if is_over || is_apart(tail) || is_apart(head) || !is_cut && is_whole(tail) && is_whole(head) {
                continue;
            }
            let (from, to) = (parts[0].end - tail.len(), parts[1].start);
            edited.blank(text, from..to);
            edited.put(to - tail.len(), tail.len(), tail.as_bytes());
        }
    }
}

/// Decodes escapes. Each tag pair and each word of moves stays contiguous and is padded with spaces.
fn unescape(edited: &mut Edited, text: &str, range: Range<usize>, escapes: Escapes) {
    if matches!(escapes, Escapes::None | Escapes::Raw | Escapes::Command) {
        return;
    }
    let mut at = range.start;
    while at < range.end {
        at += text.slice(at..range.end).leading(|it| matches!(it, ' ' | '\t'));
        let rest = text.slice(at..range.end);
        let line = ends_of_lines(rest).next().unwrap_or(rest.len());
        if rest.starts_with('[') {
            edited.put(at, line, plain(rest.slice(..line), escapes).as_bytes());
        } else {
            for (n, word) in lines::words(rest.slice(..line)).filter(|it| it.1.contains('\\')) {
                edited.put(at + n, word.len(), plain(word, escapes).as_bytes());
            }
        }
        at += line;
        let rest = text.slice(at..range.end);
        let end = ["\\r\\n", "\\n", "\\r"].iter().find(|it| rest.starts_with(**it)).map_or(0, |it| it.len());
        if end > 0 {
            edited.put(at, end - 1, b"");
            edited.put(at + end - 1, 1, b"\n");
        }
        at += end.max(rest.leading(|it| matches!(it, '\n' | '\r')));
    }
}

/// Iterates over the line ends of a text, real or escaped.
fn ends_of_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut signs = text.char_indices();
    std::iter::from_fn(move || {
        while let Some((n, sign)) = signs.next() {
            match sign {
                '\n' | '\r' => return Some(n),
                '\\' if matches!(signs.next(), Some((_, 'n' | 'r'))) => return Some(n),
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stand_among_the_signs_of_a_program() {
        for text in [
            "let game = \"1. e4 e5 2. Nf3\";\n",
            "['1. e4 e5',\n '1. d4 d5']",
            "const games = { one: `1. e4 e5\n2. Nf3 Nc6",
            "load({\"pgn\":\"[White \\\"A\\\"]\\n\\n1. e4 e5\"})",
        ] {
            assert!(Literals::of(text).is_some_and(|it| it.are_of_program()), "{text}");
        }
        for text in [
            "He played \"1. e4 e5\".",
            "As in: \"1. e4 e5\" - the open game.",
            "x = \"1. e4 e5\";\n\n1 P-Q4 P-Q4\n",
            "x = \"e4 e5\";",
        ] {
            assert!(!Literals::of(text).is_some_and(|it| it.are_of_program()), "{text}");
        }
    }
}
