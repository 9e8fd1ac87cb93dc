//! Diagrams drawn in text.
//!
//! Two styles are recognised: squares between bars, with a sign for the colour (`| #R |    | ^Kt|`), and rows
//! of eight letters and dots, lower case for Black (`r . b q k . . r`).

use std::ops::Range;

use crate::slice::Slice as _;

/// Parses a line as a rank of the board in FEN.
pub fn row(line: &str) -> Option<String> {
    strokes(line).or_else(|| letters(line))
}

/// Part of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    Nothing,
    Row,
    /// A ruling, or the letters of the files.
    Frame,
}

impl Drawn {
    pub fn of(line: &str) -> Drawn {
        if row(line).is_some() {
            return Drawn::Row;
        }
        let line = line.trim();
        let rule = line.len() >= 16 && line.chars().all(|it| matches!(it, '-' | '|' | '+' | '=' | '_' | ' '));
        let is_frame =
            rule || line.split_whitespace().map(str::to_ascii_lowercase).collect::<String>() == "abcdefgh";
        if is_frame { Drawn::Frame } else { Drawn::Nothing }
    }
}

/// Returns the parts of a line of a diagram that are words rather than drawing.
pub fn words(line: &str) -> Vec<Range<usize>> {
    let parts = match (strokes(line), line.find('|'), line.rfind('|')) {
        (Some(_), Some(first), Some(last)) => vec![0..first, last + 1..line.len()],
        _ if Drawn::of(line) != Drawn::Nothing => Vec::new(),
        _ => std::iter::once(0..line.len()).collect(),
    };
    let says = |part: &Range<usize>| {
        let text = line.slice(part.clone()).trim();
        let is_rank = text.len() == 1 && text.as_bytes()[0].is_ascii_digit();
        !text.is_empty() && !is_rank
    };
    parts.into_iter().filter(says).collect()
}

/// Returns the FEN placement of eight ranks, from the eighth on; `None` unless each side has one king.
pub fn placement(rows: &[String]) -> Option<String> {
    let placement = (rows.len() == 8).then(|| rows.join("/"))?;
    let kings = |king: char| placement.matches(king).count();
    (kings('K') == 1 && kings('k') == 1).then_some(placement)
}

/// Returns the range of the last diagram in a text, and its FEN placement.
pub fn last(text: &str) -> Option<(Range<usize>, String)> {
    const RANKS: usize = 8;
    let mut found = None;
    let (mut starts, mut ranks) = (Vec::new(), Vec::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        if let Some(row) = row(line.trim_end()) {
            starts.push(place.start);
            ranks.push(row);
            if let Some(first) = ranks.len().checked_sub(RANKS) {
                found = placement(&ranks[first..]).map(|it| (starts[first]..place.end, it)).or(found);
            }
        } else if Drawn::of(line.trim_end()) == Drawn::Nothing && !line.trim().is_empty() {
            starts.clear();
            ranks.clear();
        }
    }
    found
}

fn strokes(line: &str) -> Option<String> {
    if line.matches('|').count() != 9 {
        return None;
    }
    let cells: Vec<&str> = line.split('|').collect();
    let mut row = Row::default();
    for cell in &cells[1..9] {
        match cell.trim() {
            "" => row.empty(),
            piece => {
                let mut letters = piece.chars();
                let black = match letters.next()? {
                    '#' | '*' | 'b' => true,
                    '^' | '°' | 'w' => false,
                    _ => return None,
                };
                row.piece(role(letters.as_str())?, black);
            }
        }
    }
    Some(row.end())
}

fn letters(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() == 9 && words[0].len() == 1 && words[0].as_bytes()[0].is_ascii_digit() {
        words.remove(0);
    }
    if words.len() != 8 {
        return None;
    }
    let mut row = Row::default();
    for word in words {
        let letter = word.chars().next().filter(|_| word.chars().count() == 1)?;
        match letter {
            '.' | '-' | '_' | '·' => row.empty(),
            'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => {
                row.piece(letter.to_ascii_uppercase(), letter.is_ascii_lowercase());
            }
            _ => return None,
        }
    }
    Some(row.end())
}

fn role(letters: &str) -> Option<char> {
    Some(match letters {
        "K" => 'K',
        "Q" => 'Q',
        "R" => 'R',
        "B" => 'B',
        "Kt" | "N" | "S" => 'N',
        "P" => 'P',
        _ => return None,
    })
}

/// A rank of the board in FEN, under construction.
#[derive(Default)]
pub struct Row {
    text: String,
    empty: u8,
}

impl Row {
    pub fn empty(&mut self) {
        self.empty += 1;
    }

    pub fn piece(&mut self, letter: char, black: bool) {
        self.flush();
        self.text.push(if black { letter.to_ascii_lowercase() } else { letter });
    }

    fn flush(&mut self) {
        if self.empty > 0 {
            self.text.push(char::from(b'0' + self.empty));
            self.empty = 0;
        }
    }

    pub fn end(mut self) -> String {
        self.flush();
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_diagrams() {
        for (line, expected) in [
            ("     8 | #R |    | #B | #Q | #K | #B |    | #R |", Some("r1bqkb1r")),
            ("     5 | #Kt|    |    | ^P | #P |    | ^Kt|    |", Some("n2Pp1N1")),
            ("   |    |    |    |    |    |    |    |    |", Some("8")),
            ("8  r . b q k . . r", Some("r1bqk2r")),
            ("P P P P . P P P", Some("PPPP1PPP")),
            ("       |---------------------------------------|", None),
            ("a b c d e f g h", None),
        ] {
            assert_eq!(row(line).as_deref(), expected, "{line}");
        }
        assert_eq!(Drawn::of("        ---------------------------------------"), Drawn::Frame);
        assert_eq!(Drawn::of("         A    B    C    D    E    F    G    H"), Drawn::Frame);
        assert_eq!(Drawn::of("a game"), Drawn::Nothing);
        for (line, expected) in [
            (" 8 | #R |    | #B | #Q | #K | #B |    | #R | 8", &[][..]),
            ("see | #R |    | #B | #Q | #K | #B |    | #R | here", &["see ", " here"]),
            ("   a word between", &["   a word between"]),
            ("8 r . b q k . . r", &[]),
            ("  A  B  C  D  E  F  G  H", &[]),
        ] {
            let found: Vec<&str> = words(line).into_iter().map(|it| &line[it]).collect();
            assert_eq!(found, expected, "{line}");
        }
        let rows = ["k7", "8", "8", "8", "8", "8", "8", "K7"].map(str::to_owned);
        assert_eq!(placement(&rows).as_deref(), Some("k7/8/8/8/8/8/8/K7"));
        assert_eq!(placement(&rows[..7]), None);
        let drawn = "k . . . . . . .\n- - - - - - - -\n".to_owned()
            + &". . . . . . . .\n".repeat(5)
            + "K . . . . . . .\n";
        assert_eq!(last(&format!("two\n{drawn}words")), Some((4..4 + drawn.len(), rows.join("/"))));
        assert_eq!(last(&drawn.replacen("\n", "\nwords\n", 1)), None);
    }
}
