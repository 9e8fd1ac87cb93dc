//! Properties that hold for any bytes. The fuzzer runs these with its own bytes, `tests/inside/properties.rs` with
//! random ones and `tests/inside/accounting.rs` with corrupted files. Each panics on failure.

#![allow(dead_code, reason = "every user takes a part of it")]

pub mod accounting;
#[path = "../../all/support/dice.rs"]
pub mod dice;
#[path = "../../inside/games.rs"]
pub mod games;
pub mod readers;
pub mod twins;
pub mod words;

use std::{io::Write as _, ops::Range, sync::LazyLock};

use plyglot::{
    chess::Ply,
    chess::{Position, Scope, Variant},
    convert::{Converter, OnError, Options},
    io::{Blocks, Cutting, Form as _},
    layout::{
        Event, Filter, InputFormat, Output, Writer as _,
        columns::ColumnsWriter,
        conclude, emit,
        grid::GridWriter,
        jsonl::JsonWriter,
        pgn::{PgnWriter, only_words_after},
        table::Cells,
    },
    lex::blank_len,
    notation::{self, Choice, text_of},
    resolve::{
        Notations,
        exact::{self, GameInput},
    },
};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, san::San, san::SanPlus, uci::UciMove};

static SAN: LazyLock<Notations> = LazyLock::new(|| Notations::only(Choice::san()));
static ANY: LazyLock<Notations> = LazyLock::new(Notations::any);
static REPAIRED: LazyLock<Notations> = LazyLock::new(|| Notations::any().repairing(true));
static ALL: LazyLock<Vec<Choice>> = LazyLock::new(notation::all);

/// Bytes as a source of decisions: zeros when exhausted.
pub struct Decisions<'a>(pub &'a [u8]);

impl<'a> Decisions<'a> {
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    /// Returns a position reached by play, at most this many plies from the start.
    fn position(&mut self, variants: &[Variant], longest: usize) -> Position {
        let mut position = games::first(variants[self.next() % variants.len()]);
        for _ in 0..self.next() % longest {
            let plies = games::plies(&position, Scope::Legal);
            if plies.is_empty() || position.outcome().is_some() {
                break;
            }
            position.play(&plies[(self.next() << 8 | self.next()) % plies.len()]);
        }
        position
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }
}

/// Asserts that an offset is within a text, and at a character boundary.
fn assert_place(text: &str, at: usize, what: &str) {
    assert!(text.is_char_boundary(at), "{what} at {at} is no place of the text");
}

/// Reads the games of a text in this format: each consumes some of it, and all diagnostics are within it.
fn games_of(text: &str, format: InputFormat, notations: &Notations) {
    let mut at = blank_len(text);
    while at < text.len() {
        let end = format.extents(text).of(at).at;
        assert_place(text, end, "the end of a game");
        assert!(end > at, "a game without text at {at}");
        let read = format.read(text, at..end, notations);
        for diagnostic in &read.diagnostics {
            let Range { start, end: over } = diagnostic.span;
            assert_place(text, start, "a diagnostic");
            assert_place(text, over, "the end of a diagnostic");
            assert!(at <= start && start <= over && over <= end, "{diagnostic:#?} is not in {at}..{end}");
        }
        let places = read.diagnostics.iter().map(|it| it.span.start);
        assert!(
            places.is_sorted(),
            "diagnostics stand in the order of their places: {:#?}",
            read.diagnostics
        );
        for event in &read.game.events {
            if let Event::Ply(_, place) = event {
                assert_place(text, place.start, "a ply");
            }
        }
        at = end + blank_len(&text[end..]);
    }
}

/// Any text can be read as PGN.
pub fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for notations in [&*SAN, &*ANY] {
        games_of(&text, InputFormat::Pgn, notations);
    }
}

/// Any text can be read as scoresheets, with any piece letters, and written as such.
pub fn grid(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    games_of(&text, InputFormat::Grid, &ANY);
    let target = Choice::parse("sllavcco").expect("a notation");
    let format = [Some(InputFormat::Grid), None][data.len() % 2];
    assert_same_in_pieces(data, format, Notations::any(), || GridWriter::new(&target, Cells::Tabs, 0, 79));
}

/// Any text can be read as a book, as a whole and for its games, with any piece letters. The length decides
/// between these, as each takes a while.
pub fn prose(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let san = Choice::san();
    let format = [Some(InputFormat::Prose), None][data.len() % 2];
    if let Some(format) = format {
        games_of(&text, format, &ANY);
    }
    assert_same_in_pieces(data, format, Notations::any(), || PgnWriter::new(&san, 79));
}

/// Any text can be repaired, with any piece letters.
pub fn repair(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    games_of(&text, InputFormat::Pgn, &REPAIRED);
    let san = Choice::san();
    assert_same_in_pieces(data, None, Notations::any().repairing(true), || PgnWriter::new(&san, 79));
}

/// Games in columns are read back the same.
pub fn columns(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let san = Choice::san();
    let mut at = blank_len(&text);
    while at < text.len() {
        let end = InputFormat::Pgn.extents(&text).of(at).at;
        let read = InputFormat::Pgn.read(&text, at..end, &SAN);
        let mut writer = ColumnsWriter::new(&san, 79);
        emit(&read.game, &mut writer, &mut |failed| panic!("SAN writes every move: {}", failed.why));
        writer.end(read.game.outcome, &[]);
        let written = String::from_utf8_lossy(writer.buffer()).into_owned();
        accounting::assert_reads_back(&text[at..end], &read.game, &written);
        at = end + blank_len(&text[end..]);
    }
}

/// Asserts that a stream gives the same result in one piece and in pieces whose size its length decides.
fn assert_same_in_pieces<W: Output>(
    bytes: &[u8],
    format: Option<InputFormat>,
    from: Notations,
    writer: impl Fn() -> W,
) {
    let options = Options { rejects: true, ..Options::new(from) };
    let pieces = 1 + bytes.len() % 7;
    let whole = converted(bytes, format, usize::MAX, &options, writer());
    let again = converted(bytes, format, pieces, &options, writer());
    assert_eq!(show(&whole), show(&again), "{format:?} in pieces of {pieces}");
}

/// Any bytes can be converted to anything, in pieces of any size, to the same output.
pub fn convert(data: &[u8]) {
    let mut decisions = Decisions(data);
    let target = &ALL[decisions.next() % ALL.len()];
    let how = decisions.next();
    let max_game = [usize::MAX, 64, 1000, 100_000][how % 4];
    let from = if how & 4 == 0 { Notations::any() } else { Notations::only(Choice::san()) };
    let on_error = [OnError::Keep, OnError::Skip, OnError::Stop][how / 8 % 3];
    let options = Options { on_error, rejects: true, max_game, ..Options::new(from) };
    let pieces = 1 + decisions.next();
    if how & 64 == 0 {
        let whole = converted(decisions.0, None, usize::MAX, &options, PgnWriter::new(target, 79));
        let again = converted(decisions.0, None, pieces, &options, PgnWriter::new(target, 79));
        assert_eq!(show(&whole), show(&again), "in pieces of {pieces}");
    } else {
        let whole = converted(decisions.0, None, usize::MAX, &options, JsonWriter::new(target));
        let again = converted(decisions.0, None, pieces, &options, JsonWriter::new(target));
        assert_eq!(show(&whole), show(&again), "in pieces of {pieces}");
        for line in whole.out.split(|it| *it == b'\n').filter(|it| !it.is_empty()) {
            // Skipping a value is not recursive, so its depth is unlimited.
            let parsed = serde_json::from_slice::<serde::de::IgnoredAny>(line);
            assert!(parsed.is_ok(), "a line is no JSON: {}", String::from_utf8_lossy(line));
        }
    }
}

/// The result of converting a stream.
#[derive(Default)]
pub struct Whole {
    pub out: Vec<u8>,
    pub rejects: Vec<u8>,
    pub said: Vec<String>,
    pub games: u64,
    pub failed: u64,
}

fn show(whole: &Whole) -> (String, String, &[String], u64, u64) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&whole.out), text(&whole.rejects), &whole.said, whole.games, whole.failed)
}

/// A stream that arrives in pieces of this size.
struct Pieces<'a>(&'a [u8], usize);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(buffer.len()).min(self.0.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

/// Converts a stream of this format (or of the detected one) that arrives in pieces of this size. A bug that is contained is
/// a failure here.
pub fn converted<W: Output>(
    bytes: &[u8],
    format: Option<InputFormat>,
    pieces: usize,
    options: &Options,
    writer: W,
) -> Whole {
    converted_by(bytes, format, pieces, options, Box::new(writer))
}

/// Does the same with any writer.
pub fn converted_by(
    bytes: &[u8],
    format: Option<InputFormat>,
    pieces: usize,
    options: &Options,
    writer: Box<dyn Output + '_>,
) -> Whole {
    let cutting = Cutting { format, encoding: options.encoding, max_game: options.max_game };
    let mut blocks = Blocks::new(Pieces(bytes, pieces), cutting);
    let mut converter = Converter::new(options, writer);
    let mut whole = Whole::default();
    while let Some(block) = blocks.next_block().expect("memory does not fail") {
        let converted = converter.convert(block);
        whole.out.extend(converted.out);
        whole.rejects.extend(converted.rejects);
        for report in converted.reports {
            let game = whole.games + report.game;
            whole.said.extend(report.diagnostics.into_iter().map(|it| {
                format!("{game}: {}:{}: {}: {}", it.line, it.column, it.text, it.diagnostic.problem)
            }));
        }
        whole.games += converted.games;
        whole.failed += converted.failed;
        if converted.stop {
            break;
        }
    }
    let bug = whole.said.iter().find(|it| it.contains("bug in plyglot"));
    assert_eq!((bug, blocks.take_bug()), (None, None), "in {:?}", String::from_utf8_lossy(bytes));
    whole
}

/// Whatever the exact reader accepts, the full reader reads to the same output and diagnostics.
///
/// The bytes are used as a text, and decide which game is corrupted where.
pub fn exact(data: &[u8]) {
    let mut decisions = Decisions(data);
    let target = &ALL[decisions.next() % ALL.len()];
    exact_text(&String::from_utf8_lossy(data), &SAN, target);
    exact_text(&corrupted(&mut decisions), &SAN, target);
}

/// Returns a game with a few of its words replaced by others that look like moves.
fn corrupted(decisions: &mut Decisions<'_>) -> String {
    const GAMES: [&str; 3] = [
        include_str!("../../../fixtures/games/over-the-board.pgn"),
        include_str!("../../../fixtures/games/chess960.pgn"),
        include_str!("../../../fixtures/opera.pgn"),
    ];
    const WORDS: [&str; 60] = [
        "Nf3", "e4", "exd5", "Qxd4", "Ra1", "Rad1", "R1d1", "R1db1", "Raac1", "Nbd2", "N1d2", "O-O", "O-O-O",
        "Kg1", "Kxf7", "e8=Q", "e8=K", "exd8=N", "a1=R", "bxa6", "Bb5+", "Qh5#", "Nge2", "Ng1f3", "fxe6",
        "Ke2", "e2e4", "ed5", "e9", "Pe4", "N", "xd5", "0-0", "--", "e8Q", "e4!", "Nf3?!", "e4)", "cxb3",
        "{a}", "(1. d4)", "1...", "1.", "2.", "12.", "13...", "14", "9..", "...", "$9", "N", "=", "+-",
        "; a\n", "1:0", "½-½", "1-0", "*", "", "[A \"b\"]",
    ];
    let games = GAMES[decisions.next() % GAMES.len()];
    let starts: Vec<usize> = games.match_indices("[Event ").map(|it| it.0).collect();
    let start = starts[(decisions.next() << 8 | decisions.next()) % starts.len()];
    let end = starts.iter().copied().find(|it| *it > start).unwrap_or(games.len());
    let moves = start + games[start..end].find("\n\n").unwrap_or(0);
    let mut words: Vec<String> = games[moves..end].split(' ').map(str::to_owned).collect();
    for _ in 0..decisions.next() % 4 {
        let n = (decisions.next() << 8 | decisions.next()) % words.len();
        let other = words[(decisions.next() << 8 | decisions.next()) % words.len()].clone();
        let (kind, which) = (decisions.next() % 8, decisions.next());
        let word = &mut words[n];
        match kind {
            0..4 => WORDS[which % WORDS.len()].clone_into(word),
            4 => *word = word.trim_end_matches(['+', '#']).to_owned(),
            5 => word.push_str(["+", "#", "++", "\n", "\r\n"][which % 5]),
            6 => *word = other,
            _ => {
                if let Some((at, old)) = word.char_indices().nth(which % word.len().max(1)) {
                    let new = b"abcdefgh12345678NBRQKx+"[which % 23];
                    word.replace_range(at..at + old.len_utf8(), &char::from(new).to_string());
                }
            }
        }
    }
    format!("{}{}", &games[start..moves], words.join(" "))
}

/// Reads all games of a text with both readers, to PGN and to JSON lines. Returns the number of games, and of
/// those the exact reader accepted.
pub fn exact_text(text: &str, notations: &Notations, target: &Choice) -> (usize, usize) {
    let format = InputFormat::of(text.as_bytes(), true);
    let format = format.filter(|it| matches!(it, InputFormat::Lists(_))).unwrap_or_default();
    let (mut games, mut taken) = (0, 0);
    let mut at = blank_len(text);
    while at < text.len() {
        let end = format.extents(text).of(at).at;
        games += 1;
        let is_list = matches!(format, InputFormat::Lists(_));
        let is_tagged = text[at..].starts_with('[');
        // Without tags, a game may end where its text shows, or where that of the next one does.
        let ways = [(false, !is_list), (true, !is_tagged)].into_iter().filter(|it| it.1);
        let are_taken: Vec<bool> = ways
            .map(|(is_bounded, _)| {
                let game = (text, at..end, format, is_bounded);
                let is_taken = same_by_both_readers(game.clone(), notations, || PgnWriter::new(target, 79));
                assert_eq!(is_taken, same_by_both_readers(game, notations, || JsonWriter::new(target)));
                is_taken
            })
            .collect();
        taken += usize::from(are_taken.contains(&true));
        at = end + blank_len(&text[end..]);
    }
    (games, taken)
}

/// Reads a game with the exact reader and, if that accepts it, with the full reader as well.
fn same_by_both_readers<W: Output>(
    (text, game, format, is_bounded): (&str, Range<usize>, InputFormat, bool),
    notations: &Notations,
    new: impl Fn() -> W,
) -> bool {
    if !format.extents(text).may_be_exact(game.start) {
        return false;
    }
    let (mut writer, filter) = (new(), Filter::default());
    let next_variation = exact::next_variation(text, game.start);
    let job = GameInput {
        text: if is_bounded { &text[..game.end] } else { text },
        start: game.start,
        is_bounded,
        notations,
        filter: &filter,
        escapes: true,
        next_variation,
    };
    let read = (&mut writer as &mut dyn Output).read_exactly(&job);
    // Words after the last game are for the full reader.
    let Some(read) = read.filter(|it| !only_words_after(text, it.end)) else { return false };
    let left = text[game.end.min(read.end)..game.end.max(read.end)].trim();
    assert_eq!(left, "", "the readers end at different places, {} and {}", game.end, read.end);
    writer.end(read.outcome, &[]);
    let mut full = new();
    let mut whole = format.read(text, game.clone(), notations);
    conclude(&mut whole.game, &mut whole.diagnostics);
    assert_eq!(read.diagnostics, whole.diagnostics, "{}", &text[game]);
    emit(&whole.game, &mut full, &mut |failed| panic!("{}", failed.why));
    full.end(whole.game.outcome, &[]);
    let [exact, full] = [writer.buffer(), full.buffer()].map(|it| String::from_utf8_lossy(it));
    assert_eq!(exact, full);
    true
}

/// In a position reached by play, for every notation: the text of every legal ply means this ply, all texts
/// differ, and any reading of any text is within it.
pub fn notation(data: &[u8]) {
    let mut decisions = Decisions(data);
    let choice = &ALL[decisions.next() % ALL.len()];
    let notation = &*choice.notation;
    let variants =
        [Variant::Standard, Variant::Standard, Variant::Crazyhouse, Variant::Atomic, Variant::Chess99];
    let position = decisions.position(&variants, 120);
    if notation.supports(&position).is_err() {
        return;
    }
    let plies = games::plies(&position, Scope::Legal);
    let mut texts = Vec::new();
    for ply in &plies {
        let Ok(text) = text_of(notation, &position, ply) else { continue };
        // A notation that permits ambiguity may do so for this move, too.
        let found = games::meanings(notation, &position, &text);
        let one = plyglot::resolve::meaning(notation, &position, &text).plies;
        assert!(found.contains(ply), "{}: {text} in {} does not mean {ply:?}", choice.name, position.fen());
        assert_eq!(one, [*ply], "{}: {text} in {}", choice.name, position.fen());
        texts.push(text);
    }
    texts.sort_unstable();
    assert!(texts.windows(2).all(|it| it[0] != it[1]), "{}: {texts:?}", choice.name);
    let text = decisions.text();
    let mut readings = Vec::new();
    notation.read(&position, &text, &mut readings);
    for reading in &readings {
        assert!(reading.len > 0 && reading.len <= text.len(), "{}: {reading:?} of {text:?}", choice.name);
        assert_place(&text, reading.len, "the end of a move");
        let mut found = Vec::new();
        position.plies(Scope::Legal, &reading.pattern, &mut found);
        assert!(
            found.iter().all(|it| plies.contains(it) || it.is_null()),
            "{}: {text:?}: {found:?}",
            choice.name
        );
    }
    assert!(readings.is_sorted_by(|one, other| one.len >= other.len), "the longest reading comes first");
    if let Some(exact) = notation.read_exact(&position, &text) {
        assert_place(&text, exact.len, "the end of a move");
        let short = plyglot::resolve::meaning(notation, &position, &text[..exact.len]).plies;
        assert_eq!(short, [exact.ply], "{}: read_exact on {text:?}", choice.name);
    }
}

/// SAN compared with shakmaty: the same text for every legal move, and what shakmaty reads, we read to the same
/// move. The exception is `xd4`, which shakmaty reads as a pawn's move, although a piece letter may be missing.
pub fn san(data: &[u8]) {
    let mut decisions = Decisions(data);
    let position = decisions.position(&[Variant::Standard], 200);
    let choice = Choice::san();
    let fen: Fen = position.fen().parse().expect("our FEN is one");
    let theirs: Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
    let uci = Choice::uci();
    let ours = games::plies(&position, Scope::Legal);
    let moves = theirs.legal_moves();
    assert_eq!(ours.len(), moves.len(), "legal moves in {}", position.fen());
    let same = |ply: &Ply, it: &shakmaty::Move| {
        text_of(&*uci.notation, &position, ply)
            .is_ok_and(|text| text == it.to_uci(CastlingMode::Standard).to_string())
    };
    for it in &moves {
        let text = SanPlus::from_move(theirs.clone(), *it).to_string();
        let ply = ours.iter().find(|ply| same(ply, it)).expect("a ply for every move");
        assert_eq!(text_of(&*choice.notation, &position, ply).expect("SAN writes all"), text);
    }
    let text = decisions.text();
    let word = text.split_whitespace().next().unwrap_or("");
    if let Ok(san) = word.parse::<San>()
        && !word.starts_with('x')
        && let Ok(it) = san.to_move(&theirs)
    {
        let found = plyglot::resolve::meaning(&*choice.notation, &position, word).plies;
        assert!(found.len() == 1 && same(&found[0], &it), "{word} in {}: {found:?}, {it}", position.fen());
    }
    if let Ok(it) = word.parse::<UciMove>()
        && let Ok(it) = it.to_move(&theirs)
    {
        let found = plyglot::resolve::meaning(&*uci.notation, &position, word).plies;
        assert!(found.len() == 1 && same(&found[0], &it), "{word} in {}: {found:?}, {it}", position.fen());
    }
}

/// Prints a line for whoever runs the tests.
pub fn say(line: &str) {
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A property.
pub type Body = fn(&[u8]);

/// All properties with their names.
pub const BODIES: [(&str, Body); 15] = [
    ("pgn", pgn),
    ("convert", convert),
    ("exact", exact),
    ("notation", notation),
    ("san", san),
    ("accounting", accounting::account),
    ("grid", grid),
    ("prose", prose),
    ("repair", repair),
    ("columns", columns),
    ("readers", readers::readers),
    ("words_of_books", words::books),
    ("words_of_sheets", words::sheets),
    ("words_of_notations", words::notations),
    ("twins", twins::read),
];
