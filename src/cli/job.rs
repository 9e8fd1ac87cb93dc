//! Flags resolved: what is to be read, how, and where it goes.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::args::{Args, Layout};
use crate::{convert::Options, layout::Filter, notation::Choice, reading::Notations};

/// A conversion as it will be done.
pub struct Job {
    /// What is read; `None` is standard input.
    pub inputs: Vec<Option<PathBuf>>,
    /// How it is converted.
    pub options: Options,
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
    /// If a notation or style is not known.
    pub fn new(args: &Args) -> Result<Job> {
        let from = match args.from.as_str() {
            "auto" => Notations::any(),
            name => Notations::only(Choice::parse(name).context("--from")?),
        };
        let mut inputs: Vec<Option<PathBuf>> =
            args.files.iter().map(|file| (file.as_os_str() != "-").then(|| file.clone())).collect();
        if inputs.is_empty() {
            inputs.push(None);
        }
        Ok(Job {
            inputs,
            options: Options {
                from: from.repairing(args.repair),
                filter: Filter {
                    comments: args.no_comments,
                    variations: args.no_variations,
                    nags: args.no_nags,
                },
                on_error: args.on_error.into(),
                rejects: args.rejects.is_some(),
            },
            to: Choice::parse(&args.to).context("--to")?,
            layout: args.layout,
            width: args.width,
        })
    }
}
