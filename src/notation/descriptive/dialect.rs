//! Dialects: how a language, country or century names the pieces and writes a move.
//!
//! A dialect is data: words with their meanings (`words.tsv`), and the style of its family. The parser
//! ([`super::read`]) and the writer ([`super::write`]) are shared by all.
//!
//! The table has a column per dialect, and one for symbols and words of all; `;` separates words in a cell,
//! and a piece is written as the first one. A space in a phrase stands for anything that printers put between
//! two letters of an abbreviation: a full stop, a space, a hyphen, or nothing. So `dis ch` is `dis. ch.`,
//! `disch` and `dis-ch`. Lower-case words of three letters or more are also read in capitals: in Italian,
//! `pr` is a capture, but `PR` the king's pawn.

use std::sync::LazyLock;

use crate::{
    chess::{Role, Side},
    notation::reading::CheckClaim,
};

/// The meaning of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A piece, or the file on which it starts, or (king and queen) a side of the board.
    Piece(Role),
    /// A rank, counted from the mover's side.
    Rank(u8),
    /// `sq.`: the first rank, or nothing after a rank.
    Square,
    /// A dash, or `to`.
    To,
    Takes,
    /// Precedes a square on which a piece stands.
    At,
    /// `his`, `her`: the file of the moving piece, or of its side.
    Own,
    /// Nothing: `the`, `a`.
    Article,
    Castles,
    CastlesOn(Side),
    /// Precedes the partner or the side of castling.
    With,
    /// Follows the side of castling.
    SideSuffix,
    /// `checks` in place of a square.
    Checks,
    /// `moves`: to any square.
    Moves,
    /// `interposes`: between the king and the checking piece.
    Interposes,
    /// `one` or `two`: this many squares ahead, of pawns.
    Steps(u8),
    /// Precedes a pawn with another of its side on its file.
    Doubled,
    /// A promotion to a queen, as a verb.
    Queens,
    /// Precedes the piece to which a pawn is promoted.
    Becomes,
    EnPassant,
    Mark(CheckClaim),
    /// A square in algebraic notation, by file and rank from 0.
    Algebraic(u8, u8),
    /// `@`, before the square of a drop.
    Drop,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `/`.
    Slash,
    /// `,`, and anything else that may precede a mark.
    Comma,
    /// `:`, which captures, or precedes a square or a mark.
    Colon,
}

#[derive(Clone, Debug)]
pub struct Dialect {
    /// The letters for pawn, knight, bishop, rook, queen and king.
    pub letters: [&'static str; 6],
    /// Whether the rank is written before the file, and the side after the piece or file.
    pub rank_first: bool,
    /// The text between the piece and the square.
    pub dash: &'static str,
    /// The mark of a capture en passant.
    pub en_passant: &'static str,
    /// The marks of check, discovered check, double check and mate.
    pub marks: [&'static str; 4],
    /// The endings of ordinal rank numbers.
    pub ordinals: &'static [&'static str],
    /// The words, those shared by all dialects last.
    pub words: Vec<(&'static str, Word)>,
    /// Indexes of the words that begin with each ASCII character, in lower case.
    by_first: [Vec<u8>; 128],
}

/// The style of English.
const ENGLISH: Dialect = Dialect {
    letters: [""; 6],
    rank_first: false,
    dash: "-",
    en_passant: " e.p.",
    marks: ["ch", "disch", "dblch", "mate"],
    ordinals: &["st", "nd", "d", "rd", "th"],
    words: Vec::new(),
    by_first: [const { Vec::new() }; 128],
};

/// The style of the languages that write the rank first.
const ROMANCE: Dialect = Dialect {
    letters: [""; 6],
    rank_first: true,
    dash: "",
    en_passant: " a.p.",
    marks: ["+", "+", "+", "++"],
    ordinals: &["ª", "º", "°", "a", "e", "me"],
    words: Vec::new(),
    by_first: [const { Vec::new() }; 128],
};

/// All dialects by the names of their styles, English first.
static DIALECTS: LazyLock<[(&str, Dialect); 5]> = LazyLock::new(|| {
    let mut lines = include_str!("words.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let codes = lines.next().unwrap_or_default();
    let rows: Vec<_> =
        lines.map(|cells| (meaning(cells[0]).expect("a meaning of the table"), cells)).collect();
    let phrases = |column: usize| {
        let cells = rows.iter().map(move |(word, cells)| (*word, cells[column]));
        cells.flat_map(|(word, cell)| cell.split_terminator(';').map(move |it| (it, word)))
    };
    std::array::from_fn(|n| {
        let words: Vec<_> = phrases(n + 2).chain(phrases(1)).collect();
        let letter = |role| words.iter().find(|it| it.1 == Word::Piece(role)).map_or("", |it| it.0);
        let letters = std::array::from_fn(|n| letter(Role::ALL[n]));
        let style = if n == 0 { ENGLISH } else { ROMANCE };
        (codes[n + 2], Dialect { letters, by_first: by_first(&words), words, ..style })
    })
});

/// Returns the indexes of the words that begin with each ASCII character, in lower case.
fn by_first(words: &[(&str, Word)]) -> [Vec<u8>; 128] {
    let mut all = [const { Vec::new() }; 128];
    for (n, (name, _)) in (0..).zip(words) {
        let first = usize::from(name.as_bytes()[0].to_ascii_lowercase());
        all.get_mut(first).into_iter().for_each(|it| it.push(n));
    }
    all
}

impl Dialect {
    /// Iterates over the words that a text with this first character may begin with, in order.
    pub fn words_from(&self, first: char) -> impl Iterator<Item = &(&'static str, Word)> {
        let listed = self.by_first.get(first.to_ascii_lowercase() as usize);
        let any = if listed.is_none() { &*self.words } else { &[] };
        listed.into_iter().flatten().map(|n| &self.words[usize::from(*n)]).chain(any)
    }
}

/// Returns the meaning with this name in the table.
fn meaning(name: &str) -> Option<Word> {
    if let Some(role) = Role::ALL.into_iter().find(|it| it.word() == name) {
        return Some(Word::Piece(role));
    }
    Some(match name {
        "square" => Word::Square,
        "to" => Word::To,
        "takes" => Word::Takes,
        "at" => Word::At,
        "own" => Word::Own,
        "article" => Word::Article,
        "castles" => Word::Castles,
        "castles kingside" => Word::CastlesOn(Side::King),
        "castles queenside" => Word::CastlesOn(Side::Queen),
        "with" => Word::With,
        "side" => Word::SideSuffix,
        "checks" => Word::Checks,
        "moves" => Word::Moves,
        "interposes" => Word::Interposes,
        "doubled" => Word::Doubled,
        "queens" => Word::Queens,
        "becomes" => Word::Becomes,
        "en passant" => Word::EnPassant,
        "check" => Word::Mark(CheckClaim::Check),
        "discovered check" => Word::Mark(CheckClaim::Discovered),
        "double check" => Word::Mark(CheckClaim::Double),
        "mate" => Word::Mark(CheckClaim::Mate),
        "double check or mate" => Word::Mark(CheckClaim::DoubleOrMate),
        "drop" => Word::Drop,
        "open" => Word::Open,
        "close" => Word::Close,
        "slash" => Word::Slash,
        "comma" => Word::Comma,
        "colon" => Word::Colon,
        _ => match name.split_once(' ')? {
            ("rank", number) => Word::Rank(number.parse().ok()?),
            ("steps", number) => Word::Steps(number.parse().ok()?),
            _ => return None,
        },
    })
}

impl Dialect {
    /// Returns the dialect named by a style, else English.
    pub fn of(styles: &[&str]) -> &'static Dialect {
        let named = DIALECTS.iter().find(|it| styles.contains(&it.0));
        &named.unwrap_or(&DIALECTS[0]).1
    }

    #[inline]
    pub fn letter(&self, role: Role) -> &'static str {
        self.letters.get(role as usize - 1).copied().unwrap_or("A")
    }
}
