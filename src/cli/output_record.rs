//! The record of the outputs in `--out-dir`: the flags each was made with, and whether its input had errors.
//! A rerun converts again what was made with other flags, and still reports the errors of what it skips.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::targets::Target;

/// The name of the record in the folder.
const NAME: &str = ".plyglot-outputs";

/// How an output was made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Made {
    flags: String,
    errors: bool,
}

/// A line of the record, in JSON. It replaces earlier ones about the same output.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Line {
    /// The name, relative to the folder.
    output: String,
    /// `None` while it is being replaced.
    made: Option<Made>,
}

/// The outputs in a folder.
#[derive(Debug)]
pub struct OutputRecord {
    folder: PathBuf,
    path: PathBuf,
    /// The flags of this run.
    flags: String,
    made: BTreeMap<String, Made>,
    /// Whether the file must be rewritten rather than appended to.
    worn: bool,
    /// What to record about old outputs once they are replaced.
    pending: Vec<Line>,
}

impl OutputRecord {
    /// Reads the record of a folder, if there is one, for a run with these flags.
    pub fn of(folder: &Path, flags: &str) -> OutputRecord {
        let path = Target::resolve(Some(&folder.join(NAME))).path();
        let text = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let mut made = BTreeMap::new();
        // After a killed run the last line may be incomplete.
        for line in text.lines().filter_map(|it| serde_json::from_str::<Line>(it).ok()) {
            match line.made {
                Some(it) => made.insert(line.output, it),
                None => made.remove(&line.output),
            };
        }
        let worn = !text.is_empty() && !text.ends_with('\n') || text.lines().count() > 2 * made.len() + 100;
        OutputRecord {
            folder: folder.to_path_buf(),
            path,
            flags: flags.to_owned(),
            made,
            worn,
            pending: Vec::new(),
        }
    }

    fn name(&self, output: &Path) -> String {
        let name = output.strip_prefix(&self.folder).unwrap_or(output);
        // Quoted, names that are not UTF-8 remain distinct.
        name.to_str().map_or_else(|| format!("{name:?}"), str::to_owned)
    }

    /// Whether this output was made with the flags of this run.
    pub fn is_of_these_flags(&self, output: &Path) -> bool {
        self.made.get(&self.name(output)).is_some_and(|it| it.flags == self.flags)
    }

    pub fn has_errors(&self, output: &Path) -> bool {
        self.made.get(&self.name(output)).is_some_and(|it| it.errors)
    }

    /// Records that outputs are about to be published, with whether their inputs have errors: how new ones
    /// were made, and that old ones are unknown. So the record stays true wherever the run ends.
    pub fn begin<'a>(&mut self, outputs: impl Iterator<Item = (&'a Path, bool)>) -> io::Result<()> {
        let mut lines = Vec::new();
        for (output, errors) in outputs {
            let name = self.name(output);
            let made = Made { flags: self.flags.clone(), errors };
            if self.made.get(&name) == Some(&made) {
                continue;
            }
            let line = Line { output: name.clone(), made: Some(made) };
            if output.exists() {
                lines.push(Line { output: name, made: None });
                self.pending.push(line);
            } else {
                lines.push(line);
            }
        }
        self.add(lines)
    }

    /// Records how the replaced outputs were made.
    pub fn end(&mut self, published: &[PathBuf]) -> io::Result<()> {
        let published: Vec<String> = published.iter().map(|it| self.name(it)).collect();
        let lines = std::mem::take(&mut self.pending).into_iter().filter(|it| published.contains(&it.output));
        self.add(lines.collect())
    }

    fn add(&mut self, lines: Vec<Line>) -> io::Result<()> {
        for Line { output, made } in lines.iter().cloned() {
            match made {
                Some(it) => self.made.insert(output, it),
                None => self.made.remove(&output),
            };
        }
        if std::mem::take(&mut self.worn) {
            let all = self.made.clone().into_iter().map(|(output, made)| Line { output, made: Some(made) });
            let folder = self.path.parent().unwrap_or(&self.path);
            let mut file = tempfile::Builder::new().prefix(NAME).tempfile_in(folder)?;
            file.write_all(&text(all)?)?;
            return file.persist(&self.path).map(drop).map_err(|error| error.error);
        }
        if lines.is_empty() {
            return Ok(());
        }
        // In one write, as other runs may write to the same folder.
        File::options().append(true).create(true).open(&self.path)?.write_all(&text(lines.into_iter())?)
    }
}

fn text(lines: impl Iterator<Item = Line>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for line in lines {
        serde_json::to_writer(&mut text, &line)?;
        text.push(b'\n');
    }
    Ok(text)
}
