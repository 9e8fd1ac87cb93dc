//! The rules of Chess 99, compared with an independent second generator: a mailbox that tries every square for every piece.

use crate::bodies::games;
use plyglot::chess::{Color, Outcome, Ply, PlyKind, Position, Role, Scope, Variant};

fn plies(position: &Position) -> Vec<Ply> {
    games::plies(position, Scope::Legal)
}

fn set_up(fen: &str) -> Position {
    games::set_up(Some(Variant::Chess99), fen)
}

/// File and rank, from 0.
type Place = (i32, i32);

/// A move of the naive generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Naive {
    from: Place,
    to: Place,
    becomes: char,
    /// The square of the piece captured en passant, or the partner's origin in castling.
    beside: Option<Place>,
    castles: bool,
}

/// White's pieces are capitals; a full stop is an empty square.
#[derive(Clone)]
struct Mailbox {
    board: [[char; 9]; 9],
    white: bool,
    skipped: Option<Place>,
}

impl Mailbox {
    fn new(fen: &str) -> Mailbox {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 9]; 9];
        for (n, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        board[8 - n][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let skipped = fields[3].as_bytes();
        let skipped =
            (skipped[0] != b'-').then(|| (i32::from(skipped[0] - b'a'), i32::from(skipped[1] - b'1')));
        Mailbox { board, white: fields[1] == "w", skipped }
    }

    fn at(&self, (file, rank): Place) -> char {
        self.board[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): Place, piece: char) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn is_own(&self, square: Place) -> bool {
        let piece = self.at(square);
        piece != '.' && piece.is_uppercase() == self.white
    }

    fn is_theirs(&self, square: Place) -> bool {
        self.at(square) != '.' && !self.is_own(square)
    }

    fn has_king(&self) -> bool {
        let king = if self.white { 'K' } else { 'k' };
        self.board.iter().flatten().any(|it| *it == king)
    }

    /// Whether a piece other than a pawn can go from one square to the other.
    fn gets_there(&self, piece: char, from: Place, to: Place) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (ax, ay) = (dx.abs(), dy.abs());
        let clear =
            || (1..ax.max(ay)).all(|n| self.at((from.0 + dx.signum() * n, from.1 + dy.signum() * n)) == '.');
        match piece {
            'k' => ax.max(ay) == 1,
            'n' => ax * ay == 2,
            'b' => ax == ay && ax > 0 && clear(),
            'r' => (ax == 0) != (ay == 0) && clear(),
            'q' => self.gets_there('b', from, to) || self.gets_there('r', from, to),
            'a' => self.gets_there('b', from, to) || self.gets_there('n', from, to),
            _ => false,
        }
    }

    /// Returns the board with the pawn of the last two-step moved back by one.
    fn thought_back(&self) -> Option<(Mailbox, Place, Place)> {
        let skipped = self.skipped?;
        let victim = (skipped.0, if self.white { skipped.1 - 1 } else { skipped.1 + 1 });
        let mut back = self.clone();
        back.set(skipped, self.at(victim));
        back.set(victim, '.');
        Some((back, skipped, victim))
    }

    fn moves(&self) -> Vec<Naive> {
        let mut moves = Vec::new();
        if !self.has_king() {
            return moves;
        }
        let squares = || (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)));
        let (up, first, last) = if self.white { (1, 0, 8) } else { (-1, 8, 0) };
        let own = |role: char| if self.white { role.to_ascii_uppercase() } else { role };
        for from in squares().filter(|it| self.is_own(*it)) {
            let piece = self.at(from).to_ascii_lowercase();
            let ways: Vec<char> = match piece {
                'p' if from.1 == last => "qarbn".chars().collect(),
                'p' => Vec::new(),
                _ => vec![piece],
            };
            for way in ways {
                for to in squares().filter(|to| !self.is_own(*to) && self.gets_there(way, from, *to)) {
                    moves.push(Naive { from, to, becomes: own(way), beside: None, castles: false });
                }
                if let Some((back, to, victim)) = self.thought_back()
                    && back.gets_there(way, from, to)
                {
                    let beside = Some(victim);
                    moves.push(Naive { from, to, becomes: own(way), beside, castles: false });
                }
            }
            if piece == 'p' && from.1 != last {
                for to in squares() {
                    let (dx, dy) = (to.0 - from.0, (to.1 - from.1) * up);
                    let middle = (from.0, from.1 + up);
                    let goes = match (dx.abs(), dy) {
                        (0, 1) => self.at(to) == '.',
                        (0, 2) => self.at(to) == '.' && self.at(middle) == '.',
                        (1, 1) => self.is_theirs(to) || self.skipped == Some(to),
                        _ => false,
                    };
                    if goes {
                        let taken = (dx != 0 && self.skipped == Some(to)).then(|| (to.0, to.1 - up));
                        let becomes = if to.1 == last { "pqarbn" } else { "p" };
                        moves.extend(becomes.chars().map(|role| Naive {
                            from,
                            to,
                            becomes: own(role),
                            beside: taken,
                            castles: false,
                        }));
                    }
                }
            }
            if piece == 'k' && from.1 == first {
                for side in [-1, 1] {
                    let mut met =
                        (1..9).map(|n| (from.0 + side * n, first)).take_while(|it| (0..9).contains(&it.0));
                    if let Some(partner) = met.find(|it| self.at(*it) != '.')
                        && self.is_own(partner)
                        && self.at(partner) != own('p')
                    {
                        let to = (from.0 + side, first);
                        let beside = Some(partner);
                        moves.push(Naive { from, to, becomes: own('k'), beside, castles: true });
                    }
                }
            }
        }
        moves
    }

    fn played(&self, m: Naive) -> Mailbox {
        let mut next = self.clone();
        next.white = !self.white;
        next.skipped = None;
        let moved = self.at(m.from);
        next.set(m.from, '.');
        if m.castles {
            let partner = m.beside.map_or('.', |it| self.at(it));
            next.set(m.beside.expect("castling has a partner"), '.');
            next.set(m.from, partner);
        } else if let Some(taken) = m.beside {
            next.set(taken, '.');
        }
        next.set(m.to, m.becomes);
        let last = if self.white { 8 } else { 0 };
        let as_pawn = moved.eq_ignore_ascii_case(&'p') && m.from.1 != last;
        if as_pawn && (m.to.1 - m.from.1).abs() == 2 {
            next.skipped = Some((m.from.0, (m.from.1 + m.to.1) / 2));
        }
        next
    }
}

/// Converts a ply to the naive generator's form.
fn naive(ply: &Ply) -> Naive {
    let square = |it: plyglot::chess::Square| (i32::from(it.file()), i32::from(it.rank()));
    let letter = char::from(ply.promotion().unwrap_or(ply.role()).letter());
    let (beside, castles) = match ply.kind() {
        PlyKind::Castle(partner) => (Some(square(partner.from)), true),
        PlyKind::EnPassant => (ply.capture().map(|it| square(it.square)), false),
        _ => (None, false),
    };
    let becomes = if ply.color() == Color::White { letter } else { letter.to_ascii_lowercase() };
    Naive { from: square(ply.from()), to: square(ply.to()), becomes, beside, castles }
}

/// Counts the tree of moves, and compares the moves of both generators at every node except the parents of
/// leaves, where only the numbers are compared.
fn perft(position: &Position, mailbox: &Mailbox, depth: u32) -> u64 {
    let mut plies = plies(position);
    plies.sort_by_key(naive);
    let mut moves = mailbox.moves();
    moves.sort_unstable();
    assert_eq!(plies.iter().map(naive).collect::<Vec<_>>(), moves, "{}", position.fen());
    if depth == 1 {
        return plies.len() as u64;
    }
    let played = plies.iter().zip(&moves).map(|(ply, m)| {
        let mut after = position.clone();
        after.play(ply);
        perft(&after, &mailbox.played(*m), depth - 1)
    });
    played.sum()
}

const START: &str = "rnbakqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1";

/// Positions with their counts at depths 1, 2, …
const TREES: &[(&str, &[u64])] = &[
    (START, &[26, 676, 20_217, 603_314]),
    // Late promotions of both sides, two-steps onto the last rank, kings in check.
    ("4k3n/1P1P5/9/9/4K4/9/9/3p2p1p/R2p4R w - - 0 1", &[43, 2_226, 106_057]),
    // En passant by everything, and by a rook and a queen from beyond the pawn.
    ("3rk4/9/1b2q4/3P5/2p3n2/4a4/9/9/4K4 b - d5 0 1", &[61, 450, 27_021, 232_095]),
    ("3rk4/9/1b2q4/3P5/9/9/9/9/4K4 b - d5 0 1", &[44, 306, 13_193, 112_354]),
    // Castling in all its forms, with pawns in the way.
    ("r3k1q1b/9/9/9/9/9/9/9/RN1AKp2R w - - 0 1", &[39, 3_664, 149_654]),
    ("2n1k1P1r/9/9/9/9/9/9/9/1p1QK3B b - - 0 1", &[72, 6_195, 282_356]),
    // A queen made by a two-step, which may be captured on the square it skipped.
    ("3Qk4/9/2r1r4/9/9/9/9/9/4K4 b - d8 0 1", &[29, 638, 19_751, 516_355]),
];

#[test]
fn trees_of_moves() {
    for (fen, counts) in TREES {
        for (count, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(&set_up(fen), &Mailbox::new(fen), depth), *count, "{fen} at depth {depth}");
        }
    }
}

/// Plays the only ply between these squares that fits.
fn play(position: &mut Position, from: &str, to: &str, fits: impl Fn(&Ply) -> bool) {
    let all = plies(position);
    let found: Vec<&Ply> = all
        .iter()
        .filter(|it| it.from().to_string() == from && it.to().to_string() == to && fits(it))
        .collect();
    let [ply] = found[..] else { panic!("{from}{to}: {found:?} in {}", position.fen()) };
    position.play(ply);
}

#[test]
fn the_first_position() {
    let position = games::first(Variant::Chess99);
    assert_eq!(position.fen(), START);
    assert!(position.is_first());
    assert_eq!(position.size(), 9);
    // All four bishops stand on dark squares.
    for color in [Color::White, Color::Black] {
        let bishops = position.pieces(color, Role::Bishop);
        assert!(bishops.count() == 2 && bishops.into_iter().all(|it| (it.file() + it.rank()) % 2 == 0));
    }
}

#[test]
fn a_king_is_taken() {
    for (fen, expected) in [
        // The capturer's king is safe, or attacked.
        ("4k4/9/9/9/9/9/9/4R4/K8 w - - 0 1", Outcome::WhiteWins),
        ("4k4/9/9/9/9/9/9/4R4/K7r w - - 0 1", Outcome::Draw),
    ] {
        let mut position = set_up(fen);
        assert_eq!(position.outcome(), None);
        play(&mut position, "e2", "e9", |_| true);
        assert_eq!(position.outcome(), Some(expected), "{fen}");
        assert_eq!(plies(&position), vec![], "{fen}");
        assert!(!position.has_ply() && !position.can_pass() && !position.is_check(), "{fen}");
    }
}

#[test]
fn check_need_not_be_parried() {
    let mut position = set_up("4k4/9/9/9/9/9/9/4R4/K8 b - - 0 1");
    assert!(position.is_check() && !position.is_mate());
    play(&mut position, "e9", "e8", |_| true);
    assert!(position.is_mover_in_check() && !position.is_check());
}

#[test]
fn counters_and_the_en_passant_square() {
    let mut position = set_up("4k4/9/9/9/9/9/9/P8/4K3p w - - 7 30");
    for (from, to, late, expected) in [
        ("e1", "d1", false, "4k4/9/9/9/9/9/9/P8/3K4p b - - 8 30"),
        ("e9", "d9", false, "3k5/9/9/9/9/9/9/P8/3K4p w - - 9 31"),
        ("a2", "a4", false, "3k5/9/9/9/9/P8/9/9/3K4p b - a3 0 31"),
        ("d9", "c9", false, "2k6/9/9/9/9/P8/9/9/3K4p w - - 1 32"),
        ("d1", "c1", false, "2k6/9/9/9/9/P8/9/9/2K5p b - - 2 32"),
        ("i1", "i3", true, "2k6/9/9/9/9/P8/8r/9/2K6 w - - 0 33"),
    ] {
        play(&mut position, from, to, |ply| !late || ply.promotion() == Some(Role::Rook));
        assert_eq!(position.fen(), expected);
        assert_eq!(set_up(expected).fen(), expected);
    }
}

#[test]
fn impossible_positions() {
    for (fen, expected) in [
        ("", "not a FEN: the board has 1 rank, not 9"),
        ("9/9/9/9/9/9/9/9 w - - 0 1", "not a FEN: the board has 8 ranks, not 9"),
        ("4k5/9/9/9/9/9/9/9/4K4 w - - 0 1", "not a FEN: rank 9 has 10 files, not 9"),
        ("4k3/9/9/9/9/9/9/9/4K4 w - - 0 1", "not a FEN: rank 9 has 8 files, not 9"),
        ("4k4/9/9/9/9/9/9/9/4Z4 w - - 0 1", "not a FEN: 'Z' in rank 1 is not a piece letter"),
        ("4k4/9/9/9/9/9/9/9/4Ж4 w - - 0 1", "not a FEN: 'Ж' in rank 1 is not a piece letter"),
        ("4k4/9/9/9/9/9/9/0/4K4 w - - 0 1", "not a FEN: rank 2 has a zero"),
        ("4k~4/9/9/9/9/9/9/9/4K4 w - - 0 1", "not a FEN: '~' in rank 9 is not a piece letter"),
        ("55/9/9/9/9/9/9/9/4K4 w - - 0 1", "not a FEN: rank 9 has 10 files, not 9"),
        ("4k4/9/9/9/9/9/9/9/4K4 x - - 0 1", "not a FEN: the side to move is neither w nor b"),
        ("4k4/9/9/9/9/9/9/9/4K4 w KQ - 0 1", "not a FEN: in Chess 99 there are no castling rights, only -"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - j3 0 1", "not a FEN: invalid en passant square"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - - x 1", "not a FEN: move counter is not a number"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - - 0 1 1", "not a FEN: there are more than six fields"),
        ("9/9/9/9/9/9/9/9/4K4 w - - 0 1", "Black has no king"),
        ("4k4/9/9/9/9/9/9/9/4KK3 w - - 0 1", "White has more than one king"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - e5 0 1", "no pawn can just have skipped e5"),
    ] {
        let error = Position::set_up(Some(Variant::Chess99), Some(fen))
            .map(|it| it.fen())
            .map_err(|it| it.to_string());
        assert_eq!(error, Err(expected.to_owned()), "{fen}");
    }
    // Missing trailing fields default to a new game's, and nine ranks identify the variant.
    let short = Position::set_up(None, Some("4k4/9/9/9/9/9/9/9/4K4")).map(|it| it.fen());
    assert_eq!(short, Ok("4k4/9/9/9/9/9/9/9/4K4 w - - 0 1".to_owned()));
}
