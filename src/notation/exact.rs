//! Verified plies, and texts made from what verifying them has found.
//!
//! The exact gear ([`crate::resolve::exact`]) reads a SAN word, finds the piece that it means, and knows then how many
//! others could have been meant, whether something is taken and what the canonical word is. [`ExactText`] writes a
//! notation from just that, in words of the processor instead of byte by byte. [`Notation::write`](super::Notation::write)
//! writes the same text from a [`Ply`] and any position.

use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use super::{
    chess99::Chess99, descriptive::Descriptive, economical::Economical, geographical::Geographical,
    iccf::Iccf, lan::Lan, san::San, sllavcco::Sllavcco, smith::Smith, uci::Uci,
};
use crate::chess::{Captured, Effect, Ply, Position, Standard};

/// A move of standard chess that has been verified, as the position before it has it. Castling is another thing.
#[derive(Clone, Copy, Debug)]
pub struct ExactPly {
    /// The canonical word in SAN with English letters, without marks, first byte lowest. Bytes after it are undefined.
    pub word: u64,
    /// The length of the word.
    pub len: usize,
    /// What moves.
    pub role: Role,
    /// Where it comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Whether something is taken.
    pub captures: bool,
    /// Whether that happens en passant.
    pub en_passant: bool,
    /// From where others of its role, no pawns, could go there too, whatever became of their king.
    pub others: Bitboard,
    /// From where others of its role, no pawns, may legally go there too.
    pub rivals: Bitboard,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl ExactPly {
    /// The move of the only piece of its role that could be meant, as its word says.
    #[inline(always)]
    pub fn new(word: u64, len: usize, role: Role, [from, to]: [Square; 2], captures: bool) -> ExactPly {
        let none = Bitboard::EMPTY;
        ExactPly {
            word,
            len,
            role,
            from,
            to,
            captures,
            en_passant: false,
            others: none,
            rivals: none,
            promotion: None,
        }
    }

    /// A legal ply that is no castling, drop or pass.
    pub fn of(board: &Standard, ply: &Ply) -> Option<ExactPly> {
        if !ply.is_normal() && !ply.is_en_passant() {
            return None;
        }
        let (us, role) = (board.turn(), ply.role().on_ordinary_board());
        let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        let captures = ply.is_capture();
        let mut exact =
            ExactPly { en_passant: ply.is_en_passant(), ..ExactPly::new(0, 0, role, [from, to], captures) };
        if role == Role::Pawn {
            let file = name(from) & 0xff;
            (exact.word, exact.len) = if captures { (file, 1) } else { (0, 0) };
        } else {
            exact.others = board.candidates(us, role, to).without(from);
            exact.rivals = board.legal(us, role, exact.others, to);
            let (origin, len) = origin(from, exact.rivals);
            exact.word = u64::from(LETTERS[role as usize & 7]) | origin << 8;
            exact.len = 1 + len;
        }
        if captures {
            exact.push(u64::from(b'x'), 1);
        }
        exact.push(name(to), 2);
        if let Some(becomes) = ply.promotion() {
            let becomes = becomes.on_ordinary_board();
            exact.push(u64::from(b'=') | u64::from(LETTERS[becomes as usize & 7]) << 8, 2);
            exact.promotion = Some(becomes);
        }
        Some(exact)
    }

    /// Appends to the word.
    #[inline(always)]
    fn push(&mut self, text: u64, len: usize) {
        self.word |= text << ((8 * self.len) & 63);
        self.len += len;
    }

    /// The role of what is taken. Ask only of captures.
    #[inline(always)]
    pub fn captured(&self, board: &Standard) -> Role {
        if self.en_passant { Role::Pawn } else { board.role_at(self.to).unwrap_or(Role::Pawn) }
    }

    /// The square of what is taken.
    #[inline(always)]
    pub fn captured_at(&self) -> Square {
        if self.en_passant { Square::from_coords(self.to.file(), self.from.rank()) } else { self.to }
    }

    /// The same as plain data.
    pub fn ply(&self, board: &Standard) -> Ply {
        let ply = Ply::new(board.turn(), self.role.into(), self.from.into(), self.to.into());
        let ply = self.promotion.map_or(ply, |role| ply.promoting(role.into()));
        if !self.captures {
            return ply;
        }
        let captured = Captured { role: self.captured(board).into(), square: self.captured_at().into() };
        if self.en_passant { ply.en_passant(captured) } else { ply.capturing(captured) }
    }
}

/// Up to 32 bytes in two `u128`; avoids store-forwarding stalls.
#[derive(Clone, Copy, Debug)]
pub struct ExactWord {
    /// The bytes, first lowest. Those after the end are undefined if the text has at most eight.
    pub words: [u128; 2],
    /// How many there are.
    pub len: usize,
}

impl ExactWord {
    /// A text of at most eight bytes.
    #[inline(always)]
    pub fn new(word: u64, len: usize) -> ExactWord {
        ExactWord { words: [u128::from(word), 0], len }
    }

    /// A short ASCII text.
    #[inline(always)]
    pub fn of(text: &[u8]) -> ExactWord {
        let mut word = ExactWord::new(0, 0);
        word.push(text);
        word
    }

    /// Appends bytes.
    #[inline(always)]
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.words[(self.len / 16) & 1] |= u128::from(byte) << (8 * (self.len % 16));
            self.len += 1;
        }
    }

    /// Appends a word of `len` bytes without anything after it. The text must not grow beyond 16 bytes so.
    #[inline(always)]
    pub fn push_word(&mut self, word: u64, len: usize) {
        self.words[0] |= u128::from(word) << ((8 * self.len) & 127);
        self.len += len;
    }
}

/// The letters of the pieces by role, pawn first; 0 for none.
pub const LETTERS: [u8; 8] = *b"\0PNBRQK\0";

/// A square's name as a word.
#[inline(always)]
pub fn name(square: Square) -> u64 {
    let n = u64::from(u32::from(square));
    (u64::from(b'1') << 8 | u64::from(b'a')) + (n & 7 | (n >> 3) << 8)
}

/// A word cut to a length.
#[inline(always)]
pub fn cut(word: u64, len: usize) -> u64 {
    word & u64::MAX >> ((64 - 8 * len) & 63)
}

/// Whether the file and the rank of departure are said before a square, given the others that may be meant: as a word, and
/// its length. Standard 8.2.3.4.
#[inline(always)]
pub fn origin(from: Square, rivals: Bitboard) -> (u64, usize) {
    if rivals.is_empty() {
        return (0, 0);
    }
    let rank = (rivals & Bitboard::from_file(from.file())).any();
    let file = !rank || (rivals & Bitboard::from_rank(from.rank())).any();
    let both = name(from);
    match (file, rank) {
        (true, true) => (both, 2),
        (true, false) => (both & 0xff, 1),
        _ => (both >> 8, 1),
    }
}

/// The square that stands for castling where it is written as a move of the king: his own, in Chess960 the rook's.
pub fn castling_target(board: &Standard, king: Square, rook: Square) -> Square {
    let side = CastlingSide::from_king_side(rook > king);
    if board.is_chess960() { rook } else { Square::from_coords(side.king_to_file(), king.rank()) }
}

/// Writes a notation's texts from verified plies.
pub trait ExactText {
    /// May a text have more than eight bytes with its mark?
    const WIDE: bool = false;
    /// Does the mark say whether it is mate?
    const MATES: bool = false;
    /// Are [`Position::origins`] asked for?
    const ORIGINS: bool = false;

    /// The text of a move before it is made, without marks. The board is that of the position.
    fn text(&self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord;

    /// The text of castling from one square with the rook on another.
    fn castling(&self, board: &Standard, king: Square, rook: Square) -> ExactWord {
        let _ = board;
        san_castling(king, rook)
    }

    /// The mark of a check, perhaps by castling: a word and its length.
    fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
        let _ = castled;
        san_mark(effect)
    }
}

/// Castling in SAN, and in most notations.
pub fn san_castling(king: Square, rook: Square) -> ExactWord {
    ExactWord::of(if rook > king { b"O-O" } else { b"O-O-O" })
}

/// The mark of a check in SAN, and in most notations: a word and its length.
pub fn san_mark(effect: Effect) -> (u64, usize) {
    (u64::from(if effect == Effect::Mate { b'#' } else { b'+' }), 1)
}

/// A notation that writes verified plies. It is asked which it is once a game, and not once a ply.
#[derive(Clone, Copy)]
pub enum Exact<'a> {
    /// Standard algebraic notation.
    San(&'a San),
    /// Long algebraic notation.
    Lan(&'a Lan),
    /// UCI.
    Uci(&'a Uci),
    /// ICCF.
    Iccf(&'a Iccf),
    /// Smith.
    Smith(&'a Smith),
    /// Sllavcco's line form.
    Sllavcco(&'a Sllavcco),
    /// Economical, all styles.
    Economical(&'a Economical),
    /// Chess 99.
    Chess99(&'a Chess99),
    /// Geographical.
    Geographical(&'a Geographical),
    /// Descriptive, all styles and languages.
    Descriptive(&'a Descriptive),
}

/// Asks the notation.
macro_rules! ask {
    ($exact:expr, $notation:ident => $body:expr) => {
        match $exact {
            Exact::San($notation) => $body,
            Exact::Lan($notation) => $body,
            Exact::Uci($notation) => $body,
            Exact::Iccf($notation) => $body,
            Exact::Smith($notation) => $body,
            Exact::Sllavcco($notation) => $body,
            Exact::Economical($notation) => $body,
            Exact::Chess99($notation) => $body,
            Exact::Geographical($notation) => $body,
            Exact::Descriptive($notation) => $body,
        }
    };
}

/// What is done with a notation, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<T: ExactText>(self, notation: &T) -> Self::Output;
}

impl Exact<'_> {
    /// Does something with the notation that is of the notation's own making throughout.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        ask!(self, notation => visitor.visit(notation))
    }
}

/// For where the notation's text is the least of what there is to be done.
impl ExactText for Exact<'_> {
    const WIDE: bool = true;
    const MATES: bool = true;
    const ORIGINS: bool = true;

    #[inline(always)]
    fn text(&self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord {
        ask!(self, notation => notation.text(position, board, us, ply))
    }

    fn castling(&self, board: &Standard, king: Square, rook: Square) -> ExactWord {
        ask!(self, notation => notation.castling(board, king, rook))
    }

    fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
        fn mark<T: ExactText>(notation: &T, effect: Effect, castled: bool) -> (u64, usize) {
            let is_told = T::MATES || effect != Effect::Mate;
            notation.mark(if is_told { effect } else { Effect::Check }, castled)
        }
        ask!(self, notation => mark(*notation, effect, castled))
    }
}
