//! Verified plies, and texts derived from their verification.
//!
//! The exact reader ([`crate::resolve::exact`]) reads a SAN word and finds its piece, and thereby knows how
//! many others could have been meant, whether it is a capture and what the canonical word is. [`ExactText`]
//! writes a notation from just that, word by word instead of byte by byte.
//! [`Notation::write`](crate::notation::Notation::write) writes the same text from a [`Ply`] and any position.

use std::num::NonZeroU64;

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    parts::{disambiguation, ends_at},
    reading::{CheckClaim, Unwritable},
};
use crate::chess::{self, Captured, Effect, Ply, PlyKind, Position, Squares, Standard};

/// A verified move of standard chess other than castling; it goes with the position before it.
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
    /// Creates a move that no other piece of its role could make, neither en passant nor a promotion.
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

    /// Converts a legal ply. `None` for castling, drops and null moves.
    pub fn of(position: &Position, board: &Standard, ply: &Ply) -> Option<ExactPly> {
        if !ply.is_normal() && !ply.is_en_passant() {
            return None;
        }
        let (us, role) = (board.turn(), ply.role().on_ordinary_board());
        let (from, to) = (ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        let mut exact = ExactPly::new(0, 0, role, [from, to], ply.is_capture());
        exact.en_passant = ply.is_en_passant();
        exact.promotion = ply.promotion().map(chess::Role::on_ordinary_board);
        if role != Role::Pawn {
            exact.others = board.candidates(us, role, to).without(from);
            exact.ambiguous_with = board.legal(us, role, exact.others, to);
        }
        (exact.word, exact.len) = san_word(&Described::verified(position, board, us, &exact));
        Some(exact)
    }

    /// Returns the captured role. For captures only.
    #[inline(always)]
    pub fn captured(&self, board: &Standard) -> Role {
        if self.en_passant { Role::Pawn } else { board.role_at(self.to).unwrap_or(Role::Pawn) }
    }

    /// Returns the square of the captured piece.
    #[inline(always)]
    fn captured_at(&self) -> Square {
        if self.en_passant { Square::from_coords(self.to.file(), self.from.rank()) } else { self.to }
    }

    /// Converts the move to a [`Ply`].
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

/// An unambiguous move read from a canonical text.
#[derive(Clone, Copy, Debug)]
pub struct ExactReading {
    /// The length of its text in bytes.
    pub len: usize,
    /// The ply.
    pub ply: Ply,
    /// The mark of check, to be compared with the position after the ply.
    pub check: Option<CheckClaim>,
}

/// A move of standard chess other than castling, found in a canonical text. It fits two machine words, so
/// that functions return it in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The packed parts, at the bit offsets below.
    parts: NonZeroU64,
    /// The origins of other pseudo-legal moves of its role, if not a pawn, to the destination.
    pub others: Bitboard,
}

/// The bit offsets of a found move's parts; the role is in the lowest bits.
const FROM: u32 = 8;
const TO: u32 = 16;
const CAPTURES: u32 = 24;
const EN_PASSANT: u32 = 25;
const PROMOTION: u32 = 28;
const CHECK: u32 = 32;
const LEN: u32 = 48;

/// The marks of check by number.
const CLAIMS: [Option<CheckClaim>; 8] = [
    None,
    Some(CheckClaim::Check),
    Some(CheckClaim::Discovered),
    Some(CheckClaim::Double),
    Some(CheckClaim::Mate),
    Some(CheckClaim::DoubleOrMate),
    None,
    None,
];

/// The roles by number.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::King];

impl Found {
    /// Creates a move from its squares and the length and check mark of its text. `None` if the text is too
    /// long.
    #[inline(always)]
    pub fn new(
        role: Role,
        [from, to]: [Square; 2],
        captures: bool,
        others: Bitboard,
        (len, check): (usize, Option<CheckClaim>),
    ) -> Option<Found> {
        if len >> (64 - LEN) != 0 {
            return None;
        }
        let check = check.map_or(0, |it| it as u64 + 1);
        let squares = u64::from(u32::from(from)) << FROM | u64::from(u32::from(to)) << TO;
        let parts =
            role as u64 | squares | u64::from(captures) << CAPTURES | check << CHECK | (len as u64) << LEN;
        Some(Found { parts: NonZeroU64::new(parts)?, others })
    }

    /// Makes it a capture en passant.
    #[inline(always)]
    pub fn en_passant(self) -> Found {
        Found { parts: self.parts | (1 << CAPTURES | 1 << EN_PASSANT), ..self }
    }

    /// Adds a promotion.
    #[inline(always)]
    pub fn promoting(self, role: Role) -> Found {
        Found { parts: self.parts | (role as u64) << PROMOTION, ..self }
    }

    #[inline(always)]
    fn part(self, at: u32) -> usize {
        (self.parts.get() >> at) as usize
    }

    /// Returns the length of the text in bytes.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.part(LEN)
    }

    /// Returns the mark of check, to be compared with the position after the ply.
    #[inline(always)]
    pub fn check(self) -> Option<CheckClaim> {
        CLAIMS[self.part(CHECK) & 7]
    }

    /// Whether it is a promotion or en passant, or another piece of its role might be meant.
    #[inline(always)]
    pub fn is_rare(self) -> bool {
        self.others.any() | (self.parts.get() & (1 << EN_PASSANT | 7 << PROMOTION) != 0)
    }

    /// Returns the ply of a move that is not rare.
    #[inline(always)]
    pub fn plain(self) -> ExactPly {
        let square = |at| Square::new(self.part(at) as u32 & 63);
        let captures = self.part(CAPTURES) & 1 != 0;
        ExactPly::new(0, 0, ROLES[self.part(0) & 7], [square(FROM), square(TO)], captures)
    }

    /// Returns the ply.
    pub fn ply(self, board: &Standard) -> ExactPly {
        let promotion = self.part(PROMOTION) & 7;
        let plain = self.plain();
        ExactPly {
            en_passant: self.part(EN_PASSANT) & 1 != 0,
            others: self.others,
            ambiguous_with: board.legal(board.turn(), plain.role, self.others, plain.to),
            promotion: (promotion != 0).then(|| ROLES[promotion]),
            ..plain
        }
    }
}

/// The piece and the destination that a text names on the 8×8 board.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The role, if named.
    pub role: Option<Role>,
    /// The squares from which it may come.
    pub from: Bitboard,
    /// The squares to which it may go.
    pub to: Bitboard,
    /// The promotion.
    pub promotion: Option<chess::Role>,
    /// The mark of check.
    pub check: Option<CheckClaim>,
    /// The length of the text.
    pub len: usize,
}

/// A move between two squares, with everything its text may depend on. Notations write it without knowing
/// whether that was found by verifying it or is queried from the position.
#[derive(Clone, Copy)]
pub struct Described<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// The side that moves.
    pub color: Color,
    /// The role that moves.
    pub role: chess::Role,
    /// The origin.
    pub from: chess::Square,
    /// The destination.
    pub to: chess::Square,
    /// The captured piece.
    pub captured: Option<Captured>,
    /// Whether it is en passant.
    pub en_passant: bool,
    /// The promotion.
    pub promotion: Option<chess::Role>,
    /// Whether a pawn promotes that already stood on the last rank.
    pub is_late: bool,
    /// The origins of other pseudo-legal moves of its role, if not a pawn, to the destination.
    pub others: Squares,
    /// The origins of other legal moves of its role, if not a pawn, to the destination.
    pub rivals: Squares,
    /// The board and the ply as they were verified.
    pub verified: Option<(&'a Standard, &'a ExactPly)>,
}

impl<'a> Described<'a> {
    /// Describes a verified ply before it is made.
    #[inline(always)]
    pub fn verified(
        before: &'a Position,
        board: &'a Standard,
        us: Color,
        ply: &'a ExactPly,
    ) -> Described<'a> {
        let captured = || Captured { role: ply.captured(board).into(), square: ply.captured_at().into() };
        Described {
            before,
            color: us,
            role: ply.role.into(),
            from: ply.from.into(),
            to: ply.to.into(),
            captured: ply.captures.then(captured),
            en_passant: ply.en_passant,
            promotion: ply.promotion.map(chess::Role::from),
            is_late: false,
            others: ply.others.into(),
            rivals: ply.ambiguous_with.into(),
            verified: Some((board, ply)),
        }
    }

    /// Describes a ply in any position.
    pub fn new(before: &'a Position, ply: &Ply) -> Described<'a> {
        let (role, from, to) = (ply.role(), ply.from(), ply.to());
        let pawn = role == chess::Role::Pawn;
        let others = || before.pseudo_legal_candidates(role.into(), to).without(from);
        Described {
            before,
            color: ply.color(),
            role,
            from,
            to,
            captured: ply.capture(),
            en_passant: ply.is_en_passant(),
            promotion: ply.promotion(),
            is_late: ply.is_late_promotion(),
            others: if pawn { Squares::NONE } else { others() },
            rivals: if pawn { Squares::NONE } else { before.ambiguous_with(ply) },
            verified: None,
        }
    }

    /// Converts the move to a [`Ply`].
    pub fn ply(&self) -> Ply {
        let ply = Ply::new(self.color, self.role, self.from, self.to);
        let ply = self.promotion.map_or(ply, |role| ply.promoting(role));
        match self.captured {
            Some(captured) if self.en_passant => ply.en_passant(captured),
            Some(captured) => ply.capturing(captured),
            None => ply,
        }
    }

    /// Returns the squares of pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: chess::Role) -> Squares {
        match self.verified {
            Some((board, _)) => board.pieces(color, role.on_ordinary_board()).into(),
            None => self.before.pieces(color, role),
        }
    }

    /// Returns the SAN word with English letters, and its length.
    #[inline(always)]
    pub fn san(&self) -> (u64, usize) {
        match self.verified {
            Some((_, ply)) if ply.len > 0 => (ply.word, ply.len),
            _ => san_word(self),
        }
    }
}

/// Builds the SAN word with English letters, and its length.
#[inline(always)]
pub fn san_word(ply: &Described<'_>) -> (u64, usize) {
    let (mut word, mut len) = if ply.role != chess::Role::Pawn {
        let (origin, len) = origin(ply.from, ply.rivals);
        (u64::from(ply.role.letter()) | origin << 8, 1 + len)
    } else if ply.captured.is_some() {
        (name(ply.from) & 0xff, 1)
    } else {
        (0, 0)
    };
    if ply.captured.is_some() {
        word |= u64::from(b'x') << (8 * len);
        len += 1;
    }
    word |= name(ply.to) << (8 * len);
    len += 2;
    if let Some(role) = ply.promotion {
        word |= (u64::from(b'=') | u64::from(role.letter()) << 8) << ((8 * len) & 63);
        len += 2;
    }
    (word, len)
}

/// A text of up to 32 bytes in two `u128`; avoids store-forwarding stalls.
#[derive(Clone, Copy, Debug)]
pub struct ExactWord {
    /// The bytes, first lowest. Those after the end are undefined if the text has at most eight.
    pub words: [u128; 2],
    /// The length.
    pub len: usize,
}

impl ExactWord {
    /// No text.
    pub const EMPTY: ExactWord = ExactWord { words: [0; 2], len: 0 };

    /// Creates a text of at most eight bytes.
    #[inline(always)]
    pub fn new(word: u64, len: usize) -> ExactWord {
        ExactWord { words: [u128::from(word), 0], len }
    }

    /// Returns the SAN word with English letters.
    #[inline(always)]
    pub fn of_san(ply: &Described<'_>) -> ExactWord {
        let (word, len) = ply.san();
        ExactWord::new(word, len)
    }

    /// Creates a short text.
    #[inline(always)]
    pub fn of(text: &[u8]) -> ExactWord {
        let mut word = ExactWord::EMPTY;
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

    /// Appends a word with its length. The text must not exceed 16 bytes.
    #[inline(always)]
    pub fn push_pair(&mut self, (word, len): (u64, usize)) {
        self.push_word(word, len);
    }

    /// Appends a square's name.
    #[inline(always)]
    pub fn push_square(&mut self, square: chess::Square) {
        self.push_word(name(square), 2);
    }

    /// Appends the text.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let bytes = self.words.map(u128::to_le_bytes);
        out.extend_from_slice(&bytes.as_flattened()[..self.len]);
    }

    /// Whether a text begins with this one.
    #[inline(always)]
    pub fn begins(&self, text: &[u8]) -> bool {
        if let (Some(chunk), 1..=8) = (text.first_chunk(), self.len) {
            return (u64::from_le_bytes(*chunk) ^ self.words[0] as u64) << (64 - 8 * self.len) == 0;
        }
        if let (Some(chunk), 1..=16) = (text.first_chunk(), self.len) {
            return (u128::from_le_bytes(*chunk) ^ self.words[0]) << (128 - 8 * self.len) == 0;
        }
        let bytes = self.words.map(u128::to_le_bytes);
        text.starts_with(&bytes.as_flattened()[..self.len])
    }
}

/// The squares' names as words.
static NAMES: [u16; 128] = {
    let mut table = [0; 128];
    let mut n = 0;
    while n < 81 {
        table[n as usize] = u16::from_le_bytes(chess::Square::from_index(n).name());
        n += 1;
    }
    table
};

/// Returns a square's name as a word.
#[inline(always)]
pub fn name(square: chess::Square) -> u64 {
    NAMES[usize::from(square.index() & 127)].into()
}

/// Cuts a word to a length.
#[inline(always)]
pub fn cut(word: u64, len: usize) -> u64 {
    word & u64::MAX >> ((64 - 8 * len) & 63)
}

/// Returns the disambiguation to write before a square, given the rivals: a word and its length. Standard
/// 8.2.3.4.
#[inline(always)]
pub fn origin(from: chess::Square, rivals: Squares) -> (u64, usize) {
    let both = name(from);
    match disambiguation(from, rivals) {
        (false, false) => (0, 0),
        (true, true) => (both, 2),
        (true, false) => (both & 0xff, 1),
        (false, true) => (both >> 8, 1),
    }
}

/// The writer of a notation.
pub trait ExactText {
    /// Whether a text with its mark may exceed eight bytes.
    const WIDE: bool = false;
    /// Whether the check mark distinguishes mate.
    const MATES: bool = false;
    /// Whether writing a move needs its SAN word.
    const SAN: bool = false;

    /// Returns the text of a move, without marks.
    fn text(&self, ply: &Described<'_>) -> ExactWord;

    /// Returns the text of castling, a drop or a null move.
    fn special(&self, before: &Position, ply: &Ply) -> ExactWord;

    /// Returns the mark of a check, which castling may have given: a word and its length. Empty by default.
    fn mark(&self, effect: Effect, castled: bool) -> (u64, usize) {
        let _ = (effect, castled);
        (0, 0)
    }

    /// Finds the move of a plain text, whose parts prove that it is canonical without writing the move.
    /// Agrees with [`super::verify`] wherever it succeeds; `None` by default.
    #[inline(always)]
    fn find_plain(&self, before: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let _ = (before, board, us, text);
        None
    }

    /// Parses a text, if it is a move of one piece between squares of the 8×8 board.
    fn aim(&self, before: &Position, text: &str) -> Option<Aim>;

    /// Whether no castling text is a prefix of another.
    fn castles_clearly(&self) -> bool {
        true
    }

    /// Whether a move ends before `rest`: nothing there can belong to it.
    fn ends(&self, rest: &[u8]) -> bool {
        ends_at(rest, 0, b"{$")
    }

    /// Appends the mark of a check. A null move has none, though in Chess 99 it can leave a king in check.
    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        if after.is_check() && !ply.is_null() {
            let effect = if Self::MATES { after.effect(ply) } else { Effect::Check };
            let (mark, len) = self.mark(effect, ply.castling().is_some());
            ExactWord::new(mark, len).append_to(out);
        }
    }

    /// Checks that a ply has a text.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if not.
    fn check(&self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        let _ = (before, ply);
        Ok(())
    }
}

/// Appends the text of a ply, without marks.
///
/// # Errors
///
/// [`Unwritable`] if it has none; nothing is then appended.
pub fn write<T: ExactText>(
    notation: &T,
    before: &Position,
    ply: &Ply,
    out: &mut Vec<u8>,
) -> Result<(), Unwritable> {
    notation.check(before, ply)?;
    let text = match ply.kind() {
        PlyKind::Normal | PlyKind::EnPassant => notation.text(&Described::new(before, ply)),
        PlyKind::Castle(_) | PlyKind::Drop | PlyKind::Null => notation.special(before, ply),
    };
    text.append_to(out);
    Ok(())
}

/// Returns castling as in SAN and most notations.
pub fn san_castling(ply: &Ply) -> ExactWord {
    ExactWord::of(if ply.is_kingside_castling() == Some(true) { b"O-O" } else { b"O-O-O" })
}

/// Returns the mark of a check as in SAN and most notations: a word and its length.
pub fn san_mark(effect: Effect) -> (u64, usize) {
    (u64::from(if effect == Effect::Mate { b'#' } else { b'+' }), 1)
}
