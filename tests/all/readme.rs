//! Runs every example in README.md, and compares the output.
//!
//! In a block marked `console`, a line after `$ ` is a command (continued after a backslash), and the lines up
//! to the next one are its output, on standard output and standard error. `…` alone on a line stands for any
//! lines. The commands run in a copy of `fixtures/`.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::path;

struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut continued = false;
    for (n, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
        } else if inside && continued {
            let example = examples.last_mut().expect("a command to continue");
            example.command.push('\n');
            example.command.push_str(line);
            continued = line.ends_with('\\');
        } else if inside {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    continued = command.ends_with('\\');
                    examples.push(Example { line: n + 1, command: command.to_owned(), expected: Vec::new() });
                }
                (None, Some(example)) => example.expected.push(line.to_owned()),
                (None, None) => panic!("line {}: output without a command", n + 1),
            }
        }
    }
    examples
}

/// Whether the lines match, where `…` stands for any lines.
fn matches(expected: &[String], got: &[&str]) -> bool {
    match expected.split_first() {
        None => got.is_empty(),
        Some((first, rest)) if first == "…" => (0..=got.len()).any(|n| matches(rest, &got[n..])),
        Some((first, rest)) => got.first() == Some(&first.as_str()) && matches(rest, &got[1..]),
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file");
        }
    }
}

/// Returns the output of the command on both streams, without trailing spaces.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path())
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = output.lines().map(|it| it.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// With `UPDATE_README` set, outputs without `…` are updated instead.
#[test]
fn examples_print_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = root.join("README.md");
    let text = fs::read_to_string(&readme).expect("README.md");
    let folder = tempfile::tempdir().expect("a folder");
    copy(&root.join("fixtures"), folder.path());
    let update = std::env::var_os("UPDATE_README").is_some();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let examples = examples(&text);
    assert!(!examples.is_empty(), "README.md has no examples");
    let mut wrong = Vec::new();
    let outputs: Vec<_> = examples.iter().map(|it| run(&it.command, folder.path())).collect();
    // From the last one, so that the line numbers before it stay valid.
    for (example, got) in examples.iter().zip(outputs).rev() {
        let Example { line, command, expected } = example;
        let first = line + command.matches('\n').count();
        let last = expected.iter().rposition(|it| !it.is_empty()).map_or(0, |n| n + 1);
        let expected = &expected[..last];
        if matches(expected, &got.iter().map(String::as_str).collect::<Vec<_>>()) {
            continue;
        }
        if update && !expected.iter().any(|it| it == "…") {
            lines.splice(first..first + last, got);
        } else {
            wrong.push(format!("README.md:{line}: {command}\nprints\n{}", got.join("\n")));
        }
    }
    if update {
        fs::write(&readme, lines.join("\n") + "\n").expect("README.md");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A page of a game with errors, which `plyglot` writes, is made again once the game is mended.
#[cfg(unix)]
#[test]
fn the_makefile_of_the_readme_makes_what_has_no_errors() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let recipe = readme.split("```make\n").nth(1).and_then(|it| it.split("```").next()).expect("a recipe");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    file("Makefile", recipe);
    let make = || {
        let output =
            Command::new("make").arg("a.html").current_dir(folder.path()).env("PATH", path()).output();
        output.expect("make runs").status.success()
    };
    file("a.pgn", "1. e4 e5 2. Ke3 *\n");
    assert!(!make() && !make(), "neither the first time nor the second");
    file("a.pgn", "1. e4 e5 2. Ke2 *\n");
    assert!(make() && folder.path().join("a.html").exists());
}
