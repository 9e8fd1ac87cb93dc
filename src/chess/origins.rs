//! The side of the board that each piece started on: the meaning of `QR` and `KN` in descriptive notation.

use super::men::OnBoard;
use crate::chess::{Color, Ply, Role, Square};

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The files a to d.
    Queen,
    /// The files e to h.
    King,
}

impl Side {
    /// Returns the side on which a file (counted from 0) lies.
    #[must_use]
    pub const fn of_file(file: u8) -> Side {
        if file < 4 { Side::Queen } else { Side::King }
    }

    /// Returns the other side.
    pub(crate) const fn other(self) -> Side {
        match self {
            Side::Queen => Side::King,
            Side::King => Side::Queen,
        }
    }

    /// Returns the piece that names the side.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Side::Queen => Role::Queen,
            Side::King => Role::King,
        }
    }
}

/// The present squares of the pieces that started on the first rank, by the side they started on.
///
/// A colour's origins are known if the start position has its eight pieces on its first rank behind its eight
/// pawns. Promoted and dropped pieces have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origins {
    queen: u64,
    king: u64,
}

const fn bit(square: Square) -> u64 {
    1 << (square.index() & 63)
}

impl Origins {
    /// Returns the origins in a start position.
    #[must_use]
    pub fn of(board: &impl OnBoard) -> Origins {
        let mut origins = Origins::default();
        for color in [Color::White, Color::Black] {
            let first = u64::from(shakmaty::Bitboard::from_rank(color.backrank()));
            let second = u64::from(shakmaty::Bitboard::from_rank(
                color.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh),
            ));
            let pawns = u64::from(board.by_piece(color.pawn()));
            let own = u64::from(board.by_color(color));
            if pawns == second && own == first | second {
                origins.queen |= first & 0x0f0f_0f0f_0f0f_0f0f;
                origins.king |= first & 0xf0f0_f0f0_f0f0_f0f0;
            }
        }
        origins
    }

    /// Forgets all origins, which ends tracking.
    pub fn forget(&mut self) {
        *self = Origins::default();
    }

    /// Returns the side on which the piece on this square started.
    #[must_use]
    pub fn side(&self, square: Square) -> Option<Side> {
        if square.index() >= 64 {
            None
        } else if self.queen & bit(square) != 0 {
            Some(Side::Queen)
        } else if self.king & bit(square) != 0 {
            Some(Side::King)
        } else {
            None
        }
    }

    /// Returns the squares of the pieces that started on a side.
    #[inline]
    pub(crate) fn of_side(&self, side: Side) -> shakmaty::Bitboard {
        shakmaty::Bitboard(match side {
            Side::Queen => self.queen,
            Side::King => self.king,
        })
    }

    /// Updates the origins after a ply.
    #[inline]
    pub fn play(&mut self, ply: &Ply) {
        if self.queen | self.king == 0 {
            return;
        }
        if ply.is_normal() && ply.promotion().is_none() {
            self.step(ply.from().on_ordinary_board(), ply.to().on_ordinary_board());
        } else {
            self.play_special(ply);
        }
    }

    /// Updates the origins after a piece has moved.
    #[inline(always)]
    pub(crate) fn step(&mut self, from: shakmaty::Square, to: shakmaty::Square) {
        let (from, to) = (u32::from(from) & 63, u32::from(to) & 63);
        for set in [&mut self.queen, &mut self.king] {
            let arrived = (*set >> from & 1) << to;
            *set = *set & !(1 << from | 1 << to) | arrived;
        }
    }

    /// Updates the origins after castling. In Chess960 one piece may arrive where the other stood: both leave first.
    pub(crate) fn castle(&mut self, king: [shakmaty::Square; 2], rook: [shakmaty::Square; 2]) {
        for set in [&mut self.queen, &mut self.king] {
            let before = *set;
            for [from, _] in [king, rook] {
                *set &= !(1 << u32::from(from));
            }
            for [from, to] in [king, rook] {
                *set |= (before >> u32::from(from) & 1) << u32::from(to);
            }
        }
    }

    #[cold]
    fn play_special(&mut self, ply: &Ply) {
        if let Some(partner) = ply.castling() {
            let squares = [ply.from(), ply.to(), partner.from, partner.to].map(Square::on_ordinary_board);
            self.castle([squares[0], squares[1]], [squares[2], squares[3]]);
        } else if !ply.is_drop() {
            let gone = ply.capture().map_or(0, |captured| bit(captured.square));
            for set in [&mut self.queen, &mut self.king] {
                let arrived =
                    if *set & bit(ply.from()) != 0 && ply.promotion().is_none() { bit(ply.to()) } else { 0 };
                *set = *set & !(gone | bit(ply.from())) | arrived;
            }
        }
    }
}
