//! Selection of files in folders, and of members in zip archives.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

/// Extensions of text files that may contain games.
const TEXT: [&str; 6] = ["pgn", "txt", "md", "csv", "tsv", "hocr"];

/// Those that may just as well contain anything else.
const ANY_TEXT: [&str; 5] = ["txt", "md", "csv", "tsv", "hocr"];

/// The extensions of markup, which may be pages with boxes: ALTO, and what pdftotext writes.
const MARKUP: [&str; 4] = ["xml", "html", "htm", "xhtml"];

/// Extensions of compressed files. The uncompressed name may end in one of [`TEXT`].
const COMPRESSED: [&str; 4] = ["gz", "zst", "bz2", "xz"];

/// Whether a file with this name may contain games: `.pgn`, `.txt`, `.md`, `.csv`, `.tsv` and `.hocr`,
/// compressed or not, and zip archives; not hidden files.
#[must_use]
pub fn may_hold_games(path: &Path) -> bool {
    let has = |path: &Path, suffixes: &[&str]| suffix(path).is_some_and(|it| suffixes.contains(&it.as_str()));
    let inner = path.with_extension("");
    !is_hidden(path)
        && (has(path, &TEXT)
            || has(path, &["zip"])
            || has(path, &COMPRESSED) && (has(&inner, &TEXT) || inner.extension().is_none()))
}

/// Whether only its content tells whether a file with such a name contains games: true of `.txt`, but not of
/// `.pgn`.
#[must_use]
pub fn is_any_text(path: &Path) -> bool {
    let is_text = |path: &Path| suffix(path).is_some_and(|it| ANY_TEXT.contains(&it.as_str()));
    let is_compressed = suffix(path).is_some_and(|it| COMPRESSED.contains(&it.as_str()));
    is_text(path) || is_markup(path) || is_compressed && is_text(&path.with_extension(""))
}

/// Whether a file with such a name is markup, which holds games only as pages with boxes.
#[must_use]
pub fn is_markup(path: &Path) -> bool {
    suffix(path).is_some_and(|it| MARKUP.contains(&it.as_str()))
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
    strip(strip(name, &TEXT), &MARKUP)
}

/// A file found in a folder, or an unreadable folder in it, as a path relative to the folder.
pub type WalkEntry = Result<PathBuf, (PathBuf, io::Error)>;

/// Returns the files under a folder that may contain games, sorted by name, folder by folder. Links to files
/// are followed; links to folders, hidden folders and the folder `except` are not.
#[must_use]
pub fn walk(folder: &Path, except: Option<&Path>) -> Vec<WalkEntry> {
    let except = except.and_then(|it| fs::canonicalize(it).ok());
    let is_wanted = |entry: &DirEntry| {
        let is_except = || except.is_some() && fs::canonicalize(entry.path()).ok() == except;
        entry.depth() > 0 && !entry.file_type().is_dir()
            || !(entry.depth() > 0 && is_hidden(entry.path()) || is_except())
    };
    let relative = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_path_buf();
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_wanted);
    let entry = |entry: walkdir::Result<DirEntry>| match entry {
        Ok(entry) => {
            let is_folder =
                || if entry.path_is_symlink() { entry.path().is_dir() } else { entry.file_type().is_dir() };
            let may_hold =
                may_hold_games(entry.path()) || is_markup(entry.path()) && !is_hidden(entry.path());
            let is_game = may_hold && entry.depth() > 0 && !is_folder();
            is_game.then(|| Ok(relative(entry.path())))
        }
        Err(error) => {
            let path = relative(error.path().unwrap_or(folder));
            Some(Err((path, error.into_io_error()?)))
        }
    };
    entries.filter_map(entry).collect()
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"."))
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
