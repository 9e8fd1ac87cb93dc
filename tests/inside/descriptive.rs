//! Descriptive notation and U-chess: writing, reading, and the examples of the originals.

use crate::bodies::games::{plies, ply, set_up, texts};
use plyglot::{
    chess::{Ply, Position, Scope, Variant},
    convert::{Converter, Options},
    io::{Block, BlockContent},
    layout::{InputFormat, pgn::PgnWriter},
    notation::{Choice, Notation},
    resolve::{MoveText, Next, Notations, Source, read_whole_line},
};

/// Converts PGN between notations; returns the text and the diagnostics.
fn convert(from: &str, to: &str, text: &str) -> (String, Vec<String>) {
    let notations = if from == "auto" {
        Notations::any()
    } else {
        Notations::only(Choice::parse(from).expect("a notation"))
    };
    let options = Options::new(notations);
    let to = Choice::parse(to).expect("a notation");
    let mut converter = Converter::new(&options, Box::new(PgnWriter::new(&to, 0)));
    let bytes = text.as_bytes().to_vec();
    let converted = converter.convert(Block {
        bytes,
        first_line: 1,
        format: InputFormat::Pgn,
        content: BlockContent::Games,
        name: "".into(),
    });
    let messages = converted.reports.iter().flat_map(|report| &report.diagnostics).map(|located| {
        let diagnostic = &located.diagnostic;
        let label = diagnostic.ply_label().unwrap_or_default();
        format!("{}: {label} {}: {}", diagnostic.severity.word(), located.text, diagnostic.problem)
    });
    (String::from_utf8(converted.out).expect("texts are UTF-8"), messages.collect())
}

/// Returns the moves of converted PGN, without tags.
fn moves(pgn: &str) -> &str {
    pgn.rsplit("]\n\n").next().unwrap_or(pgn).trim_end().trim_end_matches(" *")
}

const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn uci(position: &Position, ply: &Ply) -> String {
    texts(&*Choice::uci().notation, position, ply).0
}

/// A text that should be one move.
struct OneMove<'a>(&'a str);

impl Source for OneMove<'_> {
    fn text(&self) -> &str {
        self.0
    }

    fn next(&self, place: usize) -> Next<'_> {
        if self.0[place..].trim().is_empty() {
            return Next::End(place);
        }
        Next::Move(MoveText { start: place, text: &self.0[place..], number: None, digits: 0 })
    }
}

/// Returns the ply that a text is read as, and whether there were no diagnostics.
fn read(notation: &dyn Notation, position: &Position, text: &str) -> (Option<Ply>, bool) {
    let Some(line) = read_whole_line(&OneMove(text), position, 0, notation) else { return (None, false) };
    let plies: Vec<Ply> = line.plies().collect();
    match plies[..] {
        [ply] => (Some(ply), line.diagnostics.is_empty()),
        _ => (None, false),
    }
}

/// Position, move, and the text in English, with `kt` and `long`, in Spanish.
const WRITTEN: &[(&str, &str, &str, &str, &str)] = &[
    (FIRST, "e2e4", "P-K4", "P-K4", "P4R"),
    (FIRST, "f2f4", "P-KB4", "P-KB4", "P4AR"),
    (FIRST, "g1f3", "N-KB3", "Kt-KB3", "C3AR"),
    (FIRST, "b1a3", "N-QR3", "Kt-QR3", "C3TD"),
    // Short names where only one bishop can go there.
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f1b5", "B-N5", "B-Kt5", "A5C"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f1c4", "B-B4", "B-B4", "A4A"),
    // Sides of origin, where the start of the game and the present place agree.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1c3", "N-QB3", "Kt-QB3", "C3AD"),
    // Captures: plain, of a pawn by its file, by a pawn of a file, by squares.
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "PxP", "PxP", "PxP"),
    ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4d5", "PxQP", "PxQP", "PxPD"),
    ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4f5", "PxBP", "PxBP", "PxPA"),
    ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "BPxP", "BPxP", "PAxP"),
    ("4k3/8/8/2ppp3/2PPP3/8/8/4K3 w - - 0 1", "d4c5", "PxBP", "PxBP", "PxPA"),
    ("4k3/8/8/2ppp3/2PPP3/8/8/4K3 w - - 0 1", "c4d5", "BPxP", "BPxP", "PAxP"),
    ("4k3/8/8/1p3p2/P3P3/8/8/4K3 w - - 0 1", "a4b5", "RPxP", "RPxP", "PTxP"),
    ("7k/8/1p4p1/2P2P2/8/8/8/4K3 w - - 0 1", "c5b6", "QBPxP", "QBPxP", "PADxP"),
    ("7k/8/1p4p1/2P2P2/8/8/8/4K3 w - - 0 1", "f5g6", "KBPxP", "KBPxP", "PARxP"),
    ("7k/8/1p1p2p1/2P2P2/8/8/8/4K3 w - - 0 1", "c5b6", "PxQNP", "PxQKtP", "PxPCD"),
    ("7k/8/1p1p4/2P5/8/8/8/4K3 w - - 0 1", "c5b6", "PxNP", "PxKtP", "PxPC"),
    ("4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 1", "e4d5", "PxN(Q5)", "PxKt(Q5)", "PxC(5D)"),
    ("4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 1", "e4f5", "PxN(B5)", "PxKt(B5)", "PxC(5A)"),
    // Origins by square, without history.
    ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "R-Q1", "R-Q1", "T1D"),
    ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "R(QR1)-Q1", "R(QR1)-Q1", "T(1TD)1D"),
    ("4k3/8/8/8/8/4K3/8/R2R4 w - - 0 1", "a1b1", "R(R1)-N1", "R(R1)-Kt1", "T(1T)1C"),
    ("4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", "c1e2", "N-K2", "Kt-K2", "C2R"),
    // En passant, promotion, castling, marks.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "PxP e.p.", "PxP e.p.", "PxP a.p."),
    ("8/1P5k/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", "P-N8(Q)", "P-Kt8(Q)", "P8C=D"),
    ("r7/1P5k/8/8/8/8/8/4K3 w - - 0 1", "b7a8n", "PxR(N)", "PxR(Kt)", "PxT=C"),
    ("8/1P3P1k/8/8/8/8/8/4K3 w - - 0 1", "f7f8n", "P-B8(N)ch", "P-B8(Kt)ch", "P8A=C+"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O", "Castles", "O-O"),
    ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-Och", "Castles QR ch", "O-O-O+"),
    ("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1", "e2d3", "B-Q3disch", "B-Q3disch", "A3D+"),
    ("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1", "e2b5", "B-N5dblch", "B-Kt5dblch", "A5C+"),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "R-R8mate", "R-R8mate", "T8T++"),
    ("8/5p1k/8/3pP3/8/1B6/8/7K w - d6 0 2", "e5d6", "PxP e.p.", "PxP e.p.", "PxP a.p."),
    ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "P-K8(Q)ch", "P-K8(Q)ch", "P8R=D+"),
    ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "PxR(Q)ch", "PxR(Q)ch", "PxT=D+"),
    ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 2", "e5d6", "PxP e.p.disch", "PxP e.p.disch", "PxP a.p.+"),
];

#[test]
fn texts_follow_the_rule() {
    let styles = ["descriptive", "descriptive:kt,long", "descriptive:es"];
    let notations = styles.map(|style| Choice::parse(style).unwrap().notation);
    for (fen, uci, english, long, spanish) in WRITTEN {
        let position = set_up(None, fen);
        let ply = ply(&position, uci);
        for (notation, expected) in notations.iter().zip([*english, long, *spanish]) {
            assert_eq!(texts(&**notation, &position, &ply).1, expected, "{fen} {uci}");
        }
    }
}

/// A game with sides of origin, where history and place diverge.
#[test]
fn sides_of_origin_need_history_and_place() {
    let game = "1. a4 a5 2. h4 h5 3. Rh3 Rh6 4. Raa3 Raa6 5. Rae3 Rae6 6. Re4 Rhg6 7. Rb3 Rc6 8. Rbb4 axb4 9. Nf3 Rgf6 \
                10. Ne5 Rfe6 11. Nc3 Nf6 12. Nb5 Na6 13. Nd4 Nd5 14. Nef3 *";
    let (text, messages) = convert("san", "descriptive", game);
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(
        moves(&text),
        "1. P-QR4 P-QR4 2. P-R4 P-R4 3. R-KR3 R-KR3 4. QR-R3 QR-R3 5. QR-K3 QR-K3 6. R-K4 KR-N3 7. R-QN3 R-QB3 \
         8. R(N3)-N4 PxR 9. N-KB3 KR-B3 10. N-K5 KR-K3 11. N-QB3 N-B3 12. N-N5 N-R3 13. N-Q4 N-Q4 14. KN-B3"
    );
    let (back, messages) = convert("descriptive", "san", &text);
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(moves(&back), moves(&convert("san", "san", game).0));
}

/// Position, move, and texts that mean it.
const READ: &[(&str, &str, &str, &[&str])] = &[
    (
        "descriptive",
        FIRST,
        "e2e4",
        &[
            "P-K4",
            "P—K4",
            "P–K4",
            "PK4",
            "P - K 4",
            "P K 4",
            "P to K4",
            "P. to K. 4th",
            "P. to K's 4th.",
            "P.-K.4",
            "P--K4",
            "P to K fourth",
            "Pawn to King's 4th square",
            "K's P. to K's 4th.",
            "KP-K4",
            "King’s Pawn to King’s fourth",
            "P-e4",
            "Pe2-e4",
            "P · K4",
            "P(K2)-K4",
            "P/K2-K4",
        ],
    ),
    (
        "descriptive",
        FIRST,
        "g1f3",
        &[
            "N-KB3",
            "Kt-KB3",
            "KT-KB3",
            "Kn-KB3",
            "S-KB3",
            "Kt—KB3",
            "Kt to KB3",
            "Kt - K B 3",
            "Kt. to K. B. third",
            "K. Kt. to K. B's 3d.",
            "K. Kt. to B's 3d",
            "KKt-B3",
            "King's Knight to Bishop's third",
            "K's Knight to K's B's 3rd sq.",
            "KNIGHT TO KB3",
            "Kt-f3",
            "Ktg1-f3",
            "Kt-g1-f3",
            "Kt·KB3",
            "Kt • K B 3",
            "N(N1)-KB3",
            "N/KN1-B3",
            "N at KN1 to B3",
            "KN B3",
            "NKB3",
        ],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "a1d1",
        &["R-Q1", "R-Q", "R to Q. sq.", "R to Queen's square", "R-Qsq", "R-d1"],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/4K3/5R2 w - - 0 1",
        "f1b1",
        &["R-QN1", "R-QN", "R to Q Kt", "R. to Q. Kt's sq.", "R-QKtsq"],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "d1d2",
        &["Q-Q2", "Q. to her 2d.", "Queen to her second"],
    ),
    ("descriptive", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1a4", &["Q. to her R's 4th.", "Q-R4", "Q-QR4"]),
    (
        "descriptive",
        "4k3/8/8/8/8/8/5K2/8 w - - 0 1",
        "f2e1",
        &["K-K1", "K. to his sq.", "King to his square", "K-K"],
    ),
    ("descriptive", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1f2", &["K. to his B's 2d.", "K-B2"]),
    (
        "descriptive",
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "f3g5",
        &["K. Kt. to his 5th.", "N-N5", "Kt-Kt 5"],
    ),
    (
        "descriptive",
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "e4d5",
        &[
            "PxP",
            "P x P",
            "P X P",
            "P×P",
            "P takes P",
            "P. takes P.",
            "P take P",
            "P tks P",
            "Pawn takes Queen's Pawn",
            "KPxP",
            "PxQP",
            "P:P",
            "PxP(Q5)",
            "P(K4)xP",
            "P x d5",
        ],
    ),
    (
        "descriptive",
        "7k/8/1p4p1/2P2P2/8/8/8/4K3 w - - 0 1",
        "f5g6",
        &["K B P x P", "K. B's P. takes P.", "PxKNP", "PxP(KN6)", "P takes P at K Kt 6"],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1",
        "a3a2",
        &["R(3)-R2", "R/3-R2", "R(R3)-R2", "R on R3 to R2", "R-(R3)R2"],
    ),
    (
        "descriptive",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "e5d6",
        &[
            "PxP e.p.",
            "PxP e. p.",
            "PxP ep",
            "P takes P en passant",
            "PxP, e.p.",
            "P takes P en pas",
            "PxP (e.p.)",
            "PxP",
        ],
    ),
    (
        "descriptive",
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8q",
        &[
            "P-K8(Q)",
            "P-K8=Q",
            "P-K8/Q",
            "P-K8 Queen",
            "P-K8Q",
            "P queens",
            "P. Queens.",
            "P=Q",
            "P to K's 8th, becoming a Queen",
            "P-K8 becomes a Queen",
            "P to K 8th (2d Q.)",
            "P-K8 (queens)",
        ],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        &[
            "O-O",
            "0-0",
            "o-o",
            "O—O",
            "O - O",
            "Castles",
            "castles.",
            "Castles KR",
            "Castles (K R)",
            "Castles (with K. R.)",
            "Castles on K's side.",
            "Castles K side",
            "K castles",
        ],
    ),
    (
        "descriptive",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "e8c8",
        &[
            "O-O-O",
            "0-0-0",
            "O - O - O",
            "Castles QR",
            "Castles Q side",
            "Castles on Q's side",
            "Castles (Q R)",
            "Castles Queen's side",
        ],
    ),
    (
        "descriptive",
        "6k1/8/8/8/8/8/8/R4BK1 w - - 0 1",
        "f1c4",
        &[
            "B-B4ch",
            "B-B4 ch",
            "B-B4 ch.",
            "B-B4 (ch)",
            "B. to Q. B's 4th. (ch.)",
            "B-B4 check",
            "B-B4+",
            "B-B4†",
            "B-B4, check",
            "B checks",
            "B. checks.",
            "B ch",
        ],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1",
        "e2d3",
        &[
            "B-Q3disch",
            "B-Q3 dis ch",
            "B-Q3 dis. ch.",
            "B-Q3 (dis. ch.)",
            "B-Q3 (discovering check)",
            "B-Q3 disc. ch.",
            "B-Q3 dis+",
            "B-Q3ch",
        ],
    ),
    (
        "descriptive",
        "4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1",
        "e2b5",
        &["B-N5dblch", "B-N5 dbl ch", "B-N5 double check", "B-N5++", "B-Kt5 dble. ch."],
    ),
    (
        "descriptive",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "a1a8",
        &[
            "R-R8mate", "R-R8 mate", "R-R8 checkmate", "R-R8 (mate)", "R-R8#", "R-R8++", "R-R8 and mate",
            "R-R8 ch",
        ],
    ),
    (
        "descriptive:es",
        FIRST,
        "g1f3",
        &["C3AR", "C 3 A R", "C. 3 A. R.", "CR3A", "C3AR!", "Caballo 3 Alfil Rey", "C(1C)3AR", "C-3AR"],
    ),
    (
        "descriptive:es",
        "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1",
        "e4d5",
        &["PxPD", "P x P D", "P por P D", "P toma PD", "PxP(5D)"],
    ),
    ("descriptive:es", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", &["P8R=D", "P8R(D)", "P=D", "P8R D"]),
    ("descriptive:es", "6k1/8/8/8/8/8/8/R4BK1 w - - 0 1", "f1c4", &["A4A+", "A4A jaque", "A4A j.", "A4A†"]),
    (
        "descriptive:es",
        "r1bqkbnr/ppp2ppp/2np4/4p3/Q1B5/2P2N2/PP3PPP/RNB1K2R w KQkq - 0 1",
        "e1g1",
        &["O-O", "Enroque", "enroque corto"],
    ),
    ("descriptive:fr", FIRST, "g1f3", &["C3FR", "CR3F", "C 3 F R"]),
    ("descriptive:pt", FIRST, "g1f3", &["C3BR", "CR3B"]),
    ("descriptive:it", FIRST, "g1f3", &["C3AR", "CR3A"]),
    ("uchess", FIRST, "e2e4", &["PK4", "P-K4"]),
    ("uchess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", &["0-0", "O-O"]),
    ("uchess", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", &["P=N"]),
];

#[test]
fn printed_texts_are_read() {
    for (style, fen, uci, texts) in READ {
        let notation = Choice::parse(style).unwrap().notation;
        let position = set_up(None, fen);
        let expected = ply(&position, uci);
        for text in *texts {
            let text = text.trim_end_matches('!');
            assert_eq!(read(&*notation, &position, text), (Some(expected), true), "{style} {fen}: {text}");
        }
    }
}

/// The names of squares from both sides: the diagram of the U-chess page, and its two examples.
#[test]
fn squares_are_named_from_both_sides() {
    let files = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"];
    let notation = Choice::parse("descriptive").unwrap().notation;
    for (turn, fen) in
        [('w', "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1"), ('b', "4k3/8/8/8/8/8/8/4K3[Nn] b - - 0 1")]
    {
        let position = Position::set_up(Some(Variant::Crazyhouse), Some(fen)).unwrap();
        let mut seen = 0;
        for ply in plies(&position, Scope::Legal).iter().filter(|ply| ply.is_drop()) {
            let number = if turn == 'w' { ply.to().rank() + 1 } else { 8 - ply.to().rank() };
            let expected = format!("N@{}{number}", files[usize::from(ply.to().file())]);
            let text = texts(&*notation, &position, ply).1;
            assert_eq!(text.trim_end_matches("ch"), expected);
            assert_eq!(read(&*notation, &position, &text), (Some(*ply), true), "{text}");
            seen += 1;
        }
        assert_eq!(seen, 62);
    }
    let (text, _) = convert("san", "descriptive", "1. e4 e5 2. Bb5 *");
    assert_eq!(moves(&text), "1. P-K4 P-K4 2. B-N5");
}

/// The opening that ends in stalemate by U-chess rules, as the page gives it in two languages.
#[test]
fn the_opening_of_the_u_chess_page_reads_in_both_languages() {
    let san = "1. e4 e5 2. d4 d5 3. Ne2 Ne7 4. Nd2 Nd7";
    let english = "1. PK4 PK4 2. PQ4 PQ4 3. NK2 NK2 4. NQ2 NQ2";
    let italian = "1. P4R P4R 2. P4D P4D 3. C2R C2R 4. C2D C2D";
    for (style, text) in [("uchess", english), ("uchess:it", italian)] {
        assert_eq!(moves(&convert("san", style, san).0), text);
        assert_eq!(convert(style, "san", text), (format!("{san} *\n\n"), Vec::new()));
    }
    for (text, notation) in [(english, "descriptive"), (italian, "descriptive:es")] {
        let (read, messages) = convert("auto", "san", text);
        assert_eq!(moves(&read), san);
        assert_eq!(messages, [format!("note:  : read as {notation}")]);
    }
}

/// A move that three symbols cannot express is marked, and the game continues.
#[test]
fn u_chess_continues_without_inexpressible_moves() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 (5... Bd6) 6. d4 *";
    let (text, messages) = convert("san", "uchess", game);
    assert_eq!(
        moves(&text),
        "1. PK4 PK4 {2. N-KB3} {2... N-QB3} 3. BN5 {3... P-QR3} 4. BxN {4... QPxB} 5. 0-0 PB3 (5... BQ3) 6. PQ4"
    );
    let expected = [
        "error: 2. Nf3: no text of three symbols: NB3 may also be Nb1-c3",
        "error: 2... Nc6: no text of three symbols: NB3 may also be Ng8-f6",
        "error: 3... a6: no text of three symbols: PR3 may also be h7-h6",
        "error: 4... dxc6: no text of three symbols: PxB may also be b7xc6",
    ];
    assert_eq!(messages, expected);
}

/// Position, move, and its U-chess text or its rivals.
const THREE_SYMBOLS: &[(&str, &str, Result<&str, &str>)] = &[
    // Pinned pieces count.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", Err("NK2 may also be Nc3-e2")),
    ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1f3", Ok("NB3")),
    // One pawn promotes, or another could, if only by capturing.
    ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Ok("P=Q")),
    ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", Ok("P=R")),
    ("3rr2k/P3P3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Err("P=Q may also be e7xd8")),
    ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", Err("a promotion with capture")),
    // Captures that promote have the text of captures.
    ("1r5k/P7/8/r7/1P6/8/8/4K3 w - - 0 1", "b4a5", Err("PxR may also be a7xb8")),
    // En passant is written as an ordinary capture.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", Ok("PxP")),
    ("4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", Err("PxP may also be e5xf6")),
    ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", Ok("0-0-0")),
];

#[test]
fn u_chess_has_texts_of_three_symbols() {
    let notation = Choice::parse("uchess").unwrap().notation;
    for (fen, uci, expected) in THREE_SYMBOLS {
        let position = set_up(None, fen);
        let ply = ply(&position, uci);
        let mut text = Vec::new();
        match (notation.write(&position, &ply, &mut text), expected) {
            (Ok(()), Ok(expected)) => assert_eq!(std::str::from_utf8(&text), Ok(*expected), "{fen}"),
            (Err(why), Err(expected)) => assert!(why.to_string().contains(expected), "{fen}: {why}"),
            (found, _) => panic!("{fen} {uci}: {found:?}"),
        }
    }
}

/// A pseudo-random sequence with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

const STARTS: &[(Variant, &str)] = &[
    (Variant::Standard, FIRST),
    (Variant::Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::Standard, "2rk2r1/1P3P1P/8/2pPpP2/8/p1p2p1p/8/R3K2R w KQ e6 0 2"),
    (Variant::Standard, "1R1R1R1R/8/p1p1p1p1/8/1R1p1R2/p1p3p1/6k1/K7 w - - 0 1"),
    (Variant::Chess960, "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w BGbg - 0 1"),
    (Variant::Chess960, "nnrkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NNRKRBBQ w CEce - 0 1"),
    (Variant::Crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    (Variant::Atomic, FIRST),
];

/// Returns a random game as PGN in UCI notation.
fn random_game(dice: &mut Dice, variant: Variant, fen: &str) -> String {
    let mut position = Position::set_up(Some(variant), Some(fen)).expect("a FEN that can be set up");
    let mut text = format!("[Variant \"{}\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n", variant.name());
    for _ in 0..80 {
        let plies = plies(&position, Scope::Legal);
        if plies.is_empty() {
            break;
        }
        let ply = plies[dice.below(plies.len())];
        text += &uci(&position, &ply);
        text.push(' ');
        if dice.one_in(9) {
            text += "{a remark} $2 ";
        }
        if dice.one_in(9) {
            let other = plies[dice.below(plies.len())];
            text += &format!("( {} ) ", uci(&position, &other));
        }
        position.play(&ply);
    }
    text + "*\n\n"
}

#[test]
fn games_come_back_from_every_style() {
    let mut dice = Dice(88);
    for n in 0..48 {
        let (variant, fen) = STARTS[n % STARTS.len()];
        let game = random_game(&mut dice, variant, fen);
        let (san, messages) = convert("uci", "san", &game);
        assert!(messages.is_empty(), "{messages:?}\n{game}");
        for style in ["", ":kt", ":long", ":kt,long", ":es", ":it", ":pt", ":fr"] {
            let style = format!("descriptive{style}");
            let (text, messages) = convert("uci", &style, &game);
            assert!(messages.is_empty(), "{style}: {messages:?}");
            assert_eq!(convert(&style, "san", &text), (san.clone(), Vec::new()), "{style}:\n{text}");
        }
    }
}

/// Returns the text of a move as printed: other letters, words, spaces and full stops, less of the origin.
fn printed(dice: &mut Dice, text: &str) -> String {
    if text.starts_with("O-O") || text.contains('@') {
        return text.replace("O-O-O", "Castles Q R").replace("O-O", "Castles K R");
    }
    let (body, mark) = match text.find(['c', 'd', 'm', ' ']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    let knight = ["N", "Kt", "S", "Knight"][dice.below(4)];
    let to = ["-", " - ", "—", " to "][dice.below(4)];
    let takes = ["x", " x ", "×", " takes ", " tks "][dice.below(5)];
    let stops = dice.one_in(2);
    let mut out = String::new();
    for (n, letter) in body.char_indices() {
        match letter {
            'N' => out += knight,
            '-' => out += to,
            'x' => out += takes,
            _ => out.push(letter),
        }
        let last = body[n + letter.len_utf8()..].chars().next();
        if stops && letter.is_ascii_uppercase() && last.is_some_and(|it| it.is_ascii_alphanumeric()) {
            out += ". ";
        }
    }
    let mark = match mark {
        "ch" => [" ch.", "+", " (ch)", ", check", ""][dice.below(5)],
        "mate" => [" mate", "#", " checkmate", " ch"][dice.below(4)],
        " e.p." => [" e. p.", " en passant", ""][dice.below(3)],
        other => other,
    };
    out + mark
}

#[test]
fn readings_include_the_printed_move() {
    let mut dice = Dice(1851);
    let notation = Choice::parse("descriptive").unwrap().notation;
    for n in 0..60 {
        let (variant, fen) = STARTS[n % 6];
        let mut position = Position::set_up(Some(variant), Some(fen)).unwrap();
        for _ in 0..80 {
            let plies = plies(&position, Scope::Legal);
            if plies.is_empty() {
                break;
            }
            let ply = plies[dice.below(plies.len())];
            let canonical = texts(&*notation, &position, &ply).1;
            let text = printed(&mut dice, &canonical);
            let mut readings = Vec::new();
            notation.read(&position, &text, &mut readings);
            let whole: Vec<Ply> = readings
                .iter()
                .filter(|reading| reading.len == text.len())
                .flat_map(|reading| {
                    let mut plies = Vec::new();
                    position.plies(Scope::Legal, &reading.pattern, &mut plies);
                    notation.disambiguate_by_rule(&position, reading, &mut plies);
                    plies
                })
                .collect();
            assert!(whole.contains(&ply), "{} {canonical} as {text}: {whole:?}", position.fen());
            position.play(&ply);
        }
    }
}
