//! The rules of U-chess: what can be written in three symbols.

use crate::bodies::games::{self, plies};
use plyglot::{
    chess::{Outcome, Ply, Position, Scope, Variant},
    notation::Choice,
};

fn set_up(fen: &str) -> Position {
    games::set_up(Some(Variant::UChess), fen)
}

fn uci(position: &Position, ply: &Ply) -> String {
    let mut text = Vec::new();
    Choice::uci().notation.write(position, ply, &mut text).expect("UCI can say all");
    String::from_utf8(text).expect("UTF-8")
}

/// Returns all legal moves, sorted.
fn moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = plies(position, Scope::Legal).iter().map(|it| uci(position, it)).collect();
    texts.sort();
    texts
}

fn play(position: &mut Position, text: &str) {
    let ply = plies(position, Scope::Legal).into_iter().find(|it| uci(position, it) == text);
    position.play(&ply.unwrap_or_else(|| panic!("{text} in {}", position.fen())));
}

#[test]
fn the_first_position() {
    let position = games::first(Variant::UChess);
    assert!(position.is_first());
    // All other squares have a twin on the other side.
    assert_eq!(moves(&position), ["d2d3", "d2d4", "e2e3", "e2e4"]);
}

/// The original's short game.
#[test]
fn the_stalemate_of_the_original() {
    let mut position = games::first(Variant::UChess);
    for text in ["e2e4", "e7e5", "d2d4", "d7d5", "g1e2", "g8e7", "b1d2", "b8d7"] {
        assert_eq!(position.outcome(), None);
        play(&mut position, text);
    }
    assert_eq!(position.fen(), "r1bqkb1r/pppnnppp/8/3pp3/3PP3/8/PPPNNPPP/R1BQKB1R w KQkq - 4 5");
    assert_eq!(moves(&position), Vec::<String>::new());
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert!(!plies(&position, Scope::PseudoLegal).is_empty());
}

#[test]
fn moves_in_three_symbols() {
    for (what, fen, expected) in [
        (
            // The knight on e2 may go, though it is pinned, but neither can go to d4 or c1.
            "a pinned knight is a rival too",
            "k3r3/8/8/8/8/1N6/4N3/4K3 w - - 0 1",
            &["b3a1", "b3a5", "b3c5", "b3d2", "e1d1", "e1d2", "e1f1", "e1f2", "e2c3", "e2f4", "e2g1", "e2g3"]
                [..],
        ),
        (
            "two pieces that can take the like",
            "k7/8/8/2p1p3/3P4/8/8/K7 w - - 0 1",
            &["a1a2", "a1b1", "a1b2", "d4d5"],
        ),
        (
            "one pawn may promote without a capture",
            "k7/4P3/8/8/8/8/8/K7 w - - 0 1",
            &["a1a2", "a1b1", "a1b2", "e7e8b", "e7e8n", "e7e8q", "e7e8r"],
        ),
        (
            "so may one that could capture too, but the capture cannot be written",
            "k2r2n1/4P3/7P/8/8/8/8/K7 w - - 0 1",
            &["a1a2", "a1b1", "a1b2", "e7e8b", "e7e8n", "e7e8q", "e7e8r", "h6h7"],
        ),
        (
            "a second pawn that can promote only by a capture bars it",
            "k5nr/4P2P/8/8/8/8/8/K7 w - - 0 1",
            &["a1a2", "a1b1", "a1b2"],
        ),
        (
            "the unique PxK, to a queen",
            "3k4/4P3/8/8/8/8/8/K7 w - - 0 1",
            &["a1a2", "a1b1", "a1b2", "e7d8q", "e7e8b", "e7e8n", "e7e8q", "e7e8r"],
        ),
        ("two ways to take the king by pawns", "3k4/2P1P3/8/8/8/8/8/K7 w - - 0 1", &["a1a2", "a1b1", "a1b2"]),
        (
            "castling through attacks, out of check",
            "k3r3/8/8/8/8/8/8/4K2R w K - 0 1",
            &[
                "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1", "h1f1", "h1g1", "h1h2", "h1h3", "h1h4",
                "h1h5", "h1h6", "h1h7", "h1h8",
            ],
        ),
        (
            "en passant is a capture of a pawn",
            "k7/8/8/3Pp3/8/8/8/K7 w - e6 0 1",
            &["a1a2", "a1b1", "a1b2", "d5d6", "d5e6"],
        ),
    ] {
        assert_eq!(moves(&set_up(fen)), expected, "{what}: {fen}");
    }
}

#[test]
fn capturing_the_king_wins() {
    let mut position = set_up("k3r3/8/8/8/8/8/8/4K2R b - - 0 1");
    // There is no check, and no mark for it.
    assert!(!position.is_check());
    play(&mut position, "e8e1");
    assert_eq!(position.outcome(), Some(Outcome::BlackWins));
    assert!(plies(&position, Scope::PseudoLegal).is_empty() && !position.can_pass());
}

#[test]
fn rights_and_squares() {
    let mut position = set_up("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, fen) in [
        // The captured rook's castling right is lost.
        ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("e8g8", "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2"),
    ] {
        play(&mut position, text);
        assert_eq!(position.fen(), fen);
        assert_eq!(set_up(fen).fen(), fen);
    }
    let mut position = set_up("r3k2r/8/8/8/8/8/6B1/4K3 w kq - 0 1");
    play(&mut position, "g2a8");
    assert_eq!(position.fen(), "B3k2r/8/8/8/8/8/8/4K3 b k - 0 1");
}

#[test]
fn impossible_positions() {
    for (fen, expected) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "each side needs one king"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on the first or last rank"),
    ] {
        let error = Position::set_up(Some(Variant::UChess), Some(fen)).map(|it| it.fen());
        assert_eq!(error.map_err(|it| it.to_string()), Err(expected.to_owned()));
    }
    // The side not to move may be attacked: there is no check.
    set_up("k3R3/8/8/8/8/8/8/K7 w - - 0 1");
}
