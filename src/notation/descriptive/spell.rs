//! One spelling for all that is printed: what a text that cannot be read is compared in with what could be.
//!
//! `K. Kt. to his B's 3d.` becomes `KKt-B3`, `Castles on Q's side` `O-O-O`, `P. takes P. en pass.` `PxP`. What has no meaning
//! in the dialect stays as it is printed: there may be the slip.

use super::{
    Descriptive, Line, Text,
    dialect::{Dialect, Word},
    words::Words,
    write::written_side,
};
use crate::{
    model::{Ply, PlyKind, Role},
    notation::scan::Scan,
    rules::{Position, Wing},
};

/// The text in the one spelling.
pub fn spelling(dialect: &Dialect, text: &str) -> String {
    let text = text.trim().trim_end_matches(['!', '?', '.', ',', ';']);
    if let Some(kingside) = Scan::new(text).castling() {
        return castling(kingside).to_owned();
    }
    let mut spelt = String::new();
    let mut mover = None;
    let mut before = None;
    let mut at = 0;
    while at < text.len() {
        let mut words = Words::after(dialect, text, at);
        let Some(token) = words.get(0) else {
            // Not a word: its first letter stays as it is.
            let Some(letter) = text[at..].chars().next() else { break };
            if !letter.is_whitespace() && !matches!(letter, '.' | ',' | '\'' | '’') {
                spelt.push(letter);
                before = None;
            }
            at += letter.len_utf8();
            continue;
        };
        // `S` is a knight at the beginning, and elsewhere rather a 5.
        let printed = text[at..token.end].trim_matches(|it: char| it.is_whitespace() || it == '.');
        at = token.end;
        match token.word {
            Word::Piece(_) if printed == "S" && !spelt.is_empty() => spelt.push('S'),
            Word::Castles | Word::CastlesOn(_) => return castling(!is_long(dialect, text)).to_owned(),
            Word::Piece(role) => {
                mover.get_or_insert(role);
                spelt.push_str(letter(dialect, role));
            }
            Word::Rank(number) => {
                if before == Some(Word::Own) {
                    spelt.push_str(mover.map_or("", |role| letter(dialect, role)));
                }
                spelt.push(char::from(b'0' + number));
            }
            Word::Square if !matches!(before, Some(Word::Rank(_))) => spelt.push('1'),
            Word::To => spelt.push_str(dialect.dash),
            Word::Takes => spelt.push('x'),
            Word::Algebraic(file, rank) => {
                spelt.push(char::from(b'a' + file));
                spelt.push(char::from(b'1' + rank));
            }
            Word::Open | Word::Slash | Word::At => spelt.push('('),
            Word::Close => spelt.push(')'),
            Word::Promotes(role) => {
                spelt.push('=');
                spelt.push_str(letter(dialect, role));
            }
            Word::Becomes => spelt.push('='),
            Word::Drop => spelt.push('@'),
            _ => {}
        }
        before = Some(token.word);
    }
    // Brackets around a mark of check are left empty.
    spelt.replace("()", "")
}

/// Is the queen's side named in a text about castling?
fn is_long(dialect: &Dialect, text: &str) -> bool {
    let mut words = Words::new(dialect, text);
    (0..).map_while(|n| words.word(n)).any(|word| match word {
        Word::Piece(role) => role == Role::Queen,
        Word::CastlesOn(wing) => wing == Wing::Queen,
        _ => false,
    })
}

const fn castling(kingside: bool) -> &'static str {
    if kingside { "O-O" } else { "O-O-O" }
}

fn letter(dialect: &Dialect, role: Role) -> &'static str {
    if role == Role::Knight { dialect.spelt_knight } else { dialect.letter(role) }
}

/// All the ways to write a ply in the one spelling.
pub fn spellings(notation: &Descriptive, before: &Position, ply: &Ply) -> Vec<String> {
    let mut all = Vec::new();
    match ply.kind() {
        PlyKind::Castle(_) => all.push(castling(ply.is_kingside_castling() == Some(true)).to_owned()),
        PlyKind::Normal | PlyKind::EnPassant => {
            for mover in movers(notation, before, ply) {
                for target in targets(notation, ply) {
                    all.push(format!("{mover}{target}"));
                }
            }
        }
        _ => {}
    }
    let (knight, spelt) = (notation.dialect.letter(Role::Knight), notation.dialect.spelt_knight);
    if knight != spelt && notation.letter(Role::Knight).len == 1 {
        all.iter_mut().for_each(|text| *text = text.replace(knight, spelt));
    }
    all
}

fn line(push: impl FnOnce(&mut Line)) -> String {
    let mut line = Line::new();
    push(&mut line);
    String::from_utf8_lossy(&line.bytes[..line.len]).into_owned()
}

fn movers(notation: &Descriptive, before: &Position, ply: &Ply) -> Vec<String> {
    let role = ply.role();
    let mut movers = Vec::new();
    for form in 0..=4 {
        let exists = match form {
            1 if role != Role::Pawn => {
                written_side(before, ply).is_some() && !matches!(role, Role::King | Role::Queen)
            }
            2 => role == Role::Pawn,
            _ => true,
        };
        if exists {
            movers.push(line(|line| notation.push_mover(before, ply, form, line)));
        }
    }
    movers.dedup();
    movers
}

fn targets(notation: &Descriptive, ply: &Ply) -> Vec<String> {
    let mut targets = Vec::new();
    let promotion = ply.promotion().map(|role| notation.letter(role));
    let promoted = |line: &mut Line| {
        if let Some(letter) = promotion {
            line.push(Text::of("="));
            line.push(letter);
        }
    };
    for full in [false, true] {
        let square = notation.square(ply, ply.to(), full);
        // What is taken may not be told, or told by its square.
        for sign in [notation.dialect.dash, "x"] {
            if sign != "x" || ply.is_capture() {
                targets.push(line(|line| {
                    line.push(Text::of(sign));
                    line.push(square);
                    promoted(line);
                }));
            }
        }
    }
    if let Some(victim) = ply.capture() {
        for form in 0..=4 {
            if victim.role == Role::Pawn || !matches!(form, 1 | 2) {
                targets.push(line(|line| {
                    line.push(Text::of("x"));
                    notation.push_target(ply, form, line);
                    promoted(line);
                }));
            }
        }
    }
    targets.dedup();
    targets
}

/// How far a text goes on as one move, though it cannot be read: to a wide gap, to the next number, or, where a
/// word holds what moves and where to, to its end.
pub fn attempt(dialect: &Dialect, text: &str) -> Option<usize> {
    let mut end = 0;
    let mut said = false;
    loop {
        let rest = &text[end..];
        let blank = rest.len() - rest.trim_start().len();
        let gap = &rest[..blank];
        let word = rest[blank..].split(char::is_whitespace).next().unwrap_or("");
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

/// A name of a piece, with a slip in it, has no more letters than this; longer words are others.
const LONGEST_LETTERS: usize = 3;

/// Does a text that cannot be read say what moves, and then where to or what it takes?
pub fn is_attempt(dialect: &Dialect, text: &str) -> bool {
    let mut words = text.split_whitespace();
    let meaning = |text: &str| Words::new(dialect, text).word(0);
    let mover = words.next().unwrap_or("");
    let letters = mover.chars().filter(|it| it.is_alphabetic()).count();
    let is_piece = mover.starts_with(char::is_uppercase)
        && letters <= LONGEST_LETTERS
        && matches!(meaning(mover), Some(Word::Piece(_)));
    // `Q. Kt.` is one piece, `R. at K's sq.` as well.
    let after: Vec<&str> = words.take(4).collect();
    is_piece && after.iter().any(|it| matches!(meaning(it), Some(Word::To | Word::Takes)))
}

#[cfg(test)]
mod tests {
    use super::{super::dialect::ENGLISH, *};

    #[test]
    fn what_is_printed_has_one_spelling() {
        for (text, expected) in [
            ("K. Kt. to Q. B's 3d.", "KKt-QB3"),
            ("Kt-KB3", "Kt-KB3"),
            ("N - K B 3 ch", "Kt-KB3"),
            ("P. takes P. en pass.", "PxP"),
            ("Q. to her 2d", "Q-Q2"),
            ("Q. to her R's 4th", "Q-R4"),
            ("B. to Q's sq.", "B-Q1"),
            ("B-Bl", "B-Bl"),
            ("P-KS", "P-KS"),
            ("Castles on Q's side", "O-O-O"),
            ("Castles", "O-O"),
            ("P to K8 (Q)", "P-K8(Q)"),
            ("R(K1)-Q1 (ch.)", "R(K1)-Q1"),
        ] {
            assert_eq!(spelling(&ENGLISH, text), expected, "{text}");
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
            assert_eq!(is_attempt(&ENGLISH, text), expected, "{text}");
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
            assert_eq!(attempt(&ENGLISH, text).map(|len| &text[..len]), expected, "{text}");
        }
    }
}
