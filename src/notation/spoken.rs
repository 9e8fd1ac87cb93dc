//! Spoken moves: for speech output, and for players who do not see the board.
//!
//! A piece's name, its origin as in SAN, `takes`, the destination: `knight f3`, `knight b d2`, `rook 1 takes
//! e3`, `queen h4 takes e1`. Pawns are not named: `e4`, `e takes d5`, `e takes d6 en passant`, `e8 promotes
//! to queen`. Others are `castles kingside`, `castles queenside`, `null move`, and drops: `knight at
//! f3`, `pawn at e4`. `check` or `checkmate follows after a comma. Disambiguation is that of SAN.
//!
//! The styles `de fr es it pt` speak other languages ([`TONGUES`]); `nato` says files as `alfa`, `bravo` …
//! `hotel`, separate from the rank: `knight foxtrot 3`. Where the specification's table has no words (en
//! passant, passes and drops in the other languages), those of the language's arbiters are used.
//!
//! Accepted, in any case: `pawn e4`, `to`, `x`, `captures`, `on`, `from`, number words (`three`), the files of
//! `nato`, complete origins, `castles short`, `castle long`, `O-O`, `e takes d` where one move fits, `becomes
//! queen`, symbols of check. `Springer auf f3` is a drop only in variants with drops.

use std::sync::LazyLock;

use super::{
    algebraic,
    interface::{Misspelt, Notation},
    letters::ROLES,
    parts::disambiguation,
    reading::{Annotations, CheckClaim, Reading, Unwritable},
    scan::{Place, Scan, square, squares},
};
use crate::{
    chess::{CapturePattern, Pattern, Ply, PlyKind, Position, Role, Square, Squares, Variant},
    slice::Slice as _,
};

/// The words of a language, from `spoken.tsv`. The first of several is written.
pub struct Tongue {
    code: &'static str,
    /// King, queen, rook, bishop, knight, pawn.
    pieces: Phrases,
    takes: Phrases,
    to: Phrases,
    from: Phrases,
    check: Phrases,
    mate: Phrases,
    kingside: Phrases,
    queenside: Phrases,
    promotes: Phrases,
    en_passant: Phrases,
    null: Phrases,
    /// Precedes the square of a drop.
    at: Phrases,
    numbers: Phrases,
}

type Phrases = Vec<&'static str>;

/// The files in the spelling alphabet.
const NATO: [&str; 8] = ["alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];

/// All languages, English first.
static TONGUES: LazyLock<[Tongue; 6]> = LazyLock::new(|| {
    let rows = || include_str!("spoken.tsv").lines().map(|line| line.split('\t'));
    std::array::from_fn(|n| {
        let cell = |name: &str| {
            let row = rows().find(|row| row.clone().next() == Some(name));
            row.and_then(|mut row| row.nth(n + 1)).unwrap_or_default()
        };
        let phrases = |name: &str| cell(name).split(';').collect::<Phrases>();
        Tongue {
            code: cell("meaning"),
            pieces: phrases("pieces"),
            takes: phrases("takes"),
            to: phrases("to"),
            from: phrases("from"),
            check: phrases("check"),
            mate: phrases("mate"),
            kingside: phrases("kingside"),
            queenside: phrases("queenside"),
            promotes: phrases("promotes"),
            en_passant: phrases("en passant"),
            null: phrases("null"),
            at: phrases("at"),
            numbers: phrases("numbers"),
        }
    })
});

pub struct Spoken {
    tongue: &'static Tongue,
    nato: bool,
}

impl Spoken {
    /// Creates spoken notation in these styles: a language's code, `nato`.
    pub fn new(styles: &[&str]) -> Spoken {
        let tongue = TONGUES.iter().find(|it| styles.contains(&it.code)).unwrap_or(&TONGUES[0]);
        Spoken { tongue, nato: styles.contains(&"nato") }
    }

    fn name(&self, role: Role) -> &'static str {
        ROLES.iter().position(|it| *it == role).map_or("", |n| self.tongue.pieces[n])
    }

    fn push_file(&self, square: Square, text: &mut String) {
        if self.nato {
            text.push_str(NATO[usize::from(square.file())]);
        } else {
            text.push(char::from(square.file_char()));
        }
    }

    fn push_square(&self, square: Square, text: &mut String) {
        self.push_file(square, text);
        text.push_str(if self.nato { " " } else { "" });
        text.push(char::from(square.rank_char()));
    }

    /// Returns the text of a move on the board.
    fn text(&self, before: &Position, ply: &Ply) -> String {
        let mut text = String::new();
        let (file, rank) = match ply.role() {
            Role::Pawn => (ply.is_capture(), false),
            role => {
                text.push_str(self.name(role));
                text.push(' ');
                disambiguation(ply.from(), before.ambiguous_with(ply))
            }
        };
        match (file, rank) {
            (true, true) => self.push_square(ply.from(), &mut text),
            (true, false) => self.push_file(ply.from(), &mut text),
            (false, true) => text.push(char::from(ply.from().rank_char())),
            (false, false) => {}
        }
        if file || rank {
            text.push(' ');
        }
        if ply.is_capture() {
            text.push_str(self.tongue.takes[0]);
            text.push(' ');
        }
        self.push_square(ply.to(), &mut text);
        if let Some(role) = ply.promotion() {
            text.push_str(&format!(" {} {}", self.tongue.promotes[0], self.name(role)));
        }
        if ply.is_en_passant() {
            text.push_str(&format!(" {}", self.tongue.en_passant[0]));
        }
        text
    }
}

impl Notation for Spoken {
    fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
        let text = match ply.kind() {
            PlyKind::Normal | PlyKind::EnPassant => self.text(before, ply),
            PlyKind::Castle(_) if ply.is_kingside_castling() == Some(true) => {
                self.tongue.kingside[0].to_owned()
            }
            PlyKind::Castle(_) => self.tongue.queenside[0].to_owned(),
            PlyKind::Null => self.tongue.null[0].to_owned(),
            PlyKind::Drop => {
                let mut text = format!("{} {} ", self.name(ply.role()), self.tongue.at[0]);
                self.push_square(ply.to(), &mut text);
                text
            }
        };
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn write_marks(&self, after: &Position, _: &Ply, out: &mut Vec<u8>) {
        if after.is_check() {
            let mark = if after.is_mate() { self.tongue.mate[0] } else { self.tongue.check[0] };
            out.extend_from_slice(format!(", {mark}").as_bytes());
        }
    }

    fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
        let mut heard = Heard { scan: Scan::new(text), tongue: self.tongue };
        if heard.any(&self.tongue.null) || heard.scan.null_move() {
            heard.finish(Pattern::null(), Annotations::default(), out);
        } else if let Some(kingside) = heard.castling() {
            heard.finish(algebraic::castling(before, kingside), Annotations::default(), out);
        } else {
            let role = heard.role();
            let is_drop = before.variant() == Variant::Crazyhouse;
            if let (Some(role), true) = (role, is_drop) {
                let mut drop = heard;
                if drop.any(&self.tongue.at) {
                    if let Some(to) = square(drop.place()) {
                        drop.finish(Pattern::drop(role, to), Annotations::default(), out);
                    }
                    return;
                }
            }
            heard.read_move(role, out);
        }
    }

    fn misspelt(&self, text: &str) -> Misspelt {
        let mut heard = Heard { scan: Scan::new(text), tongue: self.tongue };
        Misspelt { is_move: heard.role().is_some(), ..Misspelt::default() }
    }
}

/// A cursor over words.
#[derive(Clone, Copy)]
struct Heard<'t> {
    scan: Scan<'t>,
    tongue: &'static Tongue,
}

impl<'t> Heard<'t> {
    /// Reads the longest matching phrase.
    fn any(&mut self, phrases: &[&str]) -> bool {
        self.choose(phrases).is_some()
    }

    /// Reads the longest matching phrase, and returns its index.
    fn choose(&mut self, phrases: &[&str]) -> Option<usize> {
        let mut ahead = self.scan;
        ahead.spaces();
        let found = phrases.iter().enumerate().filter_map(|(n, it)| Some((phrase_len(ahead.rest(), it)?, n)));
        let (len, n) = found.max_by_key(|it| it.0)?;
        ahead.skip(len);
        self.scan = ahead;
        Some(n)
    }

    fn role(&mut self) -> Option<Role> {
        self.choose(&self.tongue.pieces).map(|n| ROLES[n])
    }

    fn castling(&mut self) -> Option<bool> {
        let Tongue { kingside, queenside, .. } = self.tongue;
        let said = if self.any(kingside) { Some(true) } else { self.any(queenside).then_some(false) };
        said.or_else(|| self.scan.castling())
    }

    fn takes(&mut self) -> bool {
        self.any(&self.tongue.takes) || self.any(&["x"]) || self.sign(Scan::takes)
    }

    fn to(&mut self) -> bool {
        self.any(&self.tongue.to) || self.sign(Scan::dash)
    }

    /// Reads a sign, perhaps after a space.
    fn sign(&mut self, eat: impl FnOnce(&mut Scan<'t>) -> bool) -> bool {
        let mut ahead = self.scan;
        ahead.spaces();
        let found = eat(&mut ahead);
        if found {
            self.scan = ahead;
        }
        found
    }

    /// Reads a file: its letter, or its word.
    fn file(&mut self) -> Option<u8> {
        if let Some(n) = self.choose(&NATO).or_else(|| self.any(&["alpha"]).then_some(0)) {
            return u8::try_from(n).ok();
        }
        let mut ahead = self.scan;
        ahead.spaces();
        let letter = ahead.peek()?.to_ascii_lowercase();
        let file = u8::try_from(letter).ok()?.checked_sub(b'a').filter(|it| *it < 8)?;
        ahead.skip(1);
        if ahead.peek().is_some_and(char::is_alphabetic) {
            return None;
        }
        self.scan = ahead;
        Some(file)
    }

    /// Reads a rank: a digit, or a word. A separate digit with a full stop is a move number.
    fn rank(&mut self) -> Option<u8> {
        if let Some(n) = self.choose(&self.tongue.numbers) {
            return u8::try_from(n).ok();
        }
        let mut ahead = self.scan;
        let apart = ahead.spaces();
        let rank = ahead.rank(8)?;
        if ahead.peek().is_some_and(|it| it.is_ascii_digit() || apart && it == '.') {
            return None;
        }
        self.scan = ahead;
        Some(rank)
    }

    fn place(&mut self) -> Place {
        (self.file(), self.rank())
    }

    /// Reads what follows a piece's name (optional for pawns).
    fn read_move(mut self, role: Option<Role>, out: &mut Vec<Reading>) {
        let from = self.any(&self.tongue.from);
        let mut takes = !from && self.takes();
        let arrives = self.to() || takes;
        let first = self.place();
        let whole = matches!(first, (Some(_), Some(_)));
        if first == (None, None) || first.0.is_none() && role.is_none() {
            return;
        }
        let mut ahead = self;
        if !arrives {
            takes = ahead.takes();
            let to = ahead.to();
            let second = ahead.place();
            let short = second.1.is_none() && takes && !to && role.is_none_or(|it| it == Role::Pawn);
            if second.0.is_some() && (second.1.is_some() || short) {
                ahead.finish_move(role, first, second, takes, out);
            }
        }
        if whole && !from {
            self.finish_move(role, (None, None), first, takes && arrives, out);
        }
    }

    /// Reads what follows the squares of a move.
    fn finish_move(
        mut self,
        role: Option<Role>,
        from: Place,
        to: Place,
        takes: bool,
        out: &mut Vec<Reading>,
    ) {
        let role = role.unwrap_or(Role::Pawn);
        let annotations = Annotations { capture: takes, ..Annotations::default() };
        let mut pattern = Pattern::to(role, squares(to)).from(squares(from));
        if role == Role::Pawn {
            if let ((None, None), false, Some(file)) = (from, takes, to.0) {
                pattern = pattern.from(Squares::file(file));
            }
            pattern = pattern.promoting(self.promotion());
        }
        if takes {
            pattern = pattern.capturing(CapturePattern::ANY);
        }
        self.finish(pattern, annotations, out);
    }

    fn promotion(&mut self) -> Option<Role> {
        let mut ahead = *self;
        if !ahead.any(&self.tongue.promotes) && !ahead.scan.eat("=") {
            return None;
        }
        let role = ahead.role().filter(|it| *it != Role::Pawn)?;
        *self = ahead;
        Some(role)
    }

    /// Reads the marks, and adds the reading.
    fn finish(mut self, pattern: Pattern, mut annotations: Annotations, out: &mut Vec<Reading>) {
        if pattern.roles.contains(Role::Pawn) {
            annotations.en_passant = self.any(&self.tongue.en_passant) || self.scan.en_passant();
        }
        let mut ahead = self;
        ahead.scan.eat(",");
        annotations.check = if ahead.any(&self.tongue.mate) {
            Some(CheckClaim::Mate)
        } else if ahead.any(&self.tongue.check) {
            Some(CheckClaim::Check)
        } else {
            ahead.scan.check()
        };
        if annotations.check.is_some() {
            self = ahead;
        }
        self.scan.finish(annotations, [pattern], out);
    }
}

/// Returns the length of a phrase at the beginning of a text, in any case and with any spaces. `None` if a
/// longer word begins there.
fn phrase_len(text: &str, phrase: &str) -> Option<usize> {
    let mut rest = text;
    for letter in phrase.chars() {
        if letter == ' ' {
            let trimmed = rest.trim_start();
            if trimmed.len() == rest.len() {
                return None;
            }
            rest = trimmed;
            continue;
        }
        let found = rest.chars().next().filter(|it| it.to_lowercase().eq(letter.to_lowercase()))?;
        rest = rest.slice(found.len_utf8()..);
    }
    (!rest.starts_with(char::is_alphanumeric)).then_some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use crate::notation::table::check;

    #[test]
    fn texts_and_plies() {
        check(
            "spoken",
            "
            fen r3k2r/1P6/8/3pP3/7N/8/3N4/R3K2R w KQkq d6 0 1
            d2f3 knight d f3 | Knight d2 to f3 | knight from d2 f3 | knight d foxtrot three
            b7a8q b takes a8 promotes to queen, check | b takes a8 becomes queen
            b7b8n b8 promotes to knight | pawn b8 promotes to knight
            e5d6 e takes d6 en passant | e takes d6 | e takes d
            e1g1 castles kingside | castles short
            e1c1 castles queenside | castle long | O-O-O
            a1a8 rook takes a8, check | rook captures a8
            none knight f4 | bishop a8
            ",
        );
    }
}
