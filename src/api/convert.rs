//! Conversion of games from a reader to a writer.

use std::{
    fmt,
    io::{self, Read, Write},
};

use super::{Notation, Reading};
use crate::{
    convert::{self, GameReport, OnError},
    diagnostics::{Located, Severity},
    io::{Blocks, buffers},
    layout::{Each, Feature, Filter, Layout, LayoutOptions, positions::At},
    reasons::Candidate,
};

/// Converts games; a builder.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Converter, Layout, Reading};
///
/// let book = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 *";
/// let mut pgn = Vec::new();
/// let reading = Reading::new().from("descriptive".parse()?);
/// let report = Converter::to("san".parse()?).reading(reading).convert(book.as_bytes(), &mut pgn)?;
/// assert_eq!(String::from_utf8(pgn)?, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n");
/// assert_eq!(report.failed, 0);
///
/// let mut json = Vec::new();
/// Converter::to("lan".parse()?).layout(Layout::Jsonl).convert("1. e4 e5 1/2-1/2".as_bytes(), &mut json)?;
/// assert!(String::from_utf8(json)?.contains(r#""text":"e2-e4","san":"e4","uci":"e2e4""#));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Converter {
    to: Notation,
    reading: Reading,
    layout: Layout,
    form: LayoutOptions,
    filter: Filter,
    on_error: OnError,
}

impl Converter {
    /// Converts to this notation, as PGN, from any notation, which is detected.
    pub fn to(notation: Notation) -> Converter {
        Converter {
            to: notation,
            reading: Reading::new(),
            layout: Layout::default(),
            form: LayoutOptions::default(),
            filter: Filter::default(),
            on_error: OnError::default(),
        }
    }

    /// Reads games as this says.
    pub fn reading(self, reading: Reading) -> Converter {
        Converter { reading, ..self }
    }

    /// Sets the output layout. A grid needs a notation that is written in columns, such as `sllavcco`.
    pub fn layout(self, layout: Layout) -> Converter {
        Converter { layout, ..self }
    }

    /// Omits comments.
    pub fn without_comments(mut self) -> Converter {
        self.filter.omit.comments = true;
        self
    }

    /// Omits variations.
    pub fn without_variations(mut self) -> Converter {
        self.filter.omit.variations = true;
        self
    }

    /// Omits NAGs.
    pub fn without_nags(mut self) -> Converter {
        self.filter.omit.nags = true;
        self
    }

    /// Writes at most this many plies of the main line.
    pub fn first_plies(mut self, plies: u32) -> Converter {
        self.filter.plies = Some(plies);
        self
    }

    /// Sets what to do with games that have errors.
    pub fn on_error(self, on_error: OnError) -> Converter {
        Converter { on_error, ..self }
    }

    /// Sets the line width of movetext, in characters; with 0 a game is one line.
    pub fn width(mut self, width: usize) -> Converter {
        self.form.width = width;
        self
    }

    /// Sets what a row of a table stands for.
    pub fn each(mut self, each: Each) -> Converter {
        self.form.each = each;
        self
    }

    /// Adds the position after each move to JSON lines and Parquet.
    pub fn with_fens(mut self) -> Converter {
        self.form.fens = true;
        self
    }

    /// Adds to each ply in JSON lines, and in tables with a row per ply, the text it was read from, its line and column, and
    /// what else it may mean.
    pub fn with_provenance(mut self) -> Converter {
        self.form.provenance = true;
        self
    }

    /// Sets which positions are written as FEN and EPD.
    pub fn at(mut self, at: At) -> Converter {
        self.form.at = at;
        self
    }

    /// Converts all games of a reader in order, holding one block of games in memory at a time.
    ///
    /// A game with errors does not stop the others: it is written as far as it could be read, with the rest in a comment, or
    /// as [`Converter::on_error`] says. The input is text; compressed data must be decompressed first.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let games = "1. e4 e5 2. Nf3 Nc6 3. Ke3 *";
    /// let mut output = Vec::new();
    /// let report = plyglot::Converter::to("geographical".parse()?).convert(games.as_bytes(), &mut output)?;
    /// assert_eq!(
    ///     String::from_utf8(output)?,
    ///     "[Notation \"geographical\"]\n\n1. P5 - n2 P5 - s2 2. N2 - nnw N1 - sse {Ke3} *\n\n"
    /// );
    /// assert_eq!((report.games, report.failed), (1, 1));
    /// assert_eq!(
    ///     report.diagnostics[0].to_string(),
    ///     "1:24: game 1, 3. Ke3: no legal move: no king can reach e3; did you mean Ke2?"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the reader and of the writer; [`io::ErrorKind::InvalidInput`] for a grid of moves that are not written in columns.
    /// Everything read before an error has been converted and written.
    pub fn convert(&self, reader: impl Read, writer: impl Write) -> io::Result<Report> {
        let (mut diagnostics, mut more) = (Vec::new(), 0);
        let report = self.convert_with(reader, writer, |diagnostic| {
            if diagnostics.len() < Report::MOST {
                diagnostics.push(diagnostic);
            } else {
                more += 1;
            }
        })?;
        Ok(Report { diagnostics, more, ..report })
    }

    /// Does the same, and hands over each diagnostic once its game is written, so that the report has none.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn convert_with(
        &self,
        reader: impl Read,
        mut writer: impl Write,
        mut diagnostic: impl FnMut(Diagnostic),
    ) -> io::Result<Report> {
        if self.layout.has(Feature::FileColumns) && !self.to.0.notation.scoresheet() {
            let why = format!("{} is not written in the columns of a grid", self.to);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let options = convert::Options {
            filter: self.filter.clone(),
            on_error: self.on_error,
            ..self.reading.options()
        };
        let mut form = self.form.clone();
        form.confidence = self.reading.repairs();
        let mut assembly = self.layout.assembly(&self.to.0, &form, "Games".to_owned(), 1);
        let mut converter = convert::Converter::new(&options, self.layout.writer(&self.to.0, &form));
        let mut blocks = Blocks::new(reader, self.reading.cutting()).named("<stdin>");
        let mut report = Report::default();
        let mut result = Ok(());
        loop {
            let block = match blocks.next_block() {
                Ok(block) => block,
                Err(error) => {
                    result = Err(error);
                    blocks.rest()
                }
            };
            let Some(block) = block else { break };
            let converted = converter.convert(block);
            let written = assembly.add(converted.out);
            writer.write_all(&written)?;
            buffers::give(written);
            let first = report.games + 1;
            let told = converted.reports.into_iter();
            told.flat_map(|it| Diagnostic::all_of(it, first)).for_each(&mut diagnostic);
            report.games += converted.games;
            report.failed += converted.failed;
            if converted.stop || result.is_err() {
                break;
            }
        }
        writer.write_all(&assembly.end())?;
        writer.flush()?;
        result.map(|()| report)
    }
}

/// The result of a conversion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The number of games.
    pub games: u64,
    /// The number of games with errors.
    pub failed: u64,
    /// The diagnostics, in the order of the games, at most [`Report::MOST`].
    pub diagnostics: Vec<Diagnostic>,
    /// The number of diagnostics beyond those.
    pub more: u64,
}

impl Report {
    /// A report holds at most this many diagnostics.
    pub const MOST: usize = 1000;
}

/// A problem found in a game, or a note about it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    game: u64,
    players: Option<String>,
    located: Located,
}

impl Diagnostic {
    /// Returns those of a game, the first game of its block having this number.
    pub(super) fn all_of(report: GameReport, first: u64) -> impl Iterator<Item = Diagnostic> {
        let GameReport { game, players, diagnostics } = report;
        let game = first + game;
        diagnostics.into_iter().map(move |located| Diagnostic { game, players: players.clone(), located })
    }

    /// Returns the number of the game, counted from 1.
    #[must_use]
    pub fn game(&self) -> u64 {
        self.game
    }

    /// Returns the players, as in `Morphy – Harrwitz`, if they are known.
    #[must_use]
    pub fn players(&self) -> Option<&str> {
        self.players.as_deref()
    }

    /// Returns the line, counted from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.located.line
    }

    /// Returns the column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.located.column
    }

    /// Returns the severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.located.diagnostic.severity
    }

    /// Returns the stable name of its kind, such as `no-legal-move`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.located.diagnostic.problem.kind()
    }

    /// Returns the text it is about.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.located.text
    }

    /// Lists the legal moves that the text may mean.
    pub fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.located.diagnostic.problem.candidates()
    }

    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> String {
        self.located.problem()
    }
}

/// Formats it as the program does, without file name and severity: `120:14: game 7 (Morphy – Harrwitz), 12...
/// Sf6: no legal move; did you mean Nf6?`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located { line, column, .. } = self.located;
        write!(f, "{line}:{column}: {}", self.located.about(self.game, self.players.as_deref()))
    }
}
