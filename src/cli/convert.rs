//! The main job: converting games.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Read},
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

use super::{
    Exit,
    args::{Args, Layout},
    job::Job,
    output::{self, Output},
    report::Reporter,
};
use crate::{
    convert::{Converted, Converter},
    input::{Blocks, encoding::Unicode},
    layout::{
        self, Bare, Frame,
        columns::ColumnsWriter,
        grid::{GridForm, GridWriter},
        html::{HtmlWriter, Page},
        jsonl::JsonWriter,
        pgn::PgnWriter,
    },
    report::Severity,
};

/// Converts.
pub fn run(args: &Args) -> Result<Exit> {
    let job = Job::new(args)?;
    if job.inputs.contains(&None) && io::stdin().is_terminal() && args.files.is_empty() {
        bail!("nothing to read: name a file, or pipe games into plyglot ('plyglot --help' says more)");
    }
    output::refuse_inputs("--output", args.output.as_deref(), &job.inputs)?;
    output::refuse_inputs("--rejects", args.rejects.as_deref(), &job.inputs)?;
    let mut sinks = Sinks {
        out: Output::open(args.output.as_deref())?,
        frame: match job.layout {
            Layout::Html => Box::new(Page::new(title(&job.inputs), args.paper.map(Into::into))),
            _ => Box::new(Bare),
        },
        rejects: args.rejects.as_deref().map(|path| Output::open(Some(path))).transpose()?,
        least: match (args.quiet, args.verbose) {
            (true, _) => Severity::Error,
            (_, true) => Severity::Note,
            _ => Severity::Warning,
        },
        exit: Exit::Success,
        stopped: false,
    };
    match job.layout {
        Layout::Pgn => convert_all(&job, || PgnWriter::new(&job.to, job.width), &mut sinks)?,
        Layout::Columns => convert_all(&job, || ColumnsWriter::new(&job.to, job.width), &mut sinks)?,
        Layout::Grid => grid(&job, GridForm::Pipes, &mut sinks)?,
        Layout::GridTsv => grid(&job, GridForm::Tabs, &mut sinks)?,
        Layout::GridCsv => grid(&job, GridForm::Commas, &mut sinks)?,
        Layout::Html => convert_all(&job, || HtmlWriter::new(&job.to), &mut sinks)?,
        Layout::Jsonl => convert_all(&job, || JsonWriter::new(&job.to), &mut sinks)?,
    }
    sinks.finish()
}

/// The title of a page of games: the name of the file, if it is one.
fn title(inputs: &[Option<PathBuf>]) -> String {
    let name = match inputs {
        [Some(path)] => path.file_stem(),
        _ => None,
    };
    name.map_or_else(|| "Games".to_owned(), |it| it.to_string_lossy().into_owned())
}

fn grid(job: &Job, form: GridForm, sinks: &mut Sinks) -> Result<()> {
    convert_all(job, || GridWriter::new(&job.to, form, job.rows, job.width), sinks)
}

/// Where everything goes.
struct Sinks {
    out: Output,
    /// What stands around the games.
    frame: Box<dyn Frame>,
    rejects: Option<Output>,
    least: Severity,
    exit: Exit,
    /// A game with errors has ended the conversion.
    stopped: bool,
}

impl Sinks {
    fn take(&mut self, converted: &mut Converted, first: u64, reporter: &mut Reporter) -> Result<()> {
        for report in &converted.reports {
            reporter.game(first, report);
        }
        if converted.failed > 0 {
            self.exit = self.exit.max(Exit::GameErrors);
        }
        self.stopped |= converted.stop;
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&converted.rejects)?;
        }
        let out = std::mem::take(&mut converted.out);
        self.out.write(&self.frame.add(out, &converted.entries))
    }

    fn finish(mut self) -> Result<Exit> {
        self.out.write(&self.frame.end())?;
        if let Some(rejects) = self.rejects {
            rejects.finish()?;
        }
        // After a stop what has been written is not what was asked for: an old file stays.
        if !self.stopped {
            self.out.finish()?;
        }
        Ok(self.exit)
    }
}

fn convert_all<W: layout::Output>(job: &Job, writer: impl Fn() -> W, sinks: &mut Sinks) -> Result<()> {
    let mut converter = Converter::new(&job.options, writer());
    for input in &job.inputs {
        let name = input.as_deref().map_or_else(|| "<stdin>".to_owned(), |path| path.display().to_string());
        let mut reporter = Reporter::new(name, sinks.least);
        let result = match open(input.as_deref()) {
            Ok(input) => {
                convert_one(Blocks::new(Unicode::new(input), None), &mut converter, &mut reporter, sinks)?
            }
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            reporter.failure(&error);
            sinks.exit = Exit::Failure;
        }
        reporter.finish();
        if sinks.stopped {
            break;
        }
    }
    Ok(())
}

/// Converts one input. The inner error is the input's, the outer one the output's.
fn convert_one<R: Read, W: layout::Output>(
    mut blocks: Blocks<R>,
    converter: &mut Converter<'_, W>,
    reporter: &mut Reporter,
    sinks: &mut Sinks,
) -> Result<io::Result<()>> {
    let mut games = 0;
    loop {
        let (block, error) = match blocks.next_block() {
            Ok(block) => (block, None),
            Err(error) => (blocks.rest(), Some(error)),
        };
        let Some(block) = block else { return Ok(error.map_or(Ok(()), Err)) };
        let mut converted = converter.convert(block);
        sinks.take(&mut converted, games, reporter)?;
        games += converted.games;
        if let Some(error) = error {
            return Ok(Err(error));
        }
        if sinks.stopped {
            return Ok(Ok(()));
        }
    }
}

fn open(path: Option<&Path>) -> io::Result<Box<dyn Read>> {
    Ok(match path {
        None => Box::new(io::stdin().lock()),
        Some(path) => {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::Error::other("is a directory"));
            }
            Box::new(file)
        }
    })
}
