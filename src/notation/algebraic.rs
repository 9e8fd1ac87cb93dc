//! The reader shared by all algebraic notations: SAN, long algebraic, and their variants.
//!
//! Accepted: over-specified origins (`Ng1f3`, `e2-e4`, `e2e4`), a missing or superfluous sign of capture, `0-0`, promotions as
//! `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`, pawn captures without rank (`exd`, `ed`), `P` for pawns, pieces without letter where both
//! squares are given (`g1f3`, `e1g1`), marks of en passant in any form, check marks as words or daggers.

use super::{
    Annotations, Reading,
    board9::is_9x9,
    castling_between,
    glyphs::Spelling,
    letters::Letters,
    push_square,
    scan::{Place, Scan, square, squares},
};
use crate::{
    chess::{CapturePattern, Pattern, Ply, PlyKind, Position, Role, Roles, Square, Squares},
    slice::Slice as _,
};

/// Reads a move in algebraic notation.
pub fn read(letters: Letters, before: &Position, text: &str, out: &mut Vec<Reading>) {
    let Some(mut scan) = Scan::after_null(text, out) else { return };
    if let Some(kingside) = scan.castling() {
        finish(scan, castling(before, kingside), Annotations::default(), out);
        return;
    }
    let piece = piece(letters, &mut scan);
    if scan.eat("@") {
        drop(before, piece.unwrap_or(Role::Pawn), scan, out);
        return;
    }
    let role = piece.unwrap_or(Role::Pawn);
    let size = before.size();
    if piece.is_some() {
        scan = set_apart(scan, size);
    }
    let first = scan.place(size);
    let mut annotations = Annotations { capture: scan.takes(), ..Annotations::default() };
    if !annotations.capture {
        scan.dash();
        annotations.capture = scan.takes();
    }
    if annotations.capture
        && let Some(victim) = self::piece(letters, &mut scan)
    {
        by_name(role, first, victim, letters, (scan, annotations), out);
        return;
    }
    // `Rd8ch` names no c-file.
    let is_mark = square(first).is_some() && scan.rest().starts_with("ch");
    let second = if is_mark { (None, None) } else { scan.place(size) };
    let (from, to) = match (first, second) {
        ((None, None), (None, None)) => return,
        (to, (None, None)) => ((None, None), to),
        (from, to) => (from, to),
    };
    let (Some(to_file), to_rank) = to else { return };
    if to_rank.is_none() && (role != Role::Pawn || from.0.is_none()) {
        return;
    }
    let mut pattern = Pattern::to(role, squares(to)).from(squares(from));
    if let (None, Some(from), Some(to)) = (piece, square(from), square(to)) {
        any_piece(letters, before, (from, to), scan, annotations, out);
        return;
    }
    if role == Role::Pawn {
        if from.0.is_none() {
            pattern = pattern.from(pattern.from & Squares::file(to_file));
        }
        let before_promotion = scan;
        let promoted = promotion(letters, &mut scan);
        pattern = pattern.promoting(promoted);
        // A novelty mark rather than a promotion, as in `a6N`.
        let last = [0, size - 1];
        if promoted.is_some()
            && to_rank.is_some_and(|it| !last.contains(&it))
            && is_novelty(before_promotion.rest())
        {
            scan = before_promotion;
            pattern = pattern.promoting(None);
        }
    }
    if to_rank.is_none() || role == Role::Pawn && matches!(from, (Some(_), None)) {
        pattern = pattern.capturing(CapturePattern::ANY);
    }
    finish(scan, pattern, annotations, out);
}

/// Skips a space between a piece's letter and its destination, as in `N f3`.
fn set_apart(scan: Scan<'_>, size: u8) -> Scan<'_> {
    let mut ahead = scan;
    if !ahead.spaces() {
        return scan;
    }
    let after = ahead;
    let goes_on = ahead.takes()
        || ahead.file(size).is_some()
        || ahead.rank(size).is_some() && ahead.file(size).is_some();
    if goes_on { after } else { scan }
}

/// Reads a capture that names the captured piece instead of a square, as in `BxN` and `exP`.
fn by_name(
    role: Role,
    from: Place,
    victim: Role,
    letters: Letters,
    (mut scan, annotations): (Scan<'_>, Annotations),
    out: &mut Vec<Reading>,
) {
    let mut pattern = Pattern::to(role, Squares::ALL)
        .from(squares(from))
        .capturing(CapturePattern::Yes(victim.into(), Squares::ALL));
    if role == Role::Pawn {
        pattern = pattern.promoting(promotion(letters, &mut scan));
    }
    finish(scan, pattern, annotations, out);
}

/// Whether a text begins with a novelty mark joined to its move, as in `Nf6N`.
fn is_novelty(text: &str) -> bool {
    let rest = text.strip_prefix("TN").or_else(|| text.strip_prefix('N'));
    rest.is_some_and(|it| !it.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '-' | '=' | '_')))
}

/// Reads two squares without a piece letter: any piece may move, as in `g1f3` or `e1g1`.
fn any_piece(
    letters: Letters,
    before: &Position,
    (from, to): (Square, Square),
    mut scan: Scan<'_>,
    annotations: Annotations,
    out: &mut Vec<Reading>,
) {
    let promotion = promotion(letters, &mut scan).or_else(|| scan.eat("b").then_some(Role::Bishop));
    let pattern = Pattern::to(Roles::ALL, to).from(from).promoting(promotion);
    finish(scan, pattern, annotations, out);
    if let (None, Some(castling)) = (promotion, castling_between(before, from, to)) {
        finish(scan, castling, annotations, out);
    }
}

fn piece(letters: Letters, scan: &mut Scan<'_>) -> Option<Role> {
    scan.piece(letters).or_else(|| scan.eat("P").then_some(Role::Pawn))
}

/// Returns castling to one side, by the place of the partner. On the 9×9 board the sides are defined differently.
pub fn castling(before: &Position, kingside: bool) -> Pattern {
    match before.king(before.turn()) {
        Some(king) if !is_9x9(before) => Pattern::castle_towards(king, kingside),
        _ => Pattern::castle(Squares::NONE),
    }
}

fn drop(before: &Position, role: Role, mut scan: Scan<'_>, out: &mut Vec<Reading>) {
    if let Some(to) = scan.square(before.size()) {
        finish(scan, Pattern::drop(role, to), Annotations::default(), out);
    }
}

fn promotion(letters: Letters, scan: &mut Scan<'_>) -> Option<Role> {
    let mut ahead = *scan;
    let bracket = ahead.eat_any(&['(', '/', '=']);
    let next = ahead.rest();
    let (role, len) = letters.read(next).or_else(|| {
        let small = next.as_bytes().first()?.to_ascii_uppercase();
        Role::from_letter(small).filter(|_| bracket.is_some() || next.as_bytes()[0] != b'b').map(|it| (it, 1))
    })?;
    if role == Role::Paladin || role == Role::Pawn && bracket.is_none() {
        return None;
    }
    ahead.skip(len);
    if bracket == Some('(') && !ahead.eat(")") {
        return None;
    }
    let mut marks = ahead;
    if ahead.peek().is_some_and(char::is_alphanumeric) && marks.check().is_none() {
        return None;
    }
    *scan = ahead;
    Some(role)
}

fn finish(mut scan: Scan<'_>, pattern: Pattern, mut annotations: Annotations, out: &mut Vec<Reading>) {
    if pattern.roles.contains(Role::Pawn) {
        annotations.en_passant = scan.en_passant();
    }
    annotations.check = scan.check();
    if scan.at_boundary() || is_novelty(scan.rest()) {
        out.push(Reading { annotations, ..Reading::new(scan, pattern) });
    }
}

/// Deviations from PGN's style.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Castling with zeros, `0-0`.
    pub zeros: bool,
    /// Promotions without a sign, `e8Q`.
    pub no_equals: bool,
    /// `ch` and `mate` for `+` and `#`.
    pub words: bool,
}

impl Habits {
    /// Returns the habits selected by these styles.
    #[must_use]
    pub fn of_styles(styles: &[&str]) -> Habits {
        let has = |name| styles.contains(&name);
        Habits { zeros: has("zeros"), no_equals: has("noequals"), words: has("ch") }
    }

    /// Writes a promotion.
    pub fn write_promotion(self, letter: &str, out: &mut Vec<u8>) {
        if !self.no_equals {
            out.push(b'=');
        }
        out.extend_from_slice(letter.as_bytes());
    }

    /// Writes the mark of check or mate.
    pub fn write_marks(self, after: &Position, out: &mut Vec<u8>) {
        if !after.is_check() {
            return;
        }
        out.extend_from_slice(match (self.words, after.is_mate()) {
            (false, false) => b"+".as_slice(),
            (false, true) => b"#",
            (true, false) => b"ch",
            (true, true) => b"mate",
        });
    }
}

/// Writes castling, drops and null moves, which are the same in SAN and long algebraic.
pub fn write_special(letters: Letters, habits: Habits, ply: &Ply, out: &mut Vec<u8>) {
    match ply.kind() {
        PlyKind::Castle(_) => {
            let kingside = ply.is_kingside_castling() == Some(true);
            out.extend_from_slice(match (habits.zeros, kingside) {
                (false, true) => b"O-O".as_slice(),
                (false, false) => b"O-O-O",
                (true, true) => b"0-0",
                (true, false) => b"0-0-0",
            });
        }
        PlyKind::Drop => {
            if ply.role() != Role::Pawn {
                out.extend_from_slice(letters.write(ply.color(), ply.role()).as_bytes());
            }
            out.push(b'@');
            push_square(ply.to(), out);
        }
        _ => out.extend_from_slice(b"--"),
    }
}

/// Lists the spellings of a ply in algebraic notation, in English letters: with any part of the origin, with
/// and without signs of capture, by the captured piece.
pub fn spellings(ply: &Ply, out: &mut Vec<Spelling>) {
    match ply.kind() {
        PlyKind::Castle(_) => {
            let kingside = ply.is_kingside_castling() == Some(true);
            out.push(Spelling::new(if kingside { "O-O" } else { "O-O-O" }, 0));
        }
        PlyKind::Drop => {
            let mut text = Vec::new();
            write_special(Letters::ENGLISH, Habits::default(), ply, &mut text);
            out.push(Spelling::new(text, 0));
        }
        PlyKind::Null => out.push(Spelling::new("--", 200)),
        PlyKind::Normal | PlyKind::EnPassant => {
            let letter = if ply.role() == Role::Pawn { String::new() } else { letter(ply.role()) };
            let (from, to) = (ply.from().to_string(), ply.to().to_string());
            let (file, rank) = (from.slice(..1), from.slice(1..));
            let sign = if ply.is_capture() { "x" } else { "" };
            let mut push = |text: String, cost: u16| push_promoted(ply, text, cost, out);
            if ply.role() == Role::Pawn {
                if let Some(captured) = ply.capture() {
                    let victim = self::letter(captured.role);
                    push(format!("{file}x{to}"), 0);
                    push(format!("{file}{}", to.slice(..1)), 110);
                    push(format!("{file}x{victim}"), 160);
                    push(format!("Px{victim}"), 200);
                    push(format!("Px{to}"), 160);
                    push(format!("x{to}"), 160);
                } else {
                    push(to.clone(), 0);
                    push(format!("P{to}"), 160);
                }
            } else {
                for (origin, cost) in [("", 0), (file, 90), (rank, 110)] {
                    push(format!("{letter}{origin}{sign}{to}"), cost);
                }
                if let Some(captured) = ply.capture() {
                    push(format!("{letter}x{}", self::letter(captured.role)), 200);
                }
            }
            let sign = if ply.is_capture() { "x" } else { "-" };
            push(format!("{letter}{from}{sign}{to}"), 110);
        }
    }
}

fn letter(role: Role) -> String {
    char::from(role.letter()).to_string()
}

fn push_promoted(ply: &Ply, text: String, cost: u16, out: &mut Vec<Spelling>) {
    match ply.promotion() {
        Some(role) => {
            out.push(Spelling::new(format!("{text}={}", letter(role)), cost));
            if role == Role::Queen {
                out.push(Spelling::new(text, cost + 200));
            }
        }
        None => out.push(Spelling::new(text, cost)),
    }
}
