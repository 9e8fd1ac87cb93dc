//! The reader shared by all algebraic notations: SAN, long algebraic, and their variants.
//!
//! Accepted: over-specified origins (`Ng1f3`, `e2-e4`, `e2e4`), a missing or superfluous capture sign, `0-0`,
//! promotions as `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`, pawn captures without rank (`exd`, `ed`), a colon behind captures (`ed5:`), `P` for pawns,
//! pieces without letter if both squares are given (`g1f3`, `e1g1`), captures naming the captured piece
//! (`RxR`, `Nd7xNe5`), en passant marks in any form, check marks as words or daggers.

use super::{
    board9::is_9x9,
    exact::{self, Aim, ExactWord},
    glyphs::Spelling,
    letters::{ENGLISH_WORDS, LetterWords, Letters},
    reading::{Annotations, Reading},
    said::Said,
    scan::{Scan, square},
    word::PlainWord,
};
use crate::{
    chess::{CapturePattern, Effect, Pattern, Ply, PlyKind, Position, Role, Squares},
    slice::Slice as _,
};

/// Reads a move in algebraic notation.
pub fn read(letters: Letters, before: &Position, text: &str, out: &mut Vec<Reading>) {
    let Some(mut scan) = Scan::after_null(text, out) else { return };
    if let Some(kingside) = scan.castling() {
        let annotations = Annotations { check: scan.check(), ..Annotations::default() };
        finish(scan, castling(before, kingside), annotations, out);
        return;
    }
    let role = piece(letters, &mut scan).unwrap_or(Role::Pawn);
    if scan.eat("@") {
        if let Some(to) = scan.square(before.size()) {
            let en_passant = role == Role::Pawn && scan.en_passant();
            let annotations = Annotations { en_passant, check: scan.check(), ..Annotations::default() };
            finish(scan, Pattern::drop(role, to), annotations, out);
        }
        return;
    }
    let Some(said) = parse(letters, before.size(), text) else { return };
    let mut pattern = said.pattern();
    if let Some(victim) = said.victim {
        pattern = pattern.capturing(CapturePattern::Yes(victim.into(), Squares::ALL));
    } else if said.to.1.is_none() || said.role == Some(Role::Pawn) && matches!(said.from, (Some(_), None)) {
        pattern = pattern.capturing(CapturePattern::ANY);
    }
    out.push(said.reading(pattern));
    if said.role.is_none() {
        said.push_castling(before, out);
    }
}

/// Returns the piece and destination named by a text on the 8×8 board.
#[inline(always)]
pub fn aim(letters: Letters, text: &str) -> Option<Aim> {
    match PlainWord::of(text.as_bytes()).and_then(|it| it.squares(Some(letters))) {
        Some(aim) => Some(aim),
        // The named victim isn't part of an aim.
        None => parse(letters, 8, text).filter(|it| it.victim.is_none())?.aim(),
    }
}

/// Parses a move other than castling and drops.
#[inline(never)]
fn parse(letters: Letters, size: u8, text: &str) -> Option<Said> {
    let mut scan = Scan::new(text);
    let piece = piece(letters, &mut scan);
    let pawn = piece.is_none_or(|it| it == Role::Pawn);
    if piece.is_some() {
        scan = set_apart(scan, size);
    }
    let mut said =
        Said { role: Some(piece.unwrap_or(Role::Pawn)), from: scan.place(size), ..Said::default() };
    said.captures = scan.takes() || scan.dash() && scan.takes();
    if said.captures
        && let Some(victim) = self::piece(letters, &mut scan)
    {
        // The captured piece is named instead of a square or before it, as in `BxN`, `exP` and `Bd2xNc3`.
        said.victim = Some(victim);
        said.to = scan.place(size);
        said.promotion = if pawn { promotion(letters, &mut scan) } else { None };
        return finish_said(scan, said);
    }
    // `Rd8ch` doesn't name the c-file.
    let is_mark = scan.byte() == b'c' && square(said.from).is_some() && scan.rest().starts_with("ch");
    let to = if is_mark { (None, None) } else { scan.place(size) };
    (said.from, said.to) = if to == (None, None) { (to, said.from) } else { (said.from, to) };
    said.to.0?;
    if said.to.1.is_none() && (!pawn || said.from.0.is_none()) {
        return None;
    }
    if piece.is_none() && square(said.from).is_some() && square(said.to).is_some() {
        // Any piece may move, as in `g1f3`.
        said.role = None;
        said.promotion = promotion(letters, &mut scan).or_else(|| scan.eat("b").then_some(Role::Bishop));
    } else if pawn {
        let before_promotion = scan;
        said.promotion = promotion(letters, &mut scan);
        // A novelty mark rather than a promotion, as in `a6N`.
        if said.promotion.is_some()
            && said.to.1.is_some_and(|it| it != 0 && it != size - 1)
            && is_novelty(before_promotion.rest())
        {
            scan = before_promotion;
            said.promotion = None;
        }
    }
    finish_said(scan, said)
}

/// Reads the marks after a move.
#[inline(always)]
fn finish_said(mut scan: Scan<'_>, said: Said) -> Option<Said> {
    // The sign of capture may stand behind, as in `ed5:`.
    let captures = said.captures || scan.eat(":");
    let en_passant = said.role.is_none_or(|it| it == Role::Pawn) && scan.en_passant();
    let check = scan.check();
    (scan.at_boundary() || is_novelty(scan.rest())).then(|| Said {
        captures,
        en_passant,
        check,
        len: scan.taken(),
        ..said
    })
}

/// Skips a space between a piece's letter and its destination, as in `N f3`.
#[inline]
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

/// Whether a text begins with a novelty mark joined to its move, as in `Nf6N`.
fn is_novelty(text: &str) -> bool {
    let rest = text.strip_prefix("TN").or_else(|| text.strip_prefix('N'));
    rest.is_some_and(|it| !it.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '-' | '=' | '_')))
}

#[inline(always)]
fn piece(letters: Letters, scan: &mut Scan<'_>) -> Option<Role> {
    scan.piece(letters).or_else(|| scan.eat("P").then_some(Role::Pawn))
}

/// Returns castling to one side, by the direction of the partner. On the 9×9 board the sides are defined
/// differently.
pub fn castling(before: &Position, kingside: bool) -> Pattern {
    match before.king(before.turn()) {
        Some(king) if !is_9x9(before) => Pattern::castle_towards(king, kingside),
        _ => Pattern::castle(Squares::NONE),
    }
}

#[inline]
fn promotion(letters: Letters, scan: &mut Scan<'_>) -> Option<Role> {
    if matches!(scan.byte(), b' ' | b'\n') {
        return None;
    }
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

fn finish(scan: Scan<'_>, pattern: Pattern, annotations: Annotations, out: &mut Vec<Reading>) {
    if scan.at_boundary() || is_novelty(scan.rest()) {
        out.push(Reading { annotations, ..Reading::new(scan.taken(), pattern) });
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
    pub fn of_styles(styles: &[&str]) -> Habits {
        let has = |name| styles.contains(&name);
        Habits { zeros: has("zeros"), no_equals: has("noequals"), words: has("ch") }
    }

    /// Appends a promotion to the piece with this letter.
    #[inline(always)]
    pub fn push_promotion(self, letter: (u64, usize), text: &mut ExactWord) {
        if !self.no_equals {
            text.push_word(u64::from(b'='), 1);
        }
        text.push_pair(letter);
    }

    /// Returns a check mark as a word and its length.
    pub fn mark(self, effect: Effect) -> (u64, usize) {
        match (self.words, effect == Effect::Mate) {
            (false, _) => exact::san_mark(effect),
            (true, false) => (u64::from_le_bytes(*b"ch\0\0\0\0\0\0"), 2),
            (true, true) => (u64::from_le_bytes(*b"mate\0\0\0\0"), 4),
        }
    }

    /// Returns castling, a drop or a null move, which are the same in SAN and long algebraic.
    pub fn special(self, letters: &LetterWords, ply: &Ply) -> ExactWord {
        match ply.kind() {
            PlyKind::Castle(_) => {
                let kingside = ply.is_kingside_castling() == Some(true);
                match (self.zeros, kingside) {
                    (false, _) => exact::san_castling(ply),
                    (true, true) => ExactWord::of(b"0-0"),
                    (true, false) => ExactWord::of(b"0-0-0"),
                }
            }
            PlyKind::Drop => {
                let mut text = ExactWord::EMPTY;
                text.push_pair(letters.of(ply.color(), ply.role()));
                text.push(b"@");
                text.push_square(ply.to());
                text
            }
            _ => ExactWord::of(b"--"),
        }
    }
}

/// Lists the spellings of a ply in algebraic notation, in English letters: with any part of the origin, with
/// and without capture sign, or naming the captured piece.
pub fn spellings(ply: &Ply, out: &mut Vec<Spelling>) {
    match ply.kind() {
        PlyKind::Castle(_) => {
            let kingside = ply.is_kingside_castling() == Some(true);
            out.push(Spelling::new(if kingside { "O-O" } else { "O-O-O" }, 0));
        }
        PlyKind::Drop => {
            let mut text = Vec::new();
            Habits::default().special(&ENGLISH_WORDS, ply).append_to(&mut text);
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
                    let victim = self::letter(captured.role);
                    push(format!("{letter}x{victim}"), 200);
                    push(format!("{letter}{from}x{victim}"), 200);
                    push(format!("{letter}{from}x{victim}{to}"), 200);
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
