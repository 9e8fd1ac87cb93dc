//! Which outputs of `--out-dir` come from files with errors, so that a rerun that leaves them alone still says so.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// The name of the record in the folder of the outputs.
const NAME: &str = ".plyglot-errors";

/// The outputs of files with errors, a line each, relative to the folder.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
    names: BTreeSet<String>,
    changed: bool,
}

impl Record {
    /// Reads the record of a folder, if it has one.
    #[must_use]
    pub fn of(folder: &Path) -> Record {
        let text = fs::read_to_string(folder.join(NAME)).unwrap_or_default();
        let names = text.lines().map(str::to_owned).collect();
        Record { folder: folder.to_path_buf(), names, changed: false }
    }

    fn name(&self, output: &Path) -> String {
        output.strip_prefix(&self.folder).unwrap_or(output).to_string_lossy().into_owned()
    }

    /// Whether the file of which this is the output had errors.
    #[must_use]
    pub fn has(&self, output: &Path) -> bool {
        self.names.contains(&self.name(output))
    }

    /// Records whether the file of which this is the output has errors.
    pub fn set(&mut self, output: &Path, failed: bool) {
        let name = self.name(output);
        self.changed |= if failed { self.names.insert(name) } else { self.names.remove(&name) };
    }

    /// Writes the record, if something has changed. An interrupt leaves the old one or the new one.
    ///
    /// # Errors
    ///
    /// If that cannot be done.
    pub fn save(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let path = self.folder.join(NAME);
        if self.names.is_empty() {
            return fs::remove_file(path);
        }
        let text: String = self.names.iter().map(|it| format!("{it}\n")).collect();
        let file = tempfile::Builder::new().prefix(NAME).tempfile_in(&self.folder)?;
        fs::write(file.path(), text)?;
        file.persist(path).map(drop).map_err(|error| error.error)
    }
}
