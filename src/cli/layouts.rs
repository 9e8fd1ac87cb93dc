//! The output layouts on the command line: the file extensions that imply them, and the flags that apply to them.
//!
//! [`RESTRICTED`] says what a layout needs for a flag to have an effect, [`Layout`] which layouts have it: the help, the warning for a flag without effect,
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
use crate::{
    layout::{Feature, Layout},
    notation::Choice,
    slice::Slice as _,
};

/// Returns the layout that the extension of an output implies, if any; `grid` means that the moves are for the columns of a
/// scoresheet.
pub fn of_path(path: &Path, grid: bool) -> Option<Layout> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let name = match extensions(path) {
        (_, Some(compression)) => name.slice(..name.len() - compression.len() - 1),
        _ => &name,
    };
    // The longest extension that fits: `.doubts.csv` rather than `.csv`.
    let fit = |it: &Layout| {
        let ends = |it: &&&str| name.strip_suffix(**it).is_some_and(|it| it.len() > 1 && it.ends_with('.'));
        it.suffixes().iter().filter(ends).map(|it| it.len()).max()
    };
    let longest = Layout::ALL.iter().filter_map(fit).max()?;
    let fits = Layout::ALL.iter().copied().filter(|it| fit(it) == Some(longest));
    fits.clone().find(|it| it.has(Feature::FileColumns) == grid).or_else(|| fits.clone().next())
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
    if !layout.has(Feature::Binary) {
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

/// The flags that have no effect in layouts that lack something.
const RESTRICTED: &[(&str, Feature)] = &[
    ("no_notation_tag", Feature::NotationTag),
    ("to", Feature::Notation),
    ("width", Feature::Width),
    ("rows", Feature::FileColumns),
    ("diagram", Feature::Diagrams),
    ("paper", Feature::Paper),
    ("at", Feature::Positions),
    ("each", Feature::Rows),
    ("fens", Feature::Fens),
    ("provenance", Feature::Provenance),
    ("no_tags", Feature::Tags),
    ("drop_tag", Feature::Tags),
    ("tag", Feature::Tags),
    ("no_numbers", Feature::Numbers),
    ("no_dots", Feature::Numbers),
    ("no_results", Feature::Results),
    ("nags", Feature::NagForms),
    ("export", Feature::Export),
    ("for", Feature::Export),
    ("page_refs", Feature::Annotations),
    ("notes", Feature::Annotations),
    ("no_comments", Feature::Annotations),
    ("no_variations", Feature::Annotations),
    ("no_nags", Feature::Annotations),
];

/// Returns the layouts that have a property, or those that lack it, whichever list is shorter.
fn note(feature: Feature) -> String {
    let (layouts, others): (Vec<Layout>, Vec<Layout>) = Layout::ALL.iter().partition(|it| it.has(feature));
    let names = |layouts: &[Layout]| layouts.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
    if others.len() < layouts.len() {
        format!("[layouts: all but {}]", names(&others))
    } else {
        format!("[layouts: {}]", names(&layouts))
    }
}

/// Adds to each flag's help the layouts it applies to.
pub fn with_layout_notes(program: Command) -> Command {
    RESTRICTED.iter().fold(program, |program, (id, feature)| {
        program.mut_arg(id, |arg| {
            let with_note = |help: &clap::builder::StyledStr| format!("{help} {}", note(*feature));
            let (short, long) = (arg.get_help().map(with_note), arg.get_long_help().map(with_note));
            let arg = if let Some(short) = short { arg.help(short) } else { arg };
            if let Some(long) = long { arg.long_help(long) } else { arg }
        })
    })
}

/// Returns a warning for each flag without effect in this layout; `given` are the identifiers of those on the command line.
/// Fails for the first flag that contradicts the layout, and names the layouts it applies to.
pub fn warn_of_unused_flags(given: &[String], layout: Layout) -> Result<Vec<String>> {
    let unused = |(id, feature): &&(&str, Feature)| !layout.has(*feature) && given.iter().any(|it| it == id);
    let warn = |(id, feature): &(&str, Feature)| {
        let name = id.replace('_', "-");
        let text = format!("--{name} has no effect in the layout {} {}", layout.name(), note(*feature));
        // These flags ask for PGN themselves, which another layout contradicts.
        if *feature == Feature::Export { bail!(text) } else { Ok(text) }
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
        for (id, feature) in RESTRICTED {
            let arg = program.get_arguments().find(|it| it.get_id() == id).expect(id);
            let help = arg.get_help().expect("help").to_string();
            assert!(help.ends_with(&note(*feature)), "{help}");
        }
    }
}
