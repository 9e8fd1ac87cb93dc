//! `plyglot stats`: lengths of moves in each notation, compared with known texts.

use std::{collections::BTreeMap, process::Output};

use crate::support::run;
use serde_json::Value;

/// Deep Blue – Kasparov, New York 1997, as printed in the original of economical notation in its three styles, and SAN.
const PRINTED: [(&str, &str); 4] = [
    (
        "san",
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3 h6 Nxe6 Qe7 O-O fxe6 Bg6+ Kd8 Bf4 b5 a4 Bb7 Re1 Nd5 \
         Bg3 Kc8 axb5 cxb5 Qd3 Bc6 Bf5 exf5 Rxe7 Bxe7 c4",
    ),
    (
        "economical",
        "e4 c6 d4 d5 Nc3 de4 Ne4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3 h6 Ne6 Qe7 O-O fe6 Bg6 Kd8 Bf4 b5 a4 Bb7 Re1 Nd5 \
         Bg3 Kc8 ab5 cb5 Qd3 Bc6 Bf5 ef5 Re7 Be7 c4",
    ),
    (
        "economical:bare",
        "e4 cc6 d4 d5 bc3 e4 e4 bd7 eg5 gf6 fd3 e6 g1f3 h6 e6 de7 h1 fe6 g6 8d8 f4 b5 a4 b7 f1e1 d5 \
         fg3 dc8 b5 b5 dd3 c6 gf5 f5 e7 fe7 cc4",
    ),
    (
        "economical:priority",
        "e4 c6 d4 d5 bc3 e4 e4 d7 g5 gf6 d3 e6 1f3 h6 e6 de7 h1 e6 g6 8d8 f4 b5 a4 b7 1e1 d5 \
         fg3 dc8 b5 b5 dd3 c6 f5 f5 e7 fe7 c4",
    ),
];

fn stats(args: &[&str], input: &str) -> Output {
    run(&[&["stats"], args].concat(), input)
}

fn json(args: &[&str], input: &str) -> Value {
    let output = stats(&[&["--json"], args].concat(), input);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the statistics of a notation.
fn notation<'a>(json: &'a Value, name: &str) -> &'a Value {
    let all = json["notations"].as_array().expect("notations");
    all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name} is not there"))
}

fn is(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|it| (it - expected).abs() < 1e-9)
}

#[test]
fn lengths_of_the_originals_game() {
    let json = json(&[], PRINTED[0].1);
    assert_eq!((&json["games"], &json["plies"]), (&1.into(), &37.into()));
    let san: usize = PRINTED[0].1.split(' ').map(str::len).sum();
    for (name, printed) in PRINTED {
        let mut lengths = BTreeMap::new();
        for text in printed.split(' ') {
            *lengths.entry(text.len().to_string()).or_insert(0_u32) += 1;
        }
        let row = notation(&json, name);
        let shares = row["shares"].as_object().expect("shares");
        assert_eq!(shares.len(), lengths.len(), "{name}: {shares:?}");
        for (length, count) in lengths {
            assert!(is(&shares[&length], f64::from(count) / 37.0), "{name}: {shares:?}");
        }
        let characters: usize = printed.split(' ').map(str::len).sum();
        assert!(is(&row["average"], characters as f64 / 37.0), "{name}: {}", row["average"]);
        assert!(is(&row["economy"], 1.0 - characters as f64 / san as f64), "{name}: {}", row["economy"]);
        assert_eq!(row["written"], 37, "{name}");
    }
    let measured = &json["economical"]["measured"];
    let averages: Vec<&Value> = PRINTED[1..].iter().map(|it| &notation(&json, it.0)["average"]).collect();
    assert_eq!(measured.as_array().expect("three").iter().collect::<Vec<_>>(), averages);
    assert_eq!(json["economical"]["original_table"], serde_json::json!([2.84, 2.46, 2.13]));
    assert_eq!(json["economical"]["original_shares"], serde_json::json!([2.84, 2.46, 2.23]));
}

/// Characters are counted, not bytes, including marks and spaces inside a text.
#[test]
fn characters_are_counted_as_written() {
    let json = json(&[], "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ *");
    // P5 - n2, P4 - s2, P5 x P4, Q x P4, N1 - nne, Q - e +
    assert!(is(&notation(&json, "geographical")["average"], f64::from(7 + 7 + 7 + 6 + 8 + 7) / 6.0));
    assert!(is(&notation(&json, "geographical:compact")["average"], f64::from(5 + 5 + 5 + 4 + 6 + 4) / 6.0));
    // e24, d75, ed5×, Qd85×, Nb1c3, Qd5e+
    assert!(is(&notation(&json, "chess99")["average"], f64::from(3 + 3 + 4 + 5 + 5 + 5) / 6.0));
}

#[test]
fn as_a_table() {
    let output = stats(&[], PRINTED[0].1);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("1 game, 37 plies\n\nnotation "), "{text}");
    let row = text.lines().find(|it| it.starts_with("economical:priority ")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    // 27 texts of two characters, 10 of three: 84 characters, where SAN has 114.
    assert_eq!(cells[1..6], ["2.27", "26.3", "73.0", "27.0", "0.0"], "{row}");
    assert_eq!(cells.last(), Some(&"100.0"), "{row}");
    assert!(text.contains(
        "the original's table says 2.84, 2.46 and 2.13;\nits own shares give 2.84, 2.46 and 2.23; "
    ));
    let widths: Vec<usize> =
        text.lines().skip(2).take_while(|it| !it.is_empty()).map(|it| it.chars().count()).collect();
    assert!(widths.windows(2).all(|it| it[0] == it[1]), "rows of one width: {widths:?}");
}

#[test]
fn inexpressible_moves_have_no_length() {
    let games = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@c4 *\n\n1. e4 *\n";
    let json = json(&[], games);
    assert_eq!((&json["games"], &json["plies"]), (&2.into(), &6.into()));
    assert_eq!(notation(&json, "uci")["written"], 6);
    assert_eq!(notation(&json, "iccf")["written"], 5);
    let chess99 = stats(&[], include_str!("../../fixtures/chess99/special.pgn"));
    let text = text(&chess99);
    let row =
        |name: &str| text.lines().find(|it| it.split(' ').next() == Some(name)).expect("a row").to_owned();
    assert!(row("san").ends_with(" 0.0") && row("san").contains(" - "), "{}", row("san"));
    assert!(row("chess99").ends_with(" 100.0"), "{}", row("chess99"));
    assert!(!text.contains("Economical notation,"), "there is nothing to compare\n{text}");
}

/// Variations and comments do not count; errors end a game and set the exit status.
#[test]
fn main_lines_as_far_as_they_go() {
    let output = stats(&[], "1. e4 (1. d4 d5 2. c4) 1... e5 {or 1... c5} 2. Ke3 Nf6 *\n\n1. d4 *\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output)
            .starts_with("2 games (1 with errors, measured as far as they could be read), 3 plies\n")
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("2. Ke3: no legal move"));
    for input in ["", "\n\n"] {
        let output = stats(&[], input);
        assert_eq!((output.status.code(), text(&output).as_str()), (Some(0), "0 games, 0 plies\n"));
    }
    assert_eq!(stats(&["no-such-file.pgn"], "").status.code(), Some(2));
}

/// The sums are the same for any number of games at a time.
#[test]
fn many_at_a_time() {
    let games = include_str!("../../fixtures/games/over-the-board.pgn").repeat(4);
    let [one, three] = ["1", "3"].map(|jobs| stats(&["--jobs", jobs], &games));
    assert_eq!(text(&one), text(&three));
    assert!(text(&one).starts_with("200 games, "), "{}", text(&one));
}
