//! Layouts: the arrangement of games in a file. They handle tags, comments, variations and results, and know no
//! notation by name.
//!
//! A reader produces a [`Game`]; a writer receives it as a stream of [events](crate::events).
//!
//! **A new output layout** is a file with its [`Writer`], and its entries in this file: its module, its name
//! and meaning, its file extensions and features ([`Layout::about`]), the construction of its writer, and its
//! [`PageAssembly`] if anything surrounds its games. The command line, its help and the library follow from
//! these.

mod arranged;
mod boxes;
pub mod columns;
mod combined;
mod diagram;
mod draft;
mod extract;
pub mod grid;
pub mod html;
pub mod importer;
mod input_format;
pub mod jsonl;
mod look;
mod men;
pub mod moves;
mod null;
mod output;
mod page_assembly;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod pgn;
mod placed;
mod ply_records;
pub mod positions;
pub mod proof;
pub mod prose;
mod read;
mod rows;
pub mod scoresheet;
mod source_game;
mod style;
pub mod table;
mod texts;
mod transcript;

#[cfg(feature = "parquet")]
use parquet::{ParquetWriter, RowGroups};

use crate::{named::named, notation::Choice};
use columns::ColumnsWriter;
use grid::GridWriter;
use html::{HtmlWriter, Language, Page};
use jsonl::JsonWriter;
use moves::MovesWriter;
use pgn::PgnWriter;
use ply_records::PlyWriter;
use positions::{PositionFormat, PositionsWriter};
use proof::{
    ProofWriter, doubts,
    page::{self, ProofPage},
};
use table::{Cells, GameTable, PlyTable, TableAssembly};

pub use crate::events::{
    Event, Failed, Filter, Filtered, Game, Head, HeadTags, Omit, RESIGNATION, ReadGame, Writer, emit, set_up,
};
pub use crate::io::GameEnd;
pub use boxes::PageText;
pub use combined::combined;
pub use input_format::{Extents, InputFormat};
pub use null::NullWriter;
pub use output::{LayoutOptions, Output, WIDTH};
pub use page_assembly::{Bare, PageAssembly};
pub use pgn::conclude;
pub use source_game::{SourceGame, SourceGames};
pub use style::{MovetextStyle, NagForm, Numbers};
pub use table::Each;

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

/// Features that some layouts have; most can be changed by flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feature {
    /// Moves in a notation.
    Notation,
    /// A tag with the name of the notation.
    NotationTag,
    Tags,
    /// Comments, variations and NAGs.
    Annotations,
    /// NAGs in several forms.
    NagForms,
    /// Lines of a given length.
    Width,
    /// Move numbers, which can be left out.
    Numbers,
    /// Results, which can be left out.
    Results,
    /// Export format, and the forms of it that importers expect.
    Export,
    /// A column for each file of the board, and a repeatable heading.
    FileColumns,
    /// A row per game or ply.
    Rows,
    Diagrams,
    Paper,
    /// A choice of positions.
    Positions,
    /// The positions after the moves.
    Fens,
    /// The texts from which the moves were read.
    Provenance,
    /// Bytes that aren't text, already compressed.
    Binary,
}

impl Layout {
    /// Returns the file extensions, the first of which is for new files, and the features.
    const fn about(self) -> (&'static [&'static str], &'static [Feature]) {
        use Feature::*;
        match self {
            Layout::Pgn => (
                &["pgn"],
                &[Notation, NotationTag, Tags, Annotations, NagForms, Width, Numbers, Results, Export],
            ),
            Layout::Columns => {
                (&["pgn"], &[Notation, NotationTag, Tags, Annotations, NagForms, Width, Results])
            }
            Layout::Moves => (&["moves"], &[Notation, Results]),
            Layout::Grid => (&["md", "markdown"], &[Notation, Tags, Annotations, Width, FileColumns]),
            Layout::GridTsv | Layout::GridLaws => (&["tsv"], &[Notation, Tags, Annotations, FileColumns]),
            Layout::GridCsv => (&["csv"], &[Notation, Tags, Annotations, FileColumns]),
            Layout::Html => (&["html", "htm"], &[Notation, Tags, Annotations, Diagrams, Paper]),
            Layout::Jsonl => (&["jsonl", "ndjson", "json"], &[Notation, Tags, Annotations, Fens, Provenance]),
            Layout::Csv => (&["csv"], &[Notation, Tags, Annotations, Rows, Provenance]),
            Layout::Tsv => (&["tsv"], &[Notation, Tags, Annotations, Rows, Provenance]),
            Layout::Table => (&["md", "markdown"], &[Notation, Tags, Annotations, Rows, Provenance]),
            #[cfg(feature = "parquet")]
            Layout::Parquet => (&["parquet"], &[Notation, Tags, Annotations, Rows, Fens, Binary]),
            Layout::Doubts => (&["doubts.csv"], &[Notation]),
            Layout::DoubtsJsonl => (&["doubts.jsonl"], &[Notation]),
            Layout::Proof => (&["proof.html"], &[Notation, Tags]),
            Layout::Fen => (&["fen"], &[Positions]),
            Layout::Epd => (&["epd"], &[Tags, Positions]),
        }
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.about().1.contains(&feature)
    }

    pub(crate) const fn suffixes(self) -> &'static [&'static str] {
        self.about().0
    }

    /// Returns the extension of new files.
    pub(crate) const fn suffix(self) -> &'static str {
        self.suffixes()[0]
    }

    /// Returns the order of magnitude of output bytes per input byte. In HTML, even a tiny game has a board.
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

    /// Creates the page around the games of an output in this notation. `title` is for pages with several
    /// games; `threads` are available for compression.
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
