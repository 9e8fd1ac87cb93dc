//! Conversion of games from a reader to a writer.

use std::{
    fmt,
    io::{self, Read, Write},
};

use super::Notation;
use crate::{
    chess::Variant,
    convert::{self, OnError},
    diagnostics::{Located, Severity},
    io::{Blocks, Cutting, buffers},
    layout::{self, Filter, jsonl::JsonWriter, pgn::PgnWriter},
    notation::Choice,
    resolve::Notations,
};

/// Default limit on the bytes of a game.
const MAX_GAME: usize = 64 << 20;

/// Default line width of movetext, in characters.
const WIDTH: usize = 79;

/// Output format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// PGN in export format.
    #[default]
    Pgn,
    /// JSON lines, one object per game.
    JsonLines,
}

/// Converts games; a builder.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{Converter, Format};
///
/// let book = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 *";
/// let mut pgn = Vec::new();
/// let report = Converter::to("san".parse()?).from("descriptive".parse()?).convert(book.as_bytes(), &mut pgn)?;
/// assert_eq!(String::from_utf8(pgn)?, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n");
/// assert_eq!(report.failed, 0);
///
/// let mut json = Vec::new();
/// Converter::to("lan".parse()?).format(Format::JsonLines).convert("1. e4 e5 1/2-1/2".as_bytes(), &mut json)?;
/// assert!(String::from_utf8(json)?.contains(r#""text":"e2-e4","san":"e4","uci":"e2e4""#));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Converter {
    to: Notation,
    from: Option<Notation>,
    format: Format,
    filter: Filter,
    on_error: OnError,
    rules: Option<Variant>,
    repair: bool,
    width: usize,
    max_game: usize,
}

impl Converter {
    /// Converts to this notation, as PGN, from any notation, which is detected.
    pub fn to(notation: Notation) -> Converter {
        Converter {
            to: notation,
            from: None,
            format: Format::default(),
            filter: Filter::default(),
            on_error: OnError::default(),
            rules: None,
            repair: false,
            width: WIDTH,
            max_game: MAX_GAME,
        }
    }

    /// Reads games in this notation, even if they name another.
    pub fn from(self, notation: Notation) -> Converter {
        Converter { from: Some(notation), ..self }
    }

    /// Sets the output format.
    pub fn format(self, format: Format) -> Converter {
        Converter { format, ..self }
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

    /// Plays all games by these rules, overriding their `Variant` tags.
    pub fn rules(self, rules: Variant) -> Converter {
        Converter { rules: Some(rules), ..self }
    }

    /// Sets whether to replace an illegal move by the most likely intended one.
    pub fn repair(self, repair: bool) -> Converter {
        Converter { repair, ..self }
    }

    /// Sets the line width of PGN movetext, in characters; with 0 a game is one line.
    pub fn width(self, width: usize) -> Converter {
        Converter { width, ..self }
    }

    /// Sets the limit on the bytes of a game; a larger one is dropped and reported.
    pub fn max_game(self, bytes: usize) -> Converter {
        Converter { max_game: bytes, ..self }
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
    /// Those of the reader and of the writer. Everything read before an error has been converted and written.
    pub fn convert(&self, reader: impl Read, mut writer: impl Write) -> io::Result<Report> {
        let games: Box<dyn layout::Output> = match self.format {
            Format::Pgn => Box::new(PgnWriter::new(&self.to.0, self.width)),
            Format::JsonLines => Box::new(JsonWriter::new(&self.to.0)),
        };
        let from = match &self.from {
            // Parsed before: it cannot be unknown now.
            Some(notation) => {
                Choice::parse(&notation.0.name).map_or_else(|_| Notations::any(), Notations::only)
            }
            None => Notations::any(),
        };
        let settings = convert::Options {
            filter: self.filter.clone(),
            on_error: self.on_error,
            max_game: self.max_game,
            ..convert::Options::new(from.with_rules(self.rules).repairing(self.repair))
        };
        let cutting = Cutting { format: None, extract: false, encoding: None, max_game: self.max_game };
        let mut converter = convert::Converter::new(&settings, games);
        let mut blocks = Blocks::new(reader, cutting);
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
            writer.write_all(&converted.out)?;
            buffers::give(converted.out);
            for game in converted.reports {
                let number = report.games + game.game + 1;
                report.diagnostics.extend(game.diagnostics.into_iter().map(|located| Diagnostic {
                    game: number,
                    players: game.players.clone(),
                    located,
                }));
            }
            report.games += converted.games;
            report.failed += converted.failed;
            if converted.stop || result.is_err() {
                break;
            }
        }
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
    /// The diagnostics, in the order of the games.
    pub diagnostics: Vec<Diagnostic>,
}

/// A problem found in a game, or a note about it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    game: u64,
    players: Option<String>,
    located: Located,
}

impl Diagnostic {
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
