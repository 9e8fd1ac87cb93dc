//! Pages of scoresheets: their contents, escaping, and streaming. Their appearance is tested in `tests/browser`.

use std::{
    io::{Read as _, Write as _},
    process::Stdio,
};

use crate::support::{converted, fixture, plyglot, run};

/// Returns a page of games.
fn page(args: &[&str], games: impl AsRef<[u8]>) -> String {
    let output = run(&[&["-q", "--layout", "html"], args].concat(), games);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the elements of a page as `TAG ATTRIBUTES`, checking that they are properly nested.
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
                if name == "style" || name == "script" {
                    rest = &rest[rest.find(&format!("</{name}>")).expect("it ends")..];
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
    // A row for each ply, and Black's cell after mate.
    let rows = elements.iter().filter(|it| it.starts_with("tr")).count();
    assert_eq!(rows, 3 + 1 + 34);
    assert!(elements.contains(&"details class=\"game\" open".to_owned()));
    assert!(page.contains("Final position, after 17.\u{a0}d♖8#"));
    assert!(page.contains("This is a weak move already. --Fischer"));
    // The page's own script, for the board; nothing is loaded from elsewhere.
    assert_eq!(elements.iter().filter(|it| it.starts_with("script")).collect::<Vec<_>>(), ["script"]);
    assert!(!page.contains("src=") && !page.contains("url("));
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
fn text_in_games_is_escaped() {
    let bad = "</title></style><script>alert(1)</script><img src=x onerror='a'>\\\" onclick=\\\"&amp;";
    let tags = [
        "Event", "Site", "Date", "Round", "White", "Black", "WhiteTitle", "WhiteElo", "BlackTeam", "Board",
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
        assert_eq!(count(&elements(&page), "script"), 1, "the page's own");
        for name in ["img", "iframe", "link", "a onclick"] {
            assert!(!names.iter().any(|it| it == name), "{name} in {names:?}");
        }
        for element in elements(&page) {
            // Text in quotes is not an attribute.
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
fn games_are_streamed() {
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
    assert!(page.contains("<td data-d=\"\">#</td>"), "resignation stands in its place");
}

#[test]
fn sheets_of_the_laws_have_their_words() {
    let game = "[Event \"Radio\"]\n[Date \"1970.04.07\"]\n[Board \"7\"]\n[Result \"1-0\"]\n[Variant \"Chess960\"]\n\
        [FEN \"brkbnrqn/pppppppp/8/8/8/8/PPPPPPPP/BRKBNRQN w KQkq - 0 1\"]\n\n1. e4 1-0\n";
    let form = converted(&["scoresheet", "--layout", "grid"], "");
    let plain = converted(&["scoresheet"], "");
    let sheet = page(&["-t", "sllavcco"], game);
    let german = page(&["-t", "sllavcco:de"], game);
    let columns = page(&["-t", "lan"], game);
    for (text, pages) in [
        ("Name of tournament or logo of tournament", [true, false, false, false, false]),
        (">Number of the move<", [true, false, true, false, false]),
        (">Nummer des Zuges<", [false, false, false, true, false]),
        ("<dt>Chessboard</dt>", [true, false, true, false, false]),
        ("<dt>Score</dt><dd>&nbsp;:&nbsp;</dd>", [true, false, false, false, false]),
        ("<dt>Result</dt>", [false, true, false, false, true]),
        (">1 : 0</dd>", [false, false, true, true, false]),
        (">1–0</dd>", [false, false, false, false, true]),
        ("<bdi>07.04.1970</bdi>", [false, false, true, true, false]),
        ("<bdi>1970.04.07</bdi>", [false, false, false, false, true]),
        ("<tr><td>♗</td><td>♖</td><td>♔</td>", [false, false, true, true, false]),
    ] {
        let has = [&form, &plain, &sheet, &german, &columns].map(|it| it.contains(text));
        assert_eq!(has, pages, "{text}");
    }
}

#[test]
fn empty_scoresheets_have_the_requested_number_of_moves() {
    for (args, tables, rows) in [
        (&["scoresheet"][..], 2, 60),
        (&["scoresheet", "--layout", "grid"], 3, 60),
        (&["scoresheet", "--layout", "grid", "--moves", "40", "--paper", "a5"], 3, 40),
        (&["scoresheet", "--layout", "columns", "--copies", "2"], 4, 120),
    ] {
        let page = converted(args, "");
        let elements = elements(&page);
        let moves = elements.iter().filter(|it| it.starts_with("th scope=\"row")).count();
        // The players and the start position have a table of two rows each; the laws name no side of the latter.
        let copies = page.matches("<table class=\"players\">").count();
        assert_eq!(page.matches("<caption>Disposition of the pieces").count(), copies);
        let named = if args.contains(&"grid") { 2 } else { 4 };
        assert_eq!(moves - named * copies, rows, "{args:?}");
        assert_eq!(count(&elements, "table") - 2 * copies, tables, "{args:?}");
    }
    let filled = converted(
        &[
            "scoresheet", "--event", "Club <Open>", "--organiser", "Our club", "--round", "3", "--paper",
            "letter",
        ],
        "",
    );
    assert!(filled.contains("Club &lt;Open&gt;") && filled.contains("@page{size:letter}"));
    assert!(filled.contains("Our club"));
    // The form with a column for each file has the words of the laws, 5.2 and 16.2, and no others.
    let args = ["scoresheet", "--layout", "grid", "--date", "1970.04.07", "--moves", "20"];
    let laws = converted(&args, "");
    for said in [
        "Chess organization which organizes a tournament",
        "Name of tournament or logo of tournament",
        "Disposition of the pieces of White and Black",
        "Chessboard",
        "07.04.1970",
    ] {
        assert!(laws.contains(said), "{said}");
    }
    for ours in [">Organiser<", ">Name<", "Arbiter", ">Result<", ">Board<"] {
        assert!(!laws.contains(ours), "{ours}");
    }
}

#[test]
fn clocks_stand_in_the_cells_of_their_moves_and_not_in_notes() {
    let game = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%clk 0:02:58] } *\n";
    for to in ["san", "sllavcco"] {
        let page = page(&["-t", to], game);
        assert!(page.contains(r#"<small class="clock" title="clock">0:03:00</small>"#), "{to}");
        assert!(page.contains(r#"<small class="eval" title="evaluation">0.17</small>"#), "{to}");
        assert!(!page.contains("Notes</h3>") && !page.contains("%clk"), "{to}");
    }
}

#[test]
fn notes_and_variations_stand_below_their_move() {
    let game =
        "[White \"A\"]\n[Result \"*\"]\n\n1. e4 {Best.} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *\n";
    let page = page(&[], game);
    let text: String =
        page.split("<tbody>").last().expect("the moves").split("</table>").next().expect("rows").to_owned();
    let bare: String =
        text.split('<').skip(1).map(|it| it.split_once('>').expect("a tag").1).collect::<Vec<_>>().join(" ");
    assert_eq!(
        bare.split_whitespace().collect::<Vec<_>>().join(" "),
        "1 e4 Best. 1 … e5 ( 1…\u{a0}c5 2.\u{a0}Nf3 ( 2.\u{a0}c3 d5 ) 2…\u{a0}d6 ) 2 Nf3"
            .replace('\u{a0}', " ")
    );
    // The board after each of them.
    for change in ["e2-e4P", "e7-e5p", "c7-c5p", "c2-c3P", "d7-d5p"] {
        assert!(page.contains(&format!("data-d=\"{change}\"")), "{change}");
    }
}

#[test]
fn diagrams_are_shown_where_requested() {
    let boards = |args: &[&str], game: &str| count(&elements(&page(args, game)), "svg") - 1;
    let game = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
    assert_eq!(boards(&[], game), 1, "the final position");
    assert_eq!(boards(&["--diagram", "2,2..."], game), 3);
    for asked in ["$220", "{A move [#] to see}", "{[%diagram]}"] {
        assert_eq!(boards(&[], &game.replace("2. Nf3", &format!("2. Nf3 {asked}"))), 2, "{asked}");
    }
    assert_eq!(run(&["--layout", "html", "--diagram", "x"], game).status.code(), Some(2));
}

#[test]
fn only_known_fields_have_a_box() {
    let page = page(
        &[],
        "[Event \"Paris\"]\n[Date \"1858.??.??\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[Site \"https://example.org/x\"]\n\n1. e4 1/2-1/2\n",
    );
    assert!(page.contains("<dd><bdi>1858</bdi></dd>"));
    assert!(page.contains("½–½"));
    assert!(page.contains(r#"<a href="https://example.org/x" rel="noopener noreferrer nofollow">"#));
    for word in ["Rating", "Country", "Round", "Board", "??"] {
        let (_, body) = page.split_once("<body").expect("a body");
        assert!(!body.split("<script>").next().expect("a page").contains(word), "{word}");
    }
}

#[test]
fn repairs_are_called_repairs() {
    let game = "[Event \"x\"]\n[Notation \"descriptive\"]\n\n1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 P-QR3 4. B-RA N-B3 5. O-O B-K2 *\n";
    let page = page(&["--repair"], game);
    assert!(page.contains("<span class=\"repaired\">Repaired: "), "{page}");
    assert!(!page.contains("Not read: "));
}

/// What the board shows after each move is in the page: squares with their new contents, `-` for empty.
#[test]
fn the_board_follows_every_kind_of_move() {
    for (game, ply, squares) in [
        ("1. e4 a6 2. e5 d5 3. exd6 *", 4, &["e5-", "d5-", "d6P"][..]),
        ("1. d4 a6 2. d5 a5 3. a3 a4 4. b4 axb3 *", 7, &["a4-", "b4-", "b3p"]),
        ("1. e4 d5 2. exd5 *", 2, &["e4-", "d5P"]),
        ("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O *", 6, &["e1-", "h1-", "f1R", "g1K"]),
        ("1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8=Q *", 8, &["a7-", "b8Q"]),
    ] {
        let page = page(&[], game);
        let cells = elements(&page).into_iter().filter(|it| it.starts_with("td") && it.contains("data-d="));
        let changes: Vec<String> = cells.collect();
        let change =
            changes[ply].split("data-d=\"").nth(1).and_then(|it| it.split('"').next()).expect("a change");
        let mut found: Vec<&str> = (0..change.len() / 3).map(|n| &change[3 * n..3 * n + 3]).collect();
        let mut squares = squares.to_vec();
        found.sort();
        squares.sort();
        assert_eq!(found, squares, "{game}: {change}");
    }
}

#[test]
fn addresses_are_links_and_nothing_else_is() {
    let game = "[White \"A\"]\n[Site \"https://a.example/x?y=1&z=2\"]\n[Annotator \"javascript:alert(1)\"]\n\n\
        1. e4 {See (https://b.example/c.html), http://d.example/e: good. ftp://f.example javascript:alert(2)} *\n";
    let page = page(&[], game);
    let links: Vec<String> = elements(&page)
        .into_iter()
        .filter_map(|it| Some(it.split_once("href=\"http")?.1.split_once('"')?.0.to_owned()))
        .collect();
    for link in ["s://a.example/x?y=1&amp;z=2", "s://b.example/c.html", "://d.example/e"] {
        assert_eq!(links.iter().filter(|it| *it == link).count(), 1, "{link}: {links:?}");
    }
    assert_eq!(links.len(), 3, "{links:?}");
    assert!(!page.contains("href=\"javascript") && !page.contains("href=\"ftp"));
    assert!(page.contains(">https://b.example/c.html</a>), <a "), "the stop stays in the sentence");
}
