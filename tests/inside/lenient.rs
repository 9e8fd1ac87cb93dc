//! The tolerance of the readers of the originals' notations: what they accept, what they reject, and the messages.

use std::fmt::Write as _;

use plyglot::{
    chess::{Ply, Position},
    layout::{Event, InputFormat},
    notation::Choice,
    resolve::Notations,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "r1r5/1P6/7k/8/8/8/8/4K3 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
const QUEENS: &str = "8/5k2/8/8/Q6Q/8/8/K6Q w - - 0 1";
const KNIGHTS: &str = "4k3/8/8/8/1N6/8/1N6/6K1 w - - 0 1";
const TAKEN: &str = "4k3/8/8/8/3p4/1N3N2/8/4K3 w - - 0 1";

/// Returns the plies of a text in a position, and the messages.
fn read(variant: &str, fen: &str, text: &str, notation: &str) -> (Vec<Ply>, Position, String) {
    let text = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n{text} *\n");
    let choice = Choice::parse(notation).unwrap_or_else(|error| panic!("{error}"));
    let read = InputFormat::Pgn.read(&text, 0..text.len(), &Notations::only(choice));
    let said: Vec<String> = read.diagnostics.iter().map(|it| it.problem.to_string()).collect();
    let plies = read.game.events.iter().filter_map(|event| match event {
        Event::Ply(ply, _) => Some(*ply),
        _ => None,
    });
    (plies.collect(), read.game.start.clone(), said.join("; "))
}

/// The same, as UCI.
fn uci(variant: &str, fen: &str, text: &str, notation: &str) -> (String, String) {
    let (plies, mut position, said) = read(variant, fen, text, notation);
    let writer = Choice::uci();
    let mut moves = Vec::new();
    for ply in plies {
        let mut text = Vec::new();
        writer.notation.write(&position, &ply, &mut text).expect("UCI writes every ply");
        moves.push(String::from_utf8(text).expect("ASCII"));
        position.play(&ply);
    }
    (moves.join(" "), said)
}

#[test]
fn accepted() {
    let mut wrong = String::new();
    for (notation, fen, text, expected) in [
        // Spoken: optional words.
        ("spoken", START, "pawn e4", "e2e4"),
        ("spoken", START, "Pawn To E four", "e2e4"),
        ("spoken", START, "E 4", "e2e4"),
        ("spoken", START, "Knight foxtrot three", "g1f3"),
        ("spoken", START, "knight to f3", "g1f3"),
        ("spoken", START, "knight g1 f3", "g1f3"),
        ("spoken", START, "knight from g1 to f3", "g1f3"),
        ("spoken", START, "knight from g to f3", "g1f3"),
        ("spoken", START, "knight golf one foxtrot three", "g1f3"),
        ("spoken", KNIGHTS, "knight from 2 to d3", "b2d3"),
        ("spoken", KNIGHTS, "knight two d3", "b2d3"),
        ("spoken", CASTLING, "castles short", "e1g1"),
        ("spoken", CASTLING, "Castle long", "e1c1"),
        ("spoken", CASTLING, "O-O", "e1g1"),
        ("spoken", PROMOTION, "b captures c8 becomes a queen", "b7c8q"),
        ("spoken", PROMOTION, "b x c8=queen", "b7c8q"),
        ("spoken", PROMOTION, "bravo takes on charlie eight promotes to knight", "b7c8n"),
        ("spoken", EN_PASSANT, "d takes e", "d5e6"),
        ("spoken", EN_PASSANT, "pawn takes e6 e.p.", "d5e6"),
        ("spoken:de", START, "springer nach f3", "g1f3"),
        ("spoken:de", START, "SPRINGER auf f drei", "g1f3"),
        ("spoken:es", START, "caballo en f tres", "g1f3"),
        ("spoken:pt,nato", START, "cavalo f3", "g1f3"),
        // Sllavcco: the index in any form, more of the origin than is needed.
        ("sllavcco", KNIGHTS, "dN₂3", "b2d3"),
        ("sllavcco", KNIGHTS, "dN23", "b2d3"),
        ("sllavcco", KNIGHTS, "dN_23", "b2d3"),
        ("sllavcco", KNIGHTS, "dN<sub>2</sub>3", "b2d3"),
        ("sllavcco", KNIGHTS, "dNb₂3", "b2d3"),
        ("sllavcco", KNIGHTS, "dNb23", "b2d3"),
        ("sllavcco:ascii", KNIGHTS, "dN₄3", "b4d3"),
        ("sllavcco", START, "fNg3", "g1f3"),
        ("sllavcco", START, "f♘3", "g1f3"),
        ("sllavcco", TAKEN, "dNb4x", "b3d4"),
        ("sllavcco", TAKEN, "dNbx4", "b3d4"),
        ("sllavcco", TAKEN, "dNb4", "b3d4"),
        ("sllavcco", TAKEN, "dNb4:", "b3d4"),
        ("sllavcco", TAKEN, "dNb4×", "b3d4"),
        ("sllavcco", CASTLING, "fR gK", "e1g1"),
        ("sllavcco", CASTLING, "gKfR", "e1g1"),
        ("sllavcco", CASTLING, "O-O", "e1g1"),
        ("sllavcco", CASTLING, "0-0-0", "e1c1"),
        ("sllavcco", CASTLING, "dR cK", "e1c1"),
        ("sllavcco", "8/5P2/6k1/8/8/8/8/4K2R w K - 0 1", "fR gK7", "f7f8r g6g7"),
        ("sllavcco:de", CASTLING, "fTgK", "e1g1"),
        ("sllavcco:fr", CASTLING, "fTgR", "e1g1"),
        ("sllavcco:ru", CASTLING, "fЛgКр", "e1g1"),
        ("sllavcco", PROMOTION, "b8Q", "b7b8q"),
        ("sllavcco", PROMOTION, "b=Q", "b7b8q"),
        ("sllavcco", PROMOTION, "b8=N", "b7b8n"),
        ("sllavcco", PROMOTION, "aRx", "b7a8r"),
        ("sllavcco", PROMOTION, "a8x=R", "b7a8r"),
        ("sllavcco", PROMOTION, "cхN", "b7c8n"),
        ("sllavcco", EN_PASSANT, "ex6 e.p.", "d5e6"),
        ("sllavcco", EN_PASSANT, "ex6e.p.", "d5e6"),
        ("sllavcco", EN_PASSANT, "ex6 ep", "d5e6"),
        ("sllavcco", EN_PASSANT, "ex6", "d5e6"),
        ("sllavcco", START, "a--", "0000"),
        ("sllavcco", START, "--", "0000"),
        ("sllavcco", START, "Z0", "0000"),
        // Economical with a symbol, as algebraic notation.
        ("economical", START, "Ng1f3", "g1f3"),
        ("economical", START, "Ng1-f3", "g1f3"),
        ("economical", START, "e2-e4", "e2e4"),
        ("economical", EN_PASSANT, "dxe6 e.p.", "d5e6"),
        ("economical", EN_PASSANT, "de6", "d5e6"),
        ("economical", PROMOTION, "bxa8=Q", "b7a8q"),
        ("economical", CASTLING, "Ο-Ο-Ο", "e1c1"),
        // Economical without one.
        ("economical:bare", START, "g1f3", "g1f3"),
        ("economical:bare", START, "g1-f3", "g1f3"),
        ("economical:bare", START, "gf3", "g1f3"),
        ("economical:bare", CASTLING, "h1", "e1g1"),
        ("economical:bare", CASTLING, "eh1", "e1g1"),
        ("economical:bare", CASTLING, "e1h1", "e1g1"),
        ("economical:bare", CASTLING, "e1g1", "e1g1"),
        ("economical:bare", CASTLING, "O-O-O", "e1c1"),
        ("economical:bare", PROMOTION, "b8=N", "b7b8n"),
        ("economical:bare", PROMOTION, "b8N", "b7b8n"),
        ("economical:bare", PROMOTION, "b7a7", "b7a8r"),
        ("economical:bare", EN_PASSANT, "dxe6 e.p.", "d5e6"),
        ("economical:bare", QUEENS, "a4e4", "a4e4"),
        ("economical:priority", START, "f3", "f2f3"),
        ("economical:priority", START, "gf3", "g1f3"),
        ("economical:priority", START, "c3 e5 c2 d5", "c2c3 e7e5 d1c2 d7d5"),
        ("economical:priority", CASTLING, "0-0", "e1g1"),
        ("economical:priority", "4k3/8/8/8/8/8/8/3QK2r w - - 0 1", "d2", "e1d2"),
        // Geographical, in any spacing.
        ("geographical", START, "P5-n2", "e2e4"),
        ("geographical", START, "P5 -n2", "e2e4"),
        ("geographical", START, "P5  –  n2", "e2e4"),
        ("geographical", START, "P5 -\n  n2", "e2e4"),
        ("geographical", START, "P5\u{a0}−\u{2009}n2", "e2e4"),
        ("geographical:compact", START, "P5 - n2", "e2e4"),
        ("geographical", START, "♙5 - n2 ♟5 - s2", "e2e4 e7e5"),
        ("geographical", TAKEN, "N1 x P", "b3d4"),
        ("geographical", TAKEN, "N1 x P1", "b3d4"),
        ("geographical", TAKEN, "N1:P", "b3d4"),
        ("geographical", TAKEN, "K1 - e", "e1f1"),
        ("geographical", "4k3/8/8/8/8/5N2/8/N3K3 w - - 0 1", "N - see", "f3h2"),
        ("geographical", EN_PASSANT, "P x P ep", "d5e6"),
        ("geographical", EN_PASSANT, "PxP", "d5e6"),
        ("geographical", PROMOTION, "P - nQ", "b7b8q"),
        ("geographical", PROMOTION, "P - n = R", "b7b8r"),
        ("geographical", PROMOTION, "P - n(N)", "b7b8n"),
        ("geographical", PROMOTION, "P x R2 =B", "b7c8b"),
        ("geographical", CASTLING, "0-0", "e1g1"),
        ("geographical", CASTLING, "R1 x R1+ K-s 2. O-O", "a1a8 e8e7 e1g1"),
    ] {
        let (moves, said) = uci("Standard", fen, text, notation);
        if moves != expected || !said.is_empty() {
            let _ = writeln!(wrong, "{notation} {text:?} is {moves:?}, not {expected:?}: {said}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn drops_and_kings() {
    let crazyhouse = "4k3/8/8/8/8/8/8/4K3[PNB] w - - 0 1";
    for (notation, text, expected) in [
        ("sllavcco", "fB@3", "B@f3"),
        ("sllavcco", "e@4", "P@e4"),
        ("economical", "B@f3", "B@f3"),
        ("economical:bare", "@e4", "P@e4"),
        ("economical:priority", "N@c6", "N@c6"),
        ("geographical", "B @ s.n2e1", "B@f3"),
        ("geographical", "B@s.n2e", "B@f3"),
        ("geographical", "B @ f3", "B@f3"),
        ("geographical", "N @ s.w2", "N@c1"),
        ("geographical", "P @ s.n3", "P@e4"),
    ] {
        assert_eq!(
            uci("Crazyhouse", crazyhouse, text, notation),
            (expected.to_owned(), String::new()),
            "{text}"
        );
    }
    let antichess = "8/1P6/8/8/8/8/8/6n1 w - - 0 1";
    for (notation, text) in
        [("sllavcco", "bK"), ("economical", "b8K"), ("economical:bare", "b3"), ("geographical", "P - n=K")]
    {
        assert_eq!(
            uci("Antichess", antichess, text, notation),
            ("b7b8k".to_owned(), String::new()),
            "{text}"
        );
    }
}

/// Case, the side of the `x` and the index distinguish moves, and are never ignored.
#[test]
fn rejected() {
    let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
    assert_eq!(uci("Standard", both, "bc4", "economical").0, "b3c4");
    assert_eq!(uci("Standard", both, "Bc4", "economical").0, "f1c4");
    assert_eq!(uci("Standard", both, "bc4", "economical:bare").0, "b3c4");
    assert_eq!(uci("Standard", both, "Bc4", "economical:bare").0, "");
    let pawns = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    assert_eq!(uci("Standard", pawns, "dx5", "sllavcco").0, "c4d5");
    assert_eq!(uci("Standard", pawns, "d5x", "sllavcco").0, "e4d5");
    assert_eq!(uci("Standard", pawns, "d5", "sllavcco").0, "");
    assert_eq!(uci("Standard", KNIGHTS, "dN₄3", "sllavcco").0, "b4d3");
    assert_eq!(uci("Standard", PROMOTION, "aRx", "sllavcco").0, "b7a8r");
    assert_eq!(uci("Standard", PROMOTION, "axR", "sllavcco").0, "");
}

/// A number is not split off a text that is a legal move as a whole.
#[test]
fn move_numbers() {
    let king = "4k3/3q4/8/8/8/8/8/3RK3 b - - 0 8";
    let rook = "8/6k1/8/8/8/8/4R3/R3K3 w - - 0 13";
    for (notation, fen, text, expected, warned) in [
        ("economical:bare", king, "8d8", "e8d8", false),
        ("economical:bare", king, "8... 8d8", "e8d8", false),
        ("economical:bare", king, "8 ... 8d8", "e8d8", false),
        ("economical:priority", rook, "13 1d1 g6", "a1d1 g7g6", false),
        ("economical:priority", rook, "13. 1d1 g6", "a1d1 g7g6", false),
        ("economical:priority", rook, "13.1d1 g6", "a1d1 g7g6", false),
        ("economical:priority", rook, "13 2e7", "e2e7", false),
        ("economical:priority", rook, "13e7", "e2e7", false),
        ("economical:priority", rook, "12e7", "e2e7", true),
        ("economical", START, "1e4 e5 2Nf3", "e2e4 e7e5 g1f3", false),
        ("sllavcco", START, "1e4 e5 2fN3 2 cN6", "e2e4 e7e5 g1f3 b8c6", false),
        ("geographical", START, "1P5-n2 P5-s2 2.P6-n2", "e2e4 e7e5 f2f4", false),
        (
            "geographical",
            "1k6/8/8/8/8/8/8/K6Q w - - 0 20",
            "20. Q - n2 K - s 21. Q - n3",
            "h1h3 b8b7 h3h6",
            false,
        ),
        ("geographical", "1k6/8/8/8/8/7r/8/K6Q w - - 0 19", "Q x R K - s 20. Q - w", "h1h3 b8b7 h3g3", false),
        ("iccf", START, "1 5254 5755 2. 7163", "e2e4 e7e5 g1f3", false),
        ("iccf", START, "1.5254 5755 2.7163", "e2e4 e7e5 g1f3", false),
    ] {
        let (moves, said) = uci("Standard", fen, text, notation);
        assert!(moves.starts_with(expected), "{notation} {text}: {moves} {said}");
        assert_eq!(!said.is_empty(), warned, "{notation} {text}: {said}");
    }
    // `R 20.` is a rook and a move number, not the twentieth rook.
    let (moves, said) =
        uci("Standard", "1k6/8/8/8/8/7r/8/K6Q w - - 0 19", "19. Q x R K - s 20. Q - w", "geographical");
    assert_eq!((moves.as_str(), said.as_str()), ("h1h3 b8b7 h3g3", ""));
    let (moves, said) =
        uci("Standard", "k6r/8/8/8/8/8/8/K6Q b - - 0 19", "19... R x Q + 20. K - n", "geographical");
    assert_eq!((moves.as_str(), said.as_str()), ("h8h1 a1a2", ""));
    let (moves, said) =
        uci("Standard", "k7/8/8/8/8/8/7r/K5Q1 b - - 0 19", "R - s 20. Q x R + K - e", "geographical");
    assert_eq!((moves.as_str(), said.as_str()), ("h2h1 g1h1 a8b8", ""));
}

const PROMOTING: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// Why a text is rejected, and what was probably meant.
#[test]
fn refusals() {
    let mut said = String::new();
    for (notation, fen, text) in [
        ("sllavcco", START, "eN4"),
        ("sllavcco", KNIGHTS, "dN3"),
        ("sllavcco", QUEENS, "eQ4"),
        ("sllavcco", TAKEN, "dNf5x"),
        ("sllavcco", CASTLING, "fRgK+"),
        ("sllavcco", START, "fRgK"),
        ("sllavcco", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5"),
        ("san", START, "Sf3"),
        ("san:de", START, "Nf3"),
        ("san", START, "Кf3"),
        ("lan", START, "Cg1-f3"),
        ("san", PROMOTING, "a8=D"),
        ("san:figurine", START, "Nf3"),
        ("sllavcco", START, "fS3"),
        ("economical", START, "de4"),
        ("economical:bare", START, "f3"),
        ("economical:bare", START, "e5"),
        ("economical:bare", KNIGHTS, "bd3"),
        ("economical:priority", QUEENS, "e4"),
        ("geographical", START, "P9 - n"),
        ("geographical", START, "P - n"),
        ("geographical", START, "R1 - w"),
        ("geographical", START, "P5 x P5"),
        ("geographical", START, "P5 x B3"),
        ("geographical", START, "P5 - q2"),
        ("geographical", KNIGHTS, "N x P"),
        ("geographical", PROMOTION, "P - n"),
        ("geographical", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "N - nne"),
    ] {
        let _ = writeln!(said, "{notation} {text}: {}", uci("Standard", fen, text, notation).1);
    }
    insta::assert_snapshot!(said);
}
