//! Lines in comments, which become variations.
//!
//! A line begins with a number of the game, or follows the ply before its comment. It is played from there; what cannot be
//! read ends it, and stays a comment, as do the words before it. A ply alone is a line only if its number is given, and moves of
//! the game itself are none. Within a comment, a number that may be of an earlier line or of the game begins nothing.

use std::{borrow::Cow, collections::HashMap, mem};

use super::{Depth, Event, Game, Span};
use crate::{
    chess::{Color, Comment, CommentKind, Nag, Ply, Position},
    lex::{blank_len, leading_number},
    named::named,
    notation::{Choice, Notation},
    slice::Slice as _,
};

named! {
    /// What becomes of lines in comments.
    "notes" Notes: Default {
        Comments: ["comments"], "They stay comments";
        Variations: ["variations"], "Lines that can be played become variations";
    }
}

/// Reads the first move of a text in a position; returns its ply and length.
pub type ReadPly<'r> = &'r mut dyn FnMut(&dyn Notation, &Position, &str) -> Option<(Ply, usize)>;

/// At most this many lines of a comment are tried.
const MOST_TRIED: usize = 200;

/// Plies with their numbers, for which a line may be an alternative.
struct Main {
    /// The position before each ply, and the one at the end.
    positions: Vec<Position>,
    plies: Vec<Ply>,
    /// The ply with a number.
    numbers: HashMap<(u32, Color), usize>,
}

/// A line found in a comment.
struct Found {
    /// The ply of the game to which it is an alternative.
    ply: usize,
    events: Vec<Event<'static>>,
    start: usize,
    end: usize,
    /// The number of its last ply.
    last: u32,
}

/// Variations by the number of plies before their place.
type Placed = HashMap<usize, Vec<Event<'static>>>;

/// Makes variations of the lines in the comments of a game's main line. Those about the last ply before a comment divide it;
/// others go behind everything about their ply.
pub fn vary(game: &mut Game<'_>, read: ReadPly<'_>) {
    let named = game.notation.as_deref().map(Choice::parse);
    let Ok(choice) = named.unwrap_or_else(|| Ok(Choice::own())) else { return };
    let main = Main::of(game);
    let mut elsewhere = Placed::new();
    let mut events = Vec::new();
    let (mut depth, mut count) = (Depth::default(), 0);
    for event in mem::take(&mut game.events) {
        let is_main = depth.is_main(&event);
        count += usize::from(is_main && matches!(event, Event::Ply(..)));
        match event {
            Event::Comment(comment) if is_main && count > 0 && comment.kind == CommentKind::Text => {
                let lines = main.lines(&comment.text, count, &*choice.notation, read);
                divide(comment, lines, count, &mut elsewhere, &mut events);
            }
            event => events.push(event),
        }
    }
    let (mut depth, mut count) = (Depth::default(), 0);
    for event in events {
        if depth.is_main(&event) && matches!(event, Event::Ply(..)) {
            game.events.extend(elsewhere.remove(&count).into_iter().flatten());
            count += 1;
        }
        game.events.push(event);
    }
    game.events.extend(elsewhere.remove(&count).into_iter().flatten());
}

/// Divides a comment after this many plies at its lines.
fn divide<'t>(
    comment: Comment<'t>,
    lines: Vec<Found>,
    count: usize,
    elsewhere: &mut Placed,
    events: &mut Vec<Event<'t>>,
) {
    if lines.is_empty() {
        return events.push(Event::Comment(comment));
    }
    let words = |part: &str| {
        let text: Cow<'_, str> = Cow::Owned(part.trim().to_owned());
        let is_word = text.contains(char::is_alphanumeric);
        is_word.then_some(Event::Comment(Comment { kind: CommentKind::Text, text }))
    };
    let mut at = 0;
    for line in lines {
        events.extend(words(comment.text.slice(at..line.start)));
        at = line.end;
        if line.ply + 1 == count {
            events.extend(line.events);
        } else {
            elsewhere.entry(line.ply + 1).or_default().extend(line.events);
        }
    }
    events.extend(words(comment.text.slice(at..)));
}

impl Main {
    fn of(game: &Game<'_>) -> Main {
        let mut main =
            Main { positions: vec![game.start.clone()], plies: Vec::new(), numbers: HashMap::new() };
        let mut position = game.start.clone();
        for (ply, _) in game.main_line() {
            main.numbers.insert((position.move_number(), position.turn()), main.plies.len());
            main.plies.push(ply);
            position.play(&ply);
            main.positions.push(position.clone());
        }
        main
    }

    /// Finds the lines in a comment after this many plies.
    fn lines(&self, text: &str, count: usize, notation: &dyn Notation, read: ReadPly<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        // The first and last numbers of lines so far, read or not: those after them go on.
        let mut known: Vec<[u32; 2]> = Vec::new();
        let (mut next, mut tried) = (next_start(text, 0), 0);
        while let Some(start) = next.filter(|_| tried < MOST_TRIED) {
            next = next_start(text, start + 1);
            tried += 1;
            let (ply, len) = match number(text.slice(start..)) {
                Some((number, color, len)) => {
                    if let Some(line) = known.iter_mut().find(|it| it[0] < number && number <= it[1] + 1) {
                        line[1] = line[1].max(number);
                        continue;
                    }
                    known.push([number; 2]);
                    let Some(ply) = self.numbers.get(&(number, color)) else { continue };
                    (*ply, len)
                }
                None if start == blank_len(text) && count < self.plies.len() => (count, 0),
                None => continue,
            };
            if let Some(line) = self.line(text, start, (ply, len), notation, read) {
                if let Some(last) = known.last_mut() {
                    last[1] = last[1].max(line.last);
                }
                next = next_start(text, line.end);
                found.push(line);
            }
        }
        found
    }

    /// Reads the line that begins at `start`, with a number of this length, as an alternative to a ply.
    fn line(
        &self,
        text: &str,
        start: usize,
        (first, len): (usize, usize),
        notation: &dyn Notation,
        read: ReadPly<'_>,
    ) -> Option<Found> {
        let is_numbered = len > 0;
        let mut position = self.positions[first].clone();
        let mut last = position.move_number();
        let (mut events, mut plies) = (vec![Event::BeginVariation], Vec::new());
        let (mut at, mut end) = (start + len, start);
        while let Some((next, len)) =
            ply(text.slice(at..at + LONGEST), &mut |it| read(notation, &position, it))
        {
            let after = text.slice(at + len..);
            last = position.move_number();
            position.play(&next);
            plies.push(next);
            events.push(Event::Ply(next, Span::default()));
            let marks = after.leading(|it| matches!(it, '!' | '?'));
            events.extend(Nag::from_symbol(after.slice(..marks)).map(Event::Nag));
            end = at + len + marks;
            at = end + text.slice(end..).leading(|it| it.is_whitespace() || matches!(it, ',' | ';'));
            match number(text.slice(at..)) {
                Some((number, color, len))
                    if (number, color) == (position.move_number(), position.turn()) =>
                {
                    at += len;
                }
                Some(_) => break,
                // White's moves are numbered where the line is.
                None if is_numbered && position.turn().is_white() => break,
                None => {}
            }
        }
        let is_of_game = self.plies[first..].starts_with(&plies);
        if plies.len() < if is_numbered { 1 } else { 2 } || is_of_game {
            return None;
        }
        events.push(Event::EndVariation(0));
        Some(Found { ply: first, events, start, end, last })
    }
}

/// Longest text of a move, in bytes.
const LONGEST: usize = 64;

/// Returns the ply with which a text begins, and its length. As in `BxKt P-K4`, the longest reading need not be the right one.
fn ply(text: &str, read: &mut dyn FnMut(&str) -> Option<(Ply, usize)>) -> Option<(Ply, usize)> {
    let goes_on = |it: char| it.is_alphanumeric() || matches!(it, '-' | '–');
    let whole = read(text).filter(|it| it.1 > 0 && !text.slice(it.1..).starts_with(goes_on));
    whole.or_else(|| {
        let ends: Vec<usize> = text.match_indices(char::is_whitespace).map(|it| it.0).take(4).collect();
        let words =
            ends.into_iter().rev().map(|end| text.slice(..end).trim_end_matches([',', ';', '!', '?', '.']));
        words.filter(|it| !it.is_empty()).find_map(|it| read(it).filter(|found| found.1 == it.len()))
    })
}

/// Returns the next place in a comment where a line may begin: its first word, or a number.
fn next_start(text: &str, from: usize) -> Option<usize> {
    if from == 0 {
        return Some(blank_len(text)).filter(|it| *it < text.len());
    }
    let bytes = text.as_bytes();
    let begins = |at: &usize| {
        bytes[*at].is_ascii_digit()
            && !(bytes[at - 1].is_ascii_alphanumeric() || b".-:/%".contains(&bytes[at - 1]))
    };
    (from..bytes.len()).find(begins)
}

/// Returns the number at the beginning of a text, with the side it is of, and its length.
fn number(text: &str) -> Option<(u32, Color, usize)> {
    let (number, rest) = leading_number(text)?;
    let points = rest.leading(|it| it.is_whitespace() || matches!(it, '.' | '…' | ','));
    let signs = rest.slice(..points);
    let is_of_black = signs.matches('.').count() > 1 || signs.contains('…');
    let is_number = rest.starts_with(['.', '…']) || rest.starts_with(" .");
    let color = if is_of_black { Color::Black } else { Color::White };
    is_number.then(|| (number, color, text.len() - rest.len() + points))
}
