//! Conversion between all notations and styles: the result equals that of conversion from SAN.

use plyglot::{
    convert::{Converter, Options},
    io::{Block, BlockContent},
    layout::{InputFormat, pgn::PgnWriter},
    notation::{Choice, LANGUAGES, all},
    resolve::Notations,
};

/// A game with its own start position, all kinds of plies, nested variations, comments before and after moves,
/// NAGs, and a pass; one of Chess960 with all kinds of castling; one without moves.
const GAMES: &str = r#"[Event "From a position"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "r3k2r/1P4P1/n6n/2pPp3/2PpP3/N6N/8/R3K2R w KQkq c6 0 17"]

{Before (the first) move} 17. O-O $1 (17. bxa8=R+ {takes} 17... Kf7 $6 {1. e4
e5} (17... Kd7 18. g8=N Nxg8 (18... Kc7)) 18. gxh8=N+ Kf6) (17. g8=B d3 18. --
$14 Nc7) (17. dxc6 Ke7 (17... Kd8) 18. b8=B) (17. O-O-O {both ways}) 17... d3
18. gxh8=Q+ Kd7 19. bxa8=N d2 20. Nf2 Nb4 21. Rfd1 Nc6 {over there} 22. dxc6+
Kxc6 23. Rxd2 -- 24. Qd8 1/2-1/2

[Event "Chess960"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1"]

1. O-O (1. O-O-O O-O (1... O-O-O 2. f3) 2. f3) 1... O-O-O 2. e4 d5 3. e5 f5 4.
exf6 (4. Kh1) 4... gxf6 *

[Event "No moves"]
[Result "1-0"]

1-0

"#;

fn convert(text: &[u8], from: Notations, to: &Choice) -> Vec<u8> {
    let options = Options::new(from);
    let block = Block {
        bytes: text.to_vec(),
        first_line: 1,
        format: InputFormat::Pgn,
        content: BlockContent::Games,
        name: "".into(),
    };
    let converted = Converter::new(&options, Box::new(PgnWriter::new(to, 79))).convert(block);
    let reports: Vec<String> = converted
        .reports
        .iter()
        .flat_map(|report| &report.diagnostics)
        .map(|it| format!("{} {}", it.text, it.diagnostic.problem))
        .collect();
    let text = String::from_utf8_lossy(text);
    assert_eq!(reports, Vec::<String>::new(), "to {}:\n{text}", to.name);
    converted.out
}

/// Returns the notations that can express every move, in every style, with some of the languages.
fn choices() -> Vec<Choice> {
    let left_out = |choice: &Choice| {
        let (name, style) = choice.name.split_once(':').unwrap_or((&choice.name, ""));
        let is_language =
            !matches!(name, "descriptive" | "spoken") && LANGUAGES.iter().any(|it| it.code == style);
        name == "uchess" || is_language && !matches!(style, "de" | "ru" | "tr")
    };
    all().into_iter().filter(|choice| !left_out(choice)).collect()
}

#[test]
fn all_pairs() {
    let choices = choices();
    let written: Vec<Vec<u8>> =
        choices.iter().map(|to| convert(GAMES.as_bytes(), Notations::only(Choice::san()), to)).collect();
    assert_eq!(String::from_utf8_lossy(&written[0]), GAMES, "canonical as it stands here");
    for (from, text) in choices.iter().zip(&written) {
        for (to, expected) in choices.iter().zip(&written) {
            let got = convert(text, Notations::any(), to);
            assert!(
                got == *expected,
                "{} to {}:\n{}\n{}",
                from.name,
                to.name,
                String::from_utf8_lossy(&got),
                String::from_utf8_lossy(expected)
            );
        }
    }
}
