//! Whether the decoder errs by its costs or by its search, told by decoding a text freely and as a given game.
//!
//! For texts of one's own, `PLYGLOT_LIKELIER` holds NOTATION, TEXT and GAME, separated by line ends, where GAME is a file
//! of UCI moves; `cargo test --release --lib likelier -- --nocapture` then prints the verdict, and the costs of each
//! reading where they differ.
#![allow(clippy::print_stdout, missing_docs)]

use std::{env, fmt, fs};

use plyglot::{
    chess::{Ply, Position},
    layout::{InputFormat, SourceGames},
    notation::{Choice, text_of},
    resolve::{Decoded, Effort, Notations, Witness, decode, decode_as, meaning},
};

/// What decoding a text as a given game says of the decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The game is what was taken.
    Right,
    /// The game costs more than what was taken.
    Costs,
    /// The game costs less than what was taken, and was lost.
    Search,
    /// The text can't mean the game.
    Beyond,
}

struct Comparison {
    verdict: Verdict,
    start: Position,
    text: String,
    taken: Option<Decoded>,
    wanted: Option<Decoded>,
}

fn compare(notation: &str, text: &str, game: &str) -> Comparison {
    let choice = Choice::parse(notation).expect("a notation");
    let notations = Notations::only(Choice::parse(notation).expect("a notation"));
    let read = InputFormat::Pgn.read(text, 0..text.len(), &notations);
    let told = SourceGames::new(InputFormat::Pgn, text).take(0..text.len(), read.game);
    let start = &told.start;
    let mut position = start.clone();
    let mut plies: Vec<Ply> = Vec::new();
    for word in game.split_whitespace() {
        let [ply] = meaning(&*Choice::uci().notation, &position, word).plies[..] else {
            panic!("{word} is no move here");
        };
        position.play(&ply);
        plies.push(ply);
    }
    let witness = || Witness::new(&told, &*choice.notation, told.begin(), usize::MAX);
    let taken = decode(&mut witness(), start, Effort::Full);
    let wanted = decode_as(&mut [witness()], start, &plies);
    let verdict = match (&taken, &wanted) {
        (Some(taken), _) if taken.elements.iter().filter_map(|it| it.ply).eq(plies.iter().copied()) => {
            Verdict::Right
        }
        (_, None) => Verdict::Beyond,
        (Some(taken), Some(wanted)) if taken.cost <= wanted.cost => Verdict::Costs,
        _ => Verdict::Search,
    };
    Comparison { verdict, start: start.clone(), text: text.to_owned(), taken, wanted }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = |it: &Option<Decoded>| it.as_ref().map_or("-".to_owned(), |it| it.cost.to_string());
        let verdict = format!("{:?}", self.verdict).to_lowercase();
        writeln!(f, "{verdict}: taken {}, true {}", cost(&self.taken), cost(&self.wanted))?;
        let [taken, wanted] = [&self.taken, &self.wanted]
            .map(|it| it.as_ref().map_or(Vec::new(), |it| lines(it, &self.start, &self.text)));
        for (name, own, other) in [("taken", &taken, &wanted), ("true", &wanted, &taken)] {
            for line in own.iter().filter(|it| self.verdict != Verdict::Right && !other.contains(it)) {
                writeln!(f, "  {name:5} {line}")?;
            }
        }
        Ok(())
    }
}

#[test]
fn likelier_games_are_told_from_lost_ones() {
    for (text, game, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 *", "e2e4 e7e5 g1f3 b8c6", Verdict::Right),
        ("1. e4 e5 2. Nf8 Nc6 *", "e2e4 e7e5 g1f3 b8c6", Verdict::Right),
        ("1. e4 e5 2. Nf3 Nc6 *", "e2e4 e7e5 b1c3 b8c6", Verdict::Costs),
        ("1. e4 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", Verdict::Beyond),
    ] {
        let found = compare("san", text, game);
        assert_eq!(found.verdict, expected, "{text}: {found}");
    }
    let Ok(arguments) = env::var("PLYGLOT_LIKELIER") else { return };
    let [notation, text, game] = arguments.lines().collect::<Vec<_>>()[..] else {
        panic!("PLYGLOT_LIKELIER holds NOTATION, TEXT and GAME");
    };
    let text = fs::read(text).expect("the text");
    let game = fs::read_to_string(game).expect("the game");
    print!("{}", compare(notation, &String::from_utf8_lossy(&text), game.lines().next().unwrap_or("")));
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
