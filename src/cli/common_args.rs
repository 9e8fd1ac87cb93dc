//! Flags shared by several commands, with their help.

use std::{ffi::OsStr, io, path::PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::{
    Arg, Args, Command, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};

use super::size;
use crate::{chess::Variant, diagnostics::Severity, io::Part, named::Named, notation, resolve::Repairing};

/// The input, and how to read it.
#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// Files to read; `-`, or none, is standard input
    ///
    /// Compressed files (gzip, zstd, bzip2, xz) are recognised by content, also on standard input. From zip
    /// archives, and from folders with all their subfolders, files with names in .pgn, .txt, .md, .csv or .tsv
    /// are read, compressed or not, sorted by name; in folders, all but .pgn only
    /// where they hold games.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Notation of the input, with styles after a colon; `auto` detects it
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto", help_heading = "Notations")]
    #[arg(value_parser = Suggested(from_notations), hide_possible_values = true)]
    pub from: String,

    /// Override the Variant tag of every game: `uchess`, `chess99`, `chess960`, …
    #[arg(long, value_name = "VARIANT", value_parser = variant, help_heading = "Notations")]
    pub rules: Option<Variant>,

    /// Position, as FEN, for games that have none of their own
    ///
    /// For fragments, which do not begin at move 1: `plyglot --fen 'r1bqkbnr/… b KQkq - 3 3' fragment.txt`
    #[arg(long, value_name = "FEN", help_heading = "Input")]
    pub fen: Option<String>,

    /// Moves to play before those of the input, with or without numbers, as in `1.e4 e5 2.Nf3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Input")]
    pub after: Option<String>,

    /// Encoding of the input, such as utf-8, latin1, windows-1251, utf-16le, gbk; `auto` decides game by game
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding, help_heading = "Input")]
    pub encoding: Encoding,

    /// Read the K-th of N parts of a file, cut between games; concatenated, the parts are the whole file
    ///
    /// For sharing one uncompressed file between N programs or machines. Lines are counted from the beginning
    /// of the file, games from that of the part.
    #[arg(long, value_name = "K/N", help_heading = "Input")]
    pub part: Option<Part>,

    /// Fail if an input exceeds this size once decompressed: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", value_parser = size::parse, help_heading = "Input")]
    pub max_size: Option<u64>,

    /// Drop games, and text between games, that are larger than this
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size::parse, help_heading = "Input")]
    pub max_game: u64,

    /// Leave out the words around games, noting the lines of those without tags; the games are the same
    #[arg(long, help_heading = "Input")]
    pub extract: bool,

    /// Replace an illegal move by the most likely intended one; every repair is reported, and noted in a comment
    ///
    /// The whole game is weighed: the most likely legal game that could have been written this way is taken,
    /// with the confidence of each ply. Where a ply is below 99 %, it is reported, and the exit status is 1;
    /// `--repair=sure` stops the game there. A text that tells no game is left as it is.
    #[arg(long, ignore_case = true, num_args = 0..=1, require_equals = true, default_missing_value = "best", help_heading = "Errors")]
    #[arg(value_name = "HOW", value_parser = one_of(&[Repairing::Best, Repairing::Sure]))]
    pub repair: Option<Repairing>,

    /// File of corrections, one a line: `book.txt:1204:31 "Kt. to B. 3." = Kt-KB3`; implies --repair
    ///
    /// Instead of a move (in SAN or as the text writes it): `note`, `missing before`, `missing before MOVE`, `begins a game`, or
    /// `ends the game 1-0`. The rest of the game is decoded around them; one that does not fit is an error. Lines that begin
    /// with # are ignored. `--layout proof` makes such lines.
    #[arg(long, value_name = "FILE", help_heading = "Errors")]
    pub corrections: Option<PathBuf>,

    /// Worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    pub jobs: Option<u16>,

    /// Show progress on standard error; `auto` does so on a terminal that the output does not go to
    #[arg(long, value_enum, ignore_case = true, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Run")]
    pub progress: When,
}

/// What to report on standard error, and how.
#[derive(Args, Clone, Default, Debug)]
pub struct MessageArgs {
    /// Report errors only, no warnings, one line each
    #[arg(short, long, help_heading = "Messages")]
    pub quiet: bool,

    /// Report more: the detected notation, omissions, a summary
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Messages")]
    pub verbose: bool,

    /// Format of errors and warnings on standard error
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    #[arg(value_name = "FORMAT", help_heading = "Messages")]
    pub message_format: MessageFormat,
}

impl MessageArgs {
    /// Returns the lowest severity to report.
    pub fn least(&self) -> Severity {
        match (self.quiet, self.verbose) {
            (true, _) => Severity::Error,
            (_, true) => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

/// The format of errors and warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum MessageFormat {
    /// Lines that begin with FILE:LINE:COLUMN, with indented explanations below
    #[default]
    Human,
    /// One JSON object per line
    Json,
    /// Annotations for GitHub Actions
    Github,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set; elsewhere if CLICOLOR_FORCE is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorWhen {
    /// Returns the choice for standard error.
    pub fn choice(self) -> ColorChoice {
        match self {
            ColorWhen::Auto => AutoStream::choice(&io::stderr()),
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
        }
    }
}

/// When to do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// Always
    Always,
    /// Never
    Never,
    /// Where it helps
    Auto,
}

/// The encoding of the input, if given. An alias, because an `Option` would be an optional flag to clap.
type Encoding = Option<&'static encoding_rs::Encoding>;

fn encoding(label: &str) -> Result<Encoding, String> {
    match encoding_rs::Encoding::for_label(label.as_bytes()) {
        None if label != "auto" => Err("unknown encoding".to_owned()),
        known => Ok(known),
    }
}

/// Parses the name of a variant, in any spelling.
pub fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let all: Vec<String> = Variant::all().map(|it| format!("'{it}'")).collect();
        format!("the variants are {}", all.join(", "))
    })
}

/// Accepts the names of these values of the library.
pub fn one_of<T: Named + Send + Sync>(values: &[T]) -> impl TypedValueParser<Value = T> + use<T> {
    let known = values.iter().filter_map(|it| {
        let (name, others) = it.names().split_first()?;
        Some(PossibleValue::new(*name).help(it.meaning()).aliases(others.iter().copied()))
    });
    PossibleValuesParser::new(known.collect::<Vec<_>>()).try_map(|name| name.parse::<T>())
}

/// Accepts any text; these suggestions are for completion in shells.
#[derive(Clone)]
pub struct Suggested(pub fn() -> Vec<String>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the names of all notations, alone and with each single style.
pub fn to_notations() -> Vec<String> {
    notation::names().collect()
}

/// The same, and `auto`.
pub fn from_notations() -> Vec<String> {
    std::iter::once("auto".to_owned()).chain(to_notations()).collect()
}
