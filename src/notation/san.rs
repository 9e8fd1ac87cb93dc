//! Standard algebraic notation: the movetext of PGN (standard 8.2.3).
//!
//! A piece's letter, as much of its origin as is needed, `x` for a capture, the destination, `=Q` for a
//! promotion, `+` for check and `#` for mate: `Nf3`, `Nbd2`, `exd5`, `e8=Q+`, `O-O`.
//!
//! The reader accepts what [`super::algebraic`] lists.

use super::{
    algebraic::{self, Habits},
    exact::{self, Aim, Described, ExactText, ExactWord},
    glyphs::Spelling,
    interface::{Notation, by_typed_text},
    letters::{LetterWords, Letters},
    parts::ends_at,
    reading::{Reading, Unwritable},
    scan::{Scan, square},
};
use crate::chess::{Color, Effect, Ply, Position, Role};

/// Standard algebraic notation with the letters of a language, or figurines.
pub struct San {
    letters: Letters,
    words: LetterWords,
    /// Whether the letters are English, and the habits those of PGN.
    plain: bool,
    habits: Habits,
}

impl San {
    /// Creates SAN with these piece letters and habits.
    pub fn new(letters: Letters, habits: Habits) -> San {
        let plain = letters.is_english() && habits == Habits::default();
        San { letters, words: letters.words(), plain, habits }
    }
}

impl Notation for San {
    by_typed_text!();

    fn letters(&self) -> Option<Letters> {
        Some(self.letters)
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, _: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        algebraic::spellings(ply, out);
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        algebraic::read(self.letters, before, text, out);
    }

    fn is_english_san(&self) -> bool {
        self.letters.is_english()
    }
}

/// Whether a text is a move in English SAN by the standard's grammar, over-specified or not, but without a
/// letter for the pawn. Its signs may be those that people type, as in `0-0`, `N×e5`, `exd6 e.p.`
pub fn is_standard(text: &str) -> bool {
    let mut scan = Scan::new(text);
    if scan.castling().is_none() {
        let piece = scan.eat_any(&['K', 'Q', 'R', 'B', 'N']).is_some();
        let dropped = scan.eat("@");
        let mut from = scan.place(8);
        let takes = scan.takes();
        let mut to = scan.place(8);
        if !takes && to == (None, None) {
            std::mem::swap(&mut from, &mut to);
        }
        let fits = match (piece, from) {
            _ if dropped => !takes && from == (None, None),
            (true, _) => true,
            (false, (None, None)) => !takes,
            (false, (Some(file), None)) => takes && to.0.is_some_and(|it| it.abs_diff(file) == 1),
            _ => false,
        };
        if !fits || square(to).is_none() {
            return false;
        }
        if !piece && !dropped && scan.eat("=") && scan.eat_any(&['Q', 'R', 'B', 'N', 'K', 'P']).is_none() {
            return false;
        }
        scan.en_passant();
    }
    scan.check();
    scan.rest().is_empty()
}

impl ExactText for San {
    const MATES: bool = true;
    const SAN: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let (word, len) = ply.san();
        let (word, len) = if self.plain {
            (word.into(), len)
        } else {
            self.translated(ply.color, ply.role, ply.promotion, word, len)
        };
        ExactWord { words: [word, 0], len }
    }

    fn special(&self, _: &Position, ply: &Ply) -> ExactWord {
        self.habits.special(&self.words, ply)
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        self.habits.mark(effect)
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        algebraic::aim(self.letters, text)
    }

    fn ends(&self, rest: &[u8]) -> bool {
        ends_at(rest, 0, b"!?$")
    }
}

impl San {
    /// Returns the SAN word with other letters and habits.
    #[inline(never)]
    fn translated(
        &self,
        color: Color,
        role: Role,
        promotion: Option<Role>,
        word: u64,
        len: usize,
    ) -> (u128, usize) {
        let letters = usize::from(role != Role::Pawn);
        let end = len - 2 * usize::from(promotion.is_some());
        let mut text = ExactWord::EMPTY;
        text.push_pair(self.words.of(color, role));
        text.push_word(exact::cut(word, end) >> (8 * letters), end - letters);
        if let Some(role) = promotion {
            self.habits.push_promotion(self.words.of(color, role), &mut text);
        }
        (text.words[0], text.len)
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "san",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Ndf3 | Nd2f3 | Nd2-f3 | N2f3 | ♘df3 | d2f3
            h4f3 Nhf3 | N4f3
            b7a8q bxa8=Q+ | bxa8Q+ | bxa8(Q) | ba8=q | b:a8Q ch | bxR=Q | b7xa8=Q† | ba8Q:+
            b7b8n b8=N | b8N | b8(N) | Pb8/N | b7-b8=N
            e5d6 exd6 | ed6 | exd6 e.p. | ed | e5xd6ep | exP | e5xPd6 | ed6: | e5-d6:
            e1g1 O-O | 0-0 | o-o | O O | e1g1
            e1c1 O-O-O | 0-0-0 | e1c1
            a1a8 Rxa8+ | Rxa8 | Ra8+ | R×a8 | R1xa8 | RxR | RxRa8 | Ra1xRa8+ | Ra1xR
            none RxNa8 | RxRa7 | R1xBa8 Nf4 | Qd1 | bxc8=Q | e6=Q | O-O-O-O | dxe4 | Rxh1
            ",
        );
    }

    #[test]
    fn other_letters_and_habits() {
        check(
            "san:de,zeros,ch",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Sdf3 | Sd2-f3 | ♘df3
            b7a8q bxa8=Dch | bxa8=D+ | bxa8D
            e1g1 0-0 | O-O
            e1c1 0-0-0
            a1a8 Txa8ch
            none Ndf3 | Rxa8
            fen 7k/8/6RK/8/8/8/8/8 w - - 0 1
            g6g8 Tg8ch | Tg8+
            fen 7k/5K2/6R1/8/8/8/8/8 w - - 0 1
            g6h6 Th6mate | Th6#
            ",
        );
    }

    #[test]
    fn letters_of_several_bytes() {
        check(
            "san:ru",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Кdf3
            b7a8q bxa8=Ф+
            e1f1 Крf1 | Крe1f1
            none Ndf3
            ",
        );
    }
}
