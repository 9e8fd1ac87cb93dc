//! Empty scoresheets to fill in by hand.

use maud::{Markup, PreEscaped, html};

use super::{
    page::{self, Paper},
    scoresheet::{Fields, GRID_PAGE, columns_heading, files, first_part, grid_heading},
};
use crate::layout::scoresheet::Field;

/// The options of empty scoresheets.
#[derive(Clone, Debug)]
pub struct Blank {
    /// A column for each file; otherwise one for each side.
    pub grid: bool,
    /// The number of moves.
    pub moves: usize,
    /// The paper size.
    pub paper: Paper,
    /// The number of scoresheets.
    pub copies: usize,
    /// Fields that are filled in: tournament, date, place, round.
    pub filled: Vec<(Field, String)>,
    /// The organiser of the tournament, filled in.
    pub organiser: Option<String>,
}

impl Blank {
    /// Returns the number of moves per page, with rows high enough to write in.
    const fn page(&self) -> usize {
        match (self.grid, self.paper) {
            (true, Paper::A5) => 15,
            (true, _) => GRID_PAGE,
            (false, _) => 60,
        }
    }
}

/// Returns one or more pages to print.
#[must_use]
pub fn blank(blank: &Blank) -> String {
    let kind = if blank.grid { "form" } else { "form form-columns" };
    let numbers: Vec<usize> = (1..=blank.moves).collect();
    let pages: Vec<&[usize]> = numbers.chunks(blank.page()).collect();
    let markup = html! {
        (page::head("Scoresheet", Some(blank.paper), kind))
        h1.unseen { "Scoresheet" }
        @for _ in 0..blank.copies {
            @for (n, page) in pages.iter().enumerate() {
                section.sheet aria-label={ "Page " (n + 1) } {
                    @if n == 0 { (first_part(&fields(blank), blank.organiser.as_deref())) (disposition()) } @else { (continued(n + 1)) }
                    div.moves.grid[blank.grid].columns[!blank.grid] {
                        @if blank.grid { (grid(page)) } @else { (columns(page)) }
                    }
                    @if n + 1 == pages.len() { (signatures()) }
                }
            }
        }
        (PreEscaped(page::foot(false)))
    };
    markup.into_string()
}

fn fields(blank: &Blank) -> Fields {
    Fields::given(|field| blank.filled.iter().find(|it| it.0 == field).map(|it| it.1.clone()))
}

/// Returns the head of a further page.
fn continued(page: usize) -> Markup {
    html! {
        dl.facts.continued {
            @for word in ["White", "Black", "Round", "Board"] { div { dt { (word) } dd {} } }
            div { dt { "Page" } dd { (page) } }
        }
    }
}

/// Returns the section for the pieces of a game with its own start position: rule 16.2.
fn disposition() -> Markup {
    html! {
        div.pieces {
            table {
                caption { "Starting position" }
                thead { tr { th.n scope="col" { "Start" } (files(8)) } }
                tbody {
                    @for word in ["White", "Black"] { tr { th scope="row" { (word) } @for _ in 0..8 { td {} } } }
                }
            }
        }
    }
}

fn grid(page: &[usize]) -> Markup {
    let row = || html! { @for _ in 0..8 { td {} } };
    html! {
        table {
            caption { (caption(page)) }
            (grid_heading(8))
            @for number in page {
                tbody {
                    tr { th scope="rowgroup" rowspan="2" { (number) } (row()) }
                    tr.black { (row()) }
                }
            }
        }
    }
}

fn columns(page: &[usize]) -> Markup {
    html! {
        div.page {
            @for column in page.chunks(page.len().div_ceil(2).max(1)) {
                table {
                    caption { (caption(column)) }
                    (columns_heading())
                    tbody { @for number in column { tr { th scope="row" { (number) } td {} td {} } } }
                }
            }
        }
    }
}

fn caption(page: &[usize]) -> String {
    format!("Moves {}–{}", page.first().unwrap_or(&0), page.last().unwrap_or(&0))
}

fn signatures() -> Markup {
    html! { div.signatures { @for word in ["White", "Black", "Arbiter"] { div { (word) } } } }
}
