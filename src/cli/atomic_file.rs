//! A file that appears under its name only when it is complete.
//!
//! On Linux it has no name until then, so nothing is left of it even if the program is killed. Elsewhere, and
//! on file systems without support for that, it has a hidden name next to the target meanwhile.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::signals;

/// Prefix of these temporary names.
const PREFIX: &str = ".plyglot-";

/// The most files that are synced individually.
#[cfg(target_os = "linux")]
const SINGLY: usize = 3;

/// A file being written.
pub struct AtomicFile {
    file: Content,
    path: PathBuf,
}

enum Content {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Named(NamedTempFile),
}

impl AtomicFile {
    /// Creates a file that will replace `path`, with the permissions of what is there now. Fails if the folder is not writable.
    pub fn new(path: PathBuf) -> io::Result<AtomicFile> {
        signals::watch();
        let old = fs::metadata(&path).ok().map(|old| old.permissions());
        #[cfg(target_os = "linux")]
        if let Ok(file) = nameless(folder(&path)) {
            if let Some(permissions) = old {
                file.set_permissions(permissions)?;
            }
            return Ok(AtomicFile { file: Content::Nameless(file), path });
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        let old = {
            use std::os::unix::fs::PermissionsExt as _;
            // The same as `open` gives; the umask still applies.
            Some(old.unwrap_or_else(|| fs::Permissions::from_mode(0o666)))
        };
        if let Some(permissions) = old {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder(&path))?;
        signals::remember(file.path());
        Ok(AtomicFile { file: Content::Named(file), path })
    }

    /// Renames the file to its final name.
    fn finish(self) -> io::Result<()> {
        match self.file {
            Content::Named(file) => {
                let name = file.path().to_path_buf();
                let result = file.persist(&self.path).map(drop).map_err(|error| error.error);
                signals::forget(&name);
                result
            }
            #[cfg(target_os = "linux")]
            Content::Nameless(file) => give_name(&file, &self.path),
        }
    }

    fn as_file(&self) -> &File {
        match &self.file {
            Content::Named(file) => file.as_file(),
            #[cfg(target_os = "linux")]
            Content::Nameless(file) => file,
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Renames files to their final names once their bytes are on disk, so that even after a crash of the machine
/// each file is either old or new as a whole. Returns a result for each.
pub fn publish(files: Vec<AtomicFile>) -> Vec<io::Result<()>> {
    let synced = sync(&files);
    files.into_iter().zip(synced).map(|(file, synced)| synced.and_then(|()| file.finish())).collect()
}

fn sync(files: &[AtomicFile]) -> Vec<io::Result<()>> {
    #[cfg(target_os = "linux")]
    if files.len() > SINGLY && sync_together(files).is_ok() {
        return files.iter().map(|_| Ok(())).collect();
    }
    files.iter().map(|it| it.as_file().sync_all()).collect()
}

/// Syncs each file system once rather than each file.
#[cfg(target_os = "linux")]
fn sync_together(files: &[AtomicFile]) -> io::Result<()> {
    use std::{collections::BTreeMap, os::unix::fs::MetadataExt as _};
    let mut devices = BTreeMap::new();
    for file in files {
        devices.insert(file.as_file().metadata()?.dev(), file);
    }
    devices.values().try_for_each(|it| Ok(rustix::fs::syncfs(it.as_file())?))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    Ok(File::from(open(folder, flags, Mode::from_raw_mode(0o666))?))
}

#[cfg(target_os = "linux")]
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{AtFlags, CWD, linkat};
    let source = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link =
        |to: &Path| linkat(CWD, source.as_str(), CWD, to, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
    if link(path).is_ok() {
        return Ok(());
    }
    // A file exists there; only renaming can replace it.
    let mut builder = tempfile::Builder::new();
    let named = builder.prefix(PREFIX).make_in(folder(path), |name| {
        signals::remember(name);
        link(name).inspect_err(|_| signals::forget(name))
    })?;
    let name = named.path().to_path_buf();
    let result = named.persist(path).map(drop).map_err(|error| error.error);
    signals::forget(&name);
    result
}
