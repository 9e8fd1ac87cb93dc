//! The list of inputs: the files named, those in the folders named, and the output of each.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

use super::{output_record::OutputRecord, targets::Target};
use crate::{
    diagnostics::Severity,
    io::{Origin, is_any_text, is_markup, stem, walk},
};

/// An input, or a message in its place.
#[derive(Debug)]
pub struct Input {
    /// Its name in messages.
    pub name: String,
    pub task: Task,
}

#[derive(Debug)]
pub enum Task {
    /// Read it; the output goes to this file, if it has one of its own.
    Read(Origin, Option<Target>),
    /// Report that it cannot be read or is empty; if a note, that it is not an input.
    Mention(Severity, String),
}

impl Input {
    /// Returns where it comes from, if it is read.
    pub fn origin(&self) -> Option<&Origin> {
        match &self.task {
            Task::Read(origin, _) => Some(origin),
            Task::Mention(..) => None,
        }
    }

    /// Whether it is mentioned only as not being an input.
    pub fn is_skipped(&self) -> bool {
        matches!(self.task, Task::Mention(Severity::Note, _))
    }

    fn mention(name: &Path, severity: Severity, text: String) -> Input {
        Input { name: name.display().to_string(), task: Task::Mention(severity, text) }
    }
}

/// All inputs, in order.
#[derive(Debug)]
pub struct Inputs {
    /// The inputs to process.
    pub list: Vec<Input>,
    /// The inputs skipped because their outputs are up to date.
    pub up_to_date: Vec<Input>,
}

impl Inputs {
    pub fn origins(&self) -> impl Iterator<Item = &Origin> {
        self.list.iter().chain(&self.up_to_date).filter_map(Input::origin)
    }
}

/// Lists the inputs. Their output goes to `mirror`, if given. `holds_games` decides on files in folders that
/// may contain anything. Fails if `--out-dir` is a file, or is used with standard input.
pub fn list(
    files: &[PathBuf],
    mirror: Option<Mirror<'_>>,
    holds_games: &dyn Fn(&Path) -> bool,
) -> Result<Inputs> {
    let mut inputs = Inputs { list: Vec::new(), up_to_date: Vec::new() };
    if let Some(Mirror { folder, .. }) = mirror
        && folder.exists()
        && !folder.is_dir()
    {
        bail!("--out-dir {} is not a folder", folder.display());
    }
    let stdin = [PathBuf::from("-")];
    for file in if files.is_empty() { &stdin } else { files } {
        if file.as_os_str() == "-" {
            if mirror.is_some() {
                bail!("--out-dir needs files: standard input has no name to derive an output name from");
            }
            let task = Task::Read(Origin::Stdin, None);
            inputs.list.push(Input { name: "<stdin>".to_owned(), task });
        } else if file.is_dir() {
            inputs.folder(file, mirror, holds_games);
        } else {
            let name = file.file_name().map_or_else(|| file.clone(), PathBuf::from);
            inputs.file(file.clone(), &name, mirror);
        }
    }
    Ok(inputs)
}

impl Inputs {
    fn folder(&mut self, folder: &Path, mirror: Option<Mirror<'_>>, holds_games: &dyn Fn(&Path) -> bool) {
        let mut is_empty = true;
        for found in walk(folder, mirror.map(|it| it.folder)) {
            let path = match found {
                Ok(path) => path,
                Err((path, error)) => {
                    is_empty = false;
                    self.list.push(Input::mention(&folder.join(path), Severity::Error, error.to_string()));
                    continue;
                }
            };
            let whole = folder.join(&path);
            if is_any_text(&path) && !holds_games(&whole) {
                if is_markup(&path) {
                    continue;
                }
                self.list.push(Input::mention(&whole, Severity::Note, "holds no game; skipped".to_owned()));
                continue;
            }
            is_empty = false;
            self.file(whole, &path, mirror);
        }
        if is_empty {
            let whole = |it: &Path| it.canonicalize().ok();
            let is_of_output =
                mirror.is_some_and(|it| whole(it.folder).is_some_and(|it| Some(it) == whole(folder)));
            let text = if is_of_output {
                "is the folder of outputs, which is not read"
            } else {
                "contains no game files"
            };
            self.list.push(Input::mention(folder, Severity::Warning, text.to_owned()));
        }
    }

    /// Adds a file, whose output is named after `relative`.
    fn file(&mut self, path: PathBuf, relative: &Path, mirror: Option<Mirror<'_>>) {
        let name = path.display().to_string();
        let target = mirror.map(|it| it.target(relative));
        let current = mirror.zip(target.as_ref()).is_some_and(|(it, target)| it.is_current(&path, target));
        let input = Input { name, task: Task::Read(Origin::File(path), target) };
        if current { self.up_to_date.push(input) } else { self.list.push(input) }
    }
}

/// The folder of outputs, one for each input file.
#[derive(Clone, Copy)]
pub struct Mirror<'a> {
    folder: &'a Path,
    suffix: &'a str,
    /// How the outputs in the folder were made; `None` to convert even up-to-date inputs.
    record: Option<&'a OutputRecord>,
}

impl<'a> Mirror<'a> {
    /// Creates the mirror in this folder, with this suffix for its files. Without a `record`, even up-to-date
    /// inputs are converted.
    pub fn new(folder: &'a Path, suffix: &'a str, record: Option<&'a OutputRecord>) -> Mirror<'a> {
        Mirror { folder, suffix, record }
    }

    /// Returns the output of the input with this name.
    fn target(self, relative: &Path) -> Target {
        let mut name = stem(relative).into_os_string();
        name.push(".");
        name.push(self.suffix);
        Target::resolve(Some(&self.folder.join(relative).with_file_name(name)))
    }

    /// Whether the output exists, was made with the same flags, and is not older than the input.
    fn is_current(self, path: &Path, target: &Target) -> bool {
        let modified = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
        self.record.is_some_and(|it| it.is_of_these_flags(&target.name))
            && matches!((modified(&target.name), modified(path)), (Some(new), Some(old)) if new >= old)
    }
}
