//! Finds where a game begins among other words, by playing moves on the board.

use std::{cell::RefCell, collections::HashMap, ops::Range, sync::LazyLock};

use super::{stretch::Stretch, told};
use crate::{
    chess::{Ply, Position},
    layout::{look::Look, rows::is_rule},
    lex::{self, PgnToken},
    lines,
    resolve::{Line, Notations},
    slice::Slice as _,
    words::{
        ending::{self, Players},
        heading::Head,
        vocabulary::OfMove,
    },
};

/// At most this many failed attempts to find the beginning of a game among words.
const MOST_TRIED: usize = 64;

/// Words where a game might begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadingWords {
    /// Words before a game, which begins at this offset.
    Before(usize),
    /// Words without a game after them.
    Only,
}

/// Recognises words where a game might begin; `None` if its tags or moves stand here.
///
/// Words end at a tag, at a number 1 followed by two legal moves, or at any number followed by two moves that
/// are legal from a position which the words state in FEN. Illegal text counts as words only if hardly any of
/// it looks like a move.
pub fn words(text: &str, at: usize) -> Option<LeadingWords> {
    const LEAST_LETTERS: usize = 3;
    let is_note = mark_len(text.slice(at..)).is_some();
    let item = lex::item(text, at, text.len());
    // As in `1. Notation` and `(Notes by Anna)`.
    let is_section = matches!(item, Some((PgnToken::Number(..) | PgnToken::Open, after)) if {
        let word = text.slice(after..).split_whitespace().next().unwrap_or_default();
        OfMove::of(word) == OfMove::Nothing
            && word.chars().filter(|it| it.is_alphabetic()).count() >= LEAST_LETTERS
    });
    if !is_note && !is_section && item.is_some()
        || lex::tag(text, at).is_some()
        || opens(text, at, &Position::default())
    {
        return None;
    }
    let bytes = text.as_bytes();
    let mut tried = 0;
    let mut place = at;
    while let Some(n) = text.slice(place..).find(|it: char| it.is_ascii_digit() || "[\u{ff11}".contains(it)) {
        let found = place + n;
        place = found + text.slice(found..).chars().next().map_or(1, char::len_utf8);
        let begins = if bytes[found] == b'[' {
            lex::begins_line(bytes, found) && lex::tag(text, found).is_some_and(|it| it.quoted)
        } else {
            let before = text.slice(..found).chars().next_back();
            // As in `[Edit]1. e4 e5`, copied without its brackets, and `of them.1. e4 e5`.
            let is_glued = |it: char| {
                it.is_alphabetic() && text.slice(found..).starts_with("1.")
                    || matches!(it, '.' | '!' | '?' | ':' | '”' | '»')
                        && text.slice(found + 1..).starts_with(['.', ')'])
            };
            let apart = before
                .is_none_or(|it| it.is_whitespace() || matches!(it, ')' | '"' | '*' | '_') || is_glued(it));
            let number = if apart { lex::item(text, found, text.len()) } else { None };
            match number {
                Some((PgnToken::Number(number, color), after))
                    if tried < MOST_TRIED && !is_after_mark(text, found) =>
                {
                    let is_first = (number, color) == (1, None);
                    let from_told = opens_beside(text, at..found, (number, after));
                    let opens =
                        is_first && opens(text, found, &Position::default()) && !is_mention(text, found)
                            || from_told == Some(true);
                    tried += usize::from((is_first || from_told.is_some()) && !opens);
                    opens
                }
                _ => false,
            }
        };
        if begins {
            return Some(LeadingWords::Before(found));
        }
    }
    (is_note || !is_section && are_words(text.slice(at..))).then_some(LeadingWords::Only)
}

/// Whether the moves here are an opening mentioned in a sentence or heading, and a later game begins with it, or is any long game
/// below a sentence that goes on.
fn is_mention(text: &str, at: usize) -> bool {
    /// Longest opening, in plies, and largest distance to the game, in bytes.
    const LONGEST: usize = 10;
    const FAR: usize = 1 << 14;
    /// Of so many words of a game, one is a move.
    const WORDS: usize = 8;
    /// The game below an opening on its own line has at least this many plies, more than the lines of a list
    /// of openings.
    const OF_GAME: usize = 24;
    fn plies(text: &str) -> impl Iterator<Item = &str> {
        let words = text.split_whitespace().map(|it| {
            let unnumbered = lex::leading_number(it).map_or(it, |it| it.1).trim_start_matches(['.', '…']);
            unnumbered.trim_end_matches(['.', ',', ';', ':', '!', '?'])
        });
        words.filter(|it| !it.is_empty())
    }
    let line = text.slice(at..lex::line_end(text.as_bytes(), at));
    let opening: Vec<&str> = plies(line).take(LONGEST + 1).take_while(|it| OfMove::is_whole(it)).collect();
    let is_in_sentence = || text.slice(..at).trim_end_matches(' ').ends_with(char::is_alphabetic);
    let next = plies(line).nth(opening.len());
    let is_within = next.is_some_and(|it| it.starts_with(char::is_lowercase)) && is_in_sentence();
    if next.is_some() && !is_within {
        return false;
    }
    if opening.len() < 2 {
        return false;
    }
    let below = at + line.len();
    let below = text.slice(below..below + FAR);
    let mut starts = below.match_indices('\n').map(|it| below.slice(it.0 + 1..).trim_start());
    let is_as_long = |game: &str, least: usize| {
        let game = lines::paragraph(game);
        let game = game.slice(..game.find("\n1.").unwrap_or(game.len()));
        let words = plies(game).take(WORDS * least);
        words.filter(|it| OfMove::is_whole(it)).take(least).count() == least
    };
    starts.any(|it| {
        let is_same = || plies(it).take(opening.len()).eq(opening.iter().copied());
        let is_game = || is_as_long(it, if is_within { opening.len() } else { OF_GAME });
        it.starts_with('1') && (is_same() && is_game() || is_within && is_as_long(it, OF_GAME))
    })
}

/// Whether only a footnote mark precedes `at` on its line, as in `(a) 1. e4 e5`.
pub fn is_after_mark(text: &str, at: usize) -> bool {
    lines::before(text, at).map(str::trim).is_some_and(|before| mark_len(before) == Some(before.len()))
}

/// Returns the length of the footnote mark at the start of `text`, as in `(a)`, `[12]`, `*`.
fn mark_len(text: &str) -> Option<usize> {
    const LONGEST: usize = 3;
    let signs = text.len() - text.trim_start_matches(['†', '‡', '§']).len();
    if signs > 0 {
        return Some(signs);
    }
    let close = if text.starts_with('(') { ')' } else { ']' };
    let inner = text.strip_prefix(['(', '['])?;
    // A number in parentheses may be a move number.
    let is_of_mark =
        |it: &u8| if close == ')' { it.is_ascii_lowercase() } else { it.is_ascii_alphanumeric() };
    let len = inner.bytes().take(LONGEST).take_while(is_of_mark).count();
    (len > 0 && inner.slice(len..).starts_with(close)).then_some(len + 2)
}

/// Whether the line at `at` is the heading of the next game, which begins below it.
pub fn is_heading(text: &str, at: usize) -> bool {
    /// Longest heading, in bytes.
    const REACH: usize = 600;
    let line_of = |it: &str| lex::lines(it).next().unwrap_or_default().to_owned();
    let is_of_heading = |line: &str| {
        if Head::of(line).is_marked || is_rule(line) {
            return true;
        }
        let is_long = |it: &str| it.chars().filter(|it| it.is_alphabetic()).count() > 2;
        line.split_whitespace().any(|it| is_long(it) && OfMove::of(it) == OfMove::Nothing)
            && ending::told(line, &Players::NONE).is_none()
            && !line.split_whitespace().any(OfMove::is_whole)
    };
    if !is_of_heading(&line_of(text.slice(at..))) {
        return false;
    }
    let reach = text.slice(..text.ceil_char_boundary(text.len().min(at + REACH)));
    let Some(LeadingWords::Before(game)) = words(reach, at) else { return false };
    // The game begins on a line of its own; tags need no heading.
    let is_tag = reach.as_bytes().get(game) == Some(&b'[');
    if is_tag || !lines::before(reach, game).is_some_and(|it| it.trim().is_empty()) {
        return false;
    }
    lex::lines(reach.slice(at..game))
        .all(|it| it.trim().is_empty() || is_of_heading(it) || super::of_text(it.trim()).is_some())
}

/// Whether hardly any word of `text` looks like a move.
fn are_words(text: &str) -> bool {
    const MOST: usize = 400;
    let (mut of_move, mut others) = (0, 0);
    for word in text.split_whitespace().take(MOST) {
        match Look::of(word) {
            Look::Number(_) | Look::Move | Look::Clock => of_move += 1,
            _ => others += usize::from(word.chars().filter(|it| it.is_alphabetic()).count() > 1),
        }
    }
    others > 2 * of_move
}

/// This many plies from the start position are a game, not a mention.
pub(super) const OF_GAME: usize = 16;

static ANY: LazyLock<Notations> = LazyLock::new(Notations::any);

/// Wraps a part of a text as possible moves.
fn moves(text: &str, place: Range<usize>) -> Stretch<'_> {
    Stretch {
        text,
        begin: place.start,
        end: place.end,
        parentheses: &[],
        insertions: &[],
        recognised: &[],
        evidence: &[],
        tagged: false,
        bracketed: false,
    }
}

thread_local! {
    /// Recent results by position, surrounding text and offset: several readers of a page ask about the same
    /// places.
    static FOUND: RefCell<HashMap<(String, String, usize), bool>> = RefCell::default();
}

/// Whether two legal moves from `position`, or one at the end of the text, stand at `at`, in any notation,
/// perhaps after the number 1.
pub fn opens(text: &str, at: usize, position: &Position) -> bool {
    /// Longest text of two moves with a note on the first, in bytes.
    const REACH: usize = 1000;
    /// Includes the line above, which may have the number, in bytes.
    const ABOVE: usize = 250;
    /// At most this many results are kept.
    const KEPT: usize = 1 << 10;
    let item = |at: usize| lex::item(text, at + lex::blank_len(text.slice(at..)), text.len());
    let at = if let Some((PgnToken::Number(1, None), after)) = item(at) { after } else { at };
    if matches!(item(at), Some((PgnToken::Outcome(_) | PgnToken::Number(..), _))) {
        return false;
    }
    let begin = text.floor_char_boundary(at.saturating_sub(ABOVE));
    let around = text.slice(begin..text.ceil_char_boundary(text.len().min(at + REACH)));
    let place = at - begin;
    let key = (position.fen(), around.to_owned(), place);
    if let Some(found) = FOUND.with_borrow(|it| it.get(&key).copied()) {
        return found;
    }
    let found = ANY.opens(&moves(around, place..around.len()), position, place);
    FOUND.with_borrow_mut(|it| {
        if it.len() == KEPT {
            it.clear();
        }
        it.insert(key, found);
    });
    found
}

/// Like [`opens`], from a position that words state or a diagram shows above the number or, if it is 1, after
/// it; `None` if there is no such position.
pub fn opens_beside(text: &str, above: Range<usize>, (number, at): (u32, usize)) -> Option<bool> {
    let behind = if number == 1 { lines::paragraph(text.slice(at..at + told::REACH)).len() } else { 0 };
    let behind = at..at + behind;
    let drawn = told::drawn(text, above.clone(), number);
    let mut told = told::beside(text, above, behind).map(|it| it.1).chain(drawn).peekable();
    told.peek()?;
    Some(told.any(|it| opens(text, at, &it)))
}

/// Returns the number of the first move below `at`, after words only, if the moves there are legal from
/// `position`.
pub fn opens_below(text: &str, at: usize, position: &Position) -> Option<u32> {
    let is_move = |it: Option<&str>| it.is_some_and(OfMove::is_whole);
    let near = text.slice(at..at + told::REACH);
    let first = lines::words(near).find_map(|(n, word)| match lex::item(text, at + n, text.len()) {
        Some((PgnToken::Number(number, _), after)) => {
            is_move(text.slice(after..).split_whitespace().next()).then_some(Some((number, after)))
        }
        _ => is_move(Some(word)).then_some(None),
    });
    let (number, after) = first.flatten()?;
    opens(text, after, position).then_some(number)
}

/// Returns the FEN from which at least as many moves are legal as from the start position; more, if it is in
/// a comment or after the moves.
pub fn told_start(text: &str, above: Range<usize>, moves: Range<usize>) -> Option<String> {
    let told = told::beside(text, above.clone(), moves.clone()).filter(|it| !it.1.is_first());
    let count = |start: &Position| plies_in(text, moves.clone(), start).len();
    // The first one, if both are as good.
    let counted = told.rev().map(|(fen, start)| (count(&start), fen)).max_by_key(|it| it.0);
    let Some((count_told, fen)) = counted else { return drawn_start(text, above, moves) };
    // Comments and later words on a game from the start position may state any position.
    let is_remark = fen.start >= moves.start
        || text.slice(..fen.start).rfind(['{', '}']).is_some_and(|it| text.slice(it..).starts_with('{'));
    let least = count(&Position::default()) + usize::from(is_remark);
    (count_told >= least.max(1)).then(|| text.slice(fen).to_owned())
}

/// Returns the FEN of the last diagram above the moves, if more of them are legal from it than from the start
/// position.
pub fn drawn_start(text: &str, above: Range<usize>, moves: Range<usize>) -> Option<String> {
    let (number, at) = match lex::item(text, moves.start, moves.end) {
        Some((PgnToken::Number(number, _), after)) => (number, after),
        _ => (1, moves.start),
    };
    let drawn = told::drawn(text, above, number);
    if drawn.is_empty() {
        return None;
    }
    let count = |start: &Position| plies_in(text, moves.clone(), start).len();
    let opening = drawn.into_iter().filter(|it| opens(text, at, it)).map(|it| (count(&it), it));
    let best = opening.reduce(|one, other| if other.0 > one.0 { other } else { one })?;
    (best.0 > count(&Position::default())).then(|| best.1.fen())
}

/// Returns the plies from a position that begin a text, in any notation.
pub fn plies(text: &str, from: &Position) -> Vec<Ply> {
    plies_in(text, 0..text.len(), from)
}

/// The same for a part of a text.
pub fn plies_in(text: &str, part: Range<usize>, from: &Position) -> Vec<Ply> {
    let line = main_line(text, part, from);
    line.map_or_else(Vec::new, |it| it.steps.iter().map_while(|it| it.ply).collect())
}

/// Returns the plies of a text in any notation; `None` unless it consists of legal moves from the start
/// position.
pub fn all_plies(text: &str) -> Option<Vec<Ply>> {
    let line = main_line(text, 0..text.len(), &Position::default())?;
    if line.complete { line.steps.iter().map(|it| it.ply).collect() } else { None }
}

/// Returns the line from a position that begins this part of a text, in any notation.
fn main_line(text: &str, part: Range<usize>, from: &Position) -> Option<Line> {
    let place = part.start;
    let read = ANY.read_undiagnosed(None, &moves(text, part), from, place);
    Some(read.ok()?.line)
}
