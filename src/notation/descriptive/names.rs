//! Names of files and squares: `QR` to `KR`, and ranks counted from the mover's side.

use crate::chess::{Color, Role, Side, Square, Squares};

/// A file's name: the piece that starts there, and its side unless it is the king or queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileName {
    /// The side, for the files of rooks, knights and bishops.
    pub side: Option<Side>,
    pub piece: Role,
}

const PIECES: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// Returns the name of a file, counted from 0.
#[inline]
pub const fn file_name(file: u8) -> FileName {
    let piece = PIECES[(file & 7) as usize];
    let side = match piece {
        Role::King | Role::Queen => None,
        _ => Some(Side::of_file(file)),
    };
    FileName { side, piece }
}

/// Returns the files that a name means: both, if the side is missing.
pub fn files_of(side: Option<Side>, piece: Role) -> Squares {
    let Some(file) = PIECES[..5].iter().position(|it| *it == piece) else { return Squares::NONE };
    let (queens, kings) = (file as u8, twin_file(file as u8).unwrap_or(file as u8));
    match side {
        None => Squares::file(queens) | Squares::file(kings),
        Some(side) => [queens, kings]
            .into_iter()
            .find(|it| Side::of_file(*it) == side)
            .map_or(Squares::NONE, Squares::file),
    }
}

/// Returns the file with the same short name, if there is one.
#[inline]
pub const fn twin_file(file: u8) -> Option<u8> {
    match file {
        3 | 4 => None,
        _ => Some(7 - (file & 7)),
    }
}

/// Returns a rank as counted from the mover's side, from 1.
#[inline]
pub fn rank_number(color: Color, square: Square) -> u8 {
    match color {
        Color::White => square.rank() + 1,
        Color::Black => 8 - (square.rank() & 7),
    }
}

/// Returns the squares of a rank counted from the mover's side, from 1.
pub fn rank_of(color: Color, number: u8) -> Squares {
    match number {
        1..=8 => Squares::rank(color.fold_wb(number - 1, 8 - number)),
        _ => Squares::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_one_of_those_that_its_name_means() {
        for file in 0..8 {
            let name = file_name(file);
            assert_eq!(files_of(name.side, name.piece), Squares::file(file));
            let both = twin_file(file).map_or(Squares::NONE, Squares::file) | Squares::file(file);
            assert_eq!(files_of(None, name.piece), both);
        }
    }

    #[test]
    fn each_side_counts_the_ranks_from_its_own() {
        let e4 = Square::new(4, 3);
        assert_eq!((rank_number(Color::White, e4), rank_number(Color::Black, e4)), (4, 5));
        for color in [Color::White, Color::Black] {
            assert!(rank_of(color, rank_number(color, e4)).contains(e4));
        }
    }
}
