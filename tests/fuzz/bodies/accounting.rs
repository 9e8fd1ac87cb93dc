//! Nothing is lost: all input is in the output, or in a place named by a diagnostic.
//!
//! First, each letter and each non-ASCII byte of a game read by the full reader is in a tag, a comment, a move,
//! or in the place of a diagnostic. Second, the written game is read back the same. Third, the converter gives
//! exactly that with either reader: games, diagnostics with their lines, rejects.

use std::{cmp::Reverse, ops::Range};

use plyglot::{
    chess::{Comment, Outcome},
    convert::Options,
    diagnostics::Severity,
    io::encoding,
    layout::{Event, Game, InputFormat, Output as _, ReadGame, Writer as _, conclude, emit, pgn::PgnWriter},
    lex::blank_len,
    notation::Choice,
    resolve::Notations,
};

use super::SAN;

/// Words that are neither tags nor comments nor letters of a move: NAGs, and marks set apart from their move.
const SIGNS: [&str; 18] = [
    "N", "D", "RR", "TN", "R", "zz", "ep", "e", "p", "ch", "mate", "check", "dis", "dbl", "disch", "dblch",
    "checkmate", "ed",
];

/// Checks that every byte of this stream is accounted for. All games must be PGN, in SAN.
pub fn account(bytes: &[u8]) {
    let from = Notations::only(Choice::san());
    let options = Options { rejects: true, ..Options::new(from) };
    let san = Choice::san();
    let whole =
        super::converted(bytes, Some(InputFormat::Pgn), usize::MAX, &options, PgnWriter::new(&san, 79));
    // Nothing is written for an input that is no text.
    if whole.said.iter().any(|it| it.contains("no text of games")) {
        return;
    }
    let mut expected = PgnWriter::new(&san, 79);
    let (mut rejects, mut said, mut games) = (Vec::new(), 0, 0);
    let mut pieces = Vec::new();
    match encoding::plain(bytes.to_vec(), None) {
        Ok(decoded) => pieces.push(decoded),
        Err(bytes) => {
            for (stretch, _) in encoding::stretches(&bytes, None) {
                let games = encoding::runs(&bytes[stretch.clone()], InputFormat::Pgn, None).concat();
                let len: usize = games.iter().map(Range::len).sum();
                assert_eq!(len, stretch.len(), "games are cut out of the stream");
                pieces.push(encoding::decode_run(&bytes[stretch], &games, None));
            }
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
            let end = InputFormat::Pgn.extents(text).of(at).at;
            let mut read = InputFormat::Pgn.read(text, at..end, &SAN);
            // Nor is text that has nothing of a game.
            let is_ply = |it: &Event<'_>| matches!(it, Event::Ply(ply, _) if !ply.is_null());
            let is_bare = read.game.tags.0.is_empty() && read.game.outcome == Outcome::Unknown;
            if is_bare && end == text.len() && at == blank_len(text) && !read.game.events.iter().any(is_ply) {
                return;
            }
            // Text that is not a game is not written; other checks ensure that it is reported.
            if read.diagnostics.iter().any(|it| matches!(it.problem.kind(), "no-position" | "no-game")) {
                return;
            }
            assert_covered(text, at..end, &read);
            conclude(&mut read.game, &mut read.diagnostics);
            let of_bytes =
                decoded.diagnostics.iter().filter(|it| (noted..end).contains(&it.span.start)).count();
            noted = end;
            said += read.diagnostics.len() + of_bytes;
            let mark = expected.buffer().len();
            emit(&read.game, &mut expected, &mut |failed| panic!("SAN writes every move: {}", failed.why));
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

/// Asserts that two texts are the same, showing the first difference.
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

/// The parts of a text that are accounted for.
struct Cover<'t> {
    text: &'t str,
    start: usize,
    covered: Vec<bool>,
    /// The text without white space and backslashes, with the offset of each of its bytes.
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

    /// Returns the range of a piece of the text, if it is borrowed from it.
    fn place(&self, content: &str) -> Option<usize> {
        let begins = (content.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let is_within = begins <= self.text.len() && content.len() <= self.text.len() - begins;
        is_within.then_some(begins)
    }

    /// Accounts for a piece of the text, wherever it is.
    fn content(&mut self, content: &str) {
        if let Some(begins) = self.place(content) {
            self.covered[begins..begins + content.len()].fill(true);
            return;
        }
        let bare: String = content.chars().filter(|it| !skipped(*it)).collect();
        if bare.is_empty() {
            return;
        }
        // A text that is nowhere was made up, which other checks detect.
        let Some(at) = self.find(&bare) else { return };
        for place in &self.places[at..at + bare.len()] {
            self.covered[*place] = true;
        }
    }

    /// Returns, of the places where this text is found, the one with the most significant bytes not yet accounted for.
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

    /// Accounts for the word here.
    fn word(&mut self, at: usize) {
        let at = at - self.start;
        let rest = &self.text[at..];
        let len = rest.find(|it: char| it.is_whitespace() || "{}();$".contains(it)).unwrap_or(rest.len());
        self.covered[at..at + len].fill(true);
    }

    /// Accounts for castling here, which may contain spaces, as in `O - O`.
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

/// Asserts that everything significant is in the game, or in the place of a diagnostic.
fn assert_covered(text: &str, range: Range<usize>, read: &ReadGame<'_>) {
    let mut cover = Cover::new(text, range.clone());
    for diagnostic in &read.diagnostics {
        cover.range(diagnostic.span.clone());
    }
    for event in &read.game.events {
        if let Event::Ply(ply, place) = event {
            cover.word(place.start);
            // A letter may stand apart from its square.
            let rest = cover.text.get(place.start - cover.start + 1..).unwrap_or("");
            if rest.starts_with(char::is_whitespace) {
                cover.word(place.start + 1 + (rest.len() - rest.trim_start().len()));
            }
            if ply.castling().is_some() {
                cover.castling(place.start);
            }
        }
    }
    for tag in &read.game.tags.0 {
        cover.content(&tag.name);
        cover.content(&tag.value);
    }
    let comments =
        read.game.events.iter().filter_map(|it| if let Event::Comment(it) = it { Some(it) } else { None });
    // Those with a known place first; then the longest, as a short one may be part of a longer one.
    let mut comments: Vec<&str> = read.game.preamble.iter().chain(comments).map(|it| &*it.text).collect();
    comments.sort_by_key(|it| (cover.place(it).is_none(), Reverse(it.len())));
    comments.into_iter().for_each(|it| cover.content(it));
    // The Notation tag is not part of the game.
    for (at, name) in cover.text.match_indices("[Notation ") {
        let line = cover.text[at..].find(['\n', '\r']).unwrap_or(cover.text.len() - at).max(name.len());
        cover.covered[at..at + line].fill(true);
    }
    let mut rest = String::new();
    for (at, letter) in cover.text.char_indices() {
        let says = letter.is_ascii_alphabetic() || !letter.is_ascii() && !skipped(letter) && !is_sign(letter);
        rest.push(if says && !cover.covered[at] { letter } else { ' ' });
    }
    // A result other than that of the game is kept, or reported.
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

/// Returns the words between white space, with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |word| (place(word), word))
}

/// Whether this is a dash, a fraction or a non-ASCII NAG.
fn is_sign(letter: char) -> bool {
    !letter.is_alphanumeric() || letter == '½'
}

/// Asserts that the written game is read back the same.
pub fn assert_reads_back(source: &str, game: &Game<'_>, written: &str) {
    let again = InputFormat::Pgn.read(written, 0..written.len(), &SAN);
    let end = InputFormat::Pgn.extents(written).of(blank_len(written)).at;
    assert_eq!(written[end..].trim(), "", "the game is written as several:\n{source}\n---\n{written}");
    assert_eq!(described(&again.game), described(game), "reads back otherwise:\n{source}\n---\n{written}");
}

/// Describes the content of a game without places. Only the words of comments count: one that cannot be written
/// in braces is split.
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
    all.extend(game.tags.0.iter().map(|it| format!("[{} {:?}]", it.name, it.value)));
    game.preamble.iter().for_each(|it| comment(it, &mut all));
    for event in &game.events {
        match event {
            Event::Ply(ply, _) => all.push(format!("{ply:?}")),
            Event::Comment(it) => comment(it, &mut all),
            Event::Nag(nag) => all.push(format!("${}", nag.0)),
            Event::Confidence(..) => {}
            Event::BeginVariation => all.push("(".to_owned()),
            Event::EndVariation(_) => all.push(")".to_owned()),
        }
    }
    all.push(game.outcome.marker().to_owned());
    all
}
