//! The style options of tags and moves, all of which are read back.

use crate::support::{converted, fixture, run};

const GAMES: &str = "\
[White \"Morphy\"]
[Annotator \"A\"]
[Result \"1-0\"]

{Before.} 1. e4! {Good.} e5 $16 (1... c5 2. Nf3 $14 $1) 2. Bc4 Bc5 $146 3. Nf3 Nf6 4. O-O Nxe4 5. Bxf7+ Kxf7 1-0

[Event \"Odds\"]
[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]

1. a8=Q+ Kh7 *

";

#[test]
fn style_options_of_moves() {
    for (args, expected) in [
        (
            &["--no-numbers"][..],
            "{Before.} e4 $1 {Good.} e5 $16 (c5 Nf3 $14 $1) Bc4 Bc5 $146 Nf3 Nf6 O-O Nxe4 Bxf7+ Kxf7 1-0 / a8=Q+ Kh7 *",
        ),
        (
            &["--no-dots"],
            "{Before.} 1 e4 $1 {Good.} 1... e5 $16 (1... c5 2 Nf3 $14 $1) 2 Bc4 Bc5 $146 3 Nf3 Nf6 4 O-O Nxe4 5 \
             Bxf7+ Kxf7 1-0 / 1 a8=Q+ Kh7 *",
        ),
        (
            &["--nags", "symbols"],
            "{Before.} 1. e4! {Good.} 1... e5 ± (1... c5 2. Nf3 ⩲ $1) 2. Bc4 Bc5 $146 3. Nf3 Nf6 4. O-O Nxe4 5. \
             Bxf7+ Kxf7 1-0 / 1. a8=Q+ Kh7 *",
        ),
        (
            &["--no-results", "--no-nags", "--no-comments", "--no-variations"],
            "1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. O-O Nxe4 5. Bxf7+ Kxf7 / 1. a8=Q+ Kh7",
        ),
        (
            &["-t", "san:zeros,noequals,ch", "--no-comments", "--no-variations", "--no-nags"],
            "1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. 0-0 Nxe4 5. Bxf7ch Kxf7 1-0 / 1. a8Qch Kh7 *",
        ),
        (
            &["-t", "lan:compact", "--no-comments", "--no-variations", "--no-nags"],
            "1. e2e4 e7e5 2. Bf1c4 Bf8c5 3. Ng1f3 Ng8f6 4. O-O Nf6xe4 5. Bc4xf7+ Ke8xf7 1-0 / 1. a7a8=Q+ Kh8h7 *",
        ),
    ] {
        let text = converted(&[args, &["--width", "0"]].concat(), GAMES);
        let is_moves = |line: &&str| !line.is_empty() && !line.starts_with('[');
        let moves: Vec<&str> = text.lines().filter(is_moves).collect();
        assert_eq!(moves.join(" / "), expected, "{args:?}");
    }
}

#[test]
fn options_of_tags() {
    for (args, expected) in [
        (&["--no-tags"][..], "FEN 7k/P7/8/8/8/8/8/K7 w - - 0 1"),
        (
            &[
                "--drop-tag",
                "Annotator",
                "--drop-tag",
                "FEN",
                "--tag",
                "White=\"A\" \\ B",
                "--tag",
                "Event=Club",
            ],
            "White \\\"A\\\" \\\\ B/Result 1-0/Event Club/Event Club/FEN 7k/P7/8/8/8/8/8/K7 w - - 0 1/White \\\"A\\\" \\\\ B",
        ),
        (
            &["-t", "lan", "--no-notation-tag", "--drop-tag", "White"],
            "Annotator A/Result 1-0/Event Odds/FEN 7k/P7/8/8/8/8/8/K7 w - - 0 1",
        ),
        (
            &["--export", "--tag", "Annotator=B"],
            "Event ?/Site ?/Date ????.??.??/Round ?/White Morphy/Black ?/Result 1-0/Annotator B/\
             Event Odds/Site ?/Date ????.??.??/Round ?/White ?/Black ?/Result */Annotator B/\
             FEN 7k/P7/8/8/8/8/8/K7 w - - 0 1/SetUp 1",
        ),
    ] {
        let text = converted(args, GAMES);
        let tag = |line: &str| Some(line.strip_prefix('[')?.strip_suffix("\"]")?.replacen(" \"", " ", 1));
        assert_eq!(text.lines().filter_map(tag).collect::<Vec<_>>().join("/"), expected, "{args:?}");
    }
    let twice = "[White \"A\"]\n[White \"B\"]\n[White \"A\"]\n[White \"?\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n";
    let both = run(&["--export"], twice);
    let out = String::from_utf8_lossy(&both.stdout);
    assert!(out.ends_with("[Result \"1-0\"]\n[Result \"0-1\"]\n[White \"B\"]\n\n1. e4 1-0\n\n"), "{out}");
    assert!(String::from_utf8_lossy(&both.stderr).contains("the Result tag says 0-1"), "told");
    let open = run(&[], "[Result \"*\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n");
    let open = String::from_utf8_lossy(&open.stdout);
    assert!(open.starts_with("[Result \"1-0\"]\n[Result \"0-1\"]\n"), "{open}");
    let result = converted(&["--export"], "1. e4 e5 2. Nf3 0-1\n");
    assert!(result.contains("[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n"), "{result}");
    for (args, said) in [
        (&["--tag", "FEN=x"][..], "FEN is derived from the game"),
        (&["--tag", "result=1-0"], "Result is derived from the game"),
        (&["--tag", "White"], "NAME=VALUE"),
        (&["--tag", "1=2"], "letters, digits and _"),
        (&["--tag", "A=b\nc"], "cannot contain line ends"),
        (&["--export", "-t", "lan"], "--export needs --to san"),
        (&["--export", "--no-tags"], "cannot be used with"),
    ] {
        let output = run(args, GAMES);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{args:?}");
    }
}

const IMPORTED: &str = "\
{Before the tags.}
% for another program
[White \"A\"]
[Variant \"fischerandom\"]

1. e4 e5 {with } ; and a brace }
2. -- Nc6 *
";

#[test]
fn importers_get_what_they_support() {
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
                [Result \"*\"]\n[Variant \"Chess960\"]\n\n{Before the tags.} 1. e4 e5 {with} {and a brace )}";
    for (program, moves, status) in [("lichess", "{-- Nc6} *\n\n", 1), ("ChessBase", "2. -- Nc6 *\n\n", 0)] {
        let output = run(&["--for", program], IMPORTED);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{tags} {moves}"), "{said}");
        assert_eq!(output.status.code(), Some(status), "{said}");
        let changes = format!(
            "plyglot: for {program}, written in braces on one line: 1 comment; \
             dropped: 1 % line; set: 1 Variant tag\n"
        );
        assert!(said.ends_with(&changes), "{said}");
        assert_eq!(said.contains(", 2. --: lichess does not support null moves"), status == 1, "{said}");
    }
    assert_eq!(run(&["--for", "lichess", "-t", "lan"], IMPORTED).status.code(), Some(2));
}

/// Null moves, encodings, variants' names, nested comments and comments after variations, odd tags and results:
/// the output for each importer, which `tests/peers/importers.py` passes to strict readers.
#[test]
fn importers_get_files_they_support() {
    for (program, changes) in [
        (
            "lichess",
            "set: 2 Variant tags; moved before variations and comments: 4 comments or NAGs; written as comments: 2 tags",
        ),
        ("chessbase", "set: 2 Variant tags; moved before variations and comments: 3 comments or NAGs"),
    ] {
        let output = run(&["--for", program], fixture("importers/before.pgn"));
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = fixture(&format!("importers/{program}.pgn"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected), "{said}");
        assert!(said.trim_end().ends_with(changes), "{said}");
    }
}

/// Comments after variations are moved before them, at any depth of nesting.
#[test]
fn comments_behind_variations_come_before_them_at_any_depth() {
    let (begin, end) = (" (1. e4 {a}", ") {b}");
    let depth = 3000;
    let games = format!("1. e4{}{} e5 *\n", begin.repeat(depth), end.repeat(depth));
    let output = String::from_utf8(run(&["--for", "lichess"], games).stdout).expect("UTF-8");
    let moves = output.split_once("\n\n").expect("tags").1.replace('\n', " ");
    assert!(moves.starts_with("1. e4 {b} (1. e4 {a} {b} (1. e4 {a} {b} ("));
    assert!(moves.trim_end().ends_with(") 1... e5 *"));
}

#[test]
fn every_option_reads_back() {
    let games = [fixture("opera.pgn"), fixture("deep-blue.pgn"), GAMES.into()].concat();
    let plain = converted(&[], &games);
    for args in [
        &["--nags", "symbols"][..],
        &["--nags", "symbols", "--layout", "columns"],
        &["--no-dots"],
        &["--no-numbers"],
        &["-t", "economical:bare", "--no-dots"],
        &["-t", "chess99", "--nags", "symbols"],
        &["-t", "sllavcco", "--layout", "pgn", "--nags", "symbols", "--no-dots"],
        &["-t", "san:de,zeros,noequals,ch"],
        &["-t", "lan:compact,zeros,noequals,ch", "--no-numbers"],
    ] {
        assert_eq!(converted(&[], converted(args, &games)), plain, "{args:?}");
    }
}

#[test]
fn games_and_plies_are_selected() {
    let games: String =
        (1..=9).map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ke{n} *\n\n")).collect();
    let rounds = |args: &[&str]| {
        let output = run(&[args, &["-q"]].concat(), &games);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let rounds: Vec<&str> =
            text.lines().filter_map(|it| it.strip_prefix("[Round \"")?.strip_suffix("\"]")).collect();
        (output.status.code(), rounds.concat(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, found, said) = rounds(&["--game", "3,5-6"]);
    assert_eq!((status, found.as_str()), (Some(1), "356"));
    assert!(
        said.starts_with("<stdin>:11:24: error: game 3, 3. Ke3: "),
        "as they are numbered in the file: {said}"
    );
    assert!(said.lines().count() == 3, "of other games nothing is said: {said}");
    assert_eq!(rounds(&["--game", "2-3", "--on-error", "skip"]).1, "2");
    assert_eq!(rounds(&["--game", "2,4-", "--on-error", "stop"]).1, "2");
    let clean = rounds(&["--game", "2"]);
    assert_eq!((clean.0, clean.2.as_str()), (Some(0), ""));
    let (status, found, said) = rounds(&["--game", "2,12,14-"]);
    assert_eq!((status, found.as_str()), (Some(1), "2"));
    assert_eq!(said, "<stdin>: error: no game 12,14-; there are only 9\n");

    let clean = games.replace("3. Ke", "$");
    let rows = converted(&["--game", "4,6-7", "--layout", "csv"], clean);
    let numbers: Vec<&str> = rows.lines().skip(1).filter_map(|it| it.split(',').next()).collect();
    assert_eq!(numbers, ["1", "2", "3"], "rows are numbered as they are written");
    for (args, expected) in [
        (&["--plies", "1"][..], "{Before.} 1. e4 $1 {Good.} 1-0/1. a8=Q+ *"),
        (&["--plies", "2", "--no-comments"], "1. e4 $1 e5 $16 (1... c5 2. Nf3 $14 $1) 1-0/1. a8=Q+ Kh7 *"),
    ] {
        let text = converted(args, GAMES);
        let moves: Vec<&str> = text.lines().filter(|it| !it.is_empty() && !it.starts_with('[')).collect();
        assert_eq!(moves.join("/"), expected);
    }
}

/// Readers take a comment before the tags for a game of its own.
#[test]
fn words_before_a_game_follow_its_tags() {
    let game = "[Event \"Cup\"]\n[White \"Anna\"]\n\n1. e4 *\n";
    for (before, expected) in [
        ("Look at this:\n\n", "[Event \"Cup\"]\n[White \"Anna\"]\n\n{Look at this:} 1. e4 *\n\n"),
        ("{Look at this:}\n", "[Event \"Cup\"]\n[White \"Anna\"]\n\n{Look at this:} 1. e4 *\n\n"),
        ("{Well.}\nLook:\n", "[Event \"Cup\"]\n[White \"Anna\"]\n\n{Well.} {Look:} 1. e4 *\n\n"),
    ] {
        let output = run(&["-t", "san"], format!("{before}{game}"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{before}");
        assert_eq!(output.status.code(), Some(0), "{before}");
    }
}
