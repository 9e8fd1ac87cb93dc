//! Canonical texts: read by the notation's own parser and verified by its writer.
//!
//! A text is canonical if the notation writes the move that it reads in it with these very bytes. So no text is read or
//! written in a second way for speed, and no other move can be meant, as no two have the same text.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    exact::{Aim, Described, ExactPly, ExactReading, ExactText, ExactWord, Found, san_word},
    reading::CheckClaim,
    scan::Scan,
};
use crate::chess::{self, PROMOTIONS, Position, Scope, Standard};

/// Reads the move that a text begins with, if it is canonical; castling included, drops and passes not.
pub fn read<T: ExactText>(notation: &T, before: &Position, text: &str) -> Option<ExactReading> {
    let found = match before.ordinary() {
        Some(board) => find(notation, before, board, text).map(|found| {
            let Found { len, ply, check } = found;
            ExactReading { len, ply: ply.ply(board), check }
        }),
        None => notation.aim(before, text).and_then(|aim| elsewhere(notation, before, text, &aim)),
    };
    found.or_else(|| if notation.castles_clearly() { castling(notation, before, text) } else { None })
}

/// The same on the board of this position, without castling.
#[inline]
pub fn find<T: ExactText>(notation: &T, position: &Position, board: &Standard, text: &str) -> Option<Found> {
    let aim = notation.aim(position, text)?;
    let us = board.turn();
    // Described where it is needed, which keeps it out of memory.
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
    /// Returns the move, of several that may be meant, that is written so.
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

    /// Returns the move if it is legal and written so. `reaching` are the origins of all such moves of the role.
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
        is_whole(notation, &word, text, len, check).then_some(Found { ply, len, check })
    }
}

/// The same on any other board.
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

#[cold]
fn castling<T: ExactText>(notation: &T, before: &Position, text: &str) -> Option<ExactReading> {
    [true, false].into_iter().find_map(|kingside| {
        let ply = before.castling(kingside)?;
        let word = notation.special(before, &ply);
        let mut rest = Scan::new(text.get(word.len..)?);
        let check = rest.check();
        let len = word.len + rest.taken();
        is_whole(notation, &word, text, len, check).then_some(ExactReading { len, ply, check })
    })
}

/// Whether a text of this length is the word with the mark of check, if any, and no more.
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
