//! Real games as people and printers write them, with one thing done to each text: what can come out whole does, and
//! whatever does not is told by the exit status, with and without `--extract`.

use std::{fs, iter, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{dice::Dice, fixture, run};

/// A game in some style.
#[derive(Default)]
struct Score {
    uci: Vec<String>,
    texts: Vec<String>,
    /// The positions behind the moves.
    fens: Vec<String>,
    result: String,
}

/// Notes, with moves, numbers and words that begin like moves in them.
const NOTES: &[&str] = &[
    "This is a bold offer, which Black should decline.",
    "A bold move.",
    "Be careful here: the pawn on e4 is weak.",
    "If 4. Bxc6, dxc6 and Black is well.",
    "Here P-K4 was much better.",
    "B takes P would lose a piece.",
    "Castles would have been safer.",
    "In 1851 this was played at London.",
    "Diese Fortsetzung ist nicht gut.",
    "ILLUSTRATIVE GAMES",
    "Only move.",
    "Or 5. Qa4+ Nc6 at once.",
    "e5 is weak.",
    "An extra exchange; of course, Black is fine.",
    "2nd best.",
];

fn rows(texts: &[String]) -> Vec<String> {
    texts.chunks(2).enumerate().map(|(n, row)| format!("{}. {}", n + 1, row.join("  "))).collect()
}

fn wrapped(texts: &[String]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in rows(texts).join(" ").split_whitespace() {
        let line = lines.last_mut().expect("a line");
        match line.len() + word.len() {
            0..64 if line.is_empty() => line.push_str(word),
            0..64 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the rows in two columns beside each other.
fn folded(texts: &[String]) -> Vec<String> {
    let rows = rows(texts);
    let (left, right) = rows.split_at(rows.len().div_ceil(2));
    let of_line = |(n, left): (usize, &String)| format!("{left}  {}", right.get(n).map_or("", |it| it));
    left.iter().enumerate().map(of_line).collect()
}

fn with(mut lines: Vec<String>, at: usize, line: &str) -> Vec<String> {
    lines.insert(at, line.to_owned());
    lines
}

type Change = fn(&[String], &str, &mut Dice) -> Vec<String>;

/// Returns the rows with a sign instead of the blank between their moves, without which algebraic moves are still apart.
fn joined(texts: &[String], sign: &str) -> Vec<String> {
    let is_algebraic = texts[0].starts_with(|it: char| it.is_ascii_lowercase());
    let sign = if is_algebraic { sign } else { "  " };
    texts.chunks(2).enumerate().map(|(n, row)| format!("{}. {}", n + 1, row.join(sign))).collect()
}

/// Inside the rows of a game, away from its ends.
fn within(lines: usize, dice: &mut Dice) -> usize {
    5 + dice.below(lines - 8)
}

/// Changes after which a game comes out whole.
const WHOLE: &[(&str, Change)] = &[
    ("a ply a line, with notes behind White's, below words", |texts, _, _| {
        let mut lines = vec!["A game of mine".to_owned(), String::new()];
        for (n, row) in texts.chunks(2).enumerate() {
            let note = if n % 3 == 0 { " I wanted to try this here." } else { "" };
            lines.push(format!("{}. {}{note}", n + 1, row[0]));
            lines.extend(row.get(1).cloned());
        }
        lines
    }),
    ("nothing", |texts, _, _| rows(texts)),
    ("a note", |texts, _, dice| {
        let rows = rows(texts);
        let at = within(rows.len(), dice);
        with(rows, at, dice.pick(NOTES))
    }),
    ("notes in wrapped lines", |texts, _, dice| {
        let lines = wrapped(texts);
        let at = 1 + dice.below(lines.len() - 1);
        with(lines, at, dice.pick(&NOTES[..2]))
    }),
    ("a dash between the moves", |texts, _, _| joined(texts, "-")),
    ("nothing between the moves", |texts, _, _| joined(texts, "")),
    ("the full stops of a sentence", |texts, _, dice| {
        let rows = rows(texts);
        let at = within(rows.len(), dice);
        vec![rows[..at].join(" "), format!("and now he found the killer...{}", rows[at..].join(" "))]
    }),
    ("a bracket that is never closed", |texts, _, dice| {
        let rows = rows(texts);
        let at = within(rows.len(), dice);
        with(rows, at, "A fine plan (which all the masters recommend.")
    }),
    ("the position", |texts, _, _| {
        [vec!["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()], rows(texts)].concat()
    }),
    ("a heading", |texts, _, _| {
        [vec!["White: A. Anna      Black: B. Bert".to_owned(), String::new()], rows(texts)].concat()
    }),
    ("a stroke behind the numbers", |texts, _, _| {
        texts.chunks(2).enumerate().map(|(n, row)| format!("{}/ {}", n + 1, row.join("  "))).collect()
    }),
    ("a row of dashes for the other side's move", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let [white, black] = [&texts[2 * at], &texts[2 * at + 1]];
        rows[at] = format!("{0}. {white} ------ He threatens the queen.\n{0}. --- {black}", at + 1);
        rows
    }),
    ("a page's end", |texts, _, dice| {
        let rows = rows(texts);
        let at = within(rows.len(), dice);
        with(rows, at, "\n141\n\n\u{c}          CHESS STRATEGY\n")
    }),
    ("a remark in parentheses", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at].push_str("   (a good move, which all the masters recommend)");
        rows
    }),
    ("a misread number", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = 9 + dice.below(rows.len().min(18) - 9);
        let number = (at + 1).to_string();
        let misread = number.replace('1', "l").replace('0', "O").replace('8', "S");
        rows[at] = rows[at].replacen(&format!("{number}."), &misread, 1);
        rows
    }),
    ("words after the game", |texts, result, _| {
        [rows(texts), vec![result.to_owned(), String::new(), "Black played well.".to_owned()]].concat()
    }),
    ("analysis after the game", |texts, result, dice| {
        let behind = [
            "If 4. Bxc6, dxc6 and Black is well.",
            "20. Kh1 was better.",
            "After 4... Nf6 5. O-O all is well.",
        ];
        [rows(texts), vec![result.to_owned(), dice.pick(&behind).to_owned()]].concat()
    }),
    ("a note on the line of its move", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at].push_str("  ");
        rows[at].push_str(dice.pick(&NOTES[10..]));
        rows
    }),
    ("columns in lines", |texts, _, _| folded(texts)),
    ("columns in lines under names", |texts, _, _| {
        [vec!["White: Anna".to_owned(), "Black: Bert".to_owned(), String::new()], folded(texts)].concat()
    }),
    ("columns in running text", |texts, _, _| {
        vec!["Anna - Bert".to_owned(), String::new(), folded(texts).join(" ")]
    }),
    ("commas", |texts, _, _| rows(texts).iter().map(|it| it.replacen("  ", ", ", 1)).collect()),
    ("emphasis", |texts, _, dice| {
        let (open, close) = dice.pick(&[("**", "**"), ("*", "*"), ("`", "`"), ("[b]", "[/b]")]);
        rows(texts).iter().map(|it| format!("{open}{it}{close}\n")).collect()
    }),
    ("dots after a note", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let dots = dice.pick(&["...", " ...", "…", " …", "...,", ".-,"]);
        let (white, black) = rows[at].split_once("  ").expect("both moves");
        rows[at] = format!("{white}\n\nThis is a bold offer.\n\n{}{dots} {black}", at + 1);
        rows
    }),
    ("dots in place of a number", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let (white, black) = rows[at].split_once("  ").expect("both moves");
        rows[at] = format!("{white} ...\n\nThis is a bold offer.\n\n... {black}");
        rows
    }),
    ("a dash between the number and Black's move", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let (white, black) = rows[at].split_once("  ").expect("both moves");
        rows[at] = format!("{white}\n\nThis is a bold offer. {}.-{black}", at + 1);
        rows
    }),
    ("tags on the line of the moves", |texts, result, _| {
        let tags = format!("[White \"Anna\"] [Black \"Bert\"] [Result \"{result}\"] {{A \"great\" game.}}");
        vec!["Anna and Bert :: a page".to_owned(), format!("{tags} {}", rows(texts).join(" "))]
    }),
    ("a string of a program", |texts, _, dice| {
        let head = dice.pick(&["[Test]", "import re", "// games"]);
        let comment = dice.pick(&["", " {[%clk 0:09:56.9]}"]);
        let rows: Vec<String> =
            rows(texts).iter().map(|it| it.replacen("  ", &format!("{comment} "), 1)).collect();
        vec![head.to_string(), format!("game = '{}'", rows.join(" "))]
    }),
    ("a list in a string of a program", |texts, _, dice| {
        let head = dice.pick(&["[Test]", "import re", "// games"]);
        let is_algebraic = texts[0].starts_with(|it: char| it.is_ascii_lowercase());
        let sign = dice.pick(&[",", " ", "|", ", "]);
        let moves = if is_algebraic { texts.join(sign) } else { rows(texts).join(" ") };
        vec![head.to_string(), format!("game = \"{moves}\"")]
    }),
    ("moves each in a string of a program", |texts, _, dice| {
        let mut code = String::from("let g = new Game();\n");
        match dice.below(3) {
            0 => code.push_str(&format!("moves = ['{}'];", texts.join("', '"))),
            1 => texts.iter().for_each(|it| code.push_str(&format!("  g.play(\"{it}\");\n"))),
            _ => {
                let rows = texts.chunks(2).map(|it| format!("  [\"{}\"], # he said so\n", it.join("\", \"")));
                code.push_str(&format!("rows = [\n{}]", rows.collect::<String>()));
            }
        }
        vec![code]
    }),
    ("a string with tags in a program", |texts, result, dice| {
        let tags = format!("[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"{result}\"]\n\n");
        let (tags, open, close) = match dice.below(2) {
            0 => (tags, "r\"\"\"", "\"\"\""),
            _ => (tags.replace('"', "\"\""), "@\"", "\";"),
        };
        vec![format!("text =\n{open}{tags}{} {result}\n{close}\nassert(text)", rows(texts).join(" "))]
    }),
    ("exaggerated marks", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at].push_str(dice.pick(&["!!!", "???", "????????"]));
        rows
    }),
    ("footnotes", |texts, result, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at].push_str(" (a)");
        let notes = ["", "(a) If 2. d4 exd4 Black has a good game."].map(str::to_owned);
        [rows, vec![result.to_owned()], notes.to_vec()].concat()
    }),
    ("notes after moves in running text", |texts, _, dice| {
        let mut text = String::new();
        let rows = texts.len() / 2;
        for (n, row) in texts.chunks(2).enumerate() {
            let number = n + 1;
            let is_within = (3..rows - 1).contains(&n);
            let note = |dice: &mut Dice| match dice.below(4) {
                0 => format!("{} ", dice.pick(&NOTES[..3])),
                1 => format!("This is better than {number}. a3, which loses time! "),
                _ => String::new(),
            };
            let after_white = if is_within { note(dice) } else { String::new() };
            text.push_str(&format!("{number}. {} {after_white}", row[0]));
            let again = if after_white.is_empty() { String::new() } else { format!("{number}... ") };
            row.get(1).into_iter().for_each(|it| text.push_str(&format!("{again}{it} ")));
            text.push_str(&if is_within { note(dice) } else { String::new() });
        }
        vec!["Anna - Bert".to_owned(), text]
    }),
    ("a line for each ply, with its number and notes", |texts, _, dice| {
        let ply = |(n, it): (usize, &String)| {
            let note = if dice.below(2) == 0 { "This is a natural move, as all agree." } else { "" };
            format!("{}{}. {it}  {note}", if n % 2 == 0 { "" } else { "  " }, n / 2 + 1)
        };
        texts.iter().enumerate().map(ply).collect()
    }),
    ("backslashes before full stops", |texts, _, dice| {
        let (open, close) = dice.pick(&[("", ""), ("**", "**"), (">", "")]);
        rows(texts).iter().map(|it| format!("{open}{}{close}\n", it.replacen('.', "\\.", 1))).collect()
    }),
    ("a square in a sentence before Black's move", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let (white, black) = rows[at].split_once("  ").expect("both moves");
        rows[at] = format!("{white} Now Black must give up the square z9, he thinks. {black}");
        vec!["Anna - Bert".to_owned(), String::new(), rows.join(" ")]
    }),
    ("numbers with brackets", |texts, _, dice| {
        let end = dice.pick(&["", ";"]);
        let lines = rows(texts).iter().map(|it| it.replacen(". ", ") ", 1) + end).collect();
        with(lines, 0, "The moves that were played before:")
    }),
    ("a list without numbers", |texts, result, _| {
        let is_algebraic = texts[0].starts_with(|it: char| it.is_ascii_lowercase());
        let list = || texts.chunks(2).map(|it| format!("- {}", it.join(" "))).collect();
        let lines = if is_algebraic { list() } else { rows(texts) };
        [vec!["A trap".to_owned()], lines, vec![String::new(), result.to_owned()]].concat()
    }),
    ("a tag in emphasis", |texts, result, _| {
        let tags = [
            "This game was played last year:",
            "",
            "[Event \"Cup\"]",
            "**[Round \"3\"]**",
            "[White \"Anna\"]",
            "",
        ];
        [tags.map(str::to_owned).to_vec(), rows(texts), vec![result.to_owned()]].concat()
    }),
    ("a note on each line", |texts, _, dice| {
        let notes =
            ["a strong reply", "The point of this is plain", "in order to keep it", "which threatens much"];
        rows(texts).iter().map(|it| format!("{it} {}", dice.pick(&notes))).collect()
    }),
    ("an opening mentioned above", |texts, _, _| {
        let mention = format!("The order 1. {} {} 2. {} is known to all", texts[0], texts[1], texts[2]);
        [vec![mention, String::new()], rows(texts)].concat()
    }),
    ("full stops before numbers", |texts, _, dice| {
        let end = |dice: &mut Dice| if dice.below(3) == 0 { "(a good move)." } else { " " };
        vec![rows(texts).iter().map(|it| format!("{it} {}", end(dice))).collect()]
    }),
    ("words without full stops in running text", |texts, _, dice| {
        let words = ["a first sacrifice", "bright idea", "quatrième sacrifice", "mint mondják"];
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        for row in &mut rows[at..at + 3] {
            row.push_str(&format!(" {}", dice.pick(&words)));
        }
        vec![rows.join(" ")]
    }),
    ("a word before each number", |texts, _, dice| {
        // Texts that are whole words.
        let word = if texts[0].contains(' ') { "" } else { dice.pick(&["Move ", "Zug "]) };
        let row = |(n, row): (usize, &[String])| {
            let note = if n % 3 == 1 { "\nThis is a natural move, as all agree." } else { "" };
            format!("{word}{}: {}{note}", n + 1, row.join(", "))
        };
        texts.chunks(2).enumerate().map(row).collect()
    }),
    ("strokes between rows", |texts, _, _| vec![rows(texts).join(" / ")]),
    ("a comma behind a number", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at] = rows[at].replacen('.', ",", 1);
        rows
    }),
    ("strings of a program that are cut within words", |texts, _, dice| {
        // The parts of a descriptive move are moves as well.
        if texts[0].starts_with(|it: char| !it.is_ascii_lowercase()) {
            return rows(texts);
        }
        let moves = rows(texts).join(" ");
        let len = 30 + dice.below(20);
        let parts: Vec<String> =
            moves.as_bytes().chunks(len).map(|it| String::from_utf8_lossy(it).into_owned()).collect();
        vec![
            "import java.util.List;".to_owned(),
            format!("String game = \"{}\";", parts.join("\" +\n    \"")),
        ]
    }),
    ("a result before the list of moves in a program", |texts, result, dice| {
        if texts[0].starts_with(|it: char| !it.is_ascii_lowercase()) {
            return rows(texts);
        }
        let result = result.replace('-', dice.pick(&["-", " - "]));
        vec![format!(
            "import json\ngames = [\n    {{\n        'result': '{result}',\n        'moves': ['{}'],\n    }},\n]",
            texts.join("', '")
        )]
    }),
    ("strokes before the lines of a program's text", |texts, _, _| {
        rows(texts).into_iter().map(|it| format!("        |{it}")).collect()
    }),
    ("a number joined to the move before it", |texts, _, dice| {
        let rows = rows(texts);
        let at = within(rows.len(), dice);
        let (before, after) = (rows[..at].join(" "), rows[at..].join(" "));
        // In descriptive notation the number could be a rank's.
        let is_joined = texts[0].starts_with(|it: char| it.is_ascii_lowercase()) && !before.ends_with('O');
        vec![format!("{before}{}{after}", if is_joined { "" } else { " " })]
    }),
    ("words of a script without blanks behind rows", |texts, _, _| {
        let row = |(n, row): (usize, String)| {
            format!("{row}{}", if n % 3 == 1 { " これはとても良い手です" } else { "" })
        };
        rows(texts).into_iter().enumerate().map(row).collect()
    }),
    ("numbers of sections above", |texts, _, _| {
        let head = ["1. Introduction", "", "1.1 Notation", "", "White plays first, as the rules say.", ""];
        head.into_iter().map(str::to_owned).chain([rows(texts).join(" ")]).collect()
    }),
    ("words before Black's number", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at] = format!("{}. {} a nyní {}...{}", at + 1, texts[2 * at], at + 1, texts[2 * at + 1]);
        vec![rows.join(" ")]
    }),
    ("dashes joined to Black's moves", |texts, _, _| {
        let row = |(n, row): (usize, &[String])| format!("{}. {}", n + 1, row.join(" –"));
        texts.chunks(2).enumerate().map(row).collect()
    }),
    ("the squares of a board above", |texts, _, _| {
        let ranks = (1..=8).rev().map(|rank| ('a'..='h').map(|file| format!("{file}{rank} ")).collect());
        let head = ["# Chess", "", "### The board", ""].map(str::to_owned);
        head.into_iter()
            .chain(ranks)
            .chain(["", "### The game", ""].map(str::to_owned))
            .chain(rows(texts))
            .collect()
    }),
    ("a rule and a heading of Markdown above", |texts, _, _| {
        vec!["# Games".to_owned(), String::new(), "---".to_owned(), String::new(), rows(texts).join(" ")]
    }),
    ("numbers of both sides", |texts, _, _| {
        texts
            .chunks(2)
            .enumerate()
            .map(|(n, row)| row.iter().map(|it| format!("{}. {it}  ", n + 1)).collect())
            .collect()
    }),
];

/// Changes after which it cannot.
const BROKEN: &[(&str, Change)] = &[
    ("a ply of Black's is missing", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at] = format!("{}. {}", at + 1, texts[2 * at]);
        rows
    }),
    ("a row is missing", |texts, _, dice| {
        let mut rows = rows(texts);
        rows.remove(within(rows.len(), dice));
        rows
    }),
    ("the moves go on within a sentence", |texts, _, dice| {
        let rows = rows(texts);
        let (before, after) = rows.split_at(within(rows.len(), dice));
        let words = "and now White thought for a long while of many things before he played";
        vec![
            "Anna - Bert".to_owned(),
            format!("{} {words} {}", before.join(" "), after.join(" and then at last ")),
        ]
    }),
    ("rows are exchanged", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows.swap(at, at + 1);
        rows
    }),
    ("a wrapped line is missing", |texts, _, dice| {
        let mut lines = wrapped(texts);
        // The last line may be a move without a number that fits in other places as well.
        lines.remove(1 + dice.below(lines.len() - 3));
        lines
    }),
    ("another result in the middle, with notes in what follows", |texts, result, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        let other = if result == "1-0" { "0-1" } else { "1-0" };
        let end = dice.pick(&["  ", "\n", "\n\n"]);
        rows[at].push_str(&format!("{end}{other}"));
        for row in &mut rows[at + 1..] {
            let note = dice.pick(&["", " a good move, which all the masters recommend", " (a strong reply)"]);
            row.push_str(note);
        }
        rows
    }),
    ("later rows within the words after the moves", |texts, _, dice| {
        let rows = rows(texts);
        let (before, after) = rows.split_at(within(rows.len(), dice));
        let words = "of which much was said in those days. And then?";
        vec![
            "Anna - Bert".to_owned(),
            String::new(),
            format!("{} {words} {}", before.join(" "), after[1..].join(" ")),
        ]
    }),
    ("rows behind a bracket that is never closed", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice).min(rows.len() - 10);
        rows[at] = "(of which much was said".to_owned();
        vec!["Anna - Bert".to_owned(), String::new(), rows.join(" ")]
    }),
    ("numbers that begin again behind a note", |texts, _, dice| {
        let at = within(texts.len() / 2, dice);
        let note = ["", "A bold move, which nobody had expected.", ""].map(str::to_owned);
        let (before, after) = (rows(&texts[..2 * at]), rows(&texts[2 * at..]));
        [before, note.to_vec(), after].concat()
    }),
    ("a word is spoilt", |texts, _, dice| {
        let mut rows = rows(texts);
        let at = within(rows.len(), dice);
        rows[at].push_str("??$");
        let len = rows[at].len() - 7;
        rows[at].replace_range(len..len + 3, "");
        rows
    }),
];

fn scores(style: &str) -> Vec<Score> {
    let games = String::from_utf8(fixture("games/over-the-board.pgn")).expect("UTF-8");
    let texts = |style: &str| -> Vec<Value> {
        let args = ["-t", style, "--layout", "jsonl", "--no-comments", "--no-variations", "--fens"];
        let out = run(&args, &games).stdout;
        String::from_utf8_lossy(&out).lines().map(|it| serde_json::from_str(it).expect("JSON")).collect()
    };
    let list = |game: &Value, name: &str| -> Vec<String> {
        let moves = game["moves"].as_array().expect("moves");
        moves.iter().map(|it| it[name].as_str().expect("a text").to_owned()).collect()
    };
    let scores = texts(style).into_iter().map(|game| Score {
        uci: list(&game, "uci"),
        texts: list(&game, "text"),
        fens: list(&game, "fen"),
        result: game["result"].as_str().expect("a result").to_owned(),
    });
    scores.filter(|it| it.texts.len() >= 44).take(2).collect()
}

/// Returns how a text was read: the status, and whether the game came out.
fn reading(args: &[&str], text: &str, score: &Score) -> (Option<i32>, bool) {
    let output = run(&[&["--layout", "jsonl"], args].concat(), text);
    let out = String::from_utf8_lossy(&output.stdout);
    let games: Vec<Value> = out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    let is_right = |game: &Value| {
        let moves = game["moves"].as_array().into_iter().flatten();
        moves.map(|it| it["uci"].as_str().unwrap_or_default()).eq(score.uci.iter().map(String::as_str))
            && game["result"] == score.result.as_str()
    };
    (output.status.code(), games.len() == 1 && is_right(&games[0]))
}

#[test]
fn whatever_is_done_to_a_text_is_read_or_told() {
    let mut wrong = Vec::new();
    for style in ["san", "descriptive:kt", "descriptive:long"] {
        for (n, score) in scores(style).iter().enumerate() {
            let changes = WHOLE.iter().map(|it| (it, true)).chain(BROKEN.iter().map(|it| (it, false)));
            for (m, ((name, change), is_whole)) in changes.enumerate() {
                let mut lines = change(&score.texts, &score.result, &mut Dice::new((100 * n + m) as u64));
                if !lines.contains(&score.result) {
                    lines.push(score.result.clone());
                }
                let text = lines.join("\n") + "\n";
                for args in [&[][..], &["--extract"]] {
                    let fits = match reading(args, &text, score) {
                        (Some(0), is_right) => is_right,
                        (Some(1), _) => !is_whole,
                        _ => false,
                    };
                    // What reads without repairs reads the same with them.
                    let repairs = is_whole && n == 0;
                    let with = [args, &["--repair"]].concat();
                    if !fits || repairs && !reading(&with, &text, score).1 {
                        wrong.push(format!("{name}, {style}, game {n}, {args:?}:\n{text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, such as\n{}", wrong.len(), wrong[0]);
}

/// A game as moves in UCI, result and position.
type Outline = (Vec<String>, Value, Value);

/// Returns the games of a text, and the status.
fn outline(args: &[&str], text: &[u8]) -> (Vec<Outline>, Option<i32>) {
    let output = run(&[args, &["-q", "-t", "uci", "--layout", "jsonl"]].concat(), text);
    let games = String::from_utf8(output.stdout).expect("UTF-8");
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let plies = game["moves"].as_array().cloned().unwrap_or_default();
        let plies: Vec<String> = plies.iter().map(|it| it["uci"].to_string()).collect();
        (plies, game["result"].clone(), game["fen"].clone())
    };
    (games.lines().map(game).collect(), output.status.code())
}

/// Writes a text in another encoding, or with other line ends.
type Written = fn(&str) -> Vec<u8>;

#[rustfmt::skip]
const ENCODINGS: [(&str, Written); 7] = [
    ("Windows-1252", |it| it.chars().map(|it| u8::try_from(it).expect("a letter of Latin-1")).collect()),
    ("UTF-16", |it| format!("\u{feff}{it}").encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ("a byte order mark", |it| format!("\u{feff}{it}").into_bytes()),
    ("CR LF", |it| it.replace('\n', "\r\n").into_bytes()),
    ("no line end", |it| it.trim_end().as_bytes().to_vec()),
    ("blank lines above", |it| format!("\n\n{it}").into_bytes()),
    ("blank lines of blanks", |it| it.replace("\n\n", "\n \n").into_bytes()),
];

/// What a game is does not depend on the encoding of its text.
#[test]
fn a_text_is_read_alike_however_it_is_encoded() {
    const WORDS: &str = "Le café d'été où l'on joue est près du château, et l'élève y perd sa tête.\n";
    for score in scores("san") {
        let (moves, list) = (rows(&score.texts).join("\n"), score.texts.join(" "));
        let opening = rows(&score.texts[..8]).join(" ");
        let row = |n: usize| format!("{n}. {} {}", score.texts[2 * n - 2], score.texts[2 * n - 1]);
        let fragments: String =
            [20, 18, 16].map(|n| format!("{}\n{}\n{}\n\n", WORDS.repeat(70), row(n), row(n + 1))).concat();
        for text in [
            format!("{WORDS}\n{moves}\n\n{}\n{WORDS}", score.result),
            format!("test \"é\" do\n  moves = ~w({list})\n  assert replay(moves)\nend\n"),
            format!("moves = [\"{}\"]\nprint(moves, \"é\")\n", score.texts.join("\", \"")),
            format!("{WORDS}```\n[FEN \"{}\"]\n\n{}\n```\n{WORDS}", score.fens[0], "1... a6 2. a3 a5"),
            format!("{WORDS}\n\n{opening} {WORDS}\n\n{WORDS}\nI. {}\nII. {}\n", row(4), row(4)),
            format!("<p>{WORDS}</p><p>{moves}</p><p>{}</p>\n", score.result),
            format!("{fragments}\n{WORDS}\n{moves}\n\n{}\n", score.result),
            format!(
                "{WORDS}\n8 8\n7 7\n1 1\na b c d e f g h\n\n{opening}\n\n{WORDS}\n{}\n{}\n",
                row(5),
                row(6)
            ),
        ] {
            let plain = outline(&[], text.as_bytes());
            for (name, encode) in ENCODINGS {
                assert_eq!(outline(&[], &encode(&text)), plain, "{name}: {text}");
            }
        }
    }
}

/// What a game is does not depend on whether the words around it are left out.
#[test]
fn extraction_only_leaves_out_words() {
    let folder = |name: &str| {
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name))
            .expect("a folder")
            .map(|it| it.expect("a file").path())
    };
    let files = ["books", "originals", "finds", "sheets", "club", "reading"].into_iter().flat_map(folder);
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for path in files.filter(|it| it.is_file()) {
        let bytes = fs::read(&path).expect("a file");
        if path.extension().is_some_and(|it| it == "jsonl") {
            let lines = String::from_utf8(bytes).expect("UTF-8");
            let inputs = lines.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
            texts.extend(inputs.filter_map(|it| Some(it["input"].as_str()?.as_bytes().to_vec())));
        } else {
            texts.push(bytes);
        }
    }
    assert!(texts.len() > 100, "{} texts", texts.len());
    for text in texts {
        let moves = |args: &[&str]| outline(args, &text).0;
        assert_eq!(moves(&["--extract"]), moves(&[]), "{}", String::from_utf8_lossy(&text));
    }
}

/// Rows behind a move that cannot be read are no words around the game.
#[test]
fn extraction_keeps_what_may_be_moves() {
    let text = "A title, and words.\n\nGAME I.\n\n1. e4 e5\n2. Nf3 Nc6\n3. Qh8 a6\n\n4. O-O Nf6\n\nSome more words.\n";
    for args in [&["--extract"][..], &["--extract", "--layout", "jsonl"]] {
        let output = run(args, text);
        assert_eq!(output.status.code(), Some(1));
        let written = String::from_utf8_lossy(&output.stdout);
        assert!(written.contains("O-O") && !written.contains("A title"), "{written}");
    }
}

#[test]
fn the_reason_why_a_side_resigned_is_a_note() {
    for style in ["san", "descriptive:kt"] {
        for score in scores(style) {
            for plies in [30, 31] {
                let (side, dots) = [("Black", ""), ("White", "..")][plies % 2];
                let (played, to_come) = score.texts.split_at(plies);
                let number = plies / 2 + 1;
                let result = if side == "Black" { "1-0" } else { "0-1" };
                let played_score =
                    Score { uci: score.uci[..plies].to_vec(), result: result.to_owned(), ..Score::default() };
                for reason in [
                    format!(", as after {number}.{dots} {} he loses a piece. A fine game.\n", to_come[0]),
                    format!(". {number}.{dots} {} {}, and so on.\n", to_come[0], to_come[1]),
                ] {
                    let text = format!("{} and {side} resigned{reason}", rows(played).join(" "));
                    assert_eq!(reading(&[], &text, &played_score), (Some(0), true), "{text}");
                }
                // Where the game goes on for long, or to a result, the words are of another.
                for (behind, stop) in [(&*score.result, "."), ("", "."), ("", "")] {
                    let result = if behind.is_empty() { "*" } else { behind };
                    let whole =
                        Score { uci: score.uci.clone(), result: result.to_owned(), ..Score::default() };
                    let to_come = rows(&score.texts).split_off(plies / 2).join(" ");
                    let before = rows(&score.texts[..plies / 2 * 2]).join(" ");
                    let text = format!(
                        "{before} and {side} resigned. {} {behind}\n",
                        to_come.replace(". ", &format!("{stop} "))
                    );
                    let (status, is_right) = reading(&[], &text, &whole);
                    assert!(is_right || status == Some(1), "{text}");
                }
            }
        }
    }
}

/// Where most of what could be moves is doubtful, nothing is decoded.
#[test]
fn words_between_moves_are_not_decoded() {
    let text = "# A review\n\n\
        1.e4: Best\n\tnow(0.26): e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 Bd3 d5 e5 Nd7\n\tbest(0.34): e4 e5 Nf3 Nc6 Bb5 Nge7\n\
        1...c5: NA\n\tnow(0.27): c5\n\tbest(0.28): e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ Bd7 Bxd7+ Qxd7\n\
        2.f4: Good\n\tnow(-0.13): f4 e6 Nf3 d5 Bb5+ Bd7 Bxd7+ Qxd7 Ne5\n\tbest(0.3): Nf3 Nc6 d4 cxd4 Nxd4 g6\n\
        2...d6: Good\n\tnow(0.05): d6 Nf3 Nc6 Nc3 g6 d4 cxd4 Nxd4\n\tbest(-0.07): e6 d3 Nc6 Nf3 Nge7\n\
        3.Nf3: Good\n\tnow(0.03): Nf3 Nc6 Nc3 g6 d4 cxd4\n\tbest(0.13): d4 Nf6 Nc3 cxd4\n\
        3...Nc6\n\nWhatever it says.\n";
    for args in [&[][..], &["--repair"]] {
        let output = run(&[args, &["--no-comments", "--no-tags"]].concat(), text);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "1. e4 c5 2. f4 d6 3. Nf3 Nc6 *\n\n", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

/// The result is that of the statement, whatever other statements say.
#[test]
fn arrays_in_statements_of_sql_are_games() {
    for score in scores("san") {
        let statement = |moves: &str, result: &str| {
            format!(
                "INSERT INTO games (moves, result) VALUES\n    (\n        '{{{moves}}}',\n        '({result},TIME)'\n    );\n\n"
            )
        };
        let text = statement(&score.texts.join(","), &score.result) + &statement("", "0-1");
        assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
    }
}

#[test]
fn a_list_of_openings_is_no_game() {
    let list = |rows: &[&str]| format!("These are:\n\n- {}\n\nThat is all.\n", rows.join("\n- "));
    for (rows, is_game) in [
        (&["e4 e5", "d4 d5", "c4 c5", "Nf3 Nf6"][..], false),
        (&["e4 e5", "Bc4 Nc6", "Qh5 Nf6", "Qxf7#"], true),
    ] {
        let output = run(&["-q", "-t", "uci"], list(rows));
        assert_eq!(output.status.code() == Some(0), is_game, "{rows:?}");
    }
}

/// Each item of a list may have a game, with or without emphasis.
#[test]
fn a_list_of_games_has_each() {
    let scores = scores("san");
    for bullet in ["*", "-", "+", "•"] {
        for mark in ["", "**"] {
            for between in ["\n", "\n\n"] {
                let item = |it: &Score| {
                    format!("{bullet} Anna vs Bert: {mark}{} {}{mark}", rows(&it.texts).join(" "), it.result)
                };
                let text = "# Games\n\n".to_owned()
                    + &scores.iter().map(item).collect::<Vec<_>>().join(between)
                    + "\n";
                let output = run(&["-q", "--layout", "jsonl"], &text);
                let moves = |line: &str| -> Vec<String> {
                    let game: Value = serde_json::from_str(line).expect("JSON");
                    let moves = game["moves"].as_array().into_iter().flatten();
                    moves.filter_map(|it| Some(it["uci"].as_str()?.to_owned())).collect()
                };
                let out = String::from_utf8_lossy(&output.stdout);
                let games: Vec<Vec<String>> = out.lines().map(moves).collect();
                assert!(games.iter().eq(scores.iter().map(|it| &it.uci)), "{text}");
                assert_eq!(output.status.code(), Some(0), "{text}");
            }
        }
    }
}

/// A game that cannot be played is no note on the one before.
#[test]
fn a_game_behind_another_is_read_or_told() {
    for score in scores("san") {
        for (heading, behind) in [("Chess", "Greco"), ("", "Greco vs NN -"), ("A lesson", "He played")] {
            let game = "1. e4 e5 2. f4 Bc5 3. Nf3 d6 4. ce Qe7 5. d4 exd4";
            let text = format!("{heading}\n\n{}\n\n{behind} {game}\n", rows(&score.texts).join(" "));
            assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
        }
    }
}

/// A heading of Markdown is that of the next game, whatever it mentions.
#[test]
fn headings_of_markdown_stand_above_games() {
    let texts = "e4 d6 d4 Nf6 Nc3 g6 f4 Bg7 Nf3 O-O".split(' ').map(str::to_owned).collect::<Vec<_>>();
    let page =
        "It was said that the play of the masters is a thing of beauty, and that none may know.\n".repeat(30);
    for above in ["", &page, "What happens if White tries to play **e4->e5**?\n"] {
        for (mark, rule) in [("", ""), ("**", ""), ("", "\n"), ("**", "\n---\n\n")] {
            let part = |plies: usize| {
                let moves = rows(&texts[..plies]).join(" ");
                format!("### The attack 6.e5 dxe5 7.fxe5\n{mark}{moves}{mark}\n")
            };
            let text = format!("{above}\n{}", [10, 2, 8].map(part).join(rule));
            let output = run(&["--layout", "jsonl"], &text);
            let plies = |game: &str| -> usize {
                let game: Value = serde_json::from_str(game).expect("JSON");
                game["moves"].as_array().map_or(0, Vec::len)
            };
            let out = String::from_utf8_lossy(&output.stdout);
            assert_eq!(out.lines().map(plies).collect::<Vec<_>>(), [10, 2, 8], "{text}");
            assert_eq!(output.status.code(), Some(0), "{text}");
        }
    }
}

/// What stands above a printed game is words, unless it is another game.
#[test]
fn a_game_in_the_words_above_another_is_read_or_told() {
    let text = "Anna v Bert, Vienna, 1910\n\n\n\
        The famous combination (in the game 1 e4 c6 2 d4 d5 3 Nc3 dxe4 4 Nxe4 Nf6 5 Qd3 e5 6 dxe5 Qa5+ 7 Bd2 Qxe5 8 O-O-O \
        Nxe4 9 Qd8+ Kxd8 10 Bg5+ Kc7 11 Bd8 mate) has precedents. Here is another:\n\nCarl - Dora\n\
        (Remove White's queen's knight.)\n\n1 e4 e5 2 d4 d5 3 dxe5 dxe4 4 Qh5 Qd5 5 Bd2 Nf6 6 Qg5 Ng4 7 O-O-O Nxf2\n\n\
        (diagram)\n\n8 Bc4 Qxc4 and White forced mate with 9 Qd8+ Kxd8 10 Bg5+ Ke8 11 Rd8 mate.\n";
    let output = run(&["--layout", "jsonl"], text);
    let games = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!(games == 2 || output.status.code() == Some(1), "{text}");
}

/// An opening that stands alone above its game is no game.
#[test]
fn an_opening_above_its_game_is_no_game() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        let opening = rows(&score.texts[..4]).join(" ");
        let text = format!("The opening arises from:\n{opening}\n\nThe game\n{moves} {}\n", score.result);
        assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
    }
}

/// The position that words tell in FEN, above the moves or beside them in a program, is the one they begin from.
#[test]
fn moves_are_played_from_the_position_that_words_tell() {
    let moves_of = |texts: &[String], first: usize| -> String {
        let number = |n: usize| match (first + n, n) {
            (ply, _) if ply % 2 == 0 => format!("{}. ", ply / 2 + 1),
            (ply, 0) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        texts.iter().enumerate().map(|(n, it)| format!("{}{it} ", number(n))).collect()
    };
    let is_right = |game: &Value, fen: &str, uci: &[String]| game["fen"] == fen && has_moves(game, uci);
    for score in scores("san") {
        let mut both = String::new();
        for (cut, first) in [(9, 9), (16, 16), (31, 31), (20, 0), (32, 0)] {
            let fen = &score.fens[cut - 1];
            let clock = fen.rsplit_once(' ').expect("fields").0;
            let fen = if first == 0 { format!("{clock} 1") } else { fen.clone() };
            let moves = moves_of(&score.texts[cut..], first);
            let moves = moves.trim();
            let mut texts = vec![
                format!("{fen}\n\n{moves}\n"),
                format!("FEN: {fen}\n{moves}\n"),
                format!("A position of mine: `{fen}`\n\nThe best line is\n\n{moves}\n"),
                format!("https://example.org/analysis/{}\n\n{moves}\n", fen.replace(' ', "_")),
            ];
            if first == 0 {
                texts.extend([
                    format!("const fen = \"{fen}\";\nconst moves = \"{moves}\";\n"),
                    format!("play(\"{moves}\", fromFen(\"{fen}\"));\n"),
                ]);
                both.push_str(&format!("Position: {fen}\n\n{moves} *\n\n"));
            }
            for text in texts {
                let games = games(&text);
                assert!(games.len() == 1 && is_right(&games[0], &fen, &score.uci[cut..]), "{text}");
            }
        }
        // Behind a whole game, on a line of their own or with the moves.
        for first in [0, 16] {
            let (moves, next) = (moves_of(&score.texts[9..], 9), moves_of(&score.texts[20..], first));
            let fens = [&score.fens[8], &score.fens[19]];
            let clock = fens[1].rsplit_once(' ').expect("fields").0;
            let second = format!("{clock} {}", first / 2 + 1);
            let text = format!(
                "Game one: {}\n\nPosition two ({}):\n\n{moves}\n\nPosition three: {second}. {next}\n",
                moves_of(&score.texts, 0),
                fens[0]
            );
            let games = games(&text);
            assert!(
                games.len() == 3
                    && is_right(&games[1], fens[0], &score.uci[9..])
                    && is_right(&games[2], &second, &score.uci[20..]),
                "{text}"
            );
        }
        // That of the start position is no other.
        let text = format!(
            "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n{}\n",
            moves_of(&score.texts, 0)
        );
        let [game] = &games(&text)[..] else { panic!("a game: {text}") };
        assert!(game["fen"].is_null() && game["tags"].as_array().is_some_and(Vec::is_empty), "{text}");
        // A few moves without numbers are a game there as well.
        let (fen, moves) = (&score.fens[19], score.texts[20..24].join(" "));
        for text in [
            format!("test({{ fen: '{fen}',\n moves: `{moves}` }})\n"),
            format!("test({{ moves: '{moves}',\n fen: '{fen}' }})\n"),
        ] {
            let alone = games(&text);
            assert!(alone.len() == 1 && is_right(&alone[0], fen, &score.uci[20..24]), "{text}");
            // Also behind a whole game.
            let text = format!("test({{ moves: `{}` }})\n{text}", score.texts.join(" "));
            let behind = games(&text);
            assert!(behind.len() == 2 && is_right(&behind[1], fen, &score.uci[20..24]), "{text}");
        }
        let games = games(&both);
        let cuts: Vec<usize> = games.iter().map(|it| it["moves"].as_array().map_or(0, Vec::len)).collect();
        assert_eq!(cuts, [20, 32].map(|it| score.uci.len() - it), "{both}");
    }
}

/// Values in parentheses behind moves are notes, whatever they look like.
#[test]
fn values_in_parentheses_are_notes() {
    for score in scores("san") {
        for value in ["1.00", "0.00", "-0.55", "+1.00", "3.0", "1.0000"] {
            // In the row with the number of the value, it may be castling.
            let is_apart = |n: usize| !value.starts_with(&format!("{}.", n / 2 + 1));
            let valued = score.texts.iter().enumerate();
            let valued =
                valued.map(|(n, it)| if is_apart(n) { format!("{it} ({value})") } else { it.clone() });
            let text = rows(&valued.collect::<Vec<_>>()).join("\n") + "\n" + &score.result + "\n";
            assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
        }
    }
}

/// Words behind moves in quotation marks are kept as they stand.
#[test]
fn words_behind_quoted_moves_are_a_note() {
    for score in scores("san") {
        let opening = rows(&score.texts[..10]).join(" ");
        for above in ["", "**C50** a ", "**C50** – ", "Line A: ", "é "] {
            let text = format!("## Openings\n\n{above}`{opening}`\n\nThe bishop looks at a weak square.\n");
            let output = run(&["-t", "san"], &text);
            let out = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
            assert!(
                out.contains(&format!("{} {{The bishop looks at a weak square.}}", score.texts[9])),
                "{out}"
            );
            assert_eq!(output.status.code(), Some(0), "{text}");
        }
    }
}

/// Words as of an end among the moves are a note if moves go on below, whatever numbers notes above them have.
#[test]
fn moves_go_on_below_words_as_of_an_end() {
    for score in scores("san") {
        let rows = rows(&score.texts);
        for (n, told) in
            (3..15).zip(["White abandons the plan", "Black resigns", "White abandons"].iter().cycle())
        {
            let (first, rest) = rows.split_at(2);
            let (above, below) = rest.split_at(n);
            let [first, above, below] = [first, above, below].map(|it| it.join(" "));
            let text = format!("{first}\nas after 40.Rd1 {above}\n{told}\n\n{below} {}\n", score.result);
            assert!(matches!(reading(&[], &text, &score), (Some(0), true) | (Some(1), _)), "{text}");
        }
    }
}

/// Returns the games of a text that is read without an error, as JSON.
fn games(text: &str) -> Vec<Value> {
    let output = run(&["--layout", "jsonl"], text);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let out = String::from_utf8_lossy(&output.stdout);
    out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect()
}

/// Whether a game has these moves.
fn has_moves(game: &Value, uci: &[String]) -> bool {
    let moves = game["moves"].as_array().into_iter().flatten();
    moves.map(|it| it["uci"].as_str().unwrap_or_default()).eq(uci)
}

/// A result between two games is that of the first, whatever stands above the games and around it.
#[test]
fn a_result_by_itself_is_that_of_the_game_above() {
    let scores = scores("san");
    for pair in scores.windows(2) {
        let [first, second] = pair else { unreachable!("windows of two") };
        for (above, between) in [
            ("", ""),
            ("Game 78\n\n", ""),
            ("**Game 78**\n\n", "**Game 79**\n\n"),
            ("Some words\n\n", "Others\n\n"),
        ] {
            for result in [first.result.clone(), format!("**{}**", first.result)] {
                for sign in [" ", "\n"] {
                    let [moves, next] = [first, second].map(|it| rows(&it.texts).join(sign));
                    let text = format!("{above}{moves}\n\n{result}\n\n{between}{next}\n");
                    let games = games(&text);
                    assert_eq!(games.len(), 2, "{text}");
                    assert!(has_moves(&games[0], &first.uci) && has_moves(&games[1], &second.uci), "{text}");
                    assert_eq!(games[0]["result"], first.result, "{text}");
                    assert!(
                        games[1]["result"] == "*" || second.texts.last().is_some_and(|it| it.ends_with('#')),
                        "{text}"
                    );
                }
            }
        }
    }
}

/// A table without a heading whose rows are games keeps what else is in its cells.
#[test]
fn tables_of_games_need_no_heading() {
    let all = scores("san");
    for separator in [",", "\t", ";"] {
        for is_uci in [true, false] {
            let line = |it: &Score| if is_uci { it.uci.join(" ") } else { it.texts.join(" ") };
            let row =
                |it: &Score| format!("chess{separator}{}{separator}0x12{separator}{}\n", line(it), it.result);
            let text: String = all.iter().map(row).collect();
            let games = games(&text);
            assert_eq!(games.len(), all.len(), "{text}");
            for (game, score) in games.iter().zip(&all) {
                assert!(has_moves(game, &score.uci) && game["result"] == score.result, "{text}");
                let tags = game["tags"].to_string();
                assert!(tags.contains("chess") && tags.contains("0x12"), "{text}");
            }
        }
    }
}

/// A table with a position and the move from there in each row has the games that these are, by whatever names: another one begins
/// where the positions do not go on.
#[test]
fn tables_of_positions_and_moves_are_games() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for score in scores("san") {
        let before: Vec<&str> = iter::once(START).chain(score.fens.iter().map(|it| &**it)).collect();
        for moves in [&score.uci, &score.texts] {
            for (heading, begin, between, end) in [
                ("fen,move\n", "", ",", "\n"),
                // Of two moves, the one played is where the positions go on.
                ("better\tfen\tplayed\n", "a2a3\t", "\t", "\n"),
                ("board state\tplayed\n", "", "\t", "\n"),
                ("board | move string |\n|---|---|\n", "", " | ", " |\n"),
                ("| before | made |\n|---|---|\n", "| ", " | ", " |\n"),
            ] {
                let row = |n: usize| format!("{begin}{}{between}{}{end}", before[n], moves[n]);
                let text = iter::once(heading.to_owned()).chain((0..20).chain(30..40).map(row));
                let text: String = text.collect();
                let games = games(&text);
                assert!(games.len() == 2, "{text}");
                assert!(has_moves(&games[0], &score.uci[..20]), "{text}");
                assert!(games[1]["fen"] == before[30] && has_moves(&games[1], &score.uci[30..40]), "{text}");
            }
        }
    }
}

/// What a call or a comment of a program has is a game as any other, also where words between mention moves, and where one line has
/// the end of a game and the next one.
#[test]
fn games_among_other_words_of_a_program_are_whole() {
    let all = scores("san");
    for (score, other) in all.iter().zip(all.iter().rev()) {
        let rows = rows(&score.texts);
        let (moves, others) = (rows.join(" "), self::rows(&other.texts).join(" "));
        let comment = |sign: &str| {
            let lines: String = rows.iter().map(|it| format!("  {sign} {it}\n")).collect();
            format!("show(board);\n{lines}  {sign} 1-0\nshow(score); {sign} 5... d6 is better\n")
        };
        for (text, scores) in [
            (format!("load('{moves}');\n// 5... d6 is better\nload('{others}');\n"), vec![score, other]),
            (
                format!("A = '{moves} 1-0';\n// 19. Rad1 Kf8\nsplit('{others} 1-0 {moves} 0-1')\n"),
                vec![score, other, score],
            ),
            (comment("//"), vec![score]),
            (comment("--"), vec![score]),
            (comment("#"), vec![score]),
        ] {
            let games = games(&text);
            assert!(games.len() == scores.len(), "{text}");
            assert!(games.iter().zip(scores).all(|(game, score)| has_moves(game, &score.uci)), "{text}");
        }
    }
}

/// Games without numbers, each on a line or in rows below a title, are as many games; one game in rows is one.
#[test]
fn lists_of_games_without_numbers_are_as_many_games() {
    let all = scores("san");
    for is_uci in [true, false] {
        let moves = |it: &Score| if is_uci { it.uci.clone() } else { it.texts.clone() };
        let rows =
            |it: &Score, n: usize| moves(it).chunks(n).map(|it| it.join(" ") + "\n").collect::<String>();
        let title = |n: usize| format!("Opening of the {n}th kind\n");
        for (of_game, between) in [
            (Box::new(|it: &Score, _| rows(it, 999)) as Box<dyn Fn(&Score, usize) -> String>, ""),
            (Box::new(|it: &Score, _| format!("{} {}\n", moves(it).join(" "), it.result)), ""),
            (Box::new(|it: &Score, n| title(n) + &rows(it, 2)), ""),
            (Box::new(|it: &Score, n| title(n) + &rows(it, 2)), "!\n"),
            (Box::new(|it: &Score, n| title(n) + &rows(it, 999)), "\n"),
            (Box::new(|it: &Score, n| format!("Game {n}: {}", rows(it, 999))), ""),
            (
                Box::new(|it: &Score, n| {
                    format!("White: Alfa {n}\nBlack: Bravo {n}\nResult: {}\n\n{}", it.result, rows(it, 999))
                }),
                "\n",
            ),
            (Box::new(|it: &Score, n| format!("{}) {}", n + 1, rows(it, 999))), ""),
            (Box::new(|it: &Score, _| rows(it, 6)), "\n"),
        ] {
            let list = |scores: &[&Score]| {
                let texts = scores.iter().enumerate().map(|(n, it)| of_game(it, n) + between);
                texts.collect::<String>()
            };
            let scores: Vec<&Score> = all.iter().chain(&all).collect();
            let text = list(&scores);
            let games = games(&text);
            assert!(games.len() == scores.len(), "{text}");
            assert!(games.iter().zip(&scores).all(|(game, score)| has_moves(game, &score.uci)), "{text}");
            let has_result = |(game, score): (&Value, &&Score)| game["result"] == score.result;
            assert!(!text.contains("1-0") || games.iter().zip(&scores).all(has_result), "{text}");
            let one = self::games(&list(&scores[..1]));
            assert!(one.len() == 1 && has_moves(&one[0], &scores[0].uci), "{text}");
            let mut broken =
                Score { uci: scores[1].uci.clone(), texts: scores[1].texts.clone(), ..Score::default() };
            (broken.uci[20], broken.texts[20]) = ("e4e5".to_owned(), "Ke5".to_owned());
            let text = list(&[scores[0], &broken, scores[0]]);
            assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
        }
    }
}

/// A game in strings over several lines of a program is one game, however they are joined, and one in a dictionary as well.
#[test]
fn games_in_several_strings_are_whole() {
    for score in scores("san") {
        for words in [
            score.uci.clone(),
            score.texts.clone(),
            rows(&score.texts).iter().flat_map(|it| it.split_whitespace()).map(str::to_owned).collect(),
        ] {
            let parts: Vec<String> = words.chunks(10).map(|it| format!("'{}'", it.join(" "))).collect();
            for text in [
                format!("game = ({})\n", parts.join("\n    ")),
                format!("lines = [\n    {}\n]\n", parts.join(",\n    ")),
                format!("{{'id': 1,\n 'moves': {},\n 'status': 'mate'}}\n", parts.join("\n    ")),
            ] {
                let games = games(&text);
                assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
            }
        }
        let noted = |(n, row): (usize, String)| format!("\"{row} {{ Note {n}, the queen's }}\"");
        let parts: Vec<String> = rows(&score.texts).into_iter().enumerate().map(noted).collect();
        let text = format!("show(1. / 3);\nlist =\n  {};\n", parts.join("\n  + "));
        let games = games(&text);
        assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
    }
}

/// The moves with which one function is called are a game, whatever other statements say between the calls, and end where another
/// game begins.
#[test]
fn moves_in_calls_among_other_statements_are_games() {
    for score in scores("san") {
        for moves in [&score.uci, &score.texts] {
            let game = |count: usize| -> String {
                let call = |(n, text): (usize, &String)| {
                    let between =
                        ["check(\"e4\", \"Springer {n}\");\n", "\n", "assert(board, [\"e4\", \"e4\"]);\n"];
                    format!("  let made = game.make_move(\"{text}\");\n  {}", between[n * 7 % 3])
                };
                format!(
                    "{{\n  let game = new Game();\n{}}}\n",
                    moves[..count].iter().enumerate().map(call).collect::<String>()
                )
            };
            let text = game(20) + &game(12);
            let games = games(&text);
            assert!(games.len() == 2, "{text}");
            assert!(
                has_moves(&games[0], &score.uci[..20]) && has_moves(&games[1], &score.uci[..12]),
                "{text}"
            );
            // A move that is none is told.
            let broken = game(20).replacen(&format!("(\"{}\")", moves[15]), "(\"a1h8\")", 1);
            assert_eq!(run(&[], &broken).status.code(), Some(1), "{broken}");
        }
    }
}

/// A result in the statement behind a game, or in a field below it, is that of the game, also where not all strings are of a program.
#[test]
fn results_behind_strings_are_of_their_games() {
    for score in scores("san") {
        let (moves, result) = (rows(&score.texts).join(" "), &score.result);
        for text in [
            format!("moves = '{moves}'\nresult = '{result}'\n"),
            format!(
                "[{{ moves: `{moves}`, headers: {{ Result: '{result}' }} }},\n {{ moves: `{moves}` }}]\n"
            ),
            format!("x = [{{ a: `{moves}`,\n Result: '{result}' }},\n `1. e4`];\nsay('1. e4 e5') now\n"),
        ] {
            let output = run(&["--layout", "jsonl"], &text);
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            let game: Value = serde_json::from_str(out.lines().next().unwrap_or_default()).expect("JSON");
            assert!(has_moves(&game, &score.uci) && game["result"] == **result, "{text}");
        }
    }
}

/// Moves that do not fit are told also where each is a paragraph of its own.
#[test]
fn moves_apart_that_do_not_fit_are_told() {
    for score in scores("san") {
        for moves in [&score.uci, &score.texts] {
            let mut moves = moves[..30].to_vec();
            for sign in [" ", "\n", "\n\n", "\n\n\n"] {
                let text = moves.join(sign) + "\n";
                assert!(has_moves(&games(&text)[0], &score.uci[..30]), "{text}");
            }
            "a1h8".clone_into(&mut moves[15]);
            for sign in [" ", "\n", "\n\n", "\n\n\n"] {
                let text = moves.join(sign) + "\n";
                assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
            }
        }
    }
}

/// A game in an address or encoded for one is a game as any other.
#[test]
fn encoded_games_are_read() {
    let encoded = |text: &str| -> String {
        let code = |it: char| match it {
            ' ' => "%20".to_owned(),
            '\n' => "%0A".to_owned(),
            '"' | '[' | ']' | '+' | '#' | '=' | '/' => format!("%{:02X}", it as u8),
            _ => it.to_string(),
        };
        text.chars().map(code).collect()
    };
    for score in scores("san") {
        let moves = encoded(&wrapped(&score.texts).join("\n"));
        let tagged = encoded(&format!("[White \"A\"]\n[Result \"{}\"]\n\n", score.result)) + &moves;
        for text in [
            format!("<script>\n  show({{ pgn: \"{tagged}\", size: '1' }});\n</script>\n"),
            format!("A game\n\nhttps://example.org/view?pgn={moves}&size=2\n"),
            format!("https://example.org/view?moves={}\n", moves.replace("%20", "+")),
        ] {
            let games = games(&text);
            assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
            assert!(!text.contains("White") || games[0]["headers"]["White"] == "A", "{text}");
        }
    }
}

/// Signs of a wiki's tables are no braces of comments, and a position in a tag is that of the moves in its element.
#[test]
fn games_in_wikis_are_whole() {
    for score in scores("san") {
        let (moves, rest) = (rows(&score.texts).join(" "), &score.texts[20..30]);
        let row = |it: &[String]| it.join(" ");
        let rest: Vec<String> =
            rest.chunks(2).enumerate().map(|(n, it)| format!("{}. {}", n + 11, row(it))).collect();
        let text = format!(
            "{{| class=wikitable\n|-\n|\n<pgn>{{A game}} {moves}</pgn>\n|\n<pgn position=\"{}\">{}</pgn>\n|}}\n",
            score.fens[19],
            rest.join(" ")
        );
        let games = games(&text);
        assert!(games.len() == 2, "{text}");
        assert!(has_moves(&games[0], &score.uci) && has_moves(&games[1], &score.uci[20..30]), "{text}");
        assert_eq!(games[1]["fen"], score.fens[19], "{text}");
        // A diagram that has lost its pictures is no scoresheet.
        let files = "| a | b | c | d | e | f | g | h | ||\n";
        let ranks: String = (1..=8).rev().map(|it| format!("| {it} | {it} | ||||||||\n")).collect();
        let text = format!("Some words\n{files}{ranks}{files}This game was played:\n- {moves}\n- Others\n");
        let games = self::games(&text);
        assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
    }
}

/// Moves by themselves below a position that is told are read or told.
#[test]
fn solutions_of_positions_are_read_or_told() {
    for score in scores("san") {
        let moves = &score.texts[20..23];
        for solution in
            [moves.join(" "), format!("[ {} ]", moves[0]), format!("Solution: {}", moves.join(" "))]
        {
            let position = format!("Fen: {}\n\n{solution}\n", score.fens[19]);
            let game = rows(&score.texts).join(" ");
            for text in
                [format!("{position}\nA game\n\n{game}\n"), format!("{game}\n\nA position\n\n{position}")]
            {
                let output = run(&["--layout", "jsonl"], &text);
                let games = String::from_utf8_lossy(&output.stdout).lines().count();
                assert!(output.status.code() == Some(1) || games == 2, "{text}");
            }
        }
    }
}

/// Behind a mate, words without moves are a note; moves are told.
#[test]
fn words_behind_a_mate_are_a_note() {
    let moves = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#";
    for (words, is_note) in
        [("What a pity, is it not?", true), ("Joli, n'est-ce pas.", true), ("Ke7 5. Nf3", false)]
    {
        let output = run(&["--layout", "jsonl"], format!("{moves} {words}\n"));
        assert_eq!(output.status.code(), Some(if is_note { 0 } else { 1 }), "{words}");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.contains(words) && out.contains("\"result\":\"1-0\"") == is_note, "{out}");
    }
}

/// What a web page does not show is no word of its game, but a game in it is one.
#[test]
fn styles_and_scripts_are_no_words_of_a_game() {
    const UNSEEN: [&str; 3] = [
        "<style>\nbody{margin:0;font:1rem/1.45 sans}\n</style>",
        "<script>\nif (a < 4) { b = 1.5; f('e4'); }\n</script>",
        "<svg><path d=\"M16 281h40v40h-40z\"/><text>a</text></svg>",
    ];
    let none = format!("<html><body><p>A page</p>\n{}</body></html>\n", UNSEEN.join("\n"));
    assert_ne!(run(&[], &none).status.code(), Some(0));
    for score in scores("san") {
        let moves = wrapped(&score.texts).join("\n");
        for unseen in UNSEEN {
            let text = format!("<html><head>{unseen}</head>\n<body><p>{moves}</p>\n{unseen}</body></html>\n");
            let games = games(&text);
            assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
            let said = games[0].to_string();
            assert!(["margin", "1.5", "M16"].iter().all(|it| !said.contains(it)), "{text}");
        }
        let text =
            format!("<p>A game</p>\n<script>\nshow(\"{}\");\n</script>\n", rows(&score.texts).join(" "));
        let games = games(&text);
        assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
    }
}

/// Strings with moves that are none are told among those with games, and change nothing of these; as is a word among the moves of a
/// list that is none.
#[test]
fn strings_that_are_no_games_are_told() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        for fragment in ["1. Nbd2 e5 2. Kg4", "1. Kg4", "5. Kg4 Kg5 6. Kh3"] {
            let text = format!("const GAMES = [\n  '{moves}',\n  '{fragment}',\n  '{moves}',\n];\n");
            let output = run(&["--layout", "jsonl"], &text);
            assert_eq!(output.status.code(), Some(1), "{text}");
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            let games: Vec<Value> = out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
            assert!(
                [&games[0], &games[games.len() - 1]].iter().all(|it| has_moves(it, &score.uci)),
                "{text}"
            );
        }
        let quoted: Vec<String> = score.uci.iter().map(|it| format!("\"{it}\"")).collect();
        let text = format!("play({}, \"CWKS\", {});\n", quoted[..12].join(", "), quoted[12..].join(", "));
        let output = run(&["--layout", "jsonl"], &text);
        let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
        assert!(has_moves(&game, &score.uci) && game.to_string().contains("CWKS"), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("CWKS: not a move"), "{text}");
    }
}

/// A list of moves without numbers in a program is a game; where one of them is none, it is told.
#[test]
fn lists_in_programs_are_read_or_told() {
    for score in scores("san") {
        let listed = |texts: &[String]| {
            let quoted =
                |texts: &[String]| texts.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(", ");
            let words = texts.join(" ");
            [
                format!("moves = %w{{{words}}}\n"),
                format!("moves = %w[{words}]\n"),
                format!("my @moves = qw({words});\n"),
                format!("const moves = `{words}`;\n"),
                format!("play();\n// [ {},\n//   {} ]\n", quoted(&texts[..10]), quoted(&texts[10..])),
            ]
        };
        let open = Score { result: "*".to_owned(), uci: score.uci.clone(), ..Score::default() };
        for text in listed(&score.texts) {
            assert_eq!(reading(&[], &text, &open), (Some(0), true), "{text}");
        }
        let mut broken = score.texts.clone();
        broken[30] = "Ke5".to_owned();
        for text in listed(&broken) {
            assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
        }
        let behind: String = score.texts.iter().map(|it| format!("// {it}\n")).collect();
        let text = format!("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#\n\nAnother one:\n\n{behind}");
        assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
    }
}

/// Lists no longer than an opening are games where a program has several, and only there; what a comment mentions is none, and neither is
/// what a test expects of the game before.
#[test]
fn short_lists_in_programs_are_games_beside_others() {
    let scores = scores("san");
    let quoted = |moves: &[String]| moves.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(", ");
    for is_uci in [true, false] {
        // Four squares are none.
        let count = |n: usize| 4 + n % 3 + usize::from(!is_uci);
        let moves = |n: usize| {
            let score = &scores[n % scores.len()];
            if is_uci { &score.uci[..count(n)] } else { &score.texts[..count(n)] }
        };
        let list = |row: &dyn Fn(usize) -> String| {
            let rows: Vec<String> = (0..6).map(row).collect();
            format!("BOOK = [\n{}  # 1.e4 e5: open games\n{}]\n\n", rows[0], rows[1..].concat())
        };
        for text in [
            list(&|n| format!("  ('Line {n}', [{}]),\n", quoted(moves(n)))),
            list(&|n| format!("  {{ eco: 'C4{n}', line: [{}], n: {n} }},\n", quoted(moves(n)))),
            list(&|n| format!("  ['{}', 0x{n}2C9B50FD114196],\n", moves(n).join(" "))),
        ] {
            let games = games(&text);
            let is_right =
                |(n, game): (usize, &Value)| has_moves(game, &scores[n % scores.len()].uci[..count(n)]);
            assert!(games.len() == 6 && games.iter().enumerate().all(is_right), "{text}");
        }
        let expected = |n: usize| {
            let texts = moves(n).to_vec();
            format!("  expect(parse('{}')).toEqual([{}]);\n", rows(&texts).join(" "), quoted(&texts))
        };
        assert_eq!(games(&(0..6).map(expected).collect::<String>()).len(), 6);
    }
    let centre = "  CENTRE = ['d4', 'd5', 'e4', 'e5'];\n".repeat(4);
    assert_eq!(run(&[], &centre).status.code(), Some(1));
}

/// Moves with which a function is called are played from the position that is set up before them.
#[test]
fn moves_in_calls_behind_a_position_are_played_from_there() {
    for score in scores("san") {
        let test = |n: usize| {
            let calls = score.uci[n + 1..n + 7]
                .iter()
                .map(|it| format!("  history.append(last().move(\"{it}\"));\n"));
            format!(
                "void test{n}() {{\n  board.set_from_fen(\"{}\");\n  history.reset(board);\n{}  expect(count() == 1);\n}}\n\n",
                score.fens[n],
                calls.collect::<String>()
            )
        };
        let text = [10, 14, 18].map(test).concat();
        let games = games(&text);
        assert!(games.len() == 3, "{text}");
        for (game, n) in games.iter().zip([10, 14, 18]) {
            assert!(has_moves(game, &score.uci[n + 1..n + 7]), "{text}");
        }
    }
}

/// However a program with games in its strings ends, and however it comes, each is whole.
#[test]
fn the_end_of_a_program_changes_no_game() {
    let scores = scores("san");
    let lines = |it: &Score| wrapped(&it.texts).join("\\n\" +\n      \"");
    for statement in [
        &(|it: &Score| format!("  String pgn = \"\" +\n      \"{}\" +\n      \"\";\n\n", lines(it)))
            as &dyn Fn(&Score) -> String,
        &|it| format!("  load(\"{}\");\n", lines(it)),
        &|it| format!("const g = `{} {}`;\n\n", wrapped(&it.texts).join("\n"), it.result),
        &|it| {
            format!(
                "moves = [{}]\n\n",
                it.uci.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(", ")
            )
        },
    ] {
        for (count, end) in [(2, ""), (2, "\n"), (2, "}\n"), (2, "}\n\n"), (3, "\n\n\n"), (45, "}\n\n")] {
            let scores: Vec<&Score> = scores.iter().cycle().take(count).collect();
            let text =
                format!("class A {{\n{}{end}", scores.iter().map(|it| statement(it)).collect::<String>());
            let games = games(&text);
            assert!(games.len() == scores.len(), "{text}");
            assert!(games.iter().zip(scores).all(|(game, score)| has_moves(game, &score.uci)), "{text}");
        }
    }
}

#[test]
fn signs_that_people_put_beside_moves() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 [0:1]\n", "1. e4 e5 2. Nf3 Nc6 0-1\n\n"),
        ("1. e4 e5 2. Nf3 Nc6 [1-0, ?]\n", "1. e4 e5 2. Nf3 Nc6 1-0\n\n"),
        ("1. e4 e5 2. Nf3 Nc6 (0-1, 34)\n", "1. e4 e5 2. Nf3 Nc6 0-1\n\n"),
        // Why a side resigned does not matter.
        ("1. e4 e5 2. Cf3, y las negras se rindieron para evitar la masacre.\n", "1. e4 e5 2. Nf3 1-0\n\n"),
        ("1. e4 e5 2. Cf3. Les noirs abandonnent pour éviter le mat.\n", "1. e4 e5 2. Nf3 1-0\n\n"),
        ("A game for all of them.1. e4 e5 2. Nf3 Nc6\n", "1. e4 e5 2. Nf3 Nc6 *\n\n"),
        // What later words tell is not where the moves begin.
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2 (later 4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 40)\n",
            "1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2\n\n",
        ),
        // A position in a tag of another case.
        (
            "[Fen \"8/8/8/6K1/8/5k2/P7/8 w - - 0 1\"]\n\n1. Kf5 *\n",
            "[FEN \"8/8/8/6K1/8/5k2/P7/8 w - - 0 1\"]\n\n1. Kf5 *\n\n",
        ),
        // Moves in place of those that are played.
        (
            "1. e4 e5 2. Bc4 d6 3. Nf3 Nc6 4. Nc3 Bg4, and now he makes a mistake on purpose, which his opponent, who sees nothing, uses: \
             5. Nxe5? Bxd1?? Better was 5...Nxe5!, or 5...dxe5 6. Qxg4. 6. Bxf7+ Ke7 7. Nd5#\n",
            "1. e4 e5 2. Bc4 d6 3. Nf3 Nc6 4. Nc3 Bg4 5. Nxe5 $2 Bxd1 $4 6. Bxf7+ Ke7 7. Nd5# 1-0\n\n",
        ),
        ("1. e4 e5 2. Nf3 Nc6 (1 x 0)\n", "1. e4 e5 2. Nf3 Nc6 1-0\n\n"),
        ("1. е4 е5 2. Сф3 Сц6 3. Лб5 а6 4. Лхц6 дхц6\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n\n"),
        // Behind a mate are words.
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#\n\nAnna · comment · 2016-08-19\n",
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
        ),
        ("1. e4 e5 2. Nf3 Nc6 1\n: 0.\n", "1. e4 e5 2. Nf3 Nc6 1-0\n\n"),
        ("1. e4 e5 2. Nf3 Nc6 1-0, Anna, Bert, 1900. A nice game.\n", "1. e4 e5 2. Nf3 Nc6 1-0\n\n"),
        ("1. e4 e5 2. Сc4 Кc6 3. Фh5 Кf6 4. Ф:f7Х.\n", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"),
        // Of two rows with the number to come, the one that begins a sentence is the game's.
        (
            "1. e4 e5 2. f4 exf4 3. Bc4 Nf6 4. Nc3 Black could play 4. ... d5 5. exd5 c5 with a fine game. 4. ... c6 5. d4 Bb4 6. e5 d5\n",
            "1. e4 e5 2. f4 exf4 3. Bc4 Nf6 4. Nc3 c6 5. d4 Bb4 6. e5 d5 *\n\n",
        ),
        // A few moves in a string are an opening, unless they end the game.
        (
            "12:01 >>position startpos moves e2e4\n12:02 >>position startpos moves e2e4 c7c5 g1f3 d7d6 f1b5 b8c6 b5c6 b7c6\n",
            "{12:01 >>position startpos moves e2e4 12:02 >>} 1. e4 c5 2. Nf3 d6 3. Bb5+ Nc6 4. Bxc6+ bxc6 *\n\n",
        ),
        // A log repeats the moves of a game, of which the last command has all.
        ("f(\n \"f2f3 e7e5 g2g4 d8h4\")\ng(\n \"e2e4 e7e5 g1f3\")\n", "{f(} 1. f3 e5 2. g4 Qh4# 0-1\n\n"),
        // The numbers of footnotes, a link of a page, and words in parentheses above all.
        ("1. e4 e5 2. Nf3¹ Nc6⁴ 3. Bb5²\n3... a6\n\n¹ Or f2-f4.\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"),
        ("Here it is:\n[edit]1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"),
        ("(Notes by the players)\nThe game\n\n1. e4 e5 2. Nf3\n", "1. e4 e5 2. Nf3 *\n\n"),
        (
            "'''Words'''\n{{Short description|Chess}}\n== The game ==\n1. e4 e5 2. Nf3 Nc6 {{chessAN|1–0}}\n",
            "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
        ),
        (
            "1. e4 e5 2. f4 exf4\n\n*White resigned here.*\n",
            "[Result \"0-1\"]\n\n1. e4 e5 2. f4 exf4 0-1\n\n",
        ),
        (
            "1. e4 e5 2. f4 exf4\n\nHere the players agreed to a draw.\n",
            "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. f4 exf4 1/2-1/2\n\n",
        ),
        // What an engine thinks of is not what it plays.
        (
            "17 >first : e2e4\n18 <first : 9 -3 12 48 d5\n18 <first : move e7e5\n19 >first : g1f3\n20 <first : 9 -5 12 49 Nc6\n\
             20 <first : move b8c6\n21 >first : f1b5\n22 <first : 9 -7 12 49 a6\n22 <first : move a7a6\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n",
        ),
    ] {
        let output = run(&["--no-comments"], text);
        let plain = run(&["--no-comments"], expected);
        let (out, expected) = (output.stdout, plain.stdout);
        assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected), "{text}");
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
}

/// Games in the comments of a program stand beside those in its lists, in the records of which braces are no comments.
#[test]
fn games_in_comments_of_a_program_stand_beside_its_lists() {
    for score in scores("san") {
        for sign in ["//", "#", "--"] {
            let record = |count: usize| {
                let quoted: Vec<String> = score.texts[..count].iter().map(|it| format!("\"{it}\"")).collect();
                format!(
                    "  {{\n    id: \"line-{count}\",\n    {sign} {}\n    moves: [\n      {},\n    ],\n    advice:\n      \
                     \"Keep the centre.\",\n  }},\n",
                    rows(&score.texts[..count]).join(" "),
                    quoted.join(",\n      ")
                )
            };
            let counts = [17, 12, 10];
            let text =
                format!("{sign} Lines.\n\nexport const LINES = [\n{}];\n", counts.map(record).concat());
            let games = games(&text);
            assert_eq!(games.len(), 2 * counts.len(), "{text}");
            for (pair, count) in games.chunks(2).zip(counts) {
                assert!(pair.iter().all(|it| has_moves(it, &score.uci[..count])), "{text}");
            }
        }
    }
}

/// Lists of moves are games as the arguments of calls, however short the name of the function; where the next call goes on, that is told.
#[test]
fn lists_in_calls_are_games() {
    for score in scores("san") {
        for moves in [&score.uci, &score.texts] {
            let list = |range: std::ops::Range<usize>| moves[range].join(" ");
            for name in ["p", "b.h", "board.PushHistory", "play_moves"] {
                for prefix in ["", "b"] {
                    let call = |it: &str| format!("  {name}({prefix}'{it}');\n  if (x) {{ return }}\n");
                    let text = call(&list(0..20)) + &call(&list(0..5)) + &call(&list(0..6));
                    let games = games(&text);
                    assert_eq!(games.len(), 3, "{text}");
                    for (game, count) in games.iter().zip([20, 5, 6]) {
                        assert!(has_moves(game, &score.uci[..count]), "{text}");
                    }
                    let text = call(&list(0..20)) + &call(&list(20..30));
                    assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
                }
            }
        }
    }
}

/// The text of a field that goes on from the position of another is the solution, whatever it is called; beside moves it is told.
#[test]
fn a_field_that_goes_on_from_a_position_is_its_solution() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        for count in [20, 25] {
            let fen = run(&["--layout", "fen"], &moves);
            let fens = String::from_utf8_lossy(&fen.stdout).into_owned();
            let fen = fens.lines().nth(count).expect("a position");
            let dots = if count % 2 == 0 { ". " } else { "... " };
            let line = format!(
                "{}{dots}{}",
                count / 2 + 1,
                score.texts[count..count + 2].join(if count % 2 == 0 { " " } else { " 99. " })
            );
            let line = line.replace("99", &(count / 2 + 2).to_string());
            for note in ["", "{ Only after... } "] {
                let record = format!("\"fen\": \"{fen}\", \"answer\": \"{note}{line} *\"");
                let text = format!("[{{\"id\": 1, {record}}}]\n");
                let games = games(&text);
                assert_eq!(games.len(), 1, "{text}");
                assert!(has_moves(&games[0], &score.uci[count..count + 2]), "{text}");
                let text = format!("[{{{record}, \"moves\": \"{moves}\"}}]\n");
                assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
            }
        }
    }
}

/// A position that the moves of a record neither begin nor end with is told, and takes none of them.
#[test]
fn a_position_of_another_game_takes_no_moves_from_a_record() {
    let scores = scores("san");
    let moves = |n: usize| rows(&scores[n].texts).join(" ");
    for (n, score) in scores.iter().enumerate() {
        let fens = run(&["--layout", "fen"], moves((n + 1) % scores.len()));
        let fens = String::from_utf8_lossy(&fens.stdout).into_owned();
        for fen in [fens.lines().nth(30).expect("a position"), "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"] {
            let text = format!("[{{\"fen\": \"{fen}\", \"moves\": \"{}\"}}]\n", moves(n));
            let games = games(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert!(has_moves(&games[0], &score.uci), "{text}");
            let told = String::from_utf8_lossy(&run(&[], &text).stderr).into_owned();
            assert!(told.contains("the field fen is not read"), "{told}");
        }
    }
}

/// Lists of moves are read however a language writes them, and whatever function or type they belong to.
#[test]
fn lists_of_moves_are_read_in_any_language() {
    let all = scores("san");
    for (score, other) in all.iter().zip(all.iter().skip(1)) {
        for (moves, others) in [(&score.uci, &other.uci), (&score.texts, &other.texts)] {
            let quoted = |it: &[String]| it.iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>();
            let (commas, blanks) = (quoted(&moves[..9]).join(", "), quoted(&moves[..9]).join(" "));
            let (words, few) = (moves[..9].join(" "), others[..4].join(" "));
            let few_commas = quoted(&others[..4]).join(", ");
            for (text, lens) in [
                (
                    format!("test \"a game\" do\n  moves = ~w({words})\n  line = ~w[{few}]\nend\n"),
                    &[9, 4][..],
                ),
                (format!("game = new(%w[{words}])\nline = new(%w[{few}])\n"), &[9, 4]),
                (
                    format!(
                        "cases := {{\n{{[]string{{{commas}}}, \"B90\"}},\n{{[]string{{{few_commas}}}, \"C60\"}},\n}}\n"
                    ),
                    &[9, 4],
                ),
                (format!("(map f\n  [[{blanks}]])\n"), &[9]),
                (format!("a = moves({commas});\nb = moves(\"{}\");\nc = 5;\n", moves[9]), &[9]),
                (
                    format!(
                        "it('opens', () => {{\n  expect(of(['e4', 'c5'])).toBe('Sicilian');\n}});\nconst game = [{commas}];\n"
                    ),
                    &[9],
                ),
            ] {
                let games = games(&text);
                assert_eq!(games.len(), lens.len(), "{text}");
                for (game, (uci, len)) in games.iter().zip([&score.uci, &other.uci].into_iter().zip(lens)) {
                    assert!(has_moves(game, &uci[..*len]), "{text}");
                }
            }
        }
    }
}

/// Strings with a letter before their marks are joined as others are.
#[test]
fn strings_with_prefixes_are_joined() {
    for score in scores("san") {
        for prefix in ["s", "f", "u", "b"] {
            let rows: Vec<String> =
                rows(&score.texts).iter().map(|it| format!("{prefix}\"{it}\\n\"")).collect();
            let games = games(&format!("result = {}\n", rows.join(" +\n    ")));
            assert_eq!(games.len(), 1, "{rows:?}");
            assert!(has_moves(&games[0], &score.uci), "{rows:?}");
        }
    }
}

/// What strings and their neighbours say of a result is that of their own game, if the board admits it.
#[test]
fn results_among_strings_are_those_of_their_games() {
    let mate = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7";
    let text = format!("a = new(%w[{mate}])\nb = new('8/8/8/8/8/8/8/8 w - - 0 1',\n  '1/2-1/2')\n");
    assert_eq!(games(&text)[0]["result"], "1-0", "{text}");
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        let line = |result: &str| format!("expect(result(\"{moves} {result}\"), \"{result}\")\n");
        let results = ["1-0", "0-1", "*", "1/2-1/2", "*"];
        let text = format!("# Ends with \"1-0\".\n{}", results.map(line).concat());
        let found = games(&text);
        let found: Vec<&str> = found.iter().filter_map(|it| it["result"].as_str()).collect();
        assert_eq!(found, results, "{text}");
        let listed = format!("Notes\n- {moves}\n- 0-1 White resigned\n");
        assert_eq!(games(&listed)[0]["result"], "0-1", "{listed}");
    }
}

/// Analysis in square brackets, as older programs print it below a move, is none of the game.
#[test]
fn analysis_in_square_brackets_is_none_of_the_game() {
    for score in scores("san") {
        let plies: Vec<String> = score
            .texts
            .iter()
            .enumerate()
            .map(|(n, it)| if n % 2 == 0 { format!("{}.{it}", n / 2 + 1) } else { it.clone() })
            .collect();
        for before in ["", "Quite good. ", "A short game: "] {
            let analysis = format!("[ {before}5…{}\nAnna – Bert, Dresden 1936]", plies[9..14].join("\n"));
            let (played, rest) = (plies[..9].join("\n"), plies[10..].join("\n"));
            let text = format!("{played}\n5…{}\n{analysis}\n{rest}\n", plies[9]);
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
        }
    }
}

/// Where the moves of a game are bold, what stands between them is a note, with the moves in it.
#[test]
fn words_between_bold_moves_are_notes() {
    const BOLD: [(&str, &str); 4] =
        [("**", "**"), ("[b]", "[/b]"), ("<b>", "</b>"), ("<strong>", "</strong>")];
    const NOTES: [&str; 4] = [
        "Henk-Jan staat bekend als theoreticus",
        "A move that all know, and Be7 Nc6 is no worse",
        "\n\n*9.a3* *a6* *10.b3* was another plan\n\n",
        "(c4 was better, as is known)",
    ];
    for score in scores("san") {
        for ((open, close), note) in BOLD.into_iter().zip(NOTES) {
            let bold = |(n, it): (usize, &String)| {
                let number = if n % 2 == 0 { format!("{}.", n / 2 + 1) } else { String::new() };
                let note = if n % 7 == 4 && n + 1 < score.texts.len() { note } else { "" };
                format!("{open}{number}{it}{close} {note} ")
            };
            let text =
                format!("A game.\n\n{}\n", score.texts.iter().enumerate().map(bold).collect::<String>());
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
        }
    }
}

/// Moves by themselves in bold lines stand below words.
#[test]
fn bold_moves_in_paragraphs_stand_below_words() {
    for score in scores("san") {
        for mark in ["**", "*", "`", ""] {
            let paragraph = |(n, it): (usize, &String)| {
                format!("{mark}{}{} {it}{mark}\n\n", n / 2 + 1, if n % 2 == 0 { "." } else { "..." })
            };
            let moves: String = score.texts.iter().enumerate().map(paragraph).collect();
            let text = format!("# Analysis\n\nDepth: 23, PV length: 8\n\n{moves}");
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
        }
    }
}

/// A bar behind each cell, where a page puts every cell on a line, is no sign of a table.
#[test]
fn cells_on_lines_of_their_own_are_a_game() {
    for score in scores("san") {
        let row = |(n, row): (usize, &[String])| {
            let cells = row.join(" |\n");
            format!(
                "{}. |\n{cells} |\n{}",
                n + 1,
                if n % 5 == 3 { "A fine move,\nas is known.\n" } else { "" }
            )
        };
        let rows: String = score.texts.chunks(2).enumerate().map(row).collect();
        let text = format!("Some words.\n|\nWhite |\nBlack |\n{rows}");
        let found = games(&text);
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
    }
}

/// The rows of a scoresheet in two columns, whatever is printed above and between them.
#[test]
fn rows_beside_each_other_are_one_game() {
    for score in scores("san") {
        for bar in ["   ", " | ", " || "] {
            for head in
                ["", "No White   Black", "No WHITE   BLACK | No WHITE   BLACK", "White Black  White Black"]
            {
                for number in ["", "."] {
                    let row = |(n, row): (usize, &[String])| format!("{}{number} {}", n + 1, row.join("   "));
                    let rows: Vec<String> = score.texts.chunks(2).enumerate().map(row).collect();
                    let (left, right) = rows.split_at(rows.len().div_ceil(2));
                    let of_line = |(n, left): (usize, &String)| {
                        format!("{left:24}{bar}{}\n", right.get(n).map_or("", |it| it))
                    };
                    let lines: String = left.iter().enumerate().map(of_line).collect();
                    let end = if bar == " | " {
                        format!("RESULT  {}   SIGNED  A. B.", score.result)
                    } else {
                        score.result.clone()
                    };
                    let text = format!("{head}\n{lines}{end}\n");
                    let output = run(&["--layout", "jsonl"], &text);
                    let found = games(&text);
                    assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
                    assert_eq!(found[0]["result"], score.result, "{text}");
                    let messages = String::from_utf8_lossy(&output.stderr);
                    assert!(!messages.contains('|'), "{messages}{text}");
                }
            }
        }
    }
}

/// The first row of a table in a command of SQL names no columns.
#[test]
fn rows_of_a_command_are_no_heading() {
    let all = scores("san");
    let row = |it: &Score| {
        let moves = it.texts.join(" ");
        format!("( 'Open, A',  'Torre,C',  'Lasker,E',  '2480',  'B23', 28,  '{moves} {}')\n", it.result)
    };
    let rows: Vec<String> = all.iter().map(row).collect();
    let text =
        format!("INSERT INTO Games(event, white, black, elo, eco, moves, game) VALUES {}", rows.join(",\n"));
    let found = games(&text);
    assert_eq!(found.len(), all.len(), "{text}");
    for (game, score) in found.iter().zip(&all) {
        assert!(has_moves(game, &score.uci) && game["result"] == score.result, "{text}");
    }
}

/// A result, a name or a number is lost from no row of values, whatever encloses the rows.
#[test]
fn values_beside_a_game_are_of_it() {
    let all = scores("san");
    let list = |open: char, close: char| {
        let row = |(n, it): (usize, &Score)| {
            format!(
                "{open}\"Torre\", \"Lasker\", {}, '{}', \"{}\"{close}",
                1900 + n,
                it.result,
                it.texts.join(" ")
            )
        };
        all.iter().enumerate().map(row).collect::<Vec<_>>().join(",\n")
    };
    let dump =
        "-- MySQL dump 10.13  Distrib 5.7.33\nDROP TABLE IF EXISTS `games`;\nLOCK TABLES `games` WRITE;\n";
    for text in [
        format!("games = [\n{}\n]\n", list('(', ')')),
        format!("const games = [\n{}\n];\n", list('[', ']')),
        format!("static Game games[] = {{\n{}\n}};\n", list('{', '}')),
        format!("{dump}INSERT INTO `games` VALUES\n{};\nUNLOCK TABLES;\n", list('(', ')')),
    ] {
        let found = games(&text);
        assert_eq!(found.len(), all.len(), "{text}");
        for (n, (game, score)) in found.iter().zip(&all).enumerate() {
            assert!(has_moves(game, &score.uci) && game["result"] == score.result, "{text}");
            let tags = game["tags"].to_string();
            assert!(tags.contains("Torre") && tags.contains(&(1900 + n).to_string()), "{text}");
        }
    }
}

/// What follows a resignation in parentheses is what might have been.
#[test]
fn moves_behind_a_resignation_in_parentheses_are_none_of_the_game() {
    for score in scores("san") {
        // On the line of the next move it is a remark.
        let text = rows(&score.texts).join(" ").replacen(" 11.", " (White resigned) 11.", 1);
        let output = run(&["--layout", "jsonl"], &text);
        let is_told = output.status.code() == Some(1);
        let game = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
        assert!(is_told || has_moves(&game, &score.uci), "{text}");
        let rows = rows(&score.texts);
        let [played, rest] = [&rows[..10], &rows[10..]].map(|it| it.join("\n"));
        let text = format!("{played} (White resigned)\n\nThe moves were to be:\n\n{rest}\n");
        let found = games(&text);
        assert_eq!(found[0]["result"], "0-1", "{text}");
        assert!(has_moves(&found[0], &score.uci[..20]), "{text}");
    }
}

/// Tags in other languages state the result, too; where none does, words among the moves tell it.
#[test]
fn results_are_stated_in_any_language() {
    for score in scores("san") {
        let rows = rows(&score.texts);
        for names in
            [["Blancas", "Negras", "Resultado"], ["Bianco", "Nero", "Risultato"], ["A", "B", "Ergebnis"]]
        {
            let tags = |result: &str| {
                let values = ["Anna", "Bert", result];
                names
                    .iter()
                    .zip(values)
                    .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
                    .collect::<String>()
            };
            for end in ["", " *"] {
                let text = format!("{}\n{}{end}\n", tags(&score.result), rows.join(" "));
                let found = games(&text);
                assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
                assert_eq!(found[0]["result"], score.result, "{text}");
            }
        }
        let [played, rest] = [&rows[..10], &rows[10..]].map(|it| it.join("\n"));
        let text =
            format!("[White \"Anna\"]\n\n{played} (White resigned)\n\nThe moves were to be:\n\n{rest}\n");
        let found = games(&text);
        assert_eq!(found[0]["result"], "0-1", "{text}");
        assert!(has_moves(&found[0], &score.uci[..20]), "{text}");
    }
}

/// Dots that stick to a move, decimals, and counts before games are no numbers of moves; two dashes are a line of a program.
#[test]
fn signs_and_figures_around_moves_are_none_of_them() {
    let comment = run(&[], "--\n-- Dumping data\n--\n");
    assert_eq!((comment.status.code(), comment.stdout.is_empty()), (Some(1), true));
    for pair in scores("san").windows(2) {
        let [first, second] = pair else { unreachable!("windows of two") };
        let moves = [first, second].map(|it| rows(&it.texts).join(" "));
        for text in [
            format!("# Target: {} 1-0\nScore: 1.0\n\n# Target: {} 0-1\n", moves[0], moves[1]),
            format!("Level 9: {}\nLevel 10:{}\n", moves[0], moves[1]),
        ] {
            let games = games(&text);
            assert_eq!(games.len(), 2, "{text}");
            assert!(has_moves(&games[0], &first.uci) && has_moves(&games[1], &second.uci), "{text}");
        }
        let dotted = rows(&first.texts).join(" ").replace("  ", " .");
        let found = games(&dotted);
        assert!(found.len() == 1 && has_moves(&found[0], &first.uci), "{dotted}");
    }
}

/// The rows of a game in the comments of a program stand above what it does.
#[test]
fn rows_in_comments_above_statements_are_a_game() {
    for score in scores("san") {
        for sign in ["//", "#", "--", "%"] {
            let numbered = rows(&score.texts);
            let plain: Vec<String> = score.texts.chunks(2).map(|it| it.join(" ")).collect();
            for rows in [numbered, plain] {
                let steps = rows.iter().map(|it| format!("    {sign} {it}\n    Step {{ from: (3, 1) }},\n"));
                let text = format!("pub const GAME: &[Step] = &[\n{}];\n", steps.collect::<String>());
                let games = games(&text);
                assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
            }
        }
    }
}

/// Behind the command for a new game, a board above it is none from which moves are played; sizes are no words of a game.
#[test]
fn a_new_game_of_latex_begins_at_the_start_position() {
    const GAMES: [[&str; 2]; 2] = [
        ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "4. Ba4 Nf6 5. O-O Be7"],
        ["1. d4 d5 2. c4 e6 3. Nc3 Nf6", "4. Bg5 Be7 5. e3 O-O"],
    ];
    let board = |[first, rest]: [&str; 2]| {
        format!(
            "\\begin{{minipage}}[t]{{.175\\linewidth}}\n\
             \\fenboard{{r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9}}\n\
             \\raggedright\n\\begin{{center}}\n\\scalebox{{.560}}{{\\showboard}}\n\\end{{center}}\n\
             \\newgame\n\\openingname{{Ruy Lopez}}: \\mainline{{{first}}}.\nMain line: \\mainline{{{rest}}} (diagram).\n\
             \\vspace{{2mm}}\n\\end{{minipage}}\n\\hspace{{5mm}}\n"
        )
    };
    let text: String = GAMES.map(board).concat();
    let games = games(&text);
    let plies = |it: &Value| it["moves"].as_array().map(Vec::len);
    assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), [Some(10); 2], "{text}");
}

/// Titles of a list in brackets are no tags, whatever signs they have.
#[test]
fn titles_in_brackets_stand_above_the_games_of_a_list() {
    for score in scores("san") {
        for moves in [&score.uci, &score.texts] {
            let game =
                |(title, count): (&str, usize)| format!("[{title}]\n{}\n\n", moves[..count].join("\n"));
            let lines = [("Ruy Lopez with 3 ... P-QR3", 11), ("King's Gambit / Slip 1", 7), ("Others", 9)];
            let text = format!(";----\n{};----\n\n{}", ";  A comment.\n".repeat(9), lines.map(game).concat());
            let games = games(&text);
            assert_eq!(games.len(), lines.len(), "{text}");
            for (game, (_, count)) in games.iter().zip(lines) {
                assert!(has_moves(game, &score.uci[..count]), "{text}");
            }
        }
    }
}

/// Another game among words is read or told, also in brackets that are open from an earlier line, and in a block in braces.
#[test]
fn a_game_in_an_open_bracket_is_read_or_told() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        for (open, close) in [("Array\n(", ")"), ("dump [", "]"), ("if ready {", "}")] {
            let text = format!(
                "1. e4 e5 2. Nf3 Nc6 3. Bc4\n\nThe same again:\n\n{open}\n   [moves] => {moves}\n{close}\n"
            );
            let output = run(&["--layout", "jsonl"], &text);
            let games = String::from_utf8_lossy(&output.stdout).lines().count();
            assert!(output.status.code() == Some(1) || games == 2, "{text}");
        }
    }
}

/// Returns the ranks of a position in FEN, with a dot for each empty square.
fn ranks(fen: &str) -> Vec<String> {
    let placement = fen.split(' ').next().expect("a placement");
    let square = |it: char| it.to_digit(10).map_or(it.to_string(), |it| ".".repeat(it as usize));
    placement.split('/').map(|rank| rank.chars().map(square).collect()).collect()
}

/// Returns a diagram with bars between its squares.
fn drawn_with_bars(fen: &str) -> String {
    let cell = |it: char| match it {
        '.' => "    ".to_owned(),
        it if it.is_uppercase() => format!(" ^{it} "),
        it => format!(" #{} ", it.to_ascii_uppercase()),
    };
    let rule = "       |---------------------------------------|\n";
    let rank = |it: &String| format!("       |{}|\n", it.chars().map(cell).collect::<Vec<_>>().join("|"));
    format!("{rule}{}", ranks(fen).iter().map(|it| rank(it) + rule).collect::<String>())
}

/// Returns a diagram of letters and dots.
fn drawn_with_dots(fen: &str) -> String {
    let spaced = |it: &str| it.chars().map(String::from).collect::<Vec<_>>().join(" ");
    ranks(fen).iter().map(|it| format!("  {}\n", spaced(it))).collect::<String>() + "\n  a b c d e f g h\n"
}

/// Returns the FEN without the side to move, as in Forsyth's notation.
fn forsyth(fen: &str) -> String {
    format!("{}\n", fen.split(' ').next().expect("a placement"))
}

/// Returns the men of a side, as squares by the letter of the man: files and ranks from 0.
fn men(fen: &str, letter: char) -> Vec<(usize, usize)> {
    let ranks = ranks(fen);
    let of_rank = |(n, rank): (usize, &String)| -> Vec<(usize, usize)> {
        let files = rank.chars().enumerate().filter(|it| it.1 == letter);
        files.map(|it| (it.0, 7 - n)).collect()
    };
    ranks.iter().enumerate().flat_map(of_rank).collect()
}

/// Returns a list of each side's men with German letters, of pawns with one for all.
fn listed_in_german(fen: &str) -> String {
    let square = |it: &(usize, usize)| format!("{}{}", b"abcdefgh"[it.0] as char, it.1 + 1);
    let side = |letters: [char; 6]| -> String {
        let of_piece = |(letter, name): (&char, char)| {
            let squares: Vec<String> = men(fen, *letter).iter().map(square).collect();
            match name {
                'B' => format!("B{}", squares.join(", ")),
                _ => squares.iter().map(|it| format!("{name}{it}, ")).collect(),
            }
        };
        letters.iter().zip("KDTLSB".chars()).map(of_piece).collect()
    };
    let [white, black] = [['K', 'Q', 'R', 'B', 'N', 'P'], ['k', 'q', 'r', 'b', 'n', 'p']].map(side);
    format!("Weiß: {white}.\nSchwarz: {black}.\n")
}

/// Returns a list of each side's men as English books have them.
fn listed_in_words(fen: &str) -> String {
    const FILES: [&str; 8] = ["Q R", "Q Kt", "Q B", "Q", "K", "K B", "K Kt", "K R"];
    let side = |letters: [char; 6], is_white: bool| -> String {
        let square = |it: &(usize, usize)| {
            let rank = if is_white { it.1 + 1 } else { 8 - it.1 };
            let rank = if rank == 1 { "sq".to_owned() } else { rank.to_string() };
            format!("{} {rank}", FILES[it.0])
        };
        let of_piece = |(letter, name): (&char, &str)| {
            let squares: Vec<String> = men(fen, *letter).iter().map(square).collect();
            if squares.is_empty() { String::new() } else { format!("{name} at {}; ", squares.join(", ")) }
        };
        letters.iter().zip(["K", "Q", "R", "B", "Kt", "P"]).map(of_piece).collect()
    };
    let white = side(['K', 'Q', 'R', 'B', 'N', 'P'], true);
    let black = side(['k', 'q', 'r', 'b', 'n', 'p'], false);
    format!("White—{white}\nBlack—{black}\n")
}

/// Moves below a diagram, or what else shows a position, begin from it, whether they have numbers of their own or those of the game;
/// but not if other moves stand between, nor if they are a whole game.
#[test]
fn moves_below_a_diagram_begin_from_it() {
    for score in scores("san") {
        for (at, draw) in [
            (12, drawn_with_bars as fn(&str) -> String),
            (21, drawn_with_dots),
            (30, drawn_with_bars),
            (17, forsyth),
            (25, listed_in_german),
            (33, listed_in_words),
            (14, listed_in_words),
        ] {
            let fen = &score.fens[at - 1];
            let diagram = draw(fen);
            let rest = &score.texts[at..at + 8];
            let numbered = |first: usize| {
                let black = fen.contains(" b ");
                let number = |n: usize| match (n + usize::from(black)) % 2 {
                    0 => format!("{}. ", first + (n + usize::from(black)) / 2),
                    _ if n == 0 => format!("{first}... "),
                    _ => String::new(),
                };
                rest.iter().enumerate().map(|(n, it)| number(n) + it + " ").collect::<String>()
            };
            for (moves, caption) in
                [(numbered(1), "Diagram 11"), (numbered(at / 2 + 1), "Position after the exchange")]
            {
                let text = format!(
                    "Here the two sides are of one strength.\n\n{diagram}\n{caption}\n\n{moves}\n\nA fine end.\n"
                );
                let found = games(&text);
                let placement = fen.split(' ').next();
                let is_from =
                    |it: &Value| it["fen"].as_str().and_then(|it| it.split(' ').next()) == placement;
                assert!(
                    found.len() == 1 && is_from(&found[0]) && has_moves(&found[0], &score.uci[at..at + 8]),
                    "{text}"
                );
                let impossible = format!("{diagram}\n{caption}\n\n1. a1h8 a8h1 2. {}\n", rest.join(" "));
                assert!(!run(&[], &impossible).status.success(), "{impossible}");
            }
            let game = format!("{diagram}\n{}\n", rows(&score.texts).join("\n"));
            assert!(games(&game).iter().any(|it| has_moves(it, &score.uci)), "{game}");
        }
    }
}

/// Strict readers take a comment before the tags for a game of its own.
#[test]
fn comments_come_behind_the_tags() {
    for score in scores("san") {
        let text = format!("{{A fine game.}}\n[White \"Anna\"]\n\n{} *\n", rows(&score.texts).join(" "));
        for text in [text.clone(), format!("    let game = r#\"{text}\"#;\n    let other = r#\"{text}\"#;\n")]
        {
            let output = run(&["-q"], &text);
            let written = String::from_utf8_lossy(&output.stdout);
            assert!(written.starts_with('[') && written.contains("A fine game."), "{written}");
        }
    }
}

/// A text copied from inside a string of a program.
#[test]
fn tags_with_escaped_quotation_marks_are_tags() {
    for score in scores("san") {
        let result = &score.result;
        let text = format!(
            "  [White \\\"Anna\\\"]\n  [Result \\\"{result}\\\"]\n\n  {} {result}\n",
            rows(&score.texts).join(" ")
        );
        let found = games(&text);
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
        assert_eq!(
            (&found[0]["headers"]["White"], &found[0]["result"]),
            (&"Anna".into(), &result.clone().into()),
            "{text}"
        );
    }
}

/// Where a text has lost its line ends, its first sign must not hide it.
#[test]
fn games_in_an_escaped_line_are_told() {
    for score in scores("san") {
        let game = format!("[White \"Anna\"] [Black \"Hans\"] {} *", rows(&score.texts).join(" "));
        for (text, status) in [(format!("% a test {game}\n"), 1), (format!("% a test\n{game}\n"), 0)] {
            assert_eq!(run(&[], &text).status.code(), Some(status), "{text}");
        }
    }
}

/// The signs of a comment that begin each of its lines are no null moves.
#[test]
fn signs_of_comments_are_no_moves() {
    for score in scores("san") {
        let moves = rows(&score.texts[..12]).join(" ");
        for quoted in [format!("\u{201e}{moves}\u{201d}"), moves.clone()] {
            let text = format!(
                "-- The question was about {quoted}. This\n-- is only for those who read it\n-- with ease.\n"
            );
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci[..12]), "{text}");
        }
    }
}

/// However wrong the texts of a game are, it is read where a reader of proofs has corrected all of them.
#[test]
fn corrected_texts_are_followed_whatever_they_say() {
    const WRONG: [&str; 5] = ["Qhxh7", "Rfxg3", "Kxd4", "Nb6xc8", "exf3"];
    const CORRECTED: usize = 60;
    let folder = TempDir::new().expect("a folder");
    let [sheet, corrections] = ["sheet.txt", "sheet.corrections"].map(|it| folder.path().join(it));
    for score in scores("san").iter().filter(|it| it.texts.len() > CORRECTED) {
        let said =
            |n: usize| if n < CORRECTED { WRONG[(n * n + n / 7) % WRONG.len()] } else { &score.texts[n] };
        let texts: Vec<String> = (0..score.texts.len()).map(|n| said(n).to_owned()).collect();
        let lines: Vec<String> = rows(&texts).iter().map(|it| it.replace("  ", " ")).collect();
        let corrected = (0..CORRECTED).map(|n| {
            let line = &lines[n / 2];
            let white = line.find(' ').expect("a number") + 1;
            let at = if n % 2 == 0 { white } else { white + texts[n - 1].len() + 1 };
            format!("{}:{}:{} \"{}\" = {}\n", sheet.display(), n / 2 + 1, at + 1, texts[n], score.texts[n])
        });
        fs::write(&corrections, corrected.collect::<String>()).expect("a file");
        fs::write(&sheet, lines.join("\n") + "\n").expect("a file");
        let paths = [&sheet, &corrections].map(|it| it.to_str().expect("a path"));
        let output = run(&["--layout", "jsonl", "--corrections", paths[1], paths[0]], "");
        let game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(
            has_moves(&game, &score.uci),
            "{}\n{}",
            lines.join("\n"),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// Names of types in a program are no columns of a table.
#[test]
fn types_of_a_program_name_no_columns() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        for head in [
            "const games: { title: string; pgn: string }[] = [",
            "const games: { title: string, moves: string }[] = [",
            "// title; moves",
            "type Game = { white: string; pgn: string; }; const games: Game[] = [",
            "def games(title, moves, result):",
        ] {
            let text = format!(
                "{head}\n  {{\n    title: \"A game\",\n    pgn: `[White \"A\"]\n    [Result \"{result}\"]\n\n    {moves} \
                 {result}`,\n  }},\n];\n",
                result = score.result,
            );
            let games = games(&text);
            assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
        }
    }
}

/// A game in parentheses ends where they close, whatever others follow.
#[test]
fn a_game_in_parentheses_ends_with_them() {
    for score in scores("san") {
        let moves = rows(&score.texts).join(" ");
        for text in [
            format!(
                "We met at 9.00 in the morning.\n\nHe played as usual ({moves} {}). A game (I think).\nMore (soon)\n",
                score.result
            ),
            format!("He played ({moves} {}), which I did not expect (of him) at 12.30.\n", score.result),
        ] {
            assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
        }
    }
}

/// Numbers in the words of a note stay there, whatever they are, and are those of no moves.
#[test]
fn numbers_of_words_stay_in_their_note() {
    for score in scores("san") {
        let rows = rows(&score.texts);
        let notes = [
            "It goes back to Charlick against Mann in 1881.",
            "The 226 games with it (1-0, 72) go back to 1999.",
            "More of this on page 97",
            "He was then ranked 12. Or 13.",
        ];
        for (n, note) in (4..16).zip(notes.iter().cycle()) {
            let (above, below) = rows.split_at(n);
            let text = format!("{}\n{note}\n{} {}\n", above.join(" "), below.join(" "), score.result);
            let output = run(&["--layout", "jsonl"], &text);
            let out = String::from_utf8_lossy(&output.stdout);
            let game: Value = serde_json::from_str(out.trim_end()).expect("a game");
            assert!(has_moves(&game, &score.uci), "{text}");
            let words = note.split(" (").next().unwrap_or_default();
            let (first, last) = (words.trim_end(), note.rsplit(") ").next().unwrap_or_default());
            assert!(out.contains(first) && out.contains(last), "{text}\n{out}");
        }
    }
}

/// Black's move behind a note goes on with the game where it ends a paragraph, whatever the next one has instead of it.
#[test]
fn a_move_at_the_end_of_a_paragraph_is_of_the_game() {
    for score in scores("san") {
        let rows = rows(&score.texts);
        for n in 4..16 {
            let (above, below) = (rows[..n].join(" "), rows[n + 1..].join(" "));
            let (number, white, black) = (n + 1, &score.texts[2 * n], &score.texts[2 * n + 1]);
            for other in ["Kh8", "Qd7", "h6", "c5", "Rb8"].iter().filter(|it| *it != black) {
                let text = format!(
                    "{above} {number}. {white} Now his centre is strong. {number}... {black}\n\n\
                     In place of this he could give up; {number}... {other} then you have to play well.\n\n\
                     {below} {}\n",
                    score.result,
                );
                assert!(matches!(reading(&[], &text, &score), (Some(0), true) | (Some(1), _)), "{text}");
                let short = text.split(';').next().unwrap_or_default();
                let games = games(&format!("{short}; {number}... {other} then you have to play well.\n"));
                assert!(has_moves(&games[0], &score.uci[..2 * n + 2]), "{text}");
            }
        }
    }
}

/// The last row may be followed by words with its number, and long moves may be broken before their dash or behind it.
#[test]
fn rows_before_words_and_broken_moves_are_whole() {
    for score in scores("lan") {
        let rows = rows(&score.texts).iter().map(|it| it.replacen(". ", ") ", 1)).collect::<Vec<_>>();
        let next = rows.len() + 1;
        let text = format!("{} {next}) now they both looked at the clock there\n", rows.join(" "));
        let game = games(&text).remove(0);
        assert!(has_moves(&game, &score.uci), "{text}");
        for (dash, broken) in [("-", "\n-"), ("-", "-\n")] {
            let rows = self::rows(&score.texts);
            let broken: Vec<String> = (0..rows.len())
                .map(|n| if n % 3 == 0 { rows[n].replacen(dash, broken, 1) } else { rows[n].clone() })
                .map(|it| it.replace("O\n-O", "O-O").replace("O-\nO", "O-O"))
                .collect();
            let text = format!("He played so: {} {}\n", broken.join("; "), score.result);
            assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
        }
    }
}

/// What stands in parentheses ends no note and begins none, where the moves around it are decoded.
#[test]
fn words_in_parentheses_are_no_note_of_the_moves_around_them() {
    for score in scores("san") {
        for n in (10..30).step_by(2) {
            let mut texts = score.texts.clone();
            let (number, text) = (n / 2 + 1, texts[n].clone());
            texts[n] = format!("{text} ({number}. {text} this is really better)");
            // A misread letter further on.
            let rank = texts[n + 8].rfind(|it: char| it.is_ascii_digit());
            let Some(rank) = rank else { continue };
            texts[n + 8].replace_range(rank..=rank, "z");
            let text = format!("{} {}\n", rows(&texts).join(" "), score.result);
            let output = run(&["--layout", "jsonl", "--repair"], &text);
            let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
            let moves = game["moves"].as_array().expect("moves");
            let read: Vec<&str> = moves.iter().map(|it| it["uci"].as_str().expect("a move")).collect();
            assert_eq!(read[..n + 8], score.uci[..n + 8], "{text}");
            assert!(!output.stderr.windows(8).any(|it| it == b"supplied"), "{text}");
        }
    }
}

/// A slip at the beginning of a game hides no language from `--repair`.
#[test]
fn an_early_slip_hides_no_language() {
    for style in ["san:ru", "san:de", "san:el"] {
        for score in scores(style) {
            let mut texts = score.texts.clone();
            let n = texts.iter().position(|it| it.starts_with(char::is_uppercase)).expect("a piece's move");
            let square: String = texts[n].chars().skip(1).collect();
            texts[n] = square.clone() + "h";
            // A foreign capital letter further on.
            texts[n + 7] = format!("{}Z", texts[n + 7]);
            let text = format!("{} {}\n", rows(&texts).join(" "), score.result);
            let output = run(&["--layout", "jsonl", "--repair"], &text);
            let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
            let moves = game["moves"].as_array().expect("moves");
            let read = moves.iter().map(|it| it["uci"].as_str().expect("a move"));
            let right = read.zip(&score.uci).filter(|it| it.0 == it.1).count();
            assert!(right + 2 >= score.uci.len(), "{text}");
        }
    }
}

/// Where the moves behind a lost row can be played all the same, the error names the ply at which it is missing.
#[test]
fn lost_rows_are_named_with_their_ply() {
    let text = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n5. O-O Nf6\n6. Re1 Be7\n7. Bxc6 dxc6\n1-0\n";
    let done = run(&["--message-format", "json"], text);
    let error: serde_json::Value = serde_json::from_slice(&done.stderr).expect("a message");
    assert_eq!(
        (&error["kind"], &error["ply"], &error["move"], &error["text"]),
        (&"lost-rows".into(), &7.into(), &"4.".into(), &"5.".into())
    );
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(run(&[], text).stderr).expect("UTF-8");
    assert!(
        said.starts_with("<stdin>:4:1: error: game 1, 5.: the move number should be 4.; a row"),
        "{said}"
    );
}

/// What a page has for the pieces: a font's signs, one for each, or a recogniser's, which vary.
const SIGNS: [[&[&str]; 5]; 5] = [
    [&["Z"], &["W"], &["V"], &["Y"], &["X"]],
    // The letters of other pieces.
    [&["F"], &["E"], &["D"], &["C"], &["B"]],
    [&["\u{f04b}"], &["\u{f051}"], &["\u{f052}"], &["\u{f042}"], &["\u{f04e}"]],
    [&["'it>"], &["'ii'"], &["l:t", ".l:."], &["i.", "..i."], &["ltJ", "tLl"]],
    [&["<iit>"], &["'iV"], &["J:[", "l::t"], &["SL.", "i."], &["ttJ", "lLl", "lDx"]],
];

/// Returns the texts of a game with signs for pieces.
fn with_signs(texts: &[String], signs: &[&[&str]; 5], dice: &mut Dice) -> Vec<String> {
    let sign_of = |text: &str, dice: &mut Dice| {
        let role = "KQRBN".find(text.chars().next().expect("a move"));
        role.map_or(text.to_owned(), |n| format!("{}{}", dice.pick(signs[n]), &text[1..]))
    };
    texts.iter().map(|it| sign_of(it, dice)).collect()
}

/// The board tells what signs for pieces mean that are no language's letters.
#[test]
fn signs_of_fonts_and_recognisers_are_pieces() {
    for (n, score) in scores("san").iter().enumerate() {
        for (m, signs) in SIGNS.iter().enumerate() {
            let mut dice = Dice::new((10 * n + m) as u64);
            let texts = with_signs(&score.texts, signs, &mut dice);
            let bare = wrapped(&texts).join("\n").replace(". ", " ").replace(".\n", "\n");
            let lines = [rows(&texts), wrapped(&texts), with(rows(&texts), 9, NOTES[0])];
            for moves in lines.map(|it| it.join("\n")).into_iter().chain([bare]) {
                let text = format!("A game\n\n{moves}\n{}\n", score.result);
                let games = games(&text);
                assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
                assert_eq!(games[0]["result"], score.result, "{text}");
            }
        }
    }
}

/// Signs are those of their game: one with letters below it, or above, has its own.
#[test]
fn signs_of_one_game_are_not_those_of_another() {
    let scores = scores("san");
    let signed = with_signs(&scores[0].texts, &SIGNS[1], &mut Dice::new(1));
    let of = |texts: &[String], n: usize| {
        format!("A game\n\n{}\n{}\n\n", rows(texts).join("\n"), scores[n].result)
    };
    let (signed, plain) = (of(&signed, 0), of(&scores[1].texts, 1));
    for (text, order) in [(format!("{signed}{plain}"), [0, 1]), (format!("{plain}{signed}"), [1, 0])] {
        let games = games(&text);
        assert_eq!(games.len(), 2, "{text}");
        for (game, n) in games.iter().zip(order) {
            assert!(has_moves(game, &scores[n].uci) && game["result"] == scores[n].result.as_str(), "{text}");
        }
    }
}

/// A letter that is wrong once or even three times among right ones is a misprint, not a sign.
#[test]
fn misprinted_letters_are_no_signs() {
    for score in scores("san") {
        for (letter, times) in [("N", 1), ("N", 3), ("R", 1), ("B", 2), ("Q", 1)] {
            let mut texts = score.texts.clone();
            let places = texts.iter_mut().filter(|it| it.starts_with(letter)).take(times);
            places.for_each(|it| it.replace_range(..1, "X"));
            let text = format!("{}\n{}\n", rows(&texts).join("\n"), score.result);
            assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
        }
    }
}

/// Games without moves stand between others in lists of moves of every notation, and are read from them again.
#[test]
fn games_without_moves_stay_apart_in_lists() {
    let scores = scores("san");
    let moves = |n: usize, len: usize| rows(&scores[n].texts[..len]).join(" ");
    let pgn = [
        format!("{} 1-0", moves(0, 9)),
        "0-1".to_owned(),
        format!("{} 1/2-1/2", moves(1, 44)),
        format!("{} 0-1", moves(1, 1)),
        "1-0".to_owned(),
        "1/2-1/2".to_owned(),
        format!("{} 1-0", moves(0, 30)),
    ];
    let pgn: String = pgn.iter().map(|it| format!("[Event \"?\"]\n\n{it}\n\n")).collect();
    // Also where the beginning of the text does not show it all.
    for pgn in [pgn.clone(), pgn.repeat(40)] {
        let expected = outline(&[], pgn.as_bytes()).0;
        for notation in [
            "san", "lan", "uci", "iccf", "smith", "geographical", "spoken", "descriptive", "sllavcco",
            "chess99",
        ] {
            let list = run(&["-q", "-t", notation, "--layout", "moves"], &*pgn).stdout;
            let (found, status) = outline(&[], &list);
            assert!(
                found == expected && status == Some(0),
                "{notation}:\n{}",
                String::from_utf8_lossy(&list)
            );
        }
    }
}

/// What a forum writes in square brackets is no tag pair.
#[test]
fn markup_of_forums_above_a_game_is_no_tag() {
    for score in scores("san") {
        for above in [
            "[quote=\"Anna\"]Nice game![/quote]",
            "[quote=\"Anna, post: 123, member: 4\"]\nNice game![/quote]",
            "[url=\"http://example.org\"]Here[/url] it is:",
        ] {
            let text = format!("{above}\n\n{} {}\n", rows(&score.texts).join("\n"), score.result);
            let games = games(&text);
            assert!(games.len() == 1 && has_moves(&games[0], &score.uci), "{text}");
            assert_eq!(games[0]["tags"].as_array().map_or(0, Vec::len), 0, "{text}");
        }
    }
}

/// Returns moves on one line, with a blank before each file and rank, as newspapers print them.
fn in_a_newspaper(texts: &[String]) -> String {
    let spaced = |text: &String| {
        if text == "O-O" {
            return "Castles".to_owned();
        }
        let mut spaced = String::new();
        for (at, it) in text.char_indices() {
            let is_part =
                it.is_ascii_digit() || it.is_ascii_uppercase() && !text[..at].ends_with(['-', '(', '=']);
            if is_part && at > 0 {
                spaced.push(' ');
            }
            spaced.push(it);
        }
        spaced
    };
    let texts: Vec<String> = texts.iter().map(spaced).collect();
    // One blank is lost.
    let glued = texts.chunks(2).skip(4).position(|it| it[0].contains('x')).map(|n| n + 4);
    let row = |(n, row): (usize, &[String])| {
        format!("{}{}{}", n + 1, if Some(n) == glued { "" } else { " " }, row.join(" "))
    };
    texts.chunks(2).enumerate().map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_behind_a_garbled_one_are_read_or_told() {
    let mut wrong = Vec::new();
    for (n, score) in scores("descriptive:kt").iter().enumerate() {
        for at in (13..41).step_by(2) {
            for (mark, garbled) in
                [("<b)", "Kfc x B"), ("(b)", "Kfc x B"), ("", "E-Kt 9"), ("b)", "¥¥ x P oh")]
            {
                let mut texts = score.texts.clone();
                texts[at - 6].push_str(&format!(" {mark}"));
                texts[at] = garbled.to_owned();
                let text = in_a_newspaper(&texts);
                let (status, _) = reading(&[], &text, score);
                if status != Some(1) {
                    wrong.push(format!("game {n}, ply {at}, {mark}, {garbled}: {status:?}\n{text}"));
                }
            }
        }
        let (_, is_right) =
            reading(&[], &format!("{} {}", in_a_newspaper(&score.texts), score.result), score);
        assert!(is_right, "{n}: {}", in_a_newspaper(&score.texts));
    }
    assert!(wrong.is_empty(), "{} wrong, such as\n{}", wrong.len(), wrong[0]);
}

/// Behind a resignation in words, a line of moves shows what would have come.
#[test]
fn moves_behind_an_ending_in_words_are_none_of_the_game() {
    const ENDINGS: [&str; 7] = [
        "and White resigned.",
        "and White re-\nsigned.³",
        "en wit gaf het op.",
        "Resigns (a)",
        "11.uppg.",
        "Aufgabe!! Sehr hübsch.",
        "11. Resigns.",
    ];
    for score in scores("san") {
        let played = wrapped(&score.texts[..20]).join("\n");
        let next = format!("11. {} {}", score.texts[20], score.texts[21]);
        for ending in ENDINGS {
            for note in [format!(" After {next} he is lost."), format!("\n\n³ {next} wins; all applauded.")]
            {
                let text = format!("{played} {ending}{note}\n");
                let found = games(&text);
                assert!(found.len() == 1 && has_moves(&found[0], &score.uci[..20]), "{text}");
                assert_eq!(found[0]["result"], "0-1", "{text}");
            }
        }
    }
}

/// An agreement, or the end of the time, is a result in any language.
#[test]
fn agreements_and_ends_of_the_time_are_results() {
    const ENDINGS: [(&str, &str); 19] = [
        ("Draw by agreement.", "1/2-1/2"),
        ("Draw agreed without further play.", "1/2-1/2"),
        ("Here Black's flag fell! He still had four moves to make.", "1-0"),
        ("Remis angeboten - angenommen / draw offered - accepted", "1/2-1/2"),
        ("A draw was offered and accepted.", "1/2-1/2"),
        ("and Black won on time on move 38.", "0-1"),
        ("White exceeded the time limit.", "0-1"),
        ("Die Spieler einigten sich auf Remis.", "1/2-1/2"),
        ("11 (Remis angeboten und angenommen)", "1/2-1/2"),
        ("Schwarz überschritt die Zeit.", "1-0"),
        ("Nulle par accord mutuel.", "1/2-1/2"),
        ("Los jugadores acordaron tablas.", "1/2-1/2"),
        ("Patta per accordo.", "1/2-1/2"),
        ("Empate por acordo.", "1/2-1/2"),
        ("Na 11. tah už nedošlo, hráči se dohodli na remíze.", "1/2-1/2"),
        ("Gracze zgodzili się na remis.", "1/2-1/2"),
        ("Spelarna enades om remi.", "1/2-1/2"),
        ("Remise door zetherhaling.", "1/2-1/2"),
        ("Противники согласились на ничью.", "1/2-1/2"),
    ];
    for score in scores("san") {
        let played = wrapped(&score.texts[..20]).join("\n");
        for (ending, result) in ENDINGS {
            for text in [format!("{played} {ending}\n"), format!("{played}\n\n{ending}\n")] {
                let found = games(&text);
                assert!(found.len() == 1 && has_moves(&found[0], &score.uci[..20]), "{text}");
                assert_eq!(found[0]["result"], result, "{text}");
            }
        }
    }
}

/// A form has a line for the result, with the signatures of both.
#[test]
fn lines_for_the_result_are_results() {
    for score in scores("san") {
        for (line, result) in [
            ("Результат: ничья      Подписи: Харитонов, Юдасин", "1/2-1/2"),
            ("Result   0 - 1     Signed   A. B.   C. D.", "0-1"),
            ("Ergebnis: 1:0     Unterschriften:", "1-0"),
            ("Resultado: tablas  |  Firma:", "1/2-1/2"),
        ] {
            let text = format!("{}\n\n{line}\n", rows(&score.texts[..20]).join("\n"));
            assert_eq!(games(&text)[0]["result"], result, "{text}");
        }
    }
}

/// A result behind its label may stand anywhere above the moves, also on a page of several games.
#[test]
fn labelled_results_above_the_moves_are_results() {
    let all = scores("san");
    for pair in all.windows(2) {
        let moves = rows(&pair[0].texts[..20]).join(" ");
        let text = format!(
            "Annotated game. White: Schlechter. Result: 0-1 in 44 moves. Opening: B01. {moves} | The end.\n"
        );
        assert_eq!(games(&text)[0]["result"], "0-1", "{text}");
        let pgn: String = ["1-0", "0-1"]
            .iter()
            .zip(pair)
            .map(|(result, it)| {
                format!(
                    "[White \"Anna\"]\n[Result \"{result}\"]\n\n{} {result}\n\n",
                    rows(&it.texts).join(" ")
                )
            })
            .collect();
        // Whichever reader takes the game.
        let exact = "[White \"Anna\"]\n\n{Result: 1-0} 1. e4 e5 2. Nf3 Nc6 *\n";
        for text in [exact.to_owned(), exact.replace("Nf3", "N1f3")] {
            assert_eq!(games(&text)[0]["result"], "1-0", "{text}");
        }
        let page = run(&["--layout", "html"], &pgn).stdout;
        let (found, _) = outline(&[], &page);
        assert_eq!(found, outline(&[], pgn.as_bytes()).0);
    }
}

/// The times of subtitles stand between the moves.
#[test]
fn games_in_subtitles_are_whole() {
    for score in scores("san") {
        let cue = |(n, line): (usize, &String)| {
            format!("{}\n00:{n:02}:01,200 --> 00:{n:02}:04,000\n{line}\n\n", n + 1)
        };
        let text: String = wrapped(&score.texts).iter().enumerate().map(cue).collect();
        let found = games(&text);
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
    }
}

/// Rows stand beside each other in any number of columns.
#[test]
fn rows_in_columns_are_whole() {
    for score in scores("san") {
        let rows = rows(&score.texts);
        for count in 2..=5 {
            let height = rows.len().div_ceil(count);
            let line = |n: usize| -> String {
                rows.iter().skip(n).step_by(height).map(|it| format!("{it:<24}")).collect()
            };
            let lines: String = (0..height).map(|n| line(n) + "\n").collect();
            let text = format!("White: Adams   Black: Torre   New Orleans 1920\n{lines}1-0\n");
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{count} columns:\n{text}");
            assert_eq!(found[0]["result"], "1-0", "{text}");
        }
    }
}

/// A problem has one move, in the letters of any language, and pieces instead of players.
#[test]
fn a_mate_in_one_is_a_game() {
    const POSITION: &str = "6k1/8/6K1/8/8/8/8/R7 w - - 0 1";
    for (solution, players) in [
        ("Solution: 1. Ra8 mate. (Not 1. Ra7? Kf8!)", "White: Kg6 Ra1   Black: Kg8"),
        ("Lösung: 1. Ta8 matt. (Nicht 1. Ta7? Kf8!)", "Weiß: Kg6 Ta1   Schwarz: Kg8 Matt in 1 Zug"),
        ("Solution : 1. Ta8 mat.", "Blancs : Rg6 Ta1   Noirs : Rg8"),
        ("Soluzione: 1. Ta8 matto.", "Bianco: Rg6 Ta1   Nero: Rg8"),
        ("1. Ta8#", ""),
    ] {
        let text = format!("{players}\n{POSITION}\n\n{solution}\n");
        let found = games(&text);
        assert!(found.len() == 1 && has_moves(&found[0], &["a1a8".to_owned()]), "{text}");
        assert_eq!(found[0]["result"], "1-0", "{text}");
        assert!(!found[0]["tags"].to_string().contains("White"), "{text}");
    }
}

/// Sentences tell a game whose moves have their numbers; one that is wrong is told.
#[test]
fn games_told_in_sentences_are_whole() {
    const WORDS: [&str; 5] = [
        " was the choice; he answered ",
        ", and after ",
        ". Now the reply was ",
        " while the plan was ",
        ": ",
    ];
    for score in scores("san") {
        let told = |texts: &[String]| {
            let mut story = String::from("The champion opened with ");
            for (n, text) in texts.iter().enumerate() {
                let (number, dots) = (n / 2 + 1, if n % 2 == 0 { "." } else { "..." });
                // Black's move often follows White's at once.
                match n % 4 {
                    0 => story += &format!("{number}{dots}{text} "),
                    1 => story += &format!("{text}{}", WORDS[n % 5]),
                    _ => story += &format!("{number}{dots}{text}{}", WORDS[n % 5]),
                }
            }
            story.trim_end_matches(|it: char| !it.is_ascii_digit()).to_owned() + " and the end was near.\n"
        };
        let texts = &score.texts[..24];
        let story = told(texts);
        let found = games(&story);
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci[..24]), "{story}");
        let mut wrong = texts.to_vec();
        wrong[14] = "Qh9".to_owned();
        assert_eq!(run(&[], told(&wrong)).status.code(), Some(1), "{wrong:?}");
        // What follows shows which of two moves was played, unless either fits.
        for move_ in ["10.a3", "10.Qb3"] {
            let scorned = told(texts).replacen("10.", &format!("{move_} was scorned for 10."), 1);
            let output = run(&["--layout", "jsonl"], &scorned);
            let game = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
            let is_told = output.status.code() == Some(1);
            assert!(is_told || has_moves(&game, &score.uci[..24]), "{scorned}");
        }
    }
}

/// Signs without a shape are no part of a move, and a move that is crossed out is a remark.
#[test]
fn invisible_signs_and_crossed_out_moves_are_left_out() {
    for score in scores("san") {
        let moves = wrapped(&score.texts).join("\n");
        for sign in ['\u{ad}', '\u{200b}', '\u{2060}', '\u{200e}'] {
            let text = format!("{} 1{sign}-0\n", moves.replace('x', &format!("x{sign}")));
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
            assert_eq!(found[0]["result"], "1-0", "{text}");
        }
        let mut rows = rows(&score.texts);
        rows[7] = rows[7].replacen("8. ", "8. ~~Qd8~~ ", 1);
        let found = games(&rows.join("\n"));
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{rows:?}");
    }
}

/// Numbers and results with letters that scanners read for digits are what they were, in lines and rows.
#[test]
fn numbers_with_misread_digits_are_whole() {
    let misread = |text: &str| text.replace('1', "l").replace('0', "O").replace('5', "S").replace('8', "B");
    for score in scores("san") {
        let every = |nth: usize| -> Vec<String> {
            let of_row = |(n, row): (usize, String)| match row.split_once(". ") {
                // Without a digit, letters other than those like 1 and 0 are no number.
                Some((number, moves))
                    if n % nth == nth - 1 && (n < 9 || number.contains(['2', '3', '4'])) =>
                {
                    let number = if n > 9 || n == 0 { misread(number) } else { number.to_owned() };
                    format!("{number}. {moves}")
                }
                _ => row,
            };
            rows(&score.texts).into_iter().enumerate().map(of_row).collect()
        };
        let result = if score.result == "*" { "*".to_owned() } else { misread(&score.result) };
        for text in [every(1).join("\n"), every(2).join(" "), every(3).join("\n")] {
            let text = format!("{text} {result}\n");
            assert_eq!(reading(&[], &text, &score), (Some(0), true), "{text}");
        }
    }
}

/// Words that may state a result without telling it are reported: exit 0 is for what is sure.
#[test]
fn an_unclear_result_is_reported() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
    for said in [
        "and the champion resigned.",
        "Here my opponent resigned, to my surprise.",
        "A fine fight; the game was drawn after 73 moves in all.",
    ] {
        let text = format!("{moves} {said}\n");
        let output = run(&[], &text);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_told = output.status.code() == Some(1) && told.contains("the result is unclear");
        let is_taken = !String::from_utf8_lossy(&output.stdout).trim_end().ends_with('*');
        assert!(is_told || is_taken, "{text}: {told}");
    }
    for (above, below) in [
        ("White could have resigned if he had seen it.", "A draw?"),
        ("draw: false", "with a likely draw"),
        ("How to draw such endings", "He never gives up hope"),
        ("He did not resign.", "Black never resigns."),
        ("He had to resign.", "White abandons the center."),
        ("It was time to resign!", "My opponent gave up two pawns."),
    ] {
        let text = format!("{above}\n\n{moves}\n\n{below}\n");
        assert_eq!(run(&[], &text).status.code(), Some(0), "{text}");
    }
}

/// A bracket that is never closed hides no moves: they are read, or told.
#[test]
fn moves_behind_a_bracket_that_is_never_closed_are_read_or_told() {
    for (n, score) in scores("san").iter().enumerate() {
        let at = 10 + n;
        let moves = |open: &str, is_glued: bool| -> Vec<String> {
            let mut texts = score.texts.clone();
            texts[at].insert_str(0, if is_glued { open.trim_end() } else { open });
            texts
        };
        for open in ["( ", "[ ", "{ ", "< "] {
            for is_glued in [true, false] {
                let texts = moves(open, is_glued);
                for lines in [rows(&texts), wrapped(&texts), vec![rows(&texts).join(" ")]] {
                    let text = format!("A game\n\n{}\n{}\n", lines.join("\n"), score.result);
                    let output = run(&["--layout", "jsonl"], &text);
                    let is_whole = || {
                        let game = serde_json::from_slice(&output.stdout).expect("one game");
                        has_moves(&game, &score.uci)
                    };
                    assert!(output.status.code() == Some(1) || is_whole(), "{text}");
                }
            }
        }
    }
}

/// The tag that tells how a game ended tells its result, where nothing else does.
#[test]
fn the_termination_tells_a_result() {
    for (termination, result) in [
        ("Anna won by resignation", "1-0"),
        ("Bert,C won on time", "0-1"),
        ("Game drawn by agreement", "1/2-1/2"),
        ("unterminated", "*"),
        ("Anna lost her phone", "*"),
    ] {
        for name in ["Termination", "termination"] {
            let tags = format!("[White \"Anna\"]\n[Black \"Bert,C\"]\n[{name} \"{termination}\"]");
            for text in [
                format!("{tags}\n\n1. e4 e5\n"),
                format!("{tags}\n\n1. e4 e5 *\n"),
                format!("[Result \"*\"]\n{tags}\n\n1. e4 e5 *\n"),
            ] {
                assert_eq!(games(&text)[0]["result"], result, "{text}");
            }
        }
    }
}

/// A repository of a game has a ply in each commit.
#[test]
fn games_in_lists_of_commits_are_whole() {
    for score in scores("san") {
        let mut dice = Dice::new(7);
        let commit = |(n, text): (usize, &String)| {
            let hash: String =
                (0..7).map(|it| if it == 3 { '7' } else { dice.pick(&['0', 'a', 'f', '9']) }).collect();
            let dots = if n % 2 == 0 { "." } else { "..." };
            format!("{hash} {}{dots} {text}\n", n / 2 + 1)
        };
        let commits: String = score.texts.iter().enumerate().map(commit).collect();
        let text = format!("$ git log --oneline --reverse\n{commits}00a7a0f {}\n", score.result);
        let found = games(&text);
        assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
        assert_eq!(found[0]["result"], score.result, "{text}");
    }
}

/// An opening that a question mentions is no game beside the one that answers it.
#[test]
fn openings_in_sentences_are_no_games() {
    for score in scores("san") {
        let game = format!("{} {}", rows(&score.texts).join("\n"), score.result);
        for said in [
            "I know that it began 1. d4 Nf6 and that it was short.",
            "You say it was 1. d4 g6 2. c4 and so on?",
        ] {
            let found = games(&format!("> {said}\n\nHere it is:\n\n{game}\n"));
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{said}");
        }
    }
}

/// A word processor makes dashes of the hyphens of a FEN.
#[test]
fn a_position_has_any_dashes() {
    let text = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w – — 0 1\"]\n\n1. e4 *\n";
    let found = games(text);
    assert_eq!(found[0]["headers"]["FEN"], "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    assert!(has_moves(&found[0], &["e2e4".to_owned()]));
}

/// Whatever its words, a note between damaged lines ends where the moves go on.
#[test]
fn moves_behind_a_note_go_on_where_others_are_repaired() {
    const NOTES: [&str; 4] = [
        "Crni je izjednačio igru.",
        "Hier wurde noch nicht an Remis ge-\ndacht.",
        "El negro ha igualado ya la partida.",
        "A serious mistake; the pawn should have been defended.",
    ];
    let damaged = |text: &str| text.replace('5', "S").replace('6', "ó");
    for score in scores("san") {
        for (n, note) in NOTES.into_iter().enumerate() {
            let mut texts = score.texts.clone();
            let places = texts.iter_mut().skip(6).filter(|it| damaged(it) != **it).take(1);
            places.for_each(|it| *it = damaged(it));
            let mut lines: Vec<String> = rows(&texts).chunks(3).map(|it| it.join(" ")).collect();
            lines.insert(4 + n % 2, note.to_owned());
            let text = format!("WHITE - BLACK\nClub match 1967.\n\n{}\n{}\n", lines.join("\n"), score.result);
            let output = run(&["--layout", "jsonl", "--repair"], &text);
            let game = serde_json::from_slice(&output.stdout).expect("one game");
            assert!(has_moves(&game, &score.uci) && game["result"] == score.result.as_str(), "{text}");
        }
    }
}

/// Newspapers print dots with blanks between them before Black's moves.
#[test]
fn dots_with_blanks_go_on_with_the_game() {
    for score in scores("san") {
        for dots in ["...", " . . .", ". . .", " ...", ". ..."] {
            let rows = rows(&score.texts);
            let (row, black) = rows[4].rsplit_once(' ').expect("two moves");
            let text = format!(
                "{} {row}\nA fine move. 5. Nc3 or 5. h4 would be better.\n5{dots} {black} {} {}\n",
                rows[..4].join(" "),
                rows[5..].join(" "),
                score.result
            );
            let found = games(&text);
            assert!(found.len() == 1 && has_moves(&found[0], &score.uci), "{text}");
            assert_eq!(found[0]["result"], score.result, "{text}");
        }
    }
}

/// ChessBase prints a number in parentheses before the players, and the annotator in brackets.
#[test]
fn games_printed_by_chessbase_are_whole() {
    let all = scores("san");
    for pair in all.windows(2) {
        let of = |(n, score): (usize, &Score)| {
            let annotator = ["", "[Fritz 13 (30s)]\n\n", "[Anna Schmidt]"][(n + score.uci.len()) % 3];
            let moves = rows(&score.texts).join(" ").replace(". ", ".");
            format!(
                "({}) Schmidt,A (2211) - Short,N (2650) [C{n}9]\nClub-ch (3), 200{n}\n{annotator}{moves} {}\n\n",
                n + 1,
                score.result
            )
        };
        let text: String = pair.iter().enumerate().map(of).collect();
        let found = games(&text);
        assert_eq!(found.len(), 2, "{text}");
        for (game, score) in found.iter().zip(pair) {
            let headers = &game["headers"];
            assert!(has_moves(game, &score.uci) && game["result"] == score.result.as_str(), "{text}");
            assert_eq!(
                (&headers["White"], &headers["BlackElo"]),
                (&"Schmidt,A".into(), &"2650".into()),
                "{text}"
            );
        }
    }
}
