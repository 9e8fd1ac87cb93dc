//! A cursor over the text of a move, with the tolerance common to all notations.

use super::{
    letters::Letters,
    reading::{Annotations, CheckClaim, Reading},
};
use crate::{
    chess::{Pattern, Role, Square, Squares},
    slice::Slice as _,
};

/// A cursor over text. It does not advance if something is not found.
#[derive(Clone, Copy)]
pub struct Scan<'a> {
    text: &'a str,
    at: usize,
}

/// A file and a rank, each if given.
pub type Place = (Option<u8>, Option<u8>);

pub fn squares((file, rank): Place) -> Squares {
    file.map_or(Squares::ALL, Squares::file) & rank.map_or(Squares::ALL, Squares::rank)
}

/// Returns the square of a complete place.
pub fn square((file, rank): Place) -> Option<Square> {
    Some(Square::new(file?, rank?))
}

/// Dashes: hyphen-minus, en, em, minus, hyphen, no-break hyphen; and middle dots, which text recognition
/// takes for dashes.
pub const DASHES: [char; 8] = ['-', '–', '—', '−', '‐', '‑', '·', '•'];
/// The letters of castling: digit, Latin, Greek, Cyrillic.
const CASTLES: [char; 7] = ['O', '0', 'o', 'Ο', 'ο', 'О', 'о'];

/// Flags of the two bytes after a move and a blank. The first is `APART` if it can't belong to the move,
/// except where it may begin `ch`, `disch`, `dblch` or `e.p.` (`MARKING`) and the second may continue that
/// (`MARKED`).
const APART: u8 = 1;
const MARKING: u8 = 4;
const MARKED: u8 = MARKING >> 1;

static SIGNS: [u8; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 128 {
        let byte = n as u8;
        if matches!(byte, b'a'..=b'h' | b'A'..=b'Z' | b'0'..=b'9' | b'{' | b'$' | b'*') {
            table[n] |= APART;
        }
        if matches!(byte, b'c' | b'd' | b'e') {
            table[n] |= MARKING;
        }
        if matches!(byte, b'h' | b'i' | b'b' | b'p' | b'.' | b'n') {
            table[n] |= MARKED;
        }
        n += 1;
    }
    table
};

/// Whether a move that ends here is followed by a blank and something that is surely no mark of check or en
/// passant.
#[inline(always)]
pub fn ends_plainly(text: &[u8], at: usize) -> bool {
    let Some(&[blank, next, after]) = text.get(at..).and_then(<[u8]>::first_chunk) else { return false };
    let (next, after) = (SIGNS[usize::from(next)], SIGNS[usize::from(after)]);
    // Branchless, as whether a move begins with one of those letters cannot be predicted.
    let marks = next & after << 1 & MARKING;
    matches!(blank, b' ' | b'\n') & (next & APART | marks == APART)
}

/// White space allowed around a dash.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\n'];

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Scan<'a> {
        Scan { text, at: 0 }
    }

    /// Creates a cursor. If the text begins with a null move, adds its reading instead, and returns `None`.
    #[inline]
    pub fn after_null(text: &'a str, out: &mut Vec<Reading>) -> Option<Scan<'a>> {
        let mut scan = Scan::new(text);
        if scan.null_move() {
            out.push(Reading::new(scan.taken(), Pattern::null()));
            return None;
        }
        Some(scan)
    }

    /// Adds a reading for each pattern, if a move's text could end here.
    pub fn finish(
        self,
        annotations: Annotations,
        patterns: impl IntoIterator<Item = Pattern>,
        out: &mut Vec<Reading>,
    ) {
        if self.at_boundary() {
            out.extend(
                patterns.into_iter().map(|it| Reading { annotations, ..Reading::new(self.taken(), it) }),
            );
        }
    }

    /// Returns the number of bytes consumed.
    pub fn taken(&self) -> usize {
        self.at
    }

    /// Returns the remaining text.
    pub fn rest(&self) -> &'a str {
        self.text.slice(self.at..)
    }

    /// Returns the next byte, 0 at the end.
    #[inline(always)]
    pub fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub fn peek(&self) -> Option<char> {
        match self.byte() {
            byte @ 1..0x80 => Some(byte.into()),
            _ => self.rest().chars().next(),
        }
    }

    /// Skips `bytes` bytes.
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads a character that satisfies `fits`.
    #[inline(always)]
    fn eat_if(&mut self, fits: impl FnOnce(char) -> bool) -> Option<char> {
        let found = self.peek().filter(|it| fits(*it))?;
        self.at += found.len_utf8();
        Some(found)
    }

    /// Reads one of these characters.
    #[inline]
    pub fn eat_any(&mut self, chars: &[char]) -> Option<char> {
        self.eat_if(|it| chars.contains(&it))
    }

    /// Reads this text exactly.
    #[inline]
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.text.as_bytes().get(self.at..).is_some_and(|it| it.starts_with(text.as_bytes()));
        if found {
            self.at += text.len();
        }
        found
    }

    /// Skips white space: spaces of any kind, tabs, line ends.
    #[inline(always)]
    pub fn spaces(&mut self) -> bool {
        match (self.byte(), self.text.as_bytes().get(self.at + 1)) {
            (b'!'..0x80, _) => false,
            (b' ', Some(b'!'..0x80)) => {
                self.at += 1;
                true
            }
            _ => self.blanks(),
        }
    }

    #[inline(never)]
    fn blanks(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{200b}');
        self.at += rest.len() - trimmed.len();
        rest.len() != trimmed.len()
    }

    /// Reads a sign of capture (the fourth and the fifth are Cyrillic).
    #[inline]
    pub fn takes(&mut self) -> bool {
        self.eat_if(|it| matches!(it, 'x' | 'X' | '×' | 'х' | 'Х' | ':')).is_some()
    }

    #[inline]
    pub fn dash(&mut self) -> bool {
        self.eat_if(|it| it == '-' || !it.is_ascii() && DASHES.contains(&it)).is_some()
    }

    /// Reads a file's letter `a` to `h` (or to `i`), counted from 0.
    #[inline]
    pub fn file(&mut self, size: u8) -> Option<u8> {
        self.coordinate(b'a', size)
    }

    /// Reads a rank's digit, counted from 0.
    #[inline]
    pub fn rank(&mut self, size: u8) -> Option<u8> {
        self.coordinate(b'1', size)
    }

    #[inline(always)]
    pub fn coordinate(&mut self, first: u8, size: u8) -> Option<u8> {
        let n = self.text.as_bytes().get(self.at)?.wrapping_sub(first);
        (n < size).then(|| {
            self.at += 1;
            n
        })
    }

    /// Reads a file and a rank, each if given.
    #[inline]
    pub fn place(&mut self, size: u8) -> Place {
        (self.file(size), self.rank(size))
    }

    #[inline]
    pub fn square(&mut self, size: u8) -> Option<Square> {
        square(self.place(size))
    }

    /// Reads a piece's letter or figurine.
    #[inline]
    pub fn piece(&mut self, letters: Letters) -> Option<Role> {
        let (role, len) = letters.read(self.rest())?;
        self.skip(len);
        Some(role)
    }

    /// Reads a promotion (`=Q`, `(Q)`, `/Q`, `Q`) with a given reader of pieces.
    pub fn promotion(&mut self, piece: impl FnOnce(&mut Scan<'a>) -> Option<Role>) -> Option<Role> {
        let mut ahead = *self;
        let sign = ahead.eat_any(&['=', '(', '/']);
        let role = piece(&mut ahead)?;
        if sign == Some('(') && !ahead.eat(")") {
            return None;
        }
        *self = ahead;
        Some(role)
    }

    /// Reads a number of one or two digits that is not part of a longer one.
    #[inline]
    pub fn number(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let digit = |n: usize| bytes.get(self.at + n).map(|it| it.wrapping_sub(b'0')).filter(|it| *it < 10);
        let first = digit(0)?;
        let (number, len) = match (digit(1), digit(2)) {
            (None, _) => (first, 1),
            (Some(second), None) => (10 * first + second, 2),
            _ => return None,
        };
        self.at += len;
        Some(number)
    }

    /// Skips a run of this byte, and returns its length.
    #[inline(always)]
    pub fn run(&mut self, byte: u8) -> usize {
        let start = self.at;
        while self.byte() == byte {
            self.at += 1;
        }
        self.at - start
    }

    /// Reads castling: `Some(true)` for the king's side. Its letters are separated by dashes, spaces, both or
    /// nothing, consistently.
    #[inline]
    pub fn castling(&mut self) -> Option<bool> {
        if matches!(self.byte(), b'O' | b'0' | b'o' | 0x80..) { self.castling_signs() } else { None }
    }

    fn castling_signs(&mut self) -> Option<bool> {
        let mut scan = *self;
        let first = scan.eat_any(&CASTLES)?;
        let links = [Scan::castling_dash, Scan::castling_blank, |_: &mut Scan<'_>| true];
        let (more, scan) = links.into_iter().enumerate().find_map(|(n, link)| {
            let mut scan = scan;
            let mut more = 0;
            loop {
                let mut next = scan;
                let sign = if link(&mut next) { next.eat_any(&CASTLES) } else { None };
                // Without dashes the same letter is repeated, and no dash follows as in a result.
                let result = n > 0 && next.rest().trim_start().starts_with(DASHES);
                if sign.is_none_or(|it| n > 0 && (it != first || more == 2)) || result {
                    break;
                }
                scan = next;
                more += 1;
            }
            (more > 0 && (n == 0 || scan.at_boundary())).then_some((more, scan))
        })?;
        let side = match more {
            1 => true,
            2 => false,
            _ => return None,
        };
        *self = scan;
        Some(side)
    }

    /// Reads the dash of castling, possibly with a line end before or after it.
    fn castling_dash(&mut self) -> bool {
        let spaced = self.eat_any(&BLANKS).is_some();
        let dash = self.dash();
        if dash {
            self.eat_any(if spaced { &BLANKS } else { &['\n'] });
        }
        dash
    }

    /// Reads the space of castling without dashes.
    fn castling_blank(&mut self) -> bool {
        self.eat_any(&BLANKS).is_some()
    }

    #[inline]
    pub fn null_move(&mut self) -> bool {
        matches!(self.byte(), b'-' | b'Z' | b'0' | b'@' | b'<' | b'n') && self.pass()
    }

    fn pass(&mut self) -> bool {
        ["--", "Z0", "0000", "@@@@", "<>", "null"].iter().any(|text| {
            let mut scan = *self;
            // A longer run of dashes is a rule.
            let found = scan.eat(text) && scan.at_boundary() && scan.peek() != Some('-');
            if found {
                *self = scan;
            }
            found
        })
    }

    /// Reads an en passant mark, perhaps after a space.
    #[inline(always)]
    pub fn en_passant(&mut self) -> bool {
        if !matches!(self.next_signs().0, b'e' | b'(' | 0x80..) {
            return false;
        }
        self.marks_en_passant()
    }

    #[cold]
    fn marks_en_passant(&mut self) -> bool {
        let mut scan = *self;
        scan.spaces();
        let found = ["e.p.", "e. p.", "(ep)", "(e.p.)", "e.p", "ep.", "ep", "en passant", "en pass."]
            .iter()
            .any(|text| scan.eat(text));
        if found && scan.at_boundary() {
            *self = scan;
            return true;
        }
        false
    }

    /// Reads a check or mate mark, perhaps after a space. Leaves evaluation symbols such as `+-` alone.
    #[inline(always)]
    pub fn check(&mut self) -> Option<CheckClaim> {
        let (sign, next) = self.next_signs();
        match (sign, next) {
            (b'+' | b'#' | 0x80.., _) | (b'c', b'h') | (b'm', b'a') | (b'd', b'i' | b'b') => {
                self.mark_of_check()
            }
            _ => None,
        }
    }

    /// Returns the next two bytes after any ASCII white space, 0 at the end.
    #[inline(always)]
    fn next_signs(&self) -> (u8, u8) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(byte) = bytes.get(at) {
            if !matches!(byte, b' ' | b'\t'..=b'\r') {
                return (*byte, bytes.get(at + 1).copied().unwrap_or(0));
            }
            at += 1;
        }
        (0, 0)
    }

    fn mark_of_check(&mut self) -> Option<CheckClaim> {
        const MARKS: [(&str, CheckClaim); 22] = [
            ("checkmate", CheckClaim::Mate),
            ("mate", CheckClaim::Mate),
            ("matto", CheckClaim::Mate),
            ("matt", CheckClaim::Mate),
            ("mat", CheckClaim::Mate),
            ("dbl ch", CheckClaim::Double),
            ("dblch", CheckClaim::Double),
            ("dis ch", CheckClaim::Discovered),
            ("disch", CheckClaim::Discovered),
            ("dis+", CheckClaim::Discovered),
            ("check", CheckClaim::Check),
            ("ch.", CheckClaim::Check),
            ("ch", CheckClaim::Check),
            ("‡", CheckClaim::DoubleOrMate),
            ("††", CheckClaim::DoubleOrMate),
            ("†", CheckClaim::Check),
            ("+#", CheckClaim::Mate),
            ("##", CheckClaim::Mate),
            ("#", CheckClaim::Mate),
            ("++", CheckClaim::DoubleOrMate),
            ("+", CheckClaim::Check),
            ("≠", CheckClaim::Mate),
        ];
        let mut scan = *self;
        scan.spaces();
        // At the beginning of a line it belongs to a heading.
        if scan.peek() == Some('#') && self.text.slice(self.at..scan.at).contains('\n') {
            return None;
        }
        let (_, claim) = *MARKS.iter().find(|(text, _)| scan.eat(text))?;
        let evaluation = scan.peek().is_some_and(|it| matches!(it, '/' | '=' | '+') || DASHES.contains(&it));
        if evaluation || scan.peek().is_some_and(char::is_alphanumeric) {
            return None;
        }
        *self = scan;
        Some(claim)
    }

    /// Whether a move's text could end here.
    #[inline(always)]
    pub fn at_boundary(&self) -> bool {
        matches!(self.byte(), b' ' | b'\n')
            || !self.peek().is_some_and(|it| it.is_alphanumeric() || it == '_')
    }
}
