//! Positions of the main line, one per line: as FEN, or as EPD (PGN standard 16.1 and 16.2).
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4; id "Morphy - Harrwitz, Casual";
//! ```
//!
//! In EPD, `sm` ("supplied move") is the next ply of the game in SAN, `hmvc` and `fmvn` are the counters, and
//! `id` identifies the game.

use std::{borrow::Cow, fmt, str::FromStr, sync::Arc};

use super::{Head, Output, Writer};
use crate::{
    chess::{Color, Comment, Nag, Outcome, Ply, Position, Tags},
    diagnostics::Located,
    notation::{Choice, Notation, Unwritable},
    slice::Slice as _,
};

/// The positions of a game to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum At {
    /// The start position, and that after every ply.
    #[default]
    Every,
    /// The start position.
    Start,
    /// The final position.
    End,
    /// The position after this move of this side, if the game gets there.
    Move(u32, Color),
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<At, String> {
        let digits = text.trim_end_matches(['.', '…']);
        let color = match text.slice(digits.len()..) {
            "" | "." => Color::White,
            "..." | "…" => Color::Black,
            _ => return Err("expected a move such as 20 or 20...".to_owned()),
        };
        match (text.to_ascii_lowercase().as_str(), digits.parse()) {
            ("every", _) => Ok(At::Every),
            ("start", _) => Ok(At::Start),
            ("end", _) => Ok(At::End),
            (_, Ok(number)) if number > 0 => Ok(At::Move(number, color)),
            _ => Err("expected a move such as 20 or 20..., start, end or every".to_owned()),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Every => f.write_str("every"),
            At::Start => f.write_str("start"),
            At::End => f.write_str("end"),
            At::Move(number, color) => write!(f, "{number}{}", color.fold_wb("", "...")),
        }
    }
}

/// The format of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFormat {
    /// All six fields.
    Fen,
    /// Four fields, and operations.
    Epd,
}

/// Writes positions into a buffer.
pub struct PositionsWriter {
    out: Vec<u8>,
    format: PositionFormat,
    at: At,
    san: Arc<dyn Notation>,
    /// Whether SAN supports the game.
    has_san: bool,
    id: String,
    /// The number of open variations.
    depth: usize,
    /// The last position, which is written once the next ply is known, and whether it is requested.
    pending: Option<(Position, bool)>,
    /// What follows the supplied move being written.
    tail: Option<String>,
}

impl PositionsWriter {
    /// Creates a writer of these positions.
    #[must_use]
    pub fn new(format: PositionFormat, at: At) -> PositionsWriter {
        PositionsWriter {
            out: Vec::new(),
            format,
            at,
            san: Choice::san().notation,
            has_san: true,
            id: String::new(),
            depth: 0,
            pending: None,
            tail: None,
        }
    }

    /// Whether the position after this ply (`None` at the start) is requested, last or not.
    fn is_wanted(&self, ply: Option<&Ply>, after: &Position) -> bool {
        match self.at {
            At::Every => true,
            At::Start => ply.is_none(),
            At::End => false,
            At::Move(number, color) => {
                let next = number.saturating_add(color.fold_wb(0, 1));
                ply.is_some_and(|it| it.color() == color) && after.move_number() == next
            }
        }
    }

    /// Writes a position, in EPD up to the supplied move; returns what follows that.
    fn position(&mut self, position: &Position) -> String {
        let fen = position.fen();
        let mut counters = fen.rsplitn(3, ' ');
        let (full, half, fields) = (counters.next(), counters.next(), counters.next());
        match (self.format, fields, half, full) {
            (PositionFormat::Epd, Some(fields), Some(half), Some(full)) => {
                let head = format!("{fields} hmvc {half}; fmvn {full};");
                self.out.extend_from_slice(head.as_bytes());
                match &*self.id {
                    "" => "\n".to_owned(),
                    id => format!(" id \"{id}\";\n"),
                }
            }
            _ => {
                self.out.extend_from_slice(fen.as_bytes());
                "\n".to_owned()
            }
        }
    }

    /// Writes the supplied move without its marks; returns whether there is one.
    fn supplied_move(&mut self, before: &Position, ply: &Ply) -> bool {
        if self.format != PositionFormat::Epd || !self.has_san {
            return false;
        }
        let len = self.out.len();
        self.out.extend_from_slice(b" sm ");
        let written = self.san.write(before, ply, &mut self.out).is_ok();
        if !written {
            self.out.truncate(len);
        }
        written
    }
}

/// Returns the identification of the game, as in `Morphy, Paul - Duke Karl, Paris, 1858.??.??`.
fn id(tags: &Tags<'_>) -> String {
    let players = match (tags.known("White"), tags.known("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    };
    let known = |name| tags.known(name).map(Cow::Borrowed);
    let parts = [players.map(Cow::Owned), known("Event"), known("Date"), known("Round")];
    let parts: Vec<Cow<'_, str>> = parts.into_iter().flatten().collect();
    // A quoted operand cannot contain a quote.
    parts.join(", ").replace('"', "'").replace(|it: char| it.is_control(), " ")
}

impl Output for PositionsWriter {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Writer for PositionsWriter {
    fn begin(&mut self, head: &Head<'_>) {
        self.depth = 0;
        self.id = id(head.tags);
        self.has_san = self.san.supports(head.start).is_ok();
        self.tail = None;
        self.pending = Some((head.start.clone(), self.is_wanted(None, head.start)));
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth > 0 {
            return Ok(());
        }
        if let Some((position, true)) = self.pending.take() {
            let tail = self.position(&position);
            if self.supplied_move(before, ply) {
                self.tail = Some(format!(";{tail}"));
            } else {
                self.out.extend_from_slice(tail.as_bytes());
            }
        }
        Ok(())
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            return;
        }
        if let Some(tail) = self.tail.take() {
            if after.may_have_marks() {
                self.san.write_marks(after, ply, &mut self.out);
            }
            self.out.extend_from_slice(tail.as_bytes());
        }
        self.pending = Some((after.clone(), self.is_wanted(Some(ply), after)));
    }

    fn nag(&mut self, _: Nag) {}

    fn comment(&mut self, _: &Comment<'_>) {}

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn end(&mut self, _: Outcome, _: &[Located]) {
        if let Some((position, wanted)) = self.pending.take()
            && (wanted || self.at == At::End)
        {
            let tail = self.position(&position);
            self.out.extend_from_slice(tail.as_bytes());
        }
    }
}
