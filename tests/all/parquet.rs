//! Parquet: read back, its tables say what JSON lines and CSV say of the same games.

use std::{fs, process::Command};

use ::parquet::{
    file::reader::{FileReader as _, SerializedFileReader},
    record::{Field, Row},
};
use bytes::Bytes;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::support::{fixture, program, run};

/// Returns the rows of a table of these games, ignoring messages.
fn rows(args: &[&str], games: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(&[args, &["--layout", "parquet"]].concat(), games);
    read(output.stdout)
}

fn read(table: Vec<u8>) -> Vec<Value> {
    let reader = SerializedFileReader::new(Bytes::from(table)).expect("Parquet");
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|it| object(&it.expect("a row"))).collect()
}

fn object(row: &Row) -> Value {
    row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect::<Map<_, _>>().into()
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Int(it) => (*it).into(),
        Field::Long(it) => (*it).into(),
        Field::Double(it) => (*it).into(),
        Field::Str(it) => it.as_str().into(),
        Field::Group(row) => object(row),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::MapInternal(map) => {
            map.entries().iter().map(|(key, it)| json!([value(key), value(it)])).collect()
        }
        other => panic!("a {other}"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the values as a list, or null if all are.
fn unless_all_null(values: Vec<Value>) -> Value {
    if values.iter().all(Value::is_null) { Value::Null } else { values.into() }
}

fn joined(comments: &Value) -> Value {
    match list(comments) {
        [] => Value::Null,
        comments => comments.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ").into(),
    }
}

/// What the columns of a game, other than tags, hold according to its JSON line. Comments after a variation are in `after`.
fn expected(game: &Value) -> Value {
    let moves = list(&game["moves"]);
    let each = |get: &dyn Fn(&Value) -> Value| unless_all_null(moves.iter().map(get).collect());
    let problems = |key: &str| -> Value {
        let of = |it: &Value| {
            let mut it = it.clone();
            it.as_object_mut().expect("an object").remove("severity");
            it
        };
        list(&game[key]).iter().map(of).collect()
    };
    json!({
        "result": game["result"],
        "variant": game["variant"],
        "fen": game["fen"],
        "plies": moves.len(),
        "notation": game["notation"],
        "read_as": game["read_as"],
        "comment": joined(&game["comments"]),
        "moves": moves.iter().map(|it| it["text"].clone()).collect::<Value>(),
        "nags": each(&|it| it["nags"].as_array().filter(|it| !it.is_empty()).cloned().into()),
        "comments": each(&|it| joined(&[list(&it["comments"]), list(&it["after"])].concat().into())),
        "fens": each(&|it| it["fen"].clone()),
        "errors": problems("errors"),
        "warnings": problems("warnings"),
    })
}

/// The tags with columns, and the others; a value that a column cannot hold is among these.
fn tags(row: &Value) -> Vec<Value> {
    let columns = ["Event", "Site", "Date", "Round", "White", "Black", "ECO", "Opening"];
    let of = |name: &str| json!([name, row[name.to_lowercase()]]);
    let elo = |name: &str, column: &str| json!([name, row[column].as_i64().map(|it| it.to_string())]);
    let elos = [elo("WhiteElo", "white_elo"), elo("BlackElo", "black_elo"), json!(["Result", row["result"]])];
    let mut tags: Vec<Value> =
        columns.iter().map(|it| of(it)).chain(elos).filter(|it| !it[1].is_null()).collect();
    tags.extend(list(&row["tags"]).iter().cloned());
    tags.sort_by_key(Value::to_string);
    tags
}

#[test]
fn a_row_of_a_game_says_what_its_json_line_says() {
    for (name, notations) in [
        ("opera.pgn", &["san", "uci", "geographical", "uchess"][..]),
        ("games/over-the-board.pgn", &["san"]),
        ("games/chess960.pgn", &["lan"]),
        ("pgn/glyphs.pgn", &["san"]),
        ("chess99/special.pgn", &["chess99"]),
        ("slip.pgn", &["san"]),
    ] {
        for notation in notations {
            let args = ["-t", notation, "--fens"];
            let lines = run(&[&args[..], &["--layout", "jsonl"]].concat(), fixture(name)).stdout;
            let rows = rows(&args, fixture(name));
            let lines = String::from_utf8(lines).expect("UTF-8");
            assert_eq!(rows.len(), lines.lines().count(), "{name}");
            for (n, (row, line)) in rows.iter().zip(lines.lines()).enumerate() {
                let line: Value = serde_json::from_str(line).expect("JSON");
                assert_eq!(row["game"], n + 1, "{name}");
                for (column, value) in expected(&line).as_object().expect("an object") {
                    assert_eq!(&row[column], value, "{name} in {notation}, game {n}, {column}");
                }
                let is_known = |it: &&Value| {
                    let value = it[1].as_str().expect("a text");
                    it[0] == "Result" || value.is_empty() || !value.chars().all(|it| matches!(it, '?' | '.'))
                };
                let mut known: Vec<Value> = list(&line["tags"]).iter().filter(is_known).cloned().collect();
                if !known.iter().any(|it| it[0] == "Result") {
                    known.push(json!(["Result", row["result"]]));
                }
                known.sort_by_key(Value::to_string);
                assert_eq!(tags(row), known, "{name}, game {n}");
            }
        }
    }
}

/// As a text of CSV.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(nags) => nags.iter().map(|it| format!("${it}")).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn a_row_of_a_ply_says_what_csv_says() {
    for (name, notation) in [
        ("opera.pgn", "descriptive"),
        ("games/chess960.pgn", "san"),
        ("pgn/glyphs.pgn", "uci"),
        ("chess99/special.pgn", "chess99"),
    ] {
        let args = ["-t", notation, "--each", "ply"];
        let table = run(&[&args[..], &["--layout", "csv"]].concat(), fixture(name)).stdout;
        let rows = rows(&[&args[..], &["--fens"]].concat(), fixture(name));
        let mut reader = csv::Reader::from_reader(&table[..]);
        let names = reader.headers().expect("a header").clone();
        let records: Vec<_> = reader.records().map(|it| it.expect("a record")).collect();
        assert_eq!(rows.len(), records.len(), "{name}");
        for (row, record) in rows.iter().zip(&records) {
            for (column, text) in names.iter().zip(record) {
                if !matches!(column, "clock" | "eval") {
                    // An apostrophe keeps a spreadsheet from reading a formula.
                    let text = text.strip_prefix('\'').unwrap_or(text);
                    assert_eq!(cell(&row[column]), text, "{name}: {column} of {record:?}");
                }
            }
        }
    }
}

const GAMES: &str = "\
[Event \"?\"]
[Site \"-\"]
[Date \"????.??.??\"]
[White \"Ann\"]
[White \"Bob\"]
[White \"Eve\"]
[WhiteElo \"2000\"]
[BlackElo \"1500?\"]
[Result \"1-0\"]

{Before.} $22 1. e4! $10 {[%clk 0:01:00.5] [%eval 0.25]} e5 (1... c5 $14) {[%eval #-3,20]} 2. Nf3 1-0

[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]

7... Kd8 8. e4 *

*
";

#[test]
fn values_are_typed_and_unknown_ones_are_null() {
    let games = rows(&[], GAMES);
    let first = &games[0];
    for (column, expected) in [
        ("event", Value::Null),
        ("site", Value::Null),
        ("date", Value::Null),
        ("white", "Ann".into()),
        ("black", Value::Null),
        ("white_elo", 2000.into()),
        ("black_elo", Value::Null),
        ("tags", json!([["Site", "-"], ["White", "Bob\nEve"], ["BlackElo", "1500?"]])),
        ("comment", "Before. $22".into()),
        ("moves", json!(["e4", "e5", "Nf3"])),
        ("clocks", json!([60.5, null, null])),
        ("evals", json!([0.25, null, null])),
        ("mates", json!([null, -3, null])),
        ("nags", json!([[1, 10], null, null])),
        ("comments", json!(["[%clk 0:01:00.5] [%eval 0.25]", "[%eval #-3,20]", null])),
        ("variations", json!([null, "(1... c5 $14)", null])),
        ("errors", json!([])),
    ] {
        assert_eq!(first[column], expected, "{column}");
    }
    assert_eq!(games[1]["fen"], "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7");
    assert_eq!([&games[1]["clocks"], &games[1]["comments"]], [&Value::Null, &Value::Null]);
    assert_eq!((games.len(), &games[2]["moves"]), (3, &json!([])));

    let plies = rows(&["--each", "ply"], GAMES);
    let of = |column: &str| plies.iter().map(|it| it[column].clone()).collect::<Value>();
    assert_eq!(of("game"), json!([1, 1, 1, 1, 2, 2, 2]));
    assert_eq!(of("ply"), json!([0, 1, 2, 3, 0, 1, 2]));
    assert_eq!(of("move"), json!([null, 1, 1, 2, null, 7, 8]));
    assert_eq!(of("color"), json!([null, "white", "black", "white", null, "black", "white"]));
    assert_eq!(of("uci"), json!([null, "e2e4", "e7e5", "g1f3", null, "e8d8", "e2e4"]));
    assert_eq!(of("nags"), json!([[22], [1, 10], null, null, null, null, null]));
    assert_eq!(of("mate"), json!([null, null, -3, null, null, null, null]));
    assert_eq!(of("fen")[4], games[1]["fen"], "the start position is there without --fens");
    assert_eq!(of("fen")[5], Value::Null);
}

#[test]
fn positions_and_confidences_on_request() {
    let sheet = fixture("sheets/opera-read.csv");
    let game = &rows(&["--repair", "--fens"], &sheet)[0];
    let plies = rows(&["--repair", "--fens", "--each", "ply"], &sheet);
    assert_eq!((list(&game["fens"]).len(), plies.len()), (33, 33));
    for (n, ply) in plies.iter().enumerate() {
        assert_eq!((&ply["fen"], &ply["confidence"]), (&game["fens"][n], &game["confidences"][n]));
        assert!(ply["confidence"].as_f64().is_some_and(|it| (0.0..=1.0).contains(&it)), "{ply}");
    }
    let bare = &rows(&[], fixture("opera.pgn"))[0];
    assert!(bare.get("fens").is_none() && bare.get("confidences").is_none());
}

#[test]
fn selected_games_are_numbered_as_in_other_tables() {
    let games = rows(&["--game", "3,5-6", "--plies", "2", "--no-tags"], fixture("games/over-the-board.pgn"));
    let numbers: Vec<_> = games.iter().map(|it| (it["game"].as_i64(), it["plies"].as_i64())).collect();
    assert_eq!(numbers, [(Some(1), Some(2)), (Some(2), Some(2)), (Some(3), Some(2))]);
    assert!(games.iter().all(|it| it["white"].is_null()));
}

#[test]
fn the_file_is_a_table_also_without_games_and_on_any_number_of_cores() {
    assert_eq!(rows(&[], "").len(), 0);
    let folder = TempDir::new().expect("a folder");
    let games = fixture("games/over-the-board.pgn").repeat(20);
    fs::write(folder.path().join("games.pgn"), &games).expect("a file");
    let tables = ["1", "2", "5"].map(|jobs| {
        let name = format!("{jobs}.parquet");
        let mut command = Command::new(program());
        command.args(["games.pgn", "-q", "-j", jobs, "-o", &name]).current_dir(folder.path());
        assert!(command.status().expect("the program runs").success());
        fs::read(folder.path().join(name)).expect("the output")
    });
    assert!(tables.iter().all(|it| *it == tables[0]), "the same bytes");
    assert_eq!(tables[0], run(&["--layout", "parquet"], &games).stdout, "also from a pipe");
    let count = rows(&[], fixture("games/over-the-board.pgn")).len();
    assert_eq!(read(tables[0].clone()).len(), 20 * count);
}

#[test]
fn no_terminal_shows_it_and_nothing_compresses_it_again() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    for (args, why) in [
        (&["-o", "a.parquet.gz"][..], "a.parquet.gz: parquet is compressed already; write .parquet"),
        (&["-o", "a.ZST", "--layout", "parquet"], "a.ZST: parquet is compressed already; write .parquet"),
    ] {
        let output = Command::new(program()).arg("games.pgn").args(args).current_dir(folder.path()).output();
        let output = output.expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.trim_end()), (Some(2), &*format!("plyglot: error: {why}")));
    }
    let line = format!("'{}' games.pgn --layout parquet", program().display());
    let terminal = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::null())
        .output()
        .expect("script runs");
    let said = String::from_utf8_lossy(&terminal.stdout);
    assert_eq!(terminal.status.code(), Some(2), "{said}");
    assert!(said.contains("parquet is not for a terminal; write it to a file with -o"), "{said}");
}
