//! The end of a game in PGN.

use std::{collections::HashSet, ops::Range};

use super::{begin, of_text, row::Row, told};
use crate::{
    chess::{Position, Tags},
    layout::GameEnd,
    lex::{self, BOUNDARY, PgnToken, at_line_start, blank_len, is_boundary, item, tag},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Returns the end of the game at `start`.
///
/// A game ends before the next tag section, after a termination marker followed by a blank line, and before a
/// first move that follows a blank line or a termination marker. Without tags other than those of a start
/// position, a termination marker alone on its line is a game without moves; without move numbers, a word
/// that begins a line after a termination marker begins a game.
///
/// Words after the last game belong to it.
pub fn extent(text: &str, start: usize) -> GameEnd {
    let end = own_extent(text, start);
    match only_words_after(text, end.at) {
        true => GameEnd { at: text.len(), decided: false },
        false => end,
    }
}

/// Whether only words follow the end of a game; notes on it may mention moves.
pub fn only_words_after(text: &str, end: usize) -> bool {
    /// This many bytes show whether there are rows.
    const REACH: usize = 1 << 12;
    let at = end + blank_len(text.slice(end..));
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    // A tag pair follows most games.
    let is_tag = rest.starts_with(b"[Event \"") || rest.starts_with(b"[") && tag(text, at).is_some();
    // A line of nothing but a result, or of moves and a result, is a game.
    let is_game = || {
        let line = text.slice(at..lex::line_end(text.as_bytes(), at)).trim_end();
        let (moves, last) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
        of_text(last).is_some() && (moves.is_empty() || begin::all_plies(moves).is_some())
    };
    at < text.len()
        && !is_tag
        && match begin::words(text, at) {
            Some(words) => words == begin::LeadingWords::Only,
            None => {
                let is_first = matches!(item(text, at, text.len()), Some((PgnToken::Number(1, _), _)));
                let mut has_words = false;
                let mut goes_on = |(_, row): (usize, Row)| {
                    has_words |= row.has_words;
                    row.goes_on(0, false)
                };
                let has_rows = is_first
                    || begin::opens(text, at, &Position::default())
                    || lex::lines(text.slice(at..at + REACH)).flat_map(Row::all).any(&mut goes_on);
                has_words && !has_rows
            }
        }
        && !is_game()
        // Files are split at boundaries, where the text ends.
        && lex::boundaries(text.as_bytes(), end..text.len()).next().is_none()
}

/// Like [`extent`], without the words after the last game.
pub fn own_extent(text: &str, start: usize) -> GameEnd {
    ExtentScanner {
        text,
        at: start,
        start,
        depth: 0,
        state: ScanState::Head,
        tags: HashSet::new(),
        number: 0,
        dotted: false,
        comment: None,
        tried: 0,
        is_open: false,
    }
    .find()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScanState {
    /// Only comments and tags so far.
    Head,
    Moves,
    /// After a termination marker, perhaps with comments.
    Over,
}

struct ExtentScanner<'t> {
    text: &'t str,
    start: usize,
    at: usize,
    depth: usize,
    state: ScanState,
    tags: HashSet<&'t str>,
    /// The last move number.
    number: u32,
    dotted: bool,
    /// Offset of the comments before `at`.
    comment: Option<usize>,
    /// Failed attempts to find a new game.
    tried: usize,
    /// Whether the next game may turn out not to be one.
    is_open: bool,
}

/// At most this many failed attempts to find a new game within a game.
const MOST_TRIED: usize = 64;

/// Most words and comments between two move numbers.
const MOST_WORDS: usize = 16;

impl<'t> ExtentScanner<'t> {
    fn find(mut self) -> GameEnd {
        let bytes = self.text.as_bytes();
        let decided = loop {
            let blank = blank_len(self.text.slice(self.at..));
            let after_blank_line = lex::lines(self.text.slice(self.at..self.at + blank)).nth(2).is_some();
            if self.state == ScanState::Over && after_blank_line {
                break true;
            }
            self.at += blank;
            if self.at == bytes.len() {
                break false;
            }
            // Before the moves, tags may be anywhere.
            let indented = || bytes[self.at..].starts_with(b"[Event \"") && lex::begins_line(bytes, self.at);
            let place = self.state == ScanState::Head || at_line_start(bytes, self.at) || indented();
            if bytes[self.at] == b'[' && place {
                // Files are split here, even if it turns out not to be a tag.
                let cut = bytes[self.at..].starts_with(BOUNDARY) && is_boundary(bytes, self.at);
                match tag(self.text, self.at) {
                    _ if self.at > self.start && cut => break true,
                    Some(pair) if self.state == ScanState::Head => {
                        let name = self.text.slice(self.at..pair.end);
                        let name = name.slice(1..).trim_start();
                        let len = pair.tag.name.len();
                        let again = !self.tags.insert(name.slice(..len));
                        if again && (after_blank_line || name.slice(..len) == "Event") {
                            break true;
                        }
                        self.at = pair.end;
                        continue;
                    }
                    Some(_) => break true,
                    None => {}
                }
            }
            if self.state == ScanState::Head && self.tags.is_empty() {
                match begin::words(self.text, self.at) {
                    None => {}
                    Some(begin::LeadingWords::Before(at)) => {
                        self.at = at;
                        continue;
                    }
                    Some(begin::LeadingWords::Only) => {
                        self.at = bytes.len();
                        break false;
                    }
                }
            }
            let over = self.state == ScanState::Over;
            // Words above the next game are its heading, with its result.
            if self.state == ScanState::Moves
                && self.depth == 0
                && self.number > 0
                && at_line_start(bytes, self.at)
                && self.is_word()
                && begin::is_heading(self.text, self.at)
            {
                break true;
            }
            let untagged = self.tags.iter().all(|it| Tags::SETUP.contains(it));
            if over && untagged && at_line_start(bytes, self.at) {
                let begins = if self.number == 0 { self.is_word() } else { false };
                if begins || self.is_result() {
                    break true;
                }
            }
            if !self.word(after_blank_line || over) {
                break !self.is_open;
            }
        };
        GameEnd { at: self.at, decided }
    }

    /// Whether a word here can only be a move.
    fn is_word(&self) -> bool {
        item(self.text, self.at, self.text.len()).is_none()
    }

    /// Whether a result stands here alone on its line, as of a game without moves.
    fn is_result(&self) -> bool {
        let end = lex::line_end(self.text.as_bytes(), self.at);
        let ends = |after: usize| self.text.get(after..end).is_some_and(|it| it.trim().is_empty());
        matches!(item(self.text, self.at, end), Some((PgnToken::Outcome(_), after)) if ends(after))
    }

    /// Consumes the next item; returns `false` if another game begins.
    fn word(&mut self, may_begin: bool) -> bool {
        let end = self.text.len();
        let comment = self.comment.take();
        if let Some((fen, position)) = told::in_word(self.text, self.at) {
            return self.told(fen, &position);
        }
        match item(self.text, self.at, end) {
            Some((PgnToken::Number(..), after)) if self.is_decimal(after) => {
                self.leave_head();
                self.at = after + self.text.slice(after..).leading(|it| it.is_ascii_digit());
            }
            Some((PgnToken::Number(number, color), after)) => {
                let begins = number == 1
                    && color.is_none()
                    && self.depth == 0
                    && !begin::is_after_mark(self.text, self.at);
                if begins && may_begin && (self.number > 0 || self.state == ScanState::Over) {
                    return false;
                }
                let anew =
                    self.number > 1 || self.number == 1 && at_line_start(self.text.as_bytes(), self.at);
                let dotted = self.text.slice(self.at..after).ends_with(|it: char| !it.is_ascii_digit());
                // Without a dot, in a game whose numbers have dots, it is the rank of a move.
                if begins
                    && anew
                    && dotted == self.dotted
                    && self.tried < MOST_TRIED
                    && !self.counts_on(after)
                {
                    let is_mentioned = self.is_mentioned();
                    let from_told =
                        |above| begin::opens_beside(self.text, above..self.at, (1, after)) == Some(true);
                    // A comment stating the start position belongs to the next game.
                    if let Some(comment) = comment.filter(|it| from_told(*it)) {
                        self.at = comment;
                        return false;
                    }
                    let opens =
                        || begin::opens(self.text, self.at, &Position::default()) || from_told(self.at);
                    if is_mentioned != Some(true) && opens() {
                        self.is_open = is_mentioned.is_none();
                        return false;
                    }
                    self.tried += 1;
                }
                self.dotted |= dotted;
                // As in the spoken `rook 1 e7`, in a game without numbers.
                let is_rank = !dotted && self.number == 0 && self.state == ScanState::Moves;
                if self.depth == 0 && number > 0 && !is_rank {
                    self.number = number;
                }
                self.state = ScanState::Moves;
                self.at = after;
            }
            Some((PgnToken::Outcome(_), after)) => {
                self.state = if self.depth == 0 { ScanState::Over } else { ScanState::Moves };
                self.at = after;
            }
            Some((PgnToken::Open, after)) => {
                self.depth += 1;
                self.state = ScanState::Moves;
                self.at = after;
            }
            Some((PgnToken::Close, after)) => {
                self.depth = self.depth.saturating_sub(1);
                self.leave_head();
                self.at = after;
            }
            Some((PgnToken::Brace { .. } | PgnToken::Line { .. } | PgnToken::Escape { .. }, after)) => {
                self.comment = comment.or(Some(self.at));
                self.at = after;
            }
            Some((PgnToken::Nag(_) | PgnToken::Stop, after)) => {
                self.leave_head();
                self.at = after;
            }
            None => {
                let rest = self.text.slice(self.at..);
                let stops =
                    |it: char| it.is_whitespace() || matches!(it, '{' | '(' | ')' | ';' | '$' | '!' | '?');
                let mut len = rest.find(stops).unwrap_or(rest.len());
                if rest.slice(len..).starts_with(';') && lex::ends_entity(self.text.as_bytes(), self.at + len)
                {
                    len += 1;
                }
                self.at += len.max(rest.chars().next().map_or(1, char::len_utf8));
                self.state = ScanState::Moves;
            }
        }
        true
    }

    /// Whether the number that ends here continues like `1.0`: not with the four digits of an ICCF move, nor
    /// with castling.
    fn is_decimal(&self, after: usize) -> bool {
        const LONGEST: usize = 3;
        let rest = self.text.slice(after..);
        let digits = rest.leading(|it| it.is_ascii_digit());
        self.text.slice(..after).ends_with('.')
            && (1..=LONGEST).contains(&digits)
            && !rest.slice(digits..).starts_with(|it: char| it.is_alphanumeric() || it == '-')
    }

    /// Skips a position stated in words, whose numbers aren't those of moves; returns `false` if another game
    /// begins from it, together with the words before it on its line.
    fn told(&mut self, fen: Range<usize>, position: &Position) -> bool {
        self.leave_head();
        self.at = fen.end;
        let number = if self.depth == 0 { begin::opens_below(self.text, fen.end, position) } else { None };
        if number.is_none_or(|it| (self.number..=self.number + 1).contains(&it)) {
            return true;
        }
        let before = lines::before(self.text, fen.start).unwrap_or_default();
        let is_of_game = |it: &str| OfMove::is_whole(it) || of_text(it).is_some();
        let are_words = !before.split_whitespace().any(is_of_game);
        self.at = fen.start - if are_words { before.len() } else { 0 };
        false
    }

    /// Whether the next number after `at` is two more than the last one, so that the number before `at` is a
    /// misreading of the one in between.
    fn counts_on(&self, mut at: usize) -> bool {
        let (bytes, end) = (self.text.as_bytes(), self.text.len());
        for _ in 0..MOST_WORDS {
            at += blank_len(self.text.slice(at..));
            at = match item(self.text, at, end) {
                Some((PgnToken::Number(number, _), _)) => return number == self.number.saturating_add(2),
                Some((PgnToken::Brace { .. } | PgnToken::Nag(_) | PgnToken::Stop, after)) => after,
                None if at < end => {
                    at + bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(end - at)
                }
                _ => return false,
            };
        }
        false
    }

    /// Whether the moves at this number 1 are an opening mentioned in a note: the game's next number follows
    /// them. `None` if later text may show it.
    fn is_mentioned(&self) -> Option<bool> {
        const REACH: usize = 1 << 12;
        let mut last = 1;
        for word in self.text.slice(self.at..self.at + REACH).split_whitespace() {
            let Some((number, _)) = lex::leading_number(word).filter(|it| it.1.starts_with('.')) else {
                continue;
            };
            if !(last..=last + 1).contains(&number) {
                return Some(number > last && (self.number..=self.number + 1).contains(&number));
            }
            last = number;
        }
        (self.text.len() - self.at > REACH).then_some(false)
    }

    /// Ends the head, at an item that only occurs among moves.
    fn leave_head(&mut self) {
        if self.state == ScanState::Head {
            self.state = ScanState::Moves;
        }
    }
}
