//! Where output goes: standard output, or a file that is replaced when all has been written.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::{Context as _, Result, bail};
use flate2::write::GzEncoder;

use super::draft::Draft;
use crate::input::Origin;

/// A place for output.
pub struct Output {
    writer: Writer,
    name: PathBuf,
}

enum Writer {
    Plain(Target),
    Gzip(GzEncoder<Target>),
    Zstd(zstd::stream::write::Encoder<'static, Target>),
}

enum Target {
    Stdout(io::Stdout),
    /// A device or a pipe, which is there to be written to.
    Direct(File),
    /// A file that will stand in the place of another.
    Replacing(Draft),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Replacing(draft) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Direct(file) => file.flush(),
            Target::Replacing(draft) => draft.flush(),
        }
    }
}

impl Output {
    /// Opens the file at this path for output, or standard output for `None` and `-`. A file whose name ends in
    /// `.gz` or `.zst` is compressed.
    ///
    /// # Errors
    ///
    /// If it cannot be written to.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Output {
                writer: Writer::Plain(Target::Stdout(io::stdout())),
                name: "<stdout>".into(),
            });
        };
        let name = path.to_path_buf();
        // A symbolic link stays one; what it leads to is replaced.
        let real = fs::canonicalize(path).unwrap_or_else(|_| name.clone());
        let old = fs::metadata(&real).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{} is a directory", name.display());
        }
        let target = if old.is_some_and(|old| !old.is_file()) {
            let file = File::options().write(true).open(&real).with_context(|| name.display().to_string())?;
            Target::Direct(file)
        } else {
            Target::Replacing(Draft::new(real).with_context(|| format!("cannot write {}", name.display()))?)
        };
        let suffix = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        let writer = match suffix.as_deref() {
            Some("gz") => Writer::Gzip(GzEncoder::new(target, flate2::Compression::default())),
            Some("zst") => Writer::Zstd(zstd::stream::write::Encoder::new(target, 0)?),
            _ => Writer::Plain(target),
        };
        Ok(Output { writer, name })
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
        let result = match &mut self.writer {
            Writer::Plain(target) => target.write_all(bytes).and_then(|()| target.flush()),
            Writer::Gzip(encoder) => encoder.write_all(bytes),
            Writer::Zstd(encoder) => encoder.write_all(bytes),
        };
        result.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Ends the output: a file takes its place. It gets the time `modified`, or else that of now.
    ///
    /// # Errors
    ///
    /// If it cannot; the old file stays then.
    pub fn finish(self, modified: Option<SystemTime>) -> Result<()> {
        let target = match self.writer {
            Writer::Plain(target) => Ok(target),
            Writer::Gzip(encoder) => encoder.finish(),
            Writer::Zstd(encoder) => encoder.finish(),
        };
        let result = target.and_then(|target| match target {
            Target::Stdout(mut stdout) => stdout.flush(),
            Target::Direct(mut file) => file.flush(),
            Target::Replacing(draft) => draft.finish(modified),
        });
        result.with_context(|| format!("cannot write {}", self.name.display()))
    }
}

/// Fails if an output is one of the inputs.
///
/// # Errors
///
/// Says which.
pub fn refuse_inputs<'a>(
    flag: &str,
    output: Option<&Path>,
    inputs: impl Iterator<Item = &'a Origin>,
) -> Result<()> {
    let Some(output) = output else { return Ok(()) };
    for input in inputs {
        if matches!(input, Origin::File(input) if same_file(output, input)) {
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
