//! Results in all their written forms.

use crate::{chess::Outcome, eight, notation::DASHES, slice::Slice as _};

/// Whether the sign may stand between the two numbers of a result.
pub fn joins_results(sign: char) -> bool {
    DASHES.contains(&sign) || sign == ':'
}

/// Parses a termination marker in any usual form: `1:0`, `1–0`, `1 - 0`, `1 x 0`, `½-½`, `0.5-0.5`, `1/2`,
/// `1-0.`; returns it with its length.
pub fn outcome(text: &str) -> Option<(Outcome, usize)> {
    const FORMS: [(&str, Outcome); 7] = [
        ("1/2", Outcome::Draw),
        ("½", Outcome::Draw),
        ("0.5", Outcome::Draw),
        ("0,5", Outcome::Draw),
        ("1", Outcome::WhiteWins),
        ("0", Outcome::BlackWins),
        ("*", Outcome::Unknown),
    ];
    let (form, outcome) = FORMS.iter().find(|(form, _)| text.starts_with(form))?;
    let rest = text.slice(form.len()..);
    let found = |rest: &str| {
        let stop = usize::from(rest.starts_with('.') && ends_result(rest.slice(1..)));
        ends_result(rest.slice(stop..)).then_some((*outcome, text.len() - rest.len() + stop))
    };
    if *outcome == Outcome::Unknown {
        return found(rest);
    }
    let short = || found(rest).filter(|_| *outcome == Outcome::Draw && form.len() > 1);
    let apart = |it: char| matches!(it, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}');
    let dash = rest.trim_start_matches(apart);
    // The line may be broken before the colon.
    let dash = dash.strip_prefix('\n').filter(|it| it.starts_with(": ")).unwrap_or(dash);
    // As in `1 x 0`.
    let times = || {
        let is_apart = dash.len() < rest.len();
        dash.strip_prefix(['x', '×']).filter(|it| is_apart && it.starts_with(apart))
    };
    let Some(second) = dash.strip_prefix(joins_results).or_else(times) else { return short() };
    let second = second.trim_start_matches(apart);
    let other = match outcome {
        Outcome::WhiteWins => "0",
        Outcome::BlackWins => "1",
        _ => form,
    };
    // Except in `0 - 1`, three in a row may be castling in zeros.
    second.strip_prefix(other).and_then(found).or_else(short)
}

/// Parses a decided result in standard form at the end of a line, as almost every game has it.
#[inline(always)]
pub fn usual_outcome(bytes: &[u8], at: usize) -> Option<(Outcome, usize)> {
    const fn word<const N: usize>(text: &[u8; N]) -> u64 {
        let (mut word, mut n) = (0, 0);
        while n < N {
            word |= (text[n] as u64) << (8 * n);
            n += 1;
        }
        word
    }
    let here = eight::load(bytes, at)?;
    let (outcome, len) = match (here & 0xff_ffff, here & 0xff_ffff_ffff_ffff) {
        (it, _) if it == word(b"1-0") => (Outcome::WhiteWins, 3),
        (it, _) if it == word(b"0-1") => (Outcome::BlackWins, 3),
        (_, it) if it == word(b"1/2-1/2") => (Outcome::Draw, 7),
        _ => return None,
    };
    matches!((here >> (8 * len)) as u8, b'\n' | b'\r').then_some((outcome, len))
}

/// Whether a result can end before this text.
fn ends_result(rest: &str) -> bool {
    !rest.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '-' | '–' | '/' | '½' | '+' | '.'))
}

/// Longest result, in bytes.
const LONGEST_RESULT: usize = 20;

/// Parses a result in Markdown's bold or italics, as in `**1-0**`.
pub fn emphasised_outcome(text: &str) -> Option<(Outcome, usize)> {
    const MOST_MARKS: usize = 3;
    let marks = text.bytes().take(MOST_MARKS + 1).take_while(|it| *it == b'*').count();
    let inner = text.slice(marks..);
    let len = inner.bytes().take(LONGEST_RESULT).position(|it| it == b'*')?;
    let (found, _) = outcome(inner.slice(..len)).filter(|it| it.0 != Outcome::Unknown && it.1 == len)?;
    let is_emphasis =
        (1..=MOST_MARKS).contains(&marks) && inner.slice(len..).starts_with(text.slice(..marks));
    is_emphasis.then_some((found, len + 2 * marks))
}

/// Parses a result in brackets, as in `(1-0)` and `[1:0]`, perhaps with a number or doubt, as in `(1-0, 34)`.
pub fn bracketed_outcome(text: &str) -> Option<(Outcome, usize)> {
    let inner = text.strip_prefix(['(', '['])?;
    let closing = if text.starts_with('(') { ')' } else { ']' };
    let blank = inner.len() - inner.trim_start_matches(' ').len();
    let (found, len) = outcome(inner.slice(blank..)).filter(|it| it.0 != Outcome::Unknown)?;
    let rest = inner.slice(blank + len..);
    let number = rest.strip_prefix([',', ';']).map_or(0, |it| {
        1 + it.leading(|it| it.is_ascii_digit() || matches!(it, ' ' | '?' | '!')).min(LONGEST_RESULT)
    });
    let end = blank + len + rest.slice(number..).find(|it| it != ' ')? + number;
    inner.slice(end..).starts_with(closing).then_some((found, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_ends_its_line_is_found_as_any_other() {
        for text in [
            "1-0\n\n[Eve", "0-1\r\n\r\n[", "1/2-1/2\n\n", "1-0 e4\n..", "1-0\n", "1-01\n....", "0-0-0\n..",
            "1. e4 e5",
        ] {
            let general = outcome(text);
            let ends_line =
                text.len() >= 8 && general.is_some_and(|it| text[it.1..].starts_with(['\r', '\n']));
            assert_eq!(usual_outcome(text.as_bytes(), 0), general.filter(|_| ends_line), "{text:?}");
        }
    }
}
