//! Geographical Chess Notation (Abdul-Rahman Sibahi, 2007): piece, direction, distance.
//!
//! North is Black's side of the board. The pieces of a side are numbered by kind from west to east, on one file from north to
//! south, and renumbered before every ply; a piece that is the only one of its kind has no number.
//!
//! * A move: `P5 - n2`, `K - e`, `N2 - ssw`: piece, direction, and the number of steps if more than one. The
//!   directions are `n s e w`, `ne nw se sw`, and the knight's `nne nee sse see nnw nww ssw sww`: of two legs,
//!   north or south comes first, and the letter of the longer one is repeated.
//! * A capture: `B1 x P2`, both pieces with their numbers; ` e.p.` follows for en passant.
//! * Promotion `=Q` at the end, `P2 - n=Q`, `P2 x R1=N`; castling `O-O`, `O-O-O`; check ` +`, mate ` #`.
//! * A drop: `B @ s.n2e3`, on the square two ranks north and three files east of the mover's own king.
//! * The null move is `--`.
//!
//! The style `compact` omits the spaces: `P5-n2`, `B1xP2+`, `P4xP5e.p.`, `B@s.n2e3`.
//!
//! Each leg of a square has its length; one of length 0 is omitted: `s.n1e3`, `s.w2`.
//!
//! In Chess 99 the paladin is `A`, castling is `K & B2` with the partner, and a pawn already on the last rank moves as the
//! piece it becomes: `P3=N - ssw`, `P3=N x B2`. Any piece may capture en passant: `B2 x P4 e.p.` names the captured piece
//! where it stands, and captures it on the square it skipped. The only mark is that of check.
//!
//! The original's notes extend it to other boards. Of that, the following is read but not written: a piece identified by its
//! square, `s.n2e3 - w` (there the square itself moves; no board here has that), and a direction by the lengths of its legs,
//! `n2w`, `n3w2/2`. With several kings, `s.` is relative to `K1`. Pieces and directions that no board here has (`F - n3w2`,
//! `Ro - nne.cc2`, hexagons' `a` to `f`, `u`, `d`) are rejected with the reason.
//!
//! Accepted: any spaces, or none, but a number directly follows its letter (in `Q x R 20.`, 20 is a move number); a number
//! missing where only one move fits, or given where there is only one piece; other dashes and signs of capture; promotions as
//! `nQ`, `n(Q)`, `n =Q`; a drop in brackets, as the original prints it, `(B @ s.n2e3)`, or with its square by name, `B @ f3`;
//! figurines; marks of check and en passant in any form.

use super::{
    algebraic,
    board9::is_9x9,
    compass::{Displacement, direction, number_of, numbered, numbered_on},
    exact::{self, Aim, Described, ExactText, ExactWord, Found},
    interface::{Notation, by_typed_text},
    letters::{ENGLISH_WORDS, Letters},
    reading::{Annotations, CheckClaim, Reading, Unwritable},
    scan::Scan,
    verify::PlainMove,
};
use crate::{
    chess::{
        CapturePattern, Color, Effect, KindPattern, Pattern, Ply, PlyKind, Position, Role, Roles, Square,
        Squares, Standard,
    },
    eight,
    reasons::Illegal,
    slice::Slice as _,
};

pub struct Geographical {
    /// Whether spaces are omitted.
    pub compact: bool,
}

impl Notation for Geographical {
    by_typed_text!();

    fn is_loosely_spaced(&self) -> bool {
        true
    }

    fn first_signs(&self, role: Role) -> Vec<u8> {
        if role == Role::King { b"KO".to_vec() } else { vec![role.letter()] }
    }

    fn spelling_context(&self, before: &Position, ply: &Ply) -> u32 {
        // Besides the ply itself, the text depends on the pieces' numbers, or on the reference king of a
        // drop.
        let number = |color, role, square| {
            let others = before.pieces(color, role).without(square);
            if others.is_empty() { 0 } else { number_of(square, others) }
        };
        let us = ply.color();
        let mover = number(us, ply.role(), ply.from());
        let other = match (ply.kind(), ply.capture()) {
            (PlyKind::Drop, _) => return first_king(before, us).map_or(0, |it| it.index().into()),
            (PlyKind::Castle(partner), _) => number(us, partner.role, partner.from),
            (_, Some(captured)) => number(!us, captured.role, captured.square),
            _ => 0,
        };
        u32::from(mover) << 8 | u32::from(other)
    }

    fn supports(&self, _: &Position) -> Result<(), Unwritable> {
        Ok(())
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let mut scan = Scan::new(text);
        let special = if scan.null_move() {
            Some(Pattern::null())
        } else {
            scan.castling().map(|kingside| algebraic::castling(before, kingside))
        };
        if let Some(pattern) = special {
            finish(scan, &[pattern], out);
            return;
        }
        let us = before.turn();
        let is_bracketed = scan.eat("(");
        scan.spaces();
        let Some(mover) = NamedPiece::read(before, us, &mut scan) else { return };
        let from = mover.squares;
        let late = if is_9x9(before) { promotion(&mut scan) } else { None };
        scan.spaces();
        if scan.eat("@") {
            scan.spaces();
            if let (Some(role), Some(to)) = (mover.roles.single(), read_square(before, &mut scan)) {
                if is_bracketed {
                    scan.spaces();
                }
                if !is_bracketed || scan.eat(")") {
                    finish(scan, &[Pattern::drop(role, to)], out);
                }
            }
        } else if is_bracketed {
            // Only drops are printed in brackets.
        } else if scan.eat("&") {
            scan.spaces();
            if let (Some(partner), true) = (NamedPiece::read(before, us, &mut scan), is_9x9(before)) {
                let kind = KindPattern::Castle(partner.roles, partner.squares);
                finish(scan, &[Pattern { kind, ..Pattern::to(mover.roles, Squares::ALL).from(from) }], out);
            }
        } else if scan.takes() {
            scan.spaces();
            if let Some(victim) = NamedPiece::read(before, !us, &mut scan) {
                let mover = Pattern::to(mover.roles, Squares::ALL).from(from);
                if is_9x9(before) {
                    let promotion = late.or_else(|| promotion(&mut scan));
                    read_capture_9x9(scan, mover.promoting(promotion), victim, out);
                } else {
                    let promotion = promotion(&mut scan);
                    let capture = CapturePattern::Yes(victim.roles, victim.squares);
                    finish(scan, &[mover.capturing(capture).promoting(promotion)], out);
                }
            }
        } else if scan.dash() {
            scan.spaces();
            // `nne.cc2` is the path of a circular rider, not a step to `nne`.
            let way = Displacement::read_direction(&mut scan).filter(|_| !scan.rest().starts_with(".c"));
            if let Some(way) = way {
                let promotion = late.or_else(|| promotion(&mut scan));
                let nothing = if is_9x9(before) { CapturePattern::No } else { CapturePattern::Unsaid };
                let patterns: Vec<Pattern> = from
                    .map(|from| {
                        let to = way.from(from, before.size()).map_or(Squares::NONE, Squares::only);
                        Pattern::to(mover.roles, to).from(from).promoting(promotion).capturing(nothing)
                    })
                    .collect();
                let none = [Pattern::to(mover.roles, Squares::ALL).from(Squares::NONE)];
                finish(scan, if patterns.is_empty() { &none } else { &patterns }, out);
            }
        }
    }

    fn refusal(&self, before: &Position, text: &str) -> Option<(usize, Illegal)> {
        let mut scan = Scan::new(text);
        let run = |text: &str, more: &str| {
            text.find(|it: char| !it.is_ascii_alphanumeric() && !more.contains(it)).unwrap_or(text.len())
        };
        let piece = NamedPiece::read(before, before.turn(), &mut scan.clone());
        let name = text.slice(..run(text, ".")).trim_end_matches(|it: char| it.is_ascii_digit());
        let why = if !text.starts_with(SQUARE) {
            // As in `F - n3w` and `Ro - nne.cc2`; longer words belong to sentences.
            let is_name = name.starts_with(|it: char| it.is_ascii_uppercase()) && name.len() <= 2;
            let known = piece.is_some() && name.len() == 1;
            if !is_name {
                return None;
            }
            (!known).then(|| Illegal::UnknownPiece { name: name.to_owned() })
        } else if piece.is_none_or(|it| it.squares.is_empty()) {
            Some(Illegal::NobodyThere)
        } else {
            None
        };
        scan.skip(run(text, "."));
        scan.spaces();
        let captures = scan.takes();
        if !captures && !scan.dash() {
            return None;
        }
        scan.spaces();
        let way = scan.rest();
        let way = way.slice(..run(way, "./")).trim_end_matches('.');
        let is_word = way.len() > 4 && !way.contains(|it: char| it.is_ascii_digit());
        let strange = way.contains(|it: char| !it.is_ascii_digit() && !"nsew/".contains(it));
        let why = match why {
            _ if is_word || way.is_empty() => return None,
            _ if way.contains(".c") => Illegal::Circle,
            None if strange && !captures => Illegal::Directions,
            why => why?,
        };
        Some((scan.taken() + way.len(), why))
    }
}

/// The prefix of a square relative to the king.
const SQUARE: &str = "s.";

/// Whether nothing in `rest` can belong to the move, as ` e.p.` and ` =Q` would.
#[inline]
fn is_whole(rest: &[u8]) -> bool {
    if matches!(*rest, [b' ', next, ..] if may_follow(next)) {
        return true;
    }
    match rest.iter().position(|it| !matches!(it, b' ' | b'\n' | b'\r' | b'\t')) {
        None => true,
        Some(0) => matches!(rest[0], b')' | b'{' | b'$'),
        Some(next) if rest[next] == b'(' => rest.get(next + 1).is_some_and(u8::is_ascii_digit),
        Some(next) => may_follow(rest[next]),
    }
}

/// Whether a word that begins with this byte, after a blank, cannot belong to the preceding move.
#[inline(always)]
fn may_follow(byte: u8) -> bool {
    matches!(
        byte,
        b'0'..=b'9' | b'P' | b'N' | b'K' | b'B' | b'R' | b'Q' | b'O' | b')' | b'*' | b'{' | b';' | b'$'
    )
}

impl ExactText for Geographical {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let (mover, len) = piece(ply.role, ply.from, ply.pieces(ply.color, ply.role));
        let mut text = ExactWord::new(mover, len);
        if ply.is_late {
            push_promotion(ply, &mut text);
        }
        match ply.captured {
            Some(captured) => {
                self.push_sign(b'x', &mut text);
                let all = ply.pieces(!ply.color, captured.role);
                text.push_pair(piece(captured.role, captured.square, all));
            }
            None => {
                self.push_sign(b'-', &mut text);
                let (from, to) = (ply.from, ply.to);
                let north = usize::from(to.rank() + 8 - from.rank());
                let east = usize::from(to.file() + 8 - from.file());
                let way = WAYS[(17 * north + east) & 511];
                text.push_word(way & u64::MAX >> 8, (way >> 56) as usize);
            }
        }
        if ply.en_passant {
            text.push(if self.compact { b"e.p." } else { b" e.p." });
        }
        if !ply.is_late {
            push_promotion(ply, &mut text);
        }
        text
    }

    fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
        let mut text = ExactWord::EMPTY;
        match ply.kind() {
            PlyKind::Castle(partner) if is_9x9(before) => {
                let piece = |role, square| piece(role, square, before.pieces(ply.color(), role));
                text.push_pair(piece(Role::King, ply.from()));
                self.push_sign(b'&', &mut text);
                text.push_pair(piece(partner.role, partner.from));
            }
            PlyKind::Drop => {
                text.push(&[ply.role().letter()]);
                self.push_sign(b'@', &mut text);
                text.push(b"s.");
                if let Some(king) = first_king(before, ply.color()) {
                    Displacement::between(king, ply.to()).push_legs(&mut text);
                }
            }
            _ => return algebraic::Habits::default().special(&ENGLISH_WORDS, ply),
        }
        text
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        let (sign, _) = exact::san_mark(effect);
        if self.compact { (sign, 1) } else { (u64::from(b' ') | sign << 8, 2) }
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let word = u128::from_le_bytes(*text.as_bytes().first_chunk()?);
        let (role, from, mut len) = numbered_piece(board, us, word as u64)?;
        let mut rest = (word >> (8 * len)) as u64;
        if !self.compact {
            if rest & 0xff_00ff != 0x20_0020 {
                return None;
            }
            (rest, len) = (rest >> 8, len + 2);
        }
        let sign = rest as u8;
        rest = (word >> (8 * (len + 1))) as u64;
        let (to, more) = match sign {
            b'x' => {
                let (_, to, more) = numbered_piece(board, !us, rest)?;
                (to, more)
            }
            b'-' => way(from, rest)?,
            _ => return None,
        };
        len += 1 + more;
        let found = PlainMove::to(board, us, role, from.into(), to)?;
        if found.captures != (sign == b'x') {
            return None;
        }
        rest = (word >> (8 * len)) as u64;
        let apart = usize::from(!self.compact);
        let check = match (rest >> (8 * apart)) as u8 {
            b'+' => Some(CheckClaim::Check),
            b'#' => Some(CheckClaim::Mate),
            _ => None,
        };
        if check.is_some() {
            if !self.compact && rest as u8 != b' ' {
                return None;
            }
            len += 1 + apart;
        }
        if !is_whole(text.as_bytes().get(len..)?) {
            return None;
        }
        found.found(board, us, (len, check))
    }

    #[inline(always)]
    fn aim(&self, before: &Position, text: &str) -> Option<Aim> {
        let board = before.ordinary()?;
        let us = board.turn();
        let mut scan = Scan::new(text);
        let mover = Named::read(&mut scan)?;
        let from = mover.on(board, us)?;
        scan.spaces();
        let to = if scan.takes() {
            scan.spaces();
            Named::read(&mut scan)?.on(board, !us)?
        } else {
            scan.dash().then(|| scan.spaces())?;
            Displacement::read_direction(&mut scan)?.from(from.into(), 8)?.to_shakmaty()?
        };
        let promotion = promotion(&mut scan);
        let check = scan.check();
        let (role, len) = (mover.role.to_shakmaty(), scan.taken());
        Some(Aim { role, from: from.into(), to: to.into(), promotion, check, len })
    }

    fn ends(&self, rest: &[u8]) -> bool {
        is_whole(rest)
    }

    fn check(&self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if ply.is_drop() && first_king(before, ply.color()).is_none() {
            return Err(Unwritable::NoKing);
        }
        Ok(())
    }
}

/// Returns the letter of a piece, and its number if it is one of several: a word and its length.
#[inline(always)]
fn piece(role: Role, square: Square, all: Squares) -> (u64, usize) {
    let letter = u64::from(role.letter());
    let number = u64::from(number_of(square, all));
    if number > 9 {
        let digits = (u64::from(b'0') + number / 10) << 8 | (u64::from(b'0') + number % 10) << 16;
        return (letter | digits, 3);
    }
    let several = all.0 & all.0.wrapping_sub(1) != 0;
    let digit = if several { (u64::from(b'0') + number) << 8 } else { 0 };
    (letter | digit, 1 + usize::from(several))
}

/// The text of each displacement of a piece, indexed by `17 * north + east` from the south-west, with its
/// length in the highest byte.
static WAYS: [u64; 512] = {
    let mut table = [0; 512];
    let mut n = 0;
    while n < 289 {
        let (text, len) = direction((n % 17) as i8 - 8, (n / 17) as i8 - 8);
        // The others are not moves of any piece.
        if len < 6 {
            table[n] = u64::from_le_bytes([text[0], text[1], text[2], text[3], text[4], 0, 0, len as u8]);
        }
        n += 1;
    }
    table
};

/// The roles by letter.
static PIECES: [Option<shakmaty::Role>; 256] = {
    let mut table = [None; 256];
    let mut n = 0;
    while n < 6 {
        let role = shakmaty::Role::ALL[n];
        table[role.upper_char() as usize] = Some(role);
        n += 1;
    }
    table
};

/// Returns the role and square of the canonically named piece at the beginning of a word, and its name's
/// length.
#[inline(always)]
fn numbered_piece(
    board: &Standard,
    color: Color,
    word: u64,
) -> Option<(shakmaty::Role, shakmaty::Square, usize)> {
    let role = PIECES[usize::from(word as u8)]?;
    let pieces = board.pieces(color, role);
    let number = ((word >> 8) as u8).wrapping_sub(b'0');
    match (pieces.more_than_one(), number < 10) {
        (false, false) => Some((role, pieces.first()?, 1)),
        (true, true) => Some((role, numbered_on(pieces, number)?, 2)),
        _ => None,
    }
}

/// A hash table of the directions by text. An entry has the text in its five lowest bytes, and above it the
/// displacement to the east and to the north, each plus 8; 0 is an unused slot.
static DIRECTIONS: [u64; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 289 {
        let way = WAYS[n];
        let text = way & u64::MAX >> 8;
        if way != 0 {
            let mut place = place_of(text);
            while table[place] != 0 {
                place = (place + 1) & 255;
            }
            table[place] = text | (n as u64 % 17) << 40 | (n as u64 / 17) << 48;
        }
        n += 1;
    }
    table
};

#[inline(always)]
const fn place_of(direction: u64) -> usize {
    (direction.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// Returns the destination of the canonical direction at the beginning of a word, and the length of its text.
#[inline(always)]
fn way(from: shakmaty::Square, word: u64) -> Option<(shakmaty::Square, usize)> {
    let end = eight::first(eight::below(word, b'0'));
    let text = exact::cut(word, end);
    let mut place = place_of(text);
    while DIRECTIONS[place] & u64::MAX >> 24 != text {
        if DIRECTIONS[place] == 0 {
            return None;
        }
        place = (place + 1) & 255;
    }
    let entry = DIRECTIONS[place];
    let east = u32::from(from.file()) + (entry >> 40 & 0xff) as u32;
    let north = u32::from(from.rank()) + (entry >> 48) as u32;
    let (file, rank) = (east.wrapping_sub(8), north.wrapping_sub(8));
    ((file | rank) < 8).then(|| (shakmaty::Square::new(rank << 3 & 56 | file & 7), end))
}

/// Reads the rest of a capture in Chess 99: it ends on the captured piece's square unless marked en passant.
fn read_capture_9x9(mut scan: Scan<'_>, mover: Pattern, victim: NamedPiece, out: &mut Vec<Reading>) {
    let en_passant = scan.en_passant();
    let patterns: Vec<Pattern> = victim
        .squares
        .map(|square| {
            let there = Squares::only(square);
            let capture = CapturePattern::Yes(victim.roles, there);
            Pattern { to: if en_passant { !there } else { there }, ..mover.capturing(capture) }
        })
        .collect();
    let none = [Pattern { from: Squares::NONE, ..mover }];
    finish(scan, if patterns.is_empty() { &none } else { &patterns }, out);
}

#[inline(always)]
fn push_promotion(ply: &Described<'_>, text: &mut ExactWord) {
    if let Some(role) = ply.promotion {
        text.push(&[b'=', role.letter()]);
    }
}

impl Geographical {
    #[inline(always)]
    fn push_sign(&self, sign: u8, text: &mut ExactWord) {
        let sign = u64::from(sign);
        let spaced = u64::from(b' ') | sign << 8 | u64::from(b' ') << 16;
        text.push_pair(if self.compact { (sign, 1) } else { (spaced, 3) });
    }
}

/// Returns the king that squares are relative to: with several kings, "the reference is to K1" (note 1).
fn first_king(before: &Position, color: Color) -> Option<Square> {
    numbered(before.pieces(color, Role::King), 1).single()
}

/// A piece by its letter, and by its number if given.
#[derive(Clone, Copy)]
struct Named {
    role: Role,
    number: Option<u8>,
}

impl Named {
    #[inline(always)]
    fn read(scan: &mut Scan<'_>) -> Option<Named> {
        Some(Named { role: read_role(scan)?, number: scan.number() })
    }

    /// Returns the square of the piece. `None` unless exactly one fits.
    #[inline(always)]
    fn on(self, board: &Standard, color: Color) -> Option<shakmaty::Square> {
        let pieces = board.pieces(color, self.role.to_shakmaty()?);
        match self.number {
            None => pieces.single_square(),
            Some(number) => numbered_on(pieces, number),
        }
    }
}

/// A piece in a text: by letter and number, `N2`, or by square, `s.n2e3`.
#[derive(Clone, Copy)]
struct NamedPiece {
    roles: Roles,
    /// The squares where it may stand.
    squares: Squares,
}

impl NamedPiece {
    fn read(before: &Position, color: Color, scan: &mut Scan<'_>) -> Option<NamedPiece> {
        if scan.rest().starts_with(SQUARE) {
            let on = read_square(before, scan)?;
            let role = before.piece_at(on).filter(|it| it.0 == color).map(|it| it.1);
            let squares = if role.is_some() { Squares::only(on) } else { Squares::NONE };
            return Some(NamedPiece { roles: role.map_or(Roles::ALL, Roles::from), squares });
        }
        let Named { role, number } = Named::read(scan)?;
        let all = before.pieces(color, role);
        let squares = number.map_or(all, |number| numbered(all, number));
        Some(NamedPiece { roles: role.into(), squares })
    }
}

/// Reads a piece's letter or figurine.
#[inline(always)]
fn read_role(scan: &mut Scan<'_>) -> Option<Role> {
    match Role::from_letter(scan.byte()) {
        Some(role) => {
            scan.skip(1);
            Some(role)
        }
        None => scan.piece(Letters::Figurine),
    }
}

/// Reads a square: relative to the mover's king, `s.n2e3`, or by its name.
fn read_square(before: &Position, scan: &mut Scan<'_>) -> Option<Square> {
    let size = before.size();
    if scan.eat(SQUARE) {
        scan.spaces();
        return Displacement::read_legs(scan)?.from(first_king(before, before.turn())?, size);
    }
    scan.square(size)
}

/// Reads a promotion: `=Q`, also after a space; directly after the move also `Q` and `(Q)`.
#[inline(always)]
fn promotion(scan: &mut Scan<'_>) -> Option<Role> {
    let mut ahead = *scan;
    let apart = ahead.spaces();
    let sign = ahead.eat_any(&['=', '(']);
    if apart && sign != Some('=') {
        return None;
    }
    if sign == Some('=') {
        ahead.spaces();
    }
    let role = read_role(&mut ahead)?;
    if ahead.number().is_some() {
        return None;
    }
    if sign == Some('(') && !ahead.eat(")") {
        return None;
    }
    *scan = ahead;
    Some(role)
}

/// Reads the marks, and adds a reading for each pattern.
fn finish(mut scan: Scan<'_>, patterns: &[Pattern], out: &mut Vec<Reading>) {
    let mut annotations = Annotations::default();
    let roles = patterns.first().map_or(Roles::NONE, |it| it.roles);
    annotations.en_passant = roles.contains(Role::Pawn) && scan.en_passant();
    annotations.check = scan.check();
    scan.finish(annotations, patterns.iter().copied(), out);
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::{WAYS, way};
    use crate::notation::table::check;

    #[test]
    fn a_direction_is_read_as_it_is_written() {
        for (from, to) in Square::ALL.into_iter().flat_map(|it| Square::ALL.map(|to| (it, to))) {
            let north = usize::from(to.rank()) + 8 - usize::from(from.rank());
            let east = usize::from(to.file()) + 8 - usize::from(from.file());
            let (text, len) = (WAYS[17 * north + east] & u64::MAX >> 8, WAYS[17 * north + east] >> 56);
            if len > 0 {
                assert_eq!(way(from, text | u64::from(b' ') << (8 * len)), Some((to, len as usize)));
            }
        }
    }

    #[test]
    fn texts_and_plies() {
        check(
            "geographical",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 N1 - nee | N1-nee | N1 – nee | ♘1-nee
            h4f3 N2 - sww
            b7a8q P1 x R1=Q + | P1xR1=Q+ | P1 x R1 =Q | P1xR1(Q)
            b7b8n P1 - n=N | P1-nN
            e5d6 P2 x P e.p. | P2xP
            e1g1 O-O
            e1c1 O-O-O | 0-0-0
            a1a8 R1 x R1 + | R1:R1
            e5e6 P2 - n
            none N3 - n | P1 - s | N1 x R1 | K - n3
            fen Crazyhouse 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1
            N@f3 N @ s.n2e1 | N@s.n2e1 | N @ f3 | (N @ s.n2e1)
            ",
        );
    }

    #[test]
    fn without_spaces() {
        check(
            "geographical:compact",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 N1-nee
            b7a8q P1xR1=Q+
            e5d6 P2xPe.p.
            ",
        );
    }
}
