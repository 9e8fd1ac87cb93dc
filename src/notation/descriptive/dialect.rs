//! Dialects: how a language, a country or a century names the pieces and writes a move.
//!
//! A dialect is data, words with their meanings, and a flag for the order of file and rank. The parser
//! ([`super::read`]) and the writer ([`super::write`]) are the same for all.
//!
//! In a phrase of this table a space stands for anything that printers put between two letters of an abbreviation: a full
//! stop, a space, a hyphen, or nothing. So `dis ch` is `dis. ch.`, `disch` and `dis-ch`. Lower-case words are read in capitals
//! too if they have three letters or more: in Italian `pr` is a capture, and `PR` is the king's pawn. read in capitals too if
//! they have three letters or more: in Italian `pr` takes, and `PR` is the king's pawn.

use crate::{
    chess::{Role, Side},
    notation::CheckClaim,
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
    /// A capture.
    Takes,
    /// Precedes a square on which a piece stands.
    At,
    /// `his`, `her`: the file of the moving piece, or of its side.
    Own,
    /// Nothing: `the`, `a`.
    Article,
    /// Castling.
    Castles,
    /// Castling on this side.
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
    /// A promotion to this piece, as a verb.
    Promotes(Role),
    /// Precedes the piece to which a pawn is promoted.
    Becomes,
    /// A mark of en passant.
    EnPassant,
    /// A mark of check or mate.
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

/// A dialect.
#[derive(Debug)]
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
    /// The words besides those shared by all dialects.
    pub words: &'static [(&'static str, Word)],
}

use CheckClaim::{Check, Discovered, Double, DoubleOrMate, Mate};
use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
use Word::{
    Article, At, Becomes, Castles, CastlesOn, Checks, Doubled, EnPassant, Interposes, Mark, Moves, Own,
    Piece, Promotes, Rank, SideSuffix, Square, Steps, Takes, To, With,
};

/// English.
pub static ENGLISH: Dialect = Dialect {
    letters: ["P", "N", "B", "R", "Q", "K"],
    rank_first: false,
    dash: "-",
    en_passant: " e.p.",
    marks: ["ch", "disch", "dblch", "mate"],
    ordinals: &["st", "nd", "d", "rd", "th"],
    words: &[
        ("P", Piece(Pawn)),
        ("N", Piece(Knight)),
        ("B", Piece(Bishop)),
        ("R", Piece(Rook)),
        ("Q", Piece(Queen)),
        ("K", Piece(King)),
        ("Kt", Piece(Knight)),
        ("KT", Piece(Knight)),
        ("Kn", Piece(Knight)),
        ("S", Piece(Knight)),
        ("pawn", Piece(Pawn)),
        ("knight", Piece(Knight)),
        ("bishop", Piece(Bishop)),
        ("rook", Piece(Rook)),
        ("queen", Piece(Queen)),
        ("king", Piece(King)),
        ("first", Rank(1)),
        ("second", Rank(2)),
        ("third", Rank(3)),
        ("fourth", Rank(4)),
        ("fifth", Rank(5)),
        ("sixth", Rank(6)),
        ("seventh", Rank(7)),
        ("eighth", Rank(8)),
        ("sq", Square),
        ("SQ", Square),
        ("Sq", Square),
        ("square", Square),
        ("to", To),
        ("TO", To),
        ("takes", Takes),
        ("take", Takes),
        ("tks", Takes),
        ("captures", Takes),
        ("at", At),
        ("on", At),
        ("from", At),
        ("his", Own),
        ("her", Own),
        ("its", Own),
        ("the", Article),
        ("a", Article),
        ("an", Article),
        ("castles", Castles),
        ("castle", Castles),
        ("with", With),
        ("side", SideSuffix),
        ("checks", Checks),
        ("gives check", Checks),
        ("moves", Moves),
        ("retires", Moves),
        ("retreats", Moves),
        ("interposes", Interposes),
        ("covers", Interposes),
        ("one", Steps(1)),
        ("two", Steps(2)),
        ("squares", Square),
        ("doubled", Doubled),
        ("queens", Promotes(Queen)),
        ("queening", Promotes(Queen)),
        ("and queens", Promotes(Queen)),
        ("becomes", Becomes),
        ("becoming", Becomes),
        ("and becomes", Becomes),
        ("makes", Becomes),
        ("making", Becomes),
        ("and makes", Becomes),
        ("claims", Becomes),
        ("claiming", Becomes),
        ("and claims", Becomes),
        ("demands", Becomes),
        ("demanding", Becomes),
        ("and demands", Becomes),
        ("calling for", Becomes),
        ("promotes to", Becomes),
        ("promoting to", Becomes),
        ("promoted to", Becomes),
        ("e p", EnPassant),
        ("E P", EnPassant),
        ("en passant", EnPassant),
        ("en pass", EnPassant),
        ("en pas", EnPassant),
        ("in passing", EnPassant),
        ("ch", Mark(Check)),
        ("CH", Mark(Check)),
        ("Ch", Mark(Check)),
        ("check", Mark(Check)),
        ("checking", Mark(Check)),
        ("giving check", Mark(Check)),
        ("dis ch", Mark(Discovered)),
        ("disc ch", Mark(Discovered)),
        ("dis check", Mark(Discovered)),
        ("discovered check", Mark(Discovered)),
        ("discovering check", Mark(Discovered)),
        ("dbl ch", Mark(Double)),
        ("dble ch", Mark(Double)),
        ("doub ch", Mark(Double)),
        ("double ch", Mark(Double)),
        ("double check", Mark(Double)),
        ("mate", Mark(Mate)),
        ("checkmate", Mark(Mate)),
        ("check mate", Mark(Mate)),
        ("and mate", Mark(Mate)),
        ("and checkmate", Mark(Mate)),
        ("checkmates", Mark(Mate)),
        ("mates", Mark(Mate)),
        ("and mates", Mark(Mate)),
        ("giving mate", Mark(Mate)),
        ("gives mate", Mark(Mate)),
    ],
};

/// Spanish.
pub static SPANISH: Dialect = Dialect {
    letters: ["P", "C", "A", "T", "D", "R"],
    words: &[
        ("P", Piece(Pawn)),
        ("C", Piece(Knight)),
        ("A", Piece(Bishop)),
        ("T", Piece(Rook)),
        ("D", Piece(Queen)),
        ("R", Piece(King)),
        ("peón", Piece(Pawn)),
        ("peon", Piece(Pawn)),
        ("caballo", Piece(Knight)),
        ("alfil", Piece(Bishop)),
        ("torre", Piece(Rook)),
        ("dama", Piece(Queen)),
        ("rey", Piece(King)),
        ("por", Takes),
        ("toma", Takes),
        ("come", Takes),
        ("a", To),
        ("en", At),
        ("de", Article),
        ("del", Article),
        ("la", Article),
        ("el", Article),
        ("enroque", Castles),
        ("enroca", Castles),
        ("roque", Castles),
        ("enroque corto", CastlesOn(Side::King)),
        ("enroque largo", CastlesOn(Side::Queen)),
        ("corona", Promotes(Queen)),
        ("al paso", EnPassant),
        ("jaque", Mark(Check)),
        ("jaq", Mark(Check)),
        ("j", Mark(Check)),
        ("jaque doble", Mark(Double)),
        ("jaque mate", Mark(Mate)),
        ("mate", Mark(Mate)),
    ],
    ..ROMANCE
};

/// Italian.
pub static ITALIAN: Dialect = Dialect {
    letters: ["P", "C", "A", "T", "D", "R"],
    words: &[
        ("P", Piece(Pawn)),
        ("C", Piece(Knight)),
        ("A", Piece(Bishop)),
        ("T", Piece(Rook)),
        ("D", Piece(Queen)),
        ("R", Piece(King)),
        ("pedone", Piece(Pawn)),
        ("cavallo", Piece(Knight)),
        ("alfiere", Piece(Bishop)),
        ("torre", Piece(Rook)),
        ("donna", Piece(Queen)),
        ("regina", Piece(Queen)),
        ("re", Piece(King)),
        ("prende", Takes),
        ("pr", Takes),
        ("in", To),
        ("a", To),
        ("arrocco", Castles),
        ("arrocca", Castles),
        ("al varco", EnPassant),
        ("al passo", EnPassant),
        ("scacco", Mark(Check)),
        ("sc", Mark(Check)),
        ("scacco doppio", Mark(Double)),
        ("scacco matto", Mark(Mate)),
        ("matto", Mark(Mate)),
    ],
    ..ROMANCE
};

/// Portuguese.
pub static PORTUGUESE: Dialect = Dialect {
    letters: ["P", "C", "B", "T", "D", "R"],
    words: &[
        ("P", Piece(Pawn)),
        ("C", Piece(Knight)),
        ("B", Piece(Bishop)),
        ("T", Piece(Rook)),
        ("D", Piece(Queen)),
        ("R", Piece(King)),
        ("peão", Piece(Pawn)),
        ("peao", Piece(Pawn)),
        ("cavalo", Piece(Knight)),
        ("bispo", Piece(Bishop)),
        ("torre", Piece(Rook)),
        ("dama", Piece(Queen)),
        ("rei", Piece(King)),
        ("por", Takes),
        ("toma", Takes),
        ("captura", Takes),
        ("a", To),
        ("para", To),
        ("em", At),
        ("roque", Castles),
        ("na passagem", EnPassant),
        ("de passagem", EnPassant),
        ("xeque", Mark(Check)),
        ("xeque duplo", Mark(Double)),
        ("xeque mate", Mark(Mate)),
        ("mate", Mark(Mate)),
    ],
    ..ROMANCE
};

/// French.
pub static FRENCH: Dialect = Dialect {
    letters: ["P", "C", "F", "T", "D", "R"],
    words: &[
        ("P", Piece(Pawn)),
        ("C", Piece(Knight)),
        ("F", Piece(Bishop)),
        ("T", Piece(Rook)),
        ("D", Piece(Queen)),
        ("R", Piece(King)),
        ("pion", Piece(Pawn)),
        ("cavalier", Piece(Knight)),
        ("fou", Piece(Bishop)),
        ("tour", Piece(Rook)),
        ("dame", Piece(Queen)),
        ("roi", Piece(King)),
        ("prend", Takes),
        ("pr", Takes),
        ("à", To),
        ("a", To),
        ("le", Article),
        ("la", Article),
        ("roque", Castles),
        ("roq", Castles),
        ("e p", EnPassant),
        ("échec", Mark(Check)),
        ("echec", Mark(Check)),
        ("éch", Mark(Check)),
        ("ech", Mark(Check)),
        ("échec double", Mark(Double)),
        ("échec et mat", Mark(Mate)),
        ("mat", Mark(Mate)),
    ],
    ..ROMANCE
};

/// Shared properties of the languages that write the rank first.
const ROMANCE: Dialect = Dialect {
    letters: ["P", "C", "A", "T", "D", "R"],
    rank_first: true,
    dash: "",
    en_passant: " a.p.",
    marks: ["+", "+", "+", "++"],
    ordinals: &["ª", "º", "°", "a", "e", "me"],
    words: &[],
};

/// The symbols and words shared by all dialects.
pub static SHARED: &[(&str, Word)] = &[
    ("(", Word::Open),
    (")", Word::Close),
    ("/", Word::Slash),
    ("=", Becomes),
    (",", Word::Comma),
    ("@", Word::Drop),
    ("x", Takes),
    ("X", Takes),
    ("×", Takes),
    ("х", Takes),
    ("Х", Takes),
    (":", Word::Colon),
    ("a p", EnPassant),
    ("en passant", EnPassant),
    ("++", Mark(DoubleOrMate)),
    ("‡", Mark(DoubleOrMate)),
    ("††", Mark(DoubleOrMate)),
    ("#", Mark(Mate)),
    ("≠", Mark(Mate)),
    ("+", Mark(Check)),
    ("†", Mark(Check)),
    ("dis+", Mark(Discovered)),
    ("♔", Piece(King)),
    ("♕", Piece(Queen)),
    ("♖", Piece(Rook)),
    ("♗", Piece(Bishop)),
    ("♘", Piece(Knight)),
    ("♙", Piece(Pawn)),
    ("♚", Piece(King)),
    ("♛", Piece(Queen)),
    ("♜", Piece(Rook)),
    ("♝", Piece(Bishop)),
    ("♞", Piece(Knight)),
    ("♟", Piece(Pawn)),
];

impl Dialect {
    /// Returns the letter of a piece.
    #[inline]
    pub fn letter(&self, role: Role) -> &'static str {
        self.letters.get(role as usize - 1).copied().unwrap_or("A")
    }
}
