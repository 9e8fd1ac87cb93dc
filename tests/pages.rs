//! Pages of scoresheets. How they look is for `tests/browser`; here it is what they hold, that all of it is escaped, and that they
//! are written as the games come.

mod common;

use std::{
    io::{Read as _, Write as _},
    process::Stdio,
};

use common::{converted, fixture, plyglot, run};

/// A page of games.
fn page(args: &[&str], games: impl AsRef<[u8]>) -> String {
    let output = run(&[&["-q", "--layout", "html"], args].concat(), games);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The elements of a page, which must be properly nested: as `TAG ATTRIBUTES`.
fn elements(page: &str) -> Vec<String> {
    const VOID: [&str; 2] = ["meta", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    let mut elements = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        assert!(!tag.contains('<'), "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "</{name}>"),
            None => {
                let name = tag.split([' ', '\n']).next().expect("a name");
                if !VOID.contains(&name) && !tag.ends_with('/') {
                    open.push(name);
                }
                elements.push(tag.to_owned());
                if name == "style" {
                    rest = &rest[rest.find("</style>").expect("the style ends")..];
                }
            }
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    elements
}

fn count(elements: &[String], name: &str) -> usize {
    elements.iter().filter(|it| it.split([' ', '\n']).next() == Some(name)).count()
}

#[test]
fn one_game_is_one_sheet() {
    let page = page(&["-t", "sllavcco"], fixture("opera.pgn"));
    let elements = elements(&page);
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("<title>Morphy, Paul – Duke Karl / Count Isouard, Paris</title>"));
    assert_eq!(count(&elements, "article"), 1);
    // A row for each ply, and Black's place after mate.
    let rows = elements.iter().filter(|it| it.starts_with("tr")).count();
    assert_eq!(rows, 3 + 1 + 34);
    assert!(elements.contains(&"details class=\"game\" open".to_owned()));
    assert!(page.contains("Final position, after 17.\u{a0}d♖8#"));
    assert!(page.contains("This is a weak move already. --Fischer"));
    assert_eq!(count(&elements, "script"), 0);
}

#[test]
fn many_games_are_a_list_with_links() {
    let games = fixture("games/over-the-board.pgn");
    for to in ["san", "sllavcco", "economical:bare"] {
        let page = page(&["-t", to], &games);
        let elements = elements(&page);
        assert_eq!(count(&elements, "article"), 50);
        for n in 1..=50 {
            let link = format!("a class=\"no\" href=\"#g{n}\"");
            assert_eq!(elements.iter().filter(|it| **it == link).count(), 1, "{link}");
            let sheet = format!("article class=\"sheet\" id=\"g{n}\"");
            assert_eq!(elements.iter().filter(|it| it.starts_with(&sheet)).count(), 1, "{sheet}");
        }
        assert!(page.contains("50 games"));
    }
}

#[test]
fn nothing_in_a_game_is_taken_for_the_page() {
    let bad = "</title></style><script>alert(1)</script><img src=x onerror='a'>\\\" onclick=\\\"&amp;";
    let tags = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "WhiteTitle",
        "WhiteElo",
        "BlackTeam",
        "Board",
        "Odd",
    ];
    let tags: String = tags.iter().map(|name| format!("[{name} \"{bad}\"]\n")).collect();
    let game = format!(
        "{{{bad}}}\n{tags}[Result \"*\"]\n\n{{{bad}}} 1. e4 {{{bad}}} e5 ({{{bad}}} 1... c5 {{{bad}\n--}}) 2. {bad} *\n"
    );
    let plain = |page: &str| {
        let mut names: Vec<String> =
            elements(page).iter().filter_map(|it| it.split([' ', '\n']).next().map(str::to_owned)).collect();
        names.sort();
        names.dedup();
        names
    };
    for to in ["sllavcco", "lan"] {
        let page = page(&["-t", to], &game);
        let names = plain(&page);
        for name in ["script", "img", "iframe", "link", "a onclick"] {
            assert!(!names.iter().any(|it| it == name), "{name} in {names:?}");
        }
        for element in elements(&page) {
            // What is in quotes is no attribute.
            let bare: String = element.split('"').step_by(2).collect();
            assert!(!bare.contains("onclick") && !bare.contains("onerror"), "{element}");
        }
        assert!(page.matches("&lt;script&gt;").count() >= 12);
        assert!(page.contains("&amp;amp;"));
    }
}

#[test]
fn a_page_does_not_depend_on_how_many_games_are_read_at_a_time() {
    let games = fixture("games/over-the-board.pgn").repeat(20);
    let one = page(&["-j", "1"], &games);
    assert!(one.len() > 1 << 20);
    assert!(one == page(&["-j", "4"], &games));
    assert_eq!(one.matches("<!DOCTYPE").count(), 1);
    assert_eq!(one.matches("</html>").count(), 1);
    assert!(one.contains("id=\"g1000\"") && one.contains("1000 games"));
}

#[test]
fn every_file_of_a_folder_gets_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in");
    std::fs::create_dir(&input).expect("a folder");
    std::fs::write(input.join("one.pgn"), fixture("opera.pgn")).expect("a file");
    std::fs::write(input.join("many.pgn"), fixture("games/chess960.pgn")).expect("a file");
    std::fs::write(input.join("none.pgn"), "").expect("a file");
    let done = plyglot(&["-q", "--layout", "html", "in", "--out-dir", "out"])
        .current_dir(folder.path())
        .status()
        .expect("the program runs");
    assert!(done.success());
    for (name, games, title) in [("one", 1, "Morphy, Paul"), ("many", 30, "many"), ("none", 0, "none")] {
        let page = std::fs::read_to_string(folder.path().join(format!("out/{name}.html"))).expect("a page");
        assert_eq!(count(&elements(&page), "article"), games, "{name}");
        assert!(page.contains(&format!("<title>{title}")), "{name}");
        assert!(page.ends_with("</html>\n"), "{name}");
    }
}

#[test]
fn games_are_written_while_others_are_still_to_come() {
    let mut child = plyglot(&["-q", "--layout", "html", "-j", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let game = |name: &str| format!("[Event \"{name}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
    // The third game shows that the second is over; the fourth never comes.
    input.write_all([game("first"), game("second"), game("third")].concat().as_bytes()).expect("it reads");
    let mut seen = Vec::new();
    let mut buffer = [0; 1 << 16];
    while !String::from_utf8_lossy(&seen).contains("id=\"g2\"") {
        let new = output.read(&mut buffer).expect("it writes");
        assert!(new > 0, "it ended");
        seen.extend_from_slice(&buffer[..new]);
    }
    drop(input);
    output.read_to_end(&mut seen).expect("it writes the rest");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(count(&elements(&String::from_utf8_lossy(&seen)), "article"), 3);
}

#[test]
fn games_with_errors_say_so_and_others_are_left_out_if_asked() {
    let games = "[Event \"good\"]\n\n1. e4 *\n\n[Event \"bad\"]\n\n1. e4 e5 2. Qxf7 *\n\n[Event \"last\"]\n\n1. d4 *\n";
    let kept = page(&[], games);
    assert!(kept.contains("Problems in the source of this game"));
    assert!(kept.contains("Not read: Qxf7"));
    let skipped = page(&["--on-error", "skip"], games);
    assert_eq!(count(&elements(&skipped), "article"), 2);
    assert!(skipped.contains("id=\"g2\"") && !skipped.contains("id=\"g3\"") && !skipped.contains("bad"));
}

#[test]
fn games_of_chess_99_have_sheets_and_boards() {
    let page = page(&["-t", "chess99"], fixture("chess99/special.pgn"));
    let elements = elements(&page);
    assert_eq!(count(&elements, "article"), 11);
    assert!(elements.iter().any(|it| it.starts_with("symbol id='pA'")), "a paladin");
    assert!(page.contains("<td>#</td>"), "resignation stands in its place");
}

#[test]
fn empty_sheets_have_room_for_as_many_moves_as_are_asked_for() {
    for (args, tables, rows) in [
        (&["scoresheet"][..], 3, 60),
        (&["scoresheet", "--moves", "40", "--paper", "a5"], 3, 40),
        (&["scoresheet", "--layout", "columns", "--copies", "2"], 4, 120),
    ] {
        let page = converted(args, "");
        let elements = elements(&page);
        let moves = elements.iter().filter(|it| it.starts_with("th scope=\"row")).count();
        let players = 2 * page.matches("<table class=\"players\">").count();
        assert_eq!(moves - players, rows, "{args:?}");
        assert_eq!(count(&elements, "table") - players / 2, tables, "{args:?}");
    }
    let filled =
        converted(&["scoresheet", "--event", "Club <Open>", "--round", "3", "--paper", "letter"], "");
    assert!(filled.contains("Club &lt;Open&gt;") && filled.contains("@page{size:letter}"));
}
