//! Parser of canonical texts.
//!
//! The text is parsed just closely enough to list the few legal moves that it may mean. Each of these is
//! written, and the one with this text is meant, as no other move has the same text. For nine texts in ten,
//! which name just a piece and a square or captured piece, the conditions for this text are tested directly
//! instead.

use shakmaty::{Bitboard, Role as Man, Square};

use super::{
    Descriptive, Text,
    names::{file_name, files_of, rank_of},
    rivals::{TWINS, has_rival_on_twin, pawn_captures, pawn_targets},
    write::side_that_tells,
};
use crate::{
    chess::{Color, Position, Role, Side, Squares, Standard, low64},
    eight,
    notation::{
        exact::{Aim, ExactPly, Found, cut},
        reading::CheckClaim,
        verify::PlainMove,
    },
    slice::Slice as _,
};

/// Parses the move at the start of `text`, if it may be canonical and isn't castling.
pub fn aim(notation: &Descriptive, before: &Position, text: &str) -> Option<Aim> {
    if before.size() != 8 {
        return None;
    }
    let len = length(text.as_bytes())?;
    let (bare, check) = marks(notation.dialect.marks, text.slice(..len));
    let Said { role, from, to, promotion } = said(notation, before, bare)?;
    Some(Aim { role: role.to_shakmaty(), from: low64(from), to: low64(to), promotion, check, len })
}

/// Lookup tables for texts in the usual forms.
pub struct Plain {
    /// Pieces by the last byte of their names.
    men: [Option<Man>; 256],
    /// Names of the pieces as words.
    letters: [u64; 8],
    /// Names of squares, as a hash table; 0 is an unused slot.
    names: [u64; Plain::LEN],
    /// Bytes that may follow a move and a space.
    follows: [bool; 256],
    /// The check mark as a word, and its length.
    check: (u64, usize),
}

/// Bits of an entry in [`Plain::names`] above the four bytes of the name: the square, from White's side, and
/// whether the name distinguishes it from its twin.
const SQUARE: u32 = 32;
const FULL: u64 = 1 << 40;

impl Plain {
    /// There are 88 names; with this size, collisions are rare.
    const LEN: usize = 1 << Plain::BITS;
    const BITS: u32 = 8;

    /// Returns the tables of a style.
    pub fn of(notation: &Descriptive) -> Plain {
        let follows = |byte: u8| {
            let is_piece = |letter: &Text| letter.as_bytes().first() == Some(&byte);
            byte.is_ascii_digit() || b"O)*{;$".contains(&byte) || notation.letters.iter().any(is_piece)
        };
        let mut plain = Plain {
            men: [None; 256],
            letters: [0; 8],
            names: [0; Plain::LEN],
            follows: std::array::from_fn(|n| follows(n as u8)),
            check: Text::of(notation.dialect.marks[0]).word(),
        };
        for man in Man::ALL {
            let letter = notation.letters[man as usize - 1];
            plain.letters[man as usize] = letter.word().0;
            let last = letter.as_bytes().last().copied().unwrap_or(0);
            plain.men[usize::from(last)] = Some(man);
        }
        for (square, (short, full)) in notation.squares[0][0].iter().zip(&notation.squares[0][1]).enumerate()
        {
            let square = (square as u64) << SQUARE;
            plain.add(short, square);
            if short.as_bytes() != full.as_bytes() {
                plain.add(full, square | FULL);
            }
        }
        plain
    }

    fn place(&self, name: u64) -> usize {
        let mut place = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Plain::BITS)) as usize;
        while !matches!(self.names[place], 0) && self.names[place] & u64::MAX >> 32 != name {
            place = (place + 1) % Plain::LEN;
        }
        place
    }

    fn add(&mut self, name: &Text, square: u64) {
        let (word, len) = name.word();
        if len <= 4 {
            let place = self.place(word);
            self.names[place] = word | square;
        }
    }

    /// Returns the square with this name and whether the name is full; a short name means this square or its
    /// twin.
    #[inline(always)]
    fn square(&self, us: Color, name: u64) -> Option<(Square, bool)> {
        let entry = Some(self.names[self.place(name)]).filter(|it| *it != 0)?;
        let square = Square::new((entry >> SQUARE) as u32 & 63);
        Some((us.fold_wb(square, square.flip_vertical()), entry & FULL != 0))
    }

    /// Returns the piece named at the start of a word, and the length of its name.
    #[inline(always)]
    fn piece(&self, word: u64) -> Option<(Man, usize)> {
        // The only name of two letters is `Kt`.
        let len = 1 + usize::from((word >> 8) as u8 == b't');
        let man = self.men[usize::from((word >> (8 * len - 8)) as u8)]?;
        (cut(word, len) == self.letters[man as usize & 7]).then_some((man, len))
    }
}

/// Finds the move of a text in one of the usual forms.
#[inline(always)]
pub fn find_plain(
    notation: &Descriptive,
    before: &Position,
    board: &Standard,
    us: Color,
    text: &[u8],
) -> Option<Found> {
    let plain = notation.plain.get_or_init(|| Plain::of(notation));
    let word = eight::load(text, 0)?;
    let len = eight::first(eight::below(word, 0x21));
    if !(3..8).contains(&len) {
        return None;
    }
    let rest = text.get(len..)?;
    let is_apart = matches!(*rest, [b' ' | b'\n', next, ..] if plain.follows[usize::from(next)]);
    if !is_apart && !is_whole(notation, rest) {
        return None;
    }
    let (mark, mark_len) = plain.check;
    let marked = cut(word, len) >> (8 * (len - mark_len)) == mark;
    let word = cut(word, len - if marked { mark_len } else { 0 });
    let found = plain_move(notation, plain, before, (board, us), word)?;
    found.found(board, us, (len, marked.then_some(CheckClaim::Check)))
}

/// Finds the move of a text in a usual form, without its mark.
#[inline(always)]
fn plain_move(
    notation: &Descriptive,
    plain: &Plain,
    before: &Position,
    (board, us): (&Standard, Color),
    word: u64,
) -> Option<PlainMove> {
    let rank_first = notation.dialect.rank_first;
    let is_sign = |byte: u8| if rank_first { byte.is_ascii_digit() } else { byte == b'-' };
    let name = |rest: u64| plain.square(us, if rank_first { rest } else { rest >> 8 });
    let (first, len) = plain.piece(word)?;
    let rest = word >> (8 * len);
    if is_sign(rest as u8) {
        return match name(rest)? {
            (to, true) => told_from_twin(board, us, first, to),
            (to, false) => alone_of_twins(board, us, first, to),
        };
    }
    // A piece preceded or followed by another that specifies it.
    let pair = |first, second| if rank_first { (first, second) } else { (second, first) };
    let (role, what, rest) = if rest as u8 == b'x' {
        (first, None, rest)
    } else {
        let (second, len) = plain.piece(rest)?;
        let (role, what) = pair(first, second);
        (role, Some(what), rest >> (8 * len))
    };
    if rest as u8 != b'x' {
        let (to, is_full) = name(rest).filter(|_| is_sign(rest as u8))?;
        return if is_full { None } else { told_by_side(before, (board, us), role, what?, to) };
    }
    let (first, len) = plain.piece(rest >> 8)?;
    let rest = rest >> (8 + 8 * len);
    if rest == 0 {
        return match what {
            None => only_capture(board, us, role, first),
            Some(file) if role == Man::Pawn => {
                told_by_file(before, (board, us), role, first, Told::Mover(file))
            }
            Some(_) => None,
        };
    }
    let (second, len) = plain.piece(rest)?;
    match (pair(first, second), what) {
        ((Man::Pawn, file), None) if rest >> (8 * len) == 0 => {
            told_by_file(before, (board, us), role, Man::Pawn, Told::Target(file))
        }
        _ => None,
    }
}

/// Returns the pieces of a role with a pseudo-legal move, without capture, to a square.
#[inline(always)]
fn stepping(board: &Standard, us: Color, role: Man, to: Square) -> Bitboard {
    match role {
        _ if board.stands(to) => Bitboard::EMPTY,
        Man::Pawn => board.pushing(us, to),
        _ => board.candidates(us, role, to),
    }
}

/// Returns the only move of a role, without capture, to a square or its twin.
#[inline(always)]
fn alone_of_twins(board: &Standard, us: Color, role: Man, to: Square) -> Option<PlainMove> {
    if role == Man::Pawn && Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let (here, twin) = (stepping(board, us, role, to), to.flip_horizontal());
    let there = if TWINS.contains(to) { stepping(board, us, role, twin) } else { Bitboard::EMPTY };
    let (from, to) = match (here.any(), there.any()) {
        (true, false) => (here, to),
        (false, true) => (there, twin),
        _ => return None,
    };
    let from = from.single_square()?;
    Some(PlainMove { role, from, to, captures: false, others: Bitboard::EMPTY })
}

/// Returns the only move of a role to a square, if its twin is a rival.
#[inline(always)]
fn told_from_twin(board: &Standard, us: Color, role: Man, to: Square) -> Option<PlainMove> {
    let found = PlainMove::to(board, us, role, Bitboard::FULL, to)?;
    let ply = ExactPly::new(0, 0, role, [found.from, to], false);
    (!found.captures && has_rival_on_twin(board, us, &ply)).then_some(found)
}

/// Returns the move to a square or its twin by the piece that started on a side, if naming the side is
/// necessary and sufficient.
#[inline(never)]
fn told_by_side(
    before: &Position,
    (board, us): (&Standard, Color),
    role: Man,
    side: Man,
    to: Square,
) -> Option<PlainMove> {
    let side = match (role, side) {
        (Man::Knight | Man::Bishop | Man::Rook, Man::King) => Side::King,
        (Man::Knight | Man::Bishop | Man::Rook, Man::Queen) => Side::Queen,
        _ => return None,
    };
    let legal = |to| board.legal(us, role, stepping(board, us, role, to), to);
    let (here, twin) = (legal(to), to.flip_horizontal());
    let there = if TWINS.contains(to) { legal(twin) } else { Bitboard::EMPTY };
    let from = ((here | there) & before.origins().of_side(side)).single_square()?;
    let to = match (here.contains(from), there.contains(from)) {
        (true, false) if here.more_than_one() => to,
        (false, true) if there.more_than_one() => twin,
        _ => return None,
    };
    side_that_tells(before, from, (here | there).without(from))?;
    let others = board.candidates(us, role, to).without(from);
    Some(PlainMove { role, from, to, captures: false, others })
}

/// The pawn whose file a capture names: the capturing or the captured one.
#[derive(Clone, Copy)]
enum Told {
    Mover(Man),
    Target(Man),
}

/// Returns the capture between these pieces singled out by the file of a pawn, if no shorter text suffices.
#[inline(never)]
fn told_by_file(
    before: &Position,
    (board, us): (&Standard, Color),
    role: Man,
    victim: Man,
    told: Told,
) -> Option<PlainMove> {
    let mut targets = board.pieces(!us, victim);
    if role == Man::Pawn {
        targets &= !Bitboard::BACKRANKS;
        if board.ep_square().is_some_and(|to| victim == Man::Pawn && board.taking(us, to).any()) {
            return None;
        }
    }
    let takers = |to| board.legal(us, role, board.reaching(us, role, to), to);
    let files = |piece: Man| low64(files_of(None, piece.into()));
    let fits = |from, to| match told {
        Told::Mover(file) => files(file).contains(from),
        Told::Target(file) => files(file).contains(to),
    };
    let (mut all, mut found) = (0, None);
    for to in targets {
        for from in takers(to) {
            all += 1;
            if fits(from, to) && found.replace((from, to)).is_some() {
                return None;
            }
        }
    }
    let (from, to) = found.filter(|_| all > 1)?;
    // A specified mover is preferred.
    let is_shorter = match (told, role) {
        (Told::Mover(_), _) | (_, Man::King | Man::Queen) => false,
        (_, Man::Pawn) => {
            let file = files(file_name(u32::from(from.file()) as u8).piece.on_ordinary_board());
            targets.into_iter().map(|to| (takers(to) & file).count()).sum::<usize>() == 1
        }
        _ => {
            let takers_of_all = targets.into_iter().map(takers);
            let (mut own, mut rivals) = (0, Bitboard::EMPTY);
            for takers in takers_of_all {
                own += usize::from(takers.contains(from));
                rivals |= takers.without(from);
            }
            own == 1 && side_that_tells(before, from, rivals).is_some()
        }
    };
    if is_shorter {
        return None;
    }
    let others =
        if role == Man::Pawn { Bitboard::EMPTY } else { board.candidates(us, role, to).without(from) };
    Some(PlainMove { role, from, to, captures: true, others })
}

/// Returns the only capture between these pieces.
#[inline(always)]
fn only_capture(board: &Standard, us: Color, role: Man, victim: Man) -> Option<PlainMove> {
    let mut found = None;
    if role == Man::Pawn {
        let [left, right] = pawn_captures(board, us, pawn_targets(board, us, victim));
        let to = (left | right).single_square().filter(|to| board.stands(*to))?;
        found = board.taking(us, to).single_square().map(|from| (from, to));
    } else {
        let victims = board.pieces(!us, victim);
        for from in board.pieces(us, role) {
            for to in board.reach_of(us, role, from) & victims {
                if board.is_open(to, from) && found.replace((from, to)).is_some() {
                    return None;
                }
            }
        }
    }
    let (from, to) = found?;
    Some(PlainMove { role, from, to, captures: true, others: Bitboard::EMPTY })
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

/// Whether the text after a move can't belong to it, as `e.p.` and `and mate` would.
pub fn is_whole(notation: &Descriptive, rest: &[u8]) -> bool {
    let passed = |byte: &u8| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?');
    let Some(next) = rest.iter().position(passed) else { return true };
    match rest[next] {
        b'(' => rest.get(next + 1).is_some_and(u8::is_ascii_digit),
        byte => may_follow(notation, byte),
    }
}

/// Whether an item beginning with this byte can't belong to the move before it.
fn may_follow(notation: &Descriptive, byte: u8) -> bool {
    notation.plain.get_or_init(|| Plain::of(notation)).follows[usize::from(byte)]
}

/// Splits off the check mark.
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

/// A parsed text: the mover, its possible origins and targets, and the promotion.
struct Said {
    role: Role,
    from: Squares,
    to: Squares,
    promotion: Option<Role>,
}

/// Parses the mover and the destination or captured piece.
fn said(notation: &Descriptive, before: &Position, text: &str) -> Option<Said> {
    let rank_first = notation.dialect.rank_first;
    let us = before.turn();
    let sign = sign(text.as_bytes(), rank_first)?;
    let captures = text.as_bytes()[sign] == b'x';
    // In the languages that write the rank first, the rank itself is the sign.
    let skipped = usize::from(captures || !rank_first);
    let (mover, target) = (text.slice(..sign), text.slice(sign + skipped..));
    let role = role(notation, mover)?;
    let (target, promotion) = promotion(notation, target, role);
    let to = if captures {
        let victim = self::role(notation, target)?;
        before.pieces(!us, victim) & specified(notation, before, target, victim)?
    } else {
        squares(notation, us, target)?
    };
    Some(Said { role, from: specified(notation, before, mover, role)?, to, promotion })
}

/// Returns the possible squares of a piece specified by its side, its square, or a pawn's file.
fn specified(notation: &Descriptive, before: &Position, text: &str, role: Role) -> Option<Squares> {
    let rank_first = notation.dialect.rank_first;
    if let Some((_, square)) = text.split_once('(') {
        return squares(notation, before.turn(), square.strip_suffix(')')?);
    }
    let letter = notation.letter(role).as_bytes().len();
    let what = if rank_first { text.slice(letter..) } else { text.slice(..text.len() - letter) };
    if what.is_empty() {
        return Some(Squares::ALL);
    }
    if role == Role::Pawn {
        return files(notation, what);
    }
    let sides = [Side::King, Side::Queen];
    let side = sides.into_iter().find(|it| notation.side(Some(*it)).as_bytes() == what.as_bytes())?;
    Some(before.origins().of_side(side).into())
}

/// Returns the offset of the dash (or of the rank, if that is written first) or capture sign, the first one
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

/// Returns the piece named before any brackets.
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

/// Returns the squares that a name such as `KB3`, `B3` or `K4` may mean.
fn squares(notation: &Descriptive, color: Color, name: &str) -> Option<Squares> {
    let rank_first = notation.dialect.rank_first;
    let (rank, file) = if rank_first {
        name.split_at_checked(1)?
    } else {
        name.split_at_checked(name.len().checked_sub(1)?)?
    };
    let (rank, file) = if rank_first { (rank, file) } else { (file, rank) };
    let rank = rank.as_bytes().first()?;
    Some(files(notation, file)? & rank_of(color, rank.wrapping_sub(b'0')))
}

/// Returns the files that a name such as `KB`, `B` or `K` may mean.
fn files(notation: &Descriptive, name: &str) -> Option<Squares> {
    let piece = role(notation, name)?;
    let (letter, rest) = (notation.letter(piece).as_bytes().len(), name.len());
    let side = if notation.dialect.rank_first { name.slice(letter..) } else { name.slice(..rest - letter) };
    let sides = [None, Some(Side::King), Some(Side::Queen)];
    let side = sides.into_iter().find(|it| notation.side(*it).as_bytes() == side.as_bytes())?;
    Some(files_of(side, piece))
}
