//! Standard algebraic notation: the movetext of PGN (standard 8.2.3).
//!
//! A piece's letter, as much of its origin as is needed, `x` for a capture, the destination, `=Q` for a
//! promotion, `+` for check and `#` for mate: `Nf3`, `Nbd2`, `exd5`, `e8=Q+`, `O-O`.
//!
//! The reader accepts what [`super::algebraic`] lists.

use super::{
    ExactReading, Notation, Reading, Unwritable,
    algebraic::{self, Habits},
    check_at, ends_at,
    exact::{Exact, ExactPly, ExactText, ExactWord},
    glyphs::Spelling,
    letters::Letters,
    scan::{Scan, square},
    text::ShortText,
};
use crate::chess::{Color, Ply, PlyKind, Position, Role, Square, Squares, Standard};

/// Standard algebraic notation with the letters of a language, or figurines.
pub struct San {
    letters: Letters,
    /// Whether the letters are English, cached as it is needed at every ply.
    english: bool,
    /// The pieces by letter; a table avoids branches on the letter.
    pieces: Option<[Option<Role>; 256]>,
    habits: Habits,
}

impl San {
    /// Creates SAN with these piece letters and habits.
    #[must_use]
    pub fn new(letters: Letters, habits: Habits) -> San {
        San { letters, english: letters.is_english(), pieces: letters.by_byte(), habits }
    }
}

impl Notation for San {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let english = self.english;
        match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant => {
                let mut text = ShortText::<8>::new();
                if ply.role() == Role::Pawn {
                    if ply.is_capture() {
                        text.push(ply.from().file_char());
                    }
                } else {
                    if english {
                        text.push(ply.role().letter());
                    } else {
                        out.extend_from_slice(self.letters.write(ply.color(), ply.role()).as_bytes());
                    }
                    text.push_origin(ply.from(), before.ambiguous_with(ply));
                }
                if ply.is_capture() {
                    text.push(b'x');
                }
                text.push_square(ply.to());
                text.append_to(out);
                if let Some(role) = ply.promotion() {
                    self.habits.write_promotion(self.letters.write(ply.color(), role), out);
                }
            }
            _ => algebraic::write_special(self.letters, self.habits, ply, out),
        }
        Ok(())
    }

    fn write_marks(&self, after: &Position, _: &Ply, out: &mut Vec<u8>) {
        self.habits.write_marks(after, out);
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
        algebraic::read(self.letters, before, text, out);
    }

    fn exact(&self) -> Option<Exact<'_>> {
        // Other habits are rare: they are written by `write`.
        self.pieces.filter(|_| self.habits == Habits::default()).map(|_| Exact::San(self))
    }

    fn is_english_san(&self) -> bool {
        self.english
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        let pieces = self.pieces.as_ref()?;
        let text = text.as_bytes();
        let mut padded = [0; 8];
        let bytes = match text.first_chunk() {
            Some(bytes) => bytes,
            None => {
                padded[..text.len()].copy_from_slice(text);
                &padded
            }
        };
        let (mut len, ply) = match bytes[0] {
            b'a'..=b'h' => canonical_pawn(before, pieces, bytes)?,
            // `O` is also the bishop's letter in Estonian, but no bishop goes to `-`.
            b'O' if bytes[1] == b'-' => canonical_castling(before, bytes)?,
            letter => canonical_piece(before, pieces[usize::from(letter)]?, bytes)?,
        };
        let check = check_at(text, len);
        len += usize::from(check.is_some());
        ends_at(text, len, b"{!?$").then_some(ExactReading { len, ply, check })
    }
}

/// Whether a text is a move in English SAN, by the standard's grammar: over-specified or not, but without a letter for the
/// pawn. Its signs may be those that people type, as in `0-0`, `N×e5`, `exd6 e.p.`
#[must_use]
pub fn is_standard(text: &str) -> bool {
    let mut scan = Scan::new(text);
    if scan.castling().is_none() {
        let piece = scan.eat_any(&['K', 'Q', 'R', 'B', 'N']).is_some();
        let dropped = scan.eat("@");
        let mut from = scan.place(8);
        let takes = scan.takes();
        let mut to = scan.place(8);
        if !takes && to == (None, None) {
            std::mem::swap(&mut from, &mut to);
        }
        let fits = match (piece, from) {
            _ if dropped => !takes && from == (None, None),
            (true, _) => true,
            (false, (None, None)) => !takes,
            (false, (Some(file), None)) => takes && to.0.is_some_and(|it| it.abs_diff(file) == 1),
            _ => false,
        };
        if !fits || square(to).is_none() {
            return false;
        }
        if !piece && !dropped && scan.eat("=") && scan.eat_any(&['Q', 'R', 'B', 'N', 'K', 'P']).is_none() {
            return false;
        }
        scan.en_passant();
    }
    scan.check();
    scan.rest().is_empty()
}

impl ExactText for San {
    const MATES: bool = true;

    #[inline(always)]
    fn text(&self, _: &Position, _: &Standard, us: Color, ply: &ExactPly) -> ExactWord {
        let mut word = ply.word;
        if !self.english {
            word = self.translated(us, ply);
        }
        ExactWord::new(word, ply.len)
    }
}

impl San {
    /// Returns the word with another language's one-byte letters.
    fn translated(&self, us: Color, ply: &ExactPly) -> u64 {
        let letter = |role: shakmaty::Role| {
            let text = self.letters.write(us, role.into());
            u64::from(text.as_bytes().first().copied().unwrap_or(0))
        };
        let mut word = ply.word;
        if ply.role != shakmaty::Role::Pawn {
            word = word & !0xff | letter(ply.role);
        }
        if let Some(role) = ply.promotion {
            let last = 8 * (ply.len - 1);
            word = word & !(0xff << last) | letter(role) << last;
        }
        word
    }
}

#[inline]
fn canonical_pawn(before: &Position, pieces: &[Option<Role>; 256], bytes: &[u8; 8]) -> Option<(usize, Ply)> {
    let capture = bytes[1] == b'x';
    let (to, mut len) = if capture {
        (Square::of_name(bytes[2], bytes[3])?, 4)
    } else {
        (Square::of_name(bytes[0], bytes[1])?, 2)
    };
    let mut promotion = None;
    if bytes[len] == b'=' {
        promotion = Some(pieces[usize::from(bytes[len + 1])]?);
        len += 2;
    }
    let ply = before.find(Role::Pawn, Squares::file(bytes[0] - b'a'), to, promotion)?;
    (ply.is_capture() == capture).then_some((len, ply))
}

#[inline]
fn canonical_piece(before: &Position, role: Role, bytes: &[u8; 8]) -> Option<(usize, Ply)> {
    let is_rank = |byte: u8| matches!(byte, b'1'..=b'8');
    let is_file = |byte: u8| matches!(byte, b'a'..=b'h');
    let mut from = Squares::ALL;
    let mut at = 1;
    // A file is the origin's unless its rank follows and no other square does.
    let arrives = |at: usize| is_rank(bytes[at + 1]) && !is_file(bytes[at + 2]) && bytes[at + 2] != b'x';
    if is_file(bytes[at]) && !arrives(at) {
        from = from & Squares::file(bytes[at] - b'a');
        at += 1;
    }
    if is_rank(bytes[at]) {
        from = from & Squares::rank(bytes[at] - b'1');
        at += 1;
    }
    let capture = bytes[at] == b'x';
    at += usize::from(capture);
    let to = Square::of_name(bytes[at], bytes[at + 1])?;
    let ply = before.find(role, from, to, None)?;
    (ply.is_capture() == capture).then_some((at + 2, ply))
}

#[inline]
fn canonical_castling(before: &Position, bytes: &[u8; 8]) -> Option<(usize, Ply)> {
    let kingside = !bytes.starts_with(b"O-O-O");
    if kingside && !bytes.starts_with(b"O-O") {
        return None;
    }
    let ply = before.castling(kingside)?;
    Some((if kingside { 3 } else { 5 }, ply))
}
