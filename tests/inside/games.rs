//! Shared code of the tests of games and notations.

use plyglot::{
    chess::{
        KindPattern, Outcome, Pattern, Ply, Position, PromotionPattern, Roles, Scope, Squares, Tags, Variant,
    },
    convert::{Converter, Options},
    io::{Block, BlockContent},
    layout::{Head, HeadTags, InputFormat, Output, Writer, pgn::PgnWriter},
    notation::{Choice, Notation},
    resolve::Notations,
};

/// Returns the notation with this name.
pub fn choice(name: &str) -> Choice {
    Choice::parse(name).expect("a known notation")
}

/// Sets up the position of a FEN.
pub fn set_up(variant: Option<Variant>, fen: &str) -> Position {
    Position::set_up(variant, Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the start position of a variant.
pub fn first(variant: Variant) -> Position {
    Position::set_up(Some(variant), None).expect("a first position")
}

/// Returns all plies, passes aside.
pub fn plies(position: &Position, scope: Scope) -> Vec<Ply> {
    let any = Pattern { promotion: PromotionPattern::Unsaid, ..Pattern::to(Roles::ALL, Squares::ALL) };
    let castling = KindPattern::Castle(Roles::ALL, Squares::ALL);
    let mut plies = Vec::new();
    for kind in [any.kind, castling, KindPattern::Drop] {
        position.plies(scope, &Pattern { kind, ..any }, &mut plies);
    }
    plies
}

/// Returns the only ply of a UCI text.
pub fn ply(before: &Position, uci: &str) -> Ply {
    match meanings(&*choice("uci").notation, before, uci)[..] {
        [ply] => ply,
        ref found => panic!("{uci} in {}: {found:?}", before.fen()),
    }
}

/// Returns the canonical text of a ply, without marks and with them.
pub fn texts(notation: &dyn Notation, before: &Position, ply: &Ply) -> (String, String) {
    let mut text = Vec::new();
    notation.write(before, ply, &mut text).expect("writable");
    let bare = String::from_utf8(text.clone()).expect("UTF-8");
    let mut after = before.clone();
    after.play(ply);
    if after.may_have_marks() {
        notation.write_marks(&after, ply, &mut text);
    }
    (bare, String::from_utf8(text).expect("UTF-8"))
}

/// Returns the legal plies that a whole text may mean.
pub fn meanings(notation: &dyn Notation, before: &Position, text: &str) -> Vec<Ply> {
    let mut readings = Vec::new();
    notation.read(before, text, &mut readings);
    let mut plies = Vec::new();
    for reading in readings.iter().filter(|it| it.len == text.len()) {
        before.plies(Scope::Legal, &reading.pattern, &mut plies);
    }
    plies.sort_by_key(|it| format!("{it:?}"));
    plies.dedup();
    plies
}

/// Converts games; returns the output and the messages.
pub fn convert(games: &str, from: Option<&str>, to: &str) -> (String, Vec<String>) {
    let options = Options::new(from.map_or_else(Notations::any, |name| Notations::only(choice(name))));
    let to = choice(to);
    let block = Block {
        bytes: games.as_bytes().to_vec(),
        first_line: 1,
        format: InputFormat::Pgn,
        content: BlockContent::Games,
        name: "".into(),
    };
    let converted = Converter::new(&options, Box::new(PgnWriter::new(&to, 79))).convert(block);
    let said = converted.reports.iter().flat_map(|it| &it.diagnostics);
    let said = said.map(|it| format!("{}:{}: {}", it.line, it.column, it.diagnostic.problem));
    (String::from_utf8(converted.out).expect("UTF-8"), said.collect())
}

/// Converts games from one notation to the next, which is detected by its tag, and finally back to the first:
/// the result must be the same, without messages.
pub fn assert_round(games: &str, notations: &[&str]) {
    let mut here = games.to_owned();
    for to in notations[1..].iter().chain(&notations[..1]) {
        let (there, said) = convert(&here, None, to);
        assert_eq!(said, Vec::<String>::new(), "to {to}");
        assert!(*to == "san" || there.contains(&format!("[Notation \"{to}\"]")));
        here = there;
    }
    let changed = games.lines().zip(here.lines()).find(|(before, after)| before != after);
    assert_eq!(changed, None, "the games came back changed");
    assert_eq!(here.len(), games.len());
}

/// Returns games as PGN in a notation.
pub fn pgn(start: &Position, games: &[(Vec<Ply>, Outcome)], notation: &str) -> String {
    let choice = choice(notation);
    let mut writer = PgnWriter::new(&choice, 79);
    for (n, (plies, outcome)) in games.iter().enumerate() {
        let mut tags = Tags::default();
        tags.push("Event", format!("Random play-out {}", n + 1));
        tags.push("Variant", start.variant().name());
        tags.push("Result", outcome.marker());
        if !start.is_first() {
            tags.push("FEN", start.fen());
        }
        let mut position = start.clone();
        writer.begin(&Head {
            preamble: &[],
            tags: HeadTags::Read(&tags),
            written: None,
            start: &position,
            notation: None,
            source: None,
        });
        for ply in plies {
            writer.ply(&position, ply).expect("writable");
            position.play(ply);
            writer.played(&position, ply);
        }
        writer.end(*outcome, &[]);
    }
    String::from_utf8(std::mem::take(writer.buffer())).expect("UTF-8")
}

pub use super::dice::Dice;
