//! How games are read.

use std::{fmt, str::FromStr};

use super::Notation;
use crate::{
    chess::Variant,
    convert::Options,
    io::Cutting,
    layout::InputFormat,
    notation::Choice,
    resolve::{Notations, Repairing},
};

/// Default limit on the bytes of a game.
const MAX_GAME: usize = 64 << 20;

/// How games are read; a builder. By default everything is detected: notation, input format and encoding.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use plyglot::{GameEvent, Games, Reading, Repairing};
///
/// let reading = Reading::new().from("san:de".parse()?).encoding("latin1".parse()?).repair(Repairing::Best);
/// let game = b"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb8 d6 8. c3 0-0 {M\xfcnchen} *";
/// let game = Games::with(&game[..], &reading).next().ok_or("no game")??;
/// assert!(game.events().contains(&GameEvent::Comment("München".to_owned())));
/// assert!(game.diagnostics().iter().any(|it| it.to_string().contains("7. Lb8: read as Lb3")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Reading {
    from: Option<Notation>,
    rules: Option<Variant>,
    repair: Repairing,
    encoding: Option<Encoding>,
    max_game: usize,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading::new()
    }
}

impl Reading {
    /// Detects everything, and repairs nothing.
    pub fn new() -> Reading {
        Reading { from: None, rules: None, repair: Repairing::Never, encoding: None, max_game: MAX_GAME }
    }

    /// Reads games in this notation, even if they name another.
    pub fn from(self, notation: Notation) -> Reading {
        Reading { from: Some(notation), ..self }
    }

    /// Plays all games by these rules, overriding their `Variant` tags.
    pub fn rules(self, rules: Variant) -> Reading {
        Reading { rules: Some(rules), ..self }
    }

    /// Sets whether to replace an illegal move by the most likely intended one. Each repair is a diagnostic, and a comment in the
    /// game.
    pub fn repair(self, repair: Repairing) -> Reading {
        Reading { repair, ..self }
    }

    /// Decodes text that is not UTF-8 from this encoding.
    pub fn encoding(self, encoding: Encoding) -> Reading {
        Reading { encoding: Some(encoding), ..self }
    }

    /// Sets the limit on the bytes of a game; a larger one is dropped and reported. The memory needed grows with it only where
    /// games are as large.
    pub fn max_game(self, bytes: usize) -> Reading {
        Reading { max_game: bytes, ..self }
    }

    pub(super) fn options(&self) -> Options {
        let from = match &self.from {
            // Parsed before: it cannot be unknown now.
            Some(notation) => {
                Choice::parse(&notation.0.name).map_or_else(|_| Notations::any(), Notations::only)
            }
            None => Notations::any(),
        };
        Options {
            max_game: self.max_game,
            encoding: self.encoding.map(|it| it.0),
            ..Options::new(from.with_rules(self.rules).repairing(self.repair))
        }
    }

    pub(super) fn repairs(&self) -> bool {
        self.repair != Repairing::Never
    }

    pub(super) fn cutting(&self) -> Cutting<InputFormat> {
        let (encoding, max_game) = (self.encoding.map(|it| it.0), self.max_game);
        Cutting { format: None, encoding, max_game }
    }
}

/// An encoding of text, by a name as in HTML: `utf-8`, `latin1`, `windows-1251`, `utf-16le`, `gbk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// The error for a name that no encoding has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding")
    }
}

impl std::error::Error for UnknownEncoding {}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Encoding, UnknownEncoding> {
        encoding_rs::Encoding::for_label(name.as_bytes()).map(Encoding).ok_or(UnknownEncoding)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}
