//! Geographical notation on every square of both boards: directions lead to their squares, and squares relative
//! to the king are right.

use crate::bodies::games::{choice, convert, meanings, plies, set_up, texts};
use plyglot::chess::{Color, Ply, Position, Role, Scope, Square, Variant};

/// Returns the ranks of a board of this size with these pieces.
fn board(size: u8, pieces: &[(Square, char)]) -> String {
    let rank = |rank: u8| -> String {
        let letter = |file| pieces.iter().find(|it| it.0 == Square::new(file, rank)).map(|it| it.1);
        (0..size).map(|file| letter(file).unwrap_or('1')).collect()
    };
    (0..size).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn squares(size: u8) -> impl Iterator<Item = Square> + Clone {
    (0..size).flat_map(move |file| (0..size).map(move |rank| Square::new(file, rank)))
}

/// Walks a direction from a square, one step per letter.
fn walked(from: Square, way: &str, times: i32) -> (i32, i32) {
    way.chars().fold((i32::from(from.file()), i32::from(from.rank())), |(file, rank), letter| match letter {
        'n' => (file, rank + times),
        's' => (file, rank - times),
        'e' => (file + times, rank),
        'w' => (file - times, rank),
        _ => panic!("{letter} is no direction"),
    })
}

/// Splits a direction into its letters and its number, 1 if there is none.
fn split(direction: &str) -> (&str, i32) {
    let end = direction.find(|it: char| it.is_ascii_digit()).unwrap_or(direction.len());
    (&direction[..end], direction[end..].parse().unwrap_or(1))
}

fn is_at(square: Square, (file, rank): (i32, i32)) -> bool {
    (i32::from(square.file()), i32::from(square.rank())) == (file, rank)
}

fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// Checks that the text of a move without capture leads to its square, uniquely, and is read back.
fn check_direction(position: &Position, ply: &Ply) {
    for name in ["geographical", "geographical:compact"] {
        let notation = choice(name).notation;
        let (bare, text) = texts(&*notation, position, ply);
        let direction = bare.rsplit('-').next().expect("a direction").trim();
        let (letters, steps) = split(direction);
        assert!(is_at(ply.to(), walked(ply.from(), letters, steps)), "{bare} for {ply:?}");
        // North and south first, the shortest form in whole steps, and no number for one step.
        let first = letters.trim_start_matches(['n', 's']);
        assert!(first.chars().all(|it| "ew".contains(it)) && steps >= 1, "{bare}");
        let legs = (letters.len() - first.len(), first.len());
        assert_eq!(divisor(legs.0, legs.1), 1, "{bare}");
        assert!(!direction.ends_with('1') || direction.len() > letters.len() + 1, "{bare}");
        assert_eq!(meanings(&*notation, position, &text), [*ply], "{text} in {}", position.fen());
    }
}

/// Every piece from every square to every other it can reach, on empty boards of both sizes.
#[test]
fn directions_lead_where_they_say() {
    let mut checked = 0;
    for (variant, size, letters) in [(Variant::Standard, 8, "QRBN"), (Variant::Chess99, 9, "QRBNA")] {
        for from in squares(size) {
            for letter in letters.chars().chain(['K']) {
                // Kings in corners out of the piece's way.
                let corners = [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)];
                let free = |king: Square| {
                    king != from
                        && king.file().abs_diff(from.file()) != king.rank().abs_diff(from.rank())
                        && king.file() != from.file()
                        && king.rank() != from.rank()
                        || letter == 'K' && king.file().abs_diff(from.file()) > 2
                };
                let mut kings = corners.iter().map(|it| Square::new(it.0, it.1)).filter(|it| free(*it));
                let (Some(black), white) = (kings.next(), kings.next()) else { continue };
                let mut pieces = vec![(from, letter), (black, 'k')];
                match white {
                    _ if letter == 'K' => {}
                    Some(white) => pieces.push((white, 'K')),
                    None => continue,
                }
                let fen = format!("{} w - - 0 1", board(size, &pieces));
                let Ok(position) = Position::set_up(Some(variant), Some(&fen)) else { continue };
                let role = Role::from_letter(letter as u8).expect("a role");
                for ply in plies(&position, Scope::Legal) {
                    if ply.role() == role && ply.capture().is_none() && ply.castling().is_none() {
                        check_direction(&position, &ply);
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 5_000, "{checked}");
}

/// Drops on every square, relative to a king on every other one, for both sides.
#[test]
fn squares_are_relative_to_the_king() {
    let notation = choice("geographical").notation;
    for king in squares(8) {
        let Some(other) =
            squares(8).find(|it| it.file().abs_diff(king.file()) > 2 && it.rank().abs_diff(king.rank()) > 2)
        else {
            continue;
        };
        for color in [Color::White, Color::Black] {
            let (own, theirs) = color.fold_wb(('K', 'k'), ('k', 'K'));
            let (turn, pocket) = color.fold_wb(("w", "N"), ("b", "n"));
            let ranks = board(8, &[(king, own), (other, theirs)]);
            let position = set_up(Some(Variant::Crazyhouse), &format!("{ranks}[{pocket}] {turn} - - 0 1"));
            let drops: Vec<Ply> =
                plies(&position, Scope::Legal).into_iter().filter(|it| it.is_drop()).collect();
            assert_eq!(drops.len(), 62);
            for ply in drops {
                let (bare, text) = texts(&*notation, &position, &ply);
                let told = bare.strip_prefix("N @ s.").expect("a drop");
                // A leg is a letter and a length, north or south first, and none has length 0.
                let legs: Vec<(&str, i32)> =
                    (0..told.len()).step_by(2).map(|at| split(&told[at..at + 2])).collect();
                let at = legs.iter().fold((0, 0), |at, (way, far)| {
                    assert!(way.len() == 1 && *far > 0, "{bare}");
                    let (file, rank) = walked(Square::new(0, 0), way, *far);
                    (at.0 + file, at.1 + rank)
                });
                let at = (at.0 + i32::from(king.file()), at.1 + i32::from(king.rank()));
                assert!(is_at(ply.to(), at), "{bare} from {king} to {}", ply.to());
                let is_first = |leg: &str| leg.starts_with(['n', 's']);
                assert!(
                    legs.len() == 1 || legs.len() == 2 && is_first(legs[0].0) && !is_first(legs[1].0),
                    "{bare}"
                );
                assert_eq!(meanings(&*notation, &position, &text), [ply], "{text}");
            }
        }
    }
}

/// The original's notes for other boards, as far as they apply here: pieces by squares, relative to `K1` with
/// several kings, and directions by the lengths of their legs.
#[test]
fn notes_of_the_original_that_a_board_can_follow() {
    let first = Position::default();
    let kings = set_up(Some(Variant::Antichess), "8/8/8/8/4R3/8/1K4K1/8 w - - 0 1");
    let knight = set_up(None, "4k3/8/8/7N/8/8/4K3/8 w - - 0 1");
    for (position, text, uci) in [
        (&knight, "s.n3e3 - nnw", "h5g7"),
        (&knight, "s.n3e3 - s2w1", "h5g3"),
        (&knight, "N-n2w", "h5g7"),
        (&knight, "N - nnw/1", "h5g7"),
        (&first, "s.n1 - n2", "e2e4"),
        // From b2, the western king; nothing is at that distance from g2.
        (&kings, "s.n2e3 - w", "e4d4"),
        (&kings, "K1 - n", "b2b3"),
        (&kings, "K2 - n", "g2g3"),
    ] {
        let meant = meanings(&*choice("geographical").notation, position, text);
        let meant: Vec<String> =
            meant.iter().map(|ply| texts(&*choice("uci").notation, position, ply).0).collect();
        assert_eq!(meant, [uci], "{text}");
    }
}

/// The others are rejected with the reason, and no part of them is taken for a move or a comment.
#[test]
fn notes_of_the_original_that_no_board_can_follow() {
    for (text, why) in [
        ("s.n2e3 - w", "none of the mover's pieces stands there, and squares do not move on this board"),
        ("B @ s.n2e3", "pieces are dropped in Crazyhouse only (--rules crazyhouse)"),
        ("F - n3w", "this board has no piece F"),
        ("F-n3w2", "this board has no piece F"),
        ("F - n3w2/2", "this board has no piece F"),
        ("F x P2", "this board has no piece F"),
        ("Ro - nne.cc2", "no piece of this board moves in a circle"),
        ("N2 - nne.cc2", "no piece of this board moves in a circle"),
        ("N2 - nne2", "that leads off the board"),
        ("N2 - nnw2", "no knight can reach e5"),
        ("Q - u", "the directions of this board are n, s, e and w"),
        ("P5 - f2", "the directions of this board are n, s, e and w"),
    ] {
        let (output, said) = convert(&format!("1. {text} *"), Some("geographical"), "san");
        assert_eq!(output.trim_end(), format!("{{{text}}} *"), "{said:?}");
        assert!(said.len() == 1 && said[0].contains(&format!("no legal move: {why}")), "{said:?}");
    }
    // Other text between moves remains a comment.
    let (output, said) = convert("1. P5 - n2 So - we go on - P5 - s2 *", Some("geographical"), "san");
    assert!(output.contains("1. e4") && output.contains("So"), "{output} {said:?}");
}
