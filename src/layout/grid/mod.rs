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
//! A row is a ply. The column is that of the destination file; castling fills two columns. The number is in
//! White's row. A game that doesn't begin in the usual position has a table of its pieces before the moves:
//! the two rows of rule 16.2 if each side's pieces are behind its pawns, otherwise all ranks as in FEN. As a
//! pipe table, the sheet is Markdown; as tab- or comma-separated values, it has the same cells. The form of
//! the laws themselves is tab-separated, too:
//!
//! ```text
//! NAME OF TOURNAMENT  Radio Belgrade
//! WHITE  PETROSJAN   TITLE       RATING          COUNTRY
//! BLACK  SLLAVCCO
//! DATE   07.04.1970  PLACE BELGRADE
//! ROUND              CHESSBOARD                  SCORE 1 : 0
//! ```
//!
//! There, move numbers have two digits, and the disposition has no column for them. A game with the tag
//! `Organizer` has a row `ORGANIZATION` after the first.
//!
//! **Notes.** Whatever the sheet has no place for follows under `NOTES`, so that nothing is lost: in a fence
//! of backticks in Markdown, otherwise in the second column. The notes are PGN without the moves of the main
//! line, whose numbers stay as labels:
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
//! The tags of the first part come first in a game and in the usual order, unless they are mentioned here
//! without a value, as `[WhiteElo]`; `[WhiteTeam]` shows that the country is a team. The result is here if no
//! `Result` tag states it; the score states it in any case.
//!
//! **Escapes.** In Markdown, a backslash escapes a punctuation character. In separated values, an apostrophe
//! prevents spreadsheets from reading a cell as a formula (a cell that begins with `=`, `+`, `-`, `@` or a
//! tab, perhaps after apostrophes); the reader removes it. In Markdown, a line of the notes that looks like
//! the beginning of a sheet gets a backslash.
//!
//! **Reading** is lenient, because sheets are copied from spreadsheets, from Markdown, and from printed
//! pages: see [`read()`]. `next_sheet` finds sheets in the text of a document.

mod document;
mod extent;
mod labels;
mod notes;
mod parts;
mod pieces;
mod read;
mod write;

pub(super) use document::next as next_sheet;
pub(super) use extent::{Begins, begins, extent, last_boundary};
pub use read::{read, transcript};
pub use write::GridWriter;

/// The first cell of a scoresheet.
const BEGINNING: &str = "NAME OF TOURNAMENT";

/// The form of a scoresheet, told from its first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beginning {
    /// A Markdown table.
    Piped,
    /// Values separated by this byte.
    Separated(u8),
}

impl Beginning {
    /// Returns the form of the scoresheet that begins with this line; `None` if it begins none.
    fn of(line: &[u8]) -> Option<Beginning> {
        let bare = line.strip_prefix(b"| ");
        let rest = bare.unwrap_or(line).strip_prefix(BEGINNING.as_bytes())?;
        match (rest.first()?, bare) {
            (delimiter @ (b'\t' | b',' | b';'), None) => Some(Beginning::Separated(*delimiter)),
            (b' ', Some(_)) if rest.trim_ascii_start().starts_with(b"|") => Some(Beginning::Piped),
            _ => None,
        }
    }
}
