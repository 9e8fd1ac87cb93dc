//! PGN in all its varieties: nothing is lost, and problems are reported.

use crate::support::{converted, described, fixture, run};

#[test]
fn nasty() {
    insta::glob!("../../fixtures/pgn", "*.pgn", |path| {
        let input = std::fs::read(path).expect("a fixture");
        insta::assert_snapshot!(described(&["-v"], input));
    });
}

#[test]
fn output_reads_back_to_the_same_bytes() {
    let names = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pgn")).expect("fixtures");
    for name in names {
        let path = name.expect("a fixture").path();
        let input = std::fs::read(&path).expect("a fixture");
        let first = run(&["-q"], input).stdout;
        let second = run(&["-q"], &first).stdout;
        assert_eq!(String::from_utf8_lossy(&first), String::from_utf8_lossy(&second), "{}", path.display());
    }
}

#[test]
fn the_last_of_several_results_counts_and_the_others_are_kept() {
    for (text, written, said) in [
        ("1. e4 1-0 1-0\n", "1. e4 1-0\n\n", ""),
        (
            "1. e4 1-0 {x} 0-1\n",
            "1. e4 {1-0} {x} 0-1\n\n",
            ":1:7: warning: game 1, 1-0: a result before the end",
        ),
        ("1. e4 1-0 0-1 *\n", "1. e4 {1-0} {0-1} *\n\n", " 1 more early-result warning, at 1:11\n"),
    ] {
        let output = run(&[], text);
        assert_eq!(String::from_utf8_lossy(&output.stdout), written);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(said) && stderr.is_empty() == said.is_empty(), "{text}: {stderr}");
    }
}

#[test]
fn every_notation_reads_back_to_the_same_game() {
    for name in ["opera.pgn", "deep-blue.pgn", "immortal.pgn"] {
        let san = converted(&[], fixture(name));
        for notation in ["lan", "uci", "iccf", "smith", "san:figurine", "san:de", "san:ru", "lan:el"] {
            let other = converted(&["-t", notation], fixture(name));
            assert!(other.contains(&format!("[Notation \"{notation}\"]")), "{notation}");
            assert_eq!(converted(&[], &other), san, "{notation}");
            let untagged = other.replace(&format!("[Notation \"{notation}\"]\n"), "");
            assert_eq!(converted(&["-f", notation], &untagged), san, "{notation}");
            assert_eq!(converted(&[], &untagged), san, "{notation}, detected");
        }
    }
}

#[test]
fn the_canonical_texts_of_the_conventional_notations() {
    let game =
        "[FEN \"r3k2r/3p2P1/8/4P3/8/8/8/R3K2R b KQkq - 0 1\"]\n\n1... d5 2. exd6 Ra7 3. g8=Q+ Rxg8 *\n";
    for (notation, moves) in [
        ("san", "1... d5 2. exd6 Ra7 3. g8=Q+ Rxg8"),
        ("lan", "1... d7-d5 2. e5xd6 Ra8-a7 3. g7-g8=Q+ Rh8xg8"),
        ("uci", "1... d7d5 2. e5d6 a8a7 3. g7g8q h8g8"),
        ("iccf", "1... 4745 2. 5546 1817 3. 77781 8878"),
        ("smith", "1... d7d5 2. e5d6E a8a7 3. g7g8Q h8g8q"),
    ] {
        let output = converted(&["-t", notation], game);
        assert!(output.contains(&format!("{moves} *")), "{notation}: {output}");
    }
    for (notation, moves) in [
        ("san", "1. O-O O-O-O"),
        ("lan", "1. O-O O-O-O"),
        ("uci", "1. e1g1 e8c8"),
        ("iccf", "1. 5171 5838"),
        ("smith", "1. e1g1c e8c8C"),
    ] {
        let game = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. 0-0 0-0-0 *\n";
        assert!(converted(&["-t", notation], game).contains(&format!("{moves} *")), "{notation}");
    }
    for (notation, moves) in [("uci", "1. g1h1 g8h8"), ("iccf", "1. 7181 7888"), ("smith", "1. g1g1c g8g8c")]
    {
        let game = "[FEN \"6kr/8/8/8/8/8/8/6KR w Hh - 0 1\"]\n\n1. O-O O-O *\n";
        assert!(converted(&["-t", notation], game).contains(&format!("{moves} *")), "{notation}");
    }
}

#[test]
fn lines_do_not_exceed_the_width() {
    let opera = fixture("opera.pgn");
    for width in [20, 40, 79, 120] {
        let output = converted(&["--width", &width.to_string(), "-t", "san:figurine"], &opera);
        let longest = output.lines().filter(|it| !it.starts_with('[')).map(|it| it.chars().count()).max();
        assert!(longest <= Some(width), "{width}: {longest:?}");
        assert_eq!(converted(&[], &output), converted(&[], &opera), "{width}");
    }
    let one_line = converted(&["--width", "0"], &opera);
    assert_eq!(one_line.lines().filter(|it| !it.starts_with('[') && !it.is_empty()).count(), 1);
}

#[test]
fn parts_are_omitted_on_request() {
    let input = fixture("pgn/comments.pgn");
    let all = converted(&["-q"], &input);
    assert!(all.contains("{one}") && all.contains("(2. f4"));
    let plain = converted(&["-q", "--no-comments", "--no-variations", "--no-nags"], &input);
    assert_eq!(plain, "[Event \"comments\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n");
    let no_variations = converted(&["-q", "--no-variations"], &input);
    assert!(no_variations.contains("{after it}") && !no_variations.contains("{in a variation}"));
    let no_nags = converted(&["--no-nags"], fixture("opera.pgn"));
    assert!(!no_nags.contains('$') && no_nags.contains("Fischer"));
}

#[test]
fn the_unread_rest_stays_even_without_comments() {
    let output = run(&["--no-comments"], "1. e4 e5 2. Ke3 Nc6 {text} *\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1. e4 e5\n;Ke3 Nc6 {text}\n*\n\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn json_lines() {
    let input = fixture("pgn/comments.pgn");
    let output = run(&["--layout", "jsonl", "-t", "lan"], &input);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    insta::assert_snapshot!(text);
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(game["v"], 1);
        assert_eq!(game["moves"][0]["text"], "e2-e4");
        assert_eq!(game["moves"][2]["variations"][0][0]["uci"], "f2f4");
        assert_eq!(game["moves"][2]["variations"][0][1]["variations"][0][2]["san"], "e4");
    }
    let errors = run(&["--layout", "jsonl"], "1. e4 e5 2. Ke3 *\n");
    let game: serde_json::Value = serde_json::from_slice(&errors.stdout).expect("JSON");
    assert_eq!(game["errors"][0]["kind"], "no-legal-move");
    assert_eq!(game["errors"][0]["column"], 13);
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(2));
}

/// Wherever a line is broken, the words are the same, even of moves that the notation cannot express.
#[test]
fn commands_in_comments_are_never_broken() {
    let game = "1. e4 { [%eval 0.57] [%clk 0:04:58] } 1... e5 {[%clk 0:05:00] a word [%csl Gd4,Re5] and more} \
                2. Nf3 {[% ] [%a b} *\n";
    let one_line = converted(&["--width", "0"], game);
    for width in 1..=100 {
        let output = converted(&["--width", &width.to_string()], game);
        for line in output.lines() {
            let (opened, closed) = (line.matches("[%").count(), line.matches(']').count());
            assert!(opened == closed || line.contains("[%a"), "width {width}: {output}");
        }
        assert_eq!(converted(&["--width", "0"], &output), one_line, "width {width}");
    }
}

#[test]
fn words_do_not_depend_on_the_width() {
    let words = |width: usize| -> Vec<String> {
        let args = ["-t", "uchess", "--no-comments", "--width", &width.to_string(), "fixtures/opera.pgn"];
        let text = String::from_utf8(run(&args, "").stdout).expect("UTF-8");
        text.split_whitespace().map(str::to_owned).collect()
    };
    let expected = words(0);
    assert!(expected.iter().any(|it| it == "{11."));
    for width in 1..=100 {
        assert_eq!(words(width), expected, "width {width}");
    }
}

#[test]
fn bare_moves_end_with_their_line() {
    for (input, games) in [
        ("e4 e5 Nf3 *\nd4 d5 1-0\n", vec!["1. e4 e5 2. Nf3 *", "1. d4 d5 1-0"]),
        (
            "e4 e5 { a note } *\r\nNf3\r\nNf6 *\r\nb3 0-1",
            vec!["1. e4 e5 {a note} *", "1. Nf3 Nf6 *", "1. b3 0-1"],
        ),
        // A marker within a line, a comment after it, and lines that go on.
        ("e4 * e5\n", vec!["1. e4 {*} 1... e5 *"]),
        ("e4 e5 *\n{ a note }\n", vec!["1. e4 e5 {a note} *"]),
        ("e4 e5\nNf3 Nc6 *\n", vec!["1. e4 e5 2. Nf3 Nc6 *"]),
    ] {
        let output = converted(&["-q"], input);
        let found: Vec<&str> = output.split("\n\n").map(str::trim).filter(|it| !it.is_empty()).collect();
        assert_eq!(found, games, "{input}");
    }
}

/// Rulers belong to no game, and are not null moves.
#[test]
fn a_tag_pair_is_on_one_line() {
    let table = "White,Black,moves\n\"Berg,\nAnn\",\"Dahl, Bo\",\"1. e4 e5\"\n";
    let game = "[White \"Berg, Ann\"]\n[Black \"Dahl, Bo\"]\n\n1. e4 e5 *\n\n";
    assert_eq!(converted(&[], table), game);
}

#[test]
fn a_ruler_between_games_is_not_a_move() {
    for ruler in ["---", "----------", "==========", "_____", "  ~~~~~~  ", "—————", "------\n======"]
    {
        for (before, after) in
            [("1. e4 e5 *", "1. d4 d5 *"), ("[Event \"a\"]\n\n1. e4 *", "[Event \"b\"]\n\n1. d4 *")]
        {
            let written = converted(&[], format!("{ruler}\n{before}\n\n{ruler}\n\n{after}\n{ruler}\n"));
            assert_eq!(written, format!("{before}\n\n{after}\n\n"), "{ruler}");
        }
    }
    assert_eq!(converted(&[], "1. e4 -- 2. -- *\n"), "1. e4 -- 2. -- *\n\n");
}

/// A number that was misread begins another game only if the numbers after it count on from it.
#[test]
fn a_number_read_as_1_does_not_split_the_game() {
    let game =
        "1. e4 c5 2. Nf3 e6 3. d4 cxd4 4. Nxd4 a6 5. Nc3 b5 6. a3 Bb7 7. g3 Nc6 8. Nxc6 Bxc6 9. Bg2 Bc5";
    let whole = converted(&["-q"], game);
    for (n, separator) in (2..9).flat_map(|n| [(n, " "), (n, "\n"), (n, "\n\n")]) {
        let misread = game.replace(&format!(" {n}. "), &format!("{separator}1. "));
        for tags in ["", "[Event \"?\"]\n\n"] {
            let output = run(&[], [tags, &misread, "\n"].concat());
            let written = String::from_utf8_lossy(&output.stdout).into_owned();
            // After a blank line it is the next game, in which rows are missing.
            if separator != "\n\n" {
                assert_eq!(written, [tags, &whole].concat(), "{misread:?}");
            }
            assert!(!output.stderr.is_empty(), "{misread:?}");
        }
    }
    let two = converted(&["-q"], "1. e4 c5 2. Nf3 e6 1. d4 d5 2. c4 e6");
    assert_eq!(two, "1. e4 c5 2. Nf3 e6 *\n\n1. d4 d5 2. c4 e6 *\n\n");
}

/// A `;` that was mistyped or misread makes a comment of the rest of its line.
#[test]
fn moves_after_a_semicolon_are_told_and_read_with_repairs() {
    const MOVES: &str =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *";
    let game = format!("[Event \"?\"]\n\n{MOVES}\n");
    let last = |args: &[&str], text: &str| {
        let output = run(args, text);
        let moves = String::from_utf8_lossy(&output.stdout).trim_end().ends_with("9. h3 *");
        (moves, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (text, signs, repaired) in [
        ("5.", ";.", true),
        ("5.", ";5.", true),
        (" 6.", ";6.", true),
        (" Re1", " ;e1", true),
        // It may be another program's note.
        ("d6", "d6;", false),
        ("9.", "; 9.", false),
    ] {
        let hidden = game.replace(text, signs);
        let (_, said) = last(&[], &hidden);
        assert!(said.contains("the moves go on in this comment; kept as one"), "{hidden}{said}");
        assert_eq!(last(&["--repair", "--no-comments"], &hidden).0, repaired, "{hidden}");
    }
    for note in [" ; 9. d4 Bg4 10. Be3 is older *", " ; the end\n*", "\n; Game 9. was drawn\n*"] {
        assert_eq!(last(&[], &game.replace(" *", note)).1, "", "{note}");
    }
}
