//! Notations that write both squares of every move and no piece: UCI, ICCF numeric notation, Smith notation.
//!
//! **UCI**, the notation of the Universal Chess Interface, used by engines: `e2e4`, `e7e8q`, castling by the king's squares
//! `e1g1`, in Chess960 as king takes rook `e1h1`; drops `P@e4`; the null move is `0000`. In Chess 99 castling is king takes
//! partner, `f1g1` or `e9a9`, a late promotion `f1d2n`; a piece that captures en passant has an `e`, `f8b4e`. Accepted:
//! capitals (`E2E4`, `e7e8Q`), a dash, a sign of capture, a blank, a comma, an arrow or `to` between the squares, `=` before the
//! promotion, either form of castling, `O-O`, any null move.
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
    algebraic,
    board9::{self, CaptureClaim, is_9x9},
    exact::{self, Aim, Described, ExactText, ExactWord, Found},
    interface::{Notation, by_typed_text},
    reading::{Annotations, Reading, Unwritable},
    said::Said,
    scan::{Place, Scan, ends_plainly, square},
    verify::PlainMove,
};
use crate::chess::{
    CapturePattern, Color, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Squares, Standard,
};

pub struct Uci;

/// ICCF numeric notation.
pub struct Iccf;

pub struct Smith;

/// Promotions by ICCF digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Returns the role with this letter, in either case.
#[inline]
fn role_of(letter: u8) -> Option<Role> {
    Role::from_letter(letter.to_ascii_uppercase())
}

impl Notation for Uci {
    by_typed_text!();

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
            let to = any_case_square(&mut scan, size).and_then(square);
            out.extend(to.map(|to| Reading::new(scan.taken(), Pattern::drop(role, to))));
            return;
        }
        let Some(said) = Uci::parse(size, text) else { return };
        let pattern = said.pattern();
        if let (9, Some(to)) = (size, square(said.to)) {
            let capture = if said.en_passant { CaptureClaim::EnPassant } else { CaptureClaim::Nothing };
            let patterns = board9::patterns(pattern, to, capture);
            out.extend(patterns.into_iter().map(|it| Said { en_passant: false, ..said }.reading(it)));
        } else {
            out.push(said.reading(pattern));
        }
        said.push_castling(before, out);
    }
}

impl Uci {
    /// Parses a move from one square to another.
    #[inline(never)]
    fn parse(size: u8, text: &str) -> Option<Said> {
        let mut scan = Scan::new(text);
        let from = any_case_square(&mut scan, size)?;
        if !scan.dash() && !scan.takes() && !scan.byte().is_ascii_alphabetic() {
            between(&mut scan);
        }
        let to = any_case_square(&mut scan, size)?;
        scan.eat("=");
        let promotion =
            role_of(scan.byte()).filter(|it| *it != Role::Pawn && (*it != Role::Paladin || size == 9));
        scan.skip(usize::from(promotion.is_some()));
        let en_passant = size == 9 && scan.eat_any(&['e', 'E']).is_some();
        finish(scan, Said { from, to, promotion, en_passant, ..Said::default() })
    }
}

/// Reads what people type between the squares of a move: `e2 e4`, `e2 to e4`, `e2, e4`, `e2 -> e4`.
#[inline(never)]
fn between(scan: &mut Scan<'_>) {
    while scan.eat_any(&[' ', '\t']).is_some() {}
    let signs = ["to ", "->", "=>", "→", ">", ",", "-", "–"];
    signs.into_iter().any(|it| scan.eat(it));
    while scan.eat_any(&[' ', '\t']).is_some() {}
}

/// Finds a plainly written move: two squares, counted from the text `lowest` for a1 a1, followed by nothing
/// that may belong to them.
#[inline(always)]
fn find_plain(board: &Standard, us: Color, text: &str, lowest: [u8; 4]) -> Option<PlainMove> {
    let text = text.as_bytes();
    let squares = u32::from_le_bytes(*text.first_chunk()?).wrapping_sub(u32::from_le_bytes(lowest));
    if squares & 0xf8f8_f8f8 != 0 || !ends_plainly(text, 4) {
        return None;
    }
    let square = |at: u32| shakmaty::Square::new((squares >> at & 7) | (squares >> (at + 5) & 56));
    let (from, to) = (square(0), square(16));
    PlainMove::to(board, us, board.role_at(from)?, from.into(), to)
}

/// Reads a check mark, which canonical texts don't have.
#[inline(always)]
fn finish(mut scan: Scan<'_>, said: Said) -> Option<Said> {
    let check = scan.check();
    scan.at_boundary().then(|| Said { check, len: scan.taken(), ..said })
}

impl ExactText for Uci {
    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let promotion = ply.promotion;
        let letter = promotion.map_or(0, |role| u64::from(role.letter().to_ascii_lowercase()));
        let word = exact::name(ply.from) | exact::name(ply.to) << 16 | letter << 32;
        let mut text = ExactWord::new(word, 4 + usize::from(promotion.is_some()));
        if ply.en_passant && (ply.role != Role::Pawn || ply.is_late) {
            text.push(b"e");
        }
        text
    }

    fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
        let by_partner = before.is_chess960() || is_9x9(before);
        match ply.kind() {
            PlyKind::Null => ExactWord::of(b"0000"),
            PlyKind::Drop => {
                let mut text = ExactWord::of(&[ply.role().letter(), b'@']);
                text.push_square(ply.to());
                text
            }
            PlyKind::Castle(partner) if by_partner => squares(ply.from(), partner.from),
            _ => squares(ply.from(), ply.to()),
        }
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        find_plain(board, us, text, *b"a1a1")?.found(board, us, (4, None))
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        Uci::parse(8, text)?.aim()
    }
}

/// Returns the names of two squares.
fn squares(from: Square, to: Square) -> ExactWord {
    ExactWord::new(exact::name(from) | exact::name(to) << 16, 4)
}

/// Reads a square in lower-case or capital letters.
#[inline(always)]
fn any_case_square(scan: &mut Scan<'_>, size: u8) -> Option<Place> {
    let file = scan.file(size).or_else(|| scan.coordinate(b'A', size))?;
    Some((Some(file), Some(scan.rank(size)?)))
}

impl Notation for Iccf {
    by_typed_text!();

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        if Scan::after_null(text, out).is_none() {
            return;
        }
        let Some(said) = Iccf::parse(text) else { return };
        out.push(said.reading(said.pattern()));
        said.push_castling(before, out);
    }
}

/// Returns a square's two digits as a word.
#[inline(always)]
fn digits(square: Square) -> u64 {
    exact::name(square) - u64::from(b'a' - b'1')
}

impl Iccf {
    /// Parses a move from one square to another.
    #[inline(never)]
    fn parse(text: &str) -> Option<Said> {
        let mut scan = Scan::new(text);
        let digits = |scan: &mut Scan<'_>| Some((Some(scan.rank(8)?), Some(scan.rank(8)?)));
        let from = digits(&mut scan)?;
        if !scan.dash() && scan.eat_any(&['.', ' ']).is_some() {
            scan.spaces();
        }
        let to = digits(&mut scan)?;
        let promotion = scan.eat_any(&['1', '2', '3', '4']).map(|it| PROMOTIONS[it as usize - '1' as usize]);
        finish(scan, Said { from, to, promotion, ..Said::default() })
    }
}

impl ExactText for Iccf {
    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        // Queen is 1, knight 4.
        let promotion = ply.promotion.map_or(0, |role| u64::from(b'6') - role as u64);
        let word = digits(ply.from) | digits(ply.to) << 16 | promotion << 32;
        ExactWord::new(word, 4 + usize::from(promotion != 0))
    }

    fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
        let to = match ply.kind() {
            PlyKind::Castle(partner) if before.is_chess960() => partner.from,
            PlyKind::Castle(_) => ply.to(),
            _ => return ExactWord::of(b"0000"),
        };
        ExactWord::new(digits(ply.from()) | digits(to) << 16, 4)
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        find_plain(board, us, text, *b"1111")?.found(board, us, (4, None))
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        Iccf::parse(text)?.aim()
    }

    fn check(&self, _: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if ply.is_drop() {
            return Err(Unwritable::Drop { notation: "ICCF notation" });
        }
        match ply.promotion().filter(|it| !PROMOTIONS.contains(it)) {
            Some(role) => Err(Unwritable::Promotion { notation: "ICCF notation", role }),
            None => Ok(()),
        }
    }
}

impl Notation for Smith {
    by_typed_text!();

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        if Scan::after_null(text, out).is_none() {
            return;
        }
        let Some(said) = Smith::parse(text) else { return };
        let (Some(from), Some(to)) = (square(said.from), square(said.to)) else { return };
        let plain = said.pattern();
        let takes = |roles: Roles, squares| plain.capturing(CapturePattern::Yes(roles, squares));
        let pattern = match (said.castles, said.victim) {
            (Some(east), _) => {
                Pattern { to: to.into(), promotion: plain.promotion, ..Pattern::castle_towards(from, east) }
            }
            _ if said.en_passant => takes(Role::Pawn.into(), !Squares::only(to)),
            (_, Some(victim)) => takes(victim.into(), Squares::ALL),
            _ => plain,
        };
        let said = Said { en_passant: false, ..said };
        out.push(said.reading(pattern));
        if pattern == plain {
            said.push_castling(before, out);
        }
    }
}

impl Smith {
    /// Parses a move from one square to another.
    #[inline(never)]
    fn parse(text: &str) -> Option<Said> {
        let mut scan = Scan::new(text);
        let square = |scan: &mut Scan<'_>| Some((Some(scan.file(8)?), Some(scan.rank(8)?)));
        let from = square(&mut scan)?;
        scan.dash();
        let mut said = Said { from, to: square(&mut scan)?, ..Said::default() };
        match scan.eat_any(&['p', 'n', 'b', 'r', 'q', 'k', 'E', 'c', 'C']) {
            Some('E') => said.en_passant = true,
            Some(sign @ ('c' | 'C')) => said.castles = Some(sign == 'c'),
            Some(letter) => said.victim = role_of(letter as u8),
            None => {}
        }
        said.promotion = scan.eat_any(&['Q', 'R', 'B', 'N', 'K']).and_then(|it| role_of(it as u8));
        finish(scan, said)
    }
}

impl ExactText for Smith {
    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let mut text = squares(ply.from, ply.to);
        if let Some(captured) = ply.captured {
            let small = captured.role.letter().to_ascii_lowercase();
            text.push(&[if ply.en_passant { b'E' } else { small }]);
        }
        if let Some(role) = ply.promotion {
            text.push(&[role.letter()]);
        }
        text
    }

    fn special(&self, _: &Position, ply: &Ply) -> ExactWord {
        let Some(kingside) = ply.is_kingside_castling() else { return ExactWord::of(b"--") };
        let mut text = squares(ply.from(), ply.to());
        text.push(if kingside { b"c" } else { b"C" });
        text
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let found = find_plain(board, us, text, *b"a1a1").filter(|it| !it.captures);
        found?.found(board, us, (4, None))
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        Smith::parse(text)?.aim()
    }

    fn check(&self, _: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if ply.is_drop() {
            return Err(Unwritable::Drop { notation: "Smith notation" });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn uci() {
        check(
            "uci",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 d2f3 | D2F3 | d2-f3 | d2xf3
            b7a8q b7a8q | b7a8Q | b7-a8=Q | b7xa8q
            e5d6 e5d6
            e1g1 e1g1 | e1h1 | O-O | 0-0
            e1c1 e1c1 | e1a1
            none d2f4 | b7a8 | e1e3 | i1i2 | b7b8p
            fen Crazyhouse 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1
            N@f3 N@f3 | n@f3
            none Q@f3
            ",
        );
    }

    #[test]
    fn iccf() {
        check(
            "iccf",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 4263 | 42-63 | 42.63 | 42 63
            b7a8q 27181
            b7a8r 27182
            b7b8n 27284
            e5d6 5546
            e1g1 5171 | 5181
            e1c1 5131
            a1a8 1118
            none 4264 | 2718 | 27185 | 9999
            ",
        );
    }

    #[test]
    fn smith() {
        check(
            "smith",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 d2f3 | d2-f3
            b7a8q b7a8rQ | b7a8Q
            b7b8n b7b8N
            e5d6 e5d6E | e5d6
            e1g1 e1g1c | e1g1
            e1c1 e1c1C
            a1a8 a1a8r | a1a8
            none a1a8n | e5d6n | e1g1C | b7b8
            ",
        );
    }
}
