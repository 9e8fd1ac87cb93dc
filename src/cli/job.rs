//! Flags resolved: what is to be read, how, and where it goes.

use std::{sync::Arc, thread};

use anyhow::{Context as _, Result, bail};

use super::{
    args::{Args, Layout},
    inputs::{self, Inputs, Mirror},
    place::notations,
    shared::Source,
};
use crate::{
    convert::{OnError, Options},
    input::{Cutting, Reading},
    layout::Filter,
    notation::Choice,
};

/// Games that are read, and what is done with each.
pub struct Work {
    /// What is read.
    pub inputs: Inputs,
    /// How it is read.
    pub reading: Reading,
    /// How it is converted.
    pub options: Options,
    /// How many blocks are converted at a time.
    pub threads: usize,
}

impl Work {
    /// Resolves the flags that say what is read. The output goes to `mirror`, if that is given.
    ///
    /// # Errors
    ///
    /// If a notation or style is not known, or flags do not go together.
    pub fn new(source: &Source, mirror: Option<Mirror<'_>>) -> Result<Work> {
        let from = notations(&source.from)?;
        let one_file = matches!(&source.files[..], [file] if file.as_os_str() != "-" && !file.is_dir());
        if source.part.is_some() && !one_file {
            bail!("--part needs one file");
        }
        let inputs = inputs::list(&source.files, mirror)?;
        let encoding = source.encoding.0;
        let max_game = usize::try_from(source.max_game).unwrap_or(usize::MAX);
        Ok(Work {
            inputs,
            reading: Reading {
                cutting: Cutting { form: None, encoding, max_game },
                max_size: source.max_size,
                part: source.part,
                counter: Arc::default(),
            },
            options: Options {
                from: from.with_rules(source.rules).repairing(source.repair),
                filter: Filter::default(),
                on_error: OnError::Keep,
                rejects: false,
                encoding,
                max_game,
            },
            threads: match source.jobs {
                Some(jobs) => jobs.into(),
                None => thread::available_parallelism().map_or(1, usize::from),
            },
        })
    }
}

/// A conversion as it will be done.
pub struct Job {
    /// What is read, and what becomes of it.
    pub work: Work,
    /// The notation of the output.
    pub to: Choice,
    /// The layout of the output.
    pub layout: Layout,
    /// The longest line of moves.
    pub width: usize,
}

impl Job {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// If a notation or style is not known, or flags do not go together.
    pub fn new(args: &Args) -> Result<Job> {
        let to = Choice::parse(&args.to).context("--to")?;
        let suffix = suffix(&to.name, args.layout);
        let mirror = args.out_dir.as_deref().map(|folder| Mirror::new(folder, &suffix, args.force));
        let mut work = Work::new(&args.source, mirror)?;
        let options = &mut work.options;
        options.filter =
            Filter { comments: args.no_comments, variations: args.no_variations, nags: args.no_nags };
        options.on_error = args.on_error.into();
        options.rejects = args.rejects.is_some();
        Ok(Job { work, to, layout: args.layout, width: args.width })
    }
}

/// The suffix of files in this notation and layout: `pgn` for SAN, `lan.pgn`, `economical-bare.jsonl`.
fn suffix(notation: &str, layout: Layout) -> String {
    match notation {
        "san" => layout.suffix().to_owned(),
        name => format!("{}.{}", name.replace([':', ','], "-"), layout.suffix()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_for_their_notation() {
        for (notation, layout, expected) in [
            ("san", Layout::Pgn, "pgn"),
            ("lan", Layout::Pgn, "lan.pgn"),
            ("san", Layout::Jsonl, "jsonl"),
            ("descriptive:kt,long", Layout::Jsonl, "descriptive-kt-long.jsonl"),
        ] {
            assert_eq!(suffix(notation, layout), expected);
        }
    }
}
