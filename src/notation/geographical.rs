//! Geographical Chess Notation (Abdul-Rahman Sibahi, 2007): which piece, which direction, how far.
//!
//! North is Black's side of the board. The pieces of a side are numbered by kind from west to east, on one file
//! from north to south, and anew before every ply; a piece that is the only one of its kind has no number.
//!
//! * A move: `P5 - n2`, `K - e`, `N2 - ssw`: piece, direction, and the number of steps if there are several. The
//!   directions are `n s e w`, `ne nw se sw`, and the knight's `nne nee sse see nnw nww ssw sww`: of two legs, north or south comes
//!   first, and the longer one's letter is repeated.
//! * A capture: `B1 x P2`, both pieces with their numbers; en passant ` e.p.` follows.
//! * Promotion `=Q` at the end, `P2 - n=Q`, `P2 x R1=N`; castling `O-O`, `O-O-O`; check ` +`, mate ` #`.
//! * A drop: `B @ s.n2e3`, on the square two ranks north and three files east of the mover's own king.
//! * The null move is `--`.
//!
//! The style `compact` leaves out the spaces: `P5-n2`, `B1xP2+`, `P4xP5e.p.`, `B@s.n2e3`.
//!
//! Of a square's two legs each has its length, and one of length 0 is left out: `s.n1e3`, `s.w2`.
//!
//! In Chess 99 the paladin is `A`, castling is `K & B2` with the partner, and a pawn that stands on the last rank
//! already moves as what it becomes: `P3=N - ssw`, `P3=N x B2`. Any piece may take en passant: `B2 x P4 e.p.` names
//! what is taken where it stands, and takes it on the square before. The only mark is that of check.
//!
//! Forgiven: any spaces, or none, but a number stands directly after its letter (in `Q x R 20.`, 20 is a move
//! number); a number missing where only one move fits, or given where there is only one piece; other dashes and signs
//! of capture; promotions as `nQ`, `n(Q)`, `n =Q`; a drop's square by its name, `B @ f3`; figurines; marks of
//! check and en passant in any form.

use super::{
    Claims, Notation, Reading, Unwritable, algebraic,
    compass::{Displacement, number_of, numbered},
    letters::Letters,
    nine::is_nine,
    scan::Scan,
    text::Text,
};
use crate::{
    model::{Color, Ply, PlyKind, Role, Roles, Square, Squares},
    rules::{CapturePattern, KindPattern, Pattern, Position},
};

/// Geographical notation.
pub struct Geographical {
    /// Without spaces?
    pub compact: bool,
}

/// Room for the longest text: a piece with its number, a sign, and the longest direction of a 9×9 board.
type Move = Text<32>;

impl Notation for Geographical {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let mut text = Move::new();
        match ply.kind() {
            PlyKind::Castle(partner) if is_nine(before) => {
                push_piece(before, ply.color(), Role::King, ply.from(), &mut text);
                self.push_sign(b'&', &mut text);
                push_piece(before, ply.color(), partner.role, partner.from, &mut text);
            }
            PlyKind::Castle(_) | PlyKind::Null => {
                algebraic::write_special(Letters::ENGLISH, ply, out);
                return Ok(());
            }
            PlyKind::Drop => {
                let Some(king) = first_king(before, ply.color()) else {
                    return Err(Unwritable("there is no king from which to tell the square".to_owned()));
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

    fn suits(&self, _: &Position) -> Result<(), Unwritable> {
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
        let Some(mover) = Piece::read(&mut scan) else { return };
        let from = mover.squares(before, before.turn());
        let late = if is_nine(before) { promotion(&mut scan) } else { None };
        scan.spaces();
        if scan.eat("@") {
            scan.spaces();
            if let Some(to) = read_square(before, &mut scan) {
                finish(scan, &[Pattern::drop(mover.role, to)], out);
            }
        } else if scan.eat("&") {
            scan.spaces();
            if let (Some(partner), true) = (Piece::read(&mut scan), is_nine(before)) {
                let kind = KindPattern::Castle(partner.role.into(), partner.squares(before, before.turn()));
                finish(scan, &[Pattern { kind, ..Pattern::to(mover.role, Squares::ALL).from(from) }], out);
            }
        } else if scan.takes() {
            scan.spaces();
            if let Some(victim) = Piece::read(&mut scan) {
                let mover = Pattern::to(mover.role, Squares::ALL).from(from);
                let victims = victim.squares(before, !before.turn());
                if is_nine(before) {
                    let promotion = late.or_else(|| promotion(&mut scan));
                    read_nine_capture(scan, mover.promoting(promotion), victim.role, victims, out);
                } else {
                    let promotion = promotion(&mut scan);
                    let capture = CapturePattern::Yes(victim.role.into(), victims);
                    finish(scan, &[mover.capturing(capture).promoting(promotion)], out);
                }
            }
        } else if scan.dash() {
            scan.spaces();
            if let Some(way) = Displacement::read_direction(&mut scan) {
                let promotion = late.or_else(|| promotion(&mut scan));
                let nothing = if is_nine(before) { CapturePattern::No } else { CapturePattern::Unsaid };
                let patterns: Vec<Pattern> = from
                    .map(|from| {
                        let to = way.from(from, before.size()).map_or(Squares::NONE, Squares::only);
                        Pattern::to(mover.role, to).from(from).promoting(promotion).capturing(nothing)
                    })
                    .collect();
                let none = [Pattern::to(mover.role, Squares::ALL).from(Squares::NONE)];
                finish(scan, if patterns.is_empty() { &none } else { &patterns }, out);
            }
        }
    }
}

/// Reads the rest of a capture in Chess 99, where a mark of en passant says on which square it is.
fn read_nine_capture(
    mut scan: Scan<'_>,
    mover: Pattern,
    victim: Role,
    victims: Squares,
    out: &mut Vec<Reading>,
) {
    let en_passant = scan.en_passant();
    let patterns: Vec<Pattern> = victims
        .map(|square| {
            let there = Squares::only(square);
            let capture = CapturePattern::Yes(victim.into(), there);
            Pattern { to: if en_passant { !there } else { there }, ..mover.capturing(capture) }
        })
        .collect();
    let none = [Pattern { from: Squares::NONE, ..mover }];
    finish(scan, if patterns.is_empty() { &none } else { &patterns }, out);
}

/// Writes what a pawn becomes.
#[inline]
fn push_promotion(ply: &Ply, text: &mut Move) {
    if let Some(role) = ply.promotion() {
        text.push(b'=');
        text.push(role.letter());
    }
}

impl Geographical {
    #[inline]
    fn push_sign(&self, sign: u8, text: &mut Move) {
        if self.compact {
            text.push(sign);
        } else {
            [b' ', sign, b' '].into_iter().for_each(|byte| text.push(byte));
        }
    }
}

/// Writes a piece's letter, and its number if it has one.
#[inline]
fn push_piece(before: &Position, color: Color, role: Role, square: Square, text: &mut Move) {
    text.push(role.letter());
    let others = before.pieces(color, role).without(square);
    if !others.is_empty() {
        text.push_number(number_of(square, others));
    }
}

/// The king from which squares are told: of several "the reference is to K1" (note 1).
fn first_king(before: &Position, color: Color) -> Option<Square> {
    numbered(before.pieces(color, Role::King), 1).single()
}

/// A piece's letter, with its number if it has one.
#[derive(Clone, Copy)]
struct Piece {
    role: Role,
    number: Option<u8>,
}

impl Piece {
    fn read(scan: &mut Scan<'_>) -> Option<Piece> {
        let rest = scan.rest();
        let letter = rest.bytes().next().and_then(Role::from_letter).map(|role| (role, 1));
        let (role, len) = letter.or_else(|| Letters::Figurine.read(rest))?;
        scan.skip(len);
        Some(Piece { role, number: scan.number() })
    }

    /// Where it stands, or may stand.
    fn squares(self, before: &Position, color: Color) -> Squares {
        let pieces = before.pieces(color, self.role);
        self.number.map_or(pieces, |number| numbered(pieces, number))
    }
}

/// A square: as seen from the mover's king, `s.n2e3`, or by its name.
fn read_square(before: &Position, scan: &mut Scan<'_>) -> Option<Square> {
    let size = before.size();
    if scan.eat("s.") {
        scan.spaces();
        return Displacement::read_legs(scan)?.from(first_king(before, before.turn())?, size);
    }
    Some(Square::new(scan.file(size)?, scan.rank(size)?))
}

/// What a pawn becomes: `=Q`, also after a space; directly after the move also `Q` and `(Q)`.
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
    let Piece { role, number: None } = Piece::read(&mut ahead)? else { return None };
    if sign == Some('(') && !ahead.eat(")") {
        return None;
    }
    *scan = ahead;
    Some(role)
}

/// Reads the marks, and adds a reading for each of the patterns.
fn finish(mut scan: Scan<'_>, patterns: &[Pattern], out: &mut Vec<Reading>) {
    let mut claims = Claims::default();
    let roles = patterns.first().map_or(Roles::NONE, |it| it.roles);
    claims.en_passant = roles.contains(Role::Pawn) && scan.en_passant();
    claims.check = scan.check();
    if scan.at_boundary() {
        out.extend(patterns.iter().map(|&pattern| Reading { claims, ..Reading::new(scan, pattern) }));
    }
}
