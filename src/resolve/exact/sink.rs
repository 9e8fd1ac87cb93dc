//! Where the plies of the exact gear go.

use shakmaty::{Color, Square};

use crate::{
    chess::{Castling, Effect, Ply, Position, Standard},
    layout::Writer,
    notation::exact::ExactPly,
};

/// A move number with its dot as a word.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The text.
    pub text: u64,
    /// How many bytes it has.
    pub len: usize,
    /// The bytes that belong to it.
    pub mask: u64,
}

/// The texts of move numbers that games have. Working one out takes a division a digit.
static NUMBERS: [u64; 1000] = {
    let mut table = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        let (mut word, mut rest) = (b'.' as u64, n);
        loop {
            word = word << 8 | (b'0' + (rest % 10) as u8) as u64;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        table[n] = word;
        n += 1;
    }
    table
};

impl Number {
    /// The number of a move, unless it is one that no game has.
    #[inline(always)]
    pub fn new(number: u32) -> Option<Number> {
        let text = *NUMBERS.get(number as usize)?;
        let len = 8 - text.leading_zeros() as usize / 8;
        Some(Number { text, len, mask: u64::MAX >> (64 - 8 * len) })
    }
}

impl Number {
    /// The same with three dots, as before Black's move.
    #[inline(always)]
    pub fn dotted(self) -> Number {
        let dots = u64::from(b'.') << 8 | u64::from(b'.');
        let len = self.len + 2;
        Number { text: self.text | dots << (8 * self.len), len, mask: u64::MAX >> (64 - 8 * len) }
    }
}

/// What takes plies that have been verified. Whatever else is in a game goes to its writer.
pub trait Sink {
    /// What is known of a ply before it is made that is needed after it.
    type Held: Copy;
    /// Are the origins of pieces to be followed?
    const ORIGINS: bool;

    /// The writer of everything else.
    fn writer(&mut self) -> &mut dyn Writer;

    /// A comment of one line.
    fn short_comment(&mut self, text: &str) {
        self.writer().short_comment(text);
    }

    /// A ply is about to be made. `None` if it cannot be written.
    fn before(
        &mut self,
        position: &Position,
        board: &Standard,
        us: Color,
        ply: &ExactPly,
    ) -> Option<Self::Held>;

    /// The king on the first square is about to castle with the rook on the second.
    fn castling(
        &mut self,
        position: &Position,
        board: &Standard,
        king: Square,
        rook: Square,
    ) -> Option<Self::Held>;

    /// The ply has been made, with its number, by Black or not.
    fn after(
        &mut self,
        position: &Position,
        board: &Standard,
        number: (Number, bool),
        held: Self::Held,
        to: Landing,
    );
}

/// Where a ply ended, as far as it matters for its mark.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// The square on which a checking piece would be that has moved.
    pub to: Square,
    /// Whether it is mate, if that has been asked.
    pub mate: Option<bool>,
    /// Whether it was castling.
    pub castled: bool,
}

impl Landing {
    /// What the ply does to the king that is in check. Whether it mates is asked only if that matters.
    pub fn effect(self, board: &Standard, mates: bool) -> Effect {
        let checkers = board.checkers();
        if mates && self.mate.unwrap_or_else(|| !board.has_ply()) {
            Effect::Mate
        } else if checkers.more_than_one() {
            Effect::Double
        } else if checkers.contains(self.to) {
            Effect::Check
        } else {
            Effect::Discovered
        }
    }
}

/// Any writer, which gets plies as events.
pub struct Events<'w>(pub &'w mut dyn Writer);

impl Sink for Events<'_> {
    type Held = Ply;
    const ORIGINS: bool = true;

    fn writer(&mut self) -> &mut dyn Writer {
        self.0
    }

    #[inline(always)]
    fn before(&mut self, position: &Position, board: &Standard, _: Color, ply: &ExactPly) -> Option<Ply> {
        let ply = ply.ply(board);
        self.0.ply(position, &ply).ok()?;
        Some(ply)
    }

    fn castling(&mut self, position: &Position, board: &Standard, king: Square, rook: Square) -> Option<Ply> {
        let us = board.turn();
        let side = shakmaty::CastlingSide::from_king_side(rook > king);
        let partner =
            Castling { role: crate::chess::Role::Rook, from: rook.into(), to: side.rook_to(us).into() };
        let ply = Ply::castle(us, king.into(), side.king_to(us).into(), partner);
        self.0.ply(position, &ply).ok()?;
        Some(ply)
    }

    #[inline(always)]
    fn after(&mut self, position: &Position, _: &Standard, _: (Number, bool), ply: Ply, _: Landing) {
        self.0.played(position, &ply);
    }
}
