//! The library as its users see it.

use std::collections::HashSet;

use plyglot::{Converter, Diagnostic, Games, Layout, Notation, Ply, Position, Reading, Variant};
use shakmaty::{Chess, Move, Position as _, variant::VariantPosition};

use crate::support::run;

/// Returns the files below a folder of fixtures.
fn fixtures(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let files = std::fs::read_dir(&folder).expect("a folder").map(|it| it.expect("a file").path());
    files.filter(|it| it.is_file()).collect()
}

fn notation(name: &str) -> Notation {
    name.parse().expect("a notation")
}

/// The iterator reads what the converter reads: as many games, with the same diagnostics, whatever the input is.
#[test]
fn games_are_those_of_the_converter() {
    for path in ["games", "pgn", "grid", "originals", "chess99", "importers"].into_iter().flat_map(fixtures) {
        let text = std::fs::read(&path).expect("a file");
        let report = Converter::to(notation("san")).convert(&text[..], std::io::sink()).expect("a report");
        let mut games = Games::new(&text[..]);
        let read: Vec<_> = games.by_ref().map(|it| it.expect("a game")).collect();
        assert_eq!(read.len() as u64, report.games, "{}", path.display());
        let told = read.iter().flat_map(|it| it.diagnostics()).chain(games.remaining_diagnostics());
        let told: Vec<String> = told.map(Diagnostic::to_string).collect();
        let expected: Vec<String> = report
            .diagnostics
            .iter()
            // Only writing can tell these.
            .filter(|it| !matches!(it.kind(), "unwritable" | "dropped"))
            .map(Diagnostic::to_string)
            .collect();
        assert_eq!(told, expected, "{}", path.display());
        for game in read {
            for (before, ply) in game.moves() {
                assert!(before.legal_plies().contains(&ply) || ply.is_null(), "{}: {ply}", path.display());
            }
        }
    }
}

#[test]
fn a_library_writes_every_layout_as_the_program_does() {
    let games = std::fs::read("fixtures/games/comments.pgn").or_else(|_| std::fs::read("fixtures/opera.pgn"));
    let games = games.expect("a file");
    for layout in Layout::ALL {
        let to = if layout.name().starts_with("grid") { "sllavcco" } else { "san" };
        let mut ours = Vec::new();
        let converter = Converter::to(notation(to)).layout(*layout);
        converter.convert(&games[..], &mut ours).expect("a report");
        let theirs = run(&["--layout", layout.name(), "-t", to], &games);
        assert!(ours == theirs.stdout, "{layout}");
    }
    let refused = Converter::to(notation("lan")).layout(Layout::Grid).convert(&games[..], Vec::new());
    assert_eq!(refused.map_err(|it| it.kind()).err(), Some(std::io::ErrorKind::InvalidInput));
}

#[test]
fn a_report_is_bounded() {
    let wrong = "1. e4 e5 7. Nf3 *\n\n".repeat(plyglot::Report::MOST + 5);
    let converter = Converter::to(notation("san")).reading(Reading::new().from(notation("san")));
    let report = converter.convert(wrong.as_bytes(), std::io::sink()).expect("a report");
    assert_eq!((report.diagnostics.len(), report.more), (plyglot::Report::MOST, 5));
    let mut told = 0;
    let counted = converter.convert_with(wrong.as_bytes(), std::io::sink(), |_| told += 1);
    assert_eq!((told, counted.expect("a report").diagnostics.len()), (plyglot::Report::MOST + 5, 0));
}

/// A position after these moves.
fn after(rules: Variant, moves: &str) -> Position {
    let mut position = Position::first(rules);
    for text in moves.split_whitespace() {
        let ply = notation("san").parse(&position, text).expect("a move");
        position.play(&ply).expect("a legal move");
    }
    position
}

#[test]
fn equal_positions_are_those_with_the_same_future() {
    let same = [
        ("Nf3 Nf6 Nc3", "Nc3 Nf6 Nf3", true),
        // The counters do not count, nor does where knights came from.
        ("Nf3 Nf6 Ng1 Ng8", "", true),
        ("e4 e5 Nf3", "e4 e5 Nc3", false),
        // Castling rights, the side to move, and captures en passant do.
        ("e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5", false),
        ("e4 a6 e5 d5", "e4 d5 e5 a6", false),
        ("e4", "e3", false),
        ("e4 e5", "e4 e6", false),
    ];
    for (one, other, equal) in same {
        let positions = [one, other].map(|it| after(Variant::Standard, it));
        assert_eq!(positions[0] == positions[1], equal, "{one} / {other}");
        assert_eq!(HashSet::from(positions).len(), 2 - usize::from(equal), "{one} / {other}");
    }
    assert_ne!(Position::first(Variant::Atomic), Position::default());
    assert_eq!(Position::first(Variant::Chess960), Position::default());
}

/// Plays every legal ply of some positions of every variant, here and with shakmaty.
#[test]
fn positions_and_plies_are_shakmatys() {
    let is_shakmatys = |rules: Variant| !matches!(rules, Variant::UChess | Variant::Chess99);
    for rules in Variant::all() {
        let mut position = Position::first(rules);
        for n in 0..40 {
            let theirs = VariantPosition::try_from(&position);
            assert_eq!(theirs.is_ok(), is_shakmatys(rules), "{rules}");
            let plies = position.legal_plies();
            if let Ok(theirs) = &theirs {
                assert_eq!(Position::from(theirs.clone()).fen(), position.fen(), "{rules}");
                assert_eq!(Chess::try_from(&position).is_ok(), matches!(theirs, VariantPosition::Chess(_)));
                let of_theirs: HashSet<Ply> =
                    theirs.legal_moves().iter().filter_map(|it| position.ply(*it)).collect();
                assert_eq!(of_theirs, plies.iter().copied().collect(), "{rules}");
                for ply in &plies {
                    let mut after = (position.clone(), theirs.clone());
                    after.0.play(ply).expect("a legal ply");
                    after.1.play_unchecked(Move::try_from(*ply).expect("a move"));
                    assert_eq!(after.0, Position::from(after.1), "{rules}: {ply}");
                }
            }
            // Any way through the game will do.
            let Some(ply) = plies.get((n * 7 + 3) % plies.len().max(1)) else { break };
            position.play(ply).expect("a legal ply");
        }
    }
    assert!(Move::try_from(Ply::null(plyglot::Color::White)).is_err());
}

/// The text of a ply on its own is that of the notation UCI.
#[test]
fn plies_are_shown_as_uci() {
    for rules in Variant::all() {
        let mut position = Position::first(rules);
        for n in 0..60 {
            let plies = position.legal_plies();
            for ply in &plies {
                let uci = notation("uci").write(&position, ply).expect("UCI");
                let is_castling_960 = rules == Variant::Chess960 && ply.castling().is_some();
                assert!(uci == ply.to_string() || is_castling_960, "{rules}: {uci} {ply}");
            }
            let Some(ply) = plies.get((n * 5 + 1) % plies.len().max(1)) else { break };
            position.play(ply).expect("a legal ply");
        }
    }
}

#[test]
fn an_error_of_the_reader_comes_after_what_was_read() {
    struct Broken(usize);
    impl std::io::Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            if self.0 > 1 {
                return Err(std::io::Error::other("broken"));
            }
            let text = b"1. e4 e5 *\n\n1. d4 d5 *\n\n";
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }
    let read: Vec<bool> = Games::with(Broken(0), &Reading::new()).map(|it| it.is_ok()).collect();
    assert_eq!(read, [true, true, false]);
}
