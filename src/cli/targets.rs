//! The files that a run writes. Before anything begins, they are resolved and compared with each other and with
//! the inputs: no output may destroy an input or another output.

use std::{
    cell::LazyCell,
    collections::HashMap,
    fs::{self, Metadata},
    io,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::io::Origin;

/// The most symbolic links followed to a file that does not exist yet.
const MOST_LINKS: usize = 40;

/// A destination for output.
#[derive(Clone, Debug)]
pub struct Target {
    pub name: PathBuf,
    pub destination: Destination,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A device or a pipe, written to directly.
    Device(PathBuf),
    /// A file, existing or not, to be replaced.
    File(PathBuf),
}

/// A target with a description.
pub struct Planned<'a> {
    /// The description, as in `--output x.pgn`.
    pub what: String,
    pub target: &'a Target,
    /// Whether it is written in this run, rather than up to date.
    pub written: bool,
}

impl Target {
    /// Resolves this path, or standard output for `None` and `-`. A symbolic link is kept, and the file it leads to replaced.
    pub fn resolve(path: Option<&Path>) -> Target {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Target { name: "<stdout>".into(), destination: Destination::Stdout };
        };
        let real = real(path);
        let special = fs::metadata(&real).is_ok_and(|it| !it.is_file() && !it.is_dir());
        Target {
            name: path.into(),
            destination: if special { Destination::Device(real) } else { Destination::File(real) },
        }
    }

    /// Returns its path, with links resolved; for standard output, its name in messages.
    pub fn path(self) -> PathBuf {
        match self.destination {
            Destination::Stdout => self.name,
            Destination::Device(path) | Destination::File(path) => path,
        }
    }

    pub fn create_folder(&self) -> Result<()> {
        match &self.destination {
            Destination::File(path) => path.parent().map_or(Ok(()), |folder| {
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
            }),
            Destination::Stdout | Destination::Device(_) => Ok(()),
        }
    }

    /// Returns the identity of the file, if it exists.
    fn identity(&self) -> Option<Identity> {
        match &self.destination {
            Destination::Stdout => identity_of(&io::stdout()),
            Destination::Device(path) | Destination::File(path) => Identity::of_path(path),
        }
    }
}

/// Checks that no target is an input, another target, or a file that must not be replaced. Fails for the
/// first that is.
pub fn check<'a>(inputs: impl Iterator<Item = &'a Origin>, planned: &[Planned<'_>]) -> Result<()> {
    // Only a regular file can be an input and a target.
    let read = LazyCell::new(|| {
        let identified = inputs.map(|input| match input {
            Origin::Stdin => (identity_of(&io::stdin()), "<stdin>".to_owned()),
            Origin::File(path) => (Identity::of_path(path), path.display().to_string()),
        });
        let regular =
            |(identity, name): (Option<Identity>, _)| Some((identity.filter(|it| it.regular)?, name));
        identified.filter_map(regular).collect::<HashMap<_, _>>()
    });
    let (mut present, mut named) = (HashMap::new(), HashMap::new());
    for Planned { what, target, written } in planned {
        let identity = target.identity();
        if let Some(input) = identity.as_ref().filter(|it| it.regular).and_then(|it| read.get(it)) {
            bail!("{what} is one of the inputs ({input})");
        }
        if let Destination::File(path) = &target.destination {
            let old = fs::metadata(path).ok();
            if old.as_ref().is_some_and(Metadata::is_dir) {
                bail!("{what} is a directory");
            }
            if *written && old.is_some_and(|it| it.permissions().readonly()) {
                bail!("{what} is read-only");
            }
            // On many systems, names that differ only in case denote the same file.
            let folded = path.to_str().map_or_else(|| path.clone(), |it| it.to_lowercase().into());
            if let Some(other) = named.insert(folded, what) {
                bail!("{what} is the same file as {other}, or differs from it in case only");
            }
        }
        // A terminal or /dev/null may be shared.
        let shared = identity.filter(|it| it.regular || it.pipe);
        let other = shared.and_then(|it| present.insert(it, what));
        let twice = target.destination == Destination::Stdout
            && planned.iter().filter(|it| it.target.destination == Destination::Stdout).count() > 1;
        if other.is_some() || twice {
            bail!("{what} is the same as {}", other.map_or("standard output", |it| it));
        }
    }
    Ok(())
}

/// The identity of a file, independent of its name.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Identity {
    #[cfg(unix)]
    inode: (u64, u64),
    #[cfg(not(unix))]
    path: PathBuf,
    /// Whether it is a regular file, not a device or a pipe.
    regular: bool,
    pipe: bool,
}

impl Identity {
    #[cfg(unix)]
    fn of_path(path: &Path) -> Option<Identity> {
        fs::metadata(path).ok().map(|it| Identity::of(&it))
    }

    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Identity {
        use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
        Identity {
            inode: (metadata.dev(), metadata.ino()),
            regular: metadata.is_file(),
            pipe: metadata.file_type().is_fifo(),
        }
    }

    #[cfg(not(unix))]
    fn of_path(path: &Path) -> Option<Identity> {
        let regular = fs::metadata(path).ok()?.is_file();
        Some(Identity { path: fs::canonicalize(path).ok()?, regular, pipe: false })
    }
}

/// Returns the identity of one of the program's streams, if known.
#[cfg(unix)]
fn identity_of(stream: &impl std::os::fd::AsFd) -> Option<Identity> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok().map(|it| Identity::of(&it))
}

#[cfg(not(unix))]
fn identity_of<T>(_: &T) -> Option<Identity> {
    None
}

/// Returns the canonical path of a file, existing or not.
fn real(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        // A link's destination may not exist, or may have no name, as with a pipe on standard output.
        let link = fs::metadata(&path).is_err().then(|| fs::read_link(&path).ok()).flatten();
        let Some(to) = link else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    fs::canonicalize(&path).unwrap_or_else(|_| {
        let mut real = std::env::current_dir().unwrap_or_default();
        for part in path.components() {
            match part {
                Component::ParentDir => drop(real.pop()),
                part => real.push(part),
            }
            real = fs::canonicalize(&real).unwrap_or(real);
        }
        real
    })
}
