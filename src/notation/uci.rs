//! The notation of the Universal Chess Interface, used by engines.
//!
//! Origin and destination only: `e2e4`, `e7e8q`, castling by the king's squares `e1g1`, in Chess960 as king
//! takes rook `e1h1`; drops `P@e4`; the null move is `0000`. In Chess 99 castling is king takes partner, `f1g1`
//! or `e9a9`, a late promotion `f1d2n`; a piece that captures en passant has an `e`, `f8b4e`.
//!
//! Accepted: capitals (`E2E4`, `e7e8Q`), a dash or a sign of capture between the squares, `=` before the
//! promotion, either form of castling, `O-O`, any null move.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, algebraic,
    board9::{self, CaptureClaim},
    canonical_move,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    push_castlings, push_square,
    scan::Scan,
};
use crate::chess::{Color, Effect, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Standard};

/// UCI notation.
pub struct Uci;

impl Notation for Uci {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Null => out.extend_from_slice(b"0000"),
            PlyKind::Drop => {
                out.extend_from_slice(&[ply.role().letter(), b'@']);
                push_square(ply.to(), out);
            }
            PlyKind::Castle(partner) => {
                push_square(ply.from(), out);
                let by_partner = before.is_chess960() || board9::is_9x9(before);
                push_square(if by_partner { partner.from } else { ply.to() }, out);
            }
            PlyKind::Normal | PlyKind::EnPassant => {
                push_square(ply.from(), out);
                push_square(ply.to(), out);
                if let Some(role) = ply.promotion() {
                    out.push(role.letter().to_ascii_lowercase());
                }
                if ply.is_en_passant() && (ply.role() != Role::Pawn || ply.is_late_promotion()) {
                    out.push(b'e');
                }
            }
        }
        Ok(())
    }

    fn supports(&self, _: &Position) -> Result<(), Unwritable> {
        Ok(())
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let mut scan = Scan::new(text);
        if scan.null_move() {
            out.push(Reading::new(scan, Pattern::null()));
            return;
        }
        if let Some(kingside) = scan.castling() {
            out.extend(scan.at_boundary().then(|| Reading::new(scan, algebraic::castling(before, kingside))));
            return;
        }
        let size = before.size();
        let mut piece = scan;
        if let Some(letter) = piece.peek().filter(char::is_ascii) {
            piece.skip(1);
            if let (Some(role), true) = (Role::from_letter(letter.to_ascii_uppercase() as u8), piece.eat("@"))
            {
                if let Some(to) = square(&mut piece, size) {
                    out.push(Reading::new(piece, Pattern::drop(role, to)));
                }
                return;
            }
        }
        let Some(from) = square(&mut scan, size) else { return };
        if !scan.dash() {
            scan.takes();
        }
        let Some(to) = square(&mut scan, size) else { return };
        scan.eat("=");
        let mut promotion = scan.eat_any(&['q', 'r', 'b', 'n', 'k', 'Q', 'R', 'B', 'N', 'K']);
        let mut said = CaptureClaim::Nothing;
        if board9::is_9x9(before) {
            promotion = promotion.or_else(|| scan.eat_any(&['a', 'A']));
            if scan.eat_any(&['e', 'E']).is_some() {
                said = CaptureClaim::EnPassant;
            }
        }
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        if !scan.at_boundary() {
            return;
        }
        let mut push = |pattern| out.push(Reading { annotations, ..Reading::new(scan, pattern) });
        let role = promotion.and_then(|it| Role::from_letter(it.to_ascii_uppercase() as u8));
        let pattern = Pattern::to(Roles::ALL, to).from(from).promoting(role);
        if board9::is_9x9(before) {
            board9::patterns(pattern, to, said).into_iter().for_each(&mut push);
        } else {
            push(pattern);
        }
        if role.is_none() && said == CaptureClaim::Nothing {
            push_castlings(before, from, to, &mut push);
        }
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Uci(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let bytes = text.as_bytes();
        let square = |at: usize| Square::of_name(*bytes.get(at)?, *bytes.get(at + 1)?);
        let (from, to) = (square(0)?, square(2)?);
        let promotion = match bytes.get(4) {
            Some(b'q') => Some(Role::Queen),
            Some(b'r') => Some(Role::Rook),
            Some(b'b') => Some(Role::Bishop),
            Some(b'n') => Some(Role::Knight),
            _ => None,
        };
        let len = 4 + usize::from(promotion.is_some());
        if !matches!(bytes.get(len), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b')')) {
            return None;
        }
        let ply = canonical_move(before, from, to, promotion)?;
        Some(ExactReading { len, ply, check: None })
    }
}

impl ExactText for Uci {
    #[inline(always)]
    fn text(&self, _: &Position, _: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        let letter = ply.promotion.map_or(0, |role| exact::LETTERS[role as usize & 7].to_ascii_lowercase());
        let word = exact::name(ply.from) | exact::name(ply.to) << 16 | u64::from(letter) << 32;
        ExactWord::new(word, 4 + usize::from(ply.promotion.is_some()))
    }

    fn castling(&self, board: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        ExactWord::new(exact::name(king) | exact::name(exact::castling_target(board, king, rook)) << 16, 4)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

/// Reads a square in lower-case or capital letters.
fn square(scan: &mut Scan<'_>, size: u8) -> Option<Square> {
    let file = scan.file(size).or_else(|| {
        let file = (scan.peek()? as u32).wrapping_sub('A' as u32);
        (file < u32::from(size)).then(|| {
            scan.skip(1);
            file as u8
        })
    })?;
    Some(Square::new(file, scan.rank(size)?))
}
