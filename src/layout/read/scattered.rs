//! Games with one ply per line, but other lines in between: those of consoles, chats and engine logs.
//!
//! ```text
//! White (1) : e4            10:02:07 Engine played e2e4 in 7 ms
//! r n b q k b n r           10:02:07 waiting
//! My move is : e5           10:02:09 Engine played e7e5 in 9 ms
//! ```
//!
//! Lines with a ply differ only in it and in their numbers. Other lines become comments, except boards and
//! positions of the game and recurring words, which are blanked.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    edited::{Edited, NUMBER, kind},
    labelled::{FEWEST, Labelled},
    literal::UCI_COMMAND,
};
use crate::{
    chess::{Ply, Position},
    layout::{
        pgn::{all_plies, of_text},
        rows::is_rule,
    },
    lines::{lines, words},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Fewest similar lines.
const ALIKE: usize = 3;

/// Only this many of the most frequent kinds of lines are tried.
const MOST_KINDS: usize = 6;

/// A line with a single move.
struct Candidate {
    /// Index of its line.
    n: usize,
    /// The line with `*` for the move and `#` for numbers.
    kind: String,
    ply: Range<usize>,
    text: String,
}

impl Candidate {
    fn of(n: usize, at: usize, line: &str) -> Option<Candidate> {
        if let Some(Labelled { ply, text, .. }) = Labelled::of(at, line) {
            let (before, after) = (line.slice(..ply.start - at), line.slice(ply.end - at..));
            let is_single = words(before).all(|it| !OfMove::is_whole(it.1));
            return is_single.then(|| Candidate {
                n,
                kind: format!("{}*{}", kind(before), kind(after)),
                ply,
                text,
            });
        }
        let is_sign = |it: char| !it.is_alphanumeric() && !matches!(it, '+' | '#' | '=' | '-');
        let mut moves = words(line).filter_map(|(start, word)| {
            let begin = start + word.len() - word.trim_start_matches(is_sign).len();
            let core = word.trim_matches(is_sign);
            (OfMove::is_whole(core)).then(|| begin..begin + core.len())
        });
        let (Some(place), None) = (moves.next(), moves.next()) else { return None };
        let kind = format!("{}*{}", kind(line.slice(..place.start)), kind(line.slice(place.end..)));
        let text = line.slice(place.clone()).to_owned();
        Some(Candidate { n, kind, ply: at + place.start..at + place.end, text })
    }

    fn has_words(&self) -> bool {
        self.kind.contains(char::is_alphabetic)
    }
}

/// A game found in some lines.
struct Found<'c> {
    lines: Vec<&'c Candidate>,
    plies: Vec<Ply>,
}

/// Returns the longest game whose plies are on lines of one kind, or of two.
fn longest(candidates: &[Candidate]) -> Option<Found<'_>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    candidates.iter().for_each(|it| *counts.entry(&it.kind).or_default() += 1);
    let mut kinds: Vec<(&str, usize)> = counts.into_iter().filter(|it| it.1 >= ALIKE).collect();
    kinds.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    kinds.truncate(MOST_KINDS);
    let kinds: Vec<&str> = kinds.into_iter().map(|it| it.0).collect();
    let singles = kinds.iter().map(|it| [*it, *it]);
    let pairs =
        kinds.iter().enumerate().flat_map(|(n, one)| kinds[n + 1..].iter().map(|other| [*one, *other]));
    let found = singles.chain(pairs).filter_map(|pair| {
        let lines: Vec<&Candidate> = candidates.iter().filter(|it| pair.contains(&&*it.kind)).collect();
        let moves: Vec<&str> = lines.iter().map(|it| &*it.text).collect();
        let plies = if lines.len() < FEWEST { None } else { all_plies(&moves.join(" ")) };
        plies.filter(|it| it.len() == lines.len()).map(|plies| Found { lines, plies })
    });
    found.max_by_key(|it| it.lines.len())
}

/// Returns the pieces of a line that may be a rank of a board, in FEN letters; `None` if it has other words.
fn pieces(line: &str) -> Option<String> {
    const FIGURINES: &str = "♙♘♗♖♕♔♟♞♝♜♛♚";
    const LETTERS: &str = "PNBRQKpnbrqk";
    let mut pieces = String::new();
    for sign in line.chars() {
        let figurine = FIGURINES.chars().position(|it| it == sign).and_then(|n| LETTERS.chars().nth(n));
        match figurine.or_else(|| LETTERS.contains(sign).then_some(sign)) {
            Some(piece) => pieces.push(piece),
            None if sign.is_alphanumeric() && !matches!(sign, '1'..='8') => return None,
            None => {}
        }
    }
    Some(pieces)
}

/// Part of a board shown by a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Board,
    /// The frame around a board.
    Frame,
}

const FILES: usize = 8;

/// Returns what part of a board with these FEN ranks a line shows; `None` if it is anything else.
fn shown(line: &str, board: &str) -> Option<Shown> {
    let is_rank = |of_line: &str| {
        board.split('/').any(|it| it.chars().filter(|it| it.is_alphabetic()).eq(of_line.chars()))
    };
    let is_of_files =
        || line.chars().filter(|it| it.is_alphabetic()).collect::<String>().eq_ignore_ascii_case("abcdefgh");
    let signs = || line.chars().filter(|it| !it.is_whitespace() && !it.is_ascii_digit()).count();
    if is_rule(line) || is_of_files() {
        return Some(Shown::Frame);
    }
    let is_of_board = signs() >= FILES && pieces(line).is_some_and(|it| is_rank(&it));
    (is_of_board || line.split_whitespace().next() == Some(board)).then_some(Shown::Board)
}

/// Treatment of a line between the plies of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Blanked: empty, the frame of a board, a repeated move, or a label.
    LeftOut,
    /// Blanked: a board of the game.
    Board,
    Comment,
    /// Words after the last ply.
    Words,
    /// Perhaps another move of the game.
    Move,
}

/// The lines of a text, some of which have the plies of a game.
struct Scattered<'c, 't> {
    all: Vec<(usize, &'t str)>,
    /// Number of lines of each kind, whatever they are, and of those with a single move.
    counts: HashMap<String, usize>,
    game: Vec<&'c Candidate>,
    /// Lines with moves outside the game, by index.
    others: HashMap<usize, &'c Candidate>,
}

impl<'c, 't> Scattered<'c, 't> {
    fn new(
        all: Vec<(usize, &'t str)>,
        candidates: &'c [Candidate],
        game: Vec<&'c Candidate>,
    ) -> Scattered<'c, 't> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for (_, line) in all.iter().filter(|it| !it.1.trim().is_empty()) {
            *counts.entry(kind(line)).or_default() += 1;
        }
        candidates.iter().for_each(|it| *counts.entry(it.kind.clone()).or_default() += 1);
        let of_game: HashSet<usize> = game.iter().map(|it| it.n).collect();
        let others = candidates.iter().filter(|it| !of_game.contains(&it.n)).map(|it| (it.n, it)).collect();
        Scattered { all, counts, game, others }
    }

    fn count(&self, line: &str) -> usize {
        self.counts.get(&kind(line)).copied().unwrap_or_default()
    }

    /// Returns the number of lines like line `n`, but for a move that isn't one of the game, as in an engine's thoughts.
    fn count_at(&self, n: usize) -> usize {
        let with_move = self.others.get(&n).and_then(|it| self.counts.get(&it.kind));
        self.count(self.all[n].1).max(with_move.copied().unwrap_or_default())
    }

    /// Returns the head of the message with the first ply, such as its sender and time. As in a chat, it makes
    /// room for the number of the ply.
    fn head(&self) -> Option<(usize, &'t str)> {
        let first = self.game[0];
        let above = self.all[..first.n].iter().rfind(|it| !it.1.trim().is_empty())?;
        let (is_bare, count) = (first.kind == "*", self.count(above.1));
        let recurs = count >= ALIKE && count * 3 >= self.game.len();
        (is_bare && recurs && above.1.len() > NUMBER.len()).then_some(*above)
    }

    /// Decides on line `n`, which follows ply `i`; `boards` are the boards of the game there.
    fn fate(&self, n: usize, i: usize, boards: &[String]) -> Fate {
        let words = self.all[n].1;
        let (line, next) = (self.game[i], self.game.get(i + 1));
        if words.trim().is_empty() {
            return Fate::LeftOut;
        }
        if let Some(shown) = boards.iter().find_map(|it| shown(words, it)) {
            return if shown == Shown::Board { Fate::Board } else { Fate::LeftOut };
        }
        let count = self.count_at(n);
        let other = self.others.get(&n);
        let echoes = |it: &&Candidate| it.text == line.text || next.is_some_and(|next| it.text == next.text);
        // Words repeated at each move of a side are a label.
        let is_label = || {
            let is_frequent = count >= ALIKE && count * 3 >= self.game.len();
            is_frequent && !words.contains(|it: char| it.is_ascii_digit()) && other.is_none()
        };
        let repeats = || {
            let moves = words.split_once(UCI_COMMAND).map_or("", |it| it.1).split_whitespace();
            words.contains(UCI_COMMAND) && self.game[..=i].iter().map(|it| &*it.text).eq(moves)
        };
        match other {
            _ if repeats() || other.is_some_and(echoes) || is_label() && next.is_some() => Fate::LeftOut,
            Some(it) if count < ALIKE && goes_on(&self.game[..=i], it) => Fate::Move,
            _ if next.is_none() && count < ALIKE => Fate::Words,
            _ => Fate::Comment,
        }
    }
}

/// Returns the text with the plies of such a game by themselves.
pub(super) fn with_scattered_plies(text: &str) -> Option<String> {
    let all: Vec<(usize, &str)> = lines(text).collect();
    let candidates: Vec<Candidate> =
        all.iter().enumerate().filter_map(|(n, (at, line))| Candidate::of(n, *at, line)).collect();
    if candidates.len() < FEWEST {
        return None;
    }
    let Found { lines: game, plies } = longest(&candidates)?;
    let found = Scattered::new(all, &candidates, game);
    let mut edited = Edited::new(text);
    if let Some((at, head)) = found.head() {
        edited.put(at, head.len(), b"");
        edited.put(at + head.len() - NUMBER.len(), NUMBER.len(), NUMBER);
    }
    let mut position = Position::default();
    let mut fates: Vec<(Fate, usize)> = Vec::new();
    for (i, ply) in plies.iter().enumerate() {
        let before = position.fen();
        position.play(ply);
        // Both sides may have moved before the next line shows the second move.
        let mut coming = position.clone();
        plies.get(i + 1).into_iter().for_each(|it| coming.play(it));
        let ranks = |fen: String| fen.split(' ').next().unwrap_or_default().to_owned();
        let boards = [before, position.fen(), coming.fen()].map(ranks);
        let line = found.game[i];
        put(&mut edited, line, found.all[line.n], i == 0);
        let end = found.game.get(i + 1).map_or(found.all.len(), |it| it.n);
        let mut kept: Option<Range<usize>> = None;
        for (n, (at, words)) in found.all.iter().enumerate().take(end).skip(line.n + 1) {
            let fate = found.fate(n, i, &boards);
            match fate {
                Fate::LeftOut | Fate::Board => edited.put(*at, words.len(), b""),
                Fate::Comment => kept = Some(kept.map_or(*at, |it| it.start)..at + words.len()),
                Fate::Words => {
                    // The result of a log stands behind its time and sender.
                    let marker = self::words(words).find(|it| of_text(it.1).is_some());
                    if let Some((marker, _)) = marker.filter(|it| it.0 > 0)
                        && words.starts_with(|it: char| it.is_ascii_digit())
                    {
                        kept = Some(kept.map_or(*at, |it| it.start)..at + marker - 1);
                    }
                    break;
                }
                Fate::Move => return None,
            }
            if !words.trim().is_empty() {
                fates.push((fate, found.count_at(n)));
            }
        }
        if let Some(kept) = kept.filter(|it| it.end < text.len()) {
            edited.comment(text, kept.start - 1..kept.end + 1);
        }
    }
    let has_boards = fates.iter().any(|it| it.0 == Fate::Board);
    let are_labelled = found.game.iter().all(|it| it.has_words());
    let is_numbered = found.game.iter().any(|it| it.kind.contains('#'));
    // Words that occur once belong to prose, in which moves stand alone anyway.
    let are_known = fates.iter().all(|it| it.0 != Fate::Comment || it.1 >= ALIKE);
    let is_apart = !fates.is_empty() && are_known && (has_boards || !is_numbered);
    (are_labelled || is_apart).then(|| edited.text())?
}

/// Blanks a line but for its ply. The first ply gets a number if there is room, as words above would hide it.
fn put(edited: &mut Edited, line: &Candidate, (at, whole): (usize, &str), is_first: bool) {
    let room = NUMBER.len().min(line.ply.start - at);
    edited.put(at, whole.len(), b"");
    edited.put(line.ply.start, line.ply.len(), line.text.as_bytes());
    edited.put(line.ply.start - room, if is_first { room } else { 0 }, NUMBER);
}

/// Whether a move may be the next of a game.
fn goes_on(game: &[&Candidate], next: &Candidate) -> bool {
    let moves: Vec<&str> = game.iter().copied().chain([next]).map(|it| &*it.text).collect();
    all_plies(&moves.join(" ")).is_some_and(|it| it.len() == moves.len())
}
