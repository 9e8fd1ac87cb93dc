//! Detection of a game's notation: by reading it, with a note where it is not SAN, and an error where it is ambiguous.

use crate::support::{converted, described, fixture, run};

/// The names under which games in these notations are detected.
const FOUND: [(&str, &str); 30] = [
    ("iccf", "iccf"),
    ("smith", "smith"),
    ("sllavcco", "sllavcco"),
    ("sllavcco:ascii", "sllavcco"),
    ("sllavcco:figurine", "sllavcco"),
    ("sllavcco:cs", "sllavcco:cs"),
    ("chess99", "chess99"),
    ("chess99:ascii", "chess99"),
    ("geographical", "geographical"),
    ("geographical:compact", "geographical"),
    ("economical:bare", "economical:bare"),
    ("economical:priority", "economical:priority"),
    ("san:de", "san:de"),
    ("san:nl", "san:nl"),
    ("san:fr", "san:fr"),
    ("san:pl", "san:pl"),
    ("san:hu", "san:hu"),
    ("san:ru", "san:ru"),
    ("san:lt", "san:lt"),
    ("san:vi", "san:vi"),
    ("lan:id", "san:id"),
    ("lan:tr", "san:tr"),
    ("lan:el", "san:el"),
    ("spoken", "spoken"),
    ("spoken:nato", "spoken"),
    ("spoken:de", "spoken:de"),
    ("spoken:fr", "spoken:fr"),
    ("spoken:es", "spoken:es"),
    ("spoken:it", "spoken:it"),
    ("spoken:pt", "spoken:pt"),
];

fn untagged(game: &str, notation: &str) -> String {
    converted(&["-t", notation], fixture(game)).replace(&format!("[Notation \"{notation}\"]\n"), "")
}

#[test]
fn the_notation_of_a_game_is_detected() {
    for game in ["deep-blue.pgn", "opera.pgn"] {
        let san = converted(&[], fixture(game));
        for (notation, found) in FOUND {
            let text = untagged(game, notation);
            assert_eq!(converted(&[], &text), san, "{notation}");
            let said = described(&["-v"], &text);
            // Serbian letters equal the German ones, and so on: the first language with them is named.
            assert!(said.contains(&format!(": read as {found}\n")), "{notation}: {said}");
        }
        // Whatever SAN's reader accepts needs no other notation, and gives no message.
        for notation in ["san", "san:figurine", "lan", "uci", "economical"] {
            let text = untagged(game, notation);
            assert_eq!(described(&["-v"], &text), format!("{san}--- stderr\n--- status 0\n"), "{notation}");
        }
    }
}

/// In Dutch `P` is the knight, in SAN optionally a pawn: both read everything, with different moves.
#[test]
fn two_notations_that_give_different_moves_are_an_error_that_names_them() {
    let game = "[Event \"?\"]\n\n1. Pf3 Pc6 *\n";
    let said = described(&[], game);
    assert!(said.contains("error: game 1: reads as san and as san:nl, with different moves"), "{said}");
    assert!(said.ends_with("--- status 1\n"), "{said}");
    assert!(converted(&["-f", "san:nl"], game).contains("1. Nf3 Nc6 *"));
    assert!(converted(&["-f", "san"], game).contains("1. f3 c6 *"));
    // The game's own tag decides, too.
    assert!(converted(&[], format!("[Notation \"san:nl\"]\n{game}")).contains("1. Nf3 Nc6 *"));
    // One more move, which is not a pawn's.
    assert!(converted(&[], game.replace('*', "2. Pg5 *")).contains("1. Nf3 Nc6 2. Ng5 *"));
}

/// Every game is detected separately; variations are in the notation of their game.
#[test]
fn games_of_one_file_may_be_in_different_notations() {
    let games = "1. Sf3 d5 (1... Sf6 2. g3) 2. Sc3 *\n\n1. e2e4 *\n\n1. P5 - n2 P3 - s2 2. N2 - nnw *\n\n1. 5254 4745 *\n";
    let output = run(&["-v"], games);
    let text = String::from_utf8_lossy(&output.stdout);
    for moves in ["1. Nf3 d5 (1... Nf6 2. g3) 2. Nc3 *", "1. e4 *", "1. e4 c5 2. Nf3 *", "1. e4 d5 *"] {
        assert!(text.contains(moves), "{moves} in\n{text}");
    }
}

/// If no notation reads everything, the one that reads furthest gives the errors.
#[test]
fn the_notation_that_reads_furthest_explains_the_failure() {
    let said = described(&["-v"], "1. Sf3 Sf6 2. Lb5 *\n");
    assert!(said.contains("read as san:de"), "{said}");
    assert!(said.contains("2. Lb5: no legal move"), "{said}");
}

/// Games of words that are all English SAN are English SAN, whatever other notations make of them: legal ones read without a
/// word, an illegal move is an error, and `check` passes none.
#[test]
fn san_has_standing() {
    for tags in ["", "[White \"A\"]\n\n"] {
        for (legal, illegal) in [
            ("1. e4 e5 2. Ne2", ""),
            ("1. d4 d5 2. Nd2", ""),
            ("1. e4 e5 2. Nf3 Nc6 3. Ng1", ""),
            ("1. e3 e5 2. b4 c5 3. Bb5", "d5"),
            ("1. e4 e5", "2. b5"),
            ("1. d4 d5 2. Nc3 Nf6", "3. Bb4"),
            ("1. e4 c5 2. Nf3 d6 3. d4 cxd4", "4. d4"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1", "f6"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0", "Ng1e2"),
            // Black's bishop could take, and his pawn make a queen of itself.
            ("1. h4 g6 2. h5 Bg7 3. hxg6 Be5 4. gxh7 Bg3", "bxf2"),
            ("1. b4 c5", "2. Bxc5"),
        ] {
            let game = format!("{tags}{legal} {illegal} *\n");
            let status = i32::from(!illegal.is_empty());
            let read = described(&["-v", "--layout", "moves", "--no-results"], &game);
            let moves: Vec<&str> = legal.split(' ').filter(|it| !it.ends_with('.')).collect();
            assert!(read.starts_with(&moves.join(" ").replace("0-0", "O-O")), "{game}{read}");
            assert_eq!(read.contains("no legal move"), status == 1, "{game}{read}");
            assert!(!read.contains("read as") && !read.contains("reads as"), "{game}{read}");
            for command in [&["check", "-"][..], &["--layout", "jsonl"]] {
                assert_eq!(run(command, &game).status.code(), Some(status), "{game}");
            }
        }
    }
}

/// Without a word that English SAN cannot be, only a long game without tags is another notation's, with a warning; `check`
/// passes none.
#[test]
fn a_long_game_may_be_economical_without_a_word_that_shows_it() {
    const GAME: &str = "1. a4 e5 2. f4 d5 3. a5 d6 4. e4 d7 5. f3 a6 6. f2 e4 7. e3 f8 8. b5 d7 9. a3 f4\n";
    let says = "read as economical:priority: all words are standard algebraic notation";
    let read = described(&[], GAME);
    assert!(read.starts_with("1. a4 e5 2. f4 d5 3. a5 Bd6 4. e4 Nd7"), "{read}");
    assert!(read.contains(&format!("warning: game 1: {says}")) && read.ends_with("--- status 0\n"), "{read}");
    let checked = described(&["check", "-"], GAME);
    assert!(checked.contains(&format!("error: game 1: {says}")), "{checked}");
    assert!(checked.ends_with("--- status 1\n"), "{checked}");
    assert!(described(&["check", "-f", "economical:priority", "-"], GAME).ends_with("--- status 0\n"));
    // With tags; of fifteen plies; with three plies after the first that SAN cannot read.
    let short = GAME.replace("a3 f4", "").replace("8. b5 d7 9.", "8. b5");
    for game in [format!("[White \"A\"]\n\n{GAME}"), short, format!("{OPERA} 11. f6 g6 12. g5 *\n")] {
        let read = described(&[], &game);
        assert!(read.contains("no legal move") && read.ends_with("--- status 1\n"), "{game}{read}");
    }
}

/// A legal game without a piece's move so far, and the first plies of another notation.
const OPERA: &str =
    "1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6 9. a4 a5 10. b4 b5";

/// Lower-case letters are pieces or files the whole game long.
#[test]
fn a_lower_case_letter_has_one_meaning_in_a_game() {
    for (typed, read) in [
        ("1. e4 e5 2. cf3 cc6 3. ab5 a6 4. aa4 d6", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6 *"),
        ("1. c4 cc6 2. cf3 cf6", "1. c4 Nc6 2. Nf3 Nf6 *"),
        ("1. e4 d5 2. cc3 cf6 3. cxd5 cxd5", "1. e4 d5 2. Nc3 Nf6 3. Nxd5 Nxd5 *"),
        ("1. e4 d5 2. exd5 dxd5 3. cf3 da5", "1. e4 d5 2. exd5 Qxd5 3. Nf3 Qa5 *"),
        ("1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 dxc6", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *"),
        // The bishop on f1 could also take.
        ("1. b3 c5 2. e3 c4 3. bxc4", "1. b3 c5 2. e3 c4 3. bxc4 *"),
        // The other meaning counts where a move can have no other.
        ("1. e4 d5 2. cf3 a6 3. c4 a5 4. cxd5", "1. e4 d5 2. Nf3 a6 3. c4 a5 4. cxd5 *"),
        ("1. c4 d5 2. cxd5 a6 3. cf3", "1. c4 d5 2. cxd5 a6 3. Nf3 *"),
        (
            "1. nf3 d5 2. g3 c5 3. bg2 nc6 4. nc3 e5 5. e4 dxe4 6. nb5 a6 7. bf1 axb5 8. bxb5 h6 9. bxc6 bxc6",
            "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. Nc3 e5 5. e4 dxe4 6. Nb5 a6 7. Bf1 axb5 8.\nBxb5 h6 9. Bxc6+ bxc6 *",
        ),
        ("1. e4 e5 2. Nf3 Nc6 3. d4 ed 4. Nd4", "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 *"),
    ] {
        assert_eq!(converted(&["-q"], format!("{typed}\n")).trim_end(), read);
    }
    // As economical notation writes it, a pawn moves, but as a Spanish knight's move it fits as well.
    let said = described(&[], "1. e4 d5 2. exd5 dxd5 3. cc3 da5\n");
    assert!(said.contains("economical:priority, with different moves"), "{said}");
    for (notation, typed, at) in [
        // A capital is never a file; a pawn's push.
        ("auto", "1. b4 c5 2. Bxc5", "2. Bxc5"),
        ("san", "1. e4 e5 2. nf3 nc6 3. bb4", "3. bb4"),
    ] {
        let said = described(&["-f", notation], format!("{typed}\n"));
        assert!(said.contains(&format!("error: game 1, {at}: no legal move")), "{typed}: {said}");
    }
}

/// `check` names the notation of each game that is not SAN, in one line for a notation, and passes the game.
#[test]
fn check_names_the_notation_of_a_game() {
    let games = "1. P-K4 P-K4 *\n\n1. e4 e5 *\n\n1. P-Q4 P-Q4 *\n\n[Notation \"uci\"]\n\n1. e2e4 *\n";
    let said = described(&["check", "--strict", "-"], games);
    for told in [
        "<stdin>:1:1: note: game 1: read as descriptive\n",
        "<stdin>: note: 1 more game read as descriptive, at 5:1\n",
        "<stdin>:7:1: note: game 4: read as uci\n",
        "4 games, no errors\n",
        "--- status 0\n",
    ] {
        assert!(said.contains(told), "{told} in {said}");
    }
    // Read as SAN, it would not be legal.
    assert!(described(&["check", "-f", "san", "-"], games).contains("4 games, 2 with errors"));
    assert_eq!(described(&["check", "-q", "-"], games), "--- stderr\n--- status 0\n");
    let json = converted(&["--layout", "jsonl"], games);
    let named: Vec<Option<&str>> = json
        .lines()
        .map(|line| line.split_once("\"read_as\":\"").and_then(|it| it.1.split('"').next()))
        .collect();
    assert_eq!(named, [Some("descriptive"), None, Some("descriptive"), Some("uci")]);
}

/// A pawn becomes a king only where the variant allows it, and a pawn nowhere; neither is a Dutch knight or a Turkish rook.
#[test]
fn no_pawn_becomes_a_pawn() {
    let fen = "[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for text in [
        "e8=P",
        "e8P",
        "e8(P)",
        "e8/P",
        "e8=p",
        "e7-e8=P",
        "e7e8P",
        "e8=K",
        "e7-e8=K",
        "P-K8(P)",
        "P-K8=P",
        "P-K8=P ch",
        "P-K8=P, K-N2",
        "P-K8 becomes a pawn",
        "P-K8(K)",
        "P8R=P",
        "e8 promotes to pawn",
    ] {
        let read = described(&[], format!("{fen}1. {text} *\n"));
        assert!(read.contains(&format!("\n{{{text}")) && read.contains("no legal move"), "{text}: {read}");
        assert!(read.ends_with("--- status 1\n"), "{text}: {read}");
    }
    for (text, san) in [("e8=D", "e8=Q"), ("e8=C", "e8=N"), ("P-K8=N", "e8=N"), ("e7-e8=R", "e8=R")] {
        assert!(converted(&[], format!("{fen}1. {text} *\n")).contains(&format!("\n1. {san}")), "{text}");
    }
    let antichess = "[Variant \"Antichess\"]\n[FEN \"8/4P3/8/8/8/8/8/k7 w - - 0 1\"]\n\n1. e8=K *\n";
    assert!(converted(&[], antichess).contains("\n1. e8=K"));
    // An equals sign before a pawn's move is an evaluation.
    assert_eq!(converted(&[], "1. P-K4 = P-K4 = 2. P-Q4 =\n"), "1. e4 $10 e5 $10 2. d4 $10 *\n\n");
    let said = described(&[], "1. e4 d5 2. exd5 Qxd5 3. P@d4 *\n");
    assert!(said.contains("3. P@d4: no legal move") && said.contains("--rules crazyhouse"), "{said}");
}

/// A rook cannot go there, but the king of French can. One slip does not make a game French; more that only French reads does.
#[test]
fn a_slip_is_no_other_language() {
    let begun = "1. e4 e5 2. f4 exf4 3. Re2 d5 4. Cf3";
    for (more, notation, failing) in
        [("Zq9", "san", "3. Re2"), ("Cf6 5. Cc3 Cc6 6. d3 Zq9", "san:fr", "6... Zq9")]
    {
        let said = described(&["-v"], format!("{begun} {more} *\n"));
        assert_eq!(said.contains("read as san:fr"), notation == "san:fr", "{said}");
        assert!(said.contains(&format!("{failing}: no legal move")), "{said}");
    }
}

/// A pawn that is promoted to nothing in particular is no queen of a notation in which all squares of departure are needless.
#[test]
fn an_unsaid_promotion_is_no_other_notation() {
    for moves in [
        "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 f6g8 b7a8 b8c6",
        "e2-e4 d7-d5 e4-d5 c7-c6 d5-c6 g8-f6 c6-b7 f6-g8 b7-a8 b8-c6",
    ] {
        let said = described(&[], format!("{moves} *\n"));
        assert!(said.contains("the text does not say to what the pawn is promoted"), "{said}");
    }
}
