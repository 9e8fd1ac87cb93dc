//! The play notation of Chess 99 (section 15 of its rules), on the standard board and its own 9×9.
//!
//! A piece's move is its letter, origin and destination, without a file or rank that stays the same: `Ng1f3`, `Ri14` (i1–i4),
//! `Qg8b` (g8–b8). A pawn's step is its destination, `c4`; two steps begin with the origin's rank, `e75`; a capture begins
//! with its file, `cd5×`. The captured piece follows, so that the move can be taken back: `×` a pawn, `×N` a knight, `*` a
//! pawn en passant. A promotion is `b8=Q`, with a capture `ba8×R=Q`. Castling is the king's files, `&` and his partner:
//! `Keg&R`, `Kec&Ra` with the partner's original file on the queen's side. `+` is check; there is no mark for mate.
//!
//! On its own board the letter `P` is the paladin's. Castling with the neighbour is short, `Kfg&B`, with a more distant piece
//! long, `Ked&Ra`. A pawn already on the last rank is promoted as it moves: `f=Nd2`, `f=R5`, `f=Nd2×B`. `!` is the mover's own
//! king in check, `!+` both kings; NAGs are `$n` only. In either game `#` in place of a move is resignation.
//!
//! Accepted: `x X :` for `×`, brackets around the captured piece (`×(N)`), the promotion before the capture,
//! `b8Q`, `O-O`, the complete destination (`Qg8b8`, `e2e4`) with or without a dash, and SAN's shorter origins
//! where one legal move fits (`Nf3`, `Rad1`, `R1d1`, `e4` for two steps). The captured piece may be omitted,
//! but not be wrong. `*` is required, and must be right, where it distinguishes moves: on the 9×9 board.
//!
//! There are no drops.

use super::{
    Annotations, ExactReading, Notation, Reading, Unwritable, algebraic,
    board9::{self, CaptureClaim, is_9x9},
    castling_between, ends_at,
    exact::{self, Exact, ExactPly, ExactText, ExactWord},
    scan::{Place, Scan, squares},
    text::ShortText,
};
use crate::{
    chess::{
        CapturePattern, Castling, Color, Effect, KindPattern, Pattern, Ply, PlyKind, Position, Role, Square,
        Squares, Standard,
    },
    notation::CheckClaim,
};

/// The play notation of Chess 99.
pub struct Chess99 {
    /// Whether captures are written with a plain `x`.
    pub ascii: bool,
}

impl Notation for Chess99 {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant => self.text(ply).append_to(out),
            PlyKind::Castle(partner) => castling_text(before, ply, partner).append_to(out),
            PlyKind::Null => out.extend_from_slice(b"--"),
            PlyKind::Drop => {
                return Err(Unwritable("the play notation of Chess 99 has no drops".to_owned()));
            }
        }
        Ok(())
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        // A pass changes nothing and has no marks.
        if ply.is_null() {
            return;
        }
        if after.is_mover_in_check() {
            out.push(b'!');
        }
        if after.is_check() {
            out.push(b'+');
        }
    }

    fn supports(&self, _: &Position) -> Result<(), Unwritable> {
        Ok(())
    }

    fn resignation(&self) -> Option<&'static str> {
        Some("#")
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let Some(mut scan) = Scan::after_null(text, out) else { return };
        let castles = scan.castling().map(|kingside| algebraic::castling(before, kingside));
        if let Some(pattern) = castles.or_else(|| castling(before, &mut scan)) {
            finish(before, scan, Annotations::default(), &[pattern], out);
        } else if let Some(role) = piece(before, &mut scan) {
            read_piece(before, role, scan, out);
        } else {
            read_pawn(before, scan, out);
        }
    }

    fn exact(&self) -> Option<Exact<'_>> {
        Some(Exact::Chess99(self))
    }

    fn read_exact(&self, before: &Position, text: &str) -> Option<ExactReading> {
        if is_9x9(before) {
            return None;
        }
        let bytes = text.as_bytes();
        let ply = canonical_ply(before, bytes)?;
        let canonical = match ply.kind() {
            PlyKind::Castle(partner) => castling_text(before, &ply, partner),
            _ => self.text(&ply),
        };
        if !bytes.starts_with(canonical.as_bytes()) {
            return None;
        }
        let mut len = canonical.as_bytes().len();
        let check = (bytes.get(len) == Some(&b'+')).then_some(CheckClaim::Check);
        len += usize::from(check.is_some());
        ends_at(bytes, len, b"{$").then_some(ExactReading { len, ply, check })
    }
}

impl ExactText for Chess99 {
    const WIDE: bool = true;

    #[inline(always)]
    fn text(&self, _: &Position, board: &Standard, _: Color, ply: &ExactPly) -> ExactWord {
        let (from, to) = (exact::name(ply.from), exact::name(ply.to));
        let (file, rank) = (u64::from(from as u8 != to as u8), u64::from(from >> 8 != to >> 8));
        let mut text;
        if ply.role == shakmaty::Role::Pawn {
            let two_steps = file == 0 && (ply.from as u32).abs_diff(ply.to as u32) == 16;
            // The file, then that of the destination or the rank of the origin if needed.
            let between = if file == 1 { to & 0xff } else { from >> 8 };
            let said = usize::from(file == 1 || two_steps);
            let between = if said == 1 { between } else { 0 };
            text = ExactWord::new(from & 0xff | between << 8 | (to >> 8) << (8 + 8 * said), 2 + said);
        } else {
            let change = match (file, rank) {
                (1, 1) => to,
                (1, _) => to & 0xff,
                _ => to >> 8,
            };
            let letter = u64::from(exact::LETTERS[ply.role as usize & 7]);
            text = ExactWord::new(letter | from << 8 | change << 24, 3 + (file + rank) as usize);
        }
        if ply.captures {
            self.push_capture(board, ply, &mut text);
        }
        if let Some(role) = ply.promotion {
            text.push(&[b'=', exact::LETTERS[role as usize & 7]]);
        }
        text
    }

    fn castling(&self, _: &Standard, king: shakmaty::Square, rook: shakmaty::Square) -> ExactWord {
        let side = shakmaty::CastlingSide::from_king_side(rook > king);
        let mut text = ExactWord::of(&[b'K', king.file().char() as u8]);
        if king.file() != side.king_to_file() {
            text.push(&[side.king_to_file().char() as u8]);
        }
        text.push(b"&R");
        if rook < king {
            text.push(&[rook.file().char() as u8]);
        }
        text
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (u64::from(b'+'), 1)
    }
}

impl Chess99 {
    #[inline(always)]
    fn push_capture(&self, board: &Standard, ply: &ExactPly, text: &mut ExactWord) {
        if ply.en_passant {
            text.push(b"*");
            return;
        }
        let (sign, len) = if self.ascii { (u64::from(b'x'), 1) } else { (0x97c3, 2) };
        text.push_word(sign, len);
        let taken = ply.captured(board);
        if taken != shakmaty::Role::Pawn {
            text.push_word(u64::from(exact::LETTERS[taken as usize & 7]), 1);
        }
    }
}

/// Returns the letter of a role: the paladin has `P`, as pawns have no letter.
const fn letter(role: Role) -> u8 {
    match role {
        Role::Paladin => b'P',
        _ => role.letter(),
    }
}

impl Chess99 {
    /// Returns the text of a move of one piece, without marks.
    #[inline]
    fn text(&self, ply: &Ply) -> ShortText {
        let mut text = ShortText::<16>::new();
        let (from, to) = (ply.from(), ply.to());
        let late = ply.is_late_promotion();
        let promotion = ply.promotion().map(letter);
        if ply.role() != Role::Pawn {
            text.push(letter(ply.role()));
            text.push_square(from);
            push_change(from, to, &mut text);
        } else if let (Some(letter), true) = (promotion, late) {
            text.push(from.file_char());
            text.push(b'=');
            text.push(letter);
            push_change(from, to, &mut text);
        } else {
            pawn_text(from, to, &mut text);
        }
        match ply.capture() {
            None => {}
            Some(_) if ply.is_en_passant() => text.push(b'*'),
            Some(captured) => {
                if self.ascii {
                    text.push(b'x');
                } else {
                    text.push_str("×");
                }
                if captured.role != Role::Pawn {
                    text.push(letter(captured.role));
                }
            }
        }
        if let (Some(letter), false) = (promotion, late) {
            text.push(b'=');
            text.push(letter);
        }
        text
    }
}

#[inline]
fn pawn_text(from: Square, to: Square, text: &mut ShortText) {
    text.push(from.file_char());
    if from.file() != to.file() {
        text.push(to.file_char());
    } else if from.rank().abs_diff(to.rank()) == 2 {
        text.push(from.rank_char());
    }
    text.push(to.rank_char());
}

/// Appends the destination's file and rank where they differ.
#[inline]
fn push_change(from: Square, to: Square, text: &mut ShortText) {
    if from.file() != to.file() {
        text.push(to.file_char());
    }
    if from.rank() != to.rank() {
        text.push(to.rank_char());
    }
}

fn castling_text(before: &Position, ply: &Ply, partner: Castling) -> ShortText {
    let mut text = ShortText::<16>::new();
    text.push(b'K');
    text.push(ply.from().file_char());
    push_change(ply.from(), ply.to(), &mut text);
    text.push(b'&');
    text.push(letter(partner.role));
    let from_afar =
        if is_9x9(before) { partner.from != ply.to() } else { ply.is_kingside_castling() == Some(false) };
    if from_afar {
        text.push(partner.from.file_char());
    }
    text
}

/// Returns the ply that a canonical text begins with, if any.
#[inline]
fn canonical_ply(before: &Position, bytes: &[u8]) -> Option<Ply> {
    let file = |at: usize| bytes.get(at).map(|it| it.wrapping_sub(b'a')).filter(|it| *it < 8);
    let rank = |at: usize| bytes.get(at).map(|it| it.wrapping_sub(b'1')).filter(|it| *it < 8);
    let role = match *bytes.first()? {
        b'K' => Role::King,
        b'Q' => Role::Queen,
        b'R' => Role::Rook,
        b'B' => Role::Bishop,
        b'N' => Role::Knight,
        b'a'..=b'h' => Role::Pawn,
        _ => return None,
    };
    if role == Role::Pawn {
        let from_file = file(0)?;
        let (from, to) = match (rank(1), rank(2), file(1)) {
            (Some(from), Some(to), _) => (Square::new(from_file, from).into(), Square::new(from_file, to)),
            (Some(to), None, _) => (Squares::file(from_file), Square::new(from_file, to)),
            (None, Some(to), Some(to_file)) => (Squares::file(from_file), Square::new(to_file, to)),
            _ => return None,
        };
        let last = to.rank() == before.turn().fold_wb(7, 0);
        return before.find(role, from, to, if last { Some(canonical_promotion(bytes)?) } else { None });
    }
    let from_file = file(1)?;
    let Some(from_rank) = rank(2) else {
        let partner = bytes.iter().take(4).position(|it| *it == b'&')? + 2;
        return before.castling(file(partner).is_none());
    };
    let (to_file, to_rank) = match (file(3), rank(3)) {
        (Some(to_file), _) => (to_file, rank(4).unwrap_or(from_rank)),
        (None, to_rank) => (from_file, to_rank?),
    };
    before.find(role, Square::new(from_file, from_rank).into(), Square::new(to_file, to_rank), None)
}

/// Returns the promotion in a canonical text.
fn canonical_promotion(bytes: &[u8]) -> Option<Role> {
    let sign = bytes.iter().take(8).position(|it| *it == b'=')?;
    Role::from_letter(*bytes.get(sign + 1)?)
}

/// Reads a piece letter. On the 8×8 board `P` is not one.
fn piece(before: &Position, scan: &mut Scan<'_>) -> Option<Role> {
    let letters: &[char] = if is_9x9(before) { &PIECES } else { &PIECES[..5] };
    let letter = scan.eat_any(letters)?;
    Some(if letter == 'P' { Role::Paladin } else { Role::from_letter(letter as u8)? })
}

const PIECES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// Reads castling, such as `Keg&R` and `Kec&Ra`. Ranks are accepted.
fn castling(before: &Position, scan: &mut Scan<'_>) -> Option<Pattern> {
    let size = before.size();
    let mut ahead = *scan;
    if !ahead.eat("K") {
        return None;
    }
    let from = ahead.file(size)?;
    ahead.rank(size);
    let to = ahead.file(size).unwrap_or(from);
    ahead.rank(size);
    if !ahead.eat("&") {
        return None;
    }
    let partner = piece(before, &mut ahead)?;
    let partners = ahead.file(size).map_or(Squares::ALL, Squares::file);
    ahead.rank(size);
    *scan = ahead;
    let kind = KindPattern::Castle(partner.into(), partners);
    Some(Pattern { kind, ..Pattern::to(Role::King, Squares::file(to)).from(Squares::file(from)) })
}

/// Reads two pairs of file and rank, each optional, the second perhaps after a dash.
fn two_places(size: u8, scan: &mut Scan<'_>) -> (Place, Place) {
    let first = scan.place(size);
    let mut ahead = *scan;
    ahead.dash();
    let second = ahead.place(size);
    if second != (None, None) {
        *scan = ahead;
    }
    (first, second)
}

fn read_piece(before: &Position, role: Role, mut scan: Scan<'_>, out: &mut Vec<Reading>) {
    let (from, to) = match two_places(before.size(), &mut scan) {
        ((Some(file), Some(rank)), (None, None)) => (Squares::ALL, Square::new(file, rank)),
        ((Some(file), Some(rank)), (to_file, to_rank)) => {
            let to = Square::new(to_file.unwrap_or(file), to_rank.unwrap_or(rank));
            (Square::new(file, rank).into(), to)
        }
        (from, (Some(to_file), Some(to_rank))) => (squares(from), Square::new(to_file, to_rank)),
        _ => return,
    };
    let taken = taken(before, &mut scan);
    let pattern = Pattern::to(role, to).from(from);
    finish_move(before, scan, pattern, to, taken, out);
    if let (Role::King, Some(from), CaptureClaim::Nothing) = (role, from.single(), taken)
        && let Some(castling) = castling_between(before, from, to)
    {
        finish(before, scan, Annotations::default(), &[castling], out);
    }
}

fn read_pawn(before: &Position, mut scan: Scan<'_>, out: &mut Vec<Reading>) {
    let size = before.size();
    if is_9x9(before) && read_late(before, scan, out) {
        return;
    }
    // A pawn already on the last rank moves as the piece it becomes, which is written differently.
    let on_file = |file| Squares::file(file) & !Squares::rank(before.turn().fold_wb(size - 1, 0));
    let (from, to) = match two_places(size, &mut scan) {
        ((Some(file), Some(rank)), (None, None)) => (on_file(file), Square::new(file, rank)),
        ((Some(file), Some(rank)), (to_file, Some(to_rank))) => {
            (Square::new(file, rank).into(), Square::new(to_file.unwrap_or(file), to_rank))
        }
        ((Some(file), None), (Some(to_file), Some(to_rank))) => {
            (on_file(file), Square::new(to_file, to_rank))
        }
        _ => return,
    };
    let first = scan.promotion(|scan| piece(before, scan));
    let taken = taken(before, &mut scan);
    let promotion = first.or_else(|| scan.promotion(|scan| piece(before, scan)));
    let pattern = Pattern::to(Role::Pawn, to).from(from).promoting(promotion);
    finish_move(before, scan, pattern, to, taken, out);
}

/// Reads the move of a pawn on the last rank, such as `f=Nd2`; its rank is accepted. Returns whether it is one.
fn read_late(before: &Position, mut scan: Scan<'_>, out: &mut Vec<Reading>) -> bool {
    let size = before.size();
    let last = before.turn().fold_wb(size - 1, 0);
    let Some(file) = scan.file(size) else { return false };
    let given = scan.rank(size);
    if !scan.eat("=") || given.is_some_and(|it| it != last) {
        return false;
    }
    let Some(role) = piece(before, &mut scan) else { return false };
    scan.dash();
    let to = match scan.place(size) {
        (None, None) => return false,
        (to_file, to_rank) => Square::new(to_file.unwrap_or(file), to_rank.unwrap_or(last)),
    };
    let taken = taken(before, &mut scan);
    let pattern = Pattern::to(Role::Pawn, to).from(Square::new(file, last)).promoting(Some(role));
    finish_move(before, scan, pattern, to, taken, out);
    true
}

/// Reads what a text states about a capture. `×` alone is the capture of a pawn.
fn taken(before: &Position, scan: &mut Scan<'_>) -> CaptureClaim {
    if scan.eat("*") {
        return CaptureClaim::EnPassant;
    }
    if !scan.takes() {
        return CaptureClaim::Nothing;
    }
    let mut bracketed = *scan;
    let role = match bracketed.eat("(").then(|| victim(before, &mut bracketed)).flatten() {
        Some(role) if bracketed.eat(")") => {
            *scan = bracketed;
            role
        }
        _ => victim(before, scan).unwrap_or(Role::Pawn),
    };
    CaptureClaim::Takes(role.into())
}

fn victim(before: &Position, scan: &mut Scan<'_>) -> Option<Role> {
    piece(before, scan).or_else(|| scan.eat("P").then_some(Role::Pawn))
}

/// Reads the marks of a move to this square that states this about a capture.
fn finish_move(
    before: &Position,
    scan: Scan<'_>,
    pattern: Pattern,
    to: Square,
    taken: CaptureClaim,
    out: &mut Vec<Reading>,
) {
    if is_9x9(before) {
        finish(before, scan, Annotations::default(), &board9::patterns(pattern, to, taken), out);
        return;
    }
    let capture = match taken {
        CaptureClaim::Nothing => CapturePattern::Unsaid,
        CaptureClaim::Takes(roles) => CapturePattern::Yes(roles, Squares::ALL),
        CaptureClaim::EnPassant => CapturePattern::Yes(Role::Pawn.into(), Squares::ALL),
    };
    let en_passant = taken == CaptureClaim::EnPassant;
    let annotations = Annotations { en_passant, ..Annotations::default() };
    finish(before, scan, annotations, &[pattern.capturing(capture)], out);
}

/// Reads the marks, and adds a reading for each pattern.
fn finish(
    before: &Position,
    mut scan: Scan<'_>,
    mut annotations: Annotations,
    patterns: &[Pattern],
    out: &mut Vec<Reading>,
) {
    if is_9x9(before) {
        own_marks(&mut scan, &mut annotations);
    } else {
        annotations.en_passant |= scan.en_passant();
        // `#` on its own is not a mark.
        if !scan.rest().trim_start().starts_with('#') || scan.rest().starts_with('#') {
            annotations.check = scan.check();
        }
    }
    scan.finish(annotations, patterns.iter().copied(), out);
}

/// Reads `!`, `+` and `!+`, unless further characters make it a NAG, such as `!?` or `+-`.
fn own_marks(scan: &mut Scan<'_>, annotations: &mut Annotations) {
    let mut ahead = *scan;
    let own_check = ahead.eat("!");
    let check = ahead.eat("+") || ahead.eat("†");
    let ends = ahead.peek().is_none_or(|it| it.is_whitespace() || matches!(it, ')' | '{' | '#' | '.' | ','));
    if ends {
        *scan = ahead;
        annotations.own_check = own_check;
        annotations.check = check.then_some(CheckClaim::Check);
    }
}
