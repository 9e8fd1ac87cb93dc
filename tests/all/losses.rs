//! Silent losses: rejects, words, permissions, places. Each of these could once break without a failing test.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::Path,
    process::{Output, Stdio},
};

use crate::support::{converted, dice::Dice, plyglot, run};
use plyglot::Converter;
use tempfile::TempDir;

fn run_on(folder: &Path, args: &[&str]) -> Output {
    plyglot(args).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
}

/// Returns the lines that mention a place.
fn messages(output: &Output) -> String {
    crate::support::said(&String::from_utf8_lossy(&output.stderr))
}

fn written(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const GOOD: &str = "1. e4 e5 *\n\n";
const BAD: &str = "[White \"A\"]\n\n1. e4 Ke4 {a comment} 1-0\n\n";

#[test]
fn games_that_are_skipped_are_in_the_rejects() {
    for jobs in ["1", "2"] {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("a.pgn"), [GOOD, BAD, GOOD, BAD].concat()).expect("a file");
        let args = ["-j", jobs, "a.pgn", "--on-error", "skip", "--rejects", "rejects.pgn"];
        let output = run_on(folder.path(), &args);
        assert_eq!((output.status.code(), written(&output)), (Some(1), GOOD.repeat(2)));
        let rejects = fs::read_to_string(folder.path().join("rejects.pgn")).expect("the rejects");
        assert_eq!(rejects, BAD.repeat(2));
    }
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn invalid_utf16_is_reported() {
    let half: [u8; 2] = [0, 0xd8];
    let bytes =
        [&[0xff, 0xfe], &utf16("1. e4 {a")[..], &half, &utf16("b} e5 {")[..], &half, &utf16("} *\n")[..]];
    let output = run(&[], bytes.concat());
    assert_eq!(written(&output), "1. e4 {a\u{fffd}b} 1... e5 {\u{fffd}} *\n\n");
    let said = "<stdin>: warning: 2 invalid sequences, written as U+FFFD\n";
    assert_eq!(messages(&output), said);
}

#[test]
fn letters_of_windows_1252_outside_latin_1() {
    let bytes = b"[Event \"\x93Open\x94 \x80 5 \x96 6\"]\n[White \"Jano\x9aevi\x9c\"]\n\n\
                  1. e4 {\x85 \x8c \x8e \x9e \x9f \x99} e5 {\x81} *\n";
    let output = run(&[], bytes);
    let expected =
        "[Event \"“Open” € 5 – 6\"]\n[White \"Janoševiœ\"]\n\n1. e4 {… Œ Ž ž Ÿ ™} 1... e5 {\\x81} *\n\n";
    assert_eq!(written(&output), expected);
    let said = messages(&output);
    assert!(said.contains("read as Windows-1252"), "{said}");
    assert!(said.contains("\\x81: undecodable byte, written as \\xHH"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_file_that_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("a.pgn"), GOOD).expect("a file");
    for mode in [0o600, 0o640, 0o755] {
        for (name, args) in [
            ("out.pgn", &["a.pgn", "-o", "out.pgn"][..]),
            ("d/a.pgn", &["a.pgn", "--out-dir", "d", "--force"]),
        ] {
            let out = folder.path().join(name);
            fs::create_dir_all(out.parent().expect("a folder")).expect("a folder");
            fs::write(&out, "old").expect("a file");
            fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("a mode");
            let output = run_on(folder.path(), args);
            assert_eq!(output.status.code(), Some(0), "{}", messages(&output));
            assert_eq!(fs::read_to_string(&out).expect("the output"), GOOD);
            let now = fs::metadata(&out).expect("the output").permissions().mode() & 0o777;
            assert_eq!(now, mode, "{name}: {now:o}");
        }
    }
}

#[test]
fn lines_are_counted_with_any_line_ends() {
    let lines = "[White \"A\"]\n\n1. e4 e5\n2. Ke4 *\n\n[White \"B\"]\n\n1. e5 *\n";
    for end in ["\n", "\r\n", "\r"] {
        for jobs in ["1", "2"] {
            let said = messages(&run(&["-j", jobs], lines.replace('\n', end)));
            let places: Vec<&str> = said.lines().map(|it| it.split(": ").next().unwrap_or(it)).collect();
            assert_eq!(places, ["<stdin>:4:4", "<stdin>:8:4"], "{end:?}: {said}");
        }
    }
    // A line end of two characters may be read in two pieces.
    let folder = TempDir::new().expect("a folder");
    let filler = |len: usize| format!("[Event \"x\"]\r\n\r\n1. e4 {{{}\r\n}} *\r\n\r\n", "x".repeat(len));
    let to = (256 << 10) - filler(0).find('}').expect("its end") + 1;
    let first = filler(to);
    assert_eq!(&first.as_bytes()[(256 << 10) - 1..=256 << 10], b"\r\n");
    let text = [first, filler(200 << 10), "[Event \"y\"]\r\n\r\n1. e4 Ke5 *\r\n".to_owned()].concat();
    fs::write(folder.path().join("a.pgn"), &text).expect("a file");
    for more in [&[][..], &["--part", "2/2"], &["--part", "3/3"]] {
        let said = messages(&run_on(folder.path(), &[&["a.pgn", "-o", "out.pgn"], more].concat()));
        assert!(said.starts_with("a.pgn:13:7: error: "), "{more:?}: {said}");
    }
    // Across several blocks, and from the beginning of a part.
    let folder = TempDir::new().expect("a folder");
    let many = [&"1. e4 e5 *\n\n".repeat(60_000), lines].concat().replace('\n', "\r");
    fs::write(folder.path().join("a.pgn"), many).expect("a file");
    for more in [&[][..], &["--part", "2/2"], &["--part", "3/3"]] {
        let said = messages(&run_on(folder.path(), &[&["a.pgn", "-o", "out.pgn"], more].concat()));
        assert!(said.starts_with("a.pgn:120004:4: error: "), "{more:?}: {said}");
    }
}

#[test]
fn hidden_files_and_the_output_folder_are_not_read() {
    let folder = TempDir::new().expect("a folder");
    for (name, event) in
        [("in/a.pgn", "a"), ("in/.git/b.pgn", "hidden"), ("in/c/.d/b.pgn", "hidden"), ("in/c/b.pgn", "b")]
    {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, format!("[Event \"{event}\"]\n\n{GOOD}")).expect("a file");
    }
    let output = run_on(folder.path(), &["in"]);
    let both = format!("[Event \"a\"]\n\n{GOOD}[Event \"b\"]\n\n{GOOD}");
    assert_eq!((written(&output), messages(&output)), (both, String::new()));
    // The second time, the output of the first run exists.
    for _ in 0..2 {
        for out in ["in/out", "./in/../in/out"] {
            let output = run_on(folder.path(), &["in", "--out-dir", out, "--force"]);
            assert_eq!((output.status.code(), messages(&output)), (Some(0), String::new()));
            let names = |path: &str| {
                let entries = fs::read_dir(folder.path().join(path)).expect("a folder");
                let mut names: Vec<String> = entries
                    .map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned())
                    .collect();
                names.sort();
                names
            };
            assert_eq!(
                (names("in/out"), names("in/out/c")),
                (vec![".plyglot-outputs".into(), "a.pgn".into(), "c".into()], vec!["b.pgn".into()])
            );
        }
    }
}

#[test]
fn nested_archives_are_limited() {
    let mut bytes = GOOD.as_bytes().to_vec();
    for depth in 1..8 {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&bytes).expect("memory");
        bytes = encoder.finish().expect("memory");
        let output = run(&[], &bytes);
        let expected = if depth <= 4 {
            (Some(0), GOOD.to_owned(), String::new())
        } else {
            (Some(2), String::new(), "<stdin>: error: nested too deeply in compressed data\n".to_owned())
        };
        assert_eq!((output.status.code(), written(&output), messages(&output)), expected, "{depth}");
    }
}

fn json(game: &str) -> serde_json::Value {
    let output = run(&["--layout", "jsonl"], game);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn json_errors_name_their_move() {
    let moves = |game: &str, key: &str| -> Vec<String> {
        let said = json(game)[key].as_array().expect("a list").clone();
        said.iter().map(|it| it["move"].as_str().unwrap_or("null").to_owned()).collect()
    };
    assert_eq!(moves("1. e4 e5 2. Ke4 *", "errors"), ["2."]);
    assert_eq!(moves("1. e4 Ke4 *", "errors"), ["1..."]);
    assert_eq!(moves("1. e4 e5 ( 1... c5 2. Ke4 ) 2. Nf3+ Nc6+ *", "errors"), ["2."]);
    assert_eq!(moves("1. e4 e5 2. Nf3+ Nc6+ *", "warnings"), ["2.", "2..."]);
    assert_eq!(moves("[FEN \"x\"]\n\n1. e4 *", "errors"), ["null"]);
}

#[test]
fn json_has_all_comments_of_a_variation() {
    let game = json(
        "{first} 1. e4 {one} e5 {two} ( {before} $5 1... c5 {in} ( {deep} 1... c6 ) {after} 2. Nf3 {end} ) {last} \
         ( {only} ) 2. Nf3 *",
    );
    let e5 = &game["moves"][1];
    let line = &e5["variations"][0];
    let found = [
        &game["comments"],
        &game["moves"][0]["comments"],
        &e5["comments"],
        &line[0]["before"],
        &line[0]["comments"],
        &line[0]["variations"][0][0]["before"],
        &line[0]["after"],
        &line[1]["comments"],
        &e5["after"],
    ]
    .map(|it| {
        it.as_array()
            .map_or(String::new(), |it| it.iter().filter_map(|it| it.as_str()).collect::<Vec<_>>().join("|"))
    });
    let expected = ["first", "one", "two", "before|$5", "in", "deep", "after", "end", "last|{only}"];
    assert_eq!(found, expected, "{game:#}");
}

#[test]
fn footnotes_of_a_book_stand_at_their_marks() {
    let book = "GAME I.\n\n    White.                 Black.\n1. P-K4                1. P-K4\n\
                2. Kt-KB3[A]           2. Kt-QB3[B]\n3. B-Kt5               3. P-QR3\n\n\
                [Footnote A: The best move, as all agree.]\n[Footnote B: P-Q3 is Philidor's.]\n\n\
                [Footnote C: This one has no mark.]\n";
    let pgn = converted(&[], book).replace('\n', " ");
    let moves = "2. Nf3 {The best move, as all agree.} 2... Nc6 {P-Q3 is Philidor's.} 3. Bb5 a6 \
                 {[Footnote C: This one has no mark.]} *";
    assert!(pgn.contains(moves), "{pgn}");
}

#[test]
fn scoresheet_lines_other_than_rows_and_duplicate_fields_are_comments() {
    let sheet = "EVENT\tA tournament\nA line that is no field.\nWHITE\tA\nWHITE\tA second name\n\
                 NUMBER OF THE MOVE\ta\tb\tc\td\te\tf\tg\th\n1\t\t\t\t\t4\n\t\t\t\t\t5\nThe flag fell here.\n\
                 2\t\t\t\t\t\tN3\n\t\t\tN6\nAfter the last move.\n";
    let expected = "[Event \"A tournament\"]\n[White \"A\"]\n\n{A line that is no field.} {A second name} 1. e4 e5 \
                    {The flag fell here.} 2. Nf3 Nc6 {After the last move.} *\n\n";
    assert_eq!(converted(&["--width", "0"], sheet), expected);
}

#[test]
fn a_digit_before_blacks_move_is_not_another_number() {
    for (text, status, expected) in [
        ("1. e4 4g6 *\n", Some(1), "1. e4 {4g6} *\n\n"),
        ("1e4 1g6 2d4 *\n", Some(0), "1. e4 g6 2. d4 *\n\n"),
    ] {
        let output = run(&["-f", "economical:bare"], text);
        assert_eq!((output.status.code(), &*written(&output)), (status, expected), "{text}");
    }
}

#[test]
fn words_beside_the_heading_of_a_sheet_are_comments_and_titles_are_not() {
    let row = "1\t\t\t\t\t4\n\t\t\t\t\t5\n";
    for (before, after, expected) in [
        ("NUMBER", "", "1. e4 e5 *"),
        ("NUMBER", "\tTime", "1. e4 e5 *"),
        ("NUMBER", "\tREMARKS", "1. e4 e5 *"),
        ("NUMBER", "\tHello", "{Hello} 1. e4 e5 *"),
        ("NUMBER", "\tHello\tyou", "{Hello} {you} 1. e4 e5 *"),
    ] {
        let sheet = format!("{before}\ta\tb\tc\td\te\tf\tg\th{after}\n{row}");
        assert_eq!(converted(&[], &sheet).trim_end(), expected, "{sheet}");
    }
}

#[test]
fn a_pawn_becomes_no_king_and_no_rook_of_another_language() {
    let game = "[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. b8=K *\n";
    let output = run(&[], game);
    assert_eq!(output.status.code(), Some(1));
    assert!(written(&output).contains("{b8=K}"), "{}", written(&output));
}

/// Counts each word of letters, and each year, in a text.
fn words(text: &str) -> BTreeMap<&str, usize> {
    let mut words = BTreeMap::new();
    for word in text.split(|it: char| !it.is_ascii_alphanumeric()) {
        if word.starts_with(|it: char| it.is_ascii_alphabetic()) || word.len() > 2 {
            *words.entry(word).or_default() += 1;
        }
    }
    words
}

/// Corrupts a line of tags with a typing error.
fn slip(line: &mut String, dice: &mut Dice) {
    let mut places = |signs: &[char]| -> Option<usize> {
        let found: Vec<usize> = line.match_indices(signs).map(|it| it.0).collect();
        (!found.is_empty()).then(|| dice.pick(&found))
    };
    let (quote, bracket) = (places(&['"']), places(&['[', ']']));
    let at = dice.below(line.len() + 1);
    match (dice.below(12), quote, bracket) {
        (0, Some(at), _) | (1, _, Some(at)) => drop(line.remove(at)),
        (2, Some(at), _) | (3, _, Some(at)) => line.insert(at, char::from(line.as_bytes()[at])),
        (4, ..) => line.truncate(at),
        (5, ..) => drop(line.drain(..at)),
        (6, ..) if at > 1 => {
            let letter = line.remove(at - 1);
            line.insert(at - 2, letter);
        }
        (7, ..) => *line = line.replace("\"]", dice.pick(&["\" ]", "]\"", "]"])),
        (8, ..) => *line = line.replacen(" \"", "\"", 1),
        (9, ..) => *line = format!("{line} {line}"),
        (10, ..) => line.retain(|it| it != '"'),
        _ => line.insert(at, char::from(dice.pick(b"[]\"{}();%\\"))),
    }
}

/// The words of malformed tags, and the moves next to them, are in the output; otherwise the game has errors
/// and is in the rejects.
#[test]
fn a_slip_in_a_tag_loses_no_word() {
    const TAGS: [&str; 6] = [
        "[Event \"Casual Game\"]",
        "[Site \"Berlin GER\"]",
        "[White \"Anderssen, Adolf\"]",
        "[Black \"Dufresne, \\\"Jean\\\"\"]",
        "[Date \"1852.01.02\"]",
        "[ECO \"C52\"]",
    ];
    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 {Italian} Bc5 4. b4 (4. c3 Nf6) Bxb4 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let rejects = folder.path().join("rejects.pgn");
    let path = rejects.to_str().expect("UTF-8");
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut lines: Vec<String> = (0..1 + dice.below(4)).map(|_| dice.pick(&TAGS).to_owned()).collect();
        for _ in 0..1 + dice.below(2) {
            let n = dice.below(lines.len());
            slip(&mut lines[n], &mut dice);
        }
        let between = dice.pick(&["\n", "\n", " ", ""]);
        let game = format!("{}{}{MOVES}", lines.join(between), dice.pick(&["\n\n", "\n", " ", ""]));
        let _ = std::fs::remove_file(&rejects);
        let output = run(&["-q", "-f", "san", "--rejects", path], &game);
        let written = String::from_utf8_lossy(&output.stdout).into_owned();
        let rejected = std::fs::read_to_string(&rejects).unwrap_or_default();
        let said = String::from_utf8_lossy(&run(&["-f", "san"], &game).stderr).into_owned();
        let (written_words, rejected_words) = (words(&written), words(&rejected));
        for (word, count) in words(&game) {
            // Apparent move numbers are dropped, and reported as wrong.
            let is_number = word.bytes().all(|it| it.is_ascii_digit());
            if is_number && said.contains(&format!("{word}.: the move number should be")) {
                continue;
            }
            // The number 1 may have stuck to a word.
            let before = word.strip_suffix('1').filter(|it| it.ends_with(char::is_alphabetic));
            let count_in = |it: &BTreeMap<&str, usize>, word: &str| it.get(word).copied().unwrap_or(0);
            let found = [&written_words, &rejected_words]
                .map(|it| count_in(it, word) + before.map_or(0, |before| count_in(it, before)));
            let kept = if output.status.success() { found[0] } else { found[0].max(found[1]) };
            assert!(
                kept >= count,
                "{word:?} is lost of:\n{game}--- written\n{written}--- rejects\n{rejected}"
            );
        }
    }
}

/// The rest of the line of an unclosed tag is read: here the moves.
#[test]
fn moves_after_an_unclosed_tag_are_read() {
    for tag in [
        "[White \"A\"",
        "[White \"A",
        "[White \"A]",
        "[White A\"]",
        "[White \"A\" [Black \"B\"]",
        "[White \"A [Black \"B\"",
    ] {
        let output = run(&[], format!("{tag} 1. e4 e5 2. Nf3 Nc6 *\n"));
        let written = String::from_utf8_lossy(&output.stdout);
        assert!(written.ends_with("\n1. e4 e5 2. Nf3 Nc6 *\n\n"), "{tag}: {written}");
        assert!(tag.contains('B') == written.contains("[Black \"B\"]"), "{tag}: {written}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("warning"), "{tag}");
    }
}

/// A tag whose value is not set apart from its name, or whose name has two words, divides no game.
#[test]
fn a_tag_with_a_blank_too_few_or_too_many_is_read() {
    let output = run(
        &[],
        "[White \"A\"]\n[White Title \"GM\"]\n[BlackElo\"2500\"]\n[TimeControl40/7200:20+30\"]\n[Site.URL \"x\"]\n[ECO \"C20\"]\n[Site \"Here']\n\n1. e4 e5 *\n",
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "[White \"A\"]\n[WhiteTitle \"GM\"]\n[BlackElo \"2500\"]\n[TimeControl \"40/7200:20+30\"]\n[Site.URL \"x\"]\n[ECO \"C20\"]\n[Site \"Here\"]\n\n1. e4 e5 *\n\n"
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("malformed tag pair"));
}

/// A text that is cut off within a tag pair is told, wherever that is.
#[test]
fn a_text_that_ends_in_a_tag_pair_is_told() {
    let whole = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"Müller, B\"]\n[Round \"2.1\"]\n";
    let tags = whole.find("[White \"M").expect("a second game");
    for end in (tags + 1..=whole.len()).filter(|it| whole.is_char_boundary(*it)) {
        let text = &whole[..end];
        let is_complete = text.trim_end().ends_with(']');
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let output = run(&[], text.clone());
            assert_eq!(output.status.code(), Some(i32::from(!is_complete)), "{text}");
            let written = String::from_utf8_lossy(&output.stdout);
            assert!(written.starts_with("[White \"A\"]\n\n1. e4 e5 "), "{text}: {written}");
        }
    }
}

/// Without its result, a game has lost what matters most of it.
#[test]
fn a_result_at_the_end_is_kept_whatever_stands_around_it() {
    let words = ["", "Black resigned", "Result", "Final result:", "White wins the game", "- Score"];
    let results = ["1-0", "1 - 0", "1–0", "(1-0)", "[1-0]", "1:0"];
    let signs = ["", " .", ".", " |", " !", "\n---\n", "\n***\n", "\n| +---+\n", " *"];
    let converter = Converter::to("san".parse().expect("a notation"));
    let (mut told, mut all) = (0, 0);
    for (between, word) in ["\n\n", "\n", " "].into_iter().flat_map(|it| words.map(|word| (it, word))) {
        for (result, behind) in results.into_iter().flat_map(|it| signs.map(|sign| (it, sign))) {
            let text = format!("1. e4 e5 2. Nf3 Nc6{between}{word} {result}{behind}\n");
            let mut out = Vec::new();
            let report = converter.convert(text.as_bytes(), &mut out).expect("memory does not fail");
            let out = String::from_utf8(out).expect("UTF-8");
            let is_kept = out.trim_end().ends_with(" 1-0");
            assert!(is_kept || report.failed > 0, "{text}{out}");
            (told, all) = (told + report.failed, all + 1);
        }
    }
    // A dash behind the moves may be one of them.
    assert!(told * 8 < all, "{told} of {all}");
}
