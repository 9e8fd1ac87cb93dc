//! The play notation of Chess 99: its texts in both directions, and the tolerance of its reader.

use crate::bodies::games::{choice, plies, ply, set_up as position};
use plyglot::{
    chess::{Ply, Position, Scope, Tags, Variant},
    diagnostics::Severity,
    layout::{Event, InputFormat},
    notation::Notation,
    resolve::Notations,
};

/// Returns the canonical text of a ply.
fn text(notation: &dyn Notation, before: &Position, ply: &Ply) -> String {
    crate::bodies::games::texts(notation, before, ply).1
}

/// Reads one move as a game from the position; returns the plies, and the warnings and errors.
fn read(name: &str, before: &Position, text: &str) -> (Vec<Ply>, Vec<String>) {
    let (number, dots) = (before.move_number(), before.turn().fold_wb(".", "..."));
    let variant = before.variant().name();
    let pgn = format!(
        "[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{number}{dots} {text} *\n",
        before.fen()
    );
    let read = InputFormat::Pgn.read(&pgn, 0..pgn.len(), &Notations::only(choice(name)));
    let plies = read.game.events.iter().filter_map(|event| match event {
        Event::Ply(ply, _) => Some(*ply),
        _ => None,
    });
    let problems = read.diagnostics.iter().filter(|it| it.severity > Severity::Note);
    (plies.collect(), problems.map(|it| it.problem.to_string()).collect())
}

fn assert_both_ways(variant: Option<Variant>, rows: &[(&str, &str, &str)]) {
    for (fen, uci, expected) in rows {
        let before = position(variant, fen);
        let ply = ply(&before, uci);
        for name in ["chess99", "chess99:ascii"] {
            let expected =
                if name == "chess99" { (*expected).to_owned() } else { expected.replace('×', "x") };
            assert_eq!(text(&*choice(name).notation, &before, &ply), expected, "{uci} in {fen}");
            assert_eq!(read(name, &before, &expected), (vec![ply], vec![]), "{expected} in {fen}");
        }
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn standard_chess_both_ways() {
    assert_both_ways(
        None,
        &[
            (START, "g1f3", "Ng1f3"),
            (START, "e2e4", "e24"),
            (START, "e2e3", "e3"),
            ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", "e75"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "Ra14"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1e2", "Ke12"),
            ("6q1/4k3/8/8/8/8/8/4K3 b - - 0 1", "g8b8", "Qg8b"),
            ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "c4d5", "cd5×"),
            ("4k3/6p1/7N/8/8/8/8/4K3 b - - 0 1", "g7h6", "gh6×N"),
            ("4k3/8/8/8/3Q1b2/8/8/4K3 w - - 0 1", "d4f4", "Qd4f×B"),
            ("4k3/8/4P2r/8/8/8/8/3K4 b - - 0 1", "h6e6", "Rh6e×"),
            ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "de6*"),
            ("8/1P6/8/8/8/8/4k3/7K w - - 0 1", "b7b8q", "b8=Q"),
            ("r7/1P6/8/8/8/8/4k3/7K w - - 0 1", "b7a8q", "ba8×R=Q"),
            ("r7/1P6/8/8/8/8/4k3/7K w - - 0 1", "b7a8n", "ba8×R=N"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "Keg&R"),
            ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "Kec&Ra"),
            ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "f1f8", "Rf18+"),
            // Mate has no mark of its own.
            ("7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra18+"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0000", "--"),
        ],
    );
}

#[test]
fn castling_in_chess960_both_ways() {
    assert_both_ways(
        Some(Variant::Chess960),
        &[
            // King and rook stay or go to the same side.
            ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "Kg&R"),
            ("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1a1", "Kc&Ra"),
            ("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", "Kec&Rd"),
            ("4k3/8/8/8/8/8/8/1K3R2 w K - 0 1", "b1f1", "Kbg&R"),
            ("r4k2/8/8/8/8/8/8/4K3 b q - 0 1", "f8a8", "Kfc&Ra"),
            ("1rk5/8/8/8/8/8/8/4K3 b q - 0 1", "c8b8", "Kc&Rb"),
        ],
    );
}

#[test]
fn variants_both_ways() {
    assert_both_ways(
        Some(Variant::Antichess),
        &[
            ("8/1P6/8/8/8/8/8/7r w - - 0 1", "b7b8k", "b8=K"),
            ("7k/8/8/8/8/8/8/7R w - - 0 1", "h1h8", "Rh18×K"),
        ],
    );
}

#[test]
fn lenient_texts() {
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let rooks = "4k3/8/8/8/8/8/3K4/R6R w - - 0 1";
    let file = "R7/4k3/8/8/8/8/3K4/R7 w - - 0 1";
    let promotion = "r7/1P6/8/8/8/8/4k3/7K w - - 0 1";
    let takes = "4k3/6p1/7N/8/8/8/8/4K3 b - - 0 1";
    let en_passant = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
    let castling = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    for (fen, uci, texts) in [
        (START, "g1f3", &["Nf3", "Ng1-f3", "Ng1–f3", "Ngf3", "N1f3"][..]),
        (START, "e2e4", &["e4", "e2e4", "e2-e4"]),
        (START, "e2e3", &["e23", "e2e3"]),
        (knights, "b1d2", &["Nbd2", "N1d2", "Nb1d2"]),
        (rooks, "a1d1", &["Rad1", "Ra1d1", "Ra1d"]),
        (file, "a1a4", &["R1a4", "Ra1a4", "Ra14"]),
        (
            promotion,
            "b7a8q",
            &["ba8=Q×R", "ba8xR=Q", "ba8×(R)=Q", "ba8=QxR", "ba8:RQ", "ba8×R(Q)", "b7a8×R=Q", "ba8=Q"],
        ),
        (promotion, "b7b8n", &["b8N", "b8(N)", "b8/N", "b7-b8=N"]),
        (takes, "g7h6", &["gh6×(N)", "gh6xN", "gh6x(N)", "gh6:N", "gh6хN", "gh6", "g7h6×N"]),
        (en_passant, "d5e6", &["de6×", "de6x", "de6", "de6×e.p.", "de6 e.p.", "d5e6*"]),
        (castling, "e8g8", &["O-O", "0-0", "О–О", "Ke8g8", "Ke8g8&Rh8", "Keg&Rh"]),
        (castling, "e8c8", &["O-O-O", "0-0-0", "Kec&R", "Ke8c"]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", &["Ra1a8†", "Ra18 +", "Ra18ch"]),
        ("7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", &["Ra18#", "Ra18++", "Ra18‡", "Ra18"]),
        (START, "0000", &["Z0", "0000", "<>", "@@@@"]),
    ] {
        let before = position(None, fen);
        let ply = ply(&before, uci);
        for text in texts {
            assert_eq!(read("chess99", &before, text), (vec![ply], vec![]), "{text} in {fen}");
        }
    }
}

#[test]
fn precise_refusals_and_warnings() {
    let twice = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let takes = "4k3/6p1/7N/8/8/8/8/4K3 b - - 0 1";
    for (fen, text, expected) in [
        (twice, "Nd2", "ambiguous: two knights can go there: from b1 and from f3: Nb1d2 or Nf3d2"),
        (takes, "gh6×B", "no legal move: what stands there is a knight; did you mean gh6×N?"),
        (takes, "gh6×", "no legal move: what stands there is a knight; did you mean gh6×N?"),
        (START, "Ng1f3×", "no legal move: nothing stands on f3 to be captured; did you mean Ng1f3?"),
        (START, "Ng2f3", "no legal move: the knight that can reach f3 stands on g1; did you mean Ng1f3?"),
        (START, "Pe4", "no legal move"),
        (START, "Kec&Ra", "no legal move: White cannot castle there now"),
    ] {
        let (plies, problems) = read("chess99", &position(None, fen), text);
        let first = problems.first().map(String::as_str);
        assert_eq!((plies.len(), first), (0, Some(expected)), "{text} in {fen}");
    }
    for (fen, text, expected) in [
        (START, "Ng1f3+", "marked as check, but it is no check"),
        ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "cd5*", "marked as en passant, but it is not"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra18#", "marked as mate, but it is a plain check"),
    ] {
        let (plies, problems) = read("chess99", &position(None, fen), text);
        assert_eq!((plies.len(), problems), (1, vec![expected.to_owned()]), "{text} in {fen}");
    }
}

#[test]
fn drops_have_no_text() {
    let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let before = position(Some(Variant::Crazyhouse), fen);
    let ply = ply(&before, "N@f3");
    let written = choice("chess99").notation.write(&before, &ply, &mut Vec::new());
    assert_eq!(
        written.map_err(|it| it.to_string()),
        Err("the play notation of Chess 99 has no drops".to_owned())
    );
}

/// No two legal moves of a position share a text, and both readers read each text back.
#[test]
fn every_legal_move_reads_back() {
    let positions = [
        (None, START),
        (None, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (None, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
        (None, "Q6Q/2k5/8/8/8/8/1K6/Q6Q w - - 0 1"),
        (Some(Variant::Chess960), "bqrnkb1r/pp2pppp/2p2n2/3p4/3P4/2P2N2/PP2PPPP/BQRNKB1R w HChc - 0 1"),
    ];
    let choice = choice("chess99");
    for (variant, fen) in positions {
        let before = position(variant, fen);
        let plies = plies(&before, Scope::Legal);
        let mut texts: Vec<String> = plies.iter().map(|ply| text(&*choice.notation, &before, ply)).collect();
        for (ply, text) in plies.iter().zip(&texts) {
            assert_eq!(read("chess99", &before, text), (vec![*ply], vec![]), "{text} in {fen}");
            let exact = choice.notation.read_exact(&before, text).expect("canonical texts are read exactly");
            assert_eq!((exact.ply, exact.len), (*ply, text.len()), "{text} in {fen}");
        }
        texts.iter_mut().for_each(|text| *text = text.trim_end_matches('+').to_owned());
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), plies.len(), "{fen}");
    }
}

#[test]
fn a_game_keeps_its_tags() {
    let pgn = "[Event \"x\"]\n[Notation \"chess99\"]\n\n1. e24 e75 2. Ng1f3 Nb8c6 3. Bf1b5 *\n";
    let read = InputFormat::Pgn.read(pgn, 0..pgn.len(), &Notations::any());
    assert_eq!(read.diagnostics, vec![]);
    let mut tags = Tags::default();
    tags.push("Event", "x");
    assert_eq!(read.game.tags, tags);
    assert_eq!(read.game.events.len(), 5);
}
