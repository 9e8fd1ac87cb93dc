//! Flags that several commands have, each with its help.

use std::{ffi::OsStr, io, path::PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::{
    Arg, Args, Command, ValueEnum,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

use super::size;
use crate::{chess::Variant, diagnostics::Severity, io::Part, notation, resolve::Repairing};

/// What is read, and how.
#[derive(Args, Clone, Debug)]
pub struct Source {
    /// Files to read; `-`, or none, is standard input
    ///
    /// Compressed files (gzip, zstd, bzip2, xz) are recognised by content, also from standard input. Of a
    /// zip archive and of a folder with all below it those are read whose names end in .pgn, .txt, .md, .csv
    /// or .tsv, compressed or not, in the order of their names.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Notation of the input, with styles after a colon; `auto` detects it
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto", help_heading = "Notations")]
    #[arg(value_parser = Suggested(from_notations), hide_possible_values = true)]
    pub from: String,

    /// Override the Variant tag of every game: `uchess`, `chess99`, `chess960`, …
    #[arg(long, value_name = "VARIANT", value_parser = variant, help_heading = "Notations")]
    pub rules: Option<Variant>,

    /// Position, as FEN, from which games are played that have none of their own
    ///
    /// For fragments, which do not begin at move 1: `plyglot --fen 'r1bqkbnr/… b KQkq - 3 3' fragment.txt`
    #[arg(long, value_name = "FEN", help_heading = "Input")]
    pub fen: Option<String>,

    /// Moves that come before those of the input, with or without numbers, as in `1.e4 e5 2.Nf3`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Input")]
    pub after: Option<String>,

    /// Encoding of the input, such as utf-8, latin1, windows-1251, utf-16le, gbk; `auto` decides game by game
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding, help_heading = "Input")]
    pub encoding: Encoding,

    /// Read the K-th of N parts of a file, cut at games; all parts one after the other are the whole file
    ///
    /// So that N programs, also on N machines, can share one uncompressed file. Lines are counted from the
    /// beginning of the file, games from that of the part.
    #[arg(long, value_name = "K/N", help_heading = "Input")]
    pub part: Option<Part>,

    /// Fail if an input exceeds this size once decompressed: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", value_parser = size::parse, help_heading = "Input")]
    pub max_size: Option<u64>,

    /// Leave out games, and text between games, that are larger than this
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size::parse, help_heading = "Input")]
    pub max_game: u64,

    /// Extract games and fragments from plain text, noting line numbers
    #[arg(long, help_heading = "Input")]
    pub extract: bool,

    /// Replace an illegal move by the most likely intended one; every repair is reported, and a comment in the game
    ///
    /// The whole game is weighed: the most likely legal game that may have been written so is taken, and how sure each of its
    /// plies is is said. `--repair=sure` stops a game at the first ply of which it is not 99 % sure.
    #[arg(long, value_enum, ignore_case = true, num_args = 0..=1, require_equals = true, default_missing_value = "best", help_heading = "Errors")]
    #[arg(value_name = "HOW")]
    pub repair: Option<Repair>,

    /// Worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    pub jobs: Option<u16>,

    /// Show progress on standard error; `auto` does if that is a terminal that the output does not go to
    #[arg(long, value_enum, ignore_case = true, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Run")]
    pub progress: When,
}

/// How a game is read that does not read as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Repair {
    /// As it was likeliest meant
    Best,
    /// The same, up to the first move that is not sure
    Sure,
}

impl Source {
    /// What is done about lines that do not read.
    #[must_use]
    pub fn repairing(&self) -> Repairing {
        match self.repair {
            None => Repairing::Never,
            Some(Repair::Best) => Repairing::Best,
            Some(Repair::Sure) => Repairing::Sure,
        }
    }
}

/// What is said on standard error, and how.
#[derive(Args, Clone, Debug)]
pub struct Messages {
    /// Report errors only, no warnings, and each in one line
    #[arg(short, long, help_heading = "Messages")]
    pub quiet: bool,

    /// Report more: which notation was found, what was left out, a summary
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Messages")]
    pub verbose: bool,

    /// How errors and warnings are reported, on standard error
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "Messages"
    )]
    pub message_format: MessageFormat,
}

impl Messages {
    /// The least severity that is reported.
    #[must_use]
    pub fn least(&self) -> Severity {
        match (self.quiet, self.verbose) {
            (true, _) => Severity::Error,
            (_, true) => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

/// How errors and warnings are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum MessageFormat {
    /// Lines that begin with FILE:LINE:COLUMN, and below them, indented, what helps to understand them
    #[default]
    Human,
    /// One JSON object a line
    Json,
    /// Annotations as GitHub Actions shows them
    Github,
}

/// When colours are used.
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
    /// What that means on standard error.
    #[must_use]
    pub fn choice(self) -> ColorChoice {
        match self {
            ColorWhen::Auto => AutoStream::choice(&io::stderr()),
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
        }
    }
}

/// When something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// Always
    Always,
    /// Never
    Never,
    /// Where it helps
    Auto,
}

/// The encoding of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(pub Option<&'static encoding_rs::Encoding>);

fn encoding(label: &str) -> Result<Encoding, String> {
    if label == "auto" {
        return Ok(Encoding(None));
    }
    let known = encoding_rs::Encoding::for_label(label.as_bytes());
    known.map(|it| Encoding(Some(it))).ok_or_else(|| "unknown encoding".to_owned())
}

/// The variant of this name, in any spelling.
pub fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let all: Vec<String> = Variant::all().map(|it| format!("'{it}'")).collect();
        format!("the variants are {}", all.join(", "))
    })
}

/// Any text; shells suggest these to complete it.
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

/// The names of all notations, each also in every single style.
pub fn to_notations() -> Vec<String> {
    notation::all().into_iter().map(|it| it.name).collect()
}

/// The same, and `auto`.
pub fn from_notations() -> Vec<String> {
    std::iter::once("auto".to_owned()).chain(to_notations()).collect()
}
