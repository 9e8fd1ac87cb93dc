//! Output in several files: `--split`.

use std::{fs, path::Path};

use crate::support::plyglot;
use tempfile::TempDir;

fn run_in(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = plyglot(args).current_dir(folder).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Returns the names and contents of the files that begin so.
fn files(folder: &Path, begin: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the folder").map(|it| it.expect("an entry").path());
    let named = entries.map(|it| (it.file_name().expect("a name").to_string_lossy().into_owned(), it));
    let mut all: Vec<_> = named
        .filter(|it| it.0.starts_with(begin))
        .map(|(name, path)| (name, String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()))
        .collect();
    all.sort();
    all
}

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let game = |n: u32| format!("[Event \"{n}\"]\n\n1. e4 e5 *\n\n");
    fs::write(folder.path().join("in.pgn"), (1..=7).map(game).collect::<String>()).expect("a file");
    folder
}

#[test]
fn every_layout_is_divided_after_so_many_games() {
    let folder = folder();
    let folder = folder.path();
    for (name, games) in [
        ("a.pgn", "[Event "),
        ("b.jsonl", "{\"v\":1"),
        ("c.csv", "1. e4"),
        ("d.html", "<article"),
        ("e.moves", "e4 e5"),
    ] {
        assert_eq!(run_in(folder, &["-q", "in.pgn", "--split", "3", "-o", name]), (Some(0), String::new()));
        let (stem, extension) = name.split_once('.').expect("a name");
        let made = files(folder, &format!("{stem}-"));
        let names: Vec<_> = made.iter().map(|it| it.0.clone()).collect();
        assert_eq!(names, [1, 2, 3].map(|n| format!("{stem}-{n:03}.{extension}")));
        let counts: Vec<_> = made.iter().map(|it| it.1.matches(games).count()).collect();
        if games == "<article" || name == "c.csv" {
            assert!(made.iter().all(|it| !it.1.is_empty()));
            assert_eq!(
                made.iter().map(|it| it.1.lines().next()).collect::<std::collections::HashSet<_>>().len(),
                1
            );
        } else {
            assert_eq!(counts, [3, 3, 1], "{name}");
        }
    }
    // The pages have an index.
    let index = fs::read_to_string(folder.join("d.html")).expect("the index");
    let links: Vec<&str> =
        index.split("<a href=\"").skip(1).filter_map(|it| Some(it.split_once('"')?.0)).collect();
    assert_eq!((links.len(), links[0], links[6]), (7, "d-001.html#g1", "d-003.html#g1"));
    let third = fs::read_to_string(folder.join("d-001.html")).expect("a page");
    assert!(links[2] == "d-001.html#g3" && third.contains("id=\"g3\""), "{links:?}");
    let whole =
        String::from_utf8(plyglot(&["-q", "in.pgn"]).current_dir(folder).output().expect("it runs").stdout);
    assert_eq!(files(folder, "a-").into_iter().map(|it| it.1).collect::<String>(), whole.expect("UTF-8"));
    assert!(!folder.join("a.pgn").exists());
    // With other flags for games and threads, and compressed.
    let args = ["-q", "in.pgn", "--game", "2-6", "-j", "4", "--split", "2", "-o", "f.pgn.gz"];
    assert_eq!(run_in(folder, &args).0, Some(0));
    let sizes = [["2", "3"].as_slice(), &["4", "5"], &["6"]];
    for (n, games) in sizes.iter().enumerate() {
        let name = format!("f-{:03}.pgn.gz", n + 1);
        let text = plyglot(&["-q", &name]).current_dir(folder).output().expect("it runs").stdout;
        let text = String::from_utf8(text).expect("UTF-8");
        let events: Vec<_> = text.split('"').skip(1).step_by(2).collect();
        assert_eq!(events, *games, "{name}");
    }
}

#[test]
fn no_file_is_lost_or_half_made() {
    let folder = folder();
    let folder = folder.path();
    let split = |input: &str, n: &str, name: &str| run_in(folder, &["-q", input, "--split", n, "-o", name]);
    assert_eq!(run_in(folder, &["in.pgn", "--split", "2"]).0, Some(2));
    for name in ["-", "/dev/null"] {
        let (status, said) = split("in.pgn", "2", name);
        assert!(status == Some(2) && said.contains("--split needs a file"), "{said}");
    }
    fs::copy(folder.join("in.pgn"), folder.join("s-002.pgn")).expect("a file");
    let (status, said) = split("s-002.pgn", "2", "s.pgn");
    assert!(status == Some(2) && said.contains("s-002.pgn is one of the inputs"), "{said}");
    // An input that cannot be read leaves all of them as they were.
    let (status, _) = run_in(folder, &["-q", "in.pgn", "missing.pgn", "--split", "4", "-o", "s.pgn"]);
    assert_eq!((status, files(folder, "s-").len()), (Some(2), 1));
    assert_eq!(split("in.pgn", "3", "s.pgn").0, Some(0));
    assert_eq!(files(folder, "s-").len(), 3);
    let (status, said) = run_in(folder, &["in.pgn", "--split", "4", "-o", "s.pgn"]);
    assert!(status == Some(0) && said.contains("s-003.pgn and any after it are of an earlier run"), "{said}");
    let many = "1. e4 *\n\n".repeat(501);
    fs::write(folder.join("many.pgn"), many).expect("a file");
    let (status, said) = split("many.pgn", "1", "m.pgn");
    assert!(status == Some(2) && said.contains("more than 500 files"), "{said}");
    assert!(files(folder, "m-").is_empty());
    assert_eq!(split("many.pgn", "2", "m.pgn").0, Some(0));
    assert_eq!(files(folder, "m-").len(), 251);
}
