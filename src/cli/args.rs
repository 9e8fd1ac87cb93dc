//! All flags and commands, with their help.

use std::{
    ffi::{OsStr, OsString},
    num::NonZeroU64,
    path::PathBuf,
};

use clap::{
    Arg, ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, parser::ValueSource,
};
use clap_complete::Shell;

use super::{
    common_args::{ColorWhen, InputArgs, MessageArgs, Suggested, from_notations, one_of, to_notations},
    games::{self, Games},
    layouts,
    position_args::PositionArgs,
    report::Stderr,
    scoresheet::Scoresheet,
};
use crate::{
    chess::Color,
    convert::OnError,
    events::{Notes, TagEdits},
    layout::{Layout, NagForm, WIDTH, html, importer::Importer, positions::At, table},
    notation::REGISTRY,
};

/// Returns the examples of a command, or of the program, and what its exit status means.
fn examples(command: &str) -> &'static str {
    let mut parts = include_str!("examples.txt").split("=== ");
    parts.find_map(|it| it.strip_prefix(command)?.strip_prefix('\n')).unwrap_or_default().trim_end()
}

/// The output of `--version`.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("PLYGLOT_BUILT_COMMIT"),
    "\ntarget:   ",
    env!("PLYGLOT_BUILT_TARGET"),
    "\ncompiler: ",
    env!("PLYGLOT_BUILT_RUSTC"),
    "\nrules:    shakmaty ",
    env!("PLYGLOT_BUILT_SHAKMATY"),
    "\nlicence:  ",
    env!("CARGO_PKG_LICENSE"),
);

/// Converts chess games between notations, replaying every move on a board.
#[derive(Parser, Debug)]
#[command(name = "plyglot", version, long_version = VERSION, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(subcommand_help_heading = "Commands")]
pub struct Args {
    /// Command to run instead of converting
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The input
    #[command(flatten)]
    pub input: InputArgs,

    /// Notation of the output, with styles after a colon [default: san, in a grid sllavcco]
    #[arg(short, long, value_name = "NOTATION[:STYLE]", help_heading = "Notations")]
    #[arg(value_parser = Suggested(to_notations), hide_possible_values = true)]
    pub to: Option<String>,

    /// File to write; replaced atomically on success. Its name decides the layout unless --layout does
    ///
    /// .pgn, .html, .proof.html, .jsonl (or .json), .md, .csv, .doubts.csv, .tsv, .parquet, .fen, .epd and .moves are the layouts of these names; any other
    /// is PGN. With .gz or .zst behind that the file is compressed.
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Divide the output into files of N games: -o study.pgn makes study-001.pgn, study-002.pgn, …
    ///
    /// All of them are replaced on success, or none. A study of lichess holds 64 games. HTML pages get an index: -o round.html --split 1
    /// makes a page for each game, and round.html with a table of the games, their results and links.
    #[arg(long, value_name = "N", requires = "output", help_heading = "Output")]
    pub split: Option<NonZeroU64>,

    /// Output layout [default: as the name of --output says; else pgn, for sllavcco grid]
    #[arg(long, value_parser = one_of(Layout::ALL), ignore_case = true, help_heading = "Output")]
    pub layout: Option<Layout>,

    /// Positions to write: after White's 20th move (`20`), after Black's (`20...`), at the `start`, at the `end`, or `every`
    ///
    /// A game that does not get there has no line.
    #[arg(long, value_name = "MOVE", default_value_t, help_heading = "Output")]
    pub at: At,

    /// What a row of a table stands for
    #[arg(long, value_parser = one_of(table::Each::ALL), ignore_case = true, default_value_t, help_heading = "Output")]
    pub each: table::Each,

    /// Add the position after each move, as `fen`
    #[arg(long, help_heading = "Output")]
    pub fens: bool,

    /// Add to each move the text it was read from, its line and column, and what else it may mean
    ///
    /// In tables with --each ply.
    #[arg(long, help_heading = "Output")]
    pub provenance: bool,

    /// Repeat the heading of a grid after this many rows, as on a new page; 0 for never
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    pub rows: usize,

    /// Folder for one output file per input file
    ///
    /// With archive/ as input, archive/1851/london.pgn.zst becomes DIR/1851/london.lan.pgn. Outputs that are
    /// not older than their inputs, and were made with the same flags, are left as they are.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out_dir: Option<PathBuf>,

    /// Convert only what is missing or out of date in --out-dir (the default without --force)
    #[arg(long, requires = "out_dir", overrides_with = "force", help_heading = "Output")]
    pub resume: bool,

    /// Convert everything for --out-dir, even what is up to date
    #[arg(long, requires = "out_dir", help_heading = "Output")]
    pub force: bool,

    /// Wrap moves at this many characters; 0 for one line per game
    #[arg(long, value_name = "N", default_value_t = WIDTH, help_heading = "Output")]
    pub width: usize,

    /// Paper size of pages [default: the printer's]
    #[arg(long, value_parser = one_of(html::Paper::ALL), ignore_case = true, value_name = "SIZE", help_heading = "Output")]
    pub paper: Option<html::Paper>,

    /// Diagrams after these moves: `12` White's, `12...` Black's, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',', value_parser = diagram_at, help_heading = "Output")]
    pub diagram: Vec<html::DiagramAt>,

    /// Omit comments
    #[arg(long, help_heading = "Output")]
    pub no_comments: bool,

    /// Omit variations
    #[arg(long, help_heading = "Output")]
    pub no_variations: bool,

    /// Omit NAGs such as `!` and `$14`
    #[arg(long, help_heading = "Output")]
    pub no_nags: bool,

    /// Convert only these games of each file: `3`, `10-20,35`, `100-`, numbered as in messages
    #[arg(long, value_name = "NUMBERS", value_parser = games::parse, help_heading = "Output")]
    pub game: Option<Games>,

    /// Write only the first N plies of each game, with its tags and result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Output")]
    pub plies: Option<u32>,

    /// Omit tags (FEN, SetUp and Variant stay where the moves need them)
    #[arg(long, help_heading = "Output")]
    pub no_tags: bool,

    /// Omit tags with this name; repeatable
    #[arg(long, value_name = "NAME", value_parser = TagEdits::parse_name, help_heading = "Output")]
    pub drop_tag: Vec<String>,

    /// Set or add a tag in every game; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = TagEdits::parse_set, help_heading = "Output")]
    pub tag: Vec<(String, String)>,

    /// Omit the Notation tag
    #[arg(long, help_heading = "Output")]
    pub no_notation_tag: bool,

    /// Omit move numbers
    #[arg(long, help_heading = "Output")]
    pub no_numbers: bool,

    /// Write move numbers without dots, `1 e4 e5`
    #[arg(long, conflicts_with = "no_numbers", help_heading = "Output")]
    pub no_dots: bool,

    /// Omit the result after the moves
    #[arg(long, help_heading = "Output")]
    pub no_results: bool,

    /// Write NAGs as symbols or as numbers [default: numbers; in columns `!` and `?` as symbols]
    #[arg(long, value_parser = one_of(NagForm::ALL), ignore_case = true, value_name = "FORM", help_heading = "Output")]
    #[arg(conflicts_with = "no_nags")]
    pub nags: Option<NagForm>,

    /// Write strict PGN export format: the complete Seven Tag Roster first, then all other tags by name
    #[arg(long, help_heading = "Output")]
    #[arg(conflicts_with_all = ["no_tags", "drop_tag", "no_numbers", "no_dots", "no_results", "nags"])]
    pub export: bool,

    /// Write PGN export format as this program imports it, and report what had to be changed
    #[arg(long, value_parser = one_of(Importer::ALL), ignore_case = true, value_name = "PROGRAM", help_heading = "Output")]
    #[arg(conflicts_with_all = ["no_tags", "drop_tag", "no_numbers", "no_dots", "no_results", "nags"])]
    pub r#for: Option<Importer>,

    /// What becomes of lines in comments and notes, as in `(or 12. Kt-B3 B-Kt5)`
    ///
    /// A line begins with a number of the game, or follows the move before its comment, and is played from there. What cannot be
    /// read ends it, and stays a comment, as do the words around it.
    #[arg(long, value_parser = one_of(Notes::ALL), ignore_case = true, default_value_t, value_name = "WHAT", help_heading = "Output")]
    pub notes: Notes,

    /// Add the page as a comment to games from hOCR, ALTO or `pdftotext -bbox-layout`, as in `{p. 141}`
    ///
    /// It is the printed number where one is found, else counted. A game has another comment where the page turns.
    #[arg(long, conflicts_with = "no_comments", help_heading = "Output")]
    pub page_refs: bool,

    /// What to do with a game that has errors
    #[arg(long, value_parser = one_of(OnError::ALL), ignore_case = true, default_value_t, help_heading = "Errors")]
    pub on_error: OnError,

    /// Write games with errors, unmodified (UTF-16 as UTF-8), to this file
    #[arg(long, value_name = "FILE", help_heading = "Errors")]
    pub rejects: Option<PathBuf>,

    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,

    /// When to use colours in messages
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    #[arg(value_name = "WHEN", global = true, help_heading = "Messages")]
    pub color: ColorWhen,

    /// The identifiers of the flags given on the command line.
    #[arg(skip)]
    pub given: Vec<String>,

    /// The flags on the command line that the output depends on, with their values, in one order.
    #[arg(skip)]
    pub decisive: String,
}

/// The arguments that no output depends on.
const INDIFFERENT: &[&str] = &[
    "files", "out_dir", "resume", "force", "jobs", "progress", "quiet", "verbose", "message_format", "color",
];

/// Returns the command line with all its help; that of each flag names the layouts it applies to.
pub fn command() -> clap::Command {
    layouts::with_layout_notes(Args::command()).after_long_help(examples("plyglot")).mut_subcommands(
        |command| match examples(command.get_name()) {
            "" => command,
            text => command.after_help(text),
        },
    )
}

/// The flags in the short help, with their descriptions there.
const ESSENTIAL: &[(&str, &str)] = &[
    ("from", "Notation of the input [default: detected]"),
    ("to", "Notation of the output [default: san]"),
    ("output", "Write FILE; its extension decides the layout"),
    ("layout", "pgn, columns, grid, html, jsonl, csv, fen, …"),
    ("out_dir", "Write one file per input into DIR; rerun to resume"),
    ("game", "Convert only these games: 3, 10-20,35"),
    ("no_comments", "Omit comments"),
    ("repair", "Replace illegal moves by the most likely ones"),
    ("quiet", "Report errors only"),
];

/// Returns the command line of the short help: the essentials, on one screen.
pub fn short_command() -> clap::Command {
    let names: Vec<String> = Args::command().get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let after = format!(
        "Commands: {}\n\n'plyglot --help' lists all flags, 'plyglot COMMAND -h' those of a command, 'plyglot notations' \
         all notations.",
        names.join(", ")
    );
    Args::command()
        .mut_args(|arg| {
            let is_file = arg.is_positional();
            let shown = ESSENTIAL.iter().find(|it| it.0 == arg.get_id().as_str());
            let hides = arg.get_action().takes_values();
            let arg = arg.help_heading(None::<&str>).hide_possible_values(hides).hide_default_value(hides);
            match shown {
                Some(("from" | "to", help)) => arg.help(*help).value_name("NOTATION"),
                Some((_, help)) => arg.help(*help),
                None => arg.hide(!is_file),
            }
        })
        .disable_help_flag(true)
        .disable_version_flag(true)
        .help_template("{about}\n\n{usage-heading} {usage}\n\n{options}{after-help}")
        .after_help(after)
}

/// Whether a word is the name of a command.
fn is_command(word: &OsStr) -> bool {
    word.to_str().is_some_and(Command::has_subcommand)
}

/// Moves the flags before a command behind it.
fn with_command_first(mut line: Vec<OsString>) -> Vec<OsString> {
    if !line.iter().skip(2).any(|it| is_command(it)) {
        return line;
    }
    let program = Args::command();
    let mut flags: Vec<Arg> = Vec::new();
    let of_commands = program.get_subcommands().flat_map(clap::Command::get_arguments);
    for arg in program.get_arguments().chain(of_commands).filter(|it| !it.is_positional()) {
        if !flags.iter().any(|it| it.get_id() == arg.get_id()) {
            flags.push(arg.clone());
        }
    }
    // With no command but external ones, the first word that belongs to no flag counts as one.
    let probe = clap::Command::new("plyglot").args(flags).allow_external_subcommands(true);
    let Ok(matches) = probe.try_get_matches_from(&line) else { return line };
    let Some((name, of_command)) = matches.subcommand() else { return line };
    let after = of_command.get_many::<OsString>("").map_or(0, Iterator::count);
    let at = line.len() - after - 1;
    if Command::has_subcommand(name) {
        line[1..=at].rotate_right(1);
    }
    line
}

/// Whether the short help of the program itself is requested: `-h` before any command.
pub fn asks_for_short_help(args: impl Iterator<Item = OsString>) -> bool {
    args.take_while(|it| it != "--" && !is_command(it)).any(|it| it == "-h")
}

impl Args {
    /// Parses the command line. Fails if it is wrong, or requests help.
    pub fn read() -> Result<Args, clap::Error> {
        Args::read_from(std::env::args_os())
    }

    /// Parses this command line, which begins with the name of the program. Fails if it is wrong, or requests help.
    pub fn read_from(line: impl Iterator<Item = OsString>) -> Result<Args, clap::Error> {
        let line = with_command_first(line.collect());
        let mut program = Args::command();
        // What only help and errors show is made for these.
        let parsed = program.try_get_matches_from_mut(&line);
        let matches = parsed.or_else(|_| command().try_get_matches_from(&line))?;
        let is_given = |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let given: Vec<String> = matches.ids().filter(is_given).map(|id| id.as_str().to_owned()).collect();
        let decisive = decisive(&program, &given, &matches);
        let args = Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))?;
        Ok(Args { given, decisive, ..args })
    }

    /// Returns how to print messages that are about no input.
    pub fn stderr(&self) -> Stderr {
        match &self.command {
            None => Stderr::new(&self.messages, self.color, false),
            Some(Command::Check(check)) => Stderr::new(&check.messages, self.color, true),
            Some(Command::Stats(stats)) => Stderr::new(&stats.messages, self.color, false),
            Some(_) => Stderr::plain(self.color),
        }
    }
}

/// Returns the given flags that the output depends on, as in `--to=["lan"]`.
fn decisive(program: &clap::Command, given: &[String], matches: &ArgMatches) -> String {
    let flag = |id: &str| {
        let values: Vec<&OsStr> = matches.get_raw(id).into_iter().flatten().collect();
        format!("--{}={values:?}", id.replace('_', "-"))
    };
    let ids = program.get_arguments().map(|it| it.get_id().as_str());
    let decisive = ids.filter(|id| given.iter().any(|it| it == id) && !INDIFFERENT.contains(id));
    decisive.map(flag).collect::<Vec<_>>().join(" ")
}

/// The commands other than converting. A file with such a name is read as `./NAME`.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Check games without writing them: report problems, and summarise each file
    Check(CheckArgs),

    /// Merge two witnesses of a game: two scoresheets, a scoresheet and a database, two editions
    ///
    /// Both texts are decoded together, the one with fewer errors counting more. Comments, NAGs, variations and tags of both
    /// are kept; of two values of a tag the first is taken. Every difference is listed on standard error, as JSON lines with
    /// --message-format json. Different games are refused.
    /// In a folder, files whose names differ only in the side are a pair, such as board1-white.txt and
    /// board1-black.txt, or 1a.txt and 1b.txt.
    #[command(override_usage = "plyglot merge <A> <B> [FLAG]...\n       plyglot merge <FOLDER> [FLAG]...")]
    Merge(Merge),

    /// Show all notations and styles, with a few moves of the same game in each
    Notations,

    /// Show all moves in a position, in one notation or in all of them
    Moves(MovesArgs),

    /// Show what a move text means, in which notations, and how the others write the move
    Explain(ExplainArgs),

    /// Show how many characters moves take in each notation
    Stats(StatsArgs),

    /// Print empty scoresheets, as a page to fill in by hand
    Scoresheet(Scoresheet),

    /// Explain a notation, the messages, or a command
    Help {
        /// `notation NAME`, `messages`, or a command; without a topic, converting
        #[arg(value_name = "TOPIC", value_parser = Suggested(topics), hide_possible_values = true)]
        topics: Vec<String>,
    },

    /// Print a script for a shell to complete commands, flags, notations and styles
    Completions {
        /// The shell
        #[arg(value_enum, ignore_case = true)]
        shell: Shell,
    },

    /// Print the manual page, for man
    Man(Man),
}

/// Returns the names of all commands.
pub fn commands() -> Vec<String> {
    command().get_subcommands().map(|it| it.get_name().to_owned()).collect()
}

/// Returns the topics without the commands: for those, listing them for the help of a flag would recurse.
pub fn topics() -> Vec<String> {
    let names = REGISTRY.iter().map(|it| it.name);
    ["notation", "messages"].into_iter().chain(names).map(str::to_owned).collect()
}

/// Which manual page to print.
#[derive(clap::Args, Clone, Debug)]
pub struct Man {
    /// The command; without one, the page of the program
    #[arg(value_name = "COMMAND", value_parser = Suggested(commands), hide_possible_values = true)]
    pub command: Option<String>,

    /// Folder to write all pages to, one file each
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out_dir: Option<PathBuf>,
}

/// Merge two witnesses of a game
#[derive(clap::Args, Clone, Debug)]
pub struct Merge {
    /// Two files with the same games, or a folder of pairs; and any flags for converting
    #[arg(value_name = "FILES", required = true, num_args = 1.., trailing_var_arg = true, allow_hyphen_values = true)]
    pub rest: Vec<OsString>,
}

/// Options of `check`.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArgs {
    /// The input
    #[command(flatten)]
    pub input: InputArgs,

    /// Count games with warnings as games with errors
    #[arg(long, help_heading = "Errors")]
    pub strict: bool,

    /// Also report what a strict PGN importer would silently drop or cut
    ///
    /// The second opinion is that of pgn-reader, the parser behind the tools of lichess.
    #[arg(long, help_heading = "Errors")]
    pub import: bool,

    /// Rewrite files of PGN in canonical form, in place; standard input goes to standard output
    ///
    /// Canonical are the moves (SAN, or the notation that the game names), tags, results, numbers, and lines of at most 79
    /// characters, as `plyglot -t san` writes them, with one blank line between games. Line ends, encoding and byte order mark
    /// of the file stay. A game that has errors, or of which more than the form would change, keeps its very bytes.
    #[arg(long, help_heading = "Format")]
    #[arg(conflicts_with_all = ["strict", "import", "extract", "repair", "corrections", "part", "fen", "after", "rules"])]
    pub fix: bool,

    /// Show what --fix would change, as a unified diff, and write no file
    #[arg(long, requires = "fix", help_heading = "Format")]
    pub diff: bool,

    /// Write no file, and exit with status 1 if --fix would change one
    #[arg(long, requires = "fix", help_heading = "Format")]
    pub check: bool,

    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

/// Options of `moves`.
#[derive(clap::Args, Clone, Debug)]
pub struct MovesArgs {
    /// The position
    #[command(flatten)]
    pub position_args: PositionArgs,

    /// Notation of the moves to play first
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto", requires = "after")]
    #[arg(value_parser = Suggested(from_notations), hide_possible_values = true)]
    pub from: String,

    /// Notation to show, with styles after a colon; without it, a table of all
    #[arg(short, long, value_name = "NOTATION[:STYLE]")]
    #[arg(value_parser = Suggested(to_notations), hide_possible_values = true)]
    pub to: Option<String>,
}

/// Options of `explain`.
#[derive(clap::Args, Clone, Debug)]
pub struct ExplainArgs {
    /// The text of the move
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,

    /// The position
    #[command(flatten)]
    pub position_args: PositionArgs,

    /// Notation of the text (and of the moves to play first); without it, all are tried
    #[arg(short, long, value_name = "NOTATION[:STYLE]", default_value = "auto")]
    #[arg(value_parser = Suggested(from_notations), hide_possible_values = true)]
    pub from: String,
}

/// Options of `stats`.
#[derive(clap::Args, Clone, Debug)]
pub struct StatsArgs {
    /// The input
    #[command(flatten)]
    pub input: InputArgs,

    /// Print the table as JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

/// Parses a place for a diagram: `12` or `12...`.
fn diagram_at(text: &str) -> Result<html::DiagramAt, String> {
    let (number, color) = match text.strip_suffix("...") {
        Some(number) => (number, Color::Black),
        None => (text.strip_suffix('.').unwrap_or(text), Color::White),
    };
    match number.parse() {
        Ok(number) if number > 0 => Ok((number, color)),
        _ => Err("not a move number: 12 is after White's move, 12... after Black's".to_owned()),
    }
}
