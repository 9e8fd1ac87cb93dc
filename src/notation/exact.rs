//! Verified plies, and texts derived from their verification.
//!
//! The exact reader ([`crate::resolve::exact`]) reads a SAN word and finds its piece, and thereby knows how
//! many others could have been meant, whether it is a capture and what the canonical word is. [`ExactText`]
//! writes a notation from just that, word by word instead of byte by byte.
//! [`Notation::write`](super::Notation::write) writes the same text from a [`Ply`] and any position.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    chess99::Chess99,
    coordinates::{Iccf, Smith, Uci},
    descriptive::Descriptive,
    economical::Economical,
    geographical::Geographical,
    lan::Lan,
    san::San,
    sllavcco::Sllavcco,
};
use crate::chess::{Captured, Effect, Ply, Position, Standard};

/// A verified move of standard chess, given the position before it; not castling.
#[derive(Clone, Copy, Debug)]
pub struct ExactPly {
    /// The canonical word in SAN with English letters, without marks, first byte lowest. Bytes after it are undefined.
    pub word: u64,
    /// The length of the word.
    pub len: usize,
    /// The role that moves.
    pub role: Role,
    /// The origin.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// Whether it is a capture.
    pub captures: bool,
    /// Whether it is en passant.
    pub en_passant: bool,
    /// The origins of other pseudo-legal moves of its role, if not a pawn, to the destination.
    pub others: Bitboard,
    /// The origins of other legal moves of its role, if not a pawn, to the destination.
    pub ambiguous_with: Bitboard,
    /// The promotion.
    pub promotion: Option<Role>,
}

impl ExactPly {
    /// Creates the move of the only piece of its role that could be meant, as its word says.
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
            ambiguous_with: none,
            promotion: None,
        }
    }

    /// Converts a legal ply other than castling, a drop or a pass.
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
            exact.ambiguous_with = board.legal(us, role, exact.others, to);
            let (origin, len) = origin(from, exact.ambiguous_with);
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

    /// Returns the captured role. For captures only.
    #[inline(always)]
    pub fn captured(&self, board: &Standard) -> Role {
        if self.en_passant { Role::Pawn } else { board.role_at(self.to).unwrap_or(Role::Pawn) }
    }

    /// Returns the square of the captured piece.
    #[inline(always)]
    pub fn captured_at(&self) -> Square {
        if self.en_passant { Square::from_coords(self.to.file(), self.from.rank()) } else { self.to }
    }

    /// Converts it to plain data.
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
    /// The length.
    pub len: usize,
}

impl ExactWord {
    /// Creates a text of at most eight bytes.
    #[inline(always)]
    pub fn new(word: u64, len: usize) -> ExactWord {
        ExactWord { words: [u128::from(word), 0], len }
    }

    /// Creates a short ASCII text.
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

    /// Appends a word of `len` bytes with nothing after it. The text must not exceed 16 bytes.
    #[inline(always)]
    pub fn push_word(&mut self, word: u64, len: usize) {
        self.words[0] |= u128::from(word) << ((8 * self.len) & 127);
        self.len += len;
    }
}

/// The piece letters by role, pawn first; 0 for none.
pub const LETTERS: [u8; 8] = *b"\0PNBRQK\0";

/// Returns a square's name as a word.
#[inline(always)]
pub fn name(square: Square) -> u64 {
    let n = u64::from(u32::from(square));
    (u64::from(b'1') << 8 | u64::from(b'a')) + (n & 7 | (n >> 3) << 8)
}

/// Cuts a word to a length.
#[inline(always)]
pub fn cut(word: u64, len: usize) -> u64 {
    word & u64::MAX >> ((64 - 8 * len) & 63)
}

/// Returns the disambiguation to write before a square, given the rivals: a word and its length. Standard
/// 8.2.3.4.
#[inline(always)]
pub fn origin(from: Square, ambiguous_with: Bitboard) -> (u64, usize) {
    if ambiguous_with.is_empty() {
        return (0, 0);
    }
    let rank = (ambiguous_with & Bitboard::from_file(from.file())).any();
    let file = !rank || (ambiguous_with & Bitboard::from_rank(from.rank())).any();
    let both = name(from);
    match (file, rank) {
        (true, true) => (both, 2),
        (true, false) => (both & 0xff, 1),
        _ => (both >> 8, 1),
    }
}

/// Writes a notation's texts from verified plies.
pub trait ExactText {
    /// Whether a text may have more than eight bytes with its mark.
    const WIDE: bool = false;
    /// Whether the mark distinguishes mate.
    const MATES: bool = false;
    /// Whether [`Position::origins`] are needed.
    const ORIGINS: bool = false;

    /// Returns the text of a move before it is made, without marks. The board is that of the position.
    fn text(&self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord;

    /// Returns the text of castling with the king and the rook on these squares.
    fn castling(&self, board: &Standard, king: Square, rook: Square) -> ExactWord {
        let _ = board;
        san_castling(king, rook)
    }

    /// Returns the mark of a check, perhaps by castling: a word and its length.
    fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
        let _ = castled;
        san_mark(effect)
    }
}

/// Returns castling as in SAN and most notations.
pub fn san_castling(king: Square, rook: Square) -> ExactWord {
    ExactWord::of(if rook > king { b"O-O" } else { b"O-O-O" })
}

/// Returns the mark of a check as in SAN and most notations: a word and its length.
pub fn san_mark(effect: Effect) -> (u64, usize) {
    (u64::from(if effect == Effect::Mate { b'#' } else { b'+' }), 1)
}

/// A notation that writes verified plies, dispatched once per game rather than per ply.
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

/// Dispatches to the notation.
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

/// An operation generic over the notation.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs it.
    fn visit<T: ExactText>(self, notation: &T) -> Self::Output;
}

impl Exact<'_> {
    /// Runs an operation compiled separately for the notation.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        ask!(self, notation => visitor.visit(notation))
    }
}

/// For uses where the notation's text is a minor part of the work.
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
