//! The record of outputs in `--out-dir` from files with errors, so that a rerun that skips them still reports them.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// The name of the record in the folder.
const NAME: &str = ".plyglot-errors";

/// The outputs from files with errors, one per line, relative to the folder.
#[derive(Debug)]
pub struct ErrorRecord {
    folder: PathBuf,
    names: BTreeSet<String>,
    changed: bool,
}

impl ErrorRecord {
    /// Reads the record of a folder, if there is one.
    #[must_use]
    pub fn of(folder: &Path) -> ErrorRecord {
        let text = fs::read_to_string(folder.join(NAME)).unwrap_or_default();
        let names = text.lines().map(str::to_owned).collect();
        ErrorRecord { folder: folder.to_path_buf(), names, changed: false }
    }

    fn name(&self, output: &Path) -> String {
        let name = output.strip_prefix(&self.folder).unwrap_or(output);
        // Quoted, names that are no UTF-8 remain distinct.
        name.to_str().map_or_else(|| format!("{name:?}"), str::to_owned)
    }

    /// Whether the input of this output had errors.
    #[must_use]
    pub fn has(&self, output: &Path) -> bool {
        self.names.contains(&self.name(output))
    }

    /// Records whether the input of this output has errors.
    pub fn set(&mut self, output: &Path, failed: bool) {
        let name = self.name(output);
        self.changed |= if failed { self.names.insert(name) } else { self.names.remove(&name) };
    }

    /// Writes the record atomically, if it has changed.
    ///
    /// # Errors
    ///
    /// If writing fails.
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
