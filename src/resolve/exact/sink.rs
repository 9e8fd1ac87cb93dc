//! Receivers of the plies of the exact reader.

use shakmaty::{Color, Square};

use crate::{
    chess::{Effect, Ply, Position, Rules as _, Standard},
    events::Writer,
    notation::exact::ExactPly,
};

/// A move number with its dot, and a blank after it; the highest byte has the number of bits without the
/// blank.
#[derive(Clone, Copy, Debug)]
pub struct Number(u64);

/// The texts of common move numbers; formatting one takes a division per digit.
static NUMBERS: [u64; 1000] = {
    let mut table = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        let (mut word, mut len, mut rest) = ((b'.' as u64) | (b' ' as u64) << 8, 1, n);
        loop {
            word = word << 8 | (b'0' + (rest % 10) as u8) as u64;
            len += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        table[n] = word | (8 * len) << 56;
        n += 1;
    }
    table
};

impl Number {
    /// Returns the number of a move, unless it is implausibly large.
    #[inline(always)]
    pub fn new(number: u32) -> Option<Number> {
        NUMBERS.get(number as usize).copied().map(Number)
    }

    /// Returns the text, and a blank after it.
    #[inline(always)]
    pub fn text(self) -> u64 {
        self.0 & u64::MAX >> 8
    }

    /// Returns the length in bytes, at most six.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.bits() as usize / 8
    }

    /// Returns the length in bits.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        (self.0 >> 56) as u32 & 63
    }

    /// Whether a word begins with the text.
    #[inline(always)]
    pub fn begins(self, word: u64) -> bool {
        (word ^ self.0) << ((64 - self.bits()) & 63) == 0
    }

    /// Returns the number with three dots, as before Black's move.
    #[inline(always)]
    pub fn dotted(self) -> Number {
        // The first added dot replaces the blank.
        let dots = u64::from_le_bytes(*b".. \0\0\0\0\0") ^ u64::from(b' ');
        Number((self.0 ^ dots << self.bits()) + (16 << 56))
    }
}

/// A receiver of verified plies; the rest of a game goes to its writer.
pub trait Sink {
    /// What must be remembered of a ply from before it is made.
    type Held: Copy;

    /// Returns the writer of everything else.
    fn writer(&mut self) -> &mut dyn Writer;

    /// Writes a comment of one line.
    fn short_comment(&mut self, text: &str) {
        self.writer().short_comment(text);
    }

    /// Announces a ply about to be made. Returns `None` if it can't be written.
    fn before(
        &mut self,
        position: &Position,
        board: &Standard,
        us: Color,
        ply: &ExactPly,
    ) -> Option<Self::Held>;

    /// Announces castling.
    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Self::Held>;

    /// Receives the ply just made, with its number.
    fn after(
        &mut self,
        position: &Position,
        board: &Standard,
        number: (Number, bool),
        held: Self::Held,
        to: Landing,
    );
}

/// Where a ply ended, as far as relevant to its mark.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// The square from which the moved piece would give check.
    pub to: Square,
    /// Whether it is check.
    pub checks: bool,
    /// Whether it is mate, if known.
    pub mate: Option<bool>,
    /// Whether it was castling.
    pub castled: bool,
}

impl Landing {
    /// Returns the effect of the ply on the opposing king. Mate is tested only if `mates` is set.
    pub fn effect(self, board: &Standard, mates: bool) -> Effect {
        let checkers = board.checkers();
        if mates && self.mate.unwrap_or_else(|| !board.has_ply()) {
            Effect::Mate
        } else if checkers.more_than_one() {
            Effect::Double
        } else if checkers.contains(self.to) || self.castled {
            Effect::Check
        } else {
            Effect::Discovered
        }
    }
}

/// Any writer, receiving plies as events.
pub struct Events<'w>(pub &'w mut dyn Writer);

impl Sink for Events<'_> {
    type Held = Ply;

    fn writer(&mut self) -> &mut dyn Writer {
        self.0
    }

    #[inline(always)]
    fn before(&mut self, position: &Position, board: &Standard, _: Color, exact: &ExactPly) -> Option<Ply> {
        let ply = exact.ply(board);
        self.0.ply(position, &ply).ok()?;
        Some(ply)
    }

    fn castling(&mut self, position: &Position, ply: &Ply) -> Option<Ply> {
        self.0.ply(position, ply).ok()?;
        Some(*ply)
    }

    #[inline(always)]
    fn after(&mut self, position: &Position, _: &Standard, _: (Number, bool), ply: Ply, _: Landing) {
        self.0.played(position, &ply);
    }
}
