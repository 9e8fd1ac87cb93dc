//! The main job: converting games, or only checking them.

use std::{
    ffi::OsStr,
    fs,
    io::{self, IsTerminal as _},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use anyhow::{Context as _, Result, anyhow, bail};

use super::{
    Exit,
    args::{Args, Check, Layout},
    help,
    inputs::{Task, time_of_incomplete},
    job::{Framing, Job, Work},
    output::{self, Output},
    progress::Progress,
    report::{Reporter, Voice},
    shared::{ColorWhen, Source, When},
    signals,
    tally::Tally,
};
use crate::{
    convert::{Converted, Converter},
    input::{self, Block, Event, Note, Origin},
    layout::{
        self, Filter, Frame,
        columns::ColumnsWriter,
        grid::{GridForm, GridWriter},
        html::HtmlWriter,
        jsonl::JsonWriter,
        pgn::PgnWriter,
    },
    pipeline::{self, Failure, Item},
    report::Severity,
};

/// Converts.
pub fn run(args: &Args) -> Result<Exit> {
    refuse_mistyped_command(&args.source)?;
    let job = Job::new(args)?;
    refuse_to_wait(&args.source)?;
    let work = &job.work;
    let origins = || work.inputs.list.iter().filter_map(|it| it.origin());
    output::refuse_inputs("--output", args.output.as_deref(), origins())?;
    output::refuse_inputs("--rejects", args.rejects.as_deref(), origins())?;
    signals::watch();
    let to_screen = args.output.is_none() && args.out_dir.is_none();
    let out = match args.out_dir {
        Some(_) => Out::Each(None),
        None => {
            let frame = job.framing.frame(title(origins()));
            Out::One(Framed { output: Output::open(args.output.as_deref())?, frame })
        }
    };
    let rejects = args.rejects.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let voice = Voice::new(&args.messages, args.color, false);
    let run = Run::new(work, out, to_screen, args.source.progress, voice, None);
    let run = Run { rejects, framing: job.framing, ..run };
    let grid = |form| GridWriter::new(&job.to, form, job.rows, job.width);
    match job.layout {
        Layout::Pgn => run.all(|| PgnWriter::new(&job.to, job.width)),
        Layout::Columns => run.all(|| ColumnsWriter::new(&job.to, job.width)),
        Layout::Grid => run.all(|| grid(GridForm::Pipes)),
        Layout::GridTsv => run.all(|| grid(GridForm::Tabs)),
        Layout::GridCsv => run.all(|| grid(GridForm::Commas)),
        Layout::Html => run.all(|| HtmlWriter::new(&job.to)),
        Layout::Jsonl => run.all(|| JsonWriter::new(&job.to)),
    }
}

/// The title of a page of games: the name of the file, if it is one.
fn title<'a>(mut origins: impl Iterator<Item = &'a Origin>) -> String {
    let stem = match (origins.next(), origins.next()) {
        (Some(Origin::File(path)), None) => input::stem(path).file_name().map(OsStr::to_os_string),
        _ => None,
    };
    stem.map_or_else(|| "Games".to_owned(), |it| it.to_string_lossy().into_owned())
}

/// Checks.
pub fn check(args: &Check, color: ColorWhen) -> Result<Exit> {
    let work = Work::new(&args.source, None)?;
    refuse_to_wait(&args.source)?;
    signals::watch();
    let tally = Tally::new(args);
    let voice = Voice::new(&args.messages, color, true);
    let run = Run::new(&work, Out::Nowhere, !args.messages.quiet, args.source.progress, voice, Some(tally));
    run.all(layout::Nothing::default)
}

/// What takes the results of a conversion instead of its output.
pub type Taker<'a> = &'a mut dyn FnMut(&Converted);

/// Gives the main lines of all games to another writer than those of the layouts, and its output to `take`.
pub fn each<W: layout::Output>(
    source: &Source,
    voice: Voice,
    writer: impl Fn() -> W + Sync,
    take: Taker<'_>,
) -> Result<Exit> {
    let mut work = Work::new(source, None)?;
    work.options.filter = Filter { comments: true, variations: true, nags: true };
    refuse_to_wait(source)?;
    signals::watch();
    Run::new(&work, Out::Taken(take), true, source.progress, voice, None).all(writer)
}

/// The name of a command with a letter or two wrong would be read as that of a file.
fn refuse_mistyped_command(source: &Source) -> Result<()> {
    let Some(name) = source.files.first().and_then(|it| it.to_str()) else { return Ok(()) };
    let plain = name.chars().all(|it| it.is_ascii_lowercase());
    if name.len() > 2 && plain && !Path::new(name).exists() {
        let meant = help::meant(name, &help::commands());
        if !meant.is_empty() {
            bail!("'{name}' is neither a file nor a command{meant}");
        }
    }
    Ok(())
}

/// A terminal on which nobody knows that something is to be typed is no input.
fn refuse_to_wait(source: &Source) -> Result<()> {
    if source.files.is_empty() && io::stdin().is_terminal() {
        bail!("nothing to read: name a file, or pipe games into plyglot ('plyglot --help' says more)");
    }
    Ok(())
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
    One(Framed),
    /// That of each input to a file of its own; none where that cannot be written.
    Each(Option<Framed>),
    /// To the caller.
    Taken(Taker<'a>),
    /// There is none.
    Nowhere,
}

/// An output, and what stands around the games in it.
struct Framed {
    output: Output,
    frame: Box<dyn Frame>,
}

impl Framed {
    fn add(&mut self, converted: &mut Converted) -> Result<()> {
        let games = std::mem::take(&mut converted.out);
        self.output.write(&self.frame.add(games, &converted.entries))
    }

    /// Writes what follows the last game.
    fn end(mut self) -> Result<Output> {
        self.output.write(&self.frame.end())?;
        Ok(self.output)
    }
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
    work: &'a Work,
    out: Out<'a>,
    rejects: Option<Output>,
    framing: Framing,
    reporter: Reporter,
    /// What is counted for each text, if it is.
    tally: Option<Tally>,
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
    fn new(
        work: &'a Work,
        out: Out<'a>,
        to_screen: bool,
        progress: When,
        voice: Voice,
        tally: Option<Tally>,
    ) -> Run<'a> {
        let counter = Arc::clone(&work.reading.counter);
        let total = total(work.inputs.list.iter().filter_map(|it| it.origin()));
        Run {
            work,
            out,
            rejects: None,
            framing: Framing::default(),
            progress: Progress::new(progress, to_screen, counter, total, voice.clone()),
            reporter: Reporter::new(voice),
            tally,
            games: 0,
            begun: false,
            incomplete: false,
            exit: Exit::Success,
            stopped: false,
        }
    }

    fn all<W: layout::Output>(mut self, writer: impl Fn() -> W + Sync) -> Result<Exit> {
        let work = self.work;
        let result = pipeline::run(
            work.threads,
            producer(work),
            |block: &Block| block.bytes.len(),
            || {
                let mut converter = Converter::new(&work.options, writer());
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
            Item::Job(converted) => self.converted(converted)?,
            Item::Message(Message::Begin(n)) => self.begin(n),
            Item::Message(Message::Text(member)) => {
                self.begun = true;
                if let Some(member) = member {
                    self.progress.suspend(|| self.reporter.begin_member(&member));
                    self.games = 0;
                }
                if let Some(tally) = &mut self.tally {
                    tally.begin(self.reporter.name())?;
                }
            }
            Item::Message(Message::Note(note)) => self.note(&note),
            Item::Message(Message::End(n)) => self.end(n)?,
        }
        self.progress.update();
        Ok(if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn note(&mut self, note: &Note) {
        if note.severity == Severity::Error {
            self.incomplete = true;
            self.exit = Exit::Failure;
            if let Some(tally) = &mut self.tally {
                tally.incomplete();
            }
        }
        self.progress.suspend(|| self.reporter.note(note));
    }

    fn begin(&mut self, n: usize) {
        let input = &self.work.inputs.list[n];
        self.progress.suspend(|| self.reporter.begin(input.name.clone()));
        self.games = 0;
        self.begun = false;
        self.incomplete = false;
        match &input.task {
            Task::Read(_, None) => {}
            Task::Read(origin, Some(target)) => match open_in_folder(target) {
                Ok(output) => {
                    let frame = self.framing.frame(title(std::iter::once(origin)));
                    self.out = Out::Each(Some(Framed { output, frame }));
                }
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
        self.progress.suspend(|| self.reporter.voice().failure(error));
    }

    fn converted(&mut self, mut converted: Converted) -> Result<()> {
        if !converted.reports.is_empty() {
            self.progress.suspend(|| {
                for report in &converted.reports {
                    self.reporter.game(self.games, report);
                }
            });
        }
        let mut failed = converted.failed;
        if let Some(tally) = &mut self.tally {
            failed = tally.add(&converted);
        }
        if failed > 0 {
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
            Out::One(output) => output.add(&mut converted)?,
            Out::Each(Some(output)) => {
                if let Err(error) = output.add(&mut converted) {
                    self.lost(&error);
                }
            }
            Out::Each(None) | Out::Nowhere => {}
            Out::Taken(take) => take(&converted),
        }
        Ok(())
    }

    fn end(&mut self, n: usize) -> Result<()> {
        if let Some(tally) = &mut self.tally {
            self.progress.suspend(|| self.reporter.finish());
            tally.end(self.reporter.name(), self.begun, self.incomplete)?;
        }
        let Out::Each(output) = &mut self.out else { return Ok(()) };
        let (Some(output), Some(origin)) = (output.take(), self.work.inputs.list[n].origin()) else {
            return Ok(());
        };
        if self.incomplete && !self.begun {
            return Ok(());
        }
        let modified = if self.incomplete { time_of_incomplete(origin) } else { None };
        if let Err(error) = output.end().and_then(|it| it.finish(modified)) {
            self.lost(&error);
        }
        Ok(())
    }

    fn finish(self) -> Result<Exit> {
        if let Some(rejects) = self.rejects {
            rejects.finish(None)?;
        }
        if let Out::One(output) = self.out {
            let output = output.end()?;
            // After a stop what has been written is not what was asked for: an old file stays.
            if !self.stopped {
                output.finish(None)?;
            }
        }
        let inputs = &self.work.inputs;
        let voice = self.reporter.voice();
        if let Some(tally) = self.tally {
            tally.finish()?;
        }
        if voice.least < Severity::Warning {
            voice.say("summary", &self.progress.summary(inputs.list.len()));
        }
        if inputs.up_to_date > 0 && voice.least < Severity::Error {
            let (count, all) = (inputs.up_to_date, inputs.up_to_date + inputs.list.len());
            voice
                .say("summary", &format!("{count} of {all} inputs have been converted before (see --force)"));
        }
        Ok(self.exit)
    }
}

/// What reads all inputs, in a thread of its own.
fn producer(
    work: &Work,
) -> impl FnOnce(&mut dyn FnMut(Item<Block, Message>) -> ControlFlow<()>) + Send + 'static {
    let origins: Vec<Option<Origin>> = work.inputs.list.iter().map(|it| it.origin().cloned()).collect();
    let reading = work.reading.clone();
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
