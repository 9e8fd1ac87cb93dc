//! An output with a page around its games.

use std::ffi::OsStr;

use anyhow::Result;

use super::{job::Job, output::Output, targets::Target};
use crate::{
    io::{self, Origin, buffers},
    layout::PageAssembly,
};

/// Returns the title of a page of games: the name of the file, if there is exactly one.
pub fn title<'a>(mut origins: impl Iterator<Item = &'a Origin>) -> String {
    let stem = match (origins.next(), origins.next()) {
        (Some(Origin::File(path)), None) => io::stem(path).file_name().map(OsStr::to_os_string),
        _ => None,
    };
    stem.map_or_else(|| "Games".to_owned(), |it| it.to_string_lossy().into_owned())
}

/// An output with the page around its games.
pub struct PagedOutput {
    output: Output,
    assembly: Box<dyn PageAssembly>,
}

impl PagedOutput {
    /// Opens the target of a job for the games of these inputs.
    pub fn open<'a>(
        job: &Job<'_>,
        target: &Target,
        origins: impl Iterator<Item = &'a Origin>,
    ) -> Result<PagedOutput> {
        let assembly = job.layout.assembly(&job.to, &job.form, title(origins), job.work.threads);
        Ok(PagedOutput { output: Output::open(target)?, assembly })
    }

    pub fn add(&mut self, games: Vec<u8>) -> Result<()> {
        let text = self.assembly.add(games);
        let written = self.output.write(&text);
        buffers::give(text);
        written
    }

    /// Writes the end of the page.
    pub fn end(mut self) -> Result<Output> {
        self.output.write(&self.assembly.end())?;
        Ok(self.output)
    }
}
