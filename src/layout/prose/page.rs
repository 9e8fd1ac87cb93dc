//! Pages as recognisers read them, with page heads, notes and rubbish between rows of moves that are spoilt themselves.
//!
//! What is a row of the game and what is a note, the board decides: the whole page is decoded ([`decode`]), and a line only
//! makes its words cheap to pass over and dear to play, if it looks like prose. What was found to be a move then goes the way of
//! all printed games, woven into PGN with canonical numbers, and the rest is comments.

use std::ops::Range;

use super::{
    heading,
    vocabulary::is_of_move,
    weave::{Woven, ending},
};
use crate::{
    chess::Position,
    notation::Choice,
    resolve::{Deed, Effort, Kind, MoveText, Next, Source, Witness, decode},
};

/// So long a part of a text is decoded as a page.
const LONGEST: usize = 40 << 10;
/// A row of moves has no more words, a line that may be the rest of one has no more.
const ROW: usize = 16;
const REST: usize = 4;
/// A game has so many plies that are printed.
const LEAST: usize = 8;
/// What follows after so many words that may be moves and were left out is rather a note.
const LOST: usize = 14;
/// At the end of a game a ply is only taken if it fits as well.
const LAST: u32 = 330;
/// Lines after the moves that may say how the game ended, and how long they are at most.
const AFTER: usize = 4;
const SHORT: usize = 70;

/// A page as a source of moves.
struct Page<'t> {
    text: &'t str,
    /// Where its lines of words are.
    words: Vec<Range<usize>>,
}

impl Source for Page<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn is_likely_aside(&self, place: usize) -> bool {
        let n = self.words.partition_point(|it| it.end <= place);
        self.words.get(n).is_some_and(|it| it.start <= place)
    }

    fn next(&self, place: usize) -> Next<'_> {
        let rest = &self.text[place..];
        let start = place + (rest.len() - rest.trim_start().len());
        if start >= self.text.len() {
            return Next::End(self.text.len());
        }
        let line = self.text[start..].lines().next().unwrap_or("");
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let digits = if digits <= 3 { digits } else { 0 };
        Next::Move(MoveText { start, text: line, number: None, digits })
    }
}

/// Is this a word of prose? It is written as one and is no part of a move.
fn is_prose(word: &str) -> bool {
    let core = word.trim_matches(|it: char| !it.is_alphanumeric());
    if core.len() > 3 && core.bytes().all(|it| it.is_ascii_uppercase()) && !is_of_move(core) {
        return true;
    }
    let mut letters = core.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.clone().count() >= 2
        && letters.all(|it| it.is_lowercase() || matches!(it, '\'' | '’' | '-'))
        && !is_of_move(core)
}

/// Does a word look like a whole move?
fn is_move_like(word: &str) -> bool {
    let sign = |it: char| it.is_ascii_digit() || matches!(it, '-' | '—' | 'x');
    is_of_move(word) && word.contains(|it: char| it.is_ascii_uppercase()) && word.contains(sign)
}

/// Does a line begin as a row of the game does, with a number, or what a recogniser takes it for, and a piece?
fn begins_row(line: &str) -> bool {
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let number = line.bytes().take_while(|it| it.is_ascii_digit() || b"lIoOS".contains(it)).count();
    let rest = line[number..].trim_start_matches(|it: char| !it.is_alphanumeric());
    (1..=3).contains(&number)
        && line.len() - number > rest.len()
        && rest.starts_with(|it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '♘')
}

/// The lines of words, and where the first row of moves is.
fn lines(text: &str, range: Range<usize>) -> (Vec<Range<usize>>, Option<usize>) {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut first = None;
    let mut prose = false;
    let mut at = range.start;
    for line in text[range].split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let count = line.split_whitespace().count();
        let said = line.split_whitespace().filter(|it| is_prose(it)).count();
        let row = said == 0 && count <= ROW && begins_row(line);
        let rest = count <= REST && line.split_whitespace().any(is_move_like);
        if row && first.is_none() {
            first = Some(span.start);
        }
        prose = count > 0 && !row && !rest && (said > 0 || prose);
        if prose {
            words.push(span);
        }
    }
    (words, first)
}

/// The page as PGN, if a game is found in it.
pub fn weave(text: &str, range: Range<usize>, choice: &Choice) -> Option<Woven> {
    if range.len() > LONGEST {
        return None;
    }
    let (words, first) = lines(text, range.clone());
    let first = first?;
    let head = &text[range.start..first];
    let mut tags = heading::tags(head);
    let odds = heading::odds(head);
    let start = Position::set_up(None, odds.as_deref()).ok()?;
    let page = Page { text: &text[..range.end], words };
    let mut witness = Witness::new(&page, &*choice.notation, first, usize::MAX);
    witness.is_page = true;
    let decoded = decode(&mut [witness], &start, Effort::Page)?;
    let deeds = game(&decoded.deeds);
    let printed = deeds.iter().filter(|it| it.ply.is_some() && !it.spans[0].is_empty()).count();
    if printed < LEAST {
        return None;
    }
    let mut woven = Woven::default();
    woven.from = range.start;
    if let Some(fen) = odds {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen));
    }
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        woven.insert(&format!("[{name} \"{value}\"]\n"));
    }
    woven.insert("\n");
    woven.comment(text, range.start..first);
    let mut position = start;
    let mut at = first;
    let mut left = None;
    for deed in deeds {
        let span = deed.spans[0].clone();
        match deed.kind {
            Kind::Skip | Kind::LeftOut => {
                let from = *left.get_or_insert(span.start);
                left = Some(from);
                continue;
            }
            _ => {}
        }
        // A number that is not the expected one is no loss: the canonical one stands in its place.
        if let Some(from) = left.take() {
            woven.comment(text, from..span.start.max(from));
        }
        let Some(ply) = deed.ply else { continue };
        woven.insert(&format!(" {}{} ", position.move_number(), position.turn().fold_wb(".", "...")));
        // A line that ends inside a move is none of the game's.
        woven.copy_moves(text, span.clone());
        woven.insert("\n");
        position.play(&ply);
        at = at.max(span.end);
    }
    woven.to = at;
    let after = text[at..range.end].lines().map(str::trim).filter(|it| !it.is_empty()).take(AFTER);
    woven.ending = after.filter(|it| it.len() <= SHORT && !it.contains("[Footnote")).find_map(ending);
    woven.insert("*\n");
    Some(woven)
}

/// What belongs to the game: up to where words are left out in a row that is too long, or a last ply fits badly.
fn game(deeds: &[Deed]) -> &[Deed] {
    let mut end = 0;
    let mut left = 0;
    for (n, deed) in deeds.iter().enumerate() {
        match deed.kind {
            Kind::LeftOut => left += 1,
            Kind::Ply { .. } | Kind::Exchanged if left > LOST => break,
            Kind::Ply { .. } | Kind::Exchanged => {
                left = 0;
                if deed.cost <= LAST {
                    end = n + 1;
                }
            }
            _ => {}
        }
    }
    &deeds[..end]
}
