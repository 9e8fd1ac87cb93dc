//! Diagrams of positions, as SVG.
//!
//! Each piece is drawn once per page, as a symbol to which the diagrams refer. The drawings are the project's
//! own.

use std::{fmt::Write as _, sync::LazyLock};

use maud::{Markup, PreEscaped, html};

use super::text::Escaped;
use crate::chess::{Color, Ply, Position, Role, Square};

/// Half the side of a square, and of a piece's box.
const HALF: u32 = 20;
const SIDE: u32 = 2 * HALF;
/// Margin for the names of files and ranks.
const MARGIN: u32 = 16;

/// Drawings of all pieces as symbols, for the head of a page. A paladin is a knight with a bishop's cross.
/// Inner lines have the class `l`.
static SYMBOLS: &str = include_str!("pieces.svg");

pub fn symbols() -> Markup {
    PreEscaped(SYMBOLS.lines().map(str::trim_start).collect())
}

/// The parts that all diagrams of a board size share.
struct Board {
    /// The `viewBox` attribute.
    view: String,
    /// The squares, and the frame around them.
    squares: String,
    frame: String,
    /// Names of the files and ranks.
    names: String,
    /// The position of each square as attributes, by its index.
    places: Vec<String>,
}

static BOARDS: [LazyLock<Board>; 2] = [LazyLock::new(|| Board::new(8)), LazyLock::new(|| Board::new(9))];

impl Board {
    fn new(size: u8) -> Board {
        let last = u32::from(size) - 1;
        let side = SIDE * u32::from(size);
        let corner = |square: Square| {
            (MARGIN + SIDE * u32::from(square.file()), 1 + SIDE * (last - u32::from(square.rank())))
        };
        let mut dark = String::new();
        let mut places = vec![String::new(); 81];
        for square in squares(size) {
            let (x, y) = corner(square);
            if (square.file() + square.rank()) % 2 == 0 {
                // Writing into memory can't fail.
                let _ = write!(dark, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
            }
            places[usize::from(square.index())] =
                format!(" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
        }
        let squares = html! {
            rect.light x=(MARGIN) y="1" width=(side) height=(side) {}
            path.dark d=(dark) {}
        };
        let frame = html! { rect.frame x=(MARGIN) y="1" width=(side) height=(side) {} };
        let names = html! {
            @for n in 0..=last {
                text x=(MARGIN + SIDE * n + HALF) y=(side + MARGIN) { (char::from(b'a' + n as u8)) }
                text x=(MARGIN / 2) y=(1 + SIDE * (last - n) + HALF + 5) { (n + 1) }
            }
        };
        let view = format!("0 0 {} {}", side + MARGIN + 2, side + MARGIN + 6);
        Board { view, squares: squares.0, frame: frame.0, names: names.0, places }
    }

    fn of(position: &Position) -> &'static Board {
        &BOARDS[usize::from(position.size() > 8)]
    }

    fn place(&self, square: Square) -> &str {
        &self.places[usize::from(square.index())]
    }
}

fn squares(size: u8) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |rank| (0..size).map(move |file| Square::new(file, rank)))
}

/// Returns the diagram of a position from White's side, with the squares of the last ply marked.
pub fn diagram(position: &Position, last: Option<&Ply>) -> Markup {
    let board = Board::of(position);
    html! {
        svg.board viewBox=(board.view) role="img" aria-label=(Escaped(&description(position))) {
            (PreEscaped(&board.squares))
            (PreEscaped(marks(board, last)))
            (PreEscaped(&board.frame))
            (PreEscaped(pieces(board, position)))
            (PreEscaped(&board.names))
        }
    }
}

/// Returns the marks on the squares of a ply.
fn marks(board: &Board, ply: Option<&Ply>) -> String {
    let squares = ply.filter(|it| !it.is_null()).map_or([None; 2], |it| [Some(it.from()), Some(it.to())]);
    let mut marks = String::with_capacity(128);
    for square in squares.into_iter().flatten() {
        marks.extend(["<rect class=\"last\"", board.place(square), "></rect>"]);
    }
    marks
}

fn pieces(board: &Board, position: &Position) -> String {
    let mut pieces = String::with_capacity(2048);
    for square in squares(position.size()) {
        if let Some((color, role)) = position.piece_at(square) {
            pieces.push_str(color.fold_wb("<use class=\"w\" href=\"#p", "<use class=\" b\" href=\"#p"));
            pieces.push(char::from(role.letter()));
            pieces.extend(["\"", board.place(square), "></use>"]);
        }
    }
    pieces
}

/// Returns the piece placement as in FEN, for the page's script.
pub fn placement(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').next().unwrap_or_default().split('[').next().unwrap_or_default().to_owned()
}

/// Describes the position: `White: Kg1, Qd1, a2. Black: ….`
fn description(position: &Position) -> String {
    const ORDER: [Role; 7] =
        [Role::King, Role::Queen, Role::Paladin, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let mut text = String::with_capacity(160);
    for color in Color::ALL {
        text.push_str(color.fold_wb("White: ", " Black: "));
        let mut separator = "";
        for role in ORDER {
            for square in position.pieces(color, role) {
                text.push_str(separator);
                if role != Role::Pawn {
                    text.push(char::from(role.letter()));
                }
                text.extend(square.name().map(char::from));
                separator = ", ";
            }
        }
        text.push('.');
    }
    text
}
