//! Formatting: replaces games by their canonical form wherever nothing but the form changes.

use std::{borrow::Cow, ops::Range};

use super::{
    Converted, Options,
    block::{BlockConversion, Mark},
};
use crate::{
    diagnostics::{Diagnostic, Problem, Severity},
    io::encoding,
    layout::InputFormat,
    slice::Slice as _,
};

/// What the games of a block became.
#[derive(Debug)]
pub struct FormattedBlock {
    /// The bytes of the block.
    pub source: Vec<u8>,
    /// Whether the input is PGN; nothing else is formatted.
    pub is_pgn: bool,
    /// The games, and texts between them, in order.
    pub pieces: Vec<FormattedPiece>,
}

/// What a game, or a text between games, became.
#[derive(Debug)]
pub struct FormattedPiece {
    /// Its place in the block, without white space after it.
    pub source: Range<usize>,
    /// The place of its canonical form in the output, with `\n` as line ends; `None` if its bytes stay.
    pub text: Option<Range<usize>>,
    /// Whether it begins here, not in an earlier block.
    pub begins: bool,
}

impl FormattedBlock {
    /// Begins a block of these bytes.
    pub(super) fn new(source: Vec<u8>, format: InputFormat) -> FormattedBlock {
        FormattedBlock { source, is_pgn: format == InputFormat::Pgn, pieces: Vec::new() }
    }

    /// Keeps the bytes of a whole block; `begins` and `ends` tell whether a piece begins and ends there.
    pub(super) fn keep(&mut self, begins: bool, ends: bool) {
        let bytes = if ends { self.source.trim_ascii_end() } else { &self.source[..] };
        let source = 0..bytes.len();
        self.pieces = vec![FormattedPiece { source, text: None, begins }];
    }
}

/// Whether a game with such a problem differs from its canonical text in form only.
fn is_of_form(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::WrongMark { .. }
            | Problem::WrongNumber { .. }
            | Problem::ResultMismatch { .. }
            | Problem::ResignationMismatch(_)
            | Problem::OtherEnd { .. }
            | Problem::OtherResult { .. }
            | Problem::Encoding { .. }
            | Problem::Import(_)
    )
}

/// Returns a text with `\n` as line ends.
fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

impl BlockConversion<'_> {
    /// Records what becomes of the game in a range, converted since `mark`: its canonical form if certain,
    /// else its own bytes.
    pub(super) fn format(&mut self, game: Range<usize>, mark: &Mark, options: &Options) {
        let is_fit = !self.is_words && self.converted.failed == mark.failed;
        let found = is_fit.then(|| self.canonical(game.clone(), mark, options)).transpose();
        let text = found.unwrap_or_else(|why| {
            self.leave(game.clone(), mark, why);
            None
        });
        let source = self.decoded.source(game.start)..self.decoded.source(game.end);
        let len = self.decoded.bytes()[source.clone()].trim_ascii_end().len();
        let source = self.offset + source.start..self.offset + source.start + len;
        if let Some(formatted) = &mut self.converted.formatted {
            formatted.pieces.push(FormattedPiece { source, text, begins: true });
        }
    }

    /// Reports that a game is left as it is.
    fn leave(&mut self, game: Range<usize>, mark: &Mark, why: &'static str) {
        let players = self.converted.reports.get(mark.reports).and_then(|it| it.players.clone());
        let problem = Problem::Unformatted(why);
        self.report(game.clone(), players, vec![Diagnostic::error(game.start..game.start, problem)]);
        self.converted.failed += 1;
    }

    /// Returns the range of the canonical form in the output.
    ///
    /// # Errors
    ///
    /// Why the game is better left as it is.
    fn canonical(
        &mut self,
        game: Range<usize>,
        mark: &Mark,
        options: &Options,
    ) -> Result<Range<usize>, &'static str> {
        let mut said = self.converted.reports[mark.reports..].iter().flat_map(|it| &it.diagnostics);
        let is_in_doubt = |severity, problem| severity == Severity::Warning && !is_of_form(problem);
        let decoded = self.decoded;
        let source = decoded.source(game.start)..decoded.source(game.end);
        if decoded.encode(game.start, self.text.slice(game.clone())).as_deref()
            != Some(&decoded.bytes()[source])
        {
            return Err("its bytes are not all letters of one encoding");
        }
        if said.any(|it| is_in_doubt(it.diagnostic.severity, &it.diagnostic.problem)) {
            return Err("formatting would change more than its form");
        }
        let written = String::from_utf8_lossy(&self.writer.buffer()[mark.out..]).into_owned();
        let text = written.trim_ascii_end();
        let start = game.start;
        let is_canonical = text == with_plain_line_ends(self.text.slice(game).trim_ascii_end());
        if !is_canonical && !self.reads_back(&written, self.converted.plies - mark.plies.0, options) {
            return Err("its formatted text would not be read as the same game");
        }
        let bytes = decoded.encode(start, text).filter(|it| decoded.decodes(start, it, text));
        let bytes = bytes.ok_or("its formatted text would be in another encoding")?;
        let buffer = self.writer.buffer();
        buffer.truncate(mark.out);
        buffer.extend_from_slice(&bytes);
        Ok(mark.out..mark.out + bytes.len())
    }

    /// Whether a text is read as a single game with this many plies and is written identically.
    fn reads_back(&mut self, text: &str, plies: u64, options: &Options) -> bool {
        let Ok(decoded) = encoding::plain(text.as_bytes().to_vec(), None) else { return false };
        let mark = self.writer.buffer().len();
        let mut converted = Converted::default();
        let source = (InputFormat::Pgn, &decoded, text);
        let mut run = BlockConversion::new(options, &mut *self.writer, source, &mut converted);
        run.block();
        let buffer = self.writer.buffer();
        let is_same = buffer[mark..] == *text.as_bytes() && !text.contains('\r');
        buffer.truncate(mark);
        is_same && (converted.games, converted.failed, converted.plies) == (1, 0, plies)
    }
}
