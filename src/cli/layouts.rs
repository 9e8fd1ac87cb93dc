//! The output layouts on the command line: the file extensions that imply them, and the flags that apply to them.
//!
//! [`RESTRICTED`] alone defines which layouts a flag applies to: the help, the warning for a flag without effect,
//! and `tests/all/layouts.rs` derive from it. [`super::args`] defines which flags a command has.

use std::{
    io::{self, IsTerminal as _},
    path::Path,
};

use anyhow::{Result, bail};
use clap::{
    Command,
    error::{ContextKind, ContextValue},
};

use super::targets::{Destination, Target};
use crate::{layout::Layout, notation::Choice, slice::Slice as _};

/// Returns the layout that the extension of an output implies, if any; `grid` means that the moves are for the columns of a
/// scoresheet.
pub fn of_path(path: &Path, grid: bool) -> Option<Layout> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let name = match extensions(path) {
        (_, Some(compression)) => name.slice(..name.len() - compression.len() - 1),
        _ => &name,
    };
    // The longest extension that fits: `.doubts.csv` is more than `.csv`.
    let fit = |it: &Layout| {
        let ends = |it: &&&str| name.strip_suffix(**it).is_some_and(|it| it.len() > 1 && it.ends_with('.'));
        it.suffixes().iter().filter(ends).map(|it| it.len()).max()
    };
    let longest = Layout::ALL.iter().filter_map(fit).max()?;
    let fits = Layout::ALL.iter().copied().filter(|it| fit(it) == Some(longest));
    fits.clone().find(|it| it.is_grid() == grid).or_else(|| fits.clone().next())
}

/// Returns the lower-case extensions of a file: that of the layout, and after it that of the compression.
pub fn extensions(path: &Path) -> (String, Option<String>) {
    let of = |path: &Path| {
        path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
    };
    let last = of(path);
    if matches!(last.as_str(), "gz" | "zst") {
        return (of(&path.with_extension("")), Some(last));
    }
    (last, None)
}

/// Formats that are not written, by file extensions, with alternatives. Some are layouts of other builds.
const REFUSED: &str = include_str!("refused.tsv");

/// Rejects an output whose extension names an unsupported format, and names an alternative.
pub fn refuse_extension(path: &Path) -> Result<()> {
    let (extension, _) = extensions(path);
    let is_written = Layout::ALL.iter().any(|it| it.suffixes().contains(&&*extension));
    let mut refused = REFUSED.lines().filter_map(|it| it.split_once('\t'));
    match refused.find(|it| !is_written && it.0.split(' ').any(|it| it == extension)) {
        Some((_, why)) => bail!("{}: {why}", path.display()),
        None => Ok(()),
    }
}

/// Rejects an output that would compress a binary layout, or show it, and says what to do instead.
pub fn refuse_binary(layout: Layout, target: &Target) -> Result<()> {
    if !layout.is_binary() {
        return Ok(());
    }
    let name = layout.name();
    if let (_, Some(_)) = extensions(&target.name) {
        bail!("{}: {name} is compressed already; write .{}", target.name.display(), layout.suffix());
    }
    if target.destination == Destination::Stdout && io::stdout().is_terminal() {
        bail!("{name} is not for a terminal; write it to a file with -o, or into a pipe");
    }
    Ok(())
}

fn shows_tags(layout: Layout) -> bool {
    !matches!(layout, Layout::Moves | Layout::Fen | Layout::Doubts | Layout::DoubtsJsonl)
}

/// Whether a layout shows comments, variations and NAGs.
fn is_annotated(layout: Layout) -> bool {
    shows_tags(layout) && !matches!(layout, Layout::Epd | Layout::Proof)
}

/// A flag without effect in some layouts.
struct Restriction {
    /// The identifier of the flag.
    id: &'static str,
    applies: fn(Layout) -> bool,
    /// Whether it asks for a layout itself, so that another one contradicts it.
    asks: bool,
}

/// Returns the restriction of a flag that is idle in the other layouts, as in a loop over all of them.
const fn idle(id: &'static str, applies: fn(Layout) -> bool) -> Restriction {
    Restriction { id, applies, asks: false }
}

/// Returns the restriction of a flag that asks for PGN.
const fn asking_for_pgn(id: &'static str) -> Restriction {
    Restriction { id, applies: |it| matches!(it, Layout::Pgn), asks: true }
}

/// The flags without effect in some layouts.
const RESTRICTED: &[Restriction] = &[
    idle("no_notation_tag", |it| matches!(it, Layout::Pgn | Layout::Columns)),
    idle("to", |it| !matches!(it, Layout::Fen | Layout::Epd)),
    idle("width", |it| matches!(it, Layout::Pgn | Layout::Columns | Layout::Grid)),
    idle("rows", Layout::is_grid),
    idle("diagram", |it| it == Layout::Html),
    idle("paper", |it| it == Layout::Html),
    idle("at", |it| matches!(it, Layout::Fen | Layout::Epd)),
    idle("each", Layout::is_table),
    idle("fens", |it| it == Layout::Jsonl || it.is_binary()),
    idle("provenance", |it| matches!(it, Layout::Jsonl | Layout::Csv | Layout::Tsv | Layout::Table)),
    idle("no_tags", shows_tags),
    idle("drop_tag", shows_tags),
    idle("tag", shows_tags),
    idle("no_numbers", |it| it == Layout::Pgn),
    idle("no_dots", |it| it == Layout::Pgn),
    idle("no_results", |it| matches!(it, Layout::Pgn | Layout::Moves | Layout::Columns)),
    idle("nags", |it| matches!(it, Layout::Pgn | Layout::Columns)),
    asking_for_pgn("export"),
    asking_for_pgn("for"),
    idle("page_refs", is_annotated),
    idle("notes", is_annotated),
    idle("no_comments", is_annotated),
    idle("no_variations", is_annotated),
    idle("no_nags", is_annotated),
];

/// Returns the layouts that a flag applies to, or those it does not, whichever list is shorter.
fn note(applies: fn(Layout) -> bool) -> String {
    let (layouts, others): (Vec<Layout>, Vec<Layout>) = Layout::ALL.iter().partition(|it| applies(**it));
    let names = |layouts: &[Layout]| layouts.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
    if others.len() < layouts.len() {
        format!("[layouts: all but {}]", names(&others))
    } else {
        format!("[layouts: {}]", names(&layouts))
    }
}

/// Adds to each flag's help the layouts it applies to.
pub fn with_layout_notes(program: Command) -> Command {
    RESTRICTED.iter().fold(program, |program, Restriction { id, applies, .. }| {
        program.mut_arg(id, |arg| {
            let with_note = |help: &clap::builder::StyledStr| format!("{help} {}", note(*applies));
            let (short, long) = (arg.get_help().map(with_note), arg.get_long_help().map(with_note));
            let arg = if let Some(short) = short { arg.help(short) } else { arg };
            if let Some(long) = long { arg.long_help(long) } else { arg }
        })
    })
}

/// Returns a warning for each flag without effect in this layout; `given` are the identifiers of those on the command line.
/// Fails for the first one that contradicts the layout, and names the layouts it applies to.
pub fn warn_of_unused_flags(given: &[String], layout: Layout) -> Result<Vec<String>> {
    let unused = |it: &&Restriction| !(it.applies)(layout) && given.iter().any(|given| given == it.id);
    let warn = |it: &Restriction| {
        let name = it.id.replace('_', "-");
        let text = format!("--{name} has no effect in the layout {} {}", layout.name(), note(it.applies));
        if it.asks { bail!(text) } else { Ok(text) }
    };
    RESTRICTED.iter().filter(unused).map(warn).collect()
}

/// Returns a hint if the value of `--layout` is the name of a notation.
pub fn hint(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let of_layout = text(ContextKind::InvalidArg)?.starts_with("--layout");
    let value = text(ContextKind::InvalidValue).filter(|_| of_layout)?;
    Choice::parse(value).ok().map(|it| format!("{0} is a notation: --to {0}", it.name))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn names_of_files_ask_for_layouts() {
        for (name, grid, expected) in [
            ("a.pgn", true, Some(Layout::Pgn)),
            ("a.HTML", false, Some(Layout::Html)),
            ("a.json.gz", false, Some(Layout::Jsonl)),
            ("a.csv.zst", false, Some(Layout::Csv)),
            ("a.csv", true, Some(Layout::GridCsv)),
            ("a.b.Doubts.csv.gz", true, Some(Layout::Doubts)),
            ("doubts.csv", false, Some(Layout::Csv)),
            ("a.proof.html", false, Some(Layout::Proof)),
            ("a.md", false, Some(Layout::Table)),
            #[cfg(feature = "parquet")]
            ("a.parquet", true, Some(Layout::Parquet)),
            ("a.uci", false, None),
            ("a.gz", false, None),
            ("csv", false, None),
        ] {
            assert_eq!(of_path(Path::new(name), grid), expected, "{name}");
        }
    }

    #[test]
    fn every_restricted_flag_is_there_and_says_what_it_serves() {
        let program = with_layout_notes(Args::command());
        for Restriction { id, applies, .. } in RESTRICTED {
            let arg = program.get_arguments().find(|it| it.get_id() == id).expect(id);
            let help = arg.get_help().expect("help").to_string();
            assert!(help.ends_with(&note(*applies)), "{help}");
        }
    }
}
