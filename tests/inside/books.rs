//! Games as printed in old books, compared with their moves.
//!
//! `fixtures/books` has, for every game, NAME.txt (the block as printed) or NAME.moves.txt (its score alone),
//! or both, and NAME.pgn (the moves). The texts are from books of Project Gutenberg, all in the public domain:
//! The Blue Book of Chess (bb), Bird's Chess History and Reminiscences (bird), Edward Lasker's Chess Strategy
//! (cs), Capablanca's Chess Fundamentals (cf) and My Chess Career (mcc).
//!
//! `tests/peers/books.py` does the same for any folder of such games, using the program and python-chess.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use super::effort::excess;
use plyglot::{
    chess::{Ply, Position},
    convert::{Converter, Options},
    diagnostics::{Diagnostic, Problem, Severity},
    io::{Block, BlockContent, Form as _},
    layout::{Event, InputFormat, pgn::PgnWriter},
    notation::Choice,
    resolve::Notations,
};

/// A game's moves as read.
struct Game {
    start: Position,
    plies: Vec<Ply>,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str, format: InputFormat, notations: &Notations) -> Game {
    let text = &*format.plain(Cow::Borrowed(text));
    let read = format.read(text, 0..text.len(), notations);
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

/// Returns the diagnostics of a game without the notes.
fn said(game: &Game) -> Vec<String> {
    let said = game.diagnostics.iter().filter(|it| it.severity != Severity::Note);
    said.map(|it| it.problem.to_string()).collect()
}

/// The result of reading a text.
#[derive(PartialEq, Eq, Debug)]
enum Reading {
    Right,
    /// It differs from the moves at this ply, with a warning.
    Warned(String),
    /// It differs silently.
    Silent(String),
}

/// Compares a printed text with its moves.
fn compare(text: &str, pgn: &str, repair: bool) -> Reading {
    let expected = read(pgn, InputFormat::Pgn, &Notations::only(Choice::san()));
    let fen = pgn.lines().find(|line| line.starts_with("[FEN "));
    let format = InputFormat::of(text.as_bytes(), true).unwrap_or_default();
    let text = match fen.filter(|_| format == InputFormat::Pgn) {
        Some(fen) => format!("{fen}\n\n{text}"),
        None => text.to_owned(),
    };
    let found = read(&text, format, &Notations::any().repairing(repair));
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
    // A game that ends too early is not wrong, and an error says why.
    let short = same == found.plies.len() && !found.diagnostics.is_empty();
    if told || short { Reading::Warned(what) } else { Reading::Silent(what) }
}

/// Returns the printed texts of a folder with their moves, by name.
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

/// Fixtures with a misprint that prevents reading, with the result for each.
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
        // The misprint in bb-59, one square for another, gives a playable game.
        if !name.starts_with("bb-59") {
            assert_eq!(compare(text, pgn, true), Reading::Right, "{name}");
        }
    }
    let (text, _) = &texts["bb-33.txt"];
    let format = InputFormat::of(text.as_bytes(), true).unwrap_or_default();
    let read = format.read(text, 0..text.len(), &Notations::any().repairing(true));
    let repairs = read.diagnostics.iter().filter(|it| matches!(it.problem, Problem::Repaired { .. })).count();
    let comments = read.game.events.iter().filter_map(|event| match event {
        Event::Comment(comment) if comment.text.contains(" read as ") => Some(&*comment.text),
        _ => None,
    });
    let comments: Vec<&str> = comments.collect();
    assert_eq!((comments.len(), repairs), (2, 2), "{comments:?}");
    assert!(comments[0].starts_with("10... Q. to R's 3d. read as Q-K3"), "{comments:?}");
}

/// Returns all messages and output for a printed text.
fn convert(text: &str, format: InputFormat) -> String {
    convert_with(&Options::new(Notations::any()), text, format)
}

/// Does the same without the words around the games.
fn extract(text: &str) -> String {
    convert_with(&Options { extract: true, ..Options::new(Notations::any()) }, text, InputFormat::Prose)
}

fn convert_with(options: &Options, text: &str, format: InputFormat) -> String {
    let to = Choice::san();
    let mut converter = Converter::new(options, Box::new(PgnWriter::new(&to, 79)));
    let block = Block {
        bytes: text.as_bytes().to_vec(),
        first_line: 1,
        format,
        content: BlockContent::Games,
        name: "".into(),
    };
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
    insta::assert_snapshot!(extract(BOOK));
}

#[test]
fn a_block_is_kept_as_a_whole() {
    let text = &BOOK[BOOK.find("               GAME No. 1").expect("a game")..];
    let text = &text[..text.find("               GAME No. 2").expect("a game")];
    assert_eq!(InputFormat::of(text.as_bytes(), true), Some(InputFormat::Prose));
    insta::assert_snapshot!(convert(text, InputFormat::Prose));
}

/// The Opera game as printed in books of various times and countries.
fn printing_styles() -> Vec<(String, String)> {
    let folder = fixtures().join("manners");
    let mut texts: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|it| it.expect("an entry").path())
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("UTF-8")))
        .collect();
    texts.sort();
    texts
}

fn opera() -> Vec<Ply> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/opera.pgn");
    read(&fs::read_to_string(path).expect("UTF-8"), InputFormat::Pgn, &Notations::only(Choice::san())).plies
}

/// Changes to a text that do not affect its meaning.
const DISGUISES: [fn(&str) -> String; 5] = [
    str::to_owned,
    |text| text.replace('\n', "\r\n"),
    |text| text.replace('\'', "’").replace('-', "–"),
    |text| text.replace('-', "—").replace("  ", "\u{3000} "),
    |text| text.replace("\n\n", "\n\n[Illustration]\n\n"),
];

#[test]
fn every_printing_style_is_read() {
    let (opera, printing_styles) = (opera(), printing_styles());
    assert!(printing_styles.len() >= 15 && opera.len() == 33);
    for (name, text) in &printing_styles {
        for (n, disguise) in DISGUISES.iter().enumerate() {
            let text = disguise(text);
            let format = InputFormat::of(text.as_bytes(), true).unwrap_or_default();
            let found = read(&text, format, &Notations::any());
            assert!(found.plies == opera, "{name}, disguise {n}: {} plies\n{text}", found.plies.len());
            assert_eq!(said(&found), [""; 0], "{name}, disguise {n}\n{text}");
        }
    }
}

/// Text between the games of a book that is not a game.
const BETWEEN: [&str; 3] = [
    "It is often said that 3. B-Kt5 is stronger than 3. B-B4; but practice hardly bears this\nout, and the student \
     will do well to be acquainted with both. The King and Queen of the\ndefender are the objects of attack.",
    "In 1851 there were 16 players, of whom 8 were left after the first round. White takes\nthe first move, and Black \
     replies to it. 12 of the games were won, and 4 drawn.",
    "124                       CHESS PRAXIS.",
];

#[test]
fn a_book_in_all_printing_styles_loses_no_game() {
    let (opera, printing_styles) = (opera(), printing_styles());
    let mut book = "CHESS PRAXIS\n\nBEING A COLLECTION OF GAMES\n\nBy an Amateur\n\n".to_owned();
    for (n, (_, text)) in printing_styles.iter().enumerate() {
        let _ = write!(book, "{}\n\nGAME No. {}\n\n{text}\n\n", BETWEEN[n % BETWEEN.len()], n + 1);
    }
    let format = InputFormat::Prose;
    let mut at = 0;
    let mut found = 0;
    while at < book.len() {
        let end = format.extents(&book).of(at).at;
        let game = read(&book[at..end], format, &Notations::any());
        assert!(game.plies == opera, "game {found}: {} plies\n{}", game.plies.len(), &book[at..end]);
        assert_eq!(said(&game), [""; 0], "game {found}\n{}", &book[at..end]);
        found += 1;
        at = end;
    }
    assert_eq!(found, printing_styles.len());
}

#[test]
fn running_text_becomes_games() {
    for (text, expected) in [
        (
            "The game went on as follows: 1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-\nKt5, P-QR3; 4. B-R4, Kt-B3; 5. Cas-\n\
             tles, B-K2; 6. P-Q4, PxP and so on, as in many other games.\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. d4 exd4",
        ),
        (
            "P-K4 P-K4 N-KB3 N-QB3 B-N5 P-QR3 BxN QPxB O-O B-KN5\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4",
        ),
        (
            "Ruy Lopez.\n\n1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-Kt5 P-QR3 (a) 4 B-R4 Kt-B3\n\n(a) Morphy's defence.\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {Morphy's defence.} 4. Ba4 Nf6",
        ),
        ("1. e4, e5; 2. Nf3, Nc6; 3. Bb5, a6.\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
        (
            "1. P-K4 P-K4 2. P-KB4 PxP 3. B-B4 Q-R5ch 4. K-B1 P-QKt4 and White resigns.\n",
            "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 {and White resigns.} 0-1",
        ),
        ("1 P4R P4R; 2 C3AR C3AD; 3 A5C C3A; 4 Roque, CxP\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4"),
    ] {
        let said = extract(text);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains(expected) && !said.contains(": warning") && !said.contains(": error"),
            "{said}"
        );
        let format = InputFormat::of(text.as_bytes(), true).unwrap_or_default();
        let block = convert(text, format).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(block.contains(expected) && !block.contains(": warning"), "{block}");
    }
}

#[test]
fn apparent_moves_are_not_dropped_silently() {
    for (text, expected) in [
        // The start position of moves without their beginning is unknown.
        (
            "GAME I.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n\nSomething else is said here of the end game.\n\n\
             45. R-K7, K-Kt3; 46. R-K6 ch, K-R4; 47. RxP, P-R6; 48. R-K6, P-R7.\n",
            "8:1: warning: looks like moves, but does not continue the game; left out",
        ),
        ("45. R-K7 K-Kt3\n46. R-K6 ch K-R4\n47. RxP P-R6\n", "1:1: error: no game from move 1 found"),
        // A line of the table that cannot be read is an error, not a comment.
        (
            "WHITE        BLACK\n1. P-K4      P-K4\n2. Kt-KB3    Kt-QB3\n3. B-B4      B-B4\n4. Xyzzy     Plugh\n5. Castles   P-Q3\n",
            "5:14: error: no legal move",
        ),
        (
            "WHITE        BLACK\n1. P-K4      P-K4\n2. Xyzzy     Plugh\n3. B-B4      B-B4\n",
            "3:14: error: no legal move",
        ),
    ] {
        let said = extract(text);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_single_check_that_is_not_marked_is_doubtful() {
    let text = "1. P-K4 P-K4 2. Q-R5 N-QB3 3. QxBPch KxQ 4. B-B4ch P-Q4 5. BxPch B-K3 6. BxBch KxB 7. P-Q4 Q-R5 8. P-Q5ch";
    let unmarked = text.replace("BxPch", "BxP");
    // Where several are unmarked, that is the style of the book.
    let sparing = unmarked.replace("BxBch", "BxB");
    for (text, expected) in
        [(text, vec![]), (&unmarked, vec!["marked as no check, but it is one"]), (&sparing, vec![])]
    {
        assert_eq!(said(&read(text, InputFormat::Pgn, &Notations::any())), expected, "{text}");
    }
}

#[test]
fn slips_in_words_are_repaired() {
    let moves = "1. P. to K's 4th.  P. to K's 4th.\n2. K. Kt. to B's 3d.  Q. Kt. to B's 3d.\n3. K. Kt. takes P.  Kt. takes Kt.\n\
                 4. P. to Q's 4th.  Kt. to Kt's 3d.\n5. P. to K's 5th.  P. to Q's 3d.\n6. P. takes P.  B. takes P.\n\
                 7. B. to Q's 3d.  Kt. to B's 3d.\n8. Castles.  Castles.\n";
    for (printed, slip) in [
        ("Kt. takes Kt.", "Rt. takes Kt."),
        ("B. takes P.", "R. takes P."),
        ("  Q. Kt. to B's 3d.", "  Q. Rt. to B's 3d."),
        ("5. P. to K's 5th.", "5. P. to R's 5th."),
        ("Kt. to Kt's 3d.", "Kt. to Rt's 3d."),
        ("Kt. to B's 3d.\n8", "Kt. to 8's 3d.\n8"),
    ] {
        let text = moves.replacen(printed, slip, 1);
        let format = InputFormat::of(text.as_bytes(), true).unwrap_or_default();
        let (meant, found) =
            (read(moves, format, &Notations::any()), read(&text, format, &Notations::any().repairing(true)));
        assert_eq!(meant.plies.len(), 16);
        assert!(found.plies == meant.plies, "{slip}: {:?}", said(&found));
        assert!(said(&found).iter().any(|it| it.starts_with("read as")), "{slip}: {:?}", said(&found));
    }
}

#[test]
fn an_ordinal_with_a_wrong_ending_is_doubtful() {
    for (rank, expected) in [
        ("3d", vec![]),
        ("8d", vec!["marked as another rank by the ending of the number, but the number was taken"]),
    ] {
        let text = format!(
            "1. P. to Q's 4th.  P. to Q's 4th.\n2. B. to B's 4th.  P. to Q. B's 3d.\n3. P. to K's 3d.  Kt. to Q's 2d.\n\
             4. B. to Kt's {rank}.  P. to K's 3d.\n"
        );
        let found =
            read(&text, InputFormat::of(text.as_bytes(), true).unwrap_or_default(), &Notations::any());
        assert_eq!(found.plies.len(), 8, "{text}");
        assert_eq!(said(&found), expected, "{text}");
    }
}

/// Reads a book of this many tiny games.
fn read_tiny_games(games: usize) {
    let text = "1. P-K4 P-K4\n2. N-KB3 N-QB3\n3. B-N5 P-QR3\n\n".repeat(games);
    let pgn = extract(&text);
    let last = format!("{{lines {} to {}}}", 4 * games - 3, 4 * games - 1);
    assert!(pgn.contains(&last), "{last}");
}

#[test]
fn a_book_of_many_games_takes_linear_time() {
    assert_eq!(excess(8, || read_tiny_games(1_000), || read_tiny_games(4_000)), None);
}

#[test]
fn texts_that_are_not_printed_games() {
    for text in [
        "[Event \"?\"]\n\n1. P-K4 P-K4 *\n",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5\na6 4. Ba4 Nf6\n",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n",
        "1 P4R P4R\n2 C3AR C3AD\n",
        "1. P5 - n2 P5 - s2\n(a remark that is\nprinted so)\n2. N2 - nnw N1 - sse\n",
        "no game at all\n",
        "",
    ] {
        assert_eq!(InputFormat::of(text.as_bytes(), true), Some(InputFormat::Pgn), "{text}");
    }
}
