//! Detection of a game's notation: by reading it, with a note where it is not SAN, and an error where it is ambiguous.

use crate::support::{converted, described, fixture, run};

/// The names under which games in these notations are detected.
const FOUND: [(&str, &str); 27] = [
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

#[test]
fn a_game_with_tags_is_in_english_if_it_can_be() {
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ne2 *\n";
    let said = described(&["-t", "uci"], game);
    assert!(said.contains("1. e2e4 e7e5 2. g1e2 *"), "{said}");
    assert!(
        said.contains("warning: game 1 (A – B): reads as san:ro as well, with different moves; read as san"),
        "{said}"
    );
    assert!(said.ends_with("status 0\n"), "{said}");
    let bare = described(&[], "1. e4 e5 2. Ne2 *\n");
    assert!(bare.contains("error: game 1: reads as san and as san:ro, with different moves"), "{bare}");
}
