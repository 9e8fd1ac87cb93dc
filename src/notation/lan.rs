//! Long algebraic notation: always both squares.
//!
//! `e2-e4`, `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`; `+` is check, `#` is mate. A drop is written as in SAN, `N@f3`.
//! In Chess 99 the paladin is `A`, castling names the partner (`Kf1&Bg1`, `Ke9&Ra9`), a late promotion the new piece
//! (`f1=Nd2`, `f1=Nxd2`), and a capture en passant by a piece is marked, `Bf8xb4e.p.`.
//!
//! The reader accepts what [`super::algebraic`] lists, and so reads SAN as well; in Chess 99 signs of capture
//! and marks of en passant are significant.

use super::{
    algebraic::{self, Habits},
    board9::{self, CaptureClaim},
    exact::{self, Aim, Described, ExactText, ExactWord, Found},
    glyphs::Spelling,
    interface::{Notation, by_typed_text},
    letters::{LetterWords, Letters},
    reading::{Annotations, Reading, Unwritable},
    scan::{Scan, square, squares},
    verify::PlainMove,
    word::{PlainWord, TypedWord, TypedWords},
};
use crate::chess::{Color, Effect, KindPattern, Pattern, Ply, Position, Role, Roles, Squares, Standard};

/// Long algebraic notation with the letters of a language, or figurines.
pub struct Lan {
    letters: Letters,
    words: LetterWords,
    habits: Habits,
    /// Whether the hyphen between the squares is omitted.
    compact: bool,
}

impl Notation for Lan {
    by_typed_text!();

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        let is_taken = |role| self.letters.write(Color::White, role) == PALADIN;
        match Role::ALL.into_iter().find(|role| *role != Role::Paladin && is_taken(*role)) {
            Some(role) if board9::is_9x9(start) => Err(Unwritable::PaladinLetter { role }),
            _ => Ok(()),
        }
    }

    fn letters(&self) -> Option<Letters> {
        Some(self.letters)
    }

    fn typed_words(&self) -> Option<TypedWords> {
        (self.letters == Letters::ENGLISH && !self.compact).then_some(TypedWords::Long)
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, _: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        algebraic::spellings(ply, out);
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        if board9::is_9x9(before) {
            self.read_9x9(before, text, out);
        } else {
            algebraic::read(self.letters, before, text, out);
        }
    }
}

impl ExactText for Lan {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let (from, to) = (exact::name(ply.from), exact::name(ply.to));
        if ply.is_late {
            return self.late(ply);
        }
        let signs = usize::from(ply.captured.is_some() || !self.compact);
        let sign = u64::from(if ply.captured.is_some() { b'x' } else { b'-' }) * signs as u64;
        let squares = from | sign << 16 | to << (16 + 8 * signs);
        let (letter, len) = self.words.of(ply.color, ply.role);
        let word = match len {
            ..=3 => (squares << (8 * len) | letter).into(),
            _ => u128::from(squares) << (8 * len) | u128::from(letter),
        };
        let mut text = ExactWord { words: [word, 0], len: len + 4 + signs };
        if let Some(role) = ply.promotion {
            self.habits.push_promotion(self.words.of(ply.color, role), &mut text);
        }
        if ply.en_passant && ply.role != Role::Pawn {
            text.push(b"e.p.");
        }
        text
    }

    fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
        let (true, Some(partner)) = (board9::is_9x9(before), ply.castling()) else {
            return self.habits.special(&self.words, ply);
        };
        let mut text = ExactWord::EMPTY;
        text.push_pair(self.words.of(ply.color(), Role::King));
        text.push_square(ply.from());
        text.push(b"&");
        text.push_pair(self.words.of(ply.color(), partner.role));
        text.push_square(partner.from);
        text
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let word = PlainWord::of(text.as_bytes())?;
        let sign = word.byte(word.len.wrapping_sub(3));
        let captures = sign == b'x';
        let signs = usize::from(captures || !self.compact);
        let at = word.len.checked_sub(4 + signs).filter(|_| captures || self.compact || sign == b'-')?;
        let (from, to) = (word.square(at)?, word.square(at + 2 + signs)?);
        let role = board.role_at(from)?;
        let (letter, letter_len) = self.words.of(us, role.into());
        let found = PlainMove::to(board, us, role, from.into(), to)?;
        if letter_len != at || !word.begins(letter, letter_len) || found.captures != captures {
            return None;
        }
        found.found(board, us, word.said())
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        algebraic::aim(self.letters, text)
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        self.habits.mark(effect)
    }
}

/// Reads both squares with a sign between them, behind an English letter if a piece moves: `Ng1-f3`, `e4xd5`.
#[inline(always)]
pub(super) fn long(word: &PlainWord) -> Option<TypedWord> {
    let letter = Letters::ENGLISH.of_byte(word.byte(0));
    let at = usize::from(letter.is_some());
    let (from, to) = (word.square(at)?, word.square(at + 3)?);
    let captures = word.byte(at + 2) == b'x';
    let is_whole = word.len == at + 5 && (captures || word.byte(at + 2) == b'-');
    let role = letter.map_or(Some(shakmaty::Role::Pawn), Role::to_shakmaty).filter(|_| is_whole)?;
    Some(TypedWord { role, origins: from.into(), to, captures })
}

const PALADIN: &str = "A";

impl Lan {
    /// Creates long algebraic notation with these piece letters and habits; `compact` omits the hyphen.
    pub fn new(letters: Letters, habits: Habits, compact: bool) -> Lan {
        Lan { letters, words: letters.words(), habits, compact }
    }
}

/// The additional moves of Chess 99.
impl Lan {
    /// Returns the move of a pawn already on the last rank.
    fn late(&self, ply: &Described<'_>) -> ExactWord {
        let mut text = ExactWord::EMPTY;
        text.push_square(ply.from);
        text.push(b"=");
        if let Some(role) = ply.promotion {
            text.push_pair(self.words.of(ply.color, role));
        }
        if ply.captured.is_some() {
            text.push(b"x");
        }
        text.push_square(ply.to);
        if ply.en_passant {
            text.push(b"e.p.");
        }
        text
    }

    fn letter(&self, scan: &mut Scan<'_>) -> Option<Role> {
        if scan.eat(PALADIN) { Some(Role::Paladin) } else { scan.piece(self.letters) }
    }

    fn read_9x9(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let size = before.size();
        let piece = self.letter(&mut scan);
        if piece.is_none() {
            scan.eat("P");
        }
        let role = piece.unwrap_or(Role::Pawn);
        let first = scan.place(size);
        if role == Role::King && scan.eat("&") {
            let partner = self.letter(&mut scan).map_or(Roles::NONE, Roles::only);
            let castling = KindPattern::Castle(partner, squares(scan.place(size)));
            let king = Pattern::to(role, Squares::ALL).from(squares(first));
            finish(scan, out, |_| vec![Pattern { kind: castling, ..king }]);
            return;
        }
        let mut promotion = if role == Role::Pawn { scan.promotion(|scan| self.letter(scan)) } else { None };
        let takes = scan.takes() || scan.dash() && scan.takes();
        let (from, to) = match scan.place(size) {
            (None, None) => ((None, None), first),
            to => (first, to),
        };
        let Some(to) = square(to) else { return };
        if role == Role::Pawn {
            promotion = promotion.or_else(|| scan.promotion(|scan| self.letter(scan)));
        }
        let own_file = role == Role::Pawn && from == (None, None);
        let from = if own_file { Squares::file(to.file()) } else { squares(from) };
        let pattern = Pattern::to(role, to).from(from).promoting(promotion);
        finish(scan, out, |en_passant| {
            let said = match (en_passant, takes) {
                (true, _) => CaptureClaim::EnPassant,
                (false, true) => CaptureClaim::Takes(Roles::ALL),
                (false, false) => CaptureClaim::Nothing,
            };
            board9::patterns(pattern, to, said)
        });
    }
}

/// Reads the marks, and adds a reading for each pattern of a text with or without an en passant mark. A
/// trailing star is such a mark in Chess 99's play notation and distinguishes moves, so a text with one is
/// not read.
fn finish(mut scan: Scan<'_>, out: &mut Vec<Reading>, patterns: impl FnOnce(bool) -> Vec<Pattern>) {
    let en_passant = scan.en_passant();
    let annotations = Annotations { check: scan.check(), ..Annotations::default() };
    if !scan.rest().starts_with('*') {
        scan.finish(annotations, patterns(en_passant), out);
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "lan",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Nd2-f3 | Nd2f3 | Nd2–f3 | Ndf3 | d2-f3 | d2f3 | ♘d2-f3
            b7a8q b7xa8=Q+ | b7xa8Q | b7-a8=Q+ | bxa8=Q+ | b7xa8(Q)
            b7b8n b7-b8=N | b7b8n | b7-b8N | Pb7-b8=N
            e5d6 e5xd6 | e5-d6 | e5xd6 e.p. | exd6
            e1g1 O-O | 0-0 | e1-g1
            e1c1 O-O-O
            a1a8 Ra1xa8+ | Ra1-a8+ | Ra1xa8
            none Nd2-f4 | Bd2-f3 | e5-e7 | h4-f3-d2
            ",
        );
    }

    #[test]
    fn without_hyphens() {
        check(
            "lan:compact",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Nd2f3 | Nd2-f3
            a1a8 Ra1xa8+
            e1g1 O-O
            ",
        );
    }
}
