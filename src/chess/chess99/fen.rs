//! FEN on nine ranks: `rnbakqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1`.
//!
//! As in standard FEN, with digits up to 9 and `A` for the paladin. There are no castling rights: the field is
//! `-`. The fourth field is the square skipped by the last two-step, whether or not a capture is possible
//! there. Missing trailing fields default to those of a new game.

use super::{
    super::fen::{board_and_pocket, board_fault, fields},
    Chess99, SIZE, SetupError, ahead, first_rank, step,
};
use crate::chess::{Color, Role, Square, Squares};

impl Chess99 {
    /// Whether a FEN's board is that of Chess 99, by its number of ranks. A ninth rank on an 8×8 board is a pocket.
    pub(in crate::chess) fn is_fen(fen: &str) -> bool {
        fields(fen).next().is_some_and(|board| {
            board.split('/').count() == usize::from(SIZE) && board_and_pocket(board).1.is_none()
        })
    }

    /// Parses a FEN.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the FEN is malformed, a king is missing, or no pawn can have skipped the square.
    pub(in crate::chess) fn from_fen(fen: &str) -> Result<Chess99, SetupError> {
        let syntax = |why: &str| SetupError::Syntax(why.to_owned());
        let mut fields = fields(fen);
        let mut game = Chess99::empty();
        game.read_board(fields.next().unwrap_or_default())?;
        game.turn = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(_) => return Err(syntax("the side to move is neither w nor b")),
        };
        if fields.next().is_some_and(|it| it != "-") {
            return Err(syntax("in Chess 99 there are no castling rights, only -"));
        }
        game.ep_square = match fields.next() {
            None | Some("-") => None,
            Some(name) => Some(square(name).ok_or_else(|| syntax("invalid en passant square"))?),
        };
        let mut counter = |least: u32| match fields.next() {
            None => Ok(least),
            Some(text) => text.parse().map_err(|_| syntax("move counter is not a number")),
        };
        game.halfmoves = counter(0)?;
        game.fullmoves = counter(1)?.max(1);
        if fields.next().is_some() {
            return Err(syntax("there are more than six fields"));
        }
        game.check()?;
        Ok(game)
    }

    fn read_board(&mut self, board: &str) -> Result<(), SetupError> {
        if let Some(fault) = board_fault(board, SIZE) {
            return Err(SetupError::Syntax(fault));
        }
        for (text, rank) in board.split('/').zip((0..SIZE).rev()) {
            let mut file = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    file += letter - b'0';
                } else if let Some(role) = Role::from_letter(letter.to_ascii_uppercase()) {
                    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    self.put(color, role, Square::new(file, rank));
                    file += 1;
                }
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        let illegal = |why: String| Err(SetupError::Illegal(why));
        for (color, side) in [(Color::White, "White"), (Color::Black, "Black")] {
            match self.pieces(color, Role::King).count() {
                1 => {}
                0 => return illegal(format!("{side} has no king")),
                _ => return illegal(format!("{side} has more than one king")),
            }
        }
        match self.ep_square {
            Some(square) if !self.can_have_skipped(square) => {
                illegal(format!("no pawn can just have skipped {square}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the side that has just moved can have passed over this square with a pawn.
    fn can_have_skipped(&self, square: Square) -> bool {
        let mover = !self.turn;
        let (files, ranks) = ahead(mover);
        let (Some(from), Some(to)) = (step(square, (files, -ranks)), step(square, (files, ranks))) else {
            return false;
        };
        let way = Squares::only(square) | from.into();
        (self.occupied() & way).is_empty()
            && self.piece_at(to).is_some_and(|(color, role)| {
                let promoted = to.rank() == first_rank(!mover) && role != Role::King;
                color == mover && (role == Role::Pawn || promoted)
            })
    }

    /// Returns the position as FEN.
    pub(super) fn write_fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for file in 0..SIZE {
                let Some((color, role)) = self.piece_at(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                push_empty(&mut empty, &mut fen);
                let letter = char::from(role.letter());
                fen.push(color.fold_wb(letter, letter.to_ascii_lowercase()));
            }
            push_empty(&mut empty, &mut fen);
            if rank > 0 {
                fen.push('/');
            }
        }
        let turn = self.turn.fold_wb('w', 'b');
        let ep_square = self.ep_square.map_or_else(|| "-".to_owned(), |it| it.to_string());
        format!("{fen} {turn} - {ep_square} {} {}", self.halfmoves, self.fullmoves)
    }
}

fn push_empty(empty: &mut u8, fen: &mut String) {
    if *empty > 0 {
        fen.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn square(name: &str) -> Option<Square> {
    let [file, rank] = *name.as_bytes() else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < SIZE && rank < SIZE).then(|| Square::new(file, rank))
}
