//! Sllavcco's New Chess Notation (Slavoljub Stojanović, *New Chess Notation, Laws*), in the line form.
//!
//! A scoresheet has a column for each file, and a move is written into the column of its destination, so that
//! the cell need not name the file. In a line of text the column's letter precedes the content of the cell (the
//! scoresheet itself is a layout):
//!
//! | move | column and cell | line form | law |
//! | --- | --- | --- | --- |
//! | the queen goes to c3; takes there | c: `Q3`; `Q3x` | `cQ3`, `cQ3x` | 7.2, 8 |
//! | the knight of the a-file goes to c4 | c: `Na4` | `cNa4` | 7.3.1 |
//! | of two knights on the b-file, the one on b2 goes to d3 | d: `N₂3` | `dN₂3` | 7.3.2 |
//! | where neither file nor rank is enough | d: `Nb₂3` | `dNb₂3` | |
//! | a pawn goes to e4 | e: `4` | `e4` | 10 |
//! | a pawn takes on d5, from the c-file; from the e-file | d: `x5`; `5x` | `dx5`, `d5x` | 11 |
//! | en passant | e: `x6 e.p.` | `ex6 e.p.` | 12 |
//! | promotion, with capture from the d-file, from the e-file | f: `Q`; c: `Qx`; f: `xR` | `fQ`, `cQx`, `fxR` | 13 |
//! | castling on the king's side, on the queen's | f: `R`, g: `K`; c: `K`, d: `R` | `fRgK`, `cKdR` | 9 |
//! | a bishop is dropped on f3, a pawn on e4 | f: `B@3`; e: `@4` | `fB@3`, `e@4` | |
//! | null move | a: `--` | `a--` | |
//!
//! `+` is check, `++` double check, `#` mate (14, 15); the mark comes last: `fRgK+`, `ex6 e.p.+`. Castling in
//! Chess960 is written the same. The letters are those of any language, or figurines (6); in the style `ascii`
//! the index is a plain digit, `dN23`: of two digits the first is always the index.
//!
//! The laws give the origin where "two identical pieces can move to the same square". As in SAN, these are the
//! pieces that could legally make the move. Drops and null moves are additions.
//!
//! Accepted: the index as `N₂3`, `N23`, `N_23`, `N<sub>2</sub>3`; more of the origin than is needed; a piece's
//! sign of capture missing, superfluous, or before the rank (`cQx3`); promotions with rank or equals sign
//! (`f8Q`, `f=Q`); castling with its two parts apart or in reverse order, or as `O-O`; any null move, with or
//! without its column. The `x` of a pawn is required: its side tells where the pawn came from.

use super::{
    Annotations, CheckClaim, ExactReading, Notation, Reading, Unwritable, algebraic, disambiguation, ends_at,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    glyphs::Spelling,
    letters::Letters,
    scan::{Scan, squares},
    text::ShortText,
};
use crate::{
    chess::{
        CapturePattern, Color, Effect, Pattern, Ply, PlyKind, Position, Role, Square, Squares, Standard,
    },
    slice::Slice as _,
};

/// New Chess Notation with the letters of a language, or figurines.
pub struct Sllavcco {
    /// The piece letters.
    pub letters: Letters,
    /// Whether the index is a plain digit.
    pub ascii: bool,
    /// The first bytes of the letters, pawn first.
    bytes: [u8; 8],
    /// The pieces by letter, if each is one byte.
    pieces: Option<[Option<Role>; 256]>,
    /// Castling on the king's and on the queen's side, if each letter is one byte.
    castlings: [[u8; 4]; 2],
}

impl Notation for Sllavcco {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let mut text = ShortText::<16>::new();
        match ply.kind() {
            PlyKind::Null => text.push_str("a--"),
            PlyKind::Castle(_) => {
                let (king, rook) = (self.letter(ply, Role::King), self.letter(ply, Role::Rook));
                let kingside = ply.is_kingside_castling() == Some(true);
                let parts = if kingside { ["f", rook, "g", king] } else { ["c", king, "d", rook] };
                parts.iter().for_each(|part| text.push_str(part));
            }
            PlyKind::Drop => {
                text.push(ply.to().file_char());
                if ply.role() != Role::Pawn {
                    text.push_str(self.letter(ply, ply.role()));
                }
                text.push(b'@');
                text.push(ply.to().rank_char());
            }
            PlyKind::Normal | PlyKind::EnPassant => {
                text.push(ply.to().file_char());
                if ply.role() == Role::Pawn {
                    self.push_pawn(ply, &mut text);
                } else {
                    self.push_piece(before, ply, &mut text);
                }
            }
        }
        text.append_to(out);
        if ply.is_en_passant() {
            out.extend_from_slice(b" e.p.");
        }
        Ok(())
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        if after.is_check() {
            out.extend_from_slice(match after.effect(ply) {
                Effect::Mate => b"#",
                Effect::Double => b"++",
                _ => b"+",
            });
        }
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, _: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        if let Some(kingside) = ply.is_kingside_castling() {
            let cells = if kingside { ["fR", "gK"] } else { ["cK", "dR"] };
            out.push(Spelling::new(cells.concat(), 0));
            out.push(Spelling::new([cells[1], cells[0]].concat(), 120));
            return;
        }
        if !matches!(ply.kind(), PlyKind::Normal | PlyKind::EnPassant) {
            return;
        }
        let (from, to) = (ply.from().to_string(), ply.to().to_string());
        let (column, rank) = to.divide(1);
        if ply.role() == Role::Pawn {
            let mut text = ShortText::<16>::new();
            self.push_pawn(ply, &mut text);
            let mut cell = Vec::new();
            text.append_to(&mut cell);
            out.push(Spelling::new([column.as_bytes(), &cell].concat(), 0));
            return;
        }
        let letter = char::from(ply.role().letter());
        let sign = if ply.is_capture() { "x" } else { "" };
        for (origin, cost) in [("", 0), (from.slice(..1), 60), (from.slice(1..), 80)] {
            out.push(Spelling::new(format!("{column}{letter}{origin}{rank}{sign}"), cost));
        }
    }

    fn scoresheet(&self) -> bool {
        true
    }

    fn looks_like_move(&self, text: &str) -> bool {
        // A cell with nothing but a piece's sign, as in a promotion; or two of them, as in castling.
        let is_figurine = |it: char| ('♔'..='♟').contains(&it);
        let mut signs =
            text.chars().filter(|it| !it.is_whitespace() && !matches!(it, 'a'..='i' | 'x' | '+' | '#'));
        let cell = text.trim().get(1..).unwrap_or("");
        let is_letter = self.letters.read(cell).is_some_and(|it| it.1 == cell.len());
        is_letter || signs.clone().next().is_some() && signs.all(is_figurine)
    }

    fn letters(&self) -> Option<Letters> {
        Some(self.letters)
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        if before.size() != 8 {
            return None;
        }
        let bytes = text.as_bytes();
        let (mut len, ply) = match self.castlings.iter().position(|it| bytes.starts_with(it)) {
            Some(n) => (4, before.castling(n == 0)?),
            None => self.canonical_cell(before, bytes)?,
        };
        let (check, marked) = canonical_mark(&bytes[len..]);
        len += marked;
        ends_at(bytes, len, b"{$").then_some(ExactReading { len, ply, check })
    }

    fn exact(&self) -> Option<Exact<'_>> {
        self.pieces.map(|_| Exact::Sllavcco(self))
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let mut inside = scan;
        if inside.eat("a") && inside.null_move() {
            out.push(Reading::new(inside, Pattern::null()));
            return;
        }
        let mut both = scan;
        if let Some(kingside) = both.castling().or_else(|| self.read_castling(&mut both)) {
            finish(both, algebraic::castling(before, kingside), Annotations::default(), out);
        }
        // Apparent castling may be a promotion and the next move: `fR gK7`.
        if let Some((pattern, annotations)) = self.read_cell(before, &mut scan) {
            finish(scan, pattern, annotations, out);
        }
    }
}

/// Reading of canonical texts other than castling and promotions.
impl Sllavcco {
    #[inline]
    fn canonical_cell(&self, before: &Position, bytes: &[u8]) -> Option<(usize, Ply)> {
        let line = |at: usize, first: u8| bytes.get(at).map(|it| it.wrapping_sub(first)).filter(|it| *it < 8);
        let file = line(0, b'a')?;
        let letter = *bytes.get(1)?;
        let role = self.pieces.as_ref()?[usize::from(letter)];
        let Some(role) = role else { return canonical_pawn(before, bytes, file) };
        let mut at = 2;
        let mut from = Squares::ALL;
        if let Some(file) = line(at, b'a') {
            from = Squares::file(file);
            at += 1;
        }
        if let [0xe2, 0x82, index @ 0x81..=0x88] = bytes.get(at..at + 3)? {
            from = from & Squares::rank(index - 0x81);
            at += 3;
        } else if let (Some(index), Some(_)) = (line(at, b'1'), line(at + 1, b'1')) {
            from = from & Squares::rank(index);
            at += 1;
        }
        let to = Square::new(file, line(at, b'1')?);
        at += 1;
        let capture = bytes.get(at) == Some(&b'x');
        at += usize::from(capture);
        let ply = before.find(role, from, to, None)?;
        (ply.is_capture() == capture).then_some((at, ply))
    }
}

#[inline]
fn canonical_pawn(before: &Position, bytes: &[u8], file: u8) -> Option<(usize, Ply)> {
    let from_left = usize::from(bytes.get(1) == Some(&b'x'));
    let rank = bytes.get(1 + from_left)?.wrapping_sub(b'1');
    let from_right = usize::from(bytes.get(2 + from_left) == Some(&b'x'));
    let from = match (from_left, from_right) {
        (0, 0) => file,
        (1, 0) => file.checked_sub(1)?,
        (0, 1) => Some(file + 1).filter(|it| *it < 8)?,
        _ => return None,
    };
    let to = (rank < 8).then(|| Square::new(file, rank))?;
    let ply = before.find(Role::Pawn, Squares::file(from), to, None)?;
    let len = 2 + from_left + from_right;
    // A mark of en passant may follow.
    let rest = bytes[len..].trim_ascii_start();
    let marked = matches!(rest, [b'e', b'.' | b'p' | b'n' | b' ', ..]);
    (ply.is_capture() == (from != file) && !ply.is_en_passant() && !(ply.is_capture() && marked))
        .then_some((len, ply))
}

/// Returns the mark of check at the beginning of the text, and its length.
#[inline]
fn canonical_mark(bytes: &[u8]) -> (Option<CheckClaim>, usize) {
    match bytes {
        [b'+', b'+', ..] => (Some(CheckClaim::Double), 2),
        [b'+', ..] => (Some(CheckClaim::Check), 1),
        [b'#', ..] => (Some(CheckClaim::Mate), 1),
        _ => (None, 0),
    }
}

impl ExactText for Sllavcco {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, _: &Position, _: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        let to = exact::name(ply.to);
        let (file, rank) = (to & 0xff, to >> 8);
        let mut text = ExactWord::new(file, 1);
        if ply.role == shakmaty::Role::Pawn {
            let from_left = ply.captures && ply.from.file() < ply.to.file();
            if from_left {
                text.push(b"x");
            }
            text.push_word(ply.promotion.map_or(rank, |role| self.byte(role)), 1);
            if ply.captures && !from_left {
                text.push(b"x");
            }
            if ply.en_passant {
                text.push(b" e.p.");
            }
            return text;
        }
        text.push_word(self.byte(ply.role), 1);
        if ply.ambiguous_with.any() {
            self.push_origin(ply, &mut text);
        }
        text.push_word(rank | u64::from(b'x') << 8, 2);
        text.len -= usize::from(!ply.captures);
        text
    }

    fn castling(&self, _: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        ExactWord::of(&self.castlings[usize::from(rook < king)])
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        match effect {
            Effect::Mate => (u64::from(b'#'), 1),
            Effect::Double => (u64::from_le_bytes(*b"++\0\0\0\0\0\0"), 2),
            _ => (u64::from(b'+'), 1),
        }
    }
}

impl Sllavcco {
    /// Returns a piece's one-byte letter.
    #[inline(always)]
    fn byte(&self, role: shakmaty::Role) -> u64 {
        u64::from(self.bytes[role as usize & 7])
    }

    #[inline(never)]
    fn push_origin(&self, ply: &ExactPly, text: &mut ExactWord) {
        let (file, rank) = disambiguation(ply.from.into(), ply.ambiguous_with.into());
        if file {
            text.push(&[Square::from(ply.from).file_char()]);
        }
        if rank && self.ascii {
            text.push(&[Square::from(ply.from).rank_char()]);
        } else if rank {
            text.push(&[0xe2, 0x82, 0x81 + Square::from(ply.from).rank()]);
        }
    }
}

impl Sllavcco {
    /// Creates New Chess Notation with these piece letters.
    #[must_use]
    pub fn new(letters: Letters, ascii: bool) -> Sllavcco {
        let bytes = letters.first_bytes();
        let (king, rook) = (bytes[Role::King as usize], bytes[Role::Rook as usize]);
        let castlings = [[b'f', rook, b'g', king], [b'c', king, b'd', rook]];
        Sllavcco { letters, ascii, bytes, pieces: letters.by_byte(), castlings }
    }

    fn letter(&self, ply: &Ply, role: Role) -> &'static str {
        self.letters.write(ply.color(), role)
    }

    /// Appends a pawn's rank, or its promotion, with the `x` on the side it came from.
    #[inline]
    fn push_pawn(&self, ply: &Ply, text: &mut ShortText) {
        if ply.is_capture() && ply.from().file() < ply.to().file() {
            text.push(b'x');
        }
        match ply.promotion() {
            Some(role) => text.push_str(self.letter(ply, role)),
            None => text.push(ply.to().rank_char()),
        }
        if ply.is_capture() && ply.from().file() > ply.to().file() {
            text.push(b'x');
        }
    }

    #[inline]
    fn push_piece(&self, before: &Position, ply: &Ply, text: &mut ShortText) {
        text.push_str(self.letter(ply, ply.role()));
        let (file, rank) = disambiguation(ply.from(), before.ambiguous_with(ply));
        if file {
            text.push(ply.from().file_char());
        }
        if rank && self.ascii {
            text.push(ply.from().rank_char());
        } else if rank {
            // Subscript digits; ₀ is U+2080.
            [0xe2, 0x82, 0x81 + ply.from().rank()].into_iter().for_each(|byte| text.push(byte));
        }
        text.push(ply.to().rank_char());
        if ply.is_capture() {
            text.push(b'x');
        }
    }

    /// Reads both cells of castling: `Some(true)` for the king's side.
    fn read_castling(&self, scan: &mut Scan<'_>) -> Option<bool> {
        let mut ahead = *scan;
        let mut part = || {
            ahead.spaces();
            Some((ahead.file(8)?, ahead.piece(self.letters)?))
        };
        let mut parts = [part()?, part()?];
        parts.sort_unstable_by_key(|it| it.0);
        let kingside = match parts {
            [(5, Role::Rook), (6, Role::King)] => true,
            [(2, Role::King), (3, Role::Rook)] => false,
            _ => return None,
        };
        *scan = ahead;
        Some(kingside)
    }

    /// Reads a column's letter and a cell with anything but castling, without its marks.
    fn read_cell(&self, before: &Position, scan: &mut Scan<'_>) -> Option<(Pattern, Annotations)> {
        let size = before.size();
        let file = scan.file(size)?;
        let from_left = scan.takes();
        if let Some((role, len)) = self.letters.read(scan.rest()).filter(|it| it.0 != Role::Pawn) {
            let mut ahead = *scan;
            ahead.skip(len);
            if ahead.eat("@") {
                let to = Square::new(file, ahead.rank(size)?);
                *scan = ahead;
                return Some((Pattern::drop(role, to), Annotations::default()));
            }
            if let (false, Some((from, rank, capture))) = (from_left, origin_and_rank(&mut ahead, size)) {
                *scan = ahead;
                let pattern = Pattern::to(role, Square::new(file, rank)).from(from);
                return Some((pattern, Annotations { capture, ..Annotations::default() }));
            }
        }
        self.read_pawn(before, file, from_left, scan)
    }

    fn read_pawn(
        &self,
        before: &Position,
        file: u8,
        from_left: bool,
        scan: &mut Scan<'_>,
    ) -> Option<(Pattern, Annotations)> {
        let size = before.size();
        if scan.eat("@") {
            let to = Square::new(file, scan.rank(size)?);
            return Some((Pattern::drop(Role::Pawn, to), Annotations::default()));
        }
        let rank = scan.rank(size);
        let before_letter = scan.takes();
        scan.eat("=");
        let promotion = self.letters.read(scan.rest()).filter(|it| it.0 != Role::Pawn).map(|(role, len)| {
            scan.skip(len);
            role
        });
        let from_right = before_letter || promotion.is_some() && scan.takes();
        let rank = match (rank, promotion) {
            (Some(rank), _) => rank,
            (None, Some(_)) => before.turn().fold_wb(size - 1, 0),
            (None, None) => return None,
        };
        let from = match (from_left, from_right) {
            (false, false) => file,
            (true, false) => file.checked_sub(1)?,
            (false, true) => Some(file + 1).filter(|it| *it < size)?,
            (true, true) => return None,
        };
        let mut pattern =
            Pattern::to(Role::Pawn, Square::new(file, rank)).from(Squares::file(from)).promoting(promotion);
        if from != file {
            pattern = pattern.capturing(CapturePattern::ANY);
        }
        Some((pattern, Annotations::default()))
    }
}

/// Reads what follows a piece's letter: the origin, the destination's rank, and whether there is a sign of capture.
fn origin_and_rank(scan: &mut Scan<'_>, size: u8) -> Option<(Squares, u8, bool)> {
    let file = scan.file(size);
    let mut index = index(scan, size);
    let capture = scan.takes();
    let mut rank = scan.rank(size)?;
    if let (None, Some(second)) = (index, scan.rank(size)) {
        index = Some(rank);
        rank = second;
    }
    Some((squares((file, index)), rank, scan.takes() || capture))
}

/// Reads the origin's rank, written as an index.
fn index(scan: &mut Scan<'_>, size: u8) -> Option<u8> {
    const BRACKETS: [(&str, &str); 2] = [("_", ""), ("<sub>", "</sub>")];
    if let Some(n) = scan.peek().and_then(|it| (it as u32).checked_sub('₁' as u32)) {
        return (n < u32::from(size)).then(|| {
            scan.skip('₁'.len_utf8());
            n as u8
        });
    }
    BRACKETS.iter().find_map(|(open, close)| {
        let mut ahead = *scan;
        let rank = ahead.eat(open).then(|| ahead.rank(size))??;
        ahead.eat(close).then(|| {
            *scan = ahead;
            rank
        })
    })
}

/// Reads the marks, and adds the reading.
fn finish(mut scan: Scan<'_>, pattern: Pattern, mut annotations: Annotations, out: &mut Vec<Reading>) {
    annotations.en_passant = pattern.roles.contains(Role::Pawn) && scan.en_passant();
    annotations.check = check(&mut scan);
    scan.finish(annotations, [pattern], out);
}

/// Reads a mark of check; here `++` can only be double check.
fn check(scan: &mut Scan<'_>) -> Option<CheckClaim> {
    let before = *scan;
    let claim = scan.check()?;
    let taken = before.rest().slice(..scan.taken() - before.taken());
    Some(if taken.ends_with("++") { CheckClaim::Double } else { claim })
}
