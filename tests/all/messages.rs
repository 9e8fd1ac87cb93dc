//! `plyglot check`, and reports of errors and warnings: for people, as JSON, for GitHub Actions.

use std::{fs, path::Path, process::Output};

use crate::support::{plyglot, run, said};
use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "[Event \"good\"]\n\n1. e4 e5 *\n\n";
const BAD: &str = "[Event \"bad\"]\n[White \"Morphy, Paul\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n";
const DOUBTFUL: &str = "[Event \"doubtful\"]\n\n1. e4+ e5+ *\n\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn run_in(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).output().expect("the program runs")
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_check_writes_a_line_for_each_file_and_nothing_else() {
    let folder =
        folder(&[("good.pgn", GOOD), ("bad.pgn", &[GOOD, BAD].concat()), ("doubtful.pgn", DOUBTFUL)]);
    for (args, status, summary) in [
        (&["good.pgn"][..], 0, "good.pgn: 1 game, no errors\n"),
        (&["bad.pgn"], 1, "bad.pgn: 2 games, 1 with errors\n"),
        (&["doubtful.pgn"], 0, "doubtful.pgn: 1 game, no errors; 2 warnings\n"),
        (&["doubtful.pgn", "--strict"], 1, "doubtful.pgn: 1 game, 1 with errors; 2 warnings\n"),
        (&["bad.pgn", "-q"], 1, ""),
        (&["missing.pgn"], 2, "missing.pgn: could not be read\n"),
        (
            &["missing.pgn", "bad.pgn", "good.pgn"],
            2,
            "missing.pgn: could not be read\nbad.pgn: 2 games, 1 with errors\ngood.pgn: 1 game, no errors\n\
             3 files: 3 games, 1 with errors; not read to the end\n",
        ),
        (
            &["."],
            1,
            "./bad.pgn: 2 games, 1 with errors\n./doubtful.pgn: 1 game, no errors; 2 warnings\n\
             ./good.pgn: 1 game, no errors\n3 files: 4 games, 1 with errors; 2 warnings\n",
        ),
    ] {
        for jobs in ["1", "4"] {
            let args = [&["check", "-j", jobs], args].concat();
            let (code, out, err) = texts(&run_in(folder.path(), &args));
            assert_eq!((code, out.as_str()), (Some(status), summary), "{args:?}: {err}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3, "nothing is written");
}

#[test]
fn a_rerun_keeps_the_exit_status_of_files_with_errors() {
    let folder = folder(&[("bad.pgn", BAD), ("good.pgn", GOOD)]);
    let args = ["bad.pgn", "good.pgn", "--out-dir", "out"];
    let again =
        "plyglot: 2 of 2 inputs skipped, up to date, 1 of them with errors when converted (see --force)\n";
    assert_eq!(run_in(folder.path(), &args).status.code(), Some(1));
    assert_eq!(texts(&run_in(folder.path(), &args)), (Some(1), String::new(), again.to_owned()));
    assert_eq!(run_in(folder.path(), &["-q", "good.pgn", "--out-dir", "out"]).status.code(), Some(0));
    fs::write(folder.path().join("bad.pgn"), GOOD).expect("a file");
    assert_eq!(run_in(folder.path(), &[&args[..], &["--force"]].concat()).status.code(), Some(0));
    assert_eq!(run_in(folder.path(), &args).status.code(), Some(0));
    // A name is a name, whatever is in it.
    #[cfg(unix)]
    {
        fs::write(folder.path().join("two\nlines.pgn"), BAD).expect("a file");
        let args = ["two\nlines.pgn", "--out-dir", "out"];
        assert_eq!(run_in(folder.path(), &args).status.code(), Some(1));
        assert_eq!(texts(&run_in(folder.path(), &args)).2, again.replace("2 of 2", "1 of 1"));
    }
}

#[test]
fn a_check_reads_what_a_conversion_reads() {
    let folder = folder(&[]);
    let packed = folder.path().join("bad.pgn.gz");
    let file = fs::File::create(&packed).expect("a file");
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, BAD.as_bytes()).expect("it is written");
    encoder.finish().expect("it is written");
    let compressed = run(&["check"], fs::read(&packed).expect("the file"));
    for output in [run(&["check"], BAD), run(&["check", "-"], BAD), compressed] {
        let (code, out, err) = texts(&output);
        assert_eq!((code, out.as_str()), (Some(1), "<stdin>: 1 game, 1 with errors\n"));
        assert!(
            err.starts_with("<stdin>:4:13: error: game 1 (Morphy – ?), 2. Ke3: no legal move: "),
            "{err}"
        );
    }
    let (code, out, _) = texts(&run_in(folder.path(), &["check", "bad.pgn.gz"]));
    assert_eq!((code, out.as_str()), (Some(1), "bad.pgn.gz: 1 game, 1 with errors\n"));
    let german = "1. e4 e5 2. Sf3 Sc6 *\n";
    assert_eq!(run(&["check", "-f", "san:de"], german).status.code(), Some(0));
    assert_eq!(run(&["check", "-f", "san"], german).status.code(), Some(1));
}

#[test]
fn errors_are_explained() {
    let (_, _, err) = texts(&run(&["check"], format!("{GOOD}{BAD}")));
    assert_eq!(
        err,
        "<stdin>:8:13: error: game 2 (Morphy – ?), 2. Ke3: no legal move: no king can reach e3; did you mean Ke2?\n\
         \x20 8 | 1. e4 e5 2. Ke3 Nc6 1-0\n\
         \x20   |             ^^^\n\
         \x20     8  r n b q k b n r\n\
         \x20     7  p p p p . p p p\n\
         \x20     6  . . . . . . . .\n\
         \x20     5  . . . . p . . .\n\
         \x20     4  . . . . P . . .\n\
         \x20     3  . . . . . . . .\n\
         \x20     2  P P P P . P P P\n\
         \x20     1  R N B Q K B N R\n\
         \x20        a b c d e f g h    White to move\n\
         \x20     moves of a king: Ke2\n"
    );
}

#[test]
fn the_number_of_explanations_is_limited() {
    let many = BAD.repeat(30);
    let boards = |args: &[&str]| texts(&run(args, &many)).2.matches("White to move").count();
    assert_eq!(boards(&[]), 3);
    assert_eq!(boards(&["-v"]), 30);
    assert_eq!(boards(&["-q"]), 0);
    assert_eq!(boards(&["check"]), 20);
    assert_eq!(boards(&["check", "-v"]), 30);
    assert_eq!(boards(&["check", "-q"]), 0);
    let (_, _, err) = texts(&run(&[], &many));
    assert_eq!(said(&err).lines().count(), 30, "the first lines are always there");
    assert_eq!(err.matches("-v explains").count(), 1);
    for line in err.lines() {
        assert!(line.starts_with("<stdin>:") || line.starts_with("  "), "{line}");
    }
}

#[test]
fn json_has_a_line_for_each_message_and_each_file() {
    let input = format!("{GOOD}{BAD}{DOUBTFUL}");
    let (code, out, err) = texts(&run(&["check", "--message-format", "json"], &input));
    assert_eq!(code, Some(1));
    let lines: Vec<Value> = err.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(
        lines[0],
        serde_json::json!({
            "file": "<stdin>", "line": 8, "column": 13, "game": 2, "players": "Morphy – ?", "ply": 3, "move": "2.",
            "severity": "error", "kind": "no-legal-move", "text": "Ke3",
            "message": "no legal move: no king can reach e3; did you mean Ke2?", "candidates": ["Ke2"],
            "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        })
    );
    // Programs are told of repetitions as well.
    let rest: Vec<_> =
        lines[1..].iter().map(|it| (&it["kind"], &it["line"], &it["ply"], &it["move"])).collect();
    let wrong = Value::from("wrong-mark");
    let (ten, one, two) = (Value::from(12), Value::from(1), Value::from(2));
    let (first, second) = (Value::from("1."), Value::from("1..."));
    assert_eq!(rest, [(&wrong, &ten, &one, &first), (&wrong, &ten, &two, &second)]);
    assert_eq!(
        serde_json::from_str::<Value>(&out).expect("JSON"),
        serde_json::json!({
            "file": "<stdin>", "games": 3, "failed": 1, "errors": 1, "warnings": 2, "complete": true
        })
    );
    let (code, _, err) = texts(&run(&["--message-format", "json", "missing.pgn", "-v"], ""));
    assert_eq!(code, Some(2));
    let kinds: Vec<Value> =
        err.lines().map(|it| serde_json::from_str::<Value>(it).expect("JSON")["kind"].clone()).collect();
    assert_eq!(kinds, ["input", "summary"]);
    let (_, _, err) = texts(&run(&["--message-format", "json", "-t", "klingon"], ""));
    assert_eq!(serde_json::from_str::<Value>(&err).expect("JSON")["kind"], "failure");
}

#[test]
fn annotations_for_github_are_escaped() {
    let folder = folder(&[("50%,a:b.pgn", BAD), ("doubtful.pgn", DOUBTFUL)]);
    let args = ["--message-format", "github", "50%,a:b.pgn", "doubtful.pgn"];
    let (code, _, err) = texts(&run_in(folder.path(), &args));
    assert_eq!(code, Some(1));
    assert_eq!(
        err,
        "::error file=50%25%2Ca%3Ab.pgn,line=4,col=13,endColumn=16,title=no-legal-move::game 1 (Morphy – ?), 2. Ke3: \
         no legal move: no king can reach e3; did you mean Ke2?\n\
         ::warning file=doubtful.pgn,line=3,col=4,endColumn=7,title=wrong-mark::game 1, 1. e4+: marked as check, but \
         it is no check\n\
         ::warning file=doubtful.pgn,line=3,col=8,endColumn=11,title=wrong-mark::game 1, 1... e5+: marked as check, \
         but it is no check\n"
    );
}

/// The runner obeys lines on standard output too.
#[cfg(unix)]
#[test]
fn no_name_of_a_file_is_a_command_to_github() {
    let folder = folder(&[("::error::a.pgn", GOOD), ("b##[error]c.pgn", GOOD), ("d\n::error::e.pgn", GOOD)]);
    let (code, out, _) =
        texts(&run_in(folder.path(), &["check", "--message-format", "github", "::error::a.pgn"]));
    assert_eq!((code, out.as_str()), (Some(0), "%3A%3Aerror::a.pgn: 1 game, no errors\n"));
    let (_, out, _) = texts(&run_in(folder.path(), &["check", "--message-format", "github", "."]));
    let is_command = |it: &&str| it.trim_start().starts_with("::") || it.contains("##[");
    assert_eq!((out.lines().count(), out.lines().find(is_command)), (4, None), "{out}");
    let args = ["--message-format", "github", "-v", "::error::a.pgn", "-o", "x##[error]y.pgn"];
    let (_, _, err) = texts(&run_in(folder.path(), &args));
    assert!(!err.contains("##["), "{err}");
}

/// Runs the step of the action that checks, with this list of files, and their form if `form` is `true`. Other systems have a bash without `**`.
#[cfg(target_os = "linux")]
fn act(folder: &Path, files: &str, form: &str) -> Output {
    let action = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.github/actions/check/action.yml"));
    let action = action.expect("the action");
    let step = action.split("      run: |\n").last().expect("a step");
    let runner = folder.join(".runner");
    fs::create_dir_all(&runner).expect("a folder");
    let _ = std::os::unix::fs::symlink(crate::support::program(), runner.join("plyglot"));
    let path = std::env::var("PATH").unwrap_or_default();
    std::process::Command::new("bash")
        .args(["-eo", "pipefail", "-c", step])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", runner.display()))
        .env("FILES", files)
        .env("FORMAT", form)
        .env("STRICT", "false")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("bash runs")
}

#[cfg(target_os = "linux")]
#[test]
fn the_action_checks_the_files_of_its_list() {
    let action = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.github/actions/check/action.yml"));
    let action = action.expect("the action");
    let default = action.split("default: \"").nth(1).and_then(|it| it.split('"').next()).expect("a default");
    let folder = folder(&[("a.pgn", GOOD), ("my games.pgn", GOOD), ("README.md", "No games here.\n")]);
    fs::create_dir_all(folder.path().join("1851/a b")).expect("a folder");
    fs::write(folder.path().join("1851/a b/c.pgn"), BAD).expect("a file");
    for (files, status, checked) in [
        (default, 1, &["1851/a b/c.pgn", "a.pgn", "my games.pgn"][..]),
        ("my games.pgn\n", 0, &["my games.pgn"]),
        ("m*s.pgn\na.pgn", 0, &["my games.pgn", "a.pgn"]),
        ("1851/a b", 1, &["1851/a b/c.pgn"]),
        ("-q\na.pgn", 2, &["-q", "a.pgn"]),
        ("missing.pgn", 2, &["missing.pgn"]),
        ("*.epd", 2, &[]),
        ("", 2, &[]),
    ] {
        let (code, out, err) = texts(&act(folder.path(), files, "false"));
        assert_eq!(code, Some(status), "{files:?}: {out}{err}");
        let named: Vec<&str> = out.lines().filter_map(|it| it.split_once(": ").map(|it| it.0)).collect();
        let named: Vec<&str> =
            named.into_iter().filter(|it| !it.ends_with(" files") && !it.starts_with("::")).collect();
        assert_eq!(named, checked, "{files:?}: {out}{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_action_checks_the_form_on_request() {
    let folder = folder(&[("good.pgn", GOOD), ("bad.pgn", BAD), ("rough.pgn", "1.e4 e5 *\n")]);
    for (files, form, status, shown) in [
        ("good.pgn", "true", 0, false),
        ("rough.pgn", "false", 0, false),
        ("rough.pgn", "true", 1, true),
        ("bad.pgn", "true", 1, false),
        ("bad.pgn\nrough.pgn", "true", 1, true),
    ] {
        let (code, out, err) = texts(&act(folder.path(), files, form));
        assert_eq!(code, Some(status), "{files} {form}: {out}{err}");
        assert_eq!(out.contains("\n-1.e4 e5 *\n+1. e4 e5 *\n"), shown, "{files} {form}: {out}");
    }
    assert_eq!(fs::read(folder.path().join("rough.pgn")).expect("the file"), b"1.e4 e5 *\n");
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let colored = |args: &[&str], env: &[(&str, &str)]| {
        let mut command = plyglot(args);
        command.env_remove("CLICOLOR").env("TERM", "xterm").envs(env.iter().copied());
        let output = command.stdin(std::process::Stdio::null()).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        texts(&output).2.contains('\u{1b}')
    };
    let (force, no) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
    for (args, env, expected) in [
        (&["missing.pgn"][..], &[][..], false),
        (&["missing.pgn"], &[force], true),
        (&["missing.pgn"], &[force, no], false),
        (&["missing.pgn", "--color", "always"], &[], true),
        (&["missing.pgn", "--color", "always"], &[no], true),
        (&["missing.pgn", "--color", "never"], &[force], false),
        (&["check", "missing.pgn", "--color", "always"], &[], true),
        (&["moves", "--fen", "x", "--color", "always"], &[], true),
    ] {
        assert_eq!(colored(args, env), expected, "{args:?} {env:?}");
    }
}

/// Whatever becomes of the lines of a text while it is read, messages tell where they are in it.
#[test]
fn lines_are_those_of_the_text() {
    let log = "17 >first : e2e4\n17 >first : time 9\n18 <first : move e7e5\n19 >first : g1f3\n19 >first : time 8\n\
               20 <first : move b8c6\n21 >first : f1b5\n21 >first : time 7\n22 <first : move a7a6\n";
    let output = run(&[], format!("{log}GameEnds(1/2-1/2 {{Draw agreed}} 10)\n"));
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let place = format!("<stdin>:{}:", log.lines().count() + 1);
    assert!(messages.starts_with(&place), "{messages}");
}
