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

/// The base common to all pieces.
const STAND: &str = "<path d='M9.5 33.6h21V37h-21zM12.2 30.6h15.6l1.2 3H11z'/>";

/// The drawings above the base (a knight has more of it), in the order of [`Role`]. Inner lines have the class `l`.
const DRAWINGS: [(Role, &str); 7] = [
    (
        Role::Pawn,
        "<path d='M16.3 18.6h7.4c0 5 1.7 8.6 4.1 12H12.2c2.4-3.4 4.1-7 4.1-12z'/>\
         <path d='M14.6 16.4h10.8l-1.3 2.4h-8.2z'/><circle cx='20' cy='12' r='4.8'/>",
    ),
    (
        Role::Knight,
        "<path d='M29.3 33.6C31.6 22 28.4 12.2 20.7 9.2L19.3 5.4 16.7 9.3C12.6 11.2 10.4 15 8.2 19.6 7 22 6.6 24 \
         8.1 25.2 9.4 26.3 11 25.6 12.2 24.3 14.2 24.5 16.8 23.9 18.4 21.6 18.6 26.2 11.6 27.8 11.4 33.6z'/>\
         <path class='l' d='M22.6 11.6C26.6 16 28 23.4 27.3 31M9.6 22.4l1-.8'/><circle class='d' cx='15.6' cy='14.8' r='.9'/>",
    ),
    (
        Role::Bishop,
        "<path d='M20 8.2c4.7 3.3 7.5 7.2 7.5 11.4 0 2.8-1.4 5.2-3.6 7h-7.8c-2.2-1.8-3.6-4.2-3.6-7 0-4.2 2.8-8.1 \
         7.5-11.4z'/><path d='M14.9 26.6h10.2l1.6 4H13.3z'/><circle cx='20' cy='6.3' r='2.1'/>\
         <path class='l' d='M20 13.2v8M16.8 16.6h6.4'/>",
    ),
    (
        Role::Rook,
        "<path d='M14.3 17.2h11.4l1.6 13.4H12.7z'/>\
         <path d='M10.8 8.4h4.3v2.9h2.8V8.4h4.2v2.9h2.8V8.4h4.3v5.8l-2.8 3H13.6l-2.8-3z'/>\
         <path class='l' d='M14.3 17.2h11.4'/>",
    ),
    (
        Role::Queen,
        "<path d='M12.4 27.4L7.3 12.6l6.8 7.2-.8-10.6 4.7 9.8L20 7.4l2 11.6 4.7-9.8-.8 10.6 6.8-7.2-5.1 14.8z'/>\
         <path d='M12.4 27.4h15.2l.6 3.2H11.8z'/><g><circle cx='6.8' cy='11.4' r='1.7'/><circle cx='13' cy='8' r='1.7'/>\
         <circle cx='20' cy='6.1' r='1.7'/><circle cx='27' cy='8' r='1.7'/><circle cx='33.2' cy='11.4' r='1.7'/></g>\
         <path class='l' d='M12.4 27.4h15.2'/>",
    ),
    (
        Role::King,
        "<path class='o' d='M20 3.3v6.2M17.3 5.7h5.4'/><path d='M20 9.3c2.3 1.5 2.7 3.6 0 7.4-2.7-3.8-2.3-5.9 0-7.4z'/>\
         <path d='M20 16.5C17.8 11.3 7 11.6 7.6 19.2c.4 4.6 4.7 5.6 5.2 8.4l-.4 3h15.2l-.4-3c.5-2.8 4.8-3.8 \
         5.2-8.4.6-7.6-10.2-7.9-12.4-2.7z'/><path class='l' d='M20 16.5v10.7M12.8 27.5c4.6-1.5 9.8-1.5 14.4 0'/>",
    ),
    (Role::Paladin, ""),
];

/// Returns the symbols of all pieces, for the head of a page. A paladin is a knight with a bishop's cross.
#[must_use]
pub fn symbols() -> Markup {
    let mut symbols = String::new();
    let drawing = |role| DRAWINGS.iter().find(|it| it.0 == role).map_or("", |it| it.1);
    for role in Role::ALL {
        let (drawing, more) = match role {
            Role::Paladin => (drawing(Role::Knight), "<path class='l' d='M21.5 21.5v7M18.8 24h5.4'/>"),
            role => (drawing(role), ""),
        };
        let letter = char::from(role.letter());
        // Writing to a string cannot fail.
        let _ = write!(
            symbols,
            "<symbol id='p{letter}' viewBox='0 0 {SIDE} {SIDE}'>{drawing}{STAND}{more}</symbol>"
        );
    }
    PreEscaped(format!("<svg class='symbols' width='0' height='0' aria-hidden='true'>{symbols}</svg>"))
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
