//! Where output goes: standard output, or a file that is replaced when all has been written.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use tempfile::NamedTempFile;

/// A place for output.
pub struct Output {
    target: Target,
    name: PathBuf,
}

enum Target {
    Stdout(io::Stdout),
    /// A device or a pipe, which is there to be written to.
    Direct(File),
    /// A file that will stand in the place of `path`.
    Replacing {
        file: NamedTempFile,
        path: PathBuf,
    },
}

impl Output {
    /// Opens the file at this path for output, or standard output for `None` and `-`.
    ///
    /// # Errors
    ///
    /// If it cannot be written to.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Output { target: Target::Stdout(io::stdout()), name: "<stdout>".into() });
        };
        let name = path.to_path_buf();
        // A symbolic link stays one; what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| name.clone());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{} is a directory", name.display());
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = File::options().write(true).open(&path).with_context(|| name.display().to_string())?;
            return Ok(Output { target: Target::Direct(file), name });
        }
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plyglot-");
        let permissions = old.map(|old| old.permissions());
        #[cfg(unix)]
        let permissions = {
            use std::os::unix::fs::PermissionsExt as _;
            // As `open` does; the user's mask is taken off.
            Some(permissions.unwrap_or_else(|| fs::Permissions::from_mode(0o666)))
        };
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder).with_context(|| format!("cannot write {}", name.display()))?;
        Ok(Output { target: Target::Replacing { file, path }, name })
    }

    /// Writes.
    ///
    /// # Errors
    ///
    /// As the target says.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let result = match &mut self.target {
            Target::Stdout(stdout) => stdout.write_all(bytes).and_then(|()| stdout.flush()),
            Target::Direct(file) => file.write_all(bytes),
            Target::Replacing { file, .. } => file.write_all(bytes),
        };
        result.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Ends the output: a file takes its place.
    ///
    /// # Errors
    ///
    /// If it cannot; the old file stays then.
    pub fn finish(self) -> Result<()> {
        let name = self.name;
        let result = match self.target {
            Target::Stdout(mut stdout) => stdout.flush(),
            Target::Direct(mut file) => file.flush(),
            Target::Replacing { file, path } => file.persist(path).map(|_| ()).map_err(|error| error.error),
        };
        result.with_context(|| format!("cannot write {}", name.display()))
    }
}

/// Fails if an output is one of the inputs.
///
/// # Errors
///
/// Says which.
pub fn refuse_inputs(flag: &str, output: Option<&Path>, inputs: &[Option<PathBuf>]) -> Result<()> {
    let Some(output) = output else { return Ok(()) };
    for input in inputs.iter().flatten() {
        if same_file(output, input) {
            bail!("{flag} {} is one of the inputs", output.display());
        }
    }
    Ok(())
}

fn same_file(one: &Path, other: &Path) -> bool {
    let regular = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let (Some(a), Some(b)) = (regular(one), regular(other)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (a, b);
        fs::canonicalize(one).ok() == fs::canonicalize(other).ok()
    }
}
