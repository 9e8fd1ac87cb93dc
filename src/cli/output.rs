//! Output to standard output, or to a file that is replaced when complete.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

#[cfg(not(feature = "native"))]
use anyhow::bail;
use anyhow::{Context as _, Error, Result};
use flate2::write::GzEncoder;

use super::{
    atomic_file::{self, AtomicFile},
    targets::{Destination, Target},
};

pub struct Output {
    writer: Encoder,
    name: PathBuf,
}

enum Encoder {
    Plain(RawOutput),
    Gzip(GzEncoder<RawOutput>),
    #[cfg(feature = "native")]
    Zstd(zstd::stream::write::Encoder<'static, RawOutput>),
}

enum RawOutput {
    /// Standard output, a device or a pipe, written to directly.
    Direct(Box<dyn Write>),
    /// A file that will replace another.
    Replacing(AtomicFile),
}

impl Write for RawOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            RawOutput::Direct(file) => file.write(bytes),
            RawOutput::Replacing(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            RawOutput::Direct(file) => file.flush(),
            RawOutput::Replacing(file) => file.flush(),
        }
    }
}

impl Output {
    /// Opens a target. A file with a name in `.gz` or `.zst` is compressed.
    pub fn open(target: &Target) -> Result<Output> {
        let name = target.name.clone();
        let context = || format!("cannot write {}", name.display());
        let sink = match &target.destination {
            Destination::Stdout => RawOutput::Direct(Box::new(super::stdout()?)),
            Destination::Device(path) => {
                let file = File::options().write(true).open(path).with_context(context)?;
                RawOutput::Direct(Box::new(file))
            }
            Destination::File(path) => {
                RawOutput::Replacing(AtomicFile::new(path.clone()).with_context(context)?)
            }
        };
        let suffix = name.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        let writer = match suffix.as_deref() {
            Some("gz") => Encoder::Gzip(GzEncoder::new(sink, flate2::Compression::default())),
            #[cfg(feature = "native")]
            Some("zst") => Encoder::Zstd(zstd::stream::write::Encoder::new(sink, 0)?),
            #[cfg(not(feature = "native"))]
            Some("zst") => {
                bail!("{}: zstd is not part of this build (feature `native`); use .gz", name.display())
            }
            _ => Encoder::Plain(sink),
        };
        Ok(Output { writer, name })
    }

    /// Whether it is standard output, a device or a pipe, where writing can't be undone.
    pub fn is_stream(&self) -> bool {
        let sink = match &self.writer {
            Encoder::Plain(sink) => sink,
            Encoder::Gzip(encoder) => encoder.get_ref(),
            #[cfg(feature = "native")]
            Encoder::Zstd(encoder) => encoder.get_ref(),
        };
        !matches!(sink, RawOutput::Replacing(_))
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let result = match &mut self.writer {
            Encoder::Plain(target) => target.write_all(bytes).and_then(|()| target.flush()),
            Encoder::Gzip(encoder) => encoder.write_all(bytes),
            #[cfg(feature = "native")]
            Encoder::Zstd(encoder) => encoder.write_all(bytes),
        };
        result.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Completes the output without publishing its file yet.
    pub fn complete(self) -> Result<Complete> {
        let sink = match self.writer {
            Encoder::Plain(sink) => Ok(sink),
            Encoder::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "native")]
            Encoder::Zstd(encoder) => encoder.finish(),
        };
        let file = sink.and_then(|sink| match sink {
            RawOutput::Direct(mut file) => file.flush().map(|()| None),
            RawOutput::Replacing(file) => Ok(Some(file)),
        });
        let file = file.with_context(|| format!("cannot write {}", self.name.display()))?;
        Ok(Complete { file, name: self.name })
    }

    /// Completes the output and publishes its file; on failure the old file stays.
    pub fn finish(self) -> Result<()> {
        publish(vec![self.complete()?]).into_iter().try_for_each(|it| it.map(drop))
    }
}

pub struct Complete {
    /// The file, if it is one.
    file: Option<AtomicFile>,
    name: PathBuf,
}

impl Complete {
    pub fn name(&self) -> &Path {
        &self.name
    }
}

/// Publishes files once their bytes are on disk. Returns for each its name, or why it failed; its old file
/// then stays.
pub fn publish(outputs: Vec<Complete>) -> Vec<Result<PathBuf>> {
    let (files, names): (Vec<AtomicFile>, Vec<PathBuf>) =
        outputs.into_iter().filter_map(|it| Some((it.file?, it.name))).unzip();
    let results = atomic_file::publish(files).into_iter().zip(names);
    let named = |(result, name): (io::Result<()>, PathBuf)| match result {
        Ok(()) => Ok(name),
        Err(error) => Err(Error::from(error).context(format!("cannot write {}", name.display()))),
    };
    results.map(named).collect()
}
