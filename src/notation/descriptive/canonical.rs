//! Parser of canonical texts.
//!
//! The text is parsed just closely enough to list the few legal moves it may mean. Each of them is written, and the one with
//! this text is meant, as no other move has the same text. Nine texts in ten name a piece and a square or a captured piece in
//! the shortest form: they are looked up in a table.

use shakmaty::{Bitboard, Role as Man};

use super::{Descriptive, MoveText, Text, names::rank_of};
use crate::{
    chess::{Color, Position, Role, Side, Squares, low64},
    eight,
    notation::{
        exact::{Aim, cut},
        reading::CheckClaim,
    },
    slice::Slice as _,
};

/// Parses the move that the text begins with, if it may be canonical; castling aside.
pub fn aim(notation: &Descriptive, before: &Position, text: &str) -> Option<Aim> {
    if before.size() != 8 {
        return None;
    }
    if let Some(aim) = short(notation, before, text.as_bytes()) {
        return Some(aim);
    }
    let len = length(text.as_bytes())?;
    let (bare, check) = marks(notation.dialect.marks, text.slice(..len));
    let (role, to, promotion) = said(notation, before, bare)?;
    Some(Aim { role: role.to_shakmaty(), from: Bitboard::FULL, to: low64(to), promotion, check, len })
}

/// The shortest text of a move, without disambiguation.
#[derive(Clone, Copy)]
struct Short {
    /// The text as a word; 0 for an unused slot.
    word: u64,
    man: Man,
    /// The captured piece.
    victim: Option<Man>,
    /// The squares it may mean, from White's side.
    targets: u64,
}

/// A hash table of all shortest texts of a style.
pub struct Shorts {
    texts: Box<[Short; Shorts::LEN]>,
    /// The bytes that may follow a move and a space.
    follows: [bool; 256],
    /// The mark of check as a word, and its length.
    check: (u64, usize),
}

impl Shorts {
    /// There are 276 texts; with this much room collisions are rare.
    const LEN: usize = 1 << Shorts::BITS;
    const BITS: u32 = 11;

    /// Returns the texts of a style.
    pub fn of(notation: &Descriptive) -> Shorts {
        let none = Short { word: 0, man: Man::Pawn, victim: None, targets: 0 };
        let check = Text::of(notation.dialect.marks[0]);
        let follows = |byte: u8| {
            let is_piece = |letter: &Text| letter.as_bytes().first() == Some(&byte);
            byte.is_ascii_digit() || b"O)*{;$".contains(&byte) || notation.letters.iter().any(is_piece)
        };
        let mut shorts = Shorts {
            texts: Box::new([none; Shorts::LEN]),
            follows: std::array::from_fn(|n| follows(n as u8)),
            check: check.word(),
        };
        for man in Man::ALL {
            let letter = notation.letters[man as usize - 1];
            for victim in Man::ALL {
                let text = [letter, Text::of("x"), notation.letters[victim as usize - 1]];
                shorts.add(&text, Short { victim: Some(victim), ..Short { man, ..none } });
            }
            for (square, name) in notation.squares[0][0].iter().enumerate() {
                let text = [letter, Text::of(notation.dialect.dash), *name];
                shorts.add(&text, Short { targets: 1 << square, ..Short { man, ..none } });
            }
        }
        shorts
    }

    fn place(&self, word: u64) -> usize {
        let mut place = word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Shorts::BITS);
        while !matches!(self.texts[place as usize].word, 0) && self.texts[place as usize].word != word {
            place = (place + 1) % Shorts::LEN as u64;
        }
        place as usize
    }

    fn add(&mut self, parts: &[Text], short: Short) {
        let mut line = MoveText::new();
        parts.iter().for_each(|it| line.push_part(*it));
        let (word, len) = line.word();
        if len < 8 {
            let word = cut(word, len);
            let place = self.place(word);
            // Two squares may have the same short name.
            let targets = self.texts[place].targets | short.targets;
            self.texts[place] = Short { word, targets, ..short };
        }
    }

    fn get(&self, word: u64) -> Option<&Short> {
        Some(&self.texts[self.place(word)]).filter(|it| it.word != 0)
    }
}

/// Parses the text, if it is a shortest one.
fn short(notation: &Descriptive, before: &Position, text: &[u8]) -> Option<Aim> {
    let shorts = notation.shorts.get_or_init(|| Shorts::of(notation));
    let word = eight::load(text, 0)?;
    let len = eight::first(eight::below(word, 0x21));
    if len == 0 || len > 7 {
        return None;
    }
    let word = cut(word, len);
    let (mark, mark_len) = shorts.check;
    let bare = len.saturating_sub(mark_len);
    let marked = word >> (8 * bare) == mark;
    let word = if marked { cut(word, bare) } else { word };
    let &Short { man, victim, targets, .. } = shorts.get(word)?;
    let board = before.ordinary()?;
    let us = board.turn();
    let to = match victim {
        Some(victim) => board.pieces(!us, victim),
        None => Bitboard(us.fold_wb(targets, targets.swap_bytes())),
    };
    let check = marked.then_some(CheckClaim::Check);
    Some(Aim { role: Some(man), from: Bitboard::FULL, to, promotion: None, check, len })
}

/// At most this many bytes are searched for the end of a move.
const LONGEST: usize = 64;

/// Returns the length of the move: up to the next white space, comment, NAG, or unmatched closing bracket.
fn length(text: &[u8]) -> Option<usize> {
    let mut inside = false;
    let ends = |byte: &u8| match byte {
        b'(' => std::mem::replace(&mut inside, true),
        b')' => !std::mem::replace(&mut inside, false),
        b'{' | b'!' | b'?' | b'$' => true,
        byte => *byte <= b' ',
    };
    text.iter().take(LONGEST).position(ends).or((text.len() <= LONGEST).then_some(text.len()))
}

/// Whether nothing that follows can belong to the move, as `e.p.` and `and mate` do.
pub fn is_whole(notation: &Descriptive, rest: &[u8]) -> bool {
    let passed = |byte: &u8| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?');
    let Some(next) = rest.iter().position(passed) else { return true };
    match rest[next] {
        b'(' => rest.get(next + 1).is_some_and(u8::is_ascii_digit),
        byte => may_follow(notation, byte),
    }
}

/// Whether something that begins with this byte cannot belong to the move before it.
fn may_follow(notation: &Descriptive, byte: u8) -> bool {
    notation.shorts.get_or_init(|| Shorts::of(notation)).follows[usize::from(byte)]
}

/// Splits off the mark of check.
fn marks<'t>([check, discovered, double, mate]: [&str; 4], text: &'t str) -> (&'t str, Option<CheckClaim>) {
    // Only English distinguishes all kinds of check.
    let plain = check == discovered;
    let mated = if plain { CheckClaim::DoubleOrMate } else { CheckClaim::Mate };
    // The longer marks end with the shorter one.
    let english = [(double, CheckClaim::Double), (discovered, CheckClaim::Discovered)];
    let marks = std::iter::once((mate, mated))
        .chain(english.into_iter().filter(|_| !plain))
        .chain([(check, CheckClaim::Check)]);
    let ends = |(mark, claim): (&str, CheckClaim)| Some((text.strip_suffix(mark)?, Some(claim)));
    // Most texts end with a rank, a piece letter or a bracket.
    marks.into_iter().find_map(ends).unwrap_or((text, None))
}

/// Parses the mover and the destination or captured piece.
fn said(notation: &Descriptive, before: &Position, text: &str) -> Option<(Role, Squares, Option<Role>)> {
    let rank_first = notation.dialect.rank_first;
    let sign = sign(text.as_bytes(), rank_first)?;
    let captures = text.as_bytes()[sign] == b'x';
    // In the languages that write the rank first, it is the sign.
    let skipped = usize::from(captures || !rank_first);
    let (mover, target) = (text.slice(..sign), text.slice(sign + skipped..));
    let role = role(notation, mover)?;
    let (target, promotion) = promotion(notation, target, role);
    let targets = if captures {
        before.pieces(!before.turn(), self::role(notation, target)?)
    } else {
        squares(notation, before.turn(), target)?
    };
    Some((role, targets, promotion))
}

/// Returns the offset of the dash (or of the rank, if that is written first) or the sign of capture, the first
/// outside brackets.
fn sign(text: &[u8], rank_first: bool) -> Option<usize> {
    let mut inside = false;
    text.iter().position(|it| {
        match it {
            b'(' => inside = true,
            b')' => inside = false,
            _ => {}
        }
        !inside && (matches!(it, b'x') || if rank_first { it.is_ascii_digit() } else { *it == b'-' })
    })
}

/// Returns the piece that a text names before its brackets.
fn role(notation: &Descriptive, text: &str) -> Option<Role> {
    let bytes = text.as_bytes();
    let name = &bytes[..bytes.iter().position(|it| *it == b'(').unwrap_or(bytes.len())];
    let byte = if notation.dialect.rank_first { name.first() } else { name.last() };
    let role = notation.by_byte[usize::from(*byte?)]?;
    let letter = notation.letter(role);
    let letter = letter.as_bytes();
    let is_named =
        if notation.dialect.rank_first { name.starts_with(letter) } else { name.ends_with(letter) };
    is_named.then_some(role)
}

/// Splits the promotion off the target.
fn promotion<'t>(notation: &Descriptive, target: &'t str, role: Role) -> (&'t str, Option<Role>) {
    let becomes = |target: &'t str| {
        let (target, piece) = if notation.dialect.rank_first {
            target.rsplit_once('=')?
        } else {
            target.strip_suffix(')')?.rsplit_once('(')?
        };
        let role =
            Role::ALL[..6].iter().copied().find(|it| notation.letter(*it).as_bytes() == piece.as_bytes())?;
        Some((target, Some(role)))
    };
    becomes(target).filter(|_| role == Role::Pawn).unwrap_or((target, None))
}

/// Returns the empty squares that a name such as `KB3`, `B3` or `K4` may mean.
fn squares(notation: &Descriptive, color: Color, name: &str) -> Option<Squares> {
    let rank_first = notation.dialect.rank_first;
    let (rank, file) = if rank_first {
        name.split_at_checked(1)?
    } else {
        name.split_at_checked(name.len().checked_sub(1)?)?
    };
    let (rank, file) = if rank_first { (rank, file) } else { (file, rank) };
    let rank = rank.as_bytes().first()?;
    let piece = role(notation, file)?;
    let (letter, rest) = (notation.letter(piece).as_bytes().len(), file.len());
    let side = if rank_first { file.slice(letter..) } else { file.slice(..rest - letter) };
    let sides = [None, Some(Side::King), Some(Side::Queen)];
    let side = sides.into_iter().find(|it| notation.side(*it).as_bytes() == side.as_bytes())?;
    Some(super::names::files_of(side, piece) & rank_of(color, rank.wrapping_sub(b'0')))
}
