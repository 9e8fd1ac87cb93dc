//! The grid: the scoresheet of Stojanović's *New Chess Notation* (sections 5, 16 and 17) as a text table.
//!
//! ```text
//! | NAME OF TOURNAMENT | Paris        | TITLE | RATING | COUNTRY |
//! | ------------------ | ------------ | ----- | ------ | ------- |
//! | WHITE              | Morphy, Paul |       |        |         |
//! | BLACK              | …            |       |        |         |
//! | DATE               | 1858.??.??   |       |        |         |
//! | PLACE              | Paris FRA    |       |        |         |
//! | ROUND              | ?            |       |        |         |
//! | CHESSBOARD         |              |       |        |         |
//! | SCORE              | 1 : 0        |       |        |         |
//!
//! | NUMBER OF THE MOVE | a   | b   | c   | d   | e   | f   | g   | h   |
//! | -----------------: | --- | --- | --- | --- | --- | --- | --- | --- |
//! |                  1 |     |     |     |     | 4   |     |     |     |
//! |                    |     |     |     |     | 5   |     |     |     |
//! ```
//!
//! A row is a ply; the column is the file on which it arrives, castling fills two. The number stands in White's row. A game that does
//! not begin in its usual position has a table of its pieces before the moves: the two rows of rule 16.2 where
//! each side's pieces stand behind its pawns, else all the ranks, as FEN has them. As a pipe table the sheet is Markdown; as
//! tab- or comma-separated values it is the same cell for cell.
//!
//! **Notes.** What the sheet has no place for follows under `NOTES`, so that nothing is lost: in a Markdown sheet between lines of
//! backticks, in the others in the second column. It is PGN without the moves of the main line, whose numbers stay as labels:
//!
//! ```text
//! [ECO "C41"]
//! [Notation "sllavcco"]
//!
//! 3... {This is a weak move already.} (3... dx4 4. dQ4x)
//! 10. $1
//! 1-0
//! ```
//!
//! Tags of the first part come first in a game and in the usual order, unless they are mentioned here without a value, `[WhiteElo]`;
//! `[WhiteTeam]` says that the country is a team. A result stands here if there is no `Result` tag
//! that says it; the score says it all the same.
//!
//! **Escapes.** In Markdown a backslash before a sign of punctuation takes its meaning away. In separated values an apostrophe protects
//! a cell from being read as a formula by a spreadsheet (one that begins with `=`, `+`, `-`, `@` or a tab, after
//! apostrophes or not); the reader takes it off again. A line of the notes that looks like the beginning of a sheet has a backslash before
//! it in Markdown.
//!
//! **Reading** forgives a lot, because sheets are copied from spreadsheets, from Markdown, from printed pages: see [`read()`].

mod extent;
mod labels;
mod notes;
mod parts;
mod pieces;
mod read;
mod table;
mod write;

pub(super) use extent::{extent, is_grid, last_boundary};
pub use read::{moves_text, read};
pub use write::{GridForm, GridWriter};

/// The first cell of a sheet.
const BEGINNING: &str = "NAME OF TOURNAMENT";

/// Is this what the first line of a sheet looks like, in one of the three forms in which they are written?
fn is_beginning(line: &[u8]) -> bool {
    let (piped, rest) = match line.strip_prefix(b"| ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let Some(rest) = rest.strip_prefix(BEGINNING.as_bytes()) else { return false };
    match rest.first() {
        Some(b'\t' | b',' | b';') => !piped,
        Some(b' ') => piped && rest.trim_ascii_start().starts_with(b"|"),
        _ => false,
    }
}
