//! Tables for spreadsheets and data frames: a row per game, or a row per ply, below a header.
//!
//! The row of a game has its best-known tags, the moves as PGN (with comments, NAGs and variations), and all
//! other tags as JSON, `[["Name","value"],…]`. The row of a ply has its text, its SAN and UCI, the position
//! after it, and the annotations; `clock` and `eval` are the values of the commands `[%clk …]` and `[%eval …]`
//! in its comments. In separated values, a cell is empty if its tag says nothing, as `?` and `-` do, or is a rating that is no
//! number, so that programs infer the types of columns; such a tag is among the others. Comments before the first move are in a row for ply 0, with the position, as is a start position other than
//! the usual one. On request (`--provenance`) it has five more columns: the `source` text from which the ply was read, its `line` and
//! `column`, and in a decoded game the `confidence` and the `alternatives`. In separated values, an apostrophe keeps a spreadsheet from reading a cell as a formula.

mod row;

pub(super) use self::row::Row;
use super::{
    Head, Output, PageAssembly, Writer,
    page_assembly::{GAME, NUMBER, headed, push_numbered},
    pgn::{self, Movetext, PgnWriter},
    texts::{self, EventTexts, Marks, Records, Texts},
};
use crate::{
    chess::{Color, Comment, CommentKind, FEN_ROOM, FenRanks, Nag, Outcome, Ply, Position, Standard, Tag},
    diagnostics::Located,
    eight::{self, ShortText},
    events::Provenance,
    io::buffers,
    lex,
    named::named,
    notation::{
        Choice, Notation, Unwritable,
        exact::{ExactWord, cut},
        text_of,
    },
    resolve::exact,
};

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    Commas,
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

/// What the column of a tag holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Text,
    Integers,
}

/// The tags with columns of their own, their names, and what they hold.
pub(super) const TAGS: [(&str, &str, Holds); 10] = [
    ("Event", "event", Holds::Text),
    ("Site", "site", Holds::Text),
    ("Date", "date", Holds::Text),
    ("Round", "round", Holds::Text),
    ("White", "white", Holds::Text),
    ("Black", "black", Holds::Text),
    ("WhiteElo", "white_elo", Holds::Integers),
    ("BlackElo", "black_elo", Holds::Integers),
    ("ECO", "eco", Holds::Text),
    ("Opening", "opening", Holds::Text),
];

/// The columns of a game besides its number, which is the first, and [`TAGS`].
const GAME_COLUMNS: [&str; 7] = ["result", "variant", "fen", "plies", "notation", "moves", "tags"];

/// The columns of a ply besides the number of its game.
const PLY_COLUMNS: [&str; 12] =
    ["ply", "move", "color", "text", "san", "uci", "fen", "nags", "clock", "eval", "comment", "variations"];

/// The columns of a ply about the text from which it was read.
const SOURCE_COLUMNS: [&str; 5] = ["source", "line", "column", "confidence", "alternatives"];

impl Each {
    /// Returns the columns of a table, with those about the source of a ply if requested.
    pub(super) fn columns(self, provenance: bool) -> Vec<&'static str> {
        let columns: Vec<&str> = match self {
            Each::Game => TAGS.iter().map(|it| it.1).chain(GAME_COLUMNS).collect(),
            Each::Ply if provenance => PLY_COLUMNS.into_iter().chain(SOURCE_COLUMNS).collect(),
            Each::Ply => PLY_COLUMNS.to_vec(),
        };
        std::iter::once("game").chain(columns).collect()
    }
}

impl Cells {
    /// Returns the separator of separated values.
    const fn separator(self) -> Option<u8> {
        match self {
            Cells::Commas => Some(b','),
            Cells::Tabs => Some(b'\t'),
            Cells::Pipes => None,
        }
    }
}

/// Whether a short text of a ply is written as it is in separated values: one that begins with a letter or a digit, and has no
/// blanks, commas, quotes and letters beyond ASCII.
#[inline(always)]
fn is_plain(text: &ExactWord) -> bool {
    let (word, rest) = (cut(text.words[0] as u64, text.len & 7), !cut(u64::MAX, text.len & 7));
    let special = eight::equal(word, b',') | eight::equal(word, b'"') | word & eight::HIGH;
    // The zeros after the end are no blanks.
    let blanks = eight::below(word | rest & eight::HIGH >> 1, b'!');
    (1..8).contains(&text.len) && (word as u8).is_ascii_alphanumeric() && special | blanks == 0
}

/// Adds the header before the rows, and fills in the numbers of the games.
#[derive(Default)]
pub struct TableAssembly {
    head: Vec<u8>,
    games: u64,
}

impl TableAssembly {
    /// Creates the frame of a table with these columns.
    pub fn new(cells: Cells, columns: &[&str]) -> TableAssembly {
        let mut head = Vec::new();
        let mut row = Row::new(cells);
        columns.iter().for_each(|it| row.push(it.as_bytes(), &mut head));
        row.end(true, &mut head);
        if cells == Cells::Pipes {
            head.extend_from_slice("| --- ".repeat(columns.len()).as_bytes());
            head.extend_from_slice(b"|\n");
        }
        TableAssembly { head, games: 0 }
    }
}

impl PageAssembly for TableAssembly {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut out = headed(&std::mem::take(&mut self.head), &games);
        push_numbered(&games, &mut self.games, "", &mut out);
        buffers::give(games);
        out
    }

    fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }
}

/// Writes the rows of games into a buffer.
pub struct TableWriter<'a> {
    out: Vec<u8>,
    is_typed: bool,
    each: Each,
    choice: &'a Choice,
    /// Writes movetext: of the whole game, or of the variations of a ply.
    pgn: PgnWriter<'a>,
    /// What is known of the game from its head.
    head: GameCells,
    /// The row being written: of the game, or of the current ply or what precedes the first, if it is open.
    row: Row,
    is_open: bool,
    /// What the current ply has besides.
    additions: Additions,
    texts: EventTexts,
    ranks: FenRanks,
    plies: usize,
    depth: usize,
    /// Whether the game has a row; one without any is not counted.
    has_rows: bool,
    /// The cells of a ply about the text from which it was read, if there are any.
    source: Option<[String; SOURCE_COLUMNS.len()]>,
}

#[derive(Default)]
struct GameCells {
    /// The tags without a column of their own, and further ones of the same name.
    others: Vec<[String; 2]>,
    variant: &'static str,
    fen: String,
}

/// What follows the position in the row of a ply.
#[derive(Default)]
struct Additions {
    nags: String,
    comments: Vec<String>,
    variations: String,
}

impl<'a> TableWriter<'a> {
    /// Creates a writer of moves in this notation.
    pub fn new(choice: &'a Choice, cells: Cells, each: Each) -> TableWriter<'a> {
        TableWriter {
            out: Vec::new(),
            is_typed: cells != Cells::Pipes,
            each,
            choice,
            pgn: PgnWriter::new(choice, 0),
            head: GameCells::default(),
            row: Row::new(cells),
            is_open: false,
            additions: Additions::default(),
            texts: EventTexts::new(choice, true),
            ranks: FenRanks::default(),
            plies: 0,
            depth: 0,
            has_rows: false,
            source: None,
        }
    }

    /// Sets whether the row of a ply has the text from which it was read.
    pub fn with_provenance(self, provenance: bool) -> TableWriter<'a> {
        let source = (provenance && self.each == Each::Ply).then(Default::default);
        TableWriter { source, ..self }
    }

    /// Whether the current event is written as movetext.
    fn is_movetext(&self) -> bool {
        self.each == Each::Game || self.depth > 0
    }

    /// Begins a row with the number of its game.
    fn begin_row(&mut self) {
        self.mark_game();
        self.row.begin(self.out.len());
        self.row.push(&[NUMBER], &mut self.out);
    }

    /// Marks the beginning of a game before its first row.
    fn mark_game(&mut self) {
        if !std::mem::replace(&mut self.has_rows, true) {
            self.out.push(GAME);
        }
    }

    /// Adds cells to the row.
    fn push_all(&mut self, cells: &[&str]) {
        cells.iter().for_each(|it| self.row.push(it.as_bytes(), &mut self.out));
    }

    /// Adds the row of a ply up to the position after it.
    fn add_ply(
        &mut self,
        (number, us): (u32, Color),
        after: &Position,
        push_texts: impl FnOnce(&mut Row, &mut Vec<u8>),
    ) {
        self.end_ply();
        self.begin_row();
        self.is_open = true;
        self.plies += 1;
        let color = us.fold_wb("white", "black");
        self.push_all(&[&self.plies.to_string(), &number.to_string(), color]);
        push_texts(&mut self.row, &mut self.out);
        let mut fen = Vec::new();
        after.push_fen(&mut self.ranks, &mut fen);
        self.row.push(&fen, &mut self.out);
        // As after a plain row, the end of this cell follows with the next one.
        self.out.pop();
    }

    /// Does the same with texts that have been made word by word.
    #[inline(never)]
    fn add_unusual(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        self.add_ply(texts::number(after), after, |row, out| {
            for (text, mark) in texts.iter().zip(marks) {
                let mut room = [0; 64];
                let mut cell = ShortText::new(&mut room);
                texts::push(text, *mark, &mut cell);
                row.push(cell.as_bytes(), out);
            }
        });
    }

    /// Does the same where no cell needs more than the separator, with the end of the row before it.
    #[inline(always)]
    fn add_plain(
        &mut self,
        separator: u8,
        texts: &Texts,
        marks: &Marks,
        (after, board): (&Position, &Standard),
    ) {
        let (number, us) = texts::number(after);
        let mut room = [0; 96 + FEN_ROOM];
        let mut cells = ShortText::new(&mut room);
        if self.is_open && self.is_bare() {
            cells.push(&[separator, separator, separator, separator, separator, b'\n']);
        } else {
            self.end_ply();
            self.mark_game();
        }
        self.row.begin(self.out.len() + cells.as_bytes().len());
        self.is_open = true;
        self.plies += 1;
        cells.push(&[NUMBER, separator]);
        cells.push_number(self.plies as u32);
        cells.push(&[separator]);
        cells.push_number(number);
        cells.push(
            us.fold_wb(
                &[separator, b'w', b'h', b'i', b't', b'e'],
                &[separator, b'b', b'l', b'a', b'c', b'k'],
            ),
        );
        for (text, mark) in texts.iter().zip(marks) {
            cells.push(&[separator]);
            texts::push(text, *mark, &mut cells);
        }
        cells.push(&[separator]);
        board.push_short_fen(&mut self.ranks, &mut cells);
        self.out.extend_from_slice(cells.as_bytes());
    }

    /// Whether the row of the current ply ends with empty cells, and is as it will be.
    #[inline(always)]
    fn is_bare(&self) -> bool {
        self.additions.is_empty() && self.source.is_none() && !self.row.is_padded
    }

    /// Ends the row of the current ply, if there is one, with what it has besides.
    fn end_ply(&mut self) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        // The cell of the position.
        self.out.push(self.row.form.separator().unwrap_or(b' '));
        let Additions { nags, comments, variations } = std::mem::take(&mut self.additions);
        let said = |name| comments.iter().find_map(|it| command(it, name)).unwrap_or_default();
        self.push_all(&[&nags, said("clk"), said("eval"), &comments.join(" "), &variations]);
        if let Some(source) = &mut self.source {
            std::mem::take(source).iter().for_each(|it| self.row.push(it.as_bytes(), &mut self.out));
        }
        self.row.end(true, &mut self.out);
    }

    /// Returns what the current ply has besides, or what precedes the first.
    fn additions(&mut self) -> &mut Additions {
        if !std::mem::replace(&mut self.is_open, true) {
            self.begin_row();
            let fen = std::mem::take(&mut self.head.fen);
            self.push_all(&["0", "", "", "", "", "", &fen]);
            self.head.fen = fen;
            self.out.pop();
        }
        &mut self.additions
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

impl Additions {
    fn is_empty(&self) -> bool {
        self.nags.is_empty() && self.comments.is_empty() && self.variations.is_empty()
    }
}

/// Appends a text after a space.
pub(super) fn push_word(out: &mut String, text: &str) {
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(text);
}

/// Returns a share in ten-thousandths as a number from 0 to 1.
pub(super) fn share(share: u16) -> String {
    (f64::from(share) / 10_000.0).to_string()
}

/// Returns what else the text of a ply may mean, with the confidence in each: `Nc3 0.04; Ne2 0.01`.
pub(super) fn alternatives(from: &Provenance<'_>) -> String {
    let san = Choice::san();
    let each = from.others().filter_map(|(ply, others)| {
        Some(format!("{} {}", text_of(&*san.notation, from.before, ply).ok()?, share(others)))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Whether a tag has a value, of the type of its column.
fn fits_column(tag: &Tag<'_>, holds: Holds) -> bool {
    let says_something =
        tag.value.bytes().any(|it| it.is_ascii_alphanumeric()) || tag.value.contains(char::is_alphanumeric);
    says_something && (holds == Holds::Text || lex::figures(&tag.value) > 0)
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

    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        let choice = self.choice;
        Some(match self.each {
            Each::Game => pgn::read_exactly(self, job),
            Each::Ply => texts::read(self, &*choice.notation, job),
        })
    }

    fn keeps_escapes(&self) -> bool {
        self.each == Each::Game
    }
}

impl<'a> Movetext<'a> for TableWriter<'a> {
    #[inline(always)]
    fn pgn(&mut self) -> &mut PgnWriter<'a> {
        &mut self.pgn
    }

    #[inline(always)]
    fn count(&mut self) {
        self.plies += usize::from(self.depth == 0);
    }
}

impl Records for TableWriter<'_> {
    fn is_varied(&self) -> bool {
        self.depth > 0
    }

    #[inline(always)]
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        match (self.row.form.separator(), after.ordinary()) {
            (Some(separator), Some(board)) if is_plain(&texts[0]) => {
                self.add_plain(separator, texts, marks, (after, board));
            }
            _ => self.add_unusual(texts, marks, after),
        }
    }
}

impl Writer for TableWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        (self.has_rows, self.is_open) = (false, false);
        (self.depth, self.plies) = (0, 0);
        self.texts.begin(head.start);
        self.additions = Additions::default();
        let shown = |tag: &Tag<'_>, n: usize| {
            !tag.value.is_empty() && (!self.is_typed || fits_column(tag, TAGS[n].2))
        };
        let mut own = [None; TAGS.len()];
        let mut others = Vec::new();
        for tag in &head.tags.0 {
            // Only the first of those of the same name has a column.
            let column = TAGS.iter().position(|it| it.0 == tag.name).filter(|n| own[*n].is_none());
            let is_shown = column.is_some_and(|n| shown(tag, n));
            if let Some(n) = column {
                own[n] = Some(if is_shown { &*tag.value } else { "" });
            }
            if !is_shown {
                others.push([&tag.name, &tag.value].map(|it| it.clone().into_owned()));
            }
        }
        let own = own.map(Option::unwrap_or_default);
        self.head = GameCells {
            others,
            variant: head.start.variant().name(),
            fen: if head.start.is_first() { String::new() } else { head.start.fen() },
        };
        if self.each == Each::Game {
            self.begin_row();
            self.push_all(&own);
        }
        self.pgn.buffer().clear();
        self.pgn.begin_moves();
        if self.each == Each::Ply && !head.start.is_first() {
            self.additions();
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
        self.texts.write(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let Some(placeholder) = self.choice.notation.placeholder(before, ply) else { return false };
        if self.is_movetext() {
            return self.pgn.skip(before, ply);
        }
        self.additions().comments.push(placeholder);
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(&*self.choice.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.is_movetext() {
            return self.pgn.played(after, ply);
        }
        let texts = self.texts.marked(after, ply);
        let texts: Vec<Vec<u8>> = texts.map(|it| it.unwrap_or_default().to_vec()).collect();
        self.add_ply(self.texts.number, after, |row, out| texts.iter().for_each(|it| row.push(it, out)));
    }

    fn wants_source(&self) -> bool {
        self.source.is_some()
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        if self.is_movetext() {
            return;
        }
        let (line, column) = from.place();
        let confidence = from.confidence.map(|it| share(it.share));
        let cells =
            [line.to_string(), column.to_string(), confidence.unwrap_or_default(), alternatives(from)];
        let [line, column, confidence, others] = cells;
        self.source = Some([from.text(), line, column, confidence, others]);
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_movetext() {
            return self.pgn.nag(nag);
        }
        push_word(&mut self.additions().nags, &format!("${}", nag.0));
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if self.is_movetext() {
            self.pgn.comment(comment);
        } else if comment.kind != CommentKind::Escape {
            self.additions().comments.push(comment.text.clone().into_owned());
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
            push_word(&mut self.additions().variations, &text);
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
                let mut head = std::mem::take(&mut self.head);
                // The result has a column, which says the same as its tag.
                let result = head.others.iter().position(|it| it[0] == "Result" && it[1] == outcome.marker());
                result.into_iter().for_each(|n| drop(head.others.remove(n)));
                let json = || serde_json::to_string(&head.others).unwrap_or_default();
                let others = if head.others.is_empty() { String::new() } else { json() };
                let (plies, name) = (self.plies.to_string(), &self.choice.name);
                self.push_all(&[outcome.marker(), head.variant, &head.fen, &plies, name]);
                self.row.push(self.pgn.buffer().trim_ascii(), &mut self.out);
                self.row.push(others.as_bytes(), &mut self.out);
                self.row.end(true, &mut self.out);
            }
        }
    }
}
