//! Games as records: JSON and tables of lichess, chess.com and well-known data sets; scoresheets in spreadsheets and from recognisers.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::{converted, dice::Dice, run};

/// Returns the games as JSON lines, the messages, and the exit status.
fn read(input: impl AsRef<[u8]>) -> (Vec<Value>, String, Option<i32>) {
    let output = run(&["-t", "san", "--layout", "jsonl"], input);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let games = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (games, String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

fn sans(game: &Value) -> String {
    let moves = game["moves"].as_array().expect("moves");
    moves.iter().map(|it| it["san"].as_str().expect("SAN")).collect::<Vec<_>>().join(" ")
}

/// Asserts the tags that are listed, the moves and the result of the first game, without an error.
fn assert_game(input: impl AsRef<[u8]>, tags: &[(&str, &str)], moves: &str, result: &str) {
    let (games, said, status) = read(&input);
    let input = String::from_utf8_lossy(input.as_ref()).into_owned();
    assert_eq!(status, Some(0), "{input}: {said}");
    let game = games.first().expect("a game");
    assert_eq!((sans(game).as_str(), game["result"].as_str()), (moves, Some(result)), "{input}: {said}");
    for (name, value) in tags {
        assert_eq!(game["headers"][*name].as_str(), Some(*value), "{name} of {input}");
    }
}

#[test]
fn games_of_servers() {
    let lichess = json!({
        "id": "q7ZvsdUF", "rated": true, "variant": "standard", "speed": "blitz", "createdAt": 1_514_505_150_384_u64, "status": "draw",
        "players": {
            "white": { "user": { "name": "Lance5500", "title": "LM", "id": "lance5500" }, "rating": 2389, "ratingDiff": 4 },
            "black": { "user": { "name": "TryingHard87", "id": "tryinghard87" }, "rating": 2498, "ratingDiff": -4 },
        },
        "opening": { "eco": "D31", "name": "Semi-Slav", "ply": 7 }, "moves": "d4 d5 c4", "clock": { "initial": 300, "increment": 3 },
    });
    let tags = [
        ("White", "Lance5500"),
        ("Black", "TryingHard87"),
        ("WhiteElo", "2389"),
        ("BlackRatingDiff", "-4"),
        ("WhiteTitle", "LM"),
        ("Result", "1/2-1/2"),
        ("Date", "2017.12.28"),
        ("UTCTime", "23:52:30"),
        ("ECO", "D31"),
        ("Opening", "Semi-Slav"),
        ("TimeControl", "300+3"),
        ("Id", "q7ZvsdUF"),
        ("Speed", "blitz"),
    ];
    assert_game(lichess.to_string(), &tags, "d4 d5 c4", "1/2-1/2");
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    let chess960 =
        json!({ "variant": "chess960", "initialFen": fen, "winner": "black", "moves": "d4 d5 Nd3" });
    assert_game(chess960.to_string(), &[("Variant", "Chess960"), ("FEN", fen)], "d4 d5 Nd3", "0-1");
    let pgn = "[Event \"Live\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:02:59]} 1... e5 1-0\n";
    let of_chess_com = json!({ "games": [{
        "url": "https://www.chess.com/game/live/5", "pgn": pgn, "time_control": "180", "rules": "chess",
        "initial_setup": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "white": { "rating": 1612, "result": "win", "username": "A" }, "black": { "rating": 1538, "result": "resigned", "username": "B" },
    }] });
    let tags = [
        ("Event", "Live"),
        ("White", "A"),
        ("WhiteElo", "1612"),
        ("Url", "https://www.chess.com/game/live/5"),
        ("TimeControl", "180"),
    ];
    assert_game(of_chess_com.to_string(), &tags, "e4 e5", "1-0");
    let (games, ..) = read(of_chess_com.to_string());
    assert_eq!(
        (&games[0]["fen"], games[0]["tags"].as_array().map(Vec::len)),
        (&Value::Null, Some(10)),
        "each is said once"
    );
}

#[test]
fn records_among_words() {
    let game = json!({ "white": "Anna", "black": "Bert", "moves": "f3 e5 g4 Qh4#", "winner": "black" });
    let lines = serde_json::to_string_pretty(&json!({ "page": 1, "games": [game, game] })).expect("JSON");
    for text in [
        format!("module.exports = {lines};\n"),
        format!("# Games\n\nSuch as:\n```\n{lines}\n```\nAnd so on.\n"),
        format!("12:01 INFO {game}\n12:02 INFO {game}\n"),
    ] {
        let (games, said, status) = read(&text);
        assert_eq!((games.len(), status), (2, Some(0)), "{text}: {said}");
        for game in &games {
            assert_eq!(
                (sans(game).as_str(), game["result"].as_str()),
                ("f3 e5 g4 Qh4#", Some("0-1")),
                "{text}"
            );
            assert_eq!(game["headers"]["Black"].as_str(), Some("Bert"), "{text}");
        }
    }
    // Moves among the words are none of them.
    let (_, said, status) = read(format!("Before: 1. e4 e5 2. Nf3\n{game}\n"));
    assert_eq!(status, Some(1), "{said}");
}

#[test]
fn games_of_data_sets() {
    let header = "id,rated,created_at,last_move_at,turns,victory_status,winner,increment_code,white_id,white_rating,black_id,black_rating,\
                  moves,opening_eco,opening_name,opening_ply";
    let row = "TZJHLljE,FALSE,1.50421E+12,1.50421E+12,3,outoftime,white,15+2,bourgris,1500,a-00,1191,d4 d5 c4,D10,\"Slav, Exchange\",5";
    let tags = [
        ("White", "bourgris"),
        ("BlackElo", "1191"),
        ("VictoryStatus", "outoftime"),
        ("Opening", "Slav, Exchange"),
    ];
    assert_game(format!("{header}\n{row}\n"), &tags, "d4 d5 c4", "1-0");
    let fen = "r2qr1k1/b1p2ppp/pp4n1/P1P1p3/4P1n1/B2P2Pb/3NBP1P/RN1QR1K1 b - - 1 16";
    let puzzles = format!(
        "PuzzleId,FEN,Moves,Rating,Themes\n0009B,{fen},b6c5 e2g4 h3g4 d1g4,1112,advantage middlegame\n"
    );
    assert_game(
        puzzles,
        &[("FEN", fen), ("PuzzleId", "0009B"), ("Rating", "1112")],
        "bxc5 Bxg4 Bxg4 Qxg4",
        "*",
    );
    let with_movetext = "Event,White,Black,Result,WhiteElo,UTCDate,movetext\nRated game,A,B,0-1,2500,2020-03-01,1. e4 { [%eval 0.3] } 1... e5 0-1\n";
    assert_game(
        with_movetext,
        &[("Event", "Rated game"), ("UTCDate", "2020.03.01"), ("WhiteElo", "2500")],
        "e4 e5",
        "0-1",
    );
    assert_game(
        "white,black,result,AN\nA,B,1-0,1. e4 e5\n",
        &[("White", "A"), ("Result", "1-0")],
        "e4 e5",
        "1-0",
    );
    assert_game(
        "white_username;black_username;winner;moves\nA;B;B;e4 e5\n",
        &[("White", "A")],
        "e4 e5",
        "0-1",
    );
}

#[test]
fn moves_of_other_programs() {
    for moves in [
        json!(["e4", "e5", "Nf3"]),
        json!([["e4", "e5"], ["Nf3"]]),
        json!([["e4", "e5"], ["Nf3", null]]),
        json!(["e4", "e5", "Sf3"]),
        json!(["P-K4", "P-K4", "N-KB3"]),
        json!([{ "white": "e4", "black": "e5" }, { "white": "Nf3" }]),
        json!([{ "white": { "san": "e4" }, "black": { "san": "e5" } }, { "white": { "san": "Nf3" } }]),
        json!([{ "from": "e2", "to": "e4" }, { "from": "e7", "to": "e5" }, { "from": "g1", "to": "f3" }]),
        json!([{ "lan": "e2e4" }, { "lan": "e7-e5" }, { "lan": "Ng1-f3" }]),
        json!([{ "move": "e4", "color": "w" }, { "move": "e5" }, { "move": "Nf3", "nags": ["$1"] }]),
        json!([{ "text": "P-K4" }, { "text": "P-K4" }, { "text": "N-KB3" }]),
        json!([{ "notation": { "notation": "e4" }, "turn": "w" }, { "notation": { "notation": "e5" } }, { "notation": { "notation": "Nf3" } }]),
        json!("1. e4 e5 2. Nf3"),
        json!("e2e4 e7e5 g1f3"),
    ] {
        // A list may have the name of a count.
        let names = if moves.is_array() { &["moves", "plies"][..] } else { &["moves"] };
        for name in names {
            assert_game(json!({ *name: moves }).to_string(), &[], "e4 e5 Nf3", "*");
        }
    }
    let promotion = json!({ "fen": "8/P7/8/8/8/8/k6K/8 w - - 0 1", "moves": [{ "from": "a7", "to": "a8", "promotion": "q", "flags": "np" }] });
    assert_game(promotion.to_string(), &[("FEN", "8/P7/8/8/8/8/k6K/8 w - - 0 1")], "a8=Q+", "*");
    assert_game("[\n  {\"moves\": \"e4\"},\n  {\"moves\": \"d4\"}\n]\n", &[], "e4", "*");
    assert_game("[\"e4\",\"e5\"]", &[], "e4 e5", "*");
    assert_eq!(read("[\"1. e4 e5 1-0\", \"1. d4 d5 0-1\"]").0.len(), 2);
    assert_eq!(
        read("{\"live\":[{\"moves\":\"e4\"}],\"daily\":[{\"moves\":\"d4\"}, {\"moves\":\"c4\"}]}").0.len(),
        3
    );
}

/// No move is given to the other side because one before it could not be read, and nothing that is no game becomes one.
#[test]
fn what_is_no_move_and_no_game() {
    for (moves, read_before) in [
        (json!(["e4", "foo", "e5"]), "e4"),
        (json!([{ "san": "e4" }, { "zug": "e5" }, { "san": "e5" }]), "e4"),
        (json!([{ "san": "e4" }, {}, { "san": "e5" }]), "e4"),
        (json!([{ "san": "e4" }, 5, { "san": "e5" }]), "e4"),
        (json!([{ "san": "e4" }, { "san": "e5", "uci": "d7d5" }]), "e4"),
        (json!([{ "san": "e4" }, null, { "san": "e5" }]), "e4"),
    ] {
        let (games, said, status) = read(json!({ "moves": moves }).to_string());
        assert_eq!((status, sans(&games[0]).as_str()), (Some(1), read_before), "{moves}: {said}");
        assert!(said.contains(":1:"), "{said}");
    }
    for text in [
        "{}",
        "[]",
        "null",
        "{\"error\":\"Not found\"}",
        "[{\"id\":1}]",
        "{\"games\":[]}",
        "[1,2]",
        "{\"moves\":\"e4\"",
    ] {
        let (games, said, status) = read(text);
        let plies: usize = games.iter().map(|it| sans(it).len()).sum();
        assert_eq!((status, plies), (Some(1), 0), "{text}: {said}");
    }
    let (games, said, status) = read("{\"moves\":\"e4\"}\n{\"error\":\"x\"}\n{\"moves\":\"d4\"}\n");
    assert_eq!((games.len(), status), (2, Some(1)), "{said}");
    for text in ["{\"Quoted\" words} 1. e4 e5 *", "{} 1. e4 e5 *", "{1. d4 was better} 1. e4 e5 *"] {
        assert_game(text, &[], "e4 e5", "*");
    }
}

#[test]
fn nothing_of_a_record_is_lost() {
    let twice = "{\"white\":\"A\",\"white\":\"B\",\"black\":\"C\",\"moves\":\"e4\",\"result\":\"adjourned\"}";
    assert_eq!(
        converted(&[], twice),
        "[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n[Termination \"adjourned\"]\n\n1. e4 *\n\n"
    );
    let long = json!({ "moves": "e4", "list": [1, 2], "story": "x y ".repeat(100), "club": "K" }).to_string();
    let (games, said, status) = read(&long);
    assert_eq!((games[0]["headers"]["Club"].as_str(), status), (Some("K"), Some(0)));
    for what in
        ["[1,2]: the field list is not read; left out", "x y x y", "the field story is not read; left out"]
    {
        assert!(said.contains(what), "{said}");
    }
    let alternatives = "white,black,moves\nA,B,\"1. e4 {[%read d4|0.9|e4|0.1]} e5 *\"\n";
    for repair in [&[][..], &["--repair"]] {
        assert!(converted(repair, alternatives).contains("{[%read d4|0.9|e4|0.1]}"), "a user's own comment");
    }
}

/// The heading of a sheet, in all languages; what separates its cells, how its numbers are written, and how many moves stand beside each
/// other make no difference.
#[test]
fn sheets_of_all_kinds() {
    const HEADINGS: [&str; 27] = [
        "No White Black",
        "Zug Weiß Schwarz",
        "Nr. Weiss Schwarz",
        "Zet Wit Zwart",
        "Coup Blancs Noirs",
        "Jugada Blancas Negras",
        "Mossa Bianco Nero",
        "Lance Brancas Pretas",
        "N Blanques Negres",
        "Nr Alb Negru",
        "Ruch Białe Czarne",
        "Tah Bílý Černý",
        "Ťah Biely Čierny",
        "Lépés Világos Sötét",
        "Drag Vit Svart",
        "Træk Hvid Sort",
        "Trekk Hvit Svart",
        "Siirto Valkea Musta",
        "Käik Valge Must",
        "Leikur Hvítur Svartur",
        "Poteza Beli Črni",
        "Potez Bijeli Crni",
        "Hamle Beyaz Siyah",
        "№ Бели Црни",
        "Κίνηση Λευκά Μαύρα",
        "Ход Белые Чёрные",
        "Хід Білі Чорні",
    ];
    const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    for (n, heading) in HEADINGS.iter().enumerate() {
        let mut dice = Dice::new(n as u64);
        let names: Vec<&str> = heading.split(' ').collect();
        let (delimiter, dot, pairs) =
            (dice.pick(&[",", ";", "\t", "|"]), dice.pick(&["", "."]), 1 + dice.below(2));
        let across = dice.below(2) == 0;
        let rows = MOVES.len() / 2 / pairs;
        let mut text = vec![names.join(delimiter); pairs].join(delimiter) + "\n";
        if delimiter == "|" {
            let _ = writeln!(text, "{}", vec!["---"; 3 * pairs].join("|"));
        }
        for row in 0..rows {
            let of_pair = |pair: usize| {
                let number = if across { row * pairs + pair } else { pair * rows + row };
                format!(
                    "{}{dot}{delimiter}{}{delimiter}{}",
                    number + 1,
                    MOVES[2 * number],
                    MOVES[2 * number + 1]
                )
            };
            let _ = writeln!(text, "{}", (0..pairs).map(of_pair).collect::<Vec<_>>().join(delimiter));
        }
        assert_game(&text, &[], &MOVES.join(" "), "*");
        let readings: String = (0..4)
            .map(|row| {
                format!(
                    "{0},{1},{3},0.9\n{0},{2},{4},0.9\n",
                    row + 1,
                    names[1],
                    names[2],
                    MOVES[2 * row],
                    MOVES[2 * row + 1]
                )
            })
            .collect();
        assert_game(format!("row,column,text,score\n{readings}"), &[], &MOVES.join(" "), "*");
    }
    // Headings in other words than those we know.
    for table in [
        "Nr.;Bílí hráč;Černý hráč\n1;e4;e5\n2;Jf3;Jc6\n3;Sb5;a6\n",
        "No,W,B\n1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n",
        "#\tSpieler 1\tZeit\tSpieler 2\tZeit\n1\te4\t0:10\te5\t0:12\n2\tSf3\t0:20\tSc6\t0:30\n3\tLb5\t0:25\ta6\t0:31\n",
    ] {
        let (games, said, status) = read(table);
        assert_eq!((games.len(), status), (1, Some(0)), "{table}{said}");
        assert_eq!(sans(&games[0]), "e4 e5 Nf3 Nc6 Bb5 a6", "{table}");
    }
    for heading in [
        "Weiß;Schwarz;Datum;Ergebnis;Züge",
        "Blancs;Noirs;Date;Résultat;Coups",
        "Blancas;Negras;Fecha;Resultado;Jugadas",
    ] {
        let table =
            format!("{heading}\nEva;Max;2026.03.01;1-0;1.e4 e5 2. Nf3\nMax;Eva;2026.03.08;0-1;1. d4 d5\n");
        let (games, said, status) = read(table.chars().map(|it| it as u8).collect::<Vec<_>>());
        assert_eq!((games.len(), status), (2, Some(0)), "{table}{said}");
        assert_eq!(sans(&games[0]) + "/" + &sans(&games[1]), "e4 e5 Nf3/d4 d5", "{table}");
        assert_eq!(
            (&games[1]["headers"]["White"], &games[1]["headers"]["Result"]),
            (&"Max".into(), &"0-1".into())
        );
    }
    let windows_1252 = b"Zug;Wei\xdf;Schwarz\n1;e4;e5\n2;Sf3;Sc6\n\nZug;Wei\xdf;Schwarz\n1;d4;d5\n";
    let (games, said, status) = read(windows_1252);
    assert_eq!((games.len(), status), (2, Some(0)), "{said}");
    assert_eq!((sans(&games[0]).as_str(), sans(&games[1]).as_str()), ("e4 e5 Nf3 Nc6", "d4 d5"));
}

/// Rows, pages and words of a table: a heading repeated where a page begins, notes beside moves, a result below them, words after all.
#[test]
fn all_rows_of_a_table_have_its_heading_and_its_encoding() {
    let (games, said, status) =
        read(b"White;Black;Moves\nM\xfcller;Anna;1. e4 e5\nEva;J\xf6rg;1. d4 d5\nEva;Max;1. c4 c5\n");
    let game = |it: &Value| {
        [&it["headers"]["White"], &it["headers"]["Black"]]
            .map(|it| it.as_str().unwrap_or_default().to_owned())
            .join(" ")
            + " "
            + &sans(it)
    };
    let games: Vec<String> = games.iter().map(game).collect();
    assert_eq!(games, ["Müller Anna e4 e5", "Eva Jörg d4 d5", "Eva Max c4 c5"], "{said}");
    assert_eq!(status, Some(0));
}

#[test]
fn games_of_a_match_stand_side_by_side() {
    let moves = "e4;e5;d4;d5\nSf3;Sc6;c4;e6\nLb5;a6;Sc3;Sf6\nLa4;;cxd5;exd5\n1-0;;½-½;\n";
    let numbered =
        "1;e4;e5;1;d4;d5\n2;Nf3;Nc6;2;c4;e6\n3;Bb5;a6;3;Nc3;Nf6\n4;Ba4;;4;cxd5;exd5\n;1-0;;;½-½;\n";
    for table in [
        format!("Board 1;;Board 2;\n{moves}"),
        format!("Brett 1;;Brett 2;\nMüller;Hans;Eva;Max\n{moves}"),
        format!("Brett 1;;Brett 2;\nMüller;Hans;Eva;Max\nWeiß;Schwarz;Weiß;Schwarz\n{moves}"),
        format!(
            "Tisch 1;Tisch 1;Tisch 2;Tisch 2\nWeiß: Müller;Schwarz: Hans;Weiß: Eva;Schwarz: Max\n{moves}"
        ),
        format!("Board 1;White;Black;Board 2;White;Black\n;Müller;Hans;;Eva;Max\n{numbered}"),
        format!("Board 1;;;Board 2;;\n{numbered}").replace(';', "\t"),
        format!("Nord - Süd;;;\nDatum: 12.03.2026;;;\nBoard 1;;Board 2;\nMüller;Hans;Eva;Max\n{moves}"),
        format!("Board 1 White;Board 1 Black;Board 2 White;Board 2 Black\n{moves}"),
        format!("Brett 1 Müller;Brett 1 Hans;Brett 2 Eva;Brett 2 Max\n{moves}"),
        format!("Brett 1: Müller - Hans;;;Brett 2: Eva - Max;;\n{numbered}"),
        format!("Board 1;;Board 2;\nNord;Süd;Nord;Süd\nMüller;Hans;Eva;Max\n1850;1790;1600;1900\n{moves}"),
    ] {
        // As spreadsheets of Windows write it, too.
        let windows = table.chars().map(|it| u8::try_from(it).expect("Latin-1")).collect::<Vec<_>>();
        for bytes in [table.clone().into_bytes(), windows] {
            let (games, said, status) = read(bytes);
            assert_eq!((games.len(), status), (2, Some(0)), "{table}: {said}");
            let names = ["Board", "White", "Black"];
            let tags =
                |n: usize| names.map(|it| games[n]["headers"][it].as_str().unwrap_or_default().to_owned());
            let are_named = table.contains("Hans");
            let named = |names: [&'static str; 3]| if are_named { names } else { [names[0], "", ""] };
            assert_eq!(tags(0), named(["1", "Müller", "Hans"]), "{table}");
            assert_eq!(tags(1), named(["2", "Eva", "Max"]), "{table}");
            assert_eq!(sans(&games[0]), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "{table}");
            assert_eq!(sans(&games[1]), "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5", "{table}");
            assert_eq!(
                (games[0]["result"].as_str(), games[1]["result"].as_str()),
                (Some("1-0"), Some("1/2-1/2"))
            );
        }
    }
    let (games, said, _) = read(
        "Nord - Süd;;;\nDatum: 12.03.2026;;;\nBoard 1;;Board 2;\nNord;Süd;Süd;Nord\nMüller;Hans;Eva;Max\n1850;1790;1600;1900\n\
         e4;e5;d4;d5\n",
    );
    let tags = |n: usize| {
        ["Date", "White", "WhiteElo", "WhiteTeam", "BlackTeam"]
            .map(|it| games[n]["headers"][it].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(tags(0), ["2026.03.12", "Müller", "1850", "Nord", "Süd"], "{said}");
    assert_eq!(tags(1), ["2026.03.12", "Eva", "1600", "Süd", "Nord"], "{said}");
    // A wrong move is told where it stands; the other boards are read all the same.
    let (games, said, status) =
        read("Board 1;;Board 2;;Board 3;\ne4;e5;d4;d6;c4;c5\nSf3;Sc6;Kd7;c6;Sc3;Sc6\n");
    assert!(said.contains("<stdin>:3:9: error: game 2, 2. Kd7"), "{said}");
    assert_eq!((games.len(), sans(&games[2]).as_str(), status), (3, "c4 c5 Nc3 Nc6", Some(1)));
    // Where it is kept, it is so with its moves.
    let folder = tempfile::TempDir::new().expect("a folder");
    let kept = folder.path().join("rejects.csv");
    let table = "Board 1;;Board 2;\ne4;Ke7;d4;d6\n";
    run(&["-q", "--rejects", &kept.to_string_lossy()], table);
    assert_eq!(std::fs::read_to_string(kept).expect("rejects").trim_end(), table.trim_end());
}

#[test]
fn a_table_may_have_no_heading_or_name_the_players_below_it() {
    for table in [
        "e4,e5\nNf3,Nc6\nBb5,a6\n",
        "e4;0:01;e5;0:02\nNf3;0:05;Nc6;0:07\nBb5;0:10;a6;0:15\n",
        "1,e4,90,e5,89\n2,Nf3,88,Nc6,85\n3,Bb5,87,a6,83\n",
        "1;e4;1.29.30;e5;1.28.10\n2;Nf3;1.28.02;Nc6;1.27.10\n3;Bb5;1.27.00;a6;1.25.59\n",
        "1;e4;90 min;e5;89 min\n2;Nf3;88 min;Nc6;87 min\n3;Bb5;87 min;a6;86 min\n",
        "Club 2026;;\nRound;3;\n;White;Black\n1;e4;e5\n2;Nf3;Nc6\n3;Bb5;a6\n",
        "1;e4;[1:29:30];e5;[1:28:10]\n2;Nf3;[1:28:02];Nc6;[1:27:10]\n3;Bb5;[1:27:00];a6;[1:25:59]\n",
        "Club 2026;;\nRunde 3;;\n;Weiß;Schwarz\n;Müller;Groß\n1;e4;e5\n2;Sf3;Sc6\n3;Lb5;a6\n",
        "sep=;\nWhite;Black\ne4;e5\nNf3;Nc6\nBb5;a6\n",
        // Behind cells that are the same in each row.
        "0017,1,e4,e5\n0017,2,Nf3,Nc6\n0017,3,Bb5,a6\n",
        "\"G1\", \"x\", 1, \"e4\", \"e5\"\n\"G1\", \"x\", 2, \"Nf3\", \"Nc6\"\n\"G1\", \"x\", 3, \"Bb5\", \"a6\"\n",
        "Weiß;Schwarz\nMüller;Groß\ne4;e5\nSf3;Sc6\nLb5;a6\n",
        "Nr;Weiß;Schwarz\n;Müller;Groß\n1;e4;e5\n2;Sf3;Sc6\n3;Lb5;a6\n",
    ] {
        let (games, said, status) = read(table);
        assert_eq!((sans(&games[0]).as_str(), status), ("e4 e5 Nf3 Nc6 Bb5 a6", Some(0)), "{table}: {said}");
        let name = games[0]["headers"]["Black"].as_str();
        assert_eq!(name, table.contains("Groß").then_some("Groß"), "{table}");
    }
    let (games, said, status) = read("Anna - Hans;;Eva - Max;\ne4;e5;d4;d5\nNf3;Nc6;c4;e6\n");
    assert_eq!((games.len(), status, sans(&games[1]).as_str()), (2, Some(0), "d4 d5 c4 e6"), "{said}");
    assert_eq!(games[1]["headers"]["White"], "Eva");
}

#[test]
fn rows_without_a_heading_may_have_positions() {
    let rows = "00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate\n\
                00sO1,1k1r4/pp3pp1/2p1p3/4b3/P3n1P1/8/KPP2PN1/3rBR1R b - - 2 31,b8c7 e1a5 b7b6 f1d1,998,short\n";
    let (games, said, status) = read(rows);
    assert_eq!((games.len(), status), (2, Some(0)), "{said}");
    assert_eq!(
        (sans(&games[0]).as_str(), sans(&games[1]).as_str()),
        ("Kd7 Be6+ Kd8 Qf8#", "Kc7 Ba5+ b6 Rxd1")
    );
    // From the start position they are none.
    let (_, _, status) = read(rows.replace("1760,", "").replace("q3k1nr/1pp1nQpp/", "8/8/"));
    assert_eq!(status, Some(1));
}

/// Words in place of a result are kept under another name: the tag has four values (PGN standard 8.1.1.7).
#[test]
fn words_in_place_of_a_result_are_kept() {
    for text in [
        "{\"white\":\"A\",\"black\":\"B\",\"result\":\"unclear, with chances\",\"moves\":\"e4 e5\"}\n",
        "white,black,result,moves\nA,B,\"unclear, with chances\",1. e4 e5\n",
    ] {
        assert_game(text, &[("Termination", "unclear, with chances")], "e4 e5", "*");
    }
}

/// The result has many names and forms, and stands with the players in an object of the moves.
#[test]
fn results_of_records_are_told_in_many_ways() {
    for (text, result) in [
        ("{\"res\":\"1-0\",\"moves\":\"e4 e5\"}\n", "1-0"),
        ("{\"result\":0.5,\"moves\":\"e4 e5\"}\n", "1/2-1/2"),
        ("{\"outcome\":\"black wins by resignation\",\"moves\":\"e4 e5\"}\n", "0-1"),
        ("{\"ausgang\":\"Weiß gewinnt\",\"züge\":\"e4 e5 Sf3\"}\n", "1-0"),
        ("{\"result\":\"black_won\",\"moves\":\"e4 e5\"}\n", "0-1"),
        ("{\"score\":[0,1],\"moves\":\"e4 e5\"}\n", "0-1"),
        ("{\"id\":7,\"data\":{\"moves\":[\"e4\",\"e5\"],\"result\":\"1/2\"}}\n", "1/2-1/2"),
        ("- res: 0-1\n  moves: 1. e4 e5\n- res: 1-0\n  moves: 1. d4 d5\n", "0-1"),
        ("nr;white;black\n1;e4;e5\n2;Nf3;Nc6\n3;Bb5;a6\nresult;1;0\n", "1-0"),
        (
            "INSERT INTO games VALUES\n    ('1. e4 e5 2. Nf3 Nc6 0-1',\n    '2020-02-01T15:20:56Z',\n    2);\n",
            "0-1",
        ),
        ("GAME = {\n    \"moves\": [\"e4\", \"e5\", \"Nf3\"],\n    \"score\": (1, 0),\n}\n", "1-0"),
    ] {
        let (games, said, status) = read(text);
        assert_eq!(
            (games[0]["result"].as_str(), said.as_str(), status),
            (Some(result), "", Some(0)),
            "{text}"
        );
    }
    for text in [
        "{\"players\":[\"Anna\",\"Bert\"],\"moves\":\"e4 e5 Nf3\"}\n",
        "{\"data\":{\"match\":{\"white\":\"Anna\",\"black\":\"Bert\"},\"moves\":\"e4 e5 Nf3\"}}\n",
        "GAME = {\n    \"event\": \"Club\",\n    \"players\": (\"Anna\", \"Bert\"),\n    \"moves\": [\"e4\", \"e5\", \"Nf3\"],\n}\n",
    ] {
        assert_game(text, &[("White", "Anna"), ("Black", "Bert")], "e4 e5 Nf3", "*");
    }
}

/// Returns a chat in which these people send the moves of the scholar's mate in turn.
fn chat(senders: &[&str]) -> String {
    let moves = ["e4", "e5", "2. Qh5", "Nc6", "Bc4!", "Nf6", "Qxf7#"];
    let line = |(n, said): (usize, &str)| format!("[12:0{n}] {}: {said}\n", senders[n % senders.len()]);
    moves.into_iter().enumerate().map(line).collect()
}

#[test]
fn two_people_who_send_the_moves_in_turn_are_the_players() {
    let names = |text: &str| {
        let (games, said, status) = read(text);
        assert_eq!((status, sans(&games[0]).len()), (Some(0), 27), "{text}: {said}");
        ["White", "Black"].map(|it| games[0]["headers"][it].as_str().map(str::to_owned))
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(names(&chat(&["Eva", "Max Gross"])), [some("Eva"), some("Max Gross")]);
    // WhatsApp marks people who are not in the address book.
    assert_eq!(names(&chat(&["\u{200e}~ Eva", "Max"])), [some("Eva"), some("Max")]);
    let with_talk = chat(&["Eva", "Max"]).replace("[12:03]", "[12:02] Eva: hurry up\n[12:03]");
    assert_eq!(names(&with_talk), [some("Eva"), some("Max")]);
    for (before, with) in [
        ("e4\n", "e4 and good luck!\n"),
        ("Nc6\n", "Nc6 \u{200e}<This message was edited>\n"),
        ("Nc6\n", "Nc6 \u{200e}<Diese Nachricht wurde bearbeitet.>\n"),
        ("Nc6\n", "I think Nc6\n"),
        ("Nc6\n", "Nc6\n[12:03] Max: <Media omitted>\n[12:03] Max: \u{200e}Bild weggelassen\n"),
        ("Nf6\n", "This message was deleted\n[12:05] Max: Nf6 ok?\n"),
    ] {
        let chat = chat(&["Eva", "Max"]).replace(before, with);
        assert_eq!(names(&chat), [some("Eva"), some("Max")], "{with}");
    }
    // A referee, moves that others send, and a number that is nobody's name.
    for senders in [&["Club"][..], &["Eva", "Max", "Club"], &["Eva", "+49 171 234"]] {
        assert_eq!(names(&chat(senders)), [None, None], "{senders:?}");
    }
    // What was said before names others.
    let headed = format!("[12:00] Club: Anna – Hans\n{}", chat(&["Eva", "Max"]));
    assert_eq!(names(&headed), [None, None]);
}

#[test]
fn a_chat_tells_how_its_game_ended() {
    for (last, outcome) in [
        ("[12:06] Eva: I resign\n", "0-1"),
        ("[12:06] Max: I resign.\n[12:07] Eva: Thanks, well played!\n", "1-0"),
        ("[12:06] Max: resigns\n", "1-0"),
        ("[12:06] Eva: ok I give up 😩 you win\n[12:07] Max: gg! rematch?\n", "0-1"),
        ("[12:06] Max: всё, сдаюсь\n[12:07] Eva: спасибо\n", "1-0"),
        ("[12:06] Eva: resigns\n", "0-1"),
        ("[12:06] Eva: draw?\n[12:07] Max: no\n", "*"),
        ("[12:06] Eva: remis? I must go\n[12:07] Max: ok remis\n", "1/2-1/2"),
        ("[12:06] Eva: draw?\n[12:06] Eva: draw?\n[12:07] Max: no draw\n", "*"),
        ("[12:06] Eva: draw?\n[12:07] Max: a draw? never!\n", "*"),
        ("[12:06] Eva: draw?\n[12:07] Max: Ok, draw.\n", "1/2-1/2"),
        ("[12:06] Eva: Qxf7#\n[12:07] Max: I resign, of course\n", "1-0"),
    ] {
        let text = chat(&["Eva", "Max"]).replace("[12:06] Eva: Qxf7#\n", last);
        let (games, said, status) = read(&text);
        let found = games[0]["outcome"].as_str().or(games[0]["result"].as_str());
        assert_eq!((found, said.as_str(), status), (Some(outcome), "", Some(0)), "{text}");
    }
}

/// Time and sender may stand on a line above the message.
#[test]
fn a_chat_with_headed_messages_is_a_game() {
    let text = chat(&["Eva", "Max"]).replace("Nc6\n", "nice one\nNc6\n");
    let headed = |line: &str| match line.strip_prefix('[').and_then(|it| it.split_once("] ")) {
        Some((time, rest)) => {
            let (name, said) = rest.split_once(": ").expect("a message");
            format!("{name} — Today at {time} PM\n{said}\n")
        }
        None => format!("{line}\n"),
    };
    let text: String = text.lines().map(headed).collect();
    let (games, said, status) = read(&text);
    assert_eq!((sans(&games[0]).len(), status), (27, Some(0)), "{text}: {said}");
    let headers = &games[0]["headers"];
    assert_eq!((&headers["White"], &headers["Black"]), (&"Eva".into(), &"Max".into()));
}

/// Below the moves may be the score of each side, and above them lines with the players and the result.
#[test]
fn results_in_cells_are_results() {
    const ROWS: &str = "d4,Nf6\nNf3,g6\ng3,d5\n";
    for (below, result) in [
        ("1,0", "1-0"),
        ("+,-", "1-0"),
        ("–,+", "0-1"),
        ("=,=", "1/2-1/2"),
        ("draw,draw", "1/2-1/2"),
        ("0-1,0-1", "0-1"),
        ("½,½", "1/2-1/2"),
        ("-,-", "*"),
    ] {
        for heading in ["White,Black\n", ""] {
            let (games, said, status) = read(format!("{heading}{ROWS}{below}\n"));
            assert_eq!((games[0]["result"].as_str(), status), (Some(result), Some(0)), "{below}: {said}");
            assert_eq!(sans(&games[0]), "d4 Nf6 Nf3 g6 g3 d5", "{below}");
        }
    }
    let numbered = "1;d4;Nf6;3;g3;d5\n2;Nf3;g6;4;c4;\n";
    for (text, result) in [
        (format!("Dreev,Kozul,½\n{ROWS}"), "1/2-1/2"),
        (format!("Club match 1999;;;;;\nAnna;;;Bert;;\n{numbered}remis;;;;;\n"), "1/2-1/2"),
        (format!("Anna;Bert;Club match;;;1-0\n{numbered}"), "1-0"),
    ] {
        let (games, said, status) = read(&text);
        assert_eq!((games[0]["result"].as_str(), status), (Some(result), Some(0)), "{text}: {said}");
        assert!(sans(&games[0]).starts_with("d4 Nf6 Nf3 g6 g3 d5"), "{text}");
    }
}

#[test]
fn rows_that_are_no_moves() {
    let page =
        "No,White,Time,Black,Time\n1,e4,0:10,e5,0:12\n\nNo,White,Time,Black,Time\n2,Nf3,0:20,Nc6,0:30\n1-0\n";
    assert_eq!(
        converted(&["--width", "0"], page),
        "1. e4 {0:10} 1... e5 {0:12} 2. Nf3 {0:20} 2... Nc6 {0:30} 1-0\n\n"
    );
    let games = "White,Black,Result,Moves\nSan,uci,1-0,e4\nA,B,0-1,d4\n\nThat was all.\n";
    let (found, said, status) = read(games);
    assert_eq!((found.len(), status), (2, Some(0)), "{said}");
    assert!(said.contains("That was all."), "{said}");
    let (_, said, status) = read("No,White,Black\n1,e4,e5\n2,,Nc6\n");
    assert_eq!(status, Some(1), "White's move is missing: {said}");
}

/// A list of moves is known by its moves, whatever it is called, and with it what lines it has.
#[test]
fn moves_under_any_name() {
    let item =
        r#"{"notation": "Nf3", "nags": [1], "variations": [{"comment": "Or", "nodes": ["Nc3", "Nf6"]}]}"#;
    let record = format!(
        r#"{{"white": {{"name": "Anna"}}, "black": {{"name": "Bert"}}, "result": "1-0", "mainVariation": ["e4", "e5", {item}, "Nc6"]}}"#
    );
    assert_eq!(converted(&["--no-tags"], &record), "1. e4 e5 2. Nf3 $1 ({Or} 2. Nc3 Nf6) 2... Nc6 1-0\n\n");
    let (_, said, _) = read(record.replace("mainVariation", "ratings").replace("e4", "1900"));
    assert!(said.contains("the field ratings is not read"), "{said}");
}
