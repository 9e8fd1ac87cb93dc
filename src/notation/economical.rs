//! Economical notation (*'Economical' chess notation*): as few characters as possible, in three styles.
//!
//! The original calls files ranks and the reverse, as its examples show; here the terms have their usual
//! meanings. No style has signs of capture, check, mate or en passant.
//!
//! | style | Deep Blue – Kasparov 1997 begins |
//! | --- | --- |
//! | `symbol`, with start symbol | `1 e4 c6 2 d4 d5 3 Nc3 de4 4 Ne4 Nd7 5 Ng5 Ngf6 6 Bd3 e6 7 N1f3 h6` |
//! | `bare`, without | `1 e4 cc6 2 d4 d5 3 bc3 e4 4 e4 bd7 5 eg5 gf6 6 fd3 e6 7 g1f3 h6` |
//! | `priority`, with a predetermined priority | `1 e4 c6 2 d4 d5 3 bc3 e4 4 e4 d7 5 g5 gf6 6 d3 e6 7 1f3 h6` |
//!
//! * **symbol**: the piece's letter and the destination. If another piece of the role can go there too, it is
//!   preceded by the origin's file, or else the rank, or else the square. A pawn capture always has its file:
//!   `de4`. Promotion: `b8Q`, `ba8Q`; castling: `O-O`, `O-O-O`.
//! * **bare**: the destination alone, whatever the piece; the origin must then be unique among all pieces.
//! * **priority**: as bare, but if several pieces can go there, the first in the order P, N, B, R, Q, K is
//!   meant, provided it is the only one of its role. The reader considers only legal moves.
//!
//! Pseudo-legal moves count towards ambiguity: the original writes `8d8` for a king that gets out of check,
//! because the queen could go to d8 but for that check. Castling counts only if it is legal.
//!
//! In bare and priority, castling is written as the king capturing its rook, `h1`, `a8`, which also works in
//! Chess960. A promotion to a queen is the plain square; to a rook, bishop or knight a square 1, 2 or 3 steps
//! back on the file, from the destination if the pawn captures (`a7 a6 a5`), from the origin if not (`b6 b5
//! b4`). For ambiguity these written squares count like any others.
//!
//! Additions: in antichess a promotion to king is 4 steps back; drops are `N@f3`, `@e4` in all styles; the null move is `--`.
//!
//! Accepted: in `symbol`, everything that [`super::algebraic`] lists; in the others, more of the origin than
//! needed, dashes and capture signs, castling as `O-O` or with the king's own squares, promotions with a
//! letter (`b8=N`), and check marks. Case matters: `Bc4` is a bishop's move, `bc4` one from the b-file.

use shakmaty::Bitboard;

use super::{
    algebraic,
    exact::{self, Aim, Described, ExactPly, ExactText, ExactWord, Found},
    glyphs::Spelling,
    interface::{Notation, by_typed_text},
    letters::{LetterWords, Letters},
    parts::castling_between,
    reading::{Annotations, Reading, Unwritable},
    said::Said,
    scan::{Scan, square, squares},
    verify::PlainMove,
    word::PlainWord,
};
use crate::{
    chess::{Color, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Squares, Standard, Variant},
    slice::Slice as _,
};

/// How a move's text identifies the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceStyle {
    /// By its letter.
    Symbol,
    /// Not at all.
    Bare,
    /// Not at all; of several roles, the first in order of priority is meant.
    Priority,
}

/// Economical notation in one of its styles.
pub struct Economical {
    style: PieceStyle,
    letters: Letters,
    words: LetterWords,
}

impl Economical {
    /// Creates economical notation in one of its styles, with these piece letters.
    pub fn new(letters: Letters, styles: &[&str]) -> Economical {
        let style = match styles.first() {
            Some(&"bare") => PieceStyle::Bare,
            Some(&"priority") => PieceStyle::Priority,
            _ => PieceStyle::Symbol,
        };
        Economical { style, letters, words: letters.words() }
    }
}

/// Promotions by the number of steps back.
const STEPS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

impl Notation for Economical {
    by_typed_text!();

    fn letters(&self) -> Option<Letters> {
        (self.style == PieceStyle::Symbol).then_some(self.letters)
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        if self.style == PieceStyle::Symbol {
            algebraic::spellings(ply, out);
        } else if matches!(ply.kind(), PlyKind::Normal | PlyKind::EnPassant) {
            let (from, to) =
                (ply.from().to_string(), written_square(&Described::new(before, ply)).to_string());
            out.push(Spelling::new(to.clone(), 60));
            out.push(Spelling::new(format!("{}{to}", from.slice(..1)), 120));
            out.push(Spelling::new(format!("{}{to}", from.slice(1..)), 150));
        }
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        if self.style == PieceStyle::Symbol {
            algebraic::read(self.letters, before, text, out);
        } else {
            self.read_bare(before, text, out);
        }
    }

    fn disambiguate_readings(&self, candidates: &mut Vec<Ply>) {
        if self.style == PieceStyle::Priority {
            let first = candidates.iter().map(|ply| ply.role()).min();
            candidates.retain(|ply| Some(ply.role()) == first);
        }
    }
}

impl ExactText for Economical {
    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        if self.style == PieceStyle::Symbol { self.with_symbol(ply) } else { self.bare(ply) }
    }

    fn special(&self, _: &Position, ply: &Ply) -> ExactWord {
        match ply.castling() {
            // No other move goes to a square occupied by the mover's own side.
            Some(partner) if self.style != PieceStyle::Symbol => ExactWord::new(exact::name(partner.from), 2),
            _ => algebraic::Habits::default().special(&self.words, ply),
        }
    }

    #[inline(always)]
    fn find_plain(&self, _: &Position, board: &Standard, us: Color, text: &str) -> Option<Found> {
        let ready = us.relative_rank(shakmaty::Rank::Seventh);
        if self.style != PieceStyle::Bare || (board.pieces(us, shakmaty::Role::Pawn) & ready).any() {
            return None;
        }
        let word = PlainWord::of(text.as_bytes())?;
        let said = word.len.checked_sub(2)?;
        let to = word.square(said).filter(|to| !board.holds(us, *to))?;
        let origins = match said {
            0 => Bitboard::FULL,
            1 => word.line(0),
            2 => word.line(0) & word.line(1),
            _ => return None,
        };
        let reaching = board.reaching_any(us, to);
        let from = (reaching & origins).single_square()?;
        let (origin, len) = exact::origin(from.into(), reaching.without(from).into());
        if len != said || !word.begins(origin, len) {
            return None;
        }
        let (role, captures) = (board.role_at(from)?, board.stands(to));
        let is_pawn = role == shakmaty::Role::Pawn;
        if is_pawn && !captures && from.file() != to.file() {
            return None;
        }
        let others = if is_pawn { Bitboard::EMPTY } else { reaching.without(from) & board.pieces(us, role) };
        PlainMove { role, from, to, captures, others }.found(board, us, word.said())
    }

    #[inline(always)]
    fn aim(&self, _: &Position, text: &str) -> Option<Aim> {
        match self.style {
            PieceStyle::Symbol => algebraic::aim(self.letters, text),
            _ => match PlainWord::of(text.as_bytes()).and_then(|it| it.squares(None)) {
                Some(aim) => Some(aim),
                None => self.parse_bare(8, text)?.aim(),
            },
        }
    }
}

impl Economical {
    #[inline(always)]
    fn with_symbol(&self, ply: &Described<'_>) -> ExactWord {
        let square = exact::name(ply.to);
        if ply.role == Role::Pawn {
            let file = exact::name(ply.from) & 0xff;
            let word = if ply.captured.is_some() { file | square << 8 } else { square };
            let mut text = ExactWord::new(word, 2 + usize::from(ply.captured.is_some()));
            if let Some(role) = ply.promotion {
                text.push_pair(self.words.of(ply.color, role));
            }
            return text;
        }
        let (letter, len) = self.words.of(ply.color, ply.role);
        let mut text = ExactWord::new(letter, len);
        let (origin, len) = exact::origin(ply.from, ply.others);
        text.push_word(origin | square << (8 * len), 2 + len);
        text
    }

    #[inline(always)]
    fn bare(&self, ply: &Described<'_>) -> ExactWord {
        // By priority, only pieces of the mover's role or an earlier one could also be meant.
        let priority = self.style == PieceStyle::Priority;
        let us = ply.color;
        if let Some((board, exact)) = ply.verified {
            let ready = Bitboard::from_rank(us.relative_rank(shakmaty::Rank::Seventh));
            if (board.pieces(us, shakmaty::Role::Pawn) & ready).is_empty() {
                let meant =
                    if priority { of_roles(board, us, Roles::up_to(ply.role)) } else { Bitboard::FULL };
                // The moving piece's own path is known to be open.
                let others = others_reaching(board, us, exact, meant.without(exact.from));
                return with_origin(ply, ply.to, others.into());
            }
        }
        let written = written_square(ply);
        let roles = if priority { Roles::up_to(ply.role) } else { Roles::ALL };
        let fitting = ply.before.pseudo_legal_candidates(roles, written);
        with_origin(ply, written, (fitting | promoters(ply.before, written)).without(ply.from))
    }
}

/// Returns the text of a ply to the square `written`, disambiguated from pieces on `others`.
#[inline(always)]
fn with_origin(ply: &Described<'_>, written: Square, others: Squares) -> ExactWord {
    let (origin, len) = exact::origin(ply.from, others);
    ExactWord::new(origin | exact::name(written) << (8 * len), 2 + len)
}

/// Returns a side's pieces of these roles.
fn of_roles(board: &Standard, us: Color, roles: Roles) -> Bitboard {
    let roles = shakmaty::Role::ALL.into_iter().filter(|role| roles.contains((*role).into()));
    roles.fold(Bitboard::EMPTY, |all, role| all | board.pieces(us, role))
}

/// Returns those of the pieces `meant` that can go to a ply's destination.
#[inline(always)]
fn others_reaching(board: &Standard, us: Color, ply: &ExactPly, meant: Bitboard) -> Bitboard {
    let to = ply.to;
    let takes = ply.captures | (board.ep_square() == Some(to));
    let pawns = if takes { board.taking(us, to) } else { board.pushing(us, to) };
    let mut all = (pawns | board.reaching_near(us, to)) & meant;
    for from in board.snipers(us, to) & meant {
        if board.is_open(to, from) {
            all.add(from);
        }
    }
    all
}

impl Economical {
    fn read_bare(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let mut annotations = Annotations::default();
        let size = before.size();
        let castling = scan.castling().map(|kingside| algebraic::castling(before, kingside));
        if let Some(pattern) = castling.or_else(|| self.drop(&mut scan, size)) {
            annotations.check = scan.check();
            scan.finish(annotations, [pattern], out);
            return;
        }
        let Some(said) = self.parse_bare(size, text) else { return };
        let Some(to) = square(said.to) else { return };
        out.extend(
            fitting(before, squares(said.from), to, said.promotion).into_iter().map(|it| said.reading(it)),
        );
    }

    /// Parses a move of one piece.
    #[inline(never)]
    fn parse_bare(&self, size: u8, text: &str) -> Option<Said> {
        let mut scan = Scan::new(text);
        let mut said = Said { from: scan.place(size), ..Said::default() };
        said.captures = scan.takes();
        let apart = said.captures || scan.dash();
        said.to = scan.place(size);
        if said.to == (None, None) && !apart {
            (said.from, said.to) = (said.to, said.from);
        }
        square(said.to)?;
        scan.eat("=");
        said.promotion = scan.piece(self.letters);
        said.en_passant = scan.en_passant();
        said.check = scan.check();
        scan.at_boundary().then(|| Said { len: scan.taken(), ..said })
    }

    fn drop(&self, scan: &mut Scan<'_>, size: u8) -> Option<Pattern> {
        let mut ahead = *scan;
        let role = ahead.piece(self.letters).unwrap_or(Role::Pawn);
        let to = ahead.eat("@").then(|| ahead.square(size))??;
        *scan = ahead;
        Some(Pattern::drop(role, to))
    }
}

/// Returns the rank on which pawns promote, the direction back from it, and the rank before it.
fn last_rank(color: Color, size: u8) -> (i8, i8, i8) {
    let size = size as i8;
    color.fold_wb((size - 1, -1, size - 2), (0, 1, 1))
}

/// Returns the square written for the ply: the destination, unless it is an underpromotion.
#[inline(always)]
fn written_square(ply: &Described<'_>) -> Square {
    match ply.promotion {
        None | Some(Role::Queen) => ply.to,
        Some(role) => {
            let steps = STEPS.iter().position(|it| *it == role).unwrap_or_default() as i8;
            let first = if ply.captured.is_some() { ply.to } else { ply.from };
            let back = ply.color.fold_wb(-1, 1);
            Square::new(first.file(), (first.rank() as i8 + back * steps) as u8)
        }
    }
}

/// Returns the promotions written with this square: each with the pawn's possible origins and its destination.
fn promotions_at(color: Color, written: Square, size: u8) -> impl Iterator<Item = (Squares, Square, Role)> {
    let (last, back, before_last) = last_rank(color, size);
    let file = Squares::file(written.file());
    let ranks = [(last, !file), (before_last, file & Squares::rank(before_last as u8))];
    ranks.into_iter().filter_map(move |(first, from)| {
        let steps = (written.rank() as i8 - first) * back;
        let role = (steps > 0).then(|| STEPS.get(steps as usize))??;
        Some((from, Square::new(written.file(), last as u8), *role))
    })
}

/// Returns the pawns that are one step from the last rank.
#[inline]
fn about_to_promote(before: &Position) -> Squares {
    let (_, _, before_last) = last_rank(before.turn(), before.size());
    before.pieces(before.turn(), Role::Pawn) & Squares::rank(before_last as u8)
}

/// Returns the pawns with a promotion written with this square.
fn promoters(before: &Position, written: Square) -> Squares {
    let pawns = about_to_promote(before);
    if pawns.is_empty() {
        return Squares::NONE;
    }
    promotions_at(before.turn(), written, before.size())
        .filter(|(.., role)| *role != Role::King || before.variant() == Variant::Antichess)
        .map(|(from, to, _)| before.pseudo_legal_candidates(Role::Pawn.into(), to) & from & pawns)
        .fold(Squares::NONE, |all, some| all | some)
}

/// Returns the patterns of the plies written with this square.
fn fitting(before: &Position, from: Squares, written: Square, promotion: Option<Role>) -> Vec<Pattern> {
    let (color, size) = (before.turn(), before.size());
    let (last, ..) = last_rank(color, size);
    if promotion.is_some() {
        return vec![Pattern::to(Role::Pawn, written).from(from).promoting(promotion)];
    }
    let mut patterns = vec![Pattern::to(Roles::ALL, written).from(from)];
    if written.rank() as i8 == last {
        patterns.push(Pattern::to(Role::Pawn, written).from(from).promoting(Some(Role::Queen)));
    }
    let promotions = promotions_at(color, written, size);
    patterns.extend(
        promotions
            .map(|(pawns, to, role)| Pattern::to(Role::Pawn, to).from(from & pawns).promoting(Some(role))),
    );
    if before.piece_at(written).is_some_and(|(owner, _)| owner == color) {
        patterns.push(Pattern::castle(written.into()).from(from));
    } else if let Some(king) = from.single() {
        patterns.extend(castling_between(before, king, written));
    }
    patterns
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn with_symbols() {
        check(
            "economical",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Ndf3 | Nd2f3
            b7a8q ba8Q | bxa8=Q
            b7b8n b8N
            e5d6 ed6 | exd6
            e1g1 O-O
            a1a8 Ra8 | Rxa8+
            none Nf4 | e+
            ",
        );
    }

    #[test]
    fn bare_squares() {
        check(
            "economical:bare",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 df3 | d2f3 | d2-f3 | 2f3
            b7a8q ba8 | b7xa8 | ba8=Q
            b7a8r ba7
            b7b8n b4 | b8=N
            e5d6 d6 | ed6 | e5xd6
            e1g1 h1 | O-O
            e1c1 a1 | 0-0-0
            a1a8 aa8 | a1a8
            none f4 | c8 | e+
            ",
        );
    }

    #[test]
    fn the_order_of_priority() {
        check(
            "economical:priority",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            b7a8q a8 | ba8
            b7a8r a7
            d2f3 df3
            a1a8 aa8
            ",
        );
    }
}
