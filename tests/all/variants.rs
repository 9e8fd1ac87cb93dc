//! The variants: their names, and the notations of their games.

use crate::support::{converted, run};

/// A game of an unknown variant is never read as one of standard chess.
#[test]
fn unknown_variants_are_errors_in_every_layout() {
    for (variant, meant) in [
        ("Bughouse", ""),
        ("duck", ""),
        ("fairy…", ""),
        ("Crazyhouze", "; did you mean Crazyhouse?"),
        ("standart", "; did you mean Standard?"),
    ] {
        for text in [
            format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n"),
            format!("[Variant \"{variant}\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n"),
            format!("{{\"variant\":\"{variant}\",\"moves\":\"e4 e5\"}}\n"),
            format!("{{\"variant\":\"{variant}\",\"moves\":[\"e4\",\"e5\"]}}\n"),
            format!("variant,moves,result\n{variant},1. e4 e5,*\n"),
        ] {
            let output = run(&["-t", "uci"], &text);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{text}");
            assert!(said.contains(&format!("unknown variant{meant} (--rules")), "{text}: {said}");
            let written = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(
                !written.contains("e2e4") && written.contains("e4"),
                "the moves are kept as words: {written}"
            );
            let forced = run(&["-t", "uci", "--rules", "standard"], &text);
            assert_eq!(forced.status.code(), Some(0), "{text}");
            assert!(String::from_utf8_lossy(&forced.stdout).contains("e2e4"));
        }
    }
}

/// They have been read, and no message says otherwise.
#[test]
fn moves_that_cannot_be_written_have_been_read() {
    let game = "[Variant \"Chess 99\"]\n\n1. e24 e86 2. Nh1g3 *\n";
    let said = run(&["-f", "chess99", "-t", "san"], game).stderr;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("1. e24: a game on 9×9 squares can only be written in"), "{said}");
    assert!(!said.contains("read"), "{said}");
    let page = run(&["-t", "san", "--layout", "html"], game).stdout;
    assert!(String::from_utf8_lossy(&page).contains("Not written: e24 e86 2. Nh1g3"));
}

#[test]
fn the_default_notation_depends_on_the_board() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/chess99/random.pgn");
    let chess99 = converted(&["-t", "chess99", games], "");
    assert_eq!(converted(&[games], ""), chess99);
    assert!(chess99.contains("[Notation \"chess99\"]"));
    let lines = converted(&["--layout", "jsonl", games], "");
    assert!(lines.lines().all(|it| it.contains("\"notation\":\"chess99\"") && it.contains("\"errors\":[]")));
}

#[test]
fn capturing_the_king_wins_and_identifies_the_variant() {
    for (text, variant, result) in [
        ("1. PK4 PK4 2. QN4 PQ4 3. QxB QN4 4. QxK", "U-Chess", "1-0"),
        (
            "1. Kef&P h86 2. Pe1f3 Kef&Q 3. Nh1i3 c7 4. Pf3b7 Pd9b7×P 5. Kfg&B Pb7g2× 6. a3 Pg2e3 7. Kgf&B! g7+ 8. f24! \
             Nb9a7+ 9. a35! Pe3f1×K",
            "Chess 99",
            "0-1",
        ),
    ] {
        let pgn = converted(&["-t", "uci"], text);
        assert!(pgn.contains(&format!("[Variant \"{variant}\"]")), "{pgn}");
        assert!(pgn.trim_end().ends_with(result), "{pgn}");
    }
}
