//! Game endings stated in words: a side or player wins, resigns or loses, or the game is drawn, as a whole
//! sentence or as a clause after the last move. Other words, such as `White won the toss.` and
//! `a theoretical draw`, state no result. What a sentence states is found in `clause`.

mod clause;

use std::ops::Range;

pub use self::clause::{Ending, Players};
use self::clause::{
    Word, first_clause, last_clause, mentioned_in, resigned, resigned_at_last, sentence, statement,
    telling_words,
};
use super::{
    heading::{self, marker_in},
    tongues::TONGUES,
    vocabulary::{OfMove, words_after},
};
use crate::{
    chess::{Color, Outcome, Position, Tags},
    lex::leading_number,
    lines,
    slice::Slice as _,
};

/// A result stated in the text of a game, besides the termination marker and the tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Whether it is in the heading, which takes precedence over the text after the moves.
    pub in_heading: bool,
    /// The stated ending.
    pub ending: Ending,
    /// Range of the statement.
    pub place: Range<usize>,
}

/// Returns the ending stated by the first sentence of a text.
pub fn told(text: &str, players: &Players) -> Option<Ending> {
    let words = telling_words(text)?;
    statement(&words[..sentence(&words)], players)
}

/// At most this many paragraphs after the moves may state the ending.
const PARAGRAPHS: usize = 3;

/// At most this many lines after the moves may have the result behind a label or speaker.
const LINES: usize = 4;

/// Longest paragraph, and longest line of moves, that is examined, in bytes.
const LONGEST: usize = 2 << 10;

/// Returns the ending stated in the words after the moves: by the first sentence or line, the last sentence
/// of the first paragraph, or a paragraph of one sentence.
pub fn closing(text: &str, players: &Players) -> Option<Ending> {
    let mut lines = text.lines().peekable();
    let said = (0..PARAGRAPHS).find_map(|n| {
        while lines.next_if(|it| it.trim().is_empty()).is_some() {}
        let mut paragraph = String::new();
        while let Some(line) = lines.next_if(|it| !it.trim().is_empty() && paragraph.len() < LONGEST) {
            paragraph.extend([line, "\n"]);
        }
        let words = telling_words(&paragraph)?;
        let end = sentence(&words);
        // A line end may end a sentence without a full stop.
        let line = words.windows(2).position(|it| {
            let between = paragraph.slice(it[0].span.end..it[1].span.start);
            between.contains('\n') && paragraph.slice(it[1].span.start..).starts_with(char::is_uppercase)
        });
        let line = line.map_or(end, |n| end.min(n + 1));
        let last = || words.iter().rev().skip(1).position(|it| it.ends).map_or(0, |n| words.len() - 1 - n);
        let said = statement(&words[..end], players).filter(|_| n == 0 || end == words.len());
        let said = said.or_else(|| first_clause(&words[..end], players).filter(|_| n == 0));
        let said = said.or_else(|| resigned(&words[..end], players).filter(|_| n == 0));
        let said = said.or_else(|| resigned_at_last(&words[..end], players).filter(|_| n == 0));
        let said =
            said.or_else(|| last_clause(&words[..end], players).filter(|_| n == 0 && end < words.len()));
        if said.is_some() || n > 0 {
            return said;
        }
        // Avoids examining the same words twice.
        let of_line = if line < end { statement(&words[..line], players) } else { None };
        of_line.or_else(|| {
            let from = last();
            let words = &words[from..];
            let of_last = if (from, words.len()) == (0, end) { None } else { statement(words, players) };
            of_last.or_else(|| last_clause(words, players))
        })
    });
    said.or_else(|| of_result_line(text)).or_else(|| of_speaker(text, players))
}

/// Returns the result in one of the first lines after the moves, if the line begins with its label, as in
/// `RESULT  1 - 0  SIGNED  A. B.` and `Resultado: tablas`.
fn of_result_line(text: &str) -> Option<Ending> {
    text.lines().filter(|it| !it.trim().is_empty()).take(LINES).find_map(of_label).map(|it| it.1)
}

/// Returns the results behind their labels in a text, each with its line or the part of it.
pub fn labelled_results(text: &str) -> impl Iterator<Item = (&str, Ending)> {
    let inside = |line: &'_ str| {
        let label = heading::labels(line).into_iter().find(|it| it.0 == "Result")?.1;
        let (at, value) = lines::words(line.slice(label.end..)).next()?;
        let outcome = marker_in(value.trim_end_matches(['.', ',', ';']))?.1;
        Some((label.start..label.end + at + value.len(), of_outcome(outcome)))
    };
    text.lines().filter_map(move |line| {
        of_label(line).or_else(|| inside(line).map(|(part, ending)| (line.slice(part), ending)))
    })
}

/// Returns a line that begins with the label of its result, and the result.
fn of_label(line: &str) -> Option<(&str, Ending)> {
    let line = line.trim();
    let (label, value) = line.split_once([':', '=', ' ', '\t'])?;
    matches!(super::field(label), super::FieldName::Game("Result")).then_some(())?;
    let marker = marker_in(line).map(|it| of_outcome(it.1));
    let value = || lines::columns(value.trim_start_matches([':', '='])).next();
    Some((line, marker.or_else(|| told(value()?, &Players::NONE))?))
}

/// Returns the ending that a player states in a chat, as in `[18:02] Anna: ok, I resign`.
fn of_speaker(text: &str, players: &Players) -> Option<Ending> {
    text.lines().take(LINES).find_map(|line| {
        let (speaker, said) = line.split_once(": ")?;
        let is_resignation = told(said, &Players::NONE)? == Ending::Resigned;
        let loser = players.named_in(speaker);
        is_resignation.then(|| loser.map_or(Ending::Resigned, |it| Ending::Won(!it)))
    })
}

/// Returns the outcome that the `Termination` tag tells, as in `Anna won by resignation`.
pub fn terminated(tags: &Tags<'_>) -> Option<Outcome> {
    let tag = tags.0.iter().find(|it| it.name.eq_ignore_ascii_case("Termination"))?;
    match told(&tag.value.replace(',', " "), &Players::of(tags))? {
        Ending::Won(color) => Some(Outcome::lost_by(!color)),
        Ending::Drawn => Some(Outcome::Draw),
        Ending::LastWins | Ending::Resigned => None,
    }
}

/// Returns the ending with a decided or drawn outcome.
fn of_outcome(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::WhiteWins => Ending::Won(Color::White),
        Outcome::BlackWins => Ending::Won(Color::Black),
        _ => Ending::Drawn,
    }
}

/// Whether a comment after the last move states an outcome other than `outcome`, or may state an unknown one.
pub fn says_otherwise(comment: &str, tags: &Tags<'_>, last: &Position, outcome: Outcome) -> bool {
    telling_words(comment).is_some()
        && (outcome == Outcome::Unknown && mentioned(comment).is_some()
            || closing(comment, &Players::of(tags)).is_some_and(|it| it.outcome(last) != outcome))
}

/// Returns a sentence at the beginning or end of a text that mentions an agreement to a draw, or has a clause
/// that is a draw or ends with a resignation, whoever is meant.
pub fn mentioned(text: &str) -> Option<&str> {
    let begin = text.slice(..text.floor_char_boundary(LONGEST));
    let rest = text.slice(begin.len()..);
    mentioned_in(begin).or_else(|| mentioned_in(last_part(rest).1))
}

/// An ending stated after a move.
pub struct Told {
    /// Offset of the statement.
    pub at: usize,
    pub ending: Ending,
    pub form: Form,
}

impl Told {
    /// Whether a side certainly resigned.
    pub fn is_resignation(&self) -> bool {
        self.form == Form::Resigned || self.ending == Ending::Resigned
    }
}

/// The kind of statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A side resigned.
    Resigned,
    /// Another complete statement.
    Stated,
    /// A side gave something up, perhaps the game.
    GaveUp,
}

/// Returns the ending stated in a line of moves: preferably a resignation, perhaps followed by moves, as in
/// `22. e5! and Black resigned, as after 22... Bxe5 23. Bxh7+ he loses a piece`; else another ending; else
/// that a side gave something up.
pub fn beside_a_move(line: &str, players: &Players) -> Option<Told> {
    let line = last_part(line);
    let words = telling_words(line.1)?;
    let last = |form: Form, tells: &dyn Fn(&[Word]) -> Option<Ending>| {
        last_told(line, &words, tells).map(|(at, ending)| Told { at, ending, form })
    };
    let gave_up = |it: &[Word]| TONGUES.iter().find_map(|tongue| tongue.resigned(it, players)).map(|it| it.0);
    last(Form::Resigned, &|it| resigned(it, players))
        .or_else(|| last(Form::Stated, &|it| statement(it, players)))
        .or_else(|| last(Form::GaveUp, &gave_up))
}

/// Returns the ending stated in a line of moves, and its offset.
pub fn after_moves(line: &str, players: &Players) -> Option<(usize, Ending)> {
    let line = last_part(line);
    last_told(line, &telling_words(line.1)?, |it| statement(it, players))
}

/// Returns the part of a line that is examined, and its offset.
fn last_part(line: &str) -> (usize, &str) {
    let from = line.floor_char_boundary(line.len().saturating_sub(LONGEST));
    (from, line.slice(from..))
}

/// Returns the last ending stated after a move of a line, and its offset.
fn last_told(
    (from, line): (usize, &str),
    words: &[Word],
    tells: impl Fn(&[Word]) -> Option<Ending>,
) -> Option<(usize, Ending)> {
    (0..words.len()).rev().find_map(|n| {
        let start = words[n].span.start;
        let said = tells(&words[n..n + sentence(&words[n..])])?;
        // In brackets it is an annotator's comment, unless it is their whole content.
        let open = |it: char| line.slice(..start).matches(it).count();
        let end = words[n + sentence(&words[n..]) - 1].span.end;
        let is_all = line.slice(..start).ends_with('(') && line.slice(end..).starts_with(')');
        let is_inside = open('{') > open('}') || open('(') > open(')') && !is_all;
        (ends_ply(line.slice(..start)) && !is_inside).then_some((from + start, said))
    })
}

/// Returns the offset of the words after moves on a line, and the ending that they state.
pub fn beside_moves(line: &str, players: &Players) -> Option<(usize, Option<Ending>)> {
    let said = after_moves(line, players).map(|(at, ending)| (at, Some(ending)));
    let words = words_after(line);
    let ending =
        words.filter(|at| ends_ply(line.slice(..*at))).and_then(|at| closing(line.slice(at..), players));
    match (said, words) {
        (Some(said), Some(words)) => Some((said.0.min(words), said.1)),
        (said, words) => said.or_else(|| Some((words?, ending))),
    }
}

/// Whether a move may have ended here: at a word with a piece or square and perhaps a remark, or at the
/// start. Something in parentheses may follow the move.
fn ends_ply(text: &str) -> bool {
    let text = text.trim_end();
    let text = text.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map_or(text, |it| it.0);
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    for word in text.split_whitespace().rev().filter(|it| it.contains(char::is_alphanumeric)) {
        // As in `16. Nf3! 17. Resigns`.
        if leading_number(word).is_some_and(|it| it.1.trim_start_matches(['.', '…']).is_empty()) {
            continue;
        }
        if OfMove::of(word) < OfMove::Part {
            return false;
        }
        if word.contains(|it: char| it.is_uppercase() || it.is_ascii_digit()) {
            return true;
        }
    }
    false
}

/// Longest line of a heading, in bytes, and most lines of a heading's paragraph.
const HEADING_LINE: usize = 100;
const HEADING_LINES: usize = 4;

/// Iterates over the lines of a text from the last one up, with their offsets.
fn lines_up(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.rsplit('\n').scan(text.len() + 1, |end, line| {
        *end -= line.len() + 1;
        Some((*end, line))
    })
}

/// Returns the lines of the heading at the end of a text, from the last one up, with their offsets.
fn heading_lines(text: &str) -> Vec<(usize, &str)> {
    const MOST: usize = 32;
    let lines: Vec<(usize, &str)> = lines_up(text).take(MOST).collect();
    let paragraphs = lines.split(|it| it.1.trim().is_empty());
    let is_heading =
        |it: &&[(usize, &str)]| it.len() <= HEADING_LINES && it.iter().all(|it| it.1.len() <= HEADING_LINE);
    paragraphs.take_while(is_heading).flatten().copied().collect()
}

/// Returns the last line with a labelled result, as in `Opening: Giuoco Piano | Result: 1-0 (Time)`, and its
/// offset, regardless of its length and the lines below.
fn labelled_line(text: &str) -> Option<(usize, &str)> {
    const MOST: usize = 256;
    lines_up(text).take(MOST).find(|it| heading::labels(it.1).iter().any(|it| it.0 == "Result"))
}

/// Returns the result stated in the heading at the end of `text`, whose offset is `at`; `None` if it lists
/// games with different results.
pub fn heading(text: &str, at: usize) -> Option<Said> {
    let lines = heading_lines(text).into_iter().chain(labelled_line(text));
    let mut found = lines.filter_map(|(line, text)| Some((at + line, marker_in(text)?)));
    let (line, (span, outcome)) = found.next()?;
    let ending = of_outcome(outcome);
    let alone = found.all(|it| it.1.1 == outcome);
    alone.then(|| Said { in_heading: true, ending, place: line + span.start..line + span.end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_results() {
        use Color::{Black, White};
        let players = Players::named(["Morphy, Paul", "Duke Karl and the Allies"]);
        for (text, expected) in [
            ("                      And White resigns.", Some(Ending::Won(Black))),
            ("Resigns.", Some(Ending::Resigned)),
            ("and Black re-\nsigned.³", Some(Ending::Won(White))),
            ("and Black won on time on move 38.", Some(Ending::Won(Black))),
            ("and White shook hands and resigned.", Some(Ending::Won(Black))),
            ("16 (remis angeboten und angenommen)", Some(Ending::Drawn)),
            ("en wit gaf het op (zugzwang)", Some(Ending::Won(Black))),
            ("Na 16. tah už nedošlo, hráči se dohodli na remíze.", Some(Ending::Drawn)),
            ("{Black checkmated}", None),
            ("            And Black mates in two moves.", Some(Ending::Won(Black))),
            ("                       And the game was drawn.", Some(Ending::Drawn)),
            ("and wins.", Some(Ending::LastWins)),
            ("Baltieji pasidavė.", Some(Ending::Won(Black))),
            ("Melnie padevās", Some(Ending::Won(White))),
            ("As brancas abandonaron.", Some(Ending::Won(Black))),
            ("Beltzek amore eman zuten.", Some(Ending::Won(White))),
            ("Wit gee op.", Some(Ending::Won(Black))),
            ("Белите се предадоа.", Some(Ending::Won(Black))),
            ("Đen đầu hàng.", Some(Ending::Won(White))),
            ("Hitam menyerah", Some(Ending::Won(White))),
            ("Las blancas rinden.", Some(Ending::Won(Black))),
            ("White is mated.", Some(Ending::Won(Black))),
            ("Abandoned as a draw.", Some(Ending::Drawn)),
            ("Black abandoned the game.", Some(Ending::Won(White))),
            ("White might have won; Black resigned.", Some(Ending::Won(White))),
            ("Draws by perpetual check", Some(Ending::Drawn)),
            ("White loses on time.", Some(Ending::Won(Black))),
            ("Won by Black.", Some(Ending::Won(Black))),
            ("won by Morphy", Some(Ending::Won(White))),
            ("Mr. Morphy won.", Some(Ending::Won(White))),
            ("The Allies resigned", Some(Ending::Won(White))),
            ("White defended badly, and Black won.", Some(Ending::Won(Black))),
            ("White resigns\nA fine game", Some(Ending::Won(Black))),
            ("A fine game.\nBlack resigns", Some(Ending::Won(White))),
            ("A fine game.\n\nBlack resigns", Some(Ending::Won(White))),
            ("and Black resigned, just in time to keep the game a miniature.", Some(Ending::Won(White))),
            ("Black resigns, if White takes.", None),
            ("White believed it and resigned.", Some(Ending::Won(Black))),
            ("Der Weiße glaubte es und gab auf.", Some(Ending::Won(Black))),
            ("Morphy believed it and resigned. A fine game.", Some(Ending::Won(Black))),
            ("Morphy attacked Black and resigned.", None),
            ("White would be lost if he castled and resigned.", None),
            ("White takes and Black resigned.", None),
            ("Though material is even, black resigns. He sees the fork.", Some(Ending::Won(White))),
            ("If White takes, Black resigns. He sees the fork.", None),
            ("Les Noirs abandonnent.", Some(Ending::Won(White))),
            ("Schwarz gibt auf", Some(Ending::Won(White))),
            ("Las blancas abandonan la partida.", Some(Ending::Won(Black))),
            ("Чёрные сдались", Some(Ending::Won(White))),
            ("Białe poddały się.", Some(Ending::Won(Black))),
            ("White won the toss.", None),
            ("Black never resigns", None),
            ("White abandons the center", None),
            ("with a drawn ending", None),
            ("a theoretical draw", None),
            ("In the next game White resigns.", None),
            ("In the next game\nWhite resigns.", None),
            ("If Black takes, and White wins", None),
            ("In the second game Black castled, and White won.", None),
            ("White declined. In the next game Black won.", None),
            ("and wins the Queen.", None),
            ("The game was abandoned.", None),
            ("White should have won.", None),
            ("White declined the draw", None),
            ("The draw was refused.", None),
            ("He resigned.", None),
            ("Karl and Paul won.", None),
            ("White to play and win", None),
            ("White resigns himself to defence.", None),
            ("wins", None),
            ("", None),
        ] {
            assert_eq!(closing(text, &players), expected, "{text}");
        }
    }

    #[test]
    fn results_in_headings() {
        for (text, expected, white) in [
            ("Alice vs Bob, 1-0\n", Some(Ending::Won(Color::White)), "alice"),
            ("Board 2: Smith – Jones ½–½", Some(Ending::Drawn), "smith"),
            ("Alice 0-1 Bob", Some(Ending::Won(Color::Black)), "alice"),
            ("Carlsen,Magnus (2835) - Nakamura,Hikaru (2775) 1-0", Some(Ending::Won(Color::White)), "magnus"),
            ("Anderssen – Kieseritzky\nLondon 1851 (1:0)\n\n", Some(Ending::Won(Color::White)), "anderssen"),
            ("Alice vs. Bob\nResult: 1/2\n", Some(Ending::Drawn), "alice"),
            ("1-0", Some(Ending::Won(Color::White)), ""),
            ("The score was 1-0 after the first game.", None, ""),
            ("Alice led 1-0 when Bob came", None, ""),
            ("Alice is 1-0 up", None, ""),
            ("Page 1/2", None, ""),
            ("Alice 1-0 Bob\nCarol 0-1 Dave\n", None, "carol"),
            ("A long day\nof chess\nin the old town\nwhere we live\nand play, 1-0\n", None, ""),
            ("", None, ""),
        ] {
            assert_eq!(heading(text, 0).map(|it| it.ending), expected, "{text}");
            let players = Players::NONE.or_in(text);
            assert_eq!(players.0[0].iter().any(|it| it == white), !white.is_empty(), "{players:?} {text}");
        }
    }

    #[test]
    fn words_after_moves() {
        let players = Players::named(["Alice", "Bob"]);
        for (line, expected) in [
            ("24. K. to Q. Kt's 2d, and wins.", Some((22, Ending::LastWins))),
            ("2. Nf3 Nc6 and White wins.", Some((11, Ending::Won(Color::White)))),
            ("2. Nf3 Nc6 Alice won", Some((11, Ending::Won(Color::White)))),
            ("37. P takes R., becomes a Queen (ch.), and wins.", Some((39, Ending::LastWins))),
            ("28. R. takes P. (ch.)            28. Resigns.", Some((37, Ending::Resigned))),
            ("Black resigns.", Some((0, Ending::Won(Color::White)))),
            ("13. Df2 Cxf1 (las blancas rinden)", Some((14, Ending::Won(Color::Black)))),
            ("13. Df2 Cxf1 (si b4, las blancas rinden)", None),
            ("23. Q. takes Q.   23. Kt. mates.", None),
            ("2. Nf3 Nc6 and in the second White resigns", None),
            ("2. Nf3 Nc6 In the next game White resigns.", None),
            ("2. Nf3 Nc6 Black never resigns", None),
            ("", None),
        ] {
            assert_eq!(after_moves(line, &players), expected, "{line}");
        }
    }
}
