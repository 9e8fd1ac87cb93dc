//! `plyglot moves` and `plyglot explain`: their output, and their response to nonsense.

use crate::support::run;

/// Returns standard output, standard error and the exit status.
fn said(args: &[&str]) -> (String, String, Option<i32>) {
    let output = run(args, "");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Returns the output, if nothing is wrong.
fn shown(args: &[&str]) -> String {
    let (out, err, status) = said(args);
    assert_eq!((err.as_str(), status), ("", Some(0)), "{args:?}");
    out
}

/// Returns the cells of a table's column by its name in the first row; texts may contain single spaces.
fn column(table: &str, name: &str) -> Vec<String> {
    let mut lines = table.lines().take_while(|it| !it.is_empty());
    let head = lines.next().expect("a head");
    let at = head.split("  ").filter(|it| !it.is_empty()).position(|it| it.trim() == name);
    let at = at.unwrap_or_else(|| panic!("no column {name} in {head}"));
    lines
        .map(|line| line.split("  ").filter(|it| !it.is_empty()).nth(at).unwrap_or("").trim().to_owned())
        .collect()
}

const HOUSE: &str = "4k3/8/8/8/8/8/8/4K3[Bp] w - - 0 1";

#[test]
fn moves_of_the_first_position() {
    let table = shown(&["moves"]);
    assert_eq!(column(&table, "san").len(), 20);
    assert_eq!(column(&table, "san")[16..], ["Na3", "Nc3", "Nf3", "Nh3"]);
    assert_eq!(column(&table, "geographical")[16..], ["N1 - nnw", "N1 - nne", "N2 - nnw", "N2 - nne"]);
    for name in ["san", "lan", "uci", "chess99", "sllavcco", "geographical"] {
        let list = shown(&["moves", "-t", name]);
        assert_eq!(list.lines().collect::<Vec<_>>(), column(&table, name), "{name}");
    }
}

#[test]
fn moves_in_variants() {
    let chess99 = shown(&["moves", "--rules", "chess99", "-t", "chess99"]);
    assert_eq!(chess99.lines().count(), 26);
    assert!(chess99.ends_with("Pf1e3\nPf1g3\nKed&Q\nKef&P\n"), "{chess99}");
    // Nine ranks and pockets identify the variant.
    let nine = "4k4/5b3/9/9/1P7/9/9/9/8K b - b4 0 23";
    let moves = shown(&["moves", "--fen", nine, "-t", "chess99"]);
    assert!(moves.lines().any(|it| it == "Bf8b4*") && moves.lines().any(|it| it == "Bf8b4"), "{moves}");
    let drops = shown(&["moves", "--fen", HOUSE, "-t", "geographical"]);
    assert!(drops.lines().any(|it| it == "B @ s.n2w3"), "{drops}");
    // Moves without a text are listed with the reason.
    let drops = shown(&["moves", "--fen", HOUSE, "-t", "chess99"]);
    assert!(
        drops.contains("\nNot expressible in chess99:\nB@a1  the play notation of Chess 99 has no drops\n"),
        "{drops}"
    );
    let table = shown(&["moves", "--fen", HOUSE]);
    assert!(table.ends_with("\n· cannot be expressed in that notation; -t NOTATION says why.\n"), "{table}");
}

#[test]
fn moves_after_others() {
    for after in [
        "1.e4 e5 2.Nf3",
        "e4 e5 Nf3",
        "e2e4 e7e5 g1f3",
        "e24 e75 Ng1f3",
        "P5-n2 P5-s2 N2-nnw",
        "1.e4 e5 2.♘f3 *",
    ] {
        let moves = shown(&["moves", "-t", "san", "--after", after]);
        assert!(moves.starts_with("a5\na6\n") && !moves.contains("\nexd4"), "{after}: {moves}");
        assert_eq!(moves.lines().count(), 29, "{after}");
    }
    // The stalemate of U-chess as printed in its original, in English and (without its slip) Italian, and in
    // SAN, where the knights' moves would be bishops' in Romanian.
    for after in [
        "1. PK4 PK4 2. PQ4 PQ4 3. NK2 NK2 4. NQ2 NQ2",
        "1. P4R P4R 2. P4D P4D 3. C2R C2R 4. C2D C2D",
        "1.e4 e5 2.d4 d5 3.Ne2 Ne7 4.Nd2 Nd7",
    ] {
        let end = shown(&["moves", "--rules", "uchess", "--after", after]);
        assert_eq!(end, "No legal moves: stalemate, a draw.\n", "{after}");
    }
    let first = shown(&["moves", "--rules", "uchess", "-t", "uchess"]);
    assert_eq!(first, "PQ3\nPQ4\nPK3\nPK4\n");
    let fool = shown(&["moves", "--after", "1.f3 e5 2.g4 Qh4#"]);
    assert_eq!(fool, "No legal moves: mate.\n");
}

/// All meanings of a text, in every notation.
#[test]
fn explanations() {
    let text = shown(&["explain", "Nf3"]);
    assert!(text.starts_with("the knight moves from g1 to f3, in san, lan, "), "{text}");
    let row = |text: &str, name: &str| {
        let row = text.lines().find(|it| it.split_whitespace().next() == Some(name)).map(str::to_owned);
        row.unwrap_or_else(|| panic!("{name} is not in {text}"))
    };
    assert!(
        row(&text, "uci").ends_with("  g1f3") && row(&text, "geographical").ends_with("  N2 - nnw"),
        "{text}"
    );
    let open = shown(&["explain", "Nbd7", "--after", "1.d4 Nf6 2.c4 d6 3.Nc3", "-f", "san"]);
    assert!(open.starts_with("the knight moves from b8 to d7, in san\n"), "{open}");
    let both = shown(&["explain", "Nd7", "--after", "1.d4 Nf6 2.c4 d6 3.Nc3"]);
    assert!(both.contains("1. the knight moves from f6 to d7, perhaps in san"), "{both}");
    assert!(both.contains("2. the knight moves from b8 to d7, perhaps in san"), "{both}");
    assert!(
        both.contains("ambiguous: two knights can go there: from f6 and from b8: Nfd7 or Nbd7"),
        "{both}"
    );
    let castling = shown(&["explain", "Ked&Q", "--rules", "chess99"]);
    assert!(castling.starts_with("castling, king on e1 with queen on d1, in chess99\n"), "{castling}");
    let drop = shown(&["explain", "B@f3", "--fen", HOUSE]);
    assert!(drop.starts_with("a bishop is dropped on f3, in san"), "{drop}");
    assert!(
        row(&drop, "sllavcco").ends_with("  fB@3") && row(&drop, "geographical").ends_with("  B @ s.n2e1")
    );
    assert!(row(&drop, "smith").ends_with("(Smith notation has no drops)"), "{drop}");
}

#[test]
fn meaningless_texts() {
    for text in ["", " ", "\u{1f600}", "}", "\u{0}", "1.", &"N".repeat(100_000), &"(".repeat(100_000)] {
        let (out, err, status) = said_of(text);
        assert_eq!((err.as_str(), status), ("", Some(1)), "{out}");
        assert!(out.len() < 2_000, "{}", out.len());
    }
    let (out, _, status) = said(&["explain", "Ke2"]);
    assert!(out.contains("no legal move: White's own piece stands on e2"), "{out}");
    assert_eq!(status, Some(1));
}

/// Returns the messages for a text; the shell cannot pass a zero byte.
fn said_of(text: &str) -> (String, String, Option<i32>) {
    said(&["explain", "--", &text.replace('\u{0}', "\u{1}")])
}

#[test]
fn positions_that_make_no_sense() {
    const RANKS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let long = "4k3/".repeat(10_000);
    for (fen, why) in [
        ("", "not a FEN: it is empty"),
        ("x", "not a FEN: the board has 1 rank, not 8"),
        (long.as_str(), "not a FEN: the board has 10001 ranks, not 8"),
        ("4k3/8/8/8/8/8/8/4K4", "not a FEN: rank 1 has 9 files, not 8"),
        ("4k3/8/8/8/8/8/8/4Z3", "not a FEN: 'Z' in rank 1 is not a piece letter"),
        (&format!("{RANKS} x"), "not a FEN: 'x' for the side to move is neither w nor b"),
        (&format!("{RANKS} w z"), "not a FEN: 'z' is not castling rights, such as KQkq, HAha or -"),
        (&format!("{RANKS} w - e9"), "not a FEN: 'e9' for the en passant square is neither a square nor -"),
        (&format!("{RANKS} w - - x 1"), "not a FEN: a move counter is not a number"),
        (&format!("{RANKS} w - - 0 1 1 1"), "not a FEN: it has too many fields"),
        (&format!("{RANKS}[Zz] w - - 0 1"), "not a FEN: 'Zz' is not a valid pocket"),
        ("8/8/8/8/8/8/8/8", "illegal position: empty board, missing king"),
        ("4k3/8/8/8/8/8/8/4K2P", "illegal position: pawns on backrank"),
        ("4k3/8/8/8/8/8/8/3KK3", "illegal position: too many kings"),
        ("4k3/4R3/8/8/8/8/8/4K3", "the side that is not to move is in check"),
        ("9/9/9/9/9/9/9/9/9", "White has no king"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - - 0 99999999999", "not a FEN: move counter is not a number"),
    ] {
        for command in [&["moves"][..], &["explain", "e4"]] {
            let (out, err, status) = said(&[command, &["--fen", fen]].concat());
            assert_eq!((out.as_str(), status), ("", Some(2)), "{fen}");
            assert_eq!(err, format!("plyglot: error: --fen: {why}\n"), "{fen}");
        }
    }
    // No pocket is ignored: other games have none.
    let (_, err, _) = said(&["moves", "--rules", "standard", "--fen", HOUSE]);
    assert_eq!(err, "plyglot: error: --fen: only Crazyhouse has pockets, not Standard\n");
}

/// What no game leads to, but a game can go on from: composed positions, and those of programs that keep stale rights.
#[test]
fn odd_positions_are_played_from() {
    for (fen, moves, count) in [
        // Three checks, and two along one line.
        ("4k3/8/8/8/4r3/3n4/3p4/4K3 w - - 0 1", &["Kxd2", "Kd1", "Kf1"][..], 3),
        ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", &["Kd2", "Ke2", "Kf2"], 3),
        ("7k/8/8/8/8/N7/NNNNNNNN/NNNNK3 w - - 0 1", &["Kf1"], 0),
        ("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", &["O-O"], 0),
        ("4k3/8/8/8/8/8/8/4K2R w K e6 0 1", &["O-O"], 0),
    ] {
        let shown = shown(&["moves", "-t", "san", "--fen", fen]);
        let found: Vec<&str> = shown.lines().collect();
        assert!(moves.iter().all(|it| found.contains(it)), "{fen}: {found:?}");
        assert!(count == 0 || found.len() == count, "{fen}: {found:?}");
        let game = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {} *\n", moves[0]);
        let output = run(&["--layout", "moves"], &game);
        assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true), "{fen}");
    }
}

#[test]
fn moves_that_cannot_be_played_first() {
    for (after, why) in [
        ("1. e4 e5 2. Ke3", "2. Ke3: no legal move: no king can reach e3; did you mean Ke2?"),
        ("xyzzy", "no game from move 1 found; a fragment needs --fen or --after"),
        ("{ never", "{: the comment is never closed"),
        ("((((", "(: the variation is never closed"),
    ] {
        let (out, err, status) = said(&["moves", "--after", after]);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{after}");
        assert_eq!(err, format!("plyglot: error: --after: {why}\n"), "{after}");
    }
    for (args, why) in [
        (&["moves", "-t", "klingon"][..], "--to: unknown notation 'klingon'"),
        (&["moves", "-f", "klingon", "--after", "e4"], "--from: unknown notation 'klingon'"),
        (&["moves", "--rules", "chess99", "-t", "san"], "a game on 9×9 squares can only be written in"),
        (&["moves", "--rules", "klingon"], "the variants are 'Standard', 'Chess960'"),
    ] {
        let (out, err, status) = said(args);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{args:?}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
}

/// Empty input is not an error.
#[test]
fn empty_input() {
    for args in [&[][..], &["-t", "uci"], &["--layout", "jsonl"], &["stats"], &["stats", "--json"]] {
        let (_, err, status) = said(args);
        assert_eq!((err.as_str(), status), ("", Some(0)), "{args:?}");
    }
}
