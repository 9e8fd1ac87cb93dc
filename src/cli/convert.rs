//! The main job: converting or checking games.

use std::{
    fs,
    io::{self, IsTerminal as _},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use anyhow::{Result, anyhow, bail};

use super::{
    Exit,
    args::{self, Args, CheckArgs},
    check_summary::CheckSummary,
    common_args::{ColorWhen, InputArgs},
    format::Formatter,
    games::Games,
    help,
    inputs::{Input, Task},
    is_broken_pipe,
    job::{Job, Work},
    output::{self, Output},
    paged_output::PagedOutput,
    progress::Progress,
    publisher::Publisher,
    report::{Reporter, Stderr},
    split::SplitOutput,
};
use crate::{
    convert::{Converted, Converter, OnError},
    diagnostics::{Problem, Severity},
    io::{
        Block, Emit, InputEvent, Note, Origin,
        pipeline::{self, Failure, Item},
    },
    layout::{
        self, Game, InputFormat, Omit, WIDTH,
        importer::{Changes, ImportWriter},
        pgn::PgnWriter,
    },
    notation::Choice,
};

/// Converts games as the arguments say.
pub fn run(args: &Args) -> Result<Exit> {
    refuse_mistyped_command(&args.input)?;
    let job = Job::new(args)?;
    refuse_to_wait(&args.input)?;
    run_job(args, job)
}

pub fn run_job(args: &Args, mut job: Job<'_>) -> Result<Exit> {
    let record = job.record.take();
    let to_screen = args.output.is_none() && args.out_dir.is_none();
    let out = match (&job.output, args.split) {
        (None, _) => Out::Each(None),
        (Some(_), Some(size)) => Out::Split(SplitOutput::open(&job, size)?),
        (Some(target), None) => Out::One(PagedOutput::open(&job, target, job.work.inputs.origins())?),
    };
    let rejects = job.rejects.as_ref().map(Output::open).transpose()?;
    let stderr = Stderr::new(&args.messages, args.color, false);
    job.warnings.iter().for_each(|it| stderr.warn(it));
    let run = ConversionRun::new(&job.work, out, to_screen, &args.input, stderr.clone());
    let run = ConversionRun { job: Some(&job), rejects, publisher: Publisher::new(record), ..run };
    if let Some(importer) = args.r#for {
        let changes = Changes::default();
        let pgn = || PgnWriter::new(&job.to, args.width).styled(job.form.style);
        let exit = run.all(&|| Box::new(ImportWriter::new(pgn(), importer, &changes)))?;
        if let Some(told) = changes.describe().filter(|_| stderr.least < Severity::Error) {
            stderr.say("changes", &format!("for {}, {told}", importer.proper_name()));
        }
        return Ok(exit);
    }
    run.all(&|| job.layout.writer(&job.to, &job.form))
}

/// Creates writers, one per thread.
type NewWriter<'a> = &'a (dyn Fn() -> Box<dyn layout::Output + 'a> + Sync);

pub fn check(args: &CheckArgs, color: ColorWhen) -> Result<Exit> {
    let mut work = Work::new(&args.input, None)?;
    work.options.checks = true;
    work.options.import = args.import;
    work.options.formats = args.fix;
    if args.fix && args.input.encoding.is_some_and(|it| !it.is_single_byte() && it != encoding_rs::UTF_8) {
        bail!("--fix formats texts in UTF-8 and in encodings with one byte a letter only");
    }
    refuse_to_wait(&args.input)?;
    let stderr = Stderr::new(&args.messages, color, true);
    let mut ignore = |_: &Converted| {};
    let run = ConversionRun::new(&work, Out::Taken(&mut ignore), !args.messages.quiet, &args.input, stderr);
    let formatter = Formatter::new(args);
    let printed = |it: &Formatter| work.inputs.list.iter().any(|input| it.prints(input.origin()));
    let silent = args.messages.quiet || formatter.as_ref().is_some_and(printed);
    let check_summary = Some(CheckSummary::new(args, silent));
    let run = ConversionRun { check_summary, formatter, finds: args.check, ..run };
    let san = Choice::own();
    run.all(&|| match args.fix {
        true => Box::new(PgnWriter::retaining(&san, WIDTH)),
        false => Box::new(layout::NullWriter::default()),
    })
}

/// Receives the results of a conversion in place of the output.
pub type ConvertedHandler<'a> = &'a mut dyn FnMut(&Converted);

/// Passes the main lines of all games to a writer other than those of the layouts, and its output to `take`.
pub fn each(
    input: &InputArgs,
    stderr: Stderr,
    writer: NewWriter<'_>,
    take: ConvertedHandler<'_>,
) -> Result<Exit> {
    let mut work = Work::new(input, None)?;
    work.options.filter = Omit { comments: true, variations: true, nags: true }.into();
    refuse_to_wait(input)?;
    ConversionRun::new(&work, Out::Taken(take), true, input, stderr).all(writer)
}

/// Rejects a misspelt command, which would otherwise be taken for a file name.
fn refuse_mistyped_command(input: &InputArgs) -> Result<()> {
    let Some(name) = input.files.first().and_then(|it| it.to_str()) else { return Ok(()) };
    let plain = name.chars().all(|it| it.is_ascii_lowercase());
    if name.len() > 2 && plain && !Path::new(name).exists() {
        let meant = help::suggestion(name, &args::commands());
        if !meant.is_empty() {
            bail!("'{name}' is neither a file nor a command{meant}");
        }
    }
    Ok(())
}

/// Refuses to read from a terminal.
fn refuse_to_wait(input: &InputArgs) -> Result<()> {
    if input.files.is_empty() && io::stdin().is_terminal() {
        bail!("no input: name a file, or pipe games into plyglot (see 'plyglot --help')");
    }
    Ok(())
}

/// The largest uncompressed file, in bytes, that is a single block.
const ONE_BLOCK: u64 = 16 << 10;

/// Returns the total size of the inputs, if known.
fn total<'a>(mut origins: impl Iterator<Item = &'a Origin>) -> Option<u64> {
    origins.try_fold(0, |sum, origin| match origin {
        Origin::Stdin => Some(sum + standard_input()?),
        Origin::File(path) => {
            let metadata = fs::metadata(path).ok();
            metadata
                .as_ref()
                .is_none_or(fs::Metadata::is_file)
                .then(|| sum + metadata.map_or(0, |it| it.len()))
        }
    })
}

/// Returns the size of the standard input if all of it is there: a file, or a pipe that nobody writes to any more.
#[cfg(target_os = "linux")]
fn standard_input() -> Option<u64> {
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        fs::{FileType, fstat},
        io::ioctl_fionread,
    };
    let stdin = io::stdin();
    let stat = fstat(&stdin).ok()?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => stat.st_size.try_into().ok(),
        FileType::Fifo => {
            let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
            poll(&mut polled, Some(&Timespec::default())).ok()?;
            let has_ended = polled.iter().any(|it| it.revents().contains(PollFlags::HUP));
            has_ended.then(|| ioctl_fionread(&stdin).ok()).flatten()
        }
        _ => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn standard_input() -> Option<u64> {
    None
}

/// The destination of the output.
enum Out<'a> {
    /// One place for all of it.
    One(PagedOutput),
    /// Several files, each with the same number of games.
    Split(SplitOutput<'a>),
    /// A file for each input; `None` if the current one cannot be written.
    Each(Option<PagedOutput>),
    /// The caller.
    Taken(ConvertedHandler<'a>),
}

/// What is known about the current input.
#[derive(Default)]
struct CurrentInput {
    /// The number of games with errors.
    failed: u64,
    /// The number of games in the current text.
    games: u64,
    /// Whether it is mentioned only as not being an input.
    skipped: bool,
    /// Whether the current text is a member of an archive.
    in_archive: bool,
    /// Whether any of it could be read.
    begun: bool,
    /// Whether it could not be read to its end.
    incomplete: bool,
}

/// The state of a run, in which results arrive in order.
struct ConversionRun<'a> {
    work: &'a Work,
    /// The conversion; `None` where the caller takes the output.
    job: Option<&'a Job<'a>>,
    out: Out<'a>,
    rejects: Option<Output>,
    rejected: bool,
    /// Publishes the files of finished inputs.
    publisher: Publisher,
    reporter: Reporter,
    /// Per-text counts, for `check`.
    check_summary: Option<CheckSummary>,
    /// Formats the inputs, if requested.
    formatter: Option<Formatter>,
    /// Whether games that need formatting count as errors.
    finds: bool,
    input: CurrentInput,
    /// Whether all selected games have been converted and no other input follows.
    done: bool,
    /// Whether anything could be read from any input.
    read: bool,
    /// Whether some output could not be written.
    unwritable: bool,
    exit: Exit,
    /// Whether a game with errors has ended the conversion.
    stopped: bool,
    progress: Progress,
}

impl<'a> ConversionRun<'a> {
    fn new(
        work: &'a Work,
        out: Out<'a>,
        to_screen: bool,
        input: &InputArgs,
        mut stderr: Stderr,
    ) -> ConversionRun<'a> {
        let counter = Arc::clone(&work.reading.counter);
        let total = || total(work.inputs.list.iter().filter_map(|it| it.origin()));
        let progress = Progress::new(input.progress, to_screen, counter, total, stderr.clone());
        stderr.bar = progress.bar().cloned();
        ConversionRun {
            work,
            job: None,
            out,
            rejects: None,
            rejected: false,
            publisher: Publisher::new(None),
            progress,
            reporter: Reporter::new(stderr),
            check_summary: None,
            formatter: None,
            finds: false,
            input: CurrentInput::default(),
            done: false,
            read: false,
            unwritable: false,
            exit: Exit::Success,
            stopped: false,
        }
    }

    /// Returns the selected games. `None` if all are selected.
    fn wanted(&self) -> Option<&'a Games> {
        self.job?.args.game.as_ref()
    }

    fn all(mut self, writer: NewWriter<'_>) -> Result<Exit> {
        let work = self.work;
        let ends = self.wanted().is_some() || matches!(self.out, Out::Split(_));
        let expansion = work.reading.expansion;
        let is_one_block =
            || total(work.inputs.list.iter().filter_map(Input::origin)).is_some_and(|it| it <= ONE_BLOCK);
        // Starting threads for a single small input does not pay.
        let is_small = work.inputs.list.len() == 1 && is_one_block();
        let converter = || Converter::new(&work.options, writer()).with_ends(ends);
        let result = match &work.merged {
            Some(games) => self.merged(games, converter()).map_err(Failure::Consumer),
            None => pipeline::run(
                if is_small { 1 } else { work.threads },
                producer(work),
                move |block: &Block<InputFormat>| block.bytes.len() * expansion,
                || {
                    let mut converter = converter();
                    move |block| converter.convert(block)
                },
                |item| self.take(item),
            ),
        };
        self.reporter.finish();
        self.progress.finish();
        match result {
            Ok(()) => self.finish(),
            Err(Failure::Consumer(error)) => Err(error),
            Err(Failure::Bug(bug)) => Err(bug.into()),
        }
    }

    /// Converts merged games as if they were those of the first input.
    fn merged(&mut self, games: &[Game<'static>], mut converter: Converter<'_>) -> Result<()> {
        let text = InputEvent::Text { member: None, compressed: false };
        let begin = [InputEvent::Begin(0), text].map(Item::Message);
        let games = games.iter().map(|it| Item::Job(converter.convert_game(it)));
        for item in begin.into_iter().chain(games).chain([Item::Message(InputEvent::End)]) {
            if self.take(item)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn take(&mut self, item: Item<Converted, InputEvent>) -> Result<ControlFlow<()>> {
        match item {
            Item::Job(converted) => self.converted(converted)?,
            Item::Message(InputEvent::Begin(n)) => self.begin(n)?,
            Item::Message(InputEvent::Text { member, compressed }) => {
                self.report_missing();
                self.input.in_archive = member.is_some();
                self.input.begun = true;
                self.read = true;
                if let Some(member) = member {
                    self.reporter.begin_member(&member);
                    self.input.games = 0;
                }
                if let Some(check_summary) = &mut self.check_summary {
                    check_summary.begin(self.reporter.name())?;
                }
                if compressed {
                    self.formatting(|it| it.refuse("compressed files are not formatted"))?;
                }
            }
            Item::Message(InputEvent::Mark(mark)) => self.formatting(|it| it.mark(mark))?,
            Item::Message(InputEvent::Note(note)) => self.note(&note),
            Item::Message(InputEvent::Bug(note)) => {
                self.exit = self.exit.max(Exit::GameErrors);
                self.reporter.note(&note);
            }
            Item::Message(InputEvent::End) => self.end()?,
        }
        self.progress.update();
        if self.done {
            self.end()?;
        }
        Ok(if self.stopped || self.done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Runs a step of the formatter; if it fails, this input cannot be formatted.
    fn formatting(&mut self, work: impl FnOnce(&mut Formatter) -> Result<()>) -> Result<()> {
        match self.formatter.as_mut().map_or(Ok(()), work) {
            Err(error) if is_broken_pipe(&error) => Err(error),
            Err(error) => {
                let member = self.reporter.member();
                self.note(&Note { member, severity: Severity::Error, text: format!("{error:#}") });
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    fn note(&mut self, note: &Note) {
        if note.severity == Severity::Error {
            self.fail_input();
        }
        self.reporter.note(note);
    }

    /// Records that this input could not be read, or not to its end.
    fn fail_input(&mut self) {
        self.input.incomplete = true;
        self.exit = Exit::Failure;
        if let Some(check_summary) = &mut self.check_summary {
            check_summary.incomplete();
        }
    }

    fn begin(&mut self, n: usize) -> Result<()> {
        let input = &self.work.inputs.list[n];
        self.input = CurrentInput { skipped: input.is_skipped(), ..CurrentInput::default() };
        self.reporter.begin(input.name.clone());
        match &input.task {
            Task::Read(origin, target) => {
                self.formatting(|it| it.begin(&input.name, origin))?;
                if let (Some(job), Some(target)) = (self.job, target) {
                    let open = |()| PagedOutput::open(job, target, std::iter::once(origin));
                    match target.create_folder().and_then(open) {
                        Ok(output) => self.out = Out::Each(Some(output)),
                        Err(error) => self.fail_output(&error),
                    }
                }
            }
            Task::Mention(severity, text) => {
                self.note(&Note { member: None, severity: *severity, text: text.clone() });
            }
        }
        Ok(())
    }

    /// Records that this input's output could not be written; other outputs may be.
    fn fail_output(&mut self, error: &anyhow::Error) {
        self.out = Out::Each(None);
        self.exit = Exit::Failure;
        self.reporter.stderr().failure(error);
    }

    /// Reports the selected games that the finished text lacks.
    fn report_missing(&mut self) {
        let missing = self
            .wanted()
            .filter(|_| self.input.begun && !self.input.incomplete)
            .and_then(|it| it.missing(self.input.games));
        if let Some(missing) = missing {
            let text = match self.input.games {
                0 => format!("no game {missing}; there are none"),
                1 => format!("no game {missing}; there is only one"),
                games => format!("no game {missing}; there are only {games}"),
            };
            self.exit = self.exit.max(Exit::GameErrors);
            let member = self.reporter.member();
            let note = Note { member, severity: Severity::Error, text };
            self.reporter.note(&note);
        }
    }

    /// Keeps only the selected games of a block; returns their number.
    fn choose(&mut self, converted: &mut Converted) -> u64 {
        let Some(wanted) = self.wanted() else { return converted.games };
        let stops = self.job.is_some_and(|it| it.args.on_error == OnError::Stop);
        let games = converted.games;
        let kept = wanted.keep(self.input.games, stops, converted);
        self.stopped |= stops && converted.failed > 0;
        let is_last = self.work.inputs.list.len() == 1 && !self.input.in_archive;
        self.done = is_last && wanted.end_by(self.input.games + games);
        kept
    }

    fn converted(&mut self, mut converted: Converted) -> Result<()> {
        let kept = self.choose(&mut converted);
        for report in &converted.reports {
            self.reporter.game(self.input.games, report);
        }
        let mut said = converted.reports.iter().flat_map(|it| &it.diagnostics);
        if said.any(|it| matches!(it.diagnostic.problem, Problem::NotGames(_))) {
            self.fail_input();
        }
        self.formatting(|it| it.add(&converted))?;
        let mut failed = converted.failed;
        if let Some(check_summary) = &mut self.check_summary {
            failed = check_summary.add(&converted);
        }
        let mut said = converted.reports.iter().flat_map(|it| &it.diagnostics);
        if failed > 0 || said.any(|it| it.diagnostic.problem.is_unsure()) {
            self.exit = self.exit.max(Exit::GameErrors);
        }
        self.input.failed += converted.failed;
        for located in converted.reports.iter().flat_map(|it| &it.diagnostics) {
            self.progress.warnings += u64::from(located.diagnostic.severity == Severity::Warning);
            self.unwritable |= matches!(located.diagnostic.problem, Problem::Unwritable(_));
        }
        self.input.games += converted.games;
        self.progress.games += kept;
        self.progress.failed += converted.failed;
        self.progress.plies += converted.plies;
        self.progress.odd += converted.odd;
        self.stopped |= converted.stop;
        self.rejected |= !converted.rejects.is_empty();
        if let Some(rejects) = &mut self.rejects
            && let Err(error) = rejects.write(&converted.rejects)
        {
            // A closed pipe of rejects isn't fatal.
            if !is_broken_pipe(&error) {
                return Err(error);
            }
            self.rejects = None;
        }
        match &mut self.out {
            Out::One(output) => output.add(std::mem::take(&mut converted.out))?,
            Out::Split(output) => output.add(&converted)?,
            Out::Each(Some(output)) => {
                if let Err(error) = output.add(std::mem::take(&mut converted.out)) {
                    self.fail_output(&error);
                }
            }
            Out::Each(None) => {}
            Out::Taken(take) => take(&converted),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        self.report_missing();
        self.end_formatting()?;
        if let Some(check_summary) = self.check_summary.as_mut().filter(|_| !self.input.skipped) {
            self.reporter.finish();
            check_summary.end(self.reporter.name(), self.input.begun, self.input.incomplete)?;
        }
        let Out::Each(output) = &mut self.out else { return Ok(()) };
        // The old output is kept if the input could not be read completely.
        let Some(output) = output.take().filter(|_| !self.input.incomplete) else { return Ok(()) };
        match output.end().and_then(Output::complete) {
            Ok(file) => self.publisher.add(file, self.input.failed > 0),
            Err(error) => self.fail_output(&error),
        }
        if self.publisher.is_due() {
            self.publish();
        }
        Ok(())
    }

    fn end_formatting(&mut self) -> Result<()> {
        let complete = !self.input.incomplete;
        let mut differs = false;
        self.formatting(|it| it.end(complete).map(|it| differs = it))?;
        if let Some(check_summary) = self.check_summary.as_mut().filter(|_| differs) {
            check_summary.formatted();
        }
        if differs && self.finds {
            self.exit = self.exit.max(Exit::GameErrors);
        }
        self.publish_formatted(false);
        Ok(())
    }

    fn publish_formatted(&mut self, all: bool) {
        for error in self.formatter.as_mut().map_or_else(Vec::new, |it| it.publish(all)) {
            self.fail_output(&error);
        }
    }

    fn publish(&mut self) {
        for error in self.publisher.publish() {
            self.fail_output(&error);
        }
    }

    fn finish(mut self) -> Result<Exit> {
        self.publish();
        self.publish_formatted(true);
        if !self.read && self.exit == Exit::Success && self.work.inputs.up_to_date.is_empty() {
            self.reporter.stderr().failure(&anyhow!("nothing was read"));
            self.exit = Exit::Failure;
        }
        // Only on a terminal, and not into the pager that shows the output.
        let is_seen =
            io::stderr().is_terminal() && (self.destination().is_some() || io::stdout().is_terminal());
        let is_summed_up = is_seen && !matches!(self.out, Out::Taken(_));
        self.complete_outputs()?;
        self.report_unmet();
        if let Some(check_summary) = self.check_summary.take() {
            check_summary.finish()?;
        }
        self.sum_up(is_summed_up);
        Ok(self.exit)
    }

    /// Returns the file or folder for the output, if one was named.
    fn destination(&self) -> Option<&'a Path> {
        let args = self.job?.args;
        args.output.as_deref().filter(|it| it.as_os_str() != "-").or(args.out_dir.as_deref())
    }

    /// Publishes what is still unpublished: the single output or its parts, and the rejects.
    fn complete_outputs(&mut self) -> Result<()> {
        // A run that failed or was stopped leaves old files as they were.
        let succeeded = self.exit != Exit::Failure;
        // Rejects of inputs whose outputs are already published won't be produced again.
        let keeps_rejects = succeeded || matches!(self.out, Out::Each(_)) && self.rejected;
        let mut complete = Vec::new();
        match std::mem::replace(&mut self.out, Out::Each(None)) {
            Out::One(output) => {
                let output = output.end()?;
                if output.is_stream() || succeeded && !self.stopped {
                    complete.push(output.complete()?);
                }
            }
            Out::Split(output) if succeeded && !self.stopped => {
                let (files, old) = output.end()?;
                complete = files;
                if let Some(old) = old {
                    let old = format!("{} and any after it are of an earlier run", old.display());
                    self.reporter.stderr().warn(&old);
                }
            }
            _ => {}
        }
        if let Some(rejects) = self.rejects.take().filter(|it| it.is_stream() || keeps_rejects) {
            match rejects.complete() {
                Err(error) if !is_broken_pipe(&error) => return Err(error),
                completed => complete.extend(completed),
            }
        }
        output::publish(complete).into_iter().try_for_each(|it| it.map(drop))
    }

    /// Reports the corrections that applied to no game.
    fn report_unmet(&mut self) {
        let corrections = self.work.options.corrections.iter().filter(|_| !self.done && !self.stopped);
        for unmet in corrections.flat_map(|it| it.unmet()) {
            self.reporter.stderr().failure(&anyhow!(unmet));
            self.exit = self.exit.max(Exit::GameErrors);
        }
    }

    /// Prints the summary of the whole run.
    fn sum_up(&mut self, is_summed_up: bool) {
        let inputs = &self.work.inputs;
        let read = inputs.list.iter().filter(|it| !it.is_skipped()).count();
        let destination = self.destination();
        let stderr = self.reporter.stderr();
        if let Some(given) = self.job.map(|it| &it.args.input.from).filter(|it| *it != "auto")
            && stderr.least < Severity::Error
            && !self.unwritable
            && self.progress.games > 0
            && self.progress.failed == self.progress.games
        {
            stderr.say(
                "hint",
                &format!("no game can be read in {given} to its end; without -f the notation is detected"),
            );
        }
        let had_errors = |it: &&Input| matches!(&it.task, Task::Read(_, Some(target)) if self.publisher.had_errors(&target.name));
        let with_errors = inputs.up_to_date.iter().filter(had_errors).count();
        if with_errors > 0 {
            self.exit = self.exit.max(Exit::GameErrors);
        }
        if stderr.least < Severity::Warning {
            stderr.say("summary", &self.progress.summary(read));
        } else if stderr.least < Severity::Error && is_summed_up && self.read && self.exit != Exit::Failure {
            stderr.say("summary", &self.progress.short_summary(destination));
        }
        if !inputs.up_to_date.is_empty() && stderr.least < Severity::Error {
            let count = inputs.up_to_date.len();
            let all = count + read;
            let errors = match with_errors {
                0 => String::new(),
                n => format!(", {n} of them with errors when converted"),
            };
            stderr.say(
                "summary",
                &format!("{count} of {all} inputs skipped, up to date{errors} (see --force)"),
            );
        }
    }
}

/// Creates the function that reads all inputs, in a thread of its own.
fn producer(work: &Work) -> impl FnOnce(Emit<'_, InputFormat>) + Send + 'static {
    let origins: Vec<Option<Origin>> = work.inputs.list.iter().map(|it| it.origin().cloned()).collect();
    let reading = work.reading.clone();
    move |emit| crate::io::read(&origins, &reading, emit)
}
