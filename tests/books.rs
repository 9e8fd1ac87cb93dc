//! Games as old books print them, against the moves that they mean.
//!
//! `fixtures/books` holds, for every game, NAME.txt (the block as printed) or NAME.moves.txt (its score alone), or both,
//! and NAME.pgn (the moves). The texts are from books of Project Gutenberg, all in the public domain: The Blue Book of
//! Chess (bb), Bird's Chess History and Reminiscences (bird), Edward Lasker's Chess Strategy (cs), Capablanca's Chess
//! Fundamentals (cf) and My Chess Career (mcc).
//!
//! `PLYGLOT_BOOKS=FOLDER cargo test --test books -- --nocapture` does the same for a folder of folders of such games and prints
//! the figures and every miss. Its `INDEX.json`, if there is one, names the known misprints.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use plyglot::{
    convert::{Converter, OnError, Options},
    input::{Block, Extent},
    layout::{Event, Filter, Form, Prose, pgn::PgnWriter},
    model::Ply,
    notation::Choice,
    reading::Notations,
    report::{Diagnostic, Problem},
    rules::Position,
};

/// A game's moves as they were read.
struct Game {
    start: Position,
    plies: Vec<Ply>,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str, form: Form, notations: &Notations) -> Game {
    let read = form.read(text, 0..text.len(), notations);
    let mut depth = 0;
    let mut plies = Vec::new();
    for event in &read.game.events {
        match event {
            Event::Ply(ply, _) if depth == 0 => plies.push(*ply),
            Event::BeginVariation => depth += 1,
            Event::EndVariation(_) => depth -= 1,
            _ => {}
        }
    }
    Game { start: read.game.start.clone(), plies, diagnostics: read.diagnostics }
}

/// How a text was read.
#[derive(PartialEq, Eq, Debug)]
enum Reading {
    Right,
    /// It parts from the moves at this ply, and that is said.
    Warned(String),
    /// It does so without a word.
    Silent(String),
}

/// Holds a printed text against the moves that it means.
fn compare(text: &str, pgn: &str, repair: bool) -> Reading {
    let expected = read(pgn, Form::Pgn, &Notations::only(Choice::san()));
    let fen = pgn.lines().find(|line| line.starts_with("[FEN "));
    let form = Form::of(text.as_bytes(), true).unwrap_or_default();
    let text = match fen.filter(|_| form == Form::Pgn) {
        Some(fen) => format!("{fen}\n\n{text}"),
        None => text.to_owned(),
    };
    let found = read(&text, form, &Notations::any().repairing(repair));
    if found.plies == expected.plies {
        return Reading::Right;
    }
    let same = found.plies.iter().zip(&expected.plies).take_while(|(one, other)| one == other).count();
    let mut position = expected.start;
    expected.plies[..same].iter().for_each(|ply| position.play(ply));
    let place = (position.move_number(), position.turn());
    let parts = format!(
        "parts at {}",
        Diagnostic::note(0..0, Problem::Unread).at(&position).ply_label().unwrap_or_default()
    );
    let said: Vec<String> =
        found.diagnostics.iter().map(|it| format!("    {:?} {}", it.ply, it.problem)).collect();
    let told = found.diagnostics.iter().any(|it| it.ply == Some(place));
    let what =
        format!("{parts}, {} of {} plies\n{}", found.plies.len(), expected.plies.len(), said.join("\n"));
    // Where it ends too soon nothing is wrong, and why is an error.
    let short = same == found.plies.len() && !found.diagnostics.is_empty();
    if told || short { Reading::Warned(what) } else { Reading::Silent(what) }
}

/// The printed texts of a folder with their moves, by their names.
fn texts(folder: &Path) -> BTreeMap<String, (String, String)> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".txt") else { continue };
        let moves = folder.join(format!("{}.pgn", stem.strip_suffix(".moves").unwrap_or(stem)));
        let Ok(pgn) = fs::read_to_string(&moves) else { continue };
        texts.insert(name, (fs::read_to_string(&path).expect("UTF-8"), pgn));
    }
    texts
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/books")
}

/// Those of the fixtures that a misprint keeps from being read, with how they are read then.
const MISPRINTED: [&str; 5] =
    ["bb-33.txt", "bb-33.moves.txt", "bb-59.txt", "bb-59.moves.txt", "cs-09.moves.txt"];

#[test]
fn printed_games_are_read_as_they_are_meant() {
    let texts = texts(&fixtures());
    assert!(texts.len() >= 10, "only {} texts", texts.len());
    for (name, (text, pgn)) in &texts {
        let reading = compare(text, pgn, false);
        if MISPRINTED.contains(&name.as_str()) {
            assert_ne!(reading, Reading::Right, "{name}");
        } else {
            assert_eq!(reading, Reading::Right, "{name}");
        }
    }
}

#[test]
fn misprints_are_repaired() {
    let texts = texts(&fixtures());
    for (name, (text, pgn)) in &texts {
        // The misprint of bb-59, a square for another, makes a game that could have been played.
        if !name.starts_with("bb-59") {
            assert_eq!(compare(text, pgn, true), Reading::Right, "{name}");
        }
    }
    let (text, _) = &texts["bb-33.txt"];
    let form = Form::of(text.as_bytes(), true).unwrap_or_default();
    let read = form.read(text, 0..text.len(), &Notations::any().repairing(true));
    let repairs = read.diagnostics.iter().filter(|it| matches!(it.problem, Problem::Repaired { .. })).count();
    let comments = read.game.events.iter().filter_map(|event| match event {
        Event::Comment(comment) if comment.text.contains(" read as ") => Some(&*comment.text),
        _ => None,
    });
    let comments: Vec<&str> = comments.collect();
    assert_eq!((comments.len(), repairs), (2, 2), "{comments:?}");
    assert!(comments[0].starts_with("10... Q. to R's 3d. read as Q-K3"), "{comments:?}");
}

#[test]
fn a_folder_of_books() {
    let Some(folder) = std::env::var_os("PLYGLOT_BOOKS").map(PathBuf::from) else { return };
    let index = fs::read_to_string(folder.join("INDEX.json")).unwrap_or_else(|_| "[]".to_owned());
    let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
    let misprinted = |name: &str| {
        index.as_array().is_some_and(|games| {
            let is = |game: &&serde_json::Value| game["id"].as_str().is_some_and(|id| id.ends_with(name));
            games
                .iter()
                .find(is)
                .is_some_and(|game| game["discrepancies"].as_array().is_some_and(|it| !it.is_empty()))
        })
    };
    let mut silent = String::new();
    for repair in [false, true] {
        println!("{}", if repair { "with --repair" } else { "without --repair" });
        for entry in fs::read_dir(&folder).expect("a folder").map(|it| it.expect("an entry").path()) {
            if !entry.is_dir() {
                continue;
            }
            let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
            let mut misses = String::new();
            for (name, (text, pgn)) in texts(&entry) {
                let kind = if name.ends_with(".moves.txt") { "scores" } else { "blocks" };
                let count = counts.entry(kind).or_default();
                count.1 += 1;
                let stem = name.trim_end_matches(".txt").trim_end_matches(".moves").to_owned();
                match compare(&text, &pgn, repair) {
                    Reading::Right => count.0 += 1,
                    Reading::Warned(what) => {
                        let _ = writeln!(misses, "  {name}: {what}");
                    }
                    Reading::Silent(what) => {
                        let _ = writeln!(misses, "  {name}: SILENT: {what}");
                        if !misprinted(&stem) {
                            let _ = writeln!(silent, "{name}: {what}");
                        }
                    }
                }
            }
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let counts: Vec<String> =
                counts.iter().map(|(kind, (right, all))| format!("{right} of {all} {kind}")).collect();
            println!("{name}: {}\n{misses}", counts.join(", "));
        }
    }
    assert!(silent.is_empty(), "read wrongly without a word:\n{silent}");
}

/// Everything that is said and written of a printed text.
fn convert(text: &str, form: Form) -> String {
    let options = Options {
        from: Notations::any(),
        filter: Filter::default(),
        on_error: OnError::Keep,
        rejects: false,
        encoding: None,
        max_game: usize::MAX,
    };
    let to = Choice::san();
    let mut converter = Converter::new(&options, PgnWriter::new(&to, 79));
    let block = Block { bytes: text.as_bytes().to_vec(), first_line: 1, form, extent: Extent::Games };
    let converted = converter.convert(block);
    let mut out = String::from_utf8(converted.out).expect("UTF-8");
    for report in converted.reports {
        for located in report.diagnostics {
            let severity = located.diagnostic.severity.word();
            let _ = writeln!(
                out,
                "{}:{}: {severity}: {}",
                located.line, located.column, located.diagnostic.problem
            );
        }
    }
    out
}

const BOOK: &str = "\
CHAPTER THE FIRST

In which the reader is told at some length, and with many an example from life, what
the author thinks of those who bring out their Queen at once. Two games follow; 3. Q-R5
would be a mistake in either of them, for reasons that were given above. Of the third
game only the end is known.

               GAME No. 1
     White: Smith.   Black: Jones.
             (London, 1851)

     1. P-K4          P-K4
     2. Q-R5          Kt-QB3[1]

A diagram {of sorts} shows it:

   r . b q k b n r
   p p p p . p p p
   . . n . . . . .
   . . . . p . . Q
   . . . . P . . .
   . . . . . . . .
   P P P P . P P P
   R N B . K B N R

     3. B-B4

Threatening mate.

     3. ...           Kt-B3
     4. QxBP mate.

[Footnote 1: 2. ... P-KKt3 loses a Rook.]

Here the chapter speaks of something else again, over several lines, so that nobody
takes it for a heading of what follows, which is another game altogether, and was
played by other people at another place, and with another result, as will be seen
in a moment by everyone who reads on.

               GAME No. 2
     (Remove White's Q. Kt. from the Board.)
  White             Black
  A. B. BROWN       C. DOE
1 P to K4     P to K4      4 P takes P   Q takes P
2 P to KB4    P takes P    5 P to Q4     B to KKt5
3 Kt to KB3   P to Q4      6 B takes P   resigns

               GAME No. 3

   . . . . . . . k
   . . . . . . . .
   . . . . . . . .
   . . . . . . . .
   . . . . . . . .
   . . . . . . . .
   . . . . . . Q .
   . . . . . . . K

     41. Q-QKt7       K-Kt sq
     42. K-Kt2        Drawn.
";

#[test]
fn a_book_is_searched_for_games() {
    insta::assert_snapshot!(convert(BOOK, Form::Prose(Prose::Book)));
}

#[test]
fn a_block_is_kept_as_a_whole() {
    let text = &BOOK[BOOK.find("               GAME No. 1").expect("a game")..];
    let text = &text[..text.find("               GAME No. 2").expect("a game")];
    assert_eq!(Form::of(text.as_bytes(), true), Some(Form::Prose(Prose::Block)));
    insta::assert_snapshot!(convert(text, Form::Prose(Prose::Block)));
}

#[test]
fn what_is_no_printed_text() {
    for text in [
        "[Event \"?\"]\n\n1. P-K4 P-K4 *\n",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5\na6 4. Ba4 Nf6\n",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n",
        "1 P4R P4R\n2 C3AR C3AD\n",
        "1. P5 - n2 P5 - s2\n(a remark that is\nprinted so)\n2. N2 - nnw N1 - sse\n",
        "no game at all\n",
        "",
    ] {
        assert_eq!(Form::of(text.as_bytes(), true), Some(Form::Pgn), "{text}");
    }
}
