//! The layouts of the output other than PGN: how they are chosen, their contents, and the flags that apply to them.

use std::{fs, path::Path, process::Stdio};

use crate::support::{converted, fixture, plyglot, run};
use tempfile::TempDir;

const GAMES: &str = "\
[Event \"Casual\"]
[White \"Morphy, Paul\"]
[Black \"Harrwitz\"]
[Result \"1-0\"]
[WhiteClock \"a \\\"b\\\", c\"]

{Before.} 1. e4! {[%clk 0:01:00] Good | bold.} e5 (1... c5 2. Nf3 $14) 2. Nf3+- Nc6 1-0

[Event \"Odds\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]
[Result \"*\"]

7... Kd8 8. e4 *

";

/// Runs the program in a folder that contains `GAMES` as `games.pgn`.
fn run_in(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    fs::write(folder.join("games.pgn"), GAMES).expect("a file");
    let output = plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_output_extension_decides() {
    let folder = TempDir::new().expect("a folder");
    for (name, args, beginning) in [
        ("a.pgn", &[][..], "[Event \"Casual\"]"),
        ("a.uci", &["-t", "uci"], "[Event \"Casual\"]"),
        ("a.html", &[], "<!DOCTYPE html>"),
        ("a.HTM", &[], "<!DOCTYPE html>"),
        ("a.jsonl", &[], "{\"v\":1,"),
        ("a.json", &[], "{\"v\":1,"),
        ("a.md", &[], "| game | event | site |"),
        ("b.md", &["-t", "sllavcco"], "| NAME OF TOURNAMENT | Casual "),
        ("a.csv", &[], "game,event,"),
        ("a.tsv", &[], "game\tevent\t"),
        ("a.fen", &[], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
        ("a.epd", &[], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4; "),
        ("a.moves", &[], "e4 e5 Nf3 Nc6 1-0\n"),
        ("c.html", &["--layout", "MOVES"], "e4 e5 Nf3 Nc6 1-0\n"),
        ("c.pgn", &["-t", "sllavcco"], "[Event \"Casual\"]"),
    ] {
        let (status, _, said) = run_in(folder.path(), &[&["games.pgn", "-o", name], args].concat());
        assert_eq!(status, Some(0), "{name}: {said}");
        let text = fs::read_to_string(folder.path().join(name)).expect("the output");
        assert!(text.starts_with(beginning), "{name}: {text}");
    }
    for name in ["a.csv.gz", "a.csv.zst"] {
        let (status, _, said) = run_in(folder.path(), &["games.pgn", "-o", name]);
        assert_eq!(status, Some(0), "{name}: {said}");
        let bytes = fs::read(folder.path().join(name)).expect("the output");
        let text = match name {
            "a.csv.gz" => std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).expect("gzip"),
            _ => String::from_utf8(zstd::decode_all(&bytes[..]).expect("zstd")).expect("UTF-8"),
        };
        assert!(text.starts_with("game,event,"), "{name}: {text}");
    }
}

#[test]
fn unsupported_extensions_are_refused() {
    let folder = TempDir::new().expect("a folder");
    for (name, instead) in [
        ("a.pgn.bz2", ".gz or .zst"),
        ("a.xz", ".gz or .zst"),
        ("a.zip", "--out-dir"),
        ("a.pdf", ".html"),
        ("a.docx", ".md"),
        ("a.xlsx", ".csv"),
        ("a.arrow", ".parquet"),
        ("a.cbh", ".pgn"),
    ] {
        for args in [&["games.pgn", "-o", name][..], &["scoresheet", "-o", name]] {
            let (status, _, said) = run_in(folder.path(), args);
            assert_eq!(status, Some(2), "{name}");
            assert!(
                said.starts_with(&format!("plyglot: error: {name}: ")) && said.contains(instead),
                "{said}"
            );
            assert!(!folder.path().join(name).exists());
        }
    }
}

#[test]
fn flags_without_effect_are_named_and_refused_only_where_they_contradict() {
    let layouts: &[&str] = &[
        "pgn",
        "moves",
        "columns",
        "grid",
        "grid:tsv",
        "grid:csv",
        "grid:laws",
        "html",
        "jsonl",
        "csv",
        "tsv",
        "table",
        #[cfg(feature = "parquet")]
        "parquet",
        "fen",
        "epd",
    ];
    // The flags with a value for each, and the layouts they apply to according to the help.
    let flags = [
        (&["-t", "sllavcco"][..], "--to"),
        (&["--width", "60"], "--width"),
        (&["--rows", "10"], "--rows"),
        (&["--paper", "a5"], "--paper"),
        (&["--diagram", "1"], "--diagram"),
        (&["--at", "20"], "--at"),
        (&["--each", "ply"], "--each"),
        (&["--fens"], "--fens"),
        (&["--no-tags"], "--no-tags"),
        (&["--drop-tag", "White"], "--drop-tag"),
        (&["--tag", "Event=Club"], "--tag"),
        (&["-t", "sllavcco", "--no-notation-tag"], "--no-notation-tag"),
        (&["--no-numbers"], "--no-numbers"),
        (&["--no-dots"], "--no-dots"),
        (&["--no-results"], "--no-results"),
        (&["--nags", "symbols"], "--nags"),
        (&["--export"], "--export"),
        (&["--for", "lichess"], "--for"),
        (&["--no-comments"], "--no-comments"),
        (&["--no-variations"], "--no-variations"),
        (&["--no-nags"], "--no-nags"),
    ];
    let help = plyglot(&["--help"]).env("COLUMNS", "100").output().expect("the program runs");
    let help = String::from_utf8_lossy(&help.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for (args, name) in flags {
        let of_flag =
            help.split(&format!(" {name} <")).nth(1).or_else(|| help.split(&format!(" {name} ")).nth(1));
        let note = of_flag.and_then(|it| it.split("[layouts: ").nth(1)?.split(']').next()).expect(name);
        let (all_but, list) = note.strip_prefix("all but ").map_or((false, note), |it| (true, it));
        for layout in layouts {
            let serves = list.split(", ").any(|it| it == *layout) != all_but;
            let output = run(&[args, &["--layout", layout]].concat(), GAMES);
            let said = String::from_utf8_lossy(&output.stderr);
            // They ask for PGN in the format of a standard or a program.
            let contradicts = !serves && ["--export", "--for"].contains(&name);
            assert_eq!(
                output.status.code(),
                Some(if contradicts { 2 } else { 0 }),
                "{name} with {layout}: {said}"
            );
            assert!(!contradicts || output.stdout.is_empty(), "{name} with {layout}");
            let severity = if contradicts { "error" } else { "warning" };
            let expected = format!(
                "plyglot: {severity}: {name} has no effect in the layout {layout} [layouts: {note}]\n"
            );
            assert_eq!(said.contains(&expected), !serves, "{name} with {layout}: {said}");
            assert!(
                contradicts || run(&[args, &["-q", "--layout", layout]].concat(), GAMES).stderr.is_empty()
            );
        }
    }
}

#[test]
fn bare_moves() {
    assert_eq!(
        converted(&["--layout", "moves", "-t", "lan"], GAMES),
        "e2-e4 e7-e5 Ng1-f3 Nb8-c6 1-0\n\
         [SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"] Ke8-d8 e2-e4 *\n"
    );
    let broken = run(&["--layout", "moves", "-q"], "1. e4 e5 2. Ke3 Nf6 *\n");
    assert_eq!(broken.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&broken.stdout), "e4 e5 {Ke3 Nf6} *\n", "what is wrong is not lost");
}

#[test]
fn positions() {
    let fen = |at: &str| converted(&["--layout", "fen", "--at", at], GAMES);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    assert_eq!(fen("start"), format!("{start}4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\n"));
    assert_eq!(fen("1"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
    assert_eq!(fen("7..."), "3k4/8/8/8/8/8/4P3/4K3 w - - 4 8\n");
    assert_eq!(
        fen("end"),
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n3k4/8/8/8/4P3/8/8/4K3 b - - 0 8\n"
    );
    assert_eq!((fen("every").lines().count(), fen("40").as_str()), (8, ""));
    assert_eq!(
        converted(&["--layout", "epd", "--at", "end"], GAMES).lines().next(),
        Some(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; \
             id \"Morphy, Paul - Harrwitz, Casual\";"
        )
    );
    let mate = converted(&["--layout", "epd", "--at", "2"], "1. f3 e5 2. g4 Qh4# 0-1\n");
    assert_eq!(mate, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - hmvc 0; fmvn 2; sm Qh4#;\n");
    for at in ["20..", "0", "twenty", "-1"] {
        let output = run(&["--layout", "fen", &format!("--at={at}")], "");
        assert_eq!(output.status.code(), Some(2), "{at}");
    }
}

fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|it| it.expect("as many cells").iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_table_of_games() {
    let rows = records(&converted(&["--layout", "csv"], GAMES));
    let cell = |row: usize, name: &str| {
        let column = rows[0].iter().position(|it| it == name).expect(name);
        rows[row][column].as_str()
    };
    assert_eq!(rows.len(), 3);
    assert_eq!((cell(1, "game"), cell(2, "game")), ("1", "2"));
    assert_eq!((cell(1, "white"), cell(1, "result"), cell(1, "plies")), ("Morphy, Paul", "1-0", "4"));
    assert_eq!(
        cell(1, "moves"),
        "{Before.} 1. e4 $1 {[%clk 0:01:00] Good | bold.} 1... e5 (1... c5 2. Nf3 $14) 2. Nf3 $18 Nc6 1-0"
    );
    assert_eq!(cell(1, "tags"), r#"[["WhiteClock","a \"b\", c"]]"#);
    assert_eq!((cell(2, "fen"), cell(2, "white")), ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", ""));
    assert!(converted(&["--layout", "csv"], "").starts_with("game,event,"), "the names without a game");
    let many = fixture("opera.pgn").repeat(3000);
    let rows = records(&converted(&["--layout", "csv", "-j", "2"], many));
    assert!(rows[1..].iter().enumerate().all(|(n, row)| row[0] == (n + 1).to_string()), "numbered in order");
}

#[test]
fn quotes_keep_every_cell_of_a_table() {
    let names = [" blanks ", "a, b", "a\tb", "\"c\"", "=1", "'=1", "plain"];
    for (layout, delimiter) in [("csv", b','), ("tsv", b'\t')] {
        for name in names {
            let game = format!("[White \"{}\"]\n\n1. e4 {{{name}}} e5 *\n", name.replace('"', "\\\""));
            for (each, column) in [("game", 5), ("ply", 11)] {
                let table = converted(&["--layout", layout, "--each", each], &game);
                let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(table.as_bytes());
                let row = reader.records().next().expect("a row").expect("as many cells as the first row");
                let expected = if each == "game" { name } else { name.trim() };
                let cell =
                    row[column].strip_prefix('\'').filter(|it| *it == expected).unwrap_or(&row[column]);
                assert_eq!((&row[0], cell), ("1", expected), "{table}");
            }
        }
    }
}

/// What says nothing is an empty cell, and ratings are numbers, so that the types of columns can be inferred; nothing is lost.
#[test]
fn cells_have_the_types_of_their_columns() {
    let games = "[Event \"?\"]\n[Site \"-\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n\
                 [WhiteElo \"-\"]\n[BlackElo \"2500\"]\n\n1. e4 *\n\n\
                 [Event \"b\"]\n[Site \"?\"]\n[Date \"1997.05.11\"]\n[Round \"6\"]\n[White \"B\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\
                 [WhiteElo \"2400?\"]\n[BlackElo \"?\"]\n[ECO \"?\"]\n\n1. d4 1-0\n\n";
    for layout in ["csv", "tsv"] {
        let table = converted(&["--layout", layout], games);
        let rows = records(&table.replace('\t', ","));
        let cells = |name: &str| {
            let column = rows[0].iter().position(|it| it == name).expect(name);
            [&rows[1][column][..], &rows[2][column]]
        };
        for (name, expected) in [
            ("event", ["", "b"]),
            ("site", ["", ""]),
            ("date", ["", "1997.05.11"]),
            ("round", ["", "6"]),
            ("white", ["A", "B"]),
            ("black", ["", "A"]),
            ("white_elo", ["", ""]),
            ("black_elo", ["2500", ""]),
            ("eco", ["", ""]),
        ] {
            assert_eq!(cells(name), expected, "{layout}: {name}");
        }
        // The roster is in its order again.
        let back = converted(&[], &table);
        assert!(back.starts_with(games.split("[WhiteElo").next().expect("a roster")), "{back}");
        let tags = |text: &str| {
            let mut tags: Vec<String> =
                text.lines().filter(|it| it.starts_with('[')).map(str::to_owned).collect();
            tags.sort();
            tags
        };
        assert_eq!(tags(&back), tags(games), "{layout}");
    }
    // People read a Markdown table.
    assert!(converted(&["--layout", "table"], games).contains("| ????.??.?? |"));
}

#[test]
fn a_table_of_plies() {
    let rows = records(&converted(&["--layout", "csv", "--each", "ply", "-t", "lan"], GAMES));
    let plain: Vec<String> = rows.iter().map(|row| [&row[..6], &row[8..]].concat().join("/")).collect();
    assert_eq!(
        plain,
        [
            "game/ply/move/color/text/san/nags/clock/eval/comment/variations",
            "1/0////////Before./",
            "1/1/1/white/e2-e4/e4/$1/0:01:00//[%clk 0:01:00] Good | bold./",
            "1/2/1/black/e7-e5/e5/////(1... c7-c5 2. Ng1-f3 $14)",
            "1/3/2/white/Ng1-f3/Nf3/$18////",
            "1/4/2/black/Nb8-c6/Nc6/////",
            "2/0/////////",
            "2/1/7/black/Ke8-d8/Kd8/////",
            "2/2/8/white/e2-e4/e4/////",
        ]
    );
    assert_eq!(rows[6][7], "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7");
    assert_eq!(rows[8][6..8], ["e2e4", "3k4/8/8/8/4P3/8/8/4K3 b - - 0 8"]);
}

/// A spreadsheet takes no name for a formula, and Markdown no bar for the end of a cell.
#[test]
fn cells_are_only_text() {
    let game = "[White \"=1+1\"]\n[Black \"a | b\"]\n[WhiteElo \"-1\"]\n\n1. e4 {a\n\n  b} *\n";
    for (layout, white, black, comment) in [
        ("csv", "'=1+1", "a | b", "{a\n\n  b}"),
        ("tsv", "'=1+1", "a | b", "{a\n\n  b}"),
        ("table", "=1+1", "a \\| b", "{a<br><br>  b}"),
    ] {
        let text = converted(&["--layout", layout], game);
        for cell in [white, black, comment, "-1"] {
            assert!(text.contains(cell), "{layout}: {text}");
        }
    }
}

/// What would end a cell, or stand for something else in it, comes back from a table as it was.
#[test]
fn signs_of_tables_are_read_back() {
    for text in [
        "a | b", r"a \| b", r"a \\ b |", r"\", "|", "<br>", "a <br/> | b", "&#124; &amp;", "a &#32; b",
        "*a|b*", r"a\|", "\"a\", b;\tc",
    ] {
        let (tag, comment) = (text.replace('\\', r"\\").replace('"', "\\\""), text);
        let game = format!("[Event \"{tag}\"]\n[White \"A\"]\n\n1. e4 {{{comment}}} e5 *\n\n");
        let plain = converted(&["--layout", "jsonl"], &game);
        for layout in ["table", "csv", "tsv"] {
            for each in ["game", "ply"] {
                let table = converted(&["--layout", layout, "--each", each], &game);
                let back = run(&["--layout", "jsonl"], &table);
                let back = String::from_utf8_lossy(&back.stdout).into_owned();
                let field = |text: &str, name: &str| {
                    let game: serde_json::Value = serde_json::from_str(text).expect("a game");
                    if name == "comments" {
                        game["moves"][0][name].clone()
                    } else {
                        game["headers"][name].clone()
                    }
                };
                assert_eq!(field(&back, "comments"), field(&plain, "comments"), "{layout} {each}: {table}");
                if each == "game" {
                    assert_eq!(field(&back, "Event"), field(&plain, "Event"), "{layout}: {table}");
                }
            }
        }
    }
}
