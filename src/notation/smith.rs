//! Smith notation: both squares, and the information needed to take the move back.
//!
//! `e2e4`; the captured piece as a lower-case letter, `e4d5p`, `E` for a capture en passant, `c` and `C` for
//! castling on the king's and the queen's side after the king's own squares, `e1g1c`; a promotion as a capital
//! at the end, `e7d8rQ`. The null move is `--`.
//!
//! Accepted: a missing letter of capture or castling, a dash between the squares, any null move.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, canonical_move,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    push_castlings, push_square,
    scan::Scan,
};
use crate::chess::{
    CapturePattern, Color, Effect, Pattern, Ply, PlyKind, Position, PromotionPattern, Role, Roles, Square,
    Squares, Standard,
};

/// Smith notation.
pub struct Smith;

impl Notation for Smith {
    fn write(&self, _: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Null => {
                out.extend_from_slice(b"--");
                return Ok(());
            }
            PlyKind::Drop => return Err(Unwritable("Smith notation has no drops".to_owned())),
            _ => {}
        }
        push_square(ply.from(), out);
        push_square(ply.to(), out);
        match (ply.kind(), ply.capture()) {
            (PlyKind::EnPassant, _) => out.push(b'E'),
            (PlyKind::Castle(_), _) => {
                out.push(if ply.is_kingside_castling() == Some(true) { b'c' } else { b'C' });
            }
            (_, Some(captured)) => out.push(captured.role.letter().to_ascii_lowercase()),
            _ => {}
        }
        out.extend(ply.promotion().map(Role::letter));
        Ok(())
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let mut scan = Scan::new(text);
        if scan.null_move() {
            out.push(Reading::new(scan, Pattern::null()));
            return;
        }
        let Some(from) = square(&mut scan) else { return };
        scan.dash();
        let Some(to) = square(&mut scan) else { return };
        let mut pattern = Pattern::to(Roles::ALL, to).from(from);
        match scan.eat_any(&['p', 'n', 'b', 'r', 'q', 'k', 'E', 'c', 'C']) {
            Some('c') => pattern = Pattern { to: to.into(), ..Pattern::castle_towards(from, true) },
            Some('C') => pattern = Pattern { to: to.into(), ..Pattern::castle_towards(from, false) },
            Some('E') => {
                pattern = pattern.capturing(CapturePattern::Yes(Role::Pawn.into(), !Squares::only(to)));
            }
            Some(letter) => {
                let role =
                    Role::from_letter(letter.to_ascii_uppercase() as u8).map_or(Roles::NONE, Roles::only);
                pattern = pattern.capturing(CapturePattern::Yes(role, Squares::ALL));
            }
            None => {}
        }
        let promotion = scan.eat_any(&['Q', 'R', 'B', 'N', 'K']);
        if let Some(role) = promotion.and_then(|it| Role::from_letter(it as u8)) {
            pattern.promotion = PromotionPattern::To(role.into());
        }
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        if scan.at_boundary() {
            out.push(Reading { annotations, ..Reading::new(scan, pattern) });
            if pattern == Pattern::to(Roles::ALL, to).from(from) {
                push_castlings(before, from, to, &mut |pattern| {
                    out.push(Reading { annotations, ..Reading::new(scan, pattern) });
                });
            }
        }
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Smith(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let bytes = text.as_bytes();
        let square = |at: usize| Square::of_name(*bytes.get(at)?, *bytes.get(at + 1)?);
        let (from, to) = (square(0)?, square(2)?);
        let said = bytes.get(4).filter(|it| it.is_ascii_lowercase());
        let mut len = 4 + usize::from(said.is_some());
        let promotion = bytes.get(len).filter(|it| it.is_ascii_uppercase());
        len += usize::from(promotion.is_some());
        if !matches!(bytes.get(len), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b')')) {
            return None;
        }
        let promotion = match promotion {
            Some(letter) => Some(Role::from_letter(*letter)?),
            None => None,
        };
        let ply = canonical_move(before, from, to, promotion)?;
        let captured = ply.capture().map(|captured| captured.role.letter().to_ascii_lowercase());
        (captured == said.copied() && !ply.is_en_passant()).then_some(ExactReading { len, ply, check: None })
    }
}

impl ExactText for Smith {
    #[inline(always)]
    fn text(&self, _: &Position, board: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        let mut word = exact::name(ply.from) | exact::name(ply.to) << 16;
        let mut len = 4;
        if ply.captures {
            let small = exact::LETTERS[ply.captured(board) as usize & 7].to_ascii_lowercase();
            word |= u64::from(if ply.en_passant { b'E' } else { small }) << 32;
            len += 1;
        }
        if let Some(role) = ply.promotion {
            word |= u64::from(exact::LETTERS[role as usize & 7]) << (8 * len);
            len += 1;
        }
        ExactWord::new(word, len)
    }

    fn castling(&self, _: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        let kingside = rook > king;
        let side = shakmaty::CastlingSide::from_king_side(kingside);
        let to = shakmaty::Square::from_coords(side.king_to_file(), king.rank());
        let sign = u64::from(if kingside { b'c' } else { b'C' });
        ExactWord::new(exact::name(king) | exact::name(to) << 16 | sign << 32, 5)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

fn square(scan: &mut Scan<'_>) -> Option<Square> {
    Some(Square::new(scan.file(8)?, scan.rank(8)?))
}
