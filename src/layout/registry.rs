//! The output layouts by name, and their writers: a new layout is its file and its lines here.

#[cfg(feature = "parquet")]
use super::parquet::{ParquetWriter, RowGroups, Schema};
use super::{
    Bare, MovetextStyle, Output, PageAssembly,
    columns::ColumnsWriter,
    grid::GridWriter,
    html::{DiagramAt, HtmlWriter, Language, Page, Paper},
    jsonl::JsonWriter,
    moves::MovesWriter,
    pgn::PgnWriter,
    ply_records::PlyWriter,
    positions::{At, PositionFormat, PositionsWriter},
    proof::{
        ProofWriter, doubts,
        page::{self, ProofPage},
    },
    table::{Cells, Each, GameTable, PlyTable, TableAssembly},
};
use crate::{named::named, notation::Choice};

named! {
    /// Output layout.
    "layout" Layout: Default {
        Pgn: ["pgn"], "PGN, in export format";
        Moves: ["moves"], "Moves only, one game per line";
        Columns: ["columns"], "A line for each move: number, White, Black; PGN laid out for reading";
        Grid: ["grid"], "A scoresheet with a column for each file, as a Markdown table; the default for sllavcco";
        GridTsv: ["grid:tsv"], "The same as tab-separated values, for spreadsheets";
        GridCsv: ["grid:csv"], "The same as comma-separated values, for spreadsheets";
        GridLaws: ["grid:laws"], "The same as the laws of the notation print it, with dates as 07.04.1970";
        Html: ["html"], "A page with a scoresheet for each game, for screen and print";
        Jsonl: ["jsonl", "json"], "JSON lines, one object per game";
        Csv: ["csv"], "A table with a row per game (or ply, see --each), as comma-separated values";
        Tsv: ["tsv"], "The same as tab-separated values";
        Table: ["table"], "The same as a Markdown table";
        #[cfg(feature = "parquet")]
        Parquet: ["parquet"], "The table as Parquet, for DuckDB, pandas, Polars and Spark";
        Doubts: ["doubts"], "The moves whose reading is doubtful, as comma-separated values: place, text, reading, alternatives";
        DoubtsJsonl: ["doubts:jsonl"], "The same as JSON lines";
        Proof: ["proof"], "A page to proofread games beside their source";
        Fen: ["fen"], "Positions as FEN, one per line";
        Epd: ["epd"], "Positions as EPD, one per line, with the move played";
    }
}

/// The options of the layouts. Each layout has some of them.
#[derive(Clone, Debug)]
pub struct LayoutOptions {
    /// The longest line of moves, in characters; 0 for one line per game.
    pub width: usize,
    pub style: MovetextStyle,
    /// The heading of a grid is repeated after this many rows; 0 for never.
    pub rows: usize,
    /// Whether the position after each move is added.
    pub fens: bool,
    /// Whether the text from which each move was read is added.
    pub provenance: bool,
    /// What a row of a table stands for.
    pub each: Each,
    /// Which positions are written.
    pub at: At,
    /// The moves after which a page has diagrams.
    pub diagrams: Vec<DiagramAt>,
    /// The paper size of pages; `None` for the printer's.
    pub paper: Option<Paper>,
    /// Whether plies have a confidence, as those of repaired games do.
    pub confidence: bool,
}

/// The usual width of movetext: export format has lines of less than 80 characters.
pub const WIDTH: usize = 79;

impl Default for LayoutOptions {
    fn default() -> LayoutOptions {
        LayoutOptions {
            width: WIDTH,
            style: MovetextStyle::default(),
            rows: 0,
            fens: false,
            provenance: false,
            each: Each::default(),
            at: At::default(),
            diagrams: Vec::new(),
            paper: None,
            confidence: false,
        }
    }
}

impl Layout {
    /// Whether it is a textual scoresheet with a column for each file.
    pub(crate) const fn is_grid(self) -> bool {
        matches!(self, Layout::Grid | Layout::GridTsv | Layout::GridCsv | Layout::GridLaws)
    }

    /// Whether it is bytes that are no text, and compressed already.
    pub(crate) const fn is_binary(self) -> bool {
        #[cfg(feature = "parquet")]
        if matches!(self, Layout::Parquet) {
            return true;
        }
        false
    }

    /// Whether it is a table with a row per game or ply.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Layout::Csv | Layout::Tsv | Layout::Table) || self.is_binary()
    }

    /// Returns the extensions of files in this layout; new files get the first.
    pub(crate) const fn suffixes(self) -> &'static [&'static str] {
        match self {
            Layout::Pgn | Layout::Columns => &["pgn"],
            Layout::Moves => &["moves"],
            Layout::Grid | Layout::Table => &["md", "markdown"],
            Layout::GridTsv | Layout::GridLaws | Layout::Tsv => &["tsv"],
            Layout::GridCsv | Layout::Csv => &["csv"],
            Layout::Html => &["html", "htm"],
            Layout::Jsonl => &["jsonl", "ndjson", "json"],
            #[cfg(feature = "parquet")]
            Layout::Parquet => &["parquet"],
            Layout::Doubts => &["doubts.csv"],
            Layout::DoubtsJsonl => &["doubts.jsonl"],
            Layout::Proof => &["proof.html"],
            Layout::Fen => &["fen"],
            Layout::Epd => &["epd"],
        }
    }

    /// Returns the extension of new files.
    pub(crate) const fn suffix(self) -> &'static str {
        self.suffixes()[0]
    }

    /// Returns the order of magnitude of the output per byte of input. In HTML, each tiny game has a board.
    pub(crate) const fn expansion(self) -> usize {
        if matches!(self, Layout::Html | Layout::Proof) { 32 } else { 1 }
    }

    /// Creates a writer of games in this notation.
    pub(crate) fn writer<'a>(self, to: &'a Choice, options: &'a LayoutOptions) -> Box<dyn Output + 'a> {
        let LayoutOptions { width, style, rows, fens, provenance, each, at, .. } = *options;
        let grid = |form| GridWriter::new(to, form, rows, width);
        let table = |cells| -> Box<dyn Output + 'a> {
            match each {
                Each::Game => Box::new(GameTable::new(to, cells)),
                Each::Ply => Box::new(PlyWriter::new(to, true, PlyTable::new(cells, provenance))),
            }
        };
        match self {
            Layout::Pgn => Box::new(PgnWriter::new(to, width).styled(style)),
            Layout::Columns => Box::new(ColumnsWriter::new(to, width).styled(style)),
            Layout::Grid => Box::new(grid(Cells::Pipes)),
            Layout::GridTsv => Box::new(grid(Cells::Tabs)),
            Layout::GridCsv => Box::new(grid(Cells::Commas)),
            Layout::GridLaws => Box::new(grid(Cells::Tabs).like_the_laws()),
            Layout::Html => Box::new(HtmlWriter::new(to, &options.diagrams)),
            Layout::Jsonl => Box::new(JsonWriter::new(to).with_fens(fens).with_provenance(provenance)),
            Layout::Moves => Box::new(MovesWriter::new(to, style.results)),
            Layout::Csv => table(Cells::Commas),
            Layout::Tsv => table(Cells::Tabs),
            Layout::Table => table(Cells::Pipes),
            #[cfg(feature = "parquet")]
            Layout::Parquet => Box::new(ParquetWriter::of_schema(to, options.schema())),
            Layout::Doubts => Box::new(ProofWriter::new(to, doubts::push_rows)),
            Layout::DoubtsJsonl => Box::new(ProofWriter::new(to, doubts::push_json)),
            Layout::Proof => Box::new(ProofWriter::new(to, page::push)),
            Layout::Fen => Box::new(PositionsWriter::new(PositionFormat::Fen, at)),
            Layout::Epd => Box::new(PositionsWriter::new(PositionFormat::Epd, at)),
        }
    }

    /// Creates the page around the games of an output in this notation. `title` is that of a page of several games; `threads` may compress.
    pub(crate) fn assembly(
        self,
        to: &Choice,
        options: &LayoutOptions,
        title: String,
        threads: usize,
    ) -> Box<dyn PageAssembly> {
        let _ = threads;
        let table = |cells| TableAssembly::new(cells, &options.each.columns(options.provenance));
        match self {
            Layout::Html => Box::new(Page::new(title, options.paper, Language::of(to))),
            Layout::Csv => Box::new(table(Cells::Commas)),
            Layout::Tsv => Box::new(table(Cells::Tabs)),
            Layout::Table => Box::new(table(Cells::Pipes)),
            Layout::Doubts => Box::new(TableAssembly::new(Cells::Commas, &doubts::COLUMNS)),
            Layout::DoubtsJsonl => Box::new(TableAssembly::default()),
            Layout::Proof => Box::new(ProofPage::new(title)),
            #[cfg(feature = "parquet")]
            Layout::Parquet => Box::new(RowGroups::new(options.schema(), threads)),
            _ => Box::new(Bare),
        }
    }
}

#[cfg(feature = "parquet")]
impl LayoutOptions {
    /// Returns what decides the columns of Parquet.
    fn schema(&self) -> Schema {
        let LayoutOptions { each, fens, confidence, .. } = *self;
        Schema { each, fens, confidence }
    }
}
