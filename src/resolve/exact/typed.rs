//! Words of notations other than SAN with as much information, such as `Ng1-f3` and `fN3`, in the loop.

use shakmaty::{Color, Rank, Role};

use super::{
    ExactReader,
    sink::{Number, Sink},
    word::MoveWord,
};
use crate::{
    notation::{
        PlainWord, TypedWord, TypedWords,
        exact::{self, ExactPly},
    },
    slice::Slice as _,
};

/// The letters of the roles in SAN.
const LETTERS: &[u8; 8] = b"  NBRQK ";

impl<S: Sink> ExactReader<'_, S> {
    /// Plays the move of a word and returns the offset after it; `None` if it is a promotion, en passant, or
    /// a move that another piece of its role could make too.
    #[inline(always)]
    pub(super) fn typed_word(
        &mut self,
        words: TypedWords,
        us: Color,
        at: usize,
        number: Number,
    ) -> Option<usize> {
        let text = PlainWord::of(self.text.as_bytes().get(at..)?)?;
        let TypedWord { role, origins, to, captures } = words.read(&text)?;
        let board = self.lines.position.ordinary()?;
        if board.stands(to) != captures || board.holds(us, to) {
            return None;
        }
        let pawn = role == Role::Pawn;
        let from = match (pawn, captures) {
            (true, _) if Rank::First == to.rank() || Rank::Eighth == to.rank() => return None,
            (true, true) => (board.taking(us, to) & origins).single_square(),
            (true, false) => board.pushing(us, to).single_square(),
            (false, _) => board.only_candidate(us, role, to),
        };
        let from = from.filter(|it| origins.contains(*it))?;
        if !board.is_safe(us, role, from, to) {
            return None;
        }
        let (whole, _) = text.said();
        debug_assert_eq!(
            self.notation.find_exact(&self.lines.position, board, self.text.slice(at..)).map(|it| (
                it.len(),
                it.plain().role,
                it.plain().from,
                it.plain().to
            )),
            Some((whole, role, from, to))
        );
        let destination = exact::name(to.into());
        let first = if pawn { b'a' + from.file() as u8 } else { LETTERS[role as usize & 7] };
        let (san, len) = match (captures, pawn) {
            (true, _) => (u64::from(first) | u64::from(b'x') << 8 | destination << 16, 4),
            (false, true) => (destination, 2),
            (false, false) => (u64::from(first) | destination << 8, 3),
        };
        let ply = ExactPly::new(san, len, role, [from, to], captures);
        let held = self.sink.before(&self.lines.position, board, us, &ply)?;
        self.prepare(!pawn || captures, from, to);
        let board = self.lines.position.ordinary_mut()?;
        board.shift(us, role, from, to);
        let said = MoveWord { word: text.word(), whole };
        self.letters.add_ascii(text.byte(0));
        Some(self.written(us, said.said(), at..at + whole, held, number, (to, false)))
    }
}
