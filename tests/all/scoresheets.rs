//! Games as tables: the grid in its three forms, and columns. They are read back byte for byte, and so are
//! variations of such tables by people and programs.
//!
//! `PLYGLOT_SHEETS` may name more files to convert through all forms, separated by colons.

use std::path::{Path, PathBuf};

use crate::support::{converted, described, dice::Dice, fixture, run};

/// Returns a scoresheet with the moves of this table under the original's headings.
fn sheet(rows: &str) -> String {
    format!("NUMBER OF THE MOVE\ta\tb\tc\td\te\tf\tg\th\n{rows}")
}

/// Returns the messages about an input, without the summary.
fn said(args: &[&str], input: &[u8]) -> String {
    let stderr = run(args, input).stderr;
    String::from_utf8(stderr).expect("UTF-8")
}

#[test]
fn the_originals_example_reads_up_to_each_of_its_slips() {
    let mut sheet = String::from_utf8(fixture("grid/petrosjan-letters.txt")).expect("UTF-8");
    let slips = [
        // The wrong row, the message, and the right content.
        (
            "06\t\t\t4x\t\t\t\t\t\n",
            "6... 4x: no legal move: no pawn can reach c4; did you mean c3x?",
            "06\t\t\t3x\t\t\t\t\t\n",
        ),
        (
            "\t\tN3x\t\t\t\t\t\t\n",
            "11. N3x: no legal move: no knight can reach b3; did you mean cN3x?",
            "\t\t\tN3x\t\t\t\t\t\n",
        ),
        (
            "\t\t\t\t\t\tR1\t\t\n",
            "18. R1: ambiguous: two rooks can go there: from a1 and from f4: fRa1 or fRf1",
            "\t\t\t\t\t\tRa1\t\t\n",
        ),
        (
            "19\t\t\t\t\t\tR8\t\t\n",
            "19... R8: ambiguous: two rooks can go there: from a8 and from h8: fRa8 or fRh8",
            "19\t\t\t\t\t\tRa8\t\t\n",
        ),
    ];
    for (wrong, message, right) in slips {
        let said = said(&["-q"], sheet.as_bytes());
        let errors: Vec<&str> = said.lines().filter(|line| line.contains(": error: ")).collect();
        assert!(matches!(errors[..], [line] if line.ends_with(message)), "{said}");
        assert_eq!(sheet.matches(wrong).count(), 1);
        sheet = sheet.replace(wrong, right);
    }
    let output = run(&[], &sheet);
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r#"
    [Event "SIMULTANEOUS CHESS GAME IN THE RADIO BELGRADE"]
    [Site "BELGRADE"]
    [Date "1970.04.07"]
    [White "PETROSJAN"]
    [Black "SLLAVCCO"]
    [Result "1-0"]

    1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. c3 Be7 5. d4 exd4 6. O-O dxc3 7. Qb3 Be6 8.
    Bxe6 fxe6 9. Qxb7 Ne5 10. Nxe5 dxe5 11. Nxc3 Kf7 12. f4 exf4 13. Rxf4+ Kg6 14.
    e5 Nf6 15. exf6 gxf6 16. Qe4+ Kf7 17. Be3 Qd6 18. Raf1 h5 19. Bd4 Raf8 20. Bxf6
    Bxf6 1-0
    "#);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("9... N5x: marked as a capture, but nothing is captured"), "{said}");
    assert!(said.contains("03: the move number should be 3..."), "{said}");
}

#[test]
fn repairs_complete_the_originals_example_and_report_ambiguities() {
    insta::assert_snapshot!(described(&["--repair"], fixture("grid/petrosjan-letters.txt")));
}

#[test]
fn a_page_without_its_figurines_is_recognised() {
    insta::assert_snapshot!(described(&[], fixture("grid/petrosjan-figurines-lost.txt")));
}

/// The same moves, with castling, in tables of all kinds.
#[test]
fn tables_of_all_kinds_are_read() {
    let expected = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Be7 *\n\n";
    let tables = [
        // A pipe table without its outer pipes; numbers with dots.
        "No. | a | b | c | d | e | f | g | h\n--|--|--|--|--|--|--|--|--\n1. | | | | | 4\n | | | | | 5\n2. | | | | | | N3\n\
         | | | N6\n3. | | B5\n | 6\n4. | | | | | | R | K\n | | | | | B7\n",
        // The same without a heading for the numbers.
        "  | a | b | c | d | e | f | g | h\n1 | | | | | 4\n  | | | | | 5 | | | \n2 | | | | | | N3\n\
         | | | N6\n3 | | B5\n | 6\n4 | | | | | | R | K\n | | | | | B7\n",
        // A box.
        "┌───┬───┬───┬───┬───┬───┬───┬───┬───┐\n│   │ a │ b │ c │ d │ e │ f │ g │ h │\n├───┼───┼───┼───┼───┼───┼───┼───┼───┤\n\
         │ 1 │   │   │   │   │ 4 │   │   │   │\n│   │   │   │   │   │ 5 │   │   │   │\n├───┼───┼───┼───┼───┼───┼───┼───┼───┤\n\
         │ 2 │   │   │   │   │   │N3 │   │   │\n│   │   │   │N6 │   │   │   │   │   │\n│ 3 │   │B5 │   │   │   │   │   │   │\n\
         │   │ 6 │   │   │   │   │   │   │   │\n│ 4 │   │   │   │   │   │ R │ K │   │\n│   │   │   │   │   │B7 │   │   │   │\n\
         └───┴───┴───┴───┴───┴───┴───┴───┴───┘\n",
        // Double lines, and a heading that is repeated on the next page.
        "║a║b║c║d║e║f║g║h║\n║║║║║4║║║║\n║║║║║5║║║║\n║║║║║║N3║║║\n║║║N6║║║║║\n\n║a║b║c║d║e║f║g║h║\n║║B5║║║║║║║\n\
         ║6║║║║║║║║\n║║║║║║R║K║║\n║║║║║B7║║║║\n",
        // Values with commas, quoted or not, blank rows, a byte order mark, Windows line ends.
        "\u{feff}Move,a,b,c,d,e,f,g,h\r\n1,,,,,4,,,\r\n\"\",,,,,\"5\",,,\r\n,,,,,,,,\r\n2,,,,,,N3,,\r\n,,,N6\r\n3,,B5\r\n,6\r\n4,,,,,,R,K,\r\n\
         ,,,,,B7,,,\r\n",
        // With semicolons; headings in capitals; dashes in empty cells; Cyrillic letters.
        ";A;B;C;D;E;F;G;H\n1;-;-;-;-;4;-;-;-\n;-;-;-;-;5;-;-;-\n2;;;;;;К3\n;;;К6\n3;;С5\n;6\n4;;;;;;Л;Кр\n;;;;;С7\n",
        // With tabs, as copied from a spreadsheet, with columns before and after.
        "page\t\ta\tb\tc\td\te\tf\tg\th\t\n\t1\t\t\t\t\t4\t\t\t\t\n\t\t\t\t\t\t5\t\t\t\t\n\t2\t\t\t\t\t\t♘3\n\t\t\t\t♞6\n\t3\t\t♗5\n\
         \t\t6\n\t4\t\t\t\t\t\t♖\t♔\n\t\t\t\t\t\t♝7\n",
    ];
    for table in tables {
        let output = run(&["-q"], table);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((&*out, &*err), (expected, ""), "{table}");
    }
}

#[test]
fn the_order_of_the_rows_counts_and_numbers_only_warn() {
    let rows = "7\t\t\t\t\t4\n\t\t\t\t\t5\n7\t\t\t\t\t\tN3\n\t\t\tN6\n";
    assert_eq!(converted(&["-q"], sheet(rows)), "1. e4 e5 2. Nf3 Nc6 *\n\n");
    let said = said(&[], sheet(rows).as_bytes());
    assert!(said.contains(":2:1: warning: ") && said.contains("7: the move number should be"), "{said}");
}

#[test]
fn a_row_with_two_moves_is_an_error_with_its_place() {
    let said = said(&["-q"], sheet("1\t\t\t\t\t4\n\t\t\t\t4\t5\n").as_bytes());
    let expected = "<stdin>:3:5: error: game 1, 1... 4 5: no legal move: several cells of the row are filled, and only castling \
                    fills two";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn the_heading_is_repeated_as_on_pages() {
    let game = fixture("opera.pgn");
    let whole = converted(&["-t", "sllavcco"], &game);
    let pages = converted(&["-t", "sllavcco", "--rows", "20"], &game);
    let headings = |sheet: &str| sheet.matches("| NUMBER OF THE MOVE |").count();
    assert_eq!((headings(&whole), headings(&pages)), (1, 2));
    assert_eq!(converted(&[], &pages), converted(&[], &game));
}

#[test]
fn no_cell_is_a_formula() {
    let tags = [
        ("Event", r#"=HYPERLINK(\"http://example.com\")"#),
        ("Site", "+1-2"),
        ("Date", "-2+3"),
        ("Round", "@SUM(A1)"),
        ("White", "'=1"),
        ("Black", "''+1"),
        ("Board", "'t Hart"),
        ("WhiteTitle", "="),
        ("BlackTitle", r#"\"=1\""#),
        ("Odd", "=2"),
    ];
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let game = format!("{tags}\n{{=cmd|'/C calc'!A0}} 1. -- $1 {{-1}} e5 {{+}} (1... -- {{@x}}) *\n");
    let canonical = converted(&[], game);
    for (layout, delimiter, count) in [("grid:csv", b',', 9), ("grid:tsv", b'\t', 9), ("grid:laws", b'\t', 7)]
    {
        let table = converted(&["--layout", layout], &canonical);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(table.as_bytes());
        let mut protected = 0;
        for record in reader.records() {
            for cell in &record.expect("a record") {
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
                protected += usize::from(cell.starts_with('\''));
            }
        }
        // Seven values and the null move; "'t Hart" has its apostrophe anyway. In the laws two follow their labels.
        assert_eq!(protected, count, "{table}");
        assert_eq!(converted(&[], &table), canonical);
    }
}

/// All forms of tables, in several notations, with the flags to read each of them.
const FORMS: [&[&str]; 15] = [
    &["-t", "sllavcco"],
    &["-t", "sllavcco:ascii", "--layout", "grid:csv"],
    &["-t", "sllavcco:figurine", "--layout", "grid:tsv"],
    &["-t", "sllavcco:sr", "--rows", "40", "--width", "0"],
    &["-t", "sllavcco", "--layout", "grid:laws"],
    &["--layout", "columns"],
    &["--layout", "columns", "-t", "sllavcco"],
    &["--layout", "columns", "-t", "descriptive"],
    &["--layout", "columns", "-t", "economical:priority"],
    &["--layout", "columns", "-t", "geographical"],
    &["--layout", "columns", "-t", "chess99"],
    &["--layout", "columns", "-t", "lan:de", "--width", "0"],
    &["--layout", "columns", "-t", "iccf"],
    &["--layout", "columns", "-t", "san:figurine"],
    &["--layout", "columns", "-t", "uci"],
];

/// Converts the games that are complete and well-formed through all forms, and compares the results.
fn round(name: &Path, forms: &[&[&str]]) {
    let bytes = std::fs::read(name).expect("a file");
    let skipping = ["-q", "--on-error", "skip"];
    let canonical = run(&skipping, bytes).stdout;
    // Repairs, such as a result that ends a game, must have settled.
    let canonical = run(&skipping, canonical).stdout;
    for form in forms {
        let there = run(&[&skipping[..], form].concat(), &canonical);
        let refused = String::from_utf8_lossy(&there.stderr);
        if !there.status.success() {
            // Not every notation supports every game.
            assert!(
                refused.contains("can only be written in") || refused.contains("no text for"),
                "{refused}"
            );
            continue;
        }
        let back = run(&["-q"], &there.stdout);
        let place = format!("{} in {form:?}", name.display());
        assert_eq!(String::from_utf8_lossy(&back.stderr), "", "{place}");
        let [canonical, back] = [&canonical, &back.stdout].map(|it| String::from_utf8_lossy(it));
        let differs = canonical.lines().zip(back.lines()).find(|(one, other)| one != other);
        assert!(canonical == back, "{place}: {differs:?}");
    }
}

fn fixtures(folders: &[&str]) -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|it| std::fs::read_dir(root.join(it)).expect("a folder"))
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "pgn"))
        .collect();
    files.sort();
    files
}

#[test]
fn games_come_back_from_every_form_as_they_were() {
    let files = fixtures(&["", "pgn", "games"]);
    assert!(files.len() > 10);
    let more = std::env::var_os("PLYGLOT_SHEETS").unwrap_or_default();
    let more = std::env::split_paths(&more).filter(|it| !it.as_os_str().is_empty());
    files.into_iter().chain(more).for_each(|file| round(&file, &FORMS));
}

#[test]
fn games_on_nine_files_come_back_from_columns() {
    let columns =
        ["chess99", "chess99:ascii", "geographical", "lan"].map(|it| ["-q", "--layout", "columns", "-t", it]);
    for file in fixtures(&["chess99"]) {
        let bytes = std::fs::read(&file).expect("a file");
        let canonical = converted(&["-q", "-t", "chess99"], bytes);
        for form in &columns {
            let there = converted(form, &canonical);
            assert_eq!(converted(&["-q", "-t", "chess99"], &there), canonical, "{form:?}");
        }
    }
}

#[test]
fn columns_are_as_books_print_them() {
    insta::assert_snapshot!(converted(&["--layout", "columns", "-t", "san:figurine"], fixture("opera.pgn")));
}

#[test]
fn the_grid_is_that_of_the_original() {
    let game = "[Event \"Grob's Attack\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A|B\"]\n[Black \"丁立人\"]\n\
                [Result \"0-1\"]\n[BlackTitle \"GM\"]\n[BlackElo \"2816\"]\n[BlackTeam \"Chiná\"]\n[ECO \"A00\"]\n\n\
                1. f4 e5 (1... f5 $1 {From}) 2. g4 $4 Qh4# 0-1\n\n";
    let grid = converted(&["-t", "sllavcco:figurine"], game);
    assert_eq!(converted(&[], &grid), game);
    insta::assert_snapshot!(grid);
}

#[test]
fn pieces_in_other_places_have_rows_of_their_own() {
    let games = fixture("games/chess960.pgn");
    let first = games.windows(8).skip(1).position(|it| it == b"[Event \"").map_or(games.len(), |n| n + 1);
    let grid = converted(&["-t", "sllavcco:de"], &games[..first]);
    let expected: String = grid.split("\n\n").nth(1).expect("a table of pieces").to_owned();
    insta::assert_snapshot!(expected);
    // Without the FEN tag the disposition alone gives the start position.
    let without: String =
        grid.lines().filter(|it| !it.starts_with("[FEN ")).map(|it| format!("{it}\n")).collect();
    let fen = |pgn: String| pgn.lines().find(|it| it.starts_with("[FEN ")).map(|it| it[..50].to_owned());
    assert_eq!(fen(converted(&["-q"], without)), fen(converted(&["-q"], &games[..first])));
}

#[test]
fn a_notation_without_cells_has_no_grid() {
    let output = run(&["--layout", "grid", "-t", "uci"], "1. e4 *");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("needs --to sllavcco"), "{said}");
}

/// Tags with any characters survive every form of the grid, even with delimiters, quotes or labels in their values.
#[test]
fn tags_come_back_from_every_form_of_the_grid_whatever_is_in_them() {
    const PIECES: [&str; 44] = [
        "|",
        "\t",
        "\\\"",
        "'",
        "=",
        "+",
        "-",
        "@",
        "\\\\",
        "a",
        "b ",
        " ",
        ",",
        ";",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "é",
        "<b>",
        "&amp;",
        "`",
        "NOTES",
        "TITLE",
        "#",
        "*",
        "_",
        "%",
        "--",
        "---",
        "1",
        "1-0",
        "\u{a0}",
        "│",
        "$1",
        "x:",
        "<input value=\\\"x\\\">",
        "WHITE",
        "PLACE X",
        "\n",
        "RANK",
        "a|b",
    ];
    const NAMES: [&str; 9] =
        ["Event", "Site", "Date", "Round", "White", "Black", "WhiteTitle", "Annotator", "WhiteTeam"];
    for seed in 0..120 {
        let mut dice = Dice::new(seed);
        let mut game = String::new();
        for name in NAMES.iter().skip(dice.below(9)).step_by(1 + dice.below(3)) {
            let value: String = (0..1 + dice.below(4)).map(|_| dice.pick(&PIECES)).collect();
            game += &format!("[{name} \"{value}\"]\n");
        }
        game += "\n1. e4 e5 2. Nf3 *\n";
        let expected = run(&["-q"], &game).stdout;
        for layout in ["grid", "grid:csv", "grid:tsv", "grid:laws"] {
            let sheet = run(&["-q", "-t", "sllavcco", "--layout", layout], &expected).stdout;
            let back = run(&["-q"], &sheet).stdout;
            assert_eq!(
                String::from_utf8_lossy(&back),
                String::from_utf8_lossy(&expected),
                "{layout}:\n{}",
                String::from_utf8_lossy(&sheet)
            );
        }
    }
}

/// A form field of a page has its value; apparent ones are text.
#[test]
fn words_in_form_fields_are_kept() {
    for (field, event) in [
        ("<input type=\"text\" value=\"A Cup\"/>", "A Cup"),
        ("<input value='A Cup' size=20>", "A Cup"),
        ("<input type=\"text\"/>Cup", "Cup"),
        ("<input the words>", "<input the words>"),
        ("<input placeholder=\"a name\">", "<input placeholder=\\\"a name\\\">"),
        ("<input and no end", "<input and no end"),
    ] {
        let sheet = format!("TOURNAMENT\t{field}\n{}", sheet("1\t\t\t\t\t4\t\t\t\n"));
        let written = converted(&["-q"], sheet);
        assert_eq!(written, format!("[Event \"{event}\"]\n\n1. e4 *\n\n"), "{field}");
    }
}

/// Rows as filled in by people: a space in a cell, dots or nothing or a word in the column of numbers, a
/// numbered heading above the table. Black's moves are read.
#[test]
fn rows_as_people_fill_them_in() {
    let heading = "No\ta\tb\tc\td\te\tf\tg\th\n";
    let moves = |black: &str, knight: &str| {
        format!(
            "{heading}1\t\t\t\t\t4\t\t\t\n{black}\t\t\t\t\t5\t\t\t\n2\t\t\t\t\t\t{knight}\t\t\n{black}\t\t\tN 6\t\t\t\t\t\n\
             3\t\tB 5\t\t\t\t\t\t\n"
        )
    };
    for (black, remark) in [("", ""), ("...", ""), ("…", ""), ("1...", ""), ("Black", " {Black}"), ("-", "")]
    {
        for knight in ["N3", "N 3", "N  3"] {
            for above in ["", "17. Example of a game\n\n", "4.2 The sheet\n"] {
                let output = run(&["-q", "-f", "sllavcco"], format!("{above}{}", moves(black, knight)));
                let written = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
                let end = format!("1. e4 e5{remark} 2. Nf3 Nc6{remark} 3. Bb5 * ");
                let end = if black == "1..." { "1. e4 e5 2. Nf3 Nc6 3. Bb5 * ".to_owned() } else { end };
                assert!(
                    written.trim_end().ends_with(end.trim_end()),
                    "{black:?} {knight:?} {above:?}: {written}"
                );
            }
        }
    }
}

/// The score of a scoresheet is also filled in from the end of the moves, without a tag.
#[test]
fn the_score_is_that_of_the_moves() {
    for (tags, score) in [("", "1 : 0"), ("[Result \"1-0\"]\n\n", "1 : 0"), ("[Result \"0-1\"]\n\n", "0 : 1")]
    {
        let game = format!("{tags}1. e4 e5 1-0\n\n");
        for layout in ["grid", "grid:csv", "grid:tsv", "grid:laws"] {
            let sheet = String::from_utf8(run(&["-q", "-t", "sllavcco", "--layout", layout], &game).stdout);
            let sheet = sheet.expect("UTF-8");
            let line = sheet.lines().find(|it| it.contains("SCORE")).expect("a score");
            assert!(line.contains(score), "{layout}: {line}");
            assert_eq!(String::from_utf8_lossy(&run(&["-q"], &sheet).stdout), game, "{layout}: {sheet}");
        }
    }
}
