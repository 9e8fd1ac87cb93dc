//! Decoding of texts by people and recognisers: notations without spellings of their own, empty cells, pages.

use std::{fs, path::Path, process::Output};

use serde_json::Value;

use crate::support::{plyglot, run};

/// Returns the moves that a text is read as, without numbers and comments.
fn moves(args: &[&str], text: &str) -> String {
    let output = run(&[&["-q", "--no-comments", "-t", "san"], args].concat(), text.as_bytes());
    let pgn = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = pgn.lines().filter(|it| !it.starts_with('[')).collect();
    let text = lines.join(" ");
    // Repairs are in comments.
    let played = text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect::<String>();
    let is_move = |it: &&str| !it.starts_with(|it: char| it.is_ascii_digit() || it == '*');
    played.split_whitespace().filter(is_move).collect::<Vec<_>>().join(" ")
}

#[test]
fn slips_are_read_as_intended() {
    for (args, text, expected) in [
        // The direction of a move is lost, a castling symbol misread.
        (
            &["-f", "geographical", "--repair"][..],
            "1. P5 - n2 P5 - s2 2. N2 - nnw N1 - sse 3. B2 - nw4 P1 - s 4. B1 - svw N2 - ssw 5. OlO P2 - s2",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5",
        ),
        // A semicolon inside a word begins no comment that has the rest of the game in it.
        (
            &["-f", "san", "--repair"][..],
            "1. e4 e5 2. Nf3 N;c6 3. Bb5 a6 4. Ba4 Nf6 *\n",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
        ),
        // White's cell in the third row is empty, and its content follows from the fourth.
        (
            &["-f", "san", "--repair"][..],
            "1. e4 e5\n2. Nf3 Nc6\n3. ... a6\n4. Ba4 Nf6\n5. O-O Be7\n",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        ),
    ] {
        assert_eq!(moves(args, text), expected, "{text}");
    }
}

/// Where errors are at random, an 8 is no more likely a misread 6 than a misread 5.
#[test]
fn errors_at_random_are_measured_as_such() {
    let read = |text: &str| moves(&["-f", "san", "--repair"], text);
    let text = "1. e4 e5 2. N3 Nc6 3. Bb5 Nf6 . O-O Nxe4 5. d4RNd6 6.Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8+ Kxd8 \
        9. Nc3 Ke8 10. h3 h8 11. Bf4 Be7 12. Nec Nh4 13. Nxh4 Bxh4 14. Ng5 Bf5 15. c3 Bxg5 16. Bxg5 Kd7 \
        17. Rad1+ Kc8 18.XRd2 b6 19. Rfd1 Kb7 20. Rd8 Raxd8 21. Rxd8 Rxd8 22. Bxd8 Bg6\n";
    assert!(read(text).contains("Ke8 h3 h5 Bf4"), "{}", read(text));
    // A recogniser's errors are of signs that look alike.
    let text = "1. e4 e5 2. NfB Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. 8xc6 dxc6 7. dxeS Nf5 8. Qxd8+ Kxd8 \
        9. Nc3 Ke8 10. h3 h8 11. 8f4 Be7 12. Ne4 Nh4 13. Nxh4 8xh4 14. NgS 8f5 15. c3 Bxg5 16. 8xg5 Kd7\n";
    assert!(read(text).contains("Ke8 h3 h6 Bf4"), "{}", read(text));
}

#[test]
fn the_board_decides_which_lines_are_rows() {
    let page = "300 A LITTLE BOOK OF GAMES\nGAME No. 3\nWhite: Smith. Black: Jones.\n\
        4.P—K4 P—K4\n2. Kt—KB3 Kt—QB3\nThe usual moves, after which the °M€ is open\nand both sides develop.\n\
        3. B—Kt5 P—OR3\n4. B—R4\nHere many players prefer to take at once.\nae Kt—B3\n\
        A LITTLE BOOK OF GAMES 301\n5. Castles B—K2\n6. R—Ksq P—OKt4\n7. B—Kt3 Castles\n8. P—B3 P—Q4\n";
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5";
    assert_eq!(moves(&["--extract", "--repair"], page), expected);
}

/// A recogniser's readings, as CSV and as JSON lines: White's third move and Black's fourth are misread, and
/// the right ones are second.
const READINGS: [(&str, &str, &str, &str); 14] = [
    ("1", "1", "e4", "0.98"),
    ("1", "2", "e5", "0.97"),
    ("2", "1", "Nf3", "0.91"),
    ("2", "2", "Nc6", "0.88"),
    ("3", "1", "Bb6", "0.52"),
    ("3", "1", "Bb5", "0.45"),
    ("3", "2", "a6", "0.95"),
    ("4", "1", "Ba4", "0.90"),
    ("4", "2", "Nb6", "0.60"),
    ("4", "2", "Nf6", "0.30"),
    ("5", "1", "O-O", "0.90"),
    ("5", "2", "Be7", "0.90"),
    ("6", "1", "Re1", "0.90"),
    ("6", "2", "b5", "0.90"),
];
const READ: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5";

fn csv(readings: &[(&str, &str, &str, &str)]) -> String {
    let rows = readings.iter().map(|(row, column, text, score)| format!("{score},{text},{column},{row}\n"));
    format!("score,text,column,row\n{}", rows.collect::<String>())
}

#[test]
fn a_recognisers_alternatives_are_evidence() {
    let of_column = |column: &str| if column == "1" { "white" } else { "black" };
    let json = READINGS.map(|(row, column, text, score)| {
        let column = of_column(column);
        format!(r#"{{"page": 1, "row": {row}, "column": "{column}", "text": "{text}", "score": {score}}}"#)
    });
    for sheet in [csv(&READINGS), json.join("\n")] {
        assert_eq!(moves(&["--repair"], &sheet), READ, "{sheet}");
        let said = run(&["--repair"], &sheet).stderr;
        let said = String::from_utf8(said).expect("UTF-8");
        assert!(said.contains("3. Bb6: read as Bb5"), "{said}");
        // Without repairs the most likely readings stand, and others are suggested.
        let plain = run(&[], &sheet);
        let (pgn, said) = (String::from_utf8_lossy(&plain.stdout), String::from_utf8_lossy(&plain.stderr));
        assert!(pgn.contains("2. Nf3 Nc6 {Bb6 a6 4. Ba4 Nb6 5. O-O"), "{pgn}");
        assert!(said.contains("did you mean Bb5?") && !pgn.contains("%read"), "{said}{pgn}");
    }
    // Among those that fit equally well the score decides.
    for (rook, pawn, expected) in [("0.6", "0.3", "h5"), ("0.3", "0.6", "b5")] {
        let mut readings = READINGS.to_vec();
        readings[13] = ("6", "2", "h5", rook);
        readings.push(("6", "2", "b5", pawn));
        assert!(moves(&["--repair"], &csv(&readings)).ends_with(expected));
    }
}

#[test]
fn a_recognisers_columns_are_identified_by_content() {
    // Numbers, White, his clock, Black; the later moves next to the first ones; a cell without a result.
    let sheet = "row,column,text\n\
        0,0,1\n0,1,e4\n0,2,0:01\n0,3,e5\n1,0,2\n1,1,Nf3\n1,2,0:02\n1,3,Nc6\n2,0,3\n2,1,Bb5\n2,2,0:05\n2,3,a6\n\
        0,4,4\n0,5,Ba4\n0,6,Nf6\n1,4,5\n1,5,\n1,6,Be7\n2,4,6\n2,5,Re1\n2,6,b5\n";
    let found = moves(&["--repair"], sheet);
    let (before, after) = ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 ", " Be7 Re1 b5");
    assert!(found.starts_with(before) && found.ends_with(after), "{found}");
    assert_eq!(found.split(' ').count(), 12);
}

#[test]
fn sheets_as_players_write_them_are_read() {
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6";
    for sheet in [
        // The later moves next to the first ones.
        "1. e4 e5      5. O-O Be7\n2. Nf3 Nc6    6. Re1 b5\n3. Bb5 a6     7. Bb3 d6\n4. Ba4 Nf6\n",
        // Clock times.
        "1. e4 0:01 e5 0:02\n2. Nf3 0:03 Nc6 0:05\n3. Bb5 0:08 a6 0:07\n4. Ba4 0:10 Nf6 0:12\n5. O-O 0:15 Be7 0:20\n\
         6. Re1 0:18 b5 0:21\n7. Bb3 0:19 d6 0:22\n",
        // Struck words.
        "1. e4 e5\n2. Nf3 ~~Nf6~~ Nc6\n3. ~~Bc4~~ Bb5 a6\n4. Ba4 Nf6\n5. O-O [d3] Be7\n6. Re1 b5\n7. Bb3 d6\n",
        // A missing row.
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4.\n5. Ba4 Nf6\n6. O-O Be7\n7. Re1 b5\n8. Bb3 d6\n",
        // White's first cell is empty.
        "1. ... e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n6. Re1 b5\n7. Bb3 d6\n",
    ] {
        let found = moves(&["-f", "san", "--repair"], sheet);
        // The move of an empty cell is unknown.
        let known =
            if sheet.starts_with("1. ...") { found.split_once(' ').expect("moves").1 } else { &found };
        assert!(expected.ends_with(known), "{sheet}: {found}");
        assert_eq!(found.split(' ').count(), 14, "{sheet}: {found}");
    }
}

/// Two players' scoresheets of a game, merged.
fn merged(one: &str, other: &str, args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    file("one.txt", one);
    file("other.txt", other);
    plyglot(&[&["merge", "one.txt", "other.txt"], args].concat())
        .current_dir(Path::new(folder.path()))
        .output()
        .expect("the program runs")
}

#[test]
fn merging_gives_the_confidence_of_each_move() {
    let one = "1. e4 e5\n2. Nf3 Nc6\n3. Bb6 a6\n4. Ba4 Nf6\n5. O-O Be7\n";
    let other = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a5\n4. Ba4 Nf6\n5. O-O Be7\n";
    let output = merged(one, other, &["--layout", "jsonl", "--message-format", "json"]);
    let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
    let moves = game["moves"].as_array().expect("moves");
    let confidences: Vec<f64> = moves.iter().filter_map(|it| it["confidence"].as_f64()).collect();
    assert_eq!(confidences.len(), 10, "{game}");
    assert!(confidences[0] > 0.99 && confidences[4] > 0.99, "{confidences:?}");
    // The players differ: a pawn on a5 is as likely as one on a6.
    assert!((0.2..0.9).contains(&confidences[5]), "{confidences:?}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let said: Vec<Value> = said.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let differences: Vec<&Value> = said.iter().filter(|it| it["kind"] == "difference").collect();
    assert_eq!(differences.iter().map(|it| it["ply"].as_u64()).collect::<Vec<_>>(), [Some(5), Some(6)]);
    assert_eq!(differences[0]["texts"], serde_json::json!(["Bb6", "Bb5"]));
    assert_eq!(differences[0]["taken"], "Bb5");
    assert_eq!(differences[1]["confidence"].as_f64(), Some(confidences[5]));
    assert_eq!(output.status.code(), Some(1), "one of them is not certain");
    // Identical witnesses give no message; where one ends early, the other supplies the rest.
    assert_eq!(merged(other, other, &[]).stderr, b"");
    let whole = merged(other, "1. e4 e5\n2. Nf3 Nc6\n", &["-q", "--layout", "moves", "-t", "uci"]);
    assert_eq!(String::from_utf8_lossy(&whole.stdout).split_whitespace().count(), 11);
}

#[test]
fn repair_sure_ends_a_game_at_an_uncertain_move() {
    // All is clear but Black's fifth move, for which both texts are plausible.
    let mut readings: Vec<_> = READINGS.map(|it| (it.0, it.1, it.2, "0.999")).into();
    readings.retain(|it| !["Bb6", "Nb6", "Be7"].contains(&it.2));
    readings.extend([("5", "2", "Be7", "0.5"), ("5", "2", "Bc5", "0.4")]);
    let sheet = csv(&readings);
    assert_eq!(moves(&["--repair"], &sheet), READ);
    let kept = moves(&["--repair=sure"], &sheet);
    assert!(READ.starts_with(&kept) && kept.starts_with("e4 e5") && !kept.contains("Be7"), "{kept}");
    let output = run(&["--repair=sure"], &sheet);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("would be read as") && said.contains("% confidence"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_page_ends_its_game_where_something_else_begins() {
    let rows = "1. P—K4 P—K4\n2. Kt—KB3 Kt—QB3\n3. B—Kt5 P—OR3\n4. B—R4 Kt—B3\n5. Castles B—K2\n6. R—Ksq P—OKt4\n\
        7. B—Kt3 Castles\n8. P—B3 P—Q4\n";
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5";
    for after in [
        "",
        "and White resigns.\n",
        "[Footnote A: 9. PxP was played in a later game.]\n",
        "THE LITTLE BOOK 17\n",
    ] {
        let page =
            format!("300 A LITTLE BOOK OF GAMES\nGAME No. 3\nWhite: Smith. Black: Jones.\n{rows}{after}");
        assert_eq!(moves(&["--extract", "--repair"], &page), expected, "{after}");
    }
}

const RUY: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6";

#[test]
fn letters_and_moves_that_change_places_are_put_back() {
    for (text, said) in [
        ("1. e4 e5 2. N3f Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n", "N3f: read as Nf3"),
        ("1. e4 e5 2. Nf3 N6c 3. Bb5 a6 4. 4Ba Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n", "N6c: read as Nc6"),
        (
            "1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n",
            "swapped with another move",
        ),
    ] {
        assert_eq!(moves(&["--repair"], text), RUY, "{text}");
        let output = run(&["--repair"], text);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(said), "{text}");
        assert_eq!(output.status.code(), Some(i32::from(is_unsure(&told))), "{text}: {told}");
    }
}

/// Whether messages name a ply that is less than certain, or cannot be read at all.
fn is_unsure(told: &str) -> bool {
    ["% sure", "% confidence", "error: "].iter().any(|it| told.contains(it))
}

/// A few words may be left out, each with a message and a comment; where more are, the game is lost.
#[test]
fn words_that_are_left_out_stay_in_comments() {
    for (words, few) in [("Qxh8", true), ("Qxh8 Rxd8 Kxe8", true), ("Qxh8 Qxh8 Qxh8 Qxh8", false)] {
        let text =
            format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {words} 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n");
        let output = run(&["-f", "san", "--repair"], &text);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(i32::from(is_unsure(&told))), "{words}: {told}");
        let pgn = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
        let (read, rest) = pgn.split_once('{').expect("a comment");
        assert!(words.split(' ').all(|it| rest.contains(it)), "{pgn}");
        assert_eq!(read.trim(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
        let goes_on = moves(&["-f", "san", "--repair"], &text) == RUY;
        assert_eq!(goes_on, few, "{pgn}");
        let left_out = rest.matches("left out; the game reads on without it").count();
        assert_eq!(left_out, if few { words.split(' ').count() } else { 0 }, "{pgn}");
    }
}

/// In any language, and with lines of moves in them.
#[test]
fn a_slip_among_notes_in_running_text_is_repaired() {
    let text = "1. c2—c4 e7—e6 2. e2—e4 c7—c5 Jó folytatás 2. . . d5 is. 3. Hg1—f3 Hb8—c6 4. d2—d4 c5Xd4 5. Hf3Xd4 Hb8—c6 6. Hb1—c3 \
                Vd8—a5 Jobbnak látszik 6. . . Fb4, mire dr. Anna és dr. Bert között 7. HXc6, bXc6 8. Fd3, 0—0 stb. következett. 7. \
                Hd4Xc6 b7Xc6 8. Ff1—d3 Ff8—e7 Figyelembe jön 8. . . . Fb4. 9. 0—0 0—0 10. Vd1—e2 .... Igen jó lépés, mely fenyeget. \
                Fenyeget 11. e5. 10.............. d7—d5 11. e4Xd5 c6Xd5 12. c4Xd5 Fe7—b4 13. d5Xe6 Fc8Xe6 14. Hc3—e4 Hf6Xe4\n";
    let expected = "c4 e6 e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 Qa5 Nxc6 bxc6 Bd3 Be7 O-O O-O Qe2 d5 exd5 cxd5 cxd5 Bb4 dxe6 Bxe6 Ne4 Nxe4";
    assert_eq!(moves(&["--repair"], text), expected);
    let russian = "1. d2—d4 d7—d5\n2. c2—c4 e7—e5\n3. d4:e5 d5—d4\n4. e2—е3 Cf8—b4+\n5. Ce1—d2 d4:e3\n\
                   6. Cd2:b4 е3:f2+\n7. Kpe1—e2 f2:g1K+\n8. Лh1:g1 Cc8—g4+\n";
    assert_eq!(
        moves(&["--repair"], russian),
        "d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4 exf2+ Ke2 fxg1=N+ Rxg1 Bg4+"
    );
}

/// A mark of check is evidence of what a move is; on a move that fits, it is only reported.
#[test]
fn false_marks_are_weighed() {
    for (text, read, said) in [
        // The bishop could go to d3 and e2, but it gives check, and takes on d7.
        ("1. e4 d6 2. Bd3+ Bd7 3. Bxd7+ Qxd7 *\n", "e4 d6 Bb5+ Bd7 Bxd7+ Qxd7", "Bd3+: read as Bb5+"),
        ("1. e4 d6 2. Bb4+ c6 3. Ba4 Nf6 *\n", "e4 d6 Bb5+ c6 Ba4 Nf6", "Bb4+: read as Bb5+"),
        (
            "1. d4 e6 2. c4 Be7+ 3. Nc3 Nf6 4. e3 O-O *\n",
            "d4 e6 c4 Be7 Nc3 Nf6 e3 O-O",
            "Be7+: marked as check",
        ),
        // It can be read, but `e` is easily taken for `c`.
        (
            "[FEN \"4k3/8/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n1. Rc1+ Kf8 2. h3 Kg7 3. g3 Kf6 *\n",
            "Re1+ Kf8 h3 Kg7 g3 Kf6",
            "Rc1+: read as Re1+; Rc1 would fit as well",
        ),
    ] {
        assert_eq!(moves(&["--repair"], text), read);
        let output = run(&["--repair"], text);
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{text}");
    }
}

/// How sure each ply of a text is said to be.
fn confidences(text: &str) -> Vec<f64> {
    let output = run(&["-q", "--repair", "--layout", "jsonl"], text);
    let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
    let moves = game["moves"].as_array().expect("moves");
    moves.iter().map(|it| it["confidence"].as_f64().expect("a confidence")).collect()
}

/// The scale is that of real texts (`tests/peers/decoding.py --bins`): here it is held to what it was found to be.
#[test]
fn confidences_are_neither_bold_nor_timid() {
    // One slip, then nothing but the rules to decide; the more follows, the surer it is.
    let short = confidences("1. e4 d6 2. Bb4+ c6 3. Ba4 Nf6 *\n");
    let long = confidences("1. e4 e5 2. N3f Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n");
    assert!((0.85..0.985).contains(&short[2]), "{short:?}");
    assert!(long[1..3].iter().all(|it| (0.85..0.97).contains(it)), "{long:?}");
    assert!(long[0] >= 0.99 && long[4] >= 0.99, "{long:?}");
}

/// `--repair=sure` asks for 99 %, not for much.
#[test]
fn what_is_probable_is_not_sure() {
    let text = "1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n";
    let all = confidences(text);
    let first = all.iter().position(|it| *it < 0.99).expect("an unsure ply");
    assert!(all[first] > 0.8, "{all:?}");
    assert_eq!(moves(&["--repair"], text).split(' ').count(), 10);
    assert_eq!(moves(&["--repair=sure"], text).split(' ').filter(|it| !it.is_empty()).count(), first);
    let said = run(&["--repair=sure"], text);
    let percent = (all[first] * 100.0).floor();
    let told = String::from_utf8_lossy(&said.stderr);
    assert!(told.contains(&format!("with only {percent} % confidence")), "{told}");
    assert_eq!(said.status.code(), Some(1));
}

#[test]
fn a_paragraph_of_a_newspaper_is_a_page() {
    const GAME: &str = "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3 Qxf3 Qf6 e5 Qxe5 d3 Bh6 Nc3 Nc6 Bd2 Nge7";
    let paragraph = "Played on Saturday last, between Mr Grey, of Hull, and Mr Brown, who won 4 of 5 games. White. Black. 1 P to K 4 \
                     P to K 4 2 P to K B 4 P tks P 3 Kt toKBS P to K Kt 4 4 B to B 4 P to K Kt 5 5 Castles P tks Kt 6 Q tks P \
                     Q to K B 3 7 P to K 5 Q tks P (a) 8 P to Q 3 K B to R 3 9 Kt to Q B 3 Kt to Q B 3 10 B to Q 2 K Kt to K 2.\n\
                     (a) A bold move, after which White stands well.\n";
    let disguised = paragraph.replace('K', "X");
    for text in [paragraph, &disguised] {
        for args in [&["--repair"][..], &["--extract", "--repair"]] {
            assert_eq!(moves(args, text), GAME, "{args:?}");
            let output = run(&[args, &["--message-format", "json"]].concat(), text.as_bytes());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "plies are doubtful: {said}");
            assert_eq!(said.contains("\"kind\":\"disguise\""), text.contains('X'), "{said}");
        }
    }
}
