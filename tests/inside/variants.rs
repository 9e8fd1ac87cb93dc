//! The variants in all notations: what each notation can express is read back, including drops, promotions to
//! kings and passes; anything else is refused with the reason.

use std::collections::BTreeSet;

use crate::bodies::games::{
    Dice, assert_round, choice, convert, first, meanings, pgn, plies, ply, set_up, texts,
};
use plyglot::chess::{Outcome, Ply, Position, Role, Scope, Variant};

/// The notations that can express drops.
const WITH_DROPS: [&str; 19] = [
    "uci",
    "san",
    "san:de",
    "lan",
    "geographical",
    "geographical:compact",
    "sllavcco",
    "sllavcco:ascii",
    "economical",
    "economical:bare",
    "descriptive",
    "descriptive:kt",
    "descriptive:es",
    "spoken",
    "spoken:nato",
    "spoken:de",
    "spoken:fr",
    "spoken:es",
    "spoken:pt,nato",
];

/// Those that cannot.
const WITHOUT_DROPS: [(&str, &str); 3] = [
    ("iccf", "ICCF notation has no drops"),
    ("smith", "Smith notation has no drops"),
    ("chess99", "the play notation of Chess 99 has no drops"),
];

/// A random game that prefers drops and promotions, and passes now and then.
fn random_game(start: &Position, seed: u64, longest: usize, passes: bool) -> (Vec<Ply>, Outcome) {
    let mut dice = Dice::new(seed);
    let mut position = start.clone();
    let mut game = Vec::new();
    while game.len() < longest {
        let all = plies(&position, Scope::Legal);
        if all.is_empty() {
            break;
        }
        let rare: Vec<Ply> = all
            .iter()
            .copied()
            .filter(|it| it.is_drop() || it.promotion().is_some() || it.is_en_passant())
            .collect();
        let ply = match dice.below(12) {
            0 if passes && position.can_pass() => Ply::null(position.turn()),
            1..=4 if !rare.is_empty() => dice.pick(&rare),
            _ => dice.pick(&all),
        };
        position.play(&ply);
        game.push(ply);
    }
    (game, position.outcome().unwrap_or_default())
}

/// Returns the names of the notations that can express everything in these games.
fn notations_for(games: &[(Vec<Ply>, Outcome)]) -> Vec<&'static str> {
    let plies = || games.iter().flat_map(|it| &it.0);
    let mut names = WITH_DROPS.to_vec();
    if !plies().any(|it| it.is_drop()) {
        names.extend(["smith", "chess99", "chess99:ascii"]);
        if !plies().any(|it| it.promotion() == Some(Role::King)) {
            names.push("iccf");
        }
    }
    names
}

#[test]
fn random_games_come_back() {
    for variant in Variant::all().filter(|it| *it != Variant::Chess99) {
        let start = first(variant);
        let games: Vec<(Vec<Ply>, Outcome)> =
            (0..12).map(|seed| random_game(&start, seed, 120, seed % 2 == 0)).collect();
        let names = notations_for(&games);
        assert_round(&pgn(&start, &games, names[0]), &names);
    }
}

/// Positions with rare kinds of moves.
const POSITIONS: [(Variant, &str); 12] = [
    (Variant::Crazyhouse, "r1bqk2r/pPpp1ppp/2n2n2/4p3/2B1P3/5N2/P1PP1PPP/RNBQK2R/NBpr w KQkq - 0 1"),
    (Variant::Crazyhouse, "4k3/8/8/8/8/8/4q3/4K3[QRBNPqrbnp] w - - 0 1"),
    (Variant::Antichess, "8/1P6/8/8/8/8/8/7r w - - 0 1"),
    (Variant::Antichess, "k6K/8/8/8/8/8/8/K6k w - - 0 1"),
    (Variant::Atomic, "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1"),
    (Variant::Horde, "4k3/8/8/8/8/8/PPPP4/PPPP4 w - - 0 1"),
    (Variant::RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    (Variant::ThreeCheck, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2+3 0 2"),
    (Variant::KingOfTheHill, "4k3/8/8/8/8/3K4/8/8 w - - 0 1"),
    (Variant::UChess, "4k2r/1P6/8/8/8/8/8/R3K3 w Qk - 0 1"),
    (Variant::Chess960, "4k3/8/8/8/8/8/8/1K3R2 w K - 0 1"),
    (Variant::Standard, "r3k2r/1P6/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1"),
];

/// No two moves share a text, even without marks, and each is read back.
#[test]
fn every_move_reads_back() {
    for (variant, fen) in POSITIONS {
        let before = set_up(Some(variant), fen);
        let plies = plies(&before, Scope::Legal);
        assert!(!plies.is_empty(), "{fen}");
        for name in WITH_DROPS.into_iter().chain(WITHOUT_DROPS.map(|it| it.0)) {
            let notation = choice(name).notation;
            let mut bare_texts = BTreeSet::new();
            for ply in &plies {
                if notation.write(&before, ply, &mut Vec::new()).is_err() {
                    assert!(ply.is_drop() || ply.promotion() == Some(Role::King), "{name} {ply:?} in {fen}");
                    continue;
                }
                let (bare, text) = texts(&*notation, &before, ply);
                assert_eq!(meanings(&*notation, &before, &text), [*ply], "{name} {text} in {fen}");
                assert!(bare_texts.insert(bare), "{name} {text} in {fen}");
                if let Some(exact) = notation.read_exact(&before, &text) {
                    assert_eq!((exact.ply, exact.len), (*ply, text.len()), "{name} {text} in {fen}");
                }
            }
        }
    }
}

#[test]
fn texts_of_rare_moves() {
    let house = "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1";
    for (variant, fen, uci, expected) in [
        (
            Variant::Crazyhouse,
            house,
            "N@f3",
            &[
                ("san", "N@f3"),
                ("lan", "N@f3"),
                ("uci", "N@f3"),
                ("sllavcco", "fN@3"),
                ("descriptive", "N@KB3"),
                ("descriptive:es", "C@3AR"),
                ("geographical", "N @ s.n2e1"),
            ][..],
        ),
        (
            Variant::Crazyhouse,
            house,
            "P@e4",
            &[
                ("san", "@e4"),
                ("lan", "@e4"),
                ("uci", "P@e4"),
                ("san:de", "@e4"),
                ("geographical", "P @ s.n3"),
            ],
        ),
        (Variant::Crazyhouse, house, "Q@d8", &[("san", "Q@d8+"), ("san:de", "D@d8+"), ("uci", "Q@d8")]),
        (
            Variant::Antichess,
            "8/1P6/8/8/8/8/8/7r w - - 0 1",
            "b7b8k",
            &[("san", "b8=K"), ("lan", "b7-b8=K"), ("uci", "b7b8k"), ("smith", "b7b8K"), ("chess99", "b8=K")],
        ),
        (
            Variant::Standard,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "0000",
            &[
                ("san", "--"),
                ("lan", "--"),
                ("uci", "0000"),
                ("iccf", "0000"),
                ("smith", "--"),
                ("chess99", "--"),
            ],
        ),
    ] {
        let before = set_up(Some(variant), fen);
        let ply = ply(&before, uci);
        for (name, text) in expected {
            assert_eq!(texts(&*choice(name).notation, &before, &ply).1, *text, "{name}");
            assert_eq!(meanings(&*choice(name).notation, &before, text), [ply], "{name} {text}");
        }
    }
}

/// A game continues as a comment where a notation cannot express a move, and the reason is given.
#[test]
fn inexpressible_moves() {
    let game = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. @e4 Nxe4 *\n\n";
    for (name, why) in WITHOUT_DROPS {
        let (out, said) = convert(game, None, name);
        assert!(out.ends_with("{@e4 Nxe4} *\n\n"), "{out}");
        assert_eq!(said, [format!("3:25: {why}")]);
    }
    let (_, said) = convert(
        "[Variant \"Antichess\"]\n[FEN \"8/1P6/8/8/8/8/8/7r w - - 0 1\"]\n\n1. b8=K *\n",
        None,
        "iccf",
    );
    assert_eq!(said, ["4:4: ICCF notation has no promotion to a king"]);
}

/// A pawn can promote to king only in antichess, in any notation.
#[test]
fn a_pawn_becomes_a_king_in_antichess_only() {
    for (name, text) in [
        ("san", "b8=K"),
        ("san", "b8K"),
        ("san", "b8(K)"),
        ("san:de", "b8=K"),
        ("san:figurine", "b8=♔"),
        ("lan", "b7-b8=K"),
        ("uci", "b7b8k"),
        ("smith", "b7b8K"),
        ("sllavcco", "bK"),
        ("sllavcco:figurine", "b♔"),
        ("economical", "b8K"),
        ("economical:bare", "b8K"),
        ("economical:bare", "b3"),
        ("economical:priority", "b3"),
        ("chess99", "b8=K"),
        ("chess99:ascii", "b8K"),
        ("geographical", "P - n=K"),
        ("geographical:compact", "P-n=K"),
        ("descriptive", "P-N8(K)"),
        ("descriptive:kt", "P-Kt8=K"),
        ("descriptive:es", "P8C=R"),
        ("descriptive:it", "P8C=R"),
        ("descriptive:pt", "P8C=R"),
        ("descriptive:fr", "P8C=R"),
        ("uchess", "P=K"),
    ] {
        for variant in ["Antichess", "Standard", "Chess960", "Atomic", "Three-check", "Crazyhouse", "U-Chess"]
        {
            let game =
                format!("[Variant \"{variant}\"]\n[FEN \"8/1P4k1/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {text} *\n");
            let (out, said) = convert(&game, Some(name), "uci");
            assert_eq!(out.contains("1. b7b8k *"), variant == "Antichess", "{name} in {variant}: {out}");
            assert_eq!(said.is_empty(), variant == "Antichess", "{name} in {variant}: {said:?}");
        }
    }
}
