//! From an input to the blocks in it: whatever it is compressed with, however many files it holds.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use zip::{ZipArchive, read::read_zipfile_from_stream, result::ZipError};

use super::{
    Block, Blocks, Cutting, Part,
    beside::Beside,
    compressed::{Format, Members, Sniffed, Source, Trailing},
    directory::{Directory, Renamed},
    encoding::Unicode,
    walk::may_hold_games,
};
use crate::{bug, diagnostics::Severity, lines};

/// Archives in archives are opened so deep.
const DEPTH: usize = 4;

/// Where an input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// How the streams are cut.
    pub cutting: Cutting,
    /// How many bytes an input may have when it is decompressed; `None`: as many as it has.
    pub max_size: Option<u64>,
    /// Which part of the file is read.
    pub part: Option<Part>,
    /// Counts the bytes read.
    pub counter: Arc<AtomicU64>,
}

/// Something to say of a stream.
#[derive(Debug)]
pub struct Note {
    /// The member that it is about, from the archive on; `None`: the input itself.
    pub member: Option<String>,
    /// How much it matters.
    pub severity: Severity,
    /// What there is to say.
    pub text: String,
}

/// What comes of an input.
#[derive(Debug)]
pub enum Event {
    /// A text begins: the input itself, or a member of an archive, whose name is given then.
    Text {
        /// The name of the member, from the archive on.
        member: Option<String>,
    },
    /// Some of the text.
    Block(Block),
    /// Something to say.
    Note(Note),
    /// A bug that came up where games were told apart. No text is lost by that.
    Bug(Note),
}

/// A place for what comes of an input.
type Emit<'e> = &'e mut dyn FnMut(Event) -> ControlFlow<()>;

/// Why the reading of an input ended before its end.
enum End {
    /// Nobody wants more.
    Break,
    /// The input failed.
    Failed(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        End::Failed(error)
    }
}

/// Reads an input.
pub fn read(origin: &Origin, reading: &Reading, emit: Emit<'_>) -> ControlFlow<()> {
    let result = bug::survive(|| match origin {
        Origin::Stdin => {
            let input = Counted { input: io::stdin(), counter: Arc::clone(&reading.counter) };
            Stream { reading, emit, size: Arc::default(), member: None, depth: 0, first_line: 1 }
                .begin(Source::new(Box::new(input)), None)
        }
        Origin::File(path) => read_file(path, reading, emit),
    });
    match result {
        Ok(Ok(())) => ControlFlow::Continue(()),
        Ok(Err(End::Break)) => ControlFlow::Break(()),
        Ok(Err(End::Failed(error))) => note(emit, Severity::Error, error.to_string()),
        Err(bug) => note(emit, Severity::Error, format!("{bug}; the rest is not read")),
    }
}

fn note(emit: Emit<'_>, severity: Severity, text: String) -> ControlFlow<()> {
    emit(Event::Note(Note { member: None, severity, text }))
}

fn read_file(path: &Path, reading: &Reading, emit: Emit<'_>) -> Result<(), End> {
    let mut file = File::open(path)?;
    let before = state(&file);
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("is a directory").into());
    }
    let range = reading.part.map(|part| part.range(&mut file, reading.cutting)).transpose()?;
    let mut handle = file.try_clone()?;
    let (first_line, len) = match range {
        None => (1, u64::MAX),
        Some(range) => {
            handle.rewind()?;
            (1 + lines_in(&mut (&handle).take(range.start))?, range.end - range.start)
        }
    };
    let seekable = file.metadata()?.is_file().then(|| file.try_clone()).transpose()?;
    let input = Counted { input: handle.take(len), counter: Arc::clone(&reading.counter) };
    let result = Stream { reading, emit, size: Arc::default(), member: None, depth: 0, first_line }
        .begin(Source::new(Box::new(input)), seekable);
    if matches!(result, Err(End::Break)) {
        return result;
    }
    let after = state(&file);
    if before != after {
        let text = "has changed while it was read".to_owned();
        if note(emit, Severity::Error, text).is_break() {
            return Err(End::Break);
        }
    }
    result
}

/// How many lines end in a stream.
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
        // A carriage return was counted already when the rest of its line end had not come.
        lines += lines::count(bytes) - u64::from(half && bytes[0] == b'\n');
        half = bytes.ends_with(b"\r");
    }
}

/// What changes when a file is written to.
fn state(file: &File) -> Option<(u64, Option<SystemTime>)> {
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// A stream being read.
struct Stream<'r> {
    reading: &'r Reading,
    emit: Emit<'r>,
    /// How many bytes the input has given out so far, decompressed.
    size: Arc<AtomicU64>,
    /// The name of the member that is read, from the archive on.
    member: Option<String>,
    depth: usize,
    /// The number of its first line.
    first_line: u64,
}

impl Stream<'_> {
    /// Reads the input; if it is compressed, it is decompressed beside the work.
    fn begin(&mut self, mut source: Source<'static>, seekable: Option<File>) -> Result<(), End> {
        match source.sniff()? {
            Sniffed::Compressed(format) if format != Format::Zip => {
                let members = Members::new(format, source)?;
                let trailing = members.trailing();
                let alone = |members| Box::new(members) as Box<dyn Read + Send>;
                let input = Beside::begin(members).map_or_else(alone, |it| Box::new(it));
                self.depth += 1;
                self.members(input, trailing)
            }
            _ => self.read(source, seekable),
        }
    }

    /// Reads a stream, of the file `seekable` if it can be read elsewhere too.
    fn read(&mut self, mut source: Source<'_>, seekable: Option<File>) -> Result<(), End> {
        let sniffed = source.sniff()?;
        let Sniffed::Compressed(format) = sniffed else { return self.text(source) };
        if self.depth >= DEPTH {
            return Err(io::Error::other("is compressed too many times over").into());
        }
        self.depth += 1;
        let result = match (format, seekable) {
            (Format::Zip, Some(file)) => self.zip(file),
            (Format::Zip, None) => {
                // The directory of an archive is at its end.
                let mut file = tempfile::tempfile()?;
                let limit = self.reading.max_size.unwrap_or(u64::MAX);
                io::copy(&mut source.take(limit), &mut file)?;
                self.zip(file)
            }
            (format, _) => {
                let members = Members::new(format, source)?;
                let trailing = members.trailing();
                self.members(Box::new(members), trailing)
            }
        };
        self.depth -= 1;
        result
    }

    /// Reads decompressed members, with what tells afterwards what follows them.
    fn members(
        &mut self,
        input: Box<dyn Read + Send + '_>,
        trailing: impl FnOnce() -> Trailing,
    ) -> Result<(), End> {
        let limited = Limited { input, size: Arc::default(), limit: self.reading.max_size };
        self.read(Source::new(Box::new(limited)), None)?;
        let trailing = trailing();
        if trailing.bytes > 0 {
            let (severity, what) = if trailing.meant {
                (Severity::Error, "that are not compressed follow the compressed data; not read")
            } else {
                (Severity::Warning, "of padding follow the compressed data")
            };
            self.note(severity, format!("{} bytes {what}", trailing.bytes))?;
        }
        Ok(())
    }

    fn note(&mut self, severity: Severity, text: String) -> Result<(), End> {
        self.emit(Event::Note(Note { member: self.member.clone(), severity, text }))
    }

    fn emit(&mut self, event: Event) -> Result<(), End> {
        if (self.emit)(event).is_break() { Err(End::Break) } else { Ok(()) }
    }

    /// Reads plain text.
    fn text(&mut self, source: Source<'_>) -> Result<(), End> {
        self.emit(Event::Text { member: self.member.clone() })?;
        let cutting = self.reading.cutting;
        let limited = Limited { input: source, size: Arc::clone(&self.size), limit: self.reading.max_size };
        let unicode = Unicode::new(limited, cutting.encoding);
        let replaced = unicode.replaced();
        let mut blocks = Blocks::new(unicode, cutting).from_line(self.first_line);
        let failed = loop {
            let next = blocks.next_block();
            if let Some((line, bug)) = blocks.take_bug() {
                let text = format!("after line {line}: {bug}");
                self.emit(Event::Bug(Note { member: self.member.clone(), severity: Severity::Error, text }))?;
            }
            match next {
                Ok(Some(block)) => self.emit(Event::Block(block))?,
                Ok(None) => break None,
                Err(error) => {
                    while let Some(block) = blocks.rest() {
                        self.emit(Event::Block(block))?;
                    }
                    break Some(error);
                }
            }
        };
        let count = replaced.get();
        if count > 0 {
            let text = format!("{count} invalid sequences are written as U+FFFD");
            self.note(Severity::Warning, text)?;
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Reads the members of an archive that may hold games.
    fn zip(&mut self, mut file: File) -> Result<(), End> {
        file.rewind()?;
        let (mut archive, names) = match open_zip(&file) {
            Ok(opened) => opened,
            Err(error) => {
                file.rewind()?;
                self.broken_zip(file)?;
                return Err(io::Error::other(format!("the zip archive is damaged: {error}")).into());
            }
        };
        let outer = self.member.clone();
        let mut read = 0;
        let mut failed = false;
        for n in 0..archive.len() {
            let member = archive.by_index_data(n).ok();
            let name = String::from_utf8_lossy(names.get(n).map_or(&[], Vec::as_slice)).into_owned();
            if name.ends_with('/') || member.as_ref().is_some_and(|it| it.is_dir()) {
                continue;
            }
            if !may_hold_games(Path::new(&name)) {
                self.note(Severity::Note, format!("{name} is not read: its name is not one of games"))?;
                continue;
            }
            read += 1;
            let result = match archive.by_index(n) {
                Ok(member) => self.zip_member(&outer, &name, Box::new(member)),
                Err(error) => Err(End::Failed(explain(error))),
            };
            failed |= self.take_failure(&outer, &name, result)?;
            if let Ok(member) = archive.by_index_data(n) {
                self.reading.counter.fetch_add(member.compressed_size(), Ordering::Relaxed);
            }
        }
        let left = names.len().saturating_sub(archive.len());
        if left > 0 {
            let text = format!("holds {left} files more than it says; not read");
            self.note(Severity::Error, text)?;
        }
        let after = after_directory(&mut file)?;
        if after > 0 {
            self.note(Severity::Error, format!("{after} bytes follow the zip archive; not read"))?;
        }
        if read == 0 && !failed {
            self.note(Severity::Warning, "holds no files of games".to_owned())?;
        }
        Ok(())
    }

    /// Reads an archive without a directory, from its beginning on as far as it goes.
    fn broken_zip(&mut self, file: File) -> Result<(), End> {
        let outer = self.member.clone();
        let mut source = Source::new(Box::new(file));
        // The first thing that is no member is where the damage begins, which is reported in any case.
        while let Ok(Some(member)) = read_zipfile_from_stream(&mut source) {
            let name = String::from_utf8_lossy(member.name_raw()).into_owned();
            if member.is_file() && may_hold_games(Path::new(&name)) {
                let result = self.zip_member(&outer, &name, Box::new(member));
                if self.take_failure(&outer, &name, result)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn zip_member(
        &mut self,
        outer: &Option<String>,
        name: &str,
        member: Box<dyn Read + Send + '_>,
    ) -> Result<(), End> {
        self.member = Some(inner_name(outer, name));
        let result = self.read(Source::new(member), None);
        self.member.clone_from(outer);
        result
    }

    /// Reports a member that failed; the others are read all the same. Answers whether it did.
    fn take_failure(
        &mut self,
        outer: &Option<String>,
        name: &str,
        result: Result<(), End>,
    ) -> Result<bool, End> {
        match result {
            Err(End::Failed(error)) => {
                let member = Some(inner_name(outer, name));
                self.emit(Event::Note(Note { member, severity: Severity::Error, text: error.to_string() }))?;
                Ok(true)
            }
            Err(End::Break) => Err(End::Break),
            Ok(()) => Ok(false),
        }
    }
}

/// An archive whose members have names that differ.
type Archive = ZipArchive<BufReader<Renamed<File>>>;

/// Opens a zip archive; returns also the names of its members as they are written there.
fn open_zip(file: &File) -> Result<(Archive, Vec<Vec<u8>>), ZipError> {
    let open = |directory: &Directory| -> Result<Archive, ZipError> {
        ZipArchive::new(BufReader::new(Renamed::new(file.try_clone()?, directory)?))
    };
    let archive = open(&Directory::default())?;
    let start = archive.central_directory_start();
    let directory = Directory::read(&mut BufReader::new(file.try_clone()?), start)?;
    let archive = if directory.is_distinct() { archive } else { open(&directory)? };
    Ok((archive, directory.names))
}

/// How many bytes follow the end of a zip archive's directory, and its comment.
fn after_directory(file: &mut File) -> io::Result<u64> {
    /// The record at the end, without the comment, whose length stands in its last two bytes.
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

fn inner_name(outer: &Option<String>, name: &str) -> String {
    outer.as_ref().map_or_else(|| name.to_owned(), |outer| format!("{outer}/{name}"))
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

/// A stream whose bytes are counted for all to see.
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

/// A stream that may not be longer than so many bytes, together with others.
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
                _ => Err(io::Error::other(format!("is larger than --max-size allows ({limit} bytes)"))),
            };
        }
        let len = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let new = self.input.read(&mut buffer[..len])?;
        self.size.fetch_add(new as u64, Ordering::Relaxed);
        Ok(new)
    }
}
