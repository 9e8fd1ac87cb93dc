//! A position of standard chess as FEN.

use shakmaty::{Bitboard, Color, Role, Square};

use super::Standard;
use crate::{chess::men::FenRanks, eight::ShortText};

/// The room for a FEN of at most 104 bytes, and for a word after it.
pub(crate) const FEN_ROOM: usize = 128;

/// The castling rights of rooks in the corners as in FEN, with their lengths, by sets of h1, a1, h8 and a8.
const CORNER_RIGHTS: [([u8; 4], usize); 16] = {
    let mut table = [(*b"-   ", 1); 16];
    let mut set = 1;
    while set < 16 {
        let (mut letters, mut len, mut n) = ([b' '; 4], 0, 0);
        while n < 4 {
            if set >> n & 1 == 1 {
                letters[len] = b"KQkq"[n];
                len += 1;
            }
            n += 1;
        }
        table[set] = (letters, len);
        set += 1;
    }
    table
};

impl Standard {
    /// Appends the position as FEN, with the ranks of the last one.
    pub(in crate::chess) fn push_fen(&self, last: &mut FenRanks, out: &mut Vec<u8>) {
        let mut room = [0; FEN_ROOM];
        let mut text = ShortText::new(&mut room);
        self.push_short_fen(last, &mut text);
        out.extend_from_slice(text.as_bytes());
    }

    /// Does the same to a text with [`FEN_ROOM`].
    #[inline]
    pub(crate) fn push_short_fen<const N: usize>(&self, last: &mut FenRanks, text: &mut ShortText<'_, N>) {
        self.men.push_fen(last, text);
        text.pop();
        text.push(self.turn.fold_wb(b" w ", b" b "));
        self.push_castling(text);
        match self.ep_square.filter(|it| self.can_take_en_passant(*it)) {
            Some(to) => text.push(&[b' ', to.file().char() as u8, to.rank().char() as u8, b' ']),
            None => text.push(b" - "),
        }
        text.push_number(self.halfmoves());
        text.push(b" ");
        text.push_number(self.move_number().max(1));
    }

    /// Appends the castling rights: that of a side's outermost rook as `K` or `Q`, that of another one as its file.
    #[inline(always)]
    fn push_castling<const N: usize>(&self, text: &mut ShortText<'_, N>) {
        let rights = self.castles.castling_rights();
        // Between rooks in the corners there is no other.
        if (rights & !Bitboard::CORNERS).is_empty() {
            let corners = rights.0 >> 7 & 1 | rights.0 << 1 & 2 | rights.0 >> 61 & 4 | rights.0 >> 53 & 8;
            let (letters, len) = CORNER_RIGHTS[corners as usize & 15];
            return text.push_first(&letters, len);
        }
        for color in Color::ALL {
            let king = self.king_of(color);
            let rooks = self.pieces(color, Role::Rook) & color.backrank();
            for rook in (rights & color.backrank()).into_iter().rev() {
                let letter = if rook > king && rooks.last() == Some(rook) {
                    b'K'
                } else if rook < king && rooks.first() == Some(rook) {
                    b'Q'
                } else {
                    rook.file().upper_char() as u8
                };
                text.push(&[letter | color.fold_wb(0, 0x20)]);
            }
        }
    }

    fn can_take_en_passant(&self, to: Square) -> bool {
        let us = self.turn;
        self.taking(us, to).into_iter().any(|from| self.is_safe_at_all(us, Role::Pawn, from, to))
    }
}
