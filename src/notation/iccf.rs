//! ICCF numeric notation for correspondence chess: every square as two digits.
//!
//! File and rank as digits, `5254` is e2–e4; castling by the king's squares, `5171`, in Chess960 the king's square and the
//! rook's, `5181`; a promotion has a fifth digit, 1 queen, 2 rook, 3 bishop, 4 knight: `57581`; the null move is `0000`.
//!
//! Accepted: a dash, a full stop or a space between the squares, either form of castling, any null move.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, canonical_move,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    push_castlings,
    scan::Scan,
};
use crate::chess::{Color, Effect, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Standard};

/// ICCF numeric notation.
pub struct Iccf;

/// The promotions by digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Notation for Iccf {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let to = match ply.kind() {
            PlyKind::Null => {
                out.extend_from_slice(b"0000");
                return Ok(());
            }
            PlyKind::Drop => return Err(Unwritable("ICCF notation has no drops".to_owned())),
            PlyKind::Castle(partner) if before.is_chess960() => partner.from,
            _ => ply.to(),
        };
        let promotion = match ply.promotion() {
            None => None,
            Some(role) => match PROMOTIONS.iter().position(|it| *it == role) {
                Some(n) => Some(b'1' + n as u8),
                None => {
                    return Err(Unwritable(format!("ICCF notation has no promotion to a {}", role.word())));
                }
            },
        };
        for square in [ply.from(), to] {
            out.extend_from_slice(&[b'1' + square.file(), b'1' + square.rank()]);
        }
        out.extend(promotion);
        Ok(())
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let mut scan = Scan::new(text);
        if scan.null_move() {
            out.push(Reading::new(scan, Pattern::null()));
            return;
        }
        let Some(from) = square(&mut scan) else { return };
        if !scan.dash() && scan.eat_any(&['.', ' ']).is_some() {
            scan.spaces();
        }
        let Some(to) = square(&mut scan) else { return };
        let promotion = scan.eat_any(&['1', '2', '3', '4']).map(|it| PROMOTIONS[it as usize - '1' as usize]);
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        if !scan.at_boundary() {
            return;
        }
        let mut push = |pattern| out.push(Reading { annotations, ..Reading::new(scan, pattern) });
        push(Pattern::to(Roles::ALL, to).from(from).promoting(promotion));
        if promotion.is_none() {
            push_castlings(before, from, to, &mut push);
        }
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Iccf(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let bytes = text.as_bytes();
        let line = |at: usize| bytes.get(at).map(|it| it.wrapping_sub(b'1')).filter(|it| *it < 8);
        let (from, to) = (Square::new(line(0)?, line(1)?), Square::new(line(2)?, line(3)?));
        let promotion = line(4).and_then(|n| PROMOTIONS.get(usize::from(n))).copied();
        let len = 4 + usize::from(promotion.is_some());
        if !matches!(bytes.get(len), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b')')) {
            return None;
        }
        let ply = canonical_move(before, from, to, promotion)?;
        Some(ExactReading { len, ply, check: None })
    }
}

/// Returns a square's two digits as a word.
#[inline(always)]
fn digits(square: shakmaty::Square) -> u64 {
    exact::name(square) - u64::from(b'a' - b'1')
}

impl ExactText for Iccf {
    #[inline(always)]
    fn text(&self, _: &Position, _: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        // Queen is 1, knight 4.
        let promotion = ply.promotion.map_or(0, |role| u64::from(b'6') - role as u64);
        let word = digits(ply.from) | digits(ply.to) << 16 | promotion << 32;
        ExactWord::new(word, 4 + usize::from(ply.promotion.is_some()))
    }

    fn castling(&self, board: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        ExactWord::new(digits(king) | digits(exact::castling_target(board, king, rook)) << 16, 4)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

fn square(scan: &mut Scan<'_>) -> Option<Square> {
    Some(Square::new(scan.rank(8)?, scan.rank(8)?))
}
