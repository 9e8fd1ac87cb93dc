//! No word is lost, in any format and notation: each is in the output, in the rejects, or quoted by a
//! diagnostic. Being within the place of a diagnostic about something else is not enough.
//!
//! A word has four letters or more, capitals only at its beginning, and is not used for writing moves and scoresheets.

use std::collections::BTreeMap;

use plyglot::{
    convert::Options,
    layout::{InputFormat, Output, columns::ColumnsWriter, grid::GridWriter, pgn::PgnWriter, table::Cells},
    notation::Choice,
    resolve::Notations,
};

use super::{ALL, Decisions, converted};

/// Words of moves in descriptive notation, of their headings and of ends of games.
const OF_MOVES: [&str; 30] = [
    "castles", "castle", "castling", "takes", "check", "checkmate", "mate", "queen", "queens", "king",
    "kings", "rook", "bishop", "knight", "pawn", "resigns", "square", "side", "passing", "passant", "disch",
    "dblch", "becomes", "footnote", "drawn", "game", "null", "discovered", "double", "promotes",
];

/// Words of the first part of a scoresheet, and of the names of tags, which are rewritten.
const OF_SHEETS: [&str; 30] = [
    "name", "tournament", "title", "titled", "logo", "rating", "country", "team", "date", "place", "site",
    "round", "chessboard", "board", "score", "result", "number", "move", "notes", "event", "white", "black",
    "rank", "notation", "federation", "input", "type", "text", "value", "elo",
];

/// Counts each word in a text.
fn words(text: &str) -> BTreeMap<&str, usize> {
    let mut words = BTreeMap::new();
    let is_word = |it: &&str| it.len() > 3 && it.bytes().all(|it| it.is_ascii_alphabetic());
    for word in text.split(|it: char| !it.is_alphanumeric() && it != '\u{fffd}').filter(is_word) {
        if word[1..].bytes().all(|it| it.is_ascii_lowercase()) {
            *words.entry(word).or_default() += 1;
        }
    }
    words
}

fn is_written_anew(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let of_notation = |choice: &Choice| choice.name.split([':', ',']).any(|it| it == word);
    OF_MOVES.contains(&&*word) || OF_SHEETS.contains(&&*word) || ALL.iter().any(of_notation)
}

/// Compares the words of a text with those of its conversion.
fn assert_kept<W: Output>(text: &str, format: InputFormat, from: &Notations, writer: W) {
    let from = match from.is_given() {
        true => Notations::only(Choice::parse(&from.first().name).expect("a notation")),
        false => Notations::any(),
    };
    let options = Options { rejects: true, ..Options::new(from) };
    let whole = converted(text.as_bytes(), Some(format), usize::MAX, &options, writer);
    let [out, rejects] = [&whole.out, &whole.rejects].map(|it| String::from_utf8_lossy(it).into_owned());
    let said = whole.said.join("\n");
    let kept = [&out, &rejects, &said].map(|it| words(it));
    for (word, count) in words(text) {
        let found: usize = kept.iter().filter_map(|it| it.get(word)).sum();
        assert!(
            found >= count || is_written_anew(word),
            "{word:?} is lost ({count} times, {found} of them found) of:\n{text}\n--- written\n{out}\n--- said\n{said}"
        );
    }
}

/// Returns bytes as text, without those that the decoder would change.
fn plain(data: &[u8]) -> String {
    String::from_utf8_lossy(data)
        .chars()
        .filter(|it| *it == '\n' || !it.is_control() || *it == '\t')
        .collect()
}

/// Checks the words of a printed text.
pub fn books(data: &[u8]) {
    let san = Choice::san();
    assert_kept(&plain(data), InputFormat::Prose, &Notations::any(), PgnWriter::new(&san, 79));
}

/// Checks the words of scoresheets.
pub fn sheets(data: &[u8]) {
    let san = Choice::san();
    assert_kept(&plain(data), InputFormat::Grid, &Notations::any(), PgnWriter::new(&san, 79));
}

/// Checks the words of corrupted games in every notation and format.
pub fn notations(data: &[u8]) {
    let mut decisions = Decisions(data);
    let target = &ALL[decisions.next() % ALL.len()];
    let how = decisions.next();
    let slips: Vec<[usize; 3]> = (0..how / 16)
        .map(|_| [decisions.next() << 8 | decisions.next(), decisions.next(), decisions.next()])
        .collect();
    let games = plain(decisions.0);
    let from = Notations::only(Choice::san());
    let options = Options::new(from);
    let to = Notations::only(Choice::parse(&target.name).expect("a notation"));
    let made = |writer: &mut dyn FnMut() -> Vec<u8>| {
        let mut text = String::from_utf8_lossy(&writer()).into_owned();
        slips.iter().for_each(|it| slip(&mut text, *it));
        text
    };
    let pgn = Some(InputFormat::Pgn);
    let bytes = games.as_bytes();
    match how % 4 {
        0 if target.notation.scoresheet() => {
            let format = [Cells::Pipes, Cells::Tabs, Cells::Commas][how / 4 % 3];
            let writer = || GridWriter::new(target, format, 0, 79);
            let text = made(&mut || converted(bytes, pgn, usize::MAX, &options, writer()).out);
            assert_kept(&text, InputFormat::Grid, &to, writer());
        }
        0 | 1 => {
            let writer = || ColumnsWriter::new(target, 79);
            let text = made(&mut || converted(bytes, pgn, usize::MAX, &options, writer()).out);
            assert_kept(&text, InputFormat::Pgn, &to, PgnWriter::new(target, 79));
        }
        _ => {
            let writer = || PgnWriter::new(target, 79);
            let text = made(&mut || converted(bytes, pgn, usize::MAX, &options, writer()).out);
            assert_kept(&text, InputFormat::Pgn, &to, writer());
        }
    }
}

/// Corrupts a text in one way, at one place.
pub fn slip(text: &mut String, [place, kind, len]: [usize; 3]) {
    let at = text.floor_char_boundary(place % (text.len() + 1));
    let end = text.floor_char_boundary((at + len).min(text.len()));
    match kind % 6 {
        0 => text.insert(at, char::from(b"{}()[];%\"\\$*.!? \n#=x-|\t,<>:"[len % 27])),
        1 => text.replace_range(at..end, ""),
        2 => {
            let copy = text[at..end].to_owned();
            text.insert_str(end, &copy);
        }
        3 => text.insert_str(
            at,
            [" Lorem ", " [Ipsum ", " \"dolor\" ", "\nSit amet\n", " {quux} ", " (Garply) "][len % 6],
        ),
        4 => text.replace_range(at..end, &text[at..end].replace('\n', " ")),
        _ => {
            let rest = text.split_off(at);
            text.insert_str(0, &rest);
        }
    }
}
