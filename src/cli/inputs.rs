//! What is to be read: the files named, those in the folders named, and where the output of each goes.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Result, bail};

use crate::{
    input::{Found, Origin, stem, walk},
    report::Severity,
};

/// An input, or what there is to say in its place.
#[derive(Debug)]
pub struct Input {
    /// Its name in messages.
    pub name: String,
    /// What becomes of it.
    pub task: Task,
}

/// What becomes of an input.
#[derive(Debug)]
pub enum Task {
    /// It is read; its output goes to this file, if it has one of its own.
    Read(Origin, Option<PathBuf>),
    /// It cannot be read, or holds nothing.
    Mention(Severity, String),
}

impl Input {
    /// Where it comes from, if it is read.
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        match &self.task {
            Task::Read(origin, _) => Some(origin),
            Task::Mention(..) => None,
        }
    }

    fn mention(name: String, severity: Severity, text: String) -> Input {
        Input { name, task: Task::Mention(severity, text) }
    }
}

/// All inputs, in order.
#[derive(Debug)]
pub struct Inputs {
    /// Those there is something to do for.
    pub list: Vec<Input>,
    /// How many were left alone because their output is there and not older.
    pub up_to_date: usize,
}

/// Lists the inputs. Their output goes to `mirror`, if that is given.
///
/// # Errors
///
/// If `--out-dir` is a file, or is to be used for standard input.
pub fn list(files: &[PathBuf], mut mirror: Option<Mirror<'_>>) -> Result<Inputs> {
    let mut inputs = Inputs { list: Vec::new(), up_to_date: 0 };
    let out_dir = mirror.as_ref().map(|it| it.folder);
    if let Some(folder) = out_dir
        && folder.exists()
        && !folder.is_dir()
    {
        bail!("--out-dir {} is not a folder", folder.display());
    }
    for file in files {
        if file.as_os_str() == "-" {
            inputs.stdin(mirror.is_some())?;
        } else if file.is_dir() {
            inputs.folder(file, out_dir, mirror.as_mut());
        } else {
            let name = file.file_name().map_or_else(|| file.clone(), PathBuf::from);
            inputs.file(file.clone(), &name, mirror.as_mut());
        }
    }
    if files.is_empty() {
        inputs.stdin(mirror.is_some())?;
    }
    Ok(inputs)
}

impl Inputs {
    fn stdin(&mut self, mirrored: bool) -> Result<()> {
        if mirrored {
            bail!("--out-dir needs files: standard input has no name to give to its output");
        }
        self.list.push(Input { name: "<stdin>".to_owned(), task: Task::Read(Origin::Stdin, None) });
        Ok(())
    }

    fn folder(&mut self, folder: &Path, out_dir: Option<&Path>, mut mirror: Option<&mut Mirror<'_>>) {
        let found = walk(folder, out_dir);
        if found.is_empty() {
            let text = "holds no files of games".to_owned();
            self.list.push(Input::mention(folder.display().to_string(), Severity::Warning, text));
        }
        for found in found {
            match found {
                Found::File(path) => self.file(folder.join(&path), &path, mirror.as_deref_mut()),
                Found::Unreadable(path, error) => {
                    let name = folder.join(path).display().to_string();
                    self.list.push(Input::mention(name, Severity::Error, error.to_string()));
                }
            }
        }
    }

    /// Adds a file, whose output is to be named after `relative`.
    fn file(&mut self, path: PathBuf, relative: &Path, mirror: Option<&mut Mirror<'_>>) {
        let name = path.display().to_string();
        let target = match mirror.map(|it| it.target(&path, relative)) {
            None => None,
            Some(Ok(Some(target))) => Some(target),
            Some(Ok(None)) => {
                self.up_to_date += 1;
                return;
            }
            Some(Err(text)) => {
                self.list.push(Input::mention(name, Severity::Error, text));
                return;
            }
        };
        self.list.push(Input { name, task: Task::Read(Origin::File(path), target) });
    }
}

/// The folder with a file for each file that is read.
pub struct Mirror<'a> {
    folder: &'a Path,
    suffix: &'a str,
    force: bool,
    /// Which output is of which input.
    taken: HashMap<PathBuf, PathBuf>,
}

impl<'a> Mirror<'a> {
    /// This folder, for files whose names get this suffix. `force` says that no file is left as it is.
    #[must_use]
    pub fn new(folder: &'a Path, suffix: &'a str, force: bool) -> Mirror<'a> {
        Mirror { folder, suffix, force, taken: HashMap::new() }
    }

    /// The file for the output; none if it is there and not older than the input.
    fn target(&mut self, path: &Path, relative: &Path) -> Result<Option<PathBuf>, String> {
        let mut name = stem(relative).into_os_string();
        name.push(".");
        name.push(self.suffix);
        let target = self.folder.join(relative).with_file_name(name);
        if let Some(other) = self.taken.insert(target.clone(), path.to_path_buf()) {
            let text = format!("would be written to {}, as {} is", target.display(), other.display());
            self.taken.insert(target, other);
            return Err(text);
        }
        let same = |a: &Path| fs::canonicalize(a).ok();
        if same(&target).is_some_and(|it| Some(it) == same(path)) {
            return Err(format!("would be written over itself in {}", self.folder.display()));
        }
        let modified = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
        let current = matches!((modified(&target), modified(path)), (Some(new), Some(old)) if new >= old);
        Ok((self.force || !current).then_some(target))
    }
}

/// The time that the output gets of an input that could not be read as a whole: before that of the input, so
/// that it is tried again.
#[must_use]
pub fn time_of_incomplete(origin: &Origin) -> Option<SystemTime> {
    let Origin::File(path) = origin else { return None };
    fs::metadata(path).ok()?.modified().ok()?.checked_sub(Duration::from_secs(1))
}
