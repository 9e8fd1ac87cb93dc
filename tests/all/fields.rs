//! Games whose parts are named fields, in the syntaxes of programs and of their data, and games with a ply on each line.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{fixture, run};

/// A game as data.
#[derive(Clone)]
pub struct Record {
    pub white: String,
    pub black: String,
    pub result: String,
    pub uci: Vec<String>,
    pub san: Vec<String>,
}

pub fn records() -> Vec<Record> {
    let out =
        run(&["--layout", "jsonl", "--no-comments", "--no-variations"], fixture("games/over-the-board.pgn"));
    let games = String::from_utf8(out.stdout).expect("UTF-8");
    let games = games.lines().map(|it| serde_json::from_str::<Value>(it).expect("JSON"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |game: &Value, name: &str| -> Vec<String> {
        game["moves"].as_array().expect("moves").iter().map(|it| text(&it[name])).collect()
    };
    let records = games.map(|game| Record {
        white: text(&game["headers"]["White"]),
        black: text(&game["headers"]["Black"]),
        result: text(&game["result"]),
        uci: list(&game, "uci"),
        san: list(&game, "san"),
    });
    records.filter(|it| it.san.len() >= 30 && it.san.len() < 200).take(3).collect()
}

/// Moves as they stand in a field.
#[derive(Clone, Copy, Debug)]
enum Moves {
    Numbered,
    Bare,
    Uci,
}

impl Moves {
    const ALL: [Moves; 3] = [Moves::Numbered, Moves::Bare, Moves::Uci];

    fn texts(self, record: &Record) -> &[String] {
        if matches!(self, Moves::Uci) { &record.uci } else { &record.san }
    }

    fn text(self, record: &Record) -> String {
        let texts = self.texts(record).iter().enumerate();
        let numbered = matches!(self, Moves::Numbered);
        let number = |n: usize| {
            if numbered && n.is_multiple_of(2) { format!("{}. ", n / 2 + 1) } else { String::new() }
        };
        texts.map(|(n, it)| number(n) + it).collect::<Vec<_>>().join(" ")
    }
}

/// Writes fields with what stands before, between and behind name and value.
fn fields(record: &Record, moves: &str, write: impl Fn(&str, &str) -> String) -> String {
    let Record { white, black, result, .. } = record;
    [("white", white.as_str()), ("black", black), ("result", result), ("moves", moves)]
        .map(|(name, value)| write(name, value))
        .concat()
}

/// Writes records with their moves as one text.
type Syntax = fn(&Record, &str) -> String;

/// The syntaxes: their names, what stands before and behind all records, and a record.
#[rustfmt::skip]
const SYNTAXES: [(&str, &str, &str, Syntax); 24] = [
    ("JavaScript", "const games = [\n", "];\n", |it, m| format!("  {{\n{}  }},\n", fields(it, m, |k, v| format!("    {k}: '{v}',\n")))),
    ("JSON with comments", "// Games\n[\n", "]\n", |it, m| format!("  {{{} }},\n", fields(it, m, |k, v| format!(" \"{k}\": \"{v}\",")))),
    ("Python", "GAMES = [\n", "]\n", |it, m| format!("    {{{}}},\n", fields(it, m, |k, v| format!("'{k}': '{v}', ")))),
    ("Ruby", "GAMES = [\n", "].freeze\n", |it, m| format!("  {{{} }},\n", fields(it, m, |k, v| format!(" :{k} => \"{v}\",")))),
    ("Ruby's symbols", "GAMES = [\n", "].freeze\n", |it, m| format!("  {{{} }},\n", fields(it, m, |k, v| format!(" {k}: \"{v}\",")))),
    ("Lua", "return {\n", "}\n", |it, m| format!("  {{{} }},\n", fields(it, m, |k, v| format!(" {k} = \"{v}\",")))),
    ("PHP", "<?php\nreturn [\n", "];\n", |it, m| format!("  [{} ],\n", fields(it, m, |k, v| format!(" '{k}' => '{v}',")))),
    ("Clojure", "[\n", "]\n", |it, m| format!(" {{{}}}\n", fields(it, m, |k, v| format!(":{k} \"{v}\" ")))),
    ("Rust", "const GAMES: &[Game] = &[\n", "];\n", |it, m| format!("  Game {{{} }},\n", fields(it, m, |k, v| format!(" {k}: \"{v}\",")))),
    ("objects in objects", "module.exports = {\n", "};\n", |it, m| {
        let Record { white, black, result, .. } = it;
        format!("  \"{white}\": {{ players: {{ white: {{ name: '{white}' }}, black: {{ name: '{black}' }} }}, result: '{result}', moves: '{m}' }},\n")
    }),
    ("YAML", "# Games\ngames:\n", "", |it, m| format!("  -\n{}", fields(it, m, |k, v| format!("    {k}: \"{v}\"\n"))).replacen("-\n    ", "- ", 1)),
    ("YAML, folded", "", "", |it, m| {
        let lines = m.split(' ').collect::<Vec<_>>().chunks(9).map(|it| format!("    {}\n", it.join(" "))).collect::<String>();
        format!("- white: {}\n  black: {}\n  result: {}\n  moves: >\n{lines}", it.white, it.black, it.result)
    }),
    ("YAML's maps in braces", "# Games\ngames:\n", "", |it, m| {
        format!("  - players: {{white: \"{}\", black: '{}'}}\n    result: {}\n    moves: {m}\n", it.white, it.black, it.result)
    }),
    ("TOML", "title = \"Games\"\n", "", |it, m| format!("\n[[games]]\n{}", fields(it, m, |k, v| format!("{k} = \"{v}\"\n")))),
    ("INI", "", "", |it, m| format!("\n[game]\n{}", fields(it, m, |k, v| format!("{k}={v}\n")))),
    ("notes", "", "", |it, m| format!("{}\n", fields(it, m, |k, v| format!("{k}: {v}\n")))),
    ("XML", "<?xml version=\"1.0\"?>\n<games>\n", "</games>\n", |it, m| format!("  <game>\n{}  </game>\n", fields(it, m, |k, v| format!("    <{k}>{v}</{k}>\n")))),
    ("XML's attributes", "<games>\n", "</games>\n", |it, m| format!("  <game{}/>\n", fields(it, m, |k, v| format!(" {k}=\"{v}\"")))),
    ("property list", "<plist><array>\n", "</array></plist>\n", |it, m| format!("<dict>{}</dict>\n", fields(it, m, |k, v| format!("<key>{k}</key>\n<string>{v}</string>\n")))),
    ("SQL", "", "", |it, m| format!("INSERT INTO games (white, black, result, moves) VALUES ({});\n", fields(it, m, |_, v| format!("'{v}', ")).trim_end_matches(", "))),
    ("SQL without names", "", "", |it, m| format!("INSERT INTO games VALUES (7, {});\n", fields(it, m, |_, v| format!("'{v}', ")).trim_end_matches(", "))),
    ("calls", "class Games {\n", "}\n", |it, m| format!("  Game game = new Game({});\n", fields(it, m, |_, v| format!("\"{v}\", ")).trim_end_matches(", "))),
    ("a map in Python", "GAMES = {\n", "}\n", |it, m| format!("  \"{} {}\": {{{}}},\n", it.white, it.uci.len(), fields(it, m, |k, v| format!("\"{k}\": \"{v}\", ")).trim_end_matches(", "))),
    ("SQL of a table", "CREATE TABLE games (white text, black text, result text, moves text);\nINSERT INTO games VALUES\n", ";\n",
        |it, m| format!("({}),\n", fields(it, m, |_, v| format!("'{v}', ")).trim_end_matches(", "))),
];

/// Asserts that these games, and no others, are read from a text, with their names and results if it has them.
pub fn assert_read(text: &str, records: &[Record], has_names: bool) {
    let output = run(&["--layout", "jsonl"], text);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}{text}");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let games: Vec<Value> = out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(games.len(), records.len(), "{said}{text}");
    for (game, record) in games.iter().zip(records) {
        let moves = game["moves"].as_array().expect("moves").iter().map(|it| it["uci"].as_str());
        assert!(moves.eq(record.uci.iter().map(|it| Some(&**it))), "{said}{text}");
        if has_names {
            let of = |name: &str| game["headers"][name].as_str();
            let expected = (Some(&*record.white), Some(&*record.black), Some(&*record.result));
            assert_eq!((of("White"), of("Black"), game["result"].as_str()), expected, "{said}{text}");
        }
    }
}

#[test]
fn records_in_any_syntax_are_whole() {
    let mut records = records();
    let [uci, san] = ["d2d4", "d4"].map(|it| vec![it.to_owned()]);
    let [white, black, result] = ["O. N. E.", "Ply", "1-0"].map(str::to_owned);
    records.insert(1, Record { white, black, result, uci, san });
    for (name, head, tail, syntax) in SYNTAXES {
        for moves in Moves::ALL {
            let all = records.iter().map(|it| syntax(it, &moves.text(it))).collect::<String>();
            assert_read(&format!("{head}{all}{tail}"), &records, true);
            // A move that is none is told.
            let moves = moves.texts(&records[3]);
            let one = format!(" {} ", moves[moves.len() - 2]);
            let mut wrong = all.clone();
            let at = all.rfind(&one).expect("the move") + 1;
            wrong.replace_range(at..at + one.trim().len(), "a1h8");
            let text = format!("{head}{wrong}{tail}");
            assert_eq!(run(&[], &text).status.code(), Some(1), "{name}: {text}");
        }
    }
}

#[test]
fn lists_of_moves_in_fields_are_whole() {
    let records = records();
    let listed = |texts: &[String], mark: &str| {
        texts.iter().map(|it| format!("{mark}{it}{mark}")).collect::<Vec<_>>().join(", ")
    };
    let squares = |it: &String| (it[..2].to_owned(), it[2..].to_owned());
    type Write<'a> = &'a dyn Fn(&Record, &[String]) -> String;
    let forms: [(&str, &str, Write<'_>); 12] = [
        ("games = [", "]", &|it, moves| {
            let Record { white, black, result, .. } = it;
            format!(
                "{{ white: '{white}', black: '{black}', result: '{result}', moves: [{}] }},\n",
                listed(moves, "'")
            )
        }),
        ("", "", &|it, moves| {
            let Record { white, black, result, .. } = it;
            format!(
                "[[games]]\nwhite = \"{white}\"\nblack = \"{black}\"\nresult = \"{result}\"\nmoves = [{}]\n",
                listed(moves, "\"")
            )
        }),
        ("games:\n", "", &|it, moves| {
            let Record { white, black, result, .. } = it;
            format!(
                "  - white: {white}\n    black: {black}\n    result: {result}\n    moves: [{}]\n",
                moves.join(", ")
            )
        }),
        ("", "", &|it, moves| {
            let Record { white, black, result, .. } = it;
            let moves = moves.iter().fold(String::new(), |all, it| all + "    - " + it + "\n");
            format!("- white: {white}\n  black: {black}\n  result: {result}\n  moves:\n{moves}")
        }),
        ("games:\n", "", &|it, moves| {
            let Record { white, black, result, .. } = it;
            let plies = moves.iter().enumerate();
            let plies = plies.fold(String::new(), |all, (n, it)| {
                format!("{all}      - {{n: {}, san: \"{it}\", t: \"0:9:00\"}}\n", n + 1)
            });
            format!(
                "  - players: {{white: \"{white}\", black: '{black}'}}\n    result: {result}\n    plies:\n{plies}"
            )
        }),
        ("<games>", "</games>\n", &|it, moves| {
            let moves = moves.iter().fold(String::new(), |all, it| format!("{all}<move>{it}</move>"));
            let Record { white, black, result, .. } = it;
            format!(
                "<game white=\"{white}\" black=\"{black}\"><result>{result}</result><moves>{moves}</moves></game>\n"
            )
        }),
        ("<games>", "</games>\n", &|it, _| {
            let moves = it.uci.iter().map(squares);
            let moves = moves
                .fold(String::new(), |all, (from, to)| format!("{all}<move from=\"{from}\" to=\"{to}\"/>"));
            let Record { white, black, result, .. } = it;
            format!(
                "<game white=\"{white}\" black=\"{black}\" result=\"{result}\"><moves>{moves}</moves></game>\n"
            )
        }),
        ("const games = [\n", "];\n", &|it, _| {
            let moves = it.uci.iter().map(squares);
            let moves = moves
                .fold(String::new(), |all, (from, to)| format!("{all}{{ from: '{from}', to: '{to}' }}, "));
            let Record { white, black, result, .. } = it;
            format!("{{ white: '{white}', black: '{black}', result: '{result}', moves: [{moves}] }},\n")
        }),
        ("CREATE TABLE games (id int);\n", "", &|it, moves| {
            let rows = moves.iter().enumerate();
            let row = |all: String, (n, text): (usize, &String)| {
                format!(
                    "{all}INSERT INTO moves (game_id, ply, move) VALUES ('{}', {}, '{text}');\n",
                    it.white,
                    n + 1
                )
            };
            rows.fold(String::new(), row)
        }),
        ("", "", &|it, moves| {
            let row = |all: String, (n, text): (usize, &String)| {
                format!("{all}insert into Move\nvalues\n('{}', {}, '{text}');\n", it.white, n + 1)
            };
            moves.iter().enumerate().fold(String::new(), row)
        }),
        ("", "", &|it, moves| {
            let row = |all: String, (n, plies): (usize, &[String])| {
                let black = plies.get(1).map_or("null".to_owned(), |it| format!("'{it}'"));
                format!(
                    "{all}INSERT INTO moves VALUES (7, {}, '{}', {black}, '{}');\n",
                    n + 1,
                    plies[0],
                    it.black
                )
            };
            moves.chunks(2).enumerate().fold(String::new(), row)
        }),
        ("[\n", "]\n", &|it, _| {
            let moves = it.uci.iter().map(squares);
            moves
                .map(|(from, to)| format!("{{\"from\": \"{from}\", \"to\": \"{to}\"}}"))
                .collect::<Vec<_>>()
                .join(",\n")
        }),
    ];
    for (n, (head, tail, write)) in forms.iter().enumerate() {
        for moves in [Moves::Bare, Moves::Uci] {
            let is_single = n == forms.len() - 1;
            let records = if is_single { &records[..1] } else { &records };
            let all = records.iter().map(|it| write(it, moves.texts(it))).collect::<String>();
            assert_read(&format!("{head}{all}{tail}"), records, n < 8);
        }
    }
}

#[test]
fn a_ply_on_each_line_is_read_behind_any_label() {
    let records = records();
    let record = &records[..1];
    let plies = record[0].uci.iter().map(|it| (&it[..2], &it[2..]));
    let labels: [(&str, &str); 9] = [
        ("", ""),
        ("{n}. ", "{n}. "),
        ("Move {n}: ", "Move {n}: "),
        ("White: ", "Black: "),
        ("White moves ", "Black moves "),
        ("> ", "> "),
        ("Enter your move: ", "Enter your move: "),
        ("move ", "move "),
        ("({n}) ", "({n}) "),
    ];
    let between = ["", " ", "-", " to ", ",", ", ", "->", " -> ", " → "];
    for (of_white, of_black) in labels {
        for sign in between {
            for upper in [false, true] {
                let mut text = String::new();
                for (n, (from, to)) in plies.clone().enumerate() {
                    let label = if n % 2 == 0 { of_white } else { of_black };
                    let ply = format!("{from}{sign}{to}");
                    let ply = if upper && !sign.contains("to") { ply.to_uppercase() } else { ply };
                    let _ = writeln!(text, "{}{ply}", label.replace("{n}", &(n + 1).to_string()));
                }
                assert_read(&text, record, false);
            }
        }
        let mut text = String::new();
        for (n, san) in record[0].san.iter().enumerate() {
            let label = if n % 2 == 0 { of_white } else { of_black };
            let _ = writeln!(text, "{}{san}", label.replace("{n}", &(n + 1).to_string()));
        }
        assert_read(&text, record, false);
    }
}

/// Lists in fields that have one value are told; those of notes are comments.
#[test]
fn lists_in_other_fields_are_kept_or_told() {
    for (open, close) in [("{ white: 'A', ", "}"), ("[{\"white\": \"A\", ", "}]")] {
        let quoted =
            |text: &str| if open.starts_with('[') { text.replace('\'', "\"") } else { text.to_owned() };
        let fields =
            quoted("'black': 'B', 'result': ['1-0'], 'moves': 'e4 e5', 'notes': ['One note', 'Another']");
        let text = format!("{open}{fields} {close}\n");
        let output = run(&[], &text);
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(out.contains("One note") && out.contains("Another"), "{text}{out}");
        assert!(said.contains("result is not read"), "{text}{said}");
    }
}

/// Moves in an object that is no game are told.
#[test]
fn moves_of_no_game_are_told() {
    for inner in ["variations: [{ moves: 'd4 d5 c4' }]", "other: { moves: 'd4 d5 c4' }"] {
        let text = format!("{{ white: 'A', moves: 'e4 e5', {inner} }}\n");
        assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
    }
}

/// What is said of each ply comes out behind it, and words in other fields may mention moves.
#[test]
fn plies_with_remarks_are_whole() {
    let records = records();
    let plies = |it: &Record| {
        let ply = |(n, (uci, san)): (usize, (&String, &String))| {
            let number = format!("{}.{}", n / 2 + 1, if n % 2 == 0 { " " } else { ".. " });
            let (from, to) = (&uci[..2], &uci[2..4]);
            let promotion = uci.get(4..5).map_or(String::new(), |it| format!("promotion: \"{it}\", "));
            format!(
                "    {{ from: \"{from}\", to: \"{to}\", {promotion}notation: \"{number}{san}\", comment: \"Ply {n}, rather than 3...Qe7.\" }},\n"
            )
        };
        it.uci.iter().zip(&it.san).enumerate().map(ply).collect::<String>()
    };
    let game = |it: &Record| {
        let Record { white, black, result, .. } = it;
        let intro = "After 1. e4 e5 this was new.";
        format!(
            "  {{\n    white: \"{white}\", black: \"{black}\", result: \"{result}\", intro: \"{intro}\",\n    moves: [\n{}]}},\n",
            plies(it)
        )
    };
    let text = format!("const games = [\n{}];\n", records.iter().map(game).collect::<String>());
    assert_read(&text, &records, true);
    let out = String::from_utf8(run(&["-t", "uci"], &text).stdout).expect("UTF-8");
    assert!(
        out.replace('\n', " ").contains(&format!("{} {{Ply 0, rather than 3...Qe7.}}", records[0].uci[0])),
        "{out}"
    );
    // A ply that is none is told.
    let wrong = text.replacen("from: \"e7\"", "from: \"a1\"", 1);
    assert_ne!(text, wrong);
    assert_eq!(run(&[], &wrong).status.code(), Some(1), "{wrong}");
}

/// The values of rows show what they are where no heading says so.
#[test]
fn rows_without_a_heading_are_whole() {
    let records = records();
    for moves in Moves::ALL {
        for separator in [",", ";", "\t"] {
            let row = |it: &Record| {
                let cells = [&*it.white, &it.black, &it.result, "2026-11-28", &moves.text(it)];
                cells.map(|it| format!("\"{it}\"")).join(separator) + "\n"
            };
            assert_read(&records.iter().map(row).collect::<String>(), &records, true);
        }
    }
    // A side's name among the values is no heading above a game.
    for separator in [";", "\t"] {
        let row = |it: &Record| ["control", "BLACK", &Moves::Numbered.text(it)].join(separator) + "\n";
        assert_read(&records.iter().map(row).collect::<String>(), &records, false);
    }
    // Other words may look like names.
    let row = |it: &Record| {
        let Record { white, black, result, .. } = it;
        format!("Tata Steel,Wijk aan Zee,\"{white}\",\"{black}\",{result},{}\n", Moves::Numbered.text(it))
    };
    assert_read(&records.iter().map(row).collect::<String>(), &records, true);
}

/// One sign may set moves apart, in records of any kind.
#[test]
fn moves_set_apart_by_a_sign_are_whole() {
    let records = records();
    for sign in [";", "|", " | ", "/", "_", ","] {
        for moves in [Moves::Bare, Moves::Uci] {
            let moves = |it: &Record| moves.texts(it).join(sign);
            let table =
                |it: &Record| format!("\"{}\",\"{}\",{},\"{}\"\n", it.white, it.black, it.result, moves(it));
            let rows = records.iter().map(table).collect::<String>();
            assert_read(&format!("white,black,result,moves\n{rows}"), &records, true);
            for (open, names) in [("[\n", ": "), ("$games = [\n", " => ")] {
                let object = |it: &Record| {
                    let field = |name: &str, value: &str| format!("\"{name}\"{names}\"{value}\"");
                    let fields = [
                        field("white", &it.white),
                        field("black", &it.black),
                        field("result", &it.result),
                        field("moves", &moves(it)),
                    ];
                    format!("  {{{}}}", fields.join(", "))
                };
                let objects: Vec<String> = records.iter().map(object).collect();
                assert_read(&format!("{open}{}\n]\n", objects.join(",\n")), &records, true);
            }
        }
    }
}

/// Words that only look like fields are kept.
#[test]
fn words_behind_a_colon_are_no_value_of_a_program() {
    let text = "A text.\n\n**Opening:** Rubinstein | **Result:** 1-0 | **x**\n\n*PGN:*\n\n```\n1. d4 Nf6 2. Bf4 g6 3. e3 Bg7 1-0\n```\n\nMore words here.\n";
    let output = run(&[], text);
    let out = String::from_utf8_lossy(&output.stdout);
    for words in ["A text.", "**Opening:** Rubinstein", "*PGN:*", "More words here."] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(!out.contains("[Opening \"1-0\"]"), "{out}");
    let text = "type Board struct {\n  game string\n}\nevent = %Event{\n  name: \"x\"\n}\nplay(\"1. d4 Nf6 2. Bf4 g6 3. e3 Bg7\")\n";
    let out = run(&[], text).stdout;
    assert!(!String::from_utf8_lossy(&out).contains("[Event \""), "{}", String::from_utf8_lossy(&out));
}

/// What a program says of a game in a string is no part of it, though the moves would go on.
#[test]
fn a_game_in_a_string_ends_with_it() {
    const MOVES: &str = "1. Nf3 c5 2. c4 Nf6 3. Nc3 Nc6 4. d4 cxd4 5. Nxd4 e6";
    for (open, close) in [("\"\"\"\n", "\"\"\""), ("\"", "\""), ("'", "'")] {
        let text = format!(
            "# Report\n\n```java\nvar pgn = {open}{MOVES}{close};\nprint(pgn);\n```\n\nOutput:\n```\nValid claims ahead:\n6. g3\n\nThreefolds:\n12...Kf8\n\nNone:\n```\n"
        );
        let output = run(&["--layout", "jsonl"], &text);
        let game: Value = serde_json::from_slice(&output.stdout).expect("a game");
        assert_eq!(
            (game["moves"].as_array().map(Vec::len), output.status.code()),
            (Some(10), Some(0)),
            "{text}"
        );
        assert!(game.to_string().contains("6. g3"), "{game}");
    }
}

/// Nobody knows what the columns of a database are called.
#[test]
fn squares_in_rows_are_plies_whatever_their_columns_are_called() {
    let records = records();
    for names in
        ["", " (id, game, n, side, man, start_sq, target_sq)", " (`a`, `b`, `ply`, `c`, `d`, `e`, `f`)"]
    {
        let mut text = format!("INSERT INTO moves{names} VALUES\n");
        for (game, record) in records.iter().enumerate() {
            for (n, ply) in record.uci.iter().enumerate() {
                let side = ["WHITE", "BLACK"][n % 2];
                let _ = writeln!(
                    text,
                    "({}, {game}, {}, '{side}', 'P', '{}', '{}'),",
                    9000 + n,
                    n + 1,
                    &ply[..2],
                    &ply[2..]
                );
            }
        }
        let text = text.trim_end().trim_end_matches(',').to_owned() + ";\n";
        assert_read(&text, &records, false);
        let wrong = text.replacen(
            &format!("'{}', '{}'", &records[0].uci[8][..2], &records[0].uci[8][2..]),
            "'a1', 'h8'",
            1,
        );
        assert_eq!(run(&[], &wrong).status.code(), Some(1), "{wrong}");
    }
}

/// The moves of a row in an object or element of its own, by their sides.
#[test]
fn moves_by_side_are_plies() {
    let rows = [("e4", "c5"), ("Nf3", "Nc6"), ("d4", "cxd4")];
    let all = |of: &dyn Fn(usize, &str, &str) -> String| -> String {
        rows.iter().enumerate().map(|(n, row)| of(n + 1, row.0, row.1)).collect()
    };
    let json = |names: [&str; 2]| {
        let rows = all(&|n, w, b| format!(r#"{{"no":{n},"{}":"{w}","{}":"{b}"}},"#, names[0], names[1]));
        format!(r#"{{"result":"1-0","moves":[{}]}}"#, rows.trim_end_matches(','))
    };
    let xml = all(&|n, w, b| format!("<move no=\"{n}\"><w>{w}</w><b>{b}</b></move>\n"));
    let yaml = all(&|n, w, b| format!("  - no: {n}\n    w: {w}\n    b: {b}\n"));
    for text in [
        json(["w", "b"]),
        json(["white", "black"]),
        format!("<game result=\"1-0\">\n<players><one>A</one></players>\n{xml}</game>\n"),
        format!("<game result=\"1-0\">\n<moves>\n{xml}</moves>\n</game>\n"),
        format!("result: 1-0\nwhite: A\nmoves:\n{yaml}"),
    ] {
        let output = run(&["--no-comments"], &text);
        let read = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(read.trim_end().ends_with("1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 1-0"), "{text}: {read}");
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
    let output = run(&[], r#"{"white":"A","moves":[{"white":"e4","black":"e5","comment":"good"}]}"#);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("the field comment is not read"), "{told}");
}
