//! Piece letters of languages, and figurines.

use std::sync::LazyLock;

use crate::{
    chess::{Color, Role},
    slice::Slice as _,
};

/// The letters (or figurines) for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// A language's letters.
    Language(&'static Language),
    /// Figurines: white pieces for White's moves, black pieces for Black's.
    Figurine,
}

/// A language's piece letters.
#[derive(Debug)]
pub struct Language {
    /// The language's code (ISO 639-1), as in `san:de`.
    pub code: &'static str,
    /// The language's English name.
    pub name: &'static str,
    /// King, queen, rook, bishop, knight.
    pub pieces: [&'static str; 5],
    /// The letters of the files a to h, if the language may write them in its own script.
    files: &'static str,
    /// The roles by letter, for letters of one byte. A letter that begins with an ASCII byte is that byte
    /// alone.
    by_byte: [Option<Role>; 128],
}

const fn language(code: &'static str, name: &'static str, pieces: [&'static str; 5]) -> Language {
    let mut by_byte = [None; 128];
    let mut n = 0;
    while n < pieces.len() {
        if let [byte @ ..0x80] = *pieces[n].as_bytes() {
            by_byte[byte as usize] = Some(ROLES[n]);
        }
        n += 1;
    }
    Language { code, name, pieces, files: "", by_byte }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.code == other.code
    }
}

impl Eq for Language {}

impl Language {
    const fn with_files(self, files: &'static str) -> Language {
        Language { files, ..self }
    }

    /// Returns the file that a letter before this text stands for. The last file's letter, which may also be
    /// a capture sign, counts only before a digit.
    fn file(&self, letter: char, rest: &str) -> Option<char> {
        let file = ('a'..='h').zip(self.files.chars()).find(|it| it.1 == letter)?.0;
        (file != 'h' || rest.starts_with(|it: char| it.is_ascii_digit())).then_some(file)
    }
}

/// All languages, English first.
pub static LANGUAGES: [Language; 36] = [
    language("en", "English", ["K", "Q", "R", "B", "N"]),
    language("sr", "Serbian", ["K", "D", "T", "L", "S"]),
    language("de", "German", ["K", "D", "T", "L", "S"]),
    language("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    language("fr", "French", ["R", "D", "T", "F", "C"]),
    language("es", "Spanish", ["R", "D", "T", "A", "C"]),
    language("it", "Italian", ["R", "D", "T", "A", "C"]),
    language("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    language("ca", "Catalan", ["R", "D", "T", "A", "C"]),
    language("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    language("pl", "Polish", ["K", "H", "W", "G", "S"]),
    language("cs", "Czech", ["K", "D", "V", "S", "J"]),
    language("sk", "Slovak", ["K", "D", "V", "S", "J"]),
    language("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    language("sv", "Swedish", ["K", "D", "T", "L", "S"]),
    language("da", "Danish", ["K", "D", "T", "L", "S"]),
    language("nb", "Norwegian", ["K", "D", "T", "L", "S"]),
    language("fi", "Finnish", ["K", "D", "T", "L", "R"]),
    language("et", "Estonian", ["K", "L", "V", "O", "R"]),
    language("is", "Icelandic", ["K", "D", "H", "B", "R"]),
    language("sl", "Slovenian", ["K", "D", "T", "L", "S"]),
    language("hr", "Croatian", ["K", "D", "T", "L", "S"]),
    language("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
    language("lt", "Lithuanian", ["K", "V", "B", "R", "Ž"]),
    language("lv", "Latvian", ["K", "D", "T", "L", "Z"]),
    language("vi", "Vietnamese", ["V", "H", "X", "T", "M"]),
    language("id", "Indonesian", ["R", "M", "B", "G", "K"]),
    language("af", "Afrikaans", ["K", "D", "T", "L", "R"]),
    language("gl", "Galician", ["R", "D", "T", "B", "C"]),
    language("eu", "Basque", ["E", "D", "G", "A", "Z"]),
    language("eo", "Esperanto", ["R", "D", "T", "K", "Ĉ"]),
    language("el", "Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
    language("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    language("uk", "Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    // As in Serbian Cyrillic.
    language("mk", "Macedonian", ["К", "Д", "Т", "Л", "С"]).with_files("абцдефгх"),
    language("bg", "Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
];

/// The roles in the order of the letters; only figurines have one for the pawn.
pub const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

const WHITE: [&str; 6] = ["♔", "♕", "♖", "♗", "♘", "♙"];
const BLACK: [&str; 6] = ["♚", "♛", "♜", "♝", "♞", "♟"];

/// Returns the ASCII letter that a letter of another script looks like, or stands for as a file; or the
/// figurine that a sign stands for in text copied without its font.
pub fn look_alike(letter: char) -> Option<char> {
    Some(match letter {
        '¢' => '♔',
        '£' | '∂' => '♕',
        '¦' | '™' => '♖',
        '¥' | 'å' => '♗',
        '¤' | '©' => '♘',
        '\u{ff01}'..='\u{ff5e}' => return char::from_u32(u32::from(letter) - 0xfee0),
        'а' | 'α' => 'a',
        'β' => 'b',
        'с' | 'ç' | 'γ' => 'c',
        'ԁ' | 'δ' => 'd',
        'е' | 'ε' => 'e',
        'ζ' => 'f',
        'η' => 'g',
        'һ' | 'θ' => 'h',
        'х' | 'Х' => 'x',
        'В' | 'Β' => 'B',
        'К' | 'Κ' => 'K',
        'Н' | 'Η' => 'H',
        'Ν' | 'Ͷ' => 'N',
        'о' | 'О' | 'ο' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'р' => 'p',
        'С' => 'C',
        'Т' => 'T',
        'А' => 'A',
        'Ԛ' => 'Q',
        'в' | 'Ь' => 'b',
        'З' | 'з' => '3',
        'б' => '6',
        _ => return None,
    })
}

impl Default for Letters {
    fn default() -> Letters {
        Letters::ENGLISH
    }
}

impl Letters {
    pub const ENGLISH: Letters = Letters::Language(&LANGUAGES[0]);

    /// Returns the letters of a language, by its code.
    pub fn of_language(code: &str) -> Option<Letters> {
        LANGUAGES.iter().find(|it| it.code == code).map(Letters::Language)
    }

    /// Returns the letters that a style selects: a language's code, or `figurine`.
    pub fn of_style(name: &str) -> Option<Letters> {
        if name == "figurine" { Some(Letters::Figurine) } else { Letters::of_language(name) }
    }

    /// Returns the text in the letters' own script: piece letters replace the ASCII letters that look like
    /// them, and ASCII letters replace other look-alikes, as in Russian `Kpe1` and `Кb1—с3`. Also returns,
    /// for each byte offset in the result, the offset in the source. `None` if nothing changes.
    pub fn in_own_script(self, text: &str) -> Option<(String, Vec<usize>)> {
        let Letters::Language(language) = self else { return None };
        let of_pieces = || language.pieces.iter().flat_map(|it| it.chars());
        if of_pieces().any(|it| it.is_ascii()) {
            return None;
        }
        let mut own = String::with_capacity(text.len() + 8);
        let mut lens = Vec::new();
        for (at, it) in text.char_indices() {
            if it.is_ascii() && !it.is_ascii_alphabetic() {
                own.push(it);
                lens.push(at);
                continue;
            }
            // The second letter of a piece follows its first.
            let may_be = |piece: &&&str| match own.chars().next_back() {
                Some(first) if it.is_ascii_lowercase() => piece.starts_with(first),
                _ => it.is_ascii_uppercase(),
            };
            let mut pieces = language.pieces.iter().filter(may_be).flat_map(|it| it.chars());
            let alike = pieces.find(|letter| look_alike(*letter) == Some(it));
            let file = || language.file(it, text.slice(at + it.len_utf8()..));
            let plain =
                || if of_pieces().any(|letter| letter == it) { it } else { look_alike(it).unwrap_or(it) };
            own.push(alike.or_else(file).unwrap_or_else(plain));
            lens.resize(own.len(), at);
        }
        lens.push(text.len());
        (own != text).then_some((own, lens))
    }

    /// Whether a text with these capitals may be written in these letters. Always true of English.
    pub fn may_have_written(self, capitals: &[char]) -> bool {
        match self {
            Letters::Language(language) if language.code != "en" => {
                let is_piece = |letter: &char| language.pieces.iter().any(|it| it.contains(*letter));
                capitals.iter().all(is_piece)
            }
            _ => true,
        }
    }

    /// Returns the letters as words; the paladin's is `A`, the pawn has none.
    pub fn words(self) -> LetterWords {
        let word = |color, n: usize| {
            let letter = match Role::ALL.get(n.wrapping_sub(1)) {
                None | Some(Role::Pawn) => "",
                Some(Role::Paladin) => "A",
                Some(role) => self.write(color, *role),
            };
            let word = letter.bytes().rev().fold(0, |word, byte| word << 8 | u64::from(byte));
            word | (letter.len() as u64) << 56
        };
        LetterWords([Color::White, Color::Black].map(|color| std::array::from_fn(|n| word(color, n))))
    }

    pub fn is_english(self) -> bool {
        matches!(self, Letters::Language(language) if language.code == "en")
    }

    /// Returns the letter of a piece of this side; empty for roles without one.
    pub fn write(self, color: Color, role: Role) -> &'static str {
        let letters: &[&str] = match self {
            Letters::Language(language) => &language.pieces,
            Letters::Figurine => color.fold_wb(&WHITE, &BLACK),
        };
        ROLES.iter().zip(letters).find(|it| *it.0 == role).map_or("", |it| it.1)
    }

    /// Returns the text with every piece letter replaced by another language's.
    pub fn translate(self, text: &str, other: Letters, color: Color) -> String {
        let mut translated = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let len = match self.read(rest) {
                Some((role, len)) => {
                    translated.push_str(other.write(color, role));
                    len
                }
                None => {
                    translated.push(next);
                    next.len_utf8()
                }
            };
            rest = rest.slice(len..);
        }
        translated
    }

    /// Returns the piece that the text begins with, and the length of its letter in bytes. Figurines of both
    /// colours are read whatever the letters.
    #[inline]
    pub fn read(self, text: &str) -> Option<(Role, usize)> {
        let first = *text.as_bytes().first()?;
        if first.is_ascii() { self.of_byte(first).map(|role| (role, 1)) } else { self.read_wide(text) }
    }

    /// Returns the piece that an ASCII letter means.
    #[inline]
    pub fn of_byte(self, letter: u8) -> Option<Role> {
        let Letters::Language(language) = self else { return None };
        *language.by_byte.get(usize::from(letter))?
    }

    fn read_wide(self, text: &str) -> Option<(Role, usize)> {
        if let Letters::Language(language) = self {
            let longest = (0..5)
                .filter(|&n| text.starts_with(language.pieces[n]))
                .max_by_key(|&n| language.pieces[n].len());
            if let Some(n) = longest {
                return Some((ROLES[n], language.pieces[n].len()));
            }
        }
        let n = (0..6).find(|&n| text.starts_with(WHITE[n]) || text.starts_with(BLACK[n]))?;
        let mut len = WHITE[n].len();
        // Variation selectors for text and emoji style carry no meaning.
        if text.slice(len..).starts_with(['\u{fe0e}', '\u{fe0f}']) {
            len += '\u{fe0e}'.len_utf8();
        }
        Some((ROLES[n], len))
    }
}

/// The letters of both sides by role, as words with their lengths in the highest byte.
#[derive(Clone, Copy)]
pub struct LetterWords([[u64; 8]; 2]);

/// The English letters.
pub static ENGLISH_WORDS: LazyLock<LetterWords> = LazyLock::new(|| Letters::ENGLISH.words());

impl LetterWords {
    /// Returns the letter of a piece: a word and its length.
    #[inline(always)]
    pub fn of(&self, color: Color, role: Role) -> (u64, usize) {
        let word = self.0[usize::from(color.is_black())][role as usize & 7];
        (word & u64::MAX >> 8, (word >> 56) as usize)
    }
}

/// A set of the ASCII characters with which a game's moves begin. Characters 64 apart share a bit, so that
/// only capitals are unambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// Adds the first byte of a move.
    #[inline(always)]
    pub fn add(&mut self, byte: u8) {
        self.0 |= u64::from(byte.is_ascii()) << (byte & 63);
    }

    /// Adds the first byte of a move that begins with a sign in ASCII.
    #[inline(always)]
    pub fn add_ascii(&mut self, byte: u8) {
        self.0 |= 1 << (byte & 63);
    }

    /// Whether moves with these first letters, all English, may be in another language as well.
    pub fn are_shared(self) -> bool {
        /// The sets of the other languages' letters.
        const OTHERS: [u32; LANGUAGES.len() - 1] = {
            let mut sets = [0; LANGUAGES.len() - 1];
            let mut n = 0;
            while n < sets.len() {
                let pieces = &LANGUAGES[n + 1].pieces;
                let mut piece = 0;
                while piece < pieces.len() {
                    if let &[letter] = pieces[piece].as_bytes() {
                        sets[n] |= 1 << (letter - b'A');
                    }
                    piece += 1;
                }
                n += 1;
            }
            sets
        };
        let pieces = (self.0 >> (b'A' & 63)) as u32 & 0x03ff_ffff & !(1 << (b'O' - b'A'));
        pieces != 0 && OTHERS.iter().any(|letters| pieces & !letters == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads_what_it_writes() {
        for language in &LANGUAGES {
            let letters = Letters::Language(language);
            for role in &ROLES[..5] {
                for color in [Color::White, Color::Black] {
                    let text = letters.write(color, *role);
                    assert_eq!(letters.read(text), Some((*role, text.len())), "{}", language.name);
                }
            }
        }
        assert_eq!(Letters::Figurine.read("♞\u{fe0e}f6"), Some((Role::Knight, 6)));
    }
}
