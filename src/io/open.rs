//! Opening of inputs: compressed files and archives, delivered as blocks.

use std::{
    fs::{File, Metadata},
    io::{self, BufReader, Read, Seek},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use zip::{ZipArchive, read::read_zipfile_from_stream, result::ZipError};

#[cfg(feature = "native")]
use super::frames::Frames;
use super::{
    Block, Blocks, Cutting, Form, Part,
    compressed::{Compression, Members, PeekReader, SharedTrailing, Sniffed},
    directory::{Directory, Renamed},
    encoding::{ByteOrderMark, Unicode},
    foreign::{self, Foreign},
    pipeline::Item,
    read_ahead::{AHEAD, ReadAhead},
    walk::may_hold_games,
};
use crate::{bug, diagnostics::Severity, lines};

/// The nesting limit of archives.
const DEPTH: usize = 4;

/// The source of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// How to read inputs.
#[derive(Clone, Debug)]
pub struct ReadOptions<F> {
    /// The order of magnitude of the output per byte of input.
    pub expansion: usize,
    /// The number of threads that use what is read.
    pub threads: usize,
    /// How to split the streams.
    pub cutting: Cutting<F>,
    /// The limit on the decompressed bytes of an input.
    pub max_size: Option<u64>,
    /// The part of the file to read.
    pub part: Option<Part>,
    /// Counts the bytes read.
    pub counter: Arc<AtomicU64>,
}

/// A message about a stream.
#[derive(Debug)]
pub struct Note {
    /// The archive member it is about, as a path from the archive; `None` for the input itself.
    pub member: Option<String>,
    /// The severity.
    pub severity: Severity,
    /// The message.
    pub text: String,
}

/// An event in reading inputs, other than the blocks of their texts.
#[derive(Debug)]
pub enum InputEvent {
    /// The input with this number begins, counted from 0.
    Begin(usize),
    /// A text begins: the input itself, or a member of an archive.
    Text {
        /// The path of the member from the archive.
        member: Option<String>,
        /// Whether it was compressed.
        compressed: bool,
    },
    /// The text begins with this byte order mark, which is not in its blocks.
    Mark(ByteOrderMark),
    /// A message.
    Note(Note),
    /// A bug met while separating games; no text is lost.
    Bug(Note),
    /// The input ends.
    End,
}

/// Receives the blocks and events of inputs.
pub type Emit<'e, F> = &'e mut dyn FnMut(Item<Block<F>, InputEvent>) -> ControlFlow<()>;

/// Why reading ended early.
enum ReadEnd {
    /// The receiver wants no more.
    Break,
    /// The input failed.
    Failed(io::Error),
}

impl From<io::Error> for ReadEnd {
    fn from(error: io::Error) -> ReadEnd {
        ReadEnd::Failed(error)
    }
}

/// Reads inputs, emitting their blocks and events. An input without an origin emits only its beginning and
/// end.
pub fn read<F: Form>(origins: &[Option<Origin>], reading: &ReadOptions<F>, emit: Emit<'_, F>) {
    for (n, origin) in origins.iter().enumerate() {
        let mut flow = emit(Item::Message(InputEvent::Begin(n)));
        if let (true, Some(origin)) = (flow.is_continue(), origin) {
            flow = read_input(origin, reading, emit);
        }
        if flow.is_break() || emit(Item::Message(InputEvent::End)).is_break() {
            break;
        }
    }
}

fn read_input<F: Form>(origin: &Origin, reading: &ReadOptions<F>, emit: Emit<'_, F>) -> ControlFlow<()> {
    let result = bug::survive(|| match origin {
        Origin::Stdin => Stream::new("<stdin>".to_owned(), reading, emit, 1).begin(io::stdin(), None),
        Origin::File(path) => read_file(path, reading, emit),
    });
    let why = match result {
        Ok(Ok(())) => return ControlFlow::Continue(()),
        Ok(Err(ReadEnd::Break)) => return ControlFlow::Break(()),
        Ok(Err(ReadEnd::Failed(error))) => error.to_string(),
        Err(bug) => format!("{bug}; the rest is skipped"),
    };
    emit(Item::Message(InputEvent::Note(Note { member: None, severity: Severity::Error, text: why })))
}

fn read_file<F: Form>(path: &Path, reading: &ReadOptions<F>, emit: Emit<'_, F>) -> Result<(), ReadEnd> {
    let file = Arc::new(File::open(path)?);
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::other("is a directory").into());
    }
    if let Some(database) = foreign::of_name(path) {
        return Err(no_text(database).into());
    }
    let range = reading.part.map(|part| part.range(&file, reading.cutting)).transpose()?;
    let (first_line, len) = match range {
        None => (1, u64::MAX),
        Some(range) => {
            (&*file).rewind()?;
            (1 + lines_in(&mut (&*file).take(range.start))?, range.end - range.start)
        }
    };
    let before = state(&metadata);
    let seekable = metadata.is_file().then_some(&*file);
    let mut stream = Stream::new(path.display().to_string(), reading, emit, first_line);
    let result = stream.begin(Arc::clone(&file).take(len), seekable);
    if !matches!(result, Err(ReadEnd::Break)) && before != file.metadata().ok().and_then(|it| state(&it)) {
        stream.note(Severity::Error, "changed while being read".to_owned())?;
    }
    result
}

/// Counts the line ends in a stream.
fn lines_in(input: &mut dyn Read) -> io::Result<u64> {
    let mut buffer = vec![0; 256 << 10];
    let mut lines = 0;
    let mut half = false;
    loop {
        let len = input.read(&mut buffer)?;
        if len == 0 {
            return Ok(lines);
        }
        let bytes = &buffer[..len];
        // A carriage return was already counted before the rest of its line end arrived.
        lines += lines::count(bytes) - u64::from(half && bytes[0] == b'\n');
        half = bytes.ends_with(b"\r");
    }
}

/// Returns what a write to a file changes: its size and time.
fn state(metadata: &Metadata) -> Option<(u64, Option<SystemTime>)> {
    metadata.is_file().then(|| (metadata.len(), metadata.modified().ok()))
}

/// A stream being read.
struct Stream<'r, F> {
    /// The name of the input.
    name: String,
    reading: &'r ReadOptions<F>,
    emit: Emit<'r, F>,
    /// The number of decompressed bytes delivered so far.
    size: Arc<AtomicU64>,
    /// The path of the current member from the archive.
    member: Option<String>,
    depth: usize,
    /// The number of the first line.
    first_line: u64,
}

impl<'r, F: Form> Stream<'r, F> {
    fn new(name: String, reading: &'r ReadOptions<F>, emit: Emit<'r, F>, first_line: u64) -> Stream<'r, F> {
        Stream { name, reading, emit, size: Arc::default(), member: None, depth: 0, first_line }
    }

    /// Reads the input; if it is compressed, in parallel with the work.
    fn begin(&mut self, input: impl Read + Send + 'static, seekable: Option<&File>) -> Result<(), ReadEnd> {
        let counter = Arc::clone(&self.reading.counter);
        let mut source = PeekReader::new(Box::new(Counted { input, counter }));
        match source.sniff()? {
            Sniffed::Compressed(format) if format != Compression::Zip => {
                let trailing = SharedTrailing::default();
                let input = self.decoded(format, source, seekable.is_none(), &trailing)?;
                self.depth += 1;
                self.members(input, &trailing)
            }
            _ => self.read(source, seekable),
        }
    }

    /// Decodes a stream in parallel with the work, in several threads where possible.
    fn decoded(
        &self,
        format: Compression,
        source: PeekReader<'static>,
        is_pipe: bool,
        trailing: &SharedTrailing,
    ) -> io::Result<Box<dyn Read + Send>> {
        #[cfg(feature = "native")]
        let source = match self.reading.threads {
            users @ 2.. if format == Compression::Zstd => {
                match Frames::begin(source, is_pipe, users, Arc::clone(trailing)) {
                    Ok(frames) => return Ok(Box::new(frames)),
                    Err(source) => source,
                }
            }
            _ => source,
        };
        Ok(match ReadAhead::begin(Members::new(format, source, Arc::clone(trailing))?, AHEAD) {
            Ok(ahead) => Box::new(ahead),
            Err(members) => Box::new(members),
        })
    }

    /// Reads a stream; `seekable` is its file, if random access is possible.
    fn read(&mut self, mut source: PeekReader<'_>, seekable: Option<&File>) -> Result<(), ReadEnd> {
        let format = match source.sniff()? {
            Sniffed::Compressed(format) => format,
            Sniffed::Foreign(it) => return Err(no_text(it).into()),
            Sniffed::Plain | Sniffed::More => return self.text(source),
        };
        if self.depth >= DEPTH {
            return Err(io::Error::other("nested too deeply in compressed data").into());
        }
        self.depth += 1;
        let result = match (format, seekable) {
            (Compression::Zip, Some(file)) => self.zip(file),
            (Compression::Zip, None) => {
                // The directory of an archive is at its end.
                let mut file = tempfile::tempfile()?;
                let limit = self.reading.max_size.unwrap_or(u64::MAX);
                io::copy(&mut source.take(limit), &mut file)?;
                self.zip(&file)
            }
            (format, _) => {
                let trailing = SharedTrailing::default();
                let members = Members::new(format, source, Arc::clone(&trailing))?;
                self.members(Box::new(members), &trailing)
            }
        };
        self.depth -= 1;
        result
    }

    /// Reads decompressed members, and reports what follows them.
    fn members(
        &mut self,
        input: Box<dyn Read + Send + '_>,
        trailing: &SharedTrailing,
    ) -> Result<(), ReadEnd> {
        let limited = Limited { input, size: Arc::default(), limit: self.reading.max_size };
        self.read(PeekReader::new(Box::new(limited)), None)?;
        let trailing = *trailing.lock().unwrap_or_else(PoisonError::into_inner);
        if trailing.bytes > 0 {
            let (severity, what) = if trailing.meant {
                (Severity::Error, "of uncompressed data follow the compressed data; ignored")
            } else {
                (Severity::Warning, "of padding follow the compressed data")
            };
            self.note(severity, format!("{} bytes {what}", trailing.bytes))?;
        }
        Ok(())
    }

    fn note(&mut self, severity: Severity, text: String) -> Result<(), ReadEnd> {
        self.event(InputEvent::Note(Note { member: self.member.clone(), severity, text }))
    }

    fn event(&mut self, event: InputEvent) -> Result<(), ReadEnd> {
        self.emit(Item::Message(event))
    }

    fn emit(&mut self, item: Item<Block<F>, InputEvent>) -> Result<(), ReadEnd> {
        if (self.emit)(item).is_break() { Err(ReadEnd::Break) } else { Ok(()) }
    }

    /// Reads plain text.
    fn text(&mut self, source: PeekReader<'_>) -> Result<(), ReadEnd> {
        let compressed = self.depth > 0;
        self.event(InputEvent::Text { member: self.member.clone(), compressed })?;
        let cutting = self.reading.cutting;
        let limited = Limited { input: source, size: Arc::clone(&self.size), limit: self.reading.max_size };
        let unicode = Unicode::new(limited, cutting.encoding);
        let (replaced, mark) = (unicode.replaced(), unicode.mark());
        let name = self.member.as_ref().map_or_else(|| self.name.clone(), |it| format!("{}/{it}", self.name));
        let mut blocks = Blocks::new(unicode, cutting)
            .named(&name)
            .for_work(self.reading.expansion, self.reading.threads)
            .beginning_at(self.first_line);
        let failed = loop {
            let next = blocks.next_block();
            if let Some((line, bug)) = blocks.take_bug() {
                let text = format!("after line {line}: {bug}");
                let member = self.member.clone();
                self.event(InputEvent::Bug(Note { member, severity: Severity::Error, text }))?;
            }
            if let Some(mark) = mark.take() {
                self.event(InputEvent::Mark(mark))?;
            }
            match next {
                Ok(Some(block)) => self.emit(Item::Job(block))?,
                Ok(None) => break None,
                Err(error) => {
                    while let Some(block) = blocks.rest() {
                        self.emit(Item::Job(block))?;
                    }
                    break Some(error);
                }
            }
        };
        let count = replaced.get();
        if count > 0 {
            let text = format!("{count} invalid sequences, written as U+FFFD");
            self.note(Severity::Warning, text)?;
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Reads the members of an archive that may contain games.
    fn zip(&mut self, mut file: &File) -> Result<(), ReadEnd> {
        file.rewind()?;
        let (mut archive, names) = match open_zip(file) {
            Ok(opened) => opened,
            Err(error) => {
                file.rewind()?;
                self.broken_zip(file)?;
                return Err(io::Error::other(format!("the zip archive is damaged: {error}")).into());
            }
        };
        if let Some(document) = foreign::of_members(names.iter().map(|it| &it[..])) {
            return Err(no_text(document).into());
        }
        let mut read = 0;
        let mut failed = false;
        for n in 0..archive.len() {
            let member = archive.by_index_data(n).ok();
            let name = String::from_utf8_lossy(names.get(n).map_or(&[], Vec::as_slice)).into_owned();
            if name.ends_with('/') || member.as_ref().is_some_and(|it| it.is_dir()) {
                continue;
            }
            if !may_hold_games(Path::new(&name)) {
                self.note(Severity::Note, format!("{name} is skipped: not the name of a game file"))?;
                continue;
            }
            read += 1;
            failed |= self.zip_member(&name, archive.by_index(n))?;
            if let Ok(member) = archive.by_index_data(n) {
                self.reading.counter.fetch_add(member.compressed_size(), Ordering::Relaxed);
            }
        }
        let left = names.len().saturating_sub(archive.len());
        if left > 0 {
            let text = format!("holds {left} more files than its directory lists; ignored");
            self.note(Severity::Error, text)?;
        }
        let after = after_directory(file)?;
        if after > 0 {
            self.note(Severity::Error, format!("{after} bytes follow the zip archive; ignored"))?;
        }
        if read == 0 && !failed {
            self.note(Severity::Warning, "contains no game files".to_owned())?;
        }
        Ok(())
    }

    /// Reads an archive without a directory from its beginning as far as possible.
    fn broken_zip(&mut self, file: &File) -> Result<(), ReadEnd> {
        let mut source = PeekReader::new(Box::new(file));
        // Damage begins at the first thing that is not a member, and is reported anyway.
        while let Ok(Some(member)) = read_zipfile_from_stream(&mut source) {
            if let Some(document) = foreign::of_members(std::iter::once(member.name_raw())) {
                return Err(no_text(document).into());
            }
            let name = String::from_utf8_lossy(member.name_raw()).into_owned();
            let holds_games = member.is_file() && may_hold_games(Path::new(&name));
            if holds_games && self.zip_member(&name, Ok(member))? {
                break;
            }
        }
        Ok(())
    }

    /// Reads a member. Reports its failure, so that the others are still read, and returns whether it failed.
    fn zip_member<'m>(
        &mut self,
        name: &str,
        member: Result<impl Read + Send + 'm, ZipError>,
    ) -> Result<bool, ReadEnd> {
        let outer = self.member.clone();
        self.member = Some(outer.as_ref().map_or_else(|| name.to_owned(), |outer| format!("{outer}/{name}")));
        let result = match member {
            Ok(member) => self.read(PeekReader::new(Box::new(member)), None),
            Err(error) => Err(explain(error).into()),
        };
        let failed = match result {
            Err(ReadEnd::Failed(error)) => {
                self.note(Severity::Error, error.to_string())?;
                true
            }
            result => result.map(|()| false)?,
        };
        self.member = outer;
        Ok(failed)
    }
}

/// An archive with unique member names.
type Archive<'f> = ZipArchive<BufReader<Renamed<&'f File>>>;

/// Opens a zip archive; also returns the original names of its members.
fn open_zip(file: &File) -> Result<(Archive<'_>, Vec<Vec<u8>>), ZipError> {
    let open = |directory: &Directory| ZipArchive::new(BufReader::new(Renamed::new(file, directory)?));
    let archive = open(&Directory::default())?;
    let start = archive.central_directory_start();
    let directory = Directory::read(&mut BufReader::new(file), start)?;
    let archive = if directory.is_distinct() { archive } else { open(&directory)? };
    Ok((archive, directory.names))
}

/// Returns how many bytes follow the end of a zip archive's directory and its comment.
fn after_directory(mut file: &File) -> io::Result<u64> {
    /// The length of the record at the end without the comment, whose length is in its last two bytes.
    const RECORD: usize = 22;
    let len = file.seek(io::SeekFrom::End(0))?;
    file.seek(io::SeekFrom::Start(len.saturating_sub(1 << 17)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let after = memchr::memmem::rfind(&tail, b"PK\x05\x06").and_then(|at| {
        let record = tail.get(at..at + RECORD)?;
        let comment = usize::from(u16::from_le_bytes([record[RECORD - 2], record[RECORD - 1]]));
        tail.len().checked_sub(at + RECORD + comment)
    });
    Ok(after.unwrap_or(0) as u64)
}

/// Returns the error for an input that is not a text of games.
fn no_text(it: Foreign) -> io::Error {
    io::Error::other(format!("is {it}"))
}

fn explain(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        ZipError::UnsupportedArchive(text) if text == ZipError::PASSWORD_REQUIRED => {
            io::Error::other("is encrypted")
        }
        error => io::Error::other(error.to_string()),
    }
}

/// A stream with a shared count of its bytes.
struct Counted<R> {
    input: R,
    counter: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.input.read(buffer)?;
        self.counter.fetch_add(len as u64, Ordering::Relaxed);
        Ok(len)
    }
}

/// A stream with a limit on its bytes, shared with others.
struct Limited<R> {
    input: R,
    size: Arc<AtomicU64>,
    limit: Option<u64>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(limit) = self.limit else { return self.input.read(buffer) };
        let left = limit.saturating_sub(self.size.load(Ordering::Relaxed));
        if left == 0 && !buffer.is_empty() {
            return match self.input.read(&mut buffer[..1])? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!("exceeds --max-size ({limit} bytes)"))),
            };
        }
        let len = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let new = self.input.read(&mut buffer[..len])?;
        self.size.fetch_add(new as u64, Ordering::Relaxed);
        Ok(new)
    }
}
