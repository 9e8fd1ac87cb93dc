//! Flags resolved: what is to be read, how, and where it goes.

use std::{sync::Arc, thread};

use anyhow::{Context as _, Result, bail};

use super::{
    args::{Args, Layout},
    inputs::{self, Inputs},
    place::notations,
};
use crate::{
    convert::Options,
    input::{Cutting, Reading},
    layout::Filter,
    notation::Choice,
};

/// A conversion as it will be done.
pub struct Job {
    /// What is read.
    pub inputs: Inputs,
    /// How it is read.
    pub reading: Reading,
    /// How it is converted.
    pub options: Options,
    /// The notation of the output.
    pub to: Choice,
    /// The layout of the output.
    pub layout: Layout,
    /// The longest line of moves.
    pub width: usize,
    /// How many blocks are converted at a time.
    pub threads: usize,
}

impl Job {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// If a notation or style is not known, or flags do not go together.
    pub fn new(args: &Args) -> Result<Job> {
        let from = notations(&args.from)?;
        let to = Choice::parse(&args.to).context("--to")?;
        let one_file = matches!(&args.files[..], [file] if file.as_os_str() != "-" && !file.is_dir());
        if args.part.is_some() && !one_file {
            bail!("--part needs one file");
        }
        let inputs = inputs::list(args, &suffix(&to.name, args.layout))?;
        let encoding = args.encoding.0;
        let max_game = usize::try_from(args.max_game).unwrap_or(usize::MAX);
        Ok(Job {
            inputs,
            reading: Reading {
                cutting: Cutting { form: None, encoding, max_game },
                max_size: args.max_size,
                part: args.part,
                counter: Arc::default(),
            },
            options: Options {
                from: from.with_rules(args.rules).repairing(args.repair),
                filter: Filter {
                    comments: args.no_comments,
                    variations: args.no_variations,
                    nags: args.no_nags,
                },
                on_error: args.on_error.into(),
                rejects: args.rejects.is_some(),
                encoding,
                max_game,
            },
            to,
            layout: args.layout,
            width: args.width,
            threads: match args.jobs {
                Some(jobs) => jobs.into(),
                None => thread::available_parallelism().map_or(1, usize::from),
            },
        })
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
