//! Diagrams of positions, as SVG.
//!
//! Each piece is drawn once per page, as a symbol that diagrams refer to. The drawings are the project's own.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use crate::chess::{Color, Ply, Position, Role, Square};

/// Half the side of a square, and of the box of a piece.
const HALF: u32 = 20;
const SIDE: u32 = 2 * HALF;
/// The margin for the names of files and ranks.
const MARGIN: u32 = 16;

/// The drawings of all pieces as symbols, for the head of a page. A paladin is a knight with a bishop's cross.
/// Inner lines have the class `l`.
static SYMBOLS: &str = include_str!("pieces.svg");

/// Returns the symbols of all pieces.
#[must_use]
pub fn symbols() -> Markup {
    PreEscaped(SYMBOLS.lines().map(str::trim_start).collect())
}

/// Returns the diagram of a position from White's side, with the squares of the last ply marked.
#[must_use]
pub fn diagram(position: &Position, last: Option<&Ply>) -> Markup {
    let size = u32::from(position.size());
    let board = SIDE * size;
    let (width, height) = (board + MARGIN + 2, board + MARGIN + 6);
    let corner = |square: Square| {
        (MARGIN + SIDE * u32::from(square.file()), 1 + SIDE * (size - 1 - u32::from(square.rank())))
    };
    let squares = || {
        (0..position.size()).flat_map(|rank| (0..position.size()).map(move |file| Square::new(file, rank)))
    };
    let mut dark = String::new();
    for square in squares().filter(|it| (it.file() + it.rank()) % 2 == 0) {
        let (x, y) = corner(square);
        let _ = write!(dark, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }
    let last = last.filter(|it| !it.is_null()).map_or([None; 2], |it| [Some(it.from()), Some(it.to())]);
    html! {
        svg.board viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(description(position)) {
            rect.light x=(MARGIN) y="1" width=(board) height=(board) {}
            path.dark d=(dark) {}
            @for square in last.into_iter().flatten() {
                @let (x, y) = corner(square);
                rect.last x=(x) y=(y) width=(SIDE) height=(SIDE) {}
            }
            rect.frame x=(MARGIN) y="1" width=(board) height=(board) {}
            @for square in squares() {
                @if let Some((color, role)) = position.piece_at(square) {
                    @let (x, y) = corner(square);
                    use.w[color == Color::White].b[color == Color::Black]
                        href={ "#p" (char::from(role.letter())) } x=(x) y=(y) width=(SIDE) height=(SIDE) {}
                }
            }
            @for n in 0..size {
                text x=(MARGIN + SIDE * n + HALF) y=(board + MARGIN) { (char::from(b'a' + n as u8)) }
                text x=(MARGIN / 2) y=(1 + SIDE * (size - 1 - n) + HALF + 5) { (n + 1) }
            }
        }
    }
}

/// Returns the piece placement as in FEN, for the page's script.
#[must_use]
pub fn placement(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').next().unwrap_or_default().split('[').next().unwrap_or_default().to_owned()
}

/// Describes the position: `White: Kg1, Qd1, a2; Black: …`.
fn description(position: &Position) -> String {
    let side = |color: Color| {
        let order =
            [Role::King, Role::Queen, Role::Paladin, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let pieces: Vec<String> = order
            .iter()
            .flat_map(|&role| {
                let letter =
                    if role == Role::Pawn { String::new() } else { char::from(role.letter()).to_string() };
                position.pieces(color, role).map(move |square| format!("{letter}{square}"))
            })
            .collect();
        pieces.join(", ")
    };
    format!("White: {}. Black: {}.", side(Color::White), side(Color::Black))
}
