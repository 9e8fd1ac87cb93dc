//! Which files are read when a folder is named, and which members of a zip archive.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// Suffixes of text files that may hold games.
const TEXT: [&str; 5] = ["pgn", "txt", "md", "csv", "tsv"];

/// Suffixes of compressed files. What is inside has a suffix of its own before it, or none.
const COMPRESSED: [&str; 4] = ["gz", "zst", "bz2", "xz"];

/// May a file of this name hold games? `.pgn`, `.txt`, `.md`, `.csv` and `.tsv` may, compressed or not, and a
/// zip archive; a file whose name begins with a dot does not.
#[must_use]
pub fn may_hold_games(path: &Path) -> bool {
    let has = |path: &Path, suffixes: &[&str]| suffix(path).is_some_and(|it| suffixes.contains(&it.as_str()));
    let hidden = path.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"."));
    let inner = path.with_extension("");
    !hidden
        && (has(path, &TEXT)
            || has(path, &["zip"])
            || has(path, &COMPRESSED) && (has(&inner, &TEXT) || inner.extension().is_none()))
}

fn suffix(path: &Path) -> Option<String> {
    path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase())
}

/// The name of a file without its suffixes: that of a compression and that of a text.
#[must_use]
pub fn stem(path: &Path) -> PathBuf {
    let strip = |path: PathBuf, suffixes: &[&str]| {
        let known = suffix(&path).is_some_and(|it| suffixes.contains(&it.as_str()));
        if known { path.with_extension("") } else { path }
    };
    let name = PathBuf::from(path.file_name().unwrap_or(OsStr::new("games")));
    let name = strip(strip(name, &COMPRESSED), &["zip"]);
    strip(name, &TEXT)
}

/// What was found in a folder.
#[derive(Debug)]
pub enum Found {
    /// A file, with its path from the folder on.
    File(PathBuf),
    /// A folder that cannot be read, with its path from the folder on.
    Unreadable(PathBuf, io::Error),
}

/// The files under a folder that may hold games, in the order of their names, folder by folder. Links to
/// files are followed, links to folders and hidden folders are not; nor is the folder `except`.
#[must_use]
pub fn walk(folder: &Path, except: Option<&Path>) -> Vec<Found> {
    let except = except.and_then(|it| fs::canonicalize(it).ok());
    let mut found = Vec::new();
    let mut stack = vec![PathBuf::new()];
    while let Some(path) = stack.pop() {
        let full = folder.join(&path);
        let is_root = path.as_os_str().is_empty();
        let is_folder = is_root || fs::symlink_metadata(&full).is_ok_and(|it| it.is_dir());
        if !is_folder {
            if may_hold_games(&path) && !full.is_dir() {
                found.push(Found::File(path));
            }
            continue;
        }
        let hidden = path.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"."));
        if hidden || except.is_some() && fs::canonicalize(&full).ok() == except {
            continue;
        }
        let names = fs::read_dir(&full).and_then(|entries| {
            entries.map(|entry| entry.map(|it| it.file_name())).collect::<io::Result<Vec<_>>>()
        });
        match names {
            Ok(mut names) => {
                names.sort_unstable();
                stack.extend(names.into_iter().rev().map(|name| path.join(name)));
            }
            Err(error) => found.push(Found::Unreadable(path, error)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_count_by_their_names() {
        for (name, counts, expected) in [
            ("a.pgn", true, "a"),
            ("A.PGN", true, "A"),
            ("b.c.pgn.zst", true, "b.c"),
            ("book.txt.xz", true, "book"),
            ("games.gz", true, "games"),
            ("twic1500g.zip", true, "twic1500g"),
            ("src.tar.gz", false, "src.tar"),
            ("a.pdf", false, "a.pdf"),
            ("games", false, "games"),
            (".a.pgn", false, ".a"),
        ] {
            assert_eq!(may_hold_games(Path::new(name)), counts, "{name}");
            assert_eq!(stem(Path::new(name)), Path::new(expected), "{name}");
        }
    }
}
