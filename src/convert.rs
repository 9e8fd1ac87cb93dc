//! Conversion of blocks of text to blocks of output, game by game.

mod block;
mod corrected;
mod formatting;
mod read_game;

use std::{borrow::Cow, sync::Arc};

use encoding_rs::Encoding;

use crate::{
    bug::survive,
    corrections::{Corrections, Placed},
    diagnostics::{Diagnostic, Located, Problem, locate},
    events::Notes,
    io::{
        Block, BlockContent, Form as _, buffers,
        encoding::{self, DecodedText, EncodedRange},
        foreign,
    },
    layout::{Filter, InputFormat, Output, PageText},
    lines,
    named::named,
    replay::Sampling,
    resolve::Notations,
};

use block::BlockConversion;
pub use formatting::FormattedBlock;

named! {
    /// What to do with a game that has errors.
    "policy" OnError: Default {
        Keep: ["keep"], "Write what could be read, and the rest as a comment";
        Skip: ["skip"], "Drop the game";
        Stop: ["stop"], "Stop at the first error";
    }
}

/// The options of a [`Converter`].
pub struct Options {
    /// The candidate notations of the games.
    pub from: Notations,
    /// What to omit.
    pub filter: Filter,
    /// What to do with games that have errors.
    pub on_error: OnError,
    /// Whether to keep the bytes of games with errors.
    pub rejects: bool,
    /// The encoding of the input, if given.
    pub encoding: Option<&'static Encoding>,
    /// The limit on the bytes of a game.
    pub max_game: usize,
    /// What is certain about the texts.
    pub corrections: Option<Arc<Corrections>>,
    /// Whether games are only checked: the notation of each that isn't SAN is reported, and no game is
    /// changed to make it legal.
    pub checks: bool,
    /// Whether to check PGN with a strict importer as well.
    pub import: bool,
    /// Whether to leave out words around the games of a text.
    pub extract: bool,
    /// Whether games on pages with boxes get their pages as comments.
    pub page_refs: bool,
    /// What becomes of lines of moves in comments.
    pub notes: Notes,
    /// Whether to record what each game became, and to keep the bytes of games that can't be formatted with
    /// certainty.
    pub formats: bool,
    /// The games to be replayed with shakmaty.
    pub sampling: Sampling,
}

impl Options {
    /// Returns default options for games in these notations.
    #[must_use]
    pub fn new(from: Notations) -> Options {
        Options {
            from,
            filter: Filter::default(),
            on_error: OnError::default(),
            rejects: false,
            encoding: None,
            max_game: usize::MAX,
            corrections: None,
            checks: false,
            import: false,
            extract: false,
            page_refs: false,
            notes: Notes::default(),
            formats: false,
            sampling: Sampling::default(),
        }
    }
}

/// The diagnostics of a game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The number of the game, counted from 0 in its block.
    pub game: u64,
    /// The players, if known.
    pub players: Option<String>,
    /// The diagnostics.
    pub diagnostics: Vec<Located>,
}

/// Offsets and counts at the end of a game, within its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// Offset in the output.
    pub out: usize,
    /// Offset in the rejects.
    pub rejects: usize,
    /// Games with errors so far.
    pub failed: u64,
}

/// The result of converting a block.
#[derive(Debug, Default)]
pub struct Converted {
    /// The output.
    pub out: Vec<u8>,
    /// The bytes of games with errors.
    pub rejects: Vec<u8>,
    /// The diagnostics, by game.
    pub reports: Vec<GameReport>,
    /// The end of each game, if requested.
    pub ends: Vec<Ends>,
    /// The number of games.
    pub games: u64,
    /// The number of games with errors.
    pub failed: u64,
    /// The number of plies, variations included.
    pub plies: u64,
    /// The number of games not read by the exact reader but the full one.
    pub odd: u64,
    /// Whether the conversion stops here.
    pub stop: bool,
    /// What each game became, if requested.
    pub formatted: Option<FormattedBlock>,
}

impl Converted {
    /// Reports a problem outside the games.
    fn fail(&mut self, line: u64, problem: Problem) {
        let diagnostics = locate(vec![Diagnostic::error(0..0, problem)], "", "", line);
        self.reports.push(GameReport { game: self.games, players: None, diagnostics });
        self.failed += 1;
    }
}

/// Converts blocks in order.
pub struct Converter<'a> {
    options: &'a Options,
    writer: Box<dyn Output + 'a>,
    /// Whether to record where each game ends in the output.
    ends: bool,
    /// How to read formatted games again.
    reading_back: Option<Options>,
}

impl<'a> Converter<'a> {
    /// Creates a converter with this writer.
    pub fn new(options: &'a Options, writer: Box<dyn Output + 'a>) -> Converter<'a> {
        let reading_back = || Options { checks: true, ..Options::new(Notations::any()) };
        Converter { options, writer, ends: false, reading_back: options.formats.then(reading_back) }
    }

    /// Sets whether to record where each game ends in the output.
    #[must_use]
    pub fn with_ends(self, ends: bool) -> Converter<'a> {
        Converter { ends, ..self }
    }

    /// Converts a block. A bug outside the reading of a single game costs the whole block.
    pub fn convert(&mut self, block: Block<InputFormat>) -> Converted {
        let (line, format) = (block.first_line, block.format);
        let is_boxes = matches!(format, InputFormat::Boxes);
        let formats = self.reading_back.is_some();
        let kept = (self.options.rejects || formats).then(|| block.bytes.clone());
        let beginning = || block.bytes[..block.bytes.len().min(foreign::BEGINNING)].to_vec();
        let beginning = (line == 1).then(beginning);
        let problem = match survive(|| self.convert_block(block)) {
            Ok(converted) => {
                let beginning = beginning.filter(|_| converted.plies == 0 && !is_boxes);
                match beginning.and_then(|it| foreign::without_games(&it)) {
                    Some(foreign) => Problem::NotGames(foreign.to_string()),
                    None => return converted,
                }
            }
            Err(bug) => Problem::Bug(bug.to_string()),
        };
        self.writer.buffer().clear();
        let mut converted = Converted::default();
        let kept = kept.unwrap_or_default();
        if formats {
            let formatted = converted.formatted.insert(FormattedBlock::new(kept.clone(), format));
            formatted.keep(true, true);
        }
        if self.options.rejects {
            converted.rejects = kept;
        }
        converted.fail(line, problem);
        converted.games = 1;
        converted.stop = self.options.on_error == OnError::Stop;
        let ends = Ends { out: 0, rejects: converted.rejects.len(), failed: 1 };
        converted.ends.extend(self.ends.then_some(ends));
        converted
    }

    fn convert_block(&mut self, block: Block<InputFormat>) -> Converted {
        let Block { mut bytes, first_line, format, content, name } = block;
        let formatted = self.reading_back.is_some().then(|| FormattedBlock::new(bytes.clone(), format));
        let encoding = self.options.encoding;
        let mut converted = Converted { formatted, ..Converted::default() };
        self.options.sampling.see(&bytes);
        // The last line gets a line end as well, so that its end has an offset.
        if content == BlockContent::Games && format != InputFormat::Pgn && !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
        match (content, encoding::plain(bytes, encoding)) {
            (BlockContent::TooLarge { first, last }, decoded) => {
                let bytes = decoded.map_or_else(|bytes| bytes, |it| it.text.into_bytes());
                self.piece(&bytes, first_line, first, last, &mut converted);
            }
            (BlockContent::Games, decoded) if matches!(format, InputFormat::Boxes) => {
                let decoded = decoded.unwrap_or_else(|bytes| encoding::decode(&bytes, encoding));
                self.pages(&decoded, format, &name, &mut converted);
            }
            (BlockContent::Games, Ok(decoded)) => {
                self.writer.buffer().reserve(decoded.text.len() + decoded.text.len() / 4);
                self.games(&decoded, format, (&name, first_line), 0, None, &mut converted);
                buffers::give(decoded.text.into_bytes());
            }
            (BlockContent::Games, Err(bytes)) => {
                let stretches = match format {
                    InputFormat::Pgn => encoding::stretches(&bytes, encoding),
                    _ => vec![(0..bytes.len(), false)],
                };
                let (mut offset, mut line) = (0, first_line);
                let texts = stretches.into_iter().flat_map(|it| decode(&bytes, it, format, encoding));
                for decoded in texts {
                    self.games(&decoded, format, (&name, line), offset, None, &mut converted);
                    if converted.stop {
                        break;
                    }
                    offset += decoded.bytes().len();
                    line += lines::count(decoded.bytes());
                }
            }
        }
        self.take_output(&mut converted);
        converted
    }

    /// Moves the writer's output into the result.
    fn take_output(&mut self, converted: &mut Converted) {
        let out = self.writer.buffer();
        // A check writes nothing and keeps its buffer.
        if !out.is_empty() {
            let mut next = buffers::take(out.len());
            next.clear();
            converted.out = std::mem::replace(out, next);
        }
    }

    /// Converts the games on pages with boxes.
    fn pages(&mut self, decoded: &DecodedText, format: InputFormat, name: &str, converted: &mut Converted) {
        let found = survive(|| format.page_text(&decoded.text));
        let (format, pages) = match found {
            Ok(found) => found.unwrap_or_default(),
            Err(bug) => return converted.fail(1, Problem::Bug(bug.to_string())),
        };
        let mut assembled = DecodedText::default();
        assembled.text.clone_from(&pages.text);
        assembled.diagnostics.clone_from(&decoded.diagnostics);
        assembled.diagnostics.iter_mut().for_each(|it| it.span = 0..0);
        assembled.diagnostics.extend(pages.diagnostics.iter().cloned());
        if !assembled.text.trim().is_empty() {
            return self.games(&assembled, format, (name, 1), 0, Some(&pages), converted);
        }
        let mut diagnostics = locate(assembled.diagnostics, &pages.text, &pages.text, 1);
        pages.relocate(&mut diagnostics, 0);
        converted.reports.push(GameReport { game: 0, players: None, diagnostics });
        converted.failed += 1;
    }

    fn games(
        &mut self,
        decoded: &DecodedText,
        format: InputFormat,
        (name, first_line): (&str, u64),
        offset: usize,
        pages: Option<&PageText>,
        converted: &mut Converted,
    ) {
        let plain = survive(|| format.plain(Cow::Borrowed(&decoded.text)));
        let text = plain.unwrap_or_else(|bug| {
            converted.fail(first_line, Problem::Bug(bug.to_string()));
            Cow::Borrowed(&decoded.text)
        });
        let corrections = self.options.corrections.as_ref();
        let corrections = corrections.map_or_else(Vec::new, |it| it.placed(name, &text, first_line));
        let evidence = corrections.iter().filter_map(Placed::evidence).collect();
        let mut run = BlockConversion {
            name,
            from: self.options.from.clone().with_evidence(evidence),
            borders: corrections.iter().filter_map(|it| it.border(&text)).collect(),
            corrections,
            reading_back: self.reading_back.as_ref().filter(|_| format == InputFormat::Pgn),
            offset,
            ends: self.ends,
            pages,
            counted: (0, first_line),
            begins_input: first_line == 1,
            ..BlockConversion::new(self.options, &mut *self.writer, (format, decoded, &text), converted)
        };
        run.block();
    }

    /// Consumes a piece of a game that is too large to be parsed.
    fn piece(&self, bytes: &[u8], line: u64, first: bool, last: bool, converted: &mut Converted) {
        if let Some(formatted) = &mut converted.formatted {
            formatted.keep(first, last);
        }
        if first {
            let problem = Problem::TooLarge { limit: self.options.max_game };
            let diagnostics = locate(vec![Diagnostic::error(0..0, problem)], "", "", line);
            converted.reports.push(GameReport { game: 0, players: None, diagnostics });
            converted.failed = 1;
            converted.stop = self.options.on_error == OnError::Stop;
        }
        if self.options.rejects {
            converted.rejects.extend_from_slice(if last { bytes.trim_ascii_end() } else { bytes });
            if last {
                converted.rejects.extend_from_slice(b"\n\n");
            }
        }
        if last {
            converted.games = 1;
            let rejects = converted.rejects.len();
            let ends = Ends { out: 0, rejects, failed: converted.failed };
            converted.ends.extend(self.ends.then_some(ends));
        }
    }
}

/// Decodes a stretch into texts. Games that may be read by their surroundings share a text, but each has its
/// own encoding; a game certain to have ended ends its text. PGN becomes one text; a table also has one
/// encoding.
fn decode(
    bytes: &[u8],
    (stretch, is_plain): EncodedRange,
    format: InputFormat,
    encoding: Option<&'static Encoding>,
) -> Vec<DecodedText> {
    let bytes = &bytes[stretch];
    if let Some(Ok(decoded)) = is_plain.then(|| encoding::plain(bytes.to_vec(), encoding)) {
        return vec![decoded];
    }
    if format == InputFormat::Cells {
        return vec![encoding::decode(bytes, encoding)];
    }
    // A bug recurs, and is reported, when the games are read.
    let runs = survive(|| encoding::runs(bytes, format, encoding));
    match (format, runs) {
        (_, Err(_)) => vec![encoding::decode(bytes, encoding)],
        (InputFormat::Pgn, Ok(runs)) => vec![encoding::decode_run(bytes, &runs.concat(), encoding)],
        (_, Ok(runs)) => runs.iter().map(|it| encoding::decode_run(bytes, it, encoding)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Comment, Outcome, Ply, Position},
        events::{Head, Writer},
        io::{Blocks, Cutting},
        layout::pgn::PgnWriter,
        notation::{Choice, Notation, Reading, Unwritable},
    };

    /// A writer of comments with planted bugs: some words make it panic in the middle of a game.
    #[derive(Default)]
    struct Flawed(Vec<u8>);

    impl Writer for Flawed {
        fn begin(&mut self, _: &Head<'_>) {
            self.0.extend_from_slice(b"<");
        }
        fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
            self.0.push(b'.');
            Ok(())
        }
        fn comment(&mut self, comment: &Comment<'_>) {
            assert!(comment.text != "boom", "there is no {}", comment.text);
            assert!(!comment.text.contains("twice"), "there is no comment either");
            self.0.extend_from_slice(comment.text.as_bytes());
        }
        fn end(&mut self, _: Outcome, _: &[Located]) {
            self.0.extend_from_slice(b">\n");
        }
    }

    impl Output for Flawed {
        fn buffer(&mut self) -> &mut Vec<u8> {
            &mut self.0
        }
    }

    /// A notation that panics at some words.
    struct FlawedNotation;

    impl Notation for FlawedNotation {
        fn write(&self, before: &Position, ply: &Ply, out: &mut Vec<u8>) -> Result<(), Unwritable> {
            Choice::san().notation.write(before, ply, out)
        }

        fn read(&self, before: &Position, text: &str, out: &mut Vec<Reading>) {
            assert!(!text.starts_with("Bb5"), "there is no bishop");
            Choice::san().notation.read(before, text, out);
        }
    }

    fn options(on_error: OnError) -> Options {
        Options { on_error, rejects: true, max_game: 1 << 20, ..Options::new(Notations::any()) }
    }

    fn converted(text: &[u8], on_error: OnError) -> Converted {
        let options = options(on_error);
        let cutting = Cutting { format: None, encoding: None, max_game: options.max_game };
        let block = Blocks::new(text, cutting).next_block().expect("memory does not fail");
        Converter::new(&options, Box::new(Flawed::default())).convert(block.expect("a block"))
    }

    #[test]
    fn a_bug_costs_one_game() {
        // One in a correct game, one in a game with a slip, one in Latin-1; each between good games.
        for (bad, kept) in [
            (&b"[Event \"b\"]\n\n1. e4 {boom} e5 *"[..], "[Event \"b\"]\n\n1. e4 {boom} e5 *"),
            (b"[Event \"b\"]\n\n1. e4 {boom} Ke5 *", "[Event \"b\"]\n\n1. e4 {boom} Ke5 *"),
            (b"[Event \"\xe9\"]\n\n1. e4 {boom} e5 *", "[Event \"é\"]\n\n1. e4 {boom} e5 *"),
        ] {
            let text = [b"1. d4 {one} *\n\n", bad, b"\n\n[Event \"c\"]\n\n1. c4 {two} *\n\n"].concat();
            for (on_error, expected) in [
                (OnError::Keep, format!("<.one>\n<{kept}>\n<.two>\n")),
                (OnError::Skip, "<.one>\n<.two>\n".to_owned()),
                (OnError::Stop, "<.one>\n".to_owned()),
            ] {
                let converted = converted(&text, on_error);
                assert_eq!(String::from_utf8_lossy(&converted.out), expected, "{on_error:?}");
                assert_eq!(converted.rejects, [bad, b"\n\n"].concat());
                assert_eq!((converted.failed, converted.stop), (1, on_error == OnError::Stop));
                let said: Vec<_> = converted.reports.iter().flat_map(|it| &it.diagnostics).collect();
                let bug = said.iter().find(|it| it.diagnostic.problem.kind() == "bug").expect("it is said");
                assert_eq!((bug.line, bug.column), (3, 1));
                assert_eq!(
                    bug.diagnostic.problem.to_string(),
                    "bug in plyglot, please report it: there is no boom"
                );
            }
        }
    }

    /// Whichever way a game is read, and in whatever thread, a replay that disagrees is a bug, and the game is refused.
    #[test]
    fn a_replay_that_disagrees_is_a_bug() {
        let text =
            b"1. e4 {plain} e5 *\n\n1. e4 {slip} Ke5 *\n\n[Variant \"Atomic\"]\n\n1. e4 {other} e5 *\n\n";
        for disagrees in [false, true] {
            let mut options = options(OnError::Skip);
            options.sampling.disagrees = disagrees;
            let convert = || {
                let cutting = Cutting { format: None, encoding: None, max_game: options.max_game };
                let block = Blocks::new(&text[..], cutting).next_block().expect("memory does not fail");
                Converter::new(&options, Box::new(Flawed::default())).convert(block.expect("a block"))
            };
            let all = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(convert)).collect();
                threads.into_iter().map(|it| it.join().expect("bugs are contained")).collect::<Vec<_>>()
            });
            for converted in all {
                let said = converted.reports.iter().flat_map(|it| &it.diagnostics);
                let bugs = said.filter(|it| it.diagnostic.problem.kind() == "bug");
                let bugs: Vec<String> = bugs.map(|it| it.diagnostic.problem.to_string()).collect();
                let told = |it: &String| it.contains("please report it: shakmaty does not allow e2e4");
                assert_eq!(
                    (bugs.len(), bugs.iter().all(told)),
                    (if disagrees { 2 } else { 0 }, true),
                    "{bugs:?}"
                );
                let expected = if disagrees { "<.other.>\n" } else { "<.plain.>\n<.other.>\n" };
                assert_eq!(String::from_utf8_lossy(&converted.out), expected);
                assert_eq!(converted.failed, if disagrees { 2 } else { 1 });
            }
        }
    }

    #[test]
    fn a_bug_costs_one_game_of_a_book() {
        let from = Notations::only(Choice { name: "flawed".to_owned(), notation: Arc::new(FlawedNotation) });
        let mut options = Options { max_game: 1 << 20, ..Options::new(from) };
        let game =
            |n, last| format!("GAME {n}.\n\nWhite.  Black.\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n3. {last} a6\n\n");
        let text = [game("I", "Bc4"), game("II", "Bb5"), game("III", "Be2")].concat();
        for extract in [false, true] {
            options.extract = extract;
            let block = Block {
                bytes: text.clone().into_bytes(),
                first_line: 1,
                format: InputFormat::Prose,
                content: BlockContent::Games,
                name: "".into(),
            };
            let converted =
                Converter::new(&options, Box::new(PgnWriter::new(&Choice::san(), 79))).convert(block);
            let out = String::from_utf8_lossy(&converted.out);
            assert!(out.contains("3. Bc4 a6") && out.contains("3. Be2 a6"), "{out}");
            assert!(out.contains("3. Bb5 a6}"), "{out}");
            let said = converted.reports.iter().flat_map(|it| &it.diagnostics);
            let bugs = said.filter(|it| it.diagnostic.problem.kind() == "bug").map(|it| it.line);
            assert_eq!((converted.failed, bugs.collect::<Vec<_>>()), (1, vec![11]));
        }
    }

    #[test]
    fn a_game_that_cannot_even_be_kept_is_rejected() {
        let converted = converted(b"1. e4 {twice} *\n\n1. d4 {good} *\n\n", OnError::Keep);
        assert_eq!(converted.out, b"<.good>\n");
        assert_eq!(converted.rejects, b"1. e4 {twice} *\n\n");
        assert_eq!((converted.games, converted.failed), (2, 1));
    }
}
