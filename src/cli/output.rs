//! Where output goes: standard output, or a file that is replaced when all has been written.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

#[cfg(not(feature = "native"))]
use anyhow::bail;
use anyhow::{Context as _, Error, Result};
use flate2::write::GzEncoder;

use super::{
    atomic_file::{self, AtomicFile},
    targets::{Place, Target},
};

/// A place for output.
pub struct Output {
    writer: Writer,
    name: PathBuf,
}

enum Writer {
    Plain(Sink),
    Gzip(GzEncoder<Sink>),
    #[cfg(feature = "native")]
    Zstd(zstd::stream::write::Encoder<'static, Sink>),
}

enum Sink {
    Stdout(io::Stdout),
    /// A device or a pipe, which is there to be written to.
    Direct(File),
    /// A file that will stand in the place of another.
    Replacing(AtomicFile),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Direct(file) => file.write(bytes),
            Sink::Replacing(draft) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Direct(file) => file.flush(),
            Sink::Replacing(draft) => draft.flush(),
        }
    }
}

impl Output {
    /// Opens this target. A file whose name ends in `.gz` or `.zst` is compressed.
    ///
    /// # Errors
    ///
    /// If it cannot be written to.
    pub fn open(target: &Target) -> Result<Output> {
        let name = target.name.clone();
        let context = || format!("cannot write {}", name.display());
        let sink = match &target.place {
            Place::Stdout => Sink::Stdout(io::stdout()),
            Place::Device(path) => {
                Sink::Direct(File::options().write(true).open(path).with_context(context)?)
            }
            Place::File(path) => {
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)
                        .with_context(|| format!("cannot create {}", folder.display()))?;
                }
                Sink::Replacing(AtomicFile::new(path.clone()).with_context(context)?)
            }
        };
        let suffix = name.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        let writer = match suffix.as_deref() {
            Some("gz") => Writer::Gzip(GzEncoder::new(sink, flate2::Compression::default())),
            #[cfg(feature = "native")]
            Some("zst") => Writer::Zstd(zstd::stream::write::Encoder::new(sink, 0)?),
            #[cfg(not(feature = "native"))]
            Some("zst") => {
                bail!("{}: zstd is not part of this build (feature `native`); use .gz", name.display())
            }
            _ => Writer::Plain(sink),
        };
        Ok(Output { writer, name })
    }

    /// Is it standard output, a device or a pipe? What is written there is gone at once.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        let sink = match &self.writer {
            Writer::Plain(sink) => sink,
            Writer::Gzip(encoder) => encoder.get_ref(),
            #[cfg(feature = "native")]
            Writer::Zstd(encoder) => encoder.get_ref(),
        };
        !matches!(sink, Sink::Replacing(_))
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
            #[cfg(feature = "native")]
            Writer::Zstd(encoder) => encoder.write_all(bytes),
        };
        result.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Ends the output. A file has still to be given its place.
    ///
    /// # Errors
    ///
    /// As the target says.
    pub fn complete(self) -> Result<Complete> {
        let sink = match self.writer {
            Writer::Plain(sink) => Ok(sink),
            Writer::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "native")]
            Writer::Zstd(encoder) => encoder.finish(),
        };
        let draft = sink.and_then(|sink| match sink {
            Sink::Stdout(mut stdout) => stdout.flush().map(|()| None),
            Sink::Direct(mut file) => file.flush().map(|()| None),
            Sink::Replacing(draft) => Ok(Some(draft)),
        });
        let draft = draft.with_context(|| format!("cannot write {}", self.name.display()))?;
        Ok(Complete { draft, name: self.name })
    }

    /// Ends the output, and gives a file its place.
    ///
    /// # Errors
    ///
    /// If it cannot; the old file stays then.
    pub fn finish(self) -> Result<()> {
        publish(vec![self.complete()?]).into_iter().next().map_or(Ok(()), Err)
    }
}

/// An output of which everything has been written.
pub struct Complete {
    /// The file, if it is one.
    draft: Option<AtomicFile>,
    name: PathBuf,
}

impl Complete {
    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &Path {
        &self.name
    }
}

/// Gives files their places, once their bytes are on the disk. Answers which could not be given theirs; what stood there stays.
pub fn publish(outputs: Vec<Complete>) -> Vec<Error> {
    let (drafts, names): (Vec<AtomicFile>, Vec<PathBuf>) =
        outputs.into_iter().filter_map(|it| Some((it.draft?, it.name))).unzip();
    let results = atomic_file::publish(drafts).into_iter().zip(names);
    results
        .filter_map(|(result, name)| result.with_context(|| format!("cannot write {}", name.display())).err())
        .collect()
}
