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
//! Accepted: the index as `N₂3`, `N23`, `N_23`, `N<sub>2</sub>3`; more of the origin than needed; a piece's
//! capture sign missing, superfluous, or before the rank (`cQx3`); promotions with rank or equals sign
//! (`f8Q`, `f=Q`); castling with its two parts separated or in reverse order, or as `O-O`; any null move,
//! with or without its column. The `x` of a pawn is required: its side tells where the pawn came from.

use shakmaty::{Bitboard, File};

use super::{
    algebraic,
    exact::{self, Aim, Described, ExactText, ExactWord, Found},
    glyphs::Spelling,
    interface::{Misspelt, Notation, by_typed_text},
    letters::{LetterWords, Letters},
    parts::disambiguation,
    reading::{Annotations, CheckClaim, Reading, Unwritable},
    said::Said,
    scan::{Place, Scan},
    verify::PlainMove,
    word::{PlainWord, TypedWord, TypedWords},
};
use crate::{
    chess::{
        CapturePattern, Color, Effect, Pattern, Ply, PlyKind, Position, Role, Square, Squares, Standard,
    },
    slice::Slice as _,
};

/// New Chess Notation with the letters of a language, or figurines.
pub struct Sllavcco {
    pub letters: Letters,
    /// Whether the index is a plain digit.
    pub ascii: bool,
    words: LetterWords,
}

impl Notation for Sllavcco {
    by_typed_text!();

    fn typed_words(&self) -> Option<TypedWords> {
        (self.letters == Letters::ENGLISH).then_some(TypedWords::Columns)
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
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
            let mut text = Vec::new();
            self.text(&Described::new(before, ply)).append_to(&mut text);
            out.push(Spelling::new(text, 0));
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

    fn misspelt(&self, text: &str) -> Misspelt {
        // A cell with just a piece's sign, as in a promotion, or two of them, as in castling.
        let is_figurine = |it: char| ('♔'..='♟').contains(&it);
        let mut signs =
            text.chars().filter(|it| !it.is_whitespace() && !matches!(it, 'a'..='i' | 'x' | '+' | '#'));
        let cell = text.trim().get(1..).unwrap_or("");
        let is_letter = self.letters.read(cell).is_some_and(|it| it.1 == cell.len());
        let is_move = is_letter || signs.clone().next().is_some() && signs.all(is_figurine);
        Misspelt { is_move, ..Misspelt::default() }
    }

    fn letters(&self) -> Option<Letters> {
        Some(self.letters)
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(scan) = Scan::after_null(text, out) else { return };
        let mut inside = scan;
        if inside.eat("a") && inside.null_move() {
            out.push(Reading::new(inside.taken(), Pattern::null()));
            return;
        }
        let mut both = scan;
        if let Some(kingside) = both.castling().or_else(|| self.read_castling(&mut both)) {
            finish(both, algebraic::castling(before, kingside), Annotations::default(), out);
        }
        if let Some((role, file, mut scan)) = self.drop(before.size(), text) {
            if let Some(rank) = scan.rank(before.size()) {
                let pattern = Pattern::drop(role, Square::new(file, rank));
                finish(scan, pattern, Annotations::default(), out);
            }
            return;
        }
        // What looks like castling may be a promotion and the next move: `fR gK7`.
        if let Some(said) = self.parse(before.turn(), before.size(), text) {
            let pattern = said.pattern();
            let diagonal = said.role == Some(Role::Pawn) && said.from.0 != said.to.0;
            out.push(said.reading(if diagonal { pattern.capturing(CapturePattern::ANY) } else { pattern }));
        }
    }
}

impl ExactText for Sllavcco {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let to = exact::name(ply.to);
        let (file, rank) = (to & 0xff, to >> 8);
        let mut text = ExactWord::new(file, 1);
        if ply.role == Role::Pawn {
            // The capture sign is on the side that the pawn came from.
            let from_left = ply.captured.is_some() && ply.from.file() < ply.to.file();
            if from_left {
                text.push(b"x");
            }
            text.push_pair(ply.promotion.map_or((rank, 1), |role| self.words.of(ply.color, role)));
            if ply.captured.is_some() && !from_left {
                text.push(b"x");
            }
            if ply.en_passant {
                text.push(b" e.p.");
            }
            return text;
        }
        let (letter, len) = self.words.of(ply.color, ply.role);
        let rivals = ply.rivals;
        let signs = 1 + usize::from(ply.captured.is_some());
        if rivals.is_empty() {
            let word = file | letter << 8 | (rank | u64::from(b'x') << 8) << (8 + 8 * len);
            return ExactWord::new(word, 1 + len + signs);
        }
        text.push_word(letter, len);
        self.push_origin(ply.from, rivals, &mut text);
        text.push_word(rank | u64::from(b'x') << 8, 2);
        text.len -= 2 - signs;
        text
    }

    fn special(&self, _: &Position, ply: &Ply) -> ExactWord {
        let letter = |role| self.words.of(ply.color(), role);
        let mut text = ExactWord::EMPTY;
        match ply.kind() {
            PlyKind::Castle(_) => {
                let (king, rook) = (letter(Role::King), letter(Role::Rook));
                let kingside = ply.is_kingside_castling() == Some(true);
                let cells =
                    if kingside { [(b"f", rook), (b"g", king)] } else { [(b"c", king), (b"d", rook)] };
                for (column, letter) in cells {
                    text.push(column);
                    text.push_pair(letter);
                }
            }
            PlyKind::Drop => {
                text.push(&[ply.to().file_char()]);
                text.push_pair(letter(ply.role()));
                text.push(&[b'@', ply.to().rank_char()]);
            }
            _ => text.push(b"a--"),
        }
        text
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let word = PlainWord::of(text.as_bytes())?;
        let said = columns(&word, self.letters)?;
        let found = PlainMove::to(board, us, said.role, said.origins, said.to)?;
        // An origin's rank is usually a subscript index, which takes more than one byte.
        let is_told =
            || (self.ascii || !word.byte(2).is_ascii_digit()) && is_told_by(word.byte(2), board, us, &found);
        if found.captures != said.captures || said.is_told_apart() && !is_told() {
            return None;
        }
        found.found(board, us, word.said())
    }

    #[inline(always)]
    fn aim(&self, before: &Position, text: &str) -> Option<Aim> {
        self.parse(before.turn(), 8, text)?.aim()
    }

    fn mark(&self, effect: Effect, _: bool) -> (u64, usize) {
        match effect {
            Effect::Double => (u64::from_le_bytes(*b"++\0\0\0\0\0\0"), 2),
            _ => exact::san_mark(effect),
        }
    }
}

impl Sllavcco {
    /// Creates New Chess Notation with these piece letters.
    pub fn new(letters: Letters, ascii: bool) -> Sllavcco {
        Sllavcco { letters, ascii, words: letters.words() }
    }

    #[inline(never)]
    fn push_origin(&self, from: Square, rivals: Squares, text: &mut ExactWord) {
        let (file, rank) = disambiguation(from, rivals);
        if file {
            text.push(&[from.file_char()]);
        }
        if rank && self.ascii {
            text.push(&[from.rank_char()]);
        } else if rank {
            // Subscript digits; ₀ is U+2080.
            text.push(&[0xe2, 0x82, 0x81 + from.rank()]);
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

    /// Reads a drop up to its rank: the role, the file, and the cursor before the rank.
    fn drop<'t>(&self, size: u8, text: &'t str) -> Option<(Role, u8, Scan<'t>)> {
        let mut scan = Scan::new(text);
        let file = scan.file(size)?;
        self.takes(&mut scan);
        let piece = self.letters.read(scan.rest()).filter(|it| it.0 != Role::Pawn);
        scan.skip(piece.map_or(0, |it| it.1));
        scan.eat("@").then(|| (piece.map_or(Role::Pawn, |it| it.0), file, scan))
    }

    /// Reads a capture sign, unless it is a piece's letter.
    fn takes(&self, scan: &mut Scan<'_>) -> bool {
        self.letters.read(scan.rest()).is_none() && scan.takes()
    }

    /// Parses a column's letter and a cell with one piece's move.
    #[inline(never)]
    fn parse(&self, turn: Color, size: u8, text: &str) -> Option<Said> {
        let mut scan = Scan::new(text);
        let file = scan.file(size)?;
        let from_left = self.takes(&mut scan);
        if let Some((role, len)) = self.letters.read(scan.rest()).filter(|it| it.0 != Role::Pawn) {
            let mut ahead = scan;
            ahead.skip(len);
            if let (false, Some((from, rank, captures))) = (from_left, origin_and_rank(&mut ahead, size)) {
                let to = (Some(file), Some(rank));
                return finish_said(ahead, Said { role: Some(role), from, to, captures, ..Said::default() });
            }
        }
        let rank = scan.rank(size);
        let before_letter = self.takes(&mut scan);
        scan.eat("=");
        let promotion = self.letters.read(scan.rest()).filter(|it| it.0 != Role::Pawn).map(|(role, len)| {
            scan.skip(len);
            role
        });
        let from_right = before_letter || promotion.is_some() && scan.takes();
        let rank = match (rank, promotion) {
            (Some(rank), _) => rank,
            (None, Some(_)) => turn.fold_wb(size - 1, 0),
            (None, None) => return None,
        };
        let from = match (from_left, from_right) {
            (false, false) => file,
            (true, false) => file.checked_sub(1)?,
            (false, true) => Some(file + 1).filter(|it| *it < size)?,
            (true, true) => return None,
        };
        let (from, to) = ((Some(from), None), (Some(file), Some(rank)));
        finish_said(scan, Said { role: Some(Role::Pawn), from, to, promotion, ..Said::default() })
    }
}

/// Reads a word that begins with the destination's column, as in `fN3`, `fN3x`, `e4`, `dx5` and `d5x`,
/// perhaps with a disambiguating file or rank, as in `fNd3`.
#[inline(always)]
pub(super) fn columns(word: &PlainWord, letters: Letters) -> Option<TypedWord> {
    let captures = word.byte(word.len.wrapping_sub(1)) == b'x';
    let last = word.len.wrapping_sub(1 + usize::from(captures));
    let (column, role) = (word.line(0), letters.of_byte(word.byte(1)));
    // The sign of a pawn's capture is on the side that it came from.
    let (role, origins, captures) = match (role.filter(|it| *it != Role::Pawn), last) {
        (Some(role), 2) => (role, Bitboard::FULL, captures),
        (Some(role), 3) => (role, word.line(2), captures),
        (None, 1) if captures => (Role::Pawn, column.shift(1) & !Bitboard::from_file(File::A), true),
        (None, 1) => (Role::Pawn, column, false),
        (None, 2) if word.byte(1) == b'x' && !captures => {
            (Role::Pawn, column.shift(-1) & !Bitboard::from_file(File::H), true)
        }
        _ => return None,
    };
    let to = (column & word.line(last)).single_square()?;
    Some(TypedWord { role: role.to_shakmaty()?, origins, to, captures })
}

/// Whether the file or rank of this name is exactly the disambiguation that the move needs.
#[inline(never)]
fn is_told_by(name: u8, board: &Standard, us: Color, found: &PlainMove) -> bool {
    let rivals = board.legal(us, found.role, found.others, found.to);
    let (file, rank) = disambiguation(found.from.into(), rivals.into());
    rivals.any() && (file, rank) == (!name.is_ascii_digit(), name.is_ascii_digit())
}

/// Reads what follows a piece's letter: its origin, the destination's rank, and whether there is a capture
/// sign.
#[inline(always)]
fn origin_and_rank(scan: &mut Scan<'_>, size: u8) -> Option<(Place, u8, bool)> {
    let file = scan.file(size);
    let mut index = index(scan, size);
    let capture = scan.takes();
    let mut rank = scan.rank(size)?;
    if let (None, Some(second)) = (index, scan.rank(size)) {
        index = Some(rank);
        rank = second;
    }
    Some(((file, index), rank, scan.takes() || capture))
}

/// Reads the origin's rank, written as an index.
fn index(scan: &mut Scan<'_>, size: u8) -> Option<u8> {
    const BRACKETS: [(&str, &str); 2] = [("_", ""), ("<sub>", "</sub>")];
    if scan.rest().as_bytes().first().is_none_or(|it| it.is_ascii() && !matches!(it, b'_' | b'<')) {
        return None;
    }
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

/// Reads the marks of a move of one piece.
#[inline(always)]
fn finish_said(mut scan: Scan<'_>, said: Said) -> Option<Said> {
    let en_passant = said.role == Some(Role::Pawn) && scan.en_passant();
    let check = check(&mut scan);
    scan.at_boundary().then(|| Said { en_passant, check, len: scan.taken(), ..said })
}

/// Reads a mark of check; here `++` can only be double check.
fn check(scan: &mut Scan<'_>) -> Option<CheckClaim> {
    let before = *scan;
    let claim = scan.check()?;
    let taken = before.rest().slice(..scan.taken() - before.taken());
    Some(if taken.ends_with("++") { CheckClaim::Double } else { claim })
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "sllavcco",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 fNd3 | fNd₂3 | fN23 | fN_23 | fN<sub>2</sub>3 | f♘d3
            b7a8q aQx+ | a8Qx+ | a=Qx
            b7b8n bN | b8N | b=N
            e5d6 d6x e.p. | d6x
            e1g1 fRgK | gKfR | fR gK | O-O
            e1c1 cKdR | 0-0-0
            a1a8 aR8x+ | aR8 | aRx8+
            none fNd4 | dx6 | d6 | aQ+
            fen 4k3/8/8/8/1n3n2/8/1n6/4K3 b - - 0 1
            b4d3 dNb₄3+ | dNb43
            b2d3 dN₂3+ | dN23+
            ",
        );
    }

    #[test]
    fn plain_indices() {
        check(
            "sllavcco:ascii",
            "
            fen 4k3/8/8/8/1n3n2/8/1n6/4K3 b - - 0 1
            b4d3 dNb43+ | dNb₄3+
            b2d3 dN23+
            ",
        );
    }
}
