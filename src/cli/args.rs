//! Every flag with its help.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use super::{place::Place, size};
use crate::{convert::OnError, input::Part, rules::Variant};

const EXAMPLES: &str = "\
Examples:
  plyglot games.pgn -t lan                  long algebraic notation on the terminal
  cat games.pgn | plyglot -t san:de | less  German piece letters, as a filter
  plyglot games.pgn -t uci -o games.uci     into a file, which appears when it is complete
  plyglot -f san:fr partie.pgn              French letters in, English ones out
  plyglot --layout jsonl games.pgn          one JSON object a game, for other programs
  plyglot twic1500g.zip -t lan -o lan.pgn.zst
                                            compressed files in and out
  plyglot archive/ -t descriptive --out-dir books/
                                            a file for each file; run again, it goes on where it was

Exit status: 0 if everything was converted, 1 if some game had errors, 2 if the call was wrong or a file could
not be read or written, 130 and 143 after an interrupt.";

/// Converts chess games between notations, replaying every move on a board.
#[derive(Parser, Debug)]
#[command(name = "plyglot", version, after_long_help = EXAMPLES, max_term_width = 100)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_help_heading = "Other commands"
)]
pub struct Args {
    /// What else to do than to convert
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files to read; `-`, or none, is standard input
    ///
    /// Compressed files (gzip, zstd, bzip2, xz) are known by their content, also from standard input. Of a
    /// zip archive and of a folder with all below it those are read whose names end in .pgn, .txt, .md, .csv
    /// or .tsv, compressed or not, in the order of their names.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Notation of the input, with styles after a colon; `auto` finds it out
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto", help_heading = "Notations")]
    pub from: String,

    /// Notation of the output, with styles after a colon
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "san", help_heading = "Notations")]
    pub to: String,

    /// Rules by which all games are played, whatever they say; as in a Variant tag: `uchess`, `chess99`, `chess960`, …
    #[arg(long, value_name = "VARIANT", value_parser = variant, help_heading = "Notations")]
    pub rules: Option<Variant>,

    /// Encoding of the input, such as utf-8, latin1, windows-1251, utf-16le, gbk; `auto` decides game by game
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding, help_heading = "Input")]
    pub encoding: Encoding,

    /// Read the K-th of N parts of a file, cut at games; all parts one after the other are the whole file
    ///
    /// So that N programs, also on N machines, can share one uncompressed file. Lines are counted from the
    /// beginning of the file, games from that of the part.
    #[arg(long, value_name = "K/N", help_heading = "Input")]
    pub part: Option<Part>,

    /// Do not read more than this of an input, decompressed: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", value_parser = size::parse, help_heading = "Input")]
    pub max_size: Option<u64>,

    /// Leave out games, and text between games, that are larger than this
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size::parse, help_heading = "Input")]
    pub max_game: u64,

    /// File to write; it is replaced when everything has been written
    ///
    /// If its name ends in .gz or .zst it is compressed.
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Folder to write a file into for each file that is read
    ///
    /// archive/1851/london.pgn.zst becomes DIR/1851/london.lan.pgn if archive/ was named. Files that are
    /// there already and not older than what they were made from are left as they are.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out_dir: Option<PathBuf>,

    /// Convert only what --out-dir lacks or has an older version of (as it does unless --force is given)
    #[arg(long, requires = "out_dir", overrides_with = "force", help_heading = "Output")]
    pub resume: bool,

    /// Convert everything for --out-dir, also what is there already
    #[arg(long, requires = "out_dir", help_heading = "Output")]
    pub force: bool,

    /// How the games lie in the output
    #[arg(long, value_enum, default_value_t = Layout::Pgn, help_heading = "Output")]
    pub layout: Layout,

    /// Longest line of moves, in characters; 0 for one line a game
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Output")]
    pub width: usize,

    /// Leave out comments
    #[arg(long, help_heading = "Output")]
    pub no_comments: bool,

    /// Leave out variations
    #[arg(long, help_heading = "Output")]
    pub no_variations: bool,

    /// Leave out annotation glyphs such as `!` and `$14`
    #[arg(long, help_heading = "Output")]
    pub no_nags: bool,

    /// Read what was likeliest meant where a text fits no legal move; every repair is reported, and a comment in the game
    #[arg(long, help_heading = "Errors")]
    pub repair: bool,

    /// What to do with a game in which something is wrong
    #[arg(long, value_enum, default_value_t = ErrorPolicy::Keep, help_heading = "Errors")]
    pub on_error: ErrorPolicy,

    /// File for the games in which something is wrong, as they were
    #[arg(long, value_name = "FILE", help_heading = "Errors")]
    pub rejects: Option<PathBuf>,

    /// Report errors only, no warnings
    #[arg(short, long, help_heading = "Errors")]
    pub quiet: bool,

    /// Report more: which notation was found, what was left out, a summary
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Errors")]
    pub verbose: bool,

    /// How many games are converted at a time [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Run")]
    pub jobs: Option<u16>,

    /// Show how far it is, on standard error; `auto` does if that is a terminal that the output does not go to
    #[arg(long, value_enum, default_value_t = When::Auto, help_heading = "Run")]
    pub progress: When,
}

/// The encoding of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(pub Option<&'static encoding_rs::Encoding>);

fn encoding(label: &str) -> Result<Encoding, String> {
    if label == "auto" {
        return Ok(Encoding(None));
    }
    let known = encoding_rs::Encoding::for_label(label.as_bytes());
    known.map(|it| Encoding(Some(it))).ok_or_else(|| "no such encoding is known".to_owned())
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

/// What the program does beside converting. A file of such a name is read as `./NAME`.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Show all notations and styles, each with a few moves of the same game
    Notations,

    /// Show all moves of a position, in one notation or in all of them
    #[command(after_help = MOVES_EXAMPLES)]
    Moves(Moves),

    /// Show what the text of a move means, in which notations, and how the others write it
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),

    /// Show how many characters moves take in each notation
    Stats(Stats),
}

const MOVES_EXAMPLES: &str = "\
Examples:
  plyglot moves                                    the first moves, in all notations
  plyglot moves -t chess99 --rules chess99         those on 9×9 squares
  plyglot moves --rules uchess --after '1.d4 d5'   what U-chess leaves to be played";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  plyglot explain Nbd7 --after '1.d4 Nf6 2.c4 d6 3.Nc3'
  plyglot explain 'P x P' -f descriptive --fen 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'";

/// All moves of a position.
#[derive(clap::Args, Clone, Debug)]
pub struct Moves {
    /// The position
    #[command(flatten)]
    pub place: Place,

    /// Notation of the moves to be played first
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto")]
    pub from: String,

    /// Notation to show, with styles after a colon; all of them are a table
    #[arg(short, long, value_name = "NOTATION[:STYLE]")]
    pub to: Option<String>,
}

/// What a text means.
#[derive(clap::Args, Clone, Debug)]
pub struct Explain {
    /// The text of the move
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,

    /// The position
    #[command(flatten)]
    pub place: Place,

    /// Notation of the text (and of the moves to be played first); else all are tried
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto")]
    pub from: String,
}

/// How long moves are.
#[derive(clap::Args, Clone, Debug)]
pub struct Stats {
    /// Files to read, as for converting; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// As JSON
    #[arg(long)]
    pub json: bool,

    /// Notation of the input, with styles after a colon; `auto` finds it out
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto")]
    pub from: String,

    /// Rules by which all games are played, whatever they say
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    pub rules: Option<Variant>,

    /// Encoding of the input; `auto` decides game by game
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding)]
    pub encoding: Encoding,

    /// Report errors only, no warnings
    #[arg(short, long)]
    pub quiet: bool,

    /// How many games are read at a time [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

impl Stats {
    /// The flags of the conversion in which the moves are measured: main lines only.
    pub fn conversion(&self) -> Args {
        Args {
            files: self.files.clone(),
            from: self.from.clone(),
            rules: self.rules,
            encoding: self.encoding,
            quiet: self.quiet,
            jobs: self.jobs,
            no_comments: true,
            no_variations: true,
            no_nags: true,
            ..Args::parse_from(["plyglot"])
        }
    }
}

/// The variant of this name, in any spelling.
pub fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let all: Vec<String> = Variant::all().map(|it| format!("'{it}'")).collect();
        format!("the variants are {}", all.join(", "))
    })
}

/// How the games lie in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Layout {
    /// PGN, in export format
    Pgn,
    /// JSON lines, one object a game
    #[value(alias = "json")]
    Jsonl,
}

impl Layout {
    /// The suffix of files in this layout.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Layout::Pgn => "pgn",
            Layout::Jsonl => "jsonl",
        }
    }
}

/// What to do with a game in which something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ErrorPolicy {
    /// Write what could be read, and the rest as a comment
    Keep,
    /// Leave the game out
    Skip,
    /// End there
    Stop,
}

impl From<ErrorPolicy> for OnError {
    fn from(policy: ErrorPolicy) -> OnError {
        match policy {
            ErrorPolicy::Keep => OnError::Keep,
            ErrorPolicy::Skip => OnError::Skip,
            ErrorPolicy::Stop => OnError::Stop,
        }
    }
}
