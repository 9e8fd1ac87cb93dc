//! What there is to say about the input: typed diagnostics, with their places.

use std::{fmt, ops::Range};

use crate::{chess::Color, lines};

/// How much a diagnostic matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Something was decided that the user may want to know.
    Note,
    /// The text was read, but something in it does not fit.
    Warning,
    /// Something could not be read or written.
    Error,
}

impl Severity {
    /// The word before the message.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The kinds of problems, by [`Problem::kind`], each with what it means. They keep their names.
pub const KINDS: &[(&str, &str)] = &[
    ("no-legal-move", "a text that fits no legal move"),
    ("ambiguous", "a text that fits several legal moves"),
    ("settled", "a text that fits several legal moves, of which what follows allows one"),
    ("repaired", "a text that fits no legal move, read as what was likeliest meant (--repair)"),
    ("doubtful", "a text that fits its move, but was perhaps meant otherwise (--repair)"),
    ("unsure", "a move that is not sure enough for --repair=sure"),
    ("unread", "text that is no move; it is kept as a comment"),
    ("wrong-mark", "a mark of check, mate, capture or en passant that does not fit the move"),
    ("wrong-number", "a move number that does not fit"),
    ("result-mismatch", "the result after the moves is not that of the Result tag"),
    ("early-result", "a result before the end of the game"),
    ("unclosed-comment", "a comment that is never closed"),
    ("unclosed-variation", "a variation that is never closed"),
    ("stray-close", "an unmatched closing bracket"),
    ("nothing-to-vary", "a variation before the first move"),
    ("too-deep", "variations in more variations than are read"),
    ("malformed-tag", "a tag pair that is not written as it should be"),
    ("bad-setup", "a start position that cannot be set up"),
    ("unknown-variant", "a Variant tag that names no variant that is known"),
    ("unknown-notation", "a Notation tag that names no notation that is known"),
    ("wrong-board", "a game on a board that the notation does not know"),
    ("resignation-mismatch", "a resignation that does not fit what else is said of the game's end"),
    ("two-notations", "a game that reads in two notations, to different moves"),
    ("also-reads", "a game with tags that reads in another language too, to different moves"),
    ("no-pieces", "a scoresheet on which no cell says that a piece moves"),
    ("unsuited", "a notation that is not one for scoresheets, given for a scoresheet"),
    ("detected", "which notation a game was found to be in"),
    ("encoding", "text that is not UTF-8"),
    ("escaped", "bytes that are no text in the encoding"),
    ("too-large", "a game, or text between games, that is larger than --max-game allows"),
    ("no-game", "a printed text in which no moves of a game are found"),
    ("not-taken", "lines of a printed text that look like moves but do not go on with the game"),
    ("other-end", "words on the end of a game that do not fit the mate on the board"),
    ("other-result", "a result that does not fit the mate or another end of the game on the board"),
    ("words", "text that belongs to no game"),
    ("is-position", "a position in FEN or EPD, which is no game"),
    ("no-position", "moves that do not begin at move 1, and no position from which they are played"),
    ("looks-like", "a game that does not read in the notation that was given, but reads in another one"),
    ("reads-as", "a text that is no move in the notation of its game, but one in another notation"),
    ("import", "what a strict importer would drop or cut (check --import)"),
    ("other-diagram", "a diagram in a printed game that shows another position than that of the game"),
    ("unwritable", "a move, or a game, that the notation of the output cannot write"),
    ("dropped", "something that the layout of the output has no place for"),
    ("bug", "a bug in plyglot came up in the game, which is kept as it was written"),
];

/// What was done about a text that fits no legal move, or after which the game does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// It is read as another move.
    ReadAs,
    /// A move is missing before it, and was supplied.
    Supplied,
    /// It was left out.
    LeftOut,
    /// It has changed places with the text after it.
    Exchanged,
}

/// What is wrong, or worth saying.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A text that fits no legal move.
    NoLegalMove {
        /// Why not, as far as it can be said.
        reason: Option<String>,
        /// Texts of legal moves that are much like it.
        suggestions: Vec<String>,
    },
    /// A text that fits several legal moves, and the rest of the game does not decide.
    Ambiguous {
        /// What the text leaves open, in words.
        reason: String,
        /// The moves it may mean.
        candidates: Vec<String>,
        /// The one that was taken, if the notation leaves things open.
        taken: Option<String>,
    },
    /// A text that fits several legal moves, only one of which lets the game go on as written.
    Settled {
        /// The move that was taken.
        taken: String,
        /// The moves that it might have meant.
        candidates: Vec<String>,
    },
    /// A text that fits no legal move, or after which the game does not go on, and what was done about it.
    Repaired {
        /// What was done.
        repair: Repair,
        /// The move that was taken, if any.
        read_as: String,
        /// Others that would do as well.
        others: Vec<String>,
        /// How sure it is, in hundredths, unless it is quite sure.
        percent: Option<u8>,
        /// The likeliest of all others.
        next: Option<String>,
    },
    /// A text that fits its move, but was perhaps meant otherwise, as the rest of the game has it.
    Doubtful {
        /// The move that was taken.
        taken: String,
        /// How sure it is, in hundredths.
        percent: u8,
        /// The likeliest of all others.
        next: Option<String>,
    },
    /// A move that is not sure enough to be taken.
    Unsure {
        /// What it would be read as.
        read_as: String,
        /// How sure that is, in hundredths.
        percent: u8,
        /// What else it may be.
        others: Vec<String>,
    },
    /// Text that is no move, kept as a comment.
    Unread,
    /// A mark of check, mate, capture or en passant that does not fit the move.
    WrongMark {
        /// What the mark says.
        mark: &'static str,
        /// What is so instead.
        instead: &'static str,
    },
    /// A move number that does not fit.
    WrongNumber {
        /// The number that would.
        expected: String,
    },
    /// A termination marker that contradicts the `Result` tag.
    ResultMismatch {
        /// The tag's value.
        tag: String,
    },
    /// A termination marker before the end of the game.
    EarlyResult,
    /// A comment that is not closed.
    UnclosedComment,
    /// A variation that is not closed.
    UnclosedVariation,
    /// An unmatched closing parenthesis or brace.
    StrayClose,
    /// A variation before the first move.
    NothingToVary,
    /// A variation in more variations than are read.
    TooDeep,
    /// A tag pair that is not written as it should be.
    MalformedTag,
    /// A start position that cannot be set up.
    BadSetup(String),
    /// A variant that is not known; the game is read as standard chess.
    UnknownVariant,
    /// A `Notation` tag that names no notation.
    UnknownNotation(String),
    /// The notation that was asked for knows nothing of the game's board.
    WrongBoard(String),
    /// The side to move resigns, but something else that is said of the game's end does not fit.
    ResignationMismatch(String),
    /// The game reads in two notations, to different moves.
    TwoNotations(String, String),
    /// The game can be read in another language too, to different moves: the notation in which it was read, and the other.
    AlsoReads(String, String),
    /// A table of moves that are all a pawn's.
    NoPieces,
    /// The game lies in the input as games in this notation do not.
    Unsuited(String),
    /// Which notation a game was found to be in.
    Detected(String),
    /// Text that is not UTF-8.
    Encoding {
        /// As what it was read.
        taken: &'static str,
    },
    /// Text that is not UTF-8 and likeliest in this encoding, in which ASCII signs may be parts of letters.
    UnknownEncoding(&'static str),
    /// Bytes that are no text, written as `\xHH`.
    Escaped {
        /// How many.
        bytes: usize,
    },
    /// A game, or text between games, that is larger than a game may be; it is not read.
    TooLarge {
        /// How many bytes a game may have.
        limit: usize,
    },
    /// A printed text in which there is no game.
    NoGame,
    /// Lines of a printed text that look like moves but do not go on with the game.
    NotTaken {
        /// Are they kept as a comment? Otherwise they are left out.
        kept: bool,
    },
    /// Words on the end of a game that do not fit the mate on the board, which gives this result.
    OtherEnd(&'static str),
    /// A result that does not fit how the game is over on the board.
    OtherResult {
        /// How it is over: by mate, or otherwise.
        on_board: &'static str,
        /// The result that is told.
        told: &'static str,
    },
    /// The game reads in this notation, and not in the one that was given.
    LooksLike(String),
    /// A text that is a move in this notation, and none in that of the game.
    ReadsAs(String),
    /// What a strict importer makes of the game.
    Import(String),
    /// Words that belong to no game.
    Words {
        /// Whether they are kept as a comment before the next game.
        kept: bool,
    },
    /// A position in FEN or EPD.
    IsPosition,
    /// Moves that do not begin at move 1, without a position from which they are played.
    NoPosition,
    /// A diagram that shows another position than that of the game.
    OtherDiagram,
    /// A move that the target notation cannot write.
    Unwritable(String),
    /// Something that the layout has no place for.
    Dropped(&'static str),
    /// A bug in plyglot came up in the game.
    Bug(String),
}

impl Problem {
    /// A short name that does not change, for machine-readable output.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Problem::NoLegalMove { .. } => "no-legal-move",
            Problem::Ambiguous { .. } => "ambiguous",
            Problem::Settled { .. } => "settled",
            Problem::Repaired { .. } => "repaired",
            Problem::Doubtful { .. } => "doubtful",
            Problem::Unsure { .. } => "unsure",
            Problem::Unread => "unread",
            Problem::WrongMark { .. } => "wrong-mark",
            Problem::WrongNumber { .. } => "wrong-number",
            Problem::ResultMismatch { .. } => "result-mismatch",
            Problem::EarlyResult => "early-result",
            Problem::UnclosedComment => "unclosed-comment",
            Problem::UnclosedVariation => "unclosed-variation",
            Problem::StrayClose => "stray-close",
            Problem::NothingToVary => "nothing-to-vary",
            Problem::TooDeep => "too-deep",
            Problem::MalformedTag => "malformed-tag",
            Problem::BadSetup(_) => "bad-setup",
            Problem::UnknownVariant => "unknown-variant",
            Problem::UnknownNotation(_) => "unknown-notation",
            Problem::WrongBoard(_) => "wrong-board",
            Problem::ResignationMismatch(_) => "resignation-mismatch",
            Problem::TwoNotations(..) => "two-notations",
            Problem::AlsoReads(..) => "also-reads",
            Problem::NoPieces => "no-pieces",
            Problem::Unsuited(_) => "unsuited",
            Problem::Detected(_) => "detected",
            Problem::Encoding { .. } | Problem::UnknownEncoding(_) => "encoding",
            Problem::Escaped { .. } => "escaped",
            Problem::TooLarge { .. } => "too-large",
            Problem::NoGame => "no-game",
            Problem::NotTaken { .. } => "not-taken",
            Problem::OtherEnd(_) => "other-end",
            Problem::OtherResult { .. } => "other-result",
            Problem::Words { .. } => "words",
            Problem::IsPosition => "is-position",
            Problem::NoPosition => "no-position",
            Problem::LooksLike(_) => "looks-like",
            Problem::ReadsAs(_) => "reads-as",
            Problem::Import(_) => "import",
            Problem::OtherDiagram => "other-diagram",
            Problem::Unwritable(_) => "unwritable",
            Problem::Dropped(_) => "dropped",
            Problem::Bug(_) => "bug",
        }
    }
}

/// Joins words as in `a`, `a or b`, `a, b or c`.
pub(crate) fn any_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
                match taken {
                    Some(taken) => write!(f, "; {taken} was taken"),
                    None => Ok(()),
                }
            }
            Problem::Settled { taken, candidates } => {
                write!(f, "may be {}; read as {taken}, with which the game goes on", any_of(candidates))
            }
            Problem::Repaired { repair, read_as, others, percent, next } => {
                match repair {
                    Repair::ReadAs => write!(f, "read as {read_as}")?,
                    Repair::Supplied => write!(f, "a move is missing here; {read_as} was supplied")?,
                    Repair::LeftOut => f.write_str("left out, for the game goes on without it")?,
                    Repair::Exchanged => write!(f, "exchanged with another move, and read as {read_as}")?,
                }
                match others.len() {
                    0 => {}
                    1..=4 => write!(f, "; {} would do as well", any_of(others))?,
                    count => write!(f, "; {count} others would do as well")?,
                }
                match (percent, next) {
                    (Some(percent), Some(next)) if others.is_empty() => {
                        write!(f, " ({percent} % sure; {next} is the next likeliest)")
                    }
                    (Some(percent), _) => write!(f, " ({percent} % sure)"),
                    (None, _) => Ok(()),
                }
            }
            Problem::Doubtful { taken, percent, next } => {
                write!(f, "read as {taken}, of which it is {percent} % sure")?;
                next.iter().try_for_each(|next| write!(f, "; {next} is the next likeliest"))
            }
            Problem::Unsure { read_as, percent, others } => {
                write!(f, "would be read as {read_as}, but that is only {percent} % sure")?;
                if others.is_empty() { Ok(()) } else { write!(f, "; it may be {}", any_of(others)) }
            }
            Problem::Unread => f.write_str("not a move; kept as a comment"),
            Problem::WrongMark { mark, instead } => write!(f, "marked as {mark}, but {instead}"),
            Problem::WrongNumber { expected } => write!(f, "the move number should be {expected}"),
            Problem::ResultMismatch { tag } => write!(f, "the Result tag says {tag}"),
            Problem::EarlyResult => f.write_str("a result before the end of the game; kept as a comment"),
            Problem::UnclosedComment => f.write_str("the comment is never closed"),
            Problem::UnclosedVariation => f.write_str("the variation is never closed"),
            Problem::StrayClose => f.write_str("unmatched; dropped"),
            Problem::NothingToVary => f.write_str("a variation before the first move; kept as a comment"),
            Problem::TooDeep => f.write_str("variations too deep in one another; kept as a comment"),
            Problem::MalformedTag => f.write_str("malformed tag pair"),
            Problem::BadSetup(why) => f.write_str(why),
            Problem::UnknownVariant => f.write_str("not a variant that is known; read as standard chess"),
            Problem::UnknownNotation(why) | Problem::WrongBoard(why) => f.write_str(why),
            Problem::ResignationMismatch(what) => write!(f, "the side to move resigns, but {what}"),
            Problem::TwoNotations(one, other) => {
                write!(f, "reads as {one} and as {other}, to different moves; say which with --from")
            }
            Problem::AlsoReads(one, other) => {
                write!(
                    f,
                    "reads as {other} as well, to different moves; read as {one}, the standard of games with tags"
                )
            }
            Problem::NoPieces => f.write_str("no cell says that a piece moves; have figurines been lost?"),
            Problem::Unsuited(name) => {
                write!(
                    f,
                    "a table with a column for each file holds no moves in {name}; say another notation with --from"
                )
            }
            Problem::Detected(name) => write!(f, "read as {name}"),
            Problem::Encoding { taken } => {
                write!(f, "not UTF-8; read as {}", taken.replacen("windows", "Windows", 1))
            }
            Problem::UnknownEncoding(like) => {
                write!(f, "not UTF-8, perhaps {like}; bytes are written as \\xHH (see --encoding)")
            }
            Problem::Escaped { bytes: 1 } => f.write_str("undecodable byte, written as \\xHH"),
            Problem::Escaped { bytes } => write!(f, "{bytes} undecodable bytes, written as \\xHH"),
            Problem::TooLarge { limit } => {
                write!(f, "larger than a game may be ({limit} bytes, see --max-game); left out")
            }
            Problem::NoGame => f.write_str(
                "no moves of a game from its beginning are found here; a fragment needs --fen or --after",
            ),
            Problem::NotTaken { kept } => {
                let done = if *kept { "kept as a comment" } else { "left out" };
                write!(f, "this looks like moves but does not go on with the game; {done}")
            }
            Problem::OtherEnd(result) => {
                write!(f, "what is said of the end does not fit the mate on the board; {result} was taken")
            }
            Problem::OtherResult { on_board, told } => {
                write!(f, "{on_board} on the board, but the result is {told}; kept")
            }
            Problem::LooksLike(name) => write!(f, "the game looks like {name}; drop -f"),
            Problem::ReadsAs(name) => write!(f, "reads as {name}; are notations mixed here?"),
            Problem::Import(what) => write!(f, "a strict importer {what}"),
            Problem::Words { kept: true } => f.write_str("words outside games; kept as a comment before the next one"),
            Problem::Words { kept: false } => f.write_str("words that belong to no game; left out"),
            Problem::IsPosition => {
                f.write_str("a position in FEN, not a game; give it with --fen to read moves that are played from it")
            }
            Problem::NoPosition => f.write_str(
                "the moves do not begin at move 1; left out: give the position with --fen, or the moves before with --after",
            ),
            Problem::OtherDiagram => f.write_str("the diagram shows another position"),
            Problem::Unwritable(why) | Problem::Bug(why) => f.write_str(why),
            Problem::Dropped(what) => write!(f, "{what} can't be represented in this layout; dropped"),
        }
    }
}

/// A diagnostic about a game, with its place in the text that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub problem: Problem,
    /// Where, in bytes from the beginning of the text.
    pub span: Range<usize>,
    /// At which ply: move number and side.
    pub ply: Option<(u32, Color)>,
    /// The position there, as FEN, where it helps.
    pub fen: Option<String>,
    /// Legal moves that have something in common with the text.
    pub legal: Vec<Legal>,
    /// How many others of the kind lie within the span ([`add`]).
    pub more: usize,
}

/// At most this many diagnostics per game, plus one summary per kind.
pub const MANY: usize = 1000;

/// Adds a diagnostic to those about a game. Where there are very many already, the last one of its kind is made to speak of
/// it too: a hostile game may have millions, each of which would take more memory than its text.
pub fn add(all: &mut Vec<Diagnostic>, new: Diagnostic) {
    let kind = new.problem.kind();
    let mut others = all.iter_mut().skip(MANY);
    match others.find(|it| it.severity == new.severity && it.problem.kind() == kind) {
        Some(one) => {
            one.span = one.span.start.min(new.span.start)..one.span.end.max(new.span.end);
            one.more += 1 + new.more;
        }
        None => all.push(new),
    }
}

/// Legal moves of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    /// What they have in common, as in `moves of the king`.
    pub what: String,
    /// Their texts.
    pub moves: Vec<String>,
}

impl Diagnostic {
    /// An error at this place.
    #[must_use]
    pub fn error(span: Range<usize>, problem: Problem) -> Diagnostic {
        let (severity, legal) = (Severity::Error, Vec::new());
        Diagnostic { severity, problem, span, ply: None, fen: None, legal, more: 0 }
    }

    /// A warning at this place.
    #[must_use]
    pub fn warning(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, problem) }
    }

    /// In which notation a game was read, which is worth a warning if another one could be meant.
    #[must_use]
    pub fn notation(span: Range<usize>, problem: Problem) -> Diagnostic {
        match problem {
            Problem::AlsoReads(..) => Diagnostic::warning(span, problem),
            _ => Diagnostic::note(span, problem),
        }
    }

    /// A note at this place.
    #[must_use]
    pub fn note(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(span, problem) }
    }

    /// The number of the move, as in `12...`, if the diagnostic is about one.
    #[must_use]
    pub fn ply_label(&self) -> Option<String> {
        self.ply.map(|(number, color)| format!("{number}{}", color.fold_wb(".", "...")))
    }

    /// The same, at the next ply of this position.
    #[must_use]
    pub fn at(self, position: &crate::chess::Position) -> Diagnostic {
        let fen = (self.severity == Severity::Error).then(|| position.fen());
        Diagnostic { ply: Some((position.move_number(), position.turn())), fen, ..self }
    }

    /// The number of the ply, counted from 1 as White's first of a game from the first position.
    #[must_use]
    pub fn ply_number(&self) -> Option<u64> {
        self.ply.map(|(number, color)| (u64::from(number) * 2).saturating_sub(color.fold_wb(1, 0)))
    }

    /// Texts of moves that may be meant: those that the text leaves open, or else legal ones that are like it.
    #[must_use]
    pub fn candidates(&self) -> &[String] {
        match (&self.problem, self.legal.first()) {
            (Problem::Ambiguous { candidates, .. } | Problem::Settled { candidates, .. }, _) => candidates,
            (Problem::Repaired { others, .. }, _) => others,
            (Problem::NoLegalMove { suggestions, .. }, _) if !suggestions.is_empty() => suggestions,
            (_, Some(legal)) => &legal.moves,
            (_, None) => &[],
        }
    }
}

/// A diagnostic with its place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text at the place.
    pub text: String,
    /// The same within its line.
    pub excerpt: Excerpt,
    /// Where the place ends, line and column, if others of the kind lie within it.
    pub last: Option<(u64, usize)>,
}

impl Located {
    /// What there is to say of a game of this number, as in
    /// `game 7 (Morphy – Harrwitz), 12... Sf6: no legal move`.
    #[must_use]
    pub fn about(&self, game: u64, players: Option<&str>) -> String {
        let Located { diagnostic, text, .. } = self;
        let mut message = format!("game {game}");
        if let Some(players) = players {
            message.push_str(&format!(" ({players})"));
        }
        match (diagnostic.ply_label(), text.as_str()) {
            (Some(number), "") => message.push_str(&format!(", {number}")),
            (Some(number), text) => message.push_str(&format!(", {number} {text}")),
            (None, "") => {}
            (None, text) => message.push_str(&format!(", {text}")),
        }
        message.push_str(&format!(": {}", self.problem()));
        message
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn problem(&self) -> String {
        let Diagnostic { problem, more, .. } = &self.diagnostic;
        match self.last {
            Some((line, column)) => format!("{problem}; and {more} more like it, up to {line}:{column}"),
            None => problem.to_string(),
        }
    }
}

/// A part of a line that is short enough to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excerpt {
    /// What stands before the text, from the beginning of the line, or from `…` on.
    pub before: String,
    /// The text; of one that goes on in another line, or is long, the beginning.
    pub text: String,
    /// What stands after it, to the end of the line, or up to `…`.
    pub after: String,
}

/// A text of this many characters at most is quoted in a message.
const QUOTED: usize = 40;

/// Finds the places of diagnostics, in the order of their places, in the text in which they were found.
#[must_use]
pub fn locate(diagnostics: Vec<Diagnostic>, text: &str, first_line: u64) -> Vec<Located> {
    let (mut at, mut here) = (0, (first_line, 1));
    diagnostics
        .into_iter()
        .map(|diagnostic| {
            let start = diagnostic.span.start.min(text.len()).max(at);
            here = go_on(here, &text[at..start]);
            at = start;
            let (line, column) = here;
            let all = || &text[start..diagnostic.span.end.clamp(start, text.len())];
            let last = (diagnostic.more > 0).then(|| go_on(here, all()));
            let quoted = &text[start..diagnostic.span.end.clamp(start, text.len())];
            // Beyond this nothing is quoted anyway.
            let words: Vec<&str> = quoted.split_whitespace().take(QUOTED).collect();
            let shown = text;
            let text = first_of(&words.join(" "), QUOTED);
            let excerpt = excerpt(shown, start..diagnostic.span.end);
            Located { diagnostic, line, column, text, excerpt, last }
        })
        .collect()
}

/// The line and column after this text, which begins in these.
fn go_on((line, column): (u64, usize), passed: &str) -> (u64, usize) {
    let line_start = passed.rfind(['\n', '\r']).map(|n| n + 1);
    let column = line_start.map_or(column, |_| 1) + passed[line_start.unwrap_or(0)..].chars().count();
    (line + lines::count(passed.as_bytes()), column)
}

/// Of an excerpt so many characters stand before the text at most, and so many from its beginning on.
const BEFORE: usize = 40;
const FROM: usize = 60;

/// The line around a place, as far as it is shown. Of a long line no more is looked at than that.
fn excerpt(text: &str, span: Range<usize>) -> Excerpt {
    let is_end = |it: char| matches!(it, '\n' | '\r');
    let mut before: Vec<char> =
        text[..span.start].chars().rev().take_while(|it| !is_end(*it)).take(BEFORE + 1).collect();
    if before.len() > BEFORE {
        before[BEFORE] = '…';
    }
    let rest = &text[span.start..];
    let limit = rest.char_indices().nth(FROM + 1).map_or(rest.len(), |it| it.0);
    let line = &rest[..rest[..limit].find(is_end).unwrap_or(limit)];
    let len = span.len().min(line.len());
    let at = (0..=len).rev().find(|it| line.is_char_boundary(*it)).unwrap_or(0);
    let found = line[..at].trim_end();
    let text = first_of(found, QUOTED);
    let after = if text == found { &line[found.len()..] } else { "" };
    let room = FROM.saturating_sub(text.chars().count());
    Excerpt { before: before.into_iter().rev().collect(), text, after: first_of(after.trim_end(), room) }
}

/// The text, or its first characters and `…`.
fn first_of(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::KINDS;

    #[test]
    fn all_kinds_are_listed() {
        let source = include_str!("diagnostics.rs");
        let body = source.split("pub const fn kind").nth(1).and_then(|it| it.split("\n    }\n").next());
        let named: Vec<&str> = body.into_iter().flat_map(|it| it.split('"').skip(1).step_by(2)).collect();
        let listed: Vec<&str> = KINDS.iter().map(|it| it.0).collect();
        assert!(named.len() > 20, "{named:?}");
        assert_eq!(named, listed);
    }
}
