//! A game in what people keep games in: consoles, chats, logs of engines, lists, documents.

use std::fmt::Write as _;

use shakmaty::{Chess, EnPassantMode, Position, fen::Fen, uci::UciMove};

use crate::{
    fields::{Record, assert_read, records},
    support::run,
};

/// A game with the position after each ply in FEN.
struct Game {
    record: Record,
    positions: Vec<String>,
}

fn game() -> Game {
    let record = records().swap_remove(0);
    let mut position = Chess::default();
    let play = |it: &String| {
        let uci: UciMove = it.parse().expect("UCI");
        position.play_unchecked(uci.to_move(&position).expect("a legal move"));
        Fen::from_position(&position, EnPassantMode::Legal).to_string()
    };
    let positions = record.uci.iter().map(play).collect();
    Game { record, positions }
}

/// Draws the board of a FEN, with this sign for empty squares.
fn board(fen: &str, empty: &str) -> String {
    let ranks = fen.split(' ').next().unwrap_or_default().split('/');
    let square = |it: char| match it.to_digit(10) {
        Some(count) => vec![empty.to_owned(); count as usize],
        None => vec![it.to_string()],
    };
    ranks.map(|it| it.chars().flat_map(square).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// Writes what is around a ply, with its index and SAN, UCI and the position behind it.
type AroundPly = fn(usize, &str, &str, &str) -> String;

#[rustfmt::skip]
const LINES: [(&str, AroundPly); 15] = [
    ("consoles", |n, san, _, fen| match n % 2 {
        0 => format!("White ({}) : {san}\n{}. {san}\n\n{}\nThinking...\n", n / 2 + 1, n / 2 + 1, board(fen, ".")),
        _ => format!("{}\nMy move is : {san}\n", board(fen, ".")),
    }),
    ("boards", |_, san, _, fen| format!("{san}\n{}\n", board(fen, "."))),
    ("positions", |_, san, _, fen| format!("{san}\n{fen}\n")),
    ("boards with numbers", |n, _, uci, fen| format!("{}> {uci}\n{}  a b c d e f g h\n", n + 1, board(fen, "-"))),
    ("talk", |n, san, _, _| format!("{}: {san}\n{}", ["anna", "hans"][n % 2], if n % 7 == 3 { "anna: well played\n" } else { "" })),
    ("times", |n, san, _, _| format!("{}({}): {san}\n              time used: {}.{}\n", ["White", "Black"][n % 2], n / 2 + 1, n % 7, n % 9)),
    ("xboard", |n, _, uci, _| format!("{} {}{uci}\n", n * 1000, ["<first : move ", ">first : "][n % 2])),
    ("a log", |n, _, uci, _| format!("10:00:{:02}.123 DEBUG Engine played {uci} in {} ms, eval {}\n", n % 60, n * 7 % 50, n as i32 * 3 - 20)),
    ("a log with other lines", |n, _, uci, _| format!("[{n}] waiting for {}\n[{n}] got {uci}, ok\n", ["white", "black"][n % 2])),
    ("an engine", |n, _, uci, _| format!("go movetime 100\ninfo depth {} score cp {}\nbestmove {uci}\n", n % 5 + 7, n as i32 * 5 - 60)),
    ("objects", |n, san, _, _| format!("{{\"n\": {}, \"c\": \"{}\", \"m\": \"{san}\"}}\n", n / 2 + 1, ["w", "b"][n % 2])),
    ("calls with results", |n, _, uci, _| format!("play({}) -> {uci}: ok\n", n + 1)),
    ("heads of messages", |n, san, _, _| format!("{} said\n{san}\n\n", ["Anna", "Bob"][n % 2])),
    ("times of messages", |n, san, _, _| format!("{} 12:{:02}\n{san}\n", ["Anna", "Bob"][n % 2], n % 60)),
    ("answers", |n, san, _, _| format!("{}{san}\n", ["Your move? ", "I play "][n % 2])),
];

#[test]
fn plies_among_other_lines_are_whole() {
    let Game { record, positions } = game();
    let write = |around: AroundPly, uci: &[String]| -> String {
        let plies = record.san.iter().zip(uci).zip(&positions).enumerate();
        plies.map(|(n, ((san, uci), fen))| around(n, san, uci, fen)).collect()
    };
    for (name, around) in LINES {
        let text = write(around, &record.uci);
        let text = if name == "objects" { format!("[{}]", text.trim_end().replace('\n', ",")) } else { text };
        assert_read(&text, std::slice::from_ref(&record), false);
        assert_read(&text.replace('\n', "\r\n"), std::slice::from_ref(&record), false);
    }
    // A move that is none is told.
    let mut wrong = record.uci.clone();
    let middle = wrong.len() / 2;
    wrong[middle] = "a1h8".to_owned();
    for (name, around) in LINES.into_iter().filter(|it| it.1(0, "", "[uci]", "").contains("[uci]")) {
        let text = write(around, &wrong);
        assert_eq!(run(&[], &text).status.code(), Some(1), "{name}: {text}");
    }
}

#[test]
fn the_last_reply_of_an_engine_is_a_ply_of_its_game() {
    let Game { record, .. } = game();
    for prefix in ["", "12 >A: "] {
        // Both sides' moves are replies, or only Black's.
        for step in [1, 2] {
            let mut log = String::from("uci\nuciok\nisready\nreadyok\n");
            let count = record.uci.len() / 2 * 2;
            for n in (step - 1..count).step_by(step) {
                let moves = record.uci[..n].join(" ");
                let moves = if n == 0 { String::new() } else { format!(" moves {moves}") };
                let _ = write!(
                    log,
                    "{prefix}position startpos{moves}\n{prefix}go\n{prefix}bestmove {}\n",
                    record.uci[n]
                );
            }
            let whole = Record { uci: record.uci[..count].to_vec(), ..record.clone() };
            assert_read(&log, &[whole], false);
        }
    }
}

/// The result of a log stands behind its time and sender.
#[test]
fn the_result_of_a_log_is_that_of_its_game() {
    let Game { record, .. } = game();
    let mut log = String::from("1200 <first : feature done=1\n1201 >first : new\n");
    for (n, uci) in record.uci.iter().enumerate() {
        let line = if n % 2 == 0 { ">first : usermove" } else { "<first : move" };
        let _ = writeln!(log, "{} {line} {uci}", 1300 + 10 * n);
        if n % 2 == 0 {
            let _ = writeln!(log, "{} <first : 5 -9 3 420 h7h6 a2a3", 1305 + 10 * n);
        }
    }
    let _ = writeln!(log, "9999 >first : result {} {{the end}}", record.result);
    assert_read(&log, std::slice::from_ref(&record), false);
    let said = run(&["--layout", "jsonl"], &log).stdout;
    assert!(String::from_utf8_lossy(&said).contains(&format!("\"result\":\"{}\"", record.result)), "{log}");
}

/// Writes a game with names and result: these, the numbered moves, and its rows.
type Document = fn(&Record, &str, &[String]) -> String;

#[rustfmt::skip]
const DOCUMENTS: [(&str, Document); 27] = [
    ("a table of Markdown", |it, _, rows| format!("### {} vs {}: {}\n\n| # | White | Black |\n|---|---|---|\n{}", it.white, it.black, it.result, cells(rows, "| ", " | ", " |"))),
    ("a table with rules", |it, _, rows| format!("{} - {} {}\n+-----+---+---+\n| No. | White | Black |\n+-----+---+---+\n{}+-----+---+---+\n", it.white, it.black, it.result, cells(rows, "| ", " | ", " |"))),
    ("a table with rules and a row of the result", |it, _, rows| format!("{} - {}\n\n+----+---+---+\n| No | White | Black |\n+====+===+===+\n{}+----+---+---+\n| Agreed. {} |\n+------------+\n", it.white, it.black, cells(rows, "| ", " | ", " |"), it.result)),
    ("a table below its rule", |it, _, rows| format!("+----+---+---+\n| No | White | Black |\n|    | {} | {} |\n+----+---+---+\n{}+----+---+---+\n|    | {}  |   |\n", it.white, it.black, cells(rows, "| ", " | ", " |"), it.result)),
    ("a list of a wiki", |it, _, _| format!("{} - {} {}\n\n{}", it.white, it.black, it.result, pairs(it, |_, w, b| format!("#{w} {b}\n")))),
    ("a list of each side", |it, _, _| {
        let side = |n: usize| it.san.iter().skip(n).step_by(2).map(String::as_str).collect::<Vec<_>>().join(", ");
        format!("{} - {} {}\n\nWHITE: {}\nBLACK: {}\n", it.white, it.black, it.result, side(0), side(1))
    }),
    ("lists in YAML", |it, _, _| format!("---\nwhite: {}\nblack: {}\nresult: \"{}\"\nmoves:\n{}---\n\nA fine game.\n", it.white, it.black, it.result, pairs(it, |n, w, b| format!("  {n}: [{w}, {b}]\n")).replace(", ]", "]"))),
    ("items in YAML", |it, _, _| format!("---\nwhite: {}\nblack: {}\nresult: \"{}\"\nmoves:\n{}...\n", it.white, it.black, it.result, pairs(it, |_, w, b| format!("  - [\"{w}\", \"{b}\"]\n")).replace(", \"\"]", "]"))),
    ("a table of Org", |it, _, rows| format!("* {} - {} {}\n|---+---+---|\n| Nr | White | Black |\n|---+---+---|\n{}|---+---+---|\n", it.white, it.black, it.result, cells(rows, "| ", " | ", " |"))),
    ("a table of reStructuredText", |it, _, rows| format!("{} - {} {}\n=====\n\n=== ===\nNo White Black\n=== ===\n{}=== ===\n", it.white, it.black, it.result, cells(rows, "", "  ", ""))),
    ("code in Markdown", |it, moves, _| format!("# {} vs {}\n\n```\n{moves} {}\n```\n", it.white, it.black, it.result)),
    ("LaTeX", |it, moves, _| format!("\\documentclass{{article}}\n\\begin{{document}}\n\\section{{{} -- {}}}\n\\newgame\n\\mainline{{{moves}}}\n\nA fine game. \\textbf{{{}}}\n\\end{{document}}\n", it.white, it.black, it.result)),
    ("LaTeX in parts", |it, _, rows| format!("\\section*{{{} -- {}, {}}}\n{}", it.white, it.black, it.result, rows.chunks(4).map(|it| format!("\\mainline{{{}}}\n\nWords.\n\\chessboard\n", it.join(" "))).collect::<String>())),
    ("added lines", |it, moves, _| format!("@@ -0,0 +1,9 @@\n{}", tagged(it, moves).lines().map(|it| format!("+{it}\n")).collect::<String>())),
    ("quoted-printable text", |it, moves, _| format!("Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{}", tagged(it, &moves.replacen(". ", ". =\n", 9)))),
    ("the source of a page", |it, moves, _| tagged(it, moves).replace('"', "&quot;")),
    ("an attribute", |it, moves, _| format!("<p>A game.</p>\n<div class=\"viewer\" data-pgn=\"{}\"></div>\n", tagged(it, moves).replace('\n', " ").replace('"', "&quot;"))),
    ("numbered lines", |it, moves, _| before_lines(&tagged(it, &moves.replace(". ", ".\n")), |n| format!("{n:5}  "))),
    ("a log", |it, moves, _| before_lines(&tagged(it, &moves.replace(". ", ".\n")), |n| format!("2021-03-04 10:00:{:02} INFO [main] game: ", n % 60))),
    ("comments of a program", |it, moves, _| before_lines(&format!("{} - {}\n{} {}\n", it.white, it.black, moves.replacen(" 3. ", " 3.\n", 1), it.result), |_| ";; ".to_owned())),
    ("a table of LaTeX", |it, _, rows| format!("\\textbf{{{} -- {}}} {}\n\\begin{{tabular}}{{rll}}\n{}\\end{{tabular}}\n", it.white, it.black, it.result, cells(rows, "", " & ", " \\\\"))),
    ("dashes between", |it, moves, _| format!("{} - {}\n\n{} {}\n", it.white, it.black, moves.split(". ").map(|it| it.replacen(' ', " - ", 1)).collect::<Vec<_>>().join(".\n"), it.result)),
    ("numbers and moves in cells", |it, _, _| format!("{} - {} {}\n\n{}", it.white, it.black, it.result, pairs(it, |n, white, black| format!("| {n}. {white} {black} |\n")))),
    ("numbers in White's cells", |it, _, _| format!("{} - {} {}\n\n{}", it.white, it.black, it.result, pairs(it, |n, white, black| format!("| {n}. {white} | {black} |\n")))),
    ("numbers in all cells", |it, _, _| format!("{} - {} {}\n\n{}", it.white, it.black, it.result, pairs(it, |n, white, black| if black.is_empty() { format!("| {n}. {white} | |\n") } else { format!("| {n}. {white} | {n}. {black} |\n") }))),
    ("Black's move and White's next", |it, _, _| format!("{} - {} {}\n\n{}\n", it.white, it.black, it.result, pairs(it, |n, white, black| if black.is_empty() { format!("{n}. {white}\n") } else { format!("{n}. {white}\n\n{n}. {black} ") }))),
    ("commands", |it, _, rows| format!("White: {}\nBlack: {}\n\n{}\nresult {}\n", it.white, it.black, rows.join("\n"), it.result)),
];

fn pairs(record: &Record, row: impl Fn(usize, &str, &str) -> String) -> String {
    let of_pair = |(n, pair): (usize, &[String])| row(n + 1, &pair[0], pair.get(1).map_or("", |it| it));
    record.san.chunks(2).enumerate().map(of_pair).collect()
}

fn tagged(record: &Record, moves: &str) -> String {
    let Record { white, black, result, .. } = record;
    format!(
        "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n"
    )
}

fn before_lines(text: &str, prefix: impl Fn(usize) -> String) -> String {
    text.lines().enumerate().map(|(n, it)| format!("{}{it}\n", prefix(n + 1))).collect()
}

fn cells(rows: &[String], open: &str, between: &str, close: &str) -> String {
    let cells = |it: &String| it.replace('.', "").split(' ').collect::<Vec<_>>().join(between);
    rows.iter().map(|it| format!("{open}{}{close}\n", cells(it))).collect()
}

#[test]
fn documents_keep_names_and_results() {
    for record in records() {
        let rows: Vec<String> =
            record.san.chunks(2).enumerate().map(|(n, it)| format!("{}. {}", n + 1, it.join(" "))).collect();
        for (name, write) in DOCUMENTS {
            let record =
                Record { white: "Anna Lee".to_owned(), black: "Hans Roth".to_owned(), ..record.clone() };
            let text = write(&record, &rows.join(" "), &rows);
            let out = run(&["--layout", "jsonl"], &text);
            assert_eq!(out.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&out.stderr));
            assert_read(&text, &[record], true);
        }
    }
}

/// The marks of strings that may have quotation marks in them, behind what stands before them.
const RAW: [(&str, &str); 13] = [
    ("const PGN: &str = r#\"", "\"#;"),
    ("    let pgn = br##\"", "\n\"##;"),
    ("let pgn = #\"", "\"#"),
    ("const char *pgn = R\"(", ")\";"),
    ("auto pgn = u8R\"x(\n", "\n)x\"s;"),
    ("pgn <- r\"---(", ")---\""),
    ("local pgn = [[", "]]"),
    ("local pgn = [=[\n", "\n]=]"),
    ("let pgn = {|", "|}"),
    ("let pgn = {x|", "|x}"),
    ("pgn = [r|", "|]"),
    ("def pgn = $/", "/$"),
    ("const pgn = String.raw`", "`;"),
];

#[test]
fn games_in_raw_strings_are_whole() {
    let records = records();
    for (open, close) in RAW {
        let string = |it: &Record| {
            let rows = it.san.chunks(2).enumerate().map(|(n, it)| format!("{}. {}\n", n + 1, it.join(" ")));
            let game = tagged(it, &rows.collect::<String>());
            format!("{open}{}{close}\ncheck(pgn.len() > 5);\n", game.trim_end())
        };
        assert_read(&records.iter().map(string).collect::<String>(), &records, true);
    }
}

#[test]
fn a_position_in_latex_begins_a_game() {
    const FEN: &str = "r5k1/1b1p1ppp/p7/1p1Q4/2p1r3/PP4Pq/BBP2b1P/R4R1K w - - 0 20";
    for head in [
        format!("\\newgame\n\\fenboard{{{FEN}}}\n\\showboard\n"),
        format!("\\newchessgame[setfen={FEN}, moveid=20w]\n"),
        format!("\\newchessgame[white=Anna, setfen={{{FEN}}}]\n"),
    ] {
        let text = format!(
            "\\section{{A game}}\n\nWords.\n\n{head}\\mainline{{20.Qxe4 Bxe4+}}\n\n\\chessboard[setfen=8/8/8/8/8/8/8/K1k5 w - - 0 1]\n"
        );
        let output = run(&["--layout", "jsonl"], &text);
        let game: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a game");
        let found = (&game["fen"], game["moves"].as_array().map(Vec::len), output.status.code());
        assert_eq!(found, (&serde_json::Value::from(FEN), Some(2), Some(0)), "{text}");
    }
}

/// The sign before a heading is none of mate.
#[test]
fn a_heading_behind_a_move_is_no_mark() {
    let section = |moves: &str| format!("# {moves}\n## The Gambit\n\nText of this kind.\n\n");
    let output = run(&[], [section("1. d4 d5 2. c4"), section("1. d4 d5 2. c4 dxc4")].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("1. d4 d5 2. c4").count(), 2);
}

#[test]
fn a_result_behind_its_label_stands_anywhere_in_a_heading() {
    let words = "Words of a long paragraph, which is none of a heading. ".repeat(4);
    let head = "**Opening:** Giuoco Piano | **Result:** 1-0 (Time) | **Time Control:** 10 min Rapid | **Unrated** | **Event:** Club Night";
    let output = run(&[], format!("{head}\n\n{words}\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\n\nIt went on.\n"));
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("[Result \"1-0\"]") && out.trim_end().ends_with("1-0"), "{out}");
    assert!(out.contains("[Opening \"Giuoco Piano\"]"), "{out}");
}

/// Games stand below other words in a string, such as the description of a video.
#[test]
fn games_below_words_in_a_string_are_whole() {
    let records = records();
    let game = |(n, it): (usize, &Record)| {
        let rows = it.san.chunks(2).enumerate().map(|(n, it)| format!("{}.{}", n + 1, it.join(" ")));
        let moves = rows.collect::<Vec<_>>().join(" ");
        format!(
            "GAME {}\\n{} - {}\\nBerlin, 2024.01.16\\n\\n{moves} {}\\n\\n",
            n + 1,
            it.white,
            it.black,
            it.result
        )
    };
    let games = records.iter().enumerate().map(game).collect::<String>();
    let text = format!(
        "{{\n  \"id\": \"x7\",\n  \"video\": {{\n    \"title\": \"A day of \\\"chess\\\"\",\n    \"text\": \"Look here! https://example.org\\n\\n{games}\"\n  }}\n}}\n"
    );
    assert_read(&text, &records, true);
}

/// Writes the moves of a game by themselves.
type Bare = fn(&Record) -> String;

#[rustfmt::skip]
const BARE: [(&str, Bare); 13] = [
    ("semicolons between rows", |it| it.san.chunks(2).map(|it| it.join(" ")).collect::<Vec<_>>().join("; ")),
    ("arrows", |it| it.san.join(" -> ")),
    ("long arrows", |it| it.san.join(" → ")),
    ("strokes", |it| it.san.join("/")),
    ("strokes between squares", |it| it.uci.join("/")),
    ("strokes between rows", |it| it.san.chunks(2).map(|it| it.join(" ")).collect::<Vec<_>>().join(" / ")),
    ("bars", |it| it.san.join(" | ")),
    ("items of a list", |it| it.san.iter().map(|it| format!("- {it}\n")).collect()),
    ("items of YAML", |it| format!("moves:\n{}", it.san.iter().map(|it| format!("  - {it}\n")).collect::<String>())),
    ("degrees", |it| pairs(it, |n, white, black| format!("{n}° {white} {black}\n"))),
    ("ordinals", |it| pairs(it, |n, white, black| format!("{n}º {white} {black}\n"))),
    ("plies of CSV", |it| format!("ply,move\n{}", it.san.iter().zip(1..).map(|(it, n)| format!("{n},{it}\n")).collect::<String>())),
    ("plies of CSV by side", |it| format!("Number;Color;Move\n{}", it.san.iter().enumerate().map(|(n, it)| format!("{};{};{it}\n", n / 2 + 1, ["white", "black"][n % 2])).collect::<String>())),
];

#[test]
fn bare_games_are_whole_whatever_separates_their_moves() {
    let Game { record, .. } = game();
    let bare = Record { white: String::new(), black: String::new(), ..record };
    for (name, write) in BARE {
        let text = write(&bare);
        let read = run(&["-t", "uci", "--layout", "moves"], text.as_bytes());
        let plies =
            String::from_utf8_lossy(&read.stdout).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let plies: Vec<String> =
            plies.into_iter().filter(|it| !["1-0", "0-1", "1/2-1/2", "*"].contains(&&**it)).collect();
        assert_eq!((plies, read.status.code()), (bare.uci.clone(), Some(0)), "{name}: {text}");
        // A move that is none is told.
        let mut wrong = bare.clone();
        let middle = wrong.san.len() / 2;
        (wrong.san[middle], wrong.uci[middle]) = ("Qa1xh8".to_owned(), "a1h8".to_owned());
        assert_eq!(run(&[], write(&wrong)).status.code(), Some(1), "{name}: {}", write(&wrong));
    }
}

/// A wrong move and the one after it are no note, even if the next is legal without them.
#[test]
fn wrong_moves_of_a_list_are_told() {
    let san = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Qh8", "Re1", "b5"];
    for text in [
        format!("[\"{}\"]\n", san.join("\",\"")),
        format!("ply,move\n{}", san.iter().zip(1..).map(|(it, n)| format!("{n},{it}\n")).collect::<String>()),
        "5254 5755 7163 2836 6125 1716 2514 7866 5171 4188 6151 2725\n".replace(' ', "\n"),
    ] {
        assert_eq!(run(&[], &text).status.code(), Some(1), "{text}");
    }
}
