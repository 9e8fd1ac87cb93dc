//! The fast road and the careful reader agree: whatever the fast one takes, the careful one reads to the same
//! output, without anything to say.
//!
//! `PLYGLOT_ARCHIVES` may name more files to try, separated by colons.

use std::path::PathBuf;

use plyglot::{
    layout::{
        Failed, Form, Output as _, Writer as _, emit,
        pgn::{PgnWriter, fast},
    },
    notation::Choice,
    reading::Notations,
};

fn files() -> Vec<PathBuf> {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let listed = |folder: PathBuf| {
        std::fs::read_dir(folder).expect("fixtures").map(|it| it.expect("a fixture").path())
    };
    let more = std::env::var_os("PLYGLOT_ARCHIVES").unwrap_or_default();
    listed(fixtures.clone())
        .chain(listed(fixtures.join("pgn")))
        .filter(|it| it.extension().is_some_and(|it| it == "pgn"))
        .chain(std::env::split_paths(&more).filter(|it| !it.as_os_str().is_empty()))
        .collect()
}

/// Reads all games of a text on both roads. Answers how many there are, and how many the fast one took.
fn compare(name: &str, text: &str, notation: &str) -> (usize, usize) {
    let notations = Notations::only(Choice::parse(notation).expect("a notation"));
    let target = Choice::parse("lan").expect("a notation");
    let (mut games, mut fast_games) = (0, 0);
    let mut at = 0;
    while at < text.len() {
        at += text[at..].len() - text[at..].trim_start().len();
        if at == text.len() {
            break;
        }
        let end = Form::Pgn.extent(text, at).at;
        let mut quick = PgnWriter::new(&target, 79);
        games += 1;
        if let Some(fast) = fast::read(text, at, true, &notations, &mut quick) {
            fast_games += 1;
            let place = format!("{name} in {notation} from {at} to {end}");
            let left = text[end.min(fast.end)..end.max(fast.end)].trim();
            assert_eq!(left, "", "{place}: the roads end at different places");
            let mut careful = PgnWriter::new(&target, 79);
            let read = Form::Pgn.read(text, at..end, &notations);
            assert_eq!(read.diagnostics, [], "{place}");
            emit(&read.game, &mut careful, &mut |failed: Failed| panic!("{place}: {}", failed.why.0));
            careful.end(read.game.outcome, &[]);
            let [quick, careful] = [quick.buffer(), careful.buffer()].map(|it| String::from_utf8_lossy(it));
            assert_eq!(quick, careful, "{place}");
        }
        at = end;
    }
    (games, fast_games)
}

#[test]
fn the_fast_road_agrees_with_the_careful_reader() {
    let (mut games, mut fast_games) = (0, 0);
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let (all, fast) = compare(&path.display().to_string(), &String::from_utf8_lossy(&bytes), "san");
        games += all;
        fast_games += fast;
    }
    assert!(fast_games > 10 && fast_games <= games, "{fast_games} of {games} games took the fast road");
}

#[test]
fn so_it_does_in_other_notations() {
    const NOTATIONS: [&str; 10] = [
        "lan",
        "uci",
        "iccf",
        "smith",
        "economical:bare",
        "economical:priority",
        "chess99",
        "descriptive",
        "descriptive:kt",
        "descriptive:long",
    ];
    for notation in NOTATIONS {
        let options = plyglot::Options::to(notation).expect("a notation");
        let mut fast_games = 0;
        for path in files() {
            let mut text = Vec::new();
            let file = std::fs::File::open(&path).expect("a file");
            plyglot::convert(file, &mut text, &options).expect("a buffer takes all");
            let name = path.display().to_string();
            // The notation is given.
            let text = String::from_utf8_lossy(&text).replace(&format!("[Notation \"{notation}\"]\n"), "");
            fast_games += compare(&name, &text, notation).1;
        }
        assert!(fast_games > 10, "{notation}: {fast_games} games took the fast road");
    }
}
