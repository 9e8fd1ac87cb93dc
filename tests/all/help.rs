//! The program's own documentation: help, its examples, completions, manual pages.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::{fixture, path, plyglot, run};
use plyglot::notations;
use tempfile::TempDir;

fn stdout(args: &[&str]) -> String {
    let output = plyglot(args).env("COLUMNS", "100").stdin(Stdio::null()).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    assert_eq!(said, "", "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the commands other than the main one.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let list = help.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next());
    let names = list
        .expect("a list")
        .lines()
        .filter_map(|it| it.strip_prefix("  "))
        .filter(|it| !it.starts_with(' '));
    names.filter_map(|it| it.split(' ').next()).map(str::to_owned).collect()
}

/// Returns all help texts.
fn all_help() -> Vec<(String, String)> {
    let mut all = vec![("--help".to_owned(), stdout(&["--help"]))];
    for command in commands() {
        all.push((format!("{command} --help"), stdout(&[&command, "--help"])));
    }
    for (name, _) in notations() {
        all.push((format!("help notation {name}"), stdout(&["help", "notation", name])));
    }
    all
}

/// Returns the commands under `Examples:`, without their descriptions.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|it| *it != "Examples:").skip(1);
    let commands =
        lines.take_while(|it| it.starts_with("  ")).map(str::trim).filter(|it| it.contains("plyglot"));
    commands.map(|it| it.split("   ").next().unwrap_or(it).to_owned()).collect()
}

/// Creates the files named in examples.
fn prepare(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    };
    // Short, so that every notation can express it, U-chess too.
    let game = b"[White \"A\"]\n\n1. e4 e5 2. d4 d5 *\n\n";
    for name in ["games.pgn", "archive/1851/london.pgn", "games/a.pgn"] {
        write(name, game);
    }
    write("partie.pgn", b"1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 *\n");
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.join("twic1500g.zip")).expect("a file"));
    zip.start_file("twic1500g.pgn", zip::write::SimpleFileOptions::default()).expect("a member");
    zip.write_all(&fixture("opera.pgn")).expect("a member");
    zip.finish().expect("an archive");
    for name in
        [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions", ".config/elvish"]
    {
        fs::create_dir_all(folder.join(name)).expect("a folder");
    }
}

#[test]
fn every_example_of_the_help_works() {
    let mut count = 0;
    for (help, text) in all_help() {
        for example in examples(&text) {
            let folder = TempDir::new().expect("a folder");
            prepare(folder.path());
            // Without a pager, or man, the rest is still run.
            let command =
                if example.contains("| man") && !has("man") || example.contains("| less") && !has("less") {
                    example.split('|').take(example.split('|').count() - 1).collect::<Vec<_>>().join("|")
                } else {
                    example.clone()
                };
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(folder.path())
                .env("PATH", path())
                .env("HOME", folder.path())
                .env("PROFILE", "profile.ps1")
                .stdin(Stdio::null())
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{help}: {example}: {said}");
            assert_eq!(said, "", "{help}: {example}");
            count += 1;
        }
    }
    assert!(count > 40, "{count} examples");
}

fn has(program: &str) -> bool {
    let status =
        Command::new("sh").args(["-c", &format!("command -v {program}")]).stdout(Stdio::null()).status();
    status.is_ok_and(|it| it.success())
}

#[test]
fn every_command_has_examples_but_the_simplest() {
    for (name, text) in all_help() {
        assert!(!examples(&text).is_empty() || name == "notations --help", "{name}");
        for line in text.lines() {
            assert!(line.starts_with("    ") || line.chars().count() <= 130, "{name}: {line}");
        }
    }
}

#[test]
fn topics() {
    assert!(stdout(&["help"]).contains("Usage: plyglot"));
    assert_eq!(stdout(&["help", "check"]), stdout(&["check", "--help"]));
    assert_eq!(stdout(&["help", "geographical"]), stdout(&["help", "notation", "geographical"]));
    let kt = stdout(&["help", "notation", "descriptive:kt"]);
    assert!(
        kt.contains("  the knight moves from g1 to f3                                   Nf3     Kt-KB3\n"),
        "{kt}"
    );
    let overview = stdout(&["help", "notation"]);
    for (name, _) in notations() {
        assert!(overview.contains(&format!("\n  {name} ")), "{overview}");
    }
    let messages = stdout(&["help", "messages"]);
    for kind in ["no-legal-move", "ambiguous", "wrong-mark", "unread", "unwritable", "bug"] {
        assert!(messages.contains(&format!("\n  {kind} ")), "{kind}");
    }
    let output = run(&["help", "descritpive"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "plyglot: error: no help topic 'descritpive'; did you mean descriptive?\n");
}

#[test]
fn unknown_names_get_suggestions() {
    for (args, expected) in [
        (&["-t", "algebraic"][..], "--to: unknown notation 'algebraic'; did you mean san?"),
        (&["-t", "de"], "--to: unknown notation 'de'; did you mean san:de?"),
        (&["-f", "German"], "--from: unknown notation 'German'; did you mean san:de?"),
        (&["-t", "geografical"], "--to: unknown notation 'geografical'; did you mean geographical?"),
        (&["-t", "klingon"], "--to: unknown notation 'klingon'; 'plyglot notations' lists them"),
        (&["-t", "san:german"], "--to: san has no style 'german'; did you mean san:de?"),
        (
            &["-t", "economical:prioriti"],
            "--to: economical has no style 'prioriti'; did you mean economical:priority?",
        ),
        (&["chek", "games.pgn"], "'chek' is neither a file nor a command; did you mean check?"),
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!("plyglot: error: {expected}\n"),
            "{args:?}"
        );
    }
}

#[test]
fn the_version_tells_how_the_program_was_built() {
    assert_eq!(stdout(&["-V"]), concat!("plyglot ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = stdout(&["--version"]);
    assert!(long.starts_with(&stdout(&["-V"])), "{long}");
    let fact = |name: &str| {
        let line =
            long.lines().find_map(|it| it.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {long}"));
        line.trim().to_owned()
    };
    assert!(fact("compiler:").starts_with("rustc 1."), "{long}");
    assert!(fact("rules:").starts_with("shakmaty 0."), "{long}");
    assert!(fact("target:").contains('-'), "{long}");
    assert!(!fact("commit:").is_empty(), "{long}");
    assert_eq!(fact("licence:"), "GPL-3.0-or-later");
}

#[test]
fn the_short_help_fits_on_a_screen() {
    let output = plyglot(&["-h"]).env("COLUMNS", "80").output().expect("the program runs");
    let short = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && short.lines().count() <= 25, "{short}");
    let long = stdout(&["--help"]);
    for flag in short.split_whitespace().filter(|it| it.starts_with("--")) {
        assert!(long.contains(flag.trim_end_matches([',', '\''])), "{flag}");
    }
    for command in commands() {
        assert!(short.contains(&command), "{command}");
    }
    assert!(stdout(&["check", "-h"]).contains("--strict"), "those of commands are their own");
}

#[test]
fn usage_errors_have_one_prefix_and_a_hint() {
    for (args, beginning, hint) in [
        (&["--bogus"][..], "plyglot: error: unexpected argument '--bogus'", ""),
        (&["--layout", "san"], "plyglot: error: invalid value 'san'", "san is a notation: --to san\n"),
        (&["-t", "HTML"], "plyglot: error: --to: html is a layout: --layout html\n", ""),
        (&["-t", "san:"], "plyglot: error: --to: 'san:' has an empty style; use san\n", ""),
        (
            &["-f", "descriptive:kt,,es"],
            "plyglot: error: --from: 'descriptive:kt,,es' has an empty style",
            "",
        ),
        (&["--no-notation-tag"], "plyglot: warning: --no-notation-tag has no effect", ""),
        (&["moves", "-f", "lan"], "plyglot: error: ", "--after <MOVES>"),
    ] {
        let output = run(args, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with(beginning) && said.contains(hint), "{args:?}: {said}");
    }
    let game = "1. e4 e5 *\n";
    assert_eq!(run(&["-t", "SAN:DE", "--layout", "PGN", "--on-error", "KEEP"], game).status.code(), Some(0));
    let output = run(&["-f", "iccf"], game);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.ends_with(
            "plyglot: no game can be read in iccf to its end; without -f the notation is detected\n"
        ),
        "{said}"
    );
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = TempDir::new().expect("a folder");
    let pages = folder.path().join("man1");
    stdout(&["man", "--out-dir", pages.to_str().expect("UTF-8")]);
    let page = fs::read_to_string(pages.join("plyglot.1")).expect("the page");
    assert_eq!(page, stdout(&["man"]));
    assert!(page.contains(".SH EXIT STATUS\n0 if everything was converted"), "{page}");
    assert!(
        page.contains(".SH SYNOPSIS\n.B plyglot\n[\\fIOPTIONS\\fR]\n") && page.contains(".SH EXAMPLES\n"),
        "{page}"
    );
    for command in commands() {
        let page = fs::read_to_string(pages.join(format!("plyglot-{command}.1"))).expect("a page");
        assert!(page.contains(&format!("plyglot\\-{command}")), "{page}");
        assert_eq!(stdout(&["man", &command]), page);
    }
    if has("mandoc") {
        for page in fs::read_dir(&pages).expect("the pages") {
            let lint = Command::new("mandoc").arg("-Tlint").arg(page.expect("a page").path()).output();
            assert_eq!(String::from_utf8_lossy(&lint.expect("it runs").stdout), "");
        }
    }
    assert_eq!(run(&["man", "chek"], "").status.code(), Some(2));
}

#[test]
fn completions_know_commands_flags_notations_and_styles() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        // The other scripts do not complete values.
        let values = &["github", "descriptive", "priority"]
            [..if shell.ends_with("sh") && shell.len() < 5 { 3 } else { 0 }];
        for word in ["check", "message-format", "completions"].iter().chain(values) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// Returns bash's completions at the end of a line.
fn offered_by_bash(line: &str) -> Vec<String> {
    let script = r#"
        source <(plyglot completions bash)
        COMP_LINE="$1" COMP_POINT=${#1}
        # As bash cuts a line: blanks, and the breaks each as a word.
        IFS=$'\n' read -r -d '' -a COMP_WORDS < <(grep -oE '[^[:space:]:=]+|[:=]' <<< "$1")
        [[ $1 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        last="${COMP_WORDS[COMP_CWORD]}"
        [[ $last == : || $last == = ]] && last=''
        function_name=$(complete -p plyglot | sed 's/.*-F \([^ ]*\).*/\1/')
        $function_name plyglot "$last" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output = Command::new("bash")
        .args(["-c", script, "bash", line])
        .env("PATH", path())
        .output()
        .expect("bash runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "", "{line}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_styles_after_a_colon() {
    let of = |line: &str| offered_by_bash(line);
    assert_eq!(of("plyglot -t geo"), ["geographical", "geographical:compact"]);
    assert_eq!(of("plyglot games.pgn -t economical:p"), ["priority", "pt", "pl"]);
    assert_eq!(of("plyglot check --from san:fig"), ["figurine"]);
    assert_eq!(of("plyglot --to=chess99:"), ["ascii"]);
    assert_eq!(of("plyglot comp"), ["completions"]);
    assert_eq!(of("plyglot check --message-format gi"), ["github"]);
}

#[test]
fn a_flag_without_its_notation_is_answered_by_a_table() {
    for args in [
        &["--to"][..],
        &["-t"],
        &["games.pgn", "--to"],
        &["--from"],
        &["moves", "--to"],
        &["explain", "e4", "-f"],
    ] {
        let output =
            plyglot(args).env("COLUMNS", "100").stdin(Stdio::null()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{args:?}");
        assert!(said.starts_with("plyglot: error: --") && said.contains(" needs a notation\n\n"), "{said}");
        for (name, _) in notations() {
            let row = said.lines().find(|it| it.split_whitespace().next() == Some(name)).expect(name);
            for (of, style) in
                [("san", "figurine"), ("descriptive", "kt"), ("economical", "bare"), ("sllavcco", "ascii")]
            {
                assert!(of != name || row.contains(style), "{row}");
            }
        }
        assert!(said.lines().count() < 24 && said.lines().all(|it| it.chars().count() <= 100), "{said}");
    }
}

#[test]
fn the_help_of_merge_names_its_arguments_once() {
    for flag in ["-h", "--help"] {
        let help = stdout(&["merge", flag]);
        assert!(help.contains("\nUsage: plyglot merge <A> <B> [FLAG]...\n"), "{help}");
        assert!(help.contains("\n       plyglot merge <FOLDER> [FLAG]...\n"), "{help}");
        assert_eq!(help.matches("<FILES>").count(), 1, "{help}");
        assert!(
            help.contains("Two files with the same games, or a folder of pairs; and any flags"),
            "{help}"
        );
        assert!(help.lines().all(|it| it.chars().count() <= 100), "{help}");
    }
}
