//! `plyglot merge`: what is kept of both texts, what is told of their differences, and what is refused.

use std::{fs, process::Output};

use crate::support::{fixture, plyglot};

/// Merges two texts.
fn merged(one: &str, other: &str, args: &[&str]) -> Output {
    run(&[&["merge", "one.pgn", "other.pgn"], args].concat(), one, other)
}

fn run(args: &[&str], one: &str, other: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("one.pgn"), one).expect("a file");
    fs::write(folder.path().join("other.pgn"), other).expect("a file");
    plyglot(args).current_dir(folder.path()).output().expect("the program runs")
}

/// Returns standard output, what is told, and the exit code.
fn told(output: &Output) -> (String, Vec<String>, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let said = text(&output.stderr).lines().map(str::to_owned).collect();
    (text(&output.stdout), said, output.status.code())
}

const ANNOTATED: &str = "{Of one} [Event \"Paris\"]\n[White \"Morphy\"]\n[Black \"Duke\"]\n\n\
    {Box 6} 1. e4 e5 2. Nf3 d6! {Philidor} (2... Nc6 {usual} 3. Bb5) 3. d4 Bg4?! {weak} 4. dxe5 {end of the sheet} *\n";
const ALSO: &str = "[Event \"Paris\"]\n[White \"Morphy\"]\n[Black \"Duke\"]\n\n\
    1. e4 {bold} e5 2. Nf3 d6 {Philidor} ( 2... Nc6 {usual} 3. Bb5 ) (2... d5) 3. d4 Bg4 $14 {forced} 4. dxe5 \
    Bxf3! {at last} *\n";

#[test]
fn annotations_of_both_texts_are_kept() {
    let (pgn, said, code) = told(&merged(ANNOTATED, ALSO, &["--no-tags", "--width", "0"]));
    let expected = "{Of one} {Box 6} 1. e4 {bold} 1... e5 2. Nf3 d6 $1 {Philidor} (2... Nc6 {usual} 3. Bb5) (2... d5) \
        3. d4 Bg4 $6 $14 {weak} {forced} 4. dxe5 {end of the sheet} 4... Bxf3 $1 {4... nothing / Bxf3 read as Bxf3} \
        {at last} *\n\n";
    assert_eq!(pgn, expected);
    assert_eq!((said, code), (vec!["game 1, 4... nothing / Bxf3 read as Bxf3".to_owned()], Some(0)));
}

#[test]
fn annotations_stay_at_their_moves_where_a_text_has_slips() {
    let one = "1. e4 e5 {a} 2. Nf3 Nc6 3. Bb6 {b} a6! 4. Ba4 {c} Nf6 5. O-O Be7 {d} 1-0\n";
    let other = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 (4... b5 {e}) 5. O-O Be7 1-0\n";
    let (pgn, _, code) = told(&merged(one, other, &["-f", "san", "--width", "0"]));
    let expected = "1. e4 e5 {a} 2. Nf3 Nc6 3. Bb5 {3. Bb6 / Bb5 read as Bb5} {b} 3... a6 $1 4. Ba4 {c} 4... Nf6 \
        (4... b5 {e}) 5. O-O Be7 {d} 1-0\n\n";
    assert_eq!((pgn.as_str(), code), (expected, Some(0)));
}

#[test]
fn annotations_in_records_are_kept() {
    let record = r#"{"moves":[{"san":"e4","nags":[1],"comments":["best"]},{"san":"e5","variations":[[{"san":"c5"}]]}],"result":"*"}"#;
    let (pgn, said, code) = told(&merged(record, "1. e4 {bold} e5 *\n", &["--no-tags", "--width", "0"]));
    let expected = "1. e4 $1 {best} {bold} 1... e5 (1... c5) *\n\n";
    assert_eq!((pgn.as_str(), code), (expected, Some(0)), "{said:?}");
}

#[test]
fn differing_tags_are_told_and_others_are_joined() {
    let one = "[Event \"?\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[White \"Morphy, Paul\"]\n[Black \"Duke\"]\n\
        [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    let other = "[Event \"Opera\"]\n[Site \"Paris\"]\n[Date \"1858.11.02\"]\n[White \"Paul Morphy\"]\n[Black \"Duke\"]\n\
        [Result \"*\"]\n[Annotator \"X\"]\n\n1. e4 e5 2. Nf3 *\n";
    let (pgn, said, code) = told(&merged(one, other, &[]));
    let expected = "[Event \"Opera\"]\n[Site \"Paris\"]\n[Date \"1858.11.02\"]\n[White \"Morphy, Paul\"]\n\
        [Black \"Duke\"]\n[Result \"1-0\"]\n[Annotator \"X\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    assert_eq!(pgn, expected);
    // The values don't make the game unsure.
    assert_eq!(code, Some(0));
    assert_eq!(said, ["game 1, White: Morphy, Paul / Paul Morphy; Morphy, Paul is taken"]);
    assert_eq!(told(&merged(one, other, &["-q"])).1, [""; 0]);
    let json = told(&merged(one, other, &["--message-format", "json"])).1;
    let expected = r#"{"kind":"difference","game":1,"tag":"White","texts":["Morphy, Paul","Paul Morphy"],"taken":"Morphy, Paul"}"#;
    assert_eq!(json, [expected]);
    // The other way round the only known result is taken, too.
    let (pgn, said, _) = told(&merged(other, one, &[]));
    assert!(pgn.contains("[Result \"1-0\"]") && pgn.ends_with("2. Nf3 1-0\n\n"), "{pgn}");
    assert_eq!(said, ["game 1, White: Paul Morphy / Morphy, Paul; Paul Morphy is taken"]);
}

#[test]
fn differing_results_are_an_error() {
    let game =
        |result: &str| format!("[Event \"Paris\"]\n[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 {result}\n");
    for (args, one, other) in [(&[][..], "1-0", "0-1"), (&["-q"], "1/2-1/2", "1-0")] {
        let (pgn, said, code) = told(&merged(&game(one), &game(other), args));
        assert!(
            pgn.contains(&format!("[Result \"{one}\"]")) && pgn.ends_with(&format!("Nf3 {one}\n\n")),
            "{pgn}"
        );
        assert_eq!(said, [format!("game 1, Result: {one} / {other}; {one} is taken")]);
        assert_eq!(code, Some(1));
    }
}

#[test]
fn different_games_are_refused() {
    let other_opening = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 *\n";
    let ruy_lopez = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n";
    // The first moves are the same.
    let italian = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 d6 5. d4 exd4 6. cxd4 Bb6 7. h3 h6 *\n";
    for other in [other_opening, italian] {
        let (pgn, said, code) = told(&merged(ruy_lopez, other, &["-q"]));
        assert_eq!((pgn.as_str(), code), ("", Some(1)));
        assert_eq!(said, ["plyglot: one.pgn and other.pgn tell different games; nothing is written"]);
    }
    // The same moves from other positions.
    let set_up = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n";
    let elsewhere = "[FEN \"3k4/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n";
    assert_eq!(told(&merged(set_up, elsewhere, &[])).2, Some(1));
    assert_eq!(told(&merged(set_up, set_up, &[])).2, Some(0));
}

#[test]
fn games_in_only_one_file_are_written_and_told() {
    let game = |round: &str, moves: &str| {
        format!("[White \"A\"]\n[Black \"B\"]\n[Round \"{round}\"]\n\n{moves} *\n\n")
    };
    let [first, second] = [game("1", "1. e4 e5 2. Nf3 Nc6"), game("2", "1. d4 d5 2. c4 e6 3. Nc3 {a}")];
    let (pgn, said, code) = told(&merged(&format!("{first}{second}"), &second, &[]));
    assert_eq!(pgn.matches("[White ").count(), 2, "{pgn}");
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 *") && pgn.contains("3. Nc3 {a} *"), "{pgn}");
    assert_eq!(said, ["plyglot: game 1 is only in one.pgn"]);
    assert_eq!(code, Some(1));
}

#[test]
fn the_better_text_decides() {
    let clean = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n6. Re1 b5\n7. Bb3 d6\n8. h3 O-O\n";
    // White's last move is as good as the other one, but this text has slips elsewhere.
    let poor = "1. e4 c5\n2. Nt3 Nc5\n3. Bh5 a6\n4. Bo4 Nt6\n5. O-O Bc7\n6. Rc1 h5\n7. Bb3 d6\n8. a3 O-O\n";
    let args = ["-f", "san", "--no-comments", "--width", "0"];
    for (one, other) in [(clean, poor), (poor, clean)] {
        let (pgn, said, code) = told(&merged(one, other, &args));
        let expected =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. h3 O-O *\n\n";
        assert_eq!(pgn, expected);
        assert!(said.iter().any(|it| it.starts_with("game 1, 8. ") && it.ends_with(" % sure")), "{said:?}");
        assert_eq!(code, Some(1));
    }
}

#[test]
fn what_cannot_be_written_of_a_merged_game_stays_in_san() {
    let game =
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 (3. Nc3 Qa5 {x}) Qa5 {hello} 4. Nc3 *\n";
    let (pgn, said, code) = told(&merged(game, game, &["-t", "iccf", "--no-tags"]));
    let rest = "3. @e4 (3. Nc3 Qa5 {x}) 3... Qa5 {hello} 4. Nc3";
    assert!(pgn.ends_with(&format!("1. 5254 4745 2. 5445 4845\n;{rest}\n*\n\n")), "{pgn}");
    assert_eq!(said[0], "one.pgn:1:1: error: game 1, 3.: ICCF notation has no drops");
    assert_eq!(code, Some(1));
    let (rejects, ..) = told(&merged(game, game, &["-t", "iccf", "-o", "out.pgn", "--rejects", "-"]));
    assert_eq!(rejects, format!("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 {rest} *\n\n"));
}

/// The original's two sheets of its example: in the second all figurines are lost.
#[test]
fn a_sheet_without_figurines_does_not_spoil_the_other() {
    let sheet = |name: &str| {
        let text = String::from_utf8(fixture(name)).expect("UTF-8");
        let end = text.find("\n08").expect("an eighth row");
        text[..=end].to_owned()
    };
    let (letters, poor) = (sheet("grid/petrosjan-letters.txt"), sheet("grid/petrosjan-figurines-lost.txt"));
    let (moves, _, code) = told(&merged(&letters, &poor, &["-q", "-t", "uci", "--layout", "moves"]));
    let expected = "e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 c2c3 f8e7 d2d4 e5d4 e1g1 d4c3 d1b3 c8e6 c4e6 1-0\n";
    assert_eq!((moves.as_str(), code), (expected, Some(0)));
}

#[test]
fn a_ply_that_both_texts_leave_open_is_told() {
    let moves = "1. d4 d5 2. Nf3 Nf6 3. Nd2 e6 *\n";
    let (_, said, code) = told(&merged(moves, moves, &["-f", "san"]));
    assert!(
        matches!(&said[..], [it] if it.starts_with("game 1, 3. Nd2 / Nd2 read as ") && it.ends_with(" % sure")),
        "{said:?}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn flags_may_stand_before_a_command() {
    let game = "1. e4 e5 2. Nf3 Nc6 *\n";
    for (args, code, expected) in [
        (&["-q", "merge", "one.pgn", "other.pgn"][..], 0, "2. Nf3 Nc6"),
        (&["-t", "lan", "merge", "one.pgn", "other.pgn"], 0, "Ng1-f3"),
        (&["--color", "never", "-t", "lan", "merge", "-q", "one.pgn", "other.pgn"], 0, "Ng1-f3"),
        (&["-f", "san", "check", "one.pgn"], 0, "1 game, no errors"),
        // Only the command has this flag.
        (&["--strict", "check", "one.pgn"], 0, "1 game, no errors"),
        (&["--after", "1.d4", "explain", "Nf6"], 0, "Nf6"),
        (&["--json", "stats", "one.pgn"], 0, "{"),
        (&["--color=always", "notations"], 0, "economical"),
        // The value of a flag is no command.
        (&["-o", "check", "one.pgn"], 0, ""),
    ] {
        let (out, said, found) = told(&run(args, game, game));
        let both = format!("{out}{}", said.join("\n"));
        assert!(found == Some(code) && both.contains(expected), "{args:?}: {found:?} {both}");
    }
    for (args, expected) in [
        (&["-t", "lan", "check", "one.pgn"][..], "plyglot: error: unexpected argument '-t' found"),
        (
            &["--strict", "merge", "one.pgn", "other.pgn"],
            "plyglot: error: unexpected argument '--strict' found",
        ),
        (
            &["merge", "one.pgn", "other.pgn", "--stict"],
            "plyglot: error: unexpected argument '--stict' found",
        ),
    ] {
        let (_, said, code) = told(&run(args, game, game));
        assert_eq!((said[0].as_str(), code), (expected, Some(2)), "{args:?}");
    }
}

/// Merges a folder with these files.
fn folder(files: &[(&str, &str)]) -> (String, Vec<String>, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let args = ["merge", ".", "--no-tags", "--width", "0"];
    told(&plyglot(&args).current_dir(folder.path()).output().expect("the program runs"))
}

#[test]
fn a_folder_has_a_pair_of_files_for_each_board() {
    let first = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n";
    let second = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n";
    let pairs = [
        ("board1-white.txt", first),
        ("board1-black.txt", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"),
        ("board2_w.txt", second),
        ("board2_b.txt", second),
    ];
    let expected = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n\n";
    assert_eq!(folder(&pairs), (expected.to_owned(), Vec::new(), Some(0)));
    let (pgn, said, code) = folder(&[&pairs[..], &[("board3-white.txt", first)]].concat());
    assert_eq!((pgn.as_str(), code), (expected, Some(1)));
    assert!(said.iter().any(|it| it.contains("board3-white.txt has no partner")), "{said:?}");
    // However people call them.
    for [one, other] in [
        ["Board 1 white.txt", "Board 1 black.txt"],
        ["Weiß_Brett1.txt", "Schwarz_Brett1.txt"],
        ["1a.txt", "1b.txt"],
        ["round3 (white).txt", "round3 (black).txt"],
    ] {
        let (pgn, said, code) = folder(&[(one, second), (other, second)]);
        assert_eq!((pgn.trim_end(), code), ("1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1", Some(0)), "{one}: {said:?}");
    }
    let (pgn, said, code) = folder(&[("a.txt", first), ("b.txt", first)]);
    assert_eq!((pgn.as_str(), code), ("", Some(2)));
    assert!(said[0].contains("no pairs of files"), "{said:?}");
}
