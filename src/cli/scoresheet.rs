//! `plyglot scoresheet`: empty scoresheets.

use anyhow::Result;

use super::{
    Exit,
    args::{ScoresheetArgs, SheetLayout},
    output::Output,
};
use crate::layout::{
    html::{Blank, blank},
    sheet::Field,
};

/// Writes a page of empty scoresheets.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(args: &ScoresheetArgs) -> Result<Exit> {
    let filled = [
        (Field::Event, &args.event),
        (Field::Place, &args.site),
        (Field::Date, &args.date),
        (Field::Round, &args.round),
    ];
    let page = blank(&Blank {
        grid: args.layout == SheetLayout::Grid,
        moves: args.moves.into(),
        paper: args.paper.into(),
        copies: args.copies.into(),
        filled: filled.into_iter().filter_map(|(field, value)| Some((field, value.clone()?))).collect(),
    });
    let mut out = Output::open(args.output.as_deref())?;
    out.write(page.as_bytes())?;
    out.finish()?;
    Ok(Exit::Success)
}
