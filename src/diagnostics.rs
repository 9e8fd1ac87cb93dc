//! Typed diagnostics about the input, with their places.

use std::{fmt, ops::Range};

use crate::{
    chess::Color,
    lines,
    reasons::{Ambiguity, Candidate, Illegal, InCommon, Suggestion, Unwritable, any_of},
    slice::Slice as _,
};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A decision that the user may want to know of.
    Note,
    /// The text was read, but something in it is inconsistent.
    Warning,
    /// Something could not be read or written.
    Error,
}

impl Severity {
    /// Returns the word printed before the message.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

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

/// Defines the problems, each with its fields, the name of its kind, and the meaning of that.
macro_rules! problems {
    ($(
        $(#[$doc:meta])* $problem:ident $(($($value:ty),+))? $({$($(#[$about:meta])* $field:ident: $type:ty,)+})?:
        $kind:literal, $meaning:literal;
    )+) => {
        /// A problem, or something worth a note.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Problem {
            $(#[doc = $meaning] $(#[$doc])* $problem $(($($value),+))? $({$($(#[$about])* $field: $type,)+})?,)+
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
    };
}

problems! {
    NoLegalMove {
        /// Why not, if known.
        reason: Option<Illegal>,
        /// What may be meant.
        suggestions: Vec<Suggestion>,
    }: "no-legal-move", "a text that fits no legal move";
    /// The rest of the game does not disambiguate it.
    Ambiguous {
        reason: Ambiguity,
        /// The moves it may mean.
        candidates: Vec<Candidate>,
        /// Whether the first was taken, as the notation permits ambiguity.
        taken: bool,
    }: "ambiguous", "a text that fits several legal moves";
    Settled {
        /// The move that was taken.
        taken: Candidate,
        /// The moves it might have meant.
        candidates: Vec<Candidate>,
    }: "settled", "a text that fits several legal moves, only one of which lets the game continue";
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
    }: "repaired", "a text that fits no legal move, read as the most likely one (--repair)";
    Doubtful {
        /// The move that was taken.
        taken: Option<Candidate>,
        /// The confidence in per cent.
        percent: u8,
        /// The most likely alternative.
        next: Option<Candidate>,
    }: "doubtful", "a text that fits a legal move, but probably means another (--repair)";
    Unsure {
        /// The move it would be read as.
        read_as: Candidate,
        /// The confidence in per cent.
        percent: u8,
        others: Vec<Candidate>,
    }: "unsure", "a move at which a game ends, as it is not certain enough (--repair)";
    Unread: "unread", "text that is not a move, kept as a comment";
    WrongMark {
        /// What the mark says.
        mark: &'static str,
        /// What is true instead.
        instead: &'static str,
    }: "wrong-mark", "a wrong mark of check, mate, capture or en passant";
    WrongNumber {
        expected: String,
    }: "wrong-number", "a wrong move number";
    LostRows {
        /// The right number.
        expected: String,
    }: "lost-rows", "move numbers that go on from a wrong one, or are out of order";
    UnreadRows: "unread-rows", "lines of moves after the last one that could be read";
    HiddenMoves: "hidden-moves", "the next moves of a game in a comment to the end of its line";
    MissingMove(String): "missing-move", "a move that is missing before the number of the next one";
    ResultMismatch {
        /// The tag's value.
        tag: String,
    }: "result-mismatch", "a result after the moves that differs from the Result tag";
    EarlyResult: "early-result", "a result before the end of the game";
    UnclosedComment: "unclosed-comment", "an unclosed comment";
    UnclosedVariation: "unclosed-variation", "an unclosed variation";
    StrayClose: "stray-close", "an unmatched closing bracket";
    NothingToVary: "nothing-to-vary", "a variation before the first move";
    TooDeep: "too-deep", "variations nested too deeply";
    MalformedTag: "malformed-tag", "a malformed tag pair";
    /// Why it cannot be set up.
    BadSetup(String): "bad-setup", "an invalid start position";
    UnknownVariant {
        /// The variant that it may mean.
        meant: Option<String>,
    }: "unknown-variant", "a Variant tag with an unknown name";
    /// The message.
    UnknownNotation(String): "unknown-notation", "a Notation tag with an unknown name";
    /// Why the notation does not support it.
    WrongBoard(Unwritable): "wrong-board", "a game on a board that the notation does not support";
    ResignationMismatch(String): "resignation-mismatch", "a resignation that contradicts the stated result or termination";
    TwoNotations(String, String): "two-notations", "a game that can be read in two notations, with different moves";
    Otherwise(String): "otherwise", "a game of words that are all standard algebraic notation, legal only in another";
    NoPieces: "no-pieces", "a scoresheet with moves of pawns only";
    Unsuited(String): "unsuited", "a notation that does not suit scoresheets, given for one";
    Detected(String): "detected", "the detected notation of a game";
    Encoding {
        /// The most likely encoding.
        name: &'static str,
        /// Whether it was decoded from that; letters of some others may contain ASCII bytes.
        taken: bool,
    }: "encoding", "text that is not UTF-8";
    /// They are written as `\xHH`.
    Escaped {
        bytes: usize,
    }: "escaped", "bytes that cannot be decoded";
    /// It is not read.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    }: "too-large", "a game, or text between games, that is larger than --max-game allows";
    NoGame: "no-game", "a printed text without the moves of a game";
    Fragment: "fragment", "printed moves that do not follow from the first position, left out (--extract)";
    /// What it is instead.
    NotGames(String): "not-games", "an input that is no text of games";
    NotTaken {
        /// Whether they are kept as a comment rather than dropped.
        kept: bool,
    }: "not-taken", "lines of a printed text that look like moves but do not continue the game";
    OtherEnd {
        /// What the words or the heading say.
        said: &'static str,
        /// The result taken.
        taken: &'static str,
    }: "other-end", "words or a heading that contradict the result of a game";
    OtherResult {
        /// How the game ended on the board: by mate, or otherwise.
        on_board: &'static str,
        /// The stated result.
        stated: &'static str,
    }: "other-result", "a result that contradicts the end of the game on the board";
    Words {
        /// Whether it is kept as a comment before the next game.
        kept: bool,
    }: "words", "text that belongs to no game";
    /// What it says.
    RunningHead(String): "running-head", "a running head or page number of pages with boxes; left out";
    /// The number as printed.
    MisreadNumber(String): "misread-number", "a move number of pages with boxes, read as those around it count";
    /// What is wrong.
    BrokenXml(String): "broken-xml", "pages with boxes that are not well-formed XML, read up to there";
    UnplacedWord(String): "unplaced-word", "a word on pages with boxes that has no box; left out";
    NoWords: "no-words", "pages with boxes that have no words";
    /// The name of the field.
    UnreadField(String): "unread-field", "a field of a record, or a column of a table, that is not read";
    NoRecord: "no-record", "a record that is no game, such as an error of a server";
    IsPosition: "is-position", "a position in FEN or EPD, not a game";
    NoPosition: "no-position", "moves that do not begin at move 1, without a position to play them from";
    /// The other notation.
    LooksLike(String): "looks-like", "a game that cannot be read in the given notation, but in another";
    /// The other notation.
    ReadsAs(String): "reads-as", "a text that is a move in another notation than that of its game";
    Import(String): "import", "what a strict importer would drop or cut (check --import)";
    /// A letter of the text, and that of the piece.
    Disguise(char, char): "disguise", "a letter that stands for that of a piece throughout a page";
    OtherDiagram: "other-diagram", "a diagram in a printed game that differs from the position in the game";
    /// Why not.
    Unwritable(Unwritable): "unwritable", "a move or game that the output notation cannot express";
    /// Why.
    Unformatted(&'static str): "unformatted", "a game that check --fix leaves as it is";
    Dropped(&'static str): "dropped", "something that cannot be represented in the output layout";
    Correction {
        /// The file of corrections, and the line.
        name: String,
        /// Why it does not fit.
        why: String,
    }: "correction", "a correction that does not fit (--corrections)";
    /// The message.
    Bug(String): "bug", "a bug in plyglot; the game is kept unmodified";
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
}

/// Returns the text of a candidate, if there is one.
fn text_of(candidate: Option<&Candidate>) -> &str {
    candidate.map_or("", |it| &it.text)
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
            Problem::Unread => f.write_str("not a move; kept as a comment"),
            Problem::WrongMark { mark, instead } => write!(f, "marked as {mark}, but {instead}"),
            Problem::LostRows { expected } => {
                write!(f, "the move number should be {expected}; a row is missing or out of order")
            }
            Problem::UnreadRows => f.write_str("the moves go on here, but do not fit; kept as words"),
            Problem::HiddenMoves => f.write_str("the moves go on in this comment; kept as one"),
            Problem::MissingMove(number) => write!(f, "the move {number} is missing before this"),
            Problem::WrongNumber { expected } => write!(f, "the move number should be {expected}"),
            Problem::ResultMismatch { tag } => write!(f, "the Result tag says {tag}"),
            Problem::EarlyResult => f.write_str("a result before the end of the game; kept as a comment"),
            Problem::UnclosedComment => f.write_str("the comment is never closed"),
            Problem::UnclosedVariation => f.write_str("the variation is never closed"),
            Problem::Correction { name, why } => write!(f, "the correction {name} does not fit: {why}"),
            Problem::Unformatted(why) => write!(f, "left as it is: {why}"),
            Problem::StrayClose => f.write_str("unmatched; dropped"),
            Problem::NothingToVary => f.write_str("a variation before the first move; kept as a comment"),
            Problem::TooDeep => f.write_str("variations nested too deeply; kept as a comment"),
            Problem::MalformedTag => f.write_str("malformed tag pair"),
            Problem::BadSetup(why) => f.write_str(why),
            Problem::UnknownVariant { meant } => {
                let meant = meant.as_ref().map_or_else(String::new, |it| format!("; did you mean {it}?"));
                write!(f, "unknown variant{meant} (--rules standard reads its moves as those of standard chess)")
            }
            Problem::UnknownNotation(why) | Problem::Bug(why) => f.write_str(why),
            Problem::ResignationMismatch(what) => write!(f, "the side to move resigns, but {what}"),
            Problem::TwoNotations(one, other) => {
                write!(f, "reads as {one} and as {other}, with different moves; choose with --from")
            }
            Problem::Otherwise(name) => {
                write!(
                    f,
                    "read as {name}: all words are standard algebraic notation, but the game is not legal in it; name the notation with --from"
                )
            }
            Problem::NoPieces => f.write_str("only pawns move; have figurines been lost?"),
            Problem::Unsuited(name) => {
                write!(
                    f,
                    "a table with a column for each file cannot hold moves in {name}; choose another notation with --from"
                )
            }
            Problem::Detected(name) => write!(f, "read as {name}"),
            Problem::Encoding { name, taken: true } => {
                write!(f, "not UTF-8; read as {}", name.replacen("windows", "Windows", 1))
            }
            Problem::Encoding { name, taken: false } => {
                write!(f, "not UTF-8, perhaps {name}; bytes are written as \\xHH (see --encoding)")
            }
            Problem::Escaped { bytes: 1 } => f.write_str("undecodable byte, written as \\xHH"),
            Problem::Escaped { bytes } => write!(f, "{bytes} undecodable bytes, written as \\xHH"),
            Problem::TooLarge { limit } => {
                write!(f, "larger than the limit for a game ({limit} bytes, see --max-game); left out")
            }
            Problem::NoGame => f.write_str(
                "no game from move 1 found; a fragment needs --fen or --after",
            ),
            Problem::Fragment => f.write_str(
                "no game from move 1 here; the moves are left out (a fragment needs --fen or --after)",
            ),
            Problem::NotGames(what) => f.write_str(what),
            Problem::NotTaken { kept } => {
                let done = if *kept { "kept as a comment" } else { "left out" };
                write!(f, "looks like moves, but does not continue the game; {done}")
            }
            Problem::OtherEnd { said, taken } => write!(f, "says {said}, but the result is {taken}"),
            Problem::OtherResult { on_board, stated } => {
                write!(f, "{on_board} on the board, but the result is {stated}; kept")
            }
            Problem::LooksLike(name) => write!(f, "the game looks like {name}; drop -f"),
            Problem::ReadsAs(name) => write!(f, "reads as {name}; are notations mixed here?"),
            Problem::Import(what) => write!(f, "a strict importer {what}"),
            Problem::Words { kept: true } => f.write_str("text outside games; kept as a comment before the next one"),
            Problem::Words { kept: false } => f.write_str("text outside games; left out"),
            Problem::RunningHead(text) => write!(f, "running head or page number left out: {text}"),
            Problem::MisreadNumber(printed) => write!(f, "printed {printed}; numbered as the rows around it"),
            Problem::BrokenXml(why) => write!(f, "broken XML: {why}; read up to here"),
            Problem::UnplacedWord(word) => write!(f, "the word {word} has no box; left out"),
            Problem::NoWords => f.write_str("no words with boxes; recognise the text of the pages first"),
            Problem::UnreadField(name) => write!(f, "the field {name} is not read; left out"),
            Problem::NoRecord => f.write_str("no game: neither moves nor players"),
            Problem::IsPosition => {
                f.write_str("a position in FEN, not a game; use --fen to read moves played from it")
            }
            Problem::NoPosition => f.write_str(
                "the moves do not begin at move 1: no game without the position (--fen) or the moves before them (--after)",
            ),
            Problem::Disguise(read, meant) => write!(f, "{read} stands for {meant} on this page"),
            Problem::OtherDiagram => f.write_str("the diagram shows another position"),
            Problem::Unwritable(why) | Problem::WrongBoard(why) => why.fmt(f),
            Problem::Dropped(what) => write!(f, "{what} can't be represented in this layout; dropped"),
        }
    }
}

/// A diagnostic about a game, with its place in the input text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Diagnostic {
    pub severity: Severity,
    pub problem: Problem,
    /// The byte range in the text.
    pub span: Range<usize>,
    /// The ply it is about: move number and side.
    pub ply: Option<(u32, Color)>,
    /// The position there as FEN, where it helps.
    pub fen: Option<String>,
    /// Legal moves related to the text.
    pub legal: Vec<Legal>,
    /// The number of others of the kind within the span ([`add`]).
    pub more: usize,
}

/// At most this many diagnostics per game, plus one summary per kind.
pub const MANY: usize = 1000;

/// Adds a diagnostic to those of a game. Beyond [`MANY`], the last one of its kind is extended to count it too:
/// a hostile game may cause millions, each of which would take more memory than its text.
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

/// Adds a warning, or extends the previous one if it is the same about the text just before: there may be millions.
pub fn warn(all: &mut Vec<Diagnostic>, text: &str, place: Range<usize>, problem: Problem) {
    match all.last_mut() {
        Some(last)
            if last.problem == problem
                && last.span.end <= place.start
                && text.slice(last.span.end..place.start).trim().is_empty() =>
        {
            last.span.end = place.end;
        }
        _ => add(all, Diagnostic::warning(place, problem)),
    }
}

/// Legal moves that have something in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    pub what: InCommon,
    pub moves: Vec<Candidate>,
}

impl Diagnostic {
    /// Creates an error at this place.
    pub fn error(span: Range<usize>, problem: Problem) -> Diagnostic {
        let (severity, legal) = (Severity::Error, Vec::new());
        Diagnostic { severity, problem, span, ply: None, fen: None, legal, more: 0 }
    }

    /// Creates a warning at this place.
    pub fn warning(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, problem) }
    }

    /// Reports the notation of a game: a warning if another one is possible, otherwise a note.
    pub fn notation(span: Range<usize>, problem: Problem) -> Diagnostic {
        match problem {
            Problem::Otherwise(..) => Diagnostic::warning(span, problem),
            _ => Diagnostic::note(span, problem),
        }
    }

    /// Creates a note at this place.
    pub fn note(span: Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(span, problem) }
    }

    /// Returns the move number, as in `12...`, if the diagnostic is about a move.
    pub fn ply_label(&self) -> Option<String> {
        self.ply.map(|(number, color)| format!("{number}{}", color.fold_wb(".", "...")))
    }

    /// Sets the ply to the next one of this position.
    pub fn at(self, position: &crate::chess::Position) -> Diagnostic {
        let fen = (self.severity == Severity::Error).then(|| position.fen());
        Diagnostic { ply: Some((position.move_number(), position.turn())), fen, ..self }
    }

    /// Places it at the ply that led to this position.
    pub fn after(self, position: &crate::chess::Position) -> Diagnostic {
        let by = !position.turn();
        Diagnostic { ply: Some((position.move_number() - u32::from(by == Color::Black), by)), ..self }
    }

    /// Returns the number of the ply, counted from 1 for White's first move.
    pub fn ply_number(&self) -> Option<u64> {
        self.ply.map(|(number, color)| (u64::from(number) * 2).saturating_sub(color.fold_wb(1, 0)))
    }

    /// Returns the moves that may be meant, in words: those that fit, or else similar legal ones.
    pub fn candidates(&self) -> Vec<String> {
        match (&self.problem, self.legal.first()) {
            (Problem::NoLegalMove { suggestions, .. }, _) if !suggestions.is_empty() => {
                suggestions.iter().map(Suggestion::to_string).collect()
            }
            (Problem::Ambiguous { candidates, .. } | Problem::Settled { candidates, .. }, _)
            | (Problem::Repaired { others: candidates, .. }, _) => texts(candidates),
            (_, Some(legal)) => texts(&legal.moves),
            (_, None) => Vec::new(),
        }
    }
}

fn texts(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|it| it.text.clone()).collect()
}

/// A diagnostic with its place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    pub diagnostic: Diagnostic,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text at the place.
    pub text: String,
    /// The text within its line.
    pub excerpt: Excerpt,
    /// The line and column where the place ends, if it covers others of the kind.
    pub last: Option<(u64, usize)>,
}

impl Located {
    /// Returns the message with the game's number, as in `game 7 (Morphy – Harrwitz), 12... Sf6: no legal move`.
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

    /// Returns the message for the problem.
    pub fn problem(&self) -> String {
        let Diagnostic { problem, more, .. } = &self.diagnostic;
        match self.last {
            Some((line, column)) => format!("{problem}; and {more} more like it, up to {line}:{column}"),
            None => problem.to_string(),
        }
    }
}

/// A part of a line, short enough to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excerpt {
    /// The line before the text, from its beginning or from `…` on.
    pub before: String,
    /// The text; of a long or multi-line one, the beginning.
    pub text: String,
    /// The line after the text, to its end or up to `…`.
    pub after: String,
}

/// At most this many characters are quoted in a message.
const QUOTED: usize = 40;

/// Resolves diagnostics, sorted by place, to lines and columns of the text they were found in.
pub fn locate(diagnostics: Vec<Diagnostic>, text: &str, first_line: u64) -> Vec<Located> {
    let (mut at, mut here) = (0, (first_line, 1));
    diagnostics
        .into_iter()
        .map(|diagnostic| {
            let start = diagnostic.span.start.min(text.len()).max(at);
            here = advance(here, text.slice(at..start));
            at = start;
            let (line, column) = here;
            let quoted = text.slice(start..diagnostic.span.end.clamp(start, text.len()));
            let last = (diagnostic.more > 0).then(|| advance(here, quoted));
            // Nothing beyond this is quoted anyway.
            let words: Vec<&str> = quoted.split_whitespace().take(QUOTED).collect();
            let excerpt = excerpt(text, start..diagnostic.span.end);
            let text = first_of(&words.join(" "), QUOTED);
            Located { diagnostic, line, column, text, excerpt, last }
        })
        .collect()
}

/// Returns the line and column at the end of `passed`, which begins at the given ones.
fn advance((line, column): (u64, usize), passed: &str) -> (u64, usize) {
    let line_start = passed.rfind(['\n', '\r']).map(|n| n + 1);
    let column = line_start.map_or(column, |_| 1) + passed.slice(line_start.unwrap_or(0)..).chars().count();
    (line + lines::count(passed.as_bytes()), column)
}

/// An excerpt has at most this many characters before the text, and this many from its beginning on.
const BEFORE: usize = 40;
const FROM: usize = 60;

/// Returns the line around a place, looking no farther than the part that is shown.
fn excerpt(text: &str, span: Range<usize>) -> Excerpt {
    let is_end = |it: char| matches!(it, '\n' | '\r');
    let mut before: Vec<char> =
        text.slice(..span.start).chars().rev().take_while(|it| !is_end(*it)).take(BEFORE + 1).collect();
    if before.len() > BEFORE {
        before[BEFORE] = '…';
    }
    let rest = text.slice(span.start..);
    let limit = rest.char_indices().nth(FROM + 1).map_or(rest.len(), |it| it.0);
    let line = rest.slice(..rest.slice(..limit).find(is_end).unwrap_or(limit));
    let len = span.len().min(line.len());
    let at = (0..=len).rev().find(|it| line.is_char_boundary(*it)).unwrap_or(0);
    let found = line.slice(..at).trim_end();
    let text = first_of(found, QUOTED);
    let after = if text == found { line.slice(found.len()..) } else { "" };
    let room = FROM.saturating_sub(text.chars().count());
    Excerpt { before: before.into_iter().rev().collect(), text, after: first_of(after.trim_end(), room) }
}

/// Returns the text, or its first characters and `…`.
pub(crate) fn first_of(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some((end, _)) => format!("{}…", text.slice(..end)),
        None => text.to_owned(),
    }
}
