//! Games as people copy and print them: variations and footnote marks in square brackets, semicolons and full
//! stops between moves, blanks within moves.
//!
//! All are replaced by PGN symbols of the same length, so that offsets are unchanged.

use crate::{
    lex::{self, PgnToken},
    notation::{DASHES, look_alike},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Returns the text of a game without tags with PGN symbols in place of these brackets, stops and blanks;
/// `None` if it has none.
pub fn tidy(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut tidied = bytes.to_vec();
    let mut last = 0;
    let mut at = 0;
    while at < bytes.len() {
        let after = match bytes[at] {
            _ if let Some(len) = joined(text, at, &mut tidied) => at + len,
            0x80.. if let Some(len) = footnote(text, at, &mut tidied) => at + len,
            b'{' => lex::brace_end(text, at, bytes.len()).0 + 1,
            b'[' => {
                brackets(text, at, &mut tidied);
                at + 1
            }
            b';' if !lex::ends_entity(bytes, at)
                // A semicolon in a sentence directly follows its word.
                && (at > 0 && !bytes[at - 1].is_ascii_whitespace() || goes_on(text, at + 1, last)) =>
            {
                tidied[at] = b' ';
                at + 1
            }
            b';' => lex::line_end(bytes, at),
            // A full stop between a square and a word, as in `Sc4.Střelec`.
            b'.' if at > 1
                && matches!(bytes[at - 2], b'a'..=b'h')
                && is_rank(char::from(bytes[at - 1]))
                && text.slice(at + 1..).starts_with(char::is_alphabetic) =>
            {
                tidied[at] = b' ';
                at + 1
            }
            // A sentence's full stops before a number, as in `).14.a4` and `the killer...9. ... Qxg2`.
            b'.' if at > 0
                && (bytes[at - 1] == b')'
                    || bytes[at - 1].is_ascii_whitespace()
                    || text.slice(..at).ends_with(char::is_alphabetic)) =>
            {
                let len = text.slice(at..).leading(|it| it == '.');
                let number = lex::leading_number(text.slice(at + len..));
                if number.is_some_and(|it| it.1.starts_with(['.', '…'])) {
                    tidied[at..at + len].fill(b' ');
                }
                at + len
            }
            b'0'..=b'9' if at == 0 || !bytes[at - 1].is_ascii_alphanumeric() => {
                match lex::item(text, at, bytes.len()) {
                    Some((PgnToken::Number(number, _), after)) => {
                        // As in `8. Bg5 … 8.-Ng4`; not in `8.-Bg5`.
                        let dash = if number == last { stroke(text.slice(at..), after - at) } else { 0 };
                        if dash > 0 {
                            tidied[after..after + dash].fill(b' ');
                            tidied[after] = b'.';
                        }
                        last = number;
                        after + dash
                    }
                    _ => at + 1,
                }
            }
            _ => at + 1,
        };
        at = after;
    }
    (tidied != bytes).then(|| String::from_utf8(tidied).ok()).flatten()
}

/// Whether this is the letter of a file, or looks like one.
fn is_file(letter: char) -> bool {
    matches!(look_alike(letter).unwrap_or(letter), 'a'..='h')
}

/// Whether this is the digit of a rank, perhaps misread.
fn is_rank(digit: char) -> bool {
    matches!(digit, '1'..='8' | 'l')
}

/// Returns the length of the dash between a move number of this length, ending with a full stop, and a move.
fn stroke(text: &str, number: usize) -> usize {
    let (number, rest) = text.divide(number);
    let dash = rest.chars().next().filter(|it| number.ends_with('.') && DASHES.contains(it));
    let is_before_move =
        |len: &usize| rest.slice(*len..).trim_start_matches(' ').starts_with(char::is_alphabetic);
    dash.map(char::len_utf8).filter(is_before_move).unwrap_or(0)
}

/// Joins a square or letter with the square after a sign between blanks, as in `e2 — e4`, `N x d4`,
/// `Qd1 x Ng4` and `A - a7`. Returns the length of the whole.
fn joined(text: &str, at: usize, tidied: &mut [u8]) -> Option<usize> {
    const BLANKS: usize = 2;
    let bytes = text.as_bytes();
    if !text.is_char_boundary(at + 1) {
        return None;
    }
    let (head, rest) = text.divide(at + 1);
    let mut back = head.chars().rev();
    let last = back.next()?;
    let before = back.next();
    let is_letter = (last.is_uppercase() || matches!(last, 'a'..='h'))
        && before.is_none_or(|it| it.is_ascii_whitespace());
    if !is_letter && !before.is_some_and(|it| is_file(it) && is_rank(last)) {
        return None;
    }
    // A line end may stand on one side of the sign.
    let gap = |from: usize| {
        let line_end = rest.slice(from..).leading(|it| matches!(it, '\r' | '\n'));
        let is_next = !rest.slice(from + line_end..).starts_with(char::is_whitespace);
        if is_next { line_end } else { rest.slice(from..).leading(|it| it == ' ') }
    };
    let blanks = gap(0);
    let sign = rest.slice(blanks..).chars().next()?;
    let is_dash = DASHES.contains(&sign);
    let place = blanks + sign.len_utf8();
    let more = gap(place);
    let to = at + 1 + place + more;
    let is_broken = text.slice(at + 1..to).contains(['\r', '\n']);
    let is_apart = blanks + more > 0
        && blanks.max(more) <= BLANKS
        && (!is_broken || blanks.min(more) == 0)
        && (is_dash || matches!(sign, 'x' | 'X' | '×' | ':'));
    let behind = text.slice(to..);
    // The captured piece may be named, as in `Dd1x Cg4`.
    let square = if is_dash { behind } else { behind.strip_prefix(char::is_uppercase).unwrap_or(behind) };
    let ends = square.strip_prefix(is_file)?.strip_prefix(is_rank)?;
    let end = text.len() - ends.len();
    if !is_apart || ends.starts_with(|it: char| it.is_ascii_alphanumeric()) {
        return None;
    }
    let kept = if is_dash && is_letter && !is_broken { "" } else { rest.slice(blanks..place) };
    let joined = at + 1 + kept.len();
    // A check mark stays with its move.
    let end = end + text.slice(end..).leading(|it| it == '+');
    tidied[at + 1..joined].copy_from_slice(kept.as_bytes());
    tidied[joined..joined + end - to].copy_from_slice(&bytes[to..end]);
    tidied[joined + end - to..end].fill(b' ');
    if is_broken {
        tidied[end - 1] = b'\n';
    }
    Some(end - at)
}

/// Turns square brackets around a variation into parentheses, those around a footnote mark into braces.
fn brackets(text: &str, open: usize, tidied: &mut [u8]) {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    // Longest variation in square brackets, in bytes.
    const LONGEST: usize = 4096;
    let close = bytes[open..].iter().take(LONGEST).position(|it| {
        match it {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close.map(|n| open + n) else { return };
    let inner = text.slice(open + 1..close);
    let sticks = open > 0 && !bytes[open - 1].is_ascii_whitespace();
    let is_letter = inner.len() == 1 && inner.as_bytes()[0].is_ascii_alphabetic();
    let is_number = (1..=3).contains(&inner.len()) && inner.bytes().all(|it| it.is_ascii_digit());
    let is_mark = sticks && (is_letter || is_number);
    let inner = inner.trim();
    let is_line = matches!(lex::item(inner, 0, inner.len()), Some((PgnToken::Number(1.., _), _)));
    let signs = match (is_mark, is_line) {
        (true, _) => (b'{', b'}'),
        (_, true) => (b'(', b')'),
        _ => return,
    };
    (tidied[open], tidied[close]) = signs;
}

/// Returns the value of a superscript digit.
fn superscript(digit: char) -> Option<u8> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    DIGITS.iter().position(|it| *it == digit).and_then(|it| u8::try_from(it).ok())
}

/// Makes the number of a footnote directly after a move a comment, as in `Ne4¹`. Returns the length of what is replaced.
fn footnote(text: &str, at: usize, tidied: &mut [u8]) -> Option<usize> {
    /// The shortest comment in braces, in bytes.
    const SHORTEST: usize = 3;
    let is_mark = text.is_char_boundary(at)
        && text.slice(at..).starts_with(|it| superscript(it).is_some())
        && text
            .slice(..at)
            .split_whitespace()
            .next_back()
            .is_some_and(|it| OfMove::is_whole(lex::without_number(it)));
    if !is_mark {
        return None;
    }
    let rest = text.slice(at..);
    let digits: Vec<u8> = rest.chars().map_while(superscript).map(|it| b'0' + it).collect();
    let len = rest.leading(|it| superscript(it).is_some());
    let behind = rest.slice(len..);
    // The shortest are no longer than two bytes, and take what follows into the comment.
    let (len, begin, end) = match len {
        SHORTEST.. => (len, b"{", &b"}"[..]),
        _ if behind.starts_with([' ', ',', ';', ':', '.']) => (len + 1, b"{", &b"}"[..]),
        _ if behind.is_empty() || behind.starts_with(['\r', '\n']) => (len, b";", &b""[..]),
        _ => (len, b" ", &b""[..]),
    };
    let place = &mut tidied[at..at + len];
    place.fill(b' ');
    place[0] = begin[0];
    place[len - end.len()..].copy_from_slice(end);
    if begin != b" " {
        place[1..=digits.len()].copy_from_slice(&digits);
    }
    Some(len)
}

/// Whether the next move number follows directly, and isn't repeated on the next line.
fn goes_on(text: &str, at: usize, last: u32) -> bool {
    let number = |from: usize| {
        let from = from + lex::blank_len(text.slice(from..));
        match lex::item(text, from, text.len()) {
            Some((PgnToken::Number(number, _), _)) => Some(number),
            _ => None,
        }
    };
    let line = lex::line_end(text.as_bytes(), at);
    let begins = text.slice(at..line).trim_start().starts_with(|it: char| it.is_ascii_digit());
    last > 0 && begins && number(at) == Some(last + 1) && number(line) != Some(last + 1)
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn moves_as_people_print_them() {
        for (text, expected) in [
            ("1. e2 — e4 e7 - e5 2. Sg1 — f3", Some("1. e2—e4   e7-e5   2. Sg1—f3  ")),
            ("3... e x d4 4. N x d4", Some("3... exd4   4. Nxd4  ")),
            ("14 A - a7 T - a7", Some("14 Aa7    Ta7   ")),
            ("8. Dd1x Cg4 Cc6 x Cd4+ 9. e4", Some("8. Dd1xCg4  Cc6xCd4+   9. e4")),
            ("4. с4 : d5 Ф : е5 5. Кb1 — с3", Some("4. с4:d5   Ф:е5   5. Кb1—с3  ")),
            (
                "2. Nf3¹ Nc6⁴ 3. Bb5¹² a6²\n4. Ba4³, Nf6¹)",
                Some("2. Nf3{1}Nc6{4} 3. Bb5{12} a6;2\n4. Ba4{3} Nf6  )"),
            ),
            ("2. Nf3 (on 5 m²)", None),
            ("1. e2\n—e4, e7—\r\ne6; 2. d4", Some("1. e2—e4\n, e7—e6 \n  2. d4")),
            ("4. Kt-c3, B-\nc5; 5. P-d3", Some("4. Kt-c3, B-c5\n  5. P-d3")),
            ("1. e4\n- e5\n- Nf3", None),
            ("13. h3 (a good move).14.a4 Ng8", Some("13. h3 (a good move) 14.a4 Ng8")),
            ("1. e4 e5 [1... c5] 2. Nf3; 2... Nc6", Some("1. e4 e5 (1... c5) 2. Nf3  2... Nc6")),
            ("2. Nf3 Good. 2.-Nc6 3.- Bb5", Some("2. Nf3 Good. 2..Nc6 3.- Bb5")),
            ("1. e4 Nf6; 2.\ne5", Some("1. e4 Nf6  2.\ne5")),
            ("1. e4 e5 2. Nf3 Nc6", None),
            ("1. e2-e4 e7-e5", None),
            ("1. e4 {e2 - e4} e5", None),
        ] {
            assert_eq!(tidy(text).as_deref(), expected, "{text}");
        }
    }
}
