//! The rules compared with shakmaty's: the same plies, the same checks, in random games.

use std::collections::BTreeSet;

use plyglot::{
    chess::{Ply, PlyKind, Position, Role, Scope, Squares, Variant},
    notation::Choice,
};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

/// A pseudo-random sequence with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn uci(position: &Position, ply: Ply) -> String {
    let mut text = Vec::new();
    Choice::uci().notation.write(position, &ply, &mut text).expect("UCI writes everything");
    String::from_utf8(text).expect("UCI is ASCII")
}

fn reference(position: &Position, mode: CastlingMode) -> Chess {
    let fen: Fen = position.fen().parse().expect("a FEN");
    fen.into_position(mode).expect("a legal position")
}

#[test]
fn random_games_have_the_plies_and_checks_of_shakmaty() {
    let starts = [
        None,
        Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        Some("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
        Some("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
        Some("6QQ/5Q2/8/8/k7/8/1q1q4/7K w - - 0 1"),
        Some("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
        Some("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"),
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut plies_seen = 0;
    for fen in starts {
        for _ in 0..40 {
            let mut position = Position::set_up(None, fen).expect("a position");
            let mode = if position.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard };
            for _ in 0..120 {
                let expected = reference(&position, mode);
                let plies = position.legal_plies();
                let ours: BTreeSet<String> = plies.iter().map(|ply| uci(&position, *ply)).collect();
                let theirs: BTreeSet<String> =
                    expected.legal_moves().iter().map(|m| UciMove::from_move(*m, mode).to_string()).collect();
                assert_eq!(ours, theirs, "{}", position.fen());
                assert_eq!(plies.len(), ours.len(), "{}: a ply twice", position.fen());
                assert_eq!(position.checkers(), expected.checkers().into(), "{}", position.fen());
                assert_eq!(position.has_ply(), !plies.is_empty(), "{}", position.fen());
                assert_eq!(position.is_mate(), expected.is_checkmate(), "{}", position.fen());
                for ply in &plies {
                    let rivals: Squares = plies
                        .iter()
                        .filter(|it| {
                            it.role() == ply.role() && it.to() == ply.to() && it.castling().is_none()
                        })
                        .map(|it| it.from())
                        .collect();
                    if ply.castling().is_none() {
                        assert_eq!(position.candidates(Scope::Legal, ply.role(), ply.to()), rivals);
                        assert_eq!(position.ambiguous_with(ply), rivals.without(ply.from()));
                        let found = position.ply_from(ply.role(), ply.from(), ply.to(), ply.promotion());
                        assert_eq!(found, Some(*ply), "{}", position.fen());
                    }
                }
                plies_seen += plies.len();
                if plies.is_empty() {
                    break;
                }
                let ply = plies[random.below(plies.len())];
                position.play(&ply);
            }
        }
    }
    assert!(plies_seen > 500_000, "only {plies_seen} plies were compared");
}

#[test]
fn variants_list_the_plies_of_shakmaty() {
    use shakmaty::variant::{Variant as Theirs, VariantPosition};
    let mut random = Random(42);
    for (variant, theirs) in [
        (Variant::Crazyhouse, Theirs::Crazyhouse),
        (Variant::Atomic, Theirs::Atomic),
        (Variant::Antichess, Theirs::Antichess),
        (Variant::Horde, Theirs::Horde),
        (Variant::KingOfTheHill, Theirs::KingOfTheHill),
        (Variant::RacingKings, Theirs::RacingKings),
        (Variant::ThreeCheck, Theirs::ThreeCheck),
    ] {
        for _ in 0..20 {
            let mut position = Position::set_up(Some(variant), None).expect("a position");
            let mut expected = VariantPosition::new(theirs);
            for _ in 0..100 {
                let plies = position.legal_plies();
                let moves = expected.legal_moves();
                assert_eq!(plies.len(), moves.len(), "{variant}: {}", position.fen());
                if plies.is_empty() {
                    break;
                }
                let ply = plies[random.below(plies.len())];
                let text = uci(&position, ply);
                let m = text.parse::<UciMove>().expect("UCI").to_move(&expected).expect("legal");
                expected.play_unchecked(m);
                position.play(&ply);
                let fen = Fen::from_position(&expected, shakmaty::EnPassantMode::Legal).to_string();
                assert_eq!(position.fen(), fen, "{variant} after {text}");
            }
        }
    }
}

#[test]
fn castling_in_chess960_where_a_piece_does_not_move() {
    for (fen, kingside, king_to, rook_to) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", true, "g1", "f1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", true, "g1", "f1"),
        ("4k3/8/8/8/8/8/8/2KR4 w D - 0 1", true, "g1", "f1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", false, "c1", "d1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", false, "c1", "d1"),
    ] {
        let position = Position::set_up(None, Some(fen)).expect("a position");
        let ply = position.castling(kingside).expect("castling");
        let PlyKind::Castle(partner) = ply.kind() else { panic!("{fen}: not a castling") };
        assert_eq!(
            (ply.to().to_string().as_str(), partner.to.to_string().as_str()),
            (king_to, rook_to),
            "{fen}"
        );
        assert_eq!(partner.role, Role::Rook);
        let mut after = position.clone();
        after.play(&ply);
        assert_eq!(after.king(position.turn()), Some(ply.to()), "{fen}");
        assert!(after.pieces(position.turn(), Role::Rook).contains(partner.to), "{fen}");
    }
}

#[test]
fn a_pass_counts_as_a_ply_and_is_not_allowed_in_check() {
    let mut position = Position::default();
    position.play(&Ply::null(position.turn()));
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    position.play(&Ply::null(position.turn()));
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2");
    let check = Position::set_up(None, Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")).expect("a position");
    assert!(!check.can_pass());
}

#[test]
fn positions_no_game_can_continue_from_are_refused() {
    for (fen, why) in [
        ("", "not a FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1", "not a FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "empty board"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "missing king"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawns on backrank"),
    ] {
        let error = Position::set_up(None, Some(fen)).expect_err(fen).to_string();
        assert!(error.contains(why), "{fen}: {error}");
    }
    // Handicaps and compositions are played; wrong castling rights and en passant squares are ignored.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ] {
        assert!(Position::set_up(None, Some(fen)).is_ok(), "{fen}");
    }
}
