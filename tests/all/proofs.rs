//! Proofreading: where each ply was read, what is doubtful, and the page that shows both.

use std::fs;

use crate::support::{plyglot, run};
use serde_json::Value;
use tempfile::TempDir;

/// A game in which `By5` is no move, `Re1` was misread, and the last word is none at all.
const GAME: &str = "1. e4 e5\n2. Nf3 Nc6\n3. By5 a6\n4. Ba4 Nf6\n5. Re1 Be7 6. xyz *\n";

/// Returns the output for `GAME` with repairs.
fn proofs(args: &[&str]) -> String {
    let output = run(&[args, &["--repair", "-q"]].concat(), GAME);
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_ply_tells_where_it_was_read() {
    let game: Value = serde_json::from_str(&proofs(&["--layout", "jsonl", "--provenance"])).expect("JSON");
    let bishop = &game["moves"][4];
    assert_eq!((&bishop["san"], &bishop["source"]), (&"Bb5".into(), &"By5".into()));
    assert_eq!((&bishop["line"], &bishop["column"]), (&3.into(), &4.into()));
    let others = bishop["alternatives"].as_array().expect("a list");
    assert!(others[0]["san"] != "Bb5" && others[0]["confidence"].as_f64() < bishop["confidence"].as_f64());

    // A table says the same.
    let table = proofs(&["--layout", "csv", "--each", "ply", "--provenance"]);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let head = reader.headers().expect("a header").clone();
    let cell = |row: &csv::StringRecord, name: &str| {
        row[head.iter().position(|it| it == name).expect(name)].to_owned()
    };
    let rows: Vec<_> = reader.records().map(|it| it.expect("a row")).collect();
    let listed: Vec<String> = others
        .iter()
        .map(|it| format!("{} {}", it["san"].as_str().unwrap_or_default(), it["confidence"]))
        .collect();
    let cells = ["source", "line", "column", "confidence", "alternatives"].map(|it| cell(&rows[4], it));
    assert_eq!(cells, ["By5", "3", "4", &bishop["confidence"].to_string(), &listed.join("; ")]);
}

#[test]
fn words_that_are_read_exactly_have_their_places_too() {
    let output = run(&["--layout", "jsonl", "--provenance"], "[Event \"x\"]\n\n1. e4 {é} e5 (1... c5) *\n");
    let game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let place =
        |it: &Value| format!("{} {}:{}", it["source"].as_str().unwrap_or_default(), it["line"], it["column"]);
    let moves = &game["moves"];
    assert_eq!(place(&moves[1]), "e5 3:11");
    assert_eq!(place(&moves[1]["variations"][0][0]), "c5 3:20");
    assert!(moves[1].get("alternatives").is_none(), "it was not decoded: {moves}");
}

#[test]
fn doubts_are_listed_with_what_they_may_be() {
    let table = proofs(&["--layout", "doubts", "-t", "san:figurine"]);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<_> = reader.records().map(|it| it.expect("a row")).collect();
    let found: Vec<String> = rows
        .iter()
        .map(|it| format!("{}:{} game {}, {} {} → {}", &it[1], &it[2], &it[3], &it[4], &it[5], &it[6]))
        .collect();
    assert_eq!(found, ["5:4 game 1, 5. Re1 → ♖f1", "5:15 game 1, 6. xyz → "]);
    assert!(rows[0][8].starts_with("♖g1 0.2"), "{}", &rows[0][8]);
    assert_eq!((&rows[0][0], &rows[0][9]), ("<stdin>", "5. Re1 Be7 6. xyz *"));

    let lines = proofs(&["--layout", "doubts:jsonl", "-t", "san:figurine"]);
    let lines: Vec<Value> = lines.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    let same = lines.iter().zip(&rows).all(|(one, other)| {
        let number = |name: &str| one[name].to_string();
        number("line") == other[1]
            && number("column") == other[2]
            && number("game") == other[3]
            && one["text"] == other[5]
    });
    assert!(same && lines.len() == rows.len(), "{lines:?}");
    assert_eq!((&lines[0]["read_as"], &lines[1]["read_as"]), (&"♖f1".into(), &Value::Null));
}

#[test]
fn a_page_shows_games_beside_their_source() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("g.txt"), format!("<b>Anna & Hans</b>\n\n{GAME}")).expect("a file");
    let args = ["g.txt", "--repair", "-q", "-o", "g.proof.html"];
    plyglot(&args).current_dir(folder.path()).output().expect("the program runs");
    let page = fs::read_to_string(folder.path().join("g.proof.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{page}");
    assert!(!page.contains("<b>Anna"), "what stands in a text is no markup");
    // The word, in the colour of its confidence, with its ply; that which was left out; the line as printed.
    let source = page.split_once("class=\"source\"").expect("the source").1;
    assert!(source.contains(">By5</span>") && source.contains("<s>xyz</s>"), "{source}");
    // A doubt has its place, its text, what was read, the position before it and all that it may be.
    let doubt =
        page.split_once("data-at=\"7:4\"").expect("a doubt").1.split_once("</li>").expect("its end").0;
    for said in [
        "data-text=\"Re1\"",
        "data-san=\"Rf1\"",
        "data-fen=\"r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R\"",
        " O-O\"",
        "<button type=\"button\" data-san=\"Rg1\">",
    ] {
        assert!(doubt.contains(said), "{said}: {doubt}");
    }
    // Nothing comes from elsewhere.
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("<link"), "{page}");
}

/// Returns the exit status, the output and the messages for a text with these corrections.
fn corrected(text: &str, corrections: &str) -> (Option<i32>, String, String) {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("g.txt"), text).expect("a file");
    fs::write(folder.path().join("c.txt"), corrections).expect("a file");
    let args = ["g.txt", "--corrections", "c.txt", "--layout", "moves", "-q"];
    let output = plyglot(&args).current_dir(folder.path()).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn corrections_are_certain_and_the_rest_is_decoded_around_them() {
    let read = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Rf1 Be7";
    for (corrections, expected) in [
        // What was read anyway, or something else, as SAN or as another notation writes it.
        ("g.txt:3:4 \"By5\" = Bb5\n", read),
        ("# The rook.\n\ng.txt:5:4 \"Re1\" = Rg1\n", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Rg1 Be7"),
        // After another bishop's move, Black's next moves are others, but nothing is lost.
        ("g.txt:3:8 \"a6\" = d6", "e4 e5 Nf3 Nc6 Bb5 d6 Ba4 Nf6 Rf1 Be7"),
        ("g.txt:5:8 \"Be7\" = note", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 Rf1"),
    ] {
        let (_, games, said) = corrected(GAME, &format!("{corrections}\ng.txt:5:15 \"xyz\" = note\n"));
        // What is no move is kept as a comment, without a word.
        assert_eq!((&*said, games.split(" {").next()), ("", Some(expected)), "{corrections}");
        assert!(games.ends_with("xyz *} *\n"), "{games}");
    }
    // Rows that look like words are of the game where a move of them is known.
    let rows = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. g5 fxg\n";
    let (_, games, said) = corrected(rows, "g.txt:5:4 \"g5\" = d3\n");
    assert!(games.starts_with("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 {fxg}"), "{games}{said}");
    let rows = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n6. Rz9 bz\n7. Bq Oj\n8. zz zzz\n9. yy yyy\n10. h3 Na5\n";
    let (_, games, said) = corrected(rows, "g.txt:8:4 \"zz\" = c3\n");
    assert!(games.contains(" c3 ") && !said.contains("does not fit"), "{games}{said}");
    // A file of the same name in another folder is another file.
    let (status, ..) = corrected(GAME, "other/g.txt:5:4 \"Re1\" = Rg1");
    assert_eq!(status, Some(1));
}

#[test]
fn what_a_correction_does_not_contradict_stays() {
    // Black's captures were read with pawns on the c-file, and fit pawns on the a-file as well.
    let sheet = "1. d4 g6\n2. e4 Bg7\n3. Nf3 c5\n4. c3 Nf6\n5. Bd3 d5\n6. e5 Nfd7\n7. h4 c4\n8. Bc2 e6\n9. Ng5 Qe7\n10. b3 b5\n\
        11. Ba3 Qd8\n12. Qf3 Nxe5\n13. dxe5 Qd7\n14. bxa4 bxa4\n15. Ba4\n";
    for correction in ["", "g.txt:7:4 \"h4\" = h4\n"] {
        let (_, moves, said) = corrected(sheet, correction);
        for kept in [" Nf3 c5 ", " c4 Bc2 ", " Qd7 bxc4 "] {
            assert!(moves.contains(kept), "{correction}: {moves}{said}");
        }
    }
    // What reads without a doubt yields to a correction, and stays as it is where that says the same.
    let print = "GAME XII.\n\n     WHITE (Mr. S.)           BLACK (Mr. B.)\n   1. P. to K's 4th.        1. P. to K's 4th.\n   \
        2. K. Kt. to B's 3d.     2. Q. Kt. to B's 3d.\n   3. K. B. to Kt's 5th.    3. Q. R. P. one square.\n\nWhite wins.\n";
    for bishop in ["Bb5", "Bc4"] {
        let correction = format!("g.txt:6:7 \"K. B. to Kt's 5th.\" = {bishop}\n");
        let (_, moves, said) = corrected(print, &correction);
        assert!(
            moves.contains(&format!("e4 e5 Nf3 Nc6 {bishop} {{"))
                || moves.contains(&format!("e4 e5 Nf3 Nc6 {bishop} a6 ")),
            "{moves}{said}"
        );
        assert!(!said.contains("does not fit"), "{said}");
    }
}

/// A sheet with two moves left out, after which the rooks and bishops can be read in several ways.
const ROOKS: &str = "1. ... d6\n2. hf3 hc6\n3. Bf4 Nf6\n4. d2 e5\n5. dxe5 dxe5\n6. Nxe5 hd4\n7. e3 bg4\n8. f3 Bh5\n9. g4 Bg6\n\
    10. ... fxg6\n11. Nc4 Bb4+\n12. c3 Ba5\n13. Qd2 O-O\n14. O-O-O b6\n15. Ra5 bxa5\n16. cxd4 c6\n17. Qc2 Qd7\n18. Bc4 Kh8\n\
    19. Rd2 Rd8\n20. Rd1 Nd5\n21. Bg5 Re8\n22. e4 Rxf3\n23. ... cxd5\n24. Be5 Re4\n25. ... Re3\n26. Bxe3 h5\n27. Bxa5 Qxd5\n\
    28. Qc8+ Kh7\n29. gxh5 gxh5\n30. Qc2+ Kh8\n31. Rf2 Qg8\n32. d5 Qd8\n33. Bg5 Qe8\n34. d6 a4\n35. d7 Qg8\n36. d8=Q Qd8\n";

#[test]
fn what_is_confirmed_changes_nothing() {
    let (_, read, said) = corrected(ROOKS, "");
    let moves = |games: &str| games.split(" {").next().unwrap_or_default().to_owned();
    assert!(read.contains(" Bxf3 h5 Bxd5 Qxd5 "), "{read}{said}");
    for confirmed in ["4:4 \"d2\" = Nbd2", "16:5 \"cxd4\" = cxd4", "34:5 \"d6\" = d6"] {
        let (_, games, said) = corrected(ROOKS, &format!("g.txt:{confirmed}\n"));
        assert_eq!(moves(&games), moves(&read), "{confirmed}: {said}");
        assert!(!said.contains("does not fit"), "{confirmed}: {said}");
    }
}

#[test]
fn a_correction_changes_no_other_game() {
    let games = [
        ("1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0", "d4 d5 c4 e6 Nc3 Nf6 1-0"),
        ("1. e4 e5; 2. Nf3 Nc6; 3. Bb5 a6 0-1", "e4 e5 Nf3 Nc6 Bb5 a6 0-1"),
        ("1.e4 e5 [1...c5 2.Nf3] 2.Nf3 Nc6 3.Bb5 a6 1-0", "e4 e5 Nf3 Nc6 Bb5 a6 1-0"),
    ];
    let text = games.map(|it| it.0).join("\n\n");
    let expected = games.map(|it| it.1).join("\n");
    for (correction, from, to) in [
        ("", "", ""),
        ("g.txt:1:4 \"d4\" = d4", "", ""),
        ("g.txt:1:22 \"Nc3\" = Nf3", "Nc3 Nf6", "Nf3 Nf6"),
        ("g.txt:3:14 \"Nf3\" = Nf3", "", ""),
        ("g.txt:5:30 \"Nc6\" = Nf6", "Nc6 Bb5 a6 1-0", "Nf6 Bb5 a6 1-0"),
    ] {
        let (_, moves, said) = corrected(&text, correction);
        assert_eq!(moves.trim_end(), expected.replace(from, to), "{correction}: {said}");
    }
}

#[test]
fn moves_can_be_missing_and_games_begin_and_end_where_it_is_said() {
    let text = "1. e4 e5\n2. Nf3 3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7 1-0 1. d4 d5 2. c4 e6\nwins\n";
    let (_, games, said) = corrected(
        text,
        "g.txt:2:8 \"3. Bb5\" = missing before Nc6\ng.txt:4:16 \"1. d4\" = begins a game\ng.txt:4:31 \"e6\" = ends the game 0-1\n",
    );
    let lines: Vec<String> =
        games.split('\n').map(|it| it.replace('\n', " ")).filter(|it| !it.is_empty()).collect();
    assert_eq!(lines, ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 1-0", "d4 d5 c4 e6 0-1"], "{said}");
    assert_eq!(said, "");
}

#[test]
fn corrections_that_do_not_fit_are_refused_with_their_places() {
    for (corrections, expected) in [
        (
            "g.txt:5:4 \"Re2\" = Rg1",
            "g.txt:5:4: error: game 1: the correction c.txt:1 does not fit: the text here is not \"Re2\"",
        ),
        (
            "g.txt:3:8 \"a6\" = Qh5",
            "g.txt:3:8: error: game 1, a6: the correction c.txt:1 does not fit: no game has the move Qh5 here",
        ),
        ("#\ng.txt:50:1 \"x\" = note", "c.txt:2: g.txt:50:1 is in no game that was read"),
        ("other.txt:1:1 \"x\" = note", "c.txt:1: other.txt:1:1 is in no game that was read"),
        (
            "g.txt:5:8 \"Be7\" = missing before Ke4",
            "g.txt:5:8: error: game 1, Be7: the correction c.txt:1 does not fit: no game has a move that is missing here",
        ),
    ] {
        let (status, _, said) = corrected(GAME, corrections);
        assert!(said.contains(expected), "{corrections}: {said}");
        assert_eq!(status, Some(1), "{corrections}");
    }
    let (status, games, said) = corrected(GAME, "g.txt:5:4 Re1 = Rg1");
    assert!(said.contains("c.txt:1: a correction is FILE:LINE:COLUMN"), "{said}");
    assert_eq!((status, &*games), (Some(2), ""));
}
