//! `plyglot check --fix`: files are rewritten in canonical form, compared with it, or shown beside it.
//!
//! Only a file that changes is written, and only once all of it has been read.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::PathBuf,
};

use anyhow::{Context as _, Error, Result, anyhow};

use super::{
    args::CheckArgs,
    atomic_file::{self, AtomicFile},
    diff::UnifiedDiff,
    targets::{Destination, Target},
};
use crate::{
    convert::{Converted, FormattedBlock},
    io::{ByteOrderMark, Origin},
    lines,
};

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The most files published together, because syncing to disk is slow.
const BATCH: usize = 16;

pub struct Formatter {
    /// Whether differences are shown.
    shows: bool,
    /// Whether files are written.
    writes: bool,
    text: Option<OpenText>,
    batch: Vec<(AtomicFile, String)>,
}

#[derive(Default)]
struct OpenText {
    name: String,
    /// The file to replace; `None` for standard input, whose text goes to standard output.
    path: Option<PathBuf>,
    diff: Option<UnifiedDiff>,
    /// The new file, if it differs.
    out: Option<AtomicFile>,
    /// Whether it may be written.
    writes: bool,
    has_mark: bool,
    /// The line end of the text, as soon as one is known.
    line_end: Option<&'static [u8]>,
    /// The number of bytes before the first difference.
    same: u64,
    differs: bool,
    /// The text since both texts last were at the beginning of a line.
    old: Vec<u8>,
    new: Vec<u8>,
    /// Whether a game has begun.
    begun: bool,
}

impl Formatter {
    /// Creates a formatter, if the flags ask for one.
    pub fn new(args: &CheckArgs) -> Option<Formatter> {
        let writes = !args.diff && !args.check;
        args.fix.then(|| Formatter { shows: args.diff, writes, text: None, batch: Vec::new() })
    }

    /// Whether the result for this input goes to standard output.
    pub fn prints(&self, origin: Option<&Origin>) -> bool {
        self.shows || self.writes && origin == Some(&Origin::Stdin)
    }

    /// Begins an input. Fails if it cannot be replaced.
    pub fn begin(&mut self, name: &str, origin: &Origin) -> Result<()> {
        self.text = None;
        let path = match origin {
            Origin::Stdin => None,
            Origin::File(path) => match Target::resolve(Some(path)).destination {
                Destination::File(real) => Some(real),
                _ => return Err(anyhow!("cannot be formatted in place: not a file")),
            },
        };
        let is_locked = |path: &PathBuf| fs::metadata(path).is_ok_and(|it| it.permissions().readonly());
        if self.writes && path.as_ref().is_some_and(is_locked) {
            return Err(anyhow!("cannot be formatted in place: read-only"));
        }
        self.text = Some(OpenText {
            name: name.to_owned(),
            path,
            diff: self.shows.then(|| UnifiedDiff::new(name.to_owned())),
            writes: self.writes,
            ..OpenText::default()
        });
        Ok(())
    }

    /// Gives up the current input and fails with this reason, unless it was already given up.
    pub fn refuse(&mut self, why: &str) -> Result<()> {
        match self.text.take() {
            Some(_) => Err(anyhow!("{why}")),
            None => Ok(()),
        }
    }

    /// Takes the byte order mark of the current input. Fails if the encoding is not one that is formatted.
    pub fn mark(&mut self, mark: ByteOrderMark) -> Result<()> {
        match (mark, &mut self.text) {
            (ByteOrderMark::Utf8, Some(text)) => text.has_mark = true,
            (ByteOrderMark::Utf8, None) => {}
            (ByteOrderMark::Utf16, _) => {
                return self.refuse("UTF-16 is not formatted; -o writes it as UTF-8");
            }
        }
        Ok(())
    }

    /// Adds the games of a block. Fails if they are not PGN, or the new text cannot be written.
    pub fn add(&mut self, converted: &Converted) -> Result<()> {
        let Some(block) = &converted.formatted else { return Ok(()) };
        if !block.is_pgn {
            return self.refuse("not PGN, which alone is formatted; -o writes it as PGN");
        }
        let added = self.text.as_mut().map_or(Ok(()), |it| it.add(block, &converted.out));
        if added.is_err() {
            self.text = None;
        }
        added
    }

    /// Ends the current input. Returns whether it differs from its canonical form.
    pub fn end(&mut self, complete: bool) -> Result<bool> {
        let Some(text) = self.text.take().filter(|_| complete) else { return Ok(false) };
        let (file, name, differs) = text.end()?;
        self.batch.extend(file.map(|it| (it, name)));
        Ok(differs)
    }

    /// Publishes the new files if there are many, or `all` of them. Returns an error for each that failed.
    pub fn publish(&mut self, all: bool) -> Vec<Error> {
        if self.batch.len() < BATCH && !all {
            return Vec::new();
        }
        let (files, names): (Vec<AtomicFile>, Vec<String>) = self.batch.drain(..).unzip();
        let results = atomic_file::publish(files).into_iter().zip(names);
        results
            .filter_map(|(result, name)| result.with_context(|| format!("cannot write {name}")).err())
            .collect()
    }
}

impl OpenText {
    fn add(&mut self, block: &FormattedBlock, out: &[u8]) -> Result<()> {
        let source = &block.source[..];
        let line_end = *self.line_end.get_or_insert_with(|| first_line_end(source));
        let mut at = 0;
        for piece in &block.pieces {
            self.old.extend_from_slice(&source[at..piece.source.start]);
            if piece.begins && std::mem::replace(&mut self.begun, true) {
                self.new.extend_from_slice(&line_end.repeat(2));
            }
            if self.old.last().is_some_and(|it| matches!(it, b'\n' | b'\r')) || !piece.begins {
                self.flush()?;
            }
            self.old.extend_from_slice(&source[piece.source.clone()]);
            match &piece.text {
                None => self.new.extend_from_slice(&source[piece.source.clone()]),
                Some(text) => push_lines(&out[text.clone()], line_end, &mut self.new),
            }
            at = piece.source.end;
        }
        self.old.extend_from_slice(&source[at..]);
        Ok(())
    }

    /// Writes both texts up to here.
    fn flush(&mut self) -> Result<()> {
        let (old, new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        if let Some(diff) = &mut self.diff {
            diff.add(&old, &new)?;
        }
        let context = || format!("cannot write {}", self.name);
        if self.path.is_none() && self.writes {
            let mark = if self.has_mark && self.same == 0 && !self.differs { MARK } else { b"" };
            let mut out = io::stdout().lock();
            let written = out.write_all(mark).and_then(|()| out.write_all(&new)).and_then(|()| out.flush());
            written.context("cannot write <stdout>")?;
        }
        if old == new && !self.differs {
            self.same += old.len() as u64;
            return Ok(());
        }
        self.differs = true;
        if let (Some(path), true) = (&self.path, self.writes) {
            let mut out = match self.out.take() {
                Some(out) => out,
                None => {
                    let mut out = AtomicFile::new(path.clone()).with_context(context)?;
                    let mark = if self.has_mark { MARK.len() as u64 } else { 0 };
                    let mut before = File::open(path).with_context(context)?.take(mark + self.same);
                    io::copy(&mut before, &mut out).with_context(context)?;
                    out
                }
            };
            out.write_all(&new).with_context(context)?;
            self.out = Some(out);
        }
        Ok(())
    }

    /// Ends the text, with a blank line if it had one. Returns the new file, if it differs.
    fn end(mut self) -> Result<(Option<AtomicFile>, String, bool)> {
        if self.begun {
            let blank = &self.old[self.old.trim_ascii_end().len()..];
            let line_end = self.line_end.unwrap_or(b"\n");
            let count = if lines::count(blank) > 1 { 2 } else { 1 };
            self.new.extend_from_slice(&line_end.repeat(count));
        } else {
            // Only white space.
            self.new.extend_from_slice(&self.old);
        }
        self.flush()?;
        if let Some(diff) = self.diff {
            diff.end()?;
        }
        Ok((self.out, self.name, self.differs))
    }
}

fn first_line_end(text: &[u8]) -> &'static [u8] {
    match memchr::memchr2(b'\n', b'\r', text).map(|at| &text[at..]) {
        Some([b'\r', b'\n', ..]) => b"\r\n",
        Some([b'\r', ..]) => b"\r",
        _ => b"\n",
    }
}

/// Appends a text with these line ends.
fn push_lines(text: &[u8], line_end: &[u8], out: &mut Vec<u8>) {
    let mut lines = text.split(|it| *it == b'\n');
    out.extend_from_slice(lines.next().unwrap_or_default());
    for line in lines {
        out.extend_from_slice(line_end);
        out.extend_from_slice(line);
    }
}
