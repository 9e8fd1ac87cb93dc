//! Signs for pieces that are no language's letters: what is left of a font with figurines where a text is copied from a page, and
//! what recognisers make of them.
//!
//! ```text
//! 1.e4 e5 2.Xf3 Xc6 3.Yb5 a6        1.d4 ltJf6 2.c4 e6 3.ltJc3 i.b4
//! ```
//!
//! The board tells which piece a sign stands for: a game is played with each of those that it may be, and only what all of the longest
//! games agree on is written with English letters.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::edited::Edited;
use crate::{
    chess::{Ply, Position, Role, Square},
    lex,
    lines::words,
    notation::{DASHES, LANGUAGES, Language, Letters, look_alike},
    slice::Slice as _,
};

/// The roles that have signs, with their English letters.
const ROLES: [(Role, u8); 5] =
    [(Role::King, b'K'), (Role::Queen, b'Q'), (Role::Rook, b'R'), (Role::Bishop, b'B'), (Role::Knight, b'N')];

/// What recognisers often make of the figurine of each of [`ROLES`].
const USUAL: [&[&str]; 5] = [
    &["'it>", "<;t>"],
    &["'ii'", "'iV", "\"iY"],
    &["l:t", ".:.", "J:["],
    &["i.", ".t"],
    &["ltJ", "lLl", "lDf"],
];

/// A sign has at most this many characters.
const LONGEST: usize = 5;

/// What opens a note at the beginning of a word.
const BRACKETS: [char; 3] = ['(', '[', '{'];

/// A game of fewer plies tells nothing, nor does one that ends where words begin, if it has fewer than [`ENOUGH`].
const FEWEST: usize = 10;
const ENOUGH: usize = 20;

/// A sign that comes so often is no misprint, and a text has so many of them.
const OFTEN: usize = 3;
const STRONG: usize = 2;

/// Of two ways to take signs for pieces, one is clear if their [`variety`] differs by so much.
const CLEAR: usize = 50;

/// At most this many plies of a game are looked at.
const MOST: usize = 240;

/// At most this many positions of a game are tried.
const TRIES: usize = 5_000;

/// What signs stand for.
type Meanings<'t> = HashMap<&'t str, Role>;

/// What a move does.
#[derive(Clone, Copy)]
enum Goal {
    Square(Square),
    Castling { is_kingside: bool },
}

/// A word that may be a move, without its number.
#[derive(Clone, Copy)]
struct Word<'t> {
    at: usize,
    /// What stands before the square: a sign, the file or rank from which the piece goes, the sign of a capture.
    before: &'t str,
    goal: Goal,
}

impl<'t> Word<'t> {
    fn of(at: usize, word: &'t str) -> Option<Word<'t>> {
        let core = word.trim_end_matches(|it: char| !it.is_ascii_digit() && !matches!(it, 'O' | 'o'));
        let wings = core.chars().filter(|it| !DASHES.contains(it)).count();
        let castles = core.chars().all(|it| matches!(it, '0' | 'O' | 'o') || DASHES.contains(&it));
        if castles && wings < core.chars().count() && matches!(wings, 2 | 3) {
            return Some(Word { at, before: "", goal: Goal::Castling { is_kingside: wings == 2 } });
        }
        let (&[file, rank], start) = (core.as_bytes().last_chunk()?, core.len() - 2);
        let is_square = matches!((file, rank), (b'a'..=b'h', b'1'..=b'8'));
        let to = is_square.then(|| Square::of_name(file, rank))??;
        let before = core.slice(..start);
        // A second square is that of another notation.
        let squares = before.as_bytes().windows(2).any(|it| matches!(it, [b'a'..=b'h', b'1'..=b'8']));
        let is_short = before.chars().count() <= LONGEST + 2;
        let may_be = is_short && !squares && !before.starts_with(BRACKETS) && !before.contains(['=', '/']);
        may_be.then_some(Word { at, before, goal: Goal::Square(to) })
    }

    /// Returns the signs that it may have, each with the file or rank from which the piece goes: the shortest sign first.
    fn signs(&self) -> impl Iterator<Item = (&'t str, Option<u8>)> + use<'t> {
        let left = self.before.strip_suffix(['x', ':', '×']).unwrap_or(self.before);
        let origin = left.bytes().next_back().filter(|it| matches!(it, b'a'..=b'h' | b'1'..=b'8'));
        let short = origin.map(|it| (left.slice(..left.len() - 1), Some(it)));
        let whole = (short.is_none_or(|it| !it.0.is_empty())).then_some((left, None));
        short.into_iter().chain(whole).filter(|it| it.0.chars().count() <= LONGEST)
    }

    /// Whether it may be a first move.
    fn opens(&self) -> bool {
        matches!(self.goal, Goal::Square(it) if matches!(it.rank(), 2 | 3))
    }

    /// Returns the piece for which all of these games have this word, with its longest sign.
    fn agreed(&self, games: &[Meanings<'t>]) -> Option<(&'t str, Role)> {
        let signs = || self.signs().map(|it| it.0);
        let role = |game: &Meanings<'t>| signs().find_map(|it| game.get(it).copied());
        let first = role(games.first()?)?;
        let sign = signs().filter(|it| games.iter().any(|game| game.contains_key(it))).last()?;
        games.iter().all(|it| role(it) == Some(first)).then_some((sign, first))
    }
}

/// Returns by how much each sign differs from the most similar one for the same piece, in percent of a sign: a recogniser makes
/// similar ones of the same figurine. A single character tells nothing.
fn variety(meanings: &Meanings<'_>) -> usize {
    let nearest = |(sign, role): (&&str, &Role)| {
        let others = meanings.iter().filter(|it| it.1 == role && it.0 != sign).map(|it| *it.0);
        let usual = ROLES.iter().zip(USUAL).filter(|it| it.0.0 == *role).flat_map(|it| it.1).copied();
        others.chain(usual).map(|it| difference(sign, it)).min().unwrap_or_default()
    };
    meanings.iter().filter(|it| it.0.chars().count() > 1).map(nearest).sum()
}

/// Returns the share of characters that only one of two signs has, in percent.
fn difference(one: &str, other: &str) -> usize {
    let mut left: Vec<char> = other.chars().collect();
    let all = one.chars().count() + left.len();
    for letter in one.chars() {
        left.iter().position(|it| *it == letter).map(|n| left.swap_remove(n));
    }
    let shared = other.chars().count() - left.len();
    100 - 200 * shared / all.max(1)
}

/// Returns the number before a move, and what is behind its full stop, which may be those of Black's number or of a sign.
fn numbered(word: &str) -> Option<(usize, &str)> {
    let (number, rest) = lex::leading_number(word)?;
    Some((number as usize, rest.strip_prefix('.').or(rest.is_empty().then_some(rest))?))
}

/// Returns what is behind the full stops of Black's number.
fn behind_stops(rest: &str) -> &str {
    rest.trim_start_matches(['.', '…'])
}

/// Returns the words of each game that begins with the first move, without those of notes.
fn games(text: &str) -> Vec<Vec<Word<'_>>> {
    let mut games: Vec<Vec<Word<'_>>> = Vec::new();
    let (mut depth, mut is_note) = (0_usize, true);
    let mut words = words(text).peekable();
    while let Some((start, word)) = words.next() {
        let before = depth;
        let inner = word.trim_start_matches(BRACKETS);
        // A bracket inside a word may be part of a sign.
        let closed = inner.matches([')', ']', '}']).count().saturating_sub(inner.matches(BRACKETS).count());
        depth = (depth + word.len() - inner.len()).saturating_sub(closed);
        if before > 0 || inner.len() < word.len() {
            continue;
        }
        let plies = games.last().map_or(0, Vec::len);
        // A number without a stop may be one of the words.
        let begins = !word.ends_with('1')
            || words.peek().and_then(|it| Word::of(0, it.1)).is_some_and(|it| it.opens());
        let rest = match numbered(word) {
            Some((1, rest)) if begins && plies != 1 && !rest.starts_with(['.', '…']) => {
                games.push(Vec::new());
                is_note = false;
                rest
            }
            Some((number, rest)) => {
                let is_black = plies % 2 == 1;
                let fits = !is_black || rest.starts_with(['.', '…']);
                is_note = number != plies / 2 + 1 || !fits;
                if is_black { behind_stops(rest) } else { rest }
            }
            None => word,
        };
        let Some(game) = games.last_mut().filter(|_| !is_note && rest.contains(char::is_alphanumeric)) else {
            continue;
        };
        match Word::of(start + word.len() - rest.len(), rest) {
            Some(word) if game.len() < MOST => game.push(word),
            _ => is_note = true,
        }
    }
    games
}

/// The longest games with all that signs may stand for.
struct Search<'t, 'g> {
    words: &'g [Word<'t>],
    tries: usize,
    longest: usize,
    found: Vec<Meanings<'t>>,
}

impl<'t> Search<'t, '_> {
    /// Plays the words from this one on.
    fn play(&mut self, n: usize, position: &Position, meanings: &mut Meanings<'t>) {
        self.tries += 1;
        if self.tries > TRIES {
            return;
        }
        let before = self.found.len();
        let mut goes_on = false;
        let mut next = |search: &mut Self, ply: &Ply, meanings: &mut Meanings<'t>| {
            goes_on = true;
            let mut position = position.clone();
            position.play(ply);
            search.play(n + 1, &position, meanings);
        };
        match self.words.get(n).map(|it| (it, it.goal)) {
            None => {}
            Some((_, Goal::Castling { is_kingside })) => {
                position.castling(is_kingside).iter().for_each(|it| next(self, it, meanings));
            }
            Some((word, Goal::Square(to))) => {
                let legal = position.legal_plies();
                for (sign, origin) in word.signs() {
                    let known = if sign.is_empty() { Some(Role::Pawn) } else { meanings.get(sign).copied() };
                    let roles = ROLES.iter().map(|it| it.0).filter(|_| known.is_none()).chain(known);
                    for role in roles {
                        let Some(ply) = single(&legal, role, to, origin) else { continue };
                        if known.is_some() {
                            next(self, &ply, meanings);
                        } else {
                            meanings.insert(sign, role);
                            next(self, &ply, meanings);
                            meanings.remove(sign);
                        }
                    }
                }
            }
        }
        if !goes_on && n >= self.longest && self.found.len() == before {
            if n > self.longest {
                self.found.clear();
                self.longest = n;
            }
            self.found.push(meanings.clone());
        }
    }
}

/// Returns the only one of these plies by a piece of this role to this square, from this file or rank.
fn single(legal: &[Ply], role: Role, to: Square, origin: Option<u8>) -> Option<Ply> {
    let is_from = |from: Square| match origin {
        Some(file @ b'a'..=b'h') => from.file() == file - b'a',
        Some(rank) => from.rank() == rank - b'1',
        None => true,
    };
    let fits = |it: &&Ply| {
        it.role() == role && it.to() == to && it.is_kingside_castling().is_none() && is_from(it.from())
    };
    let mut plies = legal.iter().filter(fits);
    let ply = plies.next()?;
    plies.next().is_none().then_some(*ply)
}

/// Returns what the signs of a game stand for, besides those that are known.
fn meanings<'t>(words: &[Word<'t>], known: &Meanings<'t>) -> Option<Meanings<'t>> {
    let mut search = Search { words, tries: 0, longest: 0, found: Vec::new() };
    search.play(0, &Position::default(), &mut known.clone());
    let Search { tries, longest, mut found, .. } = search;
    let is_game = longest >= FEWEST && (longest == words.len() || longest >= ENOUGH);
    if !is_game || tries > TRIES {
        return None;
    }
    // A font has one sign for each piece.
    let is_of_font = |it: &Meanings<'t>| it.len() == it.values().collect::<HashSet<_>>().len();
    let has_font = found.iter().any(is_of_font);
    found.retain(|it| !has_font || is_of_font(it));
    let least = found.iter().map(variety).min()?;
    found.retain(|it| variety(it) < least + CLEAR);
    let count = |sign: &str| words[..longest].iter().filter(|it| it.signs().any(|it| it.0 == sign)).count();
    let agreed: Meanings<'t> = words[..longest].iter().filter_map(|it| it.agreed(&found)).collect();
    // What a language writes so is none of its misprints.
    let is_own = |language: &Language, (sign, role): (&str, Role)| {
        ROLES.iter().zip(language.pieces).any(|(it, letter)| it.0 == role && letter == sign)
    };
    let foreign = |language: &Language| {
        agreed.iter().filter(|it| count(it.0) >= OFTEN && !is_own(language, (it.0, *it.1))).count()
    };
    LANGUAGES.iter().all(|it| foreign(it) >= STRONG).then_some(agreed)
}

/// Whether the signs of these words are all figurines, or the letters of one language.
fn are_known(words: &[Word<'_>]) -> bool {
    let signs: HashSet<&str> = words.iter().filter_map(|it| it.signs().next()).map(|it| it.0).collect();
    let is_figurine = |sign: &str| {
        let plain = sign.chars().map(|it| look_alike(it).unwrap_or(it)).collect::<String>();
        Letters::Figurine.read(&plain).is_some_and(|it| it.1 == plain.len())
    };
    let is_of = |it: &Language, sign: &str| sign.is_empty() || is_figurine(sign) || it.pieces.contains(&sign);
    LANGUAGES.iter().any(|it| signs.iter().all(|sign| is_of(it, sign)))
}

/// Returns the text with English letters for such signs, from the first move of each game that has them to that of the next one.
pub(super) fn with_letters(text: &str) -> Option<String> {
    let mut known = Meanings::new();
    let games = games(text);
    let mut signed: Vec<Range<usize>> = Vec::new();
    let mut has_signs = false;
    for (n, words) in games.iter().enumerate() {
        if words.len() >= FEWEST {
            let found = if are_known(words) { None } else { meanings(words, &known) };
            has_signs = found.is_some();
            known.extend(found.unwrap_or_default());
        }
        let start = |game: &Vec<Word<'_>>| game.first().map(|it| it.at);
        let end = games.iter().skip(n + 1).find_map(start).unwrap_or(text.len());
        signed.extend(start(words).filter(|_| has_signs).map(|it| it..end));
    }
    let of_games: HashSet<usize> = games.iter().flatten().map(|it| it.at).collect();
    let mut edited = Edited::new(text);
    for (from, (start, word)) in
        signed.iter().flat_map(|it| words(text.slice(it.clone())).map(move |word| (it.start, word)))
    {
        let opened = word.trim_start_matches(BRACKETS);
        let rest = numbered(opened).map_or(opened, |it| it.1);
        let at = |rest: &str| from + start + word.len() - rest.len();
        let rest = if of_games.contains(&at(rest)) { rest } else { behind_stops(rest) };
        let Some(word) = Word::of(at(rest), rest) else { continue };
        let Some((sign, role)) = word.signs().find_map(|(it, _)| Some((it, *known.get(it)?))) else {
            continue;
        };
        let letter = ROLES.iter().find(|it| it.0 == role).map_or(b'P', |it| it.1);
        edited.put(word.at, sign.len() - 1, b"");
        edited.put(word.at + sign.len() - 1, 1, &[letter]);
    }
    edited.text()
}
