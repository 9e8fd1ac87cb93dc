//! Long algebraic notation: always both squares.
//!
//! `e2-e4`, `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`; `+` is check, `#` is mate. A drop is written as in SAN, `N@f3`.
//! In Chess 99 the paladin is `A`, castling names the partner (`Kf1&Bg1`, `Ke9&Ra9`), a late promotion the new piece
//! (`f1=Nd2`, `f1=Nxd2`), and a capture en passant by a piece is marked, `Bf8xb4e.p.`.
//!
//! The reader accepts what [`super::algebraic`] lists, and so reads SAN as well; in Chess 99 signs of capture
//! and marks of en passant are significant.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable,
    algebraic::{self, Habits},
    board9::{self, CaptureClaim},
    check_at, ends_at,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    glyphs::Spelling,
    letters::Letters,
    push_square,
    scan::{Scan, square, squares},
    text::ShortText,
};
use crate::chess::{
    Castling, Color, KindPattern, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Squares, Standard,
};

/// Long algebraic notation with the letters of a language, or figurines.
pub struct Lan {
    letters: Letters,
    /// The pieces by letter, if each is one byte.
    pieces: Option<[Option<Role>; 256]>,
    /// The first bytes of the piece letters, pawn first.
    bytes: [u8; 8],
    habits: Habits,
    /// Whether the hyphen between the squares is omitted.
    compact: bool,
}

impl Notation for Lan {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant if ply.is_late_promotion() => self.write_late(ply, out),
            PlyKind::Normal | PlyKind::EnPassant => {
                let mut text = ShortText::<8>::new();
                if ply.role() != Role::Pawn {
                    match self.letter_of(ply.color(), ply.role()).as_bytes() {
                        &[letter] => text.push(letter),
                        letters => out.extend_from_slice(letters),
                    }
                }
                text.push_square(ply.from());
                match (ply.is_capture(), self.compact) {
                    (true, _) => text.push(b'x'),
                    (false, false) => text.push(b'-'),
                    (false, true) => {}
                }
                text.push_square(ply.to());
                text.append_to(out);
                if let Some(role) = ply.promotion() {
                    self.habits.write_promotion(self.letter_of(ply.color(), role), out);
                }
                if ply.is_en_passant() && ply.role() != Role::Pawn {
                    out.extend_from_slice(b"e.p.");
                }
            }
            PlyKind::Castle(partner) if board9::is_9x9(before) => self.write_castling(ply, partner, out),
            _ => algebraic::write_special(self.letters, self.habits, ply, out),
        }
        Ok(())
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        // In Chess 99 a pass can leave a king in check.
        if !ply.is_null() {
            self.habits.write_marks(after, out);
        }
    }

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        let is_taken = |role| self.letters.write(Color::White, role) == PALADIN;
        match Role::ALL.into_iter().find(|role| *role != Role::Paladin && is_taken(*role)) {
            Some(role) if board9::is_9x9(start) => Err(Unwritable(format!(
                "the paladin of Chess 99 has the letter A, which is the {}'s in this language",
                role.word()
            ))),
            _ => Ok(()),
        }
    }

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
        if board9::is_9x9(before) {
            self.read_9x9(before, text, out);
        } else {
            algebraic::read(self.letters, before, text, out);
        }
    }

    fn exact(&self) -> Option<Exact<'_>> {
        let is_plain = !self.compact && self.habits == Habits::default();
        self.pieces.filter(|_| is_plain).map(|_| Exact::Lan(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let pieces = self.pieces.as_ref()?;
        let bytes = text.as_bytes();
        let letter = pieces[usize::from(*bytes.first()?)];
        let at = usize::from(letter.is_some());
        let &[from_file, from_rank, sign, file, rank] = bytes.get(at..at + 5)?.first_chunk()?;
        let (from, to) = (Square::of_name(from_file, from_rank)?, Square::of_name(file, rank)?);
        let mut len = at + 5;
        let mut promotion = None;
        if bytes.get(len) == Some(&b'=') {
            promotion = Some(pieces[usize::from(*bytes.get(len + 1)?)]?);
            len += 2;
        }
        let check = check_at(bytes, len);
        len += usize::from(check.is_some());
        if !ends_at(bytes, len, b"{$") || board9::is_9x9(before) {
            return None;
        }
        let ply = before.find(letter.unwrap_or(Role::Pawn), from.into(), to, promotion)?;
        (sign == if ply.is_capture() { b'x' } else { b'-' }).then_some(ExactReading { len, ply, check })
    }
}

impl ExactText for Lan {
    const WIDE: bool = true;
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, _: &Position, _: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        let sign = u64::from(if ply.captures { b'x' } else { b'-' });
        let squares = exact::name(ply.from) | sign << 16 | exact::name(ply.to) << 24;
        let pawn = ply.role == shakmaty::Role::Pawn;
        let letter = u64::from(self.bytes[ply.role as usize & 7]);
        let word = if pawn { squares } else { squares << 8 | letter };
        let mut text = ExactWord::new(word, 5 + usize::from(!pawn));
        if let Some(role) = ply.promotion {
            text.push(&[b'=', self.bytes[role as usize & 7]]);
        }
        text
    }
}

const PALADIN: &str = "A";

impl Lan {
    /// Creates long algebraic notation with these piece letters and habits; `compact` omits the hyphen.
    #[must_use]
    pub fn new(letters: Letters, habits: Habits, compact: bool) -> Lan {
        Lan { letters, pieces: letters.by_byte(), bytes: letters.first_bytes(), habits, compact }
    }
}

/// The additional moves of Chess 99.
impl Lan {
    #[inline]
    fn letter_of(&self, color: Color, role: Role) -> &'static str {
        if role == Role::Paladin { PALADIN } else { self.letters.write(color, role) }
    }

    fn push_letter(&self, color: Color, role: Role, out: &mut Vec<u8>) {
        out.extend_from_slice(self.letter_of(color, role).as_bytes());
    }

    fn write_castling(&self, ply: &Ply, partner: Castling, out: &mut Vec<u8>) {
        self.push_letter(ply.color(), Role::King, out);
        push_square(ply.from(), out);
        out.push(b'&');
        self.push_letter(ply.color(), partner.role, out);
        push_square(partner.from, out);
    }

    /// Writes the move of a pawn already on the last rank.
    fn write_late(&self, ply: &Ply, out: &mut Vec<u8>) {
        push_square(ply.from(), out);
        out.push(b'=');
        if let Some(role) = ply.promotion() {
            self.push_letter(ply.color(), role, out);
        }
        if ply.is_capture() {
            out.push(b'x');
        }
        push_square(ply.to(), out);
        if ply.is_en_passant() {
            out.extend_from_slice(b"e.p.");
        }
    }

    fn letter(&self, scan: &mut Scan<'_>) -> Option<Role> {
        if scan.eat(PALADIN) { Some(Role::Paladin) } else { scan.piece(self.letters) }
    }

    fn read_9x9(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let size = before.size();
        let piece = self.letter(&mut scan);
        if piece.is_none() {
            scan.eat("P");
        }
        let role = piece.unwrap_or(Role::Pawn);
        let first = scan.place(size);
        if role == Role::King && scan.eat("&") {
            let partner = self.letter(&mut scan).map_or(Roles::NONE, Roles::only);
            let castling = KindPattern::Castle(partner, squares(scan.place(size)));
            let king = Pattern::to(role, Squares::ALL).from(squares(first));
            finish(scan, out, |_| vec![Pattern { kind: castling, ..king }]);
            return;
        }
        let mut promotion = if role == Role::Pawn { scan.promotion(|scan| self.letter(scan)) } else { None };
        let takes = scan.takes() || scan.dash() && scan.takes();
        let (from, to) = match scan.place(size) {
            (None, None) => ((None, None), first),
            to => (first, to),
        };
        let Some(to) = square(to) else { return };
        if role == Role::Pawn {
            promotion = promotion.or_else(|| scan.promotion(|scan| self.letter(scan)));
        }
        let own_file = role == Role::Pawn && from == (None, None);
        let from = if own_file { Squares::file(to.file()) } else { squares(from) };
        let pattern = Pattern::to(role, to).from(from).promoting(promotion);
        finish(scan, out, |en_passant| {
            let said = match (en_passant, takes) {
                (true, _) => CaptureClaim::EnPassant,
                (false, true) => CaptureClaim::Takes(Roles::ALL),
                (false, false) => CaptureClaim::Nothing,
            };
            board9::patterns(pattern, to, said)
        });
    }
}

/// Reads the marks, and adds a reading for each pattern of the text with or without a mark of en passant. A
/// star at the end is such a mark in Chess 99's play notation, and distinguishes moves, so it is not ignored.
fn finish(mut scan: Scan<'_>, out: &mut Vec<Reading>, patterns: impl FnOnce(bool) -> Vec<Pattern>) {
    let en_passant = scan.en_passant();
    let annotations = Annotations { check: scan.check(), ..Annotations::default() };
    if !scan.rest().starts_with('*') {
        scan.finish(annotations, patterns(en_passant), out);
    }
}
