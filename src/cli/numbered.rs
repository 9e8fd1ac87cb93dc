//! The files that an output is divided into: `games-001.pgn`, `games-002.pgn`, …

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::{
    layouts,
    targets::{Destination, Target},
};
use crate::slice::Slice as _;

/// The most files of an output: all of them stay open until they are published together.
pub const MOST: usize = 500;

/// Returns the files that an output may be divided into. Fails unless it is a file.
pub fn targets(output: Option<&Path>) -> Result<Vec<Target>> {
    let Some(path) =
        output.filter(|it| matches!(Target::resolve(Some(it)).destination, Destination::File(_)))
    else {
        bail!("--split needs a file: -o games.pgn makes games-001.pgn, games-002.pgn and so on");
    };
    Ok((1..=MOST).map(|n| Target::resolve(Some(&numbered(path, n)))).collect())
}

/// Returns the name of the file with this number.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let (layout, compression) = layouts::extensions(path);
    let behind = [Some(layout), compression].into_iter().flatten().filter(|it| !it.is_empty());
    let len = behind.map(|it| it.len() + 1).sum::<usize>();
    let (stem, extensions) = name.divide(name.len().saturating_sub(len));
    path.with_file_name(format!("{stem}-{number:03}{extensions}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered_before_their_extensions() {
        for (name, expected) in [
            ("study.pgn", "study-002.pgn"),
            ("a/b.c.pgn.zst", "a/b.c-002.pgn.zst"),
            ("study", "study-002"),
            ("a.b/study.GZ", "a.b/study-002.GZ"),
        ] {
            assert_eq!(numbered(Path::new(name), 2), Path::new(expected), "{name}");
        }
        assert!(targets(None).is_err() && targets(Some(Path::new("-"))).is_err());
    }
}
