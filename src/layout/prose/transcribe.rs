//! Transcribes a printed game: its tags, its moves in reading order, and the words and diagrams between them.

use std::{collections::HashMap, ops::Range};

use super::{
    lines::{Found, Row},
    shape::{aside, fractions},
};
use crate::{
    chess::{Outcome, Position},
    layout::{
        diagram::{self, Drawn},
        pgn,
        transcript::{InsertionKind, Transcript},
    },
    lex::leading_number,
    slice::Slice as _,
    words::{
        ending::{self, Ending, Players, Said},
        heading,
        vocabulary::OfMove,
    },
};

/// A printed game.
#[derive(Debug, Default)]
pub struct Printed {
    /// Its contents.
    pub transcript: Transcript,
    /// The results stated in words.
    pub said: Vec<Said>,
    /// The nesting depth of parentheses after the last moves.
    depth: usize,
}

/// A footnote: its mark, its text, and its whole range.
struct Footnote {
    mark: String,
    text: Range<usize>,
    whole: Range<usize>,
    used: bool,
}

/// Transcribes the game in this part of a text; `None` if it has no moves.
pub fn transcribe(text: &str, range: Range<usize>, found: &Found) -> Option<Printed> {
    let first = found.first?;
    let last = found.rows.iter().rposition(|row| row.moves.is_some())?;
    let mut footnotes = footnotes(text, found.rows[first].span.start..range.end);
    let mut notes = notes(text, &found.rows[first..]);
    notes.retain(|it| footnotes.iter().all(|other| !other.whole.contains(&it.whole.start)));
    footnotes.extend(notes);
    footnotes.sort_by_key(|it| it.whole.start);
    let mut marks: HashMap<String, Vec<usize>> = HashMap::new();
    for (n, note) in footnotes.iter().enumerate().rev() {
        marks.entry(note.mark.clone()).or_default().push(n);
    }
    let is_beside = |row: &&Row| row.moves.is_some_and(|it| it.beside);
    let beside = found.rows.iter().filter(is_beside).map(|row| row.span.clone()).collect();
    let from = found.rows.first()?.span.start;
    let mut transcriber = Transcriber {
        text,
        rows: &found.rows,
        footnotes,
        marks,
        beside,
        two_moves: false,
        printed: Printed { transcript: Transcript::new(from), ..Printed::default() },
    };
    transcriber.head(0..first, found.heading);
    transcriber.moves(first..last + 1);
    transcriber.tail(last + 1);
    Some(transcriber.printed)
}

/// Returns the footnotes of a part of the text, as in `[Footnote A: P. takes P. is better.]`.
fn footnotes(text: &str, range: Range<usize>) -> Vec<Footnote> {
    const BEGIN: &str = "[Footnote ";
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(n) = text.slice(at..range.end).find(BEGIN) {
        let start = at + n;
        let rest = text.slice(start + BEGIN.len()..range.end);
        at = start + BEGIN.len();
        let Some(len) = rest.bytes().take(5).position(|it| it == b':') else { continue };
        let mark = rest.slice(..len);
        let body = at + len + 1;
        let mut depth = 1_usize;
        let close = text.slice(body..range.end).bytes().position(|byte| {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let end = close.map_or(range.end, |n| body + n);
        let whole = start..(end + 1).min(range.end);
        found.push(Footnote { mark: mark.to_owned(), text: body..end, whole, used: false });
        at = end;
    }
    found
}

/// Returns the notes below the moves, as in `(a) Better than P-K4.`, each up to the next note or blank line.
fn notes(text: &str, rows: &[Row]) -> Vec<Footnote> {
    let mut found: Vec<Footnote> = Vec::new();
    let mut open = false;
    for row in rows {
        let line = text.slice(row.span.clone());
        let start = row.span.start + line.leading(char::is_whitespace);
        match bracketed_label(line.trim_start()) {
            Some(label) if row.moves.is_none() => {
                let body = start + label.len() + 2;
                let mark = label.to_owned();
                found.push(Footnote {
                    mark,
                    text: body..row.span.end,
                    whole: start..row.span.end,
                    used: false,
                });
                open = true;
            }
            _ if row.blank || row.moves.is_some() => open = false,
            _ => {
                if let Some(note) = found.last_mut().filter(|_| open) {
                    note.text.end = row.span.end;
                    note.whole.end = row.span.end;
                }
            }
        }
    }
    found
}

/// Returns the label of a note that begins here, as in `(a)`: one or two letters, or a number.
fn bracketed_label(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?;
    let label = inner.slice(..inner.find(')').filter(|len| (1..=2).contains(len))?);
    let letters = label.bytes().all(|it| it.is_ascii_lowercase());
    let digits = label.bytes().all(|it| it.is_ascii_digit());
    (letters && label != "ch" && label != "ep" || digits).then_some(label)
}

struct Transcriber<'a> {
    text: &'a str,
    rows: &'a [Row],
    /// In text order.
    footnotes: Vec<Footnote>,
    /// Indexes of the unplaced footnotes by mark, in reverse order.
    marks: HashMap<String, Vec<usize>>,
    /// Whether Black passes on the first move, as odds.
    two_moves: bool,
    /// Ranges of Black's moves from move 1 on, if they are below White's.
    beside: Vec<Range<usize>>,
    printed: Printed,
}

impl Transcriber<'_> {
    fn players(&self) -> &Players {
        &self.printed.transcript.players
    }

    fn line(&self, n: usize) -> &str {
        self.text.slice(self.rows[n].span.clone())
    }

    /// Adds the tags of the heading, which begins in row `heading`, and the words of the rows above the
    /// moves.
    fn head(&mut self, rows: Range<usize>, heading: usize) {
        let start = self.rows.get(heading).map_or(self.printed.transcript.from, |it| it.span.start);
        let end = self.span(rows.clone()).end.max(start);
        // In running text, sentences before the moves belong to the heading.
        let part = self.rows.get(rows.end).and_then(|it| it.moves?.part);
        let words = self.text.slice(start..part.map_or(end, |it| it.0.max(end)));
        let odds = heading::odds(words);
        self.two_moves = odds.as_ref().is_some_and(|it| it.two_moves);
        let fen = odds.map(|it| it.position).or_else(|| self.fragment(heading.min(rows.end)..rows.end));
        let tagged = &mut self.printed.transcript.tags;
        heading::tags(words).into_iter().for_each(|(name, value)| tagged.push(name, value));
        fen.into_iter().for_each(|it| tagged.push_start(it));
        self.printed.transcript.players = Players::of(tagged).or_in(words);
        self.printed.said.extend(ending::heading(words, start));
        self.words(rows);
    }

    /// Returns the starting position of moves that don't begin with move 1, or that are legal only from a
    /// diagram above them.
    fn fragment(&self, rows: Range<usize>) -> Option<String> {
        let moves = self.rows.get(rows.end)?.moves?;
        let above = self.span(rows.clone());
        let played = pgn::drawn_start(self.text, above.clone(), self.span(rows.end..self.rows.len()));
        let is_first = moves.number == 1 && !moves.black;
        let fits = |it: &Position| !is_first && it.turn().is_black() == moves.black;
        let drawn = || pgn::positions_drawn(self.text, above, moves.number).into_iter().find(fits);
        played.or_else(|| Some(drawn()?.fen()))
    }

    /// Returns the range of the words in these rows.
    fn span(&self, rows: Range<usize>) -> Range<usize> {
        match (self.rows.get(rows.start), rows.end.checked_sub(1).and_then(|n| self.rows.get(n))) {
            (Some(first), Some(last)) if !rows.is_empty() => first.span.start..last.span.end,
            _ => self.printed.transcript.from..self.printed.transcript.from,
        }
    }

    /// Adds rows of moves, with the text between them.
    fn moves(&mut self, rows: Range<usize>) {
        let mut n = rows.start;
        while n < rows.end {
            let is_moves = self.rows[n].moves.is_some();
            let same = |row: &Row| row.moves.is_some() == is_moves;
            let end = n + self.rows[n..rows.end].iter().take_while(|row| same(row)).count();
            if is_moves {
                self.columns(n..end)
            } else {
                self.words(n..end)
            }
            n = end;
        }
    }

    /// Adds rows of moves, possibly in two columns.
    fn columns(&mut self, rows: Range<usize>) {
        for second in [false, true] {
            for n in rows.clone() {
                let row = &self.rows[n];
                let Some(moves) = row.moves.filter(|it| !it.beside) else { continue };
                if moves.over {
                    if !second {
                        self.fractions(n);
                    }
                    continue;
                }
                let Range { start, end } = row.span;
                if moves.part.is_none_or(|it| it.0 > start) {
                    self.printed.depth = 0;
                }
                if let Some((from, to)) = moves.part {
                    if !second {
                        // Words on the ending may look like parts of moves.
                        let told = ending::after_moves(self.text.slice(from..end), self.players());
                        let to = told.map_or(to, |it| to.min(from + it.0));
                        self.printed.comment(self.text, start..from);
                        self.move_line(from..to);
                        self.join(to..end);
                        self.after_run(to..end);
                    }
                    continue;
                }
                match (moves.second, second) {
                    (None, false) => match aside(self.text.slice(start..end)) {
                        Some(inner) => {
                            let (open, close) = (start + inner.start, start + inner.end);
                            self.move_line(start..open);
                            self.printed.comment(self.text, open..close);
                            self.move_line(close..end);
                        }
                        None => self.move_line(start..end),
                    },
                    (Some(at), false) => self.move_line(start..at),
                    (Some(at), true) => self.move_line(at..end),
                    (None, true) => {}
                }
                if moves.number == 1 && !moves.black && !second && self.two_moves && moves.open {
                    self.printed.insert("--\n");
                }
                let black = (moves.number as usize).checked_sub(1).and_then(|n| self.beside.get(n));
                if let (false, Some(black)) = (second, black.cloned()) {
                    self.move_line(black);
                }
            }
        }
    }

    /// Adds a row of dividing lines, each with White's move above and Black's below.
    fn fractions(&mut self, row: usize) {
        let numbers = fractions(self.line(row));
        for (n, (number, column)) in numbers.iter().enumerate() {
            let last = numbers.get(n + 1).map_or(usize::MAX, |it| it.1);
            self.printed.insert(&format!("{number}. "));
            for row in [row - 1, row + 1] {
                // The first row of a text may have lost its indentation.
                let Some(Range { start, end }) = self.rows.get(row).map(|it| it.span.clone()) else {
                    continue;
                };
                let before = self.text.slice(..start);
                let start = before.trim_end_matches([' ', '\t']).len();
                let line = self.text.slice(start..end);
                let place = |column| line.char_indices().nth(column).map_or(line.len(), |it| it.0);
                let (from, to) = (place(*column), place(last));
                self.move_line(start + from..start + to);
            }
        }
    }

    /// Joins a word hyphenated at a line end, as `Cas-` and `tles`.
    fn join(&mut self, rest: Range<usize>) {
        let next =
            self.text.slice(rest.end..).trim_start_matches(['\r', '\n']).trim_start_matches([' ', '\t']);
        let Transcript { moves, .. } = &mut self.printed.transcript;
        let divided = moves.strip_suffix("-\n");
        let divided = divided.filter(|it| rest.is_empty() && it.ends_with(char::is_lowercase));
        if let (Some(len), true) = (divided.map(str::len), next.starts_with(char::is_lowercase)) {
            moves.truncate(len);
        }
    }

    /// Adds the text after running moves on a line, which may state the ending.
    fn after_run(&mut self, span: Range<usize>) {
        let words = self.text.slice(span.clone());
        self.say(ending::closing(words, self.players()), span.clone());
        self.end_of_line(span);
    }

    /// Adds moves, with footnotes at their marks, and the ending stated after them.
    fn move_line(&mut self, span: Range<usize>) {
        let line = self.text.slice(span.clone());
        // An ending told before more moves is not the game's.
        if line.split_whitespace().any(OfMove::is_whole) {
            self.printed.said.retain(|it| it.in_heading);
        }
        let beside = ending::beside_moves(line, self.players());
        let end = span.start + beside.map_or(line.len(), |it| it.0);
        let mut at = span.start;
        while let Some((mark, label)) = next_mark(self.text, at..end, &self.marks) {
            self.printed.copy_moves(self.text, at..mark.start);
            match self.marks.get_mut(label).and_then(Vec::pop) {
                Some(n) => {
                    self.footnotes[n].used = true;
                    let body = self.footnotes[n].text.clone();
                    self.printed.comment(self.text, body);
                }
                None => self.printed.comment(self.text, mark.clone()),
            }
            at = mark.end;
        }
        self.printed.copy_moves(self.text, at..end);
        self.say(beside.and_then(|it| it.1), end..span.end);
        self.end_of_line(end..span.end);
        self.printed.insert("\n");
    }

    /// Adds the words at the end of a line of moves, with the result among them.
    fn end_of_line(&mut self, span: Range<usize>) {
        match pgn::marker(self.text, span.clone()) {
            Some((_, marker)) => {
                self.printed.comment(self.text, span.start..marker.start);
                self.printed.copy_moves(self.text, marker.clone());
                self.printed.comment(self.text, marker.end..span.end);
            }
            None => self.printed.comment(self.text, span),
        }
    }

    /// Records a stated ending.
    fn say(&mut self, ending: Option<Ending>, place: Range<usize>) {
        self.printed.said.extend(ending.map(|ending| Said { in_heading: false, ending, place }));
    }

    /// Adds rows of words: each paragraph as a comment, each diagram as one of its own.
    fn words(&mut self, rows: Range<usize>) {
        let mut n = rows.start;
        while n < rows.end {
            if self.rows[n].blank {
                n += 1;
                continue;
            }
            let end = n + self.rows[n..rows.end].iter().take_while(|row| !row.blank).count();
            self.paragraph(n..end);
            n = end;
        }
    }

    fn paragraph(&mut self, rows: Range<usize>) {
        let drawn: Vec<(usize, String)> =
            rows.clone().filter_map(|n| Some((n, diagram::row(self.line(n))?))).collect();
        let squares: Vec<String> = drawn.iter().map(|it| it.1.clone()).collect();
        if let (Some(placement), Some((first, _)), Some((last, _))) =
            (diagram::placement(&squares), drawn.first(), drawn.last())
        {
            let is_frame = |n: &usize| self.rows[*n].line.drawn == Drawn::Frame;
            let above = (rows.start..*first).rev().take_while(is_frame).count();
            let below = (last + 1..rows.end).take_while(is_frame).count();
            let (from, to) = (first - above, last + 1 + below);
            self.plain(rows.start..from);
            let place = self.span(from..to);
            self.printed.transcript.aside(InsertionKind::Diagram(placement), place);
            for n in from..to {
                let start = self.rows[n].span.start;
                for words in diagram::words(self.line(n)) {
                    self.printed.comment(self.text, start + words.start..start + words.end);
                }
            }
            self.plain(to..rows.end);
            return;
        }
        self.plain(rows);
    }

    /// Adds words unchanged, without the footnotes already placed.
    fn plain(&mut self, rows: Range<usize>) {
        if rows.is_empty() {
            return;
        }
        let span = self.span(rows);
        let mut at = span.start;
        let first = self.footnotes.partition_point(|it| it.whole.end <= at);
        let notes = self.footnotes[first..].iter().take_while(|it| it.whole.start < span.end);
        for Range { start, end } in notes.filter(|it| it.used).map(|it| it.whole.clone()) {
            if start > at {
                self.printed.comment(self.text, at..start);
            }
            at = end.min(span.end);
        }
        if at < span.end {
            self.printed.comment(self.text, at..span.end);
        }
    }

    /// Adds the text after the last moves.
    fn tail(&mut self, from: usize) {
        let end = self.rows.len();
        let span = self.span(from..self.rows.len());
        self.say(ending::closing(self.text.slice(span.clone()), self.players()), span);
        // The game's own result stands among the words, in digits on a line.
        let marker = |n: usize| pgn::marker_line(self.text, self.rows[n].span.clone(), self.players());
        let first = from + self.rows[from..].iter().take_while(|it| it.blank).count();
        let paragraph = first..first + self.rows[first..].iter().take_while(|it| !it.blank).count();
        let says = |n: &usize| self.text.slice(self.rows[*n].span.clone()).contains(char::is_alphanumeric);
        let behind = |n: &usize| pgn::marker_behind(self.text, self.rows[*n].span.clone()).is_some();
        let result = (from..end)
            .find(|n| marker(*n).is_some_and(|it| it.0 != Outcome::Unknown))
            .or_else(|| paragraph.clone().find(says).filter(behind))
            .or_else(|| paragraph.clone().rfind(says).filter(behind))
            .or_else(|| (from..end).find(|n| marker(*n).is_some()));
        let Some(n) = result else { return self.words(from..end) };
        self.words(from..n);
        let span = self.rows[n].span.clone();
        self.end_of_line(span);
        self.printed.insert("\n");
        self.words(n + 1..end);
    }
}

impl Printed {
    /// Adds text that isn't in the source.
    fn insert(&mut self, moves: &str) {
        self.transcript.moves.push_str(moves);
    }

    /// Adds moves as printed, without punctuation that PGN would misinterpret.
    fn copy_moves(&mut self, text: &str, span: Range<usize>) {
        self.transcript.part(span.start, span.len());
        // Whether a row has only a number so far.
        let is_number = |row: &str| leading_number(row.trim_start()).is_some_and(|it| it.1.is_empty());
        let is_result = || {
            text.slice(span.clone()).split_whitespace().next().is_some_and(|it| pgn::of_text(it).is_some())
        };
        let mut before = None;
        let mut depth = self.depth;
        let unpaired = unpaired_braces(text.slice(span.clone()));
        let mut chars = text.slice(span.clone()).char_indices().peekable();
        while let Some((n, it)) = chars.next() {
            let inside = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
            let alone = |it: Option<char>| it.is_none_or(char::is_whitespace);
            depth += usize::from(it == '(');
            let sign = match it {
                // Marks italics, as in `_ch_`; not as in `N_23`.
                '_' if !(inside(before) && inside(chars.peek().map(|it| it.1))) => {
                    self.transcript.part(span.start + n + 1, span.len() - n - 1);
                    continue;
                }
                // As in `12, P-K4`, where other numbers have full stops.
                ',' | ':' if is_number(text.slice(span.start..span.start + n)) && !is_result() => '.',
                ';' => ',',
                // As in `3 . . . P-K4`, and for a later move of Black's.
                '.' if alone(before) && alone(chars.peek().map(|it| it.1)) => ' ',
                // As in `12. ..., P-K4`, and after a removed sign.
                ',' if matches!(before, None | Some('.' | '…' | ' ')) && depth == 0 => ' ',
                // For a move that follows later, or was already given.
                '…' if alone(before) && alone(chars.peek().map(|it| it.1)) => ' ',
                '-' | '–' | '—'
                    if alone(before) && is_empty_cell(text.slice(span.start..span.end), n, it) =>
                {
                    ' '
                }
                // As in `12) P-K4`.
                ')' if depth == 0 && before.is_some_and(|it| it.is_ascii_digit()) => '.',
                '{' if unpaired.contains(&n) => '(',
                '}' if unpaired.contains(&n) => ')',
                other => other,
            };
            self.transcript.moves.push(sign);
            depth -= usize::from(it == ')' && depth > 0);
            before = Some(it);
        }
        self.depth = depth;
    }

    /// Adds words between the moves. Braces, which delimit PGN comments, become parentheses.
    fn comment(&mut self, text: &str, span: Range<usize>) {
        let words = text.slice(span.clone());
        if words.trim_matches(|it: char| it.is_whitespace() || matches!(it, '.' | ',' | ';')).is_empty() {
            return;
        }
        let inner = words.trim().strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let words = inner.unwrap_or(words).replace('{', "(").replace('}', ")");
        self.transcript.aside(InsertionKind::Words(words), span);
    }
}

/// Whether a dash stands for a move, at the end of a row, or after its number and before a gap.
fn is_empty_cell(row: &str, at: usize, dash: char) -> bool {
    let rest = row.slice(at + dash.len_utf8()..);
    let begins = row.slice(..at).trim_end().ends_with('.') && !row.slice(..at).contains(char::is_alphabetic);
    rest.trim().is_empty() && row.slice(..at).ends_with("  ") || begins && rest.starts_with("  ")
}

/// Returns the offsets of braces that don't pair up as a comment.
fn unpaired_braces(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, brace) in text.match_indices(['{', '}']) {
        if brace == "{" {
            found.extend(open.replace(at));
        } else if open.take().is_none() {
            found.push(at);
        }
    }
    found.extend(open);
    found
}

/// Returns the range and label of the next footnote mark, as in `[A]`, or as in `(a)` if there is such a
/// note.
fn next_mark<'t>(
    text: &'t str,
    range: Range<usize>,
    known: &HashMap<String, Vec<usize>>,
) -> Option<(Range<usize>, &'t str)> {
    let mut at = range.start;
    while let Some(n) = text.slice(at..range.end).find(['[', '(']) {
        let start = at + n;
        let rest = text.slice(start..range.end);
        if rest.starts_with('(') {
            let label = bracketed_label(rest).filter(|it| known.get(*it).is_some_and(|it| !it.is_empty()));
            if let Some(label) = label {
                return Some((start..start + label.len() + 2, label));
            }
        } else {
            let inner = rest.slice(1..);
            let is_of_mark = |it: &u8| it.is_ascii_alphanumeric() || *it == b'*';
            let len = inner.bytes().take(4).take_while(|it| is_of_mark(it)).count();
            if (1..=3).contains(&len) && inner.slice(len..).starts_with(']') {
                return Some((start..start + len + 2, inner.slice(..len)));
            }
        }
        at = start + 1;
    }
    None
}
