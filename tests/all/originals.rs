//! The originals: every rule, symbol, example and claim of the five documents.
//!
//! `fixtures/originals/` has the documents, as found: Slavoljub Stojanović – Sllavcco, *New Chess Notation: Laws*;
//! *‘Economical’ chess notation*; *Chess 99*, section 15; Abdul-Rahman Sibahi, *Geographical Chess Notation*, and Hans
//! Bodlaender, *U-Chess* (both chessvariants.com). `fixtures/originals.tsv` has a row for each thing that they say: the
//! document, the line, the words there, what they mean, and what is tried:
//!
//! * `move`, `moves`, `result`: a text in a position, and its plies in UCI, a result after them;
//! * `cells`: rows of a scoresheet; `head`: its first part, and the tags; `title`: words above a game, and the tags;
//! * `none`: nothing that a converter does, with the reason.
//!
//! `tried` is what is read, if not the words themselves. `reads` is `yes`, `warned` or `refused` (then `expected` is a part
//! of the message). `writes` is `yes` for the same text, or the text that is written instead; flags follow the notation.

use std::{collections::BTreeMap, thread};

use crate::support::{converted, fixture, run, said};
use plyglot::{Converter, Notation, Reading};

/// Returns a text in another notation, on one line without tags, and the messages.
fn convert(text: &str, from: &str, to: &str) -> (String, Vec<String>) {
    let notation = |name: &str| name.parse::<Notation>().unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    let report = Converter::to(notation(to))
        .reading(Reading::new().from(notation(from)))
        .width(0)
        .convert(text.as_bytes(), &mut out);
    let report = report.expect("memory takes all");
    let out = String::from_utf8(out).expect("UTF-8");
    let moves = out.lines().filter(|line| !line.starts_with('[') && !line.is_empty());
    (moves.collect::<Vec<_>>().join("\n"), report.diagnostics.iter().map(|it| it.message()).collect())
}

/// Converts a text that causes no message.
fn clean(text: &str, from: &str, to: &str) -> String {
    let (out, said) = convert(text, from, to);
    assert_eq!(said, Vec::<String>::new(), "{text}");
    out
}

/// Returns the words of a game without move numbers, result and comments.
fn texts(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter(|it| !it.chars().all(|it| it.is_ascii_digit() || it == '.') && !matches!(*it, "1-0" | "*"))
        .collect()
}

/// Checks that a move in a position is read as the ply of this SAN, and written the same.
fn check_move(fen: &str, text: &str, notation: &str, san: &str) {
    let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    // Mate wins, and kings with little material draw.
    let move_of = |line: &str| {
        let line = line.trim_end_matches(" 1/2-1/2").trim_end_matches(" 1-0").trim_end_matches(" 0-1");
        let text = line.split_once('.').map_or(line, |it| it.1).trim_start_matches(['.', ' ']);
        text.trim_end_matches(" *").to_owned()
    };
    assert_eq!(move_of(&clean(&format!("{tags}{text} *"), notation, "san")), san, "{text}");
    assert_eq!(move_of(&clean(&format!("{tags}{san} *"), "san", notation)), text, "{san}");
}

/// The laws' examples, sections 7 to 15, each in a position that matches its description.
#[test]
fn sllavcco_laws() {
    for (fen, text, san) in [
        // 7.2: the queen to the third rank of the line c; the black rook to the sixth rank of the file f.
        ("4k3/8/8/8/8/8/8/K1Q5 w - - 0 1", "cQ3", "Qc3"),
        ("4kr2/8/8/8/8/8/8/K7 b - - 0 1", "fR6", "Rf6"),
        // 7.3.1: knights on a3 and e3; black rooks on b5 and g5.
        ("4k3/8/8/8/8/N3N3/8/4K3 w - - 0 1", "cNa4", "Nac4"),
        ("4k3/8/8/1r4r1/8/8/8/4K3 b - - 0 1", "dRb5", "Rbd5"),
        // 7.3.2: knights on b2 and b4; black rooks on f1 and f8.
        ("4k3/8/8/8/1N6/8/1N6/6K1 w - - 0 1", "dN₂3", "N2d3"),
        ("3k1r2/8/8/8/8/8/K7/5r2 b - - 0 1", "fR₈4", "R8f4"),
        // 7.3.3: on different ranks and files, as under 7.3.1.
        ("4k3/8/8/8/8/4N3/1N6/6K1 w - - 0 1", "cNb4", "Nbc4"),
        // 8.1
        ("4k3/8/8/8/8/2n5/8/K1Q5 w - - 0 1", "cQ3x", "Qxc3"),
        ("8/8/7k/6N1/8/8/8/K7 b - - 0 1", "gK5x", "Kxg5"),
        // 9.1, 9.2
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "fRgK", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "fRgK", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "cKdR", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "cKdR", "O-O-O"),
        // 10.1
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", "e4"),
        ("4k3/2p5/8/8/8/8/8/4K3 b - - 0 1", "c5", "c5"),
        // 11.1: from the fourth rank of the file c; from the fifth rank of the file e.
        ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "dx5", "cxd5"),
        ("4k3/8/8/4p3/3P4/8/8/4K3 b - - 0 1", "d4x", "exd4"),
        // 12.1
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "ex6 e.p.", "dxe6"),
        ("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1", "c3x e.p.", "dxc3"),
        // 13.1, 13.2
        ("8/k4P2/8/8/8/8/8/4K3 w - - 0 1", "fQ", "f8=Q"),
        ("4k3/8/8/8/8/8/K2p4/8 b - - 0 1", "dR", "d1=R"),
        ("2r5/k2P4/8/8/8/8/8/4K3 w - - 0 1", "cQx", "dxc8=Q"),
        ("4k3/8/8/8/8/8/K3p3/5N2 b - - 0 1", "fxR", "exf1=R"),
        // 14.1: a pawn from the fourth to the fifth rank of the file c; one from f2 takes the rook on g1.
        ("8/8/1k6/8/2P5/8/8/4K3 w - - 0 1", "c5+", "c5+"),
        ("4k3/8/8/8/8/8/K4p2/6R1 b - - 0 1", "gxQ", "fxg1=Q"),
        ("4k3/8/8/8/8/8/5p2/2K3R1 b - - 0 1", "gxQ+", "fxg1=Q+"),
        // 15.1: the black king on h8, the queen to f6; the white king on c3, the bishop to g7.
        ("7k/7p/8/8/2B5/8/8/K4Q2 w - - 0 1", "fQ6#", "Qf6#"),
        ("1r1r1bk1/8/8/8/2P5/2K5/2P5/8 b - - 0 1", "gB7#", "Bg7#"),
    ] {
        check_move(fen, text, "sllavcco", san);
    }
    // 6.1 and 6.3: Serbian letters; white and black figurines.
    check_move("2r5/k2P4/8/8/8/8/8/4K3 w - - 0 1", "cDx", "sllavcco:sr", "dxc8=Q");
    check_move("2r5/k2P4/8/8/8/8/8/4K3 w - - 0 1", "c♕x", "sllavcco:figurine", "dxc8=Q");
    check_move("4k3/8/8/8/8/8/K3p3/5N2 b - - 0 1", "fx♜", "sllavcco:figurine", "exf1=R");
    check_move("4k3/8/8/8/1N6/8/1N6/6K1 w - - 0 1", "d♘₂3", "sllavcco:figurine", "N2d3");
    check_move("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "f♜g♚", "sllavcco:figurine", "O-O");
}

/// Petrosjan – Sllavcco (section 17), with its slips repaired as far as they are unambiguous.
#[test]
fn sllavcco_game() {
    let sound = "1. e4 e5 2. fN3 cN6 3. cB4 d6 4. c3 eB7 5. d4 d4x 6. fRgK";
    let on = "c3x 7. bQ3 eB6 8. eB6x e6x 9. bQ7x eN5 10. eN5x ex5 11. cN3x fK7 12. f4 fx4 13. fR4x gK6 14. e5 \
              fN6 15. fx6 f6x 16. eQ4+ fK7 17. eB3 dQ6";
    let san = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. c3 Be7 5. d4 exd4 6. O-O dxc3 7. Qb3 Be6 8. Bxe6 fxe6 9. Qxb7 Ne5 \
               10. Nxe5 dxe5 11. Nxc3 Kf7 12. f4 exf4 13. Rxf4+ Kg6 14. e5 Nf6 15. exf6 gxf6 16. Qe4+ Kf7 17. Be3 Qd6";
    assert_eq!(clean(&format!("{sound} {on} 1-0"), "sllavcco", "san"), format!("{san} 1-0"));
    // The author omits one check. Everything else is written the same.
    let written = clean(&format!("{san} 1-0"), "san", "sllavcco");
    assert_eq!(written, format!("{sound} {on} 1-0").replace("fR4x ", "fR4x+ "));

    // The first slip, 6...4x in column c for 3x, must stop a reader.
    let (_, said) = convert(&format!("{sound} c4x"), "sllavcco", "san");
    assert_eq!(said, ["no legal move: no pawn can reach c4; did you mean c3x?"]);
    // 9...N5x: nothing stands there.
    let to_nine = on.split(" eN5 ").next().expect("the ninth move");
    let (out, said) = convert(&format!("{sound} {to_nine} eN5x"), "sllavcco", "san");
    assert!(out.contains("9. Qxb7 Ne5"), "{out}");
    assert_eq!(said, ["marked as a capture, but nothing is captured"]);
    // 18 R1 does not say which rook.
    let (_, said) = convert(&format!("{sound} {on} 18. fR1"), "sllavcco", "san");
    assert_eq!(said, ["ambiguous: two rooks can go there: from a1 and from f4: fRa1 or fRf1"]);
}

const DEEP_BLUE: &str = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Ng5 Ngf6 6. Bd3 e6 7. N1f3 h6 8. Nxe6 Qe7 \
                         9. O-O fxe6 10. Bg6+ Kd8 11. Bf4 b5 12. a4 Bb7 13. Re1 Nd5 14. Bg3 Kc8 15. axb5 cxb5 \
                         16. Qd3 Bc6 17. Bf5 exf5 18. Rxe7 Bxe7 19. c4 1-0";

/// Deep Blue – Kasparov, New York 1997, in the three styles, as printed.
#[test]
fn economical_game() {
    for (notation, printed) in [
        (
            "economical",
            "1 e4 c6 2 d4 d5 3 Nc3 de4 4 Ne4 Nd7 5 Ng5 Ngf6
             6 Bd3 e6 7 N1f3 h6 8 Ne6 Qe7 9 O-O fe6 10 Bg6 Kd8
             11 Bf4 b5 12 a4 Bb7 13 Re1 Nd5 14 Bg3 Kc8 15 ab5 cb5
             16 Qd3 Bc6 17 Bf5 ef5 18 Re7 Be7 19 c4 1-0",
        ),
        (
            "economical:bare",
            "1 e4 cc6 2 d4 d5 3 bc3 e4 4 e4 bd7 5 eg5 gf6
             6 fd3 e6 7 g1f3 h6 8 e6 de7 9 h1 fe6 10 g6 8d8
             11 f4 b5 12 a4 b7 13 f1e1 d5 14 fg3 dc8 15 b5 b5
             16 dd3 c6 17 gf5 f5 18 e7 fe7 19 cc4 1-0",
        ),
        (
            "economical:priority",
            "1 e4 c6 2 d4 d5 3 bc3 e4 4 e4 d7 5 g5 gf6
             6 d3 e6 7 1f3 h6 8 e6 de7 9 h1 e6 10 g6 8d8
             11 f4 b5 12 a4 b7 13 1e1 d5 14 fg3 dc8 15 b5 b5
             16 dd3 c6 17 f5 f5 18 e7 fe7 19 c4 1-0",
        ),
    ] {
        assert_eq!(clean(printed, notation, "san"), DEEP_BLUE, "{notation}");
        let written = clean(DEEP_BLUE, "san", notation);
        assert_eq!(texts(&written), texts(printed), "{notation}");
    }
    // The original prints castling with the Greek letter, too.
    let greek = DEEP_BLUE.replace("O-O", "Ο-Ο").replace(['x', '+'], "");
    assert_eq!(clean(&greek, "economical", "san"), DEEP_BLUE);
}

/// The twelve promotions of a pawn on b7, and of one on b2.
#[test]
fn economical_promotions() {
    const ROLES: [&str; 4] = ["Q", "R", "B", "N"];
    for (fen, rank, printed) in [
        (
            "r1r5/1P6/7k/8/8/8/8/4K3 w - - 0 1",
            8,
            [["a8", "a7", "a6", "a5"], ["b8", "b6", "b5", "b4"], ["c8", "c7", "c6", "c5"]],
        ),
        (
            "4k3/8/8/8/8/7K/1p6/R1R5 b - - 0 1",
            1,
            [["a1", "a2", "a3", "a4"], ["b1", "b3", "b4", "b5"], ["c1", "c2", "c3", "c4"]],
        ),
    ] {
        for (file, squares) in ["a", "b", "c"].into_iter().zip(printed) {
            for (role, square) in ROLES.into_iter().zip(squares) {
                let origin = if file == "b" { "" } else { "b" };
                let sign = if file == "b" { "" } else { "bx" };
                let san = format!("{sign}{file}{rank}={role}");
                check_move(fen, &format!("{origin}{file}{rank}{role}"), "economical", &san);
                check_move(fen, square, "economical:bare", &san);
                check_move(fen, square, "economical:priority", &san);
            }
        }
    }
}

/// The Immortal Game, with its author's spacing and remarks.
const IMMORTAL: &str = "
1.  P5 - n2    P5 - s2
2.  P6 - n2    P5 x P6     (now the numbering of pawns has changed.)
3.  B2 - nw3   ...         (note that the numbering of Bishops is changed here.)
3.  ...        Q  - se4 +  (+ notates check.)
4.  K  - e     P2 - s2
5.  B1 x P2    N2 - ssw    
6.  N2 - nnw   Q  - n2
7.  P4 - n     N2 - see
8.  N2 - nee   Q  - sw
9.  N2 - nww   P2 - s      (this the c-pawn, not the b-pawn, which is captured.)
10. P6 - n2    N2 - nww
11. R2 - w     P2 x B1
12. P7 - n2    Q  - n
13. P7 - n     Q  - s
14. Q  - ne2   N2 - nne
15. B  x P5    ...         (it's P5, not P4, because it's southern.)
15. ...        Q  - nw
16. N1 - nne   B2 - sw3
17. N1 - nne   Q  x P2
18. B  - nw2   B2 x R2
19. P4 - n     Q  x R +
20. K  - nw    N1 - ssw
21. N2 x P5 +  K  - w
22. Q  - n3 +  N2 x Q
23. B  - ne #  1-0
";

#[test]
fn geographical_game() {
    let san = "1. e4 e5 2. f4 exf4 {now the numbering of pawns has changed.} 3. Bc4 {note that the numbering of \
               Bishops is changed here.} 3... Qh4+ {+ notates check.} 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 \
               8. Nh4 Qg5 9. Nf5 c6 {this the c-pawn, not the b-pawn, which is captured.} 10. g4 Nf6 11. Rg1 cxb5 \
               12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 {it's P5, not P4, because it's southern.} 15... Qf6 \
               16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 \
               23. Be7# 1-0";
    assert_eq!(clean(IMMORTAL, "geographical", "san"), san);

    // Written again it is the same, except for spaces and for Black's dots after remarks.
    let printed: String =
        IMMORTAL.lines().map(|line| format!("{} ", line.split('(').next().unwrap_or(line))).collect();
    let without_remarks: String = san.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect();
    let written = clean(&without_remarks, "san", "geographical");
    assert_eq!(texts(&written), texts(&printed));

    let compact = clean(&without_remarks, "san", "geographical:compact");
    let pieces: Vec<&str> = texts(&compact);
    assert_eq!(pieces[..6], ["P5-n2", "P5-s2", "P6-n2", "P5xP6", "B2-nw3", "Q-se4+"]);
    assert_eq!(pieces.concat(), texts(&printed).concat());
}

/// Moves from the text and the notes: knights' leaps, drops relative to the king, promotion and en passant "as usual".
#[test]
fn geographical_moves() {
    for (fen, text, san) in [
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "P x P e.p.", "dxe6"),
        ("8/k4P2/8/8/8/8/8/4K3 w - - 0 1", "P - n=Q", "f8=Q"),
        ("2r5/k2P4/8/8/8/8/8/4K3 w - - 0 1", "P x R=N +", "dxc8=N+"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O", "O-O"),
    ] {
        check_move(fen, text, "geographical", san);
    }
    let drop = "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[B] w - - 0 1\"]\n\n";
    assert_eq!(clean(&format!("{drop}B @ s.n2e3 *"), "geographical", "san"), "1. B@h3 1/2-1/2");
    assert_eq!(clean(&format!("{drop}B@h3 *"), "san", "geographical"), "1. B @ s.n2e3 1/2-1/2");
}

/// A row of `fixtures/originals.tsv`.
struct Row {
    document: String,
    line: usize,
    text: String,
    kind: String,
    notation: String,
    flags: Vec<String>,
    position: String,
    tried: String,
    expected: String,
    reads: String,
    writes: String,
}

impl Row {
    fn of(line: &str) -> Row {
        let unescaped = |cell: &str| {
            let (mut text, mut escaped) = (String::new(), false);
            for it in cell.chars() {
                match (escaped, it) {
                    (false, '\\') => {
                        escaped = true;
                        continue;
                    }
                    (true, 't') => text.push('\t'),
                    (true, 'n') => text.push('\n'),
                    _ => text.push(it),
                }
                escaped = false;
            }
            text
        };
        let cells: Vec<String> = line.split('\t').map(unescaped).collect();
        let [document, number, text, _, kind, notation, position, tried, expected, reads, writes] =
            <[String; 11]>::try_from(cells).unwrap_or_else(|it| panic!("{it:?}"));
        let mut words = notation.split(' ').map(str::to_owned);
        Row {
            line: number.parse().unwrap_or_else(|_| panic!("{number}: no line")),
            tried: if tried.is_empty() { text.clone() } else { tried },
            notation: words.next().unwrap_or_default(),
            flags: words.collect(),
            document,
            text,
            kind,
            position,
            expected,
            reads,
            writes,
        }
    }

    /// Returns the tags that set up the position, and the number before its next move.
    fn setup(&self) -> (String, String) {
        let (variant, fen) = self.position.split_once('|').unwrap_or(("", &self.position));
        let variant = if variant.is_empty() { String::new() } else { format!("[Variant \"{variant}\"]\n") };
        let mut fields = fen.split(' ').skip(1);
        let dots = if fields.next() == Some("b") { "..." } else { "." };
        (
            format!("{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"),
            format!("{}{dots} ", fields.last().unwrap_or("1")),
        )
    }

    /// Returns the input, and the arguments to read it with.
    fn input(&self) -> (String, Vec<&str>) {
        const HEADING: &str = "NUMBER OF THE MOVE\ta\tb\tc\td\te\tf\tg\th\n";
        let (setup, number) = self.setup();
        let from = ["-f", &self.notation].to_vec();
        match &*self.kind {
            "move"
                if self.tried.starts_with(|it: char| it.is_ascii_digit() && it != '0')
                    && self.tried.contains(". ") =>
            {
                (format!("{setup}{} *\n", self.tried), from)
            }
            "move" => (format!("{setup}{number}{} *\n", self.tried), from),
            "moves" | "result" => (format!("{setup}{}\n", self.tried), from),
            "cells" => {
                let fen = [&from[..], &["--fen", &self.position]].concat();
                (format!("{HEADING}{}\n", self.tried.trim_start_matches(HEADING)), fen)
            }
            "head" => (format!("{}\n\n{HEADING}01\t\t\t\t\t4\n", self.tried), Vec::new()),
            "title" => (format!("{}\n\n1. e4 e5 2. Nf3 Nc6\n", self.tried), Vec::new()),
            kind => panic!("{kind}: no kind of check"),
        }
    }

    /// Returns what is read, in the form of `expected`, and whether with a message or an error.
    fn read(&self) -> (String, &'static str, String) {
        let (input, args) = self.input();
        let output = run(&[&args[..], &["--layout", "jsonl"]].concat(), &input);
        let messages = said(&String::from_utf8_lossy(&output.stderr));
        let status = match output.status.code() {
            Some(0) if messages.is_empty() => "yes",
            Some(0) => "warned",
            _ => "refused",
        };
        if status == "refused" {
            return (messages, status, String::new());
        }
        let games = String::from_utf8(output.stdout).expect("UTF-8");
        let game: serde_json::Value =
            serde_json::from_str(&games).unwrap_or_else(|_| panic!("{}: {games}", self.tried));
        let plies: Vec<&str> =
            game["moves"].as_array().expect("moves").iter().filter_map(|it| it["uci"].as_str()).collect();
        let found = match &*self.kind {
            "head" | "title" => {
                let tags = game["tags"].as_array().expect("tags").iter();
                let tags = tags
                    .map(|it| format!("{}={}", it[0].as_str().unwrap_or(""), it[1].as_str().unwrap_or("")));
                tags.filter(|it| self.expected.contains("Result") || !it.starts_with("Result"))
                    .collect::<Vec<_>>()
                    .join(";")
            }
            "result" => format!("{} {}", plies.join(" "), game["result"].as_str().unwrap_or("")),
            _ => plies.join(" "),
        };
        (found, status, games)
    }

    /// Returns what is written for a game that has been read, in the form of `text`.
    fn written(&self, game: &str) -> String {
        let of_sheet = matches!(&*self.kind, "cells" | "head");
        let layout = if of_sheet {
            &["--layout", "grid:laws"][..]
        } else {
            &["--layout", "pgn", "--no-tags", "--width", "0"]
        };
        let notation = if self.notation.is_empty() { "san" } else { &self.notation };
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        let output = run(&[&["-q", "-t", notation], layout, &flags].concat(), game);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        if of_sheet {
            return text;
        }
        let text = text.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let text =
            [" *", " 1-0", " 0-1", " 1/2-1/2"].iter().find_map(|it| text.strip_suffix(it)).unwrap_or(text);
        if self.kind == "move" {
            text.trim_start_matches(&self.setup().1).to_owned()
        } else {
            text.to_owned()
        }
    }

    /// Returns what differs from the row.
    fn difference(&self) -> Option<String> {
        let (found, status, game) = self.read();
        let as_expected =
            if status == "refused" { found.contains(&self.expected) } else { found == self.expected };
        if status != self.reads || !as_expected {
            return Some(format!("read ({status}): {found}"));
        }
        let wanted = match &*self.writes {
            "-" => return None,
            "yes" => &self.tried,
            text => text,
        };
        let wanted = [" 1-0", " *"].iter().find_map(|it| wanted.strip_suffix(it)).unwrap_or(wanted);
        let written = self.written(&game);
        let same = match &*self.kind {
            "cells" | "head" => format!("\n{written}").contains(&format!("\n{wanted}\n")),
            _ => written == wanted,
        };
        (!same).then(|| format!("written: {written}\n wanted: {wanted}"))
    }
}

/// Everything that the documents say is read and written as the table has it, where they say it.
#[test]
fn all_that_the_documents_say() {
    let table = String::from_utf8(fixture("originals.tsv")).expect("UTF-8");
    let rows: Vec<Row> = table.lines().skip(1).map(Row::of).collect();
    let mut documents: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in &rows {
        let lines = documents.entry(&row.document).or_insert_with(|| {
            let text = String::from_utf8(fixture(&format!("originals/{}.txt", row.document))).expect("UTF-8");
            text.lines().map(str::to_owned).collect()
        });
        let from_there = lines[row.line - 1..].join("\n");
        let at =
            from_there.find(&row.text).unwrap_or_else(|| panic!("{}: {}: not there", row.document, row.text));
        assert!(at <= lines[row.line - 1].len(), "{}:{}: {}", row.document, row.line, row.text);
    }
    let tried: Vec<&Row> = rows.iter().filter(|it| it.kind != "none").collect();
    assert!(tried.len() > 300 && documents.len() == 5);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let differences: Vec<String> = thread::scope(|scope| {
        let parts: Vec<_> = tried
            .chunks(tried.len().div_ceil(threads))
            .map(|part| {
                scope.spawn(move || {
                    let differing = part.iter().filter_map(|row| {
                        let difference = row.difference()?;
                        Some(format!("{}:{}: {}\n {difference}\n", row.document, row.line, row.tried))
                    });
                    differing.collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|it| it.join().expect("a part")).collect()
    });
    assert!(differences.is_empty(), "{} rows differ:\n{}", differences.len(), differences.concat());
}

/// The moves of Petrosjan – Sllavcco up to its first slip, and with the repairs.
const PETROSJAN: [&str; 2] = [
    "e4 e5 Nf3 Nc6 Bc4 d6 c3 Be7 d4 exd4 O-O",
    "e4 e5 Nf3 Nc6 Bc4 d6 c3 Be7 d4 exd4 O-O dxc3 Qb3 Be6 Bxe6 fxe6 Qxb7 Ne5 Nxe5 dxe5 Nxc3 Kf7 f4 exf4 Rxf4+ \
     Kg6 e5 Nf6 exf6 gxf6 Qe4+ Kf7 Be3 Qd6 Raf1 h5 Bd4 Raf8 Bxf6 Bxf6",
];

/// A document, the flags, the exit status if it is certain, the games with tags that they must have, and the errors.
type Whole<'a> = (&'a str, &'a [&'a str], Option<i32>, &'a [(&'a str, &'a [&'a str])], &'a [&'a str]);

/// Each document as a whole: the games that stand in it come out, and nothing else does, with and without `--extract`.
#[test]
fn whole_documents() {
    let immortal = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 \
                    Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#";
    let deep_blue: Vec<&str> = texts(DEEP_BLUE);
    let deep_blue = deep_blue.join(" ");
    let stalemate = "e4 e5 d4 d5 Ne2 Ne7 Nd2 Nd7";
    let of_sheet = ["White=PETROSJAN", "Black=SLLAVCCO", "Date=1970.04.07", "Result=1-0"];
    let cases: [Whole<'_>; 8] = [
        (
            "sllavcco",
            &[],
            Some(1),
            &[(PETROSJAN[0], &of_sheet), ("", &of_sheet)],
            &[
                "388:6: error: game 1 (PETROSJAN – SLLAVCCO), 6... 4x: no legal move: no pawn can reach c4; did you mean c3x?",
                "430:1: error: game 2 (PETROSJAN – SLLAVCCO): only pawns move; have figurines been lost?",
            ],
        ),
        (
            "sllavcco",
            &["--repair"],
            Some(1),
            &[(PETROSJAN[1], &of_sheet), ("", &of_sheet)],
            &["430:1: error: game 2 (PETROSJAN – SLLAVCCO): only pawns move; have figurines been lost?"],
        ),
        (
            "economical",
            &[],
            Some(0),
            &[
                (
                    &deep_blue,
                    &[
                        "Date=1997.05.11",
                        "White=Computer Deep Blue",
                        "Black=Kasparov, Garry",
                        "BlackElo=2785",
                    ],
                ),
                (&deep_blue, &["Result=1-0"]),
                (&deep_blue, &["Result=1-0"]),
            ],
            &[],
        ),
        (
            "chess99",
            &[],
            Some(1),
            &[],
            &["1:1: error: game 1: no game from move 1 found; a fragment needs --fen or --after"],
        ),
        (
            "geographical",
            &[],
            Some(0),
            &[(immortal, &["White=Anderssen", "Black=Kieseritsky", "Result=1-0"])],
            &[],
        ),
        (
            "uchess",
            &[],
            Some(1),
            &[("e4", &[]), (stalemate, &[])],
            &["60:10: error: game 1, 1... R4R: no legal move: no king can reach e5; did you mean P4R?"],
        ),
        ("uchess", &["--repair"], None, &[(stalemate, &[]), (stalemate, &[])], &[]),
        (
            "uchess",
            &["--repair", "--rules", "uchess"],
            None,
            &[
                (stalemate, &["Result=1/2-1/2", "Variant=U-Chess"]),
                (stalemate, &["Result=1/2-1/2", "Variant=U-Chess"]),
            ],
            &[],
        ),
    ];
    for (document, flags, status, games, errors) in cases {
        let text = fixture(&format!("originals/{document}.txt"));
        for extract in [&[][..], &["--extract"]] {
            let what = format!("{document} {flags:?} {extract:?}");
            let output = run(&[flags, extract, &["--layout", "jsonl"]].concat(), &text);
            let found = String::from_utf8(output.stdout).expect("UTF-8");
            let messages = said(&String::from_utf8_lossy(&output.stderr));
            let found_errors: Vec<&str> = messages
                .lines()
                .filter(|it| it.contains(": error: "))
                .filter_map(|it| it.strip_prefix("<stdin>:"))
                .collect();
            assert_eq!(found_errors, errors, "{what}");
            assert!(status.is_none_or(|it| output.status.code() == Some(it)), "{what}: {messages}");
            assert_eq!(found.lines().count(), games.len(), "{what}: {found}");
            for (line, (moves, tags)) in found.lines().zip(games) {
                let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let plies = game["moves"].as_array().expect("moves").iter();
                let plies: Vec<&str> = plies.filter_map(|it| it["san"].as_str()).collect();
                assert_eq!(plies.join(" "), *moves, "{what}");
                let pairs = game["tags"].as_array().expect("tags").iter();
                let found: Vec<String> = pairs
                    .map(|it| format!("{}={}", it[0].as_str().unwrap_or(""), it[1].as_str().unwrap_or("")))
                    .collect();
                let missing = tags.iter().find(|it| !found.iter().any(|tag| tag == *it));
                assert_eq!(missing, None, "{what}: {found:?}");
                let dated = found.iter().any(|it| it.starts_with("Date="));
                assert_eq!(dated, tags.iter().any(|it| it.starts_with("Date=")), "{what}: {found:?}");
            }
        }
    }
}

/// A sheet below a letter is found; the letter's words are a comment, and no title is made of them.
#[test]
fn a_sheet_below_prose() {
    let letter = "Dear friends, this is the game that I played last night against a strong opponent, with a new notation.\n\n";
    for layout in ["grid", "grid:laws", "grid:csv"] {
        let sheet = converted(&["--layout", layout, "-t", "sllavcco"], fixture("deep-blue.pgn"));
        let game = converted(&["-q", "--extract", "--no-comments"], format!("{letter}{sheet}"));
        assert_eq!(game, converted(&["--no-comments"], fixture("deep-blue.pgn")), "{layout}");
        let kept = converted(&["-q"], format!("{letter}{sheet}"));
        assert!(kept.replace('\n', " ").contains("{Dear friends, this is the game"), "{layout}: {kept}");
    }
}

/// An empty form is no game, and nothing in it is a tag.
#[test]
fn an_empty_form_is_no_game() {
    let document = String::from_utf8(fixture("originals/sllavcco.txt")).expect("UTF-8");
    let lines: Vec<&str> = document.lines().collect();
    let form = [&lines[98..104], &lines[107..108]].concat();
    let output = run(&["--layout", "pgn"], form.join("\n"));
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!out.contains('['), "{out}");
    assert_eq!(output.status.code(), Some(1), "{said}");
}
