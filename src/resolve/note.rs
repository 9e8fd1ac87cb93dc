//! Notes between moves: words that aren't moves, up to where the game continues.
//!
//! The board decides where the game continues: at the expected number, or at a line that begins with a legal
//! move, if the text reads as moves up to the next number or the end of the line. A number or move within a
//! sentence yields to the same number at the beginning of a later row. If no row reads as moves, because each
//! is followed by a note, the game may continue at any sentence that begins with its next move.

use super::{Hypothesis, Line, MoveText, Next, Reader, Source, Step, Tells, is_wordlike, word};
use crate::{
    chess::{Color, Position, Scope},
    lex, lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Longest note, in words.
const LONGEST: usize = 800;

/// Longest row, in words.
const LONGEST_ROW: usize = 40;

/// Budget: a line may examine `LOOKS` plus its length in bytes words; most are seen from several starts.
const LOOKS: usize = 1 << 15;

/// At most this many sentences of a note are tried as continuation of the game.
const MOST_SENTENCES: usize = 4;

/// Words after the moves are a note if less than one in this many may be a move.
const MOVES: usize = 3;

/// This many numbers of later moves are rows rather than a note; numbers at least `FAR` ahead don't count.
const ROWS: usize = 2;
const FAR: u32 = 40;

/// The end of a row of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowEnd {
    /// Before the next row's number, or at the end of the text.
    Number,
    /// At the end of its line, or of its line and paragraph.
    Line,
    Paragraph,
}

/// A part of a source, up to `end`.
struct Part<'a> {
    source: &'a dyn Source,
    text: &'a str,
    end: usize,
}

impl Source for Part<'_> {
    fn next(&self, place: usize) -> Next<'_> {
        match self.source.next(place) {
            Next::Move(text) if text.start < self.end => Next::Move(text),
            _ => Next::End(self.end),
        }
    }

    fn text(&self) -> &str {
        self.text
    }
}

/// Counts of a note's words.
#[derive(Default)]
struct Tally {
    words: usize,
    /// Words at its beginning that are foreign to moves.
    foreign: usize,
    /// Words that may be moves.
    moves: usize,
    /// Words with numbers of later moves.
    ahead: usize,
    /// Words that don't look like moves, or have a number.
    others: usize,
}

impl Tally {
    fn add(&mut self, position: &Position, text: MoveText<'_>, is_word: bool) {
        let to_come = position.move_number()..position.move_number() + FAR;
        let is_foreign = is_word && looks_foreign(text) && (self.words == 0 || text.number.is_none());
        self.foreign += usize::from(is_foreign && self.foreign == self.words);
        self.words += 1;
        self.moves += usize::from(!is_word);
        let may_be_move =
            |it: &str| it.contains(|it: char| it.is_ascii_digit()) || OfMove::of(it) != OfMove::Nothing;
        self.others += usize::from(text.number.is_some() || !may_be_move(word(text.text)));
        self.ahead += usize::from(text.number.is_some_and(|it| to_come.contains(&it.0)));
    }

    /// Whether it begins with words that can't be moves.
    fn begins_sentence(&self) -> bool {
        self.foreign > 1
    }

    /// Whether it rather contains rows of the game.
    fn has_rows(&self) -> bool {
        self.ahead >= ROWS
    }

    /// Whether hardly any of its words may be a move, and none has the number of a later move.
    fn is_prose(&self) -> bool {
        self.ahead == 0 && self.moves * MOVES < self.words
    }
}

/// Whether a text looks neither like a move nor like part of one.
fn looks_foreign(text: MoveText<'_>) -> bool {
    let word = word(text.text);
    let is_small = word.chars().count() > 1 && word.chars().all(char::is_lowercase);
    is_small || OfMove::of(word) < OfMove::Part
}

/// The text before a move on its line.
#[derive(Clone, Copy)]
enum Before<'t> {
    /// At most a number.
    Head(&'t str),
    Words(&'t str),
}

impl<'a> Reader<'a> {
    pub(super) fn text(&self) -> &'a str {
        self.whole.get_or_init(|| self.source.text())
    }

    /// Whether a text at the head of a line begins a note although it may begin with a move, as the line is
    /// no row.
    pub(super) fn begins_note(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        // A number on the previous line belongs to the row after the note.
        let heads = |before| matches!(before, Before::Head(it) if it.is_empty() || text.number.is_none());
        self.may_be_note(hypothesis)
            && !self.source.is_tagged()
            && heads(self.before_on_line(text.start))
            && self.row_end(&hypothesis.position, text).is_none()
    }

    /// Whether a text has the number of Black's move just played, so that it begins a note on it.
    pub(super) fn is_on_last_move(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        let position = &hypothesis.position;
        position.turn().is_white()
            && text.number.is_some_and(|it| it == (position.move_number() - 1, Some(Color::Black)))
            && self.may_be_note(hypothesis)
            && !self.source.is_tagged()
    }

    /// Returns the possible ends of a note that begins at a text other than a move; empty if there is none.
    pub(super) fn note_ends(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> Vec<usize> {
        if self.may_be_note(hypothesis) && hypothesis.position.is_mate() {
            return self.end_of_words(&hypothesis.position, text.start).into_iter().collect();
        }
        let (end, mut sentences) = self.find_note_ends(hypothesis, text).unwrap_or_default();
        sentences.retain(|it| end.is_none_or(|end| *it < end));
        let holds_comment =
            |end: usize| self.text().slice(text.start..end.min(self.text().len())).contains(['{', '}']);
        end.into_iter().chain(sentences).filter(|it| !holds_comment(*it)).collect()
    }

    /// Returns the end of the text if it has no comments in braces and no numbers of later moves: after mate,
    /// it is words.
    fn end_of_words(&self, position: &Position, start: usize) -> Option<usize> {
        let to_come = position.move_number()..position.move_number() + FAR;
        let mut at = start;
        while let Next::Move(next) = self.look(at)? {
            if next.number.is_some_and(|it| to_come.contains(&it.0)) {
                return None;
            }
            at = next.start + word(next.text).len();
        }
        (!self.text().slice(start..at).contains(['{', '}'])).then_some(at)
    }

    /// Returns the end of a note as shown by a row, and the ends of sentences after which the game may
    /// continue.
    fn find_note_ends(
        &self,
        hypothesis: &Hypothesis,
        text: MoveText<'_>,
    ) -> Option<(Option<usize>, Vec<usize>)> {
        if !self.may_be_note(hypothesis) {
            return None;
        }
        let position = &hypothesis.position;
        let first = word(text.text);
        // Moves with an earlier number belong to a note.
        let mut is_earlier = text.number.is_some_and(|it| it.0 < position.move_number());
        // So do alternatives to White's last move, and moves that begin a sentence.
        let is_on_last = position.turn().is_black() && text.number == Some((position.move_number(), None));
        let begins_words = || match self.source.next(text.start + first.len()) {
            Next::Move(next) => next.number.is_none() && self.is_foreign(position, next),
            Next::End(_) => false,
        };
        let may_begin = is_earlier
            || is_on_last
            || begins_words()
            || matches!(self.before_on_line(text.start), Before::Head(_))
            || self.is_word(position, text);
        if !may_begin {
            return None;
        }
        let is_numbered = is_expected(position, text) || self.is_expected_above(position, text.start);
        let mut at = text.start + first.len();
        let mut end = None;
        let mut sentences = Vec::new();
        // Words at the end of the text are a note if none may be a move of the game, or all belong to a line
        // with earlier numbers.
        let mut are_words = is_earlier || self.is_word(position, text);
        // Within a sentence, such text is followed only by moves with numbers.
        let mut has_moves = text.number.is_some() && !is_numbered || !self.is_word(position, text);
        let mut tally = Tally::default();
        tally.add(position, text, self.is_word(position, text));
        // Whether the row that ends the note is within one of its sentences.
        let mut is_within = false;
        // The end of the note if no row is free of words: before a row with a note of its own, or before
        // Black's first number.
        let mut noted = None;
        // Number of open brackets that began in the note.
        let mut depth = 0;
        let mut seen = text.start;
        // Last number of another line in the note.
        let mut counted = None;
        // Whether the sentence has an alternative to the last move, to which the following moves belong.
        let mut is_instead = false;
        let of_last = match position.turn() {
            Color::Black => Some((position.move_number(), None)),
            Color::White => Some((position.move_number().wrapping_sub(1), Some(Color::Black))),
        };
        for _ in 0..LONGEST {
            let last = at;
            let Next::Move(next) = self.look(at)? else {
                let is_last = self.source.is_bracketed() || tally.is_prose();
                let is_said = tally.begins_sentence() && is_last && sentences.is_empty();
                let is_note = are_words && (is_earlier || !tally.has_rows()) || is_said;
                end = end.or(is_note.then_some(last));
                break;
            };
            let last = self.end_of_numbers(last, next);
            let before = self.before_on_line(next.start);
            let (Before::Head(written) | Before::Words(written)) = before;
            let misread = is_misread(written, position) && next.number.is_none();
            // As in `3. Bb5 …`, where the row continues with `… a6` on a line below.
            let is_dotted = written.contains(['.', '…']) && written.trim_matches(['.', '…', ' ']).is_empty();
            let continues = is_dotted && next.number.is_none() && position.turn().is_black();
            let numbered = misread || continues || is_expected(position, next);
            let heads = misread || matches!(before, Before::Head(_));
            let is_word = self.is_word(position, next);
            // Moves alone, without a number, are wrong ones of the game.
            let are_moves = tally.others == 0 && next.number.is_none();
            tally.add(position, next, is_word);
            at = next.start + word(next.text).len();
            if let Some((number, _)) = next.number.filter(|_| !numbered) {
                // Rows with earlier numbers aren't a note; a line within it may continue on the next line, or
                // begin with Black's last move.
                let on_last = (position.move_number().wrapping_sub(1), Some(Color::Black));
                let counts_on = counted.is_some_and(|it: u32| (it..=it + 1).contains(&number))
                    || position.turn().is_white() && next.number == Some(on_last);
                counted = Some(number);
                if heads && !counts_on && (number > position.move_number() || !is_word) {
                    // Black's alternative may follow White's within a sentence.
                    if number < position.move_number() || end.is_none() && sentences.is_empty() {
                        return None;
                    }
                    break;
                }
                is_earlier = number < position.move_number();
            }
            let had_moves = has_moves;
            has_moves |= next.number.is_some() || !is_word;
            depth += bracket_depth(self.text().slice(seen..next.start));
            seen = next.start;
            let in_bracket = depth > 0;
            are_words &= match in_bracket {
                true => !numbered || !self.begins_move(position, next),
                false => !numbered && (is_earlier || is_word),
            };
            // White's moves have numbers, perhaps only before the note.
            let of_white = position.turn() == Color::White;
            let is_within_sentence = had_moves && !heads && !self.follows_sentence(next.start);
            let is_of_note = next.number.is_some() || of_white && !is_numbered || is_within_sentence;
            is_instead &= !heads && !self.begins_sentence(next.start) && !self.follows_sentence(next.start);
            is_instead |= next.number == of_last;
            // Only in the game does Black's answer have White's number again.
            is_instead &= !(position.turn().is_black()
                && next.number == Some((position.move_number(), Some(Color::Black))));
            if is_instead {
                continue;
            }
            if !numbered && (is_of_note || are_moves) || in_bracket && !heads {
                continue;
            }
            let begins_move = self.begins_move(position, next);
            if !begins_move {
                // Where no move begins, the row isn't looked at, but costs as much.
                self.looks.set(self.looks.get() + LONGEST_ROW);
            }
            match begins_move.then(|| self.row_end(position, next)).flatten() {
                Some(row) if heads && (numbered || !of_white && !had_moves || row == RowEnd::Number) => {
                    end = Some(if misread { next.start } else { last });
                    break;
                }
                // After the expected number, only a later row with the same number shows that it was in a
                // note. A row that begins a sentence is more likely part of the game than one within a
                // sentence.
                Some(RowEnd::Number | RowEnd::Paragraph) if !is_numbered => {
                    let begins = self.begins_sentence(next.start);
                    let is_first = end.is_none() && (begins || sentences.is_empty());
                    if is_first || is_within && begins {
                        end = Some(last);
                        is_within = !begins;
                    }
                }
                None if continues && begins_move => {
                    end = Some(last);
                    break;
                }
                None if heads && numbered && is_within && begins_move => {
                    end = Some(last);
                    is_within = false;
                }
                None if numbered && !is_numbered && sentences.len() < MOST_SENTENCES => {
                    let is_blacks = begins_move && next.number.is_some_and(|it| it.1 == Some(Color::Black));
                    if begins_move && (heads || self.begins_sentence(next.start)) {
                        sentences.push(last);
                    } else if noted.is_none()
                        && (is_blacks && !had_moves || self.is_row_with_note(position, next))
                    {
                        noted = Some(last);
                    }
                }
                _ => {}
            }
        }
        Some((end.or(noted.filter(|_| sentences.is_empty())), sentences))
    }

    /// Returns the next item at or after an offset; `None` once the line's budget for notes is spent.
    fn look(&self, at: usize) -> Option<Next<'a>> {
        self.looks.set(self.looks.get() + 1);
        let is_allowed = self.looks.get() < LOOKS + self.text().len();
        is_allowed.then(|| *self.seen.borrow_mut().entry(at).or_insert_with(|| self.source.next(at)))
    }

    /// Returns the end of numbers after a word that aren't the next move's, such as a year at the end of a
    /// sentence.
    fn end_of_numbers(&self, word_end: usize, next: MoveText<'_>) -> usize {
        let Some((number, _)) = next.number else { return word_end };
        let is_other = |it: &str| {
            let digits = it.slice(..it.leading(|it| it.is_ascii_digit()));
            !digits.is_empty() && digits.parse() != Ok(number)
        };
        let between = self.text().slice(word_end..next.start);
        let others = lines::words(between).take_while(|it| is_other(it.1));
        others.last().map_or(word_end, |(at, word)| word_end + at + word.len())
    }

    /// Whether a move, with its number, begins a sentence or follows a bracket.
    fn begins_sentence(&self, at: usize) -> bool {
        // As in `6. ... Nf6`.
        let before =
            self.text().slice(..at).trim_end_matches(['.', '…', ',', '-', ' ', '\u{a0}', '\n', '\r']);
        let before = before.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end();
        before.ends_with(['.', '!', '?', ')', ']'])
    }

    /// Whether a sentence or bracket ends before an offset; a move with an annotation sign isn't a sentence.
    fn follows_sentence(&self, at: usize) -> bool {
        let before = self.text().slice(..at).trim_end();
        let last = before.split(char::is_whitespace).next_back().unwrap_or_default();
        let is_of_move = |it: &str| it.contains(char::is_alphanumeric) && OfMove::of(it) != OfMove::Nothing;
        before.ends_with([')', ']'])
            || last.ends_with(['.', '!', '?']) && !is_of_move(last.trim_end_matches(['.', '!', '?']))
    }

    /// Whether a text begins with a legal move.
    fn begins_move(&self, position: &Position, text: MoveText<'_>) -> bool {
        self.read_row(position, text, text.start + word(text.text).len()).plies().next().is_some()
    }

    /// Whether the line above ends with the expected number.
    fn is_expected_above(&self, position: &Position, at: usize) -> bool {
        let number = |before: &str| {
            let above = self.text().slice(..at - before.len()).trim_end();
            let digits = above.trim_end_matches('.');
            let number = digits.split(char::is_whitespace).next_back().unwrap_or_default();
            number.parse() == Ok(position.move_number())
        };
        position.turn() == Color::White && lines::before(self.text(), at).is_some_and(number)
    }

    fn may_be_note(&self, hypothesis: &Hypothesis) -> bool {
        !self.is_row && !hypothesis.must_be_move && hypothesis.node.is_some() && self.source.has_notes()
    }

    /// Whether a text can't be a move: it is spelt like a word, and the notation has no legal reading of it.
    fn is_word(&self, position: &Position, text: MoveText<'_>) -> bool {
        let may_be_move = || {
            let mut readings = Vec::new();
            let mut plies = Vec::new();
            self.notation.read(position, text.text, &mut readings);
            readings.iter().for_each(|it| position.plies(Scope::Legal, &it.pattern, &mut plies));
            !plies.is_empty() || self.notation.misspelt(text.text).is_move
        };
        is_wordlike(word(text.text)) && !may_be_move()
    }

    /// Whether a text can't be a move or part of one.
    fn is_foreign(&self, position: &Position, text: MoveText<'_>) -> bool {
        self.is_word(position, text) && looks_foreign(text)
    }

    /// Returns the text before an offset on its line; of a long line, only a part.
    fn before_on_line(&self, at: usize) -> Before<'_> {
        let is_of_number =
            |it: char| it.is_ascii_digit() || matches!(it, '.' | '…' | ')' | ',' | '-' | ' ' | '\u{a0}');
        match lines::before(self.text(), at).map(str::trim) {
            Some(head) if head.chars().all(is_of_number) => Before::Head(head),
            words => Before::Words(words.unwrap_or("words")),
        }
    }

    /// Returns the end of the row that begins here, if all of it reads as moves.
    fn row_end(&self, position: &Position, first: MoveText<'_>) -> Option<RowEnd> {
        let (end, kind) = self.row(position, first, false)?;
        let line = self.read_row(position, first, end);
        (line.complete && line.plies().next().is_some()).then_some(kind)
    }

    /// Whether the moves up to White's next one stand here, followed by a note, which begins with a word,
    /// before the next number.
    fn is_row_with_note(&self, position: &Position, first: MoveText<'_>) -> bool {
        let plies = if position.turn().is_white() { 2 } else { 1 };
        let Some((end, RowEnd::Number)) = self.row(position, first, true) else { return false };
        let line = self.read_row(position, first, end);
        let is_word = |it: &str| OfMove::of(it) == OfMove::Nothing || is_wordlike(it);
        line.plies().count() == plies && {
            let note = self.text().slice(line.steps.last().map_or(end, Step::end)..end);
            note.split_whitespace().next().is_none_or(is_word)
        }
    }

    /// Reads the row that begins here, up to `end`.
    fn read_row(&self, position: &Position, first: MoveText<'_>, end: usize) -> Line {
        let part = Part { source: self.source, text: self.text(), end };
        let reader = Reader { is_row: true, ..Reader::new(&part, self.notation, Tells::Nothing) };
        reader.read(position, first.start)
    }

    /// Returns the end of the row that begins here; `with_others` allows alternatives with their numbers in
    /// it.
    fn row(&self, position: &Position, first: MoveText<'_>, with_others: bool) -> Option<(usize, RowEnd)> {
        let text = self.text();
        let mut at = first.start + word(first.text).len();
        let mut row = None;
        for _ in 0..LONGEST_ROW {
            let Next::Move(next) = self.look(at)? else {
                row = Some((text.len(), RowEnd::Number));
                break;
            };
            let next_number = position.move_number() + 1;
            row = Some(match next.number {
                Some((number, _)) if number == next_number => (next.start, RowEnd::Number),
                _ if lines::gaps(text.slice(at..next.start)).next().is_some() => (at, RowEnd::Paragraph),
                _ if text.slice(at..next.start).contains(['\n', '\r']) => (at, RowEnd::Line),
                Some(it) if next.number != first.number && !(with_others && it.0 < next_number) => {
                    return None;
                }
                _ => {
                    at = next.start + word(next.text).len();
                    continue;
                }
            });
            break;
        }
        // A longer row is judged by its beginning.
        Some(row.unwrap_or((at, RowEnd::Number)))
    }
}

/// Returns how many more square brackets a text opens than it closes; parentheses enclose variations.
fn bracket_depth(text: &str) -> i32 {
    let opened = |it: u8| i32::from(it == b'[') - i32::from(it == b']');
    text.bytes().map(opened).sum()
}

/// Whether a text has the expected number and side to move.
fn is_expected(position: &Position, text: MoveText<'_>) -> bool {
    let turn = position.turn();
    text.number.is_some_and(|(number, color)| {
        number == position.move_number() && color.map_or(turn == Color::White, |it| it == turn)
    })
}

/// Whether a word is the number of the next move with letters misread for digits.
pub fn is_misread(word: &str, position: &Position) -> bool {
    let word = word.trim_end_matches(['.', ',', ':', ')', ' ']);
    lex::misread_numbers(word).any(|it| it == position.move_number())
}
