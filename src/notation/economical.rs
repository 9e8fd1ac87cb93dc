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
//! * **priority**: as bare, but of several pieces that can go there, the first in the order P, N, B, R, Q, K is
//!   meant, if there is only one of its kind. The reader takes the first among those whose move is legal.
//!
//! Pseudo-legal moves count as ambiguous: the original writes `8d8` for a king that gets out of check, because
//! the queen could go to d8 but for that check. Castling counts if it is legal.
//!
//! In bare and priority, castling is written as the king capturing its rook, `h1`, `a8`, which also works in
//! Chess960. A promotion to a queen is the plain square; to a rook, bishop or knight a square 1, 2 or 3 steps
//! back on the file, from the destination if the pawn captures (`a7 a6 a5`), from the origin if not (`b6 b5
//! b4`). For ambiguity these written squares count like any others.
//!
//! Additions: in antichess a promotion to king is 4 steps back; drops are `N@f3`, `@e4` in all styles; the null move is `--`.
//!
//! Accepted: in `symbol` everything that [`super::algebraic`] lists; in the others more of the origin than is
//! needed, dashes and signs of capture, `O-O` and the king's own squares in castling, promotions with a letter
//! (`b8=N`), marks of check. Case matters: `Bc4` is a bishop's move, `bc4` one from the b-file.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, algebraic, castling_between, ends_at,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    glyphs::Spelling,
    letters::Letters,
    scan::{Scan, square, squares},
    text::ShortText,
};
use crate::{
    chess::{
        Color, Effect, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Squares, Standard, Variant,
        low64,
    },
    slice::Slice as _,
};

/// How a move's text identifies the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceStyle {
    /// By its letter.
    Symbol,
    /// Not at all.
    Bare,
    /// Not at all; the first of several kinds is meant.
    Priority,
}

/// Economical notation in one of its styles.
pub struct Economical {
    style: PieceStyle,
    letters: Letters,
}

impl Economical {
    /// Creates economical notation in one of its styles, with these piece letters.
    pub fn new(letters: Letters, styles: &[&str]) -> Economical {
        let style = match styles.first() {
            Some(&"bare") => PieceStyle::Bare,
            Some(&"priority") => PieceStyle::Priority,
            _ => PieceStyle::Symbol,
        };
        Economical { style, letters }
    }
}

/// The promotions by the number of steps back.
const STEPS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

impl Notation for Economical {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant if self.style == PieceStyle::Symbol => {
                self.write_with_symbol(before, ply, out);
            }
            PlyKind::Normal | PlyKind::EnPassant => self.write_bare(before, ply, out),
            PlyKind::Castle(partner) if self.style != PieceStyle::Symbol => {
                // Nothing else can go to a square occupied by its own side.
                out.extend_from_slice(&partner.from.name());
            }
            _ => algebraic::write_special(self.letters, algebraic::Habits::default(), ply, out),
        }
        Ok(())
    }

    fn letters(&self) -> Option<Letters> {
        (self.style == PieceStyle::Symbol).then_some(self.letters)
    }

    fn spelling_context(&self, _: &Position, _: &Ply) -> u32 {
        0
    }

    fn spellings(&self, _: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
        if self.style == PieceStyle::Symbol {
            algebraic::spellings(ply, out);
        } else if matches!(ply.kind(), PlyKind::Normal | PlyKind::EnPassant) {
            let (from, to) = (ply.from().to_string(), written_square(ply).to_string());
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

    fn exact(&self) -> Option<Exact<'_>> {
        self.letters.by_byte().map(|_| Exact::Economical(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        if self.style == PieceStyle::Symbol {
            return self.canonical_with_symbol(before, text.as_bytes());
        }
        let (from, to, len) = canonical_squares(text.as_bytes())?;
        let board = before.ordinary()?;
        let ply = if board.holds(board.turn(), to.to_shakmaty()?) {
            let castlings = [true, false].map(|kingside| before.castling(kingside));
            castlings.into_iter().flatten().find(|ply| {
                ply.castling().is_some_and(|partner| partner.from == to) && from.contains(ply.from())
            })?
        } else {
            self.canonical_move(board, from.0 as u64, to.to_shakmaty()?)?
        };
        Some(ExactReading { len, ply, check: None })
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
    fn text(&self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord {
        if self.style == PieceStyle::Symbol {
            self.exact_symbol(us, ply)
        } else {
            self.exact_bare(position, board, us, ply)
        }
    }

    fn castling(&self, _: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        match self.style {
            PieceStyle::Symbol => ExactWord::of(if rook > king { b"O-O" } else { b"O-O-O" }),
            _ => ExactWord::new(exact::name(rook), 2),
        }
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (0, 0)
    }
}

impl Economical {
    #[inline(always)]
    fn exact_symbol(&self, us: Color, ply: &ExactPly) -> ExactWord {
        let byte =
            |role: shakmaty::Role| u64::from(self.letters.write(us, role.into()).bytes().next().unwrap_or(0));
        let square = exact::name(ply.to);
        if ply.role == shakmaty::Role::Pawn {
            let file = exact::name(ply.from) & 0xff;
            let mut word = if ply.captures { file | square << 8 } else { square };
            let mut len = 2 + usize::from(ply.captures);
            if let Some(role) = ply.promotion {
                word |= byte(role) << (8 * len);
                len += 1;
            }
            return ExactWord::new(word, len);
        }
        let letter = if self.letters.is_english() { ply.word & 0xff } else { byte(ply.role) };
        let (origin, len) = exact::origin(ply.from, ply.others);
        ExactWord::new(letter | origin << 8 | square << (8 + 8 * len), 3 + len)
    }

    #[inline(always)]
    fn exact_bare(&self, position: &Position, board: &Standard, us: Color, ply: &ExactPly) -> ExactWord {
        let mut written = ply.to;
        if let Some(role) = ply.promotion.filter(|it| *it != shakmaty::Role::Queen) {
            let steps = 8 * (5 - role as i32);
            let first = if ply.captures { ply.to } else { ply.from };
            written = first.offset(us.fold_wb(-steps, steps)).unwrap_or(first);
        }
        let meant = match self.style {
            // Pieces of the mover's role, or preceding it, would be meant as well.
            PieceStyle::Priority => up_to(board, us, ply.role),
            _ => shakmaty::Bitboard::FULL,
        };
        let mut fitting = reaching(board, us, written, meant);
        let ready = board.pieces(us, shakmaty::Role::Pawn) & us.relative_rank(shakmaty::Rank::Seventh);
        if ready.any() {
            fitting |= low64(promoters(position, written.into()));
        }
        let (origin, len) = exact::origin(ply.from, fitting.without(ply.from));
        ExactWord::new(origin | exact::name(written) << (8 * len), 2 + len)
    }
}

/// Returns a side's pieces of a role and of those that precede it.
fn up_to(board: &Standard, us: Color, role: shakmaty::Role) -> shakmaty::Bitboard {
    let roles = shakmaty::Role::ALL.into_iter().take(role as usize);
    roles.fold(shakmaty::Bitboard::EMPTY, |all, role| all | board.pieces(us, role))
}

/// Returns those of these pieces that can go to the square.
#[inline(always)]
fn reaching(
    board: &Standard,
    us: Color,
    to: shakmaty::Square,
    meant: shakmaty::Bitboard,
) -> shakmaty::Bitboard {
    if board.holds(us, to) {
        return shakmaty::Bitboard::EMPTY;
    }
    let near = board.reaching_near(us, to) & meant;
    let mut all = pawns_to(board, us, to) | near;
    for from in board.snipers(us, to) & meant {
        if board.is_open(from, to) {
            all.add(from);
        }
    }
    all
}

#[inline(always)]
fn pawns_to(board: &Standard, us: Color, to: shakmaty::Square) -> shakmaty::Bitboard {
    if board.holds(us, to) {
        shakmaty::Bitboard::EMPTY
    } else if board.stands(to) || board.ep_square() == Some(to) {
        board.taking(us, to)
    } else {
        board.pushing(us, to)
    }
}

impl Economical {
    fn write_with_symbol(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) {
        let mut text = ShortText::<16>::new();
        if ply.role() == Role::Pawn {
            if ply.is_capture() {
                text.push(ply.from().file_char());
            }
        } else {
            text.push_str(self.letters.write(ply.color(), ply.role()));
            let rivals = before.pseudo_legal_candidates(ply.role().into(), ply.to()).without(ply.from());
            text.push_origin(ply.from(), rivals);
        }
        text.push_square(ply.to());
        if let Some(role) = ply.promotion() {
            text.push_str(self.letters.write(ply.color(), role));
        }
        text.append_to(out);
    }

    fn write_bare(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) {
        let written = written_square(ply);
        let roles = match self.style {
            // Pieces of the mover's role, or preceding it, would be meant as well.
            PieceStyle::Priority => Roles::up_to(ply.role()),
            _ => Roles::ALL,
        };
        let fitting = before.pseudo_legal_candidates(roles, written) | promoters(before, written);
        let mut text = ShortText::<16>::new();
        text.push_origin(ply.from(), fitting.without(ply.from()));
        text.push_square(written);
        text.append_to(out);
    }

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
        let Some((from, to)) = origin_and_square(&mut scan, size, &mut annotations) else { return };
        scan.eat("=");
        let promotion = scan.piece(self.letters);
        annotations.en_passant = scan.en_passant();
        annotations.check = scan.check();
        scan.finish(annotations, fitting(before, from, to, promotion), out);
    }

    /// Returns the only legal ply that the text may mean, with its English letter and without a promotion.
    fn canonical_with_symbol(&self, before: &Position, text: &[u8]) -> Option<ExactReading> {
        let castling = [&b"O-O-O"[..], b"O-O"].into_iter().find(|it| text.starts_with(it));
        if let Some(castling) = castling {
            let ply = ends_at(text, castling.len(), b"").then(|| before.castling(castling.len() == 3))??;
            return Some(ExactReading { len: castling.len(), ply, check: None });
        }
        let symbol = *text.first()?;
        let role = Role::from_letter(symbol).filter(|_| self.letters.is_english());
        let role =
            if matches!(symbol, b'a'..=b'h') { Role::Pawn } else { role.filter(|it| *it != Role::Pawn)? };
        let skipped = usize::from(role != Role::Pawn);
        let (from, to, len) = canonical_squares(&text[skipped..])?;
        // A pawn without a stated file stays on its own.
        let from = if role == Role::Pawn && len == 2 { Squares::file(to.file()) } else { from };
        Some(ExactReading { len: skipped + len, ply: before.find(role, from, to, None)?, check: None })
    }

    /// Returns the only ply written with this square, or the one that has priority, while no pawn is about to promote.
    fn canonical_move(&self, board: &Standard, from: u64, to: shakmaty::Square) -> Option<Ply> {
        use shakmaty::{Bitboard, Role};
        let us = board.turn();
        if (board.pieces(us, Role::Pawn) & us.relative_rank(shakmaty::Rank::Seventh)).any() {
            return None;
        }
        let mut found: Option<ExactPly> = None;
        for from in reaching(board, us, to, Bitboard::FULL) & Bitboard(from) {
            let role = board.role_at(from)?;
            let other = found.map(|it| it.role);
            if self.style == PieceStyle::Priority && other.is_some_and(|other| other < role)
                || !board.is_safe(us, role, from, to)
            {
                continue;
            }
            if other.is_some_and(|other| self.style == PieceStyle::Bare || other == role) {
                return None;
            }
            let en_passant = role == Role::Pawn && board.ep_square() == Some(to) && from.file() != to.file();
            let captures = en_passant || board.stands(to);
            found = Some(ExactPly { en_passant, ..ExactPly::new(0, 0, role, [from, to], captures) });
        }
        Some(found?.ply(board))
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
fn written_square(ply: &Ply) -> Square {
    let steps = ply.promotion().and_then(|role| STEPS.iter().position(|it| *it == role));
    let steps = match steps {
        None | Some(0) => return ply.to(),
        Some(steps) => steps as i8,
    };
    let first = if ply.is_capture() { ply.to() } else { ply.from() };
    let back = ply.color().fold_wb(-1, 1);
    Square::new(first.file(), (first.rank() as i8 + back * steps) as u8)
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

/// Returns the origin and the written square of a text that consists of nothing else, and its length.
fn canonical_squares(text: &[u8]) -> Option<(Squares, Square, usize)> {
    let is_end = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b')');
    let len = text.iter().take(5).position(is_end).unwrap_or(text.len());
    let (origin, square) = text.get(..len).filter(|it| it.len() <= 4)?.split_last_chunk::<2>()?;
    let line = |byte: u8, first: u8| Some(byte.wrapping_sub(first)).filter(|it| *it < 8);
    let to = Square::new(line(square[0], b'a')?, line(square[1], b'1')?);
    let from = match *origin {
        [] => Squares::ALL,
        [file @ b'a'..=b'h'] => Squares::file(file - b'a'),
        [rank @ b'1'..=b'8'] => Squares::rank(rank - b'1'),
        [file, rank] => Squares::only(Square::new(line(file, b'a')?, line(rank, b'1')?)),
        _ => return None,
    };
    Some((from, to, len))
}

/// Reads the origin, if given, and the written square.
fn origin_and_square(
    scan: &mut Scan<'_>,
    size: u8,
    annotations: &mut Annotations,
) -> Option<(Squares, Square)> {
    let first = scan.place(size);
    annotations.capture = scan.takes();
    let apart = annotations.capture || scan.dash();
    match scan.place(size) {
        (None, None) if !apart => Some((Squares::ALL, square(first)?)),
        to => Some((squares(first), square(to)?)),
    }
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
