//! Rows of scoresheets, and the output of handwriting recognisers: one row per reading of a cell, as CSV or
//! JSON lines, with page, row and column, text and confidence. Several rows for one cell are alternatives.
//!
//! ```text
//! page,row,column,text,score                {"page":1,"row":1,"column":"white","text":"e4","score":0.98}
//! 1,1,white,e4,0.98                         {"page":1,"row":1,"column":"white","text":"c4","score":0.01}
//! ```
//!
//! The cells are assembled in the order in which a player fills them in. The decoder weighs all readings of a
//! cell ([`Recognised`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    chess::Color,
    layout::{
        pgn, rows,
        transcript::{InsertionKind, Transcript},
    },
    resolve::Recognised,
    words,
};

pub struct CellReading {
    pub page: i64,
    pub row: i64,
    pub column: String,
    pub text: String,
    pub score: Option<f64>,
    /// The game, if there are several.
    pub game: String,
    /// Offset in the input.
    pub place: usize,
}

/// The contents of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holds {
    Number,
    White,
    Black,
    /// Moves of both sides, alternating downwards.
    Plies,
    /// Clock times, notes.
    Else,
}

/// The readings of a cell, most likely first, each with its score and offset.
pub struct SheetCell {
    pub holds: Holds,
    pub readings: Vec<(String, Option<f64>, usize)>,
}

impl SheetCell {
    /// Returns a cell with one reading.
    pub fn one(holds: Holds, text: &str, place: usize) -> SheetCell {
        SheetCell { holds, readings: vec![(text.trim().to_owned(), None, place)] }
    }
}

/// The place of a cell: page, group of columns, row.
type CellPlace = (i64, usize, i64);

/// Assembles a game from the readings of its cells.
pub fn assemble(readings: &[CellReading], game: &mut Transcript) {
    let mut columns: BTreeMap<Name, BTreeMap<(i64, i64), Vec<&CellReading>>> = BTreeMap::new();
    for it in readings {
        columns.entry(name(&it.column)).or_default().entry((it.page, it.row)).or_default().push(it);
    }
    for cell in columns.values_mut().flat_map(BTreeMap::values_mut) {
        // Cells without some scores keep their order.
        if cell.iter().all(|it| it.score.is_some()) {
            cell.sort_by(|one, other| other.score.unwrap_or(0.0).total_cmp(&one.score.unwrap_or(0.0)));
        }
    }
    let mut rows: BTreeMap<CellPlace, Vec<SheetCell>> = BTreeMap::new();
    let (mut group, mut seen) = (0, BTreeSet::new());
    for ((name, cells), holds) in columns.iter().zip(holds(&columns)) {
        let begins = match holds {
            Holds::Number => !seen.is_empty(),
            Holds::White => seen.contains(&Holds::White) || seen.contains(&Holds::Black),
            _ => false,
        };
        match name {
            Name::Nth(_) if begins => {
                group += 1;
                seen.clear();
            }
            Name::Called(n, _) => group = *n,
            Name::Nth(_) => {}
        }
        seen.extend(Some(holds).filter(|it| matches!(it, Holds::White | Holds::Black)));
        for ((page, row), cell) in cells {
            // The title of a column of notes is written before each.
            let title = match name {
                Name::Called(_, title) if holds == Holds::Else && words::column(title).is_none() => {
                    format!("{}: ", cell[0].column.trim())
                }
                _ => String::new(),
            };
            let text = |it: &CellReading| format!("{title}{}", plain(&it.text));
            let readings = cell.iter().map(|it| (text(it), it.score, it.place)).collect();
            rows.entry((*page, group, *row)).or_default().push(SheetCell { holds, readings });
        }
    }
    let mut rows: Vec<Vec<SheetCell>> = rows.into_values().collect();
    rows.iter_mut().for_each(|row| row.sort_by_key(|it| it.holds));
    add_rows(&rows, game);
}

/// Removes braces and bars from a recognised text, which would be markup in a game.
fn plain(text: &str) -> String {
    text.replace(['{', '}', '|'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds the rows of a sheet, each in reading order.
pub fn add_rows(rows: &[Vec<SheetCell>], game: &mut Transcript) {
    let mut last = LastRow { number: 0, open: false };
    for row in rows {
        last.add(row, game);
    }
}

/// State of the preceding row.
struct LastRow {
    number: u32,
    /// Whether Black's move is still to come.
    open: bool,
}

impl LastRow {
    fn add(&mut self, cells: &[SheetCell], game: &mut Transcript) {
        let first = |it: &SheetCell| it.readings.first().map_or(String::new(), |it| it.0.clone());
        let of = |wanted: Holds| cells.iter().filter(move |it| it.holds == wanted);
        let is_move = |text: &str| rows::filled(text).is_some_and(|it| pgn::of_text(it).is_none());
        let has_move = |wanted| of(wanted).flat_map(|it| &it.readings).any(|it| is_move(&it.0));
        let (white, black) = (has_move(Holds::White), has_move(Holds::Black));
        let printed = of(Holds::Number).find_map(|it| Some((it, rows::number(&first(it))?)));
        if white || black {
            let goes_on = !white && self.open && printed.is_none();
            self.number += u32::from(!goes_on);
            match printed {
                Some((cell, number)) => {
                    let (text, _, place) = &cell.readings[0];
                    game.copy(text.trim().trim_end_matches(|it: char| !it.is_ascii_digit()), *place);
                    self.number = number;
                }
                None => {
                    let place = cells.iter().find_map(|it| Some(it.readings.first()?.2)).unwrap_or(game.from);
                    game.copy(&self.number.to_string(), place);
                }
            }
            game.moves.push_str(if goes_on { "... " } else { ". " });
            if !white && !goes_on {
                game.moves.push_str("... ");
            }
            self.open = white && !black;
        }
        for cell in cells {
            let is_beside = cell.holds == Holds::Number && rows::number(&first(cell)).is_none();
            if cell.holds != Holds::Number || is_beside {
                add_cell(cell, game);
            }
        }
        game.moves.push('\n');
    }
}

fn add_cell(cell: &SheetCell, game: &mut Transcript) {
    let Some((first, scored, place)) = cell.readings.first() else { return };
    if matches!(cell.holds, Holds::Else | Holds::Number) {
        if rows::filled(first).is_some() {
            game.aside(InsertionKind::Words(first.clone()), *place..*place + first.len());
        }
        return;
    }
    if cell.readings.iter().all(|it| rows::filled(&it.0).is_none()) {
        return;
    }
    let text = |n: usize| if cell.readings[n].0.is_empty() { "..." } else { &*cell.readings[n].0 };
    let at = game.moves.len();
    game.copy(text(0), *place);
    game.moves.push(' ');
    if cell.readings.len() > 1 || scored.is_some() {
        let share = |n: usize| cell.readings[n].1.unwrap_or(0.5f64.powi(n as i32));
        let readings = (0..cell.readings.len()).map(|n| (text(n).to_owned(), share(n))).collect();
        game.recognised.push(Recognised { at, readings });
    }
}

/// Name of a column: its position from the left, or its group and title.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Nth(i64),
    Called(usize, String),
}

fn name(column: &str) -> Name {
    let column = column.trim();
    if let Ok(n) = column.parse() {
        return Name::Nth(n);
    }
    let title = column.trim_end_matches(|it: char| it.is_ascii_digit());
    let group = column.strip_prefix(title).and_then(|it| it.parse().ok()).unwrap_or(0);
    Name::Called(group, title.trim_end_matches([' ', '_', '-', '.']).to_lowercase())
}

/// Returns the contents of a column with this title.
fn holds_by_title(title: &str) -> Holds {
    match title.split(|it: char| !it.is_alphanumeric()).find_map(words::side_or_letter) {
        Some(color) => color.fold_wb(Holds::White, Holds::Black),
        None if title.is_empty() => Holds::Plies,
        None if words::column(title) == Some("Number") => Holds::Number,
        None => Holds::Else,
    }
}

/// Returns the contents of each column: by its title, or in the usual order.
fn holds(columns: &BTreeMap<Name, BTreeMap<(i64, i64), Vec<&CellReading>>>) -> Vec<Holds> {
    let mut all: Vec<Holds> = Vec::new();
    let mut turn = Color::White;
    for (name, cells) in columns {
        let most = |is: &dyn Fn(&str) -> bool| {
            cells.values().filter(|it| is(it[0].text.trim())).count() * 2 > cells.len()
        };
        let is_time = |text: &str| {
            let of_digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
            text.contains([':', '.', '\'']) && text.split([':', '.', '\'']).all(of_digits)
        };
        all.push(match name {
            Name::Called(_, title) => holds_by_title(title),
            Name::Nth(_) if most(&|it| rows::number(it).is_some()) => Holds::Number,
            Name::Nth(_) if most(&is_time) => Holds::Else,
            Name::Nth(_) => {
                let holds = turn.fold_wb(Holds::White, Holds::Black);
                turn = turn.other();
                holds
            }
        });
    }
    // A single column has the moves of both sides.
    if !all.contains(&Holds::Black) && columns.keys().any(|it| matches!(it, Name::Nth(_))) {
        all.iter_mut().filter(|it| **it == Holds::White).for_each(|it| *it = Holds::Plies);
    }
    all
}
