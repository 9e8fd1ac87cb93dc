//! Flags resolved: what is to be read, how, and where it goes.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::args::{Args, Layout};
use crate::{
    convert::Options,
    layout::Filter,
    notation::{Choice, REGISTRY},
    reading::Notations,
};

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
    /// How many rows a page of a grid has; 0 is no limit.
    pub rows: usize,
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
        let (to, layout) = target(args)?;
        Ok(Job {
            inputs,
            options: Options {
                from,
                filter: Filter {
                    comments: args.no_comments,
                    variations: args.no_variations,
                    nags: args.no_nags,
                },
                on_error: args.on_error.into(),
                rejects: args.rejects.is_some(),
            },
            to,
            layout,
            width: args.width,
            rows: args.rows,
        })
    }
}

/// The notation and the layout of the output. Moves that are written into columns go into a grid unless told otherwise, and a grid
/// is for them only.
fn target(args: &Args) -> Result<(Choice, Layout)> {
    let for_grids = || {
        REGISTRY.iter().map(|it| it.name).filter(|name| Choice::parse(name).is_ok_and(|it| is_for_grids(&it)))
    };
    let grid = args.layout.is_some_and(Layout::is_grid);
    let name = match &args.to {
        Some(name) => name,
        None if grid => for_grids().next().unwrap_or("san"),
        None => "san",
    };
    let to = Choice::parse(name).context("--to")?;
    if grid && !is_for_grids(&to) {
        let names: Vec<&str> = for_grids().collect();
        bail!(
            "a grid has a column for each file, which moves in {name} do not fill; use --to {}",
            names.join(" or ")
        );
    }
    let layout = args.layout.unwrap_or(if is_for_grids(&to) { Layout::Grid } else { Layout::Pgn });
    // "In printed periodicals, publications or books use of figurines for the pieces is recommended": law 6.3.
    if layout == Layout::Html && is_for_grids(&to) && !name.contains(':') {
        return Ok((Choice::parse(&format!("{name}:figurine")).context("--to")?, layout));
    }
    Ok((to, layout))
}

fn is_for_grids(choice: &Choice) -> bool {
    choice.notation.scoresheet().is_some()
}
