//! What the program says and keeps of printed books.

use crate::support::run;

/// Words next to the rows of a diagram, or between them, are kept.
#[test]
fn words_beside_a_diagram_are_kept() {
    let book = "               GAME No. 1
     White: Smith.   Black: Jones.

     1. P-K4          P-K4

         A    B    C    D    E    F    G    H
       -----------------------------------------
     8 | #R | #Kt| #B | #Q | #K | #B | #Kt| #R | 8 Morphy
     7 | #P | #P | #P | #P |    | #P | #P | #P | 7
       words between
     6 |    |    |    |    |    |    |    |    | 6
     5 |    |    |    |    | #P |    |    |    |
     4 |    |    |    |    | ^P |    |    |    |
left 3 |    |    |    |    |    |    |    |    |
     2 | ^P | ^P | ^P | ^P |    | ^P | ^P | ^P |
     1 | ^R | ^Kt| ^B | ^Q | ^K | ^B | ^Kt| ^R |
       -----------------------------------------

     2. Kt-KB3        Kt-QB3
";
    let output = run(&["-q"], book);
    let written = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
    for words in
        ["{Diagram: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", "Morphy", "words between", "left"]
    {
        assert!(written.contains(words), "{words}: {written}");
    }
    assert!(written.contains("2. Nf3 Nc6"), "{written}");
}

/// A figure in front of a number, or one too few.
#[test]
fn numbers_off_by_ten_are_misprints() {
    let moves = "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, P-QR3; 4. B-R4, Kt-B3; 5. Castles, B-K2; 6. R-K1, P-QKt4; \
        7. B-Kt3, P-Q3; 8. P-B3, Castles; 9. P-KR3, Kt-QR4; 10. B-B2, P-B4; 11. P-Q4, Q-B2; 12. QKt-Q2, BPxP";
    let read = |moves: &str| {
        let text = format!("In this game White began {moves}; and the game went on.\n");
        let output = run(&["-q", "--extract", "--layout", "moves", "-t", "uci", "--no-comments"], text);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let whole = read(moves);
    assert_eq!(whole.split(' ').count(), 25, "{whole}");
    for (printed, misprint) in [("; 3.", "; 13."), ("; 6.", "; 16."), ("; 12.", "; 2."), ("; 11.", "; 1.")] {
        assert_eq!(read(&moves.replace(printed, misprint)), whole, "{misprint}");
    }
}

/// Rows in a footnote after the end of the game, which would continue it.
#[test]
fn what_follows_the_end_of_a_game_is_not_played() {
    for how in [&["--repair"][..], &["--extract", "--repair"]] {
        let args = [&["-q", "--layout", "moves", "-t", "san", "--no-comments"], how].concat();
        let output = run(&args, include_str!("../../fixtures/books/bb-85.txt"));
        let written = String::from_utf8_lossy(&output.stdout);
        assert!(written.trim_end().ends_with(" g5 Kc2 1-0"), "{written}");
    }
}

/// The words before the first game are longer than what the format is told by.
#[test]
fn whole_books_have_the_same_games_with_and_without_their_words() {
    let preface = "The openings are best learnt by playing them. White has the first move, which is some advantage.\n\n";
    let odds = "In some of these games White gave the odds of his Queen's Rook.\n\n";
    let fragment = "The end is simple:\n\n  1. R-R7ch        K-Kt1\n  2. K-Kt6         K-B1\n\nand Black is mated in two more moves.\n\n";
    let games =
        [include_str!("../../fixtures/books/bb-05.txt"), include_str!("../../fixtures/books/bb-59.txt")];
    let book =
        preface.repeat(200) + odds + games[0] + "\n\n" + fragment + games[1] + "\n\n" + &preface.repeat(3);
    let read = |how: &[&str], text: &str| {
        let args = [&["--layout", "moves", "-t", "uci"], how].concat();
        let output = run(&args, text);
        (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let alone: String = games.iter().map(|it| read(&["-q"], it).0).collect();
    for how in [&[][..], &["--extract"], &["--repair"], &["--extract", "--repair"]] {
        let (moves, told) = read(how, &book);
        assert_eq!(moves, alone, "{how:?}");
        assert!(told.contains("R-R7ch") && told.contains("no game from move 1 here"), "{how:?}: {told}");
    }
}
