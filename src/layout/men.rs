//! Positions given as lists of each side's pieces, as above problems in newspapers and studies.
//!
//! ```text
//! White: Kg1, Qd2, Ra1, Pa2, b2. Black: Kg8, Rh8, Ph7
//! Weiß: Kg1, Dd2, Ta1, f1, Bauern a2, b2; Schwarz: Kg8, Th8
//! White—K at K Kt sq; Q at Q 2; P's at Q R 2, Q Kt 2. Black—K at K Kt sq; R at K R sq
//! ```
//!
//! The words for the sides tell the language of the piece letters. A square without a letter is that of
//! another such piece if a letter or word names pawns, else that of a pawn, unless only the other is
//! possible.

use std::ops::Range;

use super::diagram;
use crate::{
    chess::{Color, Role, Square},
    lex, lines,
    notation::letters::Letters,
    slice::Slice as _,
    words::tongues,
};

/// Longest list of a side's pieces, in bytes.
const LONGEST: usize = 400;

/// At most this many labels are tried.
const MOST_TRIED: usize = 16;

/// First letters of words for pawns: pawn, Bauer, пешка.
const PAWNS: [&str; 3] = ["P", "B", "П"];

/// A piece and its square.
type Standing = (Role, Square);

/// The label of a side, in some languages, and the range for its list.
struct Label {
    span: Range<usize>,
    sides: &'static [(&'static str, Color)],
    list: Range<usize>,
}

/// Returns the range of the last lists of both sides' pieces in a text, and the FEN placements that they may
/// mean.
pub fn last(text: &str) -> Option<(Range<usize>, Vec<String>)> {
    let mut labels: Vec<Label> = labels(text).take(MOST_TRIED).collect();
    for n in 1..labels.len() {
        labels[n - 1].list.end = labels[n - 1].list.end.min(labels[n].span.start);
    }
    labels.windows(2).rev().find_map(|it| {
        let [one, other] = it else { return None };
        let mut end = other.list.start;
        let mut placements: Vec<String> = Vec::new();
        for (code, color) in one.sides {
            if !other.sides.contains(&(code, !*color)) {
                continue;
            }
            let descriptive = (*code == "en").then_some(None);
            let letters =
                [Letters::of_language(code), Some(Letters::Figurine)].into_iter().flatten().map(Some);
            for letters in letters.chain(descriptive) {
                let lists = [(one, *color), (other, !*color)].map(|(label, color)| List {
                    text: text.slice(label.list.clone()),
                    color,
                    letters,
                });
                if let Some((placement, len)) = List::placement(&lists) {
                    end = end.max(other.list.start + len);
                    placements.extend(Some(placement).filter(|it| !placements.contains(it)));
                }
            }
        }
        (!placements.is_empty()).then_some((one.span.start..end, placements))
    })
}

/// Iterates over the words for sides before punctuation, as in `White:` and `BLACK—`, if digits follow.
fn labels(text: &str) -> impl Iterator<Item = Label> {
    lines::words(text).filter_map(move |(at, word)| {
        let name = word.slice(..word.leading(char::is_alphabetic));
        let behind = text.slice(at + name.len()..);
        let is_label = !name.is_empty()
            && (behind.starts_with(['.', '-', '–', '—', ','])
                || behind.trim_start_matches([' ', '\u{a0}']).starts_with(':'));
        let sides = if is_label { tongues::side(name) } else { return None };
        let span = at..at + name.len();
        let near = text.slice(span.end..text.floor_char_boundary(span.end + LONGEST));
        let list = span.end..span.end + lines::paragraph(near).len();
        let has_square = text.slice(list.clone()).contains(|it: char| it.is_ascii_digit());
        (!sides.is_empty() && has_square).then_some(Label { span, sides, list })
    })
}

/// One side's list, read in one way.
struct List<'t> {
    text: &'t str,
    color: Color,
    /// The piece letters; `None` for English descriptive notation.
    letters: Option<Letters>,
}

impl List<'_> {
    /// Returns the placement of both sides' pieces, and the end of the second list; `None` if no placement is
    /// possible, or if a list has more than was understood.
    fn placement(lists: &[List<'_>; 2]) -> Option<(String, usize)> {
        let [one, other] = lists;
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        ways.into_iter().find_map(|differ| {
            let (men, len) = one.men(differ.0)?;
            let (others, end) = other.men(differ.1)?;
            let is_whole = !one.text.slice(len..).contains(char::is_alphanumeric);
            // Ends at the moves.
            let rest = other.text.slice(end..);
            let mut words = rest.split_whitespace().take_while(|it| lex::leading_number(it).is_none());
            let has_more = words.any(|it| {
                it == "at" || it.as_bytes().windows(2).any(|it| matches!(it, [b'a'..=b'h', b'1'..=b'8']))
            });
            let placement = placement([(one.color, men), (other.color, others)])?;
            (is_whole && !has_more).then_some((placement, end))
        })
    }

    /// Returns the pieces listed at the start of the text, and their end; `None` unless there is exactly one
    /// king. `differ` reverses the meaning of squares without a letter.
    fn men(&self, differ: bool) -> Option<(Vec<Standing>, usize)> {
        let names_pawns = self.letters.is_none() || self.read(false).2;
        let (men, end, _) = self.read(names_pawns != differ);
        (men.iter().filter(|it| it.0 == Role::King).count() == 1).then_some((men, end))
    }

    /// Returns the pieces listed at the start of the text, their end, and whether pawns are named. If
    /// `repeats`, a square without a letter is that of another such piece, else that of a pawn.
    fn read(&self, repeats: bool) -> (Vec<Standing>, usize, bool) {
        let (mut men, mut end, mut names_pawns) = (Vec::new(), 0, false);
        let mut at = 0;
        let mut role = Role::Pawn;
        while let Some(first) = self.text.slice(at..).chars().next() {
            let rest = self.text.slice(at..);
            if let Some((square, len)) = self.square(rest) {
                men.push((role, square));
                at += len;
                end = at;
                role = if repeats { role } else { Role::Pawn };
            } else if let Some((piece, len)) = self.piece(rest) {
                role = piece;
                names_pawns |= piece == Role::Pawn;
                at += len;
            } else if first.is_whitespace() || ",;:.-–—&()'".contains(first) {
                at += first.len_utf8();
            } else if let Some(len) = joiner(rest) {
                at += len;
            } else {
                break;
            }
        }
        (men, end, names_pawns)
    }

    /// Returns the piece named at the start of `text`, before its square, and the length of its name.
    fn piece(&self, text: &str) -> Option<(Role, usize)> {
        let Some(letters) = self.letters else {
            const NAMES: [(&str, Role); 7] = [
                ("Kt", Role::Knight),
                ("K", Role::King),
                ("Q", Role::Queen),
                ("R", Role::Rook),
                ("B", Role::Bishop),
                ("N", Role::Knight),
                ("P", Role::Pawn),
            ];
            let (name, role) = NAMES.iter().find(|it| text.starts_with(it.0))?;
            // Only before `at` or `on`, as squares have the same names.
            let word = text.slice(name.len()..);
            let plural = word.leading(|it| matches!(it, '\'' | '’' | 's' | '.'));
            let blank = word.slice(plural..).leading(char::is_whitespace);
            let is_before = ["at ", "on "].iter().any(|it| word.slice(plural + blank..).starts_with(it));
            return (is_before && blank > 0).then_some((*role, name.len() + plural + blank + 3));
        };
        let word = text.slice(..text.leading(char::is_alphabetic));
        let first = word.chars().next()?;
        let before_square = |len: usize| {
            let after = text.slice(len..);
            algebraic(after.trim_start_matches([' ', '.'])).is_some()
        };
        let named = letters.read(text).or_else(|| text.starts_with("Kt").then_some((Role::Knight, 2)));
        // A pawn's letter, or a word for pawns, unless it begins with a piece letter.
        let capital = word.slice(..first.len_utf8()).to_uppercase();
        let of_pawn = PAWNS.contains(&&*capital) && letters.read(&capital).is_none();
        let pawn = || [first.len_utf8(), word.len()].into_iter().find(|it| of_pawn && before_square(*it));
        named.filter(|it| before_square(it.1)).or_else(|| Some((Role::Pawn, pawn()?)))
    }

    /// Returns the square at the start of `text`, and its length.
    fn square(&self, text: &str) -> Option<(Square, usize)> {
        if self.letters.is_some() {
            return algebraic(text).map(|it| (it, 2));
        }
        let mut at = 0;
        let mut eat = |names: &[&str]| {
            at += text.slice(at..).leading(|it| matches!(it, ' ' | '.'));
            let found = names.iter().position(|it| text.slice(at..).starts_with(it));
            at += found.map_or(0, |n| names[n].len());
            found
        };
        let is_kings = eat(&["K", "Q"])? == 0;
        // Counts from the edge of the board.
        let file = match eat(&["R", "Kt", "N", "B"]) {
            Some(0) => 0,
            Some(1 | 2) => 1,
            Some(_) => 2,
            None => 3,
        };
        let rank = match eat(&["1", "2", "3", "4", "5", "6", "7", "8", "sq"])? {
            8 => 0,
            it => it as u8,
        };
        eat(&["st", "nd", "rd", "th"]);
        if text.slice(at..).starts_with(char::is_alphanumeric) {
            return None;
        }
        let rank = if self.color == Color::White { rank } else { 7 - rank };
        Some((Square::new(if is_kings { 7 - file } else { file }, rank), at))
    }
}

/// Longest word between two pieces, in letters, such as `and`.
const LONGEST_JOINER: usize = 3;

/// Returns the length of a short lower-case word at the start of `text`.
fn joiner(text: &str) -> Option<usize> {
    let len = text.leading(char::is_alphanumeric);
    let word = text.slice(..len);
    let is_joiner = len > 0 && word.chars().all(char::is_lowercase) && word.chars().count() <= LONGEST_JOINER;
    is_joiner.then_some(len)
}

/// Returns the square named by file and rank at the start of `text`.
fn algebraic(text: &str) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] = text.as_bytes() else { return None };
    let ends = rest.first().is_none_or(|it| !it.is_ascii_alphanumeric());
    ends.then(|| Square::new(file - b'a', rank - b'1'))
}

/// Returns the FEN placement of both sides' pieces; `None` if two share a square, a pawn is on an impossible
/// rank, or a side has more than 16 pieces.
fn placement(sides: [(Color, Vec<Standing>); 2]) -> Option<String> {
    const MEN: usize = 16;
    let mut board = [[None; 8]; 8];
    for (color, men) in sides {
        if men.len() > MEN {
            return None;
        }
        for (role, square) in men {
            let place = &mut board[usize::from(square.rank())][usize::from(square.file())];
            let is_possible = role != Role::Pawn || (1..7).contains(&square.rank());
            if place.is_some() || !is_possible {
                return None;
            }
            *place = Some((char::from(role.letter()), color.is_black()));
        }
    }
    let rows = board.iter().rev().map(|rank| {
        let mut row = diagram::Row::default();
        rank.iter().for_each(|it| match it {
            Some((letter, is_black)) => row.piece(*letter, *is_black),
            None => row.empty(),
        });
        row.end()
    });
    diagram::placement(&rows.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_men_are_positions() {
        const FEN: &str = "6kr/7p/8/8/8/8/PP1Q4/R5K1";
        for text in [
            "White: Kg1, Qd2, Ra1, Pa2, b2. Black: Kg8, Rh8, Ph7",
            "Black: Kg8, Rh8, h7; White: Kg1, Qd2, Ra1, a2, b2",
            "Weiß: Kg1, Dd2, Ta1, Ba2, b2. Schwarz: Kg8, Th8, Bh7. Weiß zieht.",
            "Weiß: Kg1, Dd2, Ta1, Bauern a2 und b2\nSchwarz: Kg8, Th8, Bauer h7\n",
            "Blancs : Rg1, Dd2, Ta1, a2, b2. Noirs : Rg8, Th8, h7",
            "White—K at K Kt sq; Q at Q 2; R at Q R sq; P's at Q R 2, Q Kt 2. Black—K at K Kt sq; R at K R sq; P at KR2.",
        ] {
            let (_, placements) = last(text).unwrap_or_default();
            assert!(placements.iter().any(|it| it == FEN), "{text}: {placements:?}");
        }
        let dutch = last("Wit: Kg1, Pf3, a2. Zwart: Kg8, Pc6, h7").unwrap_or_default();
        assert_eq!(dutch.1.first().map(String::as_str), Some("6k1/7p/2n5/8/8/5N2/P7/6K1"));
        for text in [
            "White: Kg1, Qd2. White: Kg8",
            "White: Kg1, Kd2. Black: Kg8",
            "White: Kg1, Qg8. Black: Kg8",
            "White: Mr Smith, London. Black: Mr Brown 1851",
            "White: Ke1, a1. Black: Ke8",
            "White: Kg1, Pd2. Schwarz: Kg8",
            // Pieces in full are no pawns, and none is left out.
            "White: Kg1, Queen d2. Black: Kg8",
            "White: Kg1, Qd2. Black: Kg8, Rook h5",
            "White: Kg1, Qd2. Black: Kg8,\nKnight h5, a6",
            "White—K at K 1; Q at Q 2. Black—K at K 1; Knights at Q 3",
        ] {
            assert_eq!(last(text), None, "{text}");
        }
    }
}
