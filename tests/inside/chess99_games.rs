//! Games of Chess 99: single moves and whole games, in every notation that supports them.
//!
//! `fixtures/chess99/moves.tsv` has a move per row, `special.pgn` a short game for each peculiarity of the
//! variant, `random.pgn` complete games by the random player below.

use std::{collections::BTreeSet, fs, ops::Range};

use crate::bodies::games::{self, Dice, choice, convert, meanings, texts};
use plyglot::{
    chess::{Outcome, Ply, Position, Role, Scope, Variant},
    layout::{Event, InputFormat},
    resolve::Notations,
};

/// The notations that support Chess 99, with their styles.
const NOTATIONS: [&str; 7] =
    ["chess99", "chess99:ascii", "lan", "lan:de", "uci", "geographical", "geographical:compact"];

fn first_position() -> Position {
    games::first(Variant::Chess99)
}

fn set_up(fen: &str) -> Position {
    games::set_up(Some(Variant::Chess99), fen)
}

/// All plies of a position, including a pass.
fn plies(position: &Position) -> Vec<Ply> {
    let mut plies = games::plies(position, Scope::Legal);
    plies.extend(position.can_pass().then(|| Ply::null(position.turn())));
    plies
}

struct Row {
    before: Position,
    /// Notation and text.
    texts: Vec<(String, String)>,
}

fn rows() -> Vec<Row> {
    let table = fs::read_to_string("fixtures/chess99/moves.tsv").expect("the table");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        let texts =
            names.iter().zip(&cells).skip(1).map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Row { before: set_up(cells[0]), texts: texts.collect() }
    });
    rows.collect()
}

#[test]
fn every_row_both_ways() {
    let rows = rows();
    assert!(rows.len() > 75);
    for Row { before, texts: expected } in rows {
        let (_, uci) = &expected[0];
        let found = meanings(&*choice("uci").notation, &before, uci);
        let [ply] = found[..] else { panic!("{uci} in {}: {found:?}", before.fen()) };
        for (name, text) in &expected {
            let notation = choice(name).notation;
            assert_eq!(&texts(&*notation, &before, &ply).1, text, "{name} in {}", before.fen());
            assert_eq!(meanings(&*notation, &before, text), [ply], "{text} in {}", before.fen());
        }
    }
}

/// No two moves share a text, even without marks, and each is read back, in the positions of the table and of random games.
#[test]
fn every_move_reads_back() {
    let mut fens: BTreeSet<String> = rows().iter().map(|row| row.before.fen()).collect();
    fens.insert(first_position().fen());
    for seed in 0..24 {
        let mut position = if seed % 2 == 0 { first_position() } else { set_up(OPEN) };
        for (n, ply) in random_game(&position.clone(), seed, 120).0.iter().enumerate() {
            if n % 17 == 3 {
                fens.insert(position.fen());
            }
            position.play(ply);
        }
    }
    assert!(fens.len() > 100, "{}", fens.len());
    fens.extend((0..150).map(scattered));
    // One of two pawns is already on the last rank.
    fens.insert("k8/9/9/9/9/9/9/3p5/2Kp1q3 b - - 0 1".to_owned());
    for fen in fens {
        let before = set_up(&fen);
        let plies = plies(&before);
        for name in NOTATIONS {
            let notation = choice(name).notation;
            let mut bare_texts = BTreeSet::new();
            for ply in &plies {
                let (bare, text) = texts(&*notation, &before, ply);
                assert_eq!(meanings(&*notation, &before, &text), [*ply], "{name} {text} in {fen}");
                assert!(bare_texts.insert(bare), "{name} {text} in {fen}");
                if let Some(exact) = notation.read_exact(&before, &text) {
                    assert_eq!(exact.ply, *ply, "{name} {text} in {fen}");
                }
            }
        }
    }
}

/// A position with randomly placed pieces, many of them pawns about to promote or on the last rank.
fn scattered(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut squares = [b'1'; 81];
    for _ in 0..6 + dice.below(24) {
        squares[dice.below(81)] = dice.pick(b"NnBbRrQqAa");
    }
    for _ in 0..10 {
        squares[dice.below(18)] = dice.pick(b"PPnqr");
        squares[63 + dice.below(18)] = dice.pick(b"ppNQR");
    }
    squares[dice.below(40)] = b'k';
    squares[40 + dice.below(41)] = b'K';
    let rows: Vec<String> = squares.chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let fen = format!("{} {} - - 0 {}", rows.join("/"), dice.pick(&["w", "b"]), 1 + dice.below(120));
    set_up(&fen).fen()
}

/// Texts that the reader accepts, and texts that it must not.
#[test]
fn lenient_texts() {
    let passed = "4k4/5b3/9/9/1P7/9/9/9/8K b - b4 0 23";
    let late = "4k4/9/9/9/9/9/9/3B5/5p2K b - - 0 42";
    let start = first_position().fen();
    for (fen, name, uci, given) in [
        (start.as_str(), "chess99", "e2e4", &["e4", "e2e4", "e2-e4"][..]),
        (start.as_str(), "chess99", "b1c3", &["Nc3", "Nbc3", "Nb1-c3"]),
        (start.as_str(), "chess99", "e1f1", &["Ke1f1&Pf1", "Kef&Pf"]),
        (start.as_str(), "lan", "b1c3", &["Nc3", "Nb1c3", "Nb1–c3"]),
        (start.as_str(), "geographical", "e1f1", &["K&A", "K & A1"]),
        (passed, "chess99", "f8b4e", &["Bb4*"]),
        (passed, "chess99", "f8b4", &["Bb4", "Bf8-b4"]),
        (passed, "lan", "f8b4e", &["Bf8xb4 e.p.", "Bf8-b4e.p.", "Bf8xb4ep"]),
        (passed, "uci", "f8b4", &["f8-b4", "F8B4"]),
        (late, "chess99", "f1d2n", &["f1=Nd2×B", "f=N-d2x(B)", "f=Nd2"]),
        (late, "lan", "f1d2n", &["f1=N×d2", "f1=Nd2"]),
        (late, "geographical", "f1d2n", &["P=NxB", "P =N x B", "P x B=N", "P x B(N)"]),
    ] {
        let before = set_up(fen);
        let expected = meanings(&*choice("uci").notation, &before, uci);
        assert_eq!(expected.len(), 1, "{uci} in {fen}");
        for text in given {
            assert_eq!(meanings(&*choice(name).notation, &before, text), expected, "{name} {text} in {fen}");
        }
    }
    for (fen, name, text) in [
        // A slip in the original for `f=Nd2+`: not a knight's move.
        ("4k4/9/9/9/9/9/9/9/1K3p3 b - - 0 42", "chess99", "f=Nd8"),
        // Kingside castling is undefined where the sides have different pieces.
        (start.as_str(), "chess99", "O-O"),
        (start.as_str(), "lan", "O-O"),
        (start.as_str(), "geographical", "O-O"),
        // The bishop's destination is empty: a sign of capture alone is not en passant.
        (passed, "lan", "Bf8xb4"),
        (passed, "chess99", "Bf8b4×"),
        (passed, "geographical", "B x P"),
        ("4k4/9/9/3P5/9/9/3r5/9/4K4 b - d5 0 1", "chess99", "Rd36*"),
    ] {
        assert_eq!(meanings(&*choice(name).notation, &set_up(fen), text), [], "{name} {text} in {fen}");
    }
}

#[test]
fn unsupported_notations() {
    let start = first_position();
    let why = "a game on 9×9 squares can only be written in chess99, geographical, lan and uci";
    for name in ["san", "iccf", "smith", "sllavcco", "economical"] {
        assert_eq!(
            choice(name).notation.supports(&start).map_err(|it| it.to_string()),
            Err(why.to_owned()),
            "{name}"
        );
    }
    let why = "the paladin of Chess 99 has the letter A, which is the bishop's in this language";
    assert_eq!(choice("lan:es").notation.supports(&start).map_err(|it| it.to_string()), Err(why.to_owned()));
    assert_eq!(choice("lan:es").notation.supports(&Position::default()), Ok(()));
}

fn assert_round(games: &str) {
    games::assert_round(games, &NOTATIONS);
}

#[test]
fn special_games_convert_and_come_back() {
    assert_round(&fs::read_to_string("fixtures/chess99/special.pgn").expect("the games"));
}

/// The notation is also detected without its tag.
#[test]
fn special_games_are_recognised() {
    let games = fs::read_to_string("fixtures/chess99/special.pgn").expect("the games");
    for name in ["chess99", "lan", "uci", "geographical"] {
        let (there, _) = convert(&games, None, name);
        let tag = format!("[Notation \"{name}\"]\n");
        let (back, said) = convert(&there.replace(&tag, ""), None, "chess99");
        let said: Vec<String> = said.into_iter().filter(|it| !it.contains("read as")).collect();
        assert_eq!(said, Vec::<String>::new(), "{name}");
        assert!(back == games, "{name}:\n{back}");
    }
}

/// A position with many kinds of moves.
const OPEN: &str = "r2qk2ar/1P4p2/2p6/6N2/3P5/5b3/2B4p1/1p2P4/R1A1K1Q1R w - - 0 1";

/// A random game that prefers promotions, captures en passant and pawn moves, and captures a king now and then.
/// It ends with a king or after `longest` plies.
fn random_game(start: &Position, seed: u64, longest: usize) -> (Vec<Ply>, Outcome) {
    let mut dice = Dice::new(seed);
    let mut position = start.clone();
    let mut game = Vec::new();
    while position.outcome().is_none() && game.len() < longest {
        let all = games::plies(&position, Scope::Legal);
        let king = |ply: &Ply| ply.capture().is_some_and(|it| it.role == Role::King);
        let special = |ply: &Ply| ply.promotion().is_some() || ply.is_en_passant();
        let preferred: Vec<Ply> = match dice.below(6) {
            0 => all.iter().copied().filter(king).collect(),
            1 | 2 => all.iter().copied().filter(special).collect(),
            3 => all.iter().copied().filter(|ply| ply.role() == Role::Pawn).collect(),
            _ => Vec::new(),
        };
        let among = if preferred.is_empty() { &all } else { &preferred };
        let ply = dice.pick(among);
        position.play(&ply);
        game.push(ply);
    }
    (game, position.outcome().unwrap_or_default())
}

/// Returns the games of these seeds in the notation of Chess 99.
fn random_games(start: &Position, seeds: Range<u64>, longest: usize) -> String {
    let games: Vec<(Vec<Ply>, Outcome)> = seeds.map(|seed| random_game(start, seed, longest)).collect();
    games::pgn(start, &games, "chess99")
}

#[test]
fn complete_random_games() {
    let file = "fixtures/chess99/random.pgn";
    let made = random_games(&first_position(), 1..6, 1000);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(file, &made).expect("a file");
    }
    let games = fs::read_to_string(file).expect("the games");
    assert!(games == made, "these are no longer the games of the player; UPDATE_FIXTURES=1 writes them anew");
    assert_round(&games);
    for game in games.split("\n\n").skip(1).step_by(2) {
        assert!(game.ends_with("1-0") || game.ends_with("0-1") || game.ends_with("1/2-1/2"), "{game}");
    }
}

/// Ten thousand random games through all notations, covering every special move many times.
#[test]
fn play_outs() {
    let mut counts = [0; 5];
    for (start, seeds) in [(first_position(), 0..2_500), (set_up(OPEN), 2_500..5_000)] {
        for first in seeds.step_by(500) {
            for ply in (first..first + 500).flat_map(|seed| random_game(&start, seed, 30).0) {
                counts[0] += usize::from(ply.castling().is_some());
                counts[1] += usize::from(ply.is_en_passant());
                counts[2] += usize::from(ply.promotion().is_some());
                counts[3] += usize::from(ply.is_late_promotion());
                counts[4] += usize::from(ply.capture().is_some_and(|it| it.role == Role::King));
            }
            assert_round(&random_games(&start, first..first + 500, 30));
        }
    }
    assert!(counts.iter().all(|count| *count > 250), "{counts:?}");
}

#[test]
fn resignation() {
    let game = |tags: &str, moves: &str| {
        let fen = "[FEN \"4k4/9/9/9/9/9/9/9/K7r w - - 0 37\"]\n";
        format!("{fen}{tags}[Notation \"chess99\"]\n\n{moves}\n\n")
    };
    let set = "[Result \"0-1\"]\n[Termination \"resignation\"]\n";
    for (given, expected, warnings) in [
        // It sets the unknown result.
        (game("", "37. # *"), game("[Termination \"resignation\"]\n", "37. # 0-1"), &[][..]),
        (game("[Result \"*\"]\n[Termination \"?\"]\n", "37. #"), game(set, "37. # 0-1"), &[]),
        (
            game(set, "37. # {He might have played on.} 0-1"),
            game(set, "{He might have played on.} 37. # 0-1"),
            &[],
        ),
        // The tag alone does so too, if the side to move has lost.
        (game(set, "37. Ka12 Ri12+ 0-1"), game(set, "37. Ka12 Ri12+ 38. # 0-1"), &[]),
        (game(set, "37. Ka12 0-1"), game(set, "37. Ka12 0-1"), &[]),
        // Contradictions stay and are reported.
        (
            game("[Result \"1-0\"]\n[Termination \"normal\"]\n", "37. # 1-0"),
            game("[Result \"1-0\"]\n[Termination \"normal\"]\n", "1-0"),
            &[
                "6:5: the side to move resigns, but the result is 1-0",
                "6:5: the side to move resigns, but the Termination tag says normal",
            ],
        ),
    ] {
        assert_eq!(
            convert(&given, None, "chess99"),
            (expected, warnings.iter().map(|it| (*it).to_owned()).collect())
        );
    }
    // In a variation it is a comment, and other notations have only the tag.
    let (out, said) = convert(&game(set, "37. Ka12 (37. Ka1b #) 37... Ri12+ 0-1"), None, "chess99");
    assert!(out.contains("(37. Ka1b! {#})"), "{out}");
    assert_eq!(said, ["6:20: not a move; kept as a comment"]);
    let (out, _) = convert(&game(set, "37. Ka12 Ri12+ 38. # 0-1"), None, "lan");
    assert!(
        out.contains("[Termination \"resignation\"]") && out.ends_with("37. Ka1-a2 Ri1-i2+ 0-1\n\n"),
        "{out}"
    );
}

/// A wrong mark of one's own check gives a warning, a missing one does not; NAGs are not marks.
#[test]
fn marks() {
    let game = |moves: &str| {
        format!("[FEN \"4k4/9/9/9/9/9/9/9/K7r w - - 0 37\"]\n[Notation \"chess99\"]\n\n{moves} *\n\n")
    };
    for (given, expected, warnings) in [
        ("37. Ka1b!", "37. Ka1b!", &[][..]),
        ("37. Ka1b", "37. Ka1b!", &[]),
        ("37. Ka12!", "37. Ka12", &["4:5: marked as leaving its own king in check, but it does not"]),
        ("37. Ka12+", "37. Ka12", &["4:5: marked as check, but it is no check"]),
        ("37. Ka12!?", "37. Ka12 $5", &[]),
        ("37. Ka12 $1", "37. Ka12 $1", &[]),
    ] {
        let said = warnings.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(convert(&game(given), None, "chess99"), (game(expected), said));
    }
}

/// A game without a Variant tag is Chess 99 if only that board has its moves.
#[test]
fn recognised_by_impossible_words() {
    for (moves, expected) in [
        ("1. c24 c86 2. Nh1i3", "1. c24 c86 2. Nh1i3"),
        ("1. c2c4 c8c6 2. h1i3", "1. c24 c86 2. Nh1i3"),
        ("1. c2-c4 c8-c6 2. Af1-g3", "1. c24 c86 2. Pf1g3"),
        ("1. Kef&P", "1. Kef&P"),
        ("1. P3-n2 P3-s2 2. A-nne", "1. c24 c86 2. Pf1g3"),
    ] {
        let (out, said) = convert(&format!("{moves} *\n"), None, "chess99");
        assert_eq!(
            out,
            format!("[Variant \"Chess 99\"]\n[Notation \"chess99\"]\n\n{expected} *\n\n"),
            "{said:?}"
        );
    }
    // The star is not a result if joined to a move that would be another one without it.
    let passed = "[FEN \"4k4/5b3/9/9/1P7/9/9/9/8K b - b4 0 23\"]\n";
    let (out, said) = convert(&format!("{passed}\n23... Bf8b4* 24. Ki1h *\n"), None, "chess99");
    assert!(out.ends_with("\n23... Bf8b4* 24. Ki1h *\n\n"), "{out} {said:?}");
    // A slip does not turn an ordinary game into one.
    let (out, said) = convert("1. e4 e5 2. Ni3 Nc6 *\n", None, "san");
    assert_eq!(out, "1. e4 e5 {Ni3 Nc6} *\n\n");
    assert_eq!(said.len(), 1);
    // Nine ranks also identify it, and explicit rules override that.
    let (out, _) = convert("[FEN \"4k4/9/9/9/9/9/9/9/K7r w - - 0 1\"]\n\n1. a1a2 *\n", Some("uci"), "lan");
    assert!(out.ends_with("1. Ka1-a2 *\n\n"), "{out}");
    let read = InputFormat::Pgn.read("1. Nh1i3 *", 0..10, &Notations::only(choice("san")));
    assert_eq!(read.game.events.iter().filter(|it| matches!(it, Event::Ply(..))).count(), 0);
}

/// Other targets are refused before anything is converted: all the moves are kept unmodified.
#[test]
fn other_targets_are_refused() {
    let (out, said) =
        convert("[Variant \"Chess 99\"]\n[Notation \"chess99\"]\n\n1. c24 (1. i24) c86 *\n", None, "san");
    assert_eq!(out, "[Variant \"Chess 99\"]\n\n{c24 (1. i24) c86} *\n\n");
    assert_eq!(
        said,
        ["4:4: a game on 9×9 squares can only be written in chess99, geographical, lan and uci"]
    );
    let (_, said) = convert("[Variant \"Chess 99\"]\n\n1. c24 *\n", Some("san"), "uci");
    assert_eq!(
        said,
        ["3:1: a game on 9×9 squares can only be written in chess99, geographical, lan and uci"]
    );
}
