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
    Annotations, CheckClaim, ExactReading, Notation, Reading, Unwritable, algebraic,
    board9::is_9x9,
    compass::{Displacement, direction, number_of, number_on, numbered},
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    letters::Letters,
    scan::Scan,
    text::ShortText,
};
use crate::{
    chess::{
        CapturePattern, Color, Effect, KindPattern, Pattern, Ply, PlyKind, Position, Role, Roles, Square,
        Squares, Standard,
    },
    slice::Slice as _,
};

/// Geographical notation.
pub struct Geographical {
    /// Whether spaces are omitted.
    pub compact: bool,
}

/// Holds the longest text: a piece with its number, a sign, and the longest direction on a 9×9 board.
type MoveText = ShortText<32>;

impl Notation for Geographical {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let mut text = MoveText::new();
        match ply.kind() {
            PlyKind::Castle(partner) if is_9x9(before) => {
                push_piece(before, ply.color(), Role::King, ply.from(), &mut text);
                self.push_sign(b'&', &mut text);
                push_piece(before, ply.color(), partner.role, partner.from, &mut text);
            }
            PlyKind::Castle(_) | PlyKind::Null => {
                algebraic::write_special(Letters::ENGLISH, algebraic::Habits::default(), ply, out);
                return Ok(());
            }
            PlyKind::Drop => {
                let Some(king) = first_king(before, ply.color()) else {
                    return Err(Unwritable("no king to count the square from".to_owned()));
                };
                text.push(ply.role().letter());
                self.push_sign(b'@', &mut text);
                text.push_str("s.");
                Displacement::between(king, ply.to()).push_legs(&mut text);
            }
            PlyKind::Normal | PlyKind::EnPassant => {
                push_piece(before, ply.color(), ply.role(), ply.from(), &mut text);
                let late = ply.is_late_promotion();
                if late {
                    push_promotion(ply, &mut text);
                }
                match ply.capture() {
                    Some(captured) => {
                        self.push_sign(b'x', &mut text);
                        push_piece(before, !ply.color(), captured.role, captured.square, &mut text);
                    }
                    None => {
                        self.push_sign(b'-', &mut text);
                        Displacement::between(ply.from(), ply.to()).push_direction(&mut text);
                    }
                }
                if ply.is_en_passant() {
                    text.push_str(if self.compact { "e.p." } else { " e.p." });
                }
                if !late {
                    push_promotion(ply, &mut text);
                }
            }
        }
        text.append_to(out);
        Ok(())
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        // In Chess 99 a pass can leave a king in check.
        if after.is_check() && !ply.is_null() {
            let mark = if after.is_mate() { b" #" } else { b" +" };
            out.extend_from_slice(&mark[usize::from(self.compact)..]);
        }
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let bytes = text.as_bytes();
        let castling = if bytes.starts_with(b"O-O-O") { 5 } else { 3 };
        let (mut len, ply) = if bytes.starts_with(b"O-O") {
            (castling, before.castling(castling == 3)?)
        } else {
            canonical_move(before, bytes)?
        };
        let mark = bytes[len..].iter().take(2).position(|it| matches!(it, b'+' | b'#'));
        let apart = usize::from(bytes.get(len) == Some(&b' '));
        let check = mark.filter(|it| *it == apart).map(|_| bytes[len + apart]);
        if check.is_some() {
            len += apart + 1;
        }
        let check = check.map(|it| if it == b'+' { CheckClaim::Check } else { CheckClaim::Mate });
        is_whole(&bytes[len..]).then_some(ExactReading { len, ply, check })
    }

    fn is_loosely_spaced(&self) -> bool {
        true
    }

    fn first_signs(&self, role: Role) -> Vec<u8> {
        if role == Role::King { b"KO".to_vec() } else { vec![role.letter()] }
    }

    fn spelling_context(&self, before: &Position, ply: &Ply) -> u32 {
        // Beside the ply itself its text depends on the pieces' numbers, or on the king from which a drop is told.
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

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Geographical(self))
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
            // Only drops are printed so.
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
            // The path of a circular rider, `nne.cc2`, is not its first step.
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

    fn refusal(&self, before: &Position, text: &str) -> Option<(usize, String)> {
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
            (!known).then(|| format!("this board has no piece {name}"))
        } else if piece.is_none_or(|it| it.squares.is_empty()) {
            Some("none of the mover's pieces stands there, and squares do not move on this board".to_owned())
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
            _ if way.contains(".c") => "no piece of this board moves in a circle".to_owned(),
            None if strange && !captures => "the directions of this board are n, s, e and w".to_owned(),
            why => why?,
        };
        Some((scan.taken() + way.len(), why))
    }
}

/// The prefix of a square relative to the king.
const SQUARE: &str = "s.";

/// Reads canonical texts other than castling and captures en passant.
#[inline]
fn canonical_move(before: &Position, bytes: &[u8]) -> Option<(usize, Ply)> {
    let board = before.ordinary()?;
    let us = board.turn();
    let mut at = 0;
    let mover = canonical_piece(bytes, &mut at)?;
    let from = canonical_square(board, us, mover)?;
    at += usize::from(bytes.get(at) == Some(&b' '));
    let sign = *bytes.get(at)?;
    at += 1;
    at += usize::from(bytes.get(at) == Some(&b' '));
    let to = match sign {
        b'x' => canonical_square(board, !us, canonical_piece(bytes, &mut at)?)?,
        b'-' => {
            let mut scan = Scan::new(std::str::from_utf8(bytes.get(at..bytes.len().min(at + 6))?).ok()?);
            let to = Displacement::read_direction(&mut scan)?.from(from.into(), 8)?.to_shakmaty()?;
            at += scan.taken();
            to
        }
        _ => return None,
    };
    let mut promotion = None;
    if let (shakmaty::Role::Pawn, Some(b'=')) = (mover.0, bytes.get(at)) {
        promotion = Some(Role::from_letter(*bytes.get(at + 1)?)?);
        at += 2;
    }
    let ply = before.find(mover.0.into(), Square::from(from).into(), to.into(), promotion)?;
    (ply.is_capture() == (sign == b'x')).then_some((at, ply))
}

/// Reads a piece with its number, 0 if it has none.
#[inline]
fn canonical_piece(bytes: &[u8], at: &mut usize) -> Option<(shakmaty::Role, u32)> {
    let role = Role::from_letter(*bytes.get(*at)?)?.to_shakmaty()?;
    *at += 1;
    let mut number = 0;
    while let Some(digit) =
        bytes.get(*at).map(|it| it.wrapping_sub(b'0')).filter(|it| *it < 10 && number < 10)
    {
        number = 10 * number + u32::from(digit);
        *at += 1;
    }
    Some((role, number))
}

/// Returns the square of the piece with this number, or of the only one of its kind.
#[inline]
fn canonical_square(
    board: &Standard,
    color: Color,
    (role, number): (shakmaty::Role, u32),
) -> Option<shakmaty::Square> {
    let pieces = board.pieces(color, role);
    if number == 0 {
        pieces.single_square()
    } else {
        pieces.into_iter().find(|it| number_on(*it, pieces) == number)
    }
}

/// Whether nothing that follows can belong to the move, as ` e.p.` and ` =Q` do.
#[inline]
fn is_whole(rest: &[u8]) -> bool {
    match rest.iter().position(|it| !matches!(it, b' ' | b'\n' | b'\r' | b'\t')) {
        None => true,
        Some(0) => matches!(rest[0], b')' | b'{' | b'$'),
        Some(next) if rest[next] == b'(' => rest.get(next + 1).is_some_and(u8::is_ascii_digit),
        Some(next) => rest[next].is_ascii_digit() || b"PNKBRQO)*{;$".contains(&rest[next]),
    }
}

impl ExactText for Geographical {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, _: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord {
        let (mover, len) = exact_piece(board, us, ply.role, ply.from);
        let mut text = ExactWord::new(mover, len);
        let sign = if ply.captures { b'x' } else { b'-' };
        if self.compact {
            text.push_word(u64::from(sign), 1);
        } else {
            text.push_word(u64::from(b' ') | u64::from(sign) << 8 | u64::from(b' ') << 16, 3);
        }
        let (target, len) = if ply.captures {
            exact_piece(board, !us, ply.captured(board), ply.captured_at())
        } else {
            exact_direction(ply.from, ply.to)
        };
        text.push_word(target, len);
        if ply.en_passant {
            text.push(if self.compact { b"e.p." } else { b" e.p." });
        }
        if let Some(role) = ply.promotion {
            text.push(&[b'=', exact::LETTERS[role as usize & 7]]);
        }
        text
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        let sign = u64::from(if effect == Effect::Mate { b'#' } else { b'+' });
        if self.compact { (sign, 1) } else { (u64::from(b' ') | sign << 8, 2) }
    }
}

/// Returns a piece's letter with its number, if it has one: a word and its length.
#[inline(always)]
fn exact_piece(
    board: &Standard,
    color: Color,
    role: shakmaty::Role,
    square: shakmaty::Square,
) -> (u64, usize) {
    let all = board.pieces(color, role);
    let letter = u64::from(exact::LETTERS[role as usize & 7]);
    let number = u64::from(number_on(square, all));
    if number > 9 {
        return (letter | u64::from(b'1') << 8 | (u64::from(b'0') + number - 10) << 16, 3);
    }
    let several = all.more_than_one();
    let digit = if several { (u64::from(b'0') + number) << 8 } else { 0 };
    (letter | digit, 1 + usize::from(several))
}

/// Returns the direction from one square to another and the number of steps: a word and its length.
#[inline(always)]
fn exact_direction(from: shakmaty::Square, to: shakmaty::Square) -> (u64, usize) {
    let (from, to) = (u32::from(from) as usize, u32::from(to) as usize);
    let (north, east) = ((to >> 3) + 7 - (from >> 3), (to & 7) + 7 - (from & 7));
    let way = WAYS[(15 * north + east) & 255];
    (way & u64::MAX >> 8, (way >> 56) as usize)
}

/// The text of each displacement of a piece, indexed by `15 * north + east` from the south-west, with its
/// length in the highest byte.
static WAYS: [u64; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 225 {
        let (text, len) = direction((n % 15) as i8 - 7, (n / 15) as i8 - 7);
        // The others are not moves of any piece.
        if len < 6 {
            table[n] = u64::from_le_bytes([text[0], text[1], text[2], text[3], text[4], 0, 0, len as u8]);
        }
        n += 1;
    }
    table
};

/// Reads the rest of a capture in Chess 99, where a mark of en passant tells on which square it is.
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

/// Writes a promotion.
#[inline]
fn push_promotion(ply: &Ply, text: &mut MoveText) {
    if let Some(role) = ply.promotion() {
        text.push(b'=');
        text.push(role.letter());
    }
}

impl Geographical {
    #[inline]
    fn push_sign(&self, sign: u8, text: &mut MoveText) {
        if self.compact {
            text.push(sign);
        } else {
            [b' ', sign, b' '].into_iter().for_each(|byte| text.push(byte));
        }
    }
}

/// Writes a piece's letter, and its number if it has one.
#[inline]
fn push_piece(before: &Position, color: Color, role: Role, square: Square, text: &mut MoveText) {
    text.push(role.letter());
    let others = before.pieces(color, role).without(square);
    if !others.is_empty() {
        text.push_number(number_of(square, others));
    }
}

/// Returns the king to which squares are relative: of several "the reference is to K1" (note 1).
fn first_king(before: &Position, color: Color) -> Option<Square> {
    numbered(before.pieces(color, Role::King), 1).single()
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
        let role = read_role(scan)?;
        let all = before.pieces(color, role);
        let squares = scan.number().map_or(all, |number| numbered(all, number));
        Some(NamedPiece { roles: role.into(), squares })
    }
}

/// Reads a piece's letter or figurine.
fn read_role(scan: &mut Scan<'_>) -> Option<Role> {
    match scan.rest().bytes().next().and_then(Role::from_letter) {
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
