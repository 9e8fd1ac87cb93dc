//! Texts of real games in which signs have become their typographic twins, as they do in word processors, web pages and scans:
//! whatever was found beside a sign of one byte may be beside one of several.

use std::sync::LazyLock;

use plyglot::{
    convert::Options,
    layout::{InputFormat, pgn::PgnWriter},
    notation::Choice,
    resolve::Notations,
};

use super::{Decisions, converted, games::Dice};

/// Games as people have them, a JSON object each.
const CASES: &str = include_str!("../../../fixtures/reading/cases.jsonl");

/// More of them: in PGN, in books, on scoresheets, in tables.
const FILES: [&str; 19] = [
    include_str!("../../../fixtures/immortal.pgn"),
    include_str!("../../../fixtures/slip.pgn"),
    include_str!("../../../fixtures/pgn/comments.pgn"),
    include_str!("../../../fixtures/pgn/glyphs.pgn"),
    include_str!("../../../fixtures/pgn/moves-as-people-write-them.pgn"),
    include_str!("../../../fixtures/pgn/results.pgn"),
    include_str!("../../../fixtures/pgn/variants.pgn"),
    include_str!("../../../fixtures/chess99/special.pgn"),
    include_str!("../../../fixtures/importers/lichess.pgn"),
    include_str!("../../../fixtures/grid/petrosjan-letters.txt"),
    include_str!("../../../fixtures/grid/petrosjan-figurines-lost.txt"),
    include_str!("../../../fixtures/sheets/opera-a.txt"),
    include_str!("../../../fixtures/sheets/opera-read.csv"),
    include_str!("../../../fixtures/books/bird-07.txt"),
    include_str!("../../../fixtures/books/bb-05.txt"),
    include_str!("../../../fixtures/books/mcc-1.txt"),
    include_str!("../../../fixtures/books/cs-09.txt"),
    include_str!("../../../fixtures/books/manners/staunton.txt"),
    include_str!("../../../fixtures/books/manners/emlasker.txt"),
];

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let cases = CASES.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).expect("a case"));
    let inputs = cases.map(|it| it["input"].as_str().expect("an input").to_owned());
    inputs.chain(FILES.map(str::to_owned)).collect()
});

/// Signs and their twins.
const TWINS: [(char, &str); 34] = [
    ('.', "․．。·…‥"),
    ('-', "–—−‐‑－\u{ad}"),
    ('(', "（⟨⁽"),
    (')', "）⟩⁾"),
    ('[', "［【"),
    (']', "］】"),
    ('{', "｛"),
    ('}', "｝"),
    ('"', "“”„«»＂″"),
    ('\'', "’‘′´"),
    (':', "：∶"),
    (',', "，、"),
    (';', "；"),
    ('/', "⁄／∕½"),
    ('|', "│｜¦"),
    ('*', "＊•∗"),
    ('+', "†＋"),
    ('#', "‡＃"),
    ('=', "＝"),
    ('!', "！‼"),
    ('?', "？⁇"),
    ('&', "＆"),
    ('>', "›＞»"),
    ('<', "‹＜«"),
    ('_', "＿‿"),
    ('$', "＄"),
    ('%', "％"),
    ('@', "＠"),
    ('x', "×х✕"),
    ('0', "Ο０⁰О"),
    ('1', "１¹Ⅰ½"),
    ('2', "２²"),
    (' ', "\u{a0}\u{2009}\u{3000}\u{200b}\u{202f}"),
    ('\n', "\u{2028}\r\u{85}"),
];

/// What stands beside other signs: ordinals, accents, joiners, letters whose lower case has another length.
const BESIDE: &str = "ªº½ßİKẞﬁ\u{301}\u{200d}\u{fe0f}\u{feff}é王🙂";

/// Returns some lines of a text and words between them, with twins of their signs.
fn twins(text: &str, words: &str, dice: &mut Dice) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let first = if dice.below(2) == 0 { 0 } else { dice.below(lines.len()) };
    // One in so many signs has a twin.
    let (rarely, beside) = ([2, 8, 30][dice.below(3)], 1 + dice.below(60));
    let mut words = words.split_inclusive(' ');
    let mut mixed = String::new();
    for line in &lines[first..] {
        mixed.push_str(line);
        mixed.extend(words.by_ref().take(dice.below(4)));
        if mixed.len() > 100 + dice.below(700) {
            break;
        }
    }
    let of = |signs: &str, dice: &mut Dice| signs.chars().nth(dice.below(signs.chars().count()));
    let mut out = String::new();
    for sign in mixed.chars().chain(words.flat_map(str::chars)).take(1000) {
        let twin = TWINS.iter().find(|it| it.0 == sign).filter(|_| dice.below(rarely) == 0);
        out.push(twin.and_then(|it| of(it.1, dice)).unwrap_or(sign));
        out.extend((dice.below(beside * rarely) == 0).then(|| of(BESIDE, dice)).flatten());
    }
    out
}

/// Texts with typographic signs are read, extracted and repaired like any others.
pub fn read(data: &[u8]) {
    let mut decisions = Decisions(data);
    let (which, how, seed) = (decisions.next() << 8 | decisions.next(), decisions.next(), decisions.next());
    let mut dice = Dice::new((seed + data.len()) as u64);
    let text = twins(&TEXTS[which % TEXTS.len()], &decisions.text(), &mut dice);
    let format = [None, None, Some(InputFormat::Prose)][how % 3];
    let from = Notations::any().repairing(how % 16 == 0);
    let san = Choice::san();
    converted(text.as_bytes(), format, usize::MAX, &Options::new(from), PgnWriter::new(&san, 79));
}
