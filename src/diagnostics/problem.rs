//! The problems of games, each with the name of its kind and its English.

use std::fmt;

use crate::reasons::{Ambiguity, Candidate, Illegal, Suggestion, Unwritable, any_of};

/// How a text was repaired that fits no legal move, or after which the game does not continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// Read as another move.
    ReadAs,
    /// A missing move was inserted before it.
    Supplied,
    /// Omitted.
    LeftOut,
    /// Swapped with the text after it.
    Exchanged,
}

/// Writes a message in which fields are named, or what [`Problem::describe`] makes of the problem.
macro_rules! message {
    ($problem:ident, $f:ident, _) => {
        $problem.describe($f)
    };
    ($problem:ident, $f:ident, $text:literal) => {
        write!($f, $text)
    };
}

/// Defines the problems, each with its fields, the name of its kind, the meaning of that, and the message.
macro_rules! problems {
    ($(
        $(#[$doc:meta])* $problem:ident $(($($value:ident: $of:ty),+))?
        $({$($(#[$about:meta])* $field:ident: $type:ty,)+})?: $kind:literal, $meaning:literal, $message:tt;
    )+) => {
        /// A problem, or something worth a note.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Problem {
            $(#[doc = $meaning] $(#[$doc])* $problem $(($($of),+))? $({$($(#[$about])* $field: $type,)+})?,)+
        }

        /// The kinds of problems, by [`Problem::kind`], with their meanings. The names are stable.
        pub const KINDS: &[(&str, &str)] = &[$(($kind, $meaning)),+];

        impl Problem {
            /// Returns the stable name of the kind, for machine-readable output.
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Problem::$problem { .. } => $kind,)+
                }
            }
        }

        impl fmt::Display for Problem {
            #[expect(unused_variables, reason = "some messages are not made of the fields alone")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Problem::$problem $(($($value),+))? $({ $($field),+ })? => message!(self, f, $message),)+
                }
            }
        }
    };
}

problems! {
    NoLegalMove {
        /// Why not, if known.
        reason: Option<Illegal>,
        /// What may be meant.
        suggestions: Vec<Suggestion>,
    }: "no-legal-move", "a text that fits no legal move", _;
    /// The rest of the game does not disambiguate it.
    Ambiguous {
        reason: Ambiguity,
        /// The moves it may mean.
        candidates: Vec<Candidate>,
        /// Whether the first was taken, as the notation permits ambiguity.
        taken: bool,
    }: "ambiguous", "a text that fits several legal moves", _;
    Settled {
        /// The move that was taken.
        taken: Candidate,
        /// The moves it might have meant.
        candidates: Vec<Candidate>,
    }: "settled", "a text that fits several legal moves, only one of which lets the game continue", _;
    Repaired {
        repair: Repair,
        /// The move that was taken, if any.
        read_as: Option<Candidate>,
        /// Others that fit equally well.
        others: Vec<Candidate>,
        /// The confidence in per cent, unless it is practically certain.
        percent: Option<u8>,
        /// The most likely alternative.
        next: Option<Candidate>,
    }: "repaired", "a text that fits no legal move, read as the most likely one (--repair)", _;
    Doubtful {
        /// The move that was taken.
        taken: Option<Candidate>,
        /// The confidence in per cent.
        percent: u8,
        /// The most likely alternative.
        next: Option<Candidate>,
    }: "doubtful", "a text that fits a legal move, but probably means another (--repair)", _;
    Unsure {
        /// The move it would be read as.
        read_as: Candidate,
        /// The confidence in per cent.
        percent: u8,
        others: Vec<Candidate>,
    }: "unsure", "a move at which a game ends, as it is not certain enough (--repair)", _;
    Unread: "unread", "text that is not a move, kept as a comment", "not a move; kept as a comment";
    WrongMark {
        /// What the mark says.
        mark: &'static str,
        /// What is true instead.
        instead: &'static str,
    }: "wrong-mark", "a wrong mark of check, mate, capture or en passant", "marked as {mark}, but {instead}";
    WrongNumber {
        expected: String,
    }: "wrong-number", "a wrong move number", "the move number should be {expected}";
    LostRows {
        /// The right number.
        expected: String,
    }: "lost-rows", "move numbers that go on from a wrong one, or are out of order",
        "the move number should be {expected}; a row is missing or out of order";
    UnreadRows: "unread-rows", "lines of moves after the last one that could be read",
        "the moves go on here, but do not fit";
    HiddenMoves: "hidden-moves", "the next moves of a game in a comment to the end of its line",
        "the moves go on in this comment; kept as one";
    MissingMove(number: String): "missing-move", "a move that is missing before the number of the next one",
        "the move {number} is missing before this";
    ResultMismatch {
        /// The tag's value.
        tag: String,
    }: "result-mismatch", "a result after the moves that differs from the Result tag",
        "the Result tag says {tag}";
    EarlyResult: "early-result", "a result before the end of the game",
        "a result before the end of the game; kept as a comment";
    UnclosedComment: "unclosed-comment", "an unclosed comment", "the comment is never closed";
    UnclosedVariation: "unclosed-variation", "an unclosed variation", "the variation is never closed";
    StrayClose: "stray-close", "an unmatched closing bracket", "unmatched; dropped";
    NothingToVary: "nothing-to-vary", "a variation before the first move",
        "a variation before the first move; kept as a comment";
    TooDeep: "too-deep", "variations nested too deeply", "variations nested too deeply; kept as a comment";
    UnclosedTag: "unclosed-tag", "a tag pair in which the text ends", "the text ends in this tag pair";
    MalformedTag: "malformed-tag", "a malformed tag pair", "malformed tag pair";
    /// Why it cannot be set up.
    BadSetup(why: String): "bad-setup", "an invalid start position", "{why}";
    UnknownVariant {
        /// The variant that it may mean.
        meant: Option<String>,
    }: "unknown-variant", "a Variant tag with an unknown name", _;
    /// The message.
    UnknownNotation(why: String): "unknown-notation", "a Notation tag with an unknown name", "{why}";
    /// Why the notation does not support it.
    WrongBoard(why: Unwritable): "wrong-board", "a game on a board that the notation does not support",
        "{why}";
    ResignationMismatch(what: String): "resignation-mismatch", "a resignation that contradicts the stated result or termination",
        "the side to move resigns, but {what}";
    TwoNotations(one: String, other: String): "two-notations", "a game that can be read in two notations, with different moves",
        "reads as {one} and as {other}, with different moves; choose with --from";
    Otherwise(name: String): "otherwise", "a game of words that are all standard algebraic notation, legal only in another",
        "read as {name}: all words are standard algebraic notation, but the game is not legal in it; name the notation with --from";
    NoPieces: "no-pieces", "a scoresheet with moves of pawns only",
        "only pawns move; have figurines been lost?";
    Unsuited(name: String): "unsuited", "a notation that does not suit scoresheets, given for one",
        "a table with a column for each file cannot hold moves in {name}; choose another notation with --from";
    Detected(name: String): "detected", "the detected notation of a game", "read as {name}";
    Encoding {
        /// The most likely encoding.
        name: &'static str,
        /// Whether it was decoded from that; letters of some others may contain ASCII bytes.
        taken: bool,
    }: "encoding", "text that is not UTF-8", _;
    /// They are written as `\xHH`.
    Escaped {
        bytes: usize,
    }: "escaped", "bytes that cannot be decoded", _;
    /// It is not read.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    }: "too-large", "a game, or text between games, that is larger than --max-game allows",
        "larger than the limit for a game ({limit} bytes, see --max-game); left out";
    NoGame: "no-game", "a printed text without the moves of a game",
        "no game from move 1 found; a fragment needs --fen or --after";
    Fragment: "fragment", "printed moves that do not follow from the first position, left out",
        "no game from move 1 here; the moves are left out (a fragment needs --fen or --after)";
    /// What it is instead.
    NotGames(what: String): "not-games", "an input that is no text of games", "{what}";
    NotTaken {
        /// Whether they are kept as a comment rather than dropped.
        kept: bool,
    }: "not-taken", "lines of a printed text that look like moves but do not continue the game", _;
    OtherEnd {
        /// What the words or the heading say.
        said: &'static str,
        /// The result taken.
        taken: &'static str,
    }: "other-end", "words or a heading that contradict the result of a game",
        "says {said}, but the result is {taken}";
    /// The words.
    UnclearEnd(words: String): "unclear-end", "words around the moves that may state the result, but do not tell it",
        "the result is unclear: {words}";
    OtherResult {
        /// How the game ended on the board: by mate, or otherwise.
        on_board: &'static str,
        /// The stated result.
        stated: &'static str,
    }: "other-result", "a result that contradicts the end of the game on the board",
        "{on_board} on the board, but the result is {stated}; kept";
    Words {
        /// Whether it is kept as a comment before the next game.
        kept: bool,
    }: "words", "text that belongs to no game", _;
    /// What it says.
    RunningHead(text: String): "running-head", "a running head or page number of pages with boxes; left out",
        "running head or page number left out: {text}";
    /// The number as printed.
    MisreadNumber(printed: String): "misread-number", "a move number of pages with boxes, read as those around it count",
        "printed {printed}; numbered as the rows around it";
    /// What is wrong.
    BrokenXml(why: String): "broken-xml", "pages with boxes that are not well-formed XML, read up to there",
        "broken XML: {why}; read up to here";
    UnplacedWord(word: String): "unplaced-word", "a word on pages with boxes that has no box; left out",
        "the word {word} has no box; left out";
    NoWords: "no-words", "pages with boxes that have no words",
        "no words with boxes; recognise the text of the pages first";
    /// The name of the field.
    UnreadField(name: String): "unread-field", "a field of a record, or a column of a table, that is not read",
        "the field {name} is not read; left out";
    NoRecord: "no-record", "a record that is no game, such as an error of a server",
        "no game: neither moves nor players";
    IsPosition: "is-position", "a position in FEN or EPD, not a game",
        "a position in FEN, not a game; use --fen to read moves played from it";
    NoPosition: "no-position", "moves that do not begin at move 1, without a position to play them from",
        "the moves do not begin at move 1: no game without the position (--fen) or the moves before them (--after)";
    /// The other notation.
    LooksLike(name: String): "looks-like", "a game that cannot be read in the given notation, but in another",
        "the game looks like {name}; drop -f";
    /// The other notation.
    ReadsAs(name: String): "reads-as", "a text that is a move in another notation than that of its game",
        "reads as {name}; are notations mixed here?";
    Import(what: String): "import", "what a strict importer would drop or cut (check --import)",
        "a strict importer {what}";
    /// A letter of the text, and that of the piece.
    Disguise(read: char, meant: char): "disguise", "a letter that stands for that of a piece throughout a page",
        "{read} stands for {meant} on this page";
    OtherDiagram: "other-diagram", "a diagram in a printed game that differs from the position in the game",
        "the diagram shows another position";
    /// Why not.
    Unwritable(why: Unwritable): "unwritable", "a move or game that the output notation cannot express",
        "{why}";
    /// Why.
    Unformatted(why: &'static str): "unformatted", "a game that check --fix leaves as it is",
        "left as it is: {why}";
    Dropped(what: &'static str): "dropped", "something that cannot be represented in the output layout",
        "{what} can't be represented in this layout; dropped";
    Correction {
        /// The file of corrections, and the line.
        name: String,
        /// Why it does not fit.
        why: String,
    }: "correction", "a correction that does not fit (--corrections)",
        "the correction {name} does not fit: {why}";
    /// The message.
    Bug(why: String): "bug", "a bug in plyglot; the game is kept unmodified", "{why}";
}

impl Problem {
    /// Whether a ply may not be the one that was meant: its confidence is below 99 %.
    pub fn is_unsure(&self) -> bool {
        matches!(self, Problem::Repaired { percent: Some(_), .. } | Problem::Doubtful { .. })
    }

    /// Lists the plies that a text may mean: those that fit, or those similar.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        let (fitting, similar) = match self {
            Problem::Ambiguous { candidates, .. } | Problem::Settled { candidates, .. } => {
                (&candidates[..], &[][..])
            }
            Problem::Repaired { others, .. } | Problem::Unsure { others, .. } => (&others[..], &[][..]),
            Problem::NoLegalMove { suggestions, .. } => (&[][..], &suggestions[..]),
            _ => (&[][..], &[][..]),
        };
        fitting.iter().chain(similar.iter().filter_map(Suggestion::ply))
    }

    /// Returns the field of a record that the problem is about.
    pub(crate) fn field(&self) -> Option<&str> {
        match self {
            Problem::UnreadField(name) => Some(name),
            _ => None,
        }
    }

    /// Writes a message that depends on more than the fields.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoLegalMove { reason, suggestions } => {
                f.write_str("no legal move")?;
                if let Some(reason) = reason {
                    write!(f, ": {reason}")?;
                }
                if !suggestions.is_empty() {
                    write!(f, "; did you mean {}?", any_of(suggestions))?;
                }
                Ok(())
            }
            Problem::Ambiguous { reason, candidates, taken } => {
                write!(f, "ambiguous: {reason}: {}", any_of(candidates))?;
                candidates.iter().take(usize::from(*taken)).try_for_each(|it| write!(f, "; {it} was taken"))
            }
            Problem::Settled { taken, candidates } => {
                write!(f, "may be {}; read as {taken}, which lets the game continue", any_of(candidates))
            }
            Problem::Repaired { repair, read_as, others, percent, next } => {
                let read_as = text_of(read_as.as_ref());
                match repair {
                    Repair::ReadAs => write!(f, "read as {read_as}")?,
                    Repair::Supplied => write!(f, "a move is missing here; {read_as} was supplied")?,
                    Repair::LeftOut => f.write_str("left out; the game reads on without it")?,
                    Repair::Exchanged => write!(f, "swapped with another move, and read as {read_as}")?,
                }
                match others.len() {
                    0 => {}
                    1..=4 => write!(f, "; {} would fit as well", any_of(others))?,
                    count => write!(f, "; {count} others would fit as well")?,
                }
                match (percent, next) {
                    (Some(percent), Some(next)) if others.is_empty() => {
                        write!(f, " ({percent} % sure; {next} is the next most likely)")
                    }
                    (Some(percent), _) => write!(f, " ({percent} % sure)"),
                    (None, _) => Ok(()),
                }
            }
            Problem::Doubtful { taken, percent, next } => {
                write!(f, "read as {} with {percent} % confidence", text_of(taken.as_ref()))?;
                next.iter().try_for_each(|next| write!(f, "; {next} is the next most likely"))
            }
            Problem::Unsure { read_as, percent, others } => {
                write!(f, "would be read as {read_as} with only {percent} % confidence")?;
                if others.is_empty() { Ok(()) } else { write!(f, "; it may be {}", any_of(others)) }
            }
            Problem::UnknownVariant { meant } => {
                let meant = meant.as_ref().map_or_else(String::new, |it| format!("; did you mean {it}?"));
                write!(
                    f,
                    "unknown variant{meant} (--rules standard reads its moves as those of standard chess)"
                )
            }
            Problem::Encoding { name, taken: true } => {
                write!(f, "not UTF-8; read as {}", name.replacen("windows", "Windows", 1))
            }
            Problem::Encoding { name, taken: false } => {
                write!(f, "not UTF-8, perhaps {name}; bytes are written as \\xHH (see --encoding)")
            }
            Problem::Escaped { bytes: 1 } => f.write_str("undecodable byte, written as \\xHH"),
            Problem::Escaped { bytes } => write!(f, "{bytes} undecodable bytes, written as \\xHH"),
            Problem::NotTaken { kept } => {
                let done = if *kept { "kept as a comment" } else { "left out" };
                write!(f, "looks like moves, but does not continue the game; {done}")
            }
            Problem::Words { kept: true } => {
                f.write_str("text outside games; kept as a comment before the next one")
            }
            Problem::Words { kept: false } => f.write_str("text outside games; left out"),
            _ => f.write_str(self.kind()),
        }
    }
}

/// Returns the text of a candidate, if there is one.
fn text_of(candidate: Option<&Candidate>) -> &str {
    candidate.map_or("", |it| &it.text)
}
