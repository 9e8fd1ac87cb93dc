//! Pages from OCR, with page headers, notes and garbage between rows of moves that are damaged themselves.
//!
//! Legality decides between rows of the game and notes: the whole page is decoded ([`read_page`]); if a line
//! looks like prose, its words are merely cheaper to skip and more expensive to play. Anything that is not a
//! move of the game is a comment in place.

use std::{borrow::Cow, ops::Range};

use super::{conclude, lines::Found};
use crate::{
    chess::{Comment, CommentKind, Position},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, Game, diagram::Drawn},
    lex::comment_text,
    resolve::{Element, Evidence, Kind, Line, Looks, MoveText, Next, Notations, Source, read_page},
    slice::Slice as _,
    words::{
        ending::{self, Players, Said},
        heading,
        vocabulary::OfMove,
    },
};

/// Longest text decoded as a page.
const LONGEST: usize = 40 << 10;
/// Most words in a row of moves.
const ROW: usize = 16;
/// Most words in a line of print; a longer one is a paragraph, which is split at its numbers.
const LINE: usize = 40;
/// Most words in a line that may continue another.
const REST: usize = 4;
/// Fewest plies of a printed game.
const LEAST: usize = 8;
/// Lowest number of the first row on a page with the end of a game: lower ones may be damaged, or follow an
/// unreadable row.
const LEAST_OF_FRAGMENT: u32 = 3;
/// Mean confidence of its plies, in ten-thousandths, from which a page reads well.
const SURE_SHARE: u32 = 9_000;

/// The game on a page.
pub struct Page {
    pub game: Game<'static>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Why no game was read from a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// It can't be read as a page.
    NoPage,
    /// Its words are more likely no game.
    NoGame,
}

/// A page as a source of moves.
struct Lines<'t> {
    text: &'t str,
    /// Offset and looks of each line.
    looks: &'t [(usize, Looks)],
    evidence: &'t [Evidence],
}

impl Source for Lines<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn evidence(&self) -> &[Evidence] {
        self.evidence
    }

    fn looks(&self, place: usize) -> Looks {
        let n = self.looks.partition_point(|it| it.0 <= place);
        n.checked_sub(1).map_or(Looks::Moves, |n| self.looks[n].1)
    }

    fn may_begin_row(&self, place: usize) -> bool {
        self.looks.binary_search_by_key(&place, |it| it.0).is_ok()
    }

    fn tells_end(&self, place: usize) -> bool {
        let line = self.text.slice(place..).lines().next().unwrap_or("");
        ending::told(line, &Players::NONE).is_some()
    }

    fn next(&self, place: usize) -> Next<'_> {
        let rest = self.text.slice(place..);
        let start = place + (rest.len() - rest.trim_start().len());
        if start >= self.text.len() {
            return Next::End(self.text.len());
        }
        let line = self.text.slice(start..).lines().next().unwrap_or("");
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let digits = if digits <= 3 { digits } else { 0 };
        Next::Move(MoveText { start, text: line, number: None, digits })
    }
}

/// Counts of a line's words by their look.
#[derive(Default)]
struct Tally {
    words: usize,
    /// Parts of moves, and of these whole moves.
    of_moves: usize,
    moves: usize,
    /// Words of prose: spelt like words, and no parts of moves, even misread ones such as `Kts`.
    said: usize,
    /// Words in capitals, as in page headers.
    shouted: usize,
}

impl Tally {
    fn of(line: &str) -> Tally {
        let mut tally = Tally::default();
        let sign = |it: char| it.is_ascii_digit() || matches!(it, '-' | '—' | 'x');
        for word in line.split_whitespace() {
            tally.words += 1;
            if OfMove::of(word) != OfMove::Nothing {
                tally.of_moves += 1;
                let is_move = word.contains(|it: char| it.is_ascii_uppercase()) && word.contains(sign);
                tally.moves += usize::from(is_move);
            }
            let core = word.trim_matches(|it: char| !it.is_alphanumeric());
            if OfMove::of(core) != OfMove::Nothing {
                continue;
            }
            let mut letters = core.chars();
            let Some(first) = letters.next().filter(|it| it.is_alphabetic()) else { continue };
            let least = if first.is_uppercase() { 3 } else { 2 };
            let is_small = letters.clone().all(|it| it.is_lowercase() || matches!(it, '\'' | '’' | '-'));
            if is_small {
                tally.said += usize::from(letters.count() >= least);
            } else {
                tally.shouted +=
                    usize::from(core.len() > 3 && core.bytes().all(|it| it.is_ascii_uppercase()));
            }
        }
        tally
    }
}

/// Whether a line begins like a row of the game: with a number, perhaps misread, and a piece.
fn begins_row(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let number = line.bytes().take_while(|it| it.is_ascii_digit() || b"lIoOSizdgDG".contains(it)).count();
    let rest = line.slice(number..).trim_start_matches(|it: char| !it.is_alphanumeric());
    let digits = line.bytes().take(number).all(|it| it.is_ascii_digit());
    (1..=3).contains(&number)
        && (digits || line.len() - number > rest.len())
        && rest.starts_with(|it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '♘')
}

/// Returns how many different numbers with a full stop a line has.
fn numbers(line: &str) -> usize {
    let number = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        ((1..=2).contains(&digits) && word.slice(digits..).starts_with('.'))
            .then(|| word.slice(..digits).to_owned())
    };
    let mut all: Vec<String> = line.split_whitespace().filter_map(number).collect();
    all.dedup();
    all.len()
}

/// Whether a line has consecutive numbers without full stops, at least three: two may be a number and a rank.
fn is_counted(line: &str) -> bool {
    let mut numbers = line.split_whitespace().filter_map(|it| it.parse::<u32>().ok());
    let Some(first) = numbers.next() else { return false };
    numbers.fold(first, |last, it| if it == last + 1 { it } else { last }) > first + 1
}

/// Splits a part of the text into lines, and paragraphs before each possible number of a move.
fn pieces(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = range.start;
    for line in text.slice(range).split_inclusive('\n') {
        let mut from = at;
        at += line.len();
        if line.split_whitespace().nth(LINE).is_some() {
            let mut place = from;
            for word in line.split_inclusive(char::is_whitespace) {
                if place > from && number_len(word).is_some() {
                    found.push(from..place);
                    from = place;
                }
                place += word.len();
            }
        }
        found.push(from..at);
    }
    found
}

/// Returns the length of a possible number at the beginning of a word, before a stop, a move or a blank.
fn number_len(word: &str) -> Option<usize> {
    let digits = word.bytes().take_while(|it| it.is_ascii_digit() || b"lIiJOoS".contains(it)).count();
    let rest = word.slice(digits..);
    let is_read = word.bytes().take(digits).any(|it| it.is_ascii_digit());
    let ends = rest.trim_end().is_empty() || rest.starts_with(['.', ',', ':', ')']);
    let glued = rest.starts_with(|it: char| it.is_ascii_uppercase());
    ((1..=3).contains(&digits) && (is_read && (ends || glued) || digits == 1 && glued)).then_some(digits)
}

/// Returns the looks of the lines and parts of paragraphs, and the offset of the first row of moves: of the
/// number 1 after which most rows follow in order, if any.
fn lines(text: &str, range: Range<usize>) -> (Vec<(usize, Looks)>, Option<usize>) {
    let mut found = Vec::new();
    let mut first = None;
    let mut before = Looks::Moves;
    for piece in pieces(text, range) {
        let start = piece.start;
        let line = text.slice(piece);
        if Drawn::of(line.trim_end()) != Drawn::Nothing {
            before = Looks::Note;
            found.push((start, before));
            continue;
        }
        let row = begins_row(line);
        let end = if row { told_end(line) } else { line.len() };
        let tally = Tally::of(line.slice(..end));
        if tally.words == 0 {
            before = Looks::Moves;
            continue;
        }
        let filled = tally.of_moves * 10 > tally.words * 8;
        let row = row && (tally.words <= ROW || filled);
        let said = tally.said + if row && tally.shouted < 2 { 0 } else { tally.shouted };
        let rest = tally.words <= REST && tally.moves > 0;
        let looks = match said {
            0 if row && before == Looks::Note && (numbers(line) > 1 || is_counted(line)) => Looks::Either,
            0 if row || rest => Looks::Moves,
            0 if before == Looks::Note || line.contains([',', ';']) => Looks::Either,
            0 => before,
            // A misread word in running moves.
            1 if filled && tally.words > ROW && before == Looks::Moves => Looks::Moves,
            1 if row => Looks::Either,
            1 if rest => Looks::Either,
            _ => Looks::Note,
        };
        if said == 0 && row && first.is_none() {
            first = Some(start);
        }
        before = looks;
        found.push((start, looks));
    }
    let rows = || rows(text, &found);
    // What may be the number 1.
    let is_one = |at: &usize| {
        let row = text.slice(*at..).trim_start_matches(|it: char| !it.is_alphanumeric());
        let rest = row.strip_prefix(['1', 'l', 'I', 'i', 'J', 'L']);
        rest.is_some_and(|it| it.starts_with(|it: char| !it.is_alphanumeric() || it.is_ascii_uppercase()))
    };
    let ones = rows().filter(is_one);
    let begins =
        ones.map(|at| (following(text, rows().filter(|it| *it > at), 1), at)).filter(|it| it.0 >= FOLLOWING);
    let first =
        begins.reduce(|one, other| if other.0 > one.0 { other } else { one }).map(|it| it.1).or(first);
    (found, first)
}

/// Returns the offset in a row of words stating the ending, which don't make it a note; the row's length if
/// there are none.
fn told_end(row: &str) -> usize {
    let tells = |at: &usize| ending::told(row.slice(*at..), &Players::NONE).is_some();
    crate::lines::words(row).map(|it| it.0).skip(1).find(tells).unwrap_or(row.len())
}

/// Iterates over the offsets of rows that may be moves.
fn rows(text: &str, looks: &[(usize, Looks)]) -> impl Iterator<Item = usize> {
    looks.iter().filter(|it| it.1 != Looks::Note && begins_row(text.slice(it.0..))).map(|it| it.0)
}

/// Returns the number at the beginning of a row.
fn row_number(text: &str, row: usize) -> Option<u32> {
    let row = text.slice(row..).trim_start_matches(|it: char| !it.is_alphanumeric());
    row.slice(..row.bytes().take(3).take_while(u8::is_ascii_digit).count()).parse().ok()
}

/// A number 1 begins a game if at least this many rows follow in order.
const FOLLOWING: usize = 3;

/// Returns how many of the rows at these places, before another number 1, have the numbers after this one in order; one of them
/// may be missing here and there.
fn following(text: &str, rows: impl Iterator<Item = usize>, first: u32) -> usize {
    let (mut count, mut next) = (0, first + 1);
    for at in rows {
        match row_number(text, at) {
            Some(1) if count > 0 => break,
            Some(number) if number == next || number == next + 1 => (count, next) = (count + 1, number + 1),
            _ => {}
        }
    }
    count
}

/// A reading of a page.
struct Reading {
    /// The start position, unless it is the usual one.
    fen: Option<String>,
    start: Position,
    line: Line,
    elements: Vec<Element>,
}

impl Reading {
    /// Returns the sum of its plies' confidences, in ten-thousandths.
    fn share(&self) -> u32 {
        self.line.confidences.iter().map(|it| u32::from(it.share)).sum()
    }

    /// Whether the page reads well.
    fn is_plain(&self) -> bool {
        let count = self.line.confidences.len();
        count >= LEAST && self.share() >= SURE_SHARE * count as u32
    }

    /// Adds the plies to a game, with the remarks between them as comments, and the position from which it begins. Returns what is
    /// doubtful of them.
    fn write(self, text: &str, game: &mut Game<'static>) -> Vec<Diagnostic> {
        let Reading { fen, start, line, elements } = self;
        game.start = start;
        fen.into_iter().for_each(|it| game.tags.push_start(it));
        let mut diagnostics = Vec::new();
        let mut remarks = remarks(&elements).into_iter().peekable();
        for (n, step) in line.steps.iter().enumerate() {
            while let Some(remark) = remarks.next_if(|it| it.span.start <= step.start) {
                comment(text, remark.span.clone(), game);
                if remark.is_unread {
                    diagnostics.push(Diagnostic::warning(remark.span, Problem::Unread));
                }
            }
            game.events.extend(step.ply.map(|ply| Event::Ply(ply, step.span().into())));
            game.events.extend(line.confidences.get(n).cloned().map(Event::Confidence));
            let remark =
                line.remark(n).map(|it| Comment { kind: CommentKind::Repaired, text: Cow::Owned(it) });
            game.events.extend(remark.map(Event::Comment));
        }
        diagnostics.extend(line.diagnostics);
        diagnostics
    }
}

impl Lines<'_> {
    /// Returns the readings of a page that is in this text up to its end, and whose first row is here: from the position that its heading
    /// tells, if any, or from the one drawn before it, as long as none reads well.
    fn readings(
        &self,
        text: &str,
        first: usize,
        notations: &Notations,
        [odds, drawn]: [Option<&str>; 2],
    ) -> Vec<Reading> {
        let notation = &*notations.of_books().notation;
        let decode = |text: &str, fen: Option<&str>| {
            let start = Position::set_up(None, fen).ok()?;
            let source = Lines { text, ..*self };
            let (line, elements) = read_page(&source, &start, first, notation, notations.repair())?;
            Some(Reading { fen: fen.map(str::to_owned), start, line, elements })
        };
        let number = row_number(text, first).filter(|it| *it >= LEAST_OF_FRAGMENT && odds.is_none());
        let is_fragment = number.is_some_and(|number| {
            let below = || rows(text, self.looks).filter(|it| *it > first);
            following(text, below(), number) >= FOLLOWING
                && below().all(|it| row_number(text, it).is_none_or(|it| it > number))
        });
        let mut readings = Vec::new();
        let drawn = drawn.filter(|it| Some(*it) != odds).map(Some);
        for fen in drawn.into_iter().chain(Some(odds).filter(|_| !is_fragment)) {
            if !readings.iter().any(Reading::is_plain) {
                readings.extend(decode(self.text, fen));
            }
        }
        // Nothing is disguised on a page that reads well, or begins in the middle of a game.
        let is_well = is_fragment || readings.iter().any(Reading::is_plain);
        let letters = if is_well { Vec::new() } else { disguises(self.text.slice(first..)) };
        for (read, meant) in letters {
            // The places stay the same.
            let disguised = self.text.replace(read, meant.encode_utf8(&mut [0; 4]));
            let at = first + self.text.slice(first..).find(read).unwrap_or_default();
            readings.extend(decode(&disguised, odds).map(|mut it| {
                it.line.diagnostics.push(Diagnostic::warning(at..at + 1, Problem::Disguise(read, meant)));
                it
            }));
        }
        readings
    }
}

/// Reads the game on a page, from the position drawn above it, if any. Other words become comments.
pub fn read(
    text: &str,
    range: Range<usize>,
    found: &Found,
    drawn: Option<&str>,
    notations: &Notations,
) -> Result<Page, Unread> {
    if range.len() > LONGEST {
        return Err(Unread::NoPage);
    }
    let (looks, first) = lines(text, range.clone());
    let first = first.ok_or(Unread::NoPage)?;
    let from = found.first.map_or(range.start, |_| found.rows[found.heading].span.start).min(first);
    let mut game = Game::default();
    let head = text.slice(from..first);
    heading::tags(head).into_iter().for_each(|(name, value)| game.tags.push(name, value));
    let odds = heading::odds(head).map(|it| it.position);
    let choice = notations.of_books();
    // Rows are recognised by capitals, with which only the moves of books begin.
    if !choice.notation.is_loosely_spaced() {
        return Err(Unread::NoPage);
    }
    game.notation = choice.unless_san();
    let source = Lines { text: text.slice(..range.end), looks: &looks, evidence: notations.evidence() };
    let readings = source.readings(text, first, notations, [odds.as_deref(), drawn]);
    let best = readings.into_iter().max_by_key(Reading::share);
    let best = best.filter(|it| it.line.plies().count() >= LEAST).ok_or(Unread::NoGame)?;
    comment(text, range.start..first, &mut game);
    let last = best.line.steps.iter().map(|it| it.end()).max().unwrap_or(first);
    let mut diagnostics = best.write(text, &mut game);
    let to = end(&source, last);
    comment(text, last..range.end, &mut game);
    let players = Players::of(&game.tags).or_in(head);
    let ending = ending::closing(text.slice(last..range.end), &players);
    let said = ending.map(|ending| Said { in_heading: false, ending, place: last..to });
    game.said.extend(ending::heading(head, from).into_iter().chain(said));
    conclude(&mut game, &mut diagnostics);
    diagnostics.sort_by_key(|it| it.span.start);
    Ok(Page { game, diagnostics })
}

/// Returns letters that may stand for a piece letter throughout a page, as in `P to X Xt 4`: frequent ones
/// outside words, each with the piece whose own letter is the rarest. If most piece letters are rare, the
/// page is more likely in another language.
fn disguises(page: &str) -> Vec<(char, char)> {
    const PIECES: [char; 4] = ['K', 'Q', 'R', 'B'];
    const FREQUENT: usize = 10;
    const RARE: usize = 4;
    let begins_word = |it: &str| it.starts_with(|it: char| it.is_alphabetic() && !matches!(it, 't' | 'x'));
    let is_piece = |(at, letter): &(usize, &str)| {
        let before = page.slice(..*at).chars().next_back();
        !before.is_some_and(char::is_alphabetic) && !begins_word(page.slice(at + letter.len()..))
    };
    let count =
        |letter: char| page.match_indices(letter.encode_utf8(&mut [0; 4]) as &str).filter(is_piece).count();
    let frequent = ('A'..='Z').filter(|it| !"KQRBNPTO".contains(*it) && count(*it) >= FREQUENT);
    let of = |read: char| {
        let is_rare = |piece: &char| count(*piece) * RARE <= count(read);
        let rare = PIECES.into_iter().filter(is_rare);
        (1..=PIECES.len() / 2).contains(&rare.clone().count()).then(|| rare.min_by_key(|it| count(*it)))?
    };
    frequent.filter_map(|read| Some((read, of(read)?))).collect()
}

/// Keeps a part of the text as a comment.
fn comment(text: &str, span: Range<usize>, game: &mut Game<'static>) {
    let words = text.slice(span);
    if words.contains(char::is_alphanumeric) {
        let text = Cow::Owned(comment_text(words).into_owned());
        game.events.push(Event::Comment(Comment { kind: CommentKind::Text, text }));
    }
}

/// Text between moves.
struct Remark {
    span: Range<usize>,
    /// Whether it is in a row, so that it may be a move of the game.
    is_unread: bool,
}

/// Returns the parts of a page between its moves, at most one between two moves. A number before a move
/// belongs to the move.
fn remarks(elements: &[Element]) -> Vec<Remark> {
    let mut found = Vec::new();
    let mut open: Option<Remark> = None;
    let mut number: Option<Range<usize>> = None;
    for element in elements {
        let span = element.spans[0].clone();
        if element.ply.is_some() {
            found.extend(open.take());
            number = None;
            continue;
        }
        if let Kind::Number(_) = element.kind {
            number.get_or_insert(span);
            continue;
        }
        let unread = element.kind == Kind::LeftOut;
        let start = number.take().filter(|_| open.is_some()).map_or(span.start, |it| it.start);
        match &mut open {
            Some(remark) => {
                remark.span.end = span.end;
                remark.is_unread |= unread;
            }
            None => open = Some(Remark { span: start..span.end, is_unread: unread }),
        }
    }
    found
}

/// Returns the end of a game whose last move ends at `last`, including the rest of the last row's paragraph.
fn end(source: &Lines<'_>, last: usize) -> usize {
    let text = source.text;
    let mut to = last;
    let mut at = last;
    let mut open = true;
    for line in text.slice(last..).split_inclusive('\n') {
        let blank = line.trim().is_empty() && at > last;
        let row = !blank && at > last && begins_row(line) && source.looks(at) == Looks::Moves;
        open = (open || row) && !blank;
        at += line.len();
        if open {
            to = at;
        }
    }
    to
}
