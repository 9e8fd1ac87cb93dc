//! Row groups, encoded in separate threads and written in order.

use std::{
    collections::VecDeque,
    sync::Arc,
    thread::{self, JoinHandle},
};

use ::parquet::{
    basic::{Compression, Type},
    column::writer::{ColumnCloseResult, ColumnWriter, ColumnWriterImpl, get_column_writer},
    data_type::{ByteArray, DataType},
    errors::{ParquetError, Result},
    file::{
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr},
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::types::{ColumnDescPtr, SchemaDescPtr, SchemaDescriptor},
};
use bytes::Bytes;

use super::{
    Schema,
    record::{Entries, Value as _},
};
use crate::{
    io::buffers,
    layout::{PageAssembly, table::Each},
};

/// Bytes of a row group before encoding: about 7,000 games or 100,000 plies.
const GROUP: usize = 4 << 20;

/// Fewest entries of a column that are encoded at a time, except at its end.
const BATCH: usize = 512;

/// A column chunk as in the file, with its metadata.
type Encoded = (Bytes, ColumnCloseResult);

/// Assembles the records of games into a Parquet file. The row groups depend only on the games.
pub struct RowGroups {
    file: SerializedFileWriter<Vec<u8>>,
    encoder: Arc<Encoder>,
    /// Entries of the current group, by column.
    columns: Vec<Vec<u8>>,
    size: usize,
    games: i64,
    /// Groups being encoded, in order, and the maximum number of these.
    under_way: VecDeque<JoinHandle<Result<Vec<Encoded>>>>,
    threads: usize,
}

impl RowGroups {
    /// Creates a file with these columns, encoded in up to `threads` further threads.
    pub fn new(schema: Schema, threads: usize) -> RowGroups {
        let message = schema.columns();
        let columns = SchemaDescPtr::new(SchemaDescriptor::new(Arc::clone(&message)));
        // Nobody needs the minimum of all moves.
        let is_of_plies = |it: &&ColumnDescPtr| {
            it.max_rep_level() > 0 || schema.each == Each::Ply && it.physical_type() == Type::BYTE_ARRAY
        };
        let unordered = columns.columns().iter().filter(is_of_plies);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("plyglot version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_statistics_enabled(EnabledStatistics::Chunk);
        let properties = unordered.fold(properties, |properties, it| {
            properties.set_column_statistics_enabled(it.path().clone(), EnabledStatistics::None)
        });
        let properties = WriterPropertiesPtr::new(properties.build());
        let file = SerializedFileWriter::new(Vec::new(), message, Arc::clone(&properties));
        RowGroups {
            file: file.expect(MEMORY),
            columns: vec![Vec::new(); columns.num_columns()],
            encoder: Arc::new(Encoder { columns, properties }),
            size: 0,
            games: 0,
            under_way: VecDeque::new(),
            threads,
        }
    }

    fn add_game(&mut self, record: &[u8]) {
        self.games += 1;
        let mut parts = Entries::new(record);
        let rows = parts.part().map_or(0, <[u8]>::len);
        for _ in 0..rows {
            // A required column: an entry without levels.
            self.columns[0].push(0);
            self.games.push(&mut self.columns[0]);
        }
        for column in &mut self.columns[1..] {
            column.extend_from_slice(parts.part().expect("a record has all columns"));
        }
        self.size += record.len();
        if self.size >= GROUP {
            self.end_group();
        }
    }

    /// Encodes the current group, in another thread if there may be several.
    fn end_group(&mut self) {
        self.size = 0;
        // The next group's columns are about as long, so they needn't grow.
        let next = |it: &Vec<u8>| Vec::with_capacity(it.len() + it.len() / 8);
        let columns: Vec<Bytes> =
            self.columns.iter_mut().map(|it| Bytes::from(std::mem::replace(it, next(it)))).collect();
        if self.threads > 1 {
            while self.under_way.len() >= self.threads {
                self.write_first();
            }
            let (encoder, shared) = (Arc::clone(&self.encoder), columns.clone());
            if let Ok(thread) = thread::Builder::new().spawn(move || encoder.encode(&shared)) {
                return self.under_way.push_back(thread);
            }
            self.write_under_way();
        }
        let encoded = self.encoder.encode(&columns);
        self.write(encoded);
    }

    /// Waits for the first group being encoded, and writes it.
    fn write_first(&mut self) {
        let Some(thread) = self.under_way.pop_front() else { return };
        let encoded = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        self.write(encoded);
    }

    fn write_under_way(&mut self) {
        while !self.under_way.is_empty() {
            self.write_first();
        }
    }

    fn write(&mut self, group: Result<Vec<Encoded>>) {
        group.and_then(|it| self.append(it)).expect(MEMORY);
    }

    fn append(&mut self, columns: Vec<Encoded>) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        for (bytes, close) in columns {
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        Ok(self.file.flush()?)
    }
}

/// The reason why writing can't fail.
const MEMORY: &str = "the columns are those of the schema, and are written to memory";

impl PageAssembly for RowGroups {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut records = Entries::new(&games);
        while let Some(record) = records.part() {
            self.add_game(record);
        }
        buffers::give(games);
        std::mem::take(self.file.inner_mut())
    }

    fn end(&mut self) -> Vec<u8> {
        if self.size > 0 {
            self.end_group();
        }
        self.write_under_way();
        self.file.finish().expect(MEMORY);
        std::mem::take(self.file.inner_mut())
    }
}

struct Encoder {
    columns: SchemaDescPtr,
    properties: WriterPropertiesPtr,
}

impl Encoder {
    fn encode(&self, columns: &[Bytes]) -> Result<Vec<Encoded>> {
        self.columns
            .columns()
            .iter()
            .zip(columns)
            .map(|(column, entries)| self.column(column, entries))
            .collect()
    }

    fn column(&self, column: &ColumnDescPtr, bytes: &Bytes) -> Result<Encoded> {
        let mut sink = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut sink));
        let mut writer = get_column_writer(Arc::clone(column), Arc::clone(&self.properties), pages);
        let entries = Entries::new(bytes);
        match &mut writer {
            ColumnWriter::Int32ColumnWriter(writer) => write(writer, column, entries, Entries::int32)?,
            ColumnWriter::Int64ColumnWriter(writer) => write(writer, column, entries, Entries::int64)?,
            ColumnWriter::DoubleColumnWriter(writer) => write(writer, column, entries, Entries::double)?,
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                write(writer, column, entries, |it| ByteArray::from(bytes.slice(it.text())))?;
            }
            _ => return Err(ParquetError::NYI(format!("a column of type {}", column.physical_type()))),
        }
        let close = writer.close()?;
        Ok((sink.into_inner()?.into(), close))
    }
}

/// Writes the entries of a column in batches of whole rows.
fn write<'b, T: DataType>(
    writer: &mut ColumnWriterImpl<'_, T>,
    column: &ColumnDescPtr,
    mut entries: Entries<'b>,
    value: impl Fn(&mut Entries<'b>) -> T::T,
) -> Result<()> {
    let most = column.max_def_level();
    let (mut values, mut repetitions, mut definitions) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(begins_row) = entries.begins_row() {
        if begins_row && definitions.len() >= BATCH {
            writer.write_batch(&values, Some(&definitions), Some(&repetitions))?;
            values.clear();
            repetitions.clear();
            definitions.clear();
        }
        let (repetition, definition) = entries.levels();
        repetitions.push(repetition);
        definitions.push(definition);
        if definition == most {
            values.push(value(&mut entries));
        }
    }
    writer.write_batch(&values, Some(&definitions), Some(&repetitions))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use ::parquet::{
        file::reader::{FileReader as _, SerializedFileReader},
        record::RowAccessor as _,
    };

    use super::*;
    use crate::{
        chess::{Outcome, Position, Tags},
        layout::{Head, HeadTags, Output as _, Writer as _, parquet::ParquetWriter},
        notation::Choice,
    };

    const SCHEMA: Schema = Schema { each: Each::Game, fens: false, confidence: false };

    /// Returns the record of a game with a large tag, and its number in another tag.
    fn game(n: usize) -> Vec<u8> {
        let choice = Choice::san();
        let mut writer = ParquetWriter::of_schema(&choice, SCHEMA);
        let mut tags = Tags::default();
        tags.push("Round", n.to_string());
        tags.push("Annotator", "x".repeat(1 << 18));
        let start = Position::default();
        writer.begin(&Head {
            preamble: &[],
            tags: HeadTags::Read(&tags),
            written: None,
            start: &start,
            notation: None,
            source: None,
        });
        writer.end(Outcome::Unknown, &[]);
        std::mem::take(writer.buffer())
    }

    /// Returns the file made from blocks of this many games, and the number of parts in which it was written.
    fn file(block: usize, threads: usize) -> (Vec<u8>, usize) {
        let games: Vec<Vec<u8>> = (1..=60).map(game).collect();
        let mut groups = RowGroups::new(SCHEMA, threads);
        let mut parts: Vec<Vec<u8>> = games.chunks(block).map(|it| groups.add(it.concat())).collect();
        parts.push(groups.end());
        (parts.concat(), parts.iter().filter(|it| !it.is_empty()).count())
    }

    #[test]
    fn groups_depend_on_the_games_only_and_are_written_as_they_come() {
        let (bytes, parts) = file(1, 1);
        assert_eq!(parts, 4, "the magic number with the first of the groups");
        for (block, threads) in [(7, 1), (1, 2), (7, 8), (100, 2)] {
            assert!(file(block, threads).0 == bytes, "blocks of {block} games, {threads} threads");
        }
        let reader = SerializedFileReader::new(Bytes::from(bytes)).expect("Parquet");
        let rows: Vec<i64> = reader.metadata().row_groups().iter().map(|it| it.num_rows()).collect();
        assert_eq!(rows, [16, 16, 16, 12]);
        for (n, row) in reader.get_row_iter(None).expect("rows").enumerate() {
            let row = row.expect("a row");
            let number = n + 1;
            assert_eq!(row.get_long(0).ok(), Some(number as i64));
            assert_eq!(row.get_string(4).expect("Round"), &number.to_string());
        }
    }
}
