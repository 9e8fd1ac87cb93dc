//! Output in several files with the same number of games each, as `games-001.pgn`, `games-002.pgn`, …; HTML
//! pages get an index, `games.html`.

use std::{num::NonZeroU64, path::Path};

use anyhow::{Result, bail};

use super::{
    job::Job,
    numbered::MOST,
    output::{Complete, Output},
    paged_output::{PagedOutput, title},
};
use crate::{
    convert::Converted,
    layout::html::{Index, Language},
};

/// An output in several files.
pub struct SplitOutput<'a> {
    job: &'a Job<'a>,
    /// The number of games in a file.
    size: NonZeroU64,
    /// The files that are full.
    complete: Vec<Complete>,
    open: PagedOutput,
    /// The number of games in the open file.
    games: u64,
    /// The index of the games, if they are HTML pages, and its file.
    index: Option<Box<(Index, Output)>>,
}

impl<'a> SplitOutput<'a> {
    /// Opens the first file.
    pub fn open(job: &'a Job<'a>, size: NonZeroU64) -> Result<SplitOutput<'a>> {
        let open = SplitOutput::file(job, 0)?;
        let index = || Index::new(title(job.work.inputs.origins()), Language::of(&job.to));
        let index = match job.index() {
            Some(target) => Some(Box::new((index(), Output::open(target)?))),
            None => None,
        };
        Ok(SplitOutput { job, size, complete: Vec::new(), open, games: 0, index })
    }

    fn file(job: &Job<'_>, number: usize) -> Result<PagedOutput> {
        match job.split.get(number) {
            Some(target) => PagedOutput::open(job, target, job.work.inputs.origins()),
            None => bail!("--split: more than {MOST} files; put more games into each"),
        }
    }

    /// Adds the games of a block. Fails if a file is not writable, or there are too many.
    pub fn add(&mut self, converted: &Converted) -> Result<()> {
        let mut from = 0;
        for to in converted.ends.iter().map(|it| it.out) {
            // A dropped game does not count.
            if to > from {
                self.add_game(converted.out[from..to].to_vec())?;
            }
            from = to;
        }
        Ok(())
    }

    fn add_game(&mut self, game: Vec<u8>) -> Result<()> {
        if self.games == self.size.get() {
            let next = SplitOutput::file(self.job, self.complete.len() + 1)?;
            self.complete.push(std::mem::replace(&mut self.open, next).end()?.complete()?);
            self.games = 0;
        }
        self.games += 1;
        if let Some(index) = &mut self.index {
            let page = self.job.split[self.complete.len()].name.file_name().unwrap_or_default();
            index.0.add(&game, &page.to_string_lossy(), self.games);
        }
        self.open.add(game)
    }

    /// Returns all files, and the next numbered file if an earlier run left it.
    pub fn end(mut self) -> Result<(Vec<Complete>, Option<&'a Path>)> {
        self.complete.push(self.open.end()?.complete()?);
        let pages = self.complete.len();
        if let Some(index) = self.index {
            let (index, mut output) = *index;
            output.write(index.page().as_bytes())?;
            self.complete.push(output.complete()?);
        }
        let next = self.job.split.get(pages).map(|it| &*it.name);
        Ok((self.complete, next.filter(|it| it.exists())))
    }
}
