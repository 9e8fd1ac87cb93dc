//! Every flag with its help.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::{convert::OnError, layout::html};

const EXAMPLES: &str = "\
Examples:
  plyglot games.pgn -t lan                  long algebraic notation on the terminal
  cat games.pgn | plyglot -t san:de | less  German piece letters, as a filter
  plyglot games.pgn -t uci -o games.uci     into a file, which appears when it is complete
  plyglot -f san:fr partie.pgn              French letters in, English ones out
  plyglot games.pgn -t sllavcco             the scoresheet with a column for each file
  plyglot --layout html games.pgn > g.html  a page with a scoresheet for each game
  plyglot --layout jsonl games.pgn          one JSON object a game, for other programs

Exit status: 0 if everything was converted, 1 if some game had errors, 2 if the call was wrong or a file could
not be read or written.";

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
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Notation of the input, with styles after a colon; `auto` finds it out
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto", help_heading = "Notations")]
    pub from: String,

    /// Notation of the output, with styles after a colon [default: san, in a grid sllavcco]
    #[arg(short, long, value_name = "NOTATION[:STYLE]", help_heading = "Notations")]
    pub to: Option<String>,

    /// File to write; it is replaced when everything has been written
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// How the games lie in the output [default: pgn, for sllavcco grid]
    #[arg(long, value_enum, help_heading = "Output")]
    pub layout: Option<Layout>,

    /// Repeat the heading of a grid after so many rows, as on a new page; 0 for never
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    pub rows: usize,

    /// Longest line of moves, in characters; 0 for one line a game
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Output")]
    pub width: usize,

    /// Paper for --layout html; otherwise whatever it is printed on
    #[arg(long, value_enum, value_name = "SIZE", help_heading = "Output")]
    pub paper: Option<Paper>,

    /// Leave out comments
    #[arg(long, help_heading = "Output")]
    pub no_comments: bool,

    /// Leave out variations
    #[arg(long, help_heading = "Output")]
    pub no_variations: bool,

    /// Leave out annotation glyphs such as `!` and `$14`
    #[arg(long, help_heading = "Output")]
    pub no_nags: bool,

    /// What to do with a game in which something is wrong
    #[arg(long, value_enum, default_value_t = ErrorPolicy::Keep, help_heading = "Errors")]
    pub on_error: ErrorPolicy,

    /// File for the games in which something is wrong, as they were
    #[arg(long, value_name = "FILE", help_heading = "Errors")]
    pub rejects: Option<PathBuf>,

    /// Report errors only, no warnings
    #[arg(short, long, help_heading = "Errors")]
    pub quiet: bool,

    /// Report more: which notation was found
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Errors")]
    pub verbose: bool,
}

/// What the program does beside converting. A file of such a name is read as `./NAME`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show all notations and styles, each with a few moves of the same game
    Notations,
    /// Empty scoresheets as a page to print and to fill in by hand
    Scoresheet(ScoresheetArgs),
}

/// Empty scoresheets, to print and to fill in by hand
#[derive(clap::Args, Debug)]
pub struct ScoresheetArgs {
    /// For how many moves
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub moves: u16,

    /// What the moves are written into
    #[arg(long, value_enum, default_value_t = SheetLayout::Grid)]
    pub layout: SheetLayout,

    /// Size of the paper
    #[arg(long, value_enum, default_value_t = Paper::A4, value_name = "SIZE")]
    pub paper: Paper,

    /// How many scoresheets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,

    /// Name of the tournament, filled in
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// Place, filled in
    #[arg(long, value_name = "PLACE")]
    pub site: Option<String>,

    /// Date, filled in
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,

    /// Round, filled in
    #[arg(long, value_name = "ROUND")]
    pub round: Option<String>,

    /// File to write; otherwise standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What the moves of an empty scoresheet are written into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SheetLayout {
    /// A column for each file, a row for each side's move, as for sllavcco
    Grid,
    /// A column for White and one for Black
    Columns,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Paper {
    /// 210 × 297 mm
    A4,
    /// 148 × 210 mm
    A5,
    /// 8½ × 11 inches
    Letter,
}

impl From<Paper> for html::Paper {
    fn from(paper: Paper) -> html::Paper {
        match paper {
            Paper::A4 => html::Paper::A4,
            Paper::A5 => html::Paper::A5,
            Paper::Letter => html::Paper::Letter,
        }
    }
}

/// How the games lie in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Layout {
    /// PGN, in export format
    Pgn,
    /// A line for each move: number, White, Black; PGN that is laid out for the eye
    Columns,
    /// The scoresheet with a column for each file, as a Markdown table; what sllavcco is written in unless told otherwise
    Grid,
    /// The same as tab-separated values, for spreadsheets
    #[value(name = "grid:tsv")]
    GridTsv,
    /// The same as comma-separated values, for spreadsheets
    #[value(name = "grid:csv")]
    GridCsv,
    /// A page with a scoresheet for each game, to look at and to print
    Html,
    /// JSON lines, one object a game
    #[value(alias = "json")]
    Jsonl,
}

impl Layout {
    /// Is it a scoresheet with a column for each file, as text?
    #[must_use]
    pub const fn is_grid(self) -> bool {
        matches!(self, Layout::Grid | Layout::GridTsv | Layout::GridCsv)
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
