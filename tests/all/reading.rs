//! Texts as people have them, and the games that must result: `fixtures/reading/cases.jsonl`, and `books.jsonl`
//! for the forms used in books and newspapers.
//!
//! A case has a name, arguments, an input, and the expectation: the `games` with their moves, and results and tags where
//! relevant; the permitted statuses (`exit`); alternatives for the message (`says`); words that must not be output (`not`).

use serde_json::Value;

use crate::support::{described, fixture, run};

/// Returns what is wrong with the reading of a case.
fn complaint(case: &Value) -> Option<String> {
    let texts = |name: &str| -> Vec<String> {
        let values = case[name].as_array().into_iter().flatten();
        values.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let given = texts("args");
    let args: Vec<&str> =
        ["--layout", "jsonl", "-t", "san"].into_iter().chain(given.iter().map(String::as_str)).collect();
    let output = run(&args, case["input"].as_str()?);
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let status = output.status.code().map(i64::from);
    let permitted = match case["exit"].as_array() {
        Some(all) => all.iter().any(|it| it.as_i64() == status),
        None => status == Some(0),
    };
    if !permitted {
        return Some(format!("status {status:?}: {said}"));
    }
    let games: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    if let Some(wanted) = case["games"].as_array() {
        let moves = |game: &Value| -> Vec<Value> {
            game["moves"].as_array().into_iter().flatten().map(|it| it["san"].clone()).collect()
        };
        let got: Vec<Vec<Value>> = games.iter().map(moves).collect();
        let expected: Vec<&Value> = wanted.iter().map(|it| &it["san"]).collect();
        if got.len() != expected.len()
            || got.iter().zip(&expected).any(|(got, it)| it.as_array() != Some(got))
        {
            return Some(format!("moves {got:?}: {said}"));
        }
        for (wanted, game) in wanted.iter().zip(&games) {
            if wanted.get("result").is_some_and(|it| *it != game["result"]) {
                return Some(format!("result {}", game["result"]));
            }
            for (name, value) in wanted["tags"].as_object().into_iter().flatten() {
                if game["headers"][name] != *value {
                    return Some(format!("tag {name} is {}", game["headers"][name]));
                }
            }
        }
    }
    let lower = said.to_lowercase();
    let wanted = texts("says");
    if !wanted.is_empty() && !wanted.iter().any(|it| lower.contains(&it.to_lowercase())) {
        return Some(format!("says {said:?}"));
    }
    texts("not").into_iter().find(|it| out.contains(&**it)).map(|it| format!("{it} is in the output"))
}

#[test]
fn texts_that_people_have() {
    let cases = [fixture("reading/cases.jsonl"), fixture("reading/books.jsonl")].concat();
    let cases: Vec<Value> = String::from_utf8_lossy(&cases)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case"))
        .collect();
    assert!(cases.len() > 100);
    let complaints: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(cases.len().div_ceil(4))
            .map(|part| {
                scope.spawn(move || {
                    let told =
                        part.iter().filter_map(|it| Some(format!("{}: {}", it["name"], complaint(it)?)));
                    told.collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|it| it.join().expect("no panic")).collect()
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn losses_in_a_strict_importer_are_reported() {
    let games = "[Event \"A\"]\n\n1. e4 e5 2. \u{2658}f3 Nc6 *\n\n[Event \"B\"]\n\n1. e4 e5\n\n2. Nf3 Nc6 3. Bb5 *\n\n[Event \"C\"]\n\n1. e4 {x} (1. d4) e5 *\n";
    let said = described(&["check", "-v", "--import"], games);
    for place in
        ["<stdin>:3:13: warning: game 1, 2. ♘f3: a strict importer loses", "1 more import warning, at 9:4"]
    {
        assert!(said.contains(place), "{said}");
    }
    assert!(!said.contains("game 3"), "{said}");
    // It is not mentioned without the flag.
    assert!(!described(&["check"], games).contains("importer"));
}

/// Text outside games is not a game; an input of text alone has none, which is an error.
#[test]
fn words_beside_games() {
    let game = "1. e4 e5 1-0\n";
    assert_eq!(
        described(&[], format!("{game}\nA fine game.\n")),
        "1. e4 e5 {A fine game.} 1-0\n\n--- stderr\n--- status 0\n"
    );
    assert_eq!(
        described(&[], format!("A fine game:\n\n{game}")),
        "{A fine game:} 1. e4 e5 1-0\n\n--- stderr\n--- status 0\n"
    );
    assert!(described(&[], "No game at all.\n").ends_with("--- status 1\n"));
}

/// Marks around a game are no part of it, in whatever way people wrap, list or store games.
#[test]
fn marks_around_games() {
    let spanish = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
    let slav = "1. d4 d5 2. c4 c6 *\n\n";
    let both = format!("{spanish}{slav}");
    for (text, games) in [
        ("“1. e4 e5 2. Nf3 Nc6 3. Bb5 a6”", spanish),
        ("«1. e4 e5 2. Nf3 Nc6 3. Bb5 a6»", spanish),
        ("'1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'\n", spanish),
        ("(1. e4 e5 2. Nf3 Nc6 3. Bb5 a6)\n", spanish),
        ("{1. e4 e5 2. Nf3 Nc6 3. Bb5 a6}\n", spanish),
        ("<pgn>1. e4 e5 2. Nf3 Nc6 3. Bb5 a6</pgn>\n", spanish),
        ("[pgn size=9]1. e4 e5 2. Nf3 Nc6 3. Bb5 a6[/pgn]\n", spanish),
        ("- 1. e4 e5\n- 2. Nf3 Nc6\n- 3. Bb5 a6\n", spanish),
        ("* 1. e4 e5\n* 2. Nf3 Nc6\n* 3. Bb5 a6\n", spanish),
        ("1. e4 - e5\n2. Nf3 - Nc6\n3. Bb5 - a6\n", spanish),
        ("[\n  \"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\",\n  \"1. d4 d5 2. c4 c6\"\n]\n", &both),
        ("\\mainline{1. e4 e5 2. Nf3}\n\\mainline[style=a]{2... Nc6 3. Bb5 a6}\n", spanish),
        ("\\hidemoves{%\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6}\n", spanish),
    ] {
        assert_eq!(described(&["--no-tags"], text), format!("{games}--- stderr\n--- status 0\n"), "{text}");
    }
    for (text, game) in [
        (
            "var games = {\n  spanish: `1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6`,\n};\n",
            "{var games = (\n  spanish:} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n",
        ),
        (
            "\\mainline{1. e4 e5} Not \\variation{2. f4 exf4}. \\mainline{2. Nf3 Nc6}\n",
            "1. e4 e5 {Not \\variation(2. f4 exf4).} 2. Nf3 Nc6 *\n\n",
        ),
    ] {
        assert_eq!(described(&["--no-tags"], text), format!("{game}--- stderr\n--- status 0\n"), "{text}");
    }
    let tagged = "{\"id\":1,\"game\":{\"text\":\"[Event \\\"Cup\\\"]\\r\\n[White \\\"B\\u00f6hm\\\"]\\r\\n\\r\\n1. e4 e5 1-0\"}}; // x\n";
    let read = described(&[], format!("load({tagged}"));
    for part in ["[Event \"Cup\"]", "[White \"Böhm\"]", "1. e4 e5", " 1-0\n", "status 0"] {
        assert!(read.contains(part), "{read}");
    }
}
