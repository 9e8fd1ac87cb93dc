//! Text after the moves of a game: unread rows, or words mentioning moves.

use std::{borrow::Cow, ops::Range};

use super::{
    begin::{self, OF_GAME},
    of_text,
    row::Row,
    told,
};
use crate::{
    chess::Position,
    diagnostics::{Diagnostic, Problem},
    layout::{Event, Game, ReadGame},
    lex::{self, PgnToken},
    lines,
    notation::Choice,
    resolve::{Scratch, read_move},
    slice::Slice as _,
    words::{
        ending::{self, Form, Players},
        figures::{Figure, Ranks},
        vocabulary::OfMove,
    },
};

/// A number this far ahead belongs to no row.
const FAR: u32 = 40;

/// At most this many numbers 1 are tried as beginnings of another game.
const MOST_TRIED: usize = 8;

/// Returns the range of a ply in the text.
fn place(event: &Event<'_>) -> Option<Range<usize>> {
    if let Event::Ply(_, at) = event { Some(at.range()) } else { None }
}

/// Returns the range of unread moves after the last ply, outside braces, that would continue the game or
/// begin another.
pub fn lost(game: &Game<'_>, text: &str, end: usize) -> Option<Range<usize>> {
    let last = game.events.iter().rev().find_map(place)?;
    let from = last.start - lines::before(text, last.start).map_or(0, str::len);
    let text = &*without_comments(text.slice(from..end));
    let (last, end) = (last.start - from..last.end - from, text.len());
    let lost = goes_on(game, text, last.end..end)
        .or_else(|| in_open_brackets(game, text, last.end..end))
        .or_else(|| row_behind(game, text, last.end..end))
        .or_else(|| move_after(game, text, last.start..end))
        .or_else(|| game_behind(game, text, last.end..end))
        .or_else(|| told_behind(text, last.end..end))
        .or_else(|| solution(text, last.end..end))
        .or_else(|| {
            let list = list_of_moves(text.slice(last.end..end))?;
            Some(last.end + list.start..last.end + list.end)
        });
    lost.map(|it| it.start + from..it.end + from)
}

/// Blanks comments in braces, but not line ends or the blocks of programs.
fn without_comments(text: &str) -> Cow<'_, str> {
    let mut bytes = Cow::Borrowed(text.as_bytes());
    let mut at = 0;
    while let Some(open) = text.slice(at..).find('{').map(|n| at + n) {
        // A brace that ends its line after a word opens a block of a program.
        let ends_line = text.slice(open + 1..).trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        let word = text.slice(at..open).rsplit('\n').next().and_then(|it| it.split_whitespace().next_back());
        let is_said = |it: &str| OfMove::of(it) == OfMove::Nothing && of_text(it).is_none();
        let is_block = ends_line && word.is_some_and(is_said);
        let close = if is_block { Some(open) } else { text.slice(open..).find('}').map(|n| open + n) };
        let Some(last) = close else { break };
        bytes.to_mut()[open..=last].iter_mut().filter(|it| **it != b'\n').for_each(|it| *it = b' ');
        at = last + 1;
    }
    match bytes {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// Returns the range of moves without numbers that begin a game from the start position.
pub fn list_of_moves(text: &str) -> Option<Range<usize>> {
    let mut run: Vec<(usize, &str)> = Vec::new();
    let marks = ['"', '\'', '`', '(', '['];
    for (at, word) in lines::words(text).filter(|it| it.1.contains(char::is_alphanumeric)) {
        // As in `play('e4 e5 …')`.
        let inner = word.rfind(marks).map_or(0, |n| n + 1);
        let (at, word) = if word.len() > inner + 1 { (at + inner, word.slice(inner..)) } else { (at, word) };
        if !OfMove::is_whole(word) {
            run.clear();
            continue;
        }
        run.push((at, word));
        if run.len() == OF_GAME {
            let list = run.iter().map(|it| it.1).collect::<Vec<_>>().join(" ");
            if begin::plies(&list, &Position::default()).len() == OF_GAME {
                return Some(run[0].0..at + word.len());
            }
        }
    }
    None
}

/// Reports the first unread moves in this range, above, between or after those read: if they are another
/// game, or would continue this one.
pub fn doubt_rest(read: &mut ReadGame<'_>, text: &str, range: &Range<usize>) {
    if read.has_errors() {
        return;
    }
    let ReadGame { game, diagnostics, .. } = read;
    let above = || {
        let first = game.events.iter().find_map(place)?.start;
        let above = range.start..first;
        solution(text, above.clone())
            .or_else(|| numbered_from(&game.start, text, above))
            .or_else(|| table(game, text, range.start))
    };
    // Words alone never mention this many plies.
    let only = || {
        let is_empty = game.events.iter().all(|it| place(it).is_none());
        if is_empty { game_behind(game, text, range.clone()) } else { None }
    };
    let lost = game_above(game, text, range.start)
        .or_else(above)
        .or_else(only)
        .or_else(|| between(game, text))
        .or_else(|| lost(game, text, range.end));
    let position = game.last_position();
    diagnostics.extend(lost.map(|it| Diagnostic::error(it, Problem::UnreadRows).at(&position)));
    diagnostics.sort_by_key(|it| it.span.start);
}

/// Returns the first row in this range that continues the game, up to a stated ending or an unclosed brace.
fn row_behind(game: &Game<'_>, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let next = game.last_position().move_number();
    let is_row = |row: &Row| row.number.is_some_and(|it| it < next + FAR) && row.goes_on(next, false);
    let players = Players::of(&game.tags);
    let mut at = range.start;
    let mut counts =
        Counts { unclosed: unclosed(text.slice(range.clone()), range.start), ..Counts::default() };
    // After a move of White's, its number again belongs to a note on that move.
    let to_come = next + u32::from(game.last_position().turn().is_black());
    for line in text.slice(range).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let marker = lines::words(line).find(|it| of_text(it.1).is_some()).map(|it| it.0);
        let told = ending::beside_a_move(line, &players).map(|it| it.at);
        let over = [marker, told, line.find('{')].into_iter().flatten().min();
        let moves = line.slice(..over.unwrap_or(line.len()));
        if let Some((begin, _)) = Row::all(moves).find(|it| is_row(&it.1)) {
            return Some(start + begin..start + moves.trim_end().len());
        }
        if let Some(begin) = counts.rows(moves, start, to_come) {
            return Some(begin..start + moves.trim_end().len());
        }
        if over.is_some() || ending::closing(line, &players).is_some() {
            return None;
        }
    }
    None
}

/// Returns moves that continue the game behind a bracket that is never closed, at once or with the next number.
fn in_open_brackets(game: &Game<'_>, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const LEAST: usize = 2;
    let position = game.last_position();
    unclosed(text.slice(range.clone()), range.start).into_iter().take(MOST_TRIED).find_map(|at| {
        let end = lines::gaps(text.slice(at..range.end)).next().map_or(range.end, |it| at + it.start);
        let start = at + 1 + lex::blank_len(text.slice(at + 1..end));
        let has_next = || {
            let words: Vec<&str> = text.slice(start..end).split_whitespace().collect();
            words.windows(2).any(|it| {
                let (number, rest) = lex::leading_number(it[0]).unwrap_or_default();
                let first =
                    if rest.trim_end_matches('.').is_empty() { it[1] } else { lex::without_number(it[0]) };
                number == position.move_number() + u32::from(position.turn().is_black())
                    && OfMove::is_whole(first)
            })
        };
        (begin::plies_in(text, start..end, &position).len() >= LEAST || has_next()).then_some(at..end)
    })
}

/// Returns the offsets of unclosed brackets in `text`, which itself begins at `start`.
fn unclosed(text: &str, start: usize) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, bracket) in text.match_indices(['(', '[', '{', ')', ']', '}']) {
        match bracket {
            "(" | "[" | "{" => open.push(start + at),
            _ => drop(open.pop()),
        }
    }
    open
}

/// Consecutive numbers outside brackets, each before a possible move.
#[derive(Default)]
struct Counts {
    run: Run,
    /// A number that isn't consecutive: of a note, or the first of another run.
    other: Option<Run>,
    /// Number of open brackets.
    depth: i32,
    /// Offsets of unclosed brackets, which are skipped.
    unclosed: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct Run {
    begin: usize,
    first: u32,
    last: u32,
    len: usize,
}

impl Run {
    /// Largest step between numbers; those between may be misread.
    const STEP: u32 = 3;

    fn of(begin: usize, number: u32) -> Run {
        Run { begin, first: number, last: number, len: 1 }
    }

    fn goes_on(&self, number: u32) -> bool {
        self.len > 0 && (self.last..=self.last + Run::STEP).contains(&number)
    }
}

impl Counts {
    /// This many consecutive numbers are rows even if none reads as one; a note may have fewer.
    const ROWS: usize = 6;

    /// Adds the words of a line; returns where the rows from number `next` on begin, once there are enough.
    fn rows(&mut self, line: &str, start: usize, next: u32) -> Option<usize> {
        let mut words = lines::words(line).peekable();
        let mut ranks = Ranks::default();
        while let Some((at, word)) = words.next() {
            let is_rank = ranks.figure(word, 0) == Figure::Rank;
            let is_outside = self.depth == 0;
            let place = start + at..start + at + word.len();
            let from = self.unclosed.partition_point(|it| *it < place.start);
            let to = self.unclosed.partition_point(|it| *it < place.end);
            self.depth = (self.depth + lines::opened(word) - (to - from) as i32).max(0);
            let Some((number, rest)) = lex::leading_number(word).filter(|_| is_outside) else { continue };
            let glued = rest.trim_start_matches(['.', '…', ')']);
            let first = if glued.is_empty() { words.peek().map_or("", |it| it.1) } else { glued };
            let may_be_move = first.contains(char::is_alphabetic) && OfMove::of(first) >= OfMove::Part;
            if !may_be_move || is_rank {
                continue;
            }
            let other = self.other.take();
            if !self.run.goes_on(number) {
                match other.filter(|it| it.last < number && it.goes_on(number)) {
                    Some(other) => self.run = other,
                    None if self.run.len == 0 && (next..next + Run::STEP).contains(&number) => {
                        self.run = Run { len: 0, ..Run::of(start + at, number) };
                    }
                    None => {
                        self.other = Some(Run::of(start + at, number));
                        continue;
                    }
                }
            }
            self.run.len += usize::from(number > self.run.last || self.run.len == 0);
            self.run.last = number;
            if self.run.len >= Self::ROWS && (next..next + Run::STEP).contains(&self.run.first) {
                return Some(self.run.begin);
            }
        }
        None
    }
}

/// Returns moves that continue the game, at the start of this range or in the next strings of a program.
fn goes_on(game: &Game<'_>, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const LEAST: usize = 2;
    const MOST_STRINGS: usize = 64;
    let strings = text.slice(range.clone()).match_indices(lex::QUOTES).map(|it| range.start + it.0 + 1);
    let starts = std::iter::once(range.start).chain(strings.take(MOST_STRINGS));
    let position = game.last_position();
    starts.into_iter().find_map(|start| {
        let is_sign = |it: char| it.is_whitespace() || lex::QUOTES.contains(&it) || it == ',';
        let words = text.slice(start..range.end).split(is_sign).filter(|it| !it.is_empty());
        let moves: Vec<&str> = words.take(LEAST).filter(|it| OfMove::is_whole(it)).collect();
        let line = moves.join(" ");
        let is_played = moves.len() == LEAST && begin::plies(&line, &position).len() == LEAST;
        is_played.then(|| start..start + text.slice(start..range.end).leading(|it| it != '\n'))
    })
}

/// Returns the next move of the game, if it stands outside brackets before the result, in the paragraph of
/// the last move or the next one.
fn move_after(game: &Game<'_>, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let position = game.last_position();
    let choice = game.notation.as_deref().map_or_else(|| Some(Choice::san()), |it| Choice::parse(it).ok())?;
    let Range { start: from, end } = range;
    let rest = text.get(from..end)?;
    let rest = rest.split('{').next().unwrap_or(rest);
    let reach = lines::gaps(rest).nth(1).map_or(rest.len(), |it| it.start);
    let rest = rest.slice(..reach);
    let mut scratch = Scratch::default();
    let mut depth = 0_i32;
    lines::words(rest).find_map(|(n, word)| {
        let start = from + n;
        let is_outside = depth == 0;
        depth = (depth + lines::opened(word)).max(0);
        let (PgnToken::Number(number, color), after) = lex::item(text, start, end)? else { return None };
        let is_next = number == position.move_number() && color.is_some() == position.turn().is_black();
        let is_dotted = after - start > lex::glued_digits(word);
        let place = after + lex::blank_len(text.slice(after..end));
        let mut read = || {
            let read = read_move(&*choice.notation, &position, text.slice(place..end), &mut scratch);
            // Before the first piece move, piece letters may be those of any language.
            let next = lines::words(text.slice(place..end)).next().map_or(0, |it| it.1.len());
            let in_any = || {
                let is_move = OfMove::is_whole(text.slice(place..place + next));
                is_move && !begin::plies_in(text, place..place + next, &position).is_empty()
            };
            read.map(|it| it.len).or_else(|| in_any().then_some(next))
        };
        let is_over = || {
            let before = text.slice(from..start);
            before.split_whitespace().any(|it| of_text(it).is_some())
                || ending::closing(before, &Players::NONE).is_some()
                || ending::beside_a_move(before, &Players::of(&game.tags))
                    .is_some_and(|it| it.is_resignation() || it.form == Form::GaveUp)
        };
        let len = if is_outside && is_dotted && is_next { read()? } else { return None };
        (!is_over()).then_some(start..place + len)
    })
}

/// Returns the beginning of another game above the first ply, longer than an opening that words mention.
fn game_above(game: &Game<'_>, text: &str, start: usize) -> Option<Range<usize>> {
    let first = game.events.iter().find_map(place)?.start;
    let begins =
        |it: &(usize, &str)| matches!(lex::leading_number(it.1.trim_start_matches('(')), Some((1, _)));
    let words = lines::words(text.slice(start..first)).filter(begins).take(MOST_TRIED);
    let lines = words.map(|(at, word)| {
        let at = start + at + word.len() - word.trim_start_matches('(').len();
        at..lex::line_end(text.as_bytes(), at).min(first)
    });
    lines.into_iter().find(|it| begin::plies_in(text, it.clone(), &Position::default()).len() >= OF_GAME)
}

/// Returns the beginning of another game in this range, outside brackets and braces, longer than an opening
/// that words mention. Rows numbered 1 that continue the game belong to a list whose numbers start again.
fn game_behind(game: &Game<'_>, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const LEAST: usize = 6;
    const LEAST_OF_LIST: usize = 2;
    let rest = text.slice(range.clone());
    let rest = rest.split('{').next().unwrap_or(rest);
    // Brackets open here, those open at the start of the line, and the end of the previous word.
    let (mut depth, mut of_line, mut end) = (0, 0, 0);
    let begins = |(n, word): (usize, &str)| {
        if rest.slice(end..n).contains('\n') {
            of_line = depth;
        }
        // Brackets of an earlier line may be those of a program.
        let least = if depth == 0 { LEAST } else { OF_GAME };
        let may_be = depth == 0 || depth == of_line;
        depth += lines::opened(word);
        end = n + word.len();
        let at = range.start + n;
        let number = lex::item(text, at, range.end).map(|it| it.0);
        (may_be && matches!(number, Some(PgnToken::Number(1, None)))).then_some((at, least))
    };
    let lines = lines::words(rest).filter_map(begins).take(MOST_TRIED);
    let last = game.last_position();
    let goes_on = |it: &Range<usize>| {
        lex::begins_line(text.as_bytes(), it.start)
            && begin::plies_in(text, it.clone(), &last).len() >= LEAST_OF_LIST
    };
    let lines = lines.map(|(at, least)| (at..lex::line_end(text.as_bytes(), at).min(range.end), least));
    let mut games = lines.filter(|(line, least)| {
        let start = Position::default();
        let plies = begin::plies_in(text, line.clone(), &start);
        let count = plies.len();
        // A mate is no opening that is mentioned.
        let is_over = || *least == LEAST && start.after(plies).outcome().is_some();
        count >= *least || is_over() || *least == LEAST && goes_on(line)
    });
    games.next().map(|it| it.0)
}

/// Returns a position stated in this range, outside braces, if the moves below are legal from it.
fn told_behind(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = text.slice(range.clone()).split('{').next().unwrap_or_default();
    let mut told = told::all(text, range.start..range.start + rest.len()).take(MOST_TRIED);
    told.find(|(fen, position)| begin::opens_below(text, fen.end, position).is_some()).map(|it| it.0)
}

/// Returns moves that stand alone between two plies of the game, as if they were words, or rows that would continue it, as in a
/// second column beside the first.
fn between(game: &Game<'_>, text: &str) -> Option<Range<usize>> {
    const LEAST: usize = 2;
    let places: Vec<Range<usize>> = game.events.iter().filter_map(place).collect();
    let next = game.last_position().move_number();
    let mut counts = Counts::default();
    places.windows(2).find_map(|plies| {
        let gap = plies[0].end..plies[1].start;
        let words = text.get(gap.clone())?;
        let mut parts = words.split_whitespace();
        if parts.nth(LEAST - 1).is_some() && words.split_whitespace().all(OfMove::is_whole) {
            return Some(gap);
        }
        counts.rows(words, gap.start, next).map(|begin| begin..gap.end)
    })
}

/// Returns lines in a row that end with moves, not all of them squares, as in a table of several games: from
/// this offset to the first ply in the text.
fn table(game: &Game<'_>, text: &str, start: usize) -> Option<Range<usize>> {
    /// This many such lines are no words.
    const LINES: usize = 6;
    /// Longest line, in bytes.
    const LONGEST: usize = 48;
    const SQUARE: usize = 2;
    let first = game.events.iter().filter_map(place).map(|it| it.start).min()?;
    let (mut begin, mut count, mut has_pieces) = (start, 0, false);
    for (at, line) in lines::lines(text.get(start..first)?).filter(|it| !it.1.trim().is_empty()) {
        let last = line.rsplit(|it: char| it.is_whitespace() || it == ',').find(|it| !it.is_empty());
        let Some(word) = last.filter(|it| line.len() <= LONGEST && OfMove::is_whole(it)) else {
            (count, has_pieces) = (0, false);
            continue;
        };
        if count == 0 {
            begin = start + at;
        }
        count += 1;
        has_pieces |= word.len() > SQUARE;
        if count >= LINES && has_pieces {
            return Some(begin..start + at + line.len());
        }
    }
    None
}

/// Returns moves without numbers, legal from a position stated above them: alone on a line, perhaps in
/// brackets or after a label.
fn solution(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let of_line = |(at, line): (usize, &str)| -> Option<Range<usize>> {
        let label = line.find(": ").map_or(0, |n| n + 1);
        let moves = line.slice(label..).trim_matches(|it: char| !it.is_alphanumeric());
        let start = at + line.find(moves)?;
        let are_moves = !moves.is_empty() && moves.split_whitespace().all(OfMove::is_whole);
        are_moves.then_some(start..start + moves.len())
    };
    let mut told = told::all(text, range.clone()).take(MOST_TRIED);
    told.find_map(|(fen, position)| {
        let below = fen.end..range.end.min(fen.end + told::REACH);
        let mut at = below.start;
        let lines = text.slice(below).split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line)
        });
        lines.filter_map(of_line).find(|it| !begin::plies_in(text, it.clone(), &position).is_empty())
    })
}

/// Returns a numbered move that is legal from a position stated above it, with the same number and side to
/// move; not if that is the start position of the game.
fn numbered_from(start: &Position, text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let told: Vec<(Range<usize>, Position)> = told::all(text, range.clone()).take(MOST_TRIED).collect();
    let ends = told.iter().skip(1).map(|it| it.0.start).chain([range.end]);
    let start = start.fen();
    told.iter().zip(ends).filter(|it| it.0.1.fen() != start).find_map(|((fen, position), end)| {
        let below = fen.end..end.min(fen.end + told::REACH);
        lines::words(text.slice(below.clone())).find_map(|(n, _)| {
            let (PgnToken::Number(number, color), after) = lex::item(text, below.start + n, below.end)?
            else {
                return None;
            };
            let place = after + lex::blank_len(text.slice(after..below.end));
            let len = lines::words(text.slice(place..below.end)).next()?.1.len();
            let is_next = number == position.move_number() && color.is_some() == position.turn().is_black();
            let is_move = || {
                OfMove::is_whole(text.slice(place..place + len))
                    && !begin::plies_in(text, place..place + len, position).is_empty()
            };
            (is_next && is_move()).then_some(below.start + n..place + len)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_on_are_of_rows() {
        let rows = "4 Kf-Q B 3 Q Kt-Q 2 I 5 B-Q B 4 B-K 2 I 6 Castles Castles 7 R.-K sq P-Q B 3 8 B-Kt 3 Necessary in view of \
                    the threat. 3 P-K Kt.s P-Q Kt 4 10 P-Q R 3 11 Q-Q 2 B-Kt 2 12 Q R-Q sq P-B 4 13 P x B";
        for (text, is_found) in [
            (rows, true),
            (&format!("({rows})"), false),
            (&format!("3 Kt-B 3 is worse: {rows}"), false),
            ("Or 4. Bxc6 dxc6 5. O-O Bg4 6. h3 h5 7. d3 Qf6", false),
            ("In 1921, 1922, 1923, 1924, 1925 and 1926 he won.", false),
        ] {
            assert_eq!(Counts::default().rows(text, 0, 4).is_some(), is_found, "{text}");
        }
    }
}
