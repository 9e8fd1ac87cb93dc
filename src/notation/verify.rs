//! Canonical texts: read by the notation's own parser and verified by its writer.
//!
//! A text is canonical if the notation writes the move it reads from it with these very bytes. As no two
//! moves have the same text, no other move can be meant.
//!
//! Most texts are of a kind that is canonical if only one piece of the role could make the move: these are
//! found without being written ([`ExactText::find_plain`]). Debug builds write them, too, and assert that
//! both agree.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    exact::{Aim, Described, ExactPly, ExactReading, ExactText, ExactWord, Found, san_word},
    reading::CheckClaim,
    scan::Scan,
};
use crate::chess::{self, PROMOTIONS, Position, Scope, Standard};

/// Reads the canonical move at the beginning of a text, including castling but not drops and null moves.
pub fn read<T: ExactText>(notation: &T, before: &Position, text: &str) -> Option<ExactReading> {
    let found = match before.ordinary() {
        Some(board) => find(notation, before, board, text).map(|found| ExactReading {
            len: found.len(),
            ply: found.ply(board).ply(board),
            check: found.check(),
        }),
        None => notation.aim(before, text).and_then(|aim| elsewhere(notation, before, text, &aim)),
    };
    found.or_else(|| castling(notation, before, text))
}

/// Finds the canonical move at the beginning of a text on the board of this position, except castling.
#[inline]
pub fn find<T: ExactText>(notation: &T, position: &Position, board: &Standard, text: &str) -> Option<Found> {
    let plain = notation.find_plain(position, board, board.turn(), text);
    debug_assert!(
        plain.is_none() || plain == written(notation, position, board, text),
        "{text:.20}: {plain:?}"
    );
    plain.or_else(|| written(notation, position, board, text))
}

/// Finds the canonical move at the beginning of a text by writing it.
#[inline(never)]
fn written<T: ExactText>(notation: &T, position: &Position, board: &Standard, text: &str) -> Option<Found> {
    let aim = notation.aim(position, text)?;
    let us = board.turn();
    // Built only where it is needed, which keeps it out of memory.
    let said = || Said { notation, position, board, us, text, aim: &aim };
    let role = aim.role.or_else(|| aim.from.single_square().and_then(|from| board.role_at(from)));
    let (Some(role), Some(to)) = (role, aim.to.single_square()) else { return said().any(role) };
    if board.holds(us, to) {
        return None;
    }
    let reaching = board.reaching(us, role, to);
    match (reaching & aim.from).single_square() {
        Some(from) => said().verify(role, from, to, reaching),
        None => said().any(Some(role)),
    }
}

/// A text to be verified.
struct Said<'a, T> {
    notation: &'a T,
    position: &'a Position,
    board: &'a Standard,
    us: Color,
    text: &'a str,
    aim: &'a Aim,
}

impl<T: ExactText> Said<'_, T> {
    /// Returns the one of several possible moves that is written as this text.
    #[inline(never)]
    fn any(&self, known: Option<Role>) -> Option<Found> {
        let Said { board, us, aim, .. } = *self;
        aim.to.into_iter().filter(|to| !board.holds(us, *to)).find_map(|to| {
            let of_role = known.map(|role| (role, board.reaching(us, role, to)));
            let origins = of_role.map_or_else(|| board.reaching_any(us, to), |it| it.1) & aim.from;
            origins.into_iter().find_map(|from| {
                let (role, reaching) = match of_role {
                    Some(of_role) => of_role,
                    None => {
                        let role = board.role_at(from)?;
                        (role, board.reaching(us, role, to))
                    }
                };
                self.verify(role, from, to, reaching)
            })
        })
    }

    /// Returns the move if it is legal and written as this text. `reaching` are the origins of all such moves
    /// of the role.
    #[inline(always)]
    fn verify(&self, role: Role, from: Square, to: Square, reaching: Bitboard) -> Option<Found> {
        let Said { notation, position, board, us, text, aim } = *self;
        if !board.is_safe(us, role, from, to) {
            return None;
        }
        let mut ply = ExactPly::new(0, 0, role, [from, to], board.stands(to));
        if role == Role::Pawn {
            if Bitboard::BACKRANKS.contains(to) != aim.promotion.is_some() {
                return None;
            }
            let promotion = aim.promotion.filter(|it| PROMOTIONS.contains(*it));
            ply.promotion = promotion.and_then(chess::Role::to_shakmaty);
            ply.en_passant = !ply.captures && from.file() != to.file();
            ply.captures |= ply.en_passant;
        } else if reaching.more_than_one() {
            ply.others = reaching.without(from);
            ply.ambiguous_with = board.legal(us, role, ply.others, to);
        }
        if T::SAN {
            (ply.word, ply.len) = san_word(&Described::verified(position, board, us, &ply));
        }
        let word = notation.text(&Described::verified(position, board, us, &ply));
        let &Aim { len, check, .. } = aim;
        if !is_whole(notation, &word, text, len, check) {
            return None;
        }
        let found = Found::new(role, [from, to], ply.captures, ply.others, (len, check))?;
        let found = if ply.en_passant { found.en_passant() } else { found };
        Some(ply.promotion.map_or(found, |it| found.promoting(it)))
    }
}

/// A pseudo-legal move with a plain text: neither a promotion nor en passant.
#[derive(Clone, Copy)]
pub struct PlainMove {
    pub role: Role,
    pub from: Square,
    pub to: Square,
    pub captures: bool,
    /// The origins of other pseudo-legal moves of its role, if not a pawn, to the destination.
    pub others: Bitboard,
}

impl PlainMove {
    /// Returns the move of a role from `origins` to a square. `None` unless exactly one piece can make it.
    #[inline(always)]
    pub fn to(board: &Standard, us: Color, role: Role, origins: Bitboard, to: Square) -> Option<PlainMove> {
        let captures = board.stands(to);
        let reaching = if role != Role::Pawn {
            board.candidates(us, role, to)
        } else if Bitboard::BACKRANKS.contains(to) {
            return None;
        } else if captures {
            board.taking(us, to)
        } else {
            board.pushing(us, to)
        };
        let from = (reaching & origins).single_square().filter(|_| !board.holds(us, to))?;
        let others = if role == Role::Pawn { Bitboard::EMPTY } else { reaching.without(from) };
        Some(PlainMove { role, from, to, captures, others })
    }

    /// Returns the move with its text's length and check mark, if it is legal.
    #[inline(always)]
    pub fn found(self, board: &Standard, us: Color, said: (usize, Option<CheckClaim>)) -> Option<Found> {
        let PlainMove { role, from, to, captures, others } = self;
        if !board.is_safe(us, role, from, to) {
            return None;
        }
        Found::new(role, [from, to], captures, others, said)
    }
}

/// Reads the canonical move of a text on any board other than standard chess, by writing it.
#[cold]
fn elsewhere<T: ExactText>(notation: &T, before: &Position, text: &str, aim: &Aim) -> Option<ExactReading> {
    let role = match aim.role {
        Some(role) => role.into(),
        None => before.piece_at(aim.from.single_square()?.into())?.1,
    };
    aim.to.into_iter().map(chess::Square::from).find_map(|to| {
        let mut origins = before.candidates(Scope::Legal, role, to) & aim.from.into();
        origins.find_map(|from| {
            let ply = before.ply_from(role, from, to, aim.promotion)?;
            let word = notation.text(&Described::new(before, &ply));
            is_whole(notation, &word, text, aim.len, aim.check).then_some(ExactReading {
                len: aim.len,
                ply,
                check: aim.check,
            })
        })
    })
}

/// Reads the canonical castling at the beginning of a text.
#[cold]
pub fn castling<T: ExactText>(notation: &T, before: &Position, text: &str) -> Option<ExactReading> {
    if !notation.castles_clearly() {
        return None;
    }
    [true, false].into_iter().find_map(|kingside| {
        let ply = before.castling(kingside)?;
        let word = notation.special(before, &ply);
        let mut rest = Scan::new(text.get(word.len..)?);
        let check = rest.check();
        let len = word.len + rest.taken();
        is_whole(notation, &word, text, len, check).then_some(ExactReading { len, ply, check })
    })
}

/// Whether the text's first `len` bytes are `word` with its check mark, if any, and the move ends there.
#[inline(always)]
fn is_whole<T: ExactText>(
    notation: &T,
    word: &ExactWord,
    text: &str,
    len: usize,
    check: Option<CheckClaim>,
) -> bool {
    let bytes = text.as_bytes();
    word.begins(bytes)
        && (len > word.len) == check.is_some()
        && len >= word.len
        && bytes.get(len..).is_some_and(|rest| notation.ends(rest))
}
