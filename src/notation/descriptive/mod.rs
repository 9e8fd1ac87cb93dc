//! Descriptive notation, as in English and American books until about 1980, and in Spanish, Italian, Portuguese
//! and French ones.
//!
//! The files are named after the pieces that start on them, from a to h `QR QN QB Q K KB KN KR`, and each side
//! counts the ranks from its own, so that White's `K4` is Black's `K5`. A move is the piece and the square, a
//! capture the piece and the captured piece; only what is needed to single out one legal move is added.
//!
//! | move | text |
//! | --- | --- |
//! | a pawn to e4, to f4 | `P-K4`, `P-KB4` (`P-B4` if no pawn can reach c4) |
//! | a knight to f3; the king's, the one on g1 | `N-KB3`; `KN-B3`, `N(N1)-B3` |
//! | a pawn takes a pawn; the b- or g-pawn; the bishop's pawn; the one on b5 | `PxP`; `NPxP`; `PxBP`; `PxP(N5)` |
//! | en passant, promotion, with capture | `PxP e.p.`, `P-B8(Q)`, `PxR(N)` |
//! | castling, a null move, a drop | `O-O`, `O-O-O`, `--`, `N@KB3` |
//! | check, discovered, double; mate | `Q-R5ch`, `B-N3disch`, `N-B6dblch`; `Q-N7mate` |
//!
//! `kt` writes `Kt` for the knight, `long` `Castles` and `Castles QR`. The other languages write the rank
//! before the file, no dash, and the side last: `P4R`, `C3AR`, `CR3A`, `C(1C)3A`, `PAxP`, `TxC(5CD)`, `P8R=D`,
//! `PxP a.p.`, `+` for check, `++` for mate. In Chess960 the files keep their names.
//!
//! [`write`] defines which form is written, and when `QR` and `KN` may be. The tables of [`dialect`] and the
//! grammar of [`read`] define what is read: other letters (`Kt`, `S`) and words (`Kt. to K. B's 3d.`, `Q. to
//! her 2d`, `P. takes P.`, `Castles on Q's side`, `B. checks`, `P. queens`), spaces and full stops anywhere,
//! missing ranks (`R-Q` is `R-Q1`), squares of origin or of the captured piece in brackets, after a slash or
//! `at`, algebraic squares (`P-e4`), marks of check and en passant as words, symbols and in brackets, `P/K4`
//! and `P:K4`, figurines, moves described by their effect (`K. moves`, `B. interposes`, `K. P. two`), moves
//! with nothing between them (`P-K4P-K4`). Where a text fits several moves, the rest of the game decides.
//!
//! [`Uchess`] is a variant with three symbols.

mod canonical;
mod dialect;
mod exact;
mod names;
mod read;
mod rivals;
mod spell;
mod uchess;
mod words;
mod write;

use std::sync::OnceLock;

pub use self::uchess::Uchess;

use self::{
    dialect::Dialect,
    names::{FileName, file_name, rank_number},
    write::{Forms, forms_of, written_side},
};
use super::{
    exact::Described,
    glyphs::{Glyph, Spelling},
    interface::{Misspelt, Notation, by_typed_text},
    reading::{Reading, Unwritable},
    text::ShortText,
};
use crate::chess::{Color, Ply, Position, Role, Side, Square};

/// Descriptive notation in one of its styles.
pub struct Descriptive {
    dialect: &'static Dialect,
    /// The piece letters, pawn first.
    letters: [Text; 6],
    /// Pieces by the last byte of their names if the side precedes them, otherwise by the first; these are
    /// distinct.
    by_byte: [Option<Role>; 256],
    /// The text between a piece and its destination, and the marks of check, discovered check, double check
    /// and mate.
    dash: Text,
    marks: [Text; 4],
    /// The names of the files, short and full.
    files: [[Text; 8]; 2],
    /// The names of the squares for White and Black, short and full.
    squares: [[[Text; 64]; 2]; 2],
    /// Beginnings of the shortest move texts, by piece, and the shortest captures, by both pieces.
    movers: [Text; 6],
    captures: [[Text; 6]; 6],
    /// Whether castling is written as a word.
    long: bool,
    /// Lookup tables for texts in the usual forms, computed when the first move is read.
    plain: OnceLock<canonical::Plain>,
}

fn by_byte(names: [&'static str; 6], first: bool) -> [Option<Role>; 256] {
    let mut table = [None; 256];
    for (role, name) in Role::ALL.into_iter().zip(names) {
        let byte = if first { name.bytes().next() } else { name.bytes().last() };
        table[usize::from(byte.unwrap_or(0))] = Some(role);
    }
    table
}

/// Returns the piece letters, pawn first; the style `kt` has `Kt` for the knight.
fn letters(dialect: &Dialect, styles: &[&str]) -> [&'static str; 6] {
    let mut letters = dialect.letters;
    if styles.contains(&"kt") {
        letters[Role::Knight as usize - 1] = "Kt";
    }
    letters
}

impl Descriptive {
    /// Returns the notation with these styles: a language, or `kt` and `long`.
    pub fn new(styles: &[&str]) -> Descriptive {
        let dialect = Dialect::of(styles);
        let letters = letters(dialect, styles);
        let letter = |role: Role| letters[role as usize - 1];
        let with_side = |full: bool, file: u8| {
            let FileName { side, piece } = file_name(file);
            let side = side.filter(|_| full).map_or("", |it| letter(it.role()));
            let parts = if dialect.rank_first { [letter(piece), side] } else { [side, letter(piece)] };
            parts.concat()
        };
        let square = |color, full, n| {
            let square = Square::new(n as u8 & 7, n as u8 >> 3);
            let (file, rank) = (with_side(full, square.file()), rank_number(color, square));
            Text::of(&if dialect.rank_first { format!("{rank}{file}") } else { format!("{file}{rank}") })
        };
        let both = [false, true];
        let capture = |mover: &str, victim: &str| Text::of(&[mover, "x", victim].concat());
        Descriptive {
            movers: letters.map(|it| Text::of(&[it, dialect.dash].concat())),
            captures: letters.map(|mover| letters.map(|victim| capture(mover, victim))),
            dialect,
            letters: letters.map(Text::of),
            by_byte: by_byte(letters, dialect.rank_first),
            dash: Text::of(dialect.dash),
            marks: dialect.marks.map(Text::of),
            files: both.map(|full| std::array::from_fn(|n| Text::of(&with_side(full, n as u8)))),
            squares: [Color::White, Color::Black]
                .map(|color| both.map(|full| std::array::from_fn(|n| square(color, full, n)))),
            long: styles.contains(&"long"),
            plain: OnceLock::new(),
        }
    }

    #[inline]
    fn letter(&self, role: Role) -> Text {
        self.letters.get(role as usize - 1).copied().unwrap_or(Text::new())
    }

    fn side(&self, side: Option<Side>) -> Text {
        side.map_or(Text::new(), |it| self.letter(it.role()))
    }

    /// Returns the name of a square from the mover's side.
    #[inline]
    fn square(&self, ply: &Ply, square: Square, full: bool) -> Text {
        let names = &self.squares[usize::from(ply.color().is_black())][usize::from(full)];
        names[usize::from(square.index() & 63)]
    }

    fn push_with_square(&self, ply: &Ply, role: Role, square: Square, full: bool, line: &mut MoveText) {
        line.push_part(self.letter(role));
        line.push_part(Text::of("("));
        line.push_part(self.square(ply, square, full));
        line.push_part(Text::of(")"));
    }

    /// Appends a piece with its specification: before it in English, after it in the other languages.
    fn push_with(&self, role: Role, what: Text, line: &mut MoveText) {
        if self.dialect.rank_first {
            line.push_part(self.letter(role));
            line.push_part(what);
        } else {
            line.push_part(what);
            line.push_part(self.letter(role));
        }
    }

    fn push_pawn(&self, square: Square, full: bool, line: &mut MoveText) {
        let file = self.files[usize::from(full)][usize::from(square.file() & 7)];
        self.push_with(Role::Pawn, file, line);
    }

    #[inline]
    fn push_mover(&self, before: &Position, ply: &Ply, form: u8, line: &mut MoveText) {
        match form {
            0 => line.push_part(self.letter(ply.role())),
            1 | 2 if ply.role() == Role::Pawn => self.push_pawn(ply.from(), form == 2, line),
            1 | 2 => self.push_with(ply.role(), self.side(written_side(before, ply)), line),
            _ => self.push_with_square(ply, ply.role(), ply.from(), form == 4, line),
        }
    }

    #[inline]
    fn push_target(&self, ply: &Ply, form: u8, line: &mut MoveText) {
        match (ply.capture(), form) {
            (None, _) => line.push_part(self.square(ply, ply.to(), form == 1)),
            (Some(victim), 0) => line.push_part(self.letter(victim.role)),
            (Some(victim), 1 | 2) => self.push_pawn(victim.square, form == 2, line),
            (Some(victim), _) => self.push_with_square(ply, victim.role, victim.square, form == 4, line),
        }
    }

    fn push_promotion(&self, role: Role, line: &mut MoveText) {
        let around = if self.dialect.rank_first { ["=", ""] } else { ["(", ")"] };
        line.push_part(Text::of(around[0]));
        line.push_part(self.letter(role));
        line.push_part(Text::of(around[1]));
    }

    /// Assembles the text of a move from one square to another.
    #[inline]
    fn put(&self, ply: &Described<'_>, line: &mut MoveText) {
        let Forms { mover, target } = forms_of(ply);
        let (before, ply) = (ply.before, ply.ply());
        self.push_mover(before, &ply, mover, line);
        line.push_part(if ply.capture().is_some() { Text::of("x") } else { self.dash });
        self.push_target(&ply, target, line);
        if let Some(role) = ply.promotion() {
            self.push_promotion(role, line);
        }
    }
}

impl Notation for Descriptive {
    by_typed_text!();

    fn uses_origins(&self) -> bool {
        true
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        read::read(self.dialect, before, text, out);
    }

    fn disambiguate_by_rule(&self, before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {
        // This style writes the queen's side explicitly.
        let is_kingside = |ply: &Ply| ply.is_kingside_castling() == Some(true);
        if self.long && candidates.iter().any(is_kingside) {
            candidates.retain(is_kingside);
        }
        read::disambiguate_by_rule(before, reading, candidates);
    }

    fn ambiguity_resolved_later(&self) -> bool {
        true
    }

    fn glyphs(&self, text: &str, place: usize, out: &mut Vec<Glyph>) {
        spell::glyphs(self.dialect, text, place, out);
    }

    fn is_loosely_spaced(&self) -> bool {
        true
    }

    fn spellings(&self, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        spell::spellings(self, before, ply, out);
    }

    fn first_signs(&self, role: Role) -> Vec<u8> {
        spell::first_signs(self.dialect, role)
    }

    fn spelling_context(&self, before: &Position, ply: &Ply) -> u32 {
        written_side(before, ply).map_or(0, |side| 1 + u32::from(side == Side::King))
    }

    fn misspelt(&self, text: &str) -> Misspelt {
        spell::misspelt(self.dialect, text)
    }
}

/// A part of a move's text.
type Text = ShortText<7>;

/// A move's text being assembled. The longest is `Kt(QKt7)xKt(QKt8)`.
type MoveText = ShortText<40>;

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "descriptive",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 N(Q2)-B3 | N(Q2)-KB3 | Kt(Q2)-B3 | N/Q2-B3 | Kt. at Q2 to B3
            b7a8q PxR(Q)ch | PxR=Q | NPxR(Q) | P takes R (Q)
            b7b8n P-N8(N) | P-QN8=N | P-b8(N)
            e5d6 PxP e.p. | PxP | P. takes P. en pass.
            e1g1 O-O | Castles KR
            e1c1 O-O-O | Castles QR
            a1a8 RxRch | QRxR | RxR
            none N-Q5 | BxR | P-K7
            ",
        );
    }

    #[test]
    fn words_for_castling() {
        check(
            "descriptive:long",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            e1g1 Castles | O-O | Castles KR
            e1c1 Castles QR | O-O-O
            ",
        );
    }

    #[test]
    fn rank_first() {
        check(
            "descriptive:es",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 C(2D)3A | C(2D)3AR
            b7a8q PxT=D+
            b7b8n P8C=C
            e5d6 PxP a.p.
            e1g1 O-O
            a1a8 TxT+
            ",
        );
    }
}
