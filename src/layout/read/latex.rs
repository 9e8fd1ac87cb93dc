//! LaTeX of the packages skak and xskak: the moves of a game are arguments of a command, with words and
//! variations between them.

use std::ops::Range;

use super::{
    edited::{Edited, comment_end},
    enclosed::{LONGEST, begins_game, has_moves},
};
use crate::{chess::Tags, lex::leading_number, lines::lines, slice::Slice as _, words::vocabulary::OfMove};

/// Longest options of a command, in bytes.
const LONGEST_OPTIONS: usize = 1 << 10;

/// A command whose argument begins with a move number.
struct Command<'t> {
    name: &'t str,
    /// Range from the backslash to the closing brace.
    span: Range<usize>,
    argument: Range<usize>,
}

/// Returns `text` with the moves of its game in sequence and everything else in comments.
///
/// The command of the first move, whatever its name, contains the game; others contain variations.
pub fn of_latex(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return None;
    }
    if let Some(tables) = with_bars(text) {
        return Some(tables);
    }
    let commands: Vec<Command<'_>> = text.match_indices('\\').filter_map(|it| command(text, it.0)).collect();
    let is_placed = |n: usize| {
        let from = n.checked_sub(1).map_or(0, |before| commands[before].span.end);
        tags(text, from..commands[n].span.start).is_some_and(|it| it.1.contains(POSITION.1))
    };
    let begins = (0..commands.len())
        .filter(|n| begins_game(text.slice(commands[*n].argument.clone())) || is_placed(*n))
        .map(|n| &commands[n]);
    let len = |name: &str| -> usize {
        commands.iter().filter(|it| it.name == name).map(|it| it.argument.len()).sum()
    };
    let name = begins.map(|it| it.name).max_by_key(|it| len(it))?;
    // Words around a game have neither moves nor tags.
    let are_words =
        |range: Range<usize>| tags(text, range.clone()).is_none() && !has_moves(text.slice(range));
    let mut edited = Edited::new(text);
    let mut at = 0;
    for Command { span, argument, .. } in commands.iter().filter(|it| it.name == name) {
        if span.start < at {
            continue;
        }
        edited.put(span.start, argument.start - span.start, b"");
        let is_heading = begins_game(text.slice(argument.clone()));
        if is_heading && are_words(at..span.start) {
            bare(&mut edited, text, at..span.start);
        } else if !text.slice(at..span.start).trim().is_empty() {
            words(&mut edited, text, at..span.start, argument.start - 1);
            edited.blank(text, span.start..argument.start - 2);
        }
        for (n, _) in text.slice(argument.clone()).match_indices("%\n") {
            edited.put(argument.start + n, 1, b"");
        }
        edited.put(argument.end, 1, b"");
        at = span.end;
    }
    if are_words(at..text.len()) {
        bare(&mut edited, text, at..text.len());
    } else if let Some(end) = comment_end(text, at).filter(|it| !text.slice(at..*it).trim().is_empty()) {
        words(&mut edited, text, at..end, end);
    }
    edited.text()
}

/// Returns `text` with bars between the cells of its tables and without commands, if a table has rows of
/// numbered moves.
fn with_bars(text: &str) -> Option<String> {
    /// End of a row.
    const END: &str = "\\\\";
    let is_row = |line: &str| {
        let mut cells = line.split('&').map(str::trim);
        let number = cells
            .next()
            .and_then(|it| leading_number(it))
            .is_some_and(|it| it.1.trim_matches('.').is_empty());
        number && cells.next().is_some_and(OfMove::is_whole)
    };
    let rows = || lines(text).filter(|it| is_row(it.1));
    rows().nth(1)?;
    let mut edited = Edited::new(text);
    bare(&mut edited, text, 0..text.len());
    for (at, line) in rows() {
        line.match_indices('&').for_each(|it| edited.put(at + it.0, 1, b"|"));
        line.rfind(END).into_iter().for_each(|it| edited.put(at + it, END.len(), b""));
    }
    edited.text()
}

/// Blanks the commands and braces of this range.
fn bare(edited: &mut Edited, text: &str, range: Range<usize>) {
    /// Commands whose arguments are names or lengths.
    const NAMING: [&str; 7] = ["documentclass", "usepackage", "begin", "end", "vspace", "hspace", "scalebox"];
    const BRACKETS: [(char, char); 2] = [('{', '}'), ('[', ']')];
    let mut at = range.start;
    while let Some(n) = text.slice(at..range.end).find(['\\', '{', '}', '~']) {
        at += n;
        let rest = text.slice(at..range.end);
        let name = rest.strip_prefix('\\').map(|it| it.slice(..it.leading(|it| it.is_ascii_alphabetic())));
        let mut len = match name {
            // An escaped sign or a line break, as in `\&` and `\\`.
            Some("") => rest.chars().take(2).map(char::len_utf8).sum(),
            Some(name) => 1 + name.len(),
            None => 1,
        };
        if name.is_some_and(|it| !it.is_empty()) {
            len += usize::from(rest.slice(len..).starts_with('*'));
            let option = rest.slice(len..).strip_prefix('[').and_then(|it| it.find(']'));
            len += option.map_or(0, |it| it + 2);
        }
        while name.is_some_and(|it| NAMING.contains(&it))
            && let Some(close) = BRACKETS.iter().find(|it| rest.slice(len..).starts_with(it.0))
            && let Some(end) = rest.slice(len..).find(close.1)
        {
            len += end + 1;
        }
        edited.blank(text, at..at + len);
        at += len;
    }
}

/// Turns the words of this range into a comment whose closing brace is just before `end`. Tags in them divide
/// it.
fn words(edited: &mut Edited, text: &str, range: Range<usize>, end: usize) {
    // The opening brace may take the place of a preceding command's brace.
    let gives_way = |it: char| it.is_whitespace() || it.is_ascii_punctuation() && !matches!(it, '\\' | '%');
    let start = match text.slice(range.clone()).starts_with(gives_way) {
        true => range.start,
        false => range.start.saturating_sub(1),
    };
    match tags(text, range.clone()) {
        _ if text.slice(start..).starts_with(char::is_alphanumeric) => edited.without_braces(text, range),
        Some((place, tags)) => {
            edited.put(place.start, 1, b"");
            if place.start > start {
                edited.comment(text, start..place.start + 1);
            }
            edited.put(place.start + 1, place.len() - 1, format!("\n{tags}").as_bytes());
            if !text.slice(place.end..range.end).trim().is_empty() {
                edited.comment(text, place.end - 1..end);
            }
        }
        None => edited.comment(text, start..end),
    }
}

/// The xskak option with the start position of a game.
const POSITION: (&str, &str) = ("setfen", "FEN");

/// The skak command with the start position of a game.
const BOARD: &str = "fenboard{";

/// The skak command that resets the start position.
const NEW: &str = "newgame";

/// Returns the name and value of the tag that a command's option sets.
fn of_option(option: &str) -> Option<(&str, &str)> {
    let (key, value) = option.split_once('=')?;
    let name = Tags::ROSTER.into_iter().find(|name| name.eq_ignore_ascii_case(key.trim()));
    let name = name.or((key.trim() == POSITION.0).then_some(POSITION.1));
    let value = value.trim();
    let value = value.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(value);
    Some((name.unwrap_or(key.trim()), value))
}

/// Splits the options of a command at commas outside braces.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |it: char| {
        depth += match it {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        it == ',' && depth == 0
    })
}

/// Returns the last tags set in this range, as in `\newchessgame[white=Lasker,result=0-1]` and
/// `\fenboard{…}`, in PGN, with their range.
fn tags(text: &str, range: Range<usize>) -> Option<(Range<usize>, String)> {
    let command = |at: usize| {
        let rest = text.slice(at + 1..range.end.min(at + 1 + LONGEST_OPTIONS));
        if let Some((fen, _)) = rest.strip_prefix(BOARD).and_then(|it| it.split_once('}')) {
            let place = at..at + 1 + BOARD.len() + fen.len() + 1;
            return Some((place, format!("[{} \"{fen}\"]", POSITION.1)));
        }
        let open = rest.leading(char::is_alphabetic);
        let begins = rest.starts_with("new");
        let set = rest.slice(open..).strip_prefix('[')?;
        let len = set.find(']')?;
        let place = at..at + 1 + open + 1 + len + 1;
        let found: Vec<_> = options(set.slice(..len)).filter_map(of_option).collect();
        found.iter().find(|it| Tags::ROSTER.contains(&it.0) || begins && it.0 == POSITION.1)?;
        let quoted: String = found.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
        let plain: String = found.iter().map(|(name, value)| format!("[{name} {value}]")).collect();
        let fits = |it: &String| !it.is_empty() && it.len() + 3 <= place.len();
        [quoted, plain].into_iter().find(fits).map(|it| (place, it))
    };
    // Tags above the reset belong to no game.
    let resets = |at: &usize| {
        let name = text.slice(at + 1..range.end).strip_prefix(NEW);
        name.is_some_and(|it| !it.starts_with(|it: char| it.is_alphabetic() || it == '['))
    };
    let found = text.slice(range.clone()).match_indices('\\').map(|it| range.start + it.0);
    found.rev().take_while(|it| !resets(it)).find_map(command)
}

/// Returns the command at this offset, if its argument begins with a move number.
fn command(text: &str, at: usize) -> Option<Command<'_>> {
    let rest = text.slice(at + 1..at + 1 + LONGEST);
    let len = rest.leading(|it| it.is_ascii_alphabetic() || it == '*');
    let name = rest.slice(..len);
    let mut open = len;
    if rest.slice(open..).starts_with('[') {
        open += rest.slice(open..).find([']', '\n']).filter(|n| rest.slice(open + n..).starts_with(']'))? + 1;
    }
    let inner = rest.slice(open..).strip_prefix('{')?;
    let begin = inner.trim_start_matches(|it: char| it.is_whitespace() || it == '%');
    let numbered = leading_number(begin).is_some_and(|it| it.1.starts_with(['.', '…']));
    if name.is_empty() || !numbered {
        return None;
    }
    let start = at + 1 + open + 1 + inner.len() - begin.len();
    let mut depth = 1;
    let ends = |it: char| {
        depth += match it {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth == 0
    };
    let end = start + begin.find(ends)?;
    Some(Command { name, span: at..end + 1, argument: start..end })
}
