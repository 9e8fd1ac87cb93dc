//! Texts letter by letter, in signs that all printers, writers and scanners share.
//!
//! What people wrote is compared with what they may have meant sign by sign (`resolve::repair`). Before that every
//! text is brought into the same signs: one dash, one sign of capture, English letters for the pieces, plain digits.

use super::letters::Letters;
use crate::chess::Color;

/// A sign of a text, with its place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The sign: ASCII, or [`UNKNOWN`]; any run of blanks is one blank, or [`ROW`] if a line ends in it.
    pub code: u8,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A sign for which there is no letter.
pub const UNKNOWN: u8 = 0x7f;
/// Blanks in which a line ends.
pub const ROW: u8 = b'\n';

/// Is this a blank?
#[must_use]
pub const fn is_blank(code: u8) -> bool {
    matches!(code, b' ' | ROW)
}

/// Appends the signs of a text that begins at this place, with the letters of these pieces as the English ones.
pub fn fold(letters: Option<Letters>, text: &str, place: usize, out: &mut Vec<Glyph>) {
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let start = place + at;
        let piece = letters.filter(|it| !it.is_english()).and_then(|it| it.read(&text[at..]));
        if let Some((role, len)) = piece {
            let code = Letters::ENGLISH.write(Color::White, role).bytes().next().unwrap_or(b'P');
            out.push(Glyph { code, start, end: start + len });
            at += len;
            continue;
        }
        let len = letter.len_utf8();
        at += len;
        push(letter, start, start + len, out);
    }
}

/// Appends the sign of a letter.
pub fn push(letter: char, start: usize, end: usize, out: &mut Vec<Glyph>) {
    let code = match letter {
        '\n' | '\r' => ROW,
        _ if letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{feff}') => b' ',
        '–' | '—' | '−' | '‐' | '‑' | '‒' | '―' | '~' | '_' => b'-',
        '×' | 'х' | 'Х' | '✕' => b'x',
        '†' => b'+',
        '‡' | '≠' => b'#',
        '’' | '‘' | '´' | '`' => b'\'',
        '…' => b'.',
        '½' => b'1',
        '♔' | '♚' => b'K',
        '♕' | '♛' => b'Q',
        '♖' | '♜' => b'R',
        '♗' | '♝' => b'B',
        '♘' | '♞' => b'N',
        '♙' | '♟' => b'P',
        '₁'..='₉' => b'1' + u8::try_from(letter as u32 - '₁' as u32).unwrap_or(0),
        'О' | 'о' | 'Ο' | 'ο' => b'O',
        _ => u8::try_from(letter).ok().filter(u8::is_ascii_graphic).unwrap_or(UNKNOWN),
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

/// A way to write a ply, in the signs of [`Glyph`], and what it costs that it is written so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// The text.
    pub text: Vec<u8>,
    /// The cost, in hundredths of the natural logarithm of how rare it is.
    pub cost: u16,
}

impl Spelling {
    /// A spelling of this cost.
    pub fn new(text: impl Into<Vec<u8>>, cost: u16) -> Spelling {
        Spelling { text: text.into(), cost }
    }
}
