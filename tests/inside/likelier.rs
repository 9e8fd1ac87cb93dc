//! The cost of a text as the decoder reads it, and as a given game: a tool in a test, because it needs the inside of the decoder.
//! `PLYGLOT_LIKELIER` holds NOTATION, TEXT and GAME, separated by line ends, where GAME is a file of UCI moves; run
//! `cargo test --release --lib likelier -- --ignored --nocapture`.
//!
//! Prints `costs` if the game costs more than what was taken, `search` if it costs less and was lost, `beyond` if the text
//! can't mean it, `right` if it is what was taken; then the costs of each reading where they differ.
#![allow(clippy::print_stdout, missing_docs)]

use std::{env, error::Error, fs};

use plyglot::{
    chess::{Ply, Position},
    layout::{InputFormat, SourceGame},
    notation::{Choice, text_of},
    resolve::{Decoded, Effort, Notations, Witness, decode, decode_as, meaning},
};

#[test]
#[ignore = "a tool"]
fn likelier() -> Result<(), Box<dyn Error>> {
    let arguments = env::var("PLYGLOT_LIKELIER")?;
    let [notation, text, game] = arguments.lines().collect::<Vec<_>>()[..] else {
        return Err("NOTATION, TEXT and GAME".into());
    };
    let choice = Choice::parse(notation)?;
    let text = String::from_utf8_lossy(&fs::read(text)?).into_owned();
    let told =
        SourceGame::of(InputFormat::Pgn, &text, 0..text.len(), &Notations::only(Choice::parse(notation)?));
    let start = &told.start;
    let mut position = start.clone();
    let mut plies: Vec<Ply> = Vec::new();
    for word in fs::read_to_string(game)?.lines().next().unwrap_or("").split_whitespace() {
        let [ply] = meaning(&*Choice::uci().notation, &position, word).plies[..] else {
            return Err(format!("{word} is no move here").into());
        };
        position.play(&ply);
        plies.push(ply);
    }
    let witness = || Witness::new(&told, &*choice.notation, told.begin(), usize::MAX);
    let taken = decode(&mut witness(), start, Effort::Full);
    let wanted = decode_as(&mut [witness()], start, &plies);
    let cost = |it: &Option<Decoded>| it.as_ref().map_or("-".to_owned(), |it| it.cost.to_string());
    let verdict = match (&taken, &wanted) {
        (Some(taken), _) if taken.elements.iter().filter_map(|it| it.ply).eq(plies.iter().copied()) => {
            "right"
        }
        (_, None) => "beyond",
        (Some(taken), Some(wanted)) if taken.cost <= wanted.cost => "costs",
        _ => "search",
    };
    println!("{verdict}: taken {}, true {}", cost(&taken), cost(&wanted));
    if verdict == "right" {
        return Ok(());
    }
    let lines = [&taken, &wanted].map(|it| it.as_ref().map_or(Vec::new(), |it| lines(it, start, &text)));
    for (name, own, other) in [("taken", &lines[0], &lines[1]), ("true", &lines[1], &lines[0])] {
        own.iter().filter(|it| !other.contains(it)).for_each(|it| println!("  {name:5} {it}"));
    }
    Ok(())
}

fn lines(decoded: &Decoded, start: &Position, text: &str) -> Vec<String> {
    let mut position = start.clone();
    let mut lines = Vec::new();
    for element in &decoded.elements {
        let label = format!("{}{}", position.move_number(), position.turn().fold_wb(".", "..."));
        let ply =
            element.ply.map(|ply| text_of(&*Choice::san().notation, &position, &ply).unwrap_or_default());
        let read = text.get(element.spans[0].clone()).unwrap_or("");
        let (kind, cost) = (element.kind, element.cost);
        lines.push(format!("{label} {read:?} {} {kind:?} {cost}", ply.unwrap_or_default()));
        element.ply.iter().for_each(|ply| position.play(ply));
    }
    lines
}
