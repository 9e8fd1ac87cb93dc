//! How far decoded games are trusted, and the evidence from which that is fitted.
//!
//! `PLYGLOT_TRUST` holds NOTATION, FORMAT (`line` or `page`), TEXT and GAME, separated by line ends, where GAME is a file of
//! UCI moves; `cargo test --release --lib trust -- --nocapture` then prints every game that was assessed: its elements,
//! each with its kind, its cost, and for a ply its share of the readings and whether it is right.
//! `tests/peers/fit_trust.py` fits the weights to them.
#![allow(clippy::print_stdout, missing_docs)]

use std::{env, fs};

use plyglot::{
    chess::{Ply, Position},
    diagnostics::Severity,
    layout::{Event, InputFormat, ReadGame},
    notation::Choice,
    resolve::{Notations, meaning, seen},
};

/// Reads a text in this notation with repairs.
fn read<'t>(notation: &str, format: InputFormat, text: &'t str) -> ReadGame<'t> {
    let notations = Notations::only(Choice::parse(notation).expect("a notation"));
    format.read(text, 0..text.len(), &notations.repairing(true))
}

/// Returns the plies with their confidence; those read without repairs are certain.
fn plies(read: &ReadGame<'_>) -> Vec<f64> {
    let mut plies = Vec::new();
    for event in &read.game.events {
        match event {
            Event::Ply(..) => plies.push(1.0),
            Event::Confidence(share) => *plies.last_mut().expect("a ply") = f64::from(share.share) / 10_000.0,
            _ => {}
        }
    }
    plies
}

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
    11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7";

#[test]
fn a_slip_leaves_the_other_plies_sure() {
    for (right, wrong) in [("8. c3", "8. c8"), ("Nbd7", "Nbb7"), ("15. a4", "l5. a4"), ("Be3", "8e3")] {
        let text = GAME.replace(right, wrong);
        let plies = plies(&read("san", InputFormat::Pgn, &text));
        let unsure = plies.iter().filter(|it| **it < 0.99).count();
        assert!(plies.len() == 40 && unsure <= 3, "{wrong}: {plies:?}");
    }
}

#[test]
fn what_follows_a_lost_part_is_not_sure() {
    // Rows 9 to 12 are lost: what follows is played from another position.
    let (from, to) = (GAME.find("9. h3").expect("a row"), GAME.find("13. Nf1").expect("a row"));
    let text = [&GAME[..from], &GAME[to..]].concat();
    let read = read("san", InputFormat::Pgn, &text);
    let plies = plies(&read);
    assert!(plies.len() >= 16 && plies[..12].iter().all(|it| *it >= 0.9), "{plies:?}");
    let sure = plies[16..].iter().filter(|it| **it >= 0.99).count();
    let is_told = read.diagnostics.iter().any(|it| it.severity == Severity::Error);
    assert!(sure == 0 && (is_told || plies.len() > 16), "{plies:?}");
}

#[test]
fn prose_and_endings_are_no_games() {
    for text in [
        "Place the King so: the mate is quickly accomplished by: 1 R - R 7, K - Kt 1; 2 K - Kt 2.\n",
        "1. Some simple mates    9\n2. Pawn promotion    13\n3. Pawn endings    14\n4. Some winning positions 19\n",
        "1 K - K 2, K - Q 4; 2 K - K 3. As the Pawn is on the fourth, 2...K - B 4; 3 K - Q 3, K - Q 4; 4 K - B 3, K - B 4.\n",
    ] {
        let read = read("descriptive", InputFormat::Prose, text);
        assert_eq!(plies(&read).len(), 0, "{text}");
        assert!(read.diagnostics.iter().any(|it| it.severity == Severity::Error), "{text}");
    }
    print_evidence();
}

fn print_evidence() {
    let Ok(arguments) = env::var("PLYGLOT_TRUST") else { return };
    let [notation, format, text, game] = arguments.lines().collect::<Vec<_>>()[..] else {
        panic!("PLYGLOT_TRUST holds NOTATION, FORMAT, TEXT and GAME");
    };
    let format = if format == "page" { InputFormat::Prose } else { InputFormat::Pgn };
    let text = fs::read(text).expect("the text");
    let game = fs::read_to_string(game).expect("the game");
    let game: Vec<&str> = game.split_whitespace().collect();
    seen::take();
    read(notation, format, &String::from_utf8_lossy(&text));
    for (elements, is_page) in seen::take() {
        let mut position = Position::default();
        let mut told = game.iter();
        for element in elements {
            let mut is_right = |ply: &Ply| {
                let wanted = told.next().map(|it| meaning(&*Choice::uci().notation, &position, it).plies);
                wanted.is_some_and(|it| it == [*ply])
            };
            let right = element.ply.as_ref().map(&mut is_right);
            println!("{:?}\t{}\t{}\t{right:?}", element.kind, element.cost, element.confidence);
            element.ply.iter().for_each(|ply| position.play(ply));
        }
        println!("road\t{}", if is_page { "page" } else { "line" });
    }
}
