//! What is written is read back: every layout that holds games, in notations that have nothing in common, without a word about either.

use serde_json::{Value, json};

use crate::support::{fixture, run};

/// The layouts with all of a game.
const WHOLE: [&str; 6] = ["pgn", "jsonl", "csv", "tsv", "table", "columns"];

const NOTATIONS: [&str; 9] =
    ["san", "uci", "lan", "descriptive", "san:de", "economical", "sllavcco", "geographical", "chess99"];

/// Every pair of a layout and a notation that is read back.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let whole = WHOLE.into_iter().flat_map(|layout| NOTATIONS.map(|notation| (layout, notation)));
    let grids = ["grid", "grid:tsv", "grid:csv", "grid:laws"].map(|layout| (layout, "sllavcco"));
    let moves = ["san", "uci", "lan"].map(|notation| ("moves", notation));
    whole.chain(grids).chain(moves)
}

/// Names that tables, spreadsheets, Markdown and JSON might take for something else.
const NAMES: [&str; 24] = [
    "San, uci",
    "=1+1",
    "+1",
    "-2.5",
    "-x",
    "@SUM(A1)",
    "'quoted'",
    "'=1",
    "a \"b\" c",
    "\"",
    "\"all\"",
    "a|b || c\\",
    "\\|",
    "two\tcolumns",
    "\tindented",
    "*bold*",
    "**",
    "_x_",
    "`code`",
    "<br>",
    "&#32;",
    "a;b,c",
    "White",
    "{\"moves\": [1]}",
];

/// A game with these players: comments, NAGs, variations, a null move, and a line that ends in one.
fn annotated(name: &str, other: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "[Event \"{0}\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"1\"]\n[White \"{0}\"]\n[Black \"{1}\"]\n[Result \"1-0\"]\n\
         [WhiteElo \"2000\"]\n[ECO \"C20\"]\n[Annotator \"{0}\"]\n\n\
         {{Before | it, \"all\"; {2}}} 1. e4 $1 {{[%clk 0:01:00] {2}}} 1... e5 (1... c5 {{=1+1}} 2. Nf3 $14 (2. Nc3 Nc6) 2... d6) \
         (1... e6 2. --) 2. Nf3 -- 3. Bc4 {{-- a note\n\n  in lines}} 3... Nf6 4. O-O Be7 1-0\n\n",
        quoted(name),
        quoted(other),
        name.replace(['{', '}'], " "),
    )
}

/// This many real games are taken from each fixture.
const OF_A_FILE: usize = 8;

fn games() -> String {
    let mut games: String =
        NAMES.iter().zip(NAMES.iter().rev()).map(|(name, other)| annotated(name, other)).collect();
    // Without moves, with and without a result; from other positions; without most tags.
    games.push_str("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n0-1\n\n");
    games.push_str("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n[Result \"1/2-1/2\"]\n\n7... Kd8 8. e4 1/2-1/2\n\n");
    games.push_str(
        "[Event \"Only\"]\n[Site \"a\"]\n[Site \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 $14 e6 {x} 1-0\n\n",
    );
    for name in ["games/over-the-board.pgn", "games/chess960.pgn"] {
        let real = String::from_utf8(fixture(name)).expect("UTF-8");
        games.extend(real.split_inclusive("\n\n").take(2 * OF_A_FILE));
    }
    games
}

fn read(text: &[u8]) -> (Vec<Value>, String, bool) {
    let output = run(&["-t", "san", "--layout", "jsonl"], text);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let games = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (games, String::from_utf8_lossy(&output.stderr).into_owned(), output.status.success())
}

/// Removes what a layout does not keep, and what says how a game was read rather than what it is.
fn kept(game: &Value, layout: &str) -> Value {
    fn moves(list: &Value, all: bool) -> Value {
        let plies = list.as_array().expect("moves").iter().map(|it| {
            let mut ply = it.as_object().expect("a move").clone();
            ply.remove("text");
            ply.remove("uci");
            if let Some(variations) = ply.get("variations").and_then(Value::as_array) {
                let variations: Vec<Value> = variations.iter().map(|it| moves(it, all)).collect();
                ply.insert("variations".to_owned(), variations.into());
            }
            if all { ply.into() } else { it["san"].clone() }
        });
        plies.collect()
    }
    let mut tags: Vec<Value> = game["tags"].as_array().expect("tags").clone();
    // A table has the tags that have columns first.
    tags.sort_by_key(Value::to_string);
    match layout {
        "moves" => json!([game["fen"], moves(&game["moves"], false), game["result"]]),
        "plies" => json!([game["fen"], game["comments"], moves(&game["moves"], true)]),
        _ => json!([
            tags,
            game["fen"],
            game["variant"],
            game["comments"],
            moves(&game["moves"], true),
            game["result"]
        ]),
    }
}

fn assert_read_back(layout: &str, args: &[&str], expected: &[Value], games: &str) {
    let written = run(&[args, &["--layout", layout]].concat(), games);
    assert!(written.status.success(), "{args:?} {layout}: {}", String::from_utf8_lossy(&written.stderr));
    let (found, said, is_sure) = read(&written.stdout);
    let layout = if args.contains(&"ply") { "plies" } else { layout };
    for (one, other) in expected.iter().zip(&found) {
        assert_eq!(kept(other, layout), kept(one, layout), "{args:?} {layout}: {said}");
    }
    assert_eq!(found.len(), expected.len(), "{args:?} {layout}: {said}");
    assert!(is_sure, "{args:?} {layout}: {said}");
}

#[test]
fn everything_written_is_read_back() {
    let games = games();
    let (expected, said, is_sure) = read(games.as_bytes());
    assert!(is_sure && expected.len() == NAMES.len() + 4 + 2 * OF_A_FILE, "{}: {said}", expected.len());
    for (layout, notation) in pairs() {
        assert_read_back(layout, &["-q", "-t", notation], &expected, &games);
    }
}

/// A row per ply has the moves, and what is said of them; one for each game is there if something stands before its first move.
#[test]
fn rows_of_plies_are_read_back() {
    let games = games();
    let (expected, ..) = read(games.as_bytes());
    let expected: Vec<Value> = expected.into_iter().filter(|it| it["moves"] != json!([])).collect();
    for (layout, notation) in
        [("csv", "san"), ("csv", "descriptive"), ("tsv", "uci"), ("table", "san"), ("table", "geographical")]
    {
        assert_read_back(layout, &["-q", "-t", notation, "--each", "ply"], &expected, &games);
    }
}

/// Names and comments with line breaks come from JSON and from spreadsheets.
#[test]
fn what_comes_with_line_breaks_is_read_back() {
    let game = json!({
        "White": "two\nlines", "Black": "a\r\nb", "result": "1-0",
        "comments": ["one\n\n  two"],
        "moves": [{ "san": "e4", "comments": ["a\n\n\tb | c", "}"] }, { "san": "e5", "nags": [1] }],
    });
    let games = game.to_string();
    let (expected, said, is_sure) = read(games.as_bytes());
    assert!(is_sure, "{said}");
    for (layout, notation) in pairs() {
        assert_read_back(layout, &["-q", "-t", notation], &expected, &games);
    }
}
