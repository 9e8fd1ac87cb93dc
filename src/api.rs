//! The library's front door: a conversion from a reader to a writer, and single moves.

use std::{
    fmt,
    io::{self, Read, Write},
};

use crate::{
    chess::{Ply, Position, Variant},
    convert::{self, Converter, OnError},
    diagnostics::{Located, Problem, Severity},
    io::{Blocks, Cutting, buffers},
    layout::{self, Filter, jsonl::JsonWriter, pgn::PgnWriter},
    notation::{Choice, UnknownNotation},
    resolve::{self, Meaning, Notations},
};

/// How many bytes a game may have, if nothing else is said.
const MAX_GAME: usize = 64 << 20;

/// The longest line of movetext, if nothing else is said.
const WIDTH: usize = 79;

/// What a conversion is to do: begin with [`Options::to`].
#[derive(Debug)]
#[must_use]
pub struct Options {
    from: Option<Choice>,
    to: Choice,
    layout: Layout,
    filter: Filter,
    on_error: OnError,
    rules: Option<Variant>,
    repair: bool,
    width: usize,
    max_game: usize,
}

/// How the games lie in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Layout {
    /// PGN, in export format.
    #[default]
    Pgn,
    /// JSON lines, one object a game: see [`layout::jsonl`].
    JsonLines,
}

impl Options {
    /// Games in any notation, which is found out, are converted to this one, named as on the command line
    /// (`san`, `descriptive:kt,long`), and written as PGN.
    ///
    /// # Errors
    ///
    /// [`UnknownNotation`] if there is no such notation, or it has no such style.
    pub fn to(notation: &str) -> Result<Options, UnknownNotation> {
        Ok(Options {
            from: None,
            to: Choice::parse(notation)?,
            layout: Layout::default(),
            filter: Filter::default(),
            on_error: OnError::default(),
            rules: None,
            repair: false,
            width: WIDTH,
            max_game: MAX_GAME,
        })
    }

    /// The games are in this notation, whatever they say.
    ///
    /// # Errors
    ///
    /// [`UnknownNotation`] if there is no such notation, or it has no such style.
    pub fn from(self, notation: &str) -> Result<Options, UnknownNotation> {
        Ok(Options { from: Some(Choice::parse(notation)?), ..self })
    }

    /// How the games lie in the output.
    pub fn layout(self, layout: Layout) -> Options {
        Options { layout, ..self }
    }

    /// What is left out of the games.
    pub fn filter(self, filter: Filter) -> Options {
        Options { filter, ..self }
    }

    /// What becomes of a game in which something is wrong.
    pub fn on_error(self, on_error: OnError) -> Options {
        Options { on_error, ..self }
    }

    /// By which rules all games are played, whatever they say.
    pub fn rules(self, rules: Variant) -> Options {
        Options { rules: Some(rules), ..self }
    }

    /// Is a text that fits no legal move read as what was likeliest meant?
    pub fn repair(self, repair: bool) -> Options {
        Options { repair, ..self }
    }

    /// The longest line of movetext in PGN, in characters; 0 for one line a game.
    pub fn width(self, width: usize) -> Options {
        Options { width, ..self }
    }

    /// How many bytes a game may have; a larger one is left out, and reported.
    pub fn max_game(self, bytes: usize) -> Options {
        Options { max_game: bytes, ..self }
    }
}

/// What became of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many games there were.
    pub games: u64,
    /// How many of them had errors.
    pub failed: u64,
    /// What there was to say, in the order of the games.
    pub messages: Vec<Message>,
}

/// Something that there is to say of a game.
#[derive(Clone, Debug)]
pub struct Message {
    /// Which game, counted from 1.
    pub game: u64,
    /// Who played, as in `Morphy – Harrwitz`, if it is known.
    pub players: Option<String>,
    /// What there is to say, with its place.
    pub located: Located,
}

impl Message {
    /// How much it matters.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.located.diagnostic.severity
    }
}

/// As the program prints it, without the name of the file and the severity:
/// `120:14: game 7 (Morphy – Harrwitz), 12... Sf6: no legal move; did you mean Nf6?`
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located { line, column, .. } = self.located;
        write!(f, "{line}:{column}: {}", self.located.about(self.game, self.players.as_deref()))
    }
}

/// Converts all games of a reader, one after the other, in memory for one block of games at a time.
///
/// A game in which something is wrong does not stop the others: it is written as far as it could be read, with
/// the rest in a comment, or as [`Options::on_error`] says. The input is text; what is compressed must be decompressed before.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let games = "1. e4 e5 2. Nf3 Nc6 3. Ke3 *";
/// let mut output = Vec::new();
/// let report = plyglot::convert(games.as_bytes(), &mut output, &plyglot::Options::to("geographical")?)?;
/// assert_eq!(
///     String::from_utf8(output)?,
///     "[Notation \"geographical\"]\n\n1. P5 - n2 P5 - s2 2. N2 - nnw N1 - sse {Ke3} *\n\n"
/// );
/// assert_eq!((report.games, report.failed), (1, 1));
/// assert_eq!(
///     report.messages[0].to_string(),
///     "1:24: game 1, 3. Ke3: no legal move: no king can go to e3; did you mean Ke2?"
/// );
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Those of the reader and of the writer. What was read before an error has been converted and written.
pub fn convert(reader: impl Read, writer: impl Write, options: &Options) -> io::Result<Report> {
    match options.layout {
        Layout::Pgn => run(reader, writer, options, PgnWriter::new(&options.to, options.width)),
        Layout::JsonLines => run(reader, writer, options, JsonWriter::new(&options.to)),
    }
}

fn run<W: layout::Output>(
    reader: impl Read,
    mut writer: impl Write,
    options: &Options,
    games: W,
) -> io::Result<Report> {
    let from = match &options.from {
        // Parsed before: it cannot be unknown now.
        Some(choice) => Choice::parse(&choice.name).map_or_else(|_| Notations::any(), Notations::only),
        None => Notations::any(),
    };
    let settings = convert::Options {
        from: from.with_rules(options.rules).repairing(options.repair),
        filter: options.filter.clone(),
        on_error: options.on_error,
        rejects: false,
        encoding: None,
        max_game: options.max_game,
        import: false,
    };
    let cutting = Cutting { form: None, encoding: None, max_game: options.max_game };
    let mut converter = Converter::new(&settings, games);
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
            report.messages.extend(game.diagnostics.into_iter().map(|located| Message {
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

/// Why a text is not read as one move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// It has not the form of a move.
    NotAMove,
    /// It means no legal move, or several.
    Problem(Problem),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove => f.write_str("not the text of a move"),
            MoveError::Problem(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

/// Reads one move of a position, the whole text being that move.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{notation::{self, Choice}, chess::Position};
///
/// let position = Position::default();
/// let ply = plyglot::parse_move(&Choice::parse("descriptive")?, &position, "Kt. to K. B. third")?;
/// assert_eq!(notation::text_of(&*Choice::parse("sllavcco")?.notation, &position, &ply)?, "fN3");
///
/// let error = plyglot::parse_move(&Choice::san(), &position, "Nf4").unwrap_err();
/// assert_eq!(error.to_string(), "no legal move: no knight can go to f4; did you mean Nf3 or f4?");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`MoveError`] if it means no legal move, or does not tell which of several.
pub fn parse_move(notation: &Choice, position: &Position, text: &str) -> Result<Ply, MoveError> {
    let Meaning { plies, problems } = resolve::meaning(&*notation.notation, position, text);
    match plies[..] {
        [ply] => Ok(ply),
        _ => Err(problems.into_iter().next().map_or(MoveError::NotAMove, MoveError::Problem)),
    }
}
