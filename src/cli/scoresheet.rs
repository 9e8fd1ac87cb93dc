//! `plyglot scoresheet`: empty scoresheets.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::{Exit, args::Paper, output::Output};
use crate::layout::{
    html::{Blank, blank},
    sheet::Field,
};

/// Empty scoresheets, to print and to fill in by hand
#[derive(Args, Clone, Debug)]
pub struct Scoresheet {
    /// For how many moves
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub moves: u16,

    /// What the moves are written into
    #[arg(long, value_enum, default_value_t = SheetLayout::Grid)]
    pub layout: SheetLayout,

    /// Size of the paper
    #[arg(long, value_enum, default_value_t = Paper::A4, value_name = "SIZE")]
    pub paper: Paper,

    /// How many scoresheets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,

    /// Name of the tournament, filled in
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// Place, filled in
    #[arg(long, value_name = "PLACE")]
    pub site: Option<String>,

    /// Date, filled in
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,

    /// Round, filled in
    #[arg(long, value_name = "ROUND")]
    pub round: Option<String>,

    /// File to write; otherwise standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What the moves of an empty scoresheet are written into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SheetLayout {
    /// A column for each file, a row for each side's move, as for sllavcco
    Grid,
    /// A column for White and one for Black
    Columns,
}

/// Writes a page of empty scoresheets.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(args: &Scoresheet) -> Result<Exit> {
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
    out.finish(None)?;
    Ok(Exit::Success)
}
