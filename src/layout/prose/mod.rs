//! Games as printed in books: a heading, then moves in one or two columns, with notes, diagrams and footnotes
//! between them.
//!
//! The input is any text other than PGN: lines of moves begin with their number, everything else is words.
//! Moves are extracted in reading order, with the text between them ([`transcribe`]), and then read like any
//! others: in any notation, with hypotheses and repairs. Thus
//!
//! * a heading yields tags as far as it is unambiguous ([`heading`]), and stays as a comment before the first
//!   move;
//! * notes are comments in place; a footnote goes where its mark is;
//! * two columns of moves side by side are read one after the other; a column of White's moves above one of
//!   Black's is interleaved, and so are White's moves above a dividing line with Black's below it;
//! * dots stand for a move given in a later row;
//! * paragraphs of running moves ([`running`]) are moves, with or without numbers, commas and semicolons;
//! * lines that return to an earlier number are a variation in a note, and stay words;
//! * a diagram of the current position becomes its FEN ([`diagram`](super::diagram)); a diagram of another position is a
//!   warning;
//! * a diagram before moves that don't begin with move 1, or that are legal only from it, is their starting
//!   position.
//!
//! A new game begins where a line of moves is numbered 1 again. A warning reports text that looks like moves but belongs to
//! no game.

mod beside;
mod lines;
mod page;
mod running;
pub(super) mod shape;
mod transcribe;

use std::{borrow::Cow, cell::OnceCell, ops::Range};

use self::{
    lines::{Found, Leftover},
    transcribe::Printed,
};
use super::{Event, Game, GameEnd, ReadGame, pgn, transcript::Transcript};
use crate::{
    chess::{Comment, CommentKind, Outcome, Tag, Tags},
    diagnostics::{Diagnostic, Problem, Severity},
    events::Confidence,
    lex,
    notation::Choice,
    resolve::{Certain, Evidence, Notations, Repairing, plies_of},
    slice::Slice as _,
    words::{
        ending::{self, Players},
        heading,
        vocabulary::OfMove,
    },
};

/// How much of a text is examined to detect print, in bytes.
const BEGINNING: usize = 16 << 10;

/// How much of it is read if its lines don't look printed, in bytes.
const UNPRINTED: usize = 4 << 10;

/// A line with this many numbers is running text.
const RUNNING: usize = 3;

/// Whether a text with this beginning is printed; `None` if more of it is needed. The result doesn't depend
/// on how the input is chunked: only whole lines count, up to the first that ends with a result.
pub fn is_prose(beginning: &[u8], whole: bool) -> Option<bool> {
    let seen = &beginning[..beginning.len().min(BEGINNING)];
    let enough = whole || beginning.len() >= BEGINNING;
    let text = String::from_utf8_lossy(seen);
    let mut lines = text.split_inclusive('\n').filter(|line| enough || line.ends_with('\n'));
    let Some(first) = lines.clone().find(|line| !line.trim().is_empty()) else {
        return enough.then_some(false);
    };
    let first = first.trim_start().trim_start_matches('\u{feff}');
    // As in `(8) Anna - Bert [C69]`.
    let is_heading = || first.starts_with('(') && heading::players(first).iter().all(|it| !it.is_empty());
    let is_pgn =
        first.starts_with(['[', '{', ';', '%', '(']) && !first.starts_with("(Remove") && !is_heading();
    if is_pgn {
        // Brackets may be no tag pair, and a comment sign may be a program's.
        let shows = first.starts_with('[') && lex::tag(first, 0).is_some();
        return (enough || shows).then_some(false);
    }
    let runs = lex::move_numbers(first).nth(RUNNING - 1).is_some();
    // Moves with a result are complete, without waiting for more.
    let mut moved = false;
    let ends = |line: &str| {
        moved |= line.split_whitespace().any(OfMove::is_whole);
        moved && line.split_whitespace().next_back().is_some_and(|it| pgn::of_text(it).is_some())
    };
    let result = lines.position(ends);
    let len = match result {
        Some(n) => text.split_inclusive('\n').take(n + 1).map(str::len).sum(),
        None if enough => text.len(),
        None => return None,
    };
    let text = text.slice(..len);
    // Programs put commands such as `[%clk 0:01:00]` in comments; books don't.
    if text.contains('\0') || text.contains("[%") {
        return Some(false);
    }
    let bracketed = first.trim_start_matches(|it: char| it.is_ascii_digit()).starts_with(") ");
    let is_printed = !runs && (bracketed || lines::find(text, 0..text.len()).is_printed());
    // The board decides between the two, in favour of PGN if lines don't look printed; the beginning is then
    // enough.
    let part = if is_printed { text } else { text.slice(..UNPRINTED) };
    let is_cut = part.len() < text.len();
    let as_pgn = worth_as_pgn(part, is_cut);
    if is_printed || as_pgn == 0 {
        let as_print = worth_as_print(part, is_cut);
        if is_printed || as_print >= 2 * EVIDENCE {
            // On a page, braces are no comments.
            let least = as_pgn + usize::from(text.contains('{'));
            return Some(as_pgn == 0 || least <= as_print);
        }
    }
    // A book begins with words, and only later with a game.
    let says = || text.lines().any(|line| shape::Line::of(line).says);
    let may_be_book = shape::Line::of(first).moves.is_none() && says() && as_pgn == 0;
    if may_be_book && !enough { None } else { Some(may_be_book && beginning.len() >= BEGINNING) }
}

/// Rates the games of a text as PGN with words in it; 0 if there are none, or on any error.
fn worth_as_pgn(text: &str, is_cut: bool) -> usize {
    worth_of_games((text, is_cut), pgn::extent, |range| pgn::read::read(text, range, &Notations::any()))
}

/// Rates the games of a text as print.
fn worth_as_print(text: &str, is_cut: bool) -> usize {
    let whole = Text::new(text);
    worth_of_games((text, is_cut), extent, |range| read_any(&whole, range, &Notations::any()))
}

/// Rates the games of a text by their plies (2 each) and results (1), less doubtful items; 0 on any error,
/// except where the text is cut.
fn worth_of_games<'t>(
    (text, is_cut): (&'t str, bool),
    extent: fn(&str, usize) -> GameEnd,
    read: impl Fn(Range<usize>) -> ReadGame<'t>,
) -> usize {
    /// At most this many games are rated.
    const GAMES: usize = 8;
    let is_doubtful = |it: &&Diagnostic| matches!(it.problem, Problem::Unread | Problem::WrongNumber { .. });
    let mut at = lex::blank_len(text);
    let mut worth = 0;
    for _ in 0..GAMES {
        if at >= text.len() {
            break;
        }
        let end = extent(text, at).at.max(at + 1);
        let ReadGame { game, diagnostics, .. } = read(at..end);
        let is_wrong = |it: &Diagnostic| {
            it.severity == Severity::Error || matches!(it.problem, Problem::NotTaken { .. })
        };
        if diagnostics.iter().any(is_wrong) && !(is_cut && end == text.len()) {
            return if end == text.len() { worth } else { 0 };
        }
        let plies = game.events.iter().filter(|it| matches!(it, Event::Ply(..))).count();
        worth += 2 * plies + usize::from(game.outcome != Outcome::Unknown);
        worth = worth.saturating_sub(diagnostics.iter().filter(is_doubtful).count());
        at = end + lex::blank_len(text.slice(end..));
    }
    worth
}

/// Returns the end of the game that begins here: before the heading of the next one.
pub fn extent(text: &str, start: usize) -> GameEnd {
    GameEnd { at: lines::find(text, start..text.len()).next.unwrap_or(text.len()), decided: false }
}

/// A line that fails after fewer plies is no evidence of a game: it may begin anywhere.
const EVIDENCE: usize = 5;

/// A text that may contain printed games.
pub struct Text<'t> {
    text: &'t str,
    /// Whether it is printed; computed on demand.
    is_print: OnceCell<bool>,
}

impl<'t> Text<'t> {
    pub fn new(text: &'t str) -> Text<'t> {
        Text { text, is_print: OnceCell::new() }
    }

    fn is_print(&self) -> bool {
        *self.is_print.get_or_init(|| is_prose(self.text.as_bytes(), true) == Some(true))
    }

    /// Whether it has more words than moves.
    fn is_book(&self) -> bool {
        self.text.len() >= BEGINNING && self.is_print()
    }
}

/// Reads the game in this range of the text.
pub fn read<'t>(text: &Text<'t>, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let read = read_any(text, range.clone(), notations);
    let error = read.diagnostics.iter().find(|it| it.severity == Severity::Error);
    match error.filter(|_| read.game.main_line().count() < EVIDENCE && text.is_book()) {
        Some(error) if error.problem != Problem::NoGame => {
            let diagnostics = vec![Diagnostic::error(row_at(text.text, error.span.start), Problem::Fragment)];
            ReadGame { game: Game { movetext: range, ..Game::default() }, diagnostics, escapes: Vec::new() }
        }
        _ => read,
    }
}

/// Reads the game in this range if it has two columns of rows side by side, each row on its line (`in_lines`)
/// or in running text.
pub fn read_beside(
    text: &str,
    range: Range<usize>,
    notations: &Notations,
    in_lines: bool,
) -> Option<ReadGame<'static>> {
    let unfolded = beside::unfold(text, range.clone()).filter(|it| it.in_lines == in_lines)?;
    let whole = Text::new(&unfolded.text);
    let read = read(&whole, 0..unfolded.text.len(), notations);
    let mut read = read.placed(|it| unfolded.source(it));
    read.game.movetext = range;
    Some(read)
}

/// Returns the range of the line around an offset, trimmed.
fn row_at(text: &str, at: usize) -> Range<usize> {
    let start = crate::lines::start(text, at);
    let line = text.slice(start..).lines().next().unwrap_or_default();
    let start = start + (line.len() - line.trim_start().len());
    start..start + line.trim().len()
}

/// Reads this range, even if it is no game: literally, or with repairs if that leaves doubts.
fn read_any<'t>(text: &Text<'t>, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let found = lines::find(text.text, range.clone());
    let told = |mut read: ReadGame<'t>| {
        pgn::doubt_rest(&mut read, text.text, &range);
        read
    };
    let literal = notations.clone().repairing(Repairing::Never);
    let read_plainly =
        |notations: &Notations| told(read_likeliest(text, range.clone(), notations, (&found, None)));
    if notations.repair() == Repairing::Never {
        return read_plainly(&literal);
    }
    let plain = read_plainly(&literal.clone().without_suggestions());
    let ahead = found.left.iter().any(|it| it.ahead);
    let is_clean = |it: &ReadGame<'_>| {
        let harmless = |it: &Diagnostic| it.severity < Severity::Error && is_harmless(it);
        it.diagnostics.iter().all(harmless)
            && (it.game.outcome != Outcome::Unknown || !ahead)
            && agrees(&it.game, notations.evidence(), &range)
    };
    if is_clean(&plain) {
        return plain;
    }
    let repaired = told(read_likeliest(text, range.clone(), notations, (&found, Some(&plain))));
    if is_told(&repaired.game) { repaired } else { read_plainly(&literal) }
}

/// Lowest mean confidence of the plies of a game; below it, the text is more likely no game.
const LEAST_MEAN: f64 = 0.5;

/// Whether the text is more likely this game than none.
fn is_told(game: &Game<'_>) -> bool {
    sure_plies(game) >= LEAST_MEAN * game.main_line().count() as f64
}

/// Reads a range by its lines, by the board alone, or, with repairs, as a page, whichever yields more; a page
/// must also yield more than the literal reading.
fn read_likeliest<'t>(
    whole: &Text<'t>,
    range: Range<usize>,
    notations: &Notations,
    (found, plain): (&Found, Option<&ReadGame<'t>>),
) -> ReadGame<'t> {
    let text = whole.text;
    let ahead = found.left.iter().any(|it| it.ahead);
    let repairs = notations.repair() != Repairing::Never;
    let literal = notations.clone().repairing(Repairing::Never);
    let of_plain = plain.map_or(0.0, |it| worth(&it.game, &it.diagnostics));
    // If a certain move is in no row, the lines don't show which words are moves.
    let is_move =
        |it: &&Evidence| it.says != Certain::Note && range.start <= it.span.start && it.span.end <= range.end;
    let certain: Vec<Evidence> = notations.evidence().iter().filter(is_move).cloned().collect();
    let printed = transcribe::transcribe(text, range.clone(), found);
    let is_lost = printed.as_ref().is_some_and(|it| it.transcript.evidence(&certain).len() < certain.len());
    let drawn = printed.as_ref().and_then(|it| it.transcript.tags.get("FEN"));
    let page = repairs.then(|| page::read(text, range.clone(), found, drawn, notations));
    // A book has more words than moves: a range that is no game as a page is none by its lines either.
    let is_none = text.len() >= BEGINNING && matches!(page, Some(Err(page::Unread::NoGame)));
    let of_line = if is_none { &literal } else { notations };
    let of_page = page.and_then(Result::ok);
    let of_page = of_page.filter(|it| is_lost || worth(&it.game, &it.diagnostics) > of_plain);
    if let Some(page::Page { mut game, diagnostics }) = of_page {
        game.movetext = range;
        return ReadGame { game, diagnostics, escapes: Vec::new() };
    }
    let printed = printed.map(|it| (it.transcript.read(of_line), it));
    // If the lines don't show which words are notes, the board does.
    let is_whole = |(it, _): &(ReadGame<'_>, Printed)| {
        it.diagnostics.iter().all(is_harmless) && !ahead && pgn::lost(&it.game, text, range.end).is_none()
    };
    if is_lost || !printed.as_ref().is_some_and(is_whole) {
        let tags = printed.as_ref().map(|(it, _)| it.game.tags.clone());
        let played = |notations: &Notations| read_by_board(text, range.clone(), notations, tags.clone());
        if is_lost {
            return played(notations);
        }
        let least = printed.as_ref().map_or(0, |(it, _)| it.game.main_line().count());
        let read = played(&literal.clone().without_suggestions());
        if read.game.main_line().count() > least {
            return if read.has_errors() { played(&literal) } else { read };
        }
    }
    let Some((ReadGame { mut game, mut diagnostics, .. }, printed)) = printed else {
        let mut read = without_moves(text, range);
        let not_taken =
            |it: &Leftover| Diagnostic::warning(it.span.clone(), Problem::NotTaken { kept: true });
        read.diagnostics.extend(found.left.iter().map(not_taken));
        read.diagnostics.sort_by_key(|it| it.span.start);
        return read;
    };
    game.said.extend(printed.said);
    conclude(&mut game, &mut diagnostics);
    let ahead = found.left.iter().filter(|it| it.ahead);
    diagnostics
        .extend(ahead.map(|it| Diagnostic::warning(it.span.clone(), Problem::NotTaken { kept: true })));
    game.movetext = range;
    diagnostics.sort_by_key(|it| it.span.start);
    ReadGame { game, diagnostics, escapes: Vec::new() }
}

/// Replaces the reading of a text without tags by that of a page, if the reading has errors and the page
/// yields more.
pub fn or_page<'t>(
    read: ReadGame<'t>,
    text: &'t str,
    range: Range<usize>,
    notations: &Notations,
) -> ReadGame<'t> {
    if notations.repair() == Repairing::Never || !read.game.tags.0.is_empty() || !read.has_errors() {
        return read;
    }
    let found = lines::find(text, range.clone());
    match page::read(text, range.clone(), &found, None, notations) {
        Ok(page) => {
            let game = Game { movetext: range, ..page.game };
            better(read, ReadGame { game, diagnostics: page.diagnostics, escapes: Vec::new() })
        }
        Err(_) => read,
    }
}

/// Returns the range in which a game with these first and last plies is printed: from its heading, or else
/// the beginning of its paragraph, to the end of its last paragraph, or to a line below that states the
/// ending; and the ranges outside it that look like moves.
pub fn place(
    text: &str,
    range: &Range<usize>,
    (first, last): (usize, usize),
    players: &Players,
) -> (Range<usize>, Vec<Range<usize>>) {
    let found = lines::find(text, range.clone());
    let heading = found.first.and(found.rows.get(found.heading)).map(|it| it.span.start);
    let paragraph = || {
        let above = crate::lines::gaps(text.slice(range.start..first)).last();
        above.map_or(range.start, |it| range.start + it.end)
    };
    let heading = heading.filter(|it| (range.start..=first).contains(it)).unwrap_or_else(paragraph);
    let mut end = end_of_paragraph(text.slice(..range.end), last);
    let below = row_at(text.slice(..range.end), end + lex::blank_len(text.slice(end..range.end)));
    if ending::told(text.slice(below.clone()), players).is_some() {
        end = below.end;
    }
    let own = heading..end;
    let left = found.left.into_iter().map(|it| it.span);
    let left = left.filter(|it| it.end <= own.start || own.end <= it.start).collect();
    (own, left)
}

/// Returns the end of the paragraph around an offset, without trailing blanks.
pub fn end_of_paragraph(text: &str, at: usize) -> usize {
    let rest = text.slice(at..);
    let is_blank = |line: &&str| line.trim().is_empty();
    let len: usize = rest.split_inclusive('\n').take_while(|it| !is_blank(it)).map(str::len).sum();
    at + rest.slice(..len).trim_end().len()
}

/// Returns the reading that is worth more; the first on a tie.
pub fn better<'t>(read: ReadGame<'t>, other: ReadGame<'t>) -> ReadGame<'t> {
    let worth_of = |it: &ReadGame<'_>| worth(&it.game, &it.diagnostics);
    if worth_of(&other) > worth_of(&read) { other } else { read }
}

/// Whether the main line of a game agrees with what is certain of the text in its range.
fn agrees(game: &Game<'_>, evidence: &[Evidence], range: &Range<usize>) -> bool {
    let here: Vec<&Evidence> = evidence.iter().filter(|it| range.contains(&it.span.start)).collect();
    if here.is_empty() {
        return true;
    }
    let mut met = 0;
    let choice = game.notation.as_deref().and_then(|it| Choice::parse(it).ok()).unwrap_or_else(Choice::san);
    let mut position = game.start.clone();
    for (ply, span) in game.main_line() {
        for it in here.iter().filter(|it| span.start < it.span.end && it.span.start < span.end) {
            match &it.says {
                Certain::Move(said) if plies_of(&*choice.notation, &position, said).contains(&ply) => {
                    met += 1
                }
                _ => return false,
            }
        }
        position.play(&ply);
    }
    let notes = here.iter().filter(|it| it.says == Certain::Note).count();
    met + notes == here.len()
}

/// Reads a range as PGN with words in it; `tags` are used if its text yields none.
fn read_by_board<'t>(
    text: &'t str,
    range: Range<usize>,
    notations: &Notations,
    tags: Option<Tags<'static>>,
) -> ReadGame<'t> {
    let begin = range.start + lex::blank_len(text.slice(range.clone()));
    let mut played = pgn::read::read(text, begin..range.end, notations);
    if let Some(tags) = tags.filter(|_| played.game.tags.0.is_empty()) {
        played.game.tags = tags;
    }
    conclude(&mut played.game, &mut played.diagnostics);
    played.game.movetext = range;
    played
}

/// Whether a diagnostic leaves no doubt about the moves.
fn is_harmless(diagnostic: &Diagnostic) -> bool {
    let harmless = matches!(diagnostic.problem, Problem::WrongNumber { .. } | Problem::OtherDiagram);
    harmless || diagnostic.severity < Severity::Warning
}

/// Rates how much of a game was read: the plies weighted by confidence, less a penalty for anything that
/// doesn't fit.
fn worth(game: &Game<'_>, diagnostics: &[Diagnostic]) -> f64 {
    let wrong = |it: &&Diagnostic| {
        matches!(it.problem, Problem::Repaired { .. } | Problem::WrongNumber { .. } | Problem::Unread)
    };
    sure_plies(game) - 0.3 * diagnostics.iter().filter(wrong).count() as f64
}

/// Returns the expected number of correct plies.
fn sure_plies(game: &Game<'_>) -> f64 {
    let doubt = |event: &Event<'_>| match event {
        Event::Confidence(it) => 1.0 - Confidence::number(it.share),
        _ => 0.0,
    };
    game.main_line().count() as f64 - game.events.iter().map(doubt).sum::<f64>()
}

fn without_moves(text: &str, range: Range<usize>) -> ReadGame<'_> {
    let mut game = Game { movetext: range.clone(), ..Game::default() };
    let words = Comment { kind: CommentKind::Unread, text: lex::comment_text(text.slice(range.clone())) };
    game.events.push(Event::Comment(words));
    let diagnostics = vec![Diagnostic::error(range.start..range.start, Problem::NoGame)];
    ReadGame { game, diagnostics, escapes: Vec::new() }
}

/// Decides the result, and gives it a tag, as printed games have others.
pub fn conclude(game: &mut Game<'_>, diagnostics: &mut Vec<Diagnostic>) {
    super::conclude(game, diagnostics);
    if game.tags.0.is_empty() && game.outcome == Outcome::Unknown {
        return;
    }
    let after = game.tags.0.iter().position(|tag| !Tags::BEFORE_RESULT.contains(&&*tag.name));
    let tag = Tag { name: Cow::Borrowed("Result"), value: Cow::Borrowed(game.outcome.marker()) };
    game.tags.0.insert(after.unwrap_or(game.tags.0.len()), tag);
}

/// Returns the transcript of a printed game.
pub fn transcript(text: &str, range: Range<usize>) -> Transcript {
    let found = lines::find(text, range.clone());
    transcribe::transcribe(text, range, &found).unwrap_or_default().transcript
}
