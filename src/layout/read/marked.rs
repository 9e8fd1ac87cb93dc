//! Games among extraneous marks: mail and its quotation marks, chats, HTML tags, table bars, slashes between
//! the moves of both sides, unusual punctuation after numbers.
//!
//! Such marks are replaced by spaces, or by standard ones, byte for byte, so that offsets are unchanged.

use std::{borrow::Cow, ops::Range};

use super::{
    chat::of_chat,
    edited::Edited,
    emphasis::{
        with_crossed_out_apart, with_notes_on_bold_moves, without_emphasis, without_escapes,
        without_invisible_signs,
    },
    enclosed::{
        LONGEST, begins_game, with_counts_apart, with_links_apart, with_parentheses, without_brackets,
        without_bullets, without_labels, without_shortcodes,
    },
    entities::without_entities,
    labelled::with_plies_alone,
    latex::of_latex,
    literals::Literals,
    mail::decoded,
    margins::{with_rows_of_comments, without_margins, without_prefixes},
    numbers::{candidate, with_full_stops},
    percent::without_percents,
    pieces::with_letters,
    results::with_usual_results,
    scattered::with_scattered_plies,
    separators::{
        with_dots, with_dots_joined, with_ellipses, without_dashes, without_signs_in_lines, without_strokes,
    },
    sides::with_sides_joined,
    subtitles::with_times_apart,
    wiki::{without_marks, without_tables},
};
use crate::{
    layout::{pgn, rows::is_rule},
    lex::{self, leading_number, without_number},
    lines::{self, lines, words},
    slice::Slice as _,
    words::{
        heading::{Head, Sides},
        vocabulary::OfMove,
    },
};

/// Returns a text with marks replaced, if it has some.
type Replace = fn(&str) -> Option<String>;

/// What replaces marks.
enum Step {
    /// In all texts.
    All(Replace),
    /// In those without tags.
    Untagged(Replace),
}

const STEPS: [Step; 40] = [
    Step::All(decoded),
    Step::All(without_percents),
    Step::Untagged(with_letters),
    Step::All(without_tables),
    Step::Untagged(without_marks),
    Step::All(without_invisible_signs),
    Step::All(without_escapes),
    Step::All(with_crossed_out_apart),
    Step::All(unquoted),
    Step::All(of_chat),
    Step::All(with_rows_of_comments),
    Step::All(without_margins),
    Step::All(without_prefixes),
    Step::Untagged(with_times_apart),
    Step::Untagged(without_shortcodes),
    Step::All(of_latex),
    Step::All(without_quotes),
    Step::All(with_signs),
    Step::Untagged(with_notes_on_bold_moves),
    Step::Untagged(without_tags),
    Step::Untagged(with_scattered_plies),
    Step::Untagged(with_sides_joined),
    Step::All(|it: &str| Literals::of(it)?.unquoted()),
    Step::Untagged(with_links_apart),
    Step::Untagged(with_parentheses),
    Step::Untagged(without_brackets),
    Step::Untagged(without_bullets),
    Step::All(with_plies_alone),
    Step::All(without_labels),
    Step::Untagged(with_counts_apart),
    Step::All(without_emphasis),
    Step::All(without_bars),
    Step::Untagged(with_dots_joined),
    Step::All(with_ellipses),
    Step::All(without_dashes),
    Step::All(with_full_stops),
    Step::Untagged(with_usual_results),
    Step::Untagged(without_signs_in_lines),
    Step::All(without_strokes),
    Step::All(with_dots),
];

/// Replaces extraneous marks in a text by spaces or standard ones.
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    // Whether there are tags, if that is known of the text as it is.
    let mut tagged: Option<bool> = None;
    for step in STEPS {
        let replaced = match step {
            Step::All(replace) => replace(&text),
            Step::Untagged(_) if *tagged.get_or_insert_with(|| lex::next_game(&text, 0).is_some()) => None,
            Step::Untagged(replace) => replace(&text),
        };
        if let Some(replaced) = replaced {
            (text, tagged) = (Cow::Owned(replaced), None);
        }
    }
    text
}

/// Returns `text` without mail's quotation marks, if a quoted line has a tag pair, the first move or the
/// names of the sides.
fn unquoted(text: &str) -> Option<String> {
    const MARKS: [char; 3] = ['>', ' ', '\t'];
    let begins = |line: &str| {
        let words = line.trim_start_matches(MARKS);
        let first = || candidate(words, 0).is_some_and(|it| it.number == 1) || words.starts_with("1.");
        line.trim_start().starts_with('>')
            && (words.starts_with("[Event \"")
                || first()
                || words.starts_with('|')
                || Head::of(words).sides == Sides::Both)
    };
    if !text.contains('>') || !lines(text).any(|it| begins(it.1)) {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.trim_start().starts_with('>')) {
        let marks = line.len() - line.trim_start_matches(MARKS).len();
        edited.put(at, marks, b"");
    }
    edited.text()
}

/// Returns `text` without quotation marks and commas around each of its moves, as in `"P-K4", "P-K4"`.
fn without_quotes(text: &str) -> Option<String> {
    let inner = |word: &str| -> Option<usize> {
        let rest = word.trim_end_matches([',', ';']).strip_prefix('"')?.strip_suffix('"')?;
        (OfMove::is_whole(rest)).then_some(rest.len())
    };
    inner(text.split_whitespace().next()?)?;
    let mut edited = Edited::new(text);
    for (at, word) in words(text) {
        if let Some(len) = inner(word) {
            edited.put(at, 1, b"");
            edited.put(at + 1 + len, word.len() - 1 - len, b"");
        }
    }
    edited.text()
}

/// HTML tags that end a line.
const BLOCKS: [&str; 14] =
    ["p", "/p", "br", "tr", "/tr", "li", "/li", "div", "/div", "table", "/table", "ol", "/ol", "/h2"];

/// The longest HTML tag, in bytes.
const LONGEST_TAG: usize = 300;

/// Decodes the HTML entities of a text that uses them for all its signs, as where a page shows the source of
/// another.
fn with_signs(text: &str) -> Option<String> {
    if !text.contains("&quot;]") || text.contains("</") {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.contains('&')) {
        // A tag must begin a line.
        let signs = line.replace("&lt;", "<").replace("&gt;[", ">\n[").replace("&gt;", ">");
        edited.put(at, line.len(), without_entities(&signs).as_bytes());
    }
    edited.text()
}

/// Returns the range of an attribute value that is a game, in the HTML tag at `at`, and the offset where that
/// tag ends.
fn game_in_attribute(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let is_in = |n: usize| n < LONGEST;
    let mut from = at + 1;
    loop {
        let open = from + text.slice(from..).find(['=', '>', '<']).filter(|it| is_in(from + it - at))?;
        let quote = text.slice(open + 1..).chars().next().filter(|it| matches!(it, '"' | '\''));
        if !text.slice(open..).starts_with('=') {
            return None;
        }
        let Some(quote) = quote else {
            from = open + 1;
            continue;
        };
        let start = open + 2;
        let end = start + text.slice(start..).find(quote).filter(|it| is_in(start + it - at))?;
        if begins_game(&without_entities(text.slice(start..end))) {
            return Some((start..end, end + text.slice(end..).find('>')?));
        }
        from = end + 1;
    }
}

/// Returns the text of an HTML page. List items get the numbers that a browser shows; `None` if `text` is no
/// page.
fn without_tags(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let closes = |(at, _): (usize, &str)| {
        let name = lower.slice(at + 2..);
        let rest = name.trim_start_matches(|it: char| it.is_ascii_alphanumeric());
        rest.len() < name.len() && rest.starts_with('>')
    };
    let is_page = || lower.contains("<br") || lower.contains("&#") || lower.match_indices("</").any(closes);
    if !is_page() {
        return None;
    }
    let has_game = |range: &Range<usize>| {
        let words = text.slice(range.clone());
        let begins = |it: (usize, &str)| begins_game(words.slice(it.0..));
        words.match_indices("1.").any(begins) || Literals::of(words).is_some()
    };
    let is_tag = |at: usize| {
        let line = lines::start(text, at);
        text.slice(line..).trim_start().starts_with('[')
    };
    let mut edited = Edited::new(text);
    let (mut items, mut done, mut hidden, mut seen) = (0_usize, 0, 0, 0);
    for (at, sign) in text.char_indices().filter(|it| matches!(it.1, '<' | '&')) {
        let rest = lower.slice(at..);
        if at < hidden {
            continue;
        }
        if sign == '&' {
            // A word stays contiguous and is padded with spaces.
            let ends = |it: char| it.is_whitespace() || matches!(it, '<' | '>');
            if at >= done {
                let start = text.slice(..at).char_indices().rfind(|it| ends(it.1));
                let start = start.map_or(0, |it| it.0 + it.1.len_utf8());
                // So is a tag.
                let ends = |it: char| if is_tag(start) { matches!(it, '\n' | '<' | '>') } else { ends(it) };
                done = at + text.slice(at..).find(ends).unwrap_or(text.len() - at);
                edited.put(start, done - start, without_entities(text.slice(start..done)).as_bytes());
            }
            continue;
        }
        if let Some((game, end)) = game_in_attribute(text, at) {
            edited.put(at, game.start - at, b"");
            edited.put(game.start - 1, 1, b"\n");
            edited.put(game.start, game.len(), without_entities(text.slice(game.clone())).as_bytes());
            edited.put(game.end, end + 1 - game.end, b"\n");
            hidden = end;
            continue;
        }
        let Some(end) = rest.bytes().take(LONGEST_TAG).position(|it| it == b'>') else { continue };
        let name = rest.slice(1..end).split(|it: char| it.is_whitespace()).next().unwrap_or("");
        let name = name.strip_suffix('/').filter(|it| !it.is_empty()).unwrap_or(name);
        if !name.starts_with(|it: char| it.is_ascii_alphabetic() || matches!(it, '/' | '!')) {
            continue;
        }
        match name {
            // Hidden parts of a page are blanked unless they contain a game.
            "style" | "script" | "svg" if at >= seen => {
                let close = rest.find(&format!("</{name}>")).map(|n| at + n + name.len() + 3);
                seen = close.unwrap_or(text.len());
                match close.filter(|it| name == "style" || !has_game(&(at..*it))) {
                    Some(end) => {
                        edited.blank(text, at..end);
                        hidden = end;
                    }
                    None => edited.put(at, end + 1, b""),
                }
            }
            "li" => {
                items += 1;
                edited.put(at, end + 1, format!("{items}.").as_bytes());
            }
            "ol" | "ul" => {
                items = 0;
                edited.put(at, end + 1, b"\n");
            }
            _ if BLOCKS.contains(&name) || name.starts_with("/h") => edited.put(at, end + 1, b"\n"),
            // The tag may state a position.
            _ => match pgn::positions_beside(text, at..at, at..at + end).next() {
                Some((fen, _)) => {
                    edited.put(at, fen.start - at, b"");
                    edited.put(fen.end, at + end + 1 - fen.end, b"");
                }
                None => edited.put(at, end + 1, b""),
            },
        }
    }
    edited.text()
}

/// Returns `text` without the bars of a table whose rows begin with a move number, or whose cells are lost.
fn without_bars(text: &str) -> Option<String> {
    let cells = |line: &str| -> usize {
        let line = line.trim().trim_matches('|');
        line.split('|').count()
    };
    let is_row = |line: &str| {
        let first = line.trim_start().trim_start_matches(['|', ' ', '*']);
        let after = leading_number(first).map(|it| it.1.trim_start_matches(['.', ')', ',', ':', '*', ' ']));
        after.is_some_and(|it| it.starts_with('|')) && (2..=5).contains(&cells(line))
    };
    let is_head = |line: &str| Head::of(line).sides == Sides::Both || is_rule(line);
    // Or with a numbered move.
    let is_of_moves = |line: &str| {
        let mut cells =
            line.trim().trim_matches('|').split('|').map(|it| without_number(it.trim_start()).trim_start());
        let is_move =
            |it: &str| it.split_whitespace().next().is_some_and(|it| OfMove::of(it) >= OfMove::Part);
        lex::move_numbers(line.trim_start_matches(['|', ' '])).next().is_some()
            && cells.next().is_some_and(is_move)
            && cells.all(|it| it.is_empty() || is_move(it))
    };
    let is_of_table =
        |line: &str| is_row(line) || is_of_moves(line) || (2..=5).contains(&cells(line)) && is_head(line);
    // Pages that have lost the pictures of their tables leave bars after the words.
    let is_left = |line: &str| line.trim() == "|" || line.trim_end().ends_with("|||");
    // So do pages with each cell on a line of its own.
    let is_cell = |line: &str| {
        let cell = line.trim_end().strip_suffix('|').map(str::trim).filter(|it| !it.contains([' ', '|']));
        cell.is_some_and(|it| leading_number(it).is_some() || OfMove::is_whole(it))
    };
    if lines(text).filter(|it| is_left(it.1) || is_cell(it.1)).nth(1).is_some() {
        let mut edited = Edited::new(text);
        text.match_indices('|').for_each(|(at, bar)| edited.put(at, bar.len(), b""));
        // A board without its pictures leaves the names of files and ranks.
        let is_of_board = |line: &str| is_left(line) && line.split('|').all(|it| it.trim().len() < 2);
        lines(text).filter(|it| is_of_board(it.1)).for_each(|(at, line)| edited.put(at, line.len(), b""));
        return edited.text();
    }
    if !text.contains('|') || lines(text).filter(|it| is_row(it.1) || is_of_moves(it.1)).nth(1).is_none() {
        return None;
    }
    let mut edited = Edited::new(text);
    for (at, line) in lines(text).filter(|it| it.1.contains('|') && is_of_table(it.1)) {
        if is_rule(line) {
            edited.put(at, line.len(), b"");
            continue;
        }
        for (n, bar) in line.match_indices('|') {
            // A wide gap marks the end of a column.
            let before = line.slice(..n).ends_with(' ');
            edited.put(at + n, bar.len(), b" ");
            if !before && line.slice(n + 1..).starts_with(' ') {
                edited.put(at + n + 1, 1, b" ");
            }
        }
        for (n, mark) in line.match_indices("**") {
            edited.put(at + n, mark.len(), b"");
        }
    }
    edited.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_stays_where_it_is() {
        for (text, expected) in [
            ("> 1. e4 e5\n> 2. Nf3\n", "  1. e4 e5\n  2. Nf3\n"),
            ("1, P-K4 P-K4 2, P-Q4 PxP\n", "1. P-K4 P-K4 2. P-Q4 PxP\n"),
            ("(1) P-K4 P-K4\n(2) P-Q4 PxP\n", " 1. P-K4 P-K4\n 2. P-Q4 PxP\n"),
            (
                "(1) P. to K's 4th. P. to K's 4th.\n(2) Kt. to K. B's 3d. P. to Q's 3d.\n",
                " 1. P. to K's 4th. P. to K's 4th.\n 2. Kt. to K. B's 3d. P. to Q's 3d.\n",
            ),
            (
                "(1) P-K4 P-K4\n(2) P-Q4\nHe may play (3) QxP and\n(4) Q-Q1, P-Q4.\n(2) ... PxP\n(3) QxP Kt-QB3\n",
                " 1. P-K4 P-K4\n 2. P-Q4\nHe may play (3) QxP and\n(4) Q-Q1, P-Q4.\n 2. ... PxP\n 3. QxP Kt-QB3\n",
            ),
            ("I. P-K4 P-K4\n2. P-Q4 PxP\n", "1. P-K4 P-K4\n2. P-Q4 PxP\n"),
            ("**1. e4 e5** is *good*, 2. `Nf3`\n", "  1. e4 e5   is *good*, 2.  Nf3 \n"),
            ("[b]1.e4 e5[/b] '''2. Nf3'''\n", "   1.e4 e5        2. Nf3   \n"),
            ("1. P to K 4 / P to K 4\n", "1. P to K 4   P to K 4\n"),
            ("1. P-K4/P-K4 2. P-Q4/PxP\n", "1. P-K4 P-K4 2. P-Q4 PxP\n"),
            ("1/ e4 e5\n2/ Nf3 ... ;\n2/ ... Nc6\n", "1. e4 e5\n2. Nf3 ... ;\n2. ... Nc6\n"),
            ("1. e4 ------ He plays.\n1. --- e5\n", "1. e4 ...    He plays.\n1. ... e5\n"),
            ("1. e4 - e5\n2. Nf3 – Nc6\n", "1. e4   e5\n2. Nf3     Nc6\n"),
            ("- 1. e4 e5\n- 2. Nf3\n", "  1. e4 e5\n  2. Nf3\n"),
            ("[pgn][White \"A\"] 1. e4 e5[/pgn]", "    \n[White \"A\"] 1. e4 e5\n     "),
            ("“1. e4 e5”", "  \n1. e4 e5   "),
            ("a = [\"1. e4 e5\", 'c',\n\"1. d4 c5\"];\n", "a = [\n1. e4 e5 { 'c',}\n1. d4 c5   \n"),
            ("a(\"1. e4 e5 \" + \"2. Nf3\")", "a \n1. e4 e5      2. Nf3  "),
            (
                "({\"pgn\":\"[White \\\"J\\u00f6rg\\\"]\\n\\n1. e4 e5 1\\/2-1\\/2\"})",
                "{(\"pgn\"}\n[White \"Jörg\"]       \n \n1. e4 e5 1/2-1/2     ",
            ),
            (
                "\\mainline{1. e4 e5} A \\emph{word}, \\variation{2. f4}.\\mainline[a]{2. Nf3}\n",
                "          1. e4 e5 {A \\emph(word), \\variation(2. f4).           } 2. Nf3 \n",
            ),
            (
                "\\newgame[white={Lasker}] \\moves{%\n1. e4 e5}",
                " \n[White \"Lasker\"]                1. e4 e5 ",
            ),
            ("| 1 | P-K4 | P-K4 |\n| 2 | P-Q4 | PxP |\n", "  1   P-K4   P-K4  \n  2   P-Q4   PxP  \n"),
            ("| 1. e4 | 1. e5 |\n| 2. Nf3 | |\n", "  1. e4   1. e5  \n  2. Nf3    \n"),
            ("1. e4 | e5\n2. Nf3 | Nc6\n", "1. e4   e5\n2. Nf3   Nc6\n"),
            (
                "A 1. e4\n1. e5 2. Nf3\n2. Nc6 3. Bb5\n3. a6\n",
                "A 1. e4\n1..e5 2. Nf3\n2..Nc6 3. Bb5\n3..a6\n",
            ),
            ("e4 -> e5 -> Nf3 -> Nc6 *\n", "e4    e5    Nf3    Nc6 *\n"),
            ("e4 e5; Nf3 Nc6; Bb5 a6; Ba4\n", "e4 e5  Nf3 Nc6  Bb5 a6  Ba4\n"),
            ("e2e4/e7e5/g1f3/b8c6\n", "e2e4 e7e5 g1f3 b8c6\n"),
            ("<p>1. P-K4<br>P-K4</p>", "\n  1. P-K4\n   P-K4\n   "),
            ("5. PxP _en passant_.\n", "5. PxP  en passant .\n"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        for text in [
            "He had 1, and she had 2, of them.",
            "1. R/B-K1 P-K4 2. P-Q4\n",
            "1. P-K4 P-K4\n2. P-Q4 PxP\n3. P-QB3 B-K2\n(1) PxP was better.\n(2) Kt-KB3 was too.\n",
            "I. The King\n",
            "   P-K4       Kt-KB3\n1. ----    2. ------\n   P-K4       Kt-QB3\n",
            "1. Ng1 - f3 Ng8 - f6\n2. e2 - e4 e7 - e5\n",
            "\"1. e4\" was played, and \"1... e5\".\n",
            "1. e4 e5 2. Nf3 (2. f4 \\textit{gambit}) Nc6\n",
            "1. e4 e5 2. Nf3 **1-0**\n",
            "1. e4 e5 2. Nf3 Nc6 (2. d4, exd4) 3. Bb5 *\n",
            "e4 e5 ; Nf3 ; Nc6 ; Bb5\n",
            "P-Q4; 16. PxP; 17. KtxP; 18. QxKt\n",
            "8 | #R |    | #B | #Q | #K | #B |    | #R |\n",
        ] {
            assert!(matches!(plain(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
