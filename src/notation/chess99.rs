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
    algebraic,
    board9::{self, CaptureClaim, is_9x9},
    exact::{self, Aim, Described, ExactText, ExactWord},
    interface::{Notation, by_typed_text},
    parts::castling_between,
    reading::{Annotations, Reading, Unwritable},
    said::Said,
    scan::{Place, Scan, square},
};
use crate::{
    chess::{CapturePattern, Effect, KindPattern, Pattern, Ply, Position, Role, Square, Squares},
    notation::reading::CheckClaim,
};

/// The play notation of Chess 99.
pub struct Chess99 {
    /// Whether captures are written with a plain `x`.
    pub ascii: bool,
}

impl Notation for Chess99 {
    by_typed_text!();

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
        } else if let Some((said, scan)) = parse(before, text) {
            read_move(before, said, scan, out);
        }
    }
}

impl ExactText for Chess99 {
    const WIDE: bool = true;

    #[inline(always)]
    fn text(&self, ply: &Described<'_>) -> ExactWord {
        let (from, to) = (exact::name(ply.from), exact::name(ply.to));
        let (file, rank) = (u64::from(from as u8 != to as u8), u64::from(from >> 8 != to >> 8));
        let change = match (file, rank) {
            (1, 1) => to,
            (1, _) => to & 0xff,
            _ => to >> 8,
        };
        let mut text;
        if ply.role != Role::Pawn {
            let word = u64::from(letter(ply.role)) | from << 8 | change << 24;
            text = ExactWord::new(word, 3 + (file + rank) as usize);
        } else if ply.is_late {
            text = ExactWord::new(from & 0xff, 1);
            push_promotion(ply, &mut text);
            text.push_word(change, (file + rank) as usize);
        } else {
            let two_steps = file == 0 && (ply.from.rank()).abs_diff(ply.to.rank()) == 2;
            // The file, then the destination's file or the origin's rank if needed.
            let between = if file == 1 { to & 0xff } else { from >> 8 };
            let said = usize::from(file == 1 || two_steps);
            let between = if said == 1 { between } else { 0 };
            text = ExactWord::new(from & 0xff | between << 8 | (to >> 8) << (8 + 8 * said), 2 + said);
        }
        if let Some(captured) = ply.captured {
            if ply.en_passant {
                text.push(b"*");
            } else {
                text.push_pair(if self.ascii { (u64::from(b'x'), 1) } else { (0x97c3, 2) });
                if captured.role != Role::Pawn {
                    text.push_word(letter(captured.role).into(), 1);
                }
            }
        }
        if !ply.is_late {
            push_promotion(ply, &mut text);
        }
        text
    }

    fn special(&self, before: &Position, ply: &Ply) -> ExactWord {
        let Some(partner) = ply.castling() else { return ExactWord::of(b"--") };
        let mut text = ExactWord::of(&[b'K', ply.from().file_char()]);
        if ply.from().file() != ply.to().file() {
            text.push(&[ply.to().file_char()]);
        }
        text.push(&[b'&', letter(partner.role)]);
        let queenside = ply.is_kingside_castling() == Some(false);
        if if is_9x9(before) { partner.from != ply.to() } else { queenside } {
            text.push(&[partner.from.file_char()]);
        }
        text
    }

    #[inline(always)]
    fn aim(&self, before: &Position, text: &str) -> Option<Aim> {
        let (said, mut scan) = parse(before, text)?;
        let check = check(&mut scan);
        (scan.at_boundary() && !is_9x9(before)).then(|| Said { check, len: scan.taken(), ..said }.aim())?
    }

    fn mark(&self, _: Effect, _: bool) -> (u64, usize) {
        (u64::from(b'+'), 1)
    }

    fn write_marks(&self, after: &Position, ply: &Ply, out: &mut Vec<u8>) {
        // A null move has no marks.
        if !ply.is_null() {
            out.extend(after.is_mover_in_check().then_some(b'!'));
            out.extend(after.is_check().then_some(b'+'));
        }
    }

    fn check(&self, _: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if ply.is_drop() {
            return Err(Unwritable::Drop { notation: "the play notation of Chess 99" });
        }
        Ok(())
    }
}

/// Returns the letter of a role: the paladin has `P`, as pawns have no letter.
const fn letter(role: Role) -> u8 {
    match role {
        Role::Paladin => b'P',
        _ => role.letter(),
    }
}

#[inline(always)]
fn push_promotion(ply: &Described<'_>, text: &mut ExactWord) {
    if let Some(role) = ply.promotion {
        text.push(&[b'=', letter(role)]);
    }
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

/// Parses a move, without its marks.
#[inline(always)]
fn parse<'t>(before: &Position, text: &'t str) -> Option<(Said, Scan<'t>)> {
    let mut scan = Scan::new(text);
    let role = piece(before, &mut scan).unwrap_or(Role::Pawn);
    let pawn = role == Role::Pawn;
    if pawn
        && is_9x9(before)
        && let Some(late) = parse_late(before, scan)
    {
        return Some(late);
    }
    let mut said = Said { role: Some(role), ..Said::default() };
    (said.from, said.to) = match two_places(before.size(), &mut scan) {
        (to @ (Some(file), Some(_)), (None, None)) => ((pawn.then_some(file), None), to),
        (from @ (Some(file), Some(rank)), (to_file, to_rank)) if !pawn || to_rank.is_some() => {
            (from, (to_file.or(Some(file)), to_rank.or(Some(rank))))
        }
        (from, to @ (Some(_), Some(_))) if !pawn || matches!(from, (Some(_), None)) => (from, to),
        _ => return None,
    };
    let promotion = |scan: &mut Scan<'t>| if pawn { scan.promotion(|it| piece(before, it)) } else { None };
    let first = promotion(&mut scan);
    taken(before, &mut scan, &mut said);
    said.promotion = first.or_else(|| promotion(&mut scan));
    Some((said, scan))
}

/// Parses the move of a pawn already on the last rank, such as `f=Nd2`; a rank after the file is accepted.
fn parse_late<'t>(before: &Position, mut scan: Scan<'t>) -> Option<(Said, Scan<'t>)> {
    let size = before.size();
    let last = before.turn().fold_wb(size - 1, 0);
    let file = scan.file(size)?;
    let given = scan.rank(size);
    if !scan.eat("=") || given.is_some_and(|it| it != last) {
        return None;
    }
    let promotion = Some(piece(before, &mut scan)?);
    scan.dash();
    let to = match scan.place(size) {
        (None, None) => return None,
        (to_file, to_rank) => (to_file.or(Some(file)), to_rank.or(Some(last))),
    };
    let from = (Some(file), Some(last));
    let mut said = Said { role: Some(Role::Pawn), from, to, promotion, ..Said::default() };
    taken(before, &mut scan, &mut said);
    Some((said, scan))
}

fn read_move(before: &Position, said: Said, scan: Scan<'_>, out: &mut Vec<Reading>) {
    let Some(to) = square(said.to) else { return };
    let mut pattern = said.pattern();
    if said.role == Some(Role::Pawn) && said.from.1.is_none() {
        // A pawn already on the last rank moves as the piece it becomes; this is written differently.
        pattern.from = pattern.from & !Squares::rank(before.turn().fold_wb(before.size() - 1, 0));
    }
    let taken = match said.victim {
        _ if said.en_passant => CaptureClaim::EnPassant,
        Some(role) => CaptureClaim::Takes(role.into()),
        None => CaptureClaim::Nothing,
    };
    finish_move(before, scan, pattern, to, taken, out);
    if let (Some(Role::King), Some(from), CaptureClaim::Nothing) = (said.role, square(said.from), taken)
        && let Some(castling) = castling_between(before, from, to)
    {
        finish(before, scan, Annotations::default(), &[castling], out);
    }
}

/// Reads the statement about a capture. `×` alone is the capture of a pawn.
#[inline(always)]
fn taken(before: &Position, scan: &mut Scan<'_>, said: &mut Said) {
    said.en_passant = scan.eat("*");
    if said.en_passant || !scan.takes() {
        return;
    }
    let mut bracketed = *scan;
    let role = match bracketed.eat("(").then(|| victim(before, &mut bracketed)).flatten() {
        Some(role) if bracketed.eat(")") => {
            *scan = bracketed;
            role
        }
        _ => victim(before, scan).unwrap_or(Role::Pawn),
    };
    said.victim = Some(role);
}

fn victim(before: &Position, scan: &mut Scan<'_>) -> Option<Role> {
    piece(before, scan).or_else(|| scan.eat("P").then_some(Role::Pawn))
}

/// Reads the marks of a move to this square, and adds its readings.
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
        annotations.check = check(&mut scan);
    }
    scan.finish(annotations, patterns.iter().copied(), out);
}

/// Reads a check mark. A separate `#` isn't one.
#[inline(always)]
fn check(scan: &mut Scan<'_>) -> Option<CheckClaim> {
    let mut ahead = *scan;
    let apart = ahead.spaces() && ahead.peek() == Some('#');
    if apart { None } else { scan.check() }
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

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "chess99",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 Nd2f3 | Ndf3 | Nd2-f3
            b7a8q ba8×R=Q+ | ba8xR=Q+ | ba8=Q×R+ | ba8×(R)=Q | ba8=Q
            b7b8n b8=N | b8N
            e5d6 ed6* | ed6
            e1g1 Keg&R | O-O
            e1c1 Kec&Ra
            a1a8 Ra18×R+ | Ra18 | Ra1a8×R
            none Ra18×N | e7 | Nd2f4
            ",
        );
    }

    #[test]
    fn plain_signs() {
        check(
            "chess99:ascii",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            a1a8 Ra18xR+ | Ra18×R
            ",
        );
    }
}
