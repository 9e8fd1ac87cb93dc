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
    chess::{Color, FenRanks, Outcome, Ply, Position, Tags},
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
    /// The position after this move of this side, if the game gets that far.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFormat {
    /// All six fields.
    Fen,
    /// Four fields, and operations.
    Epd,
}

pub struct PositionsWriter {
    out: Vec<u8>,
    format: PositionFormat,
    at: At,
    san: Arc<dyn Notation>,
    /// Whether SAN supports the game.
    has_san: bool,
    /// The end of a position's line.
    tail: String,
    /// The number of open variations.
    depth: usize,
    /// State of the line of the last position.
    line: Line,
    /// The last position, if only the final one is requested.
    last: Option<Position>,
    ranks: FenRanks,
    fen: Vec<u8>,
}

/// State of a position's line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Complete, or not begun.
    Ended,
    /// Written up to the supplied move, which hasn't been made yet.
    Placed,
    /// Written up to the check mark of the supplied move.
    Supplied,
}

impl PositionsWriter {
    pub fn new(format: PositionFormat, at: At) -> PositionsWriter {
        PositionsWriter {
            out: Vec::new(),
            format,
            at,
            san: Choice::san().notation,
            has_san: true,
            tail: String::new(),
            depth: 0,
            line: Line::Ended,
            last: None,
            ranks: FenRanks::default(),
            fen: Vec::new(),
        }
    }

    /// Whether the position after this ply (`None` at the start) is requested.
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

    /// Handles the position after this ply (`None` at the start): writes it if requested.
    fn place(&mut self, ply: Option<&Ply>, position: &Position) {
        if self.at == At::End {
            self.last = Some(position.clone());
        } else if self.is_wanted(ply, position) {
            self.position(position);
        }
    }

    /// Writes a position; in EPD, up to the supplied move.
    fn position(&mut self, position: &Position) {
        self.line = Line::Placed;
        if self.format == PositionFormat::Fen {
            position.push_fen(&mut self.ranks, &mut self.out);
            return self.end_line();
        }
        self.fen.clear();
        position.push_fen(&mut self.ranks, &mut self.fen);
        let mut counters = self.fen.rsplitn(3, |it| *it == b' ');
        if let (Some(full), Some(half), Some(fields)) = (counters.next(), counters.next(), counters.next()) {
            for part in [fields, b" hmvc ", half, b"; fmvn ", full, b";"] {
                self.out.extend_from_slice(part);
            }
        }
    }

    /// Ends the line of a position if one is open.
    fn end_line(&mut self) {
        if std::mem::replace(&mut self.line, Line::Ended) != Line::Ended {
            self.out.extend_from_slice(self.tail.as_bytes());
        }
    }

    /// Writes the supplied move without its marks; returns whether there is one.
    fn supplied_move(&mut self, before: &Position, ply: &Ply) -> bool {
        if !self.has_san {
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

    fn keeps_escapes(&self) -> bool {
        true
    }
}

impl Writer for PositionsWriter {
    fn begin(&mut self, head: &Head<'_>) {
        self.depth = 0;
        self.tail = match (self.format, id(&head.tags)) {
            (PositionFormat::Epd, id) if !id.is_empty() => format!(" id \"{id}\";\n"),
            _ => "\n".to_owned(),
        };
        self.has_san = self.san.supports(head.start).is_ok();
        self.line = Line::Ended;
        self.place(None, head.start);
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.depth == 0 && self.line == Line::Placed {
            if self.supplied_move(before, ply) {
                self.line = Line::Supplied;
            } else {
                self.end_line();
            }
        }
        Ok(())
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.depth > 0 {
            return;
        }
        if self.line == Line::Supplied {
            if after.may_have_marks() {
                self.san.write_marks(after, ply, &mut self.out);
            }
            self.out.push(b';');
        }
        self.end_line();
        self.place(Some(ply), after);
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn end(&mut self, _: Outcome, _: &[Located]) {
        if let Some(last) = self.last.take() {
            self.position(&last);
        }
        self.end_line();
    }
}
