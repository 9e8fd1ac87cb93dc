//! Selection of files in folders, and of members in zip archives.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// Extensions of text files that may contain games.
const TEXT: [&str; 5] = ["pgn", "txt", "md", "csv", "tsv"];

/// Extensions of compressed files. The uncompressed name may end in one of [`TEXT`].
const COMPRESSED: [&str; 4] = ["gz", "zst", "bz2", "xz"];

/// Whether a file with this name may contain games: `.pgn`, `.txt`, `.md`, `.csv` and `.tsv`, compressed or
/// not, and zip archives; not hidden files.
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

/// Returns the name of a file without the extensions of a compression and of a text.
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

/// Something found in a folder.
#[derive(Debug)]
pub enum WalkEntry {
    /// A file, as a path relative to the folder.
    File(PathBuf),
    /// An unreadable folder, as a path relative to the folder.
    Unreadable(PathBuf, io::Error),
}

/// Returns the files under a folder that may contain games, sorted by name, folder by folder. Links to files
/// are followed; links to folders, hidden folders and the folder `except` are not.
#[must_use]
pub fn walk(folder: &Path, except: Option<&Path>) -> Vec<WalkEntry> {
    let except = except.and_then(|it| fs::canonicalize(it).ok());
    let mut found = Vec::new();
    let mut stack = vec![PathBuf::new()];
    while let Some(path) = stack.pop() {
        let full = folder.join(&path);
        let is_root = path.as_os_str().is_empty();
        let is_folder = is_root || fs::symlink_metadata(&full).is_ok_and(|it| it.is_dir());
        if !is_folder {
            if may_hold_games(&path) && !full.is_dir() {
                found.push(WalkEntry::File(path));
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
            Err(error) => found.push(WalkEntry::Unreadable(path, error)),
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
