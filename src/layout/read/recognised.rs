//! Scoresheets from handwriting recognisers: a row per cell, as CSV or JSON lines, with its place on the paper,
//! its text and confidence. Several rows for one cell are alternatives.
//!
//! ```text
//! page,row,column,text,score                {"page":1,"row":1,"column":"white","text":"e4","score":0.98}
//! 1,1,white,e4,0.98                         {"page":1,"row":1,"column":"white","text":"c4","score":0.01}
//! ```
//!
//! The cells are assembled as PGN, in the order in which a player fills them in. The alternatives for a cell go
//! into a comment, `{[%read N f3|0.6|Nf8|0.3]}`, most likely first: the decoder takes all of them as evidence
//! ([`Witness`]), and no game keeps the comment.
//!
//! [`Witness`]: crate::resolve::Witness

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    layout::{
        pgn::lex::leading_number,
        transcript::{InsertionKind, Transcript},
    },
    resolve::ALTERNATIVES,
};

/// A reading of a cell.
pub struct CellReading {
    pub page: String,
    pub row: String,
    pub column: String,
    pub text: String,
    pub score: String,
    /// The game, if there are several.
    pub game: String,
    /// The offset in the input.
    pub place: usize,
}

/// The contents of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Number,
    White,
    Black,
    /// Moves of both sides, alternating downwards.
    Plies,
    /// Clock times, notes.
    Else,
}

/// The place of a cell: page, group of columns, row.
type CellPlace = (i64, usize, i64);

/// The readings of a cell, most likely first.
type Alternatives<'r> = Vec<&'r CellReading>;

/// Puts a game together from the readings of its cells.
pub fn assemble(readings: &[CellReading], game: &mut Transcript) {
    let mut columns: BTreeMap<Name, BTreeMap<(i64, i64), Alternatives<'_>>> = BTreeMap::new();
    for it in readings {
        let place = (whole(&it.page), whole(&it.row));
        columns.entry(name(&it.column)).or_default().entry(place).or_default().push(it);
    }
    for cell in columns.values_mut().flat_map(BTreeMap::values_mut) {
        // If some have no score, their order counts.
        if let Some(scores) = cell.iter().map(|it| score(it)).collect::<Option<Vec<f64>>>() {
            let mut order: Vec<usize> = (0..cell.len()).collect();
            order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
            *cell = order.into_iter().map(|n| cell[n]).collect();
        }
    }
    let mut rows: BTreeMap<CellPlace, Vec<(Holds, Alternatives<'_>)>> = BTreeMap::new();
    let (mut group, mut seen) = (0, BTreeSet::new());
    for ((name, cells), holds) in columns.iter().zip(holds(&columns)) {
        let begins = match holds {
            Holds::Number => !seen.is_empty(),
            Holds::White => seen.contains("white") || seen.contains("black"),
            _ => false,
        };
        if begins && matches!(name, Name::Nth(_)) {
            group += 1;
            seen.clear();
        }
        seen.extend(match holds {
            Holds::White => Some("white"),
            Holds::Black => Some("black"),
            _ => None,
        });
        for ((page, row), cell) in cells {
            rows.entry((*page, group, *row)).or_default().push((holds, cell.clone()));
        }
    }
    let mut number = 0;
    for cells in rows.values() {
        add_row(cells, &mut number, game);
    }
}

/// Adds a row of the sheet after the row with this number.
fn add_row(cells: &[(Holds, Alternatives<'_>)], number: &mut u32, game: &mut Transcript) {
    let of = |wanted: Holds| cells.iter().filter(move |it| it.0 == wanted).map(|it| &it.1);
    let has_move = |wanted| of(wanted).flatten().any(|it| !it.text.trim().is_empty());
    if has_move(Holds::White) || has_move(Holds::Black) {
        *number += 1;
        let printed = of(Holds::Number).flatten().next().filter(|it| is_number(&it.text));
        match printed {
            Some(printed) => {
                game.copy(printed.text.trim().trim_end_matches(['.', ')']), printed.place);
                *number = whole(&printed.text).try_into().unwrap_or(*number);
            }
            None => game.copy(&number.to_string(), cells[0].1[0].place),
        }
        game.moves.push_str(". ");
        if !has_move(Holds::White) {
            game.moves.push_str("... ");
        }
    }
    for wanted in [Holds::White, Holds::Black, Holds::Plies, Holds::Else] {
        for cell in of(wanted) {
            add_cell(cell, wanted, game);
        }
    }
    game.moves.push('\n');
}

fn add_cell(cell: &[&CellReading], holds: Holds, game: &mut Transcript) {
    let plain = |it: &CellReading| -> String {
        let text = it.text.replace(['{', '}', '|'], " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let texts: Vec<String> = cell.iter().map(|it| plain(it)).collect();
    if holds == Holds::Else {
        if !texts[0].is_empty() {
            let place = cell[0].place;
            game.aside(InsertionKind::Words(texts[0].clone()), place..place + texts[0].len());
        }
        return;
    }
    if texts.iter().all(String::is_empty) {
        return;
    }
    let text = |n: usize| if texts[n].is_empty() { "..." } else { &*texts[n] };
    game.copy(text(0), cell[0].place);
    game.moves.push(' ');
    if cell.len() > 1 || score(cell[0]).is_some() {
        let parts = (0..cell.len())
            .map(|n| format!("{}|{}", text(n), score(cell[n]).unwrap_or(0.5f64.powi(n as i32))));
        game.moves.push_str(&format!("{ALTERNATIVES}{}]}} ", parts.collect::<Vec<_>>().join("|")));
    }
}

/// The name of a column: its place from the left, or its title.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Nth(i64),
    Called(String),
}

fn name(column: &str) -> Name {
    let column = column.trim();
    match column.parse() {
        Ok(n) => Name::Nth(n),
        Err(_) => Name::Called(column.to_lowercase()),
    }
}

/// Returns the contents of each column: by its title, or in the usual order.
fn holds(columns: &BTreeMap<Name, BTreeMap<(i64, i64), Alternatives<'_>>>) -> Vec<Holds> {
    let mut all: Vec<Holds> = Vec::new();
    let mut turn = Holds::White;
    for (name, cells) in columns {
        let most = |is: fn(&str) -> bool| {
            cells.values().filter(|it| is(it[0].text.trim())).count() * 2 > cells.len()
        };
        let holds = match name {
            Name::Called(name) => match name.as_str() {
                "white" | "w" => Holds::White,
                "black" | "b" => Holds::Black,
                "number" | "no" | "no." | "nr" | "#" => Holds::Number,
                "" => Holds::Plies,
                _ => Holds::Else,
            },
            Name::Nth(_) if most(is_number) => Holds::Number,
            Name::Nth(_) if most(is_time) => Holds::Else,
            Name::Nth(_) => {
                let holds = turn;
                turn = if turn == Holds::White { Holds::Black } else { Holds::White };
                holds
            }
        };
        all.push(holds);
    }
    // A single column has the moves of both sides.
    if !all.contains(&Holds::Black) && columns.keys().any(|it| matches!(it, Name::Nth(_))) {
        all.iter_mut().filter(|it| **it == Holds::White).for_each(|it| *it = Holds::Plies);
    }
    all
}

fn is_number(text: &str) -> bool {
    leading_number(text.trim()).is_some_and(|it| it.1.chars().all(|it| matches!(it, '.' | ')')))
}

fn is_time(text: &str) -> bool {
    let parts = text.split([':', '.', '\'']);
    text.contains([':', '.', '\'']) && parts.clone().all(|it| it.bytes().all(|it| it.is_ascii_digit()))
}

/// Parses an integer; anything else comes first.
fn whole(text: &str) -> i64 {
    text.trim().trim_end_matches(['.', ')']).parse().unwrap_or(0)
}

fn score(reading: &CellReading) -> Option<f64> {
    reading.score.trim().parse().ok().filter(|it: &f64| it.is_finite())
}
