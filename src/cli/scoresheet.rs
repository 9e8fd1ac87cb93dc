//! `plyglot scoresheet`: empty scoresheets.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::{
    Exit,
    common_args::one_of,
    layouts::refuse_extension,
    output::Output,
    targets::{self, Planned, Target},
};
use crate::layout::{
    html::{Blank, Fields, Paper, blank},
    scoresheet::Field,
};

/// Print empty scoresheets, to fill in by hand
#[derive(Args, Clone, Debug)]
pub struct Scoresheet {
    /// Number of moves
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub moves: u16,

    /// Arrangement of the moves
    #[arg(long, value_enum, ignore_case = true, default_value_t = SheetLayout::Columns)]
    pub layout: SheetLayout,

    /// Paper size
    #[arg(long, value_parser = one_of(Paper::ALL), ignore_case = true, default_value_t = Paper::A4, value_name = "SIZE")]
    pub paper: Paper,

    /// Number of scoresheets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,

    /// Organiser of the tournament, filled in
    #[arg(long, value_name = "NAME")]
    pub organiser: Option<String>,

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

    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The arrangement of moves on an empty scoresheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SheetLayout {
    /// A column for White and one for Black
    Columns,
    /// A column for each file and a row for each ply, in the words of sllavcco's laws
    Grid,
}

/// Writes a page of empty scoresheets.
pub fn run(args: &Scoresheet) -> Result<Exit> {
    if let Some(path) = &args.output {
        refuse_extension(path)?;
    }
    let filled = [
        (Field::Organiser, &args.organiser),
        (Field::Event, &args.event),
        (Field::Place, &args.site),
        (Field::Date, &args.date),
        (Field::Round, &args.round),
    ];
    let page = blank(&Blank {
        grid: args.layout == SheetLayout::Grid,
        moves: args.moves.into(),
        paper: args.paper,
        copies: args.copies.into(),
        filled: Fields(
            filled.into_iter().filter_map(|(field, value)| Some((field, value.clone()?))).collect(),
        ),
    });
    let target = Target::resolve(args.output.as_deref());
    let what = format!("--output {}", target.name.display());
    targets::check(std::iter::empty(), &[Planned { what, target: &target, written: true }])?;
    let mut out = Output::open(&target)?;
    out.write(page.as_bytes())?;
    out.finish()?;
    Ok(Exit::Success)
}
