//! Notations that write both squares of every move and no piece: UCI, ICCF numeric notation, Smith notation.
//!
//! **UCI**, the notation of the Universal Chess Interface, used by engines: `e2e4`, `e7e8q`, castling by the king's squares
//! `e1g1`, in Chess960 as king takes rook `e1h1`; drops `P@e4`; the null move is `0000`. In Chess 99 castling is king takes
//! partner, `f1g1` or `e9a9`, a late promotion `f1d2n`; a piece that captures en passant has an `e`, `f8b4e`. Accepted:
//! capitals (`E2E4`, `e7e8Q`), a dash or a sign of capture between the squares, `=` before the promotion, either form of
//! castling, `O-O`, any null move.
//!
//! **ICCF** notation, for correspondence chess: file and rank as digits, `5254` is e2–e4; castling by the king's squares,
//! `5171`, in Chess960 the king's square and the rook's, `5181`; a promotion has a fifth digit, 1 queen, 2 rook, 3 bishop,
//! 4 knight: `57581`; the null move is `0000`. Accepted: a dash, a full stop or a space between the squares, either form of
//! castling, any null move.
//!
//! **Smith** notation adds the information needed to take the move back: `e2e4`; the captured piece as a lower-case letter,
//! `e4d5p`, `E` for a capture en passant, `c` and `C` for castling on the king's and the queen's side after the king's own
//! squares, `e1g1c`; a promotion as a capital at the end, `e7d8rQ`. The null move is `--`. Accepted: a missing letter of
//! capture or castling, a dash between the squares, any null move.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, algebraic,
    board9::{self, CaptureClaim, is_9x9},
    castling_between, ends_at,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    push_square,
    scan::Scan,
};
use crate::chess::{
    CapturePattern, Color, Effect, Pattern, Ply, PlyKind, Position, PromotionPattern, Role, Roles,
    Rules as _, Square, Squares, Standard,
};

/// UCI notation.
pub struct Uci;

/// ICCF numeric notation.
pub struct Iccf;

/// Smith notation.
pub struct Smith;

/// The promotions by ICCF's digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Returns the only legal ply between two squares, unless it may be castling, if the text ends after `len` bytes.
#[inline]
fn canonical_move(
    before: &Position,
    text: &str,
    len: usize,
    [from, to]: [Square; 2],
    promotion: Option<Role>,
) -> Option<ExactReading> {
    if !ends_at(text.as_bytes(), len, b"") {
        return None;
    }
    let (color, role) = before.piece_at(from)?;
    let castles = role == Role::King && (before.is_chess960() || from.file().abs_diff(to.file()) > 1);
    if castles || color != before.turn() {
        return None;
    }
    Some(ExactReading { len, ply: before.find(role, from.into(), to, promotion)?, check: None })
}

/// Returns the role that a letter of either case names.
#[inline]
fn role_of(letter: u8) -> Option<Role> {
    Role::from_letter(letter.to_ascii_uppercase())
}

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
                let by_partner = before.is_chess960() || is_9x9(before);
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
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        if let Some(kingside) = scan.castling() {
            scan.finish(Annotations::default(), [algebraic::castling(before, kingside)], out);
            return;
        }
        let size = before.size();
        if let [letter, b'@', ..] = *text.as_bytes()
            && let Some(role) = role_of(letter)
        {
            scan.skip(2);
            let to = any_case_square(&mut scan, size);
            out.extend(to.map(|to| Reading::new(scan, Pattern::drop(role, to))));
            return;
        }
        let Some(from) = any_case_square(&mut scan, size) else { return };
        if !scan.dash() {
            scan.takes();
        }
        let Some(to) = any_case_square(&mut scan, size) else { return };
        scan.eat("=");
        let mut promotion = scan.eat_any(&['q', 'r', 'b', 'n', 'k', 'Q', 'R', 'B', 'N', 'K']);
        let mut said = CaptureClaim::Nothing;
        if is_9x9(before) {
            promotion = promotion.or_else(|| scan.eat_any(&['a', 'A']));
            if scan.eat_any(&['e', 'E']).is_some() {
                said = CaptureClaim::EnPassant;
            }
        }
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        let role = promotion.and_then(|it| role_of(it as u8));
        let pattern = Pattern::to(Roles::ALL, to).from(from).promoting(role);
        let patterns = if is_9x9(before) { board9::patterns(pattern, to, said) } else { vec![pattern] };
        let may_castle = role.is_none() && said == CaptureClaim::Nothing;
        let castling = may_castle.then(|| castling_between(before, from, to)).flatten();
        scan.finish(annotations, patterns.into_iter().chain(castling), out);
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Uci(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let &[a, b, c, d] = text.as_bytes().first_chunk()?;
        let letter = text.as_bytes().get(4).copied().filter(|it| b"qrbn".contains(it));
        let squares = [Square::of_name(a, b)?, Square::of_name(c, d)?];
        let len = 4 + usize::from(letter.is_some());
        canonical_move(before, text, len, squares, letter.and_then(role_of))
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
        ExactWord::new(exact::name(king) | exact::name(castling_target(board, king, rook)) << 16, 4)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

/// Reads a square in lower-case or capital letters.
fn any_case_square(scan: &mut Scan<'_>, size: u8) -> Option<Square> {
    let file = scan.file(size).or_else(|| {
        let file = (scan.peek()? as u32).wrapping_sub('A' as u32);
        (file < u32::from(size)).then(|| {
            scan.skip(1);
            file as u8
        })
    })?;
    Some(Square::new(file, scan.rank(size)?))
}

/// Returns the square that stands for castling: the king's destination, in Chess960 the rook.
fn castling_target(board: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> shakmaty::Square {
    if board.is_chess960() { rook } else { king_target(king, rook) }
}

/// Returns the king's destination in castling.
fn king_target(king: shakmaty::Square, rook: shakmaty::Square) -> shakmaty::Square {
    let side = shakmaty::CastlingSide::from_king_side(rook > king);
    shakmaty::Square::from_coords(side.king_to_file(), king.rank())
}

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
        let promotion = ply.promotion().map(|role| {
            let n = PROMOTIONS.iter().position(|it| *it == role);
            let why = || Unwritable(format!("ICCF notation has no promotion to a {}", role.word()));
            n.map(|n| b'1' + n as u8).ok_or_else(why)
        });
        let promotion = promotion.transpose()?;
        for square in [ply.from(), to] {
            out.extend_from_slice(&[b'1' + square.file(), b'1' + square.rank()]);
        }
        out.extend(promotion);
        Ok(())
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let digits = |scan: &mut Scan<'_>| Some(Square::new(scan.rank(8)?, scan.rank(8)?));
        let Some(from) = digits(&mut scan) else { return };
        if !scan.dash() && scan.eat_any(&['.', ' ']).is_some() {
            scan.spaces();
        }
        let Some(to) = digits(&mut scan) else { return };
        let promotion = scan.eat_any(&['1', '2', '3', '4']).map(|it| PROMOTIONS[it as usize - '1' as usize]);
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        let castling = if promotion.is_none() { castling_between(before, from, to) } else { None };
        let pattern = Pattern::to(Roles::ALL, to).from(from).promoting(promotion);
        scan.finish(annotations, [pattern].into_iter().chain(castling), out);
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Iccf(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let &[a, b, c, d] = text.as_bytes().first_chunk()?;
        let square = |file: u8, rank| Square::of_name(file.wrapping_add(b'a' - b'1'), rank);
        let role = text.as_bytes().get(4).and_then(|it| PROMOTIONS.get(usize::from(it.wrapping_sub(b'1'))));
        let len = 4 + usize::from(role.is_some());
        canonical_move(before, text, len, [square(a, b)?, square(c, d)?], role.copied())
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
        ExactWord::new(digits(king) | digits(castling_target(board, king, rook)) << 16, 4)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

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
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let Some(from) = scan.square(8) else { return };
        scan.dash();
        let Some(to) = scan.square(8) else { return };
        let castling = |east| Pattern { to: to.into(), ..Pattern::castle_towards(from, east) };
        let takes = |roles, squares| {
            Pattern::to(Roles::ALL, to).from(from).capturing(CapturePattern::Yes(roles, squares))
        };
        let plain = Pattern::to(Roles::ALL, to).from(from);
        let mut pattern = match scan.eat_any(&['p', 'n', 'b', 'r', 'q', 'k', 'E', 'c', 'C']) {
            Some('c') => castling(true),
            Some('C') => castling(false),
            Some('E') => takes(Role::Pawn.into(), !Squares::only(to)),
            Some(letter) => takes(role_of(letter as u8).map_or(Roles::NONE, Roles::only), Squares::ALL),
            None => plain,
        };
        if let Some(role) = scan.eat_any(&['Q', 'R', 'B', 'N', 'K']).and_then(|it| role_of(it as u8)) {
            pattern.promotion = PromotionPattern::To(role.into());
        }
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        let castling = if pattern == plain { castling_between(before, from, to) } else { None };
        scan.finish(annotations, [pattern].into_iter().chain(castling), out);
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Smith(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let bytes = text.as_bytes();
        let &[a, b, c, d] = bytes.first_chunk()?;
        let said = bytes.get(4).filter(|it| it.is_ascii_lowercase());
        let mut len = 4 + usize::from(said.is_some());
        let letter = bytes.get(len).filter(|it| it.is_ascii_uppercase());
        len += usize::from(letter.is_some());
        let promotion = match letter {
            Some(letter) => Some(Role::from_letter(*letter)?),
            None => None,
        };
        let squares = [Square::of_name(a, b)?, Square::of_name(c, d)?];
        let exact = canonical_move(before, text, len, squares, promotion)?;
        let captured = exact.ply.capture().map(|captured| captured.role.letter().to_ascii_lowercase());
        (captured == said.copied() && !exact.ply.is_en_passant()).then_some(exact)
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
        let sign = u64::from(if rook > king { b'c' } else { b'C' });
        ExactWord::new(exact::name(king) | exact::name(king_target(king, rook)) << 16 | sign << 32, 5)
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}
