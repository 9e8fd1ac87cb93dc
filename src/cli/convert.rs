//! The main job: converting games.

use std::{
    fs,
    io::{self, IsTerminal as _},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use anyhow::{Context as _, Result, anyhow, bail};

use super::{
    Exit,
    args::{Args, Layout},
    inputs::{Task, time_of_incomplete},
    job::Job,
    output::{self, Output},
    progress::Progress,
    report::{self, Reporter},
    signals,
};
use crate::{
    convert::{Converted, Converter},
    input::{self, Block, Event, Note, Origin},
    layout::{self, jsonl::JsonWriter, pgn::PgnWriter},
    pipeline::{self, Failure, Item},
    report::Severity,
};

/// Converts.
pub fn run(args: &Args) -> Result<Exit> {
    let job = Job::new(args)?;
    let run = Run::new(args, &job, None)?;
    match job.layout {
        Layout::Pgn => run.all(|| PgnWriter::new(&job.to, job.width)),
        Layout::Jsonl => run.all(|| JsonWriter::new(&job.to)),
    }
}

/// What takes the results of a conversion instead of its output.
pub type Taker<'a> = &'a mut dyn FnMut(&Converted);

/// Converts with another writer than those of the layouts, and gives its output to `take`.
pub fn each<W: layout::Output>(args: &Args, writer: impl Fn() -> W + Sync, take: Taker<'_>) -> Result<Exit> {
    let job = Job::new(args)?;
    Run::new(args, &job, Some(take))?.all(writer)
}

/// How many bytes there are to read, if that is known.
fn total<'a>(mut origins: impl Iterator<Item = &'a Origin>) -> Option<u64> {
    origins.try_fold(0, |sum, origin| match origin {
        Origin::Stdin => None,
        Origin::File(path) => {
            let metadata = fs::metadata(path).ok();
            metadata.is_none_or(|it| it.is_file()).then(|| sum + fs::metadata(path).map_or(0, |it| it.len()))
        }
    })
}

/// Where the output goes.
enum Out<'a> {
    /// All of it to one place.
    One(Output),
    /// That of each input to a file of its own; none where that cannot be written.
    Each(Option<Output>),
    /// To the caller.
    Taken(Taker<'a>),
}

/// What happens to the inputs, besides their blocks.
enum Message {
    /// The input of this number begins.
    Begin(usize),
    /// A text in it begins, of a member of this name if it is an archive.
    Text(Option<String>),
    /// There is something to say of it.
    Note(Note),
    /// It ends.
    End(usize),
}

/// A run, seen from where everything arrives in order.
struct Run<'a> {
    job: &'a Job,
    out: Out<'a>,
    rejects: Option<Output>,
    least: Severity,
    reporter: Reporter,
    /// How many games the text at hand has had.
    games: u64,
    /// Some of the input at hand could be read.
    begun: bool,
    /// It could not be read as a whole.
    incomplete: bool,
    exit: Exit,
    /// A game with errors has ended the conversion.
    stopped: bool,
    progress: Progress,
}

impl<'a> Run<'a> {
    fn new(args: &Args, job: &'a Job, taker: Option<Taker<'a>>) -> Result<Run<'a>> {
        if args.files.is_empty() && io::stdin().is_terminal() {
            bail!("nothing to read: name a file, or pipe games into plyglot ('plyglot --help' says more)");
        }
        let origins = || job.inputs.list.iter().filter_map(|it| it.origin());
        output::refuse_inputs("--output", args.output.as_deref(), origins())?;
        output::refuse_inputs("--rejects", args.rejects.as_deref(), origins())?;
        signals::watch();
        let to_screen = args.output.is_none() && args.out_dir.is_none();
        let least = match (args.quiet, args.verbose) {
            (true, _) => Severity::Error,
            (_, true) => Severity::Note,
            _ => Severity::Warning,
        };
        let out = match (taker, &args.out_dir) {
            (Some(taker), _) => Out::Taken(taker),
            (None, Some(_)) => Out::Each(None),
            (None, None) => Out::One(Output::open(args.output.as_deref())?),
        };
        let rejects = args.rejects.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        let counter = Arc::clone(&job.reading.counter);
        let progress = Progress::new(args.progress, to_screen, counter, total(origins()));
        Ok(Run {
            job,
            out,
            rejects,
            least,
            reporter: Reporter::new(String::new(), least),
            games: 0,
            begun: false,
            incomplete: false,
            exit: Exit::Success,
            stopped: false,
            progress,
        })
    }

    fn all<W: layout::Output>(mut self, writer: impl Fn() -> W + Sync) -> Result<Exit> {
        let job = self.job;
        let result = pipeline::run(
            job.threads,
            producer(job),
            |block: &Block| block.bytes.len(),
            || {
                let mut converter = Converter::new(&job.options, writer());
                move |block| converter.convert(block)
            },
            |item| self.take(item),
        );
        self.progress.suspend(|| self.reporter.finish());
        self.progress.finish();
        match result {
            Ok(()) => self.finish(),
            Err(Failure::Consumer(error)) => Err(error),
            Err(Failure::Worker) => {
                Err(anyhow!("a game could not be converted; this is a defect of plyglot"))
            }
        }
    }

    fn take(&mut self, item: Item<Converted, Message>) -> Result<ControlFlow<()>> {
        match item {
            Item::Job(converted) => self.converted(&converted)?,
            Item::Message(Message::Begin(n)) => self.begin(n),
            Item::Message(Message::Text(member)) => {
                self.begun = true;
                if let Some(member) = member {
                    self.name(format!("{}/{member}", self.reporter.input()));
                }
            }
            Item::Message(Message::Note(note)) => self.note(&note),
            Item::Message(Message::End(n)) => self.end(n),
        }
        self.progress.update();
        Ok(if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// From here on everything is said of the text of this name.
    fn name(&mut self, name: String) {
        let input = self.reporter.input().to_owned();
        let mut old = std::mem::replace(&mut self.reporter, Reporter::new(name, self.least).of_input(input));
        self.progress.suspend(|| old.finish());
        self.games = 0;
    }

    fn note(&mut self, note: &Note) {
        if note.severity == Severity::Error {
            self.incomplete = true;
            self.exit = Exit::Failure;
        }
        self.progress.suspend(|| self.reporter.note(note));
    }

    fn begin(&mut self, n: usize) {
        let input = &self.job.inputs.list[n];
        let mut old = std::mem::replace(&mut self.reporter, Reporter::new(input.name.clone(), self.least));
        self.progress.suspend(|| old.finish());
        self.games = 0;
        self.begun = false;
        self.incomplete = false;
        match &input.task {
            Task::Read(_, None) => {}
            Task::Read(_, Some(target)) => match open_in_folder(target) {
                Ok(output) => self.out = Out::Each(Some(output)),
                Err(error) => self.lost(&error),
            },
            Task::Mention(severity, text) => {
                self.note(&Note { member: None, severity: *severity, text: text.clone() });
            }
        }
    }

    /// The output of this input cannot be written; others may be.
    fn lost(&mut self, error: &anyhow::Error) {
        self.out = Out::Each(None);
        self.exit = Exit::Failure;
        self.progress.suspend(|| report::failure(error));
    }

    fn converted(&mut self, converted: &Converted) -> Result<()> {
        if !converted.reports.is_empty() {
            self.progress.suspend(|| {
                for report in &converted.reports {
                    self.reporter.game(self.games, report);
                }
            });
        }
        if converted.failed > 0 {
            self.exit = self.exit.max(Exit::GameErrors);
        }
        self.games += converted.games;
        self.progress.games += converted.games;
        self.progress.failed += converted.failed;
        self.stopped |= converted.stop;
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&converted.rejects)?;
        }
        match &mut self.out {
            Out::One(output) => output.write(&converted.out)?,
            Out::Each(Some(output)) => {
                if let Err(error) = output.write(&converted.out) {
                    self.lost(&error);
                }
            }
            Out::Taken(take) => take(converted),
            Out::Each(None) => {}
        }
        Ok(())
    }

    fn end(&mut self, n: usize) {
        let Out::Each(output) = &mut self.out else { return };
        let (Some(output), Some(origin)) = (output.take(), self.job.inputs.list[n].origin()) else { return };
        if self.incomplete && !self.begun {
            return;
        }
        let modified = if self.incomplete { time_of_incomplete(origin) } else { None };
        if let Err(error) = output.finish(modified) {
            self.lost(&error);
        }
    }

    fn finish(self) -> Result<Exit> {
        if let Some(rejects) = self.rejects {
            rejects.finish(None)?;
        }
        // After a stop what has been written is not what was asked for: an old file stays.
        if let (Out::One(output), false) = (self.out, self.stopped) {
            output.finish(None)?;
        }
        let inputs = &self.job.inputs;
        if self.least < Severity::Warning {
            report::say(&format!("plyglot: {}", self.progress.summary(inputs.list.len())));
        }
        if inputs.up_to_date > 0 && self.least < Severity::Error {
            let (count, all) = (inputs.up_to_date, inputs.up_to_date + inputs.list.len());
            report::say(&format!(
                "plyglot: {count} of {all} inputs have been converted before (see --force)"
            ));
        }
        Ok(self.exit)
    }
}

/// What reads all inputs, in a thread of its own.
fn producer(
    job: &Job,
) -> impl FnOnce(&mut dyn FnMut(Item<Block, Message>) -> ControlFlow<()>) + Send + 'static {
    let origins: Vec<Option<Origin>> = job.inputs.list.iter().map(|it| it.origin().cloned()).collect();
    let reading = job.reading.clone();
    move |emit| {
        for (n, origin) in origins.iter().enumerate() {
            let mut flow = emit(Item::Message(Message::Begin(n)));
            if let (true, Some(origin)) = (flow.is_continue(), origin) {
                flow = input::read(origin, &reading, &mut |event| {
                    emit(match event {
                        Event::Block(block) => Item::Job(block),
                        Event::Text { member } => Item::Message(Message::Text(member)),
                        Event::Note(note) => Item::Message(Message::Note(note)),
                    })
                });
            }
            if flow.is_break() || emit(Item::Message(Message::End(n))).is_break() {
                break;
            }
        }
    }
}

fn open_in_folder(target: &Path) -> Result<Output> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    Output::open(Some(target))
}
