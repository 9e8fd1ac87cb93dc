//! Tables for spreadsheets and data frames: a row per game, or a row per ply, below a header.
//!
//! The row of a game has its best-known tags, the moves as PGN (with comments, NAGs and variations), and all
//! other tags as JSON, `[["Name","value"],…]`. The row of a ply has its text, its SAN and UCI, the position
//! after it, and the annotations; `clock` and `eval` are the values of the commands `[%clk …]` and `[%eval …]`
//! in its comments. In separated values, a cell is empty if its tag says nothing, as `?` and `-` do, or is a rating that is no
//! number, so that programs infer the types of columns; such a tag is among the others. Comments before the first move are in a row for ply 0, with the position, as is a start position other than
//! the usual one. In separated values, an apostrophe keeps a spreadsheet from reading a cell as a formula.

use std::{borrow::Cow, sync::Arc};

use super::{
    Head, Output, PageAssembly, Writer,
    page_assembly::{GAME, NUMBER, push_numbered},
    pgn::PgnWriter,
    rows,
};
use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tag},
    diagnostics::Located,
    named::named,
    notation::{Choice, Notation, Unwritable},
};

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// Comma-separated.
    Commas,
    /// Tab-separated.
    Tabs,
    /// As a Markdown table.
    Pipes,
}

named! {
    /// What a row of a table stands for.
    "row" Each: Default {
        Game: ["game"], "Each game";
        Ply: ["ply"], "Each ply";
    }
}

/// The tags with columns of their own, and their names.
pub(super) const TAGS: [(&str, &str); 10] = [
    ("Event", "event"),
    ("Site", "site"),
    ("Date", "date"),
    ("Round", "round"),
    ("White", "white"),
    ("Black", "black"),
    ("WhiteElo", "white_elo"),
    ("BlackElo", "black_elo"),
    ("ECO", "eco"),
    ("Opening", "opening"),
];

/// The columns of a game besides its number, which is the first, and [`TAGS`].
const GAME_COLUMNS: [&str; 7] = ["result", "variant", "fen", "plies", "notation", "moves", "tags"];

/// The columns of a ply besides the number of its game.
const PLY_COLUMNS: [&str; 12] =
    ["ply", "move", "color", "text", "san", "uci", "fen", "nags", "clock", "eval", "comment", "variations"];

impl Each {
    fn columns(self) -> Vec<&'static str> {
        let columns: Vec<&str> = match self {
            Each::Game => TAGS.iter().map(|it| it.1).chain(GAME_COLUMNS).collect(),
            Each::Ply => PLY_COLUMNS.to_vec(),
        };
        std::iter::once("game").chain(columns).collect()
    }
}

impl Cells {
    /// Appends a row. In separated values, blanks at the ends of a cell only belong to it in quotes if `trimmed` says so.
    pub(super) fn push(self, row: &[impl AsRef<str>], trimmed: bool, out: &mut Vec<u8>) {
        let delimiter = match self {
            Cells::Commas => b',',
            Cells::Tabs => b'\t',
            Cells::Pipes => {
                for cell in row {
                    out.extend_from_slice(format!("| {} ", rows::escape_cell(cell.as_ref())).as_bytes());
                }
                return out.extend_from_slice(b"|\n");
            }
        };
        let cells: Vec<Cow<'_, str>> = row.iter().map(|it| rows::protect(it.as_ref())).collect();
        let quoted = trimmed && cells.iter().any(|it| it.trim().len() < it.len());
        let quotes = if quoted { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .quote_style(quotes)
            .buffer_capacity(1 << 10)
            .from_writer(out);
        // Writing to memory cannot fail.
        let _ = writer.write_record(cells.iter().map(|it| it.as_bytes()));
        let _ = writer.flush();
    }
}

/// Adds the header before the rows, and fills in the numbers of the games.
pub struct TableAssembly {
    head: Vec<u8>,
    games: u64,
}

impl TableAssembly {
    /// Creates the frame of such a table.
    #[must_use]
    pub fn new(cells: Cells, each: Each) -> TableAssembly {
        let mut head = Vec::new();
        let columns = each.columns();
        cells.push(&columns, true, &mut head);
        if cells == Cells::Pipes {
            head.extend_from_slice("| --- ".repeat(columns.len()).as_bytes());
            head.extend_from_slice(b"|\n");
        }
        TableAssembly { head, games: 0 }
    }
}

impl PageAssembly for TableAssembly {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.head);
        push_numbered(&games, &mut self.games, "", &mut out);
        out
    }

    fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }
}

/// Writes the rows of games into a buffer.
pub struct TableWriter<'a> {
    out: Vec<u8>,
    cells: Cells,
    each: Each,
    choice: &'a Choice,
    /// The notations in which a ply has its text: that of the output, SAN and UCI.
    notations: [Arc<dyn Notation>; 3],
    /// Writes movetext: of the whole game, or of the variations of a ply.
    pgn: PgnWriter<'a>,
    /// The cells of the game from its head.
    head: GameCells,
    /// The current ply.
    ply: Option<PlyCells>,
    plies: usize,
    depth: usize,
    /// Whether the game has a row; one without any is not counted.
    has_rows: bool,
}

#[derive(Default)]
struct GameCells {
    tags: Vec<String>,
    /// The tags without a column of their own, and further ones of the same name.
    others: Vec<[String; 2]>,
    variant: &'static str,
    fen: String,
}

#[derive(Default)]
struct PlyCells {
    /// Empty in a row of comments before the first move.
    color: &'static str,
    number: u32,
    /// The text in each notation, if it has one.
    texts: [Option<Vec<u8>>; 3],
    fen: String,
    nags: String,
    comments: Vec<String>,
    variations: String,
}

impl<'a> TableWriter<'a> {
    /// Creates a writer of moves in this notation.
    #[must_use]
    pub fn new(choice: &'a Choice, cells: Cells, each: Each) -> TableWriter<'a> {
        TableWriter {
            out: Vec::new(),
            cells,
            each,
            choice,
            notations: [Arc::clone(&choice.notation), Choice::san().notation, Choice::uci().notation],
            pgn: PgnWriter::new(choice, 0),
            head: GameCells::default(),
            ply: None,
            plies: 0,
            depth: 0,
            has_rows: false,
        }
    }

    /// Whether the current event is written as movetext.
    fn is_movetext(&self) -> bool {
        self.each == Each::Game || self.depth > 0
    }

    /// Writes a row, with a mark for the game's number in its first cell.
    fn row(&mut self, row: &[&str]) {
        if !std::mem::replace(&mut self.has_rows, true) {
            self.out.push(GAME);
        }
        let at = self.out.len() + if self.cells == Cells::Pipes { 2 } else { 0 };
        let mut cells = vec![""];
        cells.extend_from_slice(row);
        self.cells.push(&cells, true, &mut self.out);
        self.out.insert(at, NUMBER);
    }

    /// Writes the row of the current ply, if there is one.
    fn end_ply(&mut self) {
        let Some(ply) = self.ply.take() else { return };
        let [text, san, uci] =
            ply.texts.map(|it| String::from_utf8_lossy(&it.unwrap_or_default()).into_owned());
        let said = |name| ply.comments.iter().find_map(|it| command(it, name)).unwrap_or_default();
        let is_ply = !ply.color.is_empty();
        let number = if is_ply { ply.number.to_string() } else { String::new() };
        let index = if is_ply { self.plies } else { 0 }.to_string();
        let comment = ply.comments.join(" ");
        self.row(&[
            &index,
            &number,
            ply.color,
            &text,
            &san,
            &uci,
            &ply.fen,
            &ply.nags,
            said("clk"),
            said("eval"),
            &comment,
            &ply.variations,
        ]);
    }

    /// Returns the row of the current ply, or one for what precedes the first.
    fn open(&mut self) -> &mut PlyCells {
        let fen = &self.head.fen;
        self.ply.get_or_insert_with(|| PlyCells { fen: fen.clone(), ..PlyCells::default() })
    }
}

impl PgnWriter<'_> {
    /// Takes the movetext written so far.
    pub(super) fn take_movetext(&mut self) -> String {
        let text = std::mem::take(self.buffer());
        self.begin_moves();
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}

/// Whether a tag has a value, of the type of its column.
fn fits_column(tag: &Tag<'_>) -> bool {
    let is_rating = tag.name.ends_with("Elo");
    let is_number = || tag.value.bytes().all(|it| it.is_ascii_digit());
    tag.value.contains(char::is_alphanumeric) && (!is_rating || is_number())
}

/// Returns the value of a command in a comment: `0:01:00` in `[%clk 0:01:00]`.
fn command<'t>(comment: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    Some(rest.split_once(']')?.0.trim())
}

impl Output for TableWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }

    fn keeps_escapes(&self) -> bool {
        self.each == Each::Game
    }
}

impl Writer for TableWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.has_rows = false;
        (self.depth, self.plies, self.ply) = (0, 0, None);
        let mut own: Vec<&str> = TAGS.iter().map(|it| it.0).collect();
        let is_typed = self.cells != Cells::Pipes;
        let shown = |tag: &Tag<'_>| !tag.value.is_empty() && (!is_typed || fits_column(tag));
        let others = head.tags.0.iter().filter(|tag| match own.iter().position(|it| *it == tag.name) {
            Some(n) => {
                own.swap_remove(n);
                !shown(tag)
            }
            None => true,
        });
        let cell = |name: &str| head.tags.0.iter().find(|it| it.name == name).filter(|it| shown(it));
        self.head = GameCells {
            tags: TAGS
                .iter()
                .map(|it| cell(it.0).map_or_else(String::new, |it| it.value.to_string()))
                .collect(),
            others: others.map(|it| [&it.name, &it.value].map(|it| it.clone().into_owned())).collect(),
            variant: head.start.variant().name(),
            fen: if head.start.is_first() { String::new() } else { head.start.fen() },
        };
        self.pgn.buffer().clear();
        self.pgn.begin_moves();
        if self.each == Each::Ply && !head.start.is_first() {
            self.open();
        }
        for comment in head.preamble {
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.is_movetext() {
            self.plies += usize::from(self.depth == 0);
            return self.pgn.ply(before, ply);
        }
        let mut texts = [None, None, None];
        for (n, (notation, place)) in self.notations.iter().zip(&mut texts).enumerate() {
            let mut text = Vec::new();
            match notation.supports(before).and_then(|()| notation.write(before, ply, &mut text)) {
                Ok(()) => *place = Some(text),
                Err(why) if n == 0 => return Err(why),
                Err(_) => {}
            }
        }
        self.end_ply();
        self.plies += 1;
        let (color, number) = (before.turn().fold_wb("white", "black"), before.move_number());
        self.ply = Some(PlyCells { color, number, texts, ..PlyCells::default() });
        Ok(())
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let Some(placeholder) = self.choice.notation.placeholder(before, ply) else { return false };
        if self.is_movetext() {
            return self.pgn.skip(before, ply);
        }
        self.open().comments.push(placeholder);
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(&*self.choice.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.is_movetext() {
            return self.pgn.played(after, ply);
        }
        let Some(cells) = &mut self.ply else { return };
        cells.fen = after.fen();
        if after.may_have_marks() {
            for (notation, text) in self.notations.iter().zip(&mut cells.texts) {
                if let Some(text) = text {
                    notation.write_marks(after, ply, text);
                }
            }
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_movetext() {
            return self.pgn.nag(nag);
        }
        let nags = &mut self.open().nags;
        if !nags.is_empty() {
            nags.push(' ');
        }
        nags.push_str(&format!("${}", nag.0));
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.is_movetext() {
            self.pgn.comment(comment);
        } else if comment.kind != CommentKind::Escape {
            self.open().comments.push(comment.text.clone().into_owned());
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.pgn.end_variation();
        if !self.is_movetext() {
            let text = self.pgn.take_movetext();
            let variations = &mut self.open().variations;
            if !variations.is_empty() {
                variations.push(' ');
            }
            variations.push_str(&text);
        }
    }

    fn resign(&mut self, position: &Position) {
        if self.is_movetext() {
            self.pgn.resign(position);
        }
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        match self.each {
            Each::Ply => self.end_ply(),
            Each::Game => {
                self.pgn.end(outcome, diagnostics);
                let moves = self.pgn.take_movetext();
                let mut head = std::mem::take(&mut self.head);
                // The result has a column, which says the same as its tag.
                let result = head.others.iter().position(|it| it[0] == "Result" && it[1] == outcome.marker());
                result.into_iter().for_each(|n| drop(head.others.remove(n)));
                let json = || serde_json::to_string(&head.others).unwrap_or_default();
                let others = if head.others.is_empty() { String::new() } else { json() };
                let plies = self.plies.to_string();
                let mut row: Vec<&str> = head.tags.iter().map(String::as_str).collect();
                let choice = self.choice;
                row.extend([
                    outcome.marker(),
                    head.variant,
                    &head.fen,
                    &plies,
                    &choice.name,
                    &moves,
                    &others,
                ]);
                self.row(&row);
            }
        }
    }
}
