//! Round trips: what is written in a notation is read back the same, for every notation and style, in real and random games.
//!
//! `PLYGLOT_ARCHIVES` may name more files with games, separated by colons.

use std::path::PathBuf;

use crate::bodies::games::{self, Dice};
use plyglot::{
    chess::{Comment, CommentKind, Nag, Ply, Position, Scope, Variant},
    convert::{Converter, OnError, Options},
    io::{Block, BlockContent},
    layout::{self, Event, Game, InputFormat, Output as _, Writer as _, pgn::PgnWriter},
    notation::{Choice, REGISTRY},
    resolve::Notations,
};

/// Returns all notations with all their styles, and some languages.
fn choices() -> Vec<Choice> {
    let mut names: Vec<String> = Vec::new();
    for entry in REGISTRY.iter() {
        names.push(entry.name.to_owned());
        let letters: &[&str] = if entry.letters { &["figurine", "de", "fr", "ru", "cs", "is"] } else { &[] };
        let styles = entry.styles.iter().map(|style| style.name).chain(letters.iter().copied());
        names.extend(styles.map(|style| format!("{}:{style}", entry.name)));
    }
    names.iter().map(|name| Choice::parse(name).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Whether the notation cannot express some moves.
fn cannot_say_all(choice: &Choice) -> bool {
    choice.name.starts_with("uchess")
}

/// Returns a text in another notation, and the number of games that could not be converted.
fn convert(bytes: &[u8], from: &str, to: &Choice) -> (Vec<u8>, u64) {
    let from = Notations::only(Choice::parse(from).unwrap_or_else(|error| panic!("{error}")));
    let options = Options { on_error: OnError::Skip, ..Options::new(from) };
    let mut converter = Converter::new(&options, Box::new(PgnWriter::new(to, 79)));
    let block = Block {
        bytes: bytes.to_vec(),
        first_line: 1,
        format: InputFormat::Pgn,
        content: BlockContent::Games,
        name: "".into(),
    };
    let converted = converter.convert(block);
    (converted.out, converted.failed)
}

/// Splits a text into games.
fn cut(text: &str) -> Vec<String> {
    let games = text
        .split("\n\n[Event ")
        .map(|it| it.trim().trim_start_matches("[Event "))
        .filter(|it| !it.is_empty());
    games.map(|game| format!("[Event {game}\n\n")).collect()
}

fn real(games: &[String]) {
    assert!(!games.is_empty());
    let san = Choice::san();
    for choice in choices() {
        for game in games {
            let (written, failed) = convert(game.as_bytes(), "san", &choice);
            // Not every notation supports every variant named in a tag.
            if failed > 0 && (cannot_say_all(&choice) || game.contains("\n[Variant ")) {
                continue;
            }
            assert_eq!(failed, 0, "{}: cannot be written:\n{game}", choice.name);
            let (back, failed) = convert(&written, &choice.name, &san);
            let written = String::from_utf8_lossy(&written);
            assert_eq!(failed, 0, "{}: cannot be read:\n{written}", choice.name);
            assert_eq!(String::from_utf8_lossy(&back), *game, "{}: was\n{written}", choice.name);
        }
    }
}

#[test]
fn games_over_the_board() {
    real(&cut(include_str!("../../fixtures/games/over-the-board.pgn")));
}

/// This many games are taken from each archive, spread over it.
const OF_AN_ARCHIVE: usize = 20;

#[test]
fn games_of_archives() {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/deep-blue.pgn");
    let more = std::env::var_os("PLYGLOT_ARCHIVES").unwrap_or_default();
    let more = std::env::split_paths(&more).filter(|it| !it.as_os_str().is_empty());
    for path in more.chain([PathBuf::from(fixture)]) {
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // As written by us; written twice, so that repairs have settled.
        let san = Choice::san();
        let once = convert(&bytes, "san", &san).0;
        let games = cut(&String::from_utf8_lossy(&convert(&once, "san", &san).0));
        let every = games.len().div_ceil(OF_AN_ARCHIVE).max(1);
        real(&games.into_iter().step_by(every).collect::<Vec<_>>());
    }
}

#[test]
fn games_of_chess960() {
    real(&cut(include_str!("../../fixtures/games/chess960.pgn")));
}

/// Returns a random ply, with a preference for rare kinds.
fn any_ply(position: &Position, dice: &mut Dice) -> Option<Ply> {
    if position.can_pass() && dice.below(60) == 0 {
        return Some(Ply::null(position.turn()));
    }
    let plies = games::plies(position, Scope::Legal);
    let rare: Vec<Ply> = plies
        .iter()
        .copied()
        .filter(|it| !it.is_normal() && (!it.is_drop() || dice.below(20) == 0) || it.promotion().is_some())
        .collect();
    let from = if !rare.is_empty() && dice.below(3) == 0 { &rare } else { &plies };
    (!from.is_empty()).then(|| from[dice.below(from.len())])
}

fn line(start: &Position, length: usize, depth: usize, dice: &mut Dice, events: &mut Vec<Event<'static>>) {
    const REMARKS: [&str; 4] = ["a remark", "1. e4 e5", "P5 - n2 x P4 +", "(not a variation)"];
    let mut position = start.clone();
    for n in 0..length {
        let Some(ply) = any_ply(&position, dice) else { return };
        events.push(Event::Ply(ply, (0..0).into()));
        if dice.below(12) == 0 {
            events.push(Event::Nag(Nag(1 + dice.below(6) as u32)));
        }
        if dice.below(12) == 0 {
            let text = REMARKS[dice.below(REMARKS.len())].into();
            events.push(Event::Comment(Comment { kind: CommentKind::Text, text }));
        }
        if depth < 2 && n > 0 && dice.below(25) == 0 {
            let length = 1 + dice.below(6);
            events.push(Event::BeginVariation);
            line(&position, length, depth + 1, dice, events);
            events.push(Event::EndVariation(0));
        }
        position.play(&ply);
    }
}

/// Returns the events without their places.
fn anywhere<'t>(events: &[Event<'t>]) -> Vec<Event<'t>> {
    let events = events.iter().map(|event| match event {
        Event::Ply(ply, _) => Event::Ply(*ply, (0..0).into()),
        Event::EndVariation(_) => Event::EndVariation(0),
        other => other.clone(),
    });
    events.collect()
}

#[test]
fn random_games() {
    const GAMES: [(&str, &str); 14] = [
        ("Standard", ""),
        ("Standard", ""),
        ("Standard", "r3k2r/1P4P1/8/2pPp3/2PpP3/8/1p4p1/R3K2R w KQkq - 0 1"),
        ("Standard", "6k1/PPP5/8/Q1N2N1Q/q1n2n1q/8/ppp5/6K1 w - - 0 1"),
        ("Chess960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
        ("Chess960", "rkrnbbqn/pppppppp/8/8/8/8/PPPPPPPP/RKRNBBQN w CAca - 0 1"),
        ("Chess960", "qnrkbbrn/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAgc - 0 1"),
        ("Crazyhouse", ""),
        ("Atomic", ""),
        ("Antichess", ""),
        ("Horde", ""),
        ("Racing Kings", ""),
        ("King of the Hill", ""),
        ("Three-check", ""),
    ];
    let choices = choices();
    let mut dice = Dice::new(1);
    for (variant, fen) in GAMES.repeat(3) {
        let set_up = Position::set_up(Variant::from_name(variant), Some(fen).filter(|it| !it.is_empty()));
        let start = set_up.unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut game = Game { start: start.clone(), ..Game::default() };
        game.tags.push("Variant", variant);
        if !fen.is_empty() {
            game.tags.push("FEN", fen);
        }
        line(&start, 120, 0, &mut dice, &mut game.events);
        for choice in &choices {
            check(&game, choice);
        }
    }
}

fn check(game: &Game<'_>, choice: &Choice) {
    let mut writer = PgnWriter::new(choice, 79);
    let mut unwritable = 0;
    layout::emit(game, &mut writer, &mut |_| {
        unwritable += 1;
        Comment { kind: CommentKind::Unread, text: "".into() }
    });
    if unwritable > 0
        && (cannot_say_all(choice) || !matches!(game.start.variant(), Variant::Standard | Variant::Chess960))
    {
        return;
    }
    assert_eq!(unwritable, 0, "{}", choice.name);
    writer.end(game.outcome, &[]);
    let text = String::from_utf8(std::mem::take(writer.buffer())).expect("UTF-8");
    let given = Notations::only(Choice::parse(&choice.name).unwrap_or_else(|error| panic!("{error}")));
    let read = InputFormat::Pgn.read(&text, 0..text.len(), &given);
    let said: Vec<String> = read.diagnostics.iter().map(|it| it.problem.to_string()).collect();
    assert_eq!(said, Vec::<String>::new(), "{}:\n{text}", choice.name);
    assert_eq!(read.game.start.fen(), game.start.fen());
    assert_eq!(anywhere(&read.game.events), anywhere(&game.events), "{}:\n{text}", choice.name);
}
