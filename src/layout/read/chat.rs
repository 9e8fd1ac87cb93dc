//! Chats as exported by messengers, with time and sender before each message, as in `[12:03] Anna: e4`,
//! `[12/03/2026, 19:04:11] Anna: e4` and `12/03/2026, 19:04 - Anna: e4`, or on a line above it, as in
//! `Anna — Today at 7:04 PM`.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::edited::Edited;
use crate::{
    layout::{Event, Game, look::Look},
    lines::lines,
    slice::Slice as _,
    words::{
        ending::{self, Ending, Players, Said},
        heading,
        vocabulary::OfMove,
    },
};

/// Longest time and name, in bytes.
const LONGEST: usize = 80;
/// Marks of the direction of writing.
const MARKS: [char; 3] = ['\u{200e}', '\u{200f}', '\u{feff}'];

/// Whether `time` is a time, perhaps with a date, as phones write it: `19:04`, `3/12/26, 7:04 PM`,
/// `12/3/26 7:04 p. m.`, `12.03.2026 à 19:04`.
pub(super) fn is_clock(time: &str) -> bool {
    /// Longest word beside the figures, in letters.
    const LONGEST_WORD: usize = 2;
    let is_part =
        |it: char| it.is_alphanumeric() || matches!(it, ':' | '.' | '/' | '-' | ',') || it.is_whitespace();
    let is_short = |it: &str| it.chars().count() <= LONGEST_WORD;
    let has_minutes = time.as_bytes().windows(4).any(|it| {
        it[0].is_ascii_digit() && it[1] == b':' && it[2].is_ascii_digit() && it[3].is_ascii_digit()
    });
    has_minutes
        && time.starts_with(|it: char| it.is_ascii_digit())
        && time.chars().all(is_part)
        && time.split(|it: char| !it.is_alphabetic()).all(is_short)
}

/// The time and sender before a message.
struct Stamp {
    /// Offset of the first character after any mark of the writing direction.
    start: usize,
    /// Length in bytes of what the opening brace may replace: a bracket, the date and its comma, the time and its blank, or a
    /// whole line with a dash.
    opens: usize,
    /// Offset for the closing brace: the colon after the sender, or the dash after the time if no sender is
    /// named.
    close: usize,
    /// The range of the sender's name, if it is given.
    sender: Option<Range<usize>>,
}

/// The dash between the sender and the time of the messages below.
const DASH: &str = " — ";

impl Stamp {
    fn of(line: &str) -> Option<Stamp> {
        Stamp::before(line).or_else(|| Stamp::above(line))
    }

    /// Returns the stamp on a line of its own.
    fn above(line: &str) -> Option<Stamp> {
        let (sender, time) = line.split_once(DASH)?;
        let figures = time.find(|it: char| it.is_ascii_digit())?;
        let is_day = |it: char| it.is_alphabetic() || matches!(it, ' ' | ',' | '’' | '\'');
        let is_stamp = line.len() < LONGEST
            && sender.contains(char::is_alphanumeric)
            && !line.contains(['{', '}'])
            && time.slice(..figures).chars().all(is_day)
            && is_clock(time.slice(figures..).trim_end());
        let (opens, close) = (line.len(), line.len() - 1);
        is_stamp.then_some(Stamp { start: 0, opens, close, sender: Some(0..sender.len()) })
    }

    /// Returns the part of the line that the opening brace may replace.
    fn replaced<'t>(&self, line: &'t str) -> &'t str {
        line.slice(self.start..self.start + self.opens)
    }

    /// Returns what replaces the part of the line for the opening brace, which `sign` is, or a space.
    fn opening(&self, line: &str, sign: char) -> String {
        let replaced = self.replaced(line);
        match replaced.contains(DASH) {
            true => format!("{sign}{}", replaced.replacen(DASH, " - ", 1)),
            false => format!("{sign}{}", replaced.slice(..self.opens - 1)),
        }
    }

    /// Returns the stamp before a message.
    fn before(line: &str) -> Option<Stamp> {
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
                // Without a comma, the brace takes the place of the blank before the dash.
                (time.find(", ").unwrap_or(end) + 1, time, end + 3)
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
        let sender = colon.map(|it| start + begin..start + begin + it);
        is_clock(time).then_some(Stamp { start, opens, close, sender })
    }
}

/// Content of a message, or of a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Nothing,
    /// Neither moves, nor a lone number, nor a result. A number among other words is talk, as in
    /// `from round 3`.
    Talk,
    Moves,
}

impl Content {
    fn of(said: &str) -> Content {
        let words: Vec<&str> = said.split_whitespace().collect();
        // As in `P to K 4`.
        let is_of_move = |it: &str| OfMove::of(it) != OfMove::Nothing;
        let is_part = |it: &str| it.len() <= 3 && it.contains(char::is_uppercase) && is_of_move(it);
        let is_of = |n: Option<usize>| n.and_then(|n| words.get(n)).is_some_and(|it| is_part(it));
        let tells = |(n, word): (usize, &&str)| match Look::of(word.trim_end_matches([',', '!', '?'])) {
            Look::Move => true,
            Look::Number(_) => words.len() == 1 || is_of(n.checked_sub(1)) || is_of(Some(n + 1)),
            _ => false,
        };
        let has_moves = || words.iter().enumerate().any(tells) || words.iter().all(|it| is_of_move(it));
        match words.is_empty() {
            true => Content::Nothing,
            false if said.contains(['{', '}']) || has_moves() => Content::Moves,
            false => Content::Talk,
        }
    }
}

/// Returns the end of any talk before the first move of a message, and the start of any talk or signs after
/// its last move.
fn talk_around(said: &str) -> [Option<usize>; 2] {
    const OF_MOVES: &str = "!?+-=#/±∓⩲⩱∞□";
    let words: Vec<(usize, &str)> = words(said).collect();
    let is_sign = |it: &str| !it.contains(char::is_alphanumeric);
    let is_of_moves = |it: &str| matches!(Look::of(it), Look::Number(_) | Look::Move);
    let of_moves = |it: &str| it.chars().all(|it| OF_MOVES.contains(it));
    let first = words.iter().position(|it| is_of_moves(it.1)).filter(|it| *it > 0);
    let before = first.filter(|it| OfMove::of(words[it - 1].1) == OfMove::Nothing).map(|it| words[it].0 - 1);
    let is_after = |n: &usize| {
        let rest = said.slice(words[*n].0..);
        if is_sign(rest) {
            !of_moves(rest)
        } else {
            is_of_moves(words[n - 1].1) && Content::of(rest) == Content::Talk
        }
    };
    let after = (1..words.len()).find(is_after).map(|it| words[it].0 - 1);
    [before.filter(|it| Content::of(said.slice(..*it)) == Content::Talk), after]
}

/// Iterates over the words of a line with their offsets. Only spaces separate words, so the blank before each
/// has one byte.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let placed = move |word: &'_ str| {
        let at = next;
        next += word.len() + 1;
        at
    };
    line.split(' ').scan(placed, |placed, it| Some((placed(it), it))).filter(|it| !it.1.is_empty())
}

/// Returns the senders whose moves are few beside those of two others.
fn onlookers(text: &str) -> BTreeSet<&str> {
    /// A player sends at least this many times as many moves as an onlooker.
    const RATIO: usize = 4;
    let mut moves: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, line) in lines(text) {
        let Some(Stamp { sender: Some(sender), close, .. }) = Stamp::of(line) else { continue };
        let has_moves = Content::of(line.slice(close + 1..)) == Content::Moves;
        *moves.entry(line.slice(sender)).or_default() += usize::from(has_moves);
    }
    let mut counts: Vec<usize> = moves.values().copied().collect();
    counts.sort_unstable();
    let least = counts.iter().rev().nth(1).map_or(0, |it| it / RATIO);
    moves.into_iter().filter(|it| it.1 <= least).map(|it| it.0).collect()
}

/// Returns the text of a chat with times and senders as comments, and with them talk, and the signs at the end of what is said.
pub(super) fn of_chat(text: &str) -> Option<String> {
    /// Longest heading above the messages, in lines.
    const HEADING: usize = 6;
    /// So many stamps above messages show a chat.
    const ABOVE: usize = 4;
    let filled = lines(text).filter(|it| !it.1.trim().is_empty()).take(HEADING + 2);
    let stamped: Vec<bool> = filled.map(|it| Stamp::of(it.1).is_some()).collect();
    // Below a heading, two messages in succession show a chat.
    let begins = stamped.first() == Some(&true) || stamped.windows(2).any(|it| it[0] && it[1]);
    // Above the messages, stamps of the same senders return.
    let above = || {
        let sender = |it: &str| it.split(DASH).next().map(str::to_owned);
        let senders = lines(text).filter(|it| Stamp::above(it.1).is_some()).filter_map(|it| sender(it.1));
        let senders: Vec<String> = senders.take(ABOVE).collect();
        senders.len() == ABOVE && senders.iter().collect::<BTreeSet<_>>().len() < ABOVE
    };
    (begins || above()).then_some(())?;
    lines(text).any(|it| Stamp::of(it.1).is_some_and(|it| it.sender.is_some())).then_some(())?;
    let watching = onlookers(text);
    let mut edited = Edited::new(text);
    // Offset at which the open comment must be closed at the latest.
    let mut open: Option<usize> = None;
    let mut end = 0;
    // Whether the message has had moves; text before them is a heading.
    let mut moved = false;
    let all: Vec<(usize, &str)> = lines(text).collect();
    for (n, &(at, line)) in all.iter().enumerate() {
        end = at + line.len();
        let Some(stamp) = Stamp::of(line) else {
            // In a line without a stamp, a comment can begin or end in place of the preceding line end.
            let content = Content::of(line);
            if content == Content::Moves && open.take().is_some() {
                edited.put(at - 1, 1, b"}");
            } else if content == Content::Talk && moved && open.is_none() {
                edited.put(at - 1, 1, b"{");
                open = Some(at - 1);
            }
            moved |= content == Content::Moves;
            continue;
        };
        edited.put(at, stamp.start, b"");
        let is_open = open.take().is_some();
        if !is_open || stamp.replaced(line).contains(DASH) {
            let opening = stamp.opening(line, if is_open { ' ' } else { '{' });
            edited.put(at + stamp.start, stamp.opens, opening.as_bytes());
        }
        let close = at + stamp.close;
        let said = line.slice(stamp.close + 1..).trim_end();
        let further = || all[n + 1..].iter().take_while(|it| Stamp::of(it.1).is_none());
        let watches = stamp.sender.is_some_and(|it| watching.contains(line.slice(it)));
        moved = Content::of(said) == Content::Moves && !watches;
        let talks =
            || said.is_empty() && further().next().is_some_and(|it| Content::of(it.1) == Content::Talk);
        if !moved && (talks() || further().all(|it| Content::of(it.1) != Content::Moves)) {
            open = Some(close);
            continue;
        }
        let from = at + stamp.close + 1;
        let [before, after] = talk_around(said);
        edited.put(before.map_or(close, |it| from + it), 1, b"}");
        if let Some(place) = after.map(|it| from + it) {
            edited.put(place, 1, b"{");
            open = Some(place);
        }
    }
    if let Some(close) = open {
        edited.put(if end < text.len() { end } else { close }, 1, b"}");
    }
    edited.text()
}

/// Returns the names of two people who sent the moves of a game in turn, White's first, unless an earlier
/// message names the players. `text` comes from [`of_chat`]; the game begins at offset `from`.
pub fn players(text: &str, from: usize, game: &Game<'_>) -> Option<[String; 2]> {
    /// Fewest plies that show who plays which side.
    const FEWEST: usize = 4;
    let said = |until: usize| -> String {
        let messages = lines(text.slice(from..until)).filter_map(|it| it.1.split_once(": "));
        messages.flat_map(|it| [it.1, "\n"]).collect()
    };
    let mut names: [Option<&str>; 2] = [None; 2];
    let mut turn = usize::from(game.start.turn().is_black());
    let mut count = 0;
    for (_, Range { start, .. }) in game.main_line() {
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

/// Returns the ending sent after the last move: a player's resignation, or a draw of which both speak. `text`
/// comes from [`of_chat`] and ends with the game.
pub fn ending(text: &str, game: &Game<'_>, names: [&str; 2]) -> Option<Said> {
    let end = |it: &Event<'_>| if let Event::Ply(_, span) = it { Some(span.range().end) } else { None };
    let last = game.events.iter().filter_map(end).max()?;
    let players = Players::named(names);
    /// Between the parts of a message.
    const SIGNS: [char; 6] = [',', '.', '!', '?', ';', '}'];
    // Who spoke of a draw.
    let mut drawing: Option<&str> = None;
    lines(text.slice(last..)).find_map(|(at, line)| {
        let (time, message) = line.split_once("] ").or_else(|| line.split_once("- "))?;
        let (name, words) = message.split_once([':', '}'])?;
        let time = time.split_once('{').map_or(time, |it| it.1).trim_start_matches('[');
        is_clock(time).then_some(())?;
        let told = |part: &str| match ending::told(part.trim().trim_end_matches(SIGNS), &players)? {
            Ending::Resigned => players.named_in(name).map(|it| Ending::Won(!it)),
            Ending::LastWins => None,
            ending => Some(ending),
        };
        // As in `gg, I resign`.
        let (part, ending) = words.split_inclusive(SIGNS).find_map(|it| Some((it, told(it)?)))?;
        // A question offers a draw.
        let is_agreed = ending != Ending::Drawn
            || *drawing.get_or_insert(name) != name && !part.trim_end_matches('}').ends_with('?');
        is_agreed.then(|| Said { in_heading: false, ending, place: last + at..last + at + line.len() })
    })
}

/// Returns the sender of the move that follows `before`.
fn sender(before: &str) -> Option<&str> {
    let is_of_number = |it: char| it.is_ascii_digit() || it == '.' || it.is_whitespace();
    let stamp = before.trim_end_matches(is_of_number).strip_suffix('}')?;
    let stamp = stamp.slice(stamp.floor_char_boundary(stamp.len().saturating_sub(LONGEST))..);
    // Talk may stand between the stamp and the move.
    stamp.rsplit('{').next()?.rsplit('\n').find_map(named)
}

/// Returns the sender whom a stamp names.
fn named(stamp: &str) -> Option<&str> {
    let (time, name) = stamp.split_once("] ").or_else(|| stamp.split_once("- "))?;
    let behind = name.slice(name.find(|it: char| it.is_ascii_digit()).unwrap_or_default()..).trim_end();
    let (time, name) = if is_clock(behind) { (behind, time) } else { (time, name) };
    // The comment also contains any words before the move.
    let name = name.split(": ").next().unwrap_or_default();
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
            // Phones of other languages have no comma, or a word.
            ("12/3/26 19:04 - Anna: e4\n", "{12/3/26 19:04- Anna} e4\n"),
            ("12-03-2026 19:04 - Anna: e4\n", "{12-03-2026 19:04- Anna} e4\n"),
            ("12. 3. 2026 7:04 p. m. - Anna: e4\n", "{12. 3. 2026 7:04 p. m.- Anna} e4\n"),
            ("12/03/2026 à 19:04 - Anna: e4\n", "{12/03/2026 à 19:04- Anna} e4\n"),
            // A message that goes on below its move.
            (
                "[12:03] Anna: e4\nsee you tomorrow\n[12:04] Hans: e5\n",
                "{12:03] Anna} e4{see you tomorrow\n[12:04] Hans} e5\n",
            ),
            (
                "[12:03] Anna: my game from round 3\n[12:04] Anna: 1. e4 e5\n2. Nf3\n",
                "{12:03] Anna: my game from round 3\n[12:04] Anna} 1. e4 e5\n2. Nf3\n",
            ),
            ("[12:03] Anna: e4 👍\n", "{12:03] Anna} e4{👍}"),
            ("[12:03] Anna: e4 !?\n", "{12:03] Anna} e4 !?\n"),
            ("[12:03] Anna: d4 and good luck!\n", "{12:03] Anna} d4{and good luck!}"),
            (
                "[12:03] Eva: Bb5 \u{200e}<This message was edited>\n[12:04] Max: a6\n",
                "{12:03] Eva} Bb5{\u{200e}<This message was edited>\n[12:04] Max} a6\n",
            ),
            ("[12:03] Anna: well then e4 e5 now\n", "{12:03] Anna: well then}e4 e5{now}"),
            ("[12:03] Anna: my knight takes e5\n", "{12:03] Anna} my knight takes e5\n"),
            ("[12:03] Anna: Kt to KB3 check\n", "{12:03] Anna} Kt to KB3 check\n"),
            ("[12:03] Anna: exd6 e.p.\n", "{12:03] Anna} exd6 e.p.\n"),
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
