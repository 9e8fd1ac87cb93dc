//! Normalised spelling, in which an unreadable text is compared with readable ones.
//!
//! `K. Kt. to his B's 3d.` becomes `KKt-B3`, `Castles on Q's side` `O-O-O`, `P. takes P. en pass.` `PxP`.
//! Text without meaning in the dialect is kept: it may be the slip.

use super::{
    Descriptive, MoveText, Text,
    dialect::{Dialect, Word},
    words::{Words, stop_len},
    write::written_side,
};
use crate::{
    chess::{Ply, PlyKind, Position, Role},
    notation::{
        costs::{COSTS, Cost},
        glyphs::{self, Glyph, Spelling},
        interface::Misspelt,
        reading::CheckClaim,
    },
    slice::Slice as _,
};

/// Appends the glyphs of a text at offset `place`: one for every piece, `x` for `takes`, a dash for `to`, the
/// number of a rank without its ordinal suffix, `+` and `#` for marks. Text without meaning in the dialect is
/// kept.
pub fn glyphs(dialect: &Dialect, text: &str, place: usize, out: &mut Vec<Glyph>) {
    let mut at = 0;
    while let Some(letter) = text.slice(at..).chars().next() {
        let rest = text.slice(at..);
        let len = letter.len_utf8();
        let sign = |code: u8, len: usize| Glyph { code, start: place + at, end: place + at + len };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let token = if letter.is_whitespace() || digits > 1 || letter == '.' {
            None
        } else {
            Words::after(dialect, text, at).get(0)
        };
        if let Some(len) = misread_knight(rest, out.last().is_some_and(|it| it.code == b'-')) {
            out.push(sign(letter_sign(dialect, Role::Knight), len));
            at += len;
            continue;
        }
        let begins = !text.slice(..at).ends_with(char::is_alphanumeric);
        if begins && let Some((digit, len)) = misread_ordinal(rest) {
            out.push(sign(digit, len));
            at += len;
            continue;
        }
        let known = token.map_or(0, |it| it.end - at);
        if begins && let Some((word, len)) = misread_word(dialect, rest).filter(|it| it.1 > known) {
            let meant = match word {
                Word::To => "-",
                Word::Takes => "x",
                _ => "Castles",
            };
            meant.chars().for_each(|it| glyphs::push(it, place + at, place + at + len, out));
            at += len;
            continue;
        }
        if let Some(len) = ending(rest, out) {
            at += len;
            continue;
        }
        if token.is_none_or(|it| it.end - at < 2)
            && let Some(len) = misread_mark(rest, out)
        {
            out.push(sign(b'+', len));
            at += len;
            continue;
        }
        let Some(token) = token else {
            if !matches!(letter, '\'' | '’' | '‘') {
                glyphs::push(letter, place + at, place + at + len, out);
            }
            at += len;
            continue;
        };
        let taken = token.end - at;
        let printed = rest.slice(..taken).trim_end_matches('.');
        match token.word {
            // `S` is a knight at the beginning, but probably a 5 elsewhere.
            Word::Piece(_) if printed == "S" && out.last().is_some_and(|it| !glyphs::is_blank(it.code)) => {
                out.push(sign(b'S', taken));
            }
            Word::Piece(role) => out.push(sign(letter_sign(dialect, role), taken)),
            Word::Rank(number) => {
                out.push(sign(b'0' + number, taken.max(1)));
                // `3.` may be a move number, `3d.` may not.
                if rest.slice(..taken).ends_with('.') && printed.bytes().all(|it| it.is_ascii_digit()) {
                    out.push(Glyph { code: b'.', start: place + token.end - 1, end: place + token.end });
                }
            }
            Word::Square if !out.last().is_some_and(|it| it.code.is_ascii_digit()) => {
                out.push(sign(b'1', taken));
            }
            Word::To => out.push(sign(b'-', taken)),
            Word::Takes | Word::Colon => out.push(sign(b'x', taken)),
            Word::Own | Word::Drop => out.push(sign(b'@', taken)),
            Word::Open | Word::Slash | Word::At => out.push(sign(b'(', taken)),
            Word::Close => out.push(sign(b')', taken)),
            Word::Becomes => out.push(sign(b'=', taken)),
            Word::Queens => {
                out.push(sign(b'=', taken));
                out.push(sign(letter_sign(dialect, Role::Queen), taken));
            }
            Word::Mark(CheckClaim::Mate) => out.push(sign(b'#', taken)),
            Word::Mark(_) => out.push(sign(b'+', taken)),
            Word::EnPassant | Word::Article | Word::Comma | Word::Square => {}
            _ => printed
                .char_indices()
                .for_each(|(n, it)| glyphs::push(it, place + at + n, place + at + n + it.len_utf8(), out)),
        }
        at = token.end.max(at + 1);
    }
}

/// Returns the length of a `Kt` with a misread letter, as in `Kr`, `Ke` and `Et`, and of a full stop after
/// it. `R-Ki` goes to `K1`.
fn misread_knight(rest: &str, after_dash: bool) -> Option<usize> {
    let mut letters = rest.bytes();
    let (first, second) = (letters.next()?, letters.next()?);
    let after = rest.slice(2..);
    let is_knight = match first {
        b'K' => second.is_ascii_lowercase() && !matches!(second, b's' | b'x' | b'h'),
        b'R' | b'E' | b'H' | b'X' | b'k' => second == b't',
        _ => false,
    };
    let ends = match after.bytes().next() {
        // `Kes` may be `Kt5`, or `Kt's`.
        Some(b's') => first == b'K' && !after.slice(1..).starts_with(char::is_alphanumeric),
        Some(b'x') => after.slice(1..).starts_with(|it: char| it.is_uppercase() || it.is_whitespace()),
        Some(next) if first == b'K' => !next.is_ascii_lowercase(),
        _ => !after.starts_with(char::is_alphanumeric),
    };
    let of_file = || after.trim_start().starts_with(|it: char| it.is_ascii_digit() || "'’.".contains(it));
    let is_first_rank = after_dash && matches!(second, b'i' | b'l') && !of_file();
    (is_knight && ends && !is_first_rank).then_some(2 + stop_len(after))
}

/// Returns the digit of a misread ordinal, as in `Sth` and `ad`, and its length with a full stop after it.
fn misread_ordinal(rest: &str) -> Option<(u8, usize)> {
    let len = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let digit = match (rest.bytes().next()?, rest.slice(..len).get(1..)?) {
        (b'a' | b'z', "d") => b'2',
        (b'B' | b'S' | b's', "d") => b'3',
        (b'a' | b'A' | b'q' | b'g', "th") => b'4',
        (b'S' | b's', "th") => b'5',
        (b'o' | b'O' | b'b' | b'G', "th") => b'6',
        (b'B', "th") => b'8',
        _ => return None,
    };
    Some((digit, len + stop_len(rest.slice(len..))))
}

/// Maximum cost of the letters of a misread word; half as much for a short one.
const MISREAD: Cost = 480;

/// Returns the word that was misread here, and its length: `takes` for `rakes`, `to` for `co`.
fn misread_word(dialect: &Dialect, rest: &str) -> Option<(Word, usize)> {
    let len = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if len < 2 {
        return None;
    }
    let most = if len > LONGEST_LETTERS { MISREAD } else { MISREAD / 2 };
    let cost = |name: &str| -> Cost {
        let pairs = name.bytes().zip(rest.bytes());
        pairs.map(|(meant, read)| COSTS.read_for(meant.to_ascii_lowercase(), read.to_ascii_lowercase())).sum()
    };
    let words = dialect.words.iter().filter(|it| matches!(it.1, Word::To | Word::Takes | Word::Castles));
    let near = words.filter(|it| it.0.len() == len).map(|it| (cost(it.0), it.1));
    near.filter(|it| it.0 <= most).min_by_key(|it| it.0).map(|it| (it.1, len))
}

/// Returns the length of a misread check mark directly after a move: `eh`, `oh`, `ich`.
fn misread_mark(rest: &str, before: &[Glyph]) -> Option<usize> {
    let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    let of_move = before.last().is_some_and(|it| it.code.is_ascii_digit() || b"KQRBNP".contains(&it.code));
    let ends = !rest.slice(letters..).starts_with(char::is_alphanumeric);
    (of_move && ends && (2..=4).contains(&letters) && rest.slice(..letters).ends_with('h')).then_some(letters)
}

/// Returns the length of a meaningless ending: of a possessive, as in `K's` or its remainder `Ks`, or of an
/// ordinal, as in `4th` or its misprint `4tb`.
fn ending(rest: &str, before: &[Glyph]) -> Option<usize> {
    let marks = rest.len() - rest.trim_start_matches(['\'', '’', '‘', '`']).len();
    let letters = rest.slice(marks..).bytes().take_while(u8::is_ascii_lowercase).count();
    let ends = !rest.slice(marks + letters..).starts_with(char::is_alphanumeric);
    let last = before.last()?.code;
    let possessive = rest.slice(marks..).starts_with('s')
        && (marks > 0 || letters == 1 && ends && b"KQRBNPO09@".contains(&last));
    let is_ordinal =
        || ["t", "d", "h", "b", "st", "nd", "rd"].iter().any(|it| rest.slice(marks..).starts_with(it));
    let ordinal = || ends && (1..=3).contains(&letters) && last.is_ascii_digit() && is_ordinal();
    // `Bis` for `B's`.
    if marks == 0 && letters == 2 && ends && rest.starts_with("is") && b"KQRBNP".contains(&last) {
        return Some(letters);
    }
    if possessive { Some(marks + 1) } else { (marks == 0 && ordinal()).then_some(letters) }
}

/// Returns the glyph of a piece.
fn letter_sign(dialect: &Dialect, role: Role) -> u8 {
    dialect.letter(role).bytes().next().unwrap_or(b'?')
}

const fn castling(kingside: bool) -> &'static str {
    if kingside { "O-O" } else { "O-O-O" }
}

pub fn spellings(notation: &Descriptive, before: &Position, ply: &Ply, out: &mut Vec<Spelling>) {
    match ply.kind() {
        PlyKind::Castle(_) => {
            let kingside = ply.is_kingside_castling() == Some(true);
            out.push(Spelling::new(castling(kingside), 0));
            let words: &[&str] = if kingside {
                &["Castles", "CastlesKR", "CastlesK"]
            } else {
                &["CastlesQR", "CastlesQ", "Castles"]
            };
            out.extend(words.iter().zip([0, 20, 40]).map(|(word, cost)| Spelling::new(*word, cost)));
        }
        PlyKind::Normal | PlyKind::EnPassant => {
            for (mover, cost) in movers(notation, before, ply) {
                for (target, more) in targets(notation, ply) {
                    out.push(Spelling::new(format!("{mover}{target}").replace("Kt", "N"), cost + more));
                }
            }
        }
        _ => {}
    }
}

/// Returns the characters with which a move of this role may begin: its letter, that of its side, and
/// castling.
pub fn first_signs(dialect: &Dialect, role: Role) -> Vec<u8> {
    let of_sides = [Role::King, Role::Queen];
    let mut signs: Vec<u8> = match role {
        Role::Pawn => Role::ALL.iter().map(|it| letter_sign(dialect, *it)).collect(),
        _ => of_sides.iter().chain([&role]).map(|it| letter_sign(dialect, *it)).collect(),
    };
    if role == Role::King {
        signs.extend(*b"OC");
    }
    signs
}

fn line(push: impl FnOnce(&mut MoveText)) -> String {
    let mut line = MoveText::new();
    push(&mut line);
    String::from_utf8_lossy(line.as_bytes()).into_owned()
}

fn movers(notation: &Descriptive, before: &Position, ply: &Ply) -> Vec<(String, u16)> {
    let role = ply.role();
    let mut movers: Vec<(String, u16)> = Vec::new();
    for (form, cost) in [0, 20, 30, 120].into_iter().enumerate() {
        let exists = match form {
            1 if role != Role::Pawn => {
                written_side(before, ply).is_some() && !matches!(role, Role::King | Role::Queen)
            }
            2 => role == Role::Pawn,
            _ => true,
        };
        if exists {
            let text = line(|line| notation.push_mover(before, ply, form as u8, line));
            if movers.iter().all(|it| it.0 != text) {
                movers.push((text, cost));
            }
        }
    }
    movers
}

fn targets(notation: &Descriptive, ply: &Ply) -> Vec<(String, u16)> {
    let mut targets: Vec<(String, u16)> = Vec::new();
    let promotion = ply.promotion().map(|role| notation.letter(role));
    let mut add = |cost: u16, push: &dyn Fn(&mut MoveText)| {
        let text = line(push);
        let promoted = promotion.map(|letter| line(|line| line.push_part(letter)));
        let text = promoted.map_or_else(|| text.clone(), |letter| format!("{text}={letter}"));
        if targets.iter().all(|it| it.0 != text) {
            targets.push((text, cost));
        }
    };
    let sign = |line: &mut MoveText, sign: &str| line.push_part(Text::of(sign));
    match ply.capture() {
        None => {
            for full in [false, true] {
                let square = notation.square(ply, ply.to(), full);
                add(0, &|line| {
                    sign(line, notation.dialect.dash);
                    line.push_part(square);
                });
            }
            let first = ply.color().fold_wb(0, 7);
            if ply.to().rank() == first {
                for full in [0, 1] {
                    let file = notation.files[full][usize::from(ply.to().file() & 7)];
                    add(70, &|line| {
                        sign(line, notation.dialect.dash);
                        line.push_part(file);
                    });
                }
            }
        }
        Some(victim) => {
            for (form, cost) in [0, 20, 30, 120].into_iter().enumerate() {
                if victim.role == Role::Pawn || !matches!(form, 1 | 2) {
                    add(cost, &|line| {
                        sign(line, "x");
                        notation.push_target(ply, form as u8, line);
                    });
                }
            }
            let square = notation.square(ply, ply.to(), false);
            add(200, &|line| {
                sign(line, "x");
                line.push_part(square);
            });
        }
    }
    targets
}

/// Returns the length of a malformed move at the start of `text`: up to a wide gap, to the next number, or,
/// if one word contains both mover and target, to its end.
fn malformed_len(dialect: &Dialect, text: &str) -> Option<usize> {
    let mut end = 0;
    let mut said = false;
    loop {
        let rest = text.slice(end..);
        let blank = rest.leading(char::is_whitespace);
        let gap = rest.slice(..blank);
        let word = rest.slice(blank..).split(char::is_whitespace).next().unwrap_or("");
        let numbered = word.strip_suffix('.').is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        let wide = gap.chars().count() > 1 || gap.contains('\n');
        if word.is_empty() || end > 0 && (said || wide || numbered) {
            break;
        }
        let mut words = Words::new(dialect, word);
        let found: Vec<Word> = (0..).map_while(|n| words.word(n)).collect();
        let inside = found.iter().skip(1).any(|word| matches!(word, Word::To | Word::Takes));
        said = inside && found.len() > 1 && !matches!(found.last(), Some(Word::To | Word::Takes));
        let piece = matches!(found.first(), Some(Word::Piece(_) | Word::Castles | Word::CastlesOn(_)));
        if end == 0 && !piece {
            return None;
        }
        end += blank + word.len();
    }
    (end > 0).then_some(end)
}

/// Most letters of a misspelt piece name.
const LONGEST_LETTERS: usize = 3;

/// Classifies an unreadable text: it is a move if it names a mover, followed by a destination or captured
/// piece.
pub fn misspelt(dialect: &Dialect, text: &str) -> Misspelt {
    let mut words = text.split_whitespace();
    let meaning = |text: &str| Words::new(dialect, text).word(0);
    let mover = words.next().unwrap_or("");
    let letters = mover.chars().filter(|it| it.is_alphabetic()).count();
    let is_piece = mover.starts_with(char::is_uppercase)
        && letters <= LONGEST_LETTERS
        && matches!(meaning(mover), Some(Word::Piece(_)));
    // `Q. Kt.` is one piece, as is `R. at K's sq.`.
    let after: Vec<&str> = words.take(4).collect();
    let is_move = is_piece && after.iter().any(|it| matches!(meaning(it), Some(Word::To | Word::Takes)));
    Misspelt { len: malformed_len(dialect, text), is_move }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_has_one_spelling() {
        for (text, expected) in [
            ("K. Kt. to Q. B's 3d.", "K N - Q B 3"),
            ("Kt-KB3", "N-KB3"),
            ("N - K B 3 ch", "N - K B 3 +"),
            ("RxPeh", "RxP+"),
            ("K. Ke. to Q. Bis 3d.", "K N - Q B 3"),
            ("KexKr", "NxN"),
            ("B-QKr2", "B-QN2"),
            ("R-Ki", "R-Ki"),
            ("KxRl", "KxRl"),
            ("El rey", "El rey"),
            ("B to Ki 5", "B - N 5"),
            ("R-K8eh", "R-K8+"),
            ("P rakes Et", "P x N"),
            ("Casties", "Castles"),
            ("Q. co Q's Sth.", "Q - Q 5"),
            ("P. to K’s ad", "P - K 2"),
            ("He retired to Kent", "He retired - Kent"),
            ("Rx Pech.", "Rx P+."),
            ("R-Kt 5th", "R-N 5"),
            ("K with", "K with"),
            ("Zenith", "Zenith"),
            ("Forth", "Forth"),
            ("P. takes P. en pass.", "P x P "),
            ("Q. to her 2d", "Q - @ 2"),
            ("P—Q kt 4", "P-Q N 4"),
            ("B-Bl", "B-Bl"),
            ("P-KS", "P-KS"),
            ("12. Castles", "12. Castles"),
            ("P to K8 (Q)", "P - K8 (Q)"),
        ] {
            let mut signs = Vec::new();
            glyphs(Dialect::of(&[]), text, 0, &mut signs);
            let spelt: String = signs.iter().map(|it| char::from(it.code)).collect();
            assert_eq!(spelt, expected, "{text}");
        }
    }

    #[test]
    fn slips_in_words_are_told_from_remarks() {
        for (text, expected) in [
            ("Rt. takes P.  8. P. takes P.", true),
            ("B. takes t.", true),
            ("Q. t. takes B.", true),
            ("P. to 's 4th.", true),
            ("Black resigns", false),
            ("Resigns.", false),
            ("Played to a draw", false),
        ] {
            assert_eq!(misspelt(Dialect::of(&[]), text).is_move, expected, "{text}");
        }
    }

    #[test]
    fn a_text_that_cannot_be_read_has_an_end() {
        for (text, expected) in [
            ("K-Bl  Q-K2", Some("K-Bl")),
            ("P-KS P-K4", Some("P-KS")),
            ("P. to K's Sth.   P. to Q's 4th.", Some("P. to K's Sth.")),
            ("Kt - K B S\n12. P", Some("Kt - K B S")),
            ("played in", None),
        ] {
            let len = misspelt(Dialect::of(&[]), text).len;
            assert_eq!(len.map(|len| &text[..len]), expected, "{text}");
        }
    }
}
