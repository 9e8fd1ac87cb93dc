//! Notes between moves: words that are not moves, up to where the game goes on.
//!
//! The board decides where that is: at the expected number, or at a line that begins with a legal move, where the
//! text reads as moves up to its next number or the end of its line. A number or move within a sentence yields to
//! the same number at the head of a later row. Where nothing reads as moves so far, as a note follows each of them, the
//! game may go on at any sentence that begins with its next move.

use super::{Hypothesis, Line, MoveText, Next, Reader, Source, Step, is_wordlike, word};
use crate::{
    chess::{Color, Position, Scope},
    lines,
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// The longest note, in words.
const LONGEST: usize = 800;

/// The longest row, in words.
const LONGEST_ROW: usize = 40;

/// In a line of so many bytes and this many more, as many words are looked at for notes: most of them are seen from the one
/// before them.
const LOOKS: usize = 1 << 15;

/// The most sentences of a note tried as those with which the game goes on.
const MOST_SENTENCES: usize = 4;

/// Words after the moves of a game are a note if less than one in so many may be a move.
const MOVES: usize = 3;

/// So many numbers of moves to come are rows rather than a note, and so far ahead they are none.
const ROWS: usize = 2;
const FAR: u32 = 40;

/// Where a row of moves ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowEnd {
    /// Before the next row's number, or at the end of the text.
    Number,
    /// At the end of its line, or with it at the end of its paragraph.
    Line,
    Paragraph,
}

/// A part of a source, up to this end.
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

/// What a note is made of.
#[derive(Default)]
struct Tally {
    words: usize,
    /// Those at the beginning that are foreign to moves.
    foreign: usize,
    /// Those that may be moves.
    moves: usize,
    /// Those with numbers of moves to come.
    ahead: usize,
}

impl Tally {
    fn add(&mut self, position: &Position, text: MoveText<'_>, is_word: bool) {
        let to_come = position.move_number()..position.move_number() + FAR;
        let is_foreign = is_word && looks_foreign(text) && (self.words == 0 || text.number.is_none());
        self.foreign += usize::from(is_foreign && self.foreign == self.words);
        self.words += 1;
        self.moves += usize::from(!is_word);
        self.ahead += usize::from(text.number.is_some_and(|it| to_come.contains(&it.0)));
    }

    /// Whether it begins with words, none of which can be a move.
    fn begins_sentence(&self) -> bool {
        self.foreign > 1
    }

    /// Whether it rather has rows of the game.
    fn has_rows(&self) -> bool {
        self.ahead >= ROWS
    }

    /// Whether hardly any of its words may be a move, and none is numbered as one to come.
    fn is_prose(&self) -> bool {
        self.ahead == 0 && self.moves * MOVES < self.words
    }
}

/// Whether a text looks neither like a move nor like a part of one with signs of its own.
fn looks_foreign(text: MoveText<'_>) -> bool {
    let word = word(text.text);
    let is_small = word.chars().count() > 1 && word.chars().all(char::is_lowercase);
    is_small || OfMove::of(word) < OfMove::Part
}

/// What stands before a move on its line.
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

    /// Whether a text at the head of a line begins a note although it may begin with a move: the line is no row.
    pub(super) fn begins_note(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        // A number on the line before is that of the row after the note.
        let heads = |before| matches!(before, Before::Head(it) if it.is_empty() || text.number.is_none());
        self.may_be_note(hypothesis)
            && !self.source.is_tagged()
            && heads(self.before_on_line(text.start))
            && self.row_end(&hypothesis.position, text).is_none()
    }

    /// Whether a text has the number of Black's move that was played last, so that it begins a note on that.
    pub(super) fn is_on_last_move(&self, hypothesis: &Hypothesis, text: MoveText<'_>) -> bool {
        let position = &hypothesis.position;
        position.turn().is_white()
            && text.number.is_some_and(|it| it == (position.move_number() - 1, Some(Color::Black)))
            && self.may_be_note(hypothesis)
            && !self.source.is_tagged()
    }

    /// Returns where the note may end that begins at a text which is no move; nowhere if none does.
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

    /// Returns where the text ends, if there are no comments in braces in it, nor numbers of moves to come: behind a mate are words.
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

    /// Returns where a row shows that a note ends, and before which of its sentences it may.
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
        // Moves with an earlier number are of a note.
        let mut is_earlier = text.number.is_some_and(|it| it.0 < position.move_number());
        // So are White's instead of the last one, and such as begin a sentence.
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
        // Words at the end of the text are a note if nothing in them may be a move of the game: none is, or all are
        // of a line with earlier numbers.
        let mut are_words = is_earlier || self.is_word(position, text);
        // Such text, within a sentence, is followed by moves with numbers only.
        let mut has_moves = text.number.is_some() && !is_numbered || !self.is_word(position, text);
        let mut tally = Tally::default();
        tally.add(position, text, self.is_word(position, text));
        // Whether the row before which the note ends is within a sentence of it.
        let mut is_within = false;
        // Where it ends if no row is without words: before one with a note of its own, or before Black's first number.
        let mut noted = None;
        // How many brackets are open, which began in the note.
        let mut depth = 0;
        let mut seen = text.start;
        // The last number of another line in it.
        let mut counted = None;
        // Whether the sentence has a move instead of the last one: those that follow belong to it.
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
            // As in `3. Bb5 …`, where the row goes on with `… a6` on a line below.
            let is_dotted = written.contains(['.', '…']) && written.trim_matches(['.', '…', ' ']).is_empty();
            let continues = is_dotted && next.number.is_none() && position.turn().is_black();
            let numbered = misread || continues || is_expected(position, next);
            let heads = misread || matches!(before, Before::Head(_));
            let is_word = self.is_word(position, next);
            tally.add(position, next, is_word);
            at = next.start + word(next.text).len();
            if let Some((number, _)) = next.number.filter(|_| !numbered) {
                // Rows with earlier numbers are no note; one within it may go on on the next line, or begin with Black's last move.
                let on_last = (position.move_number().wrapping_sub(1), Some(Color::Black));
                let counts_on = counted.is_some_and(|it: u32| (it..=it + 1).contains(&number))
                    || position.turn().is_white() && next.number == Some(on_last);
                counted = Some(number);
                if heads && !counts_on && (number > position.move_number() || !is_word) {
                    // That of Black's may follow White's, which a sentence has.
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
            // White's moves are numbered, if only before the note.
            let of_white = position.turn() == Color::White;
            let is_within_sentence = had_moves && !heads && !self.follows_sentence(next.start);
            let is_of_note = next.number.is_some() || of_white && !is_numbered || is_within_sentence;
            is_instead &= !heads && !self.begins_sentence(next.start) && !self.follows_sentence(next.start);
            is_instead |= next.number == of_last;
            if is_instead {
                continue;
            }
            if !numbered && is_of_note || in_bracket && !heads {
                continue;
            }
            match self.row_end(position, next) {
                Some(row) if heads && (numbered || !of_white && !had_moves || row == RowEnd::Number) => {
                    end = Some(if misread { next.start } else { last });
                    break;
                }
                // After the expected number, only a later row with it shows that this was none. A row that begins a sentence
                // is more likely one of the game than one within a sentence.
                Some(RowEnd::Number | RowEnd::Paragraph) if !is_numbered => {
                    let begins = self.begins_sentence(next.start);
                    let is_first = end.is_none() && (begins || sentences.is_empty());
                    if is_first || is_within && begins {
                        end = Some(last);
                        is_within = !begins;
                    }
                }
                None if continues && self.begins_move(position, next) => {
                    end = Some(last);
                    break;
                }
                None if heads && numbered && is_within && self.begins_move(position, next) => {
                    end = Some(last);
                    is_within = false;
                }
                None if numbered && !is_numbered && sentences.len() < MOST_SENTENCES => {
                    let is_next = self.begins_move(position, next);
                    let is_blacks = is_next && next.number.is_some_and(|it| it.1 == Some(Color::Black));
                    if is_next && (heads || self.begins_sentence(next.start)) {
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

    /// Returns what stands at an offset or after it, unless notes have been looked for in this line for too long.
    fn look(&self, at: usize) -> Option<Next<'a>> {
        self.looks.set(self.looks.get() + 1);
        let is_allowed = self.looks.get() < LOOKS + self.text().len();
        is_allowed.then(|| *self.seen.borrow_mut().entry(at).or_insert_with(|| self.source.next(at)))
    }

    /// Returns where the numbers behind a word end that are not those of the next move, as a year at the end of a sentence.
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

    /// Whether the number before a move is the first word of a sentence, or follows a bracket.
    fn begins_sentence(&self, at: usize) -> bool {
        // As in `6. ... Nf6`.
        let before =
            self.text().slice(..at).trim_end_matches(['.', '…', ',', '-', ' ', '\u{a0}', '\n', '\r']);
        let before = before.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end();
        before.ends_with(['.', '!', '?', ')', ']'])
    }

    /// Whether a sentence, or something in brackets, ends before an offset; moves may end with its signs, too.
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

    /// Whether the line above that of an offset ends with the expected number.
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

    /// Whether a text can be no move: it has neither digits nor dashes, and the notation can make nothing of it that is
    /// legal.
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

    /// Whether a text can be no move, nor a part of one.
    fn is_foreign(&self, position: &Position, text: MoveText<'_>) -> bool {
        self.is_word(position, text) && looks_foreign(text)
    }

    /// Returns what stands before an offset on its line; of a longer text only a part.
    fn before_on_line(&self, at: usize) -> Before<'_> {
        let is_of_number =
            |it: char| it.is_ascii_digit() || matches!(it, '.' | '…' | ')' | ',' | '-' | ' ' | '\u{a0}');
        match lines::before(self.text(), at).map(str::trim) {
            Some(head) if head.chars().all(is_of_number) => Before::Head(head),
            words => Before::Words(words.unwrap_or("words")),
        }
    }

    /// Returns where the row that begins here ends, if it is moves up to there.
    fn row_end(&self, position: &Position, first: MoveText<'_>) -> Option<RowEnd> {
        let (end, kind) = self.row(position, first, false)?;
        let line = self.read_row(position, first, end);
        (line.complete && line.plies().next().is_some()).then_some(kind)
    }

    /// Whether the moves up to White's next one stand here, and before its number a note, which begins with a word.
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

    /// Reads the row that begins here, up to this end.
    fn read_row(&self, position: &Position, first: MoveText<'_>, end: usize) -> Line {
        let part = Part { source: self.source, text: self.text(), end };
        let reader = Reader { is_row: true, give_up_early: true, ..Reader::new(&part, self.notation, false) };
        reader.read(position, first.start)
    }

    /// Returns where the row that begins here ends, perhaps behind other moves in place of its own.
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

/// Returns how many more square brackets a text opens than it closes; parentheses are around variations.
fn bracket_depth(text: &str) -> i32 {
    let opened = |it: u8| i32::from(it == b'[') - i32::from(it == b']');
    text.bytes().map(opened).sum()
}

/// Whether a text has the expected number of the side to move.
fn is_expected(position: &Position, text: MoveText<'_>) -> bool {
    let turn = position.turn();
    text.number.is_some_and(|(number, color)| {
        number == position.move_number() && color.map_or(turn == Color::White, |it| it == turn)
    })
}

/// Whether a word stands for the number of the next move, with letters for digits.
pub fn is_misread(word: &str, position: &Position) -> bool {
    let word = word.trim_end_matches(['.', ',', ':', ')', ' ']);
    let digit = |it: char| {
        Some(match it {
            '0'..='9' => it,
            'l' | 'I' | 'i' | '|' | '!' | 'J' => '1',
            'O' | 'o' | 'Q' | 'D' => '0',
            'S' | 's' => match position.move_number() {
                // Both are seen.
                number if number.to_string().contains('8') => '8',
                _ => '5',
            },
            'B' => '8',
            'Z' | 'z' => '2',
            'b' | 'G' => '6',
            'g' | 'q' => '9',
            'A' => '4',
            'T' => '7',
            _ => return None,
        })
    };
    let number: Option<String> = word.chars().map(digit).collect();
    word.len() < 4 && number.is_some_and(|it| it.parse() == Ok(position.move_number()))
}
