//! JSON lines: they contain the complete game, for every variant, and separate errors from warnings.

use crate::support::{converted, fixture, run};
use serde_json::Value;

/// Returns the games as JSON, ignoring messages.
fn json(args: &[&str], games: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(&[args, &["--layout", "jsonl"]].concat(), games);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Writes a comment as PGN, or a NAG that is among the comments.
fn push_comment(comment: &Value, pgn: &mut String) {
    let comment = text(comment);
    let is_glyph = comment.strip_prefix('$').is_some_and(|it| it.parse::<u16>().is_ok());
    pgn.push_str(&if is_glyph { format!("{comment} ") } else { format!("{{{comment}}} ") });
}

fn push_line(moves: &[Value], pgn: &mut String) {
    for m in moves {
        list(&m["before"]).iter().for_each(|it| push_comment(it, pgn));
        if let Some(text) = m["text"].as_str() {
            pgn.push_str(&format!("{text} "));
        }
        for nag in list(&m["nags"]) {
            pgn.push_str(&format!("${nag} "));
        }
        list(&m["comments"]).iter().for_each(|it| push_comment(it, pgn));
        for variation in list(&m["variations"]) {
            pgn.push('(');
            push_line(list(variation), pgn);
            pgn.push_str(") ");
        }
        list(&m["after"]).iter().for_each(|it| push_comment(it, pgn));
    }
}

/// Converts a game from JSON back to PGN.
fn pgn(game: &Value) -> String {
    let mut pgn = String::new();
    for tag in list(&game["tags"]) {
        let value = text(&tag[1]).replace('\\', "\\\\").replace('"', "\\\"");
        pgn.push_str(&format!("[{} \"{value}\"]\n", text(&tag[0])));
    }
    pgn.push_str(&format!("[Notation \"{}\"]\n\n", text(&game["notation"])));
    list(&game["comments"]).iter().for_each(|it| push_comment(it, &mut pgn));
    push_line(list(&game["moves"]), &mut pgn);
    pgn.push_str(text(&game["result"]));
    pgn.push_str("\n\n");
    pgn
}

/// The game read from JSON is complete: tags, moves, variations, comments, NAGs and result.
#[test]
fn nothing_is_missing() {
    for (name, count, notations) in [
        ("opera.pgn", 1, &["san", "uci", "geographical", "economical:bare"][..]),
        ("games/chess960.pgn", 30, &["san", "uci", "smith", "sllavcco"]),
        ("pgn/glyphs.pgn", 1, &["san", "lan"]),
        ("chess99/special.pgn", 11, &["chess99", "lan", "uci", "geographical"]),
        ("chess99/random.pgn", 5, &["chess99", "uci"]),
    ] {
        for notation in notations {
            let games = run(&["-t", notation], fixture(name)).stdout;
            let objects = json(&["-t", notation], &games);
            assert_eq!(objects.len(), count, "{name}");
            let again: String = objects.iter().map(pgn).collect();
            let back = converted(&["-q", "-t", notation], again);
            assert!(back.as_bytes() == games, "{name} in {notation}:\n{back}");
        }
    }
}

#[test]
fn drops_passes_and_variants() {
    let house =
        json(&["-t", "lan"], "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. @e4 Nxe4 4. -- @d3 *\n");
    let game = &house[0];
    assert_eq!((&game["variant"], &game["errors"]), (&"Crazyhouse".into(), &Value::Array(Vec::new())));
    let moves = list(&game["moves"]);
    let last = |n: usize, key: &str| text(&moves[n][key]).to_owned();
    assert_eq!([last(4, "text"), last(4, "san"), last(4, "uci")], ["@e4", "@e4", "P@e4"]);
    assert_eq!([last(6, "text"), last(6, "san"), last(6, "uci")], ["--", "--", "0000"]);
    let nine = json(&["-t", "chess99"], "[FEN \"4k4/5b3/9/9/1P7/9/9/9/8K b - b4 0 23\"]\n\n23... Bf8b4* *\n");
    let game = &nine[0];
    assert_eq!(
        (&game["variant"], &game["fen"]),
        (&"Chess 99".into(), &"4k4/5b3/9/9/1P7/9/9/9/8K b - b4 0 23".into())
    );
    let m = &game["moves"][0];
    assert_eq!((&m["text"], &m["san"], &m["uci"]), (&"Bf8b4*".into(), &Value::Null, &"f8b4e".into()));
}

#[test]
fn errors_and_warnings_are_apart() {
    let games = json(&[], "1. e4+ e5 12. Nf3 *\n\n1. e4+ e5 2. Ke3 *\n\n1. e4 *\n");
    let kinds = |game: &Value, key: &str| -> Vec<String> {
        list(&game[key]).iter().map(|it| format!("{} {}", text(&it["severity"]), text(&it["kind"]))).collect()
    };
    assert_eq!(games.len(), 3);
    assert_eq!(kinds(&games[0], "errors"), [""; 0]);
    assert_eq!(kinds(&games[0], "warnings"), ["warning wrong-mark", "warning wrong-number"]);
    assert_eq!(kinds(&games[1], "errors"), ["error no-legal-move"]);
    assert_eq!(kinds(&games[1], "warnings"), ["warning wrong-mark"]);
    assert_eq!((kinds(&games[2], "errors").len(), kinds(&games[2], "warnings").len()), (0, 0));
}

#[test]
fn tags_as_an_object_and_positions_on_request() {
    let games = json(&["--fens"], "[Event \"a\"]\n[Site \"c\"]\n[Site \"d\"]\n\n1. e4 (1. d4) *\n");
    assert_eq!(games[0]["headers"], serde_json::json!({ "Event": "a", "Site": "c" }));
    let first = &games[0]["moves"][0];
    assert_eq!(text(&first["fen"]), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let other = &first["variations"][0][0];
    assert_eq!(text(&other["fen"]), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
    assert!(json(&[], "1. e4 *")[0]["moves"][0].get("fen").is_none());
}
