//! Nothing is lost: what comes in is in the output, or in a place that a diagnostic names.
//!
//! First, of every game that the careful reader reads, each letter and each byte beyond ASCII is in a tag, a comment, a move,
//! or in the place of a diagnostic. Second, the game that is written reads back as the same. Third, the converter, on
//! whatever road, answers just that: games, diagnostics with their lines, rejects.

use std::{cmp::Reverse, ops::Range};

use plyglot::{
    chess::Comment,
    convert::Options,
    diagnostics::Severity,
    io::encoding,
    layout::{
        Event, Form, Game, Output as _, ReadGame, Writer as _, conclude, emit,
        pgn::{PgnWriter, blank_len},
    },
    notation::Choice,
    resolve::Notations,
};

use super::SAN;

/// Words that are neither tags nor comments nor letters of a move: glyphs, and marks set apart from their move.
const SIGNS: [&str; 18] = [
    "N",
    "D",
    "RR",
    "TN",
    "R",
    "zz",
    "ep",
    "e",
    "p",
    "ch",
    "mate",
    "check",
    "dis",
    "dbl",
    "disch",
    "dblch",
    "checkmate",
    "ed",
];

/// Does every byte of this stream arrive? All games are to be PGN, in SAN.
pub fn account(bytes: &[u8]) {
    let from = Notations::only(Choice::san());
    let options = Options { rejects: true, ..Options::new(from) };
    let san = Choice::san();
    let whole = super::converted(bytes, Some(Form::Pgn), usize::MAX, &options, PgnWriter::new(&san, 79));
    let mut expected = PgnWriter::new(&san, 79);
    let (mut rejects, mut said, mut games) = (Vec::new(), 0, 0);
    let mut pieces = Vec::new();
    match encoding::plain(bytes.to_vec(), None) {
        Ok(decoded) => pieces.push(decoded),
        Err(bytes) => {
            let ranges = encoding::games(&bytes, Form::Pgn, None);
            assert_eq!(
                ranges.iter().map(Range::len).sum::<usize>(),
                bytes.len(),
                "games are cut out of the stream"
            );
            pieces.extend(ranges.into_iter().map(|it| encoding::decode(bytes[it].to_vec(), None)));
        }
    }
    for decoded in &pieces {
        let text = &*decoded.text;
        let mut noted = 0;
        let mut at = 0;
        loop {
            at += blank_len(&text[at..]);
            if at == text.len() {
                break;
            }
            let end = Form::Pgn.extent(text, at).at;
            let mut read = Form::Pgn.read(text, at..end, &SAN);
            // What is no game is not written: that it is told, others hold.
            if read.diagnostics.iter().any(|it| matches!(it.problem.kind(), "no-position" | "no-game")) {
                return;
            }
            assert_covered(text, at..end, &read);
            if !read.diagnostics.iter().any(|it| it.severity == Severity::Error) {
                conclude(&mut read.game, &mut read.diagnostics);
            }
            let of_bytes =
                decoded.diagnostics.iter().filter(|it| (noted..end).contains(&it.span.start)).count();
            noted = end;
            said += read.diagnostics.len() + of_bytes;
            let mark = expected.buffer().len();
            emit(&read.game, &mut expected, &mut |failed| panic!("SAN writes every move: {}", failed.why.0));
            expected.end(read.game.outcome, &[]);
            let written = String::from_utf8(expected.buffer()[mark..].to_vec()).expect("the output is UTF-8");
            assert_reads_back(&text[at..end], &read.game, &written);
            if read.diagnostics.iter().any(|it| it.severity == Severity::Error) {
                let game = &decoded.bytes()[decoded.source(at)..decoded.source(end)];
                rejects.extend_from_slice(game.trim_ascii_end());
                rejects.extend_from_slice(b"\n\n");
            }
            games += 1;
            at = end;
        }
    }
    assert_same(&whole.out, expected.buffer(), "the output");
    assert_same(&whole.rejects, &rejects, "the rejects");
    assert_eq!((whole.games, whole.said.len()), (games, said), "games and diagnostics: {:#?}", whole.said);
}

/// Two texts are the same; else says where they are not.
fn assert_same(found: &[u8], expected: &[u8], what: &str) {
    let at = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let around = |bytes: &[u8]| {
        let piece = &bytes[at.saturating_sub(150).min(bytes.len())..bytes.len().min(at + 150)];
        String::from_utf8_lossy(piece).into_owned()
    };
    assert!(
        found == expected,
        "{what} differs at {at}:\n{}\n--- expected\n{}",
        around(found),
        around(expected)
    );
}

/// What of a text has been found to be accounted for.
struct Cover<'t> {
    text: &'t str,
    start: usize,
    covered: Vec<bool>,
    /// The text without blanks and backslashes, with the place of each of its bytes.
    bare: String,
    places: Vec<usize>,
}

impl<'t> Cover<'t> {
    fn new(text: &'t str, range: Range<usize>) -> Cover<'t> {
        let start = range.start;
        let text = &text[range];
        let mut cover =
            Cover { text, start, covered: vec![false; text.len()], bare: String::new(), places: Vec::new() };
        for (at, letter) in text.char_indices().filter(|(_, it)| !skipped(*it)) {
            cover.bare.push(letter);
            cover.places.extend((0..letter.len_utf8()).map(|n| at + n));
        }
        cover
    }

    fn range(&mut self, range: Range<usize>) {
        let to = range.end.saturating_sub(self.start).min(self.covered.len());
        let from = range.start.saturating_sub(self.start).min(to);
        self.covered[from..to].fill(true);
    }

    /// Where a piece of the text is, if it is one and no copy.
    fn place(&self, content: &str) -> Option<usize> {
        let begins = (content.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let is_within = begins <= self.text.len() && content.len() <= self.text.len() - begins;
        is_within.then_some(begins)
    }

    /// A piece of the text, wherever it is.
    fn content(&mut self, content: &str) {
        if let Some(begins) = self.place(content) {
            self.covered[begins..begins + content.len()].fill(true);
            return;
        }
        let bare: String = content.chars().filter(|it| !skipped(*it)).collect();
        if bare.is_empty() {
            return;
        }
        // What is nowhere has been made up, which is for the other checks to judge.
        let Some(at) = self.find(&bare) else { return };
        for place in &self.places[at..at + bare.len()] {
            self.covered[*place] = true;
        }
    }

    /// Of the places where this stands the one with the most bytes that say something and have
    /// not been accounted for.
    fn find(&self, bare: &str) -> Option<usize> {
        let mut best = None;
        let mut from = 0;
        while let Some(at) = self.bare[from..].find(bare).map(|n| from + n) {
            let says = |it: &&usize| !self.text.as_bytes()[**it].is_ascii_punctuation();
            let places = self.places[at..at + bare.len()].iter().filter(says);
            let new = places.filter(|it| !self.covered[**it]).count();
            if best.is_none_or(|(most, _)| new > most) {
                best = Some((new, at));
            }
            from = at + self.bare[at..].chars().next().map_or(1, char::len_utf8);
        }
        best.map(|it| it.1)
    }

    /// The word that begins here.
    fn word(&mut self, at: usize) {
        let at = at - self.start;
        let rest = &self.text[at..];
        let len = rest.find(|it: char| it.is_whitespace() || "{}();$".contains(it)).unwrap_or(rest.len());
        self.covered[at..at + len].fill(true);
    }

    /// The castling that begins here, which may be written with blanks, as in `O - O`.
    fn castling(&mut self, at: usize) {
        let at = at - self.start;
        let signs = |it: char| it.is_whitespace() || "Oo0-–—−".contains(it);
        let len = self.text[at..].find(|it| !signs(it)).unwrap_or(self.text.len() - at);
        self.covered[at..at + len].fill(true);
    }
}

fn skipped(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\\' | '\u{feff}')
}

/// Everything that says something is in the game, or in the place of a diagnostic.
fn assert_covered(text: &str, range: Range<usize>, read: &ReadGame<'_>) {
    let mut cover = Cover::new(text, range.clone());
    for diagnostic in &read.diagnostics {
        cover.range(diagnostic.span.clone());
    }
    for event in &read.game.events {
        if let Event::Ply(ply, place) = event {
            cover.word(*place);
            // A letter may stand apart from the square of its piece.
            let rest = cover.text.get(*place - cover.start + 1..).unwrap_or("");
            if rest.starts_with(char::is_whitespace) {
                cover.word(*place + 1 + (rest.len() - rest.trim_start().len()));
            }
            if ply.castling().is_some() {
                cover.castling(*place);
            }
        }
    }
    for tag in &read.game.tags.0 {
        cover.content(&tag.name);
        cover.content(&tag.value);
    }
    let comments =
        read.game.events.iter().filter_map(|it| if let Event::Comment(it) = it { Some(it) } else { None });
    // First those whose place is known; then the longest, for a short one may stand in a longer one, too.
    let mut comments: Vec<&str> = read.game.preamble.iter().chain(comments).map(|it| &*it.text).collect();
    comments.sort_by_key(|it| (cover.place(it).is_none(), Reverse(it.len())));
    comments.into_iter().for_each(|it| cover.content(it));
    // The tag that says what notation the text is in is not part of the game.
    for (at, name) in cover.text.match_indices("[Notation ") {
        let line = cover.text[at..].find(['\n', '\r']).unwrap_or(cover.text.len() - at).max(name.len());
        cover.covered[at..at + line].fill(true);
    }
    let mut rest = String::new();
    for (at, letter) in cover.text.char_indices() {
        let says = letter.is_ascii_alphabetic() || !letter.is_ascii() && !skipped(letter) && !is_sign(letter);
        rest.push(if says && !cover.covered[at] { letter } else { ' ' });
    }
    // A result that is not that of the game is kept, or spoken of.
    for (at, word) in words(cover.text) {
        let is_marker = matches!(word, "1-0" | "0-1" | "1/2-1/2");
        assert!(
            !is_marker || cover.covered[at] || word == read.game.outcome.marker(),
            "{word} of this game is lost:\n{}",
            &text[range]
        );
    }
    let lost: Vec<&str> = rest.split(' ').filter(|it| !it.is_empty() && !SIGNS.contains(it)).collect();
    assert!(lost.is_empty(), "{lost:?} of this game is lost:\n{}", &text[range]);
}

/// What stands between blanks, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |word| (place(word), word))
}

/// Dashes, fractions and glyphs beyond ASCII.
fn is_sign(letter: char) -> bool {
    !letter.is_alphanumeric() || letter == '½'
}

/// The game as it was written reads back as it was.
pub fn assert_reads_back(source: &str, game: &Game<'_>, written: &str) {
    let again = Form::Pgn.read(written, 0..written.len(), &SAN);
    let end = Form::Pgn.extent(written, blank_len(written)).at;
    assert_eq!(written[end..].trim(), "", "the game is written as several:\n{source}\n---\n{written}");
    assert_eq!(described(&again.game), described(game), "reads back otherwise:\n{source}\n---\n{written}");
}

/// What a game holds, without places. Of comments only the words: one that cannot stand in braces is written as several.
fn described(game: &Game<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let comment = |it: &Comment<'_>, all: &mut Vec<String>| {
        let mut words: Vec<&str> = it.text.split_whitespace().collect();
        match all.last_mut().filter(|it| it.starts_with('{')) {
            Some(last) => words.iter().for_each(|word| last.push_str(&format!(" {word}"))),
            None => {
                words.insert(0, "{");
                all.push(words.join(" "));
            }
        }
    };
    game.preamble.iter().for_each(|it| comment(it, &mut all));
    all.extend(game.tags.0.iter().map(|it| format!("[{} {:?}]", it.name, it.value)));
    for event in &game.events {
        match event {
            Event::Ply(ply, _) => all.push(format!("{ply:?}")),
            Event::Comment(it) => comment(it, &mut all),
            Event::Nag(nag) => all.push(format!("${}", nag.0)),
            Event::Confidence(_) => {}
            Event::BeginVariation => all.push("(".to_owned()),
            Event::EndVariation(_) => all.push(")".to_owned()),
        }
    }
    all.push(game.outcome.marker().to_owned());
    all
}
