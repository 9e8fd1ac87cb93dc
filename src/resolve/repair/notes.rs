//! Finds the notes in a line with errors: they extend from two words foreign to moves to a number with which
//! the game may continue, and after which the numbers are consecutive. If an earlier number may be that too,
//! the words between are either.

use crate::{lex, lines, resolve::Looks, slice::Slice as _, words::vocabulary::OfMove};

/// Longest note, in words.
const LONGEST: usize = 300;
/// In a note, numbers up to this far ahead may belong to a line not played.
const AHEAD: u32 = 8;
/// Fewest letters of both words that begin a note, and of the longer one.
const LEAST: usize = 2;
const LONG: usize = 5;

/// A word of a line.
struct Word<'t> {
    start: usize,
    text: &'t str,
    /// The move number, if a move follows, and whether it is Black's.
    number: Option<(u32, bool)>,
}

/// Returns the looks of the text from each of these offsets on, in order. `letters` are the offsets of the
/// line's characters, without asides such as variations; `number` is its first move number.
pub(super) fn looks(text: &str, number: u32, letters: &[usize]) -> Vec<(usize, Looks)> {
    let Some(&from) = letters.first() else { return Vec::new() };
    let words = words(text, from, letters);
    let mut looks = Vec::new();
    let mut last = number;
    // Moves of the last row.
    let mut moves = 0;
    let mut n = 0;
    while n < words.len() {
        if let Some((number, is_blacks)) = words[n].number.filter(|it| (last..=last + 1).contains(&it.0)) {
            last = number;
            moves = usize::from(is_blacks);
        }
        if !begins_note(&words[n..]) {
            moves += usize::from(OfMove::is_whole(lex::without_number(words[n].text)));
            n += 1;
            continue;
        }
        let ahead =
            words[n..].iter().enumerate().take(LONGEST).filter_map(|(m, it)| Some((n + m, it.number?)));
        let near = ahead.take_while(|it| it.1.0 <= last + AHEAD);
        let goes_on = |it: &(usize, (u32, bool))| it.1 == (last + 1, false) || it.1.0 == last && moves < 2;
        let ends: Vec<usize> = near.filter(goes_on).map(|it| it.0).collect();
        let Some(&first) = ends.first() else {
            looks.push((words[n].start, Looks::Note));
            break;
        };
        let end = ends.iter().copied().find(|it| counts_on(&words[*it..])).unwrap_or(ends[ends.len() - 1]);
        looks.push((words[n].start, Looks::Note));
        if first < end {
            looks.push((words[first].start, Looks::Either));
        }
        looks.push((words[end].start, Looks::Moves));
        n = end;
    }
    looks
}

/// Whether the numbers of these words are consecutive.
fn counts_on(words: &[Word<'_>]) -> bool {
    const ENOUGH: u32 = 2;
    let numbers: Vec<u32> = words.iter().take(LONGEST).filter_map(|it| Some(it.number?.0)).collect();
    let counted = numbers.windows(2).take_while(|it| (it[0]..=it[0] + 1).contains(&it[1])).count();
    counted + 1 == numbers.len() || numbers.first().is_some_and(|it| numbers[counted] >= it + ENOUGH)
}

/// Whether a note begins here, with two words foreign to moves, perhaps with a short one between them.
fn begins_note(words: &[Word<'_>]) -> bool {
    let letters = |it: &Word<'_>| {
        let word = it.text.trim_matches(|it: char| !it.is_alphanumeric());
        let is_word = word.chars().skip(1).all(char::is_lowercase) && OfMove::of(word) == OfMove::Nothing;
        if is_word { word.chars().filter(|it| it.is_alphabetic()).count() } else { 0 }
    };
    let [one, others @ ..] = words else { return false };
    let one = letters(one);
    let other = others.iter().take(2).map(letters).max().unwrap_or(0);
    one.min(other) >= LEAST && one.max(other) >= LONG
}

fn words<'t>(text: &'t str, from: usize, letters: &[usize]) -> Vec<Word<'t>> {
    let is_of_line = |it: &Word<'_>| {
        let next = letters.get(letters.partition_point(|at| *at < it.start));
        next.is_some_and(|at| *at < it.start + it.text.len())
    };
    let mut words: Vec<Word<'_>> = lines::words(text.slice(from..))
        .map(|(at, text)| Word { start: from + at, text, number: None })
        .filter(is_of_line)
        .collect();
    for n in 0..words.len() {
        let Some((number, rest)) = lex::leading_number(words[n].text) else { continue };
        let glued = rest.trim_start_matches(['.', '…']);
        let mut after = words[n + 1..].iter().map(|it| it.text);
        let mut dots = rest.len() - glued.len();
        let mut next = Some(glued);
        while let Some(it) = next.filter(|it| it.trim_matches(['.', '…']).is_empty()) {
            dots += it.len();
            next = after.next();
        }
        let is_move = next
            .is_some_and(|it| it.contains(|it: char| it.is_ascii_digit()) || OfMove::of(it) >= OfMove::Part);
        if is_move && (glued.is_empty() || dots > 0) {
            words[n].number = Some((number, dots > 1));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Vec<usize> {
        text.char_indices().map(|it| it.0).collect()
    }

    #[test]
    fn notes_end_at_numbers_with_which_the_game_may_go_on() {
        let text = "1. e4 e5 2. Nf3 Nc6 Ez jobbnak tetszik 2. . . d5 is. 3. Bb5 a6 Ezzel fenyeget 4. Bxc6 dxc6 5. d3 Qf6 4. Ba4 Nf6 5. O-O";
        let parts: Vec<(&str, Looks)> =
            looks(text, 1, &letters(text)).into_iter().map(|it| (text.slice(it.0..it.0 + 4), it.1)).collect();
        let expected = [
            ("Ez j", Looks::Note),
            ("3. B", Looks::Moves),
            ("Ezze", Looks::Note),
            ("4. B", Looks::Either),
            ("4. B", Looks::Moves),
        ];
        assert_eq!(parts, expected);
        let text = "1. P. takes Kt. Kt. takes P. 2. Castles Kt. to his third";
        assert_eq!(looks(text, 1, &letters(text)), []);
    }

    #[test]
    fn words_of_a_variation_begin_no_note() {
        let text = "1. e4 e5 2. Nf3 (2. f4 is better here) Nc6 3. Bb5 a6";
        let aside = text.find('(').zip(text.find(')')).map(|it| it.0..=it.1);
        let mut letters = letters(text);
        assert!(!looks(text, 1, &letters).is_empty());
        letters.retain(|at| aside.as_ref().is_some_and(|it| !it.contains(at)));
        assert_eq!(looks(text, 1, &letters), []);
    }
}
