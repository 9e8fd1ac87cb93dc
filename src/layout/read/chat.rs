//! Chats as messengers export them: a time and a sender before what is said, as in `[12:03] Anna: e4`,
//! `[12/03/2026, 19:04:11] Anna: e4` and `12/03/2026, 19:04 - Anna: e4`.

use super::edited::{Edited, lines};
use crate::{
    layout::{Event, Game},
    slice::Slice as _,
    words::{
        heading,
        vocabulary::{is_of_move, is_whole_move},
    },
};

/// The longest time and name, in bytes.
const LONGEST: usize = 80;
/// Marks of the direction of writing.
const MARKS: [char; 3] = ['\u{200e}', '\u{200f}', '\u{feff}'];

/// Whether this is a time, perhaps with a date.
fn is_clock(time: &str) -> bool {
    let is_time =
        |it: char| it.is_ascii_digit() || matches!(it, ':' | '.' | '/' | '-' | ',') || it.is_whitespace();
    time.contains(':')
        && time.starts_with(|it: char| it.is_ascii_digit())
        && time.chars().all(|it| is_time(it) || matches!(it, 'a' | 'p' | 'm' | 'A' | 'P' | 'M'))
}

/// What stands before a message.
struct Stamp {
    /// Where the line's first sign is, after a mark of the direction of writing.
    start: usize,
    /// The signs in whose place a comment can begin: a bracket, or the date with the comma after it.
    opens: usize,
    /// Where the comment can end: the colon after the sender, or if there is none the dash after the time.
    close: usize,
    /// Whether there is a sender.
    is_sent: bool,
}

impl Stamp {
    fn of(line: &str) -> Option<Stamp> {
        let start = line.len() - line.trim_start_matches(MARKS).len();
        let line = line.slice(start..);
        let (opens, time, begin) = match line.strip_prefix('[') {
            Some(rest) => {
                let end = rest.find(']')?;
                (1, rest.slice(..end), end + 2)
            }
            None => {
                let end = line.find(" - ")?;
                let time = line.slice(..end);
                (time.find(", ")? + 1, time, end + 3)
            }
        };
        let name = line.slice(begin..);
        let is_name = |it: &usize| {
            let name = name.slice(..*it);
            let first =
                name.trim_start_matches(|it: char| it.is_whitespace() || MARKS.contains(&it) || it == '~');
            !name.contains(['{', '}']) && first.starts_with(|it: char| it.is_alphanumeric() || it == '+')
        };
        let colon = name.find(": ").filter(is_name).filter(|it| begin + it < LONGEST);
        let close = start + colon.map_or(begin - 1 - usize::from(opens > 1), |it| begin + it);
        is_clock(time).then_some(Stamp { start, opens, close, is_sent: colon.is_some() })
    }
}

/// Whether a message is neither a move nor a number nor a result, so that it is talk.
fn is_talk(said: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit();
    let may_be_move = |word: &str| is_whole_move(word) || word.contains(is_digit) && is_of_move(word);
    !said.contains(['{', '}'])
        && !said.split_whitespace().any(may_be_move)
        && !said.split_whitespace().all(is_of_move)
}

/// Returns the text of a chat with times and senders as comments, and with them talk, and the signs at the end of what is said.
pub fn of_chat(text: &str) -> Option<String> {
    const OF_MOVES: &str = "!?+-=#/±∓⩲⩱∞□";
    let first = lines(text).find(|it| !it.1.trim().is_empty())?;
    Stamp::of(first.1)?;
    lines(text).any(|it| Stamp::of(it.1).is_some_and(|it| it.is_sent)).then_some(())?;
    let mut edited = Edited::new(text);
    // Where the comment can be closed at the latest.
    let mut open: Option<usize> = None;
    let mut end = 0;
    let mut all = lines(text).peekable();
    while let Some((at, line)) = all.next() {
        let Some(stamp) = Stamp::of(line) else { continue };
        // A message that goes on in the next line may have moves there.
        let goes_on = all.peek().is_some_and(|it| !it.1.trim().is_empty() && Stamp::of(it.1).is_none());
        edited.put(at, stamp.start, b"");
        if open.take().is_none() {
            let date = line.slice(stamp.start..stamp.start + stamp.opens - 1).as_bytes();
            edited.put(at + stamp.start, stamp.opens, &[b"{", date].concat());
        }
        end = at + line.len();
        let close = at + stamp.close;
        let said = line.slice(stamp.close + 1..).trim_end();
        if !goes_on && is_talk(said) {
            open = Some(close);
            continue;
        }
        edited.put(close, 1, b"}");
        let is_sign =
            |it: &str| !it.contains(char::is_alphanumeric) && !it.chars().all(|it| OF_MOVES.contains(it));
        if let Some((before, signs)) = said.rsplit_once(' ')
            && is_sign(signs)
        {
            let place = at + stamp.close + 1 + before.len();
            edited.put(place, 1, b"{");
            open = Some(place);
        }
    }
    if let Some(close) = open {
        edited.put(if end < text.len() { end } else { close }, 1, b"}");
    }
    edited.text()
}

/// Returns the names of two people who have sent the moves of a game in turn, White's first, unless what was said before names others.
/// The text is one from [`of_chat`], and the game's begins at this offset.
pub fn players(text: &str, from: usize, game: &Game<'_>) -> Option<[String; 2]> {
    /// So many plies show whose they are.
    const FEWEST: usize = 4;
    let said = |until: usize| -> String {
        let messages = lines(text.slice(from..until)).filter_map(|it| it.1.split_once(": "));
        messages.flat_map(|it| [it.1, "\n"]).collect()
    };
    let mut names: [Option<&str>; 2] = [None; 2];
    let mut turn = usize::from(game.start.turn().is_black());
    let (mut count, mut depth) = (0, 0);
    for event in &game.events {
        match event {
            Event::BeginVariation => depth += 1,
            Event::EndVariation(_) => depth -= 1,
            _ => {}
        }
        let Event::Ply(_, span) = event else { continue };
        if depth > 0 {
            continue;
        }
        let start = span.range().start;
        if count == 0 && heading::tags(&said(start)).iter().any(|it| it.0 == "White") {
            return None;
        }
        let name = sender(text.slice(..start))?;
        if *names[turn].get_or_insert(name) != name {
            return None;
        }
        turn = 1 - turn;
        count += 1;
    }
    let [Some(white), Some(black)] = names else { return None };
    (count >= FEWEST && white != black).then(|| [white, black].map(str::to_owned))
}

/// Returns who has sent a move before which this text stands.
fn sender(before: &str) -> Option<&str> {
    let is_of_number = |it: char| it.is_ascii_digit() || it == '.' || it.is_whitespace();
    let stamp = before.trim_end_matches(is_of_number).strip_suffix('}')?;
    let stamp = stamp.slice(stamp.floor_char_boundary(stamp.len().saturating_sub(LONGEST))..);
    let stamp = stamp.rsplit(['\n', '{']).next()?;
    let (time, name) = stamp.split_once("] ").or_else(|| stamp.split_once(" - "))?;
    let name = name.trim_matches(|it: char| it.is_whitespace() || MARKS.contains(&it) || it == '~');
    let is_name = name.contains(char::is_alphabetic);
    (is_clock(time.trim_start_matches('[')) && is_name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_moves_and_comments() {
        for (text, expected) in [
            ("[12:03] Anna: e4\n", "{12:03] Anna} e4\n"),
            ("[12/03/2026, 19:04:11] Anna: e4\n", "{12/03/2026, 19:04:11] Anna} e4\n"),
            ("12/03/2026, 19:04 - Anna: e4\n", "{12/03/2026 19:04 - Anna} e4\n"),
            ("3/12/26, 7:04\u{202f}PM - Anna: e4\n", "{3/12/26 7:04\u{202f}PM - Anna} e4\n"),
            (
                "12.03.26, 19:00 - Messages and calls are end-to-end encrypted.\n12.03.26, 19:04 - Anna: 1. e4\n12.03.26, 19:05 - Hans: nice\n",
                "{12.03.26 19:00 - Messages and calls are end-to-end encrypted.\n12.03.26, 19:04 - Anna} 1. e4\n{12.03.26 19:05 - Hans: nice}",
            ),
            ("[12:03] Anna: e4\n[12:04] Hans: hm", "{12:03] Anna} e4\n{12:04] Hans} hm"),
            (
                "[12:03] Anna: Here it is\n1. e4 e5\n[12:05] Hans: thanks, I see\n",
                "{12:03] Anna} Here it is\n1. e4 e5\n{12:05] Hans: thanks, I see}",
            ),
            ("[12:03] Anna: e4 👍\n", "{12:03] Anna} e4{👍}"),
        ] {
            assert_eq!(of_chat(text).as_deref(), Some(expected), "{text}");
        }
        for text in
            ["1. e4 e5 2. Nf3 - Anna: well\n", "White: Anna\n1. e4 e5\n", "[Event \"?\"]\n\n1. e4 *\n"]
        {
            assert_eq!(of_chat(text), None, "{text}");
        }
    }
}
