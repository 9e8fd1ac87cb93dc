//! What people and recognisers wrote, decoded: notations without spellings of their own, empty cells, pages.

use crate::support::run;

/// The moves of what a text is read as, with their numbers and comments taken away.
fn moves(args: &[&str], text: &str) -> String {
    let output = run(&[&["-q", "--no-comments", "-t", "san"], args].concat(), text.as_bytes());
    let pgn = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = pgn.lines().filter(|it| !it.starts_with('[')).collect();
    let text = lines.join(" ");
    // Repairs are said in braces.
    let played = text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect::<String>();
    let is_move = |it: &&str| !it.starts_with(|it: char| it.is_ascii_digit() || it == '*');
    played.split_whitespace().filter(is_move).collect::<Vec<_>>().join(" ")
}

#[test]
fn slips_are_read_as_they_were_meant() {
    for (args, text, expected) in [
        // The direction of a move is lost, a sign of castling misread.
        (
            &["-f", "geographical", "--repair"][..],
            "1. P5 - n2 P5 - s2 2. N2 - nnw N1 - sse 3. B2 - nw4 P1 - s 4. B1 - svw N2 - ssw 5. OlO P2 - s2",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5",
        ),
        // White's cell of the third row is empty, and what stands there follows from the fourth.
        (
            &["-f", "san", "--repair"][..],
            "1. e4 e5\n2. Nf3 Nc6\n3. ... a6\n4. Ba4 Nf6\n5. O-O Be7\n",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        ),
    ] {
        assert_eq!(moves(args, text), expected, "{text}");
    }
}

#[test]
fn what_is_a_row_of_a_page_the_board_decides() {
    let page = "300 A LITTLE BOOK OF GAMES\nGAME No. 3\nWhite: Smith. Black: Jones.\n\
        4.P—K4 P—K4\n2. Kt—KB3 Kt—QB3\nThe usual moves, after which the °M€ is open\nand both sides develop.\n\
        3. B—Kt5 P—OR3\n4. B—R4\nHere many players prefer to take at once.\nae Kt—B3\n\
        A LITTLE BOOK OF GAMES 301\n5. Castles B—K2\n6. R—Ksq P—OKt4\n7. B—Kt3 Castles\n8. P—B3 P—Q4\n";
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5";
    assert_eq!(moves(&["--extract", "--repair"], page), expected);
}
