//! Resolution of the flags: what to read, how, and where the output goes.

use std::{ops::ControlFlow, path::Path, sync::Arc, thread};

use anyhow::{Context as _, Result, anyhow, bail};

use super::{
    args::Args,
    common_args::InputArgs,
    inputs::{self, Input, Inputs, Mirror, Task},
    layouts, numbered,
    output_record::OutputRecord,
    position_args::{notations, position},
    targets::{self, Destination, Planned, Target},
};
use crate::{
    convert::{Converter, OnError, Options},
    corrections::Corrections,
    diagnostics::Severity,
    events::TagEdits,
    io::{self, Cutting, InputEvent, Origin, ReadOptions, pipeline::Item},
    layout::{
        Feature, Filter, Game, InputFormat, Layout, LayoutOptions, MovetextStyle, NullWriter, Numbers, Omit,
    },
    notation::{Choice, REGISTRY},
    resolve::Repairing,
};

/// The games to read, and what to do with each.
pub struct Work {
    pub inputs: Inputs,
    /// How to read them.
    pub reading: ReadOptions<InputFormat>,
    /// How to convert them.
    pub options: Options,
    /// The number of blocks converted at a time.
    pub threads: usize,
    /// The games to convert instead of the inputs, if these were merged.
    pub merged: Option<Vec<Game<'static>>>,
}

impl Work {
    /// Resolves the flags about the input. The output goes to `mirror`, if given.
    /// Fails if a notation or style is unknown, or flags conflict.
    pub fn new(input: &InputArgs, mirror: Option<Mirror<'_>>) -> Result<Work> {
        let from = notations(&input.from)?;
        let one_file = matches!(&input.files[..], [file] if file.as_os_str() != "-" && !file.is_dir());
        if input.part.is_some() && !one_file {
            bail!("--part needs one file");
        }
        let start = match (&input.fen, &input.after) {
            (None, None) => None,
            (fen, after) => Some(position(input.rules, fen.as_deref(), after.as_deref(), &input.from)?.fen()),
        };
        let encoding = input.encoding;
        let max_game = usize::try_from(input.max_game).unwrap_or(usize::MAX);
        let threads = match input.jobs {
            Some(jobs) => jobs.into(),
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        let reading = ReadOptions {
            expansion: 1,
            threads,
            cutting: Cutting { format: None, encoding, max_game },
            max_size: input.max_size,
            part: input.part,
            counter: Arc::default(),
        };
        let from = from.with_rules(input.rules).with_start(start);
        let corrections = input.corrections.as_deref().map(corrections).transpose()?.map(Arc::new);
        let repair = input.repair.or(corrections.is_some().then_some(Repairing::Best)).unwrap_or_default();
        let options = |from| Options {
            encoding,
            max_game,
            extract: input.extract,
            corrections: corrections.clone(),
            ..Options::new(from)
        };
        let plain = options(from.clone());
        let holds_games = |path: &Path| holds_games(path, &reading, &plain);
        Ok(Work {
            inputs: inputs::list(&input.files, mirror, &holds_games)?,
            options: options(from.repairing(repair)),
            reading,
            threads,
            merged: None,
        })
    }
}

/// Reads a file of corrections.
fn corrections(path: &Path) -> Result<Corrections> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    Corrections::parse(&name, &text).map_err(|why| anyhow!(why))
}

/// A conversion, fully resolved.
pub struct Job<'a> {
    /// The flags.
    pub args: &'a Args,
    /// The input, and what to do with it.
    pub work: Work,
    /// The notation of the output.
    pub to: Choice,
    pub layout: Layout,
    /// What else determines the form of the output.
    pub form: LayoutOptions,
    /// The file for all output; `None` if each input has its own.
    pub output: Option<Target>,
    /// The files that the output may be divided into.
    pub split: Vec<Target>,
    /// The file for games with errors.
    pub rejects: Option<Target>,
    /// The record of the outputs, if each input has its own.
    pub record: Option<OutputRecord>,
    /// The warnings about the flags.
    pub warnings: Vec<String>,
}

impl<'j> Job<'j> {
    /// Resolves the flags.
    /// Fails if a notation or style is unknown, flags conflict, or an output would overwrite an input or another output.
    pub fn new(args: &'j Args) -> Result<Job<'j>> {
        let (to, layout) = target(args)?;
        let mut warnings = layouts::warn_of_unused_flags(&args.given, layout)?;
        if args.no_notation_tag && to.name == "san" {
            warnings.push("--no-notation-tag has no effect: games in SAN have no such tag".to_owned());
        }
        if (args.export || args.r#for.is_some()) && to.name != "san" {
            let flag = if args.export { "--export" } else { "--for" };
            bail!("{flag} needs --to san: the moves of PGN export format are in SAN");
        }
        let suffix = suffix(&to.name, layout);
        let record = args.out_dir.as_deref().map(|folder| OutputRecord::of(folder, &args.decisive));
        // Corrections may have changed since the outputs were made.
        let known = record.as_ref().filter(|_| !args.force && args.input.corrections.is_none());
        let mirror = args.out_dir.as_deref().map(|folder| Mirror::new(folder, &suffix, known));
        let mut work = Work::new(&args.input, mirror)?;
        work.reading.expansion = layout.expansion();
        let options = &mut work.options;
        options.filter = Filter {
            omit: Omit { comments: args.no_comments, variations: args.no_variations, nags: args.no_nags },
            plies: args.plies,
            tags: TagEdits {
                none: args.no_tags,
                dropped: args.drop_tag.clone(),
                set: args.tag.clone(),
                roster: args.export || args.r#for.is_some(),
            },
        };
        options.on_error = match (args.on_error, &args.game) {
            // Only selected games may end the conversion, so that errors are examined after the selection.
            (OnError::Stop, Some(_)) => OnError::Skip,
            (policy, _) => policy,
        };
        options.rejects = args.rejects.is_some();
        options.page_refs = args.page_refs;
        options.notes = args.notes;
        let output = args.out_dir.is_none().then(|| Target::resolve(args.output.as_deref()));
        output.iter().try_for_each(|it| layouts::refuse_binary(layout, it))?;
        let split = args.split.map_or(Ok(Vec::new()), |_| numbered::targets(args.output.as_deref()))?;
        let rejects = args.rejects.as_deref().map(|path| Target::resolve(Some(path)));
        let form = form(args);
        let job = Job { args, work, to, layout, form, output, split, rejects, record, warnings };
        targets::check(job.work.inputs.origins(), &job.planned())?;
        Ok(job)
    }

    /// Returns the file for the index of the pages that the output is divided into.
    pub fn index(&self) -> Option<&Target> {
        self.output.as_ref().filter(|_| !self.split.is_empty() && self.layout == Layout::Html)
    }

    /// Returns everything that will be written.
    fn planned<'a>(&'a self) -> Vec<Planned<'a>> {
        let named = |flag: &str, target: &Target| match target.destination {
            Destination::Stdout => "standard output".to_owned(),
            _ => format!("{flag} {}", target.name.display()),
        };
        let whole = self.output.iter().filter(|_| self.split.is_empty());
        let whole = whole.chain(self.index()).chain(&self.split);
        let flags = whole.map(|it| ("--output", it)).chain(self.rejects.iter().map(|it| ("--rejects", it)));
        let own = |inputs: &'a [Input], written| {
            inputs.iter().filter_map(move |input| match &input.task {
                Task::Read(_, Some(target)) => {
                    let what = format!("{}: output {}", input.name, target.name.display());
                    Some(Planned { what, target, written })
                }
                _ => None,
            })
        };
        let inputs = &self.work.inputs;
        flags
            .map(|(flag, target)| Planned { what: named(flag, target), target, written: true })
            .chain(own(&inputs.list, true))
            .chain(own(&inputs.up_to_date, false))
            .collect()
    }
}

/// Resolves the notation and the layout of the output. Notations written in columns go into a grid unless told
/// otherwise, and only they do.
fn target(args: &Args) -> Result<(Choice, Layout)> {
    let for_grids = || {
        REGISTRY
            .iter()
            .map(|it| it.name)
            .filter(|name| Choice::parse(name).is_ok_and(|it| it.notation.scoresheet()))
    };
    let parsed = args.to.as_deref().map(Choice::parse).transpose();
    if let (Err(_), Some(layout)) = (&parsed, args.to.as_deref().and_then(|it| it.parse::<Layout>().ok())) {
        bail!("--to: {0} is a layout: --layout {0}", layout.name());
    }
    let named = parsed.context("--to")?;
    let fills_grid = named.as_ref().is_some_and(|it| it.notation.scoresheet());
    for path in [&args.output, &args.rejects].into_iter().flatten() {
        layouts::refuse_extension(path)?;
    }
    let by_name = || args.output.as_deref().and_then(|path| layouts::of_path(path, fills_grid));
    let layout = args.layout.or_else(by_name);
    let grid = layout.is_some_and(|it| it.has(Feature::FileColumns));
    let name = match &args.to {
        Some(name) => name,
        None if grid => for_grids().next().unwrap_or("san"),
        None => "san",
    };
    let to = match named {
        Some(named) => named,
        None if name == "san" => Choice::own(),
        None => Choice::parse(name).context("--to")?,
    };
    let is_for_grids = to.notation.scoresheet();
    if grid && !is_for_grids {
        let names: Vec<&str> = for_grids().collect();
        bail!("a grid has a column for each file and needs --to {}, not {name}", names.join(" or "));
    }
    let layout = layout.unwrap_or(if is_for_grids { Layout::Grid } else { Layout::Pgn });
    // "In printed periodicals, publications or books use of figurines for the pieces is recommended": law 6.3.
    if layout == Layout::Html && is_for_grids && !name.contains(':') {
        return Ok((Choice::parse(&format!("{name}:figurine")).context("--to")?, layout));
    }
    Ok((to, layout))
}

fn form(args: &Args) -> LayoutOptions {
    let numbers = match (args.no_numbers, args.no_dots) {
        (true, _) => Numbers::Absent,
        (false, true) => Numbers::Plain,
        (false, false) => Numbers::Dotted,
    };
    let names_notation =
        !args.no_notation_tag && !args.no_tags && !args.drop_tag.iter().any(|it| it == "Notation");
    LayoutOptions {
        width: args.width,
        style: MovetextStyle {
            numbers,
            nags: args.nags,
            results: !args.no_results,
            notation_tag: names_notation,
            result_tag: args.export || args.r#for.is_some(),
        },
        rows: args.rows,
        fens: args.fens,
        provenance: args.provenance,
        each: args.each,
        at: args.at,
        diagrams: args.diagram.clone(),
        paper: args.paper,
        confidence: args.input.repair.is_some(),
    }
}

/// Returns the suffix of files in this notation and layout: `pgn` for SAN, `lan.pgn`, `economical-bare.jsonl`.
fn suffix(notation: &str, layout: Layout) -> String {
    match notation {
        "san" => layout.suffix().to_owned(),
        name => format!("{}.{}", name.replace([':', ','], "-"), layout.suffix()),
    }
}

/// Whether a file holds a game (one with tags, or with both players' first moves), or cannot be read to find
/// out.
fn holds_games(path: &Path, reading: &ReadOptions<InputFormat>, options: &Options) -> bool {
    let mut holds = false;
    // Other markup may merely quote moves.
    let is_wanted = |format: InputFormat| !io::is_markup(path) || matches!(format, InputFormat::Boxes);
    let reading = ReadOptions { counter: Arc::default(), threads: 1, ..reading.clone() };
    io::read(&[Some(Origin::File(path.to_path_buf()))], &reading, &mut |item| {
        holds |= match item {
            Item::Job(block) => {
                let tagged = memchr::memmem::find(&block.bytes, b"[Event \"").is_some();
                is_wanted(block.format)
                    && (tagged
                        || Converter::new(options, Box::new(NullWriter::default())).convert(block).plies > 1)
            }
            Item::Message(InputEvent::Note(note)) => note.severity == Severity::Error,
            Item::Message(_) => false,
        };
        if holds { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    holds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_for_their_notation() {
        for (notation, layout, expected) in [
            ("san", Layout::Pgn, "pgn"),
            ("lan", Layout::Pgn, "lan.pgn"),
            ("san", Layout::Jsonl, "jsonl"),
            ("descriptive:kt,long", Layout::Jsonl, "descriptive-kt-long.jsonl"),
        ] {
            assert_eq!(suffix(notation, layout), expected);
        }
    }
}
