//! Normalised characters of a text, shared by printers, writers and scanners.
//!
//! A text is compared with its possible meanings character by character (`resolve::repair`). Beforehand every
//! text is normalised: one dash, one sign of capture, English piece letters, plain digits.

use super::letters::{Letters, look_alike};
use crate::{chess::Color, slice::Slice as _};

/// A normalised character of a text, with its byte range there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character: ASCII, or [`UNKNOWN`]; a run of white space is one space, or [`ROW`] if it contains a line end.
    pub code: u8,
    /// The offset where it begins.
    pub start: usize,
    /// The offset where it ends.
    pub end: usize,
}

/// A character without an ASCII equivalent.
pub const UNKNOWN: u8 = 0x7f;
/// White space with a line end.
pub const ROW: u8 = b'\n';

/// Whether this is white space.
pub const fn is_blank(code: u8) -> bool {
    matches!(code, b' ' | ROW)
}

/// Appends the glyphs of a text that begins at offset `place`, translating these piece letters to English.
pub fn fold(letters: Option<Letters>, text: &str, place: usize, out: &mut Vec<Glyph>) {
    let own = letters.and_then(|it| it.in_own_script(text));
    let (text, lens) = own.as_ref().map_or((text, &[][..]), |it| (&*it.0, &it.1[..]));
    let offset = |at: usize| place + lens.get(at).copied().unwrap_or(at);
    let mut at = 0;
    while let Some(letter) = text.slice(at..).chars().next() {
        let piece = letters.filter(|it| !it.is_english()).and_then(|it| it.read(text.slice(at..)));
        let len = piece.map_or(letter.len_utf8(), |it| it.1);
        let (start, end) = (offset(at), offset(at + len));
        at += len;
        match piece {
            Some((role, _)) => {
                let code = Letters::ENGLISH.write(Color::White, role).bytes().next().unwrap_or(b'P');
                out.push(Glyph { code, start, end });
            }
            None => push(letter, start, end, out),
        }
    }
}

fn ascii(letter: char) -> Option<u8> {
    u8::try_from(letter).ok().filter(u8::is_ascii_graphic)
}

/// Appends the glyph of a character.
pub fn push(letter: char, start: usize, end: usize, out: &mut Vec<Glyph>) {
    let code = match letter {
        '\n' | '\r' => ROW,
        _ if letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{feff}') => b' ',
        '–' | '—' | '−' | '‐' | '‑' | '‒' | '―' | '·' | '•' | '~' | '_' => b'-',
        '×' | 'х' | 'Х' | '✕' => b'x',
        '†' => b'+',
        '‡' | '≠' => b'#',
        '’' | '‘' | '´' | '`' => b'\'',
        '…' => b'.',
        '½' => b'1',
        // Text recognition takes a B and a 6 for them.
        'ß' => b'B',
        'ó' => b'6',
        '♔' | '♚' => b'K',
        '♕' | '♛' => b'Q',
        '♖' | '♜' => b'R',
        '♗' | '♝' => b'B',
        '♘' | '♞' => b'N',
        '♙' | '♟' => b'P',
        '₁'..='₉' => b'1' + u8::try_from(letter as u32 - '₁' as u32).unwrap_or(0),
        'О' | 'о' | 'Ο' | 'ο' => b'O',
        _ => ascii(letter).or_else(|| ascii(look_alike(letter)?)).unwrap_or(UNKNOWN),
    };
    match out.last_mut() {
        Some(last) if is_blank(code) && is_blank(last.code) => {
            last.end = end;
            if code == ROW {
                last.code = ROW;
            }
        }
        _ => out.push(Glyph { code, start, end }),
    }
}

/// A way to write a ply, in the characters of [`Glyph`], with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelling {
    pub text: Vec<u8>,
    /// The cost: the negative natural logarithm of its frequency, in hundredths.
    pub cost: u16,
}

impl Spelling {
    /// Creates a spelling with this cost.
    pub fn new(text: impl Into<Vec<u8>>, cost: u16) -> Spelling {
        Spelling { text: text.into(), cost }
    }
}
